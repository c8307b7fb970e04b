/* SPDX-License-Identifier: MIT
 *
 * Terrain: a mesh over a grid of heights. Its triangles are computed when they are read, so only
 * the corners and the BVH take memory. Places are numbers. A leaf of the BVH is a strip: four cells
 * in a row, or fewer at the end of the row.
 */
#include "../number/fp.h"

#include <string.h>

#include "mesh.h"

enum { STRIP = WIDE_LEAF_MOST / 2 };

void ci_mesh_heights_face(const collide_mesh_data *t, int32_t place, mesh_face *face) {
  int32_t cell = place / 2, corner = cell + cell / (t->columns - 1); /* a row has one corner more */
  int32_t below = corner + t->columns, is_second = place % 2;
  face->number = place;
  face->corners[0] = (uint32_t)corner;
  face->corners[1] = (uint32_t)(is_second ? below + 1 : below);
  face->corners[2] = (uint32_t)(is_second ? corner + 1 : below + 1);
}

/* ---- The tree -------------------------------------------------------------------------------- */

/* The strips below a node of the plan: their range in a row, and the range of rows. */
typedef struct region {
  int32_t x, z, width, height;
} region;

static int32_t count_strips(const collide_mesh_data *t) {
  return (t->columns - 2) / STRIP + 1;
}

/* Sets a leaf of the plan and its box. */
static void set_leaf(const collide_mesh_data *t, const region *r, tree_split *leaf, tree_box *box) {
  int32_t cells = t->columns - 1, x = r->x * STRIP, end = x + STRIP < cells ? x + STRIP : cells;
  const double *low = t->points + 3 * ((size_t)r->z * (size_t)t->columns + (size_t)x), *p;
  int32_t row, i;
  leaf->first = 2 * (r->z * cells + x);
  leaf->count = 2 * (end - x);
  box->low[0] = low[0];
  box->low[2] = low[2];
  box->low[1] = box->high[1] = low[1];
  for (row = 0; row < 2; row++) {
    p = low + 3 * (size_t)row * (size_t)t->columns;
    for (i = x; i <= end; i++, p += 3) {
      if (p[1] < box->low[1]) box->low[1] = p[1];
      if (p[1] > box->high[1]) box->high[1] = p[1];
      box->high[0] = p[0];
    }
    box->high[2] = p[-1];
  }
}

/* The greatest power of two below `count`. So most nodes of the tree are full. */
static int32_t left_of(int32_t count) {
  int32_t left = 1;
  while (2 * left < count) left *= 2;
  return left;
}

static void split(tree_plan *plan, region *regions, int32_t at) {
  region *left = &regions[plan->count], *right = left + 1;
  *left = *right = regions[at];
  if (left->width > 1 && left->width * STRIP >= left->height) {
    left->width = left_of(left->width);
    right->x += left->width;
    right->width -= left->width;
  } else {
    left->height = left_of(left->height);
    right->z += left->height;
    right->height -= left->height;
  }
  plan->nodes[at].child = plan->count;
  plan->count += 2;
}

static int make_tree(collide_mesh_data *t) {
  size_t strips = (size_t)count_strips(t) * (size_t)(t->rows - 1);
  size_t boxes_size = strips * sizeof(tree_box), regions_size = 2 * strips * sizeof(region);
  size_t nodes_size = 2 * strips * sizeof(tree_split);
  tree_box *boxes = (tree_box *)ci_tree_resize(&t->memory, NULL, 0, boxes_size);
  region *regions = (region *)ci_tree_resize(&t->memory, NULL, 0, regions_size);
  tree_plan plan;
  int32_t at, leaves = 0;
  int made = 0;
  memset(&plan, 0, sizeof plan);
  plan.items = t->triangles;
  plan.nodes = (tree_split *)ci_tree_resize(&t->memory, NULL, 0, nodes_size);
  if (boxes != NULL && regions != NULL && plan.nodes != NULL) {
    memset(plan.nodes, 0, nodes_size);
    regions[0].x = regions[0].z = 0;
    regions[0].width = count_strips(t);
    regions[0].height = t->rows - 1;
    for (plan.count = 1, at = 0; at < plan.count; at++) {
      if (regions[at].width > 1 || regions[at].height > 1)
        split(&plan, regions, at);
      else
        set_leaf(t, &regions[at], &plan.nodes[at], &boxes[leaves++]);
    }
    made = ci_wide_make(&t->tree, &plan, boxes, &t->memory);
  }
  ci_tree_free(&t->memory, plan.nodes, nodes_size);
  ci_tree_free(&t->memory, regions, regions_size);
  ci_tree_free(&t->memory, boxes, boxes_size);
  return made;
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* Returns 0 if a corner is too far away, and sets *place to it. */
static int set_corners(collide_mesh_data *t, const collide_heights *h, size_t *place) {
  size_t corner;
  for (corner = 0; corner < t->vertices; corner++) {
    double *p = t->points + 3 * corner;
    p[0] = (double)(corner % h->columns) * h->size[0];
    p[1] = h->heights[corner] * h->size[1] + 0.0; /* no -0.0 */
    p[2] = (double)(corner / h->columns) * h->size[2];
    *place = corner;
    if (!(p[0] <= MESH_LARGEST && fabs(p[1]) <= MESH_LARGEST && p[2] <= MESH_LARGEST)) return 0;
  }
  return 1;
}

static collide_error make(collide_mesh_data *t, const collide_heights *h, size_t *place) {
  t->columns = (int32_t)h->columns;
  t->rows = (int32_t)h->rows;
  t->vertices = h->columns * h->rows;
  t->triangles = (int32_t)(2 * (h->columns - 1) * (h->rows - 1));
  t->points = (double *)ci_tree_resize(&t->memory, NULL, 0, 3 * t->vertices * sizeof *t->points);
  if (t->points == NULL) return COLLIDE_ERROR_MEMORY;
  if (!set_corners(t, h, place)) return COLLIDE_ERROR_SIZE;
  if (!make_tree(t)) return COLLIDE_ERROR_MEMORY;
  ci_mesh_measure_reach(t);
  return COLLIDE_OK;
}

collide_error collide_mesh_data_new_heights(collide_mesh_data **data, const collide_heights *h,
                                            collide_alloc alloc, void *user, size_t *place) {
  tree_memory memory = ci_tree_memory(alloc, user);
  size_t ignored, most = TREE_MOST / 2;
  collide_mesh_data *t;
  collide_error error;
  int k;
  if (h->columns < 2 || h->rows < 2 || h->columns - 1 > most ||
      h->rows - 1 > most / (h->columns - 1))
    return COLLIDE_ERROR_LIMIT;
  for (k = 0; k < 3; k++)
    if (!(h->size[k] > 0 && h->size[k] <= DBL_MAX)) return COLLIDE_ERROR_SIZE;
  t = (collide_mesh_data *)ci_tree_resize(&memory, NULL, 0, sizeof *t);
  if (t == NULL) return COLLIDE_ERROR_MEMORY;
  memset(t, 0, sizeof *t);
  t->memory = memory;
  error = make(t, h, place != NULL ? place : &ignored);
  if (error != COLLIDE_OK)
    collide_mesh_data_free(t);
  else
    *data = t;
  return error;
}
