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

import argparse
import multiprocessing
import os
import random
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

import core
import fold
import planar
import scenes
import variants
from exchange import Case, DriverStopped, ask
from judge import Scene, Tally

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "..", "..", "src")
BATCH = 250
QUICK = 3000
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


# ---- Batches, one process each ---------------------------------------------------


def run_batch(task):
    """(pair, tally) of one batch of a pair, going through the categories."""
    driver, seed, pair, categories, batch, count = task
    r = random.Random("%s/%s/%d" % (seed, "-".join(pair), batch))
    tally = Tally()
    drawn = [scenes.draw(r, pair, categories[(batch * BATCH + i) % len(categories)])
             for i in range(count)]
    try:
        judge_all(driver, drawn, tally, r, SELF_CHECK)
    except DriverStopped as stopped:
        tally.wrong.append((None, str(stopped)))
    return pair, tally


def tasks_of(arguments, driver, pairs):
    categories = [i for i, f in enumerate(scenes.CATEGORIES) if arguments.category in f.__name__]
    if not categories:
        return
    each = -(-arguments.cases // len(pairs))
    for pair in pairs:
        for batch, first in enumerate(range(0, each, BATCH)):
            yield driver, arguments.seed, pair, categories, batch, min(BATCH, each - first)


class Progress:
    """A line on standard error, when that is a terminal."""

    def __init__(self, total):
        self.total, self.done = total, 0
        self.shown = sys.stderr.isatty()

    def step(self, count):
        self.done += count
        if self.shown:
            part = self.done / self.total
            bar = ("#" * int(40 * part)).ljust(40, ".")
            sys.stderr.write("\r%s %3d%% %d of %d" % (bar, 100 * part, self.done, self.total))
            sys.stderr.flush()

    def clear(self):
        if self.shown:
            sys.stderr.write("\r\033[K")


# ---- Reports --------------------------------------------------------------------


def report(title, tally, most):
    bad = tally.wrong + tally.off
    if not bad:
        print("ok pairs, %s: %d cases" % (title, tally.cases))
        return True
    print("not ok pairs, %s: %d cases, %d wrong, %d values off" % (
        title, tally.cases, len(tally.wrong), len(tally.off)))
    for case, text in tally.wrong[:most] + tally.off[:most]:
        print("    %s" % text)
        if case:
            print("        (%s) --case '%s'" % (case.name, case.text()))
    return False


def row(name, t):
    print("%-17s %7d %5.1f%% %5.1f%% %6d |" % (
        name, t.cases, 100 * t.hits / (t.cases or 1), 100 * t.touching / (t.cases or 1),
        len(t.wrong)) + "".join(" %8.3g" % t.worst[name][0] for name in Tally.MEASURES))


def table(totals):
    print()
    print("%-17s %7s %6s %6s %6s | worst, in units of what is allowed" % (
        "pair", "cases", "meet", "touch", "wrong"))
    print("%-46s |" % "" + "".join(" %8s" % name for name in Tally.MEASURES))
    every = Tally()
    for pair, tally in totals.items():
        row("-".join(pair), tally)
        every.merge(tally)
    row("all", every)


# ---- Running -----------------------------------------------------------------------


def build(arguments):
    return core.build(arguments.cc, os.path.join(arguments.build, "pairs-driver"),
                      os.path.join(HERE, "driver.c"), flags=arguments.cflags.split(), source=arguments.source)


def one_case(driver, text):
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
    parser.add_argument("--pair", action="append", type=pair_of, help="circle-rect, rect-point, ...")
    parser.add_argument("--category", default="", help="only those whose name has this text")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="failures printed a pair")
    parser.add_argument("--case", help="one case, as a failure prints it")
    parser.add_argument("--source", default=SOURCE, help="the core to check")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--cflags", default="", help="added when the driver is built")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "pairs"))
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.cases = QUICK
    driver = build(arguments)
    if arguments.case:
        return one_case(driver, arguments.case)
    began, pairs = time.monotonic(), arguments.pair or scenes.PAIRS
    tasks = list(tasks_of(arguments, driver, pairs))
    totals = {pair: Tally() for pair in pairs}
    progress = Progress(sum(task[-1] for task in tasks) or 1)
    with multiprocessing.Pool(arguments.jobs) as pool:
        for task, (pair, tally) in zip(tasks, pool.imap(run_batch, tasks)):
            progress.step(task[-1])
            totals[pair].merge(tally)
    progress.clear()
    passed = sum(report("-".join(pair), tally, arguments.show) for pair, tally in totals.items())
    table(totals)
    print("%d s" % (time.monotonic() - began))
    print("%d passed, %d failed" % (passed, len(pairs) - passed))
    return 0 if passed == len(pairs) else 1


if __name__ == "__main__":
    sys.exit(main())
