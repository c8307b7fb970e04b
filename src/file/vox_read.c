/* SPDX-License-Identifier: MIT
 *
 * Reads the scene of a .vox file into a grid: descends the tree of nodes, and places each model.
 */
#include "../grid/grid.h"
#include "file.h"

#include <stdlib.h>
#include <string.h>

/* All positions are in the file's axes. A voxel is four bytes: x, y, z and the color. */
typedef struct vox_model {
  uint32_t size[3];
  const unsigned char *voxels;
  uint32_t count;
} vox_model;

/* point -> sign[i] * point[axis[i]] + offset[i] */
typedef struct vox_placement {
  int axis[3], sign[3];
  int64_t offset[3];
} vox_placement;

typedef enum vox_kind { VOX_TRANSFORM, VOX_GROUP, VOX_SHAPE } vox_kind;

/* The progress of counting a node. */
typedef enum vox_progress { VOX_UNSEEN, VOX_ENTERED, VOX_COUNTED } vox_progress;

typedef struct vox_node {
  int32_t id;
  vox_kind kind;
  int hidden;                    /* the node, or its layer */
  int32_t layer;                 /* of a transform */
  vox_placement placement;       /* of a transform */
  const unsigned char *children; /* ids; a transform has one child; a shape's is its model */
  uint32_t count;                /* the number of children */
  vox_progress progress;
  uint64_t voxels; /* the voxels that it and the nodes below it place */
  uint64_t visits; /* the nodes that must be visited for that; both saturate */
} vox_node;

typedef struct vox_layer {
  int32_t id;
  int hidden;
} vox_layer;

typedef struct vox_scene {
  int version;
  vox_model *models;
  vox_node *nodes; /* by id */
  vox_layer *layers;
  size_t model_count, node_count, layer_count;
  const unsigned char *colors; /* the colors of the indices 1 to 255 and 0, or NULL */
  const unsigned char *shown;  /* the index that MagicaVoxel shows as 1 to 255 and 0, or NULL */
  const file_limits *limits;
  const file_memory *memory;
} vox_scene;

/* ---- Two readings of the chunks -------------------------------------------------------------- */

/* First counts them, then stores them. The bytes may be anything, so each number is checked against
 * the size of its chunk before use. https://github.com/ephtracy/voxel-model describes the format.
 */

static uint32_t vox_number(const unsigned char *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

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
  return at == NULL ? 0 : vox_number(at);
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

/* ---- Nodes ----------------------------------------------------------------------------------- */

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

/* NULL if there is none. */
static vox_node *vox_scene_node(const vox_scene *scene, int32_t id) {
  vox_node wanted;
  if (scene->node_count == 0) return NULL;
  wanted.id = id;
  return (vox_node *)bsearch(&wanted, scene->nodes, scene->node_count, sizeof(vox_node),
                             compare_nodes);
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

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

static int check_scene_counts(const vox_scene *scene, char text[FILE_TEXT]) {
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

/* The bytes must live as long as the scene. Must be freed, also after an error. */
static int vox_scene_read(vox_scene *scene, const unsigned char *data, size_t size,
                          const file_limits *limits, const file_memory *memory,
                          char text[FILE_TEXT]) {
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
  children = vox_number(file.at + 8);
  if (next_chunk(&file, &head) < 0 || children > file.left) {
    return ci_file_fail(text, "it is cut off: of %.0f bytes there are %.0f",
                        20.0 + (double)children + (double)vox_number(data + 12), (double)size);
  }
  file.left = children;
  return count_chunks(scene, file, text) && check_scene_counts(scene, text) &&
         make_room(scene, text) && read_chunks(scene, file, text);
}

/* The bytes must live as long as the scene. Must be freed, also after an error. */
static void vox_scene_free(vox_scene *scene) {
  const file_memory *memory = scene->memory;
  ci_file_give_back(memory, scene->models, scene->model_count, sizeof(vox_model));
  ci_file_give_back(memory, scene->nodes, scene->node_count, sizeof(vox_node));
  ci_file_give_back(memory, scene->layers, scene->layer_count, sizeof(vox_layer));
}
#define FARTHEST (INT64_C(1) << 38)         /* a model reaches less than 2^32 cells further */
#define SATURATED ((UINT64_C(1) << 53) - 1) /* counts saturate here */

/* The current node of the descent, and its placement in the world. */
typedef struct step {
  vox_node *node;
  uint32_t next; /* the next child to visit */
  vox_placement placement;
} step;

typedef struct builder {
  vox_scene *scene;
  collide_grid *grid;
  int flags;
  unsigned char values[VOX_COLORS]; /* for each color of the file */
  step *steps;
  size_t depth;
  char *text;
} builder;

/* Versions up to 150 show the first model; later ones show the last. */
static int keeps_first(const vox_scene *scene) {
  return scene->version <= 150;
}

/* Applies `inner` first, then `outer`. */
static vox_placement compose(const vox_placement *outer, const vox_placement *inner) {
  vox_placement p;
  int i;
  for (i = 0; i < 3; i++) {
    int axis = outer->axis[i];
    p.axis[i] = inner->axis[axis];
    p.sign[i] = outer->sign[i] * inner->sign[axis];
    p.offset[i] = outer->sign[i] * inner->offset[axis] + outer->offset[i];
  }
  return p;
}

/* The cell of a voxel. Its middle, at half-integers, rotates around the pivot. */
static void place(const vox_placement *p, const int64_t pivot[3], const unsigned char *voxel,
                  int64_t cell[3]) {
  int64_t at[3];
  int i;
  for (i = 0; i < 3; i++) {
    int axis = p->axis[i];
    int64_t twice = p->sign[i] * (2 * ((int64_t)voxel[axis] - pivot[axis]) + 1);
    at[i] = (twice - 1) / 2 + p->offset[i]; /* twice is odd */
  }
  cell[0] = at[0];
  cell[1] = at[2];
  cell[2] = -at[1] - 1;
}

/* ---- Counting: before anything is placed ----------------------------------------------------- */

/* Many nodes may name one model, and many groups one group. So the scene is a graph, and its number
 * of paths can grow exponentially. Each node is counted once. */

static uint64_t add_counts(uint64_t a, uint64_t b) {
  return b > SATURATED - a ? SATURATED : a + b;
}

static void count_child(vox_node *parent, const vox_node *child) {
  parent->voxels = add_counts(parent->voxels, child->voxels);
  parent->visits = add_counts(parent->visits, child->voxels > 0 ? child->visits : 1);
}

static int count_shape(builder *b, vox_node *node) {
  uint32_t number;
  if (node->count == 0) return 1;
  number = vox_number(node->children);
  if (number >= b->scene->model_count) {
    return ci_file_fail(b->text, "node %d is of model %.0f, but there are %.0f", (int)node->id,
                        (double)number + 1, (double)b->scene->model_count);
  }
  node->voxels = b->scene->models[number].count;
  return 1;
}

/* Counts a node, or pushes a step that counts its children. */
static int count_node(builder *b, vox_node *node) {
  if (node->hidden && !(b->flags & VOX_HIDDEN)) node->progress = VOX_COUNTED;
  if (node->progress == VOX_COUNTED) return 1;
  if (node->progress == VOX_ENTERED)
    return ci_file_fail(b->text, "node %d contains itself", (int)node->id);
  node->visits = 1;
  node->progress = node->kind == VOX_SHAPE ? VOX_COUNTED : VOX_ENTERED;
  if (node->kind == VOX_SHAPE) return count_shape(b, node);
  b->steps[b->depth].node = node;
  b->steps[b->depth++].next = 0;
  return 1;
}

static vox_node *child_of(const builder *b, const vox_node *node, uint32_t number) {
  int32_t id = (int32_t)vox_number(node->children + 4 * (size_t)number);
  vox_node *child = vox_scene_node(b->scene, id);
  if (child == NULL) {
    ci_file_fail(b->text, "node %d refers to node %d, which does not exist", (int)node->id,
                 (int)id);
  }
  return child;
}

static int check_counts(const builder *b, uint64_t voxels, uint64_t visits) {
  const file_limits *limits = b->scene->limits;
  if (voxels > limits->cells) {
    return ci_file_fail(b->text, "its models come to %s%.0f voxels, more than limit=%.0f",
                        voxels == SATURATED ? "at least " : "", (double)voxels, limits->limit);
  }
  if (visits > limits->nodes) {
    return ci_file_fail(
        b->text, "its scene comes to %s%.0f nodes, more than the %.0f that limit=%.0f allows",
        visits == SATURATED ? "at least " : "", (double)visits, (double)limits->nodes,
        limits->limit);
  }
  return 1;
}

/* A node is never entered twice at the same time, so there are no more steps than nodes. */
static int count_scene(builder *b, vox_node *root) {
  if (!count_node(b, root)) return 0;
  while (b->depth > 0) {
    step *s = &b->steps[b->depth - 1];
    vox_node *child;
    if (s->next == s->node->count) {
      s->node->progress = VOX_COUNTED;
      b->depth--;
      continue; /* this node is still the parent's next child; the parent adds its count now */
    }
    child = child_of(b, s->node, s->next);
    if (child == NULL || !count_node(b, child)) return 0;
    if (child->progress != VOX_COUNTED) continue;
    count_child(s->node, child);
    s->next++;
  }
  return check_counts(b, root->voxels, root->visits);
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* If several voxels lie in one cell, the first or the last of them counts. */
static int set_voxel(builder *b, const int64_t cell[3], unsigned value) {
  const file_limits *limits = b->scene->limits;
  if (keeps_first(b->scene) && collide_grid_get(b->grid, cell) != 0) return 1;
  if (!collide_grid_set(b->grid, cell, value))
    return ci_file_fail(b->text, "not enough memory for its models");
  if (b->grid->bytes <= limits->bytes) return 1;
  return ci_file_fail(b->text,
                      "its models take more than the %.0f bytes of memory that limit=%.0f allows",
                      (double)limits->bytes, limits->limit);
}

static int add_model(builder *b, const vox_model *model, const vox_placement *p,
                     const int64_t pivot[3]) {
  uint32_t voxel;
  int i;
  for (i = 0; i < 3; i++) {
    if (p->offset[i] > FARTHEST || p->offset[i] < -FARTHEST)
      return ci_file_fail(b->text, "a model lies too far out");
  }
  for (voxel = 0; voxel < model->count; voxel++) {
    const unsigned char *at = model->voxels + 4 * (size_t)voxel;
    unsigned value = b->values[at[3]];
    int64_t cell[3];
    if (value == 0) continue;
    place(p, pivot, at, cell);
    if (!set_voxel(b, cell, value)) return 0;
  }
  return 1;
}

static int add_shape(builder *b, const step *s) {
  const vox_model *model = &b->scene->models[vox_number(s->node->children)];
  int64_t pivot[3];
  int axis;
  for (axis = 0; axis < 3; axis++) pivot[axis] = model->size[axis] / 2;
  return add_model(b, model, &s->placement, pivot);
}

/* Skips nodes that place nothing: there may be exponentially many paths to them. */
static int enter(builder *b, vox_node *node, const vox_placement *outer) {
  step *s = &b->steps[b->depth];
  if (node->voxels == 0) return 1;
  s->node = node;
  s->next = 0;
  s->placement = node->kind == VOX_TRANSFORM ? compose(outer, &node->placement) : *outer;
  if (node->kind == VOX_SHAPE) return add_shape(b, s);
  b->depth++;
  return 1;
}

static int add_scene(builder *b, vox_node *root) {
  if (!enter(b, root, &in_place)) return 0;
  while (b->depth > 0) {
    step *s = &b->steps[b->depth - 1];
    if (s->next == s->node->count) {
      b->depth--;
    } else if (!enter(b, child_of(b, s->node, s->next++), &s->placement)) {
      return 0;
    }
  }
  return 1;
}

/* Without a scene the first model counts; the others are frames. Its corner is at the origin. */
static int add_first_model(builder *b) {
  static const int64_t corner[3] = {0, 0, 0};
  return add_model(b, &b->scene->models[0], &in_place, corner);
}

/* Adds all models from node 0 down. */
static int add_all(builder *b) {
  size_t most = b->scene->node_count + 1;
  vox_node *root = vox_scene_node(b->scene, 0);
  int done;
  if (b->scene->model_count == 0) return ci_file_fail(b->text, "there is no model in it");
  if (b->scene->node_count == 0)
    return check_counts(b, b->scene->models[0].count, 0) && add_first_model(b);
  if (root == NULL) root = &b->scene->nodes[0];
  b->steps = (step *)ci_file_take(b->scene->memory, most, sizeof(step));
  if (b->steps == NULL) return ci_file_fail(b->text, "not enough memory");
  done = count_scene(b, root) && add_scene(b, root);
  ci_file_give_back(b->scene->memory, b->steps, most, sizeof(step));
  return done;
}

/* Reads the colors in MagicaVoxel's order, if that differs from the file's. */
static void read_palette(const vox_scene *scene, vox_palette *palette,
                         unsigned char values[VOX_COLORS]) {
  vox_palette stored;
  int i;
  ci_vox_default_palette(&stored);
  if (scene->colors != NULL) {
    memcpy(stored.colors[1], scene->colors, 4 * (VOX_COLORS - 1));
  }
  *palette = stored;
  for (i = 0; i < VOX_COLORS; i++) values[i] = (unsigned char)i;
  for (i = 0; scene->shown != NULL && i < VOX_COLORS - 1; i++) {
    memcpy(palette->colors[i + 1], stored.colors[scene->shown[i]], 4);
    values[scene->shown[i]] = (unsigned char)(i + 1);
  }
}

int ci_vox_read(const unsigned char *data, size_t size, int flags, const file_limits *limits,
                const file_memory *memory, collide_grid *grid, vox_palette *palette,
                char text[FILE_TEXT]) {
  vox_scene scene;
  builder b;
  int done = vox_scene_read(&scene, data, size, limits, memory, text);
  if (done) {
    memset(&b, 0, sizeof b);
    b.scene = &scene;
    b.grid = grid;
    b.flags = flags;
    b.text = text;
    read_palette(&scene, palette, b.values);
    done = add_all(&b);
  }
  vox_scene_free(&scene);
  return done;
}
