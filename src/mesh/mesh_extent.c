/* SPDX-License-Identifier: MIT
 *
 * The bounds of a mesh, and its projection onto an axis. Only triangles that may reach farthest are
 * visited. The result has the same bits as with all triangles.
 */
#include "../number/fp.h"
#include "mesh.h"

#define UNIT 1.1102230246251565e-16 /* u = 2^-53 */

/* The direction in the mesh's own frame, g = (axis matrix), scaled to a largest component of 1.
 *
 * Let A be the sum of |axis_i linear_ij| |p_j| over i and j, and for a moved mesh that of |axis_j
 * p_j|, with |p_j| at most the mesh's reach. Then g . p is off by 4 u A because g is rounded. The
 * corner, rounded in the world, differs from p by at most 2 u A along the axis. So if two corners
 * are 12 u A apart along g, the farther one is also farther in the world. 16 u A covers the
 * rounding of the bound. 64 u covers that of ci_wide_reach and take_reach, which compute in the
 * tree's own numbers, at most 3. */
typedef struct reach_query {
  const collide_mesh *mesh;
  const double *axis; /* the axis of the projection, or NULL */
  int row;            /* the axis of the world, if `axis` is NULL */
  double sign;        /* 1 for the greatest, -1 for the least */
  double g[3], slack;
  double best;
  int found;
} reach_query;

static void begin(reach_query *q, const double axis[3]) {
  const collide_mesh_data *t = q->mesh->data;
  double most = 0, size = 0;
  int i, k;
  for (k = 0; k < 3; k++) {
    double sum = 0, magnitude = 0;
    for (i = 0; i < 3; i++) {
      double term = q->mesh->frame == COLLIDE_LINEAR ? axis[i] * q->mesh->turned.linear[3 * i + k]
                                                     : (i == k ? axis[i] : 0);
      sum += term;
      magnitude += fabs(term);
    }
    q->g[k] = q->sign * sum;
    size += magnitude * t->reach[k];
    if (fabs(sum) > most) most = fabs(sum);
  }
  for (k = 0; k < 3; k++) q->g[k] /= most;
  q->slack = 16 * UNIT * (size / most) * t->tree.scale + 64 * UNIT;
  if (!(most > 1e-200 && most < 1e200) || !(q->slack < 4)) { /* visits all */
    q->slack = HUGE_VAL;
    for (k = 0; k < 3; k++) q->g[k] = 0;
  }
  q->found = 0;
}

/* The extent of a triangle along the query's axis or row. */
static double reach_of(const reach_query *q, const collide_shape *triangle) {
  double low, high;
  if (q->axis != NULL) {
    collide_project(triangle, q->axis, &low, &high);
  } else {
    const double *a = triangle->a, *b = triangle->b, *c = triangle->of.facet.c;
    int k = q->row;
    low = a[k] < b[k] ? a[k] : b[k];
    low = c[k] < low ? c[k] : low;
    high = a[k] > b[k] ? a[k] : b[k];
    high = c[k] > high ? c[k] : high;
  }
  return q->sign < 0 ? low : high;
}

static int take_reach(void *user, int32_t first, int32_t count, double *reached) {
  reach_query *q = (reach_query *)user;
  const collide_mesh_data *t = q->mesh->data;
  collide_shape triangle;
  mesh_face room;
  int32_t i;
  int c, k;
  for (i = first; i < first + count; i++) {
    const mesh_face *face = ci_mesh_face(t, i, &room);
    double reach;
    ci_mesh_place(q->mesh, i, &triangle);
    reach = reach_of(q, &triangle);
    if (!q->found || q->sign * reach > q->sign * q->best) q->best = reach;
    q->found = 1;
    for (c = 0; c < 3; c++) {
      const double *p = ci_mesh_corner(t, face, c);
      double sum = 0;
      for (k = 0; k < 3; k++) sum += q->g[k] * ((p[k] - t->tree.center[k]) * t->tree.scale);
      if (sum > *reached) *reached = sum;
    }
  }
  return 0;
}

/* The farthest extent of all triangles, in the direction of `sign`; 0 for a mesh that was freed. */
static double find(const collide_mesh *mesh, const double axis[3], int row, double sign) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  reach_query q;
  q.mesh = mesh;
  q.axis = axis;
  q.row = row;
  q.sign = sign;
  q.best = 0;
  begin(&q, axis != NULL ? axis : axes[row]);
  ci_wide_reach(&mesh->data->tree, q.g, q.slack, take_reach, &q);
  return q.best;
}

void ci_mesh_bounds(const collide_mesh *mesh, double min[3], double max[3]) {
  const tree_box *box = &mesh->data->tree.box;
  int i, is_turned = mesh->frame == COLLIDE_LINEAR;
  for (i = 0; i < 3; i++) {
    twofold low = two_sum(is_turned ? find(mesh, NULL, i, -1) : box->low[i], mesh->position[i]);
    twofold high = two_sum(is_turned ? find(mesh, NULL, i, 1) : box->high[i], mesh->position[i]);
    min[i] = low.lo < 0 ? nextafter(low.hi, -HUGE_VAL) : low.hi + 0.0;
    max[i] = high.lo > 0 ? nextafter(high.hi, HUGE_VAL) : high.hi + 0.0;
  }
}

/* For a turned mesh, the middle and the half of its box are transformed with at most 5 u of their
 * terms. The sums with the position are rounded twice more. 16 u of all of that also covers the
 * rounding of corners, 2 u of `reach`. */
static void turn_box(const collide_mesh *m, const double low[3], const double high[3], int i,
                     double *min, double *max) {
  static const double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const double *row = (m->frame == COLLIDE_LINEAR ? m->turned.linear : same) + 3 * i;
  double middle = 0, half = 0, size = fabs(m->position[i]) + m->reach, doubt;
  int j;
  for (j = 0; j < 3; j++) {
    middle += row[j] * (0.5 * low[j] + 0.5 * high[j]);
    half += fabs(row[j]) * (0.5 * high[j] - 0.5 * low[j]);
  }
  doubt = 16 * UNIT * (size + half) + 1e-280;
  *min = m->position[i] + (middle - half) - doubt;
  *max = m->position[i] + (middle + half) + doubt;
}

void ci_mesh_box(const collide_mesh *mesh, double min[3], double max[3]) {
  int i;
  if (mesh->frame != COLLIDE_LINEAR) {
    ci_mesh_bounds(mesh, min, max);
    return;
  }
  for (i = 0; i < 3; i++)
    turn_box(mesh, mesh->data->tree.box.low, mesh->data->tree.box.high, i, &min[i], &max[i]);
}

typedef struct near_query {
  const collide_mesh *mesh;
  tree_bound bound;
  int (*take)(void *user, int number, double *latest);
  void *user;
} near_query;

static double bound_box(const void *user, const double low[3], const double high[3]) {
  const near_query *q = (const near_query *)user;
  double min[3], max[3];
  int i;
  for (i = 0; i < 3; i++) turn_box(q->mesh, low, high, i, &min[i], &max[i]);
  return q->bound(q->user, min, max);
}

static int take_near(void *user, int32_t first, int32_t count, double *latest) {
  const near_query *q = (const near_query *)user;
  mesh_face room;
  int32_t i;
  for (i = first; i < first + count; i++)
    if (!q->take(q->user, ci_mesh_face(q->mesh->data, i, &room)->number, latest)) return 1;
  return 0;
}

void ci_mesh_near(const collide_mesh *mesh, tree_bound bound, double latest,
                  int (*take)(void *user, int number, double *latest), void *user) {
  near_query q;
  q.mesh = mesh;
  q.bound = bound;
  q.take = take;
  q.user = user;
  ci_wide_near(&mesh->data->tree, bound_box, latest, take_near, &q);
}

void ci_mesh_project(const collide_mesh *mesh, const double axis[3], double *lowest,
                     double *highest) {
  *lowest = find(mesh, axis, 0, -1);
  *highest = find(mesh, axis, 0, 1);
}
