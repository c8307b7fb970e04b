/* SPDX-License-Identifier: MIT
 *
 * Single rays at meshes beside Embree in one program: ns a ray of each, and the ratio. Embree is
 * asked for robust traversal, in one thread; its numbers are floats and its answers rounded, where
 * those here are exact. Rays are random ones through the mesh's box, or those of a camera, one
 * beside the other. Then the time to build a mesh. Needs libembree3.
 *
 * The runs of both alternate, and the least time of each counts: what else runs on the machine only
 * ever adds to a time. With an argument only the mesh of that many triangles is asked, and with a
 * second one only here: for profiles.
 */
#include <embree3/rtcore.h>
#include <math.h>
#include <string.h>

#include "collide.h"
#include "measure.h"
#include "mesh/mesh.h"
#include "../spec/support/cast.h"

enum { RAYS = 20000, REPEATS = 7 };

typedef struct ground {
  size_t vertices, triangles;
  double *points;
  float *floats;
  uint32_t *corners;
  collide_mesh_data *data;
  collide_mesh mesh;
  RTCScene scene;
  double rays[RAYS][6];
} ground;

/* ---- Meshes and rays -------------------------------------------------------------------- */

/* A ball with bumps, of rings. */
static void make_points(ground *g, int rings, int sides) {
  int i, j, k;
  size_t at = 0;
  g->vertices = (size_t)(rings + 1) * (size_t)sides;
  g->points = (double *)malloc(3 * g->vertices * sizeof *g->points);
  g->floats = (float *)malloc(3 * g->vertices * sizeof *g->floats + 16);
  for (i = 0; i <= rings; i++) {
    for (j = 0; j < sides; j++, at++) {
      double a = 3.141592653589793 * i / rings, b = 6.283185307179586 * j / sides;
      double r = 1 + 0.1 * sin(9 * a) * cos(7 * b) + 0.02 * cos(31 * a + 23 * b);
      double *p = g->points + 3 * at;
      p[0] = r * sin(a) * cos(b);
      p[1] = r * sin(a) * sin(b);
      p[2] = r * cos(a);
      for (k = 0; k < 3; k++) g->floats[3 * at + (size_t)k] = (float)p[k];
      for (k = 0; k < 3; k++) p[k] = (double)g->floats[3 * at + (size_t)k];
    }
  }
}

static void make_triangles(ground *g, int rings, int sides) {
  uint32_t *c;
  int i, j;
  g->triangles = 2 * (size_t)rings * (size_t)sides;
  c = g->corners = (uint32_t *)malloc(3 * g->triangles * sizeof *c);
  for (i = 0; i < rings; i++) {
    for (j = 0; j < sides; j++) {
      uint32_t p = (uint32_t)(i * sides + j), q = (uint32_t)(i * sides + (j + 1) % sides);
      *c++ = p;
      *c++ = q;
      *c++ = p + (uint32_t)sides;
      *c++ = q;
      *c++ = q + (uint32_t)sides;
      *c++ = p + (uint32_t)sides;
    }
  }
}

static void draw_random_rays(ground *g) {
  int i, k;
  for (i = 0; i < RAYS; i++) {
    double *r = g->rays[i];
    for (k = 0; k < 3; k++) {
      r[k] = (double)(float)uniform(-1.5, 1.5);
      r[3 + k] = (double)(float)(uniform(-1.2, 1.2) - r[k]);
    }
  }
}

static void draw_camera_rays(ground *g) {
  int i, side = (int)sqrt((double)RAYS);
  for (i = 0; i < RAYS; i++) {
    double *r = g->rays[i];
    r[0] = 0.3;
    r[1] = 0.2;
    r[2] = -3;
    r[3] = (double)(float)(1.1 * (i % side * 2.0 / side - 1) / 2);
    r[4] = (double)(float)(1.1 * (i / side * 2.0 / side - 1) / 2);
    r[5] = 1;
  }
}

/* ---- Both --------------------------------------------------------------------------------- */

static double build_here(ground *g) {
  collide_triangles given;
  double start = now();
  memset(&given, 0, sizeof given);
  given.vertices = g->points;
  given.vertex_count = g->vertices;
  given.triangles = g->corners;
  given.triangle_count = g->triangles;
  collide_mesh_data_free(g->data);
  if (collide_mesh_data_new(&g->data, &given, NULL, NULL, NULL) != COLLIDE_OK) exit(1);
  collide_make_mesh(&g->mesh, g->data);
  return now() - start;
}

static double build_there(ground *g, RTCDevice device) {
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  double start = now();
  g->scene = rtcNewScene(device);
  rtcSetSceneFlags(g->scene, RTC_SCENE_FLAG_ROBUST);
  rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, g->floats, 0,
                             12, g->vertices);
  rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, g->corners, 0,
                             12, g->triangles);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(g->scene, geometry);
  rtcReleaseGeometry(geometry);
  rtcCommitScene(g->scene);
  return now() - start;
}

static int cast_here(const ground *g) {
  collide_target target = collide_target_of_mesh(&g->mesh);
  collide_target_hit hit;
  int i, hits = 0;
  for (i = 0; i < RAYS; i++) {
    const double *r = g->rays[i];
    if (!cast_target(COLLIDE_CAST_RAY, &target, r, r + 3, HUGE_VAL, 0, &hit)) continue;
    hits++;
    sink += hit.hit.t;
  }
  return hits;
}

static int cast_there(const ground *g) {
  struct RTCIntersectContext context;
  int i, hits = 0;
  rtcInitIntersectContext(&context);
  for (i = 0; i < RAYS; i++) {
    const double *r = g->rays[i];
    struct RTCRayHit ray;
    ray.ray.org_x = (float)r[0];
    ray.ray.org_y = (float)r[1];
    ray.ray.org_z = (float)r[2];
    ray.ray.dir_x = (float)r[3];
    ray.ray.dir_y = (float)r[4];
    ray.ray.dir_z = (float)r[5];
    ray.ray.tnear = 0;
    ray.ray.tfar = (float)INFINITY;
    ray.ray.time = 0;
    ray.ray.mask = ~0U;
    ray.ray.flags = 0;
    ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(g->scene, &context, &ray);
    if (ray.hit.geomID == RTC_INVALID_GEOMETRY_ID) continue;
    hits++;
    sink += (double)ray.ray.tfar;
  }
  return hits;
}

static void compare(const ground *g, const char *name, int alone) {
  double here = HUGE_VAL, there = HUGE_VAL;
  int i, hits = 0, others = 0;
  for (i = 0; i < REPEATS; i++) {
    double start = now(), time;
    hits = cast_here(g);
    time = now() - start;
    if (time < here) here = time;
    if (alone) continue;
    start = now();
    others = cast_there(g);
    time = now() - start;
    if (time < there) there = time;
  }
  printf("%8d %-8s %7.0f %7.0f %6.2f   %d and %d hits\n", (int)g->triangles, name,
         here * 1e9 / RAYS, there * 1e9 / RAYS, here / there, hits, others);
}

static void run(int rings, int sides, RTCDevice device, int alone) {
  ground *g = (ground *)calloc(1, sizeof *g);
  double here, there = 0;
  make_points(g, rings, sides);
  make_triangles(g, rings, sides);
  here = build_here(g);
  if (!alone) there = build_there(g, device);
  draw_random_rays(g);
  compare(g, "random", alone);
  draw_camera_rays(g);
  compare(g, "camera", alone);
  printf("%8d build    %5.0f ms %5.0f ms, %d bytes a triangle\n", (int)g->triangles, here * 1e3,
         there * 1e3, (int)(ci_mesh_data_bytes(g->data) / g->triangles));
  if (!alone) rtcReleaseScene(g->scene);
  collide_mesh_data_free(g->data);
  free(g->corners);
  free(g->floats);
  free(g->points);
  free(g);
}

int main(int argc, char **argv) {
  static const int sizes[][2] = {{50, 100}, {200, 250}, {362, 362}, {500, 1000}};
  RTCDevice device = rtcNewDevice("threads=1");
  long only = argc > 1 ? atol(argv[1]) : 0;
  int i;
  printf("triangles rays    ns here   there  ratio\n");
  for (i = 0; i < 4; i++)
    if (only == 0 || only == 2L * sizes[i][0] * sizes[i][1])
      run(sizes[i][0], sizes[i][1], device, argc > 2);
  rtcReleaseDevice(device);
  return 0;
}
