/* SPDX-License-Identifier: MIT
 *
 * What the benches share: numbers drawn as those in Lua draw them, and rows for
 * bench/table.lua.
 */
#ifndef COLLIDE_BENCH_MEASURE_H
#define COLLIDE_BENCH_MEASURE_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 9 };

static long long seed = 20261121;
static double sink; /* what is found, so that nothing is optimised away */

/* Park and Miller's generator. */
static double uniform(double low, double high) {
  seed = seed * 16807 % 2147483647;
  return low + (high - low) * ((double)seed / 2147483647);
}

static double now(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Does n rounds and returns how many units those are. */
typedef double (*body)(const void *what, int n);

/* The median of a unit's ns; n grows until a run lasts long enough. */
static double measure(body run, const void *what) {
  double times[ROUNDS];
  int n = 1, i;
  for (;;) {
    double start = now();
    run(what, n);
    if (now() - start > 0.02) break;
    n *= 2;
  }
  for (i = 0; i < ROUNDS; i++) {
    double start = now(), units = run(what, n);
    times[i] = (now() - start) * 1e9 / units;
  }
  qsort(times, ROUNDS, sizeof times[0], ascending);
  return times[ROUNDS / 2];
}

/* The same times `scale`, as a row. */
static inline void row(const char *name, body run, const void *what, double scale) {
  printf("%s\t%.2f\n", name, measure(run, what) * scale);
}

#endif
