/* SPDX-License-Identifier: MIT
 *
 * The expanding polytope algorithm: a polytope grows inside the difference of two cores until its
 * face nearest to the origin is a face of the difference. It is a closed surface of triangles. A
 * new point replaces the connected triangles that it sees, and is joined to the edges of the hole.
 * A curved difference may have many faces that are nearly as near; a cone's has a ring of them. The
 * limits suffice to find the penetration depth roughly; refine_depth.c finds its last digits. If
 * rounding would make the hole more than one ring, the search ends with its current result.
 */
#include "epa.h"
#include "../../number/tier.h"

#include <string.h>

/* ---- Faces -------------------------------------------------------------------------------- */

/* Uses one division if the magnitude is ordinary. */
static int find_unit(const double n[3], double unit[3]) {
  double square = vector_dot(n, n), k;
  if (!(square > 1e-200 && square < 1e200)) return ci_vector_unit(n, unit);
  k = 1 / sqrt(square);
  unit[0] = n[0] * k;
  unit[1] = n[1] * k;
  unit[2] = n[2] * k;
  return 1;
}

static int add_face(epa *g, int a, int b, int c) {
  double n[3];
  epa_face *f;
  int k = g->free;
  if (k != NO_FACE)
    g->free = g->face[k].next[0];
  else if (g->faces < MOST_FACES)
    k = g->faces++;
  else
    return NO_FACE;
  f = &g->face[k];
  f->point[0] = (short)a;
  f->point[1] = (short)b;
  f->point[2] = (short)c;
  f->next[0] = f->next[1] = f->next[2] = NO_FACE;
  f->alive = 1;
  epa_normal(g, f->point, n);
  f->distance = find_unit(n, f->unit) ? vector_dot(f->unit, g->point[a].w) : HUGE_VAL;
  g->key[k] = f->distance;
  return k;
}

static void join(epa *g, int face, int edge, int other, int other_edge) {
  g->face[face].next[edge] = (short)other;
  g->face[other].next[other_edge] = (short)face;
}

static int nearest_face(const epa *g) {
  double least = HUGE_VAL;
  int i, best = NO_FACE;
  for (i = 0; i < g->faces; i++) {
    best = g->key[i] < least ? i : best;
    least = g->key[i] < least ? g->key[i] : least;
  }
  return best;
}

/* ---- A new point ---------------------------------------------------------------------------- */

/* A triangle without a plane is removed with its neighbours. */
static int sees(const epa *g, int face, const double w[3]) {
  const epa_face *f = &g->face[face];
  return f->distance == HUGE_VAL || !(vector_dot(f->unit, w) - f->distance <= g->level);
}

/* Joins the point to an edge of the ring. */
static int close_edge(epa *g, int outside, int edge) {
  const epa_face *f = &g->face[outside];
  int from = f->point[(edge + 1) % 3], to = f->point[edge], k;
  if (g->first[from] != NO_FACE) return 0; /* the ring passes here twice */
  k = add_face(g, from, to, g->points - 1);
  if (k == NO_FACE) return 0;
  join(g, k, 0, outside, edge);
  g->first[from] = (short)k;
  return 1;
}

static void drop(epa *g, int face) {
  g->face[face].alive = 0;
  g->key[face] = HUGE_VAL;
}

static void release(epa *g, const short *dropped, int count) {
  int i;
  for (i = 0; i < count; i++) {
    g->face[dropped[i]].next[0] = (short)g->free;
    g->free = dropped[i];
  }
}

/* Drops the faces that the point sees, connected with the first. Returns their number. */
static int drop_seen(epa *g, int face, const double w[3], short *dropped) {
  int count = 1, i, edge;
  dropped[0] = (short)face;
  drop(g, face);
  for (i = 0; i < count; i++) {
    for (edge = 0; edge < 3; edge++) {
      int other = g->face[dropped[i]].next[edge];
      if (!g->face[other].alive || !sees(g, other, w)) continue;
      drop(g, other);
      dropped[count++] = (short)other;
    }
  }
  return count;
}

/* The edge of `face` across which `other` lies. */
static int edge_to(const epa *g, int face, int other) {
  int edge = 0;
  while (edge < 2 && g->face[face].next[edge] != other) edge++;
  return edge;
}

/* Replaces the faces that the last point sees. Returns 0 if there is no room, or if the hole is not
 * one ring. */
static int expand_by_last(epa *g, int face) {
  short dropped[MOST_FACES];
  int i, edge, k, count, ring = 0, closed = 0;
  count = drop_seen(g, face, g->point[g->points - 1].w, dropped);
  for (i = 0; i < g->points; i++) g->first[i] = NO_FACE;
  for (i = 0; i < count; i++) {
    for (edge = 0; edge < 3; edge++) {
      int other = g->face[dropped[i]].next[edge];
      if (!g->face[other].alive) continue;
      if (!close_edge(g, other, edge_to(g, other, dropped[i]))) return 0;
      ring++;
    }
  }
  /* Around the ring: each new face's second edge is the next one's third. */
  for (i = 0; i < g->points; i++) {
    int next;
    k = g->first[i];
    if (k == NO_FACE) continue;
    next = g->first[g->face[k].point[1]];
    if (next == NO_FACE) return 0;
    join(g, k, 1, next, 2);
    closed++;
  }
  release(g, dropped, count);
  return ring > 2 && closed == ring;
}

/* ---- The first tetrahedron -------------------------------------------------- */

static void first_faces(epa *g) {
  double unit[3];
  int a = 1, b = 2, i;
  if (ci_epa_plane(g, unit) && ci_epa_height(g, unit, &g->point[3]) > 0) {
    a = 2;
    b = 1;
  }
  g->faces = 0;
  g->free = NO_FACE;
  add_face(g, 0, a, b);
  add_face(g, 0, 3, a);
  add_face(g, a, 3, b);
  add_face(g, b, 3, 0);
  join(g, 0, 0, 1, 2);
  join(g, 0, 1, 2, 2);
  join(g, 0, 2, 3, 2);
  for (i = 1; i < 4; i++) join(g, i, 1, i < 3 ? i + 1 : 1, 0);
}

/* ---- The answer -------------------------------------------------------------------------- */

/* Does the origin span a positive volume, beyond its error, with each face? Then each face covers a
 * part of the sphere around the origin, all with the same orientation. Together they cover the
 * sphere a whole number of times, at least once. So the closed surface of the exact points goes
 * around the origin. */
static int is_certain(const epa *g) {
  double margin, most, x[3];
  int i, j;
  for (i = 0; i < g->faces; i++) {
    const epa_face *f = &g->face[i];
    if (!f->alive) continue;
    most = 0;
    for (j = 0; j < 3; j++) most = ci_largest(g->point[f->point[j]].w, 3, most);
    margin = SOLID_TETRA_MARGIN * g->pair->size * most * most + FILTER_TINY;
    vector_cross(g->point[f->point[1]].w, g->point[f->point[2]].w, x);
    if (!(vector_dot(g->point[f->point[0]].w, x) > margin)) return 0;
  }
  return 1;
}

/* The depth of the origin's projection inside the triangle: the least of its three weights. */
static double inner_weight(const epa *g, const epa_face *f) {
  double n[3], x[3], least = HUGE_VAL, nn;
  int i;
  epa_normal(g, f->point, n);
  nn = vector_dot(n, n);
  for (i = 0; i < 3; i++) {
    double y;
    vector_cross(g->point[f->point[i]].w, g->point[f->point[(i + 1) % 3]].w, x);
    y = vector_dot(n, x) / nn;
    if (y < least) least = y;
  }
  return least;
}

/* Do the corners of a triangle lie in this plane, except for `level`? */
static int is_in_plane(const epa *g, const epa_face *f, const epa_face *plane, double level) {
  int i;
  for (i = 0; i < 3; i++)
    if (!(fabs(vector_dot(plane->unit, g->point[f->point[i]].w) - plane->distance) <= level))
      return 0;
  return 1;
}

/* Of the triangles in the plane, the one that contains the projection of the origin, or nearly.
 * NO_FACE if none lies in the plane. */
static int face_below_origin(const epa *g, const epa_face *plane, double level) {
  double most = -HUGE_VAL;
  int i, best = NO_FACE;
  for (i = 0; i < g->faces; i++) {
    double x;
    if (g->key[i] == HUGE_VAL || !is_in_plane(g, &g->face[i], plane, level)) continue;
    x = inner_weight(g, &g->face[i]);
    if (!(x > most)) continue;
    most = x;
    best = i;
  }
  return best;
}

static void put_face(const epa *g, const epa_face *f, penetration *push) {
  int i;
  push->count = 3;
  for (i = 0; i < 3; i++) push->face[i] = g->point[f->point[i]];
  memcpy(push->normal, f->unit, sizeof push->normal);
}

static int is_corner_of(const epa *g, const epa_face *f, const solid_point *q) {
  int i;
  for (i = 0; i < 3; i++) {
    const double *w = g->point[f->point[i]].w;
    if (w[0] == q->w[0] && w[1] == q->w[1] && w[2] == q->w[2]) return 1;
  }
  return 0;
}

/* The state of the search, and its best result. */
typedef struct search {
  double enough, tolerance;
  double best; /* the least height of all support points */
  int nearest; /* the nearest face */
  int is_face; /* the nearest face is one of the difference, except for rounding */
  int curved;
  epa_face face; /* the face whose normal gave the best */
} search;

/* Finds the support point along a face's normal. Returns 0 if it is not new: then the face is a
 * face of the difference. */
static int find_point(epa *g, search *s, int face) {
  solid_point *q = &g->point[g->points];
  const epa_face *f = &g->face[face];
  double height;
  ci_solid_support(g->pair, f->unit, g->point[f->point[0]].corner, q);
  height = vector_dot(f->unit, q->w);
  if (height < s->best) {
    s->best = height;
    s->face = *f;
  }
  return height - f->distance > s->tolerance && !is_corner_of(g, f, q);
}

/* One step. Returns 0 if the nearest face is a face of the difference, or if no better one can be
 * found. */
static int step(epa *g, search *s) {
  int face;
  s->nearest = nearest_face(g);
  if (s->nearest == NO_FACE || !(g->face[s->nearest].distance < s->enough)) return 0;
  if (g->points + 1 >= (s->curved ? CURVED_POINTS : MOST_POINTS)) return 0;
  face = s->nearest;
  s->is_face = !find_point(g, s, face);
  if (s->is_face) return 0;
  /* A face that is deeper than the least height seen cannot become better. */
  if (!(s->best - g->face[face].distance > s->tolerance)) return 0;
  g->points++;
  if (expand_by_last(g, face)) return 1;
  g->full = 1;
  return 0;
}

/* Takes the triangle from which the depth is measured. Of several triangles that are equally near,
 * the nearest may cut the difference. The plane with the least height never does, so its triangles
 * come first. On an edge or corner of the difference, the nearest triangle may not contain the
 * projection of the origin. */
static void take_triangle(const epa *g, search *found, penetration *push) {
  int face = NO_FACE;
  if (!found->is_face) {
    found->face.distance = found->best;
    face = face_below_origin(g, &found->face, SOLID_SUPPORT_MARGIN * g->pair->size);
  } else if (inner_weight(g, &g->face[found->nearest]) >= 0) {
    face = found->nearest;
  }
  if (face == NO_FACE) face = face_below_origin(g, &g->face[found->nearest], g->level);
  if (face == NO_FACE) face = found->nearest;
  put_face(g, &g->face[face], push);
  push->depth = g->face[face].distance;
}

void ci_epa_expand(const solid_pair *p, const simplex *s, double enough, penetration *push) {
  epa g;
  search found;
  tier_count(TIER_EPA);
  g.pair = p;
  g.level = EPA_LEVEL * p->size;
  g.full = 0;
  push->count = 0;
  push->depth = push->least = 0;
  push->dimensions = ci_epa_start(&g, s, push->normal);
  if (push->dimensions < 3) return;
  first_faces(&g);
  found.curved = solid_is_curved(&p->a) || solid_is_curved(&p->b);
  found.tolerance = (found.curved ? EPA_CURVED : EPA_LEVEL) * p->size;
  found.enough = enough;
  found.best = HUGE_VAL;
  found.face = g.face[0];
  found.is_face = 0;
  while (step(&g, &found)) continue;
  if (found.best < HUGE_VAL) put_face(&g, &found.face, push);
  if (!push->certain) push->certain = !g.full && is_certain(&g);
  push->depth = found.best;
  if (!g.full && found.nearest != NO_FACE) push->least = g.face[found.nearest].distance;
  if (found.curved && enough == HUGE_VAL && found.nearest != NO_FACE &&
      found.best - g.face[found.nearest].distance > found.tolerance)
    ci_solid_refine_depth(p, push);
  if (found.curved || found.nearest == NO_FACE || g.full) return;
  if (found.best - g.face[found.nearest].distance > found.tolerance) return;
  take_triangle(&g, &found, push);
}
