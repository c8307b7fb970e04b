/* SPDX-License-Identifier: MIT
 *
 * Walks and casts at grids on cases aimed at the margins of their fast paths: lines through
 * corners of cells or past them by a few units in the last place, in frames whose
 * boundaries are rounded, far away, and long. See walk.py.
 */
#include "cells/cells.h"
#include "collide.h"
#include "walk_draw.h"
#include "../support/cast.h"

/* ---- Lines --------------------------------------------------------------------- */

typedef struct line {
  collide_grid_frame frame;
  double from[3], to[3];
  double base[3]; /* the cell around which it lies */
  int whole;      /* the frame's boundaries are whole numbers */
} line;

static double boundary_of(const line *l, int axis, double k) {
  return cells_boundary(l->frame.size[axis], l->frame.origin[axis], k);
}

static void draw_frame(random_source *r, line *l, int dimensions, double reach) {
  double scale = draw_below(r, 12) == 0 ? ldexp(1, draw_from(r, -1060, 980)) : draw_scale(r);
  int axis, plain = draw_below(r, 4) == 0, same = draw_below(r, 2);
  l->frame = collide_unit_frame(dimensions);
  l->whole = plain;
  for (axis = 0; axis < dimensions; axis++) {
    double size = draw_size(r) * scale;
    if (plain) continue;
    if (axis > 0 && same) {
      l->frame.size[axis] = l->frame.size[0];
      l->frame.origin[axis] = l->frame.origin[0];
    } else {
      l->frame.size[axis] = size;
      l->frame.origin[axis] = draw_origin(r, size);
    }
  }
  for (axis = 0; axis < 3; axis++) {
    int bits = reach > 0 && draw_below(r, 3) == 0 ? draw_from(r, 5, plain ? 52 : 45) : 3;
    l->base[axis] = axis < dimensions ? floor(draw_between(r, -1, 1) * ldexp(1, bits)) : 0;
    if (fabs(l->base[axis]) > reach) l->base[axis] = draw_from(r, -20, 20);
  }
}

static double draw_place(random_source *r, const line *l, int axis, double spread) {
  double k = l->base[axis] + floor(draw_between(r, -spread, spread));
  double low = boundary_of(l, axis, k), high = boundary_of(l, axis, k + 1);
  switch (draw_below(r, 4)) {
  case 0:
    return low;
  case 1:
    return low + (high - low) / 2;
  default:
    return draw_between(r, low, high);
  }
}

/* Past a corner of cells: through it but for rounding, or by a small part of a cell. */
static void draw_line(random_source *r, line *l, double spread) {
  double along = draw_below(r, 3) ? draw_between(r, 1.05, 3) : draw_from(r, 1, 3);
  int axis, how = draw_below(r, 4);
  for (axis = 0; axis < l->frame.dimensions; axis++) {
    double reach = draw_below(r, 3) ? spread : 2;
    double corner = boundary_of(l, axis, l->base[axis] + draw_from(r, -2, 2));
    double from = draw_place(r, l, axis, reach), to;
    if (how == 0) { /* between points of a lattice */
      to = draw_place(r, l, axis, reach);
    } else {
      to = from + (corner - from) * along;
      to = draw_near(r, to, how == 3 ? 0 : 2);
      if (how == 2)
        to += draw_between(r, -1, 1) * ldexp(l->frame.size[axis], -draw_from(r, 16, 52));
    }
    l->from[axis] = from;
    l->to[axis] = to;
  }
  for (; axis < 3; axis++) l->from[axis] = l->to[axis] = 0;
}

/* All axes in step, so that ties are many: differences are multiples of each other. */
static void draw_ties(random_source *r, line *l, double spread) {
  int axis, least = draw_from(r, 1, 7), length = 1 + (int)spread;
  for (axis = 0; axis < l->frame.dimensions; axis++) {
    int slope = draw_from(r, 1, least), sign = draw_below(r, 2) ? 1 : -1;
    double half = draw_below(r, 3) == 0 ? 0.5 : 0, size = l->frame.size[axis];
    double k = l->base[axis] + half;
    l->from[axis] = cells_boundary(size, l->frame.origin[axis], k);
    l->to[axis] = cells_boundary(size, l->frame.origin[axis], k + sign * slope * length);
    l->to[axis] = draw_near(r, l->to[axis], draw_below(r, 3) ? 0 : 1);
  }
  for (; axis < 3; axis++) l->from[axis] = l->to[axis] = 0;
}

/* x and y with a * x + b * y = the greatest common divisor of a and b, by Euclid's algorithm. */
static void find_bezout(int64_t a, int64_t b, int64_t *x, int64_t *y) {
  int64_t x_next = 0, y_next = 1;
  *x = 1;
  *y = 0;
  while (b != 0) {
    const int64_t q = a / b, rest = a - q * b;
    const int64_t x_after = *x - q * x_next, y_after = *y - q * y_next;
    a = b;
    b = rest;
    *x = x_next;
    *y = y_next;
    x_next = x_after;
    y_next = y_after;
  }
}

/* Coordinates are multiples of a unit. The line passes a corner of cells as closely as that allows,
 * or meets it. In space the third axis is drawn freely, or is in step with another one. */
static void draw_lattice(random_source *r, line *l, int dimensions) {
  static const double sizes[] = {1, 1, 16, 3, 0.25};
  const double unit = ldexp(1, -draw_from(r, 1, 26)), size = sizes[draw_below(r, 5)];
  const int first = draw_below(r, dimensions), second = (first + 1) % dimensions;
  int64_t start[3], span[3];
  int axis, times = draw_from(r, 1, 3), meets = draw_below(r, 3) == 0;
  l->frame = collide_unit_frame(dimensions);
  for (axis = 0; axis < 3; axis++) {
    start[axis] = 1 + (int64_t)draw_between(r, 0, 4 * size / unit);
    span[axis] = (int64_t)draw_between(r, 0, 8 * size / unit);
  }
  find_bezout(start[first], start[second], &span[second], &span[first]);
  span[first] = times * start[first] - (meets ? 0 : span[first]);
  span[second] = times * start[second] + (meets ? 0 : span[second]);
  for (axis = 0; axis < 3; axis++) {
    const int copied = draw_below(r, 2) ? first : second, sign = draw_below(r, 2) ? 1 : -1;
    l->base[axis] = l->from[axis] = l->to[axis] = 0;
    if (axis >= dimensions) continue;
    if (axis != first && axis != second && draw_below(r, 2)) {
      start[axis] = start[copied];
      span[axis] = span[copied];
    }
    l->base[axis] = draw_from(r, -20, 20);
    l->frame.size[axis] = size;
    l->frame.origin[axis] = unit * draw_from(r, -3, 3);
    l->from[axis] = boundary_of(l, axis, l->base[axis]) - sign * (double)start[axis] * unit;
    l->to[axis] = l->from[axis] + sign * (double)span[axis] * unit;
  }
}

/* One axis with enormous coordinates, the others with tiny ones. */
static void draw_huge(random_source *r, line *l, int dimensions) {
  int axis, huge = draw_below(r, dimensions);
  l->frame = collide_unit_frame(dimensions);
  for (axis = 0; axis < 3; axis++) {
    double size = axis == huge ? 1e298 : ldexp(1, -1074 + draw_from(r, 0, 3));
    l->base[axis] = l->from[axis] = l->to[axis] = 0;
    if (axis >= dimensions) continue;
    l->frame.size[axis] = size;
    l->from[axis] = draw_from(r, -9, 9) * (axis == huge ? 0.5 * size : size);
    l->to[axis] = draw_from(r, -9, 9) * (axis == huge ? 0.5 * size : size);
  }
}

static void ask_line(const answer *a, const line *l) {
  int axis;
  ask_number(a, l->frame.dimensions);
  for (axis = 0; axis < l->frame.dimensions; axis++) {
    ask_double(a, l->frame.size[axis]);
    ask_double(a, l->frame.origin[axis]);
    ask_double(a, l->from[axis]);
    ask_double(a, l->to[axis]);
  }
}

/* ---- Walks --------------------------------------------------------------------- */

enum { BUFFER = 6000 };

static void walk_along(random_source *r, answer *a, const line *l, int64_t most) {
  static double flat[BUFFER * 5];
  collide_walk walk;
  size_t i, got, stride = 2 + (size_t)l->frame.dimensions;
  size_t capacity = draw_below(r, 3) ? BUFFER : (size_t)draw_from(r, 40, 400);
  ask_line(a, l);
  ask_end(a);
  if (!collide_walk_begin(&walk, &l->frame, l->from, l->to)) {
    if (a->text) printf(" none");
    return;
  }
  if (ci_walk_left(&walk) > most) {
    if (a->text) printf(" long");
    return;
  }
  while ((got = ci_walk_fill(&walk, flat, capacity)) > 0)
    for (i = 0; i < got * stride; i++) answer_double(a, flat[i]);
}

static void run_walk(random_source *r, answer *a) {
  int dimensions = draw_from(r, 2, 3), which = draw_below(r, 20);
  double spread = ldexp(1, draw_from(r, 1, 7));
  line l;
  if (which == 0) {
    draw_huge(r, &l, dimensions);
  } else if (which >= 14) {
    draw_lattice(r, &l, dimensions);
  } else {
    draw_frame(r, &l, dimensions, 1e16);
    if (which < 6)
      draw_ties(r, &l, spread / 4);
    else
      draw_line(r, &l, spread);
  }
  walk_along(r, a, &l, 4096);
}

/* Long lines, some of them steep, that come near a corner at any distance, or end near one: what
 * runs are for. Far away the rounding of positions is more than the steps of fixed point. */
static void run_run(random_source *r, answer *a) {
  int dimensions = draw_from(r, 2, 3), axis, far = draw_below(r, 3) == 0;
  double length = ldexp(1, draw_from(r, 3, 11)), t = draw_between(r, 0.01, 0.99);
  line l;
  draw_frame(r, &l, dimensions, 4e9);
  if (draw_below(r, 4) == 0) t = 1;
  for (axis = 0; axis < 3; axis++) l.from[axis] = l.to[axis] = 0;
  for (axis = 0; axis < dimensions; axis++) {
    double share = draw_below(r, 2) ? draw_between(r, 0.2, 1) : 0.01, span, off, corner;
    if (far) {
      l.frame.origin[axis] = 0;
      l.base[axis] = floor(draw_between(r, 1, 4.8 / dimensions) * (draw_below(r, 2) ? 1e9 : -1e9));
    }
    span = l.frame.size[axis] * (length * share + 1) * (draw_below(r, 2) ? 1 : -1);
    off = ldexp(draw_between(r, -1, 1), -(far ? draw_from(r, 18, 24) : draw_from(r, 20, 54)));
    corner = boundary_of(&l, axis, l.base[axis]) + off * l.frame.size[axis];
    l.from[axis] = corner - t * span;
    l.to[axis] = draw_near(r, l.from[axis] + span, 2);
  }
  walk_along(r, a, &l, 20000);
}

/* ---- Crossings ------------------------------------------------------------------- */

static double draw_short(random_source *r, int bits) {
  double x = (double)(draw_bits(r) >> (64 - bits)) + 1;
  return draw_below(r, 2) ? x : -x;
}

/* A crossing whose numbers have a few bits, spread so widely that their differences have many. */
static crossing draw_crossing(random_source *r) {
  int bits = draw_from(r, 3, 48), apart = draw_from(r, 0, 60);
  crossing c;
  c.from = draw_short(r, bits);
  c.boundary = ldexp(draw_short(r, bits), apart);
  c.to = ldexp(draw_short(r, bits), draw_below(r, 2) ? apart : draw_from(r, 0, 60));
  c.base = draw_below(r, 3) ? c.from : 0;
  if (c.to < c.base) {
    c.boundary = -c.boundary;
    c.from = -c.from;
    c.base = -c.base;
    c.to = -c.to;
  }
  return c;
}

static void scale_crossing(crossing *c, double by) {
  c->boundary *= by;
  c->from *= by;
  c->to *= by;
  c->base *= by;
}

static void ask_crossing(const answer *a, const crossing *c) {
  ask_double(a, c->boundary);
  ask_double(a, c->from);
  ask_double(a, c->to);
  ask_double(a, c->base);
}

static int is_proper(const crossing *c) {
  return c->to > c->base && fabs(c->boundary) < 1e308 && fabs(c->to) < 1e308 &&
         fabs(c->from) < 1e308;
}

/* Two crossings at the same time, or nearly. */
static void run_compare(random_source *r, answer *a) {
  static const double odd[] = {3, 5, 7, 9, 11, 13};
  crossing p = draw_crossing(r), q = p;
  int far = draw_below(r, 4) == 0, shift = far ? draw_from(r, 300, 900) : draw_from(r, 0, 90);
  scale_crossing(&q, odd[draw_below(r, 6)] / (draw_below(r, 2) ? 1 : 4));
  if (draw_below(r, 4) == 0) q.boundary = draw_near(r, q.boundary, 1);
  if (draw_below(r, 4) == 0) q.to = draw_near(r, q.to, 1);
  if (draw_below(r, 4) == 0) q.from = q.base = draw_near(r, q.from, 1);
  scale_crossing(&p, ldexp(1, draw_below(r, 2) ? shift : -shift));
  shift = far ? draw_from(r, 300, 900) : draw_from(r, 0, 90);
  scale_crossing(&q, ldexp(1, draw_below(r, 2) ? shift : -shift));
  ask_crossing(a, &p);
  ask_crossing(a, &q);
  ask_end(a);
  if (!is_proper(&p) || !is_proper(&q)) return;
  answer_number(a, ci_crossing_compare(&p, &q));
  answer_number(a, ci_crossing_compare(&q, &p));
}

static void run_compare_to(random_source *r, answer *a) {
  crossing p = draw_crossing(r);
  double t = draw_below(r, 3) ? draw_between(r, 0, 2) : draw_short(r, 12) / 64;
  int far = draw_below(r, 4) == 0, shift = far ? draw_from(r, 300, 900) : draw_from(r, 0, 90);
  p.from = draw_below(r, 2) ? 0 : p.from;
  if (draw_below(r, 2)) p.base = p.to > p.from ? p.from : 0;
  p.boundary = draw_near(r, p.from + t * (p.to - p.base), 1);
  scale_crossing(&p, ldexp(1, draw_below(r, 2) ? shift : -shift));
  ask_crossing(a, &p);
  ask_double(a, t);
  ask_end(a);
  if (is_proper(&p)) answer_number(a, ci_crossing_compare_to(&p, t));
}

/* ---- Cells ----------------------------------------------------------------------- */

static double draw_far_cell(random_source *r) {
  return floor(draw_between(r, -1, 1) * ldexp(1, draw_from(r, 1, 54)));
}

/* Which cell is on a boundary, or next to it. */
static void run_locate(random_source *r, answer *a) {
  double size = draw_size(r) * draw_scale(r), origin = draw_origin(r, size), x;
  double k = draw_far_cell(r);
  int64_t cell = 0;
  if (draw_below(r, 3) == 0) origin = draw_far_cell(r) * size;
  x = draw_near(r, cells_boundary(size, origin, k), 3);
  ask_double(a, size);
  ask_double(a, origin);
  ask_double(a, x);
  ask_end(a);
  answer_number(a, cells_locate(size, origin, x, &cell));
  answer_number(a, cell);
}

/* Are cells that are called distinct apart from their neighbours? 0, or 1 if they are not. */
static void run_distinct(random_source *r, answer *a) {
  double size = draw_between(r, 1, 2), k = draw_from(r, 0, 1) ? -1 : 1, origin;
  k *= floor(draw_between(r, 0.4, 1) * ldexp(1, draw_from(r, 50, 53)));
  origin = draw_between(r, -1, 1) * ldexp(1, draw_from(r, 40, 53));
  ask_double(a, size);
  ask_double(a, origin);
  ask_double(a, k);
  ask_end(a);
  answer_number(a, ci_cells_distinct(size, origin, (int64_t)k) &&
                       !(cells_boundary(size, origin, k) < cells_boundary(size, origin, k + 1)));
}

/* ---- Casts at grids ------------------------------------------------------------- */

/* Cells near the line's corner, and at the end of a brick and of a node farther on. */
static void fill_grid(random_source *r, const answer *a, const line *l, collide_grid *grid) {
  static const int steps[] = {0, 1, 2, 4, 8, 16, 17, 40, 130};
  int i, axis, count = draw_from(r, 2, 24), spread = steps[draw_from(r, 2, 8)];
  ask_number(a, count);
  for (i = 0; i < count; i++) {
    int64_t cell[3] = {0, 0, 0};
    for (axis = 0; axis < l->frame.dimensions; axis++) {
      int far = draw_below(r, 4) == 0;
      cell[axis] = (int64_t)l->base[axis] + draw_from(r, -3, 3);
      if (far) cell[axis] += draw_from(r, -spread, spread);
    }
    for (axis = 0; axis < l->frame.dimensions; axis++) ask_number(a, cell[axis]);
    if (!collide_grid_set(grid, cell, 1)) abort();
  }
}

/* The time of the corner, or near it. */
static double draw_limit(random_source *r, const line *l) {
  double span = l->to[0] - l->from[0], t;
  if (span == 0 || draw_below(r, 3) == 0) return INFINITY;
  t = (boundary_of(l, 0, l->base[0] + draw_from(r, -1, 1)) - l->from[0]) / span;
  return t >= 0 ? draw_near(r, t, 2) : 1;
}

static void answer_hits(answer *a, collide_grid_cast *cast, int dimensions) {
  collide_grid_hit hit;
  int axis, most = 200;
  while (most-- > 0 && ci_grid_cast_next(cast, &hit)) {
    for (axis = 0; axis < dimensions; axis++) answer_number(a, hit.cell[axis]);
    if (a->text) {
      printf(" |");
      continue;
    }
    answer_double(a, hit.t);
    answer_double(a, hit.t_exit);
    for (axis = 0; axis < dimensions; axis++) answer_double(a, hit.point[axis]);
  }
}

static void run_cast(random_source *r, answer *a) {
  int dimensions = draw_from(r, 2, 3), kind, axis, flags = 0, moves = 0;
  double spread = ldexp(1, draw_from(r, 1, 7)), limit;
  collide_grid_cast cast;
  collide_grid *grid;
  line l;
  draw_frame(r, &l, dimensions, 1e13);
  if (draw_below(r, 32) == 0) { /* so small that products with a margin underflow */
    for (axis = 0; axis < dimensions; axis++) {
      l.frame.size[axis] = ldexp(draw_from(r, 3, 9), draw_from(r, -1037, -1027));
      l.frame.origin[axis] = 0;
      l.base[axis] = draw_from(r, -2, 2);
    }
  }
  if (draw_below(r, 4) == 0)
    draw_ties(r, &l, spread);
  else
    draw_line(r, &l, spread);
  kind = draw_below(r, 3);
  if (draw_below(r, 4) == 0) flags |= COLLIDE_CORNERS_AHEAD;
  if (draw_below(r, 4) == 0) flags |= COLLIDE_SKIP_INSIDE;
  limit = draw_limit(r, &l);
  ask_line(a, &l);
  ask_number(a, kind);
  ask_number(a, flags);
  ask_double(a, limit);
  grid = collide_grid_new(&l.frame, NULL, NULL);
  if (grid == NULL) abort();
  fill_grid(r, a, &l, grid);
  ask_end(a);
  if (kind == 0) {
    begin_grid_cast(&cast, COLLIDE_CAST_SEGMENT, grid, l.from, l.to, 1, flags);
  } else {
    for (axis = 0; axis < 3; axis++) {
      l.to[axis] -= l.from[axis];
      ask_double(a, l.to[axis]);
      moves |= l.to[axis] != 0;
    }
    ask_end(a);
    if (moves && kind == 1)
      begin_grid_cast(&cast, COLLIDE_CAST_RAY, grid, l.from, l.to, limit, flags);
    if (moves && kind == 2)
      begin_grid_cast(&cast, COLLIDE_CAST_LINE, grid, l.from, l.to, HUGE_VAL, flags);
  }
  if (kind == 0 || moves) answer_hits(a, &cast, dimensions);
  collide_grid_free(grid);
}

int main(int argc, char **argv) {
  static const case_kind kinds[] = {{"walk", run_walk},       {"run", run_run},
                                    {"compare", run_compare}, {"compare_to", run_compare_to},
                                    {"locate", run_locate},   {"distinct", run_distinct},
                                    {"cast", run_cast}};
  return run_cases(kinds, (int)(sizeof kinds / sizeof kinds[0]), argc, argv);
}
