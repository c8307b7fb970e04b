/* SPDX-License-Identifier: MIT
 *
 * What a line can be aimed at on a shape of two dimensions. All of them but the
 * half-plane are hulls with a radius, whose corners lie in the world.
 */
#include <string.h>

#include "cast_case.h"
#include "shape/shape.h"

static void plane_feature(rng *r, const cast_case *c, feature *f) {
  const collide_shape *s = &c->shape;
  double far = draw_index(r, 2) ? draw_between(r, -4, 4) : draw_offset(r, -20, 30);
  f->name = "line";
  f->n[0] = s->b[0];
  f->n[1] = s->b[1];
  f->along[0] = -s->b[1];
  f->along[1] = s->b[0];
  f->p[0] = s->radius * f->n[0] + far * c->large * f->along[0];
  f->p[1] = s->radius * f->n[1] + far * c->large * f->along[1];
}

void draw_flat_feature(rng *r, const cast_case *c, feature *f) {
  static const char *const names[] = {"edge", "corner", "seam"};
  const collide_shape *s = &c->shape;
  collide_corner room[4];
  const collide_corner *corners;
  const double *a, *b;
  double radius = s->radius; /* a half-plane returns before it is used */
  double part = draw_unit(r);
  int i, first, count, sort = draw_index(r, 3);
  memset(f, 0, sizeof *f);
  if (s->kind == COLLIDE_PLANE_2D) {
    plane_feature(r, c, f);
    return;
  }
  corners = outline_corners(s, room);
  count = s->of.outline.count;
  first = draw_index(r, count);
  a = corners[first].point;
  b = corners[first + 1 < count ? first + 1 : 0].point;
  if (draw_index(r, 4) == 0) part = draw_log2(r, -40, 0);
  if (draw_index(r, 4) == 0) part = 1 - part;
  for (i = 0; i < 2; i++) f->along[i] = b[i] - a[i];
  if (!make_unit(f->along)) sort = 1;
  if (sort > 0) part = 0;
  if (sort == 1 && (radius > 0 || count == 1)) {
    draw_direction(r, 2, f->n);
  } else {
    f->n[0] = f->along[1];
    f->n[1] = -f->along[0];
  }
  f->name = names[sort];
  for (i = 0; i < 2; i++) f->p[i] = a[i] + part * (b[i] - a[i]) + radius * f->n[i];
  if (count == 1) draw_across(r, 2, f->n, f->along);
}
