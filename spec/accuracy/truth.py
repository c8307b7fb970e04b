# SPDX-License-Identifier: MIT
"""What a case's answers must be: exactly, from the doubles that define it.

A shape is the points origin + linear q for the q of the solid in its frame;
position, linear and the frame's sizes are the doubles that the shape keeps, and
the inverse of linear is a matrix of fractions. All becomes integers: numbers times
a common denominator.
"""

from fractions import Fraction
from math import lcm

import solids
import surds
from exchange import FLAT, HULLS
from surds import ZERO, compare

SIZES = {"sphere": ("radius",), "box": ("a", "b"), "cylinder": ("radius", "height"),
         "cone": ("radius", "height"), "capsule": ("a", "b", "radius"),
         "plane": ("normal", "distance"), "triangle": ("a", "b", "c"), "segment": ("a", "b"),
         "circle": ("radius",), "capsule_2d": ("a", "b", "radius"),
         "plane_2d": ("normal", "distance"), **dict.fromkeys(HULLS, ("points",))}


def given_sizes(case):
    """By name, as the case has them, in the shape's own frame. In two dimensions
    the world is all there is: see fold_flat.py."""
    s, kind = case.sizes, case.kind
    if kind == "box" and case.code == 1:
        return {"a": tuple(-x for x in s[:3]), "b": tuple(s[:3])}
    if kind == "plane":
        return {"normal": tuple(s[:3]), "distance": s[3]}
    if kind in ("sphere", "cylinder", "cone"):
        return dict(zip(SIZES[kind], s))
    return {"a": tuple(s[0:3]), "b": tuple(s[3:6]), "c": tuple(s[6:9]), "radius": s[6]}


def folded_sizes(case, answer):
    """By name, as the shape keeps them."""
    kept = {"a": answer.a, "b": answer.b, "c": answer.c, "radius": answer.radius,
            "height": answer.height, "normal": answer.a, "distance": answer.height,
            "points": answer.points}
    return {name: kept[name] for name in SIZES[case.kind]}


def denominator(values):
    return max(x.as_integer_ratio()[1] for x in values)


def integers(values, den):
    result = []
    for x in values:
        n, d = x.as_integer_ratio()
        result.append(n * (den // d))
    return tuple(result)


class Line:
    """The case's line and solid in integers: own coordinates times `scale`, and
    t = tau * unit[0] / unit[1]."""

    __slots__ = ("kind", "z", "o", "v", "scale", "unit", "start", "rate")


def apply(matrix, v):
    return tuple(matrix[i] * v[0] + matrix[i + 1] * v[1] + matrix[i + 2] * v[2]
                 for i in (0, 3, 6))


def line_of(case, sizes, position, inverse=None):
    """inverse: None, or nine integers row by row and their common denominator."""
    line, names = Line(), SIZES[case.kind]
    line.kind = case.kind
    flat = []
    for name in names:
        if name == "points":
            flat.extend(x for p in sizes[name] for x in p)
        elif name != "normal":
            flat.extend(sizes[name] if name in "abc" else (sizes[name],))
    spatial = [*case.start, *position, *flat, *(case.toward if case.segment else ())]
    den = denominator(spatial)
    start, place = integers(case.start, den), integers(position, den)
    o = solids.minus(start, place)
    if case.segment:
        v, rate = solids.minus(integers(case.toward, den), start), den
    else:
        rate = denominator(case.toward)
        v = integers(case.toward, rate)
    line.unit, line.rate = (rate, den), v
    line.scale, factor = den, 1
    if inverse is not None:
        o, v, factor = apply(inverse[0], o), apply(inverse[0], v), inverse[1]
        line.scale = den * factor
    line.o, line.v = o, v
    line.z = z = {}
    for name in names:
        if name == "normal":
            n_den = denominator(sizes["normal"])
            z["normal"] = integers(sizes["normal"], n_den)
        elif name == "points":
            z["points"] = [integers(p, den) for p in sizes["points"]]
        elif name in "abc":
            z[name] = tuple(x * factor for x in integers(sizes[name], den))
        else:
            z[name] = integers((sizes[name],), den)[0] * factor
    if "normal" in z:
        z["distance"] *= n_den
    return line


def folded_line(case, answer):
    inverse = None
    if answer.linear_frame:
        inverse, _ = inverse_of([Fraction(x) for x in answer.linear])
    return line_of(case, folded_sizes(case, answer), answer.position, inverse)


def sizes_to_judge_by(case, answer):
    """In two dimensions the folded ones, for they are in the world."""
    return folded_sizes(case, answer) if case.kind in FLAT else given_sizes(case)


def is_point(line):
    return line.v == (0, 0, 0)


# ---- Expectations -------------------------------------------------------------

MISS, ENTER, EXIT, INSIDE = None, 0, 1, 2


class Truth:
    """Of one line: the interval in the closed solid or None, and for each query
    the end that is hit: MISS, ENTER, EXIT (a shell from within) or INSIDE."""

    __slots__ = ("line", "interval", "ends")


def of_point(line, segment):
    where = solids.locate(line.kind, line.z, line.o)
    solid = INSIDE if where <= 0 else MISS
    shell = INSIDE if where == 0 else MISS
    return [MISS, solid, MISS, shell, MISS]


def of_interval(interval, limit, segment):
    if interval is None:
        return [MISS] * 5
    enter, leave = interval[0], interval[1]
    from_start, to_start = compare(enter, ZERO), compare(leave, ZERO)
    line = MISS if segment else ENTER
    solid = shell = skip = skip_shell = MISS
    if to_start >= 0:
        if from_start >= 0:
            solid = shell = ENTER if compare(enter, limit) <= 0 else MISS
        else:
            solid = INSIDE
            shell = EXIT if surds.finite(leave) and compare(leave, limit) <= 0 else MISS
        if from_start > 0:
            skip, skip_shell = solid, shell
    return [line, solid, skip, shell, skip_shell]


def limit_of(case, line):
    """The greatest tau that counts."""
    if case.segment:
        return (1, 0, 0, 1)
    n, s, d, q = surds.of_double(case.max)
    return (n, s, d, q) if q == 0 else (n * line.unit[1], 0, 0, q * line.unit[0])


def truth(case, line):
    result = Truth()
    result.line = line
    if is_point(line):
        result.interval = None
        result.ends = of_point(line, case.segment)
    else:
        result.interval = solids.meet(line.kind, line.z, line.o, line.v)
        result.ends = of_interval(result.interval, limit_of(case, line), case.segment)
    return result


# ---- The reference against itself ---------------------------------------------


def at(line, tau):
    return tuple(Fraction(line.o[i]) + tau * line.v[i] for i in range(3))


def contradiction(result):
    """What membership says against the interval, or None: points just within the
    ends must be in the solid, those just without must not."""
    line, interval = result.line, result.interval
    if is_point(line):
        return None
    f, v = solids.dot(line.o, line.v), solids.dot(line.v, line.v)
    middle = Fraction(-f, v)
    if interval is None:
        probes = [(middle, False), (Fraction(0), False)]
    else:
        probes = []
        ends = [surds.value(e) if surds.finite(e) else None for e in interval[:2]]
        low, high = [None if e is None else Fraction(*e.as_integer_ratio()) for e in ends]
        width = high - low if low is not None and high is not None else Fraction(1)
        tiny = max(abs(low or 0), abs(high or 0), width, Fraction(1, 2**2000)) / 10**55
        if low is not None:
            probes.append((low - tiny, False))
        if high is not None:
            probes.append((high + tiny, False))
        if width > 2 * tiny:
            if low is not None:
                probes.append((low + tiny, True))
            if high is not None:
                probes.append((high - tiny, True))
    for tau, inside in probes:
        if (solids.locate(line.kind, line.z, at(line, tau)) <= 0) != inside:
            return "reference: the point at tau = %s is %s the solid" % (
                float(tau), "not in" if inside else "in")
    return None


# ---- The pose as it was given ---------------------------------------------------


def inverse_of(m):
    """Of nine Fractions row by row: (nine integers, common denominator), and the
    same as nine Fractions."""
    cof = [m[(i + 1) % 3 * 3 + (j + 1) % 3] * m[(i + 2) % 3 * 3 + (j + 2) % 3]
           - m[(i + 1) % 3 * 3 + (j + 2) % 3] * m[(i + 2) % 3 * 3 + (j + 1) % 3]
           for i in range(3) for j in range(3)]
    det = m[0] * cof[0] + m[1] * cof[1] + m[2] * cof[2]
    inverse = [cof[3 * (i % 3) + i // 3] / det for i in range(9)]
    den = lcm(*(x.denominator for x in inverse))
    return ([x.numerator * (den // x.denominator) for x in inverse], den), inverse


def given_inverse(case):
    """The inverse of the pose as given, from its definition, as integers; and as
    Fractions the pose itself and its inverse."""
    if case.pose == 2:
        m = [Fraction(case.transform[4 * j + i]) for i in range(3) for j in range(3)]
    else:
        x, y, z, w = (Fraction(q) for q in case.rotation)
        n = x * x + y * y + z * z + w * w
        turn = [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
                2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
                2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z]
        m = [turn[i] / n * Fraction(case.scale[i % 3]) for i in range(9)]
    integral, inverse = inverse_of(m)
    return integral, m, inverse


def given_position(case):
    return tuple(case.transform[12:15]) if case.pose == 2 else case.position
