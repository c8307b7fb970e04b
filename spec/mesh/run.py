#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks meshes against rational numbers: casts, contains and bounds.

Of each cast: the set of triangles that are hit is the exact one; all are sorted by t, ties by their
number; the nearest is the first of all; t, the point, u and v are within what collide/cast.h says of
the exact ones. So no ray at an edge or a corner of a closed mesh leaks, and every ray from inside
leaves it. Meshes are stairs of unit squares, other closed ones, flat ones on a lattice and soups with triangles
without area; posed, also by quarter turns, small, large and far away. The corners of a posed mesh are those that the core says, and each
is checked to be the given one in that pose, within what rounding may do.

    run.py [--cases N] [--seed S] [--cc CC] [--build DIR] [--define NAME=VALUE]
"""

import argparse
import math
import os
import random
import subprocess
import sys
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "support"))

import core
import reference
from reference import along, is_zero
from vectors import cross, dot, minus

RAY, SEGMENT, LINE = range(3)
SKIP_INSIDE, FRONT = 1, 32
EPS = Fraction(1, 2 ** 52)
CASTS = 24


class Draw:
    """Numbers of one kind: on a lattice of halves, eighths or tenths, where ties and touches abound, or any."""

    def __init__(self, rng):
        self.rng = rng
        self.on_lattice = rng.random() < 0.6
        self.unit = rng.choice([0.5, 0.5, 0.125, 0.1])
        self.scale = 2.0 ** rng.choice([0, 0, 0, -30, 40])

    def number(self, span):
        if self.on_lattice:
            most = round(span / self.unit)
            return self.rng.randrange(-most, most + 1) * self.unit * self.scale
        return self.rng.uniform(-span, span) * self.scale

    def point(self, span):
        return tuple(self.number(span) for _ in range(3))


# ---- Meshes -------------------------------------------------------------------------------------

CUBE = [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4), (2, 6, 3), (3, 6, 7),
        (0, 4, 2), (2, 4, 6), (1, 3, 5), (3, 7, 5)]


def make_box(draw):
    low, high = draw.point(3), draw.point(3)
    return [tuple((low, high)[k >> i & 1][i] for i in range(3)) for k in range(8)], CUBE, True


def make_torus(draw):
    """Rings of points, at random from there, so that it may cross itself."""
    n, m = draw.rng.randrange(3, 5), draw.rng.randrange(3, 5)
    points, triangles = [draw.point(4) for _ in range(n * m)], []
    for i in range(n):
        for j in range(m):
            p, q = i * m + j, i * m + (j + 1) % m
            r, s = (i + 1) % n * m + j, (i + 1) % n * m + (j + 1) % m
            triangles += [(p, q, r), (q, s, r)]
    return points, triangles, True


def make_stairs(draw):
    """Steps of unit squares, closed by a floor, back and sides: coplanar neighbours with shared edges."""
    steps, rise = draw.rng.randrange(1, 4), draw.rng.choice([1, 0.5, draw.unit])
    outline = [(0.0, 0.0)]
    for i in range(steps):
        outline += [(float(i), (i + 1) * rise), (i + 1.0, (i + 1) * rise)]
    outline += [(float(i), 0.0) for i in range(steps, 0, -1)]
    n = len(outline)
    points = [(x * draw.scale, y * draw.scale, z * draw.scale) for z in (0.0, 1.0) for x, y in outline]
    triangles = []
    for i in range(n):
        k = (i + 1) % n
        triangles += [(i, n + i, n + k), (i, n + k, k)]
    floor = [0] + list(range(n - 1, 2 * steps, -1))
    for i in range(steps):  # the side below a step, as a fan around the foot of its right edge
        around = [2 * i + 2, 2 * i + 1] + ([2 * i] if i > 0 else []) + [floor[i]]
        for p, q in zip(around, around[1:]):
            triangles += [(floor[i + 1], p, q), (n + floor[i + 1], n + q, n + p)]
    return points, triangles, True


def make_soup(draw):
    points = [draw.point(3) for _ in range(draw.rng.randrange(3, 14))]
    if draw.rng.random() < 0.3:
        points = [(x, y, draw.scale) for x, y, _ in points]
    count = draw.rng.randrange(1, 30)
    return points, [tuple(draw.rng.randrange(len(points)) for _ in range(3))
                    for _ in range(count)], False


def make_needles(draw):
    """Triangles that are nearly flat, in a plane z = const that rays often lie in."""
    rng, points, triangles = draw.rng, [], []
    for _ in range(rng.randrange(1, 6)):
        a, b = ([draw.number(3) for _ in range(2)] + [draw.scale] for _ in range(2))
        share = rng.choice([0.5, 0.25, rng.random()])
        c = [x + share * (y - x) for x, y in zip(a, b)]
        if rng.random() < 0.7:
            c[1] += rng.choice([2.0 ** -k for k in range(10, 53, 3)]) * draw.scale
        triangles.append(tuple(len(points) + k for k in rng.sample(range(3), 3)))
        points += [tuple(a), tuple(b), tuple(c)]
    return points, triangles, False


def draw_pose(draw):
    rng, pose = draw.rng, [0.0] * 3 + [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    kind = rng.randrange(5)
    if kind > 0:
        far = rng.choice([1, 1, 1e6])
        pose[:3] = [far * x for x in draw.point(5)]
    if kind == 2:
        angle, c = rng.uniform(0, 6.3), rng.choice([1.0, 2.0, -0.7])
        pose[3:] = [c * math.cos(angle), -c * math.sin(angle), 0.0, c * math.sin(angle),
                    c * math.cos(angle), 0.0, 0.0, 0.0, c]
    elif kind == 4:  # about the vertical, by quarters or by the angle of 3, 4, 5
        c, s = rng.choice([(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (0.6, 0.8)])
        pose[3:] = [c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c]
    elif kind == 3:
        while True:
            pose[3:] = [rng.uniform(-1, 1) for _ in range(9)]
            rows = [tuple(pose[3 + 3 * i:6 + 3 * i]) for i in range(3)]
            if abs(dot(rows[0], cross(rows[1], rows[2]))) > 0.05:
                break
    return pose


class Mesh:
    def __init__(self, driver, draw):
        rng = draw.rng
        make = rng.choice([make_box, make_stairs, make_torus, make_torus, make_soup, make_needles])
        vertices, faces, self.is_closed = make(draw)
        pose = draw_pose(draw)
        driver.tell("mesh", len(vertices), len(faces), *[x for v in vertices for x in v],
                    *[k for f in faces for k in f], *pose)
        closed = driver.line()[1] == "1"
        if self.is_closed and not closed:
            raise AssertionError("a closed mesh is said to be open")
        self.doubles, self.triangles, self.size, self.start = [], [], [], None
        for face in faces:
            p = [float.fromhex(x) for x in driver.line()]
            self.position = tuple(p[:3])
            corners = [tuple(p[3 + 3 * k:6 + 3 * k]) for k in range(3)]
            for k, corner in enumerate(corners):
                check_pose(vertices[face[k]], pose, corner)
            self.size.append(max(abs(x) for c in corners for x in c))
            self.triangles.append([tuple(Fraction(o) + Fraction(x) for o, x in zip(p[:3], c))
                                   for c in corners])


def check_pose(vertex, pose, corner):
    """A posed corner is within 2 ulps of each of its terms."""
    for i in range(3):
        terms = [Fraction(pose[3 + 3 * i + j]) * Fraction(vertex[j]) for j in range(3)]
        if abs(sum(terms) - Fraction(corner[i])) > EPS * sum(abs(t) for t in terms):
            raise AssertionError("a posed corner is off")


# ---- Casts --------------------------------------------------------------------------------------

class Cast:
    def __init__(self, draw, mesh):
        rng = draw.rng
        corners = rng.choice(mesh.triangles)
        self.kind = rng.randrange(3)
        self.flags = rng.choice([0, 0, 0, SKIP_INSIDE, FRONT])
        self.max = rng.choice([math.inf, math.inf, 1.0, 2.0])
        target = self.aim(draw, corners)
        other = self.aim(draw, rng.choice(mesh.triangles))
        self.start = other
        way = rng.random()
        if way < 0.3:  # along an axis, or in a plane that is
            self.start = list(target)
            for k in rng.sample(range(3), rng.choice([1, 2])):
                self.start[k] = other[k] if other[k] != target[k] else target[k] - draw.scale
            self.start = tuple(self.start)
        elif way < 0.6:
            self.start = tuple(float(Fraction(m) + Fraction(x)) for m, x in
                               zip(mesh.position, draw.point(8)))
        if self.kind == SEGMENT:
            self.toward = target
            if rng.random() < 0.3:  # beyond
                self.toward = tuple(2 * t - s for t, s in zip(target, self.start))
        else:
            self.toward = tuple(t - s for t, s in zip(target, self.start))
            if is_zero(self.toward):
                self.toward = (draw.scale, 0.0, 0.0)

    @staticmethod
    def aim(draw, corners):
        """A corner, the middle of an edge, a point inside, or one near; rounded."""
        weights = draw.rng.choice([(1, 0, 0), (1, 0, 0), (0.5, 0.5, 0), (0.25, 0.25, 0.5),
                                   (0.2, 0.3, 0.5)])
        p = [float(sum(Fraction(w) * c[i] for w, c in zip(weights, corners))) for i in range(3)]
        if draw.rng.random() < 0.15:
            p[draw.rng.randrange(3)] += draw.number(1)
        return tuple(p)

    def exact(self):
        """Start, direction, and the last t; the direction is None of a segment that is a point."""
        start = tuple(Fraction(x) for x in self.start)
        toward = tuple(Fraction(x) for x in self.toward)
        if self.kind == SEGMENT:
            toward = minus(toward, start)
            if is_zero(toward):
                return start, None, Fraction(1)
            return start, toward, Fraction(1)
        return start, toward, math.inf if math.isinf(self.max) else Fraction(self.max)


def expected(cast, corners):
    """The exact t of the hit and whether the start is inside, or None."""
    start, d, last = cast.exact()
    if d is None:
        is_hit = not cast.flags & SKIP_INSIDE and reference.is_on(start, corners)
        return (Fraction(0), True) if is_hit else None
    found = reference.meet(start, d, corners)
    if found is None:
        return None
    if cast.flags & FRONT and dot(reference.normal_of(corners), d) > 0:
        return None
    if cast.kind == LINE:
        return found[0], False
    if found[1] < 0 or found[0] > last or (cast.flags & SKIP_INSIDE and found[0] <= 0):
        return None
    return max(found[0], Fraction(0)), found[0] < 0


def length(v):
    """Of a vector of rationals, to some 50 bits: it is scaled first."""
    most = max(abs(x) for x in v)
    if most == 0:
        return Fraction(0)
    return most * Fraction(math.sqrt(sum(float(x / most) ** 2 for x in v)))


def check_hit(cast, mesh, number, t, hit):
    """What is measured is within its bound, eight times for what the bound leaves out."""
    start, d, _ = cast.exact()
    if d is None:
        return hit["t"] == 0 and hit["point"] == cast.start
    corners, size = mesh.triangles[number], Fraction(mesh.size[number])
    n = reference.normal_of(corners)
    far = max(abs(s - Fraction(p)) for s, p in zip(start, mesh.position))
    reach = length(d)
    rate = abs(dot(n, d)) / length(n) if not is_zero(n) else 0
    bound = 8 * EPS * (far + abs(t) * reach + size) / (rate if rate > 0 else reach)
    if abs(Fraction(hit["t"]) - t) > 4 * bound:
        return False
    true = along(start, d, t)
    close = 4 * bound * reach + 8 * EPS * (max(abs(x) for x in true) + size)
    if max(abs(Fraction(p) - q) for p, q in zip(hit["point"], true)) > 4 * close:
        return False
    a, b, c = corners
    u, v = Fraction(hit["u"]), Fraction(hit["v"])
    there = tuple(p + u * (q - p) + v * (r - p) for p, q, r in zip(a, b, c))
    wide = close
    if rate > 0:
        edge = max(abs(x) for e in (minus(b, a), minus(c, a)) for x in e)
        most = max(abs(x) for x in d)
        around = max(abs(x) for x in minus(start, a))
        wide += 600 * EPS * most * edge * (around + edge) / abs(dot(n, d)) * edge
    return max(abs(p - q) for p, q in zip(there, true)) <= 16 * wide


class Checker:
    def __init__(self, driver):
        self.driver = driver
        self.casts = self.hits = self.ties = self.insides = self.points = 0

    def read_hit(self, words):
        x = [float.fromhex(w) for w in words[1:11]]
        return {"triangle": int(words[0]), "t": x[0], "t_exit": x[1], "u": x[2], "v": x[3],
                "point": tuple(x[4:7]), "normal": tuple(x[7:10]), "face": words[11], "words": words}

    def cast(self, cast, mesh):
        self.driver.tell("cast", cast.kind, cast.flags, float(cast.max), *cast.start, *cast.toward)
        words = self.driver.line()
        hits = [self.read_hit(self.driver.line()) for _ in range(int(words[1]))]
        nearest = self.driver.line()
        wanted = {}
        for number, corners in enumerate(mesh.triangles):
            found = expected(cast, corners)
            if found is not None:
                wanted[number] = found[0]
        self.casts += 1
        self.hits += len(wanted)
        self.ties += len(wanted) - len(set(wanted.values()))
        if set(wanted) != {hit["triangle"] for hit in hits} or len(hits) != len(wanted):
            return "hit are %s, not %s" % ([h["triangle"] for h in hits], sorted(wanted))
        if hits != sorted(hits, key=lambda hit: (hit["t"], hit["triangle"])):
            return "not in order"
        if (words[2] == "1") != bool(wanted):
            return "any"
        if nearest != (hits[0]["words"] if hits else ["none"]):
            return "the nearest is not the first"
        for hit in hits:
            if not check_hit(cast, mesh, hit["triangle"], wanted[hit["triangle"]], hit):
                return "measured: %s, where t is %g" % (hit, wanted[hit["triangle"]])
            n = reference.normal_of(mesh.triangles[hit["triangle"]])
            d = cast.exact()[1]
            rate = 0 if d is None else dot(n, d)
            if (hit["face"] == "front") != (rate < 0) or (hit["face"] == "back") != (rate > 0):
                return "face"
        return None

    def contains(self, draw, mesh):
        def direction():
            return tuple(Fraction(draw.rng.randrange(-1000, 1000)) for _ in range(3))
        kind = draw.rng.randrange(3)
        corners = draw.rng.choice(mesh.triangles)
        other = draw.rng.choice(mesh.triangles)[0]
        if kind == 0:
            p = Cast.aim(draw, corners)
        elif kind == 1:  # in line with a corner
            p = [float(x) for x in corners[0]]
            k = draw.rng.randrange(3)
            p[k] = float((p[k] + other[k]) / 2)
        else:
            p = [float((x + y) / 2) for x, y in zip(corners[1], other)]
        self.driver.tell("contains", *p)
        is_inside = self.driver.line()[0] == "1"
        point = tuple(Fraction(x) for x in p)
        self.points += 1
        self.insides += is_inside
        if is_inside != reference.contains(point, mesh.triangles, direction):
            return "contains %s" % [x.hex() for x in p]
        if not is_inside or any(reference.is_on(point, t) for t in mesh.triangles):
            return None
        ray = Cast(draw, mesh)  # every ray from the inside leaves
        ray.kind, ray.flags, ray.max, ray.start = RAY, 0, math.inf, tuple(p)
        target = Cast.aim(draw, draw.rng.choice(mesh.triangles))
        ray.toward = tuple(t - s for t, s in zip(target, p))
        if is_zero(ray.toward):
            return None
        before = self.hits
        error = self.cast(ray, mesh)
        return error or ("a ray from inside leaks" if self.hits == before else None)

    def bounds(self, mesh):
        self.driver.tell("bounds")
        words = [float.fromhex(x) for x in self.driver.line()]
        for i in range(3):
            low = min(c[i] for t in mesh.triangles for c in t)
            high = max(c[i] for t in mesh.triangles for c in t)
            if rounded(low, down=True) != words[i] or rounded(high, down=False) != words[3 + i]:
                return "bounds"
        return None


def rounded(x, down):
    """The double below or above a rational, or that double itself."""
    near = float(x)
    if down and Fraction(near) > x:
        return math.nextafter(near, -math.inf)
    if not down and Fraction(near) < x:
        return math.nextafter(near, math.inf)
    return near


# ---- The driver ---------------------------------------------------------------------------------

class Driver:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1 << 16)

    def tell(self, word, *values):
        text = [x.hex() if isinstance(x, float) else str(x) for x in values]
        self.process.stdin.write(" ".join([word] + text) + "\n")
        self.process.stdin.flush()

    def line(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the driver has stopped")
        return line.split()


def build(args):
    return core.build(args.cc, os.path.join(args.build, "driver"), os.path.join(HERE, "exact_driver.c"),
                      flags=["-D" + name for name in args.define])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--build", default="build/meshes")
    parser.add_argument("--define", action="append", default=[])
    args = parser.parse_args()
    driver = Driver(build(args))
    checker = Checker(driver)
    number = 0
    while checker.casts + checker.points < args.cases:
        number += 1
        draw = Draw(random.Random(args.seed * 1000003 + number))
        mesh = Mesh(driver, draw)
        errors = [checker.bounds(mesh)]
        for _ in range(CASTS):
            errors.append(checker.cast(Cast(draw, mesh), mesh))
            if mesh.is_closed and draw.rng.random() < 0.3:
                errors.append(checker.contains(draw, mesh))
        for error in errors:
            if error:
                sys.exit("mesh %d: %s" % (number, error))
    print("%d casts at %d meshes, %d triangles hit, %d ties, %d points, %d inside" % (
        checker.casts, number, checker.hits, checker.ties, checker.points, checker.insides))
    if checker.hits < checker.casts or checker.ties < checker.casts / 20 or \
            checker.insides < checker.points / 10:
        sys.exit("too few of these")


if __name__ == "__main__":
    main()
