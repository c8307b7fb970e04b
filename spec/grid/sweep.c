/* SPDX-License-Identifier: MIT
 *
 * Shapecasts at grids in space against shapecasts at each of their cells alone: the nearest hit has
 * to be the same, to the bit. Shapes are aimed at edges and corners of cells, within rounding.
 * Segments are also held against the general way of shapecasts. Prints a line and returns 0, or
 * says what went wrong.
 */
#include "collide.h"
#include "narrow/space/decide.h"
#include "narrow/space/space.h"
#include "../support/cast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 10, CELLS = 12, CASTS = 40, PAST_EDGES = 6 };

static uint64_t state = 88172645463325252u;
static int64_t cells[CELLS][3];
static collide_shape boxes[CELLS];

static void fail(const char *what) {
  printf("sweep: %s\n", what);
  exit(1);
}

static int below(int n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int)(state % (uint64_t)n);
}

static double uniform(double low, double high) {
  return low + (high - low) * ((double)below(1 << 30) / (1 << 30));
}

/* ---- A grid ---------------------------------------------------------------------------------- */

static collide_grid *draw_grid(collide_grid_frame *frame) {
  static const double sizes[] = {0.1, 0.3, 0.7, 1, 1, 0.125};
  collide_grid *grid;
  int i, k;
  double far = below(3) == 0 ? 1000.1 : 0;
  frame->dimensions = 3;
  for (k = 0; k < 3; k++) {
    frame->size[k] = sizes[below(6)];
    frame->origin[k] = below(2) == 0 ? 0 : far + 0.1 * (below(9) - 4);
  }
  grid = collide_grid_new(frame, NULL, NULL);
  if (grid == NULL) fail("no memory");
  for (i = 0; i < CELLS; i++) {
    double low[3], high[3];
    for (k = 0; k < 3; k++) {
      cells[i][k] = below(9) - 4;
      low[k] = (double)cells[i][k] * frame->size[k] + frame->origin[k];
      high[k] = ((double)cells[i][k] + 1) * frame->size[k] + frame->origin[k];
    }
    if (!collide_grid_set(grid, cells[i], 1)) fail("no memory");
    if (collide_make_box_corners(&boxes[i], NULL, low, high) != COLLIDE_OK) fail("a box");
  }
  return grid;
}

static int cell_comes_before(const int64_t a[3], const int64_t b[3]) {
  int k;
  for (k = 2; k > 0 && a[k] == b[k]; k--) {
  }
  return a[k] < b[k];
}

/* ---- Casts ----------------------------------------------------------------------------------- */

static int nearest_of_all(const collide_shape *shape, const double d[3], int flags,
                          double *nearest) {
  collide_sweep_hit hit;
  int i, found = -1;
  for (i = 0; i < CELLS; i++) {
    if (collide_shapecast(shape, d, &boxes[i], flags, &hit) != 1) continue;
    if (found < 0 || hit.t < *nearest ||
        (hit.t == *nearest && cell_comes_before(cells[i], cells[found]))) {
      found = i;
      *nearest = hit.t;
    }
  }
  return found;
}

static void hold(const collide_shape *shape, const double d[3], const collide_grid *grid) {
  static const int all[] = {0, COLLIDE_SKIP_INSIDE, COLLIDE_SKIP_INSIDE | COLLIDE_SKIP_TOUCHING};
  collide_target target = collide_target_of_grid(grid);
  collide_target_sweep hit;
  double t = 0;
  int i, found;
  for (i = 0; i < 3; i++) {
    found = nearest_of_all(shape, d, all[i], &t);
    if ((sweep_target(shape, d, &target, all[i], &hit) == 1) != (found >= 0))
      fail(found >= 0 ? "a cell is missed" : "no cell is hit");
    if (found < 0) continue;
    if (hit.hit.t != t) fail("another time");
    if (memcmp(hit.at.cell, cells[found], sizeof cells[0]) != 0) fail("another cell");
  }
}

/* Without the quick way of segments. */
static void hold_generally(const collide_shape *shape, const double d[3],
                           const collide_shape *box) {
  space_sweep w;
  int open;
  w.a = shape;
  w.b = box;
  memcpy(w.d, d, sizeof w.d);
  w.decides = ci_solid_decides(shape, box);
  w.is_curved = 0;
  for (open = 0; open < 2; open++) {
    w.flags = COLLIDE_SKIP_INSIDE | (open ? COLLIDE_SKIP_TOUCHING : 0);
    if (collide_shapecast(shape, d, box, w.flags, NULL) != ci_space_shapecast(&w, NULL))
      fail("a segment or a point, yes or no");
  }
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* A place on a corner or an edge of the box, or within. */
static void draw_place(const collide_shape *box, double x[3]) {
  int k, free_axis = below(5);
  for (k = 0; k < 3; k++) {
    double low = box->origin[k] + box->a[k], high = box->origin[k] + box->b[k];
    x[k] = k == free_axis || free_axis == 4 ? uniform(low, high) : below(2) ? low : high;
  }
}

static void draw_way(double d[3]) {
  int k;
  do {
    for (k = 0; k < 3; k++) d[k] = below(4) == 0 ? 0 : uniform(-2, 2);
  } while (d[0] == 0 && d[1] == 0 && d[2] == 0);
}

static double nudge(double x) {
  int by = below(5);
  return by == 0 ? nextafter(x, 1e9) : by == 1 ? nextafter(x, -1e9) : x;
}

/* Flies along itself, but for what `off` tells. */
static void cast_segment(const collide_grid *grid, int aim) {
  static const double off[] = {0, 0, 1e-16, 1e-12, 1e-3, 1};
  double s[3], d[3], x[3], a[3], b[3], speed = uniform(-3, 3), at = uniform(0, 2);
  double astray = off[below(6)];
  collide_shape shape;
  collide_source source;
  int k;
  draw_place(&boxes[aim], x);
  draw_way(s);
  if (below(3) == 0) speed = below(2) ? 0.5 : -2;
  for (k = 0; k < 3; k++) {
    d[k] = speed * s[k];
    if (below(3) > 0) d[k] += astray * uniform(-1, 1);
    a[k] = nudge(x[k] - at * (s[k] + d[k]));
    b[k] = nudge(a[k] + s[k]);
    if (d[k] == 0 && below(2)) b[k] = x[k];
  }
  if (d[0] == 0 && d[1] == 0 && d[2] == 0) return;
  if (collide_make_segment(&shape, &source, a, b) != COLLIDE_OK) fail("a segment");
  hold(&shape, d, grid);
  hold_generally(&shape, d, &boxes[aim]);
}

/* Along itself, past an edge of the box as near as rounding allows, on one side or on the other. */
static void cast_past_edge(const collide_shape *box) {
  double s[3], d[3], a[3], b[3], at = uniform(0.2, 1.5), speed = ldexp(1, below(5) - 2);
  collide_shape shape;
  collide_source source;
  int k, along = below(3);
  for (k = 0; k < 3; k++) {
    double low = box->origin[k] + box->a[k], high = box->origin[k] + box->b[k], x;
    s[k] = uniform(0.2, 1) * (below(2) ? 1 : -1);
    if (k == along)
      x = low + (high - low) * uniform(0.3, 0.7);
    else
      x = (k == (along + 1) % 3) == (s[k] > 0) ? low : high;
    a[k] = nudge(x - at * (1 + speed) * s[k]);
    b[k] = a[k] + s[k];
    d[k] = speed * (b[k] - a[k]);
  }
  if (collide_make_segment(&shape, &source, a, b) != COLLIDE_OK) fail("a segment");
  hold_generally(&shape, d, box);
}

/* A point past an edge or a corner of the box in the same way. */
static void point_past_edge(const collide_shape *box) {
  collide_pose pose = collide_identity_pose();
  double d[3], at = uniform(0.1, 0.9);
  collide_shape shape;
  collide_source source;
  int k, along = below(4);
  for (k = 0; k < 3; k++) {
    double low = box->origin[k] + box->a[k], high = box->origin[k] + box->b[k], x;
    d[k] = uniform(0.2, 1) * (below(2) ? 1 : -1);
    if (k == along)
      x = low + (high - low) * uniform(0.3, 0.7);
    else
      x = (k == (along + 1) % 3) == (d[k] > 0) ? low : high;
    pose.position[k] = nudge(x - at * d[k]);
  }
  if (collide_make_sphere(&shape, &source, 0) != COLLIDE_OK ||
      collide_set_pose(&shape, &source, &pose) != COLLIDE_OK)
    fail("a point");
  hold_generally(&shape, d, box);
}

/* With an end on a face of the cell, along which it flies. */
static void cast_along_face(const collide_grid *grid, int aim) {
  const collide_shape *box = &boxes[aim];
  double d[3], a[3], b[3];
  collide_shape shape;
  collide_source source;
  int k, across = below(3), is_high = below(2);
  for (k = 0; k < 3; k++) {
    double low = box->origin[k] + box->a[k], high = box->origin[k] + box->b[k];
    double s = uniform(0.2, 4), x = low + (high - low) * uniform(0.4, 0.6);
    d[k] = k == across ? 0 : uniform(-1, 1);
    b[k] = k == across ? (is_high ? high : low) : x - 0.5 * d[k];
    a[k] = k == across ? b[k] + (is_high ? s : -s) : b[k] - 0.01 * d[k];
  }
  if (collide_make_segment(&shape, &source, a, b) != COLLIDE_OK) fail("a segment");
  hold(&shape, d, grid);
}

/* An upright capsule that touches a corner or an edge of a cell at its start, as nearly as rounding
 * allows, and goes on anywhere. What it is in its own frame and its position are rounded apart. */
static void cast_from_touch(const collide_grid *grid, int aim) {
  const collide_shape *box = &boxes[aim];
  double d[3], n[3], a[3], b[3], radius = uniform(0.05, 0.8), length = 0;
  collide_pose pose = collide_identity_pose();
  collide_shape shape;
  collide_source source;
  int k, along = below(4);
  draw_way(d);
  for (k = 0; k < 3; k++) n[k] = k == along ? 0 : uniform(-1, 1);
  for (k = 0; k < 3; k++) length += n[k] * n[k];
  for (k = 0; k < 3; k++) {
    double low = box->origin[k] + box->a[k], high = box->origin[k] + box->b[k];
    double x = n[k] < 0 ? low : n[k] > 0 ? high : uniform(low, high);
    x += radius * n[k] / sqrt(length);
    a[k] = uniform(-0.2, 0.2);
    pose.position[k] = x - a[k];
    b[k] = a[k] + (k == along ? 1 : 0);
  }
  if (collide_make_capsule(&shape, &source, a, b, radius) != COLLIDE_OK ||
      collide_set_pose(&shape, &source, &pose) != COLLIDE_OK)
    fail("a capsule");
  hold(&shape, d, grid);
}

/* A point, a ball or a capsule, so that it just touches the place on its way, or another shape. */
static void cast_round(const collide_grid *grid, int aim) {
  double d[3], x[3], n[3], p[3], q[3], radius = uniform(0.05, 0.8), length = 0, at = uniform(0, 1);
  collide_shape shape;
  collide_source source;
  collide_error error = COLLIDE_OK;
  int k, kind = below(5);
  if (kind == 0) radius = 0;
  draw_place(&boxes[aim], x);
  draw_way(d);
  draw_way(n);
  for (k = 0; k < 3; k++) length += n[k] * n[k];
  for (k = 0; k < 3; k++) {
    p[k] = nudge(x[k] + radius * n[k] / sqrt(length) - at * d[k]);
    q[k] = p[k] + (kind == 3 && k != 1 ? 0 : uniform(-1, 1));
  }
  switch (kind) {
  case 0:
  case 1:
    error = collide_make_sphere(&shape, &source, radius);
    break;
  case 2:
  case 3:
    error = collide_make_capsule(&shape, &source, p, q, radius);
    break;
  default:
    for (k = 0; k < 3; k++) n[k] = uniform(0.05, 0.9);
    error = collide_make_box(&shape, &source, n);
  }
  if (error == COLLIDE_OK && kind != 2 && kind != 3) {
    collide_pose pose = collide_identity_pose();
    memcpy(pose.position, p, sizeof p);
    error = collide_set_pose(&shape, &source, &pose);
  }
  if (error != COLLIDE_OK) fail("a shape");
  hold(&shape, d, grid);
}

/* The largest ball or upright capsule in a box. */
static collide_error make_round_in(const double low[3], const double high[3], int is_ball,
                                   collide_shape *shape, collide_source *source) {
  double at[3], foot[3] = {0, 0, 0}, head[3] = {0, 0, 0}, radius = HUGE_VAL;
  collide_error error;
  int k;
  for (k = 0; k < 3; k++) {
    at[k] = 0.5 * low[k] + 0.5 * high[k];
    radius = fmin(radius, 0.5 * (high[k] - low[k]));
  }
  head[1] = 0.5 * (high[1] - low[1]) - radius;
  foot[1] = -head[1];
  error = is_ball ? collide_make_sphere(shape, source, radius)
                  : collide_make_capsule(shape, source, foot, head, radius);
  return error == COLLIDE_OK ? collide_set_position(shape, source, at) : error;
}

/* A box of whole cells that comes from one side of all of them and leaves on the other, by whole
 * numbers of cells: through corners of cells, and of large empty blocks, at one instant. Or a ball
 * or capsule in such a box, a diagonal of it, or a box of eighths or tenths of cells. */
static void cast_on_lattice(const collide_grid *grid) {
  const collide_grid_frame *f = collide_grid_get_frame(grid);
  collide_shape shape;
  collide_source source;
  collide_error error;
  double low[3], high[3], d[3], part = below(4) ? 1 : below(2) ? 0.125 : 0.1;
  int k, kind = below(6);
  for (k = 0; k < 3; k++) {
    double from = (below(15) - 7) * part, side = (1 + below(3)) * part;
    low[k] = f->origin[k] + from * f->size[k];
    high[k] = f->origin[k] + (from + side) * f->size[k];
    d[k] = (below(17) - 8) * part * f->size[k];
  }
  if (kind < 2)
    error = make_round_in(low, high, kind == 0, &shape, &source);
  else if (kind == 2)
    error = collide_make_segment(&shape, NULL, low, high);
  else
    error = collide_make_box_corners(&shape, NULL, low, high);
  if (error != COLLIDE_OK) fail("a shape on the lattice");
  hold(&shape, d, grid);
}

int main(int count, char **arguments) {
  int rounds = ROUNDS * (count > 1 ? atoi(arguments[1]) : 1), i, k, n;
  for (i = 0; i < rounds; i++) {
    collide_grid_frame frame;
    collide_grid *grid = draw_grid(&frame);
    for (k = 0; k < CASTS; k++) {
      cast_segment(grid, below(CELLS));
      for (n = 0; n < PAST_EDGES; n++) {
        cast_past_edge(&boxes[below(CELLS)]);
        point_past_edge(&boxes[below(CELLS)]);
      }
      cast_along_face(grid, below(CELLS));
      cast_from_touch(grid, below(CELLS));
      if (k % 8 == 0) cast_round(grid, below(CELLS));
      cast_on_lattice(grid);
    }
    collide_grid_free(grid);
  }
  printf("%d shapecasts at grids are as those at each cell\n",
         rounds * ((4 + PAST_EDGES) * CASTS + CASTS / 8));
  return 0;
}
