/* SPDX-License-Identifier: MIT
 *
 * Hidden faces: the normal that a hit reports.
 *
 * A body that meets the edge between two faces of an obstacle may hit either of them. If another
 * obstacle adjoins one of the faces there, that face is hidden, and the hit is with the other one.
 * So a body that falls on the seam between two tiles hits their tops, and bounces up. One rule
 * serves members, parts, triangles and cells: a face is hidden if the point just before it, at the
 * contact, lies in another obstacle.
 */
#include "move.h"
#include "move_sole.h"

#include <string.h>

/* The point is this far before the face, as a part of the width of the body: 2^-16. */
#define BEFORE 1.52587890625e-05
/* Two normals with a cosine above 1 - SAME are one. */
#define SAME 1e-12
/* So are these for a curved contact: the angle is 2^-12. */
#define NEARLY_SAME 2.98023223876953125e-08
/* Separations that differ by this part of the tolerance are equal. */
#define ROUNDING 0.0625

typedef struct hidden_search {
  move_state *m;
  const collide_place *except;
  collide_shape point;
  int is_hidden;
} hidden_search;

static int take_cover(void *user, const collide_place *at) {
  hidden_search *s = (hidden_search *)user;
  int i, shapes = ci_move_count_shapes(at);
  if (ci_move_is_same_place(at, s->except) || ci_move_ignores(s->m, at)) return 1;
  for (i = 0; i < shapes && !s->is_hidden; i++) {
    cell_shape room;
    s->is_hidden = collide_overlap(&s->point, ci_move_get_shape(at, i, &room)) == 1;
  }
  return !s->is_hidden;
}

/* Returns 1 if another obstacle covers a face with normal n at the point of the hit. The point may
 * miss a surface by rounding, so it is a ball with the radius of the tolerance. */
static int is_hidden(move_state *m, const collide_target_sweep *met, const double n[3]) {
  double radius = ci_move_get_tolerance(m, 0), low[3], high[3], at[3];
  collide_source source;
  hidden_search s;
  memcpy(at, met->hit.point, sizeof at);
  vector_add(at, BEFORE * ci_move_get_width(move_here(m)), n);
  if (m->dimensions == 2)
    (void)collide_make_circle(&s.point, &source, radius);
  else
    (void)collide_make_sphere(&s.point, &source, radius);
  if (collide_set_position(&s.point, &source, at) != COLLIDE_OK) return 0;
  collide_bounds(&s.point, low, high);
  s.m = m;
  s.except = &met->at;
  s.is_hidden = 0;
  ci_move_visit(m, low, high, take_cover, &s);
  return s.is_hidden;
}

/* The normal of a hit with this contact: that of the cast, n, unless another one is better. At a
 * flat angle n may be that of a place farther along the way. A face comes before what differs from
 * it by the error of curved contacts. */
static const double *find_normal(const move_contact *c, const double n[3]) {
  const double *best = c->nearest;
  int i;
  for (i = 0; i < c->count; i++)
    if (move_is_equal(c->normals[i], n) && c->along[i] >= c->separation - ROUNDING * c->tolerance)
      best = c->normals[i];
  for (i = 0; i < c->count; i++)
    if (vector_dot(c->normals[i], best) > 1 - NEARLY_SAME &&
        ci_move_has_face(&c->at, c->normals[i]))
      return c->normals[i];
  return best;
}

void ci_move_show_face(move_state *m, const move_contact *c, collide_target_sweep *met) {
  double own[3];
  int i;
  memcpy(own, find_normal(c, met->hit.normal), sizeof own);
  memcpy(met->hit.normal, own, sizeof own);
  for (i = 0; i < c->count && vector_dot(c->normals[i], own) > 1 - SAME; i++) continue;
  if (i == c->count || !is_hidden(m, met, own)) return;
  for (i = 0; i < c->count; i++)
    if (vector_dot(c->normals[i], own) <= 1 - SAME && !is_hidden(m, met, c->normals[i])) {
      memcpy(met->hit.normal, c->normals[i], sizeof met->hit.normal);
      return;
    }
}
