/* SPDX-License-Identifier: MIT
 *
 * Shapecasts: ns a cast, and how many times a raycast at the same target takes, of the same start
 * and displacement. Both take turns, and the least time of each counts. Inputs change from cast to
 * cast.
 *
 * `sweep` is the nearest hit with touching="skip", as `move` asks; of the raycasts the nearest hit.
 * The block world is hills of cells around which an arrow, a point or a segment, and a player, a
 * box of 0.6 x 1.8 x 0.6, fly 16 to 48 cells through the air and often into the ground. */
#include <math.h>
#include <string.h>

#include "collide.h"
#include "measure.h"
#include "../spec/support/cast.h"

enum { CASES = 256, REPEATS = 5 };

typedef struct thing {
  collide_shape shape;
  collide_source source;
  double storage[512];
} thing;

typedef struct round_of {
  const collide_target *targets; /* of each case, or the same */
  int step;                      /* 1, or 0 for the same */
  thing *movers;
  double (*ways)[3];
  double (*starts)[3];
  int hits;
} round_of;

static thing movers[CASES], fixed[CASES];
static double ways[CASES][3], starts[CASES][3];
static collide_target targets[CASES];

/* ---- Shapes -------------------------------------------------------------------------------- */

static void place(thing *b, const double at[3], int turns) {
  collide_pose pose = collide_identity_pose();
  int i;
  memcpy(pose.position, at, sizeof pose.position);
  for (i = 0; i < 4 && turns; i++) pose.rotation[i] = uniform(-1, 1);
  if (turns) pose.angle = uniform(-3, 3);
  if (collide_set_pose(&b->shape, &b->source, &pose) != COLLIDE_OK) exit(1);
}

static void make(thing *b, collide_kind kind, const double at[3]) {
  double half[3], p[12];
  int i, corner;
  collide_error error = COLLIDE_OK;
  for (i = 0; i < 3; i++) half[i] = uniform(0.3, 0.9);
  for (i = 0; i < 12; i++) p[i] = uniform(-0.9, 0.9);
  switch (kind) {
  case COLLIDE_SPHERE:
    error = collide_make_sphere(&b->shape, &b->source, half[0]);
    break;
  case COLLIDE_BOX:
    error = collide_make_box(&b->shape, &b->source, half);
    break;
  case COLLIDE_CYLINDER:
    error = collide_make_cylinder(&b->shape, &b->source, half[0], half[1]);
    break;
  case COLLIDE_CAPSULE:
    error = collide_make_capsule(&b->shape, &b->source, p, p + 3, half[0]);
    break;
  case COLLIDE_TRIANGLE:
    error = collide_make_triangle(&b->shape, &b->source, p, p + 3, p + 6);
    break;
  case COLLIDE_SEGMENT:
    error = collide_make_segment(&b->shape, &b->source, p, p + 3);
    break;
  case COLLIDE_CIRCLE:
    error = collide_make_circle(&b->shape, &b->source, half[0]);
    break;
  case COLLIDE_RECT:
    error = collide_make_rect(&b->shape, &b->source, half);
    break;
  case COLLIDE_POLYGON: {
    for (i = 0; i < 6; i++) {
      p[2 * i] = half[0] * cos(1.0471975511965976 * i);
      p[2 * i + 1] = half[1] * sin(1.0471975511965976 * i);
    }
    error = collide_make_polygon(&b->shape, &b->source, p, 6, b->storage, &corner);
    break;
  }
  case COLLIDE_CAPSULE_2D:
    error = collide_make_capsule_2d(&b->shape, &b->source, p, p + 2, half[0]);
    break;
  default:
    exit(1);
  }
  if (error != COLLIDE_OK) exit(1);
  place(b, at, kind != COLLIDE_BOX && kind != COLLIDE_RECT);
}

/* ---- Rounds -------------------------------------------------------------------------------- */

static void sweep(round_of *r) {
  int i;
  for (i = 0; i < CASES; i++) {
    collide_target_sweep hit;
    if (sweep_target(&r->movers[i].shape, r->ways[i], &r->targets[i * r->step],
                     COLLIDE_SKIP_TOUCHING, &hit) != 1)
      continue;
    r->hits++;
    sink += hit.hit.t;
  }
}

static void cast(round_of *r) {
  int i;
  for (i = 0; i < CASES; i++) {
    collide_target_hit hit;
    if (cast_target(COLLIDE_CAST_RAY, &r->targets[i * r->step], r->starts[i], r->ways[i], 1, 0,
                    &hit) != 1)
      continue;
    r->hits++;
    sink += hit.hit.t;
  }
}

static const char *match = ""; /* only rows whose names contain it */

static void compare(const char *name, round_of *r) {
  double least[2];
  int k, hits[2];
  if (strstr(name, match) == NULL) return;
  least[0] = least[1] = HUGE_VAL;
  for (k = 0; k < 2 * REPEATS; k++) {
    double start = now(), time;
    int n;
    r->hits = 0;
    for (n = 0; n < 2; n++) (k % 2 == 0 ? sweep : cast)(r);
    time = (now() - start) * 1e9 / (2 * CASES);
    if (time < least[k % 2]) least[k % 2] = time;
    hits[k % 2] = r->hits / 2;
  }
  printf("%-28s %8.0f %8.0f %8.2f %6.0f%% %5.0f%%\n", name, least[0], least[1], least[0] / least[1],
         100.0 * hits[0] / CASES, 100.0 * hits[1] / CASES);
}

/* ---- Two shapes ----------------------------------------------------------------------------- */

static void pair_row(collide_kind a, collide_kind b, int dimensions) {
  char name[64];
  round_of r;
  int i, k;
  for (i = 0; i < CASES; i++) {
    double at[3] = {0, 0, 0}, from[3] = {0, 0, 0};
    for (k = 0; k < dimensions; k++) {
      at[k] = uniform(-1, 1);
      from[k] = uniform(-1, 1) + (k == 0 ? -5 : 0);
      ways[i][k] = uniform(-1, 1) - from[k] + uniform(0, 2) * (k == 0);
    }
    make(&movers[i], a, from);
    make(&fixed[i], b, at);
    memcpy(starts[i], from, sizeof from);
    targets[i] = collide_target_of_shape(&fixed[i].shape);
  }
  r.targets = targets;
  r.step = 1;
  r.movers = movers;
  r.ways = ways;
  r.starts = starts;
  sprintf(name, "%s at %s", collide_kind_name(a), collide_kind_name(b));
  compare(name, &r);
}

/* ---- A block world --------------------------------------------------------------------------- */

static int height_at(int x, int z) {
  return (int)floor(6 * sin(x * 0.07) * cos(z * 0.09) + 2 * sin(x * 0.31 + z * 0.23));
}

static collide_grid *hills(void) {
  collide_grid_frame frame = {3, {1, 1, 1}, {0, 0, 0}};
  collide_grid *grid = collide_grid_new(&frame, NULL, NULL);
  int x, z;
  if (grid == NULL) exit(1);
  for (x = -128; x < 128; x++) {
    for (z = -128; z < 128; z++) {
      int64_t min[3], max[3];
      min[0] = max[0] = x;
      min[2] = max[2] = z;
      min[1] = -32;
      max[1] = height_at(x, z);
      if (!collide_grid_fill(grid, min, max, 1 + (unsigned)(x & 1))) exit(1);
    }
  }
  return grid;
}

static void block_row(const char *name, const collide_target *world, int which) {
  static const double origin[3] = {0, 0, 0};
  round_of r;
  int i, k;
  for (i = 0; i < CASES; i++) {
    double from[3], half[3] = {0.3, 0.9, 0.3}, end[3], length = uniform(16, 48), size = 0;
    collide_error error;
    from[0] = uniform(-60, 60);
    from[2] = uniform(-60, 60);
    from[1] = 3 + height_at((int)floor(from[0]), (int)floor(from[2])) + uniform(0, 8);
    for (k = 0; k < 3; k++) ways[i][k] = uniform(-1, 1);
    ways[i][1] = uniform(-0.4, 0.1);
    for (k = 0; k < 3; k++) size += ways[i][k] * ways[i][k];
    for (k = 0; k < 3; k++) ways[i][k] *= length / sqrt(size);
    for (k = 0; k < 3; k++) end[k] = ways[i][k] / length;
    if (which == 0)
      error = collide_make_sphere(&movers[i].shape, &movers[i].source, 0);
    else if (which == 1)
      error = collide_make_segment(&movers[i].shape, &movers[i].source, origin, end);
    else if (which == 2)
      error = collide_make_box(&movers[i].shape, &movers[i].source, half);
    else if (which == 3)
      error = collide_make_sphere(&movers[i].shape, &movers[i].source, 0.4);
    else {
      double top[3] = {0, 0.5, 0}, bottom[3] = {0, -0.5, 0};
      error = collide_make_capsule(&movers[i].shape, &movers[i].source, bottom, top, 0.4);
    }
    if (error != COLLIDE_OK) exit(1);
    place(&movers[i], from, 0);
    memcpy(starts[i], from, sizeof from);
  }
  r.targets = world;
  r.step = 0;
  r.movers = movers;
  r.ways = ways;
  r.starts = starts;
  compare(name, &r);
}

/* ---- All ------------------------------------------------------------------------------------ */

int main(int count, char **arguments) {
  static const collide_kind flat[] = {COLLIDE_CIRCLE, COLLIDE_RECT, COLLIDE_POLYGON,
                                      COLLIDE_CAPSULE_2D};
  static const collide_kind solid[] = {COLLIDE_SPHERE, COLLIDE_BOX, COLLIDE_CAPSULE,
                                       COLLIDE_TRIANGLE, COLLIDE_CYLINDER};
  static const char *const names[] = {"a point", "an arrow (segment)", "a player (box)", "a ball",
                                      "a player (capsule)"};
  collide_grid *grid = hills();
  collide_target world = collide_target_of_grid(grid);
  int i, k;
  if (count > 1) match = arguments[1];
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("%-28s %8s %8s %8s %7s %6s\n", "moving at fixed", "sweep", "ray", "ratio", "hits",
         "ray's");
  for (i = 0; i < 4; i++)
    for (k = 0; k < 4; k++) pair_row(flat[i], flat[k], 2);
  for (i = 0; i < 5; i++)
    for (k = 0; k < 5; k++) pair_row(solid[i], solid[k], 3);
  printf("through a block world:\n");
  for (i = 0; i < 5; i++) block_row(names[i], &world, i);
  collide_grid_free(grid);
  return sink == 0.5;
}
