/* SPDX-License-Identifier: MIT
 *
 * What the sources of this program share: random numbers, and hashes of answers.
 */
#ifndef DETERMINISM_TALLY_H
#define DETERMINISM_TALLY_H

#include "number/fp.h"

#include "collide.h"

enum { CASES = 4000, WALKS = 1500, MESHES = 12 };

uint64_t bits(void);
/* A whole number from 0 to n - 1. */
int below(int n);
/* Quarters, where ties live; thirds and general numbers, where rounding does;
 * now and then zero, or a magnitude far from the others. */
double number(void);
void vector(double v[3]);

typedef struct tally {
  uint64_t hash; /* FNV-1a over words */
  int hits, not_numbers;
  long answers; /* a query each, or a group or cell of a walk or a mesh */
} tally;

/* Also seeds the random numbers. */
void begin(tally *t, uint64_t seed);
void add_word(tally *t, uint64_t word);
void add(tally *t, double x);
void add_vector(tally *t, const double v[3]);
/* Prints a family's line, and adds it to the tally of all. */
void show(const tally *t, const char *name);
void show_all(void);

/* Families of questions about shapes, in shapes.c. */
void casts(int kind, const char *name);
void flat_casts(int kind, const char *name);
void pairs(int kind, const char *name);
void solids(void);
typedef void space_question(tally *t, const collide_shape *a, const collide_shape *b);
void each_space_pair(tally *t, int rounds, int first, int last, space_question *ask);
void groups(int dimensions, const char *name);
/* In space.c. */
void space_pairs(void);
void space_sweeps(void);
void rounded_pairs(void);

#endif
