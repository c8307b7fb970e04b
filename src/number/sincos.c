/* SPDX-License-Identifier: MIT
 *
 * The angle less the nearest multiple of pi / 2, by integers (Payne and Hanek, "Radian reduction
 * for trigonometric functions", 1983), then Taylor's series in numbers of two doubles. All angles
 * take the same path, so no case goes untested. The constants were computed with Python's integers.
 * If only the rounded values are needed, a shorter computation runs first. It reports whether it is
 * certain of them.
 */
#include "sincos.h"

#include <stdint.h>

#include "exact.h"

/* ---- The angle within a quarter ------------------------------------------ */

/* 2 / pi in limbs of 32 bits, highest first, after as many zeros as an angle
 * below 1 needs. The last bit has the weight 2^-1216. */
enum { ZEROS = 3, WINDOW = 9 };
static const uint32_t two_over_pi[] = {
    0,          0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
    0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea,
    0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
    0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b,
    0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab};

static const twofold half_pi = {1.5707963267948966, 6.123233995736766e-17};

/* quarters = angle * 2 / pi modulo 2^32, lowest limb first, the highest the
 * whole quarters, for an angle from 1/2. The angle is mantissa * 2^(32 place),
 * so the limbs of 2 / pi above the window count only multiples of 2^32 quarters,
 * and those below it less than 2^-172. */
static void count_quarters(double angle, uint32_t quarters[WINDOW]) {
  int exponent, place, shift, i, j;
  uint64_t bits = (uint64_t)(frexp(angle, &exponent) * 9007199254740992.0);
  const uint32_t *limbs;
  uint32_t mantissa[3];
  exponent += 64 - 53; /* made positive, so that / and % floor */
  place = exponent / 32 - 2;
  shift = exponent % 32;
  mantissa[0] = (uint32_t)(bits << shift);
  mantissa[1] = (uint32_t)((bits << shift) >> 32);
  mantissa[2] = shift > 0 ? (uint32_t)(bits >> (64 - shift)) : 0;
  limbs = two_over_pi + ZEROS + place - 1;
  for (i = 0; i < WINDOW; i++) quarters[i] = 0;
  for (i = 0; i < 3; i++) {
    uint64_t carry = 0;
    for (j = 0; i + j < WINDOW; j++) {
      carry += (uint64_t)mantissa[i] * limbs[WINDOW - 1 - j] + quarters[i + j];
      quarters[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
  }
}

/* The angle less *quarter quarters, the nearest multiple; angle from 1/2. No double is within 2^-61
 * of a multiple of pi / 2 but 0 (the nearest of all is 6381956970095103 * 2^797). So at most 61 of
 * the 256 bits after the point are leading zeros, and the omitted part is less than 2^-110 of the
 * rest. */
static twofold within_quarter(double angle, unsigned *quarter) {
  uint32_t limbs[WINDOW], flip;
  int i, top = WINDOW - 2, is_above;
  twofold rest;
  count_quarters(angle, limbs);
  is_above = (int)(limbs[top] >> 31);
  *quarter = limbs[WINDOW - 1] + (unsigned)is_above;
  /* The complement is off by 2^-256. */
  flip = is_above ? 0xffffffffu : 0;
  for (i = 0; i <= top; i++) limbs[i] ^= flip;
  while (top > 4 && limbs[top] == 0) top--;
  /* Three runs of 48 bits, each exact as a double. */
  rest = two_sum_ordered((double)((uint64_t)limbs[top] << 16 | limbs[top - 1] >> 16),
                         (double)((uint64_t)(limbs[top - 1] & 0xffff) << 32 | limbs[top - 2]) *
                             3.5527136788005009e-15); /* 2^-48 */
  rest.lo += (double)((uint64_t)limbs[top - 3] << 16 | limbs[top - 4] >> 16) *
             1.2621774483536189e-29; /* 2^-96 */
  rest = tf_mul(two_sum_ordered(rest.hi, rest.lo), half_pi);
  i = 32 * (top - (WINDOW - 2)) - 48;
  rest = tf_make(ldexp(rest.hi, i), ldexp(rest.lo, i));
  return is_above ? tf_negate(rest) : rest;
}

/* ---- Cosine and sine there ------------------------------------------------ */

/* The coefficients of Taylor's series with their signs, from the far end: of the sine over the
 * angle, and of the cosine. One double suffices for terms below 2^-53; the omitted terms are below
 * 2^-117. */
enum { FAR_TERMS = 6, NEAR_TERMS = 8 };
static const double far_terms[FAR_TERMS][2] = {
    {1.1309962886447716e-31, 3.2798892370698378e-30},   /* 1 / 29!, 1 / 28! */
    {-9.183689863795546e-29, -2.4795962632247976e-27},  /* 1 / 27!, 1 / 26! */
    {6.4469502843844736e-26, 1.6117375710961184e-24},   /* 1 / 25!, 1 / 24! */
    {-3.8681701706306841e-23, -8.8967913924505741e-22}, /* 1 / 23!, 1 / 22! */
    {1.9572941063391263e-20, 4.1103176233121648e-19},   /* 1 / 21!, 1 / 20! */
    {-8.2206352466243295e-18, -1.5619206968586225e-16}, /* 1 / 19!, 1 / 18! */
};
static const twofold near_terms[NEAR_TERMS][2] = {
    {{2.8114572543455206e-15, 1.6508842730861433e-31},
     {4.7794773323873853e-14, 4.3992054858340813e-31}}, /* 1 / 17!, 1 / 16! */
    {{-7.6471637318198164e-13, -7.03872877733453e-30},
     {-1.1470745597729725e-11, -2.0655512752830745e-28}}, /* 1 / 15!, 1 / 14! */
    {{1.6059043836821613e-10, 1.2585294588752098e-26},
     {2.08767569878681e-09, -1.20734505911326e-25}}, /* 1 / 13!, 1 / 12! */
    {{-2.505210838544172e-08, 1.448814070935912e-24},
     {-2.7557319223985888e-07, -2.3767714622250297e-23}}, /* 1 / 11!, 1 / 10! */
    {{2.7557319223985893e-06, -1.8583932740464721e-22},
     {2.4801587301587302e-05, 2.1511947866775882e-23}}, /* 1 / 9!, 1 / 8! */
    {{-0.00019841269841269841, -1.7209558293420705e-22},
     {-0.0013888888888888889, 5.3005439543735771e-20}}, /* 1 / 7!, 1 / 6! */
    {{0.0083333333333333332, 1.1564823173178714e-19},
     {0.041666666666666664, 2.3129646346357427e-18}},            /* 1 / 5!, 1 / 4! */
    {{-0.16666666666666666, -9.2518585385429707e-18}, {-0.5, 0}} /* 1 / 3!, 1 / 2! */
};

/* a + b where |a| is the larger by far. */
static twofold add_small(twofold a, twofold b) {
  twofold s = two_sum_ordered(a.hi, b.hi);
  return two_sum_ordered(s.hi, s.lo + (a.lo + b.lo));
}

/* For |x| at most slightly above pi / 4. Roundings of twofold, each at most some 7 * 2^-106 of its
 * result, add up to 18 * 2^-106 of the cosine and less of the sine, those of x itself included. */
static void turn_within(twofold x, twofold *cosine, twofold *sine) {
  twofold square = tf_mul(x, x), c, s;
  double far_s = far_terms[0][0], far_c = far_terms[0][1];
  int i;
  for (i = 1; i < FAR_TERMS; i++) {
    far_s = far_terms[i][0] + far_s * square.hi;
    far_c = far_terms[i][1] + far_c * square.hi;
  }
  s = tf(far_s);
  c = tf(far_c);
  for (i = 0; i < NEAR_TERMS; i++) {
    s = add_small(near_terms[i][0], tf_mul(s, square));
    c = add_small(near_terms[i][1], tf_mul(c, square));
  }
  *sine = add_small(x, tf_mul(x, tf_mul(s, square)));
  *cosine = add_small(tf(1), tf_mul(c, square));
}

void ci_sincos_precisely(double angle, twofold *cosine, twofold *sine) {
  double size = fabs(angle);
  unsigned quarter = 0;
  twofold c, s;
  if (size < 1.1102230246251565e-16) { /* 2^-53: the omitted part is below 2^-106 */
    *cosine = tf(1);
    *sine = tf(angle == 0 ? 0 : angle); /* not -0 */
    return;
  }
  turn_within(size < 0.7853981633974483 ? tf(size) : within_quarter(size, &quarter), &c, &s);
  *cosine = quarter & 1 ? tf_negate(s) : c;
  *sine = quarter & 1 ? c : s;
  if (quarter & 2) {
    *cosine = tf_negate(*cosine);
    *sine = tf_negate(*sine);
  }
  if (angle < 0) *sine = tf_negate(*sine);
}

/* ---- Rounded ---------------------------------------------------------------- */

/* pi / 2 in parts of 33 bits, so that their products with whole numbers below 2^20 are exact. They
 * leave 8.5e-32. */
static const double half_pi_parts[3] = {1.5707963267341256, 6.0771005063039660e-11,
                                        2.0222662487111665e-21};

/* A bound on the relative error of the cosine and sine of try_sincos, with u = 2^-53, for an
 * angle x that is at most pi / 4 (1 + 2^-30), z = x^2 < 0.617:
 * - x is off by 8.5e-32 quarters, fewer than 640, where it is above 2^-10: 2^-84.
 * - The sums in plain doubles are z times an alternating series whose first term is at most
 *   z / 5040 of the sine's, z / 720 of the cosine's, and the next is 1 / 72 or 1 / 56 of that and
 *   z. The first coefficient is rounded, the sum, the product with z, and z itself: 4 u, and with
 *   the other terms less than 4.2 u. That is 5.2e-4 u and 3.6e-3 u.
 * - In the sine, over x, that is multiplied by z^2: 2e-4 u; over 0.9, that is 2^-65. In the cosine
 *   by z^2, too: 1.4e-3 u; over 0.7, that is 2^-61.9.
 * - All terms after the far terms are below x^22 / 22! = 2^-77; the rest is in twofolds. */
#ifndef SINCOS_ERROR
#define SINCOS_ERROR 4.336808689942018e-19 /* 2^-61 */
#endif

/* Returns 1 if x rounds to x.hi for every error within the bound. */
static int is_certain(twofold x) {
  double error = SINCOS_ERROR * fabs(x.hi);
  return x.hi + (x.lo - error) == x.hi && x.hi + (x.lo + error) == x.hi;
}

/* Returns 0 if the rounded values are not certain. */
static int try_sincos(double size, double *cosine, double *sine, unsigned *quarter) {
  double quarters = floor(size * 0.63661977236758134 + 0.5), far_s, far_c;
  twofold x = tf(size), z, s, c;
  int i;
  if (!(size > 1e-10 && size < 1000)) return 0;
  if (quarters > 0) {
    x = two_diff(size, quarters * half_pi_parts[0]); /* exact, and a double */
    x = two_diff(x.hi, quarters * half_pi_parts[1]);
    x = two_sum_ordered(x.hi, x.lo - quarters * half_pi_parts[2]);
    if (!(fabs(x.hi) > 0.0009765625)) return 0; /* 2^-10 */
  }
  z = tf_mul(x, x);
  far_s = far_terms[FAR_TERMS - 2][0];
  far_c = far_terms[FAR_TERMS - 2][1];
  far_s = far_terms[FAR_TERMS - 1][0] + far_s * z.hi;
  far_c = far_terms[FAR_TERMS - 1][1] + far_c * z.hi;
  for (i = 0; i < NEAR_TERMS - 2; i++) {
    far_s = near_terms[i][0].hi + far_s * z.hi;
    far_c = near_terms[i][1].hi + far_c * z.hi;
  }
  s = add_small(near_terms[NEAR_TERMS - 2][0], tf(far_s * z.hi));
  c = add_small(near_terms[NEAR_TERMS - 2][1], tf(far_c * z.hi));
  s = add_small(near_terms[NEAR_TERMS - 1][0], tf_mul(s, z));
  c = add_small(near_terms[NEAR_TERMS - 1][1], tf_mul(c, z));
  s = add_small(x, tf_mul(x, tf_mul(s, z)));
  c = add_small(tf(1), tf_mul(c, z));
  *quarter = (unsigned)quarters;
  *sine = s.hi;
  *cosine = c.hi;
  return is_certain(s) && is_certain(c);
}

void ci_sincos(double angle, double *cosine, double *sine) {
  unsigned quarter;
  double c, s;
  if (!try_sincos(fabs(angle), &c, &s, &quarter)) {
    twofold precise_c, precise_s;
    ci_sincos_precisely(angle, &precise_c, &precise_s);
    *cosine = precise_c.hi;
    *sine = precise_s.hi;
    return;
  }
  *cosine = quarter & 1 ? s : c;
  *sine = quarter & 1 ? c : s;
  if ((quarter + 1) & 2) *cosine = -*cosine;
  if (((quarter & 2) != 0) != (angle < 0)) *sine = -*sine;
}

/* ---- Quarter turns ---------------------------------------------------------- */

/* Returns 1 for a quarter turn, and writes its cosine and sine. The product of count and pi / 2 in
 * two doubles rounds to the nearest double for each count: spec/turn checks all. */
static int turn_by_quarters(double angle, double *cosine, double *sine) {
  static const double sines[4] = {0, 1, 0, -1};
  double count = floor(angle * 0.63661977236758134 + 0.5);
  unsigned quarter;
  if (!(fabs(count) <= (double)QUARTERS_MOST) || tf_scale(half_pi, count).hi != angle) return 0;
  quarter = (unsigned)((int)count & 3);
  *cosine = sines[(quarter + 1) & 3];
  *sine = sines[quarter];
  return 1;
}

void ci_turn(double angle, double *cosine, double *sine) {
  if (!turn_by_quarters(angle, cosine, sine)) ci_sincos(angle, cosine, sine);
}

void ci_turn_precisely(double angle, twofold *cosine, twofold *sine) {
  double c, s;
  if (turn_by_quarters(angle, &c, &s)) {
    *cosine = tf(c);
    *sine = tf(s);
  } else {
    ci_sincos_precisely(angle, cosine, sine);
  }
}

/* ---- Degrees ------------------------------------------------------------------ */

/* Let c be the sum of the three doubles below: it is off pi / 180 by less than 2^-166 of itself.
 * For a double d, the product d c is exact here, and rounded once. It rounds as d pi / 180 does if
 * no number at which the rounding changes lies between the two. Such a number has at most 54 bits.
 *
 * Let d be m 2^i with a whole number m from 2^52 to 2^53. The distance of d pi / 180 from the
 * nearest number of 54 bits is that of m a from a whole number n, times a power of 2, with a = 2^6
 * pi / 180 or 2^7 pi / 180, so that m a is between 2^53 and 2^54. By the convergents of a, the
 * distance of m a to any n is above 2^-55: the nearest m is 652846028517065 or a multiple, at
 * 2^-53.7, for the first a, and 7155481192287547 at 2^-54.6 for the second. That is 2^-109 of the
 * product, far more than 2^-166. A subnormal result has fewer bits, and is covered, too. */
static const double degree[3] = {0.017453292519943295, 2.9486522708701687e-19,
                                 -1.3427726813345382e-35};

double ci_radians(double degrees) {
  exact_tiny numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact d, sum, part;
  int i;
  ci_exact_set(pool, &d, degrees);
  ci_exact_mul_double(&sum, &d, degree[0]);
  for (i = 1; i < 3; i++) {
    ci_exact_mul_double(&part, &d, degree[i]);
    ci_exact_add(&sum, &sum, &part);
  }
  return ci_exact_round(&sum);
}
