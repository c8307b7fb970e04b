/* SPDX-License-Identifier: MIT
 *
 * Ellipses, as polygons. The corners lie as far outside of the ellipse as the middles of the edges
 * lie inside: for the unit circle a corner is at k = 2 / (1 + c), with c = cos(pi / n), and the
 * middle of an edge at k c = 2 - k. So both are off by (1 - c) / (1 + c), which is 0.000603 for 64
 * corners. A linear map multiplies no distance by more than the greater radius.
 */
#include "../number/fp.h"

#include <string.h>

#include "../collide.h"
#include "../number/sincos.h"
#include "shape.h"

#define PI 3.14159265358979323846

/* Corner i of the unit circle. The four quarters have the same bits, and so have both halves of
 * each. */
static void unit_corner(int i, double p[2]) {
  const int quarter = COLLIDE_ELLIPSE_CORNERS / 4;
  int k = i % quarter, j = k > quarter / 2 ? quarter - k : k;
  double step = PI / COLLIDE_ELLIPSE_CORNERS, c, s, x, y, unused;
  ci_sincos(step, &c, &unused);
  c = 2 / (1 + c);
  ci_sincos(2 * step * j, &x, &y);
  s = c * (j == k ? y : x);
  c *= j == k ? x : y;
  i /= quarter;
  p[0] = i == 0 ? c : i == 1 ? -s : i == 2 ? -c : s;
  p[1] = i == 0 ? s : i == 1 ? c : i == 2 ? -s : -c;
}

void ci_ellipse_corners(const double *points, int count, const double radii[2], double *corners) {
  int i, k;
  for (i = 0; i < COLLIDE_ELLIPSE_CORNERS; i++) {
    double u[2];
    unit_corner(i, u);
    for (k = 0; k < count; k++) {
      double *to = corners + 2 * (k * COLLIDE_ELLIPSE_CORNERS + i);
      to[0] = points[2 * k] + radii[0] * u[0];
      to[1] = points[2 * k + 1] + radii[1] * u[1];
    }
  }
}

collide_error collide_make_ellipse(collide_shape *shape, collide_source *source,
                                   const double radii[2], void *storage) {
  static const double center[2] = {0, 0};
  double corners[2 * COLLIDE_ELLIPSE_CORNERS];
  collide_error error;
  int unused;
  if (!(radii[0] > 0 && radii[1] > 0)) return COLLIDE_ERROR_SIZE;
  ci_ellipse_corners(center, 1, radii, corners);
  error = collide_make_polygon(shape, source, corners, COLLIDE_ELLIPSE_CORNERS, storage, &unused);
  if (error != COLLIDE_OK) return COLLIDE_ERROR_SIZE;
  if (source != NULL) memcpy(source->sizes, radii, 2 * sizeof radii[0]);
  return COLLIDE_OK;
}
