/* SPDX-License-Identifier: MIT
 *
 * Asks about shapecasts in space for spec/sweep/space/run.py: each case comes as IN doubles on
 * standard input, two shapes as spec/solids has them and a displacement, and goes out as OUT
 * doubles on standard output. run.py names them. */
#include "../../solids/bodies.h"

enum { ANSWER = 14, IN = 2 * SHAPE + 3, OUT = 2 * BODY + 4 * ANSWER + 5 };

static void put_answer(double *out, const collide_shape *a, const double d[3],
                       const collide_shape *b, int flags) {
  collide_sweep_hit hit;
  out[0] = collide_shapecast(a, d, b, flags, &hit);
  out[1] = collide_shapecast(a, d, b, flags, NULL);
  if (out[0] != 1) return;
  out[2] = hit.t;
  out[3] = hit.t_exit;
  put(out + 4, hit.point, 3);
  put(out + 7, hit.normal, 3);
  out[10] = hit.depth;
  out[11] = hit.inside;
  out[12] = hit.face;
  out[13] = hit.edge;
}

static void run(const double *in, double *out) {
  static const int flags[4] = {0, COLLIDE_SKIP_INSIDE, COLLIDE_SKIP_TOUCHING,
                               COLLIDE_SKIP_INSIDE | COLLIDE_SKIP_TOUCHING};
  collide_shape shapes[2], before[2];
  collide_push push;
  void *rooms[2];
  double *rest = out + 2 * BODY + 4 * ANSWER;
  int i, errors = 0;
  for (i = 0; i < 2; i++) {
    int error = build(&shapes[i], in + i * SHAPE, &rooms[i]);
    put_shape(out + BODY * i, &shapes[i], error);
    errors += error != 0;
  }
  memcpy(before, shapes, sizeof before);
  if (errors == 0) {
    for (i = 0; i < 4; i++)
      put_answer(out + 2 * BODY + i * ANSWER, &shapes[0], in + 2 * SHAPE, &shapes[1], flags[i]);
    rest[0] = collide_contact(&shapes[0], &shapes[1], &push);
    if (rest[0] == 1) {
      rest[1] = push.depth;
      put(rest + 2, push.normal, 3);
    }
  }
  if (memcmp(before, shapes, sizeof before) != 0) fail("a shape was written to");
  free(rooms[0]);
  free(rooms[1]);
}

int main(void) {
  return answer_cases(IN, OUT, run);
}
