/* SPDX-License-Identifier: MIT
 *
 * What is decided must be the same. What is measured comes from different
 * formulas, so it may be apart by roundings:
 *
 * Let `lengths` be |from - position| + |t d| + reach, with reach times the
 * stretch of a matrix, `condition` |M| |M^-1| / 3 in Frobenius norms (1 without
 * a matrix), and `steepness` |normal . d| / |d|.
 * - |difference of t| |d| <= TOLERANCE * lengths * condition / steepness;
 * - points: the same, with |position| added to the lengths;
 * - normals: TOLERANCE * condition^2 * lengths / (steepness * curvature), where
 *   curvature is the least radius of the surface there, infinite of a plane, of
 *   which 16 eps condition^2 stays;
 * - u and v: as t, over the triangle's least height.
 */
#include "cast_judge.h"

#include <float.h>
#include <string.h>

#include "narrow/cast.h"

/* 2^-45. */
#define TOLERANCE 2.842170943040401e-14

const char *const measure_names[MEASURES] = {"t", "t_exit", "point", "normal", "uv"};

static double frobenius(const double m[9]) {
  double sum = 0;
  int i;
  for (i = 0; i < 9; i++) sum += m[i] * m[i];
  return sqrt(sum);
}

/* |M| |M^-1| / 3, by the adjugate; *stretch is |M|. */
static double condition_of(const collide_shape *s, double *stretch) {
  double m[9], adjugate[9], det, most = 0;
  int i, j;
  *stretch = 1;
  if (s->frame != COLLIDE_LINEAR) return 1;
  for (i = 0; i < 9; i++)
    if (fabs(s->of.turned.linear[i]) > most) most = fabs(s->of.turned.linear[i]);
  for (i = 0; i < 9; i++) m[i] = s->of.turned.linear[i] / most;
  for (i = 0; i < 3; i++) cross_of(m + 3 * ((i + 1) % 3), m + 3 * ((i + 2) % 3), adjugate + 3 * i);
  for (det = 0, j = 0; j < 3; j++) det += m[j] * adjugate[j];
  *stretch = most * frobenius(m);
  return fabs(frobenius(m) * frobenius(adjugate) / (3 * det)) + 1;
}

static void direction_of(const cast_case *c, double d[3]) {
  int i;
  for (i = 0; i < 3; i++) d[i] = c->is_segment ? c->toward[i] - c->from[i] : c->toward[i];
}

static double steepness_of(const double n[3], const double d[3], double d_length) {
  double steepness = fabs(dot_of(n, d)) / d_length;
  return steepness > 0 && steepness < 1 ? steepness : 1;
}

/* The least radius of the surface at the point that was hit, in the own frame. */
static double curvature_of(const collide_shape *s, const collide_hit *hit) {
  double depth;
  switch (s->kind) {
  case COLLIDE_SPHERE:
  case COLLIDE_CIRCLE:
  case COLLIDE_CAPSULE:
  case COLLIDE_CAPSULE_2D:
    return s->radius;
  case COLLIDE_POLYGON:
    return s->radius > 0 ? s->radius : HUGE_VAL;
  case COLLIDE_CYLINDER:
    return hit->face == COLLIDE_FACE_SIDE ? s->radius : HUGE_VAL;
  case COLLIDE_CONE:
    if (hit->face != COLLIDE_FACE_SIDE) return HUGE_VAL;
    /* The quick cast leaves what is within a thousandth of the apex. */
    depth = s->height < s->radius ? s->height : s->radius;
    return depth * 1e-3;
  default:
    return HUGE_VAL;
  }
}

/* Where the line leaves: the exact cast along the line turned round. */
static double exit_steepness(const cast_case *c, const double d[3], double d_length) {
  collide_hit hit;
  double back[3];
  int i;
  for (i = 0; i < 3; i++) back[i] = -d[i];
  if (!collide_linecast(&c->shape, c->from, back, &hit)) return 1;
  return steepness_of(hit.normal, d, d_length);
}

static int is_apart(double difference, double allowed, int what, apart *most) {
  double part = difference == 0 ? 0 : difference / allowed;
  if (!(part <= DBL_MAX)) part = DBL_MAX;
  if (part > most->worst[what]) most->worst[what] = part;
  return !(part <= 1);
}

static double distance_of(const double a[3], const double b[3]) {
  double v[3];
  int i;
  for (i = 0; i < 3; i++) v[i] = a[i] - b[i];
  return length_of(v);
}

/* The triangle's area over its longest side, twice. */
static double height_of(const collide_shape *s) {
  double most, side;
  if (s->kind != COLLIDE_TRIANGLE) return 1;
  most = distance_of(s->a, s->b);
  side = distance_of(s->a, s->of.facet.c);
  if (side > most) most = side;
  side = distance_of(s->b, s->of.facet.c);
  if (side > most) most = side;
  return length_of(s->of.facet.normal) / most;
}

const char *compare_measures(const cast_case *c, const collide_hit *q, const collide_hit *e,
                             apart *most) {
  const collide_shape *s = &c->shape;
  double d[3], d_length, stretch, condition = condition_of(s, &stretch), steepness, lengths, unit;
  double exits, far;
  direction_of(c, d);
  d_length = length_of(d);
  steepness = e->inside && !s->hollow ? 1 : steepness_of(e->normal, d, d_length);
  far = distance_of(c->from, s->origin) + s->reach * stretch;
  lengths = far + fabs(e->t) * d_length;
  unit = TOLERANCE * condition / steepness;
  if (is_apart(fabs(q->t - e->t) * d_length, unit * lengths, OFF_T, most)) return "t";
  if (is_apart(distance_of(q->point, e->point), unit * (lengths + length_of(s->origin)), OFF_POINT,
               most))
    return "point";
  if (is_apart(distance_of(q->normal, e->normal),
               condition *
                   (unit * lengths / (curvature_of(s, e) * stretch) + 16 * DBL_EPSILON * condition),
               OFF_NORMAL, most))
    return "normal";
  if (is_apart(fabs(q->u - e->u) + fabs(q->v - e->v), unit * lengths / height_of(s), OFF_UV, most))
    return "u or v";
  if (q->t_exit == e->t_exit) return NULL;
  exits = exit_steepness(c, d, d_length);
  lengths = far + fabs(e->t_exit) * d_length;
  if (is_apart(fabs(q->t_exit - e->t_exit) * d_length, TOLERANCE * condition / exits * lengths,
               OFF_EXIT, most))
    return "t_exit";
  return NULL;
}

const char *is_decided_otherwise(const collide_hit *q, const collide_hit *e) {
  if (q->inside != e->inside) return "inside";
  if (q->face != e->face) return "face";
  if (q->edge != e->edge) return "edge";
  return q->has_point != e->has_point ? "has_point" : NULL;
}
