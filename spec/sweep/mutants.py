#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks one sign, margin or step of shapecasts after the other, in a copy of src/narrow/plane, and expects
run.py to notice each.

    mutants.py [--cases N] [--jobs J] [--only N]
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))

import mutants

# File, what stands there, what stands there instead. The text has to be there exactly once.
MUTANTS = [
    # Filters that believe every sign.
    ("sweep_measure.c", "if (radius == 0) return approx_sign(g);", "if (radius == 0) return (g.value > 0) - (g.value < 0);"),
    ("sweep_measure.c", "SWEEP_ROOT * root + APPROX_FLOOR)));", "-g.error * 2)));"),
    ("sweep_measure.c", "beyond = approx_sign(square);", "beyond = (square.value > 0) - (square.value < 0);"),
    # Exact ways.
    ("sweep_measure.c", "return sign * exact_sign(&square);", "return sign * (exact_sign(&square) | 1);"),
    ("sweep_measure.c", "if (at > 0) ci_exact_sub(&g, &g, &f);", ""),
    ("sweep_enter.c", "if (sign < 0) ci_exact_negate(&across);", ""),
    ("sweep_measure.c", "if (beyond == 0) return ahead >= 0 ? 0 : -1;", "if (beyond == 0) return 0;"),
    ("sweep_measure.c", "return ahead > 0 ? 1 : -1;", "return 1;"),
    ("sweep_measure.c", "ci_exact_sub_product(&square, &x, &x);\n  return compare_signs(",
     "return compare_signs("),
    # Which feature.
    ("sweep_enter.c", "if (order > 0 || (order == 0 && along * ci_dot2d(origin, d, p, q) < 0)) best = i;",
     "if (order > 0) best = i;"),
    ("sweep_enter.c", "b = ci_cross2d(p, q, r, t) >= 0;", "b = ci_cross2d(p, q, r, t) <= 0;"),
    ("sweep_enter.c", "if (is_round && side_of(s, i, j, &edge) < 0) return;", ""),
    ("sweep_enter.c", "return top > 0 && low > 0 && has_area(s)", "return has_area(s)"),
    ("sweep_enter.c", "top > 0 && low > 0 && has_area(s)", "top > 0 && low > 0"),
    ("sweep_enter.c", "if (low < 0) return SWEEP_MISS;", ""),
    # Rects along the axes.
    ("sweep_enter.c", "l->past[i] = back ? a->high[i] - b->low[i]", "l->past[i] = back ? a->high[i] - b->high[i]"),
    ("sweep_enter.c", "return gap < 0 && past > 0;", "return 1;"),
    ("sweep_enter.c", "return order < 0 ? last : -1;", "return last;"),
    ("sweep_enter.c", "return gap.hi != way ? sign_of(gap.hi - way) : sign_of(gap.lo);", "return -1;"),
    ("sweep_enter.c", "entry->feature.i = (side + 2) % 4;", "entry->feature.i = side;"),
    # Polygons.
    ("sweep_enter.c", "if (side - sides->reach > error) return SWEEP_MISS;", "if (side > error) return SWEEP_MISS;"),
    ("sweep_enter.c", "if (top < -sides->error) return SWEEP_MISS;", "if (top < sides->error) return SWEEP_MISS;"),
    ("sweep_enter.c", "if (side + by < -error) return write_feature(SWEEP_CORNER, i, j, feature);",
     "if (side + by < -error) return SWEEP_MISS;"),
    ("sweep_enter.c", "if (is_a && is_b) is_b = is_b_first(s, i, j);", ""),
    ("sweep_enter.c", "sign > 0 ? a->rise : a->fall", "a->rise"),
    ("sweep_enter.c", "sign > 0 ? a->foremost :", "sign < 0 ? a->foremost :"),
    # Times in plain doubles.
    ("sweep_hulls.c", "*t = first + step;", "*t = first;"),
    ("sweep_hulls.c", "beyond_edge(e, w) / slope;", "0;"),
    ("sweep_hulls.c", "beyond_round(both_of(n), e, w, s->a.radius, s->b.radius) / speed;", "0;"),
    ("sweep_hulls.c", "+ rest.lo) / d;", ") / d;"),
    ("sweep_hulls.c", "n < 0 ? tf_negate(radius) : radius", "radius"),
    ("sweep_hulls.c", "(turn + 0.5 * (sum.hi * excess))", "turn"),
    ("sweep_hulls.c", "limit.lo += 2 * (radius.hi * radius.lo);", ""),
    # What is decided from it.
    ("sweep_hulls.c", "(open ? end < 0 : end <= 0)", "(end <= 0)"),
    ("sweep_hulls.c", "if (start == 0 && open) return SWEEP_AT_START;", ""),
    ("sweep_hulls.c", "(open && exit == 0)", "0"),
    ("sweep_hulls.c", "if (end == 0) return 1;", ""),
    ("../shapecast.c", "#define GAP_SHARE (1 - 2 * DBL_EPSILON)", "#define GAP_SHARE (1 + 2 * DBL_EPSILON)"),
    ("sweep_hulls.c", "if (hit->inside || !touches)", "if (hit->inside || touches)"),
    ("half_plane.c", "if (k != lowest && ci_dot2d(origin, plane->a, p, h->corners[k].point) == 0)", "if (k != lowest)"),
    ("half_plane.c", "r.exit = -side;", "r.exit = 1;"),
    ("half_plane.c", "q->d[0] = q->is_swapped ? -w->d[0] : w->d[0];", "q->d[0] = w->d[0];"),
    ("half_plane.c", "ci_exact_mul_double(&y, &y, fabs(a->a[i]));", ""),
    # How much.
    ("sweep.h", "#define SWEEP_CANCEL 9.5367431640625e-07", "#define SWEEP_CANCEL 0"),
    ("sweep_measure.c", "if (k->y.hi > 0 && (k->y.hi + k->root.hi > 0))", "if (0)"),
    ("sweep_measure.c", "double part = 0.5 * (project_on(p, q, first, t, s->d) + project_on(p, q, last, t, s->d));",
     "double part = project_on(p, q, first, t, s->d) + project_on(p, q, last, t, s->d);"),
]


if __name__ == "__main__":
    sys.exit(mutants.main(__doc__, "narrow/plane", MUTANTS, HERE))
