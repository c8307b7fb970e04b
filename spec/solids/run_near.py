#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The closed forms of pairs in space against the exact decision, on cases aimed at their margins
(near_driver.c); and that a margin, narrowed, is noticed.

    spec/solids/run_near.py [--cases N] [--only MARGIN]
"""

import argparse
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))

import core

# The margin, and the families of which one has to go wrong without it.
MARGINS = {
    "QUICK_MARGIN": ("cores", "ball-box"),
    "BOXES_MARGIN": ("boxes",),
    "SPACE_MARGIN": ("half-space",),
}


def build(arguments, name, flags):
    return core.build(arguments.cc, os.path.join(arguments.build, name),
                      os.path.join(HERE, "near_driver.c"), flags=flags)


def run(program, cases):
    """How many are wrong of each family."""
    out = subprocess.run([program, str(cases)], stdout=subprocess.PIPE, text=True).stdout
    wrong = {}
    for name, count in re.findall(r"^(\S+) \d+: (\d+) wrong", out, re.M):
        wrong[name] = wrong.get(name, 0) + int(count)
    assert len(wrong) == 5, out
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=2000, help="of each pair of kinds")
    parser.add_argument("--only", choices=sorted(MARGINS))
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "solids"))
    arguments = parser.parse_args()
    os.makedirs(arguments.build, exist_ok=True)
    failed = 0
    if not arguments.only:
        wrong = run(build(arguments, "near-driver", []), arguments.cases)
        failed += any(wrong.values())
        print("as it is: %s wrong" % wrong)
    for margin, families in MARGINS.items():
        if arguments.only not in (None, margin):
            continue
        wrong = run(build(arguments, "near-" + margin, ["-D%s=1e-25" % margin]), arguments.cases)
        noticed = all(wrong[family] for family in families)
        failed += not noticed
        print("%s narrowed: %s wrong%s" % (margin, wrong, "" if noticed else ", NOT NOTICED"))
    print("%d failed" % failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
