# SPDX-License-Identifier: MIT
"""Draws cases for run.py: two shapes and a displacement.

A shape is (kind, numbers, position, angle). The categories make touching and nearly touching cases
common: whole numbers, of which few are far apart, meet exactly at corners, edges and tangents.
"""
import math

import tiles

# "round" is a polygon with a radius, its last number.
KINDS = ("circle", "rect", "polygon", "triangle", "segment", "capsule", "plane", "round")
FIRST = 11  # COLLIDE_CIRCLE
MOST = 12


class Shape:
    def __init__(self, kind, numbers, position=(0.0, 0.0), angle=0.0):
        self.kind, self.numbers = kind, [float(x) for x in numbers]
        self.position, self.angle = (float(position[0]), float(position[1])), float(angle)

    def doubles(self):
        count = len(self.numbers) // 2
        rest = [0.0] * (2 * MOST - len(self.numbers))
        return [float(FIRST + KINDS.index(self.kind)), float(count), *self.numbers, *rest,
                *self.position, self.angle]

    def scaled(self, k):
        numbers = [x * k for x in self.numbers]
        if self.kind == "plane":
            numbers[:2] = self.numbers[:2]
        return Shape(self.kind, numbers, (self.position[0] * k, self.position[1] * k), self.angle)

    def text(self):
        return " ".join([self.kind, *(x.hex() for x in (*self.numbers, *self.position, self.angle))])

    @staticmethod
    def of_text(text):
        kind, *numbers = text.split()
        v = [float.fromhex(x) for x in numbers]
        return Shape(kind, v[:-3], v[-3:-1], v[-1])


def convex(r, size):
    """A convex polygon of whole numbers: the hull of random points."""
    from reference import hull_of
    while True:
        points = hull_of([(r.randint(-size, size), r.randint(-size, size))
                          for _ in range(r.choice((3, 4, 5, 8, 16)))])
        if 3 <= len(points) <= MOST:
            return [x for p in points for x in p]


def draw_shape(r, kind, number):
    n = number
    if kind == "circle":
        return Shape(kind, [abs(n())], (n(), n()))
    if kind == "rect":
        x, y = n(), n()
        return Shape(kind, [x, y, x + abs(n()), y + abs(n())])
    if kind == "polygon":
        return Shape(kind, convex(r, 6), (n(), n()))
    if kind == "round":
        return Shape(kind, [*convex(r, 6)[:2 * MOST - 2], abs(n())], (n(), n()))
    if kind == "triangle":
        return Shape(kind, [n() for _ in range(6)])
    if kind == "segment":
        return Shape(kind, [n() for _ in range(4)])
    if kind == "capsule":
        return Shape(kind, [*(n() for _ in range(4)), abs(n())])
    normal = (0, 0)
    while normal == (0, 0):
        normal = (n(), n())
    return Shape(kind, [*normal, n()])


def whole(r, size):
    return lambda: r.randint(-size, size)


def pair(r, kinds, number):
    return [draw_shape(r, kind, number) for kind in kinds]


def draw_tile(r, kind):
    """A shape that fits a unit square around its position, in a quarter turn."""
    if kind == "circle":
        return Shape(kind, [tiles.HALF])
    if kind == "plane":
        return Shape(kind, [*tiles.axis(r, 2), tiles.HALF])
    if kind == "rect":
        return Shape(kind, [-tiles.HALF, -tiles.HALF, tiles.HALF, tiles.HALF], (0, 0), tiles.quarter_turn(r))
    points, radius = tiles.flat_points(kind, r)
    ends = [radius] if kind in ("capsule", "round") else []
    return Shape(kind, [x for p in points for x in p] + ends, (0, 0), tiles.quarter_turn(r))


def level(r, kinds):
    """As in a game: multiples of 1/8 or 0.1, neighbours of one size, quarter turns, stairs."""
    style = tiles.Tiles(r)
    a, b = (draw_tile(r, kind) if r.random() < 0.7 else draw_shape(r, kind, lambda: style.coordinate(r))
            for kind in kinds)
    place, step = style.place(r, 2), style.step(r, 2)
    a.position = tuple(x + y for x, y in zip(a.position, place))
    b.position = tuple(x + y + z for x, y, z in zip(b.position, place, step))
    sort = r.random()
    if sort < 0.3:
        return a, b, [r.randint(1, 4) * x for x in tiles.axis(r, 2)]
    if sort < 0.6:
        return a, b, [style.coordinate(r) * abs(x) for x in tiles.axis(r, 2)]
    return a, b, (style.coordinate(r), style.coordinate(r))


def few(r, kinds):
    """Whole numbers from -3 to 3: everything touches everything."""
    return *pair(r, kinds, whole(r, 3)), (r.randint(-3, 3), r.randint(-3, 3))


def whole_numbers(r, kinds):
    return *pair(r, kinds, whole(r, 10)), (r.randint(-20, 20), r.randint(-20, 20))


def tangent(r, kinds):
    """Directions and radii of right triangles of whole numbers."""
    k = r.randint(1, 4)
    x, y = r.choice(((3, 4), (4, 3), (5, 12), (8, 15), (0, 5), (5, 0)))
    d = (r.choice((-1, 1)) * x * k, r.choice((-1, 1)) * y * k)
    return *pair(r, kinds, lambda: r.choice((0, 1, 3, 4, 5, 5, 10, -3, -4, -5, 12, 13))), d


def generic(r, kinds):
    a, b = pair(r, kinds, lambda: r.uniform(-5, 5))
    a.angle, b.angle = (r.uniform(-7, 7) if s.kind != "plane" else 0 for s in (a, b))
    d = (r.uniform(-15, 15), r.uniform(-15, 15))
    return a, b, d


def turned(r, kinds):
    """Rotated, and moved along the axes."""
    a, b = pair(r, kinds, whole(r, 4))
    a.angle, b.angle = r.choice((0, 0.5, 1, math.pi / 4)), r.choice((0, 0.5, math.pi / 4))
    return a, b, r.choice(((8, 0), (0, -8), (5, 5), (1, 0), (-7, 0.5)))


def thin(r, kinds):
    """Hardly different numbers."""
    def number():
        return r.randint(-2, 2) * (1 + r.randint(-2, 2) * 2.0 ** -52)
    d = (number() * 3, number() * 3)
    return *pair(r, kinds, number), d


def still(r, kinds):
    return *pair(r, kinds, whole(r, 3)), (0, 0)


def parallel(r, kinds):
    """Along an axis, so that edges slide along each other."""
    d = r.choice(((1, 0), (0, 1), (-1, 0), (0, -1)))
    k = r.randint(1, 8)
    return *pair(r, kinds, whole(r, 4)), (d[0] * k, d[1] * k)


def ulp(x, r):
    return math.nextafter(x, r.choice((-math.inf, math.inf)))


def nudged(r, kinds):
    """One number of a touching case is off by an ulp."""
    a, b, d = r.choice((few, whole_numbers, tangent, parallel))(r, kinds)
    d = [float(x) for x in d]
    which = r.randrange(3)
    if which == 0:
        i = r.randrange(2)
        if d[i] != 0:
            d[i] = ulp(d[i], r)
    else:
        s = (a, b)[which - 1]
        i = r.randrange(len(s.numbers))
        if s.numbers[i] != 0:
            s.numbers[i] = ulp(s.numbers[i], r)
        if s.kind in ("circle", "capsule") and s.numbers[-1] < 0:
            s.numbers[-1] = 0.0
        if s.kind == "rect":
            for k in range(2):
                s.numbers[k], s.numbers[k + 2] = sorted((s.numbers[k], s.numbers[k + 2]))
    return a, b, tuple(d)


def far(r, kinds):
    """a comes from far away, and hits small things."""
    a, b, _ = r.choice((few, tangent, generic))(r, kinds)
    k = 2.0 ** r.randint(10, 40)
    d = (float(r.randint(-3, 3)) * k, float(r.randint(-3, 3)) * k)
    a.position = (a.position[0] - d[0], a.position[1] - d[1])
    part = r.choice((1, 1, 2, 1 + 2.0 ** -30))
    return a, b, (d[0] * part, d[1] * part)


def base(r, kinds):
    return r.choice((few, whole_numbers, tangent, generic, nudged))(r, kinds)


def tiny(r, kinds):
    a, b, d = base(r, kinds)
    k = 2.0 ** -r.randint(100, 225)
    return a.scaled(k), b.scaled(k), (d[0] * k, d[1] * k)


def huge(r, kinds):
    a, b, d = base(r, kinds)
    k = 2.0 ** r.randint(100, 222)
    return a.scaled(k), b.scaled(k), (d[0] * k, d[1] * k)


def mixed(r, kinds):
    """Shapes of very different sizes."""
    a, b, d = base(r, kinds)
    k, part = 2.0 ** r.randint(-100, 100), r.choice((1, 0.5, 2.0 ** -30))
    if r.random() < 0.5:
        return a.scaled(k), b, (d[0] * part, d[1] * part)
    return a, b.scaled(k), (d[0] * k * part, d[1] * k * part)


def aimed(category, k):
    """As another category, with the first shape moved back, so that it starts apart more often."""
    def draw(r, kinds):
        a, b, d = category(r, kinds)
        size = math.hypot(*d)
        if size > 0:
            back = k if k == int(k) else k / size
            a.position = (a.position[0] - d[0] * back, a.position[1] - d[1] * back)
            d = (d[0] * r.choice((1, 2)), d[1] * r.choice((1, 2)))
        return a, b, d
    draw.__name__ = "aimed_" + category.__name__
    return draw


CATEGORIES = (level, aimed(level, 1), few, whole_numbers, tangent, generic, turned, thin, still, parallel, nudged, far,
              tiny, huge, mixed, aimed(few, 1), aimed(whole_numbers, 1), aimed(tangent, 2), aimed(parallel, 1),
              aimed(nudged, 1), aimed(thin, 1), aimed(generic, 7.5))
