/* SPDX-License-Identifier: MIT
 *
 * Compares the quick paths of pairs with exact ones, on cases aimed at their gates:
 *
 *   pair_driver TESTED EXACT WIDE LOOPS CASES SEED FAMILY [SAMPLE]
 *
 * The first four are builds of the core as shared objects: as it is, with the
 * filters of yes and no switched off, with every feature measured exactly, and with the
 * loops over all pairs for polygons of any size. What the first says of each case must be
 * what the others say, and of polygons the last one to the last bit. Prints the differences of
 * each family of cases whose name has the text FAMILY, and writes every so many of the cases to the
 * file SAMPLE, for pair_run.py to judge by fractions. Exits with 1 when there is a difference.
 */
#include "collide.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pair_cases.h"
#include "shape/shape.h"

typedef struct api {
  int (*overlap)(const collide_shape *, const collide_shape *);
  int (*distance)(const collide_shape *, const collide_shape *, double *, double *, double *);
  int (*contact)(const collide_shape *, const collide_shape *, collide_push *);
  int (*contains)(const collide_shape *, const double *);
  double (*closest)(const collide_shape *, const double *, double *);
  int (*cross)(const double *, const double *, const double *, const double *);
  int (*dot)(const double *, const double *, const double *, const double *);
} api;

static void take(void *library, const char *name, void *to) {
  void *found = dlsym(library, name);
  if (found == NULL) {
    fprintf(stderr, "pair_driver: no %s\n", name);
    exit(2);
  }
  memcpy(to, &found, sizeof found);
}

static api open_api(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  api f;
  if (library == NULL) {
    fprintf(stderr, "pair_driver: %s\n", dlerror());
    exit(2);
  }
  take(library, "collide_overlap", &f.overlap);
  take(library, "collide_distance", &f.distance);
  take(library, "collide_contact", &f.contact);
  take(library, "collide_contains", &f.contains);
  take(library, "collide_closest", &f.closest);
  take(library, "ci_cross2d", &f.cross);
  take(library, "ci_dot2d", &f.dot);
  return f;
}

static double distance(const api *f, const collide_shape *a, const collide_shape *b, double on_a[3],
                       double on_b[3]) {
  double least = -1;
  (void)f->distance(a, b, &least, on_a, on_b);
  return least;
}

/* ---- One case ------------------------------------------------------------------ */

/* Within 3 units in the last place, and 2^-110 of the largest number: the header allows
 * 2^-96, which would hide what twofolds lose. */
static int agree(double x, double y, const pair_case *c) {
  double size = c->a.reach + c->b.reach + c->a.of.outline.magnitude + c->b.of.outline.magnitude;
  if (x == y) return 1;
  return fabs(x - y) <= 3 * DBL_EPSILON * fabs(y) + ldexp(size, -110);
}

/* Are the points where the exact way has them, in the middle of what faces the other? Of pushes
 * that are equally short each has points of its own. */
static int points_agree(const api *tested, const api *wide, const pair_case *c) {
  double size = c->a.of.outline.magnitude + c->b.of.outline.magnitude + c->a.radius + c->b.radius;
  double on[2][3], other_on[2][3], way[2], off = 0;
  collide_push push, other;
  int i;
  distance(tested, &c->a, &c->b, on[0], on[1]);
  distance(wide, &c->a, &c->b, other_on[0], other_on[1]);
  if (tested->contact(&c->a, &c->b, &push) == 1) {
    (void)wide->contact(&c->a, &c->b, &other);
    if (push.normal[0] * other.normal[0] + push.normal[1] * other.normal[1] < 0.999) return 1;
    for (i = 0; i < 2; i++) way[i] = push.point[i] - other.point[i];
    off = fabs(way[0] * push.normal[1] - way[1] * push.normal[0]);
    if (fabs(way[0] * push.normal[0] + way[1] * push.normal[1]) > 0.5 * push.depth + 1e-13 * size)
      return 0;
  } else {
    for (i = 0; i < 4; i++) off = fmax(off, fabs(on[i / 2][i % 2] - other_on[i / 2][i % 2]));
  }
  return off <= 64 * DBL_EPSILON * size;
}

static int measures_agree(const api *tested, const api *wide, const pair_case *c) {
  double on_a[3], on_b[3];
  collide_push push, other;
  if (!agree(distance(tested, &c->a, &c->b, on_a, on_b), distance(wide, &c->a, &c->b, on_a, on_b),
             c))
    return 0;
  if (tested->contact(&c->a, &c->b, &push) != wide->contact(&c->a, &c->b, &other)) return 0;
  return !wide->contact(&c->a, &c->b, &other) || agree(push.depth, other.depth, c);
}

/* What is nearest to a corner of b. */
static int closest_agree(const api *tested, const api *wide, const pair_case *c) {
  double size = c->a.of.outline.magnitude + c->b.of.outline.magnitude + c->a.radius;
  double point[3] = {0, 0, 0}, near[3], other[3], apart;
  collide_corner room[4];
  memcpy(point, outline_corners(&c->b, room)[0].point, 2 * sizeof point[0]);
  apart = tested->closest(&c->a, point, near);
  if ((apart == 0) != tested->contains(&c->a, point)) return 0;
  if (!agree(apart, wide->closest(&c->a, point, other), c)) return 0;
  return fmax(fabs(near[0] - other[0]), fabs(near[1] - other[1])) <= 64 * DBL_EPSILON * size;
}

/* All that is said of two polygons, and of one and a corner of the other. */
typedef struct answers {
  double numbers[20];
} answers;

static answers answer(const api *f, const pair_case *c) {
  const collide_shape *a = &c->a, *b = &c->b;
  collide_corner room[4];
  const collide_corner *corners = outline_corners(b, room);
  double point[3] = {0, 0, 0};
  answers all;
  collide_push push;
  memset(&all, 0, sizeof all);
  memset(&push, 0, sizeof push);
  memcpy(point, corners[c->number % b->of.outline.count].point, sizeof corners->point);
  all.numbers[0] = f->overlap(a, b);
  all.numbers[1] = f->contact(a, b, &push);
  all.numbers[2] = push.depth;
  memcpy(all.numbers + 3, push.normal, sizeof push.normal);
  memcpy(all.numbers + 6, push.point, sizeof push.point);
  all.numbers[9] = distance(f, a, b, all.numbers + 10, all.numbers + 13);
  all.numbers[16] = f->contains(a, point);
  all.numbers[17] = f->closest(a, point, point);
  memcpy(all.numbers + 18, point, 2 * sizeof point[0]);
  return all;
}

static int same_bits(const api *tested, const api *loops, const pair_case *c) {
  answers x = answer(tested, c), y = answer(loops, c);
  return memcmp(&x, &y, sizeof x) == 0;
}

/* Is p - q > r - s, exactly? The cross product of (p - q, r - s) and (1, 1). */
static int is_more(const api *reference, double p, double q, double r, double s) {
  double from[2], to[2], origin[2] = {0, 0}, ones[2] = {1, 1};
  from[0] = q;
  from[1] = s;
  to[0] = p;
  to[1] = r;
  return reference->cross(from, to, origin, ones) > 0;
}

/* Does the push go out of a side that is exactly the least deep, and the other way round in the
 * other order? Side k is the difference of two coordinates, out[k]: to the left, right, below and
 * above. */
static int right_side(const api *tested, const api *reference, const pair_case *c) {
  const collide_outline *p = &c->a.of.outline, *q = &c->b.of.outline;
  const double *low = c->a.kind == COLLIDE_CIRCLE ? c->a.origin : p->low;
  const double *high = c->a.kind == COLLIDE_CIRCLE ? c->a.origin : p->high;
  double out[4][2];
  collide_push push, back;
  int i, k;
  if (!tested->contact(&c->a, &c->b, &push)) return 1; /* `overlap` is compared elsewhere */
  if (!tested->contact(&c->b, &c->a, &back) || back.depth != push.depth) return 0;
  for (i = 0; i < 2; i++) {
    out[2 * i][0] = high[i];
    out[2 * i][1] = q->low[i];
    out[2 * i + 1][0] = q->high[i];
    out[2 * i + 1][1] = low[i];
    if (back.normal[i] != -push.normal[i]) return 0;
  }
  k = push.normal[0] != 0 ? push.normal[0] > 0 : 2 + (push.normal[1] > 0);
  for (i = 0; i < 4; i++)
    if (is_more(reference, out[k][0], out[k][1], out[i][0], out[i][1])) return 0;
  return 1;
}

static int case_agrees(const api *tested, const api *reference, const api *wide, const api *loops,
                       const pair_case *c) {
  const double(*p)[2] = c->points;
  if (c->family->kind == POLYGONS && !same_bits(tested, loops, c)) return 0;
  if (c->family->kind == SIDES && !right_side(tested, reference, c)) return 0;
  if (c->family->kind == POINTS)
    return tested->cross(p[0], p[1], p[2], p[3]) == reference->cross(p[0], p[1], p[2], p[3]) &&
           tested->dot(p[0], p[1], p[2], p[3]) == reference->dot(p[0], p[1], p[2], p[3]);
  if (tested->overlap(&c->a, &c->b) != reference->overlap(&c->a, &c->b)) return 0;
  if (c->family->kind == RESTS &&
      !(points_agree(tested, wide, c) && closest_agree(tested, wide, c)))
    return 0;
  return c->number % MEASURED != 0 || measures_agree(tested, wide, c);
}

/* ---- The sample: a line of hexadecimal numbers a case --------------------------- */

static void write_shape(FILE *out, const collide_shape *s) {
  collide_corner room[4];
  const collide_corner *corner = outline_corners(s, room);
  int i;
  if (s->kind == COLLIDE_PLANE_2D) {
    fprintf(out, "plane %a %a %a ", s->a[0], s->a[1], s->height);
    return;
  }
  fprintf(out, "hull %d %a ", s->of.outline.count, s->radius);
  for (i = 0; i < s->of.outline.count; i++)
    fprintf(out, "%a %a ", corner[i].point[0], corner[i].point[1]);
}

static void write_case(FILE *out, const api *tested, const pair_case *c) {
  const double(*p)[2] = c->points;
  int i;
  if (c->family->kind == POINTS) {
    fprintf(out, "%d points %d ", tested->cross(p[0], p[1], p[2], p[3]),
            tested->dot(p[0], p[1], p[2], p[3]));
    for (i = 0; i < 4; i++) fprintf(out, "%a %a ", p[i][0], p[i][1]);
  } else {
    fprintf(out, "%d ", tested->overlap(&c->a, &c->b));
    write_shape(out, &c->a);
    write_shape(out, &c->b);
  }
  fprintf(out, "%s\n", c->family->name);
}

int main(int count, char **words) {
  long i, cases, wrong[MOST_FAMILIES] = {0}, asked[MOST_FAMILIES] = {0}, all = 0;
  FILE *sample = NULL;
  api tested, reference, wide, loops;
  pair_case c;
  int k;
  if (count < 8) return 2;
  tested = open_api(words[1]);
  reference = open_api(words[2]);
  wide = open_api(words[3]);
  loops = open_api(words[4]);
  cases = atol(words[5]);
  seed_cases((uint64_t)atol(words[6]));
  if (count > 8) sample = fopen(words[8], "w");
  for (i = 0; i < cases; i++) {
    memset(&c, 0, sizeof c);
    k = draw_case(&c, i, words[7]);
    asked[k]++;
    if (!case_agrees(&tested, &reference, &wide, &loops, &c)) wrong[k]++;
    if (sample != NULL && i % (cases / SAMPLED + 1) == 0) write_case(sample, &tested, &c);
  }
  if (sample != NULL) fclose(sample);
  for (k = 0; k < MOST_FAMILIES && families[k].name != NULL; k++) {
    if (asked[k] == 0) continue;
    printf("%-32s %9ld cases %9ld wrong\n", families[k].name, asked[k], wrong[k]);
    all += wrong[k];
  }
  return all > 0;
}
