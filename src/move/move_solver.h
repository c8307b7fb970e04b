/* SPDX-License-Identifier: MIT
 *
 * The plane solver: the obstacles at one position, and the projections of the desired displacement
 * along them.
 */
#ifndef COLLIDE_MOVE_SOLVER_H
#define COLLIDE_MOVE_SOLVER_H

#include "move.h"

enum { MOVE_BLOCKED = 16 };

enum { MOVE_PROJECTIONS = MOVE_OBSTACLES * MOVE_OBSTACLES };

typedef struct move_obstacle {
  collide_target_sweep met;
  int is_handled;  /* the response to it is known */
  int is_expanded; /* the other planes of the contact are known */
} move_obstacle;

/* A projection of the desired displacement: onto the plane of one obstacle, onto the line of two
 * planes, or onto the middle plane of two. */
typedef struct move_projection {
  signed char i, k; /* the obstacles; k is -1 for one obstacle */
  signed char is_middle, is_tried;
  int retries; /* how often the projection was tried again with a larger bias */
} move_projection;

typedef struct move_solver {
  move_state *m;
  double desired[3]; /* what was left of the displacement when the body came to this position */
  double d[3];       /* the projection that is tried now */
  move_obstacle list[MOVE_OBSTACLES];
  move_projection projections[MOVE_PROJECTIONS];
  int count, projection_count;
  int current;          /* the index of that projection; -1 for the desired displacement */
  int is_shifted;       /* the body has moved since, by at most the tolerance */
  int shifts;           /* how often all projections were tried again after a shift */
  int has_failed_climb; /* no wall is climbed at this position */
  int blocked_count;
  double blocked[MOVE_BLOCKED][3]; /* in space: directions that are blocked at this position */
  int has_passed;                  /* an obstacle with the normal of a known one was passed */
  int turns, squeezes;             /* see count_turn */
  collide_place turned_by[2];      /* the last two obstacles that turned the body */
  int snaps;                       /* `snap` holds the body on the ground */
  int is_at_top; /* at the top of a slope, the body continues level: advance_to_top */
} move_solver;

static inline const double *solver_normal(const move_solver *s, int i) {
  return s->list[i].met.hit.normal;
}

/* Records a gap if a known obstacle faces this normal: the body slides between two walls. Then all
 * projections are tried again. */
void ci_move_record_gap(move_solver *s, const double normal[3]);
/* The index of the obstacle with this normal, or the number of obstacles if there is none. */
int ci_move_find_obstacle(const move_solver *s, const collide_target_sweep *met);
/* Adds an obstacle and its projections. */
void ci_move_add_obstacle(move_solver *s, const collide_target_sweep *met);
void ci_move_remove_obstacle(move_solver *s, int index);

/* Returns the untried projection that is nearest to the desired displacement, or -1 if all were
 * tried. The current projection comes first if retry_with_bias has cleared its mark. */
int ci_move_choose_projection(const move_solver *s);
/* Call it after all projections were tried. Finds more of them, or clears the marks of those that
 * may be free now. Returns 0 if there are none. */
int ci_move_find_more_projections(move_solver *s);
/* Records that s->d is blocked at this position. */
void ci_move_record_blocked(move_solver *s);
/* Returns 1 if s->d is a recorded direction, except for rounding. */
int ci_move_is_blocked(const move_solver *s);
/* Writes the projection to s->d. */
void ci_move_project(move_solver *s, const move_projection *projection);

#endif
