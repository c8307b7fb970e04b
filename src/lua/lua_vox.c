/* SPDX-License-Identifier: MIT
 *
 * Saves and loads grids. A file is written under a temporary name beside its own, and renamed when
 * it is complete. So it is saved whole or not at all. Nothing raises while a file is open.
 */
#include "../file/file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#if !defined(_WIN32)
#include <fcntl.h>
#include <unistd.h>
#endif

#include "lua_grid.h"
#include "lua_options.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
typedef struct _stat64 file_status;
#define get_status _stat64
#define is_regular(mode) (((mode)&_S_IFMT) == _S_IFREG)
#define is_directory(mode) (((mode)&_S_IFMT) == _S_IFDIR)
#else
typedef struct stat file_status;
#define get_status stat
#define is_regular(mode) S_ISREG(mode)
#define is_directory(mode) S_ISDIR(mode)
#endif

/* ---- Arguments ------------------------------------------------------------- */

/* Reads a path without zero bytes, so that the file system gets all of it. */
static const char *read_path(lua_State *L, int arg) {
  args_place at = ci_args_at(arg, "path");
  ci_args_check(L, &at, arg, LUA_TSTRING, "string");
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

/* Reads the color on top of the stack: {red, green, blue[, alpha]}. */
static void read_color(lua_State *L, const args_place *at, unsigned char color[4]) {
  int index = lua_gettop(L);
  args_array array;
  ci_args_check(L, at, index, LUA_TTABLE, "table");
  color[3] = 255;
  array = ci_args_array_begin(L, index);
  for (; ci_args_array_next(L, at, &array); lua_pop(L, 1)) {
    double part = ci_args_number(L, at, lua_gettop(L));
    if (!(part >= 0 && part <= 255 && part == floor(part)))
      ci_args_fail(L, at, ": whole numbers from 0 to 255 expected, got %s",
                   ci_args_number_text(L, part));
    if (array.element <= 4) color[array.element - 1] = (unsigned char)part;
  }
  if (array.count != 3 && array.count != 4)
    ci_args_fail(L, at, ": 3 or 4 numbers expected, got %d", (int)array.count);
}

/* Colors that the array lacks keep their defaults. */
static void read_palette(lua_State *L, const args_place *at, int index, const option_row *row,
                         void *field) {
  vox_palette *palette = (vox_palette *)field;
  args_array array;
  (void)row;
  ci_args_check(L, at, index, LUA_TTABLE, "table");
  array = ci_args_array_begin(L, index);
  for (; ci_args_array_next(L, at, &array); lua_pop(L, 1)) {
    args_place color = ci_args_item(at, array.element);
    if (array.element >= VOX_COLORS) ci_args_fail(L, at, ": up to 255 colors expected, got more");
    read_color(L, &color, palette->colors[array.element]);
  }
}

typedef struct file_options {
  vox_palette palette;
  double limit;
  int hidden;
} file_options;

enum { OPTIONS_OF_SAVE = 1, OPTIONS_OF_LOAD = 2 };

static const option_row option_rows[] = {
    OPTION_ROW("palette", OPTIONS_OF_SAVE, read_palette, file_options, palette),
    OPTION_ROW("hidden", OPTIONS_OF_LOAD, ci_option_boolean, file_options, hidden),
    OPTION_ROW("limit", OPTIONS_OF_SAVE | OPTIONS_OF_LOAD, ci_option_work, file_options, limit),
    OPTION_END};

static void read_options(lua_State *L, int arg, unsigned allowed, file_options *options) {
  args_place at = ci_args_at(arg, "options");
  ci_vox_default_palette(&options->palette);
  options->limit = FILE_LIMIT;
  options->hidden = 0;
  if (lua_isnoneornil(L, arg)) return;
  ci_args_check(L, &at, arg, LUA_TTABLE, "table");
  ci_options_read(L, arg, option_rows, allowed, options);
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

/* Creates an empty file under an unused name. Returns 0 and sets errno if that fails. */
static int make_file(const char *name) {
#if defined(_WIN32)
  HANDLE file = CreateFileA(name, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
  DWORD reason;
  if (file != INVALID_HANDLE_VALUE) return CloseHandle(file), 1;
  reason = GetLastError();
  errno = reason == ERROR_FILE_EXISTS ? EEXIST : reason == ERROR_PATH_NOT_FOUND ? ENOENT : EACCES;
  return 0;
#else
  int file = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
  return file >= 0 && close(file) == 0;
#endif
}

/* Creates a file beside `path` that only this call uses, and pushes its name. Another process, or
 * another thread with its own Lua, may save to the same path. */
static const char *make_part(lua_State *L, const char *path, char text[FILE_TEXT]) {
  enum { PARTS = 1000 };
  int i;
  for (i = 0; i < PARTS; i++) {
    const char *part =
        i == 0 ? lua_pushfstring(L, "%s.part", path) : lua_pushfstring(L, "%s.%d.part", path, i);
    errno = 0;
    if (make_file(part)) return part;
    if (errno != EEXIST) break;
    lua_pop(L, 1);
  }
  fail_system(text);
  return NULL;
}

static int write_grid(lua_State *L, const collide_grid *grid, const char *part,
                      const vox_palette *palette, const file_limits *limits, char text[FILE_TEXT]) {
  file_memory memory = state_memory(L);
  int written;
  FILE *file;
  errno = 0;
  file = fopen(part, "wb");
  if (file == NULL) {
    fail_system(text);
    remove(part);
    return 0;
  }
  written = palette != NULL ? ci_vox_write(grid, palette, limits, &memory, to_stream, file, text)
                            : ci_binvox_write(grid, limits, &memory, to_stream, file, text);
  if (!written && text[0] == '\0') fail_system(text);
  if (fclose(file) != 0 && written) written = fail_system(text);
  if (!written) remove(part);
  return written;
}

/* Renames the written file. It replaces a file that has the new name. */
static int rename_part(const char *part, const char *path, char text[FILE_TEXT]) {
#if defined(_WIN32) /* where rename refuses a name that is taken */
  errno = EACCES;   /* the name is a directory, read-only or in use */
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
  file_options options;
  file_limits limits;
  char text[FILE_TEXT];
  if (!is_vox && !ends_with(path, ".binvox"))
    ci_args_fail(L, &at, ": a name that ends with .vox or .binvox expected, got '%s'", path);
  ci_args_end(L, 4);
  read_options(L, 3, OPTIONS_OF_SAVE, &options);
  limits = ci_file_limits(options.limit);
  if (held->grid->frame.dimensions != 3) {
    at = ci_args_at(1, NULL);
    ci_args_fail(L, &at, "a grid of 3 dimensions expected, got one of 2");
  }
  part = make_part(L, path, text);
  if (part == NULL ||
      !write_grid(L, held->grid, part, is_vox ? &options.palette : NULL, &limits, text) ||
      !rename_part(part, path, text))
    return luaL_error(L, "cannot save '%s': %s", path, text);
  return 0;
}

/* ---- Loading --------------------------------------------------------------- */

typedef struct file_bytes {
  unsigned char *block;
  size_t count, room;
} file_bytes;

/* Checks that the path is a regular file. A device may have no end, and opening a pipe would wait
 * for a writer. */
static int check_file(const char *path, char text[FILE_TEXT]) {
  file_status status;
  errno = 0;
  if (get_status(path, &status) != 0) return fail_system(text);
  if (is_regular(status.st_mode)) return 1;
  if (is_directory(status.st_mode)) errno = EISDIR;
  return errno != 0 ? fail_system(text) : ci_file_fail(text, "it is a device or a pipe");
}

static int is_vox_start(const file_bytes *bytes, char text[FILE_TEXT]) {
  if (bytes->count >= 4 && memcmp(bytes->block, "VOX ", 4) == 0) return 1;
  if (bytes->count >= 7 && memcmp(bytes->block, "#binvox", 7) == 0)
    return ci_file_fail(text, "it is a .binvox, which can be saved but not loaded");
  return ci_file_fail(text, bytes->count == 0 ? "it is empty" : "it is not a .vox file");
}

/* Doubles the room, but at most to the limit and one byte. That byte shows that the file is longer.
 */
static int make_room(file_bytes *bytes, const file_limits *limits, const file_memory *memory,
                     char text[FILE_TEXT]) {
  uint64_t room = bytes->room == 0 ? (uint64_t)1 << 16 : (uint64_t)bytes->room * 2;
  unsigned char *block = NULL;
  if (room > limits->bytes + 1) room = limits->bytes + 1;
  if (room <= SIZE_MAX / 2)
    block = (unsigned char *)memory->alloc(memory->user, bytes->block, bytes->room, (size_t)room);
  if (block == NULL) return ci_file_fail(text, "not enough memory");
  bytes->block = block;
  bytes->room = (size_t)room;
  return 1;
}

/* Reads the whole file. Refuses another format after the first bytes. */
static int read_bytes(FILE *file, const file_limits *limits, const file_memory *memory,
                      file_bytes *bytes, char text[FILE_TEXT]) {
  for (;;) {
    if (!make_room(bytes, limits, memory, text)) return 0;
    errno = 0;
    bytes->count += fread(bytes->block + bytes->count, 1, bytes->room - bytes->count, file);
    if (ferror(file)) return fail_system(text);
    if (!is_vox_start(bytes, text)) return 0;
    if (bytes->count < bytes->room) return 1;
    if (bytes->count > limits->bytes)
      return ci_file_fail(text, "it is longer than the %.0f bytes that limit=%.0f allows",
                          (double)limits->bytes, limits->limit);
  }
}

static int read_grid(lua_State *L, const char *path, int flags, const file_limits *limits,
                     collide_grid *grid, vox_palette *palette, char text[FILE_TEXT]) {
  file_memory memory = state_memory(L);
  file_bytes bytes = {NULL, 0, 0};
  FILE *file;
  int done;
  if (!check_file(path, text)) return 0;
  errno = 0;
  file = fopen(path, "rb");
  if (file == NULL) return fail_system(text);
  done = read_bytes(file, limits, &memory, &bytes, text);
  fclose(file);
  if (done)
    done = ci_vox_read(bytes.block, bytes.count, flags, limits, &memory, grid, palette, text);
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
  collide_grid_frame frame = collide_unit_frame(3);
  file_options options;
  vox_palette palette;
  file_limits limits;
  held_grid *held;
  char text[FILE_TEXT];
  ci_args_end(L, 3);
  read_options(L, 2, OPTIONS_OF_LOAD, &options);
  limits = ci_file_limits(options.limit);
  held = ci_grid_push(L, &frame);
  if (!read_grid(L, path, options.hidden ? VOX_HIDDEN : 0, &limits, held->grid, &palette, text)) {
    ci_grid_clear(held->grid);
    return luaL_error(L, "cannot load '%s': %s", path, text);
  }
  ci_grid_report_memory(L, held);
  push_palette(L, &palette);
  return 2;
}

const binding ci_vox_bindings[] = {
    {"save", l_save, IN_GRID}, {"load", l_load, IN_GRIDS}, {NULL, NULL, 0}};
