/* SPDX-License-Identifier: MIT
 *
 * Decides two shapes by faces or flat ends alone (src/narrow/space/facet.c and gap.c), as the core
 * does where the search in doubles is unsure.
 */
#ifndef COLLIDE_SPEC_FACES_H
#define COLLIDE_SPEC_FACES_H

#include "narrow/space/decide.h"
#include "narrow/space/facet.h"

static inline int decide_by_faces(const collide_shape *a, const collide_shape *b) {
  solid_pair p;
  simplex s;
  ci_solid_pair_make(&p, a, b);
  (void)ci_gjk(&p, 0, &s);
  if (solid_is_curved(&p.a) || solid_is_curved(&p.b)) return ci_cap_decide(&p);
  return ci_facet_decide(&p, &s);
}

#endif
