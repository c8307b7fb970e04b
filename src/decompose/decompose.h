/* SPDX-License-Identifier: MIT
 *
 * Decomposes a simple outline into convex pieces, in four steps:
 * 1. A sweep over the corners proves that the outline is simple, or names two places where it is
 *    not (Shamos and Hoey 1976), and triangulates it on the way (Hertel and Mehlhorn 1983). O(n
 *    log n).
 * 2. Diagonals are removed as long as the pieces stay convex (Hertel and Mehlhorn). Each concave
 *    corner of the outline keeps at most two diagonals. A decomposition into the fewest pieces
 *    needs at least one diagonal for every two such corners. So there are at most four times as
 *    many pieces as needed. O(n).
 * 3. If there are at most WHOLE_POINTS corners, the pieces are replaced by the fewest possible
 *    (Keil and Snoeyink 2002). Otherwise this is done for clusters of connected pieces with at
 *    most CLUSTER_POINTS corners together, and again for smaller clusters, most of whose borders
 *    differ. The time for each cluster grows with its number of concave corners squared.
 * 4. After each of these passes, step 2 is repeated for the diagonals between the clusters.
 *
 * Every decision is exact: the sign of orient2d or a comparison of coordinates.
 *
 * The pieces lie in a mesh of half-edges. Half-edge h runs along the border of one piece, on its
 * left, from corner origin[h] to the origin of next[h]. Half-edge i < count is the edge of the
 * outline from corner i to the next. Diagonal d is the half-edges count + 2d and count + 2d + 1,
 * one for each of the two pieces that it separates.
 */
#ifndef COLLIDE_DECOMPOSE_H
#define COLLIDE_DECOMPOSE_H

#include "../collide.h"
#include "../number/orient.h"

typedef struct outline_mesh {
  const double *points; /* x and y of each corner, counterclockwise */
  int count;            /* corners, and edges of the outline */
  int edges;            /* half-edges in use, including those of removed diagonals */
  int *origin;          /* -1 for a removed diagonal */
  int *next, *prev;
} outline_mesh;

enum { NONE = -1 };

/* All memory is cut from one block, in this order. */
typedef struct decompose_memory {
  char *at; /* NULL: only measures the size */
  size_t used;
} decompose_memory;

void *ci_decompose_take(decompose_memory *memory, size_t count, size_t size);
static inline int *take_ints(decompose_memory *memory, size_t count) {
  return (int *)ci_decompose_take(memory, count, sizeof(int));
}

static inline const double *mesh_point(const outline_mesh *m, int corner) {
  return m->points + 2 * corner;
}

static inline int corner_after(const outline_mesh *m, int corner) {
  return corner + 1 < m->count ? corner + 1 : 0;
}

static inline int corner_before(const outline_mesh *m, int corner) {
  return corner > 0 ? corner - 1 : m->count - 1;
}

/* The other half of a diagonal; NONE for an edge of the outline. */
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

/* ---- Step 1 ---------------------------------------------------------------- */

/* The triangulation during the sweep: see chain.c. */
typedef struct chain_set {
  int nodes;                /* the number of nodes in use */
  int *corner, *up, *down;  /* for each node: its corner, and the next nodes of its chain */
  int *link;                /* the half-edge from the corner of `up` to the node's own corner */
  int *bottom, *top, *last; /* for each chain: its ends, and the node of the last corner swept */
} chain_set;

void ci_chain_take(chain_set *s, int count, decompose_memory *memory);
void ci_chain_start(chain_set *s, int chain, int corner);
void ci_chain_lower(chain_set *s, outline_mesh *m, int chain, int corner, int edge);
void ci_chain_upper(chain_set *s, outline_mesh *m, int chain, int corner, int edge);
void ci_chain_split(chain_set *s, outline_mesh *m, int chain, int above, int corner);
void ci_chain_merge(chain_set *s, outline_mesh *m, int chain, int above, int corner);
void ci_chain_end(chain_set *s, outline_mesh *m, int chain, int corner);

/* The edges that the sweep line crosses, from the lowest up. If the next edge of the outline
 * follows an edge, it takes over that edge's node. */
typedef struct status {
  const outline_mesh *mesh;
  int count;
  int *nodes; /* from the lowest up */
  int *edge;  /* the edge at a node */
} status;

void ci_status_take(status *s, const outline_mesh *m, decompose_memory *memory);
/* Returns the place of the first edge that the point is not above. *is_on: the point lies on that
 * edge. */
int ci_status_find(const status *s, const double p[2], int *is_on);
/* The node at a place, or NONE. */
static inline int status_node(const status *s, int place) {
  return place >= 0 && place < s->count ? s->nodes[place] : NONE;
}
/* Inserts a node for the edge. */
void ci_status_insert(status *s, int place, int edge);
void ci_status_remove(status *s, int place);

typedef struct sweep {
  outline_mesh *mesh;
  int *order, *other; /* corners by x, then y; scratch space for sorting */
  status line;
  chain_set chains;
  int tangled; /* the outline surely crosses itself, but the place is not known yet */
} sweep;

void ci_sweep_take(sweep *s, outline_mesh *m, decompose_memory *memory);
/* Fills the mesh with triangles and returns COLLIDE_OK. Otherwise returns one of
 * COLLIDE_ERROR_OUTLINE_... and two places: see collide_decompose. */
collide_error ci_sweep(sweep *s, int places[2]);

/* ---- Steps 2 to 4 ------------------------------------------------------------ */

/* Removes every diagonal that is not needed to keep the pieces convex. */
void ci_merge(outline_mesh *m);

/* Measured with 10,000 corners on a wavy circle, where nearly all see one another. Clusters of 256
 * corners gave 2,682 pieces in 1.7 s. Clusters of 128 gave 2,807 in 0.48 s, and a second pass with
 * 84 gave 2,729 in 0.53 s. 2,218 is a lower bound. */
enum { WHOLE_POINTS = 256, CLUSTER_POINTS = 128, SECOND_POINTS = 84 };

/* The largest number of corners of a cluster. */
static inline int cluster_limit(int count) {
  return count <= WHOLE_POINTS ? WHOLE_POINTS : CLUSTER_POINTS;
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
  least *program;
} clusters;

void ci_clusters_take(clusters *c, outline_mesh *m, decompose_memory *memory);
/* Replaces the pieces of each cluster by the fewest. A cluster has at most `limit` corners, and
 * `limit` is at most cluster_limit. */
void ci_clusters_improve(clusters *c, int limit);

least *ci_least_take(outline_mesh *m, const char *inner, decompose_memory *memory);
/* Improves the cluster whose border contains the half-edge. Leaves it unchanged if it already has
 * the fewest pieces. */
void ci_least(least *l, int border, int corners);

#endif
