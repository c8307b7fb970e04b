/* SPDX-License-Identifier: MIT
 *
 * The inside of closed meshes. A cell whose open interior meets no triangle is completely inside or
 * completely outside. So one line through it decides: the line along x through the middles of its
 * row. Every triangle that the line crosses changes the winding number by one from there on. The
 * inside is where it is not 0, or where it is odd if the triangles do not all face the same way.
 * Surfaces that face into a cavity make it 0 again there. Parts of a mesh that overlap make it 2,
 * which is also inside.
 *
 * If the line meets an edge or a corner, it counts as a little farther along y, and by still less
 * along z (Edelsbrunner and Muecke, "Simulation of simplicity", 1990). So it crosses exactly one of
 * the triangles that meet there, or a pair of them. The side of a boundary across x on which it
 * crosses is decided exactly. A crossing on the boundary itself counts from the cell behind it.
 */
#include "../mesh/mesh.h"
#include "../number/orient.h"
#include "voxel_items.h"
#include "voxel_limit.h"
#include "voxel_solid.h"
#include "voxel_work.h"

/* ---- Is the mesh closed? --------------------------------------------------------------------- */

/* Tests whether a mesh is closed. Vertices at the same place count as one: many meshes store a
 * vertex several times, once for each normal, or share no vertices. In a closed mesh the triangles
 * traverse every edge equally often in both directions. Then their borders cancel out, and winding
 * numbers are well defined. If this fails but an even number of triangles meets at every such edge,
 * the mesh is also closed. Its triangles then disagree on which side is outside. */

/* ---- Vertices -------------------------------------------------------------------------------- */

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

/* ---- Edges ----------------------------------------------------------------------------------- */

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

/* Checks that the mesh is closed. *by_parity becomes 1 if its triangles do not all face the same
 * way. */
static collide_error voxel_check_closed(collide_voxelizer *v, int *by_parity) {
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
typedef struct voxel_solid {
  int by_parity;
  voxel_items crossings; /* a crossing is the first cell of its row that lies behind */
  int sorted;
  size_t written;
} voxel_solid;

/* ---- Lines through middles ------------------------------------------------------------------- */

/* Coordinates and origins of solids are below this many cells, so that `middle` is strictly inside
 * of its cell. Let 2^e <= size < 2^(e+1). Boundaries, below 2^50 cells, are multiples of their
 * last bit, at most 2^(e-2); products k * size are below 2^51 cells and rounded by at most
 * 2^(e-3), the sums by 2^(e-3) again. So the two boundaries of a cell are apart by at least
 * 2^e - 4 * 2^(e-3), which is two last bits, and half of that is a double between them. (Where
 * a product is 2^(e+51) or more, as size is just above 2^e then, neighbours' products differ
 * by 2^e exactly, or more.) */
#define SOLID_NEAR 1125899906842624.0 /* 2^50 */

/* The middle of a cell, rounded; strictly inside of it (SOLID_NEAR). */
static double middle(const voxel_triangle *t, int axis, int64_t line) {
  double low = voxel_boundary(t, axis, line), high = voxel_boundary(t, axis, line + 1);
  return low + (high - low) / 2;
}

/* A line along x through the middles of a row, or a plane of such lines. */
typedef struct row_line {
  const voxel_triangle *t;
  voxel_plane plane;
  const double *from, *to; /* an edge that goes up along z */
  double y, z;
} row_line;

/* Returns 1 if the middle of row k is at the edge or behind it, along y. */
static int is_behind_edge(const row_line *l, int64_t k) {
  double p[2], q[2], c[2];
  p[0] = l->from[1];
  p[1] = l->from[2];
  q[0] = l->to[1];
  q[1] = l->to[2];
  c[0] = middle(l->t, 1, k);
  c[1] = l->z;
  return orient2d(p, q, c) <= 0;
}

/* Returns 1 if boundary k is at the plane or behind it, along x. */
static int is_behind_plane(const row_line *l, int64_t k) {
  const double *const *corner = l->t->corner;
  double c[3];
  c[0] = voxel_boundary(l->t, 0, k);
  c[1] = l->y;
  c[2] = l->z;
  return l->plane.sign[0] * ci_orient3d(corner[0], corner[1], corner[2], c) >= 0;
}

/* The first number from 0 on that is behind, or `end` if there is none before it. The search begins
 * at a guess, which affects only its time. */
static int64_t find_first(const row_line *l, int (*is_behind)(const row_line *, int64_t),
                          double guess, int64_t end) {
  int64_t low = -1, high = end, k = 0, step = 1;
  if (guess > 0) k = guess < (double)end ? (int64_t)guess : end - 1;
  while (high - low > 1) {
    if (k <= low || k >= high) k = low + (high - low) / 2;
    if (is_behind(l, k)) {
      high = k;
      k -= step;
    } else {
      low = k;
      k += step;
    }
    step *= 2;
  }
  return high;
}

/* ---- Crossings ------------------------------------------------------------------------------- */

double ci_voxel_solid_bytes(double rows) {
  return 2 * (2 * rows + (double)VOXEL_ROOM) * (double)sizeof(voxel_item);
}

/* The rows of layer j whose lines cross the triangle, from *first to *end - 1. Returns 0 if there
 * are none. */
static int find_rows(row_line *l, int64_t j, int64_t *first, int64_t *end) {
  const voxel_triangle *t = l->t;
  int64_t width = t->width[1];
  int k, found = 0;
  l->z = middle(t, 2, j);
  for (k = 0; k < 3; k++) {
    int next = (k + 1) % 3, up = t->corner[k][2] < t->corner[next][2];
    int from = up ? k : next, to = up ? next : k;
    const double *y = t->at[1], *z = t->at[2];
    double slope = (y[to] - y[from]) / (z[to] - z[from]);
    int64_t row;
    l->from = t->corner[from];
    l->to = t->corner[to];
    if (!(l->from[2] <= l->z && l->z < l->to[2])) continue;
    row = find_first(l, is_behind_edge, y[from] + ((double)j + 0.5 - z[from]) * slope + 0.5, width);
    if (found++ == 0)
      *first = *end = row;
    else if (row < *first)
      *first = row;
    else
      *end = row;
  }
  return *first < *end && found > 0;
}

/* The first boundary along x that is behind the triangle's plane, in row y of layer z. */
static int64_t find_x(row_line *l, int64_t y, int64_t z) {
  const voxel_triangle *t = l->t;
  const voxel_plane *p = &l->plane;
  double x = p->start + ((double)y + 0.5) * p->step[1] + ((double)z + 0.5) * p->step[2];
  if ((p->sign[1] | p->sign[2]) == 0)
    return (t->code[0][0] + 1) >> 1; /* x is the same everywhere */
  l->y = middle(t, 1, y);
  return find_first(l, is_behind_plane, x + 1, t->width[0]);
}

static int cross_triangle(collide_voxelizer *v, const voxel_rule *rule, size_t triangle) {
  const double *corner[3];
  const voxel_point *point[3];
  voxel_point own[3];
  voxel_triangle t;
  row_line l;
  int64_t j, y = 0, end = 0;
  voxel_items *crossings = &((voxel_solid *)v->solid)->crossings;
  voxel_get_corners(v, rule, triangle, corner, point, own);
  ci_voxel_triangle_begin(&t, rule, corner, point);
  ci_voxel_triangle_place(&t, point);
  ci_voxel_triangle_code(&t, point);
  ci_voxel_plane_begin(&t, &l.plane);
  if (!l.plane.across) return 1;
  l.t = &t;
  for (j = 0; j < t.width[2]; j++) {
    if (!voxel_work(v, 2 * WORK_EXACT, v->done)) return 0;
    if (!find_rows(&l, j, &y, &end)) continue;
    for (; y < end; y++) {
      if (!voxel_work(v, 2 * WORK_EXACT, v->done)) return 0;
      if (!ci_voxel_items_add(crossings, t.low[0] + find_x(&l, y, j), t.low[1] + y, t.low[2] + j,
                              triangle, -l.plane.sign[0]))
        return 0;
    }
  }
  return 1;
}

static collide_error cross_triangles(collide_voxelizer *v, size_t end) {
  voxel_solid *solid = (voxel_solid *)v->solid;
  size_t count = v->mesh.triangle_count;
  voxel_rule rule;
  ci_voxel_rule_begin(&rule, &v->grid->frame, 0);
  for (; v->done < end && v->done < 2 * count; v->done++) {
    size_t before = solid->crossings.count;
    if (cross_triangle(v, &rule, v->done - count)) continue;
    solid->crossings.count = before;
    return v->error;
  }
  return COLLIDE_OK;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Writes one row. */
static int write_row(collide_voxelizer *v, voxel_solid *solid, voxel_pen *pen) {
  const voxel_item *c = solid->crossings.all + solid->written;
  const voxel_item *end = solid->crossings.all + solid->crossings.count, *row = c;
  int64_t winding = 0, low[3], width[3];
  width[1] = width[2] = 1;
  for (; c + 1 < end && voxel_is_same_row(c, c + 1); c++) {
    if (!voxel_work(v, WORK_TRIANGLE, v->done)) return 0;
    winding += c->turn;
    if (solid->by_parity) winding &= 1;
    if (winding == 0 || c[0].at[0] == c[1].at[0]) continue;
    memcpy(low, c->at, sizeof low);
    width[0] = c[1].at[0] - c[0].at[0];
    if (v->options.values != NULL) pen->value = v->options.values[c->triangle];
    ci_voxel_pen_box(pen, low, width);
    if (!ci_voxel_pen_run(pen, low[0], low[1], low[2], width[0])) return 0;
  }
  solid->written += (size_t)(c + 1 - row);
  return 1;
}

static collide_error write_rows(collide_voxelizer *v, size_t end) {
  voxel_solid *solid = (voxel_solid *)v->solid;
  size_t count = v->mesh.triangle_count;
  /* In proportion to the steps. */
  double part = (double)(end - 2 * count) / (double)count * (double)solid->crossings.count;
  size_t bytes = solid->crossings.room * sizeof(voxel_item);
  voxel_pen *pen = &((voxel_tools *)v->tools)->pen;
  int ok = 1;
  v->most_bytes -= bytes;
  ci_voxel_pen_begin(pen, v);
  while (ok && solid->written < solid->crossings.count &&
         (end == v->total || (double)solid->written < part)) {
    double written = (double)solid->written / (double)solid->crossings.count;
    ok = ((v->left -= WORK_TRIANGLE) >= 0 || ci_voxel_report(v, (2 + written) * (double)count)) &&
         write_row(v, solid, pen);
  }
  ci_voxel_pen_end(pen, ok);
  v->most_bytes += bytes;
  if (!ok) return v->error;
  v->done = end;
  return COLLIDE_OK;
}

/* ---- Declared in the header ------------------------------------------------------------------ */

static collide_error check_middles(collide_voxelizer *v) {
  const double *vertices = v->mesh.vertices;
  const collide_grid_frame *frame = &v->grid->frame;
  size_t i;
  for (i = 0; i < 3 * v->mesh.vertex_count; i++) {
    double limit = SOLID_NEAR * frame->size[i % 3];
    v->vertex = i / 3;
    if (!(fabs(vertices[i]) < limit && fabs(frame->origin[i % 3]) < limit))
      return COLLIDE_ERROR_MESH_FAR;
  }
  return COLLIDE_OK;
}

collide_error ci_voxel_solid_begin(collide_voxelizer *v) {
  voxel_solid *solid;
  collide_error error = check_middles(v);
  if (error != COLLIDE_OK) return error;
  if (v->mesh.triangle_count > UINT32_MAX) return COLLIDE_ERROR_MEMORY;
  solid = (voxel_solid *)ci_voxel_take_memory(v, 1, sizeof *solid);
  if (solid == NULL) return COLLIDE_ERROR_MEMORY;
  memset(solid, 0, sizeof *solid);
  ci_voxel_items_begin(&solid->crossings, v, (size_t)-1, 1);
  v->solid = solid;
  return voxel_check_closed(v, &solid->by_parity);
}

collide_error ci_voxel_solid_step(collide_voxelizer *v, size_t end) {
  voxel_solid *solid = (voxel_solid *)v->solid;
  collide_error error = cross_triangles(v, end);
  if (error != COLLIDE_OK || v->done == end) return error;
  if (!solid->sorted) solid->sorted = ci_voxel_items_sort(&solid->crossings, v->done);
  return solid->sorted ? write_rows(v, end) : v->error;
}

void ci_voxel_solid_end(collide_voxelizer *v) {
  voxel_solid *solid = (voxel_solid *)v->solid;
  if (solid == NULL) return;
  solid->crossings.v = v;
  ci_voxel_items_free(&solid->crossings);
  ci_voxel_give_memory(v, solid, 1, sizeof *solid);
  v->solid = NULL;
}
