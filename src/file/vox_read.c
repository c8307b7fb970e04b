/* SPDX-License-Identifier: MIT
 *
 * From the scene of a .vox file into a grid: down the tree of nodes, and each model where these
 * put it.
 */
#include "vox_scene.h"

#include <string.h>

#include "../grid/grid.h"

/* A file can name one model many times, and so be many times as large as it is. */
#define MOST_VOXELS (UINT64_C(1) << 28)
#define MOST_BYTES ((size_t)1 << 31)
#define MOST_NODES (UINT64_C(1) << 22)
#define FARTHEST (INT64_C(1) << 40)

/* A node that is being looked at, and how it is placed in the world. */
typedef struct step {
  vox_node *node;
  uint32_t next; /* child to look at */
  vox_placement placement;
} step;

typedef struct builder {
  const vox_scene *scene;
  collide_grid *grid;
  int flags;
  int counting; /* only: the first time round, so that too much is refused at once */
  unsigned char values[VOX_COLORS]; /* of the colors in the file */
  uint64_t voxels, nodes;           /* so far */
  step *steps;
  size_t depth;
  char *text;
} builder;

/* Versions up to 150 have the model that shows first, later ones last. */
static int keeps_first(const vox_scene *scene) {
  return scene->version <= 150;
}

/* First `inner`, then `outer`. */
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

/* Where a voxel lies: its middle, at a half, is what turns about the pivot. */
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

static int add_model(builder *b, const vox_model *model, const vox_placement *p,
                     const int64_t pivot[3]) {
  int keep = keeps_first(b->scene), i;
  uint32_t voxel;
  for (i = 0; i < 3; i++) {
    if (p->offset[i] > FARTHEST || p->offset[i] < -FARTHEST)
      return ci_file_fail(b->text, "a model lies too far out");
  }
  b->voxels += model->count;
  if (b->voxels > MOST_VOXELS)
    return ci_file_fail(b->text, "its models come to more than %.0f voxels", (double)MOST_VOXELS);
  if (b->counting) return 1;
  for (voxel = 0; voxel < model->count; voxel++) {
    const unsigned char *bytes = model->voxels + 4 * (size_t)voxel;
    unsigned value = b->values[bytes[3]];
    int64_t cell[3];
    if (value == 0) continue;
    place(p, pivot, bytes, cell);
    if (b->grid->bytes > MOST_BYTES || !collide_grid_run(b->grid, cell, 1, value, keep))
      return ci_file_fail(b->text, "not enough memory for its models");
  }
  return 1;
}

static int add_shape(builder *b, const step *s) {
  uint32_t number;
  int64_t pivot[3];
  const vox_model *model;
  int axis;
  if (s->node->count == 0) return 1;
  number = ci_vox_number(s->node->children);
  if (number >= b->scene->model_count) {
    return ci_file_fail(b->text, "node %d is of model %.0f, and there are %.0f", (int)s->node->id,
                        (double)number + 1, (double)b->scene->model_count);
  }
  model = &b->scene->models[number];
  for (axis = 0; axis < 3; axis++) pivot[axis] = model->size[axis] / 2;
  return add_model(b, model, &s->placement, pivot);
}

static int enter(builder *b, vox_node *node, const vox_placement *outer) {
  step *s = &b->steps[b->depth];
  if (node->hidden && !(b->flags & VOX_HIDDEN)) return 1;
  if (node->entered) return ci_file_fail(b->text, "node %d is part of itself", (int)node->id);
  if (++b->nodes > MOST_NODES) return ci_file_fail(b->text, "its nodes come to too many");
  s->node = node;
  s->next = 0;
  s->placement = node->kind == VOX_TRANSFORM ? compose(outer, &node->placement) : *outer;
  if (node->kind == VOX_SHAPE) return add_shape(b, s);
  node->entered = 1;
  b->depth++;
  return 1;
}

static int enter_child(builder *b, step *s) {
  int32_t id = (int32_t)ci_vox_number(s->node->children + 4 * (size_t)s->next++);
  vox_node *child = ci_vox_scene_node(b->scene, id);
  if (child == NULL) {
    return ci_file_fail(b->text, "node %d leads to node %d, which is not there", (int)s->node->id,
                        (int)id);
  }
  return enter(b, child, &s->placement);
}

/* From node 0 down; a node is entered once at a time, so that there are no more steps than nodes.
 */
static int add_scene(builder *b, int counting) {
  static const vox_placement in_place = {{0, 1, 2}, {1, 1, 1}, {0, 0, 0}};
  vox_node *root = ci_vox_scene_node(b->scene, 0);
  b->counting = counting;
  b->voxels = b->nodes = 0;
  if (!enter(b, root != NULL ? root : &b->scene->nodes[0], &in_place)) return 0;
  while (b->depth > 0) {
    step *s = &b->steps[b->depth - 1];
    if (s->next == s->node->count) {
      s->node->entered = 0;
      b->depth--;
    } else if (!enter_child(b, s)) {
      return 0;
    }
  }
  return 1;
}

/* Without a scene the first model counts, the others are frames; its corner is at the origin. */
static int add_all(builder *b) {
  static const vox_placement in_place = {{0, 1, 2}, {1, 1, 1}, {0, 0, 0}};
  static const int64_t corner[3] = {0, 0, 0};
  size_t most = b->scene->node_count + 1;
  int done;
  if (b->scene->model_count == 0) return ci_file_fail(b->text, "there is no model in it");
  if (b->scene->node_count == 0) return add_model(b, &b->scene->models[0], &in_place, corner);
  b->steps = (step *)ci_file_take(b->scene->memory, most, sizeof(step));
  if (b->steps == NULL) return ci_file_fail(b->text, "not enough memory");
  done = add_scene(b, 1) && add_scene(b, 0);
  ci_file_give_back(b->scene->memory, b->steps, most, sizeof(step));
  return done;
}

/* In the order in which MagicaVoxel shows them, when that differs from the file's. */
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

int ci_vox_read(const unsigned char *data, size_t size, int flags, const file_memory *memory,
                collide_grid *grid, vox_palette *palette, char text[FILE_TEXT]) {
  vox_scene scene;
  builder b;
  int done = ci_vox_scene_read(&scene, data, size, memory, text);
  if (done) {
    memset(&b, 0, sizeof b);
    b.scene = &scene;
    b.grid = grid;
    b.flags = flags;
    b.text = text;
    read_palette(&scene, palette, b.values);
    done = add_all(&b);
  }
  ci_vox_scene_free(&scene);
  return done;
}
