/* SPDX-License-Identifier: MIT
 *
 * Movement: a shape goes its way through a target, and is moved out of what it is in. Part of
 * collide.h, whose opening comment applies here too.
 */
#ifndef COLLIDE_MOVE_API_H
#define COLLIDE_MOVE_API_H

#include "sweep.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* even where the including file hides its names */
#endif

/* What a shape does when something is in its way. */
typedef enum collide_response {
  COLLIDE_RESPOND_SLIDE,  /* what is left of the displacement goes along what was hit */
  COLLIDE_RESPOND_STOP,   /* it ends there */
  COLLIDE_RESPOND_BOUNCE, /* what is left is reflected */
  COLLIDE_RESPOND_PASS    /* it goes on, as if this part, cell or member were not there */
} collide_response;

typedef struct collide_move_hit {
  collide_sweep_hit hit; /* as of collide_target_shapecast with COLLIDE_SKIP_TOUCHING, from where
                            the shape was last turned, along what was left of the displacement;
                            in space t may be earlier, by 2^-18 of itself at most, where a face is
                            met at a flat angle, or by the time in which it goes 2^-50 of the size
                            of the two and of how far they are from each other (2^-40 of what is
                            curved), where faces lie on one another; and t_exit later by as much */
  collide_place at;
  int mover_part;     /* of a group that is moved: which part hit, from 1; else 0 */
  double position[3]; /* of the shape there */
  collide_response response;
} collide_move_hit;

typedef struct collide_move_options {
  collide_response response; /* to every hit, unless there is: */
  collide_response (*respond)(void *user, const collide_move_hit *hit);
  /* NULL, or tells whether a member counts at all: asked about what the shape meets or is in,
   * perhaps more than once. */
  int (*takes)(void *user, const collide_place *at);
  /* NULL, or tells whether a member, part or cell blocks from one side alone, and writes which: it
   * blocks only where the shape was not in it at the call, displacement . n < 0 and normal . n > 0.
   * What was in it by 2^-44 of its largest coordinate at most stands on it. What was in one is let
   * through those that touch it and block from the same side, too: parts, triangles and members
   * beside one another, and cells as far as it is wide. In two dimensions n[2] is not looked at. */
  int (*one_way)(void *user, const collide_place *at, double n[3]);
  void *user;             /* given to both, and to `grow` */
  int iterations;         /* how often it may be turned by what it hits; then it ends */
  int has_up;             /* it walks: the four below count */
  double up[3];           /* not zero; need not have unit length */
  double max_slope;       /* radians: ground this steep, and 1e-9 more, is walkable */
  double step;            /* the height of stairs to climb; 0: none */
  double snap;            /* how far down to keep to walkable ground; 0: not at all */
  collide_move_hit *hits; /* where hits go; may be NULL when there is no room */
  int64_t room;           /* for so many; */
  /* NULL, or gives more when it is used up: returns memory of more than `room` hits that holds
   * those that are there, and writes for how many; or NULL, for there is no more. */
  collide_move_hit *(*grow)(void *user, collide_move_hit *hits, int64_t *room);
  int skips_exit; /* t_exit of hits and of the ground is not wanted: it may be -1, in less time */
} collide_move_options;

/* Slides, at most 16 turns, does not walk, no room for hits. */
collide_move_options collide_default_move(void);

typedef struct collide_move_result {
  double position[3];     /* of the shape, as it is now */
  double displacement[3]; /* by how much it was moved in all */
  double remainder[3];    /* what was left of the displacement when it ended; 0 when all of it was
                             used, or slid away */
  collide_move_hit *hits; /* in the order in which they came */
  int64_t count;          /* how many there were; at most `room` are written */
  int has_ground;         /* it stands on walkable ground: */
  collide_move_hit ground;
  int inside; /* it is still in something that is neither one-way nor was passed */
} collide_move_result;

/* Memory of this many bytes, aligned for doubles, is what a shape of this kind needs to be moved;
 * 0 but for polygons. */
size_t collide_move_storage(const collide_shape *shape);

/* Takes a shape along a displacement, which may be zero, and gives it the position where it ends.
 * The target may have the shape as a member, which is passed over. Of two dimensions the third
 * components of displacement and `up` are not looked at.
 *
 * First it is moved out of what it is in, as of collide_push_out, but for what the response is to
 * pass: that is a hit at t = 0, with `inside`. What it is in after that (a member, a part of a
 * group, a cell, a triangle) does not block it; whatever else is in its way
 * does, however long the displacement, and it ends only where it is in nothing else, as
 * collide_contact says of the shape folded there. For that it may stop short of, or beside, where
 * it would touch, by 2^-48 of its largest coordinate at most (2^-40 where a cylinder or cone meets
 * something in space, and 2^-28 where its rim comes to an edge); where there is no such place, it
 * stays at the last good one, at worst where it began.
 *
 * When it walks, downward motion ends on walkable ground and does not slide, and it does not climb
 * steeper ground. When it jumps its displacement is along `up`, by more than 2^-44 of itself: then
 * it is not held by `snap`. What is round and rests on the edge of a stair, at the angle of a steep
 * slope, stands on the floor that ends there, where that is walkable and no more than `snap` over
 * it, and there is walkable ground no more than that below.
 *
 * Returns 1; or COLLIDE_UNSUPPORTED when shape and target are of different dimensions, or there is
 * no test for a member, and then shape and source stay as they were. The shape is given its
 * position at the end: what `respond` does otherwise than by returning leaves shape and source as
 * they were.
 */
int collide_move(collide_shape *shape, collide_source *source, const collide_target *target,
                 const double displacement[3], const collide_move_options *options, void *storage,
                 collide_move_result *result);

/* Moves a shape out of what it is in: to touch is to be out. On the way it passes through nothing
 * that it was not in, and ends in nothing that it was not in. Where it finds no way out, it ends
 * where it is least deep of the places that were tried. Of the options only `takes`, `one_way` and
 * `user` count, and of what is answered by `respond` or `response` whether it is to be passed: that
 * pushes nothing out, and is all there is in `hits`.
 *
 * The push of the deepest contact is tried first. Where that does not lead out, the nearest place
 * is searched that is out of every obstacle by one of the faces of the two shapes, and of what the
 * shape is not in by one that it is beyond at the start, too. The search finds it if it is no
 * farther than half the least width of the shape, and 32 nearer places, those of the combinations
 * of such faces, are tried at most. The faces are the edges of outlines, in space the faces of
 * boxes, hulls, triangles, cylinders and cones (of outlines and hulls with more than 32 of them, 32
 * spread over it), and the direction between the centres of the bounds. What is farther off, or
 * past the edge of two edges in space, is found mostly, but not always. */
int collide_push_out(collide_shape *shape, collide_source *source, const collide_target *target,
                     const collide_move_options *options, void *storage,
                     collide_move_result *result);

/* ---- Groups -------------------------------------------------------------------------------- */

/* The same of a group, of which the parts are moved as one: what any part meets stops all, or is
 * slid along; and the group is in what any of its parts is in. A target that has the group as a
 * member passes it over. Of hits at the same t and place that of the lower part counts.
 *
 * Returns COLLIDE_UNSUPPORTED also when a part of the group is a mesh. */
size_t collide_group_move_storage(const collide_shape_group *group);
int collide_group_move(collide_shape_group *group, const collide_target *target,
                       const double displacement[3], const collide_move_options *options,
                       void *storage, collide_move_result *result);
int collide_group_push_out(collide_shape_group *group, const collide_target *target,
                           const collide_move_options *options, void *storage,
                           collide_move_result *result);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
