/* SPDX-License-Identifier: MIT
 *
 * Quick functions of capsules, see shape_kind.
 */
#ifndef COLLIDE_CAPSULE_QUICK_H
#define COLLIDE_CAPSULE_QUICK_H

#include "kind.h"

int ci_quick_capsule(QUICK_PARAMETERS);
int ci_quick_capsule_2d(QUICK_PARAMETERS);
/* Casts lines of which the two functions above are not certain. */
int ci_quick_tube(QUICK_PARAMETERS);

#endif
