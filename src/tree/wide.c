/* SPDX-License-Identifier: MIT
 *
 * Wide trees: made once from a plan, eight children a node (Dammertz, Hanika and Keller, "Shallow
 * bounding volume hierarchies for fast SIMD ray tracing of incoherent rays", 2008).
 */
#include "../number/bits.h"
#include "../number/quad.h"
#include "tree.h"

#include <string.h>

#define NOWHERE 1e30f

/* Float boxes are relative to the tree's box. A coordinate x there is at most 1. Rounding it to
 * double errs by at most 2 * 2^-53, and to float by 2^-24 |x|. 2^-23 |x| + 2^-50 exceeds both
 * errors and the rounding of that sum. */
static void round_out(const wide_tree *t, const tree_box *b, float low[3], float high[3]) {
  int k;
  for (k = 0; k < 3; k++) {
    double x = (b->low[k] - t->center[k]) * t->scale, y = (b->high[k] - t->center[k]) * t->scale;
    low[k] = (float)(x - fabs(x) * 1.1920928955078125e-7 - 8.881784197001252e-16);
    high[k] = (float)(y + fabs(y) * 1.1920928955078125e-7 + 8.881784197001252e-16);
  }
}

/* The box of a plan's node, and the number of leaves below it; 1 for a leaf. */
typedef struct small_box {
  float low[3], high[3];
  int32_t leaves;
} small_box;

static void unite(small_box *to, const small_box *from) {
  int k;
  for (k = 0; k < 3; k++) {
    if (from->low[k] < to->low[k]) to->low[k] = from->low[k];
    if (from->high[k] > to->high[k]) to->high[k] = from->high[k];
  }
}

/* The number of boxes. A binary tree has one leaf more than inner nodes. */
static int32_t boxes_of(const tree_plan *plan) {
  return plan->order != NULL ? plan->items : (plan->count + 1) / 2;
}

/* Children come after their parents. */
static void bound_nodes(const wide_tree *t, const tree_plan *plan, const tree_box *boxes,
                        small_box *bounds) {
  int32_t i, n, leaf = boxes_of(plan);
  for (n = plan->count - 1; n >= 0; n--) {
    const tree_split *node = &plan->nodes[n];
    if (node->child > 0) {
      bounds[n] = bounds[node->child];
      unite(&bounds[n], &bounds[node->child + 1]);
      bounds[n].leaves += bounds[node->child + 1].leaves;
      continue;
    }
    if (plan->order == NULL) {
      round_out(t, &boxes[--leaf], bounds[n].low, bounds[n].high);
      bounds[n].leaves = 1;
      continue;
    }
    for (i = 0; i < node->count; i++) {
      small_box b;
      round_out(t, &boxes[plan->order[node->first + i]], b.low, b.high);
      if (i == 0)
        bounds[n] = b;
      else
        unite(&bounds[n], &b);
    }
    bounds[n].leaves = 1;
  }
}

static void place(wide_tree *t, const tree_box *boxes, int32_t items) {
  double size = 0;
  int32_t i;
  int k, exponent;
  t->box = boxes[0];
  for (i = 1; i < items; i++) {
    for (k = 0; k < 3; k++) {
      if (boxes[i].low[k] < t->box.low[k]) t->box.low[k] = boxes[i].low[k];
      if (boxes[i].high[k] > t->box.high[k]) t->box.high[k] = boxes[i].high[k];
    }
  }
  for (k = 0; k < 3; k++) {
    double half;
    t->center[k] = 0.5 * t->box.low[k] + 0.5 * t->box.high[k];
    half = t->box.high[k] - t->center[k];
    if (half > size) size = half;
    half = t->center[k] - t->box.low[k];
    if (half > size) size = half;
  }
  (void)frexp(size, &exponent);
  if (exponent < -900) exponent = -900;
  t->scale = ldexp(1, -exponent);
}

static float area_of(const small_box *b) {
  float x = b->high[0] - b->low[0], y = b->high[1] - b->low[1], z = b->high[2] - b->low[2];
  return x * y + y * z + z * x;
}

/* Returns the index of the child to open next, or -1. Children with too many leaves for one node
 * come first, the largest first. Then come those whose leaves all fit here, the smallest first,
 * because each saves a node. */
static int choose(const small_box *bounds, const int32_t lanes[], int count) {
  int32_t room = WIDE_LANES - count + 1, least = WIDE_LANES + 1;
  float most = -1;
  int i, best = -1;
  for (i = 0; i < count; i++) {
    const small_box *b = &bounds[lanes[i]];
    if (b->leaves > WIDE_LANES) {
      float area = area_of(b);
      if (!(area > most)) continue;
      most = area;
      best = i;
      least = 0; /* from now on only such children count */
    } else if (b->leaves > 1 && b->leaves <= room && b->leaves < least) {
      least = b->leaves;
      best = i;
    }
  }
  return best;
}

/* Finds the children of a node: opens nodes of the plan until all lanes are used. */
static int gather(const tree_plan *plan, const small_box *bounds, int32_t at,
                  int32_t lanes[WIDE_LANES]) {
  int count = 1;
  lanes[0] = at;
  while (count < WIDE_LANES) {
    int best = choose(bounds, lanes, count);
    int32_t child;
    if (best < 0) break;
    child = plan->nodes[lanes[best]].child;
    lanes[best] = child;
    lanes[count++] = child + 1;
  }
  return count;
}

static void set_bound(wide_node *node, int lane, const small_box *b) {
  int k;
  for (k = 0; k < 3; k++) {
    node->bound[WIDE_LOW(k)][lane] = b != NULL ? b->low[k] : NOWHERE;
    node->bound[WIDE_HIGH(k)][lane] = b != NULL ? b->high[k] : -NOWHERE;
  }
}

/* A node that waits to be filled, and its node of the plan. For every node on a path from the root
 * at most WIDE_LANES - 1 children wait, besides the child on the path. */
typedef struct pending {
  int32_t node, of;
} pending;

enum { PENDING = (WIDE_LANES - 1) * TREE_DEPTH + 1 };

/* Children of a node are adjacent, and the nodes below each child are consecutive. So the nodes
 * that a line visits lie on few pages. */
static void fill(wide_tree *t, const tree_plan *plan, const small_box *bounds) {
  pending waiting[PENDING];
  int waits = 1;
  t->count = 1;
  waiting[0].node = waiting[0].of = 0;
  while (waits > 0) {
    pending at = waiting[--waits];
    wide_node *node = &t->nodes[at.node];
    int32_t lanes[WIDE_LANES];
    int i, count = gather(plan, bounds, at.of, lanes);
    memset(node, 0, sizeof *node);
    for (i = 0; i < WIDE_LANES; i++) {
      set_bound(node, i, i < count ? &bounds[lanes[i]] : NULL);
      node->child[i] = -1;
      if (i >= count) continue;
      if (plan->nodes[lanes[i]].child == 0) {
        const tree_split *leaf = &plan->nodes[lanes[i]];
        node->child[i] = ~(leaf->first << WIDE_LEAF_BITS | (leaf->count - 1));
      } else {
        waiting[waits].of = lanes[i];
        waiting[waits++].node = node->child[i] = t->count++;
      }
    }
  }
}

static wide_node *align(void *block) {
  uintptr_t at = (uintptr_t)block, step = WIDE_ALIGNED;
  return (wide_node *)(void *)((char *)block + (step - at % step) % step);
}

/* The number of nodes that fill() takes: the same traversal, without writing. */
static int32_t count_nodes(const tree_plan *plan, const small_box *bounds) {
  int32_t waiting[PENDING], count = 0;
  int waits = 1;
  waiting[0] = 0;
  while (waits > 0) {
    int32_t lanes[WIDE_LANES];
    int i, found = gather(plan, bounds, waiting[--waits], lanes);
    count++;
    for (i = 0; i < found; i++)
      if (plan->nodes[lanes[i]].child != 0) waiting[waits++] = lanes[i];
  }
  return count;
}

int ci_wide_make(wide_tree *tree, const tree_plan *plan, const tree_box *boxes,
                 const tree_memory *memory) {
  size_t bounds_size = (size_t)plan->count * sizeof(small_box);
  small_box *bounds = (small_box *)ci_tree_resize(memory, NULL, 0, bounds_size);
  memset(tree, 0, sizeof *tree);
  tree->items = plan->items;
  if (bounds == NULL) return 0;
  place(tree, boxes, boxes_of(plan));
  bound_nodes(tree, plan, boxes, bounds);
  tree->count = count_nodes(plan, bounds);
  tree->block = ci_tree_resize(memory, NULL, 0, ci_wide_bytes(tree));
  if (tree->block != NULL) {
    tree->nodes = align(tree->block);
    fill(tree, plan, bounds);
  }
  ci_tree_free(memory, bounds, bounds_size);
  return tree->block != NULL;
}

int ci_wide_leaf(const wide_node *node, int lane, int32_t *first, int32_t *count) {
  int32_t code = ~node->child[lane];
  if (code < 0 || !(node->bound[WIDE_LOW(0)][lane] <= node->bound[WIDE_HIGH(0)][lane])) return 0;
  *first = code >> WIDE_LEAF_BITS;
  *count = (code & (WIDE_LEAF_MOST - 1)) + 1;
  return 1;
}

size_t ci_wide_bytes(const wide_tree *tree) {
  return (size_t)tree->count * sizeof *tree->nodes + WIDE_ALIGNED;
}

void ci_wide_free(wide_tree *tree, const tree_memory *memory) {
  ci_tree_free(memory, tree->block, ci_wide_bytes(tree));
  tree->nodes = NULL;
  tree->block = NULL;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* The line is first clipped, in doubles, to the part that may lie in the tree's box. Then it is
 * expressed relative to that box: s goes from 0 to 1 along the part, and coordinates are small, so
 * floats suffice. Each step errs toward more items. */

#define UNIT 1.1102230246251565e-16 /* u = 2^-53 */

/* A line during the traversal, in floats. */
typedef struct wide_walk {
  /* Along axis k: s = (bound - near[k]) * inverse[k] where the line enters a box, with far[k] where
   * it leaves it. near and far differ by twice the error of the line. */
  float near[3], far[3], inverse[3];
  int enter[3], leave[3]; /* rows of wide_node.bound */
  double start, length;   /* t = start + length * s */
} wide_walk;

enum { WALK_NONE, WALK_SOME, WALK_ALL };

/* ---- Into the tree's box --------------------------------------------------------------------- */

/* Clips from..to to where the line may be within low..high along one axis. At t the coordinate is f
 * + t d, off by f_error + |t| d_error. If d_error is at most |d| / 4, the true slope is d times a
 * factor whose inverse lies within 1 -+ 2 d_error / |d|. So the t of a bound that is moved by
 * f_error is off by |t| times that. `margin` covers the error of a difference of three numbers. The
 * inverse of d and the product with it round by 2.1 u; the code takes 8 u. Returns 0 if nothing is
 * left. */
static inline int cut_axis(double f, double d, double f_error, double d_error, double low,
                           double high, double *from, double *to) {
  double inverse, ratio, a, b;
  double margin = f_error + 4 * UNIT * (fabs(f) + fabs(low) + fabs(high));
  if (!(d_error <= 0.25 * fabs(d)) || !(fabs(d) > 1e-280)) return 1;
  inverse = 1 / d;
  ratio = 2 * d_error * fabs(inverse) + 8 * UNIT;
  low = (low - f - margin) * inverse;
  high = (high - f + margin) * inverse;
  a = d < 0 ? high : low;
  b = d < 0 ? low : high;
  a -= fabs(a) * ratio;
  b += fabs(b) * ratio;
  *from = a > *from ? a : *from;
  *to = b < *to ? b : *to;
  return *from <= *to;
}

/* Relative to the box, g = (f + start d - center) scale is rounded five times. Its error is below 6
 * u (|f| + |start d| + |center|) scale, plus the error of the line. e = d length scale is off by 3
 * u of itself. Floats add 2^-24 of each, and of g -+ error. A component e below 2^-60 is set to
 * 2^-60, which changes a coordinate by at most that. `error` includes all of this, with 2^-22 for
 * 2^-24.
 *
 * In the traversal, s = (bound - near) * inverse: the difference, the inverse and the product are
 * rounded, so s is off by 3.1 * 2^-24 of itself. The sign of s is right. Comparing s of one side
 * with (1 + 2^-20) s of the other covers both errors. */
#ifndef FLOAT_ERROR
#define FLOAT_ERROR 2.384185791015625e-7 /* 2^-22 */
#endif
#define FLOAT_LEAST 8.673617379884035e-19 /* 2^-60 */
#ifndef FLOAT_MORE
#define FLOAT_MORE 1.00000095367431640625f /* 1 + 2^-20 */
#endif

static inline int begin_axis(wide_walk *w, const wide_tree *t, const tree_line *line, int k,
                             double margin, double most, wide_view *view) {
  double along = w->start * line->d[k];
  double g = (line->f[k] + along - t->center[k]) * t->scale, e = line->d[k] * w->length * t->scale;
  double error = line->f_error[k] + most * line->d_error[k] + margin +
                 6 * UNIT * (fabs(line->f[k]) + fabs(along) + fabs(t->center[k]));
  error = error * t->scale * (1 + 8 * UNIT);
  view->g[k] = g;
  view->e[k] = e;
  view->error[k] = error + 4 * UNIT * fabs(e); /* of e, see above */
  error += FLOAT_ERROR * (fabs(g) + fabs(e) + 1) + 4 * FLOAT_LEAST;
  if (fabs(g) > 2 + 2 * (fabs(e) + error)) return WALK_NONE;
  if (!(fabs(g) < 1e9 && fabs(e) < 1e9 && error < 1e9)) return WALK_ALL;
  if (fabs(e) < FLOAT_LEAST) e = e < 0 ? -FLOAT_LEAST : FLOAT_LEAST;
  w->enter[k] = e < 0 ? WIDE_HIGH(k) : WIDE_LOW(k);
  w->leave[k] = e < 0 ? WIDE_LOW(k) : WIDE_HIGH(k);
  w->inverse[k] = 1 / (float)e;
  /* If the line goes up, it enters at low - error. */
  w->near[k] = (float)(e < 0 ? g - error : g + error);
  w->far[k] = (float)(e < 0 ? g + error : g - error);
  return WALK_SOME;
}

static int begin(wide_walk *w, const wide_tree *t, const tree_line *line, const double margin[3],
                 double latest, wide_view *view) {
  double from = line->from, to = latest < line->to ? latest : line->to, most;
  int k;
  for (k = 0; k < 3; k++)
    if (!cut_axis(line->f[k], line->d[k], line->f_error[k], line->d_error[k],
                  t->box.low[k] - margin[k], t->box.high[k] + margin[k], &from, &to))
      return WALK_NONE;
  if (!(from <= to)) return WALK_NONE;
  if (!(from > -DBL_MAX && to < DBL_MAX)) return WALK_ALL;
  w->start = from;
  w->length = (to - from) * (1 + 4 * UNIT);
  most = fabs(from) > fabs(to) ? fabs(from) : fabs(to);
  for (k = 0; k < 3; k++) {
    int found = begin_axis(w, t, line, k, margin[k], most, view);
    if (found != WALK_SOME) return found;
  }
  return WALK_SOME;
}

/* ---- The walk -------------------------------------------------------------------------------- */

/* A float that is at least the s of t. The quotient is off by a few u; 2^-20 is more. */
static float limit_of(const wide_walk *w, double t) {
  double s = (t - w->start) / w->length;
  if (!(w->length > 0) || !(s < 1)) return 1;
  return s > 0 ? (float)(s * 1.000001 + 1e-30) : 1e-30f;
}

enum { STACK = (WIDE_LANES - 1) * TREE_DEPTH + WIDE_LANES };

typedef struct stop {
  int32_t child;
  float near;
} stop;

/* A line's numbers, each four times. A row is the offset of its first lane. */
typedef struct wide_slabs {
  quad near[3], far[3], inverse[3];
  ptrdiff_t enter[3], leave[3];
} wide_slabs;

static inline void spread(wide_slabs *s, const wide_walk *w) {
  int k;
  for (k = 0; k < 3; k++) {
    s->near[k] = quad_of(w->near[k]);
    s->far[k] = quad_of(w->far[k]);
    s->inverse[k] = quad_of(w->inverse[k]);
    s->enter[k] = w->enter[k] * WIDE_LANES;
    s->leave[k] = w->leave[k] * WIDE_LANES;
  }
}

static inline quad enter_slab(const wide_slabs *s, int k, const float *bounds) {
  return quad_mul(quad_sub(quad_load(bounds + s->enter[k]), s->near[k]), s->inverse[k]);
}

static inline quad leave_slab(const wide_slabs *s, int k, const float *bounds) {
  return quad_mul(quad_sub(quad_load(bounds + s->leave[k]), s->far[k]), s->inverse[k]);
}

/* A bit for each of four children that the line may meet by s = limit; nears[k] gets the s of
 * entry. The loop over the axes is unrolled, because not all compilers do that. */
static inline unsigned meet_four(const wide_slabs *s, const float *bounds, quad limit,
                                 float nears[4]) {
  quad near = quad_max(enter_slab(s, 0, bounds), quad_of(0));
  quad far = quad_min(leave_slab(s, 0, bounds), limit);
  near = quad_max(enter_slab(s, 1, bounds), near);
  far = quad_min(leave_slab(s, 1, bounds), far);
  near = quad_max(enter_slab(s, 2, bounds), near);
  far = quad_min(leave_slab(s, 2, bounds), far);
  quad_store(nears, near);
  return (unsigned)quad_at_most(near, quad_mul(far, quad_of(FLOAT_MORE)));
}

static inline unsigned meet_children(const wide_slabs *s, const wide_node *node, quad limit,
                                     float nears[WIDE_LANES]) {
  const float *bounds = node->bound[0];
  return meet_four(s, bounds, limit, nears) | meet_four(s, bounds + 4, limit, nears + 4) << 4;
}

/* Puts children on the stack, the nearest on top. Returns how many. */
static inline int push_children(const wide_node *node, unsigned bits, const float nears[WIDE_LANES],
                                stop *top) {
  int count = 0;
  do {
    int k = bits_lowest(bits), i;
    for (i = count++; i > 0 && top[i - 1].near < nears[k]; i--) top[i] = top[i - 1];
    top[i].child = node->child[k];
    top[i].near = nears[k];
    bits &= bits - 1;
  } while (bits != 0);
  return count;
}

int ci_wide_line(const wide_tree *tree, const tree_line *line, const double margin[3],
                 double latest, wide_take take, void *user, wide_view *view) {
  wide_walk w;
  stop stack[STACK];
  int count = 0, found = begin(&w, tree, line, margin, latest, view);
  int32_t child = 0;
  wide_slabs slabs;
  float limit;
  view->is_known = found == WALK_SOME;
  if (found == WALK_NONE) return 0;
  if (found == WALK_ALL) return take(user, 0, tree->items, &latest);
  limit = limit_of(&w, latest);
  spread(&slabs, &w);
  for (;;) {
    if (child >= 0) {
      const wide_node *node = &tree->nodes[child];
      float nears[WIDE_LANES];
      unsigned bits = meet_children(&slabs, node, quad_of(limit), nears);
      if (bits != 0) {
        int k = bits_lowest(bits);
        child = node->child[k];
        bits &= bits - 1;
        if (bits == 0) continue;
        {
          int other = bits_lowest(bits), first = nears[k] <= nears[other];
          bits &= bits - 1;
          if (bits == 0) {
            child = node->child[first ? k : other];
            stack[count].child = node->child[first ? other : k];
            stack[count++].near = nears[first ? other : k];
            continue;
          }
          bits |= 1u << k | 1u << other;
          count += push_children(node, bits, nears, stack + count);
        }
      }
    } else {
      int32_t code = ~child;
      double before = latest;
      if (take(user, code >> WIDE_LEAF_BITS, (code & (WIDE_LEAF_MOST - 1)) + 1, &latest)) return 1;
      if (latest < before) limit = limit_of(&w, latest);
    }
    do {
      if (count == 0) return 0;
      child = stack[--count].child;
    } while (stack[count].near > limit * FLOAT_MORE);
  }
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* A bound relative to the tree's box, moved by `outward` times its error. wide.c derives the error
 * for float boxes. */
static float bound_of(const wide_tree *t, int k, double x, double outward) {
  double y = (x - t->center[k]) * t->scale;
  if (!(y > -4)) return -4;
  if (!(y < 4)) return 4;
  return (float)(y + outward * (fabs(y) * 1.1920928955078125e-7 + 1e-15));
}

int ci_wide_box(const wide_tree *tree, const double low[3], const double high[3], wide_take take,
                void *user) {
  int32_t stack[STACK];
  float lows[3], highs[3];
  double latest = HUGE_VAL;
  int k, count = 1;
  for (k = 0; k < 3; k++) {
    lows[k] = bound_of(tree, k, low[k], -1);
    highs[k] = bound_of(tree, k, high[k], 1);
    if (low[k] > tree->box.high[k] || high[k] < tree->box.low[k]) return 0;
  }
  stack[0] = 0;
  while (count > 0) {
    int32_t at = stack[--count];
    const wide_node *node;
    int bits = (1 << WIDE_LANES) - 1;
    if (at < 0) {
      int32_t code = ~at;
      if (take(user, code >> WIDE_LEAF_BITS, (code & (WIDE_LEAF_MOST - 1)) + 1, &latest)) return 1;
      continue;
    }
    node = &tree->nodes[at];
    for (k = 0; k < 3; k++) {
      const float *low_row = node->bound[WIDE_LOW(k)], *high_row = node->bound[WIDE_HIGH(k)];
      quad lowest = quad_of(lows[k]), highest = quad_of(highs[k]);
      bits &= quad_at_most(quad_load(low_row), highest) |
              quad_at_most(quad_load(low_row + 4), highest) << 4;
      bits &= quad_at_most(lowest, quad_load(high_row)) |
              quad_at_most(lowest, quad_load(high_row + 4)) << 4;
    }
    for (k = WIDE_LANES - 1; k >= 0; k--)
      if (bits >> k & 1) stack[count++] = node->child[k];
  }
  return 0;
}

/* ---- Directions ------------------------------------------------------------------------------ */

typedef struct far_stop {
  int32_t child;
  double reach;
} far_stop;

/* A sum of three products of floats and components of at most 1: off by less than 2^-50. */
static double reach_of(const void *user, const wide_node *node, int lane) {
  const double *g = (const double *)user;
  double reach = 0;
  int k;
  for (k = 0; k < 3; k++)
    reach += g[k] * (double)node->bound[g[k] < 0 ? WIDE_LOW(k) : WIDE_HIGH(k)][lane];
  return reach + 8.881784197001252e-16;
}

static int is_used(const wide_node *node, int lane) {
  return node->bound[WIDE_LOW(0)][lane] <= node->bound[WIDE_HIGH(0)][lane];
}

typedef double lane_key(const void *user, const wide_node *node, int lane);

/* Puts the children of a node on the stack, the one with the greatest key on top. */
static inline int push_by_key(const wide_node *node, lane_key key, const void *user,
                              far_stop *top) {
  int lane, i, count = 0;
  for (lane = 0; lane < WIDE_LANES; lane++) {
    double reach;
    if (!is_used(node, lane)) continue;
    reach = key(user, node, lane);
    for (i = count++; i > 0 && top[i - 1].reach > reach; i--) top[i] = top[i - 1];
    top[i].child = node->child[lane];
    top[i].reach = reach;
  }
  return count;
}

void ci_wide_reach(const wide_tree *tree, const double g[3], double slack, wide_take take,
                   void *user) {
  far_stop stack[STACK];
  double reached = -HUGE_VAL;
  int count = 1;
  stack[0].child = 0;
  stack[0].reach = HUGE_VAL;
  while (count > 0) {
    far_stop at = stack[--count];
    if (at.reach < reached - slack) continue;
    if (at.child >= 0) {
      count += push_by_key(&tree->nodes[at.child], reach_of, g, stack + count);
    } else {
      int32_t code = ~at.child;
      if (take(user, code >> WIDE_LEAF_BITS, (code & (WIDE_LEAF_MOST - 1)) + 1, &reached)) return;
    }
  }
}

/* ---- Distances ------------------------------------------------------------------------------- */

typedef struct near_query {
  const wide_tree *tree;
  tree_bound bound;
  const void *user;
} near_query;

/* Minus the bound of a lane. The box is rounded outward: scale is a power of two, so only the sum
 * and the size of a tiny box are rounded. */
static double nearness_of(const void *user, const wide_node *node, int lane) {
  const near_query *q = (const near_query *)user;
  tree_box box;
  int k;
  for (k = 0; k < 3; k++) {
    double center = q->tree->center[k];
    double low = (double)node->bound[WIDE_LOW(k)][lane] / q->tree->scale;
    double high = (double)node->bound[WIDE_HIGH(k)][lane] / q->tree->scale;
    box.low[k] = center + low - 4.440892098500626e-16 * (fabs(center) + fabs(low)) - 1e-280;
    box.high[k] = center + high + 4.440892098500626e-16 * (fabs(center) + fabs(high)) + 1e-280;
  }
  return 0 - q->bound(q->user, box.low, box.high);
}

void ci_wide_near(const wide_tree *tree, tree_bound bound, double latest, wide_take take,
                  void *user) {
  far_stop stack[STACK];
  near_query q;
  int count = 1;
  q.tree = tree;
  q.bound = bound;
  q.user = user;
  stack[0].child = 0;
  stack[0].reach = 0;
  while (count > 0) {
    far_stop at = stack[--count];
    if (at.reach < -latest) continue;
    if (at.child >= 0) {
      count += push_by_key(&tree->nodes[at.child], nearness_of, &q, stack + count);
    } else {
      int32_t code = ~at.child;
      if (take(user, code >> WIDE_LEAF_BITS, (code & (WIDE_LEAF_MOST - 1)) + 1, &latest)) return;
    }
  }
}
