/* SPDX-License-Identifier: MIT
 *
 * Makes the shapes that the drivers of this folder are sent, as doubles: exchange.py and
 * measure_exchange.py write them. */
#ifndef COLLIDE_SPEC_BODIES_H
#define COLLIDE_SPEC_BODIES_H

#include "collide.h"
#include "shape/hull.h"
#include "../support/answer.h"

enum {
  MOST_POINTS = 24,
  NUMBERS = 3 * MOST_POINTS,
  SHAPE = 2 + NUMBERS + 13, /* maker, count, numbers, sort of pose, position, matrix or parts */
  BODY = 27 + NUMBERS
};

enum { POSE_NONE, POSE_PARTS, POSE_LINEAR };

static collide_source source; /* of the shape that was made last */

static int make_hull(collide_shape *shape, const double *points, int count, void **room) {
  void *work = malloc(collide_hull_work(count));
  size_t bytes;
  int at, error;
  if (work == NULL) fail("no memory");
  error = (int)collide_build_hull(points, count, work, &bytes, &at);
  if (error == COLLIDE_OK) {
    *room = malloc(bytes);
    if (*room == NULL) fail("no memory");
    collide_make_hull(shape, &source, work, *room);
  }
  free(work);
  return error;
}

/* `z` are a maker's arguments in its order; for a rounded solid its radius comes last. */
static int make(collide_shape *shape, int kind, const double *z, int count, void **room) {
  int error;
  switch (kind) {
  case COLLIDE_SPHERE:
    return (int)collide_make_sphere(shape, &source, z[0]);
  case COLLIDE_BOX:
    return (int)collide_make_box(shape, &source, z);
  case COLLIDE_CYLINDER:
    return (int)collide_make_cylinder(shape, &source, z[0], z[1]);
  case COLLIDE_CONE:
    return (int)collide_make_cone(shape, &source, z[0], z[1]);
  case COLLIDE_CAPSULE:
    return (int)collide_make_capsule(shape, &source, z, z + 3, z[6]);
  case COLLIDE_PLANE:
    return (int)collide_make_plane(shape, &source, z, z[3]);
  case COLLIDE_TRIANGLE:
    return (int)collide_make_triangle(shape, &source, z, z + 3, z + 6);
  case COLLIDE_SEGMENT:
    return (int)collide_make_segment(shape, &source, z, z + 3);
  case COLLIDE_HULL:
    return make_hull(shape, z, count / 3, room);
  case COLLIDE_ROUND_BOX:
    error = (int)collide_make_box(shape, &source, z);
    return error != COLLIDE_OK ? error : (int)collide_round(shape, &source, z[3]);
  case COLLIDE_ROUND_HULL:
    error = make_hull(shape, z, count / 3, room);
    return error != COLLIDE_OK ? error : (int)collide_round(shape, &source, z[count - 1]);
  default:
    return (int)collide_make_box_corners(shape, &source, z, z + 3);
  }
}

/* The shape that is sent as SHAPE doubles; *room is what a hull needs, to be freed. */
static int build(collide_shape *shape, const double *in, void **room) {
  collide_pose pose = collide_identity_pose();
  int error, sort = (int)in[2 + NUMBERS];
  const double *at = in + 3 + NUMBERS;
  memset(shape, 0, sizeof *shape);
  *room = NULL;
  error = make(shape, (int)in[0], in + 2, (int)in[1], room);
  if (error != COLLIDE_OK || sort == POSE_NONE) return error;
  memcpy(pose.position, at, sizeof pose.position);
  if (sort == POSE_LINEAR) {
    pose.has_linear = 1;
    memcpy(pose.linear, at + 3, sizeof pose.linear);
  } else {
    memcpy(pose.rotation, at + 3, sizeof pose.rotation);
    memcpy(pose.scale, at + 7, sizeof pose.scale);
  }
  return (int)collide_set_pose(shape, &source, &pose);
}

/* Writes the BODY doubles that the answers are about. */
static inline void put_shape(double *out, const collide_shape *s, int error) {
  *out++ = error;
  if (error) return;
  *out++ = s->frame == COLLIDE_LINEAR;
  out = put(out, s->origin, 3);
  *out++ = s->radius;
  *out++ = s->height;
  out = put(out, s->a, 3);
  out = put(out, s->b, 3);
  if (s->kind == COLLIDE_TRIANGLE) put(out, s->of.facet.c, 3);
  out += 3;
  if (s->frame == COLLIDE_LINEAR) put(out, s->of.turned.linear, 9);
  out += 9;
  if (shape_core(s) != COLLIDE_HULL) return;
  if (hull_of(s)->corners > MOST_POINTS) fail("too many corners");
  *out++ = hull_of(s)->corners;
  put(out, hull_of(s)->positions, 3 * hull_of(s)->corners);
}

#endif
