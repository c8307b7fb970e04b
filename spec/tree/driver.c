/* SPDX-License-Identifier: MIT
 *
 * Trees must name every box that a line meets. Here boxes are points that lie exactly on the line:
 * its start and direction are whole numbers times powers of two, and so are the points. So whatever
 * a margin leaves out is seen. Also a tree that is built by putting items in one by one, in a row
 * or in one place, must stay flat enough to be walked, and cheap to build. With an argument, that
 * many times as many cases.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree/tree.h"
#include "../support/mutant.h"

enum { CASES = 20000, MOST = 64, VAST = 1 << 15 };

static long failures, met;

static uint64_t state = 88172645463325252u;

static unsigned below(unsigned n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 33) % n;
}

/* With more bits than a float holds, if `bits` is large. */
static double whole(int bits) {
  double low = (double)below(1u << (bits < 15 ? bits : 15));
  return bits < 15 ? low - ldexp(1, bits - 1)
                   : low + ldexp((double)below(1u << (bits - 15)), 15) - ldexp(1, bits - 1);
}

static char named[VAST];
static int32_t order[MOST];
static long names;

static int take_range(void *user, int32_t first, int32_t count, double *latest) {
  int32_t i;
  (void)user;
  (void)latest;
  for (i = first; i < first + count; i++) named[order[i]] = 1;
  return 0;
}

static int take_item(void *user, int32_t item, double *latest) {
  (void)user;
  (void)latest;
  named[item] = 1;
  names++;
  return 0;
}

static void check(const char *what, int count) {
  int i;
  for (i = 0; i < count; i++) {
    if (named[i]) continue;
    if (add_failure(&failures) < 5) printf("%s: point %d is not named\n", what, i);
  }
}

/* The first `on` boxes are points of the line, or unit cubes with a corner there, which are often
 * neighbours; the rest lie anywhere. */
static void run_case(const tree_memory *memory) {
  tree_rule rule = {2, 4, TREE_MIDDLE_FROM, 0};
  tree_box boxes[MOST];
  tree_line line;
  tree_plan plan;
  wide_tree wide;
  wide_view view;
  live_tree live;
  double margin[3] = {0, 0, 0};
  int i, k, on = 1 + (int)below(12), count = on + 2 + (int)below((unsigned)(MOST - on - 2));
  int centred = (int)below(2), turn = (int)below(32), scale = (int)below(100) - 50,
      bits = 2 + (int)below(43);
  double side = below(3) ? 0 : ldexp(1, scale);
  memset(&line, 0, sizeof line);
  for (k = 0; k < 3; k++) {
    line.f[k] = ldexp(whole(bits), scale);
    line.d[k] = below(5) == 0 ? 0 : ldexp(whole(2 + (int)below(28)), scale);
    if (centred) line.f[k] = -turn * line.d[k];
  }
  if (line.d[0] == 0 && line.d[1] == 0) line.d[2] = ldexp(1, scale);
  line.from = below(2) ? 0 : -HUGE_VAL;
  line.to = below(2) ? (double)below(40) : HUGE_VAL;
  for (i = 0; i < count; i++) {
    double t = line.from < 0 ? whole(6) : (double)below(64);
    if (t > line.to) t = line.to;
    for (k = 0; k < 3; k++) {
      boxes[i].low[k] = i < on ? line.f[k] + t * line.d[k] : ldexp(whole(bits), scale);
      boxes[i].high[k] =
          i < on ? boxes[i].low[k] + side : boxes[i].low[k] + ldexp((double)below(99), scale);
    }
  }
  for (k = 0; k < 3 && centred; k++) { /* then the line goes through the middle of all */
    boxes[on].low[k] = boxes[on].high[k] = ldexp(1, scale + 45);
    boxes[on + 1].low[k] = boxes[on + 1].high[k] = -ldexp(1, scale + 45);
  }
  met += on;
  if (!ci_tree_plan(&plan, boxes, count, &rule, memory) ||
      !ci_wide_make(&wide, &plan, boxes, memory))
    abort();
  memcpy(order, plan.order, (size_t)count * sizeof order[0]);
  ci_tree_plan_free(&plan, 0, memory);
  memset(named, 0, sizeof(char) * MOST);
  ci_wide_line(&wide, &line, margin, HUGE_VAL, take_range, NULL, &view);
  check("wide", on);
  memset(named, 0, sizeof(char) * MOST);
  ci_wide_box(&wide, boxes[0].low, boxes[0].high, take_range, NULL);
  check("wide, box", 1);
  ci_wide_free(&wide, memory);
  ci_live_begin(&live, 0, memory);
  if (!ci_live_reserve(&live, count)) abort();
  for (i = 0; i < count; i++) ci_live_put(&live, i, &boxes[i]);
  memset(named, 0, sizeof(char) * MOST);
  ci_live_line(&live, &line, HUGE_VAL, take_item, NULL);
  check("live", on);
  ci_live_end(&live);
}

static int depth_of(const live_tree *t, int32_t item) {
  int32_t slot = t->slots[item];
  int depth = 0;
  while (slot != LIVE_ROOT) {
    slot = t->pairs[slot >> 1].parent;
    depth++;
  }
  return depth;
}

/* Items one by one: in one place, in a row, each in a box around all before, or twice as far. */
static void run_vast(int sort, const tree_memory *memory) {
  live_tree live;
  tree_line line;
  int32_t i;
  int k, deepest = 0;
  memset(&line, 0, sizeof line);
  line.f[0] = 3;
  line.d[1] = 1;
  line.from = -HUGE_VAL;
  line.to = HUGE_VAL;
  ci_live_begin(&live, 0, memory);
  if (!ci_live_reserve(&live, VAST)) abort();
  for (i = 0; i < VAST; i++) {
    tree_box b;
    for (k = 0; k < 3; k++) {
      double x = sort == 1 && k == 0 ? i : 0, r = sort == 2 ? i : 0.25;
      if (sort == 3 && k == 0) x = ldexp(1, i % 1000) * (1 + i / 1000);
      b.low[k] = x - r;
      b.high[k] = x + r;
    }
    ci_live_put(&live, i, &b);
  }
  for (i = 0; i < VAST; i++)
    if (depth_of(&live, i) > deepest) deepest = depth_of(&live, i);
  names = 0;
  ci_live_line(&live, &line, HUGE_VAL, take_item, NULL);
  printf("sort %d: depth %d, %ld named\n", sort, deepest, names);
  if (live.is_deep || deepest > 100 || (sort == 1 && names > 2)) add_failure(&failures);
  for (i = 0; i < VAST; i++) ci_live_remove(&live, i);
  if (live.count != 0 || live.used != 0) add_failure(&failures);
  ci_live_end(&live);
}

int main(int argc, char **argv) {
  tree_memory memory = ci_tree_memory(NULL, NULL);
  long n, times = CASES * (argc > 1 ? atol(argv[1]) : 1);
  int sort;
  for (n = 0; n < times; n++) run_case(&memory);
  for (sort = 0; sort < 4; sort++) run_vast(sort, &memory);
  printf("%ld points on lines, %ld failures\n", met, failures);
  return failures != 0;
}
