/* SPDX-License-Identifier: MIT
 *
 * Cells of grids as closed boxes.
 */
#include "../cells/cells.h"
#include "../grid/grid.h"
#include "meet.h"

int ci_cells_before(const int64_t p[3], const int64_t q[3]) {
  if (p[2] != q[2]) return p[2] < q[2];
  return p[1] != q[1] ? p[1] < q[1] : p[0] < q[0];
}

/* About the cell of x. Let q = (x - origin) / size in real numbers. Boundary k is off from origin +
 * k size by u |k| size for the product and u times itself for the sum, and what is computed for q
 * by u |x| / size, u |origin| / size and 3 u |q|, u = 2^-53; a boundary near x is about as large as
 * x. So the cells whose closed intervals hold x differ from q by 1 and 8 u times the three
 * magnitudes at most; 2^-49 is 16 u. */
static double index_of(const collide_grid_frame *f, int axis, double x, int side) {
  double q = x / f->size[axis] - f->origin[axis] / f->size[axis];
  double most = fabs(q) + fabs(x / f->size[axis]) + fabs(f->origin[axis] / f->size[axis]);
  return q + side * (2 + 1.7763568394002505e-15 * most);
}

void ci_cells_range(const collide_grid *grid, const double low[3], const double high[3],
                    int64_t min[3], int64_t max[3]) {
  int i;
  min[2] = max[2] = 0;
  for (i = 0; i < grid->frame.dimensions; i++) {
    double first = index_of(&grid->frame, i, low[i], -1);
    double last = index_of(&grid->frame, i, high[i], 1);
    min[i] = grid->low[i];
    max[i] = grid->high[i];
    if (grid->count == 0 || first > (double)max[i] || last < (double)min[i]) {
      min[i] = 1;
      max[i] = 0;
      return;
    }
    if (first > (double)min[i]) min[i] = (int64_t)floor(first);
    if (last < (double)max[i]) max[i] = (int64_t)ceil(last);
  }
}
