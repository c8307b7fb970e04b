/* SPDX-License-Identifier: MIT */
#include "quick.h"

#include <string.h>

#include "quadric.h"
#include "../number/vector.h"

/* Does the line start near a thing of this size at the origin? */
static int is_near(const quick *q, double size) {
  return q->f_size <= QUICK_NEAR * size && size > 1e-30;
}

static void point_at(const quick *q, double t, double p[3]) {
  p[0] = q->f[0] + t * q->d[0];
  p[1] = q->f[1] + t * q->d[1];
  p[2] = q->f[2] + t * q->d[2];
}

/* ---- One function a kind: fills q, or says that it misses or cannot tell ---------- */

/* The ball about c: the interval, by the nearest point to its centre. */
static int ball(const quick *q, const double f[3], double r, double t[2]) {
  double over = 1 / q->dd, s = -vector_dot(f, q->d) * over, x = f[0] + s * q->d[0],
         y = f[1] + s * q->d[1], z = f[2] + s * q->d[2], rr = r * r, gg = x * x + y * y + z * z,
         half;
  if (gg > rr * (1 + QUICK_CLEAR)) return QUICK_MISS;
  if (!(rr - gg > rr * QUICK_NO_GRAZE)) return QUICK_UNSURE;
  half = sqrt((rr - gg) * over);
  t[0] = s - half;
  t[1] = s + half;
  return QUICK_HIT;
}

static int quick_sphere(quick *q) {
  double r = q->shape->radius;
  int found, i;
  if (!is_near(q, r)) return QUICK_UNSURE;
  found = ball(q, q->f, r, q->t);
  if (found != QUICK_HIT) return found;
  q->error = QUICK_CLEAR * (fabs(q->t[0]) + fabs(q->t[1]));
  point_at(q, q->t[0], q->point);
  quick_unit(q->point, r, q->normal);
  q->is_unit = 1;
  for (i = 0; i < 3; i++) q->point[i] = r * q->normal[i];
  return QUICK_HIT;
}

static int quick_box(quick *q) {
  const double *low = q->shape->a, *high = q->shape->b;
  double t0 = -HUGE_VAL, t1 = HUGE_VAL, e0 = 0, e1 = 0;
  int i, axis = 0, tie = 0, axes = q->shape->kind == COLLIDE_RECT ? 2 : 3;
  if (!is_near(q, q->shape->reach)) return QUICK_UNSURE;
  for (i = 0; i < axes; i++) {
    double f = q->f[i], d = q->d[i], near, far, e;
    if (d * d <= q->dd * 1e-18) {
      e = QUICK_CLEAR * (fabs(low[i]) + fabs(high[i]) + fabs(f));
      /* Nearly along the slab: it leaves no trace, as it is left far away. */
      if (d != 0 || !(f > low[i] + e && f < high[i] - e)) return QUICK_UNSURE;
      continue;
    }
    near = ((d > 0 ? low[i] : high[i]) - f) / d;
    far = ((d > 0 ? high[i] : low[i]) - f) / d;
    e = QUICK_CLEAR * (fabs(low[i]) + fabs(high[i]) + fabs(f)) / fabs(d);
    if (near > t0) {
      tie = near - t0 <= e + e0;
      t0 = near;
      e0 = e;
      axis = i;
    } else if (t0 - near <= e + e0) {
      tie = 1;
    }
    if (fabs(far - t1) <= e + e1) tie = 1; /* near an edge the exit's error is either's */
    if (far < t1) {
      t1 = far;
      e1 = e;
    }
  }
  q->error = e0 + e1;
  if (t0 > t1 + q->error) return QUICK_MISS;
  if (tie || !(t1 - t0 > q->error)) return QUICK_UNSURE;
  q->t[0] = t0;
  q->t[1] = t1;
  point_at(q, t0, q->point);
  q->point[axis] = q->d[axis] > 0 ? low[axis] : high[axis];
  q->normal[0] = q->normal[1] = q->normal[2] = 0;
  q->normal[axis] = q->d[axis] > 0 ? -1 : 1;
  q->is_unit = 1;
  q->face = (collide_face)(COLLIDE_FACE_MINUS_X + 2 * axis + (q->d[axis] < 0));
  return QUICK_HIT;
}

/* The planes y = low and y = high; 0 when it cannot tell. */
static int slab(const quick *q, double low, double high, double t[2], double *error) {
  double f = q->f[1], d = q->d[1], e = QUICK_CLEAR * (fabs(low) + fabs(high) + fabs(f));
  if (d * d <= q->dd * 1e-18) {
    if (d != 0 || !(f > low + e && f < high - e)) return 0;
    t[0] = -HUGE_VAL;
    t[1] = HUGE_VAL;
    *error = 0;
    return 1;
  }
  t[0] = ((d > 0 ? low : high) - f) / d;
  t[1] = ((d > 0 ? high : low) - f) / d;
  *error = e / fabs(d);
  return 1;
}

static int quick_cylinder(quick *q) {
  double r = q->shape->radius, h = q->shape->height, rr = r * r, cap[2], cap_error;
  double dx = q->d[0], dz = q->d[2], a = dx * dx + dz * dz, s, x, z, half;
  int up = q->d[1] > 0;
  if (!is_near(q, r < h ? r : h) || !(a > q->dd * 1e-6)) return QUICK_UNSURE;
  s = -(q->f[0] * dx + q->f[2] * dz) / a;
  x = q->f[0] + s * dx;
  z = q->f[2] + s * dz;
  if (x * x + z * z > rr * (1 + QUICK_CLEAR)) return QUICK_MISS;
  if (!(rr - (x * x + z * z) > rr * QUICK_NO_GRAZE)) return QUICK_UNSURE;
  if (!slab(q, -h, h, cap, &cap_error)) return QUICK_UNSURE;
  half = sqrt((rr - (x * x + z * z)) / a);
  q->error = cap_error + QUICK_CLEAR * (fabs(s) + half);
  q->t[0] = s - half > cap[0] ? s - half : cap[0];
  q->t[1] = s + half < cap[1] ? s + half : cap[1];
  if (q->t[0] > q->t[1] + q->error) return QUICK_MISS;
  if (!(q->t[1] - q->t[0] > q->error && fabs(s - half - cap[0]) > q->error)) return QUICK_UNSURE;
  point_at(q, q->t[0], q->point);
  if (q->t[0] == cap[0]) {
    q->point[1] = up ? -h : h;
    q->normal[0] = q->normal[2] = 0;
    q->normal[1] = up ? -1 : 1;
    q->is_unit = 1;
    q->face = up ? COLLIDE_FACE_BOTTOM : COLLIDE_FACE_TOP;
  } else {
    q->normal[0] = q->point[0];
    q->normal[1] = 0;
    q->normal[2] = q->point[2];
    quick_unit(q->normal, r, q->normal);
    q->point[0] = r * q->normal[0];
    q->point[2] = r * q->normal[2];
    q->is_unit = 1;
    q->face = COLLIDE_FACE_SIDE;
  }
  return QUICK_HIT;
}

/* The lower half of the double cone: see cast_cone.c. */
static int half_cone(const quick *q, double t[2], double *error) {
  double r = q->shape->radius, h = q->shape->height, hh = h * h, rr = r * r;
  const double *f = q->f, *d = q->d;
  double round = hh * (d[0] * d[0] + d[2] * d[2]), steep = rr * d[1] * d[1], a = round - steep;
  double s = -(f[0] * d[0] + f[1] * d[1] + f[2] * d[2]) / q->dd, b, c, disc, root, g[3], u[2], low,
         high;
  point_at(q, s, g);
  b = hh * (g[0] * d[0] + g[2] * d[2]) - rr * g[1] * d[1];
  c = hh * (g[0] * g[0] + g[2] * g[2]) - rr * g[1] * g[1];
  disc = b * b - a * c;
  /* Close by the apex a point is not known well enough beside its size. */
  if (!(vector_dot(g, g) > 2.5e-3 * (rr < hh ? rr : hh))) return QUICK_UNSURE;
  root = b * b + (round + steep) * (hh * (g[0] * g[0] + g[2] * g[2]) + rr * g[1] * g[1]);
  if (!(fabs(a) > 0.05 * (round + steep))) return QUICK_UNSURE;
  if (disc < -QUICK_CLEAR * root) return QUICK_MISS;
  if (!(disc > QUICK_NO_GRAZE * root)) return QUICK_UNSURE;
  ci_quadric_plain_roots(a, b, c, disc, u);
  t[0] = s + u[0];
  t[1] = s + u[1];
  *error = QUICK_CLEAR * 10 * (fabs(s) + fabs(u[0]) + fabs(u[1]));
  if (a < 0) { /* steep: one end only */
    if (d[1] > 0)
      t[0] = -HUGE_VAL;
    else
      t[1] = HUGE_VAL;
    return QUICK_HIT;
  }
  low = f[1] + t[0] * d[1];
  high = f[1] + t[1] * d[1];
  if (low > 1e-6 * h && high > 1e-6 * h) return QUICK_MISS;
  return low < -1e-6 * h && high < -1e-6 * h ? QUICK_HIT : QUICK_UNSURE;
}

static int quick_cone(quick *q) {
  double r = q->shape->radius, h = q->shape->height, half[2], base, error, e;
  int found, up = q->d[1] > 0, at_base;
  if (!is_near(q, r < h ? r : h) || !(r < 1e3 * h && h < 1e3 * r)) return QUICK_UNSURE;
  found = half_cone(q, half, &error);
  if (found != QUICK_HIT) return found;
  if (!(q->d[1] * q->d[1] > q->dd * 1e-12)) return QUICK_UNSURE;
  base = (-h - q->f[1]) / q->d[1];
  e = error + QUICK_CLEAR * (h + fabs(q->f[1])) / fabs(q->d[1]);
  if (fabs(base - half[0]) <= e || fabs(base - half[1]) <= e) return QUICK_UNSURE;
  at_base = up && base > half[0];
  q->t[0] = at_base ? base : half[0];
  q->t[1] = !up && base < half[1] ? base : half[1];
  q->error = e;
  if (q->t[0] > q->t[1] + e) return QUICK_MISS;
  if (!(q->t[1] - q->t[0] > e)) return QUICK_UNSURE;
  point_at(q, q->t[0], q->point);
  q->normal[0] = q->normal[2] = 0;
  if (at_base) {
    q->point[1] = -h;
    q->normal[1] = -1;
    q->is_unit = 1;
    q->face = COLLIDE_FACE_BASE;
    return QUICK_HIT;
  }
  if (!(q->point[1] < -1e-3 * h)) return QUICK_UNSURE; /* so near the apex it takes more digits */
  base = sqrt(q->point[0] * q->point[0] + q->point[2] * q->point[2]);
  q->point[1] = -h / r * base;
  q->normal[0] = h * q->point[0];
  q->normal[1] = r * base;
  q->normal[2] = h * q->point[2];
  q->is_unit = 0;
  q->face = COLLIDE_FACE_SIDE;
  return QUICK_HIT;
}

/* One end of a capsule: on the side, where that lies between a and b, else on a ball. */
static int capsule_end(const quick *q, const double fa[3], const double x[3], double xx, double t,
                       int end, double *at, double *along) {
  double y = vector_dot(x, fa) + t * vector_dot(x, q->d), both[2], fb[3];
  int i, found;
  *at = t;
  *along = y / xx;
  if (y > QUICK_CLEAR * xx && y < xx * (1 - QUICK_CLEAR)) return QUICK_HIT;
  if (!(y < -QUICK_CLEAR * xx || y > xx * (1 + QUICK_CLEAR))) return QUICK_UNSURE;
  for (i = 0; i < 3; i++) fb[i] = y < 0 ? fa[i] : fa[i] - x[i];
  found = ball(q, fb, q->shape->radius, both);
  *at = both[end];
  *along = y < 0 ? 0 : 1;
  return found;
}

static int quick_capsule(quick *q) {
  const double *a = q->shape->a, *b = q->shape->b;
  double r = q->shape->radius, x[3], f[3], xx, xd, xf, round, s, s_g[3], gx, gg, half, along[2];
  int i, found;
  for (i = 0; i < 3; i++) {
    x[i] = b[i] - a[i];
    f[i] = q->f[i] - a[i];
  }
  xx = vector_dot(x, x);
  if (!is_near(q, r) || q->shape->reach > QUICK_NEAR * r) return QUICK_UNSURE;
  xd = vector_dot(x, q->d);
  xf = vector_dot(x, f);
  round = q->dd * xx - xd * xd;
  if (!(xx > 1e-6 * r * r && round > 1e-2 * q->dd * xx)) return QUICK_UNSURE;
  s = (xd * xf - xx * vector_dot(f, q->d)) / round;
  for (i = 0; i < 3; i++) s_g[i] = f[i] + s * q->d[i];
  gx = vector_dot(s_g, x);
  for (i = 0; i < 3; i++) s_g[i] -= gx / xx * x[i];
  gg = vector_dot(s_g, s_g);
  if (gg > r * r * (1 + QUICK_CLEAR)) return QUICK_MISS;
  if (!(r * r - gg > r * r * QUICK_NO_GRAZE)) return QUICK_UNSURE;
  half = sqrt((r * r - gg) * xx / round);
  for (i = 0; i < 2; i++) {
    found = capsule_end(q, f, x, xx, i == 0 ? s - half : s + half, i, &q->t[i], &along[i]);
    if (found != QUICK_HIT) return found;
  }
  q->error = QUICK_CLEAR * 10 * (fabs(q->t[0]) + fabs(q->t[1]) + half);
  point_at(q, q->t[0], q->point);
  for (i = 0; i < 3; i++) q->normal[i] = q->point[i] - a[i] - along[0] * x[i];
  quick_unit(q->normal, r, q->normal);
  for (i = 0; i < 3; i++) q->point[i] = a[i] + along[0] * x[i] + r * q->normal[i];
  q->is_unit = 1;
  return QUICK_HIT;
}

static int quick_plane(quick *q) {
  const double *n = q->shape->a;
  double rate = vector_dot(n, q->d), over = q->shape->height - vector_dot(n, q->f), size, far = 0,
         most = 0;
  int i;
  size =
      fabs(n[0] * q->f[0]) + fabs(n[1] * q->f[1]) + fabs(n[2] * q->f[2]) + fabs(q->shape->height);
  if (!(1024 * fabs(over) > size)) return QUICK_UNSURE; /* t would lose digits */
  if (!(rate * rate > 1e-6 * vector_dot(n, n) * q->dd && q->f_size > 1e-30)) return QUICK_UNSURE;
  q->t[0] = -HUGE_VAL;
  q->t[1] = HUGE_VAL;
  q->t[rate > 0] = over / rate;
  q->error = (1e-13 * size + QUICK_CLEAR * fabs(over)) / fabs(rate);
  memcpy(q->normal, q->shape->unit, sizeof q->normal);
  q->is_unit = 1;
  if (rate > 0) return QUICK_HIT;
  point_at(q, q->t[0], q->point);
  vector_onto_plane(q->point, q->shape->unit, q->shape->unit_distance);
  for (i = 0; i < 3; i++) {
    if (fabs(q->f[i]) > far) far = fabs(q->f[i]);
    if (fabs(q->point[i]) > most) most = fabs(q->point[i]);
  }
  return most * 1024 >= far ? QUICK_HIT : QUICK_UNSURE;
}

/* Moeller and Trumbore 1997, where u, v and w are clearly of one sign. */
static int quick_triangle(quick *q, double uv[2]) {
  const collide_shape *s = q->shape;
  double e1[3], e2[3], f[3], h[3], g[3], size = 0, det, u, v, error, t;
  const double *d = q->d;
  int i;
  for (i = 0; i < 3; i++) {
    e1[i] = s->b[i] - s->a[i];
    e2[i] = s->c[i] - s->a[i];
    f[i] = q->f[i] - s->a[i];
    if (fabs(e1[i]) > size) size = fabs(e1[i]);
    if (fabs(e2[i]) > size) size = fabs(e2[i]);
  }
  if (!is_near(q, size) || s->reach > QUICK_NEAR * size) return QUICK_UNSURE;
  h[0] = d[1] * e2[2] - d[2] * e2[1];
  h[1] = d[2] * e2[0] - d[0] * e2[2];
  h[2] = d[0] * e2[1] - d[1] * e2[0];
  g[0] = f[1] * e1[2] - f[2] * e1[1];
  g[1] = f[2] * e1[0] - f[0] * e1[2];
  g[2] = f[0] * e1[1] - f[1] * e1[0];
  det = vector_dot(e1, h);
  u = vector_dot(f, h);
  v = vector_dot(d, g);
  /* |u|, |v| and the part of det that rounding may move, with |d| <= 2 max d. */
  error = QUICK_CLEAR * QUICK_NEAR * size * size * sqrt(q->dd);
  if (!(fabs(det) > 1e3 * error)) return QUICK_UNSURE;
  if (det < 0) {
    u = -u;
    v = -v;
  }
  if (u < -error || v < -error || u + v > fabs(det) + error) return QUICK_MISS;
  if (!(u > error && v > error && u + v < fabs(det) - error)) return QUICK_UNSURE;
  t = -vector_dot(s->unit, f) / vector_dot(s->unit, d);
  q->t[0] = q->t[1] = t;
  q->error = error * QUICK_NEAR / fabs(det) * size / sqrt(q->dd) + QUICK_CLEAR * fabs(t);
  uv[0] = u / fabs(det);
  uv[1] = v / fabs(det);
  for (i = 0; i < 3; i++) f[i] += t * d[i];
  vector_onto_plane(f, s->unit, 0);
  for (i = 0; i < 3; i++) {
    q->point[i] = s->a[i] + f[i];
    q->normal[i] = det < 0 ? -s->unit[i] : s->unit[i];
  }
  q->is_unit = 1;
  q->face = det < 0 ? COLLIDE_FACE_BACK : COLLIDE_FACE_FRONT;
  return QUICK_HIT;
}

/* Most lines pass a segment's line; one that may meet it is not for plain doubles. */
static int quick_segment(const quick *q) {
  const collide_shape *s = q->shape;
  double x[3], f[3], w[3], x_size = 0, d_size = 0;
  int i;
  for (i = 0; i < 3; i++) {
    x[i] = s->b[i] - s->a[i];
    f[i] = q->f[i] - s->a[i];
    x_size += fabs(x[i]);
    d_size += fabs(q->d[i]);
  }
  vector_cross(f, q->d, w);
  return fabs(vector_dot(x, w)) > 1e-13 * x_size * d_size * (q->f_size + s->reach) + 1e-100
             ? QUICK_MISS
             : QUICK_UNSURE;
}

/* ---- Into the frame and out again --------------------------------------------------- */

/* f and d through the inverse; 0 when d cancels. */
static int through_inverse(quick *q, const double inverse[9], const double f[3],
                           const double d[3]) {
  double d_size = 0, d_left = 0;
  int i, j;
  for (i = 0; i < 3; i++) {
    double size = 0;
    q->f[i] = q->d[i] = 0;
    for (j = 0; j < 3; j++) {
      double m = inverse[3 * i + j];
      q->f[i] += m * f[j];
      q->d[i] += m * d[j];
      size += fabs(m * f[j]);
      d_size += fabs(m * d[j]);
    }
    if (size > q->f_size) q->f_size = size;
    d_left += fabs(q->d[i]);
  }
  return d_size <= 4 * d_left;
}

/* 0 when the magnitudes are so far from 1 that squares might leave the range,
 * or taking the line into the frame costs too many digits. */
static int enter_frame(quick *q, const double from[3], const double toward[3], int is_segment) {
  const collide_shape *s = q->shape;
  int i;
  q->f_size = 0;
  for (i = 0; i < 3; i++) {
    q->f[i] = from[i] - s->position[i];
    q->d[i] = is_segment ? toward[i] - from[i] : toward[i];
    if (fabs(q->f[i]) > q->f_size) q->f_size = fabs(q->f[i]);
  }
  if (s->frame == COLLIDE_LINEAR) {
    double f[3], d[3];
    memcpy(f, q->f, sizeof f);
    memcpy(d, q->d, sizeof d);
    q->f_size = 0;
    if (!through_inverse(q, s->inverse, f, d)) return 0;
  }
  q->dd = vector_dot(q->d, q->d);
  return q->dd > 1e-40 && q->dd < 1e40 && s->reach < 1e30 && q->f_size < 1e30;
}

static void normalise(const double n[3], int is_unit, double unit[3]) {
  double k = is_unit ? 1 : 1 / sqrt(vector_dot(n, n));
  unit[0] = n[0] * k + 0.0;
  unit[1] = n[1] * k + 0.0;
  unit[2] = n[2] * k + 0.0;
}

static void leave_frame(const quick *q, collide_hit *hit) {
  const collide_shape *s = q->shape;
  double n[3];
  int i;
  if (s->frame == COLLIDE_LINEAR) {
    for (i = 0; i < 3; i++) {
      hit->point[i] = s->position[i] + vector_dot(s->linear + 3 * i, q->point) + 0.0;
      n[i] = s->inverse[i] * q->normal[0] + s->inverse[3 + i] * q->normal[1] +
             s->inverse[6 + i] * q->normal[2];
    }
    normalise(n, 0, hit->normal);
    return;
  }
  for (i = 0; i < 3; i++) hit->point[i] = s->position[i] + q->point[i] + 0.0;
  normalise(q->normal, q->is_unit, hit->normal);
}

static void write_hit(const quick *q, int inside, const double from[3], const double uv[2],
                      collide_hit *hit) {
  hit->t_exit = q->t[1];
  hit->u = uv[0];
  hit->v = uv[1];
  hit->inside = inside;
  hit->has_point = 1;
  if (inside) {
    int i;
    hit->t = 0;
    hit->edge = 0;
    hit->face = COLLIDE_FACE_NONE;
    for (i = 0; i < 3; i++) {
      hit->point[i] = from[i] + 0.0;
      hit->normal[i] = 0;
    }
    return;
  }
  hit->t = q->t[0];
  hit->face = q->face;
  hit->edge = q->edge;
  leave_frame(q, hit);
}

static int look(quick *q, double uv[2]) {
  switch (q->shape->kind) {
  case COLLIDE_SPHERE:
  case COLLIDE_CIRCLE:
    return quick_sphere(q);
  case COLLIDE_BOX:
    return quick_box(q);
  case COLLIDE_CYLINDER:
    return quick_cylinder(q);
  case COLLIDE_CONE:
    return quick_cone(q);
  case COLLIDE_CAPSULE:
    return quick_capsule(q);
  case COLLIDE_PLANE:
  case COLLIDE_PLANE_2D:
    return quick_plane(q);
  case COLLIDE_TRIANGLE:
    return quick_triangle(q, uv);
  case COLLIDE_SEGMENT:
    return quick_segment(q);
  case COLLIDE_RECT:
    return q->shape->aligned ? quick_box(q) : ci_quick_polygon(q);
  case COLLIDE_POLYGON:
  case COLLIDE_TRIANGLE_2D:
  case COLLIDE_SEGMENT_2D:
    return ci_quick_polygon(q);
  case COLLIDE_CAPSULE_2D:
    return ci_quick_capsule_2d(q);
  default:
    return QUICK_UNSURE;
  }
}

int ci_quick_cast(const collide_shape *shape, const double from[3], const double toward[3],
                  int is_segment, double max, int flags, collide_hit *hit) {
  quick q;
  double uv[2] = {0, 0};
  int found, inside;
  q.shape = shape;
  q.from = from;
  q.toward = toward;
  q.is_segment = is_segment;
  q.face = COLLIDE_FACE_NONE;
  q.edge = 0;
  if (!enter_frame(&q, from, toward, is_segment)) return QUICK_UNSURE;
  found = look(&q, uv);
  if (found != QUICK_HIT) return found;
  if (q.t[1] < -q.error || q.t[0] > max + q.error) return QUICK_MISS;
  inside = q.t[0] < -q.error && q.t[1] > q.error;
  if (inside) {
    if (flags & COLLIDE_SKIP_INSIDE) return QUICK_MISS;
    if (shape->hollow) return QUICK_UNSURE;
  } else if (!(q.t[0] > q.error && q.t[0] < max - q.error)) {
    return QUICK_UNSURE;
  }
  if (hit) write_hit(&q, inside, from, uv, hit);
  return QUICK_HIT;
}
