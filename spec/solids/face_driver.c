/* SPDX-License-Identifier: MIT
 *
 * Pairs decided by a face of their difference or by the flat end of an upright cylinder or cone
 * (src/narrow/space/facet.c and gap.c) against the exact decision. One shape lies on
 * a plane and the other below it, in one common frame that is level, turned about the vertical, or
 * turned in any way; corners are on a lattice of eighths or tenths. So they touch exactly where
 * the frame allows it, flush or with an edge or a corner; some are then an ulp off. Prints how many
 * answers are wrong, and how many of those that touch, and that the search in doubles does not
 * decide, are left open. Fails when any is wrong, or more than half are open.
 *
 *     face-driver <cases>
 */
#include "collide.h"
#include "shape/shape.h"
#include "faces.h"
#include "../support/check.h"
#define RANDOM_SEED 20261130
#include "../support/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum body_kind {
  BODY_BOX,
  BODY_RAMP,
  BODY_PRISM,
  BODY_TRIANGLE,
  BODY_SEGMENT,
  BODY_SPHERE,
  BODY_CAPSULE,
  BODY_ROUND_BOX,
  BODY_ROUND_HULL,
  BODY_KINDS,
  BODY_CYLINDER = BODY_KINDS,
  BODY_CONE
} body_kind;

enum { CORNERS = 8 };

typedef struct solid_body {
  collide_shape shape;
  collide_source source;
  double away[3];   /* where the plane is in its own frame */
  double offset[3]; /* of its own origin, in the common frame */
  double work[4096], hull[4096];
} solid_body;

/* The frame of both, and the plane between them: across this axis, or across a slope. */
typedef struct face_frame {
  collide_pose pose;
  int axis, is_level, is_upright;
  double slope, unit; /* an eighth or a tenth */
} face_frame;

/* ---- Frames ---------------------------------------------------------------------------------- */

static double lattice(const face_frame *f, int low, int high) {
  return (low + below(high - low + 1)) * f->unit;
}

static void turn_upright(collide_pose *pose, double angle) {
  pose->rotation[0] = pose->rotation[2] = 0;
  pose->rotation[1] = sin(angle / 2);
  pose->rotation[3] = cos(angle / 2);
}

static void set_matrix(collide_pose *pose, double c, double s) {
  double m[9] = {0, 0, 0, 0, 1, 0, 0, 0, 0};
  m[0] = m[8] = c;
  m[2] = s;
  m[6] = 0 - s;
  memcpy(pose->linear, m, sizeof m);
  pose->has_linear = 1;
}

static void draw_frame(face_frame *f) {
  static const double quarter[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  int i, kind = below(6);
  f->pose = collide_identity_pose();
  f->unit = below(2) ? 0.125 : 0.1;
  f->axis = below(2) ? 1 : below(3);
  f->slope = below(4) ? 0 : below(2) ? 0.5 : lattice(f, -8, 8);
  f->is_level = kind == 0;
  f->is_upright = kind < 5;
  if (kind == 1) turn_upright(&f->pose, (1 + below(23)) * 0.26179938779914946);
  if (kind == 2) {
    i = below(4);
    set_matrix(&f->pose, quarter[i][0], quarter[i][1]);
  }
  if (kind == 3) turn_upright(&f->pose, 6.3 * unit());
  if (kind == 4) {
    double angle = below(2) ? below(24) * 0.26179938779914946 : 6.3 * unit();
    set_matrix(&f->pose, cos(angle), sin(angle));
  }
  if (kind == 5)
    for (i = 0; i < 4; i++) f->pose.rotation[i] = 2 * unit() - 1;
  for (i = 0; i < 3; i++)
    f->pose.position[i] = below(3) ? lattice(f, -80, 80) : below(2) ? 100 * unit() : 0;
}

/* ---- Bodies ----------------------------------------------------------------------------------
 *
 * On a plane across an axis; `up` is 1 for the body above it and -1 for the other one. */

/* At least one corner in the plane, and often more. */
static void draw_corners(const face_frame *f, double up, int count, double p[][3]) {
  int i, k, in_plane = 1 + below(count);
  for (i = 0; i < count; i++) {
    for (k = 0; k < 3; k++) p[i][k] = below(8) ? lattice(f, -12, 12) : 3 * unit() - 1.5;
    p[i][f->axis] = i < in_plane ? 0 : up * lattice(f, 1, 12);
  }
}

static void move_away(const solid_body *b, int count, double p[][3]) {
  int i, k;
  for (i = 0; i < count; i++)
    for (k = 0; k < 3; k++) p[i][k] += b->away[k];
}

/* Whether the plane is a slope. The sums are rounded: most are exact with eighths. */
static void slant(const face_frame *f, int count, double p[][3]) {
  int i;
  for (i = 0; i < count; i++) p[i][f->axis] += f->slope * p[i][(f->axis + 1) % 3];
}

static int put_hull(solid_body *b, int count, double p[][3]) {
  size_t bytes;
  int point;
  if (collide_hull_work(count) > sizeof b->work) exit(2);
  if (collide_build_hull(p[0], count, b->work, &bytes, &point) != COLLIDE_OK) return 0;
  if (bytes > sizeof b->hull) exit(2);
  collide_make_hull(&b->shape, &b->source, b->work, b->hull);
  return 1;
}

static void make_box(const face_frame *f, double up, double gap, solid_body *b) {
  double p[2][3];
  int k;
  for (k = 0; k < 3; k++) {
    p[0][k] = lattice(f, -12, 11);
    p[1][k] = p[0][k] + lattice(f, 1, 16);
  }
  p[0][f->axis] = up > 0 ? gap : -gap - lattice(f, 1, 12);
  p[1][f->axis] = up > 0 ? gap + lattice(f, 1, 12) : -gap;
  move_away(b, 2, p);
  check(collide_make_box_corners(&b->shape, &b->source, p[0], p[1]));
}

/* A ramp: a triangle, and another one straight above a part of it. A prism: a polygon of three or
 * four corners in two places. */
static int make_drawn_hull(const face_frame *f, body_kind kind, double up, double gap,
                           solid_body *b) {
  double p[CORNERS][3];
  int i, count = kind == BODY_PRISM ? 6 : 4 + below(3);
  draw_corners(f, up, count, p);
  for (i = 0; i < 3 && kind == BODY_PRISM; i++) {
    double height = up * lattice(f, 1, 12);
    memcpy(p[i + 3], p[i], sizeof p[i]);
    p[i][f->axis] = below(4) ? 0 : height / 2;
    p[i + 3][f->axis] = height;
  }
  for (i = 0; i < count; i++) p[i][f->axis] += up * gap;
  if (gap == 0) slant(f, count, p);
  move_away(b, count, p);
  return put_hull(b, count, p);
}

static void make_cylinder(const face_frame *f, body_kind kind, double up, solid_body *b) {
  double radius = lattice(f, 1, 12), height = lattice(f, 1, 12);
  int k;
  for (k = 0; k < 3; k++) b->offset[k] = lattice(f, -12, 12);
  check(kind == BODY_CYLINDER ? collide_make_cylinder(&b->shape, &b->source, radius, height)
                              : collide_make_cone(&b->shape, &b->source, radius, height));
  b->offset[f->axis] = f->axis != 1                                 ? up * radius
                       : kind == BODY_CONE && up < 0 /* the apex */ ? 0
                                                                    : up * height;
}

static void make_points(const face_frame *f, body_kind kind, double up, double radius,
                        solid_body *b) {
  double p[3][3];
  int i;
  draw_corners(f, up, 3, p);
  for (i = 0; i < 3; i++) p[i][f->axis] += up * radius;
  if (radius == 0) slant(f, 3, p);
  if (kind != BODY_SPHERE) move_away(b, 3, p);
  switch (kind) {
  case BODY_TRIANGLE:
    check(collide_make_triangle(&b->shape, &b->source, p[0], p[1], p[2]));
    return;
  case BODY_SEGMENT:
    check(collide_make_segment(&b->shape, &b->source, p[0], p[1]));
    return;
  case BODY_CAPSULE:
    check(collide_make_capsule(&b->shape, &b->source, p[0], p[1], radius));
    return;
  default:
    memcpy(b->offset, p[0], sizeof p[0]);
    check(collide_make_sphere(&b->shape, &b->source, radius));
  }
}

static void make_body(const face_frame *f, body_kind kind, double up, solid_body *b) {
  double radius = lattice(f, 1, 12);
  int k;
  for (k = 0; k < 3; k++) b->offset[k] = 0 - b->away[k];
  switch (kind) {
  case BODY_CYLINDER:
  case BODY_CONE:
    make_cylinder(f, kind, up, b);
    return;
  case BODY_RAMP:
  case BODY_PRISM:
    if (!make_drawn_hull(f, kind, up, 0, b)) make_box(f, up, 0, b);
    return;
  case BODY_ROUND_HULL:
    if (!make_drawn_hull(f, BODY_RAMP, up, radius, b)) make_box(f, up, radius, b);
    check(collide_round(&b->shape, &b->source, radius));
    return;
  case BODY_BOX:
  case BODY_ROUND_BOX:
    make_box(f, up, kind == BODY_BOX ? 0 : radius, b);
    if (kind == BODY_ROUND_BOX) check(collide_round(&b->shape, &b->source, radius));
    return;
  default:
    make_points(f, kind, up, kind == BODY_SPHERE || kind == BODY_CAPSULE ? radius : 0, b);
  }
}

/* In the frame, or in another one about the vertical; an ulp off where `off` is 1. */
static void place(const face_frame *f, int turns, int off, solid_body *b) {
  collide_pose pose = f->pose;
  double origin[3];
  int i;
  if (turns) {
    pose = collide_identity_pose();
    turn_upright(&pose, 6.3 * unit());
  }
  memset(pose.position, 0, sizeof pose.position);
  check(collide_set_pose(&b->shape, &b->source, &pose));
  memcpy(origin, b->offset, sizeof origin);
  if (b->shape.frame == COLLIDE_LINEAR && !turns) {
    const double *m = shape_turned(&b->shape)->linear;
    for (i = 0; i < 3; i++)
      origin[i] =
          m[3 * i] * b->offset[0] + m[3 * i + 1] * b->offset[1] + m[3 * i + 2] * b->offset[2];
  }
  for (i = 0; i < 3; i++) pose.position[i] = origin[i] + f->pose.position[i];
  if (off) {
    i = below(3);
    pose.position[i] = nextafter(pose.position[i], below(2) ? HUGE_VAL : -HUGE_VAL);
  }
  check(collide_set_position(&b->shape, &b->source, pose.position));
}

/* ---- Checks ---------------------------------------------------------------------------------- */

typedef struct tally {
  long wrong, touching, open, told[3];
} tally;

static int is_unsure(const collide_shape *a, const collide_shape *b) {
  solid_pair p;
  simplex s;
  ci_solid_pair_make(&p, a, b);
  return ci_gjk(&p, 0, &s) == GJK_UNSURE;
}

static void judge(tally *t, const collide_shape *a, const collide_shape *b) {
  int found = decide_by_faces(a, b);
  int level = ci_solid_decides(a, b) ? ci_solid_decide(a, b, NULL) : SOLID_UNDECIDED;
  if (level == SOLID_UNDECIDED) return;
  t->wrong += found != SOLID_UNDECIDED && found != level;
  if (found != SOLID_UNDECIDED) t->told[found]++;
  if (level != SOLID_TOUCH || !is_unsure(a, b)) return;
  t->touching++;
  t->open += found == SOLID_UNDECIDED;
}

static void draw_away(const face_frame *f, double away[3]) {
  int k, is_far = below(4) == 0;
  for (k = 0; k < 3; k++) away[k] = below(2) ? 0 : lattice(f, -40, 40) * (is_far ? 100 : 1);
}

static void draw_case(tally *t, body_kind first, body_kind second) {
  static solid_body a, b;
  face_frame f;
  int off = below(4) == 0, turns, swaps = below(2);
  draw_frame(&f);
  turns = f.axis == 1 && f.is_upright && f.slope == 0 && below(4) == 0;
  if (second >= BODY_KINDS) f.slope = 0;
  draw_away(&f, a.away);
  memcpy(b.away, a.away, sizeof a.away);
  if (below(3) == 0) draw_away(&f, b.away);
  make_body(&f, first, swaps ? 1 : -1, &a);
  make_body(&f, second, swaps ? -1 : 1, &b);
  place(&f, turns, off, &a);
  place(&f, turns, 0, &b);
  if (below(2))
    judge(t, &a.shape, &b.shape);
  else
    judge(t, &b.shape, &a.shape);
}

static int report(const char *name, const tally *t) {
  printf("%s: %ld wrong; of %ld that touch %ld open; told to be apart %ld, touch %ld, in %ld\n",
         name, t->wrong, t->touching, t->open, t->told[SOLID_APART], t->told[SOLID_TOUCH],
         t->told[SOLID_IN]);
  return t->wrong > 0 || t->open * 2 > t->touching || t->touching == 0;
}

int main(int count, char **arguments) {
  int cases = count > 1 ? atoi(arguments[1]) : 20000, i, failed = 0;
  tally faces, ends;
  memset(&faces, 0, sizeof faces);
  memset(&ends, 0, sizeof ends);
  for (i = 0; i < cases; i++) {
    draw_case(&faces, (body_kind)below(BODY_KINDS), (body_kind)below(BODY_KINDS));
    draw_case(&ends, (body_kind)below(BODY_KINDS), (body_kind)(BODY_CYLINDER + below(2)));
  }
  failed += report("faces", &faces);
  failed += report("flat ends", &ends);
  return failed > 0;
}
