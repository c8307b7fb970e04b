/* SPDX-License-Identifier: MIT
 *
 * The support functions that libccd is given, for bench/solids.cpp, which includes this behind its
 * struct solid.
 */
#ifndef COLLIDE_BENCH_SOLIDS_CCD_H
#define COLLIDE_BENCH_SOLIDS_CCD_H

static void support_own(const solid *s, const double d[3], double p[3]) {
  const double *z = s->sizes;
  double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), round;
  p[0] = p[1] = p[2] = 0;
  switch (s->shape.kind) {
  case COLLIDE_SPHERE:
    for (int i = 0; i < 3; i++) p[i] = z[0] * d[i] / length;
    break;
  case COLLIDE_BOX:
    for (int i = 0; i < 3; i++) p[i] = d[i] < 0 ? -z[i] : z[i];
    break;
  case COLLIDE_CAPSULE:
    for (int i = 0; i < 3; i++) p[i] = z[0] * d[i] / length;
    p[1] += d[1] < 0 ? -z[1] : z[1];
    break;
  case COLLIDE_CYLINDER:
  case COLLIDE_CONE:
    round = sqrt(d[0] * d[0] + d[2] * d[2]);
    p[1] = d[1] < 0 ? -z[1] : z[1];
    if (s->shape.kind == COLLIDE_CONE && d[1] * 2 * z[1] > z[0] * round) break;
    if (s->shape.kind == COLLIDE_CONE) p[1] = -z[1];
    if (round > 0) {
      p[0] = z[0] * d[0] / round;
      p[2] = z[0] * d[2] / round;
    }
    break;
  default: {
    double most = -HUGE_VAL;
    const double *best = NULL;
    for (size_t i = 0; i < s->points.size(); i += 3) {
      const double *c = &s->points[i];
      double x = c[0] * d[0] + c[1] * d[1] + c[2] * d[2];
      if (x <= most) continue;
      most = x;
      best = c;
    }
    memcpy(p, best, 3 * sizeof *p);
  }
  }
}

static void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point) {
  const solid *s = (const solid *)object;
  ccd_vec3_t d;
  double p[3];
  ccdVec3Copy(&d, direction);
  ccdQuatRotVec(&d, &s->inverse);
  support_own(s, d.v, p);
  ccdVec3Set(point, p[0], p[1], p[2]);
  ccdQuatRotVec(point, &s->rotation);
  ccdVec3Add(point, &s->position);
}

#endif
