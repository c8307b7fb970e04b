/* SPDX-License-Identifier: MIT
 *
 * From the triangles of a hull to its faces: triangles that share an edge and lie in one plane,
 * exactly, are one face. A point at which fewer than three faces meet is in the middle of a face
 * or of an edge, and no corner. The result depends on the points alone, not on the order in
 * which they were added.
 */
#include <string.h>

#include "hull.h"
#include "../number/vector.h"

/* ---- Merging ----------------------------------------------------------------------------- */

static int is_free(const raw_face *f) {
  return f->region < 0;
}

/* The corner of the triangle across edge k that is not on that edge. */
static int opposite(const hull_work *w, const raw_face *f, int k) {
  const raw_face *g = &w->faces[f->across[k]];
  int i = 0;
  while (g->v[i] == f->v[k] || g->v[i] == f->v[(k + 1) % 3]) i++;
  return g->v[i];
}

/* Numbers the regions from 1. The queue holds the triangles of one region. */
static void find_regions(hull_work *w) {
  int i, k, n, first, last;
  w->regions = 0;
  for (n = 0; n < w->used; n++) {
    if (w->faces[n].region != 0) continue;
    w->faces[n].region = ++w->regions;
    first = last = 0;
    w->visible[last++] = n;
    while (first < last) {
      const raw_face *f = &w->faces[w->visible[first++]];
      for (k = 0; k < 3; k++) {
        raw_face *g = &w->faces[f->across[k]];
        double height;
        if (g->region != 0 || ci_raw_side(w, f, opposite(w, f, k), &height) != 0) continue;
        g->region = f->region;
        w->visible[last++] = f->across[k];
      }
    }
  }
  for (i = 0; i < w->used; i++)
    if (!is_free(&w->faces[i])) w->faces[i].region--;
}

static int is_border(const hull_work *w, const raw_face *f, int k) {
  return w->faces[f->across[k]].region != f->region;
}

/* Counts the edges between faces that begin at each point, and numbers the corners in `next`. */
static void find_corners(hull_work *w) {
  int i, k;
  for (i = 0; i < w->given; i++) w->at[i] = 0;
  for (i = 0; i < w->used; i++)
    for (k = 0; k < 3; k++)
      if (!is_free(&w->faces[i]) && is_border(w, &w->faces[i], k)) w->at[w->faces[i].v[k]]++;
  w->corners = w->places = 0;
  for (i = 0; i < w->given; i++) {
    w->next[i] = -1;
    if (w->at[i] < 3) continue;
    w->next[i] = w->corners++;
    w->places += w->at[i];
  }
}

/* Steps from edge k of triangle n to the next edge of the same face's border. */
static void step_along(const hull_work *w, int *n, int *k) {
  *k = (*k + 1) % 3;
  while (!is_border(w, &w->faces[*n], *k)) {
    int other = w->faces[*n].across[*k], i = 0;
    while (w->faces[other].across[i] != *n || w->faces[other].v[(i + 1) % 3] != w->faces[*n].v[*k])
      i++;
    *n = other;
    *k = (i + 1) % 3;
  }
}

static void rotate_lowest(int *v, int count) {
  int i, lowest = 0;
  for (i = 1; i < count; i++)
    if (v[i] < v[lowest]) lowest = i;
  ci_rotate_numbers(v, count, lowest);
}

/* Finds a triangle of each region that has an edge on the border. */
static void find_first_triangles(hull_work *w) {
  int i, k;
  for (i = 0; i < w->used; i++)
    for (k = 0; k < 3; k++)
      if (!is_free(&w->faces[i]) && is_border(w, &w->faces[i], k)) w->queue[w->faces[i].region] = i;
}

/* Writes the border of each region to `horizon`, from queue[region] on, as numbers of corners. */
static void find_borders(hull_work *w) {
  int region, place = 0;
  for (region = 0; region < w->regions; region++) {
    int n = w->queue[region], k = 0, start = place, first_n, first_k;
    while (!is_border(w, &w->faces[n], k)) k++;
    w->queue[region] = place;
    first_n = n;
    first_k = k;
    do {
      int c = w->next[w->faces[n].v[k]];
      if (c >= 0) w->horizon[place++] = c;
      step_along(w, &n, &k);
    } while (n != first_n || k != first_k);
    rotate_lowest(w->horizon + start, place - start);
  }
  w->queue[w->regions] = place;
}

/* Compares two faces by their lists. They differ in the first edge, which has one face on its
 * left. */
static int face_before(const void *context, int a, int b) {
  const hull_work *w = (const hull_work *)context;
  const int *p = w->horizon + w->queue[a], *q = w->horizon + w->queue[b];
  return p[0] != q[0] ? p[0] < q[0] : p[1] < q[1];
}

void ci_hull_merge(hull_work *w) {
  int i;
  find_regions(w);
  find_corners(w);
  find_first_triangles(w);
  find_borders(w);
  for (i = 0; i < w->regions; i++) w->visible[i] = i;
  ci_sort_numbers(w->visible, w->regions, face_before, w);
}

/* ---- Packing ------------------------------------------------------------------------------- */

/* The cells of the table of starts: about twice as many as faces. */
static int count_cells(int faces) {
  int n = 1;
  while (n < 64 && 3 * (n + 1) * (n + 1) <= faces) n++;
  return n;
}

/* Doubles and structs of doubles come first, then all ints. */
size_t ci_hull_bytes(const hull_work *w) {
  size_t given = (size_t)w->given, corners = (size_t)w->corners, faces = (size_t)w->regions;
  size_t places = (size_t)w->places, cells = (size_t)count_cells(w->regions);
  return sizeof(solid_hull) + (given + corners) * 3 * sizeof(double) + faces * sizeof(hull_plane) +
         (corners + (faces + 1) + 5 * places + (corners + 1) + 6 * cells * cells) * sizeof(int);
}

static void pack_faces(const hull_work *w, int *first, int *corner, int *face) {
  int i, k, place = 0;
  for (i = 0; i < w->regions; i++) {
    int region = w->visible[i];
    first[i] = place;
    for (k = w->queue[region]; k < w->queue[region + 1]; k++) {
      corner[place] = w->horizon[k];
      face[place++] = i;
    }
  }
  first[w->regions] = place;
}

/* Sets the places at which the edges of each corner begin. */
static void pack_edges(const solid_hull *p, int *first_edge, int *edges) {
  int i;
  for (i = 0; i <= p->corners; i++) first_edge[i] = 0;
  for (i = 0; i < p->places; i++) first_edge[p->corner[i] + 1]++;
  for (i = 0; i < p->corners; i++) first_edge[i + 1] += first_edge[i];
  for (i = 0; i < p->places; i++) edges[first_edge[p->corner[i]]++] = i;
  for (i = p->corners; i > 0; i--) first_edge[i] = first_edge[i - 1];
  first_edge[0] = 0;
}

static int place_before(const solid_hull *p, int place) {
  int face = p->face[place];
  return place > p->first[face] ? place - 1 : p->first[face + 1] - 1;
}

/* Finds the edge from b to a at the corner that has fewer edges. So all searches together take time
 * in proportion to the number of edges (Chiba and Nishizeki 1985). */
static int find_across(const solid_hull *p, int a, int b) {
  int k, place;
  if (p->first_edge[b + 1] - p->first_edge[b] < p->first_edge[a + 1] - p->first_edge[a]) {
    for (k = p->first_edge[b];; k++) {
      place = p->edges[k];
      if (p->corner[hull_next(p, place)] == a) return place;
    }
  }
  for (k = p->first_edge[a];; k++) {
    place = place_before(p, p->edges[k]);
    if (p->corner[place] == b) return place;
  }
}

/* ---- Measured values ----------------------------------------------------------------------- */

/* (b - a) x (c - a). Twofold numbers are off by some 2^-100 of the products, so where 2^-40 of
 * these is left the value has 60 bits; else it is computed exactly. */
static twofold normal_along(const double *a, const double *b, const double *c, int j, int k) {
  exact_small numbers;
  exact_pool *pool;
  exact e[4], value;
  twofold left = tf_mul(two_diff(b[j], a[j]), two_diff(c[k], a[k]));
  twofold right = tf_mul(two_diff(b[k], a[k]), two_diff(c[j], a[j]));
  twofold r = tf_sub(left, right);
  if (fabs(r.hi) > 9.094947017729282e-13 * (fabs(left.hi) + fabs(right.hi)) && fabs(r.hi) > 1e-200)
    return r;
  pool = EXACT_POOL_OPEN(&numbers);
  ci_exact_set_diff(pool, &e[0], b[j], a[j]);
  ci_exact_set_diff(pool, &e[1], c[k], a[k]);
  ci_exact_set_diff(pool, &e[2], b[k], a[k]);
  ci_exact_set_diff(pool, &e[3], c[j], a[j]);
  ci_exact_mul(&value, &e[0], &e[1]);
  ci_exact_sub_product(&value, &e[2], &e[3]);
  return ci_exact_twofold(&value);
}

static void measure_plane(const solid_hull *p, int face, hull_plane *plane) {
  const double *a = hull_at(p, p->first[face]), *b = hull_at(p, p->first[face] + 1);
  const double *c = hull_at(p, p->first[face] + 2);
  int i;
  for (i = 0; i < 3; i++) {
    twofold n = normal_along(a, b, c, (i + 1) % 3, (i + 2) % 3);
    plane->normal[i] = n.hi;
    plane->normal_low[i] = n.lo;
  }
  if (!ci_vector_unit(plane->normal, plane->unit)) memset(plane->unit, 0, sizeof plane->unit);
}

static void measure_bounds(solid_hull *p) {
  double square = 0;
  int i, k;
  for (k = 0; k < 3; k++) {
    double sum = 0;
    p->extreme[2 * k] = p->extreme[2 * k + 1] = 0;
    for (i = 0; i < p->corners; i++) {
      double x = hull_position(p, i)[k];
      if (x < hull_position(p, p->extreme[2 * k])[k]) p->extreme[2 * k] = i;
      if (x > hull_position(p, p->extreme[2 * k + 1])[k]) p->extreme[2 * k + 1] = i;
      sum += x;
    }
    p->low[k] = hull_position(p, p->extreme[2 * k])[k];
    p->high[k] = hull_position(p, p->extreme[2 * k + 1])[k];
    p->center[k] = sum / p->corners;
    p->zoom[k] = 2 / (p->high[k] - p->low[k]);
  }
  for (i = 0; i < p->corners; i++) {
    const double *q = hull_position(p, i);
    double d[3];
    for (k = 0; k < 3; k++) d[k] = q[k] - p->center[k];
    if (vector_dot(d, d) > square) square = vector_dot(d, d);
  }
  /* The root is off by 4 u of itself, and by underflow. */
  p->radius = sqrt(square) * (1 + 8 * DBL_EPSILON) + 1e-150;
}

/* The least height of the center below a face. A unit normal is off by 4 u, a difference by u, a
 * product by u and two sums by 2 u of numbers that are not larger than the radius: 8 u of three
 * such terms, below 16 eps of the radius. */
static double measure_inner(const solid_hull *p) {
  double least = HUGE_VAL;
  int i, k;
  for (i = 0; i < p->faces; i++) {
    const double *n = p->planes[i].unit, *a = hull_at(p, p->first[i]);
    double height = 0;
    for (k = 0; k < 3; k++) height += n[k] * (a[k] - p->center[k]);
    if (height < least) least = height;
  }
  least -= 16 * DBL_EPSILON * p->radius;
  return least > 0 && least < HUGE_VAL ? least : 0;
}

solid_hull *ci_hull_pack(const hull_work *w, void *storage) {
  solid_hull *p = (solid_hull *)storage;
  size_t given = (size_t)w->given, corners = (size_t)w->corners;
  double *points = (double *)(void *)(p + 1), *positions = points + 3 * given;
  hull_plane *planes = (hull_plane *)(void *)(positions + 3 * corners);
  int *index = (int *)(void *)(planes + w->regions), *first = index + corners;
  int *corner = first + w->regions + 1, *face = corner + w->places, *across = face + w->places;
  int *first_edge = across + w->places, *edges = first_edge + corners + 1;
  int *neighbours = edges + w->places;
  int i;
  memset(p, 0, sizeof *p);
  p->bytes = ci_hull_bytes(w);
  p->given = w->given;
  p->corners = w->corners;
  p->faces = w->regions;
  p->places = w->places;
  p->cells = count_cells(w->regions);
  p->points = points;
  p->positions = positions;
  p->planes = planes;
  p->index = index;
  p->first = first;
  p->corner = corner;
  p->face = face;
  p->across = across;
  p->first_edge = first_edge;
  p->edges = edges;
  p->neighbours = neighbours;
  p->starts = neighbours + w->places;
  memcpy(points, w->points, 3 * given * sizeof points[0]);
  for (i = 0; i < w->given; i++) {
    int c = w->next[i];
    if (c < 0) continue;
    index[c] = i;
    memcpy(positions + 3 * c, points + 3 * i, 3 * sizeof points[0]);
  }
  pack_faces(w, first, corner, face);
  pack_edges(p, first_edge, edges);
  for (i = 0; i < p->places; i++) neighbours[i] = corner[hull_next(p, edges[i])];
  for (i = 0; i < p->places; i++) across[i] = find_across(p, corner[i], corner[hull_next(p, i)]);
  for (i = 0; i < p->faces; i++) measure_plane(p, i, &planes[i]);
  measure_bounds(p);
  p->inner = measure_inner(p);
  ci_hull_fill_starts(p, neighbours + w->places);
  return p;
}

/* The place in the copy that corresponds to `at` in the hull. */
static const void *moved(const solid_hull *p, const void *storage, const void *at) {
  return (const char *)storage + ((const char *)at - (const char *)p);
}

solid_hull *ci_hull_copy(const solid_hull *p, void *storage) {
  solid_hull *copy = (solid_hull *)storage;
  memcpy(storage, p, p->bytes);
  copy->points = (const double *)moved(p, storage, p->points);
  copy->positions = (const double *)moved(p, storage, p->positions);
  copy->planes = (const hull_plane *)moved(p, storage, p->planes);
  copy->index = (const int *)moved(p, storage, p->index);
  copy->first = (const int *)moved(p, storage, p->first);
  copy->corner = (const int *)moved(p, storage, p->corner);
  copy->face = (const int *)moved(p, storage, p->face);
  copy->across = (const int *)moved(p, storage, p->across);
  copy->first_edge = (const int *)moved(p, storage, p->first_edge);
  copy->edges = (const int *)moved(p, storage, p->edges);
  copy->neighbours = (const int *)moved(p, storage, p->neighbours);
  copy->starts = (const int *)moved(p, storage, p->starts);
  return copy;
}
