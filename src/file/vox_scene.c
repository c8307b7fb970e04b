/* SPDX-License-Identifier: MIT
 *
 * Reads the chunks of a .vox file twice: first counts them, then stores them. The bytes may be
 * anything, so each number is checked against the size of its chunk before use.
 * https://github.com/ephtracy/voxel-model describes the format.
 */
#include "vox_scene.h"

#include <stdlib.h>
#include <string.h>

uint32_t ci_vox_number(const unsigned char *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

/* ---- Bytes --------------------------------------------------------------- */

/* The rest of a chunk. Reading beyond its end sets `failed`. */
typedef struct bytes {
  const unsigned char *at;
  size_t left;
  int failed;
} bytes;

/* Takes `count` bytes, or returns NULL if there are fewer. */
static const unsigned char *take(bytes *b, size_t count) {
  const unsigned char *at = b->at;
  if (b->failed || count > b->left) {
    b->failed = 1;
    return NULL;
  }
  b->at += count;
  b->left -= count;
  return at;
}

static uint32_t take_number(bytes *b) {
  const unsigned char *at = take(b, 4);
  return at == NULL ? 0 : ci_vox_number(at);
}

typedef struct words {
  const unsigned char *at; /* NULL: missing */
  size_t length;
} words;

static words take_text(bytes *b) {
  words text;
  text.length = take_number(b);
  text.at = take(b, text.length);
  return text;
}

static int is_text(words text, const char *wanted) {
  return text.at != NULL && text.length == strlen(wanted) &&
         memcmp(text.at, wanted, text.length) == 0;
}

/* Reads a dictionary, and keeps the values of these keys. */
static void take_entries(bytes *b, const char *const keys[], words values[], int count) {
  uint32_t entries = take_number(b);
  int i;
  for (i = 0; i < count; i++) values[i].at = NULL;
  for (; entries > 0 && !b->failed; entries--) {
    words key = take_text(b), value = take_text(b);
    for (i = 0; i < count; i++) {
      if (is_text(key, keys[i])) values[i] = value;
    }
  }
}

/* Reads a dictionary, and returns 1 if it has the attribute "hidden". */
static int take_hidden(bytes *b) {
  static const char *const keys[1] = {"_hidden"};
  words value;
  take_entries(b, keys, &value, 1);
  return is_text(value, "1");
}

/* Reads a whole number that fits 32 bits, after spaces. Returns 0 if there is none. */
static int parse_number(words *text, int32_t *number) {
  int64_t n = 0;
  int minus = 0, digits = 0;
  while (text->length > 0 && *text->at == ' ') text->at++, text->length--;
  if (text->length > 0 && *text->at == '-') {
    minus = 1;
    text->at++, text->length--;
  }
  for (; text->length > 0 && *text->at >= '0' && *text->at <= '9'; text->at++, text->length--) {
    n = 10 * n + (*text->at - '0');
    digits = 1;
    if (n > INT32_MAX) return 0;
  }
  *number = (int32_t)(minus ? -n : n);
  return digits && (text->length == 0 || *text->at == ' ');
}

/* ---- Nodes --------------------------------------------------------------- */

static const vox_placement in_place = {{0, 1, 2}, {1, 1, 1}, {0, 0, 0}};

/* The bits name the columns of rows 0 and 1 that are not zero, and the negative rows. */
static int parse_rotation(words text, vox_placement *p) {
  int32_t bits;
  int row;
  if (!parse_number(&text, &bits) || bits < 0 || bits > 127) return 0;
  p->axis[0] = bits & 3;
  p->axis[1] = bits >> 2 & 3;
  if (p->axis[0] == 3 || p->axis[1] == 3 || p->axis[0] == p->axis[1]) return 0;
  p->axis[2] = 3 - p->axis[0] - p->axis[1];
  for (row = 0; row < 3; row++) p->sign[row] = bits >> (4 + row) & 1 ? -1 : 1;
  return 1;
}

static int parse_offset(words text, vox_placement *p) {
  int axis;
  for (axis = 0; axis < 3; axis++) {
    int32_t number;
    if (!parse_number(&text, &number)) return 0;
    p->offset[axis] = number;
  }
  return 1;
}

/* Reads the data after the node's own attributes; later frames are ignored. */
static int read_transform(bytes *b, vox_node *node, char text[FILE_TEXT]) {
  static const char *const keys[2] = {"_r", "_t"};
  words values[2];
  node->children = take(b, 4);
  node->count = 1;
  take_number(b); /* reserved */
  node->layer = (int32_t)take_number(b);
  node->placement = in_place;
  if (take_number(b) == 0) return 1; /* frames */
  take_entries(b, keys, values, 2);
  if (b->failed) return 1;
  if (values[0].at != NULL && !parse_rotation(values[0], &node->placement))
    return ci_file_fail(text, "node %d has an invalid rotation", (int)node->id);
  if (values[1].at != NULL && !parse_offset(values[1], &node->placement))
    return ci_file_fail(text, "node %d has an invalid position", (int)node->id);
  return 1;
}

static int read_node(bytes *b, vox_kind kind, vox_node *node, char text[FILE_TEXT]) {
  node->kind = kind;
  node->id = (int32_t)take_number(b);
  node->hidden = take_hidden(b);
  node->layer = -1;
  if (kind == VOX_TRANSFORM) return read_transform(b, node, text);
  node->count = take_number(b);
  if (kind == VOX_GROUP) {
    node->children = node->count > b->left / 4 ? NULL : take(b, 4 * (size_t)node->count);
    if (node->children == NULL) b->failed = 1;
    return 1;
  }
  if (node->count == 0) return 1;
  node->count = 1; /* the remaining ones are further frames */
  node->children = take(b, 4);
  return 1;
}

static int compare_ids(int32_t a, int32_t b) {
  return (a > b) - (a < b);
}

static int compare_nodes(const void *left, const void *right) {
  return compare_ids(((const vox_node *)left)->id, ((const vox_node *)right)->id);
}

static int compare_layers(const void *left, const void *right) {
  return compare_ids(((const vox_layer *)left)->id, ((const vox_layer *)right)->id);
}

static void hide_layers(vox_scene *scene) {
  size_t i;
  qsort(scene->layers, scene->layer_count, sizeof(vox_layer), compare_layers);
  for (i = 0; i < scene->node_count; i++) {
    vox_layer wanted;
    const vox_layer *layer;
    wanted.id = scene->nodes[i].layer;
    layer = (const vox_layer *)bsearch(&wanted, scene->layers, scene->layer_count,
                                       sizeof(vox_layer), compare_layers);
    if (layer != NULL && layer->hidden) scene->nodes[i].hidden = 1;
  }
}

static int sort_nodes(vox_scene *scene, char text[FILE_TEXT]) {
  size_t i;
  if (scene->node_count == 0) return 1;
  if (scene->layer_count > 0) hide_layers(scene);
  qsort(scene->nodes, scene->node_count, sizeof(vox_node), compare_nodes);
  for (i = 1; i < scene->node_count; i++) {
    if (scene->nodes[i].id == scene->nodes[i - 1].id)
      return ci_file_fail(text, "two nodes have the number %d", (int)scene->nodes[i].id);
  }
  return 1;
}

vox_node *ci_vox_scene_node(const vox_scene *scene, int32_t id) {
  vox_node wanted;
  if (scene->node_count == 0) return NULL;
  wanted.id = id;
  return (vox_node *)bsearch(&wanted, scene->nodes, scene->node_count, sizeof(vox_node),
                             compare_nodes);
}

/* ---- Chunks -------------------------------------------------------------- */

typedef struct chunk {
  const unsigned char *name;
  bytes content;
} chunk;

/* Returns 1, or 0 at the end, or -1 if the chunk is cut short. Children of chunks come as separate
 * chunks. */
static int next_chunk(bytes *file, chunk *c) {
  size_t size;
  if (file->left == 0) return 0;
  c->name = take(file, 4);
  size = take_number(file);
  take_number(file); /* size of the children */
  c->content.at = take(file, size);
  c->content.left = size;
  c->content.failed = 0;
  return c->content.at == NULL ? -1 : 1;
}

static int is_chunk(const chunk *c, const char *name) {
  return memcmp(c->name, name, 4) == 0;
}

/* Returns 1 and the kind, or 0 if the chunk is not a node. */
static int node_kind(const chunk *c, vox_kind *kind) {
  if (is_chunk(c, "nTRN")) {
    *kind = VOX_TRANSFORM;
  } else if (is_chunk(c, "nGRP")) {
    *kind = VOX_GROUP;
  } else if (is_chunk(c, "nSHP")) {
    *kind = VOX_SHAPE;
  } else {
    return 0;
  }
  return 1;
}

static int count_chunks(vox_scene *scene, bytes file, char text[FILE_TEXT]) {
  size_t all = file.left;
  chunk c;
  vox_kind kind;
  int more;
  while ((more = next_chunk(&file, &c)) > 0) {
    if (is_chunk(&c, "XYZI")) scene->model_count++;
    if (is_chunk(&c, "LAYR")) scene->layer_count++;
    if (node_kind(&c, &kind)) scene->node_count++;
  }
  if (more < 0)
    return ci_file_fail(text,
                        "it is cut off, or a chunk's size is wrong: %.0f of its bytes lead nowhere",
                        (double)(file.left == 0 ? all : file.left));
  return 1;
}

static int check_count(const vox_scene *scene, uint64_t count, const char *what,
                       char text[FILE_TEXT]) {
  if (count <= scene->limits->nodes) return 1;
  return ci_file_fail(text, "it has %.0f %s, more than the %.0f that limit=%.0f allows",
                      (double)count, what, (double)scene->limits->nodes, scene->limits->limit);
}

static int check_counts(const vox_scene *scene, char text[FILE_TEXT]) {
  return check_count(scene, scene->model_count, "models", text) &&
         check_count(scene, scene->node_count, "nodes", text) &&
         check_count(scene, scene->layer_count, "layers", text);
}

/* Counts with repetition: a node may name one child many times. */
static int check_children(const vox_scene *scene, char text[FILE_TEXT]) {
  uint64_t children = 0;
  size_t i;
  for (i = 0; i < scene->node_count; i++) children += scene->nodes[i].count;
  return check_count(scene, children, "children of nodes", text);
}

static int make_room(vox_scene *scene, char text[FILE_TEXT]) {
  const file_memory *memory = scene->memory;
  scene->models = (vox_model *)ci_file_take(memory, scene->model_count, sizeof(vox_model));
  scene->nodes = (vox_node *)ci_file_take(memory, scene->node_count, sizeof(vox_node));
  scene->layers = (vox_layer *)ci_file_take(memory, scene->layer_count, sizeof(vox_layer));
  if (scene->models == NULL || scene->nodes == NULL || scene->layers == NULL)
    return ci_file_fail(text, "not enough memory");
  return 1;
}

static int read_model(bytes *b, const bytes *size, vox_model *model, size_t number,
                      char text[FILE_TEXT]) {
  bytes sides = *size;
  uint32_t i, at;
  int axis;
  for (axis = 0; axis < 3; axis++) model->size[axis] = take_number(&sides);
  if (sides.failed) return ci_file_fail(text, "model %.0f has no size", (double)number);
  model->count = take_number(b);
  model->voxels = model->count > b->left / 4 ? NULL : take(b, 4 * (size_t)model->count);
  if (model->voxels == NULL) b->failed = 1;
  for (i = 0; i < model->count && !b->failed; i++) {
    for (axis = 0; axis < 3; axis++) {
      at = model->voxels[4 * (size_t)i + (size_t)axis];
      if (at < model->size[axis]) continue;
      return ci_file_fail(text, "voxel %.0f of model %.0f is at %d along %c, and the size is %.0f",
                          (double)i + 1, (double)number, (int)at, "xyz"[axis],
                          (double)model -> size[axis]);
    }
  }
  return 1;
}

/* Returns 1 if the list is a permutation with index 0 last, so that no color is empty. */
static int is_order(const unsigned char *shown) {
  unsigned char seen[VOX_COLORS];
  int i;
  memset(seen, 0, sizeof seen);
  for (i = 0; i < VOX_COLORS; i++) seen[shown[i]] = 1;
  for (i = 0; i < VOX_COLORS; i++) {
    if (!seen[i]) return 0;
  }
  return shown[VOX_COLORS - 1] == 0;
}

static int read_chunks(vox_scene *scene, bytes file, char text[FILE_TEXT]) {
  size_t models = 0, nodes = 0, layers = 0;
  bytes size = {NULL, 0, 1};
  chunk c;
  vox_kind kind;
  while (next_chunk(&file, &c) > 0) {
    bytes *b = &c.content;
    if (is_chunk(&c, "SIZE")) {
      size = *b;
    } else if (is_chunk(&c, "XYZI")) {
      if (!read_model(b, &size, &scene->models[models], models + 1, text)) return 0;
      size.failed = 1;
      models++;
    } else if (is_chunk(&c, "LAYR")) {
      scene->layers[layers].id = (int32_t)take_number(b);
      scene->layers[layers++].hidden = take_hidden(b);
    } else if (is_chunk(&c, "RGBA")) {
      scene->colors = take(b, 4 * VOX_COLORS);
    } else if (is_chunk(&c, "IMAP")) {
      scene->shown = take(b, VOX_COLORS);
      if (scene->shown != NULL && !is_order(scene->shown)) scene->shown = NULL;
    } else if (node_kind(&c, &kind)) {
      if (!read_node(b, kind, &scene->nodes[nodes++], text)) return 0;
    }
    if (b->failed) return ci_file_fail(text, "a chunk %.4s is too short for what it holds", c.name);
  }
  return check_children(scene, text) && sort_nodes(scene, text);
}

int ci_vox_scene_read(vox_scene *scene, const unsigned char *data, size_t size,
                      const file_limits *limits, const file_memory *memory, char text[FILE_TEXT]) {
  bytes file;
  chunk head;
  size_t children;
  memset(scene, 0, sizeof *scene);
  scene->limits = limits;
  scene->memory = memory;
  file.at = data;
  file.left = size;
  file.failed = 0;
  if (size < 20 || memcmp(data, "VOX ", 4) != 0 || memcmp(data + 8, "MAIN", 4) != 0)
    return ci_file_fail(text, size == 0 ? "it is empty" : "it is not a .vox file");
  take(&file, 4);
  scene->version = (int)take_number(&file);
  children = ci_vox_number(file.at + 8);
  if (next_chunk(&file, &head) < 0 || children > file.left) {
    return ci_file_fail(text, "it is cut off: of %.0f bytes there are %.0f",
                        20.0 + (double)children + (double)ci_vox_number(data + 12), (double)size);
  }
  file.left = children;
  return count_chunks(scene, file, text) && check_counts(scene, text) && make_room(scene, text) &&
         read_chunks(scene, file, text);
}

void ci_vox_scene_free(vox_scene *scene) {
  const file_memory *memory = scene->memory;
  ci_file_give_back(memory, scene->models, scene->model_count, sizeof(vox_model));
  ci_file_give_back(memory, scene->nodes, scene->node_count, sizeof(vox_node));
  ci_file_give_back(memory, scene->layers, scene->layer_count, sizeof(vox_layer));
}
