/* SPDX-License-Identifier: MIT
 *
 * The door of this room: movement in the plane and in space. Of two dimensions every third
 * component is 0 throughout, and changes no sum.
 *
 * A move is a number of legs. Each is a shapecast (the open question, see collide/sweep.h) from
 * where the shape is, of which the end is rounded: so the shape is folded there and asked by
 * contact whether it is in anything that it must not be in. The answer of the cast and that of the
 * contact are both exact, but about shapes that differ by the rounding of the corners.
 */
#ifndef COLLIDE_MOVE_H
#define COLLIDE_MOVE_H

#include "../number/fp.h"

#include "../meet/meet.h"
#include "../meet/meet_tile.h"
#include "move_reach.h"

/* spec/move breaks these one by one, and expects that to be noticed. */
#ifndef MOVE_TIES
#define MOVE_TIES 8 /* how much that is met at the same t is looked at */
#endif
#ifndef MOVE_OBSTACLES
#define MOVE_OBSTACLES 16 /* at one place */
#endif
#ifndef MOVE_STEPS
#define MOVE_STEPS 6 /* on the search for a good place */
#endif
enum { MOVE_ASKED = 24 }; /* of what begins in more that it does not pass, no more is asked */
enum { MOVE_CURVED_STEPS = 20 }; /* so many more where the time of a hit is off by more */
#ifndef MOVE_ASKS
#define MOVE_ASKS 1 /* whether a place is good */
#endif
#ifndef MOVE_FLAT
#define MOVE_FLAT 1 /* what is met at a flat angle after a short leg is met at once */
#endif
#ifndef MOVE_LINES
#define MOVE_LINES 1 /* in space the line in which two planes cross is tried, too */
#endif
#ifndef MOVE_NEAREST
#define MOVE_NEAREST 1 /* the projection nearest to the wish is tried first */
#endif

/* How often a way along a wall is led away from it. */
enum { MOVE_BIASES = 5 };

#ifndef MOVE_FACES
#define MOVE_FACES 1 /* push_out tries the other faces, too */
#endif

/* spec/move writes a function of this name, which is told each leg. */
#ifdef MOVE_TRACE
void MOVE_TRACE(const double from[3], const double to[3]);
#endif

/* What is first in the way. All that is met at the same t, each with a normal of its own, in the
 * order of the places. */
typedef struct move_met {
  int count;
  collide_target_sweep list[MOVE_TIES];
} move_met;

/* What is moved: a shape, or a group, which is all of its parts. */
typedef struct move_body {
  const collide_shape *shape;       /* or NULL, and then there is: */
  const collide_shape_group *group; /* without meshes */
  double low[3], high[3];           /* its bounds */
} move_body;

/* A copy of it, at a place of its own. */
typedef struct move_shape {
  collide_shape shape;
  collide_source source;
  collide_shape_group *group; /* NULL of a shape; of a group the two above are not written */
  move_body body;             /* this copy */
} move_shape;

/* The last cast, and what it came near on its way. */
typedef struct move_cast {
  mesh_candidates candidates;
  int is_known; /* else nothing of this is written */
  double from[3], d[3], until;
} move_cast;

typedef struct move_state {
  const collide_move_options *options;
  const collide_target *target;
  move_reach *reach; /* or NULL: the target is whole */
  int is_beyond;     /* something had to be asked outside it */
  move_body self;    /* the shape itself, which stays as it was at the call */
  int self_is_in;    /* and was in something there */
  /* What this shape is in does not block: the shape as it was at the call, and after push_out as it
   * is then. */
  const move_body *before;
  int before_is_in;
  int now; /* which of the two places is which */
  /* NULL, or what the last cast met: it was made to know what the shape may be in at its start, and
   * answers the first leg, too. */
  const move_met *first;
  int dimensions;
  double position[3];     /* where it is */
  double largest;         /* coordinate that it had on its legs so far */
  double up[3], walkable; /* unit length; the least normal . up of walkable ground */
  int is_held;            /* it has climbed a stair, and is above its edge now */
  int is_between;         /* two walls that are as far apart as it is wide: */
  double between[3];      /* the normal of one of them */
  int meets_curved;       /* in the last cast: a cylinder, a cone, or what is unevenly round */
  int unsupported;
  int asks;          /* something may be passed */
  int asked_count;   /* about these, which are not passed */
  double rounded;    /* less is the work of rounding, of depths at the call */
  int one_way_count; /* of the places below */
  collide_move_result *result;
  collide_move_hit *hits;
  int64_t room;
  /* What is not set to 0 when a move begins: */
  collide_place asked[MOVE_ASKED];
  collide_place one_way[MOVE_ASKED]; /* that it was in at the call */
  move_shape start;                  /* after push_out, of a shape that was in something */
  move_shape places[2];              /* where it is, and where it may go next */
  move_cast last_cast;
} move_state;

static inline const move_body *move_here(const move_state *m) {
  return &m->places[m->now].body;
}

static inline int move_parts(const move_body *body) {
  return body->group == NULL ? 1 : collide_group_count(body->group);
}

/* Part i from 0; of a shape that is the shape. */
static inline const collide_shape *move_part(const move_body *body, int i) {
  return body->group == NULL ? body->shape : collide_group_part(body->group, i);
}

static inline double move_dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double move_length(const double a[3]) {
  double most = fabs(a[0]) > fabs(a[1]) ? fabs(a[0]) : fabs(a[1]), x, y, z;
  if (fabs(a[2]) > most) most = fabs(a[2]);
  if (!(most > 0) || !(most < HUGE_VAL)) return most;
  x = a[0] / most;
  y = a[1] / most;
  z = a[2] / most;
  return most * sqrt(x * x + y * y + z * z);
}

static inline void move_cross(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline int move_is_zero(const double a[3]) {
  return a[0] == 0 && a[1] == 0 && a[2] == 0;
}

/* The order of vectors by x, then y, then z. */
static inline int move_is_lower(const double p[3], const double q[3]) {
  if (p[0] != q[0]) return p[0] < q[0];
  return p[1] != q[1] ? p[1] < q[1] : p[2] < q[2];
}

/* A look is a cast that the shape does not follow: what it passes is not a hit. */
static inline int64_t move_look_begin(const move_state *m) {
  return m->result->count;
}

static inline void move_look_end(move_state *m, int64_t before) {
  m->result->count = before;
}

/* ---- move_in.c ----------------------------------------------------------------------------- */

/* Is the shape in this member, part or cell, by more than a depth, as `contact` tells it? Exact
 * where that is 0. */
int ci_move_is_shape_in(const collide_shape *shape, const collide_place *at, double depth);
/* The same of what is moved; a group is in what any of its parts is in. */
int ci_move_is_deep_in(const move_body *body, const collide_place *at, double depth);
int ci_move_is_in(const move_body *body, const collide_place *at);
/* Are two places no farther apart than that? */
int ci_move_are_near(const collide_place *p, const collide_place *q, double far);
/* How far it reaches along a direction of unit length. */
double ci_move_top(const collide_place *at, const double unit[3]);
/* Where a shape that moves by d comes into it first. Returns 0 where it does not. */
int ci_move_comes_in(const collide_shape *shape, const double d[3], const collide_place *at,
                     collide_sweep_hit *first);
/* Where a shape that is in it, and moves by d, is out of it again. */
double ci_move_leaves(const collide_shape *shape, const double d[3], const collide_place *at);
int ci_move_is_same(const collide_place *p, const collide_place *q);

/* How many shapes stand for a place: several for a cell with shapes, else 1. */
int ci_move_shape_count(const collide_place *at);
/* Shape i of them, from 0; that of a cell or a triangle is written to *room. */
const collide_shape *ci_move_shape_at(const collide_place *at, int i, cell_shape *room);

/* ---- move_corner.c -------------------------------------------------------------------------- */

enum { MOVE_PLANES = 16 };

/* The contact planes of a corner or an edge: their unit normals, out of what is met. */
typedef struct move_planes {
  int count;
  double normals[MOVE_PLANES][3];
} move_planes;

/* All contact planes where the shape, which is here, touches what it has met. */
void ci_move_find_planes(const move_state *m, const collide_target_sweep *met, move_planes *planes);

/* ---- move_place.c -------------------------------------------------------------------------- */

int ci_move_set_position(move_shape *shape, const double position[3]);
void ci_move_set_bounds(move_body *body);
/* To ask what part i is in, with COLLIDE_SKIP_TOUCHING. */
meet ci_move_ask(const move_body *body, int i);
/* Is it the shape itself, one that was passed, or one that the call is not about? */
int ci_move_is_left_out(const move_state *m, const collide_place *at);
/* Is it that, or something that the shape was in before? */
int ci_move_is_ignored(const move_state *m, const collide_place *at);

/* Is it a place that part `part` of what is moved, from 0, may be in, or may come into on its way
 * from here along d to t? */
int ci_move_passes(const move_state *m, int part, const double d[3], double t,
                   const collide_place *at);
/* Are there such places, perhaps? */
int ci_move_has_passed(const move_state *m);

/* The deepest of the contacts that count: all but with itself and with what was passed; those with
 * what it must not be in at a place; those that push_out moves it out of; and those that make it
 * `inside`. push_out moves it also out of what blocks from one side alone, where it is in that by
 * rounding alone.
 */
typedef enum move_question { MOVE_ALL, MOVE_PLACE, MOVE_PUSH, MOVE_INSIDE } move_question;
int ci_move_contact(move_state *m, move_question question, const move_body *body,
                    collide_meeting *deepest);

/* The largest coordinate of the shape, here and after it has moved by d. */
double ci_move_size(const move_state *m, const double d[3]);
/* Distances up to this are the work of rounding: 16 times what a place may be off by. A place to
 * which a leg led from far away is off by a share of how far that was. */
double ci_move_noise(const move_state *m);

/* Goes to position + t d, or to a good place as near to that as 2^-48 of the size: see
 * collide/move.h. The normal is that of what it met there, or NULL. Returns how far it went; -1
 * where there is no such place. */
double ci_move_go(move_state *m, const double d[3], double t, const double *normal);
/* Returns to a place where it was before. */
void ci_move_return(move_state *m, const double position[3]);

/* ---- move_one_way.c ----------------------------------------------------------------------- */

/* Finds the places that block from one side alone and that the shape is in at the call, by more
 * than rounding: two coordinates that are to be the same, of a lift and of who stands on it, may
 * each be rounded otherwise. */
void ci_move_note_one_way(move_state *m);
/* Was the shape, at the call, in a place that blocks from the side n alone? Or in one beside it
 * that blocks from the same side: what falls through one of them is in the next ones when its wider
 * part comes there. */
int ci_move_was_in(const move_state *m, const collide_place *at, const double n[3]);

/* ---- move_reach.c ------------------------------------------------------------------------- */

/* Returns 0, and widens m->reach, when what a displacement may meet is not known: then the move has
 * to be made once more, with more members. */
int ci_move_is_known(move_state *m, const double d[3], const collide_move_options *options);

/* ---- move_cast.c --------------------------------------------------------------------------- */

/* What the last cast came near, when it began here, along d, and ended at t or later; else NULL. */
const mesh_candidates *ci_move_candidates(const move_state *m, const double d[3], double t);
/* Casts along d before it is known what the shape is in, as if that were nothing, into *first. Only
 * of shapes that may meet a mesh: else it would be for nothing. */
void ci_move_cast_first(move_state *m, const double d[3], move_met *first);
/* Returns 1 when something is in the way of d. Does not write t_exit. */
int ci_move_cast(move_state *m, const double d[3], move_met *met);
/* Writes t_exit of a hit of a cast along d from here, if anyone sees it. */
void ci_move_tell_exit(const move_state *m, const double d[3], collide_target_sweep *met);
/* The same, after what is to be passed has been passed, and noted as a hit. */
int ci_move_cast_through(move_state *m, const double d[3], collide_target_sweep *met);
/* The same, through all that is too steep to be walked on. */
int ci_move_cast_for_ground(move_state *m, const double d[3], collide_target_sweep *met);
/* Makes of what it stands on, as found by a look down, a hit at the begin of d. */
void ci_move_rest_on(const move_state *m, const double d[3], collide_target_sweep *ground);
/* Asks for the response, and notes the hit. With a displacement d the shape has not gone to the
 * hit, and it is noted only when it is to be passed. */
collide_response ci_move_respond(move_state *m, const collide_target_sweep *met, const double *d,
                                 collide_move_hit *hit);
/* Do the planes of two normals face each other, but for rounding? */
int ci_move_are_opposite(const double p[3], const double q[3]);
/* Is that the normal of one of the two walls that the shape is between? */
int ci_move_is_between(const move_state *m, const double n[3]);
/* Does a one-way member, part or cell block a displacement, with that normal? Not by rounding: by
 * its sides, whose normals are across n. */
int ci_move_is_blocked_by(int dimensions, const double n[3], const double d[3],
                          const double normal[3]);

/* ---- move_inside.c ------------------------------------------------------------------------ */

/* Asks about what the shape is in, before a move by d, and notes what it passes. */
void ci_move_pass_inside(move_state *m, const double d[3]);
/* Asks about what is met along d, once; returns 1 when it is passed, and has been noted. */
int ci_move_asks_pass(move_state *m, const collide_target_sweep *met, const double d[3]);
/* As ci_move_cast, along a push: through what is passed, which is noted. */
int ci_move_cast_push(move_state *m, const double v[3], move_met *met);

/* ---- move_push.c, move_slide.c, move_walk.c -------------------------------------------------- */

/* When may a slide end? A shape could continue where a way is free that leads from where it is by
 * more than rounding, at less than a right angle to what is left of the displacement; of what
 * walks, a level way. The ways that are free at a place are those that enter none of the contact
 * planes there, a convex cone. The way of the cone that is nearest to the wish is the wish, its
 * projection onto a plane, or in space onto the line in which two planes cross; where it is 0, no
 * way of the cone is at less than a right angle to the wish. The slide tries these, the nearest
 * first, each by a cast. So it ends only where all planes are known and none is free: a cast
 * reports one plane of a contact, and move_corner.c finds the others. What rounding leaves of this
 * is looked for, too: ways led a little away from their planes, places beside the one that was
 * found, and between two sides of a gap as wide as the shape the plane in their middle.
 * spec/move/ways_on.lua tests it. */

void ci_move_push_out(move_state *m);
void ci_move_slide(move_state *m, const double displacement[3]);

int ci_move_is_walkable(const move_state *m, const double normal[3]);
/* Is it that of level ground? */
int ci_move_is_level(const move_state *m, const double normal[3]);
/* The way to go on when a plane with normal n is in the way of `wish`, or two are, with the normals
 * p and q. The bias, times the length of d, is by how much d leads away from each of them. */
void ci_move_along(const move_state *m, const double wish[3], const double n[3], double bias,
                   double d[3]);
void ci_move_along_both(const move_state *m, const double wish[3], const double p[3],
                        const double q[3], double bias, double d[3]);
/* What may be said of n by rounding alone: the planes of two normals are taken for parallel where
 * the sine between them is less. */
#define MOVE_PARALLEL 0.000244140625 /* 2^-12 */
/* How much of d is up: 0 for what is level but for rounding, since a level way in a frame that is
 * turned mostly is not quite. */
double ci_move_rise(const move_state *m, const double d[3]);
/* Does the displacement of a move let it be kept to the ground by `snap`? */
int ci_move_is_kept(const move_state *m, const double displacement[3]);
/* What it stands on is at most this far below. */
double ci_move_standing(const move_state *m);
/* Looks down as far as that for walkable ground. */
int ci_move_find_ground(move_state *m, double far, collide_target_sweep *met);
/* Where a leg d of a wish, up to t, rises and leaves the ground over the top of a slope, with
 * ground below that `snap` would keep it to: goes there, and returns what part of d was gone; else
 * 0, and it stays. In move_crest.c. */
double ci_move_crest(move_state *m, const double d[3], double t, const double wish[3]);
/* Where a wall that a wish leads into is met with its upper corner alone: goes as much higher as
 * rounding may, writes the level part of the wish, by which it is to go on, and returns 1. What
 * falls is lifted only where it stands on something, which is written to *ground. In move_crest.c,
 * too. */
int ci_move_lift(move_state *m, const double wish[3], const double wall[3], double level[3],
                 collide_target_sweep *ground);
/* Climbs a stair along d, over what has that normal, and returns what part of d was gone, or 0 when
 * there is none. */
double ci_move_climb(move_state *m, const double d[3], const double wall[3]);
/* Keeps it on the ground, and says what that is. */
void ci_move_settle(move_state *m, const double displacement[3]);

#endif
