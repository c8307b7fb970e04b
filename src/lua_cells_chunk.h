/* SPDX-License-Identifier: MIT
 *
 * The iterators of `cells` in numbers, in Lua: a compiled trace walks through a
 * buffer table in place, where calling into C for each cell would break it off
 * each time. The C function passed in refills the buffer and returns how many
 * values it wrote.
 */
#ifndef COLLIDE_LUA_CELLS_CHUNK_H
#define COLLIDE_LUA_CELLS_CHUNK_H

static const char cells_chunk[] =
    "local fill = ...\n"
    "local function refill(walk)\n"
    "  walk.at, walk.last = 0, fill(walk)\n"
    "  return walk.last > 0\n"
    "end\n"
    "local function step2(walk)\n"
    "  local at = walk.at\n"
    "  if at == walk.last then\n"
    "    if not refill(walk) then return nil end\n"
    "    at = 0\n"
    "  end\n"
    "  walk.at = at + 4\n"
    "  return walk[at + 1], walk[at + 2], walk[at + 3], walk[at + 4]\n"
    "end\n"
    "local function step3(walk)\n"
    "  local at = walk.at\n"
    "  if at == walk.last then\n"
    "    if not refill(walk) then return nil end\n"
    "    at = 0\n"
    "  end\n"
    "  walk.at = at + 5\n"
    "  return walk[at + 1], walk[at + 2], walk[at + 3], walk[at + 4], walk[at + 5]\n"
    "end\n"
    "return step2, step3\n";

#endif
