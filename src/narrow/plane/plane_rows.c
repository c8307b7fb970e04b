/* SPDX-License-Identifier: MIT
 *
 * The routine for every two kinds of the plane, and rules that complete the answers: ties, and
 * whether a shape moves into another. A new pair is a row, or a name in the table at the end.
 */
#include "pair_row.h"

#include <string.h>

#include "../../number/exact.h"
#include "../../number/orient.h"
#include "../../number/vector.h"
#include "../../shape/outline.h"
#include "../../shape/quick.h"
#include "plane_quick.h"

/* ---- Ties ------------------------------------------------------------------------------------
 *
 * The tie rule of two outlines that touch corner on corner. Two edges of the difference b - a end
 * there, and both of their normals separate the outlines. Casts, shapecasts and contacts report the
 * same one. */

/* ---- The order of edges
 * ------------------------------------------------------------------------------- */

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

/* ---- Ties of contacts
 * ------------------------------------------------------------------------------- */

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

/* For two touching shapes of the plane: if they touch corner on corner, sets the push to the
 * preferred normal there. */
static void resolve_tie(const collide_shape *a, const collide_shape *b, collide_push *push) {
  collide_corner rooms[2][4];
  outline_order o;
  int i, j;
  if (a->of.outline.count == 0 || b->of.outline.count == 0) return;
  if (a->of.outline.aligned && b->of.outline.aligned) return;
  o.of_a = a;
  o.of_b = b;
  o.a = outline_of_shape(a, rooms[0]);
  o.b = outline_of_shape(b, rooms[1]);
  if (o.a.radius + o.b.radius > 0) return;
  i = find_shared(&o, push->point, &j);
  if (i >= 0) resolve_at(&o, i, j, push);
}

/* ---- Does a shape move into another that it overlaps? For the plane and space ---------------- */

/* A unit normal is off by 5 u in each component, u = 2^-53; products and sums add 3 u. */
#define LEADS_IN_MARGIN 1.7763568394002505e-15 /* 16 u */

/* The centre of a ball or disc, or NULL. */
static const double *centre_of(const collide_shape *s) {
  if (s->kind == COLLIDE_SPHERE && s->frame != COLLIDE_LINEAR) return s->position;
  return s->kind == COLLIDE_CIRCLE && s->of.outline.count == 1 ? outline_stored(s)[0].point : NULL;
}

/* The sign of (p - q) . d, exactly. */
static int sign_exactly(const double *p, const double *q, const double *d, int dimensions) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact sum, x;
  int i;
  ci_exact_set(pool, &sum, 0);
  for (i = 0; i < dimensions; i++) {
    ci_exact_set_diff(pool, &x, p[i], q[i]);
    ci_exact_mul_double(&x, &x, d[i]);
    ci_exact_add(&sum, &sum, &x);
  }
  return exact_sign(&sum);
}

int ci_pair_leads_in(const collide_shape *a, const collide_shape *b, const double *normal,
                     const double *d) {
  const double *p = centre_of(a), *q = centre_of(b);
  int i, dimensions = collide_dimensions(a);
  double sum = 0, size = 0;
  if (p != NULL && q != NULL && memcmp(p, q, (size_t)dimensions * sizeof *p) != 0)
    return sign_exactly(p, q, d, dimensions) < 0;
  for (i = 0; i < dimensions; i++) {
    sum += normal[i] * d[i];
    size += fabs(d[i]); /* a component that should be 0 may be off, too */
  }
  return sum < -LEADS_IN_MARGIN * size;
}

/* ---- Rows of hulls ----------------------------------------------------------------------- */

/* Do the disks that the two shapes contain certainly meet? A shape contains the disk `inner` up to
 * a unit of rounding. Folding the shape (outline.c) subtracts the errors of the centre and of the
 * edges' distances. Then it adds the radius or subtracts the margin, which rounds once more. */
static int disks_meet(const collide_shape *a, const collide_shape *b) {
  const collide_outline *p = &a->of.outline, *q = &b->of.outline;
  double x = p->center[0] - q->center[0], y = p->center[1] - q->center[1];
  double reach = p->inner + q->inner, limit = reach * reach;
  return p->inner >= 0 && q->inner >= 0 && limit < 1e300 &&
         x * x + y * y < limit * (1 - RADIUS_MARGIN) - FILTER_TINY;
}

static int outlines_overlap(const collide_shape *a, const collide_shape *b) {
  collide_corner rooms[2][4];
  plane_outline p = outline_of_shape(a, rooms[0]), q = outline_of_shape(b, rooms[1]);
  return ci_outlines_overlap(&p, &q);
}

static int near_outlines_overlap(const collide_shape *a, const collide_shape *b) {
  return pair_bounds_meet(a, b) && (disks_meet(a, b) || outlines_overlap(a, b));
}

static void measure_outlines(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap) {
  collide_corner rooms[2][4];
  plane_outline p = outline_of_shape(a, rooms[0]), q = outline_of_shape(b, rooms[1]);
  ci_outlines_measure(&p, &q, overlap, gap);
}

static int compare_outlines(const collide_shape *a, const collide_shape *b) {
  collide_corner rooms[2][4];
  plane_outline p = outline_of_shape(a, rooms[0]), q = outline_of_shape(b, rooms[1]);
  int i, order = p.count - q.count;
  for (i = 0; i < p.count && order == 0; i++) {
    order = compare_doubles(p.corners[i].point[0], q.corners[i].point[0]);
    if (order == 0) order = compare_doubles(p.corners[i].point[1], q.corners[i].point[1]);
  }
  return order != 0 ? order : compare_doubles(p.radius, q.radius);
}

/* Two shapes of one kind in their order. */
typedef struct outline_pair {
  plane_outline a, b;
  int is_swapped;
} outline_pair;

static outline_pair order_outlines(const collide_shape *a, const collide_shape *b,
                                   collide_corner rooms[2][4]) {
  outline_pair p;
  p.is_swapped = a->kind == b->kind && compare_outlines(a, b) > 0;
  p.a = outline_of_shape(p.is_swapped ? b : a, rooms[0]);
  p.b = outline_of_shape(p.is_swapped ? a : b, rooms[1]);
  return p;
}

static int contact_outlines(const collide_shape *a, const collide_shape *b, collide_push *push) {
  collide_corner rooms[2][4];
  outline_pair p = order_outlines(a, b, rooms);
  pair_gap gap;
  int found = ci_quick_outlines(&p.a, &p.b, QUICK_PUSH, &gap);
  if (found != 1) return found;
  show_lanes(lanes_mul(lanes_load(gap.normal), lanes_same(p.is_swapped ? -1 : 1)), push->normal);
  show_lanes(lanes_load(gap.common), push->point);
  push->depth = 0 - gap.apart;
  return 1;
}

static int distance_outlines(const collide_shape *a, const collide_shape *b, double *apart,
                             double on_a[3], double on_b[3]) {
  collide_corner rooms[2][4];
  outline_pair p = order_outlines(a, b, rooms);
  pair_gap gap;
  int found = ci_quick_outlines(&p.a, &p.b, QUICK_NEAREST, &gap);
  if (found == PAIR_UNSURE) return PAIR_UNSURE;
  if (found) {
    show_lanes(lanes_load(gap.common), on_a);
    show_lanes(lanes_load(gap.common), on_b);
    return 1;
  }
  *apart = gap.apart;
  show_lanes(lanes_load(gap.on_a), p.is_swapped ? on_b : on_a);
  show_lanes(lanes_load(gap.on_b), p.is_swapped ? on_a : on_b);
  return 0;
}

static const pair_row outlines = {near_outlines_overlap, measure_outlines, compare_outlines, NULL,
                                  contact_outlines,      distance_outlines};

/* ---- Hulls with a faster routine ----------------------------------------------------- */

/* The nearest point of the range to x. */
static double nearest(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

static int circles_overlap(const collide_shape *a, const collide_shape *b) {
  return ci_point_near_point(a->position, b->position, a->radius, b->radius);
}

static int circle_overlaps_rect(const collide_shape *circle, const collide_shape *rect) {
  const collide_outline *o = &rect->of.outline;
  double witness[2];
  if (!pair_bounds_meet(circle, rect)) return 0;
  if (disks_meet(circle, rect)) return 1;
  if (!o->aligned) return outlines_overlap(circle, rect);
  witness[0] = nearest(circle->position[0], o->low[0], o->high[0]);
  witness[1] = nearest(circle->position[1], o->low[1], o->high[1]);
  return ci_point_near_point(circle->position, witness, circle->radius, 0);
}

/* A capsule or a segment. */
static int circle_overlaps_capsule(const collide_shape *circle, const collide_shape *capsule) {
  const collide_corner *ends = outline_stored(capsule);
  int found;
  if (!pair_bounds_meet(circle, capsule)) return 0;
  if (capsule->of.outline.count == 2) {
    found = ci_try_near_segment(circle->position, ends[0].point, ends[1].point,
                                circle->radius + capsule->radius);
    if (found != PAIR_UNSURE) return found;
  }
  return outlines_overlap(circle, capsule);
}

/* Axis-parallel rects equal their bounds. */
static int rects_overlap(const collide_shape *a, const collide_shape *b) {
  if (!pair_bounds_meet(a, b)) return 0;
  return (a->of.outline.aligned && b->of.outline.aligned) || disks_meet(a, b) ||
         outlines_overlap(a, b);
}

/* For an outline and an axis-parallel rect whose bounds meet, only the outline's edges remain as
 * separating axes. */
static int rect_overlaps_outline(const collide_shape *rect, const collide_shape *outline) {
  int found = PAIR_UNSURE;
  if (!pair_bounds_meet(rect, outline)) return 0;
  if (disks_meet(rect, outline)) return 1;
  if (rect->of.outline.aligned) found = ci_try_edges(outline, rect);
  return found != PAIR_UNSURE ? found : outlines_overlap(rect, outline);
}

static int contact_circle_rect(const collide_shape *circle, const collide_shape *rect,
                               collide_push *push) {
  return rect->of.outline.aligned ? ci_contact_circle_rect(circle, rect, push)
                                  : ci_contact_circle_outline(circle, rect, push);
}

static int distance_circle_rect(const collide_shape *circle, const collide_shape *rect,
                                double *apart, double on_circle[3], double on_rect[3]) {
  return rect->of.outline.aligned
             ? ci_distance_circle_rect(circle, rect, apart, on_circle, on_rect)
             : ci_distance_circle_outline(circle, rect, apart, on_circle, on_rect);
}

static int contact_rects(const collide_shape *a, const collide_shape *b, collide_push *push) {
  return a->of.outline.aligned && b->of.outline.aligned ? ci_contact_rects(a, b, push)
                                                        : contact_outlines(a, b, push);
}

static int distance_rects(const collide_shape *a, const collide_shape *b, double *apart,
                          double on_a[3], double on_b[3]) {
  return a->of.outline.aligned && b->of.outline.aligned
             ? ci_distance_rects(a, b, apart, on_a, on_b)
             : distance_outlines(a, b, apart, on_a, on_b);
}

static const pair_row circles = {circles_overlap,    measure_outlines,   compare_outlines, NULL,
                                 ci_contact_circles, ci_distance_circles};
static const pair_row circle_rect = {circle_overlaps_rect, measure_outlines,    NULL, NULL,
                                     contact_circle_rect,  distance_circle_rect};
static const pair_row circle_capsule = {
    circle_overlaps_capsule,   measure_outlines,          NULL, NULL,
    ci_contact_circle_outline, ci_distance_circle_outline};
static const pair_row circle_outline = {
    near_outlines_overlap,     measure_outlines,          NULL, NULL,
    ci_contact_circle_outline, ci_distance_circle_outline};
static const pair_row rects = {rects_overlap, measure_outlines, compare_outlines,
                               NULL,          contact_rects,    distance_rects};
static const pair_row rect_outline = {rect_overlaps_outline, measure_outlines, NULL, NULL,
                                      contact_outlines,      distance_outlines};

/* ---- Half-planes ------------------------------------------------------------------- */

static int outline_overlaps_plane(const collide_shape *a, const collide_shape *plane) {
  collide_corner room[4];
  plane_outline p;
  if (!pair_bounds_meet(a, plane)) return 0;
  p = outline_of_shape(a, room);
  return ci_outline_overlaps_plane(&p, plane);
}

static void measure_outline_plane(const collide_shape *a, const collide_shape *plane, int overlap,
                                  pair_gap *gap) {
  collide_corner room[4];
  plane_outline p = outline_of_shape(a, room);
  ci_outline_measure_plane(&p, plane, overlap, gap);
}

static int planes_overlap(const collide_shape *a, const collide_shape *b) {
  return pair_bounds_meet(a, b) && ci_planes_overlap(a, b);
}

static int compare_planes(const collide_shape *a, const collide_shape *b) {
  int order = compare_doubles(a->a[0], b->a[0]);
  if (order == 0) order = compare_doubles(a->a[1], b->a[1]);
  return order != 0 ? order : compare_doubles(a->height, b->height);
}

static const pair_row outline_plane = {
    outline_overlaps_plane, measure_outline_plane, NULL, NULL, NULL, NULL};
static const pair_row planes = {
    planes_overlap, ci_planes_measure, compare_planes, NULL, NULL, NULL};

/* ---- Two shapes ---------------------------------------------------------------------- */

/* The tables here and below list the kinds in the order of collide_kind. A new kind does not
 * compile until it is counted here and has an entry in each of them, which may be NULL.
 * space_pairs.c has the table of solids. */
typedef char every_kind_has_a_row[COLLIDE_CIRCLE == 11 && COLLIDE_KINDS == 18 ? 1 : -1];

#define NONE NULL

/* clang-format off */
static const pair_row *const rows[PLANE_KINDS][PLANE_KINDS] = {
    /*                         circle    rect          polygon triangle        segment capsule plane */
    /* circle   */ {&circles, &circle_rect, &circle_outline, &circle_outline, &circle_capsule, &circle_capsule, &outline_plane},
    /* rect     */ {NONE,     &rects,       &rect_outline, &rect_outline,   &rect_outline, &rect_outline, &outline_plane},
    /* polygon  */ {NONE,     NONE,         &outlines, &outlines,           &outlines, &outlines, &outline_plane},
    /* triangle */ {NONE,     NONE,         NONE,   &outlines,           &outlines, &outlines, &outline_plane},
    /* segment  */ {NONE,     NONE,         NONE,   NONE,             &outlines, &outlines, &outline_plane},
    /* capsule  */ {NONE,     NONE,         NONE,   NONE,             NONE,   &outlines, &outline_plane},
    /* plane    */ {NONE,     NONE,         NONE,   NONE,             NONE,   NONE,   &planes},
};
/* clang-format on */

/* ---- Queries of two shapes ------------------------------------------------------------------ */

static PAIR_INLINE matched_pair match(const collide_shape *a, const collide_shape *b) {
  int i = (int)a->kind - SPACE_KINDS, j = (int)b->kind - SPACE_KINDS;
  return pair_match(a, b, rows[i][j], rows[j][i]);
}

int ci_plane_meet(const collide_shape *a, const collide_shape *b) {
  matched_pair p = match(a, b);
  return pair_meet(&p);
}

static PAIR_INLINE int quick_contact(const collide_shape *a, const collide_shape *b,
                                     collide_push *push) {
  matched_pair p;
  int found;
  if (!pair_bounds_meet(a, b)) return 0;
  p = match(a, b);
  if (!QUICK_PAIRS || p.row->contact == NULL) return PAIR_UNSURE;
  found = p.row->contact(p.a, p.b, push);
  if (found == 1 && p.mirrored) {
    push->normal[0] = 0 - push->normal[0];
    push->normal[1] = 0 - push->normal[1];
  }
  return found;
}

static PAIR_SELDOM int contact_by_gap(const collide_shape *a, const collide_shape *b, int open,
                                      collide_push *push) {
  matched_pair p = match(a, b);
  return pair_contact(&p, open, push);
}

int ci_plane_contact(const collide_shape *a, const collide_shape *b, collide_push *push) {
  int found = quick_contact(a, b, push);
  if (found == PAIR_UNSURE) found = contact_by_gap(a, b, 0, push);
  if (found == 1 && push->depth == 0) resolve_tie(a, b, push);
  return found;
}

int ci_plane_open_contact(const collide_shape *a, const collide_shape *b, collide_push *push) {
  collide_push found;
  int is_found = quick_contact(a, b, &found);
  if (is_found == PAIR_UNSURE) return contact_by_gap(a, b, 1, push);
  if (is_found == 0 || !(found.depth > 0)) return 0;
  *push = found;
  return 1;
}

static PAIR_SELDOM double distance_by_gap(matched_pair *p, double on_a[3], double on_b[3]) {
  return pair_distance(p, on_a, on_b);
}

double ci_plane_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                         double on_b[3]) {
  matched_pair p = match(a, b);
  if (QUICK_PAIRS && p.row->distance != NULL) {
    double apart;
    int found =
        p.row->distance(p.a, p.b, &apart, p.mirrored ? on_b : on_a, p.mirrored ? on_a : on_b);
    if (found != PAIR_UNSURE) return found ? 0 : apart;
  }
  return distance_by_gap(&p, on_a, on_b);
}
