/* SPDX-License-Identifier: MIT
 *
 * Asks about pairs for spec/pairs/run.py: each case comes as IN doubles on
 * standard input, two shapes and a point, and goes out as OUT doubles on
 * standard output, both as the machine stores them. exchange.py names them. */
#include "collide.h"
#include "narrow/pairs.h"
#include "shape/shape.h"
#include "../support/answer.h"

enum {
  MOST_POINTS = 24,
  SHAPE = 2 * MOST_POINTS + 9,
  BODY = 2 * MOST_POINTS + 10,
  IN = 2 * SHAPE + 2,
  OUT = 2 * BODY + 35,
  POLYGON = 2,
  CORNERS = 7,
  ROUND = 8
};

/* What is odd about answers that the numbers do not show. */
enum {
  ODD_WRITTEN = 1,
  ODD_Z = 2,
  ODD_NO_BOOLEAN = 4,
  ODD_CHANGED = 8,
  ODD_HOLLOW = 16,
  ODD_PAIR = 32
};

/* Of the shape that was made last. */
static collide_source source;

/* `in` is the maker, how many pairs of numbers there are, those, and a radius or distance. */
static int make(collide_shape *shape, const double *in, void **room) {
  const double *z = in + 2, extra = in[2 + 2 * MOST_POINTS];
  int count = (int)in[1], corner;
  *room = NULL;
  switch ((int)in[0]) {
  case 0:
    return collide_make_circle(shape, &source, extra) == COLLIDE_OK;
  case 1:
    return collide_make_rect(shape, &source, z) == COLLIDE_OK;
  case POLYGON:
  case ROUND:
    *room = malloc(collide_polygon_storage(count));
    if (*room == NULL) fail("no memory");
    return collide_make_polygon(shape, &source, z, count, *room, &corner) == COLLIDE_OK &&
           (in[0] != ROUND || collide_round(shape, &source, extra) == COLLIDE_OK);
  case 3:
    return collide_make_triangle_2d(shape, &source, z, z + 2, z + 4) == COLLIDE_OK;
  case 4:
    return collide_make_segment_2d(shape, &source, z, z + 2) == COLLIDE_OK;
  case 5:
    return collide_make_capsule_2d(shape, &source, z, z + 2, extra) == COLLIDE_OK;
  case 6:
    return collide_make_plane_2d(shape, &source, z, extra) == COLLIDE_OK;
  case CORNERS:
    return collide_make_rect_corners(shape, &source, z, z + 2) == COLLIDE_OK;
  default:
    return 0;
  }
}

/* 0, or what is wrong; -1 when it is refused without a pose. */
static int build(collide_shape *shape, const double *in, void **room) {
  collide_pose pose = collide_identity_pose();
  memset(shape, 0, sizeof *shape);
  if (!make(shape, in, room)) return -1;
  in += 3 + 2 * MOST_POINTS;
  if (in[0] == 0) return 0;
  memcpy(pose.position, in + 1, 2 * sizeof in[0]);
  pose.angle = in[3];
  memcpy(pose.scale, in + 4, 2 * sizeof in[0]);
  return (int)collide_set_pose(shape, &source, &pose);
}

/* Of a triangle its corners as given; of a plane its normal. */
static double *put_given(double *out, const collide_shape *s, int error) {
  double given[3][3];
  int i;
  memset(given, 0, sizeof given);
  for (i = 0; i < 3 && !error; i++)
    if (!ci_shape_corner(s, i, given[i])) memcpy(given[i], s->a, 2 * sizeof s->a[0]);
  for (i = 0; i < 3; i++) out = put(out, given[i], 2);
  return out;
}

static double *put_shape(double *out, const collide_shape *s, int error) {
  collide_corner room[4];
  const collide_corner *corners = error ? NULL : outline_corners(s, room);
  int i, count = error ? 0 : s->of.outline.count;
  if (count > MOST_POINTS) fail("too many corners");
  *out++ = error;
  *out++ = count;
  for (i = 0; i < count; i++) put(out + 2 * i, corners[i].point, 2);
  out += 2 * MOST_POINTS;
  *out++ = s->radius;
  out = put_given(out, s, error);
  *out++ = s->height;
  return out;
}

static int answer(int said, int *odd) {
  if (said != 0 && said != 1) *odd |= ODD_NO_BOOLEAN;
  return said;
}

static double *put_overlap(double *out, collide_shape *a, collide_shape *b, int *odd) {
  int said = answer(collide_overlap(a, b), odd);
  a->hollow = b->hollow = 1;
  if (collide_overlap(a, b) != said) *odd |= ODD_HOLLOW;
  a->hollow = b->hollow = 0;
  *out++ = said;
  return out;
}

static double *put_contact(double *out, const collide_shape *a, const collide_shape *b, int *odd) {
  collide_push push, before;
  int said;
  memset(&push, 0x55, sizeof push);
  before = push;
  said = answer(collide_contact(a, b, &push), odd);
  if (!said && memcmp(&push, &before, sizeof push) != 0) *odd |= ODD_WRITTEN;
  if (said && (push.normal[2] != 0 || push.point[2] != 0)) *odd |= ODD_Z;
  if (!said) memset(&push, 0, sizeof push);
  *out++ = said;
  out = put(out, push.normal, 2);
  *out++ = push.depth;
  return put(out, push.point, 2);
}

static double *put_distance(double *out, const collide_shape *a, const collide_shape *b, int *odd) {
  double on_a[3] = {5, 5, 5}, on_b[3] = {5, 5, 5};
  collide_distance(a, b, out++, on_a, on_b);
  if (on_a[2] != 0 || on_b[2] != 0) *odd |= ODD_Z;
  out = put(out, on_a, 2);
  return put(out, on_b, 2);
}

static double *put_closest(double *out, const collide_shape *s, const double point[3], int *odd) {
  double nearest[3] = {5, 5, 5};
  *out++ = collide_closest(s, point, nearest);
  if (nearest[2] != 0) *odd |= ODD_Z;
  return put(out, nearest, 2);
}

static double region(const collide_shape *s, const double point[3]) {
  return s->kind == COLLIDE_TRIANGLE_2D ? ci_triangle_region(s, point) : 0;
}

static void ask(collide_shape *a, collide_shape *b, const double point[3], double *out) {
  collide_shape before[2];
  int odd = 0;
  double *first = out++;
  before[0] = *a;
  before[1] = *b;
  if (!ci_has_pair(a, b) || !ci_has_pair(b, a)) odd |= ODD_PAIR;
  out = put_overlap(out, a, b, &odd);
  out = put_overlap(out, b, a, &odd);
  out = put_contact(out, a, b, &odd);
  out = put_contact(out, b, a, &odd);
  out = put_distance(out, a, b, &odd);
  out = put_distance(out, b, a, &odd);
  out = put_closest(out, a, point, &odd);
  out = put_closest(out, b, point, &odd);
  *out++ = answer(collide_contains(a, point), &odd);
  *out++ = answer(collide_contains(b, point), &odd);
  *out++ = region(a, point);
  *out = region(b, point);
  if (memcmp(&before[0], a, sizeof *a) != 0 || memcmp(&before[1], b, sizeof *b) != 0)
    odd |= ODD_CHANGED;
  *first = odd;
}

static void run(const double *in, double *out) {
  collide_shape shapes[2];
  void *rooms[2];
  double point[3] = {0, 0, 0};
  int i, errors = 0;
  for (i = 0; i < 2; i++) {
    int error = build(&shapes[i], in + i * SHAPE, &rooms[i]);
    put_shape(out + BODY * i, &shapes[i], error);
    errors += error != 0;
  }
  memcpy(point, in + 2 * SHAPE, 2 * sizeof in[0]);
  if (errors == 0) ask(&shapes[0], &shapes[1], point, out + 2 * BODY);
  free(rooms[0]);
  free(rooms[1]);
}

int main(void) {
  return answer_cases(IN, OUT, run);
}
