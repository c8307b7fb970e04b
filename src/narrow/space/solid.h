/* SPDX-License-Identifier: MIT
 *
 * Two solids in space. Each is the points within an even radius of a core. The core is a polytope
 * (point, segment, triangle, box, hull) or curved (cylinder, cone, an unevenly scaled sphere or
 * capsule). Half-spaces are in half_space.c. The functions locate the origin relative to the
 * difference of the cores: the points p - q for p of a and q of b.
 *
 *   proxy.c             a shape for these functions, its corners and support points
 *   gjk.c               the search for the simplex that is nearest to the origin; certain yes and
 *                       no in plain doubles
 *   epa.c               a polytope that expands inside the difference, for the penetration depth
 *   measure_features.c  distance and depth of polytopes in twofolds
 *   round_depth.c       the penetration depth of right circular cylinders and cones
 *   round_gap.c         their distance, and a common point of curved solids that hardly meet
 *   edge_sign.c         exact signs of products of edges
 *   facet.c             faces of the difference, with all corners in them: yes and no
 *   face.c              faces of one solid
 *   gap.c               overlap, distance, depth, normal and witness points
 *   decide.c            the exact decisions
 *   quick_*.c           closed forms of simple pairs, tried before these functions
 *   space_pairs.c       the table of pairs
 *
 * G. van den Bergen, "A fast and robust GJK implementation for collision detection of convex
 * objects" (1999), and "Proximity queries and penetration depth computation on 3D game objects"
 * (2001).
 */
#ifndef COLLIDE_SOLID_H
#define COLLIDE_SOLID_H

#include "../plane/pair_row.h"
#include "../../shape/hull.h"

typedef enum solid_form {
  SOLID_POINTS, /* up to 3 of them */
  SOLID_BOX,
  SOLID_HULL,
  SOLID_CYLINDER, /* from here on curved */
  SOLID_CONE,
  SOLID_ROUND /* the points within a radius of one or two points, under a matrix */
} solid_form;

/* A shape for GJK. The coordinates are relative to the position of the second shape, so that a pair
 * far from the origin keeps its digits, and multiplied by a power of two. */
typedef struct solid_proxy {
  solid_form form;
  int count;               /* of `own`: POINTS, ROUND */
  int turned;              /* the own frame is not only moved: `linear` counts */
  double radius;           /* even; around the core */
  double linear[9];        /* of the own frame, scaled */
  double at[3], at_low[3]; /* where the origin of the own frame lies, as twofolds, scaled */
  double own[3][3];        /* POINTS, ROUND: in the own frame; BOX: least and greatest corner */
  double points[3][3];     /* POINTS, ROUND: the same, relative */
  double parts[3][2][3];   /* BOX: linear times a coordinate of the corners */
  double around, height;   /* CYLINDER, CONE; ROUND: the radius in the own frame */
  const solid_hull *hull;  /* HULL */
  double size;             /* no coordinate of the core is larger */
} solid_proxy;

static inline int solid_is_curved(const solid_proxy *s) {
  return s->form >= SOLID_CYLINDER;
}

typedef struct solid_pair {
  solid_proxy a, b;
  double scale;         /* the factor of every length, a power of two */
  const double *origin; /* the position of the second shape */
  double radius;        /* the sum of both */
  double size;          /* the sum of the sizes of both cores: no coordinate of the difference of
                           the cores is larger */
} solid_pair;

static inline int solid_pair_is_curved(const solid_pair *p) {
  return solid_is_curved(&p->a) || solid_is_curved(&p->b);
}

/* A point of the difference. */
typedef struct solid_point {
  double w[3];   /* a's point minus b's */
  double a[3];   /* a's point */
  int corner[2]; /* polytopes: the indices of a's and b's corner; else -1 */
} solid_point;

/* ---- Margins ---------------------------------------------------------------------------------
 *
 * u = 2^-53. M is the size of the pair, see above; |d| the sum of the absolute components. Each
 * margin can be defined on the command line, so that a test can show that a narrower one gives
 * wrong answers.
 *
 * A coordinate of a corner is the offset plus three products with the matrix: the offset is rounded
 * (u), so are the products (u), and three sums (3 u): 5 u of the size of its solid; that size is
 * itself rounded, which is covered by rounding up. A point of the difference rounds once more: each
 * coordinate is off by 6 u M at most. On a curved surface the coordinates in the own frame are off,
 * too: the radius times a component over a length, 4 u: 10 u M.
 */
#define SOLID_UNIT (DBL_EPSILON / 2)
#ifndef SOLID_POINT_MARGIN
#define SOLID_POINT_MARGIN (10 * SOLID_UNIT)
#endif

/* How far A - B may reach past the computed support point along d, in units of M |d|.
 * - The direction in the own frame, three products and two sums, is off by 3 u, relative to the
 *   terms. So the support point may be a corner whose height is less by twice that, 6 u, and by
 *   twice the rounding of the height in the own frame, 3 u: 12 u. Large hulls compare exactly: 6 u.
 *   For curved cores the height of the point for the rounded direction is less by no more.
 * - The point's coordinates: 10 u. Its product with d: 3 u.
 * - Radii: their sum rounds (u), the length of d is off by 3 u, the product by u, and subtracting
 * it adds u: below 8 u of the radius times |d|; the margin is applied to the radius, too. That is
 * 25 u. */
#ifndef SOLID_SUPPORT_MARGIN
#define SOLID_SUPPORT_MARGIN (28 * SOLID_UNIT)
#endif

/* How far a convex combination of up to four computed points may lie outside A - B, in units of M.
 * The points' coordinates: 10 u. The weights are not negative, and their
 * sum is 1 except for 4 u. The products and sums: 4 u. That is 18 u in each coordinate, 31.2 u in
 * length. The length, the sum of radii, and the radius less the margin are rounded, each by
 * less than 4 u of the radius: the margin is applied to the radius, too. */
#ifndef SOLID_BALL_MARGIN
#define SOLID_BALL_MARGIN (36 * SOLID_UNIT)
#endif

/* The error of the determinant of three points of the difference, in units of M W^2, where W bounds
 * their coordinates: six terms of three factors, each off by 10 u M: 180 u. Evaluating it: two
 * products and a difference, one product more and two sums: 5 u of the six terms, each W^3 at most:
 * 30 u. */
#ifndef SOLID_TETRA_MARGIN
#define SOLID_TETRA_MARGIN (220 * SOLID_UNIT)
#endif

/* ---- proxy.c ------------------------------------------------------------------------------ */

void ci_solid_pair_make(solid_pair *p, const collide_shape *a, const collide_shape *b);
/* The same with the first shape moved by t d. */
void ci_solid_pair_make_moved(solid_pair *p, const collide_shape *a, const collide_shape *b,
                              const double d[3], double t);
/* Moves the first shape, a, of a pair to another place. */
void ci_solid_pair_move(solid_pair *p, const collide_shape *a, const double d[3], double t);

/* Column i of a matrix. */
static inline void solid_column(const double m[9], int i, double r[3]) {
  r[0] = m[i];
  r[1] = m[3 + i];
  r[2] = m[6 + i];
}

/* Returns 1 if two vectors are exactly parallel. */
static inline int solid_are_parallel(const double e[3], const double f[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    twofold x = two_product(e[j], f[k]), y = two_product(e[k], f[j]);
    if (x.hi != y.hi || x.lo != y.lo) return 0;
  }
  return 1;
}

/* own, posed; each coordinate off by 5 u of the size. */
static inline void solid_pose(const solid_proxy *s, const double own[3], double point[3]) {
  const double *m = s->linear;
  if (s->turned) {
    point[0] = (m[0] * own[0] + m[1] * own[1] + m[2] * own[2]) + s->at[0];
    point[1] = (m[3] * own[0] + m[4] * own[1] + m[5] * own[2]) + s->at[1];
    point[2] = (m[6] * own[0] + m[7] * own[1] + m[8] * own[2]) + s->at[2];
  } else {
    point[0] = own[0] + s->at[0];
    point[1] = own[1] + s->at[1];
    point[2] = own[2] + s->at[2];
  }
}

/* The support point of the difference along d. `near` has the corners from which the search on
 * large hulls begins, or -1; NULL if none is known. */
void ci_solid_support(const solid_pair *p, const double d[3], const int near[2],
                      solid_point *point);
/* The least height of the difference along n: of the support point against n. */
double ci_solid_least_height(const solid_pair *p, const double n[3]);
/* The number of corners of a polytope. */
static inline int solid_corner_count(const solid_proxy *s) {
  return s->form == SOLID_HULL ? s->hull->corners : s->form == SOLID_BOX ? 8 : s->count;
}
void ci_solid_corner_rounded(const solid_proxy *s, int corner, double point[3]);
/* A corner in the own frame; `picked` is room for it. */
static inline const double *solid_own_corner(const solid_proxy *s, int corner, double picked[3]) {
  int i;
  if (s->form == SOLID_HULL) return hull_position(s->hull, corner);
  if (s->form == SOLID_POINTS) return s->own[corner];
  for (i = 0; i < 3; i++) picked[i] = s->own[(corner >> i) & 1][i];
  return picked;
}

/* ---- gjk.c ------------------------------------------------------------------------------- */

typedef struct simplex {
  int count;
  solid_point point[4];
  double weight[4];  /* not negative; their sum is 1 except for rounding */
  double nearest[3]; /* the points' sum with these weights, except for rounding */
  double square;     /* of its length */
} simplex;

enum { SIMPLEX_NO_NEARER, SIMPLEX_NEARER, SIMPLEX_INSIDE };

/* Finds the point of the simplex that is nearest to the origin and removes the points that it does
 * not need. SIMPLEX_INSIDE: the origin is inside of four points, which all stay. SIMPLEX_NO_NEARER:
 * the square of the distance is not less than `below`, and nothing changes. */
int ci_simplex_reduce(simplex *s, double below);
/* The same for a simplex that may be so thin that rounding decides the signs of the weights. Never
 * returns SIMPLEX_INSIDE. */
int ci_simplex_reduce_thin(simplex *s, double below);
/* If two solids only touch, the weights of four points that seem to hold the origin may be mostly
 * rounding. Replaces the four by the nearest of their triangles. */
void ci_simplex_flatten(simplex *s);
/* Writes the weighted point w of the simplex, which is a difference, and its point of a. */
void ci_simplex_weigh(const simplex *s, double a[3], double w[3]);

enum { GJK_APART, GJK_IN, GJK_UNSURE };

/* Options of the search. GJK_PAST_APART and GJK_PAST_IN: it continues to the nearest point although
 * the two are certainly apart, or meet by their radii. GJK_ROUGHLY: it ends as soon as the features
 * are probably known. */
enum { GJK_PAST_APART = 1, GJK_PAST_IN = 2, GJK_ROUGHLY = 4 };

/* GJK_APART and GJK_IN are certain. GJK_IN: the origin is inside of the difference, not on its
 * surface. `past` is a sum of the options. */
int ci_gjk(const solid_pair *p, int past, simplex *s);

/* ---- epa.c ------------------------------------------------------------------------------ */

typedef struct penetration {
  int dimensions;   /* of the difference of the cores, except for rounding: 0 to 3 */
  int certain;      /* the origin is certainly inside of the difference of the cores */
  double normal[3]; /* unit, out of the difference */
  double depth;     /* the depth of the origin below that face; 0 if flat */
  double least;     /* except for rounding, the depth is at least this */
  int count;        /* of the points below: 3, or 0 if the difference is flat */
  solid_point face[3];
} penetration;

/* Finds the face of the difference of the cores that is nearest to the origin, which lies in the
 * difference or near it. s is the simplex of GJK. The search stops when no face is nearer than
 * `enough`. On entry push->certain is 1 if the origin is known to be inside. */
void ci_epa_expand(const solid_pair *p, const simplex *s, double enough, penetration *push);
/* Two unit vectors that are perpendicular to the unit vector e and to each other. */
void ci_vectors_across(const double e[3], double two[2][3]);

/* ---- measure_features.c ------------------------------------------------------------------ */

/* The gap of the cores, in the coordinates of the pair. */
typedef struct finding {
  double normal[3];        /* unit, from b to a */
  twofold between;         /* the distance of the cores along it; negative: the depth */
  double on_a[3], on_b[3]; /* points of the cores */
} finding;

/* Measures cores that are apart; s is the simplex with which GJK ended. */
void ci_solid_measure_apart(const solid_pair *p, const simplex *s, finding *out);
/* Measures by the face of the penetration depth. Writes depth and normal for polytopes, and the
 * witness points if `points` is set. */
void ci_solid_measure_face(const solid_pair *p, const penetration *push, int points, finding *out);

/* r = a - b */
static inline void solid_subtract(const twofold a[3], const twofold b[3], twofold r[3]) {
  r[0] = tf_sub(a[0], b[0]);
  r[1] = tf_sub(a[1], b[1]);
  r[2] = tf_sub(a[2], b[2]);
}

/* A corner of a polytope, with twice the digits. */
void ci_solid_corner(const solid_proxy *s, int corner, twofold point[3]);

/* The same for a corner of a less one of b. */
void ci_solid_corner_difference(const solid_pair *p, const int corner[2], twofold w[3]);

/* Projects the origin onto the feature through 1 to 3 points of the difference. r leads to the
 * first of them plus weight[i] times the vector to the next, and is perpendicular to the feature.
 * The weights on entry are near those on return. Returns 0 if r would not be accurate. */
int ci_solid_project(const solid_pair *p, const solid_point *q, int count, double *weight,
                     twofold r[3], double on_a[3]);

twofold ci_solid_length(const twofold r[3]);

/* ---- round_depth.c and round_gap.c ------------------------------------------------------- */

/* A right circular cylinder or cone. */
typedef struct round_solid {
  double axis[3];        /* unit, the own frame's y */
  double radius, height; /* half the height for a cylinder */
  int cylinder;
  double sine, cosine; /* of the angle between a cone's axis and its side */
} round_solid;

/* Returns 0 for other solids. */
int ci_round_of(const solid_proxy *s, round_solid *r);

/* Writes normal and depth. Returns 0 for other pairs, and if a side is too short for this method.
 * The origin must be inside of the difference. */
int ci_solid_round_depth(const solid_pair *p, penetration *push);

/* The distance of a polytope and a round solid, by Newton's method on the features that a search
 * has found, even if the search has not ended. Returns 0 for other pairs, or if the points are not
 * certainly nearest. */
int ci_solid_round_gap(const solid_pair *p, const simplex *s, finding *out);

/* Finds a point of both cores, which meet, from the simplex of GJK. The direction from b to a must
 * be accurate only if the two hardly meet. */
void ci_solid_find_common(const solid_pair *p, const simplex *s, const double normal[3],
                          double common[3]);

/* Improves the witness points in *out, and their distance, for two that are apart by little more
 * than rounding if one is curved. out->normal is the direction from b to a. */
void ci_solid_improve_points(const solid_pair *p, const simplex *s, finding *out);

/* ---- face.c ------------------------------------------------------------------------------ */

/* The outward unit normal of flat face i of a box, cylinder, cone, triangle (which has two) or
 * hull; 0 for a degenerate face. Returns 0 if there is no such face. */
int ci_solid_face_normal(const collide_shape *s, int i, double n[3]);
/* A point in the own frame of a shape. */
void ci_solid_point_to_own(const collide_shape *s, const double point[3], double own[3]);
/* May this point of the own frame, which is near the surface, lie on flat face i? Returns 0 if
 * there is no such face. */
int ci_solid_may_touch_face(const collide_shape *s, int i, const double own[3]);

/* ---- gap.c: for the table of pairs ------------------------------------------------- */

/* As `overlap` and `measure` of pair_row.h. */
int ci_solids_overlap(const collide_shape *a, const collide_shape *b);
void ci_solids_measure(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap);
/* Decides and measures at once; see pair_row.h. Never PAIR_UNSURE. */
int ci_solids_gap(const collide_shape *a, const collide_shape *b, int wanted, pair_gap *gap);
/* Maps the answer of GJK to SOLID_APART, SOLID_IN or SOLID_UNDECIDED, or SOLID_TOUCH; see decide.h.
 * If GJK is unsure, faces and flat ends mostly decide; else a polytope grows. `seems` is the answer
 * of the doubles, if nothing is certain; it counts for two curved solids. */
int ci_solid_decide_by_search(const solid_pair *p, const simplex *s, int found, int *seems);
/* Returns 1 if the two overlap by more than the errors of doubles. `decides`: the pair has an exact
 * decision. Without an exact decision, overlaps above the tolerance of pair.h count. */
int ci_solid_is_in(const solid_pair *p, int decides);
/* The order of two shapes of one kind. */
int ci_solids_compare(const collide_shape *a, const collide_shape *b);

/* ---- Rows of the table of pairs ----------------------------------------------------------- */

extern const pair_row ci_cores_row, ci_spheres_row, ci_sphere_box_row, ci_boxes_row,
    ci_box_triangle_row, ci_solids_row, ci_plane_row, ci_planes_row;
/* Boxes, spheres, and segments and capsules, mostly along the axes. */
extern const pair_row ci_aligned_row;

#endif
