/* SPDX-License-Identifier: MIT
 *
 * Boxes.
 */
#include <string.h>

#include "kind.h"

/* ---- Making, folding, extent --------------------------------------------------- */

static collide_error make(collide_shape *shape, collide_source *source, const double min[3],
                          const double max[3]) {
  double corners[6];
  int i;
  for (i = 0; i < 3; i++) {
    if (!(min[i] <= max[i])) return COLLIDE_ERROR_SIZE;
    corners[i] = min[i];
    corners[3 + i] = max[i];
  }
  return ci_shape_make(shape, source, COLLIDE_BOX, corners, 6);
}

collide_error collide_make_box(collide_shape *shape, collide_source *source, const double half[3]) {
  double min[3];
  int i;
  for (i = 0; i < 3; i++) min[i] = -half[i];
  return make(shape, source, min, half);
}

collide_error collide_make_box_corners(collide_shape *shape, collide_source *source,
                                       const double min[3], const double max[3]) {
  collide_error error = make(shape, source, min, max);
  if (error == COLLIDE_OK) shape->fixed = 1;
  return error;
}

/* Rotated or mirrored it keeps its own frame, in which faces have their names. */
static collide_error box_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  int i, keeps_frame = pose->rotates || pose->mirrors;
  for (i = 0; i < 3; i++) {
    double scale = keeps_frame ? 1 : pose->turned.linear[4 * i];
    s->a[i] = sizes[i] * scale;
    s->b[i] = sizes[3 + i] * scale;
  }
  s->reach = ci_largest(s->b, 3, ci_largest(s->a, 3, 0));
  return keeps_frame ? ci_pose_keep(s, pose) : COLLIDE_OK;
}

static void box_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  int i;
  extent[0] = extent[1] = tf(0);
  for (i = 0; i < 3; i++) {
    int low = g[i] < 0;
    extent[low] = tf_add(extent[low], two_product(g[i], s->a[i]));
    extent[!low] = tf_add(extent[!low], two_product(g[i], s->b[i]));
  }
}

static void box_rescale(collide_shape *s, int exponent) {
  ci_rescale(s->position, 3, exponent);
  ci_rescale(s->a, 3, exponent);
  ci_rescale(s->b, 3, exponent);
}

/* ---- The short way --------------------------------------------------------------- */

/* Where the line crosses the slabs between the planes of opposite faces; `off` is
 * what either crossing may be off by. */
typedef struct slabs {
  double near[3], far[3], off[3];
  int crosses[3];
} slabs;

static void cross_slabs(const quick *q, slabs *s) {
  const double *low = q->shape->a, *high = q->shape->b;
  int i, axes = collide_dimensions(q->shape);
  for (i = 0; i < 3; i++) {
    int down = q->d[i] < 0;
    double other;
    s->crosses[i] = i < axes && quick_crosses(q, i);
    if (!s->crosses[i]) continue;
    s->near[i] = quick_cross(q, i, down ? high[i] : low[i], &s->off[i]);
    s->far[i] = quick_cross(q, i, down ? low[i] : high[i], &other);
    if (other > s->off[i]) s->off[i] = other;
  }
}

/* Between the ends t the line certainly stays inside of a slab that it runs along
 * (1), or outside (-1), or neither is certain (0). */
static int stays_inside(const quick *q, int axis) {
  double low = q->shape->a[axis], high = q->shape->b[axis], x[2], margin[2];
  int end;
  for (end = 0; end < 2; end++) x[end] = quick_height(q, axis, q->t[end], q->error, &margin[end]);
  if (x[0] > low + margin[0] && x[0] < high - margin[0] && x[1] > low + margin[1] &&
      x[1] < high - margin[1])
    return 1;
  return (x[0] < low - margin[0] && x[1] < low - margin[1]) ||
                 (x[0] > high + margin[0] && x[1] > high + margin[1])
             ? -1
             : 0;
}

/* Compares every entry with every other exit, and the entries with each other:
 * within one slab the exit is never before the entry. */
static int compare_slabs(quick *q, const slabs *s, int *enters) {
  double earliest = HUGE_VAL;
  int i, j, certain = 1, first = -1, last = -1;
  for (i = 0; i < 3; i++) {
    if (!s->crosses[i]) continue;
    if (first < 0 || s->near[i] > s->near[first]) first = i;
    if (last < 0 || s->far[i] < s->far[last]) last = i;
    if (s->far[i] - s->off[i] < earliest) earliest = s->far[i] - s->off[i];
    for (j = 0; j < 3; j++) {
      double off = i == j || !s->crosses[j] ? 0 : s->off[i] + s->off[j];
      if (off == 0) continue;
      if (s->near[i] > s->far[j] + off) return QUICK_MISS;
      certain &= s->near[i] < s->far[j] - off;
    }
  }
  if (first < 0) return QUICK_UNSURE;
  for (i = 0; i < 3; i++)
    if (s->crosses[i] && i != first)
      certain &= s->near[i] + s->off[i] < s->near[first] - s->off[first];
  q->t[0] = s->near[first];
  q->t[1] = s->far[last];
  /* The exit is that of any slab left about then. */
  q->error = s->off[first] > s->off[last] ? s->off[first] : s->off[last];
  if (q->t[1] - earliest > q->error) q->error = q->t[1] - earliest;
  *enters = first;
  return certain ? QUICK_HIT : QUICK_UNSURE;
}

/* sqrt(3), rounded up. */
#define DIAGONAL 1.7320508075688774

int ci_quick_box(quick *q) {
  double reach = q->shape->reach;
  slabs s;
  int i, axis, found = ci_quick_enter(q, NULL, reach, DIAGONAL * reach);
  if (found != QUICK_HIT) return found;
  cross_slabs(q, &s);
  found = compare_slabs(q, &s, &axis);
  if (found != QUICK_HIT) return found;
  for (i = 0; i < collide_dimensions(q->shape); i++) {
    int stays = s.crosses[i] ? 1 : stays_inside(q, i);
    if (stays != 1) return stays < 0 ? QUICK_MISS : QUICK_UNSURE;
  }
  q->face = (collide_face)(COLLIDE_FACE_MINUS_X + 2 * axis + (q->d[axis] < 0));
  if (!q->measures) return QUICK_HIT;
  quick_point_at(q, q->t[0], q->point);
  q->point[axis] = q->d[axis] > 0 ? q->shape->a[axis] : q->shape->b[axis];
  q->normal[0] = q->normal[1] = q->normal[2] = 0;
  q->normal[axis] = q->d[axis] > 0 ? -1 : 1;
  return QUICK_HIT;
}

const shape_kind ci_box = {
    "box",         3,           box_fold, NULL, NULL, box_extent, NULL, ci_quick_box,
    &ci_box_exact, box_rescale, NULL,     NULL, 0};
