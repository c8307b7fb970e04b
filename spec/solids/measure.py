# SPDX-License-Identifier: MIT
"""How far apart, or how deep, two solids are, by brute force over features, in integers.

Everything is brought to integers by one power of two. A polytope is a list of corners, edges and
faces; lists may hold more than the solid's own, as long as each lies in the solid: a distance is
the least over all pairs of features, and an axis that is no normal of a face only gives a depth that
is larger than the least.
"""

from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import combinations

from vectors import cross, dot, minus as sub

getcontext().prec = 70
FLAT = ("sphere", "capsule", "triangle", "segment", "box", "hull", "roundbox", "roundhull")

ROUND = ("sphere", "capsule", "roundbox", "roundhull")
BOXES, HULLS = ("box", "roundbox"), ("hull", "roundhull")


def world(body, p):
    """A point of the own frame, exactly."""
    p = [Fraction(x) for x in p]
    if body.turned:
        m = [Fraction(x) for x in body.linear]
        p = [dot(m[3 * i:3 * i + 3], p) for i in range(3)]
    return tuple(Fraction(x) + y for x, y in zip(body.position, p))


def is_rounded_hull(body):
    """The points within an even radius of a polytope."""
    if body.kind == "cylinder" or body.kind == "cone" or body.kind == "plane":
        return False
    return not (body.turned and body.kind in ("sphere", "capsule") and body.radius > 0)


def own_corners(body):
    if body.kind == "sphere":
        return [(0.0, 0.0, 0.0)]
    if body.kind in ("capsule", "segment"):
        return [body.a, body.b]
    if body.kind == "triangle":
        return [body.a, body.b, body.c]
    if body.kind in HULLS:
        return body.points
    sides = list(zip(body.a, body.b))
    return [(sides[0][i], sides[1][j], sides[2][k]) for i in (0, 1) for j in (0, 1) for k in (0, 1)]


def denominator_bits(values):
    return max((x.denominator.bit_length() - 1 for x in values), default=0)


BOX_EDGES = [(i, i | 1 << k) for k in range(3) for i in range(8) if not i & 1 << k]
BOX_FACES = [(0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)]


class Polytope:
    def __init__(self, body, k):
        """Coordinates times 2^k."""
        self.radius = int(Fraction(body.radius) * 2**k) if body.kind in ROUND else 0
        self.corners = [tuple(int(x * 2**k) for x in world(body, p)) for p in own_corners(body)]
        self.faces = []
        self.full = False
        if body.kind in BOXES:
            self.edges, self.faces = BOX_EDGES, list(BOX_FACES)
        elif body.kind in HULLS:
            self.find_faces()
        else:
            self.edges = list(combinations(range(len(self.corners)), 2))
            if body.kind == "triangle":
                self.faces = [(0, 1, 2)]
        self.normals = []
        c = self.corners
        for f in self.faces:
            self.normals.append(cross(sub(c[f[1]], c[f[0]]), sub(c[f[2]], c[f[0]])))
        self.directions = self.find_directions(body)
        if body.kind in BOXES:
            e = self.directions
            self.full = len(e) == 3 and dot(cross(e[0], e[1]), e[2]) != 0
        if body.kind in HULLS:
            self.full = True

    def find_faces(self):
        """Triangles of which all corners are on one side; several may make up one face."""
        c, edges = self.corners, set()
        for f in combinations(range(len(c)), 3):
            n = cross(sub(c[f[1]], c[f[0]]), sub(c[f[2]], c[f[0]]))
            sides = [dot(n, sub(p, c[f[0]])) for p in c]
            if n != (0, 0, 0) and (min(sides) >= 0 or max(sides) <= 0):
                self.faces.append(f)
                edges.update(combinations(f, 2))
        self.edges = sorted(edges)

    def find_directions(self, body):
        c = self.corners
        edges = [(0, 4), (0, 2), (0, 1)] if body.kind in BOXES else self.edges
        found = [sub(c[j], c[i]) for i, j in edges]
        return [e for e in found if e != (0, 0, 0)]

    def holds(self, p):
        """Of one with an inside: is p in it, or on its surface?"""
        for f, n in zip(self.faces, self.normals):
            side = dot(n, sub(p, self.corners[f[0]]))
            if any(side * dot(n, sub(q, self.corners[f[0]])) < 0 for q in self.corners):
                return False
        return True


class Ratio:
    """The least of ratios, without a gcd."""

    def __init__(self):
        self.over, self.under = None, 1

    def offer(self, over, under):
        if self.over is None or over * self.under < self.over * under:
            self.over, self.under = over, under


def corner_edge(p, a, b, least):
    e, w = sub(b, a), sub(p, a)
    t, ee = dot(w, e), dot(e, e)
    if 0 < t < ee:
        least.offer(dot(w, w) * ee - t * t, ee)


def corner_face(p, corners, n, least):
    nn = dot(n, n)
    if nn == 0:
        return
    for i, c in enumerate(corners):
        if dot(n, cross(sub(corners[(i + 1) % len(corners)], c), sub(p, c))) < 0:
            return
    least.offer(dot(n, sub(p, corners[0]))**2, nn)


def edge_edge(p, d, q, e, least):
    n, r = cross(d, e), sub(q, p)
    nn = dot(n, n)
    if nn and 0 < dot(cross(r, e), n) < nn and 0 < dot(cross(r, d), n) < nn:
        least.offer(dot(r, n)**2, nn)


def edge_crosses_face(p, q, corners, n):
    low, high = dot(n, sub(p, corners[0])), dot(n, sub(q, corners[0]))
    if low * high >= 0:
        return False  # an end in the plane is a corner's business, or another edge's
    if low > 0:
        p, q, low, high = q, p, high, low
    under = high - low
    for i, c in enumerate(corners):
        x = [high * y - low * z - under * w for y, z, w in zip(p, q, c)]
        if dot(n, cross(sub(corners[(i + 1) % len(corners)], c), x)) < 0:
            return False
    return True


def crosses(a, b):
    """Does an edge of a cross a face of b?"""
    for f, n in zip(b.faces, b.normals):
        corners = [b.corners[i] for i in f]
        if n != (0, 0, 0) and any(edge_crosses_face(a.corners[i], a.corners[j], corners, n)
                                  for i, j in a.edges):
            return True
    return False


def one_sided(a, b, least):
    """Corners of a against edges and faces of b."""
    faces = [([b.corners[i] for i in f], n) for f, n in zip(b.faces, b.normals)]
    for p in a.corners:
        for i, j in b.edges:
            corner_edge(p, b.corners[i], b.corners[j], least)
        for f, n in faces:
            corner_face(p, f, n, least)


def square_of_distance(a, b):
    """Over and under; 0 when the two meet."""
    if a.full and any(a.holds(p) for p in b.corners):
        return 0, 1
    if b.full and any(b.holds(p) for p in a.corners):
        return 0, 1
    if crosses(a, b) or crosses(b, a):
        return 0, 1
    least = Ratio()
    for p in a.corners:
        for q in b.corners:
            w = sub(p, q)
            least.offer(dot(w, w), 1)
    one_sided(a, b, least)
    one_sided(b, a, least)
    ends = [(b.corners[i], sub(b.corners[j], b.corners[i])) for i, j in b.edges]
    for i, j in a.edges:
        p, d = a.corners[i], sub(a.corners[j], a.corners[i])
        for q, e in ends:
            edge_edge(p, d, q, e, least)
    return least.over, least.under


def axes_of(a, b):
    found = list(a.normals) + list(b.normals)
    for e in a.directions:
        for f in b.directions:
            found.append(cross(e, f))
    for one in (a, b):
        if not one.full:
            found += [cross(e, f) for e, f in combinations(one.directions, 2)]
    return [n for n in found if n != (0, 0, 0)]


def square_of_depth(a, b):
    """Of two that meet."""
    least = Ratio()
    for n in axes_of(a, b):
        p = [dot(n, x) for x in a.corners]
        q = [dot(n, x) for x in b.corners]
        reach = min(max(p) - min(q), max(q) - min(p))
        assert reach >= 0
        least.offer(reach * reach, dot(n, n))
    if least.over is None:
        return 0, 1
    return least.over, least.under


def root(over, under):
    return (Decimal(over) / Decimal(under)).sqrt()


class Truth:
    """level: -1 apart, 0 touching, 1 in one another; gap: the distance, or less the depth."""

    def __init__(self, level, gap):
        self.level, self.gap = level, gap


def of_hulls(a, b, k):
    over, under = square_of_distance(a, b)
    radius = a.radius + b.radius
    if over > 0:
        limit = radius * radius * under
        level = (over < limit) - (over > limit)
        gap = Decimal(0)
        if level:
            # d - R = (d^2 - R^2) / (d + R)
            gap = (Decimal(over - limit) / Decimal(under)) / (root(over, under) + radius)
    else:
        over, under = square_of_depth(a, b)
        level = int(over > 0 or radius > 0)
        gap = -(root(over, under) + radius)
    return Truth(level, gap / Decimal(2)**k)


def pair_of_hulls(p, q):
    points = [x for body in (p, q) for c in own_corners(body) for x in world(body, c)]
    points += [Fraction(body.radius) for body in (p, q) if body.kind in ROUND]
    k = denominator_bits(points)
    return of_hulls(Polytope(p, k), Polytope(q, k), k)


# ---- Supports: for half-spaces, and for what is curved -------------------------------------------


def decimals(v):
    return tuple(Decimal(x) for x in v)


def in_frame(body, n):
    """linear^T n, in decimals; of a shape that is only moved n."""
    if not body.turned:
        return n
    m = decimals(body.linear)
    return tuple(n[0] * m[i] + n[1] * m[3 + i] + n[2] * m[6 + i] for i in range(3))


def lowest(body, n):
    """The least of n . p over the shape, for any n."""
    g, at = in_frame(body, n), dot(decimals(body.position), n)
    if body.kind == "cylinder":
        r, h = Decimal(body.radius), Decimal(body.height)
        return at - abs(g[1]) * h - r * (g[0] * g[0] + g[2] * g[2]).sqrt()
    if body.kind == "cone":
        r, h = Decimal(body.radius), Decimal(body.height)
        return at + min(Decimal(0), -g[1] * h - r * (g[0] * g[0] + g[2] * g[2]).sqrt())
    least = min(dot(g, decimals(p)) for p in own_corners(body))
    if body.kind in ROUND:
        ball = g if body.kind in ("sphere", "capsule") else n
        least -= Decimal(body.radius) * dot(ball, ball).sqrt()
    return at + least


def extent(a, b, n):
    """How far a is from b along n, times the length of n; negative when they overlap there."""
    return lowest(a, n) + lowest(b, tuple(-x for x in n))


def with_space(body, plane):
    n = decimals(plane.a)
    gap = lowest(body, n) - dot(decimals(plane.position), n) - Decimal(plane.height)
    gap /= dot(n, n).sqrt()
    return Truth((gap < 0) - (gap > 0), gap)


def of_spaces(a, b):
    n, m = (tuple(Fraction(x) for x in body.a) for body in (a, b))
    if cross(n, m) != (0, 0, 0) or dot(n, m) > 0:
        return Truth(1, Decimal("-Infinity"))
    gap = Decimal(0)
    for body in (a, b):
        v = decimals(body.a)
        gap -= Decimal(body.height) / dot(v, v).sqrt()
    v = decimals(b.a)
    between = tuple(Decimal(x) - Decimal(y) for x, y in zip(a.position, b.position))
    gap += dot(v, between) / dot(v, v).sqrt()
    if abs(gap) < Decimal(10)**-60 * (abs(Decimal(a.height)) + abs(Decimal(b.height))):
        gap = Decimal(0)
    return Truth((gap < 0) - (gap > 0), gap)


def truth_of(a, b):
    """None when one is curved and the other no half-space."""
    if a.kind == "plane" and b.kind == "plane":
        return of_spaces(a, b)
    if b.kind == "plane":
        return with_space(a, b)
    if a.kind == "plane":
        return with_space(b, a)
    if is_rounded_hull(a) and is_rounded_hull(b):
        return pair_of_hulls(a, b)
    return None
