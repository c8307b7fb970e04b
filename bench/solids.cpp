/* SPDX-License-Identifier: MIT
 *
 * Pairs of shapes in space beside libccd, FCL and Bullet, in one program: ns a query, and the ratio
 * of the time here to the times there. Each row asks about CASES pairs that differ in sizes, pose
 * and nearness: whether they meet (all of them), how deep (those that do), how far apart (those
 * that do not). All four get the same pairs, posed before the clock starts.
 *
 * libccd: ccdGJKIntersect and ccdGJKPenetration; it has no distance. FCL: fcl::collide without and
 * with contacts, and fcl::distance with nearest points. Bullet, in doubles: its collision algorithm
 * for the two kinds, and btGjkPairDetector for distances.
 *
 * The four take turns, and the least time of each counts. Answers there that differ from those here
 * by more than a hundredth are counted, and `right` leaves out whoever has more than 2 % of them:
 * FCL's depth of two hulls, say, is that of a push along the way that its search happened to take,
 * and not the least. */
#include <math.h>
#include <string.h>

#include <vector>

#include <btBulletCollisionCommon.h>
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <fcl/fcl.h>

#include "collide.h"
#include "measure.h"

enum { CASES = 512, MOST_POINTS = 200 };
enum { HERE, CCD, FCL, BULLET, WAYS };
enum { MEET, DEPTH, DISTANCE, QUESTIONS };
static int repeats = 15, ways = WAYS;
static const char *const question_names[QUESTIONS] = {"overlap", "depth", "distance"};

#include "solids_shapes.h"

/* ---- libccd ---------------------------------------------------------------------------------- */

#include "solids_ccd.h"

static int ask_ccd(solid *a, solid *b, int question) {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support;
  ccd.max_iterations = 100;
  ccd.epa_tolerance = 1e-9;
  if (question == MEET) return ccdGJKIntersect(a, b, &ccd);
  ccd_real_t depth;
  ccd_vec3_t normal, point;
  int found = ccdGJKPenetration(a, b, &ccd, &depth, &normal, &point) == 0;
  if (found) sink += depth;
  return found;
}

/* ---- FCL and Bullet ------------------------------------------------------------------------ */

/* A shape and a triangle (b), which is no collision object in FCL. */
template <typename kind>
static int ask_fcl_triangle(solid *a, solid *b, int question) {
  static const fcl::detail::GJKSolver_libccd<double> solver;
  const kind &s = *(const kind *)a->fcl_object->collisionGeometry().get();
  const fcl::TrianglePd &t = *(const fcl::TrianglePd *)b->fcl_object->collisionGeometry().get();
  const transform &p = a->fcl_object->getTransform(), &q = b->fcl_object->getTransform();
  vector point, other;
  double value = 0;
  int found;
  if (question == DISTANCE) {
    found = !solver.shapeTriangleDistance(s, p, t.a, t.b, t.c, q, &value, &point, &other);
  } else if (question == DEPTH) {
    found = solver.shapeTriangleIntersect(s, p, t.a, t.b, t.c, q, &point, &value, &other);
  } else {
    found = solver.shapeTriangleIntersect(s, p, t.a, t.b, t.c, q, (vector *)NULL, (double *)NULL,
                                          (vector *)NULL);
  }
  sink += value;
  return found;
}

static int ask_fcl(solid *a, solid *b, int question) {
  if (b->shape.kind == COLLIDE_TRIANGLE)
    return a->shape.kind == COLLIDE_SPHERE ? ask_fcl_triangle<fcl::Sphered>(a, b, question)
                                           : ask_fcl_triangle<fcl::Capsuled>(a, b, question);
  if (question == DISTANCE) {
    fcl::DistanceRequest<double> request(true);
    fcl::DistanceResult<double> result;
    sink += fcl::distance(a->fcl_object, b->fcl_object, request, result);
    return result.min_distance <= 0;
  }
  fcl::CollisionRequest<double> request(1, question == DEPTH);
  fcl::CollisionResult<double> result;
  fcl::collide(a->fcl_object, b->fcl_object, request, result);
  if (result.isCollision() && question == DEPTH) sink += result.getContact(0).penetration_depth;
  return result.isCollision();
}

static btDefaultCollisionConfiguration *configuration;
static btCollisionDispatcher *dispatcher;

struct reporter : public btManifoldResult {
  int found;
  double deepest;
  reporter(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b)
      : btManifoldResult(a, b), found(0), deepest(0) {
  }
  virtual void addContactPoint(const btVector3 &, const btVector3 &, btScalar depth) {
    if (depth > 0) return;
    found = 1;
    if (depth < deepest) deepest = depth;
  }
};

static int ask_bullet(solid *a, solid *b, int question, btCollisionAlgorithm *algorithm) {
  if (question == DISTANCE) {
    static btGjkEpaPenetrationDepthSolver solver;
    btVoronoiSimplexSolver simplex;
    btGjkPairDetector detector((const btConvexShape *)a->bullet_shape,
                               (const btConvexShape *)b->bullet_shape, &simplex, &solver);
    btGjkPairDetector::ClosestPointInput input;
    btPointCollector output;
    input.m_transformA = a->bullet_object->getWorldTransform();
    input.m_transformB = b->bullet_object->getWorldTransform();
    detector.getClosestPoints(input, output, NULL);
    sink += output.m_distance;
    return output.m_hasResult && output.m_distance <= 0;
  }
  btCollisionObjectWrapper p(0, a->bullet_shape, a->bullet_object,
                             a->bullet_object->getWorldTransform(), -1, -1);
  btCollisionObjectWrapper q(0, b->bullet_shape, b->bullet_object,
                             b->bullet_object->getWorldTransform(), -1, -1);
  btDispatcherInfo info;
  reporter result(&p, &q);
  algorithm->processCollision(&p, &q, info, &result);
  if (question == DEPTH) sink += result.deepest;
  return result.found;
}

static btCollisionAlgorithm *algorithm_of(solid *a, solid *b) {
  btCollisionObjectWrapper p(0, a->bullet_shape, a->bullet_object,
                             a->bullet_object->getWorldTransform(), -1, -1);
  btCollisionObjectWrapper q(0, b->bullet_shape, b->bullet_object,
                             b->bullet_object->getWorldTransform(), -1, -1);
  return dispatcher->findAlgorithm(&p, &q, 0, BT_CLOSEST_POINT_ALGORITHMS);
}

/* ---- The questions ------------------------------------------------------------------------- */

static int ask_here(const solid *a, const solid *b, int question) {
  collide_push push;
  double p[3], q[3], distance;
  int found;
  if (question == MEET) return collide_overlap(&a->shape, &b->shape);
  if (question == DEPTH) {
    found = collide_contact(&a->shape, &b->shape, &push);
    if (found == 1) sink += push.depth;
    return found;
  }
  if (collide_distance(&a->shape, &b->shape, &distance, p, q) == COLLIDE_UNSUPPORTED)
    return COLLIDE_UNSUPPORTED;
  sink += distance;
  return distance == 0;
}

struct arena {
  solid *a, *b;
  std::vector<btCollisionAlgorithm *> algorithms;
  std::vector<int> which[QUESTIONS]; /* the cases of each question */
};

static int ask(arena *c, int way, int question, int i) {
  solid *a = &c->a[i], *b = &c->b[i];
  return way == HERE  ? ask_here(a, b, question)
         : way == CCD ? ask_ccd(a, b, question)
         : way == FCL ? ask_fcl(a, b, question)
                      : ask_bullet(a, b, question, c->algorithms[(size_t)i]);
}

static long run(arena *c, int way, int question) {
  long found = 0;
  for (size_t k = 0; k < c->which[question].size(); k++)
    found += ask(c, way, question, c->which[question][k]);
  return found;
}

/* How many of a way's answers differ from those here by more than a hundredth. The depth here is
 * the least push, which the specs hold against exact numbers; one that is larger pushes the wrong
 * way. */
static int count_off(arena *c, int way, int question) {
  double kept = sink;
  int off = 0;
  for (size_t k = 0; k < c->which[question].size(); k++) {
    double value[2];
    int found[2];
    for (int other = 0; other < 2; other++) {
      sink = 0;
      found[other] = ask(c, other ? way : HERE, question, c->which[question][k]);
      value[other] = fabs(sink);
    }
    if (found[0] != found[1] || fabs(value[1] - value[0]) > 0.01 * value[0] + 1e-6) off++;
  }
  sink = kept;
  return off;
}

static void compare(const char *name, arena *c, int question) {
  double least[WAYS], best = HUGE_VAL, best_right = HUGE_VAL;
  long found[WAYS];
  size_t count = c->which[question].size();
  if (count == 0) return;
  for (int way = 0; way < WAYS; way++) least[way] = HUGE_VAL;
  for (int i = 0; i < repeats; i++)
    for (int way = 0; way < ways; way++) {
      if (way == CCD && question == DISTANCE) continue;
      double start = now();
      found[way] = run(c, way, question);
      double time = (now() - start) * 1e9 / (double)count;
      if (time < least[way]) least[way] = time;
    }
  if (found[HERE] < 0) {
    printf("%-16s %-8s unsupported\n", name, question_names[question]);
    return;
  }
  printf("%-16s %-8s %4d %7.0f", name, question_names[question], (int)count, least[HERE]);
  for (int way = CCD; way < WAYS; way++) {
    if (!(least[way] < HUGE_VAL)) {
      printf(" %7s %5s %4s", "-", "-", "-");
      continue;
    }
    int off = count_off(c, way, question);
    printf(" %7.0f %5.2f %3.0f%%", least[way], least[HERE] / least[way],
           100.0 * off / (double)count);
    if (least[way] < best) best = least[way];
    if (off * 50 <= (int)count && least[way] < best_right) best_right = least[way];
  }
  printf("   %5.2f%s", least[HERE] / best, least[HERE] > best ? " *" : "  ");
  if (best_right < HUGE_VAL)
    printf("   %5.2f%s", least[HERE] / best_right, least[HERE] > best_right ? " *" : "");
  printf("\n");
}

static void row(int kind_a, int kind_b, const char *only) {
  arena c;
  char name[64];
  snprintf(name, sizeof name, "%s-%s", kind_names[kind_a], kind_names[kind_b]);
  if (only != NULL && strstr(name, only) == NULL) return;
  c.a = new solid[CASES];
  c.b = new solid[CASES];
  for (int i = 0; i < CASES; i++) {
    double at[3], distance = uniform(0.2, 2.8), length = 0;
    make(&c.a[i], kind_a);
    make(&c.b[i], kind_b);
    do {
      length = 0;
      for (int k = 0; k < 3; k++) at[k] = uniform(-1, 1);
      for (int k = 0; k < 3; k++) length += at[k] * at[k];
    } while (length < 0.1 || length > 1);
    pose(&c.a[i], kind_a, at);
    for (int k = 0; k < 3; k++) at[k] += at[k] / sqrt(length) * distance;
    pose(&c.b[i], kind_b, at);
    c.algorithms.push_back(algorithm_of(&c.a[i], &c.b[i]));
    int meet = collide_overlap(&c.a[i].shape, &c.b[i].shape) == 1;
    c.which[MEET].push_back(i);
    c.which[meet ? DEPTH : DISTANCE].push_back(i);
  }
  for (int question = 0; question < QUESTIONS; question++) compare(name, &c, question);
}

/* Arguments: only rows whose name has this text; how often each is repeated; "here" to leave out
 * the others, for a profile. */
int main(int count, char **arguments) {
  static const int pairs[][2] = {{SPHERE, SPHERE},    {SPHERE, BOX},      {SPHERE, CAPSULE},
                                 {SPHERE, TRIANGLE},  {CAPSULE, CAPSULE}, {BOX, BOX},
                                 {CAPSULE, TRIANGLE}, {HULL8, HULL8},     {HULL32, HULL32},
                                 {HULL200, HULL200},  {CYLINDER, BOX},    {CONE, BOX}};
  const char *only = count > 1 ? arguments[1] : NULL;
  if (count > 2) repeats = atoi(arguments[2]);
  if (count > 3) ways = 1;
  configuration = new btDefaultCollisionConfiguration();
  dispatcher = new btCollisionDispatcher(configuration);
  printf(
      "ns a query; the time here over that there, and how many answers there are off by more than "
      "1 %%;\nlast over the best of the three, and of those that are off in at most 2 %%\n");
  printf("%-16s %-8s %4s %7s %18s %18s %18s   %5s     %5s\n", "", "", "", "here", "libccd", "FCL",
         "Bullet", "best", "right");
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) row(pairs[i][0], pairs[i][1], only);
  return sink == 12345 ? 1 : 0;
}
