# SPDX-License-Identifier: MIT
"""Cases and answers as spec/solids/driver.c reads and writes them."""

import struct
from fractions import Fraction

import references
from references import numbers_of, numbers_text

KINDS = ("sphere", "box", "cylinder", "cone", "capsule", "plane", "triangle", "segment", "hull",
         "roundbox", "roundhull")
CORNERS = "corners"  # a box made by its corners
CODES = KINDS + (CORNERS,)
NONE, PARTS, LINEAR = range(3)
NUMBERS = 72
SHAPE, BODY = 2 + NUMBERS + 13, 27 + NUMBERS

_IN = struct.Struct("<%dd" % (2 * SHAPE))
_OUT = struct.Struct("<%dd" % (2 * BODY + 9))


def padded(numbers, count):
    return tuple(numbers) + (0.0,) * (count - len(numbers))


class Shape:
    """A shape as it is made and posed: the maker's arguments in its order. `parts` are a rotation
    and a scale, 7 numbers, or a matrix of 9, row by row; empty: the pose is only a position."""

    __slots__ = ("maker", "numbers", "position", "parts")

    def __init__(self, maker, numbers, position=(), parts=()):
        self.maker = maker
        self.numbers = tuple(float(x) for x in numbers)
        self.position = tuple(float(x) for x in position)
        self.parts = tuple(float(x) for x in parts)

    @property
    def kind(self):
        return "box" if self.maker == CORNERS else self.maker

    def doubles(self):
        sort, parts = NONE, self.parts
        if self.position:
            sort = LINEAR if len(parts) == 9 else PARTS
            parts = parts or (0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0)
        return (CODES.index(self.maker), len(self.numbers), *padded(self.numbers, NUMBERS), sort,
                *padded(self.position, 3), *padded(parts, 9))

    def text(self):
        return "/".join([self.maker, *map(numbers_text, (self.numbers, self.position, self.parts))])

    @staticmethod
    def of_text(text):
        words = text.split("/")
        return Shape(words[0], *map(numbers_of, words[1:]))


class Case:
    __slots__ = ("a", "b", "name")

    def __init__(self, a, b, name=""):
        self.a, self.b, self.name = a, b, name

    def pack(self):
        return _IN.pack(*self.a.doubles(), *self.b.doubles())

    def text(self):
        return self.a.text() + " " + self.b.text()

    @staticmethod
    def of_text(text):
        return Case(*(Shape.of_text(word) for word in text.split()))


def vector(d):
    return tuple(Fraction(x) for x in d)


class Body:
    """The doubles that a shape was folded into, and that answers are about, as fractions."""

    __slots__ = ("kind", "error", "linear", "position", "radius", "height", "a", "b", "c", "corners")

    def __init__(self, d, kind):
        self.kind, self.error = kind, int(d[0])
        if self.error:
            return
        self.position, self.radius, self.height = vector(d[2:5]), Fraction(d[5]), Fraction(d[6])
        self.a, self.b, self.c = vector(d[7:10]), vector(d[10:13]), vector(d[13:16])
        self.linear = tuple(vector(d[i:i + 3]) for i in (16, 19, 22)) if d[1] else None
        count = int(d[25])
        self.corners = [vector(d[i:i + 3]) for i in range(26, 26 + 3 * count, 3)]


class Answer:
    __slots__ = ("bodies", "decides", "levels", "has", "overlap", "measured", "mirrored")

    def __init__(self, d, kinds):
        self.bodies = (Body(d[:BODY], kinds[0]), Body(d[BODY:2 * BODY], kinds[1]))
        d = tuple(int(x) for x in d[2 * BODY:])
        self.decides, self.levels, self.has, self.overlap = d[0], d[1:3], d[3], d[4:6]
        self.measured, self.mirrored = d[6:8], d[8]


def ask(driver, cases):
    """The driver's answers to all cases, in order."""
    return references.ask(driver, cases, _OUT, lambda d, case: Answer(d, (case.a.kind, case.b.kind)))
