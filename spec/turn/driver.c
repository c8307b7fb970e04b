/* SPDX-License-Identifier: MIT
 *
 * Cosines and sines of src/number/sincos.c for spec/turn/run.py: reads angles, writes
 * "cosine sine low_cosine low_sine" for each. Doubles are their 64 bits in hex,
 * one angle a line. With a number it draws so many angles instead, of those that the
 * short way takes, and exits with 2 where that tells other bits than the precise way. With "pose"
 * it writes "cosine sine" of ci_turn instead, with "radians" what ci_radians makes of numbers. */
#include "number/sincos.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(double angle, twofold *cosine, twofold *sine, double shown[2]) {
  ci_sincos(angle, &shown[0], &shown[1]);
  ci_sincos_precisely(angle, cosine, sine);
  if (cosine->hi == shown[0] && sine->hi == shown[1]) return 1;
  fprintf(stderr, "driver: ci_sincos and ci_sincos_precisely differ at %.17g\n", angle);
  return 0;
}

static int draw(long count) {
  static const double most[] = {0.7854, 3.1416, 64, 1000};
  uint64_t state = 88172645463325252u;
  for (; count > 0; count--) {
    double shown[2], share;
    twofold cosine, sine;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    share = (double)(state >> 11) / 4503599627370496.0 - 1;
    if (!compare(share * most[count % 4], &cosine, &sine, shown)) return 2;
  }
  return 0;
}

static void write(const double *shown, int count) {
  int i;
  for (i = 0; i < count; i++) {
    uint64_t bits;
    memcpy(&bits, &shown[i], sizeof bits);
    printf(i < count - 1 ? "%016" PRIx64 " " : "%016" PRIx64 "\n", bits);
  }
}

/* Both functions of poses must agree. */
static int pose(double angle, double shown[2]) {
  twofold cosine, sine;
  ci_turn(angle, &shown[0], &shown[1]);
  ci_turn_precisely(angle, &cosine, &sine);
  if (cosine.hi == shown[0] && sine.hi == shown[1]) return 1;
  fprintf(stderr, "driver: ci_turn and ci_turn_precisely differ at %.17g\n", angle);
  return 0;
}

static int answer(const char *word) {
  uint64_t bits;
  while (scanf("%" SCNx64, &bits) == 1) {
    double number, shown[2];
    memcpy(&number, &bits, sizeof number);
    if (strcmp(word, "radians") == 0) {
      shown[0] = ci_radians(number);
      write(shown, 1);
    } else {
      if (!pose(number, shown)) return 2;
      write(shown, 2);
    }
  }
  return 0;
}

int main(int count, char **words) {
  uint64_t bits;
  if (count > 1 && atol(words[1]) == 0) return answer(words[1]);
  if (count > 1) return draw(atol(words[1]));
  while (scanf("%" SCNx64, &bits) == 1) {
    double angle, shown[4];
    twofold cosine, sine;
    memcpy(&angle, &bits, sizeof angle);
    if (!compare(angle, &cosine, &sine, shown)) return 2;
    shown[2] = cosine.lo;
    shown[3] = sine.lo;
    write(shown, 4);
  }
  return 0;
}
