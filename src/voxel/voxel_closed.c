/* SPDX-License-Identifier: MIT
 *
 * Tests whether a mesh is closed. Vertices at the same place count as one: many meshes store a
 * vertex several times, once for each normal, or share no vertices. In a closed mesh the triangles
 * traverse every edge equally often in both directions. Then their borders cancel out, and winding
 * numbers are well defined. If this fails but an even number of triangles meets at every such edge,
 * the mesh is also closed. Its triangles then disagree on which side is outside.
 */
#include "../mesh/mesh.h"
#include "voxel_solid.h"
#include "voxel_work.h"

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

/* Each edge of a triangle becomes an item. Its key is made of the kept vertices at its ends. Its
 * number is 2 (3 triangle + k) for the edge from corner k to the next, plus 1 if it goes from the
 * lower kept vertex to the higher one. Returns 0 if the work is stopped. */
static int list_edges(collide_voxelizer *v, sort_item *edges, size_t *count) {
  const collide_triangles *mesh = &v->mesh;
  size_t i, vertex[3];
  int k;
  *count = 0;
  for (i = 0; i < mesh->triangle_count; i++) {
    if (!voxel_work(v, 3 * WORK_EDGE, i)) return 0;
    voxel_corners(mesh, i, vertex);
    for (k = 0; k < 3; k++) {
      uint32_t from = v->kept[vertex[k]], to = v->kept[vertex[(k + 1) % 3]];
      if (from == to) continue;
      edges[*count].key = sort_pair(from, to);
      edges[(*count)++].number = 2 * (3 * i + (size_t)k) + (from < to);
    }
  }
  return 1;
}

/* Reports the first edge, in the order of triangles, where the mesh is not closed. */
static collide_error check_edges(collide_voxelizer *v, const sort_item *edges, size_t count,
                                 int *by_parity) {
  size_t i, first = 0, open = (size_t)-1, vertex[3];
  int64_t balance = 0; /* the number of traversals in one direction, minus those in the other */
  *by_parity = 0;
  for (i = 0; i < count; i++) {
    if (!voxel_work(v, WORK_EDGE, v->mesh.triangle_count + i / 3)) return v->error;
    balance += edges[i].number % 2 != 0 ? 1 : -1;
    if (i + 1 < count && edges[i + 1].key == edges[first].key) continue;
    if (balance != 0) *by_parity = 1;
    if ((i + 1 - first) % 2 != 0 && edges[first].number < open) open = edges[first].number;
    first = i + 1;
    balance = 0;
  }
  if (open == (size_t)-1) return COLLIDE_OK;
  v->triangle = open / 6;
  voxel_corners(&v->mesh, v->triangle, vertex);
  v->edge[0] = vertex[open / 2 % 3];
  v->edge[1] = vertex[(open / 2 + 1) % 3];
  return COLLIDE_ERROR_MESH_NOT_CLOSED;
}

collide_error ci_voxel_check_closed(collide_voxelizer *v, int *by_parity) {
  size_t room = 3 * v->mesh.triangle_count, count;
  sort_item *edges = (sort_item *)ci_voxel_take_memory(v, 2 * room, sizeof *edges);
  collide_error error;
  sorter s;
  v->error = COLLIDE_ERROR_MEMORY;
  if (edges == NULL) return v->error;
  s.spare = edges + room;
  s.work = count_work;
  s.user = v;
  if (list_edges(v, edges, &count) && sort_items(&s, edges, count))
    error = check_edges(v, edges, count, by_parity);
  else
    error = v->error;
  ci_voxel_give_memory(v, edges, 2 * room, sizeof *edges);
  return error;
}
