# SPDX-License-Identifier: MIT
"""The same case in a mirror, with its axes swapped, larger and elsewhere: what
the core says about both must agree.

Mirroring and swapping axes round nothing, nor does a power of two, and nor
does moving small integers by integers. So each folded shape must be the very
image of the other; every yes and no is the same; and what is measured is too,
scaled by a power of two to the last bit, and otherwise within what is allowed
of each.
"""

import math

from exchange import Case
from judge import EPSILON, VALUE

# The range that is promised, with room for the powers.
SMALL, LARGE = 1e-64, 1e64


def each_pair(numbers, f):
    out = []
    for i in range(0, len(numbers), 2):
        out += f(numbers[i], numbers[i + 1])
    return tuple(out)


class Mirror:
    name = "mirrored"

    @staticmethod
    def applies(case):
        return True

    def __init__(self, case, r):
        pass

    @staticmethod
    def at(x, y):
        return (-x, y)

    def shape(self, s):
        s = s.copy()
        if s.maker == "corners":
            s.numbers = (-s.numbers[2], s.numbers[1], -s.numbers[0], s.numbers[3])
        elif s.maker != "rect":
            s.numbers = each_pair(s.numbers, self.at)
        s.position, s.angle = self.at(*s.position), -s.angle
        return s

    def value(self, x):
        return x

    def normal(self, x, y):
        return self.at(x, y)

    def plane(self, nx, ny, d):
        return (*self.at(nx, ny), d)


class Swap(Mirror):
    name = "with its axes swapped"

    @staticmethod
    def at(x, y):
        return (y, x)

    def shape(self, s):
        s = s.copy()
        s.numbers = each_pair(s.numbers, self.at)
        s.position, s.angle, s.scale = self.at(*s.position), -s.angle, self.at(*s.scale)
        return s


class Power(Mirror):
    """Larger or smaller by a power of two."""

    name = "times a power of two"

    @staticmethod
    def applies(case):
        sizes = [abs(x) for s in (case.a, case.b) for x in (*s.numbers, s.extra, *s.position) if x]
        return not sizes or (min(sizes) > SMALL and max(sizes) < LARGE)

    def __init__(self, case, r):
        self.factor = 2.0 ** r.choice((-16, -3, -1, 1, 2, 7, 16))

    def at(self, x, y):
        return (x * self.factor, y * self.factor)

    def shape(self, s):
        s = s.copy()
        if s.kind != "plane":
            s.numbers = each_pair(s.numbers, self.at)
        s.extra *= self.factor
        s.position = self.at(*s.position)
        return s

    def value(self, x):
        return x * self.factor

    def normal(self, x, y):
        return (x, y)

    def plane(self, nx, ny, d):
        return (nx, ny, d * self.factor)


class Move(Mirror):
    """Small integers, moved by integers: all stays exact."""

    name = "moved"

    @staticmethod
    def applies(case):
        return case.whole

    def __init__(self, case, r):
        self.by = (float(r.randint(-2**24, 2**24)), float(r.randint(-2**24, 2**24)))

    def at(self, x, y):
        return (x + self.by[0], y + self.by[1])

    def shape(self, s):
        s = s.copy()
        if s.posed or s.maker in ("circle", "rect"):
            s.posed, s.position = True, self.at(*s.position)
        elif s.kind == "plane":
            s.extra += s.numbers[0] * self.by[0] + s.numbers[1] * self.by[1]
        else:
            s.numbers = each_pair(s.numbers, self.at)
        return s

    def normal(self, x, y):
        return (x, y)

    def plane(self, nx, ny, d):
        return (nx, ny, d + nx * self.by[0] + ny * self.by[1])


VARIANTS = (Mirror, Swap, Power, Move)


def draw(case, r):
    """[(variant, case)] of all that apply."""
    made = []
    for kind in VARIANTS:
        if kind.applies(case):
            v = kind(case, r)
            made.append((v, Case(v.shape(case.a), v.shape(case.b), v.at(*case.point), case.whole,
                                 case.name + ", " + v.name)))
    return made


def same_body(variant, old, new):
    if old.plane:
        return new.plane == variant.plane(*old.plane)
    image = sorted(variant.at(*c) for c in old.corners)
    return sorted(new.corners) == image and new.radius == variant.value(old.radius)


def judge(variant, case, old, new, scene, tally):
    """Compares what the core says about a case and about its variant; the scene
    is the old one's."""
    def wrong(text):
        tally.wrong.append((case, "%s: %s" % (variant.name, text)))

    for i in (0, 1):
        if new.bodies[i].error:
            wrong("a shape was refused")
            return
        if not same_body(variant, old.bodies[i], new.bodies[i]):
            wrong("the folded shape is not the image: %r" % (new.bodies[i].corners,))
            return
    for name in ("overlap", "contains", "region"):
        if getattr(old, name) != getattr(new, name):
            # A collapsed triangle off its line has a side, not an inside.
            if name != "region" or not collapsed(scene, old, new):
                wrong("%s was %r, is %r" % (name, getattr(old, name), getattr(new, name)))
    within = 2 * EPSILON * scene.allowed(VALUE, scene.truth)
    pairs = [("distance", old.distance[0].distance, new.distance[0].distance, within)]
    pairs += [("closest", old.closest[i].distance, new.closest[i].distance, math.inf)
              for i in (0, 1)]
    if old.push[0] and new.push[0]:
        pairs.append(("depth", old.push[0].depth, new.push[0].depth, within))
    for name, was, now, within in pairs:
        if isinstance(variant, Power):
            within = 0
        was = variant.value(was)
        if now != was and (not abs(now - was) <= within or (was == 0) != (now == 0)):
            wrong("%s was %r, is %r" % (name, was, now))
    if isinstance(variant, Power):
        judge_points(variant, old, new, wrong)


def collapsed(scene, old, new):
    return any(shape.kind == "triangle" and len(body.corners) < 3
               and 7 not in (old.region[i], new.region[i])
               for i, (shape, body) in enumerate(zip((scene.case.a, scene.case.b), old.bodies)))


def judge_points(variant, old, new, wrong):
    """A power of two changes no other bit."""
    was, now = old.distance[0].points, new.distance[0].points
    was, now = was + old.closest[0].points, now + new.closest[0].points
    if old.push[0] and new.push[0]:
        was, now = was + (old.push[0].point,), now + (new.push[0].point,)
        if new.push[0].normal != old.push[0].normal:
            wrong("the normal was %r, is %r" % (old.push[0].normal, new.push[0].normal))
    for p, q in zip(was, now):
        if all(map(math.isfinite, p)) and q != variant.at(*p):
            wrong("a point was %r, is %r" % (p, q))
