/* SPDX-License-Identifier: MIT
 *
 * Movement: a shape moves through a target by a desired displacement, and is pushed out of its
 * overlaps. Part of collide.h, whose opening comment applies here too.
 */
#ifndef COLLIDE_MOVE_API_H
#define COLLIDE_MOVE_API_H

#include "sweep.h"
#include "begin.h"

/* The response to an obstacle. */
typedef enum collide_response {
  COLLIDE_RESPOND_SLIDE,  /* the rest of the displacement follows the plane of the contact */
  COLLIDE_RESPOND_STOP,   /* the move ends there */
  COLLIDE_RESPOND_BOUNCE, /* the rest of the displacement is reflected, see `bounciness` */
  COLLIDE_RESPOND_PASS    /* the move ignores this part, cell or member */
} collide_response;

typedef struct collide_move_hit {
  /* The hit of collide_target_shapecast with COLLIDE_SKIP_TOUCHING. The cast starts where the leg
   * starts, along its displacement. t is 0 for a contact, which the shape touched before the leg.
   * In space t may be earlier, and t_exit later, in two cases. Where the shape meets a face at a
   * flat angle, t is earlier by at most 2^-18 of itself. Where faces lie on one another, the shape
   * stops short. The bound is 2^-50 of the sizes and the distance of the two, or 2^-40 if one is
   * curved. The same bounds hold for t_exit. If several normals separate the two, the hit has one
   * whose face no other obstacle covers. */
  collide_sweep_hit hit;
  collide_place at;
  int mover_part;     /* the part of a moving group that hit, from 1; 0 for a shape */
  double position[3]; /* of the shape at the hit */
  collide_response response;
} collide_move_hit;

typedef struct collide_move_options {
  collide_response response; /* to every hit, if `respond` is NULL */
  collide_response (*respond)(void *user, const collide_move_hit *hit);
  /* NULL, or the filter: returns 0 to ignore a member during the call. It is called for members
   * that the shape hits or overlaps, possibly more than once. */
  int (*takes)(void *user, const collide_place *at);
  /* NULL, or a function that returns 1 for one-way members, parts and cells, and writes the
   * direction n in which the blocking side faces. A face of a one-way place blocks if normal . n >
   * 0, the displacement leads into it, and the shape did not overlap the place at the call. Its
   * edges and corners, and round places, block only if displacement . n < 0, too. An overlap of at
   * most the tolerance is rounding: then the shape stands on the place.
   *
   * A shape that overlapped a one-way place also passes adjacent places with the same n. Parts,
   * triangles and members are adjacent if they touch. Cells are adjacent within the shape's width.
   * In the plane n[2] is ignored. */
  int (*one_way)(void *user, const collide_place *at, double n[3]);
  /* A bounce multiplies the component along the normal by minus this number: from 0, which slides,
   * to 1. The function, if it is not NULL, gives it for each bounce. */
  double bounciness;
  double (*get_bounciness)(void *user, const collide_move_hit *hit);
  void *user;             /* the first argument of all functions here */
  int iterations;         /* the most turns at obstacles; then the move ends */
  int has_up;             /* nonzero: the shape walks, and the next four fields count */
  double up[3];           /* not zero; need not have unit length */
  double max_slope;       /* radians: ground up to this slope, and 1e-9 more, is walkable */
  int along_slope;        /* nonzero: on a slope the body goes as far as on level ground; 0: its
                             displacement keeps its level part, so it goes farther */
  double step;            /* the height of steps that the shape climbs; 0: none */
  double snap;            /* the distance over which the shape snaps down to ground; 0: none */
  collide_move_hit *hits; /* where hits are written; may be NULL if room is 0 */
  int64_t room;           /* the number of hits that fit */
  /* NULL, or a function that is called when `hits` is full. It copies the hits to a larger array,
   * returns that and writes the new room. It returns NULL if it cannot. */
  collide_move_hit *(*grow)(void *user, collide_move_hit *hits, int64_t *room);
  int skips_exit; /* nonzero: t_exit of hits and ground is not needed, and may be -1; saves time */
} collide_move_options;

/* Slides, turns at most 16 times, does not walk, bounces fully, and has no room for hits. */
collide_move_options collide_default_move(void);

typedef struct collide_move_result {
  double position[3];     /* the new position of the shape */
  double displacement[3]; /* the total displacement */
  double remainder[3];    /* the desired displacement that is left at the end; 0 if the move used
                             all of it, or lost the rest in slides */
  double direction[3];    /* the whole displacement, reflected at each bounce as its rest is */
  int bounces;            /* the number of bounces */
  collide_move_hit *hits; /* in the order of contact */
  int64_t count;          /* the number of hits; at most `room` of them are written */
  int has_ground;         /* 1 if the shape stands on walkable ground; `ground` is the contact */
  collide_move_hit ground;
  int exhausted; /* 1 if the move ended early, because it had made too many queries; `remainder` is
                    the rest */
  int inside;    /* 1 if the shape still overlaps an obstacle that is neither one-way nor passed */
} collide_move_result;

/* The moving body: a shape with its source, or a group, whose parts move as one. An obstacle of any
 * part blocks the group. An overlap of any part is an overlap of the group. If hits have equal t
 * and place, that of the lower part counts. A group with a mesh is COLLIDE_UNSUPPORTED. */
typedef struct collide_mover {
  collide_shape *shape; /* NULL for a group */
  collide_source *source;
  collide_shape_group *group; /* ignored if `shape` is not NULL */
} collide_mover;

/* The bytes of `storage`, aligned for doubles, that a move needs. A polygon and a group need some.
 * Other shapes, and groups with a mesh, need 0. */
size_t collide_move_storage(const collide_mover *mover);

/* Moves a shape by a desired displacement, and gives the shape its new position. The displacement
 * may be zero. The shape may be a member of the target; it does not block itself. In the plane the
 * third components of the displacement and of `up` are ignored.
 *
 * Overlaps. First the shape is pushed out of its overlaps, as by collide_push_out. If the response
 * to an overlapped place is COLLIDE_RESPOND_PASS, that place does not push. It becomes a hit at t =
 * 0 with `inside`. Places that the shape still overlaps afterwards do not block it. (A place is a
 * member, part, cell or triangle.)
 *
 * Obstacles. All other places block, at any length of the displacement. At its new position the
 * shape overlaps none of them: collide_contact checks this. In the plane the shape ends in contact,
 * except for rounding. In space it keeps a clearance from the plane of the contact: 2^-40 of its
 * largest coordinate. It is 2^-30 of the shape's width more where one of the two is a cylinder or
 * cone, or round and unevenly scaled. Two shapes that are not turned and meet along a coordinate
 * axis have no clearance.
 *
 * A contact is an obstacle within the tolerance: 8 clearances, or in the plane 2^-44 of the largest
 * coordinate. On the way, the shape may enter its contacts by twice the tolerance. At the end it is
 * pushed out of them. In a gap exactly as wide as the shape an overlap within the tolerance may
 * remain. The next move does not resolve such an overlap by a longer way, and it does not set
 * `inside`.
 *
 * Work. A move makes at most 32 legs. One in space makes at most 512 queries and tests of member
 * shapes, and one in the plane 2048. Each obstacle that is passed adds 16. Then the move ends.
 *
 * Walking. On walkable ground the part of the displacement across `up` is kept, for a shape that
 * had ground at the call or landed in the move, and does not rise. A shape rises if its
 * displacement rises along `up` by more than 2^-40 of its length. Downward motion ends on walkable
 * ground. Steeper ground is a wall for the level part. A step is climbed if the sole of the shape,
 * lifted by at most `step`, comes to stand on a walkable face: the sole covers the extent of the
 * shape across `up`, at its lowest point. A shape without a flat bottom stands at the edge of a
 * level face as long as its sole touches this face. A shape that lies between such edges and cannot
 * fall has ground, too.
 *
 * Returns COLLIDE_YES. Returns COLLIDE_UNSUPPORTED if shape and target have different dimensions,
 * if the target is a world, or if a member has no test. If it returns COLLIDE_UNSUPPORTED, or
 * `respond` does not return (longjmp), shape and source do not change. */
collide_answer collide_move(const collide_mover *mover, const collide_target *target,
                            const double displacement[3], const collide_move_options *options,
                            void *storage, collide_move_result *result);

/* Resolves the overlaps of a shape: moves it until it at most touches each obstacle. The shape does
 * not pass through or end in an obstacle that it did not overlap at the call. If no tried position
 * is free, it ends at the one with the least penetration depth. Only these options count: `takes`,
 * `one_way`, `user`, and `respond` or `response`, if it is COLLIDE_RESPOND_PASS. A passed place
 * does not push. `hits` holds only passed places.
 *
 * The push of the deepest contact is tried first. If it does not resolve all overlaps, a search
 * combines faces of the two shapes, and tries at most 32 positions. It finds the nearest free
 * position beyond one such face of each obstacle. This position must be no farther than half the
 * least width of the shape. The faces are the edges of outlines and the faces of boxes, hulls,
 * triangles, cylinders and cones. The direction between the centres of the bounds also counts as
 * the normal of a face. An outline or hull with more than 32 faces gives 32, spread over it.
 * Positions farther away, or beyond the cross product of two edges in space, are found mostly, but
 * not always. */
collide_answer collide_push_out(const collide_mover *mover, const collide_target *target,
                                const collide_move_options *options, void *storage,
                                collide_move_result *result);

/* Whether a shape fits where it is: COLLIDE_YES if it penetrates no obstacle by more than twice the
 * clearance that moves keep, stated at collide_move. In the plane, where moves keep none, the limit
 * is 2^-47 of the largest coordinate. Obstacles are the places that would set `inside`, so a
 * one-way place is not an obstacle. The same options count as for collide_push_out. Nothing
 * changes. To test other sizes, pass a shape from collide_resize; if the old shape is in the
 * target, leave it out by `takes`. */
collide_answer collide_fits(const collide_mover *mover, const collide_target *target,
                            const collide_move_options *options);

#include "end.h"

#endif
