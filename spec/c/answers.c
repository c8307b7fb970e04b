/* SPDX-License-Identifier: MIT
 *
 * Queries without a test say so: for an array or a world among the members of an array, for a
 * subject with members, for shapes of different dimensions.
 */
#include <collide.h>

#include <math.h>
#include <stdio.h>

static int failures;

static void expect(collide_answer expected, collide_answer answer, const char *query) {
  if (answer == expected) return;
  fprintf(stderr, "%s: answer %d, expected %d\n", query, (int)answer, (int)expected);
  failures++;
}

static int take(void *user, const collide_target_hit *hit) {
  (void)user;
  (void)hit;
  return 1;
}

/* Every query of the subject and the target. */
static void ask(collide_answer expected, const collide_target *subject,
                const collide_target *target) {
  const double d[3] = {9, 0, 0};
  collide_meeting meeting;
  collide_nearness near;
  collide_target_sweep sweep;
  expect(expected, collide_target_overlap(subject, target, 0), "overlap");
  expect(expected, collide_target_contact(subject, target, 0, &meeting), "contact");
  expect(expected, collide_target_distance(subject, target, INFINITY, 0, &near), "distance");
  expect(expected, collide_target_shapecast(subject, d, target, 0, &sweep), "shapecast");
}

/* Every query of one member. */
static void ask_member(const collide_target *subject, const collide_target *member) {
  const double d[3] = {9, 0, 0};
  int64_t count = -7;
  expect(COLLIDE_UNSUPPORTED,
         collide_target_contacts(subject, member, 0, NULL, 0, INT64_MAX, &count), "contacts");
  expect(COLLIDE_UNSUPPORTED,
         collide_target_distances(subject, member, INFINITY, 0, NULL, 0, INT64_MAX, &count),
         "distances");
  expect(COLLIDE_UNSUPPORTED,
         collide_target_shapecasts(subject, d, member, 0, NULL, 0, INT64_MAX, &count),
         "shapecasts");
  if (count != -7) failures++;
}

static void ask_alone(collide_answer expected, const collide_target *target) {
  const double start[3] = {-9, 0, 0}, toward[3] = {1, 0, 0}, center[3] = {0, 0, 0};
  collide_cast ray = collide_make_cast(COLLIDE_CAST_RAY, start, toward, INFINITY, 0);
  collide_target_hit hit;
  expect(expected, collide_cast_at(&ray, target, &hit), "cast");
  expect(expected, collide_cast_at(&ray, target, NULL), "cast without a hit");
  expect(expected, collide_cast_all(&ray, target, take, NULL), "all hits of a cast");
  expect(expected, collide_target_contains(target, center), "contains");
}

static void ask_moves(collide_answer expected, collide_shape *shape, collide_source *source,
                      const collide_target *target) {
  const double d[3] = {9, 0, 0};
  collide_move_options options = collide_default_move();
  collide_move_result result;
  collide_mover mover;
  mover.shape = shape;
  mover.source = source;
  mover.group = NULL;
  expect(expected, collide_move(&mover, target, d, &options, NULL, &result), "move");
  expect(expected, collide_push_out(&mover, target, &options, NULL, &result), "push_out");
  expect(expected, collide_fits(&mover, target, &options), "fits");
}

static void ask_pairs(const collide_shape *disk, const collide_shape *ball) {
  double distance = -7, p[3], q[3];
  collide_push push;
  expect(COLLIDE_UNSUPPORTED, collide_overlap(disk, ball), "overlap of two shapes");
  expect(COLLIDE_UNSUPPORTED, collide_contact(disk, ball, &push), "contact of two shapes");
  expect(COLLIDE_UNSUPPORTED, collide_distance(disk, ball, &distance, p, q), "their distance");
  expect(COLLIDE_YES, collide_distance(disk, disk, &distance, p, q), "the distance of a disk");
  if (distance != 0) failures++;
}

int main(void) {
  collide_shape disk, ball;
  collide_source source;
  collide_target alone, members[1], array, nested, world;
  collide_world *owner = collide_world_new(2, NULL, NULL);
  if (owner == NULL || collide_make_circle(&disk, &source, 1) != COLLIDE_OK) return 1;
  if (collide_make_sphere(&ball, NULL, 1) != COLLIDE_OK) return 1;
  alone = members[0] = collide_target_of_shape(&disk);
  array = collide_target_of_array(members, 1);
  nested = collide_target_of_array(&array, 1);
  world = collide_target_of_world(owner);
  if (collide_world_add(owner, &array) != 0 || collide_world_add(owner, &world) != 0) failures++;
  if (collide_world_add(owner, &alone) != 1) failures++;

  ask(COLLIDE_YES, &alone, &array);
  ask(COLLIDE_YES, &alone, &world);
  ask(COLLIDE_UNSUPPORTED, &alone, &nested);
  ask(COLLIDE_UNSUPPORTED, &array, &alone);
  ask(COLLIDE_UNSUPPORTED, &world, &alone);
  ask_member(&alone, &array);
  ask_member(&alone, &world);
  ask_alone(COLLIDE_YES, &array);
  ask_alone(COLLIDE_YES, &world);
  ask_alone(COLLIDE_UNSUPPORTED, &nested);
  ask_moves(COLLIDE_UNSUPPORTED, &disk, &source, &nested);
  ask_moves(COLLIDE_UNSUPPORTED, &disk, &source, &world);
  members[0] = collide_target_of_world(owner);
  ask(COLLIDE_UNSUPPORTED, &alone, &array);
  ask_alone(COLLIDE_UNSUPPORTED, &array);
  ask_pairs(&disk, &ball);
  collide_world_free(owner);
  return failures != 0;
}
