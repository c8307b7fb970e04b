/* SPDX-License-Identifier: MIT
 *
 * Casts at meshes against all triangles one by one, each a shape with the same pose: the nearest
 * hit, whether there is any, and all of them must be the same to the last bit. Meshes are stairs
 * of unit squares, other closed ones, soups on a lattice where ties abound, needles and degenerate
 * triangles; rays are random, or aimed at corners and edges, from near and far. What is inside a
 * closed one is compared with its winding number, by solid angles. Balls and capsules that lie on a
 * mesh are in contact with it, and moved against it, as with an array of its triangles. With an
 * argument, that many times as many cases.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide.h"
#include "../support/mutant.h"
#include "mesh/mesh.h"
#include "target/target.h"
#include "../support/cast.h"

enum { MOST = 400, ROUNDS = 150, CASTS = 60, SHAPES = 4 };

static long failures, hits, ties, cases;

/* ---- Random numbers --------------------------------------------------------------------- */

static uint64_t state = 88172645463325252u;

static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static unsigned below(unsigned n) {
  return (unsigned)(draw() >> 33) % n;
}

static double uniform(double low, double high) {
  return low + (high - low) * ((double)(draw() >> 11) / 9007199254740992.0);
}

/* ---- Meshes ----------------------------------------------------------------------------- */

static double points[3 * 3 * MOST];
static uint32_t corners[3 * MOST];
static int point_count, triangle_count;

static uint32_t add_point(double x, double y, double z) {
  points[3 * point_count] = x;
  points[3 * point_count + 1] = y;
  points[3 * point_count + 2] = z;
  return (uint32_t)point_count++;
}

static void add_triangle(uint32_t a, uint32_t b, uint32_t c) {
  corners[3 * triangle_count] = a;
  corners[3 * triangle_count + 1] = b;
  corners[3 * triangle_count + 2] = c;
  triangle_count++;
}

/* A closed surface of rings: a torus whose points are random, or on a lattice. */
static void make_torus(int whole) {
  int i, j, n = 3 + (int)below(8), m = 3 + (int)below(8);
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++) {
      double a = 6.283185307179586 * i / n, b = 6.283185307179586 * j / m;
      double r = 4 + 1.5 * cos(b), x = r * cos(a), y = r * sin(a), z = 1.5 * sin(b);
      add_point(whole ? floor(x) : x, whole ? floor(y) : y, whole ? floor(z) : z);
    }
  }
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++) {
      uint32_t p = (uint32_t)(i * m + j), q = (uint32_t)(i * m + (j + 1) % m);
      uint32_t r = (uint32_t)((i + 1) % n * m + j), s = (uint32_t)((i + 1) % n * m + (j + 1) % m);
      add_triangle(p, q, r);
      add_triangle(q, s, r);
    }
  }
}

static void make_soup(void) {
  int i, kind = (int)below(4), n = 1 + (int)below(MOST);
  for (i = 0; i < 3 * n; i++) {
    if (kind == 0)
      add_point((double)below(4), (double)below(4), (double)below(4));
    else if (kind == 1)
      add_point(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    else if (kind == 2) /* a row of needles */
      add_point(i / 3 + uniform(0, 1e-3), uniform(0, 1e-9), uniform(-1, 1));
    else /* far from the origin, in two clusters */
      add_point(1e6 * (double)below(2) + uniform(0, 1), uniform(0, 1), 1e5 + uniform(0, 1));
  }
  for (i = 0; i < n; i++)
    add_triangle((uint32_t)(3 * i), (uint32_t)(3 * i + 1), (uint32_t)(3 * i + 2));
  if (kind == 0) /* shared corners, flat triangles and the same ones again */
    for (i = 0; i < 3 * n; i++) corners[i] = below((unsigned)(3 * n));
}

static void add_square(const double at[3], int axis, int is_up) {
  uint32_t p[4];
  int i, u = (axis + 1) % 3, v = (axis + 2) % 3;
  for (i = 0; i < 4; i++) {
    double q[3];
    memcpy(q, at, sizeof q);
    q[u] += i == 1 || i == 2;
    q[v] += i > 1;
    p[i] = add_point(q[0], q[1], q[2]);
  }
  add_triangle(p[0], p[is_up ? 1 : 2], p[is_up ? 2 : 1]);
  add_triangle(p[0], p[is_up ? 2 : 3], p[is_up ? 3 : 2]);
}

/* The surface of stairs, in unit squares: coplanar neighbours, each split into two triangles. */
static void make_stairs(void) {
  int steps = 1 + (int)below(5), x, y, axis, side;
  for (x = 0; x < steps; x++)
    for (y = 0; y <= x; y++)
      for (axis = 0; axis < 3; axis++)
        for (side = 0; side < 2; side++) {
          double at[3];
          int next_x = x + (axis == 0 ? 2 * side - 1 : 0);
          int next_y = y + (axis == 1 ? 2 * side - 1 : 0);
          if (axis < 2 && next_x >= 0 && next_x < steps && next_y >= 0 && next_y <= next_x)
            continue; /* a wall between two cubes */
          at[0] = x + (axis == 0 && side);
          at[1] = y + (axis == 1 && side);
          at[2] = axis == 2 && side;
          add_square(at, axis, side);
        }
}

static int is_closed;

static void make_mesh(void) {
  unsigned kind = below(4);
  is_closed = kind != 2;
  point_count = triangle_count = 0;
  if (kind == 3)
    make_stairs();
  else if (kind == 2)
    make_soup();
  else
    make_torus(kind == 1);
}

/* ---- Poses ------------------------------------------------------------------------------ */

static collide_pose draw_pose(void) {
  collide_pose pose = collide_identity_pose();
  unsigned kind = below(6);
  int i;
  if (kind == 0) return pose;
  for (i = 0; i < 3; i++)
    pose.position[i] = below(2) ? uniform(-10, 10) : ((double)below(9) - 4) * (below(2) ? 1 : 0.1);
  if (kind == 1) return pose;
  if (kind == 5) { /* a quarter turn, or a turn about the vertical */
    i = (int)below(4);
    pose.rotation[i < 3 ? i : 1] = i < 3 ? 1 : (double)below(7) - 3;
  } else if (kind == 2) {
    for (i = 0; i < 4; i++) pose.rotation[i] = uniform(-1, 1);
  } else if (kind == 3) {
    for (i = 0; i < 3; i++) pose.scale[i] = below(2) ? -2 : uniform(0.1, 3);
  } else {
    pose.has_linear = 1;
    for (i = 0; i < 9; i++) pose.linear[i] = below(3) ? uniform(-1, 1) : (double)below(5) - 2;
  }
  return pose;
}

/* ---- Comparing --------------------------------------------------------------------------- */

static collide_shape shapes[MOST];
static collide_target members[MOST];

static int same(const double *a, const double *b, int count) {
  return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

/* Of the mesh, and of the array. */
static int same_hit(const collide_target_hit *m, const collide_target_hit *r) {
  const collide_hit *a = &m->hit, *b = &r->hit;
  return m->triangle == r->index + 1 && m->count == 0 && m->member.kind == COLLIDE_TARGET_MESH &&
         same(&a->t, &b->t, 1) && same(&a->t_exit, &b->t_exit, 1) && same(a->point, b->point, 3) &&
         same(a->normal, b->normal, 3) && same(&a->u, &b->u, 1) && same(&a->v, &b->v, 1) &&
         a->inside == b->inside && a->has_point == b->has_point && a->face == b->face &&
         a->edge == b->edge;
}

static void fail(const char *what, const collide_cast *c) {
  int i;
  if (add_failure(&failures) > 5) return;
  printf("%s: %d triangles, cast %d, flags %d, max %.17g\n", what, triangle_count, c->kind,
         c->flags, c->max);
  for (i = 0; i < 3; i++) printf("  %.17g %.17g\n", c->start[i], c->toward[i]);
}

static void fail_inside(const char *what, const double p[3]) {
  if (add_failure(&failures) < 5) printf("%s: %.17g %.17g %.17g\n", what, p[0], p[1], p[2]);
}

static collide_target_hit every[MOST];
static int every_count;

static int compare_hits(const void *left, const void *right) {
  const collide_target_hit *a = (const collide_target_hit *)left;
  const collide_target_hit *b = (const collide_target_hit *)right;
  if (a->hit.t != b->hit.t) return a->hit.t < b->hit.t ? -1 : 1;
  return a->index - b->index;
}

static void compare(const collide_cast *c, const collide_mesh *mesh) {
  collide_target alone = collide_target_of_mesh(mesh);
  collide_target array = collide_target_of_array(members, triangle_count);
  collide_target_hit hit, other;
  target_hits all;
  int i, found;
  every_count = 0;
  ci_target_hits_begin(&all, c, &array);
  while (ci_target_hits_next(&all, &other)) every[every_count++] = other;
  qsort(every, (size_t)every_count, sizeof every[0], compare_hits);
  for (i = 1; i < every_count; i++) ties += every[i].hit.t == every[i - 1].hit.t;
  cases++;
  hits += every_count > 0;
  found = collide_cast_at(c, &alone, &hit);
  if (found != (every_count > 0) || (found && !same_hit(&hit, &every[0]))) fail("nearest", c);
  if (collide_cast_at(c, &alone, NULL) != found) fail("any", c);
  ci_target_hits_begin(&all, c, &alone);
  for (i = 0; i < every_count; i++) {
    if (ci_target_hits_next(&all, &hit) && same_hit(&hit, &every[i]) && hit.index == 0) continue;
    fail("all", c);
    return;
  }
  if (ci_target_hits_next(&all, &hit)) fail("all and more", c);
}

/* ---- Inside ------------------------------------------------------------------------------- */

/* The winding number by solid angles (Van Oosterom and Strackee, 1983), for points that are not
 * near the surface: another way altogether. */
static double winding(const double p[3]) {
  double sum = 0;
  int i, k;
  for (i = 0; i < triangle_count; i++) {
    const collide_shape *s = &shapes[i];
    double v[3][3], length[3], det, dots[3], turn;
    for (k = 0; k < 3; k++) {
      v[0][k] = s->origin[k] + s->a[k] - p[k];
      v[1][k] = s->origin[k] + s->b[k] - p[k];
      v[2][k] = s->origin[k] + s->of.facet.c[k] - p[k];
    }
    for (k = 0; k < 3; k++) {
      const double *x = v[k], *y = v[(k + 1) % 3];
      length[k] = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
      dots[k] = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    }
    det = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
          v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
          v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
    turn = length[0] * length[1] * length[2] + dots[0] * length[2] + dots[1] * length[0] +
           dots[2] * length[1];
    if (turn <= 0 && fabs(det) < 1e-9 * length[0] * length[1] * length[2]) return 0.5; /* near it */
    sum += 2 * atan2(det, turn);
  }
  return sum / 12.566370614359172;
}

static long insides, on_surface;

static int is_sum(double sum, double a, double b) {
  double part = sum - a;
  return (a - (sum - part)) + (b - part) == 0;
}

static int is_on_any(const double p[3]) {
  int i;
  for (i = 0; i < triangle_count; i++)
    if (collide_contains(&shapes[i], p)) return 1;
  return 0;
}

/* A corner, and a point anywhere; of a torus, whose winding number is -1, 0 or 1 but for rounding.
 */
static void ask_inside(const collide_mesh *mesh) {
  const double *corner = shapes[below((unsigned)triangle_count)].a;
  double p[3], low[3], high[3], w;
  int i, is_on = 1;
  for (i = 0; i < 3; i++) {
    p[i] = mesh->position[i] + corner[i];
    if (!is_sum(p[i], mesh->position[i], corner[i])) is_on = 0;
  }
  on_surface += is_on;
  if (is_on && !ci_mesh_contains(mesh, p)) fail_inside("a corner", p);
  ci_mesh_bounds(mesh, low, high);
  for (i = 0; i < 3; i++) {
    p[i] = uniform(low[i], high[i]);
    if (below(3) == 0) p[i] = mesh->position[i] + corner[i]; /* in line with edges and corners */
  }
  w = fabs(winding(p));
  if (!(fabs(w - floor(w + 0.5)) < 1e-6)) return;
  insides += w > 0.5;
  if (is_on_any(p)) {
    if (!ci_mesh_contains(mesh, p)) fail_inside("on a triangle", p);
    return;
  }
  if (ci_mesh_contains(mesh, p) != (fmod(floor(w + 0.5), 2) > 0)) fail_inside("inside", p);
}

/* ---- Cases -------------------------------------------------------------------------------- */

/* A point of the mesh in the world: a corner, on an edge, inside a triangle, or anywhere near. */
static void aim(double p[3]) {
  const collide_shape *s = &shapes[below((unsigned)triangle_count)];
  const double *corner[3];
  double u = 0, v = 0;
  int i, kind = (int)below(4);
  corner[0] = s->a;
  corner[1] = s->b;
  corner[2] = s->of.facet.c;
  if (kind == 1) u = below(2) ? 0.5 : uniform(0, 1);
  if (kind == 2) u = uniform(0, 0.5);
  if (kind == 2) v = uniform(0, 0.5);
  for (i = 0; i < 3; i++) {
    p[i] = s->origin[i] + corner[0][i] + u * (corner[1][i] - corner[0][i]) +
           v * (corner[2][i] - corner[0][i]);
    if (kind == 3) p[i] += uniform(-1, 1);
  }
}

static void draw_cast(collide_cast *c) {
  double p[3], far = below(4) ? 1 : ldexp(1, (int)below(60) - 20);
  int i, along = (int)below(3), is_flat = below(3) == 0;
  aim(p);
  aim(c->toward);
  c->kind = (collide_cast_kind)below(3);
  c->flags = (int)below(2);
  c->max = below(2) ? HUGE_VAL : below(2) ? 1 : uniform(0, 20);
  if (below(64) == 0) memcpy(c->toward, p, sizeof p);
  for (i = 0; i < 3; i++) {
    double d = c->toward[i] - p[i];
    if (is_flat) d = i == along ? 1 + (double)below(3) : 0;
    c->start[i] = p[i] - (below(8) ? far * d : 0);
    c->toward[i] = c->kind == COLLIDE_CAST_SEGMENT ? (is_flat ? p[i] + d : c->toward[i]) : d;
  }
  if (c->kind == COLLIDE_CAST_SEGMENT) return;
  for (i = 0; i < 3; i++)
    if (c->toward[i] != 0) return;
  c->toward[0] = 1;
}

/* ---- Balls and capsules ---------------------------------------------------------------------- */

static long rounds, touches;

/* One that lies on a point of the mesh, or nearly, or a little in it. */
static int draw_round(collide_shape *shape) {
  static const double offs[] = {0, 0, 1e-14, -1e-14, 1e-12, -1e-12, -1e-9, -1e-4, 0.01};
  const collide_shape *s = &shapes[below((unsigned)triangle_count)];
  const double *n = s->of.facet.unit;
  double p[3], foot[3], head[3], size = 0, radius, away;
  collide_source source;
  int i, is_ball = below(2) != 0;
  aim(p);
  for (i = 0; i < 3; i++) size += fabs(s->b[i] - s->a[i]) + fabs(s->of.facet.c[i] - s->a[i]);
  radius = size * (below(2) ? 0.25 : uniform(0.01, 1));
  away = (radius + size * offs[below(9)]) * (below(2) ? 1 : -1);
  for (i = 0; i < 3; i++) {
    foot[i] = p[i] + away * n[i];
    head[i] = is_ball ? foot[i] : foot[i] + (away > 0 ? size : -size) * n[i] * (below(2) ? 1 : 0.1);
    if (!is_ball && below(4)) head[i] += uniform(-1, 1) * size;
  }
  return collide_make_capsule(shape, &source, foot, head, radius) == COLLIDE_OK;
}

/* The mesh says what an array of its triangles says; but of what the shape is in, across inner
 * edges it is deeper (meet/meet_seam.c), and may be passed over. */
static void ask_round(const collide_mesh *mesh) {
  collide_target alone = collide_target_of_mesh(mesh);
  collide_target array = collide_target_of_array(members, triangle_count);
  collide_shape shape;
  collide_meeting met, other;
  collide_target_sweep hit, every_hit;
  int i, found, flags = below(3) ? COLLIDE_SKIP_TOUCHING : 0;
  double d[3];
  if (!draw_round(&shape)) return;
  found = contact_target(&shape, &alone, flags, &met);
  rounds++;
  touches += found;
  if (found != contact_target(&shape, &array, flags, &other) ||
      (found && (!(met.push.depth >= other.push.depth * (1 - 1e-9)) ||
                 (met.push.depth > 0) != (other.push.depth > 0))))
    fail_inside("contact of", shape.a);
  if (found && flags) return;
  for (i = 0; i < 3; i++) d[i] = uniform(-1, 1) * (shape.radius + below(2));
  found = sweep_target(&shape, d, &alone, flags, &hit);
  if (found != sweep_target(&shape, d, &array, flags, &every_hit) ||
      (found && hit.hit.t != every_hit.hit.t))
    fail_inside("shapecast of", shape.a);
}

/* What it says of soups is only looked at where it finds an open edge: then it has to be one. */
static int check_closed(collide_mesh_data *data) {
  uint32_t edge[2];
  int i, k, count = 0;
  if (collide_mesh_data_check_closed(data, edge) == COLLIDE_OK) return is_closed;
  for (i = 0; i < triangle_count; i++) {
    int ends[2] = {0, 0}, flat = 0;
    for (k = 0; k < 3; k++) {
      const double *p = points + 3 * corners[3 * i + k];
      const double *q = points + 3 * corners[3 * i + (k + 1) % 3];
      flat |= p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
      ends[0] |= memcmp(p, points + 3 * edge[0], 3 * sizeof *p) == 0;
      ends[1] |= memcmp(p, points + 3 * edge[1], 3 * sizeof *p) == 0;
    }
    count += !flat && ends[0] && ends[1];
  }
  return count % 2 == 0 ? -1 : 0;
}

static void run_mesh(void) {
  collide_triangles mesh;
  collide_mesh_data *data;
  collide_mesh posed;
  collide_pose pose = draw_pose();
  collide_cast cast;
  double unit = below(4) ? 1 : 0.1; /* of lattices and stairs */
  int i, scale = (int)below(4) == 0 ? (int)below(80) - 40 : 0;
  make_mesh();
  for (i = 0; i < 3 * point_count; i++) points[i] = ldexp(points[i] * unit, scale);
  mesh.vertices = points;
  mesh.vertex_count = (size_t)point_count;
  mesh.triangles = corners;
  mesh.triangle_count = (size_t)triangle_count;
  if (collide_mesh_data_new(&data, &mesh, NULL, NULL, NULL) != COLLIDE_OK) abort();
  if (triangle_count > 100 &&
      ci_mesh_data_bytes(data) > (size_t)triangle_count * 100 + (size_t)point_count * 24) {
    add_failure(&failures);
    printf("%d triangles take %d bytes\n", triangle_count, (int)ci_mesh_data_bytes(data));
  }
  if (is_closed != check_closed(data)) {
    add_failure(&failures);
    puts("whether it is closed");
  }
  collide_make_mesh(&posed, data);
  if (collide_mesh_set_pose(&posed, &pose) == COLLIDE_OK) {
    posed.hollow = (int)below(2);
    for (i = 0; i < triangle_count; i++) {
      collide_source source;
      collide_shape told;
      collide_make_triangle(&shapes[i], &source, points + 3 * corners[3 * i],
                            points + 3 * corners[3 * i + 1], points + 3 * corners[3 * i + 2]);
      if (collide_set_pose(&shapes[i], &source, &pose) != COLLIDE_OK) abort();
      shapes[i].hollow = posed.hollow;
      members[i] = collide_target_of_shape(&shapes[i]);
      memset(&told, 0, sizeof told); /* also what lies between its members */
      collide_mesh_triangle(&posed, i, &told);
      if (memcmp(&told, &shapes[i], sizeof told) != 0) {
        add_failure(&failures);
        puts("collide_mesh_triangle differs from the shape");
      }
    }
    for (i = 0; i < CASTS; i++) {
      draw_cast(&cast);
      compare(&cast, &posed);
      if (is_closed) ask_inside(&posed);
    }
    for (i = 0; i < SHAPES; i++) ask_round(&posed);
  }
  collide_mesh_data_free(data);
}

int main(int argc, char **argv) {
  long n, times = ROUNDS * (argc > 1 ? atol(argv[1]) : 1);
  for (n = 0; n < times; n++) run_mesh();
  printf("%ld casts, %ld hit, %ld ties, %ld inside, %ld on a corner, %ld failures\n", cases, hits,
         ties, insides, on_surface, failures);
  printf("%ld balls and capsules, %ld of them in touch\n", rounds, touches);
  if (touches < rounds / 8) return 1;
  return failures != 0 || insides == 0 || on_surface == 0 || hits < cases / 4 || ties < cases / 100;
}
