#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks whether shapes in space meet, and are in one another, against exact arithmetic.

Draws cases of every pair of kinds and every category of scenes.py, asks the C core through
driver.c, and compares: ci_solid_decide in either order with the level of reference.py, and
collide_overlap in either order with what that level means. No difference is allowed.

    run.py [--cases N] [--pair NAME-NAME]... [--category TEXT] [--seed S] [--jobs J]
    run.py --quick
    run.py --case '...'     one case again, as a failure prints it
"""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

import reference
import references
import scenes
from exchange import Case, ask

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = {reference.APART: "apart", reference.TOUCH: "touching", reference.IN: "in",
         reference.UNDECIDED: "undecided"}


class Tally(references.Tally):
    def __init__(self):
        super().__init__()
        self.levels = dict.fromkeys(NAMES, 0)

    def merge(self, other):
        super().merge(other)
        for level in NAMES:
            self.levels[level] += other.levels[level]


def judge(case, answer, tally):
    tally.cases += 1
    if any(body.error for body in answer.bodies):
        tally.refused += 1  # a matrix that overflows when it is inverted
        return
    truth = reference.level_of(*answer.bodies)
    tally.levels[truth] += 1
    decided = truth != reference.UNDECIDED
    said = []
    if answer.levels != (truth, truth):
        said.append("decided %s, which is %s" % (
            " and ".join(NAMES.get(level, str(level)) for level in answer.levels), NAMES[truth]))
    if answer.decides != decided:
        said.append("says %d for whether it is decided" % answer.decides)
    if decided and (not answer.has or answer.overlap != (truth > 0, truth > 0)):
        said.append("overlap says %s of what is %s" % (answer.overlap, NAMES[truth]))
    if decided and answer.measured != (truth, truth):
        said.append("measures %s of what is %s" % (answer.measured, NAMES[truth]))
    if min(answer.measured) < 0 or answer.measured[0] != answer.measured[1]:
        said.append("measures %s" % (answer.measured,))
    if not answer.mirrored:
        said.append("the other way round it measures something else")
    for text in said:
        tally.wrong.append((case, text))


# ---- Running -----------------------------------------------------------------------


class Solids(references.Check):
    title, document, directory = "solids", __doc__, HERE
    quick, batch, pairs = 66 * 96, 96, scenes.PAIRS
    categories = [category.__name__ for category in scenes.CATEGORIES]
    tally = Tally

    def draw(self, r, pair, categories, first, count):
        return [scenes.draw(r, pair, categories[i % len(categories)]) for i in range(count)]

    def judge(self, driver, cases, tally, r):
        for case, answer in zip(cases, ask(driver, cases)):
            judge(case, answer, tally)

    def show_case(self, driver, text):
        case, tally = Case.of_text(text), Tally()
        answer = ask(driver, [case])[0]
        print("decides %d, levels %s, overlap %s" % (answer.decides, answer.levels, answer.overlap))
        judge(case, answer, tally)
        return tally

    def table(self, totals):
        print("\n%-19s %7s %8s %7s %7s %7s %10s %6s" % ("pair", "cases", "refused", "apart", "touch",
                                                         "in", "undecided", "wrong"))
        for name, t in [*(("-".join(pair), t) for pair, t in totals.items()), ("all", self.total(totals))]:
            print("%-19s %7d %8d %7d %7d %7d %10d %6d" % (
                name, t.cases, t.refused, t.levels[0], t.levels[1], t.levels[2], t.levels[-1],
                len(t.wrong)))


if __name__ == "__main__":
    sys.exit(Solids().main())
