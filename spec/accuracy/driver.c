/* SPDX-License-Identifier: MIT
 *
 * Runs casts for spec/accuracy/run.py: each case comes as IN doubles on
 * standard input, and goes out as OUT doubles on standard output, both as the
 * machine stores them. exchange.py names the fields. */
#include "shape/outline.h"
#include "shape/shape.h"
#include "../support/answer.h"

/* Of a polygon, its count and as many as MOST points are its sizes. */
enum { MOST = 12, SIZES = 1 + 2 * MOST, POSE = 28, IN = 3 + SIZES + POSE + 6 };
enum { HIT = 15, QUERIES = 5, SHAPE = 36, HULL = 2 + 4 * MOST, OUT = 2 + SHAPE + HULL + HIT * 5 };
enum { BOX_CORNERS = COLLIDE_KINDS, RECT_CORNERS };

typedef struct query {
  const collide_shape *shape;
  const double *from, *toward;
  double max;
  int is_segment, is_line, flags;
} query;

/* Of the shape that was made last. */
static collide_source source;

static int make_polygon(collide_shape *shape, const double *z) {
  static double room[4096];
  int count = (int)z[0], corner;
  if (count > MOST || collide_polygon_storage(count) > sizeof room) fail("polygon too large");
  return collide_make_polygon(shape, &source, z + 1, count, room, &corner) == COLLIDE_OK;
}

static int make(collide_shape *shape, int kind, const double *z) {
  switch (kind) {
  case COLLIDE_SPHERE:
    return collide_make_sphere(shape, &source, z[0]) == COLLIDE_OK;
  case COLLIDE_BOX:
    return collide_make_box(shape, &source, z) == COLLIDE_OK;
  case BOX_CORNERS:
    return collide_make_box_corners(shape, &source, z, z + 3) == COLLIDE_OK;
  case COLLIDE_CYLINDER:
    return collide_make_cylinder(shape, &source, z[0], z[1]) == COLLIDE_OK;
  case COLLIDE_CONE:
    return collide_make_cone(shape, &source, z[0], z[1]) == COLLIDE_OK;
  case COLLIDE_CAPSULE:
    return collide_make_capsule(shape, &source, z, z + 3, z[6]) == COLLIDE_OK;
  case COLLIDE_PLANE:
    return collide_make_plane(shape, &source, z, z[3]) == COLLIDE_OK;
  case COLLIDE_TRIANGLE:
    return collide_make_triangle(shape, &source, z, z + 3, z + 6) == COLLIDE_OK;
  case COLLIDE_SEGMENT:
    return collide_make_segment(shape, &source, z, z + 3) == COLLIDE_OK;
  case COLLIDE_CIRCLE:
    return collide_make_circle(shape, &source, z[0]) == COLLIDE_OK;
  case COLLIDE_RECT:
    return collide_make_rect(shape, &source, z) == COLLIDE_OK;
  case RECT_CORNERS:
    return collide_make_rect_corners(shape, &source, z, z + 2) == COLLIDE_OK;
  case COLLIDE_POLYGON:
    return make_polygon(shape, z);
  case COLLIDE_TRIANGLE_2D:
    return collide_make_triangle_2d(shape, &source, z, z + 2, z + 4) == COLLIDE_OK;
  case COLLIDE_SEGMENT_2D:
    return collide_make_segment_2d(shape, &source, z, z + 2) == COLLIDE_OK;
  case COLLIDE_CAPSULE_2D:
    return collide_make_capsule_2d(shape, &source, z, z + 2, z[4]) == COLLIDE_OK;
  case COLLIDE_PLANE_2D:
    return collide_make_plane_2d(shape, &source, z, z[2]) == COLLIDE_OK;
  default:
    return 0;
  }
}

static collide_error set_pose(collide_shape *shape, const double *in) {
  collide_pose pose = collide_identity_pose();
  int i;
  if (in[0] == 0) return COLLIDE_OK;
  memcpy(pose.position, in + 1, sizeof pose.position);
  memcpy(pose.rotation, in + 4, sizeof pose.rotation);
  memcpy(pose.scale, in + 8, sizeof pose.scale);
  pose.has_linear = in[0] == 2;
  for (i = 0; i < 9 && pose.has_linear; i++) pose.linear[i] = in[11 + 4 * (i % 3) + i / 3];
  if (pose.has_linear) memcpy(pose.position, in + 11 + 12, sizeof pose.position);
  pose.angle = in[27];
  return collide_set_pose(shape, &source, &pose);
}

static double *put_shape(double *out, const collide_shape *s) {
  static const double none[9] = {0};
  int is_solid = collide_dimensions(s) == 3, linear = s->frame == COLLIDE_LINEAR;
  double third[3] = {0, 0, 0};
  if (s->kind == COLLIDE_TRIANGLE) memcpy(third, s->of.facet.c, sizeof third);
  if (!is_solid) ci_shape_corner(s, 2, third);
  *out++ = s->frame;
  out = put(out, s->origin, 3);
  out = put(out, linear ? s->of.turned.linear : none, 9);
  out = put(out, linear ? s->of.turned.inverse : none, 9);
  out = put(out, s->a, 3);
  out = put(out, s->b, 3);
  out = put(out, third, 3);
  *out++ = s->radius;
  *out++ = s->height;
  return put(out, s->kind == COLLIDE_TRIANGLE ? s->of.facet.normal : none, 3);
}

/* How many corners the hull has, and points were given; and where they are. */
static double *put_hull(double *out, const collide_shape *s) {
  double *end = out + HULL;
  collide_corner room[4];
  int i;
  if (collide_dimensions(s) == 3) {
    memset(out, 0, HULL * sizeof *out);
    return end;
  }
  *out++ = s->of.outline.count;
  *out++ = ci_outline_given(s);
  for (i = 0; i < s->of.outline.count; i++)
    memcpy(out + 2 * i, outline_corners(s, room)[i].point, 2 * sizeof *out);
  out += 2 * MOST;
  for (i = 0; i < ci_outline_given(s); i++) ci_outline_point(s, i, out + 2 * i);
  return end;
}

static int ask(const query *q, collide_hit *hit) {
  if (q->is_line) return collide_linecast(q->shape, q->from, q->toward, hit);
  if (q->is_segment) return collide_segmentcast(q->shape, q->from, q->toward, q->flags, hit);
  return collide_raycast(q->shape, q->from, q->toward, q->max, q->flags, hit);
}

/* Writes the hit; *odd is set when the promises about `hit` are broken: a miss
 * leaves it alone, and NULL gives the same answer. */
static double *put_hit(double *out, const query *q, double *odd) {
  collide_hit hit, before;
  int answer;
  memset(&hit, 0x55, sizeof hit);
  before = hit;
  answer = ask(q, &hit);
  if (!answer && memcmp(&hit, &before, sizeof hit) != 0) *odd = 1;
  if (ask(q, NULL) != answer) *odd = 2;
  if (answer != 0 && answer != 1) *odd = 3;
  if (!answer) memset(&hit, 0, sizeof hit);
  *out++ = answer;
  *out++ = hit.t;
  *out++ = hit.t_exit;
  out = put(out, hit.point, 3);
  out = put(out, hit.normal, 3);
  *out++ = hit.u;
  *out++ = hit.v;
  *out++ = hit.inside;
  *out++ = hit.has_point;
  *out++ = hit.face;
  *out++ = hit.edge;
  return out;
}

static void run(const double *in, double *out) {
  collide_shape shape;
  query q;
  double *odd = out + 1;
  int i;
  memset(&shape, 0, sizeof shape);
  if (!make(&shape, (int)in[0], in + 3)) {
    out[0] = -1;
    return;
  }
  out[0] = set_pose(&shape, in + 3 + SIZES);
  if (out[0] != 0) return;
  q.shape = &shape;
  q.max = in[2];
  q.from = in + 3 + SIZES + POSE;
  q.toward = q.from + 3;
  q.is_segment = in[1] == 1;
  out = put_hull(put_shape(out + 2, &shape), &shape);
  for (i = 0; i < QUERIES; i++) {
    q.is_line = i == 0;
    q.flags = i == 2 || i == 4 ? COLLIDE_SKIP_INSIDE : 0;
    shape.hollow = i >= 3;
    if (q.is_line && q.is_segment)
      out += HIT;
    else
      out = put_hit(out, &q, odd);
  }
}

int main(void) {
  return answer_cases(IN, OUT, run);
}
