/* SPDX-License-Identifier: MIT
 *
 * Casts at rounded boxes and hulls for spec/rounded/run.py: each case comes as IN doubles on
 * standard input: a shape as spec/solids has it, hollow, two points, max and the kind of cast. It
 * goes out as OUT doubles: the shape, and three answers. run.py names them. */
#include "../solids/bodies.h"
#include "shape/hull.h"

enum { BODY = 27 + NUMBERS, ANSWER = 13, IN = SHAPE + 9, OUT = BODY + 2 * ANSWER + 1 };

static double *put(double *out, const double *v, int count) {
  memcpy(out, v, (size_t)count * sizeof v[0]);
  return out + count;
}

static void put_shape(double *out, const collide_shape *s) {
  *out++ = 0;
  *out++ = s->frame == COLLIDE_LINEAR;
  out = put(out, s->position, 3);
  *out++ = s->radius;
  *out++ = s->height;
  out = put(out, s->a, 3);
  out = put(out, s->b, 3) + 3;
  if (s->frame == COLLIDE_LINEAR) put(out, s->of.turned.linear, 9);
  out += 9;
  if (shape_core(s) != COLLIDE_HULL) return;
  *out++ = hull_of(s)->corners;
  put(out, hull_of(s)->positions, 3 * hull_of(s)->corners);
}

/* kind 0: a ray, 1: a segment, 2: a line. */
static int cast(const collide_shape *s, const double *in, int flags, collide_hit *hit) {
  if (in[7] == 1) return collide_segmentcast(s, in, in + 3, flags, hit);
  if (in[7] == 2) return collide_linecast(s, in, in + 3, hit);
  return collide_raycast(s, in, in + 3, in[6], flags, hit);
}

static void put_answer(double *out, const collide_shape *s, const double *in, int flags) {
  collide_hit hit;
  memset(&hit, 0, sizeof hit);
  out[0] = cast(s, in, flags, &hit);
  out[1] = cast(s, in, flags, NULL);
  out[2] = hit.t;
  out[3] = hit.t_exit;
  put(out + 4, hit.point, 3);
  put(out + 7, hit.normal, 3);
  out[10] = hit.inside;
  out[11] = hit.face;
  out[12] = hit.edge;
}

int main(void) {
  double in[IN], out[OUT];
  while (fread(in, sizeof in[0], IN, stdin) == IN) {
    const double *from = in + SHAPE + 1;
    collide_shape shape;
    void *room;
    memset(out, 0, sizeof out);
    out[0] = build(&shape, in, &room);
    if (out[0] == 0) {
      put_shape(out, &shape);
      shape.hollow = in[SHAPE] != 0;
      put_answer(out + BODY, &shape, from, 0);
      put_answer(out + BODY + ANSWER, &shape, from, COLLIDE_SKIP_INSIDE);
      out[BODY + 2 * ANSWER] = collide_contains(&shape, from);
    }
    free(room);
    if (fwrite(out, sizeof out[0], OUT, stdout) != OUT) fail("cannot write");
  }
  return 0;
}
