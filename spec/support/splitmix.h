/* SPDX-License-Identifier: MIT
 *
 * Random numbers by splitmix64: the same from run to run, and everywhere.
 */
#ifndef COLLIDE_SPEC_SPLITMIX_H
#define COLLIDE_SPEC_SPLITMIX_H

#include <stdint.h>

static uint64_t seed = 88172645463325252u;

static inline uint64_t draw(void) {
  uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static inline int below(int n) {
  return (int)(draw() % (uint64_t)n);
}

static inline double uniform(double low, double high) {
  return low + (high - low) * (double)(draw() >> 11) * 1.1102230246251565e-16;
}

#endif
