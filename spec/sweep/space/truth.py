# SPDX-License-Identifier: MIT
"""What is true of a shape in space that moves, by the reference of spec/solids: the set of all its
places between two times is the hull of both, whose corners are those of both.

A cylinder or cone stays where it is, and the other one moves the other way.
"""
import copy
import os
import sys
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "solids"))

import reference
from reference import APART, IN, TOUCH, UNDECIDED, Solid, dot, plus  # noqa: F401


class Moving(Solid):
    """A solid that takes all places from `start` d to `end` d."""

    def __init__(self, body, d, start, end):
        super().__init__(body)
        self.ways = [tuple(f * x for x in d) for f in ((start,) if start == end else (start, end))]
        n, edges = len(self.own), list(self.edges)
        if len(self.ways) == 2:
            self.edges = edges + [(i + n, k + n) for i, k in edges] + [(i, i + n) for i in range(n)]

    def world(self):
        return [plus(p, way) for way in self.ways for p in super(Moving, self).world()]


def moved(body, d, f):
    body = copy.copy(body)
    body.position = plus(body.position, tuple(f * x for x in d))
    return body


def level_between(first, second, d, start, end):
    """The level of two bodies, of which the first moves, or UNDECIDED."""
    surfaces = [Solid(first).surface, Solid(second).surface]
    if "plane" in surfaces:
        return max(reference.level_of(moved(first, d, f), second) for f in (start, end))
    a, b = Moving(first, d, start, end), Solid(second)
    if a.surface != "flat" and b.surface == "flat":
        a, b = Moving(second, tuple(-x for x in d), start, end), Solid(first)
    if a.surface != "flat" and (a.surface, b.surface) != ("round", "round"):
        return UNDECIDED
    if b.surface == "cylinder":
        return reference.level_of_cylinder(a, b)
    if b.surface == "cone":
        return reference.level_of_cone(a, b)
    if b.surface == "uneven":
        return reference.level_of_rounded(b.local(a.world()), a.edges, b.own, b.edges,
                                          b.body.radius)
    radius = sum(s.body.radius for s in (a, b) if s.surface == "round")
    return reference.level_of_rounded(a.world(), a.edges, b.world(), b.edges, radius)


def spans(vectors):
    """Do they span space?"""
    from itertools import combinations
    return any(dot(u, reference.cross(v, w)) for u, v, w in combinations(vectors, 3))


def has_inside(first, second):
    """Has the set of their differences an interior?"""
    vectors = []
    for body in (first, second):
        s = Solid(body)
        if s.surface in ("plane", "round", "uneven", "cone"):
            return True
        points = s.world()
        vectors += [reference.minus(p, points[0]) for p in points[1:]]
        if s.surface == "cylinder":
            matrix = body.linear or ((1, 0, 0), (0, 1, 0), (0, 0, 1))
            vectors += [tuple(row[0] for row in matrix), tuple(row[2] for row in matrix)]
    return spans(vectors)


def root(x, bits=200):
    """The square root of a fraction, within 2^-bits of itself."""
    from math import isqrt
    x = Fraction(x)
    if x == 0:
        return x
    shift = max(0, 2 * bits - x.numerator.bit_length() + x.denominator.bit_length())
    shift += shift % 2
    return Fraction(isqrt((x.numerator << shift) // x.denominator), 1 << (shift // 2))


def reach(body, n):
    """The greatest n . p over a body that is no half-space."""
    s = Solid(body)
    best = max(dot(n, p) for p in s.world())
    columns = tuple(zip(*body.linear)) if body.linear else ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    g = tuple(dot(n, c) for c in columns)
    if s.surface in ("round", "uneven"):
        return best + body.radius * root(dot(n, n) if s.surface == "round" else dot(g, g))
    across = body.radius * root(g[0] * g[0] + g[2] * g[2])
    if s.surface == "cylinder":
        return best + across
    if s.surface == "cone":
        ends = [dot(n, p) for p in s.world()]
        return max(ends[0] + across, ends[1])
    return best


def size_of(body):
    s = Solid(body)
    return max([abs(x) for p in s.world() for x in p] + [body.radius])


def hull_distance(corners, p):
    """From a point to the hull of corners: 0 inside."""
    from itertools import combinations
    if reference.level_of_hulls([p], [], corners, list(combinations(range(len(corners)), 2))):
        return Fraction(0)
    return root(reference.squared_distance([p], corners))


def distance(body, p):
    """How far a point lies outside of a body, about; of bodies in a linear frame with a radius by
    the own frame, times how much that stretches."""
    s = Solid(body)
    if s.surface in ("flat", "round"):
        return max(Fraction(0), hull_distance(s.world(), p) - body.radius * (s.surface == "round"))
    own = s.local([p])[0]
    stretch = root(sum((x * x for row in body.linear for x in row), Fraction(0))) if body.linear else 1
    if s.surface == "uneven":
        return max(Fraction(0), hull_distance(s.own, own) - body.radius) * stretch
    across = root(own[0] * own[0] + own[2] * own[2])
    if s.surface == "cylinder":
        return max(Fraction(0), across - body.radius, abs(own[1]) - body.height) * stretch
    return max(Fraction(0), own[1], -own[1] - body.height,
               across + own[1] * body.radius / body.height) * stretch
