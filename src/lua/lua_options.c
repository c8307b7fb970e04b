/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_options.h"

#include <string.h>

#include "lua_cast_args.h"

static const char *const names[] = {"ignore", "only", "filter", "inside", "touching",
                                    "max",    "into", "limit",  NULL};

typedef struct known_options {
  unsigned allowed;
  unsigned *given; /* those that the table has itself */
} known_options;

static int is_known(const void *context, const char *key) {
  const known_options *known = (const known_options *)context;
  int i;
  for (i = 0; names[i] != NULL; i++) {
    if (strcmp(names[i], key) != 0) continue;
    *known->given |= 1U << i;
    return (known->allowed & 1U << i) != 0;
  }
  return 0;
}

member_options ci_options_none(void) {
  member_options o;
  o.select = ci_select_all();
  o.flags = o.into = o.limit = 0;
  o.max = HUGE_VAL;
  return o;
}

/* The option that lies at the index. */
static void read_option(lua_State *L, int arg, int index, unsigned option, member_options *o) {
  args_place at = ci_args_at(arg, NULL);
  switch (option) {
  case OPTION_IGNORE:
    ci_select_read(L, arg, "ignore", index, &o->select.ignore);
    break;
  case OPTION_ONLY:
    ci_select_read(L, arg, "only", index, &o->select.only);
    break;
  case OPTION_FILTER:
    ci_select_read_filter(L, arg, index, &o->select);
    break;
  case OPTION_INSIDE:
    ci_args_read_word(L, arg, index, "inside", "skip");
    o->flags |= COLLIDE_SKIP_INSIDE;
    break;
  case OPTION_TOUCHING:
    ci_args_read_word(L, arg, index, "touching", "skip");
    o->flags |= COLLIDE_SKIP_TOUCHING;
    break;
  case OPTION_MAX:
    o->max = ci_cast_read_max(L, arg, index);
    break;
  case OPTION_LIMIT:
    at.name = "limit";
    o->limit = ci_args_limit(L, &at, index);
    break;
  default:
    at.name = "into";
    if (!lua_istable(L, index))
      ci_args_fail(L, &at, ": table expected, got %s", ci_args_type(L, index));
    o->into = index;
  }
}

void ci_options_read(lua_State *L, int arg, unsigned allowed, member_options *o) {
  args_place at = ci_args_at(arg, NULL);
  unsigned given = 0;
  known_options known;
  int i;
  known.allowed = allowed;
  known.given = &given;
  ci_args_only_options(L, &at, arg, is_known, &known, names, allowed);
  o->select.arg = arg;
  if (lua_getmetatable(L, arg)) {
    lua_pop(L, 1);
    given = allowed; /* the others may be inherited */
  }
  for (i = 0; names[i] != NULL; i++) {
    if (!(given & 1U << i)) continue;
    lua_getfield(L, arg, names[i]);
    if (!lua_isnil(L, -1)) read_option(L, arg, lua_gettop(L), 1U << i, o);
  }
}
