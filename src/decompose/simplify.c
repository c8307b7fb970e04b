/* SPDX-License-Identifier: MIT
 *
 * Leaves out points of rings: D. H. Douglas, T. K. Peucker, "Algorithms for the reduction of the
 * number of points required to represent a digitized line" (1973). Points between two kept points
 * are left out if all of them are within the tolerance of the segment between the two. Otherwise
 * the farthest of them is kept, and both parts are treated alike.
 *
 * The result may cross itself where the outline did not. Then the sweep names two edges, and the
 * farthest point of each is restored, until nothing crosses.
 */
#include "../number/fp.h"
#include "decompose.h"

#include <math.h>

/* Deeper parts keep all their points. So the time is at most PARTS_DEEP n, which a random outline
 * does not come near. */
enum { PARTS_DEEP = 64 };

typedef struct ring_part {
  int a, b, depth;
} ring_part;

static double larger(double x, double y) {
  return x > y ? x : y;
}

/* The distance of p from the segment from a to b, rounded. Infinite, or not a number, if it is too
 * large. */
static double find_distance(const double p[2], const double a[2], const double b[2]) {
  double dx = b[0] - a[0], dy = b[1] - a[1], x = p[0] - a[0], y = p[1] - a[1], length, along;
  double size = larger(larger(fabs(dx), fabs(dy)), larger(fabs(x), fabs(y)));
  if (size == 0) return 0;
  dx /= size;
  dy /= size;
  x /= size;
  y /= size;
  length = dx * dx + dy * dy;
  along = x * dx + y * dy;
  if (along <= 0 || length == 0) return size * sqrt(x * x + y * y);
  if (along >= length) return size * sqrt((x - dx) * (x - dx) + (y - dy) * (y - dy));
  return size * fabs(dx * y - dy * x) / sqrt(length);
}

/* The farthest of the points after a and before b from the segment between these, or NONE. If a is
 * b, these are all other points of the ring. */
static int find_farthest(const ring_links *l, int a, int b, double *distance) {
  int farthest = NONE, i;
  *distance = 0;
  for (i = l->full[a]; i != b; i = l->full[i]) {
    double d = find_distance(l->points + 2 * i, l->points + 2 * a, l->points + 2 * b);
    if (farthest != NONE && d <= *distance) continue;
    farthest = i;
    *distance = d;
  }
  return farthest;
}

/* Links the points to keep after a and up to b. */
static void simplify_part(ring_links *l, int a, int b, double tolerance) {
  ring_part stack[PARTS_DEEP + 2], *part = stack;
  int parts = 1, i;
  part->a = a;
  part->b = b;
  part->depth = 0;
  while (parts > 0) {
    double distance;
    part = &stack[--parts];
    i = find_farthest(l, part->a, part->b, &distance);
    if (i == NONE || distance <= tolerance) {
      ci_links_join(l, part->a, part->b);
    } else if (part->depth == PARTS_DEEP) {
      for (i = part->a; i != part->b; i = l->full[i]) ci_links_join(l, i, l->full[i]);
    } else {
      part->depth++;
      part[1] = part[0];
      part[0].a = part[1].b = i;
      parts += 2;
    }
  }
}

/* Keeps at least three points, unless all are in line: two that are far from each other, and the
 * farthest from the line between these. */
static void simplify_ring(ring_links *l, int point, double tolerance) {
  double distance, other;
  int a = find_farthest(l, point, point, &distance), b = find_farthest(l, a, a, &distance);
  int c = find_farthest(l, a, b, &distance), d = find_farthest(l, b, a, &other), i = a;
  if (d != NONE && (c == NONE || other > distance)) {
    a = b;
    b = i;
    c = d;
  }
  i = a;
  do {
    l->after[i] = l->before[i] = NONE;
    i = l->full[i];
  } while (i != a);
  simplify_part(l, b, a, tolerance);
  simplify_part(l, a, c != NONE ? c : b, tolerance);
  if (c != NONE) simplify_part(l, c, b, tolerance);
}

void ci_simplify(ring_links *l, double tolerance) {
  int ring = NONE, i;
  for (i = 0; i < l->count; i++) {
    if (l->full[i] == NONE || l->ring[i] == ring) continue;
    ring = l->ring[i];
    simplify_ring(l, i, tolerance);
  }
}

int ci_simplify_less(ring_links *l, const int edges[2]) {
  int restored = 0, i;
  for (i = 0; i < 2; i++) {
    int a = edges[i], b = l->after[a], point;
    double distance;
    if (b == NONE || (point = find_farthest(l, a, b, &distance)) == NONE) continue;
    ci_links_join(l, a, point);
    ci_links_join(l, point, b);
    restored = 1;
  }
  return restored;
}
