#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks src/number/sincos.c against cosines and sines by Python's integers.

What turn_precisely gives must be right to 2^-103 of itself, and what turn_of
gives must be the nearest double, except that where the truth lies
within 2^-47 units of the middle of two doubles either will do, as turn.h says
(it shows how many); and what turn.h says of signs must hold to the last bit.
Two kinds of angle are sought out and not drawn: of each exponent those next to
a multiple of pi / 2, and those whose cosine or sine lies next to a middle. Then the
driver compares the short way with the precise one at many angles more; with
--narrow it is built with a narrower margin, which it has to notice there.

Of poses, all quarter turns must be exact, and their neighbours must not be. What ci_radians
gives must be the nearest double, also for the numbers whose product with pi / 180 is next to
a middle or to a double.

    run.py [--angles N] [--seed S] [--cc CC] [--build DIR] [--narrow]
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

# A real here is an integer n that stands for n / 2^bits.

PI_BITS = 2600
# Bits that a reference has below the first of its value.
DIGITS = 220
# What a reference is off by, in units of its last bit: 60 terms, each cut off.
REFERENCE_ERROR = 1 << 8
# Units in the last place from a middle within which either double will do.
SLACK = 2.0**-47
# What twofold cosines and sines may be off by, of themselves. turn.h promises
# less, but a slip in a constant must not hide in what it leaves open.
PRECISION = 2.0**-103


def arctangent_of_one_over(n):
    term = (1 << PI_BITS + 64) // n
    total, k = 0, 1
    while term:
        total += term // k if k % 4 == 1 else -(term // k)
        term //= n * n
        k += 2
    return total >> 64


# Machin's formula.
HALF_PI = 2 * (4 * arctangent_of_one_over(5) - arctangent_of_one_over(239))


def taylor(x, bits):
    """Cosine and sine of x."""
    sums, term, k = [0, 0], 1 << bits, 0
    while term not in (0, -1):
        sums[k % 2] += -term if k % 4 > 1 else term
        k += 1
        term = (term * x >> bits) // k
    return sums


def reference(angle):
    """Cosine, sine and how many bits they have."""
    numerator, denominator = angle.as_integer_ratio()
    exponent = math.frexp(angle)[1]
    bits, guard = DIGITS + max(0, -exponent), 16 + max(0, exponent)
    half_pi = HALF_PI >> PI_BITS - bits - guard
    x = (numerator << bits + guard) // denominator
    quarter = (x + half_pi // 2) // half_pi
    c, s = taylor((x - quarter * half_pi) >> guard, bits)
    return ((c, s), (-s, c), (-c, -s), (s, -c))[quarter % 4] + (bits,)


def nearest_doubles(n, bits):
    """The nearest double, the one on the other side, and how far the middle
    between them is, in units in the last place."""
    if n == 0:
        return 0.0, 0.0, 0.5
    sign, n = (-1.0 if n < 0 else 1.0), abs(n)
    unit = max(n.bit_length() - bits - 53, -1074)
    shift = unit + bits
    half, q, rest = 1 << shift - 1, n >> shift, n & (1 << shift) - 1
    if abs(rest - half) <= REFERENCE_ERROR:
        raise ArithmeticError("the reference is too coarse: take more DIGITS")
    below, above = sign * math.ldexp(q, unit), sign * math.ldexp(q + 1, unit)
    distance = abs(rest - half) / (1 << shift)
    return (above, below, distance) if rest > half else (below, above, distance)


def bits_of(x):
    return "%016x" % struct.unpack("<Q", struct.pack("<d", x))[0]


def double_of(bits):
    return struct.unpack("<d", struct.pack("<Q", int(bits, 16)))[0]


# ---- Angles: each takes a generator and a count ----------------------------


def drawn(draw):
    return lambda r, count: [draw(r) for _ in range(count)]


def signed(r, x):
    return r.choice((1, -1)) * x


def neighbour(r, x):
    for _ in range(r.randint(0, 2)):
        x = math.nextafter(x, r.choice((math.inf, -math.inf)))
    return x


def any_exponent(r):
    return signed(r, math.ldexp(r.uniform(1, 2), r.randint(-1074, 1023)))


def near_quarters(r):
    """A multiple of pi / 4, as a program would write it."""
    return neighbour(r, signed(r, r.randint(1, 10 ** r.randint(1, 15)) * (math.pi / 4)))


def near_degrees(r):
    return neighbour(r, math.radians(r.randint(-720, 720)))


def powers_and_edges(r, _):
    edges = [0.0, 5e-324, 2.225073858507201e-308, 2.2250738585072014e-308, sys.float_info.max,
             math.ldexp(6381956970095103, 797), 7.450580596923828e-09, 0.5, 0.7853981633974483,
             math.pi / 4, math.pi / 2, math.pi, 2 * math.pi]
    edges += [math.ldexp(1, e) for e in range(-1074, 1024)]
    around = [y for x in edges[1:] for y in (math.nextafter(x, 0), x, math.nextafter(x, math.inf))]
    return [signed(r, x) for x in edges + around if math.isfinite(x)]


def nearest_to_multiples(r, _):
    """Of each exponent from pi / 4 on, the doubles nearest to multiples of pi / 2,
    by the convergents of 2^exponent / (pi / 2)."""
    angles = []
    for exponent in range(-53, 972):
        over, under = 1 << PI_BITS, HALF_PI
        if exponent >= 0:
            over <<= exponent
        else:
            under <<= -exponent
        q0, q1 = 0, 1
        over, under = under, over % under
        while q1 < 1 << 53 and under:
            if q1 > 1 << 20:
                least = -(-(1 << 52) // q1)
                if least * q1 < 1 << 53:
                    angles.append(signed(r, math.ldexp(least * q1, exponent)))
            q0, q1 = q1, q0 + over // under * q1
            over, under = under, over % under
    return angles


def next_to_a_middle(r, left_out):
    """An angle where what left_out tells (the value and its slope of 1 - cos x or
    x - sin x, and the unit that the cosine or sine has) is half a unit too much."""
    exponent = r.randint(-26, -9)
    x = math.ldexp(r.uniform(1, 2), exponent)
    value, slope, unit = left_out(x, exponent)
    middle = (value // unit + Fraction(1, 2)) * unit
    for _ in range(6):
        x = float(Fraction(x) + (middle - value) / slope)
        value, slope, unit = left_out(x, exponent)
    return x


def left_by_cosine(x, _):
    c, s, bits = reference(x)
    return 1 - Fraction(c, 1 << bits), Fraction(s, 1 << bits), Fraction(2) ** -53


def left_by_sine(x, exponent):
    c, s, bits = reference(x)
    return (Fraction(x) - Fraction(s, 1 << bits), 1 - Fraction(c, 1 << bits),
            Fraction(2) ** (exponent - 52))


KINDS = (("within half a turn", drawn(lambda r: r.uniform(-math.pi, math.pi))),
         ("within many turns", drawn(lambda r: r.uniform(-1e6, 1e6))),
         ("small", drawn(lambda r: signed(r, math.ldexp(r.uniform(1, 2), r.randint(-30, -1))))),
         ("any exponent", drawn(any_exponent)),
         ("degrees", drawn(near_degrees)),
         ("multiples of pi / 4", drawn(near_quarters)),
         ("cosine next to a middle", drawn(lambda r: next_to_a_middle(r, left_by_cosine))),
         ("sine next to a middle", drawn(lambda r: next_to_a_middle(r, left_by_sine))),
         ("powers of two and edges", powers_and_edges),
         ("nearest to multiples of pi / 2", nearest_to_multiples))

# ---- Running ---------------------------------------------------------------


def build(arguments):
    os.makedirs(arguments.build, exist_ok=True)
    driver = os.path.join(arguments.build, "turn-driver")
    flags = arguments.cflags.split()
    subprocess.run([arguments.cc, "-O2", "-std=c99", *flags, "-I", SOURCE,
                    os.path.join(HERE, "driver.c"), os.path.join(SOURCE, "number", "sincos.c"),
                    os.path.join(SOURCE, "number", "exact.c"), "-lm", "-o", driver], check=True)
    return driver


def ask(driver, angles, *words):
    text = "".join(bits_of(x) + "\n" for x in angles)
    run = subprocess.run([driver, *words], input=text, capture_output=True, text=True, check=True)
    answers = [line.split() for line in run.stdout.splitlines()]
    if len(answers) != len(angles):
        raise RuntimeError("%d answers to %d angles" % (len(answers), len(angles)))
    return answers


def integer_of(x, bits):
    numerator, denominator = x.as_integer_ratio()
    return (numerator << bits) // denominator


class Tally:
    """What came of one kind of angle: failures as text; the nearest that a result
    was to a middle; how many were the other double there; the greatest error."""

    def __init__(self, driver, angles):
        self.failures, self.nearest, self.others, self.error = [], 1.0, 0, 0.0
        answers, mirrored = ask(driver, angles), ask(driver, [-x for x in angles])
        for x, answer, mirror in zip(angles, answers, mirrored):
            *values, bits = reference(x)
            for i, name in enumerate(("cosine", "sine")):
                self.compare("%s of %r" % (name, x), values[i], bits, answer[i], answer[i + 2])
            if mirror != [w if i % 2 == 0 else bits_of(0.0 - double_of(w))
                          for i, w in enumerate(answer)]:
                self.failures.append("of %r: %s, of its negative: %s" % (x, answer, mirror))

    def compare(self, what, value, bits, shown, low):
        right, other, distance = nearest_doubles(value, bits)
        self.nearest = min(self.nearest, distance)
        if shown == bits_of(other) != bits_of(right) and distance < SLACK:
            self.others += 1
        elif shown != bits_of(right):
            self.failures.append("%s: %s, not %s" % (what, shown, bits_of(right)))
        if not abs(double_of(shown)) <= 1:
            self.failures.append("%s is above 1: %s" % (what, shown))
            return
        found = integer_of(double_of(shown), bits) + integer_of(double_of(low), bits)
        error = abs(found - value) / (abs(value) or 1)
        self.error = max(self.error, error)
        if error > PRECISION:
            self.failures.append("%s: %s and %s are off by 2^%.1f" %
                                 (what, shown, low, math.log2(error)))


def self_test():
    """The reference against libm, and the reduction against Taylor's series without one."""
    r = random.Random(1)
    for _ in range(500):
        x = r.uniform(-40, 40)
        c, s, bits = reference(x)
        assert abs(c / (1 << bits) - math.cos(x)) < 1e-15
        assert abs(s / (1 << bits) - math.sin(x)) < 1e-15
        more = bits + 200
        direct = taylor(int(Fraction(x) * (1 << more)), more)
        assert all(abs((d >> 200) - n) <= REFERENCE_ERROR for d, n in zip(direct, (c, s)))
    for x in (1.0, 1 + 2**-52, 0.1, 5e-324, 2.2250738585072014e-308, -3.3):
        assert nearest_doubles(int(Fraction(x) * (1 << 1200)) + 1000, 1200)[0] == x


# How many angles the driver compares, and how far the short way's margin is narrowed: to a sixth
# of what is proved.
COMPARED = 4000000
NARROW = 2.0**-63.6


def compare(driver):
    """What differs, or nothing."""
    return subprocess.run([driver, str(COMPARED)], capture_output=True, text=True).stderr


# ---- Poses -----------------------------------------------------------------

QUARTERS_MOST = 65536


def quarter_turns(driver):
    """What is wrong, or nothing."""
    exact = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    angles, expected = [], []
    for i in range(-QUARTERS_MOST, QUARTERS_MOST + 1):
        angles.append(nearest_doubles(i * HALF_PI, PI_BITS)[0])
        expected.append([bits_of(x) for x in exact[i % 4]])
    others = [y for x in angles for y in (math.nextafter(x, -math.inf), math.nextafter(x, math.inf)) if x != 0]
    others += [nearest_doubles(i * HALF_PI, PI_BITS)[0] for i in range(QUARTERS_MOST + 1, QUARTERS_MOST + 99)]
    for x, answer, wanted in zip(angles, ask(driver, angles, "pose"), expected):
        if answer != wanted:
            return "%r: %s, not %s" % (x, answer, wanted)
    for x, answer, wanted in zip(others, ask(driver, others, "pose"), ask(driver, others)):
        if answer != wanted[:2]:
            return "%r, no quarter turn: %s, not %s" % (x, answer, wanted)
    return None


def by_convergents():
    """The whole numbers whose product with 2^6 pi / 180 or 2^7 pi / 180 is nearest to a whole
    number or to a half: the bad cases of a rounding."""
    found = []
    for scale in (6, 7, 8):
        over, under = HALF_PI << scale, 90 << PI_BITS
        q0, q1 = 1, 0
        while under and q1 < 1 << 53:
            q0, q1 = q1, q0 + over // under * q1
            over, under = under, over % under
            found += [q for q in (q1, q1 - q0, q0 + q1) if 0 < q < 1 << 53]
    return [m * 2 ** i for m in found for i in range(10) if m * 2 ** i < 1 << 53]


def degrees(r, count):
    bad = by_convergents()
    numbers = [float(i) / 8 for i in range(-4000, 4000)] + [r.uniform(-720, 720) for _ in range(count)]
    numbers += [any_exponent(r) for _ in range(count)] + powers_and_edges(r, 0)
    numbers += [signed(r, math.ldexp(m, r.randint(-1074, 900))) for m in bad for _ in range(4)]
    return numbers + [signed(r, math.ldexp(r.randint(1, 1 << 52), -1074)) for _ in range(count)]


def radians(driver, numbers):
    """What is wrong, or nothing."""
    for x, answer in zip(numbers, ask(driver, numbers, "radians")):
        numerator, denominator = x.as_integer_ratio()
        value = (numerator * HALF_PI << 64) // (90 * denominator)
        wanted = nearest_doubles(value, PI_BITS + 64)[0] if value else 0.0
        if double_of(answer[0]) != wanted:
            return "%r: %r, not %r" % (x, double_of(answer[0]), wanted)
    return None


def check_poses(driver, arguments):
    """How many failed."""
    numbers = degrees(random.Random(arguments.seed), arguments.angles)
    failed = 0
    for name, found in (("quarter turns", quarter_turns(driver)), ("%d numbers of degrees" % len(numbers),
                                                                  radians(driver, numbers))):
        print("not ok turn, %s: %s" % (name, found) if found else "ok turn, " + name)
        failed += found is not None
    return failed


def narrowed(arguments):
    arguments.cflags += " -DSINCOS_ERROR=%r" % NARROW
    found = compare(build(arguments))
    print("narrowed to %g: %s" % (NARROW, found or "nobody noticed"))
    return 0 if found else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--angles", type=int, default=3000, help="angles a kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--cflags", default="", help="added when the driver is built")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "turn"))
    parser.add_argument("--narrow", action="store_true")
    arguments = parser.parse_args()
    if arguments.narrow:
        return narrowed(arguments)
    self_test()
    driver = build(arguments)
    passed = failed = 0
    differs = compare(driver)
    if differs:
        failed += 1
        print("not ok turn, the short way: " + differs)
    else:
        passed += 1
        print("ok turn, the short way: %d angles" % COMPARED)
    for name, choose in KINDS:
        angles = choose(random.Random("%d %s" % (arguments.seed, name)), arguments.angles)
        found = Tally(driver, angles)
        if found.failures:
            failed += 1
            print("not ok turn, %s: %d wrong of %d" % (name, len(found.failures), len(angles)))
            print("    " + found.failures[0])
        else:
            passed += 1
            print("ok turn, %s: %d angles, off by 2^%.1f; down to 2^%.1f units from a middle%s" %
                  (name, len(angles), math.log2(found.error), math.log2(found.nearest),
                   ", %d on its other side" % found.others if found.others else ""))
    wrong = check_poses(driver, arguments)
    passed, failed = passed + 2 - wrong, failed + wrong
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
