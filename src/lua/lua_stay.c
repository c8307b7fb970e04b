/* SPDX-License-Identifier: MIT
 *
 * When a Lua state closes, it finalizes all its objects. The finalizer of an object of the package
 * library unloads this shared library. In LuaJIT and Lua 5.1 a finalizer that runs after it may
 * still call functions of the module, or leave grids that are finalized later. Their code would be
 * gone. So this file asks the system never to unload the library. A linker flag does not serve,
 * because LuaRocks and others build the library with their own flags.
 *
 * A program that contains the module needs none of this, and may lack dlopen: it defines
 * COLLIDE_STATIC. Emscripten makes such programs.
 */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* for dladdr and RTLD_NOLOAD */
#endif
#include "lua_stay.h"

#if defined(COLLIDE_STATIC) || defined(__EMSCRIPTEN__)

void ci_stay(void) {
}

#elif defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static const char place_in_library = 0;

void ci_stay(void) {
  HMODULE module;
  GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN,
                     &place_in_library, &module);
}

#elif defined(__unix__) || defined(__APPLE__) || defined(__HAIKU__)

#include <dlfcn.h>
#include <stddef.h>

static const char place_in_library = 0;

/* The handle is not closed. This alone keeps the library loaded where RTLD_NODELETE is missing. */
void ci_stay(void) {
  int flags = RTLD_LAZY;
  Dl_info library;
  if (dladdr((const void *)&place_in_library, &library) == 0 || library.dli_fname == NULL) return;
#if defined(RTLD_NOLOAD)
  flags |= RTLD_NOLOAD; /* never load a file that has replaced the loaded one */
#endif
#if defined(RTLD_NODELETE)
  flags |= RTLD_NODELETE;
#endif
  (void)dlopen(library.dli_fname, flags);
}

#else

void ci_stay(void) {
}

#endif
