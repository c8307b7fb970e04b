# SPDX-License-Identifier: MIT
"""Judges the answers of one case. With eps = 2^-52, and the size the largest coordinate of both
shapes and their positions:

  distance, depth   within 3 eps of themselves, and 2^-96 of the size; where one shape is curved and
                    the other no half-space, within CURVED of the size instead; in level scenes
                    depths, and distances below 2^-20 of the size, within 2^-48 of it
  unit              the normal's length within 4 eps of 1
  apart             the points of a distance are as far apart as it says, within 8 eps of the largest
                    of their coordinates, and of the shapes' radii and positions
  parted            moved by normal * depth, a is no deeper in b along the normal than PARTED eps of
                    the size
  points            in their shapes, within 64 eps of the size
  certain           what is curved: along the line through both points the shapes are as far apart as
                    these, and no push that is tried is shorter

Whether they meet, whether a depth is 0, and symmetry: exactly.
"""

import math
import random
from decimal import Decimal

import measure
from measure import decimals, dot, extent, truth_of

EPSILON = 2.0**-52
VALUE, UNIT, APART, PARTED, POINT = 3, 4, 8, 8, 64
TWICE = 2.0**-96
PROMISED, PROMISED_BELOW = 2.0**-48, 2.0**-20
CURVED_DISTANCE, CURVED_DEPTH = 1e-12, 1e-9
MEASURES = ("distance", "depth", "unit", "apart", "parted", "points", "certain", "closest")


class Tally:
    """The worst of each measure in units of what is allowed; what is off, and what is wrong."""

    def __init__(self):
        self.cases = self.meet = self.touch = 0
        self.worst = dict.fromkeys(MEASURES, (0.0, None))
        self.failures = []  # (case, what, text)
        self.counts = {}

    def fail(self, case, what, text):
        self.counts[what] = self.counts.get(what, 0) + 1
        if self.counts[what] <= 5:
            self.failures.append((case, what, text))

    def merge(self, other):
        self.cases += other.cases
        self.meet += other.meet
        self.touch += other.touch
        for name, found in other.worst.items():
            if not found[0] <= self.worst[name][0]:
                self.worst[name] = found
        for case, what, text in other.failures:
            if self.counts.get(what, 0) < 5:
                self.failures.append((case, what, text))
        for what, count in other.counts.items():
            self.counts[what] = self.counts.get(what, 0) + count


def length(v):
    return dot(v, v).sqrt()


def finite(*numbers):
    return all(map(math.isfinite, numbers))


def largest(body):
    """The largest coordinate of the shape, posed, and of its position."""
    if body.kind == "plane":
        return max([abs(x) for x in body.position] + [abs(body.radius)])
    own = [abs(x) for v in (body.a, body.b, body.c) for x in v]
    if body.kind == "triangle" or body.kind in measure.HULLS or body.kind in measure.BOXES:
        own = [abs(x) + body.radius for p in measure.own_corners(body) for x in p]
    elif body.kind in ("cylinder", "cone", "sphere"):
        own = [body.radius, body.height]
    else:
        own = own[:6] + [body.radius]
    spread = 1.0
    if body.turned:
        spread = max(sum(abs(x) for x in body.linear[3 * i:3 * i + 3]) for i in range(3))
    return max(abs(x) for x in body.position) + spread * max(own)


class PointBody:
    """A point as a sphere without radius."""

    def __init__(self, p):
        self.kind, self.turned, self.position = "sphere", False, p
        self.linear = (0.0,) * 9
        self.radius = self.height = 0.0
        self.a = self.b = self.c = (0.0, 0.0, 0.0)
        self.points, self.error = [], 0


class Judge:
    def __init__(self, case, answers, tally):
        self.case, self.tally, self.bodies = case, tally, answers.bodies
        self.answers = answers
        self.size = max(map(largest, self.bodies))
        self.truth = truth_of(*self.bodies)

    def fail(self, what, text):
        self.tally.fail(self.case, what, text)

    def check(self, name, error, allowed, text):
        """allowed: in all."""
        error, allowed = abs(float(error)), float(allowed)
        ratio = error / allowed if allowed > 0 else math.inf if error else 0.0
        if not ratio <= self.tally.worst[name][0]:
            self.tally.worst[name] = (ratio, self.case)
        if not ratio <= 1:
            self.fail(name, "%.3g times what is allowed: %s" % (ratio, text))

    def value(self, truth, size):
        """What a distance or a depth, which is negative, may be off by. In level scenes faces are parallel except for
        rounding: there depths, and distances near 0, are only as good as collide/pair.h promises."""
        allowed = VALUE * EPSILON * abs(float(truth)) + TWICE * size
        if self.case.category == "level" and float(truth) <= PROMISED_BELOW * size:
            allowed = max(allowed, PROMISED * size)
        return allowed

    def judge(self):
        there, back = self.answers.pairs
        self.tally.cases += 1
        self.tally.meet += there.overlap == 1
        if not self.judge_consistency(there) or not self.judge_symmetry(there, back):
            return
        if self.truth is not None:
            self.tally.touch += self.truth.level == 0
            self.judge_truth(there)
        else:
            self.judge_curved(there)
        if there.meets:
            self.judge_push(there)
        else:
            self.judge_apart(there)
        for i in (0, 1):
            self.judge_point(i)

    # -- what holds of all answers --

    def judge_consistency(self, a):
        if a.overlap not in (0, 1) or a.meets != a.overlap or (a.distance == 0) != a.overlap:
            self.fail("consistent", "overlap %d, contact %d, distance %r" %
                      (a.overlap, a.meets, a.distance))
            return False
        numbers = [a.distance, *a.on_a, *a.on_b, *a.normal, *a.point]
        if not finite(*numbers) or a.distance < 0 or math.isnan(a.depth) or a.depth < 0:
            self.fail("finite", "%r depth %r" % (numbers, a.depth))
            return False
        return True

    def judge_symmetry(self, there, back):
        same = (there.overlap, there.distance, there.depth, there.point) == \
            (back.overlap, back.distance, back.depth, back.point)
        same = same and there.on_a == back.on_b and there.on_b == back.on_a
        one = vars(self.bodies[0]) == vars(self.bodies[1])
        mirrored = all(x == -y for x, y in zip(there.normal, back.normal))
        if same and not one and not mirrored and self.may_tie(there):
            self.judge_parted(tuple(-x for x in decimals(back.normal)), back.depth)
            mirrored = True
        if not (same and (one or mirrored)):
            self.fail("symmetric", "%r and back %r" % (vars(there), vars(back)))
        return same

    def may_tie(self, a):
        """Polytopes that touch may have several normals. A face of the second shape comes first."""
        return a.meets and a.depth == 0 and all(body.kind in ("box", "hull") for body in self.bodies)

    def judge_truth(self, a):
        gap, level = self.truth.gap, self.truth.level
        if a.overlap != (level >= 0):
            self.fail("overlap", "is %d, and the gap %.17g" % (a.overlap, gap))
            return
        if not a.overlap:
            self.check("distance", Decimal(a.distance) - gap, self.value(gap, self.size),
                       "%r, wants %.17g" % (a.distance, gap))
        elif gap.is_infinite() or math.isinf(a.depth):
            if not (gap.is_infinite() and math.isinf(a.depth)):
                self.fail("depth", "%r, wants %.17g" % (a.depth, -gap))
        else:
            if (a.depth > 0) != (level > 0):
                self.fail("in", "depth %r, wants %.17g" % (a.depth, -gap))
            self.check("depth", Decimal(a.depth) + gap, self.value(gap, self.size),
                       "%r, wants %.17g" % (a.depth, -gap))

    def judge_push(self, a):
        normal = decimals(a.normal)
        self.check("unit", length(normal) - 1, UNIT * EPSILON, repr(a.normal))
        # Known: if a cylinder or cone only touches, the point may lie 1e-9 of the size out of it. Random shapes that
        # touch rarely show it; two crossed unit cylinders side by side do.
        off = CURVED_DEPTH * self.size if self.case.category == "level" and a.depth == 0 else 0
        for body in self.bodies:
            self.hold(body, a.point, "contact's point", off)
        if math.isinf(a.depth) or "plane" in (self.bodies[0].kind, self.bodies[1].kind):
            return
        self.judge_parted(normal, a.depth)

    def judge_parted(self, normal, depth):
        left = -extent(*self.bodies, normal) - Decimal(depth) * dot(normal, normal)
        self.check("parted", max(left, Decimal(0)), PARTED * EPSILON * self.size +
                   (0 if self.truth else CURVED_DEPTH * self.size),
                   "leaves %.3g of a depth of %r" % (left, depth))

    def judge_apart(self, a):
        p, q = decimals(a.on_a), decimals(a.on_b)
        most = max(abs(x) for x in (*a.on_a, *a.on_b))
        most = max(most, *(abs(x) for body in self.bodies for x in body.position))
        most = max(most, *(body.radius for body in self.bodies if body.kind != "plane"), 0.0)
        apart = length(tuple(x - y for x, y in zip(p, q)))
        self.check("apart", apart - Decimal(a.distance), APART * EPSILON * most + TWICE * self.size,
                   "%.17g, distance %r" % (apart, a.distance))
        for body, at in zip(self.bodies, (a.on_a, a.on_b)):
            self.hold(body, at, "a nearest point")

    def hold(self, body, p, text, off=0):
        """Is p in the shape, but for rounding? A curved one may be missed by `off` more."""
        at = PointBody(p)
        allowed = POINT * EPSILON * max(self.size, *map(abs, p))
        truth = truth_of(body, at)
        if truth is not None:
            out = float(truth.gap)
        else:
            out, allowed = out_of_curved(body, p), allowed + CURVED_DISTANCE * self.size + off
        if out > 0:
            self.check("points", out, allowed, "%s is %.3g out of the %s" % (text, out, body.kind))

    # -- a curved shape and another --

    def judge_curved(self, a):
        if not a.overlap:
            between = tuple(x - y for x, y in zip(decimals(a.on_a), decimals(a.on_b)))
            apart = length(between)
            if apart == 0:
                self.check("certain", a.distance, CURVED_DISTANCE * self.size,
                           "no distance between the points of %r" % a.distance)
                return
            low = self.farthest_along(between, Decimal(a.distance))
            self.check("certain", Decimal(a.distance) - low, CURVED_DISTANCE * self.size,
                       "distance %r, along its line %.17g" % (a.distance, low))
            return
        deep = -extent(*self.bodies, decimals(a.normal)) / length(decimals(a.normal))
        self.check("certain", Decimal(a.depth) - deep, CURVED_DEPTH * self.size,
                   "depth %r, along its normal %.17g" % (a.depth, deep))
        least, n = self.shortest(a.normal)
        if a.depth > least:
            self.check("certain", a.depth - least, CURVED_DEPTH * self.size,
                       "depth %r, along %r only %.17g" % (a.depth, n, least))

    def farthest_along(self, n, wanted):
        """How far the two are apart along a line, at least: that through the nearest points, or one
        beside it. Points that are off by x change the distance by x^2, but this by x."""
        draw, width = random.Random(1), Decimal(10)**-7
        n = tuple(x / length(n) for x in n)
        best = extent(*self.bodies, n)
        while wanted - best > CURVED_DISTANCE / 2 * self.size and width > Decimal(10)**-14:
            found = False
            for _ in range(12):
                m = tuple(x + width * Decimal(draw.gauss(0, 1)) for x in n)
                low = extent(*self.bodies, m) / length(m)
                if low > best:
                    best, n, found = low, tuple(x / length(m) for x in m), True
            width *= Decimal("1.5") if found else Decimal("0.5")
        return best

    def shortest(self, normal):
        """The shortest of pushes that are tried: at random, and near the one given."""
        draw, best, at = random.Random(1), math.inf, normal
        p, q = map(FloatSupport, self.bodies)
        tries = [normal] + [tuple(draw.gauss(0, 1) for _ in range(3)) for _ in range(60)]
        for width in (1e-1, 1e-2, 1e-3, 1e-4):
            tries += [tuple(x + draw.gauss(0, width) for x in normal) for _ in range(12)]
        for n in tries:
            size = math.sqrt(sum(x * x for x in n))
            deep = -(p.lowest(n) + q.lowest(tuple(-x for x in n))) / size
            deep -= sum((x - y) * z for x, y, z in
                        zip(self.bodies[0].position, self.bodies[1].position, n)) / size
            if deep < best:
                best, at = deep, n
        return best, at

    # -- a point --

    def judge_point(self, i):
        body, found, p = self.bodies[i], self.answers.points[i], tuple(self.case.point)
        truth = truth_of(body, PointBody(p))
        text = "%s: %r" % (body.kind, vars(found))
        if truth is None:
            out = out_of_curved(body, p)
            if abs(out) > 1e-9 * self.size and found.contains != (out < 0):
                self.fail("contains", text)
            if (found.distance == 0) != found.contains:
                self.fail("closest", text)
            self.hold(body, found.nearest, "closest's point")
            return
        if found.contains != (truth.level >= 0) or (found.distance == 0) != found.contains:
            self.fail("contains", text)
        elif found.contains:
            if found.nearest != p:
                self.fail("closest", "not the point itself: " + text)
        else:
            size = max(self.size, *map(abs, p))
            self.check("closest", Decimal(found.distance) - truth.gap, self.value(truth.gap, size),
                       "%r, wants %.17g" % (found.distance, truth.gap))
            self.hold(body, found.nearest, "closest's point")


class FloatSupport:
    """measure.lowest in doubles, without the position."""

    def __init__(self, body):
        self.body = body
        self.corners = []
        if body.kind not in ("cylinder", "cone"):
            self.corners = measure.own_corners(body)

    def lowest(self, n):
        body, m = self.body, self.body.linear
        g = n
        if body.turned:
            g = [n[0] * m[i] + n[1] * m[3 + i] + n[2] * m[6 + i] for i in range(3)]
        if body.kind in ("cylinder", "cone"):
            rim = body.radius * math.hypot(g[0], g[2])
            if body.kind == "cylinder":
                return -abs(g[1]) * body.height - rim
            return min(0.0, -g[1] * body.height - rim)
        least = min(g[0] * p[0] + g[1] * p[1] + g[2] * p[2] for p in self.corners)
        if body.kind in measure.ROUND:
            v = g if body.kind in ("sphere", "capsule") else n
            least -= body.radius * math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
        return least


def own_point(body, p):
    """In the shape's own frame, in decimals."""
    d = tuple(Decimal(x) - Decimal(y) for x, y in zip(p, body.position))
    if not body.turned:
        return d
    m = decimals(body.linear)
    rows = [m[0:3], m[3:6], m[6:9]]
    columns = list(zip(*rows))
    det = dot(columns[0], measure.cross(columns[1], columns[2]))
    return tuple(dot(d, measure.cross(columns[(i + 1) % 3], columns[(i + 2) % 3])) / det
                 for i in range(3))


def out_of_curved(body, p):
    """How far p is outside of a curved shape, in the own frame, times how much that is stretched;
    negative inside."""
    x = own_point(body, p)
    stretch = 1.0
    if body.turned:
        stretch = max(sum(abs(y) for y in body.linear[3 * i:3 * i + 3]) for i in range(3))
    r, h = Decimal(body.radius), Decimal(body.height)
    around = (x[0] * x[0] + x[2] * x[2]).sqrt()
    if body.kind == "cylinder":
        out = max(around - r, abs(x[1]) - h)
    elif body.kind == "cone":
        slant = (r * r + h * h).sqrt()
        out = max(-h - x[1], (around * h + x[1] * r) / slant)
    elif body.kind == "sphere":
        out = length(x) - r
    else:
        a, b = decimals(body.a), decimals(body.b)
        e, w = measure.sub(b, a), measure.sub(x, a)
        t = dot(w, e) / dot(e, e) if dot(e, e) else Decimal(0)
        t = min(max(t, Decimal(0)), Decimal(1))
        out = length(tuple(w[i] - t * e[i] for i in range(3))) - r
    return float(out) * stretch
