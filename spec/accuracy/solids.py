# SPDX-License-Identifier: MIT
"""Where a line meets the closed solids, exactly, from their definitions.

Everything here is in a shape's own frame and in integers: coordinates are
multiplied by one common factor, so every polynomial is exact. The line is
o + tau v. `meet` gives None or (enter, leave, first, last): the ends as surds,
and the names of the surfaces on which each end lies because the line crosses
them there (a tie gives several).
"""

import flat
from surds import INFINITY, MINUS_INFINITY, compare, rational
from vectors import cross, dot, minus

NOWHERE = None
EVERYWHERE = (MINUS_INFINITY, INFINITY, (), ())


def intersect(x, y):
    """Of two intervals."""
    if x is None or y is None:
        return None
    enter, leave, first, last = x
    order = compare(y[0], enter)
    if order > 0:
        enter, first = y[0], y[2]
    elif order == 0:
        first = first + y[2]
    order = compare(y[1], leave)
    if order < 0:
        leave, last = y[1], y[3]
    elif order == 0:
        last = last + y[3]
    return (enter, leave, first, last) if compare(enter, leave) <= 0 else None


def hull(x, y):
    """Of two intervals whose union is one."""
    if x is None or y is None:
        return x or y
    enter, leave, first, last = x
    if compare(y[0], enter) < 0:
        enter, first = y[0], y[2]
    if compare(y[1], leave) > 0:
        leave, last = y[1], y[3]
    return enter, leave, first, last


def slab(o, v, low, high, low_name, high_name):
    """low <= o + tau v <= high"""
    if v == 0:
        return EVERYWHERE if low <= o <= high else None
    if v > 0:
        return rational(low - o, v), rational(high - o, v), (low_name,), (high_name,)
    return rational(high - o, v), rational(low - o, v), (high_name,), (low_name,)


def below(o, v, high, name):
    """o + tau v <= high"""
    if v == 0:
        return EVERYWHERE if o <= high else None
    if v > 0:
        return MINUS_INFINITY, rational(high - o, v), (), (name,)
    return rational(high - o, v), INFINITY, (name,), ()


def quadratic(a, b, c, name):
    """a tau^2 + 2 b tau + c <= 0 for a convex left side, so a >= 0."""
    if a == 0:
        return below(c, 2 * b, 0, name)
    d = b * b - a * c
    if d < 0:
        return None
    return (-b, -1, d, a), (-b, 1, d, a), (name,), (name,)


def ball(o, v, centre, radius, name="side"):
    f = minus(o, centre)
    return quadratic(dot(v, v), dot(f, v), dot(f, f) - radius * radius, name)


def sphere(z, o, v):
    return ball(o, v, (0, 0, 0), z["radius"])


def box(z, o, v):
    result = EVERYWHERE
    for i in range(3):
        result = intersect(result, slab(o[i], v[i], z["a"][i], z["b"][i], "-" + "xyz"[i],
                                        "+" + "xyz"[i]))
    return result


def cylinder(z, o, v):
    r, h = z["radius"], z["height"]
    caps = slab(o[1], v[1], -h, h, "bottom", "top")
    if caps is None:
        return None
    return intersect(caps, quadratic(v[0] * v[0] + v[2] * v[2], o[0] * v[0] + o[2] * v[2],
                                     o[0] * o[0] + o[2] * o[2] - r * r, "side"))


def cone(z, o, v):
    """-h <= y <= 0 and h^2 (x^2 + z^2) <= r^2 y^2; the apex is on the side."""
    r, h = z["radius"], z["height"]
    rr, hh = r * r, h * h
    part = slab(o[1], v[1], -h, 0, "base", "apex")
    if part is None:
        return None
    a = hh * (v[0] * v[0] + v[2] * v[2]) - rr * v[1] * v[1]
    b = hh * (o[0] * v[0] + o[2] * v[2]) - rr * o[1] * v[1]
    c = hh * (o[0] * o[0] + o[2] * o[2]) - rr * o[1] * o[1]
    if a >= 0:
        # Within y <= 0 this is one interval: see spec/accuracy/README.md.
        return intersect(part, quadratic(a, b, c, "side"))
    # A line steeper than the side enters the lower nappe once and stays in it.
    d = b * b - a * c
    if v[1] < 0:
        nappe = (b, 1, d, -a), INFINITY, ("side",), ()
    else:
        nappe = MINUS_INFINITY, (b, -1, d, -a), (), ("side",)
    return intersect(part, nappe)


def capsule(z, o, v):
    a, b, r = z["a"], z["b"], z["radius"]
    w = minus(b, a)
    ww = dot(w, w)
    result = hull(ball(o, v, a, r), ball(o, v, b, r))
    if ww == 0:
        return result
    f = minus(o, a)
    middle = slab(dot(f, w), dot(v, w), 0, ww, "seam", "seam")
    if middle is not None:
        g, k = cross(f, w), cross(v, w)
        round_ = quadratic(dot(k, k), dot(g, k), dot(g, g) - r * r * ww, "side")
        result = hull(result, intersect(middle, round_))
    return result


def plane(z, o, v):
    n = z["normal"]
    return below(dot(n, o), dot(n, v), z["distance"], "side")


def triangle(z, o, v):
    a, b, c = z["a"], z["b"], z["c"]
    n = cross(minus(b, a), minus(c, a))
    if n == (0, 0, 0):
        return collinear(a, b, c, o, v)
    rate = dot(n, v)
    height = dot(n, minus(a, o))
    edges = ((a, b), (b, c), (c, a))
    if rate != 0:
        # p = o + tau v with tau = height / rate, all times |rate|.
        s = 1 if rate > 0 else -1
        p = tuple(s * (rate * o[i] + height * v[i]) for i in range(3))
        w = s * rate
        for start, end in edges:
            q = tuple(p[i] - w * start[i] for i in range(3))
            if dot(cross(minus(end, start), q), n) < 0:
                return None
        tau = rational(height, rate)
        return tau, tau, ("flat",), ("flat",)
    if height != 0:
        return None
    result = EVERYWHERE
    for start, end in edges:
        out = cross(n, minus(end, start))  # points into the triangle
        inward = dot(out, minus(o, start)), dot(out, v)
        result = intersect(result, below(-inward[0], -inward[1], 0, "edge"))
        if result is None:
            return None
    return result


def collinear(a, b, c, o, v):
    """The longest of the three sides holds the others."""
    p, q = max(((a, b), (b, c), (c, a)), key=lambda e: dot(minus(*e), minus(*e)))
    w = minus(q, p)
    f = minus(p, o)
    if w == (0, 0, 0):
        return at_point(f, v)
    along = cross(v, w)
    if along == (0, 0, 0):
        if cross(f, w) != (0, 0, 0):
            return None
        return slab(-dot(f, w), dot(v, w), 0, dot(w, w), "end", "end")
    if dot(f, along) != 0:
        return None
    # o + tau v = p + k w: cross with w and with v.
    aa = dot(along, along)
    k = dot(cross(f, v), along)
    tau = dot(cross(f, w), along)
    if not 0 <= k <= aa:
        return None
    tau = rational(tau, aa)
    return tau, tau, ("flat",), ("flat",)


def at_point(f, v):
    if cross(f, v) != (0, 0, 0):
        return None
    tau = rational(dot(f, v), dot(v, v))
    return tau, tau, ("flat",), ("flat",)


def segment(z, o, v):
    return collinear(z["a"], z["b"], z["b"], o, v)


# What lies in the plane z = 0 is met as in space; for hulls see flat.py.
_MEET = {"sphere": sphere, "box": box, "cylinder": cylinder, "cone": cone, "capsule": capsule,
         "plane": plane, "triangle": triangle, "segment": segment, "circle": sphere,
         "capsule_2d": capsule, "plane_2d": plane}


def meet(kind, z, o, v):
    """v is not zero."""
    return flat.meet(z["points"], o, v) if "points" in z else _MEET[kind](z, o, v)


# ---- Membership -------------------------------------------------------------


def on_segment(p, q, x):
    w, f = minus(q, p), minus(x, p)
    return cross(w, f) == (0, 0, 0) and 0 <= dot(w, f) <= dot(w, w) and (
        w != (0, 0, 0) or f == (0, 0, 0))


def locate_capsule(z, p):
    a, b, rr = z["a"], z["b"], z["radius"] ** 2
    w, f = minus(b, a), minus(p, a)
    along, ww = dot(f, w), dot(w, w)
    if along <= 0:
        return dot(f, f) - rr
    if along >= ww:
        g = minus(p, b)
        return dot(g, g) - rr
    g = cross(f, w)
    return dot(g, g) - rr * ww


def locate_triangle(z, p):
    a, b, c = z["a"], z["b"], z["c"]
    n = cross(minus(b, a), minus(c, a))
    if n == (0, 0, 0):
        return 0 if any(on_segment(x, y, p) for x, y in ((a, b), (b, c), (c, a))) else 1
    if dot(n, minus(p, a)) != 0:
        return 1
    inside = all(dot(cross(minus(e, s), minus(p, s)), n) >= 0
                 for s, e in ((a, b), (b, c), (c, a)))
    return 0 if inside else 1


def locate(kind, z, p):
    """A number whose sign says where the point p is: inside (-), on the
    surface (0), outside (+). For integers or fractions."""
    x, y, w = p
    if "points" in z:
        return flat.locate(z["points"], p)
    if kind == "segment":
        return 0 if on_segment(z["a"], z["b"], p) else 1
    if kind in ("sphere", "circle"):
        return dot(p, p) - z["radius"] ** 2
    if kind == "box":
        return max(max(z["a"][i] - p[i], p[i] - z["b"][i]) for i in range(3))
    if kind == "cylinder":
        return max(abs(y) - z["height"], x * x + w * w - z["radius"] ** 2)
    if kind == "cone":
        side = z["height"] ** 2 * (x * x + w * w) - z["radius"] ** 2 * y * y
        return max(y, -z["height"] - y, side)
    if kind in ("capsule", "capsule_2d"):
        return locate_capsule(z, p)
    if kind in ("plane", "plane_2d"):
        return dot(z["normal"], p) - z["distance"]
    return locate_triangle(z, p)
