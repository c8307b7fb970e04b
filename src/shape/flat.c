/* SPDX-License-Identifier: MIT
 *
 * The number or name of the edge that a line crosses. Nearly always an edge of the
 * hull is one given edge. But given points may lie in line with their neighbours, and
 * rounding may collapse a thin shape to a segment or a point.
 */
#include "flat.h"

#include <string.h>

#include "outline.h"
#include "../number/orient.h"
#include "../number/vector.h"
#include "shape.h"

enum { MINUS_Y = 1, PLUS_X, PLUS_Y, MINUS_X };

collide_face ci_flat_face(int number) {
  static const collide_face faces[] = {COLLIDE_FACE_NONE, COLLIDE_FACE_MINUS_Y, COLLIDE_FACE_PLUS_X,
                                       COLLIDE_FACE_PLUS_Y, COLLIDE_FACE_MINUS_X};
  return faces[number];
}

/* A rect prefers the sides across its x axis; otherwise the lower number wins. */
int ci_flat_prefers(const collide_shape *s, int x, int y) {
  int across_x = x % 2 == 0;
  if (ci_kind_of(s)->outline->names_sides && across_x != (y % 2 == 0)) return across_x;
  return x < y;
}

/* The ends of a given edge, in counterclockwise order if the hull has area. */
static void given_edge(const collide_shape *s, int number, double a[2], double b[2]) {
  int from = number - 1, to = number % ci_outline_given(s);
  ci_outline_point(s, s->of.outline.winding > 0 ? from : to, a);
  ci_outline_point(s, s->of.outline.winding > 0 ? to : from, b);
}

/* Returns 1 if the line crosses the edge from a to b inwards (end 0) or outwards (end 1). The
 * inside is to the left of the edge. */
static int crosses(const line *l, int end, const double a[2], const double b[2]) {
  int side_a = ci_flat_side(l, a), side_b = ci_flat_side(l, b);
  return end == 0 ? side_a > side_b : side_a < side_b;
}

/* Returns the preferred edge that the line crosses, from number `first` up to but excluding
 * `stop`; 0 if it crosses none. A line never crosses an edge of length zero or an edge that lies
 * along it. */
static int best_crossed(const line *l, int end, int first, int stop) {
  const collide_shape *s = l->shape;
  int number = first, best = 0;
  do {
    double a[2], b[2];
    given_edge(s, number, a, b);
    if (crosses(l, end, a, b) && (best == 0 || ci_flat_prefers(s, number, best))) best = number;
    number = ci_flat_following(s, number);
  } while (number != stop);
  return best;
}

int ci_flat_edge_number(const line *l, int end, int i) {
  const collide_corner *c = outline_stored(l->shape);
  int first, stop;
  if (ci_kind_of(l->shape)->outline->is_surface) return 0;
  first = c[i].edge;
  stop = c[i + 1 < l->shape->of.outline.count ? i + 1 : 0].edge;
  return ci_flat_following(l->shape, first) == stop ? first : best_crossed(l, end, first, stop);
}

/* ---- Collapsed to a segment or a point --------------------------------------------------- */

/* The number of a cap at p: the edge of length zero there, else the first edge that has an end
 * there. */
static int cap_number(const collide_shape *s, const double p[2]) {
  int number, first = 0;
  for (number = ci_outline_given(s); number > 0; number--) {
    double a[2], b[2];
    given_edge(s, number, a, b);
    if (is_same_point(a, p) || is_same_point(b, p)) first = number;
  }
  for (number = ci_outline_given(s); number > 0; number--) {
    double a[2], b[2];
    given_edge(s, number, a, b);
    if (is_same_point(a, p) && is_same_point(b, p)) first = number;
  }
  return first;
}

/* Stores the normals of the sides under a matrix. They are the rect's own axes unless it shears. */
static void keep_sheared_axes(collide_outline *o, const double *sizes, const double m[4]) {
  double origin[2] = {0, 0}, x[2], y[2], across[3] = {0, 0, 0};
  double width = sizes[2] - sizes[0], height = sizes[3] - sizes[1];
  int axis, i, turn;
  for (i = 0; i < 2; i++) {
    x[i] = m[2 * i];
    y[i] = m[2 * i + 1];
  }
  o->along_x = width * ci_largest(x, 2, 0) >= height * ci_largest(y, 2, 0);
  if (o->count > 2) return;
  turn = orient2d(origin, x, y) < 0 ? -1 : 1;
  for (axis = 0; axis < 2; axis++) {
    across[0] = axis == 0 ? turn * y[1] : -turn * x[1];
    across[1] = axis == 0 ? -turn * y[0] : turn * x[0];
    ci_vector_unit(across, across);
    memcpy(o->corners[2 + axis].normal, across, 2 * sizeof across[0]);
  }
}

/* A rect without area has at most two corners on its hull. It stores its own axes, as
 * posed, in the normals of the other two. */
void ci_rect_keep_axes(collide_shape *s, const collide_source *source, const turned_pose *pose) {
  collide_outline *o = &s->of.outline;
  const double *z = source->sizes, *scale = pose->scale;
  double x = scale[0] < 0 ? -1 : 1, y = scale[1] < 0 ? -1 : 1;
  if (pose->has_linear) {
    keep_sheared_axes(o, z, pose->linear);
    return;
  }
  o->along_x = fabs((z[2] - z[0]) * scale[0]) >= fabs((z[3] - z[1]) * scale[1]);
  if (o->count > 2) return;
  o->corners[2].normal[0] = x * pose->cosine;
  o->corners[2].normal[1] = x * pose->sine;
  o->corners[3].normal[0] = y * -pose->sine;
  o->corners[3].normal[1] = y * pose->cosine;
}

static const double *own_axis(const collide_shape *s, int axis) {
  return outline_stored(s)[2 + axis].normal;
}

static int is_mirrored(const collide_shape *s) {
  double origin[2] = {0, 0};
  return orient2d(origin, own_axis(s, 0), own_axis(s, 1)) < 0;
}

static int point_rect_number(const line *l, int end) {
  double origin[2] = {0, 0};
  int along_x = ci_flat_advance(l, origin, own_axis(l->shape, 0));
  int along_y = ci_flat_advance(l, origin, own_axis(l->shape, 1));
  if (along_x != 0) return (along_x > 0) == (end == 0) ? MINUS_X : PLUS_X;
  return (along_y > 0) == (end == 0) ? MINUS_Y : PLUS_Y;
}

/* A rect whose hull has two corners: `low` and `high` are the ends of its longer sides,
 * which lie along its own x or y. */
typedef struct thin_rect {
  int is_x;
  double low[2], high[2];
  int ascends; /* 1 when corner 1 of the hull is towards `high`, else -1 */
} thin_rect;

static thin_rect view_thin_rect(const collide_shape *s) {
  const collide_corner *c = outline_stored(s);
  thin_rect r;
  r.is_x = s->of.outline.along_x;
  ci_outline_point(s, 0, r.low);
  ci_outline_point(s, r.is_x ? 1 : 3, r.high);
  r.ascends = ci_dot2d(r.low, r.high, c[0].point, c[1].point) < 0 ? -1 : 1;
  return r;
}

/* The side of length zero at this end, if the line enters or leaves through it; else 0. */
static int thin_cap(const line *l, int end, const thin_rect *r) {
  const collide_corner *c = outline_stored(l->shape);
  int rate = r->ascends * ci_flat_advance(l, c[0].point, c[1].point);
  int is_high = (l->ends[end].corner == 1) == (r->ascends > 0);
  if (l->ends[end].corner < 0 || rate == 0 || is_high != ((rate > 0) == (end == 1))) return 0;
  return r->is_x ? (is_high ? PLUS_X : MINUS_X) : (is_high ? PLUS_Y : MINUS_Y);
}

/* The long side that the line crosses. */
static int thin_side(const line *l, int end, const thin_rect *r) {
  const collide_corner *c = outline_stored(l->shape);
  int left =
      ci_flat_side(l, c[1].point) > ci_flat_side(l, c[0].point) ? 1 : -1; /* does it ascend? */
  int mirrored = is_mirrored(l->shape);
  /* The rect's own y axis is to the left of its own x axis, which reverses the direction. */
  int up = left * r->ascends * (mirrored ? -1 : 1) * (r->is_x ? -1 : 1) > 0;
  if (r->is_x) return up == (end == 0) ? MINUS_Y : PLUS_Y;
  return up == (end == 0) ? MINUS_X : PLUS_X;
}

/* Names the edge as for a box without thickness: in a tie of cap and long side the x axis wins. */
static void name_thin_rect(line *l, int end) {
  thin_rect r = view_thin_rect(l->shape);
  int cap = thin_cap(l, end, &r), across = l->ends[end].edge < 0 ? 0 : thin_side(l, end, &r);
  int takes_cap = across == 0 || (cap != 0 && ci_flat_prefers(l->shape, cap, across));
  l->ends[end].number = takes_cap ? cap : across;
  if (takes_cap) l->ends[end].edge = -1;
}

void ci_flat_name_thin(line *l, int end) {
  const collide_shape *s = l->shape;
  hull_end *e = &l->ends[end];
  int names_sides = ci_kind_of(s)->outline->names_sides;
  if (names_sides && s->of.outline.count == 2)
    name_thin_rect(l, end);
  else if (names_sides)
    e->number = point_rect_number(l, end);
  else if (e->edge < 0)
    e->number = cap_number(s, outline_stored(s)[e->corner].point);
  else
    e->number = best_crossed(l, end, 1, 1);
}

void ci_flat_cap_normal(const line *l, int end, double normal[3]) {
  const collide_corner *c = outline_stored(l->shape);
  int i, face = (int)l->faces[end] - COLLIDE_FACE_MINUS_X, outward = face % 2 == 1 ? 1 : -1;
  if (l->shape->of.outline.count == 1) {
    for (i = 0; i < 2; i++) normal[i] = outward * own_axis(l->shape, face / 2)[i];
    return;
  }
  outward = l->ends[end].corner == 1 ? 1 : -1;
  normal[0] = -outward * c[0].normal[1];
  normal[1] = outward * c[0].normal[0];
}
