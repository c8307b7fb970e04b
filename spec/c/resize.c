/* SPDX-License-Identifier: MIT
 *
 * A character of the plane crouches, and stands up where it fits.
 */
#include <collide.h>

#include <stdio.h>

static int failures;

static void check(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "resize: %s\n", what);
  failures++;
}

static int is_at(const collide_shape *shape, double x, double feet, double head) {
  double min[3], max[3];
  collide_bounds(shape, min, max);
  return (min[0] + max[0]) / 2 == x && min[1] == feet && max[1] == head;
}

static int leaves_out(void *user, const collide_place *at) {
  return at->member.of.shape != (const collide_shape *)user;
}

/* A rect of width 1 in the place of the hero. */
static collide_error make(const collide_shape *hero, const collide_source *source,
                          double half_height, collide_shape *made, collide_source *made_source) {
  const double feet[3] = {0, -1, 0};
  double half[2] = {0.5, 0};
  half[1] = half_height;
  if (collide_make_rect(made, made_source, half) != COLLIDE_OK) return COLLIDE_ERROR_SIZE;
  return collide_resize(hero, source, feet, made, made_source);
}

static void stand_up(void) {
  const double low[2] = {-1, 1.5}, high[2] = {1, 3}, half[2] = {0.5, 1}, away[3] = {4, 0.5, 0};
  const double start[3] = {0.25, 1, 0};
  collide_move_options options = collide_default_move();
  collide_shape hero, made, ceiling;
  collide_source source, made_source;
  collide_target members[2], level;
  collide_mover mover;
  (void)collide_make_rect_corners(&ceiling, NULL, low, high);
  (void)collide_make_rect(&hero, &source, half);
  (void)collide_set_position(&hero, &source, start);
  members[0] = collide_target_of_shape(&ceiling);
  members[1] = collide_target_of_shape(&hero);
  level = collide_target_of_array(members, 2);
  mover.shape = &hero;
  mover.source = &source;
  mover.group = NULL;
  check(collide_fits(&mover, &level, &options) == COLLIDE_NO, "the head is in the ceiling");
  check(make(&hero, &source, 0.5, &made, &made_source) == COLLIDE_OK, "an error");
  check(is_at(&hero, 0.25, 0, 2) && is_at(&made, 0.25, 0, 1), "the feet do not stay");
  hero = made;
  source = made_source;
  check(collide_fits(&mover, &level, &options) == COLLIDE_YES, "it does not fit");
  options.takes = leaves_out;
  options.user = &hero;
  mover.shape = &made;
  mover.source = &made_source;
  check(make(&hero, &source, 1, &made, &made_source) == COLLIDE_OK, "an error");
  check(collide_fits(&mover, &level, &options) == COLLIDE_NO, "it fits under the ceiling");
  (void)collide_set_position(&hero, &source, away);
  check(make(&hero, &source, 1, &made, &made_source) == COLLIDE_OK, "an error");
  check(is_at(&made, 4, 0, 2), "the feet do not stay");
  check(collide_fits(&mover, &level, &options) == COLLIDE_YES, "it does not fit outside");
}

static void refuse(void) {
  const double half[3] = {1, 1, 1}, normal[2] = {0, 1}, feet[3] = {0, -1, 0};
  collide_shape box, made, disk, floor;
  collide_source source, made_source, disk_source, floor_source;
  collide_pose pose = collide_identity_pose();
  (void)collide_make_box(&box, &source, half);
  (void)collide_make_sphere(&made, &made_source, 1);
  (void)collide_make_circle(&disk, &disk_source, 1);
  (void)collide_make_plane_2d(&floor, &floor_source, normal, 0);
  check(collide_resize(&box, &source, NULL, &disk, &disk_source) == COLLIDE_ERROR_UNSUPPORTED,
        "a disk in the place of a box");
  check(
      collide_resize(&disk, &disk_source, feet, &floor, &floor_source) == COLLIDE_ERROR_UNSUPPORTED,
      "an anchor of a plane");
  check(collide_resize(&box, &source, feet, &made, &made_source) == COLLIDE_OK, "an error");
  pose.scale[1] = 2;
  (void)collide_set_pose(&box, &source, &pose);
  check(collide_resize(&box, &source, feet, &made, &made_source) == COLLIDE_ERROR_POSE_UNEVEN_SCALE,
        "an uneven scale");
}

int main(void) {
  stand_up();
  refuse();
  return failures != 0;
}
