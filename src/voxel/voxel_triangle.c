/* SPDX-License-Identifier: MIT
 *
 * The cells that a triangle touches. A triangle meets a cell if its bounds, its plane and its three
 * projections do (triangle_box.c). So the cells of a row along x are the intersection of three
 * intervals: that of the layer across y in the projection along z, that of the layer across z in
 * the projection along y, and that of the plane. If the bounds are one cell thick along an axis,
 * the projection along it is enough.
 */
#include "../narrow/space/triangle_box.h"
#include "../number/orient.h"
#include "../number/scalar.h"
#include "voxel.h"
#include "voxel_pen.h"
#include "voxel_work.h"

#include <string.h>

/* ---- Crossings ------------------------------------------------------------------------------- */

/* The crossings of a triangle's edges and plane with the lines of a grid, as exact codes. Plain
 * doubles compute them if they are certain. Otherwise the sign of orient2d, or of the plane's
 * function, at corners of nearby cells decides. In a layer of cells, the triangle's projection
 * covers an interval. Its ends are the extremes of the corners in the layer and the crossings of
 * the edges with the two lines that bound the layer.
 *
 * In the bounds below, u and v as indices are axes, w is a width and d a doubt (VOXEL_DOUBT): a
 * corner is off by 3/16 d, a boundary by 1/8 d, a rounding is at most w / 2^53 = d / 32. */

/* The error along u of the crossing of an edge with a line j across v, in units of d_u + d_v
 * |slope|. The computed edge is that of moved corners. The point of the true edge on line j
 * corresponds to a point of the moved edge that is off by 3/16 d_u and 3/16 d_v. From there to the
 * computed place of line j the edge passes over at most (3/16 + 1/8) d_v, and |slope| times that
 * along u. The compared boundary along u is off by 1/8 d_u. The roundings: slope 4 (of at most w_u,
 * since |slope * (j - v)| <= w_u), the two products with slope 2 of w_v |slope|, their sums 1 of
 * w_v |slope| and 2 of w_u: 6/32 d_u + 3/32 d_v |slope|. Together 0.5 d_u + 0.41 d_v |slope|. 1 is
 * used: it covers the terms of second order, and doubt remains rare. */
#ifndef SLABS_EDGE
#define SLABS_EDGE 1
#endif

/* The error of a component of the normal, e_u f_v - e_v f_u. e and f are differences of corners,
 * off by (6/16 + 1/32) d each. This gives 2 * 0.41 (d_u w_v + d_v w_u), and 4 roundings of w_u w_v
 * give 4/64 (d_u w_v + d_v w_u): 0.89 in units of d_u w_v + d_v w_u. 1 is used. */
#ifndef SLABS_NORMAL
#define SLABS_NORMAL 1
#endif

/* The error of the plane's crossing with a line along x, in units of S / |n_x| with S = d_x w_y w_z
 * + d_y w_x w_z + d_z w_x w_y. At the corner p of a cell, p - a is off by (3/16 + 1/8) d. The
 * plane's function n . (p - a) is off by 2 * 0.89 S for the normal (each component is multiplied by
 * the third width at most). It is off by 5/16 S for p - a, because no component of the normal is
 * greater than w_u w_v. The roundings, 2 of each step, 1 of each of the 4 products with a step and
 * sums of at most 2, 3, 4 and 5, are 22 times w_x w_y w_z / 2^53, which is at most S / 96. Together
 * 2.4. 3 is used. */
#ifndef SLABS_PLANE
#define SLABS_PLANE 3
#endif

/* A crossing with less doubt is in one of the two cells beside the nearest boundary. */
#define SLABS_NEAR 0.5

/* ---- Edges ----------------------------------------------------------------------------------- */

/* An edge that goes up along v crosses line j at start + j * slope. If rounding hides that it goes
 * up, the doubt is 1. */
typedef struct ramp {
  double start, slope, doubt;
} ramp;

static CELLS_INLINE ramp ramp_of(const voxel_triangle *t, const voxel_order *o, int u, int edge) {
  int from = o->corner[edge == 2], to = o->corner[edge == 1 ? 1 : 2];
  ramp r;
  r.slope = (t->at[u][to] - t->at[u][from]) * o->inverse[edge];
  r.start = t->at[u][from] - t->at[o->v][from] * r.slope;
  r.doubt = o->rise[edge] > 0 ? SLABS_EDGE * (t->doubt[u] + t->doubt[o->v] * fabs(r.slope)) : 1;
  return r;
}

/* The sign of the crossing with line j minus boundary k. The edge goes up, so points to the
 * left of it have a smaller u than the crossing. */
static int crossing_sign(const voxel_triangle *t, const voxel_order *o, int u, int edge, int64_t j,
                         int64_t k) {
  const double *from = t->corner[o->corner[edge == 2]];
  const double *to = t->corner[o->corner[edge == 1 ? 1 : 2]];
  double p[2], q[2], c[2];
  p[0] = from[u];
  p[1] = from[o->v];
  q[0] = to[u];
  q[1] = to[o->v];
  c[0] = voxel_boundary(t, u, k);
  c[1] = voxel_boundary(t, o->v, j);
  return orient2d(p, q, c);
}

static int64_t cross_exactly(const voxel_triangle *t, const voxel_order *o, int u, int edge,
                             const ramp *r, int64_t j) {
  int64_t a = t->code[u][o->corner[edge == 2]], b = t->code[u][o->corner[edge == 1 ? 1 : 2]];
  int64_t least = a < b ? a : b, most = a < b ? b : a;
  if (r->doubt < SLABS_NEAR && least < most) {
    int64_t k = (int64_t)voxel_nearest(r->start + (double)j * r->slope);
    if (2 * k >= least && 2 * k <= most) return 2 * k + crossing_sign(t, o, u, edge, j, k);
  }
  while (least < most) {
    int64_t k = ((least + 1) / 2 + most / 2) / 2;
    int sign = crossing_sign(t, o, u, edge, j, k);
    if (sign == 0) return 2 * k;
    if (sign > 0)
      least = 2 * k + 1;
    else
      most = 2 * k - 1;
  }
  return least;
}

static CELLS_INLINE int64_t cross_line(const voxel_triangle *t, const voxel_order *o, int u,
                                       int edge, const ramp *r, int64_t j) {
  double x = r->start + (double)j * r->slope, near = voxel_nearest(x), rest = x - near;
  if (r->doubt < SLABS_NEAR && fabs(rest) > r->doubt)
    return 2 * (int64_t)near + (rest > 0 ? 1 : -1);
  return cross_exactly(t, o, u, edge, r, j);
}

/* ---- Slabs ----------------------------------------------------------------------------------- */

static void voxel_order_begin(const voxel_triangle *t, int v, voxel_order *o) {
  /* The order by three comparisons: of corners 0 and 1, 1 and 2, 0 and 2. */
  static const unsigned char orders[8][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {0, 1, 2},
                                             {0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const double *at = t->at[v];
  const int64_t *code = t->code[v];
  const unsigned char *order =
      orders[(code[0] > code[1]) | (code[1] > code[2]) << 1 | (code[0] > code[2]) << 2];
  int i;
  o->v = v;
  for (i = 0; i < 3; i++) {
    o->corner[i] = order[i];
    o->code[i] = code[order[i]];
  }
  o->rise[0] = at[order[2]] - at[order[0]];
  o->rise[1] = at[order[1]] - at[order[0]];
  o->rise[2] = at[order[2]] - at[order[1]];
  for (i = 0; i < 3; i++) o->inverse[i] = 1 / o->rise[i];
}

/* A covered interval, as codes. */
typedef struct cover {
  int64_t least, most;
} cover;

static const cover nothing = {INT64_MAX, INT64_MIN};

static CELLS_INLINE void widen(cover *c, int64_t least, int64_t most) {
  c->least = least < c->least ? least : c->least;
  c->most = most > c->most ? most : c->most;
}

/* The crossings of a line between the lowest and the highest corner with two edges. For a line
 * through the middle corner it uses the edge below that corner. */
static CELLS_INLINE cover cross_both(const voxel_triangle *t, const voxel_order *o, int u,
                                     const ramp ramps[3], int64_t j) {
  int shorter = 1 + (2 * j > o->code[1]);
  int64_t a = cross_line(t, o, u, 0, &ramps[0], j);
  int64_t b = cross_line(t, o, u, shorter, &ramps[shorter], j);
  cover c;
  c.least = a < b ? a : b;
  c.most = a < b ? b : a;
  return c;
}

/* Adds a corner if the layer that begins at line `line` touches it. */
static CELLS_INLINE void add_corner(cover *c, int64_t across, int64_t along, int64_t line) {
  int touches = (uint64_t)(across - 2 * line) <= 2;
  widen(c, touches ? along : INT64_MAX, touches ? along : INT64_MIN);
}

/* A layer covers the crossings of its two lines, and the corners between them. */
static void voxel_slabs_fill(const voxel_triangle *t, const voxel_order *o, int u, int64_t first,
                             int64_t count, voxel_slabs *s) {
  int64_t from = (o->code[0] >> 1) + 1, to = (o->code[2] - 1) >> 1;
  int64_t corner[3], line = first, end;
  int open = t->rule->open;
  cover below = nothing;
  ramp ramps[3];
  corner[0] = t->code[u][o->corner[0]];
  corner[1] = t->code[u][o->corner[1]];
  corner[2] = t->code[u][o->corner[2]];
  ramps[0] = ramp_of(t, o, u, 0);
  ramps[1] = ramp_of(t, o, u, 1);
  ramps[2] = ramp_of(t, o, u, 2);
  s->first = first;
  s->count = count < VOXEL_WINDOW ? (int)count : (int)VOXEL_WINDOW;
  end = first + s->count;
  if (line >= from && line <= to) below = cross_both(t, o, u, ramps, line);
  for (; line < end; line++) {
    cover c = below;
    below = nothing;
    if (line + 1 >= from && line + 1 <= to) below = cross_both(t, o, u, ramps, line + 1);
    widen(&c, below.least, below.most);
    add_corner(&c, o->code[0], corner[0], line);
    add_corner(&c, o->code[1], corner[1], line);
    add_corner(&c, o->code[2], corner[2], line);
    s->least[line - first] = voxel_first(open, c.least);
    s->last[line - first] = voxel_last(open, c.most);
  }
}

/* ---- The plane ------------------------------------------------------------------------------- */

/* The exact sign of the normal's component along an axis. */
static int voxel_winding(const voxel_triangle *t, int axis) {
  int u = (axis + 1) % 3, v = (axis + 2) % 3, i;
  double p[3][2];
  for (i = 0; i < 3; i++) {
    p[i][0] = t->corner[i][u];
    p[i][1] = t->corner[i][v];
  }
  return orient2d(p[0], p[1], p[2]);
}

void ci_voxel_plane_begin(const voxel_triangle *t, voxel_plane *p) {
  double d[2][3], normal[3], width[3], inverse;
  int i;
  for (i = 0; i < 3; i++) {
    d[0][i] = t->at[i][1] - t->at[i][0];
    d[1][i] = t->at[i][2] - t->at[i][0];
    width[i] = (double)t->width[i];
  }
  for (i = 0; i < 3; i++) {
    int j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
    normal[i] = d[0][j] * d[1][k] - d[0][k] * d[1][j];
    p->sign[i] =
        filter_sign(normal[i], SLABS_NORMAL * (t->doubt[j] * width[k] + t->doubt[k] * width[j]));
    if (p->sign[i] == FILTER_UNSURE) p->sign[i] = voxel_winding(t, i);
    p->down[i] = p->sign[0] * p->sign[i] > 0;
  }
  p->across = p->sign[0] != 0;
  if (!p->across) return;
  inverse = 1 / normal[0];
  p->step[1] = -normal[1] * inverse;
  p->step[2] = -normal[2] * inverse;
  p->start = t->at[0][0] - t->at[1][0] * p->step[1] - t->at[2][0] * p->step[2];
  p->doubt = SLABS_PLANE *
             (t->doubt[0] * width[1] * width[2] + t->doubt[1] * width[0] * width[2] +
              t->doubt[2] * width[0] * width[1]) *
             fabs(inverse);
  p->most = width[0] + 0.5;
}

/* The sign of the plane's crossing with the line at y, z minus boundary k. */
static int plane_sign(const voxel_triangle *t, const voxel_plane *p, int64_t y, int64_t z,
                      int64_t k) {
  double c[3];
  c[0] = voxel_boundary(t, 0, k);
  c[1] = voxel_boundary(t, 1, y);
  c[2] = voxel_boundary(t, 2, z);
  return -p->sign[0] * ci_orient3d(t->corner[0], t->corner[1], t->corner[2], c);
}

/* The code of the crossing of the plane with the line along x through y, z. For crossings whose
 * value `x` in plain doubles is in doubt. The code is between -1, below all cells, and one above
 * all cells. */
static int64_t voxel_plane_cross(const voxel_triangle *t, const voxel_plane *p, int64_t y,
                                 int64_t z, double x) {
  int64_t least = -1, most = 2 * t->width[0] + 1;
  if (p->doubt < SLABS_NEAR) {
    int64_t k = (int64_t)voxel_nearest(x);
    if (k >= 0 && k <= t->width[0]) return 2 * k + plane_sign(t, p, y, z, k);
  }
  while (least < most) {
    int64_t k = ((least + 1) / 2 + most / 2) / 2;
    int sign = plane_sign(t, p, y, z, k);
    if (sign == 0) return 2 * k;
    if (sign > 0)
      least = 2 * k + 1;
    else
      most = 2 * k - 1;
  }
  return least;
}

/* ---- The pen --------------------------------------------------------------------------------- */

/* . */

/* The bias of grid_place is a multiple of 8, so bricks begin at multiples of 8. */
enum { SHIFT = 3, SIDE = 1 << SHIFT };

void ci_voxel_pen_begin(voxel_pen *pen, collide_voxelizer *v) {
  int i;
  pen->v = v;
  pen->grid = v->grid;
  pen->value = v->options.value;
  pen->bits_only = v->options.values == NULL;
  pen->here = NULL;
  memset(pen->bricks, 0, sizeof pen->bricks); /* the positions too: find() compares them first */
  for (i = 0; i < 3; i++) {
    pen->low[i] = INT64_MAX;
    pen->high[i] = INT64_MIN;
  }
}

/* ---- Cached bricks --------------------------------------------------------------------------- */

/* Removes a brick from the cache: stores the value of the cells whose bits were set, and
 * updates the counts. */
static void put_away(voxel_pen *pen, pen_brick *p) {
  grid_brick *brick = p->brick;
  int fresh = 0, word;
  p->brick = NULL;
  if (brick == NULL || !pen->bits_only) return;
  for (word = 0; brick->values == NULL && word < GRID_WORDS; word++)
    fresh += (int)grid_count_bits(brick->words[word]);
  if (brick->values == NULL) fresh -= brick->count;
  for (word = 0; brick->values != NULL && word < GRID_WORDS; word++) {
    uint64_t rest = brick->words[word];
    for (; rest != 0; rest &= rest - 1) {
      uint16_t *value = &brick->values[64 * word + (int)grid_lowest_bit(rest)];
      fresh += *value == 0;
      *value = *value != 0 ? *value : (uint16_t)pen->value;
    }
  }
  brick->count += fresh;
  pen->grid->count += fresh;
}

void ci_voxel_pen_end(voxel_pen *pen, int ok) {
  int i;
  for (i = 0; i < PEN_BRICKS; i++) put_away(pen, &pen->bricks[i]);
  if (pen->grid->count > 0 && pen->low[0] <= pen->high[0])
    grid_widen(pen->grid, pen->low, pen->high);
  if (!ok) pen->grid->loose = 1; /* cells at the border may be missing */
}

/* The cache slot. Neighbouring bricks, and many bricks in a line, get different slots. */
static inline pen_brick *slot_of(voxel_pen *pen, const int64_t at[3]) {
  return &pen->bricks[(at[0] + 11 * at[1] + 101 * at[2]) & (PEN_BRICKS - 1)];
}

static inline grid_brick *find(voxel_pen *pen, const int64_t at[3]) {
  const pen_brick *p = slot_of(pen, at);
  return ((p->at[0] ^ at[0]) | (p->at[1] ^ at[1]) | (p->at[2] ^ at[2])) == 0 ? p->brick : NULL;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* Sets the cells of a brick's row that `bits` selects, bit 0 for x. */
static inline void set_row(grid_brick *brick, int64_t x, int64_t y, int64_t z, unsigned bits) {
  unsigned word = (unsigned)((z >> 2 & 1) << 2 | (y >> 2 & 1) << 1);
  unsigned shift = (unsigned)((z & 3) << 4 | (y & 3) << 2);
  bits <<= x & 7;
  brick->words[word] |= (uint64_t)(bits & 15) << shift;
  brick->words[word + 1] |= (uint64_t)(bits >> 4 & 15) << shift;
}

static inline void set_bits(grid_brick *brick, int64_t x, int64_t y, int64_t z, int64_t count) {
  set_row(brick, x, y, z, (1U << count) - 1);
}

static void set_values(voxel_pen *pen, grid_brick *brick, int64_t x, int64_t y, int64_t z,
                       int64_t count) {
  unsigned word = (unsigned)((z >> 2 & 1) << 2 | (y >> 2 & 1) << 1);
  unsigned row = (unsigned)((z & 3) << 4 | (y & 3) << 2);
  int fresh = 0;
  for (; count > 0; count--, x++) {
    uint16_t *value = &brick->values[64 * (word | (unsigned)(x >> 2 & 1)) + (row | (x & 3))];
    if (*value != 0) continue;
    *value = (uint16_t)pen->value;
    fresh++;
  }
  brick->count += fresh;
  pen->grid->count += fresh;
}

static inline void write(voxel_pen *pen, grid_brick *brick, int64_t x, int64_t y, int64_t z,
                         int64_t count) {
  set_bits(brick, x, y, z, count);
  if (!pen->bits_only) set_values(pen, brick, x, y, z, count);
}

/* Writes the part of a row that lies in one brick, and puts the brick into the cache. A cached
 * brick can store the pen's value without further checks. */
static int run_slowly(voxel_pen *pen, const int64_t cell[3], const int64_t at[3], int64_t count) {
  pen_brick *p = slot_of(pen, at);
  unsigned held = 0;
  grid_brick *brick;
  if (!voxel_work(pen->v, WORK_BRICK, pen->v->done)) return 0;
  put_away(pen, p);
  if (pen->grid->bytes > pen->v->most_bytes) return voxel_fail(pen->v, COLLIDE_ERROR_LIMIT);
  brick = ci_grid_reach(pen->grid, cell, pen->bits_only ? pen->value : 0, &held);
  if (held != 0) return 1;
  if (brick == NULL) return voxel_fail(pen->v, COLLIDE_ERROR_MEMORY);
  memcpy(p->at, at, sizeof p->at);
  p->brick = brick;
  write(pen, brick, cell[0], cell[1], cell[2], count);
  return 1;
}

static int run_anywhere(voxel_pen *pen, int64_t x, int64_t y, int64_t z, int64_t count) {
  int64_t cell[3], at[3];
  cell[1] = y;
  cell[2] = z;
  at[1] = y >> SHIFT;
  at[2] = z >> SHIFT;
  while (count > 0) {
    int64_t part = SIDE - (x & (SIDE - 1));
    grid_brick *brick;
    if (part > count) part = count;
    cell[0] = x;
    at[0] = x >> SHIFT;
    brick = find(pen, at);
    if (brick != NULL)
      write(pen, brick, x, y, z, part);
    else if (!run_slowly(pen, cell, at, part))
      return 0;
    x += part;
    count -= part;
  }
  return 1;
}

int ci_voxel_pen_run(void *user, int64_t x, int64_t y, int64_t z, int64_t count) {
  voxel_pen *pen = (voxel_pen *)user;
  grid_brick *brick = pen->here;
  if (brick == NULL && (x & (SIDE - 1)) + count <= SIDE) {
    int64_t at[3];
    at[0] = x >> SHIFT;
    at[1] = y >> SHIFT;
    at[2] = z >> SHIFT;
    brick = find(pen, at);
  }
  if (brick == NULL) return run_anywhere(pen, x, y, z, count);
  write(pen, brick, x, y, z, count);
  return 1;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static inline int widen_pen(voxel_pen *pen, int axis, int64_t low, int64_t width) {
  int64_t high = low + width - 1;
  pen->low[axis] = low < pen->low[axis] ? low : pen->low[axis];
  pen->high[axis] = high > pen->high[axis] ? high : pen->high[axis];
  return (low ^ high) >> SHIFT == 0;
}

void ci_voxel_pen_box(voxel_pen *pen, const int64_t low[3], const int64_t width[3]) {
  int64_t at[3];
  int inside = widen_pen(pen, 0, low[0], width[0]);
  inside &= widen_pen(pen, 1, low[1], width[1]);
  inside &= widen_pen(pen, 2, low[2], width[2]);
  at[0] = low[0] >> SHIFT;
  at[1] = low[1] >> SHIFT;
  at[2] = low[2] >> SHIFT;
  pen->here = inside ? find(pen, at) : NULL;
}
/* Only places up to this many cells from the origin are computed: voxel_nearest needs them below
 * 2^51. Farther away nearly every place would be in doubt anyway. */
#define VOXEL_NEAR 281474976710656.0 /* 2^48 */

/* `offset` must not be less than |origin| / size, which is rounded twice, each time by u. This
 * factor adds 2^29 times as much. */
#define VOXEL_OFFSET 1.0000001

void ci_voxel_rule_begin(voxel_rule *rule, const collide_grid_frame *frame, int open) {
  int i;
  for (i = 0; i < 3; i++) {
    voxel_axis *a = &rule->axes[i];
    a->size = frame->size[i];
    a->origin = frame->origin[i];
    a->inverse = 1 / a->size;
    a->offset = fabs(a->origin) / a->size * VOXEL_OFFSET;
    a->near = a->offset < VOXEL_NEAR && a->inverse <= DBL_MAX ? VOXEL_NEAR * a->size : 0;
  }
  rule->open = open;
}

/* ---- Places ---------------------------------------------------------------------------------- */

static double doubt_of(const voxel_axis *a, double farthest) {
  return (farthest + a->offset) * VOXEL_PLACE;
}

/* For a place that is in doubt, or does not exist. */
static int locate_slowly(const voxel_axis *a, double x, double *place, int64_t *code) {
  int64_t k;
  if (!(fabs(x) <= DBL_MAX) || !cells_locate(a->size, a->origin, x, &k)) return 0;
  *code = 2 * k + (cells_boundary(a->size, a->origin, (double)k) != x);
  *place = x / a->size - a->origin / a->size;
  return 1;
}

static inline int locate(const voxel_axis *a, double x, double *place, int64_t *code) {
  double from = x - a->origin, near, rest;
  if (!(fabs(from) < a->near)) return locate_slowly(a, x, place, code);
  *place = from * a->inverse;
  near = voxel_nearest(*place);
  rest = *place - near;
  if (!(fabs(rest) > doubt_of(a, fabs(near)))) return locate_slowly(a, x, place, code);
  *code = 2 * (int64_t)near + (rest > 0 ? 1 : -1);
  return 1;
}

int ci_voxel_locate(const voxel_rule *rule, const double corner[3], voxel_point *point) {
  int i;
  for (i = 0; i < 3; i++)
    if (!locate(&rule->axes[i], corner[i], &point->place[i], &point->code[i])) return 0;
  return 1;
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

/* For a triangle in a boundary plane, under the open rule: selects the layer behind it by its
 * winding, or nothing if it has no area. */
static int go_behind(voxel_triangle *t, int axis) {
  int sign = voxel_winding(t, axis);
  if (sign > 0) t->low[axis]--;
  t->width[axis] = t->behind = sign != 0;
  return sign != 0;
}

static CELLS_INLINE void set_bounds(voxel_triangle *t, int axis, int open,
                                    const voxel_point *const point[3]) {
  int64_t a = point[0]->code[axis], b = point[1]->code[axis], c = point[2]->code[axis];
  int64_t low = voxel_first(open, lesser_integer(lesser_integer(a, b), c));
  t->low[axis] = low;
  t->width[axis] = voxel_last(open, greater_integer(greater_integer(a, b), c)) - low + 1;
}

int ci_voxel_triangle_begin(voxel_triangle *t, const voxel_rule *rule,
                            const double *const corner[3], const voxel_point *const point[3]) {
  int i, open = rule->open;
  t->rule = rule;
  t->corner[0] = corner[0];
  t->corner[1] = corner[1];
  t->corner[2] = corner[2];
  t->behind = 0;
  set_bounds(t, 0, open, point);
  set_bounds(t, 1, open, point);
  set_bounds(t, 2, open, point);
  if ((t->width[0] > 0) & (t->width[1] > 0) & (t->width[2] > 0)) return 1;
  for (i = 0; i < 3; i++)
    if (t->width[i] <= 0 && !go_behind(t, i)) return 0;
  return 1;
}

static CELLS_INLINE void place(voxel_triangle *t, int axis, const voxel_point *const point[3]) {
  double low = (double)t->low[axis], width = (double)t->width[axis];
  t->at[axis][0] = point[0]->place[axis] - low;
  t->at[axis][1] = point[1]->place[axis] - low;
  t->at[axis][2] = point[2]->place[axis] - low;
  t->doubt[axis] = VOXEL_DOUBT * doubt_of(&t->rule->axes[axis], fabs(low) + 2 * width);
}

void ci_voxel_triangle_place(voxel_triangle *t, const voxel_point *const point[3]) {
  place(t, 0, point);
  place(t, 1, point);
  place(t, 2, point);
}

void ci_voxel_triangle_code(voxel_triangle *t, const voxel_point *const point[3]) {
  int axis;
  for (axis = 0; axis < 3; axis++) {
    t->code[axis][0] = point[0]->code[axis] - 2 * t->low[axis];
    t->code[axis][1] = point[1]->code[axis] - 2 * t->low[axis];
    t->code[axis][2] = point[2]->code[axis] - 2 * t->low[axis];
  }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* If the doubts are below this, one exact sign at most decides each crossing with a boundary
 * (SLABS_NEAR), without a search, unless the slopes are extreme. */
#define TRIANGLE_NEAR 0.00390625

enum { ROWS_WORK = 1024 };

/* The triangle's layers, and the taker of their cells. */
typedef struct rows {
  const voxel_triangle *t;
  const voxel_taker *taker;
  voxel_plane plane;
  voxel_order by_y, by_z;
  voxel_windows *windows;
  int64_t work; /* units that were not reported yet */
} rows;

/* Reports the work done up to a layer across z. Returns 0 if the work is stopped. */
static int report(rows *r, int64_t layer) {
  collide_voxelizer *v = r->taker->v;
  int64_t units = r->work;
  r->work = 0;
  if (v == NULL || (v->left -= units) >= 0) return 1;
  return ci_voxel_report(v, (double)v->done + (double)layer / (double)r->t->width[2]);
}

/* The work of filling slabs, if exact signs decide everything. */
static int64_t slabs_work(const rows *r, int count) {
  const double *doubt = r->t->doubt;
  int is_near = doubt[0] < TRIANGLE_NEAR && doubt[1] < TRIANGLE_NEAR && doubt[2] < TRIANGLE_NEAR;
  return (int64_t)count * (is_near ? 4 : 2 * WORK_FAR * WORK_EXACT);
}

/* Fills slabs along axis u from a layer on. If the bounds are one cell thick along either axis, the
 * projection covers them. */
static void fill_slabs(rows *r, const voxel_order *o, int u, int64_t first, voxel_slabs *s) {
  const voxel_triangle *t = r->t;
  int64_t count = t->width[o->v] - first;
  if (t->width[u] > 1 && t->width[o->v] > 1) {
    voxel_slabs_fill(t, o, u, first, count, s);
    r->work += slabs_work(r, s->count);
    return;
  }
  s->first = first;
  s->count = count < VOXEL_WINDOW ? (int)count : (int)VOXEL_WINDOW;
  for (count = 0; count < s->count; count++) {
    s->least[count] = 0;
    s->last[count] = t->width[u] - 1;
  }
}

static CELLS_INLINE int64_t cross_plane(rows *r, int64_t y, int64_t z) {
  const voxel_plane *p = &r->plane;
  double x = p->start + (double)y * p->step[1] + (double)z * p->step[2], near, rest;
  /* Clamped to half a cell beyond the cells, which changes no answer. */
  x = x < -0.5 ? -0.5 : x;
  x = x > p->most ? p->most : x;
  near = voxel_nearest(x);
  rest = x - near;
  if (fabs(rest) > p->doubt) return 2 * (int64_t)near + (rest > 0 ? 1 : -1);
  if ((p->sign[1] | p->sign[2]) == 0) return r->t->code[0][0]; /* x is the same everywhere */
  r->work += p->doubt < TRIANGLE_NEAR ? WORK_EXACT : WORK_FAR * WORK_EXACT;
  return voxel_plane_cross(r->t, p, y, z, x);
}

/* The rows of a layer across z. */
static int take_rows(rows *r, int i) {
  const voxel_triangle *t = r->t;
  voxel_windows *w = r->windows;
  int64_t y = w->y_by_z.least[i], end = w->y_by_z.last[i], z = w->y_by_z.first + i;
  int open = t->rule->open, y_down = r->plane.down[1], z_down = r->plane.down[2];
  for (; y <= end; y++) {
    int64_t k = y - w->x_by_y.first, first, last;
    if (k < 0 || k >= w->x_by_y.count) {
      fill_slabs(r, &r->by_y, 0, y, &w->x_by_y);
      k = 0;
    }
    if (++r->work > ROWS_WORK && !report(r, z)) return 0;
    first = greater_integer(w->x_by_y.least[k], w->x_by_z.least[i]);
    last = lesser_integer(w->x_by_y.last[k], w->x_by_z.last[i]);
    if (r->plane.across) {
      first = greater_integer(first, voxel_first(open, cross_plane(r, y + y_down, z + z_down)));
      last = lesser_integer(last, voxel_last(open, cross_plane(r, y + !y_down, z + !z_down)));
    }
    if (first > last) continue;
    if (!r->taker->run(r->taker->user, t->low[0] + first, t->low[1] + y, t->low[2] + z,
                       last - first + 1))
      return 0;
  }
  return 1;
}

/* `wide`: the bounds are more than one cell thick along all axes. */
static int take_all_rows(rows *r, int wide) {
  voxel_windows *w = r->windows;
  int64_t first, width = r->t->width[2];
  int i;
  r->plane.across = 0;
  if (wide) ci_voxel_plane_begin(r->t, &r->plane);
  voxel_order_begin(r->t, 1, &r->by_y);
  voxel_order_begin(r->t, 2, &r->by_z);
  fill_slabs(r, &r->by_y, 0, 0, &w->x_by_y);
  for (first = 0; first < width; first += VOXEL_WINDOW) {
    fill_slabs(r, &r->by_z, 0, first, &w->x_by_z);
    fill_slabs(r, &r->by_z, 1, first, &w->y_by_z);
    if (!report(r, first)) return 0;
    for (i = 0; i < w->y_by_z.count; i++)
      if (!take_rows(r, i)) return 0;
  }
  return 1;
}

/* All cells of the bounds. */
static int take_bounds(rows *r) {
  const voxel_triangle *t = r->t;
  int64_t y, z;
  for (z = 0; z < t->width[2]; z++)
    for (y = 0; y < t->width[1]; y++) {
      if (++r->work > ROWS_WORK && !report(r, z)) return 0;
      if (!r->taker->run(r->taker->user, t->low[0], t->low[1] + y, t->low[2] + z, t->width[0]))
        return 0;
    }
  return 1;
}

int ci_voxel_triangle_take(voxel_triangle *t, const voxel_point *const point[3],
                           const voxel_taker *taker) {
  int wide = (t->width[0] > 1) + (t->width[1] > 1) + (t->width[2] > 1), done;
  rows r;
  r.t = t;
  r.taker = taker;
  r.windows = taker->windows;
  r.work = 0;
  if (wide < 2) {
    done = take_bounds(&r);
  } else {
    ci_voxel_triangle_place(t, point);
    ci_voxel_triangle_code(t, point);
    done = take_all_rows(&r, wide == 3);
  }
  return done && report(&r, t->width[2]);
}

int ci_voxel_triangle_take_sat(voxel_triangle *t, const voxel_point *const point[3],
                               const voxel_taker *taker) {
  collide_voxelizer *v = taker->v;
  int64_t at[3];
  double low[3], high[3];
  int i;
  /* Behind a triangle, its projection selects the cells. */
  if (t->behind) return ci_voxel_triangle_take(t, point, taker);
  for (at[2] = 0; at[2] < t->width[2]; at[2]++)
    for (at[1] = 0; at[1] < t->width[1]; at[1]++)
      for (at[0] = 0; at[0] < t->width[0]; at[0]++) {
        if (v != NULL && !voxel_work(v, WORK_EXACT, v->done)) return 0;
        for (i = 0; i < 3; i++) {
          low[i] = voxel_boundary(t, i, at[i]);
          high[i] = voxel_boundary(t, i, at[i] + 1);
        }
        if (ci_triangle_cell_sat(t->corner, low, high, t->rule->open) &&
            !taker->run(taker->user, t->low[0] + at[0], t->low[1] + at[1], t->low[2] + at[2], 1))
          return 0;
      }
  return 1;
}
