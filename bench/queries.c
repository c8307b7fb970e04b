/* SPDX-License-Identifier: MIT
 *
 * The questions of bench/queries.lua in C: the same shapes, cells and inputs, which it reads from
 * the plan that bench/plan.lua writes. Prints rows for bench/report.lua: name, ns, the best of
 * several rounds. What a pass over all inputs adds up has to agree with what Lua found.
 *
 *   queries PLAN            measures
 *   queries PLAN --counts   runs each row between marks that callgrind sees (bench/counts.lua)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collide.h"
#include "mark.h"
#include "queries_plan.h"
#include "narrow/plane/plane.h"
#include "../spec/support/cast.h"
#include "cells/cells.h"

static double sink; /* what is found, so that nothing is optimised away */

/* ---- Asking: each does a pass over all inputs, and adds up what Lua adds up ---- */

static double of_hit(const collide_hit *hit) {
  const double *n = hit->normal, *p = hit->point;
  return hit->t + n[0] + n[1] + n[2] + p[0] + p[1] + p[2];
}

#define PASS(NAME, EXPRESSION)                \
  static double NAME(void) {                  \
    double sum = 0;                           \
    int i;                                    \
    for (i = 0; i < plan.count; i++) {        \
      const query_input *in = &plan.input[i]; \
      collide_hit hit;                        \
      sum += (EXPRESSION);                    \
      (void)in;                               \
      (void)hit;                              \
    }                                         \
    return sum;                               \
  }

PASS(raycast, collide_raycast(in->a, in->n, in->n + 3, HUGE_VAL, 0, &hit) ? of_hit(&hit) : 0)
PASS(segmentcast, collide_segmentcast(in->a, in->n, in->n + 3, 0, &hit) ? of_hit(&hit) : 0)
PASS(raycast_any, collide_raycast(in->a, in->n, in->n + 3, HUGE_VAL, 0, NULL))
PASS(segmentcast_any, collide_segmentcast(in->a, in->n, in->n + 3, 0, NULL))
PASS(many_any, cast_target(COLLIDE_CAST_RAY, &plan.target, in->n, in->n + 3, HUGE_VAL, 0, NULL))
PASS(overlap, collide_overlap(in->a, in->b))
PASS(triangle_region, ci_triangle_region(in->a, in->n))
PASS(contains, collide_contains(in->a, in->n))
PASS(grid_any, cast_grid(COLLIDE_CAST_RAY, plan.grid, in->n, in->n + 3, plan.max, 0, NULL))

static double many(void) {
  double sum = 0;
  int i;
  for (i = 0; i < plan.count; i++) {
    const query_input *in = &plan.input[i];
    collide_target_hit hit;
    if (cast_target(COLLIDE_CAST_RAY, &plan.target, in->n, in->n + 3, HUGE_VAL, 0, &hit))
      sum += of_hit(&hit.hit) + hit.index + 1;
  }
  return sum;
}

static double contact(void) {
  double sum = 0;
  int i;
  for (i = 0; i < plan.count; i++) {
    collide_push push;
    const double *n = push.normal;
    if (collide_contact(plan.input[i].a, plan.input[i].b, &push) == 1)
      sum += push.depth + n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  }
  return sum;
}

static double distance(void) {
  double sum = 0, apart, a[3], b[3];
  int i;
  for (i = 0; i < plan.count; i++)
    if (collide_distance(plan.input[i].a, plan.input[i].b, &apart, a, b) == COLLIDE_YES)
      sum += apart;
  return sum;
}

static double closest(void) {
  double sum = 0, p[3];
  int i;
  for (i = 0; i < plan.count; i++) {
    sum += collide_closest(plan.input[i].a, plan.input[i].n, p);
    sum += p[0] + p[1];
  }
  return sum;
}

static double cells(void) {
  static double flat[CELLS * 5];
  double sum = 0;
  int i, wide = 2 + plan.dimensions;
  for (i = 0; i < plan.count; i++) {
    collide_walk walk;
    size_t count, k;
    if (!collide_walk_begin(&walk, &plan.frame, plan.input[i].n, plan.input[i].n + 3))
      fail("a walk does not begin");
    while ((count = ci_walk_fill(&walk, flat, sizeof flat / sizeof flat[0] / 5)) > 0)
      for (k = 0; k < count; k++) {
        const double *c = flat + k * (size_t)wide;
        sum += c[1] + c[2] + c[3] + (plan.dimensions == 3 ? c[4] : 0);
      }
  }
  return sum;
}

static double grid_cast(void) {
  double sum = 0;
  int i;
  for (i = 0; i < plan.count; i++) {
    const query_input *in = &plan.input[i];
    collide_grid_hit hit;
    if (cast_grid(COLLIDE_CAST_RAY, plan.grid, in->n, in->n + 3, plan.max, 0, &hit)) sum += hit.t;
  }
  return sum;
}

static void cell_of(const query_input *in, int64_t cell[3]) {
  int k;
  for (k = 0; k < 3; k++) cell[k] = k < plan.dimensions ? (int64_t)in->n[k] : 0;
}

static double get(void) {
  double sum = 0;
  int i;
  for (i = 0; i < plan.count; i++) {
    int64_t cell[3];
    cell_of(&plan.input[i], cell);
    sum += collide_grid_get(plan.grid, cell);
  }
  return sum;
}

static double set(void) {
  int i;
  for (i = 0; i < plan.count; i++) {
    int64_t cell[3];
    cell_of(&plan.input[i], cell);
    if (!collide_grid_set(plan.grid, cell, (unsigned)plan.input[i].n[plan.dimensions]))
      fail("no memory");
  }
  return 0;
}

static double set_position(void) {
  int i;
  for (i = 0; i < plan.count; i++) {
    int at = plan.input[i].pick;
    collide_set_position(&plan.shape[at], &plan.source[at], plan.input[i].n);
  }
  return 0;
}

static double set_rotation(void) {
  int i, k;
  for (i = 0; i < plan.count; i++) {
    int at = plan.input[i].pick;
    collide_pose pose = plan.source[at].pose;
    if (plan.dimensions == 2) pose.angle = plan.input[i].n[0];
    if (plan.dimensions == 3)
      for (k = 0; k < 4; k++) pose.rotation[k] = plan.input[i].n[k];
    collide_set_pose(&plan.shape[at], &plan.source[at], &pose);
  }
  return 0;
}

typedef double (*pass)(void);

typedef struct question {
  const char *name;
  pass ask, of_many, of_grid;
} question;

static const question questions[] = {
    {"raycast", raycast, many, grid_cast},
    {"raycast_any", raycast_any, many_any, grid_any},
    {"segmentcast", segmentcast, NULL, NULL},
    {"segmentcast_any", segmentcast_any, NULL, NULL},
    {"overlap", overlap, NULL, NULL},
    {"contact", contact, NULL, NULL},
    {"distance", distance, NULL, NULL},
    {"closest", closest, NULL, NULL},
    {"contains", contains, NULL, NULL},
    {"triangle_region", triangle_region, NULL, NULL},
    {"cells", cells, NULL, NULL},
    {"get", get, NULL, NULL},
    {"set", set, NULL, NULL},
    {"set_position", set_position, NULL, NULL},
    {"set_rotation", set_rotation, NULL, NULL},
};

static pass find(void) {
  size_t i;
  for (i = 0; i < sizeof questions / sizeof questions[0]; i++)
    if (strcmp(plan.ask, questions[i].name) == 0) {
      const question *q = &questions[i];
      if (plan.is_array) return q->of_many;
      return plan.shapes == 0 && q->of_grid ? q->of_grid : q->ask;
    }
  return NULL;
}

/* ---- Timing --------------------------------------------------------------- */

static double spent(pass once, int passes) {
  clock_t start = clock();
  int i;
  for (i = 0; i < passes; i++) sink += once();
  return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static double setting(const char *name, double otherwise) {
  const char *text = getenv(name);
  double x = text ? atof(text) : 0;
  return x > 0 ? x : otherwise;
}

/* ns a unit: the best of ROUNDS rounds of SECONDS each. */
static double best(pass once) {
  double seconds = setting("SECONDS", 0.01), rounds = setting("ROUNDS", 7), least = HUGE_VAL;
  int passes = 1, i;
  while (spent(once, passes) < seconds) passes *= 2;
  for (i = 0; i < rounds; i++) {
    double ns = spent(once, passes) * 1e9 / (passes * plan.units);
    if (ns < least) least = ns;
  }
  return least;
}

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  int is_counting = argc > 2 && strcmp(argv[2], "--counts") == 0;
  if (!file) {
    fprintf(stderr, "usage: queries PLAN [--counts]\n");
    return 1;
  }
  while (read_row(file)) {
    pass once = find();
    double sum, size;
    if (!once) fail("there is no such question in C");
    sum = once();
    size = fabs(sum) > 1 ? fabs(sum) : 1;
    if (!(fabs(sum - plan.sum) <= 1e-6 * size)) fail("C and Lua disagree");
    if (is_counting) {
      MARK_START();
      MARK_DUMP();
      spent(once, 1);
      MARK_DUMP();
      spent(once, 2);
      MARK_DUMP();
      MARK_STOP();
      printf("%s\t%.17g\n", plan.name, plan.units);
    } else {
      printf("%s\t%.2f\n", plan.name, best(once));
    }
    fflush(stdout);
    forget_row();
  }
  fclose(file);
  return 0;
}
