/* SPDX-License-Identifier: MIT
 *
 * Casts at packs: floats leave few of the balls, doubles fewer, and what is left is asked exactly,
 * from the ball that lies nearest along the cast.
 */
#include "../number/fp.h"
#include "pack.h"

#include "../number/bits.h"
#include "cast.h"
#include "pack_sift.h"
#include "target.h"

/* What is left of the next SIFTED balls. */
typedef struct pack_seek {
  const cast_pack *pack;
  const collide_cast *cast;
  collide_heading heading; /* whose `max` is lowered as hits are found */
  pack_sieve sieve;
  double slack; /* what ci_cast_latest takes */
} pack_seek;

/* The heading is known. */
static void begin(pack_seek *s, const cast_pack *pack, const collide_cast *cast) {
  double most = 0;
  int i;
  s->pack = pack;
  s->cast = cast;
  sieve_begin(&s->sieve, pack, cast, &s->heading);
  for (i = 0; i < 3; i++)
    if (fabs(cast->start[i]) > most) most = fabs(cast->start[i]);
  s->slack = s->heading.most > 0 ? (most + 4 * pack->reach) / s->heading.most : HUGE_VAL;
}

static int passes_by(const pack_seek *s, int i) {
  const cast_pack *pack = s->pack;
  double center[3];
  if (s->heading.dd == 0) return 0;
  center[0] = pack->x[i];
  center[1] = pack->y[i];
  center[2] = pack->z[i];
  return ci_cast_passes_ball(s->cast, &s->heading, center, pack->rr[i]);
}

/* Of several balls the one whose centre comes first along the cast, as a number from `first`. Which
 * it is decides nothing but the order of questions. */
static int foremost(const pack_seek *s, int first, uint64_t bits) {
  const double *o = s->cast->start, *d = s->heading.d;
  double least = HUGE_VAL;
  int found = bits_lowest(bits);
  for (; bits != 0; bits &= bits - 1) {
    int i = bits_lowest(bits), k = first + i;
    double along = (s->pack->x[k] - o[0]) * d[0] + (s->pack->y[k] - o[1]) * d[1] +
                   (s->pack->z[k] - o[2]) * d[2];
    if (!(along < least)) continue;
    least = along;
    found = i;
  }
  return found;
}

static void consider(pack_seek *s, collide_nearest *nearest, int i) {
  collide_target member = collide_target_of_shape(s->pack->shapes[i]);
  double latest;
  if (!ci_nearest_consider(nearest, &member, i)) return;
  latest = ci_cast_latest(nearest->best.hit.t, s->slack);
  if (latest < s->heading.max) s->heading.max = latest;
}

static void consider_all(pack_seek *s, collide_nearest *nearest, int first, uint64_t bits) {
  while (bits != 0) {
    int i = bits & (bits - 1) && !nearest->found ? foremost(s, first, bits) : bits_lowest(bits);
    bits &= ~((uint64_t)1 << i);
    if (!passes_by(s, first + i)) consider(s, nearest, first + i);
  }
}

static int any_of(const pack_seek *s, int first, uint64_t bits) {
  for (; bits != 0; bits &= bits - 1) {
    int i = first + bits_lowest(bits);
    if (!passes_by(s, i) && ci_cast_shape(s->cast, s->pack->shapes[i], NULL)) return 1;
  }
  return 0;
}

/* Of a single shape that is left the hit is measured at once. */
static int nearest_of_one(const pack_seek *s, int i, collide_target_hit *hit) {
  collide_target member = collide_target_of_shape(s->pack->shapes[i]);
  if (passes_by(s, i) || !target_kind_of(&member)->nearest(s->cast, &member, hit)) return 0;
  hit->index = i;
  return 1;
}

int ci_pack_cast(const cast_pack *pack, const collide_cast *cast, collide_target_hit *hit) {
  collide_nearest nearest;
  pack_seek s;
  int first;
  collide_nearest_begin(&nearest, cast);
  s.heading = nearest.heading;
  begin(&s, pack, cast);
  if (pack->count <= SIFTED && hit != NULL) {
    uint64_t bits = pack->count > 0 ? sieve_some(&s.sieve, pack, 0) : 0;
    if ((bits & (bits - 1)) == 0) return bits != 0 && nearest_of_one(&s, bits_lowest(bits), hit);
    consider_all(&s, &nearest, 0, bits);
    return collide_nearest_finish(&nearest, hit);
  }
  for (first = 0; first < pack->count; first += SIFTED) {
    uint64_t bits = sieve_some(&s.sieve, pack, first);
    if (hit != NULL)
      consider_all(&s, &nearest, first, bits);
    else if (any_of(&s, first, bits))
      return 1;
  }
  return hit != NULL && collide_nearest_finish(&nearest, hit);
}
