/* SPDX-License-Identifier: MIT
 *
 * The first answers of a query, in a given order: only the best one, the first `most`, or all.
 */
#ifndef COLLIDE_FIRST_H
#define COLLIDE_FIRST_H

#include <stddef.h>
#include <stdint.h>

/* With room for `most` answers, which is 1 or more, it keeps the first ones in a heap, the last of
 * them on top. With less room it counts answers up to `most`, and writes those that fit. */
typedef struct first_answers {
  void *items;
  size_t size; /* of an item */
  int64_t room, most, count;
  int (*comes_first)(const void *p, const void *q); /* 1 if p comes before q */
} first_answers;

/* All answers. */
#define FIRST_ALL INT64_MAX

/* Keeps or counts an answer. */
void ci_first_add(first_answers *first, const void *answer);

/* Returns 1 if there are `most` answers. */
static inline int first_is_full(const first_answers *first) {
  return first->count >= first->most;
}

/* Returns 1 if there are `most` answers, but room for fewer: then no further answer is wanted. */
static inline int first_is_closed(const first_answers *first) {
  return first_is_full(first) && first->room < first->most;
}

/* The last of `most` answers, which further ones must come before; NULL if there are fewer, or room
 * for fewer. */
static inline const void *first_last(const first_answers *first) {
  return first_is_full(first) && first->room >= first->most ? first->items : NULL;
}

#endif
