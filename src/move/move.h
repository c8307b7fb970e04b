/* SPDX-License-Identifier: MIT
 *
 * Movement in the plane and in space: the interface of this room. In the plane every third
 * component is 0, and changes no sum.
 *
 * A move is a sequence of legs. Each leg is a shapecast from the current position: the open
 * query of collide/sweep.h. The end of a leg is rounded. So a contact query tests whether the
 * shape, placed there, overlaps an obstacle. Cast and contact query are both exact, except for
 * shapes that differ by the rounding of their corners.
 */
#ifndef COLLIDE_MOVE_H
#define COLLIDE_MOVE_H

#include "../number/fp.h"

#include "../target/proximity.h"
#include "../number/vector.h"
#include "move_contact.h"
#include "move_reach.h"
#include "../target/group.h"
#include "../target/nearby.h"

/* spec/move breaks these one by one. Each change must make its check fail. */
enum { MOVE_TIES = 8 };    /* the most obstacles at the same t that a push considers */
enum { MOVE_START = 64 };  /* the members whose overlap at the start is remembered */
enum { MOVE_PLACES = 24 }; /* initial overlaps that are remembered; further ones are ignored */
/* The most work of a move: its queries, and the tests of member shapes in them. A move that exceeds
 * it ends. A test in space takes a few microseconds at most, and in the plane a tenth of one. Each
 * obstacle that is passed adds to the limit. */
#ifndef MOVE_WORK
#define MOVE_WORK 512
#endif
enum { MOVE_WORK_IN_PLANE = 2048, MOVE_WORK_OF_PASS = 16 };
/* The most contacts and hits that the queries of push_out find, among cells above all. One takes
 * about ten microseconds in space, and about one in the plane. Those of curved bodies, and of
 * outlines with many corners, count more. If push_out gives up then, the rest of the move may find
 * half as many. */
enum { MOVE_FOUND = 2048, MOVE_FOUND_IN_PLANE = 24576 };
#ifndef MOVE_FACES
#define MOVE_FACES 1 /* push_out tries other faces than the deepest contact's */
#endif

/* spec/move defines a function of this name. It receives each leg. */
#ifdef MOVE_TRACE
void MOVE_TRACE(const double from[3], const double to[3]);
#endif

/* The obstacles of a cast: all hits at the least t, each with another normal, in the order of their
 * places. */
typedef struct move_hits {
  int count;
  collide_target_sweep list[MOVE_TIES];
} move_hits;

/* The first obstacle of a cast. */
typedef struct move_met {
  collide_target_sweep found;
  int contact; /* its index in the contacts of the position, or -1: the body does not touch it yet
                */
} move_met;

/* The moving body: a shape, or a group with all of its parts. */
typedef struct move_body {
  const collide_shape *shape;       /* NULL for a group */
  const collide_shape_group *group; /* NULL for a shape; has no meshes */
  double low[3], high[3];           /* the bounds */
} move_body;

/* A copy of the body, with its own position. */
typedef struct move_shape {
  collide_shape shape;
  collide_source source;
  collide_shape_group
      *group;     /* NULL for a shape; for a group the two fields above are not written */
  move_body body; /* refers to this copy */
} move_shape;

/* The last cast, and the candidates of a mesh that it found. */
typedef struct move_cast {
  mesh_candidates candidates;
  int is_known; /* 0: nothing else is written */
  double from[3], d[3], until;
} move_cast;

typedef struct move_state {
  const collide_move_options *options;
  const collide_target *target;
  move_reach *reach; /* NULL if the target is complete */
  int exceeds_reach; /* a query needed members outside of `reach` */
  move_body self;    /* the body itself, which does not change during the call */
  int call_overlaps; /* the body overlapped something at the call */
  /* Shapes that overlap the body at the start do not block it. The overlap is tested at the call
   * and, after push_out, at the new position. */
  const move_body *start_body;
  int start_overlaps;
  int start_count; /* the length of the list below */
  int dimensions;
  double position[3];     /* the current position */
  double largest;         /* largest coordinate on all legs so far */
  double up[3], walkable; /* unit length; the least normal . up of walkable ground */
  int keeps_level; /* the displacement does not rise: on walkable ground its level part is kept */
  int is_probing;  /* legs do not walk */
  int had_ground;  /* the body had ground at the call, or in this move */
  int has_tested_start; /* `had_ground` holds for the call */
  int has_step;         /* `step` is the place onto which the last step led */
  collide_place step;
  int has_last_ground; /* `last_ground` is where the search for ground begins */
  collide_place last_ground;
  int last_ground_part;
  double origin[3]; /* the position after push_out */
  int ends_early;   /* the move has made too many legs or queries, or left the range of numbers */
  int has_first;    /* `first` is the result of the first cast, which begins here */
  int first_is_met;
  /* NULL, or the mesh triangles near the leg that ended here, at t = path_t. */
  const mesh_candidates *path;
  double path_t;
  int meets_curved; /* the last cast hit a curved shape: a cylinder, a cone, or an unevenly scaled
                       ball */
  int unsupported;
  int queries;       /* the number of casts and contact queries */
  int found;         /* the number of contacts and hits in them */
  int gave_up;       /* push_out has found too many */
  int passes;        /* the number of responses that pass an obstacle */
  int finishes_hits; /* the result of a probe becomes the ground of the result */
  int may_pass;      /* a response may pass obstacles */
  int blocker_count; /* initial overlaps that are not passed */
  double rounding;   /* overlaps up to this depth at the call are rounding */
  int one_way_count; /* the length of the list below */
  int is_near_known; /* `near` is written; a response may change the members, and makes this 0 */
  collide_move_result *result;
  collide_move_hit *hits;
  int64_t room;
  /* The fields below are not zeroed at the start of a move. */
  collide_place blockers[MOVE_PLACES];
  collide_place one_way[MOVE_PLACES]; /* one-way places that the body overlapped at the call */
  move_shape start;                   /* the position after push_out, if it overlapped something */
  move_shape place;                   /* the current position */
  move_contacts contacts;             /* the contacts there that are known */
  move_met first;
  struct {
    int index, part, overlaps;
  } start_known[MOVE_START];
  move_cast last_cast;
  nearby near; /* the members near the body; not known if is_near_known is 0 */
} move_state;

static inline const move_body *move_here(const move_state *m) {
  return &m->place.body;
}

static inline int move_most_found(const move_state *m) {
  return m->dimensions == 2 ? MOVE_FOUND_IN_PLANE : MOVE_FOUND;
}

static inline int move_is_exhausted(const move_state *m) {
  int most = m->dimensions == 2 ? MOVE_WORK_IN_PLANE : MOVE_WORK;
  int work = m->queries + m->near.tests;
  if (m->gave_up && m->found > move_most_found(m) / 2 * 3) return 1;
  return work > most + MOVE_WORK_OF_PASS * m->passes;
}

static inline int move_parts(const move_body *body) {
  return body->group == NULL ? 1 : collide_group_count(body->group);
}

/* Part i, from 0. A shape has one part, itself. */
static inline const collide_shape *move_part(const move_body *body, int i) {
  return body->group == NULL ? body->shape : ci_group_part(body->group, i);
}

/* The part of the body that a hit is about. */
static inline const collide_shape *move_part_of(const move_body *body,
                                                const collide_target_sweep *met) {
  return move_part(body, met->mover_part > 0 ? met->mover_part - 1 : 0);
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

static inline int move_is_equal(const double a[3], const double b[3]) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static inline void move_negate(const double v[3], double out[3]) {
  int i;
  for (i = 0; i < 3; i++) out[i] = -v[i];
}

static inline int move_is_zero(const double a[3]) {
  return a[0] == 0 && a[1] == 0 && a[2] == 0;
}

/* Orders vectors by x, then y, then z. */
static inline int move_is_lower(const double p[3], const double q[3]) {
  if (p[0] != q[0]) return p[0] < q[0];
  return p[1] != q[1] ? p[1] < q[1] : p[2] < q[2];
}

/* A probe is a cast that the shape does not follow. Between begin and end, passed obstacles do not
 * become hits. */
static inline int64_t move_probe_begin(const move_state *m) {
  return m->result->count;
}

static inline void move_probe_end(move_state *m, int64_t before) {
  m->result->count = before;
}

/* ---- move_place.c ---------------------------------------------------------------------------- */

/* Returns 1 if the shape overlaps a member, part or cell by more than this penetration depth, as
 * `contact` measures it. Exact for depth 0. */
int ci_move_shape_overlaps(const collide_shape *shape, const collide_place *at, double depth);
/* The same for a body. A group overlaps what any of its parts overlaps. */
int ci_move_overlaps_by(const move_body *body, const collide_place *at, double depth);
/* Returns 1 if the distance of two places is at most this. */
int ci_move_are_within(const collide_place *p, const collide_place *q, double far);
/* The largest coordinate of a place along a unit vector. */
double ci_move_find_top(const collide_place *at, const double unit[3]);
/* The time at which a shape that overlaps the place, and moves by d, has left it. */
double ci_move_find_exit(const collide_shape *shape, const double d[3], const collide_place *at);
int ci_move_is_same_place(const collide_place *p, const collide_place *q);
/* The order of places: by member, part, triangle and cell. */
int ci_move_is_lower_place(const collide_place *p, const collide_place *q);

/* The number of shapes of a place: several for a cell with shapes, else 1. */
int ci_move_count_shapes(const collide_place *at);
/* Shape i of a place, from 0. The shape of a cell or a triangle is written to *room. */
const collide_shape *ci_move_get_shape(const collide_place *at, int i, cell_shape *room);

/* ---- move_place.c ---------------------------------------------------------------------------- */

/* Calls `take` with each place whose bounds meet the box, and perhaps others near it, until it
 * returns 0. The order is not specified. */
void ci_move_visit(move_state *m, const double low[3], const double high[3],
                   int (*take)(void *user, const collide_place *at), void *user);

/* ---- move_contact.c -------------------------------------------------------------------------- */

/* The contact in m->contacts with that shape, or NULL. */
move_contact *ci_move_known_contact(move_state *m, const collide_place *at, int mover_part,
                                    int shape);
/* Returns 1 if a normal that limits the body at its position separates a part of it from shape
 * `shape` of a place, and permits d. Then d does not enter the shape. */
int ci_move_is_proved(const move_state *m, const collide_place *at, int mover_part, int shape,
                      const move_rule *rule, const double d[3]);
/* Finds the contact of a part of the body, counted from 1 in a group and else 0, with shape `shape`
 * of a place. Adds it to m->contacts, unless it is there. Returns NULL if the two are farther apart
 * than the tolerance, or if there is no room. `hint` is a normal that may separate them. */
move_contact *ci_move_touch(move_state *m, const collide_place *at, int mover_part, int shape,
                            const double hint[3], double tolerance);

/* ---- move_place.c ---------------------------------------------------------------------------- */

int ci_move_set_position(move_shape *shape, const double position[3]);
void ci_move_set_bounds(move_body *body);
/* A query for the overlaps of part i, with COLLIDE_SKIP_TOUCHING. */
meet ci_move_begin_query(move_state *m, const move_body *body, int i);
/* Offers every overlap of a body to `choice`, part by part. `choice` must take none, because
 * queries skip contacts that are not as deep as one that is taken. Writes the number of the part to
 * *part before, unless that is NULL: 0 for a shape, from 1 for a group. */
void ci_move_collect(move_state *m, const move_body *body, meet_choice *choice, int *part);
/* Returns 1 for the body itself, for passed places, and for places that the filter rejects. */
int ci_move_skips(const move_state *m, const collide_place *at);
/* Returns 1 where ci_move_skips does, and for places that the body overlapped at the start. */
int ci_move_ignores(move_state *m, const collide_place *at);

/* Returns 1 for a place that the body may overlap at the end: one that is passed, that it
 * overlapped at the start, or one-way. */
int ci_move_passes(move_state *m, const collide_place *at);
/* The time of a contact or hit of this part of the body, in units of that of a box or a rect. */
int ci_move_weigh(const collide_shape *part);
/* Returns 0 if ci_move_passes returns 0 for every place. */
int ci_move_may_ignore(const move_state *m);

/* Finds the deepest contact that counts at the current position. Contacts with the body itself and
 * with passed places never count.
 *
 * MOVE_FILTER_PLACE counts contacts that make a position invalid. MOVE_FILTER_PUSH counts those
 * that push_out resolves. MOVE_FILTER_INSIDE counts those that set `inside`. push_out also resolves
 * an overlap with a one-way place if its depth is only rounding. MOVE_FILTER_FIT counts what
 * MOVE_FILTER_INSIDE does, if it is deeper than twice the clearance. */
typedef enum move_filter {
  MOVE_FILTER_PLACE,
  MOVE_FILTER_PUSH,
  MOVE_FILTER_INSIDE,
  MOVE_FILTER_FIT
} move_filter;
int ci_move_find_contact(move_state *m, move_filter filter, collide_meeting *deepest);

/* Overlaps up to this part of the size are rounding: 2^-44. */
#define MOVE_ROUNDING 5.6843418860808015e-14
/* The largest coordinate of the body, before and after a displacement d. */
double ci_move_get_size(const move_state *m, const double d[3]);
/* Returns 1 if one of the two is curved: a cylinder, a cone, or an unevenly scaled ball or capsule.
 * Their hit times are computed in plain doubles. */
int ci_move_is_curved(const collide_shape *a, const collide_shape *b);
/* Two shapes touch if their distance is at most this. In the plane it is 16 times the largest error
 * of a position. In space it is 8 clearances. */
double ci_move_get_tolerance(const move_state *m, int is_of_curved);

/* No position that is tried at the end of a leg is farther from the path than this many clearances
 * of curved shapes. */
#define MOVE_BESIDE 64.0
/* The distance that a body in space keeps from obstacles. */
double ci_move_find_clearance(const move_state *m, double size, int is_curved);

/* The largest extent of the body along an axis. */
double ci_move_get_width(const move_body *body);

/* A leg may enter a contact by this part of the tolerance. */
#ifndef MOVE_SLACK
#define MOVE_SLACK 0.25
#endif
/* How the contacts at the current position limit d: by the tolerance of the move, or less if d is
 * shorter than the body is wide. */
move_rule ci_move_rule(const move_state *m, const double d[3]);

/* Puts the body at a position. Its contacts there are not known. */
void ci_move_put(move_state *m, const double position[3]);

/* ---- move_push.c ----------------------------------------------------------------------------- */

/* Moves along d up to t, or in space to a clearance from *met, the obstacle there. met may be NULL.
 */
void ci_move_advance(move_state *m, const double d[3], double t, const collide_target_sweep *met);
/* Pushes the body out of what it has entered by rounding, at most so often. */
#ifndef MOVE_PUSHES
#define MOVE_PUSHES 12
#endif
void ci_move_settle(move_state *m, int most);

/* ---- move.c ---------------------------------------------------------------------------------- */

/* Returns 1 if the body overlapped a one-way place with direction n at the call, or one beside it
 * with the same direction. A body that falls through one such place enters the next ones as soon as
 * its wider part gets there. */
int ci_move_overlapped_one_way(const move_state *m, const collide_place *at, const double n[3]);

/* ---- move.c ---------------------------------------------------------------------------------- */

/* Returns 0, and widens m->reach, if the displacement leaves the reach. Then the move must be
 * repeated with more members. */
int ci_move_require_reach(move_state *m, const double d[3], const collide_move_options *options);
/* The members that a body with these bounds can meet along d; NULL: all members of the target. */
nearby *ci_move_find_nearby(move_state *m, const double low[3], const double high[3],
                            const double d[3]);

/* ---- move_cast.c ----------------------------------------------------------------------------- */

/* The candidates of the last cast, if it began here, along d, and ended at t or later; else NULL.
 */
const mesh_candidates *ci_move_get_candidates(const move_state *m, const double d[3], double t);
/* Casts along d before the initial overlaps are known, as if there were none, and writes m->first.
 * It does so only if the target has a mesh; otherwise it saves nothing. */
void ci_move_cast_first(move_state *m, const double d[3]);
/* Returns 1 if an obstacle blocks d. A contact that permits d does not. The hit may lack the t_exit
 * and the point. */
int ci_move_cast(move_state *m, const double d[3], const move_rule *rule, move_met *met);
/* Writes the point of a hit of a cast along d from here, and the t_exit if the caller can see it.
 */
void ci_move_finish_hit(const move_state *m, const double d[3], collide_target_sweep *met);
/* Like ci_move_cast, but passed obstacles become hits, and the cast continues behind them. */
int ci_move_cast_through(move_state *m, const double d[3], const move_rule *rule, move_met *met);
/* Gets the response to an obstacle and records the hit. If d is not NULL, the body has not moved to
 * the hit, and only a passed hit is recorded. */
collide_response ci_move_get_response(move_state *m, const collide_target_sweep *met,
                                      const double *d, collide_move_hit *hit);
/* ---- move_cast.c ----------------------------------------------------------------------------- */

/* Gets the responses to the initial overlaps, before a move by d, and records those that are
 * passed. */
void ci_move_pass_overlaps(move_state *m, const double d[3]);
/* Like ci_move_cast, for a push: continues behind obstacles that are passed, and records them. */
int ci_move_cast_push(move_state *m, const double v[3], move_hits *met);

/* ---- move_faces.c ---------------------------------------------------------------------------- */

/* If another obstacle covers the face of a hit with this contact, gives the hit the normal of a
 * face that is not covered. The hit has its point. */
void ci_move_show_face(move_state *m, const move_contact *c, collide_target_sweep *met);

/* ---- move_push.c, move_slide.c, move_walk.c -------------------------------------------------- */

/* Resolves overlaps that are deeper than `least`. */
void ci_move_push_out(move_state *m, double least);
void ci_move_slide(move_state *m, const double displacement[3]);

int ci_move_is_walkable(const move_state *m, const double normal[3]);
/* The component of d along up, or 0 if it is only rounding. A level displacement in a turned frame
 * is mostly not exactly level. */
double ci_move_get_rise(const move_state *m, const double d[3]);
/* Returns 1 if a normal of the contact is that of walkable ground. */
int ci_move_is_ground(const move_state *m, const move_contact *c);
/* Returns 1 if the contact is with a walkable face, and not with an edge. */
int ci_move_is_on_face(const move_state *m, const move_contact *c);
/* With `along_slope`: makes d shorter, so that the body goes as far along the slope on which it
 * stands as d is level. */
void ci_move_shorten(move_state *m, double d[3]);
/* Returns 1 if the body had walkable ground at the call, or in this move. The contacts are lost. */
int ci_move_had_ground(move_state *m);
/* Finds a level face, at the lowest point of a round body, that ends at the edge of a step. The
 * body stands on it, though it touches at most the edge. */
int ci_move_find_hold(move_state *m, collide_target_sweep *found);
/* Lifts the body onto a step, if the contacts oppose `rest` and the body gets farther there.
 * `reached` is the displacement that they permit. Returns 1 if the body is lifted. */
int ci_move_try_step(move_state *m, const double rest[3], const double reached[3]);
/* Moves the body down to the ground, if it snaps, and writes the ground to the result. */
void ci_move_finish_walk(move_state *m);

#endif
