/* SPDX-License-Identifier: MIT
 *
 * The iterators of `cells` in numbers for LuaJIT, in Lua. A compiled trace reads
 * the buffer of a walk in place; to call into C for each cell would break the
 * trace off each time. The chunk is given `fill`, which has C fill the buffer
 * anew and returns how many doubles it wrote, and where in the walk's userdata
 * the buffer begins. It returns nothing where that would not pay: without a
 * compiler or without the FFI, as on every other Lua.
 *
 * A walk is {where its next cell is, how many doubles there are, its userdata,
 * its buffer once there was a step}.
 */
#ifndef COLLIDE_LUA_CELLS_CHUNK_H
#define COLLIDE_LUA_CELLS_CHUNK_H

static const char cells_chunk[] =
    "local fill, offset = ...\n"
    "if not (jit and jit.status and jit.status()) then return end\n"
    "local found, ffi = pcall(require, 'ffi')\n"
    "if not found then return end\n"
    "local cast, bytes, doubles = ffi.cast, ffi.typeof('char *'), ffi.typeof('double *')\n"
    "local function refill(walk)\n"
    "  walk[1], walk[2] = 0, fill(walk[3])\n"
    "  walk[4] = walk[4] or cast(doubles, cast(bytes, walk[3]) + offset)\n"
    "  return walk[2] > 0\n"
    "end\n"
    "local function step2(walk)\n"
    "  local at = walk[1]\n"
    "  if at == walk[2] then\n"
    "    if not refill(walk) then return nil end\n"
    "    at = 0\n"
    "  end\n"
    "  walk[1] = at + 4\n"
    "  local cell = walk[4]\n"
    "  return cell[at], cell[at + 1], cell[at + 2], cell[at + 3]\n"
    "end\n"
    "local function step3(walk)\n"
    "  local at = walk[1]\n"
    "  if at == walk[2] then\n"
    "    if not refill(walk) then return nil end\n"
    "    at = 0\n"
    "  end\n"
    "  walk[1] = at + 5\n"
    "  local cell = walk[4]\n"
    "  return cell[at], cell[at + 1], cell[at + 2], cell[at + 3], cell[at + 4]\n"
    "end\n"
    "return step2, step3\n";

#endif
