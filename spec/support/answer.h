/* SPDX-License-Identifier: MIT
 *
 * For drivers that are sent cases as doubles, and answer with doubles.
 */
#ifndef COLLIDE_SPEC_ANSWER_H
#define COLLIDE_SPEC_ANSWER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void fail(const char *what) {
  fprintf(stderr, "driver: %s\n", what);
  exit(2);
}

/* Returns where the next answer belongs. */
static inline double *put(double *out, const double *v, int count) {
  memcpy(out, v, (size_t)count * sizeof v[0]);
  return out + count;
}

/* Calls run(in, out) for each case on standard input, and writes the answers to standard output;
 * `out` is zeros before. */
static inline int answer_cases(int in_count, int out_count,
                               void (*run)(const double *in, double *out)) {
  size_t in_size = (size_t)in_count, out_size = (size_t)out_count;
  double *in = (double *)malloc((in_size + out_size) * sizeof *in), *out = in + in_size;
  if (in == NULL) fail("no memory");
  while (fread(in, sizeof *in, in_size, stdin) == in_size) {
    memset(out, 0, out_size * sizeof *out);
    run(in, out);
    if (fwrite(out, sizeof *out, out_size, stdout) != out_size) fail("cannot write");
    fflush(stdout);
  }
  free(in);
  return 0;
}

#endif
