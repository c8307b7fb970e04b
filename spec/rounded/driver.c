/* SPDX-License-Identifier: MIT
 *
 * Casts at rounded boxes and hulls for spec/rounded/run.py: each case comes as IN doubles on
 * standard input: a shape as spec/solids has it, hollow, two points, max and the kind of cast. It
 * goes out as OUT doubles: the shape, and three answers. run.py names them. */
#include "../solids/bodies.h"

enum { ANSWER = 13, IN = SHAPE + 9, OUT = BODY + 2 * ANSWER + 1 };

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

static void run(const double *in, double *out) {
  const double *from = in + SHAPE + 1;
  collide_shape shape;
  void *room;
  int error = build(&shape, in, &room);
  put_shape(out, &shape, error);
  if (error == 0) {
    shape.hollow = in[SHAPE] != 0;
    put_answer(out + BODY, &shape, from, 0);
    put_answer(out + BODY + ANSWER, &shape, from, COLLIDE_SKIP_INSIDE);
    out[BODY + 2 * ANSWER] = collide_contains(&shape, from);
  }
  free(room);
}

int main(void) {
  return answer_cases(IN, OUT, run);
}
