/* SPDX-License-Identifier: MIT
 *
 * collide.steps: counts the steps of the module, in a build of its own (`make steps`).
 *
 * gcc's -fsanitize-coverage=trace-pc calls __sanitizer_cov_trace_pc at the start of every basic
 * block, so new code is counted, too, and a count depends on the compiler alone, not on the machine
 * or its load. Copies of n bytes count as n / 64 steps more. This file is compiled without that
 * option.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <lauxlib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define COPIED 64 /* bytes a step */
#define NO_BUDGET UINT64_MAX
#define MOST_TEXT 65536

static uint64_t count, budget = NO_BUDGET;

/* What a child of `try` leaves for its parent. */
typedef struct outcome {
  uint64_t steps;
  int ended; /* 1: the function returned, 2: it raised an error, 3: it exceeded the budget */
  size_t length;
  char text[MOST_TEXT];
} outcome;

static outcome *shared;

static void exceed(void) {
  if (shared != NULL) {
    shared->steps = count;
    shared->ended = 3;
  } else {
    fprintf(stderr, "collide.steps: more than %.0f steps\n", (double)budget);
  }
  abort(); /* a debugger shows where */
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
  if (++count > budget) exceed();
}

/* The linker's option --wrap leads the module's calls to the second of each pair. */
void *__real_memcpy(void *to, const void *from, size_t size);
void *__wrap_memcpy(void *to, const void *from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__wrap_memmove(void *to, const void *from, size_t size);
void *__real_memset(void *to, int byte, size_t size);
void *__wrap_memset(void *to, int byte, size_t size);
int __real_memcmp(const void *a, const void *b, size_t size);
int __wrap_memcmp(const void *a, const void *b, size_t size);

void *__wrap_memcpy(void *to, const void *from, size_t size) {
  count += size / COPIED;
  return __real_memcpy(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size) {
  count += size / COPIED;
  return __real_memmove(to, from, size);
}

void *__wrap_memset(void *to, int byte, size_t size) {
  count += size / COPIED;
  return __real_memset(to, byte, size);
}

int __wrap_memcmp(const void *a, const void *b, size_t size) {
  count += size / COPIED;
  return __real_memcmp(a, b, size);
}

static int l_count(lua_State *L) {
  lua_pushnumber(L, (lua_Number)count);
  return 1;
}

/* reset([budget]): counts from 0. More than `budget` steps abort the process. */
static int l_reset(lua_State *L) {
  const lua_Number most = luaL_optnumber(L, 1, 0);
  count = 0;
  budget = most > 0 ? (uint64_t)most : NO_BUDGET;
  return 0;
}

static void run_child(lua_State *L) {
  const int failed = lua_pcall(L, 0, 1, 0);
  budget = NO_BUDGET;
  size_t length = 0;
  const char *text = lua_tolstring(L, -1, &length);
  shared->length = length < MOST_TEXT ? length : MOST_TEXT;
  if (text != NULL) memcpy(shared->text, text, shared->length);
  shared->steps = count;
  shared->ended = failed ? 2 : 1;
  _exit(0);
}

/* try(f): calls f in a process of its own. Returns how it ended, "ok", "error", "over" or "signal
 * N", and the string that f returned or raised, or the steps at which it exceeded the budget that
 * it has set. */
static int l_try(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  if (shared == NULL) {
    void *memory =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return luaL_error(L, "mmap failed");
    shared = (outcome *)memory;
  }
  shared->ended = 0;
  shared->length = 0;
  fflush(NULL);
  const pid_t child = fork();
  if (child < 0) return luaL_error(L, "fork failed");
  if (child == 0) run_child(L);
  int status = 0;
  waitpid(child, &status, 0);
  if (shared->ended == 3) {
    lua_pushliteral(L, "over");
    lua_pushnumber(L, (lua_Number)shared->steps);
    return 2;
  }
  if (shared->ended == 0) {
    lua_pushfstring(L, "signal %d", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    return 1;
  }
  lua_pushstring(L, shared->ended == 1 ? "ok" : "error");
  lua_pushlstring(L, shared->text, shared->length);
  return 2;
}

__attribute__((visibility("default"))) int luaopen_collide_steps(lua_State *L);
int luaopen_collide_steps(lua_State *L) {
  lua_newtable(L);
  lua_pushcfunction(L, l_count);
  lua_setfield(L, -2, "count");
  lua_pushcfunction(L, l_reset);
  lua_setfield(L, -2, "reset");
  lua_pushcfunction(L, l_try);
  lua_setfield(L, -2, "try");
  return 1;
}
