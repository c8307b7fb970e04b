/* SPDX-License-Identifier: MIT
 *
 *   memory PREFIX [PART]
 *
 * Has the allocator of a Lua state fail at the n-th request of every call in cases.lua, for
 * n = 1, 2, 3, ... until no request fails any more: once with all later requests failing too, and
 * once with the n-th alone. Each time the call must raise "not enough memory", and then all that it
 * was given must be as it was, except that `into` may be written in part; or it must give the
 * results that it gives with memory. The state must go on working, and give back all of its memory
 * in the end. Names of files begin with PREFIX. With PART only the cases are run whose names
 * contain it. Run in spec/hostile.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

#if defined(LUA_JITLIBNAME)
#include <luajit.h>
#endif

typedef struct purse {
  long left;  /* requests until one fails; -1: none does */
  int once;   /* only one request fails */
  int failed; /* whether one did */
  long taken; /* requests so far */
  size_t held, blocks;
} purse;

enum { HEAD = 16 }; /* before each block, its size; as malloc aligns */

enum { KNOWN = 16 }; /* rows of `known` at most */

static long attempts, refusals, failures;
static long damaged;      /* tables that Lua itself left damaged, see show.lua */
static long known[KNOWN]; /* failures that are known, by the row of `known` in cases.lua */

/* A case, and where on the stack its texts are. */
typedef struct tried {
  const char *name;
  int number;
  int known;    /* the row of `known`, from 1, or 0 */
  int before;   /* of what it uses, before the call */
  int expected; /* of what the call gives with memory */
} tried;

/* Shows where the texts begin to differ. Of each case only the first failure is told. */
static void fail(const tried *c, const char *what, long at, const char *wanted, const char *got) {
  static int last;
  size_t same = 0;
  if (c->known > 0) {
    known[c->known - 1]++;
    return;
  }
  failures++;
  if (last == c->number) return;
  last = c->number;
  while (wanted[same] != '\0' && wanted[same] == got[same]) same++;
  same = same > 20 ? same - 20 : 0;
  printf("memory: %s: %s when request %ld fails:\n  before ...%.100s\n  after  ...%.100s\n",
         c->name, what, at, wanted + same, got + same);
}

static size_t size_of(const char *block) {
  size_t size;
  memcpy(&size, block - HEAD, sizeof size);
  return size;
}

static void give_back(purse *p, char *block) {
  p->held -= size_of(block);
  p->blocks--;
  free(block - HEAD);
}

/* Every block moves when its size changes, so that a pointer that was kept too long is noticed. A
 * request for fewer bytes never fails: Lua 5.1 relies on that. */
static void *take(void *user, void *old, size_t old_size, size_t size) {
  purse *p = (purse *)user;
  char *block;
#if !defined(LUA_JITLIBNAME) /* LuaJIT errs about a closure whose upvalues could not all be made \
                              */
  if (old != NULL && size_of((char *)old) != old_size) {
    puts("memory: the allocator was told a wrong size");
    abort();
  }
#endif
  if (size == 0) {
    if (old != NULL) give_back(p, (char *)old);
    return NULL;
  }
  old_size = old != NULL ? size_of((char *)old) : 0;
  if (size > old_size) {
    p->taken++;
    if (p->left == 0) {
      p->failed = 1;
      if (p->once) p->left = -1;
      return NULL;
    }
    if (p->left > 0) p->left--;
  }
  block = (char *)malloc(size + HEAD);
  if (block == NULL) {
    puts("memory: this machine has no memory left");
    exit(1);
  }
  block += HEAD;
  memcpy(block - HEAD, &size, sizeof size);
  p->held += size;
  p->blocks++;
  if (old != NULL) {
    memcpy(block, old, size < old_size ? size : old_size);
    give_back(p, (char *)old);
  }
  return block;
}

/* Calls the case on the stack's top + 1 with its state; leaves what it returned above `base`. */
static int call_case(lua_State *L, int number, int state, purse *p, long at, int once) {
  int status;
  host_push_part(L, number, "call");
  lua_pushvalue(L, state);
  /* Lua loses what a finalizer would free when it has no memory to call that finalizer: so none is
   * left over from earlier calls. */
  lua_gc(L, LUA_GCCOLLECT, 0);
  p->failed = 0;
  p->once = once;
  p->left = at;
  status = lua_pcall(L, 1, LUA_MULTRET, 0);
  p->left = -1;
  return status;
}

/* The text of what lies above `base`: results, or an error. */
static const char *text_of(lua_State *L, int base, int status) {
  host_show(L, base + 1);
  if (status != 0) {
    lua_pushliteral(L, "error: ");
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_tostring(L, -1);
}

static int is_memory_error(lua_State *L, int base, int status) {
  const char *text = status != 0 ? lua_tostring(L, base + 1) : NULL;
  return text != NULL && strstr(text, "not enough memory") != NULL;
}

/* One call whose n-th request fails. Returns 0 when none did. */
static int attempt(lua_State *L, const tried *c, purse *p, long at, int once) {
  int top = lua_gettop(L), status;
  const char *wanted, *got;
  host_make(L, c->number);
  status = call_case(L, c->number, top + 1, p, at, once);
  attempts++;
  if (is_memory_error(L, top + 1, status) && p->failed) {
    refusals++;
    lua_settop(L, top + 1);
    host_show(L, top + 1);
    wanted = lua_tostring(L, c->before);
    got = lua_tostring(L, -1);
    if (LUA_VERSION_NUM == 501 && strstr(got, "damaged by Lua") != NULL)
      damaged++;
    else if (strcmp(got, wanted) != 0 &&
             strstr(c->name, "into") == NULL) /* may be written in part */
      fail(c, "the call was refused and has changed something", at, wanted, got);
  } else {
    wanted = lua_tostring(L, c->expected);
    got = text_of(L, top + 1, status);
    if (strcmp(got, wanted) != 0) fail(c, "another answer", at, wanted, got);
  }
  lua_settop(L, top);
  return p->failed;
}

static void run_case(lua_State *L, int number, purse *p, const char *part) {
  int top = lua_gettop(L), once;
  tried c = {NULL, 0, 0, 0, 0};
  host_push_part(L, number, "name");
  c.name = lua_tostring(L, -1);
  host_push_part(L, number, "known");
  c.known = (int)lua_tonumber(L, -1);
  lua_pop(L, 1);
  c.number = number;
  c.before = top + 2;
  c.expected = top + 3;
  if (strstr(c.name, part) != NULL) {
    host_make(L, number);
    host_show(L, c.before);
    host_make(L, number);
    text_of(L, c.expected, call_case(L, number, c.expected, p, -1, 0));
    lua_replace(L, c.expected);
    for (once = 0; once < 2; once++) {
      long at = 0;
      while (attempt(L, &c, p, at, once)) at++;
    }
  }
  lua_settop(L, top);
}

/* Runs a batch of cases in a state of their own. Returns the first case of the next one, or 0. */
static int run(const char *prefix, const char *part, int first) {
  enum { BATCH = 50 };
  purse p = {-1, 0, 0, 0, 0, 0};
  lua_State *L = lua_newstate(take, &p);
  int number, cases;
  if (L == NULL) {
    puts("memory: this Lua takes no allocator of ours");
    exit(77);
  }
  cases = host_begin(L, prefix);
#if defined(LUA_JITLIBNAME)
  /* LuaJIT's compiler leaves damaged traces if it runs out of memory, and crashes in them later. */
  luaJIT_setmode(L, 0, LUAJIT_MODE_ENGINE | LUAJIT_MODE_OFF);
#endif
  host_keep(L, first, BATCH);
  for (number = first; number <= cases && number < first + BATCH; number++)
    run_case(L, number, &p, part);
  lua_close(L);
  if (p.held != 0 || p.blocks != 0) {
    printf("memory: %lu bytes in %lu blocks are not given back, by cases from %d on\n",
           (unsigned long)p.held, (unsigned long)p.blocks, first);
    failures++;
  }
  return number <= cases ? number : 0;
}

int main(int count, char **arguments) {
  const char *part = count > 2 ? arguments[2] : "";
  int first = 1, i;
  if (count < 2) return 2;
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* what was said before a crash is seen */
  while (first != 0) first = run(arguments[1], part, first);
  for (i = 0; i < KNOWN; i++) {
    if (known[i] > 0) printf("memory: %ld failures are known, by row %d\n", known[i], i + 1);
  }
  if (damaged > 0) printf("memory: Lua itself has damaged a table %ld times\n", damaged);
  printf("memory: %ld calls without memory: %ld refused, %ld did without; %ld failures\n", attempts,
         refusals, attempts - refusals, failures);
  return failures != 0;
}
