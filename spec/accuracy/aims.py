# SPDX-License-Identifier: MIT
"""Shapes with sizes in plain doubles, and rays aimed at what is hard about them.

A target here is a shape of random sizes with, in its own frame, a way to draw
points of its surface with their normals, and points of its edges.
"""

import math

import aims_flat
from draws import (INFINITY, add, aim, along, code_of, cross, decades, direction, dot, length,
                   scaled, size, sub, tangent, unit)
from exchange import CORNERS


class Sphere:
    def __init__(self, r):
        self.radius = size(r)
        self.sizes, self.code, self.size = [self.radius], code_of("sphere"), self.radius

    def surface(self, r):
        n = direction(r)
        return scaled(n, self.radius), n

    def edge(self, r):
        return self.surface(r)[0]

    def axis(self, r):
        return (0.0, 0.0, 0.0), direction(r)


class Box:
    def __init__(self, r):
        common = r.random() < 0.5
        half = [size(r) for _ in range(3)]
        if common:
            half = [half[0] * r.uniform(0.3, 3) for _ in range(3)]
        self.low, self.high = tuple(-h for h in half), tuple(half)
        self.sizes, self.code = half, code_of("box")
        self.size = length(half)

    def at(self, place):
        return tuple(lo if k < 0 else hi if k > 0 else lo + (hi - lo) * (0.5 + 0.5 * f)
                     for lo, hi, (k, f) in zip(self.low, self.high, place))

    def surface(self, r):
        axis, side = r.randrange(3), r.choice((-1, 1))
        n = tuple(float(side) if i == axis else 0.0 for i in range(3))
        return self.at([(k, r.uniform(-1, 1)) for k in n]), n

    def edge(self, r):
        fixed = r.sample(range(3), r.choice((2, 2, 3)))
        return self.at([(r.choice((-1, 1)) if i in fixed else 0, r.uniform(-1, 1))
                        for i in range(3)])

    def axis(self, r):
        return self.edge(r), tuple(float(i) for i in r.choice(
            ((1, 0, 0), (0, 1, 0), (0, 0, -1), (1, 1, 0), (0, -1, 1))))


class CornerBox(Box):
    """By its corners, anywhere."""

    def __init__(self, r):
        super().__init__(r)
        offset = scaled(direction(r), decades(r, -3, r.choice((1, 4, 8))))
        self.low, self.high = add(self.low, offset), add(self.high, offset)
        self.sizes, self.code = [*self.low, *self.high], CORNERS


def circle(r):
    angle = r.uniform(0, 2 * math.pi)
    return math.cos(angle), math.sin(angle)


class Cylinder:
    def __init__(self, r):
        self.radius = size(r)
        self.half = size(r) if r.random() < 0.5 else self.radius * r.uniform(0.2, 5)
        self.sizes, self.code = [self.radius, self.half], code_of("cylinder")
        self.size = math.hypot(self.radius, self.half)

    def surface(self, r):
        x, z = circle(r)
        if r.random() < 0.6:
            p = (self.radius * x, self.half * r.uniform(-1, 1), self.radius * z)
            return p, (x, 0.0, z)
        k, y = self.radius * math.sqrt(r.random()), float(r.choice((-1, 1)))
        return (k * x, y * self.half, k * z), (0.0, y, 0.0)

    def edge(self, r):
        x, z = circle(r)
        return (self.radius * x, r.choice((-1, 1)) * self.half, self.radius * z)

    def axis(self, r):
        x, z = circle(r)
        k = r.choice((0.0, self.radius, self.radius * r.random()))
        return (k * x, r.uniform(-1, 1) * self.half, k * z), (0.0, 1.0, 0.0)


class Cone:
    def __init__(self, r):
        self.radius = size(r)
        self.height = size(r) if r.random() < 0.5 else self.radius * r.uniform(0.2, 5)
        self.sizes, self.code = [self.radius, self.height], code_of("cone")
        self.size = math.hypot(self.radius, self.height)

    def surface(self, r):
        x, z = circle(r)
        if r.random() < 0.7:
            k = r.choice((r.random(), decades(r, -6, 0)))
            n = unit((self.height * x, self.radius, self.height * z))
            return (k * self.radius * x, -k * self.height, k * self.radius * z), n
        k = self.radius * math.sqrt(r.random())
        return (k * x, -self.height, k * z), (0.0, -1.0, 0.0)

    def edge(self, r):
        if r.random() < 0.4:
            return (0.0, 0.0, 0.0)
        x, z = circle(r)
        return (self.radius * x, -self.height, self.radius * z)

    def axis(self, r):
        """Along a generatrix, on the side or beside it."""
        x, z = circle(r)
        d = (self.radius * x, -self.height, self.radius * z)
        if r.random() < 0.5:
            return scaled(d, r.random()), d
        return self.surface(r)[0], d


class Capsule:
    def __init__(self, r):
        self.radius = size(r)
        reach = size(r) if r.random() < 0.5 else self.radius * r.uniform(0.2, 5)
        half = scaled(direction(r), reach)
        if r.random() < 0.4:
            half = (0.0, reach, 0.0)
        middle = (0.0, 0.0, 0.0)
        if r.random() < 0.3:
            middle = scaled(direction(r), decades(r, -3, r.choice((1, 4, 8))))
        self.a, self.b = sub(middle, half), add(middle, half)
        self.along = unit(half)
        self.sizes, self.code = [*self.a, *self.b, self.radius], code_of("capsule")
        self.size = reach + self.radius

    def surface(self, r):
        if r.random() < 0.6:
            n = tangent(r, self.along)
            k = r.random()
            return along(along(self.a, k, sub(self.b, self.a)), self.radius, n), n
        n = direction(r)
        end = self.b if dot(n, self.along) > 0 else self.a
        return along(end, self.radius, n), n

    def edge(self, r):
        """The seams, where the side meets the balls."""
        return along(r.choice((self.a, self.b)), self.radius, tangent(r, self.along))

    def axis(self, r):
        k = r.choice((0.0, 1.0, r.random()))
        return along(self.a, self.radius * k, tangent(r, self.along)), self.along


class Plane:
    def __init__(self, r):
        n = direction(r) if r.random() < 0.7 else r.choice(
            ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 1.0, 1.0), (3.0, 0.0, -4.0)))
        self.normal = scaled(n, decades(r, -3, 3))
        self.distance = r.choice((0.0, r.choice((1, -1)) * size(r))) * length(self.normal)
        self.sizes, self.code = [*self.normal, self.distance], code_of("plane")
        self.size = abs(self.distance) / length(self.normal) or 1.0

    def surface(self, r):
        n = unit(self.normal)
        foot = scaled(self.normal, self.distance / dot(self.normal, self.normal))
        return along(foot, self.size * decades(r, -3, 3), tangent(r, n)), n

    def edge(self, r):
        return self.surface(r)[0]

    def axis(self, r):
        return self.surface(r)[0], tangent(r, self.normal)


class Triangle:
    def __init__(self, r):
        reach = size(r)
        middle = (0.0, 0.0, 0.0)
        if r.random() < 0.3:
            middle = scaled(direction(r), decades(r, -3, r.choice((1, 4, 8))))
        self.corners = [along(middle, reach, direction(r)) for _ in range(3)]
        if r.random() < 0.2:  # a sliver
            a, b, c = self.corners
            self.corners[2] = along(along(a, r.random(), sub(b, a)), decades(r, -12, -2),
                                    sub(c, a))
        self.sizes = [x for p in self.corners for x in p]
        self.code, self.size = code_of("triangle"), reach
        a, b, c = self.corners
        n = cross(sub(b, a), sub(c, a))
        self.normal = unit(n) if length(n) > 0 else direction(r)

    def surface(self, r):
        u, v = r.random(), r.random()
        if u + v > 1:
            u, v = 1 - u, 1 - v
        a, b, c = self.corners
        side = r.choice((1.0, -1.0))
        return along(along(a, u, sub(b, a)), v, sub(c, a)), scaled(self.normal, side)

    def edge(self, r):
        a, b, c = r.sample(self.corners, 3)
        return along(a, r.choice((0.0, 0.5, r.random())), sub(b, a))

    def axis(self, r):
        a, b, c = r.sample(self.corners, 3)
        return self.surface(r)[0], sub(b, a)


class Segment:
    def __init__(self, r):
        half = scaled(direction(r), size(r))
        middle = (0.0, 0.0, 0.0)
        if r.random() < 0.3:
            middle = scaled(direction(r), decades(r, -3, r.choice((1, 4, 8))))
        self.a, self.b = sub(middle, half), add(middle, half)
        self.sizes, self.code, self.size = [*self.a, *self.b], code_of("segment"), length(half)

    def surface(self, r):
        return along(self.a, r.random(), sub(self.b, self.a)), tangent(r, sub(self.b, self.a))

    def edge(self, r):
        return r.choice((self.a, self.b))

    def axis(self, r):
        return self.surface(r)[0], sub(self.b, self.a)


TARGETS = {"sphere": (Sphere,), "box": (Box, Box, CornerBox), "cylinder": (Cylinder,),
           "cone": (Cone,), "capsule": (Capsule,), "plane": (Plane,), "triangle": (Triangle,),
           "segment": (Segment,), **aims_flat.TARGETS}


def target_of(r, kind):
    return r.choice(TARGETS[kind])(r)


def near(r, s, pose):
    return s.size * pose.stretch() * decades(r, -1, 2)


def far(r, s, pose):
    return decades(r, 0, 8)


def any_distance(r, s, pose):
    return r.choice((near, far))(r, s, pose)


# ---- Categories: (random, kind, pose) to a case -------------------------------


def general(r, kind, pose):
    s = target_of(r, kind)
    p = along(s.surface(r)[0], s.size * r.random(), direction(r))
    return aim(r, s.code, s.sizes, pose, p, direction(r), near(r, s, pose))


def far_away(r, kind, pose):
    s = target_of(r, kind)
    return aim(r, s.code, s.sizes, pose, s.surface(r)[0], direction(r), far(r, s, pose))


def graze(r, kind, pose):
    """Beside the surface by 1e-16 to 1e-2 of the size, along it."""
    s = target_of(r, kind)
    p, n = s.surface(r)
    p = along(p, r.choice((1, -1, 0)) * s.size * decades(r, -16, -2), n)
    return aim(r, s.code, s.sizes, pose, p, tangent(r, n), any_distance(r, s, pose))


def shallow(r, kind, pose):
    """At the surface under a small angle."""
    s = target_of(r, kind)
    p, n = s.surface(r)
    d = along(tangent(r, n), r.choice((1, -1)) * decades(r, -15, 0), n)
    return aim(r, s.code, s.sizes, pose, p, d, any_distance(r, s, pose))


def edges(r, kind, pose):
    """At edges, corners, rims, seams and apexes, or next to them."""
    s = target_of(r, kind)
    p = s.edge(r)
    if r.random() < 0.6:
        p = along(p, s.size * decades(r, -17, -8), direction(r))
    return aim(r, s.code, s.sizes, pose, p, direction(r), any_distance(r, s, pose))


def near_miss(r, kind, pose):
    """From near: past edges, surfaces and ends by 1e-14 to 1e-8 of the size,
    where a filter with a careless bound goes wrong."""
    s = target_of(r, kind)
    p, n = s.surface(r)
    d = r.choice((direction(r), tangent(r, n)))
    if r.random() < 0.5:
        p = s.edge(r)
    p = along(p, s.size * decades(r, -14, -8), direction(r))
    reach = s.size * pose.stretch()
    distance = r.choice((reach * decades(r, -1, 1.6), reach * decades(r, -14, -8)))
    case = aim(r, s.code, s.sizes, pose, p, d, distance)
    by = 1 + r.choice((1, -1)) * decades(r, -14, -8)
    if case.segment:
        case.toward = along(case.start, by, sub(case.toward, case.start))
        if case.toward == case.start:
            case.toward = along(case.start, 1.0, n)
    elif case.max != INFINITY:
        case.max *= by
    return case


def special_lines(r, kind, pose):
    """Along axes, generatrices, edges, and nearly so."""
    s = target_of(r, kind)
    p, d = s.axis(r)
    if r.random() < 0.6:
        d = along(unit(d), decades(r, -17, -2), direction(r))
    if r.random() < 0.5:
        p = along(p, s.size * decades(r, -17, -2), direction(r))
    if r.random() < 0.5:
        d = scaled(d, -1)
    return aim(r, s.code, s.sizes, pose, p, d, any_distance(r, s, pose))


def starts_on_surface(r, kind, pose):
    """Starts on the surface as well as doubles allow, in every direction."""
    s = target_of(r, kind)
    p, n = s.surface(r)
    d = r.choice((direction, lambda r: tangent(r, n), lambda r: n))(r)
    distance = r.choice((0.0, s.size * pose.stretch() * decades(r, -17, -8)))
    return aim(r, s.code, s.sizes, pose, p, d, distance)
