#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks src/number/exact.c against Python's integers.

Programs of random operations on random doubles run in spec/exact/driver.c;
every register shown must be the very number that Python gets, and
exact_round must be its nearest double, ties to even.

    run.py [--programs N] [--seed S] [--cc CC] [--build DIR]
"""

import argparse
import math
import os
import random
import struct
import subprocess
import sys
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "..", "..", "src")
REGISTERS = 8
# The products of src/number/exact.h have at most ten factors.
MOST_FACTORS = 10

# A number here is (n, e): n * 2^e with a Python integer n.


def of_double(x):
    n, d = x.as_integer_ratio()
    return n, 1 - d.bit_length()


def add(a, b, sign=1):
    e = min(a[1], b[1])
    return (a[0] << (a[1] - e)) + sign * (b[0] << (b[1] - e)), e


def multiply(a, b):
    return a[0] * b[0], a[1] + b[1]


def nearest_double(a):
    """The nearest double by the definition, with no help from float()."""
    n, e = abs(a[0]), a[1]
    sign = -1.0 if a[0] < 0 else 1.0
    if n == 0:
        return 0.0
    # The unit in the last place that doubles of this size have.
    unit = max(n.bit_length() + e - 53, -1074)
    shift = unit - e
    if shift > 0:
        half = 1 << (shift - 1)
        q, rest = n >> shift, n & ((1 << shift) - 1)
        if rest > half or (rest == half and q & 1):
            q += 1
    else:
        q = n << -shift
    if q.bit_length() + unit > 1024:
        return sign * math.inf
    return sign * math.ldexp(q, unit)


def bits(x):
    return "%016x" % struct.unpack("<Q", struct.pack("<d", x))[0]


# ---- Doubles ---------------------------------------------------------------


def any_bits(r):
    while True:
        x = struct.unpack("<d", struct.pack("<Q", r.getrandbits(64)))[0]
        if math.isfinite(x):
            return x


def edge_double(r):
    return r.choice((1, -1)) * r.choice(
        (0.0, 5e-324, 1e-323, 2.225073858507201e-308, 2.2250738585072014e-308,
         1.7976931348623157e308, 1e308, 1.0, 1 + 2**-52, 1 - 2**-53, 2.0**32, 2.0**-32,
         2.0**64 - 2.0**11, 2.0**31, 4294967295.0, 2.0**1023, 2.0**-1022, 2.0**-1040))


def subnormal(r):
    return r.choice((1, -1)) * math.ldexp(r.getrandbits(52), -1074)


def near_one(r):
    return r.choice((1, -1)) * (1 + r.randint(-4, 4) * 2.0**-52)


def small_integer(r):
    return float(r.randint(-9, 9))


def moderate(r):
    return r.uniform(-1, 1) * 2.0 ** r.randint(-60, 60)


def power(r):
    return r.choice((1, -1)) * 2.0 ** r.randint(-1074, 1023)


def mixed(r):
    return r.choice((any_bits, edge_double, subnormal, near_one, small_integer, moderate, power))(r)


MAGNITUDES = (("any bits", any_bits), ("edges of the range", edge_double),
              ("subnormals", subnormal), ("next to one", near_one),
              ("small integers", small_integer), ("moderate", moderate),
              ("powers of two", power), ("mixed", mixed))

# ---- Programs --------------------------------------------------------------


class Program:
    """Words for the driver beside the numbers that the registers must hold."""

    def __init__(self, r, draw):
        self.r, self.draw = r, draw
        self.words, self.expected = [], []
        self.values = [(0, 0)] * REGISTERS
        self.degree = [1] * REGISTERS
        for i in range(REGISTERS):
            self.set(i)

    def put(self, value, degree, register, *words):
        self.words.extend(str(w) for w in words)
        self.values[register], self.degree[register] = value, degree

    def set(self, i):
        x, y = self.draw(self.r), self.draw(self.r)
        a, b = of_double(x), of_double(y)
        kind = self.r.randrange(3)
        if kind == 0:
            self.put(a, 1, i, "=", i, bits(x))
        elif kind == 1:
            self.put(add(a, b), 1, i, "S", i, bits(x), bits(y))
        else:
            self.put(add(a, b, -1), 1, i, "D", i, bits(x), bits(y))

    def step(self):
        r = self.r
        to, i, j = r.randrange(REGISTERS), r.randrange(REGISTERS), r.randrange(REGISTERS)
        a, b = self.values[i], self.values[j]
        op = r.choice("+-*mPQn=+-PQ")
        product = self.degree[i] + self.degree[j]
        if op in "+-":
            self.put(add(a, b, 1 if op == "+" else -1), max(self.degree[i], self.degree[j]), to,
                     op, to, i, j)
        elif op == "*" and product <= MOST_FACTORS:
            self.put(multiply(a, b), product, to, op, to, i, j)
        elif op == "m" and self.degree[i] < MOST_FACTORS:
            x = self.draw(r)
            self.put(multiply(a, of_double(x)), self.degree[i] + 1, to, op, to, i, bits(x))
        elif op in "PQ" and product <= MOST_FACTORS and to not in (i, j):
            self.put(add(self.values[to], multiply(a, b), 1 if op == "P" else -1),
                     max(self.degree[to], product), to, op, to, i, j)
        elif op == "n":
            self.put((-self.values[to][0], self.values[to][1]), self.degree[to], to, op, to)
        else:
            self.set(to)
        self.show(to)

    def show(self, i):
        self.words.extend(("?", str(i)))
        self.expected.append(self.values[i])


def random_program(r, draw):
    program = Program(r, draw)
    for _ in range(r.randint(1, 24)):
        program.step()
    return program


def cancelling_program(r, draw):
    """(a + b)(a - b) - a^2 + b^2 = 0, and what is left when one double is nudged."""
    program = Program(r, draw)
    x, y = draw(r), draw(r)
    a, b = of_double(x), of_double(y)
    program.put(add(a, b), 1, 0, "S", 0, bits(x), bits(y))
    program.put(add(a, b, -1), 1, 1, "D", 1, bits(x), bits(y))
    program.put(multiply(program.values[0], program.values[1]), 2, 2, "*", 2, 0, 1)
    program.put(a, 1, 3, "=", 3, bits(x))
    program.put(b, 1, 4, "=", 4, bits(y))
    program.put(add(program.values[2], multiply(a, a), -1), 2, 2, "Q", 2, 3, 3)
    program.show(2)
    program.put(add(program.values[2], multiply(b, b)), 2, 2, "P", 2, 4, 4)
    program.show(2)
    nudged = math.nextafter(x, r.choice((math.inf, -math.inf)))
    if math.isfinite(nudged):
        program.put(of_double(nudged), 1, 5, "=", 5, bits(nudged))
        program.put(add(multiply(a, b), multiply(program.values[5], b), -1), 2, 6, "*", 6, 3, 4)
        program.words.extend(("Q", "6", "5", "4"))
        program.show(6)
    return program


def rounding_program(r, draw):
    """Sums that lie on, or next to, the middle of two doubles, down into the subnormals."""
    program = Program(r, draw)
    x = draw(r)
    unit = math.ulp(x)
    total = of_double(x)
    program.put(total, 1, 0, "=", 0, bits(x))
    # Half a unit, as a product: below 2^-1074 it is no double.
    half = r.choice((unit, -unit))
    program.put(multiply(of_double(half), (1, -1)), 2, 1, "=", 1, bits(half))
    program.words.extend(("m", "1", "1", bits(0.5)))
    program.put(add(total, program.values[1]), 2, 2, "+", 2, 0, 1)
    program.show(2)
    nudge = r.choice((1, -1)) * math.ldexp(1, -r.randint(1, 1000))
    program.put(multiply(program.values[1], of_double(nudge)), 3, 3, "m", 3, 1, bits(nudge))
    program.put(add(program.values[2], program.values[3]), 3, 4, "+", 4, 2, 3)
    program.show(4)
    return program


KINDS = (("chains", random_program), ("cancellation", cancelling_program),
         ("rounding", rounding_program))

# ---- Running ---------------------------------------------------------------


def build(arguments):
    os.makedirs(arguments.build, exist_ok=True)
    driver = os.path.join(arguments.build, "exact-driver")
    flags = arguments.cflags.split()
    subprocess.run([arguments.cc, "-O2", "-std=c99", "-ffp-contract=off", *flags, "-I", SOURCE,
                    os.path.join(HERE, "driver.c"), os.path.join(SOURCE, "number", "exact.c"), "-lm", "-o",
                    driver], check=True)
    return driver


def wrong(value, words):
    """What is wrong with the four words shown for a register, or None."""
    sign, exponent, limbs, rounded = words
    shown = int(sign) * int(limbs, 16), 32 * int(exponent)
    if add(shown, value, -1)[0] != 0:
        return "value is %s * 2^%d, not %s * 2^%d" % (hex(shown[0]), shown[1], hex(value[0]),
                                                      value[1])
    right = nearest_double(value)
    if rounded != bits(right):
        return "rounds to %s, not %s" % (rounded, bits(right))
    return None


def check(driver, programs):
    """The number of values compared, and the failures as text."""
    text = "".join(" ".join(p.words) + "\n" for p in programs)
    run = subprocess.run([driver], input=text, capture_output=True, text=True)
    failures, count = [], 0
    if run.returncode != 0:
        failures.append("the driver stopped: %d %s" % (run.returncode, run.stderr.strip()))
    for program, line in zip(programs, run.stdout.split("\n")):
        words = line.split()
        for i, value in enumerate(program.expected):
            count += 1
            found = wrong(value, words[4 * i:4 * i + 4]) if len(words) >= 4 * i + 4 else "missing"
            if found:
                failures.append("%s\n    in: %s" % (found, " ".join(program.words)))
                break
    return count, failures


def self_test():
    """nearest_double against the rounding of Fraction, where that one is right."""
    r = random.Random(1)
    for _ in range(2000):
        x = mixed(r)
        assert nearest_double(of_double(x)) == x
        y = Fraction(moderate(r)) * Fraction(moderate(r)) + Fraction(moderate(r))
        assert nearest_double((y.numerator, 1 - y.denominator.bit_length())) == float(y)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", type=int, default=1000, help="programs a check")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--cflags", default="", help="added when the driver is built")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "exact"))
    arguments = parser.parse_args()
    self_test()
    driver = build(arguments)
    passed = failed = 0
    for kind, make in KINDS:
        for name, draw in MAGNITUDES:
            r = random.Random("%d %s %s" % (arguments.seed, kind, name))
            count, failures = check(driver, [make(r, draw) for _ in range(arguments.programs)])
            if failures:
                failed += 1
                print("not ok exact, %s, %s: %d of %d wrong" % (kind, name, len(failures), count))
                print("    " + failures[0])
            else:
                passed += 1
                print("ok exact, %s, %s: %d values" % (kind, name, count))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
