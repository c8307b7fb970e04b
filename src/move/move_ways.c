/* SPDX-License-Identifier: MIT
 *
 * The ways past what blocks a wish.
 *
 * The displacement that is nearest to the wish and enters none of several half-spaces is the wish
 * itself, its projection onto the border of one of them, in space also onto the line in which two
 * of the borders cross, or 0. So where a wish is blocked, its projections are tried, the nearest to
 * the wish first, each by a cast: the first that nothing blocks is taken. What blocks it is another
 * half-space.
 *
 * Where the shape touches a corner or an edge, there are several contact planes, and a cast reports
 * one of them. When all projections are blocked, the others are added. In a gap as wide as the
 * shape, the plane in the middle between its two sides is a way, too.
 */
#include "move_ways.h"

#include <string.h>

enum { MOST_SHIFTS = 12 };

/* The same obstacle: its normal is the same but for rounding. 1 - 2^-40 is the cosine of 1.3e-6. */
static int is_like(const collide_target_sweep *p, const collide_target_sweep *q) {
  return move_dot(p->hit.normal, q->hit.normal) > 1 - 9.0949470177292824e-13;
}

int ci_move_find_obstacle(const move_sliding *s, const collide_target_sweep *met) {
  int i;
  for (i = 0; i < s->count && !is_like(&s->list[i].met, met);) i++;
  return i;
}

static void add_projection(move_sliding *s, int i, int k, int is_middle) {
  move_projection *way = &s->ways[s->way_count++];
  way->i = (signed char)i;
  way->k = (signed char)k;
  way->is_middle = (signed char)is_middle;
  way->is_tried = 0;
  way->again = 0;
}

/* Do two planes nearly face each other? The cosine of their angle is that of 7 degrees. */
static int are_facing(const double p[3], const double q[3]) {
  return move_dot(p, q) < -0.9921875;
}

/* Planes that nearly face each other are those of a gap as wide as the shape: there the line in
 * which they cross is a way even where rounding chooses it. */
static int do_cross(const double p[3], const double q[3]) {
  double u[3];
  move_cross(p, q, u);
  if (are_facing(p, q)) return !move_is_zero(u);
  return move_dot(u, u) >= MOVE_PARALLEL * MOVE_PARALLEL;
}

/* Something else, of which one may do something else. */
static int is_other(const collide_place *p, const collide_place *q) {
  return p->index != q->index || (p->has_cell && p->value != q->value);
}

void ci_move_note_between(move_sliding *s, const double normal[3]) {
  int i, k;
  if (s->m->is_between) return;
  for (i = 0; i < s->count && !ci_move_are_opposite(sliding_normal(s, i), normal);) i++;
  if (i == s->count) return;
  s->m->is_between = 1;
  memcpy(s->m->between, normal, sizeof s->m->between);
  for (k = 0; k < s->way_count; k++) s->ways[k].is_tried = 0;
}

/* By how much of its length a way is led away from its planes: 2^-48 is what a normal may be off
 * by, four times that more for each time. */
static double bias_of(int again) {
  return again > 0 ? ldexp(1, 2 * again - 50) : 0;
}

/* The normal of a curved contact may be off by what the noise is of the shape. Who walks keeps to
 * the planes that grids report at their seams: led away farther, it would meet the edges. */
static int may_lead_away(const move_sliding *s, int again) {
  return again < MOVE_BIASES || (!s->m->options->has_up &&
                                 bias_of(again + 1) * move_length(s->wish) <= ci_move_noise(s->m));
}

/* Are these one pair of convex shapes? */
static int is_same_pair(const collide_target_sweep *p, const collide_target_sweep *q) {
  return p->mover_part == q->mover_part && ci_move_is_same(&p->at, &q->at);
}

/* A way along a contact plane of two convex shapes leads away from all others of the same two, so
 * that only rounding lets it meet one: it is tried again, led away from its own plane. */
static void try_again(move_sliding *s, const collide_target_sweep *met) {
  move_projection *way = s->at < 0 ? NULL : &s->ways[s->at];
  const collide_target_sweep *p, *q;
  if (way == NULL || way->is_middle || !may_lead_away(s, way->again)) return;
  p = &s->list[way->i].met;
  q = way->k < 0 ? p : &s->list[way->k].met;
  if (!is_like(p, met) && !is_like(q, met) && !is_same_pair(p, met) && !is_same_pair(q, met))
    return;
  way->again++;
  way->is_tried = 0;
}

/* On a curved side the normal changes from place to place: that of this one counts. Of something
 * else that has this normal, too, the other planes are not known yet. */
static void note_once_more(move_obstacle *known, const collide_target_sweep *met) {
  if (is_same_pair(&known->met, met)) {
    memcpy(known->met.hit.normal, met->hit.normal, sizeof met->hit.normal);
  } else if (known->is_asked) {
    known->met = *met;
    known->is_unfolded = 0;
  }
}

void ci_move_add_obstacle(move_sliding *s, const collide_target_sweep *met) {
  int i = ci_move_find_obstacle(s, met), k;
  /* A coin flush with a wall is not that wall. */
  if (i < s->count && s->m->asks && is_other(&s->list[i].met.at, &met->at) &&
      ci_move_asks_pass(s->m, met, s->d)) {
    s->has_passed = 1;
    return;
  }
  try_again(s, met);
  if (i < s->count) note_once_more(&s->list[i], met);
  if (i < s->count || s->count == MOVE_OBSTACLES) return;
  i = s->count++;
  s->list[i].met = *met;
  s->list[i].is_asked = s->list[i].is_unfolded = 0;
  add_projection(s, i, -1, 0);
  for (k = 0; k < i; k++) {
    const double *p = sliding_normal(s, i), *q = sliding_normal(s, k);
    if (MOVE_LINES && s->m->dimensions == 3 && do_cross(p, q)) add_projection(s, i, k, 0);
    if (are_facing(p, q)) add_projection(s, i, k, 1);
  }
}

/* The normal of the plane in the middle between two that face each other, against the wish. */
static void find_middle(const move_sliding *s, const move_projection *way, double n[3]) {
  const double *p = sliding_normal(s, way->i), *q = sliding_normal(s, way->k);
  double length;
  int i;
  for (i = 0; i < 3; i++) n[i] = p[i] - q[i];
  length = move_length(n);
  if (move_dot(n, s->wish) > 0) length = -length;
  for (i = 0; i < 3; i++) n[i] /= length;
}

/* How far from the wish a projection of it is. */
static double find_away(const move_sliding *s, const move_projection *way) {
  double u[3], along;
  int i;
  if (!MOVE_NEAREST) return 0;
  if (way->k < 0) return fabs(move_dot(s->wish, sliding_normal(s, way->i)));
  if (way->is_middle) {
    find_middle(s, way, u);
    return fabs(move_dot(s->wish, u));
  }
  move_cross(sliding_normal(s, way->i), sliding_normal(s, way->k), u);
  along = move_dot(s->wish, u) / move_dot(u, u);
  for (i = 0; i < 3; i++) u[i] = s->wish[i] - along * u[i];
  return move_length(u);
}

/* The lower normal of the two first. */
static void sort_normals(const move_sliding *s, const move_projection *way, const double *n[2]) {
  const double *p = sliding_normal(s, way->i), *q = sliding_normal(s, way->k);
  int is_turned = move_is_lower(q, p);
  n[0] = is_turned ? q : p;
  n[1] = is_turned ? p : q;
}

/* Of projections that are equally far from the wish, those onto a plane come first, then the order
 * is that of their normals. */
static int comes_first(const move_sliding *s, const move_projection *p, const move_projection *q) {
  const double *a[2], *b[2];
  if ((p->k < 0) != (q->k < 0)) return p->k < 0;
  if (p->k < 0) return move_is_lower(sliding_normal(s, p->i), sliding_normal(s, q->i));
  sort_normals(s, p, a);
  sort_normals(s, q, b);
  if (move_is_lower(a[0], b[0]) != move_is_lower(b[0], a[0])) return move_is_lower(a[0], b[0]);
  return move_is_lower(a[1], b[1]);
}

int ci_move_choose_way(const move_sliding *s) {
  double least = HUGE_VAL;
  int i, best = -1;
  if (s->at >= 0 && !s->ways[s->at].is_tried) return s->at;
  for (i = 0; i < s->way_count; i++) {
    const move_projection *way = &s->ways[i];
    double away;
    if (way->is_tried) continue;
    away = find_away(s, way);
    if (away > least) continue;
    if (best >= 0 && away == least && (!MOVE_NEAREST || !comes_first(s, way, &s->ways[best])))
      continue;
    least = away;
    best = i;
  }
  return best;
}

void ci_move_remove_obstacle(move_sliding *s, int gone) {
  int i, kept = 0, at = -1;
  for (i = 0; i < s->way_count; i++) {
    move_projection way = s->ways[i];
    if (way.i == gone || way.k == gone) continue;
    if (way.i > gone) way.i--;
    if (way.k > gone) way.k--;
    if (i == s->at) at = kept;
    s->ways[kept++] = way;
  }
  s->at = at;
  s->way_count = kept;
  s->count--;
  for (i = gone; i < s->count; i++) s->list[i] = s->list[i + 1];
}

void ci_move_project(move_sliding *s, const move_projection *way) {
  double bias = bias_of(way->again);
  const double *n = sliding_normal(s, way->i);
  double middle[3];
  if (way->is_middle) {
    find_middle(s, way, middle);
    ci_move_along(s->m, s->wish, middle, 0, s->d);
  } else if (way->k < 0) {
    ci_move_along(s->m, s->wish, n, bias, s->d);
  } else {
    ci_move_along_both(s->m, s->wish, n, sliding_normal(s, way->k), bias, s->d);
  }
}

/* Where the shape touches a corner or an edge, a cast reports one of several contact planes. When
 * no way along those is free, the others are added: each is tried in turn. Returns 0 when there are
 * none. */
static int unfold(move_sliding *s) {
  int i, k, count = s->count, before = s->way_count;
  for (i = 0; i < count; i++) {
    collide_target_sweep met = s->list[i].met;
    move_planes planes;
    if (s->list[i].is_unfolded) continue;
    s->list[i].is_unfolded = 1;
    ci_move_find_planes(s->m, &met, &planes);
    for (k = 0; k < planes.count; k++) {
      int at = s->count;
      memcpy(met.hit.normal, planes.normals[k], sizeof met.hit.normal);
      if (ci_move_find_obstacle(s, &met) < at) continue;
      s->at = -1;
      ci_move_add_obstacle(s, &met);
      if (s->count > at) s->list[at].is_asked = s->list[at].is_unfolded = 1;
    }
  }
  return s->way_count > before;
}

/* At a corner a place beside the last one, however near, may leave another way free. */
static int try_all_again(move_sliding *s) {
  int i;
  if (!s->is_shifted || s->shifts == MOST_SHIFTS) return 0;
  s->shifts++;
  s->is_shifted = 0;
  for (i = 0; i < s->way_count; i++) s->ways[i].is_tried = 0;
  return 1;
}

int ci_move_find_more_ways(move_sliding *s) {
  return unfold(s) || try_all_again(s);
}
