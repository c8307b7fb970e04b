# SPDX-License-Identifier: MIT
"""The mutation run: is each margin of the quick cast needed?

A margin is a constant that its file lets be overridden,

    #ifndef QUICK_X
    #define QUICK_X value
    #endif

with a value that may be any expression of doubles. All of them are compiled
once as `value * quick_mutants[i]`, factors that the driver sets, so trying
another factor costs no compilation. A margin that is narrowed to nothing must
make the comparison fail; the table says which narrowing is the mildest that
does. Names that begin with QUICK_GATE_ only say which case goes which way:
they are widened and narrowed, too, but need not be caught.
"""

import glob
import math
import multiprocessing.pool
import os
import re
import subprocess

import core

FACTORS = [0.0] + [2.0 ** -k for k in (20, 12, 8, 5, 3, 2, 1)]
GATE_FACTORS = [2.0 ** k for k in (40, 20, 10, 3, -3, -10, -20, -40)]
MARGIN = re.compile(r"^[ \t]*#ifndef (QUICK_\w+)\n[ \t]*#define \1[ \t]+((?:.*\\\n)*.*)\n[ \t]*#endif",
                    re.MULTILINE)
# Files that serve several kinds, but not all.
OF_FILE = {
    "rect.c": ["rect"], "box.c": ["box", "rect"],
    "sphere.c": ["sphere", "circle"],
    "plane.c": ["plane", "plane_2d"], "triangle.c": ["triangle"],
    "hull.c": ["hull"], "segment.c": ["segment"], "cone.c": ["cone"], "cylinder.c": ["cylinder"],
    "capsule.c": ["capsule", "capsule_2d"],
    "polygon.c": ["polygon", "rect", "triangle_2d", "segment_2d"],
}
BATCH = 20000


class Margin:
    def __init__(self, index, name, value, path):
        self.index, self.name, self.value, self.path = index, name, value, path
        self.is_gate = name.startswith("QUICK_GATE_")

    def kinds(self, kinds):
        served = OF_FILE.get(os.path.basename(self.path), kinds)
        return [kind for kind in kinds if kind in served]


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def margins(source):
    found = []
    for path in sorted(glob.glob(os.path.join(source, "shape", "*.[ch]"))):
        with open(path) as file:
            for name, value in MARGIN.findall(without_comments(file.read())):
                value = " ".join(value.replace("\\\n", " ").split())
                found.append(Margin(len(found), name, value, path))
    return found


# ---- Building --------------------------------------------------------------------


def newest(directory):
    return max(os.path.getmtime(path) for pattern in ("*.h", "*/*.h")
               for path in glob.glob(os.path.join(directory, pattern)) + [directory])


def compile_all(arguments, command, directory, sources):
    """The objects of the sources; those that are newer than sources and headers stay."""
    os.makedirs(directory, exist_ok=True)
    headers = max(newest(arguments.source), newest(os.path.dirname(sources[0])))

    def compile_one(path):
        name = os.path.basename(os.path.dirname(path)) + "_" + os.path.basename(path)
        made = os.path.join(directory, name[:-1] + "o")
        if not os.path.exists(made) or os.path.getmtime(made) < max(headers,
                                                                    os.path.getmtime(path)):
            subprocess.run([*command, "-c", path, "-o", made], check=True)
        return made

    with multiprocessing.pool.ThreadPool(arguments.jobs) as pool:
        return pool.map(compile_one, sources)


def build(arguments, command, driver_sources, found):
    """A driver in which each margin is multiplied by a factor that it is given."""
    directory = os.path.join(arguments.build, "mutants")
    os.makedirs(directory, exist_ok=True)
    header = os.path.join(directory, "margins.h")
    text = "extern double quick_mutants[64];\n" + "".join(
        "#define %s ((%s) * quick_mutants[%d])\n" % (m.name, m.value, m.index) for m in found)
    if not os.path.exists(header) or open(header).read() != text:
        with open(header, "w") as file:
            file.write(text)
        for old in glob.glob(os.path.join(directory, "*.o")):
            os.remove(old)
    plain = os.path.join(arguments.build, "objects")
    driver = os.path.join(directory, "cast_driver")
    objects = compile_all(arguments, command, plain, driver_sources)
    core_sources = core.sources(arguments.source)
    shape = [path for path in core_sources if os.path.basename(os.path.dirname(path)) == "shape"]
    objects += compile_all(arguments, command, plain,
                           [path for path in core_sources if path not in shape])
    objects += compile_all(arguments, [*command, "-include", header], directory, shape)
    subprocess.run([arguments.cc, *arguments.cflags.split(), *objects, "-lm", "-o", driver],
                   check=True)
    return driver


# ---- Trying ----------------------------------------------------------------------


class Catch:
    """How a factor was caught: by which kind, after how many lines, and how."""

    def __init__(self, kind, lines, tally):
        self.kind, self.lines = kind, lines
        self.how = "wrong" if tally["wrong"] else "off"


def power(factor):
    return "0" if factor == 0 else "2^%d" % (math.frexp(factor)[1] - 1)


class Trial:
    """Runs of the driver with one margin changed."""

    def __init__(self, arguments, driver, run_driver):
        self.arguments, self.driver, self.run_driver = arguments, driver, run_driver
        self.unsound = {}

    def catch(self, margin, factor, kinds):
        """The Catch of the kind that caught the factor soonest, or None."""
        cases, seed = self.arguments.cases, self.arguments.seed
        option = "mutant=%d:%s" % (margin.index, factor.hex())
        with multiprocessing.pool.ThreadPool(self.arguments.jobs) as pool:
            for first in range(0, cases, BATCH):
                count = min(BATCH, cases - first)
                runs = pool.map(lambda kind: self.run_driver(
                    self.driver, kind, seed, first, count, "stop", "show=0", option)[0], kinds)
                caught = [Catch(kind, tally["first"] + 1, tally)
                          for kind, tally in zip(kinds, runs) if tally.failed]
                if caught:
                    return min(caught, key=lambda catch: catch.lines)
        return None

    def is_unsound(self, margin, kind):
        """Whether it fails with the margins as they are; then it shows nothing about them."""
        if kind not in self.unsound:
            self.unsound[kind] = self.catch(margin, 1.0, [kind]) is not None
        return self.unsound[kind]

    def mildest(self, margin, kinds):
        """(factor, Catch) of the mildest narrowing that is caught, or (None, None)."""
        best = None, None
        for factor in FACTORS:
            catch = self.catch(margin, factor, kinds)
            if catch is None:
                break
            best = factor, catch
        return best

    def say_margin(self, margin, kinds):
        """What the table says of a margin, and whether it was caught."""
        unsound = [kind for kind in kinds if self.is_unsound(margin, kind)]
        sound = [kind for kind in kinds if kind not in unsound]
        already = "; as it is already wrong: " + ", ".join(unsound) if unsound else ""
        if not sound:
            return already[2:], False
        factor, catch = self.mildest(margin, sound)
        if catch is None:
            return "NEVER, not even as 0" + already, False
        return "%-7s %-12s %8d %s%s" % (power(factor), catch.kind, catch.lines, catch.how,
                                        already), True

    def say_gate(self, margin, kinds):
        said = []
        sound = [kind for kind in kinds if not self.is_unsound(margin, kind)]
        for factor in GATE_FACTORS:
            catch = self.catch(margin, factor, sound)
            if catch is not None:
                said.append("%s %s by %s" % (power(factor), catch.how, catch.kind))
        return "gate: " + ("; ".join(said) or "no factor changes an answer")


def run(arguments, command, driver_sources, kinds, run_driver):
    found = margins(arguments.source)
    chosen = [m for m in found if arguments.margin in m.name and m.kinds(kinds)]
    if not chosen:
        print("no margins that can be overridden")
        return 1
    trial = Trial(arguments, build(arguments, command, driver_sources, found), run_driver)
    missed = 0
    print("%-32s %-28s %-7s %-12s %8s %s" % ("margin", "value", "caught", "by", "lines", "as"))
    for margin in chosen:
        of, caught = margin.kinds(kinds), True
        if margin.is_gate:
            said = trial.say_gate(margin, of)
        else:
            said, caught = trial.say_margin(margin, of)
        missed += not caught
        print("%-32s %-28s %s" % (margin.name, margin.value[:28], said), flush=True)
    print("%d margins caught, %d not" % (sum(not m.is_gate for m in chosen) - missed, missed))
    return 1 if missed else 0
