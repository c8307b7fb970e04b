/* SPDX-License-Identifier: MIT
 *
 * Marks between which callgrind counts instructions, where BENCH_COUNTS is defined and valgrind's
 * header is there (`make bench-counts`); else they are nothing.
 */
#ifndef COLLIDE_BENCH_MARK_H
#define COLLIDE_BENCH_MARK_H

#ifdef BENCH_COUNTS
#include <valgrind/callgrind.h>
#define MARK_START() CALLGRIND_START_INSTRUMENTATION
#define MARK_DUMP() CALLGRIND_DUMP_STATS
#define MARK_STOP() CALLGRIND_STOP_INSTRUMENTATION
#else
#define MARK_START() ((void)0)
#define MARK_DUMP() ((void)0)
#define MARK_STOP() ((void)0)
#endif

#endif
