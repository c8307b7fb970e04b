/* SPDX-License-Identifier: MIT
 *
 * The pairs of a crowd of boxes, by sorting them into cells.
 */
#include "crowd.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- Two boxes ----------------------------------------------------------------------------- */

/* In units of u M, with u = 2^-53 and M the largest of all bounds of two disks: the margin by which
 * the distance of centres must differ from the computed sum of radii. Bounds are correctly rounded,
 * so each is off by 2 u M at most, to the outside.
 * - A centre, half the sum of both: off by u M, and rounding the sum, u M: 2.
 * - A radius, half the difference: off by 2 u M, and rounding, u M: 3.
 * - A component of the vector between the centres: 4, and rounding, 2: 6; its length 8.5.
 * - The sum of radii: 6, and rounding, 2: 8. Together 16.5.
 * - Squares: the sum of two is off by 3 u of itself, the length by 1.5 u. The sum of radii with the
 *   margin and its square add 2 u: 3.5 u of at most 2.9 M where the two are equal: 10.2.
 * 27 are enough. */
#ifndef CROWD_MARGIN
#define CROWD_MARGIN 32
#endif
/* Outside of these, squares may overflow, or lose digits that the margin does not count. */
#define CROWD_TINY 1e-130
#define CROWD_HUGE 1e130

enum { APART, SURE, UNSURE };

static double largest_of(const crowd_item *p) {
  double x = -p->low[0] > p->high[0] ? -p->low[0] : p->high[0];
  double y = -p->low[1] > p->high[1] ? -p->low[1] : p->high[1];
  return x > y ? x : y;
}

static int compare_disks(const crowd_item *p, const crowd_item *q) {
  double m = largest_of(p), n = largest_of(q), margin, x, y, square, least, most;
  if (n > m) m = n;
  if (!(m > CROWD_TINY && m < CROWD_HUGE)) return UNSURE;
  margin = CROWD_MARGIN * (DBL_EPSILON / 2) * m;
  x = 0.5 * (p->low[0] + p->high[0]) - 0.5 * (q->low[0] + q->high[0]);
  y = 0.5 * (p->low[1] + p->high[1]) - 0.5 * (q->low[1] + q->high[1]);
  square = x * x + y * y;
  least = most = 0.5 * (p->high[0] - p->low[0]) + 0.5 * (q->high[0] - q->low[0]);
  most += margin;
  least -= margin;
  if (square > most * most) return APART;
  return least > 0 && square < least * least ? SURE : UNSURE;
}

/* Boxes whose interiors are disjoint may belong to rects that only touch. */
static int compare_rects(const crowd_item *p, const crowd_item *q) {
  return p->low[0] < q->high[0] && q->low[0] < p->high[0] && p->low[1] < q->high[1] &&
                 q->low[1] < p->high[1]
             ? SURE
             : UNSURE;
}

static int compare(const crowd_item *p, const crowd_item *q) {
  if (p->form == CROWD_DISK && q->form == CROWD_DISK) return compare_disks(p, q);
  if (p->form == CROWD_RECT && q->form == CROWD_RECT) return compare_rects(p, q);
  return UNSURE;
}

/* Compares without branches, because they would be mispredicted. */
static inline int boxes_meet(const crowd_item *p, const crowd_item *q) {
  return (p->low[0] <= q->high[0]) & (p->high[0] >= q->low[0]) & (p->low[1] <= q->high[1]) &
         (p->high[1] >= q->low[1]);
}

/* ---- Cells --------------------------------------------------------------------------------- */

/* Two boxes that meet have middles that are at most one width apart, and must lie in the same cell
 * or in neighbours. With `per` cells to a unit, a width is 1 - CROWD_SLACK cells. The middles are
 * off by u of the largest bound, at most CROWD_FAR widths: 2^-52 2^30 = 2^-22 together; their cell
 * numbers, at most 2^20, by 3 u each: 2^-30. Both together are less than the slack. */
#ifndef CROWD_SLACK
#define CROWD_SLACK 9.5367431640625e-07 /* 2^-20 */
#endif
#define CROWD_FAR 1073741824.0
#define CELLS_ACROSS 1048576.0 /* 2^20 */
enum { CELLS_AN_ITEM = 4, SQUARES_AN_ITEM = 8, LARGE_MOST = 32 };

typedef struct crowd {
  const crowd_item *items;
  crowd_item *sorted; /* by cells; large ones are left out */
  int32_t *cells;     /* the cell of each item; -1 for a large item */
  int32_t *met;       /* indices in `sorted` of the items that meet one box */
  int32_t *starts;    /* index in `sorted` of each cell's first item; then the end */
  int32_t large[LARGE_MOST];
  int32_t count, large_count;
  int32_t across[2];
  double origin[2], per[2], width[2], limit[2];
} crowd;

static double middle(const crowd_item *p, int axis) {
  return 0.5 * (p->low[axis] + p->high[axis]);
}

static int32_t place_along(const crowd *c, const crowd_item *p, int axis) {
  double at = (middle(p, axis) - c->origin[axis]) * c->per[axis];
  int32_t most = c->across[axis] - 1;
  return at < most ? (int32_t)at : most;
}

static int is_large(const crowd *c, const crowd_item *p) {
  return p->high[0] - p->low[0] > c->limit[0] || p->high[1] - p->low[1] > c->limit[1];
}

/* An item is large if it is more than four times as wide as the mean. Returns 0 if too many are. */
static int find_widths(crowd *c) {
  double sum[2] = {0, 0};
  int32_t i;
  int axis;
  for (i = 0; i < c->count; i++)
    for (axis = 0; axis < 2; axis++) sum[axis] += c->items[i].high[axis] - c->items[i].low[axis];
  for (axis = 0; axis < 2; axis++) {
    c->limit[axis] = 4 * (sum[axis] / c->count);
    c->width[axis] = 0;
  }
  for (i = 0; i < c->count; i++) {
    const crowd_item *p = &c->items[i];
    if (is_large(c, p)) {
      if (c->large_count == LARGE_MOST) return 0;
      c->large[c->large_count++] = i;
      continue;
    }
    for (axis = 0; axis < 2; axis++) {
      double width = p->high[axis] - p->low[axis];
      if (width > c->width[axis]) c->width[axis] = width;
    }
  }
  return 1;
}

/* Chooses cells of these widths, or wider cells if there would be too many. */
static int divide(crowd *c) {
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL}, most = 0, cells = 1;
  double room = (double)CELLS_AN_ITEM * c->count / 2;
  int32_t i;
  int axis;
  for (i = 0; i < c->count; i++) {
    const crowd_item *p = &c->items[i];
    double far = largest_of(p);
    if (is_large(c, p)) continue;
    if (far > most) most = far;
    for (axis = 0; axis < 2; axis++) {
      double at = middle(p, axis);
      if (at < low[axis]) low[axis] = at;
      if (at > high[axis]) high[axis] = at;
    }
  }
  for (axis = 0; axis < 2; axis++) {
    if (!(c->width[axis] > 1e-150 && most <= CROWD_FAR * c->width[axis])) return 0;
    c->origin[axis] = low[axis];
    cells *= (high[axis] - low[axis]) / c->width[axis] + 1;
  }
  for (axis = 0; axis < 2; axis++) {
    double wider = cells > room ? c->width[axis] * sqrt(cells / room) : c->width[axis], across;
    c->per[axis] = (1 - CROWD_SLACK) / wider;
    across = (high[axis] - low[axis]) * c->per[axis] + 1;
    if (!(across < CELLS_ACROSS)) return 0;
    c->across[axis] = (int32_t)across;
  }
  return (double)c->across[0] * c->across[1] < (double)CELLS_AN_ITEM * c->count;
}

/* ---- Memory -----------------------------------------------------------------------------------
 */

static size_t size_for(int32_t count) {
  return (size_t)count *
         (2 * sizeof(crowd_item) + 2 * sizeof(int32_t) + CELLS_AN_ITEM * sizeof(int32_t));
}

crowd_item *ci_crowd_reserve(crowd_memory *memory, int32_t count, const tree_memory *from) {
  size_t size = size_for(count);
  if (size > memory->size) {
    ci_crowd_end(memory, from);
    size += size / 4;
    memory->block = ci_tree_resize(from, NULL, 0, size);
    memory->size = memory->block != NULL ? size : 0;
  }
  return (crowd_item *)memory->block;
}

void ci_crowd_end(crowd_memory *memory, const tree_memory *from) {
  ci_tree_free(from, memory->block, memory->size);
  memory->block = NULL;
  memory->size = 0;
}

static void lay_out(crowd *c, const crowd_memory *memory, int32_t count) {
  c->count = count;
  c->items = (crowd_item *)memory->block;
  c->sorted = (crowd_item *)memory->block + count;
  c->cells = (int32_t *)(void *)(c->sorted + count);
  c->met = c->cells + count;
  c->starts = c->met + count;
}

/* ---- Sorting ------------------------------------------------------------------------------- */

/* Counts the items in each cell. The sum of the squares of these numbers is at least a ninth of the
 * number of boxes that will be compared. Returns 0 if the sum is too large. */
static int count_items(crowd *c) {
  int32_t i;
  double squares = 0;
  memset(c->starts, 0, ((size_t)c->across[0] * (size_t)c->across[1] + 1) * sizeof *c->starts);
  for (i = 0; i < c->count; i++) {
    const crowd_item *p = &c->items[i];
    c->cells[i] = -1;
    if (is_large(c, p)) continue;
    c->cells[i] = place_along(c, p, 1) * c->across[0] + place_along(c, p, 0);
    squares += 2 * c->starts[c->cells[i] + 1]++ + 1;
  }
  return squares <= (double)SQUARES_AN_ITEM * c->count;
}

static void sort_items(crowd *c) {
  int32_t cells = c->across[0] * c->across[1], i, at = 0;
  for (i = 1; i <= cells; i++) {
    int32_t here = c->starts[i];
    c->starts[i] = at;
    at += here;
  }
  /* Now cell i starts at starts[i + 1]; after the loop it ends there. */
  for (i = 0; i < c->count; i++)
    if (c->cells[i] >= 0) c->sorted[c->starts[c->cells[i] + 1]++] = c->items[i];
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

/* Appends the items of a row that meet this one to the `met` items so far. The list grows without a
 * branch; name_met compares the forms later. */
static inline int32_t find_met(crowd *c, const crowd_item *p, int32_t from, int32_t to,
                               int32_t met) {
  int32_t i;
  for (i = from; i < to; i++) {
    c->met[met] = i;
    met += boxes_meet(p, &c->sorted[i]);
  }
  return met;
}

static int name_met(const crowd *c, const crowd_item *p, int32_t met, crowd_take take, void *user) {
  int32_t i;
  for (i = 0; i < met; i++) {
    const crowd_item *q = &c->sorted[c->met[i]];
    int answer = compare(p, q);
    if (answer != APART && take(user, p->item, q->item, answer == SURE)) return 1;
  }
  return 0;
}

/* Pairs each item with later items of its own cell and the next cell of the row. Also pairs it with
 * the three cells around its own in the next row. So each pair comes once. Items of a row of cells
 * are consecutive. */
static int name_row(crowd *c, int32_t y, crowd_take take, void *user) {
  int32_t wide = c->across[0], x, i;
  const int32_t *row = c->starts + y * wide, *next = y + 1 < c->across[1] ? row + wide : NULL;
  for (x = 0; x < wide; x++) {
    int32_t right = x + 2 < wide ? x + 2 : wide;
    for (i = row[x]; i < row[x + 1]; i++) {
      const crowd_item *p = &c->sorted[i];
      int32_t met = find_met(c, p, i + 1, row[right], 0);
      if (next != NULL) met = find_met(c, p, next[x > 0 ? x - 1 : 0], next[right], met);
      if (name_met(c, p, met, take, user)) return 1;
    }
  }
  return 0;
}

/* Pairs a large item with all others, and each two large items once. */
static int name_large(const crowd *c, int32_t large, crowd_take take, void *user) {
  const crowd_item *p = &c->items[large];
  int32_t i;
  for (i = 0; i < c->count; i++) {
    const crowd_item *q = &c->items[i];
    int answer;
    if ((c->cells[i] < 0 && i <= large) || !boxes_meet(p, q)) continue;
    answer = compare(p, q);
    if (answer != APART && take(user, p->item, q->item, answer == SURE)) return 1;
  }
  return 0;
}

int ci_crowd_pairs(crowd_memory *memory, int32_t count, crowd_take take, void *user) {
  crowd c;
  int32_t i;
  memset(&c, 0, sizeof c);
  lay_out(&c, memory, count);
  if (!find_widths(&c) || !divide(&c) || !count_items(&c)) return CROWD_UNSUITED;
  sort_items(&c);
  for (i = 0; i < c.across[1]; i++)
    if (name_row(&c, i, take, user)) return 1;
  for (i = 0; i < c.large_count; i++)
    if (name_large(&c, c.large[i], take, user)) return 1;
  return 0;
}
