/* SPDX-License-Identifier: MIT
 *
 * What `make fuzz-files` does with bytes that may be anything.
 */
#ifndef HOSTILE_FEED_H
#define HOSTILE_FEED_H

#include "vox.h"

/* Each reads the bytes, which are refused or make a grid, and asks that grid everything. It ends
 * the program by abort() when something is wrong. Returns 1 when the bytes were taken. */
int feed_vox(const unsigned char *bytes, size_t size);
int feed_code(const unsigned char *bytes, size_t size);

/* Whether a grid agrees with itself: its cells with its count and bounds, the string that it
 * encodes to, what casts hit, a change that is undone, and files that it is written to. */
void feed_grid(collide_grid *grid);

/* Gives up to 256 MB in all; `user` counts them. */
typedef struct feed_purse {
  size_t held, most;
} feed_purse;

void *feed_take(void *user, void *block, size_t old_size, size_t size);
/* Says what is wrong, and aborts. */
void feed_fail(const char *what);

#endif
