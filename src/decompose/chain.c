/* SPDX-License-Identifier: MIT
 *
 * The triangulation during the sweep, in which the sweep line passes from left to right.
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
 * triangle has area 0.
 */
#include "../number/fp.h"
#include "decompose.h"

void ci_chain_take(chain_set *s, int count, decompose_memory *memory) {
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
int ci_chain_start(chain_set *s, int corner) {
  int chain = s->used++;
  s->bottom[chain] = s->top[chain] = s->last[chain] = add_node(s, corner);
  return chain;
}

/* The edge below ends at the corner. */
void ci_chain_lower(chain_set *s, outline_mesh *m, int chain, int corner, int edge) {
  int node = s->bottom[chain], added = add_node(s, corner);
  int h = fan_up(s, m, &node, corner, edge, NONE);
  join(s, added, node, h);
  s->bottom[chain] = s->last[chain] = added;
}

/* The edge above ends at the corner. It runs to the left, so as a half-edge it begins there. */
void ci_chain_upper(chain_set *s, outline_mesh *m, int chain, int corner, int edge) {
  int node = s->top[chain], added = add_node(s, corner);
  int h = fan_down(s, m, &node, corner, edge);
  join(s, node, added, h);
  s->top[chain] = s->last[chain] = added;
}

/* Both edges of the corner run to the right, and the outside is between them. Returns
 * the upper part, a new chain. */
int ci_chain_split(chain_set *s, outline_mesh *m, int chain, int corner) {
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
void ci_chain_merge(chain_set *s, outline_mesh *m, int chain, int above, int corner, int edge) {
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
void ci_chain_end(chain_set *s, outline_mesh *m, int chain, int corner, int edge) {
  int node = s->bottom[chain];
  fan_up(s, m, &node, corner, edge, corner);
}
