/* SPDX-License-Identifier: MIT
 *
 * A concave outline, perhaps with holes, into convex pieces: the input, the steps of the work, and
 * the output.
 */
#include "../number/fp.h"
#include "../number/scalar.h"
#include "../number/vector.h"
#include "decompose.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- Unnecessary diagonals ------------------------------------------------------------------- */

/* Returns 1 if the corner at the start of h is convex, or straight, without the diagonal. Both
 * angles there are at most half a turn, and together less than a full turn. So the sign decides. */
static int is_convex_without(const outline_mesh *m, int h) {
  int t = twin_of(m, h);
  return mesh_turn(m, m->origin[m->prev[h]], m->origin[h], target_of(m, m->next[t])) >= 0;
}

static void remove_diagonal(outline_mesh *m, int h) {
  int t = twin_of(m, h);
  mesh_link(m, m->prev[h], m->next[t]);
  mesh_link(m, m->prev[t], m->next[h]);
  m->origin[h] = m->origin[t] = NONE;
}

/* One pass is enough: a necessary diagonal stays necessary, because angles only grow. */
static void merge(outline_mesh *m) {
  int h;
  for (h = m->count; h < m->edges; h += 2) {
    if (m->origin[h] == NONE) continue;
    if (is_convex_without(m, h) && is_convex_without(m, h + 1)) remove_diagonal(m, h);
  }
}

/* ---- Clusters -------------------------------------------------------------------------------- */

static void clusters_take(clusters *c, outline_mesh *m, int count, decompose_memory *memory) {
  size_t faces = face_room(count);
  c->mesh = m;
  c->face = take_ints(memory, half_edge_room(count));
  c->border = take_ints(memory, faces);
  c->order = take_ints(memory, faces);
  c->from = take_ints(memory, faces);
  c->size = take_ints(memory, faces);
  c->inner = (char *)ci_decompose_take(memory, half_edge_room(count) / 2, 1);
  c->program = ci_least_take(m, count, c->inner, memory);
}

static int number_face(clusters *c, int face, int h) {
  int start = h;
  c->border[face] = h;
  c->size[face] = 0;
  do {
    c->face[h] = face;
    c->size[face]++;
    h = c->mesh->next[h];
  } while (h != start);
  return face;
}

/* Adds the faces that can be reached from half-edge `start`, each after its parent, and returns the
 * number of faces. The faces are nodes of a tree, or around a hole of a graph, whose other edges
 * stay outside the clusters: around holes, clusters are cut along these diagonals. */
static int list_from(clusters *c, int start, int faces) {
  const outline_mesh *m = c->mesh;
  int i = faces;
  c->order[faces] = number_face(c, faces, start);
  c->from[faces++] = NONE;
  for (; i < faces; i++) {
    int first = c->border[i], h = first;
    do {
      int t = twin_of(m, h);
      if (t == NONE) {
        c->last = h;
      } else if (c->face[t] == NONE) {
        c->order[faces] = number_face(c, faces, t);
        c->from[faces] = t;
        faces++;
      } else if (c->face[t] < i && t != c->from[i]) {
        c->cuts++;
      }
      h = m->next[h];
    } while (h != first);
  }
  return faces;
}

static int list_faces(clusters *c) {
  const outline_mesh *m = c->mesh;
  int faces = 0, h;
  c->cuts = 0;
  for (h = 0; h < m->edges; h++) c->face[h] = NONE;
  if (c->last != NONE) faces = list_from(c, c->last, faces);
  for (h = 0; h < m->corners; h++)
    if (m->origin[h] != NONE && c->face[h] == NONE) faces = list_from(c, h, faces);
  return faces;
}

/* Joins each face to the cluster of its parent, from the leaves up, unless the cluster becomes too
 * large. */
static void join_faces(clusters *c, int faces, int limit) {
  const outline_mesh *m = c->mesh;
  int i;
  memset(c->inner, 0, (size_t)(m->edges - m->count) / 2);
  for (i = faces; i-- > 0;) {
    int across, parent, size;
    if (c->from[i] == NONE) continue;
    across = twin_of(m, c->from[i]);
    parent = c->face[across];
    size = c->size[parent] + c->size[i] - 2;
    if (size > limit) continue;
    c->inner[(across - m->count) / 2] = 1;
    c->size[parent] = size;
  }
}

static int is_inner(const clusters *c, int h) {
  return h >= c->mesh->count && c->inner[(h - c->mesh->count) / 2];
}

/* Replaces the pieces of each cluster by the fewest. A cluster has at most `limit` corners, and
 * `limit` is at most cluster_limit. */
static void clusters_improve(clusters *c, int limit) {
  int faces = list_faces(c), i;
  join_faces(c, faces, limit);
  for (i = 0; i < faces; i++) {
    /* A cluster is handled at its first face, whose parent, if any, is in another cluster. */
    if (c->from[i] != NONE && is_inner(c, c->from[i])) continue;
    if (c->size[i] > limit) continue; /* one piece with many corners */
    ci_least(c->program, c->border[i], c->size[i]);
  }
}
/* ---- Windings -------------------------------------------------------------------------------- */

/* Windings. The outline should wind once around each place of the inside, and each hole once in the
 * other direction around its own inside, which lies in that of the outline. So the sum is 1 or 0.
 */

static void add_turns(sweep *s, const bundle *b) {
  int edge;
  for (edge = b->first; edge != NONE; edge = s->more[edge])
    s->turns[s->links->ring[edge]] += direction_of(s, edge);
}

/* Writes the fault of the places above bundle i of those that begin at the current point. */
static void write_fault(sweep *s, int i) {
  int found[2] = {0, 0}, count = 0, is_outside, is_self, k;
  for (k = 0; k < s->at; k++) add_turns(s, bundle_at(s, k));
  for (k = 0; k <= i; k++) add_turns(s, right_bundle(s, k));
  is_outside = s->turns[0] == 0;
  is_self = s->turns[0] < 0 || s->turns[0] > 1;
  for (k = 1; k < s->links->rings; k++) {
    is_self |= s->turns[k] < -1 || s->turns[k] > 0;
    if (s->turns[k] != 0 && count < 2) found[count++] = k;
  }
  for (k = 0; k < s->links->rings; k++) s->turns[k] = 0;
  s->fault_edges[0] = is_self ? right_bundle(s, i)->first : s->sign_edge[found[0]];
  s->fault_edges[1] =
      s->sign_edge[is_self ? s->links->ring[s->fault_edges[0]] : found[!is_outside]];
  s->fault = is_self      ? COLLIDE_ERROR_OUTLINE_WINDS
             : is_outside ? COLLIDE_ERROR_OUTLINE_OUTSIDE
                          : COLLIDE_ERROR_OUTLINE_NESTED;
}

/* Bundle i of those that end or begin at the current point. */
static const bundle *bundle_near(const sweep *s, int i) {
  return i < s->right ? right_bundle(s, i) : bundle_at(s, s->at + i - s->right);
}

/* Do the edges meet at the current point as neighbours of a ring? */
static int are_joined(const sweep *s, int a, int b, int from) {
  const ring_links *l = s->links;
  return (l->after[a] == b && s->place[b] == from) || (l->after[b] == a && s->place[a] == from);
}

/* The fault is at the current point: names two edges there that are not neighbours. */
static void name_edges(sweep *s, int from) {
  int *edges = s->fault_edges, count = s->right + s->left, i, k;
  const bundle *b = bundle_near(s, 0);
  for (i = 1; i < count; i++) /* edges that cover each other */
    if (bundle_near(s, i)->net * bundle_near(s, i)->net > 1) b = bundle_near(s, i);
  for (i = count; i-- > 0;)
    for (k = bundle_near(s, i)->first; k != NONE; k = s->more[k])
      if (k != b->first && !are_joined(s, k, b->first, from)) edges[1] = k;
  for (k = s->more[b->first]; k != NONE; k = s->more[k])
    if (direction_of(s, k) == direction_of(s, b->first)) edges[1] = k;
  edges[0] = b->first;
  s->is_local = 1;
}

/* Returns 1 if the rings wind wrongly around the places above the bundle. They must be inside (1)
 * or outside (0), and holes only take away from the outline. */
static int is_wrong(const bundle *b) {
  if (b->winding < 0 || b->winding > 1) return 1;
  return b->outer < b->winding || b->outer > 1;
}

void ci_windings_check(sweep *s, int from) {
  int low = winding_below(s), high = low, i;
  for (i = 0; i < s->right + s->left; i++) {
    int winding = bundle_near(s, i)->winding;
    if (winding < low) low = winding;
    if (winding > high) high = winding;
    if (i < s->right && s->fault == COLLIDE_OK && is_wrong(right_bundle(s, i))) write_fault(s, i);
  }
  if (high - low > 1 && s->fault == COLLIDE_ERROR_OUTLINE_WINDS && !s->is_local)
    name_edges(s, from);
}

/* ---- Rings with fewer points ----------------------------------------------------------------- */

/* D. H. Douglas, T. K. Peucker, "Algorithms for the reduction of the number of points required to
 * represent a digitized line" (1973). Points between two kept points are left out if all of them
 * are within the tolerance of the segment between the two. Otherwise the farthest of them is kept,
 * and both parts are treated alike.
 *
 * The result may cross itself where the outline did not. Then the sweep names two edges, and the
 * farthest point of each is restored, until nothing crosses. */

/* Deeper parts keep all their points. So the time is at most PARTS_DEEP n, which a random outline
 * does not come near. */
enum { PARTS_DEEP = 64 };

typedef struct ring_part {
  int a, b, depth;
} ring_part;

/* The farthest of the points after a and before b from the segment between these, or NONE. If a is
 * b, these are all other points of the ring. */
static int find_farthest(const ring_links *l, int a, int b, double *distance) {
  int farthest = NONE, i;
  *distance = 0;
  for (i = l->full[a]; i != b; i = l->full[i]) {
    double d = ci_segment_distance_2d(l->points + 2 * i, l->points + 2 * a, l->points + 2 * b);
    if (farthest != NONE && d <= *distance) continue;
    farthest = i;
    *distance = d;
  }
  return farthest;
}

/* Links the points to keep after a and up to b. */
static void simplify_part(ring_links *l, int a, int b, double tolerance) {
  ring_part stack[PARTS_DEEP + 2], *part = stack;
  int parts = 1, i;
  part->a = a;
  part->b = b;
  part->depth = 0;
  while (parts > 0) {
    double distance;
    part = &stack[--parts];
    i = find_farthest(l, part->a, part->b, &distance);
    if (i == NONE || distance <= tolerance) {
      ci_links_join(l, part->a, part->b);
    } else if (part->depth == PARTS_DEEP) {
      for (i = part->a; i != part->b; i = l->full[i]) ci_links_join(l, i, l->full[i]);
    } else {
      part->depth++;
      part[1] = part[0];
      part[0].a = part[1].b = i;
      parts += 2;
    }
  }
}

/* Keeps at least three points, unless all are in line: two that are far from each other, and the
 * farthest from the line between these. */
static void simplify_ring(ring_links *l, int point, double tolerance) {
  double distance, other;
  int a = find_farthest(l, point, point, &distance), b = find_farthest(l, a, a, &distance);
  int c = find_farthest(l, a, b, &distance), d = find_farthest(l, b, a, &other), i = a;
  if (d != NONE && (c == NONE || other > distance)) {
    a = b;
    b = i;
    c = d;
  }
  i = a;
  do {
    l->after[i] = l->before[i] = NONE;
    i = l->full[i];
  } while (i != a);
  simplify_part(l, b, a, tolerance);
  simplify_part(l, a, c != NONE ? c : b, tolerance);
  if (c != NONE) simplify_part(l, c, b, tolerance);
}

/* Leaves out the points of `full` that are within the tolerance of the edges that replace them. */
static void simplify(ring_links *l, double tolerance) {
  int ring = NONE, i;
  for (i = 0; i < l->count; i++) {
    if (l->full[i] == NONE || l->ring[i] == ring) continue;
    ring = l->ring[i];
    simplify_ring(l, i, tolerance);
  }
}

/* Restores the farthest point of each of the two edges. Returns 0 if none was left out there. */
static int simplify_less(ring_links *l, const int edges[2]) {
  int restored = 0, i;
  for (i = 0; i < 2; i++) {
    int a = edges[i], b = l->after[a], point;
    double distance;
    if (b == NONE || (point = find_farthest(l, a, b, &distance)) == NONE) continue;
    ci_links_join(l, a, point);
    ci_links_join(l, point, b);
    restored = 1;
  }
  return restored;
}
/* ---- Memory ---------------------------------------------------------------------------------- */

enum { ALIGNMENT = sizeof(double) };

void *ci_decompose_take(decompose_memory *memory, size_t count, size_t size) {
  size_t at = memory->used;
  memory->used += (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return memory->at == NULL ? NULL : memory->at + at;
}

/* The pieces in the order of the output; see collide_pieces. */
typedef struct sorted_pieces {
  int *corners, *first, *neighbours, *begin;
} sorted_pieces;

typedef struct workshop {
  outline_mesh mesh;
  ring_links links;
  int *halves, *first; /* the pieces: the half-edge that begins at each corner */
  int *order, *other;  /* scratch space for sorting them */
  int is_clockwise;    /* the given winding of the outline */
  sweep passing;
  sorted_pieces sorted; /* in the memory of the sweep, which has ended */
  clusters joined;
} workshop;

static void pieces_take(sorted_pieces *p, int count, decompose_memory *memory) {
  size_t edges = half_edge_room(count), faces = face_room(count);
  p->corners = take_ints(memory, edges);
  p->neighbours = take_ints(memory, edges);
  p->begin = take_ints(memory, edges + 1);
  p->first = take_ints(memory, faces + 1);
}

static void take_all(workshop *w, int count, int rings, decompose_memory *memory) {
  outline_mesh *m = &w->mesh;
  size_t room = corner_room(count), edges = half_edge_room(count), faces = face_room(count);
  decompose_memory again;
  m->count = m->edges = (int)room;
  m->corners = count;
  m->points = (double *)ci_decompose_take(memory, 2 * room, sizeof(double));
  w->halves = take_ints(memory, edges);
  w->first = take_ints(memory, faces);
  w->order = take_ints(memory, faces);
  w->other = take_ints(memory, faces);
  m->given = take_ints(memory, room);
  m->origin = take_ints(memory, edges);
  m->next = take_ints(memory, edges);
  m->prev = take_ints(memory, edges);
  ci_links_take(&w->links, count, memory);
  again = *memory;
  pieces_take(&w->sorted, count, &again);
  ci_sweep_take(&w->passing, m, &w->links, rings, memory);
  if (memory->used < again.used) memory->used = again.used;
  clusters_take(&w->joined, m, count, memory);
}

size_t collide_decompose_storage(int count, int rings) {
  decompose_memory memory = {NULL, 0};
  workshop w;
  take_all(&w, count < 3 ? 3 : count, rings < 1 ? 1 : rings, &memory);
  return memory.used;
}

/* ---- Input ----------------------------------------------------------------------------------- */

static collide_error check(const double *points, const int *counts, int rings, int places[2],
                           int *count) {
  int i;
  *count = 0;
  if (rings < 1) return COLLIDE_ERROR_POLYGON_FEW;
  for (i = 0; i < rings; i++) {
    places[0] = places[1] = i;
    if (counts[i] < 3) return COLLIDE_ERROR_POLYGON_FEW;
    if (counts[i] > COLLIDE_DECOMPOSE_MOST - *count) return COLLIDE_ERROR_LIMIT;
    *count += counts[i];
  }
  for (i = 0; i < 2 * *count; i++) {
    places[0] = places[1] = i / 2;
    if (!(fabs(points[i]) <= COLLIDE_LARGEST)) return COLLIDE_ERROR_POLYGON_SIZE;
  }
  return COLLIDE_OK;
}

/* Forgets the corners of the last sweep. The given points stay, and may have been moved. */
static void clear_mesh(workshop *w) {
  outline_mesh *m = &w->mesh;
  int i;
  for (i = 0; i < m->count; i++) m->origin[i] = NONE;
  m->corners = w->links.count;
  m->edges = m->count;
}

static void take_points(workshop *w, const double *points, const int *counts, int rings) {
  memcpy(w->mesh.points, points, 2 * (size_t)w->links.count * sizeof *points);
  ci_links_set(&w->links, w->mesh.points, counts, rings);
}

/* ---- Moved corners --------------------------------------------------------------------------- */

/* Writes the point of the segment from a to b that is nearest to p, rounded. */
static void find_nearest(const double p[2], const double a[2], const double b[2], double to[2]) {
  double dx = b[0] - a[0], dy = b[1] - a[1], x = p[0] - a[0], y = p[1] - a[1], along;
  double size = greater(greater(fabs(dx), fabs(dy)), greater(fabs(x), fabs(y)));
  double sx = dx / size, sy = dy / size;
  along = (x / size * sx + y / size * sy) / (sx * sx + sy * sy);
  memcpy(to, along > 0.5 ? b : a, 2 * sizeof *to);
  if (!(along > 0 && along < 1)) return;
  to[0] = a[0] + along * dx;
  to[1] = a[1] + along * dy;
}

/* Moves p, a rounded point of the line from a to b, until it is on the line or on the given side of
 * it; side 1 is left, -1 is right. */
static void move_to_side(double p[2], const double a[2], const double b[2], int side) {
  double dx = b[0] - a[0], dy = b[1] - a[1], from, step;
  int k = fabs(dx) > fabs(dy), i; /* the coordinate that is more across the line */
  int direction = (k ? dx : -dy) > 0 ? side : -side;
  step = greater(greater(fabs(a[0]), fabs(a[1])), greater(fabs(b[0]), fabs(b[1])));
  step *= DBL_EPSILON / 2;
  from = p[k];
  for (i = 0; i < 8 && orient2d(a, b, p) == -side; i++, step *= 2) p[k] = from + direction * step;
}

/* A corner, and the place on an edge to which it may move. */
typedef struct corner_move {
  int corner;
  double to[2], distance;
} corner_move;

/* The points as they were given, and how far corners may move. */
typedef struct move_limit {
  const double *given;
  double tolerance;
  int to_ends; /* prefer the ends of edges to other places on them */
} move_limit;

/* Replaces *best by the move of that corner, if the move is allowed and shorter. */
static void offer_move(const workshop *w, const move_limit *limit, int corner, const double to[2],
                       corner_move *best) {
  const double *p = mesh_point(&w->mesh, corner), *given = limit->given + 2 * corner;
  double distance = ci_segment_distance_2d(p, to, to);
  if (is_same_point(p, to) || !(ci_segment_distance_2d(given, to, to) <= limit->tolerance)) return;
  if (best->corner != NONE && distance >= best->distance) return;
  best->corner = corner;
  best->distance = distance;
  memcpy(best->to, to, sizeof best->to);
}

/* Tries to move a corner, whose other neighbour is `from`, back onto the edge that begins at point
 * `edge`. *best keeps the shorter move. */
static void try_edge(const workshop *w, const move_limit *limit, int corner, int from, int edge,
                     corner_move *best) {
  const double *p = mesh_point(&w->mesh, corner), *a = mesh_point(&w->mesh, edge);
  const double *b = mesh_point(&w->mesh, w->links.after[edge]);
  int side = orient2d(a, b, mesh_point(&w->mesh, from));
  double to[2];
  if (side == 0 || orient2d(a, b, p) == side) return;
  find_nearest(p, a, b, to);
  move_to_side(to, a, b, side);
  offer_move(w, limit, corner, to, best);
}

/* Moves the end of one of two edges that cross onto the other edge. Returns 0 if all ends are too
 * far from it. */
static int move_corner(workshop *w, const move_limit *limit, const int edges[2]) {
  const ring_links *l = &w->links;
  corner_move best = {NONE, {0, 0}, 0};
  int ends[4], i;
  double *p;
  for (i = 0; i < 4; i++) ends[i] = i & 1 ? l->after[edges[i / 2]] : edges[i / 2];
  for (i = 0; i < 4 && limit->to_ends; i++)
    offer_move(w, limit, ends[i % 2 + 2], mesh_point(&w->mesh, ends[i / 2]), &best);
  if (best.corner == NONE)
    for (i = 0; i < 4; i++) try_edge(w, limit, ends[i], ends[i ^ 1], edges[i < 2], &best);
  if (best.corner == NONE) return 0;
  p = w->mesh.points + 2 * best.corner;
  memcpy(p, best.to, sizeof best.to);
  if (is_same_point(p, mesh_point(&w->mesh, l->after[best.corner])) ||
      is_same_point(p, mesh_point(&w->mesh, l->before[best.corner])))
    ci_links_drop(&w->links, best.corner);
  return 1;
}

/* ---- The sweeps ------------------------------------------------------------------------------ */

/* The most points that are swept again, all sweeps together. */
#define AGAIN_WORK 3e6

/* Sweeps, with fewer and fewer points left out until there is no error. If the error is elsewhere
 * than at edges that replace points, moves a corner, or halves the tolerance for points to leave
 * out. After too much work, keeps all points. */
static collide_error sweep_within(workshop *w, const move_limit *limit, int places[2], int *moves) {
  double work = 0, leaves = limit->tolerance;
  collide_error error;
  int halved = 0;
  *moves = 0;
  if (leaves > 0) simplify(&w->links, leaves);
  for (;;) {
    clear_mesh(w);
    error = ci_sweep(&w->passing, places);
    if (error == COLLIDE_OK) return error;
    work += w->links.count;
    if (work < AGAIN_WORK && leaves > 0 && simplify_less(&w->links, places)) continue;
    if (work < AGAIN_WORK && error == COLLIDE_ERROR_OUTLINE_CROSSES &&
        *moves < 4 * w->links.count && move_corner(w, limit, places)) {
      ++*moves;
      continue;
    }
    if (!(leaves > 0)) return error;
    leaves = work < AGAIN_WORK && halved++ < 8 ? leaves / 2 : 0;
    if (leaves > 0)
      simplify(&w->links, leaves);
    else
      ci_links_restore(&w->links);
  }
}

/* First moves corners as little as possible. If that fails, prefers moves onto other corners, which
 * join corners that are equal except for rounding. If neither helps, returns the error of the given
 * points. */
static collide_error sweep_outline(workshop *w, const double *points, const int *counts, int rings,
                                   double tolerance, int places[2]) {
  move_limit limit = {points, tolerance, 0};
  collide_error error;
  int moves;
  for (;;) {
    take_points(w, points, counts, rings);
    error = sweep_within(w, &limit, places, &moves);
    if (error == COLLIDE_OK || moves == 0) return error;
    if (limit.to_ends) limit.tolerance = 0;
    limit.to_ends = 1;
  }
}

static void sort_places(int places[2]) {
  int a = places[0];
  if (a < places[1]) return;
  places[0] = places[1];
  places[1] = a;
}

/* ---- Fewer pieces ---------------------------------------------------------------------------- */

static void improve(workshop *w, int count) {
  int pass, limit = cluster_limit(count);
  merge(&w->mesh);
  w->joined.last = NONE;
  for (pass = 0; pass < PASSES; pass++) {
    clusters_improve(&w->joined, limit);
    merge(&w->mesh);
    if (w->joined.cuts == 0 && (pass == 1 || count <= WHOLE_POINTS)) break;
    if (count > WHOLE_POINTS) limit = 2 * limit / 3;
  }
}

/* ---- Output ---------------------------------------------------------------------------------- */

static int is_straight(const outline_mesh *m, int h) {
  return mesh_turn(m, m->origin[m->prev[h]], m->origin[h], target_of(m, h)) == 0;
}

static int given_corner(const workshop *w, int entry) {
  return w->mesh.given[w->mesh.origin[w->halves[entry]]];
}

/* Writes a piece from its least corner on, in the winding of the outline: for each corner the
 * half-edge that begins there. */
static int write_piece(workshop *w, int start, int at) {
  const outline_mesh *m = &w->mesh;
  int h = start, first = at, i, lowest = at, length;
  do {
    if (!is_straight(m, h)) w->halves[at++] = h;
    h = w->is_clockwise ? m->prev[h] : m->next[h];
  } while (h != start);
  length = at - first;
  for (i = first; i < at; i++)
    if (given_corner(w, i) < given_corner(w, lowest)) lowest = i;
  for (i = 0; i < length; i++) w->order[i] = w->halves[first + (lowest - first + i) % length];
  for (i = 0; i < length; i++) w->halves[first + i] = w->order[i];
  return at;
}

/* Writes all pieces in the order of their half-edges and returns their number. `first` gets one
 * more entry. `piece` gets the piece of each half-edge. */
static int write_pieces(workshop *w, int *piece) {
  const outline_mesh *m = &w->mesh;
  int pieces = 0, at = 0, i, h;
  for (i = 0; i < m->edges; i++) piece[i] = NONE;
  for (i = 0; i < m->edges; i++) {
    if (piece[i] != NONE || m->origin[i] == NONE) continue;
    w->first[pieces] = at;
    at = write_piece(w, i, at);
    for (h = i; piece[h] == NONE; h = m->next[h]) piece[h] = pieces;
    pieces++;
  }
  w->first[pieces] = at;
  return pieces;
}

/* Sorts the numbers of pieces by their corner at that place, stably, into `to`. */
static void sort_by_corner(const workshop *w, const int *from, int *to, int pieces, int place,
                           int *begins) {
  int i, sum = 0;
  for (i = 0; i < w->links.count; i++) begins[i] = 0;
  for (i = 0; i < pieces; i++) begins[given_corner(w, w->first[i] + place)]++;
  for (i = 0; i < w->links.count; i++) {
    int here = begins[i];
    begins[i] = sum;
    sum += here;
  }
  for (i = 0; i < pieces; i++) to[begins[given_corner(w, w->first[from[i]] + place)]++] = from[i];
}

/* Sorts by the first corner, then the second. No two pieces share both, because at the first corner
 * both would be on the same side of the edge to the second. */
static void sort_pieces(workshop *w, int pieces) {
  int *order = w->order, *other = w->other, *begins = w->joined.border, i;
  for (i = 0; i < pieces; i++) order[i] = i;
  sort_by_corner(w, order, other, pieces, 1, begins);
  sort_by_corner(w, other, order, pieces, 0, begins);
}

/* Adds the neighbours along an edge, which consists of the half-edges from `h` up to and excluding
 * `end`: corners that are in line with their neighbours lie between them. A neighbour's part of the
 * edge is one segment, because it is convex. */
static int add_neighbours(const workshop *w, int h, int end, const int *piece, const int *number,
                          int at) {
  const outline_mesh *m = &w->mesh;
  int first = at;
  do {
    int along = w->is_clockwise ? m->prev[h] : h, t = twin_of(m, along);
    if (t != NONE && (at == first || w->sorted.neighbours[at - 1] != number[piece[t]]))
      w->sorted.neighbours[at++] = number[piece[t]];
    h = w->is_clockwise ? along : m->next[h];
  } while (h != end);
  return at;
}

/* Writes the sorted pieces. `piece` is that of each half-edge. */
static void write_sorted(workshop *w, int pieces, const int *piece) {
  sorted_pieces *s = &w->sorted;
  int *number = w->other, i, k, at = 0, total = 0;
  for (i = 0; i < pieces; i++) number[w->order[i]] = i;
  for (i = 0; i < pieces; i++) {
    int from = w->first[w->order[i]], end = w->first[w->order[i] + 1];
    s->first[i] = at;
    for (k = from; k < end; k++) {
      s->corners[at] = given_corner(w, k);
      s->begin[at++] = total;
      total = add_neighbours(w, w->halves[k], w->halves[k + 1 < end ? k + 1 : from], piece, number,
                             total);
    }
  }
  s->first[pieces] = at;
  s->begin[at] = total;
}

static void write_output(workshop *w, collide_pieces *pieces) {
  const sorted_pieces *s = &w->sorted;
  pieces->count = write_pieces(w, w->joined.face);
  sort_pieces(w, pieces->count);
  write_sorted(w, pieces->count, w->joined.face);
  pieces->points = w->mesh.points;
  pieces->corners = s->corners;
  pieces->first = s->first;
  pieces->neighbours = s->neighbours;
  pieces->begin = s->begin;
}

collide_error collide_decompose(const double *points, const int *counts, int rings,
                                double tolerance, void *storage, collide_pieces *pieces,
                                int places[2]) {
  decompose_memory memory = {NULL, 0};
  workshop w;
  int count, nowhere[2];
  int *at = places != NULL ? places : nowhere;
  collide_error error = check(points, counts, rings, at, &count);
  if (error != COLLIDE_OK) return error;
  memory.at = (char *)storage;
  take_all(&w, count, rings, &memory);
  error = sweep_outline(&w, points, counts, rings, tolerance, at);
  if (error != COLLIDE_OK) {
    sort_places(at);
    return error;
  }
  w.is_clockwise = w.passing.sign[0] < 0;
  improve(&w, count);
  write_output(&w, pieces);
  return COLLIDE_OK;
}
