/* SPDX-License-Identifier: MIT
 *
 * Where Tiled draws tiles and objects.
 */
#include "tiled.h"

#include <math.h>

#include "../number/scalar.h"
#include "../number/sincos.h"

/* Exact for multiples of 90 degrees. */
static void sincos_of_degrees(double degrees, double *cosine, double *sine) {
  static const double quarters[] = {1, 0, -1, 0};
  double turns = degrees / 360, quarter = (turns - floor(turns)) * 4;
  int i = (int)quarter % 4;
  if (quarter == floor(quarter)) {
    *cosine = quarters[i];
    *sine = quarters[(i + 3) % 4];
  } else {
    ci_sincos(degrees / 180 * 3.141592653589793, cosine, sine);
  }
}

void ci_tiled_place_point(const tiled_placing *m, double x, double y, double out[2]) {
  out[0] = m->linear[0] * x + m->linear[1] * y + m->at[0];
  out[1] = m->linear[2] * x + m->linear[3] * y + m->at[1];
}

void ci_tiled_project(double slant, double linear[4]) {
  linear[0] = slant != 0 ? slant : 1;
  linear[1] = -slant;
  linear[2] = slant != 0 ? 0.5 : 0;
  linear[3] = slant != 0 ? 0.5 : 1;
}

/* Replaces the linear map m by m * by. */
static void multiply(double m[4], const double by[4]) {
  int row;
  for (row = 0; row < 4; row += 2) {
    double a = m[row], b = m[row + 1];
    m[row] = a * by[0] + b * by[2];
    m[row + 1] = a * by[1] + b * by[3];
  }
}

void ci_tiled_place_tile(tiled_placing *m, const tiled_tile *tile, const double size[2], int anchor,
                         int is_whole) {
  double scale[2], center[2];
  int i;
  center[0] = size[tile->flip_diagonal] / 2;
  center[1] = size[1] - size[1 - tile->flip_diagonal] / 2;
  for (i = 0; i < 2; i++) scale[i] = tile->size[i] > 0 ? size[i] / tile->size[i] : 0;
  if (tile->keeps_aspect) scale[0] = scale[1] = lesser(scale[0], scale[1]);
  for (i = 0; i < 2; i++) {
    int step = i == 0 ? (anchor - TILED_TOP_LEFT) % 3 : (anchor - TILED_TOP_LEFT) / 3;
    int axis = tile->flip_diagonal ? 1 - i : i, flip = i == 0 ? tile->flip_x : tile->flip_y;
    double factor = is_whole ? 1 : scale[axis], own = is_whole ? size[axis] : tile->size[axis];
    m->linear[2 * i + axis] = flip ? -factor : factor;
    m->linear[2 * i + 1 - axis] = 0;
    m->at[i] = center[i] - m->linear[2 * i + axis] * own / 2 - size[i] * step / 2 +
               tile->offset[i] * scale[i];
  }
  m->slant = is_whole ? 0 : tile->slant;
  if (!is_whole) ci_tiled_place_point(m, tile->origin[0], tile->origin[1], m->at);
}

void ci_tiled_place_object(tiled_placing *m, double x, double y, double degrees) {
  double plane[4], turn[4];
  sincos_of_degrees(degrees, &turn[0], &turn[2]);
  turn[1] = -turn[2];
  turn[3] = turn[0];
  ci_tiled_project(m->slant, plane);
  ci_tiled_place_point(m, plane[0] * x + plane[1] * y, plane[2] * x + plane[3] * y, m->at);
  multiply(m->linear, turn);
  multiply(m->linear, plane);
}

int ci_tiled_keeps_circles(const tiled_placing *m) {
  double a = m->linear[0], b = m->linear[1], c = m->linear[2], d = m->linear[3];
  return a * b + c * d == 0 && a * a + c * c == b * b + d * d;
}

double ci_tiled_scale(const tiled_placing *m) {
  double a = m->linear[0], c = m->linear[2];
  return a == 0 || c == 0 ? fabs(a + c) : sqrt(a * a + c * c);
}

int ci_tiled_keeps_rects(const tiled_placing *m) {
  return (m->linear[1] == 0 && m->linear[2] == 0) || (m->linear[0] == 0 && m->linear[3] == 0);
}

void ci_tiled_write_arc(const tiled_placing *m, const double center[2], const double radii[2],
                        double first, double step, int count, double *corners) {
  double cosine, sine;
  int i;
  for (i = 0; i < count; i++) {
    sincos_of_degrees(first + i * step, &cosine, &sine);
    ci_tiled_place_point(m, center[0] + radii[0] * cosine, center[1] + radii[1] * sine,
                         corners + 2 * i);
  }
}
