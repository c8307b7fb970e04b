/* SPDX-License-Identifier: MIT
 *
 * What a slide knows of the obstacles at one place, and the ways past them.
 */
#ifndef COLLIDE_MOVE_WAYS_H
#define COLLIDE_MOVE_WAYS_H

#include "move.h"

enum { MOVE_PROJECTIONS = MOVE_OBSTACLES * MOVE_OBSTACLES };

typedef struct move_obstacle {
  collide_target_sweep met;
  int is_asked;    /* what to do about it */
  int is_unfolded; /* the other planes of the contact are known, too */
} move_obstacle;

/* Of the wish, onto the plane of one obstacle, onto the line in which those of two cross, or onto
 * the plane in the middle between two. */
typedef struct move_projection {
  signed char i, k; /* which obstacles; k is -1 for one */
  signed char is_middle, is_tried;
  int again; /* how often one of them was met once more along the projection */
} move_projection;

typedef struct move_sliding {
  move_state *m;
  double wish[3]; /* what was left of the displacement when it came to this place */
  double d[3];    /* the projection of it that is tried now */
  move_obstacle list[MOVE_OBSTACLES];
  move_projection ways[MOVE_PROJECTIONS];
  int count, way_count;
  int at;                 /* which projection is tried; -1 for the wish itself */
  int is_shifted;         /* it has moved since, by no more than the noise */
  int shifts;             /* how often all ways were tried again for that */
  int has_passed;         /* something that has the normal of what it slides along */
  int turns, squeezes;    /* see count_turn */
  collide_place sides[2]; /* what it was turned by last, and before that */
  int is_kept;            /* to the ground, by `snap` */
  int is_at_top;          /* of a slope, and was sent on level: see go_to_top */
} move_sliding;

static inline const double *sliding_normal(const move_sliding *s, int i) {
  return s->list[i].met.hit.normal;
}

/* Between two walls that face each other the shape slides along both: is this the second one? Then
 * all projections are tried again. */
void ci_move_note_between(move_sliding *s, const double normal[3]);
/* Its number; the count of obstacles where there is none with that normal. */
int ci_move_find_obstacle(const move_sliding *s, const collide_target_sweep *met);
/* Also its projections. */
void ci_move_add_obstacle(move_sliding *s, const collide_target_sweep *met);
void ci_move_remove_obstacle(move_sliding *s, int gone);

/* The projection nearest to the wish, of those that have not been tried; one that just failed by
 * rounding before all. -1 when all were. */
int ci_move_choose_way(const move_sliding *s);
/* When all were tried: finds more, or lets all be tried again. Returns 0 when there are none. */
int ci_move_find_more_ways(move_sliding *s);
/* Writes s->d. */
void ci_move_project(move_sliding *s, const move_projection *way);

#endif
