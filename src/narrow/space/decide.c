/* SPDX-License-Identifier: MIT
 *
 * Exact decisions about two shapes, in the order of their cost: in twofolds, then in exact numbers
 * by the surfaces of the two.
 */
#include "../../number/tier.h"
#include "exact_points.h"

#include <string.h>

typedef struct cone_pair {
  const exact_pair *pair; /* b is the apex, the origin of the frame */
  const solid_map *map;   /* of the pair */
  double radius, height;
  exact bottom; /* y of the base in the frame, below 0 */
} cone_pair;

/* ---- A cone and a polytope ----------------------------------------------------------------------
 *
 * The cone K and the polytope P meet exactly when
 *   1. an edge of P meets K, or
 *   2. P meets the disc of the base, or
 *   3. P meets the axis, from the apex to the centre of the base.
 * Proof: let K and P meet, and no edge of P meet K. If no face of P meets K, K lies inside P, and
 * its axis lies there too. Otherwise the section of K with a face's plane lies in that face. If the
 * plane does not cut the axis, the apex and the centre lie strictly on one side of it. Then some
 * point of the base disc lies on the other side, and the section holds points of the disc.
 *
 * They are in one another exactly when P meets the interior of K. Likewise that holds exactly when
 *   1. an edge of P meets the interior, or
 *   2. P meets the disc without its rim, and has a point above the plane of the base (near a point
 *      of the open disc everything above it is inside), or
 *   3. P meets the axis without its ends.
 * In the section's plane the argument is the same. If the plane does not cut the open axis, the
 * ends lie on one side of it or on it, and not both on it. It passes through inner points of K,
 * hence through the open disc, and the section's closure holds these points. For 3: if P does not
 * hold the apex, but meets the closed axis, it meets the open axis or the centre of the base. Then
 * 2 decides: P must have a point above the base. If P holds the apex, it meets the open axis
 * exactly when the direction of the axis is in the cone of P, as seen from the apex. */

/* r = h^2 (p_x q_x + p_z q_z) - R^2 p_y q_y. With p = q, r is at most 0 in the cone and in its
 * reflection in the apex. */
static void form(const cone_pair *c, const exact p[3], const exact q[3], exact *r) {
  exact_pool *pool = p[0].pool;
  exact y;
  int mark = ci_exact_mark(pool);
  ci_exact_mul(r, &p[0], &q[0]);
  ci_exact_add_product(r, &p[2], &q[2]);
  ci_exact_mul_double(r, r, c->height);
  ci_exact_mul_double(r, r, c->height);
  ci_exact_mul(&y, &p[1], &q[1]);
  ci_exact_mul_double(&y, &y, c->radius);
  ci_exact_mul_double(&y, &y, c->radius);
  ci_exact_sub(r, r, &y);
  ci_exact_keep(pool, mark, r, 1);
}

static int form_sign(const cone_pair *c, const exact p[3], const exact q[3]) {
  exact r;
  int mark = ci_exact_mark(p[0].pool);
  form(c, p, q, &r);
  ci_exact_release(p[0].pool, mark);
  return exact_sign(&r);
}

/* s = the point of the edge from p to q at a height between theirs, times the positive number
 * q_y - p_y: p (q_y - level) + q (level - p_y). `level` may be NULL for 0. */
static void cut(const exact p[3], const exact q[3], const exact *level, exact s[3]) {
  exact_pool *pool = p[0].pool;
  exact a = q[1], b = p[1];
  int i, mark = ci_exact_mark(pool);
  ci_exact_negate(&b);
  if (level != NULL) {
    ci_exact_sub(&a, &q[1], level);
    ci_exact_sub(&b, level, &p[1]);
  }
  for (i = 0; i < 3; i++) {
    ci_exact_mul(&s[i], &p[i], &a);
    ci_exact_add_product(&s[i], &q[i], &b);
  }
  ci_exact_keep(pool, mark, s, 3);
}

/* The sign of the least of the form on the edge's part in the slab. Its ends are s[0] and s[1],
 * except for a positive factor. The form is a parabola in the parameter of the edge. */
static int least_of_form(const cone_pair *c, const exact p[3], const exact q[3],
                         exact (*const s)[3]) {
  exact_pool *pool = p[0].pool;
  exact e[3], square, along, other;
  int i, least = 1, mark = ci_exact_mark(pool);
  for (i = 0; i < 2; i++) {
    int sign = form_sign(c, s[i], s[i]);
    if (sign < least) least = sign;
  }
  if (least < 0) return least;
  ci_solid_minus(e, q, p);
  if (form_sign(c, e, e) > 0 && form_sign(c, s[0], e) < 0 && form_sign(c, s[1], e) > 0) {
    form(c, p, e, &along);
    ci_exact_mul(&along, &along, &along);
    form(c, e, e, &square);
    form(c, p, p, &other);
    ci_exact_mul(&other, &other, &square);
    ci_exact_sub(&other, &other, &along);
    if (exact_sign(&other) < least) least = exact_sign(&other);
  }
  ci_exact_release(pool, mark);
  return least;
}

static int exact_edge(const cone_pair *c, int from, int to) {
  exact p[3], q[3], above[2], s[2][3];
  int i, least;
  ci_solid_difference(c->pair, from, 0, p);
  ci_solid_difference(c->pair, to, 0, q);
  ci_exact_sub(&above[0], &q[1], &p[1]);
  if (exact_sign(&above[0]) < 0) { /* upwards */
    exact swap[3];
    memcpy(swap, p, sizeof p);
    memcpy(p, q, sizeof p);
    memcpy(q, swap, sizeof p);
  }
  ci_exact_sub(&above[0], &p[1], &c->bottom);
  ci_exact_sub(&above[1], &q[1], &c->bottom);
  if (exact_sign(&above[1]) < 0 || exact_sign(&p[1]) > 0) return SOLID_APART;
  for (i = 0; i < 3; i++) {
    s[0][i] = p[i];
    s[1][i] = q[i];
  }
  if (exact_sign(&above[0]) < 0) cut(p, q, &c->bottom, s[0]);
  if (exact_sign(&q[1]) > 0) cut(p, q, NULL, s[1]);
  least = least_of_form(c, p, q, s);
  if (least > 0) return SOLID_APART;
  return least < 0 && exact_sign(&above[1]) > 0 && exact_sign(&p[1]) < 0 ? SOLID_IN : SOLID_TOUCH;
}

/* K lies where h (x c + z s) + R |(c, s)| y <= 0, for any c and s. Are both ends beyond that for
 * the direction of a point of the edge? */
static int is_beyond(const cone_pair *c, const approx p[3], const approx q[3], double part) {
  double x = p[0].value + part * (q[0].value - p[0].value);
  double z = p[2].value + part * (q[2].value - p[2].value);
  double length = sqrt(x * x + z * z);
  approx rise, h = approx_exact(c->height);
  int i;
  if (!(length > 0 && length < 1e300)) return 0;
  x /= length;
  z /= length;
  length = sqrt(x * x + z * z); /* within 4 u of the truth */
  rise = approx_mul(approx_make(length, 4 * DBL_EPSILON), approx_exact(c->radius));
  for (i = 0; i < 2; i++) {
    const approx *v = i == 0 ? p : q;
    approx out = approx_add(approx_mul(v[0], approx_exact(x)), approx_mul(v[2], approx_exact(z)));
    if (approx_sign(approx_add(approx_mul(h, out), approx_mul(rise, v[1]))) != 1) return 0;
  }
  return 1;
}

/* Does the edge surely miss the cone? */
static int misses(const cone_pair *c, int from, int to) {
  approx p[3], q[3], bottom = ci_solid_approx(&c->bottom);
  int axis;
  for (axis = 0; axis < 3; axis++) {
    p[axis] = solid_map_at(c->map, from, axis);
    q[axis] = solid_map_at(c->map, to, axis);
  }
  if (approx_sign(p[1]) == 1 && approx_sign(q[1]) == 1) return 1;
  if (approx_sign(approx_sub(p[1], bottom)) == -1 && approx_sign(approx_sub(q[1], bottom)) == -1)
    return 1;
  return is_beyond(c, p, q, 0.5) || is_beyond(c, p, q, 0) || is_beyond(c, p, q, 1);
}

static int decide_edges(const cone_pair *c) {
  exact_pool *pool = c->pair->frame->pool;
  int i, ends[2], found = SOLID_APART, mark = ci_exact_mark(pool);
  int edges = ci_solid_edges(c->pair->a);
  for (i = 0; i < edges && found != SOLID_IN; i++) {
    int edge;
    if (!ci_solid_edge(c->pair->a, i, ends) || misses(c, ends[0], ends[1])) continue;
    edge = exact_edge(c, ends[0], ends[1]);
    ci_exact_release(pool, mark);
    if (edge > found) found = edge;
  }
  return found;
}

static int decide_base(const cone_pair *c) {
  solid_slab slab;
  exact radius;
  slab.pair = c->pair;
  slab.map = c->map;
  slab.low = slab.high = c->bottom;
  slab.is_flat = 1;
  ci_solid_frame_size(c->pair->frame, c->radius, &radius);
  return ci_solid_locate_axis(&slab, &radius);
}

/* Does the polytope hold the apex, or meet the axis? */
static int meets_axis(const cone_pair *c, const solid_corners *axis) {
  exact_pair pair = *c->pair;
  exact zero;
  if (axis != NULL) pair.b = axis;
  ci_exact_set(pair.frame->pool, &zero, 0);
  return ci_solid_locate_origin(&pair, &zero) != SOLID_APART;
}

static int goes_down_axis(const cone_pair *c) {
  exact u[3];
  int i;
  for (i = 0; i < 3; i++) ci_exact_set(c->pair->frame->pool, &u[i], i == 1 ? -1 : 0);
  return ci_solid_cone_holds(c->pair, u);
}

static int decide_axis(const cone_pair *c, const collide_shape *cone, int is_above) {
  solid_corners axis;
  if (meets_axis(c, NULL)) return goes_down_axis(c) ? SOLID_IN : SOLID_TOUCH;
  axis = ci_solid_corners(cone, NULL);
  if (!meets_axis(c, &axis)) return SOLID_APART;
  return is_above ? SOLID_IN : SOLID_TOUCH;
}

static int decide_cone(const collide_shape *other, const collide_shape *cone,
                       const solid_shift *shift) {
  axis_scene scene;
  cone_pair c;
  int found, base, sides[2], axis;
  ci_solid_see_from_axis(&scene, other, cone, shift);
  c.pair = &scene.pair;
  c.map = &scene.map;
  c.radius = cone->radius;
  c.height = cone->height;
  ci_solid_frame_size(&scene.frame, -cone->height, &c.bottom);
  found = decide_edges(&c);
  if (found == SOLID_IN) return found;
  ci_solid_slab_range(&scene.pair, &c.bottom, sides);
  base = decide_base(&c);
  if (base == SOLID_IN && sides[1] > 0) return SOLID_IN;
  if (base != SOLID_APART) found = SOLID_TOUCH;
  axis = decide_axis(&c, cone, sides[1] > 0);
  return axis > found ? axis : found;
}

/* ---- A cylinder and a polytope ------------------------------------------------------------------
 *
 * The two meet when the part of the polytope between the planes of the caps comes as near to the
 * axis as the radius.
 *
 * A cylinder with a height has an inside, and the two are in one another exactly when the polytope
 * meets it. That holds when the polytope meets the open slab between the caps, and its part in the
 * slab comes nearer than the radius. (If a convex set meets the open slab, its part in the closed
 * slab is the closure of that in the open one, so the distances are the same.) A cylinder of height
 * 0 is a disc. The differences fill space when the polytope has different heights. Their interior
 * holds the origin when the polytope's relative interior meets the disc's: when the polytope has
 * points above and below, and its section comes nearer than the radius. Both tests of the slab are:
 * a corner lies below the upper plane and one above the lower. */

/* A polytope, and a cylinder or cone with a radius above 0. */
static int decide_cylinder(const collide_shape *other, const collide_shape *cylinder,
                           const solid_shift *shift) {
  axis_scene scene;
  solid_slab slab;
  exact radius;
  int found, below[2], above[2];
  ci_solid_see_from_axis(&scene, other, cylinder, shift);
  slab.pair = &scene.pair;
  slab.map = &scene.map;
  ci_solid_frame_size(&scene.frame, -cylinder->height, &slab.low);
  ci_solid_frame_size(&scene.frame, cylinder->height, &slab.high);
  slab.is_flat = cylinder->height == 0;
  ci_solid_frame_size(&scene.frame, cylinder->radius, &radius);
  found = ci_solid_locate_axis(&slab, &radius);
  if (found != SOLID_IN) return found;
  ci_solid_slab_range(&scene.pair, &slab.high, below);
  ci_solid_slab_range(&scene.pair, &slab.low, above);
  return below[0] < 0 && above[1] > 0 ? SOLID_IN : SOLID_TOUCH;
}

/* Do the corners of the polytope lie at different heights over a cylinder's caps? */
static int crosses_caps(const collide_shape *other, const collide_shape *cylinder) {
  axis_scene scene;
  exact w[3];
  int range[2];
  ci_solid_see_from_axis(&scene, other, cylinder, NULL);
  ci_solid_difference(&scene.pair, 0, 0, w);
  ci_solid_slab_range(&scene.pair, &w[1], range);
  return range[0] < 0 || range[1] > 0;
}

/* ---- All shapes -------------------------------------------------------------------------- */

typedef enum surface {
  SURFACE_FLAT,   /* a polytope: a point, a segment, ... */
  SURFACE_ROUND,  /* the points within a radius of a polytope */
  SURFACE_UNEVEN, /* such a shape in a linear frame */
  SURFACE_CYLINDER,
  SURFACE_CONE,
  SURFACE_PLANE
} surface;

static surface surface_of(const collide_shape *s) {
  switch (s->kind) {
  case COLLIDE_SPHERE:
  case COLLIDE_CAPSULE:
    if (s->radius == 0) return SURFACE_FLAT;
    return s->frame == COLLIDE_LINEAR ? SURFACE_UNEVEN : SURFACE_ROUND;
  case COLLIDE_ROUND_BOX:
  case COLLIDE_ROUND_HULL:
    return s->radius == 0 ? SURFACE_FLAT : SURFACE_ROUND;
  case COLLIDE_CYLINDER:
    return s->radius == 0 ? SURFACE_FLAT : SURFACE_CYLINDER;
  case COLLIDE_CONE:
    return SURFACE_CONE;
  case COLLIDE_PLANE:
    return SURFACE_PLANE;
  default:
    return SURFACE_FLAT;
  }
}

static int has_radius(surface s) {
  return s == SURFACE_ROUND || s == SURFACE_UNEVEN;
}

/* Decides two polytopes with or without radii. A shape with a radius in a linear frame is decided
 * in that frame; then the other shape must have no radius. */
static int decide_corners(const collide_shape *a, const collide_shape *b,
                          const solid_shift *shift) {
  exact_solid numbers;
  exact_pool *pool = exact_solid_open(&numbers);
  solid_corners p = ci_solid_corners(a, shift), q = ci_solid_corners(b, NULL);
  surface s = surface_of(a), t = surface_of(b);
  solid_frame frame;
  exact_pair pair;
  exact radius;
  int found;
  pair.a = &p;
  pair.b = &q;
  pair.frame = &frame;
  if (s == SURFACE_UNEVEN || t == SURFACE_UNEVEN) {
    const collide_shape *uneven = s == SURFACE_UNEVEN ? a : b;
    ci_solid_frame_of(&frame, uneven, pool);
    ci_solid_frame_size(&frame, uneven->radius, &radius);
    return ci_solid_locate_origin(&pair, &radius);
  }
  ci_solid_frame_of_world(&frame, pool);
  ci_exact_set_sum(pool, &radius, has_radius(s) ? a->radius : 0, has_radius(t) ? b->radius : 0);
  found = ci_solid_locate_origin(&pair, &radius);
  if (found == SOLID_TOUCH && exact_sign(&radius) == 0 && ci_solid_holds_inside(&pair))
    found = SOLID_IN;
  return found;
}

int ci_solid_decides(const collide_shape *a, const collide_shape *b) {
  surface s = surface_of(a), t = surface_of(b);
  if (s == SURFACE_PLANE || t == SURFACE_PLANE) return 1;
  if (s == SURFACE_FLAT || t == SURFACE_FLAT) return 1;
  return s == SURFACE_ROUND && t == SURFACE_ROUND;
}

/* Moving a by d is the same as moving b by -d. */
int ci_solid_decide(const collide_shape *a, const collide_shape *b, const solid_shift *shift) {
  surface s = surface_of(a), t = surface_of(b);
  solid_shift against;
  const solid_shift *back = NULL;
  tier_count(TIER_EXACT);
  if (!ci_solid_decides(a, b)) return SOLID_UNDECIDED;
  if (shift != NULL) {
    int i;
    against = *shift;
    for (i = 0; i < 3; i++) against.d[i] = -shift->d[i];
    back = &against;
  }
  if (t == SURFACE_PLANE) return ci_solid_decide_plane(a, b, shift);
  if (s == SURFACE_PLANE) return ci_solid_decide_plane(b, a, back);
  if (t == SURFACE_CYLINDER) return decide_cylinder(a, b, shift);
  if (s == SURFACE_CYLINDER) return decide_cylinder(b, a, back);
  if (t == SURFACE_CONE) return decide_cone(a, b, shift);
  if (s == SURFACE_CONE) return decide_cone(b, a, back);
  return decide_corners(a, b, shift);
}

int ci_solid_relation(const collide_shape *a, const collide_shape *b, const solid_shift *shift) {
  int found = ci_decide_in_twofolds(a, b, shift);
  return found != SOLID_UNDECIDED ? found : ci_solid_decide(a, b, shift);
}

/* ---- Is there an interior? --------------------------------------------------------------- */

static int span_space(const collide_shape *a, const collide_shape *b) {
  exact_solid numbers;
  exact_pool *pool = exact_solid_open(&numbers);
  solid_corners p = ci_solid_corners(a, NULL), q = ci_solid_corners(b, NULL);
  solid_frame frame;
  exact_pair pair;
  pair.a = &p;
  pair.b = &q;
  pair.frame = &frame;
  ci_solid_frame_of_world(&frame, pool);
  return ci_solid_spans_space(&pair);
}

int ci_solid_has_inside(const collide_shape *a, const collide_shape *b) {
  surface s = surface_of(a), t = surface_of(b);
  if (s == SURFACE_FLAT && t == SURFACE_FLAT) return span_space(a, b);
  if (s == SURFACE_FLAT && t == SURFACE_CYLINDER) return b->height > 0 || crosses_caps(a, b);
  if (t == SURFACE_FLAT && s == SURFACE_CYLINDER) return a->height > 0 || crosses_caps(b, a);
  return 1;
}
