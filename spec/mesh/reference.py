# SPDX-License-Identifier: MIT
"""Lines and triangles in space, in rational numbers: no rounding, and no polynomial of the core's.

A line is a start and a direction, a triangle three corners; vectors are tuples of Fractions or ints.
"""

from fractions import Fraction

from vectors import cross, dot, minus


def along(start, direction, t):
    return tuple(s + t * d for s, d in zip(start, direction))


def is_zero(v):
    return v[0] == 0 and v[1] == 0 and v[2] == 0


def normal_of(corners):
    a, b, c = corners
    return cross(minus(b, a), minus(c, a))


def holds(corners, point):
    """Is the point, which lies in the plane of the triangle, in the triangle?"""
    n = normal_of(corners)
    for k in range(3):
        a, b = corners[k], corners[(k + 1) % 3]
        if dot(n, cross(minus(b, a), minus(point, a))) < 0:
            return False
    return True


def ends_of(corners):
    """The segment that a triangle without area is."""
    return max(((p, q) for p in corners for q in corners),
               key=lambda pair: dot(minus(*pair), minus(*pair)))


def meet_segment(start, d, p, q):
    """The interval of t in which the line is on a segment, or None."""
    w = minus(q, p)
    if is_zero(w):
        if not is_zero(cross(minus(p, start), d)):
            return None
        t = Fraction(dot(minus(p, start), d), dot(d, d))
        return t, t
    m = cross(w, d)
    if is_zero(m):
        if not is_zero(cross(minus(p, start), d)):
            return None
        ts = [Fraction(dot(minus(x, start), d), dot(d, d)) for x in (p, q)]
        return min(ts), max(ts)
    f = minus(start, p)
    if dot(f, m) != 0:
        return None
    s = Fraction(dot(cross(f, d), m), dot(m, m))
    if not 0 <= s <= 1:
        return None
    t = Fraction(-dot(cross(w, f), m), dot(m, m))
    return t, t


def clip(start, d, corners, n):
    """Of a line in the plane of the triangle: where all three edges have it on their inner side."""
    low, high = None, None
    for k in range(3):
        a, b = corners[k], corners[(k + 1) % 3]
        inward = cross(n, minus(b, a))
        at, rate = dot(inward, minus(start, a)), dot(inward, d)
        if rate == 0:
            if at < 0:
                return None
            continue
        t = Fraction(-at, rate)
        if rate > 0:
            low = t if low is None else max(low, t)
        else:
            high = t if high is None else min(high, t)
    return (low, high) if low <= high else None


def meet(start, d, corners):
    """The interval of t in which the line, whose direction is not zero, is on the triangle, or
    None."""
    n = normal_of(corners)
    if is_zero(n):
        return meet_segment(start, d, *ends_of(corners))
    rate, height = dot(n, d), dot(n, minus(corners[0], start))
    if rate == 0:
        return clip(start, d, corners, n) if height == 0 else None
    t = Fraction(height, rate)
    return (t, t) if holds(corners, along(start, d, t)) else None


def is_on(point, corners):
    n = normal_of(corners)
    if is_zero(n):
        p, q = ends_of(corners)
        w, f = minus(q, p), minus(point, p)
        return is_zero(cross(w, f)) and 0 <= dot(w, f) <= dot(w, w) and (not is_zero(w) or is_zero(f))
    return dot(n, minus(point, corners[0])) == 0 and holds(corners, point)


def contains(point, triangles, draw):
    """Is the point on a triangle, or inside: does a ray that meets no edge leave through an odd
    number? `draw` gives directions."""
    if any(is_on(point, t) for t in triangles):
        return True
    while True:
        d, count, fine = draw(), 0, True
        for corners in triangles:
            n = normal_of(corners)
            if is_zero(n):
                continue
            rate = dot(n, d)
            if rate == 0:
                fine = False
                break
            t = Fraction(dot(n, minus(corners[0], point)), rate)
            if t <= 0:
                continue
            p = along(point, d, t)
            sides = [dot(n, cross(minus(corners[(k + 1) % 3], corners[k]), minus(p, corners[k])))
                     for k in range(3)]
            if min(sides) == 0:
                fine = False
                break
            count += min(sides) > 0
        if fine:
            return count % 2 == 1
