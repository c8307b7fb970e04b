#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks one sign, margin or step of shapecasts in space after the other, in a copy of the core, and
expects run.py to notice each.

    mutants.py [--cases N] [--jobs J] [--only N]
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "support"))

import mutants

# File, what stands there, what stands there instead. The text has to be there exactly once.
MUTANTS = [
    # What is decided.
    ("space.c", "!ci_space_leads_in(w->a, w->b, taken.normal, w->d)", "0"),
    ("space.c", "return level == SOLID_IN ? before : 1;", "return before;"),
    ("space.c", "(level != SOLID_IN || !ci_solid_has_inside(w->a, w->b))", "level != SOLID_IN"),
    ("space.c", "(level != SOLID_IN || !ci_solid_has_inside(w->a, w->b))", "0"),
    ("space.c", "if (open && !in) return 0;", ""),
    # Boxes.
    ("space_box.c", "l->only_touches |= flat;", ""),
    ("space_box.c", "l->only_touches |= s->low == 0 || s->high == 0;", ""),
    ("space_box.c", "if (open ? end >= 0 : end > 0) return 0;", "if (end > 0) return 0;"),
    ("space_box.c", "4 * DBL_EPSILON * (fabs(x) + fabs(y))", "0"),
    ("space_box.c", "if (sum.lo != 0 || x.lo != 0 || y.lo != 0) return UNSURE;", ""),
    # Doubles.
    ("space.h", "#define SPACE_GAP_MARGIN (60 * SOLID_UNIT)", "#define SPACE_GAP_MARGIN (-60 * SOLID_UNIT)"),
    ("space_search.c", "*is_sure = gap > 24 * SOLID_UNIT * length;", "*is_sure = 1;"),
    ("space_touch.c", "if (!(quality > touch->best && vector_dot(n, n) > 0)) return;", ""),
    ("space_touch.c", "? height / speed", "? (height + 0x1p-20 * p->size) / speed"),
    ("space_cores.c", "g->is_turned ? 0 - w->d[i] : w->d[i]", "w->d[i]"),
    ("space_cores.c", "if (g->is_turned) point[k] += t * w->d[k];", ""),
    ("../solid/quick_cores.c", "end < extent ? end : extent", "extent"),
    ("../solid/twofold_decide.c", "to[1] = p->to;", "to[1] = p->from;"),
    # Features.
    ("space_feature.c", "return f->flat != 0 || f->own[0] + f->own[1] == f->count + 1;", "return 1;"),
    ("space_feature.c", "int i, axes = p->a.turned || p->b.turned ? 0 : 7, count;", "int i, axes = 7, count;"),
    ("space_feature.c", "count >= 4 - f->count ? axes : 0", "axes"),
    ("space_feature_time.c",
     "if (l->radius.hi > 0) over = tf_sub(over, tf_mul(l->radius, tf_sqrt(tf_dot(n, n))));", ""),
    ("space_feature.c", "if (!(weight > part && weight < 1 - part)) return 0;", ""),
    ("space_feature.c", "if (!(weight[0] > part && weight[1] > part)) return 0;", ""),
    ("space_feature.c", "else if (f->own[which] < 3 || !is_on_face(s, f->used[which], i))\n      return 0;", ""),
    ("space_feature_time.c", "if (s->b.hi < 0) {", "if (s->b.hi >= 0) {"),
    # Times by exact decisions.
    ("space_time.c", "if (is_past(&q, least)) return 0;", ""),
    ("space_time.c", "search(&q, guess, least, number_of(later)) - 1)", "search(&q, guess, least, number_of(later)) + 1)"),
]


if __name__ == "__main__":
    sys.exit(mutants.main(__doc__, "sweep", MUTANTS, HERE))
