/* SPDX-License-Identifier: MIT
 *
 * Triangles and cells on cases aimed at the margins of their fast paths: edges and planes through
 * corners of cells or past them by a few units in the last place, thin triangles, frames whose
 * boundaries are rounded, far away. See voxel.py.
 */
#include "collide.h"
#include "narrow/space/triangle_box.h"
#include "voxel/voxel.h"
#include "walk_draw.h"
#include "number/orient.h"

typedef struct scene {
  collide_grid_frame frame;
  double corner[3][3];
  double base[3];
} scene;

/* ---- Triangles ----------------------------------------------------------------------- */

static void draw_frame(random_source *r, scene *s, int bits_most) {
  double scale = draw_scale(r);
  int axis, plain = draw_below(r, 5) == 0, far = draw_below(r, 3) == 0;
  s->frame = collide_unit_frame(3);
  for (axis = 0; axis < 3; axis++) {
    int bits = far ? draw_from(r, 3, bits_most) : 2;
    s->base[axis] = floor(draw_between(r, -1, 1) * ldexp(1, bits));
    if (plain) continue;
    s->frame.size[axis] = draw_size(r) * scale;
    s->frame.origin[axis] = draw_below(r, 3) ? 0 : draw_origin(r, s->frame.size[axis]);
  }
}

/* The coordinate of a place in cells from the base on; exactly a boundary if that is whole. */
static double coordinate(const scene *s, int axis, double place) {
  double low = floor(place), size = s->frame.size[axis];
  double x = cells_boundary(size, s->frame.origin[axis], s->base[axis] + low);
  return place > low ? x + (place - low) * size : x;
}

static double draw_place(random_source *r, double width) {
  int how = draw_below(r, 6);
  if (how == 0) return floor(draw_between(r, 0, width));
  return how == 1 ? floor(draw_between(r, 0, 2 * width)) / 2 : draw_between(r, 0, width);
}

/* c becomes a point of the line from a through p, or of the plane through a, b and p. */
static void draw_beyond(random_source *r, const double a[3], const double b[3], const double p[3],
                        double c[3], int planar) {
  double along = draw_below(r, 2) ? 1 : draw_between(r, 0.3, 2);
  double aside = draw_below(r, 2) ? 1 : draw_between(r, 0.3, 2);
  int axis, same = draw_below(r, 2), steps = draw_below(r, 3);
  for (axis = 0; axis < 3; axis++) {
    double x = p[axis] + (p[axis] - a[axis]) * along;
    if (planar) x += (p[axis] - b[axis]) * aside;
    c[axis] = same ? draw_near(r, x, steps) : draw_near(r, x, draw_below(r, 3));
  }
}

/* Corners are drawn around `middle`, which a corner of cells is at; within `width`, if it is not
 * one whose edge or plane is extended. */
static void draw_triangle(random_source *r, scene *s, const double middle[3], double width) {
  double p[3], (*c)[3] = s->corner;
  int how = draw_below(r, 9), axis, i;
  for (axis = 0; axis < 3; axis++) {
    p[axis] = coordinate(s, axis, middle[axis]);
    for (i = 0; i < 3; i++) c[i][axis] = coordinate(s, axis, draw_place(r, width));
  }
  axis = draw_below(r, 3);
  if (how == 0) { /* the edge passes the corner of cells in one view alone */
    draw_beyond(r, c[0], c[2], p, c[1], 0);
    c[1][axis] = coordinate(s, axis, draw_place(r, width));
  } else if (how == 1) {
    draw_beyond(r, c[0], c[2], p, c[1], 0);
  } else if (how < 4) {
    draw_beyond(r, c[0], c[1], p, c[2], 1);
  } else if (how == 4) { /* an edge along an axis, or nearly */
    c[1][axis] = draw_near(r, c[0][axis], 2);
    if (draw_below(r, 2)) c[2][axis] = draw_near(r, c[0][axis], 2);
  } else if (how == 5) { /* thin */
    double t = draw_between(r, -1, 2);
    for (i = 0; i < 3; i++) c[2][i] = draw_near(r, c[0][i] + t * (c[1][i] - c[0][i]), 3);
  } else if (how == 6) { /* all in one point, or nearly; or an end at a corner of cells */
    for (i = 0; i < 3; i++) c[0][i] = draw_near(r, p[i], 2);
    if (draw_below(r, 2))
      for (i = 0; i < 3; i++) c[1][i] = draw_near(r, p[i], 2);
  } else if (how ==
             8) { /* in eighths of cells; half of them in a boundary, like floors and walls */
    int k, is_flat = draw_below(r, 2);
    double level = coordinate(s, axis, draw_below(r, (int)width + 1));
    for (i = 0; i < 3; i++) {
      for (k = 0; k < 3; k++) c[i][k] = coordinate(s, k, draw_below(r, 8 * (int)width + 1) / 8.0);
      if (is_flat) c[i][axis] = level;
    }
  } else {
    for (i = 0; i < 3; i++) c[i][axis] = draw_near(r, c[i][axis], 2);
  }
}

static void ask_scene(const answer *a, const scene *s, int open) {
  int i, k;
  for (i = 0; i < 3; i++) {
    ask_double(a, s->frame.size[i]);
    ask_double(a, s->frame.origin[i]);
  }
  for (k = 0; k < 3; k++)
    for (i = 0; i < 3; i++) ask_double(a, s->corner[k][i]);
  ask_number(a, open);
  ask_end(a);
}

/* ---- Cells of a triangle ------------------------------------------------------------- */

typedef struct taken {
  answer *a;
  uint64_t sum;
} taken;

/* The order in which cells are handed out may differ; the cells may not. */
static int take_run(void *user, int64_t x, int64_t y, int64_t z, int64_t count) {
  taken *t = (taken *)user;
  for (; count > 0; count--, x++) {
    answer cell;
    cell.hash = 1;
    cell.text = t->a->text;
    answer_number(&cell, x);
    answer_number(&cell, y);
    answer_number(&cell, z);
    t->sum += cell.hash;
  }
  return 1;
}

typedef struct located {
  voxel_rule rule;
  voxel_point points[3];
  const voxel_point *point[3];
  const double *corner[3];
  voxel_triangle triangle;
} located;

/* Returns 0 where there is nothing to ask, and for bounds that are too wide to ask about. */
static int locate(located *l, const scene *s, int open, int64_t most) {
  int i;
  ci_voxel_rule_begin(&l->rule, &s->frame, open);
  for (i = 0; i < 3; i++) {
    l->corner[i] = s->corner[i];
    l->point[i] = &l->points[i];
    if (!ci_voxel_locate(&l->rule, s->corner[i], &l->points[i])) return 0;
  }
  if (!ci_voxel_triangle_begin(&l->triangle, &l->rule, l->corner, l->point)) return 0;
  for (i = 0; i < 3; i++)
    if (l->triangle.width[i] > most) return 0;
  return 1;
}

static void take_cells(answer *a, const scene *s, int open, int64_t most) {
  static voxel_windows windows;
  located l;
  voxel_taker taker;
  taken t;
  ask_scene(a, s, open);
  if (!locate(&l, s, open, most)) {
    if (a->text) printf(" none");
    return;
  }
  t.a = a;
  t.sum = 0;
  taker.run = take_run;
  taker.user = &t;
  taker.v = NULL;
  taker.windows = &windows;
  ci_voxel_triangle_take(&l.triangle, l.point, &taker);
  answer_bits(a, t.sum);
}

/* Bounds of two cells each way, or one. */
static void run_small(random_source *r, answer *a) {
  static const double middle[3] = {1, 1, 1};
  scene s;
  draw_frame(r, &s, 44);
  draw_triangle(r, &s, middle, 2);
  take_cells(a, &s, draw_below(r, 2), 2);
}

static void run_rows(random_source *r, answer *a) {
  double width = draw_from(r, 2, 12), middle[3];
  int axis;
  scene s;
  draw_frame(r, &s, 40);
  for (axis = 0; axis < 3; axis++) middle[axis] = draw_from(r, 1, (int)width);
  draw_triangle(r, &s, middle, width);
  if (draw_below(r, 3) == 0) { /* one cell thick */
    axis = draw_below(r, 3);
    s.corner[0][axis] = coordinate(&s, axis, draw_between(r, 0.1, 0.9));
    s.corner[1][axis] = coordinate(&s, axis, draw_between(r, 0.1, 0.9));
    s.corner[2][axis] = coordinate(&s, axis, draw_between(r, 0.1, 0.9));
  }
  take_cells(a, &s, draw_below(r, 2), 60);
}

/* The codes of points next to boundaries. */
static void run_place(random_source *r, answer *a) {
  voxel_point point;
  voxel_rule rule;
  scene s;
  int axis;
  draw_frame(r, &s, 50);
  for (axis = 0; axis < 3; axis++) {
    double x = coordinate(&s, axis, draw_from(r, -9, 9));
    s.corner[0][axis] = draw_near(r, x, 3);
    ask_double(a, s.frame.size[axis]);
    ask_double(a, s.frame.origin[axis]);
    ask_double(a, s.corner[0][axis]);
  }
  ask_end(a);
  ci_voxel_rule_begin(&rule, &s.frame, 0);
  if (!ci_voxel_locate(&rule, s.corner[0], &point)) {
    if (a->text) printf(" none");
    return;
  }
  for (axis = 0; axis < 3; axis++) answer_number(a, point.code[axis]);
}

/* ---- Triangles and boxes at positions ------------------------------------------------- */

static void draw_position(random_source *r, double at[3]) {
  double far = ldexp(1, draw_from(r, -10, 50));
  int axis, none = draw_below(r, 3) == 0;
  for (axis = 0; axis < 3; axis++) at[axis] = none ? 0 : draw_between(r, -far, far);
}

static void ask_points(const answer *a, const double *points, int count) {
  int i;
  for (i = 0; i < 3 * count; i++) ask_double(a, points[i]);
}

/* Enormous coordinates, whose sums overflow. */
static void draw_huge(random_source *r, double *x, int count) {
  while (count-- > 0) x[count] *= draw_below(r, 2) ? 1e307 : 1;
}

static void ask_box(random_source *r, answer *a,
                    int (*test)(const collide_shape *triangle, const collide_shape *box)) {
  double sides[6], position[2][3], middle[3] = {1, 1, 1};
  collide_pose pose = collide_identity_pose();
  collide_shape triangle, box;
  scene s;
  int axis, i, huge;
  draw_frame(r, &s, 30);
  draw_triangle(r, &s, middle, draw_from(r, 2, 4));
  huge = draw_below(r, 50) == 0;
  draw_position(r, position[0]);
  draw_position(r, position[1]);
  if (draw_below(r, 2)) memcpy(position[1], position[0], sizeof position[0]);
  for (axis = 0; axis < 3; axis++) {
    double scale = s.frame.size[axis];
    int first = draw_below(r, 2);
    sides[axis] = coordinate(&s, axis, first);
    sides[axis + 3] = coordinate(&s, axis, first + 1);
    position[0][axis] *= scale;
    position[1][axis] = draw_near(r, position[1][axis] * scale, 1);
    for (i = 0; i < 3; i++) s.corner[i][axis] -= position[0][axis] - position[1][axis];
  }
  if (huge) {
    draw_huge(r, position[0], 6);
    draw_huge(r, s.corner[0], 9);
    draw_huge(r, sides, 3);
  }
  for (axis = 0; axis < 3; axis++) {
    if (sides[axis] > sides[axis + 3]) return;
    for (i = 0; i < 3; i++)
      if (!(fabs(s.corner[i][axis]) <= DBL_MAX)) return;
    if (!(fabs(sides[axis]) <= DBL_MAX && fabs(sides[axis + 3]) <= DBL_MAX)) return;
    if (!(fabs(position[0][axis]) <= DBL_MAX && fabs(position[1][axis]) <= DBL_MAX)) return;
  }
  ask_points(a, s.corner[0], 3);
  ask_points(a, sides, 2);
  ask_points(a, position[0], 2);
  ask_end(a);
  if (collide_make_triangle(&triangle, NULL, s.corner[0], s.corner[1], s.corner[2]) != COLLIDE_OK)
    return;
  if (collide_make_box_corners(&box, NULL, sides, sides + 3) != COLLIDE_OK) return;
  memcpy(pose.position, position[0], sizeof pose.position);
  if (!huge && collide_set_position(&triangle, NULL, pose.position) != COLLIDE_OK) return;
  memcpy(triangle.origin, position[0], sizeof position[0]);
  /* Boxes by their corners have no pose, but the tests read the position of any box. */
  memcpy(box.origin, position[1], sizeof position[1]);
  answer_number(a, test(&triangle, &box));
}

static int find_overlap(const collide_shape *a, const collide_shape *b) {
  return collide_overlap(a, b);
}

static void run_box(random_source *r, answer *a) {
  ask_box(r, a, find_overlap);
}

static void run_axes(random_source *r, answer *a) {
  ask_box(r, a, ci_triangle_box_sat);
}

/* A triangle and a rect: the first two coordinates of a triangle and a cell. */
static void run_plane(random_source *r, answer *a) {
  double sides[6], position[6], middle[3] = {1, 1, 1};
  collide_shape triangle, rect;
  scene s;
  int axis, i, huge;
  draw_frame(r, &s, 30);
  draw_triangle(r, &s, middle, draw_from(r, 2, 4));
  huge = draw_below(r, 50) == 0;
  memset(sides, 0, sizeof sides);
  memset(position, 0, sizeof position);
  for (axis = 0; axis < 2; axis++) {
    int first = draw_below(r, 2);
    sides[axis] = coordinate(&s, axis, first);
    sides[axis + 3] = coordinate(&s, axis, first + draw_from(r, 0, 4) / 3.0);
  }
  for (i = 0; i < 3; i++) s.corner[i][2] = 0;
  if (huge) draw_huge(r, s.corner[0], 9);
  if (collide_make_triangle_2d(&triangle, NULL, s.corner[0], s.corner[1], s.corner[2]) !=
      COLLIDE_OK)
    return;
  if (collide_make_rect_corners(&rect, NULL, sides, sides + 3) != COLLIDE_OK) return;
  ask_points(a, s.corner[0], 3);
  ask_points(a, sides, 2);
  ask_points(a, position, 2);
  ask_end(a);
  answer_number(a, ci_triangle_rect_sat(&triangle, &rect));
}

/* Boxes that touch along an axis, but for rounding, where a power of two is apart: numbers just
 * below it have twice as many digits as those above. */
static void run_boxes(random_source *r, answer *a) {
  collide_shape shapes[2];
  double sides[2][6], position[2][3];
  int axis, i;
  for (axis = 0; axis < 3; axis++) {
    double apart = ldexp(1, draw_from(r, -3, 3)), part = draw_between(r, 0.1, 0.9) * apart;
    double place = draw_between(r, 0, 1) * apart;
    if (axis > 0 && draw_below(r, 2)) apart = 0;
    sides[0][axis] = -part;
    sides[0][axis + 3] = draw_near(r, part, 2);
    sides[1][axis] = draw_near(r, part - apart, 5);
    sides[1][axis + 3] = 4 * apart + part;
    position[0][axis] = draw_near(r, -place, 2);
    position[1][axis] = draw_near(r, apart - place, 5);
    if (sides[1][axis] > sides[1][axis + 3]) sides[1][axis] = sides[1][axis + 3];
  }
  for (i = 0; i < 2; i++) {
    if (collide_make_box_corners(&shapes[i], NULL, sides[i], sides[i] + 3) != COLLIDE_OK) return;
    for (axis = 0; axis < 3; axis++) {
      ask_double(a, sides[i][axis]);
      ask_double(a, sides[i][axis + 3]);
      ask_double(a, shapes[i].origin[axis] = position[i][axis]);
    }
  }
  ask_end(a);
  answer_number(a, ci_box_overlaps_box(&shapes[0], &shapes[1]));
  answer_number(a, ci_box_overlaps_box(&shapes[1], &shapes[0]));
}

/* A point on the plane of a triangle, or beside it by a few units: of whole numbers, with few
 * digits or many; and of such numbers times one that is rounded. */
static void run_side(random_source *r, answer *a) {
  double points[4][3], unit = draw_below(r, 2) ? draw_scale(r) : draw_size(r);
  double far = ldexp(1, draw_from(r, 1, 49));
  int axis, i, thin = draw_below(r, 2), beside = draw_below(r, 3);
  int second = draw_below(r, 2), third = draw_below(r, 2);
  for (axis = 0; axis < 3; axis++) {
    for (i = 0; i < 3; i++) points[i][axis] = floor(draw_between(r, -far, far));
    if (thin) {
      points[2][axis] = 2 * points[1][axis] - points[0][axis] + draw_from(r, -1, 1);
      points[1][axis] += draw_from(r, -1, 1);
    }
    points[3][axis] = points[0][axis];
    if (second) points[3][axis] += points[1][axis] - points[0][axis];
    if (third) points[3][axis] += points[2][axis] - points[0][axis];
    if (beside) points[3][axis] += draw_from(r, -1, 1);
    for (i = 0; i < 4; i++) points[i][axis] *= unit;
  }
  ask_points(a, points[0], 4);
  ask_end(a);
  answer_number(a, ci_orient3d(points[0], points[1], points[2], points[3]));
}

int main(int argc, char **argv) {
  static const case_kind kinds[] = {
      {"place", run_place}, {"small", run_small}, {"rows", run_rows},   {"box", run_box},
      {"axes", run_axes},   {"plane", run_plane}, {"boxes", run_boxes}, {"side", run_side}};
  return run_cases(kinds, (int)(sizeof kinds / sizeof kinds[0]), argc, argv);
}
