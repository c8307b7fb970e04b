#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the casts of the C core against exact arithmetic.

Draws cases of every shape, category and kind of pose, asks the core through
driver.c, and compares each hit or miss with what integers say (none may
differ) and each t, normal and point with decimals of 120 digits. README.md
tells what is allowed; cases.py has the categories.

    run.py [--cases N] [--shape NAME]... [--category TEXT] [--seed S] [--jobs J]
    run.py --quick
    run.py --case 'HEX ...'     one case again, as a failure prints it
"""

import multiprocessing
import os
import random
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

import cases
import fold
import fold_flat
import mesh
import references
import truth
import wild
from exchange import DRAWN, FLAT, QUERIES, Case, ask
from judge import EPSILON, Scene, Tally

HERE = os.path.dirname(os.path.abspath(__file__))
BATCH = 400
QUICK = 2000
# One in so many cases also checks the reference against itself.
SELF_CHECK = 50

# ---- One case -----------------------------------------------------------------


def judge_case(case, answer, tally, self_check):
    tally.cases += 1
    if answer.error:
        tally.wrong.append((case, "the shape was refused: %d" % answer.error))
        return None
    if answer.odd:
        tally.wrong.append((case, "*hit written on a miss, or NULL answers otherwise"))
    result = truth.truth(case, truth.folded_line(case, answer))
    if self_check:
        said = truth.contradiction(result)
        if said:
            tally.wrong.append((case, said))
    scene = Scene(case, answer, result, truth.sizes_to_judge_by(case, answer), tally)
    for i, query in enumerate(QUERIES):
        scene.judge(query, answer.hits[i], result.ends[i])
    if result.ends[1] is None:
        tally.misses += 1
    else:
        tally.hits += 1
    if case.kind in FLAT:
        fold_flat.check(case, answer, tally)
    else:
        fold.check(case, answer, result, tally)
    return result


# ---- Batches, one process each ---------------------------------------------------


def run_batch(task):
    """(task, tally) of one batch of a shape, a category and a kind of pose."""
    driver, seed, kind, category, pose, batch, count = task
    r = random.Random("%s/%s/%d/%d/%d" % (seed, kind, category, pose, batch))
    drawn = [cases.draw(r, kind, category, pose) for _ in range(count)]
    tally = Tally(cases.is_bounded(category))
    try:
        answers = ask(driver, drawn)
    except references.DriverStopped as stopped:
        tally.wrong.append((drawn[0], str(stopped)))
        return task, tally
    for i, (case, answer) in enumerate(zip(drawn, answers)):
        judge_case(case, answer, tally, i % SELF_CHECK == 0)
    return task, tally


def tasks_of(arguments, driver, kind):
    chosen = [(c, p) for c in range(len(cases.CATEGORIES)) for p in range(len(cases.POSES))
              if arguments.category in cases.name(c, p)]
    each = -(-arguments.cases // len(chosen)) if chosen else 0
    for c, p in chosen:
        for batch, first in enumerate(range(0, each, BATCH)):
            yield driver, arguments.seed, kind, c, p, batch, min(BATCH, each - first)


# ---- Reports --------------------------------------------------------------------


def report(title, tally, most):
    bad = tally.wrong + tally.off
    if not bad:
        print("ok accuracy, %s: %d cases" % (title, tally.cases))
        return True
    print("not ok accuracy, %s: %d cases, %d wrong, %d values off" % (
        title, tally.cases, len(tally.wrong), len(tally.off)))
    for case, text in (tally.wrong[:most] + tally.off[:most])[:most]:
        print("    %s\n        --case '%s'" % (text, case.text() if case else ""))
    return False


def table(totals):
    print()
    print("%-11s %9s %7s %6s | worst, in units of what is allowed" % ("shape", "cases", "hits",
                                                                   "wrong"))
    print("%-11s %9s %7s %6s | %9s %9s %9s %9s %9s | %9s %s" % (
        "", "", "", "", "t", "normal", "point", "u, v", "pose", "graze", " pose differs"))
    for kind, t in totals.items():
        worst = [t.worst[name][0] for name in Tally.MEASURES]
        share = 100 * t.hits / t.cases if t.cases else 0
        print("%-11s %9d %6.1f%% %6d | %9.3g %9.3g %9.3g %9.3g %9.3g | %9.3g  %d" % (
            kind, t.cases, share, len(t.wrong), *worst, t.differs))
    print("\nt is allowed 8 eps (|start| + |t d| + size) / steepness with eps = 2^-52 = %.3g;"
          "\nwith eps = 2^-53 all figures of t double." % EPSILON)
    beyond = ", ".join("%s %d" % (kind, t.unbounded) for kind, t in totals.items() if t.unbounded)
    print("Measured values beyond these bounds in shapes of numbers up to 1e140 apart, where only"
          "\nyes and no are held to account: %s." % (beyond or "none"))


# ---- Running -----------------------------------------------------------------------


def one_case(driver, text):
    case, tally = Case.of_text(text), Tally()
    answer = ask(driver, [case])[0]
    print("shape %s, error %d, odd %d, linear frame %s" % (case.kind, answer.error, answer.odd,
                                                           answer.linear_frame))
    result = judge_case(case, answer, tally, True)
    for query, hit, end in zip(QUERIES, answer.hits, result.ends if result else [None] * 5):
        print("%-25s %r\n%-25s wants %s" % (query, hit, "", end))
    if result and result.interval:
        scene = Scene(case, answer, result, truth.sizes_to_judge_by(case, answer), tally)
        for k in (0, 1):
            if result.interval[k][3]:
                t, _, world, surface, normal, steepness = scene.end(k)
                print("end %d: t %s\n    point %s\n    normal %s steepness %.3g %s" % (
                    k, +t, tuple(map(float, world)), normal and tuple(map(float, normal)),
                    steepness, surface.faces))
    return 0 if report("one case", tally, 10) else 1


def main():
    parser = references.parser_of(__doc__, "accuracy")
    parser.add_argument("--quick", action="store_true", help="%d cases a shape" % QUICK)
    parser.add_argument("--shape", action="append", choices=DRAWN)
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.cases = QUICK
    driver = references.build(arguments, os.path.join(HERE, "driver.c"))
    if arguments.case:
        return one_case(driver, arguments.case)
    began, kinds = time.monotonic(), arguments.shape or DRAWN
    tasks = [task for kind in kinds for task in tasks_of(arguments, driver, kind)]
    totals = {kind: Tally() for kind in kinds}
    checks = {}
    progress = references.Progress(sum(task[-1] for task in tasks) or 1)
    with multiprocessing.Pool(arguments.jobs) as pool:
        for task, tally in pool.imap(run_batch, tasks):
            progress.step(task[-1])
            totals[task[2]].merge(tally)
            checks.setdefault(task[2:5], Tally()).merge(tally)
    progress.clear()
    passed = 0
    for (kind, category, pose), tally in checks.items():
        passed += report("%s, %s" % (kind, cases.name(category, pose)), tally, arguments.show)
    count = len(checks)
    if "triangle" in kinds and not arguments.category:
        tally = mesh.check(driver, arguments.seed, max(arguments.cases // 10, 100))
        passed += report("triangle, meshes do not leak", tally, arguments.show)
        count += 1
    if not arguments.category:
        for kind in kinds:
            tally = wild.check(driver, arguments.seed, kind, max(arguments.cases // 20, 100))
            passed += report("%s, doubles of any size are safe" % kind, tally, arguments.show)
            count += 1
    table(totals)
    print("%d s" % (time.monotonic() - began))
    print("%d passed, %d failed" % (passed, count - passed))
    return 0 if passed == count else 1


if __name__ == "__main__":
    sys.exit(main())
