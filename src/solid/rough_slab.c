/* SPDX-License-Identifier: MIT
 *
 * The method of exact_slab.c in doubles that carry a bound on their error, as rough_nearest.c. It
 * ends at the first sign that is unsure.
 */
#include "exact_points.h"

#include <string.h>

/* ---- The points -------------------------------------------------------------------------- */

int ci_solid_slab_features(const solid_slab *s) {
  const solid_corners *c = s->pair->a;
  return c->count + (s->is_flat ? 1 : 2) * ci_solid_edges(c);
}

int ci_solid_slab_edge(const solid_slab *s, int feature, int ends[2], const exact **level) {
  const solid_corners *c = s->pair->a;
  int number = feature - c->count, edges = ci_solid_edges(c);
  *level = number < edges ? &s->low : &s->high;
  return ci_solid_edge(c, number < edges ? number : number - edges, ends);
}

static approx rough_magnitude(approx a) {
  return approx_make(fabs(a.value), a.error);
}

static approx rough_mix(approx p, approx at_p, approx q, approx at_q) {
  return approx_add(approx_mul(p, at_p), approx_mul(q, at_q));
}

/* The height of a corner above a level, in doubles. */
static approx rough_height(const solid_slab *s, int corner, const approx *level) {
  return approx_sub(solid_map_at(s->map, corner, 1), *level);
}

static int rough_edge(const solid_slab *s, int feature, const approx levels[2], approx h[3]) {
  const exact *level;
  approx a, b;
  int ends[2], sign[2], i;
  if (!ci_solid_slab_edge(s, feature, ends, &level)) return 0;
  a = rough_height(s, ends[0], &levels[level == &s->high]);
  b = rough_height(s, ends[1], &levels[level == &s->high]);
  sign[0] = approx_sign(a);
  sign[1] = approx_sign(b);
  if (sign[0] == sign[1] && sign[0] != FILTER_UNSURE) return 0;
  a = rough_magnitude(a);
  b = rough_magnitude(b);
  for (i = 0; i < 2; i++)
    h[i] =
        rough_mix(solid_map_at(s->map, ends[0], 2 * i), b, solid_map_at(s->map, ends[1], 2 * i), a);
  h[2] = approx_add(a, b);
  return sign[0] == FILTER_UNSURE || sign[1] == FILTER_UNSURE ? FILTER_UNSURE : 1;
}

int ci_solid_slab_point(const solid_slab *s, int feature, const approx levels[2], approx h[3]) {
  int low, high;
  if (feature >= s->pair->a->count) return rough_edge(s, feature, levels, h);
  low = approx_sign(rough_height(s, feature, &levels[0]));
  high = approx_sign(rough_height(s, feature, &levels[1]));
  if (low == -1 || high == 1) return 0;
  h[0] = solid_map_at(s->map, feature, 0);
  h[1] = solid_map_at(s->map, feature, 2);
  h[2] = approx_exact(1);
  return low == 1 && high == -1 ? 1 : FILTER_UNSURE;
}

/* ---- Faces of up to three points (X / W, Z / W) ------------------------------------------------
 */

static approx dot(const approx n[2], const approx h[3]) {
  return approx_add(approx_mul(n[0], h[0]), approx_mul(n[1], h[1]));
}

static approx cross(const approx p[3], const approx q[3]) {
  return approx_sub(approx_mul(p[0], q[1]), approx_mul(p[1], q[0]));
}

/* e = q - p, times a positive number */
static void edge_vector(const approx p[3], const approx q[3], approx e[2]) {
  int i;
  for (i = 0; i < 2; i++) e[i] = approx_sub(approx_mul(q[i], p[2]), approx_mul(p[i], q[2]));
}

/* Does the face certainly have the nearest point in its relative interior? Of one or two corners n
 * is its direction then. */
static int holds_nearest(const approx *const v[], int count, approx n[2]) {
  int i, turn;
  if (count == 1) {
    memcpy(n, v[0], 2 * sizeof n[0]);
    return 1;
  }
  if (count == 2) {
    approx e[2];
    edge_vector(v[0], v[1], e);
    if (approx_sign(dot(e, v[0])) != -1 || approx_sign(dot(e, v[1])) != 1) return 0;
    n[0] = approx_make(-e[1].value, e[1].error);
    n[1] = e[0];
    turn = approx_sign(dot(n, v[0]));
    for (i = 0; i < 2 && turn < 0; i++) n[i].value = -n[i].value;
    return turn != FILTER_UNSURE;
  }
  turn = approx_sign(cross(v[0], v[1]));
  return turn != FILTER_UNSURE && approx_sign(cross(v[1], v[2])) == turn &&
         approx_sign(cross(v[2], v[0])) == turn;
}

static int is_nearest_face(approx (*const at)[3], int count, int mask, approx n[2]) {
  const approx *v[3];
  int i, corners = 0;
  for (i = 0; i < count; i++)
    if (mask & (1 << i)) v[corners++] = at[i];
  if (!holds_nearest(v, corners, n)) return 0;
  for (i = 0; i < count; i++) {
    approx there, here;
    if (mask & (1 << i)) continue;
    there = approx_mul(dot(n, at[i]), v[0][2]);
    here = approx_mul(dot(n, v[0]), at[i][2]);
    if (approx_sign(approx_sub(there, here)) != 1) return 0;
  }
  return 1;
}

/* Is the nearest point, on the affine hull of one or two points, certainly nearer than the radius?
 */
static int is_within(approx (*const at)[3], int count, approx radius) {
  approx e[2], square = approx_square(radius), over, under;
  if (count == 1) {
    over = dot(at[0], at[0]);
    under = approx_square(at[0][2]);
  } else {
    edge_vector(at[0], at[1], e);
    over = approx_square(cross(at[0], at[1]));
    under = approx_add(approx_square(e[0]), approx_square(e[1]));
  }
  return approx_sign(approx_sub(over, approx_mul(square, under))) == -1;
}

/* ---- The loop ----------------------------------------------------------------------------------
 */

typedef struct rough_simplex {
  int count, feature[3];
  approx at[3][3];
} rough_simplex;

/* Leaves the face that has the nearest point in its relative interior; 0 where doubles are certain
 * of none. */
static int reduce(rough_simplex *s, approx n[2]) {
  int i, count, mask = (1 << s->count) - 1, newest = 1 << (s->count - 1);
  while (mask >= newest && !is_nearest_face(s->at, s->count, mask, n)) mask--;
  if (mask < newest) return 0;
  for (i = count = 0; i < s->count; i++) {
    if (!(mask & (1 << i))) continue;
    s->feature[count] = s->feature[i];
    memmove(s->at[count++], s->at[i], sizeof s->at[i]);
  }
  s->count = count;
  if (count < 3) ci_solid_rough_scale(n, 2);
  return 1;
}

/* The length of n times the radius. */
static approx reach_of(const approx n[2], approx radius) {
  double size = sqrt(n[0].value * n[0].value + n[1].value * n[1].value);
  double error = 4 * DBL_EPSILON * size + n[0].error + n[1].error;
  return approx_mul(approx_make(size, error), radius);
}

typedef enum progress { ADDED, ALL_BEYOND, NOTHING_NEW } progress;

/* Adds the point that is least along n, or any point when n is NULL. ALL_BEYOND: all points lie
 * farther along n than the radius. NOTHING_NEW: the least one is in the simplex already. */
static progress advance(const solid_slab *slab, const approx levels[2], const approx *n,
                        approx radius, rough_simplex *s) {
  int i, features = ci_solid_slab_features(slab), all_beyond = 1, found = 0;
  double least = HUGE_VAL;
  approx reach = n != NULL ? reach_of(n, radius) : radius, h[3];
  for (i = 0; i < features; i++) {
    int there = ci_solid_slab_point(slab, i, levels, h);
    double height = 0;
    if (there == 0) continue;
    if (n == NULL || approx_sign(approx_sub(dot(n, h), approx_mul(reach, h[2]))) != 1)
      all_beyond = 0;
    if (there != 1) continue;
    if (n != NULL) height = (n[0].value * h[0].value + n[1].value * h[1].value) / h[2].value;
    if (!(height < least)) continue;
    least = height;
    found = 1;
    s->feature[s->count] = i;
    memcpy(s->at[s->count], h, sizeof h);
  }
  if (all_beyond) return ALL_BEYOND;
  for (i = 0; i < s->count && found; i++) found = s->feature[i] != s->feature[s->count];
  s->count += found;
  return found ? ADDED : NOTHING_NEW;
}

enum { STEPS = 64 };

int ci_solid_slab_roughly(const solid_slab *slab, const exact *radius) {
  approx n[2], levels[2], reach = ci_solid_rough(radius);
  rough_simplex s;
  progress made;
  int step;
  levels[0] = ci_solid_rough(&slab->low);
  levels[1] = ci_solid_rough(&slab->high);
  s.count = 0;
  made = advance(slab, levels, NULL, reach, &s);
  for (step = 0; step < STEPS && made == ADDED; step++) {
    if (!reduce(&s, n)) return SOLID_UNDECIDED;
    if (s.count == 3 || is_within(s.at, s.count, reach)) return SOLID_IN;
    made = advance(slab, levels, n, reach, &s);
  }
  return made == ALL_BEYOND ? SOLID_APART : SOLID_UNDECIDED;
}
