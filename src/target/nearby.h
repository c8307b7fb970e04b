/* SPDX-License-Identifier: MIT
 *
 * The members of an array near one place. A move makes many queries there. It finds these members
 * and their bounds once.
 */
#ifndef COLLIDE_NEARBY_H
#define COLLIDE_NEARBY_H

#include "../number/fp.h"

#include "../collide.h"

enum { NEARBY_MOST = 32 };

typedef struct nearby_member {
  int index;
  double low[3], high[3]; /* the bounds, widened by a margin */
} nearby_member;

/* Lists all members whose bounds meet the box from low to high. */
typedef struct nearby {
  double low[3], high[3];
  int count; /* above NEARBY_MOST: there are too many members, and the list is not used */
  int tests; /* the number of members that were tested, in all queries */
  nearby_member list[NEARBY_MOST];
} nearby;

/* The margin of bounds, as a part of the coordinates. It is above the tolerance of curved pairs,
 * which is 1e-10 of the size (collide/pair.h). */
#ifndef NEARBY_MARGIN
#define NEARBY_MARGIN 1e-9
#endif

/* Writes the bounds of a path, widened by the margin. */
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

static inline int nearby_boxes_meet(const double low[3], const double high[3],
                                    const double low_b[3], const double high_b[3]) {
  return low[0] <= high_b[0] && low_b[0] <= high[0] && low[1] <= high_b[1] && low_b[1] <= high[1] &&
         low[2] <= high_b[2] && low_b[2] <= high[2];
}

/* Returns 1 if the list holds all members that meet this box. */
static inline int nearby_covers(const nearby *n, const double low[3], const double high[3]) {
  int i;
  for (i = 0; i < 3; i++)
    if (!(n->low[i] <= low[i] && high[i] <= n->high[i])) return 0;
  return 1;
}

/* Lists the members whose bounds meet this box. Grids are always listed, because their cells may
 * change. */
void ci_nearby_find(nearby *n, const collide_target *array, const double low[3],
                    const double high[3]);

/* Returns the first listed member, from entry *k on, whose bounds meet the box, or NULL. Sets *k to
 * the entry after it. */
static inline nearby_member *nearby_next(nearby *n, int *k, const double low[3],
                                         const double high[3]) {
  while (*k < n->count) {
    nearby_member *e = &n->list[(*k)++];
    if (nearby_boxes_meet(low, high, e->low, e->high)) return e;
  }
  return NULL;
}

/* Returns 1 if a test of the member adds to `tests`. Grids and meshes select their own tests. */
static inline int nearby_counts(const collide_target *member) {
  return member->kind == COLLIDE_TARGET_SHAPE || member->kind == COLLIDE_TARGET_GROUP;
}

#endif
