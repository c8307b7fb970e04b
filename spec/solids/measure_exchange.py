# SPDX-License-Identifier: MIT
"""What goes to measure_driver.c and what comes back."""

import base64
import struct
import subprocess
import zlib

KINDS = ("sphere", "box", "cylinder", "cone", "capsule", "plane", "triangle", "segment", "hull",
         "roundbox", "roundhull")
NUMBERS = 72
SHAPE = 2 + NUMBERS + 13
BODY = 27 + NUMBERS
PAIR, POINT = 16, 5
IN = 2 * SHAPE + 3
OUT = 2 * BODY + 2 * PAIR + 2 * POINT
NO_POSE, PARTS, LINEAR = 0, 1, 2


class Shape:
    """As given: the arguments of its maker, and a pose."""

    def __init__(self, kind, numbers, position=None, rotation=None, scale=None, linear=None):
        self.kind, self.numbers = kind, [float(x) for x in numbers]
        if linear is not None:
            self.pose = [LINEAR, *(position or (0, 0, 0)), *linear]
        elif position or rotation or scale:
            self.pose = [PARTS, *(position or (0, 0, 0)), *(rotation or (0, 0, 0, 1)),
                         *(scale or (1, 1, 1)), 0, 0]
        else:
            self.pose = [NO_POSE] + [0] * 12
        self.pose = [float(x) for x in self.pose]

    def doubles(self):
        padding = [0.0] * (NUMBERS - len(self.numbers))
        return [float(KINDS.index(self.kind)), float(len(self.numbers)), *self.numbers, *padding,
                *self.pose]

    def __repr__(self):
        return "Shape(%r, %r) with pose %r" % (self.kind, self.numbers, self.pose)


class Case:
    def __init__(self, category, a, b, point):
        self.category, self.a, self.b, self.point = category, a, b, point

    def doubles(self):
        return self.a.doubles() + self.b.doubles() + [float(x) for x in self.point]

    def text(self):
        """As --case takes it."""
        data = zlib.compress(struct.pack("%dd" % IN, *self.doubles()), 9)
        return base64.urlsafe_b64encode(data).decode()

    @staticmethod
    def of_text(text):
        case = Case("given", None, None, None)
        data = zlib.decompress(base64.urlsafe_b64decode(text))
        numbers = struct.unpack("%dd" % IN, data)
        case.doubles = lambda: list(numbers)
        case.point = numbers[2 * SHAPE:]
        return case


class Body:
    """A shape as folded: what the answers are about."""

    def __init__(self, v):
        self.error, self.kind, self.turned = int(v[0]), KINDS[int(v[1])], bool(v[2])
        self.position, self.linear = v[3:6], v[6:15]
        self.radius, self.height = v[15:17]
        self.a, self.b, self.c = v[17:20], v[20:23], v[23:26]
        self.points = [v[27 + 3 * i:30 + 3 * i] for i in range(int(v[26]))]


class Answer:
    def __init__(self, v):
        self.overlap, self.meets, self.normal = int(v[0]), int(v[1]), v[2:5]
        self.depth, self.point, self.distance = v[5], v[6:9], v[9]
        self.on_a, self.on_b = v[10:13], v[13:16]


class PointAnswer:
    def __init__(self, v):
        self.contains, self.distance, self.nearest = int(v[0]), v[1], v[2:5]


class Answers:
    def __init__(self, v):
        self.bodies = Body(v), Body(v[BODY:])
        v = v[2 * BODY:]
        self.pairs = Answer(v), Answer(v[PAIR:])
        v = v[2 * PAIR:]
        self.points = PointAnswer(v), PointAnswer(v[POINT:])


def ask(driver, cases):
    data = b"".join(struct.pack("%dd" % IN, *case.doubles()) for case in cases)
    out = subprocess.run([driver], input=data, stdout=subprocess.PIPE, check=True).stdout
    size = 8 * OUT
    assert len(out) == size * len(cases), "the driver stopped early"
    return [Answers(struct.unpack("%dd" % OUT, out[i * size:(i + 1) * size]))
            for i in range(len(cases))]
