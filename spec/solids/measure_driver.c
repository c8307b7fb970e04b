/* SPDX-License-Identifier: MIT
 *
 * Asks about pairs in space for spec/solids/run_measure.py: each case comes as IN doubles on
 * standard input, two shapes and a point, and goes out as OUT doubles on standard output, both as
 * the machine stores them. measure_exchange.py names them. */
#include "bodies.h"

enum { PAIR = 16, POINT = 5, IN = 2 * SHAPE + 3, OUT = 2 * BODY + 2 * PAIR + 2 * POINT };

/* Everything that the answers are about. */
static void show(double *out, const collide_shape *s, int error) {
  const solid_hull *p = shape_core(s) == COLLIDE_HULL && !error ? hull_of(s) : NULL;
  const double *m = shape_core(s) == COLLIDE_HULL ? s->of.solid.turned.linear : s->of.turned.linear;
  out[0] = error;
  out[1] = s->kind;
  out[2] = s->frame;
  out = put(out + 3, s->origin, 3);
  out = put(out, m, 9);
  *out++ = s->radius;
  *out++ = s->height;
  out = put(out, s->a, 3);
  out = put(out, s->b, 3);
  out = put(out, s->of.facet.c, 3);
  *out++ = p != NULL ? p->corners : 0;
  if (p != NULL) put(out, p->positions, 3 * p->corners);
}

static void ask_pair(double *out, const collide_shape *a, const collide_shape *b) {
  collide_push push;
  double on_a[3], on_b[3];
  memset(&push, 0, sizeof push);
  memset(on_a, 0, sizeof on_a);
  memset(on_b, 0, sizeof on_b);
  out[0] = collide_overlap(a, b);
  out[1] = collide_contact(a, b, &push);
  out = put(out + 2, push.normal, 3);
  *out++ = push.depth;
  out = put(out, push.point, 3);
  collide_distance(a, b, out++, on_a, on_b);
  out = put(out, on_a, 3);
  put(out, on_b, 3);
}

static void ask_point(double *out, const collide_shape *s, const double point[3]) {
  double nearest[3] = {0, 0, 0};
  out[0] = collide_contains(s, point);
  out[1] = collide_closest(s, point, nearest);
  put(out + 2, nearest, 3);
}

static void run(const double *in, double *out) {
  collide_shape a, b;
  void *rooms[2];
  int wrong_a = build(&a, in, &rooms[0]), wrong_b = build(&b, in + SHAPE, &rooms[1]);
  double *answer = out + 2 * BODY;
  show(out, &a, wrong_a);
  show(out + BODY, &b, wrong_b);
  if (!wrong_a && !wrong_b) {
    ask_pair(answer, &a, &b);
    ask_pair(answer + PAIR, &b, &a);
    ask_point(answer + 2 * PAIR, &a, in + 2 * SHAPE);
    ask_point(answer + 2 * PAIR + POINT, &b, in + 2 * SHAPE);
  }
  free(rooms[0]);
  free(rooms[1]);
}

int main(void) {
  return answer_cases(IN, OUT, run);
}
