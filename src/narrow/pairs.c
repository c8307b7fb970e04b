/* SPDX-License-Identifier: MIT
 *
 * Pairs: finds the row of two kinds, calls it in the row's order, and mirrors the answer for a
 * caller that has the shapes in the other order.
 */
#include "plane/pair_row.h"
#include "plane/plane_quick.h"
#include "plane/plane.h"

#include <string.h>

plane_outline ci_pair_point(const double point[2], collide_corner *corner) {
  plane_outline h;
  memset(corner, 0, sizeof *corner);
  corner->point[0] = point[0];
  corner->point[1] = point[1];
  h.corners = corner;
  h.count = 1;
  h.radius = 0;
  h.magnitude = fabs(point[0]) > fabs(point[1]) ? fabs(point[0]) : fabs(point[1]);
  return h;
}

/* ---- The row ----------------------------------------------------------------------- */

/* The row of two shapes, or NULL. If `mirrored`, the row takes them in the other order. */
static PAIR_INLINE const pair_row *find_row(const collide_shape *a, const collide_shape *b,
                                            int *mirrored) {
  const pair_row *row = pair_row_of(a, b);
  *mirrored = row == NULL;
  return row != NULL ? row : pair_row_of(b, a);
}

/* A pair in the order of its row; `row` is NULL if there is none. */
typedef struct matched_pair {
  const pair_row *row;
  const collide_shape *a, *b;
  int mirrored; /* the caller's a is b here */
} matched_pair;

static PAIR_INLINE matched_pair match(const collide_shape *a, const collide_shape *b) {
  matched_pair p;
  p.row = find_row(a, b, &p.mirrored);
  p.a = p.mirrored ? b : a;
  p.b = p.mirrored ? a : b;
  return p;
}

/* The table gives no order to two shapes of one kind; `compare` does. */
static PAIR_INLINE void put_in_order(matched_pair *p) {
  const collide_shape *a = p->a;
  if (a->kind != p->b->kind || p->row->compare(a, p->b) <= 0) return;
  p->a = p->b;
  p->b = a;
  p->mirrored = !p->mirrored;
}

int ci_has_pair(const collide_shape *a, const collide_shape *b) {
  int mirrored;
  return find_row(a, b, &mirrored) != NULL;
}

/* spec/quick sets it to 0, to compare the quick path with the exact one. */
#ifndef QUICK_PAIRS
#define QUICK_PAIRS 1
#endif

/* ---- Measuring ----------------------------------------------------------------------- */

static void mirror(pair_gap *gap) {
  double on_a[3];
  int i;
  memcpy(on_a, gap->on_a, sizeof on_a);
  memcpy(gap->on_a, gap->on_b, sizeof on_a);
  memcpy(gap->on_b, on_a, sizeof on_a);
  for (i = 0; i < 3; i++) gap->normal[i] = -gap->normal[i];
}

/* Routines of two dimensions do not write the third coordinates. */
static void clear_gap(pair_gap *gap) {
  gap->normal[2] = gap->on_a[2] = gap->on_b[2] = gap->common[2] = 0;
}

/* Do the two overlap? Writes the `wanted` part of the gap. With `open`, may return 0 for shapes
 * that touch. Inlined, so that the pair stays in registers. */
static PAIR_INLINE int find_gap(matched_pair *p, int wanted, int open, pair_gap *gap) {
  const pair_row *row = p->row;
  int overlap = PAIR_UNSURE;
  clear_gap(gap);
  put_in_order(p);
  if (QUICK_PAIRS && row->gap != NULL) overlap = row->gap(p->a, p->b, wanted, gap);
  if (overlap == PAIR_UNSURE || overlap == PAIR_TOUCH) {
    if (overlap == PAIR_UNSURE) overlap = row->overlap(p->a, p->b);
    if (open && overlap == PAIR_TOUCH) return 0;
    if (overlap || wanted == QUICK_NEAREST) row->measure(p->a, p->b, overlap, gap);
  }
  if (p->mirrored) mirror(gap);
  return overlap;
}

/* Copies without -0. */
static void put(const double from[3], double to[3]) {
  int i;
  for (i = 0; i < 3; i++) to[i] = from[i] + 0.0;
}

static void put_push(const pair_gap *gap, collide_push *push) {
  put(gap->normal, push->normal);
  push->depth = 0 - gap->apart;
  put(gap->common, push->point);
}

/* ---- Public functions --------------------------------------------------------------------- */

int ci_pair_meet(const collide_shape *a, const collide_shape *b) {
  int mirrored;
  const pair_row *row = find_row(a, b, &mirrored);
  if (row == NULL) return COLLIDE_UNSUPPORTED;
  return mirrored ? row->overlap(b, a) : row->overlap(a, b);
}

int collide_overlap(const collide_shape *a, const collide_shape *b) {
  int meet = ci_pair_meet(a, b);
  return meet == COLLIDE_UNSUPPORTED ? meet : meet != PAIR_PARTED;
}

/* ---- The quick path of the plane ------------------------------------------------------------ */

static PAIR_INLINE int are_of_plane(const collide_shape *a, const collide_shape *b) {
  return a->kind >= COLLIDE_CIRCLE && b->kind >= COLLIDE_CIRCLE;
}

static PAIR_INLINE int quick_contact(const collide_shape *a, const collide_shape *b,
                                     collide_push *push) {
  int mirrored, found;
  const pair_row *row;
  if (!pair_bounds_meet(a, b)) return 0;
  row = find_row(a, b, &mirrored);
  if (!QUICK_PAIRS || row->contact == NULL) return PAIR_UNSURE;
  if (!mirrored) return row->contact(a, b, push);
  found = row->contact(b, a, push);
  if (found == 1) {
    push->normal[0] = 0 - push->normal[0];
    push->normal[1] = 0 - push->normal[1];
  }
  return found;
}

static PAIR_INLINE int quick_distance(const collide_shape *a, const collide_shape *b, double *apart,
                                      double on_a[3], double on_b[3]) {
  int mirrored;
  const pair_row *row = find_row(a, b, &mirrored);
  if (!QUICK_PAIRS || row->distance == NULL) return PAIR_UNSURE;
  return mirrored ? row->distance(b, a, apart, on_b, on_a) : row->distance(a, b, apart, on_a, on_b);
}

static PAIR_SELDOM int contact_by_gap(const collide_shape *a, const collide_shape *b, int open,
                                      collide_push *push) {
  matched_pair p = match(a, b);
  pair_gap gap;
  if (p.row == NULL) return COLLIDE_UNSUPPORTED;
  if (!find_gap(&p, QUICK_PUSH, open, &gap)) return 0;
  if (open && !(gap.apart < 0)) return 0;
  put_push(&gap, push);
  return 1;
}

int collide_contact(const collide_shape *a, const collide_shape *b, collide_push *push) {
  int found;
  if (!are_of_plane(a, b)) {
    found = contact_by_gap(a, b, 0, push);
    if (found == 1 && push->depth == 0)
      ci_solid_prefer_face(a, b, NULL, 0, push->point, push->normal);
    return found;
  }
  found = quick_contact(a, b, push);
  if (found == PAIR_UNSURE) found = contact_by_gap(a, b, 0, push);
  if (found == 1 && push->depth == 0) ci_resolve_tie(a, b, push);
  return found;
}

int ci_pair_open_contact(const collide_shape *a, const collide_shape *b, collide_push *push) {
  if (are_of_plane(a, b)) {
    collide_push found;
    int is_found = quick_contact(a, b, &found);
    if (is_found == 0 || (is_found == 1 && !(found.depth > 0))) return 0;
    if (is_found == 1) {
      *push = found;
      return 1;
    }
  }
  return contact_by_gap(a, b, 1, push);
}

static PAIR_SELDOM double distance_by_gap(const collide_shape *a, const collide_shape *b,
                                          double on_a[3], double on_b[3]) {
  matched_pair p = match(a, b);
  pair_gap gap;
  int overlap;
  if (p.row == NULL) return COLLIDE_UNSUPPORTED;
  overlap = find_gap(&p, QUICK_NEAREST, 0, &gap);
  put(overlap ? gap.common : gap.on_a, on_a);
  put(overlap ? gap.common : gap.on_b, on_b);
  return overlap ? 0 : gap.apart;
}

double collide_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                        double on_b[3]) {
  if (are_of_plane(a, b)) {
    double apart;
    int found = quick_distance(a, b, &apart, on_a, on_b);
    if (found != PAIR_UNSURE) return found ? 0 : apart;
  }
  return distance_by_gap(a, b, on_a, on_b);
}

int collide_contains(const collide_shape *shape, const double point[3]) {
  return ci_point_rows[shape->kind]->holds(shape, point);
}

static double show_inside(const double point[3], double nearest[3]) {
  nearest[0] = point[0] + 0.0;
  nearest[1] = point[1] + 0.0;
  nearest[2] = 0;
  return 0;
}

static PAIR_SELDOM double closest_by_gap(const point_row *row, const collide_shape *shape,
                                         const double point[3], double nearest[3]) {
  pair_gap gap;
  clear_gap(&gap);
  if (row->holds(shape, point)) {
    memcpy(gap.on_b, point, (size_t)collide_dimensions(shape) * sizeof point[0]);
    gap.apart = 0;
  } else {
    row->measure(shape, point, &gap);
  }
  put(gap.on_b, nearest);
  return gap.apart;
}

double collide_closest(const collide_shape *shape, const double point[3], double nearest[3]) {
  const point_row *row = ci_point_rows[shape->kind];
  if (QUICK_PAIRS && row->closest != NULL) {
    double apart;
    int inside = row->closest(shape, point, &apart, nearest);
    if (inside != PAIR_UNSURE) return inside ? show_inside(point, nearest) : apart;
  }
  return closest_by_gap(row, shape, point, nearest);
}
