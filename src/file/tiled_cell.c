/* SPDX-License-Identifier: MIT
 *
 * The shapes of a tile as the shapes of a cell.
 */
#include "tiled.h"

#include <math.h>
#include <string.h>

#include "../number/scalar.h"

/* In pixels. Files of Tiled have six digits, and a corner is the sum of two such numbers. */
#define SNAP 0.001

void ci_tiled_convert_to_cell(double *points, int count, const double cell[2]) {
  int i;
  for (i = 0; i < 2 * count; i++) {
    double x = points[i], size = cell[i % 2];
    points[i] = fabs(x) <= SNAP ? 0 : fabs(x - size) <= SNAP ? 1 : x / size;
  }
}

double ci_tiled_measure_beyond(const double *points, int count, const double cell[2], int *side) {
  double most = 0;
  int i;
  for (i = 0; i < 2 * count; i++) {
    double beyond = greater(0 - points[i], points[i] - 1) * cell[i % 2];
    if (!(beyond > most)) continue;
    most = beyond;
    *side = 2 * (i % 2) + (points[i] > 1);
  }
  return most;
}

/* ---- Clipping -------------------------------------------------------------------------------- */

/* The point of the edge from p to q at which a coordinate is `bound`. The edge from q to p gives
 * the same point, so neighbours still share it. */
static void find_crossing(const double *p, const double *q, int axis, double bound, double out[2]) {
  int other = 1 - axis;
  double t;
  if (q[axis] < p[axis]) {
    const double *swap = p;
    p = q;
    q = swap;
  }
  t = (bound - p[axis]) / (q[axis] - p[axis]);
  out[axis] = bound;
  out[other] = clamp(p[other] + t * (q[other] - p[other]), lesser(p[other], q[other]),
                     greater(p[other], q[other]));
}

/* Sutherland and Hodgman: cuts off the part of the polygon beyond one side of the cell. */
static int clip_side(const double *points, int count, int axis, int side, double *out) {
  int i, kept = 0;
  for (i = 0; i < count; i++) {
    const double *p = points + 2 * i, *q = points + 2 * ((i + 1) % count);
    int p_inside = side ? p[axis] <= 1 : p[axis] >= 0,
        q_inside = side ? q[axis] <= 1 : q[axis] >= 0;
    if (p_inside) memcpy(out + 2 * kept++, p, 2 * sizeof p[0]);
    if (p_inside != q_inside) find_crossing(p, q, axis, side, out + 2 * kept++);
  }
  return kept;
}

int ci_tiled_clip_to_cell(double *points, int count, double *spare) {
  int side;
  for (side = 0; side < 4; side++) { /* each adds at most one corner */
    count = clip_side(points, count, side / 2, side % 2, spare);
    memcpy(points, spare, (size_t)count * 2 * sizeof points[0]);
  }
  return count;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

size_t ci_tiled_parts_size(void) {
  return sizeof(tiled_parts) + GRID_FORM_PARTS * collide_polygon_storage(GRID_FORM_CORNERS);
}

static collide_error add_part(tiled_parts *parts, const double *corners, int count) {
  size_t storage = collide_polygon_storage(GRID_FORM_CORNERS);
  collide_shape *shape = parts->shapes + parts->count;
  collide_source source;
  collide_error error;
  int corner;
  if (parts->count == GRID_FORM_PARTS) return COLLIDE_ERROR_LIMIT;
  if (count == 2)
    error = collide_make_segment_2d(shape, &source, corners, corners + 2);
  else
    error = collide_make_polygon(shape, &source, corners, count,
                                 (char *)parts->storage + (size_t)parts->count * storage, &corner);
  if (error == COLLIDE_OK) parts->list[parts->count++] = shape;
  return error;
}

/* A fan: all parts have corner 0. */
collide_error ci_tiled_add_convex(tiled_parts *parts, const double *points, const int *corners,
                                  int count) {
  double part[2 * GRID_FORM_CORNERS];
  collide_error error;
  int i = 1, k, more;
  do {
    more = (int)lesser_integer(count - i, GRID_FORM_CORNERS - 1);
    memcpy(part, points + 2 * corners[0], 2 * sizeof part[0]);
    for (k = 0; k < more; k++)
      memcpy(part + 2 * k + 2, points + 2 * corners[i + k], 2 * sizeof part[0]);
    error = add_part(parts, part, more + 1);
    i += more - 1;
  } while (error == COLLIDE_OK && i + 1 < count);
  return error;
}
