/* SPDX-License-Identifier: MIT
 *
 * Decomposes an outline with holes into convex pieces, in five steps:
 * 1. The rings become lists of points without consecutive duplicates. If a tolerance is given,
 *    points are left out (Douglas and Peucker 1973). If edges still cross, a corner that
 *    is within the tolerance of the other edge moves onto it, and step 2 begins again.
 * 2. A sweep over the points builds the planar map of the edges, and names two edges that cross
 *    (Shamos and Hoey 1976). It splits edges at the points that lie on them, and drops edges that
 *    are traversed in both directions equally often. It triangulates the inside on the way (Hertel
 *    and Mehlhorn 1983). O(n log n).
 * 3. Diagonals are removed as long as the pieces stay convex (Hertel and Mehlhorn). Each concave
 *    corner keeps at most two diagonals. A decomposition into the fewest pieces needs at least one
 *    diagonal for every two such corners. O(n).
 * 4. If there are at most WHOLE_POINTS corners, the pieces are replaced by the fewest possible
 *    (Keil and Snoeyink 2002). Otherwise this is done for clusters of connected pieces, and again
 *    for smaller clusters, most of whose borders differ. The time for each cluster grows with its
 *    number of concave corners squared.
 * 5. After each of these passes, step 3 is repeated for the diagonals between the clusters.
 *
 * Every decision is exact: the sign of orient2d or a comparison of coordinates. Only distances
 * from a line, for the tolerance, are rounded.
 *
 * The pieces lie in a mesh of half-edges. Half-edge h runs along the border of one piece, on its
 * left, from corner origin[h] to the origin of next[h]. A corner is a point together with an angle
 * of the inside: where outlines touch themselves, several corners have the same coordinates.
 * Half-edge i < count is the border of the inside that begins at corner i. Diagonal d is the
 * half-edges count + 2d and count + 2d + 1, one for each of the two pieces that it separates.
 */
#ifndef COLLIDE_DECOMPOSE_H
#define COLLIDE_DECOMPOSE_H

#include "../collide.h"
#include "../number/orient.h"

enum { NONE = -1 };

/* The given rings. Edge i goes from point i to point after[i]. */
typedef struct ring_links {
  const double *points;
  int count, rings;
  int *after, *before; /* NONE for a point that is left out */
  int *full;           /* `after` before points were left out for a tolerance */
  int *ring;           /* of each point; ring 0 is the outline */
} ring_links;

typedef struct outline_mesh {
  double *points; /* x and y of each corner */
  int count;      /* the room for corners, and for half-edges along the border of the inside */
  int corners;    /* the numbers of corners in use: the given points, then those of splits */
  int edges;      /* half-edges in use, including those of removed diagonals */
  int *given;     /* for each corner: the given point with its coordinates */
  int *origin;    /* NONE for a half-edge that is not in use */
  int *next, *prev;
} outline_mesh;

/* All memory is cut from one block, in this order. */
typedef struct decompose_memory {
  char *at; /* NULL: only measures the size */
  size_t used;
} decompose_memory;

void *ci_decompose_take(decompose_memory *memory, size_t count, size_t size);
static inline int *take_ints(decompose_memory *memory, size_t count) {
  return (int *)ci_decompose_take(memory, count, sizeof(int));
}

/* The most corners, half-edges and faces of a mesh of `count` given points. At most one edge per
 * point is split there. A component of k corners with h holes, of 3 corners or more each, has
 * k + 3h - 3 diagonals and k + 2h - 2 triangles. */
static inline size_t corner_room(int count) {
  return 2 * (size_t)count;
}
static inline size_t half_edge_room(int count) {
  return 5 * corner_room(count);
}
static inline size_t face_room(int count) {
  return 2 * corner_room(count);
}

static inline const double *mesh_point(const outline_mesh *m, int corner) {
  return m->points + 2 * corner;
}

/* The other half of a diagonal; NONE for the border of the inside. */
static inline int twin_of(const outline_mesh *m, int h) {
  return h < m->count ? NONE : ((h - m->count) ^ 1) + m->count;
}

static inline int target_of(const outline_mesh *m, int h) {
  return m->origin[m->next[h]];
}

/* The sign of the turn from corner a over b to c. */
static inline int mesh_turn(const outline_mesh *m, int a, int b, int c) {
  return orient2d(mesh_point(m, a), mesh_point(m, b), mesh_point(m, c));
}

static inline void mesh_link(outline_mesh *m, int h, int next) {
  m->next[h] = next;
  m->prev[next] = h;
}

/* ---- Step 1 ---------------------------------------------------------------------------------- */

void ci_links_take(ring_links *l, int count, decompose_memory *memory);
/* Links the points of ring k, of which there are counts[k], without consecutive duplicates. */
void ci_links_set(ring_links *l, const double *points, const int *counts, int rings);
void ci_links_join(ring_links *l, int a, int b);
/* Leaves out a point that is equal to a neighbour, for good. */
void ci_links_drop(ring_links *l, int point);
/* Restores all points. */
void ci_links_restore(ring_links *l);

/* ---- Step 2 ---------------------------------------------------------------------------------- */

/* The triangulation during the sweep: see line_sweep.c. */
typedef struct chain_set {
  int used, nodes;          /* the numbers of chains and nodes in use */
  int *corner, *up, *down;  /* for each node: its corner, and the next nodes of its chain */
  int *link;                /* the half-edge from the corner of `up` to the node's own corner */
  int *bottom, *top, *last; /* for each chain: its ends, and the node of the last corner swept */
} chain_set;

/* Edges along one line, from one point that was swept to the next. */
typedef struct bundle {
  int first;       /* one of the edges; `more` leads to the others */
  int left, right; /* the ends of that edge */
  int net;         /* the edges to the right, less those to the left */
  int winding;     /* how often the rings wind around the places above the bundle */
  int outer;       /* how often the outline without the holes winds around them */
  int half;        /* if net is 1: the half-edge along the bundle */
  int chain;       /* if net is 1: the chain above the bundle */
} bundle;

typedef struct sweep {
  outline_mesh *mesh;
  const ring_links *links;
  int count;            /* the points that are not left out */
  int *order, *other;   /* these points by x, then y; scratch space for sorting */
  int *place;           /* for each point: the first place in `order` of an equal point */
  int *more;            /* for each edge: another edge of its bundle, or NONE */
  const double *here;   /* the current point */
  int *leaving, leaves; /* the edges to the right of the current point, from the lowest up */
  int *walls;           /* scratch space: the bundles at the current point that border the inside */
  int *sign;            /* for each ring: 1 if the inside is to the left of its edges, -1 to the
                           right, 0 if not known yet */
  int *sign_edge;       /* the edge that told it */
  int *turns;           /* for each ring: 0; scratch space */
  bundle *bundles;
  int used;            /* bundles in use */
  int *line;           /* the bundles that the sweep line crosses, from the lowest up */
  int crossed;         /* their number */
  int at, left, right; /* those that end at the current point: `left` from place `at` on. Those that
                          begin there are the last `right` of `bundles` */
  chain_set chains;
  collide_error fault; /* the windings are wrong, but no crossing was found yet */
  int fault_edges[2], is_local;
} sweep;

/* The given direction of an edge is to the right. */
static inline int goes_right(const sweep *s, int edge) {
  return s->place[edge] < s->place[s->links->after[edge]];
}
/* 1 or -1: the direction of an edge, so that the inside should be on its left. */
static inline int direction_of(const sweep *s, int edge) {
  return (goes_right(s, edge) ? 1 : -1) * s->sign[s->links->ring[edge]];
}
static inline const double *sweep_point(const sweep *s, int point) {
  return s->links->points + 2 * point;
}
static inline bundle *bundle_at(const sweep *s, int place) {
  return &s->bundles[s->line[place]];
}
/* Bundle i of those that begin at the current point. */
static inline bundle *right_bundle(const sweep *s, int i) {
  return &s->bundles[s->used - s->right + i];
}

/* How often the rings wind around the places below the current point. */
/* The bundle below those that end at the current point, or NULL. */
static inline const bundle *bundle_below(const sweep *s) {
  return s->at > 0 ? bundle_at(s, s->at - 1) : NULL;
}
static inline int winding_below(const sweep *s) {
  return s->at > 0 ? bundle_below(s)->winding : 0;
}

void ci_sweep_take(sweep *s, outline_mesh *m, const ring_links *l, int rings,
                   decompose_memory *memory);
/* Fills the mesh with triangles and returns COLLIDE_OK. Otherwise returns one of
 * COLLIDE_ERROR_OUTLINE_... and two edges: see collide_decompose. */
collide_error ci_sweep(sweep *s, int places[2]);
/* Sorts `list` stably and returns it; exchanges it with s->other. `before` says whether a must come
 * before b. */
typedef int sweep_before(const sweep *s, int a, int b);
/* Checks that the rings wind once or not at all around the places next to the current point, whose
 * place is `from`. If they do not, writes `fault`. */
void ci_windings_check(sweep *s, int from);

/* ---- Steps 3 to 5 ---------------------------------------------------------------------------- */

/* The time for all clusters grows with the product of the points and the square of the limit, so
 * the limit falls with the number of points. Measured with traced pixels, 9,256 points with holes:
 * clusters of 128 corners, then of 84, gave 1,739 pieces in 47 ms; 64 and 42 gave 1,778 in 23 ms;
 * 32 and 21 gave 1,822 in 14 ms. */
enum {
  WHOLE_POINTS = 256,
  MOST_CLUSTER = 128,
  LEAST_CLUSTER = 24,
  CLUSTER_WORK = 320000,
  PASSES = 2
};

/* The largest number of corners of a cluster. */
static inline int cluster_limit(int count) {
  int limit = CLUSTER_WORK / count;
  if (count <= WHOLE_POINTS) return WHOLE_POINTS;
  return limit > MOST_CLUSTER ? MOST_CLUSTER : limit < LEAST_CLUSTER ? LEAST_CLUSTER : limit;
}

typedef struct least least;

typedef struct clusters {
  outline_mesh *mesh;
  int *face;   /* for each half-edge */
  int *border; /* for each face: one of its half-edges */
  int *order;  /* faces, each after its parent */
  int *from;   /* the half-edge of each face across which its parent lies */
  int *size;   /* for each face: the corners of the cluster below it */
  char *inner; /* for each diagonal: 1 if both sides belong to one cluster */
  int last;    /* a half-edge of the border at which to begin, or NONE: that of the last face */
  int cuts;    /* the diagonals along which clusters around holes are cut */
  least *program;
} clusters;

least *ci_least_take(outline_mesh *m, int count, const char *inner, decompose_memory *memory);
/* Improves the cluster whose border contains the half-edge. Leaves it unchanged if it already has
 * the fewest pieces. */
void ci_least(least *l, int border, int corners);

#endif
