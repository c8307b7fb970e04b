/* SPDX-License-Identifier: MIT
 *
 * A line and the infinite cylinder about a capsule's axis x = b - a. The lines here
 * start from a.
 */
#ifndef COLLIDE_TUBE_H
#define COLLIDE_TUBE_H

#include "quadric.h"

/* x, as it is: not times |det(linear)|. */
void ci_tube_exact_axis(const line *l, exact x[3]);
/* Not negative when the line meets the cylinder. */
void ci_tube_exact_core(const line *from_a, exact *r);
/* Of a line that meets it: the points at s + u[0] and s + u[1] are where it enters and
 * leaves; g is the point at s. */
void ci_tube_cut(const line *from_a, const twofold x[3], double s, const twofold g[3], double u[2]);

#endif
