/* SPDX-License-Identifier: MIT
 *
 * Tests whether a mesh is closed, and whether it contains a point.
 */
#include <string.h>

#include "../number/orient.h"
#include "../shape/line.h"
#include "mesh.h"

/* ---- Closed ---------------------------------------------------------------------------------- */

/* The ends of edge 3 place + k, in the order of the caller. */
static void get_ends(const collide_mesh_data *t, size_t number, uint32_t ends[2]) {
  mesh_face room;
  const uint32_t *c = ci_mesh_face(t, (int32_t)(number / 3), &room)->corners;
  ends[0] = c[number % 3];
  ends[1] = c[(number + 1) % 3];
}

/* The key of an edge is made of the kept vertices at its ends, the lower number first. */
static size_t list_edges(const collide_mesh_data *t, const uint32_t *kept, sort_item *edges) {
  size_t count = 0;
  mesh_face room;
  int32_t i;
  int k;
  for (i = 0; i < t->triangles; i++) {
    const uint32_t *c = ci_mesh_face(t, i, &room)->corners;
    if (kept[c[0]] == kept[c[1]] || kept[c[1]] == kept[c[2]] || kept[c[2]] == kept[c[0]]) continue;
    for (k = 0; k < 3; k++) {
      edges[count].key = sort_pair(kept[c[k]], kept[c[(k + 1) % 3]]);
      edges[count++].number = 3 * (size_t)i + (size_t)k;
    }
  }
  return count;
}

/* The ends that come first in the order of numbers, among edges of the same key. */
static void get_first_ends(const collide_mesh_data *t, const sort_item *edges, size_t count,
                           uint32_t ends[2]) {
  uint32_t other[2];
  size_t i;
  get_ends(t, edges[0].number, ends);
  for (i = 1; i < count; i++) {
    get_ends(t, edges[i].number, other);
    if (other[0] < ends[0] || (other[0] == ends[0] && other[1] < ends[1]))
      memcpy(ends, other, sizeof other);
  }
}

/* Finds the first edge, in the order of keys, with an odd number of triangles. */
static collide_error check_edges(const collide_mesh_data *t, const sort_item *edges, size_t count,
                                 uint32_t edge[2]) {
  size_t i, first = 0;
  for (i = 0; i < count; i++) {
    if (i + 1 < count && edges[i + 1].key == edges[first].key) continue;
    if ((i + 1 - first) % 2 != 0) {
      get_first_ends(t, edges + first, i + 1 - first, edge);
      return COLLIDE_ERROR_MESH_NOT_CLOSED;
    }
    first = i + 1;
  }
  return COLLIDE_OK;
}

collide_error ci_mesh_check_welded(const collide_mesh_data *t, double distance, uint32_t edge[2]) {
  size_t kept_size = t->vertices * sizeof(uint32_t), room = 3 * (size_t)t->triangles, count;
  size_t edges_size = 2 * room * sizeof(sort_item);
  uint32_t *kept = (uint32_t *)ci_tree_resize(&t->memory, NULL, 0, kept_size);
  sort_item *edges = (sort_item *)ci_tree_resize(&t->memory, NULL, 0, edges_size);
  collide_error error = COLLIDE_ERROR_MEMORY;
  if (kept != NULL && edges != NULL &&
      ci_mesh_weld(t->points, t->vertices, distance, kept, &t->memory, NULL, NULL)) {
    sorter s;
    s.spare = edges + room;
    s.work = NULL;
    count = list_edges(t, kept, edges);
    sort_items(&s, edges, count);
    error = check_edges(t, edges, count, edge);
  }
  ci_tree_free(&t->memory, edges, edges_size);
  ci_tree_free(&t->memory, kept, kept_size);
  return error;
}

collide_error collide_mesh_data_check_closed(collide_mesh_data *t, uint32_t edge[2]) {
  if (t->closed == 0) {
    collide_error error = ci_mesh_check_welded(t, 0, t->edge);
    if (error == COLLIDE_ERROR_MEMORY) return error;
    t->closed = error == COLLIDE_OK ? 1 : -1;
  }
  if (t->closed > 0) return COLLIDE_OK;
  if (edge != NULL) memcpy(edge, t->edge, sizeof t->edge);
  return COLLIDE_ERROR_MESH_NOT_CLOSED;
}

/* ---- Inside ------------------------------------------------------------------------------ */

/* Counts the triangles through which a ray along x leaves the mesh. Its start is moved by an
 * infinitesimal up along y, and by an infinitely smaller one along z. So the ray never meets an
 * edge or a corner, and neighbouring triangles use the same signs.
 *
 * Projected along x, the point is in a triangle if an odd number of the triangle's edges lie to its
 * right. Such an edge has one end above the point and the other not, and passes the point on the
 * right. An edge through the point does not count. */
static const double along_x[3] = {1, 0, 0};

static int is_above(const line *l, const double corner[3]) {
  return ci_line_level_sign(l, 0, 2, corner[2]) < 0;
}

typedef enum crossing_found { CROSSES_NOT, CROSSES, MAY_BE_ON } crossing_found;

static crossing_found cross_triangle(const collide_shape *triangle, const double point[3]) {
  const double *corners[3];
  line_room room;
  line l;
  int k, above[3], right = 0, height, facing;
  corners[0] = triangle->a;
  corners[1] = triangle->b;
  corners[2] = triangle->of.facet.c;
  ci_line_init(&l, triangle, point, along_x, 0, ci_line_room_open(&room));
  height = ci_line_height_sign(&l, 0, corners[0], corners[1], corners[2]);
  if (height == 0) return MAY_BE_ON;
  for (k = 0; k < 3; k++) above[k] = is_above(&l, corners[k]);
  for (k = 0; k < 3; k++) {
    int next = (k + 1) % 3;
    if (above[k] == above[next]) continue;
    right += ci_line_edge_sign(&l, corners[k], corners[next]) == (above[next] ? 1 : -1);
  }
  if (right % 2 == 0) return CROSSES_NOT;
  facing = orient2d(corners[0] + 1, corners[1] + 1, corners[2] + 1);
  return height == -facing ? CROSSES : CROSSES_NOT;
}

typedef struct count_query {
  const collide_mesh *mesh;
  const double *point;
  int crossings, is_on;
} count_query;

static int count_leaf(void *user, int32_t first, int32_t count, double *latest) {
  count_query *q = (count_query *)user;
  collide_shape triangle;
  int32_t i;
  (void)latest;
  for (i = first; i < first + count; i++) {
    crossing_found found;
    ci_mesh_place(q->mesh, i, &triangle);
    found = cross_triangle(&triangle, q->point);
    q->crossings += found == CROSSES;
    q->is_on = found == MAY_BE_ON && collide_contains(&triangle, q->point);
    if (q->is_on) return 1;
  }
  return 0;
}

int ci_mesh_contains(const collide_mesh *mesh, const double point[3]) {
  collide_cast cast;
  tree_line way;
  wide_view view;
  count_query q;
  cast.kind = COLLIDE_CAST_RAY;
  cast.flags = 0;
  cast.max = HUGE_VAL;
  memcpy(cast.start, point, sizeof cast.start);
  memcpy(cast.toward, along_x, sizeof cast.toward);
  q.mesh = mesh;
  q.point = point;
  q.crossings = q.is_on = 0;
  ci_mesh_line(mesh, &cast, &way);
  ci_mesh_walk(mesh, &way, HUGE_VAL, count_leaf, &q, &view);
  return q.is_on || q.crossings % 2 != 0;
}
