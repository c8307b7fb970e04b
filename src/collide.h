/* SPDX-License-Identifier: MIT
 *
 * collide: which cells does a ray cross, what does it hit and where, do these
 * two shapes meet and how deep.
 *
 * This header is the whole contract of the core, without Lua. It is C99 and
 * C++11 at once. No function here allocates, prints, keeps global state or
 * changes its arguments unless it says so; all are reentrant.
 *
 * Yes/no answers are exact: they are what real arithmetic gives for the
 * doubles passed and those that a shape keeps, and all sets are closed, so
 * touching counts. Measured values (t, points, normals) are rounded, each
 * within the bound given where it is described. The same bits come out on
 * every platform.
 *
 * A function takes at most 32 KB of stack, voxelizing 80 KB.
 *
 * Every double passed must be finite unless a comment allows otherwise.
 * Exactness holds for magnitudes from 1e-70 to 1e70; outside of it the
 * functions are safe and deterministic, but may answer wrongly.
 */
#ifndef COLLIDE_H
#define COLLIDE_H

#define COLLIDE_VERSION "0.1.0"

#include "collide/cast.h"
#include "collide/cells.h"
#include "collide/grid.h"
#include "collide/pair.h"
#include "collide/shape.h"
#include "collide/target.h"
#include "collide/voxel.h"

#endif
