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
    ("space.c", "!ci_pair_leads_in(w->a, w->b, taken.normal, w->d)", "0"),
    ("space.c", "(relation != SOLID_IN || !ci_solid_has_inside(w->a, w->b))", "relation != SOLID_IN"),
    ("space.c", "(relation != SOLID_IN || !ci_solid_has_inside(w->a, w->b))", "0"),
    ("space.c", "if (open && !in) return 0;", ""),
    # Boxes.
    ("space.c", "l->only_touches |= s->low == 0 || s->high == 0;", ""),
    ("space.c", "if (open ? end >= 0 : end > 0) return 0;", "if (end > 0) return 0;"),
    ("space.c", "return x < y && y - x > 4 * DBL_EPSILON * (fabs(x) + fabs(y));", "return x <= y;"),
    ("space.c", "if (sum.lo != 0 || x.lo != 0 || y.lo != 0) return UNSURE;", ""),
    # Doubles.
    ("space.h", "#define SPACE_GAP_MARGIN (60 * SOLID_UNIT)", "#define SPACE_GAP_MARGIN (-60 * SOLID_UNIT)"),
    ("space.c", "if (!(quality > touch->best && vector_dot(n, n) > 0)) return;", ""),
    ("space.c", "? height / speed", "? (height + 0x1p-20 * p->size) / speed"),
    ("twofold_decide.c", "to[1] = p->to;", "to[1] = p->from;"),
    # Features.
    ("space_feature.c",
     "if (l->radius.hi > 0) over = tf_sub(over, tf_mul(l->radius, tf_sqrt(tf_dot(n, n))));", ""),
    ("space_feature.c", "return fabs(value) > FEATURE_LEFT * terms;", "return 1;"),
    ("space_feature.c", "if (!(vector_dot(face->normal, g->d) < 0)) return 0;", ""),
    ("space_feature.c", "place == FACET_INSIDE && (g->pair->radius > 0 || face->has_more)", "1"),
    ("space_feature.c", "else if (!is_above_precisely(g, corner))\n      return 0;", ""),
    ("space_feature.c", "!is_foremost(&g, 1, margin)", "0"),
    ("facet.c", "int height = f->turn * ci_edges_height(", "int height = ci_edges_height("),
    ("facet.c", "above = up * f->turn * ci_edges_turn(&f->e, &f->f, &g);", "above = 0;"),
    ("facet.c", "above = up * f->turn * ci_edges_turn(&f->e, &f->f, &g);",
     "above = f->turn * ci_edges_turn(&f->e, &f->f, &g);"),
    ("facet.c", "    set_edge(c, &c->right, q);\n    return v->is_exact ? FACET_BORDER : FACET_UNSURE;",
     "    return FACET_INSIDE;"),
    ("facet.c", "    set_edge(c, &c->left, q);\n    return v->is_exact ? FACET_BORDER : FACET_UNSURE;",
     "    return FACET_INSIDE;"),
    ("facet.c", "if (is_near(v, q)) {", "if (0) {"),
    ("facet.c", "* (v->d[v->axis] < 0 ? -1 : 1)", ""),
    # Separating axes.
    # The errors of places and speeds cover each other.
    ("space_axes.c", "slow = AXES_SPEED * scale * q->most_d;", "slow = off = 0;", 20000, "box-box"),
    ("space_axes.c", "if (!solid_are_parallel(q->a.edge[i], q->b.edge[j])) continue;", ""),
    ("space_axes.c", "int i, sign = (vector_dot(x->normal, q->d) > 0) == enters ? -1 : 1;",
     "int i, sign = (vector_dot(x->normal, q->d) > 0) == enters ? 1 : -1;"),
    ("space_axes.c", "if (!(free >> i & 1) && vector_dot(n, body->edge[i]) > 0) corner |= 1 << i;",
     "if (!(free >> i & 1) && vector_dot(n, body->edge[i]) < 0) corner |= 1 << i;"),
    ("space_axes.c", "d[i] = enters ? q->d[i] : 0 - q->d[i];", "d[i] = q->d[i];"),
    # Times by exact decisions.
    ("space_search.c", "if (is_past(&q, least)) return 0;", ""),
    ("space_search.c", "search_time(&q, guess, least, number_of(later)) - 1)", "search_time(&q, guess, least, number_of(later)) + 1)"),
]


if __name__ == "__main__":
    sys.exit(mutants.main(__doc__, "narrow/space", MUTANTS, HERE))
