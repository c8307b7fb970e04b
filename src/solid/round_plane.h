/* SPDX-License-Identifier: MIT
 *
 * A polytope and a cylinder or cone, under any matrix, that touch or nearly touch: a plane that may
 * separate them, and points that may be in both. All are found in doubles by the features of the
 * two; twofold_decide.c decides by them.
 */
#ifndef COLLIDE_SOLID_ROUND_PLANE_H
#define COLLIDE_SOLID_ROUND_PLANE_H

#include "solid.h"

/* A line to which a plane's normal is perpendicular, so that the plane contains all of a feature:
 * an edge of the polytope, a column of the round solid's matrix, or the line on a cone's side. */
typedef enum line_kind { LINE_EDGE, LINE_COLUMN, LINE_SIDE } line_kind;

typedef struct plane_line {
  line_kind kind;
  int from, to; /* corners; `from` may be the number of a column */
} plane_line;

typedef struct round_normal {
  double r[3];  /* out of b, near a unit vector, except for rounding */
  double apart; /* the separation along it, except for rounding */
  int count;
  plane_line line[2];
} round_normal;

enum { ROUND_CORNERS = 6 };

typedef struct round_scene {
  const solid_pair *pair;
  const solid_proxy *flat, *round;
  int which;           /* 0: the polytope is a; 1: it is b */
  double across[3][3]; /* the cross products of the columns of the round solid's matrix */
  double det;
  double toward[3];           /* in the own frame: roughly the normal, out of the round solid */
  int count;                  /* of corners of the polytope near the contact */
  int corner[ROUND_CORNERS];  /* their numbers */
  double p[ROUND_CORNERS][3]; /* and places in the own frame */
  round_normal best;
} round_scene;

/* Is one of the two a polytope without a radius, the other a cylinder or cone? */
int ci_round_is_pair(const solid_pair *p);
/* Finds the plane that separates the two best, from a simplex of GJK. Returns GJK_APART if it
 * certainly separates them, else GJK_UNSURE. If there is no plane, best.apart is -HUGE_VAL. */
int ci_round_find_plane(round_scene *c, const solid_pair *p, const simplex *s);
/* The normal with twice the digits, perpendicular to its lines. Returns 0 if there is none. */
int ci_round_refine_normal(const round_scene *c, twofold r[3]);
/* Is a point of the polytope in the round solid? `size` is M of TWOFOLD_MARGIN. */
int ci_round_have_common(const round_scene *c, double size);

/* A point or vector of the world in the own frame. */
void ci_round_to_own(const round_scene *c, const double x[3], double own[3]);

#endif
