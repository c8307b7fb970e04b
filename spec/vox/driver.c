/* SPDX-License-Identifier: MIT
 *
 * Files of grids, for run.py:
 *   driver read [hidden] FILE        prints the palette, then the cells
 *   driver write vox|binvox FILE     writes the boxes that it reads: their two corners, and value
 *   driver mangle SEED COUNT FILE    reads COUNT spoilt copies of it, one of them cut at each
 *                                    byte, and says how many were refused
 *   driver starve FILE               reads and writes it with memory that ends ever later
 * What cannot be read or written is told as "refused: why".
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/file.h"

static const file_memory plain = {NULL, NULL};

static void *need(void *block) {
  if (block != NULL) return block;
  fputs("driver: not enough memory\n", stderr);
  exit(1);
}

static collide_grid *new_grid(void) {
  collide_grid_frame frame = collide_unit_frame(3);
  frame.size[0] = frame.size[1] = frame.size[2] = 0.25;
  frame.origin[0] = 10;
  frame.origin[1] = -20;
  frame.origin[2] = 30;
  return (collide_grid *)need(collide_grid_new(&frame, NULL, NULL));
}

static unsigned char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  unsigned char *bytes = (unsigned char *)need(malloc((size_t)1 << 24));
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  *size = fread(bytes, 1, (size_t)1 << 24, file);
  fclose(file);
  return bytes;
}

static int to_file(void *user, const void *bytes, size_t count) {
  return fwrite(bytes, 1, count, (FILE *)user) == count;
}

static int show(const char *path, int flags) {
  collide_grid *grid = new_grid();
  collide_grid_cells cells;
  vox_palette palette;
  file_limits limits = ci_file_limits(FILE_LIMIT);
  char text[FILE_TEXT];
  size_t size;
  unsigned char *bytes = read_file(path, &size);
  unsigned value;
  int i;
  if (!ci_vox_read(bytes, size, flags, &limits, &plain, grid, &palette, text)) {
    printf("refused: %s\n", text);
  } else {
    for (i = 1; i < VOX_COLORS; i++) {
      const unsigned char *c = palette.colors[i];
      printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]);
    }
    collide_grid_cells_begin(&cells, NULL, NULL);
    while ((value = collide_grid_cells_next(&cells, grid)) != 0) {
      printf("%" PRId64 " %" PRId64 " %" PRId64 " %u\n", cells.at[0], cells.at[1], cells.at[2],
             value);
    }
  }
  collide_grid_free(grid);
  free(bytes);
  return 0;
}

static int store(const char *kind, const char *path) {
  collide_grid *grid = new_grid();
  vox_palette palette;
  file_limits limits = ci_file_limits(FILE_LIMIT);
  char text[FILE_TEXT];
  int64_t low[3], high[3];
  unsigned value;
  int done;
  FILE *file = fopen(path, "wb");
  if (file == NULL) return 1;
  while (scanf("%" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %u",
               &low[0], &low[1], &low[2], &high[0], &high[1], &high[2], &value) == 7) {
    if (!collide_grid_fill(grid, low, high, value)) return 1;
  }
  ci_vox_default_palette(&palette);
  if (strcmp(kind, "vox") == 0) {
    done = ci_vox_write(grid, &palette, &limits, &plain, to_file, file, text);
  } else {
    done = ci_binvox_write(grid, &limits, &plain, to_file, file, text);
  }
  if (!done) printf("refused: %s\n", text);
  fclose(file);
  collide_grid_free(grid);
  return 0;
}

static uint32_t draw(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*state >> 33);
}

/* In a block of its own of just that size, so that a byte too far is noticed. */
static int is_refused(const unsigned char *bytes, size_t size) {
  collide_grid *grid = new_grid();
  vox_palette palette;
  file_limits limits = ci_file_limits(FILE_LIMIT);
  char text[FILE_TEXT];
  unsigned char *copy = (unsigned char *)need(malloc(size == 0 ? 1 : size));
  int refused;
  memcpy(copy, bytes, size);
  text[0] = '\0';
  refused = !ci_vox_read(copy, size, 0, &limits, &plain, grid, &palette, text);
  if (refused && text[0] == '\0') {
    puts("refused without a word");
    exit(1);
  }
  free(copy);
  collide_grid_free(grid);
  return refused;
}

static void spoil(unsigned char *bytes, size_t size, uint64_t *state) {
  static const unsigned char numbers[] = {0, 1, 2, 0x7f, 0x80, 0xff};
  uint32_t changes = 1 + draw(state) % 4;
  for (; changes > 0; changes--) {
    size_t at = draw(state) % size;
    uint32_t count = draw(state) % 3 == 0 ? 4 : 1;
    unsigned char byte = draw(state) % 2 ? numbers[draw(state) % 6] : (unsigned char)draw(state);
    for (; count > 0 && at < size; count--) bytes[at++] = byte;
  }
}

static int mangle(uint64_t seed, long count, const char *path) {
  size_t size, cut;
  unsigned char *bytes = read_file(path, &size);
  unsigned char *copy = (unsigned char *)need(malloc(size));
  long refused = 0, i;
  for (cut = 0; cut < size; cut++) {
    if (is_refused(bytes, cut)) continue;
    printf("taken, though cut at %lu\n", (unsigned long)cut);
    return 1;
  }
  for (i = 0; i < count; i++) {
    memcpy(copy, bytes, size);
    spoil(copy, size, &seed);
    refused += is_refused(copy, size);
  }
  printf("%ld\n", refused);
  free(copy);
  free(bytes);
  return 0;
}

/* Memory that is there for so many requests, and knows what it gave. */
typedef struct larder {
  long left;
  size_t given;
} larder;

static void *take_from(void *user, void *block, size_t old_size, size_t new_size) {
  larder *l = (larder *)user;
  if (new_size == 0) {
    free(block);
    l->given -= old_size;
    return NULL;
  }
  if (l->left-- <= 0) return NULL;
  l->given += new_size - old_size;
  return realloc(block, new_size);
}

static int drop(void *user, const void *bytes, size_t count) {
  (void)bytes;
  *(size_t *)user += count;
  return 1;
}

/* 1 when all could be done with memory for that many requests. */
static int is_enough(long requests, const unsigned char *bytes, size_t size) {
  larder l;
  file_memory memory;
  collide_grid_frame frame = collide_unit_frame(3);
  collide_grid *grid;
  vox_palette palette;
  file_limits limits = ci_file_limits(FILE_LIMIT);
  char text[FILE_TEXT] = "";
  size_t written = 0;
  int done;
  l.left = requests;
  l.given = 0;
  memory.alloc = take_from;
  memory.user = &l;
  grid = collide_grid_new(&frame, take_from, &l);
  if (grid == NULL) return 0;
  done = ci_vox_read(bytes, size, 0, &limits, &memory, grid, &palette, text) &&
         ci_vox_write(grid, &palette, &limits, &memory, drop, &written, text);
  collide_grid_free(grid);
  if (l.given != 0 || (!done && strstr(text, "not enough memory") == NULL)) {
    printf("with %ld: %lu bytes lost; %s\n", requests, (unsigned long)l.given, text);
    exit(1);
  }
  return done;
}

static int starve(const char *path) {
  size_t size;
  unsigned char *bytes = read_file(path, &size);
  long requests = 0;
  while (!is_enough(requests, bytes, size)) requests++;
  printf("%ld\n", requests);
  free(bytes);
  return 0;
}

int main(int count, char **arguments) {
  const char *command = count > 1 ? arguments[1] : "";
  if (strcmp(command, "read") == 0 && count == 3) return show(arguments[2], 0);
  if (strcmp(command, "read") == 0 && count == 4) return show(arguments[3], VOX_HIDDEN);
  if (strcmp(command, "write") == 0 && count == 4) return store(arguments[2], arguments[3]);
  if (strcmp(command, "starve") == 0 && count == 3) return starve(arguments[2]);
  if (strcmp(command, "mangle") == 0 && count == 5)
    return mangle(strtoull(arguments[2], NULL, 10), atol(arguments[3]), arguments[4]);
  fputs("driver: see the top of driver.c\n", stderr);
  return 2;
}
