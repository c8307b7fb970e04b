/* SPDX-License-Identifier: MIT
 *
 * What the queries of driver.c are asked with: few whole numbers, halves, tiny and huge ones, the
 * same for the same seed.
 */
#ifndef SPEC_STACK_INPUTS_H
#define SPEC_STACK_INPUTS_H

#include "collide.h"

void draw_begin(int seed);
/* From 0 to n - 1. */
int draw_below(int n);
double draw_number(void);
/* Above 0. */
double draw_size(void);
void draw_vector(double v[3], int dimensions);
/* Not zero. */
void draw_direction(double v[3], int dimensions);

/* A shape of that kind, or 0 where the numbers make none. */
int draw_shape(collide_shape *s, int kind);
/* Where the shape that was made last is; 1 if it has another pose than before. */
int draw_pose(collide_shape *s, int kind);
/* The source of the shape that was made last. */
collide_source *draw_source(void);

#endif
