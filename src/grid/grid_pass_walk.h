/* SPDX-License-Identifier: MIT
 *
 * What grid_pass_walk.c and grid_pass_run.c share: a small box that is walked through a grid.
 */
#ifndef COLLIDE_GRID_PASS_WALK_H
#define COLLIDE_GRID_PASS_WALK_H

#include <string.h>

#include "grid_cast.h"
#include "grid_pass.h"

typedef struct walk_axis {
  uint64_t front, back;            /* places of the last layer that is met, and of the first that
                                      is not known to be left */
  uint64_t first, last;            /* layers along the way, */
  double first_layer, last_layer;  /* and the numbers of the boundaries where they begin */
  uint64_t flip;                   /* all bits where the axis is mirrored */
  double next_front, next_back;    /* numbers of the boundaries that front and back come to next, */
  double meets, leaves;            /* and when they do */
  double size, origin, lead, tail; /* where front and back are at t = 0 */
  double enter_rate, leave_rate;   /* see grid_pass.h */
} walk_axis;

typedef struct pass_walk {
  grid_pass *pass;
  double slack;
  walk_axis axes[3];
  /* The block that was looked up last, of side 2^shift, around a place that is not mirrored: a
   * brick, or NULL and what all its cells hold. */
  uint64_t at[3];
  int shift;
  const grid_brick *brick;
  unsigned value;
  const grid_node *parent; /* of the last brick, or NULL, */
  uint64_t parent_at[3];
  int is_thin;            /* the box may run: grid_pass_run.c */
  collide_grid_cast cast; /* then what a ray from its middle needs */
} pass_walk;

/* ---- Layers ------------------------------------------------------------------------------------
 *
 * Times as grid_pass.h says. The layer between boundaries k and k + 1 is met when the front comes
 * to k, and left when the back comes to k + 1.
 */

static CELLS_INLINE double time_of_meeting(const pass_walk *w, const walk_axis *a, double k) {
  return (cells_boundary(a->size, a->origin, k) - a->lead) * a->enter_rate - w->slack;
}

static CELLS_INLINE double time_of_leaving(const pass_walk *w, const walk_axis *a, double k) {
  return (cells_boundary(a->size, a->origin, k) - a->tail) * a->leave_rate + w->slack;
}

/* The front is in the layer from boundary `front` on, and the back in that from `back` on, which
 * may be one beyond the last. */
static CELLS_INLINE void set_ends(walk_axis *a, double first, double front, double back) {
  a->front = a->first + (uint64_t)(int64_t)(front - first);
  a->back = a->first + (uint64_t)(int64_t)(back - first);
  a->next_front = front + 1;
  a->next_back = back + 1;
}

/* What is the same along an axis all the way, but for the rates. Without branches, for each axis
 * goes up or down by chance. */
static CELLS_INLINE void walk_begin_axis(pass_walk *w, int axis, int is_down) {
  const grid_pass *p = w->pass;
  const collide_grid_frame *f = &p->grid->frame;
  static const double signs[2] = {1, -1};
  const double *ends[2], sign = signs[is_down];
  walk_axis *a = &w->axes[axis];
  const uint64_t bias = grid_bias(f->dimensions), flip = (uint64_t)0 - (uint64_t)is_down;
  const uint64_t low = (uint64_t)p->grid->low[axis] ^ flip;
  const uint64_t high = (uint64_t)p->grid->high[axis] ^ flip, swap = (low ^ high) & flip;
  const uint64_t mirrored_bias = (bias ^ flip) - flip; /* ~(x + bias) is ~x - bias */
  a->flip = flip;
  a->first_layer = (double)(int64_t)(low ^ swap);
  a->last_layer = (double)(int64_t)(high ^ swap);
  a->first = (low ^ swap) + mirrored_bias;
  a->last = (high ^ swap) + mirrored_bias;
  a->size = f->size[axis];
  a->origin = sign * f->origin[axis];
  ends[0] = p->high;
  ends[1] = p->low;
  a->lead = sign * ends[is_down][axis];
  a->tail = sign * ends[!is_down][axis];
}

/* The third axis of a grid in the plane. */
static CELLS_INLINE void walk_begin_flat(pass_walk *w) {
  memset(&w->axes[2], 0, sizeof w->axes[2]);
  w->axes[2].meets = w->axes[2].leaves = HUGE_VAL;
}

/* ---- grid_pass_layers.c -----------------------------------------------------------------------
 */

/* What is the same all the way. */
void ci_grid_pass_begin(pass_walk *w);
/* When the box meets the first layers along all axes, at the earliest. */
double ci_grid_pass_start(const pass_walk *w);
/* Finds where front and back are at t. Returns 0 when all layers are left. */
int ci_grid_pass_set(pass_walk *w, double t);

/* ---- grid_pass_run.c ------------------------------------------------------------------------- */

/* Prepares runs, and sets w->is_thin where they are possible. */
void ci_grid_pass_thin(pass_walk *w);

/* The same at the start of the walk, in place of all else: at *t the box meets the first cell, in
 * which it is for certain, and from where runs begin. PASS_GENERAL: nothing is known. */
typedef enum pass_start { PASS_GENERAL, PASS_NEVER, PASS_STARTED } pass_start;
pass_start ci_grid_pass_start_thin(pass_walk *w, double *t);

/* Where a run has ended: are all cells beyond surely met too late? */
int ci_grid_pass_is_over(const pass_walk *w);

/* Runs begin where the box is in one cell, in the layers of its fronts, and end where layers are
 * looked at again. */
void ci_grid_pass_begin_runs(pass_walk *w);
void ci_grid_pass_end_runs(pass_walk *w);

/* The box is in one cell, which has been visited, in a brick or in an empty block of that size,
 * which was looked up last. Goes on through empty cells by the run of a ray, to the cell at `place`
 * that the box meets at *t; where it stands still, these are left. Returns CAST_HIT or CAST_LEFT
 * when that cell is still to be visited, CAST_UNSURE when the next one has to be found layer by
 * layer, or CAST_ON when no more cells are met. */
cast_way ci_grid_pass_run(pass_walk *w, double *t, uint64_t place[3]);

#endif
