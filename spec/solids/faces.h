/* SPDX-License-Identifier: MIT
 *
 * Decides two shapes by faces or flat ends alone (src/narrow/space/facet.c and gap.c), as the core
 * does where the search in doubles is unsure.
 */
#ifndef COLLIDE_SPEC_FACES_H
#define COLLIDE_SPEC_FACES_H

#include "narrow/space/decide.h"
#include "narrow/space/facet.h"

/* `touch` is NULL, or as in facet.h. */
static inline int decide_by_faces(const collide_shape *a, const collide_shape *b,
                                  facet_touch *touch) {
  solid_pair p;
  simplex s;
  if (touch != NULL) touch->known = 0;
  ci_solid_pair_make(&p, a, b);
  (void)ci_gjk(&p, 0, &s);
  if (solid_is_curved(&p.a) || solid_is_curved(&p.b)) return ci_cap_decide(&p);
  return ci_facet_decide(&p, &s, touch);
}

/* Is what is known of two that touch wrong? `a` moves along d from 0 to 1. */
static inline int is_touch_wrong(const collide_shape *a, const collide_shape *b,
                                 const facet_touch *touch) {
  solid_shift way;
  int i;
  if (!touch->known) return 0;
  for (i = 0; i < 3; i++) way.d[i] = touch->d[i];
  way.from = 0;
  way.to = 1;
  return (ci_solid_decide(a, b, &way) == SOLID_IN) != touch->into;
}

#endif
