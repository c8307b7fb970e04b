# SPDX-License-Identifier: MIT
"""Draws cases: two shapes near each other, in one of several categories."""

import math

import tiles
from measure_exchange import KINDS, Case, Shape

EXACT = [(1, 0, 0, 0, 1, 0, 0, 0, 1), (0, 1, 0, 0, 0, 1, 1, 0, 0), (0, -1, 0, 1, 0, 0, 0, 0, 1),
         (-1, 0, 0, 0, 1, 0, 0, 0, 1), (1, 0.5, 0, 0, 1, 0, 0, 0, 1), (2, 0, 0, 0, 1, 0.25, 0, 0, 1),
         (1, 0, 0, 0, 0, -1, 0, 1, 0)]
CATEGORIES = ("level", "random", "near", "whole", "whole", "exact", "degenerate", "deep", "far",
              "tiny", "huge", "sheared", "slanted", "parallel")
# Named by point: a sphere without radius.
PAIRED = KINDS + ("point",)
PAIRS = [(p, q) for i, p in enumerate(PAIRED) for q in PAIRED[i:]]


class Draw:
    def __init__(self, random, whole):
        self.random, self.whole = random, whole

    def coordinate(self, reach=1.0):
        if self.whole:
            return float(self.random.randint(-3, 3))
        return self.random.uniform(-reach, reach)

    def size(self):
        return float(self.random.randint(1, 3)) if self.whole else self.random.uniform(0.2, 1.5)

    def vector(self, reach=1.0):
        return [self.coordinate(reach) for _ in range(3)]

    def quaternion(self):
        return [self.random.gauss(0, 1) for _ in range(4)]

    def hull(self):
        count = self.random.randint(5, 9)
        while True:
            points = [self.vector(1.2) for _ in range(count)]
            if spans(points):
                return [x for p in points for x in p]


def spans(points):
    a = points[0]
    for b in points[1:]:
        for c in points[1:]:
            for d in points[1:]:
                u, v, w = ([x - y for x, y in zip(p, a)] for p in (b, c, d))
                volume = (u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                          u[2] * (v[0] * w[1] - v[1] * w[0]))
                if abs(volume) > 1e-3:
                    return True
    return False


def sizes(kind, draw, thin):
    """A maker's arguments. thin: the shape may lack an extent."""
    none = thin and draw.random.random() < 0.6
    if kind == "point":
        return [0.0]
    if kind == "sphere":
        return [0.0 if none else draw.size()]
    if kind == "box":
        half = [draw.size() for _ in range(3)]
        for i in range(3):
            if none and draw.random.random() < 0.5:
                half[i] = 0.0
        return half
    if kind == "cylinder":
        return [draw.size(), 0.0 if none else draw.size()] if draw.random.random() < 0.7 or \
            not none else [0.0, draw.size()]
    if kind == "cone":
        return [draw.size(), draw.size()]
    if kind == "capsule":
        a, b = draw.vector(), draw.vector()
        if thin and draw.random.random() < 0.4:
            b = list(a)
        return a + b + [0.0 if none else draw.size() * 0.5]
    if kind == "plane":
        n = draw.vector()
        while n == [0.0, 0.0, 0.0]:
            n = draw.vector()
        return n + [draw.coordinate()]
    if kind == "hull":
        return draw.hull()
    if kind == "roundhull":
        return draw.hull() + [draw.size()]
    if kind == "roundbox":
        return sizes("box", draw, thin) + [draw.size()]
    a, b, c = draw.vector(1.5), draw.vector(1.5), draw.vector(1.5)
    if none:
        b, c = (list(a), c) if draw.random.random() < 0.4 else \
            (b, [x + 2 * (y - x) for x, y in zip(a, b)])
    return a + b + (c if kind == "triangle" else [])


def scaled(kind, numbers, k):
    if kind == "plane":
        return numbers[:3] + [numbers[3] * k]
    return [x * k for x in numbers]


def turned(draw, category, kind):
    """How the shape lies: keywords for Shape."""
    if kind == "point" or category == "whole" and draw.random.random() < 0.7:
        return {}
    if kind in ("roundbox", "roundhull"):
        return even(draw, category)
    if category in ("whole", "exact"):
        return {"linear": draw.random.choice(EXACT)}
    if category == "sheared":
        m = [draw.random.uniform(-1, 1) for _ in range(9)]
        for i in (0, 4, 8):
            m[i] += math.copysign(1.5, m[i])
        return {"linear": m}
    if category == "slanted":
        return {"linear": slanted(draw)}
    if draw.random.random() < 0.3:
        return {}
    if draw.random.random() < 0.15:
        return {"rotation": draw.quaternion(), "scale": [draw.size() for _ in range(3)]}
    return {"rotation": draw.quaternion()}


def even(draw, category):
    """For a solid that stays round."""
    if category in ("whole", "exact"):
        return {"linear": draw.random.choice(EXACT[:4])}
    if draw.random.random() < 0.3:
        return {}
    return {"rotation": draw.quaternion(), "scale": [draw.size()] * 3}


def slanted(draw):
    """A rotation, but for a little shear: edges that are nearly perpendicular."""
    x, y, z, w = draw.quaternion()
    n = x * x + y * y + z * z + w * w
    m = [1 - 2 * (y * y + z * z) / n, 2 * (x * y - z * w) / n, 2 * (x * z + y * w) / n,
         2 * (x * y + z * w) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - x * w) / n,
         2 * (x * z - y * w) / n, 2 * (y * z + x * w) / n, 1 - 2 * (x * x + y * y) / n]
    m[draw.random.randrange(9)] += draw.random.choice((-1, 1)) * 10.0**draw.random.uniform(-15, -1)
    return m


def parallel(draw):
    """One pose of both, so that faces and edges are parallel."""
    return {"rotation": draw.quaternion()} if draw.random.random() < 0.7 else {}


def one_shape(kind, draw, category, pose, at, scale):
    made = "sphere" if kind == "point" else kind
    numbers = scaled(made, sizes(kind, draw, category == "degenerate"), scale)
    return Shape(made, numbers, position=at, **pose)


def draw_level(random, kinds):
    """As in a game: multiples of 1/8 or 0.1, neighbours of one size, turns about the vertical, stairs."""
    style, shapes = tiles.Tiles(random), []
    draw = Draw(random, False)
    draw.coordinate, draw.size = lambda _=1.0: style.coordinate(random), lambda: style.size(random)
    place, step = style.place(random, 3), style.step(random, 3)
    turns = [tiles.rotation(random) for _ in range(random.choice((1, 2)))]
    for k, kind in enumerate(kinds):
        at = [x + k * y for x, y in zip(place, step)]
        numbers = [0.0] if kind == "point" else \
            tiles.space_numbers(kind, random) if random.random() < 0.7 else sizes(kind, draw, False)
        posed = {"rotation": turns[k % len(turns)]} if random.random() < 0.5 and kind != "point" else {}
        shapes.append(Shape("sphere" if kind == "point" else kind, numbers, position=at, **posed))
    random.shuffle(shapes)
    return Case("level", shapes[0], shapes[1], style.place(random, 3))


def draw_case(random, kinds):
    category = random.choice(CATEGORIES)
    if category == "level":
        return draw_level(random, kinds)
    draw = Draw(random, category in ("whole", "exact"))
    scale, base = 1.0, [0.0, 0.0, 0.0]
    if category == "tiny":
        scale = 10.0**random.randint(-60, -5)
    if category == "huge":
        scale = 10.0**random.randint(5, 60)
    if category == "far":
        base = [random.uniform(-1, 1) * 10.0**random.randint(3, 8) for _ in range(3)]
    reach = {"deep": 0.2, "near": 1.5}.get(category, 3.0)
    shapes = []
    pose = parallel(draw)
    between = draw.vector(reach)
    if category in ("degenerate", "deep", "parallel") and random.random() < 0.3:
        between = [0.0, 0.0, 0.0] if random.random() < 0.5 else [0.0, draw.coordinate(reach), 0.0]
    for i, kind in enumerate(kinds):
        at = [(x + (y if i else 0.0)) * scale for x, y in zip(base, between)]
        posed = pose if category == "parallel" and kind != "point" else turned(draw, category, kind)
        shapes.append(one_shape(kind, draw, category, posed, at, scale))
    if random.random() < 0.5:
        shapes.reverse()
    point = [(x + draw.coordinate(2.0)) * scale for x in base]
    return Case(category, shapes[0], shapes[1], point)
