#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the closed forms and the twofolds of pairs in space with the exact decision, on cases aimed at
their margins; and shows that a narrowed margin is noticed.

    spec/solids/run_margins.py rest|near [--cases N] [--mutants]

`rest` (rest_driver.c): decisions in twofolds, and up to when a ball or capsule is found to be apart from a
triangle. `near` (near_driver.c): closed forms.
"""

import argparse
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))

import core

# The number of families; the cases of each; and margins, narrower values, and the families that then go wrong.
CHECKS = {
    "rest": (9, 20000, (
        ("TWOFOLD_MARGIN", "1e-31", ("face",)),
        ("TWOFOLD_MARGIN", "0", ("face", "edge", "passing", "tube")),
        ("TWOFOLD_TETRA", "0", ("flush",)),
        ("TWOFOLD_LOWEST", "0", ("flush",)),
        ("APART_MARGIN", "0", ("apart-face", "apart-edge", "apart-passing", "apart-corner")),
    )),
    "near": (5, 2000, (
        ("QUICK_MARGIN", "1e-25", ("cores", "ball-box")),
        ("BOXES_MARGIN", "1e-25", ("boxes",)),
        ("SPACE_MARGIN", "1e-25", ("half-space",)),
    )),
}


def run(arguments, flags=()):
    """How many are wrong of each family, and what the program prints and returns."""
    program = os.path.join(arguments.build, "-".join([arguments.check, "narrow" if flags else "driver"]))
    core.build(arguments.cc, program, os.path.join(HERE, arguments.check + "_driver.c"), flags=flags)
    done = subprocess.run([program, str(arguments.cases)], stdout=subprocess.PIPE, text=True)
    wrong = {}
    for name, count in re.findall(r"^(\S+)(?: \d+)?: (\d+) wrong", done.stdout, re.M):
        wrong[name] = wrong.get(name, 0) + int(count)
    assert len(wrong) == CHECKS[arguments.check][0], done.stdout
    return wrong, done


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("check", choices=sorted(CHECKS))
    parser.add_argument("--cases", type=int, help="of each family")
    parser.add_argument("--mutants", action="store_true", help="narrow each margin, too")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--build", default=os.path.join(core.ROOT, "build", "solids"))
    arguments = parser.parse_args()
    _, cases, margins = CHECKS[arguments.check]
    arguments.cases = arguments.cases or cases
    wrong, done = run(arguments)
    failed = int(any(wrong.values()) or done.returncode != 0)
    print(done.stdout, end="")
    for margin, value, families in margins if arguments.mutants else ():
        wrong, _ = run(arguments, ["-D%s=%s" % (margin, value)])
        noticed = all(wrong[family] for family in families)
        failed += not noticed
        print("%s narrowed to %s: %s wrong%s" % (margin, value, wrong, "" if noticed else ", NOT NOTICED"))
    print("%d failed" % failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
