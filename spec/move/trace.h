/* SPDX-License-Identifier: MIT
 *
 * The legs of a move, as the core makes them: also those where no hit tells that it was turned, and
 * those that were taken back.
 */
#ifndef SPEC_MOVE_TRACE_H
#define SPEC_MOVE_TRACE_H

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

#endif
