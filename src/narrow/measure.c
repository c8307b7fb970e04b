/* SPDX-License-Identifier: MIT
 *
 * Measures the hits that the exact cast has decided. Nothing is decided here.
 */
#include <string.h>

#include "../shape/kind.h"
#include "../number/vector.h"
#include "measure.h"
#include "../shape/shape.h"

/* ---- Into the world -------------------------------------------------------------- */

/* Transforms point and normal into the world, the normal by the inverse transpose. */
static void to_world(const collide_shape *s, const measured *m, collide_hit *hit) {
  double n[3];
  int i, j;
  for (i = 0; i < 3; i++) {
    if (s->frame == COLLIDE_MOVED) {
      hit->point[i] = s->position[i] + m->point[i];
      n[i] = m->normal[i];
    } else {
      twofold p = tf(s->position[i]);
      for (n[i] = 0, j = 0; j < 3; j++) {
        p = tf_add(p, two_product(shape_turned(s)->linear[3 * i + j], m->point[j]));
        n[i] += shape_turned(s)->inverse[3 * j + i] * m->normal[j];
      }
      hit->point[i] = p.hi;
    }
    hit->point[i] += 0.0; /* no -0.0 */
  }
  if (!ci_vector_unit(n, hit->normal)) memset(hit->normal, 0, sizeof hit->normal);
  for (i = 0; i < 3; i++) hit->normal[i] += 0.0;
}

/* ---- Measuring ------------------------------------------------------------------- */

/* Returns the exponent that scales a size far from 1 to near 1, without rounding; else 0. Squared
 * twice, such a size would overflow or underflow. */
static int scale_of(double size) {
  int exponent = 0;
  if (size > 0 && (size < 1e-20 || size > 1e20)) (void)frexp(size, &exponent);
  return exponent;
}

/* Powers of two that bring the shape and the direction near 1. */
typedef struct line_scales {
  int length, rate; /* exponents; 0 if no scaling is needed */
  int is_ray;       /* measured as a ray: rays, and short segments */
  double d[3];      /* the direction */
} line_scales;

/* A segment is short if it is 2^64 times shorter than the shape: its squares may underflow. */
static line_scales find_scales(const line *l) {
  line_scales k;
  int i;
  k.length = scale_of(l->shape->reach);
  for (i = 0; i < 3; i++) k.d[i] = l->is_segment ? l->toward[i] - l->from[i] : l->toward[i];
  k.rate = scale_of(ci_largest(k.d, 3, 0));
  k.is_ray = !l->is_segment || k.rate < k.length - 64;
  if (!k.is_ray) k.rate = 0;
  return k;
}

/* Returns 0 and does nothing for shapes that need no scaling. */
static int measure_scaled(const line *l, int end, const line_scales *k, collide_hit *hit,
                          measured *m) {
  collide_shape shape;
  double from[3], toward[3];
  line scaled;
  int i;
  if (k->length == 0 && k->rate == 0) return 0;
  shape = *l->shape;
  if (!ci_shape_rescale(&shape, -k->length)) return 0;
  for (i = 0; i < 3; i++) {
    from[i] = ldexp(l->from[i], -k->length);
    toward[i] = k->is_ray ? ldexp(k->d[i], -k->rate) : ldexp(l->toward[i], -k->length);
  }
  ci_line_init(&scaled, &shape, from, toward, !k->is_ray, l->room);
  memcpy(scaled.faces, l->faces, sizeof scaled.faces);
  cast_exact_of(&shape)->measure(&scaled, end, m);
  to_world(&shape, m, hit);
  for (i = 0; i < 3; i++) hit->point[i] = ldexp(hit->point[i], k->length);
  /* A segment's t is a ratio of lengths; a ray's length / rate. */
  if (k->is_ray)
    for (i = 0; i < 2; i++) m->t[i] = ldexp(m->t[i], k->length - k->rate);
  return 1;
}

static double number_or(double x, double otherwise) {
  return x == x ? x : otherwise;
}

static void measure_shape(const line *l, int end, collide_hit *hit) {
  measured m;
  int i;
  line_scales k = find_scales(l);
  memset(&m, 0, sizeof m); /* a scaled line may miss the shape by rounding, and measure nothing */
  if (!measure_scaled(l, end, &k, hit, &m)) {
    cast_exact_of(l->shape)->measure(l, end, &m);
    to_world(l->shape, &m, hit);
  }
  /* Beyond the magnitudes in the header squares may overflow. Then the result is wrong, but not a
   * NaN. */
  hit->t = number_or(m.t[end], 0) + 0.0;
  hit->t_exit = number_or(m.t[1] > m.t[end] ? m.t[1] : m.t[end], hit->t) + 0.0;
  for (i = 0; i < 3; i++) hit->point[i] = number_or(hit->point[i], l->from[i]) + 0.0;
  if (hit->normal[0] == 0 && hit->normal[1] == 0 && hit->normal[2] == 0) {
    double along[3], sign = end == ENTER_END ? -1 : 1;
    for (i = 0; i < 3; i++)
      along[i] = sign * (l->is_segment ? l->toward[i] - l->from[i] : l->toward[i]);
    ci_vector_unit(along, hit->normal);
    for (i = 0; i < 3; i++) hit->normal[i] += 0.0;
  }
  hit->u = m.u + 0.0;
  hit->v = m.v + 0.0;
  hit->face = l->faces[end];
  hit->edge = l->ends[end].number;
  hit->inside = 0;
  hit->has_point = 1;
}

/* Is a unit vector between two normals, which turn to the left by less than half a turn? */
static int is_between(const double n[2], const double v[2], const double m[2]) {
  const double off = 1e-14;
  return n[0] * v[1] - n[1] * v[0] > -off && v[0] * m[1] - v[1] * m[0] > -off;
}

/* The polygon is the union of these capsules and of its inside, so a line enters it where it first
 * enters one of them. Times of neighbours may differ by less than rounding, while their normals
 * differ. The border has only those normals of capsule i that lie between the normals of edge i and
 * of the two next to it. */
static void measure_round_polygon(const line *l, int end, collide_hit *hit) {
  const collide_corner *c = outline_stored(l->shape);
  int i, count = polygon_round_edges(l->shape), has_hit = 0, on_border = 0;
  for (i = 0; i < count; i++) {
    const double *n = c[i].normal;
    collide_shape edge;
    collide_hit found;
    line at_edge = *l;
    double t_exit;
    int is_better, is_border;
    ci_polygon_round_edge(l->shape, i, &edge);
    at_edge.shape = &edge;
    if (!ci_capsule_exact.meets(&at_edge)) continue;
    measure_shape(&at_edge, end, &found);
    t_exit = has_hit && hit->t_exit > found.t_exit ? hit->t_exit : found.t_exit;
    is_border = is_between(n, found.normal, c[(i + 1) % count].normal) ||
                is_between(c[(i + count - 1) % count].normal, found.normal, n);
    is_better = !has_hit || (end == ENTER_END ? found.t < hit->t : found.t > hit->t);
    if (is_border > on_border || (is_border == on_border && is_better)) *hit = found;
    hit->t_exit = t_exit;
    on_border |= is_border;
    has_hit = 1;
  }
}

void ci_cast_measure(const line *l, int end, collide_hit *hit) {
  (polygon_is_round(l->shape) ? measure_round_polygon : measure_shape)(l, end, hit);
}

void ci_cast_measure_inside(const line *l, collide_hit *hit) {
  memset(hit, 0, sizeof *hit);
  if (ci_line_is_point(l))
    hit->t_exit = HUGE_VAL;
  else
    ci_cast_measure(l, EXIT_END, hit);
  if (l->shape->kind == COLLIDE_TRIANGLE) {
    measured m;
    ci_triangle_start_coordinates(l, &m);
    hit->u = m.u + 0.0;
    hit->v = m.v + 0.0;
  }
}
