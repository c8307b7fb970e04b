/* SPDX-License-Identifier: MIT
 *
 * Quick answers for a sphere and a box. Clamping in the box's own frame finds the nearest point,
 * which is refined in the world. If the matrix does not keep the edges perpendicular, the point is
 * checked, and the answer may be unsure.
 */
#include "../../shape/shape.h"
#include "quick_pairs.h"
#include "solid.h"

/* Sphere (a) and box, in any frame: the sphere's centre relative to the box. */
typedef struct sphere_box {
  const collide_shape *sphere, *box;
  double d[3];   /* from the box's position to the centre, except for rounding */
  double own[3]; /* the nearest point in the box, in the own frame */
  double r[3];   /* from that point to the centre, except for rounding */
  double size;   /* see QUICK_MARGIN */
  int inside;    /* is the centre in the box, except for rounding? */
  int held[3];   /* -1, 1: the nearest point is on the lower or upper face of the axis */
} sphere_box;

static inline double largest_of(const double v[3]) {
  return greater(greater(fabs(v[0]), fabs(v[1])), fabs(v[2]));
}

/* Sets everything except r. */
static void place_sphere_and_box(const collide_shape *sphere, const collide_shape *box,
                                 sphere_box *v) {
  const double *m = shape_turned(box)->linear, *inverse = shape_turned(box)->inverse;
  double spread = 1, own;
  int i, k;
  v->sphere = sphere;
  v->box = box;
  for (k = 0; k < 3; k++) v->d[k] = sphere->origin[k] - box->origin[k];
  v->inside = 1;
  for (i = 0; i < 3; i++) {
    own = box->frame == COLLIDE_MOVED ? v->d[i] : vector_dot(inverse + 3 * i, v->d);
    v->own[i] = clamp(own, box->a[i], box->b[i]);
    v->held[i] = (own > box->b[i]) - (own < box->a[i]);
    v->inside &= v->held[i] == 0;
  }
  if (box->frame != COLLIDE_MOVED)
    for (spread = 0, i = 0; i < 9; i++) spread += fabs(m[i]);
  v->size = largest_of(v->d) + spread * box->reach + sphere->radius;
}

static inline void find_vector(sphere_box *v) {
  const collide_shape *box = v->box;
  const double *m = shape_turned(box)->linear;
  int k;
  for (k = 0; k < 3; k++)
    v->r[k] = v->d[k] - (box->frame == COLLIDE_MOVED ? v->own[k] : vector_dot(m + 3 * k, v->own));
}

/* The extent of the box along r from its position, times |r|. */
static inline double box_extent(const collide_shape *box, const double r[3]) {
  const double *m = shape_turned(box)->linear;
  double sum = 0;
  int i;
  for (i = 0; i < 3; i++) {
    double g = box->frame == COLLIDE_MOVED ? r[i] : r[0] * m[i] + r[1] * m[3 + i] + r[2] * m[6 + i];
    sum += greater(g * box->a[i], g * box->b[i]);
  }
  return sum;
}

static inline double extent_of(const sphere_box *v) {
  return vector_dot(v->r, v->d) - box_extent(v->box, v->r);
}

static int decide_sphere_and_box(const collide_shape *sphere, const collide_shape *box,
                                 sphere_box *v) {
  double rr, error, in, out, extent;
  place_sphere_and_box(sphere, box, v);
  find_vector(v);
  if (sphere->frame != COLLIDE_MOVED || !quick_in_range(v->size)) return PAIR_UNSURE;
  error = QUICK_MARGIN * v->size;
  in = sphere->radius - error;
  out = sphere->radius + error;
  rr = vector_dot(v->r, v->r);
  if (in > 0 && rr < in * in) return PAIR_MEET;
  if (box->frame == COLLIDE_MOVED) return rr > out * out ? PAIR_PARTED : PAIR_UNSURE;
  extent = extent_of(v);
  return extent > 0 && extent * extent > out * out * rr ? PAIR_PARTED : PAIR_UNSURE;
}

/* ---- A centre outside of the box ------------------------------------------------------------- */

/* The vector from the nearest point to the centre. Roundings are summed in doubles, as in
 * quick_cores.c. */
static inline void turned_vector(const collide_shape *sphere, const collide_shape *box,
                                 const double own[3], twofold r[3]) {
  const double *m = shape_turned(box)->linear;
  lanes_factor factor[3];
  int i, half;
  for (i = 0; i < 3; i++) factor[i] = lanes_split(lanes_same(own[i]));
  for (half = 0; half < 2; half++) {
    lanes_twofold w = lanes_two_diff(lanes_of(sphere->origin, half), lanes_of(box->origin, half));
    lanes low = w.lo;
    for (i = 0; i < 3; i++) {
      lanes_twofold x = lanes_two_product(lanes_column(m, half, i), factor[i]);
      w = lanes_two_diff(w.hi, x.hi);
      low = lanes_add(low, lanes_sub(w.lo, x.lo));
    }
    lanes_put(lanes_two_sum_ordered(w.hi, low), half, r);
  }
}

static void precise_vector(const collide_shape *sphere, const collide_shape *box,
                           const double own[3], twofold r[3]) {
  int k;
  if (box->frame == COLLIDE_MOVED) {
    for (k = 0; k < 3; k++) r[k] = tf_minus(two_diff(sphere->origin[k], box->origin[k]), own[k]);
    return;
  }
  turned_vector(sphere, box, own, r);
}

/* The change of own[axis] that makes r perpendicular to that edge: r in the own frame. If the edges
 * are not perpendicular, the check of r fails later. */
static inline double step_along(const collide_shape *box, const twofold r[3], int axis) {
  const double *n = shape_turned(box)->inverse + 3 * axis;
  return r[0].hi * n[0] + r[1].hi * n[1] + r[2].hi * n[2];
}

/* If the matrix does not keep the edges perpendicular, a step may leave the box. */
static int is_in_box(const collide_shape *box, const double own[3]) {
  double slack = 4 * DBL_EPSILON * box->reach;
  int i;
  for (i = 0; i < 3; i++)
    if (!(own[i] >= box->a[i] - slack && own[i] <= box->b[i] + slack)) return 0;
  return 1;
}

static int refine(const collide_shape *sphere, const collide_shape *box, sphere_box *v,
                  twofold r[3]) {
  const double *m = shape_turned(box)->linear;
  double du[3];
  int i, k, step;
  for (step = 0; step < 4; step++) {
    precise_vector(sphere, box, v->own, r);
    if (box->frame == COLLIDE_MOVED) return 1;
    for (i = 0; i < 3; i++) du[i] = (v->held[i] == 0) * step_along(box, r, i);
    if (largest_of(du) <= NEAREST_STEP * box->reach) break;
    for (i = 0; i < 3; i++) v->own[i] += du[i];
  }
  if (step == 4 || (step > 0 && !is_in_box(box, v->own))) return 0;
  for (k = 0; k < 3; k++) r[k] = two_sum_ordered(r[k].hi, r[k].lo - vector_dot(m + 3 * k, du));
  return 1;
}

static int measure_outside(const collide_shape *sphere, const collide_shape *box, sphere_box *v,
                           int overlap, pair_gap *gap) {
  witness_pair s;
  int k;
  if (!refine(sphere, box, v, s.r)) return 0;
  for (k = 0; k < 3; k++) v->r[k] = s.r[k].hi;
  if (box->frame != COLLIDE_MOVED &&
      !quick_are_nearest(vector_dot(v->r, v->r), extent_of(v), v->size))
    return 0;
  for (k = 0; k < 3; k++) {
    s.from_a[k] = sphere->origin[k];
    s.from_b[k] = sphere->origin[k] - v->r[k];
  }
  s.radius_a = sphere->radius;
  s.radius_b = 0;
  s.size = v->size;
  s.spread = box->frame == COLLIDE_MOVED ? 0 : WITNESS_SPREAD * v->size;
  return witness_measure(&s, overlap, gap);
}

/* ---- A centre inside --------------------------------------------------------------------- */

/* The distance of the centre from a face, and the face's normal. */
typedef struct face {
  twofold in;
  double normal[3];
} face;

static void face_of_turned(const collide_shape *sphere, const collide_shape *box, int axis,
                           double level, double sign, face *f) {
  const double *m = shape_turned(box)->linear;
  double own[3] = {0, 0, 0}, outward, x[3], y[3];
  twofold n[3], r[3], length;
  int k;
  own[axis] = level;
  precise_vector(sphere, box, own, r);
  for (k = 0; k < 3; k++) {
    x[k] = m[3 * k + (axis + 1) % 3];
    y[k] = m[3 * k + (axis + 2) % 3];
  }
  two_cross(x, y, n); /* its sign is not that of the face */
  length = tf_sqrt(tf_dot(n, n));
  outward = n[0].hi * m[axis] + n[1].hi * m[3 + axis] + n[2].hi * m[6 + axis];
  sign = outward > 0 ? sign : -sign;
  f->in = tf_div(tf_dot(n, r), length);
  if (sign > 0) f->in = tf_negate(f->in);
  for (k = 0; k < 3; k++) f->normal[k] = sign * (n[k].hi / length.hi);
}

static void face_at(const collide_shape *sphere, const collide_shape *box, int axis, int upper,
                    face *f) {
  double level = upper ? box->b[axis] : box->a[axis], sign = upper ? 1 : -1;
  twofold d;
  if (box->frame == COLLIDE_LINEAR) {
    face_of_turned(sphere, box, axis, level, sign, f);
    return;
  }
  d = tf_minus(two_diff(sphere->origin[axis], box->origin[axis]), level);
  f->in = upper ? tf_negate(d) : d;
  f->normal[0] = f->normal[1] = f->normal[2] = 0;
  f->normal[axis] = sign;
}

/* The distances from the faces in plain doubles. Only faces that may be nearest are measured. */
static void plain_depths(const collide_shape *box, const sphere_box *v, double depth[6]) {
  const double *n = shape_turned(box)->inverse;
  int i;
  for (i = 0; i < 3; i++, n += 3) {
    double length = box->frame == COLLIDE_MOVED ? 1 : sqrt(vector_dot(n, n));
    depth[2 * i] = (v->own[i] - box->a[i]) / length;
    depth[2 * i + 1] = (box->b[i] - v->own[i]) / length;
  }
}

/* The error of such a distance, in units of the size. A large value is safe: it only decides how
 * many faces are measured. */
#define FACES_MARGIN (64 * DBL_EPSILON)

static int nearest_face(const collide_shape *sphere, const collide_shape *box, const sphere_box *v,
                        face *best) {
  double depth[6], least;
  int i, found = -1;
  face f;
  plain_depths(box, v, depth);
  least = depth[0];
  for (i = 1; i < 6; i++)
    if (depth[i] < least) least = depth[i];
  for (i = 0; i < 6; i++) {
    if (depth[i] > least + FACES_MARGIN * v->size) continue;
    face_at(sphere, box, i / 2, i % 2, &f);
    if (found >= 0 && f.in.hi >= best->in.hi) continue;
    *best = f;
    found = i;
  }
  return found;
}

static int measure_inside(const collide_shape *sphere, const collide_shape *box,
                          const sphere_box *v, int overlap, pair_gap *gap) {
  double r = sphere->radius, back, high, width, middle;
  face f;
  int k, i;
  if (overlap != PAIR_MEET || (i = nearest_face(sphere, box, v, &f)) < 0) return 0;
  /* Twofolds are exact for a box that is only moved; otherwise enough digits must be left. */
  if (!(f.in.hi >= 0)) return 0;
  if (box->frame == COLLIDE_LINEAR && !(f.in.hi + r >= 8.077935669463161e-28 * v->size)) return 0;
  gap->apart = tf_negate(tf_minus(f.in, -r)).hi;
  /* Along the normal the sphere reaches from -r to r, the box from -back to f.in. */
  back = i % 2 ? v->own[i / 2] - box->a[i / 2] : box->b[i / 2] - v->own[i / 2];
  width = i % 2 ? box->b[i / 2] - v->own[i / 2] : v->own[i / 2] - box->a[i / 2];
  back = width > 0 ? back / width * f.in.hi : 0;
  high = r < f.in.hi ? r : f.in.hi;
  middle = (f.in.hi - r) * 0.5;
  middle = clamp(middle, r < back ? -r : -back, high);
  for (k = 0; k < 3; k++) {
    gap->normal[k] = f.normal[k];
    gap->on_a[k] = sphere->origin[k] - f.normal[k] * r;
    gap->on_b[k] = sphere->origin[k] + f.normal[k] * f.in.hi;
    gap->common[k] = sphere->origin[k] + f.normal[k] * middle;
  }
  return 1;
}

/* `overlap` may be PAIR_UNSURE if the centre is outside of the box. */
static int measure_gap(sphere_box *v, int overlap, pair_gap *gap) {
  if (v->sphere->frame != COLLIDE_MOVED || !quick_in_range(v->size)) return 0;
  return v->inside ? measure_inside(v->sphere, v->box, v, overlap, gap)
                   : measure_outside(v->sphere, v->box, v, overlap, gap);
}

/* ---- The row -------------------------------------------------------------------------------- */

static int sphere_overlaps_box(const collide_shape *a, const collide_shape *b) {
  sphere_box pair;
  int found = decide_sphere_and_box(a, b, &pair);
  if (found == PAIR_UNSURE) found = ci_aligned_decide(a, b);
  return found != PAIR_UNSURE ? found : ci_solids_overlap(a, b);
}

static void measure_sphere_box(const collide_shape *a, const collide_shape *b, int overlap,
                               pair_gap *gap) {
  sphere_box pair;
  place_sphere_and_box(a, b, &pair);
  if (!measure_gap(&pair, overlap != 0, gap)) ci_solids_measure(a, b, overlap, gap);
}

static int sphere_box_gap(const collide_shape *a, const collide_shape *b, int always,
                          pair_gap *gap) {
  sphere_box pair;
  int found;
  if (always) {
    place_sphere_and_box(a, b, &pair);
    if (measure_gap(&pair, PAIR_UNSURE, gap)) return gap->apart <= 0;
  }
  found = decide_sphere_and_box(a, b, &pair);
  if (found == PAIR_UNSURE) {
    found = ci_aligned_gap(a, b, always, gap);
    if (found != PAIR_UNSURE) return found;
    found = ci_solids_overlap(a, b);
  }
  if ((found || always) && !measure_gap(&pair, found != 0, gap))
    ci_solids_measure(a, b, found, gap);
  return found != 0;
}

const pair_row ci_sphere_box_row = {
    sphere_overlaps_box, measure_sphere_box, NULL, sphere_box_gap, NULL, NULL};
