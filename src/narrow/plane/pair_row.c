/* SPDX-License-Identifier: MIT
 *
 * Does a shape move into another that it overlaps? For the plane and space.
 */
#include "pair_row.h"

#include "../../number/exact.h"
#include "../../number/vector.h"

/* A unit normal is off by 5 u in each component, u = 2^-53; products and sums add 3 u. */
#define LEADS_IN_MARGIN 1.7763568394002505e-15 /* 16 u */

/* The centre of a ball or disc, or NULL. */
static const double *centre_of(const collide_shape *s) {
  if (s->kind == COLLIDE_SPHERE && s->frame != COLLIDE_LINEAR) return s->position;
  return s->kind == COLLIDE_CIRCLE && s->of.outline.count == 1 ? outline_stored(s)[0].point : NULL;
}

/* The sign of (p - q) . d, exactly. */
static int sign_exactly(const double *p, const double *q, const double *d, int dimensions) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact sum, x;
  int i;
  ci_exact_set(pool, &sum, 0);
  for (i = 0; i < dimensions; i++) {
    ci_exact_set_diff(pool, &x, p[i], q[i]);
    ci_exact_mul_double(&x, &x, d[i]);
    ci_exact_add(&sum, &sum, &x);
  }
  return exact_sign(&sum);
}

int ci_pair_leads_in(const collide_shape *a, const collide_shape *b, const double *normal,
                     const double *d) {
  const double *p = centre_of(a), *q = centre_of(b);
  int i, dimensions = collide_dimensions(a);
  double sum = 0, size = 0;
  if (p != NULL && q != NULL && memcmp(p, q, (size_t)dimensions * sizeof *p) != 0)
    return sign_exactly(p, q, d, dimensions) < 0;
  for (i = 0; i < dimensions; i++) {
    sum += normal[i] * d[i];
    size += fabs(d[i]); /* a component that should be 0 may be off, too */
  }
  return sum < -LEADS_IN_MARGIN * size;
}
