# SPDX-License-Identifier: MIT
"""Checks the doubles that a shape of two dimensions keeps against sizes and pose
as given.

Every coordinate is that of the true pose, rounded once: exactly so without
rotation, else within 4 eps of what its terms add up to, for cosine and sine
are doubles. The hull's corners are those of the hull of the rounded points.
"""

from decimal import Decimal
from fractions import Fraction

import flat
from exchange import HULLS, KINDS
from judge import EPSILON
from surds import CONTEXT

ALLOWED = 4


def arctan_of_inverse(n):
    """By its series."""
    term = total = CONTEXT.divide(Decimal(1), Decimal(n))
    square, k = Decimal(n * n), 1
    while abs(term) > Decimal(10) ** -118:
        term = CONTEXT.divide(-term, square)
        k += 2
        total = CONTEXT.add(total, CONTEXT.divide(term, Decimal(k)))
    return total


# Machin 1706.
TWO_PI = 8 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239))


def cosine_and_sine(angle):
    """Fractions within 1e-100, for angles up to some 1e6. The double nearest to a multiple of pi / 2 is a
    quarter turn."""
    quarter_turn = Fraction(TWO_PI) / 4
    quarters = round(Fraction(angle) / quarter_turn)
    if abs(quarters) <= 65536 and float(quarters * quarter_turn) == angle:
        return (Fraction((1, 0, -1, 0)[quarters % 4]), Fraction((0, 1, 0, -1)[quarters % 4]))
    x = CONTEXT.remainder_near(Decimal(angle), TWO_PI)
    sums, term, k = [Decimal(0), Decimal(0)], Decimal(1), 0
    while k < 4 or abs(term) > Decimal(10) ** -115:
        sums[k % 2] = sums[k % 2] + (term if k % 4 < 2 else -term)
        k += 1
        term = CONTEXT.divide(term * x, Decimal(k))
    return Fraction(sums[0]), Fraction(sums[1])


def own_points(case):
    z, kind = case.sizes, case.kind
    if kind == "circle":
        return [(0.0, 0.0)]
    if kind == "rect":
        low, high = (-z[0], -z[1]), (z[0], z[1])
        if case.code != KINDS.index("rect"):
            low, high = z[0:2], z[2:4]
        return [tuple(low), (high[0], low[1]), tuple(high), (low[0], high[1])]
    if kind == "polygon":
        return [tuple(z[i:i + 2]) for i in range(1, 1 + 2 * int(z[0]), 2)]
    count = {"triangle_2d": 3, "segment_2d": 2, "capsule_2d": 2}[kind]
    return [tuple(z[i:i + 2]) for i in range(0, 2 * count, 2)]


class Pose:
    def __init__(self, case):
        if not case.pose:
            self.position, self.scale, self.angle = (0.0, 0.0), (1.0, 1.0), 0.0
        else:
            self.position, self.scale, self.angle = case.position, case.scale, case.angle
        self.turn = (Fraction(1), Fraction(0))
        if self.angle:
            self.turn = cosine_and_sine(self.angle)

    def turned(self, x, y, offset):
        """Each coordinate with what its terms add up to."""
        c, s = self.turn
        return [(c * x - s * y + offset[0], abs(c * x) + abs(s * y) + abs(offset[0])),
                (s * x + c * y + offset[1], abs(s * x) + abs(c * y) + abs(offset[1]))]

    def point(self, p):
        x, y = (Fraction(a) * Fraction(s) for a, s in zip(p, self.scale))
        return self.turned(x, y, [Fraction(a) for a in self.position[:2]])


def compare(case, pose, shown, true, size, tally, what):
    if not pose.angle:
        if shown != float(true):
            tally.wrong.append((case, "%s is %r, not %r" % (what, shown, float(true))))
    elif size:
        worst = float(abs(Fraction(shown) - true) / (Fraction(EPSILON) * size))
        tally.measure("pose", worst / ALLOWED, case, "%s is %.3g eps off" % (what, worst))


def check_plane(case, answer, pose, tally):
    a, b, distance = (Fraction(x) for x in case.sizes[:3])
    sx, sy = (Fraction(s) for s in pose.scale[:2])
    rounded = (sx, sy) != (1, 1)
    n = pose.turned(a / sx, b / sy, (Fraction(0), Fraction(0)))
    for shown, (true, size) in zip(answer.a, n):
        if not rounded or pose.angle:
            compare(case, pose, shown, true, size, tally, "normal")
        elif size:
            error = float(abs(Fraction(shown) - true) / (Fraction(EPSILON) * size))
            tally.measure("pose", error / ALLOWED, case, "normal is %.3g eps off" % error)
    # About the normal that it keeps.
    moved = [Fraction(answer.a[i]) * Fraction(pose.position[i]) for i in range(2)]
    size = abs(distance) + sum(abs(m) for m in moved)
    error = abs(Fraction(answer.height) - (distance + sum(moved)))
    if error:
        worst = float(error / (Fraction(EPSILON) * size))
        tally.measure("pose", worst / ALLOWED, case, "distance is %.3g eps off" % worst)


def kept_points(case, answer):
    if case.kind == "circle":
        return [answer.position]
    return [answer.a, answer.b] if case.kind == "capsule_2d" else answer.points


def check(case, answer, tally):
    pose = Pose(case)
    if case.kind == "plane_2d":
        check_plane(case, answer, pose, tally)
        return
    given, kept = own_points(case), kept_points(case, answer)
    if len(given) != len(kept):
        tally.wrong.append((case, "%d points of %d" % (len(kept), len(given))))
        return
    for i, (p, q) in enumerate(zip(given, kept)):
        for shown, (true, size) in zip(q, pose.point(p)):
            compare(case, pose, shown, true, size, tally, "point %d" % i)
    if case.kind in ("circle", "capsule_2d"):
        r = Fraction(case.sizes[0 if case.kind == "circle" else 4]) * Fraction(abs(pose.scale[0]))
        if answer.radius != float(r):
            tally.wrong.append((case, "radius is %r, not %r" % (answer.radius, float(r))))
    if case.kind in HULLS:
        check_hull(case, answer, tally)


def check_hull(case, answer, tally):
    hull = flat.corners_of([tuple(map(Fraction, p)) for p in answer.points])
    kept = [tuple(map(Fraction, p)) for p in answer.corners]
    first = hull.index(kept[0]) if kept and kept[0] in hull else 0
    if hull[first:] + hull[:first] != kept:
        tally.wrong.append((case, "the hull is %r, not %r" % (
            answer.corners, [tuple(map(float, p)) for p in hull])))
