/* SPDX-License-Identifier: MIT
 *
 * Asks about pairs in space for spec/solids/run.py: each case comes as IN doubles on standard
 * input, two shapes, and goes out as OUT doubles on standard output, both as the machine stores
 * them. exchange.py names them. */
#include "bodies.h"
#include "narrow/pairs.h"
#include "narrow/space/decide.h"
#include "narrow/space/solid.h"

enum { IN = 2 * SHAPE, OUT = 2 * BODY + 9 };

/* What collide_contact and collide_distance say, as one level; or what is wrong with it. */
enum {
  BROKEN_DISTANCE = -2,
  BROKEN_NEAREST = -3,
  BROKEN_NORMAL = -4,
  BROKEN_POINT = -5,
  BROKEN_DEPTH = -6
};

static int is_finite(const double v[3]) {
  return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0;
}

static int measure(const collide_shape *a, const collide_shape *b, collide_push *push,
                   double nearest[7]) {
  int found = collide_contact(a, b, push);
  collide_distance(a, b, &nearest[6], nearest, nearest + 3);
  if (nearest[6] - nearest[6] != 0 || (found == 0) != (nearest[6] > 0)) return BROKEN_DISTANCE;
  if (!is_finite(nearest) || !is_finite(nearest + 3)) return BROKEN_NEAREST;
  if (!found) return SOLID_APART;
  if (!(fabs(vector_dot(push->normal, push->normal) - 1) < 1e-14)) return BROKEN_NORMAL;
  if (!is_finite(push->point)) return BROKEN_POINT;
  if (!(push->depth >= 0)) return BROKEN_DEPTH;
  return push->depth > 0 ? SOLID_IN : SOLID_TOUCH;
}

/* Are the answers the same, mirrored, in either order? But that where the two touch the one that
 * stays may give the normal. */
static int are_mirrored(const collide_push *p, const double *near_p, const collide_push *q,
                        const double *near_q) {
  int i;
  for (i = 0; i < 3; i++)
    if ((p->depth > 0 && p->normal[i] != -q->normal[i]) || p->point[i] != q->point[i] ||
        near_p[i] != near_q[3 + i] || near_p[3 + i] != near_q[i])
      return 0;
  return p->depth == q->depth && near_p[6] == near_q[6];
}

static void ask_measured(const collide_shape *a, const collide_shape *b, double out[3]) {
  collide_push p, q;
  double near_p[7], near_q[7];
  memset(&p, 0, sizeof p);
  memset(&q, 0, sizeof q);
  out[0] = measure(a, b, &p, near_p);
  out[1] = measure(b, a, &q, near_q);
  /* Nothing tells the order of two that are the same. */
  out[2] =
      (a->kind == b->kind && ci_solids_compare(a, b) == 0) || are_mirrored(&p, near_p, &q, near_q);
}

static void ask(const collide_shape *a, const collide_shape *b, double *out) {
  *out++ = ci_solid_decides(a, b);
  *out++ = ci_solid_decide(a, b, NULL);
  *out++ = ci_solid_decide(b, a, NULL);
  *out++ = ci_has_pair(a, b) && ci_has_pair(b, a);
  *out++ = collide_overlap(a, b);
  *out++ = collide_overlap(b, a);
  ask_measured(a, b, out);
}

static void run(const double *in, double *out) {
  collide_shape shapes[2], before[2];
  void *rooms[2];
  int i, errors = 0;
  for (i = 0; i < 2; i++) {
    int error = build(&shapes[i], in + i * SHAPE, &rooms[i]);
    put_shape(out + BODY * i, &shapes[i], error);
    errors += error != 0;
  }
  memcpy(before, shapes, sizeof before);
  if (errors == 0) ask(&shapes[0], &shapes[1], out + 2 * BODY);
  if (memcmp(before, shapes, sizeof before) != 0) fail("a shape was written to");
  free(rooms[0]);
  free(rooms[1]);
}

int main(void) {
  return answer_cases(IN, OUT, run);
}
