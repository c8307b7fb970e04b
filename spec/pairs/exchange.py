# SPDX-License-Identifier: MIT
"""Cases and answers as spec/pairs/driver.c reads and writes them."""

import struct

import references
from references import numbers_of, numbers_text, short

FLAT = ("circle", "rect", "polygon", "triangle", "segment", "capsule", "plane")
CORNERS = "corners"  # a rect made by its corners
CODES = FLAT + (CORNERS, "round")
KINDS = FLAT + ("round",)  # a polygon with a radius
ROUND = ("circle", "capsule", "round")
MOST_POINTS = 24
SHAPE, BODY, SAID = 2 * MOST_POINTS + 9, 2 * MOST_POINTS + 10, 35

_IN = struct.Struct("<%dd" % (2 * SHAPE + 2))
_OUT = struct.Struct("<%dd" % (2 * BODY + SAID))


class Shape:
    """A shape as it is made and posed. `numbers` are a rect's halves, min and max
    of one made by its corners, x and y of each point, or a plane's normal;
    `extra` is a radius, or a plane's distance."""

    __slots__ = ("maker", "numbers", "extra", "posed", "position", "angle", "scale")

    def __init__(self, maker, numbers=(), extra=0.0):
        self.maker, self.extra = maker, float(extra)
        self.numbers = tuple(float(x) for x in numbers)
        self.posed = False
        self.position, self.angle, self.scale = (0.0, 0.0), 0.0, (1.0, 1.0)

    @property
    def kind(self):
        return "rect" if self.maker == CORNERS else self.maker

    def copy(self):
        shape = Shape(self.maker, self.numbers, self.extra)
        shape.posed, shape.position = self.posed, self.position
        shape.angle, shape.scale = self.angle, self.scale
        return shape

    def doubles(self):
        count = len(self.numbers) // 2
        return (CODES.index(self.maker), count, *self.numbers,
                *[0.0] * (2 * MOST_POINTS - len(self.numbers)), self.extra, self.posed,
                *self.position, self.angle, *self.scale)

    def text(self):
        words = [self.maker, numbers_text(self.numbers), short(self.extra)]
        if self.posed:
            words += [numbers_text(self.position), short(self.angle), numbers_text(self.scale)]
        return "/".join(words)

    @staticmethod
    def of_text(text):
        words = text.split("/")
        shape = Shape(words[0], numbers_of(words[1]), float.fromhex(words[2]))
        if len(words) > 3:
            shape.posed = True
            shape.position, shape.scale = numbers_of(words[3]), numbers_of(words[5])
            shape.angle = float.fromhex(words[4])
        return shape


class Case:
    """Two shapes and a point, which is asked about both of them. `whole` says
    that all sizes and positions are small integers."""

    __slots__ = ("a", "b", "point", "whole", "name")

    def __init__(self, a, b, point, whole=False, name=""):
        self.a, self.b, self.point = a, b, tuple(float(x) for x in point)
        self.whole, self.name = whole, name

    def pack(self):
        return _IN.pack(*self.a.doubles(), *self.b.doubles(), *self.point)

    def text(self):
        return " ".join((self.a.text(), self.b.text(), numbers_text(self.point)))

    @staticmethod
    def of_text(text):
        a, b, point = text.split()
        return Case(Shape.of_text(a), Shape.of_text(b), numbers_of(point))


class Body:
    """The doubles that a shape was folded into, and that answers are about: a
    hull's corners and radius, or a plane's normal and distance."""

    __slots__ = ("error", "corners", "radius", "plane", "given")

    def __init__(self, d, kind):
        self.error, count = int(d[0]), int(d[1])
        self.corners = [d[i:i + 2] for i in range(2, 2 + 2 * count, 2)]
        d = d[2 + 2 * MOST_POINTS:]
        self.radius = d[0]
        self.given = (d[1:3], d[3:5], d[5:7])  # a triangle's corners, in order
        self.plane = (d[1], d[2], d[7]) if kind == "plane" else None

    def same(self, other):
        if self.plane or other.plane:
            return self.plane == other.plane
        return self.corners == other.corners and self.radius == other.radius


class Push:
    __slots__ = ("normal", "depth", "point")

    def __init__(self, d):
        self.normal, self.depth, self.point = d[1:3], d[3], d[4:6]

    def __repr__(self):
        return "normal %r depth %r point %r" % (self.normal, self.depth, self.point)


class Nearest:
    """A distance and the nearest points: of both shapes, or of the one asked."""

    __slots__ = ("distance", "points")

    def __init__(self, d):
        self.distance = d[0]
        self.points = tuple(d[i:i + 2] for i in range(1, len(d), 2))

    def __repr__(self):
        return "%r %s" % (self.distance, " ".join(map(repr, self.points)))


class Answer:
    """Both ways round: index 0 is a, b and index 1 is b, a."""

    __slots__ = ("bodies", "odd", "overlap", "push", "distance", "closest", "contains", "region")

    def __init__(self, d, kinds):
        self.bodies = (Body(d[:BODY], kinds[0]), Body(d[BODY:2 * BODY], kinds[1]))
        d = d[2 * BODY:]
        self.odd = int(d[0])
        self.overlap = (int(d[1]), int(d[2]))
        self.push = tuple(Push(d[i:i + 6]) if d[i] else None for i in (3, 9))
        self.distance = (Nearest(d[15:20]), Nearest(d[20:25]))
        self.closest = (Nearest(d[25:28]), Nearest(d[28:31]))
        self.contains = (int(d[31]), int(d[32]))
        self.region = (int(d[33]), int(d[34]))

    def show(self):
        for i, body in enumerate(self.bodies):
            print("%s: error %d, %s" % ("ab"[i], body.error, "plane %r" % (body.plane,) if body.plane
                                        else "corners %r radius %r" % (body.corners, body.radius)))
        for name in ("odd", "overlap", "push", "distance", "closest", "contains", "region"):
            print("%-9s %r" % (name, getattr(self, name)))


def ask(driver, cases):
    """The driver's answers to all cases, in order."""
    return references.ask(driver, cases, _OUT, lambda d, case: Answer(d, (case.a.kind, case.b.kind)))
