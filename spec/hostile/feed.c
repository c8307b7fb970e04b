/* SPDX-License-Identifier: MIT */
#include "feed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void feed_fail(const char *what) {
  fprintf(stderr, "files: %s\n", what);
  abort();
}

void *feed_take(void *user, void *block, size_t old_size, size_t size) {
  const size_t limit = (size_t)256 << 20;
  feed_purse *purse = (feed_purse *)user;
  void *got;
  if (size == 0) {
    if (block != NULL) purse->held -= old_size;
    free(block);
    return NULL;
  }
  if (purse->held - old_size > limit - size || size > limit) return NULL;
  got = realloc(block, size);
  if (got == NULL) return NULL;
  purse->held += size - old_size;
  if (purse->held > purse->most) purse->most = purse->held;
  return got;
}

int feed_vox(const unsigned char *bytes, size_t size) {
  feed_purse purse = {0, 0};
  file_memory memory;
  collide_grid_frame frame = collide_unit_frame(3);
  collide_grid *grid;
  vox_palette palette;
  char text[FILE_TEXT] = "";
  int taken;
  memory.alloc = feed_take;
  memory.user = &purse;
  grid = collide_grid_new(&frame, feed_take, &purse);
  taken =
      hostile_vox_read(bytes, size, (int)(size % 2) * VOX_HIDDEN, &memory, grid, &palette, text);
  if (!taken && text[0] == '\0') feed_fail("a .vox is refused without a reason");
  if (taken) feed_grid(grid);
  collide_grid_free(grid);
  if (purse.held != 0) feed_fail("memory is lost by a .vox");
  return taken;
}

int feed_code(const unsigned char *bytes, size_t size) {
  feed_purse purse = {0, 0};
  collide_error error = COLLIDE_OK;
  collide_grid *grid = collide_grid_decode(bytes, size, feed_take, &purse, &error);
  int taken = grid != NULL;
  if (taken != (error == COLLIDE_OK)) feed_fail("decoding gives a grid and an error, or neither");
  if (taken) feed_grid(grid);
  collide_grid_free(grid);
  if (purse.held != 0) feed_fail("memory is lost by a string");
  return taken;
}
