/* SPDX-License-Identifier: MIT
 *
 * The first answers of a query, in a given order: only the best one, the first `most`, or all.
 */
#ifndef COLLIDE_FIRST_H
#define COLLIDE_FIRST_H

#include <stddef.h>
#include <stdint.h>

/* Once `most` answers are kept, they form a heap with the last of them on top, and each further
 * answer must come before that one. If there is less room than `most`, answers without room are
 * only counted, and at `most` the query may end. */
typedef struct first_answers {
  void *items;
  size_t size; /* of an item */
  int64_t room, most, count;
  int (*comes_first)(const void *p, const void *q); /* 1 if p comes before q */
} first_answers;

/* All answers. */
#define FIRST_ALL INT64_MAX

/* Returns 1 if the answer is kept. */
int ci_first_add(first_answers *first, const void *answer);

/* Returns 1 if `most` answers are counted. */
static inline int first_is_full(const first_answers *first) {
  return first->count == first->most;
}

/* The last of the kept answers; NULL if there was no room for all of them. Only for full ones. */
static inline const void *first_last(const first_answers *first) {
  return first->room < first->most ? NULL : first->items;
}

#endif
