#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks shapecasts in space against exact arithmetic.

Draws pairs as spec/solids does, and a displacement that often makes them meet; asks the C core
through driver.c, and compares every yes and no, closed and open, with what truth.py says (none may
differ). Of t and t_exit the reference decides whether they have met before, and by then. The
normal has to part the two at t, and the point has to lie on both.

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
sys.path.append(os.path.join(HERE, "..", "..", "support"))
sys.path.insert(0, os.path.join(HERE, "..", "..", "solids"))

import exchange
import references
import scenes
import tiles
import truth
from exchange import BODY, KINDS, Body, Shape
from references import numbers_of, numbers_text
from truth import APART, IN, TOUCH, UNDECIDED

ANSWER = 14
MINUS_X, FRONT = 5, 11  # COLLIDE_FACE_MINUS_X, COLLIDE_FACE_FRONT
IN_FORMAT = struct.Struct("=%dd" % (2 * exchange.SHAPE + 3))
OUT_FORMAT = struct.Struct("=%dd" % (2 * BODY + 4 * ANSWER + 5))
PAIRS = [(a, b) for a in KINDS for b in KINDS]
LEAST = 2.0 ** -60  # what t may be off by where it is near 0
LEAST_TIME = 5.8e-70  # the least t above 0
T_ULPS = 1
EXIT_ULPS = 1
NORMAL = Fraction(1, 1 << 44)  # how far apart, in sizes, the normal may leave the two at t
ROUNDED = Fraction(1, 1 << 50)  # in a graze the normal is perpendicular to the displacement, and rounded
CURVED = Fraction(1, 1 << 30)  # of t, for cylinders, cones and uneven rounds
CURVED_NORMAL = Fraction(1, 1 << 27)
POINT = Fraction(1, 1 << 36)  # how far the point may lie off either shape
CURVED_POINT = Fraction(1, 1 << 20)


class Case:
    def __init__(self, a, b, d, name=""):
        self.a, self.b, self.d, self.name = a, b, tuple(float(x) for x in d), name

    def pack(self):
        return IN_FORMAT.pack(*self.a.doubles(), *self.b.doubles(), *self.d)

    def text(self):
        return " ".join((self.a.text(), self.b.text(), numbers_text(self.d)))

    @staticmethod
    def of_text(text):
        a, b, d = text.split()
        return Case(Shape.of_text(a), Shape.of_text(b), numbers_of(d))


# ---- One case -----------------------------------------------------------------------------


def steps(t, n):
    """t, n doubles on, and at least LEAST."""
    to = t
    for _ in range(abs(n)):
        to = math.nextafter(to, math.inf if n > 0 else -math.inf)
    return max(to, t + LEAST) if n > 0 else min(to, t - LEAST)


class Scene:
    def __init__(self, case, answer):
        self.a, self.b = Body(answer[:BODY], case.a.kind), Body(answer[BODY:2 * BODY], case.b.kind)
        self.d = tuple(Fraction(x) for x in case.d)
        self.error = self.a.error or self.b.error

        self.is_curved = any(truth.Solid(s).surface in ("cylinder", "cone", "uneven")
                             for s in (self.a, self.b) if not self.error)

    def slack(self, hit):
        """How far off t may be where a surface is curved."""
        size = max(truth.size_of(s) for s in (self.a, self.b) if s.kind != "plane")
        size = max([size] + [abs(x) for x in self.d])
        speed = abs(sum(float(x) * y for x, y in zip(self.d, hit[7:10])))
        return float(size * CURVED) / speed if speed > 0 else 1.0

    def level(self, start, end):
        return truth.level_between(self.a, self.b, self.d, Fraction(start), Fraction(end))


def judge_t(scene, hit, said):
    """They have met by t, or the next double, and not by the double before it."""
    t = hit[2]
    if scene.is_curved:
        slack = scene.slack(hit)
        if scene.level(0, max(0, t - slack)) != APART and slack < t:
            said.append("t is %r, too late" % t)
        return
    if t == 1:
        if scene.level(0, math.nextafter(1, 0)) != APART:
            said.append("t is 1, and they meet before")
        return
    if t > LEAST and scene.level(0, steps(t, -T_ULPS)) != APART:
        said.append("t is %r, too late" % t)
    if scene.level(0, steps(t, T_ULPS)) == APART:
        said.append("t is %r, too early" % t)


def judge_exit(scene, hit, said):
    t = hit[3]
    if t == math.inf:
        if scene.level(1e30, 1e40) == APART:
            said.append("t_exit is infinite")
        return
    if scene.is_curved:
        return
    if scene.level(steps(t, EXIT_ULPS), 1e30 * max(t, 1)) != APART:
        said.append("t_exit is %r, too early" % t)
    if 0 < t <= LEAST_TIME and scene.level(LEAST_TIME, 1e30) == APART:
        said.append("t_exit is %r, not 0" % t)
    if t > LEAST and scene.level(max(0, steps(t, -EXIT_ULPS)), 1e30 * max(t, 1)) == APART:
        said.append("t_exit is %r, too late" % t)


def judge_touch(scene, hit, said):
    """Along the normal the two are hardly apart, and hardly in one another, at t."""
    n = tuple(Fraction(x) for x in hit[7:10])
    if abs(float(truth.dot(n, n)) - 1) > 1e-14:
        said.append("the normal is not of unit length")
        return
    a, b = truth.moved(scene.a, scene.d, Fraction(hit[2])), scene.b
    if "plane" in (a.kind, b.kind):
        return
    gap = -truth.reach(a, tuple(-x for x in n)) - truth.reach(b, n)
    size = max(truth.size_of(a), truth.size_of(b), *(abs(x) for x in scene.d))
    if abs(gap) > (CURVED_NORMAL if scene.is_curved else NORMAL) * size:
        said.append("along the normal they are %.3g apart" % float(gap / size))
    if truth.dot(n, scene.d) > ROUNDED * max(abs(x) for x in scene.d):
        said.append("the normal goes along the displacement")
    point = tuple(Fraction(x) for x in hit[4:7])
    for name, body in (("the first", a), ("the second", b)):
        off = truth.distance(body, point) / size
        if off > (CURVED_POINT if scene.is_curved else POINT):
            said.append("the point is %.3g off %s shape" % (float(off), name))


def judge_face(scene, hit, said):
    """A face that is named has the normal of the hit."""
    face, body = int(hit[12]), scene.b
    if face == 0:
        return
    if body.kind == "box":
        axis = (face - MINUS_X) // 2
        columns = tuple(zip(*body.linear)) if body.linear else ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        n = truth.reference.cross(columns[(axis + 1) % 3], columns[(axis + 2) % 3])
        sign = truth.dot(n, columns[axis]) * (1 if (face - MINUS_X) % 2 else -1)
    elif body.kind == "triangle":
        n = truth.reference.cross(truth.reference.minus(body.b, body.a),
                                  truth.reference.minus(body.c, body.a))
        sign = 1 if face == FRONT else -1
    else:
        return
    n = tuple(float(x * (1 if sign > 0 else -1)) for x in n)
    length = math.sqrt(sum(x * x for x in n))
    if length > 0 and sum(x * y for x, y in zip(n, hit[7:10])) < length * (1 - 1e-9):
        said.append("face %d is not what the normal says" % face)


ALONG = Fraction(1, 2 ** 49)  # how far a motion along the contact plane may seem to lead in


def leads_in(scene, normal, d):
    """Of two balls exact, by their centres; of others by more than the normal's rounding."""
    if scene.a.kind == scene.b.kind == "sphere" and not scene.is_curved:
        apart = [x - y for x, y in zip(scene.a.position, scene.b.position)]
        if any(apart):
            return sum(x * y for x, y in zip(apart, d)) < 0
    terms = [Fraction(x) * y for x, y in zip(normal, d)]
    return sum(terms) < -ALONG * sum(abs(x) for x in d)


def expected(scene, level, comes_in, normal, flags):
    """A hit, and at the start?"""
    d = scene.d
    skips_inside, skips_touching = flags
    if not any(d):
        return not skips_inside and not skips_touching and level != APART
    if not skips_touching:
        return level != APART and not skips_inside
    if level == IN:
        return not skips_inside and leads_in(scene, normal, d)
    return comes_in


def judge(case, answer, tally):
    tally.cases += 1
    scene, said = Scene(case, answer), []
    if scene.error:
        tally.refused += 1
        return
    start = scene.level(0, 0)
    if start == UNDECIDED:
        tally.undecided += 1
        return
    swept = scene.level(0, 1)
    comes_in = swept == IN and truth.has_inside(scene.a, scene.b)
    contact = answer[-5:]
    if contact[0] != (start != APART) or (contact[1] > 0) != (start == IN):
        said.append("the reference and collide_contact differ")
    tally.starts += start != APART
    tally.touching += swept == TOUCH
    tally.hits += start == APART and swept == IN
    for k, flags in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
        hit = answer[2 * BODY + k * ANSWER:2 * BODY + (k + 1) * ANSWER]
        normal = tuple(Fraction(x) for x in contact[2:])
        want = expected(scene, start, comes_in, normal, flags)
        if start == APART and any(scene.d):
            want = comes_in if flags[1] else swept != APART
        if (hit[0], hit[1]) != (want, want):
            said.append("flags %s: says %s, which is %s" % (flags, hit[:2], want))
        elif want:
            judge_hit(scene, hit, start, swept, said, k)
    for text in said:
        tally.wrong.append((case, text))


def judge_hit(scene, hit, start, swept, said, k):
    if (hit[11] == 1) != (start == IN) or (hit[10] > 0) != (start == IN):
        said.append("inside is %d, depth %r" % (hit[11], hit[10]))
    if start != APART:
        if hit[2] != 0:
            said.append("t is %r at the start" % hit[2])
    elif k == 0:
        judge_t(scene, hit, said)
        judge_touch(scene, hit, said)
        judge_face(scene, hit, said)
    if any(scene.d) and k == 0:
        judge_exit(scene, hit, said)


class Tally(references.Tally):
    COUNTS = ("cases", "refused", "undecided", "hits", "touching", "starts")


# ---- Displacements ------------------------------------------------------------------------------


def shift(shape, by):
    """The shape moved, if its position can be changed."""
    if shape.maker == exchange.CORNERS:
        shape.numbers = tuple(x + y for x, y in zip(shape.numbers, tuple(by) * 2))
        return
    shape.position = tuple(x + y for x, y in zip(shape.position or (0.0,) * 3, by))


def draw_graze(r):
    """Two boxes, level or turned about the vertical, maybe flat. The first comes by an edge of the other, but for
    rounding."""
    halves = [[r.choice((r.uniform(0.1, 3), r.randint(0, 16) / 8)) for _ in range(3)] for _ in range(2)]
    d = [r.choice((r.uniform(-6, 6), float(r.randint(-4, 4)))) for _ in range(3)]
    along, t = r.randrange(3), r.choice((r.random(), r.randint(1, 7) / 8))
    x, y, z = (side * (p + q) for side, p, q in zip(
        (r.uniform(-1, 1) if i == along else r.choice((-1, 1)) for i in range(3)), *halves))
    angle = r.choice((0, math.pi / 4, math.atan2(3, 4), r.uniform(0, 6)))
    c, s = math.cos(angle), math.sin(angle)
    edge = (c * x + s * z, y, c * z - s * x)
    parts = (c, 0, s, 0, 1, 0, -s, 0, c) if angle else ()
    place = [p - t * q for p, q in zip(edge, d)]
    return Case(Shape("box", halves[0], place, parts), Shape("box", halves[1], (0, 0, 0), parts), d, "grazes an edge")


def draw(r, pair, index):
    """A pair of spec/solids, of which the first is moved back and comes again, maybe farther."""
    if pair == ("box", "box") and r.random() < 0.25:
        return draw_graze(r)
    if index % 2 and scenes.CATEGORIES[index // 2 % len(scenes.CATEGORIES)].__name__ == "wild":
        index += 1
    drawn = scenes.draw(r, pair, index // 2)
    a, b = (drawn.a, drawn.b) if drawn.a.kind == pair[0] else (drawn.b, drawn.a)
    size = max([abs(x) for s in (a, b) for x in (*s.numbers, *s.position)] + [1e-70])
    if size > 1e69:
        size = 1e69
    sort = r.randrange(6)
    if drawn.name == "level" and sort > 0:
        d = [tiles.Tiles(r).coordinate(r) * r.choice((0, 1)) for _ in range(3)]
    elif sort == 0:
        d = [0.0, 0.0, 0.0]
        d[r.randrange(3)] = float(r.choice((-1, 1)) * r.randint(1, 8))
    elif sort <= 2:
        d = [float(r.randint(-4, 4)) for _ in range(3)]
    else:
        d = [r.uniform(-6, 6) for _ in range(3)]
    if drawn.name in ("resized", "wild"):
        d = [x * size for x in d]
    elif drawn.name == "far":
        d = [x * r.choice((1, 1, 1000)) for x in d]
    back = r.choice((0, 0, 1, 1, 2, 0.5))
    far = r.choice((1, 1, 2, 3, 0.5))
    if drawn.name not in ("resized", "wild"):
        shift(a, [-back * x for x in d])
        d = [x * far for x in d]
        if r.random() < 0.1:
            k = r.randrange(3)
            d[k] = math.nextafter(d[k], r.choice((-math.inf, math.inf))) if d[k] else 0.0
    if r.random() < 0.03:
        d = [0.0, 0.0, 0.0]
    return Case(a, b, d, drawn.name)


def close_to(case, answer, r):
    """From a hit, a case that starts, and one that ends, where the two touch but for rounding."""
    t = answer[2 * BODY + 2]
    if answer[2 * BODY] != 1 or not 0 < t < 1 or case.a.maker == exchange.CORNERS:
        return
    d = case.d
    near = Shape(case.a.maker, case.a.numbers, case.a.position, case.a.parts)
    shift(near, [t * x for x in d])
    way = r.choice((d, [-x for x in d], (d[1], d[2], d[0]), [r.uniform(-1, 1) * x for x in d]))
    if r.random() < 0.5:
        slow = 2.0 ** -r.randint(1, 60)
        way = [slow * x for x in way]
    yield Case(near, case.b, way, "starts close, " + case.name)
    end = [t * x for x in d]
    yield Case(case.a, case.b, end, "ends close, " + case.name)


# ---- Running ------------------------------------------------------------------------------------


class SweepInSpace(references.Check):
    title, document, directory = "sweep in space", __doc__, HERE
    quick, batch, pairs = 121 * 32, 48, PAIRS
    categories = [category.__name__ for category in scenes.CATEGORIES for _ in range(2)]
    tally = Tally

    def draw(self, r, pair, categories, first, count):
        return [draw(r, pair, categories[i % len(categories)]) for i in range(count)]

    def judge(self, driver, cases, tally, r):
        close = []
        for case, answer in zip(cases, references.ask(driver, cases, OUT_FORMAT)):
            judge(case, answer, tally)
            if len(close) < 16:
                close += close_to(case, answer, r)
        for case, answer in zip(close, references.ask(driver, close, OUT_FORMAT)):
            judge(case, answer, tally)

    def show_case(self, driver, text):
        case, tally = Case.of_text(text), Tally()
        answer = references.ask(driver, [case], OUT_FORMAT)[0]
        for k in range(4):
            print(answer[2 * BODY + k * ANSWER:2 * BODY + (k + 1) * ANSWER])
        print("contact, depth, normal:", answer[-5:])
        judge(case, answer, tally)
        return tally

    def table(self, totals):
        every = self.total(totals)
        print("%d cases, %d refused, %d undecided, %d start in touch or inside, %d come in, %d only "
              "touch, %d wrong" % (every.cases, every.refused, every.undecided, every.starts,
                                   every.hits, every.touching, len(every.wrong)))


if __name__ == "__main__":
    sys.exit(SweepInSpace().main())
