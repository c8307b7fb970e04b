# SPDX-License-Identifier: MIT
"""Judges the answers of one case. With eps = 2^-52, the terms of a distance or
depth those lengths that it is the sum or difference of (how far the hulls are
apart or in one another, and the radii), and its size what differences of
coordinates come to:

  distance, depth   within 3 eps of themselves, and 2^-96 of the size (with a
                    half-plane's distance from the origin)
  apart             the two points of a distance are as far apart as it says, within
                    8 eps of the largest of their coordinates and of the radii, and
                    2^-96 of the size
  parted            moving a by normal * depth leaves a gap, or an overlap, of at
                    most 4 eps of the terms, and 2^-96 as above
  unit              the normal's length within 4 eps of 1
  points            in their shapes, within 64 eps of size and coordinates
  common            the point of a contact, and of a distance of 0, as far in both

Overlap, contains, the region, whether a distance is 0, symmetry: exactly.
"""

import math
from decimal import Decimal

import planar
import references
from exchange import Body
from measure import decimals, length, measured, minus, to_body

EPSILON = 2.0**-52
VALUE, PARTED, UNIT, POINT, APART = 3, 4, 4, 64, 8
# Numbers of twice the precision, which differences are good for, still have an end.
TWICE = 2.0**-96
ODD = {1: "*push written on a miss", 2: "z is not 0", 4: "neither 0 nor 1",
       8: "an argument was changed", 16: "hollow matters", 32: "ci_has_pair says no"}


class Tally(references.MeasuredTally):
    COUNTS = ("cases", "hits", "touching")
    MEASURES = ("distance", "depth", "parted", "unit", "points", "apart", "common", "pose")


def finite(*numbers):
    return all(map(math.isfinite, numbers))


def over(error, allowed):
    """The ratio; nothing is allowed where all is 0."""
    error = abs(float(error))
    return error / allowed if allowed else math.inf if error else 0.0


class Scene:
    """What the answers of one case are judged by."""

    def __init__(self, case, answer, tally):
        self.case, self.answer, self.tally = case, answer, tally
        self.bodies = answer.bodies
        # A triangle's corners as given: one in line with the others is not in the hull.
        given = [p for shape, body in zip((case.a, case.b), self.bodies)
                 if shape.kind == "triangle" for p in body.given]
        made, points, self.k = planar.scene(self.bodies, [case.point] + given)
        self.made, self.point = made, points[0]
        self.pair = planar.pair(*made)
        self.truth = measured(self.pair, self.k, self.bodies)
        self.meets = self.pair.side <= 0

    def wrong(self, text):
        self.tally.wrong.append((self.case, text))

    def measure(self, name, error, allowed, text):
        self.tally.measure(name, over(error, EPSILON * allowed), self.case, text)

    def allowed(self, times, truth):
        """In units of eps, of what is measured between two shapes."""
        return times * float(truth.terms) + TWICE / EPSILON * truth.reach

    @staticmethod
    def shown(truth):
        """The same of a distance or depth itself."""
        return VALUE * abs(float(truth.gap)) + TWICE / EPSILON * truth.reach

    def in_body(self, body, p, size, text, name="points"):
        """Is p in the closed shape, but for rounding?"""
        out = float(to_body(body, decimals(p)))
        if out > 0:
            self.measure(name, out, POINT * (size + math.hypot(*p)), text)

    # -- all of them --

    def judge(self):
        answer = self.answer
        for bit, text in ODD.items():
            if answer.odd & bit:
                self.wrong(text)
        for i in (0, 1):
            if answer.overlap[i] != self.meets:
                self.wrong("overlap(%s) is %d" % (("a, b", "b, a")[i], answer.overlap[i]))
            if (answer.push[i] is not None) != self.meets:
                self.wrong("contact(%s) says %s" % (("a, b", "b, a")[i], answer.push[i]))
        if answer.push[0]:
            self.judge_push(answer.push[0])
        self.judge_distance(answer.distance[0])
        self.judge_symmetry()
        for i in (0, 1):
            self.judge_point(i)
        self.tally.cases += 1
        self.tally.hits += self.meets
        self.tally.touching += self.pair.side == 0

    # -- contact --

    def judge_push(self, push):
        truth, text = self.truth, "contact is %r" % push
        if not finite(*push.normal, *push.point) or math.isnan(push.depth):
            self.wrong("not finite: " + text)
            return
        normal = decimals(push.normal)
        self.measure("unit", length(normal) - 1, UNIT, text)
        for body in self.bodies:
            self.in_body(body, push.point, truth.size, text, "common")
        if not self.meets:
            return
        if truth.gap.is_infinite() or push.depth == math.inf:
            if not (truth.gap.is_infinite() and push.depth == math.inf):
                self.wrong("wants a depth of %s: %s" % (float(-truth.gap), text))
            return
        depth = Decimal(push.depth)
        if push.depth < 0 or (self.pair.side == 0 and push.depth != 0):
            self.wrong("wants a depth of %s: %s" % (float(-truth.gap), text))
        self.measure("depth", depth + truth.gap, self.shown(truth),
                     "wants %r: %s" % (float(-truth.gap), text))
        left = truth.after(tuple(depth * x for x in normal))
        self.measure("parted", left, self.allowed(PARTED, truth), "leaves %.3g: %s" % (left, text))

    # -- distance --

    def judge_distance(self, found):
        truth, text = self.truth, "distance is %r" % found
        numbers = (found.distance, *found.points[0], *found.points[1])
        if not finite(*numbers):
            self.wrong("not finite: " + text)
            return
        if (found.distance == 0) != self.meets or found.distance < 0:
            self.wrong("wants %s: %s" % (0.0 if self.meets else float(truth.gap), text))
        size = truth.size if math.isfinite(truth.size) else 0.0
        for body, p in zip(self.bodies, found.points):
            self.in_body(body, p, size, text, "common" if self.meets else "points")
        if self.meets:
            if found.points[0] != found.points[1]:
                self.wrong("wants one point: " + text)
            return
        self.judge_gap(found.distance, truth, "distance is", found)
        self.judge_apart(*found.points, found.distance, self.radius(), truth.reach, text)

    def judge_gap(self, shown, truth, name, found):
        self.measure("distance", Decimal(shown) - truth.gap, self.shown(truth),
                     "wants %r: %s %r" % (float(truth.gap), name, found))

    def radius(self):
        return max((body.radius for body in self.bodies if not body.plane), default=0.0)

    def judge_apart(self, p, q, distance, radius, reach, text):
        apart = length(minus(decimals(p), decimals(q)))
        largest = max(abs(x) for x in (*p, *q, radius))
        self.measure("apart", apart - Decimal(distance),
                     APART * largest + TWICE / EPSILON * reach,
                     "%.17g apart: %s" % (apart, text))

    # -- both ways round --

    def judge_symmetry(self):
        there, back = self.answer.distance
        if there.distance != back.distance or there.points != back.points[::-1]:
            self.wrong("distance is %r, and back %r" % (there, back))
        push, pull = self.answer.push
        if not (push and pull):
            return
        away = tuple(-x for x in pull.normal)
        # At a corner the one that stays gives the normal, so the orders differ.
        tie = push.depth == 0 and self.radius() == 0 or self.bodies[0].same(self.bodies[1])
        if push.depth != pull.depth or push.point != pull.point or (
                push.normal != away and not tie):
            self.wrong("contact is %r, and back %r" % (push, pull))

    # -- a point --

    def judge_point(self, i):
        body, made, case = self.bodies[i], self.made[i], self.case
        name = "ab"[i]
        found, contains = self.answer.closest[i], self.answer.contains[i]
        text = "closest(%s) is %r" % (name, found)
        bodies = (body, PointBody(case.point))
        pair = planar.pair(made, PointHull(self.point))
        if contains != (pair.side <= 0):
            self.wrong("contains(%s) is %d" % (name, contains))
        self.judge_region(i, pair.side <= 0)
        if pair.side <= 0:
            if found.distance != 0 or found.points[0] != case.point:
                self.wrong("wants the point itself: " + text)
            return
        truth = measured(pair, self.k, bodies)
        if not finite(found.distance, *found.points[0]) or not found.distance > 0:
            self.wrong("wants %r: %s" % (float(truth.gap), text))
            return
        self.judge_gap(found.distance, truth, "closest(%s) is" % name, found)
        self.in_body(body, found.points[0], truth.size, text)
        radius = 0.0 if body.plane else body.radius
        self.judge_apart(found.points[0], case.point, found.distance, radius, truth.reach, text)

    def judge_region(self, i, inside):
        shape = (self.case.a, self.case.b)[i]
        if shape.kind != "triangle":
            return
        given, region = self.bodies[i].given, self.answer.region[i]
        corners = [tuple(planar.integer(x, self.k) for x in p) for p in given]
        right = planar.regions(corners, self.point)
        if region not in right or (region == 7) != inside:
            self.wrong("triangle_region(%s) is %d, not %s" % ("ab"[i], region, sorted(right)))


class PointBody:
    """A point among folded shapes."""

    plane, radius, error = None, 0.0, 0

    def __init__(self, p):
        self.corners = [p]

    same = Body.same


class PointHull:
    """And among those in integers."""

    plane, radius = False, 0

    def __init__(self, p):
        self.corners = [p]
