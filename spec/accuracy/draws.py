# SPDX-License-Identifier: MIT
"""Random vectors, poses and line ends that all categories share.

The generator r that all pass along has a field `flat`: is the case in two
dimensions? Then every z is 0.
"""

import math

from exchange import KINDS, MATRIX, PARTS, Case
from vectors import add, cross, dot, minus as sub  # noqa: F401

INFINITY = float("inf")


def scaled(a, k):
    return (a[0] * k, a[1] * k, a[2] * k)


def along(a, k, b):
    """a + k b"""
    return (a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2])


def length(a):
    return math.hypot(*a)


def unit(a):
    n = length(a)
    return (a[0] / n, a[1] / n, a[2] / n)


def decades(r, low, high):
    """10 to a power drawn evenly."""
    return 10.0 ** r.uniform(low, high)


def size(r):
    return decades(r, -3, 3)


def direction(r):
    while True:
        v = (r.gauss(0, 1), r.gauss(0, 1), 0.0 if r.flat else r.gauss(0, 1))
        if length(v) > 1e-3:
            return unit(v)


def tangent(r, n):
    """A direction across n."""
    if r.flat:
        return unit(scaled((-n[1], n[0], 0.0), r.choice((1, -1))))
    while True:
        v = cross(n, direction(r))
        if length(v) > 1e-2 * length(n):
            return unit(v)


def nudged(r, x, most=3):
    """x, moved by a few units in its last place; 0 by something small."""
    if x == 0 and most > 0:
        return r.choice((0.0, r.choice((1, -1)) * 2.0 ** -r.randint(30, 60)))
    for _ in range(r.randint(0, most)):
        x = math.nextafter(x, r.choice((INFINITY, -INFINITY)))
    return x


def nudged_vector(r, v, most=3):
    moved = tuple(nudged(r, x, most) for x in v)
    return moved[:2] + (0.0,) if r.flat else moved


def code_of(kind):
    return KINDS.index(kind)


# ---- Poses ------------------------------------------------------------------


def rotate(q, p):
    """p turned by the quaternion q, of any length."""
    v, w = q[:3], q[3]
    n = dot(v, v) + w * w
    u = add(scaled(p, w * w - dot(v, v)), add(scaled(v, 2 * dot(v, p)),
                                              scaled(cross(v, p), 2 * w)))
    return scaled(u, 1 / n)


class Pose:
    """How own vectors become world vectors, in plain doubles."""

    def __init__(self):
        self.kind, self.position = 0, (0.0, 0.0, 0.0)
        self.rotation, self.scale = (0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0)
        self.matrix = None

    def vector(self, p):
        if self.kind == MATRIX:
            m = self.matrix
            return tuple(m[0][i] * p[0] + m[1][i] * p[1] + m[2][i] * p[2] for i in range(3))
        if self.kind == PARTS:
            if self.rotation[:3] == (0.0, 0.0, 0.0):
                return tuple(p[i] * self.scale[i] for i in range(3))
            return rotate(self.rotation, tuple(p[i] * self.scale[i] for i in range(3)))
        return p

    def point(self, p):
        return add(self.vector(p), self.position)

    def stretch(self):
        if self.kind == MATRIX:
            return max(length(c) for c in self.matrix)
        return max(abs(s) for s in self.scale)

    def give(self, case):
        """Writes this pose into a case."""
        case.pose = self.kind
        if self.kind == MATRIX:
            m = self.matrix
            case.transform = tuple(x for c in (*m, self.position) for x in
                                   (*c, 1.0 if c is self.position else 0.0))
        else:
            case.position, case.rotation, case.scale = self.position, self.rotation, self.scale


def plain_pose(r, kind):
    return Pose()


def moved_pose(r, kind):
    pose = Pose()
    pose.kind = PARTS
    pose.position = scaled(direction(r), decades(r, -3, r.choice((1, 4, 8))))
    return pose


def random_quaternion(r):
    while True:
        q = tuple(r.gauss(0, 1) for _ in range(4))
        if math.hypot(*q) > 0.1:
            k = r.choice((1.0, 1 / math.hypot(*q), decades(r, -3, 3)))
            return tuple(x * k for x in q)


class FlatPose(Pose):
    """In two dimensions."""

    def __init__(self):
        super().__init__()
        self.kind, self.angle = PARTS, 0.0

    def vector(self, p):
        c, s = math.cos(self.angle), math.sin(self.angle)
        x, y = p[0] * self.scale[0], p[1] * self.scale[1]
        return (c * x - s * y, s * x + c * y, 0.0)

    def give(self, case):
        super().give(case)
        case.angle = self.angle


def even_only(kind):
    """Does it take one number as scale?"""
    return kind in ("circle", "capsule_2d")


def flat_pose(r, kind):
    pose = FlatPose()
    if r.random() < 0.7:
        pose.position = moved_pose(r, kind).position
    family = r.randrange(4)
    if family != 1:
        pose.angle = r.choice((r.uniform(-4, 4), r.uniform(-4, 4), decades(r, -12, 4),
                               math.pi / 2 * r.randint(-4, 4), math.pi / 4))
    if family in (1, 2):
        x, y = (r.choice((1, 1, 1, -1)) * decades(r, -1.5, 1.5) for _ in range(2))
        if even_only(kind):
            y = math.copysign(x, y)
        pose.scale = (x, y, 1.0)
    return pose


def posed_pose(r, kind):
    if r.flat:
        return flat_pose(r, kind)
    pose = moved_pose(r, kind) if r.random() < 0.7 else Pose()
    pose.kind = PARTS
    family = r.randrange(5)
    if family == 4:
        pose.kind = MATRIX
        most = decades(r, 0, r.choice((0.5, 3)))
        turn, other = random_quaternion(r), random_quaternion(r)
        stretch = [r.choice((1, -1)) * most ** r.uniform(-1, 1) for _ in range(3)]
        pose.matrix = tuple(
            rotate(turn, tuple(x * s for x, s in zip(rotate(other, axis), stretch)))
            for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
        return pose
    if family != 1:
        pose.rotation = random_quaternion(r)
    if family in (1, 2):
        pose.scale = tuple(r.choice((1, 1, 1, -1)) * decades(r, -1.5, 1.5) for _ in range(3))
    if family == 3:
        s = r.choice((1, 1, -1)) * decades(r, -1.5, 1.5)
        pose.scale = (s, s, s)
    return pose


# Poses whose folded doubles are exact, so that ties stay ties.

QUARTERS = [(0.0, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0), (0.0, 3.0, 0.0, 0.0), (1.0, 0.0, 0.0, 1.0),
            (0.0, -1.0, 0.0, 1.0), (0.0, 0.0, 2.0, 2.0), (1.0, 1.0, 1.0, 1.0),
            (-1.0, 1.0, 1.0, 1.0), (0.0, 1.0, 1.0, 0.0), (0.5, 0.0, 0.5, 0.0)]


def lattice_moved(r, kind):
    pose = Pose()
    pose.kind = PARTS
    x, y, z = (float(r.randint(-9, 9)) * r.choice((1, 0.5, 1024.0)) for _ in range(3))
    pose.position = (x, y, 0.0 if r.flat else z)
    return pose


def unimodular(r):
    """Columns of an integer matrix that has an inverse of integers."""
    m = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for _ in range(r.randint(1, 4)):
        i, j = r.sample(range(3), 2)
        k = r.choice((1, -1, 2))
        m[i] = [x + k * y for x, y in zip(m[i], m[j])]
    r.shuffle(m)
    k = 2.0 ** r.randint(-2, 2)
    return tuple(tuple(x * k for x in c) for c in m)


def lattice_flat_posed(r, kind):
    pose = FlatPose()
    pose.position = lattice_moved(r, kind).position
    x, y = (r.choice((1.0, -1.0, 2.0, 0.5, -4.0)) for _ in range(2))
    if even_only(kind):
        y = math.copysign(x, y)
    pose.scale = (x, y, 1.0)
    if r.random() < 0.2:  # as good as exact, but the cosine is not 0
        pose.angle = math.pi / 2 * r.randint(1, 3)
    return pose


def lattice_posed(r, kind):
    if r.flat:
        return lattice_flat_posed(r, kind)
    pose = lattice_moved(r, kind)
    family = r.randrange(3)
    if family == 2:
        pose.kind, pose.matrix = MATRIX, unimodular(r)
        return pose
    pose.rotation = r.choice(QUARTERS)
    if family == 1:
        pose.scale = tuple(r.choice((1.0, -1.0, 2.0, 0.5, -4.0)) for _ in range(3))
    return pose


POSES = (("unposed", plain_pose, plain_pose), ("moved", moved_pose, lattice_moved),
         ("posed", posed_pose, lattice_posed))

# ---- Lines ------------------------------------------------------------------


def aim(r, code, sizes, pose, target, toward, distance):
    """A case whose line runs through target, own, in the own direction
    toward, from the given distance in the world; its end is often at target."""
    target = pose.point(target)
    d = pose.vector(toward)
    if length(d) == 0:
        d = direction(r)
    d = unit(d)
    if r.random() < 0.3:
        start = along(target, -distance, d)
        to = target
        end = r.random()
        if end < 0.2:
            to = nudged_vector(r, target)
        elif end > 0.5:
            to = along(target, distance * decades(r, -3, 1), d)
        if to == start:
            to = along(start, 1.0, d)
        case = Case(code, sizes, start, to, 1)
    else:
        k = decades(r, -6, 6)
        t = distance / k
        d = scaled(d, k)
        start = along(target, -t, d)
        limit, end = INFINITY, r.random()
        if end < 0.1:
            limit = abs(t)
        elif end < 0.25:
            limit = abs(nudged(r, t))
        elif end < 0.4:
            limit = abs(t) * r.uniform(0, 2)
        case = Case(code, sizes, start, d, 0, limit)
    pose.give(case)
    return case


def sweep(case, spatial, rate):
    """The case with all lengths times 2^spatial, and the direction of a ray times 2^rate."""
    return resize(case, math.ldexp(1, spatial), math.ldexp(1, rate))


def resize(case, length, speed):
    """The case with all lengths times `length`, and the direction of a ray times `speed`."""
    def grow(v):
        return tuple(x * length for x in v)
    case.start, case.position = grow(case.start), grow(case.position)
    case.transform = case.transform[:12] + grow(case.transform[12:15]) + (1.0,)
    if case.kind in ("plane", "plane_2d"):
        case.sizes = list(case.sizes)
        last = 3 if case.kind == "plane" else 2
        case.sizes[last] *= length
    elif case.kind == "polygon":
        case.sizes = [case.sizes[0], *grow(case.sizes[1:])]
    else:
        case.sizes = list(grow(case.sizes))
    if case.segment:
        case.toward = grow(case.toward)
    else:
        case.toward = tuple(x * speed for x in case.toward)
        if case.max != INFINITY:
            case.max *= length / speed
    return case
