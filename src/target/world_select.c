/* SPDX-License-Identifier: MIT
 *
 * Selects members of a world by layers and marks.
 *
 * The layers of all members are an array of bytes. A search by memchr is faster than any index,
 * which would have to be kept up to date. The world counts the members of each layer, so no search
 * is in vain.
 */
#include <string.h>

#include "world.h"

/* ---- Layers and marks ------------------------------------------------------------------------ */

void ci_world_set_layer(collide_world *world, int number, int layer) {
  int32_t i = ci_world_find(world, number);
  if (i < 0) return;
  world->of_layer[world->layers[i]]--;
  world->of_layer[layer]++;
  world->layers[i] = (uint8_t)layer;
}

/* A stamp is used again only after all marks are cleared. */
void ci_world_clear_marks(collide_world *world) {
  world->chosen = -1;
  world->chosen_count = 0;
  world->stamp += 4;
  if (world->stamp != 0) return;
  if (world->room > 0) memset(world->marks, 0, (size_t)world->room * sizeof *world->marks);
  world->stamp = 4;
}

void ci_world_mark(collide_world *world, int number, uint32_t mark) {
  int32_t i = ci_world_find(world, number);
  world_mark *m;
  uint32_t before;
  if (i < 0) return;
  m = &world->marks[i];
  before = m->stamp - world->stamp;
  if (before > 3) before = 0;
  if (mark & ~before & WORLD_CHOSEN) {
    m->next = world->chosen;
    world->chosen = i;
    world->chosen_count++;
  }
  m->stamp = world->stamp + (before | mark);
}

/* ---- Iteration --------------------------------------------------------------------------------
 */

/* Returns 1 if the members of a layer are selected, except where a mark decides. */
static int selects_layer(const world_selection *s, int layer) {
  if (world_has_layer(s->ignored, layer)) return 0;
  return !s->is_only || world_has_layer(s->chosen, layer);
}

int32_t ci_world_selected_most(const collide_world *world, const world_selection *selection) {
  int32_t most = selection->is_only && selection->has_marks ? world->chosen_count : 0;
  int layer;
  if (selection->is_only && selection->chosen == 0) return most;
  for (layer = 0; layer <= WORLD_LAYERS; layer++)
    if (selects_layer(selection, layer)) most += world->of_layer[layer];
  return most;
}

int ci_world_each_of_layer(const collide_world *world, int layer, world_take_item take,
                           void *user) {
  const uint8_t *layers = world->layers, *end = layers + world->used, *at = layers;
  int32_t left = world->of_layer[layer];
  while (left-- > 0) {
    at = (const uint8_t *)memchr(at, layer, (size_t)(end - at));
    if (at == NULL) return 0;
    if (take(user, (int32_t)(at++ - layers))) return 1;
  }
  return 0;
}

typedef struct each {
  const collide_world *world;
  const world_selection *selection;
  world_take_item take;
  void *user;
} each;

static int take_selected(void *user, int32_t i) {
  const each *e = (const each *)user;
  return world_selects(e->world, e->selection, i) && e->take(e->user, i);
}

int ci_world_each_selected(const collide_world *world, const world_selection *selection,
                           world_take_item take, void *user) {
  int by_layers = !selection->is_only || selection->chosen != 0, layer;
  each e;
  int32_t i;
  e.world = world;
  e.selection = selection;
  e.take = take;
  e.user = user;
  for (layer = 0; layer <= WORLD_LAYERS && by_layers; layer++) {
    if (world->of_layer[layer] == 0 || !selects_layer(selection, layer)) continue;
    if (ci_world_each_of_layer(world, layer, take_selected, &e)) return 1;
  }
  if (!selection->is_only || !selection->has_marks) return 0;
  for (i = world->chosen; i >= 0; i = world->marks[i].next)
    if (!world_has_layer(selection->chosen, world->layers[i]) && take_selected(&e, i)) return 1;
  return 0;
}

typedef struct few_items {
  const collide_world *world;
  live_take take;
  void *user;
} few_items;

static int take_few(void *user, int32_t i) {
  const few_items *f = (const few_items *)user;
  world_place place = (world_place)f->world->members[i].place;
  double ignored = HUGE_VAL;
  if (place != WORLD_IN_TREE && place != WORLD_BESIDE) return 0;
  return f->take(f->user, i, &ignored);
}

int ci_world_few(collide_world *world, const world_selection *selection, int32_t few,
                 live_take take, void *user) {
  few_items f;
  if (selection == NULL || ci_world_selected_most(world, selection) > few) return 0;
  ci_world_place(world);
  f.world = world;
  f.take = take;
  f.user = user;
  ci_world_each_selected(world, selection, take_few, &f);
  return 1;
}
