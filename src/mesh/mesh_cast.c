/* SPDX-License-Identifier: MIT
 *
 * Casts at meshes. The BVH finds candidate triangles, and a sieve in floats rejects most of them.
 * The cast tests each remaining triangle like a single shape. So the hits have the same bits as
 * those of casts at all triangles, one by one.
 */
#include <string.h>

#include "../narrow/cast.h"
#include "../number/bits.h"
#include "../number/vector.h"
#include "../shape/quick.h"
#include "../number/prefetch.h"
#include "../number/quad.h"
#include "../shape/shape.h"
#include "mesh.h"

#define UNIT 1.1102230246251565e-16 /* u = 2^-53 */

/* ---- Into the mesh's frame ----------------------------------------------------------------- */

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

void ci_mesh_line(const collide_mesh *mesh, const collide_cast *cast, tree_line *line) {
  double f[3], d[3];
  int i, is_segment = cast->kind == COLLIDE_CAST_SEGMENT;
  for (i = 0; i < 3; i++) {
    f[i] = cast->start[i] - mesh->position[i];
    d[i] = is_segment ? cast->toward[i] - cast->start[i] : cast->toward[i];
  }
  line->from = cast->kind == COLLIDE_CAST_LINE ? -HUGE_VAL : 0;
  line->to = is_segment ? 1 : cast->kind == COLLIDE_CAST_RAY ? cast->max : HUGE_VAL;
  if (mesh->frame == COLLIDE_LINEAR) {
    through_inverse(mesh->turned.inverse, f, line->f, line->f_error);
    through_inverse(mesh->turned.inverse, d, line->d, line->d_error);
    return;
  }
  for (i = 0; i < 3; i++) {
    line->f[i] = f[i];
    line->d[i] = d[i];
    line->f_error[i] = 1.5 * UNIT * fabs(f[i]);
    line->d_error[i] = is_segment ? 1.5 * UNIT * fabs(d[i]) : 0;
  }
}

int ci_mesh_walk(const collide_mesh *mesh, const tree_line *line, double latest, wide_take take,
                 void *user, wide_view *view) {
  return ci_wide_line(&mesh->data->tree, line, mesh->margin, latest, take, user, view);
}

/* ---- The query ----------------------------------------------------------------------------- */

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
    q->sifts = q->view.is_known && ci_mesh_make_sieve(&q->sieve, &q->view) ? SIFT_YES : SIFT_NO;
  if (q->sifts == SIFT_NO) return (1u << count) - 1;
  if (t->faces == NULL) {
    float room[9 * WIDE_LEAF_MOST + 3] = {0};
    ci_mesh_set_floats(t, first, count, room);
    return ci_mesh_sift(&q->sieve, room, count);
  }
  PREFETCH(&t->faces[first]); /* the remaining triangles are read next */
  PREFETCH(&t->faces[first + count / 2]);
  PREFETCH(&t->faces[first + count - 1]);
  return ci_mesh_sift(&q->sieve, t->floats + 9 * (size_t)first, count);
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
  tree_line line;
  mesh_query q;
  ci_mesh_line(mesh, cast, &line);
  begin(&q, mesh, cast);
  return ci_mesh_walk(mesh, &line, HUGE_VAL, take_leaf, &q, &q.view);
}

int ci_mesh_nearest(const collide_mesh *mesh, const collide_cast *cast, double latest,
                    const mesh_hit *after, mesh_hit *best) {
  tree_line line;
  mesh_query q;
  ci_mesh_line(mesh, cast, &line);
  begin(&q, mesh, cast);
  q.after = after;
  q.best = best;
  if (after != NULL) { /* as latest_of, in the other direction */
    double earliest = after->hit.t - 4 * MEASURED * (q.slack + fabs(after->hit.t));
    if (earliest > line.from) line.from = earliest;
  }
  ci_mesh_walk(mesh, &line, latest < DBL_MAX ? latest_of(&q, latest) : HUGE_VAL, take_leaf, &q,
               &q.view);
  return q.found;
}
