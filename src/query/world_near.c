/* SPDX-License-Identifier: MIT
 *
 * Members of a world that are near something, or near one another.
 */
#include <stddef.h>
#include <string.h>

#include "meet.h"
#include "../world/world.h"

/* ---- Distances ------------------------------------------------------------------------------ */

typedef struct search {
  const collide_world *world;
  const world_selection *selection;
  collide_world_take take;
  void *user;
  const double *farthest;
  const meet *asked; /* with few members: where they have to be that are named */
} search;

static double bound(const void *asked, const double low[3], const double high[3]) {
  return ci_meet_bound((const meet *)asked, low, high);
}

static int name(void *user, int32_t item, double *latest) {
  search *s = (search *)user;
  const world_member *m = &s->world->members[item];
  if (!world_selects(s->world, s->selection, item)) return 0;
  if (!s->take(s->user, m->number, &m->target)) return 1;
  *latest = *s->farthest;
  return 0;
}

/* Of few members, those whose bounds are no farther away than what was found. */
static int name_of_few(void *user, int32_t item, double *latest) {
  search *s = (search *)user;
  const tree_box *box = &s->world->tree.boxes[item];
  if (s->world->members[item].place == WORLD_IN_TREE &&
      ci_meet_bound(s->asked, box->low, box->high) > *s->farthest)
    return 0;
  return name(user, item, latest);
}

/* Of n members of which k are selected, the tree names some n / k before it comes to the nearest of
 * them, or all where they are far away; to ask the bounds of all k costs k. */
static int32_t few_of(const collide_world *world) {
  return (int32_t)(4 * sqrt((double)world->alive));
}

void ci_world_near_distance(collide_world *world, const double min[3], const double max[3],
                            const double *farthest, const world_selection *selection,
                            collide_world_take take, void *user) {
  meet asked;
  search s;
  double latest = *farthest;
  int32_t i;
  memset(&asked, 0, sizeof asked);
  asked.dimensions = world->dimensions;
  memcpy(asked.low, min, sizeof asked.low);
  memcpy(asked.high, max, sizeof asked.high);
  s.world = world;
  s.selection = selection;
  s.take = take;
  s.user = user;
  s.farthest = farthest;
  s.asked = &asked;
  if (ci_world_few(world, selection, few_of(world), name_of_few, &s)) return;
  ci_world_mend(world);
  for (i = 0; i < world->beside_count; i++)
    if (name(&s, world->beside[i], &latest)) return;
  ci_live_near(&world->tree, bound, &asked, latest, name, &s);
}

/* In space the pairs that collide/pair.h gives a tolerance of 1e-10 of the size of the two may be
 * told to overlap although they, and their bounds, are apart by that. No size is above `far`. */
double ci_world_margin(collide_world *world) {
  if (world->dimensions == 2) return 0;
  ci_world_place(world);
  return 2e-10 * world->far;
}

/* What is asked has size, too: by how much more its bounds may be apart from a member's that it is
 * told to overlap. */
#define MARGIN_OF_SIZE 8e-10

/* Where the box of a member has to be that may overlap something with these bounds. */
static tree_box box_of_reach(collide_world *world, const double low[3], const double high[3]) {
  double margin = 0, most = 0;
  tree_box box;
  int k;
  if (world->dimensions == 2) {
    for (k = 0; k < 2; k++) {
      box.low[k] = low[k];
      box.high[k] = high[k];
    }
    box.low[2] = box.high[2] = 0;
    return box;
  }
  for (k = 0; k < 3; k++) {
    if (fabs(low[k]) > most) most = fabs(low[k]);
    if (fabs(high[k]) > most) most = fabs(high[k]);
  }
  margin = ci_world_margin(world);
  if (most < HUGE_VAL) margin += MARGIN_OF_SIZE * most;
  for (k = 0; k < 3; k++) {
    box.low[k] = low[k] - margin;
    box.high[k] = high[k] + margin;
  }
  return box;
}

static int name_in_reach(void *user, int32_t item, double *latest) {
  const search *s = (const search *)user;
  const world_member *m = &s->world->members[item];
  (void)latest;
  if (!world_selects(s->world, s->selection, item)) return 0;
  return !s->take(s->user, m->number, &m->target);
}

void ci_world_near_reach(collide_world *world, const double low[3], const double high[3],
                         const world_selection *selection, collide_world_take take, void *user) {
  tree_box box = box_of_reach(world, low, high);
  search s;
  memset(&s, 0, sizeof s);
  s.world = world;
  s.selection = selection;
  s.take = take;
  s.user = user;
  ci_world_items(world, &box, name_in_reach, &s);
}
