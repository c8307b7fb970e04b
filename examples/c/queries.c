/* SPDX-License-Identifier: MIT
 *
 * collide from C: a ray at some shapes, a pair of shapes, the cells along a
 * segment, and a ray at a grid. With the library installed (make install-lib):
 *
 *   cc queries.c $(pkg-config --cflags --libs collide) -o queries
 *
 * queries.txt holds what it prints.
 */
#include <collide.h>

#include <inttypes.h>
#include <stdio.h>

/* A shape is a plain struct. Its source keeps what it was made from, which posing needs; a shape
 * that never gets a pose needs no source. */
static collide_error make_scene(collide_shape shapes[3]) {
  const double up[3] = {0, 1, 0}, half[3] = {1, 2, 0.5};
  collide_source source;
  collide_pose pose = collide_identity_pose();
  collide_error error;

  error = collide_make_plane(&shapes[0], NULL, up, 0);
  if (error != COLLIDE_OK) return error;
  error = collide_make_box(&shapes[1], NULL, half);
  if (error != COLLIDE_OK) return error;
  error = collide_make_sphere(&shapes[2], &source, 1);
  if (error != COLLIDE_OK) return error;
  pose.position[2] = 3;
  pose.scale[1] = 2;
  return collide_set_pose(&shapes[2], &source, &pose);
}

static void pick(const collide_shape shapes[3], const double eye[3], const double direction[3]) {
  const char *const names[3] = {"the floor", "the door", "the egg"};
  collide_hit hit, nearest;
  int i, found = -1;

  for (i = 0; i < 3; i++) {
    /* hit is written only when the answer is 1. */
    if (!collide_raycast(&shapes[i], eye, direction, 100, 0, &hit)) continue;
    if (found >= 0 && nearest.t <= hit.t) continue;
    nearest = hit;
    found = i;
  }
  if (found < 0) {
    printf("pick: nothing\n");
    return;
  }
  printf("pick: %s at t = %g, (%g, %g, %g)", names[found], nearest.t, nearest.point[0],
         nearest.point[1], nearest.point[2]);
  if (nearest.face != COLLIDE_FACE_NONE) printf(", face %s", collide_face_name(nearest.face));
  printf("\n");
}

/* How far does a disk have to move to get out of a crate? In the plane. */
static collide_error part(void) {
  const double min[2] = {0, 0}, max[2] = {4, 2}, center[3] = {1, 2.75, 0};
  collide_shape crate, disk;
  collide_source source;
  collide_push push;
  collide_error error;

  error = collide_make_rect_corners(&crate, NULL, min, max);
  if (error != COLLIDE_OK) return error;
  error = collide_make_circle(&disk, &source, 1);
  if (error != COLLIDE_OK) return error;
  error = collide_set_position(&disk, &source, center);
  if (error != COLLIDE_OK) return error;

  if (collide_contact(&disk, &crate, &push) == COLLIDE_YES)
    printf("part: move the disk by %g along (%g, %g)\n", push.depth, push.normal[0],
           push.normal[1]);
  return COLLIDE_OK;
}

/* Which unit squares does a segment cross? Those that it enters at one instant form a group. */
static void walk(void) {
  const double from[3] = {0.5, 0.5, 0}, to[3] = {2.5, 2.5, 0};
  const collide_grid_frame frame = collide_unit_frame(2);
  collide_walk steps;
  collide_cell_group group;
  int i;

  if (!collide_walk_begin(&steps, &frame, from, to)) return;
  while (collide_walk_next(&steps, &group)) {
    printf("walk: t = %g:", group.t);
    for (i = 0; i < group.count; i++)
      printf(" (%" PRId64 ", %" PRId64 ")", group.cells[i][0], group.cells[i][1]);
    printf("\n");
  }
}

/* A wall of unit cubes that each hold the value 7, and a ray at it. */
static int look_at_wall(void) {
  const int64_t min[3] = {-3, 0, 5}, max[3] = {3, 3, 5};
  const double eye[3] = {0.5, 1.5, 0.5}, direction[3] = {0.25, 0, 1};
  const collide_grid_frame frame = collide_unit_frame(3);
  collide_grid *grid = collide_grid_new(&frame, NULL, NULL);
  const collide_cast ray = collide_make_cast(COLLIDE_CAST_RAY, eye, direction, 100, 0);
  const collide_target wall = collide_target_of_grid(grid);
  collide_target_hit hit;
  int fine = grid != NULL && collide_grid_fill(grid, min, max, 7);

  if (fine && collide_cast_at(&ray, &wall, &hit) == COLLIDE_YES)
    printf("wall: cell (%" PRId64 ", %" PRId64 ", %" PRId64 ") at t = %g holds %u\n", hit.cell[0],
           hit.cell[1], hit.cell[2], hit.hit.t, hit.value);
  collide_grid_free(grid);
  return fine;
}

int main(void) {
  const double eye[3] = {0, 1, 8}, ahead[3] = {0, 0, -1}, down[3] = {3, -1, -4},
               away[3] = {0, 1, 0};
  collide_shape shapes[3], shape;
  collide_error error = make_scene(shapes);

  if (error == COLLIDE_OK) {
    pick(shapes, eye, ahead);
    pick(shapes, eye, down);
    pick(shapes, eye, away);
    error = part();
  }
  if (error != COLLIDE_OK) {
    fprintf(stderr, "queries: %s\n", collide_error_text(error));
    return 1;
  }
  walk();
  if (!look_at_wall()) {
    fprintf(stderr, "queries: not enough memory\n");
    return 1;
  }

  error = collide_make_sphere(&shape, NULL, -1);
  printf("a sphere of radius -1: %s\n", collide_error_text(error));
  return 0;
}
