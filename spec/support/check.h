/* SPDX-License-Identifier: MIT
 *
 * For programs that make shapes: those that cannot be made end them.
 */
#ifndef COLLIDE_SPEC_CHECK_H
#define COLLIDE_SPEC_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include "collide.h"

static inline void check(collide_error error) {
  if (error == COLLIDE_OK) return;
  fprintf(stderr, "%s\n", collide_error_text(error));
  exit(2);
}

#endif
