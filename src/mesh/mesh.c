/* SPDX-License-Identifier: MIT
 *
 * Meshes: making them, and giving them a pose.
 */
#include "../narrow/plane/plane.h"
#include "../number/exact.h"
#include "../number/fp.h"
#include "../number/orient.h"
#include "../number/scalar.h"
#include "../shape/quick.h"
#include "../shape/shape.h"
#include "mesh.h"

#include <string.h>

/* ---- Welding --------------------------------------------------------------------------------- */

/* Finds vertices that lie within a distance of one another, in sorted cells.
 *
 * A vertex is joined to the first kept vertex before it that lies within the distance. If there is
 * none, the vertex itself is kept. Kept vertices are farther apart than the distance, so a cell
 * holds few of them, and the time is O(n log n) for every input. */

/* ---- Distances ------------------------------------------------------------------------------- */

/* The degrees add up to 4 for the differences and w, 2 for r, 2 for a product and 2 for the sum. */
static int is_within_exactly(const double p[3], const double q[3], double w) {
  exact_tiny numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact d[3], own, r;
  int k;
  for (k = 0; k < 3; k++) ci_exact_set_diff(pool, &d[k], p[k], q[k]);
  ci_exact_set(pool, &own, w);
  ci_exact_mul(&r, &d[0], &d[0]);
  for (k = 1; k < 3; k++) ci_exact_add_product(&r, &d[k], &d[k]);
  ci_exact_sub_product(&r, &own, &own);
  return exact_sign(&r) <= 0;
}

/* Returns 1 if the distance is at most w. The sum of squares is off by at most 6 u of itself, and
 * w^2 by u, with u = 2^-53. */
#ifndef WELD_ERROR
#define WELD_ERROR 1.7763568394002505e-15 /* 16 u */
#endif

static int is_within(const double p[3], const double q[3], double w) {
  double sum = 0, square = w * w;
  int k, sign;
  for (k = 0; k < 3; k++) sum += (p[k] - q[k]) * (p[k] - q[k]);
  sign = filter_sign(sum - square, WELD_ERROR * (sum + square));
  return sign != FILTER_UNSURE ? sign < 0 : is_within_exactly(p, q, w);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* A cell with vertices. Balls with half the distance d as radius around kept vertices do not
 * overlap. Cells are 2 d to 4 d large, so the balls of a cell lie in a cube of side 5 d. It has
 * room for (5 d)^3 / (pi d^3 / 6) = 238 balls. */
typedef struct weld_cell {
  double at[3];
  uint32_t first, count; /* of its kept vertices in `members`, lowest number first */
} weld_cell;

typedef struct welder {
  const double *points;
  double distance, size;
  weld_cell *cells; /* by x, then y, then z */
  size_t count;
  uint32_t *members; /* each cell has room for all of its vertices */
} welder;

/* Sets place[i] to the index of vertex i's cell. */
static int make_cells(welder *w, const sorter *s, const sort_item *items, size_t count,
                      uint32_t *place) {
  size_t i, k;
  w->count = 0;
  for (i = 0; i < count; i++) {
    if (items[i].key != 0) {
      weld_cell *cell = &w->cells[w->count++];
      for (k = 0; k < 3; k++) cell->at[k] = sort_cell(w->points[3 * items[i].number + k], w->size);
      cell->first = (uint32_t)i;
      cell->count = 0;
    }
    place[items[i].number] = (uint32_t)(w->count - 1);
    if (!sort_report(s, i)) return 0;
  }
  return 1;
}

static int is_before(const double a[3], const double b[3]) {
  int k = a[0] != b[0] ? 0 : a[1] != b[1] ? 1 : 2;
  return a[k] < b[k];
}

/* The first cell that is not before `at`. The steps of the search from cell `from` double, so it is
 * quick if the result is near. */
static size_t find_cell(const welder *w, size_t from, const double at[3]) {
  size_t low = 0, high = w->count, k = from, step = 1; /* the result is from low to high */
  while (low < high) {
    if (k < low || k >= high) k = low + (high - low) / 2;
    if (is_before(w->cells[k].at, at)) {
      low = k + 1;
      k += step;
    } else {
      high = k;
      k -= step;
    }
    step *= 2;
  }
  return high;
}

/* ---- Kept vertices --------------------------------------------------------------------------- */

/* Lowers *found to the first kept vertex of the cell within the distance of point p. */
static void search_cell(const welder *w, const weld_cell *cell, const double p[3],
                        uint32_t *found) {
  const uint32_t *members = w->members + cell->first;
  uint32_t i;
  for (i = 0; i < cell->count && members[i] < *found; i++)
    if (is_within(w->points + 3 * (size_t)members[i], p, w->distance)) *found = members[i];
}

/* The first kept vertex within the distance of point p in cell `own`, or UINT32_MAX. Vertices
 * within the distance lie in p's cell or in one beside it, because a cell is at least 2 distances
 * large. A cell beside it is searched only if p - distance or p + distance, rounded, reaches it:
 * rounding does not pass the border of a cell, which is a double. */
static uint32_t find_kept(const welder *w, const double p[3], size_t own, int64_t *units) {
  double low[3], high[3], at[3];
  uint32_t found = UINT32_MAX;
  int k, i;
  search_cell(w, &w->cells[own], p, &found);
  if (found < UINT32_MAX && memcmp(w->points + 3 * (size_t)found, p, sizeof at) == 0) return found;
  for (k = 0; k < 3; k++) {
    low[k] = high[k] = w->cells[own].at[k];
    if (p[k] - w->distance < low[k]) low[k] -= w->size;
    if (p[k] + w->distance >= high[k] + w->size) high[k] += w->size;
  }
  for (i = 0; i < 4; i++) {
    const weld_cell *cell, *end = w->cells + w->count;
    at[0] = i & 1 ? high[0] : low[0];
    at[1] = i & 2 ? high[1] : low[1];
    at[2] = low[2];
    if ((i & 1 && at[0] == low[0]) || (i & 2 && at[1] == low[1])) continue;
    for (cell = w->cells + find_cell(w, own, at); cell < end; cell++) {
      if (cell->at[0] != at[0] || cell->at[1] != at[1] || cell->at[2] > high[2]) break;
      search_cell(w, cell, p, &found);
      *units += cell->count;
    }
  }
  return found;
}

/* kept[i] is the cell of vertex i at first. */
static int join_near(welder *w, const sorter *s, size_t count, uint32_t *kept) {
  uint32_t i;
  for (i = 0; i < count; i++) {
    weld_cell *own = &w->cells[kept[i]];
    int64_t units = WELD_WORK;
    uint32_t found = find_kept(w, w->points + 3 * (size_t)i, kept[i], &units);
    if (s->work != NULL && !s->work(s->user, units, i)) return 0;
    kept[i] = found < i ? found : i;
    if (kept[i] == i) w->members[own->first + own->count++] = i;
  }
  return 1;
}

static int weld_near(welder *w, const sorter *s, sort_item *items, size_t count, uint32_t *kept,
                     const tree_memory *memory) {
  size_t bytes = count * (sizeof(weld_cell) + sizeof(uint32_t));
  int done;
  w->cells = (weld_cell *)ci_tree_resize(memory, NULL, 0, bytes);
  if (w->cells == NULL) return 0;
  w->members = (uint32_t *)(void *)(w->cells + count);
  done = sort_points(s, w->points, w->size, items, count) && make_cells(w, s, items, count, kept) &&
         join_near(w, s, count, kept);
  ci_tree_free(memory, w->cells, bytes);
  return done;
}

int ci_mesh_weld(const double *points, size_t count, double distance, uint32_t *kept,
                 const tree_memory *memory, sort_work work, void *user) {
  size_t bytes = 2 * count * sizeof(sort_item);
  sort_item *items;
  welder w;
  sorter s;
  int exponent, done;
  if (count == 0) return 1;
  if (count >= UINT32_MAX || count > (size_t)-1 / 64) return 0;
  items = (sort_item *)ci_tree_resize(memory, NULL, 0, bytes);
  if (items == NULL) return 0;
  (void)frexp(distance, &exponent);
  w.points = points;
  w.distance = distance;
  w.size = ldexp(1, exponent + 1);
  s.spare = items + count;
  s.work = work;
  s.user = user;
  done = distance > 0 ? weld_near(&w, &s, items, count, kept, memory)
                      : sort_find_first(&s, points, items, count, kept);
  ci_tree_free(memory, items, bytes);
  return done;
}

collide_error collide_weld(double *vertices, size_t count, double distance, collide_alloc alloc,
                           void *user) {
  tree_memory memory = ci_tree_memory(alloc, user);
  size_t i, size = (count > 0 ? count : 1) * sizeof(uint32_t);
  uint32_t *kept;
  int done;
  if (count >= UINT32_MAX || !(distance == 0 || (distance >= WELD_LEAST && distance <= WELD_MOST)))
    return COLLIDE_ERROR_LIMIT;
  kept = (uint32_t *)ci_tree_resize(&memory, NULL, 0, size);
  if (kept == NULL) return COLLIDE_ERROR_MEMORY;
  done = ci_mesh_weld(vertices, count, distance, kept, &memory, NULL, NULL);
  /* A kept vertex comes before those that are joined to it, and is not moved. */
  for (i = 0; done && i < count; i++)
    memcpy(vertices + 3 * i, vertices + 3 * (size_t)kept[i], 3 * sizeof *vertices);
  ci_tree_free(&memory, kept, size);
  return done ? COLLIDE_OK : COLLIDE_ERROR_MEMORY;
}
/* ---- Making ---------------------------------------------------------------------------------- */

static collide_error check(const collide_triangles *mesh, size_t *place) {
  size_t i;
  if (mesh->triangle_count < 1 || mesh->triangle_count > TREE_MOST ||
      mesh->vertex_count > UINT32_MAX)
    return COLLIDE_ERROR_LIMIT;
  for (i = 0; i < 3 * mesh->vertex_count; i++) {
    double x = mesh->vertices[i];
    if (fabs(x) <= MESH_LARGEST) continue;
    *place = i / 3;
    return x - x == 0 ? COLLIDE_ERROR_SIZE : COLLIDE_ERROR_MESH_FINITE;
  }
  for (i = 0; i < 3 * mesh->triangle_count; i++) {
    if ((mesh->triangles != NULL ? mesh->triangles[i] : i) < mesh->vertex_count) continue;
    *place = i / 3;
    return COLLIDE_ERROR_MESH_INDEX;
  }
  return COLLIDE_OK;
}

static uint32_t corner_of(const collide_triangles *mesh, size_t triangle, int k) {
  size_t i = 3 * triangle + (size_t)k;
  return mesh->triangles != NULL ? mesh->triangles[i] : (uint32_t)i;
}

static void bound_triangles(const collide_triangles *mesh, tree_box *boxes) {
  size_t i;
  int k, c;
  for (i = 0; i < mesh->triangle_count; i++) {
    const double *p = mesh->vertices + 3 * (size_t)corner_of(mesh, i, 0);
    tree_box b;
    for (k = 0; k < 3; k++) b.low[k] = b.high[k] = p[k];
    for (c = 1; c < 3; c++) {
      p = mesh->vertices + 3 * (size_t)corner_of(mesh, i, c);
      for (k = 0; k < 3; k++) {
        if (p[k] < b.low[k]) b.low[k] = p[k];
        if (p[k] > b.high[k]) b.high[k] = p[k];
      }
    }
    boxes[i] = b;
  }
}

/* Fills the faces in the order of places. */
static void fill_faces(collide_mesh_data *t, const collide_triangles *mesh, const int32_t *order) {
  int32_t i;
  int k;
  for (i = 0; i < t->triangles; i++) {
    mesh_face *face = &t->faces[i];
    face->number = order[i];
    t->place[face->number] = i;
    for (k = 0; k < 3; k++) face->corners[k] = corner_of(mesh, (size_t)face->number, k);
    ci_triangle_unit(ci_mesh_corner(t, face, 0), ci_mesh_corner(t, face, 1),
                     ci_mesh_corner(t, face, 2), face->unit);
  }
}

static int make_tree(collide_mesh_data *t, const collide_triangles *mesh) {
  size_t size = mesh->triangle_count * sizeof(tree_box);
  tree_box *boxes = (tree_box *)ci_tree_resize(&t->memory, NULL, 0, size);
  tree_rule rule = {WIDE_LEAF_MOST, WIDE_LEAF_MOST, TREE_MIDDLE_FROM, 0};
  tree_plan plan;
  int made = 0;
  if (boxes == NULL) return 0;
  bound_triangles(mesh, boxes);
  if (ci_tree_plan(&plan, boxes, t->triangles, &rule, &t->memory)) {
    made = ci_wide_make(&t->tree, &plan, boxes, &t->memory);
    if (made) fill_faces(t, mesh, plan.order);
    ci_tree_plan_free(&plan, 0, &t->memory);
  }
  ci_tree_free(&t->memory, boxes, size);
  return made;
}

static void fill_floats(collide_mesh_data *t) {
  int32_t n;
  int lane;
  for (n = 0; n < t->tree.count; n++) {
    for (lane = 0; lane < WIDE_LANES; lane++) {
      int32_t first, count;
      if (ci_wide_leaf(&t->tree.nodes[n], lane, &first, &count))
        ci_mesh_set_floats(t, first, count, t->floats + 9 * (size_t)first);
    }
  }
}

void ci_mesh_measure_reach(collide_mesh_data *t) {
  int k;
  for (k = 0; k < 3; k++) {
    double low = fabs(t->tree.box.low[k]), high = fabs(t->tree.box.high[k]);
    t->reach[k] = low > high ? low : high;
  }
}

static size_t points_size(const collide_mesh_data *t) {
  return 3 * t->vertices * sizeof *t->points;
}

/* Faces, floats and places. */
static size_t faces_size(const collide_mesh_data *t) {
  if (t->columns > 0) return 0;
  return (size_t)t->triangles * (sizeof(mesh_face) + sizeof(int32_t)) +
         ci_mesh_floats(t->triangles) * sizeof(float);
}

#define NOWHERE 1e30f
#define LOW_LANES \
  { NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE }
#define HIGH_LANES \
  { -NOWHERE, -NOWHERE, -NOWHERE, -NOWHERE, -NOWHERE, -NOWHERE, -NOWHERE, -NOWHERE }

/* The lanes are not used; see wide.c. */
static const wide_node no_node = {
    {LOW_LANES, HIGH_LANES, LOW_LANES, HIGH_LANES, LOW_LANES, HIGH_LANES},
    {-1, -1, -1, -1, -1, -1, -1, -1},
    {0, 0, 0, 0, 0, 0, 0, 0}};

const collide_mesh_data ci_mesh_data_none = {
    {NULL, NULL},
    0,
    NULL,
    0,
    NULL,
    NULL,
    NULL,
    0,
    0,
    {0, 0, 0},
    {(wide_node *)(uintptr_t)&no_node, NULL, 1, 0, {0, 0, 0}, 1, {{0, 0, 0}, {0, 0, 0}}},
    1,
    {0, 0}};

static int make(collide_mesh_data *t, const collide_triangles *mesh) {
  size_t count = mesh->triangle_count, floats;
  t->vertices = mesh->vertex_count;
  t->triangles = (int32_t)count;
  floats = ci_mesh_floats(t->triangles);
  t->points = (double *)ci_tree_resize(&t->memory, NULL, 0, points_size(t));
  t->faces = (mesh_face *)ci_tree_resize(&t->memory, NULL, 0, faces_size(t));
  if (t->points == NULL || t->faces == NULL) return 0;
  t->floats = (float *)(void *)(t->faces + count);
  t->place = (int32_t *)(void *)(t->floats + floats);
  memset(t->floats, 0, floats * sizeof *t->floats);
  memcpy(t->points, mesh->vertices, points_size(t));
  if (!make_tree(t, mesh)) return 0;
  fill_floats(t);
  ci_mesh_measure_reach(t);
  return 1;
}

collide_error collide_mesh_data_new(collide_mesh_data **data, const collide_triangles *mesh,
                                    collide_alloc alloc, void *user, size_t *place) {
  tree_memory memory = ci_tree_memory(alloc, user);
  collide_mesh_data *t;
  size_t ignored;
  collide_error error = check(mesh, place != NULL ? place : &ignored);
  if (error != COLLIDE_OK) return error;
  t = (collide_mesh_data *)ci_tree_resize(&memory, NULL, 0, sizeof *t);
  if (t == NULL) return COLLIDE_ERROR_MEMORY;
  memset(t, 0, sizeof *t);
  t->memory = memory;
  if (!make(t, mesh)) {
    collide_mesh_data_free(t);
    return COLLIDE_ERROR_MEMORY;
  }
  *data = t;
  return COLLIDE_OK;
}

void collide_mesh_data_free(collide_mesh_data *data) {
  tree_memory memory;
  if (data == NULL) return;
  memory = data->memory;
  ci_wide_free(&data->tree, &memory);
  ci_tree_free(&memory, data->faces, faces_size(data));
  ci_tree_free(&memory, data->points, points_size(data));
  ci_tree_free(&memory, data, sizeof *data);
}

/* ---- Properties ------------------------------------------------------------------------------ */

int ci_mesh_data_count(const collide_mesh_data *data) {
  return data->triangles;
}

size_t ci_mesh_data_bytes(const collide_mesh_data *t) {
  return sizeof *t + points_size(t) + faces_size(t) + ci_wide_bytes(&t->tree);
}

void ci_mesh_data_corners(const collide_mesh_data *data, int number, uint32_t corners[3]) {
  mesh_face room;
  memcpy(corners, ci_mesh_face(data, ci_mesh_place_of(data, number), &room)->corners,
         3 * sizeof corners[0]);
}

const double *ci_mesh_data_vertex(const collide_mesh_data *data, uint32_t index) {
  return data->points + 3 * (size_t)index;
}

/* ---- Poses ----------------------------------------------------------------------------------- */

void collide_make_mesh(collide_mesh *mesh, const collide_mesh_data *data) {
  memset(mesh, 0, sizeof *mesh);
  mesh->data = data;
  mesh->frame = COLLIDE_MOVED;
  mesh->reach = ci_largest(data->reach, 3, 0);
}

/* A corner is transformed into the world with an error of an ulp, 2 u of itself with u = 2^-53. The
 * inverse transforms this error back. Twice as much covers the roundings of this sum. Products that
 * underflow are off by less than 1e-280. */
static void measure_margin(collide_mesh *m) {
  double rounding[3];
  int i, j;
  m->reach = 0;
  for (i = 0; i < 3; i++) {
    double sum = 0;
    for (j = 0; j < 3; j++) sum += fabs(m->turned.linear[3 * i + j]) * m->data->reach[j];
    rounding[i] = 4.440892098500626e-16 * sum + 1e-280;
    if (sum > m->reach) m->reach = sum;
  }
  m->reach *= 1 + 8.881784197001252e-16;
  for (i = 0; i < 3; i++) {
    m->margin[i] = 0;
    for (j = 0; j < 3; j++) m->margin[i] += fabs(m->turned.inverse[3 * i + j]) * rounding[j];
  }
}

collide_error collide_mesh_set_pose(collide_mesh *mesh, const collide_pose *pose) {
  collide_mesh fresh;
  folded_pose folded;
  collide_error error = ci_pose_fold_linear(pose, &folded);
  if (error != COLLIDE_OK) return error;
  if (!ci_are_within(COLLIDE_LARGEST, pose->position, 3)) return COLLIDE_ERROR_POSE_OVERFLOW;
  collide_make_mesh(&fresh, mesh->data);
  fresh.hollow = mesh->hollow;
  fresh.changes = mesh->changes + 1;
  memcpy(fresh.position, pose->position, sizeof fresh.position);
  if (!folded.is_identity) {
    fresh.frame = COLLIDE_LINEAR;
    fresh.turned = folded.turned;
    measure_margin(&fresh);
    if (!(fresh.reach <= MESH_LARGEST) || !ci_are_within(DBL_MAX, fresh.turned.inverse, 9) ||
        !ci_are_within(DBL_MAX, fresh.margin, 3))
      return COLLIDE_ERROR_POSE_OVERFLOW;
  }
  *mesh = fresh;
  return COLLIDE_OK;
}

collide_error collide_mesh_set_position(collide_mesh *mesh, const double position[3]) {
  if (!ci_are_within(COLLIDE_LARGEST, position, 3)) return COLLIDE_ERROR_POSE_OVERFLOW;
  memcpy(mesh->position, position, sizeof mesh->position);
  mesh->changes++;
  return COLLIDE_OK;
}

void ci_mesh_place(const collide_mesh *mesh, int32_t place, collide_shape *s) {
  const collide_mesh_data *t = mesh->data;
  mesh_face room;
  const mesh_face *face = ci_mesh_face(t, place, &room);
  collide_facet *facet = &s->of.facet;
  s->kind = COLLIDE_TRIANGLE;
  s->hollow = mesh->hollow;
  s->frame = COLLIDE_MOVED;
  s->radius = s->height = 0;
  memcpy(s->origin, mesh->position, sizeof s->origin);
  memcpy(s->a, ci_mesh_corner(t, face, 0), sizeof s->a);
  memcpy(s->b, ci_mesh_corner(t, face, 1), sizeof s->b);
  memcpy(facet->c, ci_mesh_corner(t, face, 2), sizeof facet->c);
  if (mesh->frame == COLLIDE_LINEAR) {
    ci_pose_carry(mesh->turned.linear, s->a);
    ci_pose_carry(mesh->turned.linear, s->b);
    ci_pose_carry(mesh->turned.linear, facet->c);
  }
  if (mesh->frame == COLLIDE_LINEAR || face == &room)
    ci_triangle_unit(s->a, s->b, facet->c, facet->unit);
  else
    memcpy(facet->unit, face->unit, sizeof facet->unit);
  s->reach = greater(greater(quick_largest(s->a), quick_largest(s->b)), quick_largest(facet->c));
}

void ci_mesh_vertex(const collide_mesh *mesh, size_t index, double point[3]) {
  double own[3];
  int i;
  memcpy(own, mesh->data->points + 3 * index, sizeof own);
  if (mesh->frame == COLLIDE_LINEAR) ci_pose_carry(mesh->turned.linear, own);
  for (i = 0; i < 3; i++) point[i] = mesh->position[i] + own[i];
}

void collide_mesh_triangle(const collide_mesh *mesh, int number, collide_shape *triangle) {
  memset(triangle, 0, sizeof *triangle);
  ci_mesh_place(mesh, ci_mesh_place_of(mesh->data, number), triangle);
  ci_triangle_set_normal(triangle);
}

static int mesh_mirrors(const collide_mesh *mesh) {
  static const double origin[3] = {0, 0, 0};
  const double *m = mesh->turned.linear;
  return mesh->frame == COLLIDE_LINEAR &&
         ci_orient3d(origin, m, m + 3, m + 6) < 0; /* the sign of the determinant */
}

void ci_mesh_corners(const collide_mesh *mesh, double *corners) {
  int mirrors = mesh_mirrors(mesh), count = ci_mesh_data_count(mesh->data), i;
  for (i = 0; i < count; i++) {
    double *to = corners + 9 * (size_t)i;
    collide_shape triangle;
    memset(&triangle, 0, sizeof triangle);
    ci_mesh_place(mesh, ci_mesh_place_of(mesh->data, i), &triangle);
    (void)ci_shape_corner(&triangle, 0, to);
    (void)ci_shape_corner(&triangle, mirrors ? 2 : 1, to + 3);
    (void)ci_shape_corner(&triangle, mirrors ? 1 : 2, to + 6);
  }
}

collide_surface collide_mesh_surface(const collide_mesh *mesh, double *vertices,
                                     uint32_t *triangles) {
  int mirrors = mesh_mirrors(mesh), count = ci_mesh_data_count(mesh->data), i;
  collide_surface size;
  size_t k;
  size.vertices = mesh->data->vertices;
  size.triangles = (size_t)count;
  if (vertices == NULL) return size;
  for (k = 0; k < size.vertices; k++) ci_mesh_vertex(mesh, k, vertices + 3 * k);
  for (i = 0; i < count; i++) {
    uint32_t *to = triangles + 3 * (size_t)i, corners[3];
    ci_mesh_data_corners(mesh->data, i, corners);
    to[0] = corners[0];
    to[1] = corners[mirrors ? 2 : 1];
    to[2] = corners[mirrors ? 1 : 2];
  }
  return size;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

typedef struct taker {
  const collide_mesh *mesh;
  const double *low, *high;   /* the query box in the mesh's own frame */
  const collide_shape *shape; /* NULL: takes all */
  int (*take)(void *user, int number);
  void *user;
} taker;

/* Returns 1 if the triangle is outside of the box. A leaf that meets the box may hold such
 * triangles. */
static int is_beside_box(const taker *t, const mesh_face *face) {
  const double *p = ci_mesh_corner(t->mesh->data, face, 0);
  const double *q = ci_mesh_corner(t->mesh->data, face, 1);
  const double *r = ci_mesh_corner(t->mesh->data, face, 2);
  int i;
  for (i = 0; i < 3; i++) {
    if (p[i] < t->low[i] && q[i] < t->low[i] && r[i] < t->low[i]) return 1;
    if (p[i] > t->high[i] && q[i] > t->high[i] && r[i] > t->high[i]) return 1;
  }
  return 0;
}

static int take_leaf(void *user, int32_t first, int32_t count, double *latest) {
  const taker *t = (const taker *)user;
  collide_shape triangle;
  mesh_face room;
  int32_t i;
  (void)latest;
  for (i = first; i < first + count; i++) {
    const mesh_face *face = ci_mesh_face(t->mesh->data, i, &room);
    int number = face->number;
    if (is_beside_box(t, face)) continue;
    if (t->shape != NULL) {
      ci_mesh_place(t->mesh, i, &triangle);
      ci_triangle_set_normal(&triangle);
      if (collide_overlap(&triangle, t->shape) != 1) continue;
    }
    if (!t->take(t->user, number)) return 1;
  }
  return 0;
}

/* Transforms the box into the mesh's own frame. Middle and half are off by some 8 u of their
 * terms. */
static void own_box(const collide_mesh *m, const double min[3], const double max[3], double low[3],
                    double high[3]) {
  int i, j, all = 0;
  for (i = 0; i < 3; i++) {
    double middle = 0, half = 0, size = 0;
    if (m->frame == COLLIDE_MOVED) {
      low[i] = min[i] - m->position[i];
      high[i] = max[i] - m->position[i];
      low[i] -= 2.220446049250313e-16 * fabs(low[i]);
      high[i] += 2.220446049250313e-16 * fabs(high[i]);
      continue;
    }
    for (j = 0; j < 3; j++) {
      double entry = m->turned.inverse[3 * i + j], center = 0.5 * min[j] + 0.5 * max[j];
      middle += entry * (center - m->position[j]);
      half += fabs(entry) * (0.5 * max[j] - 0.5 * min[j]);
      size += fabs(entry) * (fabs(center) + fabs(m->position[j]));
    }
    size = 32 * 1.1102230246251565e-16 * (size + half) + m->margin[i] + 1e-280;
    low[i] = middle - half - size;
    high[i] = middle + half + size;
    all |= !(high[i] - low[i] <= DBL_MAX);
  }
  for (i = 0; i < 3 && all; i++) {
    low[i] = -HUGE_VAL;
    high[i] = HUGE_VAL;
  }
}

void ci_mesh_near_box(const collide_mesh *mesh, const double min[3], const double max[3],
                      int (*take)(void *user, int number), void *user) {
  double low[3], high[3];
  taker t;
  t.mesh = mesh;
  t.shape = NULL;
  t.take = take;
  t.user = user;
  own_box(mesh, min, max, low, high);
  t.low = low;
  t.high = high;
  ci_wide_box(&mesh->data->tree, low, high, take_leaf, &t);
}

int ci_mesh_triangles_in(const collide_mesh *mesh, const collide_shape *shape,
                         int (*take)(void *user, int number), void *user) {
  double min[3], max[3], low[3], high[3];
  taker t;
  if (collide_dimensions(shape) != 3) return COLLIDE_UNSUPPORTED;
  t.mesh = mesh;
  t.shape = shape;
  t.take = take;
  t.user = user;
  collide_bounds(shape, min, max);
  own_box(mesh, min, max, low, high);
  t.low = low;
  t.high = high;
  ci_wide_box(&mesh->data->tree, low, high, take_leaf, &t);
  return 1;
}
