# SPDX-License-Identifier: MIT
"""The reference: what is left of a triangle when a box cuts it, in integers.

Corners are cut off by one side of the box after the other (Sutherland and
Hodgman 1974), in homogeneous coordinates, so nothing is rounded or divided.
No separating axes, no edge functions: nothing is shared with the core.
"""

import math


def shift_of(numbers):
    """The power of two that makes integers of all these doubles."""
    least = 0
    for x in numbers:
        if x != 0:
            _, d = x.as_integer_ratio()
            least = max(least, d.bit_length() - 1)
    return least


def integer(x, shift):
    n, d = x.as_integer_ratio()
    return n << (shift - (d.bit_length() - 1))


def cut(polygon, axis, level, sign):
    """The part of a convex polygon with sign * x[axis] <= sign * level."""
    kept = []
    sides = [sign * (level * p[3] - p[axis]) for p in polygon]
    for i, p in enumerate(polygon):
        j = (i + 1) % len(polygon)
        a, b = sides[i], sides[j]
        if a >= 0:
            kept.append(p)
        if (a > 0 and b < 0) or (a < 0 and b > 0):
            a, b, q = abs(a), abs(b), polygon[j]
            whole = [b * p[k] + a * q[k] for k in range(4)]
            common = math.gcd(*whole)
            kept.append(tuple(x // common for x in whole))
    return kept


def inside(triangle, low, high):
    """The corners of what a closed box leaves of a triangle of integers."""
    polygon = [(*p, 1) for p in triangle]
    for axis in range(3):
        if polygon:
            polygon = cut(polygon, axis, low[axis], -1)
        if polygon:
            polygon = cut(polygon, axis, high[axis], 1)
    return polygon


def meets(triangle, low, high):
    return bool(inside(triangle, low, high))


def meets_open(triangle, low, high):
    """The mean of what is left is inside of every side that any of it is inside of."""
    left = inside(triangle, low, high)
    return bool(left) and all(
        any(p[k] > low[k] * p[3] for p in left) and any(p[k] < high[k] * p[3] for p in left)
        for k in range(3))
