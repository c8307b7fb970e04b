/* SPDX-License-Identifier: MIT
 *
 * Meshes into grids: checks the mesh, and writes the cells of its triangles.
 */
#include "../grid/grid.h"
#include "voxel.h"
#include "voxel_solid.h"
#include "voxel_work.h"

/* ---- The limit of cells and memory ----------------------------------------------------------- */

/* An upper bound on the cells that the triangles of a mesh touch, found before anything is written.
 * Also finds cell sizes that keep the mesh within its limit. */

/* ---- One triangle ---------------------------------------------------------------------------- */

/* A triangle T touches the closed cell from k to k + 1 if k is a point of T + [-1, 0]^3. So the
 * cells that it touches are the lattice points in the convex body K = T + Q, where Q is a unit
 * cube. In three dimensions a convex body contains at most V + F / 2 + M / pi + 1 lattice points
 * (Overhagen, "Zur Gitterpunktanzahl konvexer Koerper im 3-dimensionalen euklidischen Raum", 1975).
 * V is its volume, F its surface and M the integral of its mean curvature. These are the intrinsic
 * volumes V_3 to V_0 of K, and for a segment s of length 1
 *   V_j(K + s) = V_j(K) + V_(j-1)(K seen along s).
 * For the three edges of Q in turn, a triangle of area A and perimeter P whose projection along
 * axis i has the area A_i and the perimeter P_i, and whose bounds have the sides e_i, this gives
 *   V_3 = A_1 + A_2 + A_3 + e_1 + e_2 + e_3 + 1
 *   V_2 = A + (P_1 + P_2 + P_3) / 2 + 3
 *   V_1 = P / 2 + 3
 *   V_0 = 1.
 * The sum is the bound. It is attained by a point that is a corner of cells (8) and by a segment on
 * a line of the grid (4 e + 8). For a large triangle it is 1.6 to 2 times the touched cells.
 *
 * The boundaries of cells are rounded and off by at most d / 8. The corners are off by 3/16 d
 * (VOXEL_DOUBT). So the touched cells are lattice points in a body whose cube has the side
 * 1 + 5/8 d. Each term of the sum has at most three sides of the cube as factors, so (1 + 5/8 d)^3
 * times the sum is a bound. The rounding error of the bound itself is less than 100 u times it;
 * LIMIT_ROUNDED allows for far more. */
#define LIMIT_SIDE 0.625
#define LIMIT_ROUNDED 1.000001

/* An upper bound on the length of a vector. The length is convex. The bound equals it for
 * (1, 0, 0), (1, 1, 0) and (1, 1, 1), and is linear while the order of the components' sizes is the
 * same. */
static double length3(double x, double y, double z) {
  double a = fabs(x), b = fabs(y), c = fabs(z);
  double most = a > b ? a : b, least = a > b ? b : a;
  double middle = least > c ? least : c < most ? c : most;
  least = least < c ? least : c;
  most = most > c ? most : c;
  return most + 0.41421356237309515 * middle + 0.31783724519578230 * least;
}

/* The bound for cells that are `scale` times as large. */
static double most_by_volumes(const voxel_triangle *t, double scale) {
  double normal[3], area = 0, length = 0, doubt = 0, side;
  int i, k;
  for (i = 0; i < 3; i++) {
    int j = i == 2 ? 0 : i + 1, l = i == 0 ? 2 : i - 1;
    const double *u = t->at[j], *v = t->at[l];
    double least = u[0], most = u[0];
    normal[i] = (u[1] - u[0]) * (v[2] - v[0]) - (u[2] - u[0]) * (v[1] - v[0]);
    for (k = 0; k < 3; k++) {
      int next = k == 2 ? 0 : k + 1;
      length += length3(u[next] - u[k], v[next] - v[k], 0) / 2;
      least = u[k] < least ? u[k] : least;
      most = u[k] > most ? u[k] : most;
    }
    length += most - least;
    area += fabs(normal[i]) / 2;
    doubt = t->doubt[i] > doubt ? t->doubt[i] : doubt;
  }
  for (k = 0; k < 3; k++) {
    int next = k == 2 ? 0 : k + 1;
    length += length3(t->at[0][next] - t->at[0][k], t->at[1][next] - t->at[1][k],
                      t->at[2][next] - t->at[2][k]) /
              2;
  }
  area += length3(normal[0], normal[1], normal[2]) / 2;
  side = 1 + LIMIT_SIDE * doubt / scale;
  return (area / (scale * scale) + length / scale + 8) * side * side * side * LIMIT_ROUNDED;
}

static double bounds_count(const voxel_triangle *t) {
  return (double)t->width[0] * (double)t->width[1] * (double)t->width[2];
}

/* Bounds with at most this many cells need no better estimate. */
enum { FEW = 27 };

static double most_of(voxel_triangle *t, const voxel_point *const point[3]) {
  double all = bounds_count(t), most;
  if (all <= (double)FEW) return all;
  ci_voxel_triangle_place(t, point);
  most = most_by_volumes(t, 1);
  return most < all ? most : all;
}

double ci_voxel_triangle_most(const voxel_rule *rule, const double *const corner[3],
                              const voxel_point *const point[3]) {
  voxel_triangle t;
  ci_voxel_triangle_begin(&t, rule, corner, point);
  return most_of(&t, point);
}

/* ---- All triangles --------------------------------------------------------------------------- */

/* Each cell in the bounds counts as this many touched cells if the triangle is tested cell by
 * cell. */
#define LIMIT_TESTED 0.0625

/* A cell in the lists takes 76 bytes while they are sorted, and 44 in the end. The binding turns it
 * into five values of 16 bytes: 8 times the LIMIT_BYTES. */
#define LIMIT_LISTED 8

/* The bytes for each cell of the limit, and the bytes for all cells together. A brick takes 80
 * bytes, and a touched one mostly holds 64 cells or more. But a thin triangle may touch 8 cells in
 * each brick, and with several values a brick takes 1 KB more. */
#define LIMIT_BYTES 16
#define LIMIT_BASE 1048576

/* The needs of a mesh with cells of some size. Each number is an upper bound on the sum over all
 * triangles, each counted separately. */
typedef struct estimate {
  double cells;
  double greatest;            /* the most cells of one triangle */
  size_t triangle;            /* the index of that triangle */
  double rows;                /* rows of cells along x */
  double blocks[GRID_LEVELS]; /* bricks, and then nodes of each level, that the larger triangles
                                 touch */
  double small[GRID_LEVELS];  /* the number of triangles that are small from this level on */
  int64_t low[3], high[3];    /* bounds of the codes of vertices */
} estimate;

static double weight(const collide_voxelizer *v) {
  return v->options.lists ? LIMIT_LISTED : 1;
}

static void add_triangle(const collide_voxelizer *v, const voxel_rule *rule, size_t i,
                         const double *const corner[3], const voxel_point *const point[3],
                         estimate *e) {
  voxel_triangle t;
  double most;
  ci_voxel_triangle_begin(&t, rule, corner, point);
  most = most_of(&t, point);
  if (v->options.method == COLLIDE_VOXEL_SAT && bounds_count(&t) * LIMIT_TESTED > most)
    most = bounds_count(&t) * LIMIT_TESTED;
  e->cells += most;
  if (most <= e->greatest) return;
  e->greatest = most;
  e->triangle = i;
}

/* Returns 0 if the work is stopped. */
static int add_triangles(collide_voxelizer *v, estimate *e) {
  voxel_rule rule;
  size_t i;
  memset(e, 0, sizeof *e);
  ci_voxel_rule_begin(&rule, &v->grid->frame, 0);
  for (i = 0; i < v->mesh.triangle_count; i++) {
    const double *corner[3];
    const voxel_point *point[3];
    voxel_point own[3];
    if (!voxel_work(v, WORK_TRIANGLE, i)) return 0;
    voxel_get_corners(v, &rule, i, corner, point, own);
    add_triangle(v, &rule, i, corner, point, e);
  }
  return 1;
}

/* ---- Larger cell sizes ----------------------------------------------------------------------- */

/* The blocks of a triangle that is smaller than a block: at most eight. */
static double few_blocks(const estimate *e, int level) {
  double few = 0;
  for (; level >= 0; level--) few += 8 * e->small[level];
  return few;
}

static void add_blocks(const voxel_triangle *t, estimate *e) {
  double side = 8;
  int level = 0, axis;
  for (; level < GRID_LEVELS; level++, side *= 4) {
    double blocks = 1, most;
    for (axis = 0; axis < 3; axis++) blocks *= floor((double)t->width[axis] / side) + 2;
    if (blocks <= 8) break;
    most = most_by_volumes(t, side);
    e->blocks[level] += most < blocks ? most : blocks;
  }
  if (level < GRID_LEVELS) e->small[level]++;
}

/* Returns 0 if a vertex has no place. */
static int add_in_frame(const collide_voxelizer *v, const voxel_rule *rule, size_t i, estimate *e) {
  const double *corner[3];
  const voxel_point *point[3];
  voxel_point own[3];
  voxel_triangle t;
  size_t vertex[3];
  double rows;
  int k, axis;
  voxel_corners(&v->mesh, i, vertex);
  for (k = 0; k < 3; k++) {
    corner[k] = v->mesh.vertices + 3 * voxel_kept(v, vertex[k]);
    point[k] = &own[k];
    if (!ci_voxel_locate(rule, corner[k], &own[k])) return 0;
    for (axis = 0; axis < 3; axis++) {
      int64_t code = own[k].code[axis];
      if (i + (size_t)k == 0 || code < e->low[axis]) e->low[axis] = code;
      if (i + (size_t)k == 0 || code > e->high[axis]) e->high[axis] = code;
    }
  }
  add_triangle(v, rule, i, corner, point, e);
  ci_voxel_triangle_begin(&t, rule, corner, point);
  ci_voxel_triangle_place(&t, point);
  rows = (double)t.width[1] * (double)t.width[2];
  e->rows += rows;
  add_blocks(&t, e);
  return 1;
}

/* An upper bound on the blocks of this size that the bounds of the mesh meet. */
static double blocks_in_bounds(const estimate *e, double side) {
  double count = 1;
  int axis;
  for (axis = 0; axis < 3; axis++)
    count *= floor(((double)e->high[axis] - (double)e->low[axis]) / 2 / side) + 2;
  return count;
}

/* An upper bound on the bytes. */
static double bytes_of(const collide_voxelizer *v, const estimate *e) {
  size_t values = v->options.values != NULL ? GRID_CELLS * sizeof(uint16_t) : 0;
  double bytes = v->options.solid ? ci_voxel_solid_bytes(e->rows) : 0, side = 8;
  int level;
  for (level = 0; level < GRID_LEVELS; level++, side *= 4) {
    double blocks = blocks_in_bounds(e, side), touched = e->blocks[level] + few_blocks(e, level);
    if (!v->options.solid && touched < blocks) blocks = touched;
    bytes += blocks * (double)(level == 0 ? sizeof(grid_brick) + values : sizeof(grid_node));
  }
  return bytes;
}

static double bytes_allowed(const collide_voxelizer *v) {
  return LIMIT_BASE + LIMIT_BYTES * v->options.limit;
}

/* The least number with three digits that is not less than x. 10^22 is the greatest power of ten
 * that is a double, so the result is the double nearest to its decimal form. */
static double round_up(double x) {
  double power = 1, most = 1e22;
  if (x >= 100) {
    while (x / power > 999 && power < most) power *= 10;
    return ceil(x / power) * power;
  }
  while (x * power < 100 && power < most) power *= 10;
  return ceil(x * power) / power;
}

/* Returns 1 if the mesh keeps within its limits with cells `scale` times as large, and sets v->size
 * to them. */
static int is_enough(collide_voxelizer *v, double scale) {
  collide_grid_frame frame = v->grid->frame;
  voxel_rule rule;
  estimate e;
  size_t i;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    v->size[axis] = frame.size[axis] = round_up(frame.size[axis] * scale);
    if (!(frame.size[axis] <= DBL_MAX / 4)) return 0;
  }
  memset(&e, 0, sizeof e);
  ci_voxel_rule_begin(&rule, &frame, 0);
  for (i = 0; i < v->mesh.triangle_count; i++) {
    if (!voxel_work(v, WORK_SIZE, 0) || !add_in_frame(v, &rule, i, &e)) return 0;
    if (e.cells * weight(v) > v->options.limit) return 0;
  }
  return bytes_of(v, &e) <= bytes_allowed(v);
}

/* Tries larger and larger cells, from `scale` on, by a factor that grows. Returns the first scale
 * that is large enough and writes the last one that is not to *low. Returns 0 if there is none. */
static double grow(collide_voxelizer *v, double scale, double *low) {
  enum { TRIES_MOST = 64 };
  double factor = 1.25;
  int tries;
  for (tries = 0; tries < TRIES_MOST; tries++) {
    if (is_enough(v, scale)) return scale;
    if (v->error == COLLIDE_ERROR_STOPPED) break;
    *low = scale;
    scale *= factor;
    factor = factor < 1e3 ? factor * factor : factor;
  }
  return 0;
}

/* Sets v->size to a cell size that keeps the mesh within its limits, or to 0. */
static void find_size(collide_voxelizer *v, double scale) {
  double low = 1, high = grow(v, scale, &low);
  int tries;
  for (tries = 0; high > 0 && tries < 6 && v->error != COLLIDE_ERROR_STOPPED; tries++) {
    double middle = sqrt(low) * sqrt(high);
    if (is_enough(v, middle))
      high = middle;
    else
      low = middle;
  }
  if (high > 0) is_enough(v, high); /* sets the size: the last try may have set another */
  if (!(high > 0) || v->error == COLLIDE_ERROR_STOPPED) v->size[0] = v->size[1] = v->size[2] = 0;
}

/* ---- Vertices far away ----------------------------------------------------------------------- */

/* Only meshes of at least this many triangles are searched for a single wrong vertex. */
enum { WILD_TRIANGLES = 4 };
#define WILD_TIMES 1000

/* Returns 1 if the vertex is WILD_TIMES farther from all others than these are from each other.
 * Vertices at the same place count as one, because every triangle may have its own. */
static int is_wild(collide_voxelizer *v, size_t vertex) {
  const double *at = v->mesh.vertices + 3 * vertex;
  double low[3], high[3], size = 0, apart = 0;
  size_t i, others = 0;
  int axis;
  for (i = 0; i < v->mesh.vertex_count; i++) {
    const double *p = v->mesh.vertices + 3 * i;
    if (i % VOXEL_BLOCK == 0 && !voxel_work(v, WORK_BLOCK, 0)) return 0;
    if (p[0] == at[0] && p[1] == at[1] && p[2] == at[2]) continue;
    for (axis = 0; axis < 3; axis++) {
      if (others == 0 || p[axis] < low[axis]) low[axis] = p[axis];
      if (others == 0 || p[axis] > high[axis]) high[axis] = p[axis];
    }
    others++;
  }
  if (others == 0) return 0;
  for (axis = 0; axis < 3; axis++) {
    double below = low[axis] - at[axis], above = at[axis] - high[axis];
    if (high[axis] - low[axis] > size) size = high[axis] - low[axis];
    if (below > apart) apart = below;
    if (above > apart) apart = above;
  }
  return apart / WILD_TIMES > size;
}

/* Searches the triangle that touches the most cells for such a vertex. */
static int find_wild(collide_voxelizer *v) {
  size_t vertex[3];
  int k;
  if (v->mesh.triangle_count < WILD_TRIANGLES) return 0;
  voxel_corners(&v->mesh, v->triangle, vertex);
  for (k = 0; k < 3 && !v->is_wild; k++) {
    v->vertex = vertex[k];
    v->is_wild = is_wild(v, vertex[k]);
  }
  return v->is_wild;
}

static int is_too_much(const collide_voxelizer *v, double cells) {
  return !(cells * weight(v) <= v->options.limit);
}

collide_error ci_voxel_limit_cells(collide_voxelizer *v) {
  estimate e;
  if (!add_triangles(v, &e)) return v->error;
  v->cells = e.cells;
  if (!is_too_much(v, e.cells)) return COLLIDE_OK;
  v->triangle = e.triangle;
  v->error = COLLIDE_ERROR_LIMIT;
  if (!find_wild(v) && v->error != COLLIDE_ERROR_STOPPED)
    find_size(v, sqrt(e.cells * weight(v) / v->options.limit));
  return v->error;
}

/* Call it after COLLIDE_ERROR_LIMIT. If the memory reached its limit, finds cell sizes that keep
 * within it. Returns the error, which changes if the work is stopped. */
static collide_error voxel_limit_explain(collide_voxelizer *v) {
  if (is_too_much(v, v->cells)) return COLLIDE_ERROR_LIMIT;
  v->cells = 0;
  v->error = COLLIDE_ERROR_LIMIT;
  find_size(v, 1.25);
  return v->error;
}

/* Call it after the vertices are placed. Sets the bound on memory, and estimates the cells. */
static collide_error voxel_limit_begin(collide_voxelizer *v) {
  double most = (double)v->grid->bytes + bytes_allowed(v);
  v->most_bytes = most < (double)((size_t)-1 / 2) ? (size_t)most : (size_t)-1 / 2;
  return ci_voxel_limit_cells(v);
}
collide_voxel_options collide_voxel_defaults(void) {
  collide_voxel_options options;
  memset(&options, 0, sizeof options);
  options.rule = COLLIDE_VOXEL_CLOSED;
  options.method = COLLIDE_VOXEL_PEF;
  options.value = 1;
  options.limit = COLLIDE_VOXEL_LIMIT;
  return options;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

void *ci_voxel_take_memory(const collide_voxelizer *v, size_t count, size_t size) {
  if (count > (size_t)-1 / 2 / size) return NULL;
  return v->grid->alloc(v->grid->user, NULL, 0, (count > 0 ? count : 1) * size);
}

void ci_voxel_give_memory(const collide_voxelizer *v, void *block, size_t count, size_t size) {
  if (block != NULL) v->grid->alloc(v->grid->user, block, (count > 0 ? count : 1) * size, 0);
}

static collide_error fail(collide_voxelizer *v, collide_error error) {
  collide_voxelize_end(v);
  return error;
}

/* ---- Progress -------------------------------------------------------------------------------- */

void ci_voxel_phase(collide_voxelizer *v, double from, double to, double steps) {
  v->from = from;
  v->to = to;
  v->steps = steps > 0 ? steps : 1;
}

static void reach(collide_voxelizer *v, double done) {
  double part = v->from + (v->to - v->from) * (done / v->steps);
  if (part > v->to) part = v->to;
  if (part > v->part) v->part = part;
}

int ci_voxel_report(collide_voxelizer *v, double done) {
  v->left = VOXEL_QUANTUM;
  if (v->options.proceed == NULL) return 1;
  reach(v, done);
  return v->options.proceed(v->options.user, v->part) || voxel_fail(v, COLLIDE_ERROR_STOPPED);
}

/* The parts of the whole at which the steps begin and end. The part before the steps is larger if
 * edges must be counted. */
static double steps_begin(const collide_voxelizer *v) {
  return v->options.solid ? 0.2 : 0.05;
}

static double steps_end(const collide_voxelizer *v) {
  return v->options.lists ? 0.6 : 1;
}

/* ---- The mesh -------------------------------------------------------------------------------- */

static collide_error check_triangles(collide_voxelizer *v) {
  const collide_triangles *mesh = &v->mesh;
  size_t i;
  if (mesh->triangles == NULL) {
    v->triangle = mesh->vertex_count / 3;
    return mesh->triangle_count > v->triangle ? COLLIDE_ERROR_MESH_INDEX : COLLIDE_OK;
  }
  for (i = 0; i < 3 * mesh->triangle_count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(v, WORK_BLOCK, i)) return v->error;
    if (mesh->triangles[i] < mesh->vertex_count) continue;
    v->triangle = i / 3;
    return COLLIDE_ERROR_MESH_INDEX;
  }
  return COLLIDE_OK;
}

/* Computes the places of all vertices. Stores them if triangles share vertices. */
static collide_error place_vertices(collide_voxelizer *v) {
  const collide_triangles *mesh = &v->mesh;
  voxel_point own, *points = (voxel_point *)v->points;
  voxel_rule rule;
  size_t i;
  int axis;
  ci_voxel_rule_begin(&rule, &v->grid->frame, 0);
  for (i = 0; i < mesh->vertex_count; i++) {
    const double *vertex = mesh->vertices + 3 * i;
    voxel_point *point = points != NULL ? &points[i] : &own;
    if (!voxel_work(v, WORK_VERTEX, i)) return v->error;
    v->vertex = i;
    for (axis = 0; axis < 3; axis++)
      if (!(fabs(vertex[axis]) <= DBL_MAX)) return COLLIDE_ERROR_MESH_FINITE;
    if (!ci_voxel_locate(&rule, vertex, point)) return COLLIDE_ERROR_MESH_FAR;
  }
  return COLLIDE_OK;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static int write_triangle(collide_voxelizer *v, const voxel_rule *rule, const voxel_taker *taker,
                          voxel_pen *pen) {
  const double *corner[3];
  const voxel_point *point[3];
  voxel_point own[3];
  voxel_triangle t;
  voxel_get_corners(v, rule, v->done, corner, point, own);
  if (v->options.values != NULL) pen->value = v->options.values[v->done];
  if (!voxel_work(v, WORK_TRIANGLE, v->done)) return 0;
  if (!ci_voxel_triangle_begin(&t, rule, corner, point)) return 1;
  ci_voxel_pen_box(pen, t.low, t.width);
  if (v->options.method == COLLIDE_VOXEL_SAT) return ci_voxel_triangle_take_sat(&t, point, taker);
  return ci_voxel_triangle_take(&t, point, taker);
}

static collide_error write_triangles(collide_voxelizer *v, size_t end) {
  voxel_tools *tools = (voxel_tools *)v->tools;
  voxel_rule rule;
  voxel_taker taker;
  int ok = 1;
  if (end > v->mesh.triangle_count) end = v->mesh.triangle_count;
  ci_voxel_rule_begin(&rule, &v->grid->frame, v->options.rule == COLLIDE_VOXEL_OPEN);
  ci_voxel_pen_begin(&tools->pen, v);
  taker.run = ci_voxel_pen_run;
  taker.user = &tools->pen;
  taker.v = v;
  taker.windows = &tools->windows;
  for (; ok && v->done < end; v->done += (size_t)ok)
    ok = write_triangle(v, &rule, &taker, &tools->pen);
  ci_voxel_pen_end(&tools->pen, ok);
  return ok ? COLLIDE_OK : v->error;
}

/* ---- Public functions ------------------------------------------------------------------------ */

/* The work before the first step, after the voxelizer was set. */
static collide_error prepare(collide_voxelizer *v) {
  double end = steps_begin(v), count = (double)v->mesh.triangle_count;
  collide_error error;
  v->tools = ci_voxel_take_memory(v, 1, sizeof(voxel_tools));
  if (v->tools == NULL) return COLLIDE_ERROR_MEMORY;
  ci_voxel_phase(v, 0, 0.1 * end, 3 * count);
  error = check_triangles(v);
  if (error != COLLIDE_OK) return error;
  if (v->mesh.triangles != NULL) {
    v->points = ci_voxel_take_memory(v, v->mesh.vertex_count, sizeof(voxel_point));
    if (v->points == NULL) return COLLIDE_ERROR_MEMORY;
  }
  ci_voxel_phase(v, 0.1 * end, 0.3 * end, (double)v->mesh.vertex_count);
  error = place_vertices(v);
  if (error != COLLIDE_OK) return error;
  if (v->options.solid || v->options.weld > 0) {
    ci_voxel_phase(v, 0.3 * end, 0.5 * end, (double)v->mesh.vertex_count);
    error = ci_voxel_weld(v);
    if (error != COLLIDE_OK) return error;
  }
  ci_voxel_phase(v, 0.5 * end, (v->options.solid ? 0.6 : 1) * end, count);
  error = voxel_limit_begin(v);
  if (error != COLLIDE_OK) return error;
  if (!v->options.solid) return COLLIDE_OK;
  ci_voxel_phase(v, 0.6 * end, end, 2 * count);
  return ci_voxel_solid_begin(v);
}

collide_error collide_voxelize_begin(collide_voxelizer *v, collide_grid *grid,
                                     const collide_triangles *mesh,
                                     const collide_voxel_options *options) {
  collide_error error;
  memset(v, 0, sizeof *v);
  v->grid = grid;
  v->mesh = *mesh;
  v->options = *options;
  v->total = (options->solid ? 3 : 1) * mesh->triangle_count;
  v->left = VOXEL_QUANTUM;
  v->error = COLLIDE_ERROR_MEMORY;
  error = prepare(v);
  return error == COLLIDE_OK ? error : fail(v, error);
}

collide_error collide_voxelize_step(collide_voxelizer *v, size_t steps) {
  size_t end = steps < v->total - v->done ? v->done + steps : v->total;
  collide_error error = COLLIDE_OK;
  v->error = COLLIDE_ERROR_MEMORY;
  ci_voxel_phase(v, steps_begin(v), steps_end(v), (double)v->total);
  if (v->done < v->mesh.triangle_count) error = write_triangles(v, end);
  if (error == COLLIDE_OK && v->done < end) error = ci_voxel_solid_step(v, end);
  if (error == COLLIDE_ERROR_LIMIT) error = voxel_limit_explain(v);
  reach(v, (double)v->done);
  if (v->done == v->total) v->part = steps_end(v);
  return error;
}

void collide_voxelize_end(collide_voxelizer *v) {
  ci_voxel_give_memory(v, v->points, v->mesh.vertex_count, sizeof(voxel_point));
  ci_voxel_give_memory(v, v->tools, 1, sizeof(voxel_tools));
  ci_voxel_give_memory(v, v->kept, v->mesh.vertex_count, sizeof *v->kept);
  ci_voxel_solid_end(v);
  v->points = NULL;
  v->tools = NULL;
  v->kept = NULL;
}

collide_error collide_voxelize(collide_grid *grid, const collide_triangles *mesh,
                               const collide_voxel_options *options, collide_voxelizer *voxelizer) {
  collide_voxelizer own, *v = voxelizer != NULL ? voxelizer : &own;
  collide_error error = collide_voxelize_begin(v, grid, mesh, options);
  if (error != COLLIDE_OK) return error;
  error = collide_voxelize_step(v, v->total);
  collide_voxelize_end(v);
  return error;
}
