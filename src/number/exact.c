/* SPDX-License-Identifier: MIT */
#include "exact.h"
#include "tier.h"

#ifdef EXACT_CHECK
#include <stdlib.h>
#endif
#include <string.h>

/* ---- The pool ------------------------------------------------------------ */

static uint32_t *top_of(const exact_pool *pool) {
  return pool->limbs + pool->top;
}

/* The number of lowest limbs that do not fit, for a result of `count` limbs. */
static int count_lost(exact_pool *pool, int count) {
  int left = pool->size - pool->top;
  if (count <= left) return 0;
  pool->lost = 1;
#ifdef EXACT_CHECK
  if (!(pool->narrow && pool->beyond)) abort();
#endif
  return count - left;
}

/* The place for the result of an operation on r itself: that of r if r is the last number in the
 * pool, else the top. */
static uint32_t *place_of(const exact *r) {
  uint32_t *top = top_of(r->pool);
  return r->limbs + r->count == top ? r->limbs : top;
}

/* Drops zero limbs at both ends. */
static void trim(exact *r) {
  while (r->count > 0 && r->limbs[r->count - 1] == 0) r->count--;
  while (r->count > 0 && r->limbs[0] == 0) {
    r->limbs++;
    r->exponent++;
    r->count--;
  }
  if (r->count == 0) {
    r->sign = 0;
    r->exponent = 0;
  }
}

/* r = value, with its limbs at `place`. From there the pool is free except for value's own limbs.
 * These move downwards, or come from elsewhere, and the lowest may be lost. */
static void put(exact *r, const exact *value, uint32_t *place) {
  exact_pool *pool = value->pool;
  const uint32_t *from = value->limbs;
  int i, lost, count = value->count, sign = value->sign, exponent = value->exponent;
  pool->top = (int)(place - pool->limbs);
  lost = count_lost(pool, count);
  while (lost > 0 && lost < count && from[lost] == 0) lost++;
  count -= lost;
  from += lost;
  if (place != from)
    for (i = 0; i < count; i++) place[i] = from[i];
  pool->top += count;
  r->sign = count > 0 ? sign : 0;
  r->exponent = count > 0 ? exponent + lost : 0;
  r->count = count;
  r->limbs = place;
  r->pool = pool;
}

void ci_exact_keep(exact_pool *pool, int mark, exact *r, int count) {
  int i;
  pool->top = mark;
  for (i = 0; i < count; i++) put(&r[i], &r[i], top_of(pool));
}

int ci_exact_set_aside(exact_pool *pool, int mark, exact *r, int count) {
  int i, k, sum = 0;
  for (i = 0; i < count; i++) sum += r[i].count;
  if (sum > pool->size - pool->top) return 0;
  for (i = 0; i < count; i++) {
    pool->size -= r[i].count;
    for (k = 0; k < r[i].count; k++) pool->limbs[pool->size + k] = r[i].limbs[k];
    r[i].limbs = pool->limbs + pool->size;
  }
  pool->top = mark;
  return 1;
}

/* ---- Magnitudes: runs of limbs, lowest first ---------------------------- */

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

/* r = |a| + |b|, or |a| - |b| where |a| > |b|, on top of r's pool. A difference
 * is the sum with the complement of |b|, whose last carry goes beyond the top. */
static void combine(exact *r, const exact *a, const exact *b, int subtract) {
  int low = a->exponent < b->exponent ? a->exponent : b->exponent;
  int top_a = a->exponent + a->count, top_b = b->exponent + b->count;
  int top = top_a > top_b ? top_a : top_b, place = low;
  uint32_t flip = subtract ? 0xffffffffu : 0, *out = top_of(r->pool);
  uint64_t carry = subtract ? 1 : 0;
  r->limbs = out;
  r->exponent = low + count_lost(r->pool, top - low + !subtract);
  for (; place < r->exponent && place < top; place++) /* lost, except their carry */
    carry = (carry + limb_at(a, place) + (limb_at(b, place) ^ flip)) >> 32;
  for (; place < top; place++) {
    carry += (uint64_t)limb_at(a, place) + (limb_at(b, place) ^ flip);
    *out++ = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry && !subtract && place >= r->exponent) *out++ = (uint32_t)carry;
  r->count = (int)(out - r->limbs);
}

/* value = a + sign_b * |b|, without a place of its own: its limbs are a's or b's, or lie on top of
 * the pool. */
static void add_signed(exact *value, const exact *a, const exact *b, int sign_b) {
  int order;
  if (a->sign == 0 || sign_b == 0) {
    *value = sign_b == 0 ? *a : *b;
    value->sign = sign_b == 0 ? a->sign : sign_b;
    value->pool = a->pool;
    return;
  }
  value->pool = a->pool;
  value->sign = a->sign;
  if (a->sign == sign_b) {
    combine(value, a, b, 0);
  } else {
    order = compare_magnitudes(a, b);
    if (order == 0) {
      value->count = 0;
      value->limbs = top_of(a->pool);
    } else if (order > 0) {
      combine(value, a, b, 1);
    } else {
      combine(value, b, a, 1);
      value->sign = sign_b;
    }
  }
  trim(value);
}

/* Writes the limbs of a product from `lost` on, column by column, if the pool has no space for
 * all. */
static void multiply_high(uint32_t *out, const exact *a, const exact *b, int lost) {
  int i, k;
  uint64_t sum = 0, above = 0; /* above * 2^64 + sum */
  for (k = 0; k < a->count + b->count; k++) {
    for (i = k < b->count ? 0 : k - b->count + 1; i <= k && i < a->count; i++) {
      uint64_t product = (uint64_t)a->limbs[i] * b->limbs[k - i];
      sum += product;
      above += sum < product;
    }
    if (k >= lost) out[k - lost] = (uint32_t)sum;
    sum = (sum >> 32) | (above << 32);
    above >>= 32;
  }
}

/* Schoolbook multiplication: the numbers have a few limbs each. A sum of doubles of different size
 * has zero limbs in between. */
static void multiply_all(uint32_t *out, const exact *a, const exact *b) {
  int i, j;
  uint64_t carry = 0, factor = a->limbs[0];
  for (j = 0; j < b->count; j++) {
    carry += factor * b->limbs[j];
    out[j] = (uint32_t)carry;
    carry >>= 32;
  }
  out[j] = (uint32_t)carry;
  for (i = 1; i < a->count; i++) {
    carry = 0;
    factor = a->limbs[i];
    out[i + b->count] = 0;
    if (factor == 0) continue;
    for (j = 0; j < b->count; j++) {
      carry += factor * b->limbs[j] + out[i + j];
      out[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
    out[i + j] = (uint32_t)carry;
  }
}

/* value = a * b, on top of the pool. */
static void multiply(exact *value, const exact *a, const exact *b) {
  int lost;
  value->pool = a->pool;
  value->limbs = top_of(a->pool);
  value->sign = a->sign * b->sign;
  value->exponent = value->count = 0;
  if (value->sign == 0) return;
  lost = count_lost(a->pool, a->count + b->count);
  value->exponent = a->exponent + b->exponent + lost;
  value->count = a->count + b->count - lost;
  if (lost > 0)
    multiply_high(value->limbs, a, b, lost);
  else if (a->count > b->count)
    multiply_all(value->limbs, b, a);
  else
    multiply_all(value->limbs, a, b);
  trim(value);
}

/* value = a, in the three limbs given. */
static void take_double(exact_pool *pool, exact *value, double a, uint32_t limbs[3]) {
  uint64_t bits, mantissa;
  int place, shift, biased;
  memcpy(&bits, &a, sizeof bits);
  biased = (int)(bits >> 52) & 0x7ff;
  mantissa = bits & 0xfffffffffffffULL;
  if (biased == 0)
    biased = 1; /* subnormal */
  else
    mantissa |= 0x10000000000000ULL;
  value->sign = mantissa == 0 ? 0 : (bits >> 63) ? -1 : 1;
#ifdef EXACT_CHECK
  if (a != 0 && !(fabs(a) >= 1e-70 && fabs(a) <= 1e70)) pool->beyond = 1;
#endif
  place = biased - 1075 + 32 * 64; /* made positive, so that / and % floor */
  shift = place % 32;
  value->exponent = place / 32 - 64;
  value->count = 3;
  value->limbs = limbs;
  value->pool = pool;
  limbs[0] = (uint32_t)(mantissa << shift);
  limbs[1] = (uint32_t)((mantissa << shift) >> 32);
  limbs[2] = shift > 0 ? (uint32_t)(mantissa >> (64 - shift)) : 0;
  trim(value);
}

/* ---- Functions of the header -------------------------------------------- */

void ci_exact_set(exact_pool *pool, exact *r, double a) {
  uint32_t limbs[3];
  exact value;
  take_double(pool, &value, a, limbs);
  put(r, &value, top_of(pool));
}

void ci_exact_set_sum(exact_pool *pool, exact *r, double a, double b) {
  uint32_t limbs_x[3], limbs_y[3];
  exact x, y, value;
  take_double(pool, &x, a, limbs_x);
  take_double(pool, &y, b, limbs_y);
  add_signed(&value, &x, &y, y.sign);
  put(r, &value, top_of(pool));
}

void ci_exact_set_diff(exact_pool *pool, exact *r, double a, double b) {
  ci_exact_set_sum(pool, r, a, -b);
}

void ci_exact_add(exact *r, const exact *a, const exact *b) {
  uint32_t *place = r == a || r == b ? place_of(r) : top_of(a->pool);
  exact value;
  add_signed(&value, a, b, b->sign);
  put(r, &value, place);
}

void ci_exact_sub(exact *r, const exact *a, const exact *b) {
  uint32_t *place = r == a || r == b ? place_of(r) : top_of(a->pool);
  exact value;
  add_signed(&value, a, b, -b->sign);
  put(r, &value, place);
}

void ci_exact_mul(exact *r, const exact *a, const exact *b) {
  uint32_t *place = r == a || r == b ? place_of(r) : top_of(a->pool);
  exact value;
  tier_count(TIER_EXACT_SIGNS);
  multiply(&value, a, b);
  put(r, &value, place);
}

void ci_exact_mul_double(exact *r, const exact *a, double b) {
  uint32_t limbs[3];
  exact factor;
  take_double(a->pool, &factor, b, limbs);
  ci_exact_mul(r, a, &factor);
}

void ci_exact_negate(exact *r) {
  r->sign = -r->sign;
}

/* r += sign * a * b. The product stays on top of the pool until the sum is made. */
static void accumulate(exact *r, const exact *a, const exact *b, int sign) {
  uint32_t *place = place_of(r);
  exact product, value;
  multiply(&product, a, b);
  a->pool->top += (int)(product.limbs - top_of(a->pool)) + product.count;
  add_signed(&value, r, &product, sign * product.sign);
  put(r, &value, place);
}

void ci_exact_add_product(exact *r, const exact *a, const exact *b) {
  accumulate(r, a, b, 1);
}

void ci_exact_sub_product(exact *r, const exact *a, const exact *b) {
  accumulate(r, a, b, -1);
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
  uint32_t limbs[3];
  exact high, rest;
  int mark = ci_exact_mark(a->pool);
  twofold r = tf(ci_exact_round(a));
  take_double(a->pool, &high, r.hi, limbs);
  ci_exact_sub(&rest, a, &high);
  r.lo = ci_exact_round(&rest);
  ci_exact_release(a->pool, mark);
  return r;
}

double ci_exact_ratio(const exact *over, const exact *under, double *low) {
  exact n = *over, d = *under, rest;
  double divisor, ratio;
  int shift = under->exponent + under->count; /* brings under near 1 */
  int mark = ci_exact_mark(over->pool);
  n.exponent -= shift;
  d.exponent -= shift;
  divisor = ci_exact_round(&d);
  ratio = ci_exact_round(&n) / divisor;
  *low = 0;
  if (ratio == 0 || fabs(ratio) > DBL_MAX) return ratio;
  ci_exact_mul_double(&rest, &d, ratio);
  ci_exact_sub(&rest, &n, &rest);
  *low = ci_exact_round(&rest) / divisor;
  ci_exact_release(over->pool, mark);
  return ratio;
}
