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

import argparse
import multiprocessing
import os
import random
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

import core
import reference
import scenes
from exchange import Case, DriverStopped, ask

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "..", "..", "src")
BATCH = 96
QUICK = 66 * 96
NAMES = {reference.APART: "apart", reference.TOUCH: "touching", reference.IN: "in",
         reference.UNDECIDED: "undecided"}


class Tally:
    def __init__(self):
        self.cases = self.refused = 0
        self.levels = dict.fromkeys(NAMES, 0)
        self.wrong = []

    def merge(self, other):
        self.cases += other.cases
        self.refused += other.refused
        for level in NAMES:
            self.levels[level] += other.levels[level]
        self.wrong += other.wrong


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


# ---- Batches, one process each ---------------------------------------------------


def run_batch(task):
    driver, seed, pair, categories, batch, count = task
    r = random.Random("%s/%s/%d" % (seed, "-".join(pair), batch))
    tally = Tally()
    drawn = [scenes.draw(r, pair, categories[i % len(categories)]) for i in range(count)]
    try:
        for case, answer in zip(drawn, ask(driver, drawn)):
            judge(case, answer, tally)
    except DriverStopped as stopped:
        tally.wrong.append((None, str(stopped)))
    return pair, tally


def tasks_of(arguments, driver, pairs):
    categories = [i for i, f in enumerate(scenes.CATEGORIES) if arguments.category in f.__name__]
    each = -(-arguments.cases // len(pairs))
    for pair in pairs:
        for batch, first in enumerate(range(0, each, BATCH)):
            yield driver, arguments.seed, pair, categories, batch, min(BATCH, each - first)


def report(title, tally, most):
    if not tally.wrong:
        print("ok solids, %s: %d cases" % (title, tally.cases))
        return True
    print("not ok solids, %s: %d cases, %d wrong" % (title, tally.cases, len(tally.wrong)))
    for case, text in tally.wrong[:most]:
        print("    %s" % text)
        if case:
            print("        (%s) --case '%s'" % (case.name, case.text()))
    return False


def table(totals):
    print("\n%-19s %7s %8s %7s %7s %7s %10s %6s" % ("pair", "cases", "refused", "apart", "touch",
                                                     "in", "undecided", "wrong"))
    every = Tally()
    for tally in totals.values():
        every.merge(tally)
    for name, t in [*(("-".join(pair), t) for pair, t in totals.items()), ("all", every)]:
        print("%-19s %7d %8d %7d %7d %7d %10d %6d" % (
            name, t.cases, t.refused, t.levels[0], t.levels[1], t.levels[2], t.levels[-1],
            len(t.wrong)))


# ---- Running -----------------------------------------------------------------------


def build(arguments):
    return core.build(arguments.cc, os.path.join(arguments.build, "solids-driver"),
                      os.path.join(HERE, "driver.c"), flags=arguments.cflags.split(), source=arguments.source)


def one_case(driver, text):
    case, tally = Case.of_text(text), Tally()
    answer = ask(driver, [case])[0]
    print("decides %d, levels %s, overlap %s" % (answer.decides, answer.levels, answer.overlap))
    judge(case, answer, tally)
    return 0 if report("one case", tally, 20) else 1


def pair_of(text):
    names = tuple(text.split("-"))
    for pair in (names, names[::-1]):
        if pair in scenes.PAIRS:
            return pair
    raise argparse.ArgumentTypeError("no pair %s" % text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=100000, help="over all pairs, at least")
    parser.add_argument("--quick", action="store_true", help="%d cases" % QUICK)
    parser.add_argument("--pair", action="append", type=pair_of, help="sphere-box, cone-hull, ...")
    parser.add_argument("--category", default="", help="only those whose name has this text")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="failures printed a pair")
    parser.add_argument("--first", action="store_true", help="stop when something is wrong")
    parser.add_argument("--case", help="one case, as a failure prints it")
    parser.add_argument("--source", default=SOURCE, help="the core to check")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--cflags", default="", help="added when the driver is built")
    parser.add_argument("--driver", help="a driver that is built already")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "solids"))
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.cases = QUICK
    driver = arguments.driver or build(arguments)
    if arguments.case:
        return one_case(driver, arguments.case)
    began, pairs = time.monotonic(), arguments.pair or scenes.PAIRS
    tasks = sorted(tasks_of(arguments, driver, pairs), key=lambda task: task[4])
    totals = {pair: Tally() for pair in pairs}
    with multiprocessing.Pool(arguments.jobs) as pool:
        for pair, tally in pool.imap(run_batch, tasks):
            totals[pair].merge(tally)
            if tally.wrong and arguments.first:
                pool.terminate()
                break
    passed = sum(report("-".join(pair), tally, arguments.show) for pair, tally in totals.items())
    table(totals)
    print("%d s" % (time.monotonic() - began))
    print("%d passed, %d failed" % (passed, len(pairs) - passed))
    return 0 if passed == len(pairs) else 1


if __name__ == "__main__":
    sys.exit(main())
