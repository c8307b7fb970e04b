/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two solids in space: what is decided in which order.
 */
#include "space.h"

#include <string.h>

#include "../number/exact.h"
#include "../solid/decide.h"

/* ---- Decisions ---------------------------------------------------------------------------------
 */

/* How the two lie at the start. */
static int level_at_start(const space_sweep *w) {
  int level = ci_space_quick_level(w);
  collide_push push;
  if (level != SOLID_UNDECIDED) return level;
  if (w->decides) return ci_solid_decide(w->a, w->b);
  if (collide_contact(w->a, w->b, &push) != 1) return SOLID_APART;
  return push.depth > 0 ? SOLID_IN : SOLID_TOUCH;
}

/* The sign of n . d. */
static int sign_of_dot(const double n[3], const double d[3]) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact sum, x;
  int i;
  ci_exact_set(pool, &sum, n[0]);
  ci_exact_mul_double(&sum, &sum, d[0]);
  for (i = 1; i < 3; i++) {
    ci_exact_set(pool, &x, n[i]);
    ci_exact_mul_double(&x, &x, d[i]);
    ci_exact_add(&sum, &sum, &x);
  }
  return exact_sign(&sum);
}

/* They overlap at the start or later: where they part for good. */
static double time_of_leaving(const space_sweep *w) {
  double guess, later;
  space_found found = ci_space_leave(w, &guess, &later);
  if (found == SPACE_FOUND && guess == HUGE_VAL) return guess;
  if (w->decides) return ci_space_leave_exactly(w, found == SPACE_FOUND ? guess : 0, later);
  return found == SPACE_FOUND ? guess : 0;
}

/* ---- At the start ------------------------------------------------------------------------------
 */

/* The contact of two that overlap at the start. */
static int take_contact(const space_sweep *w, collide_sweep_hit *hit) {
  collide_push push;
  if (collide_contact(w->a, w->b, &push) != 1) return 0;
  hit->t = 0;
  hit->inside = push.depth > 0;
  hit->depth = push.depth;
  memcpy(hit->normal, push.normal, sizeof push.normal);
  memcpy(hit->point, push.point, sizeof push.point);
  return 1;
}

/* They are in one another at the start. */
static int hit_inside(const space_sweep *w, collide_sweep_hit *hit) {
  if (w->flags & COLLIDE_SKIP_INSIDE) return 0;
  if (!take_contact(w, hit)) return 0;
  if ((w->flags & COLLIDE_SKIP_TOUCHING) && sign_of_dot(hit->normal, w->d) >= 0) return 0;
  hit->t_exit = time_of_leaving(w);
  return 1;
}

/* Do they come into one another on the way? They are not so at the start. */
static int comes_in(const space_sweep *w) {
  double enter, leave, later;
  if (w->decides) return ci_space_level(w, 0, 1) == SOLID_IN && ci_solid_has_inside(w->a, w->b);
  if (ci_space_enter(w, &enter) != SPACE_FOUND || !(enter < 1)) return 0;
  if (ci_space_leave(w, &leave, &later) != SPACE_FOUND || !(leave > enter)) return 0;
  if (leave > 1) leave = 1;
  return ci_space_is_in(w, enter + (leave - enter) * 0.5);
}

/* They touch at the start. */
static int hit_touching(const space_sweep *w, collide_sweep_hit *hit) {
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0, in;
  if (!open && (w->flags & COLLIDE_SKIP_INSIDE)) return 0;
  in = comes_in(w);
  if (open && !in) return 0;
  hit->t = 0;
  if (in)
    ci_space_touch(w, 0, hit->normal, hit->point);
  else
    (void)take_contact(w, hit);
  hit->inside = 0;
  hit->depth = 0;
  hit->t_exit = time_of_leaving(w);
  return 1;
}

/* ---- Later
 * ---------------------------------------------------------------------------------------
 */

/* They meet at the end, and maybe before. Where the set of all places up to the end only touches,
 * but that of a way twice as long does more, the two meet at the end. */
static double time_exactly(const space_sweep *w, double guess, int level) {
  double t, before = nextafter(1, 0);
  if (!(guess < 1)) guess = before;
  if (!(guess > 0)) guess = 0;
  t = ci_space_enter_exactly(w, guess);
  if (t < 1) return t;
  return level == SOLID_IN ? before : 1;
}

static int hit_later(const space_sweep *w, collide_sweep_hit *hit) {
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0, level = SOLID_UNDECIDED;
  double guess = 0;
  space_found found;
  if (w->decides) {
    level = ci_space_level(w, 0, 1);
    if (level == SOLID_APART) return 0;
    if (open && (level != SOLID_IN || !ci_solid_has_inside(w->a, w->b))) return 0;
    found = ci_space_enter(w, &guess);
    hit->t = time_exactly(w, found == SPACE_FOUND ? guess : 1, level);
  } else {
    if (ci_space_enter(w, &guess) != SPACE_FOUND || !(guess <= 1)) return 0;
    if (open && !comes_in(w)) return 0;
    hit->t = guess > 0 ? guess : nextafter(0, 1);
  }
  ci_space_touch(w, hit->t, hit->normal, hit->point);
  hit->t_exit = time_of_leaving(w);
  return 1;
}

int ci_space_shapecast(const space_sweep *w, collide_sweep_hit *hit) {
  int start = level_at_start(w), found;
  if (start == SOLID_IN)
    found = hit_inside(w, hit);
  else
    found = start == SOLID_TOUCH ? hit_touching(w, hit) : hit_later(w, hit);
  if (found && !(hit->t_exit >= hit->t)) hit->t_exit = hit->t;
  return found;
}
