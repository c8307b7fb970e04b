/* SPDX-License-Identifier: MIT
 *
 * The convex hull of the corners of an outline, its normals and the numbers of its edges.
 */
#include "outline.h"

#include "../number/orient.h"

/* Returns 1 for a convex polygon, counterclockwise, with no three corners in line. Then every
 * corner turns left, and on one trip around it the order by x, then y, changes direction exactly
 * twice; a polygon that winds several times changes more often. Most input passes this test, which
 * is cheaper than a hull. */
static int is_hull(const collide_corner *c, int count) {
  int i, turns = 0;
  if (count < 3) return 0;
  for (i = 0; i < count; i++) {
    const double *a = c[i].point, *b = c[(i + 1) % count].point, *d = c[(i + 2) % count].point;
    if (orient2d(a, b, d) <= 0) return 0;
    turns += comes_before(a, b) != comes_before(b, d);
  }
  return turns == 2;
}

static void swap(collide_corner *a, collide_corner *b) {
  collide_corner t = *a;
  *a = *b;
  *b = t;
}

/* The order from left to right, or from right to left if `sign` is -1. Equal points are ordered by
 * their numbers, so that the order is unique. */
static int is_sorted(const collide_corner *a, const collide_corner *b, int sign) {
  if (!is_same_point(a->point, b->point)) return comes_before(a->point, b->point) == (sign > 0);
  return a->edge < b->edge;
}

static void sift(collide_corner *c, int i, int count, int sign) {
  for (;;) {
    int last = i, k;
    for (k = 2 * i + 1; k <= 2 * i + 2 && k < count; k++)
      if (is_sorted(&c[last], &c[k], sign)) last = k;
    if (last == i) return;
    swap(&c[i], &c[last]);
    i = last;
  }
}

/* Heapsort: in place, and O(n log n) for every input. */
static void sort(collide_corner *c, int count, int sign) {
  int i;
  for (i = count / 2; i-- > 0;) sift(c, i, count, sign);
  for (i = count; i-- > 1;) {
    swap(&c[0], &c[i]);
    sift(c, 0, i, sign);
  }
}

/* Extends a chain of `done` corners, which turns left everywhere, through the sorted
 * points that follow it in the array. Its first `kept` corners are never dropped.
 * Dropped points end up behind the chain. Returns the new number of corners. */
static int chain(collide_corner *c, int done, int kept, int count) {
  int i;
  for (i = done; i < count; i++) {
    if (is_same_point(c[done - 1].point, c[i].point)) continue;
    while (done > kept && orient2d(c[done - 2].point, c[done - 1].point, c[i].point) <= 0) done--;
    swap(&c[done++], &c[i]);
  }
  return done;
}

/* The hull of the points, in place: its corners come first, all other points follow.
 * Goes along the lower side to the right, then back along the upper side (Andrew 1979).
 * Returns the number of corners. */
static int wrap(collide_corner *c, int count) {
  int right, done;
  sort(c, count, 1);
  right = done = chain(c, 1, 1, count);
  sort(c + done, count - done, -1);
  done = chain(c, done, right, count);
  while (done > right && orient2d(c[done - 2].point, c[done - 1].point, c[0].point) <= 0) done--;
  return done;
}

/* Half of the edge from a to b, turned outward: halves do not overflow. */
static inline void take_across(const double a[2], const double b[2], double across[3]) {
  across[0] = b[1] * 0.5 - a[1] * 0.5;
  across[1] = a[0] * 0.5 - b[0] * 0.5;
  across[2] = 0;
}

/* Sets a normal whose square could leave the range. */
static void set_far_normal(const double a[2], const double b[2], double normal[2]) {
  double across[3], unit[3] = {0, 0, 0};
  take_across(a, b, across);
  if (fabs(across[0]) < 1e-300 && fabs(across[1]) < 1e-300) {
    across[0] = b[1] - a[1];
    across[1] = a[0] - b[0];
  }
  ci_vector_unit(across, unit);
  normal[0] = unit[0] + 0.0;
  normal[1] = unit[1] + 0.0;
}

/* Gives the results of ci_vector_unit where that scales nothing. */
static void set_normals(collide_corner *c, int count) {
  int i;
  for (i = 0; i < count; i++) {
    const double *a = c[i].point, *b = c[i + 1 < count ? i + 1 : 0].point;
    double across[3], x, y, length;
    take_across(a, b, across);
    x = fabs(across[0]);
    y = fabs(across[1]);
    if (!((x >= 1e-100 || y >= 1e-100) && x <= 1e100 && y <= 1e100)) {
      set_far_normal(a, b, c[i].normal);
      continue;
    }
    length = sqrt(across[0] * across[0] + across[1] * across[1]);
    c[i].normal[0] = across[0] / length + 0.0;
    c[i].normal[1] = across[1] / length + 0.0;
  }
}

static void reverse(collide_corner *c, int count) {
  int i;
  for (i = 0; i < count / 2; i++) swap(&c[i], &c[count - 1 - i]);
}

/* Replaces the indices of the points by the numbers of the edges (see outline.h). Returns
 * -1 when the given points go around the hull clockwise, else 1. */
static int number_edges(collide_corner *c, int count, int given) {
  int i, falls = 0, winding = 1;
  for (i = 0; i < count; i++) falls += c[i].edge > c[(i + 1) % count].edge;
  if (count > 2 && falls > 1) winding = -1;
  for (i = 0; i < count; i++) {
    int index = c[i].edge;
    c[i].edge = winding > 0 ? index + 1 : index == 0 ? given : index;
  }
  return winding;
}

void ci_outline_take(collide_outline *o, collide_corner *c) {
  int given = o->given, count = given;
  if (given > 2) {
    if (!is_hull(c, given)) {
      reverse(c, given);
      if (!is_hull(c, given)) count = wrap(c, given);
    }
  } else if (given == 2 && is_same_point(c[0].point, c[1].point)) {
    count = 1;
  }
  o->count = count;
  o->winding = number_edges(c, count, given);
  set_normals(c, count);
}
