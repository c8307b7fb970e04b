# SPDX-License-Identifier: MIT
"""What is true of two shapes in space, in fractions and integers.

Nothing here shares a method with the core:
- polytopes meet when none of all directions across two of their edges separates them; their
  distance is the least over all pairs of points, segments and triangles of corners;
- a cylinder and a polytope: the corners of the clipped polytope, projected, and the largest
  distance by which a line separates their hull from the axis;
- a cone: the central projection from the apex, which makes a disc of the cone and a polygon, with
  directions to infinity, of the polytope.
"""

from fractions import Fraction
from itertools import combinations
from math import lcm

from flat_vectors import hull as outline
from vectors import add as plus, cross, dot, minus

APART, TOUCH, IN, UNDECIDED = 0, 1, 2, -1


def times(matrix, v):
    return tuple(dot(row, v) for row in matrix)


def inverse(m):
    columns = (cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]))
    determinant = dot(m[0], columns[0])
    return tuple(tuple(columns[k][i] / determinant for k in range(3)) for i in range(3))


ORIGIN = (Fraction(0),) * 3

# ---- Bodies ---------------------------------------------------------------------


class Solid:
    """A body's corners in its own frame, the edges by their numbers, and what surrounds them."""

    def __init__(self, body):
        self.body, self.kind = body, body.kind
        self.surface = "flat"
        a, b = body.a, body.b
        self.edges = None
        if self.kind == "sphere":
            self.own, self.surface = [ORIGIN], "round"
        elif self.kind == "capsule":
            self.own, self.surface = [a, b], "round"
        elif self.kind in ("cylinder", "cone"):
            low = -body.height
            high = body.height if self.kind == "cylinder" else Fraction(0)
            zero = Fraction(0)
            self.own, self.surface = [(zero, low, zero), (zero, high, zero)], self.kind
        elif self.kind == "triangle":
            self.own = [a, b, body.c]
        elif self.kind == "segment":
            self.own = [a, b]
        elif self.kind in ("box", "roundbox"):
            self.own = [(x, y, z) for x in (a[0], b[0]) for y in (a[1], b[1]) for z in (a[2], b[2])]
            self.edges = [(i, i | bit) for i in range(8) for bit in (1, 2, 4) if not i & bit]
        elif self.kind in ("hull", "roundhull"):
            self.own = body.corners
        else:
            self.own, self.surface = [], "plane"
        if self.surface == "round" and body.linear and body.radius:
            self.surface = "uneven"
        if self.kind in ("roundbox", "roundhull"):
            self.surface = "round"
        if self.surface in ("round", "uneven", "cylinder") and body.radius == 0:
            self.surface = "flat"
        if self.edges is None:
            self.edges = list(combinations(range(len(self.own)), 2)) or [(0, 0)] * len(self.own)

    def world(self):
        matrix = self.body.linear
        return [plus(self.body.position, times(matrix, p) if matrix else p) for p in self.own]

    def local(self, points):
        """Points of the world in this body's own frame."""
        moved = [minus(p, self.body.position) for p in points]
        if not self.body.linear:
            return moved
        matrix = inverse(self.body.linear)
        return [times(matrix, p) for p in moved]


# ---- Polytopes ---------------------------------------------------------------------


def integers(*lists):
    """All points times one number that makes them integers."""
    scale = lcm(*(x.denominator for points in lists for p in points for x in p))
    return [[tuple(int(x * scale) for x in p) for p in points] for points in lists], scale


def primitive(v):
    """The direction without its length and sign, or None."""
    from math import gcd
    g = gcd(*v)
    if g == 0:
        return None
    if next(x for x in v if x) < 0:
        g = -g
    return tuple(x // g for x in v)


def directions(p, edges):
    return {primitive(minus(p[i], p[k])) for i, k in edges} - {None}


def axes_of(along):
    """(rank, axes that could separate) for the directions of all edges."""
    along = sorted(along)
    normals = {primitive(cross(u, v)) for u, v in combinations(along, 2)} - {None}
    if not along:
        return 0, {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    if not normals:
        u = along[0]
        beside = {primitive(cross(u, e)) for e in ((1, 0, 0), (0, 1, 0), (0, 0, 1))} - {None}
        return 1, {u} | beside
    some = next(iter(normals))
    if len(normals) == 1:
        return 2, {some} | {primitive(cross(some, u)) for u in along}
    return 3, normals


def level_of_hulls(p, p_edges, q, q_edges):
    (p, q), _ = integers(p, q)
    rank, axes = axes_of(directions(p, p_edges) | directions(q, q_edges))
    level = IN if rank == 3 else TOUCH
    for n in axes:
        a, b = [dot(n, x) for x in p], [dot(n, x) for x in q]
        gap = max(min(a) - max(b), min(b) - max(a))
        if gap > 0:
            return APART
        if gap == 0:
            level = TOUCH
    return level


def square(v):
    return dot(v, v)


def point_point(p, q):
    return Fraction(square(minus(p, q)))


def point_segment(p, a, b):
    """The squared distance from the line where the foot lies between the ends, else None."""
    e, f = minus(b, a), minus(p, a)
    along = dot(e, f)
    if not 0 < along < square(e):
        return None
    return Fraction(square(cross(e, f)), square(e))


def segment_segment(a, b, c, d):
    u, v, w = minus(b, a), minus(d, c), minus(c, a)
    n = cross(u, v)
    if not any(n):
        return None
    s, t = dot(cross(w, v), n), dot(cross(w, u), n)
    if not (0 <= s <= square(n) and 0 <= t <= square(n)):
        return None
    return Fraction(dot(w, n) ** 2, square(n))


def point_triangle(p, a, b, c):
    n = cross(minus(b, a), minus(c, a))
    if not any(n):
        return None
    for x, y in ((a, b), (b, c), (c, a)):
        if dot(n, cross(minus(y, x), minus(p, x))) < 0:
            return None
    return Fraction(dot(n, minus(p, a)) ** 2, square(n))


def squared_distance(p, q):
    """Of the hulls of corners that do not meet: the least over all their simplices."""
    (p, q), scale = integers(p, q)
    found = []
    for x, y in ((p, q), (q, p)):
        for s in x:
            found += [point_point(s, t) for t in y]
            found += [point_segment(s, *t) for t in combinations(y, 2)]
            found += [point_triangle(s, *t) for t in combinations(y, 3)]
    found += [segment_segment(*s, *t) for s in combinations(p, 2) for t in combinations(q, 2)]
    return min(f for f in found if f is not None) / scale ** 2


def level_of_distance(squared, radius):
    limit = radius * radius
    return APART if squared > limit else TOUCH if squared == limit else IN


def level_of_rounded(p, p_edges, q, q_edges, radius):
    if radius == 0:
        return level_of_hulls(p, p_edges, q, q_edges)
    if level_of_hulls(p, p_edges, q, q_edges) != APART:
        return IN
    return level_of_distance(squared_distance(p, q), radius)


# ---- Planes ------------------------------------------------------------------------


def level_of_gap(x):
    return APART if x > 0 else TOUCH if x == 0 else IN


def level_of_root(x, y, z):
    """The level for the gap x - y sqrt(z)."""
    if x <= 0 or y == 0 or z == 0:
        return level_of_gap(x if y == 0 or z == 0 else -1)
    return level_of_gap(x * x - y * y * z)


def level_of_plane(solid, plane):
    n, body = plane.body.a, solid.body
    limit = dot(n, plane.body.position) + plane.body.height
    if solid.surface == "plane":
        m = body.a
        if any(cross(n, m)) or dot(n, m) > 0:
            return IN
        k = next(i for i in range(3) if n[i])
        ratio = abs(n[k] / m[k])  # m has the opposite direction: it is m times this
        return level_of_gap(-(limit + ratio * (dot(m, body.position) + body.height)))
    heights = [dot(n, p) - limit for p in solid.world()]
    columns = tuple(zip(*body.linear)) if body.linear else ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    g = tuple(dot(n, column) for column in columns)
    across = g[0] * g[0] + g[2] * g[2]
    if solid.surface == "cone":
        return max(level_of_root(heights[0], body.radius, across), level_of_gap(heights[1]))
    if solid.surface == "cylinder":
        return level_of_root(min(heights), body.radius, across)
    if solid.kind in ("roundbox", "roundhull"):
        return level_of_root(min(heights), body.radius, dot(n, n))
    if solid.surface in ("round", "uneven"):
        return level_of_root(min(heights), body.radius, across + g[1] * g[1])
    return level_of_gap(min(heights))


# ---- Separation in the plane ----------------------------------------------------------


def squared_gap(points, toward=()):
    """The squared distance from the origin to the hull of points, extended without end along some
    directions: the largest that a line across one of the possible normals separates."""
    corners = outline(points)
    normals = list(corners)
    edges = [(q[0] - p[0], q[1] - p[1]) for p, q in combinations(corners, 2)] + list(toward)
    for e in edges:
        normals += [(-e[1], e[0]), (e[1], -e[0])]
    best = Fraction(0)
    for n in normals:
        size = n[0] * n[0] + n[1] * n[1]
        if size == 0 or any(n[0] * d[0] + n[1] * d[1] < 0 for d in toward):
            continue
        level = min(n[0] * p[0] + n[1] * p[1] for p in corners)
        if level > 0:
            best = max(best, level * level / size)
    return best


# ---- Cylinders and cones ----------------------------------------------------------------


def clip(points, edges, low, high):
    """The corners of the part of a polytope with low <= y <= high."""
    found = [p for p in points if low <= p[1] <= high]
    for i, k in edges:
        p, q = points[i], points[k]
        for y in (low, high):
            if (p[1] - y) * (q[1] - y) < 0:
                t = (y - p[1]) / (q[1] - p[1])
                found.append(tuple(a + t * (b - a) for a, b in zip(p, q)))
    return found


def level_of_cylinder(solid, cylinder):
    points = cylinder.local(solid.world())
    radius, height = cylinder.body.radius, cylinder.body.height
    part = clip(points, solid.edges, -height, height)
    if not part:
        return APART
    level = level_of_distance(squared_gap([(p[0], p[2]) for p in part]), radius)
    heights = [p[1] for p in points]
    if height == 0:
        inner = min(heights) < 0 < max(heights)
    else:
        inner = min(heights) < height and max(heights) > -height
    return min(level, IN if inner else TOUCH)


def level_of_cone(solid, cone):
    points = cone.local(solid.world())
    radius, height = cone.body.radius, cone.body.height
    part = clip(points, solid.edges, -height, Fraction(0))
    below = [(p[0] / -p[1], p[2] / -p[1]) for p in part if p[1] < 0]
    toward = [(p[0], p[2]) for p in part if p[1] == 0 and (p[0] or p[2])]
    level = APART
    if below:
        level = level_of_distance(squared_gap(below, toward), radius / height)
        heights = [p[1] for p in points]
        if not (min(heights) < 0 and max(heights) > -height):
            level = min(level, TOUCH)
    if level == APART:
        level = level_of_hulls(points, solid.edges, [ORIGIN], [])
        level = min(level, TOUCH)
    return level


# ---- Any two ------------------------------------------------------------------------------


def level_of(first, second):
    """The level of two bodies, or UNDECIDED where the core has only a tolerance."""
    a, b = Solid(first), Solid(second)
    if a.surface == "plane":
        a, b = b, a
    if b.surface == "plane":
        return level_of_plane(a, b)
    if a.surface != "flat":
        a, b = b, a
    if a.surface != "flat" and (a.surface, b.surface) != ("round", "round"):
        return UNDECIDED
    if b.surface == "cylinder":
        return level_of_cylinder(a, b)
    if b.surface == "cone":
        return level_of_cone(a, b)
    if b.surface == "uneven":
        return level_of_rounded(b.local(a.world()), a.edges, b.own, b.edges, b.body.radius)
    radius = sum(s.body.radius for s in (a, b) if s.surface == "round")
    return level_of_rounded(a.world(), a.edges, b.world(), b.edges, radius)
