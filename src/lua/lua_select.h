/* SPDX-License-Identifier: MIT
 *
 * Layers, and the options `ignore`, `only` and `filter`, which select members of a target.
 *
 * A shape, grid, mesh or group may have one layer. The table at the upvalue UP_LAYERS holds all
 * names used so far. Each name has a number, from 1, and each number its name. Names are never
 * removed.
 */
#ifndef COLLIDE_LUA_SELECT_H
#define COLLIDE_LUA_SELECT_H

#include <stdint.h>

#include "lua_args.h"
#include "lua_roster.h"

enum { LAYERS_MOST = 64 };

/* The number of the layer that the value at the index names; 0 for nil. A new name gets a number.
 * Raises for a value that is not a string, and for one name too many. */
int ci_layer_read(lua_State *L, const args_place *at, int index);
/* The number of the name at the index, a string. Raises an error for an unknown name. */
int ci_layer_get(lua_State *L, const args_place *at, int index);
/* Pushes the name, or nil for 0. */
void ci_layer_push(lua_State *L, int layer);

/* Members and layers. */
typedef struct choice {
  int index;       /* of the option on the stack; 0 if it is not given */
  uint64_t layers; /* a bit for each layer that the option names */
} choice;

typedef struct selection {
  choice ignore, only;
  int filter; /* the function's index on the stack, or 0 */
  int arg;    /* the argument that is the table of options */
} selection;

/* No option is given. */
static inline selection ci_select_all(void) {
  selection s;
  s.ignore.index = s.only.index = 0;
  s.ignore.layers = s.only.layers = 0;
  s.filter = s.arg = 0;
  return s;
}
/* Returns 1 if all members are selected. */
static inline int select_is_all(const selection *s) {
  return s->ignore.index == 0 && s->only.index == 0 && s->filter == 0;
}

/* Returns 1 if the option names the value at the index. */
int ci_select_names(lua_State *L, const choice *c, int index);
/* Returns 1 if the option names the layer. */
static inline int select_has_layer(const choice *c, int layer) {
  return layer > 0 && (c->layers >> (layer - 1) & 1) != 0;
}
/* Returns 1 if `ignore` and `only` accept a member. `ignored` and `chosen` are the results of
 * ci_select_names for it. */
static inline int select_takes(const selection *s, int ignored, int chosen, int layer) {
  if (ignored || select_has_layer(&s->ignore, layer)) return 0;
  return s->only.index == 0 || chosen || select_has_layer(&s->only, layer);
}

/* Selects the members of a world with `ignore` and `only`, and leaves out the value at the index
 * `self`, if that is not 0. The owner's world must not be NULL. `chosen` is 1 if `only` names the
 * world. Returns NULL if all members count. The result is valid until a script runs or another
 * selection of this world is made. */
struct world_selection;
const struct world_selection *ci_world_select(lua_State *L, const selection *select,
                                              const owned_world *o, int chosen, int self,
                                              struct world_selection *out);

#endif
