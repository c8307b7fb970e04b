/* SPDX-License-Identifier: MIT
 *
 * Tests whether a mesh is closed, and whether it contains a point.
 */
#include <stdlib.h>
#include <string.h>

#include "../number/orient.h"
#include "../shape/line.h"
#include "mesh.h"

/* ---- Closed ---------------------------------------------------------------------------------- */

/* `low` and `high` are the ends by number, each the kept vertex at its position. `from` and `to`
 * are the ends in the order of the caller. */
typedef struct mesh_edge {
  uint32_t low, high, from, to;
} mesh_edge;

static int compare_edges(const void *left, const void *right) {
  const mesh_edge *a = (const mesh_edge *)left, *b = (const mesh_edge *)right;
  if (a->low != b->low) return a->low < b->low ? -1 : 1;
  if (a->high != b->high) return a->high < b->high ? -1 : 1;
  if (a->from != b->from) return a->from < b->from ? -1 : 1;
  return (a->to > b->to) - (a->to < b->to);
}

static size_t list_edges(const collide_mesh_data *t, const uint32_t *kept, mesh_edge *edges) {
  size_t count = 0;
  mesh_face room;
  int32_t i;
  int k;
  for (i = 0; i < t->triangles; i++) {
    const uint32_t *c = ci_mesh_face(t, i, &room)->corners;
    if (kept[c[0]] == kept[c[1]] || kept[c[1]] == kept[c[2]] || kept[c[2]] == kept[c[0]]) continue;
    for (k = 0; k < 3; k++) {
      uint32_t from = c[k], to = c[(k + 1) % 3];
      mesh_edge *e = &edges[count++];
      e->from = from;
      e->to = to;
      e->low = kept[from] < kept[to] ? kept[from] : kept[to];
      e->high = kept[from] < kept[to] ? kept[to] : kept[from];
    }
  }
  return count;
}

/* An edge with an odd number of triangles, or NULL. */
static const mesh_edge *find_odd(const mesh_edge *edges, size_t count) {
  size_t i, first = 0;
  for (i = 1; i <= count; i++) {
    if (i < count && edges[i].low == edges[first].low && edges[i].high == edges[first].high)
      continue;
    if ((i - first) % 2 != 0) return &edges[first];
    first = i;
  }
  return NULL;
}

collide_error ci_mesh_check_welded(const collide_mesh_data *t, double distance, uint32_t edge[2]) {
  size_t kept_size = t->vertices * sizeof(uint32_t), count;
  size_t edges_size = 3 * (size_t)t->triangles * sizeof(mesh_edge);
  uint32_t *kept = (uint32_t *)ci_tree_resize(&t->memory, NULL, 0, kept_size);
  mesh_edge *edges = (mesh_edge *)ci_tree_resize(&t->memory, NULL, 0, edges_size);
  const mesh_edge *odd;
  collide_error error = COLLIDE_ERROR_MEMORY;
  if (kept != NULL && edges != NULL &&
      ci_mesh_weld(t->points, t->vertices, distance, kept, &t->memory, NULL, NULL)) {
    count = list_edges(t, kept, edges);
    qsort(edges, count, sizeof *edges, compare_edges);
    odd = count > 0 ? find_odd(edges, count) : NULL;
    error = odd != NULL ? COLLIDE_ERROR_MESH_NOT_CLOSED : COLLIDE_OK;
    if (odd != NULL) {
      edge[0] = odd->from;
      edge[1] = odd->to;
    }
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
