# SPDX-License-Identifier: MIT
"""Is a point within rounding of a solid? Distances in decimals."""

import math
from decimal import Decimal

import surds
from decimals import d_along, d_dot, d_length, d_minus
from surds import to_decimal


def condition(matrix, inverse):
    norms = (math.hypot(*map(float, m)) for m in (matrix, inverse))
    return max(math.prod(norms) / 3, 1.0)


def clamp(x, low, high):
    return min(max(x, low), high)


def to_segment(p, a, b):
    w, f = d_minus(b, a), d_minus(p, a)
    ww = d_dot(w, w)
    k = clamp(d_dot(f, w) / ww, Decimal(0), Decimal(1)) if ww else Decimal(0)
    return d_length(d_minus(f, tuple(k * x for x in w)))


def d_cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def to_triangle(p, a, b, c):
    edges = ((a, b), (b, c), (c, a))
    n = d_cross(d_minus(b, a), d_minus(c, a))
    size = d_length(n)
    if size and all(d_dot(d_cross(d_minus(e, s), d_minus(p, s)), n) >= 0 for s, e in edges):
        return abs(d_dot(n, d_minus(p, a))) / size
    return min(to_segment(p, s, e) for s, e in edges)


def gap(kind, z, p):
    """How far p is from the solid, or a little less; 0 or less inside. And a
    length that tells the size of the numbers."""
    x, y, w = p
    ring = (x * x + w * w).sqrt()
    if kind == "sphere":
        return d_length(p) - z["radius"], z["radius"]
    if kind == "box":
        far = max(max(z["a"][i] - p[i], p[i] - z["b"][i]) for i in range(3))
        return far, max(map(abs, (*z["a"], *z["b"])))
    if kind == "cylinder":
        return max(ring - z["radius"], abs(y) - z["height"]), z["radius"] + z["height"]
    if kind == "cone":
        r, h = z["radius"], z["height"]
        side = (ring * h + r * y) / (r * r + h * h).sqrt()
        return max(side, y, -h - y), r + h
    if kind == "capsule":
        return (to_segment(p, z["a"], z["b"]) - z["radius"],
                d_length(z["a"]) + d_length(z["b"]) + z["radius"])
    if kind == "plane":
        n = d_length(z["normal"])
        return (d_dot(z["normal"], p) - z["distance"]) / n, abs(z["distance"]) / n
    if kind == "segment":
        return to_segment(p, z["a"], z["b"]), d_length(z["a"]) + d_length(z["b"])
    corners = z["a"], z["b"], z["c"]
    return to_triangle(p, *corners), sum(d_length(c) for c in corners)


def parameter(result, query):
    """t of a point of the solid that the query may hit."""
    line, interval = result.line, result.interval
    if interval is None:
        return Decimal(0)
    unit = to_decimal(line.unit[0]) / to_decimal(line.unit[1])
    enter, leave = (surds.value(e) * unit if surds.finite(e) else None for e in interval[:2])
    if query == 0:
        return enter if enter is not None else leave if leave is not None else Decimal(0)
    return Decimal(0) if enter is None or enter < 0 else enter


def explains(folded, true, query, by):
    """Of two results of which one hits: is the point hit within `by`, relative,
    of the other solid?"""
    one, other = (folded, true) if folded.ends[query] is not None else (true, folded)
    t, line = parameter(one, query), other.line
    tau = t * to_decimal(line.unit[1]) / to_decimal(line.unit[0])
    scale = to_decimal(line.scale)
    p = tuple(x / scale for x in d_along(tuple(map(to_decimal, line.o)), tau,
                                         tuple(map(to_decimal, line.v))))
    far, size = gap(line.kind, in_decimals(line, scale), p)
    return far <= Decimal(by) * (d_length(p) + size)


def in_decimals(line, scale):
    z = {}
    for name, value in line.z.items():
        if name == "normal":
            z[name] = tuple(map(to_decimal, value))
        elif isinstance(value, tuple):
            z[name] = tuple(to_decimal(x) / scale for x in value)
        else:
            z[name] = to_decimal(value) / scale
    return z
