/* SPDX-License-Identifier: MIT
 *
 * Moves a shape out of what it is in.
 *
 * A branch and bound search over half-spaces of displacements (in the plane half-planes). The
 * shape is out of a convex obstacle where it is beyond one of the faces of their Minkowski
 * difference. A node is a face for each of some obstacles; its place is the nearest to the start
 * that is beyond all of them. The nearest node is tried first. Where the shape is still in
 * something there, or something is in the way, the faces of that obstacle make the nodes behind
 * it, which are no nearer. So the first node that is out is the nearest one.
 */
#include "move.h"

#include <string.h>

#include "move_faces.h"

enum { MOST_OF_PLANE = 6, MOST_OF_SPACE = 12 };
enum { MOST_NODES = 40, MOST_TRIES = 32, MOST_PUSHES = 32 };

/* The displacements y with n . y >= c. */
typedef struct push_side {
  double n[3], c;
} push_side;

typedef struct push_node {
  push_side side; /* the others are those of the nodes before it */
  int before, is_tried;
  double y[3], length; /* the place, from the start */
  double made[3];      /* once tried: where the shape came to */
} push_node;

typedef struct pushing {
  move_state *m;
  double from[3], size;  /* the start, and the largest coordinate there */
  double least, best[3]; /* the least depth so far, and the position there */
  move_met way; /* what is in the way of the last straight way; the stack has room for one */
  int count;
  push_node nodes[MOST_NODES]; /* the first is the start */
} pushing;

/* ---- The nearest place of a node --------------------------------------------------------- */

typedef struct push_search {
  push_side sides[MOST_OF_SPACE]; /* the first is the new one: the place before is not beyond it */
  int count, dimensions;
  double slack, least, best[3];
} push_search;

/* The place lies on the borders of the first side and of i and k; 0 for none. */
static void offer(push_search *s, const double y[3], int i, int k) {
  double length = move_length(y);
  int l;
  if (!(length < s->least)) return;
  for (l = 1; l < s->count; l++)
    if (l != i && l != k && move_dot(s->sides[l].n, y) < s->sides[l].c - s->slack) return;
  s->least = length;
  memcpy(s->best, y, sizeof s->best);
}

/* Where two borders cross in the plane. */
static void offer_crossing(push_search *s, int i) {
  const push_side *a = &s->sides[0], *b = &s->sides[i];
  double cross = a->n[0] * b->n[1] - a->n[1] * b->n[0], y[3];
  if (fabs(cross) < 9.5367431640625e-07) return; /* 2^-20: as good as parallel */
  y[0] = (a->c * b->n[1] - b->c * a->n[1]) / cross;
  y[1] = (b->c * a->n[0] - a->c * b->n[0]) / cross;
  y[2] = 0;
  offer(s, y, i, 0);
}

/* Where three borders meet in space. For k = 0 the third goes through the origin, and is
 * perpendicular to the other two, so that y is the least on both. */
static void offer_corner(push_search *s, int i, int k) {
  const push_side *p = &s->sides[0], *q = &s->sides[i], *r = k == 0 ? NULL : &s->sides[k];
  double pq[3], qr[3], rp[3], volume, y[3];
  int l;
  move_cross(p->n, q->n, pq);
  move_cross(q->n, r == NULL ? pq : r->n, qr);
  move_cross(r == NULL ? pq : r->n, p->n, rp);
  volume = r == NULL ? move_dot(pq, pq) : move_dot(pq, r->n);
  if (fabs(volume) < (r == NULL ? 9.0949470177292824e-13 : 9.5367431640625e-07)) return;
  for (l = 0; l < 3; l++)
    y[l] = (p->c * qr[l] + q->c * rp[l] + (r == NULL ? 0 : r->c * pq[l])) / volume;
  offer(s, y, i, k);
}

/* The nearest to 0 in all half-spaces. It lies on the border of the new one: at its foot, or where
 * that crosses another border, or in space two others. The slack is what rounding takes; at the
 * place the shape is asked what it is in. */
static int find_nearest(push_search *s) {
  double y[3];
  int i, k;
  s->least = HUGE_VAL;
  for (i = 0; i < 3; i++) y[i] = s->sides[0].c * s->sides[0].n[i];
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

/* ---- Nodes --------------------------------------------------------------------------------- */

static int have_same_normal(const push_side *a, const push_side *b) {
  return a->n[0] == b->n[0] && a->n[1] == b->n[1] && a->n[2] == b->n[2];
}

/* The new side, and those of node k and before; of several with the same normal the last one, which
 * is farther out. Returns 0 when there are too many. */
static int collect_sides(const pushing *p, int k, const push_side *side, push_search *s) {
  int i, most = p->m->dimensions == 2 ? MOST_OF_PLANE : MOST_OF_SPACE;
  s->sides[0] = *side;
  s->count = 1;
  for (; k > 0; k = p->nodes[k].before) {
    const push_side *next = &p->nodes[k].side;
    for (i = 0; i < s->count && !have_same_normal(&s->sides[i], next);) i++;
    if (i < s->count) continue;
    if (s->count == most) return 0;
    s->sides[s->count++] = *next;
  }
  return 1;
}

/* Room for a node; where there is none, that of the farthest node that was not tried, if the new
 * one is nearer. */
static push_node *find_room(pushing *p, double length) {
  int i, worst = 0;
  if (p->count < MOST_NODES) return &p->nodes[p->count++];
  for (i = 1; i < p->count; i++)
    if (!p->nodes[i].is_tried && p->nodes[i].length >= length &&
        (worst == 0 || p->nodes[i].length > p->nodes[worst].length))
      worst = i;
  return worst == 0 ? NULL : &p->nodes[worst];
}

/* Is that node there already, tried or not: the same place and the same side? A side of which
 * rounding moves only c is another one. */
static int is_known_place(const pushing *p, const push_side *side, const double y[3]) {
  int i;
  for (i = 1; i < p->count; i++)
    if (have_same_normal(&p->nodes[i].side, side) && p->nodes[i].side.c == side->c &&
        memcmp(p->nodes[i].y, y, sizeof p->nodes[i].y) == 0)
      return 1;
  return 0;
}

/* What rounding takes of a place so far from the start. */
static double rounding_at(const pushing *p, double length) {
  return ldexp(p->size + length, -53);
}

/* A node behind node k. */
static void add_node(pushing *p, int k, const push_side *side) {
  push_search s;
  push_node *node;
  if (!collect_sides(p, k, side, &s)) return;
  s.dimensions = p->m->dimensions;
  s.slack = rounding_at(p, p->nodes[k].length);
  if (!find_nearest(&s) || is_known_place(p, side, s.best)) return;
  node = find_room(p, s.least);
  if (node == NULL) return;
  node->side = *side;
  node->before = k;
  node->is_tried = 0;
  node->length = s.least;
  memcpy(node->y, s.best, sizeof node->y);
}

static int find_nearest_node(const pushing *p) {
  int i, nearest = 0;
  for (i = 1; i < p->count; i++)
    if (!p->nodes[i].is_tried && (nearest == 0 || p->nodes[i].length < p->nodes[nearest].length))
      nearest = i;
  return nearest;
}

/* ---- What blocks a node -------------------------------------------------------------------- */

/* The part of what is moved, at the start, that is in a place by that depth here. */
static const collide_shape *find_part(const move_state *m, const collide_place *at, double depth) {
  int i, count = move_parts(&m->self);
  for (i = 0; i < count - 1; i++)
    if (ci_move_is_shape_in(move_part(move_here(m), i), at, depth * (1 - DBL_EPSILON))) break;
  return move_part(&m->self, i);
}

/* The other faces of a place, out of which y does not lead. */
static void add_faces(pushing *p, int k, const collide_shape *part, const collide_place *at,
                      const double y[3]) {
  move_face faces[MOVE_FACES_MOST];
  int i, l, count, parts = MOVE_FACES ? ci_move_shape_count(at) : 0;
  for (i = 0; i < parts; i++) {
    cell_shape room;
    count = ci_move_faces(part, ci_move_shape_at(at, i, &room), faces);
    for (l = 0; l < count; l++) {
      push_side side;
      memcpy(side.n, faces[l].n, sizeof side.n);
      side.c = faces[l].c + rounding_at(p, faces[l].c);
      if (move_dot(side.n, y) < side.c) add_node(p, k, &side);
    }
  }
}

/* The push of a contact at the place of node k. One that turned out too short by rounding is made
 * longer each time. */
static void add_push(pushing *p, int k, const collide_push *push) {
  push_side side;
  int i, again = 0;
  if (!(push->depth < HUGE_VAL)) return;
  memcpy(side.n, push->normal, sizeof side.n);
  side.c = move_dot(side.n, p->nodes[k].made) + push->depth;
  for (i = k; i > 0; i = p->nodes[i].before)
    if (have_same_normal(&p->nodes[i].side, &side) && again < 8) again++;
  side.c += ldexp(rounding_at(p, fabs(side.c)), again);
  add_node(p, k, &side);
}

/* Where the shape is in something by rounding alone, no other face is nearer. */
static void add_contact(pushing *p, int k, const collide_meeting *met) {
  add_push(p, k, &met->push);
  if (met->push.depth > p->m->rounded)
    add_faces(p, k, find_part(p->m, &met->at, met->push.depth), &met->at, p->nodes[k].made);
}

/* `made` leads to where the shape meets what is in its way to y. */
static void add_obstacles(pushing *p, int k, const move_met *met, const double made[3],
                          const double y[3]) {
  int i;
  for (i = 0; i < met->count; i++) {
    const collide_target_sweep *hit = &met->list[i];
    push_side side;
    memcpy(side.n, hit->hit.normal, sizeof side.n);
    side.c = move_dot(side.n, made);
    if (move_dot(side.n, y) < side.c) add_node(p, k, &side);
    add_faces(p, k, move_part(&p->m->self, hit->mover_part > 0 ? hit->mover_part - 1 : 0), &hit->at,
              y);
  }
}

/* ---- The search ---------------------------------------------------------------------------- */

typedef enum push_end { PUSH_BLOCKED, PUSH_THERE, PUSH_STOPPED } push_end;

/* Goes to y from a place where the shape was before, and where something else is in the way, as
 * far as that, and no farther; this is written to *met. */
static push_end go_straight(pushing *p, const double start[3], const double y[3], move_met *met) {
  const collide_move_options plain = collide_default_move();
  move_state *m = p->m;
  double at[3], v[3];
  int i;
  for (i = 0; i < 3; i++) at[i] = p->from[i] + start[i];
  ci_move_return(m, at);
  /* Rounding must not lead a way along a floor into it. */
  for (i = 0; i < 3; i++) {
    v[i] = p->from[i] + y[i] - at[i];
    if (start[i] != 0 && fabs(v[i]) <= 4 * rounding_at(p, fabs(y[i]))) v[i] = 0;
  }
  met->count = 0;
  if (move_is_zero(v)) return PUSH_THERE;
  if (!ci_move_is_known(m, v, &plain)) return PUSH_STOPPED;
  if (ci_move_cast_push(m, v, met)) {
    (void)ci_move_go(m, v, met->list[0].hit.t, met->list[0].hit.normal);
    return PUSH_BLOCKED;
  }
  return ci_move_go(m, v, 1, NULL) < 0 ? PUSH_BLOCKED : PUSH_THERE;
}

/* Where it is, from the start. */
static void find_made(const pushing *p, double made[3]) {
  int i;
  for (i = 0; i < 3; i++) made[i] = p->m->position[i] - p->from[i];
}

/* Straight to the place of node k; or else from where the shape came to for the node before. Adds
 * what is in the straight way. */
static push_end go_to_node(pushing *p, int k, move_met *met) {
  static const double nowhere[3] = {0, 0, 0};
  push_node *node = &p->nodes[k];
  double y[3], made[3];
  push_end end;
  memcpy(y, node->y, sizeof y);
  end = go_straight(p, nowhere, y, met);
  if (end == PUSH_STOPPED || p->m->unsupported) return PUSH_STOPPED;
  find_made(p, made);
  memcpy(node->made, made, sizeof made);
  if (end == PUSH_THERE) return end;
  add_obstacles(p, k, met, made, y);
  if (node->before == 0) return end;
  end = go_straight(p, p->nodes[node->before].made, y, met);
  if (end == PUSH_STOPPED || p->m->unsupported) return PUSH_STOPPED;
  find_made(p, node->made);
  return end;
}

/* Returns 1 when that ends the search. */
static int try_node(pushing *p, int k, collide_meeting *met) {
  move_state *m = p->m;
  push_end end;
  p->nodes[k].is_tried = 1;
  end = go_to_node(p, k, &p->way);
  if (end == PUSH_STOPPED || !ci_move_contact(m, MOVE_PUSH, move_here(m), met)) return 1;
  if (met->push.depth < p->least) {
    p->least = met->push.depth;
    memcpy(p->best, m->position, sizeof p->best);
  }
  if (end == PUSH_THERE) add_contact(p, k, met);
  return m->unsupported;
}

/* Mostly the push of the first contact leads out, and nothing else has to be found. */
static int search(pushing *p, collide_meeting *first) {
  collide_meeting met;
  int i, k;
  add_push(p, 0, &first->push);
  if (p->count > 1 && try_node(p, 1, &met)) return 1;
  add_faces(p, 0, find_part(p->m, &first->at, first->push.depth), &first->at, p->nodes[0].y);
  for (i = 1; i < MOST_TRIES && (k = find_nearest_node(p)) > 0; i++)
    if (try_node(p, k, &met)) return 1;
  return 0;
}

/* Adds up the pushes of the deepest contacts, whatever is in their way, and goes straight to where
 * the sum leads. In a crowd this may lead farther than the nodes. Returns 1 when that ends the
 * search. */
static int push_far(pushing *p, const collide_meeting *first) {
  static const double nowhere[3] = {0, 0, 0};
  const collide_move_options plain = collide_default_move();
  move_state *m = p->m;
  move_shape *there = &m->places[1 - m->now];
  collide_meeting met = *first;
  double y[3] = {0, 0, 0}, to[3];
  int i, k;
  for (i = 0; i < MOST_PUSHES && met.push.depth < HUGE_VAL; i++) {
    double far = met.push.depth + ldexp(rounding_at(p, move_length(y)), i < 8 ? i + 1 : 9);
    for (k = 0; k < 3; k++) to[k] = p->from[k] + (y[k] += far * met.push.normal[k]);
    if (!ci_move_is_known(m, y, &plain)) return 1;
    if (!ci_move_set_position(there, to)) return 0;
    if (ci_move_contact(m, MOVE_PUSH, &there->body, &met)) continue;
    if (m->unsupported || go_straight(p, nowhere, y, &p->way) == PUSH_STOPPED) return 1;
    return !ci_move_contact(m, MOVE_PUSH, move_here(m), &met);
  }
  return m->unsupported;
}

void ci_move_push_out(move_state *m) {
  static const double nowhere[3] = {0, 0, 0};
  collide_meeting met;
  pushing p;
  if (!ci_move_contact(m, MOVE_PUSH, move_here(m), &met)) return;
  p.m = m;
  memcpy(p.from, m->position, sizeof p.from);
  memcpy(p.best, m->position, sizeof p.best);
  p.size = ci_move_size(m, nowhere);
  p.least = met.push.depth;
  p.count = 1;
  memset(&p.nodes[0], 0, sizeof p.nodes[0]);
  p.nodes[0].is_tried = 1;
  if (search(&p, &met)) return;
  ci_move_return(m, p.from);
  if (!push_far(&p, &met)) ci_move_return(m, p.best);
}
