#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks shapecasts of the plane against exact arithmetic.

Draws cases of every pair of kinds and every category of scenes.py, asks the C core through
driver.c, and compares every yes and no, closed and open, with what reference.py says (none may
differ), and t, t_exit, normal and point with their bounds.

    run.py [--cases N] [--pair NAME-NAME]... [--category TEXT] [--seed S] [--jobs J]
    run.py --quick
    run.py --case '...'     one case again, as a failure prints it
"""

import math
import os
import struct
import sys
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "support"))

import reference
import references
import scenes
from scenes import KINDS, Shape

SHAPE, BODY, ANSWER = 2 + 24 + 3, 6 + 24, 11
IN = struct.Struct("=%dd" % (2 * SHAPE + 2))
OUT = struct.Struct("=%dd" % (2 * BODY + 4 * ANSWER + 3))
PAIRS = [(a, b) for a in KINDS for b in KINDS]
T_ULPS = Fraction(51, 100)
NORMAL = Fraction(1, 1 << 49)
POINT = Fraction(1, 1 << 49)


class Case:
    def __init__(self, a, b, d, name=""):
        self.a, self.b, self.d, self.name = a, b, (float(d[0]), float(d[1])), name

    def pack(self):
        return IN.pack(*self.a.doubles(), *self.b.doubles(), *self.d)

    def text(self):
        return "; ".join((self.a.text(), self.b.text(), " ".join(x.hex() for x in self.d)))

    @staticmethod
    def of_text(text):
        a, b, d = text.split(";")
        return Case(Shape.of_text(a), Shape.of_text(b), [float.fromhex(x) for x in d.split()])


# ---- The shapes as integers --------------------------------------------------------


def whole_of(numbers):
    """The doubles times one power of two, and its exponent."""
    shift = 0
    for x in numbers:
        shift = max(shift, Fraction(x).denominator.bit_length() - 1)
    return [int(Fraction(x) * (1 << shift)) for x in numbers]


def read_bodies(answer, d):
    """Both shapes, and d: all lengths are multiplied by the same."""
    bodies = [answer[:BODY], answer[BODY:2 * BODY]]
    lengths, counts = list(d), []
    for body in bodies:
        count = int(body[1])
        counts.append(count)
        lengths += [body[2], body[5] if count == 0 else 0.0, *body[6:6 + 2 * count]]
    lengths = whole_of(lengths)
    d, rest, made = tuple(lengths[:2]), lengths[2:], []
    for body, count in zip(bodies, counts):
        radius, height, *corners = rest[:2 + 2 * count]
        rest = rest[2 + 2 * count:]
        if count == 0:
            # n p <= h stays true when n and h are multiplied by the same.
            n0, n1, one = whole_of([body[3], body[4], 1.0])
            made.append(("plane", (n0, n1), height * one))
        else:
            made.append(("hull", list(zip(corners[::2], corners[1::2])), radius))
    return made, d


def truth_of(made, d):
    a, b = made
    if a[0] == "hull" and b[0] == "hull":
        return reference.sweep_hulls(a[1:], b[1:], d)
    if b[0] == "hull":
        r = reference.sweep_plane(b[1:], plane_of(a), (-d[0], -d[1]))
        r.normals = [(-n[0], -n[1]) for n in r.normals]
        return r
    if a[0] == "hull":
        return reference.sweep_plane(a[1:], plane_of(b), d)
    return reference.sweep_planes(plane_of(a), plane_of(b), d)


def plane_of(body):
    return body[1], body[2]


# ---- One case ----------------------------------------------------------------------


def off_by(said, truth):
    """In units in the last place of the truth."""
    near = float(truth) if abs(truth) < 1 << 1000 else math.inf
    if near == math.inf:
        return 0
    return abs(Fraction(said) - truth) / Fraction(math.ulp(near))


def judge_time(hit, truth, what, said):
    if truth is None:
        if hit != math.inf:
            said.append("%s is %r and should be infinite" % (what, hit))
        return
    if abs(truth) < Fraction(2) ** -1000 or math.isinf(hit):
        return
    allowed = 1 if what == "t" and hit in (math.nextafter(1, 0), math.nextafter(0, 1)) else T_ULPS
    if off_by(hit, truth) > allowed:
        said.append("%s is %r, %.2f ulps off %r" % (what, hit, off_by(hit, truth), float(truth)))


def judge_normal(n, normals, said):
    n = (Fraction(n[0]), Fraction(n[1]))
    for truth in normals:
        length = reference.root(Fraction(reference.dot(truth, truth)))
        if all(abs(n[i] - truth[i] / length) <= NORMAL for i in range(2)):
            return
    said.append("normal is (%r, %r), not %s" % (float(n[0]), float(n[1]), [
        (float(x / reference.root(Fraction(reference.dot((x, y), (x, y))))),
         float(y / reference.root(Fraction(reference.dot((x, y), (x, y)))))) for x, y in normals]))


def distance_off(point, answer):
    """How far a point lies off the border of a shape given as fractions."""
    if answer[0] == "plane":
        n, h = answer[1:]
        return abs(reference.dot(n, point) - h) / reference.root(Fraction(reference.dot(n, n)))
    corners, radius = answer[1:]
    edges = reference.edges_of(corners) or [(corners[0], corners[0])]
    square = min(reference.point_segment(point, p, q) for p, q in edges)
    return abs(reference.root(Fraction(square)) - radius)


def judge_point(hit, t, case, answer, said):
    """The point lies on both shapes, a moved by the t that was said."""
    d = (Fraction(case.d[0]), Fraction(case.d[1]))
    point, largest, shapes = (Fraction(hit[4]), Fraction(hit[5])), Fraction(0), []
    for k in range(2):
        body = answer[k * BODY:(k + 1) * BODY]
        count = int(body[1])
        move = (t * d[0], t * d[1]) if k == 0 else (0, 0)
        if count == 0:
            shape = ("plane", (Fraction(body[3]), Fraction(body[4])), Fraction(body[5]))
            shape = (*shape[:2], shape[2] + reference.dot(shape[1], move))
            length = reference.root(reference.dot(shape[1], shape[1]))
            largest = max(largest, abs(Fraction(body[5]) / length))
        else:
            corners = [(Fraction(body[6 + 2 * i]) + move[0], Fraction(body[7 + 2 * i]) + move[1])
                       for i in range(count)]
            shape = ("hull", corners, Fraction(body[2]))
            largest = max([largest, Fraction(body[2]), *(abs(x) for p in corners for x in p)])
        largest = max(largest, abs(move[0]), abs(move[1]), abs(point[0]), abs(point[1]))
        shapes.append(shape)
    for k, shape in enumerate(shapes):
        off = distance_off(point, shape)
        if off > POINT * largest:
            said.append("the point is %.3g off shape %d" % (float(off), k))


ALONG = Fraction(1, 2 ** 49)  # how far a motion along the contact plane may seem to lead in


def leads_in(made, normal, d):
    """Of two discs exact, by their centres; of others by more than the normal's rounding."""
    discs = [shape for shape in made if len(shape) == 2 and len(shape[0]) == 1]
    if len(discs) == 2 and discs[0][0][0] != discs[1][0][0]:
        return reference.dot(reference.sub(discs[0][0][0], discs[1][0][0]), d) < 0
    terms = [Fraction(x) * y for x, y in zip(normal, d)]
    return sum(terms) < -ALONG * sum(abs(x) for x in d)


def expected(truth, contact_normal, made, d, flags):
    """(hit, starts inside) for each combination of flags."""
    skips_inside, skips_touching = flags
    if d == (0, 0):
        return not skips_inside and not skips_touching and truth.overlaps
    if not skips_touching:
        return truth.meets and not (skips_inside and truth.overlaps)
    if truth.is_in:
        return not skips_inside and leads_in(made, contact_normal, d)
    return truth.enters


def judge(case, answer, tally):
    tally.cases += 1
    if answer[0] or answer[BODY]:
        tally.refused += 1
        return
    made, d = read_bodies(answer, case.d)
    truth = truth_of(made, d)
    said = []
    contact, depth, swept = answer[-3:]
    first = answer[2 * BODY:2 * BODY + ANSWER]
    if (contact == 1) != truth.overlaps or (depth > 0) != truth.is_in:
        said.append("the reference and collide_contact differ")
    if swept >= 0 and (swept == 1) != truth.meets:
        said.append("the reference and the overlap of the swept hull differ")
    tally.count(truth)
    for k, flags in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
        hit = answer[2 * BODY + k * ANSWER:2 * BODY + (k + 1) * ANSWER]
        want = expected(truth, first[6:8], made, d, flags)
        if (hit[0], hit[1]) != (want, want):
            said.append("flags %s: says %s, which is %s" % (flags, hit[:2], want))
            continue
        if want:
            judge_hit(hit, truth, case, answer, d, made, said)
    for text in said:
        tally.wrong.append((case, text))


def judge_hit(hit, truth, case, answer, d, made, said):
    starts = truth.overlaps
    if (hit[9] == 1) != truth.is_in or hit[8] != answer[-2] * truth.is_in:
        said.append("inside is %d, depth %r" % (hit[9], hit[8]))
    if abs(math.hypot(hit[6], hit[7]) - 1) > 1e-14:
        said.append("the normal is not of unit length")
    if d == (0, 0):
        if hit[2] != 0 or hit[3] != math.inf:
            said.append("t of a zero displacement")
        return
    judge_time(hit[3], truth.t_exit, "t_exit", said)
    if starts:
        if hit[2] != 0:
            said.append("t is %r at the start" % hit[2])
    else:
        judge_time(hit[2], truth.t, "t", said)
        if (hit[2] == 1) != (truth.t == 1) and is_exact(made):
            said.append("t is %r and should %sbe 1" % (hit[2], "" if truth.t == 1 else "not "))
    if not starts or (truth.t == 0 and is_exact(made)):
        judge_normal(hit[6:8], truth.normals, said)
        judge_point(hit, Fraction(hit[2]), case, answer, said)


def is_exact(made):
    """Without radii t is a fraction."""
    return all(body[0] == "hull" and body[2] == 0 for body in made)


class Tally(references.Tally):
    COUNTS = ("cases", "refused", "apart", "hits", "touching", "starts")

    def count(self, truth):
        self.apart += not truth.meets
        self.hits += truth.enters and not truth.overlaps
        self.touching += truth.meets and not truth.enters
        self.starts += truth.is_in


def close_to(case, answer, r):
    """From a hit, a case that starts, and one that ends, where they touch but for rounding."""
    t = answer[2 * BODY + 2]
    if answer[2 * BODY] != 1 or not 0 < t < 1:
        return
    a, d = case.a, case.d
    moved = Shape(a.kind, a.numbers, (a.position[0] + t * d[0], a.position[1] + t * d[1]), a.angle)
    way = r.choice((d, (-d[0], -d[1]), (-d[1], d[0]), (d[0] + d[1], d[1] - d[0])))
    yield Case(moved, case.b, way, "starts close, " + case.name)
    end = [t * x for x in d]
    i = r.randrange(2)
    if end[i] != 0:
        end[i] = r.choice((end[i], scenes.ulp(end[i], r)))
    yield Case(a, case.b, end, "ends close, " + case.name)


class Sweep(references.Check):
    title, document, directory = "sweep", __doc__, HERE
    quick, batch, pairs = 12000, 100, PAIRS
    categories = [category.__name__ for category in scenes.CATEGORIES]
    tally = Tally

    def draw(self, r, pair, categories, first, count):
        drawn = []
        for i in range(first, first + count):
            category = scenes.CATEGORIES[categories[i % len(categories)]]
            drawn.append(Case(*category(r, pair), category.__name__))
        return drawn

    def judge(self, driver, cases, tally, r):
        close = []
        for case, answer in zip(cases, references.ask(driver, cases, OUT)):
            judge(case, answer, tally)
            close += close_to(case, answer, r)
        for case, answer in zip(close, references.ask(driver, close, OUT)):
            judge(case, answer, tally)

    def show_case(self, driver, text):
        case, tally = Case.of_text(text), Tally()
        answer = references.ask(driver, [case], OUT)[0]
        for k in range(4):
            print(answer[2 * BODY + k * ANSWER:2 * BODY + (k + 1) * ANSWER])
        print("contact, depth, swept:", answer[-3:])
        judge(case, answer, tally)
        return tally

    def table(self, totals):
        every = self.total(totals)
        print("%d cases: %d refused, %d apart, %d hit, %d touch alone, %d start inside; %d wrong" % (
            every.cases, every.refused, every.apart, every.hits, every.touching, every.starts,
            len(every.wrong)))


if __name__ == "__main__":
    sys.exit(Sweep().main())
