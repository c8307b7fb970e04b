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
static double sink; /* what is found, so that nothing is optimised away */

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
PASS(linecast, collide_linecast(in->a, in->n, in->n + 3, &hit) ? of_hit(&hit) : 0)
PASS(raycast_any, collide_raycast(in->a, in->n, in->n + 3, HUGE_VAL, 0, NULL))
PASS(segmentcast_any, collide_segmentcast(in->a, in->n, in->n + 3, 0, NULL))
PASS(linecast_any, collide_linecast(in->a, in->n, in->n + 3, NULL))
PASS(many_any, collide_target_raycast(&plan.target, in->n, in->n + 3, HUGE_VAL, 0, NULL))
PASS(overlap, collide_overlap(in->a, in->b))
PASS(triangle_box_pef, collide_triangle_box_pef(in->a, in->b))
PASS(triangle_box_sat, collide_triangle_box_sat(in->a, in->b))
PASS(triangle_rect_pef, collide_triangle_rect_pef(in->a, in->b))
PASS(triangle_rect_sat, collide_triangle_rect_sat(in->a, in->b))
PASS(triangle_region, collide_triangle_region(in->a, in->n))
PASS(contains, collide_contains(in->a, in->n))
PASS(grid_any, collide_grid_raycast(plan.grid, in->n, in->n + 3, plan.max, 0, NULL))

static double many(void) {
  double sum = 0;
  int i;
  for (i = 0; i < plan.count; i++) {
    const query_input *in = &plan.input[i];
    collide_target_hit hit;
    if (collide_target_raycast(&plan.target, in->n, in->n + 3, HUGE_VAL, 0, &hit))
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
      sum += push.depth + n[0] * n[0] + n[1] * n[1];
  }
  return sum;
}

static double distance(void) {
  double sum = 0, a[3], b[3];
  int i;
  for (i = 0; i < plan.count; i++) sum += collide_distance(plan.input[i].a, plan.input[i].b, a, b);
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

static double project(void) {
  double sum = 0, low, high;
  int i;
  for (i = 0; i < plan.count; i++) {
    collide_project(plan.input[i].a, plan.input[i].n, &low, &high);
    sum += low + high;
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
    while ((count = collide_walk_fill(&walk, flat, sizeof flat / sizeof flat[0] / 5)) > 0)
      for (k = 0; k < count; k++) {
        const double *c = flat + k * (size_t)wide;
        sum += c[1] + c[2] + c[3] + (plan.dimensions == 3 ? c[4] : 0);
      }
  }
  return sum;
}

static double cell_at(void) {
  double sum = 0;
  int i;
  for (i = 0; i < plan.count; i++) {
    int64_t cell[3];
    if (collide_cell_at(&plan.frame, plan.input[i].n, cell)) sum += (double)(cell[0] + cell[1]);
  }
  return sum;
}

static double grid_cast(void) {
  double sum = 0;
  int i;
  for (i = 0; i < plan.count; i++) {
    const query_input *in = &plan.input[i];
    collide_grid_hit hit;
    if (collide_grid_raycast(plan.grid, in->n, in->n + 3, plan.max, 0, &hit)) sum += hit.t;
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

static double set_scale(void) {
  int i, k;
  for (i = 0; i < plan.count; i++) {
    int at = plan.input[i].pick;
    collide_pose pose = plan.source[at].pose;
    for (k = 0; k < plan.dimensions; k++) pose.scale[k] = plan.input[i].n[k];
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
    {"linecast", linecast, NULL, NULL},
    {"linecast_any", linecast_any, NULL, NULL},
    {"overlap", overlap, NULL, NULL},
    {"contact", contact, NULL, NULL},
    {"distance", distance, NULL, NULL},
    {"closest", closest, NULL, NULL},
    {"contains", contains, NULL, NULL},
    {"project", project, NULL, NULL},
    {"triangle_region", triangle_region, NULL, NULL},
    {"triangle_box_pef", triangle_box_pef, NULL, NULL},
    {"triangle_box_sat", triangle_box_sat, NULL, NULL},
    {"triangle_rect_pef", triangle_rect_pef, NULL, NULL},
    {"triangle_rect_sat", triangle_rect_sat, NULL, NULL},
    {"cells", cells, NULL, NULL},
    {"cell_at", cell_at, NULL, NULL},
    {"get", get, NULL, NULL},
    {"set", set, NULL, NULL},
    {"set_position", set_position, NULL, NULL},
    {"set_rotation", set_rotation, NULL, NULL},
    {"set_scale", set_scale, NULL, NULL},
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
