/* SPDX-License-Identifier: MIT
 *
 * Reads the scene of a .vox file into a grid: descends the tree of nodes, and places each model.
 */
#include <string.h>

#include "../grid/grid.h"
#include "vox_scene.h"

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

static const vox_placement in_place = {{0, 1, 2}, {1, 1, 1}, {0, 0, 0}};

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

/* ---- Counting: before anything is placed ----------------------------------- */

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
  number = ci_vox_number(node->children);
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
  int32_t id = (int32_t)ci_vox_number(node->children + 4 * (size_t)number);
  vox_node *child = ci_vox_scene_node(b->scene, id);
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

/* ---- Placing --------------------------------------------------------------- */

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
    const unsigned char *bytes = model->voxels + 4 * (size_t)voxel;
    unsigned value = b->values[bytes[3]];
    int64_t cell[3];
    if (value == 0) continue;
    place(p, pivot, bytes, cell);
    if (!set_voxel(b, cell, value)) return 0;
  }
  return 1;
}

static int add_shape(builder *b, const step *s) {
  const vox_model *model = &b->scene->models[ci_vox_number(s->node->children)];
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
  vox_node *root = ci_vox_scene_node(b->scene, 0);
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
  int done = ci_vox_scene_read(&scene, data, size, limits, memory, text);
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
