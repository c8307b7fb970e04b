/* SPDX-License-Identifier: MIT
 *
 *   threads PREFIX [ROUNDS]
 *
 * Several threads, each with a Lua state and the module in it, as LÖVE's threads have, make the
 * calls of cases.lua at the same time, each in another order, ROUNDS times. Every call has to give
 * what it gives when there is one thread. Built with the thread sanitizer, which sees every place
 * that two of them write to. Names of files begin with PREFIX. Run in spec/hostile.
 */
#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

enum { THREADS = 4 };

typedef struct task {
  char prefix[512];
  int number, cases;
  long rounds;
  uint64_t *answers; /* the threads only read them */
  long calls, failures;
} task;

/* Debian's Lua raises errors by this function, and the thread sanitizer follows only longjmp. It
 * would keep the frames of each error, so that stacks become ever longer, to gigabytes in all. */
__attribute__((visibility("default"))) void __longjmp_chk(jmp_buf where, int value);
void __longjmp_chk(jmp_buf where, int value) {
  longjmp(where, value);
}

/* FNV-1a. */
static uint64_t hash(const char *text) {
  uint64_t h = UINT64_C(14695981039346656037);
  for (; *text != '\0'; text++) h = (h ^ (unsigned char)*text) * UINT64_C(1099511628211);
  return h;
}

/* Of the call's results, or its error, and of all that it was given. */
static uint64_t answer(lua_State *L, int number) {
  int top = lua_gettop(L), status;
  uint64_t h;
  host_make(L, number);
  host_push_part(L, number, "call");
  lua_pushvalue(L, top + 1);
  status = lua_pcall(L, 1, LUA_MULTRET, 0);
  host_show(L, top + 1);
  h = hash(lua_tostring(L, -1)) + (uint64_t)status;
  lua_settop(L, top);
  return h;
}

/* LuaJIT's own allocator grows large blocks by mremap, which the thread sanitizer does not see:
 * then it takes what another thread wrote at an address before for a race. */
static void *allocate(void *data, void *block, size_t old, size_t size) {
  (void)data;
  (void)old;
  if (size > 0) return realloc(block, size);
  free(block);
  return NULL;
}

static lua_State *open_state(task *t) {
  lua_State *L = lua_newstate(allocate, NULL);
  if (L == NULL) {
    puts("threads: no Lua state");
    exit(1);
  }
  t->cases = host_begin(L, t->prefix);
  host_keep(L, 1, t->cases);
  return L;
}

static void go_round(lua_State *L, task *t, long round) {
  int i, begin = (int)((t->number * 977 + round * 131) % t->cases);
  for (i = 0; i < t->cases; i++) {
    int number = 1 + (begin + i) % t->cases;
    t->calls++;
    if (answer(L, number) == t->answers[number]) continue;
    t->failures++;
    host_push_part(L, number, "name");
    printf("threads: another answer beside other threads: %s\n", lua_tostring(L, -1));
    lua_pop(L, 1);
  }
}

static void *run(void *argument) {
  task *t = (task *)argument;
  long round;
  for (round = 0; round < t->rounds && t->failures == 0; round++) {
    lua_State *L = open_state(t);
    go_round(L, t, round);
    lua_close(L);
  }
  return NULL;
}

static void set_task(task *t, const char *prefix, int number) {
  memset(t, 0, sizeof *t);
  snprintf(t->prefix, sizeof t->prefix, "%s%d-", prefix, number);
  t->number = number;
}

/* The answers of one thread. */
static uint64_t *answer_alone(const char *prefix) {
  task t;
  lua_State *L;
  uint64_t *answers;
  int number;
  set_task(&t, prefix, 0);
  L = open_state(&t);
  answers = (uint64_t *)calloc((size_t)t.cases + 1, sizeof *answers);
  if (answers == NULL) exit(1);
  for (number = 1; number <= t.cases; number++) answers[number] = answer(L, number);
  lua_close(L);
  return answers;
}

int main(int count, char **arguments) {
  static task tasks[THREADS];
  pthread_t threads[THREADS];
  long rounds = count > 2 ? atol(arguments[2]) : 1, calls = 0, failures = 0;
  uint64_t *answers;
  int i;
  if (count < 2 || rounds < 1) return 2;
  answers = answer_alone(arguments[1]);
  for (i = 0; i < THREADS; i++) {
    set_task(&tasks[i], arguments[1], i + 1);
    tasks[i].rounds = rounds;
    tasks[i].answers = answers;
    if (pthread_create(&threads[i], NULL, run, &tasks[i]) != 0) {
      puts("threads: no thread");
      return 1;
    }
  }
  for (i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    calls += tasks[i].calls;
    failures += tasks[i].failures;
  }
  free(answers);
  printf("threads: %ld calls in %d threads, %ld gave another answer\n", calls, THREADS, failures);
  return failures != 0;
}
