/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two solids in space. Let M be the set of all differences b - a of their points: a
 * moved by t d meets b exactly when t d is in M, which is convex.
 *
 *   space.c          what is decided in which order
 *   space_box.c      boxes along the axes
 *   space_near.c     where the line enters and leaves M, in doubles
 *   space_cores.c    the same for points, segments and triangles with radii, by a closed form
 *   space_touch.c    the normal and the point with which the two touch there
 *   space_sharpen.c  the normal of a curved side, to its last digits
 *   space_feature.c  whether it surely comes in through a corner, edge or face
 *   space_feature_time.c  and when, in twofolds
 *   space_face.c     the normals of faces, and the name of the one that is met
 *   space_slabs.c    points and segments against axis-parallel boxes, the quick path
 *   space_time.c     the double that an exact decision finds next to such a place
 */
#ifndef COLLIDE_SPACE_H
#define COLLIDE_SPACE_H

#include "../collide.h"

/* Flags beside those of collide/sweep.h. SPACE_TELL_INSIDE: what the shape is in at its start is
 * told, whichever way it goes. SPACE_EARLY: the t of a hit may be earlier than it is, by 2^-18 of
 * itself at most, or by the time in which it goes 2^-50 of the size, of curved shapes 2^-40, where
 * twofolds have no more digits and exact numbers would have to be asked: what slides along a face
 * comes to meet it again by rounding alone, and what rests on one may look for it within what it is
 * off by. And t_exit may be as much later. */
enum { SPACE_TELL_INSIDE = COLLIDE_FLAGS_END, SPACE_EARLY = COLLIDE_FLAGS_END << 1 };

#define SPACE_UNTOLD (-1.0) /* the t_exit that COLLIDE_SKIP_EXIT leaves; ci_space_exit tells it */

typedef struct space_sweep {
  const collide_shape *a, *b; /* a moves */
  double d[3];                /* not zero */
  int flags;
  int decides;   /* there is an exact decision for these two */
  int is_curved; /* one of them is a cylinder, a cone, or round and in a linear frame: then times
                    are those that doubles find */
  double apart;  /* they are known to be apart from t = 0 to here; -1: nothing is known */
} space_sweep;

/* collide_shapecast for two shapes of three dimensions. *hit is 0 before. */
int ci_space_shapecast(const space_sweep *w, collide_sweep_hit *hit);

/* The t_exit of a hit at t. */
double ci_space_exit(const space_sweep *w, double t);

/* ---- space_box.c -------------------------------------------------------------------------- */

/* As ci_space_shapecast, for two boxes with sides along the axes. SPACE_BOXES_UNSURE: they are
 * others, or in one another at the start, or it is not certain in twofolds. SPACE_BOXES_TOUCH: they
 * touch at the start and do not come closer, so that their contact is asked for; t_exit is set. */
enum { SPACE_BOXES_UNSURE = -1, SPACE_BOXES_TOUCH = 2 };
int ci_space_boxes(const space_sweep *w, collide_sweep_hit *hit);

/* ---- space_near.c ------------------------------------------------------------------------- */

typedef enum space_found {
  SPACE_NEVER,  /* the line surely does not come in from t = 0 to 1 */
  SPACE_UNSURE, /* doubles do not tell; t is where it seems to */
  SPACE_SURE    /* it surely comes in; t is within 0.51 units in the last place of itself, or
                   2^-60 */
} space_found;

typedef struct space_entry {
  double t;
  int inside;          /* SPACE_SURE: it surely comes into the interior of M */
  int has_normal;      /* always where SPACE_SURE; */
  double normal[3];    /* out of b */
  space_found leaving; /* SPACE_NEVER: not looked for yet; else as of ci_space_leave, as is: */
  double leave, later;
} space_entry;

/* Where the line comes into M; for two that are apart at t = 0. */
space_found ci_space_enter(const space_sweep *w, space_entry *entry);
/* Where it leaves M, for two that meet at some t from 0 to 1: INFINITY when it never does. From
 * *later on they are apart for good. Not SPACE_NEVER. */
space_found ci_space_leave(const space_sweep *w, double *t, double *later);
/* Are the two in one another at t, by more than doubles are off? */
int ci_space_is_in(const space_sweep *w, double t);
/* The same of what is curved, where an exact decision costs much: those of others ask it first. 0
 * of half-spaces. */
int ci_space_is_surely_in(const space_sweep *w, double t);
/* Where they lie at the start: as ci_solid_decide, SOLID_UNDECIDED where doubles are unsure. */
int ci_space_quick_level(const space_sweep *w);

/* Is one of them a half-space? */
int ci_space_has_plane(const space_sweep *w);
/* How far they are apart at the start, a depth if negative, the normal, and a point of a. */
double ci_space_plane_gap(const space_sweep *w, double normal[3], double point[3]);

/* What the height of a plane over the origin may be off by, in sizes. The support point may be
 * lower by SOLID_SUPPORT_MARGIN for the sum of the components, which is at most sqrt(3) times the
 * length: 48.5 u. The height is divided by the length, 4 u of it, and the radius taken off. */
#define SPACE_GAP_MARGIN (60 * SOLID_UNIT)

/* One step of Newton's method from *t on, where a plane that the line comes nearer to at `speed` is
 * surely `gap` away; `length` is that of d, in the same units. All that is passed is surely outside
 * of M. Of a line that does not come nearer, *is_sure tells whether that is sure. */
typedef enum space_step { SEARCH_ON, SEARCH_ENDS, SEARCH_MISSES } space_step;
space_step ci_space_step(double gap, double speed, double length, double *t, int *is_sure);

/* Beneath this distance, in sizes, the direction between cores is not worth keeping. */
#define SPACE_CORES_NEAR 1.4901161193847656e-08 /* 2^-26 */

/* ---- space_touch.c ------------------------------------------------------------------------ */

/* The normal with which they touch at t, where the line comes in; `normal` may hold one that may
 * do. */
void ci_space_normal(const space_sweep *w, double t, int has_normal, double normal[3]);
/* The point in which they touch. */
void ci_space_point(const space_sweep *w, double t, const double normal[3], double point[3]);
/* At t, how far all of M lies beyond the plane across n through the origin: t may grow by what this
 * returns, 0 if nothing, before the two meet. */
double ci_space_to_plane(const space_sweep *w, double t, const double n[3]);

/* ---- space_sharpen.c ---------------------------------------------------------------------- */

/* Of a pair where it touches, and its nearest simplex shortly before: when that says that a
 * corner or an edge of a polytope comes to the side of a cylinder or cone, writes the normal that
 * these have, in place of one that is off by no more than 2^-16. Returns 0 where it does not. */
struct solid_pair;
struct simplex;
int ci_space_sharpen(const space_sweep *w, const struct solid_pair *p, const struct simplex *s,
                     double normal[3]);

/* ---- space.c ------------------------------------------------------------------------------ */

/* Does a, which is in b with this contact normal, move against the normal? Of two balls or discs
 * this is exact; else a motion along the contact plane does not, but for the rounding of the
 * normal. For both dimensions. */
int ci_space_leads_in(const collide_shape *a, const collide_shape *b, const double *normal,
                      const double *d);

/* ---- space_face.c ------------------------------------------------------------------------- */

/* Sets hit->face, or hit->edge of a hull, by the normal. */
void ci_space_name_face(const collide_shape *target, collide_sweep_hit *hit);

/* ---- space_slabs.c ------------------------------------------------------------------------ */

/* The whole answer, where it is certain: SPACE_NEVER is a miss, SPACE_SURE a hit. `decides` and
 * `is_curved` are not read; `hit`, which is 0 before, may be NULL. */
space_found ci_space_slabs(const space_sweep *w, collide_sweep_hit *hit);

/* ---- space_time.c ------------------------------------------------------------------------- */

/* As ci_solid_decide, of the set of places between from d and to d. */
int ci_space_level(const space_sweep *w, double from, double to);
/* The least double t up to which the two have met; they have not at 0, and have up to 1. `guess` is
 * near it. */
double ci_space_enter_exactly(const space_sweep *w, double guess);
/* The greatest double at which they meet, or 0. From `later` on they do not. */
double ci_space_leave_exactly(const space_sweep *w, double guess, double later);

#endif
