/* SPDX-License-Identifier: MIT
 *
 * Tests one cell at a time, by either method of triangle_box.c, with everything that does not
 * depend on the cell computed in advance. Each test asks whether a linear function of the cell's
 * coordinates is negative at one corner of the cell, which is the same corner for all cells. The
 * functions are divided by a bound on their error, so a value above 1 is certainly positive and a
 * value below -1 certainly negative. In between ci_triangle_meets_box decides.
 *
 * In the bounds below w is a width and d a doubt (VOXEL_DOUBT): a corner is off by 3/16 d, a
 * difference of corners by 0.41 d (voxel_slabs.c), a cell's corner by 1/8 d; a rounding of a value
 * that is at most w_u w_v is (d_u w_v + d_v w_u) / 64 at most.
 */
#include "../number/orient.h"
#include "../number/scalar.h"
#include "../pair/triangle_box.h"
#include "voxel.h"

/* In units of d_u w_v + d_v w_u, an edge function is off by 0.41 for the edge, 3/16 + 1/8 for the
 * cell's corner from the triangle's, and 27 roundings, 0.42: 1.15. As an axis it is off by
 * 0.41 + 5/16 likewise, by half of the area's 0.89 twice (for the middle of the triangle and
 * for its reach), 0.2 for the reach of the cell, and 40 roundings, 0.63: 2.5. 3 is used. */
#ifndef TEST_VIEW
#define TEST_VIEW 3
#endif

/* In units of d_x w_y w_z + d_y w_x w_z + d_z w_x w_y (of which a rounding is 1/96 at most), the
 * plane's function is off by 2 * 0.89 for the normal, 5/16 for the middle of the cell, 0.89
 * for the normal in the reach of the cell, and 40 roundings, 0.42: 3.5. 4 is used. */
#ifndef TEST_PLANE
#define TEST_PLANE 4
#endif

/* The value of a function that does not separate any cell. */
static const double never = 2;

/* Sets a function to 0 if it is not finite, or nearly so: then every cell is in doubt. */
static void divide(double *f, int count, double by) {
  int i, ok = 1;
  for (i = 0; i < count; i++) {
    f[i] /= by;
    ok &= fabs(f[i]) <= 1e100;
  }
  if (ok) return;
  for (i = 0; i < count; i++) f[i] = 0;
}

/* ---- Setting up ---------------------------------------------------------------------- */

/* The edge function a u + b v + c of a cell from u, v to u + 1, v + 1 where it is greatest. */
static void set_edge(double f[3], double a, double b, double c, double doubt) {
  f[0] = a;
  f[1] = b;
  f[2] = c + (a > 0 ? a : 0) + (b > 0 ? b : 0);
  divide(f, 3, doubt);
}

/* The same in the middle of the cell, from the middle of the triangle, which reaches
 * from 0 to `area`; and how far both reach from there. */
static void set_axis(double f[4], double a, double b, double c, double area, double doubt) {
  f[0] = a;
  f[1] = b;
  f[2] = c + (a + b) / 2 - area / 2;
  f[3] = (fabs(a) + fabs(b) + fabs(area)) / 2;
  divide(f, 4, doubt);
}

/* The projection along an axis. Returns the component of the normal along it. */
static double set_projection(const voxel_triangle *t, int axis, double edges[3][3],
                             double axes[3][4]) {
  int u = (axis + 1) % 3, v = (axis + 2) % 3, k, winding;
  double doubt =
      TEST_VIEW * (t->doubt[u] * (double)t->width[v] + t->doubt[v] * (double)t->width[u]);
  const double *x = t->at[u], *y = t->at[v];
  double area = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
  winding = filter_sign(area, doubt);
  if (winding == FILTER_UNSURE) winding = ci_voxel_winding(t, axis);
  for (k = 0; k < 3; k++) {
    int next = (k + 1) % 3;
    double a = y[k] - y[next], b = x[next] - x[k], c = -(a * x[k] + b * y[k]);
    int inside = winding < 0 ? -1 : 1; /* either value works for 0: edges go both ways */
    if (t->corner[k][u] == t->corner[next][u] && t->corner[k][v] == t->corner[next][v]) {
      edges[k][0] = edges[k][1] = axes[k][0] = axes[k][1] = axes[k][2] = 0;
      edges[k][2] = axes[k][3] = never;
      continue;
    }
    set_edge(edges[k], inside * a, inside * b, inside * c, doubt);
    set_axis(axes[k], a, b, c, area, doubt);
  }
  return area;
}

static void set_plane(const voxel_triangle *t, const double normal[3], double f[5]) {
  double doubt = 0;
  int i, degenerate = 1;
  for (i = 0; i < 3; i++) degenerate &= ci_voxel_winding(t, i) == 0;
  for (i = 0; i < 5; i++) f[i] = 0;
  if (degenerate) {
    f[4] = never;
    return;
  }
  for (i = 0; i < 3; i++) {
    f[i] = normal[i];
    f[3] -= normal[i] * (t->at[i][0] - 0.5);
    f[4] += fabs(normal[i]) / 2;
    doubt +=
        TEST_PLANE * t->doubt[i] * (double)t->width[(i + 1) % 3] * (double)t->width[(i + 2) % 3];
  }
  divide(f, 5, doubt);
}

void ci_voxel_test_begin(const voxel_triangle *t, cell_test *test) {
  double normal[3];
  int i;
  for (i = 0; i < 3; i++) {
    test->low[i] = t->low[i];
    test->width[i] = (uint64_t)t->width[i];
    memcpy(test->corner[i], t->corner[i], sizeof test->corner[i]);
    normal[i] = set_projection(t, i, test->edges + 3 * i, test->axes + 3 * i);
  }
  set_plane(t, normal, test->plane);
}

int ci_cell_test_begin(cell_test *test, const collide_grid_frame *frame, const double a[3],
                       const double b[3], const double c[3]) {
  voxel_rule rule;
  voxel_triangle t;
  voxel_point points[3];
  const voxel_point *point[3];
  const double *corner[3];
  int i;
  corner[0] = a;
  corner[1] = b;
  corner[2] = c;
  ci_voxel_rule_begin(&rule, frame, 0);
  for (i = 0; i < 3; i++) {
    if (!ci_voxel_locate(&rule, corner[i], &points[i])) return 0;
    point[i] = &points[i];
  }
  ci_voxel_triangle_begin(&t, &rule, corner, point);
  ci_voxel_triangle_place(&t, point);
  test->frame = *frame;
  ci_voxel_test_begin(&t, test);
  return 1;
}

/* ---- Asking ------------------------------------------------------------------------------ */

/* The separation of the cell from the plane; negative: they are separated. */
static inline double plane_separation(const cell_test *test, const double at[3]) {
  const double *f = test->plane;
  return f[4] - fabs(f[0] * at[0] + f[1] * at[1] + f[2] * at[2] + f[3]);
}

static inline double edge_left(const double f[3], double u, double v) {
  return f[0] * u + f[1] * v + f[2];
}

static inline double axis_left(const double f[4], double u, double v) {
  return f[3] - fabs(f[0] * u + f[1] * v + f[2]);
}

/* 1, 0, or -1 in doubt. */
static inline int judge(double least) {
  return least > 1 ? 1 : least < -1 ? 0 : -1;
}

static inline int test_pef(const cell_test *test, const double at[3], double least) {
  int i;
  for (i = 0; i < 3; i++) {
    least = lesser(least, edge_left(test->edges[i], at[1], at[2]));
    least = lesser(least, edge_left(test->edges[i + 3], at[2], at[0]));
    least = lesser(least, edge_left(test->edges[i + 6], at[0], at[1]));
  }
  return judge(least);
}

static inline int test_sat(const cell_test *test, const double at[3], double least) {
  int i;
  for (i = 0; i < 3; i++) {
    least = lesser(least, axis_left(test->axes[i], at[1], at[2]));
    least = lesser(least, axis_left(test->axes[i + 3], at[2], at[0]));
    least = lesser(least, axis_left(test->axes[i + 6], at[0], at[1]));
  }
  return judge(least);
}

static int test_exactly(const cell_test *test, const int64_t cell[3], int open) {
  const double *corner[3];
  double low[3], high[3];
  int i;
  for (i = 0; i < 3; i++) {
    corner[i] = test->corner[i];
    low[i] = cells_boundary(test->frame.size[i], test->frame.origin[i], (double)cell[i]);
    high[i] = cells_boundary(test->frame.size[i], test->frame.origin[i], (double)cell[i] + 1);
  }
  return ci_triangle_meets_box(corner, low, high, open);
}

/* Counted from the first cell. */
static inline void place_cell(const cell_test *test, const int64_t cell[3], double at[3]) {
  at[0] = (double)(cell[0] - test->low[0]);
  at[1] = (double)(cell[1] - test->low[1]);
  at[2] = (double)(cell[2] - test->low[2]);
}

static inline int is_within(const cell_test *test, const int64_t cell[3]) {
  return ((uint64_t)(cell[0] - test->low[0]) < test->width[0]) &
         ((uint64_t)(cell[1] - test->low[1]) < test->width[1]) &
         ((uint64_t)(cell[2] - test->low[2]) < test->width[2]);
}

int ci_cell_test_pef(const cell_test *test, const int64_t cell[3]) {
  double at[3], least;
  int answer;
  place_cell(test, cell, at);
  least = plane_separation(test, at);
  if (least < -1 || !is_within(test, cell)) return 0;
  answer = test_pef(test, at, least);
  return answer >= 0 ? answer : test_exactly(test, cell, 0);
}

int ci_voxel_test_sat(const cell_test *test, const int64_t cell[3], int open) {
  double at[3], least;
  int answer;
  place_cell(test, cell, at);
  least = plane_separation(test, at);
  if (least < -1 || !is_within(test, cell)) return 0;
  answer = test_sat(test, at, least);
  return answer >= 0 ? answer : test_exactly(test, cell, open);
}

int ci_cell_test_sat(const cell_test *test, const int64_t cell[3]) {
  return ci_voxel_test_sat(test, cell, 0);
}
