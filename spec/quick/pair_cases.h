/* SPDX-License-Identifier: MIT
 *
 * Cases of pairs that lie at the gates of their quick paths.
 */
#ifndef PAIR_CASES_H
#define PAIR_CASES_H

#include <float.h>
#include <math.h>
#include <stdint.h>

#include "collide.h"

enum { MEASURED = 4, SAMPLED = 4000, MOST_FAMILIES = 32, MOST_CORNERS = 24 };

/* Two shapes; four points, and no shapes; two polygons, of which each bit is compared; two shapes
 * of which the side that the push goes out of is judged, too; two of which the points are, and what
 * is nearest to a corner. */
enum { SHAPES, POINTS, POLYGONS, SIDES, RESTS };

typedef struct pair_case pair_case;

typedef struct case_family {
  const char *name;
  int kind;
  void (*draw)(pair_case *c);
} case_family;

struct pair_case {
  const case_family *family;
  long number;
  collide_shape a, b;
  double points[4][2];
};

extern const case_family families[MOST_FAMILIES];

void seed_cases(uint64_t seed);
/* Writes case i of the families whose names have this text, and returns the index of its
 * family. */
int draw_case(pair_case *c, long i, const char *only);

/* ---- For what draws cases --------------------------------------------------------- */

double uniform(double low, double high);
int below(int n);
/* Some units in the last place more or less. */
double nudged(double x, int most);

/* Of polygons: see pair_polygons.c. */
void round_polygons(pair_case *c);
void lattice_polygons(pair_case *c);
void facing_polygons(pair_case *c);
void needle_polygons(pair_case *c);
void clustered_polygons(pair_case *c);

/* Of shapes at rest: see pair_level.c. Memory for one of two polygons. */
double *level_storage(int which);
void level_rest(pair_case *c);
void turned_rest(pair_case *c);

/* Of the quick paths: see pair_direct.c. */
void slanted_segments(pair_case *c);
void level_segments(pair_case *c);
void deep_rects(pair_case *c);
void touching_rects(pair_case *c);
void circle_beside(pair_case *c);

#endif
