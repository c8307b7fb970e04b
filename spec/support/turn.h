/* SPDX-License-Identifier: MIT
 *
 * The matrix of a rotation.
 */
#ifndef SPEC_SUPPORT_TURN_H
#define SPEC_SUPPORT_TURN_H

/* Writes the rows of the matrix of a quaternion x, y, z, w of any length but 0. */
static inline void write_rotation(const double q[4], double m[9]) {
  double n = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  m[0] = 1 - n * (q[1] * q[1] + q[2] * q[2]);
  m[1] = n * (q[0] * q[1] - q[2] * q[3]);
  m[2] = n * (q[0] * q[2] + q[1] * q[3]);
  m[3] = n * (q[0] * q[1] + q[2] * q[3]);
  m[4] = 1 - n * (q[0] * q[0] + q[2] * q[2]);
  m[5] = n * (q[1] * q[2] - q[0] * q[3]);
  m[6] = n * (q[0] * q[2] - q[1] * q[3]);
  m[7] = n * (q[1] * q[2] + q[0] * q[3]);
  m[8] = 1 - n * (q[0] * q[0] + q[1] * q[1]);
}

#endif
