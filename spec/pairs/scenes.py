# SPDX-License-Identifier: MIT
"""How pairs are drawn, a table of categories: each aims at something hard."""

import math

import planar
from draws import (CORNERS, POINT, Lattice, Plain, centre, corners_of, draw_shape, draw_tile, grown, moved,
                   nudge, nudged, plane_of, pose, radius_of, sound, wind)
from exchange import KINDS, ROUND, Case, Shape
from tiles import Tiles

# ---- Touching ------------------------------------------------------------------------


def to_touch(r, a, b, whole=False):
    """The vector by which b has to be moved to touch a, in doubles; from
    outside, or with both planes face to face."""
    if a.kind == "plane" and b.kind == "plane":
        n, m = plane_of(a), plane_of(b)
        k = (n[2] / math.hypot(*n[:2]) + m[2] / math.hypot(*m[:2])) / math.hypot(*m[:2])
        return (-m[0] * k, -m[1] * k)
    if a.kind == "plane" or b.kind == "plane":
        plane, other, way = (a, b, 1) if a.kind == "plane" else (b, a, -1)
        nx, ny, d = plane_of(plane)
        long = math.hypot(nx, ny)
        least = min((nx * x + ny * y - d) / long for x, y in corners_of(other))
        k = way * (radius_of(other) - least) / long
        return (nx * k, ny * k)
    polygon = planar.difference(corners_of(a), corners_of(b))
    i = r.randrange(len(polygon))
    p, q = polygon[i - 1], polygon[i]
    radius = radius_of(a) + radius_of(b)
    e = (q[0] - p[0], q[1] - p[1])
    long = math.hypot(*e)
    if long and r.random() < 0.6:  # an edge, outward; or one of its ends
        k = r.choice((0, 1, 0.5, r.random())) if not whole else r.choice((0, 1))
        n = (e[1] / long, -e[0] / long)
        p = (p[0] + k * e[0], p[1] + k * e[1])
    else:  # a corner; from where is anybody's guess
        out = (q[0] - sum(c[0] for c in polygon) / len(polygon),
               q[1] - sum(c[1] for c in polygon) / len(polygon))
        if not any(out) or r.random() < 0.3:
            turn = r.uniform(0, 2 * math.pi)
            out = (math.cos(turn), math.sin(turn))
        if whole:
            out = r.choice(TRIPLES)
        n, p = tuple(x / math.hypot(*out) for x in out), q
    return (-(p[0] + radius * n[0]), -(p[1] + radius * n[1]))


TRIPLES = [(s * x, t * y) for x, y in ((3, 4), (4, 3), (5, 12), (12, 5), (1, 0), (0, 1))
           for s in (1, -1) for t in (1, -1)]


def turned_by_five(shape, k):
    """On the lattice turned by the angle of (k, j), 3-4-5 or 5-12-13, and as much
    larger: every normal still has a length that is an integer."""
    c, s, length = k
    shape = shape.copy()
    if shape.maker in ("rect", CORNERS):
        corners = corners_of(shape)
        if shape.maker == CORNERS and corners[0] == corners[2]:
            return shape
        flat = planar.hull(corners)
        if len(flat) < 3:
            return shape
        return None
    if shape.kind in ROUND:
        shape.extra *= length
    if shape.kind == "circle":
        shape.position = tuple(length * x for x in shape.position)
        return shape
    out = []
    for i in range(0, len(shape.numbers), 2):
        x, y = shape.numbers[i:i + 2]
        out += [c * x - s * y, s * x + c * y]
    shape.numbers = tuple(out)
    if shape.kind == "plane":
        shape.extra *= length
    return shape


# ---- Categories -------------------------------------------------------------------------
# Each draws two shapes of these kinds.


def near(r, style, a, b):
    """Moves b so that about half of such pairs meet."""
    p, q = centre(a), centre(b)
    reach = 2.5
    v = [p[i] - q[i] + r.uniform(-reach, reach) for i in (0, 1)]
    if style.whole:
        v = [float(round(x)) for x in v]
    return a, moved(b, v)


def level(r, kinds):
    """As in a game: multiples of 1/8 or 0.1, neighbours of one size, quarter turns, stairs."""
    style = Tiles(r)
    a, b = (draw_tile(r, kind) if r.random() < 0.7 else draw_shape(r, kind, style) for kind in kinds)
    place, step = style.place(r, 2), style.step(r, 2)
    return moved(a, place), moved(b, [x + y for x, y in zip(place, step)])


def random(r, kinds):
    a, b = (draw_shape(r, kind, Plain) for kind in kinds)
    if r.random() < 0.4:
        a = pose(r, a, Plain, False)
    return near(r, Plain, a, b)


def turned(r, kinds):
    style = r.choice((Plain, Lattice))
    a, b = (pose(r, draw_shape(r, kind, style), style, r.random() < 0.8) for kind in kinds)
    return near(r, style, a, b)


def lattice(r, kinds):
    return tuple(draw_shape(r, kind, Lattice) for kind in kinds)


def touching(r, kinds):
    style = r.choice((Plain, Plain, Lattice))
    a, b = (draw_shape(r, kind, style) for kind in kinds)
    if r.random() < 0.5:
        a = pose(r, a, style, r.random() < 0.6)
    if r.random() < 0.3:
        b = pose(r, b, style, r.random() < 0.6)
    if b.kind == "plane" and a.kind == "plane" and r.random() < 0.7:
        b = opposite(r, a, style)
    b = moved(b, to_touch(r, a, b))
    if r.random() < 0.3:
        b = moved(b, [r.choice((1, -1)) * 10 ** r.uniform(-17, -6) for _ in (0, 1)])
    for _ in range(r.choice((0, 0, 1, 2))):
        if r.random() < 0.5:
            a = nudged(r, a)
        else:
            b = nudged(r, b)
    return a, b


def opposite(r, plane, style):
    nx, ny, _ = plane_of(plane)
    k = r.choice((1.0, 2.0, 0.5, 3.0))
    return Shape("plane", (-k * nx, -k * ny), style.coordinate(r))


def exactly_touching(r, kinds):
    """Small integers, lengths of normals integers too: ties that survive rounding."""
    k = r.choice(((4, 3, 5), (3, -4, 5), (12, 5, 13), (1, 0, 1)))
    a, b = (draw_shape(r, kind, Lattice) for kind in kinds)
    both = turned_by_five(a, k), turned_by_five(b, k)
    if None in both:
        both = a, b
        if r.random() < 0.7:
            both = tuple(grown(s, 5.0) for s in both)
    a, b = both
    if a.kind == b.kind == "plane":
        b = opposite(r, a, Lattice)
    v = to_touch(r, a, b, True)
    return a, moved(b, [float(round(x)) for x in v])


def nested(r, kinds):
    """One in the other, about the same centre, or the very same."""
    style = r.choice((Plain, Lattice))
    a, b = (draw_shape(r, kind, style) for kind in kinds)
    if r.random() < 0.3:
        b = pose(r, b, style, True)
    if kinds[0] == kinds[1] and r.random() < 0.4:
        b = a.copy()
    elif r.random() < 0.7:
        b = grown(b, r.choice((0.5, 0.125, 0.1, 1e-3, 1e-9)))
        if not sound(b):
            b = a.copy() if kinds[0] == kinds[1] else draw_shape(r, kinds[1], Lattice)
    p, q = centre(a), centre(b)
    v = [p[i] - q[i] for i in (0, 1)]
    if r.random() < 0.3:
        v = [x + r.uniform(-0.1, 0.1) for x in v]
    elif r.random() < 0.3:
        v = [nudge(r, x) for x in v]
    return a, moved(b, v)


def shared(r, kinds):
    """A corner of b on a corner or an edge of a."""
    style = r.choice((Plain, Lattice))
    a, b = (draw_shape(r, kind, style) for kind in kinds)
    if r.random() < 0.3:
        a = pose(r, a, style, True)
    ours, theirs = corners_of(a), corners_of(b)
    i = r.randrange(len(ours))
    p, q = ours[i - 1], ours[i]
    k = r.choice((0.0, 1.0, 0.5, r.random()))
    target = tuple(x + k * (y - x) for x, y in zip(p, q))
    c = r.choice(theirs)
    return a, moved(b, [target[j] - c[j] for j in (0, 1)])


def parallel(r, kinds):
    """An edge of b along one of a, beside it, on it, or a little across it."""
    style = r.choice((Plain, Lattice))
    a = draw_shape(r, kinds[0], style)
    if r.random() < 0.3:
        a = pose(r, a, style, True)
    b = draw_shape(r, kinds[1], style)
    ours = corners_of(a)
    i = r.randrange(len(ours))
    p, q = ours[i - 1], ours[i]
    e = (q[0] - p[0], q[1] - p[1])
    if not any(e) or b.kind in ("circle", "rect"):
        return touching(r, kinds)
    k = r.choice((1.0, -1.0, 0.5, 2.0, -2.0)) if style.whole else r.uniform(-2, 2)
    start = tuple(x + r.choice((0.0, 1.0, 0.5, -1.0)) * y for x, y in zip(p, e))
    end = (start[0] + k * e[0], start[1] + k * e[1])
    aside = r.choice((0.0, 0.0, 1.0, -1.0, 0.25, r.uniform(-1, 1)))
    across = (-e[1] * aside, e[0] * aside)
    if b.kind == "plane":
        n = r.choice(((e[1], -e[0]), (-e[1], e[0])))
        b = Shape("plane", n, n[0] * start[0] + n[1] * start[1])
        return a, moved(b, across)
    points = [start, end]
    if b.kind in ("triangle", "polygon", "round"):
        points.append((start[0] - e[1] * aside * 2, start[1] + e[0] * aside * 2 + 0.5 * e[1]))
    out = Shape(b.kind, [x for p in points for x in p], b.extra)
    if b.kind in ("polygon", "round"):
        if not sound(out):
            return touching(r, kinds)
        out = Shape(b.kind, wind(r, points), b.extra)
    return a, moved(out, across) if sound(moved(out, across)) else out


def thin(r, kinds):
    """Corners nearly in line, segments nearly without length."""
    a, b = random(r, kinds)
    made = []
    for s in (a, b):
        if s.kind in ("triangle", "segment", "capsule") and not s.posed:
            n = list(s.numbers)
            k = r.uniform(-1, 2) if s.kind == "triangle" else r.choice((1e-9, 1e-16))
            n[-2:] = [n[0] + k * (n[2] - n[0]), n[1] + k * (n[3] - n[1])]
            s.numbers = tuple(n)
        elif s.kind in ("polygon", "round") and not s.posed:
            x, y = s.numbers[:2]
            e = (r.uniform(-1, 1), r.uniform(-1, 1))
            h = r.choice((1e-16, 1e-15, 1e-9, 1e-3))
            points = [(x, y), (x + e[0], y + e[1]), (x + 0.4 * e[0] - h * e[1],
                                                   y + 0.4 * e[1] + h * e[0])]
            t = Shape(s.kind, [c for p in points for c in p], s.extra)
            s = t if sound(t) else s
        elif s.kind in ("rect", "plane") and s.posed:
            s.scale = (s.scale[0], 10 ** r.uniform(-12, -1))
        made.append(s)
    a, b = made
    return (a, moved(b, to_touch(r, a, b))) if r.random() < 0.5 else (a, b)


def apart(r, kinds):
    """Sizes up to 1e30 apart."""
    a, b = (draw_shape(r, kind, r.choice((Plain, Lattice))) for kind in kinds)
    k = 10.0 ** r.uniform(-29, -2)
    if r.random() < 0.5:
        a = grown(a, k)
    else:
        b = grown(b, k)
    if not (sound(a) and sound(b)):
        return touching(r, kinds)
    choice = r.random()
    if choice < 0.4:
        b = moved(b, to_touch(r, a, b))
    elif choice < 0.7:
        c, d = r.choice(corners_of(a)), r.choice(corners_of(b))
        b = moved(b, [c[j] - d[j] for j in (0, 1)])
    return a, b


CATEGORIES = (level, random, turned, lattice, touching, exactly_touching, nested, shared, parallel, thin,
              apart)

# ---- Points -----------------------------------------------------------------------------------


def draw_point(r, shapes, style):
    """Near one of the shapes: on a corner, an edge, the rim, its middle, or about."""
    shape = r.choice(shapes)
    corners = corners_of(shape)
    i = r.randrange(len(corners))
    p, q = corners[i - 1], corners[i]
    choice = r.random()
    size = max(math.dist(p, q), radius_of(shape)) or 1.0
    if choice < 0.15:
        return q
    if choice < 0.45:
        k = r.choice((0.5, 0.25, 2.0, -1.0, r.uniform(-1, 2)))
        p = tuple(x + k * (y - x) for x, y in zip(p, q))
        radius, c = radius_of(shape), r.choice(TRIPLES)
        long = math.hypot(*c)
        p = tuple(x + radius * y / long for x, y in zip(p, c))
        return p if r.random() < 0.5 else tuple(nudge(r, x) if x else x for x in p)
    if choice < 0.6:
        return centre(shape)
    if style.whole or choice < 0.7:
        return tuple(float(round(x + r.uniform(-3, 3))) if abs(x) < 1e15 else x for x in q)
    return tuple(x + size * r.uniform(-1.5, 1.5) for x in q)


# ---- The whole scene, elsewhere or of another size -------------------------------------------


def all_of(case, f, at):
    return Case(f(case.a), f(case.b), at(case.point), False, case.name)


def far(r, case):
    v = [r.choice((1, -1)) * 10 ** r.uniform(6, 8) for _ in (0, 1)]
    if case.whole or r.random() < 0.3:
        v = [float(round(x)) for x in v]
    out = all_of(case, lambda s: moved(s, v), lambda p: (p[0] + v[0], p[1] + v[1]))
    out.whole = case.whole
    out.name += ", far"
    return out


def scaled(r, case):
    apart_ = case.name.startswith("apart")
    k = r.uniform(-36, 65) if apart_ else r.uniform(-60, 65)
    k = 10.0 ** round(k) if r.random() < 0.5 else 2.0 ** round(k / math.log10(2))
    out = all_of(case, lambda s: grown(s, k), lambda p: (p[0] * k, p[1] * k))
    out.name += ", scaled"
    return out


def whole(shape):
    numbers = (*shape.numbers, shape.extra, *shape.position, *shape.scale)
    return (all(abs(x) <= 2**20 and x == int(x) for x in numbers)
            and (not shape.posed or shape.angle == 0)
            and (shape.kind != "plane" or shape.scale in ((1.0, 1.0), (-1.0, -1.0))))


def is_whole(case):
    """Small integers all of them?"""
    return (whole(case.a) and whole(case.b)
            and all(x == int(x) and abs(x) < 2**20 for x in case.point))


def promised(case):
    """Are all magnitudes in the range where exactness is promised?"""
    sizes = [abs(x) for s in (case.a, case.b) for x in (*s.numbers, s.extra, *s.position) if x]
    sizes += [abs(x) for x in case.point if x]
    return not sizes or (min(sizes) >= 1e-70 and max(sizes) <= 1e70)


def draw(r, pair, category):
    a, b = CATEGORIES[category](r, pair)
    while not (sound(a) and sound(b)):  # rounding may spoil a polygon
        a, b = CATEGORIES[category](r, pair)
    if pair[1] == POINT:
        point = b.position
    else:
        if r.random() < 0.2:
            a, b = b, a
        point = draw_point(r, (a, b), Lattice if whole(a) and whole(b) else Plain)
    case = Case(a, b, point, name=CATEGORIES[category].__name__)
    case.whole = is_whole(case)
    choice, out = r.random(), case
    if choice < 0.2 and not case.name == "apart":
        out = far(r, case)
    elif choice < 0.5:
        out = scaled(r, case)
    return out if promised(out) and sound(out.a) and sound(out.b) else case


PAIRS = tuple((KINDS[i], KINDS[j]) for i in range(len(KINDS)) for j in range(i, len(KINDS)))
PAIRS += tuple((kind, POINT) for kind in KINDS)
