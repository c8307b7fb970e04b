/* SPDX-License-Identifier: MIT
 *
 * Sorts numbers by keys, and points by their coordinates. The time is linear for every input. With
 * a hash table, or the qsort of some C libraries, a crafted file could make it quadratic. This is a
 * radix sort by bytes, the least significant byte first (Hollerith 1889). It is stable: equal keys
 * keep their order.
 *
 * The functions are inline because collide.import does not link the core.
 */
#ifndef COLLIDE_SORT_H
#define COLLIDE_SORT_H

#include "fp.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct sort_item {
  uint64_t key;
  size_t number;
} sort_item;

/* Called for each piece of work, with its units of about 3 ns, and the number of finished steps.
 * Returns 0 to stop the work. */
typedef int (*sort_work)(void *user, int64_t units, size_t done);

typedef struct sorter {
  sort_item *spare; /* room for as many items as are sorted */
  sort_work work;   /* may be NULL */
  void *user;
} sorter;

enum {
  SORT_FEW = 40,       /* so many items are sorted by insertion */
  SORT_BLOCK = 1 << 12 /* loops report after this many items */
};

/* Call it at the end of step i of a loop. Returns 0 if the work is stopped. */
static inline int sort_report(const sorter *s, size_t i) {
  return i % SORT_BLOCK != SORT_BLOCK - 1 || s->work == NULL || s->work(s->user, 4 * SORT_BLOCK, 0);
}

/* ---- Items ------------------------------------------------------------------------------- */

static inline void sort_few(sort_item *items, size_t count) {
  size_t i, k;
  for (i = 1; i < count; i++) {
    sort_item moved = items[i];
    for (k = i; k > 0 && items[k - 1].key > moved.key; k--) items[k] = items[k - 1];
    items[k] = moved;
  }
}

static inline int sort_by_byte(const sorter *s, const sort_item *from, sort_item *to, size_t count,
                               int shift) {
  size_t starts[256], total = 0, i;
  memset(starts, 0, sizeof starts);
  for (i = 0; i < count; i++) {
    starts[from[i].key >> shift & 255]++;
    if (!sort_report(s, i)) return 0;
  }
  for (i = 0; i < 256; i++) {
    size_t own = starts[i];
    starts[i] = total;
    total += own;
  }
  for (i = 0; i < count; i++) {
    to[starts[from[i].key >> shift & 255]++] = from[i];
    if (!sort_report(s, i)) return 0;
  }
  return 1;
}

/* Sorts by key. Returns 0 if the work is stopped; then the items are lost. */
static inline int sort_items(const sorter *s, sort_item *items, size_t count) {
  sort_item *from = items, *to = s->spare, *sorted;
  uint64_t differ = 0; /* the bits that are not the same in all keys */
  size_t i;
  int shift;
  if (count <= SORT_FEW) {
    sort_few(items, count);
    return 1;
  }
  for (i = 0; i < count; i++) {
    differ |= items[i].key ^ items[0].key;
    if (!sort_report(s, i)) return 0;
  }
  for (shift = 0; shift < 64; shift += 8) {
    if ((differ >> shift & 255) == 0) continue;
    if (!sort_by_byte(s, from, to, count, shift)) return 0;
    sorted = to;
    to = from;
    from = sorted;
  }
  for (i = 0; from != items && i < count; i++) {
    items[i] = from[i];
    if (!sort_report(s, i)) return 0;
  }
  return 1;
}

/* The key of a pair in any order. */
static inline uint64_t sort_pair(uint32_t a, uint32_t b) {
  return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/* ---- Points ------------------------------------------------------------------------------- */

/* The lower end of the cell of x, which never decreases as x grows. The size of cells is a power of
 * two. Size 0: each coordinate is a cell of its own. So is a coordinate of 2^52 sizes or more. */
static inline double sort_cell(double x, double size) {
  double place = size > 0 ? x / size : HUGE_VAL;
  return (fabs(place) < 4503599627370496.0 ? floor(place) * size : x) + 0.0; /* no -0.0 */
}

/* A key in the order of finite numbers. */
static inline uint64_t sort_key(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
}

/* Marks the items of a cell: the first has the key 1, the others 0. */
static inline void sort_mark(sort_item *items, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) items[i].key = i == 0;
}

/* Sorts by the cell along an axis, and items of the same cell by the next axes. */
static inline int sort_by_axes(const sorter *s, const double *points, double size, int axis,
                               sort_item *items, size_t count) {
  size_t first = 0, i;
  for (i = 0; i < count; i++) {
    items[i].key = sort_key(sort_cell(points[3 * items[i].number + (size_t)axis], size));
    if (!sort_report(s, i)) return 0;
  }
  if (!sort_items(s, items, count)) return 0;
  for (i = 0; i < count; i++) {
    if (!sort_report(s, i)) return 0;
    if (i + 1 < count && items[i + 1].key == items[first].key) continue;
    if (axis == 2 || i == first)
      sort_mark(items + first, i + 1 - first);
    else if (!sort_by_axes(s, points, size, axis + 1, items + first, i + 1 - first))
      return 0;
    first = i + 1;
  }
  return 1;
}

/* Sorts the numbers of points by their cells along x, then y, then z, and then by number. The key
 * becomes 1 for the first item of each cell, and 0 for the others. Returns 0 if the work is
 * stopped. */
static inline int sort_points(const sorter *s, const double *points, double size, sort_item *items,
                              size_t count) {
  size_t i;
  for (i = 0; i < count; i++) {
    items[i].number = i;
    if (!sort_report(s, i)) return 0;
  }
  return sort_by_axes(s, points, size, 0, items, count);
}

/* Sets first[i] to the first point at the position of point i. `items` has room for all. Returns 0
 * if the work is stopped. */
static inline int sort_find_first(const sorter *s, const double *points, sort_item *items,
                                  size_t count, uint32_t *first) {
  size_t i, same = 0;
  if (!sort_points(s, points, 0, items, count)) return 0;
  for (i = 0; i < count; i++) {
    if (items[i].key != 0) same = items[i].number;
    first[items[i].number] = (uint32_t)same;
    if (!sort_report(s, i)) return 0;
  }
  return 1;
}

#endif
