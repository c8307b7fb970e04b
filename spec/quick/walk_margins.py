# SPDX-License-Identifier: MIT
"""Compares fast paths with exact ones, and shows that a narrower margin is noticed.

A program of cases (walk_cases.c, voxel_cases.c) is built several times from the same
sources: as it is; with every margin infinite, so that every answer is exact; and, for each
margin in turn, with that margin narrowed. Each build draws the same cases and writes a hash
of every answer. The first two must agree everywhere; the others must not.
"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "support"))

import core  # noqa: E402

BLOCK = 20000  # cases in one run of a program


class Margin:
    """What is proved, what is used, and what it is narrowed to (a C expression that may
    not name the macro itself), with the kinds of cases that have to show it."""

    def __init__(self, name, proved, used, narrowed, kinds):
        self.name, self.proved, self.used, self.narrowed = name, proved, used, narrowed
        self.kinds = kinds.split()


# ---- Building ------------------------------------------------------------------------


class Builder:
    def __init__(self, cc, directory, program):
        self.cc, self.directory, self.program = cc, directory, program
        self.driver = os.path.join(HERE, program + ".c")

    def link(self, variant, values):
        """A program with some macros defined."""
        known = [core.read(path, core.SOURCE)[0] for path in [*core.sources(), self.driver]]
        for name in values:
            if not any(name in words for words in known):
                sys.exit("no source knows " + name)
        return core.build(self.cc, os.path.join(self.directory, variant, self.program), self.driver,
                          flags=["-D%s=%s" % item for item in values.items()])


# ---- Running -------------------------------------------------------------------------


def run(program, kind, seed, first, count):
    command = [program, kind, str(seed), str(first), str(count)]
    done = subprocess.run(command, capture_output=True)
    if done.returncode != 0 or len(done.stdout) != 8 * count:
        return None
    return done.stdout


def lines(program, kind, seed, count):
    command = [program, kind, str(seed), "0", str(count), "text"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode().splitlines()


def first_difference(a, b):
    if a == b:
        return None
    return next(i for i in range(0, len(a), 8) if a[i:i + 8] != b[i:i + 8]) // 8


class Comparison:
    """Answers of the exact program, kept for all that are compared with it."""

    def __init__(self, exact, seed, cases):
        self.exact, self.seed, self.cases = exact, seed, cases
        self.kept = {}

    def blocks(self, kind):
        for first in range(0, self.cases[kind], BLOCK):
            yield first, min(BLOCK, self.cases[kind] - first)

    def truth(self, kind, first, count):
        key = kind, first
        if key not in self.kept:
            self.kept[key] = run(self.exact, kind, self.seed, first, count)
            if self.kept[key] is None:
                sys.exit("the exact program failed: %s from case %d on" % key)
        return self.kept[key]

    def find(self, program, kind):
        """The first case that differs, or None. A program that crashes differs, too."""
        for first, count in self.blocks(kind):
            said = run(program, kind, self.seed, first, count)
            if said is None:
                return first
            at = first_difference(said, self.truth(kind, first, count))
            if at is not None:
                return first + at
        return None


def compare(workers, comparison, program):
    """The fast program and the exact one, over all kinds."""
    wrong = 0
    for kind, at in zip(comparison.cases, workers.map(
            lambda kind: comparison.find(program, kind), comparison.cases)):
        said = "" if at is None else ", the first that differs is %d" % at
        print("%-12s %9d cases%s" % (kind, comparison.cases[kind], said))
        wrong += at is not None
    return wrong


def judge(program, seed, judges, sample):
    """Asks Python what the exact program should have said."""
    wrong = 0
    for kind, truth in judges.items():
        count = 0
        for i, line in enumerate(lines(program, kind, seed, sample)):
            asked, *rest = line.split(" :")
            if not rest:  # nothing was asked
                continue
            expected = truth(asked.split(), [part.split() for part in rest])
            count += expected is not None
            if expected is not None and expected != rest[-1].split():
                wrong += 1
                if wrong <= 3:
                    print("  %s %d:%s\n    said  %s\n    truth %s" % (
                        kind, i, asked, rest[-1].strip(), " ".join(expected)))
        print("%-12s %9d cases in fractions" % (kind, count))
    return wrong


def mutate(workers, comparison, builder, margins):
    """Narrows each margin in turn; returns how many that nobody noticed."""
    def notice(margin):
        program = builder.link(margin.name + "_narrow", {margin.name: margin.narrowed})
        for kind in margin.kinds:
            at = comparison.find(program, kind)
            if at is not None:
                return "%s, case %d" % (kind, at)
        return None

    print("%-18s %-32s %-10s %-18s %s" % ("margin", "proved", "used", "narrowed to", "noticed in"))
    missed = 0
    for margin, where in zip(margins, workers.map(notice, margins)):
        print("%-18s %-32s %-10s %-18s %s" % (margin.name, margin.proved, margin.used,
                                              margin.narrowed, where or "NOT NOTICED"))
        missed += where is None
    return missed


def main(program, exact, margins, judges, quick, weights):
    """exact: the values that make every path exact; quick: cases of a kind in a quick run;
    weights: how many cases of a kind to one of --cases."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=1000000, help="of a kind")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seed", type=int, default=20261122)
    parser.add_argument("--sample", type=int, default=2000, help="cases for Python to judge")
    parser.add_argument("--only", help="one margin")
    parser.add_argument("--narrow", help="and what to narrow it to")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--build", default=os.path.join(core.ROOT, "build", "quick"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    if arguments.quick:
        cases, arguments.sample = quick, 300
    else:
        cases = {kind: int(arguments.cases * weights.get(kind, 1)) for kind in quick}
    builder = Builder(arguments.cc, os.path.join(arguments.build, program), program)
    with ThreadPoolExecutor(arguments.jobs) as workers:
        fast, truth = builder.link("fast", {}), builder.link("exact", exact)
        comparison = Comparison(truth, arguments.seed, cases)
        if arguments.only:
            margins = [m for m in margins if m.name == arguments.only]
            for margin in margins:
                margin.narrowed = arguments.narrow or margin.narrowed
            return 1 if mutate(workers, comparison, builder, margins) else 0
        wrong = compare(workers, comparison, fast)
        wrong += judge(truth, arguments.seed, judges, arguments.sample)
        missed = mutate(workers, comparison, builder, margins)
    print("%d kinds differ or are wrong, %d of %d narrower margins were not noticed" % (
        wrong, missed, len(margins)))
    return 1 if wrong or missed else 0
