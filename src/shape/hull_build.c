/* SPDX-License-Identifier: MIT
 *
 * The triangles of a convex hull: quickhull (Barber, Dobkin, Huhdanpaa 1996), where every decision
 * is an exact sign. Each point outside of the hull so far is in the list of one triangle that it is
 * strictly above. The farthest point of a list is added next: the triangles that it is strictly
 * above are removed, and triangles from the edges around them to the point take their place.
 *
 * Points in the plane of a triangle are not above it, so coplanar points need no special cases: the
 * triangles below a point are a disk, bounded by a simple cycle of edges. No such edge is in line
 * with the point: else the point would be in the planes of both triangles beside it. So no triangle
 * is degenerate. "Farthest" is rounded: it changes the running time, never the result.
 */
#include "../number/orient.h"

#include <string.h>

#include "hull.h"
#include "../number/vector.h"

/* A triangle of the hull of the points seen so far. */
typedef struct raw_face {
  double normal[3], size[3]; /* for the filter, see "Above a triangle" */
  double height;             /* of the farthest point, times the normal's length */
  int v[3];                  /* points, counterclockwise from outside */
  int across[3];             /* the triangles across v[0] v[1], v[1] v[2], v[2] v[0] */
  int outside, farthest;     /* the first of the points in its list, and the farthest; or -1 */
  int mark, queued;
  int region; /* the face that the triangle is a part of; -1 when it is free */
} raw_face;

/* At the beginning of the working memory. */
typedef struct hull_work {
  int given, count; /* points; and distinct ones */
  int used, free;   /* triangles: how many were ever used, and the first of those that are free */
  int corners, regions, places;
  double *points;
  raw_face *faces;
  int *order;   /* the distinct points by x, y, z */
  int *next;    /* lists of points; later the numbers of corners */
  int *at;      /* of a point: the new triangle whose first edge begins there; later how many edges
                   between faces begin there */
  int *queue;   /* triangles with points outside; later where the corners of faces begin */
  int *visible; /* triangles; later the order of faces */
  int *horizon; /* points a and b and the triangle outside; later the corners of faces */
} hull_work;

/* Greater differences might overflow when three are multiplied, and normals when rounded. */
#define LARGEST 1e100

/* ---- Sorting --------------------------------------------------------------------------------- */

static void sift(int *v, int root, int count, int (*before)(const void *, int, int),
                 const void *context) {
  int moved = v[root];
  for (;;) {
    int child = 2 * root + 1;
    if (child >= count) break;
    if (child + 1 < count && before(context, v[child], v[child + 1])) child++;
    if (!before(context, moved, v[child])) break;
    v[root] = v[child];
    root = child;
  }
  v[root] = moved;
}

/* Sorts the numbers v[0] to v[count - 1].
 * Heapsort: in place, and O(n log n) for every input. */
static void sort_numbers(int *v, int count, int (*before)(const void *context, int a, int b),
                         const void *context) {
  int i;
  for (i = count / 2 - 1; i >= 0; i--) sift(v, i, count, before, context);
  for (i = count - 1; i > 0; i--) {
    int last = v[i];
    v[i] = v[0];
    v[0] = last;
    sift(v, 0, i, before, context);
  }
}

/* Brings v[front] to the front.
 * Rotates by three reversals. */
static void rotate_numbers(int *v, int count, int front) {
  int i, j;
  for (i = 0; i < 3; i++) {
    int from = i == 1 ? front : 0, to = i == 0 ? front : count;
    for (j = 0; j < (to - from) / 2; j++) {
      int moved = v[from + j];
      v[from + j] = v[to - 1 - j];
      v[to - 1 - j] = moved;
    }
  }
}

/* Orders points by x, then y, then z; equal points by index. */
static int point_before(const void *context, int a, int b) {
  const double *p = (const double *)context + 3 * a, *q = (const double *)context + 3 * b;
  int i;
  for (i = 0; i < 3; i++)
    if (p[i] != q[i]) return p[i] < q[i];
  return a < b;
}

static void order_points(hull_work *w) {
  int i, j;
  for (i = 0; i < w->given; i++) w->order[i] = i;
  sort_numbers(w->order, w->given, point_before, w->points);
  for (i = 0, w->count = 0; i < w->given; i++) {
    const double *p = w->points + 3 * w->order[i], *q;
    if (w->count > 0) {
      q = w->points + 3 * w->order[w->count - 1];
      for (j = 0; j < 3 && p[j] == q[j];) j++;
      if (j == 3) continue;
    }
    w->order[w->count++] = w->order[i];
  }
}

/* ---- Above a triangle ------------------------------------------------------------------------ */

/* normal . (p - a) with the bound of ci_orient3d, whose operations are the same. The normal is the
 * three 2 x 2 determinants, `size` the same with every term made positive. */
#define ABOVE_TERMS 1.0e-15

static void set_plane(const hull_work *w, raw_face *f) {
  const double *a = w->points + 3 * f->v[0], *b = w->points + 3 * f->v[1],
               *c = w->points + 3 * f->v[2];
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double left = (b[j] - a[j]) * (c[k] - a[k]), right = (b[k] - a[k]) * (c[j] - a[j]);
    f->normal[i] = left - right;
    f->size[i] = fabs(left) + fabs(right);
  }
}

/* The sign of the height of a point above a triangle. Exact; *height is rounded. */
static int raw_side(const hull_work *w, const raw_face *f, int point, double *height) {
  const double *a = w->points + 3 * f->v[0], *p = w->points + 3 * point;
  double x = p[0] - a[0], y = p[1] - a[1], z = p[2] - a[2];
  double size = f->size[0] * fabs(x) + f->size[1] * fabs(y) + f->size[2] * fabs(z);
  int sign;
  *height = f->normal[0] * x + f->normal[1] * y + f->normal[2] * z;
  sign = filter_sign(*height, ABOVE_TERMS * size + FILTER_TINY);
  if (sign != FILTER_UNSURE) return sign;
  return ci_orient3d(a, w->points + 3 * f->v[1], w->points + 3 * f->v[2], p);
}

static int make_face(hull_work *w, int a, int b, int c) {
  int number = w->free;
  raw_face *f;
  if (number >= 0)
    w->free = w->faces[number].outside;
  else
    number = w->used++;
  f = &w->faces[number];
  f->v[0] = a;
  f->v[1] = b;
  f->v[2] = c;
  f->outside = f->farthest = -1;
  f->mark = 0;
  f->region = 0;
  f->height = 0;
  set_plane(w, f);
  return number;
}

/* Puts the point into the list of the first triangle that it is above. */
static void put_outside(hull_work *w, int point, const int *faces, int count) {
  int i;
  for (i = 0; i < count; i++) {
    raw_face *f = &w->faces[faces[i]];
    double height;
    if (raw_side(w, f, point, &height) <= 0) continue;
    w->next[point] = f->outside;
    f->outside = point;
    if (f->farthest < 0 || height > f->height) {
      f->farthest = point;
      f->height = height;
    }
    return;
  }
}

/* ---- The first four points ------------------------------------------------------------------- */

static int is_in_line(const double *a, const double *b, const double *c) {
  int i;
  for (i = 0; i < 3; i++) {
    double p[2], q[2], r[2];
    int j = (i + 1) % 3;
    p[0] = a[i];
    p[1] = a[j];
    q[0] = b[i];
    q[1] = b[j];
    r[0] = c[i];
    r[1] = c[j];
    if (orient2d(p, q, r) != 0) return 0;
  }
  return 1;
}

/* The square of twice the triangle's area, rounded. */
static double area_of(const double *a, const double *b, const double *c) {
  double e[3], f[3], n[3];
  int i;
  for (i = 0; i < 3; i++) {
    e[i] = b[i] - a[i];
    f[i] = c[i] - a[i];
  }
  vector_cross(e, f, n);
  return vector_dot(n, n);
}

static double volume_of(const double *a, const double *b, const double *c, const double *d) {
  double e[3], f[3], g[3], n[3];
  int i;
  for (i = 0; i < 3; i++) {
    e[i] = b[i] - a[i];
    f[i] = c[i] - a[i];
    g[i] = d[i] - a[i];
  }
  vector_cross(e, f, n);
  return fabs(vector_dot(n, g));
}

/* Finds the point that makes the largest simplex, up to rounding, with the first `have` points of
 * v, and certainly not a flat one; -1 if all are flat. */
static int find_farthest(const hull_work *w, const int *v, int have) {
  const double *a = w->points + 3 * v[0], *b = w->points + 3 * v[1];
  const double *c = have == 3 ? w->points + 3 * v[2] : NULL;
  double most = -1;
  int i, best = -1;
  for (i = 0; i < w->count; i++) {
    const double *p = w->points + 3 * w->order[i];
    double size = have == 3 ? volume_of(a, b, c, p) : area_of(a, b, p);
    if (!(size > most)) continue;
    if (have == 3 ? ci_orient3d(a, b, c, p) == 0 : is_in_line(a, b, p)) continue;
    most = size;
    best = w->order[i];
  }
  return best;
}

static void join_four(hull_work *w) {
  int f, i, g, j;
  for (f = 0; f < 4; f++)
    for (i = 0; i < 3; i++)
      for (g = 0; g < 4; g++)
        for (j = 0; j < 3; j++)
          if (w->faces[f].v[i] == w->faces[g].v[(j + 1) % 3] &&
              w->faces[f].v[(i + 1) % 3] == w->faces[g].v[j])
            w->faces[f].across[i] = g;
}

/* Returns 0 if all points are in one plane. */
static int begin_hull(hull_work *w, int *waiting) {
  static const int first[4] = {0, 1, 2, 3};
  int v[4], i, swap;
  if (w->count < 4) return 0;
  v[0] = w->order[0];
  v[1] = w->order[w->count - 1];
  v[2] = find_farthest(w, v, 2);
  if (v[2] < 0) return 0;
  v[3] = find_farthest(w, v, 3);
  if (v[3] < 0) return 0;
  if (ci_orient3d(w->points + 3 * v[0], w->points + 3 * v[1], w->points + 3 * v[2],
                  w->points + 3 * v[3]) > 0) {
    swap = v[0];
    v[0] = v[1];
    v[1] = swap;
  }
  make_face(w, v[0], v[1], v[2]);
  make_face(w, v[1], v[0], v[3]);
  make_face(w, v[2], v[1], v[3]);
  make_face(w, v[0], v[2], v[3]);
  join_four(w);
  for (i = 0; i < w->count; i++) put_outside(w, w->order[i], first, 4);
  for (i = 0, *waiting = 0; i < 4; i++) {
    w->faces[i].queued = w->faces[i].outside >= 0;
    if (w->faces[i].queued) w->queue[(*waiting)++] = i;
  }
  return 1;
}

/* ---- Adding a point -------------------------------------------------------------------------- */

/* Finds the triangles that the point is above, starting at one of them. Marks these with `round`,
 * and neighbours that it is not above with round + 1. */
static int find_visible(hull_work *w, int from, int point, int round) {
  int count = 0, i, k;
  w->faces[from].mark = round;
  w->visible[count++] = from;
  for (i = 0; i < count; i++) {
    const raw_face *f = &w->faces[w->visible[i]];
    for (k = 0; k < 3; k++) {
      raw_face *g = &w->faces[f->across[k]];
      double height;
      if (g->mark >= round) continue;
      g->mark = raw_side(w, g, point, &height) > 0 ? round : round + 1;
      if (g->mark == round) w->visible[count++] = f->across[k];
    }
  }
  return count;
}

/* Finds the edges around them: where each begins and ends, and the triangle beyond. */
static int find_horizon(hull_work *w, int visible, int round) {
  int count = 0, i, k;
  for (i = 0; i < visible; i++) {
    const raw_face *f = &w->faces[w->visible[i]];
    for (k = 0; k < 3; k++) {
      int *h = w->horizon + 3 * count;
      if (w->faces[f->across[k]].mark == round) continue;
      h[0] = f->v[k];
      h[1] = f->v[(k + 1) % 3];
      h[2] = f->across[k];
      count++;
    }
  }
  return count;
}

/* Frees the visible triangles, and returns all points of their lists in one list. */
static int free_visible(hull_work *w, int visible) {
  int i, all = -1, p, next;
  for (i = 0; i < visible; i++) {
    raw_face *f = &w->faces[w->visible[i]];
    for (p = f->outside; p >= 0; p = next) {
      next = w->next[p];
      w->next[p] = all;
      all = p;
    }
    f->region = -1;
    f->farthest = -1;
    f->outside = w->free;
    w->free = w->visible[i];
  }
  return all;
}

static void join_across(hull_work *w, int outer, int a, int b, int number) {
  raw_face *g = &w->faces[outer];
  int i;
  for (i = 0; i < 3; i++)
    if (g->v[i] == b && g->v[(i + 1) % 3] == a) g->across[i] = number;
}

/* Makes the new triangles; their numbers are left in `visible`. */
static void close_horizon(hull_work *w, int point, int count) {
  int i;
  for (i = 0; i < count; i++) {
    const int *h = w->horizon + 3 * i;
    int number = make_face(w, h[0], h[1], point);
    w->visible[i] = number;
    w->faces[number].across[0] = h[2];
    join_across(w, h[2], h[0], h[1], number);
    w->at[h[0]] = number;
  }
  for (i = 0; i < count; i++) {
    int number = w->visible[i], after = w->at[w->faces[number].v[1]];
    w->faces[number].across[1] = after;
    w->faces[after].across[2] = number;
  }
}

static int add_point(hull_work *w, int from, int round, int waiting) {
  int point = w->faces[from].farthest, p, next, i;
  int visible = find_visible(w, from, point, round);
  int edges = find_horizon(w, visible, round);
  int all = free_visible(w, visible);
  close_horizon(w, point, edges);
  for (p = all; p >= 0; p = next) {
    next = w->next[p];
    if (p != point) put_outside(w, p, w->visible, edges);
  }
  for (i = 0; i < edges; i++) {
    raw_face *f = &w->faces[w->visible[i]];
    if (f->outside < 0 || f->queued) continue;
    f->queued = 1;
    w->queue[waiting++] = w->visible[i];
  }
  return waiting;
}

/* ---- Merging triangles to faces --------------------------------------------------------------
 *
 * From the triangles of a hull to its faces: triangles that share an edge and lie in one plane,
 * exactly, are one face. A point at which fewer than three faces meet is in the middle of a face
 * or of an edge, and no corner. The result depends on the points alone, not on the order in
 * which they were added. */

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
        if (g->region != 0 || raw_side(w, f, opposite(w, f, k), &height) != 0) continue;
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
  rotate_numbers(v, count, lowest);
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

/* Joins triangles into faces and counts corners, faces and places. */
static void hull_merge(hull_work *w) {
  int i;
  find_regions(w);
  find_corners(w);
  find_first_triangles(w);
  find_borders(w);
  for (i = 0; i < w->regions; i++) w->visible[i] = i;
  sort_numbers(w->visible, w->regions, face_before, w);
}

/* ---- Packing --------------------------------------------------------------------------------- */

/* The cells of the table of starts: about twice as many as faces. */
static int count_cells(int faces) {
  int n = 1;
  while (n < 64 && 3 * (n + 1) * (n + 1) <= faces) n++;
  return n;
}

/* The size of the finished hull in bytes. Doubles and structs of doubles come first, then all ints.
 */
static size_t hull_bytes(const hull_work *w) {
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

/* ---- Measured values ------------------------------------------------------------------------- */

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

solid_hull *ci_hull_pack(const void *work, void *storage) {
  const hull_work *w = (const hull_work *)work;
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
  p->bytes = hull_bytes(w);
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

/* ---- Functions of the header ----------------------------------------------------------------- */

size_t collide_hull_work(int count) {
  size_t n = count > 0 ? (size_t)count : 1;
  return sizeof(hull_work) + n * (3 * sizeof(double) + 2 * sizeof(raw_face) + 13 * sizeof(int)) +
         64;
}

/* Lays out the arrays one after the other; the points are already in place. */
static hull_work *lay_out(void *memory, int count) {
  hull_work *w = (hull_work *)memory;
  size_t n = (size_t)count;
  memset(w, 0, sizeof *w);
  w->given = count;
  w->points = (double *)(void *)(w + 1);
  w->faces = (raw_face *)(void *)(w->points + 3 * n);
  w->order = (int *)(void *)(w->faces + 2 * n);
  w->next = w->order + n;
  w->at = w->next + n;
  w->queue = w->at + n;
  w->visible = w->queue + 2 * n + 1;
  w->horizon = w->visible + 2 * n;
  w->free = -1;
  memset(w->faces, 0, 2 * n * sizeof w->faces[0]);
  return w;
}

collide_error collide_build_hull(const double *points, int count, void *work, size_t *storage,
                                 int *point) {
  hull_work *w;
  int i, round = 2, waiting;
  *point = 0;
  if (count < 4) return COLLIDE_ERROR_HULL_FEW;
  if (count > COLLIDE_HULL_MOST) return COLLIDE_ERROR_HULL_MANY;
  for (i = 0; i < 3 * count; i++) {
    *point = i / 3;
    if (!(fabs(points[i]) <= LARGEST)) return COLLIDE_ERROR_HULL_SIZE;
  }
  *point = 0;
  memmove((char *)work + sizeof(hull_work), points, 3 * (size_t)count * sizeof points[0]);
  w = lay_out(work, count);
  order_points(w);
  if (!begin_hull(w, &waiting)) return COLLIDE_ERROR_HULL_FLAT;
  while (waiting > 0) {
    int face = w->queue[--waiting];
    w->faces[face].queued = 0;
    if (w->faces[face].region < 0 || w->faces[face].outside < 0) continue;
    waiting = add_point(w, face, round, waiting);
    round += 2;
  }
  hull_merge(w);
  *storage = hull_bytes(w);
  return COLLIDE_OK;
}

/* ---- In the plane ---------------------------------------------------------------------------- */

static int point_before_2d(const void *context, int a, int b) {
  const double *p = (const double *)context + 2 * a, *q = (const double *)context + 2 * b;
  if (p[0] != q[0]) return p[0] < q[0];
  return p[1] != q[1] ? p[1] < q[1] : a < b;
}

/* Adds the points of `order` from one end to the other, and drops corners that do not turn left. */
static int add_chain(const double *points, const int *order, int from, int to, int *corners,
                     int count) {
  int step = from < to ? 1 : -1, i, start = count;
  for (i = from; i != to + step; i += step) {
    const double *p = points + 2 * order[i];
    while (count - start >= 2 &&
           orient2d(points + 2 * corners[count - 2], points + 2 * corners[count - 1], p) <= 0)
      count--;
    corners[count++] = order[i];
  }
  return count - 1; /* the last one begins the other chain */
}

/* Andrew 1979: the lower chain from left to right, then the upper one back. */
int ci_hull_corners_2d(const double *points, int count, int *corners) {
  int *order = corners + count + 2, i, n, lowest = 0;
  for (i = 0; i < count; i++) order[i] = i;
  sort_numbers(order, count, point_before_2d, points);
  for (i = 0, n = 0; i < count; i++)
    if (n == 0 || !is_same_point(points + 2 * order[i], points + 2 * order[n - 1]))
      order[n++] = order[i];
  if (n < 3) {
    for (i = 0; i < n; i++) corners[i] = order[i];
    return n;
  }
  n = add_chain(points, order, n - 1, 0, corners, add_chain(points, order, 0, n - 1, corners, 0));
  for (i = 1; i < n; i++)
    if (corners[i] < corners[lowest]) lowest = i;
  rotate_numbers(corners, n, lowest);
  return n;
}
