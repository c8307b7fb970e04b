#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks pairs of shapes in the plane against exact arithmetic.

Draws cases of every pair and category, asks the C core through driver.c, and
compares each yes and no with what integers say (none may differ) and each
distance, depth, normal and point with decimals of 120 digits; and what it says
about the case with what it says about it in a mirror, with its axes swapped,
larger and elsewhere. README.md tells what is allowed; scenes.py has the
categories.

    run.py [--cases N] [--pair NAME-NAME]... [--category TEXT] [--seed S] [--jobs J]
    run.py --quick
    run.py --case '...'     one case again, as a failure prints it
"""

import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

import fold
import planar
import references
import scenes
import variants
from exchange import Case, ask
from judge import Scene, Tally

HERE = os.path.dirname(os.path.abspath(__file__))
# One in so many cases also checks the reference against itself.
SELF_CHECK = 20

# ---- One case -----------------------------------------------------------------


def judge_case(case, answer, tally, self_check):
    """The scene, or None when a shape was refused."""
    errors = [body.error for body in answer.bodies]
    if any(errors):
        tally.wrong.append((case, "refused with %s" % errors))
        return None
    fold.check(case, answer, tally)
    scene = Scene(case, answer, tally)
    scene.judge()
    if self_check:
        said = planar.contradiction(*scene.made)
        if said:
            tally.wrong.append((case, said))
    return scene


def judge_all(driver, drawn, tally, r, every):
    """Asks about the cases and then about their variants."""
    scenes_of = []
    answers = ask(driver, drawn)
    for i, (case, answer) in enumerate(zip(drawn, answers)):
        scenes_of.append(judge_case(case, answer, tally, i % every == 0))
    asked = [(i, variant, case) for i, case in enumerate(drawn) if scenes_of[i]
             for variant, case in variants.draw(case, r)]
    if not asked:
        return
    for (i, variant, case), new in zip(asked, ask(driver, [case for _, _, case in asked])):
        variants.judge(variant, drawn[i], answers[i], new, scenes_of[i], tally)


# ---- Running -----------------------------------------------------------------------


def row(name, t):
    print("%-17s %7d %5.1f%% %5.1f%% %6d |" % (
        name, t.cases, 100 * t.hits / (t.cases or 1), 100 * t.touching / (t.cases or 1),
        len(t.wrong)) + "".join(" %8.3g" % t.worst[name][0] for name in Tally.MEASURES))


class Pairs(references.Check):
    title, document, directory = "pairs", __doc__, HERE
    quick, batch, pairs = 3000, 250, scenes.PAIRS
    categories = [category.__name__ for category in scenes.CATEGORIES]
    tally = Tally

    def draw(self, r, pair, categories, first, count):
        return [scenes.draw(r, pair, categories[i % len(categories)]) for i in range(first, first + count)]

    def judge(self, driver, cases, tally, r):
        judge_all(driver, cases, tally, r, SELF_CHECK)

    def show_case(self, driver, text):
        case, tally = Case.of_text(text), Tally()
        case.whole = scenes.is_whole(case)
        answer = ask(driver, [case])[0]
        answer.show()
        if not any(body.error for body in answer.bodies):
            scene = Scene(case, answer, Tally())
            truth = scene.truth
            print("truth     %s, gap %r (%s), of terms %.3g, size %.3g" % (
                ("apart", "touching", "overlapping")[1 - scene.pair.side if scene.pair.side >= 0 else 2],
                float(truth.gap), +truth.gap, truth.terms, truth.size))
        judge_all(driver, [case], tally, random.Random(1), 1)
        return tally

    def table(self, totals):
        print("\n%-17s %7s %6s %6s %6s | worst, in units of what is allowed" % (
            "pair", "cases", "meet", "touch", "wrong"))
        print("%-46s |" % "" + "".join(" %8s" % name for name in Tally.MEASURES))
        for pair, tally in totals.items():
            row("-".join(pair), tally)
        row("all", self.total(totals))


if __name__ == "__main__":
    sys.exit(Pairs().main())
