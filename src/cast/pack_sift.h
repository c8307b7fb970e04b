/* SPDX-License-Identifier: MIT
 *
 * Balls that a line surely passes by, found in floats, four balls at a time.
 *
 * Let e be one of two unit vectors perpendicular to each other and to the line (in the plane there
 * is one), o the start, m the pack's middle, and v = c - m a ball's centre seen from that. Along e
 * the centre lies w = v . e - k from the line, where k = (o - m) . e; the line passes the ball by
 * where the length of the one w, or of the two, is greater than the radius R.
 *
 * Proof. Let U = 2^-24 and u = 2^-53.
 * - v is rounded to floats, e too, and so are their products: 3 U of each. Their two sums, and the
 *   difference w, round: 2 U of the sum of the products' absolute values, at most |v|, and U |w|. k
 *   is rounded to a float: U |k|, and |k| <= |v| + |w|. So w is off by 6 U |v| + 2.1 U |w|, and by
 *   what doubles lose of e and k.
 * - e is computed in doubles, within 40 u: the direction, that of a segment included, its square,
 *   the root and the quotient make the unit direction n off by 8 u; in the plane that is all. In
 *   space e and the other one are Duff's and others', "Building an Orthonormal Basis, Revisited"
 *   (2017), where 1 / (sign + n_z) is at most 1 and off by 10 u, b by 18 u, and so the components
 *   by 29, 18 and 8 u: 36 u. So v . e is off by 40 u |v|, which 6.1 U |v| covers in the place of 6
 *   U |v|. k is off by 40 u of |o - m|, by u for that difference, and by 3 u for the sum of
 *   products: 44 u |o - m|.
 * - Of two such w the length is off by the square root of 2 times as much, 8.7 U |v| + 2.1 U |w| +
 *   63 u |o - m|. Squares, their sum, and the sum of radius and slack and its square round: 2.6 U
 *   of the length.
 * So the ball is passed by where the computed length is at least r + s, for
 *   r = (R + 10 U |v|) (1 + 8 U) and s = 128 u |o - m|,
 * both rounded to floats, U each; |v| and |o - m| are taken as the sums of the absolute values of
 * their components, which are not smaller. Underflow takes less than 2^-140, which PACK_LEAST,
 * added to r, covers; up to PACK_MOST nothing overflows. */
#ifndef COLLIDE_PACK_SIFT_H
#define COLLIDE_PACK_SIFT_H

#include <stdint.h>

#include "../number/quad.h"
#include "cast.h"
#include "pack.h"

#ifndef PACK_FAR
#define PACK_FAR 5.9604644775390625e-7 /* 10 U */
#endif
#ifndef PACK_NEAR
#define PACK_NEAR 4.76837158203125e-7 /* 8 U */
#endif
#ifndef PACK_LINE
#define PACK_LINE 1.4210854715202004e-14 /* 128 u */
#endif
#define PACK_LEAST 9.094947017729282e-13 /* 2^-40 */
#define PACK_MOST 1e15

/* So many balls are sifted at once. */
enum { SIFTED = 64 };

typedef struct pack_sieve {
  int is_flat;
  int is_of_use; /* else nothing is known to be passed by */
  float e[2][3], k[2], slack;
} pack_sieve;

static inline float sieve_offset(const double f[3], const double e[3]) {
  return (float)(f[0] * e[0] + f[1] * e[1] + f[2] * e[2]);
}

static inline void sieve_take(pack_sieve *v, int i, const double f[3], double x, double y,
                              double z) {
  double e[3];
  e[0] = x;
  e[1] = y;
  e[2] = z;
  v->e[i][0] = (float)x;
  v->e[i][1] = (float)y;
  v->e[i][2] = (float)z;
  v->k[i] = sieve_offset(f, e);
}

static inline void sieve_begin(pack_sieve *v, const cast_pack *pack, const collide_cast *cast,
                               const collide_heading *h) {
  double f[3], far, n[3], length;
  int i;
  for (i = 0; i < 3; i++) f[i] = cast->start[i] - pack->middle[i];
  far = fabs(f[0]) + fabs(f[1]) + fabs(f[2]);
  v->is_flat = pack->is_flat;
  v->is_of_use = h->dd > 0 && far < PACK_MOST;
  if (!v->is_of_use) return;
  length = sqrt(h->dd);
  for (i = 0; i < 3; i++) n[i] = h->d[i] / length;
  if (v->is_flat) {
    sieve_take(v, 0, f, n[1], -n[0], 0);
  } else {
    double sign = n[2] < 0 ? -1 : 1, a = -1 / (sign + n[2]), b = n[0] * n[1] * a;
    sieve_take(v, 0, f, 1 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]);
    sieve_take(v, 1, f, b, sign + n[1] * n[1] * a, -n[1]);
  }
  v->slack = (float)(PACK_LINE * far);
}

/* Bits of those of the next SIFTED balls, or fewer, that the line may meet; `first` is a multiple
 * of PACK_STEP. */
static inline uint64_t sieve_flat(const pack_sieve *v, const float *balls, int count) {
  quad x = quad_of(v->e[0][0]), y = quad_of(v->e[0][1]), k = quad_of(v->k[0]);
  quad slack = quad_of(v->slack);
  uint64_t passed = 0;
  int i;
  for (i = 0; i < count; i += PACK_STEP, balls += PACK_FLOATS) {
    quad w = quad_add(quad_mul(quad_load(balls), x), quad_mul(quad_load(balls + PACK_STEP), y));
    quad limit = quad_add(quad_load(balls + 3 * PACK_STEP), slack);
    passed |= (uint64_t)(unsigned)quad_at_most(limit, quad_abs(quad_sub(w, k))) << i;
  }
  return ~passed;
}

static inline uint64_t sieve_deep(const pack_sieve *v, const float *balls, int count) {
  quad x0 = quad_of(v->e[0][0]), y0 = quad_of(v->e[0][1]), z0 = quad_of(v->e[0][2]);
  quad x1 = quad_of(v->e[1][0]), y1 = quad_of(v->e[1][1]), z1 = quad_of(v->e[1][2]);
  quad k0 = quad_of(v->k[0]), k1 = quad_of(v->k[1]), slack = quad_of(v->slack);
  uint64_t passed = 0;
  int i;
  for (i = 0; i < count; i += PACK_STEP, balls += PACK_FLOATS) {
    quad x = quad_load(balls), y = quad_load(balls + PACK_STEP);
    quad z = quad_load(balls + 2 * PACK_STEP);
    quad limit = quad_add(quad_load(balls + 3 * PACK_STEP), slack);
    quad p = quad_add(quad_add(quad_mul(x, x0), quad_mul(y, y0)), quad_mul(z, z0));
    quad q = quad_add(quad_add(quad_mul(x, x1), quad_mul(y, y1)), quad_mul(z, z1));
    p = quad_sub(p, k0);
    q = quad_sub(q, k1);
    passed |= (uint64_t)(unsigned)quad_at_most(quad_mul(limit, limit),
                                               quad_add(quad_mul(p, p), quad_mul(q, q)))
              << i;
  }
  return ~passed;
}

static inline uint64_t sieve_some(const pack_sieve *v, const cast_pack *pack, int first) {
  int count = pack->count - first < SIFTED ? pack->count - first : SIFTED;
  const float *balls = pack->balls + first / PACK_STEP * PACK_FLOATS;
  uint64_t bits = ~(uint64_t)0;
  if (v->is_of_use) bits = v->is_flat ? sieve_flat(v, balls, count) : sieve_deep(v, balls, count);
  return bits & (~(uint64_t)0 >> (SIFTED - count));
}

#endif
