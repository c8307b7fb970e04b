/* SPDX-License-Identifier: MIT */
#include "pair_cases.h"

#include <string.h>

/* ---- Numbers -------------------------------------------------------------------- */

static uint64_t state;

void seed_cases(uint64_t seed) {
  state = seed * 0x9e3779b97f4a7c15u + 1;
}

/* Xorshift. */
double uniform(double low, double high) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return low + (high - low) * ((double)(state >> 11) / 9007199254740992.0);
}

int below(int n) {
  int k = (int)uniform(0, n);
  return k < n ? k : n - 1;
}

static double sign(void) {
  return below(2) ? 1 : -1;
}

/* Sizes from 2^-12 to 2^12, now and then 1. */
static double size(void) {
  return below(8) ? ldexp(uniform(1, 2), below(25) - 12) : 1;
}

double nudged(double x, int most) {
  int i, count = below(most + 1);
  double to = sign() * HUGE_VAL;
  for (i = 0; i < count; i++) x = nextafter(x, to);
  return x;
}

/* A gap beside numbers of this size: 0, or some units of roundoff, so that it lies about
 * what plain doubles are off by, and about any multiple of the margins. */
static double gap_near(double magnitude) {
  static const double most[4] = {3, 3, 16, 200};
  if (below(8) == 0) return 0;
  return sign() * magnitude * (DBL_EPSILON / 2) * uniform(0, most[below(4)]);
}

typedef struct vector {
  double x, y;
} vector;

static vector direction(void) {
  double t = uniform(-4, 4);
  vector v;
  v.x = cos(t);
  v.y = sin(t);
  if (below(16) == 0) v.y = ldexp(v.y, -below(60));
  return v;
}

static void place(double p[2], double x, double y) {
  p[0] = x;
  p[1] = y;
}

/* Where a scene stands: around the origin, where differences are rounded most, or some
 * sizes away. */
static double offset(double s) {
  return below(3) ? s * uniform(-1, 0) : s * uniform(-1, 1) * ldexp(1, below(10));
}

/* ---- Shapes ------------------------------------------------------------------------ */

static double storage[2][4096];
static collide_source source;

double *level_storage(int which) {
  return storage[which];
}

static void circle_at(collide_shape *s, double x, double y, double radius) {
  collide_pose pose = collide_identity_pose();
  place(pose.position, x, y);
  collide_make_circle(s, &source, fabs(radius));
  collide_set_pose(s, &source, &pose);
}

static void polygon_of(collide_shape *s, int which, double (*p)[2], int count) {
  int corner;
  if (collide_make_polygon(s, &source, p[0], count, storage[which], &corner) != COLLIDE_OK)
    collide_make_triangle_2d(s, &source, p[0], p[1], p[2]);
}

/* ---- Disks and corners --------------------------------------------------------------- */

static void circles(pair_case *c) {
  double r = size(), other = r * size(), x = offset(r), y = offset(r), reach = r + other;
  vector d = direction();
  circle_at(&c->a, x, y, r);
  circle_at(&c->b, x + d.x * reach, y + d.y * reach, nudged(other, 12));
}

/* Too small or too large for squares. */
static void extreme_circles(pair_case *c) {
  double k = ldexp(1, below(2) ? -530 - below(30) : 490 + below(20));
  double r = uniform(0.5, 2) * k, other = uniform(0.5, 2) * k;
  vector d = direction();
  circle_at(&c->a, 0, 0, r);
  circle_at(&c->b, d.x * (r + other) * uniform(0.9, 1.1), d.y * (r + other), other);
}

static void regular(collide_shape *s, int which, double x, double y, double r, int n, double turn) {
  double p[MOST_CORNERS][2];
  int i;
  for (i = 0; i < n; i++) {
    double t = turn + (2 * i + 1) * 3.14159265358979323846 / n;
    place(p[i], x + r * cos(t), y + r * sin(t));
  }
  polygon_of(s, which, p, n);
}

/* Edges face each other, so that inner disks meet where the polygons do. */
static void polygons_by_disks(pair_case *c) {
  int n = 3 + below(MOST_CORNERS - 2), m = 3 + below(MOST_CORNERS - 2);
  double r = size(), s = r * size(), t = uniform(-3, 3), x = offset(r), y = offset(r);
  double reach = r * cos(3.14159265358979323846 / n) + s * cos(3.14159265358979323846 / m);
  reach += gap_near(fabs(x) + fabs(y) + r + s);
  regular(&c->a, 0, x, y, r, n, t);
  regular(&c->b, 1, x + reach * cos(t), y + reach * sin(t), s, m, t + 3.14159265358979323846);
}

static void circle_and_rect(pair_case *c) {
  double s = size(), low[2], high[2], r = s * size(), x = offset(s), y = offset(s);
  vector d = direction();
  place(low, x, y);
  place(high, x + s * uniform(0, 1), y + s * uniform(0, 1));
  collide_make_rect_corners(&c->b, NULL, low, high);
  circle_at(&c->a, d.x < 0 ? low[0] + d.x * r : high[0] + d.x * r,
            d.y < 0 ? low[1] + d.y * r : high[1] + d.y * r, nudged(r, 12));
}

/* ---- Edges and corners ------------------------------------------------------------------- */

/* A triangle with an edge from p to q, whose outward normal is n. */
typedef struct edge {
  double p[2], q[2], third[2];
  vector n;
  double magnitude;
} edge;

static edge draw_edge(void) {
  double s = size(), x = offset(s), y = offset(s), long_side = s * uniform(0.1, 1);
  vector d = direction();
  edge e;
  place(e.p, x, y);
  place(e.q, x + d.x * long_side, y + d.y * long_side);
  e.n.x = d.y;
  e.n.y = -d.x;
  place(e.third, x + (uniform(-0.5, 1.5) * d.x - d.y) * s,
        y + (uniform(-0.5, 1.5) * d.y + d.x) * s);
  e.magnitude = fabs(x) + fabs(y) + s;
  return e;
}

/* The point at `share` of the edge, this far out. */
static void off_edge(const edge *e, double share, double out, double p[2]) {
  place(p, e->p[0] + share * (e->q[0] - e->p[0]) + e->n.x * out,
        e->p[1] + share * (e->q[1] - e->p[1]) + e->n.y * out);
}

static void make_a(pair_case *c, const edge *e) {
  collide_make_triangle_2d(&c->a, NULL, e->p, e->q, e->third);
}

static double draw_share(void) {
  return below(3) ? uniform(0, 1) : below(2) ? nudged(1, 8) : gap_near(1);
}

static void edge_and_corner(pair_case *c) {
  edge e = draw_edge();
  double p[2], q[2], r[2], share = draw_share();
  make_a(c, &e);
  off_edge(&e, share, gap_near(e.magnitude), p);
  off_edge(&e, share + uniform(-1, 1), e.magnitude * uniform(0, 1), q);
  off_edge(&e, share + uniform(-1, 1), e.magnitude * uniform(0, 1), r);
  if (below(3))
    collide_make_triangle_2d(&c->b, NULL, p, q, r);
  else
    collide_make_segment_2d(&c->b, NULL, p, q);
}

static void edge_and_capsule(pair_case *c) {
  edge e = draw_edge();
  double p[2], q[2], share = draw_share(), r = e.magnitude * ldexp(uniform(1, 2), -below(50));
  make_a(c, &e);
  off_edge(&e, share, r + gap_near(e.magnitude + r), p);
  off_edge(&e, share + uniform(-1, 1), r + e.magnitude * uniform(0, 1), q);
  collide_make_capsule_2d(&c->b, NULL, p, q, nudged(r, 4));
}

/* Turned by some roundings against each other. */
static void parallel_capsules(pair_case *c) {
  edge e = draw_edge();
  double p[2], q[2], r = e.magnitude * uniform(0, 1), s = e.magnitude * uniform(0, 1);
  collide_make_capsule_2d(&c->a, NULL, e.p, e.q, below(4) ? r : 0);
  if (c->a.radius == 0) r = 0;
  off_edge(&e, uniform(-0.5, 0.7), r + s + gap_near(e.magnitude), p);
  off_edge(&e, uniform(0.5, 1.5), r + s + gap_near(e.magnitude), q);
  collide_make_capsule_2d(&c->b, NULL, p, q, s);
}

static void circle_and_triangle(pair_case *c) {
  edge e = draw_edge();
  double p[2], r = e.magnitude * ldexp(uniform(1, 2), -below(30));
  make_a(c, &e);
  off_edge(&e, draw_share(), r, p);
  c->b = c->a;
  circle_at(&c->a, p[0], p[1], nudged(r, 12));
}

/* Where the cross product is rounded once, and only the squares matter. */
static void level_capsule(pair_case *c) {
  double a[2], b[2], length = uniform(0.5, 1), r = uniform(0.5, 1), other = uniform(0.1, 0.5);
  place(a, 0, 0);
  place(b, length, 0);
  collide_make_capsule_2d(&c->b, NULL, a, b, r);
  circle_at(&c->a, length * uniform(0.1, 0.9), nudged(r + other, 2), other);
}

static void turn(double p[2], vector d) {
  place(p, d.x * p[0] - d.y * p[1], d.y * p[0] + d.x * p[1]);
}

/* A corner that is almost straight, and one end just inside beside it, as deep as the
 * error that the quick path allows for. */
static void straight_corner(pair_case *c) {
  double u = DBL_EPSILON / 2, p[4][2], q[2], r[2], s = size(), error;
  vector d = direction();
  int i;
  place(p[0], -s, 0);
  place(p[1], 0, -s * u * uniform(0, 3));
  place(p[2], s, 0);
  place(p[3], s * uniform(-0.5, 0.5), s);
  for (i = 0; i < 4; i++) turn(p[i], d);
  polygon_of(&c->a, 0, p, 4);
  place(r, s * uniform(-0.3, 0.3), -s * uniform(0, 1));
  error = 12 * u * (c->a.of.outline.magnitude + fmax(fabs(r[0]), fabs(r[1])));
  place(q, s * uniform(-0.3, 0.3), error * uniform(0.7, 1.3));
  turn(q, d);
  turn(r, d);
  collide_make_capsule_2d(&c->b, NULL, q, r, s * ldexp(1, -20 - below(25)));
}

/* Numbers whose squares leave the range, beside ordinary ones. */
static void extreme_lines(pair_case *c) {
  double a[2], b[2], tiny = ldexp(uniform(1, 2), -540 - below(40));
  double large = ldexp(uniform(1, 2), 420 + below(45));
  if (below(2)) {
    double r = below(2) ? large : ldexp(uniform(1, 2), below(400));
    place(a, 0, 0);
    place(b, tiny, 0);
    circle_at(&c->a, tiny * uniform(0, 1), r, nudged(r, 2));
  } else {
    double r = ldexp(uniform(1, 2), -440 - below(140));
    place(a, 0, 0);
    place(b, large, 0);
    circle_at(&c->a, 1, r * uniform(0.99, 1.01), r);
  }
  collide_make_segment_2d(&c->b, NULL, a, b);
}

/* ---- Half-planes and rects ------------------------------------------------------------------ */

static void half_plane(pair_case *c) {
  edge e = draw_edge();
  double n[2], r = below(2) ? e.magnitude * uniform(0, 1) : 0, k = size();
  vector d = direction();
  place(n, d.x * k, d.y * k);
  if (below(3) == 0) place(n, -e.n.x, -e.n.y);
  if (r > 0)
    collide_make_capsule_2d(&c->a, NULL, e.p, e.q, r);
  else
    make_a(c, &e);
  k = n[0] * e.p[0] + n[1] * e.p[1] - r * sqrt(n[0] * n[0] + n[1] * n[1]);
  k += gap_near(e.magnitude * sqrt(n[0] * n[0] + n[1] * n[1]));
  collide_make_plane_2d(&c->b, NULL, n, k);
}

static void triangle_and_rect(pair_case *c) {
  edge e = draw_edge();
  double p[2], far[2], low[2], high[2];
  make_a(c, &e);
  off_edge(&e, uniform(-0.2, 1.2), gap_near(e.magnitude), p);
  place(far, p[0] + e.magnitude * uniform(0, 1) * (e.n.x > 0 ? 1 : -1),
        p[1] + e.magnitude * uniform(0, 1) * (e.n.y > 0 ? 1 : -1));
  place(low, fmin(p[0], far[0]), fmin(p[1], far[1]));
  place(high, fmax(p[0], far[0]), fmax(p[1], far[1]));
  collide_make_rect_corners(&c->b, NULL, low, high);
}

/* Rects along the axes of which two sides are equally deep, but for some units in the last place of
 * corners, so that rounded differences hide which is deeper. */
static void level_rects(pair_case *c) {
  double s = size(), low[2], high[2], from[2], to[2], depth[2];
  int axis, first = below(2);
  place(low, offset(s), offset(s));
  place(high, low[0] + s * uniform(0.1, 1), low[1] + s * uniform(0.1, 1));
  depth[first] = (high[first] - low[first]) * uniform(0, 1);
  depth[1 - first] = depth[first];
  for (axis = 0; axis < 2; axis++) {
    double rest = below(4) ? s * uniform(0.1, 1) : high[axis] - low[axis] - depth[axis];
    if (below(2)) {
      from[axis] = nudged(high[axis] - depth[axis], 2);
      to[axis] =
          below(8) ? from[axis] + depth[axis] + fabs(rest) : high[axis] + (from[axis] - low[axis]);
    } else {
      to[axis] = nudged(low[axis] + depth[axis], 2);
      from[axis] =
          below(8) ? to[axis] - depth[axis] - fabs(rest) : low[axis] - (high[axis] - to[axis]);
    }
  }
  collide_make_rect_corners(&c->a, NULL, low, high);
  collide_make_rect_corners(&c->b, NULL, from, to);
}

/* A centre as far from two sides of the rect. */
static void level_circle(pair_case *c) {
  double s = size(), low[2], high[2], p[2], depth = s * uniform(0.05, 0.5);
  int axis;
  place(low, offset(s), offset(s));
  place(high, low[0] + s * uniform(0.1, 1), low[1] + s * uniform(0.1, 1));
  for (axis = 0; axis < 2; axis++) {
    double half = (high[axis] - low[axis]) * 0.5, deep = below(4) && depth < half ? depth : half;
    p[axis] = nudged(below(2) ? low[axis] + deep : high[axis] - deep, 2);
  }
  collide_make_rect_corners(&c->b, NULL, low, high);
  circle_at(&c->a, p[0], p[1], s * uniform(0, 1));
}

/* ---- Signs ---------------------------------------------------------------------------------- */

/* From a to b along or across the way from c to d, but for rounding. */
static void four_points(pair_case *c) {
  edge e = draw_edge();
  double k = uniform(0.1, 3), x = e.q[0] - e.p[0], y = e.q[1] - e.p[1], s = offset(k);
  int across = below(2);
  memcpy(c->points[0], e.p, sizeof e.p);
  memcpy(c->points[1], e.q, sizeof e.q);
  place(c->points[2], below(2) ? e.p[0] : s, below(2) ? e.p[1] : -s);
  place(c->points[3], nudged(c->points[2][0] + k * (across ? -y : x), 2),
        nudged(c->points[2][1] + k * (across ? x : y), 2));
}

const case_family families[MOST_FAMILIES] = {
    {"circles", SHAPES, circles},
    {"circles, extreme", SHAPES, extreme_circles},
    {"polygons by their disks", SHAPES, polygons_by_disks},
    {"circle and rect", SHAPES, circle_and_rect},
    {"edge and corner", SHAPES, edge_and_corner},
    {"edge and capsule", SHAPES, edge_and_capsule},
    {"capsules, parallel", SHAPES, parallel_capsules},
    {"circle and triangle", SHAPES, circle_and_triangle},
    {"level capsule and circle", SHAPES, level_capsule},
    {"a straight corner", SHAPES, straight_corner},
    {"circle and segment, extreme", SHAPES, extreme_lines},
    {"half-planes", SHAPES, half_plane},
    {"triangle and rect", SHAPES, triangle_and_rect},
    {"level, rects", SIDES, level_rects},
    {"level, circle in rect", SIDES, level_circle},
    {"at rest, level", RESTS, level_rest},
    {"at rest, turned", RESTS, turned_rest},
    {"direct, slanted segments", RESTS, slanted_segments},
    {"direct, level segments", SHAPES, level_segments},
    {"direct, rects", RESTS, deep_rects},
    {"direct, touching rects", SHAPES, touching_rects},
    {"direct, circle", RESTS, circle_beside},
    {"signs of points", POINTS, four_points},
    {"polygons, round", POLYGONS, round_polygons},
    {"polygons, lattice", POLYGONS, lattice_polygons},
    {"polygons, facing", POLYGONS, facing_polygons},
    {"polygons, needles", POLYGONS, needle_polygons},
    {"polygons, clusters", POLYGONS, clustered_polygons},
    {NULL, 0, NULL},
};

int draw_case(pair_case *c, long i, const char *only) {
  int count = 0, k, chosen[MOST_FAMILIES];
  for (k = 0; families[k].name != NULL; k++)
    if (strstr(families[k].name, only) != NULL) chosen[count++] = k;
  k = chosen[i % count];
  c->family = &families[k];
  c->number = i / count;
  families[k].draw(c);
  return k;
}
