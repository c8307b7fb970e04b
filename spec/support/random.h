/* SPDX-License-Identifier: MIT
 *
 * Numbers for programs that draw their cases: the same from run to run, and everywhere. RANDOM_SEED
 * is defined before this is included.
 */
#ifndef COLLIDE_SPEC_RANDOM_H
#define COLLIDE_SPEC_RANDOM_H

#include <stdint.h>

static uint64_t state = RANDOM_SEED;

/* Xorshift. */
static inline uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/* From 0 to n - 1. */
static inline int below(int n) {
  return (int)((next() >> 20) % (uint64_t)n);
}

/* From 0 to 1, which it never is. */
static inline double unit(void) {
  return (double)(next() >> 11) * (1.0 / 9007199254740992.0);
}

#endif
