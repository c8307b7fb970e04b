/* SPDX-License-Identifier: MIT
 *
 * Casts at meshes. The BVH finds candidate triangles, and a sieve in floats rejects most of them.
 * The cast tests each remaining triangle like a single shape. So the hits have the same bits as
 * those of casts at all triangles, one by one.
 */
#include "../narrow/cast.h"
#include "../number/bits.h"
#include "../number/fp.h"
#include "../number/orient.h"
#include "../number/prefetch.h"
#include "../number/quad.h"
#include "../shape/line.h"
#include "../shape/quick.h"
#include "../shape/shape.h"
#include "mesh.h"

#include <string.h>

static int mesh_make_sieve(mesh_sieve *v, const wide_view *view);
static unsigned sift_triangles(const mesh_sieve *v, const float *floats, int32_t count);

#define UNIT 1.1102230246251565e-16 /* u = 2^-53 */

/* ---- Into the mesh's frame ------------------------------------------------------------------- */

/* r = inverse v for a v that is off by u of itself. The rounding of the inverse and of the sums
 * adds up to 5.2 u of the sum of |inverse_ij v_j| (shape/quick.h). 7 u are taken. An entry of the
 * inverse may underflow (shape/line.h). */
static void through_inverse(const double inverse[9], const double v[3], double r[3],
                            double error[3]) {
  int i, j;
  for (i = 0; i < 3; i++) {
    double sum = 0, size = 0, floor_of = 0;
    for (j = 0; j < 3; j++) {
      double term = inverse[3 * i + j] * v[j];
      sum += term;
      size += fabs(term);
      floor_of += fabs(v[j]);
    }
    r[i] = sum;
    error[i] = 7 * UNIT * size + 1e-280 * floor_of;
  }
}

/* The cast in the mesh's own frame. */
static void mesh_line(const collide_mesh *mesh, const collide_cast *cast, tree_line *path) {
  double f[3], d[3];
  int i, is_segment = cast->kind == COLLIDE_CAST_SEGMENT;
  for (i = 0; i < 3; i++) {
    f[i] = cast->start[i] - mesh->position[i];
    d[i] = is_segment ? cast->toward[i] - cast->start[i] : cast->toward[i];
  }
  path->from = cast->kind == COLLIDE_CAST_LINE ? -HUGE_VAL : 0;
  path->to = is_segment ? 1 : cast->kind == COLLIDE_CAST_RAY ? cast->max : HUGE_VAL;
  if (mesh->frame == COLLIDE_LINEAR) {
    through_inverse(mesh->turned.inverse, f, path->f, path->f_error);
    through_inverse(mesh->turned.inverse, d, path->d, path->d_error);
    return;
  }
  for (i = 0; i < 3; i++) {
    path->f[i] = f[i];
    path->d[i] = d[i];
    path->f_error[i] = 1.5 * UNIT * fabs(f[i]);
    path->d_error[i] = is_segment ? 1.5 * UNIT * fabs(d[i]) : 0;
  }
}

/* Visits the triangles that the cast may hit, by place. For `view` see ci_wide_line. */
static int mesh_walk(const collide_mesh *mesh, const tree_line *path, double latest, wide_take take,
                     void *user, wide_view *view) {
  return ci_wide_line(&mesh->data->tree, path, mesh->margin, latest, take, user, view);
}

/* ---- The query ------------------------------------------------------------------------------- */

typedef enum sift_state { SIFT_UNKNOWN, SIFT_YES, SIFT_NO } sift_state;

typedef struct mesh_query {
  const collide_mesh *mesh;
  const collide_cast *cast;
  const mesh_hit *after;
  mesh_hit *best;
  int found;
  wide_view view;
  sift_state sifts;
  mesh_sieve sieve;
  double slack; /* see latest_of */
} mesh_query;

static void begin(mesh_query *q, const collide_mesh *mesh, const collide_cast *cast) {
  double start[3], toward[3], most;
  int i;
  q->mesh = mesh;
  q->cast = cast;
  q->after = NULL;
  q->best = NULL;
  q->found = 0;
  q->sifts = SIFT_UNKNOWN;
  for (i = 0; i < 3; i++) {
    start[i] = cast->start[i] - mesh->position[i];
    toward[i] =
        cast->kind == COLLIDE_CAST_SEGMENT ? cast->toward[i] - cast->start[i] : cast->toward[i];
  }
  most = quick_largest(toward);
  q->slack = most > 0 ? (quick_largest(start) + mesh->reach) / most : HUGE_VAL;
}

/* A triangle that the line meets later than latest_of(t) has a greater measured t than `t`. The
 * measured t is off by less than 2^-17 (F / D + |t|). F is the largest component of the start less
 * a corner, and D that of the direction. QUICK_FACET in shape/triangle.c, where n . d is at least D
 * / 128, gives 2^-40 of that, and ci_line_crossing in line.c gives 2^-18. If the triangle
 * lies in the line's plane, t is rounded once. A measured t may be set to 0 or max; the true one
 * then lies there, or beyond max. */
#define MEASURED 7.62939453125e-6 /* 2^-17 */

static double latest_of(const mesh_query *q, double t) {
  return t + 4 * MEASURED * (q->slack + fabs(t));
}

static int comes_after(const mesh_hit *a, const mesh_hit *b) {
  return a->hit.t != b->hit.t ? a->hit.t > b->hit.t : a->number > b->number;
}

/* Casts at one triangle like at a single shape. */
static int cast_at_triangle(const mesh_query *q, int32_t place, collide_hit *hit) {
  int front_only = q->cast->flags & COLLIDE_FRONT_FACES, found;
  collide_shape triangle;
  collide_hit own;
  ci_mesh_place(q->mesh, place, &triangle);
  if (front_only && hit == NULL) hit = &own;
  found = ci_cast_shortly(q->cast, &triangle, hit);
  if (found == QUICK_UNSURE) {
    ci_triangle_set_normal(&triangle);
    return ci_cast_shape(q->cast, &triangle, hit);
  }
  return found && (!front_only || hit->face != COLLIDE_FACE_BACK);
}

/* Returns 1 if the search can end. */
static int take_triangle(mesh_query *q, int32_t place, double *latest) {
  mesh_face room;
  mesh_hit found;
  if (q->best == NULL) return cast_at_triangle(q, place, NULL);
  if (!cast_at_triangle(q, place, &found.hit)) return 0;
  found.number = ci_mesh_face(q->mesh->data, place, &room)->number;
  if (q->after != NULL && !comes_after(&found, q->after)) return 0;
  if (q->found && !comes_after(q->best, &found)) return 0;
  *q->best = found;
  q->found = 1;
  if (latest_of(q, found.hit.t) < *latest) *latest = latest_of(q, found.hit.t);
  return 0;
}

/* The triangles of a leaf that may be hit, as bits; bit 0 is the first. */
static unsigned sift(mesh_query *q, int32_t first, int32_t count) {
  const collide_mesh_data *t = q->mesh->data;
  if (q->sifts == SIFT_UNKNOWN)
    q->sifts = q->view.is_known && mesh_make_sieve(&q->sieve, &q->view) ? SIFT_YES : SIFT_NO;
  if (q->sifts == SIFT_NO) return (1u << count) - 1;
  if (t->faces == NULL) {
    float room[9 * WIDE_LEAF_MOST + 3] = {0};
    ci_mesh_set_floats(t, first, count, room);
    return sift_triangles(&q->sieve, room, count);
  }
  PREFETCH(&t->faces[first]); /* the remaining triangles are read next */
  PREFETCH(&t->faces[first + count / 2]);
  PREFETCH(&t->faces[first + count - 1]);
  return sift_triangles(&q->sieve, t->floats + 9 * (size_t)first, count);
}

static int take_leaf(void *user, int32_t first, int32_t count, double *latest) {
  mesh_query *q = (mesh_query *)user;
  while (count > 0) {
    int32_t some = count < WIDE_LEAF_MOST ? count : WIDE_LEAF_MOST;
    unsigned bits = sift(q, first, some);
    for (; bits != 0; bits &= bits - 1)
      if (take_triangle(q, first + bits_lowest(bits), latest)) return 1;
    first += some;
    count -= some;
  }
  return 0;
}

int ci_mesh_any(const collide_mesh *mesh, const collide_cast *cast) {
  tree_line path;
  mesh_query q;
  mesh_line(mesh, cast, &path);
  begin(&q, mesh, cast);
  return mesh_walk(mesh, &path, HUGE_VAL, take_leaf, &q, &q.view);
}

int ci_mesh_nearest(const collide_mesh *mesh, const collide_cast *cast, double latest,
                    const mesh_hit *after, mesh_hit *best) {
  tree_line path;
  mesh_query q;
  mesh_line(mesh, cast, &path);
  begin(&q, mesh, cast);
  q.after = after;
  q.best = best;
  if (after != NULL) { /* as latest_of, in the other direction */
    double earliest = after->hit.t - 4 * MEASURED * (q.slack + fabs(after->hit.t));
    if (earliest > path.from) path.from = earliest;
  }
  mesh_walk(mesh, &path, latest < DBL_MAX ? latest_of(&q, latest) : HUGE_VAL, take_leaf, &q,
            &q.view);
  return q.found;
}

/* ---- The sieve ------------------------------------------------------------------------------- */

/* Rejects triangles of a leaf that a line surely misses, in floats, four at a time.
 *
 * Points are projected along the line. Let z be the axis along which the line goes farthest. A
 * point p is projected to q = (p_x - S p_z, p_y - T p_z) with S = e_x / e_z and T = e_y / e_z (the
 * shear of Woop, Benthin and Wald, "Watertight ray/triangle intersection", 2013). The line is
 * projected to one point. It misses each triangle whose projection does not contain that point: two
 * edge functions of it surely have opposite signs.
 *
 * Proof. Let a point of the line's stretch lie in a triangle. By wide_view, that point is within
 * E_k = error[k] along axis k of a point g + s e, with s from 0 to 1. E contains how far rounding
 * in the world moves corners. Each corner, whose coordinates are at most 1, is rounded to floats by
 * at most 2^-24 (1 + 2^-20), see wide.c. So a point P of the triangle that the floats make is
 * within E_k + 2^-23.9 of g + s e.
 *
 * S and T are floats of at most 1; any floats would do as a shear. The projection of s e is
 * |e_x - S e_z| <= 2^-23 |e_z|. Let O be the projection of g, and B the float that O is rounded to:
 * by 2^-24 |O|, and less than 2^-50 that the doubles lose. A corner less B is computed with three
 * roundings: of S p_z, by 2^-24 of 1; of the difference, by 2^-24 of 2; and of the result, by
 * 2^-24 (2 + |B|). Each times 1.01 is more than enough. So the projection of P less B, as the mean
 * of the computed corners with the weights of P, is at most
 *   H = E_x + E_z + 2 * 2^-23.9 + 2^-23 |e_z| + 2^-23.9 |B| + 2^-24 * 1.01 * (5 + |B|)
 *    <= E_x + E_z + 2^-21 (1 + |e_z| + |B|)
 * from 0 along either axis of the plane (or with y for x). Move all corners by that: then 0 lies in
 * the triangle, and no two edge functions p_x q_y - p_y q_x have opposite signs. The move changes
 * an edge function by at most 4 H m, where m is the largest coordinate of a computed corner. Floats
 * round the function by at most 4.01 * 2^-24 m^2, and underflow takes less than 2^-140. */

#ifndef SIFT_ERROR
#define SIFT_ERROR 4.76837158203125e-7 /* 2^-21 */
#endif
#ifndef SIFT_ROUND
#define SIFT_ROUND 2.6e-7f /* 4.01 * 2^-24, and the rounding of the margin itself */
#endif

size_t ci_mesh_floats(int32_t triangles) {
  return 9 * (size_t)triangles + 3; /* sift_triangles reads four at a time */
}

/* In a leaf with n triangles, n first coordinates of first corners come first, then n second ones,
 * n third ones, and so on. */
void ci_mesh_set_floats(const collide_mesh_data *t, int32_t first, int32_t count, float *floats) {
  mesh_face room;
  int32_t i;
  int c, k;
  for (i = 0; i < count; i++) {
    const mesh_face *face = ci_mesh_face(t, first + i, &room);
    for (c = 0; c < 3; c++) {
      const double *p = ci_mesh_corner(t, face, c);
      for (k = 0; k < 3; k++)
        floats[(3 * c + k) * count + i] = (float)((p[k] - t->tree.center[k]) * t->tree.scale);
    }
  }
}

/* Makes the sieve for a line whose view is known. Returns 0 if it would reject nothing. */
static int mesh_make_sieve(mesh_sieve *v, const wide_view *view) {
  const double *e = view->e;
  double most, moved = 0;
  int i, z = fabs(e[0]) > fabs(e[1]) ? 0 : 1;
  if (fabs(e[2]) > fabs(e[z])) z = 2;
  v->axis[0] = z == 0 ? 1 : 0;
  v->axis[1] = z == 2 ? 1 : 2;
  v->axis[2] = z;
  most = fabs(e[z]);
  for (i = 0; i < 2; i++) {
    int k = v->axis[i];
    double shear = most > 1e-30 ? e[k] / e[z] : 0, base, error;
    v->shear[i] = (float)shear;
    base = view->g[k] - (double)v->shear[i] * view->g[z];
    v->base[i] = (float)base;
    error = view->error[k] + view->error[z] + SIFT_ERROR * (1 + most + fabs(base));
    if (error > moved) moved = error;
  }
  v->by_size = (float)(4 * moved * 1.000001);
  v->add = 1e-37f;
  return moved < 0.01;
}

typedef struct projected {
  quad x, y;
} projected;

static inline projected project(const mesh_sieve *v, const float *corner, int32_t stride) {
  quad z = quad_load(corner + v->axis[2] * stride);
  projected p;
  p.x =
      quad_sub(quad_sub(quad_load(corner + v->axis[0] * stride), quad_mul(quad_of(v->shear[0]), z)),
               quad_of(v->base[0]));
  p.y =
      quad_sub(quad_sub(quad_load(corner + v->axis[1] * stride), quad_mul(quad_of(v->shear[1]), z)),
               quad_of(v->base[1]));
  return p;
}

static inline quad edge(const projected *p, const projected *q) {
  return quad_sub(quad_mul(p->x, q->y), quad_mul(p->y, q->x));
}

static inline quad size_of(const projected *p) {
  return quad_max(quad_abs(p->x), quad_abs(p->y));
}

/* A bit for each triangle of a leaf, from its first on, that the line may meet. */
static unsigned sift_triangles(const mesh_sieve *v, const float *floats, int32_t count) {
  unsigned bits = 0;
  int32_t i;
  for (i = 0; i < count; i += 4) {
    projected a = project(v, floats + i, count), b = project(v, floats + 3 * count + i, count),
              c = project(v, floats + 6 * count + i, count);
    quad p = edge(&a, &b), q = edge(&b, &c), r = edge(&c, &a);
    quad size = quad_max(quad_max(size_of(&a), size_of(&b)), size_of(&c));
    quad margin =
        quad_add(quad_mul(size, quad_add(quad_of(v->by_size), quad_mul(quad_of(SIFT_ROUND), size))),
                 quad_of(v->add));
    quad least = quad_min(quad_min(p, q), r), greatest = quad_max(quad_max(p, q), r);
    int meets = quad_at_most(greatest, margin) | quad_at_most(quad_sub(quad_of(0), margin), least);
    bits |= (unsigned)meets << i;
  }
  return bits & ((1u << count) - 1);
}

/* ---- Is the mesh closed? --------------------------------------------------------------------- */

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

/* ---- Inside ---------------------------------------------------------------------------------- */

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
  mesh_line(mesh, &cast, &way);
  mesh_walk(mesh, &way, HUGE_VAL, count_leaf, &q, &view);
  return q.is_on || q.crossings % 2 != 0;
}

/* ---- Terrain --------------------------------------------------------------------------------- */

/* A mesh over a grid of heights. Its triangles are computed when they are read, so only the corners
 * and the BVH take memory. Places are numbers. A leaf of the BVH is a strip: four cells in a row,
 * or fewer at the end of the row. */

enum { STRIP = WIDE_LEAF_MOST / 2 };

void ci_mesh_heights_face(const collide_mesh_data *t, int32_t place, mesh_face *face) {
  int32_t cell = place / 2, corner = cell + cell / (t->columns - 1); /* a row has one corner more */
  int32_t below = corner + t->columns, is_second = place % 2;
  face->number = place;
  face->corners[0] = (uint32_t)corner;
  face->corners[1] = (uint32_t)(is_second ? below + 1 : below);
  face->corners[2] = (uint32_t)(is_second ? corner + 1 : below + 1);
}

/* ---- The tree -------------------------------------------------------------------------------- */

/* The strips below a node of the plan: their range in a row, and the range of rows. */
typedef struct region {
  int32_t x, z, width, height;
} region;

static int32_t count_strips(const collide_mesh_data *t) {
  return (t->columns - 2) / STRIP + 1;
}

/* Sets a leaf of the plan and its box. */
static void set_leaf(const collide_mesh_data *t, const region *r, tree_split *leaf, tree_box *box) {
  int32_t cells = t->columns - 1, x = r->x * STRIP, end = x + STRIP < cells ? x + STRIP : cells;
  const double *low = t->points + 3 * ((size_t)r->z * (size_t)t->columns + (size_t)x), *p;
  int32_t row, i;
  leaf->first = 2 * (r->z * cells + x);
  leaf->count = 2 * (end - x);
  box->low[0] = low[0];
  box->low[2] = low[2];
  box->low[1] = box->high[1] = low[1];
  for (row = 0; row < 2; row++) {
    p = low + 3 * (size_t)row * (size_t)t->columns;
    for (i = x; i <= end; i++, p += 3) {
      if (p[1] < box->low[1]) box->low[1] = p[1];
      if (p[1] > box->high[1]) box->high[1] = p[1];
      box->high[0] = p[0];
    }
    box->high[2] = p[-1];
  }
}

/* The greatest power of two below `count`. So most nodes of the tree are full. */
static int32_t left_of(int32_t count) {
  int32_t left = 1;
  while (2 * left < count) left *= 2;
  return left;
}

static void split(tree_plan *plan, region *regions, int32_t at) {
  region *left = &regions[plan->count], *right = left + 1;
  *left = *right = regions[at];
  if (left->width > 1 && left->width * STRIP >= left->height) {
    left->width = left_of(left->width);
    right->x += left->width;
    right->width -= left->width;
  } else {
    left->height = left_of(left->height);
    right->z += left->height;
    right->height -= left->height;
  }
  plan->nodes[at].child = plan->count;
  plan->count += 2;
}

static int make_tree(collide_mesh_data *t) {
  size_t strips = (size_t)count_strips(t) * (size_t)(t->rows - 1);
  size_t boxes_size = strips * sizeof(tree_box), regions_size = 2 * strips * sizeof(region);
  size_t nodes_size = 2 * strips * sizeof(tree_split);
  tree_box *boxes = (tree_box *)ci_tree_resize(&t->memory, NULL, 0, boxes_size);
  region *regions = (region *)ci_tree_resize(&t->memory, NULL, 0, regions_size);
  tree_plan plan;
  int32_t at, leaves = 0;
  int made = 0;
  memset(&plan, 0, sizeof plan);
  plan.items = t->triangles;
  plan.nodes = (tree_split *)ci_tree_resize(&t->memory, NULL, 0, nodes_size);
  if (boxes != NULL && regions != NULL && plan.nodes != NULL) {
    memset(plan.nodes, 0, nodes_size);
    regions[0].x = regions[0].z = 0;
    regions[0].width = count_strips(t);
    regions[0].height = t->rows - 1;
    for (plan.count = 1, at = 0; at < plan.count; at++) {
      if (regions[at].width > 1 || regions[at].height > 1)
        split(&plan, regions, at);
      else
        set_leaf(t, &regions[at], &plan.nodes[at], &boxes[leaves++]);
    }
    made = ci_wide_make(&t->tree, &plan, boxes, &t->memory);
  }
  ci_tree_free(&t->memory, plan.nodes, nodes_size);
  ci_tree_free(&t->memory, regions, regions_size);
  ci_tree_free(&t->memory, boxes, boxes_size);
  return made;
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* Returns 0 if a corner is too far away, and sets *place to it. */
static int set_corners(collide_mesh_data *t, const collide_heights *h, size_t *place) {
  size_t corner;
  for (corner = 0; corner < t->vertices; corner++) {
    double *p = t->points + 3 * corner;
    p[0] = (double)(corner % h->columns) * h->size[0];
    p[1] = h->heights[corner] * h->size[1] + 0.0; /* no -0.0 */
    p[2] = (double)(corner / h->columns) * h->size[2];
    *place = corner;
    if (!(p[0] <= MESH_LARGEST && fabs(p[1]) <= MESH_LARGEST && p[2] <= MESH_LARGEST)) return 0;
  }
  return 1;
}

static collide_error make(collide_mesh_data *t, const collide_heights *h, size_t *place) {
  t->columns = (int32_t)h->columns;
  t->rows = (int32_t)h->rows;
  t->vertices = h->columns * h->rows;
  t->triangles = (int32_t)(2 * (h->columns - 1) * (h->rows - 1));
  t->points = (double *)ci_tree_resize(&t->memory, NULL, 0, 3 * t->vertices * sizeof *t->points);
  if (t->points == NULL) return COLLIDE_ERROR_MEMORY;
  if (!set_corners(t, h, place)) return COLLIDE_ERROR_SIZE;
  if (!make_tree(t)) return COLLIDE_ERROR_MEMORY;
  ci_mesh_measure_reach(t);
  return COLLIDE_OK;
}

collide_error collide_mesh_data_new_heights(collide_mesh_data **data, const collide_heights *h,
                                            collide_alloc alloc, void *user, size_t *place) {
  tree_memory memory = ci_tree_memory(alloc, user);
  size_t ignored, most = TREE_MOST / 2;
  collide_mesh_data *t;
  collide_error error;
  int k;
  if (h->columns < 2 || h->rows < 2 || h->columns - 1 > most ||
      h->rows - 1 > most / (h->columns - 1))
    return COLLIDE_ERROR_LIMIT;
  for (k = 0; k < 3; k++)
    if (!(h->size[k] > 0 && h->size[k] <= DBL_MAX)) return COLLIDE_ERROR_SIZE;
  t = (collide_mesh_data *)ci_tree_resize(&memory, NULL, 0, sizeof *t);
  if (t == NULL) return COLLIDE_ERROR_MEMORY;
  memset(t, 0, sizeof *t);
  t->memory = memory;
  error = make(t, h, place != NULL ? place : &ignored);
  if (error != COLLIDE_OK)
    collide_mesh_data_free(t);
  else
    *data = t;
  return error;
}
