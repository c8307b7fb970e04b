/* SPDX-License-Identifier: MIT
 *
 * A pack: bounding balls of many shapes, in arrays of their own. A cast at the same shapes again
 * and again then looks at the shapes themselves only where it comes near.
 */
#ifndef COLLIDE_PACK_H
#define COLLIDE_PACK_H

#include "../collide.h"

/* The arrays lie in memory that whoever makes the pack gives it, of ci_pack_size bytes, aligned as
 * doubles are. The shapes must stay as long as the pack is used; they may move. */
typedef struct cast_pack {
  int count;
  int is_flat;            /* all shapes are of two dimensions */
  int has_middle;         /* a ball was set */
  double middle[3];       /* what floats are seen from: the centre of the first ball */
  double reach;           /* no length or coordinate of what is bounded is larger */
  double *x, *y, *z, *rr; /* of each shape: the ball's centre, and the square of its radius */
  float *balls;           /* the same, seen from the middle: of each four shapes PACK_FLOATS */
  const collide_shape **shapes;
} cast_pack;

/* Four x, four y, four z, four radii. */
enum { PACK_STEP = 4, PACK_FLOATS = 4 * PACK_STEP };

size_t ci_pack_size(int count);
/* Makes a pack of no shapes yet: the caller then sets each by ci_pack_set. */
void ci_pack_begin(cast_pack *pack, void *memory, int count);
void ci_pack_set(cast_pack *pack, int i, const collide_shape *shape);
/* In its place a ball around a box of something that is no shape. Such a pack is not cast at by
 * ci_pack_cast. */
void ci_pack_set_box(cast_pack *pack, int i, const double low[3], const double high[3]);

/* The nearest hit, as collide_cast_at has it of an array of these shapes; with hit NULL, whether
 * there is any. */
int ci_pack_cast(const cast_pack *pack, const collide_cast *cast, collide_target_hit *hit);

#endif
