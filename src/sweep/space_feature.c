/* SPDX-License-Identifier: MIT
 *
 * Features of the difference of two polytopes: see space_feature.h. Points of the difference are
 * w = a - b. When a moves by t d, they become w + t d, and the two touch at the origin.
 */
#include "space_feature.h"

#include "../shape/shape.h"

#include <string.h>

/* ---- The corners ---------------------------------------------------------------------------- */

static void add_corner(space_feature *f, int which, int corner) {
  int i;
  for (i = 0; i < f->own[which]; i++)
    if (f->used[which][i] == corner) return;
  f->used[which][f->own[which]++] = corner;
}

/* Sets `own` and `used`. */
static void count_corners(space_feature *f) {
  int i, k;
  f->own[0] = f->own[1] = 0;
  for (i = 0; i < f->count; i++)
    for (k = 0; k < 2; k++) add_corner(f, k, f->corner[i][k]);
}

int ci_space_feature_of(const simplex *s, space_feature *f) {
  int i, k;
  f->count = s->count;
  if (s->count < 1 || s->count > 3) return 0;
  for (i = 0; i < s->count; i++)
    for (k = 0; k < 2; k++) {
      f->corner[i][k] = s->point[i].corner[k];
      if (s->point[i].corner[k] < 0) return 0;
    }
  count_corners(f);
  return 1;
}

void ci_space_feature_again(const space_memory *memory, space_feature *f) {
  f->count = memory->count;
  memcpy(f->corner, memory->corner, sizeof f->corner);
  count_corners(f);
}

/* The axes in which two corners are equal. */
static int equal_axes(const solid_proxy *s, int i, int k) {
  double room[2][3];
  const double *p = solid_own_corner(s, i, room[0]), *q = solid_own_corner(s, k, room[1]);
  return (p[0] == q[0]) | (p[1] == q[1]) << 1 | (p[2] == q[2]) << 2;
}

/* If neither frame is turned, two corners that are equal in an axis are exactly equal in the world,
 * too. The points of the difference that they make lie in a plane across the axis, or, for two
 * axes, on a line. */
static int find_flat(const solid_pair *p, const space_feature *f) {
  int i, axes = p->a.turned || p->b.turned ? 0 : 7, count;
  for (i = 1; i < f->own[0] && axes; i++) axes &= equal_axes(&p->a, f->used[0][0], f->used[0][i]);
  for (i = 1; i < f->own[1] && axes; i++) axes &= equal_axes(&p->b, f->used[1][0], f->used[1][i]);
  count = (axes & 1) + (axes >> 1 & 1) + (axes >> 2);
  return count >= 4 - f->count ? axes : 0;
}

/* Each edge between the points must be an edge of one of the two. Then all of a's corners have the
 * same height along the normal, and all of b's. */
int ci_space_feature_flat(const solid_pair *p, space_feature *f) {
  f->flat = find_flat(p, f);
  return f->flat != 0 || f->own[0] + f->own[1] == f->count + 1;
}

int ci_space_feature_face(space_feature *f) {
  int which = f->own[1] == 3 ? 1 : 0, i;
  if (f->count != 3 || f->own[which] != 3) return 0;
  for (i = 0; i < 3; i++) {
    f->corner[i][which] = f->used[which][i];
    f->corner[i][1 - which] = f->used[1 - which][0];
  }
  return 1;
}

/* ---- Certainty ---------------------------------------------------------------------------------
 *
 * u = 2^-53. M is a bound of the radius, of the coordinates of either solid, of t d and of w + t d.
 * L is the length of the longest edge, and R the radius. The errors of the coordinates:
 * - of a corner: 5 u M;
 * - of a point w: 10 u M, and 11 u M with the rounding of t;
 * - of an edge between two points: 20 u M, and 22 u M with the rounding of t. */

/* Projects the origin onto the edge. Computes the direction out of the feature and its error.
 * Returns 1 if the nearest point to the origin surely lies inside the feature. If the time is
 * early, the points w may still move by `slip`. Then the weight changes by slip over the length of
 * the edge. */
static int project_on_edge(double (*const w)[3], double size, double radius, double slip,
                           double r[3], double *error) {
  double e[3], ee, weight, length, part;
  int i;
  for (i = 0; i < 3; i++) e[i] = w[1][i] - w[0][i];
  ee = vector_dot(e, e);
  if (!(ee > 0)) return 0;
  length = sqrt(ee);
  weight = -vector_dot(e, w[0]) / ee;
  /* e . w: 19 u M L and 38 u M (L + R); e^2: 76 u M L. So the weight is off by
   * (133 L + 38 R) u M / L^2. */
  part = 256 * SOLID_UNIT * size * (length + radius) / ee + 2 * slip / length;
  if (!(weight > part && weight < 1 - part)) return 0;
  for (i = 0; i < 3; i++) r[i] = w[0][i] + weight * e[i];
  /* w: 19 u M; the weight's error times L; the weight times 38 u M, and rounding. */
  *error = 64 * SOLID_UNIT * size + part * length + 2 * slip;
  return 1;
}

/* The same for a triangle. `slip` changes a weight by slip times the length of the edges over |n|.
 * If `is_half` is 1, the triangle is half of a parallelogram that lies in the difference, too. Its
 * diagonal is the side opposite to the first point. */
static int project_on_triangle(double (*const w)[3], int is_half, double size, double radius,
                               double slip, double r[3], double *error) {
  double e[3], f[3], x[3], nn, weight[2], length, part;
  int i;
  for (i = 0; i < 3; i++) {
    e[i] = w[1][i] - w[0][i];
    f[i] = w[2][i] - w[0][i];
  }
  length = sqrt(vector_dot(e, e)) + sqrt(vector_dot(f, f));
  vector_cross(e, f, r);
  nn = vector_dot(r, r);
  if (!(nn > 0)) return 0;
  vector_cross(f, w[0], x);
  weight[0] = vector_dot(x, r) / nn;
  vector_cross(w[0], e, x);
  weight[1] = vector_dot(x, r) / nn;
  /* The normal is off by 76 u M L and rounding. Each product with w is off by
   * 38 u M (L + R) + 19 u M L. So a weight is off by 320 u M L^2 (L + R) / |n|^2. */
  part = 512 * SOLID_UNIT * size * length * length * (length + radius) / nn;
  part += 2 * slip * length / sqrt(nn);
  if (!(weight[0] > part && weight[1] > part)) return 0;
  if (is_half ? !(weight[0] < 1 - part && weight[1] < 1 - part)
              : !(weight[0] + weight[1] < 1 - 2 * part))
    return 0;
  *error = 128 * SOLID_UNIT * size * length;
  return 1;
}

/* Returns 1 if the corner is on the face through three used corners of the same solid. */
static int is_on_face(const solid_proxy *s, const int used[3], int corner) {
  const polytope *p = s->hull;
  int face, k, i, found, has;
  if (s->form == SOLID_BOX) {
    int same = 7 & ~((used[0] ^ used[1]) | (used[0] ^ used[2]));
    return (same & ~(used[0] ^ corner)) != 0;
  }
  if (s->form != SOLID_HULL) return 0;
  for (face = 0; face < p->faces; face++) {
    found = has = 0;
    for (k = p->first[face]; k < p->first[face + 1]; k++) {
      for (i = 0; i < 3; i++) found += p->corner[k] == used[i];
      has |= p->corner[k] == corner;
    }
    if (found == 3) return has;
  }
  return 0;
}

/* Do two corners of a box differ in at most one coordinate? */
static int are_beside(int i, int k) {
  int bits = i ^ k;
  return (bits & (bits - 1)) == 0;
}

/* Returns 1 if the triangle is half of a parallelogram: of an edge of each solid, or of a box's
 * side. Moves the point opposite to the diagonal to the first place. */
static int is_half(const solid_pair *at, space_feature *f) {
  int i, k, which, swap;
  for (which = 0; which < 2; which++)
    if (f->own[which] == 3 && (which == 0 ? &at->a : &at->b)->form != SOLID_BOX) return 0;
  for (i = 0; i < 3; i++) {
    const int *p = f->corner[i], *q = f->corner[(i + 1) % 3], *r = f->corner[(i + 2) % 3];
    int opposite = 1;
    for (which = 0; which < 2; which++) {
      if (f->own[which] == 2) opposite &= (p[which] == q[which]) != (p[which] == r[which]);
      if (f->own[which] == 3)
        opposite &= are_beside(p[which], q[which]) && are_beside(p[which], r[which]);
    }
    if (!opposite) continue;
    for (k = 0; k < 2; k++) {
      swap = f->corner[0][k];
      f->corner[0][k] = f->corner[i][k];
      f->corner[i][k] = swap;
    }
    return 1;
  }
  return 0;
}

static int is_used(const space_feature *f, int which, int corner) {
  int i;
  for (i = 0; i < f->own[which]; i++)
    if (f->used[which][i] == corner) return 1;
  return 0;
}

/* Returns 1 if all other corners of one solid surely lie beneath the used ones. r points out of b,
 * so a's corners are above. Sets *inside if one of them surely lies beneath. */
static int is_foremost(const solid_proxy *s, const space_feature *f, int which, const double r[3],
                       double margin, int *inside) {
  double first[3], p[3], v[3];
  int i, count = solid_corner_count(s);
  ci_solid_corner_rounded(s, f->used[which][0], first);
  for (i = 0; i < count; i++) {
    double height;
    if (is_used(f, which, i)) continue;
    ci_solid_corner_rounded(s, i, p);
    if (which == 0)
      vector_minus(p, first, v);
    else
      vector_minus(first, p, v);
    height = vector_dot(r, v);
    if (height > margin)
      *inside = 1;
    else if (f->flat != 0 && (f->flat & ~equal_axes(s, f->used[which][0], i)) == 0)
      continue;
    else if (f->own[which] < 3 || !is_on_face(s, f->used[which], i))
      return 0;
  }
  return 1;
}

int ci_space_feature_holds(const solid_pair *at, double travel, space_feature *f, int *inside) {
  double w[3][3], a[3], b[3], r[3], error, margin, size = at->size + at->radius + travel, length;
  double slip = 2 * f->off * travel;
  int i, there = 1, half = f->count == 3 && is_half(at, f);
  for (i = 0; i < f->count; i++) {
    ci_solid_corner_rounded(&at->a, f->corner[i][0], a);
    ci_solid_corner_rounded(&at->b, f->corner[i][1], b);
    vector_minus(a, b, w[i]);
  }
  if (f->count == 3) {
    there = project_on_triangle(w, half, size, at->radius, slip, r, &error);
    if (there && vector_dot(r, f->normal) < 0) vector_negate(r, r);
  } else if (f->count == 2) {
    there = project_on_edge(w, size, at->radius, slip, r, &error);
  } else {
    memcpy(r, w[0], sizeof r);
    error = 19 * SOLID_UNIT * size + 2 * slip;
  }
  if (!there) return 0;
  *inside = at->radius > 0;
  length = sqrt(vector_dot(r, r));
  if (!(length > 4 * error)) return 0;
  /* A height: the difference v of two corners is off by 19 u M. Its product with r is off by 3 u
   * |r| |v|, and |v| is at most 3.5 M. The error of r adds its product with |v|. */
  margin = 64 * SOLID_UNIT * size * length + 4 * error * size + FILTER_TINY;
  return is_foremost(&at->a, f, 0, r, margin, inside) &&
         is_foremost(&at->b, f, 1, r, margin, inside);
}
