/* SPDX-License-Identifier: MIT */
#include "exact.h"

#include <string.h>

/* ---- Magnitudes: runs of limbs, lowest first ---------------------------- */

/* Drops zero limbs at both ends. */
static void trim(exact *r) {
  int low = 0;
  while (r->count > 0 && r->limbs[r->count - 1] == 0) r->count--;
  while (low < r->count && r->limbs[low] == 0) low++;
  if (low > 0) {
    r->count -= low;
    r->exponent += low;
    memmove(r->limbs, r->limbs + low, (size_t)r->count * sizeof r->limbs[0]);
  }
  if (r->count == 0) {
    r->sign = 0;
    r->exponent = 0;
  }
}

static uint32_t limb_at(const exact *a, int place) {
  int i = place - a->exponent;
  return i >= 0 && i < a->count ? a->limbs[i] : 0;
}

static int compare_magnitudes(const exact *a, const exact *b) {
  int top_a = a->exponent + a->count, top_b = b->exponent + b->count;
  int low = a->exponent < b->exponent ? a->exponent : b->exponent, place;
  if (top_a != top_b) return top_a < top_b ? -1 : 1;
  for (place = top_a - 1; place >= low; place--) {
    uint32_t x = limb_at(a, place), y = limb_at(b, place);
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

/* r = |a| + |b|, sign left to the caller; r is neither. */
static void add_magnitudes(exact *r, const exact *a, const exact *b) {
  int low = a->exponent < b->exponent ? a->exponent : b->exponent;
  int top_a = a->exponent + a->count, top_b = b->exponent + b->count;
  int top = top_a > top_b ? top_a : top_b, place;
  uint64_t carry = 0;
  for (place = low; place < top; place++) {
    carry += (uint64_t)limb_at(a, place) + limb_at(b, place);
    r->limbs[place - low] = (uint32_t)carry;
    carry >>= 32;
  }
  r->count = top - low;
  if (carry) r->limbs[r->count++] = (uint32_t)carry;
  r->exponent = low;
}

/* r = |a| - |b| where |a| > |b|; r is neither. */
static void subtract_magnitudes(exact *r, const exact *a, const exact *b) {
  int low = a->exponent < b->exponent ? a->exponent : b->exponent;
  int top = a->exponent + a->count, place;
  uint64_t borrow = 0;
  for (place = low; place < top; place++) {
    uint64_t difference = (uint64_t)limb_at(a, place) - limb_at(b, place) - borrow;
    r->limbs[place - low] = (uint32_t)difference;
    borrow = (difference >> 32) & 1;
  }
  r->count = top - low;
  r->exponent = low;
}

static void copy(exact *r, const exact *a) {
  r->sign = a->sign;
  r->exponent = a->exponent;
  r->count = a->count;
  memcpy(r->limbs, a->limbs, (size_t)a->count * sizeof r->limbs[0]);
}

/* r = a + sign_b * |b|; r is neither. */
static void add_signed(exact *r, const exact *a, const exact *b, int sign_b) {
  int order;
  if (a->sign == 0 || sign_b == 0) {
    copy(r, sign_b == 0 ? a : b);
    r->sign = sign_b == 0 ? a->sign : sign_b;
    return;
  }
  if (a->sign == sign_b) {
    add_magnitudes(r, a, b);
    r->sign = sign_b;
  } else {
    order = compare_magnitudes(a, b);
    if (order == 0) {
      r->sign = r->exponent = r->count = 0;
      return;
    }
    if (order > 0) {
      subtract_magnitudes(r, a, b);
      r->sign = a->sign;
    } else {
      subtract_magnitudes(r, b, a);
      r->sign = sign_b;
    }
  }
  trim(r);
}

/* r = a * b; r is neither. Schoolbook: the numbers have a few limbs each. */
static void multiply(exact *r, const exact *a, const exact *b) {
  int i, j;
  r->sign = a->sign * b->sign;
  r->exponent = a->exponent + b->exponent;
  r->count = r->sign == 0 ? 0 : a->count + b->count;
  if (r->sign == 0) {
    r->exponent = 0;
    return;
  }
  memset(r->limbs, 0, (size_t)r->count * sizeof r->limbs[0]);
  for (i = 0; i < a->count; i++) {
    uint64_t carry = 0, factor = a->limbs[i];
    for (j = 0; j < b->count; j++) {
      carry += factor * b->limbs[j] + r->limbs[i + j];
      r->limbs[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
    r->limbs[i + b->count] = (uint32_t)carry;
  }
  trim(r);
}

/* ---- What the header shows ---------------------------------------------- */

void ci_exact_set(exact *r, double a) {
  uint64_t bits, mantissa;
  int place, shift, biased;
  memcpy(&bits, &a, sizeof bits);
  biased = (int)(bits >> 52) & 0x7ff;
  mantissa = bits & 0xfffffffffffffULL;
  if (biased == 0)
    biased = 1; /* subnormal */
  else
    mantissa |= 0x10000000000000ULL;
  r->sign = mantissa == 0 ? 0 : (bits >> 63) ? -1 : 1;
  place = biased - 1075 + 32 * 64; /* made positive, so that / and % floor */
  shift = place % 32;
  r->exponent = place / 32 - 64;
  r->count = 3;
  r->limbs[0] = (uint32_t)(mantissa << shift);
  r->limbs[1] = (uint32_t)((mantissa << shift) >> 32);
  r->limbs[2] = shift > 0 ? (uint32_t)(mantissa >> (64 - shift)) : 0;
  trim(r);
}

void ci_exact_set_sum(exact *r, double a, double b) {
  exact x, y;
  ci_exact_set(&x, a);
  ci_exact_set(&y, b);
  add_signed(r, &x, &y, y.sign);
}

void ci_exact_set_diff(exact *r, double a, double b) {
  ci_exact_set_sum(r, a, -b);
}

void ci_exact_add(exact *r, const exact *a, const exact *b) {
  exact sum;
  add_signed(&sum, a, b, b->sign);
  copy(r, &sum);
}

void ci_exact_sub(exact *r, const exact *a, const exact *b) {
  exact sum;
  add_signed(&sum, a, b, -b->sign);
  copy(r, &sum);
}

void ci_exact_mul(exact *r, const exact *a, const exact *b) {
  exact product;
  multiply(&product, a, b);
  copy(r, &product);
}

void ci_exact_mul_double(exact *r, const exact *a, double b) {
  exact factor;
  ci_exact_set(&factor, b);
  ci_exact_mul(r, a, &factor);
}

void ci_exact_negate(exact *r) {
  r->sign = -r->sign;
}

void ci_exact_add_product(exact *r, const exact *a, const exact *b) {
  exact product, sum;
  multiply(&product, a, b);
  add_signed(&sum, r, &product, product.sign);
  copy(r, &sum);
}

void ci_exact_sub_product(exact *r, const exact *a, const exact *b) {
  exact product, sum;
  multiply(&product, a, b);
  add_signed(&sum, r, &product, -product.sign);
  copy(r, &sum);
}

/* top / 2^count, count above 0, to the nearest integer, ties to even. */
static uint64_t drop_bits(uint64_t top, int count) {
  uint64_t half, rest, quotient;
  if (count > 64) return 0;
  half = (uint64_t)1 << (count - 1);
  rest = top & (half | (half - 1));
  quotient = count == 64 ? 0 : top >> count;
  return quotient + (rest > half || (rest == half && (quotient & 1)));
}

double ci_exact_round(const exact *a) {
  uint64_t top = 0;
  int i, place = a->count - 1, shift = 0, exponent;
  double result;
  if (a->sign == 0) return 0;
  /* The highest 64 bits, with a bit below them set when anything was left:
   * enough for one correct rounding, which the conversion to double does. */
  top = (uint64_t)a->limbs[place] << 32;
  if (place > 0) top |= a->limbs[place - 1];
  while (!(top >> 63)) {
    top <<= 1;
    shift++;
  }
  if (shift > 0 && place > 1) top |= a->limbs[place - 2] >> (32 - shift);
  for (i = 0; i < place - 1; i++) {
    uint32_t rest = a->limbs[i];
    if (i == place - 2 && shift > 0) rest <<= shift;
    if (rest != 0) {
      top |= 1;
      break;
    }
  }
  exponent = 32 * (a->exponent + place - 1) - shift;
  if (exponent < -1085) { /* subnormal: rounded here, for ldexp would round again */
    top = drop_bits(top, -1074 - exponent);
    exponent = -1074;
  }
  result = ldexp((double)top, exponent);
  return a->sign < 0 ? -result : result;
}

twofold ci_exact_twofold(const exact *a) {
  exact rest;
  twofold r = tf(ci_exact_round(a));
  ci_exact_set(&rest, r.hi);
  ci_exact_sub(&rest, a, &rest);
  r.lo = ci_exact_round(&rest);
  return r;
}

double ci_exact_ratio(const exact *over, const exact *under, double *low) {
  exact n, d, rest;
  double divisor, ratio;
  int shift = under->exponent + under->count; /* brings under near 1 */
  copy(&n, over);
  copy(&d, under);
  n.exponent -= shift;
  d.exponent -= shift;
  divisor = ci_exact_round(&d);
  ratio = ci_exact_round(&n) / divisor;
  *low = 0;
  if (ratio == 0 || fabs(ratio) > DBL_MAX) return ratio;
  ci_exact_mul_double(&rest, &d, ratio);
  ci_exact_sub(&rest, &n, &rest);
  *low = ci_exact_round(&rest) / divisor;
  return ratio;
}
