/* SPDX-License-Identifier: MIT
 *
 * Built by AFL++'s compiler: reads what afl-fuzz gives it. Built by any other compiler:
 *   files codes DIRECTORY                     writes grids as strings into it, to begin with
 *   files replay vox|code FILE...             reads each of the files
 *   files spoil vox|code SEED SECONDS LAST FILE...
 *                                             reads spoilt copies of them, for so long; each is
 *                                             in the file LAST while it is read
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "feed.h"

typedef int (*feeder)(const unsigned char *bytes, size_t size);

/* The slowest may take this long, with sanitizers, in seconds of the processor. */
#define SLOW 5.0

static feeder find_feeder(const char *name) {
  if (strcmp(name, "vox") == 0) return feed_vox;
  if (strcmp(name, "code") == 0) return feed_code;
  fputs("files: vox or code expected\n", stderr);
  exit(2);
}

/* In a block of just that size, so that a byte too far is noticed. */
static int feed_copy(feeder feed, const unsigned char *bytes, size_t size) {
  unsigned char *copy = (unsigned char *)malloc(size == 0 ? 1 : size);
  int taken;
  if (copy == NULL) feed_fail("this machine has no memory left");
  memcpy(copy, bytes, size);
  taken = feed(copy, size);
  free(copy);
  return taken;
}

#if defined(__AFL_FUZZ_TESTCASE_LEN)

__AFL_FUZZ_INIT();

int main(int count, char **arguments) {
  feeder feed = find_feeder(count > 1 ? arguments[1] : "");
  unsigned char *bytes;
  __AFL_INIT();
  bytes = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(2000)) feed_copy(feed, bytes, (size_t)__AFL_FUZZ_TESTCASE_LEN);
  return 0;
}

#else

enum { MOST_BYTES = 1 << 20 };

static void *need(void *block) {
  if (block == NULL) feed_fail("this machine has no memory left");
  return block;
}

static unsigned char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  unsigned char *bytes = (unsigned char *)need(malloc(MOST_BYTES));
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  *size = fread(bytes, 1, MOST_BYTES, file);
  fclose(file);
  return bytes;
}

static void write_file(const char *path, const unsigned char *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  if (file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0) return;
  perror(path);
  exit(1);
}

static int feed_timed(feeder feed, const unsigned char *bytes, size_t size) {
  clock_t begin = clock();
  int taken = feed_copy(feed, bytes, size);
  if ((double)(clock() - begin) > SLOW * CLOCKS_PER_SEC) feed_fail("that took too long");
  return taken;
}

static int replay(feeder feed, int count, char **paths) {
  int i, taken = 0;
  for (i = 0; i < count; i++) {
    size_t size;
    unsigned char *bytes = read_file(paths[i], &size);
    taken += feed_timed(feed, bytes, size);
    free(bytes);
  }
  printf("files: %d read, %d of them taken\n", count, taken);
  return 0;
}

/* ---- Spoiling ----------------------------------------------------------------- */

static uint32_t draw(uint64_t *state, uint32_t n) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)((*state >> 33) % n);
}

typedef struct sheet {
  unsigned char bytes[2 * MOST_BYTES];
  size_t size;
} sheet;

/* Bytes that are changed, left out, said twice, or taken from another file. */
static void spoil_once(sheet *s, const unsigned char *other, size_t other_size, uint64_t *state) {
  static const unsigned char numbers[] = {0, 1, 2, 3, 4, 16, 0x7f, 0x80, 0xfe, 0xff};
  size_t at = draw(state, (uint32_t)s->size), left = s->size - at;
  size_t length = 1 + draw(state, draw(state, 8) == 0 ? 200 : 8), i;
  if (length > left) length = left;
  switch (draw(state, 5)) {
  case 0:
    for (i = 0; i < length; i++) s->bytes[at + i] = numbers[draw(state, 10)];
    break;
  case 1:
    s->bytes[at] ^= (unsigned char)(1 << draw(state, 8));
    break;
  case 2:
    if (s->size == length) break;
    memmove(s->bytes + at, s->bytes + at + length, left - length);
    s->size -= length;
    break;
  case 3:
    if (s->size + length > MOST_BYTES) break;
    memmove(s->bytes + at + length, s->bytes + at, left);
    s->size += length;
    break;
  default:
    if (length > other_size) length = other_size;
    memcpy(s->bytes + at, other + draw(state, (uint32_t)(other_size - length) + 1), length);
  }
}

static int spoil(feeder feed, uint64_t state, double seconds, const char *last, int count,
                 char **paths) {
  unsigned char **files = (unsigned char **)need(malloc((size_t)count * sizeof *files));
  size_t *sizes = (size_t *)need(malloc((size_t)count * sizeof *sizes));
  sheet *s = (sheet *)need(malloc(sizeof *s));
  clock_t begin = clock();
  long done = 0, taken = 0;
  int i;
  for (i = 0; i < count; i++) {
    files[i] = read_file(paths[i], &sizes[i]);
    if (sizes[i] == 0) feed_fail("an empty file");
  }
  while ((double)(clock() - begin) < seconds * CLOCKS_PER_SEC) {
    uint32_t at = draw(&state, (uint32_t)count), changes = 1 + draw(&state, 6);
    memcpy(s->bytes, files[at], sizes[at]);
    s->size = sizes[at];
    for (; changes > 0; changes--) {
      uint32_t other = draw(&state, (uint32_t)count);
      spoil_once(s, files[other], sizes[other], &state);
    }
    write_file(last, s->bytes, s->size);
    taken += feed_timed(feed, s->bytes, s->size);
    done++;
  }
  for (i = 0; i < count; i++) free(files[i]);
  free(files);
  free(sizes);
  free(s);
  printf("files: %d to begin with, %ld spoilt copies, %ld of them taken\n", count, done, taken);
  return done == 0;
}

/* ---- To begin with ------------------------------------------------------------- */

static void write_code(const char *directory, int number, const collide_grid *grid) {
  char path[1024];
  size_t size = collide_grid_encode(grid, NULL, 0);
  unsigned char *bytes = (unsigned char *)need(malloc(size));
  collide_grid_encode(grid, bytes, size);
  snprintf(path, sizeof path, "%s/%d", directory, number);
  write_file(path, bytes, size);
  free(bytes);
}

/* Empty, one cell, several in a brick, large blocks, far apart; in 2D and 3D. */
static int write_codes(const char *directory) {
  static const int64_t boxes[][6] = {
      {0, 0, 0, 0, 0, 0},       {0, 0, 0, 9, 3, 5},
      {-5, 0, 0, 30, 30, 30},   {-40, -40, 0, 40, 40, 2},
      {1000, 0, 0, 1000, 7, 0}, {INT64_C(1) << 40, 0, 0, (INT64_C(1) << 40) + 3, 3, 3}};
  int dimensions, kind, number = 0;
  for (dimensions = 2; dimensions <= 3; dimensions++) {
    collide_grid_frame frame = collide_unit_frame(dimensions);
    for (kind = -1; kind < 12; kind++) {
      collide_grid *grid = (collide_grid *)need(collide_grid_new(&frame, NULL, NULL));
      int i;
      for (i = 0; i <= kind % 6 && kind >= 0; i++) {
        int64_t min[3], max[3];
        int axis;
        if (kind < 6) i = kind;
        for (axis = 0; axis < 3; axis++) {
          min[axis] = axis < dimensions ? boxes[i][axis] : 0;
          max[axis] = axis < dimensions ? boxes[i][3 + axis] : 0;
        }
        if (!collide_grid_fill(grid, min, max, (unsigned)(1 + i * 300))) feed_fail("no memory");
      }
      write_code(directory, number++, grid);
      collide_grid_free(grid);
    }
  }
  return 0;
}

int main(int count, char **arguments) {
  const char *command = count > 2 ? arguments[1] : "";
  if (strcmp(command, "codes") == 0) return write_codes(arguments[2]);
  if (strcmp(command, "replay") == 0)
    return replay(find_feeder(arguments[2]), count - 3, arguments + 3);
  if (strcmp(command, "spoil") == 0 && count > 6)
    return spoil(find_feeder(arguments[2]), strtoull(arguments[3], NULL, 10), atof(arguments[4]),
                 arguments[5], count - 6, arguments + 6);
  fputs("files: see the top of files.c\n", stderr);
  return 2;
}

#endif
