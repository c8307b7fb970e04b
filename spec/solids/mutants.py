#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks one sign or one step of the exact decisions after the other, in a copy of the sources,
and expects run.py to notice each.

    mutants.py [--cases N] [--jobs J] [--only N]
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))

import mutants

# File, what stands there, what stands there instead, and how many cases it takes, where the usual
# number is too small. The text has to be there exactly once.
MUTANTS = [
    ("exact_points.c", "((1 << axis) - 1)", "((1 << axis) - 2)"),
    ("exact_points.c", "if (value - least > margin) continue;", "if (value > least) continue;"),
    ("exact_points.c", "compare_corners(g, p, solid_corner(c, at)) >= 0", "1"),
    ("exact_points.c", "for (i = 0; i < 3; i++) ci_exact_negate(&m[i]);", "i = 0;"),
    ("exact_points.c", "    for (i = 0; i <= SOLID_FRAME_SCALE; i++) ci_exact_negate(&frame->numbers[i]);",
     "    i = 0;"),
    ("half_space.c", "if (exact_sign(x) == 0) return -1;", "if (exact_sign(x) == 0) return 0;"),
    ("exact_points.c", "error += (LEAST_MARGIN * fabs(g.value) + g.error) * c->most[k];", ""),
    ("exact_nearest.c", "ci_solid_dot_sign(p, e) < 0 &&", "ci_solid_dot_sign(p, e) > 0 &&"),
    ("exact_nearest.c", "ci_solid_turn(n, q, r) > 0 &&", ""),
    ("exact_nearest.c", "sign = -ci_solid_dot_sign(n, p);", "sign = ci_solid_dot_sign(n, p);"),
    ("exact_nearest.c", "if (!holds_nearest(v, count)) return 0;", ""),
    ("exact_nearest.c", "n[i].sign *= facing;", "n[i].sign *= 1;"),
    ("exact_nearest.c", "n[2].sign *= facing;", "n[2].sign *= 1;"),
    ("exact_nearest.c", "if (ci_solid_height_sign(n, w, s->at[0]) >= 0) return 0;",
     "if (ci_solid_height_sign(n, w, s->at[0]) > 0) return 0;"),
    ("exact_nearest.c", "== 0 ? SOLID_TOUCH : SOLID_IN", "== 0 ? SOLID_IN : SOLID_IN"),
    ("exact_nearest.c", "found = SOLID_IN;\n      break;", "found = SOLID_TOUCH;\n      break;"),
    ("exact_nearest.c", "ci_exact_mul(&over, &over, &over);", "(void)0;"),
    ("exact_nearest.c", "&& ci_solid_turn(n, u, *v[1]) > 0", "", 400000),
    ("exact_nearest.c", "nearest = ci_solid_dot_sign(r, c->at[i]) <= 0;", "nearest = 1;"),
    ("exact_nearest.c", "if (ci_solid_dot_sign(r, w) <= 0) return 0;",
     "if (ci_solid_dot_sign(r, w) < 0) return 0;"),
    ("exact_nearest.c", "return rank == 3;", "return rank >= 2;"),
    ("exact_nearest.c", "ci_exact_sub(&w[axis], &r[axis], &w[axis]);",
     "ci_exact_add(&w[axis], &r[axis], &w[axis]);"),
    ("exact_nearest.c", "adds = ci_solid_turn(e[2], e[0], e[1]) != 0;", "adds = 1;"),
    ("half_space.c", "ci_solid_dot_sign(n[0], n[1]) < 0;", "ci_solid_dot_sign(n[0], n[1]) > 0;"),
    ("half_space.c", 
     "if (s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE) across[1] = none;", ""),
    ("half_space.c", "if (end < sign) sign = end;", "sign = end;"),
    ("half_space.c", "ci_exact_sub(&own, &own, &height);", "ci_exact_add(&own, &own, &height);"),
    ("half_space.c", "fabs(b->a[k]), &sum);", "1, &sum);"),
    ("exact_nearest.c", "if (exact_sign(&height) < 0) return 0;", "if (exact_sign(&height) <= 0) return 0;"),
    ("exact_nearest.c", "a.sign = b.sign = 1;", ""),
    ("exact_nearest.c", "return low == 1 && high == -1 ? 1 : FILTER_UNSURE;", "return 1;"),
    ("exact_nearest.c", "nearest = ci_solid_height_sign(n, s->at[i], *v[0]) >= 0;", "nearest = 1;"),
    ("exact_nearest.c", "ci_exact_mul(&under, &at[0][3], &at[0][3]);", "under = at[0][3];"),
    ("exact_nearest.c", "sign = compare_points(s, n, i, best);", "sign = 1;"),
    ("decide.c", "below[0] < 0 && above[1] > 0", "above[1] > 0"),
    ("decide.c", "below[0] < 0 && above[1] > 0", "below[0] < 0"),
    ("decide.c", "below[0] < 0 && above[1] > 0", "below[0] <= 0 && above[1] > 0"),
    ("decide.c", "if (exact_sign(&above[0]) < 0) { /* upwards */", "if (0) {"),
    ("decide.c", "ci_exact_sub(r, r, &y);", "ci_exact_add(r, r, &y);"),
    ("decide.c", "form_sign(c, s[0], e) < 0 &&", "form_sign(c, s[0], e) > 0 &&"),
    ("decide.c", "form_sign(c, s[1], e) > 0", "1"),
    ("decide.c", "exact_sign(&above[1]) > 0 && exact_sign(&p[1]) < 0 ?", "exact_sign(&p[1]) < 0 ?"),
    ("decide.c", "return goes_down_axis(c) ?", "return 0 ?"),
    ("decide.c", "if (base == SOLID_IN && sides[1] > 0) return SOLID_IN;", ""),
    ("decide.c", "if (base != SOLID_APART) found = SOLID_TOUCH;", ""),
    ("decide.c", "axis = decide_axis(&c, cone, sides[1] > 0);", "axis = SOLID_APART;"),
    ("decide.c", "return is_above ? SOLID_IN : SOLID_TOUCH;", "return SOLID_IN;"),
    ("decide.c", "approx_sign(p[1]) == 1 && approx_sign(q[1]) == 1", "approx_sign(p[1]) == 1"),
    ("decide.c", "return is_beyond(c, p, q, 0.5) ||", "return is_beyond(c, p, p, 0.5) ||"),
    ("solid.h", "#define SOLID_SUPPORT_MARGIN (28 * SOLID_UNIT)", "#define SOLID_SUPPORT_MARGIN 0"),
    ("solid.h", "#define SOLID_BALL_MARGIN (36 * SOLID_UNIT)", "#define SOLID_BALL_MARGIN 0"),
    ("solid.h", "#define SOLID_TETRA_MARGIN (220 * SOLID_UNIT)", "#define SOLID_TETRA_MARGIN 0"),
    # Signs that differ are no mutant of their own: when no volume is within its margin, those of
    # ci_simplex_reduce, which are off by less than that, have the same signs, and it found them to agree.
    ("gjk.c", "if (turn == 0 || (i > 0 && turn != sign)) return 0;",
     "if (i > 0 && turn != sign) return 0;"),
    ("gap.c", "if (push.certain) return SOLID_IN;", "if (s->count == 4) return SOLID_IN;"),
    ("gap.c", "if (found != GJK_UNSURE) return found == GJK_IN ?",
     "if (found != GJK_UNSURE || s->count == 4) return found != GJK_APART ?"),
    ("decide.c", "if (s->radius == 0) return SURFACE_FLAT;", ""),
    ("decide.c", "&& ci_solid_holds_inside(&pair))", "&& 1)"),
    ("decide.c", "ci_solid_frame_size(&frame, uneven->radius, &radius);",
     "ci_exact_set(pool, &radius, uneven->radius);"),
]


if __name__ == "__main__":
    sys.exit(mutants.main(__doc__, "narrow/space", MUTANTS, HERE))
