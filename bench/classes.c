/* SPDX-License-Identifier: MIT
 *
 * What right angles cost: ns per call for each two kinds of shapes and each query of two, level,
 * turned about the vertical (in the plane by multiples of 45 degrees), and at any orientation. All
 * sizes and positions are multiples of 1/8, so that many of the two touch. A row is marked if its
 * time exceeds twice that of any orientation by more than an allowance.
 *
 *   classes [PART]      only rows whose name contains PART, for example "box, capsule"
 */
#include <math.h>
#include <string.h>

#include "collide.h"
#include "measure.h"
#include "number/tier.h"

enum { PAIRS = 256, RUNS = 5, CLASSES = 3, QUERIES = 4, SOLIDS = 10, FLATS = 7 };
enum { LEVEL, UPRIGHT, ANY };

static const char *const query_names[QUERIES] = {"overlap", "contact", "distance", "shapecast"};
static const char *const solid_names[SOLIDS] = {"sphere",      "box",         "cylinder", "cone",
                                                "capsule",     "triangle",    "segment",  "hull",
                                                "rounded box", "rounded hull"};
static const char *const flat_names[FLATS] = {"circle",  "rect",    "polygon",        "triangle",
                                              "segment", "capsule", "rounded polygon"};

/* ---- Inputs --------------------------------------------------------------------------------- */

/* A multiple of 1/8 from low to high. */
static double eighths(double low, double high) {
  return floor(uniform(low * 8, high * 8 + 1)) / 8;
}

static void put_eighths(double low, double high, int count, double v[3]) {
  int i;
  for (i = 0; i < count; i++) v[i] = eighths(low, high);
}

/* A unit quaternion about a random axis, or about the axis y by a multiple of 15 degrees, or by any
 * angle. */
static void turn(int turning, collide_pose *pose) {
  double angle, square = 0;
  int i;
  if (turning == UPRIGHT) {
    angle = uniform(0, 1) < 0.5 ? floor(uniform(0, 24)) / 24 : uniform(0, 1);
    pose->rotation[1] = sin(angle * 3.14159265358979);
    pose->rotation[3] = cos(angle * 3.14159265358979);
    return;
  }
  do {
    for (square = i = 0; i < 4; i++) {
      pose->rotation[i] = uniform(-1, 1);
      square += pose->rotation[i] * pose->rotation[i];
    }
  } while (square > 1 || square < 0.01);
}

typedef struct made {
  collide_shape shape;
  collide_source source;
  void *storage; /* or NULL */
} made;

/* A ramp, or a prism with eight corners. */
static void make_hull(made *m) {
  double points[8][3], x = eighths(0.5, 1), y = eighths(0.25, 1), z = eighths(0.5, 1);
  int i, count = 0, point, is_ramp = uniform(0, 1) < 0.5;
  void *work;
  size_t size = 0;
  for (i = 0; i < 8; i++) {
    double top = i & 2 ? 0.75 : 1;
    if (is_ramp && (i & 3) == 3) continue;
    points[count][0] = i & 1 ? x * (is_ramp ? 1 : top) : -x * (is_ramp ? 1 : top);
    points[count][1] = i & 2 ? y : -y;
    points[count++][2] = i & 4 ? z : -z;
  }
  work = malloc(collide_hull_work(count));
  if (collide_build_hull(points[0], count, work, &size, &point) != COLLIDE_OK) abort();
  m->storage = malloc(size);
  collide_make_hull(&m->shape, &m->source, work, m->storage);
  free(work);
}

static void make_box(made *m) {
  double half[3];
  put_eighths(0.25, 1, 3, half);
  collide_make_box(&m->shape, &m->source, half);
}

/* A floor, a ramp or a wall. */
static void make_triangle(made *m) {
  double c[3][3], how = uniform(0, 3);
  int i;
  for (i = 0; i < 3; i++) put_eighths(-1.25, 1.25, 3, c[i]);
  if (how < 1) c[1][1] = c[2][1] = c[0][1];
  if (how >= 2) {
    memcpy(c[1], c[0], sizeof c[1]);
    c[1][1] += 1.5;
  }
  collide_make_triangle(&m->shape, &m->source, c[0], c[1], c[2]);
}

/* Upright or lying. */
static void make_core(made *m, double radius) {
  double a[3] = {0, 0, 0}, b[3] = {0, 0, 0};
  int axis = uniform(0, 3) < 2 ? 1 : 0;
  b[axis] = eighths(0.25, 1);
  a[axis] = -b[axis];
  if (radius > 0)
    collide_make_capsule(&m->shape, &m->source, a, b, radius);
  else
    collide_make_segment(&m->shape, &m->source, a, b);
}

static void make_solid(int kind, made *m) {
  switch (kind) {
  case 0:
    collide_make_sphere(&m->shape, &m->source, eighths(0.25, 1));
    break;
  case 2:
    collide_make_cylinder(&m->shape, &m->source, eighths(0.25, 1), eighths(0.25, 1));
    break;
  case 3:
    collide_make_cone(&m->shape, &m->source, eighths(0.25, 1), eighths(0.5, 1.5));
    break;
  case 4:
    make_core(m, eighths(0.125, 0.5));
    break;
  case 5:
    make_triangle(m);
    break;
  case 6:
    make_core(m, 0);
    break;
  case 7:
  case 9:
    make_hull(m);
    break;
  default:
    make_box(m);
  }
  if (kind >= 8) collide_round(&m->shape, &m->source, 0.125);
}

static void make_polygon(made *m) {
  double p[10] = {-1, -1, 1, -1, 1, 0.5, 0.5, 1, -0.5, 1};
  int i, corner, count = uniform(0, 1) < 0.5 ? 5 : 4;
  for (i = 0; i < 10; i++) p[i] *= i % 2 ? 0.75 : 0.5;
  m->storage = malloc(collide_polygon_storage(count));
  if (collide_make_polygon(&m->shape, &m->source, p, count, m->storage, &corner)) abort();
}

static void make_flat(int kind, made *m) {
  double a[3] = {0, 0, 0}, b[3] = {0, 0, 0}, c[3];
  int axis = uniform(0, 1) < 0.5;
  put_eighths(0.25, 1, 2, c);
  b[axis] = c[0];
  a[axis] = -c[0];
  switch (kind) {
  case 0:
    collide_make_circle(&m->shape, &m->source, c[0]);
    break;
  case 1:
    collide_make_rect(&m->shape, &m->source, c);
    break;
  case 3:
    c[axis] = a[axis];
    collide_make_triangle_2d(&m->shape, &m->source, a, b, c);
    break;
  case 4:
    collide_make_segment_2d(&m->shape, &m->source, a, b);
    break;
  case 5:
    collide_make_capsule_2d(&m->shape, &m->source, a, b, 0.25);
    break;
  default:
    make_polygon(m);
  }
  if (kind == 6) collide_round(&m->shape, &m->source, 0.125);
}

static void make(int dimensions, int kind, int turning, const double position[3], made *m) {
  collide_pose pose = collide_identity_pose();
  m->storage = NULL;
  if (dimensions == 2)
    make_flat(kind, m);
  else
    make_solid(kind, m);
  memcpy(pose.position, position, sizeof pose.position);
  if (dimensions == 2 && turning == UPRIGHT)
    pose.angle = floor(uniform(0, 8)) * (3.14159265358979323846 / 4);
  else if (dimensions == 2)
    pose.angle = turning == ANY ? uniform(0, 6.28) : 0;
  else if (turning != LEVEL)
    turn(turning, &pose);
  if (collide_set_pose(&m->shape, &m->source, &pose) != COLLIDE_OK) abort();
}

/* ---- Rows ----------------------------------------------------------------------------------- */

typedef struct batch {
  int query;
  made a[PAIRS], b[PAIRS];
  double d[PAIRS][3];
} batch;

/* For a shapecast three of four start apart and fly at the other. */
static void fill(batch *q, int dimensions, int i, int j, int turning) {
  int k, n;
  for (n = 0; n < PAIRS; n++) {
    double at[3] = {0, 0, 0}, from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
    double far = q->query == 3 && n % 4 != 0 ? 4 : 1.5;
    put_eighths(-8, 8, dimensions, at);
    put_eighths(-far, far, dimensions, from);
    put_eighths(-1, 1, dimensions, to);
    for (k = 0; k < 3; k++) {
      q->d[n][k] = (to[k] - from[k]) * 1.5;
      from[k] += at[k];
    }
    make(dimensions, i, turning, from, &q->a[n]);
    make(dimensions, j, turning, at, &q->b[n]);
  }
}

static void clear(batch *q) {
  int n;
  for (n = 0; n < PAIRS; n++) {
    free(q->a[n].storage);
    free(q->b[n].storage);
  }
}

static void ask(const batch *q, int n) {
  const collide_shape *a = &q->a[n].shape, *b = &q->b[n].shape;
  collide_push push;
  collide_sweep_hit hit;
  double on_a[3], on_b[3], distance;
  switch (q->query) {
  case 0:
    sink += collide_overlap(a, b);
    break;
  case 1:
    if (collide_contact(a, b, &push) == 1) sink += push.depth;
    break;
  case 2:
    if (collide_distance(a, b, &distance, on_a, on_b) == COLLIDE_YES) sink += distance;
    break;
  default:
    if (collide_shapecast(a, q->d[n], b, 0, &hit) == 1) sink += hit.t;
  }
}

static double once(const batch *q) {
  double start = now();
  int rounds = 0, n;
  do {
    for (n = 0; n < PAIRS; n++) ask(q, n);
    rounds++;
  } while (now() - start < 0.001);
  return (now() - start) * 1e9 / ((double)rounds * PAIRS);
}

/* The geometric mean of the runs. */
static double time_of(const batch *q) {
  double sum = 0;
  int run, n;
  for (n = 0; n < PAIRS; n++) ask(q, n);
  for (run = 0; run < RUNS; run++) sum += log(once(q));
  return exp(sum / RUNS);
}

#ifdef COLLIDE_TIERS
unsigned long ci_tier_counts[TIERS];

/* How often each tier answered, per thousand calls. */
static void print_tiers(const batch *q, const char *turning) {
  static const char *const names[TIERS] = {TIER_TABLE(TIER_NAME)};
  int n, k;
  memset(ci_tier_counts, 0, sizeof ci_tier_counts);
  for (n = 0; n < PAIRS; n++) ask(q, n);
  printf("    %-8s", turning);
  for (k = 0; k < TIERS; k++)
    if (ci_tier_counts[k] > 0)
      printf(" %s %.0f", names[k], (double)ci_tier_counts[k] * 1000 / PAIRS);
  printf("\n");
}
#else
static void print_tiers(const batch *q, const char *turning) {
  (void)q;
  (void)turning;
}
#endif

static int is_slow(double ns, double any, int query) {
  return ns > 2 * any && ns > any + (query == 3 ? 2000 : 500);
}

static int print_row(int dimensions, int i, int j, int query, const char *part) {
  static const char *const classes[] = {"level", "upright", "any"};
  const char *const *names = dimensions == 2 ? flat_names : solid_names;
  static batch q;
  double ns[CLASSES];
  char name[80];
  int turning, slow;
  snprintf(name, sizeof name, "%s: %s, %s", query_names[query], names[i], names[j]);
  if (part != NULL && strstr(name, part) == NULL) return 0;
  q.query = query;
  for (turning = 0; turning < CLASSES; turning++) {
    seed = 20261121;
    fill(&q, dimensions, i, j, turning);
    ns[turning] = time_of(&q);
    print_tiers(&q, classes[turning]);
    clear(&q);
  }
  slow = is_slow(ns[LEVEL], ns[ANY], query) + is_slow(ns[UPRIGHT], ns[ANY], query);
  printf("%-44s %9.0f %9.0f %9.0f  %6.2f %6.2f%s\n", name, ns[LEVEL], ns[UPRIGHT], ns[ANY],
         ns[LEVEL] / ns[ANY], ns[UPRIGHT] / ns[ANY], slow ? "  *" : "");
  return slow > 0;
}

static void print_table(int dimensions, const char *part) {
  int kinds = dimensions == 2 ? FLATS : SOLIDS, i, j, query, slow = 0, rows = 0;
  printf("%-44s %9s %9s %9s  level/any upright/any\n", dimensions == 2 ? "plane, ns" : "space, ns",
         "level", "upright", "any");
  for (query = 0; query < QUERIES; query++)
    for (i = 0; i < kinds; i++)
      for (j = i; j < kinds; j++, rows++) slow += print_row(dimensions, i, j, query, part);
  printf("%d of %d rows are slower than at any orientation\n\n", slow, rows);
}

int main(int argc, char **argv) {
  print_table(3, argc > 1 ? argv[1] : NULL);
  print_table(2, argc > 1 ? argv[1] : NULL);
  return 0;
}
