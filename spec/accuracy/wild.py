# SPDX-License-Identifier: MIT
"""Beyond 1e-70 to 1e70 answers may be wrong, but must be safe: no crash, no t
that is not a number or outside of what was asked, *hit left alone on a miss."""

import math
import random
import struct

from draws import INFINITY, code_of, even_only, random_quaternion
from exchange import CORNERS, FLAT, MADE_BY_CORNERS, PARTS, RECT_CORNERS, Case, ask
from judge import Tally
from references import DriverStopped


def any_double(r):
    kind = r.randrange(5)
    if kind == 0:
        return r.choice((0.0, -0.0, 1.0, -1.0, 0.5))
    if kind == 1:
        return float(r.randint(-4, 4)) * 2.0 ** r.choice((-1070, -540, -300, 0, 300, 540, 1000))
    if kind == 2:
        return r.choice((1, -1)) * r.choice((5e-324, 2.2250738585072014e-308,
                                             1.7976931348623157e308, 1e200, 1e-200))
    while True:
        x = struct.unpack("<d", struct.pack("<Q", r.getrandbits(64)))[0]
        if math.isfinite(x):
            return x


def vector(r):
    return (any_double(r), any_double(r), 0.0 if r.flat else any_double(r))


def flat_sizes(r, kind):
    """And the code."""
    z = [any_double(r) for _ in range(9)]
    if kind in ("circle", "rect"):
        z = [abs(x) for x in z]
    if kind == "rect" and r.random() < 0.3:
        (a, c), (b, d) = sorted(z[:2]), sorted(z[2:4])
        return [a, b, c, d], RECT_CORNERS
    if kind == "capsule_2d":
        z[4] = abs(z[4])
    if kind == "plane_2d" and not any(z[:2]):
        z[1] = 1.0
    if kind == "polygon":
        z = convex(r, z)
    return z, code_of(kind)


def convex(r, z):
    """A triangle, or the hull of four numbers along two axes; some are refused."""
    if r.random() < 0.5:
        return [3.0, *z[:6]]
    a, b, c, d = (abs(x) for x in z[:4])
    return [4.0, -a, 0.0, 0.0, -b, c, 0.0, 0.0, d]


def draw(r, kind):
    code = code_of(kind)
    sizes = [any_double(r) for _ in range(9)]
    if r.flat:
        sizes, code = flat_sizes(r, kind)
    if kind in ("sphere", "box", "cylinder", "cone"):
        sizes = [abs(x) for x in sizes]
    if kind == "cone":
        sizes = [x or 1.0 for x in sizes]
    if kind == "capsule":
        sizes[6] = abs(sizes[6])
    if kind == "plane" and not any(sizes[:3]):
        sizes[1] = 1.0
    if kind == "box" and r.random() < 0.3:
        code, pairs = CORNERS, [sorted((any_double(r), any_double(r))) for _ in range(3)]
        sizes = [p[0] for p in pairs] + [p[1] for p in pairs] + [0.0] * 3
    toward = vector(r)
    if not any(toward):
        toward = (0.0, 1.0, 0.0)
    case = Case(code, sizes, vector(r), toward, r.randrange(2),
                r.choice((INFINITY, abs(any_double(r)))))
    if code not in MADE_BY_CORNERS and r.random() < 0.5:
        case.pose = PARTS
        case.position = vector(r)
        if r.random() < 0.5:
            case.rotation = random_quaternion(r)
            case.scale = tuple(any_double(r) or 1.0 for _ in range(3))
            if even_only(kind):
                case.scale = (case.scale[0],) * 3
            case.angle = any_double(r) if r.flat else 0.0
    return case


def unsafe(case, answer):
    if answer.odd:
        return "*hit written on a miss, or NULL answers otherwise"
    for i, hit in enumerate(answer.hits):
        if hit is None:
            continue
        if i > 0 and not 0 <= hit.t <= (1.0 if case.segment else case.max):
            return "t is %r" % hit.t
        if math.isnan(hit.t) or math.isnan(hit.t_exit):
            return "t is %r, t_exit %r" % (hit.t, hit.t_exit)
    return None


def check(driver, seed, kind, count):
    r, tally = random.Random("%s/wild/%s" % (seed, kind)), Tally()
    r.flat = kind in FLAT
    drawn = [draw(r, kind) for _ in range(count)]
    tally.cases = count
    try:
        answers = ask(driver, drawn)
    except DriverStopped as stopped:
        tally.wrong.append((None, str(stopped)))
        return tally
    for case, answer in zip(drawn, answers):
        # A pose or size that overflows may be refused, and a polygon that is none.
        text = None if answer.error else unsafe(case, answer)
        if text:
            tally.wrong.append((case, text))
    return tally
