/* SPDX-License-Identifier: MIT
 *
 * Casts and overlap for LuaJIT's ffi, with the options `ignore` and `only`. Here each option names
 * at most one member or one layer. The script passes the member itself, which keeps it alive.
 */
#include "../number/fp.h"
#include "lua_ffi_calls.h"

#include <stddef.h>
#include <string.h>

#include "../narrow/limit.h"
#include "../shape/kind.h"
#include "../target/world.h"
#include "lua_object.h"

/* ---- Filters --------------------------------------------------------------------------------- */

/* The value that `ignore` or `only` names: a userdata or NULL, and a bit for a layer. */
typedef struct named {
  uint64_t layers;
  const object_head *member;
} named;

typedef struct filter {
  named ignore, only;
  int is_only; /* `only` is given */
} filter;

/* Returns 0 for an option that is not supported here. The layer is checked first: for a userdata of
 * another library the Lua side passes -1, and the userdata may be too small to read. */
static int read_named(named *out, void *member, int layer) {
  object found;
  if (layer < 0 || layer > WORLD_LAYERS) return 0;
  if (member != NULL && ci_object_of(member, &found) == OBJECT_NONE) return 0;
  out->member = (const object_head *)member;
  out->layers = layer > 0 ? (uint64_t)1 << (layer - 1) : 0;
  return 1;
}

static int read_filter(filter *f, void *ignore, int ignored_layer, void *only, int only_layer) {
  f->is_only = only != NULL || only_layer != 0;
  return read_named(&f->ignore, ignore, ignored_layer) && read_named(&f->only, only, only_layer);
}

/* Returns 1 if the filter accepts a target that is not a member of a world. */
static int accepts(const filter *f, const object_head *target) {
  if (f->ignore.member == target || world_has_layer(f->ignore.layers, target->layer)) return 0;
  return !f->is_only || f->only.member == target || world_has_layer(f->only.layers, target->layer);
}

/* Marks a member of the world. Returns 0 if it is not a member. */
static int mark(const owned_world *o, const object_head *member, uint32_t as) {
  int number = member != NULL ? ci_roster_number(o->roster, &member->worlds, o) : 0;
  if (number != 0) ci_world_mark(o->world, number, as);
  return number != 0;
}

/* Returns the selection of members that the filter accepts, or NULL for all. `self` is the subject
 * of the query, which is left out, or NULL. */
static const world_selection *select_members(const held_world *world, const object_head *self,
                                             const filter *f, world_selection *out) {
  const owned_world *o = world->owner;
  const named *ignore = &f->ignore, *only = &f->only;
  int is_only = f->is_only && only->member != &world->head, has_marks = 0;
  if (self != NULL || ignore->member != NULL || (is_only && only->member != NULL)) {
    ci_world_clear_marks(o->world);
    has_marks = mark(o, self, WORLD_IGNORED) | mark(o, ignore->member, WORLD_IGNORED);
    if (is_only) has_marks |= mark(o, only->member, WORLD_CHOSEN);
  }
  if (ignore->layers == 0 && !is_only && !has_marks) return NULL;
  out->is_only = is_only;
  out->has_marks = has_marks;
  out->ignored = ignore->layers;
  out->chosen = only->layers;
  out->accepts = NULL;
  return out;
}

/* ---- Casts ----------------------------------------------------------------------------------- */

static collide_cast_kind kind_of(int what) {
  if (what & WHAT_SEGMENT) return COLLIDE_CAST_SEGMENT;
  return what & WHAT_LINE ? COLLIDE_CAST_LINE : COLLIDE_CAST_RAY;
}

/* Returns 0 for numbers that are not valid for a cast. Only rays have `max`. */
static int read_cast(collide_cast *cast, int what, double ax, double ay, double az, double bx,
                     double by, double bz, double max) {
  cast->kind = kind_of(what);
  cast->flags = 0;
  cast->max = max + 0.0;
  cast->start[0] = ax + 0.0;
  cast->start[1] = ay + 0.0;
  cast->start[2] = az + 0.0;
  cast->toward[0] = bx + 0.0;
  cast->toward[1] = by + 0.0;
  cast->toward[2] = bz + 0.0;
  if (!limit_holds_cast(ax, ay, az, bx, by, bz)) return 0;
  if (cast->kind != COLLIDE_CAST_SEGMENT && bx == 0 && by == 0 && bz == 0) return 0;
  return cast->kind != COLLIDE_CAST_RAY || max >= 0;
}

/* Returns the code of the hit. */
static int write_hit(collide_target_hit *hit, int is_member, void *answer) {
  ffi_answer *out = (ffi_answer *)answer;
  int code = YES;
  if (!hit->hit.has_point || !limit_clamp_hit(&hit->hit)) return OTHER;
  memcpy(out, &hit->hit, sizeof hit->hit);
  out->index = hit->index;
  out->value = hit->triangle;
  if (hit->member.kind == COLLIDE_TARGET_GRID) {
    out->value = (int)hit->value;
    out->qx = (double)hit->cell[0];
    out->qy = (double)hit->cell[1];
    out->qz = (double)hit->cell[2];
    code = CELL;
  }
  return is_member ? code + OF_MEMBER : code;
}

/* In worlds, only hits of shapes are supported here. */
static int cast_world(const held_world *world, const collide_cast *cast, const filter *f,
                      collide_target_hit *hit, void *answer) {
  const world_selection *select;
  world_selection some;
  if (f->ignore.member == &world->head) return NO;
  select = select_members(world, NULL, f, &some);
  if (!ci_world_cast(world->owner->world, cast, select, hit)) return NO;
  if (hit == NULL) return YES;
  return hit->member.kind == COLLIDE_TARGET_SHAPE ? write_hit(hit, 1, answer) : OTHER;
}

/* A cast at a target that the filter rejects is a miss. */
static int cast_target(void *userdata, int what, const collide_cast *cast, const filter *f,
                       void *answer) {
  collide_target_hit found, *hit = what & WHAT_ANY ? NULL : &found;
  object target;
  if (hit != NULL) begin_answer(answer);
  ci_object_of(userdata, &target);
  if (target.kind == OBJECT_NONE || target.kind == OBJECT_GROUP) return OTHER;
  if (target.dimensions != (what & WHAT_IN_3D ? 3 : 2)) return OTHER;
  if (target.kind == OBJECT_WORLD)
    return cast_world((const held_world *)(void *)target.head, cast, f, hit, answer);
  if (!accepts(f, target.head) || !collide_cast_at(cast, &target.target, hit)) return NO;
  return hit != NULL ? write_hit(hit, 0, answer) : YES;
}

int ci_ffi_cast_filtered(void *target, int what, double ax, double ay, double az, double bx,
                         double by, double bz, double max, void *answer, void *ignore,
                         int ignored_layer, void *only, int only_layer) {
  collide_cast cast;
  filter f;
  if (!read_filter(&f, ignore, ignored_layer, only, only_layer)) return OTHER;
  if (!read_cast(&cast, what, ax, ay, az, bx, by, bz, max)) return OTHER;
  return cast_target(target, what, &cast, &f, answer);
}

/* Checks that the flags and codes of both enums are equal. */
typedef char segments_agree[(int)WHAT_SEGMENT == (int)QUICK_SEGMENT ? 1 : -1];
typedef char misses_agree[(int)NO == (int)QUICK_MISS && (int)YES == (int)QUICK_HIT ? 1 : -1];
typedef char
    doubts_agree[(int)UNSURE == (int)QUICK_UNSURE && (int)MEETS == (int)QUICK_MEETS ? 1 : -1];

/* Without a filter. A ray or segment at a shape is a tail call with all arguments in registers. A
 * cast at a sphere takes no longer than storing and loading them would. */
int ci_ffi_cast(void *target, int what, double ax, double ay, double az, double bx, double by,
                double bz, double max, void *answer) {
  const described *shape = shape_of(target);
  const shape_kind *kind;
  if (shape == NULL || what & WHAT_LINE)
    return ci_ffi_cast_filtered(target, what, ax, ay, az, bx, by, bz, max, answer, NULL, 0, NULL,
                                0);
  kind = ci_kind_of(&shape->shape);
  if (kind->dimensions != (what & WHAT_IN_3D ? 3 : 2)) return OTHER;
  if (!limit_holds_cast(ax, ay, az, bx, by, bz) || !(max >= 0)) return OTHER;
  if (what & WHAT_ANY)
    return kind->quick(&shape->shape, ax, ay, az, bx, by, bz, max, what & WHAT_SEGMENT, NULL);
  begin_answer(answer)->value = shape->shape.kind == COLLIDE_TRIANGLE;
  return kind->quick(&shape->shape, ax, ay, az, bx, by, bz, max, what & WHAT_SEGMENT,
                     (collide_hit *)answer);
}

/* A collide_hit is the first part of the answer, with the same fields. */
typedef char hit_comes_first[offsetof(ffi_answer, index) >= sizeof(collide_hit) ? 1 : -1];
typedef char normal_is_there[offsetof(ffi_answer, nx) == offsetof(collide_hit, normal) ? 1 : -1];
typedef char edge_is_there[offsetof(ffi_answer, edge) == offsetof(collide_hit, edge) ? 1 : -1];

/* ---- Overlap --------------------------------------------------------------------------------- */

static int overlap_world(void *userdata, const described *shape, int flags, const filter *f) {
  const held_world *world;
  collide_target subject;
  world_selection some;
  object target;
  many_query q;
  if (ci_object_of(userdata, &target) != OBJECT_WORLD || shape == NULL) return OTHER;
  if (target.dimensions != description_dimensions(shape)) return OTHER;
  if (f->ignore.member == target.head) return NO;
  world = (const held_world *)(void *)target.head;
  subject = collide_target_of_shape(&shape->shape);
  q = ci_many_of_world(&subject, world->owner->world, flags);
  q.select = select_members(world, &shape->head, f, &some);
  return ci_many_overlap(&q, NULL);
}

/* Two shapes, the second of which is the target; or a world and a shape in either order. */
int ci_ffi_overlap(void *a, void *b, void *ignore, int ignored_layer, void *only, int only_layer) {
  const described *first = shape_of(a), *second = shape_of(b);
  filter f;
  int found;
  if (!read_filter(&f, ignore, ignored_layer, only, only_layer)) return OTHER;
  if (first == NULL) return overlap_world(a, second, COLLIDE_TARGET_FIRST, &f);
  if (second == NULL) return overlap_world(b, first, 0, &f);
  if (description_dimensions(first) != description_dimensions(second)) return OTHER;
  if (!accepts(&f, &second->head)) return NO;
  found = collide_overlap(&first->shape, &second->shape);
  return found == COLLIDE_UNSUPPORTED ? OTHER : found;
}
