/* SPDX-License-Identifier: MIT
 *
 * Tests whether a mesh is closed. Vertices at the same place count as one: many meshes store a
 * vertex several times, once for each normal, or share no vertices. In a closed mesh the triangles
 * traverse every edge equally often in both directions. Then their borders cancel out, and winding
 * numbers are well defined. If this fails but an even number of triangles meets at every such edge,
 * the mesh is also closed. Its triangles then disagree on which side is outside.
 */
#include "../mesh/mesh.h"
#include "../number/bits.h"
#include "voxel_solid.h"
#include "voxel_work.h"

enum { ZERO_BLOCK = 1 << 17 }; /* bytes that are set between two reports */

/* A power of two that is at least 1.5 times `count`; 0 if `count` is too large. */
static size_t table_size(size_t count) {
  size_t size = 16;
  if (count > (size_t)-1 / 256) return 0;
  while (size < count + count / 2) size *= 2;
  return size;
}

/* Returns 0 if the work is stopped. */
static int set_zero(collide_voxelizer *v, void *memory, size_t size) {
  unsigned char *bytes = (unsigned char *)memory;
  while (size > 0) {
    size_t part = size < (size_t)ZERO_BLOCK ? size : (size_t)ZERO_BLOCK;
    if (!voxel_work(v, WORK_BLOCK, 0)) return 0;
    memset(bytes, 0, part);
    bytes += part;
    size -= part;
  }
  return 1;
}

/* ---- Vertices ------------------------------------------------------------------------ */

static int count_work(void *user, int64_t units, size_t done) {
  return voxel_work((collide_voxelizer *)user, units, done);
}

collide_error ci_voxel_weld(collide_voxelizer *v) {
  tree_memory memory = ci_tree_memory(v->grid->alloc, v->grid->user);
  size_t count = v->mesh.vertex_count;
  v->kept = (uint32_t *)ci_voxel_take_memory(v, count, sizeof *v->kept);
  v->error = COLLIDE_ERROR_MEMORY;
  if (v->kept == NULL ||
      !ci_mesh_weld(v->mesh.vertices, count, v->options.weld, v->kept, &memory, count_work, v))
    return v->error;
  return COLLIDE_OK;
}

/* ---- Edges ------------------------------------------------------------------------------ */

typedef struct edge {
  size_t a, b;       /* a < b */
  int64_t balance;   /* the number of traversals from a to b, minus from b to a */
  int64_t triangles; /* the number of triangles that meet there; 0: the slot is free */
} edge;

typedef struct edges {
  edge *table;
  size_t size;
  const uint32_t *kept;
} edges;

/* The edge of a triangle that begins at corner k, or NULL if its length is zero. *forward is 1 if
 * the triangle traverses it from a to b. */
static edge *find_edge(const edges *e, const size_t vertex[3], int k, int *forward) {
  size_t from = e->kept[vertex[k]], to = e->kept[vertex[(k + 1) % 3]], slot;
  size_t a = from < to ? from : to, b = from < to ? to : from;
  if (from == to) return NULL;
  *forward = from < to;
  slot = (size_t)bits_mix(bits_mix(0, a), b) & (e->size - 1);
  while (e->table[slot].triangles != 0 && (e->table[slot].a != a || e->table[slot].b != b))
    slot = (slot + 1) & (e->size - 1);
  e->table[slot].a = a;
  e->table[slot].b = b;
  return &e->table[slot];
}

/* Returns 0 if the work is stopped. */
static int count_edges(collide_voxelizer *v, const edges *e) {
  const collide_triangles *mesh = &v->mesh;
  size_t i, vertex[3];
  int k, forward;
  for (i = 0; i < mesh->triangle_count; i++) {
    if (!voxel_work(v, 3 * WORK_EDGE, i)) return 0;
    voxel_corners(mesh, i, vertex);
    for (k = 0; k < 3; k++) {
      edge *found = find_edge(e, vertex, k, &forward);
      if (found == NULL) continue;
      found->balance += forward ? 1 : -1;
      found->triangles++;
    }
  }
  return 1;
}

/* Reports the first edge, in the order of triangles, where the mesh is not closed. */
static collide_error check_edges(collide_voxelizer *v, const edges *e, int *by_parity) {
  size_t i, vertex[3];
  int k, forward;
  *by_parity = 0;
  for (i = 0; i < v->mesh.triangle_count; i++) {
    if (!voxel_work(v, 3 * WORK_EDGE, v->mesh.triangle_count + i)) return v->error;
    voxel_corners(&v->mesh, i, vertex);
    for (k = 0; k < 3; k++) {
      const edge *found = find_edge(e, vertex, k, &forward);
      if (found == NULL || found->balance == 0) continue;
      *by_parity = 1;
      if (found->triangles % 2 == 0) continue;
      v->triangle = i;
      v->edge[0] = vertex[k];
      v->edge[1] = vertex[(k + 1) % 3];
      return COLLIDE_ERROR_MESH_NOT_CLOSED;
    }
  }
  return COLLIDE_OK;
}

collide_error ci_voxel_check_closed(collide_voxelizer *v, int *by_parity) {
  size_t count = v->mesh.triangle_count;
  collide_error error;
  edges e;
  e.kept = v->kept;
  e.size = count < (size_t)-1 / 1024 ? table_size(3 * count) : 0;
  e.table = e.size > 0 ? (edge *)ci_voxel_take_memory(v, e.size, sizeof *e.table) : NULL;
  v->error = COLLIDE_ERROR_MEMORY;
  if (e.table != NULL && set_zero(v, e.table, e.size * sizeof *e.table) && count_edges(v, &e))
    error = check_edges(v, &e, by_parity);
  else
    error = v->error;
  ci_voxel_give_memory(v, e.table, e.size, sizeof *e.table);
  return error;
}
