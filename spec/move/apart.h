/* SPDX-License-Identifier: MIT
 *
 * Are the interiors of two convex bodies disjoint? A reference that shares no code with the core.
 *
 * They are disjoint exactly if a direction separates them. Directions are proposed in doubles, by a
 * GJK search and by the caller. Whether one separates the two is decided by their support functions
 * in quadruple precision with an error bound, so a wrong proposal proves nothing.
 */
#ifndef SPEC_MOVE_APART_H
#define SPEC_MOVE_APART_H

#include "height.h"

enum { PROPOSALS_MOST = 256 };

static double multiply(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3]) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/* ---- Support in doubles ---------------------------------------------------------------------- */

/* The farthest point along n, without the radius, relative to `origin`. Points of a level body may
 * be far from its own origin, so they are compared relative to the given one. */
static void find_support(const solid *s, const double origin[3], const double n[3], double x[3]) {
  double own[3], best = -HUGE_VAL, p[3] = {0, 0, 0}, offset = 0;
  int i, k;
  for (k = 0; k < 3; k++)
    own[k] = s->linear[k] * n[0] + s->linear[3 + k] * n[1] + s->linear[6 + k] * n[2];
  for (k = 0; k < 3 && s->discs > 0; k++) offset += n[k] * (s->position[k] - origin[k]);
  for (i = 0; i < s->count; i++) {
    const double *q = s->points[i];
    double along = s->is_level ? n[0] * (s->position[0] - origin[0] + q[0]) +
                                     n[1] * (s->position[1] - origin[1] + q[1]) +
                                     n[2] * (s->position[2] - origin[2] + q[2]) - offset
                               : multiply(own, q);
    if (along <= best) continue;
    best = along;
    memcpy(p, q, sizeof p);
  }
  for (i = 0; i < s->discs; i++) {
    double length = hypot(own[0], own[2]), along = s->disc_y[i] * own[1] + s->disc_radius * length;
    if (along <= best) continue;
    best = along;
    p[0] = length > 0 ? s->disc_radius * own[0] / length : 0;
    p[1] = s->disc_y[i];
    p[2] = length > 0 ? s->disc_radius * own[2] / length : 0;
  }
  for (k = 0; k < 3; k++) x[k] = s->position[k] - origin[k] + multiply(s->linear + 3 * k, p);
}

/* A box that contains the body, and its largest coordinate. */
static double find_box(const solid *s, double low[3], double high[3]) {
  double largest = 0, zero[3] = {0, 0, 0}, n[3], x[3];
  int k;
  for (k = 0; k < 3; k++) {
    memset(n, 0, sizeof n);
    n[k] = 1;
    find_support(s, zero, n, x);
    high[k] = x[k] + s->radius;
    n[k] = -1;
    find_support(s, zero, n, x);
    low[k] = x[k] - s->radius;
    largest = fmax(largest, fmax(fabs(low[k]), fabs(high[k])));
  }
  for (k = 0; k < 3; k++) {
    low[k] -= largest * 0x1p-48;
    high[k] += largest * 0x1p-48;
  }
  return largest;
}

/* ---- Decisions in quadruple precision -------------------------------------------------------- */

/* Are a, swept along `leg` if that is not NULL, and b at least -slack apart along n? */
static int is_separating(const solid *a, const double *leg, const solid *b, const double n[3],
                         double slack) {
  double back[3], square = multiply(n, n);
  quad most, end, error, length;
  sum s = {0, 0};
  int k;
  if (!(square > 0) || !isfinite(square)) return 0;
  for (k = 0; k < 3; k++) back[k] = -n[k];
  most = bound_support(a, n);
  if (leg != NULL) {
    solid there = *a;
    memcpy(there.position, leg, sizeof there.position);
    end = bound_support(&there, n);
    if (end > most) most = end;
  }
  add(&s, -most);
  add(&s, -bound_support(b, back));
  length = root((quad)n[0] * n[0] + (quad)n[1] * n[1] + (quad)n[2] * n[2], &error);
  if (a->radius + b->radius > 0 || slack > 0) {
    sum radii = {0, 0};
    add(&radii, a->radius);
    add(&radii, b->radius);
    add(&radii, -(quad)slack);
    add(&s, -(radii.value * length));
    s.error += radii.error * length + size_of(radii.value) * (error + (error > 0) * length * ROUND);
  }
  return s.value - s.error >= 0;
}

/* ---- Proposals ------------------------------------------------------------------------------- */

typedef struct proposals {
  double n[PROPOSALS_MOST][3];
  int count;
} proposals;

static void propose(proposals *p, const double n[3]) {
  if (p->count == PROPOSALS_MOST || !(multiply(n, n) > 0)) return;
  memcpy(p->n[p->count++], n, 3 * sizeof *n);
}

static void propose_both(proposals *p, const double n[3]) {
  double back[3];
  int k;
  for (k = 0; k < 3; k++) back[k] = -n[k];
  propose(p, n);
  propose(p, back);
}

/* The point of the hull of some of these points that is nearest to the origin: the best of those of
 * all subsets. Keeps the points of that subset. */
static int find_nearest_subset(double points[4][3], int count, double nearest[3]) {
  double best = HUGE_VAL, kept[4][3];
  int subset, kept_count = 0;
  for (subset = 1; subset < 1 << count; subset++) {
    double base[3], e[3][3], gram[3][4], x[3] = {0, 0, 0}, v[3], rest = 1;
    int used = 0, i, j, k, is_inside = 1, of[4];
    for (i = 0; i < count; i++)
      if (subset >> i & 1) of[used++] = i;
    memcpy(base, points[of[0]], sizeof base);
    for (i = 1; i < used; i++)
      for (k = 0; k < 3; k++) e[i - 1][k] = points[of[i]][k] - base[k];
    for (i = 0; i < used - 1; i++) {
      for (j = 0; j < used - 1; j++) gram[i][j] = multiply(e[i], e[j]);
      gram[i][3] = -multiply(e[i], base);
    }
    for (i = 0; i < used - 1; i++) { /* elimination */
      if (!(gram[i][i] > 0)) is_inside = 0;
      for (j = 0; j < used - 1 && is_inside; j++) {
        double f = gram[j][i] / gram[i][i];
        if (j == i) continue;
        for (k = i; k < used - 1; k++) gram[j][k] -= f * gram[i][k];
        gram[j][3] -= f * gram[i][3];
      }
    }
    memcpy(v, base, sizeof v);
    for (i = 0; i < used - 1 && is_inside; i++) {
      x[i] = gram[i][3] / gram[i][i];
      rest -= x[i];
      if (!(x[i] >= 0)) is_inside = 0;
      for (k = 0; k < 3; k++) v[k] += x[i] * e[i][k];
    }
    if (!is_inside || rest < 0 || !(multiply(v, v) < best)) continue;
    best = multiply(v, v);
    memcpy(nearest, v, sizeof v);
    kept_count = used;
    for (i = 0; i < used; i++) memcpy(kept[i], points[of[i]], sizeof *kept);
  }
  memcpy(points, kept, (size_t)kept_count * sizeof *kept);
  return kept_count;
}

/* From b towards the swept a: GJK. The direction of the nearest point of their difference, and the
 * normals of the last points. */
static void propose_by_search(const solid *a, const double *leg, const solid *b, proposals *p) {
  double points[4][3], v[3] = {0, 0, 0}, n[3], x[3], y[3], z[3], *origin;
  solid there = *a;
  int count = 0, i, k, turn;
  origin = there.position;
  if (leg != NULL) memcpy(there.position, leg, sizeof there.position);
  find_support(b, origin, v, x);
  find_support(a, origin, v, y);
  for (k = 0; k < 3; k++) v[k] = y[k] - x[k];
  if (multiply(v, v) == 0) v[0] = 1;
  for (turn = 0; turn < 40; turn++) {
    for (k = 0; k < 3; k++) n[k] = -v[k];
    find_support(a, origin, n, y);
    if (leg != NULL) {
      find_support(&there, origin, n, z);
      if (multiply(n, z) > multiply(n, y)) memcpy(y, z, sizeof y);
    }
    find_support(b, origin, v, x);
    for (k = 0; k < 3; k++) y[k] -= x[k];
    if (count > 0 && multiply(v, v) - multiply(v, y) <= 1e-15 * multiply(v, v)) break;
    if (count == 4) break;
    memcpy(points[count++], y, sizeof y);
    count = find_nearest_subset(points, count, v);
    for (k = 0; k < 3; k++) n[k] = -v[k];
    propose(p, n);
    if (p->count > 3) p->count--; /* of these directions the first and the last remain */
    if (!(multiply(v, v) > 0)) break;
  }
  for (k = 0; k < 3; k++) n[k] = -v[k];
  propose(p, n);
  for (i = 0; i < count; i++) { /* in the plane, and in space */
    double e[3], f[3], up[3] = {0, 0, 1};
    int j = (i + 1) % count;
    for (k = 0; k < 3; k++) e[k] = points[j][k] - points[i][k];
    for (k = 0; k < 3; k++) f[k] = points[(j + 1) % count][k] - points[i][k];
    cross(e, up, n);
    propose_both(p, n);
    cross(e, f, n);
    propose_both(p, n);
  }
}

/* How far b is from the swept a along n, without the radii, in doubles. The error is less than
 * 2^-44 of the coordinates relative to a, of which `reach` is the sum. */
static double find_gap(const solid *a, const double *leg, const solid *b, const double n[3],
                       double *reach) {
  double x[3], y[3], z[3], back[3];
  solid there = *a;
  int k;
  for (k = 0; k < 3; k++) back[k] = -n[k];
  find_support(a, a->position, n, x);
  find_support(b, a->position, back, y);
  *reach = 0;
  if (leg != NULL) {
    memcpy(there.position, leg, sizeof there.position);
    find_support(&there, a->position, n, z);
    if (multiply(n, z) > multiply(n, x)) memcpy(x, z, sizeof x);
  }
  for (k = 0; k < 3; k++) {
    *reach += fabs(x[k]) + fabs(y[k]);
    z[k] = y[k] - x[k];
  }
  return multiply(n, z) / sqrt(multiply(n, n));
}

/* Tries the proposals from the last one on; keeps the one with the largest gap. `size` is at least
 * half of the largest coordinate of a point of a turned body in its own frame. */
static int try_proposals(const solid *a, const double *leg, const solid *b, double slack,
                         double size, const proposals *p, double best[3], double *best_gap) {
  double needed = a->radius + b->radius - slack;
  int i;
  for (i = p->count - 1; i >= 0; i--) {
    double reach, gap = find_gap(a, leg, b, p->n[i], &reach), error = 0x1p-44 * (reach + 8 * size);
    int is_apart = gap - needed > error ||
                   (gap - needed >= -error && is_separating(a, leg, b, p->n[i], slack));
    if (!is_apart && gap <= *best_gap) continue;
    *best_gap = gap;
    memcpy(best, p->n[i], sizeof p->n[i]);
    if (is_apart) return 1;
  }
  return 0;
}

/* Repeats the search, with a moved away along the best direction by parts of `size`. Where the two
 * touch, a search without that finds no direction. */
static int search_apart(const solid *a, const double *leg, const solid *b, double slack,
                        double size, const solid *searched, const double *searched_leg,
                        double best[3], double *gap) {
  static const double parts[] = {0, 0x1p-20, 0x1p-10, 0x1p-5, 0x1p-15, 0x1p-25};
  size_t i;
  int k;
  for (i = 0; i < sizeof parts / sizeof *parts; i++) {
    solid moved = *searched;
    double end[3], length = sqrt(multiply(best, best));
    proposals found;
    for (k = 0; k < 3; k++) {
      double by = parts[i] > 0 ? parts[i] * size * best[k] / length : 0;
      moved.position[k] -= by;
      if (searched_leg != NULL) end[k] = searched_leg[k] - by;
    }
    found.count = 0;
    propose_by_search(&moved, searched_leg == NULL ? NULL : end, b, &found);
    if (try_proposals(a, leg, b, slack, size, &found, best, gap)) return 1;
  }
  return 0;
}

/* Improves the best direction by small changes at random. */
static int polish(const solid *a, const double *leg, const solid *b, double slack, double size,
                  double best[3]) {
  enum { CHANGES = 20000, LONGER = 500 };
  double step = 0.03125, gap, reach;
  unsigned long state = 1;
  proposals one;
  int i, k;
  gap = find_gap(a, leg, b, best, &reach);
  for (i = 1; i <= CHANGES; i++) {
    double length = sqrt(multiply(best, best)), here;
    for (k = 0; k < 3; k++) {
      state = state * 16807 % 2147483647;
      one.n[0][k] = best[k] / length + ((double)state / 1073741823.5 - 1) * step;
    }
    here = find_gap(a, leg, b, one.n[0], &reach);
    if (here > gap) {
      gap = here;
      memcpy(best, one.n[0], sizeof one.n[0]);
    }
    if (i % LONGER == 0) step *= 0.5;
  }
  memcpy(one.n[0], best, sizeof one.n[0]);
  one.count = 1;
  gap = -HUGE_VAL;
  return try_proposals(a, leg, b, slack, size, &one, best, &gap);
}

/* 1 if some direction shows that the swept a and b are at least -slack apart; writes it. */
static int find_separation(const solid *a, const double *leg, const solid *b, double slack,
                           double size, const proposals *given, double best[3]) {
  double gap = -HUGE_VAL;
  solid there = *a;
  memset(best, 0, 3 * sizeof *best);
  if (try_proposals(a, leg, b, slack, size, given, best, &gap)) return 1;
  if (search_apart(a, leg, b, slack, size, a, leg, best, &gap)) return 1;
  if (leg == NULL) return 0;
  memcpy(there.position, leg, sizeof there.position);
  return search_apart(a, leg, b, slack, size, a, NULL, best, &gap) ||
         search_apart(a, leg, b, slack, size, &there, NULL, best, &gap) ||
         polish(a, leg, b, slack, size, best);
}

#endif
