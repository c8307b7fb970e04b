/* SPDX-License-Identifier: MIT
 *
 * The first answers of a query: a heap.
 */
#include "first.h"

#include <string.h>

static char *item_at(const first_answers *first, int64_t i) {
  return (char *)first->items + (size_t)i * first->size;
}

/* Moves the answer up from place i while it comes after its parent. */
static void sift_up(first_answers *first, int64_t i, const void *answer) {
  while (i > 0 && first->comes_first(item_at(first, (i - 1) / 2), answer)) {
    memcpy(item_at(first, i), item_at(first, (i - 1) / 2), first->size);
    i = (i - 1) / 2;
  }
  memcpy(item_at(first, i), answer, first->size);
}

/* Moves the answer down from the top while a child comes after it. */
static void sift_down(first_answers *first, const void *answer) {
  int64_t i = 0, child;
  while ((child = 2 * i + 1) < first->count) {
    if (child + 1 < first->count &&
        first->comes_first(item_at(first, child), item_at(first, child + 1)))
      child++;
    if (!first->comes_first(answer, item_at(first, child))) break;
    memcpy(item_at(first, i), item_at(first, child), first->size);
    i = child;
  }
  memcpy(item_at(first, i), answer, first->size);
}

void ci_first_add(first_answers *first, const void *answer) {
  const void *last = first_last(first);
  if (last != NULL && first->comes_first(answer, last)) sift_down(first, answer);
  if (first_is_full(first)) return;
  if (first->room >= first->most)
    sift_up(first, first->count, answer);
  else if (first->count < first->room)
    memcpy(item_at(first, first->count), answer, first->size);
  first->count++;
}
