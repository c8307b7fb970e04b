/* SPDX-License-Identifier: MIT
 *
 * Files are written whole or not at all: to a name of their own beside the one that is
 * asked for, which they take when they are complete. While a file is open nothing here can
 * raise.
 */
#include "../file/file.h"
#include "lua_vox.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lua_grid.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

/* ---- Arguments ------------------------------------------------------------- */

/* A string that the file system takes as it is. */
static const char *read_path(lua_State *L, int arg) {
  args_place at = ci_args_at(arg, "path");
  if (lua_type(L, arg) != LUA_TSTRING)
    ci_args_fail(L, &at, ": string expected, got %s", ci_args_type(L, arg));
  if (!ci_args_is_word(L, arg)) ci_args_fail(L, &at, " must not hold a zero byte");
  return lua_tostring(L, arg);
}

static int ends_with(const char *path, const char *ending) {
  size_t length = strlen(path), count = strlen(ending);
  if (length < count) return 0;
  for (path += length - count; *ending != '\0'; path++, ending++) {
    if (tolower((unsigned char)*path) != *ending) return 0;
  }
  return 1;
}

/* The one option there is, pushed; nil when it is not given. */
static void push_option(lua_State *L, int arg, const char *name, args_known known) {
  args_place at = ci_args_at(arg, "options");
  if (lua_isnoneornil(L, arg)) {
    lua_pushnil(L);
    return;
  }
  if (!lua_istable(L, arg)) ci_args_fail(L, &at, ": table expected, got %s", ci_args_type(L, arg));
  at.name = NULL;
  ci_args_only(L, &at, arg, "option", known, NULL, 0);
  lua_getfield(L, arg, name);
}

static int is_palette(const void *context, const char *key) {
  (void)context;
  return strcmp(key, "palette") == 0;
}

static int is_hidden(const void *context, const char *key) {
  (void)context;
  return strcmp(key, "hidden") == 0;
}

/* The color on the stack's top: {red, green, blue[, alpha]}. */
static void read_color(lua_State *L, const args_place *at, unsigned char color[4]) {
  int index = lua_gettop(L);
  args_array array;
  if (!lua_istable(L, index))
    ci_args_fail(L, at, ": table expected, got %s", ci_args_type(L, index));
  color[3] = 255;
  array = ci_args_array_begin(L, index);
  for (; ci_args_array_next(L, at, &array); lua_pop(L, 1)) {
    char text[ARGS_NUMBER_TEXT];
    double part = ci_args_number(L, at, lua_gettop(L));
    if (!(part >= 0 && part <= 255 && part == floor(part)))
      ci_args_fail(L, at, ": whole numbers from 0 to 255 expected, got %s",
                   ci_args_number_text(text, part));
    if (array.element <= 4) color[array.element - 1] = (unsigned char)part;
  }
  if (array.count != 3 && array.count != 4)
    ci_args_fail(L, at, ": 3 or 4 numbers expected, got %d", (int)array.count);
}

/* What is on the stack's top; indices that it does not reach have the default colors. */
static void read_palette(lua_State *L, int arg, vox_palette *palette) {
  int index = lua_gettop(L);
  args_place at = ci_args_at(arg, "palette");
  args_array array;
  ci_vox_default_palette(palette);
  if (lua_isnil(L, index)) return;
  if (!lua_istable(L, index))
    ci_args_fail(L, &at, ": table expected, got %s", ci_args_type(L, index));
  array = ci_args_array_begin(L, index);
  for (; ci_args_array_next(L, &at, &array); lua_pop(L, 1)) {
    args_place color = at;
    color.item = array.element;
    if (array.element >= VOX_COLORS) ci_args_fail(L, &at, ": up to 255 colors expected, got more");
    read_color(L, &color, palette->colors[array.element]);
  }
}

static file_memory state_memory(lua_State *L) {
  file_memory memory;
  memory.alloc = lua_getallocf(L, &memory.user);
  return memory;
}

/* ---- Saving ---------------------------------------------------------------- */

static int to_stream(void *user, const void *bytes, size_t count) {
  return fwrite(bytes, 1, count, (FILE *)user) == count;
}

static int fail_system(char text[FILE_TEXT]) {
  return ci_file_fail(text, "%s", errno != 0 ? strerror(errno) : "the system gives no reason");
}

static int write_grid(lua_State *L, const collide_grid *grid, const char *part,
                      const vox_palette *palette, char text[FILE_TEXT]) {
  file_memory memory = state_memory(L);
  int written;
  FILE *file;
  errno = 0;
  file = fopen(part, "wb");
  if (file == NULL) return fail_system(text); /* and what has that name is not ours */
  written = palette != NULL ? ci_vox_write(grid, palette, &memory, to_stream, file, text)
                            : ci_binvox_write(grid, to_stream, file, text);
  if (!written && text[0] == '\0') fail_system(text);
  if (fclose(file) != 0 && written) written = fail_system(text);
  if (!written) remove(part);
  return written;
}

/* Gives what was written the name that was asked for, in place of what has it. */
static int rename_part(const char *part, const char *path, char text[FILE_TEXT]) {
#if defined(_WIN32) /* where rename refuses a name that is taken */
  errno = EACCES;   /* it is a directory, read-only or in use */
  if (MoveFileExA(part, path, MOVEFILE_REPLACE_EXISTING)) return 1;
#else
  errno = 0;
  if (rename(part, path) == 0) return 1;
#endif
  fail_system(text);
  remove(part);
  return 0;
}

static int l_save(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  const char *path = read_path(L, 2), *part;
  args_place at = ci_args_at(2, "path");
  int is_vox = ends_with(path, ".vox");
  vox_palette palette;
  char text[FILE_TEXT];
  if (!is_vox && !ends_with(path, ".binvox"))
    ci_args_fail(L, &at, ": a name that ends with .vox or .binvox expected, got '%s'", path);
  ci_args_end(L, 4);
  push_option(L, 3, "palette", is_palette);
  read_palette(L, 3, &palette);
  if (held->grid.frame.dimensions != 3) {
    at = ci_args_at(1, NULL);
    ci_args_fail(L, &at, "a grid of 3 dimensions expected, got one of 2");
  }
  part = lua_pushfstring(L, "%s.part", path);
  if (!write_grid(L, &held->grid, part, is_vox ? &palette : NULL, text) ||
      !rename_part(part, path, text)) {
    return luaL_error(L, "cannot save '%s': %s", path, text);
  }
  return 0;
}

/* ---- Loading --------------------------------------------------------------- */

#define MOST_BYTES ((size_t)1 << 31)

typedef struct file_bytes {
  unsigned char *block;
  size_t count, room;
} file_bytes;

static int is_vox_start(const file_bytes *bytes, char text[FILE_TEXT]) {
  if (bytes->count >= 4 && memcmp(bytes->block, "VOX ", 4) == 0) return 1;
  if (bytes->count >= 7 && memcmp(bytes->block, "#binvox", 7) == 0)
    return ci_file_fail(text, "it is a .binvox, which can be saved but not loaded");
  return ci_file_fail(text, bytes->count == 0 ? "it is empty" : "it is no .vox file");
}

/* All of the file, which is refused as soon as it is seen to be something else. */
static int read_bytes(FILE *file, const file_memory *memory, file_bytes *bytes,
                      char text[FILE_TEXT]) {
  for (;;) {
    size_t room = bytes->room == 0 ? (size_t)1 << 16 : 2 * bytes->room;
    unsigned char *block;
    if (bytes->room >= MOST_BYTES) return ci_file_fail(text, "it is too large for a .vox file");
    block = (unsigned char *)memory->alloc(memory->user, bytes->block, bytes->room, room);
    if (block == NULL) return ci_file_fail(text, "not enough memory");
    bytes->block = block;
    bytes->room = room;
    errno = 0;
    bytes->count += fread(block + bytes->count, 1, room - bytes->count, file);
    if (ferror(file)) return fail_system(text);
    if (!is_vox_start(bytes, text)) return 0;
    if (bytes->count < bytes->room) return 1;
  }
}

static int read_grid(lua_State *L, const char *path, int flags, collide_grid *grid,
                     vox_palette *palette, char text[FILE_TEXT]) {
  file_memory memory = state_memory(L);
  file_bytes bytes = {NULL, 0, 0};
  FILE *file;
  int done;
  errno = 0;
  file = fopen(path, "rb");
  if (file == NULL) return fail_system(text);
  done = read_bytes(file, &memory, &bytes, text);
  fclose(file);
  if (done) done = ci_vox_read(bytes.block, bytes.count, flags, &memory, grid, palette, text);
  if (bytes.block != NULL) memory.alloc(memory.user, bytes.block, bytes.room, 0);
  return done;
}

static void push_palette(lua_State *L, const vox_palette *palette) {
  int i, part;
  lua_createtable(L, VOX_COLORS - 1, 0);
  for (i = 1; i < VOX_COLORS; i++) {
    lua_createtable(L, 4, 0);
    for (part = 0; part < 4; part++) {
      lua_pushinteger(L, palette->colors[i][part]);
      lua_rawseti(L, -2, part + 1);
    }
    lua_rawseti(L, -2, i);
  }
}

static int l_load(lua_State *L) {
  const char *path = read_path(L, 1);
  args_place at = ci_args_at(2, "hidden");
  collide_grid_frame frame = collide_unit_frame(3);
  vox_palette palette;
  held_grid *held;
  char text[FILE_TEXT];
  int flags;
  ci_args_end(L, 3);
  push_option(L, 2, "hidden", is_hidden);
  if (!lua_isnil(L, -1) && !lua_isboolean(L, -1))
    ci_args_fail(L, &at, ": boolean expected, got %s", ci_args_type(L, lua_gettop(L)));
  flags = lua_toboolean(L, -1) ? VOX_HIDDEN : 0;
  held = ci_grid_push(L, &frame);
  if (!read_grid(L, path, flags, &held->grid, &palette, text)) {
    ci_grid_clear(&held->grid);
    return luaL_error(L, "cannot load '%s': %s", path, text);
  }
  ci_grid_settle(L, held);
  push_palette(L, &palette);
  return 2;
}

const binding ci_vox_bindings[] = {
    {"save", l_save, IN_GRID}, {"load", l_load, IN_GRIDS}, {NULL, NULL, 0}};
