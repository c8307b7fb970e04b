/* SPDX-License-Identifier: MIT
 *
 * A register machine over src/exact.c, so that spec/exact/run.py can compare
 * it with Python's integers. One program a line, words separated by spaces;
 * doubles are their 64 bits in hex, registers are 0 to 7:
 *
 *   = r x     ci_exact_set             + r a b   ci_exact_add          P r a b ci_exact_add_product
 *   S r x y   ci_exact_set_sum         - r a b   ci_exact_sub          Q r a b ci_exact_sub_product
 *   D r x y   ci_exact_set_diff        * r a b   ci_exact_mul          ? r       shows register r
 *   n r       ci_exact_negate          m r a x   ci_exact_mul_double
 *
 * Each `?` writes "sign exponent limbs bits" (limbs as one hexadecimal number,
 * bits those of ci_exact_round); each program ends its line of output. */
#include "number/exact.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REGISTERS = 8 };

static void fail(const char *what) {
  fprintf(stderr, "driver: %s\n", what);
  exit(2);
}

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
  if (a->count < 0 || a->count > EXACT_LIMBS) fail("count out of range");
  if ((a->sign == 0) != (a->count == 0)) fail("sign and count disagree");
  if (a->count > 0 && (a->limbs[0] == 0 || a->limbs[a->count - 1] == 0)) fail("not trimmed");
  memcpy(&bits, &rounded, sizeof bits);
  printf("%d %d ", exact_sign(a), a->exponent);
  if (a->count == 0) printf("0");
  for (i = a->count - 1; i >= 0; i--) printf("%08" PRIx32, a->limbs[i]);
  printf(" %016" PRIx64 " ", bits);
}

static void binary(char op, exact *registers) {
  exact *r = &registers[read_register()];
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
}

static void step(char op, exact *registers) {
  exact *r;
  double x;
  if (strchr("+-*PQ", op)) {
    binary(op, registers);
    return;
  }
  r = &registers[read_register()];
  switch (op) {
  case '=':
    ci_exact_set(r, read_double());
    break;
  case 'S':
    x = read_double();
    ci_exact_set_sum(r, x, read_double());
    break;
  case 'D':
    x = read_double();
    ci_exact_set_diff(r, x, read_double());
    break;
  case 'm': {
    const exact *a = &registers[read_register()];
    ci_exact_mul_double(r, a, read_double());
    break;
  }
  case 'n':
    ci_exact_negate(r);
    break;
  case '?':
    show(r);
    break;
  default:
    fail("unknown operation");
  }
}

int main(void) {
  static char line[1 << 16];
  static exact registers[REGISTERS];
  while (fgets(line, sizeof line, stdin)) {
    char *op = strtok(line, " \n");
    for (; op; op = strtok(NULL, " \n")) step(*op, registers);
    printf("\n");
  }
  return 0;
}
