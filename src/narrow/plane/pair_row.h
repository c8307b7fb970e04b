/* SPDX-License-Identifier: MIT
 *
 * Rows of routines for two kinds, and the queries of two shapes by their row. The plane and space
 * each have a table of rows; narrow/pairs.c chooses the table.
 */
#ifndef COLLIDE_PAIR_ROW_H
#define COLLIDE_PAIR_ROW_H

#include <string.h>

#include "plane.h"
#include "../../number/orient.h"

/* Two kinds in one order. Routines are never called with the two exchanged. */
typedef struct pair_row {
  /* Do they meet? Exact: PAIR_PARTED, PAIR_MEET, PAIR_TOUCH or PAIR_DEEP. */
  int (*overlap)(const collide_shape *a, const collide_shape *b);
  /* Writes the relation of a to b; `overlap` is the exact answer. */
  void (*measure)(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap);
  /* The order of two shapes of one kind: below, above or equal to 0. It makes the answer
   * independent of which comes first. Called only for equal kinds. */
  int (*compare)(const collide_shape *a, const collide_shape *b);
  /* The quick path of solids. Returns 1 or 0 and writes the `wanted` part of the gap (see
   * plane.h); or PAIR_TOUCH without the gap; or PAIR_UNSURE. NULL: there is none. */
  int (*gap)(const collide_shape *a, const collide_shape *b, int wanted, pair_gap *gap);
  /* The quick path of the plane: the results of collide_contact and collide_distance, or
   * PAIR_UNSURE; then the outputs are undefined. `contact` is called only if the bounds meet. Each
   * takes two shapes of one kind in any order. NULL: there is none. */
  int (*contact)(const collide_shape *a, const collide_shape *b, collide_push *push);
  int (*distance)(const collide_shape *a, const collide_shape *b, double *apart, double on_a[3],
                  double on_b[3]);
} pair_row;

enum { SPACE_KINDS = COLLIDE_CIRCLE, PLANE_KINDS = COLLIDE_KINDS - COLLIDE_CIRCLE };

/* spec/quick sets it to 0, to compare the quick path with the exact one. */
#ifndef QUICK_PAIRS
#define QUICK_PAIRS 1
#endif

/* ---- The order of a row -------------------------------------------------------------------- */

/* Two shapes in the order of their row. */
typedef struct matched_pair {
  const pair_row *row;
  const collide_shape *a, *b;
  int mirrored; /* the caller's a is b here */
} matched_pair;

/* A table has a row for one order of two kinds: `forward` for a and b, or `backward` for b and a.
 * The other one is NULL. */
static PAIR_INLINE matched_pair pair_match(const collide_shape *a, const collide_shape *b,
                                           const pair_row *forward, const pair_row *backward) {
  matched_pair p;
  p.mirrored = forward == NULL;
  p.row = p.mirrored ? backward : forward;
  p.a = p.mirrored ? b : a;
  p.b = p.mirrored ? a : b;
  return p;
}

/* The table gives no order to two shapes of one kind; `compare` does. */
static PAIR_INLINE void pair_sort(matched_pair *p) {
  const collide_shape *a = p->a;
  if (a->kind != p->b->kind || p->row->compare(a, p->b) <= 0) return;
  p->a = p->b;
  p->b = a;
  p->mirrored = !p->mirrored;
}

/* ---- Queries by the gap -------------------------------------------------------------------- */

static inline void pair_mirror(pair_gap *gap) {
  double on_a[3];
  int i;
  memcpy(on_a, gap->on_a, sizeof on_a);
  memcpy(gap->on_a, gap->on_b, sizeof on_a);
  memcpy(gap->on_b, on_a, sizeof on_a);
  for (i = 0; i < 3; i++) gap->normal[i] = -gap->normal[i];
}

/* Routines of two dimensions do not write the third coordinates. */
static inline void pair_clear(pair_gap *gap) {
  gap->normal[2] = gap->on_a[2] = gap->on_b[2] = gap->common[2] = 0;
}

/* Do the two overlap? Writes the `wanted` part of the gap. With `open`, may return 0 for shapes
 * that touch. Inlined, so that the pair stays in registers. */
static PAIR_INLINE int pair_find_gap(matched_pair *p, int wanted, int open, pair_gap *gap) {
  const pair_row *row = p->row;
  int overlap = PAIR_UNSURE;
  pair_clear(gap);
  pair_sort(p);
  if (QUICK_PAIRS && row->gap != NULL) overlap = row->gap(p->a, p->b, wanted, gap);
  if (overlap == PAIR_UNSURE || overlap == PAIR_TOUCH) {
    if (overlap == PAIR_UNSURE) overlap = row->overlap(p->a, p->b);
    if (open && overlap == PAIR_TOUCH) return 0;
    if (overlap || wanted == QUICK_NEAREST) row->measure(p->a, p->b, overlap, gap);
  }
  if (p->mirrored) pair_mirror(gap);
  return overlap;
}

/* Copies without -0. */
static inline void pair_put(const double from[3], double to[3]) {
  int i;
  for (i = 0; i < 3; i++) to[i] = from[i] + 0.0;
}

static PAIR_INLINE int pair_meet(const matched_pair *p) {
  return p->row->overlap(p->a, p->b);
}

/* As collide_contact, without the tie rules. With `open`, returns 0 if the depth is 0. */
static PAIR_INLINE int pair_contact(matched_pair *p, int open, collide_push *push) {
  pair_gap gap;
  if (!pair_find_gap(p, QUICK_PUSH, open, &gap)) return 0;
  if (open && !(gap.apart < 0)) return 0;
  pair_put(gap.normal, push->normal);
  push->depth = 0 - gap.apart;
  pair_put(gap.common, push->point);
  return 1;
}

/* As collide_distance. */
static PAIR_INLINE double pair_distance(matched_pair *p, double on_a[3], double on_b[3]) {
  pair_gap gap;
  int overlap = pair_find_gap(p, QUICK_NEAREST, 0, &gap);
  pair_put(overlap ? gap.common : gap.on_a, on_a);
  pair_put(overlap ? gap.common : gap.on_b, on_b);
  return overlap ? 0 : gap.apart;
}

/* ---- Two shapes of the plane: plane_rows.c -------------------------------------------------- */

/* As the functions of collide/pair.h; ci_plane_meet returns PAIR_PARTED, PAIR_MEET, PAIR_TOUCH or
 * PAIR_DEEP. The open contact returns 0 if the depth is 0. */
int ci_plane_meet(const collide_shape *a, const collide_shape *b);
int ci_plane_contact(const collide_shape *a, const collide_shape *b, collide_push *push);
int ci_plane_open_contact(const collide_shape *a, const collide_shape *b, collide_push *push);
double ci_plane_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                         double on_b[3]);

/* ---- A moving pair -------------------------------------------------------------------------- */

/* The t_exit of a hit, where COLLIDE_SKIP_EXIT leaves it out. */
#define SWEEP_NO_EXIT (-1.0)

/* Returns 1 if a, which overlaps b with this contact normal, moves against the normal. Exact for
 * two balls or discs. For others a motion along the contact plane, within the rounding of the
 * normal, does not count. For the plane and space. */
int ci_pair_leads_in(const collide_shape *a, const collide_shape *b, const double *normal,
                     const double *d);

#endif
