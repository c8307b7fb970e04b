/* SPDX-License-Identifier: MIT
 *
 * Casts that the quick cast once got wrong or measured badly: the cases about them lie
 * in corners that random ones reach once in millions. Each is varied a little,
 * so that it tries the margin and not one rounding.
 */
#include <string.h>

#include "cast_gates.h"

typedef struct known {
  collide_kind kind;
  double sizes[7];
  int has_linear, has_pose;
  double linear[9], rotation[4], position[3]; /* linear by columns, as a script gives it */
  double from[3], toward[3];
} known;

static const known cases[] = {
    {COLLIDE_BOX,
     {1, 1e-5, 1},
     0,
     1,
     {0},
     {0.7434241690850325, -0.56031416181052007, -0.095503122512280436, 0.95254083415266355},
     {0.84068340340908176, -0.39891083955182705, -0.87213139981762189},
     {-6.5288982843964867, 4.9938845588101035, -6.3570671424477565},
     {0.71328147705596578, -0.48736307500010179, 0.51589515753502968}},
    {COLLIDE_CONE,
     {1, 900, 0},
     0,
     0,
     {0},
     {0},
     {0},
     {-11.368260951588727, -0.044142899379421556, 27.762610522561992},
     {0.27571104052953871, -0.00024242073419987139, -0.67332215847295696}},
    {COLLIDE_CYLINDER,
     {1, 1e5, 0},
     1,
     1,
     {-0.50151984903840752, 1.177237881502144, 0.88386760508857842, 2.0180308495620927,
      0.29241038132299502, 2.0165359547242274, -0.27729087032952787, 0.11132649369495431,
      1.5772476345113782},
     {0},
     {0},
     {-7.6656698423691383, 29.208832777721199, -1.9020828335542106},
     {2.0182928427302511, 0.29149213559892079, 2.0166860335069074}},
    /* Along the axis but for 1.5e-3: t lost eps / 1.5e-3^2. */
    {COLLIDE_CAPSULE,
     {-1.1324873247874934, 2.5911511913320471, 2.4163717857398748, 1.1324873247874934,
      -2.5911511913320471, -2.4163717857398748, 1.610548986736444},
     0,
     0,
     {0},
     {0},
     {0},
     {0.42556685301952385, 0.99243272244905623, -1.2167589421804437},
     {-0.03814178328207435, 0.08745514668976939, 0.08175966369306242}},
};
enum { CASES = sizeof cases / sizeof cases[0] };

/* Each number off by up to a part of the largest. */
static void vary(rng *r, double *v, int count, double part) {
  double most = 0;
  int i;
  for (i = 0; i < count; i++)
    if (fabs(v[i]) > most) most = fabs(v[i]);
  for (i = 0; i < count; i++) v[i] += most * part * draw_between(r, -1, 1);
}

static collide_error make(const known *k, cast_case *c) {
  if (k->kind == COLLIDE_BOX) return collide_make_box(&c->shape, &c->source, k->sizes);
  if (k->kind == COLLIDE_CONE)
    return collide_make_cone(&c->shape, &c->source, k->sizes[0], k->sizes[1]);
  if (k->kind == COLLIDE_CAPSULE)
    return collide_make_capsule(&c->shape, &c->source, k->sizes, k->sizes + 3, k->sizes[6]);
  return collide_make_cylinder(&c->shape, &c->source, k->sizes[0], k->sizes[1]);
}

static int make_posed(rng *r, const known *k, cast_case *c) {
  collide_pose pose = collide_identity_pose();
  double part = draw_index(r, 2) ? draw_log2(r, -54, -16) : 0;
  int i;
  if (make(k, c) != COLLIDE_OK) return 0;
  if (!k->has_pose) return 1;
  pose.has_linear = k->has_linear;
  memcpy(pose.position, k->position, sizeof pose.position);
  memcpy(pose.rotation, k->rotation, sizeof pose.rotation);
  for (i = 0; i < 9; i++) pose.linear[i] = k->linear[3 * (i % 3) + i / 3];
  vary(r, pose.linear, 9, part);
  if (!k->has_linear) vary(r, pose.rotation, 4, part);
  return collide_set_pose(&c->shape, &c->source, &pose) == COLLIDE_OK;
}

int draw_known(rng *r, cast_case *c, double *off) {
  const known *k = NULL;
  double d[3];
  int i;
  ends e;
  for (i = 0; i < CASES; i++)
    if (cases[i].kind == c->kind) k = &cases[i];
  if (k == NULL) return 0;
  memset(&c->shape, 0, sizeof c->shape);
  if (!make_posed(r, k, c)) return 0;
  c->pose = "of an issue";
  c->feature = c->aim = "known";
  c->large = c->small = fabs(k->sizes[0]);
  c->is_segment = c->flags = 0;
  c->max = HUGE_VAL;
  memcpy(c->from, k->from, sizeof c->from);
  memcpy(c->toward, k->toward, sizeof c->toward);
  vary(r, c->from, 3, draw_log2(r, -54, -8));
  if (draw_index(r, 2)) vary(r, c->toward, 3, draw_log2(r, -54, -20));
  memcpy(c->at, c->from, sizeof c->at);
  memcpy(d, c->toward, sizeof d);
  (void)make_unit(d);
  draw_across(r, 3, d, c->away);
  memset(c->along, 0, sizeof c->along);
  *off = draw_log2(r, -12, 2);
  get_ends(c, &e);
  for (i = 0; i < 3; i++) e.from[i] += *off * c->away[i];
  put_ends(c, &e);
  return answer_of(c) != 0;
}
