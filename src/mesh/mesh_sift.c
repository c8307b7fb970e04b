/* SPDX-License-Identifier: MIT
 *
 * The sieve: rejects triangles of a leaf that a line surely misses, in floats, four at a time.
 *
 * Points are projected along the line. Let z be the axis along which the line goes farthest. A
 * point p is projected to q = (p_x - S p_z, p_y - T p_z) with S = e_x / e_z and T = e_y / e_z (the
 * shear of Woop, Benthin and Wald, "Watertight ray/triangle intersection", 2013). The line is
 * projected to one point. It misses each triangle whose projection does not contain that point: two
 * edge functions of it surely have opposite signs.
 *
 * Proof. Let a point of the line's stretch lie in a triangle. By wide_view, that point is within
 * E_k = error[k] along axis k of a point g + s e, with s from 0 to 1. E contains how far rounding
 * in the world moves corners. Each corner, whose coordinates are at most 1, is rounded to floats by
 * at most 2^-24 (1 + 2^-20), see wide.c. So a point P of the triangle that the floats make is
 * within E_k + 2^-23.9 of g + s e.
 *
 * S and T are floats of at most 1; any floats would do as a shear. The projection of s e is
 * |e_x - S e_z| <= 2^-23 |e_z|. Let O be the projection of g, and B the float that O is rounded to:
 * by 2^-24 |O|, and less than 2^-50 that the doubles lose. A corner less B is computed with three
 * roundings: of S p_z, by 2^-24 of 1; of the difference, by 2^-24 of 2; and of the result, by
 * 2^-24 (2 + |B|). Each times 1.01 is more than enough. So the projection of P less B, as the mean
 * of the computed corners with the weights of P, is at most
 *   H = E_x + E_z + 2 * 2^-23.9 + 2^-23 |e_z| + 2^-23.9 |B| + 2^-24 * 1.01 * (5 + |B|)
 *    <= E_x + E_z + 2^-21 (1 + |e_z| + |B|)
 * from 0 along either axis of the plane (or with y for x). Move all corners by that: then 0 lies in
 * the triangle, and no two edge functions p_x q_y - p_y q_x have opposite signs. The move changes
 * an edge function by at most 4 H m, where m is the largest coordinate of a computed corner. Floats
 * round the function by at most 4.01 * 2^-24 m^2, and underflow takes less than 2^-140. */
#include "../number/quad.h"
#include "mesh.h"

#ifndef SIFT_ERROR
#define SIFT_ERROR 4.76837158203125e-7 /* 2^-21 */
#endif
#ifndef SIFT_ROUND
#define SIFT_ROUND 2.6e-7f /* 4.01 * 2^-24, and the rounding of the margin itself */
#endif

size_t ci_mesh_floats(int32_t triangles) {
  return 9 * (size_t)triangles + 3; /* ci_mesh_sift reads four at a time */
}

/* In a leaf with n triangles, n first coordinates of first corners come first, then n second ones,
 * n third ones, and so on. */
void ci_mesh_set_floats(const collide_mesh_data *t, int32_t first, int32_t count, float *floats) {
  mesh_face room;
  int32_t i;
  int c, k;
  for (i = 0; i < count; i++) {
    const mesh_face *face = ci_mesh_face(t, first + i, &room);
    for (c = 0; c < 3; c++) {
      const double *p = ci_mesh_corner(t, face, c);
      for (k = 0; k < 3; k++)
        floats[(3 * c + k) * count + i] = (float)((p[k] - t->tree.center[k]) * t->tree.scale);
    }
  }
}

int ci_mesh_make_sieve(mesh_sieve *v, const wide_view *view) {
  const double *e = view->e;
  double most, moved = 0;
  int i, z = fabs(e[0]) > fabs(e[1]) ? 0 : 1;
  if (fabs(e[2]) > fabs(e[z])) z = 2;
  v->axis[0] = z == 0 ? 1 : 0;
  v->axis[1] = z == 2 ? 1 : 2;
  v->axis[2] = z;
  most = fabs(e[z]);
  for (i = 0; i < 2; i++) {
    int k = v->axis[i];
    double shear = most > 1e-30 ? e[k] / e[z] : 0, base, error;
    v->shear[i] = (float)shear;
    base = view->g[k] - (double)v->shear[i] * view->g[z];
    v->base[i] = (float)base;
    error = view->error[k] + view->error[z] + SIFT_ERROR * (1 + most + fabs(base));
    if (error > moved) moved = error;
  }
  v->by_size = (float)(4 * moved * 1.000001);
  v->add = 1e-37f;
  return moved < 0.01;
}

typedef struct projected {
  quad x, y;
} projected;

static inline projected project(const mesh_sieve *v, const float *corner, int32_t stride) {
  quad z = quad_load(corner + v->axis[2] * stride);
  projected p;
  p.x =
      quad_sub(quad_sub(quad_load(corner + v->axis[0] * stride), quad_mul(quad_of(v->shear[0]), z)),
               quad_of(v->base[0]));
  p.y =
      quad_sub(quad_sub(quad_load(corner + v->axis[1] * stride), quad_mul(quad_of(v->shear[1]), z)),
               quad_of(v->base[1]));
  return p;
}

static inline quad edge(const projected *p, const projected *q) {
  return quad_sub(quad_mul(p->x, q->y), quad_mul(p->y, q->x));
}

static inline quad size_of(const projected *p) {
  return quad_max(quad_abs(p->x), quad_abs(p->y));
}

unsigned ci_mesh_sift(const mesh_sieve *v, const float *floats, int32_t count) {
  unsigned bits = 0;
  int32_t i;
  for (i = 0; i < count; i += 4) {
    projected a = project(v, floats + i, count), b = project(v, floats + 3 * count + i, count),
              c = project(v, floats + 6 * count + i, count);
    quad p = edge(&a, &b), q = edge(&b, &c), r = edge(&c, &a);
    quad size = quad_max(quad_max(size_of(&a), size_of(&b)), size_of(&c));
    quad margin =
        quad_add(quad_mul(size, quad_add(quad_of(v->by_size), quad_mul(quad_of(SIFT_ROUND), size))),
                 quad_of(v->add));
    quad least = quad_min(quad_min(p, q), r), greatest = quad_max(quad_max(p, q), r);
    int meets = quad_at_most(greatest, margin) | quad_at_most(quad_sub(quad_of(0), margin), least);
    bits |= (unsigned)meets << i;
  }
  return bits & ((1u << count) - 1);
}
