/* SPDX-License-Identifier: MIT
 *
 * collide: which cells does a ray cross, what does a ray hit and where, do two
 * shapes meet and how deep?
 *
 * This header and the headers that it includes are the complete contract of the core, which knows
 * nothing of Lua. They are valid C99 and valid C++11.
 *
 * Exactness. Every yes or no is the answer of real arithmetic. Its inputs are the doubles passed
 * and the doubles that a shape keeps. All sets are closed, so touching counts. Measured values (t,
 * points, normals) are rounded. Each is described with its error bound. Every platform gives the
 * same bits.
 *
 * Range. Every double passed must be from -COLLIDE_LARGEST to COLLIDE_LARGEST, which is 1e300,
 * unless a comment allows otherwise. Exactness holds for zero and for magnitudes from 1e-70 to
 * 1e70. Beyond that range the functions stay safe and deterministic, and no number of an answer is
 * NaN, but an answer may be wrong. A point of a half-space may lie beyond COLLIDE_LARGEST, and then
 * be infinite. So may the t of a direction that is short beside the distance.
 *
 * State. No function prints or keeps global state, so all are reentrant. Only grids, the
 * voxelizer, meshes and worlds allocate memory. An argument is changed only where its comment says
 * so. A function takes at most 40 KB of stack. Shapecasts in space take at most 48 KB, moves in
 * the plane 60 KB, moves in space 64 KB, and voxelizing 80 KB.
 *
 * Results. A function that answers yes or no returns 1 or 0; one that may have no test for its
 * arguments returns a collide_answer. Makers, poses, decoding and voxelizing return a
 * collide_error, and collide_error_text gives its text. Functions write results through pointers.
 * On a miss or an error they write nothing, unless a comment says otherwise.
 */
#ifndef COLLIDE_H
#define COLLIDE_H

#define COLLIDE_VERSION "0.1.0"

#include "collide/answer.h"
#include "collide/cast.h"
#include "collide/cells.h"
#include "collide/flags.h"
#include "collide/grid.h"
#include "collide/group.h"
#include "collide/proximity.h"
#include "collide/mesh.h"
#include "collide/move.h"
#include "collide/pair.h"
#include "collide/shape.h"
#include "collide/sweep.h"
#include "collide/target.h"
#include "collide/voxel.h"
#include "collide/world.h"

#endif
