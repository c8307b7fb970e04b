/* SPDX-License-Identifier: MIT
 *
 * Steps, and the sole of a body: the part of its surface that stands on ground.
 */
#include "../number/vector.h"
#include "../narrow/pairs.h"
#include "../shape/hull.h"
#include "../shape/shape.h"
#include "move.h"
#include "move_faces.h"
#include "move_sole.h"

#include <string.h>

/* ---- Soles ----------------------------------------------------------------------------------- */

/* On stairs a round body stands and climbs as a flat one would. The contact normal of a round body
 * at the edge of a step may have any slope, and says nothing about the ground. So steps are
 * measured with the sole of the body: a prism that covers the extent of the body across `up`, with
 * a flat bottom at its lowest point. */

/* The sine of the angle of MOVE_LEVEL. */
#define PARALLEL_SINE 1.4e-6
/* The sides of a ledge are tested this far beyond its edge, and from this far above it, as parts of
 * the half width of the body. */
#define BEYOND 1e-5
#define ABOVE 1e-2

/* ---- The axes of a sole ---------------------------------------------------------------------- */

static int is_parallel(const double p[3], const double up[3]) {
  double length = vector_length(p);
  return length > 0 && fabs(vector_dot(p, up)) >= MOVE_LEVEL * length;
}

/* The direction of the axis of a body of revolution, in the world. Returns 0 for other bodies. */
static int get_axis(const collide_shape *s, double axis[3]) {
  static const double y[3] = {0, 1, 0};
  double own[3];
  switch (s->kind) {
  case COLLIDE_CYLINDER:
  case COLLIDE_CONE:
    shape_to_world(s, y, axis);
    return 1;
  case COLLIDE_CAPSULE:
    vector_minus(s->b, s->a, own);
    shape_to_world(s, own, axis);
    return s->frame != COLLIDE_LINEAR;
  default:
    return 0;
  }
}

/* Returns 1 if the extent across `up` is a disc. */
static int is_disc(const collide_shape *s, const double up[3]) {
  double axis[3];
  if (s->kind == COLLIDE_SPHERE) return s->frame != COLLIDE_LINEAR;
  return get_axis(s, axis) && (is_parallel(axis, up) || vector_length(axis) == 0);
}

/* Removes the part of v along `up`, and makes it a unit vector. Returns 0 if little is left. */
static int make_level(const double v[3], const double up[3], double level[3]) {
  double length = vector_length(v);
  memcpy(level, v, 3 * sizeof *level);
  vector_add(level, -vector_dot(v, up), up);
  return vector_length(level) > 1e-3 * length && ci_vector_unit(level, level);
}

/* Two directions across `up`. The first one is along the body, if the body has a direction. */
static void find_axes(const collide_shape *s, const double up[3], double e[2][3]) {
  double axes[5][3], own[3];
  int i, count = 0;
  memset(axes, 0, sizeof axes);
  if (shape_core(s) == COLLIDE_CAPSULE || s->kind == COLLIDE_SEGMENT) {
    vector_minus(s->b, s->a, own);
    shape_to_world(s, own, axes[count++]);
  } else if (get_axis(s, axes[count])) {
    count++;
  }
  for (i = 0; i < 2; i++) {
    own[0] = own[1] = own[2] = 0;
    own[2 * i] = 1;
    shape_to_world(s, own, axes[count++]);
  }
  for (i = 0; i < 2; i++) axes[count++][2 * i] = 1;
  for (i = 0; !make_level(axes[i], up, e[0]); i++) continue;
  vector_cross(e[0], up, e[1]);
}

/* ---- Making a sole --------------------------------------------------------------------------- */

/* Returns 1 if the corners of a part at its lowest height span its extent across `up`. A bottom
 * that is not level by PARALLEL_SINE counts as flat. */
static int spans_extent(const collide_shape *s, const double up[3], double foot,
                        const double low[2], const double high[2], double e[2][3]) {
  double rounding = DBL_EPSILON * (fabs(foot) + ci_largest(low, 2, 0) + ci_largest(high, 2, 0));
  double bottom[2][2] = {{HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, -HUGE_VAL}}, at[3];
  double width = high[0] - low[0] + high[1] - low[1], near = PARALLEL_SINE * width + 8 * rounding;
  int i, k, count = ci_move_count_corners(s), extents = collide_dimensions(s) - 1;
  for (i = 0; i < count; i++) {
    ci_move_get_corner(s, i, at);
    if (vector_dot(at, up) > foot + near) continue;
    for (k = 0; k < extents; k++) {
      double x = vector_dot(at, e[k]);
      if (x < bottom[k][0]) bottom[k][0] = x;
      if (x > bottom[k][1]) bottom[k][1] = x;
    }
  }
  for (k = 0; k < extents; k++)
    if (bottom[k][0] > low[k] + near || bottom[k][1] < high[k] - near) return 0;
  return 1;
}

/* Returns 1 if the bottom of the part is as wide as the part. */
static int has_flat_bottom(const collide_shape *s, const double up[3], double foot,
                           const double low[2], const double high[2], double e[2][3]) {
  double axis[3];
  if (s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE)
    return get_axis(s, axis) && is_parallel(axis, up) &&
           (s->kind == COLLIDE_CYLINDER || vector_dot(axis, up) > 0);
  return !(s->radius > 0) && high[0] - low[0] + high[1] - low[1] > 0 &&
         spans_extent(s, up, foot, low, high, e);
}

/* The axis along which `up` points, or -1. */
static int find_up_axis(const double up[3]) {
  int i;
  for (i = 0; i < 3; i++)
    if (fabs(up[i]) == 1) return i;
  return -1;
}

/* A prism with the given extents along e[0] and e[1], from the foot up. If `up` is along an axis,
 * and so are the others, the prism is not turned, and its bottom is exact. */
static void make_prism(move_sole *sole, int dimensions, const double up[3], double e[2][3],
                       const double low[2], const double high[2], double height) {
  int axis = find_up_axis(up), is_level = axis >= 0 && find_up_axis(e[0]) >= 0, i, k;
  double center[2], half[2], min[3], max[3];
  collide_pose pose = collide_identity_pose();
  for (k = 0; k < 2; k++) {
    center[k] = 0.5 * low[k] + 0.5 * high[k];
    half[k] = 0.5 * (high[k] - low[k]);
  }
  for (i = 0; i < 3; i++) {
    pose.position[i] = center[0] * e[0][i] + center[1] * e[1][i] + sole->foot * up[i];
    if (is_level) {
      double along = height * up[i];
      double reach = half[0] * fabs(e[0][i]) + half[1] * fabs(e[1][i]);
      min[i] = (along < 0 ? along : 0) - reach;
      max[i] = (along > 0 ? along : 0) + reach;
    } else {
      pose.linear[3 * i] = e[0][i];
      pose.linear[3 * i + 1] = up[i];
      pose.linear[3 * i + 2] = e[1][i];
    }
  }
  if (!is_level) {
    pose.has_linear = 1;
    min[0] = -half[0];
    max[0] = half[0];
    min[1] = 0;
    max[1] = height;
    min[2] = -half[1];
    max[2] = half[1];
  }
  if (dimensions == 2)
    (void)collide_make_rect_corners(&sole->shape, &sole->source, min, max);
  else
    (void)collide_make_box_corners(&sole->shape, &sole->source, min, max);
  (void)collide_set_pose(&sole->shape, &sole->source, &pose);
}

static void make_cylinder(move_sole *sole, const double up[3], double e[2][3], const double low[2],
                          const double high[2], double height) {
  collide_pose pose = collide_identity_pose();
  int i;
  (void)collide_make_cylinder(&sole->shape, &sole->source, sole->width, 0.5 * height);
  pose.has_linear = up[1] != 1;
  for (i = 0; i < 3; i++) {
    pose.position[i] = (0.5 * low[0] + 0.5 * high[0]) * e[0][i] +
                       (0.5 * low[1] + 0.5 * high[1]) * e[1][i] +
                       (sole->foot + 0.5 * height) * up[i];
    pose.linear[3 * i] = e[0][i];
    pose.linear[3 * i + 1] = up[i];
    pose.linear[3 * i + 2] = e[1][i];
  }
  (void)collide_set_pose(&sole->shape, &sole->source, &pose);
}

int ci_move_make_sole(const move_state *m, const collide_shape *part, double height,
                      move_sole *sole) {
  double e[2][3] = {{0, 0, 0}, {0, 0, 0}}, low[2] = {0, 0}, high[2] = {0, 0}, top;
  int k, dimensions = m->dimensions;
  if (part->kind == COLLIDE_PLANE || part->kind == COLLIDE_PLANE_2D) return 0;
  collide_project(part, m->up, &sole->foot, &top);
  if (dimensions == 2) {
    e[0][0] = m->up[1];
    e[0][1] = -m->up[0];
  } else {
    find_axes(part, m->up, e);
  }
  for (k = 0; k < dimensions - 1; k++) collide_project(part, e[k], &low[k], &high[k]);
  sole->width = 0.5 * (high[0] - low[0]);
  if (high[1] - low[1] > 2 * sole->width) sole->width = 0.5 * (high[1] - low[1]);
  sole->is_flat = has_flat_bottom(part, m->up, sole->foot, low, high, e);
  if (dimensions == 3 && is_disc(part, m->up))
    make_cylinder(sole, m->up, e, low, high, height);
  else
    make_prism(sole, dimensions, m->up, e, low, high, height);
  return 1;
}

/* Moves the sole by k d. */
static void shift_sole(move_sole *sole, double k, const double d[3]) {
  double to[3];
  memcpy(to, sole->source.pose.position, sizeof to);
  vector_add(to, k, d);
  (void)collide_set_position(&sole->shape, &sole->source, to);
}

/* ---- What is under a sole -------------------------------------------------------------------- */

typedef struct under_search {
  move_state *m;
  double least, most; /* of the top */
  move_under *list;
} under_search;

static int take_under(void *user, const collide_place *at) {
  const under_search *s = (const under_search *)user;
  move_under *u = s->list;
  double n[3] = {0, 0, 0}, top = ci_move_find_top(at, s->m->up);
  if (!(top >= s->least) || ci_move_ignores(s->m, at)) return 1;
  if (top > s->most && !(s->m->has_step && ci_move_is_same_place(at, &s->m->step))) return 1;
  u->list[u->count].is_one_way =
      s->m->options->one_way != NULL && s->m->options->one_way(s->m->options->user, at, n);
  u->list[u->count].at = *at;
  return ++u->count < MOVE_UNDER;
}

void ci_move_find_under(move_state *m, const move_sole *sole, const double d[3], double least,
                        double most, double most_top, move_under *under) {
  under_search s;
  double own_low[3], own_high[3], low[3], high[3];
  int i;
  collide_bounds(&sole->shape, own_low, own_high);
  nearby_sweep(own_low, own_high, d, low, high);
  for (i = 0; i < 3; i++) {
    double ends[2];
    ends[0] = least * m->up[i];
    ends[1] = most * m->up[i];
    low[i] += ends[0] < ends[1] ? ends[0] : ends[1];
    high[i] += ends[0] < ends[1] ? ends[1] : ends[0];
  }
  s.m = m;
  s.least = sole->foot + least;
  s.most = sole->foot + most_top;
  s.list = under;
  under->count = 0;
  ci_move_visit(m, low, high, take_under, &s);
}

/* Writes normal *i of a face, and increments *i. Returns 0 after the last. A half-space has one. */
static int get_next_face(const collide_shape *shape, int *i, double n[3]) {
  if (shape->kind != COLLIDE_PLANE && shape->kind != COLLIDE_PLANE_2D)
    return ci_move_face_normal(shape, (*i)++, n);
  memcpy(n, shape->b, 3 * sizeof *n);
  return (*i)++ == 0;
}

int ci_move_find_tread(const move_state *m, const move_sole *sole, const collide_place *at,
                       double least, double tolerance, double n[3]) {
  int i, k, shapes = ci_move_count_shapes(at);
  double face[3];
  for (i = 0; i < shapes; i++) {
    cell_shape room;
    const collide_shape *shape = ci_move_get_shape(at, i, &room);
    for (k = 0; get_next_face(shape, &k, face);) {
      if (vector_dot(face, m->up) < least ||
          fabs(ci_move_find_separation(&sole->shape, shape, face)) > tolerance)
        continue;
      memcpy(n, face, sizeof face);
      return 1;
    }
  }
  return 0;
}

int ci_move_touches_sole(const move_sole *sole, const collide_place *at, double tolerance) {
  double p[3], q[3];
  int i, shapes = ci_move_count_shapes(at);
  for (i = 0; i < shapes; i++) {
    cell_shape room;
    if (ci_pair_distance(&sole->shape, ci_move_get_shape(at, i, &room), p, q) <= tolerance)
      return 1;
  }
  return 0;
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* Returns 1 if n . unit of the normal n of a face of the place is at least `least`. */
static int has_face_along(const collide_place *at, const double unit[3], double least) {
  int i, k, shapes = ci_move_count_shapes(at);
  double n[3];
  for (i = 0; i < shapes; i++) {
    cell_shape room;
    const collide_shape *shape = ci_move_get_shape(at, i, &room);
    for (k = 0; get_next_face(shape, &k, n);)
      if (vector_dot(n, unit) >= least) return 1;
  }
  return 0;
}

int ci_move_has_level_face(const move_state *m, const collide_place *at) {
  return has_face_along(at, m->up, MOVE_LEVEL);
}

/* Returns 1 if the place has a walkable face. */
static int has_walkable_face(const move_state *m, const collide_place *at) {
  return has_face_along(at, m->up, m->walkable);
}

int ci_move_has_face(const collide_place *at, const double n[3]) {
  return has_face_along(at, n, MOVE_LEVEL);
}

typedef struct ground_search {
  move_state *m;
  const double *from, *d;
  int is_met;
} ground_search;

static int take_ground(void *user, const collide_place *at) {
  ground_search *s = (ground_search *)user;
  int i, shapes = ci_move_count_shapes(at);
  if (ci_move_ignores(s->m, at)) return 1;
  for (i = 0; i < shapes && !s->is_met; i++) {
    cell_shape room;
    const collide_shape *shape = ci_move_get_shape(at, i, &room);
    collide_hit hit;
    if (collide_contains(shape, s->from)) /* a ray would pass through a hollow shape */
      s->is_met = 1;
    else if (collide_raycast(shape, s->from, s->d, 1, 0, &hit) == 1)
      s->is_met = ci_move_is_walkable(s->m, hit.normal);
  }
  return !s->is_met;
}

/* Returns 1 if a point that moves by d starts in something or meets walkable ground. */
static int meets_ground(move_state *m, const double from[3], const double d[3]) {
  double low[3], high[3];
  ground_search s;
  s.m = m;
  s.from = from;
  s.d = d;
  s.is_met = 0;
  if (move_is_zero(d)) return 0;
  nearby_sweep(from, from, d, low, high);
  ci_move_visit(m, low, high, take_ground, &s);
  return s.is_met;
}

static void find_closest(const collide_place *at, const double point[3], double nearest[3]) {
  double least = HUGE_VAL, here[3];
  int i, shapes = ci_move_count_shapes(at);
  for (i = 0; i < shapes; i++) {
    cell_shape room;
    double distance = collide_closest(ci_move_get_shape(at, i, &room), point, here);
    if (!(distance < least)) continue;
    least = distance;
    memcpy(nearest, here, sizeof here);
  }
}

/* The edge is that of a step if just beyond it, on the side of the body and at its height, no
 * walkable ground goes on. */
int ci_move_is_step_edge(move_state *m, const collide_place *at, const move_sole *sole, double lift,
                         double edge[3]) {
  double foot[3], out[3], from[3], d[3], steep, drop, width = sole->width, up;
  int i;
  for (i = 0; i < 3; i++) foot[i] = sole->source.pose.position[i];
  up = sole->foot + lift - vector_dot(foot, m->up);
  vector_add(foot, up, m->up);
  find_closest(at, foot, edge);
  vector_minus(foot, edge, out);
  vector_add(out, -vector_dot(out, m->up), m->up);
  if (vector_length(out) < 1e-9 * width || !ci_vector_unit(out, out)) return 0;
  steep = m->walkable > 0 ? sqrt(1 / (m->walkable * m->walkable) - 1) : 1;
  memcpy(from, edge, sizeof from);
  vector_add(from, BEYOND * width, out);
  vector_add(from, ABOVE * width, m->up);
  drop = (ABOVE + BEYOND * 1.01 * (steep < 1e3 ? steep : 1e3) + 1e-9) * width;
  vector_scale(-drop, m->up, d);
  return !meets_ground(m, from, d);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Lifts a walking body onto a step in its way. The height of a step is what lifts the sole of the
 * body out of the obstacle, a little farther on. Stairs are climbed one after the other: each
 * walkable face under the sole may be at most `step` above the last. The body is lifted if the way
 * up is free, if it gets farther along its level displacement there, and if its sole then stands on
 * a walkable face. */

/* The sole is tested this far ahead, as parts of the half width of the body. */
static const double ahead[] = {0.001, 0.02, 0.2};
enum { AHEAD = sizeof ahead / sizeof *ahead, MOST_TURNS = 8 };

/* Two level displacements that differ by less than this part are equal. */
#define EQUAL 1e-9

/* The most stairs that are climbed at once. */
#define MOST_STAIRS 4

typedef struct step_search {
  move_state *m;
  double level[3], length; /* the level part of the desired displacement */
  double reached[3];       /* that of the displacement without a step */
  double tolerance, step;
  move_contacts contacts; /* where the body is */
  move_sole here;         /* the sole of one part, lifted by the tolerance off the ground */
  move_sole sole;         /* the same, moved ahead */
  move_under under;       /* the places that it meets on the way */
  double high;            /* of the sole */
  int may_rise;           /* a contact opposes the body, and is at most MOST_STAIRS steps high */
  int rolls;              /* the body would roll over one of the obstacles */
  collide_place highest;  /* the highest of them */
} step_search;

/* ---- The places under a sole ----------------------------------------------------------------- */

/* Returns 1 for a box with a level face and four vertical ones. A sheared box may have two. */
static int is_upright_box(const move_state *m, const collide_shape *shape) {
  double n[3];
  int i, vertical = 0;
  if (shape->kind != COLLIDE_BOX) return 0;
  if (shape->frame != COLLIDE_LINEAR) return 1; /* its faces lie along the axes */
  for (i = 0; ci_move_face_normal(shape, i, n); i++)
    vertical += fabs(vector_dot(n, m->up)) <= 1e-12;
  return vertical == 4;
}

/* The height that lifts the sole out of a place, or -1 if the two do not overlap. Shapes are
 * convex, so a cast down finds it. Heights above MOST_STAIRS steps may be HUGE_VAL. The sole leaves
 * an upright box only at its top. */
static double find_exit(const step_search *s, const collide_place *at) {
  collide_sweep_hit hit;
  move_sole lifted = s->sole;
  double d[3], height = -1, most = MOST_STAIRS * s->step + s->tolerance;
  double top = ci_move_find_top(at, s->m->up) - s->sole.foot;
  int i, shapes = ci_move_count_shapes(at), is_level = ci_move_has_level_face(s->m, at);
  shift_sole(&lifted, most, s->m->up);
  vector_scale(-most, s->m->up, d);
  for (i = 0; i < shapes; i++) {
    cell_shape room;
    const collide_shape *shape = ci_move_get_shape(at, i, &room);
    double here;
    if (collide_overlap(&s->sole.shape, shape) != 1) continue;
    if (is_level && shapes == 1 && is_upright_box(s->m, shape)) return top;
    if (collide_shapecast(&lifted.shape, d, shape, COLLIDE_SKIP_EXIT, &hit) != 1) continue;
    if (hit.inside) return HUGE_VAL;
    here = most * (1 - hit.t) + s->tolerance;
    if (here > height) height = here;
  }
  if (height < 0 || !is_level) return height;
  return fabs(top - height) <= 1e-6 * s->high ? top : height; /* a level top is exact */
}

/* Returns 1 if the sole, lifted by the height, stands on the top or on a walkable face of the
 * place. The place must have a walkable face. */
static int stands_on_ground(const step_search *s, double height, const collide_place *at) {
  move_sole lifted = s->sole;
  double lift = height - s->tolerance, n[3];
  if (!has_walkable_face(s->m, at)) return 0;
  if (fabs(ci_move_find_top(at, s->m->up) - s->sole.foot - lift) <= 2 * s->tolerance) return 1;
  shift_sole(&lifted, lift, s->m->up);
  return ci_move_find_tread(s->m, &lifted, at, s->m->walkable, 2 * s->tolerance, n);
}

/* The lowest stair that is not below `most` is the best, or else the highest. The contacts may be
 * with one triangle of a riser, and it may be lower than the tread. */
static int is_better(const step_search *s, double height, double best, double most) {
  if (best + s->tolerance < most) return height > best;
  return height + s->tolerance >= most && height < best;
}

/* Climbs from stair to stair under the sole: each walkable top may be at most `step` above the
 * last. Returns the lowest that is not below `most`, or the highest that is reached. */
static double climb_stairs(const step_search *s, double most) {
  double heights[MOVE_UNDER], ground = 0;
  const move_under *under = &s->under;
  int i, has_risen;
  for (i = 0; i < under->count; i++) {
    const collide_place *at = &under->list[i].at;
    int is_stair = !under->list[i].is_one_way && has_walkable_face(s->m, at);
    heights[i] = is_stair ? find_exit(s, at) : -1;
  }
  do {
    double next = ground;
    has_risen = 0;
    for (i = 0; i < under->count; i++) {
      if (!(heights[i] > ground) || !(heights[i] <= ground + s->step + s->tolerance)) continue;
      if (next > ground && !is_better(s, heights[i], next, most)) continue;
      if (!stands_on_ground(s, heights[i], &under->list[i].at)) continue;
      next = heights[i];
      has_risen = 1;
    }
    ground = next;
  } while (has_risen && ground + s->tolerance < most);
  return ground;
}

/* ---- The step -------------------------------------------------------------------------------- */

/* Does a contact oppose the level displacement? STEP_ROLLS: its normal is walkable, but that of an
 * edge. A round body would roll over this edge. It climbs the edge of a level face instead, because
 * there it is held at that height. */
typedef enum step_need { STEP_NOT_NEEDED, STEP_NEEDED, STEP_ROLLS } step_need;

static step_need needs_step(const step_search *s, const move_sole *sole, const move_contact *c) {
  move_rule rule = ci_move_rule(s->m, s->level);
  if (!c->blocks || ci_move_permits(&rule, c, s->level)) return STEP_NOT_NEEDED;
  if (!ci_move_is_ground(s->m, c)) return STEP_NEEDED;
  return sole->is_flat || ci_move_is_on_face(s->m, c) ? STEP_NOT_NEEDED : STEP_ROLLS;
}

/* The height that lifts the sole over a contact that opposes the body, or 0. */
static double find_need(step_search *s, const move_contact *c) {
  double height, edge[3];
  step_need need = needs_step(s, &s->sole, c);
  if (need == STEP_NOT_NEEDED) return 0;
  height = find_exit(s, &c->at);
  if (height > MOST_STAIRS * s->step + s->tolerance) return 0;
  s->may_rise = 1;
  if (!(height > s->tolerance)) return 0;
  if (need == STEP_NEEDED) return height;
  if (height > s->step + s->tolerance || !ci_move_has_level_face(s->m, &c->at)) return 0;
  if (!ci_move_is_step_edge(s->m, &c->at, &s->here, height, edge)) return 0;
  s->rolls = 1;
  return height;
}

/* The fraction of the level displacement that moves the sole by `distance` half widths, at most 1.
 */
static double find_fraction(const step_search *s, double distance) {
  double fraction = distance * s->here.width / s->length;
  return fraction < 1 ? fraction : 1;
}

/* Finds the places that the sole of a part of the body meets ahead. Returns 0 if none of them has a
 * walkable face: then there is no step. */
static int find_places(step_search *s, int part, double high) {
  double d[3];
  int i;
  if (!ci_move_make_sole(s->m, move_part(move_here(s->m), part), high, &s->here)) return 0;
  shift_sole(&s->here, s->tolerance, s->m->up);
  vector_scale(find_fraction(s, ahead[AHEAD - 1]), s->level, d);
  ci_move_find_under(s->m, &s->here, d, s->tolerance, s->tolerance, HUGE_VAL, &s->under);
  for (i = 0; i < s->under.count; i++)
    if (has_walkable_face(s->m, &s->under.list[i].at)) return 1;
  return s->under.count == MOVE_UNDER; /* a full list may lack a walkable place */
}

/* The height that lifts a part of the body over the contacts that oppose it, or 0. Contacts that
 * are too high stay in the way. */
static double find_height(step_search *s, int part, double distance) {
  double least = HUGE_VAL, most = 0, ground;
  int i;
  s->sole = s->here;
  shift_sole(&s->sole, find_fraction(s, distance), s->level);
  s->rolls = s->may_rise = 0;
  for (i = 0; i < s->contacts.count; i++) {
    const move_contact *c = &s->contacts.list[i];
    double height;
    if (c->mover_part > 0 && c->mover_part != part + 1) continue;
    height = find_need(s, c);
    if (!(height > 0)) continue;
    if (height < least) least = height;
    if (height <= most) continue;
    most = height;
    s->highest = c->at;
  }
  if (!(most > 0)) return 0;
  if (most <= s->step + s->tolerance && stands_on_ground(s, most, &s->highest)) return most;
  if (most > s->step + s->tolerance) { /* several stairs at once: a higher sole meets them all */
    (void)find_places(s, part, MOST_STAIRS * s->high);
    s->sole = s->here;
    shift_sole(&s->sole, find_fraction(s, distance), s->level);
  }
  ground = climb_stairs(s, most);
  return ground + s->tolerance >= least ? ground : 0;
}

/* ---- Trying a step --------------------------------------------------------------------------- */

/* Returns 1 if the body can rise by this height. */
static int can_rise(move_state *m, double height, double tolerance) {
  double d[3];
  move_rule rule;
  move_met met;
  vector_scale(height, m->up, d);
  m->is_probing = 1;
  rule = ci_move_rule(m, d);
  m->is_probing = 0;
  return !ci_move_cast_through(m, d, &rule, &met) || height * (1 - met.found.hit.t) <= tolerance;
}

/* Finds the displacement from here that no contact limits, and how far it is free. */
static double find_way(step_search *s, double d[3]) {
  move_state *m = s->m;
  move_met met;
  int i;
  memcpy(d, s->level, 3 * sizeof *d);
  for (i = 0; i < MOST_TURNS; i++) {
    move_rule rule = ci_move_rule(m, d);
    if (!ci_move_cast_through(m, d, &rule, &met)) return 1;
    if (met.contact < 0) return met.found.hit.t;
    m->contacts.list[met.contact].blocks = 1;
    ci_move_choose(&rule, &m->contacts, s->level, d);
    if (!(vector_length(d) > EQUAL * s->length)) return 0;
  }
  return 0;
}

static double distance_from_level(const step_search *s, const double d[3]) {
  double off[3];
  vector_minus(d, s->level, off);
  return vector_length(off);
}

/* Lifts the body, if it gets farther there. */
static int try_height(step_search *s, double height) {
  move_state *m = s->m;
  double to[3], d[3], t, forward;
  memcpy(to, m->position, sizeof to);
  vector_add(to, height, m->up);
  if (!can_rise(m, height, s->tolerance)) return 0;
  ci_move_put(m, to);
  t = find_way(s, d);
  vector_add(d, -vector_dot(d, m->up), m->up);
  forward = vector_dot(d, s->level) / s->length;
  if (!(forward > EQUAL * s->length) || !(t * vector_length(d) > 0)) return 0;
  if (t < 1 && t * forward <= s->tolerance) return 0;
  return s->rolls ||
         distance_from_level(s, d) < distance_from_level(s, s->reached) - EQUAL * s->length;
}

static int try_all(step_search *s) {
  move_state *m = s->m;
  int i, k, parts = move_parts(move_here(m));
  double from[3];
  memcpy(from, m->position, sizeof from);
  for (k = 0; k < parts; k++) {
    if (!find_places(s, k, s->high)) continue;
    for (i = 0; i < AHEAD; i++) {
      double height = find_height(s, k, ahead[i]);
      if (!s->may_rise) break; /* farther on, the sole still covers most of what it covers here */
      if (!(height > s->tolerance)) continue;
      if (try_height(s, height)) return 1;
      ci_move_put(m, from);
      move_copy_contacts(&s->contacts, &m->contacts);
    }
  }
  return 0;
}

int ci_move_try_step(move_state *m, const double rest[3], const double reached[3]) {
  int64_t before = move_probe_begin(m);
  int is_done;
  step_search s;
  s.m = m;
  s.tolerance = ci_move_get_tolerance(m, 1);
  s.step = m->options->step;
  s.high = s.step + 4 * s.tolerance;
  memcpy(s.level, rest, sizeof s.level);
  vector_add(s.level, -vector_dot(rest, m->up), m->up);
  s.length = vector_length(s.level);
  memcpy(s.reached, reached, sizeof s.reached);
  vector_add(s.reached, -vector_dot(reached, m->up), m->up);
  if (!(s.length > 0)) return 0;
  move_copy_contacts(&m->contacts, &s.contacts);
  is_done = ci_move_had_ground(m);
  move_copy_contacts(&s.contacts, &m->contacts);
  is_done = is_done && try_all(&s);
  if (is_done) {
    m->contacts.count = 0;
    m->has_step = 1;
    m->step = s.highest;
  }
  move_probe_end(m, before);
  return is_done;
}
