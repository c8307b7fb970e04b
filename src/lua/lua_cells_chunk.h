/* SPDX-License-Identifier: MIT
 *
 * The iterators of `cells` in numbers for LuaJIT, in Lua. A compiled trace reads
 * the buffer of a walk in place; to call into C for each cell would break the
 * trace off each time. The chunk is given `fill`, which has C fill the buffer
 * anew and returns how many doubles it wrote, and where in the walk's userdata
 * the buffer begins. It returns nothing where that would not pay: without a
 * compiler or without the FFI, as on every other Lua.
 *
 * What it returns makes the iterator of one walk in two dimensions, and the
 * same in three. The state is in upvalues and not in a table that the loop
 * carries: a pointer that a script could exchange would be a way to crash.
 */
#ifndef COLLIDE_LUA_CELLS_CHUNK_H
#define COLLIDE_LUA_CELLS_CHUNK_H

static const char cells_chunk[] =
    "local fill, offset = ...\n"
    "if not (jit and jit.status and jit.status()) then return end\n"
    "local found, ffi = pcall(require, 'ffi')\n"
    "if not found then return end\n"
    "local cast, bytes, doubles = ffi.cast, ffi.typeof('char *'), ffi.typeof('double *')\n"
    "local function steps2(walk)\n"
    "  local at, count, cell = 0, 0, cast(doubles, cast(bytes, walk) + offset)\n"
    "  return function()\n"
    "    if at == count then\n"
    "      at, count = 0, fill(walk)\n"
    "      if count == 0 then return nil end\n"
    "    end\n"
    "    local i = at\n"
    "    at = i + 4\n"
    "    return cell[i], cell[i + 1], cell[i + 2], cell[i + 3]\n"
    "  end\n"
    "end\n"
    "local function steps3(walk)\n"
    "  local at, count, cell = 0, 0, cast(doubles, cast(bytes, walk) + offset)\n"
    "  return function()\n"
    "    if at == count then\n"
    "      at, count = 0, fill(walk)\n"
    "      if count == 0 then return nil end\n"
    "    end\n"
    "    local i = at\n"
    "    at = i + 5\n"
    "    return cell[i], cell[i + 1], cell[i + 2], cell[i + 3], cell[i + 4]\n"
    "  end\n"
    "end\n"
    "return steps2, steps3\n";

#endif
