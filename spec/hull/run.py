#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks convex hulls in space against Python's integers.

spec/hull/driver.c is given a count and that many points, x, y and z as doubles. It prints an error,
or how many corners and faces there are, the points that are corners, and one line for each face,
its corners counterclockwise; then "end".

The points become integers by a power of two. Of few points, the whole answer is compared with a
hull by brute force: each plane through three points that has all points on one side holds a face.
Of many, the answer is proved to be the hull: it is closed (each edge is in two faces, once in
each direction, and Euler's formula holds), every face turns left at each corner and has all points
on it or below it, and no two faces share a plane. Numbers are checked in both cases.

    run.py [--cases N] [--seed S] [--cc CC] [--build DIR]
"""

import argparse
import itertools
import math
import os
import random
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "support"))

import casts
import core
from vectors import cross, dot, minus

FEW = 11
FLAT = "error the points of the hull are all in one plane, point 0"


def integers(points):
    """The same points in units of a power of two."""
    least = 0
    for p in points:
        for x in p:
            n, d = x.as_integer_ratio()
            least = max(least, d.bit_length() - 1)
    result = []
    for p in points:
        whole = []
        for x in p:
            n, d = x.as_integer_ratio()
            whole.append(n << (least - (d.bit_length() - 1)))
        result.append(tuple(whole))
    return result


def distinct(points):
    """The first index of each point."""
    first = {}
    for i, p in enumerate(points):
        first.setdefault(p, i)
    return sorted(first.values())


def from_lowest(loop):
    k = loop.index(min(loop))
    return tuple(loop[k:] + loop[:k])


def border(points, members, normal):
    """The corners of a face counterclockwise: an edge from a to b has all members on its left."""
    after = {}
    for a in members:
        for b in members:
            if a == b:
                continue
            e = minus(points[b], points[a])
            sides = [dot(normal, cross(e, minus(points[c], points[a]))) for c in members]
            if min(sides) < 0:
                continue
            line = [c for c, s in zip(members, sides) if s == 0]
            along = [dot(e, minus(points[c], points[a])) for c in line]
            if min(along) == 0 and max(along) == dot(e, e):
                after[a] = b
    loop = [min(after)]
    while after[loop[-1]] != loop[0]:
        loop.append(after[loop[-1]])
    return from_lowest(loop)


def brute(points):
    """The faces, in order; none of what is flat."""
    here = distinct(points)
    faces = {}
    for a, b, c in itertools.combinations(here, 3):
        normal = cross(minus(points[b], points[a]), minus(points[c], points[a]))
        if normal == (0, 0, 0):
            continue
        heights = [dot(normal, minus(points[k], points[a])) for k in here]
        if min(heights) < 0 < max(heights):
            continue
        if min(heights) == 0 == max(heights):
            return []
        if max(heights) > 0:
            normal = minus((0, 0, 0), normal)
        members = tuple(k for k, h in zip(here, heights) if h == 0)
        if members not in faces:
            faces[members] = border(points, members, normal)
    return sorted(faces.values())


def prove(points, corners, faces):
    """Why the answer is not the hull, or None."""
    edges = {}
    for n, loop in enumerate(faces):
        for a, b in zip(loop, loop[1:] + loop[:1]):
            if (a, b) in edges:
                return "an edge twice in the same direction"
            edges[a, b] = n
    for a, b in edges:
        if (b, a) not in edges:
            return "an edge of one face only"
    if len(corners) - len(edges) // 2 + len(faces) != 2:
        return "Euler's formula"
    used = set(itertools.chain(*faces))
    if sorted(used) != list(corners):
        return "the corners are not those of the faces"
    here = [points[k] for k in distinct(points)]
    planes = []
    for loop in faces:
        a = points[loop[0]]
        normal = cross(minus(points[loop[1]], a), minus(points[loop[2]], a))
        planes.append(normal)
        level = dot(normal, a)
        for k in range(len(loop)):
            p, q, r = points[loop[k - 2]], points[loop[k - 1]], points[loop[k]]
            if dot(normal, cross(minus(q, p), minus(r, q))) <= 0:
                return "a face that does not turn left"
        if any(dot(normal, p) > level for p in here):
            return "a point above a face"
    for (a, b), n in edges.items():
        other = faces[edges[b, a]]
        beyond = [k for k in other if k not in (a, b)]
        if all(dot(planes[n], minus(points[k], points[a])) == 0 for k in beyond):
            return "two faces in one plane"
    return None


def check_numbers(points, corners, faces):
    lowest = set(distinct(points))
    if list(corners) != sorted(set(corners)):
        return "corners not in order"
    if any(k not in lowest for k in corners):
        return "a corner that repeats a point"
    if any(loop[0] != min(loop) for loop in faces):
        return "a face that does not begin with its lowest corner"
    if list(faces) != sorted(faces):
        return "faces not in order"
    return None


# ---- Draws --------------------------------------------------------------------------------


def ball(r, n, scale=1.0):
    return [tuple(scale * r.gauss(0, 1) for _ in range(3)) for _ in range(n)]


def sphere(r, n, scale=1.0):
    result = []
    for p in ball(r, n):
        length = math.sqrt(dot(p, p))
        result.append(tuple(scale * x / length for x in p))
    return result


def lattice(r, n, side):
    return [tuple(float(r.randint(0, side)) for _ in range(3)) for _ in range(n)]


def cube_grid(r, side):
    points = [
        tuple(map(float, p))
        for p in itertools.product(range(side + 1), repeat=3)
        if min(p) == 0 or max(p) == side
    ]
    r.shuffle(points)
    return points


def drum(r, n):
    """Two rings of points, exactly in two planes, and some on the faces."""
    points = []
    for k in range(n):
        x, y = math.cos(6.283185307 * k / n), math.sin(6.283185307 * k / n)
        points += [(x, 0.0, y), (x, 1.0, y), (x / 2, 1.0, y / 2)]
    r.shuffle(points)
    return points


def needle(r, n):
    return [(r.gauss(0, 1e6), r.gauss(0, 1e-6), r.gauss(0, 1e-6)) for _ in range(n)]


def plate(r, n):
    return [(r.gauss(0, 1), r.gauss(0, 1), 1 + r.randint(-1, 1) * 2.0**-52) for _ in range(n)]


def nudge(r, p):
    return tuple(math.nextafter(x, r.choice((-math.inf, math.inf))) if r.random() < 0.3 else x for x in p)


def near_coplanar(r, n):
    """Points of a slanted plane and of a cube, some an ulp away from it."""
    points = []
    for _ in range(n):
        u, v = r.random(), r.random()
        points.append(nudge(r, r.choice([(u, v, 1 - u - v), (u, v, 0.0), (0.1, u, v), (u, 0.3, v)])))
    return points


def repeated(r, n):
    some = ball(r, max(4, n // 3))
    return [r.choice(some) for _ in range(n)] + some


def mixed(r, n):
    """On the corners, edges and faces of a tetrahedron with small coordinates, and inside."""
    base = lattice(r, 4, 8)
    points = []
    for _ in range(n):
        weights = [r.choice((0, 0, 1, 2)) for _ in range(4)]
        total = sum(weights)
        if total not in (1, 2, 4):
            continue
        points.append(tuple(sum(w * p[k] for w, p in zip(weights, base)) / total for k in range(3)))
    return points + base


def far(r, n):
    return [tuple(1e6 + x for x in p) for p in sphere(r, n)]


def wild(r, n):
    return [tuple(r.choice((-1, 1)) * 10.0 ** r.uniform(-30, 30) for _ in range(3)) for _ in range(n)]


KINDS = [
    ball,
    sphere,
    lambda r, n: ball(r, n, 1e-30),
    lambda r, n: sphere(r, n, 1e30),
    lambda r, n: sphere(r, n, 1e-70),
    lambda r, n: lattice(r, n, 1),
    lambda r, n: lattice(r, n, 2),
    lambda r, n: lattice(r, n, 4),
    lambda r, n: lattice(r, n, 100),
    lambda r, n: [tuple(1e-30 * x for x in p) for p in lattice(r, n, 3)],
    lambda r, n: [tuple(0.1 * x + 0.7 for x in p) for p in lattice(r, n, 3)],
    needle,
    plate,
    near_coplanar,
    repeated,
    mixed,
    far,
    wild,
]


def draw_case(r, number):
    many = number % 8 == 7
    count = r.randint(12, 120) if many else r.randint(4, FEW)
    points = r.choice(KINDS)(r, count)
    return points if many else points[:FEW]


def large(r):
    yield sphere(r, 600)
    yield cube_grid(r, 12)
    yield drum(r, 200)
    yield ball(r, 2000)
    yield near_coplanar(r, 300)
    yield [(math.cos(t / 50), math.sin(t / 50), t / 100) for t in range(300)]
    yield [(float(t), float(t * t), float(t * t * t)) for t in range(150)]
    yield [(0.0, 5.0, 0.0)] + [p for p in drum(r, 150) if p[1] == 0]


# ---- Errors --------------------------------------------------------------------------------


def errors():
    line = [(float(k), 2.0 * k, -1.0 * k) for k in range(9)]
    square = [(x, y, x + y) for x in (0.0, 1.0, 2.0) for y in (0.0, 1.0)]
    corner = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    yield [], "error a hull has at least four points, point 0"
    yield corner[:3], "error a hull has at least four points, point 0"
    yield [(1.0, 2.0, 3.0)] * 5, FLAT
    yield line, FLAT
    yield square, FLAT
    yield [(x, y, 0.1) for x, y, _ in square], FLAT
    yield corner + [(0.0, math.nan, 0.0)], "error a point of the hull is not finite, or too large to work with, point 4"
    yield [(0.0, 0.0, -math.inf)] + corner, "error a point of the hull is not finite, or too large to work with, point 0"
    yield corner + [(0.0, 0.0, 1e200)], "error a point of the hull is not finite, or too large to work with, point 4"
    yield corner * 16385, "error a hull has at most 65536 points, point 0"


# ---- The driver -----------------------------------------------------------------------------


def build_driver(cc, build):
    return core.build(cc, os.path.join(build, "driver"), os.path.join(HERE, "driver.c"),
                      flags=["-DEXACT_CHECK"])


class Driver:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, points):
        """A hull; without casts, those of `cast` come before `done`."""
        flat = list(itertools.chain(*points))
        self.process.stdin.write(struct.pack("<i%dd" % len(flat), len(points), *flat))
        self.process.stdin.flush()
        lines = [self.line()]
        if lines[0].startswith("error"):
            self.rest()
            return lines
        while lines[-1].startswith("broken"):
            lines.append(self.line())
        lines += [self.line() for _ in range(int(lines[-1].split()[1]) + 1)]
        return lines

    def cast(self, pose, segments):
        flat = list(itertools.chain(*segments))
        self.process.stdin.write(struct.pack("<i12di", 1, *pose, len(segments)))
        self.process.stdin.write(struct.pack("<%dd" % len(flat), *flat))
        self.process.stdin.flush()
        return self.rest()

    def done(self):
        self.process.stdin.write(struct.pack("<i", 0))
        self.process.stdin.flush()
        self.rest()

    def line(self):
        line = self.process.stdout.readline().decode()
        if line == "":
            raise SystemExit("the driver ended")
        return line.rstrip("\n")

    def rest(self):
        lines = []
        while True:
            line = self.process.stdout.readline().decode()
            if line == "":
                raise SystemExit("the driver ended")
            if line == "end\n":
                return lines
            lines.append(line.rstrip("\n"))


def judge(points, lines):
    if any(line.startswith("broken") for line in lines):
        return lines[0]
    whole = integers(points)
    expected = brute(whole) if len(points) <= FEW else None
    if lines[0].startswith("error"):
        if expected is None:
            first = whole[0]
            others = [minus(p, first) for p in distinct_points(whole)]
            flat = all(
                dot(cross(a, b), c) == 0 for a, b, c in itertools.combinations(others[:40], 3)
            )
            return None if flat and lines[0] == FLAT else lines[0]
        return None if expected == [] and lines[0] == FLAT else lines[0]
    if expected == []:
        return "a hull of points in one plane"
    corner_count, face_count = map(int, lines[0].split())
    corners = tuple(map(int, lines[1].split()))
    faces = [tuple(map(int, line.split())) for line in lines[2:]]
    if len(corners) != corner_count or len(faces) != face_count:
        return "other counts"
    wrong = check_numbers(whole, corners, faces) or prove(whole, corners, faces)
    if wrong is None and expected is not None and faces != expected:
        wrong = "other faces: %s instead of %s" % (faces, expected)
    return wrong


def distinct_points(points):
    return [points[k] for k in distinct(points)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--build", default="build/hull")
    options = parser.parse_args()
    driver = Driver(build_driver(options.cc, options.build))
    failures = 0

    def check(points, wrong):
        nonlocal failures
        if wrong is None:
            return
        failures += 1
        if failures <= 5:
            print("hull: %s\n  of %s" % (wrong, [tuple(map(float.hex, p)) for p in points][:FEW]))

    for points, expected in errors():
        lines = driver.ask(points)
        check(points, None if lines == [expected] else "%s instead of %s" % (lines[:1], expected))
    r = random.Random(options.seed)
    for number in range(options.cases):
        points = draw_case(r, number)
        lines = driver.ask(points)
        check(points, judge(points, lines))
        if not lines[0].startswith("error"):
            check(points, casts.judge(r, points, lines, driver, 12))
            driver.done()
    for points in large(r):
        lines = driver.ask(points)
        check(points, judge(points, lines))
        check(points, casts.judge(r, points, lines, driver, 60))
        driver.done()
    print("hull: %d cases, %d wrong" % (options.cases, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
