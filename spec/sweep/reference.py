# SPDX-License-Identifier: MIT
"""What a shapecast of the plane should say, by brute force over features, in integers.

All doubles are multiplied by one power of two, so that they are integers. A shape is its corners
and a radius, or a half-plane. Of two hulls all differences of corners are made, and their hull is
asked: how near the way from 0 to d comes to it tells yes and no, as fractions; when the way enters
it is the least of the crossings with all of its edges and disks, to hundreds of digits.
"""
from fractions import Fraction
from math import isqrt

from flat_vectors import cross, dot, hull as hull_of, minus as sub


def root(x):
    """The square root of a fraction, to 2^-400 of itself."""
    if x <= 0:
        return Fraction(0)
    over, under = x.numerator * x.denominator, x.denominator
    shift = max(0, 400 - over.bit_length() // 2)
    return Fraction(isqrt(over << 2 * shift), under << shift)


def point_segment(p, a, b):
    """The square of the distance, as a fraction."""
    e, f = sub(b, a), sub(p, a)
    along, length = dot(e, f), dot(e, e)
    if length == 0 or along <= 0:
        return Fraction(dot(f, f))
    if along >= length:
        f = sub(p, b)
        return Fraction(dot(f, f))
    return Fraction(cross(e, f) ** 2, length)


def sign(x):
    return (x > 0) - (x < 0)


def segments_square(a, b, c, d):
    e, f = sub(b, a), sub(d, c)
    if (sign(cross(e, sub(c, a))) * sign(cross(e, sub(d, a))) < 0
            and sign(cross(f, sub(a, c))) * sign(cross(f, sub(b, c))) < 0):
        return Fraction(0)
    return min(point_segment(a, c, d), point_segment(b, c, d), point_segment(c, a, b),
               point_segment(d, a, b))


class Sweep:
    """Facts: meets (closed), overlaps (at the start), is_in (at the start), enters (the open way
    from 0 up to but excluding 1 meets the inside), t and t_exit to hundreds of digits or None where
    infinite, and `normals`: those that will do, as vectors of any length."""


def edges_of(q):
    if len(q) < 2:
        return []
    return list(zip(q, q[1:] + q[:1]))


def outward(e):
    return (e[1], -e[0])


def holds(q, p):
    return len(q) > 2 and all(cross(sub(b, a), sub(p, a)) >= 0 for a, b in edges_of(q))


def way_square(q, d):
    """The square of the distance of the way from 0 to d from the hull q."""
    zero = (0, 0)
    if holds(q, zero) or holds(q, d):
        return Fraction(0)
    if len(q) == 1:
        return point_segment(q[0], zero, d)
    return min(segments_square(zero, d, a, b) for a, b in edges_of(q))


def meets_inside(q, d):
    """Of a hull without radius: is t d strictly inside for some t, 0 <= t < 1?"""
    if len(q) < 3:
        return False
    low, high = Fraction(0), Fraction(1)
    strict_low = False
    for a, b in edges_of(q):
        n = outward(sub(b, a))
        rate, gap = dot(n, d), dot(n, a)  # t rate < gap
        if rate == 0:
            if gap <= 0:
                return False
        elif rate > 0:
            high = min(high, Fraction(gap, rate))
        else:
            t = Fraction(gap, rate)
            if t >= low:
                low, strict_low = t, True
    return low < high if strict_low else low < high


def crossings(q, radius, d):
    """All t at which the line crosses the border of the hull with its radius."""
    found, dd = [], dot(d, d)
    for v in q:
        square = radius * radius * dd - cross(d, v) ** 2
        if square >= 0:
            r = root(Fraction(square))
            found += [(dot(d, v) - r) / dd, (dot(d, v) + r) / dd]
    for a, b in edges_of(q):
        e = sub(b, a)
        n = outward(e)
        rate = dot(n, d)
        if rate == 0:
            continue
        t = (dot(n, a) + radius * root(Fraction(dot(n, n)))) / rate
        along = t * dot(d, e) - dot(a, e)
        if 0 <= along <= dot(e, e):
            found.append(t)
    return found


def normals_at(q, radius, d, t):
    x = (t * d[0], t * d[1])
    if radius > 0:
        best = None
        for v in q:
            w = sub(x, v)
            if best is None or dot(w, w) < best[0]:
                best = (dot(w, w), w)
        for a, b in edges_of(q):
            e = sub(b, a)
            along = dot(sub(x, a), e)
            if 0 < along < dot(e, e):
                s = Fraction(along) / dot(e, e)
                w = sub(x, (a[0] + s * e[0], a[1] + s * e[1]))
                if dot(w, w) < best[0]:
                    best = (dot(w, w), w)
        return [best[1]]
    faces = []
    for a, b in edges_of(q):
        n = outward(sub(b, a))
        if dot(n, d) < 0 and dot(n, sub(x, a)) == 0 and point_segment(x, a, b) == 0:
            faces.append(n)
    return faces or [(-d[0], -d[1])]


def sweep_hulls(a, b, d):
    """a moves by d; each is (corners, radius)."""
    r = Sweep()
    q = hull_of([sub(v, u) for u in a[0] for v in b[0]])
    radius = a[1] + b[1]
    near, at_start = way_square(q, d), way_square(q, (0, 0))
    r.meets, r.overlaps = near <= radius ** 2, at_start <= radius ** 2
    if radius > 0:
        r.is_in, r.enters = at_start < radius ** 2, near < radius ** 2
    else:
        r.is_in = len(q) > 2 and all(cross(sub(y, x), sub((0, 0), x)) > 0 for x, y in edges_of(q))
        r.enters = meets_inside(q, d)
    r.t = r.t_exit = None
    if (r.meets or r.enters) and d != (0, 0):
        found = crossings(q, radius, d)
        r.t, r.t_exit = min(found), max(found)
        r.normals = normals_at(q, radius, d, r.t)
    return r


def sweep_plane(hull, plane, d):
    """The hull moves by d; the half-plane is (normal, distance)."""
    r = Sweep()
    n, h = plane
    least = min(dot(n, p) for p in hull[0]) - h
    reach = hull[1] ** 2 * dot(n, n)
    rate = dot(n, d)

    def side(x):  # of x - r |n|
        return sign(x) if x <= 0 and hull[1] == 0 else -1 if x <= 0 else sign(x * x - reach)

    start, end = side(least), side(least + rate)
    r.overlaps, r.is_in = start <= 0, start < 0
    r.meets, r.enters = min(start, end) <= 0, min(start, end) < 0
    r.t = r.t_exit = None
    if rate != 0:
        t = (least - hull[1] * root(Fraction(dot(n, n)))) / Fraction(-rate)
        if rate < 0:
            r.t = t
        else:
            r.t_exit = t
    r.normals = [n]
    return r


def sweep_planes(a, b, d):
    r = Sweep()
    n, m = a[0], b[0]
    r.normals = [m]
    r.t = r.t_exit = None
    if cross(n, m) != 0 or dot(n, m) > 0:
        r.meets = r.overlaps = r.is_in = r.enters = True
        return r
    i = 0 if n[0] != 0 else 1
    common, rate = a[1] * abs(m[i]) + b[1] * abs(n[i]), dot(n, d) * abs(m[i])
    r.overlaps, r.is_in = common >= 0, common > 0
    r.meets, r.enters = max(common, common + rate) >= 0, max(common, common + rate) > 0
    if rate > 0:
        r.t = Fraction(-common, rate)
    if rate < 0:
        r.t_exit = Fraction(-common, rate)
    return r
