/* SPDX-License-Identifier: MIT
 *
 * Sets of small numbers, each a bit of an integer.
 */
#ifndef COLLIDE_BITS_H
#define COLLIDE_BITS_H

#include <stdint.h>

/* The number of the lowest bit that is set; one is. */
static inline int bits_lowest(uint64_t x) {
#if defined(__GNUC__)
  return __builtin_ctzll(x);
#else
  int n = 0;
  while (!(x & 0xff)) {
    x >>= 8;
    n += 8;
  }
  while (!(x & 1)) {
    x >>= 1;
    n++;
  }
  return n;
#endif
}

/* Eight rows of eight bits: bit k of row i becomes bit i of row k. Hacker's Delight, 7-3. */
static inline uint64_t bits_transpose(uint64_t x) {
  uint64_t t = (x ^ x >> 7) & UINT64_C(0x00aa00aa00aa00aa);
  x ^= t ^ t << 7;
  t = (x ^ x >> 14) & UINT64_C(0x0000cccc0000cccc);
  x ^= t ^ t << 14;
  t = (x ^ x >> 28) & UINT64_C(0x00000000f0f0f0f0);
  return x ^ t ^ t << 28;
}

#endif
