/* SPDX-License-Identifier: MIT
 *
 * Moves of what stands on solids in space: on a floor of 16 boxes or hulls side by side, along the
 * axes or turned, all in one frame, so that faces lie on faces. us a move, and how many rays at the
 * same floor that is. Steps change from move to move; each presses down a little, and meets the
 * floor.
 */
#include <math.h>

#include "collide.h"
#include "measure.h"
#include "../spec/support/cast.h"

enum { SIDE = 4, TILES = SIDE * SIDE, STEPS = 256, MOVERS = 5 };

typedef struct solid {
  collide_shape shape;
  collide_source source;
  double storage[4096];
} solid;

typedef struct stand {
  solid mover;
  collide_target floor;
  double start[3], steps[STEPS][3];
} stand;

static solid tiles[TILES];
static collide_target members[TILES];
static double frame[9]; /* of all */

static void turn(const double v[3], double out[3]) {
  int i;
  for (i = 0; i < 3; i++)
    out[i] = frame[3 * i] * v[0] + frame[3 * i + 1] * v[1] + frame[3 * i + 2] * v[2];
}

static void set_frame(int is_turned) {
  static const double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const double x = 0.31, y = 0.47, z = 0.22, w = sqrt(1 - x * x - y * y - z * z);
  const double turned[9] = {
      1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
      2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
      2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
  int i;
  for (i = 0; i < 9; i++) frame[i] = is_turned ? turned[i] : same[i];
}

static void must(collide_error error) {
  if (error != COLLIDE_OK) abort();
}

static void place(solid *s, const double at[3], int poses) {
  collide_pose pose = collide_identity_pose();
  int i;
  turn(at, pose.position);
  pose.has_linear = poses;
  for (i = 0; i < 9 && poses; i++) pose.linear[i] = frame[i];
  must(collide_set_pose(&s->shape, &s->source, &pose));
}

/* A block as a box in the frame, or as a hull of its corners, which are turned one by one. */
static void make_block(solid *s, int is_hull, const double half[3], const double at[3]) {
  static double work[4096];
  double corners[8][3];
  size_t bytes;
  int i, k, point;
  if (!is_hull) {
    must(collide_make_box(&s->shape, &s->source, half));
    place(s, at, frame[1] != 0);
    return;
  }
  for (i = 0; i < 8; i++) {
    double v[3];
    for (k = 0; k < 3; k++) v[k] = i >> k & 1 ? half[k] : -half[k];
    turn(v, corners[i]);
  }
  must(collide_build_hull(corners[0], 8, work, &bytes, &point));
  if (bytes > sizeof s->storage) abort();
  collide_make_hull(&s->shape, &s->source, work, s->storage);
  place(s, at, 0);
}

static collide_target make_floor(int of_hulls) {
  static const double half[3] = {0.5, 0.5, 0.5};
  int i;
  for (i = 0; i < TILES; i++) {
    double at[3];
    at[0] = i / SIDE - SIDE / 2 + 0.5;
    at[1] = -0.5;
    at[2] = i % SIDE - SIDE / 2 + 0.5;
    make_block(&tiles[i], of_hulls, half, at);
    members[i] = collide_target_of_shape(&tiles[i].shape);
  }
  return collide_target_of_array(members, TILES);
}

static void make_mover(solid *s, int kind) {
  static const double half[3] = {0.3, 0.4, 0.3}, origin[3] = {0, 0, 0};
  double foot[3] = {0, -0.4, 0}, head[3] = {0, 0.4, 0}, p[3], q[3];
  switch (kind) {
  case 0:
    must(collide_make_sphere(&s->shape, &s->source, 0.3));
    break;
  case 1:
    turn(foot, p);
    turn(head, q);
    must(collide_make_capsule(&s->shape, &s->source, p, q, 0.3));
    break;
  case 4:
    must(collide_make_cylinder(&s->shape, &s->source, 0.3, 0.4));
    place(s, origin, frame[1] != 0);
    break;
  default:
    make_block(s, kind == 3, half, origin);
  }
}

static double ask_moves(const void *what, int n) {
  stand *s = (stand *)what;
  collide_move_options options = collide_default_move();
  collide_move_result result;
  int i, k;
  options.skips_exit = 1;
  for (k = 0; k < n; k++) {
    must(collide_set_position(&s->mover.shape, &s->mover.source, s->start));
    for (i = 0; i < STEPS; i++) {
      if (move_shape(&s->mover.shape, &s->mover.source, &s->floor, s->steps[i], &options, NULL,
                     &result) != 1)
        abort();
      sink += result.position[0];
    }
  }
  return (double)n * STEPS;
}

static double ask_rays(const void *what, int n) {
  const stand *s = (const stand *)what;
  int i, k;
  for (k = 0; k < n; k++)
    for (i = 0; i < STEPS; i++) {
      collide_target_hit hit;
      double d[3];
      int j;
      for (j = 0; j < 3; j++) d[j] = 20 * s->steps[i][j];
      sink += cast_target(COLLIDE_CAST_RAY, &s->floor, s->start, d, HUGE_VAL, 0, &hit);
    }
  return (double)n * STEPS;
}

/* There and back, so that it stays on the floor; the first step is down to it. */
static void make_steps(stand *s) {
  int i;
  for (i = 0; i < STEPS; i++) {
    double d[3], angle = uniform(0, 6.28), sign = i % 2 ? -1 : 1;
    d[0] = sign * 0.1 * fabs(cos(angle));
    d[1] = i == 0 ? -5 : -0.02;
    d[2] = sign * 0.1 * fabs(sin(angle));
    turn(d, s->steps[i]);
  }
}

int main(void) {
  static const char *const names[MOVERS] = {"ball", "capsule", "box", "hull", "cylinder"};
  static const double above[3] = {0.1, 2, 0.2};
  static stand s;
  int is_turned, of_hulls, kind;
  printf("%-10s %-16s %10s %8s %8s\n", "", "", "us a move", "ns a ray", "ratio");
  for (is_turned = 0; is_turned < 2; is_turned++)
    for (of_hulls = 0; of_hulls < 2; of_hulls++) {
      set_frame(is_turned);
      s.floor = make_floor(of_hulls);
      turn(above, s.start);
      make_steps(&s);
      for (kind = 0; kind < MOVERS; kind++) {
        double move, ray;
        make_mover(&s.mover, kind);
        move = measure(ask_moves, &s);
        ray = measure(ask_rays, &s);
        printf("%-10s on %s%-7s %10.1f %8.0f %8.0f\n", names[kind],
               is_turned ? "turned " : "level  ", of_hulls ? "hulls" : "boxes", move / 1000, ray,
               move / ray);
      }
    }
  return sink == 0.5;
}
