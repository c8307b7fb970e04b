# SPDX-License-Identifier: MIT
"""The mutation run: is each margin of the short way needed?

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
    "k_rect.c": ["rect"], "k_box.c": ["box", "rect"], "k_sphere.c": ["sphere", "circle"],
    "k_plane.c": ["plane", "plane_2d"], "k_triangle.c": ["triangle"],
    "k_segment.c": ["segment"], "k_cone.c": ["cone"], "k_cylinder.c": ["cylinder"],
    "k_capsule.c": ["capsule"], "k_capsule_2d.c": ["capsule_2d"],
    "k_polygon.c": ["polygon", "rect", "triangle_2d", "segment_2d"],
    "quick_flat.c": ["polygon", "rect", "triangle_2d", "segment_2d"],
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


def try_factor(arguments, driver, run_driver, margin, factor, kinds):
    """The Catch of the kind that caught it soonest, or None."""
    option = "mutant=%d:%s" % (margin.index, factor.hex())
    with multiprocessing.pool.ThreadPool(arguments.jobs) as pool:
        for first in range(0, arguments.cases, BATCH):
            count = min(BATCH, arguments.cases - first)
            runs = pool.map(lambda kind: run_driver(driver, kind, arguments.seed, first, count,
                                                    "stop", "show=0", option)[0], kinds)
            caught = [Catch(kind, tally["first"] + 1, tally)
                      for kind, tally in zip(kinds, runs) if tally.failed]
            if caught:
                return min(caught, key=lambda catch: catch.lines)
    return None


def mildest(arguments, driver, run_driver, margin, kinds):
    """(factor, Catch) of the mildest narrowing that is caught, or (None, None)."""
    best = None, None
    for factor in FACTORS:
        catch = try_factor(arguments, driver, run_driver, margin, factor, kinds)
        if catch is None:
            break
        best = factor, catch
    return best


def power(factor):
    return "0" if factor == 0 else "2^%d" % (len(bin(int(factor))) - 3 if factor >= 1 else
                                             -(len(bin(int(1 / factor))) - 3))


def try_gate(arguments, driver, run_driver, margin, kinds):
    said = []
    for factor in GATE_FACTORS:
        catch = try_factor(arguments, driver, run_driver, margin, factor, kinds)
        if catch is not None:
            said.append("%s %s by %s" % (power(factor), catch.how, catch.kind))
    return "; ".join(said) or "no factor changes an answer"


def run(arguments, command, driver_sources, kinds, run_driver):
    found = margins(arguments.source)
    chosen = [m for m in found if arguments.margin in m.name and m.kinds(kinds)]
    if not chosen:
        print("no margins that can be overridden")
        return 1
    driver = build(arguments, command, driver_sources, found)
    missed = 0
    print("%-32s %-28s %-7s %-12s %8s %s" % ("margin", "value", "caught", "by", "lines", "as"))
    for margin in chosen:
        of = margin.kinds(kinds)
        title = "%-32s %-28s" % (margin.name, margin.value[:28])
        if margin.is_gate:
            print(title, "gate:", try_gate(arguments, driver, run_driver, margin, of), flush=True)
            continue
        factor, catch = mildest(arguments, driver, run_driver, margin, of)
        if catch is None:
            missed += 1
            print(title, "NEVER, not even as 0", flush=True)
        else:
            print("%s %-7s %-12s %8d %s" % (title, power(factor), catch.kind, catch.lines,
                                            catch.how), flush=True)
    print("%d margins caught, %d not" % (sum(not m.is_gate for m in chosen) - missed, missed))
    return 1 if missed else 0
