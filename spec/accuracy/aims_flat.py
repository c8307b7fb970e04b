# SPDX-License-Identifier: MIT
"""The targets of aims.py in two dimensions."""

import math

from draws import (add, along, code_of, cross, decades, direction, length, scaled, size, sub, tangent,
                   unit)
from exchange import MOST, RECT_CORNERS

X, Y, ZERO = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0)


def offset(r):
    """Where a shape stands in its own frame."""
    if r.random() < 0.5:
        return ZERO
    return scaled(direction(r), decades(r, -3, r.choice((1, 4, 8))))


def right_of(e):
    return unit((e[1], -e[0], 0.0))


class Circle:
    def __init__(self, r):
        self.radius = size(r)
        self.sizes, self.code, self.size = [self.radius], code_of("circle"), self.radius

    def surface(self, r):
        n = direction(r)
        return scaled(n, self.radius), n

    def edge(self, r):
        return self.surface(r)[0]

    def axis(self, r):
        return scaled(direction(r), self.radius * r.choice((0.0, r.random()))), direction(r)


class Hull:
    """Of corners, counterclockwise or not."""

    def take(self, corners):
        self.corners = corners
        self.size = max(length(sub(p, q)) for p in corners for q in corners) / 2

    def side(self, r):
        k = r.randrange(len(self.corners))
        return self.corners[k - 1], self.corners[k]

    def surface(self, r):
        a, b = self.side(r)
        if a == b:
            return a, direction(r)
        return along(a, r.random(), sub(b, a)), scaled(right_of(sub(b, a)), r.choice((1, -1)))

    def edge(self, r):
        """Corners mostly; and, of edges in one line, the points between them."""
        if r.random() < 0.8:
            return r.choice(self.corners)
        a, b = self.side(r)
        return along(a, 0.5, sub(b, a))

    def axis(self, r):
        """Along edges and diagonals, which in two dimensions is where ties are."""
        if r.random() < 0.7:
            a, b = self.side(r)
        else:
            a, b = r.sample(self.corners, 2)
        if a == b:
            return a, direction(r)
        return r.choice((a, along(a, r.random(), sub(b, a)))), sub(b, a)


class Rect(Hull):
    def __init__(self, r):
        x, y = size(r), size(r)
        if r.random() < 0.5:
            y = x * r.uniform(0.3, 3)
        if r.random() < 0.1:
            y = x * decades(r, -18, -12)  # thin enough for a pose to collapse it
        self.sizes, self.code = [x, y], code_of("rect")
        self.take_rect((-x, -y, 0.0), (x, y, 0.0))

    def take_rect(self, low, high):
        self.take([low, (high[0], low[1], 0.0), high, (low[0], high[1], 0.0)])


class CornerRect(Rect):
    def __init__(self, r):
        super().__init__(r)
        by = offset(r)
        low, high = add(self.corners[0], by), add(self.corners[2], by)
        self.sizes, self.code = [*low[:2], *high[:2]], RECT_CORNERS
        self.take_rect(low, high)


def round_corners(r, count):
    """On an ellipse."""
    k, phase = r.choice((1.0, decades(r, -2, 0))), r.uniform(0, 2 * math.pi)
    angles = sorted(r.uniform(0, 2 * math.pi) for _ in range(count))
    if max(b - a for a, b in zip(angles, angles[1:] + [angles[0] + 7])) < 1e-2:
        return round_corners(r, count)
    c, s = math.cos(phase), math.sin(phase)
    return [(c * math.cos(a) - s * k * math.sin(a), s * math.cos(a) + c * k * math.sin(a), 0.0)
            for a in angles]


class Polygon(Hull):
    def __init__(self, r):
        count = r.choice((3, 4, 4, 5, 6, 8))
        reach, by = size(r), offset(r)
        corners = [along(by, reach, p) for p in round_corners(r, count)]
        if r.random() < 0.3:  # a rect along the axes keeps its middles in line
            x, y = reach, size(r)
            corners = [add(by, p) for p in ((-x, -y, 0.0), (0.0, -y, 0.0), (x, -y, 0.0),
                                            (x, y, 0.0), (-x, y, 0.0), (-x, 0.0, 0.0))]
        if not is_convex(corners):
            corners = [along(by, reach, p) for p in (X, Y, scaled(X, -1), scaled(Y, -1))]
            if not is_convex(corners):
                corners = [X, Y, scaled(X, -1), scaled(Y, -1)]
        k = r.randrange(len(corners))
        corners = corners[k:] + corners[:k]
        if r.random() < 0.5:
            corners.reverse()
        self.code = code_of("polygon")
        self.sizes = [float(len(corners)), *(x for p in corners for x in p[:2])]
        self.take(corners)


def is_convex(corners):
    """As the doubles are: no point twice, no turn to the right."""
    from fractions import Fraction
    exact = [tuple(map(Fraction, p)) for p in corners]
    triples = list(zip(exact, exact[1:] + exact[:1], exact[2:] + exact[:2]))
    turns = [cross(sub(b, a), sub(c, b))[2] for a, b, c in triples]
    return (len(set(exact)) == len(exact) <= MOST and min(turns) >= 0
            and sum(t > 0 for t in turns) >= 3)


class Triangle(Hull):
    def __init__(self, r):
        reach, by = size(r), offset(r)
        corners = [along(by, reach, direction(r)) for _ in range(3)]
        if r.random() < 0.2:  # a sliver
            a, b, _ = corners
            corners[2] = along(along(a, r.random(), sub(b, a)), reach * decades(r, -18, -2),
                               direction(r))
        self.sizes, self.code = [x for p in corners for x in p[:2]], code_of("triangle_2d")
        self.take(corners)


class Segment(Hull):
    def __init__(self, r):
        half, by = scaled(direction(r), size(r)), offset(r)
        self.code = code_of("segment_2d")
        self.take([sub(by, half), add(by, half)])
        self.sizes = [x for p in self.corners for x in p[:2]]


class Capsule:
    def __init__(self, r):
        self.radius = size(r)
        reach = size(r) if r.random() < 0.5 else self.radius * r.uniform(0.2, 5)
        half = scaled(r.choice((X, Y, direction(r))), reach)
        by = offset(r)
        self.a, self.b = sub(by, half), add(by, half)
        self.along = unit(half)
        self.sizes, self.code = [*self.a[:2], *self.b[:2], self.radius], code_of("capsule_2d")
        self.size = reach + self.radius

    def surface(self, r):
        if r.random() < 0.5:
            n = tangent(r, self.along)
            k = r.random()
            return along(along(self.a, k, sub(self.b, self.a)), self.radius, n), n
        n = direction(r)
        end = self.b if n[0] * self.along[0] + n[1] * self.along[1] > 0 else self.a
        return along(end, self.radius, n), n

    def edge(self, r):
        """The seams, where the sides meet the discs."""
        return along(r.choice((self.a, self.b)), self.radius, tangent(r, self.along))

    def axis(self, r):
        k = r.choice((0.0, 1.0, r.random()))
        return along(self.a, self.radius * k, tangent(r, self.along)), self.along


class Plane:
    def __init__(self, r):
        n = direction(r) if r.random() < 0.7 else r.choice((X, (0.0, -1.0, 0.0), (3.0, 4.0, 0.0)))
        self.normal = scaled(n, decades(r, -3, 3))
        self.distance = r.choice((0.0, r.choice((1, -1)) * size(r))) * length(self.normal)
        self.sizes, self.code = [*self.normal[:2], self.distance], code_of("plane_2d")
        self.size = abs(self.distance) / length(self.normal) or 1.0

    def surface(self, r):
        n = unit(self.normal)
        foot = scaled(n, self.distance / length(self.normal))
        return along(foot, self.size * decades(r, -3, 3), tangent(r, n)), n

    def edge(self, r):
        return self.surface(r)[0]

    def axis(self, r):
        return self.surface(r)[0], tangent(r, self.normal)


TARGETS = {"circle": (Circle,), "rect": (Rect, Rect, CornerRect), "polygon": (Polygon,),
           "triangle_2d": (Triangle,), "segment_2d": (Segment,), "capsule_2d": (Capsule,),
           "plane_2d": (Plane,)}
