/* SPDX-License-Identifier: MIT
 *
 * The tie rule of two outlines that touch corner on corner. Two edges of the difference b - a end
 * there, and both of their normals separate the outlines. Casts, shapecasts and contacts report the
 * same one.
 */
#include "plane.h"

#include "../../number/orient.h"
#include "../../shape/outline.h"

/* ---- The rule ------------------------------------------------------------------------------- */

/* Writes two points. The vector from the first to the second is that of the edge. */
static void edge_ends(const outline_order *o, const outline_edge *e, const double **from,
                      const double **to) {
  const collide_corner *first = e->of_b ? &o->b.corners[e->j] : &o->a.corners[e->i];
  const collide_corner *last = e->of_b ? next_corner(&o->b, e->j) : next_corner(&o->a, e->i);
  *from = e->of_b ? first->point : last->point;
  *to = e->of_b ? last->point : first->point;
}

/* The number of the edge of b with this normal. For an edge of a, it is the parallel edge of b
 * before it on the border. 0 if there is none. */
static int number_in_b(const outline_order *o, const outline_edge *e) {
  int before = corner_before(&o->b, e->j);
  const double *from, *to, *p = o->b.corners[before].point, *q = o->b.corners[e->j].point;
  if (e->of_b) return o->b.corners[e->j].edge;
  if (o->b.count < 2) return 0;
  edge_ends(o, e, &from, &to);
  if (ci_cross2d(p, q, from, to) != 0 || ci_dot2d(p, q, from, to) < 0) return 0;
  return o->b.corners[before].edge;
}

int ci_prefers_edge(const outline_order *o, const outline_edge *e, const outline_edge *f) {
  int x = number_in_b(o, e), y = number_in_b(o, f);
  if (x == y && x != 0) return e->of_b;
  if (x != 0 && y != 0) return ci_outline_prefers(o->of_b, x, y);
  if (x != 0 || y != 0) return x != 0;
  return ci_outline_prefers(o->of_a, o->a.corners[e->i].edge, o->a.corners[f->i].edge);
}

/* ---- Contacts ------------------------------------------------------------------------------- */

/* Corner k of h is an end of h's edge from corner i, and the other outline has a corner at the same
 * place. Is the other outline beyond that edge or on its line? */
static int parts_at(const plane_outline *h, int i, const plane_outline *other, int k) {
  const double *p = h->corners[i].point, *next = next_corner(h, i)->point;
  if (h->count < 2) return 0;
  return other->count < 2 ||
         (orient2d(p, next, next_corner(other, k)->point) <= 0 &&
          orient2d(p, next, other->corners[corner_before(other, k)].point) <= 0);
}

/* The edge of the difference that begins at the corner b[j] - a[i], or ends there with `back`, and
 * that separates the outlines. If a's and b's edges are parallel, b's comes first on the border. */
static int find_parting(const outline_order *o, int i, int j, int back, outline_edge *edge) {
  outline_edge of_a, of_b;
  int a, b;
  of_a.of_b = 0;
  of_b.of_b = 1;
  of_a.i = of_b.i = i;
  of_a.j = of_b.j = j;
  if (back) {
    of_a.i = corner_before(&o->a, i);
    of_b.j = corner_before(&o->b, j);
  }
  a = parts_at(&o->a, of_a.i, &o->b, j);
  b = parts_at(&o->b, of_b.j, &o->a, i);
  *edge = b && !(a && back) ? of_b : of_a;
  return a || b;
}

static void take_normal(const outline_order *o, const outline_edge *e, double normal[3]) {
  const double *n = e->of_b ? o->b.corners[e->j].normal : o->a.corners[e->i].normal;
  normal[0] = e->of_b ? n[0] + 0.0 : 0 - n[0];
  normal[1] = e->of_b ? n[1] + 0.0 : 0 - n[1];
}

static void resolve_at(const outline_order *o, int i, int j, collide_push *push) {
  outline_edge e, f;
  if (!find_parting(o, i, j, 1, &e) || !find_parting(o, i, j, 0, &f)) return;
  take_normal(o, ci_prefers_edge(o, &e, &f) ? &e : &f, push->normal);
}

/* The corner of h at this point, or -1. */
static int find_corner(const plane_outline *h, const double p[2]) {
  int i;
  for (i = 0; i < h->count; i++)
    if (is_same_point(h->corners[i].point, p)) return i;
  return -1;
}

/* A corner of a near the point that is also a corner of b, or -1. The point may be off by
 * rounding. */
static int find_shared(const outline_order *o, const double point[2], int *j) {
  double error = 4 * beyond_error(&o->a, &o->b);
  int i;
  for (i = 0; i < o->a.count; i++) {
    const double *p = o->a.corners[i].point;
    if (!(fabs(p[0] - point[0]) <= error && fabs(p[1] - point[1]) <= error)) continue;
    *j = find_corner(&o->b, p);
    if (*j >= 0) return i;
  }
  return -1;
}

void ci_resolve_tie(const collide_shape *a, const collide_shape *b, collide_push *push) {
  collide_corner rooms[2][4];
  outline_order o;
  int i, j;
  if (a->of.outline.count == 0 || b->of.outline.count == 0) return;
  if (a->of.outline.aligned && b->of.outline.aligned) return;
  o.of_a = a;
  o.of_b = b;
  o.a = pair_outline(a, rooms[0]);
  o.b = pair_outline(b, rooms[1]);
  if (o.a.radius + o.b.radius > 0) return;
  i = find_shared(&o, push->point, &j);
  if (i >= 0) resolve_at(&o, i, j, push);
}
