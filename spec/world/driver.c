/* SPDX-License-Identifier: MIT
 *
 * Worlds against arrays: random programs add, move, remove and ask, and each answer must be, to the
 * last bit, that of the array of the members in the order of their numbers. Members are shapes of
 * every kind, grids and meshes; on a lattice, in one place, in a row, neighbours in a grid of unit
 * squares or cubes, or far from each other.
 * Memory fails now and then, and then nothing may have changed. With an argument, that many times
 * as many programs.
 */
#include <math.h>
#include <stdio.h>

#define MEMBERS_MOST 300
#include "../target/members.h"
#include "target/world.h"
#include "target/target.h"

enum { PROGRAMS = 600, STEPS = 400 };

static long failures, hits, ties, asked, named, refused, met;

/* ---- Memory ------------------------------------------------------------------------------- */

static size_t bytes;
static int fails; /* one in so many requests; 0: none */

static void *resize(void *user, void *block, size_t old_size, size_t new_size) {
  void *resized;
  (void)user;
  if (new_size == 0) {
    bytes -= old_size;
    free(block);
    return NULL;
  }
  if (new_size > old_size && fails > 0 && below((unsigned)fails) == 0) return NULL;
  resized = realloc(block, new_size);
  if (resized != NULL) bytes += new_size - old_size;
  return resized;
}

/* ---- Members -------------------------------------------------------------------------------- */

static collide_source sources[MOST];
static collide_grid *own_grids[MOST];
static collide_mesh meshes[MOST];
static collide_mesh_data *data;
static int made;        /* members that were ever made in this program */
static int alive[MOST]; /* their indices, in the order of numbers, */
static int numbers[MOST], count;
static collide_world *world;
static int dimensions, spread;

static double place(void) {
  if (spread == 6) return (double)below(9) - 4;      /* neighbours in a grid of tiles */
  if (spread == 0) return 0;                         /* all in one place */
  if (spread == 1) return number();                  /* near each other */
  if (spread == 2) return 1e9 * floor(number() / 3); /* clusters far apart */
  return 40 * number();
}

static void draw_pose(collide_pose *pose) {
  int i, sort = (int)below(6);
  *pose = collide_identity_pose();
  for (i = 0; i < dimensions; i++) pose->position[i] = place() + (spread == 6 ? 0.5 : number());
  if (spread == 4) pose->position[1] = pose->position[2] = 0; /* a row */
  if (sort == 0) turn_pose(pose, dimensions);
  for (i = 0; sort == 1 && i < 3; i++) pose->scale[i] = uniform(0.5, 2);
}

/* A unit square or cube, or a ball in it. */
static void make_tile(int i) {
  static const double half[3] = {0.5, 0.5, 0.5};
  collide_error error;
  if (below(2))
    error = dimensions == 3 ? collide_make_box(&shapes[i], &sources[i], half)
                            : collide_make_rect(&shapes[i], &sources[i], half);
  else
    error = dimensions == 3 ? collide_make_sphere(&shapes[i], &sources[i], 0.5)
                            : collide_make_circle(&shapes[i], &sources[i], 0.5);
  if (error != COLLIDE_OK) abort();
}

static void make_shape(int i) {
  collide_pose pose;
  for (;;) {
    int kind;
    if (spread == 6 && below(4) != 0) {
      make_tile(i);
      break;
    }
    kind = dimensions == 3 ? (int)below(COLLIDE_CIRCLE)
                           : COLLIDE_CIRCLE + (int)below(COLLIDE_KINDS - COLLIDE_CIRCLE);
    if ((kind == COLLIDE_PLANE || kind == COLLIDE_PLANE_2D) && below(8) != 0) continue;
    if (make(&shapes[i], &sources[i], kind) == COLLIDE_OK) break;
  }
  draw_pose(&pose);
  collide_set_pose(&shapes[i], &sources[i], &pose);
  shapes[i].hollow = below(4) == 0;
  members[i] = collide_target_of_shape(&shapes[i]);
}

static void set_cells(collide_grid *grid) {
  int k, n;
  for (n = (int)below(4); n > 0; n--) {
    int64_t cell[3] = {0, 0, 0};
    for (k = 0; k < dimensions; k++) cell[k] = (int64_t)below(40) - 20;
    if (!collide_grid_set(grid, cell, below(2))) abort();
  }
}

static void make_member(int i) {
  unsigned sort = below(12);
  if (sort == 0) {
    collide_grid_frame frame = collide_unit_frame(dimensions);
    own_grids[i] = collide_grid_new(&frame, NULL, NULL);
    if (own_grids[i] == NULL) abort();
    set_cells(own_grids[i]);
    members[i] = collide_target_of_grid(own_grids[i]);
  } else if (sort == 1 && dimensions == 3) {
    collide_pose pose;
    draw_pose(&pose);
    collide_make_mesh(&meshes[i], data);
    collide_mesh_set_pose(&meshes[i], &pose);
    members[i] = collide_target_of_mesh(&meshes[i]);
  } else {
    make_shape(i);
  }
}

static void add(void) {
  int added;
  if (made == MOST) return;
  make_member(made);
  added = collide_world_add(world, &members[made]);
  if (added == 0) {
    refused++;
    if (fails == 0) failures++;
    if (own_grids[made] != NULL) collide_grid_free(own_grids[made]);
    own_grids[made] = NULL;
    return;
  }
  alive[count] = made++;
  numbers[count++] = added;
}

static void move(int k) {
  int i = alive[k];
  collide_pose pose;
  draw_pose(&pose);
  if (members[i].kind == COLLIDE_TARGET_GRID)
    set_cells(own_grids[i]);
  else if (members[i].kind == COLLIDE_TARGET_MESH)
    collide_mesh_set_position(&meshes[i], pose.position);
  else if (below(2))
    collide_set_position(&shapes[i], &sources[i], pose.position);
  else
    collide_set_pose(&shapes[i], &sources[i], &pose);
  collide_world_touch(world, numbers[k]);
}

static void remove_one(int k) {
  if (!collide_world_remove(world, numbers[k]) || collide_world_remove(world, numbers[k]))
    failures++;
  memmove(alive + k, alive + k + 1, (size_t)(count - k - 1) * sizeof alive[0]);
  memmove(numbers + k, numbers + k + 1, (size_t)(count - k - 1) * sizeof numbers[0]);
  count--;
}

/* ---- Asking -----------------------------------------------------------------------------------
 */

static collide_target array[MOST];

static void fail(const char *what, const collide_cast *c) {
  int i;
  if (failures++ > 5) return;
  printf("%s: %d members, %d dimensions, spread %d\n", what, count, dimensions, spread);
  for (i = 0; c != NULL && i < 3; i++) printf("  %.17g %.17g\n", c->start[i], c->toward[i]);
}

static int same(const double *a, const double *b, int n) {
  return memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

/* Of the world, and of the array. */
static int same_hit(const collide_target_hit *w, const collide_target_hit *r) {
  const collide_hit *a = &w->hit, *b = &r->hit;
  return w->index == numbers[r->index] && w->member.kind == r->member.kind &&
         w->member.of.shape == r->member.of.shape && w->triangle == r->triangle &&
         w->count == r->count && same(&a->t, &b->t, 1) && same(&a->t_exit, &b->t_exit, 1) &&
         same(a->point, b->point, 3) && same(a->normal, b->normal, 3) && same(&a->u, &b->u, 1) &&
         same(&a->v, &b->v, 1) && a->inside == b->inside && a->has_point == b->has_point &&
         a->face == b->face && a->edge == b->edge &&
         (w->count == 0 || memcmp(w->cell, r->cell, sizeof w->cell) == 0);
}

static double hits_sum;
static int hits_count;

static int sum_hit(void *user, const collide_target_hit *hit) {
  (void)user;
  hits_sum += fabs(hit->hit.t) < 1e9 ? floor(hit->hit.t * 1024) * (hit->index + hit->triangle) : 1;
  hits_count++;
  return 1;
}

static const collide_cast *near_cast;

static int sum_member(void *user, int number, const collide_target *member) {
  target_hits all;
  collide_target_hit hit;
  ci_target_hits_begin(&all, near_cast, member);
  while (ci_target_hits_next(&all, &hit)) {
    hit.index = number;
    sum_hit(user, &hit);
  }
  return 1;
}

/* In any order: sums of whole numbers. */
static void compare_all(const collide_cast *c, const collide_target *target) {
  target_hits all;
  collide_target_hit hit;
  double sum;
  int n;
  hits_sum = 0;
  hits_count = 0;
  ci_target_hits_begin(&all, c, target);
  while (ci_target_hits_next(&all, &hit)) {
    hit.index = numbers[hit.index];
    sum_hit(NULL, &hit);
  }
  sum = hits_sum;
  n = hits_count;
  hits_sum = 0;
  hits_count = 0;
  near_cast = c;
  ci_world_near_cast(world, c, NULL, sum_member, NULL);
  if (n != hits_count || sum != hits_sum) fail("all", c);
}

static void aim(double p[3]) {
  double low[3], high[3];
  int i;
  vector(p, dimensions);
  if (count == 0 || below(4) == 0) return;
  if (!collide_target_bounds(&members[alive[below((unsigned)count)]], low, high)) return;
  for (i = 0; i < dimensions; i++) {
    if (!(low[i] >= -1e12 && high[i] <= 1e12)) continue;
    p[i] = below(3) == 0 ? low[i] : below(2) ? high[i] : uniform(low[i], high[i]);
  }
}

static void cast_at(void) {
  collide_cast c;
  collide_target target = collide_target_of_array(array, count);
  collide_target_hit hit, expected;
  double p[3];
  int i, found, along = (int)below((unsigned)dimensions), is_flat = below(3) == 0;
  c.kind = (collide_cast_kind)below(3);
  c.flags = (int)below(2);
  c.max = below(2) ? HUGE_VAL : uniform(0, 4);
  aim(p);
  aim(c.toward);
  for (i = 0; i < 3; i++) {
    double d = c.toward[i] - p[i];
    if (is_flat) d = i == along ? 1 : 0;
    c.start[i] = p[i] - (below(3) ? d : 0);
    c.toward[i] = c.kind == COLLIDE_CAST_SEGMENT ? p[i] + d : d;
  }
  if (c.kind != COLLIDE_CAST_SEGMENT && c.toward[0] == 0 && c.toward[1] == 0 && c.toward[2] == 0)
    c.toward[along] = -1;
  for (i = 0; i < count; i++) array[i] = members[alive[i]];
  asked++;
  found = collide_cast_at(&c, &target, &expected);
  hits += found;
  if (ci_world_cast(world, &c, NULL, &hit) != found || (found && !same_hit(&hit, &expected)))
    fail("nearest", &c);
  if (ci_world_cast(world, &c, NULL, NULL) != found) fail("any", &c);
  if (below(4) == 0) compare_all(&c, &target);
}

typedef struct number_list {
  int count, list[MOST];
} number_list;

static int add_number(void *user, int number, const collide_target *member) {
  number_list *n = (number_list *)user;
  (void)member;
  if (n->count == MOST) fail("in box, too many", NULL);
  n->list[n->count++] = number;
  return 1;
}

static int compare_numbers(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

static void ask_box(void) {
  static number_list in_box;
  const int *found = in_box.list;
  double min[3], max[3], low[3], high[3];
  int i, k, n, at = 0;
  aim(min);
  aim(max);
  for (k = 0; k < 3; k++) {
    double least = min[k] < max[k] ? min[k] : max[k];
    max[k] = min[k] < max[k] ? max[k] : min[k];
    min[k] = least;
    if (below(8) == 0) max[k] = HUGE_VAL;
  }
  in_box.count = 0;
  collide_world_near_box(world, min, max, add_number, &in_box);
  n = in_box.count;
  qsort(in_box.list, (size_t)n, sizeof in_box.list[0], compare_numbers);
  named += n;
  for (i = 0; i < count; i++) {
    int meets = collide_target_bounds(&members[alive[i]], low, high), is_beside = 0;
    for (k = 0; k < dimensions && meets; k++) {
      if (!(low[k] >= -1e300 && high[k] <= 1e300)) is_beside = 1;
      if (low[k] > max[k] || high[k] < min[k]) meets = 0;
    }
    if (at < n && found[at] == numbers[i] && (meets || is_beside)) {
      at++;
      continue;
    }
    for (k = 0; k < dimensions; k++)
      if (!(low[k] >= -1e300 && high[k] <= 1e300)) is_beside = 1;
    if (meets) fail("in box", NULL);
    if (at < n && found[at] == numbers[i]) at += is_beside;
  }
  if (at != n) fail("in box, too many", NULL);
}

/* 1: the pair was named. */
static char told[MOST][MOST];

static int index_of(int wanted) {
  int i;
  for (i = 0; i < count && numbers[i] != wanted;) i++;
  return i;
}

static int take_pair(void *user, int a, const collide_target *first, int b,
                     const collide_target *second) {
  int i = index_of(a), j = index_of(b);
  (void)user;
  if (a >= b || i == count || j == count || told[i][j] != 0 ||
      first->of.shape != members[alive[i]].of.shape ||
      second->of.shape != members[alive[j]].of.shape) {
    fail("pairs", NULL);
    return 1;
  }
  told[i][j] = 1;
  return 1;
}

/* Every two shapes that overlap are named. */
static void ask_pairs(void) {
  world_pairs wanted;
  int i, j;
  memset(told, 0, sizeof told);
  memset(&wanted, 0, sizeof wanted);
  wanted.is_all = 1;
  ci_world_pairs(world, &wanted, take_pair, NULL);
  for (i = 0; i < count; i++) {
    const collide_target *a = &members[alive[i]];
    for (j = i + 1; j < count; j++) {
      const collide_target *b = &members[alive[j]];
      if (a->kind != COLLIDE_TARGET_SHAPE || b->kind != COLLIDE_TARGET_SHAPE) continue;
      if (!collide_overlap(a->of.shape, b->of.shape)) continue;
      met++;
      if (told[i][j] == 0) fail("a pair", NULL);
    }
  }
}

static void check_members(void) {
  collide_target member;
  int i, k, number_of = 0;
  double low[3], high[3], min[3], max[3];
  collide_target target = collide_target_of_array(array, count);
  if (world->alive != count) fail("count", NULL);
  for (i = 0; i < count; i++) {
    array[i] = members[alive[i]];
    number_of = ci_world_next(world, number_of);
    if (number_of != numbers[i] || !collide_world_member(world, number_of, &member) ||
        member.of.shape != members[alive[i]].of.shape)
      fail("members", NULL);
  }
  if (ci_world_next(world, number_of) != 0) fail("next", NULL);
  k = collide_target_bounds(&target, low, high);
  if (ci_world_bounds(world, min, max) != k || (k && (!same(low, min, 3) || !same(high, max, 3))))
    fail("bounds", NULL);
}

static void run_program(void) {
  int step, i, bulk;
  dimensions = 2 + (int)below(2);
  spread = (int)below(7);
  draw_lattice();
  made = count = 0;
  fails = below(3) == 0 ? 2 + (int)below(6) : 0;
  while ((world = collide_world_new(dimensions, resize, NULL)) == NULL) refused++;
  bulk = (int)below(3);
  for (step = 0; step < STEPS; step++) {
    unsigned what = below(16);
    for (i = (int)below(200); bulk == 1 && step % 64 == 0 && i > 0; i--) add();
    for (i = 0; bulk == 2 && step % 32 == 0 && i < count; i++) move(i);
    if (what < 5) add();
    if (what == 5 && count > 0) remove_one((int)below((unsigned)count));
    if (what > 5 && what < 9 && count > 0) move((int)below((unsigned)count));
    if (what == 9 && below(16) == 0)
      for (i = count - 1; i >= 0; i--)
        if (below(3)) remove_one(i);
    if (what == 10 && below(4) == 0) ask_pairs();
    if (what > 9 && what < 15) cast_at();
    if (what == 15) ask_box();
    if (what == 15 && below(4) == 0) check_members();
  }
  if (below(4) == 0) {
    ci_world_clear(world);
    count = 0;
    check_members();
  }
  collide_world_free(world);
  if (bytes != 0) {
    printf("%d bytes are lost\n", (int)bytes);
    failures++;
    bytes = 0;
  }
  for (i = 0; i < MOST; i++) {
    collide_grid_free(own_grids[i]);
    own_grids[i] = NULL;
  }
}

static void make_mesh_data(void) {
  static const double points[] = {-1, -1, 0, 1, -1, 0, 0, 1, 0, 0, 0, 1};
  static const uint32_t corners[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
  collide_triangles mesh;
  mesh.vertices = points;
  mesh.vertex_count = 4;
  mesh.triangles = corners;
  mesh.triangle_count = 4;
  if (collide_mesh_data_new(&data, &mesh, NULL, NULL, NULL) != COLLIDE_OK) abort();
}

int main(int argc, char **argv) {
  long n, times = PROGRAMS * (argc > 1 ? atol(argv[1]) : 1);
  (void)ties;
  (void)make_grids;
  (void)make_members;
  (void)direction;
  make_mesh_data();
  for (n = 0; n < times; n++) run_program();
  collide_mesh_data_free(data);
  printf("%ld casts, %ld hit, %ld named, %ld pairs that overlap, %ld refused, %ld failures\n",
         asked, hits, named, met, refused, failures);
  return failures != 0 || hits < asked / 4 || refused == 0 || met == 0;
}
