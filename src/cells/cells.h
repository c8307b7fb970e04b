/* SPDX-License-Identifier: MIT
 *
 * Declarations that the files of this room share.
 *
 * A walk is stored mirrored: along an axis on which it goes down, all coordinates are negated. So
 * every axis goes up, boundary by boundary. Rounding is symmetric about 0, so the mirrored
 * boundaries are exactly the real ones.
 *
 * In all comments on margins u = 2^-53 is the unit roundoff. The compiler's command line may
 * override a margin, because it is a macro. spec/quick uses this to compare the fast paths with the
 * exact ones, and to show that a narrower margin is noticed.
 */
#ifndef COLLIDE_CELLS_H
#define COLLIDE_CELLS_H

#include "../number/fp.h"

#include "../collide.h"
#include "../number/lanes.h"

#if defined(__GNUC__)
#define CELLS_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define CELLS_INLINE __forceinline
#else
#define CELLS_INLINE inline
#endif

/* Two crossings are in their true order if their rounded times differ by more than this. A time t =
 * (b - s) / (e - s) with 0 <= t <= 1 has three roundings: two differences and the quotient. So it
 * is off by at most 3 u (1 + 3 u) t < 3.01 u, and by 2^-1075 if it underflows. For two times this
 * is 6.02 u, and their difference rounds once more, by at most u: 7.02 u are needed. 8 u are used.
 */
#ifndef CELLS_CERTAIN
#define CELLS_CERTAIN 8.8817841970012523e-16 /* 2^-50 */
#endif

/* The definition of the grid's boundaries: the product is rounded, then the sum. */
static inline double cells_boundary(double size, double origin, double k) {
  return k * size + origin;
}

/* Cell numbers are integers below this, which doubles represent exactly. */
#define CELLS_MOST 9007199254740992.0 /* 2^53 */

/* Finds the cell of x along one axis. Returns 0 if rounding might make neighbouring cells equal. */
int ci_cells_locate(double size, double origin, double x, int64_t *cell);
static inline int cells_locate(double size, double origin, double x, int64_t *cell) {
  int64_t k;
  if (!(size == 1 && origin == 0)) return ci_cells_locate(size, origin, x, cell);
  if (!(fabs(x) < CELLS_MOST)) return 0;
  k = (int64_t)x;
  *cell = k - ((double)k > x);
  return 1;
}
/* Returns 1 if cell k is certainly distinct from its neighbours, and its boundaries do not exceed
 * COLLIDE_LARGEST. */
int ci_cells_distinct(double size, double origin, int64_t k);
/* All cells whose numbers have a smaller absolute value are certainly distinct along all axes of
 * the frame. Such cells need no check of their own. 0 if nothing is known; at most 2^53. */
double ci_cells_distinct_below(const collide_grid_frame *frame);

/* The t at which the walk crosses a boundary. */
static inline double cells_time(const collide_walk *w, int axis, double edge) {
  double b = cells_boundary(w->size[axis], w->origin[axis], edge);
  return (b - w->from[axis]) / w->span[axis];
}

/* Places are numbers in fixed point, modulo 4. Consider the point of the line at the walk's
 * next crossing of the major axis. The place of another axis is the number of its boundaries, with
 * a fraction, from the walk's last crossing of that axis to this point. So a place is from 0 to 2.
 * If it is at least 1, the walk crosses that axis before the major one. */
#define CELLS_PLACE_BITS 62
#define CELLS_PLACE_ONE ((uint64_t)1 << CELLS_PLACE_BITS)

/* Is a place so near a whole number that it does not decide? */
static inline int cells_is_near(uint64_t place, uint64_t margin) {
  return ((place + margin) & (CELLS_PLACE_ONE - 1)) < 2 * margin;
}

/* An axis without crossings is never near a boundary. */
static inline void cells_end_axis(collide_walk *w, int axis) {
  w->place[axis] = CELLS_PLACE_ONE / 2;
  w->slope[axis] = 0;
}

/* Is each place that is near a boundary exactly on it? Only if the coordinates are on a lattice.
 * The walk keeps the answer. */
int ci_cells_find_lattice(const collide_walk *w);
static inline int ci_cells_has_lattice(collide_walk *w) {
  if (w->lattice < 0) w->lattice = ci_cells_find_lattice(w);
  return w->lattice;
}

/* The most cells in a group, of a closed walk. */
#define CELLS_MOST_IN_GROUP 8

/* Writes a group in the form of ci_walk_fill: the cells beyond each combination of the axes in
 * `mask`, in the order x, y, xy, z, xz, yz, xyz. The start has only the cell itself. Returns a
 * pointer to the place after the last number. */
static inline double *cells_write_group(double *flat, int dimensions, lanes index_and_t, lanes xy,
                                        lanes xy_step, double z, double z_step, int mask) {
  const lanes after = lanes_add(xy, xy_step);
  const double z_both[2] = {z, z + z_step};
  lanes xy_all[4];
  int part = 0;
  xy_all[0] = xy;
  xy_all[1] = lanes_make(lanes_first(after), lanes_second(xy));
  xy_all[2] = lanes_make(lanes_first(xy), lanes_second(after));
  xy_all[3] = after;
  do {
    part = (part - mask) & mask;
    lanes_store(flat, index_and_t);
    lanes_store(flat + 2, xy_all[part & 3]);
    if (dimensions == 3) flat[4] = z_both[part >> 2];
    flat += 2 + dimensions;
  } while (part != mask);
  return flat;
}

/* Writes crossings in the form of ci_walk_fill, up to the end of the major axis or the first place
 * that does not decide. Returns the number of cells. `room` is at least CELLS_MOST_IN_GROUP; the
 * rest of it may be overwritten. The next group must be unknown. */
size_t ci_cells_run(collide_walk *w, double *flat, size_t room);

/* An upper bound on the number of remaining groups: the crossings, and the start. */
int64_t ci_walk_left(const collide_walk *walk);
/* The same for closed cells: cell k contains the coordinates x with boundary k <= x <= boundary k +
 * 1. The groups together contain exactly the cells that the closed segment touches. Each cell
 * occurs once, in the group of the t at which it is touched first. So the segment from `to` to
 * `from` has the same cells. The first group holds the cells that contain the start: 1, 2, 4 or 8.
 * Within a group cells are in the order of z, then y, then x. A segment that stays on a boundary
 * touches the cells on both sides. Also returns 0 if an end lies on a boundary and the cell below
 * is no longer distinct. */
int ci_walk_begin_closed(collide_walk *walk, const collide_grid_frame *frame, const double from[3],
                         const double to[3]);

/* Writes many groups at once, with the same bits, as one flat array: index, t, x, y and in space z
 * of each cell, so 4 or 5 doubles a cell. Returns the number of cells written, which is 0 when the
 * walk has ended. It writes whole groups only, and at most `capacity` cells; capacity must be at
 * least 8. The rest of `flat`, up to that capacity, may be overwritten. Cells are exact as doubles,
 * because they are below 2^53. */
size_t ci_walk_fill(collide_walk *walk, double *flat, size_t capacity);

/* ---- Crossings ------------------------------------------------------------------------------- */

/* A crossing at t = (boundary - from) / (to - base), where to > base. For a segment
 * from-to the base is `from`; for a ray the base is 0 and `to` is the direction. t is
 * the exact quotient of the exact differences. */
typedef struct crossing {
  double boundary, from, to, base;
} crossing;

/* -1, 0 or 1 if a comes before, with or after b. */
int ci_crossing_compare(const crossing *a, const crossing *b);
/* -1, 0 or 1 if the crossing comes before, at or after t, which is finite. */
int ci_crossing_compare_to(const crossing *a, double t);

#endif
