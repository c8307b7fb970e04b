/* SPDX-License-Identifier: MIT */
#include "../shape/kind.h"
#include "pack.h"

#include "cast.h"
#include "target.h"

/* ---- Making ------------------------------------------------------------------------- */

/* Two of each double at a time, and four in a step. */
enum { STEP = 4 };
#define LEAST 1e-119 /* of the square of a radius */

static size_t padded(int count) {
  return ((size_t)count + STEP - 1) / STEP * STEP;
}

size_t ci_pack_size(int count) {
  return padded(count) * (4 * sizeof(double) + sizeof(collide_shape *) + sizeof(unsigned));
}

void ci_pack_begin(cast_pack *pack, void *memory, int count) {
  size_t i, n = padded(count);
  pack->count = count;
  pack->x = (double *)memory;
  pack->y = pack->x + n;
  pack->z = pack->y + n;
  pack->rr = pack->z + n;
  pack->shapes = (const collide_shape **)(void *)(pack->rr + n);
  pack->changes = (unsigned *)(void *)(pack->shapes + n);
  for (i = 0; i < n; i++) {
    pack->x[i] = pack->y[i] = pack->z[i] = 0;
    pack->rr[i] = HUGE_VAL;
  }
}

/* A ball about the middle of bounds, which contain what is bounded. The middle is rounded, so each
 * half is measured from it to the farther side; that difference, its square and the sum of three
 * round by at most 6 u of what they are, u = 2^-53, and the factor adds 8 u. */
static double bound_box(const double low[3], const double high[3], double middle[3]) {
  double sum = 0;
  int i;
  for (i = 0; i < 3; i++) {
    double below, above;
    middle[i] = 0.5 * low[i] + 0.5 * high[i];
    below = middle[i] - low[i];
    above = high[i] - middle[i];
    sum += below > above ? below * below : above * above;
  }
  return sum * (1 + 8.881784197001252e-16);
}

static void set_ball(cast_pack *pack, int i, const double middle[3], double rr) {
  int fine;
  if (rr < LEAST) rr = LEAST;
  fine = rr - rr == 0; /* else it has no bounds, or they are too large */
  pack->x[i] = fine ? middle[0] : 0;
  pack->y[i] = fine ? middle[1] : 0;
  pack->z[i] = fine ? middle[2] : 0;
  pack->rr[i] = fine ? rr : HUGE_VAL;
}

void ci_pack_set(cast_pack *pack, int i, const collide_shape *shape) {
  double low[3], high[3], middle[3], rr = ci_cast_ball(shape, middle);
  if (rr == HUGE_VAL) {
    collide_bounds(shape, low, high);
    rr = bound_box(low, high, middle);
  }
  pack->shapes[i] = shape;
  pack->changes[i] = shape->changes;
  set_ball(pack, i, middle, rr);
}

void ci_pack_set_box(cast_pack *pack, int i, const double low[3], const double high[3]) {
  double middle[3], rr = bound_box(low, high, middle);
  pack->shapes[i] = NULL;
  pack->changes[i] = 0;
  set_ball(pack, i, middle, rr);
}

void ci_pack_refresh(cast_pack *pack) {
  const collide_shape *const *shapes = (const collide_shape *const *)pack->shapes;
  const unsigned *changes = pack->changes;
  int i, count = pack->count;
  for (i = 0; i < count; i++)
    if (shapes[i]->changes != changes[i]) ci_pack_set(pack, i, shapes[i]);
}

/* ---- Passing by ------------------------------------------------------------------------ */

/* The next four that begin at i, a multiple of 4: as bits, which of them the cast may hit. The test
 * is that of a ball in prune.c, with its margins. What it asks of |v|^2 is certain, since R^2 is at
 * least LEAST and each test needs |v|^2 to be at least that. An infinite radius passes nothing, nor
 * does what is beyond the last shape, which a caller leaves out. */

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>

typedef struct query {
  __m128d ox, oy, oz, dx, dy, dz, dd_low, dd_high, slack, far;
  int has_ends;
} query;

static void prepare(query *q, const collide_cast *cast, const collide_heading *h) {
  q->ox = _mm_set1_pd(cast->start[0]);
  q->oy = _mm_set1_pd(cast->start[1]);
  q->oz = _mm_set1_pd(cast->start[2]);
  q->dx = _mm_set1_pd(h->d[0]);
  q->dy = _mm_set1_pd(h->d[1]);
  q->dz = _mm_set1_pd(h->d[2]);
  q->dd_low = _mm_set1_pd(h->dd_low);
  q->dd_high = _mm_set1_pd(h->dd_high);
  q->slack = _mm_set1_pd(h->dd_slack);
  q->far = _mm_set1_pd(h->max * h->dd);
  q->has_ends = cast->kind != COLLIDE_CAST_LINE;
}

/* Of two balls: |v|^2, v . d and its square, and R^2 |d|^2. */
typedef struct two_balls {
  __m128d vv, along, square, rr;
} two_balls;

static inline two_balls see(const cast_pack *pack, const query *q, int i) {
  __m128d x = _mm_sub_pd(_mm_loadu_pd(pack->x + i), q->ox);
  __m128d y = _mm_sub_pd(_mm_loadu_pd(pack->y + i), q->oy);
  __m128d z = _mm_sub_pd(_mm_loadu_pd(pack->z + i), q->oz);
  two_balls b;
  b.vv = _mm_add_pd(_mm_add_pd(_mm_mul_pd(x, x), _mm_mul_pd(y, y)), _mm_mul_pd(z, z));
  b.along =
      _mm_add_pd(_mm_add_pd(_mm_mul_pd(x, q->dx), _mm_mul_pd(y, q->dy)), _mm_mul_pd(z, q->dz));
  b.square = _mm_mul_pd(b.along, b.along);
  b.rr = _mm_mul_pd(_mm_loadu_pd(pack->rr + i), q->dd_high);
  return b;
}

static inline int lie_beside(const two_balls *b, const query *q) {
  return _mm_movemask_pd(_mm_cmpgt_pd(_mm_sub_pd(_mm_mul_pd(b->vv, q->dd_low), b->square), b->rr));
}

static inline int lie_behind_or_beyond(const two_balls *b, const query *q) {
  __m128d least = _mm_add_pd(b->rr, _mm_mul_pd(q->slack, b->vv)), zero = _mm_setzero_pd();
  __m128d past = _mm_sub_pd(b->along, q->far);
  __m128d behind = _mm_and_pd(_mm_cmplt_pd(b->along, zero), _mm_cmpgt_pd(b->square, least));
  __m128d beyond =
      _mm_and_pd(_mm_cmpgt_pd(past, zero), _mm_cmpgt_pd(_mm_mul_pd(past, past), least));
  return _mm_movemask_pd(_mm_or_pd(behind, beyond));
}

static inline int may_hit(const cast_pack *pack, const query *q, int i) {
  two_balls low = see(pack, q, i), high = see(pack, q, i + 2);
  int passed = lie_beside(&low, q) | lie_beside(&high, q) << 2;
  if (passed != 15 && q->has_ends)
    passed |= lie_behind_or_beyond(&low, q) | lie_behind_or_beyond(&high, q) << 2;
  return ~passed & 15;
}

#else

typedef struct query {
  const collide_cast *cast;
  const collide_heading *h;
} query;

static void prepare(query *q, const collide_cast *cast, const collide_heading *h) {
  q->cast = cast;
  q->h = h;
}

static int may_hit(const cast_pack *pack, const query *q, int i) {
  int k, bits = 0;
  for (k = 0; k < STEP; k++) {
    double center[3];
    center[0] = pack->x[i + k];
    center[1] = pack->y[i + k];
    center[2] = pack->z[i + k];
    if (!ci_cast_passes_ball(q->cast, q->h, center, pack->rr[i + k])) bits |= 1 << k;
  }
  return bits;
}

#endif

/* ---- Casts ------------------------------------------------------------------------------ */

/* Looks at those of the four; returns 1 when an answer is found that ends the search. */
static int look(const cast_pack *pack, const collide_cast *cast, collide_nearest *nearest, int i,
                int bits) {
  for (; bits != 0; i++, bits >>= 1) {
    collide_target member;
    if (!(bits & 1) || i >= pack->count) continue;
    if (nearest == NULL) {
      if (ci_cast_shape(cast, pack->shapes[i], NULL)) return 1;
      continue;
    }
    member = collide_target_of_shape(pack->shapes[i]);
    ci_nearest_consider(nearest, &member, i);
  }
  return 0;
}

int ci_pack_cast(const cast_pack *pack, const collide_cast *cast, collide_target_hit *hit) {
  collide_nearest nearest;
  query q;
  int i;
  collide_nearest_begin(&nearest, cast);
  prepare(&q, cast, &nearest.heading);
  for (i = 0; i < pack->count; i += STEP) {
    int bits = nearest.heading.dd == 0 ? 15 : may_hit(pack, &q, i);
    if (bits != 0 && look(pack, cast, hit == NULL ? NULL : &nearest, i, bits)) return 1;
  }
  return hit != NULL && collide_nearest_finish(&nearest, hit);
}

/* Puts the hits in order: `order` tells of each place which hit it is that comes there. They come
 * in the order of their members, and most casts have few. */
static void put_in_order(const pack_hit *hits, int count, int order[PACK_HITS]) {
  int i, k;
  for (i = 0; i < count; i++) {
    for (k = i; k > 0 && hits[order[k - 1]].hit.t > hits[i].hit.t; k--) order[k] = order[k - 1];
    order[k] = i;
  }
}

/* Adds those of the four that are hit. */
static int add_hits(const cast_pack *pack, const collide_cast *cast, int i, int bits,
                    pack_hit *found, int count) {
  for (; bits != 0; i++, bits >>= 1) {
    collide_hit hit;
    if (!(bits & 1) || i >= pack->count || !ci_cast_shape(cast, pack->shapes[i], &hit)) continue;
    if (count == PACK_HITS) return -1;
    found[count].hit = hit;
    found[count].is_triangle = pack->shapes[i]->kind == COLLIDE_TRIANGLE;
    found[count++].index = i;
  }
  return count;
}

int ci_pack_cast_all(const cast_pack *pack, const collide_cast *cast, pack_hit hits[PACK_HITS]) {
  collide_nearest nearest; /* for what it knows of the cast's direction */
  pack_hit found[PACK_HITS];
  query q;
  int i, count = 0, order[PACK_HITS];
  collide_nearest_begin(&nearest, cast);
  prepare(&q, cast, &nearest.heading);
  for (i = 0; i < pack->count && count >= 0; i += STEP) {
    int bits = nearest.heading.dd == 0 ? 15 : may_hit(pack, &q, i);
    if (bits != 0) count = add_hits(pack, cast, i, bits, found, count);
  }
  if (count > 0) put_in_order(found, count, order);
  for (i = 0; i < count; i++) hits[i] = found[order[i]];
  return count;
}
