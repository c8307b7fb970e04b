/* SPDX-License-Identifier: MIT
 *
 * Lines for the cast comparison: through or just beside a feature of the shape,
 * in directions that are special there, from on the surface to 2^45 sizes away.
 * Every ratio that a quick cast could compare with a threshold (offsets, angles,
 * distances, parts of a length) is drawn log-uniformly, so that wherever the
 * threshold lies it is met from both sides.
 */
#include <float.h>
#include <string.h>

#include "cast_case.h"

static void draw_feature(rng *r, const cast_case *c, feature *f) {
  if (collide_dimensions(&c->shape) == 3)
    draw_solid_feature(r, c, f);
  else
    draw_flat_feature(r, c, f);
}

/* ---- Directions, in the shape's own frame ---------------------------------------- */

static void draw_own_axis(rng *r, int dimensions, double v[3]) {
  memset(v, 0, 3 * sizeof v[0]);
  v[draw_index(r, dimensions)] = draw_sign(r);
}

static void toward_other_feature(rng *r, const cast_case *c, const feature *f, double v[3]) {
  feature other;
  int i;
  draw_feature(r, c, &other);
  for (i = 0; i < 3; i++) v[i] = other.p[i] - f->p[i];
}

/* Across the shape's axis or normal, or in a plane of two coordinates. */
static void draw_planar(rng *r, int dimensions, double v[3]) {
  draw_direction(r, dimensions, v);
  v[draw_index(r, dimensions)] = 0;
}

static const char *draw_aim(rng *r, const cast_case *c, const feature *f, double v[3]) {
  static const char *const names[] = {"any direction",    "tangent",       "tangent",
                                      "along the edge",   "along an axis", "to another feature",
                                      "along the normal", "across an axis"};
  int i, dimensions = collide_dimensions(&c->shape), sort = draw_index(r, 8);
  double tilt[3], size;
  draw_direction(r, dimensions, v);
  if (sort == 1 || sort == 2) draw_across(r, dimensions, f->n, v);
  if (sort == 3) memcpy(v, f->along, sizeof tilt);
  if (sort == 4) draw_own_axis(r, dimensions, v);
  if (sort == 5) toward_other_feature(r, c, f, v);
  if (sort == 6)
    for (i = 0; i < 3; i++) v[i] = -f->n[i];
  if (sort == 7) draw_planar(r, dimensions, v);
  if (!make_unit(v)) draw_direction(r, dimensions, v);
  if (sort > 0 && draw_index(r, 4)) {
    draw_direction(r, dimensions, tilt);
    size = draw_log2(r, -57, 0);
    for (i = 0; i < 3; i++) v[i] += size * tilt[i];
  }
  if (draw_index(r, 2))
    for (i = 0; i < 3; i++) v[i] = -v[i];
  return names[sort];
}

/* ---- Into the world ---------------------------------------------------------------- */

static void to_world(const collide_shape *s, const double own[3], int is_point, double world[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    world[i] = s->frame == COLLIDE_LINEAR ? dot_of(s->of.turned.linear + 3 * i, own) : own[i];
    if (is_point && collide_dimensions(s) == 3) world[i] += s->origin[i];
  }
}

/* Off the feature: by nothing, an ulp, or up to a part of the shape. */
static void move_off(rng *r, const cast_case *c, feature *f) {
  double v[3], by, sizes[3];
  int i, dimensions = collide_dimensions(&c->shape), sort = draw_index(r, 4);
  sizes[0] = c->large;
  sizes[1] = c->small;
  sizes[2] = length_of(f->p);
  if (sort == 0) draw_direction(r, dimensions, v);
  if (sort == 1) draw_across(r, dimensions, f->n, v);
  by = draw_offset(r, -57, draw_index(r, 3) ? -25 : 0) * sizes[draw_index(r, 3)];
  for (i = 0; i < 3; i++) f->p[i] += by * (sort < 2 ? v[i] : f->n[i]);
}

/* Past the surface, near enough for a quick cast, along a direction in which the surface bends most
 * or least: there what cancels cancels most. */
static double draw_graze(rng *r, cast_case *c, const feature *f, double v[3]) {
  double w[3], size = draw_index(r, 2) ? c->large : c->small;
  int i, dimensions = collide_dimensions(&c->shape);
  c->aim = "grazing";
  memcpy(v, f->along, sizeof w);
  if (dimensions == 3 && draw_index(r, 2)) cross_of(f->n, f->along, v);
  if (!make_unit(v)) draw_across(r, dimensions, f->n, v);
  if (draw_index(r, 4)) {
    double tilt = draw_log2(r, -40, 0);
    draw_direction(r, dimensions, w);
    for (i = 0; i < 3; i++) v[i] += tilt * w[i];
  }
  return size * draw_log2(r, -2, 8);
}

/* How far before the feature the line starts, in the shape's own lengths. */
static double draw_distance(rng *r, const cast_case *c) {
  double size = draw_index(r, 2) ? c->large : c->small;
  int sort = draw_index(r, 12);
  if (draw_index(r, 16) == 0) size = sqrt(c->large) * sqrt(c->small);
  if (sort == 0) return 0;
  if (sort < 8)
    size *= draw_log2(r, -2, 9);
  else if (sort < 10)
    size *= draw_log2(r, -55, 0);
  else
    size *= draw_log2(r, 5, 46);
  return draw_index(r, 6) ? size : -size;
}

/* ---- The line ---------------------------------------------------------------------- */

static double draw_max(rng *r, double t) {
  int sort = draw_index(r, 8);
  double max;
  if (sort < 4) return HUGE_VAL;
  max = t * (1 + draw_offset(r, -54, -1));
  if (sort == 4) max = t;
  if (sort == 5) max = t * draw_between(r, 0, 4);
  if (sort == 6) max = nextafter(t, draw_index(r, 2) ? 0 : HUGE_VAL);
  max = fabs(max);
  return max <= DBL_MAX ? max : HUGE_VAL;
}

/* `at` is the point aimed at, `step` the way from there back to the start is
 * t * step; all in the world. */
static void draw_ends(rng *r, cast_case *c, const double at[3], const double step[3], double t) {
  int i, sort = draw_index(r, 10);
  double scale = draw_index(r, 4) ? 1 : draw_log2(r, -50, 50), on;
  c->is_segment = sort < 4;
  memcpy(c->at, at, sizeof c->at);
  c->max = 1;
  for (i = 0; i < 3; i++) c->from[i] = at[i] - t * step[i];
  if (sort == 0) { /* ends at the feature, or next to it */
    for (i = 0; i < 3; i++) {
      c->toward[i] = at[i];
      if (at[i] != 0 && draw_index(r, 4) == 0)
        c->toward[i] = nextafter(at[i], draw_sign(r) * HUGE_VAL);
    }
  } else if (sort < 4) {
    on = draw_log2(r, -30, 6) * (draw_index(r, 2) ? fabs(t) : c->large);
    for (i = 0; i < 3; i++) c->toward[i] = at[i] + on * step[i];
  } else if (sort < 6) { /* a direction as a script makes it, from two points */
    for (i = 0; i < 3; i++) c->toward[i] = (at[i] - c->from[i]) * scale;
    c->max = draw_max(r, 1 / scale);
  } else {
    for (i = 0; i < 3; i++) c->toward[i] = step[i] * scale;
    c->max = draw_max(r, fabs(t) / scale);
  }
}

static void round_to_lattice(rng *r, cast_case *c) {
  int i, is_whole = draw_index(r, 2);
  for (i = 0; i < 3; i++) {
    c->from[i] = is_whole ? floor(c->from[i] + 0.5) : on_unit(c, c->from[i]);
    c->toward[i] = is_whole ? floor(c->toward[i] + 0.5) : on_unit(c, c->toward[i]);
  }
}

static void round_to_floats(cast_case *c) {
  int i;
  for (i = 0; i < 3; i++) {
    c->from[i] = (double)(float)c->from[i];
    c->toward[i] = (double)(float)c->toward[i];
  }
}

/* A ray needs a direction, and the core promises nothing of numbers that are not finite. */
static int is_allowed(const cast_case *c) {
  double size = 0;
  int i;
  for (i = 0; i < 3; i++) {
    if (!(fabs(c->from[i]) <= DBL_MAX && fabs(c->toward[i]) <= DBL_MAX)) return 0;
    if (fabs(c->toward[i]) > size) size = fabs(c->toward[i]);
  }
  return c->is_segment || size > 0;
}

/* From a point that has nothing to do with the one aimed at: about the shape's origin, its middle
 * or another feature. */
static double draw_start(rng *r, cast_case *c, const double at[3], double step[3]) {
  feature other;
  double from[3], v[3], size = draw_index(r, 2) ? c->large : c->small;
  int i, dimensions = collide_dimensions(&c->shape), sort = draw_index(r, 3);
  c->aim = "from elsewhere";
  memset(&other, 0, sizeof other);
  if (sort == 1 && dimensions == 3)
    for (i = 0; i < 3; i++) other.p[i] = 0.5 * (c->shape.a[i] + c->shape.b[i]);
  if (sort == 2 || dimensions == 2) draw_feature(r, c, &other);
  draw_direction(r, dimensions, v);
  size *= draw_log2(r, draw_index(r, 3) ? -1 : -40, draw_index(r, 3) ? 6 : 12);
  for (i = 0; i < 3; i++) other.p[i] += size * v[i];
  to_world(&c->shape, other.p, 1, from);
  for (i = 0; i < 3; i++) step[i] = at[i] - from[i];
  return 1;
}

static double draw_step(rng *r, cast_case *c, const feature *f, double step[3]) {
  double own[3], tilt[3], size = 1;
  int i, dimensions = collide_dimensions(&c->shape);
  if (draw_index(r, 10)) {
    c->aim = draw_aim(r, c, f, own);
    to_world(&c->shape, own, 0, step);
    return 1;
  }
  c->aim = "along the world's axis";
  draw_own_axis(r, dimensions, step);
  draw_direction(r, dimensions, tilt);
  if (draw_index(r, 2))
    size = 0;
  else
    size = draw_log2(r, -57, 0);
  for (i = 0; i < 3; i++) step[i] += size * tilt[i];
  draw_direction(r, dimensions, own);
  to_world(&c->shape, own, 0, tilt);
  return length_of(tilt);
}

static void note_directions(cast_case *c, const feature *f) {
  to_world(&c->shape, f->n, 0, c->away);
  to_world(&c->shape, f->along, 0, c->along);
  (void)make_unit(c->away);
  (void)make_unit(c->along);
}

void draw_line(rng *r, cast_case *c) {
  feature f;
  double at[3], step[3], distance, k;
  do {
    int sort = draw_index(r, 3);
    draw_feature(r, c, &f);
    c->feature = f.name;
    k = draw_step(r, c, &f, step);
    distance = draw_distance(r, c) * k;
    move_off(r, c, &f);
    to_world(&c->shape, f.p, 1, at);
    if (sort == 0) distance = draw_start(r, c, at, step);
    draw_ends(r, c, at, step, distance);
    if (c->on_lattice && draw_index(r, 4))
      round_to_lattice(r, c);
    else if (draw_index(r, 16) == 0)
      round_to_floats(c);
  } while (!is_allowed(c));
  note_directions(c, &f);
  c->flags = draw_index(r, 4) == 0 ? COLLIDE_SKIP_INSIDE : 0;
}

void draw_grazing_line(rng *r, cast_case *c) {
  feature f;
  double at[3], own[3], step[3], distance;
  do {
    draw_feature(r, c, &f);
    c->feature = f.name;
    distance = draw_graze(r, c, &f, own);
    to_world(&c->shape, own, 0, step);
    to_world(&c->shape, f.p, 1, at);
    if (draw_index(r, 3) == 0) distance = draw_start(r, c, at, step);
    draw_ends(r, c, at, step, distance);
    if (draw_index(r, 4)) c->max = c->is_segment ? 1 : HUGE_VAL;
  } while (!is_allowed(c));
  note_directions(c, &f);
  c->flags = draw_index(r, 4) == 0 ? COLLIDE_SKIP_INSIDE : 0;
}

void draw_surface_point(rng *r, const cast_case *c, double p[3]) {
  feature f;
  draw_feature(r, c, &f);
  to_world(&c->shape, f.p, 1, p);
}

/* At a point in the box around the shape, or close by, from any side. */
void draw_shot(rng *r, cast_case *c, double distance) {
  double min[3], max[3], v[3], size = 0;
  int i, dimensions = collide_dimensions(&c->shape);
  collide_bounds(&c->shape, min, max);
  draw_direction(r, dimensions, v);
  for (i = 0; i < 3; i++) {
    if (!(min[i] >= -DBL_MAX)) min[i] = -4;
    if (!(max[i] <= DBL_MAX)) max[i] = 4;
    if (max[i] - min[i] > size) size = max[i] - min[i];
  }
  for (i = 0; i < 3; i++) {
    double at = min[i] + (max[i] - min[i]) * draw_between(r, -0.2, 1.2);
    c->from[i] = 0.5 * (min[i] + max[i]) + distance * 0.5 * size * v[i];
    c->toward[i] = at - c->from[i];
  }
  c->max = HUGE_VAL;
  c->is_segment = c->flags = 0;
}
