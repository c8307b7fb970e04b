/* SPDX-License-Identifier: MIT
 *
 * Rows of the table of pairs that try a closed form first.
 */
#ifndef COLLIDE_NEAR_ROWS_H
#define COLLIDE_NEAR_ROWS_H

#include "../pair/pair_table.h"

extern const pair_row ci_near_cores, ci_near_two_balls, ci_near_ball_box, ci_near_levels,
    ci_near_box_box;

#endif
