/* SPDX-License-Identifier: MIT
 *
 * The pairs of a crowd against looking at every two: each is named once, those that are left out
 * are apart, and those that are said to be sure overlap with their insides. Centres and radii are
 * whole numbers of 53 bits, centres in steps of 128, so that bounds and their sums round in
 * doubles; they are exact in integers of 128 bits, which tell who overlaps. With an argument, that
 * many times as many crowds.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree/crowd.h"
#include "../support/mutant.h"

__extension__ typedef __int128 wide;

enum { CROWDS = 4000, MOST = 200, STEP = 128 };

typedef struct member {
  int64_t center[2], half[2]; /* half[0] is the radius of a disk */
} member;

static member members[MOST];
static crowd_item items[MOST];
static char told[MOST][MOST]; /* 1 named, 2 sure */
static long failures, unsuited, disks, close_ones;

static uint64_t state = 88172645463325252u;

static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/* From 0 to n - 1. */
static int64_t below(int64_t n) {
  return (int64_t)(draw() % (uint64_t)n);
}

/* A multiple of a power of two that a double holds. */
static int64_t rounded(double x, int64_t step) {
  return (int64_t)floor(x / (double)step) * step;
}

/* The double next to x on one side: a whole number of up to 62 bits. */
static double toward(wide x, double side) {
  double d = (double)x;
  if (side < 0 ? (wide)d > x : (wide)d < x) d = nextafter(d, side);
  return d;
}

/* A disk that nearly touches an earlier one, as near as numbers so far from the origin allow. */
static void put_beside(int i, int j, int64_t reach) {
  double angle = (double)below(1 << 20) * 6e-6, sum;
  int axis;
  members[i].half[0] = members[i].half[1] = 1 + below(reach);
  sum = (double)members[i].half[0] + (double)members[j].half[0];
  for (axis = 0; axis < 2; axis++)
    members[i].center[axis] = members[j].center[axis] +
                              rounded(sum * (axis == 0 ? cos(angle) : sin(angle)), STEP) +
                              (below(3) - 1) * STEP;
}

static void make(int i, int64_t across, int64_t reach, int forms) {
  member *m = &members[i];
  int axis;
  int form = forms == 0 ? CROWD_DISK : (int)below(3);
  for (axis = 0; axis < 2; axis++) {
    m->center[axis] = (below(2 * across) - across) / STEP * STEP;
    m->half[axis] = 1 + below(below(40) == 0 ? 30 * reach : reach);
  }
  /* Exactly two widths apart or one: the rims of cells. */
  if (below(3) == 0)
    for (axis = 0; axis < 2; axis++) {
      m->half[axis] = reach;
      m->center[axis] = (m->center[axis] / (2 * reach)) * 2 * reach / STEP * STEP;
    }
  if (form == CROWD_DISK) m->half[1] = m->half[0];
  items[i].form = form;
}

static void set_box(int i) {
  const member *m = &members[i];
  int axis;
  for (axis = 0; axis < 2; axis++) {
    items[i].low[axis] = toward((wide)m->center[axis] - m->half[axis], -HUGE_VAL);
    items[i].high[axis] = toward((wide)m->center[axis] + m->half[axis], HUGE_VAL);
  }
  items[i].item = i;
}

static int take(void *user, int32_t a, int32_t b, int is_sure) {
  char *to = a < b ? &told[a][b] : &told[b][a];
  (void)user;
  if (*to != 0 || a == b) add_failure(&failures);
  *to = (char)(is_sure ? 2 : 1);
  return 0;
}

static int boxes_meet(const crowd_item *p, const crowd_item *q, int strictly) {
  int axis;
  for (axis = 0; axis < 2; axis++) {
    if (p->low[axis] > q->high[axis] || q->low[axis] > p->high[axis]) return 0;
    if (strictly && (p->low[axis] == q->high[axis] || q->low[axis] == p->high[axis])) return 0;
  }
  return 1;
}

static void judge(int i, int j) {
  const crowd_item *p = &items[i], *q = &items[j];
  wide x = (wide)members[i].center[0] - members[j].center[0];
  wide y = (wide)members[i].center[1] - members[j].center[1];
  wide sum = (wide)members[i].half[0] + members[j].half[0], square = x * x + y * y - sum * sum;
  int is_named = told[i][j] != 0, is_sure = told[i][j] == 2, fine;
  if (p->form == CROWD_DISK && q->form == CROWD_DISK) {
    fine = square > 0 ? !is_sure : is_named && (square < 0 || !is_sure);
    disks++;
    /* Far from the gates all have to be decided: 4e-14 is more than the margin. */
    if (fabs((double)square) > 4e-14 * 8e36 * 4 && square < 0) fine = fine && is_sure;
    close_ones += is_named && !is_sure;
  } else if (p->form == CROWD_RECT && q->form == CROWD_RECT) {
    fine = is_named == boxes_meet(p, q, 0) && is_sure == boxes_meet(p, q, 1);
  } else {
    fine = is_named == boxes_meet(p, q, 0) && !is_sure;
  }
  if (!fine && add_failure(&failures) < 5)
    printf("forms %d and %d, told %d, centres %.17g %.17g and %.17g %.17g\n", (int)p->form,
           (int)q->form, told[i][j], (double)members[i].center[0], (double)members[i].center[1],
           (double)members[j].center[0], (double)members[j].center[1]);
}

static void *resize(void *user, void *block, size_t from, size_t to) {
  (void)user;
  (void)from;
  if (to != 0) return realloc(block, to);
  free(block);
  return NULL;
}

static void try_crowd(crowd_memory *memory, const tree_memory *from) {
  static const int bits[] = {59, 59, 58, 50, 40};
  int count = CROWD_LEAST + (int)below(MOST - CROWD_LEAST), i, j, answer, forms = (int)below(2);
  int64_t across = (int64_t)1 << bits[below(5)], reach = across / (4 + below(16));
  if (below(4) == 0) reach = (int64_t)1 << (38 + below(12));
  if (reach >= (int64_t)1 << 53) reach = ((int64_t)1 << 53) - 1;
  reach = reach / STEP * STEP;
  for (i = 0; i < count; i++) {
    make(i, across, reach, forms);
    if (i > 0 && below(2) == 0 && items[i].form == CROWD_DISK) {
      j = (int)below(i);
      if (items[j].form == CROWD_DISK) put_beside(i, j, reach);
    }
    set_box(i);
  }
  memset(told, 0, sizeof told);
  memcpy(ci_crowd_reserve(memory, count, from), items, (size_t)count * sizeof items[0]);
  answer = ci_crowd_pairs(memory, count, take, NULL);
  if (answer != 0) {
    unsuited++;
    return;
  }
  for (i = 0; i < count; i++)
    for (j = i + 1; j < count; j++) judge(i, j);
}

int main(int argc, char **argv) {
  crowd_memory memory = {NULL, 0};
  tree_memory from = ci_tree_memory(resize, NULL);
  long crowds = CROWDS * (argc > 1 ? atol(argv[1]) : 1), i;
  for (i = 0; i < crowds; i++) try_crowd(&memory, &from);
  ci_crowd_end(&memory, &from);
  printf("%ld crowds, %ld left to the tree; %ld pairs of disks, %ld too close to call; %ld wrong\n",
         crowds, unsuited, disks, close_ones, failures);
  return failures != 0 || unsuited > crowds / 2 || close_ones < crowds;
}
