/* SPDX-License-Identifier: MIT
 *
 * Plane solver: finds the displacement that leads past the obstacles.
 *
 * Each obstacle is a half-space. The result is the displacement that is nearest to the desired one
 * and enters none of them. It is 0, the desired displacement, or a projection of that. A
 * projection is onto the boundary of one half-space, or in space onto the line of two boundaries.
 * So the solver tries the projections, the nearest first, and takes the first that a cast finds
 * free. A new obstacle of such a cast adds a half-space.
 *
 * At a corner or an edge there are several contact planes, and a cast reports one of them. When all
 * projections are blocked, the solver adds the other planes. In a gap as wide as the body, it also
 * tries the plane in the middle between the two sides.
 */
#include "move_solver.h"

#include <string.h>

enum { MOST_SHIFTS = 12 };

/* Returns 1 if the normals are equal except for rounding. 1 - 2^-40 is the cosine of 1.3e-6. */
static int has_same_plane(const collide_target_sweep *p, const collide_target_sweep *q) {
  return vector_dot(p->hit.normal, q->hit.normal) > 1 - 9.0949470177292824e-13;
}

int ci_move_find_obstacle(const move_solver *s, const collide_target_sweep *met) {
  int i;
  for (i = 0; i < s->count && !has_same_plane(&s->list[i].met, met);) i++;
  return i;
}

static void add_projection(move_solver *s, int i, int k, int is_middle) {
  move_projection *projection = &s->projections[s->projection_count++];
  projection->i = (signed char)i;
  projection->k = (signed char)k;
  projection->is_middle = (signed char)is_middle;
  projection->is_tried = 0;
  projection->retries = 0;
}

/* Returns 1 if two planes nearly face each other: within 7 degrees. */
static int are_facing(const double p[3], const double q[3]) {
  return vector_dot(p, q) < -0.9921875;
}

/* Returns 1 if the line of two planes is used. It must be well defined, unless the planes nearly
 * face each other. Those are the sides of a gap as wide as the body. */
static int have_line(const double p[3], const double q[3]) {
  double u[3];
  vector_cross(p, q, u);
  if (are_facing(p, q)) return !move_is_zero(u);
  return vector_dot(u, u) >= MOVE_PARALLEL * MOVE_PARALLEL;
}

/* Returns 1 if the places differ in their member or cell value. Then their responses may differ. */
static int is_other_kind(const collide_place *p, const collide_place *q) {
  return p->index != q->index || (p->has_cell && p->value != q->value);
}

void ci_move_record_gap(move_solver *s, const double normal[3]) {
  int i, k;
  if (s->m->is_in_gap) return;
  for (i = 0; i < s->count && !ci_move_are_opposite(solver_normal(s, i), normal);) i++;
  if (i == s->count) return;
  s->m->is_in_gap = 1;
  memcpy(s->m->gap_normal, normal, sizeof s->m->gap_normal);
  for (k = 0; k < s->projection_count; k++) s->projections[k].is_tried = 0;
}

/* The bias, as a part of the projection's length: by so much the projection leads away from its
 * planes. The first bias is 2^-48, the error of a normal. Each retry makes it four times as large.
 */
static double get_bias(int retries) {
  return retries > 0 ? ldexp(1, 2 * retries - 50) : 0;
}

/* Without `up`, the bias may grow up to the tolerance, which is the error of a curved contact. A
 * walking body gets no larger bias. It keeps to the planes that grids report at their seams, and
 * would otherwise meet the edges there. */
static int may_bias_more(const move_solver *s, int retries) {
  return retries < MOVE_BIASES ||
         (!s->m->options->has_up &&
          get_bias(retries + 1) * move_length(s->desired) <= ci_move_get_tolerance(s->m));
}

/* Returns 1 if both are contacts of one pair of convex shapes. */
static int is_same_pair(const collide_target_sweep *p, const collide_target_sweep *q) {
  return p->mover_part == q->mover_part && ci_move_is_same_place(&p->at, &q->at);
}

/* A displacement along one contact plane of two convex shapes leads away from all other planes of
 * the same pair. If it meets one of them, that is rounding. Then the projection is tried again with
 * a larger bias. */
static void retry_with_bias(move_solver *s, const collide_target_sweep *met) {
  move_projection *projection = s->current < 0 ? NULL : &s->projections[s->current];
  const collide_target_sweep *p, *q;
  if (projection == NULL || projection->is_middle || !may_bias_more(s, projection->retries)) return;
  p = &s->list[projection->i].met;
  q = projection->k < 0 ? p : &s->list[projection->k].met;
  if (!has_same_plane(p, met) && !has_same_plane(q, met) && !is_same_pair(p, met) &&
      !is_same_pair(q, met))
    return;
  projection->retries++;
  projection->is_tried = 0;
}

/* On a curved side the normal changes with the position, so the new normal counts. Another obstacle
 * with the same normal replaces a handled one. Its other planes are not known yet. */
static void update_obstacle(move_obstacle *known, const collide_target_sweep *met) {
  if (is_same_pair(&known->met, met)) {
    memcpy(known->met.hit.normal, met->hit.normal, sizeof met->hit.normal);
  } else if (known->is_handled) {
    known->met = *met;
    known->is_expanded = 0;
  }
}

void ci_move_add_obstacle(move_solver *s, const collide_target_sweep *met) {
  int i = ci_move_find_obstacle(s, met), k;
  /* A coin flush with a wall has the wall's normal, but may have another response. */
  if (i < s->count && s->m->may_pass && is_other_kind(&s->list[i].met.at, &met->at) &&
      ci_move_try_pass(s->m, met, s->d)) {
    s->has_passed = 1;
    return;
  }
  retry_with_bias(s, met);
  if (i < s->count) update_obstacle(&s->list[i], met);
  if (i < s->count || s->count == MOVE_OBSTACLES) return;
  i = s->count++;
  s->list[i].met = *met;
  s->list[i].is_handled = s->list[i].is_expanded = 0;
  add_projection(s, i, -1, 0);
  for (k = 0; k < i; k++) {
    const double *p = solver_normal(s, i), *q = solver_normal(s, k);
    if (MOVE_LINES && s->m->dimensions == 3 && have_line(p, q)) add_projection(s, i, k, 0);
    if (are_facing(p, q)) add_projection(s, i, k, 1);
  }
}

/* Finds the normal of the plane in the middle between two planes that face each other. It points
 * against the desired displacement. */
static void find_middle(const move_solver *s, const move_projection *projection, double n[3]) {
  const double *p = solver_normal(s, projection->i), *q = solver_normal(s, projection->k);
  double length;
  int i;
  for (i = 0; i < 3; i++) n[i] = p[i] - q[i];
  length = move_length(n);
  if (vector_dot(n, s->desired) > 0) length = -length;
  for (i = 0; i < 3; i++) n[i] /= length;
}

/* The distance of a projection from the desired displacement. */
static double find_distance(const move_solver *s, const move_projection *projection) {
  double u[3], along;
  int i;
  if (!MOVE_NEAREST) return 0;
  if (projection->k < 0) return fabs(vector_dot(s->desired, solver_normal(s, projection->i)));
  if (projection->is_middle) {
    find_middle(s, projection, u);
    return fabs(vector_dot(s->desired, u));
  }
  vector_cross(solver_normal(s, projection->i), solver_normal(s, projection->k), u);
  along = vector_dot(s->desired, u) / vector_dot(u, u);
  for (i = 0; i < 3; i++) u[i] = s->desired[i] - along * u[i];
  return move_length(u);
}

/* Writes the lower of the two normals first. */
static void sort_normals(const move_solver *s, const move_projection *projection,
                         const double *n[2]) {
  const double *p = solver_normal(s, projection->i), *q = solver_normal(s, projection->k);
  int is_turned = move_is_lower(q, p);
  n[0] = is_turned ? q : p;
  n[1] = is_turned ? p : q;
}

/* Orders projections with equal distances. Projections onto a plane come first; then the normals
 * decide. */
static int comes_first(const move_solver *s, const move_projection *p, const move_projection *q) {
  const double *a[2], *b[2];
  if ((p->k < 0) != (q->k < 0)) return p->k < 0;
  if (p->k < 0) return move_is_lower(solver_normal(s, p->i), solver_normal(s, q->i));
  sort_normals(s, p, a);
  sort_normals(s, q, b);
  if (move_is_lower(a[0], b[0]) != move_is_lower(b[0], a[0])) return move_is_lower(a[0], b[0]);
  return move_is_lower(a[1], b[1]);
}

int ci_move_choose_projection(const move_solver *s) {
  double least = HUGE_VAL;
  int i, best = -1;
  if (s->current >= 0 && !s->projections[s->current].is_tried) return s->current;
  for (i = 0; i < s->projection_count; i++) {
    const move_projection *projection = &s->projections[i];
    double distance;
    if (projection->is_tried) continue;
    distance = find_distance(s, projection);
    if (distance > least) continue;
    if (best >= 0 && distance == least &&
        (!MOVE_NEAREST || !comes_first(s, projection, &s->projections[best])))
      continue;
    least = distance;
    best = i;
  }
  return best;
}

void ci_move_remove_obstacle(move_solver *s, int index) {
  int i, kept = 0, at = -1;
  for (i = 0; i < s->projection_count; i++) {
    move_projection projection = s->projections[i];
    if (projection.i == index || projection.k == index) continue;
    if (projection.i > index) projection.i--;
    if (projection.k > index) projection.k--;
    if (i == s->current) at = kept;
    s->projections[kept++] = projection;
  }
  s->current = at;
  s->projection_count = kept;
  s->count--;
  for (i = index; i < s->count; i++) s->list[i] = s->list[i + 1];
}

void ci_move_project(move_solver *s, const move_projection *projection) {
  double bias = get_bias(projection->retries);
  const double *n = solver_normal(s, projection->i);
  double middle[3];
  if (projection->is_middle) {
    find_middle(s, projection, middle);
    ci_move_project_on_plane(s->m, s->desired, middle, 0, s->d);
  } else if (projection->k < 0) {
    ci_move_project_on_plane(s->m, s->desired, n, bias, s->d);
  } else {
    ci_move_project_on_line(s->m, s->desired, n, solver_normal(s, projection->k), bias, s->d);
  }
}

/* Adds the other contact planes at corners and edges. Each is then tried in turn. Returns 0 if
 * there are none. */
static int expand_corners(move_solver *s) {
  int i, k, count = s->count, before = s->projection_count;
  for (i = 0; i < count; i++) {
    collide_target_sweep met = s->list[i].met;
    move_planes planes;
    if (s->list[i].is_expanded) continue;
    s->list[i].is_expanded = 1;
    ci_move_find_planes(s->m, &met, &planes);
    for (k = 0; k < planes.count; k++) {
      int at = s->count;
      memcpy(met.hit.normal, planes.normals[k], sizeof met.hit.normal);
      if (ci_move_find_obstacle(s, &met) < at) continue;
      s->current = -1;
      ci_move_add_obstacle(s, &met);
      if (s->count > at) s->list[at].is_handled = s->list[at].is_expanded = 1;
    }
  }
  return s->projection_count > before;
}

/* A displacement that enters a plane by more than this part of its length is blocked from every
 * position nearby: 2^-10. */
#ifndef MOVE_ENTERS
#define MOVE_ENTERS 0.0009765625
#endif

/* Returns 1 if s->d enters all contact planes of one pair of convex shapes. Then the obstacle
 * blocks it from every position nearby. Call expand_corners before. */
static int is_blocked_nearby(const move_solver *s) {
  double most = -MOVE_ENTERS * move_length(s->d);
  int i, k;
  if (s->count == MOVE_OBSTACLES) return 0;
  for (i = 0; i < s->count; i++) {
    for (k = 0; k < s->count; k++)
      if (is_same_pair(&s->list[i].met, &s->list[k].met) &&
          vector_dot(s->d, solver_normal(s, k)) > most)
        break;
    if (k == s->count) return 1;
  }
  return 0;
}

/* At a corner, another direction may be free from a position nearby. So a body that has shifted
 * tries all projections again. Returns 0 if all are blocked from every position nearby. */
static int retry_all(move_solver *s) {
  double d[3];
  int i, count = 0;
  if (!s->is_shifted || s->shifts == MOST_SHIFTS) return 0;
  s->shifts++;
  s->is_shifted = 0;
  memcpy(d, s->d, sizeof d);
  for (i = 0; i < s->projection_count; i++) {
    ci_move_project(s, &s->projections[i]);
    s->projections[i].is_tried = (signed char)is_blocked_nearby(s);
    count += !s->projections[i].is_tried;
  }
  memcpy(s->d, d, sizeof d);
  return count > 0;
}

int ci_move_find_more_projections(move_solver *s) {
  return expand_corners(s) || retry_all(s);
}

/* ---- Blocked directions -----------------------------------------------------------------------
 */

/* In the plane rounding may decide whether a direction is blocked, so each is tried. */
void ci_move_record_blocked(move_solver *s) {
  if (s->m->dimensions == 2 || s->blocked_count == MOVE_BLOCKED) return;
  memcpy(s->blocked[s->blocked_count++], s->d, sizeof s->d);
}

/* The clearance is larger than the rounding of a projection. */
#define SAME_DIRECTION 9.0949470177292824e-13 /* 2^-40 */

int ci_move_is_blocked(const move_solver *s) {
  double least = SAME_DIRECTION * move_length(s->d), off[3];
  int i, k;
  for (k = 0; k < s->blocked_count; k++) {
    for (i = 0; i < 3; i++) off[i] = s->d[i] - s->blocked[k][i];
    if (move_length(off) <= least) return 1;
  }
  return 0;
}
