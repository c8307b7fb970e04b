/* SPDX-License-Identifier: MIT
 *
 * Answers: the results of queries that may have no test for their arguments. Part of collide.h,
 * whose opening comment applies here too.
 */
#ifndef COLLIDE_ANSWER_API_H
#define COLLIDE_ANSWER_API_H

#include "begin.h"

typedef enum collide_answer {
  COLLIDE_UNSUPPORTED = -1, /* there is no test for these arguments; nothing is written */
  COLLIDE_NO = 0,           /* a miss; nothing is written, unless a comment says otherwise */
  COLLIDE_YES = 1           /* a hit; the result is written */
} collide_answer;

#include "end.h"

#endif
