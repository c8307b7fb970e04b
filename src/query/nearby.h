/* SPDX-License-Identifier: MIT
 *
 * The members of an array near one place, with their bounds. A move makes many queries there, and
 * finds these members once.
 */
#ifndef COLLIDE_NEARBY_H
#define COLLIDE_NEARBY_H

#include "../number/fp.h"

#include "../collide.h"

enum { NEARBY_MOST = 48 };

/* Lists all members whose bounds meet the box from low to high. */
typedef struct nearby {
  double low[3], high[3];
  int count; /* above NEARBY_MOST: there are too many members, and the list is not used */
  int index[NEARBY_MOST];
  double least[NEARBY_MOST][3], most[NEARBY_MOST][3]; /* the bounds of each member */
} nearby;

static inline int nearby_boxes_meet(const double low[3], const double high[3],
                                    const double low_b[3], const double high_b[3]) {
  return low[0] <= high_b[0] && low_b[0] <= high[0] && low[1] <= high_b[1] && low_b[1] <= high[1] &&
         low[2] <= high_b[2] && low_b[2] <= high[2];
}

/* Some pairs have a tolerance of 1e-10 of the size of the two (collide/pair.h). */
#define NEARBY_MARGIN 1e-9

/* The bounds of a path, and that margin. */
static inline void nearby_sweep(const double low[3], const double high[3], const double d[3],
                                double path_low[3], double path_high[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    double size = fabs(low[i]) > fabs(high[i]) ? fabs(low[i]) : fabs(high[i]);
    double more = NEARBY_MARGIN * (size + fabs(d[i]));
    path_low[i] = low[i] + (d[i] < 0 ? d[i] : 0) - more;
    path_high[i] = high[i] + (d[i] > 0 ? d[i] : 0) + more;
  }
}

/* Returns 1 if the list holds all members that meet this box. */
static inline int nearby_covers(const nearby *n, const double low[3], const double high[3]) {
  int i;
  for (i = 0; i < 3; i++)
    if (!(n->low[i] <= low[i] && high[i] <= n->high[i])) return 0;
  return 1;
}

/* Writes the list for this box. A grid always belongs to it, because its cells may change. */
void ci_nearby_find(nearby *n, const collide_target *array, const double low[3],
                    const double high[3]);

/* The next member, from entry *k on, whose bounds meet the box: its index, or -1 if there is no
 * more. *k becomes the entry after it. */
static inline int nearby_next(const nearby *n, int *k, const double low[3], const double high[3]) {
  while (*k < n->count) {
    int i = (*k)++;
    if (nearby_boxes_meet(low, high, n->least[i], n->most[i])) return n->index[i];
  }
  return -1;
}

#endif
