/* SPDX-License-Identifier: MIT
 *
 * Pairs with targets: shapes, and arrays member by member.
 */
#include "../mesh/mesh.h"
#include "../narrow/pairs.h"
#include "../narrow/space/separation.h"
#include "group.h"
#include "proximity.h"
#include "target.h"
#include "world.h"

#include <string.h>

/* One row for each kind of target, in the order of the kinds; NULL for an array. */
static const meet_kind *const kinds[COLLIDE_TARGET_KINDS] = {
    &ci_meet_shape, &ci_meet_grid, &ci_meet_mesh, &ci_meet_group, NULL, NULL};

const meet_kind *ci_meet_kind_of(const collide_target *target) {
  return kinds[target->kind];
}

/* ---- Functions for the rows ------------------------------------------------------------------ */

meet ci_meet_begin(const collide_shape *shape, int flags) {
  double low[3], high[3];
  collide_bounds(shape, low, high);
  return ci_meet_begin_within(shape, low, high, flags);
}

meet ci_meet_begin_within(const collide_shape *shape, const double low[3], const double high[3],
                          int flags) {
  meet m;
  m.shape = shape;
  m.mesh = NULL;
  m.flags = flags;
  m.part = 0;
  m.candidates = NULL;
  m.passed = NULL;
  m.near = NULL;
  m.all = NULL;
  m.t = 0;
  m.is_start = 0;
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

/* Each gap is a difference of bounds, off by u = 2^-53 of itself. The sum of up to three squares is
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
    return s->kind == COLLIDE_HULL || shape_is_rounded(s);
  }
}

int ci_meet_is_flat(const collide_shape *shape) {
  switch (shape->kind) {
  case COLLIDE_BOX:
  case COLLIDE_TRIANGLE:
  case COLLIDE_SEGMENT:
  case COLLIDE_HULL:
  case COLLIDE_ROUND_BOX:
  case COLLIDE_ROUND_HULL:
    return 1;
  case COLLIDE_SPHERE:
  case COLLIDE_CAPSULE:
    return shape->frame != COLLIDE_LINEAR;
  default:
    return 0;
  }
}

/* Beyond 2^-20 of the size, a distance is off by at most 4 * 2^-52 of itself (pair.h). No size is
 * more than twice the largest bound or coordinate of a position. */
double ci_meet_flat_bound(const meet *m, const double low[3], const double high[3]) {
  double most, bound = gap_to(m, low, high, &most), reach = most;
  int i;
  for (i = 0; i < 3 && m->shape != NULL; i++)
    if (fabs(m->shape->position[i]) > reach) reach = fabs(m->shape->position[i]);
  if (!(bound > 3.814697265625e-06 * reach)) bound -= slack_of(m) * most; /* 2^-18 */
  return bound > 0 ? bound : 0;
}

static int is_deeper(const void *left, const void *right) {
  const collide_meeting *p = (const collide_meeting *)left, *q = (const collide_meeting *)right;
  if (p->push.depth != q->push.depth) return p->push.depth > q->push.depth;
  if (p->at.index != q->at.index) return p->at.index < q->at.index;
  if (p->at.part != q->at.part) return p->at.part < q->at.part;
  if (p->at.triangle != q->at.triangle) return p->at.triangle < q->at.triangle;
  return p->at.has_cell && q->at.has_cell && ci_cells_before(p->at.cell, q->at.cell);
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

/* As in collide_target_distance, but each cell has its own distance. */
static int is_nearer_place(const void *left, const void *right) {
  const collide_nearness *p = (const collide_nearness *)left, *q = (const collide_nearness *)right;
  if (p->distance != q->distance) return p->distance < q->distance;
  if (p->at.part != q->at.part) return p->at.part < q->at.part;
  if (p->at.triangle != q->at.triangle) return p->at.triangle < q->at.triangle;
  return p->at.has_cell && q->at.has_cell && ci_cells_before(p->at.cell, q->at.cell);
}

/* A sink that keeps the `most` least distances. */
static near_sink meet_near_sink(collide_nearness *list, int64_t room, int64_t most) {
  near_sink sink = {{NULL, sizeof(collide_nearness), 0, 0, 0, is_nearer_place}, NULL, 0};
  sink.kept.items = list;
  sink.kept.room = room;
  sink.kept.most = most;
  return sink;
}

void ci_meet_list_near(const meet *m, const collide_nearness *near) {
  collide_nearness found;
  if (m->all == NULL) return;
  found = *near;
  if (m->all->group != NULL) {
    found.at.member = *m->all->group;
    found.at.part = m->all->part;
  }
  ci_first_add(&m->all->kept, &found);
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
  double on_mesh[3];
  int found = ci_meet_mesh.distance(&mirrored, &mesh, max, nearest);
  if (found != 1) return found;
  memcpy(on_mesh, nearest->on_target, sizeof on_mesh);
  memcpy(nearest->on_target, nearest->on_shape, sizeof on_mesh);
  memcpy(nearest->on_shape, on_mesh, sizeof on_mesh);
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

const meet_kind ci_meet_shape = {shape_overlap, shape_contacts, shape_distance, shape_contains};

/* ---- Targets --------------------------------------------------------------------------------- */

/* The members that a query tests, in turn. */
typedef struct member_walk {
  double low[3], high[3];
  int k, count;
} member_walk;

static member_walk begin_walk(const meet *m, int count) {
  static const double no_displacement[3] = {0, 0, 0};
  member_walk w;
  w.k = 0;
  w.count = count;
  if (m->near != NULL) nearby_sweep(m->low, m->high, no_displacement, w.low, w.high);
  return w;
}

/* The index of the next member, or -1. */
static int walk_next(member_walk *w, const meet *m, const collide_target *members) {
  nearby_member *e;
  if (m->near == NULL) return w->k < w->count ? w->k++ : -1;
  while ((e = nearby_next(m->near, &w->k, w->low, w->high)) != NULL) {
    m->near->tests += nearby_counts(&members[e->index]);
    return e->index;
  }
  return -1;
}

int ci_meet_overlap(const meet *m, const collide_target *target) {
  int i, count;
  const collide_target *members = target_members(target, &count);
  member_walk w = begin_walk(m, count);
  while ((i = walk_next(&w, m, members)) >= 0) {
    const meet_kind *kind = kinds[members[i].kind];
    int overlap = kind != NULL ? kind->overlap(m, &members[i]) : COLLIDE_UNSUPPORTED;
    if (overlap != 0) return overlap;
  }
  return 0;
}

int ci_meet_contacts(const meet *m, const collide_target *target, meet_sink *sink) {
  int i, count;
  const collide_target *members = target_members(target, &count);
  member_walk w = begin_walk(m, count);
  while ((i = walk_next(&w, m, members)) >= 0) {
    const meet_kind *kind = kinds[members[i].kind];
    sink->index = i;
    if (kind == NULL || kind->contacts(m, &members[i], sink) == COLLIDE_UNSUPPORTED)
      return COLLIDE_UNSUPPORTED;
  }
  return 0;
}

static int is_nearer(const collide_nearness *p, const collide_nearness *q) {
  if (p->distance != q->distance) return p->distance < q->distance;
  if (p->at.index != q->at.index) return p->at.index < q->at.index;
  return p->at.part < q->at.part;
}

/* If `found` is 1, *nearest is the nearest so far, and only a nearer result replaces it. */
static int meet_nearest(const meet *m, const collide_target *target, double max, int found,
                        collide_nearness *nearest) {
  collide_nearness one;
  int i, count;
  const collide_target *members = target_members(target, &count);
  for (i = 0; i < count; i++) {
    const meet_kind *kind = kinds[members[i].kind];
    int is_near = kind == NULL
                      ? COLLIDE_UNSUPPORTED
                      : kind->distance(m, &members[i], found ? nearest->distance : max, &one);
    if (is_near == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
    if (!is_near) continue;
    one.at.index = i;
    if (found && !is_nearer(&one, nearest)) continue;
    found = 1;
    *nearest = one;
  }
  return found;
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
  int i, count;
  const collide_target *members = target_members(target, &count);
  if (target->kind == COLLIDE_TARGET_WORLD) {
    many_query q = ci_many_of_world(NULL, target->of.world, 0);
    return answer_of(ci_many_contains(&q, point));
  }
  for (i = 0; i < count; i++) {
    const meet_kind *kind = kinds[members[i].kind];
    if (kind == NULL) return COLLIDE_UNSUPPORTED;
    if (kind->contains(&members[i], point)) return COLLIDE_YES;
  }
  return COLLIDE_NO;
}

/* ---- Subjects: shapes, groups and meshes ----------------------------------------------------- */

/* Pairs of two targets. The subject is a shape, a group or a mesh: each of its parts is tested
 * against the other target in turn. Two grids have functions of their own. */

/* Returns 1 if subject and target are exchanged. A grid or mesh with a shape or group is always
 * tested as the target. */
static int is_mirrored(const collide_target *subject, const collide_target *target) {
  int is_last = subject->kind == COLLIDE_TARGET_GRID || subject->kind == COLLIDE_TARGET_MESH;
  return is_last && (target->kind == COLLIDE_TARGET_SHAPE || target->kind == COLLIDE_TARGET_GROUP);
}

/* Returns 1 for an array or a world. */
static int has_members(const collide_target *t) {
  return kinds[t->kind] == NULL;
}

static int part_count(const collide_target *subject) {
  if (subject->kind == COLLIDE_TARGET_GROUP) return collide_group_count(subject->of.group);
  return 1;
}

/* Begins with part i of the subject, or with the subject itself. */
static meet begin_part(const collide_target *subject, int i, int flags) {
  int is_group = subject->kind == COLLIDE_TARGET_GROUP;
  collide_target part = is_group ? collide_target_of_part(subject->of.group, i) : *subject;
  int is_mesh = part.kind == COLLIDE_TARGET_MESH;
  meet m = is_mesh ? ci_meet_begin_mesh(part.of.mesh, flags) : ci_meet_begin(part.of.shape, flags);
  if (is_group) m.part = i + 1;
  return m;
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
  if (has_members(subject)) return COLLIDE_UNSUPPORTED;
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

static collide_answer give_contacts(const collide_target *subject, const collide_target *target,
                                    int flags, meet_sink *sink) {
  int i, count = part_count(subject), found = 0;
  if (has_members(subject) || subject->kind == COLLIDE_TARGET_GRID) return COLLIDE_UNSUPPORTED;
  for (i = 0; i < count && found == 0; i++) {
    meet m = begin_part(subject, i, flags);
    found = ci_meet_contacts(&m, target, sink);
  }
  if (found == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  return answer_of(sink->kept.count > 0);
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
  if (!has_members(member)) answer = give_contacts(subject, member, flags, &sink);
  if (answer != COLLIDE_UNSUPPORTED) *count = sink.kept.count;
  return answer;
}

/* The distance with shape and target exchanged. It names no cell. */
static collide_nearness mirror_nearness(const collide_nearness *from,
                                        const collide_target *target) {
  collide_nearness to;
  memset(&to, 0, sizeof to);
  to.distance = from->distance;
  memcpy(to.on_shape, from->on_target, sizeof to.on_shape);
  memcpy(to.on_target, from->on_shape, sizeof to.on_target);
  to.at.member = *target;
  return to;
}

collide_answer collide_target_distances(const collide_target *subject, const collide_target *member,
                                        double max, int flags, collide_nearness *list, int64_t room,
                                        int64_t most, int64_t *count) {
  near_sink sink = meet_near_sink(list, room, most);
  collide_nearness last;
  int i, parts = part_count(subject);
  if (has_members(member) || has_members(subject) || subject->kind == COLLIDE_TARGET_GRID)
    return COLLIDE_UNSUPPORTED;
  for (i = 0; i < parts; i++) {
    meet m = begin_part(subject, i, flags);
    m.all = &sink;
    if (ci_meet_kind_of(member)->distance(&m, member, near_sink_most(&sink, max), &last) ==
        COLLIDE_UNSUPPORTED)
      return COLLIDE_UNSUPPORTED;
  }
  *count = sink.kept.count;
  return answer_of(*count > 0);
}

collide_answer collide_target_distance(const collide_target *subject, const collide_target *target,
                                       double max, int flags, collide_nearness *nearest) {
  collide_nearness best;
  int i, count = part_count(subject), found = 0;
  if (target->kind == COLLIDE_TARGET_WORLD) {
    many_query q = ci_many_of_world(subject, target->of.world, flags);
    return answer_of(ci_many_distance(&q, max, nearest, NULL));
  }
  if (has_members(subject)) return COLLIDE_UNSUPPORTED;
  if (subject->kind == COLLIDE_TARGET_GRID) {
    if (target->kind == COLLIDE_TARGET_GRID)
      return answer_of(ci_grids_distance(subject, target, max, nearest));
    if (!is_mirrored(subject, target)) return COLLIDE_UNSUPPORTED;
    found = collide_target_distance(target, subject, max, flags ^ COLLIDE_TARGET_FIRST, &best);
    if (found == 1) *nearest = mirror_nearness(&best, target);
    return answer_of(found);
  }
  for (i = 0; i < count; i++) {
    meet m = begin_part(subject, i, flags);
    found = meet_nearest(&m, target, max, found, &best);
    if (found == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  }
  if (found) *nearest = best;
  return answer_of(found);
}
