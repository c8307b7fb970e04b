/* SPDX-License-Identifier: MIT
 *
 * The sole of a body, and what is under it.
 */
#ifndef COLLIDE_MOVE_SOLE_H
#define COLLIDE_MOVE_SOLE_H

#include "move.h"

/* Two unit vectors are parallel if their cosine is at least this. The angle is 1.4e-6. */
#define MOVE_LEVEL (1 - 1e-12)

/* A prism that covers the extent of a part of the body across `up`, from its lowest point up. The
 * extent is a disc for balls, and for upright capsules, cylinders and cones. For other bodies it is
 * a rectangle along the body. */
typedef struct move_sole {
  collide_shape shape;
  collide_source source;
  double foot;  /* the height of the lowest point along `up` */
  double width; /* half the extent across `up` */
  int is_flat;  /* the bottom of the part is as wide as the part */
} move_sole;

/* Returns 0 if the part has none: a half-space. */
int ci_move_make_sole(const move_state *m, const collide_shape *part, double height,
                      move_sole *sole);

/* Places near a sole. */
enum { MOVE_UNDER = 32 };
typedef struct move_under {
  int count;
  struct {
    collide_place at;
    int is_one_way;
  } list[MOVE_UNDER];
} move_under;

/* Finds places near the sole on its path d. Their bounds meet those of the path, extended from
 * `least` to `most` along `up`. Their top is from `least` to `most_top`. All three are relative to
 * the foot. The place of the last step may have a higher top. */
void ci_move_find_under(move_state *m, const move_sole *sole, const double d[3], double least,
                        double most, double most_top, move_under *under);
/* Finds a face with n . up >= least whose plane touches the bottom of the sole. The sole may be
 * beside the face. Writes the normal n. */
int ci_move_find_tread(const move_state *m, const move_sole *sole, const collide_place *at,
                       double least, double tolerance, double n[3]);
/* Returns 1 if the distance of the sole from the place is at most the tolerance. */
int ci_move_touches_sole(const move_sole *sole, const collide_place *at, double tolerance);

/* Returns 1 if the place has a face that is level and faces up. */
int ci_move_has_level_face(const move_state *m, const collide_place *at);
/* Returns 1 if the place has a face with this unit normal, except for rounding. */
int ci_move_has_face(const collide_place *at, const double n[3]);

/* Returns 1 if the edge of the place that is nearest to the sole, lifted by `lift`, is that of a
 * step. Writes the nearest point of the edge. Returns 0 if the middle of the sole is over the
 * place. */
int ci_move_is_step_edge(move_state *m, const collide_place *at, const move_sole *sole, double lift,
                         double edge[3]);

#endif
