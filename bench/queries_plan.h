/* SPDX-License-Identifier: MIT
 *
 * The plan that bench/plan.lua writes, as bench/queries.c reads it, row by row.
 */
#ifndef COLLIDE_BENCH_QUERIES_PLAN_H
#define COLLIDE_BENCH_QUERIES_PLAN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide.h"

enum { SHAPES = 80, INPUTS = 1024, LINE = 4096, WIDTH = 8, CELLS = 1024 };

typedef struct query_input {
  const collide_shape *a, *b;
  int pick; /* the first shape's place */
  double n[WIDTH];
} query_input;

typedef struct row_plan {
  char name[LINE], ask[64];
  int dimensions, shapes, count, is_array;
  double units, sum, max;
  collide_shape shape[SHAPES];
  collide_source source[SHAPES];
  void *storage[SHAPES];
  collide_target member[SHAPES], target;
  collide_grid *grid;
  collide_grid_frame frame;
  query_input input[INPUTS];
} row_plan;

static row_plan plan;

/* ---- Reading ------------------------------------------------------------- */

static void fail(const char *what) {
  fprintf(stderr, "bench/queries.c: %s: %s\n", plan.name, what);
  exit(1);
}

static double number(FILE *file) {
  double x;
  if (fscanf(file, "%lf", &x) != 1) fail("a number is missing");
  return x;
}

static int integer(FILE *file, int least, int most) {
  double x = number(file);
  if (!(x >= least && x <= most)) fail("a count is out of range");
  return (int)x;
}

static void expect(FILE *file, const char *word) {
  char found[64];
  if (fscanf(file, "%63s", found) != 1 || strcmp(found, word) != 0) fail(word);
}

static collide_error make_in_space(const char *kind, int i, const double *s) {
  collide_shape *shape = &plan.shape[i];
  collide_source *source = &plan.source[i];
  if (strcmp(kind, "sphere") == 0) return collide_make_sphere(shape, source, s[0]);
  if (strcmp(kind, "box") == 0) return collide_make_box(shape, source, s);
  if (strcmp(kind, "cylinder") == 0) return collide_make_cylinder(shape, source, s[0], s[1]);
  if (strcmp(kind, "cone") == 0) return collide_make_cone(shape, source, s[0], s[1]);
  if (strcmp(kind, "capsule") == 0) return collide_make_capsule(shape, source, s, s + 3, s[6]);
  if (strcmp(kind, "plane") == 0) return collide_make_plane(shape, source, s, s[3]);
  return collide_make_triangle(shape, source, s, s + 3, s + 6);
}

static collide_error make_in_the_plane(const char *kind, int i, const double *s, int count) {
  collide_shape *shape = &plan.shape[i];
  collide_source *source = &plan.source[i];
  int corner;
  if (strcmp(kind, "circle") == 0) return collide_make_circle(shape, source, s[0]);
  if (strcmp(kind, "rect") == 0) return collide_make_rect(shape, source, s);
  if (strcmp(kind, "capsule") == 0) return collide_make_capsule_2d(shape, source, s, s + 2, s[4]);
  if (strcmp(kind, "segment") == 0) return collide_make_segment_2d(shape, source, s, s + 2);
  if (strcmp(kind, "triangle") == 0)
    return collide_make_triangle_2d(shape, source, s, s + 2, s + 4);
  plan.storage[i] = malloc(collide_polygon_storage(count / 2));
  return collide_make_polygon(shape, source, s, count / 2, plan.storage[i], &corner);
}

static void read_shape(FILE *file, int i) {
  char kind[64];
  double sizes[16];
  int count, k, is_turned;
  collide_pose pose = collide_identity_pose();
  collide_error error;
  if (fscanf(file, "%63s", kind) != 1) fail("a kind is missing");
  count = integer(file, 1, 16);
  for (k = 0; k < count; k++) sizes[k] = number(file);
  error = plan.dimensions == 3 ? make_in_space(kind, i, sizes)
                               : make_in_the_plane(kind, i, sizes, count);
  if (error != COLLIDE_OK) fail(collide_error_text(error));
  for (k = 0; k < 3; k++) pose.position[k] = number(file);
  is_turned = integer(file, 0, 1);
  for (k = 0; k < 4; k++) {
    double x = number(file);
    if (plan.dimensions == 3 && is_turned) pose.rotation[k] = x;
    if (plan.dimensions == 2 && k == 0) pose.angle = x;
  }
  error = collide_set_pose(&plan.shape[i], &plan.source[i], &pose);
  if (error != COLLIDE_OK) fail(collide_error_text(error));
  plan.member[i] = collide_target_of_shape(&plan.shape[i]);
}

static void read_boxes(FILE *file) {
  int boxes, i, k;
  expect(file, "boxes");
  boxes = integer(file, 0, 1000000);
  plan.frame = collide_unit_frame(plan.dimensions);
  plan.grid = collide_grid_new(&plan.frame, NULL, NULL);
  for (i = 0; i < boxes; i++) {
    int64_t corners[2][3];
    for (k = 0; k < 6; k++) corners[k / 3][k % 3] = (int64_t)number(file);
    if (!collide_grid_fill(plan.grid, corners[0], corners[1], 1)) fail("a box does not fit");
  }
}

static void read_inputs(FILE *file) {
  int picks, width, i, k;
  expect(file, "inputs");
  plan.count = integer(file, 1, INPUTS);
  picks = integer(file, 0, 2);
  width = integer(file, 0, WIDTH);
  for (i = 0; i < plan.count; i++) {
    query_input *in = &plan.input[i];
    memset(in, 0, sizeof *in);
    for (k = 0; k < picks; k++) {
      int pick = integer(file, 0, plan.shapes - 1);
      if (k == 0) {
        in->pick = pick;
        in->a = &plan.shape[pick];
      } else {
        in->b = &plan.shape[pick];
      }
    }
    /* Two vectors of three components each, whatever the dimensions. */
    for (k = 0; k < width; k++) {
      int at = plan.dimensions == 2 && width == 4 && k >= 2 ? k + 1 : k;
      in->n[at] = number(file);
    }
  }
}

static int read_row(FILE *file) {
  int i;
  char word[8];
  if (fscanf(file, "%7s", word) != 1) return 0;
  if (fscanf(file, " %4095[^\n]", plan.name) != 1) fail("a name is missing");
  expect(file, "ask");
  if (fscanf(file, "%63s", plan.ask) != 1) fail("a question is missing");
  plan.dimensions = integer(file, 2, 3);
  plan.units = number(file);
  plan.sum = number(file);
  plan.max = number(file);
  if (plan.max < 0) plan.max = HUGE_VAL;
  expect(file, "shapes");
  plan.shapes = integer(file, 0, SHAPES);
  plan.is_array = integer(file, 0, 1);
  for (i = 0; i < plan.shapes; i++) read_shape(file, i);
  plan.target = collide_target_of_array(plan.member, plan.shapes);
  read_boxes(file);
  read_inputs(file);
  return 1;
}

static void forget_row(void) {
  int i;
  collide_grid_free(plan.grid);
  for (i = 0; i < SHAPES; i++) {
    free(plan.storage[i]);
    plan.storage[i] = NULL;
  }
}

#endif
