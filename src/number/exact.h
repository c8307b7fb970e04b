/* SPDX-License-Identifier: MIT
 *
 * Exact arithmetic on doubles: sums, differences and products of any finite
 * doubles, with no rounding, no underflow and no overflow, for the rare case
 * that a filter in plain doubles cannot decide. Numbers are integers of 32-bit
 * limbs times a power of 2^32, so unlike floating-point expansions they do not
 * depend on the scale of the input nor on how a compiler rounds.
 *
 * Use: evaluate the polynomial in plain doubles; when `filter_sign` cannot
 * decide its sign, evaluate it again with these and call `exact_sign`.
 *
 * Memory. The limbs of all numbers lie in a pool, which lies on the stack of the
 * query. The pool itself is used like a stack: every result is put on its top, and
 * a function releases its numbers with `ci_exact_mark` and `ci_exact_release`.
 * A result that replaces one of its own operands (r += a b, r = r b) is put in
 * that operand's place if nothing lies above it. So repeated accumulation
 * into r uses no more of the pool. Every operation releases its own scratch
 * numbers. A copy of the struct shares the limbs: after the original has been
 * accumulated into, the copy must not be used.
 *
 * How much memory is enough. Call the number of doubles that are multiplied in
 * one term of a number its degree n; f + t d has degree 2.
 * - A product is a multiple of 2^(-1074 n), as every double is a multiple
 *   of 2^-1074. A double of at least 2^-233 (1e-70 is above that) is a
 *   multiple of 2^-285.
 * - If all doubles are below 2^m, a number of degree n is below 2^((m + 5) n - 3):
 *   a sum of up to four doubles is below 2^(m + 2); if two numbers keep the
 *   bound, their product, of degree n, is below 2^((m + 5) n - 6), and a sum of
 *   eight such products keeps the bound again. No sum here has more terms.
 * - Bits from place -p up to place q touch at most (p + q + 62) / 32 limbs, and
 *   a product may temporarily have one more on top, which is zero.
 * So with m = 1024 a number has at most (2103 n - 3 + 62) / 32 + 1 limbs, which
 * is below 68 n for every n: this is enough for all finite doubles. With
 * m = 233, for doubles up to 1e70 and however small, it is below 44 n. Where in
 * each term all factors but k are zero or between 1e-70 and 1e70, and these k
 * are up to 1e70 and however small, it is (523 n + 789 k + 59) / 32 + 1, which
 * is below 20 n + 25 k.
 *
 * All numbers that a function holds at one time have to fit into its pool, together
 * with what the current operation needs: for a product or sum its result, for
 * `ci_exact_add_product` the product and the new sum, for `ci_exact_twofold` the
 * number again, for `ci_exact_ratio` a product with a double and a difference.
 * - Predicates in the plane, of pairs and of poses: the sum of the degrees is at
 *   most EXACT_TINY_DEGREE, EXACT_SMALL_DEGREE or EXACT_MEDIUM_DEGREE, and the pools
 *   hold 68 limbs for each degree: exact for all finite doubles.
 * - Casts at a shape that is only moved: the sum of the degrees is at most 90,
 *   and 68 * 90 limbs fit: exact for all finite doubles.
 * - Casts at a shape in a linear frame: the pose is inverted by its adjugate and
 *   determinant, which take 21 degrees; a coordinate has three degrees more and
 *   f + t d four, a size has four, and the longest number, a capsule's
 *   discriminant, 18. The sum is at most 230, with at most 60 of them of one and
 *   the same double, and 20 * 230 + 25 * 60 limbs fit: exact for doubles that are
 *   zero or between 1e-70 and 1e70, except one double, which may be however small.
 * - Pairs in space: the sum of the degrees is at most 220. In the frame of a shape with a matrix a
 *   coordinate has degree 4 (src/narrow/space/exact_points.h). The adjugate and the determinant
 * stay alive and have 21. The search for the support of a line's direction needs the most beside
 * them: the radius 4, two points 24, the direction 36, pulled back to the frame of the world 42,
 * and to that of a shape 45, a difference of corners 3 and two terms of their product 32. So 4608
 * limbs are exact for doubles that are zero or between 1e-70 and 1e70.
 *
 * Outside these limits a result that does not fit loses its lowest limbs, and `lost` is
 * set in the pool: the number is rounded toward zero, the same on every
 * platform, and nothing is written out of bounds. With -DEXACT_CHECK the
 * program aborts instead, unless the pool is narrow and has been given a double
 * that is neither zero nor between 1e-70 and 1e70.
 */
#ifndef COLLIDE_EXACT_H
#define COLLIDE_EXACT_H

#include <stdint.h>

#include "twofold.h"

/* Enough limbs for numbers whose degrees add up to this, of any finite doubles. */
#define EXACT_LIMBS(degree) (68 * (degree))

#define EXACT_TINY_DEGREE 10
#define EXACT_SMALL_DEGREE 16
#define EXACT_MEDIUM_DEGREE 40
#define EXACT_SOLID_LIMBS 4608
#define EXACT_CAST_LIMBS 6144

typedef struct exact_pool {
  uint32_t *limbs;
  int size, top; /* how many limbs there are, and how many are in use */
  int lost;      /* 1 when a number was too long and was rounded */
  int narrow;    /* 1 where nothing is promised outside 1e-70 to 1e70 */
  int beyond;    /* such a double has been put in; for -DEXACT_CHECK alone */
} exact_pool;

/* Pools with their limbs: 3 KB, 4 KB, 11 KB, 18 KB and 24 KB. */
typedef struct exact_tiny {
  exact_pool pool;
  uint32_t limbs[EXACT_LIMBS(EXACT_TINY_DEGREE)];
} exact_tiny;

typedef struct exact_small {
  exact_pool pool;
  uint32_t limbs[EXACT_LIMBS(EXACT_SMALL_DEGREE)];
} exact_small;

typedef struct exact_medium {
  exact_pool pool;
  uint32_t limbs[EXACT_LIMBS(EXACT_MEDIUM_DEGREE)];
} exact_medium;

typedef struct exact_solid {
  exact_pool pool;
  uint32_t limbs[EXACT_SOLID_LIMBS];
} exact_solid;

typedef struct exact_large {
  exact_pool pool;
  uint32_t limbs[EXACT_CAST_LIMBS];
} exact_large;

typedef struct exact {
  int sign;        /* -1, 0 or 1 */
  int exponent;    /* value = sign * limbs * 2^(32 * exponent) */
  int count;       /* limbs used; the first and the last are not zero */
  uint32_t *limbs; /* in the pool, the lowest first */
  exact_pool *pool;
} exact;

/* Sets the pool's fields; does not write the limbs. Returns the pool. */
static inline exact_pool *ci_exact_pool_init(exact_pool *pool, uint32_t *limbs, int size) {
  pool->limbs = limbs;
  pool->size = size;
  pool->top = pool->lost = pool->narrow = pool->beyond = 0;
  return pool;
}

/* Opens the pool of any of these. */
#define EXACT_POOL_OPEN(storage)                         \
  ci_exact_pool_init(&(storage)->pool, (storage)->limbs, \
                     (int)(sizeof(storage)->limbs / sizeof(storage)->limbs[0]))

/* Opens the pool of pairs in space. */
static inline exact_pool *exact_solid_open(exact_solid *storage) {
  exact_pool *pool = EXACT_POOL_OPEN(storage);
  pool->narrow = 1;
  return pool;
}

/* ci_exact_release releases every number made since ci_exact_mark returned `mark`. */
static inline int ci_exact_mark(const exact_pool *pool) {
  return pool->top;
}

static inline void ci_exact_release(exact_pool *pool, int mark) {
  pool->top = mark;
}

/* Releases every number made since the mark, except the numbers r[0] to r[count - 1],
 * which were made since then in this order. */
void ci_exact_keep(exact_pool *pool, int mark, exact *r, int count);

/* Moves the numbers r[0] to r[count - 1], made since the mark, to the far end of the pool; releases
 * the rest. They stay there as long as the pool is in use. Returns 0 and does nothing when there is
 * not enough space to move them. */
int ci_exact_set_aside(exact_pool *pool, int mark, exact *r, int count);

/* r = a, a + b, a - b, for doubles. */
void ci_exact_set(exact_pool *pool, exact *r, double a);
void ci_exact_set_sum(exact_pool *pool, exact *r, double a, double b);
void ci_exact_set_diff(exact_pool *pool, exact *r, double a, double b);

/* r = a op b, in the pool of a; r may be a or b. */
void ci_exact_add(exact *r, const exact *a, const exact *b);
void ci_exact_sub(exact *r, const exact *a, const exact *b);
void ci_exact_mul(exact *r, const exact *a, const exact *b);
void ci_exact_mul_double(exact *r, const exact *a, double b);
void ci_exact_negate(exact *r);

/* r += a * b, r -= a * b; r is neither a nor b. */
void ci_exact_add_product(exact *r, const exact *a, const exact *b);
void ci_exact_sub_product(exact *r, const exact *a, const exact *b);

/* -1, 0 or 1. */
static inline int exact_sign(const exact *a) {
  return a->sign;
}

/* The nearest double, ties to even; infinite when it is too large. */
double ci_exact_round(const exact *a);

/* The nearest double, and in lo the remainder, rounded too. */
twofold ci_exact_twofold(const exact *a);

/* over / under, nearly correctly rounded, and in *low the remainder: together they
 * have about twice the digits of a double. `under` must not be zero. */
double ci_exact_ratio(const exact *over, const exact *under, double *low);

/* The sign of `value`, known to be within `bound` of the truth: -1 or 1, or
 * FILTER_UNSURE. Infinities and NaN are unsure. */
enum { FILTER_UNSURE = 2 };
static inline int filter_sign(double value, double bound) {
  if (value > bound) return 1;
  if (value < -bound) return -1;
  return FILTER_UNSURE;
}

/* More than a filter can lose by underflow. Each filter adds it to its bound. */
#define FILTER_TINY 1e-160

#endif
