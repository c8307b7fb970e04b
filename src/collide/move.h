/* SPDX-License-Identifier: MIT
 *
 * Movement: a shape moves through a target by a desired displacement, and is pushed out of its
 * overlaps. Part of collide.h, whose opening comment applies here too.
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

/* The response to an obstacle. */
typedef enum collide_response {
  COLLIDE_RESPOND_SLIDE,  /* the rest of the displacement follows the plane of the contact */
  COLLIDE_RESPOND_STOP,   /* the move ends there */
  COLLIDE_RESPOND_BOUNCE, /* the rest of the displacement is reflected */
  COLLIDE_RESPOND_PASS    /* the move ignores this part, cell or member */
} collide_response;

typedef struct collide_move_hit {
  /* The hit of collide_target_shapecast with COLLIDE_SKIP_TOUCHING. The cast starts where the shape
   * last turned, along the rest of the displacement. In space two rounded cases differ. Where the
   * shape meets a face at a flat angle, t may be earlier by 2^-18 of itself at most. Where faces
   * lie on one another, t may be earlier by the time in which the shape moves 2^-50 of the sizes
   * and the distance of the two (2^-40 if one is curved). t_exit may be later by as much. */
  collide_sweep_hit hit;
  collide_place at;
  int mover_part;     /* which part of a moved group hit, from 1; 0 for a shape */
  double position[3]; /* of the shape at the hit */
  collide_response response;
} collide_move_hit;

typedef struct collide_move_options {
  collide_response response; /* to every hit, if `respond` is NULL */
  collide_response (*respond)(void *user, const collide_move_hit *hit);
  /* NULL, or the filter: returns 0 for members that the call ignores. It is called for members that
   * the shape meets or overlaps, possibly more than once. */
  int (*takes)(void *user, const collide_place *at);
  /* NULL, or returns 1 for one-way members, parts and cells, and writes the direction n of the side
   * that blocks. A one-way place blocks only if displacement . n < 0, normal . n > 0, and the shape
   * did not overlap it at the call. An overlap of at most 2^-44 of the shape's largest coordinate
   * is rounding: such a shape stands on the place.
   *
   * A shape that overlapped one such place also passes the places that touch it and block from the
   * same side: parts, triangles and members beside one another, and cells within the shape's width.
   * In the plane n[2] is ignored. */
  int (*one_way)(void *user, const collide_place *at, double n[3]);
  void *user;             /* the first argument of all functions here */
  int iterations;         /* how many obstacles may turn the shape; then the move ends */
  int has_up;             /* nonzero: the shape walks, and the next four fields count */
  double up[3];           /* not zero; need not have unit length */
  double max_slope;       /* radians: ground up to this slope, and 1e-9 more, is walkable */
  double step;            /* the height of steps that the shape climbs; 0: none */
  double snap;            /* the distance over which the shape snaps down to ground; 0: none */
  collide_move_hit *hits; /* where hits are written; may be NULL if room is 0 */
  int64_t room;           /* the number of hits that fit */
  /* NULL, or a function that is called when `hits` is full. It returns memory for more hits, with
   * the present ones copied, and writes the new room. It returns NULL if it cannot. */
  collide_move_hit *(*grow)(void *user, collide_move_hit *hits, int64_t *room);
  int skips_exit; /* nonzero: t_exit of hits and ground is not needed, and may be -1; saves time */
} collide_move_options;

/* Slides, turns at most 16 times, does not walk, and has no room for hits. */
collide_move_options collide_default_move(void);

typedef struct collide_move_result {
  double position[3];     /* the new position of the shape */
  double displacement[3]; /* the total displacement */
  double remainder[3];    /* the part of the desired displacement that was left at the end; 0 if the
                             move used all of it, or slid it away */
  collide_move_hit *hits; /* in the order of contact */
  int64_t count;          /* the number of hits; at most `room` of them are written */
  int has_ground;         /* 1 if the shape stands on walkable ground; `ground` is the contact */
  collide_move_hit ground;
  int inside; /* 1 if the shape still overlaps an obstacle that is neither one-way nor passed */
} collide_move_result;

/* What moves: a shape with its source, or a group, whose parts move as one. An obstacle of any part
 * blocks all of them, and an overlap of any part is an overlap of the group. Of hits at the same t
 * and place, the one of the lower part counts. A group with a mesh is COLLIDE_UNSUPPORTED. */
typedef struct collide_mover {
  collide_shape *shape; /* NULL for a group */
  collide_source *source;
  collide_shape_group *group; /* not looked at where there is a shape */
} collide_mover;

/* The bytes of memory, aligned for doubles, that a move needs; 0 for shapes but polygons, and for
 * groups with a mesh. */
size_t collide_move_storage(const collide_mover *mover);

/* Moves a shape by a desired displacement, and gives the shape its new position. The displacement
 * may be zero. The shape may be a member of the target; it does not block itself. In the plane the
 * third components of the displacement and of `up` are ignored.
 *
 * Overlaps. First the shape is pushed out of its overlaps, as by collide_push_out. If the response
 * to an overlapped place is to pass it, that place pushes nothing out: it is a hit at t = 0 with
 * `inside`. Members, parts, cells and triangles that the shape still overlaps afterwards do not
 * block it.
 *
 * Obstacles. Everything else blocks, however long the displacement is. The shape ends only where it
 * overlaps nothing else, as collide_contact of the shape at that position says. So it may stop
 * short of the contact, or beside it. The distance is at most 2^-48 of the shape's largest
 * coordinate. It is at most 2^-40 where a cylinder or cone meets something in space, and 2^-28
 * where its rim meets an edge. If there is no such position, the shape keeps its last good
 * position.
 *
 * Walking. Downward motion ends on walkable ground and does not slide. The shape does not climb
 * steeper ground. `snap` does not hold a shape that jumps: one whose displacement leads along `up`
 * by more than 2^-44 of its length. A round shape that rests on the edge of a step has the normal
 * of a steep slope there. It stands on the floor that ends at this edge, on two conditions: that
 * floor is walkable and at most `snap` above the shape, and there is walkable ground at most `snap`
 * below.
 *
 * Returns 1, or COLLIDE_UNSUPPORTED if shape and target have different dimensions or a member has
 * no test; then shape and source do not change. The shape gets its position at the end, so if
 * `respond` does not return (longjmp), shape and source do not change either. */
int collide_move(const collide_mover *mover, const collide_target *target,
                 const double displacement[3], const collide_move_options *options, void *storage,
                 collide_move_result *result);

/* Resolves the overlaps of a shape: moves it until it at most touches each obstacle. On its way it
 * passes through nothing that it did not overlap, and it ends in nothing that it did not overlap.
 * If it finds no way out, it ends at the least penetration depth that it tried. Of the options only
 * `takes`, `one_way` and `user` count, and whether `respond` or `response` passes a place. A passed
 * place pushes nothing out; `hits` holds only these.
 *
 * The push of the deepest contact is tried first. If it does not resolve all overlaps, a search
 * combines faces of the two shapes. It finds the nearest free position that lies beyond one such
 * face of each obstacle, if it is no farther than half the least width of the shape. It tries at
 * most 32 positions. The faces are the edges of outlines, the faces of boxes, hulls, triangles,
 * cylinders and cones, and the direction between the centres of the bounds. An outline or hull with
 * more than 32 faces gives 32 that are spread over it. Positions that are farther away, or beyond
 * the product of two edges in space, are found mostly, but not always. */
int collide_push_out(const collide_mover *mover, const collide_target *target,
                     const collide_move_options *options, void *storage,
                     collide_move_result *result);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
