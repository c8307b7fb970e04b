# SPDX-License-Identifier: MIT
"""The surface of a shape where a line crosses it: which faces a hit may name, and the normal."""

import math
from decimal import Decimal

import flat
import solids
from decimals import NOTHING, d_dot, d_length, d_minus, divide, multiply
from surds import to_decimal


def own_extent(kind, z):
    """Half the extent of the shape in its own frame, as a double."""
    if "points" in z:
        return max(math.dist(p, q) for p in z["points"] for q in z["points"]) / 2
    if kind in ("sphere", "circle"):
        return z["radius"]
    if kind in ("box", "segment"):
        return math.dist(z["a"], z["b"]) / 2
    if kind in ("cylinder", "cone"):
        return math.hypot(z["radius"], z["height"])
    if kind in ("capsule", "capsule_2d"):
        return math.dist(z["a"], z["b"]) / 2 + z["radius"]
    if kind == "triangle":
        return max(math.dist(z["a"], z["b"]), math.dist(z["b"], z["c"]), math.dist(z["c"], z["a"]))
    return 0.0


def box_face(features):
    return min(features, key=lambda name: name[1])


AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}


def axis_normal(face):
    k = 1 if face[0] == "+" else -1
    return tuple(Decimal(k * x) for x in AXES[face[1]])


class Surface:
    """At one end of the interval: the faces that may be reported, and the
    outward normal in the frame, or None where there is none (of what is thin)."""

    __slots__ = ("faces", "normal", "apex")

    def __init__(self, faces, normal, apex=None):
        self.faces, self.normal, self.apex = faces, normal, apex


def caps_of_plane(line):
    """The cap or base in whose plane the line runs: it meets the rim, and a rim
    is the cap's. A disc of no height shows its top."""
    height = line.z["height"]
    if line.v[1] != 0 or abs(line.o[1]) != height:
        return []
    if line.kind == "cone":
        return ["base"] if line.o[1] < 0 else []
    return ["top"] if line.o[1] == height else ["bottom"]


def cylinder_surface(line, features, p):
    caps = [f for f in features if f in ("top", "bottom")] or caps_of_plane(line)
    if caps:
        return Surface(caps[:1], (NOTHING, Decimal(1 if caps[0] == "top" else -1), NOTHING))
    normal = (p[0], NOTHING, p[2]) if line.z["radius"] else None
    return Surface(["side"], normal)


def cone_surface(line, features, p, extent):
    if "base" in features or caps_of_plane(line):
        return Surface(["base"], (NOTHING, Decimal(-1), NOTHING))
    distance = float(d_length(p))
    if distance <= 1e-40 * extent:
        return Surface(["side"], (NOTHING, Decimal(1), NOTHING))
    hh, rr = to_decimal(line.z["height"] ** 2), to_decimal(line.z["radius"] ** 2)
    return Surface(["side"], (multiply(hh, p[0]), -multiply(rr, p[1]), multiply(hh, p[2])), distance)


def capsule_surface(line, p):
    if not line.z["radius"]:
        return Surface([None], None)
    scale = to_decimal(line.scale)
    a, b = (tuple(divide(to_decimal(x), scale) for x in line.z[k]) for k in "ab")
    w, f = d_minus(b, a), d_minus(p, a)
    ww = d_dot(w, w)
    k = divide(d_dot(f, w), ww) if ww else NOTHING
    k = min(max(k, NOTHING), Decimal(1))
    return Surface([None], d_minus(f, tuple(multiply(k, x) for x in w)))


def triangle_surface(line, features):
    a, b, c = (line.z[k] for k in "abc")
    n = solids.cross(solids.minus(b, a), solids.minus(c, a))
    rate = solids.dot(n, line.v)
    if rate == 0:
        return Surface([None], None)
    if rate > 0:
        n = tuple(-x for x in n)
    return Surface(["back" if rate > 0 else "front"], tuple(to_decimal(x) for x in n))


def segment_surface(line):
    """It faces where the ray came from, at both ends."""
    w, v = solids.minus(line.z["b"], line.z["a"]), line.v
    along, square = solids.dot(v, w), solids.dot(w, w)
    n = tuple(along * w[i] - square * v[i] for i in range(3))
    if n == (0, 0, 0):
        n = tuple(-x for x in v)
    return Surface([None], tuple(to_decimal(x) for x in n))


RECT_FACES = (None, "-y", "+x", "+y", "-x")


def hull_surface(line, end, tau, case):
    seen = flat.Flat(line.kind, line.z["points"], line.o, line.v, flat.rect_pose(case))
    numbers, normal = seen.surface(tau, end)
    if line.kind == "rect":
        numbers = [RECT_FACES[n] for n in numbers]
    elif line.kind == "segment_2d":
        numbers = [None]
    return Surface(numbers, normal and tuple(to_decimal(x) for x in normal))


def surface_at(line, features, p, extent):
    kind = line.kind
    if kind == "segment":
        return segment_surface(line)
    if kind in ("sphere", "circle"):
        return Surface([None], p if line.z["radius"] else None)
    if kind == "box":
        face = box_face(features)
        return Surface([face], axis_normal(face))
    if kind == "cylinder":
        return cylinder_surface(line, features, p)
    if kind == "cone":
        return cone_surface(line, features, p, extent)
    if kind in ("capsule", "capsule_2d"):
        return capsule_surface(line, p)
    if kind in ("plane", "plane_2d"):
        return Surface([None], tuple(to_decimal(x) for x in line.z["normal"]))
    return triangle_surface(line, features)
