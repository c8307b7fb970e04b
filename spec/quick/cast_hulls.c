/* SPDX-License-Identifier: MIT
 *
 * Hulls of points in space for the cast comparison: round ones, prisms whose ends have many
 * corners, plates, and boxes whose faces are nearly but not exactly plane.
 */
#include <stdlib.h>
#include <string.h>

#include "cast_case.h"
#include "shape/hull.h"

enum { MOST_CORNERS = 40, RING = 16, HULL_STORAGE = 65536 };

/* ---- Points ---------------------------------------------------------------------- */

static int draw_round(rng *r, double *z) {
  int i, count = 4 + draw_index(r, 21);
  for (i = 0; i < count; i++) draw_direction(r, 3, z + 3 * i);
  return count;
}

/* A corner of a ring is a corner of the other ring moved, so all faces are exactly plane. */
static int draw_prism(rng *r, double *z) {
  double v[3];
  int i, count = 3 + draw_index(r, RING - 2);
  for (i = 0; i < count; i++) {
    draw_direction(r, 2, v);
    v[2] = 1;
    memcpy(z + 6 * i, v, sizeof v);
    v[2] = -1;
    memcpy(z + 6 * i + 3, v, sizeof v);
  }
  return 2 * count;
}

static int draw_cuboid(rng *r, double *z) {
  double jitter = draw_index(r, 2) ? draw_log2(r, -54, -1) : 0;
  int i, k;
  for (k = 0; k < 8; k++)
    for (i = 0; i < 3; i++) z[3 * k + i] = (k >> i & 1 ? 1 : -1) + jitter * draw_between(r, -1, 1);
  return 8;
}

collide_error draw_hull(rng *r, cast_case *c, const double axes[3], const double center[3],
                        double scale) {
  static double points[3 * MOST_CORNERS], storage[HULL_STORAGE / sizeof(double)];
  double v[3];
  collide_error error;
  size_t bytes;
  int i, k, at, count, turn = draw_index(r, 3), sort = draw_index(r, 3);
  void *work;
  count = sort == 0   ? draw_round(r, points)
          : sort == 1 ? draw_prism(r, points)
                      : draw_cuboid(r, points);
  for (k = 0; k < count; k++) {
    memcpy(v, points + 3 * k, sizeof v);
    for (i = 0; i < 3; i++) {
      double x = center[i] + axes[i] * v[(i + turn) % 3];
      points[3 * k + i] = scale * (c->on_lattice ? on_unit(c, x) : x);
    }
  }
  work = malloc(collide_hull_work(count));
  if (work == NULL) abort();
  error = collide_build_hull(points, count, work, &bytes, &at);
  if (error == COLLIDE_OK && bytes > sizeof storage) abort();
  if (error == COLLIDE_OK) collide_make_hull(&c->shape, &c->source, work, storage);
  free(work);
  return error;
}

/* ---- What a line can be aimed at -------------------------------------------------- */

void draw_hull_feature(rng *r, const cast_case *c, double part, double other, feature *f) {
  static const char *const names[] = {"face", "edge", "corner"};
  const solid_hull *p = hull_of(&c->shape);
  int i, sort = draw_index(r, 3), place = draw_index(r, p->places);
  const double *a = hull_at(p, place), *b = hull_at(p, hull_next(p, place));
  const double *o = hull_at(p, p->first[p->face[place]]);
  const double *n = p->planes[p->face[place]].unit, *m = p->planes[p->face[p->across[place]]].unit;
  int between = draw_index(r, 2);
  f->name = names[sort];
  if (o == a || o == b) o = hull_at(p, hull_next(p, hull_next(p, place)));
  if (sort == 2) part = 0;
  if (sort > 0) other = 0;
  for (i = 0; i < 3; i++) {
    f->p[i] = a[i] + part * (b[i] - a[i]) + other * (1 - part) * (o[i] - a[i]);
    f->n[i] = sort == 0 || between ? n[i] : n[i] + m[i];
    f->along[i] = b[i] - a[i];
  }
  (void)make_unit(f->along);
  if (!make_unit(f->n)) draw_across(r, 3, f->along, f->n);
}

/* The differences of the ends of its edges: calls `note` with each. */
void note_hull_sizes(cast_case *c, void (*note)(cast_case *c, double size)) {
  const solid_hull *p = hull_of(&c->shape);
  int i, place;
  for (place = 0; place < p->places; place++)
    for (i = 0; i < 3; i++) note(c, hull_at(p, place)[i] - hull_at(p, hull_next(p, place))[i]);
}
