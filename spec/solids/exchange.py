# SPDX-License-Identifier: MIT
"""Cases and answers as spec/solids/driver.c reads and writes them."""

import struct
import subprocess
from fractions import Fraction

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
        return "/".join([self.maker] + [",".join(short(x) for x in numbers)
                                        for numbers in (self.numbers, self.position, self.parts)])

    @staticmethod
    def of_text(text):
        words = text.split("/")
        return Shape(words[0], *(tuple(float.fromhex(x) for x in word.split(",")) if word else ()
                                 for word in words[1:]))


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


def short(x):
    """A double in hexadecimal without the zeros that say nothing."""
    text = float(x).hex()
    if "." not in text:
        return text
    mantissa, exponent = text.split("p")
    mantissa = mantissa.rstrip("0").rstrip(".")
    return mantissa if exponent == "+0" else mantissa + "p" + exponent


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


class DriverStopped(Exception):
    pass


def ask(driver, cases):
    """The driver's answers to all cases, in order."""
    run = subprocess.run([driver], input=b"".join(case.pack() for case in cases),
                         capture_output=True)
    if run.returncode != 0 or len(run.stdout) != _OUT.size * len(cases):
        done = len(run.stdout) // _OUT.size
        raise DriverStopped("driver stopped with %d about case %s or one before it\n%s" % (
            run.returncode, cases[min(done, len(cases) - 1)].text(), run.stderr.decode()))
    return [Answer(d, (case.a.kind, case.b.kind))
            for d, case in zip(_OUT.iter_unpack(run.stdout), cases)]
