/* SPDX-License-Identifier: MIT
 *
 * For programs that are also built with a part of the core broken (-DMUTANT=1), and then have to
 * fail: with the first failure they end, for one is enough. */
#ifndef COLLIDE_SPEC_MUTANT_H
#define COLLIDE_SPEC_MUTANT_H

#include <stdlib.h>

#ifndef MUTANT
#define MUTANT 0
#endif

/* Counts a failure; returns how many there were before. */
static inline long add_failure(long *failures) {
  if (MUTANT) exit(1);
  return (*failures)++;
}

#endif
