# SPDX-License-Identifier: MIT
"""How far, how deep, how near: what is measured, in decimals of 120 digits."""

import decimal
import math
from decimal import Decimal

from flat_vectors import cross, dot, minus

decimal.getcontext().prec = 120
NOTHING = Decimal(0)
INFINITE = Decimal("Infinity")


def decimals(v):
    return tuple(map(Decimal, v))


def length(p):
    return dot(p, p).sqrt()


def unit_of(k):
    return 1 / Decimal(1 << k)


def to_segment(a, b, p):
    e, f = minus(b, a), minus(p, a)
    along, square = dot(e, f), dot(e, e)
    if along <= 0:
        return length(f)
    if along >= square:
        return length(minus(p, b))
    return abs(cross(e, f)) / square.sqrt()


def to_polygon(polygon, p):
    """The distance of p, negative inside: how deep."""
    count = len(polygon)
    if count == 1:
        return length(minus(p, polygon[0]))
    depths = []
    if count > 2:
        for i in range(count):
            e = minus(polygon[i], polygon[i - 1])
            depth = cross(e, minus(p, polygon[i - 1]))
            if depth < 0:
                break
            depths.append(depth / length(e))
        else:
            return -min(depths)
    return min(to_segment(polygon[i - 1], polygon[i], p) for i in range(count))


def to_plane(plane, p):
    normal = decimals(plane[:2])
    return (dot(normal, p) - Decimal(plane[2])) / length(normal)


def to_body(body, p):
    """The signed distance of a point from a folded shape."""
    if body.plane:
        return to_plane(body.plane, p)
    return to_polygon([decimals(c) for c in body.corners], p) - Decimal(body.radius)


# ---- Sizes ---------------------------------------------------------------------


def extent(bodies, points=()):
    """The diagonal of the box around all corners and points, and the radii: what
    differences of coordinates come to. Doubles will do."""
    corners = [c for body in bodies if not body.plane for c in body.corners] + list(points)
    radii = sum(body.radius for body in bodies if not body.plane)
    if not corners:
        return 0.0
    return math.hypot(*(max(c[i] for c in corners) - min(c[i] for c in corners)
                        for i in (0, 1))) + radii


# ---- Pairs -------------------------------------------------------------------------


class Measured:
    """Of a pair: `gap`, the distance, negative where they overlap: the least push;
    `terms`, what that is the difference or the sum of; `size`, what differences
    of coordinates come to; `reach`, all numbers that twice the precision has to
    hold, which is the size but for half-planes; and the gap once a is moved."""

    __slots__ = ("gap", "terms", "size", "reach", "_moved")

    def after(self, v):
        return self._moved(v)


def of_hulls(pair, k, bodies):
    unit, m = unit_of(k), Measured()
    radius = pair.radius * unit
    polygon = [(x * unit, y * unit) for x, y in pair.polygon]
    if pair.inside:
        core = to_polygon(polygon, (NOTHING, NOTHING))
    else:
        core = (Decimal(pair.square) / Decimal(pair.over)).sqrt() * unit
    m.gap, m.terms = core - radius, abs(core) + radius
    m.size = m.reach = extent(bodies)
    m._moved = lambda v: to_polygon(polygon, v) - radius
    return m


def of_hull_and_plane(pair, k, bodies):
    """The plane is bodies[1], or bodies[0] when the hull is b."""
    unit, m = unit_of(k), Measured()
    plane = bodies[0].plane or bodies[1].plane
    way = -1 if bodies[0].plane else 1
    normal = decimals(plane[:2])
    long = length(normal)
    core = Decimal(pair.least) * unit * unit_of(pair.plane.shift) / long
    radius = pair.radius * unit
    m.gap, m.terms = core - radius, abs(core) + radius
    m.size = extent(bodies) + abs(float(core))
    m.reach = m.size + float(abs(Decimal(plane[2])) / long)
    m._moved = lambda v: m.gap + way * dot(normal, v) / long
    return m


def of_planes(pair, k, bodies):
    m = Measured()
    m.gap = m.terms = -INFINITE
    m.size, m.reach, m._moved = 0.0, 0.0, None
    if pair.facing:
        m.gap = Decimal(pair.gap) / Decimal(pair.over).sqrt() * unit_of(k)
        out = decimals(bodies[1].plane[:2])
        long = length(out)
        m.terms, m.size = abs(m.gap), abs(float(m.gap))
        m.reach = m.size + float(abs(Decimal(bodies[1].plane[2])) / long)
        m._moved = lambda v: m.gap + dot(out, v) / long
    return m


def measured(pair, k, bodies):
    if bodies[0].plane and bodies[1].plane:
        return of_planes(pair, k, bodies)
    if bodies[0].plane or bodies[1].plane:
        return of_hull_and_plane(pair, k, bodies)
    return of_hulls(pair, k, bodies)
