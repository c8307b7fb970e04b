# SPDX-License-Identifier: MIT
"""How triangles and boxes are drawn: a table of categories at the end."""

import math


class Scene:
    """A triangle and two boxes, each with a position that is added exactly."""

    __slots__ = ("triangle_at", "triangle", "box_at", "low", "high", "other_at", "other_low",
                 "other_high")

    def __init__(self, triangle, low, high, other, triangle_at=(0.0,) * 3, box_at=(0.0,) * 3,
                 other_at=(0.0,) * 3):
        self.triangle_at, self.triangle = triangle_at, [tuple(p) for p in triangle]
        self.box_at, self.low, self.high = box_at, tuple(low), tuple(high)
        self.other_at, self.other_low, self.other_high = other_at, tuple(other[0]), tuple(other[1])

    def doubles(self):
        a, b, c = self.triangle
        return [float(x) for v in (self.triangle_at, a, b, c, self.box_at, self.low, self.high,
                                   self.other_at, self.other_low, self.other_high) for x in v]

    @staticmethod
    def of_doubles(d):
        v = [tuple(d[i:i + 3]) for i in range(0, 30, 3)]
        return Scene(v[1:4], v[5], v[6], (v[8], v[9]), v[0], v[4], v[7])


def nudge(r, x):
    """Some ulps up or down; 0 stays, as its neighbours are beyond what is promised."""
    for _ in range(r.randint(0, 2) if x else 0):
        x = math.nextafter(x, r.choice((math.inf, -math.inf)))
    return x


def point(r, size=2.0):
    return [r.uniform(-size, size) for _ in range(3)]


def sides(r, middle, half):
    low = [m - h for m, h in zip(middle, half)]
    return low, [max(a, m + h) for a, m, h in zip(low, middle, half)]


def near(r, triangle, spread):
    """Around a point of the triangle, but for spread."""
    w = [r.random() for _ in range(3)]
    total = sum(w) or 1
    return [sum(w[k] * triangle[k][i] for k in range(3)) / total + r.uniform(-spread, spread)
            for i in range(3)]


def box_near(r, triangle, spread=0.6, size=0.5):
    half = [r.uniform(0, size) for _ in range(3)]
    for i in range(3):
        if r.random() < 0.1:
            half[i] = 0.0
    return sides(r, near(r, triangle, spread), half)


def of(r, triangle, box):
    return Scene(triangle, box[0], box[1], box_near(r, triangle))


def anything(r):
    triangle = [point(r) for _ in range(3)]
    return of(r, triangle, box_near(r, triangle))


def whole_point(r, most):
    return [float(r.randint(-most, most)) for _ in range(3)]


def whole(r):
    """Small integers: nearly every tie there is, degenerate triangles and flat boxes."""
    most = r.choice((1, 2, 4, 12))
    triangle = [whole_point(r, most) for _ in range(3)]
    a, b = whole_point(r, most), whole_point(r, most)
    c, d = whole_point(r, most), whole_point(r, most)
    low, high = [min(*x) for x in zip(a, b)], [max(*x) for x in zip(a, b)]
    return Scene(triangle, low, high, ([min(*x) for x in zip(c, d)], [max(*x) for x in zip(c, d)]))


def mixed(r, p, q, t):
    return [a + t * (b - a) for a, b in zip(p, q)]


def corner_at(r, target, half, triangle):
    """A box with one of its corners at a point, which may be off by some ulps."""
    low, high = [], []
    for x, h in zip(target, half):
        x = nudge(r, x)
        side = r.random() < 0.5
        low.append(x - h if side else x)
        high.append(x if side else x + h)
    return of(r, triangle, (low, high))


def halves(r):
    return [r.uniform(0, 1) * (r.random() > 0.1) for _ in range(3)]


def touching(r):
    """A corner of the box rounded onto a corner, an edge or the inside of the triangle."""
    triangle = [point(r) for _ in range(3)]
    t = r.choice((0.0, r.random(), 0.5))
    target = mixed(r, triangle[0], triangle[1], t)
    if r.random() < 0.5:
        target = mixed(r, target, triangle[2], r.random())
    return corner_at(r, target, halves(r), triangle)


def edges(r):
    """An edge of the box through a rounded point of an edge of the triangle: one
    coordinate of the box is free."""
    triangle = [point(r) for _ in range(3)]
    target = mixed(r, triangle[0], triangle[1], r.random())
    target[r.randrange(3)] += r.uniform(-0.5, 0.5)
    return corner_at(r, target, halves(r), triangle)


def slivers(r):
    """Three points in line or in a point, but for rounding or for nothing."""
    a, b = point(r), point(r)
    if r.random() < 0.3:
        b = [x if r.random() < 0.6 else y for x, y in zip(a, b)]
    c = mixed(r, a, b, r.choice((0.0, 1.0, 0.5, 2.0, r.uniform(-1, 2))))
    if r.random() < 0.5:
        c = [nudge(r, x) for x in c]
    triangle = [a, b, c]
    r.shuffle(triangle)
    kind = r.random()
    if kind < 0.4:
        return corner_at(r, mixed(r, a, b, r.random()), halves(r), triangle)
    if kind < 0.6:
        target = mixed(r, a, b, r.random())
        target[r.randrange(3)] += r.uniform(-0.5, 0.5)
        return corner_at(r, target, halves(r), triangle)
    return of(r, triangle, box_near(r, triangle, 0.3))


def flat(r):
    """A triangle in a plane along axes, the box with a side in it, or nearly."""
    triangle = [point(r) for _ in range(3)]
    axis = r.randrange(3)
    level = triangle[0][axis]
    for p in triangle:
        p[axis] = level
    low, high = box_near(r, triangle)
    (low if r.random() < 0.5 else high)[axis] = nudge(r, level)
    if low[axis] > high[axis]:
        low[axis], high[axis] = high[axis], low[axis]
    return of(r, triangle, (low, high))


def grid(r):
    """A cell of a grid whose lines are rounded, and a triangle between such lines."""
    size, origin = r.choice((0.1, 0.3, 1 / 3, 0.7)), r.choice((0.0, 0.05, -7.7))
    cell = [r.randint(-4, 4) for _ in range(3)]
    low = [origin + k * size for k in cell]
    high = [origin + (k + 1) * size for k in cell]
    triangle = [[origin + r.randint(-5, 5) * size for _ in range(3)] for _ in range(3)]
    return of(r, triangle, (low, high))


def steps(r):
    """Round numbers of a game, in eighths or tenths, where nearly everything touches."""
    scene, unit = whole(r), r.choice((0.125, 0.1))
    return Scene.of_doubles([x * unit for x in scene.doubles()])


def moved(r, scene):
    """Positions for all three, so that the corners in the world are no doubles."""
    far = 10.0 ** r.choice((-3, 0, 0, 3, 6, 15))
    by = [r.uniform(-far, far) for _ in range(3)]

    def undone(at, points):
        return [[x - d for x, d in zip(p, at)] for p in points]

    ats = [[nudge(r, x) + r.choice((0.0, r.uniform(-1, 1))) for x in by] for _ in range(3)]
    off = [[x - y for x, y in zip(at, ats[0])] for at in ats]
    triangle = undone(off[0], scene.triangle)
    low, high = undone(off[1], (scene.low, scene.high))
    other = undone(off[2], (scene.other_low, scene.other_high))
    return Scene(triangle, low, high, other, *ats)


def scaled(scene, k):
    d = [x * k for x in scene.doubles()]
    if any(x and not 1e-70 <= abs(x) <= 1e70 for x in d):
        return scene
    return Scene.of_doubles(d)


CATEGORIES = {"anything": anything, "whole": whole, "touching": touching, "edges": edges,
              "slivers": slivers, "flat": flat, "grid": grid, "steps": steps}


def draw(r, category):
    scene = CATEGORIES[category](r)
    if r.random() < 0.3:
        scene = moved(r, scene)
    if r.random() < 0.3:
        scene = scaled(scene, r.choice((2.0 ** r.randint(-200, 200), 10.0 ** r.randint(-60, 60))))
    return scene
