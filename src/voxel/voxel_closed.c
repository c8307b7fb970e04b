/* SPDX-License-Identifier: MIT
 *
 * Tests whether a mesh is closed. Vertices at the same place count as one: many meshes store a
 * vertex several times, once for each normal, or share no vertices. In a closed mesh the triangles
 * traverse every edge equally often in both directions. Then their borders cancel out, and winding
 * numbers are well defined. If this fails but an even number of triangles meets at every such edge,
 * the mesh is also closed. Its triangles then disagree on which side is outside.
 */
#include "voxel_solid.h"
#include "voxel_work.h"

/* The hash of the tables. It must not depend on addresses. */
static uint64_t mix(uint64_t hash, uint64_t x) {
  hash = (hash ^ x) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

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

static uint64_t hash_vertex(const double vertex[3]) {
  uint64_t hash = 0, bits;
  int i;
  for (i = 0; i < 3; i++) {
    double x = vertex[i] + 0.0; /* no -0.0 */
    memcpy(&bits, &x, sizeof bits);
    hash = mix(hash, bits);
  }
  return hash;
}

static int is_same(const double a[3], const double b[3]) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* Sets first[i] to the first vertex that is at the same place as vertex i. */
static int weld(collide_voxelizer *v, size_t *first) {
  const collide_triangles *mesh = &v->mesh;
  size_t size = table_size(mesh->vertex_count), i;
  size_t *table = size > 0 ? (size_t *)ci_voxel_take_memory(v, size, sizeof *table) : NULL;
  int ok;
  if (table == NULL) return 0;
  ok = set_zero(v, table, size * sizeof *table); /* entries are vertex numbers from 1; 0: free */
  for (i = 0; ok && i < mesh->vertex_count; i++) {
    const double *vertex = mesh->vertices + 3 * i;
    size_t slot = (size_t)hash_vertex(vertex) & (size - 1);
    while (table[slot] != 0 && !is_same(mesh->vertices + 3 * (table[slot] - 1), vertex))
      slot = (slot + 1) & (size - 1);
    if (table[slot] == 0) table[slot] = i + 1;
    first[i] = table[slot] - 1;
    ok = voxel_work(v, WORK_EDGE, i);
  }
  ci_voxel_give_memory(v, table, size, sizeof *table);
  return ok;
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
  const size_t *first;
} edges;

/* The edge of a triangle that begins at corner k, or NULL if its length is zero. *forward is 1 if
 * the triangle traverses it from a to b. */
static edge *find_edge(const edges *e, const size_t vertex[3], int k, int *forward) {
  size_t from = e->first[vertex[k]], to = e->first[vertex[(k + 1) % 3]], slot;
  size_t a = from < to ? from : to, b = from < to ? to : from;
  if (from == to) return NULL;
  *forward = from < to;
  slot = (size_t)mix(mix(0, a), b) & (e->size - 1);
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
    if (!voxel_work(v, 3 * WORK_EDGE, mesh->vertex_count + i)) return 0;
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
    if (!voxel_work(v, 3 * WORK_EDGE, v->mesh.vertex_count + v->mesh.triangle_count + i))
      return v->error;
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
  size_t vertices = v->mesh.vertex_count, count = v->mesh.triangle_count;
  size_t *first = (size_t *)ci_voxel_take_memory(v, vertices, sizeof *first);
  collide_error error;
  edges e;
  e.first = first;
  e.size = count < (size_t)-1 / 1024 ? table_size(3 * count) : 0;
  e.table = e.size > 0 ? (edge *)ci_voxel_take_memory(v, e.size, sizeof *e.table) : NULL;
  v->error = COLLIDE_ERROR_MEMORY;
  if (first != NULL && e.table != NULL && weld(v, first) &&
      set_zero(v, e.table, e.size * sizeof *e.table) && count_edges(v, &e))
    error = check_edges(v, &e, by_parity);
  else
    error = v->error;
  ci_voxel_give_memory(v, first, vertices, sizeof *first);
  ci_voxel_give_memory(v, e.table, e.size, sizeof *e.table);
  return error;
}
