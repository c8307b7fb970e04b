/* SPDX-License-Identifier: MIT
 *
 * Which tier answers: a quick path, a search, exact numbers. Only a build with COLLIDE_TIERS counts
 * (make tiers); the program then defines the counters.
 */
#ifndef COLLIDE_NUMBER_TIER_H
#define COLLIDE_NUMBER_TIER_H

#define TIER_TABLE(ROW)                  \
  ROW(TIER_FACES, "faces")               \
  ROW(TIER_GJK, "search")                \
  ROW(TIER_EPA, "polytope")              \
  ROW(TIER_TWOFOLDS, "twofolds")         \
  ROW(TIER_EXACT, "exact pairs")         \
  ROW(TIER_EXACT_SIGNS, "exact numbers") \
  ROW(TIER_RAY, "search along the line") \
  ROW(TIER_TIME, "exact times")

#define TIER_ENTRY(name, label) name,
#define TIER_NAME(name, label) label,

typedef enum tier { TIER_TABLE(TIER_ENTRY) TIERS } tier;

#ifdef COLLIDE_TIERS
extern unsigned long ci_tier_counts[TIERS];
#endif

static inline void tier_count(tier t) {
#ifdef COLLIDE_TIERS
  ci_tier_counts[t]++;
#else
  (void)t;
#endif
}

#endif
