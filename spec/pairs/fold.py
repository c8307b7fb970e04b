# SPDX-License-Identifier: MIT
"""Checks the doubles that a shape was folded into against sizes and pose.

Sizes without a pose are kept; a position alone is added and rounded once. A
scale may cost an ulp, and a rotation two of the largest of its terms. The hull is that
of the corners so rounded: convex, counterclockwise, no three in line.
"""

import math
from decimal import Decimal
from fractions import Fraction

import planar
from exchange import ROUND

DIGITS = 70
SCALED, TURNED = 1, 2  # ulps


def _pi():
    """Machin (1706), in integers."""
    def arctan_of_inverse(n, one):
        term, total, k = one // n, 0, 0
        while term:
            total += (-1) ** k * (term // (2 * k + 1))
            term //= n * n
            k += 1
        return total
    one = 10 ** (DIGITS + 20)
    return Fraction(4 * (4 * arctan_of_inverse(5, one) - arctan_of_inverse(239, one)), one)


PI = _pi()


def turn(angle):
    """Cosine and sine to 60 digits, as fractions. The nearest double to a multiple of pi / 2 is a quarter turn."""
    x = Fraction(angle)
    quarters = round(x / (PI / 2))
    x -= quarters * PI / 2
    if abs(quarters) <= 65536 and float(quarters * PI / 2) == angle:
        x = Fraction(0)
    one = 10 ** DIGITS
    n = int(x * one)
    c, s, term, k = 0, 0, one, 0
    while term:
        if k % 2 == 0:
            c += term if k % 4 == 0 else -term
        else:
            s += term if k % 4 == 1 else -term
        k += 1
        term = term * n // (one * k)
        if term == -1:
            break
    c, s = Fraction(c, one), Fraction(s, one)
    for _ in range(quarters % 4):
        c, s = -s, c
    return c, s


def own_points(shape):
    n = shape.numbers
    if shape.maker == "circle":
        return [(0.0, 0.0)]
    if shape.maker == "rect":
        return [(-n[0], -n[1]), (n[0], -n[1]), (n[0], n[1]), (-n[0], n[1])]
    if shape.maker == "corners":
        return [(n[0], n[1]), (n[2], n[1]), (n[2], n[3]), (n[0], n[3])]
    return [n[i:i + 2] for i in range(0, len(n), 2)]


def ulp(x):
    return Fraction(math.ulp(float(x)))


class Pose:
    """As given; `place` gives a coordinate's true value and what it may be off by."""

    def __init__(self, shape):
        self.turned = shape.posed and shape.angle != 0
        self.scaled = shape.posed and shape.scale != (1.0, 1.0)
        self.cosine, self.sine = turn(shape.angle) if self.turned else (1, 0)
        self.scale = tuple(map(Fraction, shape.scale if shape.posed else (1, 1)))
        self.position = tuple(map(Fraction, shape.position if shape.posed else (0, 0)))

    def terms(self, p):
        x, y = p
        return ((self.cosine * x, -self.sine * y), (self.sine * x, self.cosine * y))

    def allowed(self, terms, true):
        if self.turned:
            return TURNED * ulp(max(abs(true), *map(abs, terms)))
        # Rounded once, so to nearest: half an ulp and no more. With a scale the
        # product has twice the digits, of which some may be lost beforehand.
        if self.scaled:
            return SCALED * ulp(true) + max(map(abs, terms)) / 2**100
        return ulp(true) / 2

    def place(self, p):
        """[(true, allowed)] of both coordinates."""
        own = tuple(s * Fraction(x) for s, x in zip(self.scale, p))
        found = []
        for axis, terms in enumerate(self.terms(own)):
            terms = (*terms, self.position[axis])
            true = sum(terms)
            found.append((true, self.allowed(terms, true)))
        return found

    def normal(self, n):
        own = tuple(Fraction(x) / s for x, s in zip(n, self.scale))
        found = []
        for terms in self.terms(own):
            true = sum(terms)
            found.append((true, self.allowed(terms, true)))
        return found


def ratio(shown, place):
    """How many times what is allowed a point is off by, at most."""
    return max(_over(abs(Fraction(x) - true), allowed)
               for x, (true, allowed) in zip(shown, place))


def _over(error, allowed):
    if error == 0:
        return 0.0
    return math.inf if error > allowed * 10**9 else float(error / allowed)


def hull_is_strict(corners):
    k = planar.shift_of([x for c in corners for x in c])
    whole = [tuple(planar.integer(x, k) for x in c) for c in corners]
    wrapped = planar.hull(whole)
    if len(wrapped) != len(whole) or wrapped[0] not in whole:
        return False
    i = whole.index(wrapped[0])
    return whole[i:] + whole[:i] == wrapped


def outside(corners, place):
    """How many times what is allowed a true corner is outside the hull, at most:
    one that rounding has put inside is dropped, so may be near none of them."""
    slack = max(allowed for _, allowed in place)
    p = tuple(true for true, _ in place)
    points = [tuple(map(Fraction, c)) for c in corners]
    _, square, over = planar.from_polygon(planar.hull(points), p)
    if square == 0:
        return 0.0
    far = (Decimal(square.numerator) / Decimal(square.denominator)
           / Decimal(Fraction(over).numerator) * Decimal(Fraction(over).denominator)).sqrt()
    return float(far) / float(slack) / math.sqrt(2) if slack else math.inf


def check_hull(case, shape, body, pose, tally):
    places = [pose.place(p) for p in own_points(shape)]
    if not hull_is_strict(body.corners):
        tally.wrong.append((case, "no strictly convex hull: %r" % (body.corners,)))
        return
    worst = max(min(ratio(c, place) for place in places) for c in body.corners)
    worst = max(worst, max(outside(body.corners, place) for place in places))
    if shape.kind == "triangle":
        worst = max(worst, max(ratio(p, place) for p, place in zip(body.given, places)))
        points = [tuple(map(Fraction, p)) for p in body.given]
        if set(planar.hull(points)) != set(tuple(map(Fraction, c)) for c in body.corners):
            tally.wrong.append((case, "the hull is not the one of its corners"))
    tally.measure("pose", worst, case, "the folded corners are %r" % (body.corners,))
    if shape.kind not in ROUND:
        if body.radius != 0:
            tally.wrong.append((case, "a radius of %r" % body.radius))
        return
    if body.radius != float(Fraction(shape.extra) * abs(pose.scale[0])):
        tally.wrong.append((case, "the folded radius is %r" % body.radius))


def check_plane(case, shape, body, pose, tally):
    normal = pose.normal(shape.numbers)
    worst = ratio(body.plane[:2], normal)
    # The half-plane n . (p - position) <= distance, for the normal that is kept.
    terms = [Fraction(shape.extra)]
    terms += [Fraction(n) * p for n, p in zip(body.plane, pose.position)]
    true, most = sum(terms), max(map(abs, terms))
    allowed = SCALED * ulp(true) + most / 2**100
    worst = max(worst, _over(abs(Fraction(body.plane[2]) - true), allowed))
    tally.measure("pose", worst, case, "the folded plane is %r" % (body.plane,))


def check(case, answer, tally):
    for shape, body in zip((case.a, case.b), answer.bodies):
        pose = Pose(shape)
        (check_plane if body.plane else check_hull)(case, shape, body, pose, tally)
