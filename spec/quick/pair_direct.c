/* SPDX-License-Identifier: MIT
 *
 * Capsules, turned rects and circles for the quick path: apart, overlapping by their radii, deep in
 * one another, and at the limits between these.
 */
#include "pair_cases.h"

/* A line through the plane: points are so far along it and so far to its right. */
typedef struct frame {
  double x, y, c, s, size;
} frame;

static frame draw_frame(void) {
  double t = below(8) ? uniform(-4, 4) : below(8) * 0.78539816339744828;
  frame f;
  f.size = ldexp(uniform(1, 2), below(25) - 12);
  f.x = f.size * uniform(-1, 1) * ldexp(1, below(8));
  f.y = f.size * uniform(-1, 1) * ldexp(1, below(8));
  f.c = cos(t);
  f.s = sin(t);
  return f;
}

static void put(const frame *f, double along, double out, double p[2]) {
  p[0] = f->x + along * f->c + out * f->s;
  p[1] = f->y + along * f->s - out * f->c;
}

/* About what plain doubles are off by. */
static double rounding(double size) {
  return size * DBL_EPSILON * uniform(-40, 40);
}

static void capsule(collide_shape *s, double p[2], double q[2], double radius) {
  if (radius > 0 || below(2))
    collide_make_capsule_2d(s, NULL, p, q, radius);
  else
    collide_make_segment_2d(s, NULL, p, q);
}

/* The radii of two that are so far apart without them. */
static void draw_radii(double out, double *r, double *s) {
  double all = below(3) == 0 ? nudged(out, 12) : out * (below(2) ? uniform(0, 1) : uniform(1, 3));
  *r = below(4) == 0 ? 0 : below(3) == 0 ? all : all * uniform(0, 1);
  *s = fabs(all - *r);
}

static void segments(pair_case *c, double rise) {
  frame f = draw_frame();
  double length = f.size * uniform(0.1, 1), p[2], q[2], r, s, out = f.size * uniform(0, 1);
  double share = below(3) ? uniform(0, 1) : below(2) ? nudged(1, 8) : uniform(-1, 2);
  put(&f, 0, 0, p);
  put(&f, length, 0, q);
  draw_radii(out, &r, &s);
  capsule(&c->a, p, q, r);
  put(&f, share * length, out, p);
  put(&f, share * length + f.size * uniform(-1, 1), out + f.size * rise, q);
  capsule(&c->b, p, q, s);
}

void slanted_segments(pair_case *c) {
  segments(c, below(8) ? uniform(0.001, 1) : uniform(-1, -0.001));
}

void level_segments(pair_case *c) {
  segments(c, rounding(1));
}

/* ---- Rects -------------------------------------------------------------------------------------
 */

static void rect(collide_shape *s, const double half[2], double x, double y, double angle) {
  collide_source source;
  collide_pose pose = collide_identity_pose();
  collide_make_rect(s, &source, half);
  pose.position[0] = x;
  pose.position[1] = y;
  pose.angle = angle;
  collide_set_pose(s, &source, &pose);
}

/* The second is so deep in the first, of 1 and of what it takes to touch, over an edge of it. */
static void rects(pair_case *c, double share, double gap) {
  frame f = draw_frame();
  double half[2], other[2], angle = uniform(-4, 4), turn, reach, at[2];
  int i;
  for (i = 0; i < 2; i++) {
    half[i] = f.size * uniform(0.1, 1);
    other[i] = f.size * uniform(0.1, 1);
  }
  turn = below(4) ? uniform(-4, 4) : below(5) * 1.5707963267948966;
  f.c = cos(angle);
  f.s = sin(angle);
  reach = half[1] + fabs(cos(turn)) * other[1] + fabs(sin(turn)) * other[0];
  put(&f, half[0] * uniform(-1, 1), reach * share + gap * (fabs(f.x) + fabs(f.y) + f.size), at);
  rect(&c->a, half, f.x, f.y, angle);
  rect(&c->b, other, at[0], at[1], angle + turn);
}

void deep_rects(pair_case *c) {
  rects(c, uniform(-0.95, 0.95), 0);
}

void touching_rects(pair_case *c) {
  rects(c, 1, below(2) ? rounding(1) : ldexp(uniform(-1, 1), -below(50)));
}

/* ---- Circles
 * ------------------------------------------------------------------------------------- */

static void circle(collide_shape *s, const double at[2], double radius) {
  collide_source source;
  collide_pose pose = collide_identity_pose();
  collide_make_circle(s, &source, radius);
  pose.position[0] = at[0];
  pose.position[1] = at[1];
  collide_set_pose(s, &source, &pose);
}

/* Near an edge or a corner of a turned rect, a triangle or a capsule: with a radius it may touch.
 */
void circle_beside(pair_case *c) {
  frame f = draw_frame();
  double half[2], p[2], q[2], third[2], at[2], own = 0, r, out, length, share;
  length = f.size * uniform(0.1, 1);
  share = below(3) ? uniform(0, 1) : below(2) ? nudged(1, 8) : uniform(-1, 2);
  put(&f, 0, 0, p);
  put(&f, length, 0, q);
  out = f.size * uniform(0, 1) * (below(4) ? 1 : ldexp(1, -below(40)));
  r = below(3) == 0 ? nudged(out, 12) : out * (below(2) ? uniform(0, 1) : uniform(1, 3));
  switch (below(3)) {
  case 0:
    own = below(4) ? r * uniform(0, 1) : nudged(out, 12);
    capsule(&c->a, p, q, own);
    break;
  case 1:
    put(&f, length * uniform(-0.5, 1.5), -f.size * uniform(0.1, 1), third);
    collide_make_triangle_2d(&c->a, NULL, p, q, third);
    if (below(3) == 0) out = -out;
    break;
  default:
    half[0] = half[1] = 0.5 * length;
    if (below(2)) half[1] *= uniform(0.1, 3);
    put(&f, half[0], -half[1], at);
    rect(&c->a, half, at[0], at[1], atan2(f.s, f.c));
    if (below(3) == 0) out = -out;
  }
  put(&f, share * length, out, at);
  circle(&c->b, at, fabs(r - own));
}
