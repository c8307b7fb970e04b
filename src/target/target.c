/* SPDX-License-Identifier: MIT
 *
 * Targets: makers, dimensions and bounds. Casts at them: the nearest hit, any hit, and all hits.
 */
#include <stddef.h>
#include <string.h>

#include "../cells/cells.h"
#include "../grid/grid_shape.h"
#include "../mesh/mesh.h"
#include "../narrow/cast.h"
#include "../narrow/pairs.h"
#include "../number/fp.h"
#include "group.h"
#include "proximity.h"
#include "target.h"
#include "world.h"

/* ---- Making ------------------------------------------------------------------------ */

static collide_target target_of(collide_target_kind kind, int count) {
  collide_target t;
  t.kind = kind;
  t.count = count;
  return t;
}

collide_target collide_target_of_shape(const collide_shape *shape) {
  collide_target t = target_of(COLLIDE_TARGET_SHAPE, 1);
  t.of.shape = shape;
  return t;
}

collide_target collide_target_of_grid(const collide_grid *grid) {
  collide_target t = target_of(COLLIDE_TARGET_GRID, 1);
  t.of.grid = grid;
  return t;
}

collide_target collide_target_of_mesh(const collide_mesh *mesh) {
  collide_target t = target_of(COLLIDE_TARGET_MESH, 1);
  t.of.mesh = mesh;
  return t;
}

collide_target collide_target_of_group(const collide_shape_group *group) {
  collide_target t = target_of(COLLIDE_TARGET_GROUP, 1);
  t.of.group = group;
  return t;
}

collide_target collide_target_of_part(const collide_shape_group *group, int index) {
  return group->members[index];
}

collide_target collide_target_of_array(const collide_target *members, int count) {
  collide_target t = target_of(COLLIDE_TARGET_ARRAY, count);
  t.of.members = members;
  return t;
}

collide_target collide_target_of_world(collide_world *world) {
  collide_target t = target_of(COLLIDE_TARGET_WORLD, 1);
  t.of.world = world;
  return t;
}

/* ---- Members ------------------------------------------------------------------------- */

int ci_target_is_nested(const collide_target *target) {
  int i, count = target->kind == COLLIDE_TARGET_ARRAY ? target->count : 0;
  for (i = 0; i < count; i++)
    if (target_has_members(&target->of.members[i])) return 1;
  return 0;
}

int collide_target_dimensions(const collide_target *target) {
  int i, count;
  const collide_target *members = target_members(target, &count);
  for (i = 0; i < count; i++) {
    switch (members[i].kind) {
    case COLLIDE_TARGET_SHAPE:
      return collide_dimensions(members[i].of.shape);
    case COLLIDE_TARGET_GRID:
      return collide_grid_get_frame(members[i].of.grid)->dimensions;
    case COLLIDE_TARGET_MESH:
      return 3;
    case COLLIDE_TARGET_GROUP:
      return members[i].of.group->dimensions;
    case COLLIDE_TARGET_WORLD:
      return members[i].of.world->dimensions;
    default:
      break;
    }
  }
  return 0;
}

static int grid_bounds(const collide_target *t, double min[3], double max[3]) {
  const collide_grid_frame *frame = collide_grid_get_frame(t->of.grid);
  int64_t low[3], high[3];
  int i;
  if (!collide_grid_bounds(t->of.grid, low, high)) return 0;
  min[2] = max[2] = 0;
  for (i = 0; i < frame->dimensions; i++) {
    min[i] = cells_boundary(frame->size[i], frame->origin[i], (double)low[i]);
    max[i] = cells_boundary(frame->size[i], frame->origin[i], (double)(high[i] + 1));
  }
  return 1;
}

/* Returns 0 for an empty grid. */
static int member_bounds(const collide_target *t, double min[3], double max[3]) {
  switch (t->kind) {
  case COLLIDE_TARGET_SHAPE:
    collide_bounds(t->of.shape, min, max);
    return 1;
  case COLLIDE_TARGET_GRID:
    return grid_bounds(t, min, max);
  case COLLIDE_TARGET_MESH:
    ci_mesh_bounds(t->of.mesh, min, max);
    return 1;
  case COLLIDE_TARGET_GROUP:
    ci_group_bounds(t->of.group, min, max);
    return 1;
  default:
    return 0;
  }
}

int collide_target_bounds(const collide_target *target, double min[3], double max[3]) {
  double low[3], high[3];
  int i, k, count, found = 0;
  const collide_target *members = target_members(target, &count);
  if (target->kind == COLLIDE_TARGET_WORLD) return ci_world_bounds(target->of.world, min, max);
  for (i = 0; i < count; i++) {
    if (!member_bounds(&members[i], low, high)) continue;
    for (k = 0; k < 3; k++) {
      if (!found || low[k] < min[k]) min[k] = low[k];
      if (!found || high[k] > max[k]) max[k] = high[k];
    }
    found = 1;
  }
  return found;
}

/* ---- Shapes and meshes --------------------------------------------------------------- */

static int next_of_shape(const collide_cast *c, const collide_target *t, collide_target_hit *hit) {
  if (!ci_cast_shape(c, t->of.shape, hit == NULL ? NULL : &hit->hit)) return 0;
  if (hit == NULL) return 1;
  hit->member = *t;
  hit->triangle = t->of.shape->kind == COLLIDE_TRIANGLE;
  hit->part = hit->count = 0;
  return 1;
}

/* The first hit up to t = `latest`, after the last one unless that is NULL. */
static int nearest_of_mesh(const collide_cast *c, const collide_target *t, double latest,
                           const mesh_hit *last, collide_target_hit *hit) {
  mesh_hit found;
  if (hit == NULL) return ci_mesh_any(t->of.mesh, c);
  if (!ci_mesh_nearest(t->of.mesh, c, latest, last, &found)) return 0;
  hit->hit = found.hit;
  hit->member = *t;
  hit->triangle = found.number + 1;
  hit->part = hit->count = 0;
  return 1;
}

static int next_of_mesh(target_hits *hits, const collide_target *t, collide_target_hit *hit) {
  mesh_hit last;
  last.hit.t = hits->t;
  last.number = hits->triangle;
  if (!nearest_of_mesh(hits->cast, t, hits->latest, hits->is_open ? &last : NULL, hit)) return 0;
  hits->t = hit->hit.t;
  hits->triangle = hit->triangle - 1;
  hits->is_open = 1;
  return 1;
}

/* ---- Grids in which cells have shapes ------------------------------------------------------
 *
 * The walk, by closed cells, finds the cells that the line touches, and the cast tests the shape of
 * each. All such casts are by closed cells, since shapes are closed sets.
 */

/* Cells that contain the start are visited, since a shape in such a cell need not contain it. */
enum { WALK_FLAGS = COLLIDE_CELLS_CLOSED };

/* The nearest hit of the parts of a cell. For equal t the first part counts. */
static int cast_at(const collide_cast *c, const collide_grid *grid, const int64_t cell[3],
                   unsigned value, collide_hit *hit) {
  int i, parts = grid_parts_of(grid, value), found = 0;
  for (i = 0; i < parts; i++) {
    cell_shape room;
    collide_hit one;
    const collide_shape *shape = ci_cell_shape(grid, cell, value, i, &room);
    if (!ci_cast_shape(c, shape, &one)) continue;
    if (found && !(one.t < hit->t)) continue;
    found = 1;
    *hit = one;
  }
  return found;
}

/* The index of the first of the waiting hits. For equal t, cells are compared by z, then y, then x.
 */
static int find_first(const tile_hits *tiles) {
  int i, first = 0;
  for (i = 1; i < tiles->count; i++) {
    const tile_hit *p = &tiles->list[i], *q = &tiles->list[first];
    if (p->t > q->t) continue;
    if (p->t == q->t && ci_cells_before(q->cell, p->cell)) continue;
    first = i;
  }
  return first;
}

/* The t at which the line touches a cell is a quotient, off by at most 3 u of itself, or an
 * underflow (see latest_of). A shape in the cell is hit then or later, and its measured t is
 * off by some u too. So a shape in a cell that is touched 2^-49 = 16 u after a hit is hit later. */
static int comes_before(const tile_hit *hit, double touched) {
  return hit->t + fabs(hit->t) * 1.7763568394002505e-15 + DBL_MIN < touched;
}

/* Adds the current cell to the waiting hits if it is hit. The waiting cells were touched no earlier
 * than the last cell but one. A line touches at most eight cells at once in space, and four in the
 * plane, so at most sixteen wait. */
static void take_cell(tile_hits *tiles, const collide_cast *cast, const collide_target *target) {
  tile_hit *wait = &tiles->list[tiles->count];
  collide_hit hit;
  tiles->has_next = 0;
  if (tiles->count == TILES_WAIT) return;
  if (!cast_at(cast, target->of.grid, tiles->cell, tiles->value, &hit)) return;
  wait->t = hit.t;
  wait->value = tiles->value;
  memcpy(wait->cell, tiles->cell, sizeof wait->cell);
  tiles->count++;
}

/* Finds the next cell of the walk, unless the last one is not tested yet. */
static void step(tile_hits *tiles) {
  collide_grid_hit at;
  if (tiles->has_next || tiles->has_ended) return;
  tiles->has_ended = !ci_grid_cast_next(&tiles->walk, &at);
  if (tiles->has_ended) return;
  tiles->has_next = 1;
  tiles->touched = at.t;
  tiles->value = at.value;
  memcpy(tiles->cell, at.cell, sizeof tiles->cell);
}

static void write_tile(const collide_cast *cast, const collide_target *target, const tile_hit *from,
                       collide_target_hit *hit) {
  memset(&hit->hit, 0, sizeof hit->hit);
  hit->hit.t = from->t; /* stays if a script has removed the shape since then */
  (void)cast_at(cast, target->of.grid, from->cell, from->value, &hit->hit);
  hit->hit.face = COLLIDE_FACE_NONE;
  hit->hit.edge = 0;
  hit->member = *target;
  hit->triangle = hit->part = 0;
  hit->count = 1;
  hit->value = from->value;
  memcpy(hit->cell, from->cell, sizeof hit->cell);
  memcpy(hit->cells[0], from->cell, sizeof hit->cells[0]);
}

/* Returns 1 if any cell is hit. The order of the hits does not matter here, so none waits. */
static int any_tile(tile_hits *tiles, const collide_cast *cast, const collide_grid *grid) {
  collide_grid_hit at;
  collide_hit hit;
  while (ci_grid_cast_next(&tiles->walk, &at))
    if (cast_at(cast, grid, at.cell, at.value, &hit)) return 1;
  return 0;
}

/* A waiting hit is the next one once the walk has come so far that no later cell can be hit before
 * it. */
static int next_tile(tile_hits *tiles, const collide_cast *cast, const collide_target *target,
                     collide_target_hit *hit) {
  for (;;) {
    int first = find_first(tiles);
    step(tiles);
    if (tiles->count > 0 &&
        (tiles->has_ended || comes_before(&tiles->list[first], tiles->touched))) {
      write_tile(cast, target, &tiles->list[first], hit);
      tiles->list[first] = tiles->list[--tiles->count];
      return 1;
    }
    if (tiles->has_ended) return 0;
    take_cell(tiles, cast, target);
  }
}

/* ---- Grids in which no cell has a shape ------------------------------------------------ */

static void write_cell(const collide_target *t, const collide_grid_hit *from,
                       collide_target_hit *hit) {
  collide_hit *to = &hit->hit;
  memset(to, 0, sizeof *to);
  to->t = from->t;
  to->t_exit = from->t_exit;
  to->inside = from->inside;
  to->has_point = 1;
  to->face = COLLIDE_FACE_NONE;
  memcpy(to->point, from->point, sizeof to->point);
  memcpy(to->normal, from->normal, sizeof to->normal);
  hit->member = *t;
  hit->triangle = hit->part = 0;
  hit->count = from->count;
  hit->value = from->value;
  memcpy(hit->cell, from->cell, sizeof hit->cell);
  memcpy(hit->cells, from->cells, sizeof hit->cells);
}

/* A cast at a grid stops a little beyond the best t so far. The t of a group of cells is a quotient
 * of a difference and a component of the direction, the greatest of up to three. It is off by at
 * most 2 u of itself, u = 2^-53, or 3 u where numbers are huge, or an underflow. So cells beyond 1
 * + 2^-49 = 1 + 16 u times the best t, plus an underflow, have a greater t than the best. The hits
 * before that do not depend on where the cast stops. */
#define BEYOND (1 + 1.7763568394002505e-15)

static double latest_of(const target_hits *hits) {
  double latest = hits->latest * BEYOND + DBL_MIN;
  return latest < hits->cast->max ? latest : hits->cast->max;
}

/* An iteration continues with the kind of walk with which it began, because a script may meanwhile
 * remove the shapes of cells from the grid, or add some. */
enum { BY_CELLS = 1, BY_TILES = 2 };

static int next_of_grid(target_hits *hits, const collide_target *t, collide_target_hit *hit) {
  tile_hits *tiles = &hits->tiles;
  collide_grid_hit at;
  int way = hits->is_open, found;
  if (way == 0) {
    way = t->of.grid->form_count != 0 ? BY_TILES : BY_CELLS;
    tiles->has_next = tiles->has_ended = tiles->count = 0;
    ci_grid_cast_begin(&tiles->walk, t->of.grid, hits->cast, latest_of(hits),
                       way == BY_TILES ? WALK_FLAGS : hits->cast->flags);
  }
  if (way == BY_TILES) {
    found = hit != NULL ? next_tile(tiles, hits->cast, t, hit)
                        : any_tile(tiles, hits->cast, t->of.grid);
  } else {
    found = ci_grid_cast_next(&tiles->walk, hit == NULL ? NULL : &at);
    if (found && hit != NULL) write_cell(t, &at, hit);
  }
  hits->is_open = found ? way : 0;
  return found;
}

/* Finds the next hit of a part; writes all fields but `index`. Sets hits->is_open if there may be
 * more. */
static int next_of_part(target_hits *hits, const collide_target *part, collide_target_hit *hit) {
  switch (part->kind) {
  case COLLIDE_TARGET_SHAPE:
    return next_of_shape(hits->cast, part, hit);
  case COLLIDE_TARGET_GRID:
    return next_of_grid(hits, part, hit);
  default:
    return next_of_mesh(hits, part, hit);
  }
}

/* ---- The nearest of many --------------------------------------------------------------- */

void ci_nearest_begin(nearest_hit *nearest, const collide_cast *cast) {
  nearest->cast = cast;
  ci_cast_head(cast, &nearest->heading);
  nearest->is_any = nearest->found = 0;
}

/* Returns 1 if a hit at t of the member at `index` would be the best so far. */
static int may_be_best(const nearest_hit *n, double t, int index) {
  if (!n->found || t < n->best.hit.t) return 1;
  return t == n->best.hit.t && index < n->best.index;
}

/* Skips the last fields, which are large, unless the hit is of a grid. */
static void copy_hit(const collide_target_hit *from, collide_target_hit *to) {
  if (from->count > 0)
    *to = *from;
  else
    memcpy(to, from, offsetof(collide_target_hit, value));
}

/* Finds the first hit of a part up to `latest`. Writes all fields but `index`. */
static int first_of_grid(const collide_cast *cast, const collide_target *grid, double latest,
                         collide_target_hit *hit) {
  target_hits hits;
  hits.cast = cast;
  hits.is_open = 0;
  hits.latest = latest;
  return next_of_grid(&hits, grid, hit);
}

/* If `hit` is NULL, it only returns whether there is a hit. */
static int first_of_part(const collide_cast *cast, const collide_target *part, double latest,
                         collide_target_hit *hit) {
  switch (part->kind) {
  case COLLIDE_TARGET_SHAPE:
    return next_of_shape(cast, part, hit);
  case COLLIDE_TARGET_GRID:
    return first_of_grid(cast, part, latest, hit);
  default:
    return nearest_of_mesh(cast, part, latest, NULL, hit);
  }
}

/* Keeps the hit of a part if it is the nearest so far. Returns 1 if it is. */
static int consider_part(nearest_hit *n, const collide_target *part, int index) {
  collide_target_hit hit;
  double latest = n->found ? n->best.hit.t : HUGE_VAL;
  if (!first_of_part(n->cast, part, latest, n->is_any ? NULL : &hit)) return 0;
  if (!n->is_any && !may_be_best(n, hit.hit.t, index)) return 0;
  if (!n->is_any) copy_hit(&hit, &n->best);
  n->found = 1;
  n->best.index = index;
  return 1;
}

/* Returns 1 only if the cast certainly misses all parts of the group. */
static int passes_group(const collide_cast *c, const cast_heading *heading,
                        const collide_shape_group *group) {
  return heading->dd > 0 && ci_cast_passes_ball(c, heading, group->center, group->rr);
}

/* Each hit of a group names its part. Among equal t the lowest part comes first, because parts are
 * tested in their order. */
static void write_part(const collide_target *t, int i, collide_target_hit *hit) {
  hit->member = *t;
  hit->part = i + 1;
}

/* As consider_part, for all parts. */
static int consider_group(nearest_hit *n, const collide_target *t, int index) {
  int i, count, is_nearest = 0;
  const collide_target *parts = target_parts(t, &count);
  if (passes_group(n->cast, &n->heading, t->of.group)) return 0;
  for (i = 0; i < count && !(n->is_any && is_nearest); i++) {
    i = ci_cast_skip_balls(n->cast, &n->heading, t->of.group->balls, i, count);
    if (i >= count) break;
    if (!consider_part(n, &parts[i], index)) continue;
    write_part(t, i, &n->best);
    is_nearest = 1;
  }
  return is_nearest;
}

/* Keeps the hit of a member if it is the nearest so far. Skips the member if even a hit at the
 * least possible t would come after the best one. */
static int consider(nearest_hit *nearest, const collide_target *member, int index) {
  double least = nearest->cast->kind == COLLIDE_CAST_LINE ? -HUGE_VAL : 0;
  if (!may_be_best(nearest, least, index)) return 0;
  if (member->kind == COLLIDE_TARGET_GROUP) return consider_group(nearest, member, index);
  return consider_part(nearest, member, index);
}

/* The filter is called last, because it may be a script. The trial is kept only if it accepts. */
/* A function of its own, because the trial needs stack. */
static int consider_filtered(nearest_hit *nearest, const collide_target *member, int index,
                             const world_selection *select) {
  nearest_hit trial = *nearest;
  if (!consider(&trial, member, index) || !world_accepts(select, index)) return 0;
  *nearest = trial;
  return 1;
}

int ci_nearest_offer(nearest_hit *nearest, const collide_target *member, int index,
                     const world_selection *select) {
  if (ci_cast_skip(nearest->cast, &nearest->heading, member, 0, 1) == 1) return 0;
  if (select != NULL && select->accepts != NULL)
    return consider_filtered(nearest, member, index, select);
  return consider(nearest, member, index);
}

int ci_nearest_finish(nearest_hit *nearest, collide_target_hit *hit) {
  if (nearest->found && !nearest->is_any) copy_hit(&nearest->best, hit);
  return nearest->found;
}

/* ---- Casts ------------------------------------------------------------------------------- */

collide_answer collide_cast_at(const collide_cast *cast, const collide_target *target,
                               collide_target_hit *hit) {
  const collide_target *members = target->of.members;
  nearest_hit nearest;
  int i;
  if (target->kind == COLLIDE_TARGET_WORLD)
    return answer_of(ci_world_cast(target->of.world, cast, NULL, hit));
  if (target->kind != COLLIDE_TARGET_ARRAY && target->kind != COLLIDE_TARGET_GROUP) {
    if (!first_of_part(cast, target, HUGE_VAL, hit)) return COLLIDE_NO;
    if (hit != NULL) hit->index = 0;
    return COLLIDE_YES;
  }
  ci_nearest_begin(&nearest, cast);
  nearest.is_any = hit == NULL;
  if (target->kind == COLLIDE_TARGET_GROUP) {
    consider(&nearest, target, 0);
    return answer_of(ci_nearest_finish(&nearest, hit));
  }
  for (i = 0; i < target->count && !(nearest.is_any && nearest.found); i++) {
    i = ci_cast_skip(cast, &nearest.heading, members, i, target->count);
    if (i == target->count) break;
    if (target_has_members(&members[i])) return COLLIDE_UNSUPPORTED;
    consider(&nearest, &members[i], i);
  }
  return answer_of(ci_nearest_finish(&nearest, hit));
}

/* Keeps the hit of a world if it is the nearest so far. `number` is that of its member. */
static void offer_world(nearest_hit *nearest, const given_member *given, int *number) {
  collide_target_hit hit;
  if (!ci_world_cast(given->target.of.world, nearest->cast, given->select,
                     nearest->is_any ? NULL : &hit))
    return;
  if (!nearest->is_any && !may_be_best(nearest, hit.hit.t, given->index)) return;
  nearest->found = 1;
  if (nearest->is_any) return;
  *number = hit.index;
  hit.index = given->index;
  copy_hit(&hit, &nearest->best);
}

int ci_cast_given(const collide_cast *cast, const member_source *source, collide_target_hit *hit,
                  int *number) {
  nearest_hit nearest;
  given_member given;
  *number = 0;
  ci_nearest_begin(&nearest, cast);
  nearest.is_any = hit == NULL;
  while (!(nearest.is_any && nearest.found) && source->next(source->user, &given)) {
    if (given.target.kind == COLLIDE_TARGET_WORLD)
      offer_world(&nearest, &given, number);
    else if (ci_nearest_offer(&nearest, &given.target, given.index, given.select))
      *number = 0;
  }
  return ci_nearest_finish(&nearest, hit);
}

collide_cast collide_make_cast(collide_cast_kind kind, const double start[3],
                               const double toward[3], double max, int flags) {
  collide_cast cast;
  cast.kind = kind;
  cast.flags = flags;
  memcpy(cast.start, start, sizeof cast.start);
  memcpy(cast.toward, toward, sizeof cast.toward);
  cast.max = max;
  return cast;
}

/* ---- All hits ------------------------------------------------------------------------------ */

void ci_target_hits_begin(target_hits *hits, const collide_cast *cast,
                          const collide_target *target) {
  hits->cast = cast;
  ci_cast_head(cast, &hits->heading);
  hits->target = target;
  hits->latest = HUGE_VAL;
  hits->next = hits->part = hits->is_open = 0;
}

/* The next hit of the current member. */
static int next_of_member(target_hits *hits, const collide_target *t, collide_target_hit *hit) {
  const collide_shape_group *group = t->kind == COLLIDE_TARGET_GROUP ? t->of.group : NULL;
  int count, i;
  const collide_target *parts = target_parts(t, &count);
  if (group != NULL && hits->part == 0 && !hits->is_open &&
      passes_group(hits->cast, &hits->heading, group))
    return 0;
  for (; hits->part < count; hits->part++, hits->is_open = 0) {
    if (group != NULL && !hits->is_open)
      hits->part = ci_cast_skip_balls(hits->cast, &hits->heading, group->balls, hits->part, count);
    i = hits->part;
    if (i == count) return 0;
    if (!next_of_part(hits, &parts[i], hit)) continue;
    if (group != NULL) write_part(t, i, hit);
    if (!hits->is_open) hits->part++;
    return 1;
  }
  return 0;
}

int ci_target_hits_next(target_hits *hits, collide_target_hit *hit) {
  int count;
  const collide_target *members = target_members(hits->target, &count);
  for (; hits->next < count; hits->next++, hits->part = 0) {
    if (hits->part == 0 && !hits->is_open)
      hits->next = ci_cast_skip(hits->cast, &hits->heading, members, hits->next, count);
    if (hits->next == count || !next_of_member(hits, &members[hits->next], hit)) continue;
    hit->index = hits->next;
    return 1;
  }
  return 0;
}

/* Passes the hits of one member on to `take`. */
typedef struct member_hits {
  const collide_cast *cast;
  int found;
  int (*take)(void *user, const collide_target_hit *hit);
  void *user;
} member_hits;

static int take_member(void *user, int number, const collide_target *member) {
  member_hits *m = (member_hits *)user;
  target_hits hits;
  collide_target_hit hit;
  ci_target_hits_begin(&hits, m->cast, member);
  while (ci_target_hits_next(&hits, &hit)) {
    m->found = 1;
    if (number != 0) hit.index = number;
    if (!m->take(m->user, &hit)) return 0;
  }
  return 1;
}

collide_answer collide_cast_all(const collide_cast *cast, const collide_target *target,
                                int (*take)(void *user, const collide_target_hit *hit),
                                void *user) {
  member_hits m;
  if (ci_target_is_nested(target)) return COLLIDE_UNSUPPORTED;
  m.found = 0;
  m.cast = cast;
  m.take = take;
  m.user = user;
  if (target->kind == COLLIDE_TARGET_WORLD)
    ci_world_near_cast(target->of.world, cast, NULL, take_member, &m);
  else
    take_member(&m, 0, target);
  return answer_of(m.found);
}
