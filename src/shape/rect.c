/* SPDX-License-Identifier: MIT
 *
 * Rects. While its sides lie along the axes a rect is cast at as a box is, else as a
 * polygon.
 */
#include <string.h>

#include "kind.h"
#include "flat.h"
#include "hull.h"
#include "shoot.h"

/* ---- Making ------------------------------------------------------------------------ */

static collide_error make(collide_shape *shape, collide_source *source, const double min[2],
                          const double max[2]) {
  double corners[4];
  int i;
  for (i = 0; i < 2; i++) {
    if (!(min[i] <= max[i])) return COLLIDE_ERROR_SIZE;
    corners[i] = min[i];
    corners[2 + i] = max[i];
  }
  return ci_shape_make(shape, source, COLLIDE_RECT, corners, 4);
}

collide_error collide_make_rect(collide_shape *shape, collide_source *source,
                                const double half[2]) {
  double min[2];
  min[0] = -half[0];
  min[1] = -half[1];
  return make(shape, source, min, half);
}

collide_error collide_make_rect_corners(collide_shape *shape, collide_source *source,
                                        const double min[2], const double max[2]) {
  collide_error error = make(shape, source, min, max);
  if (error == COLLIDE_OK) shape->fixed = 1;
  return error;
}

/* Counterclockwise from the least corner; sizes are min x, min y, max x, max y. */
static void rect_point(const collide_source *source, int index, double p[2]) {
  p[0] = source->sizes[index == 1 || index == 2 ? 2 : 0];
  p[1] = source->sizes[index >= 2 ? 3 : 1];
}

static collide_error rect_fold(collide_shape *s, collide_source *source, const turned_pose *pose) {
  collide_error error = ci_outline_fold(s, source, pose);
  s->of.outline.aligned = !pose->has_linear && pose->sine == 0 && pose->cosine == 1 &&
                          pose->scale[0] > 0 && pose->scale[1] > 0;
  ci_rect_keep_axes(s, source, pose);
  return error;
}

static const outline_kind rect_outline = {4, -1, rect_point, 1, 0};

/* ---- Casts ------------------------------------------------------------------------- */

static const exact_way *way_of(const line *l) {
  return l->shape->of.outline.aligned ? &ci_box_exact : &ci_polygon_exact;
}

static int rect_meets(line *l) {
  return way_of(l)->meets(l);
}

static side rect_side(const line *l, double t) {
  return way_of(l)->side_at(l, t);
}

static int rect_locate(const line *l, double t) {
  return way_of(l)->locate(l, t);
}

static void rect_measure(const line *l, int end, measured *m) {
  way_of(l)->measure(l, end, m);
}

static const exact_way rect_exact = {rect_meets, rect_side, rect_locate, rect_measure};

static int quick_rect(quick *q) {
  return q->shape->of.outline.aligned ? ci_quick_box(q) : ci_quick_polygon(q);
}

static int shoot_rect(const collide_shape *s, const double from[3], const double d[3], double max,
                      int flags, collide_hit *hit, shoot_otherwise otherwise) {
  return s->of.outline.aligned ? ci_shoot_rect(s, from, d, max, flags, hit, otherwise)
                               : ci_shoot_polygon(s, from, d, max, flags, hit, otherwise);
}

const shape_kind ci_rect = {
    "rect",            /* name */
    2,                 /* dimensions */
    0,                 /* spread */
    NULL,              /* fold */
    rect_fold,         /* fold_2d */
    &rect_outline,     /* outline */
    ci_outline_extent, /* extent */
    NULL,              /* unbounded_extent */
    quick_rect,        /* look: the short way */
    shoot_rect,        /* shoot: its direct path */
    &rect_exact,       /* exact: the exact way */
    NULL,              /* rescale */
    NULL,              /* leaves */
    NULL,              /* start_coordinates */
    0                  /* points */
};
