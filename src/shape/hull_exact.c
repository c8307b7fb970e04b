/* SPDX-License-Identifier: MIT
 *
 * A line and a convex hull in space, exactly: the walk that hull.c describes, by the signs
 * of the edge functions of triangles. If the line passes through an edge or a corner, it crosses
 * the adjoining face of the same facing that has the lowest number.
 */
#include "hull.h"
#include "../number/vector.h"

/* n . d for the normal n of the face with that number. */
static REAL_INLINE real rate_at_face(const line *l, line_precision precision, const double *face) {
  const solid_hull *p = hull_of(l->shape);
  int k = p->first[(int)*face];
  real n[3], d[3];
  line_normal(l, precision, hull_at(p, k), hull_at(p, k + 1), hull_at(p, k + 2), n);
  line_direction(l, precision, d);
  return real_dot(n, d);
}

static int facing_of(const line *l, int face) {
  double with = face;
  return line_sign(l, rate_at_face, &with);
}

/* 1 if the line passes inside of the edge at that place of a face with that facing, 0 if it crosses
 * the line of the edge, -1 if it passes outside. */
static int pass_place(const line *l, const solid_hull *p, int facing, int place) {
  return facing * ci_line_edge_sign(l, hull_at(p, place), hull_at(p, hull_next(p, place)));
}

enum { STRICTLY_INSIDE = -1 };

/* Returns a place whose edge the line passes outside of (*pass is -1), or crosses (0) while it
 * passes inside of all others; or STRICTLY_INSIDE. */
static int try_edges(const line *l, const solid_hull *p, int face, int facing, int *pass) {
  int k, touched = STRICTLY_INSIDE;
  *pass = 1;
  for (k = p->first[face]; k < p->first[face + 1]; k++) {
    int sign = pass_place(l, p, facing, k);
    if (sign > 0) continue;
    *pass = sign;
    touched = k;
    if (sign < 0) break;
  }
  return touched;
}

/* A face with that facing; every hull has one. */
static int find_facing(const line *l, int facing) {
  int face = 0;
  while (facing_of(l, face) != facing) face++;
  return face;
}

/* The lowest face around a corner with that facing. */
static int lowest_around(const line *l, const solid_hull *p, int facing, int corner, int best) {
  int k;
  for (k = p->first_edge[corner]; k < p->first_edge[corner + 1]; k++) {
    int face = p->face[p->edges[k]];
    if (face < best && facing_of(l, face) == facing) best = face;
  }
  return best;
}

/* The lowest face that the line passes through, if it passes through an edge of this face. */
static int lowest_there(const line *l, const solid_hull *p, int facing, int face, int place) {
  int next = hull_next(p, place), other = p->face[p->across[place]];
  int before = place > p->first[face] ? place - 1 : p->first[face + 1] - 1;
  if (pass_place(l, p, facing, next) == 0)
    return lowest_around(l, p, facing, p->corner[next], face);
  if (pass_place(l, p, facing, before) == 0)
    return lowest_around(l, p, facing, p->corner[place], face);
  return other < face && facing_of(l, other) == facing ? other : face;
}

/* Walks from `face`; returns -1 if the line misses. */
static int walk(const line *l, const solid_hull *p, int facing, int face) {
  if (facing_of(l, face) != facing) face = find_facing(l, facing);
  for (;;) {
    int pass, place = try_edges(l, p, face, facing, &pass), beyond;
    if (place == STRICTLY_INSIDE) return face;
    if (pass == 0) return lowest_there(l, p, facing, face, place);
    beyond = p->face[p->across[place]];
    if (facing_of(l, beyond) != facing) return -1;
    face = beyond;
  }
}

static int hull_meets(line *l) {
  const solid_hull *p = hull_of(l->shape);
  double f[3], d[3];
  int i, end, faces[2];
  for (i = 0; i < 3; i++) {
    f[i] = l->f[i].hi;
    d[i] = l->d[i].hi;
  }
  ci_hull_starts_of_line(p, f, d, faces);
  for (end = 0; end < 2; end++) {
    int face = walk(l, p, 2 * end - 1, faces[end]);
    if (face < 0) return 0;
    l->ends[end].edge = face;
    l->ends[end].corner = -1;
    l->ends[end].number = face + 1;
  }
  return 1;
}

static int height_sign(const line *l, double t, int face) {
  const solid_hull *p = hull_of(l->shape);
  int k = p->first[face];
  return ci_line_height_sign(l, t, hull_at(p, k), hull_at(p, k + 1), hull_at(p, k + 2));
}

/* Above the plane of the face that it enters, a point of the line is in front of the hull. */
static side hull_side(const line *l, double t) {
  return side_make(-height_sign(l, t, l->ends[0].edge), height_sign(l, t, l->ends[1].edge));
}

/* Casts a line through the point in an arbitrary direction. */
static int hull_locate(const line *l, double t) {
  static const double along[3] = {1, 0, 0};
  line through;
  side s;
  (void)t; /* always 0: only a cast of a point calls it */
  ci_line_init(&through, l->shape, l->from, along, 0, l->room);
  if (!hull_meets(&through)) return 1;
  s = hull_side(&through, 0);
  if (s.enter < 0 || s.exit > 0) return 1;
  return s.enter > 0 && s.exit < 0 ? -1 : 0;
}

static void hull_measure(const line *l, int end, measured *m) {
  const solid_hull *p = hull_of(l->shape);
  int i, k;
  for (i = 0; i < 2; i++) {
    int face = l->ends[i].edge;
    const hull_plane *plane = &p->planes[face];
    const double *corners[3];
    twofold t, q[3];
    line from_a;
    for (k = 0; k < 3; k++) corners[k] = hull_at(p, p->first[face] + k);
    t = ci_line_crossing(l, corners, plane->normal, plane->normal_low, l->shape->reach);
    m->t[i] = t.hi;
    if (i != end) continue;
    from_a = ci_line_offset(l, corners[0]);
    ci_line_point(&from_a, t, q);
    for (k = 0; k < 3; k++) m->point[k] = q[k].hi;
    vector_onto_plane(m->point, plane->unit, 0);
    for (k = 0; k < 3; k++) {
      m->point[k] += corners[0][k];
      m->normal[k] = plane->normal[k];
    }
  }
}

const exact_cast ci_hull_exact = {hull_meets, hull_side, hull_locate, hull_measure};
