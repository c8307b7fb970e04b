/* SPDX-License-Identifier: MIT
 *
 * A register machine over src/number/exact.c, so that spec/exact/run.py can compare
 * it with Python's integers. One program a line, words separated by spaces;
 * doubles are their 64 bits in hex, registers are 0 to 7:
 *
 *   = r x     ci_exact_set             + r a b   ci_exact_add          P r a b ci_exact_add_product
 *   S r x y   ci_exact_set_sum         - r a b   ci_exact_sub          Q r a b ci_exact_sub_product
 *   D r x y   ci_exact_set_diff        * r a b   ci_exact_mul          ? r       shows register r
 *   n r       ci_exact_negate          m r a x   ci_exact_mul_double
 *   p n       a new pool of n limbs, and zero in every register; comes first
 *   k         ci_exact_keep            of all registers, over what else is in the pool
 *
 * Each `?` writes "sign exponent limbs bits lost" (limbs as one hexadecimal number,
 * bits those of ci_exact_round); each program ends its line of output. The pool
 * lies in a block of its own, so that a sanitizer sees what is written beyond it.
 * After each step no other register may have changed. */
#include "number/exact.h"
#include "../support/answer.h"

#include <inttypes.h>

enum { REGISTERS = 8 };

static exact registers[REGISTERS];
static uint32_t *before[REGISTERS]; /* what their limbs were */
static exact_pool pool;

static char *word(void) {
  char *next = strtok(NULL, " \n");
  if (!next) fail("a word is missing");
  return next;
}

static int read_register(void) {
  int r = atoi(word());
  if (r < 0 || r >= REGISTERS) fail("no such register");
  return r;
}

static double read_double(void) {
  uint64_t bits = strtoull(word(), NULL, 16);
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static void show(const exact *a) {
  double rounded = ci_exact_round(a);
  uint64_t bits;
  int i;
  if (a->count < 0) fail("count out of range");
  if (a->count > 0 && (a->limbs < pool.limbs || a->limbs + a->count > pool.limbs + pool.top))
    fail("not in the pool");
  if (pool.top > pool.size) fail("the pool is too full");
  if ((a->sign == 0) != (a->count == 0)) fail("sign and count disagree");
  if (a->count > 0 && (a->limbs[0] == 0 || a->limbs[a->count - 1] == 0)) fail("not trimmed");
  memcpy(&bits, &rounded, sizeof bits);
  printf("%d %d ", exact_sign(a), a->exponent);
  if (a->count == 0) printf("0");
  for (i = a->count - 1; i >= 0; i--) printf("%08" PRIx32, a->limbs[i]);
  printf(" %016" PRIx64 " %d ", bits, pool.lost);
}

static size_t bytes_of(const exact *a) {
  return (size_t)a->count * sizeof a->limbs[0];
}

static void open_pool(int size) {
  int i;
  free(pool.limbs);
  ci_exact_pool_init(&pool, (uint32_t *)malloc((size_t)size * sizeof(uint32_t)), size);
  for (i = 0; i < REGISTERS; i++) {
    ci_exact_set(&pool, &registers[i], 0);
    free(before[i]);
    before[i] = NULL;
  }
  if (pool.lost) fail("zero takes limbs");
}

static int is_below(const exact *a, const exact *b) {
  return a->limbs != b->limbs ? a->limbs < b->limbs : a->count < b->count;
}

/* Brings the registers together, in the order in which they lie. */
static void keep_all(void) {
  exact sorted[REGISTERS];
  int order[REGISTERS], i, j;
  for (i = 0; i < REGISTERS; i++) {
    for (j = i; j > 0 && is_below(&registers[i], &registers[order[j - 1]]); j--)
      order[j] = order[j - 1];
    order[j] = i;
  }
  for (i = 0; i < REGISTERS; i++) sorted[i] = registers[order[i]];
  ci_exact_keep(&pool, 0, sorted, REGISTERS);
  for (i = 0; i < REGISTERS; i++) registers[order[i]] = sorted[i];
}

static void remember(const exact *old) {
  int i;
  for (i = 0; i < REGISTERS; i++) {
    before[i] = (uint32_t *)realloc(before[i], bytes_of(&old[i]) + 1);
    memcpy(before[i], old[i].limbs, bytes_of(&old[i]));
  }
}

/* All but the result are what they were; -1 when there is none. */
static void compare(const exact *old, int result) {
  int i;
  for (i = 0; i < REGISTERS; i++) {
    const exact *a = &registers[i];
    if (i == result) continue;
    if (a->sign != old[i].sign || a->exponent != old[i].exponent || a->count != old[i].count ||
        memcmp(a->limbs, before[i], bytes_of(a)) != 0)
      fail("another register has changed");
  }
  if (result >= 0 && registers[result].limbs + registers[result].count != pool.limbs + pool.top)
    fail("the result is not on top of the pool");
}

static int binary(char op) {
  int to = read_register();
  exact *r = &registers[to];
  exact *a = &registers[read_register()];
  exact *b = &registers[read_register()];
  switch (op) {
  case '+':
    ci_exact_add(r, a, b);
    break;
  case '-':
    ci_exact_sub(r, a, b);
    break;
  case '*':
    ci_exact_mul(r, a, b);
    break;
  case 'P':
    ci_exact_add_product(r, a, b);
    break;
  default:
    ci_exact_sub_product(r, a, b);
    break;
  }
  return to;
}

/* The register that it wrote a number to, or -1. */
static int step(char op) {
  exact *r;
  double x;
  int to;
  if (strchr("+-*PQ", op)) return binary(op);
  if (op == 'k') {
    keep_all();
    return -1;
  }
  to = read_register();
  r = &registers[to];
  switch (op) {
  case '=':
    ci_exact_set(&pool, r, read_double());
    break;
  case 'S':
    x = read_double();
    ci_exact_set_sum(&pool, r, x, read_double());
    break;
  case 'D':
    x = read_double();
    ci_exact_set_diff(&pool, r, x, read_double());
    break;
  case 'm': {
    const exact *a = &registers[read_register()];
    ci_exact_mul_double(r, a, read_double());
    break;
  }
  case 'n':
    ci_exact_negate(r);
    return -2;
  case '?':
    show(r);
    return -1;
  default:
    fail("unknown operation");
  }
  return to;
}

int main(void) {
  static char line[1 << 16];
  while (fgets(line, sizeof line, stdin)) {
    char *op = strtok(line, " \n");
    for (; op; op = strtok(NULL, " \n")) {
      exact old[REGISTERS];
      int result;
      if (*op == 'p') {
        open_pool(atoi(word()));
        continue;
      }
      memcpy(old, registers, sizeof old);
      remember(old);
      result = step(*op);
      if (result != -2) compare(old, result);
    }
    printf("\n");
  }
  return 0;
}
