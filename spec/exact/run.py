#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks src/number/exact.c against Python's integers.

Programs of random operations on random doubles run in spec/exact/driver.c;
every register shown must be the very number that Python gets, and
exact_round must be its nearest double, ties to even. A model of the pool
says which limbs a number loses where it has too few, and the sums of degrees
that the header promises must fit.

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

from draws import MAGNITUDES, mixed, moderate, promised

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "..", "..", "src")
REGISTERS = 8
# Of one number that the header speaks of.
MOST_FACTORS = 27
# What src/number/exact.h says: the pool of a cast, and the sums of degrees that fit.
CAST_LIMBS = 6144
ALL_DOUBLES, SOME_TINY, TINY_FACTORS = 90, 230, 60

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


def from_bits(text):
    return struct.unpack("<d", struct.pack("<Q", int(text, 16)))[0]


# ---- Programs --------------------------------------------------------------


def limbs_of(a):
    """The lowest place and the count of limbs of a number, without zeros at the ends."""
    n, e = abs(a[0]), a[1]
    if n == 0:
        return 0, 0
    e, n = (e // 32), n << (e % 32)
    low = ((n & -n).bit_length() - 1) // 32
    return e + low, (n.bit_length() + 31) // 32 - low


def cut(a, place):
    """Toward zero, to a multiple of 2^(32 place)."""
    shift = 32 * place - a[1]
    if shift <= 0:
        return a
    n = abs(a[0]) >> shift
    return (-n if a[0] < 0 else n), 32 * place


class Pool:
    """Where src/number/exact.c must put numbers, and what they lose there."""

    def __init__(self, size):
        self.size, self.top, self.lost = size, 0, False
        self.start = [0] * REGISTERS
        self.spans = []  # (start, degree, tiny) of all that lies in the pool, garbage too

    def fit(self, value, low, count, at):
        """The value whose limbs would be `count` from the place `low` on, from `at` in the pool."""
        lost = count - (self.size - at)
        if lost <= 0:
            return value
        self.lost = True
        return cut(value, low + lost)

    def take(self, value):
        return self.fit(value, *limbs_of(value), self.top)

    def sum(self, a, b, sign, at):
        value = add(a, b, sign)
        if a[0] == 0 or b[0] == 0:
            return self.fit(value, *limbs_of(value), at)
        low_a, count_a = limbs_of(a)
        low_b, count_b = limbs_of(b)
        low, top = min(low_a, low_b), max(low_a + count_a, low_b + count_b)
        carry = 1 if (a[0] > 0) == (sign * b[0] > 0) else 0
        if value[0] == 0:
            return value
        return self.fit(value, low, top - low + carry, self.top)

    def product(self, a, b):
        """The product, and where it ends on top of the pool with the zeros at its low end."""
        value = multiply(a, b)
        if value[0] == 0:
            return value, self.top
        low_a, count_a = limbs_of(a)
        low_b, count_b = limbs_of(b)
        low, count = low_a + low_b, count_a + count_b
        value = self.fit(value, low, count, self.top)
        if value[0] == 0:
            return value, self.size
        low += max(0, count - (self.size - self.top))
        place, count = limbs_of(value)
        return value, self.top + place - low + count

    def place(self, register, old, is_operand):
        if is_operand and self.start[register] + limbs_of(old)[1] == self.top:
            return self.start[register]
        return self.top

    def put(self, register, value, at, degree, tiny):
        self.start[register], self.top = at, at + limbs_of(value)[1]
        while self.spans and self.spans[-1][0] >= at:
            self.spans.pop()
        self.spans.append((at, degree, tiny))

    def keep(self, values, degrees, tinies):
        order = sorted(range(REGISTERS), key=lambda i: (self.start[i], limbs_of(values[i])[1], i))
        self.top, self.spans = 0, []
        for i in order:
            self.start[i] = self.top
            self.top += limbs_of(values[i])[1]
            if values[i][0] != 0:
                self.spans.append((self.start[i], degrees[i], tinies[i]))


class Program:
    """Words for the driver beside the numbers that the registers must hold."""

    def __init__(self, r, draw, size=200000):
        self.r, self.draw = r, draw
        self.words, self.expected = ["p", str(size)], []
        self.pool = Pool(size)
        self.values = [(0, 0)] * REGISTERS
        self.degree, self.tiny = [1] * REGISTERS, [0] * REGISTERS
        self.tiny_double = None
        for i in range(REGISTERS):
            self.set(i)

    def put(self, value, degree, register, op, *words):
        """Does it by the model; `value` is what it is where nothing is lost."""
        self.words.extend(str(w) for w in (op,) + words)
        pool, old, tiny = self.pool, self.values[register], 0
        sources = [w for w in words[1:3] if isinstance(w, int)]
        at = pool.place(register, old, register in sources or op in "PQ")
        if op in "=SD":
            doubles = [of_double(from_bits(w)) for w in words[1:]]
            tiny = int(self.tiny_double in [abs(from_bits(w)) for w in words[1:]])
            if op == "=":
                value = pool.take(doubles[0])
            else:
                value = pool.sum(*doubles, 1 if op == "S" else -1, at)
        elif op == "n":
            self.values[register] = value
            return
        elif op in "+-":
            tiny = max(self.tiny[w] for w in sources)
            value = pool.sum(*(self.values[w] for w in sources), 1 if op == "+" else -1, at)
        else:
            if op == "m":
                right = of_double(from_bits(words[2]))
                tiny = self.tiny[sources[0]] + int(abs(from_bits(words[2])) == self.tiny_double)
            else:
                right = self.values[sources[1]]
                tiny = self.tiny[sources[0]] + self.tiny[sources[1]]
            value, end = pool.product(self.values[sources[0]], right)
            if op in "PQ":
                tiny = max(tiny, self.tiny[register])
                pool.top = end
                value = pool.sum(old, value, 1 if op == "P" else -1, at)
        pool.put(register, value, at, degree, tiny)
        self.values[register], self.degree[register], self.tiny[register] = value, degree, tiny

    def keep(self):
        self.words.append("k")
        self.pool.keep(self.values, self.degree, self.tiny)

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

    def fits(self, limit, *more):
        """Do the sums of degrees stay within what is promised? more: pairs (degree, tiny)."""
        everything = [span[1:] for span in self.pool.spans] + list(more)
        if sum(degree for degree, _ in everything) > limit:
            return False
        return limit != SOME_TINY or sum(tiny for _, tiny in everything) <= TINY_FACTORS

    def may_do(self, limit, op, to, i, j):
        """What a step needs, its result and for P and Q the product as well."""
        if op in "*m":
            needs = [(self.degree[i] + self.degree[j], self.tiny[i] + self.tiny[j] + 1)]
        elif op in "PQ":
            product = self.degree[i] + self.degree[j], self.tiny[i] + self.tiny[j]
            needs = [product, (max(product[0], self.degree[to]), max(product[1], self.tiny[to]))]
        else:
            needs = [(max(self.degree[i], self.degree[j]), max(self.tiny[i], self.tiny[j], 1))]
        if not self.fits(limit, *needs):
            self.keep()
        return self.fits(limit, *needs)

    def step(self, limit=None):
        r = self.r
        to, i, j = r.randrange(REGISTERS), r.randrange(REGISTERS), r.randrange(REGISTERS)
        a, b = self.values[i], self.values[j]
        op = r.choice("+-*mPQn=+-PQ")
        if limit and not self.may_do(limit, op, to, i, j):
            return
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
        self.expected.append((self.values[i], self.pool.lost))


def random_program(r, draw):
    program = Program(r, draw)
    for _ in range(r.randint(1, 24)):
        program.step()
        if r.random() < 0.1:
            program.keep()
    return program


def full_program(r, draw):
    """A pool that is too small, down to none at all."""
    program = Program(r, draw, r.choice((0, 1, 2, 3, 5, 8, 20, 60, 150, r.randint(0, 400))))
    for _ in range(r.randint(1, 24)):
        program.step()
        if r.random() < 0.3:
            program.keep()
    return program


def promised_program(r, draw):
    """As much as the header says that the pool of a cast holds, and no more."""
    kind = r.randrange(2)
    program = Program(r, draw if kind == 0 else promised(r), CAST_LIMBS)
    if kind == 1:
        program.tiny_double = program.draw.tiny
        for i in range(REGISTERS):
            program.set(i)
    for _ in range(r.randint(1, 60)):
        program.step(ALL_DOUBLES if kind == 0 else SOME_TINY)
    assert not program.pool.lost
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
        program.put(multiply(a, b), 2, 6, "*", 6, 3, 4)
        program.put(add(multiply(a, b), multiply(program.values[5], b), -1), 2, 6, "Q", 6, 5, 4)
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
    program.put(of_double(half), 1, 1, "=", 1, bits(half))
    program.put(multiply(of_double(half), (1, -1)), 2, 1, "m", 1, 1, bits(0.5))
    program.put(add(total, program.values[1]), 2, 2, "+", 2, 0, 1)
    program.show(2)
    nudge = r.choice((1, -1)) * math.ldexp(1, -r.randint(1, 1000))
    program.put(multiply(program.values[1], of_double(nudge)), 3, 3, "m", 3, 1, bits(nudge))
    program.put(add(program.values[2], program.values[3]), 3, 4, "+", 4, 2, 3)
    program.show(4)
    return program


KINDS = (("chains", random_program), ("cancellation", cancelling_program),
         ("rounding", rounding_program), ("a pool too small", full_program),
         ("what is promised", promised_program))

# ---- Running ---------------------------------------------------------------


def build(arguments):
    os.makedirs(arguments.build, exist_ok=True)
    driver = os.path.join(arguments.build, "exact-driver")
    flags = arguments.cflags.split()
    subprocess.run([arguments.cc, "-O2", "-std=c99", "-ffp-contract=off", *flags, "-I", SOURCE,
                    os.path.join(HERE, "driver.c"), os.path.join(SOURCE, "number", "exact.c"), "-lm", "-o",
                    driver], check=True)
    return driver


def wrong(expected, words):
    """What is wrong with the five words shown for a register, or None."""
    value, has_lost = expected
    sign, exponent, limbs, rounded, lost = words
    if lost != str(int(has_lost)):
        return "lost is %s" % lost
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
            found = wrong(value, words[5 * i:5 * i + 5]) if len(words) >= 5 * i + 5 else "missing"
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
