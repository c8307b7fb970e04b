#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the decisions in twofolds with the exact decision, and up to when a ball or capsule is
found to be apart from a triangle (rest_driver.c); and that a margin, narrowed,
is noticed.

    spec/solids/run_rest.py [--cases N] [--mutants]
"""

import argparse
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))

import core

# The margin, what is to be noticed, and the families of which each has to go wrong.
MARGINS = (
    ("TWOFOLD_MARGIN", "1e-31", ("face",)),
    ("TWOFOLD_MARGIN", "0", ("face", "edge", "passing", "tube")),
    ("TWOFOLD_TETRA", "0", ("flush",)),
    ("TWOFOLD_LOWEST", "0", ("flush",)),
    ("APART_MARGIN", "0", ("apart-face", "apart-edge", "apart-passing", "apart-corner")),
)


def build(arguments, name, flags):
    return core.build(arguments.cc, os.path.join(arguments.build, name),
                      os.path.join(HERE, "rest_driver.c"), flags=flags)


def run(program, cases):
    """How many are wrong of each family, and whether the program is content."""
    done = subprocess.run([program, str(cases)], stdout=subprocess.PIPE, text=True)
    wrong = {name: int(count) for name, count in re.findall(r"^(\S+): (\d+) wrong", done.stdout, re.M)}
    assert len(wrong) == 9, done.stdout
    return wrong, done.stdout, done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=20000, help="of each family")
    parser.add_argument("--mutants", action="store_true", help="narrow each margin, too")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "solids"))
    arguments = parser.parse_args()
    os.makedirs(arguments.build, exist_ok=True)
    wrong, out, failed = run(build(arguments, "rest-driver", []), arguments.cases)
    print(out, end="")
    for margin, value, families in MARGINS if arguments.mutants else ():
        flags = ["-D%s=%s" % (margin, value)]
        wrong, _, _ = run(build(arguments, "rest-narrow", flags), arguments.cases)
        noticed = all(wrong[family] for family in families)
        failed += not noticed
        print("%s narrowed to %s: %s wrong%s" % (margin, value, wrong, "" if noticed else ", NOT NOTICED"))
    print("%d failed" % failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
