/* SPDX-License-Identifier: MIT
 *
 * Finds the plane that best separates a polytope from a cylinder or cone that it nearly touches.
 * The search for nearest points cannot: the vector between its points is mostly rounding then.
 *
 * The candidates are the normals of all pairs of a feature of the polytope (a corner, an edge, a
 * face) and a feature of the round solid (an end, the side, a rim, an apex).
 * All have closed forms in the round solid's own frame, except an edge at a rim, where Newton's
 * method finds the normal. The best candidate for the corners that are known is tried with all
 * corners. A corner in front of its plane joins the known ones, and the search continues.
 *
 * In the own frame a normal g stands for the plane g . y = const. The world's normal is the sum of
 * g_i times the cross product of the other two columns of the matrix.
 */
#include "round_plane.h"

#include "../number/scalar.h"

#include <string.h>

static const int nowhere[2] = {-1, -1};

int ci_round_is_pair(const solid_pair *p) {
  const solid_proxy *a = &p->a, *b = &p->b;
  int round = solid_is_curved(a) ? 0 : 1;
  const solid_proxy *s = round == 0 ? a : b, *t = round == 0 ? b : a;
  return (s->form == SOLID_CYLINDER || s->form == SOLID_CONE) && !solid_is_curved(t) &&
         t->radius == 0;
}

/* ---- Frames ------------------------------------------------------------------------------------
 */

/* Between these no product of some columns under- or overflows. */
#define COLUMN_LEAST 1e-40
#define COLUMN_MOST 1e40

/* Returns 0 if the matrix is singular or out of range. */
static int put_columns(round_scene *c) {
  const double *m = c->round->linear;
  double column[3][3];
  int i, k, ordinary = 1;
  for (i = 0; i < 3; i++) {
    double most = 0;
    for (k = 0; k < 3; k++) {
      column[i][k] = m[3 * k + i];
      most = greater(most, fabs(column[i][k]));
    }
    ordinary = ordinary && most > COLUMN_LEAST && most < COLUMN_MOST;
  }
  for (i = 0; i < 3; i++) vector_cross(column[(i + 1) % 3], column[(i + 2) % 3], c->across[i]);
  c->det = vector_dot(column[0], c->across[0]);
  return ordinary && fabs(c->det) > 0;
}

void ci_round_to_own(const round_scene *c, const double x[3], double own[3]) {
  double d[3];
  vector_minus(x, c->round->at, d);
  own[0] = vector_dot(c->across[0], d) / c->det;
  own[1] = vector_dot(c->across[1], d) / c->det;
  own[2] = vector_dot(c->across[2], d) / c->det;
}

/* The world's normal of a plane of the own frame. Returns its length. */
static double to_world(const round_scene *c, const double g[3], double n[3]) {
  vector_scale(g[0], c->across[0], n);
  vector_add(n, g[1], c->across[1]);
  vector_add(n, g[2], c->across[2]);
  n[0] /= c->det;
  n[1] /= c->det;
  n[2] /= c->det;
  return vector_length(n);
}

/* ---- The round solid ------------------------------------------------------------------------ */

static int is_cone(const round_scene *c) {
  return c->round->form == SOLID_CONE;
}

/* The height of a point inside, along the axis. */
static double middle_of(const round_scene *c) {
  return is_cone(c) ? -0.5 * c->round->height : 0;
}

static double across_axis(const double g[3]) {
  return sqrt(g[0] * g[0] + g[2] * g[2]);
}

static double extent(const round_scene *c, const double g[3]) {
  double rim = c->round->around * across_axis(g);
  if (!is_cone(c)) return rim + fabs(g[1]) * c->round->height;
  return greater(rim - g[1] * c->round->height, 0);
}

/* ---- Candidates ------------------------------------------------------------------------------
 */

static plane_line line_of(line_kind kind, int from, int to) {
  plane_line made;
  made.kind = kind;
  made.from = from;
  made.to = to;
  return made;
}

/* Keeps the normal g, with `count` of the lines, if it separates the known corners best. */
static void try_normal(round_scene *c, const double g[3], int count, plane_line first,
                       plane_line second) {
  double n[3], length = to_world(c, g, n), least, apart;
  int i;
  if (!(length > 0)) return;
  least = vector_dot(g, c->p[0]);
  for (i = 1; i < c->count; i++) least = lesser(least, vector_dot(g, c->p[i]));
  apart = (least - extent(c, g)) / length;
  if (!(apart > c->best.apart)) return;
  c->best.apart = apart;
  c->best.count = count;
  c->best.line[0] = first;
  c->best.line[1] = second;
  length = c->which == 0 ? length : -length;
  for (i = 0; i < 3; i++) c->best.r[i] = n[i] / length;
}

static void put(double g[3], double x, double y, double z) {
  g[0] = x;
  g[1] = y;
  g[2] = z;
}

/* A corner at a rim or an apex: normals through the axis and the corner. */
static void try_corner_at_rim(round_scene *c, const double p[3], double x, double z) {
  static const plane_line none = {LINE_EDGE, 0, 0};
  double out = c->toward[0] * x + c->toward[2] * z, g[3];
  double high = is_cone(c) ? -c->round->height : p[1] < 0 ? -c->round->height : c->round->height;
  if (out > 0) {
    put(g, x * out, c->toward[1], z * out);
    try_normal(c, g, 0, none, none);
  }
  out = across_axis(p) - c->round->around;
  if (out > 0) {
    put(g, x * out, p[1] - high, z * out);
    try_normal(c, g, 0, none, none);
  }
  if (!is_cone(c)) return;
  try_normal(c, c->toward, 0, none, none);
  try_normal(c, p, 0, none, none);
}

static void try_corner(round_scene *c, int i) {
  const double *p = c->p[i], far = across_axis(p);
  plane_line x = line_of(LINE_COLUMN, 0, 0), z = line_of(LINE_COLUMN, 2, 0);
  double g[3], cosine, sine;
  put(g, 0, is_cone(c) || p[1] < 0 ? -1 : 1, 0);
  try_normal(c, g, 2, x, z);
  if (!(far > 0)) return;
  cosine = p[0] / far;
  sine = p[2] / far;
  if (is_cone(c)) {
    put(g, c->round->height * cosine, c->round->around, c->round->height * sine);
    try_normal(c, g, 1, line_of(LINE_SIDE, 0, 0), z);
  } else {
    put(g, cosine, 0, sine);
    try_normal(c, g, 1, line_of(LINE_COLUMN, 1, 0), z);
  }
  try_corner_at_rim(c, p, cosine, sine);
}

/* The part of v across the unit vector e, of length 1. Returns 0 if it is too short. */
static int put_across(const double v[3], const double e[3], double g[3]) {
  double along = vector_dot(v, e);
  int k;
  for (k = 0; k < 3; k++) g[k] = v[k] - along * e[k];
  along = vector_length(g);
  if (!(along > 0)) return 0;
  for (k = 0; k < 3; k++) g[k] /= along;
  return 1;
}

enum { RIM_STEPS = 12 };

/* Turns g about the edge e through p until the separation from the rim is greatest. */
static void turn_to_rim(const round_scene *c, const double p[3], const double e[3], double g[3]) {
  double radius = c->round->around, step;
  double high = is_cone(c) || g[1] < 0 ? -c->round->height : c->round->height;
  int i, k;
  for (i = 0; i < RIM_STEPS; i++) {
    double far = across_axis(g), turn[3], along, slope, bend, length;
    if (!(far > 0)) return;
    vector_cross(e, g, turn);
    along = (g[0] * turn[0] + g[2] * turn[2]) / far;
    slope = vector_dot(turn, p) - radius * along - high * turn[1];
    bend = high * g[1] - vector_dot(g, p) -
           radius * ((turn[0] * turn[0] + turn[2] * turn[2] - along * along) / far - far);
    step = bend < 0 ? clamp(-slope / bend, -0.5, 0.5) : slope > 0 ? 0.25 : -0.25;
    vector_add(g, step, turn);
    length = vector_length(g);
    for (k = 0; k < 3; k++) g[k] /= length;
    if (fabs(step) < 1e-15) return;
  }
}

/* The two lines on a cone's side that are parallel to a plane along e. */
static void try_edge_at_side(round_scene *c, const double e[3], plane_line edge) {
  double radius = c->round->around, height = c->round->height, far = across_axis(e), g[3];
  double cosine = -radius * e[1] / (height * far), sine, x, z;
  int turn;
  if (!(far > 0 && cosine * cosine <= 1)) return;
  sine = sqrt(1 - cosine * cosine);
  x = e[0] / far;
  z = e[2] / far;
  for (turn = -1; turn <= 1; turn += 2) {
    put(g, height * (cosine * x - turn * sine * z), radius,
        height * (cosine * z + turn * sine * x));
    try_normal(c, g, 2, edge, line_of(LINE_SIDE, 0, 0));
  }
}

static void try_edge(round_scene *c, int i, int j) {
  const double *p = c->p[i];
  double e[3], g[3], y[3];
  plane_line edge = line_of(LINE_EDGE, c->corner[i], c->corner[j]);
  int k;
  vector_minus(c->p[j], p, e);
  if (!ci_vector_unit(e, e)) return;
  if (is_cone(c)) {
    try_edge_at_side(c, e, edge);
    if (put_across(p, e, g)) try_normal(c, g, 1, edge, edge);
  } else {
    put(y, 0, 1, 0);
    vector_cross(e, y, g);
    if (vector_dot(g, p) < 0)
      for (k = 0; k < 3; k++) g[k] = -g[k];
    try_normal(c, g, 2, edge, line_of(LINE_COLUMN, 1, 0));
  }
  if (!put_across(c->toward, e, g)) return;
  if (is_cone(c)) try_normal(c, g, 1, edge, edge);
  turn_to_rim(c, p, e, g);
  try_normal(c, g, 1, edge, edge);
}

static void try_face(round_scene *c, int i, int j, int l) {
  const double *p = c->p[i];
  double e[3], f[3], g[3];
  int k;
  vector_minus(c->p[j], p, e);
  vector_minus(c->p[l], p, f);
  vector_cross(e, f, g);
  if (vector_dot(g, p) < g[1] * middle_of(c))
    for (k = 0; k < 3; k++) g[k] = -g[k];
  try_normal(c, g, 2, line_of(LINE_EDGE, c->corner[i], c->corner[j]),
             line_of(LINE_EDGE, c->corner[i], c->corner[l]));
}

/* All features with known corner i and known corners before it. */
static void try_features(round_scene *c, int i) {
  int j, k;
  try_corner(c, i);
  for (j = 0; j < i; j++) {
    try_edge(c, i, j);
    for (k = 0; k < j; k++) try_face(c, i, j, k);
  }
}

/* ---- The search ---------------------------------------------------------------------------- */

/* Returns 0 if the corner is known, or if there is no room. */
static int add_corner(round_scene *c, int corner) {
  double x[3];
  int i;
  for (i = 0; i < c->count; i++)
    if (c->corner[i] == corner) return 0;
  if (c->count == ROUND_CORNERS) return 0;
  ci_solid_corner_rounded(c->flat, corner, x);
  c->corner[c->count] = corner;
  ci_round_to_own(c, x, c->p[c->count]);
  c->count++;
  return 1;
}

/* The point of the polytope that the search has found, from the middle of the round solid. */
static void put_contact(const round_scene *c, const simplex *s, double own[3]) {
  double x[3] = {0, 0, 0}, corner[3];
  int i;
  for (i = 0; i < s->count; i++) {
    ci_solid_corner_rounded(c->flat, s->point[i].corner[c->which], corner);
    vector_add(x, s->weight[i], corner);
  }
  ci_round_to_own(c, x, own);
  own[1] -= middle_of(c);
}

/* The rough normal in the own frame: from the plane of three points, else from the nearest point.
 * If the two nearly touch, its sign is mostly rounding. The normal at the contact leads away from
 * the middle. */
static void put_toward(round_scene *c, const simplex *s) {
  const double *m = c->round->linear;
  double n[3], e[3], f[3], contact[3];
  int i, k;
  memcpy(n, s->nearest, sizeof n);
  if (s->count == 3) {
    vector_minus(s->point[1].w, s->point[0].w, e);
    vector_minus(s->point[2].w, s->point[0].w, f);
    vector_cross(e, f, n);
  }
  for (i = 0; i < 3; i++) c->toward[i] = m[i] * n[0] + m[3 + i] * n[1] + m[6 + i] * n[2];
  (void)ci_vector_unit(c->toward, c->toward);
  put_contact(c, s, contact);
  if (vector_dot(c->toward, contact) < 0)
    for (k = 0; k < 3; k++) c->toward[k] = -c->toward[k];
}

static int begin(round_scene *c, const solid_pair *p, const simplex *s) {
  simplex flat = *s;
  int i;
  c->pair = p;
  c->which = solid_is_curved(&p->a) ? 1 : 0;
  c->flat = c->which == 0 ? &p->a : &p->b;
  c->round = c->which == 0 ? &p->b : &p->a;
  c->count = 0;
  c->best.apart = -HUGE_VAL;
  if (!put_columns(c)) return 0;
  ci_simplex_flatten(&flat);
  put_toward(c, &flat);
  for (i = 0; i < flat.count; i++) (void)add_corner(c, flat.point[i].corner[c->which]);
  return c->count > 0;
}

/* Tries a normal with all corners. Returns GJK_APART if it certainly separates the two. Else finds
 * the separation, and the corner that is in front of the plane. */
static int try_all_corners(const round_scene *c, round_normal *n, int *corner) {
  const solid_pair *p = c->pair;
  double d[3], sum = 0;
  solid_point q;
  int i;
  for (i = 0; i < 3; i++) {
    d[i] = -n->r[i];
    sum += fabs(d[i]);
  }
  ci_solid_support(p, d, nowhere, &q);
  n->apart = -vector_dot(d, q.w);
  *corner = q.corner[c->which];
  return n->apart > SOLID_SUPPORT_MARGIN * p->size * sum + FILTER_TINY ? GJK_APART : GJK_UNSURE;
}

int ci_round_find_plane(round_scene *c, const solid_pair *p, const simplex *s) {
  round_normal best;
  int i, first = 0, corner, found = GJK_UNSURE;
  best.apart = -HUGE_VAL;
  if (!begin(c, p, s)) return GJK_UNSURE; /* there is no plane */
  for (;;) {
    double known;
    c->best.apart = -HUGE_VAL;
    for (i = first; i < c->count; i++) try_features(c, i);
    known = c->best.apart;
    if (!(known > -HUGE_VAL)) break;
    found = try_all_corners(c, &c->best, &corner);
    if (c->best.apart > best.apart) best = c->best;
    if (found == GJK_APART || !(known - c->best.apart > SOLID_SUPPORT_MARGIN * p->size)) break;
    first = c->count;
    if (!add_corner(c, corner)) break;
  }
  c->best = best;
  return found;
}
