/* SPDX-License-Identifier: MIT
 *
 * Layers, and the options `ignore`, `only` and `filter`, which select members of a target.
 *
 * A shape, grid, mesh or group may have layers. The table at the upvalue UP_LAYERS holds all names
 * used so far. Each name has a number, from 1, and each number its name. Names are never removed.
 *
 * The layers of an object, in their order, are a set, which has a number from 1 to SETS_MOST. Up to
 * LAYERS_MOST, the set is the one layer with that number. A greater number is that of several
 * layers: the table has their numbers under minus this number, as the bytes of a string. Sets are
 * never removed.
 */
#ifndef COLLIDE_LUA_SELECT_H
#define COLLIDE_LUA_SELECT_H

#include <stdint.h>

#include "lua_args.h"
#include "lua_roster.h"

enum { LAYERS_MOST = 64, SETS_MOST = SEAL_SETS - 1 };

/* The set of the layers that the value at the index names, a name or an array of names; 0 for nil
 * and for an empty array. A new name or set gets a number. Raises an error for other values, and
 * for one name or set too many; then nothing changes. */
uint8_t ci_layers_read(lua_State *L, const args_place *at, int index);
/* The number of the name at the index, a string. Raises an error for an unknown name. */
int ci_layer_get(lua_State *L, const args_place *at, int index);
/* Pushes nil for 0, the name for a set of one layer, an array for several. */
void ci_layers_push(lua_State *L, int set);
/* Appends " layer=wall" or " layer=(wall, door)" to a text that is being built. */
void ci_layers_add(lua_State *L, luaL_Buffer *text, int set);
/* The number of the first layer of a set that is in `layers`; 0 if there is none. */
int ci_layers_first(lua_State *L, int set, uint64_t layers);

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
/* Returns 1 if `ignore` and `only` accept a member with these layers. `ignored` and `chosen` are
 * the results of ci_select_names for it. */
static inline int select_takes(const selection *s, int ignored, int chosen, uint64_t layers) {
  if (ignored || (s->ignore.layers & layers) != 0) return 0;
  return s->only.index == 0 || chosen || (s->only.layers & layers) != 0;
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
