/* SPDX-License-Identifier: MIT
 *
 * The legs of a move, as the core makes them: also those where no hit tells that it was turned, and
 * those that were taken back.
 */
#ifndef SPEC_MOVE_TRACE_H
#define SPEC_MOVE_TRACE_H

#include <float.h>
#include <math.h>
#include <string.h>

enum { LEGS_MOST = 512 };

typedef struct leg {
  double from[3], to[3];
} leg;

static leg trace[LEGS_MOST];
static int trace_count;

void note_leg(const double from[3], const double to[3]);

void note_leg(const double from[3], const double to[3]) {
  leg *one = &trace[trace_count];
  if (trace_count == LEGS_MOST) return;
  trace_count++;
  memcpy(one->from, from, sizeof one->from);
  memcpy(one->to, to, sizeof one->to);
}

/* Does a move that hits nothing end at its goal, or below it by at most `snap` along the axis `up`?
 * It may end beside the goal by `relative` of the coordinates, or of `least` if they are smaller.
 */
static int arrives(const double from[3], const double d[3], const double at[3], int dimensions,
                   int up, double snap, double relative, double least) {
  int i;
  for (i = 0; i < dimensions; i++) least = fmax(least, fmax(fabs(from[i]), fabs(from[i] + d[i])));
  for (i = 0; i < dimensions; i++) {
    double missing = from[i] + d[i] - at[i], slack = relative * least;
    double most = i == up ? snap + slack : slack;
    if (!(missing >= -slack && missing <= most)) return 0;
  }
  return 1;
}

#endif
