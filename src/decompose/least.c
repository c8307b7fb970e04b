/* SPDX-License-Identifier: MIT
 *
 * The fewest convex pieces of a cluster, by dynamic programming: J. M. Keil, J. Snoeyink, "On the
 * time bound for convex decomposition of simple polygons" (2002).
 *
 * The corners of the cluster are numbered from 0 around it. Part (i, k), i < k, is the part that
 * the diagonal from i to k cuts off. Its border has the corners i to k. Its base is the piece along
 * that diagonal. Consider all ways to cut the part with the fewest diagonals. Only those with the
 * narrowest base at i and k matter for the rest of the cluster. A pair (a, b) says that the base
 * has the corner a after i and b before k. If neither of two pairs is better, one is narrower at i,
 * the other at k. So a list of pairs rises in both a and b. One diagonal more than the fewest never
 * helps: the fewest and the diagonal (i, k) itself are as good. Only diagonals with a concave end
 * are needed, so only parts with a concave end are computed.
 *
 * If corners lie in line, the diagonal from i to k may pass through other corners. Then it is no
 * diagonal, but the part is useful if its base joins a piece beyond. If the diagonal passes through
 * corners of the part, the base has no area yet. If it passes through other corners, one of them is
 * the next corner of the joined piece, which is straight there.
 */
#include "../number/fp.h"
#include "decompose.h"

#include <string.h>

/* Is the diagonal from i to k inside the cluster, and does it pass through corners? */
enum {
  SIGHT_NONE,    /* it does not lie inside */
  SIGHT_FREE,    /* it lies inside and meets only its end corners */
  SIGHT_TOUCHES, /* it lies inside and passes through other corners, of part (i, k) or not */
};

enum { COST_NONE = 1 << 20 };

/* A cluster that needs more pairs keeps its pieces. */
enum { PAIRS_PER_PART = 2 };

typedef unsigned short least_index;

typedef struct least_pair {
  least_index first, last; /* the corners of the base after i and before k */
  short chosen;            /* the base joins the base of a part: this pair of that part, or NONE */
} least_pair;

typedef struct least_part {
  int sight;
  int cost;         /* the fewest diagonals inside it */
  int start, count; /* its pairs */
} least_part;

typedef struct least_task {
  int a, b, c;
} least_task;

struct least {
  outline_mesh *mesh;
  const char *inner; /* for each diagonal: 1 if it is inside a cluster */
  int limit;         /* the largest number of pairs that fit */
  int *local;        /* for each half-edge inside, the number of its first corner in the cluster */
  int count;         /* the corners of the cluster */
  int *corner;       /* for each corner, its number in the mesh */
  int *outside;      /* for each corner, the half-edge of the border that leaves it */
  int *inside;
  int *is_concave;
  int *removed, *added;
  int tasks, trials, used;
  least_task *stack;
  least_pair *trial; /* the pairs of the current part */
  least_part *parts;
  least_pair *pairs;
};

/* Corner 0 counts as concave, so that the whole cluster is a part. */
static inline int computes_last(const least *l, int i) {
  return i == 0 || l->is_concave[i];
}

/* ---- Visibility ------------------------------------------------------------------------------ */

/* Visibility between the corners of a cluster, if one of them is concave. From each corner the
 * search passes through the pieces, crossing one diagonal after the other. The region visible
 * through a diagonal is between two rays to corners, on the right and on the left. The rays get
 * narrower from piece to piece. The pieces are convex, so the search leaves a piece through each
 * diagonal that is partly between the rays. */

static int is_inner_edge(const least *l, int h) {
  return h >= l->mesh->count && l->inner[(h - l->mesh->count) / 2];
}

static int side(const least *l, int eye, int a, int b) {
  return mesh_turn(l->mesh, l->corner[eye], a, b);
}

/* The part between two corners. */
static least_part *part_between(const least *l, int a, int b) {
  return &l->parts[a < b ? a * l->count + b : b * l->count + a];
}

/* Marks the corner at which half-edge h begins as visible if it is between the rays, or on one of
 * them behind that ray's corner. */
static void mark_visible(least *l, int eye, int h, int right, int left) {
  int i = l->local[h], corner = l->mesh->origin[h], right_side, left_side;
  if (i < eye && computes_last(l, i)) return; /* it has seen this corner */
  right_side = side(l, eye, right, corner);
  left_side = side(l, eye, corner, left);
  if (right_side < 0 || left_side < 0) return;
  part_between(l, eye, i)->sight = right_side > 0 && left_side > 0 ? SIGHT_FREE : SIGHT_TOUCHES;
}

/* Continues through half-edge h into the next piece, if anything is visible through it. */
static void search_through(least *l, int eye, int h, int right, int left) {
  const outline_mesh *m = l->mesh;
  least_task *task;
  int a, b;
  if (!is_inner_edge(l, h)) return;
  a = m->origin[h];
  b = target_of(m, h);
  if (side(l, eye, right, a) > 0) right = a;
  if (side(l, eye, b, left) > 0) left = b;
  if (side(l, eye, right, left) <= 0) return;
  task = &l->stack[l->tasks++];
  task->a = twin_of(m, h);
  task->b = right;
  task->c = left;
}

/* Searches a piece from half-edge `from` up to and excluding `to`. */
static void search_piece(least *l, int eye, int from, int to, int right, int left) {
  const outline_mesh *m = l->mesh;
  int h;
  for (h = from; h != to; h = m->next[h]) {
    search_through(l, eye, h, right, left);
    if (m->next[h] != to) mark_visible(l, eye, m->next[h], right, left);
  }
}

static void find_visible(least *l, int eye) {
  const outline_mesh *m = l->mesh;
  int h = l->outside[eye];
  l->tasks = 0;
  for (;;) { /* each piece around the corner */
    int last = m->prev[h], right = target_of(m, h), left = m->origin[last];
    part_between(l, eye, l->local[m->next[h]])->sight = SIGHT_FREE;
    if (right != left) search_piece(l, eye, m->next[h], last, right, left);
    if (!is_inner_edge(l, last)) break;
    h = twin_of(m, last);
  }
  while (l->tasks > 0) {
    least_task task = l->stack[--l->tasks];
    search_piece(l, eye, m->next[task.a], task.a, task.b, task.c);
  }
}

/* Writes the visibility of all parts, and clears their other fields. */
static void least_find_sight(least *l) {
  int i, k;
  for (i = 0; i < l->count; i++) {
    for (k = 0; k < l->count; k++) {
      least_part *p = &l->parts[i * l->count + k];
      p->sight = SIGHT_NONE;
      p->cost = COST_NONE;
      p->start = p->count = 0;
    }
  }
  for (i = 0; i < l->count; i++)
    if (computes_last(l, i)) find_visible(l, i);
}
/* ---- Memory ---------------------------------------------------------------------------------- */

least *ci_least_take(outline_mesh *m, int points, const char *inner, decompose_memory *memory) {
  size_t limit = (size_t)cluster_limit(points), most = 2 * corner_room(points);
  size_t count = limit < most ? limit : most; /* a border passes a corner twice at a hole */
  least *l = (least *)ci_decompose_take(memory, 1, sizeof *l), room;
  memset(&room, 0, sizeof room);
  room.mesh = m;
  room.inner = inner;
  room.limit = (int)(PAIRS_PER_PART * count * count);
  room.local = take_ints(memory, half_edge_room(points));
  room.corner = take_ints(memory, count);
  room.outside = take_ints(memory, count);
  room.inside = take_ints(memory, count);
  room.is_concave = take_ints(memory, count);
  room.removed = take_ints(memory, count);
  room.added = take_ints(memory, 2 * count);
  room.stack = (least_task *)ci_decompose_take(memory, 3 * count, sizeof(least_task));
  room.trial = (least_pair *)ci_decompose_take(memory, count, sizeof(least_pair));
  room.parts = (least_part *)ci_decompose_take(memory, count * count, sizeof(least_part));
  room.pairs =
      (least_pair *)ci_decompose_take(memory, PAIRS_PER_PART * count * count, sizeof(least_pair));
  if (l != NULL) *l = room;
  return l;
}

/* ---- The cluster ----------------------------------------------------------------------------- */

static int is_inner(const least *l, int h) {
  return h >= l->mesh->count && l->inner[(h - l->mesh->count) / 2];
}

/* The next half-edge around the cluster. */
static int next_outside(const least *l, int h) {
  h = l->mesh->next[h];
  while (is_inner(l, h)) h = l->mesh->next[twin_of(l->mesh, h)];
  return h;
}

static int turn(const least *l, int a, int b, int c) {
  return mesh_turn(l->mesh, l->corner[a], l->corner[b], l->corner[c]);
}

/* Numbers the corners from the least one on, so that the result does not depend on the half-edge
 * `border`. Returns the number of concave corners. */
static int number_corners(least *l, int border) {
  const outline_mesh *m = l->mesh;
  int h = border, first = border, i, concave = 0;
  do {
    if (m->origin[h] < m->origin[first]) first = h;
    h = next_outside(l, h);
  } while (h != border);
  h = first;
  for (i = 0; i < l->count; i++) {
    l->outside[i] = h;
    l->corner[i] = m->origin[h];
    h = next_outside(l, h);
  }
  for (i = 0; i < l->count; i++) {
    l->is_concave[i] = turn(l, i > 0 ? i - 1 : l->count - 1, i, i + 1 < l->count ? i + 1 : 0) < 0;
    concave += l->is_concave[i];
  }
  return concave;
}

/* The next half-edge clockwise that leaves the corner of h inside the cluster, or NONE. */
static int next_leaving(const least *l, int h) {
  int before = l->mesh->prev[h];
  return is_inner(l, before) ? twin_of(l->mesh, before) : NONE;
}

/* Lists the diagonals inside the cluster, and returns their number. */
static int list_diagonals(least *l) {
  int i, h, count = 0;
  for (i = 0; i < l->count; i++)
    for (h = l->outside[i]; h != NONE; h = next_leaving(l, h)) l->local[h] = i;
  for (i = 0; i < l->count; i++)
    for (h = next_leaving(l, l->outside[i]); h != NONE; h = next_leaving(l, h))
      if (l->local[twin_of(l->mesh, h)] > i) l->removed[count++] = h; /* at its lower end */
  return count;
}

/* ---- The pairs of a part --------------------------------------------------------------------- */

static least_part *part(const least *l, int i, int k) {
  return &l->parts[i * l->count + k];
}

/* Records a way to cut the current part. Calls come in rising order of the corners a if `by_last`
 * is 0, and of the corners b if it is 1. */
static void offer(least *l, least_part *p, int cost, least_pair pair, int by_last) {
  if (cost > p->cost) return;
  if (cost < p->cost) l->trials = 0;
  p->cost = cost;
  if (by_last) {
    if (l->trials > 0 && pair.first <= l->trial[l->trials - 1].first) return;
  } else {
    while (l->trials > 0 && l->trial[l->trials - 1].last >= pair.last) l->trials--;
  }
  l->trial[l->trials++] = pair;
}

/* The pair (a, b) of a part with the greatest a for which b -> j -> k is convex, or NONE. A smaller
 * b makes the base narrower at j. */
static int narrowest_first(const least *l, const least_part *p, int j, int k) {
  int low = 0, high = p->count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (turn(l, l->pairs[p->start + middle].last, j, k) >= 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low - 1;
}

/* The pair with the least b for which i -> j -> a is convex, or NONE. */
static int narrowest_last(const least *l, const least_part *p, int i, int j) {
  int low = 0, high = p->count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (turn(l, i, j, l->pairs[p->start + middle].first) >= 0)
      high = middle;
    else
      low = middle + 1;
  }
  return low < p->count ? low : NONE;
}

/* The cost of separating part (i, k) by its diagonal, or COST_NONE. */
static int cost_apart(const least *l, int i, int k) {
  const least_part *p = part(l, i, k);
  if (k == i + 1) return 0;
  return p->sight == SIGHT_FREE && p->cost < COST_NONE ? p->cost + 1 : COST_NONE;
}

/* Tries j as the base's last corner before k, in part (i, k) with a concave corner i. The base
 * joins that of part (i, j) if the result is convex. */
static void try_last(least *l, least_part *p, int i, int j, int k) {
  const least_part *sub = part(l, i, j);
  int cost = cost_apart(l, j, k), chosen = NONE;
  least_pair pair;
  pair.first = pair.last = (least_index)j;
  if (cost == COST_NONE) return;
  if (j > i + 1) {
    if (sub->sight == SIGHT_NONE || sub->cost == COST_NONE) return;
    chosen = narrowest_first(l, sub, j, k);
    if (chosen != NONE && turn(l, k, i, l->pairs[sub->start + chosen].first) < 0) chosen = NONE;
    if (chosen == NONE && sub->sight != SIGHT_FREE) return;
    cost += sub->cost + (chosen == NONE);
    if (chosen != NONE) pair.first = l->pairs[sub->start + chosen].first;
  }
  pair.chosen = (short)chosen;
  offer(l, p, cost, pair, 1);
}

/* Tries j as the base's first corner after i, with a concave corner k. */
static void try_first(least *l, least_part *p, int i, int j, int k) {
  const least_part *sub = part(l, j, k);
  int cost = cost_apart(l, i, j), chosen = NONE;
  least_pair pair;
  pair.first = pair.last = (least_index)j;
  if (cost == COST_NONE) return;
  if (k > j + 1) {
    if (sub->sight == SIGHT_NONE || sub->cost == COST_NONE) return;
    chosen = narrowest_last(l, sub, i, j);
    if (chosen != NONE && turn(l, l->pairs[sub->start + chosen].last, k, i) < 0) chosen = NONE;
    if (chosen == NONE && sub->sight != SIGHT_FREE) return;
    cost += sub->cost + (chosen == NONE);
    if (chosen != NONE) pair.last = l->pairs[sub->start + chosen].last;
  }
  pair.chosen = (short)chosen;
  offer(l, p, cost, pair, 0);
}

/* Returns 0 if there is no room for more pairs. */
static int compute_part(least *l, int i, int k) {
  least_part *p = part(l, i, k);
  int j;
  l->trials = 0;
  if (computes_last(l, i)) {
    for (j = i + 1; j < k; j++)
      if (j == i + 1 || part(l, i, j)->sight != SIGHT_NONE) try_last(l, p, i, j, k);
  } else {
    for (j = i + 1; j < k; j++)
      if (j == i + 1 || l->is_concave[j]) try_first(l, p, i, j, k);
  }
  if (l->used + l->trials > l->limit) return 0;
  memcpy(l->pairs + l->used, l->trial, (size_t)l->trials * sizeof l->trial[0]);
  p->start = l->used;
  p->count = l->trials;
  l->used += l->trials;
  return 1;
}

static int compute_all(least *l) {
  int gap, i;
  l->used = 0;
  part(l, 0, l->count - 1)->sight = SIGHT_FREE;
  for (gap = 2; gap < l->count; gap++) {
    for (i = 0; i + gap < l->count; i++) {
      int k = i + gap;
      if (part(l, i, k)->sight == SIGHT_NONE) continue;
      if (!computes_last(l, i) && !l->is_concave[k]) continue;
      if (!compute_part(l, i, k)) return 0;
    }
  }
  return 1;
}

/* ---- The new diagonals ----------------------------------------------------------------------- */

static void push_task(least *l, int i, int k, int pair) {
  least_task *task = &l->stack[l->tasks++];
  task->a = i;
  task->b = k;
  task->c = pair;
}

static void add_apart(least *l, int i, int k, int *count) {
  if (k == i + 1) return;
  l->added[2 * *count] = i;
  l->added[2 * (*count)++ + 1] = k;
  push_task(l, i, k, 0);
}

static int list_found(least *l) {
  int count = 0;
  l->tasks = 0;
  push_task(l, 0, l->count - 1, 0);
  while (l->tasks > 0) {
    least_task task = l->stack[--l->tasks];
    int i = task.a, k = task.b, by_last = computes_last(l, i);
    least_pair pair = l->pairs[part(l, i, k)->start + task.c];
    int j = by_last ? pair.last : pair.first;
    int near = by_last ? i : j, far = by_last ? j : k;
    add_apart(l, by_last ? j : i, by_last ? k : j, &count);
    if (pair.chosen != NONE)
      push_task(l, near, far, pair.chosen);
    else
      add_apart(l, near, far, &count);
  }
  return count;
}

/* Sorts shorter diagonals first, because the parts that they cut off are finished. */
static void sort_found(least *l, int count) {
  int i, j;
  for (i = 1; i < count; i++) {
    int a = l->added[2 * i], b = l->added[2 * i + 1];
    for (j = i; j > 0 && l->added[2 * j - 1] - l->added[2 * j - 2] > b - a; j--) {
      l->added[2 * j] = l->added[2 * j - 2];
      l->added[2 * j + 1] = l->added[2 * j - 1];
    }
    l->added[2 * j] = a;
    l->added[2 * j + 1] = b;
  }
}

/* Replaces the removed diagonals by the added ones, of which there are fewer. `inside` holds, for
 * each corner, the half-edge that leaves it in the face that is not yet cut. */
static void replace(least *l, int removed, int added) {
  outline_mesh *m = l->mesh;
  int i;
  for (i = 0; i < removed; i++) {
    int h = l->removed[i];
    m->origin[h] = m->origin[twin_of(m, h)] = NONE;
  }
  for (i = 0; i < l->count; i++) {
    l->inside[i] = l->outside[i];
    mesh_link(m, l->outside[i], l->outside[i + 1 < l->count ? i + 1 : 0]);
  }
  for (i = 0; i < added; i++) {
    int a = l->added[2 * i], b = l->added[2 * i + 1];
    int h = l->removed[i], t = twin_of(m, h);
    int before = m->prev[l->inside[a]], leaves = l->inside[a];
    int last = m->prev[l->inside[b]], after = l->inside[b];
    m->origin[h] = l->corner[a];
    m->origin[t] = l->corner[b];
    mesh_link(m, before, h);
    mesh_link(m, h, after);
    mesh_link(m, last, t);
    mesh_link(m, t, leaves);
    l->inside[a] = h;
  }
}

void ci_least(least *l, int border, int corners) {
  int removed, added, concave;
  l->count = corners;
  concave = number_corners(l, border);
  removed = list_diagonals(l);
  if (2 * removed <= concave + 1) return; /* a diagonal serves two concave corners at most */
  least_find_sight(l);
  if (!compute_all(l)) return;
  added = part(l, 0, l->count - 1)->cost;
  if (added >= removed) return;
  list_found(l);
  sort_found(l, added);
  replace(l, removed, added);
}
