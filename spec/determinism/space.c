/* SPDX-License-Identifier: MIT
 *
 * Pairs and shapecasts in space. */
#include "tally.h"

static void ask_pair(tally *t, const collide_shape *a, const collide_shape *b) {
  double on_a[3], on_b[3], distance;
  collide_push push;
  t->answers += 2;
  if (collide_contact(a, b, &push)) {
    t->hits++;
    add_vector(t, push.normal);
    add(t, push.depth);
    add_vector(t, push.point);
  }
  collide_distance(a, b, &distance, on_a, on_b);
  add(t, distance);
  add_vector(t, on_a);
  add_vector(t, on_b);
}

void space_pairs(void) {
  tally t;
  begin(&t, 310);
  each_space_pair(&t, CASES / 16, COLLIDE_SPHERE, COLLIDE_HULL, ask_pair);
  show(&t, "pairs in space");
}

/* Half of them toward the other shape's position. */
static void ask_sweep(tally *t, const collide_shape *a, const collide_shape *b) {
  collide_sweep_hit hit;
  double d[3];
  int i;
  vector(d);
  for (i = 0; i < 3 && t->answers % 2 == 0; i++) d[i] = 2 * (b->origin[i] - a->origin[i]);
  t->answers++;
  if (!collide_shapecast(a, d, b, below(2) ? COLLIDE_SKIP_TOUCHING : 0, &hit)) return;
  t->hits++;
  add(t, hit.t);
  add(t, hit.t_exit);
  add_vector(t, hit.normal);
  add_vector(t, hit.point);
  add(t, hit.depth);
  add(t, hit.face);
  add(t, hit.edge);
}

void space_sweeps(void) {
  tally t;
  begin(&t, 320);
  each_space_pair(&t, CASES / 64, COLLIDE_SPHERE, COLLIDE_HULL, ask_sweep);
  show(&t, "shapecasts in space");
}

void rounded_pairs(void) {
  tally t;
  begin(&t, 330);
  each_space_pair(&t, CASES / 16, COLLIDE_ROUND_BOX, COLLIDE_ROUND_HULL, ask_pair);
  each_space_pair(&t, CASES / 64, COLLIDE_ROUND_BOX, COLLIDE_ROUND_HULL, ask_sweep);
  show(&t, "pairs of rounded solids");
}
