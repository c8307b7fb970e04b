/* SPDX-License-Identifier: MIT
 *
 * One shape in four forms, with the same size and pose in each: for bench/solids.cpp, which
 * includes this behind its other headers. */
#ifndef COLLIDE_BENCH_SOLIDS_SHAPES_H
#define COLLIDE_BENCH_SOLIDS_SHAPES_H

typedef fcl::Vector3<double> vector;
typedef fcl::Transform3<double> transform;

struct solid {
  collide_shape shape;
  collide_source source;
  std::vector<double> storage, points; /* of a hull */
  double sizes[4];                     /* radii and half sides; of a capsule half its length */
  ccd_vec3_t position;
  ccd_quat_t rotation, inverse;
  fcl::CollisionObject<double> *fcl_object;
  btCollisionShape *bullet_shape;
  btCollisionObject *bullet_object;
};

static void unit_points(int count, double radius, std::vector<double> &points) {
  for (int i = 0; i < count; i++) {
    double v[3], length;
    do {
      for (int k = 0; k < 3; k++) v[k] = uniform(-1, 1);
      length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    } while (length > 1 || length < 0.1);
    for (int k = 0; k < 3; k++) points.push_back(v[k] / length * radius);
  }
}

static void make_hull(solid *s, int count) {
  std::vector<double> work(collide_hull_work(count) / sizeof(double) + 1);
  size_t bytes;
  int at;
  unit_points(count, 1, s->points);
  std::vector<double> points = s->points;
  if (collide_build_hull(&points[0], count, &work[0], &bytes, &at) != COLLIDE_OK) exit(1);
  s->storage.resize(bytes / sizeof(double) + 1);
  collide_make_hull(&s->shape, &s->source, &work[0], &s->storage[0]);
}

/* FCL's convex shape wants faces, each as its count and its corners. */
static fcl::CollisionGeometryd *fcl_hull(const solid *s) {
  std::shared_ptr<std::vector<vector>> vertices = std::make_shared<std::vector<vector>>();
  std::shared_ptr<std::vector<int>> faces = std::make_shared<std::vector<int>>();
  int count = collide_hull_faces(&s->shape), corners[MOST_POINTS];
  for (size_t i = 0; i < s->points.size(); i += 3)
    vertices->push_back(vector(s->points[i], s->points[i + 1], s->points[i + 2]));
  for (int i = 1; i <= count; i++) {
    int n = collide_hull_face(&s->shape, i, corners, MOST_POINTS);
    faces->push_back(n);
    faces->insert(faces->end(), corners, corners + n);
  }
  return new fcl::Convex<double>(vertices, count, faces, true);
}

/* Capsules lie along z in FCL; here and in Bullet cylinders and capsules along y, so all of these
 * are made along y and FCL's objects turned. */
enum { SPHERE, BOX, CYLINDER, CONE, CAPSULE, TRIANGLE, HULL8, HULL32, HULL200, KINDS };
static const char *const kind_names[KINDS] = {"sphere",   "box",   "cylinder", "cone",   "capsule",
                                              "triangle", "hull8", "hull32",   "hull200"};

static void make_here(solid *s, int kind) {
  const double *z = s->sizes;
  double low[3] = {0, -z[1], 0}, high[3] = {0, z[1], 0};
  switch (kind) {
  case SPHERE:
    collide_make_sphere(&s->shape, &s->source, z[0]);
    break;
  case BOX:
    collide_make_box(&s->shape, &s->source, z);
    break;
  case CYLINDER:
    collide_make_cylinder(&s->shape, &s->source, z[0], z[1]);
    break;
  case CONE:
    collide_make_cone(&s->shape, &s->source, z[0], 2 * z[1]);
    break;
  case CAPSULE:
    collide_make_capsule(&s->shape, &s->source, low, high, z[0]);
    break;
  case TRIANGLE:
    unit_points(3, 1, s->points);
    collide_make_triangle(&s->shape, &s->source, &s->points[0], &s->points[3], &s->points[6]);
    break;
  default:
    make_hull(s, kind == HULL8 ? 8 : kind == HULL32 ? 32 : 200);
  }
}

static fcl::CollisionGeometryd *make_fcl(const solid *s, int kind) {
  const double *z = s->sizes, *p = s->points.empty() ? NULL : &s->points[0];
  switch (kind) {
  case SPHERE:
    return new fcl::Sphered(z[0]);
  case BOX:
    return new fcl::Boxd(2 * z[0], 2 * z[1], 2 * z[2]);
  case CYLINDER:
    return new fcl::Cylinderd(z[0], 2 * z[1]);
  case CONE:
    return new fcl::Coned(z[0], 2 * z[1]);
  case CAPSULE:
    return new fcl::Capsuled(z[0], 2 * z[1]);
  case TRIANGLE:
    return new fcl::TrianglePd(vector(p[0], p[1], p[2]), vector(p[3], p[4], p[5]),
                               vector(p[6], p[7], p[8]));
  default:
    return fcl_hull(s);
  }
}

static btCollisionShape *make_bullet(const solid *s, int kind) {
  const double *z = s->sizes, *p = s->points.empty() ? NULL : &s->points[0];
  btConvexShape *made;
  switch (kind) {
  case SPHERE:
    return new btSphereShape(z[0]);
  case BOX:
    made = new btBoxShape(btVector3(z[0], z[1], z[2]));
    break;
  case CYLINDER:
    made = new btCylinderShape(btVector3(z[0], z[1], z[0]));
    break;
  case CONE:
    made = new btConeShape(z[0], 2 * z[1]);
    break;
  case CAPSULE:
    return new btCapsuleShape(z[0], 2 * z[1]);
  case TRIANGLE:
    made = new btTriangleShape(btVector3(p[0], p[1], p[2]), btVector3(p[3], p[4], p[5]),
                               btVector3(p[6], p[7], p[8]));
    break;
  default: {
    btConvexHullShape *hull = new btConvexHullShape();
    for (size_t i = 0; i < s->points.size(); i += 3)
      hull->addPoint(btVector3(p[i], p[i + 1], p[i + 2]), false);
    hull->recalcLocalAabb();
    made = hull;
  }
  }
  made->setMargin(0);
  return made;
}

static void pose(solid *s, int kind, const double at[3]) {
  collide_pose p = collide_identity_pose();
  double q[4], length = 0, offset[3] = {0, 0, 0};
  do {
    length = 0;
    for (int i = 0; i < 4; i++) q[i] = uniform(-1, 1);
    for (int i = 0; i < 4; i++) length += q[i] * q[i];
  } while (length < 0.1 || length > 1);
  for (int i = 0; i < 4; i++) p.rotation[i] = q[i] /= sqrt(length);
  memcpy(p.position, at, sizeof p.position);
  fcl::Quaternion<double> turn(q[3], q[0], q[1], q[2]);
  vector apex = vector(0, 0, 0);
  if (kind == CONE) apex = turn * vector(0, s->sizes[1], 0); /* here its apex is at the origin */
  for (int i = 0; i < 3; i++) p.position[i] = at[i] + (kind == CONE ? apex[i] : offset[i]);
  if (collide_set_pose(&s->shape, &s->source, &p) != COLLIDE_OK) exit(1);
  ccdVec3Set(&s->position, at[0], at[1], at[2]);
  ccdQuatSet(&s->rotation, q[0], q[1], q[2], q[3]);
  ccdQuatInvert2(&s->inverse, &s->rotation);
  transform t = transform::Identity();
  t.translation() = vector(at[0], at[1], at[2]);
  t.linear() = turn.toRotationMatrix();
  if (kind == CYLINDER || kind == CONE || kind == CAPSULE) {
    fcl::Matrix3<double> upright; /* z to y */
    upright << 1, 0, 0, 0, 0, 1, 0, -1, 0;
    t.linear() = t.linear() * upright;
  }
  s->fcl_object->setTransform(t);
  s->fcl_object->computeAABB();
  btTransform b(btQuaternion(q[0], q[1], q[2], q[3]), btVector3(at[0], at[1], at[2]));
  s->bullet_object->setWorldTransform(b);
}

static void make(solid *s, int kind) {
  for (int i = 0; i < 4; i++) s->sizes[i] = uniform(0.5, 1);
  make_here(s, kind);
  s->fcl_object =
      new fcl::CollisionObject<double>(std::shared_ptr<fcl::CollisionGeometryd>(make_fcl(s, kind)));
  s->bullet_shape = make_bullet(s, kind);
  s->bullet_object = new btCollisionObject();
  s->bullet_object->setCollisionShape(s->bullet_shape);
}

#endif
