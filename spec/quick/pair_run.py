#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The quick paths of pairs against exact ones, and whether a narrower margin is noticed.

Builds the core several times as a shared object: as it is; with the filters of yes
and no switched off; with every feature measured exactly; and once for each margin
with that margin narrowed. pair_driver.c asks all of them about cases aimed at the
gates (pair_cases.c). The core as it is must agree with the exact ones in all cases,
and every narrowed one must be caught to differ in some. A sample of the answers is
judged by fractions. Polygons are also asked about by the loops over all pairs of corners,
whatever their size, and by the way of large polygons, whatever their size.

    pair_run.py [--cases N] [--mutant-cases N] [--seed S] [--search]

--search prints for each margin how far it can be narrowed before it is noticed.
"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, "..", "support"), os.path.join(HERE, "..", "pairs")]

import core
import planar

OFF = {"exact": "BEYOND_MARGIN RADIUS_MARGIN LINE_CROSS LINE_SQUARES PLANE_MARGIN TWO_TERMS "
                "SUM_LEAST",
       "wide": "EDGE_WINDOW NEAREST_MARGIN DEEPEST_MARGIN MEASURE_CANCEL"}
# With these the quick path, plane_quick.c, is off.
PRECISE = {"QUICK_PAIRS": "0"}
# The loops over all pairs for polygons of all sizes, and the way of large ones by exact signs.
LOOPS = {"LARGE_HULL": "1000000"}
CALIPERS = {"LARGE_HULL": "2", **PRECISE}
UNIT = 2.0**-53

# The margin, which cases are aimed at it, the mildest narrowing that was found to be
# noticed (--search), and what is proved in the sources.
MARGINS = {
    "TWO_TERMS": ("signs", 1.4 * UNIT, 4.05 * UNIT),
    "BEYOND_MARGIN": ("edge and corner", 0.7 * UNIT, 12 * UNIT),
    "RADIUS_MARGIN": ("circle", 2.5 * UNIT, 11 * UNIT),
    "PLANE_MARGIN": ("half-planes", 0.6 * UNIT, 8 * UNIT),
    "LINE_CROSS": ("circle and triangle", 1.2 * UNIT, 5 * UNIT),
    "LINE_SQUARES": ("level capsule", 0.0 * UNIT, 10 * UNIT),
    "FEATURE_REACH": ("capsule", 0.05, 2),
    "EDGE_WINDOW": ("edge", 0.0, 3),
    "NEAREST_MARGIN": ("edge", 0.0, 8),
    "DEEPEST_MARGIN": ("edge", 0.0, 2),
    "MEASURE_CANCEL": ("edge", 0.0, 2.0**-20),
    "NEIGHBOURS": ("polygons, clusters", 0, 8),
    "LEAST_SQUARE": ("circle and segment", -1.0, 1e-280),
    "PLAIN_DIFFERENCE": ("circle", 100.0, 4.999),
    "PAIR_CANCEL": ("c", 0.0, 2.0**-20),
    "PAIR_APART": ("edge", -1000.0, 1),
    "PAIR_SHALLOW": ("edge", -1000.0, 5),
    "PAIR_DEEPEST": ("edge", 0.0, 2),
    "PAIR_LEVEL": ("at rest, turned", 0.0, 3),
    "SUM_LEAST": ("circles, extreme", 1e-170, 1e-140),
    "SIDE_MARGIN": ("level, ", -1e-300, 0),
}

# Where another margin's slack covers for this one, that is narrowed with it: for level
# edges 1 unit is enough, so it is this one alone that is noticed.
# The margins of the exact path are narrowed with the quick path off.
BESIDE = {
    **dict.fromkeys(["EDGE_WINDOW", "NEAREST_MARGIN", "DEEPEST_MARGIN", "MEASURE_CANCEL",
                     "BEYOND_MARGIN"], PRECISE),
    "LINE_SQUARES": {"LINE_CROSS": "(%r)" % (1.0 * UNIT)},
    "NEIGHBOURS": {"LARGE_HULL": "2", **PRECISE},
}


class Builder:
    def __init__(self, arguments):
        self.arguments = arguments
        self.sources = core.sources()
        # Those that read margins; the others are compiled once.
        self.short = [path for path in self.sources
                      if os.path.basename(os.path.dirname(path)) == "plane" or
                      os.path.basename(path) in ("orient.c", "sum.c")]

    def compile(self, flags, inputs, output):
        subprocess.run([*self.arguments.cc.split(), "-std=c99", "-O2", "-ffp-contract=off", "-fPIC",
                        "-I", core.SOURCE, *flags, *inputs, "-lm", "-ldl", "-o",
                        os.path.join(self.arguments.build, output)], check=True)
        return os.path.join(self.arguments.build, output)

    def objects(self):
        """The object of each source as it is. What pair_driver.c asks of orient.c is no part of what
        is exported."""
        command = [*self.arguments.cc.split(), *core.FLAGS]
        shown = [*command, "-fvisibility=default"]
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            objects = list(pool.map(lambda path: core.compiled(
                shown if os.path.basename(path) == "orient.c" else command, path, core.SOURCE),
                                    self.sources))
        return dict(zip(self.sources, objects))

    def reads(self, path, name):
        """Does a source, or a header of its folder, name the margin?"""
        texts = [path]
        if path in self.short and os.path.basename(os.path.dirname(path)) == "plane":
            texts += [os.path.join(core.SOURCE, "narrow", "plane", header)
                      for header in ("plane.h", "plane_quick.h")]
        return any(name in open(text).read() for text in texts)

    def library(self, name, defines):
        flags = ["-shared", "-Wl,-Bsymbolic"] + ["-D%s=%s" % pair for pair in defines.items()]
        inputs = [path if path in self.short and any(self.reads(path, name) for name in defines)
                  else self.made[path] for path in self.sources]
        return self.compile(flags, inputs, name + ".so")

    def build(self):
        os.makedirs(self.arguments.build, exist_ok=True)
        self.made = self.objects()
        self.driver = self.compile([], [os.path.join(HERE, "pair_driver.c"),
                                        os.path.join(HERE, "pair_cases.c"),
                                        os.path.join(HERE, "pair_polygons.c"),
                                        os.path.join(HERE, "pair_level.c"),
                                        os.path.join(HERE, "pair_direct.c"),
                                        *self.made.values()], "driver")
        self.plain = self.library("plain", {})
        self.exact = self.library("exact", dict.fromkeys(OFF["exact"].split(), "HUGE_VAL"))
        self.loops = self.library("loops", LOOPS)
        self.precise = self.library("precise", {**LOOPS, **PRECISE})
        self.calipers = self.library("calipers", CALIPERS)
        self.wide = self.library("wide", {**dict.fromkeys(OFF["wide"].split(), "HUGE_VAL"),
                                          **PRECISE})

    def ask(self, library, cases, family, *sample, loops=None):
        run = subprocess.run([self.driver, library, self.exact, self.wide, loops or self.loops,
                              str(cases), str(self.arguments.seed), family, *sample],
                             capture_output=True, text=True)
        if run.returncode not in (0, 1):
            raise SystemExit("pair_driver: %d %s" % (run.returncode, run.stderr))
        return run.stdout

    def mutant(self, name, value, cases):
        """How many cases notice."""
        defines = {name: "(%r)" % value, **BESIDE.get(name, {})}
        library = self.library("mutant_" + name, defines)
        precise = self.precise if "QUICK_PAIRS" in defines else None
        said = self.ask(library, cases, MARGINS[name][0], loops=precise)
        os.remove(library)
        return sum(int(line.split()[-2]) for line in said.splitlines())


# ---- The sample, by fractions -----------------------------------------------------


class Folded:
    """As planar.py wants it: corners and radius, or a plane."""

    def __init__(self, words):
        self.plane, self.radius, self.corners = None, 0.0, []
        if words.pop(0) == "plane":
            self.plane = tuple(float.fromhex(words.pop(0)) for _ in range(3))
            return
        count, self.radius = int(words.pop(0)), float.fromhex(words.pop(0))
        self.corners = [(float.fromhex(words.pop(0)), float.fromhex(words.pop(0)))
                        for _ in range(count)]


def judge(line):
    """Is what was said true?"""
    words = line.split()
    said = int(words.pop(0))
    if words[0] == "points":
        words.pop(0)
        dot = int(words.pop(0))
        n = [Fraction(float.fromhex(word)) for word in words[:8]]
        e, f = (n[2] - n[0], n[3] - n[1]), (n[6] - n[4], n[7] - n[5])
        cross, along = e[0] * f[1] - e[1] * f[0], e[0] * f[0] + e[1] * f[1]
        return said == (cross > 0) - (cross < 0) and dot == (along > 0) - (along < 0)
    bodies = [Folded(words), Folded(words)]
    made, _, _ = planar.scene(bodies, [])
    return said == (planar.pair(*made).side <= 0)


# ---- Running ------------------------------------------------------------------------


def search(builder, cases):
    for name, (_, _, proved) in MARGINS.items():
        if name in ("LEAST_SQUARE", "NEIGHBOURS"):
            continue
        for step in range(1, 24):
            value = proved * (4.0**-step if name == "MEASURE_CANCEL" else 2.0**(-step / 4))
            noticed = builder.mutant(name, value, cases)
            if noticed:
                break
        print("%-16s %.4g units or %.4g (%.3g of what is proved): %d" % (
            name, value / UNIT, value, value / proved, noticed), flush=True)


def are_noticed(builder, cases):
    """Is each margin's mutant noticed?"""
    noticed = True
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda name: builder.mutant(name, MARGINS[name][1], cases), MARGINS)
        for name, count in zip(MARGINS, found):
            _, narrow, proved = MARGINS[name]
            print("%-16s narrowed from %.4g to %.4g: %d cases notice" % (
                name, proved, narrow, count))
            noticed = noticed and count > 0
    return noticed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=100000)
    parser.add_argument("--mutant-cases", type=int, default=120000, help="0 for no mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--search", action="store_true")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "quick-pairs"))
    arguments = parser.parse_args()
    arguments.build = os.path.abspath(arguments.build)
    builder = Builder(arguments)
    builder.build()
    if arguments.search:
        search(builder, arguments.cases)
        return 0
    sample = os.path.join(arguments.build, "sample.txt")
    said = builder.ask(builder.plain, arguments.cases, "", sample)
    print(said, end="")
    failed = any(int(line.split()[-2]) for line in said.splitlines())
    said = builder.ask(builder.calipers, arguments.cases // 4, "polygons, ", loops=builder.precise)
    print("by the way of large polygons:\n" + said, end="")
    failed = failed or any(int(line.split()[-2]) for line in said.splitlines())
    with open(sample) as lines:
        judged = [(judge(line), line) for line in lines]
    for right, line in judged:
        if not right:
            failed = True
            print("not what fractions say: " + line, end="")
    print("%d of them judged by fractions" % len(judged))
    if arguments.mutant_cases > 0 and not are_noticed(builder, arguments.mutant_cases):
        failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
