/* SPDX-License-Identifier: MIT */
#ifndef COLLIDE_LUA_PAIR_H
#define COLLIDE_LUA_PAIR_H

#include "lua_compat.h"

extern const binding ci_pair_bindings[];

/* __tostring of contacts. */
int ci_l_contact_text(lua_State *L);

#endif
