#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the quick casts (plain doubles, certain answers only) with exact ones.

cast_driver.c draws the cases: lines aimed at what is hard about each kind of
shape (cast_aims_*.c, cast_lines.c), and from these on to the borders between
what the quick cast answers and what it leaves (cast_gates.c), to corners of
these borders (cast_corners.c), and to what was wrong once (cast_known.c). What is decided
must be the same, what is measured as near as cast_judge.c says.

    cast.py [--cases N] [--kind NAME]... [--seed S] [--jobs J] [--lines]
    cast.py --quick
    cast.py --shares             how many of ordinary shots the quick cast answers
    cast.py --mutants            narrows each margin, see cast_mutants.py
    cast.py --kind NAME --case I the case again that a failure printed
"""

import argparse
import multiprocessing.pool
import os
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

import cast_mutants
import core

HERE = os.path.dirname(os.path.abspath(__file__))
QUICK = 10000
KINDS = ("sphere", "box", "cylinder", "cone", "capsule", "plane", "triangle", "segment", "hull",
         "round_box", "plane_outline", "circle", "rect", "polygon", "triangle_2d", "segment_2d",
         "capsule_2d", "plane_2d")
MEASURES = ("t", "t_exit", "point", "normal", "uv")
# A run of the driver: so many cases at once.
BATCH = 100000
SHOTS = 20000

# ---- The driver ------------------------------------------------------------------


def driver_sources():
    names = ("driver", "judge", "shapes", "lines", "gates", "corners", "known", "hulls",
             "aims_solid", "aims_flat")
    return [os.path.join(HERE, "cast_%s.c" % name) for name in names]


def compile_command(arguments):
    return [arguments.cc, "-O2", "-std=c99", "-ffp-contract=off", *arguments.cflags.split(),
            "-I", arguments.source, "-I", HERE]


def build(arguments):
    return core.build(arguments.cc, os.path.join(arguments.build, "cast_driver"), *driver_sources(),
                      flags=arguments.cflags.split(), source=arguments.source)


class Tally(dict):
    """What a run of the driver counted."""

    def __init__(self, line=""):
        super().__init__(word.split("=") for word in line.split()[1:])
        for name, value in self.items():
            if name != "kind":
                self[name] = float(value) if name in MEASURES else int(value)

    @property
    def failed(self):
        return self["wrong"] + self["off"]

    def add(self, other):
        for name, value in other.items():
            if name in MEASURES:
                self[name] = max(self.get(name, 0), value)
            elif name not in ("kind", "first"):
                self[name] = self.get(name, 0) + value
        if self.get("first", -1) < 0:
            self["first"] = other["first"]


def run_driver(driver, kind, seed, first, count, *options):
    """(tally, what was printed about failures)"""
    done = subprocess.run([driver, "run", kind, str(seed), str(first), str(count), *options],
                          stdout=subprocess.PIPE, text=True)
    lines = done.stdout.splitlines()
    if done.returncode or not lines or not lines[-1].startswith("done "):
        raise SystemExit("cast_driver stopped with %d: %s, cases %d to %d" % (
            done.returncode, kind, first, first + count))
    return Tally(lines[-1]), lines[:-1]


# ---- Runs ------------------------------------------------------------------------


def compare(arguments, driver, kinds):
    options = ["lines"] if arguments.lines else []
    tasks = [(driver, kind, arguments.seed, first, min(BATCH, arguments.cases - first),
              "show=%d" % arguments.show, *options)
             for kind in kinds for first in range(0, arguments.cases, BATCH)]
    totals = {kind: Tally() for kind in kinds}
    shown = {kind: 0 for kind in kinds}
    with multiprocessing.pool.ThreadPool(arguments.jobs) as pool:
        for task, (tally, said) in zip(tasks, pool.imap(lambda task: run_driver(*task), tasks)):
            kind = task[1]
            totals[kind].add(tally)
            if said and shown[kind] < arguments.show:
                print("%s:\n%s" % (kind, "\n".join(said)))
                shown[kind] += len([line for line in said if line.startswith("fail")])
    return totals


def report(totals):
    """How many kinds failed."""
    print("%-12s %9s %8s %9s %9s %6s %6s %s" % (
        "kind", "lines", "answered", "compared", "hits", "wrong", "off",
        "worst, in units of what is allowed: " + ", ".join(MEASURES)))
    failed = 0
    for kind, t in totals.items():
        failed += t.failed > 0
        print("%-12s %9d %7.1f%% %9d %9d %6d %6d %s" % (
            kind, t["asked"], 100 * t["answered"] / t["asked"], t["checked"], t["hits"],
            t["wrong"], t["off"], " ".join("%8.2g" % t[name] for name in MEASURES)))
        if not t["answered"]:
            print("    the quick cast never answers")
            failed += 1
    lines = sum(t["lines"] for t in totals.values())
    differ = sum(t["lines_differ"] for t in totals.values())
    print("linecast's t is not raycast's to the bit in %d of %d" % (differ, lines))
    return failed


def shares(driver, kinds):
    print("ordinary shots that the quick cast answers, by the distance in half sizes")
    print("%-12s %-8s %8s %8s %8s %8s" % ("kind", "pose", "3", "20", "100", "10000"))
    for kind in kinds:
        said = subprocess.run([driver, "shares", kind, str(SHOTS)], check=True,
                              stdout=subprocess.PIPE, text=True).stdout.splitlines()
        rows = [dict(word.split("=") for word in line.split()[1:]) for line in said]
        for rotated, name in (("0", "plain"), ("1", "rotated")):
            print("%-12s %-8s %s" % (kind, name, " ".join(
                "%7.1f%%" % (100 * float(row["answered"])) for row in rows
                if row["rotated"] == rotated)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=1000000, help="lines a kind")
    parser.add_argument("--quick", action="store_true", help="%d lines a kind" % QUICK)
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--lines", action="store_true",
                        help="linecast's t must be raycast's to the bit")
    parser.add_argument("--shares", action="store_true")
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--margin", default="", help="only mutants whose name has this text")
    parser.add_argument("--case", type=int, help="the index of one case")
    parser.add_argument("--show", type=int, default=3, help="failures printed a kind")
    parser.add_argument("--source", default=core.SOURCE, help="the core to check")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--cflags", default="", help="added when the driver is built")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "quick"))
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.cases = QUICK
    kinds = arguments.kind or KINDS
    began = time.monotonic()
    if arguments.mutants:
        return cast_mutants.run(arguments, compile_command(arguments), driver_sources(), kinds,
                                run_driver)
    driver = build(arguments)
    if arguments.shares:
        shares(driver, kinds)
        return 0
    if arguments.case is not None:
        for kind in kinds:
            print("\n".join(run_driver(driver, kind, arguments.seed, arguments.case, 1,
                                       "show=9")[1]) or "the answers agree")
        return 0
    failed = report(compare(arguments, driver, kinds))
    print("%d s" % (time.monotonic() - began))
    print("%d passed, %d failed" % (len(kinds) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
