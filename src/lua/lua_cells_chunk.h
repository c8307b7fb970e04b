/* SPDX-License-Identifier: MIT
 *
 * The iterators of `cells` that return numbers, for LuaJIT, written in Lua. A compiled
 * trace reads the buffer of a walk in place; a call into C for each cell would end the
 * trace each time. The chunk has two arguments: `fill`, which calls C to refill the
 * buffer and returns how many doubles it wrote, and the offset of the buffer in the
 * walk's userdata. The chunk returns nothing where it would not be faster: without the
 * compiler or without the FFI, as on every other Lua.
 *
 * It returns two functions that make the iterator of one walk, in two and in three
 * dimensions. The state is in upvalues and not in the loop's state table: a script could
 * replace a pointer there and so cause a crash.
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
