#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks casts at rounded boxes and hulls against exact arithmetic.

The reference takes the solid apart: the core, a prism on each of its faces, a cylinder about each edge and a ball about
each corner. A line is in each of these in one interval, whose ends are roots of a linear or quadratic polynomial. Yes and
no, inside, and the ends of the range are decided by signs in fractions; t, t_exit and normals are compared with roots of
60 digits, to the bounds of collide/cast.h.

    run.py [--cases N] [--seed S] [--category TEXT] | --case '...'
"""
import math
import os
import random
import struct
import sys
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import combinations

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "support"))
sys.path.insert(0, os.path.join(HERE, "..", "solids"))

import exchange
import references
import scenes
import tiles
from exchange import BODY, Body, Shape
from references import short
from reference import Solid, cross, dot, minus, squared_distance

getcontext().prec = 80
ANSWER = 13
IN = struct.Struct("=%dd" % (exchange.SHAPE + 9))
OUT = struct.Struct("=%dd" % (BODY + 2 * ANSWER + 1))
EPS = 2.0 ** -52
RAY, SEGMENT, LINE = range(3)
INF = math.inf


class Case:
    def __init__(self, shape, hollow, from_, toward, most, kind, name=""):
        self.shape, self.hollow, self.kind, self.name = shape, hollow, kind, name
        self.from_, self.toward = tuple(map(float, from_)), tuple(map(float, toward))
        self.most = 1.0 if kind == SEGMENT else INF if kind == LINE else float(most)

    def pack(self):
        return IN.pack(*self.shape.doubles(), self.hollow, *self.from_, *self.toward, self.most, self.kind)

    def text(self):
        numbers = (self.hollow, *self.from_, *self.toward, self.most, self.kind)
        return self.shape.text() + " " + ",".join("inf" if x == INF else short(x) for x in numbers)

    @staticmethod
    def of_text(text):
        shape, numbers = text.split()
        z = [float.fromhex(x) for x in numbers.split(",")]
        return Case(Shape.of_text(shape), int(z[0]), z[1:4], z[4:7], z[7], int(z[8]))


# ---- The pieces -------------------------------------------------------------------------------


def decimal(x):
    return Decimal(x.numerator) / Decimal(x.denominator)


class Piece:
    """The times with a t^2 + 2 b t + c <= 0 in the interval [low, high], which may be infinite or empty."""

    def __init__(self, quadratic, low, high, normal):
        self.quadratic, self.low, self.high, self.normal = quadratic, low, high, normal

    def value(self, t):
        a, b, c = self.quadratic
        return a * t * t + 2 * b * t + c

    def least(self, start, end):
        """The least value from start to end, or None for no time."""
        a, b, c = self.quadratic
        low, high = max(self.low, start), min(self.high, end)
        if low > high:
            return None
        if a == 0 and b == 0:
            return c
        if a > 0:
            t = min(max(-b / a, low), high)
        else:
            t = low if b > 0 else high
        return -1 if t in (INF, -INF) else self.value(t)

    def ends(self):
        """The times as decimals, or None."""
        a, b, c = (decimal(Fraction(x)) for x in self.quadratic)
        if self.least(-INF, INF) is None or self.least(-INF, INF) > 0:
            return None
        low, high = (Decimal(x) if x in (INF, -INF) else decimal(Fraction(x)) for x in (self.low, self.high))
        if a > 0:
            root = max(b * b - a * c, Decimal(0)).sqrt()
            low, high = max(low, (-b - root) / a), min(high, (-b + root) / a)
        elif b > 0:
            high = min(high, -c / (2 * b))
        elif b < 0:
            low = max(low, -c / (2 * b))
        return low, high


def interval(constraints):
    """The times with g + h t >= 0 for all (g, h)."""
    low, high = -INF, INF
    for g, h in constraints:
        if h > 0:
            low = max(low, -g / h)
        elif h < 0:
            high = min(high, -g / h)
        elif g < 0:
            return INF, -INF
    return low, high


def faces_of(corners):
    """The planes of a polytope: outward normals, with the corners in each. None if it is flat."""
    found = {}
    for a, b, c in combinations(corners, 3):
        n = cross(minus(b, a), minus(c, a))
        if not any(n):
            continue
        heights = [dot(n, minus(p, a)) for p in corners]
        if min(heights) < 0 < max(heights):
            continue
        if not any(heights):
            found[n], found[tuple(-x for x in n)] = list(corners), list(corners)
            return found
        if max(heights) > 0:
            n, heights = tuple(-x for x in n), [-h for h in heights]
        on = frozenset(p for p, h in zip(corners, heights) if h == 0)
        if on not in found.values():
            found[n] = on
    return {n: list(on) for n, on in found.items()}


def sides_of(n, corners):
    """For each edge of a flat face: a corner of it, and the direction in the plane that points inward."""
    for a, b in combinations(corners, 2):
        inward = cross(n, minus(b, a))
        heights = [dot(inward, minus(p, a)) for p in corners]
        if min(heights) >= 0:
            yield a, inward
        if max(heights) <= 0:
            yield a, tuple(-x for x in inward)


class Rounded:
    def __init__(self, body, from_, d):
        corners = list(dict.fromkeys(Solid(body).world()))
        r, self.pieces = body.radius, []
        planes = faces_of(corners)
        for p in corners:
            q = minus(from_, p)
            self.add((dot(d, d), dot(q, d), dot(q, q) - r * r), -INF, INF, ("corner", p, None))
        for p, q in combinations(corners, 2):
            e, f = minus(q, p), minus(from_, p)
            g, h = cross(f, e), cross(d, e)
            low, high = interval([(dot(e, f), dot(e, d)), (dot(e, e) - dot(e, f), -dot(e, d))])
            self.add((dot(h, h), dot(g, h), dot(g, g) - r * r * dot(e, e)), low, high, ("edge", p, e))
        for n, on in planes.items():
            g, h = dot(n, minus(from_, on[0])), dot(n, d)
            low, high = interval([(g, h)] + [(dot(m, minus(from_, a)), dot(m, d)) for a, m in sides_of(n, on)])
            # |g + h t| <= r |n|
            self.add((h * h, g * h, g * g - r * r * dot(n, n)), low, high, ("face", None, n))
        if len(planes) > 2:  # a flat core is in the prisms
            low, high = interval([(-dot(n, minus(from_, on[0])), -dot(n, d)) for n, on in planes.items()])
            self.add((Fraction(0), Fraction(0), Fraction(-1)), low, high, None)

    def add(self, quadratic, low, high, normal):
        self.pieces.append(Piece(quadratic, low, high, normal))

    def least(self, start, end):
        found = [p.least(start, end) for p in self.pieces]
        return min((x for x in found if x is not None), default=1)

    def meets(self, start, end):
        return self.least(start, end) <= 0

    def ends(self):
        found = [(p.ends(), p.normal) for p in self.pieces]
        found = [(e, n) for e, n in found if e is not None]
        enter = min(found, key=lambda x: x[0][0])
        leave = max(found, key=lambda x: x[0][1])
        return (enter[0][0], enter[1]), (leave[0][1], leave[1])


def normal_at(feature, from_, d, t):
    """The unit normal as decimals."""
    sort, p, v = feature
    point = [decimal(x) + t * decimal(y) for x, y in zip(from_, d)]
    if sort == "face":
        n = [decimal(x) for x in v]
    else:
        n = [x - decimal(y) for x, y in zip(point, p)]
        if sort == "edge":
            e = [decimal(x) for x in v]
            k = sum(x * y for x, y in zip(n, e)) / sum(x * x for x in e)
            n = [x - k * y for x, y in zip(n, e)]
    length = sum(x * x for x in n).sqrt()
    return [x / length for x in n]


# ---- Judging -----------------------------------------------------------------------------------


def judge(case, answer, tally):
    tally["cases"] += 1
    if answer[0]:
        tally["refused"] += 1
        return []
    body = Body(answer[:BODY], case.shape.kind)
    from_ = tuple(map(Fraction, case.from_))
    to = tuple(map(Fraction, case.toward))
    d = minus(to, from_) if case.kind == SEGMENT else to
    r, said = Rounded(body, from_, d), []
    start = r.least(0, 0)
    if (answer[BODY + 2 * ANSWER] != 0) != (start <= 0):
        said.append("contains says %d" % answer[BODY + 2 * ANSWER])
    for k in range(2):
        hit = answer[BODY + k * ANSWER:BODY + (k + 1) * ANSWER]
        said += judge_hit(case, body, r, from_, d, start, hit, k, tally)
    return said


def judge_hit(case, body, r, from_, d, start, hit, skips, tally):
    point, line = not any(d), case.kind == LINE
    most = INF if case.most == INF else Fraction(case.most)
    ends = r.ends() if not point and r.meets(-INF, INF) else None
    tiny = Fraction(1, 2 ** 200)
    inside = not line and start <= 0 and (point or start < 0 or r.meets(-tiny, -tiny))
    want = r.meets(-INF, INF) if line else r.meets(0, most)
    at_exit = case.hollow and inside and not point
    if point:
        want = start <= 0 and not (case.hollow and start < 0)
    elif at_exit:
        end = r.least(most, most) if most != INF else 1
        want = end >= 0 and (end > 0 or not r.meets(most + tiny, INF))
    if skips and not line and start <= 0:
        want = False
    if (hit[0], hit[1]) != (want, want):
        return ["says %s, which is %s, inside is %s" % (hit[:2], want, inside)]
    if not want:
        return []
    tally["hits"] += 1
    said = []
    if bool(hit[10]) != inside:
        said.append("inside is %d" % hit[10])
    if not point and not any(float(x) ** 2 for x in d):
        return said  # beyond the magnitudes of the reference
    if point or (inside and not case.hollow):
        if hit[2] != 0 or any(hit[7:10]):
            said.append("t is %r, normal %s from inside" % (hit[2], hit[7:10]))
        return said
    end, feature = ends[1] if at_exit else ends[0]
    return said + judge_measured(case, body, from_, d, end, ends[1][0], feature, hit, most)


def judge_measured(case, body, from_, d, t, leave, feature, hit, most):
    size = max(abs(float(x)) for p in Solid(body).own for x in p) + float(body.radius)
    if body.linear:
        size *= 3 * max(abs(float(x)) for row in body.linear for x in row)
    length = math.sqrt(sum(float(x) ** 2 for x in d))
    off = math.sqrt(sum(float(x - y) ** 2 for x, y in zip(from_, body.position)))
    said = []
    n = normal_at(feature, from_, d, t)
    slope = abs(float(sum(x * decimal(y) for x, y in zip(n, d)))) / length
    error = 8 * EPS * (off + abs(float(t)) * length + size) / length
    graze = math.sqrt(error * length * float(body.radius)) / length * 4
    allowed = min(error / slope if slope > 0 else INF, graze)
    if abs(Decimal(hit[2]) - t) > allowed:
        said.append("t is %r, which is %s, off by %.3g of %.3g" % (
            hit[2], format(float(t), ".17g"), abs(float(Decimal(hit[2]) - t)), allowed))
    for end in (Fraction(0), most):  # the ends of the range are never passed by rounding
        if case.kind != LINE and end != INF and hit[2] != float(end) and t == decimal(end):
            said.append("t is %r at the end %r" % (hit[2], float(end)))
    if case.kind != LINE and not 0 <= hit[2] <= case.most:
        said.append("t is %r, out of the range" % hit[2])
    if not (abs(Decimal(hit[3]) - leave) <= Decimal(error) * 4 or hit[3] == hit[2] or
            abs(Decimal(hit[3]) - leave) <= Decimal(graze) * 4):
        said.append("t_exit is %r, which is %s" % (hit[3], float(leave)))
    apart = math.sqrt(sum(float(Decimal(x) - y) ** 2 for x, y in zip(hit[7:10], n)))
    turn = 1e-13 + 1.1 * abs(float(Decimal(hit[2]) - t)) * length / float(body.radius)
    if slope < 1e-6:
        turn = max(turn, 4 * graze * length / float(body.radius))
    if apart > turn:
        said.append("the normal is %.3g off, %s" % (apart, [float(x) for x in n]))
    point = tuple(map(Fraction, hit[4:7]))
    corners = list(dict.fromkeys(Solid(body).world()))
    apart = decimal(squared_distance([point], corners)).sqrt() - decimal(body.radius)
    if abs(apart) > 8 * EPS * (size + max(abs(x) for x in hit[4:7])):
        said.append("the point is %.3g off the surface" % apart)
    return said


# ---- Drawing -----------------------------------------------------------------------------------


def surface_point(shape, r):
    """A point of the surface in some direction: exact for whole numbers."""
    n = list(r.choice(scenes.QUADRUPLES))
    r.shuffle(n)
    n = [Fraction(x * r.choice((-1, 1))) for x in n]
    return [float(x + Fraction(y)) for x, y in zip(scenes.support(shape, n), shape.position or (0.0,) * 3)], n


def draw_level(r):
    """As in a game: a unit cube or a ramp, turned about the vertical; the line between points of its grid."""
    style, kind = tiles.Tiles(r), r.choice(scenes.ROUNDED)
    shape = Shape(kind, tiles.space_numbers(kind, r), style.place(r, 3))
    if r.random() < 0.6:
        shape.parts = (*tiles.rotation(r), 1.0, 1.0, 1.0)
    to = r.choice((shape.position, [x + y / 2 for x, y in zip(shape.position, style.step(r, 3))], style.place(r, 3)))
    d = [x * r.choice((1, 1, 2, 4)) for x in r.choice((tiles.axis(r, 3), style.step(r, 3), style.place(r, 3)))]
    if not any(d):
        d = [0.0, -1.0, 0.0]
    from_ = [x - r.choice((1, 1, 2, 0)) * y for x, y in zip(to, d)]
    sort, most = r.choice((RAY, RAY, SEGMENT, LINE)), r.choice((INF, 1.0, 0.5, 10 * style.unit))
    return Case(shape, r.random() < 0.3, from_, to if sort == SEGMENT else d, most, sort, "level")


def draw(r, index):
    name = ("level", "whole", "random", "touching", "graze", "far", "ulp", "flat", "small")[index % 9]
    if name == "level":
        return draw_level(r)
    style = scenes.Any() if name in ("random", "small") else scenes.Whole() if r.random() < 0.5 else scenes.Thirds()
    shape = scenes.draw_posed(r.choice(scenes.ROUNDED), style, r)
    if name == "small":
        shape.numbers = (*shape.numbers[:-1], shape.numbers[-1] * 2.0 ** -r.randint(1, 20))
    if name == "flat":
        shape = scenes.draw_posed("roundbox", style, r)
        shape.numbers = tuple(x * r.choice((0, 1)) for x in shape.numbers[:3]) + shape.numbers[3:]
    offset = [0.0] * 3
    if name == "far":
        offset = [float(r.randint(-10 ** 6, 10 ** 6)) for _ in range(3)]
        shape.position = tuple(x + y for x, y in zip(shape.position or (0.0,) * 3, offset))
    at, n = surface_point(shape, r)
    whole = lambda: [float(r.randint(-4, 4)) / r.choice((1, 2)) for _ in range(3)]  # noqa: E731
    any_ = lambda: [r.uniform(-4, 4) for _ in range(3)]  # noqa: E731
    pick = any_ if name in ("random", "small") else whole
    if name in ("touching", "ulp", "far", "flat") and r.random() < 0.7:
        to = at
    else:
        to = [x + y for x, y in zip(shape.position or (0.0,) * 3, pick())]
    d = pick()
    if name == "graze" or r.random() < 0.1:  # along the surface there
        to, d = at, [float(x) for x in cross(n, [Fraction(x) for x in pick()])]
    if not any(d):
        d = [0.0, 0.0, 1.0]
    k = r.choice((0, 1, 1, 2, 3, -1))
    if r.random() < 0.1:
        k *= 1024.0
    from_ = [x - k * y for x, y in zip(to, d)]
    if name == "ulp":
        i = r.randrange(3)
        from_[i] = math.nextafter(from_[i], r.choice((-INF, INF)))
    kind = r.choice((RAY, RAY, SEGMENT, LINE))
    most = r.choice((INF, INF, abs(k), abs(k), r.uniform(0, 4), math.nextafter(abs(k), r.choice((0, INF)))))
    toward = d if kind != SEGMENT else r.choice((to, [x + r.choice((1, 2)) * y for x, y in zip(from_, d)], from_))
    return Case(shape, r.random() < 0.3, from_, toward, most, kind, name)


def main():
    arguments = references.parser_of(__doc__, "rounded", 2000).parse_args()
    driver = references.build(arguments, os.path.join(HERE, "driver.c"))
    r = random.Random(arguments.seed)
    cases = [Case.of_text(arguments.case)] if arguments.case else [draw(r, i) for i in range(arguments.cases)]
    cases = [c for c in cases if arguments.category in c.name]
    tally, wrong = {"cases": 0, "refused": 0, "hits": 0}, []
    for case, answer in zip(cases, references.ask(driver, cases, OUT)):
        wrong += [(case, text) for text in judge(case, answer, tally)]
        if arguments.case:
            print(answer[BODY:])
    for case, text in wrong[:arguments.show]:
        print("    %s\n        (%s) --case '%s'" % (text, case.name, case.text()))
    print("%s rounded, %d cases, %d hits, %d refused, %d wrong" % (
        "not ok" if wrong else "ok", tally["cases"], tally["hits"], tally["refused"], len(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
