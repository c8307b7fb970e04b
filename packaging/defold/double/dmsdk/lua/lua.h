/* SPDX-License-Identifier: MIT
 *
 * A double of Defold's header, which is LuaJIT's own. */
#include DOUBLE_LUA_H
