/* SPDX-License-Identifier: MIT
 *
 * The cost of exact groups: ci_walk_fill beside the plain loop of Amanatides and Woo, which writes
 * cells without groups and t, and beside groups as nested growing arrays. All in one run, by
 * processor time, medians. Each line is walked once in a repetition.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collide.h"
#include "cells/cells.h"

enum { LINES = 2000, REPETITIONS = 21, BUFFER = 2048, LONGEST = 4096 };

typedef struct line {
  double from[3], to[3];
} line;

static line lines[LINES];
static collide_grid_frame frame;
static double flat[BUFFER * 5];
static double doubles[LONGEST * 3];
static int ints[LONGEST * 3];

/* ---- Lines -------------------------------------------------------------- */

static uint64_t seed = 88172645463325252u;

/* 0 to 1; xorshift64, Marsaglia 2003. */
static double next_random(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (double)(seed >> 11) / 9007199254740992.0;
}

static void random_direction(int dimensions, double direction[3]) {
  double square, scale;
  int axis;
  do {
    square = 0;
    for (axis = 0; axis < dimensions; axis++) {
      direction[axis] = 2 * next_random() - 1;
      square += direction[axis] * direction[axis];
    }
  } while (square > 1 || square < 0.01);
  scale = 1 / sqrt(square);
  for (axis = 0; axis < dimensions; axis++) direction[axis] *= scale;
}

/* The lines of a row. Starts are within 50 cells of `start`. Coordinates are rounded to multiples
 * of `grain` cells, unless it is 0. Directions are random, or, unless that is 0, multiples of
 * `slope` in each quadrant. */
typedef struct row {
  const char *name;
  int dimensions;
  double length, size, grain, start, slope[3];
} row;

static double draw_end(const row *r, int axis, double from, const double direction[3]) {
  double most = fmax(r->slope[0], fmax(r->slope[1], r->slope[2]));
  double step = floor(r->length / most) * r->slope[axis];
  if (most == 0) return from + r->length * direction[axis];
  return direction[axis] < 0 ? from - step : from + step;
}

static void make_lines(const row *r) {
  int i, axis;
  frame = collide_unit_frame(r->dimensions);
  for (axis = 0; axis < 3; axis++) frame.size[axis] = r->size;
  for (i = 0; i < LINES; i++) {
    double direction[3];
    random_direction(r->dimensions, direction);
    for (axis = 0; axis < r->dimensions; axis++) {
      double from = r->start + 100 * (next_random() - 0.5), to;
      if (r->grain > 0) from = floor(from / r->grain) * r->grain;
      to = draw_end(r, axis, from, direction);
      if (r->grain > 0) to = floor(to / r->grain) * r->grain;
      lines[i].from[axis] = from * r->size;
      lines[i].to[axis] = to * r->size;
    }
  }
}

/* ---- The competitors: each walks one line and returns how many cells ---- */

static size_t fill(const line *l) {
  collide_walk walk;
  size_t count = 0, got;
  if (!collide_walk_begin(&walk, &frame, l->from, l->to)) return 0;
  while ((got = ci_walk_fill(&walk, flat, BUFFER)) > 0) count += got;
  return count;
}

static size_t one_by_one(const line *l) {
  collide_walk walk;
  collide_cell_group group;
  size_t count = 0;
  if (!collide_walk_begin(&walk, &frame, l->from, l->to)) return 0;
  while (collide_walk_next(&walk, &group)) count += (size_t)group.count;
  return count;
}

/* The set-up of the plain loop, for one axis. */
typedef struct plain_axis {
  double t, delta;
  int cell, step, left;
} plain_axis;

static plain_axis plain_begin(double from, double to) {
  plain_axis a;
  double d = (to - from) / frame.size[0], s = from / frame.size[0];
  a.cell = (int)floor(s);
  a.step = d < 0 ? -1 : 1;
  a.left = abs((int)floor(to / frame.size[0]) - a.cell);
  a.delta = d != 0 ? fabs(1 / d) : INFINITY;
  a.t = d > 0 ? (a.cell + 1 - s) * a.delta : d < 0 ? (s - a.cell) * a.delta : INFINITY;
  return a;
}

static size_t plain_ints_2d(const line *l) {
  plain_axis x = plain_begin(l->from[0], l->to[0]), y = plain_begin(l->from[1], l->to[1]);
  int left = x.left + y.left, *out = ints;
  for (;; left--) {
    out[0] = x.cell;
    out[1] = y.cell;
    out += 2;
    if (left == 0) break;
    if (x.t < y.t) {
      x.t += x.delta;
      x.cell += x.step;
    } else {
      y.t += y.delta;
      y.cell += y.step;
    }
  }
  return (size_t)(out - ints) / 2;
}

static size_t plain_doubles_2d(const line *l) {
  plain_axis x = plain_begin(l->from[0], l->to[0]), y = plain_begin(l->from[1], l->to[1]);
  double cell_x = x.cell, cell_y = y.cell, step_x = x.step, step_y = y.step, *out = doubles;
  int left = x.left + y.left;
  for (;; left--) {
    out[0] = cell_x;
    out[1] = cell_y;
    out += 2;
    if (left == 0) break;
    if (x.t < y.t) {
      x.t += x.delta;
      cell_x += step_x;
    } else {
      y.t += y.delta;
      cell_y += step_y;
    }
  }
  return (size_t)(out - doubles) / 2;
}

static size_t plain_ints_3d(const line *l) {
  plain_axis x = plain_begin(l->from[0], l->to[0]), y = plain_begin(l->from[1], l->to[1]);
  plain_axis z = plain_begin(l->from[2], l->to[2]);
  int left = x.left + y.left + z.left, *out = ints;
  for (;; left--) {
    out[0] = x.cell;
    out[1] = y.cell;
    out[2] = z.cell;
    out += 3;
    if (left == 0) break;
    if (x.t < y.t && x.t < z.t) {
      x.t += x.delta;
      x.cell += x.step;
    } else if (y.t < z.t) {
      y.t += y.delta;
      y.cell += y.step;
    } else {
      z.t += z.delta;
      z.cell += z.step;
    }
  }
  return (size_t)(out - ints) / 3;
}

static size_t plain_doubles_3d(const line *l) {
  plain_axis x = plain_begin(l->from[0], l->to[0]), y = plain_begin(l->from[1], l->to[1]);
  plain_axis z = plain_begin(l->from[2], l->to[2]);
  double cell_x = x.cell, cell_y = y.cell, cell_z = z.cell, *out = doubles;
  double step_x = x.step, step_y = y.step, step_z = z.step;
  int left = x.left + y.left + z.left;
  for (;; left--) {
    out[0] = cell_x;
    out[1] = cell_y;
    out[2] = cell_z;
    out += 3;
    if (left == 0) break;
    if (x.t < y.t && x.t < z.t) {
      x.t += x.delta;
      cell_x += step_x;
    } else if (y.t < z.t) {
      y.t += y.delta;
      cell_y += step_y;
    } else {
      z.t += z.delta;
      cell_z += step_z;
    }
  }
  return (size_t)(out - doubles) / 3;
}

/* The article's std::vector<std::vector<cell>>: arrays that double by moving to
 * new memory, each group built in one and copied into the result. */
typedef struct cells {
  int (*data)[3];
  size_t count, capacity;
} cells;

typedef struct groups {
  cells *data;
  size_t count, capacity;
} groups;

static void *allocate(size_t size) {
  void *data = malloc(size);
  if (data == NULL) abort();
  return data;
}

static void *grow(void *data, size_t count, size_t *capacity, size_t size) {
  void *larger;
  *capacity = *capacity ? 2 * *capacity : 1;
  larger = allocate(*capacity * size);
  if (count > 0) memcpy(larger, data, count * size);
  free(data);
  return larger;
}

static void push_cell(cells *c, const plain_axis axes[3], int part) {
  int axis;
  if (c->count == c->capacity)
    c->data = (int(*)[3])grow(c->data, c->count, &c->capacity, sizeof c->data[0]);
  for (axis = 0; axis < 3; axis++)
    c->data[c->count][axis] = axes[axis].cell + (part >> axis & 1) * axes[axis].step;
  c->count++;
}

static void push_group(groups *g, const plain_axis axes[3], int mask) {
  cells c = {NULL, 0, 0}, copy;
  int part = 0;
  do {
    part = (part - mask) & mask;
    push_cell(&c, axes, part);
  } while (part != mask);
  copy.count = copy.capacity = c.count;
  copy.data = (int(*)[3])allocate(c.count * sizeof c.data[0]);
  memcpy(copy.data, c.data, c.count * sizeof c.data[0]);
  free(c.data);
  if (g->count == g->capacity)
    g->data = (cells *)grow(g->data, g->count, &g->capacity, sizeof g->data[0]);
  g->data[g->count++] = copy;
}

static size_t nested(const line *l) {
  groups g = {NULL, 0, 0};
  plain_axis axes[3];
  size_t count = 0, i;
  int axis, mask = 0;
  for (axis = 0; axis < 3; axis++)
    axes[axis] =
        axis < frame.dimensions ? plain_begin(l->from[axis], l->to[axis]) : plain_begin(0, 0);
  for (;;) {
    double least = INFINITY;
    push_group(&g, axes, mask);
    for (axis = 0; axis < 3; axis++) {
      if (mask >> axis & 1) {
        axes[axis].cell += axes[axis].step;
        axes[axis].t += axes[axis].delta;
      }
      if (axes[axis].t < least) least = axes[axis].t;
    }
    if (least > 1) break;
    for (mask = axis = 0; axis < 3; axis++) mask |= (axes[axis].t == least) << axis;
  }
  for (i = 0; i < g.count; i++) {
    count += g.data[i].count;
    free(g.data[i].data);
  }
  free(g.data);
  return count;
}

/* ---- Measuring ---------------------------------------------------------- */

typedef size_t (*walker)(const line *);

enum { FILL, INTS, DOUBLES, NESTED, SINGLY, WALKERS };

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double nanoseconds_a_cell(walker walk, size_t *cells_walked) {
  clock_t start = clock();
  size_t count = 0;
  int i;
  for (i = 0; i < LINES; i++) count += walk(&lines[i]);
  *cells_walked = count;
  return (double)(clock() - start) / CLOCKS_PER_SEC * 1e9 / (double)count;
}

static void measure(const row *r) {
  static double times[WALKERS][REPETITIONS];
  walker walkers[WALKERS];
  double median[WALKERS], plain;
  size_t count[WALKERS];
  int i, repetition;
  walkers[FILL] = fill;
  walkers[INTS] = r->dimensions == 2 ? plain_ints_2d : plain_ints_3d;
  walkers[DOUBLES] = r->dimensions == 2 ? plain_doubles_2d : plain_doubles_3d;
  walkers[NESTED] = nested;
  walkers[SINGLY] = one_by_one;
  make_lines(r);
  for (repetition = 0; repetition < REPETITIONS; repetition++)
    for (i = 0; i < WALKERS; i++) times[i][repetition] = nanoseconds_a_cell(walkers[i], &count[i]);
  for (i = 0; i < WALKERS; i++) {
    qsort(times[i], REPETITIONS, sizeof times[i][0], compare_doubles);
    median[i] = times[i][REPETITIONS / 2];
  }
  plain = median[INTS] < median[DOUBLES] ? median[INTS] : median[DOUBLES];
  printf("%-26s %6.2f %6.2f %6.2f %7.2f %6.2f %9.2f %9.1f\n", r->name, median[FILL], median[INTS],
         median[DOUBLES], median[NESTED], median[SINGLY], median[FILL] / plain,
         median[NESTED] / median[FILL]);
  if (r->grain == 0 && count[FILL] != count[INTS])
    printf("  the plain loop found %lu cells, not %lu\n", (unsigned long)count[INTS],
           (unsigned long)count[FILL]);
}

static const row rows[] = {
    {"2D, length 10", 2, 10, 1, 0, 0, {0, 0, 0}},
    {"2D, length 100", 2, 100, 1, 0, 0, {0, 0, 0}},
    {"2D, length 1000", 2, 1000, 1, 0, 0, {0, 0, 0}},
    {"3D, length 10", 3, 10, 1, 0, 0, {0, 0, 0}},
    {"3D, length 100", 3, 100, 1, 0, 0, {0, 0, 0}},
    {"3D, length 1000", 3, 1000, 1, 0, 0, {0, 0, 0}},
    {"2D, 10 cells of 16", 2, 10, 16, 0, 0, {0, 0, 0}},
    {"2D, 100 cells of 16", 2, 100, 16, 0, 0, {0, 0, 0}},
    {"2D, 1000 cells of 16", 2, 1000, 16, 0, 0, {0, 0, 0}},
    {"3D, 1000 cells of 16", 3, 1000, 16, 0, 0, {0, 0, 0}},
    {"2D, 100 from 10^6", 2, 100, 1, 0, 1e6, {0, 0, 0}},
    {"3D, 100 from 10^6", 3, 100, 1, 0, 1e6, {0, 0, 0}},
    {"2D, parallel to x, 100", 2, 100, 1, 0, 0, {1, 0, 0}},
    {"3D, parallel to y, 100", 3, 100, 1, 0, 0, {0, 1, 0}},
    {"2D, half-integers, 10", 2, 10, 1, 0.5, 0, {0, 0, 0}},
    {"2D, half-integers, 100", 2, 100, 1, 0.5, 0, {0, 0, 0}},
    {"2D, half-integers, 1000", 2, 1000, 1, 0.5, 0, {0, 0, 0}},
    {"3D, half-integers, 10", 3, 10, 1, 0.5, 0, {0, 0, 0}},
    {"3D, half-integers, 100", 3, 100, 1, 0.5, 0, {0, 0, 0}},
    {"3D, half-integers, 1000", 3, 1000, 1, 0.5, 0, {0, 0, 0}},
    {"2D, halves of 0.1, 100", 2, 100, 0.1, 0.5, 0, {0, 0, 0}},
    {"3D, halves of 0.1, 100", 3, 100, 0.1, 0.5, 0, {0, 0, 0}},
    {"2D, slope 3 : 1, 100", 2, 100, 1, 0.5, 0, {3, 1, 0}},
    {"2D, slope 7 : 3, 100", 2, 100, 1, 0.5, 0, {7, 3, 0}},
    {"2D, diagonals, 100", 2, 100, 1, 0.5, 0, {1, 1, 0}},
    {"3D, diagonals, 100", 3, 100, 1, 0.5, 0, {1, 1, 1}},
};

int main(void) {
  size_t i;
  printf("ns a cell, medians of %d runs over %d lines; plain: Amanatides and Woo\n\n", REPETITIONS,
         LINES);
  printf("%-26s %6s %6s %6s %7s %6s %9s %9s\n", "", "", "plain", "plain", "nested", "", "fill /",
         "nested /");
  printf("%-26s %6s %6s %6s %7s %6s %9s %9s\n", "lines", "fill", "ints", "double", "arrays", "next",
         "plain", "fill");
  for (i = 0; i < sizeof rows / sizeof rows[0]; i++) measure(&rows[i]);
  return 0;
}
