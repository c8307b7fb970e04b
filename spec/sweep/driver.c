/* SPDX-License-Identifier: MIT
 *
 * Asks shapecasts of the plane for spec/sweep/run.py: each case comes as IN doubles on standard
 * input, two shapes and a displacement, and goes out as OUT doubles on standard output, both as the
 * machine stores them. run.py names them.
 */
#include "collide.h"
#include "shape/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12, SHAPE = 2 + 2 * MOST + 3, IN = 2 * SHAPE + 2 };
enum { BODY = 6 + 2 * MOST, ANSWER = 11, ANSWERS = 4, OUT = 2 * BODY + ANSWERS * ANSWER + 3 };

static void fail(const char *text) {
  fprintf(stderr, "driver: %s\n", text);
  exit(1);
}

typedef struct body {
  collide_shape shape;
  collide_source source;
  double storage[256];
} body;

static collide_error make(body *b, const double *in) {
  int kind = (int)in[0], count = (int)in[1], corner;
  const double *v = in + 2;
  switch (kind) {
  case COLLIDE_CIRCLE:
    return collide_make_circle(&b->shape, &b->source, v[0]);
  case COLLIDE_RECT:
    return collide_make_rect_corners(&b->shape, &b->source, v, v + 2);
  case COLLIDE_POLYGON:
    if (collide_polygon_storage(count) > sizeof b->storage) fail("too many corners");
    return collide_make_polygon(&b->shape, &b->source, v, count, b->storage, &corner);
  case COLLIDE_KINDS: /* a polygon with a radius */
    if (collide_polygon_storage(count) > sizeof b->storage) fail("too many corners");
    if (collide_make_polygon(&b->shape, &b->source, v, count, b->storage, &corner) != COLLIDE_OK)
      return COLLIDE_ERROR_SIZE;
    return collide_round(&b->shape, &b->source, v[2 * count]);
  case COLLIDE_TRIANGLE_2D:
    return collide_make_triangle_2d(&b->shape, &b->source, v, v + 2, v + 4);
  case COLLIDE_SEGMENT_2D:
    return collide_make_segment_2d(&b->shape, &b->source, v, v + 2);
  case COLLIDE_CAPSULE_2D:
    return collide_make_capsule_2d(&b->shape, &b->source, v, v + 2, v[4]);
  default:
    return collide_make_plane_2d(&b->shape, &b->source, v, v[2]);
  }
}

static collide_error make_posed(body *b, const double *in) {
  collide_pose pose = collide_identity_pose();
  collide_error error = make(b, in);
  if (error != COLLIDE_OK) return error;
  pose.position[0] = in[2 + 2 * MOST];
  pose.position[1] = in[3 + 2 * MOST];
  pose.angle = in[4 + 2 * MOST];
  if (pose.position[0] == 0 && pose.position[1] == 0 && pose.angle == 0) return COLLIDE_OK;
  return collide_set_pose(&b->shape, &b->source, &pose);
}

/* The doubles that the answers are about. */
static void put_body(double *out, const collide_shape *s, collide_error error) {
  collide_corner room[4];
  int i;
  out[0] = error;
  if (error != COLLIDE_OK) return;
  out[1] = s->of.outline.count;
  out[2] = s->kind == COLLIDE_PLANE_2D ? 0 : s->radius;
  out[3] = s->a[0];
  out[4] = s->a[1];
  out[5] = s->height;
  for (i = 0; i < s->of.outline.count && i < MOST; i++)
    memcpy(out + 6 + 2 * i, outline_corners(s, room)[i].point, 2 * sizeof(double));
}

static void put_answer(double *out, const body *a, const double d[3], const body *b, int flags) {
  collide_sweep_hit hit;
  out[0] = collide_shapecast(&a->shape, d, &b->shape, flags, &hit);
  out[1] = collide_shapecast(&a->shape, d, &b->shape, flags, NULL);
  if (out[0] != 1) return;
  out[2] = hit.t;
  out[3] = hit.t_exit;
  out[4] = hit.point[0];
  out[5] = hit.point[1];
  out[6] = hit.normal[0];
  out[7] = hit.normal[1];
  out[8] = hit.depth;
  out[9] = hit.inside;
  out[10] = hit.edge != 0 || hit.face != COLLIDE_FACE_NONE;
}

/* Whether the hull of a before and after overlaps b, or -1 where that hull has rounded corners. */
static int ask_swept(const body *a, const double d[3], const body *b) {
  collide_corner room[4];
  const collide_corner *corners = outline_corners(&a->shape, room);
  double points[4 * MOST], hull[4 * MOST];
  int i, k, count = a->shape.of.outline.count, found[8 * MOST + 2], number, corner;
  body swept;
  if (count == 0 || (a->shape.radius > 0 && count > 1)) return -1;
  for (i = 0; i < count; i++) {
    for (k = 0; k < 2; k++) {
      double p = corners[i].point[k], q = p + d[k];
      volatile double back = q - p, rest = q - d[k];
      if (back != d[k] || rest != p) return -1;
      points[2 * i + k] = p;
      points[2 * (count + i) + k] = q;
    }
  }
  if (count == 1) {
    if (collide_make_capsule_2d(&swept.shape, NULL, points, points + 2, a->shape.radius) !=
        COLLIDE_OK)
      return -1;
    return collide_overlap(&swept.shape, &b->shape);
  }
  number = ci_hull_corners_2d(points, 2 * count, found);
  if (number < 3) {
    if (number < 2) return -1;
    collide_make_segment_2d(&swept.shape, NULL, points + 2 * found[0], points + 2 * found[1]);
    return collide_overlap(&swept.shape, &b->shape);
  }
  for (i = 0; i < number; i++) memcpy(hull + 2 * i, points + 2 * found[i], 2 * sizeof hull[0]);
  if (collide_polygon_storage(number) > sizeof swept.storage) return -1;
  if (collide_make_polygon(&swept.shape, NULL, hull, number, swept.storage, &corner) != COLLIDE_OK)
    return -1;
  return collide_overlap(&swept.shape, &b->shape);
}

int main(void) {
  static const int flags[ANSWERS] = {0, COLLIDE_SKIP_INSIDE, COLLIDE_SKIP_TOUCHING,
                                     COLLIDE_SKIP_INSIDE | COLLIDE_SKIP_TOUCHING};
  static body a, b;
  double in[IN], out[OUT], d[3];
  while (fread(in, sizeof in[0], IN, stdin) == IN) {
    collide_error error_a = make_posed(&a, in), error_b = make_posed(&b, in + SHAPE);
    collide_push push;
    int i;
    memset(out, 0, sizeof out);
    put_body(out, &a.shape, error_a);
    put_body(out + BODY, &b.shape, error_b);
    d[0] = in[2 * SHAPE];
    d[1] = in[2 * SHAPE + 1];
    d[2] = 7; /* ignored */
    if (error_a == COLLIDE_OK && error_b == COLLIDE_OK) {
      double *rest = out + 2 * BODY + ANSWERS * ANSWER;
      for (i = 0; i < ANSWERS; i++) put_answer(out + 2 * BODY + i * ANSWER, &a, d, &b, flags[i]);
      rest[0] = collide_contact(&a.shape, &b.shape, &push);
      rest[1] = rest[0] == 1 ? push.depth : 0;
      rest[2] = ask_swept(&a, d, &b);
    }
    if (fwrite(out, sizeof out[0], OUT, stdout) != OUT) fail("cannot write");
    fflush(stdout);
  }
  return 0;
}
