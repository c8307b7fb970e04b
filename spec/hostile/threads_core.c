/* SPDX-License-Identifier: MIT
 *
 *   threads_core [ROUNDS]
 *
 * Several threads ask the same shapes and the same grids at the same time, which nobody changes:
 * casts, pairs, walks, cells, strings, files, and each makes grids of its own from what they share.
 * Each repeats its questions ROUNDS times.
 * Each has to get the answers of one thread alone. Built with the thread sanitizer, which sees when
 * a function that is given something `const` writes to it.
 */
#include "vox.h"
#include "../support/cast.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, SHAPES = 16, GRIDS = 4, VERTICES = 60, QUERIES = 400 };

typedef struct shared {
  collide_shape shapes[SHAPES];
  double storage[128]; /* of the polygon */
  double solid[2048];  /* of the hull */
  int count;
  collide_grid *grids[GRIDS];
  collide_target members[SHAPES + GRIDS], all;
  double vertices[3 * VERTICES];
  unsigned char *code, *vox;
  size_t code_size, vox_size;
} shared;

typedef struct task {
  const shared *world;
  uint64_t state, answer, expected;
  long rounds, failures;
} task;

static void fail(const char *what) {
  printf("threads: %s\n", what);
  exit(1);
}

/* ---- Draws and answers ---------------------------------------------------------- */

static uint64_t draw(task *t, uint64_t n) {
  uint64_t z = t->state += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (z ^ (z >> 31)) % n;
}

static void draw_vector(task *t, double v[3], int dimensions) {
  int i;
  for (i = 0; i < 3; i++) v[i] = i < dimensions ? (double)draw(t, 4001) / 100 - 20 : 0;
  if (v[0] == 0 && v[1] == 0 && v[2] == 0) v[0] = 1;
}

static void tell(task *t, const void *bytes, size_t size) {
  const unsigned char *b = (const unsigned char *)bytes;
  size_t i;
  for (i = 0; i < size; i++) t->answer = (t->answer ^ b[i]) * UINT64_C(1099511628211);
}

static void tell_number(task *t, double x) {
  tell(t, &x, sizeof x);
}

/* ---- What is shared --------------------------------------------------------------- */

static void add_shape(shared *w, collide_error error) {
  if (error != COLLIDE_OK) fail(collide_error_text(error));
  w->count++;
}

static void make_hull(shared *w, collide_shape *s) {
  static const double points[] = {-3, -3, -3, 3, -3, -3, -3, 3, -3, 3, 3,  -3,
                                  -3, -3, 3,  3, -3, 3,  -3, 3, 3,  1, -5, 2};
  collide_error error;
  size_t bytes;
  int point;
  void *work = malloc(collide_hull_work(8));
  if (work == NULL) fail("no memory");
  error = collide_build_hull(points, 8, work, &bytes, &point);
  if (error != COLLIDE_OK) fail(collide_error_text(error));
  if (bytes > sizeof w->solid) fail("no storage");
  collide_make_hull(s, NULL, work, w->solid);
  free(work);
  w->count++;
}

static void make_shapes(shared *w) {
  static const double o[3] = {1, 2, 3}, a[3] = {-3, 1, 2}, b[3] = {4, -2, 1}, n[3] = {1, 2, -1};
  static const double points[] = {-3, -3, 5, -3, 5, 4, 1, 6, -3, 4};
  collide_shape *s = w->shapes;
  collide_source source;
  collide_pose pose = collide_identity_pose();
  int corner;
  add_shape(w, collide_make_sphere(&s[0], &source, 3));
  add_shape(w, collide_make_box(&s[1], &source, o));
  pose.rotation[0] = 1;
  pose.rotation[1] = 2;
  if (collide_set_pose(&s[1], &source, &pose) != COLLIDE_OK) fail("no pose");
  add_shape(w, collide_make_cylinder(&s[2], &source, 2, 3));
  add_shape(w, collide_make_cone(&s[3], &source, 2, 3));
  add_shape(w, collide_make_capsule(&s[4], &source, a, b, 1));
  add_shape(w, collide_make_plane(&s[5], &source, n, -5));
  add_shape(w, collide_make_triangle(&s[6], &source, a, b, o));
  add_shape(w, collide_make_box(&s[7], &source, o));
  add_shape(w, collide_make_circle(&s[8], &source, 3));
  add_shape(w, collide_make_rect(&s[9], &source, o));
  add_shape(w, collide_make_triangle_2d(&s[10], &source, a, b, o));
  add_shape(w, collide_make_segment_2d(&s[11], &source, a, b));
  add_shape(w, collide_make_capsule_2d(&s[12], &source, a, b, 1));
  add_shape(w, collide_make_plane_2d(&s[13], &source, n, -5));
  if (collide_polygon_storage(5) > sizeof w->storage) fail("no storage");
  add_shape(w, collide_make_polygon(&s[14], &source, points, 5, w->storage, &corner));
  make_hull(w, &s[15]);
}

static void make_grids(shared *w) {
  int i, k;
  for (i = 0; i < GRIDS; i++) {
    collide_grid_frame frame = collide_unit_frame(3 - i % 2);
    int64_t low[3] = {-12, -12, -12}, high[3] = {30, 9, 8}, at[3] = {5, 5, 5};
    if (i % 2) low[2] = high[2] = at[2] = 0;
    frame.size[0] = frame.size[1] = frame.size[2] = i < 2 ? 1 : 0.5;
    w->grids[i] = collide_grid_new(&frame, NULL, NULL);
    if (w->grids[i] == NULL || !collide_grid_fill(w->grids[i], low, high, 7)) fail("no grid");
    for (k = 0; k < 60; k++) {
      at[0] = k * 7 % 41 - 11;
      at[1] = k * 5 % 19 - 9;
      if (!collide_grid_set(w->grids[i], at, (unsigned)(k % 5))) fail("no grid");
    }
    /* Its bounds are now wider than necessary, and so found anew by whoever asks. */
    low[0] = high[0];
    if (!collide_grid_fill(w->grids[i], low, high, 0)) fail("no grid");
  }
}

static int put(void *user, const void *bytes, size_t count) {
  shared *w = (shared *)user;
  if (w->vox == NULL) w->vox = (unsigned char *)malloc((size_t)1 << 20);
  if (w->vox == NULL || w->vox_size + count > (size_t)1 << 20) return 0;
  memcpy(w->vox + w->vox_size, bytes, count);
  w->vox_size += count;
  return 1;
}

static void make_world(shared *w) {
  static const file_memory memory = {NULL, NULL};
  vox_palette palette;
  char text[FILE_TEXT];
  int i;
  make_shapes(w);
  make_grids(w);
  for (i = 0; i < w->count; i++) w->members[i] = collide_target_of_shape(&w->shapes[i]);
  w->members[8] = collide_target_of_grid(w->grids[0]); /* in place of a shape of 2D */
  w->all = collide_target_of_array(w->members, 9);
  for (i = 0; i < 3 * VERTICES; i++) w->vertices[i] = i * i * 37 % 101 / 7.0 - 7;
  w->code_size = collide_grid_encode(w->grids[0], NULL, 0);
  w->code = (unsigned char *)malloc(w->code_size);
  if (w->code == NULL) fail("no memory");
  collide_grid_encode(w->grids[0], w->code, w->code_size);
  ci_vox_default_palette(&palette);
  if (!hostile_vox_write(w->grids[0], &palette, &memory, put, w, text)) fail(text);
}

/* ---- Questions -------------------------------------------------------------------- */

static void ask_shape(task *t) {
  const shared *w = t->world;
  const collide_shape *s = &w->shapes[draw(t, (uint64_t)w->count)];
  const collide_shape *other = &w->shapes[draw(t, (uint64_t)w->count)];
  int dimensions = collide_dimensions(s), flat = dimensions == 2;
  double from[3], along[3], near[3] = {0, 0, 0}, a[3] = {0, 0, 0}, b[3] = {0, 0, 0}, distance;
  collide_push push;
  collide_hit hit;
  draw_vector(t, from, dimensions);
  draw_vector(t, along, dimensions);
  if (collide_raycast(s, from, along, INFINITY, 0, &hit)) tell_number(t, hit.t);
  if (collide_segmentcast(s, from, along, 0, &hit)) tell_number(t, hit.t_exit);
  if (collide_linecast(s, from, along, &hit)) tell_number(t, hit.normal[0]);
  tell_number(t, collide_contains(s, from));
  if (flat) tell_number(t, collide_closest(s, from, near));
  tell_number(t, collide_overlap(s, other));
  if (!flat || collide_dimensions(other) != 2) return;
  if (collide_contact(s, other, &push) == 1) tell_number(t, push.depth);
  tell_number(t, collide_distance(s, other, &distance, a, b));
  tell_number(t, distance);
  tell(t, a, sizeof a);
}

static void ask_grid(task *t) {
  const collide_grid *grid = t->world->grids[draw(t, GRIDS)];
  int dimensions = collide_grid_get_frame(grid)->dimensions;
  int64_t cell[3], min[3], max[3];
  double from[3], along[3];
  collide_grid_hit hit;
  collide_grid_cells cells;
  int i;
  draw_vector(t, from, dimensions);
  draw_vector(t, along, dimensions);
  for (i = 0; i < 3; i++) cell[i] = (int64_t)floor(from[i]);
  tell_number(t, collide_grid_get(grid, cell));
  tell_number(t, (double)collide_grid_count(grid));
  if (collide_grid_bounds(grid, min, max)) tell(t, max, sizeof max);
  if (cast_grid(COLLIDE_CAST_RAY, grid, from, along, INFINITY, 0, &hit)) tell_number(t, hit.t);
  if (cast_grid(COLLIDE_CAST_SEGMENT, grid, from, along, 1, 0, &hit))
    tell(t, hit.cell, sizeof hit.cell);
  if (cast_grid(COLLIDE_CAST_LINE, grid, from, along, HUGE_VAL, 0, &hit)) tell_number(t, hit.value);
  collide_grid_cells_begin(&cells, cell, NULL);
  for (i = 0; i < 20 && collide_grid_cells_next(&cells, grid) != 0; i++)
    tell(t, cells.at, sizeof cells.at);
}

static void ask_all(task *t) {
  double from[3], along[3], min[3], max[3];
  collide_target_hit hit;
  draw_vector(t, from, 3);
  draw_vector(t, along, 3);
  if (cast_target(COLLIDE_CAST_RAY, &t->world->all, from, along, INFINITY, 0, &hit)) {
    tell_number(t, hit.hit.t);
    tell_number(t, hit.index);
  }
  if (collide_target_bounds(&t->world->all, min, max)) tell(t, min, sizeof min);
}

static void tell_grid(task *t, collide_grid *grid) {
  int64_t min[3], max[3];
  if (grid == NULL) fail("no grid of its own");
  tell_number(t, (double)collide_grid_count(grid));
  if (collide_grid_bounds(grid, min, max)) tell(t, min, sizeof min);
  collide_grid_free(grid);
}

/* Grids of its own, from what all share. */
static void make_own(task *t) {
  static const file_memory memory = {NULL, NULL};
  const shared *w = t->world;
  collide_grid_frame frame = collide_unit_frame(3);
  collide_error error;
  collide_grid *grid = collide_grid_decode(w->code, w->code_size, NULL, NULL, &error);
  collide_triangles mesh = {NULL, VERTICES, NULL, VERTICES / 3};
  collide_voxel_options options = collide_voxel_defaults();
  unsigned char bytes[256];
  vox_palette palette;
  char text[FILE_TEXT];
  tell_grid(t, grid);
  grid = collide_grid_new(&frame, NULL, NULL);
  mesh.vertices = w->vertices;
  if (collide_voxelize(grid, &mesh, &options, NULL) != COLLIDE_OK) fail("not voxelized");
  tell_grid(t, grid);
  grid = collide_grid_new(&frame, NULL, NULL);
  if (!hostile_vox_read(w->vox, w->vox_size, 0, &memory, grid, &palette, text)) fail(text);
  tell_grid(t, grid);
  tell_number(t, (double)collide_grid_encode(w->grids[draw(t, GRIDS)], bytes, sizeof bytes));
  tell(t, bytes, 64);
}

static void ask(task *t) {
  int i;
  t->state = 7;
  t->answer = UINT64_C(14695981039346656037);
  for (i = 0; i < QUERIES; i++) {
    ask_shape(t);
    ask_grid(t);
    ask_all(t);
    if (i % 40 == 0) make_own(t);
  }
}

static void *run(void *argument) {
  task *t = (task *)argument;
  long round;
  for (round = 0; round < t->rounds && t->failures == 0; round++) {
    ask(t);
    t->failures += t->answer != t->expected;
  }
  return NULL;
}

int main(int count, char **arguments) {
  static shared world;
  static task alone, tasks[THREADS];
  pthread_t threads[THREADS];
  long rounds = count > 1 ? atol(arguments[1]) : 1, failures = 0;
  int i;
  make_world(&world);
  alone.world = &world;
  ask(&alone);
  for (i = 0; i < THREADS; i++) {
    tasks[i].world = &world;
    tasks[i].expected = alone.answer;
    tasks[i].rounds = rounds;
    if (pthread_create(&threads[i], NULL, run, &tasks[i]) != 0) fail("no thread");
  }
  for (i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    failures += tasks[i].failures;
  }
  for (i = 0; i < GRIDS; i++) collide_grid_free(world.grids[i]);
  free(world.code);
  free(world.vox);
  printf(
      "threads: %ld rounds of %d questions about what they share, in %d threads each; %ld gave "
      "other "
      "answers\n",
      rounds, QUERIES, THREADS, failures);
  return failures != 0;
}
