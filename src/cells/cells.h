/* SPDX-License-Identifier: MIT
 *
 * What frame.c, cells.c and cells_run.c share.
 *
 * A walk is kept mirrored: an axis along which it goes down has its signs
 * turned, so that every axis goes up, boundary by boundary. Rounding is
 * symmetric, so the mirrored boundaries are the real ones.
 */
#ifndef COLLIDE_CELLS_H
#define COLLIDE_CELLS_H

#include "../number/fp.h"

#include "../collide.h"

#if defined(__GNUC__)
#define CELLS_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define CELLS_INLINE __forceinline
#else
#define CELLS_INLINE inline
#endif

/* Quotients (b - s) / d in 0..1 carry three roundings, so are within 2^-51 of
 * the truth; two that differ by more than this are in the true order. */
#define CELLS_CERTAIN 1.7763568394002505e-15 /* 2^-49 */

/* The rule of the grid: product rounded, then sum. */
static inline double cells_boundary(double size, double origin, double k) {
  return k * size + origin;
}

/* The cell of x along one axis, 0 where cells are not surely distinct. */
int ci_cells_locate(double size, double origin, double x, int64_t *cell);
/* Whether cell k is surely distinct from its neighbours. */
int ci_cells_distinct(double size, double origin, int64_t k);

/* The t at which the walk crosses a boundary of an axis; not for `huge` ones. */
static inline double cells_time(const collide_walk *w, int axis, double edge) {
  double b = cells_boundary(w->size[axis], w->origin[axis], edge);
  return (b - w->from[axis]) / w->span[axis];
}

/* Finds out what the walk crosses next: sets next, mask and t_next. */
void ci_cells_look_ahead(collide_walk *w);

/* Yields a run of crossings without ties as collide_walk_fill does, at most
 * CELLS_RUN of them. May write anywhere within `room` cells; returns how many
 * count. Returns 0 with the walk as it was when a run would not pay, with less
 * than CELLS_ROOM for one, or where a tie may be; of those it keeps count in
 * `ties`, so as to try seldom and with short runs where they abound. */
#define CELLS_RUN 4096
#define CELLS_ROOM 32
size_t ci_cells_run(collide_walk *w, double *flat, size_t room);

#endif
