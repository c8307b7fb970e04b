/* SPDX-License-Identifier: MIT
 *
 * Random numbers, and the loop over cases, for walk_cases.c and voxel_cases.c.
 *
 * Each case has a generator of its own, seeded with its number, so that any case can be
 * drawn again alone, and so that what a program draws does not depend on its answers.
 */
#ifndef QUICK_WALK_DRAW_H
#define QUICK_WALK_DRAW_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct random_source {
  uint64_t state;
} random_source;

/* Vigna's splitmix64. */
static inline uint64_t draw_bits(random_source *r) {
  uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* From 0 to less than n. */
static inline int draw_below(random_source *r, int n) {
  return (int)(draw_bits(r) >> 33) % n;
}

static inline int draw_from(random_source *r, int least, int most) {
  return least + draw_below(r, most - least + 1);
}

/* From low to high. */
static inline double draw_between(random_source *r, double low, double high) {
  return low + (double)(draw_bits(r) >> 11) / 9007199254740992.0 * (high - low);
}

/* Up to `most` units in the last place up or down; 0 is not moved. */
static inline double draw_near(random_source *r, double x, int most) {
  int steps = draw_below(r, most + 1), up = draw_below(r, 2);
  for (; x != 0 && steps > 0; steps--) x = nextafter(x, up ? INFINITY : -INFINITY);
  return x;
}

static inline double draw_scale(random_source *r) {
  switch (draw_below(r, 8)) {
  case 0:
    return ldexp(1, draw_from(r, -230, 230));
  case 1:
    return draw_below(r, 2) ? 1e70 : 1e-70;
  default:
    return 1;
  }
}

/* The size and origin of cells along an axis; boundaries are mostly rounded. */
static inline double draw_size(random_source *r) {
  static const double sizes[] = {1, 0.1, 0.3, 0.7, 1.0 / 3, 2.5, 1e-3, 0.99999999999999989};
  int which = draw_below(r, 10);
  return which < 8 ? sizes[which] : draw_between(r, 0.5, 2);
}

static inline double draw_origin(random_source *r, double size) {
  switch (draw_below(r, 6)) {
  case 0:
    return 0.05 * size;
  case 1:
    return -7.7 * size;
  case 2:
    return draw_between(r, -1000, 1000) * size;
  case 3:
    return draw_between(r, -1, 1) * ldexp(size, draw_from(r, 10, 40));
  default:
    return 0;
  }
}

/* ---- Answers ------------------------------------------------------------------- */

typedef struct answer {
  uint64_t hash;
  int text; /* print what is asked and answered, for Python to judge */
} answer;

static inline void answer_bits(answer *a, uint64_t bits) {
  a->hash = (a->hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
  a->hash ^= a->hash >> 29;
}

static inline void answer_number(answer *a, int64_t n) {
  if (a->text) printf(" %lld", (long long)n);
  answer_bits(a, (uint64_t)n);
}

static inline void answer_double(answer *a, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  if (a->text) printf(" %a", x);
  answer_bits(a, bits);
}

/* What was asked is printed alone. */
static inline void ask_double(const answer *a, double x) {
  if (a->text) printf(" %a", x);
}

static inline void ask_number(const answer *a, int64_t n) {
  if (a->text) printf(" %lld", (long long)n);
}

static inline void ask_end(const answer *a) {
  if (a->text) printf(" :");
}

typedef struct case_kind {
  const char *name;
  void (*run)(random_source *r, answer *a);
} case_kind;

/* PROGRAM KIND SEED FIRST COUNT [text]: writes a hash of 8 bytes for each case, or a line. */
static inline int run_cases(const case_kind *kinds, int count, int argc, char **argv) {
  int i, text = argc > 5;
  for (i = 0; argc > 4 && i < count; i++) {
    uint64_t seed = strtoull(argv[2], NULL, 10), at = strtoull(argv[3], NULL, 10);
    uint64_t end = at + strtoull(argv[4], NULL, 10);
    if (strcmp(kinds[i].name, argv[1]) != 0) continue;
    for (; at < end; at++) {
      random_source r;
      answer a;
      r.state = (seed << 40) + at * 1000003;
      draw_bits(&r);
      r.state = draw_bits(&r);
      a.hash = 0;
      a.text = text;
      kinds[i].run(&r, &a);
      if (text)
        printf("\n");
      else
        fwrite(&a.hash, sizeof a.hash, 1, stdout);
    }
    return 0;
  }
  fprintf(stderr, "usage: %s KIND SEED FIRST COUNT [text]\n", argv[0]);
  return 2;
}

#endif
