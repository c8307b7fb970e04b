/* SPDX-License-Identifier: MIT
 *
 * The contents of a .vox file, in the terms of its chunks: models, and a scene of nodes.
 */
#ifndef COLLIDE_VOX_SCENE_H
#define COLLIDE_VOX_SCENE_H

#include "file.h"

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

/* The bytes must live as long as the scene. Must be freed, also after an error. */
int ci_vox_scene_read(vox_scene *scene, const unsigned char *data, size_t size,
                      const file_limits *limits, const file_memory *memory, char text[FILE_TEXT]);
void ci_vox_scene_free(vox_scene *scene);

/* NULL if there is none. */
vox_node *ci_vox_scene_node(const vox_scene *scene, int32_t id);

uint32_t ci_vox_number(const unsigned char *bytes);

#endif
