# SPDX-License-Identifier: MIT
"""Two shapes in the plane, exactly: integers for yes and no.

Two convex sets meet exactly when the origin is in their Minkowski difference,
{ b - a }. That is a convex polygon here, grown by the sum of the radii; the
distance is the one from the origin to it, and the least push the one to its
border. So one polygon answers every question about a pair, which the core does
in another way altogether. For a half-plane it is n . c - d over the corners.
"""
from flat_vectors import dot, hull, turn


def sign(x):
    return (x > 0) - (x < 0)


def difference(a, b):
    return hull([(q[0] - p[0], q[1] - p[1]) for p in a for q in b])


def from_polygon(polygon, p):
    """(is p inside, squared distance as two integers); 0 when inside."""
    count = len(polygon)
    if count >= 3 and all(turn(polygon[i - 1], polygon[i], p) >= 0 for i in range(count)):
        return True, 0, 1
    best = None
    for i in range(count):
        q, e = polygon[i - 1], polygon[i]
        found = from_segment(q, e, p)
        if best is None or found[0] * best[1] < best[0] * found[1]:
            best = found
    return best[0] == 0, best[0], best[1]


def from_segment(a, b, p):
    """The squared distance of p as two integers."""
    e, f = (b[0] - a[0], b[1] - a[1]), (p[0] - a[0], p[1] - a[1])
    along, length = dot(e, f), dot(e, e)
    if along <= 0:
        return dot(f, f), 1
    if along >= length:
        return dot(f, f) - 2 * along + length, 1
    k = e[0] * f[1] - e[1] * f[0]
    return k * k, length


def between(a, p, b):
    """Is p on the way from a straight to b?"""
    return turn(a, p, b) == 0 and dot((p[0] - a[0], p[1] - a[1]), (b[0] - p[0], b[1] - p[1])) > 0


# ---- From doubles to integers ----------------------------------------------------


def shift_of(values):
    """k such that each value times 2^k is an integer."""
    return max((x.as_integer_ratio()[1].bit_length() - 1 for x in values), default=0)


def integer(x, k):
    n, d = x.as_integer_ratio()
    return n << (k - d.bit_length() + 1)


class Hull:
    """Corners and radius, in units of 2^-k."""

    plane = False

    def __init__(self, corners, radius, k):
        self.corners = [(integer(x, k), integer(y, k)) for x, y in corners]
        self.radius = integer(radius, k)


class Plane:
    """normal . p <= distance for p in units of 2^-k; the normal in units of 2^-m."""

    plane = True

    def __init__(self, normal, distance, k):
        m = max(shift_of(normal), shift_of((distance,)) - k)
        self.normal = tuple(integer(x, m) for x in normal)
        self.distance = integer(distance, m + k)
        self.shift = m

    def least(self, corners):
        """n . c - d where it is least, in units of 2^-(k + m)."""
        return min(dot(self.normal, c) for c in corners) - self.distance


def scene(bodies, points):
    """The bodies in integers, the points in integers, and the unit's exponent."""
    values = [x for p in points for x in p]
    for body in bodies:
        if not body.plane:
            values += [x for c in body.corners for x in c]
            values.append(body.radius)
    k = shift_of(values)
    made = [Plane(body.plane[:2], body.plane[2], k) if body.plane
            else Hull(body.corners, body.radius, k) for body in bodies]
    return made, [tuple(integer(x, k) for x in p) for p in points], k


# ---- Pairs --------------------------------------------------------------------------


class HullPair:
    """Two hulls. `side` is the sign of how far apart they are: 0 is touching."""

    def __init__(self, a, b):
        self.polygon = difference(a.corners, b.corners)
        self.radius = a.radius + b.radius
        self.inside, self.square, self.over = from_polygon(self.polygon, (0, 0))
        self.side = sign(self.square - self.radius * self.radius * self.over)
        if self.inside and len(self.polygon) > 2:
            count = len(self.polygon)
            on_border = any(turn(self.polygon[i - 1], self.polygon[i], (0, 0)) == 0
                            for i in range(count))
            if self.radius or not on_border:
                self.side = -1


class PlanePair:
    """A hull and a half-plane."""

    def __init__(self, hull_, plane):
        self.least = plane.least(hull_.corners)
        self.radius, self.plane = hull_.radius, plane
        self.length = dot(plane.normal, plane.normal)
        reach = self.radius * self.radius * self.length
        self.side = sign(self.least * abs(self.least) - reach)


class PlanesPair:
    """Two half-planes: only where they face each other can they miss."""

    def __init__(self, a, b):
        m = max(a.shift, b.shift)
        n, o = ([x << (m - p.shift) for x in p.normal] for p in (a, b))
        self.facing = n[0] * o[1] == n[1] * o[0] and dot(n, o) < 0
        self.side, self.gap = -1, None
        if self.facing:
            # normal . p <= d and -s normal . p <= e with s = |o| / |n|: a gap of -(d s + e) / |o|.
            i = 0 if n[0] else 1
            self.gap = -((a.distance << (m - a.shift)) * abs(o[i])
                         + (b.distance << (m - b.shift)) * abs(n[i]))
            self.over = dot(o, o) * n[i] * n[i]  # the square of what the gap is divided by
            self.side = sign(self.gap)


def pair(a, b):
    if a.plane and b.plane:
        return PlanesPair(a, b)
    if a.plane or b.plane:
        return PlanePair(*((b, a) if a.plane else (a, b)))
    return HullPair(a, b)


def meets(a, b):
    return pair(a, b).side <= 0


# ---- The same, another way ---------------------------------------------------------------


def crosses(a, b, c, d):
    """Do the closed segments ab and cd meet?"""
    s = [sign(turn(a, b, c)), sign(turn(a, b, d)), sign(turn(c, d, a)), sign(turn(c, d, b))]
    if s[0] * s[1] < 0 and s[2] * s[3] < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(k == 0 and from_segment(*e)[0] == 0 for k, e in zip(s, ends))


def holds(polygon, p):
    return from_polygon(polygon, p)[1] == 0


def contradiction(a, b):
    """None, or what corners, edges and their crossings say against the above."""
    if a.plane or b.plane:
        return None
    p, q = a.corners, b.corners
    edges = [[(c[i - 1], c[i]) for i in range(len(c))] for c in (p, q)]
    apart = not (any(holds(q, c) for c in p) or any(holds(p, c) for c in q)
                 or any(crosses(*e, *f) for e in edges[0] for f in edges[1]))
    said = HullPair(a, b)
    if apart == said.inside:
        return "the reference contradicts itself: do the cores meet?"
    if apart:
        found = [from_segment(*e, c) for c in q for e in edges[0]]
        found += [from_segment(*e, c) for c in p for e in edges[1]]
        if all(n * said.over != said.square * m for n, m in found) or any(
                n * said.over < said.square * m for n, m in found):
            return "the reference contradicts itself: how far apart?"
    return None


# ---- The regions around a triangle ------------------------------------------------------------


def regions(corners, p):
    """The set of answers that are right; of a collapsed triangle with p off its
    line any but 7."""
    a, b, c = corners
    way = sign(turn(a, b, c))
    edges = ((a, b, 4), (b, c, 2), (c, a, 1))
    if way:
        return {sum(bit for q, e, bit in edges if way * turn(q, e, p) >= 0)}
    if holds(hull(corners), p):
        return {7}
    ends = hull(corners)
    far = ends[-1]
    if len(ends) == 2:
        if turn(ends[0], far, p) != 0:
            return {1, 2, 3, 4, 5, 6}
        e = (far[0] - ends[0][0], far[1] - ends[0][1])
        if dot(e, p) < dot(e, ends[0]):
            far = ends[0]
    return {code for corner, code in ((b, 1), (a, 2), (c, 4)) if corner == far}
