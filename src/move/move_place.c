/* SPDX-License-Identifier: MIT
 *
 * The shapes near a body, and the overlaps of a body at a position.
 */
#include "../mesh/mesh.h"
#include "../narrow/pairs.h"
#include "../shape/shape.h"
#include "../target/group.h"
#include "../target/hidden.h"
#include "move.h"

#include <string.h>

/* ---- The shapes of a place ------------------------------------------------------------------- */

/* The mesh of a place, or NULL. */
static const collide_mesh *mesh_at(const collide_place *at) {
  if (at->member.kind == COLLIDE_TARGET_MESH) return at->member.of.mesh;
  if (at->member.kind != COLLIDE_TARGET_GROUP) return NULL;
  return ci_group_mesh(at->member.of.group, at->part - 1);
}

int ci_move_count_shapes(const collide_place *at) {
  return at->has_cell ? grid_parts_of(at->member.of.grid, at->value) : 1;
}

/* One of the shapes of a place; that of a cell or triangle is written to *room. */
const collide_shape *ci_move_get_shape(const collide_place *at, int part, cell_shape *room) {
  const collide_mesh *mesh = mesh_at(at);
  if (at->has_cell) return ci_cell_shape(at->member.of.grid, at->cell, at->value, part, room);
  if (mesh != NULL) {
    memset(&room->shape, 0, sizeof room->shape);
    ci_mesh_place(mesh, ci_mesh_place_of(mesh->data, at->triangle - 1), &room->shape);
    return &room->shape;
  }
  if (at->member.kind == COLLIDE_TARGET_GROUP)
    return ci_group_part(at->member.of.group, at->part - 1);
  return at->member.of.shape;
}

/* A shape without area in the seam of two cells overlaps neither of them, but it overlaps the grid.
 * `contact` returns such cells if there are no others. */
static int is_in_seam(const collide_shape *shape, const collide_place *at) {
  meet m = ci_meet_begin(shape, 0);
  collide_meeting one;
  collide_push push;
  if (ci_meet_cell(&m, at->member.of.grid, at->cell, &push) != CELL_SEAM) return 0;
  m.flags = COLLIDE_SKIP_TOUCHING;
  if (ci_meet_chosen(&m, &at->member, NULL, &one) != 1) return 0;
  m.flags = 0;
  return ci_meet_cell(&m, at->member.of.grid, one.at.cell, &push) == CELL_SEAM;
}

/* Returns 1 if the shape penetrates a shape of the place deeper than `depth`; 0 if it overlaps one;
 * -1 if it overlaps none. Not inlined: it needs a large stack frame, and is_in_seam does not. */
static PAIR_SELDOM int overlaps_deeper(const collide_shape *shape, const collide_place *at,
                                       double depth) {
  int i, parts = ci_move_count_shapes(at), found = -1;
  for (i = 0; i < parts; i++) {
    cell_shape room;
    collide_push push;
    const collide_shape *one = ci_move_get_shape(at, i, &room);
    if (depth == 0) {
      int relation = ci_pair_meet(shape, one);
      if (relation == PAIR_DEEP) return 1;
      if (relation == PAIR_PARTED) continue;
    }
    if (collide_contact(shape, one, &push) != 1) continue;
    if (push.depth > depth) return 1;
    found = 0;
  }
  return found;
}

int ci_move_shape_overlaps(const collide_shape *shape, const collide_place *at, double depth) {
  int found = overlaps_deeper(shape, at, depth);
  if (found != 0) return found > 0;
  return at->has_cell && !ci_meet_has_inside(shape) && is_in_seam(shape, at);
}

int ci_move_overlaps_by(const move_body *body, const collide_place *at, double depth) {
  int i, count = move_parts(body);
  for (i = 0; i < count; i++)
    if (ci_move_shape_overlaps(move_part(body, i), at, depth)) return 1;
  return 0;
}

int ci_move_are_within(const collide_place *p, const collide_place *q, double far) {
  int i, k, count = ci_move_count_shapes(p), other = ci_move_count_shapes(q);
  for (i = 0; i < count; i++) {
    for (k = 0; k < other; k++) {
      cell_shape room, more;
      double on_p[3], on_q[3];
      if (ci_pair_distance(ci_move_get_shape(p, i, &room), ci_move_get_shape(q, k, &more), on_p,
                           on_q) <= far)
        return 1;
    }
  }
  return 0;
}

double ci_move_find_top(const collide_place *at, const double unit[3]) {
  double top = -HUGE_VAL, low, high;
  int i, count = ci_move_count_shapes(at);
  for (i = 0; i < count; i++) {
    cell_shape room;
    collide_project(ci_move_get_shape(at, i, &room), unit, &low, &high);
    if (high > top) top = high;
  }
  return top;
}

double ci_move_find_exit(const collide_shape *shape, const double d[3], const collide_place *at) {
  collide_sweep_hit hit;
  double leaves = 0;
  int i, parts = ci_move_count_shapes(at);
  for (i = 0; i < parts; i++) {
    cell_shape room;
    if (collide_shapecast(shape, d, ci_move_get_shape(at, i, &room), 0, &hit) != 1 || !hit.inside)
      continue;
    if (hit.t_exit > leaves) leaves = hit.t_exit;
  }
  return leaves;
}

int ci_move_is_lower_place(const collide_place *p, const collide_place *q) {
  if (p->index != q->index) return p->index < q->index;
  if (p->part != q->part) return p->part < q->part;
  if (p->triangle != q->triangle) return p->triangle < q->triangle;
  return p->has_cell && ci_cells_before(p->cell, q->cell);
}

int ci_move_is_same_place(const collide_place *p, const collide_place *q) {
  if (p->index != q->index || p->part != q->part || p->has_cell != q->has_cell) return 0;
  if (p->triangle != q->triangle) return 0;
  return !p->has_cell || memcmp(p->cell, q->cell, sizeof p->cell) == 0;
}

/* ---- The shapes near a body ------------------------------------------------------------------ */

typedef struct visit {
  const double *low, *high;
  collide_place at;
  int (*take)(void *user, const collide_place *at);
  void *user;
  int has_ended;
} visit;

static int take(visit *v) {
  v->has_ended = !v->take(v->user, &v->at);
  return !v->has_ended;
}

static int meets_box(const visit *v, const collide_shape *shape) {
  double low[3], high[3];
  collide_bounds(shape, low, high);
  return nearby_boxes_meet(v->low, v->high, low, high);
}

static int take_triangle(void *user, int number) {
  visit *v = (visit *)user;
  v->at.triangle = number + 1;
  return take(v);
}

static void visit_mesh(visit *v, const collide_mesh *mesh) {
  ci_mesh_near_box(mesh, v->low, v->high, take_triangle, v);
  v->at.triangle = 0;
}

static void visit_group(visit *v, const collide_shape_group *group) {
  int i, count = collide_group_count(group);
  for (i = 0; i < count && !v->has_ended; i++) {
    const collide_mesh *mesh = ci_group_mesh(group, i);
    v->at.part = i + 1;
    if (mesh != NULL)
      visit_mesh(v, mesh);
    else if (meets_box(v, ci_group_part(group, i)))
      (void)take(v);
  }
  v->at.part = 0;
}

static void visit_grid(visit *v, const collide_grid *grid) {
  int64_t min[3], max[3];
  collide_grid_cells cells;
  ci_cells_range(grid, v->low, v->high, min, max);
  if (min[0] > max[0]) return;
  collide_grid_cells_begin(&cells, min, max);
  v->at.has_cell = 1;
  while (!v->has_ended && (v->at.value = collide_grid_cells_next(&cells, grid)) != 0) {
    memcpy(v->at.cell, cells.at, sizeof v->at.cell);
    (void)take(v);
  }
  v->at.has_cell = 0;
}

static void visit_member(visit *v, const collide_target *member, int index) {
  v->at.member = *member;
  v->at.index = index;
  switch (member->kind) {
  case COLLIDE_TARGET_SHAPE:
    if (meets_box(v, member->of.shape)) (void)take(v);
    return;
  case COLLIDE_TARGET_GRID:
    visit_grid(v, member->of.grid);
    return;
  case COLLIDE_TARGET_MESH:
    visit_mesh(v, member->of.mesh);
    return;
  case COLLIDE_TARGET_GROUP:
    visit_group(v, member->of.group);
    return;
  default:
    return;
  }
}

void ci_move_visit(move_state *m, const double low[3], const double high[3],
                   int (*take_place)(void *user, const collide_place *at), void *user) {
  static const double none[3] = {0, 0, 0};
  const collide_target *t = m->target;
  nearby *near = ci_move_find_nearby(m, low, high, none);
  visit v;
  int i;
  memset(&v, 0, sizeof v);
  v.low = low;
  v.high = high;
  v.take = take_place;
  v.user = user;
  m->queries++;
  if (t->kind != COLLIDE_TARGET_ARRAY) {
    visit_member(&v, t, 0);
  } else if (near == NULL) {
    for (i = 0; i < t->count && !v.has_ended; i++) visit_member(&v, &t->of.members[i], i);
  } else {
    for (i = 0; i < near->count && !v.has_ended; i++)
      visit_member(&v, &t->of.members[near->list[i].index], near->list[i].index);
  }
}

/* ---- Places that count ----------------------------------------------------------------------- */

static int is_self(const move_state *m, const collide_place *at) {
  if (m->self.group != NULL)
    return at->member.kind == COLLIDE_TARGET_GROUP && at->member.of.group == m->self.group;
  return at->member.kind == COLLIDE_TARGET_SHAPE && at->member.of.shape == m->self.shape;
}

static int passes_filter(const move_state *m, const collide_place *at) {
  return m->options->takes == NULL || m->options->takes(m->options->user, at);
}

static int is_passed(const move_state *m, const collide_place *at) {
  int64_t i, count = m->result->count < m->room ? m->result->count : m->room;
  for (i = 0; i < count; i++)
    if (m->hits[i].response == COLLIDE_RESPOND_PASS && ci_move_is_same_place(&m->hits[i].at, at))
      return 1;
  return 0;
}

int ci_move_skips(const move_state *m, const collide_place *at) {
  return is_self(m, at) || is_passed(m, at) || !passes_filter(m, at);
}

/* Returns 1 if the body overlapped the place at the start. The answer for a member or part is
 * remembered, because each query asks again. */
static int overlapped_at_start(move_state *m, const collide_place *at) {
  int i, is_known = !at->has_cell && at->triangle == 0, overlaps;
  if (!m->start_overlaps) return 0;
  for (i = 0; is_known && i < m->start_count; i++)
    if (m->start_known[i].index == at->index && m->start_known[i].part == at->part)
      return m->start_known[i].overlaps;
  overlaps = ci_move_overlaps_by(m->start_body, at, m->rounding);
  if (!is_known || m->start_count == MOVE_START) return overlaps;
  m->start_known[m->start_count].index = at->index;
  m->start_known[m->start_count].part = at->part;
  m->start_known[m->start_count++].overlaps = overlaps;
  return overlaps;
}

int ci_move_ignores(move_state *m, const collide_place *at) {
  return ci_move_skips(m, at) || overlapped_at_start(m, at);
}

/* ---- Contacts that count --------------------------------------------------------------------- */

typedef struct contact_choice {
  meet_choice base;
  move_state *m;
  move_filter filter;
  const collide_shape *part; /* of the body */
  int weight;                /* of a contact of this part, see ci_move_weigh */
} contact_choice;

/* Returns 1 if the body overlaps the blocking side of a one-way place by rounding alone. Then the
 * body stands on that side. */
static int is_rounding(const move_state *m, move_filter filter, const collide_meeting *found,
                       const double n[3]) {
  double most = filter == MOVE_FILTER_PLACE ? 2 * ci_move_get_tolerance(m, 1) : m->rounding;
  if (filter >= MOVE_FILTER_INSIDE || !(found->push.depth <= most)) return 0;
  if (!(vector_dot(found->push.normal, n) > 0)) return 0;
  return filter == MOVE_FILTER_PUSH || !ci_move_overlapped_one_way(m, &found->at, n);
}

/* Returns 1 if the body may overlap the place. */
static int may_overlap(const contact_choice *c, const collide_meeting *found) {
  const collide_move_options *o = c->m->options;
  double n[3] = {0, 0, 0};
  if (is_passed(c->m, &found->at)) return 1;
  if (o->one_way != NULL && o->one_way(o->user, &found->at, n))
    return !is_rounding(c->m, c->filter, found, n);
  return c->filter == MOVE_FILTER_PLACE && overlapped_at_start(c->m, &found->at);
}

static int is_curved(const collide_shape *s) {
  if (s->kind == COLLIDE_SPHERE || s->kind == COLLIDE_CAPSULE) return s->frame == COLLIDE_LINEAR;
  return s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE;
}

/* The depth that `fits` allows: twice the clearance. In the plane moves keep no clearance; there it
 * is twice the largest error of a position. */
static double find_fit_depth(const move_state *m, const collide_shape *part,
                             const collide_place *at) {
  int i, count = ci_move_count_shapes(at), curved = is_curved(part);
  for (i = 0; i < count && !curved; i++) {
    cell_shape room;
    curved = is_curved(ci_move_get_shape(at, i, &room));
  }
  return ci_move_get_tolerance(m, curved) / (m->dimensions == 2 ? 8 : 4);
}

static int takes_contact(meet_choice *base, const collide_meeting *found) {
  const contact_choice *c = (const contact_choice *)(const void *)base;
  c->m->found += c->weight;
  if (c->filter == MOVE_FILTER_FIT &&
      !(found->push.depth > find_fit_depth(c->m, c->part, &found->at)))
    return 0;
  if (is_self(c->m, &found->at) || !passes_filter(c->m, &found->at)) return 0;
  return !may_overlap(c, found);
}

int ci_move_passes(move_state *m, const collide_place *at) {
  const collide_move_options *o = m->options;
  double n[3] = {0, 0, 0};
  if (is_passed(m, at) || (o->one_way != NULL && o->one_way(o->user, at, n))) return 1;
  return overlapped_at_start(m, at);
}

static int passes_cell(const void *choice, const collide_place *cell, double t) {
  (void)t;
  return ci_move_passes(((const contact_choice *)choice)->m, cell);
}

int ci_move_may_ignore(const move_state *m) {
  return m->options->one_way != NULL || m->start_overlaps || m->result->count > 0;
}

meet ci_move_begin_query(move_state *m, const move_body *body, int i) {
  static const double no_displacement[3] = {0, 0, 0};
  meet query = body->group != NULL ? ci_meet_begin(move_part(body, i), COLLIDE_SKIP_TOUCHING)
                                   : ci_meet_begin_within(body->shape, body->low, body->high,
                                                          COLLIDE_SKIP_TOUCHING);
  query.near = ci_move_find_nearby(m, query.low, query.high, no_displacement);
  return query;
}

void ci_move_collect(move_state *m, const move_body *body, meet_choice *choice, int *part) {
  int i, count = move_parts(body);
  for (i = 0; i < count && !m->unsupported; i++) {
    meet query = ci_move_begin_query(m, body, i);
    collide_meeting deepest;
    if (part != NULL) *part = body->group == NULL ? 0 : i + 1;
    if (ci_meet_chosen(&query, m->target, choice, &deepest) == COLLIDE_UNSUPPORTED)
      m->unsupported = 1;
  }
}

int ci_move_weigh(const collide_shape *part) {
  if (collide_dimensions(part) == 2)
    return part->kind == COLLIDE_PLANE_2D ? 1 : 1 + 3 * part->of.outline.count / 4;
  return ci_move_is_curved(part, part) ? 18 : 1;
}

/* Among contacts of equal depth, that of the body's lower part wins. */
int ci_move_find_contact(move_state *m, move_filter filter, collide_meeting *deepest) {
  const move_body *body = move_here(m);
  contact_choice c;
  collide_meeting one;
  int i, has = 0, count = move_parts(body);
  c.base.takes = takes_contact;
  c.base.passes = ci_move_may_ignore(m) ? passes_cell : NULL;
  c.m = m;
  c.filter = filter;
  m->queries++;
  for (i = 0; i < count && !m->unsupported; i++) {
    meet query = ci_move_begin_query(m, body, i);
    int found;
    c.part = move_part(body, i);
    c.weight = ci_move_weigh(c.part);
    query.candidates = m->path;
    query.t = m->path_t;
    found = ci_meet_chosen(&query, m->target, &c.base, &one);
    if (found == COLLIDE_UNSUPPORTED) m->unsupported = 1;
    if (found != 1 || (has && !(one.push.depth > deepest->push.depth))) continue;
    has = 1;
    *deepest = one;
  }
  return has && !m->unsupported;
}

/* ---- Positions ------------------------------------------------------------------------------- */

static double take_larger(double most, double x) {
  x = fabs(x);
  return x > most && x < HUGE_VAL ? x : most;
}

double ci_move_get_size(const move_state *m, const double d[3]) {
  const double *low = move_here(m)->low, *high = move_here(m)->high;
  double most = 0;
  int i;
  for (i = 0; i < m->dimensions; i++) {
    most = take_larger(most, low[i]);
    most = take_larger(most, high[i]);
    most = take_larger(most, low[i] + d[i]);
    most = take_larger(most, high[i] + d[i]);
    most = take_larger(most, m->position[i]);
    most = take_larger(most, m->position[i] + d[i]);
  }
  return most;
}

double ci_move_get_width(const move_body *body) {
  double width = 0;
  int i;
  for (i = 0; i < 3; i++) width = take_larger(width, body->high[i] - body->low[i]);
  return width;
}

/* The clearance in space. It is far larger than the error of a quick cast or contact query. So
 * these queries need no exact numbers. It is a part of the size, because positions are rounded.
 * Curved contacts have errors in proportion to the width, up to 2^-32 where a rim meets an edge. */
#define CLEARANCE 9.0949470177292824e-13        /* 2^-40 of the size */
#define CLEARANCE_CURVED 9.3132257461547852e-10 /* 2^-30 of the width */

double ci_move_find_clearance(const move_state *m, double size, int is_curved) {
  double width = ci_move_get_width(move_here(m));
  return size * CLEARANCE + (is_curved ? width * CLEARANCE_CURVED : 0);
}

int ci_move_is_curved(const collide_shape *a, const collide_shape *b) {
  return is_curved(a) || is_curved(b);
}

double ci_move_get_tolerance(const move_state *m, int is_of_curved) {
  static const double no_displacement[3] = {0, 0, 0};
  double size = ci_move_get_size(m, no_displacement);
  if (m->largest > size) size = m->largest;
  return m->dimensions == 2 ? size * MOVE_ROUNDING
                            : 8 * ci_move_find_clearance(m, size, is_of_curved);
}

move_rule ci_move_rule(const move_state *m, const double d[3]) {
  double width = ci_move_get_width(move_here(m)), length = move_length(d);
  double longer = length > width ? length : width;
  move_rule rule;
  rule.dimensions = m->dimensions;
  rule.per_length = longer > 0 ? 1 / longer : HUGE_VAL;
  rule.walks = m->options->has_up && !m->is_probing;
  rule.keeps_level = m->keeps_level;
  rule.walkable = m->walkable;
  memcpy(rule.up, m->up, sizeof rule.up);
  return rule;
}

int ci_move_set_position(move_shape *shape, const double position[3]) {
  collide_error set = shape->group != NULL
                          ? collide_group_set_position(shape->group, position)
                          : collide_set_position(&shape->shape, &shape->source, position);
  if (set == COLLIDE_OK) ci_move_set_bounds(&shape->body);
  return set == COLLIDE_OK;
}

void ci_move_set_bounds(move_body *body) {
  if (body->group != NULL)
    ci_group_bounds(body->group, body->low, body->high);
  else
    collide_bounds(body->shape, body->low, body->high);
}

void ci_move_put(move_state *m, const double position[3]) {
  m->contacts.count = 0;
  m->path = NULL;
  if (!ci_move_set_position(&m->place, position)) {
    m->ends_early = 1;
    return;
  }
  memcpy(m->position, position, sizeof m->position);
}
