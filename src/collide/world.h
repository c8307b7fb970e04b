/* SPDX-License-Identifier: MIT
 *
 * Worlds: many shapes, groups, grids and meshes in a BVH. Part of collide.h, whose opening comment
 * applies here too.
 */
#ifndef COLLIDE_WORLD_API_H
#define COLLIDE_WORLD_API_H

#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* even where the including file hides its names */
#endif

/* Members have numbers that count up from 1 and are never used again. A query gives the same bits
 * as the array of the members in the order of their numbers; `index` of a hit is the number.
 * Members must stay where they are in memory as long as they are in the world.
 *
 * After moving a member, or setting cells of a grid, call collide_world_touch before the next
 * query. The next query updates the BVH. So queries change the world, although no answer shows it,
 * and one world is for one thread. A function that a query calls may query the same world, but must
 * not add, remove or touch members.
 *
 * If there is not enough memory, a world does not change. Queries need no memory; without it they
 * may become slower. */
/* `dimensions` is 2 or 3. NULL when there is not enough memory. `alloc` may be NULL. */
collide_world *collide_world_new(int dimensions, collide_alloc alloc, void *user);
/* NULL is allowed. */
void collide_world_free(collide_world *world);

/* Adds any target of the world's dimensions but an array. A target that is added twice is two
 * members. Returns the number; 0 if there is not enough memory, or after 2^31 - 1 numbers. */
int collide_world_add(collide_world *world, const collide_target *member);
/* Returns whether there was a member of that number. */
int collide_world_remove(collide_world *world, int number);
/* Says that the member has moved or changed. Takes no memory and next to no time. */
void collide_world_touch(collide_world *world, int number);

/* 1, and the member, or 0. */
int collide_world_member(const collide_world *world, int number, collide_target *member);

/* What is done with a member or two members; returns 0 to end the query. */
typedef int (*collide_world_take)(void *user, int number, const collide_target *member);

/* Each member whose bounds meet a box, which may be infinite; in no stated order. A member without
 * bounds is named always, an empty grid never. */
void collide_world_near_box(collide_world *world, const double min[3], const double max[3],
                            collide_world_take take, void *user);

/* Returns 0 to end the query; a < b. */
typedef int (*collide_world_take_pair)(void *user, int a, const collide_target *first, int b,
                                       const collide_target *second);
/* Every two members that may overlap, by collide/pair.h, each two once, in no stated order; and
 * perhaps some that do not. A member without bounds is named with every other, an empty grid with
 * none. */
void collide_world_near_pairs(collide_world *world, collide_world_take_pair take, void *user);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
