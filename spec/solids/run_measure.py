#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Distance, depth, normals and points of pairs in space, against exact arithmetic (measure.py),
judged as measure_judge.py says.

    spec/solids/run_measure.py --cases 100000 --jobs 2
    spec/solids/run_measure.py --pair box-box --cases 2000
    spec/solids/run_measure.py --case <as a failure prints it>
"""

import multiprocessing
import os
import random
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))

import references
from measure_exchange import Case, ask
from measure_judge import MEASURES, Judge, Tally
from measure_scenes import PAIRS, draw_case

QUICK, BATCH = 2200, 100


def judge_all(driver, cases):
    tally = Tally()
    for case, answers in zip(cases, ask(driver, cases)):
        if any(body.error for body in answers.bodies):
            continue
        try:
            Judge(case, answers, tally).judge()
        except ArithmeticError as error:
            tally.fail(case, "reference", repr(error))
    for i, (case, what, text) in enumerate(tally.failures):
        if not isinstance(case, str):
            tally.failures[i] = (case.text(), what, "%s: %s" % (case.category, text))
    tally.worst = {name: (ratio, None) for name, (ratio, _) in tally.worst.items()}
    return tally


def run_batch(task):
    driver, seed, pair, count = task
    draw = random.Random("%s %s %s" % (seed, *pair))
    return pair, judge_all(driver, [draw_case(draw, pair) for _ in range(count)])


def found_cases():
    """Cases that were answered wrongly once, each a line of found.txt."""
    with open(os.path.join(HERE, "found.txt"), encoding="ascii") as lines:
        return [Case.of_text(line.strip()) for line in lines if line.strip() and line[0] != "#"]


def table(totals):
    every = Tally()
    print("%-19s %6s %5s %5s" % ("worst, of allowed", "cases", "meet", "touch") +
          "".join(" %8s" % name for name in MEASURES))
    for pair, tally in totals.items():
        every.merge(tally)
    for name, tally in [("-".join(p), t) for p, t in totals.items()] + [("all", every)]:
        print("%-19s %6d %5d %5d" % (name, tally.cases, tally.meet, tally.touch) +
              "".join(" %8.2g" % tally.worst[m][0] for m in MEASURES))


def main():
    parser = references.parser_of(__doc__, "solids")
    parser.add_argument("--quick", action="store_true", help="%d cases" % QUICK)
    references.add_pairs(parser, PAIRS)
    arguments = parser.parse_args()
    driver = references.build(arguments, os.path.join(HERE, "measure_driver.c"))
    if arguments.case:
        case = Case.of_text(arguments.case)
        answers = ask(driver, [case])[0]
        for body in answers.bodies:
            print(vars(body))
        for answer in answers.pairs + answers.points:
            print(vars(answer))
        totals = {("one", "case"): judge_all(driver, [case])}
    else:
        pairs = arguments.pair or PAIRS
        cases = QUICK if arguments.quick else arguments.cases
        count = -(-cases // len(pairs))
        tasks = [(driver, "%s %d" % (arguments.seed, i), pair, min(BATCH, count - i))
                 for pair in pairs for i in range(0, count, BATCH)]
        totals, began = {pair: Tally() for pair in pairs}, time.monotonic()
        with multiprocessing.Pool(arguments.jobs) as pool:
            for pair, tally in pool.imap(run_batch, tasks):
                totals[pair].merge(tally)
        if not arguments.pair:
            totals[("found", "before")] = judge_all(driver, found_cases())
        print("%d s" % (time.monotonic() - began))
    table(totals)
    failed = 0
    for pair, tally in totals.items():
        if tally.counts:
            failed += 1
            print("%s: %s" % ("-".join(pair), tally.counts))
            for case, what, text in tally.failures[:arguments.show]:
                print("  %s: %s\n    --case %s" % (what, text[:300], case))
    print("%d passed, %d failed" % (len(totals) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
