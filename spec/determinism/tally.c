/* SPDX-License-Identifier: MIT
 *
 * Random numbers, and hashes of answers.
 */
#include "tally.h"

#include <stdio.h>
#include <string.h>

/* ---- Chance ---------------------------------------------------------------- */

static uint64_t state;

/* splitmix64 */
uint64_t bits(void) {
  uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

int below(int n) {
  return (int)(bits() % (uint64_t)n);
}

double number(void) {
  double general = ldexp((double)(int64_t)(bits() >> 10), -50) - 8; /* -8 to 8 */
  switch (below(12)) {
  case 0:
    return 0;
  case 1:
  case 2:
  case 3:
  case 4:
    return (below(65) - 32) / 4.0;
  case 5:
  case 6:
    return (below(49) - 24) / 3.0;
  case 7:
    return ldexp(general, 24);
  case 8:
    return ldexp(general, -30);
  default:
    return general;
  }
}

void vector(double v[3]) {
  int i;
  for (i = 0; i < 3; i++) v[i] = number();
}

/* ---- Hashes ---------------------------------------------------------------- */

void add_word(tally *t, uint64_t word) {
  t->hash = (t->hash ^ word) * UINT64_C(0x100000001b3);
  t->hash ^= t->hash >> 29;
}

void add(tally *t, double x) {
  uint64_t word;
  if (x != x) {
    t->not_numbers++;
    return;
  }
  memcpy(&word, &x, sizeof word);
  add_word(t, word);
}

void add_vector(tally *t, const double v[3]) {
  int i;
  for (i = 0; i < 3; i++) add(t, v[i]);
}

void begin(tally *t, uint64_t seed) {
  memset(t, 0, sizeof *t);
  t->hash = UINT64_C(0xcbf29ce484222325);
  state = seed;
}

static tally all = {UINT64_C(0xcbf29ce484222325), 0, 0, 0};

void show(const tally *t, const char *name) {
  add_word(&all, t->hash);
  all.answers += t->answers;
  printf("%-20s %08lx%08lx  %d hits, %d not numbers\n", name, (unsigned long)(t->hash >> 32),
         (unsigned long)(t->hash & 0xffffffffu), t->hits, t->not_numbers);
}

void show_all(void) {
  printf("%-20s %08lx%08lx  %ld answers\n", "all", (unsigned long)(all.hash >> 32),
         (unsigned long)(all.hash & 0xffffffffu), all.answers);
}
