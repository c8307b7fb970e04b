/* SPDX-License-Identifier: MIT
 *
 * Pairs with targets: the rows of shapes, and the loops over the parts of a subject and over the
 * members and parts of a target.
 */
#include "../mesh/mesh.h"
#include "../narrow/pairs.h"
#include "../narrow/space/separation.h"
#include "group.h"
#include "proximity.h"
#include "target.h"
#include "world.h"

#include <string.h>

/* ---- The subject ----------------------------------------------------------------------------- */

meet ci_meet_begin(const collide_shape *shape, int flags) {
  double low[3], high[3];
  collide_bounds(shape, low, high);
  return ci_meet_begin_within(shape, low, high, flags);
}

meet ci_meet_begin_within(const collide_shape *shape, const double low[3], const double high[3],
                          int flags) {
  meet m;
  memset(&m, 0, sizeof m);
  m.shape = shape;
  m.flags = flags;
  m.dimensions = collide_dimensions(shape);
  m.has_inside = ci_meet_has_inside(shape);
  memcpy(m.low, low, sizeof m.low);
  memcpy(m.high, high, sizeof m.high);
  return m;
}

meet ci_meet_begin_mesh(const collide_mesh *mesh, int flags) {
  meet m;
  memset(&m, 0, sizeof m);
  m.mesh = mesh;
  m.flags = flags;
  m.dimensions = 3;
  ci_mesh_box(mesh, m.low, m.high);
  return m;
}

int ci_meet_contact(const meet *m, const collide_shape *other, collide_push *push) {
  if (m->flags & COLLIDE_TARGET_FIRST) return collide_contact(other, m->shape, push);
  return collide_contact(m->shape, other, push);
}

/* Returns 1 if the quick path of quick_aligned.c leaves touching solids of these kinds to exact
 * numbers. */
static int may_need_exact(const collide_shape *a, const collide_shape *b) {
  const unsigned level = 1U << COLLIDE_SPHERE | 1U << COLLIDE_CAPSULE | 1U << COLLIDE_SEGMENT |
                         1U << COLLIDE_BOX | 1U << COLLIDE_ROUND_BOX;
  return a->kind < COLLIDE_CIRCLE && !(level >> a->kind & 1 && level >> b->kind & 1);
}

int ci_meet_open_contact(const meet *m, const collide_shape *other, collide_push *push) {
  const int is_first = !(m->flags & COLLIDE_TARGET_FIRST);
  const collide_shape *a = is_first ? m->shape : other, *b = is_first ? other : m->shape;
  if (may_need_exact(a, b) && ci_axis_separate(a, b, NULL) != AXIS_UNSURE) return 0;
  return ci_pair_open_contact(a, b, push);
}

double ci_meet_distance(const meet *m, const collide_shape *other, double on_shape[3],
                        double on_other[3]) {
  if (m->flags & COLLIDE_TARGET_FIRST) return ci_pair_distance(other, m->shape, on_other, on_shape);
  return ci_pair_distance(m->shape, other, on_shape, on_other);
}

/* ---- Bounds on distances --------------------------------------------------------------------- */

/* The gap of the bounds of the subject and a box, and their largest coordinate *most.
 *
 * Each gap is a difference of bounds, off by u = 2^-53 of itself. The sum of up to three squares is
 * off by 3 u + 2 u, its root by 3.5 u: less than 8 u in all. The result of collide_distance is off
 * by 6 u, and 2^-96 of the largest coordinate, which is at most 3 times the largest absolute bound.
 * In space the pairs with a tolerance in pair.h are off by more, but by far less than 2^-30 of the
 * largest bound. Outside of 1e-280 to 1e300 the sum may have overflowed, or lost this precision by
 * underflow. Then the largest gap alone is taken, which is no greater than the distance. From
 * underflow a sum of 1e-280 and more is off by three times 2^-1075 at most, less than u of itself.
 * With an infinite bound the result is 0, so nothing is skipped. */
static double gap_to(const meet *m, const double low[3], const double high[3], double *most) {
  double gaps = 0, widest = 0;
  int i;
  *most = 0;
  for (i = 0; i < m->dimensions; i++) {
    double gap = low[i] > m->high[i] ? low[i] - m->high[i] : m->low[i] - high[i];
    double corner = fabs(low[i]) > fabs(high[i]) ? fabs(low[i]) : fabs(high[i]);
    double own = fabs(m->low[i]) > fabs(m->high[i]) ? fabs(m->low[i]) : fabs(m->high[i]);
    if (gap > 0) gaps += gap * gap;
    if (gap > widest) widest = gap;
    if (corner > *most) *most = corner;
    if (own > *most) *most = own;
  }
  if (!(*most < HUGE_VAL)) return 0;
  return (gaps > 1e-280 && gaps < 1e300 ? sqrt(gaps) : widest) * (1 - 16 * DBL_EPSILON);
}

/* 2^-90 in the plane, 2^-30 in space: see gap_to. */
static double slack_of(const meet *m) {
  return m->dimensions == 2 ? 8.0779356694631609e-28 : 9.3132257461547852e-10;
}

double ci_meet_axis_bound(const meet *m, const double low[3], const double high[3], double gap) {
  double most;
  (void)gap_to(m, low, high, &most);
  return gap * (1 - 1.4210854715202004e-14) - 4 * slack_of(m) * most;
}

double ci_meet_bound(const meet *m, const double low[3], const double high[3]) {
  double most, bound = gap_to(m, low, high, &most);
  bound -= slack_of(m) * most;
  return bound > 0 ? bound : 0;
}

int ci_meet_has_inside(const collide_shape *s) {
  int corners = collide_dimensions(s) == 2 ? s->of.outline.count : 0;
  if (corners > 0) return corners > 2 || s->radius > 0;
  switch (s->kind) {
  case COLLIDE_SPHERE:
  case COLLIDE_CAPSULE:
    return s->radius > 0;
  case COLLIDE_CYLINDER:
  case COLLIDE_CONE:
    return s->radius > 0 && s->height > 0;
  case COLLIDE_BOX:
    return s->a[0] < s->b[0] && s->a[1] < s->b[1] && s->a[2] < s->b[2];
  default:
    return shape_core(s) == COLLIDE_HULL || shape_is_rounded(s);
  }
}

int ci_meet_is_flat(const collide_shape *shape) {
  switch (shape_core(shape)) {
  case COLLIDE_BOX:
  case COLLIDE_TRIANGLE:
  case COLLIDE_SEGMENT:
  case COLLIDE_HULL:
    return 1;
  case COLLIDE_SPHERE:
  case COLLIDE_CAPSULE:
    return shape->frame != COLLIDE_LINEAR;
  default:
    return 0;
  }
}

/* Beyond 2^-20 of the size, a distance is off by at most 4 * 2^-52 of itself (pair.h). No size is
 * more than twice the largest bound or coordinate of an origin. */
double ci_meet_flat_bound(const meet *m, const double low[3], const double high[3]) {
  double most, bound = gap_to(m, low, high, &most), reach = most;
  int i;
  for (i = 0; i < 3 && m->shape != NULL; i++)
    if (fabs(m->shape->origin[i]) > reach) reach = fabs(m->shape->origin[i]);
  if (!(bound > 3.814697265625e-06 * reach)) bound -= slack_of(m) * most; /* 2^-18 */
  return bound > 0 ? bound : 0;
}

/* ---- Sinks ----------------------------------------------------------------------------------- */

int ci_places_compare(const collide_place *p, const collide_place *q) {
  if (p->index != q->index) return p->index < q->index ? -1 : 1;
  if (p->part != q->part) return p->part < q->part ? -1 : 1;
  if (p->triangle != q->triangle) return p->triangle < q->triangle ? -1 : 1;
  if (!p->has_cell || !q->has_cell) return 0;
  return ci_cells_before(p->cell, q->cell) ? -1 : ci_cells_before(q->cell, p->cell);
}

static int is_deeper(const void *left, const void *right) {
  const collide_meeting *p = (const collide_meeting *)left, *q = (const collide_meeting *)right;
  if (p->push.depth != q->push.depth) return p->push.depth > q->push.depth;
  return ci_places_compare(&p->at, &q->at) < 0;
}

void ci_meet_give(meet_sink *sink, const collide_meeting *found) {
  collide_meeting part;
  if (sink->group != NULL) {
    part = *found;
    part.at.member = *sink->group;
    part.at.part = sink->part;
    found = &part;
  }
  if (sink->choice != NULL && !sink->choice->takes(sink->choice, found)) return;
  ci_first_add(&sink->kept, found);
}

/* As in collide_target_distance. */
static int is_nearer(const void *left, const void *right) {
  const collide_nearness *p = (const collide_nearness *)left, *q = (const collide_nearness *)right;
  if (p->distance != q->distance) return p->distance < q->distance;
  if (p->at.index != q->at.index) return p->at.index < q->at.index;
  return p->at.part < q->at.part;
}

/* The same, but each triangle and each cell has its own distance. */
static int is_nearer_place(const void *left, const void *right) {
  const collide_nearness *p = (const collide_nearness *)left, *q = (const collide_nearness *)right;
  if (p->distance != q->distance) return p->distance < q->distance;
  return ci_places_compare(&p->at, &q->at) < 0;
}

/* A sink that keeps the `most` least distances. */
static near_sink meet_near_sink(collide_nearness *list, int64_t room, int64_t most) {
  near_sink sink = {{NULL, sizeof(collide_nearness), 0, 0, 0, is_nearer_place}, NULL, 0};
  sink.kept.items = list;
  sink.kept.room = room;
  sink.kept.most = most;
  return sink;
}

/* Keeps a distance. A distance to a part of a group names the group and the part. */
static void give_near(near_sink *sink, const collide_nearness *near) {
  collide_nearness part;
  if (sink->group != NULL) {
    part = *near;
    part.at.member = *sink->group;
    part.at.part = sink->part;
    near = &part;
  }
  ci_first_add(&sink->kept, near);
}

void ci_meet_list_near(const meet *m, const collide_nearness *near) {
  if (m->all != NULL) give_near(m->all, near);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Exchanges the two: the shape becomes the subject, and the mesh the target. */
static meet mirror(const meet *m, const collide_shape *shape, collide_target *mesh) {
  *mesh = collide_target_of_mesh(m->mesh);
  return ci_meet_begin(shape, m->flags ^ COLLIDE_TARGET_FIRST);
}

static int shape_overlap(const meet *m, const collide_target *t) {
  collide_push push;
  if (m->mesh != NULL) {
    collide_target mesh;
    meet mirrored = mirror(m, t->of.shape, &mesh);
    return ci_meet_mesh.overlap(&mirrored, &mesh);
  }
  if (m->flags & COLLIDE_SKIP_TOUCHING) return ci_meet_open_contact(m, t->of.shape, &push);
  return m->flags & COLLIDE_TARGET_FIRST ? collide_overlap(t->of.shape, m->shape)
                                         : collide_overlap(m->shape, t->of.shape);
}

/* The contacts of a shape with a mesh that is the subject. They name the shape, like other contacts
 * with this target, so the sink replaces member and part. */
static int mirrored_contacts(const meet *m, const collide_target *t, meet_sink *sink) {
  const collide_target *group = sink->group;
  collide_target mesh;
  meet mirrored = mirror(m, t->of.shape, &mesh);
  int found;
  if (group == NULL) {
    sink->group = t;
    sink->part = m->part;
  }
  found = ci_meet_mesh.contacts(&mirrored, &mesh, sink);
  sink->group = group;
  return found;
}

static int mirrored_distance(const meet *m, const collide_target *t, double max,
                             collide_nearness *nearest) {
  collide_target mesh;
  meet mirrored = mirror(m, t->of.shape, &mesh);
  int found = ci_meet_mesh.distance(&mirrored, &mesh, max, nearest);
  if (found != 1) return found;
  nearness_swap(nearest);
  nearest->at.member = *t;
  nearest->at.part = m->part;
  ci_meet_list_near(m, nearest);
  return 1;
}

static int shape_contacts(const meet *m, const collide_target *t, meet_sink *sink) {
  collide_meeting found;
  int contact;
  if (m->mesh != NULL) return mirrored_contacts(m, t, sink);
  contact = m->flags & COLLIDE_SKIP_TOUCHING ? ci_meet_open_contact(m, t->of.shape, &found.push)
                                             : ci_meet_contact(m, t->of.shape, &found.push);
  if (contact != 1) return contact;
  found.at.member = *t;
  found.at.index = sink->index;
  found.at.part = m->part;
  found.at.has_cell = found.at.triangle = 0;
  ci_meet_give(sink, &found);
  return 0;
}

static int shape_distance(const meet *m, const collide_target *t, double max,
                          collide_nearness *nearest) {
  double low[3], high[3], on_shape[3], on_target[3], distance;
  if (m->mesh != NULL) return mirrored_distance(m, t, max, nearest);
  if (!ci_has_pair(m->shape, t->of.shape)) return COLLIDE_UNSUPPORTED;
  if (max < HUGE_VAL) {
    collide_bounds(t->of.shape, low, high);
    if (ci_meet_bound(m, low, high) > max) return 0;
  }
  distance = ci_meet_distance(m, t->of.shape, on_shape, on_target);
  if (!(distance <= max)) return 0;
  nearest->distance = distance;
  memcpy(nearest->on_shape, on_shape, sizeof on_shape);
  memcpy(nearest->on_target, on_target, sizeof on_target);
  nearest->at.member = *t;
  nearest->at.part = m->part;
  nearest->at.index = nearest->at.has_cell = nearest->at.triangle = 0;
  ci_meet_list_near(m, nearest);
  return 1;
}

static int shape_contains(const collide_target *t, const double point[3]) {
  return collide_contains(t->of.shape, point);
}

/* A member that is an array or a world has no test. */
static int no_overlap(const meet *m, const collide_target *t) {
  (void)m;
  (void)t;
  return COLLIDE_UNSUPPORTED;
}

static int no_contacts(const meet *m, const collide_target *t, meet_sink *sink) {
  (void)sink;
  return no_overlap(m, t);
}

static int no_distance(const meet *m, const collide_target *t, double max,
                       collide_nearness *nearest) {
  (void)max;
  (void)nearest;
  return no_overlap(m, t);
}

static int contains_nothing(const collide_target *t, const double point[3]) {
  (void)t;
  (void)point;
  return 0;
}

static const meet_kind meet_nothing = {no_overlap, no_contacts, no_distance, contains_nothing};

static const meet_kind meet_shape = {shape_overlap, shape_contacts, shape_distance, shape_contains};

/* One row for each kind of target; NULL for a group, whose parts have rows. */
static const meet_kind *const kinds[COLLIDE_TARGET_KINDS] = {
    &meet_shape, &ci_meet_grid, &ci_meet_mesh, NULL, &meet_nothing, &meet_nothing};

/* ---- Loops over the members and parts of a target -------------------------------------------- */

/* The shapes, grids and meshes that a query tests, in turn. */
typedef struct part_walk {
  const meet *m;
  const collide_target *members;
  int k, count;
  double low[3], high[3];      /* if the members near the shape are known: the box that they meet */
  double most;                 /* groups that are surely farther away than this are skipped */
  int index;                   /* of the current member */
  const collide_target *group; /* NULL, or the current member */
  int part;                    /* the current part of the group, from 1 */
} part_walk;

static part_walk begin_walk(const meet *m, const collide_target *target) {
  static const double no_displacement[3] = {0, 0, 0};
  part_walk w;
  w.m = m;
  w.members = target_members(target, &w.count);
  w.k = 0;
  w.most = 0;
  w.group = NULL;
  if (m->near != NULL) nearby_sweep(m->low, m->high, no_displacement, w.low, w.high);
  return w;
}

/* Goes on to the next member near the shape. Returns 0 after the last one. */
static int next_near(part_walk *w) {
  nearby *near = w->m->near;
  nearby_member *e = nearby_next(near, &w->k, w->low, w->high);
  if (e == NULL) return 0;
  w->index = e->index;
  near->tests += nearby_counts(&w->members[e->index]);
  return 1;
}

/* Returns 1 if the group is surely farther away than w->most. */
static int is_apart(const part_walk *w, const collide_shape_group *group) {
  return w->m->dimensions == group->dimensions && w->most < HUGE_VAL &&
         ci_meet_bound(w->m, group->min, group->max) > w->most;
}

/* Returns the next shape, grid or mesh, or NULL at the end. A member that is an array or a world
 * comes too: its row says that there is no test. */
static inline const collide_target *walk_next(part_walk *w) {
  for (;;) {
    const collide_target *member;
    if (w->group != NULL && w->part < w->group->of.group->count)
      return &w->group->of.group->members[w->part++];
    w->group = NULL;
    if (w->m->near != NULL ? !next_near(w) : (w->index = w->k++) >= w->count) return NULL;
    member = &w->members[w->index];
    if (kinds[member->kind] != NULL) return member;
    if (is_apart(w, member->of.group)) continue;
    w->group = member;
    w->part = 0;
  }
}

int ci_meet_overlap(const meet *m, const collide_target *target) {
  const collide_target *part;
  part_walk w = begin_walk(m, target);
  while ((part = walk_next(&w)) != NULL) {
    int overlap = kinds[part->kind]->overlap(m, part);
    if (overlap != 0) return overlap;
  }
  return 0;
}

int ci_meet_contacts(const meet *m, const collide_target *target, meet_sink *sink) {
  const collide_target *part;
  part_walk w = begin_walk(m, target);
  while ((part = walk_next(&w)) != NULL) {
    sink->index = w.index;
    sink->group = w.group;
    sink->part = w.part;
    if (kinds[part->kind]->contacts(m, part, sink) == COLLIDE_UNSUPPORTED)
      return COLLIDE_UNSUPPORTED;
  }
  return 0;
}

/* Gives distances up to `max` to the sink: with m->all those of all shapes, cells and triangles,
 * else the least of each shape, grid and mesh. */
static int give_distances(const meet *m, const collide_target *target, double max,
                          near_sink *sink) {
  const collide_target *part;
  part_walk w = begin_walk(m, target);
  collide_nearness one;
  while (w.most = near_sink_most(sink, max), (part = walk_next(&w)) != NULL) {
    int found;
    sink->group = w.group;
    sink->part = w.part;
    found = kinds[part->kind]->distance(m, part, w.most, &one);
    if (found == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
    if (!found || m->all != NULL) continue;
    one.at.index = w.index;
    give_near(sink, &one);
  }
  return 0;
}

meet_sink ci_meet_sink(collide_meeting *list, int64_t room, int64_t most) {
  meet_sink sink = {{NULL, sizeof(collide_meeting), 0, 0, 0, is_deeper}, 0, NULL, 0, NULL};
  sink.kept.items = list;
  sink.kept.room = room;
  sink.kept.most = most;
  return sink;
}

int ci_meet_chosen(const meet *m, const collide_target *target, meet_choice *choice,
                   collide_meeting *deepest) {
  collide_meeting found;
  meet_sink sink = ci_meet_sink(&found, 1, 1);
  sink.choice = choice;
  if (ci_meet_contacts(m, target, &sink) == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  if (sink.kept.count == 0) return 0;
  *deepest = found;
  return 1;
}

collide_answer collide_target_contains(const collide_target *target, const double point[3]) {
  int i, k, count, parts_count;
  const collide_target *members = target_members(target, &count);
  if (target->kind == COLLIDE_TARGET_WORLD) {
    many_query q = ci_many_of_world(NULL, target->of.world, 0);
    return answer_of(ci_many_contains(&q, point));
  }
  for (i = 0; i < count; i++) {
    const collide_target *parts = target_parts(&members[i], &parts_count);
    if (parts_count == 0) return COLLIDE_UNSUPPORTED;
    for (k = 0; k < parts_count; k++)
      if (kinds[parts[k].kind]->contains(&parts[k], point)) return COLLIDE_YES;
  }
  return COLLIDE_NO;
}

/* ---- Pairs of two targets --------------------------------------------------------------------
 *
 * The subject is a shape, a group or a mesh: each of its parts is tested against the target in
 * turn. Two grids have functions of their own (proximity_grid.c).
 */

/* Returns 1 if subject and target are exchanged. A grid or mesh with a shape or group is always
 * tested as the target. */
static int is_mirrored(const collide_target *subject, const collide_target *target) {
  int is_last = subject->kind == COLLIDE_TARGET_GRID || subject->kind == COLLIDE_TARGET_MESH;
  return is_last && (target->kind == COLLIDE_TARGET_SHAPE || target->kind == COLLIDE_TARGET_GROUP);
}

/* Begins with a part of the subject. */
static meet begin_part(const collide_target *subject, int i, int flags) {
  int count;
  const collide_target *part = target_parts(subject, &count) + i;
  meet m = part->kind == COLLIDE_TARGET_MESH ? ci_meet_begin_mesh(part->of.mesh, flags)
                                             : ci_meet_begin(part->of.shape, flags);
  if (subject->kind == COLLIDE_TARGET_GROUP) m.part = i + 1;
  return m;
}

static int part_count(const collide_target *subject) {
  int count;
  (void)target_parts(subject, &count);
  return count;
}

collide_answer collide_target_overlap(const collide_target *subject, const collide_target *target,
                                      int flags) {
  int i, count, overlap = 0;
  if (subject->kind == COLLIDE_TARGET_SHAPE && target->kind == COLLIDE_TARGET_SHAPE &&
      !(flags & COLLIDE_SKIP_TOUCHING))
    return flags & COLLIDE_TARGET_FIRST ? collide_overlap(target->of.shape, subject->of.shape)
                                        : collide_overlap(subject->of.shape, target->of.shape);
  if (target->kind == COLLIDE_TARGET_WORLD) {
    many_query q = ci_many_of_world(subject, target->of.world, flags);
    return answer_of(ci_many_overlap(&q, NULL));
  }
  if (target_has_members(subject)) return COLLIDE_UNSUPPORTED;
  count = part_count(subject);
  if (is_mirrored(subject, target))
    return collide_target_overlap(target, subject, flags ^ COLLIDE_TARGET_FIRST);
  if (subject->kind == COLLIDE_TARGET_GRID) {
    if (target->kind != COLLIDE_TARGET_GRID || flags & COLLIDE_SKIP_TOUCHING)
      return COLLIDE_UNSUPPORTED;
    return answer_of(ci_grids_overlap(subject->of.grid, target->of.grid));
  }
  for (i = 0; i < count && overlap == 0; i++) {
    meet m = begin_part(subject, i, flags);
    overlap = ci_meet_overlap(&m, target);
  }
  return answer_of(overlap);
}

/* Gives the contacts of all parts of the subject to the sink. */
static collide_answer give_contacts(const collide_target *subject, const collide_target *target,
                                    int flags, meet_sink *sink) {
  int i, count = part_count(subject), found = 0;
  if (count == 0 || subject->kind == COLLIDE_TARGET_GRID) return COLLIDE_UNSUPPORTED;
  for (i = 0; i < count && found == 0; i++) {
    meet m = begin_part(subject, i, flags);
    found = ci_meet_contacts(&m, target, sink);
  }
  return found == COLLIDE_UNSUPPORTED ? COLLIDE_UNSUPPORTED : answer_of(sink->kept.count > 0);
}

collide_answer collide_target_contact(const collide_target *subject, const collide_target *target,
                                      int flags, collide_meeting *deepest) {
  collide_meeting found;
  meet_sink sink = ci_meet_sink(&found, 1, 1);
  collide_answer answer;
  if (target->kind == COLLIDE_TARGET_WORLD) {
    many_query q = ci_many_of_world(subject, target->of.world, flags);
    return answer_of(ci_many_contact(&q, deepest, NULL));
  }
  answer = give_contacts(subject, target, flags, &sink);
  if (answer == COLLIDE_YES) *deepest = found;
  return answer;
}

collide_answer collide_target_contacts(const collide_target *subject, const collide_target *member,
                                       int flags, collide_meeting *list, int64_t room, int64_t most,
                                       int64_t *count) {
  meet_sink sink = ci_meet_sink(list, room, most);
  collide_answer answer = COLLIDE_UNSUPPORTED;
  if (!target_has_members(member)) answer = give_contacts(subject, member, flags, &sink);
  if (answer != COLLIDE_UNSUPPORTED) *count = sink.kept.count;
  return answer;
}

collide_answer collide_target_distances(const collide_target *subject, const collide_target *member,
                                        double max, int flags, collide_nearness *list, int64_t room,
                                        int64_t most, int64_t *count) {
  near_sink sink = meet_near_sink(list, room, most);
  int i, parts = part_count(subject);
  if (target_has_members(member) || parts == 0 || subject->kind == COLLIDE_TARGET_GRID)
    return COLLIDE_UNSUPPORTED;
  for (i = 0; i < parts; i++) {
    meet m = begin_part(subject, i, flags);
    m.all = &sink;
    if (give_distances(&m, member, max, &sink) == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  }
  *count = sink.kept.count;
  return answer_of(*count > 0);
}

collide_answer collide_target_distance(const collide_target *subject, const collide_target *target,
                                       double max, int flags, collide_nearness *nearest) {
  collide_nearness best;
  near_sink sink = meet_near_sink(&best, 1, 1);
  int i, count = part_count(subject), found;
  if (target->kind == COLLIDE_TARGET_WORLD) {
    many_query q = ci_many_of_world(subject, target->of.world, flags);
    return answer_of(ci_many_distance(&q, max, nearest, NULL));
  }
  if (count == 0) return COLLIDE_UNSUPPORTED;
  if (subject->kind == COLLIDE_TARGET_GRID) {
    if (target->kind == COLLIDE_TARGET_GRID)
      return answer_of(ci_grids_distance(subject, target, max, nearest));
    if (!is_mirrored(subject, target)) return COLLIDE_UNSUPPORTED;
    found = collide_target_distance(target, subject, max, flags ^ COLLIDE_TARGET_FIRST, &best);
    if (found != 1) return answer_of(found);
    /* It names no cell. */
    nearness_swap(&best);
    memset(&best.at, 0, sizeof best.at);
    best.at.member = *target;
    *nearest = best;
    return COLLIDE_YES;
  }
  sink.kept.comes_first = is_nearer;
  for (i = 0; i < count; i++) {
    meet m = begin_part(subject, i, flags);
    if (give_distances(&m, target, max, &sink) == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  }
  if (sink.kept.count == 0) return COLLIDE_NO;
  *nearest = best;
  return COLLIDE_YES;
}
