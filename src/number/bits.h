/* SPDX-License-Identifier: MIT
 *
 * Sets of small numbers, each a bit of an integer.
 */
#ifndef COLLIDE_BITS_H
#define COLLIDE_BITS_H

#include <stdint.h>

/* The number of the lowest set bit of x, which is not 0. */
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

#endif
