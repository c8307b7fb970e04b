/* SPDX-License-Identifier: MIT
 *
 * collide.import: loads models, in the many formats that Assimp reads, as meshes of triangles. It
 * is a separate module, because `collide` itself needs no library.
 */
#include "../number/fp.h"

#include <assimp/cimport.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define COMPAT_STRONG
#include "../lua/lua_compat.h"
#include "../number/sort.h"

enum { MOST_NODES = 1 << 24, MOST_DEPTH = 1000 };

/* A transform: rows of three and an offset each. Doubles keep all digits of a model's floats. */
typedef struct matrix {
  double m[3][4];
} matrix;

/* The state of one load; a userdata, so that nothing leaks when Lua raises an error. */
typedef struct loading {
  const struct aiScene *scene;
  const char *path;
  matrix up;           /* the requested axes */
  size_t corners;      /* three for each triangle */
  unsigned long nodes; /* nodes visited so far */
  double *places;      /* x, y and z of each point, and then of the corners of the last block */
  size_t points, rest; /* the number of points, and of these corners */
  uint32_t *point_of;  /* by corner: the index of its point */
  sort_item *items;    /* room for two for each corner of a block */
  int vertices;        /* the stack index of the result */
  int triangles, owners;
} loading;

static int l_loading_gc(lua_State *L) {
  loading *l = (loading *)lua_touserdata(L, 1);
  if (l->scene != NULL) aiReleaseImport(l->scene);
  l->scene = NULL;
  return 0;
}

static loading *new_loading(lua_State *L) {
  loading *l = (loading *)lua_newuserdata(L, sizeof *l);
  memset(l, 0, sizeof *l);
  lua_newtable(L);
  lua_pushcfunction(L, l_loading_gc);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  return l;
}

static int fail(lua_State *L, const char *path, const char *reason) {
  return luaL_error(L, "cannot load '%s': %s", path, reason);
}

static int bad_argument(lua_State *L, int argument, const char *reason) {
  return luaL_error(L, "bad argument #%d to 'load' (%s)", argument, reason);
}

/* ---- The scene ----------------------------------------------------------- */

static matrix from_assimp(const C_STRUCT aiMatrix4x4 *a) {
  matrix m;
  const ai_real rows[3][4] = {
      {a->a1, a->a2, a->a3, a->a4}, {a->b1, a->b2, a->b3, a->b4}, {a->c1, a->c2, a->c3, a->c4}};
  int i, j;
  for (i = 0; i < 3; i++) {
    for (j = 0; j < 4; j++) m.m[i][j] = (double)rows[i][j];
  }
  return m;
}

static matrix multiply(const matrix *a, const matrix *b) {
  matrix m;
  int i, j;
  for (i = 0; i < 3; i++) {
    for (j = 0; j < 4; j++) {
      m.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    }
    m.m[i][3] += a->m[i][3];
  }
  return m;
}

static void apply(const matrix *m, const C_STRUCT aiVector3D *v, double place[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    place[i] = m->m[i][0] * (double)v->x + m->m[i][1] * (double)v->y + m->m[i][2] * (double)v->z +
               m->m[i][3] + 0.0; /* never -0.0 */
  }
}

/* The corners of the mesh's largest face; 0 if it has no face. */
static unsigned largest_face(lua_State *L, const loading *l, const struct aiMesh *mesh) {
  unsigned face, i, largest = 0;
  for (face = 0; face < mesh->mNumFaces; face++) {
    const struct aiFace *f = &mesh->mFaces[face];
    if (f->mNumIndices > largest) largest = f->mNumIndices;
    for (i = 0; i < f->mNumIndices; i++) {
      if (f->mIndices[i] < mesh->mNumVertices) continue;
      luaL_error(L, "cannot load '%s': face %d of mesh '%s' has a vertex that does not exist",
                 l->path, (int)face + 1, mesh->mName.data);
    }
  }
  return largest;
}

/* Assimp triangulates. Its assumptions are checked here, because truncated files violate them. */
static void triangulate(lua_State *L, loading *l) {
  const struct aiScene *scene;
  unsigned i, largest = 0;
  for (i = 0; i < l->scene->mNumMeshes; i++) {
    struct aiMesh *mesh = l->scene->mMeshes[i];
    unsigned size = largest_face(L, l, mesh);
    if (size > largest) largest = size;
    if (size <= 3) mesh->mPrimitiveTypes &= ~(unsigned)aiPrimitiveType_POLYGON;
  }
  if (largest <= 3) return;
  scene = l->scene;
  l->scene = NULL; /* released if this fails */
  l->scene = aiApplyPostProcessing(scene, aiProcess_Triangulate);
  if (l->scene == NULL) fail(L, l->path, aiGetErrorString());
}

/* Called for each mesh of each node. */
typedef void (*visit)(lua_State *L, loading *l, const struct aiMesh *mesh, const matrix *m);

static void walk(lua_State *L, loading *l, const struct aiNode *node, const matrix *outer,
                 int depth, visit each) {
  matrix own = from_assimp(&node->mTransformation), m = multiply(outer, &own);
  unsigned i;
  if (depth > MOST_DEPTH || ++l->nodes > MOST_NODES) fail(L, l->path, "its nodes go too deep");
  for (i = 0; i < node->mNumMeshes; i++) {
    if (node->mMeshes[i] < l->scene->mNumMeshes)
      each(L, l, l->scene->mMeshes[node->mMeshes[i]], &m);
  }
  for (i = 0; i < node->mNumChildren; i++) {
    /* Assimp 5.2 makes one node of a RAW file with two objects, and loses the other. */
    if (node->mChildren[i] == NULL) fail(L, l->path, "Assimp has lost a part of it");
    walk(L, l, node->mChildren[i], &m, depth + 1, each);
  }
}

/* Points and lines are faces for Assimp, too. */
static int is_triangle(const struct aiMesh *mesh, unsigned face) {
  return mesh->mFaces[face].mNumIndices == 3;
}

static void count_corners(lua_State *L, loading *l, const struct aiMesh *mesh, const matrix *m) {
  unsigned face;
  (void)m;
  for (face = 0; face < mesh->mNumFaces; face++) {
    if (is_triangle(mesh, face)) l->corners += 3;
  }
  if (l->corners > INT_MAX / 4) fail(L, l->path, "it has too many triangles");
}

/* ---- Points, each place once --------------------------------------------- */

/* Removes points at the position of an earlier one; the model decides about close ones. number[i]
 * becomes the new index of point i. Returns the new count. `items` has room for two for each
 * point. */
static size_t join_points(double *points, size_t count, sort_item *items, uint32_t *number) {
  size_t i, joined = 0;
  sorter s;
  s.spare = items + count;
  s.work = NULL;
  sort_find_first(&s, points, items, count, number);
  for (i = 0; i < count; i++) {
    if (number[i] < i) {
      number[i] = number[number[i]];
    } else {
      memmove(points + 3 * joined, points + 3 * i, 3 * sizeof *points);
      number[i] = (uint32_t)joined++;
    }
  }
  return joined;
}

/* Most triangles share their corners with neighbours in the file. Corners are joined in blocks
 * first, so the last sort has less to do and needs less memory. */
enum { BLOCK = 1 << 14 };

static void join_block(loading *l) {
  uint32_t *number = l->point_of + l->corners - l->rest;
  size_t joined = join_points(l->places + 3 * l->points, l->rest, l->items, number), i;
  for (i = 0; i < l->rest; i++) number[i] += (uint32_t)l->points;
  l->points += joined;
  l->rest = 0;
}

/* Joins the points of all blocks. Then sets the arrays of vertices and triangles. */
static void push_points(lua_State *L, loading *l) {
  sort_item *items = (sort_item *)lua_newuserdata(L, 2 * l->points * sizeof *items);
  uint32_t *number = (uint32_t *)lua_newuserdata(L, l->points * sizeof *number);
  size_t i;
  l->points = join_points(l->places, l->points, items, number);
  for (i = 0; i < 3 * l->points; i++) {
    lua_pushnumber(L, l->places[i]);
    lua_rawseti(L, l->vertices, (int)i + 1);
  }
  for (i = 0; i < l->corners; i++) {
    compat_pushwhole(L, number[l->point_of[i]] + 1);
    lua_rawseti(L, l->triangles, (int)i + 1);
  }
}

/* ---- Corners ------------------------------------------------------------- */

static void add_corner(lua_State *L, loading *l, const struct aiMesh *mesh, unsigned vertex,
                       const matrix *m) {
  double *place = l->places + 3 * (l->points + l->rest);
  apply(m, &mesh->mVertices[vertex], place);
  if (place[0] - place[0] != 0 || place[1] - place[1] != 0 || place[2] - place[2] != 0) {
    luaL_error(L, "cannot load '%s': vertex %d of mesh '%s', as Assimp counts them, is not finite",
               l->path, (int)vertex + 1, mesh->mName.data);
  }
  l->corners++;
  if (++l->rest == BLOCK) join_block(l);
}

/* A mirrored mesh shows its back faces, unless the order of its corners is reversed. */
static int is_mirrored(const matrix *m) {
  const double(*r)[4] = m->m;
  return r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) -
             r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
             r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]) <
         0;
}

static void add_mesh(lua_State *L, loading *l, const struct aiMesh *mesh, const matrix *m) {
  int mirrored = is_mirrored(m), i;
  unsigned face;
  for (face = 0; face < mesh->mNumFaces; face++) {
    const unsigned *corners = mesh->mFaces[face].mIndices;
    if (!is_triangle(mesh, face)) continue;
    for (i = 0; i < 3; i++) add_corner(L, l, mesh, corners[mirrored ? (3 - i) % 3 : i], m);
    compat_pushwhole(L, mesh->mMaterialIndex + 1);
    lua_rawseti(L, l->owners, (int)(l->corners / 3));
  }
}

/* Leaves the three arrays, and temporary values, on the stack. */
static void make_mesh(lua_State *L, loading *l) {
  size_t room;
  walk(L, l, l->scene->mRootNode, &l->up, 0, count_corners);
  if (l->corners == 0) fail(L, l->path, "there are no triangles in it");
  l->places = (double *)lua_newuserdata(L, 3 * l->corners * sizeof(double));
  l->point_of = (uint32_t *)lua_newuserdata(L, l->corners * sizeof(uint32_t));
  room = l->corners < BLOCK ? l->corners : (size_t)BLOCK;
  l->items = (sort_item *)lua_newuserdata(L, 2 * room * sizeof(sort_item));
  lua_newtable(L);
  l->vertices = lua_gettop(L);
  lua_createtable(L, (int)l->corners, 0);
  l->triangles = l->vertices + 1;
  lua_createtable(L, (int)(l->corners / 3), 0);
  l->owners = l->vertices + 2;
  l->corners = 0;
  l->nodes = 0;
  walk(L, l, l->scene->mRootNode, &l->up, 0, add_mesh);
  join_block(l);
  push_points(L, l);
}

/* ---- Materials ----------------------------------------------------------- */

static double as_byte(ai_real share) {
  double byte = floor((double)share * 255 + 0.5);
  return byte >= 0 ? byte <= 255 ? byte : 255 : 0;
}

/* {name=, color={red, green, blue, alpha}}, as in palettes. */
static void push_material(lua_State *L, const struct aiMaterial *material) {
  struct aiString name;
  C_STRUCT aiColor4D color = {1, 1, 1, 1};
  ai_real opacity = 1;
  unsigned one = 1;
  double parts[4];
  int i;
  lua_createtable(L, 0, 2);
  if (aiGetMaterialString(material, AI_MATKEY_NAME, &name) == aiReturn_SUCCESS) {
    lua_pushlstring(L, name.data, name.length);
    lua_setfield(L, -2, "name");
  }
  aiGetMaterialColor(material, AI_MATKEY_COLOR_DIFFUSE, &color);
  aiGetMaterialFloatArray(material, AI_MATKEY_OPACITY, &opacity, &one);
  parts[0] = as_byte(color.r);
  parts[1] = as_byte(color.g);
  parts[2] = as_byte(color.b);
  parts[3] = as_byte(opacity < color.a ? opacity : color.a);
  lua_createtable(L, 4, 0);
  for (i = 0; i < 4; i++) {
    compat_pushwhole(L, parts[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "color");
}

static void push_materials(lua_State *L, const struct aiScene *scene) {
  unsigned i;
  lua_createtable(L, (int)scene->mNumMaterials, 0);
  for (i = 0; i < scene->mNumMaterials; i++) {
    push_material(L, scene->mMaterials[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
}

/* ---- ASCII PLY ----------------------------------------------------------- */

/* Assimp 5.2 reads a vertex or face from each line, and loses triangles without an error if one
 * spans several lines, or if there are empty lines. So Assimp gets a copy of the text, with each
 * vertex and face on a line of its own. */

enum { PLY_WORD = 64, PLY_ELEMENTS = 16, PLY_PROPERTIES = 256 };

typedef struct ply_element {
  double count;
  int first, end; /* its properties */
} ply_element;

typedef struct ply_text {
  FILE *file;
  int byte; /* the next one, or EOF */
  int line;
  char word[PLY_WORD]; /* the last word; cut off if it is longer */
  ply_element elements[PLY_ELEMENTS];
  int count, properties, is_ascii;
  char is_list[PLY_PROPERTIES];
  char *copy; /* NULL: only measures */
  size_t size, room;
} ply_text;

static void ply_put(ply_text *t, int byte) {
  if (t->size < t->room) t->copy[t->size] = (char)byte;
  t->size++;
}

static int is_blank(int byte) {
  return byte == ' ' || byte == '\t';
}

static int is_line_end(int byte) {
  return byte == '\n' || byte == '\r' || byte == EOF;
}

/* Goes to the next line that is not empty. Returns 0 at the end of the file. */
static int next_line(ply_text *t) {
  while (!is_line_end(t->byte)) t->byte = fgetc(t->file);
  for (; t->byte == '\n' || t->byte == '\r'; t->byte = fgetc(t->file)) t->line += t->byte == '\n';
  return t->byte != EOF;
}

/* Copies the next word of the line, and a blank. Returns 0 at its end. */
static int read_word(ply_text *t) {
  int size = 0;
  while (is_blank(t->byte)) t->byte = fgetc(t->file);
  for (; !is_line_end(t->byte) && !is_blank(t->byte); t->byte = fgetc(t->file)) {
    if (size < PLY_WORD - 1) t->word[size++] = (char)t->byte;
    ply_put(t, t->byte);
  }
  t->word[size] = '\0';
  if (size > 0) ply_put(t, ' ');
  return size > 0;
}

/* Replaces the last blank. */
static void end_copied_line(ply_text *t) {
  t->size--;
  ply_put(t, '\n');
}

static int next_word_is(ply_text *t, const char *word) {
  return read_word(t) && strcmp(t->word, word) == 0;
}

/* The whole number that the word begins with. */
static double leading_number(const char *word) {
  double count = 0;
  for (; *word >= '0' && *word <= '9'; word++) count = 10 * count + (*word - '0');
  return count;
}

/* Reads the rest of a header line, whose first word was read. Returns 0 if there is no room. */
static int read_header_line(ply_text *t) {
  if (strcmp(t->word, "format") == 0) {
    t->is_ascii = next_word_is(t, "ascii");
  } else if (strcmp(t->word, "element") == 0) {
    if (t->count == PLY_ELEMENTS) return 0;
    (void)read_word(t); /* the name */
    t->elements[t->count].count = read_word(t) ? leading_number(t->word) : 0;
    t->elements[t->count].first = t->elements[t->count].end = t->properties;
    t->count++;
  } else if (strcmp(t->word, "property") == 0) {
    if (t->properties == PLY_PROPERTIES || t->count == 0) return 0;
    t->is_list[t->properties++] = (char)next_word_is(t, "list");
    t->elements[t->count - 1].end = t->properties;
  }
  while (read_word(t)) continue;
  return 1;
}

/* Returns 1 for an ASCII PLY. */
static int read_ply_header(ply_text *t) {
  t->byte = fgetc(t->file);
  t->line = 1;
  if (!next_word_is(t, "ply")) return 0;
  for (end_copied_line(t); next_line(t); end_copied_line(t)) {
    int is_end = next_word_is(t, "end_header");
    if (!is_end && t->word[0] != '\0' && !read_header_line(t)) return 0;
    if (is_end) end_copied_line(t);
    if (is_end) return t->is_ascii;
  }
  return 0;
}

/* Reads a value on this line or a later one. Returns the fault, or NULL. */
static const char *read_value(ply_text *t) {
  while (!read_word(t))
    if (!next_line(t)) return "it is cut off: its header says more values";
  if (strchr("+-.0123456789nNiI", t->word[0]) == NULL || strlen(t->word) == PLY_WORD - 1)
    return "a value is not a number";
  return NULL;
}

static const char *read_element(ply_text *t, const ply_element *e) {
  int i;
  for (i = e->first; i < e->end; i++) {
    const char *fault = read_value(t);
    double items = fault == NULL && t->is_list[i] ? leading_number(t->word) : 0;
    for (; items >= 1 && fault == NULL; items--) fault = read_value(t);
    if (fault != NULL) return fault;
  }
  end_copied_line(t);
  return NULL;
}

/* Copies the text after the header. Returns the fault, or NULL. */
static const char *read_ply_values(ply_text *t) {
  int i;
  for (i = 0; i < t->count; i++) {
    const ply_element *e = &t->elements[i];
    double left = e->first < e->end ? e->count : 0;
    for (; left >= 1; left--) {
      const char *fault = read_element(t, e);
      if (fault != NULL) return fault;
    }
  }
  do {
    if (read_word(t)) return "it has more values than its header says";
  } while (next_line(t));
  return NULL;
}

/* Copies the file, if it is an ASCII PLY, as far as there is room. Returns the size of the whole
 * copy, or 0 for another file. */
static size_t read_ply(const char *path, char *copy, size_t room, const char **fault, int *line) {
  ply_text t;
  int is_ply;
  memset(&t, 0, sizeof t);
  t.copy = copy;
  t.room = room;
  t.file = fopen(path, "rb");
  if (t.file == NULL) return 0;
  is_ply = read_ply_header(&t);
  *fault = is_ply ? read_ply_values(&t) : NULL;
  *line = t.line;
  fclose(t.file);
  return is_ply ? t.size : 0;
}

static const struct aiScene *import_file(lua_State *L, const char *path) {
  const char *fault = NULL;
  int line = 0;
  size_t size = read_ply(path, NULL, 0, &fault, &line);
  const struct aiScene *scene;
  char *copy;
  if (size == 0) return aiImportFile(path, 0);
  if (fault != NULL) luaL_error(L, "cannot load '%s': line %d: %s", path, line, fault);
  if (size > UINT_MAX) fail(L, path, "it is too large");
  copy = (char *)lua_newuserdata(L, size);
  if (read_ply(path, copy, size, &fault, &line) != size) fail(L, path, "it has changed meanwhile");
  scene = aiImportFileFromMemory(copy, (unsigned)size, 0, "ply");
  lua_pop(L, 1);
  return scene;
}

/* ---- Functions for Lua --------------------------------------------------- */

/* Assimp 5.2 searches forever for a line `end_header` that a PLY lacks. */
static int is_headless_ply(FILE *file) {
  static const char word[] = "end_header";
  char start[3];
  size_t matched = 0;
  int byte, may_match = 0;
  if (fread(start, 1, 3, file) != 3 || memcmp(start, "ply", 3) != 0) return 0;
  while ((byte = fgetc(file)) != EOF) {
    if (may_match && matched == sizeof word - 1 && isspace(byte)) return 0;
    if (byte == '\n' || byte == '\r') {
      matched = 0;
      may_match = 1;
    } else if (matched > 0 || !isspace(byte)) {
      may_match = may_match && matched < sizeof word - 1 && byte == word[matched];
      matched++;
    }
  }
  return !(may_match && matched == sizeof word - 1);
}

/* Assimp's message for a missing file gives no reason. */
static void need_file(lua_State *L, const char *path) {
  FILE *file = fopen(path, "rb");
  int byte, number, headless;
  if (file == NULL) fail(L, path, strerror(errno));
  errno = 0;
  byte = fgetc(file);
  number = errno;
  rewind(file);
  headless = is_headless_ply(file);
  fclose(file);
  if (byte == EOF) fail(L, path, number != 0 ? strerror(number) : "it is empty");
  if (headless) fail(L, path, "it is cut off: a PLY without an end_header");
}

static matrix read_options(lua_State *L, int index) {
  static const matrix as_is = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  static const matrix from_z = {{{1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 0}}};
  const char *up = "y";
  if (lua_isnoneornil(L, index)) return as_is;
  if (!lua_istable(L, index)) {
    bad_argument(L, index, lua_pushfstring(L, "table expected, got %s", luaL_typename(L, index)));
  }
  lua_pushnil(L);
  for (; lua_next(L, index) != 0; lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2);
    if (strcmp(key, "up") != 0)
      bad_argument(L, index, lua_pushfstring(L, "unknown field '%s'", key));
    up = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (strcmp(up, "y") != 0 && strcmp(up, "z") != 0)
      bad_argument(L, index, "up: 'y' or 'z' expected");
  }
  return strcmp(up, "z") == 0 ? from_z : as_is;
}

/* load(path [, {up=}]) -> {vertices=, triangles=, materials=, triangle_materials=} */
static int l_load(lua_State *L) {
  static const char *const fields[3] = {"vertices", "triangles", "triangle_materials"};
  const char *path;
  loading *l;
  matrix up;
  int i;
  if (lua_type(L, 1) != LUA_TSTRING) {
    bad_argument(L, 1, lua_pushfstring(L, "path: string expected, got %s", luaL_typename(L, 1)));
  }
  path = lua_tostring(L, 1);
  up = read_options(L, 2);
  lua_settop(L, 2);
  need_file(L, path);
  l = new_loading(L);
  l->path = path;
  l->up = up;
  l->scene = import_file(L, path);
  if (l->scene == NULL) fail(L, path, aiGetErrorString());
  if (l->scene->mRootNode == NULL) fail(L, path, "there are no triangles in it");
  triangulate(L, l);
  make_mesh(L, l);
  lua_createtable(L, 0, 4);
  for (i = 0; i < 3; i++) {
    lua_pushvalue(L, l->vertices + i);
    lua_setfield(L, -2, fields[i]);
  }
  push_materials(L, l->scene);
  lua_setfield(L, -2, "materials");
  lua_pushnil(L); /* released at once, not when the collector runs */
  lua_replace(L, 2);
  aiReleaseImport(l->scene);
  l->scene = NULL;
  return 1;
}

COMPAT_EXPORT int luaopen_collide_import(lua_State *L);

int luaopen_collide_import(lua_State *L) {
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, l_load);
  lua_setfield(L, -2, "load");
  return 1;
}
