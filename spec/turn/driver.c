/* SPDX-License-Identifier: MIT
 *
 * Cosines and sines of src/turn.c for spec/turn/run.py: reads angles, writes
 * "cosine sine low_cosine low_sine" for each. Doubles are their 64 bits in hex,
 * one angle a line. */
#include "number/sincos.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  uint64_t bits;
  while (scanf("%" SCNx64, &bits) == 1) {
    double angle, shown[4];
    twofold cosine, sine;
    int i;
    memcpy(&angle, &bits, sizeof angle);
    ci_sincos(angle, &shown[0], &shown[1]);
    ci_sincos_precisely(angle, &cosine, &sine);
    if (cosine.hi != shown[0] || sine.hi != shown[1]) {
      fprintf(stderr, "driver: ci_sincos and ci_sincos_precisely differ at %.17g\n", angle);
      return 2;
    }
    shown[2] = cosine.lo;
    shown[3] = sine.lo;
    for (i = 0; i < 4; i++) {
      memcpy(&bits, &shown[i], sizeof bits);
      printf(i < 3 ? "%016" PRIx64 " " : "%016" PRIx64 "\n", bits);
    }
  }
  return 0;
}
