/* SPDX-License-Identifier: MIT
 *
 * Moves a body out of what it overlaps: by rounding at the end of a leg, and by more in push_out.
 */
#include "../narrow/space/separation.h"
#include "move.h"
#include "move_faces.h"

#include <string.h>

/* ---- The end of a leg ------------------------------------------------------------------------ */

/* A leg ends at a clearance from its obstacle, or in contact. The position is rounded. So the body
 * may enter the obstacle by a little, and legs that follow may enter their contacts by as much as
 * their slack. At the end of the move the body is pushed out again. */

/* The least cosine between the leg and the normal. Below it the step back along the leg is too
 * long. */
#define LEAST_FACING 0.0625

/* Returns 1 if the normal is along an axis, to within 2^-40. */
static int is_axis(const double n[3]) {
  const double least = 9.0949470177292824e-13;
  return (fabs(n[0]) > least) + (fabs(n[1]) > least) + (fabs(n[2]) > least) == 1;
}

static int is_aligned(const collide_shape *s) {
  axis_core core;
  if (shape_core(s) == COLLIDE_HULL || s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE)
    return 0;
  return ci_axis_core(s, &core);
}

/* Returns 1 where the body may end in exact contact, because that costs no more than a clearance.
 * This holds in the plane. In space it holds for balls, capsules, boxes and triangles that are not
 * turned and meet along an axis (narrow/space/separation.h). */
static int has_exact_contact(const move_state *m, const collide_target_sweep *met) {
  int i, count = ci_move_count_shapes(&met->at);
  cell_shape room;
  if (m->dimensions == 2) return 1;
  if (!is_axis(met->hit.normal) || !is_aligned(move_part_of(move_here(m), met))) return 0;
  for (i = 0; i < count; i++)
    if (!is_aligned(ci_move_get_shape(&met->at, i, &room))) return 0;
  return 1;
}

/* The longest step beside a contact, as a multiple of the clearance. */
#define MOST_BESIDE 16.0

/* Moves q away from an obstacle by the clearance, and not into the contacts of the body. */
static void step_beside(const move_state *m, const double normal[3], double clearance,
                        double q[3]) {
  double away[3], permitted[3], square;
  move_rule rule;
  vector_scale(clearance, normal, away);
  rule = ci_move_rule(m, away);
  rule.walks = 0;
  rule.per_length = 0;
  ci_move_choose(&rule, &m->contacts, away, permitted);
  square = vector_dot(permitted, permitted);
  if (!(square * MOST_BESIDE > clearance * clearance)) return;
  vector_add(q, clearance * clearance / square, permitted);
}

/* Moves q, at the contact, to a clearance from the obstacle: back along the leg, or beside the
 * contact if the angle is flat or the leg is short. */
static void keep_clearance(const move_state *m, const double delta[3], const double normal[3],
                           double clearance, double q[3]) {
  double length = move_length(delta), facing = length > 0 ? -vector_dot(normal, delta) / length : 0;
  if (facing > LEAST_FACING && clearance / facing < length)
    vector_add(q, -(clearance / facing / length), delta);
  else
    step_beside(m, normal, clearance, q);
}

void ci_move_advance(move_state *m, const double d[3], double t, const collide_target_sweep *met) {
  const mesh_candidates *path = ci_move_get_candidates(m, d, t);
  double from[3], delta[3], q[3], size;
  int i;
  memcpy(from, m->position, sizeof from);
  for (i = 0; i < 3; i++) {
    delta[i] = t * d[i];
    q[i] = from[i] + delta[i];
  }
  size = ci_move_get_size(m, delta);
  if (met != NULL && !has_exact_contact(m, met))
    keep_clearance(m, delta, met->hit.normal, ci_move_find_clearance(m, size, m->meets_curved), q);
  ci_move_put(m, q);
  m->path = path;
  m->path_t = t;
  if (size > m->largest) m->largest = size;
#ifdef MOVE_TRACE
  MOVE_TRACE(from, m->position);
#endif
}

/* ---- Pushes ---------------------------------------------------------------------------------- */

/* The normals of obstacles that the body has entered. */
typedef struct escape {
  int count;
  double normals[3][3];
} escape;

/* The longest escape. */
#define LONGEST 32.0
/* Three normals with a smaller volume count as coplanar. */
#define LEAST_VOLUME 9.765625e-4

/* Records a normal, unless it is close to a known one. The oldest one makes room. */
static void record_normal(escape *e, int dimensions, const double n[3]) {
  int i;
  for (i = 0; i < e->count; i++)
    if (vector_dot(e->normals[i], n) > 0.9375) return;
  if (e->count == dimensions) {
    memmove(e->normals[0], e->normals[1], (size_t)(dimensions - 1) * sizeof *e->normals);
    e->count--;
  }
  memcpy(e->normals[e->count++], n, sizeof *e->normals);
}

/* Finds the vector whose dot product with each of the three normals is 1. Returns 0 if the normals
 * are nearly coplanar, or if the vector is too long. */
static int find_corner(const escape *e, double out[3]) {
  const double *p = e->normals[0], *q = e->normals[1], *r = e->normals[2];
  double qr[3], rp[3], pq[3], volume;
  int i;
  vector_cross(q, r, qr);
  vector_cross(r, p, rp);
  vector_cross(p, q, pq);
  volume = vector_dot(p, qr);
  if (fabs(volume) < LEAST_VOLUME) return 0;
  for (i = 0; i < 3; i++) out[i] = (qr[i] + rp[i] + pq[i]) / volume;
  return vector_length(out) <= LONGEST;
}

/* Finds a vector that leads out of each recorded obstacle by at least 1. If there is none that is
 * short, it leads out of the last one. For two normals its length is the square root of 2 / sum. */
static void find_escape(const escape *e, double out[3]) {
  const double *last = e->normals[e->count - 1];
  double sum;
  int i;
  memcpy(out, last, 3 * sizeof *out);
  if (e->count == 1 || (e->count == 3 && find_corner(e, out))) return;
  memcpy(out, last, 3 * sizeof *out);
  sum = 1 + vector_dot(e->normals[e->count - 2], last);
  if (sum < 2 / (LONGEST * LONGEST)) return;
  for (i = 0; i < 3; i++) out[i] = (e->normals[e->count - 2][i] + last[i]) / sum;
}

/* The least push out of a place that the body overlaps, whether another place covers the face there
 * or not. `contact` would not push across covered faces, and so may push far. */
static void find_push(const move_state *m, const collide_meeting *met, collide_push *push) {
  const move_body *here = move_here(m);
  int i, k, parts = move_parts(here), shapes = ci_move_count_shapes(&met->at);
  *push = met->push;
  for (i = 0; i < parts; i++)
    for (k = 0; k < shapes; k++) {
      cell_shape room;
      move_contact c;
      c.tolerance = 0;
      if (!ci_move_find_normals(move_part(here, i), ci_move_get_shape(&met->at, k, &room),
                                met->push.normal, m->rounding, &c) ||
          !(-c.separation < push->depth))
        continue;
      push->depth = c.separation < 0 ? -c.separation : 0;
      memcpy(push->normal, c.nearest, sizeof push->normal);
    }
}

/* In a gap as wide as the body few positions are free, and rounding decides which. Tries the
 * positions that differ by up to two units in the last place along each axis. Returns 1 if the body
 * is free. */
static int try_beside(move_state *m, double size) {
  double from[3], to[3], unit = ldexp(size, -52);
  int i, k, count = m->dimensions == 3 ? 125 : 25;
  collide_meeting met;
  memcpy(from, m->position, sizeof from);
  for (i = 0; i < count && !move_is_exhausted(m); i++) {
    int digits = i;
    memcpy(to, from, sizeof to);
    for (k = 0; k < m->dimensions; k++) {
      to[k] += (digits % 5 - 2) * unit;
      digits /= 5;
    }
    ci_move_put(m, to);
    if (!ci_move_find_contact(m, MOVE_FILTER_PLACE, &met)) return 1;
  }
  return 0;
}

/* Pushes grow by units in the last place, because a push is rounded. */
void ci_move_settle(move_state *m, int most) {
  static const double no_displacement[3] = {0, 0, 0};
  double size = ci_move_get_size(m, no_displacement), least = HUGE_VAL;
  double best[3], to[3], out[3];
  const mesh_candidates *path = m->path;
  collide_meeting met;
  collide_push push;
  escape e;
  int i;
  e.count = 0;
  for (i = 0; ci_move_find_contact(m, MOVE_FILTER_PLACE, &met); i++) {
    find_push(m, &met, &push);
    if (push.depth < least) {
      least = push.depth;
      memcpy(best, m->position, sizeof best);
    }
    if (i == most) {
      ci_move_put(m, best);
      if (most == MOVE_PUSHES && !try_beside(m, size)) ci_move_put(m, best);
      return;
    }
    record_normal(&e, m->dimensions, push.normal);
    find_escape(&e, out);
    memcpy(to, m->position, sizeof to);
    vector_add(to, push.depth + ldexp(size, i - 54), out);
    ci_move_put(m, to);
    m->path = path;
  }
}

/* ---- push_out -------------------------------------------------------------------------------- */

/* Resolves the overlaps of a body. A branch and bound search over half-spaces of displacements
 * (half-planes in the plane). The body is outside of a convex obstacle if it is beyond one of the
 * faces of their Minkowski difference. A node holds one face for each of some obstacles. Its
 * position is the nearest to the start that is beyond all of them. The nearest node is tried first.
 * The body may still overlap an obstacle there, or an obstacle may block the move to it. Then the
 * faces of this obstacle make the child nodes, which are no nearer. So the first free node is the
 * nearest free one. */

enum { MOST_PLANES_2D = 6, MOST_PLANES_3D = 12 };
enum { MOST_NODES = 40, MOST_TRIES = 32, MOST_PUSHES = 32 };
/* The pushes out of what a try has entered by rounding. */
enum { FEW_PUSHES = 3 };

/* The displacements y with n . y >= c. */
typedef struct push_plane {
  double n[3], c;
} push_plane;

typedef struct push_node {
  push_plane plane; /* the other planes are those of its ancestors */
  int before, is_tried;
  double y[3], length; /* the position, relative to the start */
  double reached[3];   /* the displacement that the body reached, once the node is tried */
} push_node;

typedef struct push_search {
  move_state *m;
  double from[3], size;  /* the start, and the largest coordinate there */
  double least, best[3]; /* the least depth so far, and the position there */
  move_hits blocked;     /* the obstacles of the last straight move; the stack has room for one */
  int count;
  push_node nodes[MOST_NODES]; /* the first is the start */
} push_search;

/* ---- The nearest position of a node ---------------------------------------------------------- */

typedef struct nearest_search {
  push_plane
      planes[MOST_PLANES_3D]; /* the first is the new one; the parent's position is not beyond it */
  int count, dimensions;
  double slack, least, best[3];
} nearest_search;

/* y lies on the boundaries of the first plane and of i and k; 0 for none. */
static void offer(nearest_search *s, const double y[3], int i, int k) {
  double length = move_length(y);
  int l;
  if (!(length < s->least)) return;
  for (l = 1; l < s->count; l++)
    if (l != i && l != k && vector_dot(s->planes[l].n, y) < s->planes[l].c - s->slack) return;
  s->least = length;
  memcpy(s->best, y, sizeof s->best);
}

/* Offers the point where two boundaries cross in the plane. */
static void offer_crossing(nearest_search *s, int i) {
  const push_plane *a = &s->planes[0], *b = &s->planes[i];
  double cross = a->n[0] * b->n[1] - a->n[1] * b->n[0], y[3];
  if (fabs(cross) < 9.5367431640625e-07) return; /* 2^-20: nearly parallel */
  y[0] = (a->c * b->n[1] - b->c * a->n[1]) / cross;
  y[1] = (b->c * a->n[0] - a->c * b->n[0]) / cross;
  y[2] = 0;
  offer(s, y, i, 0);
}

/* Offers the point where three boundaries meet in space. For k = 0 the third goes through the
 * origin and is perpendicular to the other two, so that y is the shortest on both. */
static void offer_corner(nearest_search *s, int i, int k) {
  const push_plane *p = &s->planes[0], *q = &s->planes[i], *r = k == 0 ? NULL : &s->planes[k];
  double pq[3], qr[3], rp[3], volume, y[3];
  int l;
  vector_cross(p->n, q->n, pq);
  vector_cross(q->n, r == NULL ? pq : r->n, qr);
  vector_cross(r == NULL ? pq : r->n, p->n, rp);
  volume = r == NULL ? vector_dot(pq, pq) : vector_dot(pq, r->n);
  if (fabs(volume) < (r == NULL ? 9.0949470177292824e-13 : 9.5367431640625e-07)) return;
  for (l = 0; l < 3; l++)
    y[l] = (p->c * qr[l] + q->c * rp[l] + (r == NULL ? 0 : r->c * pq[l])) / volume;
  offer(s, y, i, k);
}

/* Finds the point nearest to 0 in all half-spaces. It lies on the boundary of the new one: at the
 * projection of 0, or where that boundary crosses another, or in space two others. The slack allows
 * for rounding; at the position a contact query tests for overlaps. */
static int find_nearest(nearest_search *s) {
  double y[3];
  int i, k;
  s->least = HUGE_VAL;
  for (i = 0; i < 3; i++) y[i] = s->planes[0].c * s->planes[0].n[i];
  offer(s, y, 0, 0);
  for (i = 1; i < s->count; i++) {
    if (s->dimensions == 2) {
      offer_crossing(s, i);
      continue;
    }
    for (k = 0; k < i; k++) offer_corner(s, i, k);
  }
  return s->least < HUGE_VAL;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* Collects the new plane, and those of node k and its ancestors. If several have the same normal,
 * the last one counts, which is farther out. Returns 0 if there are too many. */
static int collect_sides(const push_search *p, int k, const push_plane *plane, nearest_search *s) {
  int i, most = p->m->dimensions == 2 ? MOST_PLANES_2D : MOST_PLANES_3D;
  s->planes[0] = *plane;
  s->count = 1;
  for (; k > 0; k = p->nodes[k].before) {
    const push_plane *next = &p->nodes[k].plane;
    for (i = 0; i < s->count && !move_is_equal(s->planes[i].n, next->n);) i++;
    if (i < s->count) continue;
    if (s->count == most) return 0;
    s->planes[s->count++] = *next;
  }
  return 1;
}

/* Room for a node. If there is none, the farthest untried node is replaced, if the new one is
 * nearer. */
static push_node *allocate_node(push_search *p, double length) {
  int i, worst = 0;
  if (p->count < MOST_NODES) return &p->nodes[p->count++];
  for (i = 1; i < p->count; i++)
    if (!p->nodes[i].is_tried && p->nodes[i].length >= length &&
        (worst == 0 || p->nodes[i].length > p->nodes[worst].length))
      worst = i;
  return worst == 0 ? NULL : &p->nodes[worst];
}

/* Returns 1 if the node exists, tried or not: the same position and the same plane. Planes that
 * differ by the rounding of c are different. */
static int has_node(const push_search *p, const push_plane *plane, const double y[3]) {
  int i;
  for (i = 1; i < p->count; i++)
    if (move_is_equal(p->nodes[i].plane.n, plane->n) && p->nodes[i].plane.c == plane->c &&
        memcmp(p->nodes[i].y, y, sizeof p->nodes[i].y) == 0)
      return 1;
  return 0;
}

/* The rounding of a position at this distance from the start. */
static double rounding_at(const push_search *p, double length) {
  return ldexp(p->size + length, -53);
}

/* Adds a child of node k. */
static void add_node(push_search *p, int k, const push_plane *plane) {
  nearest_search s;
  push_node *node;
  if (!collect_sides(p, k, plane, &s)) return;
  s.dimensions = p->m->dimensions;
  s.slack = rounding_at(p, p->nodes[k].length);
  if (!find_nearest(&s) || has_node(p, plane, s.best)) return;
  node = allocate_node(p, s.least);
  if (node == NULL) return;
  node->plane = *plane;
  node->before = k;
  node->is_tried = 0;
  node->length = s.least;
  memcpy(node->y, s.best, sizeof node->y);
}

static int find_nearest_node(const push_search *p) {
  int i, nearest = 0;
  for (i = 1; i < p->count; i++)
    if (!p->nodes[i].is_tried && (nearest == 0 || p->nodes[i].length < p->nodes[nearest].length))
      nearest = i;
  return nearest;
}

/* ---- The obstacles of a node ----------------------------------------------------------------- */

/* The part of the body, at the start, that overlaps a place by that depth at the current position.
 */
static const collide_shape *find_part(const move_state *m, const collide_place *at, double depth) {
  int i, count = move_parts(&m->self);
  for (i = 0; i < count - 1; i++)
    if (ci_move_shape_overlaps(move_part(move_here(m), i), at, depth * (1 - DBL_EPSILON))) break;
  return move_part(&m->self, i);
}

/* Adds the other faces of a place that y is not beyond. */
static void add_faces(push_search *p, int k, const collide_shape *part, const collide_place *at,
                      const double y[3]) {
  move_face faces[MOVE_FACES_MOST];
  int i, l, count, parts = MOVE_FACES ? ci_move_count_shapes(at) : 0;
  for (i = 0; i < parts; i++) {
    cell_shape room;
    count = ci_move_faces(part, ci_move_get_shape(at, i, &room), faces);
    for (l = 0; l < count; l++) {
      push_plane plane;
      memcpy(plane.n, faces[l].n, sizeof plane.n);
      plane.c = faces[l].c + rounding_at(p, faces[l].c);
      if (vector_dot(plane.n, y) < plane.c) add_node(p, k, &plane);
    }
  }
}

/* Adds the push of a contact at the position of node k. If rounding made a push too short, it gets
 * longer each time. */
static void add_push(push_search *p, int k, const collide_push *push) {
  push_plane plane;
  int i, again = 0;
  if (!(push->depth < HUGE_VAL)) return;
  memcpy(plane.n, push->normal, sizeof plane.n);
  plane.c = vector_dot(plane.n, p->nodes[k].reached) + push->depth;
  for (i = k; i > 0; i = p->nodes[i].before)
    if (move_is_equal(p->nodes[i].plane.n, plane.n) && again < 8) again++;
  plane.c += ldexp(rounding_at(p, fabs(plane.c)), again);
  add_node(p, k, &plane);
}

/* If the overlap is only rounding, no other face is nearer. */
static void add_contact(push_search *p, int k, const collide_meeting *met) {
  add_push(p, k, &met->push);
  if (met->push.depth > p->m->rounding)
    add_faces(p, k, find_part(p->m, &met->at, met->push.depth), &met->at, p->nodes[k].reached);
}

/* `reached` is the displacement at which the body meets the obstacles on its way to y. */
static void add_obstacles(push_search *p, int k, const move_hits *met, const double reached[3],
                          const double y[3]) {
  int i;
  for (i = 0; i < met->count; i++) {
    const collide_target_sweep *hit = &met->list[i];
    push_plane plane;
    memcpy(plane.n, hit->hit.normal, sizeof plane.n);
    plane.c = vector_dot(plane.n, reached);
    if (vector_dot(plane.n, y) < plane.c) add_node(p, k, &plane);
    add_faces(p, k, move_part_of(&p->m->self, hit), &hit->at, y);
  }
}

/* ---- The search ------------------------------------------------------------------------------ */

/* A body among many cells has many contacts at each position. */
static int gives_up(move_state *m) {
  if (m->found > move_most_found(m)) m->gave_up = 1;
  return m->gave_up;
}

typedef enum push_end { PUSH_BLOCKED, PUSH_REACHED, PUSH_STOPPED } push_end;

/* Moves to y from an earlier position. If something blocks, it moves up to that and writes the
 * obstacles to *met. */
static push_end move_straight(push_search *p, const double start[3], const double y[3],
                              move_hits *met) {
  const collide_move_options plain = collide_default_move();
  move_state *m = p->m;
  double at[3], v[3];
  int i;
  for (i = 0; i < 3; i++) at[i] = p->from[i] + start[i];
  ci_move_put(m, at);
  /* Rounding must not lead a move along a floor into it. */
  for (i = 0; i < 3; i++) {
    v[i] = p->from[i] + y[i] - at[i];
    if (start[i] != 0 && fabs(v[i]) <= 4 * rounding_at(p, fabs(y[i]))) v[i] = 0;
  }
  met->count = 0;
  if (move_is_zero(v)) return PUSH_REACHED;
  if (!ci_move_require_reach(m, v, &plain)) return PUSH_STOPPED;
  if (ci_move_cast_push(m, v, met)) {
    ci_move_advance(m, v, met->list[0].hit.t, &met->list[0]);
    ci_move_settle(m, FEW_PUSHES);
    return PUSH_BLOCKED;
  }
  ci_move_advance(m, v, 1, NULL);
  ci_move_settle(m, FEW_PUSHES);
  return PUSH_REACHED;
}

/* The displacement from the start to here. */
static void find_reached(const push_search *p, double reached[3]) {
  int i;
  for (i = 0; i < 3; i++) reached[i] = p->m->position[i] - p->from[i];
}

/* Moves straight to the position of node k, or else from the position of its parent. Adds the
 * obstacles of the straight move. */
static push_end move_to_node(push_search *p, int k, move_hits *met) {
  static const double no_displacement[3] = {0, 0, 0};
  push_node *node = &p->nodes[k];
  double y[3], reached[3];
  push_end end;
  memcpy(y, node->y, sizeof y);
  end = move_straight(p, no_displacement, y, met);
  if (end == PUSH_STOPPED || p->m->unsupported) return PUSH_STOPPED;
  find_reached(p, reached);
  memcpy(node->reached, reached, sizeof reached);
  if (end == PUSH_REACHED) return end;
  add_obstacles(p, k, met, reached, y);
  if (node->before == 0) return end;
  end = move_straight(p, p->nodes[node->before].reached, y, met);
  if (end == PUSH_STOPPED || p->m->unsupported) return PUSH_STOPPED;
  find_reached(p, node->reached);
  return end;
}

/* Tries node k. Returns 1 if that ends the search. */
static int try_node(push_search *p, int k, collide_meeting *met) {
  move_state *m = p->m;
  push_end end;
  p->nodes[k].is_tried = 1;
  end = move_to_node(p, k, &p->blocked);
  if (end == PUSH_STOPPED || !ci_move_find_contact(m, MOVE_FILTER_PUSH, met)) return 1;
  if (met->push.depth < p->least) {
    p->least = met->push.depth;
    memcpy(p->best, m->position, sizeof p->best);
  }
  if (end == PUSH_REACHED) add_contact(p, k, met);
  return m->unsupported;
}

/* Usually the push of the first contact resolves the overlap, and no other face is needed. */
static int search(push_search *p, collide_meeting *first) {
  collide_meeting met;
  int i, k;
  add_push(p, 0, &first->push);
  if (p->count > 1 && try_node(p, 1, &met)) return 1;
  add_faces(p, 0, find_part(p->m, &first->at, first->push.depth), &first->at, p->nodes[0].y);
  for (i = 1; i < MOST_TRIES && !gives_up(p->m) && (k = find_nearest_node(p)) > 0; i++)
    if (try_node(p, k, &met)) return 1;
  return 0;
}

/* Adds up the pushes of the deepest contacts, regardless of obstacles, and moves straight to the
 * sum. In a crowd this may lead farther than the nodes. Returns 1 if that ends the search. */
static int push_far(push_search *p, const collide_meeting *first) {
  static const double no_displacement[3] = {0, 0, 0};
  const collide_move_options plain = collide_default_move();
  move_state *m = p->m;
  collide_meeting met = *first;
  double y[3] = {0, 0, 0}, to[3];
  int i, k;
  for (i = 0; i < MOST_PUSHES && met.push.depth < HUGE_VAL && !gives_up(m); i++) {
    double distance = met.push.depth + ldexp(rounding_at(p, move_length(y)), i < 8 ? i + 1 : 9);
    for (k = 0; k < 3; k++) to[k] = p->from[k] + (y[k] += distance * met.push.normal[k]);
    if (!ci_move_require_reach(m, y, &plain)) return 1;
    ci_move_put(m, to);
    if (m->ends_early) return 0;
    if (ci_move_find_contact(m, MOVE_FILTER_PUSH, &met)) continue;
    if (m->unsupported || move_straight(p, no_displacement, y, &p->blocked) == PUSH_STOPPED)
      return 1;
    return !ci_move_find_contact(m, MOVE_FILTER_PUSH, &met);
  }
  return m->unsupported;
}

void ci_move_push_out(move_state *m, double least) {
  static const double no_displacement[3] = {0, 0, 0};
  collide_meeting met;
  push_search p;
  if (!ci_move_find_contact(m, MOVE_FILTER_PUSH, &met) || met.push.depth <= least) return;
  p.m = m;
  memcpy(p.from, m->position, sizeof p.from);
  memcpy(p.best, m->position, sizeof p.best);
  p.size = ci_move_get_size(m, no_displacement);
  p.least = met.push.depth;
  p.count = 1;
  memset(&p.nodes[0], 0, sizeof p.nodes[0]);
  p.nodes[0].is_tried = 1;
  if (search(&p, &met)) return;
  ci_move_put(m, p.from);
  if (!push_far(&p, &met)) ci_move_put(m, p.best);
}
