# SPDX-License-Identifier: MIT
"""Judges the measured values of a hit: t, t_exit, point, normal, face, u and v.

All are compared with decimals of 120 digits. What is allowed:

  t       |t error| |d . n| <= 8 eps (|start| + |t d| + size), eps = 2^-52, with
          the start as passed, in the world; size: half the shape's extent there
  normal  of unit length to 1e-14; within 1e-13, times the condition of the matrix
          where the shape keeps one, times size over the distance to the apex on
          a cone's side
  point   off the surface by at most 8 eps (|point| + size), times the condition;
          and along the ray no further from o + t d than t may be; of a hull in two
          dimensions also within 200 eps (|point| + the largest coordinate) / |d . n|
  u, v    a + u (b - a) + v (c - a) as near to the true point as t must be, plus
          1e-12 of the size; in a sliver times the longest side squared over
          twice the area

At a tangent the steepness is 0 and t unbounded by the first line. The table
shows its worst error there, over (|start| + |t d| + size), under "graze"; a
ball's must stay within 1e-6, where other shapes are flat along some line.
"""

import math
from decimal import Decimal

import references
import surds
from decimals import (add, combine, d_along, d_dot, d_length, d_minus, d_unit, decimals, divide,
                      multiply, subtract)
from exchange import NUMBERED
from surds import to_decimal
from surface import hull_surface, own_extent, surface_at
from truth import ENTER, EXIT, INSIDE, limit_of

EPSILON = 2.0**-52
NORMAL = 1e-13
UNIT = 1e-14
UV = 1e-12
WILD = 1e-6
LARGEST = Decimal(2.0**1023)


class Tally(references.MeasuredTally):
    """`unbounded` counts values beyond what is allowed in shapes whose values are not held to it, `differs`
    answers of the folded and of the true pose."""
    COUNTS = ("cases", "hits", "misses", "differs", "unbounded")
    MEASURES, FREE = ("t", "normal", "point", "uv", "pose", "graze"), ("graze",)

    def __init__(self, bounded=True):
        super().__init__()
        self.bounded = bounded

    def measure(self, name, ratio, case, text):
        if not self.bounded and name != "pose":
            self.unbounded += not ratio <= 1 and name != "graze"
            return
        super().measure(name, ratio, case, text)


def not_finite(hit):
    numbers = [*hit.point, *hit.normal, hit.u, hit.v]
    return (math.isnan(hit.t) or math.isnan(hit.t_exit) or hit.t == math.inf
            or hit.t_exit == -math.inf or not all(map(math.isfinite, numbers)))


class Scene:
    """What the hits of one case are judged by."""

    def __init__(self, case, answer, result, sizes, tally):
        self.case, self.answer, self.result, self.tally = case, answer, result, tally
        line = result.line
        self.start = decimals(case.start)
        rate = to_decimal(line.unit[0])
        self.d = tuple(divide(to_decimal(x), rate) for x in line.rate)
        self.d_length = d_length(self.d)
        self.extent = own_extent(case.kind, sizes)
        self.condition, self.size = 1.0, self.extent
        self.inverse = self.linear = None
        if answer.linear_frame:
            self.inverse, self.linear = decimals(answer.inverse), decimals(answer.linear)
            stretch = math.hypot(*answer.linear) / math.sqrt(3)
            self.condition = max(stretch * math.hypot(*answer.inverse) / math.sqrt(3), 1.0)
            self.size *= stretch
        self.start_length = math.hypot(*case.start)
        # What decimals of 120 digits themselves may be off by, with a wide margin.
        self.floor = 1e-60 * (self.start_length + self.size)
        self.ends = {}

    def end(self, k):
        """(t, own point, world point, surface, unit normal, steepness) at an end."""
        found = self.ends.get(k)
        if found is None:
            found = self.ends[k] = self.find_end(k)
        return found

    def find_end(self, k):
        line, interval = self.result.line, self.result.interval
        tau = surds.value(interval[k])
        t = divide(multiply(tau, to_decimal(line.unit[0])), to_decimal(line.unit[1]))
        scale = to_decimal(line.scale)
        own = tuple(divide(add(to_decimal(o), multiply(tau, to_decimal(v))), scale)
                    for o, v in zip(line.o, line.v))
        features = list(interval[2 + k])
        if line.kind in ("cylinder", "cone") and surds.compare(*interval[:2]) == 0:
            features += interval[3 - k]  # a rim that alone is met is the cap's at both ends
        if "points" in line.z:
            surface = hull_surface(line, k, interval[k], self.case)
        else:
            surface = surface_at(line, features, own, self.extent)
        normal = surface.normal
        if normal is not None:
            if self.inverse:
                normal = combine(self.inverse, normal, transposed=True)
            normal = d_unit(normal)
        steepness = 1.0
        if normal is not None:
            steepness = abs(float(divide(d_dot(self.d, normal), self.d_length)))
        return t, own, d_along(self.start, t, self.d), surface, normal, steepness

    # -- t --

    def allowed(self, t):
        travel = float(multiply(abs(t), self.d_length))
        return 8 * EPSILON * (self.start_length + travel + self.size), travel

    def judge_t(self, name, shown, k, query):
        t, _, _, _, _, steepness = self.end(k)
        bound, travel = self.allowed(t)
        error = float(multiply(abs(subtract(Decimal(shown), t)), self.d_length))
        text = "%s of %s is %r, not %s" % (name, query, shown, float(t))
        if error:
            self.tally.measure("t", error * steepness / (bound or 5e-324), self.case, text)
        if error:
            reach = self.start_length + travel + self.size
            self.tally.measure("graze", error / reach, self.case, text)
            # A ball keeps t from running away, however flat the graze.
            if self.case.kind in ("sphere", "circle"):
                self.tally.measure("t", error / (WILD * reach), self.case, text + " (graze)")

    # -- point --

    def judge_point(self, hit, k, query):
        t, own, world, surface, normal, steepness = self.end(k)
        shown = decimals(hit.point)
        gap = d_minus(shown, world)
        place = float(d_length(world))
        bound = 8 * EPSILON * (place + self.size) * self.condition
        bound += self.floor
        off = abs(float(d_dot(gap, normal))) if normal is not None else 0.0
        text = "point of %s is %r" % (query, hit.point)
        if off:
            self.tally.measure("point", off / bound, self.case, text + " (off the surface)")
        far = float(d_length(gap))
        allowed = self.allowed(t)[0]
        if far:
            slack = steepness / self.condition
            self.tally.measure("point", far * slack / max(allowed, bound), self.case, text)
        if "points" in self.result.line.z and far:
            # Nor does it matter here how far away the start is, but for the quick way's 32 sizes.
            reach = max(abs(x) for p in self.answer.points for x in p) + place
            self.tally.measure("point", far * steepness / (200 * EPSILON * reach + self.floor),
                               self.case, text + " (off along the edge)")

    # -- normal --

    def judge_normal(self, hit, k, query):
        _, own, _, surface, normal, _ = self.end(k)
        shown = decimals(hit.normal)
        text = "normal of %s is %r" % (query, hit.normal)
        long = abs(math.hypot(*hit.normal) - 1)
        if not long <= UNIT:
            self.wrong(query, "normal is not of unit length: %r" % (hit.normal,))
        if normal is None:
            lean = float(divide(d_dot(self.d, shown), self.d_length))
            # Out of a solid; of a triangle, to where the ray came from.
            out = lean if k == ENTER or self.case.kind == "triangle" else -lean
            self.tally.measure("normal", out / NORMAL, self.case, text + " (must face the ray)")
            return
        bound = NORMAL * self.condition
        if surface.apex:
            bound *= max(self.extent / surface.apex, 1.0)
        error = float(d_length(d_minus(shown, normal)))
        self.tally.measure("normal", error / bound, self.case,
                           text + ", not %r" % (tuple(map(float, normal)),))

    # -- u, v --

    def sliver(self):
        """How much worse u and v are conditioned than in a fat triangle."""
        kept = self.answer
        long = max(math.dist(kept.a, kept.b), math.dist(kept.b, kept.c), math.dist(kept.c, kept.a))
        area = math.hypot(*kept.normal)
        return max(long * (long / area), 1.0) if area else 1.0

    def judge_uv(self, hit, world, slack, query):
        z, tally = self.answer, self.tally
        a, b, c = (decimals(p) for p in (z.a, z.b, z.c))
        p = d_along(d_along(a, Decimal(hit.u), d_minus(b, a)), Decimal(hit.v), d_minus(c, a))
        gap = d_minus(tuple(add(x, Decimal(y)) for x, y in zip(p, z.position)), world)
        far = float(d_length(gap))
        if far:
            bound = (UV * self.size + slack) * self.sliver()
            tally.measure("uv", far / bound if bound else math.inf, self.case,
                          "u, v of %s are %r, %r" % (query, hit.u, hit.v))
        if not (hit.u >= 0 and hit.v >= 0 and hit.u + hit.v <= 1 + EPSILON):
            tally.off.append((self.case, "u, v of %s are %r, %r" % (query, hit.u, hit.v)))

    # -- a hit --

    def wrong(self, query, text):
        self.tally.wrong.append((self.case, "%s: %s" % (query, text)))

    def judge(self, query, hit, end):
        if (hit is not None) != (end is not None):
            if not (end == EXIT and self.is_beyond(1)):
                self.wrong(query, "a hit that is none" if hit else "a hit is missing")
        elif hit is not None and not (self.is_beyond(0) or self.is_beyond(1)):
            if not_finite(hit):
                self.wrong(query, "not finite: %r" % hit)
            elif end == INSIDE:
                self.judge_inside(query, hit)
            else:
                self.judge_hit(query, hit, end)

    def is_beyond(self, k):
        """Is t at an end finite, and too large for a double?"""
        interval = self.result.interval
        return (interval is not None and surds.finite(interval[k])
                and abs(self.end(k)[0]) > LARGEST)

    def judge_inside(self, query, hit):
        case = self.case
        if not (hit.inside == 1 and hit.t == 0 and hit.has_point == 1
                and hit.normal == (0, 0, 0) and hit.point == tuple(case.start)
                and hit.face is None and hit.edge == 0):
            self.wrong(query, "from inside: %r" % hit)
        if self.result.interval is None:
            if hit.t_exit != math.inf:
                self.wrong(query, "t_exit of a point is %r" % hit.t_exit)
        else:
            self.judge_exit(query, hit)
        if case.kind == "triangle":
            self.judge_uv(hit, self.start, 0.0, query)

    def judge_exit(self, query, hit):
        if not surds.finite(self.result.interval[1]):
            if hit.t_exit != math.inf:
                self.wrong(query, "t_exit is %r, not infinite" % hit.t_exit)
            return
        if not math.isfinite(hit.t_exit):
            self.wrong(query, "t_exit is %r" % hit.t_exit)
            return
        self.judge_t("t_exit", hit.t_exit, 1, query)
        if not hit.t_exit >= hit.t:
            self.wrong(query, "t_exit %r is before t %r" % (hit.t_exit, hit.t))

    def judge_hit(self, query, hit, end):
        case = self.case
        if hit.inside != (1 if end == EXIT else 0):
            self.wrong(query, "inside is %d" % hit.inside)
        self.judge_exit(query, hit)
        if not surds.finite(self.result.interval[end]):
            if not (hit.t == -math.inf and not hit.has_point and hit.normal == (0, 0, 0)):
                self.wrong(query, "from infinitely far: %r" % hit)
            return
        if hit.has_point != 1 or not math.isfinite(hit.t):
            self.wrong(query, "has_point is %d, t %r" % (hit.has_point, hit.t))
            return
        if query != "linecast":
            limit = 1.0 if case.segment else case.max
            if not 0 <= hit.t <= limit:
                self.wrong(query, "t is %r, not from 0 to %r" % (hit.t, limit))
            # What was decided exactly is shown exactly.
            for value, tau in ((0.0, surds.ZERO), (limit, limit_of(case, self.result.line))):
                if hit.t != value and surds.compare(self.result.interval[end], tau) == 0:
                    self.wrong(query, "t is %r, and exactly %r in truth" % (hit.t, value))
        self.judge_t("t", hit.t, end, query)
        self.judge_point(hit, end, query)
        if self.case.kind in ("segment", "segment_2d") and hit.t != hit.t_exit and (
                surds.compare(*self.result.interval[:2]) == 0):
            self.wrong(query, "t_exit %r is not t %r" % (hit.t_exit, hit.t))
        faces, shown, other = self.end(end)[3].faces, hit.face, hit.edge
        if self.case.kind in NUMBERED:
            shown, other = hit.edge, hit.face
        if shown not in faces or other:
            self.wrong(query, "face is %s, edge %s, not %s" % (hit.face, hit.edge, faces[0]))
        else:
            self.judge_normal(hit, end, query)
        if case.kind == "triangle":
            t, _, world, _, _, steepness = self.end(end)
            slack = self.allowed(t)[0] / steepness if steepness else math.inf
            self.judge_uv(hit, world, slack, query)
