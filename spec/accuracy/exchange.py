# SPDX-License-Identifier: MIT
"""Cases and answers as spec/accuracy/driver.c reads and writes them."""

import struct

import references
from references import numbers_of, numbers_text

KINDS = ("sphere", "box", "cylinder", "cone", "capsule", "plane", "triangle", "segment", "hull",
         "round_box", "plane_outline", "circle", "rect", "polygon", "triangle_2d", "segment_2d", "capsule_2d", "plane_2d")
# Hulls are drawn and judged in spec/hull, rounded solids in spec/rounded.
DRAWN = tuple(kind for kind in KINDS if kind not in ("hull", "round_box", "plane_outline"))
FLAT = KINDS[KINDS.index("circle"):]  # in two dimensions: z is 0 everywhere
HULLS = ("rect", "polygon", "triangle_2d", "segment_2d")
NUMBERED = ("polygon", "triangle_2d")  # hits tell the edge's number
CORNERS = len(KINDS)  # a box made by its corners
RECT_CORNERS = CORNERS + 1
MADE_BY_CORNERS = {CORNERS: "box", RECT_CORNERS: "rect"}
FACES = (None, "side", "top", "bottom", "base", "-x", "+x", "-y", "+y", "-z", "+z", "front",
         "back")
QUERIES = ("linecast", "cast", "cast, skip inside", "cast, hollow", "cast, hollow, skip inside")

MOST = 12  # points of a polygon
SIZES = 1 + 2 * MOST
_IN = struct.Struct("<%dd" % (37 + SIZES))
_OUT = struct.Struct("<%dd" % (40 + 4 * MOST + 5 * 15))

UNPOSED, PARTS, MATRIX = 0, 1, 2


class Case:
    """One shape, one line. The fields are doubles as the driver takes them."""

    __slots__ = ("code", "segment", "max", "sizes", "pose", "position", "rotation", "scale",
                 "transform", "angle", "start", "toward")

    def __init__(self, code, sizes, start, toward, segment=0, limit=float("inf")):
        self.code, self.sizes = code, list(sizes) + [0.0] * (SIZES - len(sizes))
        self.start, self.toward = start, toward
        self.segment, self.max = segment, limit
        self.pose = UNPOSED
        self.position = (0.0, 0.0, 0.0)
        self.rotation = (0.0, 0.0, 0.0, 1.0)
        self.scale = (1.0, 1.0, 1.0)
        self.transform = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0,
                          0.0, 1.0)
        self.angle = 0.0

    @property
    def kind(self):
        return MADE_BY_CORNERS.get(self.code) or KINDS[self.code]

    def doubles(self):
        return (self.code, self.segment, self.max, *self.sizes, self.pose, *self.position,
                *self.rotation, *self.scale, *self.transform, self.angle, *self.start, *self.toward)

    def pack(self):
        return _IN.pack(*self.doubles())

    def text(self):
        """One line that of_text reads: only what differs from a bare case."""
        words = ["shape=" + self.kind + ("-corners" if self.code in MADE_BY_CORNERS else "")]
        bare = Case(0, (), (0.0,) * 3, (0.0,) * 3)
        for name in Case.__slots__[1:]:
            value = getattr(self, name)
            if name in ("segment", "pose"):
                value = (value,)
            elif name == "max":
                value = () if value == float("inf") else (value,)
            elif name == "angle":
                value = (value,) if value else ()
            elif name == "sizes":
                while value and value[-1] == 0 and len(value) > 1:
                    value = value[:-1]
            elif name in ("rotation", "scale", "transform", "position") and (
                    tuple(value) == getattr(bare, name)):
                continue
            if tuple(value) not in ((), (0,)) or name == "sizes":
                words.append(name + "=" + numbers_text(value))
        return " ".join(words)

    @staticmethod
    def of_text(text):
        case = Case(0, (), (0.0,) * 3, (0.0,) * 3)
        for word in text.split():
            name, value = word.split("=")
            if name == "shape":
                kind = value.replace("-corners", "")
                case.code = KINDS.index(kind)
                if kind != value:
                    case.code = CORNERS if kind == "box" else RECT_CORNERS
                continue
            if name not in Case.__slots__:
                raise ValueError("no field %s" % name)
            value = list(numbers_of(value))
            if name == "sizes":
                value += [0.0] * (SIZES - len(value))
            elif name in ("segment", "pose"):
                value = int(value[0])
            elif name in ("max", "angle"):
                value = value[0]
            else:
                value = tuple(value)
            setattr(case, name, value)
        return case


class Hit:
    __slots__ = ("t", "t_exit", "point", "normal", "u", "v", "inside", "has_point", "face",
                 "edge")

    def __init__(self, d):
        self.t, self.t_exit = d[1], d[2]
        self.point, self.normal = d[3:6], d[6:9]
        self.u, self.v = d[9], d[10]
        self.inside, self.has_point = int(d[11]), int(d[12])
        self.face, self.edge = FACES[int(d[13])], int(d[14])

    def __repr__(self):
        return " ".join("%s=%r" % (name, getattr(self, name)) for name in self.__slots__)


class Answer:
    """The folded shape, of a hull its corners and the points given as posed; and
    a Hit or None for each of QUERIES."""

    __slots__ = ("error", "odd", "linear_frame", "position", "linear", "inverse", "a", "b", "c",
                 "radius", "height", "normal", "corners", "points", "hits")

    def __init__(self, d):
        self.error, self.odd = int(d[0]), int(d[1])
        self.linear_frame = d[2] == 1
        self.position, self.linear, self.inverse = d[3:6], d[6:15], d[15:24]
        self.a, self.b, self.c = d[24:27], d[27:30], d[30:33]
        self.radius, self.height, self.normal = d[33], d[34], d[35:38]
        count, given, at = int(d[38]), int(d[39]), 40 + 2 * MOST
        self.corners = flat_points(d[40:40 + 2 * count])
        self.points = flat_points(d[at:at + 2 * given])
        self.hits = [Hit(d[i:i + 15]) if d[i] else None
                     for i in range(at + 2 * MOST, _OUT.size // 8, 15)]


def flat_points(d):
    """As vectors with z = 0."""
    return [(d[i], d[i + 1], 0.0) for i in range(0, len(d), 2)]


def ask(driver, cases):
    """The driver's answers to all cases, in order."""
    return references.ask(driver, cases, _OUT, lambda d, case: Answer(d))
