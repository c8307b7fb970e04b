/* SPDX-License-Identifier: MIT
 *
 * Output of bytes, and other functions that writers and readers share.
 */
#include "file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ci_file_begin(file_out *out, file_sink sink, void *user) {
  out->sink = sink;
  out->user = user;
  out->count = 0;
  out->failed = 0;
  out->used = 0;
}

static void flush(file_out *out) {
  if (out->used > 0 && !out->failed && !out->sink(out->user, out->buffer, out->used))
    out->failed = 1;
  out->used = 0;
}

void ci_file_put(file_out *out, const void *bytes, size_t count) {
  out->count += count;
  if (out->sink == NULL) return;
  if (count > sizeof out->buffer - out->used) flush(out);
  memcpy(out->buffer + out->used, bytes, count);
  out->used += count;
}

void ci_file_put_number(file_out *out, uint32_t number) {
  unsigned char bytes[4];
  int i;
  for (i = 0; i < 4; i++) bytes[i] = (unsigned char)(number >> 8 * i);
  ci_file_put(out, bytes, 4);
}

int ci_file_end(file_out *out) {
  flush(out);
  return !out->failed;
}

int ci_file_fail(char text[FILE_TEXT], const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, FILE_TEXT, format, arguments);
  va_end(arguments);
  return 0;
}

file_limits ci_file_limits(double limit) {
  file_limits limits;
  double most = limit < FILE_LIMIT ? FILE_LIMIT : limit;
  if (most > 9007199254740992.0) most = 9007199254740992.0;
  limits.limit = limit < most ? limit : most;
  limits.cells = (uint64_t)limits.limit;
  limits.nodes = (uint64_t)most / 16;
  limits.bytes = (uint64_t)most * 16;
  return limits;
}

/* Never 0: that size would free the memory. */
static size_t whole_size(size_t count, size_t size) {
  return count > 0 ? count * size : 1;
}

void *ci_file_take(const file_memory *memory, size_t count, size_t size) {
  size_t whole = whole_size(count, size);
  void *block;
  if (count > SIZE_MAX / size) return NULL;
  block = memory->alloc != NULL ? memory->alloc(memory->user, NULL, 0, whole) : malloc(whole);
  if (block != NULL) memset(block, 0, whole);
  return block;
}

void ci_file_give_back(const file_memory *memory, void *block, size_t count, size_t size) {
  if (block == NULL) return;
  if (memory->alloc != NULL) {
    memory->alloc(memory->user, block, whole_size(count, size), 0);
  } else {
    free(block);
  }
}
