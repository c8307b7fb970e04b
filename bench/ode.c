/* SPDX-License-Identifier: MIT
 *
 * Casts at one shape beside ODE's ray collider, and the nearest of 64, in one program: ns a cast,
 * and the ratio of the time here to the time there. Each shape is asked with 4,096 rays that differ
 * and of which about half hit. ODE answers with point, normal and depth; collide_raycast with t,
 * t_exit, point, normal and face, and with `hit` NULL only whether there is a hit. Needs libode.
 *
 * The runs of both alternate, and the least time of each counts: what else runs on the machine
 * only ever adds to a time.
 */
#include <math.h>
#include <ode/ode.h>
#include <string.h>

#include "collide.h"
#include "measure.h"
#include "../spec/support/cast.h"

enum { RAYS = 4096, REPEATS = 40, MANY = 64, RAYS_AT_MANY = 512, HERE = 0, ANY, THERE, WAYS };

#define RANGE 100.0 /* how far ODE's rays reach: farther than any shape here */

typedef struct pair {
  collide_shape shape;
  collide_source source;
  dGeomID geom;
} pair;

typedef struct arena {
  pair pairs[MANY];
  int count;
  collide_target members[MANY];
  dGeomID ray;
  double rays[RAYS][6];
} arena;

/* ---- The casts --------------------------------------------------------------------- */

static long cast_here(const arena *a, int wants_hit) {
  collide_hit hit;
  long hits = 0;
  int i;
  for (i = 0; i < RAYS; i++) {
    const double *r = a->rays[i];
    if (!collide_raycast(&a->pairs[0].shape, r, r + 3, HUGE_VAL, 0, wants_hit ? &hit : NULL))
      continue;
    hits++;
    if (wants_hit) sink += hit.point[0] + hit.normal[0];
  }
  return hits;
}

static void set_ray(const arena *a, const double r[6]) {
  dGeomRaySet(a->ray, (dReal)r[0], (dReal)r[1], (dReal)r[2], (dReal)r[3], (dReal)r[4], (dReal)r[5]);
}

static long cast_there(const arena *a) {
  dContactGeom contact;
  long hits = 0;
  int i;
  for (i = 0; i < RAYS; i++) {
    set_ray(a, a->rays[i]);
    if (!dCollide(a->ray, a->pairs[0].geom, 1, &contact, sizeof contact)) continue;
    hits++;
    sink += (double)(contact.pos[0] + contact.normal[0]);
  }
  return hits;
}

static long cast_at_many_here(const arena *a, int wants_hit) {
  collide_target target = collide_target_of_array(a->members, a->count);
  collide_target_hit hit;
  long hits = 0;
  int i;
  for (i = 0; i < RAYS_AT_MANY; i++) {
    const double *r = a->rays[i];
    if (!cast_target(COLLIDE_CAST_RAY, &target, r, r + 3, HUGE_VAL, 0, wants_hit ? &hit : NULL))
      continue;
    hits++;
    if (wants_hit) sink += hit.hit.point[0] + hit.hit.normal[0];
  }
  return hits;
}

static long cast_at_many_there(const arena *a) {
  dContactGeom contact, best;
  long hits = 0;
  int i, k;
  memset(&best, 0, sizeof best);
  for (i = 0; i < RAYS_AT_MANY; i++) {
    set_ray(a, a->rays[i]);
    best.depth = RANGE;
    for (k = 0; k < a->count; k++)
      if (dCollide(a->ray, a->pairs[k].geom, 1, &contact, sizeof contact) &&
          contact.depth < best.depth)
        best = contact;
    if (best.depth == RANGE) continue;
    hits++;
    sink += (double)(best.pos[0] + best.normal[0]);
  }
  return hits;
}

static long run(const arena *a, int way) {
  if (a->count > 1) return way == THERE ? cast_at_many_there(a) : cast_at_many_here(a, way == HERE);
  return way == THERE ? cast_there(a) : cast_here(a, way == HERE);
}

static void compare(const char *name, const arena *a) {
  double least[WAYS] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
  int repeat, way, rays = a->count > 1 ? RAYS_AT_MANY : RAYS;
  long hits[WAYS];
  for (repeat = 0; repeat < REPEATS; repeat++)
    for (way = 0; way < WAYS; way++) {
      double start = now(), time;
      hits[way] = run(a, way) + run(a, way) + run(a, way) + run(a, way);
      time = (now() - start) * 1e9 / rays / 4;
      if (time < least[way]) least[way] = time;
    }
  printf("%-22s %4.0f%% %8.1f %8.1f %8.1f %8.2f %8.2f\n", name, 25.0 * (double)hits[HERE] / rays,
         least[HERE], least[ANY], least[THERE], least[HERE] / least[THERE],
         least[ANY] / least[THERE]);
  if (labs(hits[HERE] - hits[THERE]) > rays / 100 || hits[HERE] != hits[ANY])
    printf("hits differ: %ld here, %ld any, %ld in ODE\n", hits[HERE], hits[ANY], hits[THERE]);
}

/* ---- What is cast at ----------------------------------------------------------------- */

enum { SPHERE, BOX, CYLINDER, CAPSULE, KINDS };

static void make(int kind, double size, pair *p) {
  double half[3] = {1, 0.8, 0.6}, low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
  int i;
  for (i = 0; i < 3; i++) half[i] *= size;
  low[1] = -0.7 * size;
  high[1] = 0.7 * size;
  switch (kind) {
  case SPHERE:
    collide_make_sphere(&p->shape, &p->source, size);
    p->geom = dCreateSphere(0, (dReal)size);
    break;
  case BOX:
    collide_make_box(&p->shape, &p->source, half);
    p->geom = dCreateBox(0, (dReal)(2 * half[0]), (dReal)(2 * half[1]), (dReal)(2 * half[2]));
    break;
  case CYLINDER:
    collide_make_cylinder(&p->shape, &p->source, 0.8 * size, 0.9 * size);
    p->geom = dCreateCylinder(0, (dReal)(0.8 * size), (dReal)(1.8 * size));
    break;
  default:
    collide_make_capsule(&p->shape, &p->source, low, high, 0.6 * size);
    p->geom = dCreateCapsule(0, (dReal)(0.6 * size), (dReal)(1.4 * size));
  }
}

/* Cylinders and capsules lie along y here and along z in ODE, whose geoms have to be turned from z
 * to y first; the others are turned likewise on both sides. */
static void place(int kind, const collide_pose *pose, pair *p) {
  static const dQuaternion z_to_y = {0.70710678118654752, -0.70710678118654752, 0, 0};
  dQuaternion own, turned;
  collide_set_pose(&p->shape, &p->source, pose);
  own[0] = (dReal)pose->rotation[3];
  own[1] = (dReal)pose->rotation[0];
  own[2] = (dReal)pose->rotation[1];
  own[3] = (dReal)pose->rotation[2];
  if (kind == CYLINDER || kind == CAPSULE)
    dQMultiply0(turned, own, z_to_y);
  else
    memcpy(turned, own, sizeof turned);
  dGeomSetQuaternion(p->geom, turned);
  dGeomSetPosition(p->geom, (dReal)pose->position[0], (dReal)pose->position[1],
                   (dReal)pose->position[2]);
}

/* From 3 to 12 away, at a point in a box of that half size about `center`. */
static void aim_rays(arena *a, const double center[3], double half) {
  int i, k;
  for (i = 0; i < RAYS; i++) {
    double *ray = a->rays[i], length = 0;
    for (k = 0; k < 3; k++) {
      ray[k] = uniform(-1, 1);
      length += ray[k] * ray[k];
    }
    length = uniform(3, 12) / sqrt(length);
    for (k = 0; k < 3; k++) {
      ray[k] *= length;
      ray[3 + k] = uniform(-half, half) - ray[k];
      ray[k] += center[k];
    }
  }
}

/* Straight down or up at a point of that box, as a game asks what is below. */
static void aim_rays_along_y(arena *a, double half) {
  int i;
  for (i = 0; i < RAYS; i++) {
    double *ray = a->rays[i], side = uniform(-1, 1) < 0 ? -1 : 1;
    ray[0] = uniform(-half, half);
    ray[1] = side * uniform(3, 12);
    ray[2] = uniform(-half, half);
    ray[3] = ray[5] = 0;
    ray[4] = -side;
  }
}

typedef enum aim { ANY_WAY, ANY_WAY_POSED, ALONG_Y, AIMS } aim;

static void compare_one(const char *name, int kind, double half, aim how, arena *a) {
  static const double rotation[4] = {0.18, -0.36, 0.54, 0.74}, position[3] = {1.25, -2.5, 3.75};
  static const char *const said[AIMS] = {"", ", posed", ", along y"};
  collide_pose pose = collide_identity_pose();
  char row_name[64];
  a->count = 1;
  make(kind, 1, &a->pairs[0]);
  if (how == ANY_WAY_POSED) {
    memcpy(pose.rotation, rotation, sizeof rotation);
    memcpy(pose.position, position, sizeof position);
  }
  place(kind, &pose, &a->pairs[0]);
  if (how == ALONG_Y)
    aim_rays_along_y(a, half);
  else
    aim_rays(a, pose.position, half);
  snprintf(row_name, sizeof row_name, "%s%s", name, said[how]);
  compare(row_name, a);
  dGeomDestroy(a->pairs[0].geom);
}

static void compare_many(const char *name, int kind, arena *a) {
  static const double origin[3] = {0, 0, 0};
  collide_pose pose = collide_identity_pose();
  int i, k;
  a->count = MANY;
  for (i = 0; i < MANY; i++) {
    for (k = 0; k < 3; k++) pose.position[k] = uniform(-8, 8);
    make(kind, 0.7, &a->pairs[i]);
    place(kind, &pose, &a->pairs[i]);
    a->members[i] = collide_target_of_shape(&a->pairs[i].shape);
  }
  aim_rays(a, origin, 2.5);
  compare(name, a);
  for (i = 0; i < MANY; i++) dGeomDestroy(a->pairs[i].geom);
}

int main(void) {
  static arena a;
  int how;
  dInitODE();
  a.ray = dCreateRay(0, (dReal)RANGE);
  dGeomRaySetClosestHit(a.ray, 1);
  printf("%-22s %5s %8s %8s %8s %8s %8s\n", "ns a cast", "hits", "here", "any", "ODE", "here/ODE",
         "any/ODE");
  for (how = 0; how < AIMS; how++) {
    compare_one("sphere", SPHERE, 1.4, (aim)how, &a);
    compare_one("box", BOX, 1.5, (aim)how, &a);
    compare_one("cylinder", CYLINDER, 1.4, (aim)how, &a);
    compare_one("capsule", CAPSULE, 1.2, (aim)how, &a);
  }
  compare_many("nearest of 64 spheres", SPHERE, &a);
  compare_many("nearest of 64 boxes", BOX, &a);
  dGeomDestroy(a.ray);
  dCloseODE();
  return sink > 1e300; /* so that nothing is optimised away */
}
