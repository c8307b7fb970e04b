/* SPDX-License-Identifier: MIT
 *
 * Corners and support points of solids: see solid.h.
 */
#include "../../number/scalar.h"
#include "solid.h"

#include <string.h>

/* ---- Support points ---------------------------------------------------------------------- */

/* The first of the highest of up to three points. A loop would make the search a sixth slower. */
static inline int highest_of_few(const double (*points)[3], int count, const double d[3]) {
  double most = vector_dot(points[0], d), x;
  int best = 0;
  if (count > 1 && (x = vector_dot(points[1], d)) > most) {
    most = x;
    best = 1;
  }
  return count > 2 && vector_dot(points[2], d) > most ? 2 : best;
}

/* d in the own frame. */
static inline void turn_back(const solid_proxy *s, const double d[3], double g[3]) {
  const double *m = s->linear;
  if (s->turned) {
    g[0] = m[0] * d[0] + m[3] * d[1] + m[6] * d[2];
    g[1] = m[1] * d[0] + m[4] * d[1] + m[7] * d[2];
    g[2] = m[2] * d[0] + m[5] * d[1] + m[8] * d[2];
  } else {
    memcpy(g, d, 3 * sizeof g[0]);
  }
}

/* The first of the highest points. */
static int highest_point(const double (*points)[3], int count, const double d[3]) {
  double most = vector_dot(points[0], d);
  int i, best = 0;
  for (i = 1; i < count; i++) {
    double x = vector_dot(points[i], d);
    best = x > most ? i : best;
    most = x > most ? x : most;
  }
  return best;
}

static void find_box_corner(const solid_proxy *s, int corner, double point[3]) {
  const double *x = s->parts[0][corner & 1], *y = s->parts[1][corner >> 1 & 1],
               *z = s->parts[2][corner >> 2 & 1];
  point[0] = (x[0] + y[0] + z[0]) + s->at[0];
  point[1] = (x[1] + y[1] + z[1]) + s->at[1];
  point[2] = (x[2] + y[2] + z[2]) + s->at[2];
}

static int support_box(const solid_proxy *s, const double d[3], double point[3]) {
  double g[3];
  int corner;
  turn_back(s, d, g);
  corner = (g[0] > 0) + 2 * (g[1] > 0) + 4 * (g[2] > 0);
  find_box_corner(s, corner, point);
  return corner;
}

/* Up to this many corners it is faster to compare all of them. Memory is then read in order, which
 * matters if the hull was not in use just before. */
enum { FEW_CORNERS = 256 };

/* A corner of the face that lies in the direction from the hull's middle. */
static int some_corner(const solid_hull *p, const double g[3]) {
  return p->corner[p->first[ci_hull_start(p, g)]];
}

static int support_hull(const solid_proxy *s, const double d[3], int near, double point[3]) {
  const solid_hull *p = s->hull;
  double g[3];
  int corner;
  turn_back(s, d, g);
  if (p->corners <= FEW_CORNERS)
    corner = highest_point((const double(*)[3])(const void *)p->positions, p->corners, g);
  else
    corner = ci_hull_support_from(p, g, near >= 0 ? near : some_corner(p, g));
  solid_pose(s, hull_position(p, corner), point);
  return corner;
}

/* The point of a disc of this radius across the y axis that is farthest along g. */
static void rim_point(const double g[3], double radius, double across, double own[3]) {
  double k = across > 0 ? radius / across : 0;
  own[0] = g[0] * k;
  own[2] = g[2] * k;
}

/* Scales a direction whose square might over- or underflow. Directions in the frame of a very small
 * or very large solid may be such. */
static void keep_in_range(double g[3]) {
  double most = greater(greater_size(g[0], g[1]), fabs(g[2]));
  int i, exponent;
  if ((most > 1e-100 && most < 1e100) || !(most > 0 && most <= DBL_MAX)) return;
  (void)frexp(most, &exponent);
  for (i = 0; i < 3; i++) g[i] = ldexp(ldexp(g[i], -exponent / 2), exponent / 2 - exponent);
}

static void support_curved(const solid_proxy *s, const double d[3], double point[3]) {
  double g[3], own[3], across, length;
  int i;
  turn_back(s, d, g);
  keep_in_range(g);
  across = sqrt(g[0] * g[0] + g[2] * g[2]);
  own[0] = own[1] = own[2] = 0;
  if (s->form == SOLID_CYLINDER) {
    rim_point(g, s->around, across, own);
    own[1] = g[1] < 0 ? -s->height : s->height;
  } else if (s->form == SOLID_CONE) {
    if (s->around * across > s->height * g[1]) {
      rim_point(g, s->around, across, own);
      own[1] = -s->height;
    }
  } else {
    const double *from = s->own[highest_of_few(s->points, s->count, d)];
    length = sqrt(vector_dot(g, g));
    for (i = 0; i < 3; i++) own[i] = from[i] + (length > 0 ? g[i] * (s->around / length) : 0);
  }
  solid_pose(s, own, point);
}

/* Returns the corner, or -1. */
static inline int support(const solid_proxy *s, const double d[3], int near, double point[3]) {
  int i;
  switch (s->form) {
  case SOLID_POINTS:
    i = highest_of_few(s->points, s->count, d);
    memcpy(point, s->points[i], sizeof s->points[i]);
    return i;
  case SOLID_BOX:
    return support_box(s, d, point);
  case SOLID_HULL:
    return support_hull(s, d, near, point);
  default:
    support_curved(s, d, point);
    return -1;
  }
}

void ci_solid_support(const solid_pair *p, const double d[3], const int near[2],
                      solid_point *point) {
  double back[3], b[3];
  vector_negate(d, back);
  point->corner[0] = support(&p->a, d, near[0], point->a);
  point->corner[1] = support(&p->b, back, near[1], b);
  vector_minus(point->a, b, point->w);
}

void ci_solid_corner_rounded(const solid_proxy *s, int corner, double point[3]) {
  if (s->form == SOLID_POINTS)
    memcpy(point, s->points[corner], sizeof s->points[corner]);
  else if (s->form == SOLID_HULL)
    solid_pose(s, hull_position(s->hull, corner), point);
  else
    find_box_corner(s, corner, point);
}
