# SPDX-License-Identifier: MIT
"""How single shapes are drawn, and changed: moved, grown, nudged by ulps."""

import math

import planar
import tiles
from exchange import CORNERS, MOST_POINTS, ROUND, Shape

POINT = "point"  # a circle without a radius
POINTS = {"triangle": 3, "segment": 2, "capsule": 2}


class Plain:
    """Doubles about 1."""

    whole = False

    @staticmethod
    def coordinate(r):
        return r.uniform(-2, 2)

    @staticmethod
    def size(r):
        return r.uniform(0.05, 1.5) if r.random() < 0.95 else 0.0


class Lattice:
    """Small integers, where ties happen for real and much is degenerate."""

    whole = True

    @staticmethod
    def coordinate(r):
        return float(r.randint(-3, 3))

    @staticmethod
    def size(r):
        return float(r.choice((0, 1, 1, 2, 2, 3)))


def draw_normal(r, style):
    while True:
        normal = (style.coordinate(r), style.coordinate(r))
        if r.random() < 0.3:
            normal = (normal[0], 0.0) if r.random() < 0.5 else (0.0, normal[1])
        if any(normal):
            return normal


def draw_polygon(r, style):
    """The hull of some points; either winding, any first corner, and on the
    lattice some corners in line."""
    while True:
        points = [(style.coordinate(r), style.coordinate(r)) for _ in range(r.choice((3, 4, 5, 8)))]
        if r.random() < 0.15:
            points = round_about(r, style)
        corners = exact_hull(points)
        if len(corners) > 2:
            break
    if style.whole and len(corners) < 7 and r.random() < 0.3:
        i = r.randrange(len(corners))
        p, q = corners[i - 1], corners[i]
        corners = [(2 * x, 2 * y) for x, y in corners]
        corners.insert(i, (p[0] + q[0], p[1] + q[1]))
    return wind(r, corners)


def round_about(r, style):
    """Many corners: the core goes round those in another way."""
    w, h = r.uniform(0.2, 2), r.uniform(0.2, 2)
    count, start = r.randint(9, MOST_POINTS), r.uniform(0, 6)
    points = [(w * math.cos(start + 2 * math.pi * i / count),
               h * math.sin(start + 2 * math.pi * i / count)) for i in range(count)]
    return [(float(round(16 * x)), float(round(16 * y))) for x, y in points] if style.whole else points


def wind(r, corners):
    k = r.randrange(len(corners))
    corners = corners[k:] + corners[:k]
    if r.random() < 0.5:
        corners.reverse()
    return [x for c in corners for x in c]


def exact_hull(points):
    """Of doubles, by their integers, so that the core cannot see it otherwise."""
    k = planar.shift_of([x for p in points for x in p])
    kept = {tuple(planar.integer(x, k) for x in p): p for p in points}
    return [kept[c] for c in planar.hull(list(kept))]


def draw_shape(r, kind, style):
    """Without a pose, but for what has no other place to stand."""
    if kind == "rect" and r.random() < 0.3:
        (x0, x1), (y0, y1) = (sorted(style.coordinate(r) for _ in range(2)) for _ in range(2))
        return Shape(CORNERS, (x0, y0, x1, y1))
    if kind == "circle" or kind == POINT:
        shape = Shape("circle", (), style.size(r) if kind == "circle" else 0.0)
    elif kind == "rect":
        shape = Shape(kind, (style.size(r), style.size(r)))
    elif kind == "plane":
        return Shape(kind, draw_normal(r, style), style.coordinate(r))
    elif kind == "polygon":
        return Shape(kind, draw_polygon(r, style))
    elif kind == "round":
        return Shape(kind, draw_polygon(r, style), style.size(r))
    else:
        numbers = [style.coordinate(r) for _ in range(2 * POINTS[kind])]
        if r.random() < 0.08:  # no length
            numbers[2:4] = numbers[:2]
        return Shape(kind, numbers, style.size(r) if kind == "capsule" else 0.0)
    shape.posed = True
    shape.position = (style.coordinate(r), style.coordinate(r))
    return shape


def draw_tile(r, kind):
    """A shape that fits a unit square around its position, in a quarter turn."""
    if kind == "rect":
        shape = Shape(kind, (tiles.HALF, tiles.HALF))
    elif kind == "plane":
        shape = Shape(kind, tiles.axis(r, 2), tiles.HALF)
    else:
        points, radius = tiles.flat_points(kind, r)
        shape = Shape("circle" if kind == POINT else kind, wind(r, points) if points else (), radius)
    shape.posed, shape.angle = True, tiles.quarter_turn(r)
    return shape


ANGLES = (math.pi / 2, math.pi / 4, math.pi, -math.pi / 2, math.pi / 6, 1e-9, 1e-17, 1e5, -0.0)


def pose(r, shape, style, turned):
    """A pose, or none; rotations only when turned."""
    if shape.maker == CORNERS:
        return shape
    shape = shape.copy()
    if not shape.posed:
        shape.posed, shape.position = True, (style.coordinate(r), style.coordinate(r))
    if turned:
        shape.angle = r.choice(ANGLES) if r.random() < 0.3 else r.uniform(-4, 4)
    if r.random() < 0.4:
        k = r.choice((2.0, 0.5, -1.0, 3.0)) if style.whole else r.uniform(-2, 2) or 1.0
        shape.scale = (k, k)
        if shape.kind not in ROUND and r.random() < 0.6:
            shape.scale = (k, 1.0 if style.whole else r.uniform(0.3, 2))
    return shape


# ---- Changing shapes ---------------------------------------------------------------


def moved(shape, v):
    """Its position moved if it has one, else its points; rounded as it comes."""
    shape = shape.copy()
    if shape.posed or shape.maker in ("circle", "rect"):
        shape.posed = True
        shape.position = (shape.position[0] + v[0], shape.position[1] + v[1])
    elif shape.kind == "plane":
        shape.extra += shape.numbers[0] * v[0] + shape.numbers[1] * v[1]
    else:
        shape.numbers = tuple(x + v[i % 2] for i, x in enumerate(shape.numbers))
    return shape


def grown(shape, k):
    """All lengths k times as long, k > 0; None where rounding spoils a polygon."""
    shape = shape.copy()
    if shape.kind != "plane":
        shape.numbers = tuple(x * k for x in shape.numbers)
    shape.extra *= k
    shape.position = (shape.position[0] * k, shape.position[1] * k)
    return shape


def sound(shape):
    """Is a polygon still one that is accepted?"""
    if shape.kind not in ("polygon", "round"):
        return True
    points = [shape.numbers[i:i + 2] for i in range(0, len(shape.numbers), 2)]
    k = planar.shift_of(shape.numbers)
    points = [tuple(planar.integer(x, k) for x in p) for p in points]
    kept = planar.hull(points)
    if len(kept) < 3 or len(set(points)) < len(points):
        return False
    corners = set(kept)
    between = all(planar.between(points[i - 1], p, points[(i + 1) % len(points)])
                  for i, p in enumerate(points) if p not in corners)
    return between and cyclic(kept, [p for p in points if p in corners])


def cyclic(kept, points):
    i = points.index(kept[0])
    way = points[i:] + points[:i]
    return way == kept or way[:1] + way[:0:-1] == kept


def nudge(r, x):
    """Some ulps up or down; 0 stays, as its neighbours are beyond what is promised."""
    if x == 0:
        return x
    for _ in range(r.randint(1, 3)):
        x = math.nextafter(x, r.choice((math.inf, -math.inf)))
    return x


def nudged(r, shape):
    """One of its numbers, some ulps off."""
    shape = shape.copy()
    if shape.posed and r.random() < 0.5:
        i = r.randrange(2)
        shape.position = tuple(nudge(r, x) if k == i else x
                               for k, x in enumerate(shape.position))
    elif shape.kind in ("circle", "plane") or (shape.kind in ROUND and r.random() < 0.4):
        shape.extra = nudge(r, shape.extra)
    elif shape.numbers:
        numbers = list(shape.numbers)
        i = r.randrange(len(numbers))
        numbers[i] = nudge(r, numbers[i])
        if shape.maker == CORNERS and not (numbers[0] <= numbers[2] and numbers[1] <= numbers[3]):
            return shape
        shape.numbers = tuple(numbers)
    return shape


# ---- Where a shape is, nearly -----------------------------------------------------------


def place(shape, p):
    if not shape.posed:
        return p
    x, y = p[0] * shape.scale[0], p[1] * shape.scale[1]
    if shape.angle == 0:
        return (x + shape.position[0], y + shape.position[1])
    c, s = math.cos(shape.angle), math.sin(shape.angle)
    return (c * x - s * y + shape.position[0], s * x + c * y + shape.position[1])


def corners_of(shape):
    """In the world, in order along the border, in doubles; of a plane a point of
    its border."""
    n = shape.numbers
    if shape.kind == "plane":
        nx, ny, d = plane_of(shape)
        k = d / (nx * nx + ny * ny)
        return [(nx * k, ny * k)]
    if shape.maker == "circle":
        own = [(0.0, 0.0)]
    elif shape.maker == "rect":
        own = [(-n[0], -n[1]), (n[0], -n[1]), (n[0], n[1]), (-n[0], n[1])]
    elif shape.maker == CORNERS:
        own = [(n[0], n[1]), (n[2], n[1]), (n[2], n[3]), (n[0], n[3])]
    else:
        own = [n[i:i + 2] for i in range(0, len(n), 2)]
    return [place(shape, p) for p in own]


def radius_of(shape):
    if shape.kind not in ROUND:
        return 0.0
    return shape.extra * (abs(shape.scale[0]) if shape.posed else 1)


def plane_of(shape):
    nx, ny = shape.numbers
    if not shape.posed:
        return nx, ny, shape.extra
    nx, ny = nx / shape.scale[0], ny / shape.scale[1]
    c, s = math.cos(shape.angle), math.sin(shape.angle)
    nx, ny = c * nx - s * ny, s * nx + c * ny
    return nx, ny, shape.extra + nx * shape.position[0] + ny * shape.position[1]


def centre(shape):
    corners = corners_of(shape)
    return tuple(sum(c[i] for c in corners) / len(corners) for i in (0, 1))
