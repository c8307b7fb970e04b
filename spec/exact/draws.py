# SPDX-License-Identifier: MIT
"""Random doubles of many sorts."""

import math
import struct


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


def promised(r):
    """Zero and from 1e-70 to 1e70, and one double among them however small."""
    tiny = r.choice((5e-324, 2.2250738585072014e-308, 1e-300, subnormal(r), 1e-100))

    def draw(r):
        return r.choice((0.0, tiny, 1e-70, 1e70, r.choice((1, -1)) * 10 ** r.uniform(-70, 70),
                         math.nextafter(1e70, 0), r.uniform(-1, 1) * 1e70))
    draw.tiny = abs(tiny)
    return draw


MAGNITUDES = (("any bits", any_bits), ("edges of the range", edge_double),
              ("subnormals", subnormal), ("next to one", near_one),
              ("small integers", small_integer), ("moderate", moderate),
              ("powers of two", power), ("mixed", mixed))
