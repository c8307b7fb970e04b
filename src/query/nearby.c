/* SPDX-License-Identifier: MIT
 *
 * The members of an array near one place, and the planes that keep a shape apart from them.
 */
#include "nearby.h"

#include <stddef.h>
#include <string.h>

#include "../number/vector.h"
#include "../solid/apart.h"
#include "target.h"

void ci_nearby_find(nearby *n, const collide_target *array, const double low[3],
                    const double high[3]) {
  static const double no_displacement[3] = {0, 0, 0};
  int i, count;
  const collide_target *members = target_members(array, &count);
  memcpy(n->low, low, sizeof n->low);
  memcpy(n->high, high, sizeof n->high);
  n->count = 0;
  for (i = 0; i < count; i++) {
    double least[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, most[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    const target_kind *kind = target_kind_of(&members[i]);
    nearby_member *e = &n->list[n->count];
    if (kind == NULL) continue;
    if (members[i].kind != COLLIDE_TARGET_GRID) {
      if (!kind->bounds(&members[i], least, most)) continue;
      nearby_sweep(least, most, no_displacement, least, most);
    }
    if (!nearby_boxes_meet(low, high, least, most)) continue;
    if (n->count++ == NEARBY_MOST) return;
    e->index = i;
    e->has_plane = e->is_tried = 0;
    memcpy(e->low, least, sizeof least);
    memcpy(e->high, most, sizeof most);
  }
}

/* ---- Planes ---------------------------------------------------------------------------------- */

/* Only the position of the shape changes. So the gap changes by the product of the normal and the
 * offset from `at`. Let u = 2^-53, and |v| the sum of the absolute components of v.
 * - The offset v is off by u |v|.
 * - No component of the normal is above 1 + 4 u. So a product of v with the normal is off by at
 * most 3 u |v|, and terms of u^2.
 * - Two sums add 2 u of the gap and of both products.
 * All of these are below 8 u of the gap and of |v|. */
#ifndef NEARBY_GAP_MARGIN
#define NEARBY_GAP_MARGIN 3.5527136788005009e-15 /* 32 u */
#endif

static double sum_of_sizes(const double v[3]) {
  return fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
}

double ci_nearby_gap(const nearby_member *e, const double position[3]) {
  double offset[3], gap;
  int i;
  if (!e->has_plane) return -HUGE_VAL;
  for (i = 0; i < 3; i++) offset[i] = position[i] - e->at[i];
  gap = e->gap + vector_dot(e->normal, offset);
  return gap - NEARBY_GAP_MARGIN * (e->gap + sum_of_sizes(offset));
}

/* The distance is a linear function of the time. So if it is positive at both ends, it is positive
 * between them. */
static int keeps_apart(const nearby_member *e, double gap, const double *d, double t) {
  if (!(gap > 0) || d == NULL) return gap > 0;
  return gap + t * vector_dot(e->normal, d) > NEARBY_GAP_MARGIN * (gap + t * sum_of_sizes(d));
}

/* If the gap is below this part of the member's size, a search would find the same plane: 2^-16. */
#define NEARBY_TOUCH 1.52587890625e-05

static int is_touching(const nearby_member *e, double gap) {
  double size = 0;
  int i;
  for (i = 0; i < 3; i++) size += e->high[i] - e->low[i];
  return gap > 0 && gap < NEARBY_TOUCH * size;
}

static int is_tried_here(const nearby_member *e, const double position[3]) {
  return e->is_tried && memcmp(e->tried, position, sizeof e->tried) == 0;
}

/* Half-spaces have no solid_pair. */
static int may_have_plane(const collide_target *member) {
  return member->kind == COLLIDE_TARGET_SHAPE && member->of.shape->kind < COLLIDE_CIRCLE &&
         member->of.shape->kind != COLLIDE_PLANE;
}

static void take_plane(nearby_member *e, const double position[3], const double normal[3],
                       double gap) {
  if (!(gap > 0)) return;
  e->has_plane = 1;
  e->gap = gap;
  memcpy(e->normal, normal, sizeof e->normal);
  memcpy(e->at, position, sizeof e->at);
}

int ci_nearby_stays_apart(nearby_member *e, const collide_target *member,
                          const collide_shape *shape, const double *d, double t) {
  double normal[3], gap = ci_nearby_gap(e, shape->position);
  if (!may_have_plane(member)) return 0;
  if (keeps_apart(e, gap, d, t)) return 1;
  if (is_touching(e, gap) || is_tried_here(e, shape->position)) return 0;
  e->is_tried = 1;
  memcpy(e->tried, shape->position, sizeof e->tried);
  take_plane(e, shape->position, normal, ci_solid_find_plane(shape, member->of.shape, normal));
  return keeps_apart(e, ci_nearby_gap(e, shape->position), d, t);
}

void ci_nearby_take_normal(nearby_member *e, const collide_target *member,
                           const collide_shape *shape, const double normal[3]) {
  if (!may_have_plane(member)) return;
  take_plane(e, shape->position, normal, ci_solid_plane_gap(shape, member->of.shape, normal));
}
