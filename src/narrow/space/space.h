/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two solids in space. Let M be the set of all differences b - a of their points. M
 * is convex. a moved by t d meets b exactly when t d is in M.
 *
 *   space.c          the order of the decisions, boxes along the axes, and the normal and the point
 *                    with which the two touch
 *   space_axes.c     boxes, segments and points in any frames, by separating axes
 *   space_search.c   the times at which the line enters and leaves M: a search in doubles, and the
 *                    exact double by exact decisions
 *   space_feature.c  the time at which the line surely enters through a corner, edge or face
 *   face.c           the normals of faces, and the name of the face that is met
 */
#ifndef COLLIDE_SPACE_H
#define COLLIDE_SPACE_H

#include "../../collide.h"
#include "../plane/pair_row.h"

/* Flags beside those of collide/sweep.h.
 * - SPACE_REPORT_INSIDE: a target that overlaps the shape at the start is a hit for every d.
 * - SPACE_EARLY: the t of a hit may be early by at most 2^-18 of itself. It may also be early by
 *   the time in which the shape moves 2^-50 of the size, 2^-40 for curved shapes. t_exit may be
 *   late by the same bounds. This happens where twofolds do not decide and only exact numbers
 *   could: for a shape that slides along a face, or rests on it. */
enum { SPACE_REPORT_INSIDE = COLLIDE_FLAGS_END, SPACE_EARLY = COLLIDE_FLAGS_END << 1 };

typedef struct space_sweep {
  const collide_shape *a, *b; /* a moves */
  double d[3];                /* not zero */
  int flags;
  int decides;   /* the pair has an exact decision */
  int is_curved; /* one of them is a cylinder, a cone, or round and in a linear frame: then
                    doubles find the times */
} space_sweep;

/* collide_shapecast for two shapes of three dimensions. *hit is 0 before. */
int ci_space_shapecast(const space_sweep *w, collide_sweep_hit *hit);

/* The t_exit of a hit at t. */
double ci_space_exit(const space_sweep *w, double t);

/* ---- space_axes.c and space_search.c ----------------------------------------------------- */

typedef enum space_found {
  SPACE_NEVER,  /* the line surely does not enter from t = 0 to 1 */
  SPACE_UNSURE, /* doubles cannot decide; t is their estimate */
  SPACE_SURE,   /* it surely enters; t is within 0.51 units in the last place of itself, or 2^-60 */
  SPACE_UNKNOWN /* not computed yet */
} space_found;

typedef struct space_entry {
  double t;
  int inside;          /* SPACE_SURE: it surely enters the interior of M */
  int has_normal;      /* always where SPACE_SURE */
  double normal[3];    /* out of b */
  space_found leaving; /* SPACE_UNKNOWN, or the results of ci_space_leave: */
  double leave, later;
} space_entry;

/* Finds the entry of a box, and of a segment or point against a box, if it is certain.
 * SPACE_SURE: they are apart at the start. Sets the exit, too, where it is
 * certain. */
space_found ci_space_axes(const space_sweep *w, space_entry *entry);

/* Finds where the line enters M, by a search along d that has begun. The two must be disjoint at
 * t = 0. */
struct space_search;
space_found ci_space_enter(const space_sweep *w, struct space_search *g, space_entry *entry);
/* Finds where the line leaves M: HUGE_VAL if never. The two must meet at some t from 0 to 1. From
 * *later on they are apart for good. Never returns SPACE_NEVER. */
space_found ci_space_leave(const space_sweep *w, double *t, double *later);
/* Returns 1 if the two overlap at t by more than the errors of doubles. */
int ci_space_is_in(const space_sweep *w, double t);
/* The same for curved shapes only, whose exact decision is costly. For others the exact decision
 * starts with quick tests. 0 for half-spaces. */
int ci_space_is_surely_in(const space_sweep *w, double t);
/* Decides the relation at the start, like ci_solid_decide. SOLID_UNDECIDED if it is not certain. */
int ci_space_quick_relation(const space_sweep *w);

/* Returns 1 if one of them is a half-space. */
int ci_space_has_plane(const space_sweep *w);
/* Returns the distance at the start, or the negated depth. Writes the normal, and a point of a. */
double ci_space_plane_gap(const space_sweep *w, double normal[3], double point[3]);

/* The error of the height of a plane over the origin, in sizes. The support point may be lower by
 * SOLID_SUPPORT_MARGIN for the sum of the components, which is at most sqrt(3) times the length:
 * 48.5 u. The height is divided by the length, 4 u of it, and the radius is subtracted. */
#define SPACE_GAP_MARGIN (60 * SOLID_UNIT)

/* At a smaller distance between the cores, in sizes, their direction is too inaccurate to keep. */
#define SPACE_CORES_NEAR 1.4901161193847656e-08 /* 2^-26 */

/* ---- face.c ------------------------------------------------------------------------------ */

/* Sets hit->face, or hit->edge for a hull, by the normal. */
void ci_space_name_face(const collide_shape *target, collide_sweep_hit *hit);

/* ---- space_search.c: exact decisions ----------------------------------------------------- */

/* The least time that is distinguished from 0: exact numbers have to hold its products. */
#define SPACE_LEAST_TIME 5.8e-70 /* about 2^-230 */

/* Like ci_solid_decide, for the union of all positions from `from` d to `to` d. */
int ci_space_relation(const space_sweep *w, double from, double to);
/* Finds the least double t up to which the two have met. They have not met at 0, and have met by 1.
 * `guess` is near t. */
double ci_space_enter_exactly(const space_sweep *w, double guess);
/* Finds the greatest double at which they meet, or 0. They are apart from `later` on. */
double ci_space_leave_exactly(const space_sweep *w, double guess, double later);

#endif
