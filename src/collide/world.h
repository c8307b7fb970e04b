/* SPDX-License-Identifier: MIT
 *
 * Worlds: many shapes, groups, grids and meshes in a BVH. Part of collide.h, whose opening comment
 * applies here too.
 */
#ifndef COLLIDE_WORLD_API_H
#define COLLIDE_WORLD_API_H

#include "target.h"
#include "begin.h"

/* Members have numbers that count up from 1 and are never used again. A query gives the same bits
 * as the array of the members in the order of their numbers; `index` of a hit is the number.
 * Members must stay where they are in memory as long as they are in the world.
 *
 * After moving a member, or setting cells of a grid, call collide_world_touch before the next
 * query. That query updates the BVH. So queries write to the world, and only one thread may use it.
 * The update changes no answer. A callback of a query may query the same world, but must not add,
 * remove or touch members.
 *
 * If there is not enough memory, a world does not change. Queries never fail for lack of memory,
 * but may become slower. */

/* A world of 2 or 3 dimensions, or NULL if there is not enough memory. If alloc is NULL, realloc
 * and free are used. */
collide_world *collide_world_new(int dimensions, collide_alloc alloc, void *user);
/* NULL is allowed. */
void collide_world_free(collide_world *world);

/* Adds a target with the world's dimensions. A target that is added twice is two members. Returns
 * the number. Returns 0 for an array or a world, without enough memory, and after 2^31 - 1 numbers.
 */
int collide_world_add(collide_world *world, const collide_target *member);
/* Removes a member. Returns 1, or 0 if the number has no member. */
int collide_world_remove(collide_world *world, int number);
/* Marks a member that has moved or changed. Takes no memory and next to no time. */
void collide_world_touch(collide_world *world, int number);

/* Writes the member with this number and returns 1, or returns 0 if there is none. */
int collide_world_member(const collide_world *world, int number, collide_target *member);

/* The callback of collide_world_near_box; returns 0 to end the query. */
typedef int (*collide_world_take)(void *user, int number, const collide_target *member);

/* Broad phase: calls `take` for each member whose bounds overlap the box. The box may be infinite.
 * The order is not specified. A member without bounds always counts, an empty grid never. */
void collide_world_near_box(collide_world *world, const double min[3], const double max[3],
                            collide_world_take take, void *user);

/* The callback of collide_world_near_pairs, with a < b; returns 0 to end the query. */
typedef int (*collide_world_take_pair)(void *user, int a, const collide_target *first, int b,
                                       const collide_target *second);
/* Broad phase: calls `take` once for each pair of members that overlap, in the sense of
 * collide/pair.h, and perhaps for pairs that do not. The order is not specified. A member without
 * bounds pairs with every other member, an empty grid with none. */
void collide_world_near_pairs(collide_world *world, collide_world_take_pair take, void *user);

#include "end.h"

#endif
