/* SPDX-License-Identifier: MIT
 *
 * The options `ignore`, `only` and `filter`, which select members of a target.
 */
#ifndef COLLIDE_LUA_SELECT_H
#define COLLIDE_LUA_SELECT_H

#include <stdint.h>

#include "lua_args.h"

/* Members and layers. */
typedef struct choice {
  int index;       /* of the option on the stack; 0 if it is not given */
  uint64_t layers; /* a bit for each layer that the option names */
} choice;

typedef struct selection {
  choice ignore, only;
  int filter; /* the function's index on the stack, or 0 */
  int arg;    /* the argument that is the table of options */
  /* NULL, or the stamp of the world whose marks are those of this selection. For options that do
   * not change between queries: their members are then marked only if another query intervened. */
  uint32_t *stamp;
} selection;

/* No option is given. */
static inline selection ci_select_all(void) {
  selection s;
  s.ignore.index = s.only.index = 0;
  s.ignore.layers = s.only.layers = 0;
  s.filter = s.arg = 0;
  s.stamp = NULL;
  return s;
}
/* Returns 1 if all members are selected. */
static inline int select_is_all(const selection *s) {
  return s->ignore.index == 0 && s->only.index == 0 && s->filter == 0;
}

/* Each reads the option at the index; argument `arg` is the table of options. The result is valid
 * as long as the option stays on the stack. */
void ci_select_read(lua_State *L, int arg, const char *name, int index, choice *out);
void ci_select_read_filter(lua_State *L, int arg, int index, selection *s);

/* Returns 1 if the option names the value at the index. */
int ci_select_names(lua_State *L, const choice *c, int index);
/* Do `ignore` and `only` accept a member? `ignored` and `chosen` are the results of ci_select_names
 * for it. */
static inline int select_has_layer(const choice *c, int layer) {
  return layer > 0 && (c->layers >> (layer - 1) & 1) != 0;
}
static inline int select_takes(const selection *s, int ignored, int chosen, int layer) {
  if (ignored || select_has_layer(&s->ignore, layer)) return 0;
  return s->only.index == 0 || chosen || select_has_layer(&s->only, layer);
}

#endif
