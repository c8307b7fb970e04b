# SPDX-License-Identifier: MIT
"""Convex hulls in the plane against a line o + tau v, exactly, in integers.

A hull is that of the points given, as the pose has left them; edges are the
stretches between those, numbered from 1. What a hit shows:

  - the edge that holds the point and faces the line: of a polygon or triangle
    its number, at a corner the lower one; of a rect its face, at a corner the one
    across x;
  - where the hull's edge stands for several in one line but for rounding, the one
    between whose points the line passes;
  - a rect without area is a box: a line along it meets its cap;
  - of other hulls without area a line along them meets the edge without length at
    that end, if there is one.
"""

import math
from fractions import Fraction

import solids
import surds
from exchange import KINDS
from flat_vectors import cross as cross2, hull as corners_of, turn
from surds import sign

ENTER, EXIT = 0, 1


def edges_of(corners):
    return list(zip(corners, corners[1:] + corners[:1]))


def meet(points, o, v):
    """As solids.meet."""
    corners = corners_of(points)
    if len(corners) == 1:
        return meet_point(solids.minus(corners[0], o), v)
    if len(corners) == 2:
        return meet_stretch(*corners, o, v)
    result = solids.EVERYWHERE
    for a, b in edges_of(corners):
        e = solids.minus(b, a)
        half = solids.below(cross2(solids.minus(o, a), e), cross2(v, e), 0, "edge")
        result = solids.intersect(result, half)
        if result is None:
            return None
    return result


def meet_point(f, v):
    if cross2(f, v) != 0:
        return None
    tau = surds.rational(solids.dot(f, v), solids.dot(v, v))
    return tau, tau, (), ()


def meet_stretch(a, b, o, v):
    e, f = solids.minus(b, a), solids.minus(a, o)
    rate = cross2(v, e)
    if rate == 0:
        if cross2(f, v) != 0:
            return None
        return solids.slab(-solids.dot(f, e), solids.dot(v, e), 0, solids.dot(e, e), "end", "end")
    tau = surds.rational(cross2(f, e), rate)
    p = at(o, v, tau)
    if not 0 <= solids.dot(solids.minus(p, a), e) <= solids.dot(e, e):
        return None
    return tau, tau, (), ()


def at(o, v, tau):
    k = Fraction(tau[0], tau[3])
    return tuple(o[i] + k * v[i] for i in range(3))


def locate(points, p):
    corners = corners_of(points)
    if len(corners) < 3:
        return 0 if solids.on_segment(corners[0], corners[-1], p) else 1
    return max(-turn(a, b, p) for a, b in edges_of(corners))


def rect_pose(case):
    """How the own axes of a rect lie, for when it has no area."""
    if case.kind != "rect":
        return None
    s, z = case.scale, case.sizes
    width, height = (2 * z[0], 2 * z[1])
    if case.code != KINDS.index("rect"):
        width, height = z[2] - z[0], z[3] - z[1]
    cosine, sine = (int(Fraction(k) * 2**1100) for k in (math.cos(case.angle), math.sin(case.angle)))
    x, y = (cosine, sine, 0), (-sine, cosine, 0)
    return {"x": x if s[0] > 0 else tuple(-c for c in x),
            "y": y if s[1] > 0 else tuple(-c for c in y),
            "x_is_long": abs(width * s[0]) >= abs(height * s[1]),
            "mirrored": (s[0] < 0) != (s[1] < 0)}


# ---- What is hit ---------------------------------------------------------------------


class Flat:
    """A hull as a line sees it; `kind`, and of a rect how it is posed."""

    def __init__(self, kind, points, o, v, rect=None):
        self.kind, self.points, self.o, self.v, self.rect = kind, points, o, v, rect
        self.corners = corners_of(points)

    def side(self, p):
        return sign(cross2(self.v, solids.minus(p, self.o)))

    def faces_line(self, normal, end):
        rate = solids.dot(normal, self.v)
        return rate < 0 if end == ENTER else rate > 0

    def surface(self, tau, end):
        """(numbers that may be shown, the normal), both at the point at tau; the
        normal is None where the line runs out of what has no area."""
        p = at(self.o, self.v, tau)
        if self.kind == "segment_2d":
            return [0], self.thin_normal(ENTER) or tuple(-x for x in self.v)
        if len(self.corners) < 3:
            if self.kind == "rect":
                return self.flat_box(p, end)
            return [self.thin_number(p, end)], self.thin_normal(end)
        return self.solid(p, end)

    # -- with area --

    def solid(self, p, end):
        best = None
        for a, b in edges_of(self.corners):
            e = solids.minus(b, a)
            normal = (e[1], -e[0], 0)
            if turn(a, b, p) == 0 and self.faces_line(normal, end):
                for number in self.stands_for(a, b, end):
                    if best is None or self.rank(number) < self.rank(best[0]):
                        best = number, normal
        return [best[0]], best[1]

    def rank(self, number):
        return (number % 2, number) if self.kind == "rect" else (0, number)

    def stands_for(self, a, b, end):
        """Numbers of the given edges from a to b, counterclockwise, between
        whose points the line passes."""
        points, count = self.points, len(self.points)
        twice_area = sum(cross2(p, q) for p, q in edges_of(points))
        step = 1 if twice_area > 0 else -1
        # Where a point is given twice, the walk is from its last to the other's first.
        i = max((k for k in range(count) if points[k] == a),
                key=lambda k: points[(k + step) % count] != a)
        while points[i] != b:
            j = (i + step) % count
            here, there = self.side(points[i]), self.side(points[j])
            if (here > there if end == ENTER else here < there):
                yield min(i, j) + 1 if abs(i - j) == 1 else count
            i = j

    # -- without --

    def thin_normal(self, end):
        if len(self.corners) < 2:
            return None
        e = solids.minus(self.corners[1], self.corners[0])
        rate = cross2(e, self.v)
        if rate == 0:
            return None
        normal = (-e[1], e[0], 0) if rate > 0 else (e[1], -e[0], 0)
        return tuple(-x for x in normal) if end == ENTER else normal

    def thin_number(self, p, end):
        """Of a triangle or polygon, as if it went round counterclockwise."""
        found, holds, without_length = [], [], []
        for k, (a, b) in enumerate(edges_of(self.points), 1):
            e = solids.minus(b, a)
            if solids.on_segment(a, b, p):
                holds.append(k)
                if a == b:
                    without_length.append(k)
                elif self.faces_line((e[1], -e[0], 0), end):
                    found.append(k)
        if self.thin_normal(end) is not None:
            return min(found)
        return min(without_length or holds)

    def flat_box(self, p, end):
        """As a box in the rect's own frame."""
        pose = self.rect
        if len(self.corners) == 1:
            x, y = pose["x"], pose["y"]
        else:
            a, b = self.corners
            low, high = (0, 1) if pose["x_is_long"] else (0, 3)
            e = solids.minus(b, a)
            if solids.dot(e, solids.minus(self.points[high], self.points[low])) < 0:
                e = tuple(-c for c in e)
            left = (-e[1], e[0], 0)
            if pose["mirrored"]:
                left = (e[1], -e[0], 0)
            x, y = (e, left) if pose["x_is_long"] else (tuple(-c for c in left), e)
        found, unsure = [], False
        for axis, low_name, high_name in ((x, 4, 2), (y, 1, 3)):
            rate = solids.dot(axis, self.v)
            if rate == 0:
                continue
            if len(self.corners) == 1 and abs(rate) * 10**14 < dot_sizes(axis, self.v):
                unsure = True  # its cosine and sine are not quite math.cos and math.sin
            if end == EXIT:
                rate = -rate
            reach = [solids.dot(axis, solids.minus(c, p)) for c in self.corners]
            # On the low side nothing is lower; on a side that is flat both hold.
            if rate > 0 and min(reach) == 0:
                found.append((low_name, tuple(-c for c in axis)))
            if rate < 0 and max(reach) == 0:
                found.append((high_name, axis))
        if unsure:
            return [name for name, _ in found], None
        return [found[0][0]], found[0][1]


def dot_sizes(a, b):
    return sum(abs(x * y) for x, y in zip(a, b))
