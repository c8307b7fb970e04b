# SPDX-License-Identifier: MIT
"""The shapes of lattice.py in two dimensions."""

from draws import add, along, code_of, scaled, sub
from exchange import RECT_CORNERS

TRIPLES = ((3, 4, 5), (4, 3, 5), (5, 12, 13), (12, 5, 13), (8, 15, 17), (1, 0, 1), (0, 1, 1))
X, Y = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


def integer(r, most):
    return float(r.randint(-most, most))


def point(r, most):
    return (integer(r, most), integer(r, most), 0.0)


def vector(r, most):
    while True:
        v = point(r, most)
        if any(v):
            return v


def left_of(v):
    return (-v[1], v[0], 0.0)


def on_circle(r):
    """A vector of integers and its length, an integer."""
    x, y, n = r.choice(TRIPLES)
    return (float(x * r.choice((1, -1))), float(y * r.choice((1, -1))), 0.0), float(n)


def flatten(points):
    return [x for p in points for x in p[:2]]


def circle(r, found):
    p, n = on_circle(r)
    k = r.choice((1.0, 2.0, 0.5))
    return found(code_of("circle"), [n * k], scaled(p, k), p, (p, left_of(p)))


def hull(r, found, code, sizes, corners):
    """A point of an edge, often a corner; lines along edges and diagonals are special."""
    i = r.randrange(len(corners))
    a, b = corners[i - 1], corners[i]
    e = sub(b, a)
    special = [sub(p, q) for p in corners for q in corners if p != q] or [X]
    return found(code, sizes, along(a, r.choice((0.0, 0.0, 1.0, 0.5, 0.25)), e),
                 left_of(e) if any(e) else vector(r, 2), tuple(special) + (X, Y))


def rect_corners(low, high):
    return [low, (high[0], low[1], 0.0), high, (low[0], high[1], 0.0)]


def rect(r, found):
    high = (float(r.randint(1, 5)), float(r.randint(1, 5)), 0.0)
    return hull(r, found, code_of("rect"), list(high[:2]), rect_corners(scaled(high, -1), high))


def rect_by_corners(r, found):
    low = point(r, 20)
    high = add(low, (float(r.randint(0, 5)), float(r.randint(0, 5)), 0.0))
    return hull(r, found, RECT_CORNERS, [*low[:2], *high[:2]], rect_corners(low, high))


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def wound(points):
    """Counterclockwise; of points on edges some stay, in line with their neighbours."""
    found = sorted(set(points))
    halves = []
    for order in (found, found[::-1]):
        half = []
        for p in order:
            while len(half) > 1 and turn(half[-2], half[-1], p) < 0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return halves[0] + halves[1]


def polygon(r, found):
    while True:
        corners = wound([point(r, 4) for _ in range(r.randint(3, 7))])
        turns = [turn(p, q, s) for p, q, s in zip(corners, corners[1:] + corners[:1],
                                                 corners[2:] + corners[:2])]
        if sum(t > 0 for t in turns) >= 3 and len(set(corners)) == len(corners) <= 12:
            break
    if r.random() < 0.5:  # the middle of an edge
        k = r.randrange(len(corners))
        corners.insert(k, along(corners[k - 1], 0.5, sub(corners[k], corners[k - 1])))
    k = r.randrange(len(corners))
    corners = corners[k:] + corners[:k]
    if r.random() < 0.5:
        corners.reverse()
    return hull(r, found, code_of("polygon"), [float(len(corners)), *flatten(corners)], corners)


def triangle(r, found):
    corners = [point(r, 4) for _ in range(3)]
    return hull(r, found, code_of("triangle_2d"), flatten(corners), corners)


def segment(r, found):
    a = point(r, 4)
    corners = [a, add(a, scaled(vector(r, 3), r.choice((1.0, 2.0))))]
    return hull(r, found, code_of("segment_2d"), flatten(corners), corners)


def capsule(r, found):
    (w, n), a = on_circle(r), point(r, 3)
    b = along(a, float(r.randint(0, 3)), w)
    across, radius = left_of(scaled(w, r.choice((1.0, -1.0)))), n
    if r.random() < 0.6:
        p = add(along(a, r.choice((0.0, 0.5, 1.0)), sub(b, a)), across)
    else:
        across, radius = on_circle(r)
        outward = across[0] * w[0] + across[1] * w[1]
        p = add(b if outward > 0 else a, across)
    return found(code_of("capsule_2d"), [*a[:2], *b[:2], radius], p, across,
                 (w, w, across, left_of(across), add(w, across)))


def plane(r, found):
    n, p = vector(r, 4), point(r, 5)
    d = n[0] * p[0] + n[1] * p[1]
    return found(code_of("plane_2d"), [*n[:2], d], p, n, (n, left_of(n)))


EXACT = {"circle": circle, "rect": rect, "polygon": polygon, "triangle_2d": triangle,
         "segment_2d": segment, "capsule_2d": capsule, "plane_2d": plane}


# ---- Flat, thin and single-point shapes ------------------------------------------------


def degenerate(r, kind, found, shape):
    if kind == "circle":
        return found(shape.code, [0.0], (0.0, 0.0, 0.0), vector(r, 2), (X, Y))
    if kind == "rect" and shape.code != RECT_CORNERS:
        high = [h * r.choice((0.0, 1.0)) for h in shape.sizes[:2]] + [0.0]
        high[r.randrange(2)] = 0.0
        high = tuple(high)
        return hull(r, found, shape.code, list(high[:2]),
                    rect_corners(scaled(high, -1), high))
    if kind == "triangle_2d":
        a, w = point(r, 3), vector(r, 2)
        if r.random() < 0.2:
            w = (0.0, 0.0, 0.0)
        corners = [along(a, integer(r, 3), w) for _ in range(3)]
        return hull(r, found, shape.code, flatten(corners), corners)
    if kind == "segment_2d" and r.random() < 0.3:
        a = point(r, 3)
        return hull(r, found, shape.code, flatten([a, a]), [a, a])
    if kind == "capsule_2d":
        a, b = (tuple(shape.sizes[i:i + 2]) + (0.0,) for i in (0, 2))
        if r.random() < 0.4:
            b = a
        return found(shape.code, [*a[:2], *b[:2], 0.0], along(a, r.choice((0.0, 1.0, 0.5)),
                                                              sub(b, a)), vector(r, 2),
                     (sub(b, a) if a != b else X,))
    return shape
