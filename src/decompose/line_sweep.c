/* SPDX-License-Identifier: MIT
 *
 * The sweep: points from left to right, those with the same x from the lowest up.
 *
 * Let q be the first place, in the order of the sweep, at which two edges cross inside both. Before
 * q, bundles meet only at points, so their order along the sweep line never changes between
 * points. If q is a point, both edges continue there: see below. Otherwise two edges that cross
 * in q are neighbours at some time before q, and all neighbours are compared. So the first
 * comparison that finds something comes at q or before, and until then the order is right.
 *
 * A bundle with as many edges to the right as to the left does not border the inside. Of the
 * others, `net` is 1 if the inside is above and -1 if it is below. Around a point, bundles of both
 * kinds alternate, and each angle of the inside between two of them becomes a corner.
 */
#include "../number/fp.h"
#include "decompose.h"

#include <string.h>

static int *sweep_sort(sweep *s, int *list, int count, sweep_before *before);

/* ---- Rings as linked lists of points --------------------------------------------------------- */

void ci_links_take(ring_links *l, int count, decompose_memory *memory) {
  l->count = count;
  l->after = take_ints(memory, (size_t)count);
  l->before = take_ints(memory, (size_t)count);
  l->full = take_ints(memory, (size_t)count);
  l->ring = take_ints(memory, (size_t)count);
}

static int are_same(const ring_links *l, int a, int b) {
  return is_same_point(l->points + 2 * a, l->points + 2 * b);
}

void ci_links_join(ring_links *l, int a, int b) {
  l->after[a] = b;
  l->before[b] = a;
}

void ci_links_drop(ring_links *l, int point) {
  int before = l->before[point], after = l->after[point], i = before;
  while (l->full[i] != point) i = l->full[i];
  l->full[i] = l->full[point] != i ? l->full[point] : NONE; /* one point is no ring */
  l->after[point] = l->before[point] = l->full[point] = NONE;
  if (before != after)
    ci_links_join(l, before, after);
  else
    l->after[before] = l->before[before] = NONE;
}

/* Links the points from `first` up to and excluding `end`. Of equal points in a row, only the last
 * is linked, at which the next edge begins. */
static void link_ring(ring_links *l, int first, int end) {
  int last = end - 1, next = last, i;
  for (i = end - 2; i >= first; i--) {
    if (are_same(l, i, next)) continue;
    ci_links_join(l, i, next);
    next = i;
  }
  while (last != next && are_same(l, last, next)) {
    i = l->before[last];
    l->before[last] = NONE;
    l->after[i] = NONE;
    last = i;
  }
  if (last != next) ci_links_join(l, last, next);
}

void ci_links_set(ring_links *l, const double *points, const int *counts, int rings) {
  int first = 0, i, k;
  l->points = points;
  l->rings = rings;
  for (k = 0; k < rings; k++) {
    for (i = first; i < first + counts[k]; i++) {
      l->after[i] = l->before[i] = NONE;
      l->ring[i] = k;
    }
    link_ring(l, first, i);
    first = i;
  }
  memcpy(l->full, l->after, (size_t)first * sizeof *l->full);
}

void ci_links_restore(ring_links *l) {
  int i;
  for (i = 0; i < l->count; i++)
    if (l->full[i] != NONE) ci_links_join(l, i, l->full[i]);
}

/* ---- The pieces ------------------------------------------------------------------------------ */

/* The triangulation during the sweep, in which the sweep line passes from left to right.
 *
 * Consider a gap of the sweep line that is inside the outline, between an edge below and the next
 * edge above. To its left, everything is triangulated up to a chain. The chain runs from the left
 * end of the edge below to the left end of the edge above. From the chain's last swept corner, both
 * halves run to the left. At every inner corner the chain, on its way up, turns left or is
 * straight. So no triangle can be added to its right. A new corner sees the last swept corner, and
 * then the chain as far as its triangles with it are counterclockwise. Each corner of a chain
 * either is passed and leaves the chain, or ends the search. So the whole triangulation takes O(n).
 *
 * Corners with the same x are swept from the lowest up, as if the plane were slightly sheared. No
 * triangle has area 0. */

static void chain_take(chain_set *s, int count, decompose_memory *memory) {
  /* A split makes three nodes, any other corner one; at most every second corner is a split. */
  size_t room = corner_room(count), nodes = 2 * room + 2;
  s->corner = take_ints(memory, nodes);
  s->up = take_ints(memory, nodes);
  s->down = take_ints(memory, nodes);
  s->link = take_ints(memory, nodes);
  s->bottom = take_ints(memory, room);
  s->top = take_ints(memory, room);
  s->last = take_ints(memory, room);
}

static int add_node(chain_set *s, int corner) {
  int node = s->nodes++;
  s->corner[node] = corner;
  s->up[node] = s->down[node] = s->link[node] = NONE;
  return node;
}

/* `link` is the half-edge from the upper node to the lower one. */
static void join(chain_set *s, int lower, int upper, int link) {
  s->up[lower] = upper;
  s->down[upper] = lower;
  s->link[lower] = link;
}

/* The half-edge from a to b of a new diagonal. */
static int add_diagonal(outline_mesh *m, int a, int b) {
  int h = m->edges;
  m->edges += 2;
  m->origin[h] = a;
  m->origin[h + 1] = b;
  return h;
}

static void add_triangle(outline_mesh *m, int a, int b, int c) {
  mesh_link(m, a, b);
  mesh_link(m, b, c);
  mesh_link(m, c, a);
}

/* Adds the triangles of the corner with the chain from *node up, as far as the corner sees them.
 * `h` is the half-edge from *node to the corner. Moves *node to the last visible node, and returns
 * the half-edge from it to the corner. With `closing`, the half-edge from the corner to the top,
 * all nodes are visible. */
static int fan_up(chain_set *s, outline_mesh *m, int *node, int corner, int h, int closing) {
  while (s->up[*node] != NONE) {
    int up = s->up[*node];
    int at_end = closing != NONE && s->up[up] == NONE;
    int d;
    if (mesh_turn(m, corner, s->corner[up], s->corner[*node]) <= 0) break;
    d = at_end ? closing : add_diagonal(m, corner, s->corner[up]);
    add_triangle(m, d, s->link[*node], h);
    h = at_end ? NONE : twin_of(m, d);
    *node = up;
  }
  return h;
}

/* The same downwards; `h` and the result run from the corner to the node. */
static int fan_down(chain_set *s, outline_mesh *m, int *node, int corner, int h) {
  while (s->down[*node] != NONE) {
    int down = s->down[*node], d;
    if (mesh_turn(m, corner, s->corner[*node], s->corner[down]) <= 0) break;
    d = add_diagonal(m, s->corner[down], corner);
    add_triangle(m, h, s->link[down], d);
    h = twin_of(m, d);
    *node = down;
  }
  return h;
}

/* Both edges of the corner run to the right, and the inside is between them. Returns the chain. */
static int chain_start(chain_set *s, int corner) {
  int chain = s->used++;
  s->bottom[chain] = s->top[chain] = s->last[chain] = add_node(s, corner);
  return chain;
}

/* The edge below ends at the corner. */
static void chain_lower(chain_set *s, outline_mesh *m, int chain, int corner, int edge) {
  int node = s->bottom[chain], added = add_node(s, corner);
  int h = fan_up(s, m, &node, corner, edge, NONE);
  join(s, added, node, h);
  s->bottom[chain] = s->last[chain] = added;
}

/* The edge above ends at the corner. It runs to the left, so as a half-edge it begins there. */
static void chain_upper(chain_set *s, outline_mesh *m, int chain, int corner, int edge) {
  int node = s->top[chain], added = add_node(s, corner);
  int h = fan_down(s, m, &node, corner, edge);
  join(s, node, added, h);
  s->top[chain] = s->last[chain] = added;
}

/* Both edges of the corner run to the right, and the outside is between them. Returns
 * the upper part, a new chain. */
static int chain_split(chain_set *s, outline_mesh *m, int chain, int corner) {
  int above = s->used++, low = s->last[chain], high = add_node(s, s->corner[low]),
      top = s->top[chain];
  int h = add_diagonal(m, corner, s->corner[low]), back = twin_of(m, h);
  int under = add_node(s, corner), over = add_node(s, corner);
  if (s->up[low] != NONE)
    join(s, high, s->up[low], s->link[low]);
  else
    top = high;
  s->up[low] = NONE;
  h = fan_down(s, m, &low, corner, h);
  join(s, low, under, h);
  s->top[chain] = s->last[chain] = under;
  back = fan_up(s, m, &high, corner, back, NONE);
  join(s, over, high, back);
  s->bottom[above] = s->last[above] = over;
  s->top[above] = top;
  return above;
}

/* Both edges of the corner run to the left, and the outside is between them. `edge` is the upper
 * one. */
static void chain_merge(chain_set *s, outline_mesh *m, int chain, int above, int corner, int edge) {
  int low = s->top[chain], high = s->bottom[above], added = add_node(s, corner);
  int h = fan_down(s, m, &low, corner, corner);
  int back = fan_up(s, m, &high, corner, edge, NONE);
  join(s, low, added, h);
  join(s, added, high, back);
  s->top[chain] = s->top[above];
  s->last[chain] = added;
}

/* Both edges of the corner run to the left, and the inside is between them. `edge` is the lower
 * one. */
static void chain_end(chain_set *s, outline_mesh *m, int chain, int corner, int edge) {
  int node = s->bottom[chain];
  fan_up(s, m, &node, corner, edge, corner);
}

/* ---- Bundles --------------------------------------------------------------------------------- */

/* The bundles of edges at the current point of the sweep. Edges that lie on each other from one
 * point to the next form one bundle. The edges of a bundle may end at different points; at the
 * first of them the others form new bundles with the edges that begin there. */

/* ---- The bundles that end -------------------------------------------------------------------- */

/* The side of the bundle on which the point lies, as a sign: 1 is above. */
static int find_side(const sweep *s, const bundle *b, int point) {
  if (s->place[b->right] == s->place[point]) return 0;
  return orient2d(sweep_point(s, b->left), sweep_point(s, b->right), sweep_point(s, point));
}

static void find_ending(sweep *s, int point) {
  int low = 0, high = s->crossed;
  while (low < high) {
    int middle = (low + high) / 2;
    if (find_side(s, bundle_at(s, middle), point) > 0)
      low = middle + 1;
    else
      high = middle;
  }
  s->at = low;
  while (low < s->crossed && find_side(s, bundle_at(s, low), point) == 0) low++;
  s->left = low - s->at;
}

/* ---- The edges that leave the point to the right --------------------------------------------- */

static int right_end(const sweep *s, int edge) {
  return goes_right(s, edge) ? s->links->after[edge] : edge;
}

static void list_starting(sweep *s, int from, int to) {
  const ring_links *l = s->links;
  int i;
  s->leaves = 0;
  for (i = from; i < to; i++) {
    int point = s->order[i], before = l->before[point];
    if (s->place[l->after[point]] > from) s->leaving[s->leaves++] = point;
    if (s->place[before] > from) s->leaving[s->leaves++] = before;
  }
}

/* Adds the edges that do not end at the point. If they are in two bundles, these cross there. */
static collide_error list_continuing(sweep *s, int from, int places[2]) {
  int i, edge, others = 0;
  for (i = s->at; i < s->at + s->left; i++) {
    int before = s->leaves;
    for (edge = bundle_at(s, i)->first; edge != NONE; edge = s->more[edge])
      if (s->place[right_end(s, edge)] != from) s->leaving[s->leaves++] = edge;
    if (s->leaves == before) continue;
    places[others++] = s->leaving[before];
    if (others == 2) return COLLIDE_ERROR_OUTLINE_CROSSES;
  }
  return COLLIDE_OK;
}

/* Both edges leave the current point. */
static int leaves_below(const sweep *s, int a, int b) {
  return orient2d(s->here, sweep_point(s, right_end(s, a)), sweep_point(s, right_end(s, b))) > 0;
}

/* ---- The bundles that begin ------------------------------------------------------------------ */

/* The lowest bundle that borders what a ring winds around tells the direction of the ring: below
 * it the ring has not been met. */
static void find_signs(sweep *s, const bundle *b) {
  const ring_links *l = s->links;
  int edge;
  for (edge = b->first; edge != NONE; edge = s->more[edge])
    if (s->sign[l->ring[edge]] == 0) s->turns[l->ring[edge]] += goes_right(s, edge) ? 1 : -1;
  for (edge = b->first; edge != NONE; edge = s->more[edge]) {
    int ring = l->ring[edge], turns = s->turns[ring];
    s->turns[ring] = 0;
    if (turns == 0) continue;
    s->sign[ring] = (turns > 0) == (ring == 0) ? 1 : -1;
    s->sign_edge[ring] = edge;
  }
}

/* Makes a bundle of `count` edges that leave the point in the same direction. */
static void add_bundle(sweep *s, const int *edges, int count, const bundle *below) {
  bundle *b = &s->bundles[s->used++];
  int i;
  s->right++;
  b->first = edges[0];
  b->right = right_end(s, edges[0]);
  b->left = goes_right(s, edges[0]) ? edges[0] : s->links->after[edges[0]];
  for (i = 0; i < count; i++) s->more[edges[i]] = i + 1 < count ? edges[i + 1] : NONE;
  find_signs(s, b);
  b->net = 0;
  b->outer = below != NULL ? below->outer : 0;
  for (i = 0; i < count; i++) {
    b->net += direction_of(s, edges[i]);
    if (s->links->ring[edges[i]] == 0) b->outer += direction_of(s, edges[i]);
  }
  b->winding = (below != NULL ? below->winding : 0) + b->net;
  b->half = b->chain = NONE;
}

/* Finds and sorts the bundles at the points from place `from` on, up to and excluding `to`. Returns
 * COLLIDE_ERROR_OUTLINE_CROSSES if two edges cross there. */
static collide_error bundles_find(sweep *s, int from, int to, int places[2]) {
  collide_error error;
  int i, count;
  s->here = sweep_point(s, s->order[from]);
  find_ending(s, s->order[from]);
  list_starting(s, from, to);
  error = list_continuing(s, from, places);
  if (error != COLLIDE_OK) return error;
  s->leaving = sweep_sort(s, s->leaving, s->leaves, leaves_below);
  s->right = 0;
  for (i = 0; i < s->leaves; i += count) {
    const int *edges = s->leaving + i;
    for (count = 1; i + count < s->leaves; count++)
      if (leaves_below(s, edges[0], edges[count])) break;
    add_bundle(s, edges, count, i > 0 ? right_bundle(s, s->right - 1) : bundle_below(s));
  }
  return COLLIDE_OK;
}

/* Replaces the bundles that end at the current point by those that begin there. */
static void bundles_replace(sweep *s) {
  int *at = s->line + s->at, i;
  int above = s->crossed - s->at - s->left;
  if (s->left != s->right) memmove(at + s->right, at + s->left, (size_t)above * sizeof *at);
  for (i = 0; i < s->right; i++) at[i] = s->used - s->right + i;
  s->crossed += s->right - s->left;
}
void ci_sweep_take(sweep *s, outline_mesh *m, const ring_links *l, int rings,
                   decompose_memory *memory) {
  size_t count = (size_t)l->count, room = (size_t)rings;
  s->mesh = m;
  s->links = l;
  s->order = take_ints(memory, count);
  s->other = take_ints(memory, count);
  s->place = take_ints(memory, count);
  s->more = take_ints(memory, count);
  s->leaving = take_ints(memory, count);
  s->walls = take_ints(memory, 2 * count);
  s->sign = take_ints(memory, room);
  s->sign_edge = take_ints(memory, room);
  s->turns = take_ints(memory, room);
  s->bundles = (bundle *)ci_decompose_take(memory, corner_room(l->count), sizeof(bundle));
  s->line = take_ints(memory, count);
  chain_take(&s->chains, l->count, memory);
}

/* ---- The order of the points ----------------------------------------------------------------- */

static void merge_runs(const sweep *s, const int *from, int *to, int low, int middle, int high,
                       sweep_before *before) {
  int i = low, j = middle, k;
  for (k = low; k < high; k++) {
    int take_left = j >= high || (i < middle && !before(s, from[j], from[i]));
    to[k] = take_left ? from[i++] : from[j++];
  }
}

static int *sweep_sort(sweep *s, int *list, int count, sweep_before *before) {
  int length, i;
  for (length = 1; length < count; length *= 2) {
    int *to = s->other;
    for (i = 0; i < count; i += 2 * length) {
      int middle = i + length < count ? i + length : count;
      int high = middle + length < count ? middle + length : count;
      merge_runs(s, list, to, i, middle, high, before);
    }
    s->other = list;
    list = to;
  }
  return list;
}

static int comes_first(const sweep *s, int a, int b) {
  return comes_before(sweep_point(s, a), sweep_point(s, b));
}

static void sort_points(sweep *s) {
  int i;
  s->count = 0;
  for (i = 0; i < s->links->count; i++)
    if (s->links->after[i] != NONE) s->order[s->count++] = i;
  s->order = sweep_sort(s, s->order, s->count, comes_first);
  for (i = 0; i < s->count; i++) {
    int is_new = i == 0 || comes_first(s, s->order[i - 1], s->order[i]);
    s->place[s->order[i]] = is_new ? i : s->place[s->order[i - 1]];
  }
}

/* ---- Comparisons ----------------------------------------------------------------------------- */

/* Returns an error if the neighbours at places `low` and `low` + 1 cross further to the right: then
 * the end that comes first is on the wrong side of the other. */
static collide_error compare(const sweep *s, int low, int places[2]) {
  const bundle *a, *b;
  int side;
  if (low < 0 || low + 1 >= s->crossed) return COLLIDE_OK;
  a = bundle_at(s, low);
  b = bundle_at(s, low + 1);
  if (s->place[a->right] == s->place[b->right]) return COLLIDE_OK;
  if (s->place[a->right] < s->place[b->right])
    side = orient2d(sweep_point(s, b->left), sweep_point(s, b->right), sweep_point(s, a->right));
  else
    side = -orient2d(sweep_point(s, a->left), sweep_point(s, a->right), sweep_point(s, b->right));
  if (side <= 0) return COLLIDE_OK;
  places[0] = a->first;
  places[1] = b->first;
  return COLLIDE_ERROR_OUTLINE_CROSSES;
}

/* ---- Corners --------------------------------------------------------------------------------- */

/* The corner whose angle begins at the bundle, counterclockwise. Its number is that of the point
 * from which an edge of the bundle starts there, so that simple outlines keep their numbers. If all
 * edges pass through the current point, the corner is new. */
static int add_corner(const sweep *s, const bundle *b, int from) {
  outline_mesh *m = s->mesh;
  int edge, corner;
  for (edge = b->first; edge != NONE; edge = s->more[edge]) {
    corner = s->sign[s->links->ring[edge]] > 0 ? edge : s->links->after[edge];
    if (s->place[corner] == from && direction_of(s, edge) == b->net) break;
  }
  if (edge == NONE) {
    corner = m->corners++;
    memcpy(m->points + 2 * corner, s->here, 2 * sizeof *s->here);
  }
  m->given[corner] = edge == NONE ? s->order[from] : corner;
  m->origin[corner] = corner;
  return corner;
}

/* The chain below the current point. */
static int chain_below(const sweep *s) {
  int place = s->at - 1;
  while (bundle_at(s, place)->net == 0) place--;
  return bundle_at(s, place)->chain;
}

static void begin_chain(bundle *b, int chain, int corner) {
  b->chain = chain;
  b->half = corner;
}

/* The corners between two bundles that end and between two that begin. `inside`: the inside is
 * below the current point. */
static void add_ends_and_starts(sweep *s, int left, int right, int inside, int from) {
  bundle *b = s->bundles;
  const int *w = s->walls;
  int i, corner;
  for (i = inside; i + 1 < left; i += 2) {
    corner = add_corner(s, &b[w[i + 1]], from);
    chain_end(&s->chains, s->mesh, b[w[i]].chain, corner, b[w[i]].half);
  }
  for (i = left + inside; i + 1 < left + right; i += 2) {
    corner = add_corner(s, &b[w[i]], from);
    begin_chain(&b[w[i]], chain_start(&s->chains, corner), corner);
  }
}

/* The corners whose angles contain the direction down or up. */
static void add_others(sweep *s, int left, int right, int inside, int from) {
  chain_set *c = &s->chains;
  bundle *low = &s->bundles[s->walls[0]], *ending = &s->bundles[s->walls[left - (left > 0)]];
  bundle *beginning = &s->bundles[s->walls[left + right - 1]];
  int corner;
  if (left > 0 && right > 0) {
    int is_above = inside != ((left & 1) != 0);
    if (inside) {
      corner = add_corner(s, low, from);
      chain_upper(c, s->mesh, chain_below(s), corner, corner);
    }
    if (!is_above) return;
    corner = add_corner(s, beginning, from);
    chain_lower(c, s->mesh, ending->chain, corner, ending->half);
    begin_chain(beginning, ending->chain, corner);
  } else if (inside && left > 0) {
    corner = add_corner(s, low, from);
    chain_merge(c, s->mesh, chain_below(s), ending->chain, corner, ending->half);
  } else if (inside) {
    corner = add_corner(s, beginning, from);
    begin_chain(beginning, chain_split(c, s->mesh, chain_below(s), corner), corner);
  }
}

static void add_corners(sweep *s, int from) {
  int left = 0, right = 0, i, inside = winding_below(s);
  for (i = 0; i < s->left; i++)
    if (bundle_at(s, s->at + i)->net != 0) s->walls[left++] = s->line[s->at + i];
  for (i = s->used - s->right; i < s->used; i++)
    if (s->bundles[i].net != 0) s->walls[left + right++] = i;
  if (left + right == 0) return;
  add_ends_and_starts(s, left, right, inside, from);
  add_others(s, left, right, inside, from);
}

/* ---- The sweep ------------------------------------------------------------------------------- */

static collide_error sweep_point_at(sweep *s, int from, int to, int places[2]) {
  collide_error error = bundles_find(s, from, to, places);
  if (error != COLLIDE_OK) return error;
  ci_windings_check(s, from);
  if (s->fault == COLLIDE_OK) add_corners(s, from);
  bundles_replace(s);
  error = compare(s, s->at - 1, places);
  return error != COLLIDE_OK || s->right == 0 ? error : compare(s, s->at + s->right - 1, places);
}

collide_error ci_sweep(sweep *s, int places[2]) {
  collide_error error = COLLIDE_OK;
  int from = 0, to, i;
  s->used = s->crossed = s->is_local = s->chains.used = s->chains.nodes = 0;
  s->fault = COLLIDE_OK;
  for (i = 0; i < s->links->rings; i++) s->sign[i] = s->turns[i] = 0;
  sort_points(s);
  for (; from < s->count && error == COLLIDE_OK; from = to) {
    for (to = from + 1; to < s->count && s->place[s->order[to]] == from;) to++;
    error = sweep_point_at(s, from, to, places);
  }
  if (error != COLLIDE_OK) return error;
  memcpy(places, s->fault_edges, sizeof s->fault_edges);
  if (s->fault != COLLIDE_OK) return s->fault;
  places[0] = places[1] = 0;
  return s->chains.used == 0 ? COLLIDE_ERROR_OUTLINE_FLAT : COLLIDE_OK;
}
