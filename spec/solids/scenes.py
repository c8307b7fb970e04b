# SPDX-License-Identifier: MIT
"""Draws cases: two shapes of given kinds, in a category."""

import math
from fractions import Fraction

import tiles
from exchange import CORNERS, KINDS, Case, Shape

PAIRS = [(KINDS[i], KINDS[k]) for i in range(len(KINDS)) for k in range(i, len(KINDS))]

ROUNDED = ("roundbox", "roundhull")

# Directions of whole length, so that points at a whole distance are exact.
QUADRUPLES = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (3, 4, 0), (0, 3, 4), (4, 0, 3), (1, 2, 2), (2, 1, 2),
              (2, 3, 6), (6, 2, 3), (1, 4, 8), (4, 4, 7), (3, 0, 4), (3, 12, 4), (4, 12, 3), (5, 3, 12)]
PERMUTATIONS = [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)]

# ---- Numbers ---------------------------------------------------------------------------


class Whole:
    """Small integers and halves."""

    def number(self, r):
        return r.randint(-4, 4) / r.choice((1, 1, 2))

    def size(self, r):
        return r.choice((0, 0.5, 1, 1, 2, 3, 5, 7))


class Thirds(Whole):
    """What makes triangles with whole sides."""

    def number(self, r):
        return float(r.choice((0, 0, 3, 4, 5, 12, 13, -3, -4, -5, -12, 1, -1)))

    def size(self, r):
        return float(r.choice((3, 4, 5, 5, 10, 13, 12, 7, 1)))


class Any:
    def number(self, r):
        return r.uniform(-2, 2)

    def size(self, r):
        return r.uniform(0, 2)


class Wild:
    """Every magnitude between 1e-70 and 1e70, or zero."""

    def number(self, r):
        return r.choice((0, 1, -1)) * r.uniform(1, 2) * 2.0 ** r.randint(-231, 230)

    def size(self, r):
        return abs(self.number(r))


def vector(style, r):
    return tuple(style.number(r) for _ in range(3))


# ---- Shapes ------------------------------------------------------------------------------


def hull_points(style, r):
    """Points that are not all in one plane: some are on the others' faces and edges."""
    count = r.choice((4, 4, 5, 6, 8))
    if r.random() < 0.2:  # a needle or a plate
        flat = r.choice((1e-3, 0.125, 2.0 ** -20))
        return [(x, y * r.choice((1, flat)), z * flat) for x, y, z in
                (vector(style, r) for _ in range(count))]
    return [vector(style, r) for _ in range(count)]


def is_flat(points):
    p = [tuple(Fraction(x) for x in v) for v in points]
    e = [tuple(a - b for a, b in zip(v, p[0])) for v in p[1:]]
    return not any(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                   a[2] * (b[0] * c[1] - b[1] * c[0])
                   for i, a in enumerate(e) for k, b in enumerate(e[:i]) for c in e[:k])


def draw_hull(style, r):
    while True:
        points = hull_points(style, r)
        if not is_flat(points):
            return Shape("hull", [x for p in points for x in p])


def positive(style, r):
    while True:
        x = style.size(r)
        if x > 0:
            return x


def draw_shape(kind, style, r):
    size = style.size
    if kind == "sphere":
        return Shape(kind, [size(r)])
    if kind == "box":
        if r.random() < 0.2:
            a, b = vector(style, r), vector(style, r)
            return Shape(CORNERS, [min(x) for x in zip(a, b)] + [max(x) for x in zip(a, b)])
        return Shape(kind, [size(r) for _ in range(3)])
    if kind == "cylinder":
        return Shape(kind, [size(r), size(r)])
    if kind == "cone":
        return Shape(kind, [positive(style, r), positive(style, r)])
    if kind == "capsule":
        a = vector(style, r)
        b = a if r.random() < 0.1 else vector(style, r)
        return Shape(kind, [*a, *b, size(r)])
    if kind == "plane":
        n = vector(style, r)
        return Shape(kind, [*(n if any(n) else (0, 1, 0)), style.number(r)])
    if kind == "triangle":
        a, b, c = vector(style, r), vector(style, r), vector(style, r)
        if r.random() < 0.1:
            c = r.choice((a, b, tuple(2 * y - x for x, y in zip(a, b))))
        return Shape(kind, [*a, *b, *c])
    if kind == "roundbox":
        return Shape(kind, [size(r), size(r), size(r), positive(style, r)])
    if kind == "roundhull":
        return Shape(kind, [*draw_hull(style, r).numbers, positive(style, r)])
    if kind == "segment":
        a = vector(style, r)
        return Shape(kind, [*a, *(a if r.random() < 0.1 else vector(style, r))])
    return draw_hull(style, r)


# ---- Poses --------------------------------------------------------------------------------


def signed_permutation(r, factors=(1,)):
    rows = [[0.0] * 3 for _ in range(3)]
    for i, k in enumerate(r.choice(PERMUTATIONS)):
        rows[i][k] = float(r.choice((-1, 1)) * r.choice(factors))
    return [x for row in rows for x in row]


def sheared(r):
    m = signed_permutation(r, (1, 1, 2, 0.5))
    i, k = r.sample(range(3), 2)
    f = r.choice((1, -1, 0.5, 2))
    for j in range(3):
        m[3 * i + j] += f * m[3 * k + j]
    return m


def quaternion(r):
    if r.random() < 0.3:
        return list(r.choice(((0, 0, 1, 2), (1, 2, 0, 0), (1, 1, 1, 1), (0, 3, 0, 1), (1, 0, 0, 1))))
    return [r.uniform(-1, 1) for _ in range(4)]


def draw_parts(style, r):
    sort = r.random()
    if sort < 0.3:
        return []
    if sort < 0.5:
        return signed_permutation(r)
    if sort < 0.65:
        return sheared(r)
    if sort < 0.8:
        return quaternion(r) + [1, 1, 1]
    if sort < 0.9:
        return quaternion(r) + [r.choice((-2, 0.5, 1, 3)) for _ in range(3)]
    while True:
        m = [style.number(r) for _ in range(9)]
        if not is_flat([(0, 0, 0), m[:3], m[3:6], m[6:]]):
            return m


def even_parts(r):
    """What leaves a ball a ball."""
    if r.random() < 0.5:
        return []
    if r.random() < 0.2:
        return signed_permutation(r)
    return quaternion(r) + [r.choice((0.5, 1, 2, 3))] * 3


def draw_posed(kind, style, r):
    shape = draw_shape(kind, style, r)
    if shape.maker != CORNERS and r.random() < 0.85:
        even = kind in ROUNDED or kind in ("sphere", "capsule") and r.random() < 0.7
        shape.parts = tuple(float(x) for x in (even_parts(r) if even else draw_parts(style, r)))
        shape.position = vector(style, r)
    return shape


# ---- Touching in a direction -----------------------------------------------------------------


def matrix_of(shape):
    """The linear part, exact unless it is made of a rotation."""
    p = shape.parts
    if len(p) == 9:
        return [[Fraction(x) for x in p[i:i + 3]] for i in (0, 3, 6)]
    if not p:
        return [[Fraction(i == k) for k in range(3)] for i in range(3)]
    x, y, z, w = (Fraction(c) for c in p[:4])
    n = x * x + y * y + z * z + w * w
    rows = [[1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n],
            [2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n],
            [2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n]]
    return [[c * Fraction(s) for c, s in zip(row, p[4:])] for row in rows]


def root(x):
    """Exact where x is the square of a fraction."""
    x = Fraction(x)
    top, bottom = math.isqrt(x.numerator), math.isqrt(x.denominator)
    if top * top == x.numerator and bottom * bottom == x.denominator:
        return Fraction(top, bottom)
    return Fraction(math.sqrt(x))


def scaled(v, size):
    length = root(sum(x * x for x in v))
    return [x * size / length for x in v] if length else list(v)


def support(shape, n):
    """The farthest point along n from the shape's position, in fractions."""
    z = [Fraction(x) for x in shape.numbers]
    matrix = matrix_of(shape)
    g = [sum(matrix[i][k] * n[i] for i in range(3)) for k in range(3)]
    if shape.kind in ("sphere", "capsule"):
        ends = [z[:3], z[3:6]] if shape.kind == "capsule" else [[0, 0, 0]]
        own = [x + y for x, y in zip(max(ends, key=lambda p: along(g, p)), scaled(g, z[-1]))]
    elif shape.kind == "cylinder":
        own = scaled([g[0], 0, g[2]], z[0])
        own[1] = z[1] if g[1] > 0 else -z[1]
    elif shape.kind == "cone":
        rim = scaled([g[0], 0, g[2]], z[0])
        rim[1] = -z[1]
        own = max(rim, [0, 0, 0], key=lambda p: along(g, p))
    elif shape.maker == CORNERS:
        own = [z[3 + i] if g[i] > 0 else z[i] for i in range(3)]
    elif shape.kind in ("box", "roundbox"):
        own = [z[i] if g[i] > 0 else -z[i] for i in range(3)]
    else:
        own = max((z[i:i + 3] for i in range(0, len(z) - 2, 3)), key=lambda p: along(g, p))
    world = [sum(a * b for a, b in zip(row, own)) for row in matrix]
    if shape.kind in ROUNDED:
        scale = Fraction(shape.parts[4] if len(shape.parts) == 7 else 1)
        world = [x + y for x, y in zip(world, scaled(n, z[-1] * scale))]
    return world


def along(a, b):
    return sum(x * y for x, y in zip(a, b))


def put_plane(plane, shape, r):
    """Moves the half-space so that its border goes through the farthest point against its normal."""
    n = list(r.choice(QUADRUPLES))
    r.shuffle(n)
    n = [float(x * r.choice((-1, 1))) for x in n]
    plane.parts = ()
    p = support(shape, [-Fraction(x) for x in n])
    where = plane.position or (0.0,) * 3
    offset = [x + Fraction(y) - Fraction(z) for x, y, z in
              zip(p, shape.position or (0.0,) * 3, where)]
    plane.numbers = (*n, float(along(offset, [Fraction(x) for x in n])))


def put_opposite(a, b, r):
    """Two half-spaces with opposite normals, whose borders are in one plane."""
    n, f = a.numbers[:3], r.choice((1.0, 2.0, 3.0))
    a.parts = b.parts = ()
    offset = [Fraction(x) - Fraction(y) for x, y in
              zip(a.position or (0.0,) * 3, b.position or (0.0,) * 3)]
    level = along(offset, [Fraction(x) for x in n]) + Fraction(a.numbers[3])
    b.numbers = (*(-f * x for x in n), float(-Fraction(f) * level))


def make_touch(a, b, r):
    """Moves b so that it touches a: exactly, where all that takes is exact."""
    if b.maker == CORNERS or a.kind == "plane":
        a, b = b, a
    if a.kind == "plane":
        put_opposite(a, b, r)
        return
    if b.kind == "plane":
        put_plane(b, a, r)
        return
    if b.maker == CORNERS:
        return
    n = list(r.choice(QUADRUPLES))
    r.shuffle(n)
    n = [Fraction(x * r.choice((-1, 1))) for x in n]
    p, q = support(a, n), support(b, [-x for x in n])
    where = a.position or (0.0,) * 3
    b.position = tuple(float(x + Fraction(y) - z) for x, y, z in zip(p, where, q))


# ---- Categories ---------------------------------------------------------------------------------


def level(pair, r):
    """As in a game: multiples of 1/8 or 0.1, neighbours of one size, turns about the vertical, stairs."""
    style = tiles.Tiles(r)
    shapes = [Shape(kind, tiles.space_numbers(kind, r)) if r.random() < 0.7 else draw_shape(kind, style, r)
              for kind in pair]
    place, step = style.place(r, 3), style.step(r, 3)
    turns = [tiles.rotation(r) for _ in range(r.choice((1, 2)))]
    for k, s in enumerate(shapes):
        if s.maker != CORNERS:
            s.position = tuple(x + k * y for x, y in zip(place, step))
            s.parts = (*turns[k % len(turns)], 1.0, 1.0, 1.0) if r.random() < 0.5 else ()
    return shapes


def whole(pair, r):
    return [draw_posed(kind, Whole(), r) for kind in pair]


def thirds(pair, r):
    return [draw_posed(kind, Thirds(), r) for kind in pair]


def generic(pair, r):
    return [draw_posed(kind, Any(), r) for kind in pair]


def wild(pair, r):
    return [draw_posed(kind, Wild(), r) for kind in pair]


def touching(pair, r):
    shapes = [draw_posed(kind, r.choice((Whole(), Thirds(), Thirds())), r) for kind in pair]
    make_touch(*shapes, r)
    return shapes


def nearly(pair, r):
    """Touching in the world, with matrices that round."""
    shapes = [draw_posed(kind, Any(), r) for kind in pair]
    make_touch(*shapes, r)
    return shapes


def an_ulp(pair, r):
    shapes = r.choice((touching, touching, whole))(pair, r)
    for _ in range(r.choice((1, 1, 2))):
        nudge(r.choice(shapes), r)
    return shapes


def nudge(shape, r):
    """One number to the next double: a coordinate of the position, or one of the sizes."""
    toward = r.choice((-math.inf, math.inf))
    if shape.position and r.random() < 0.6:
        at = list(shape.position)
        k = r.randrange(3)
        at[k] = math.nextafter(at[k], toward) if at[k] else r.choice((-1, 1)) * 2.0 ** -60
        shape.position = tuple(at)
    elif shape.maker != CORNERS:
        z = list(shape.numbers)
        k = r.randrange(len(z))
        if z[k]:
            z[k] = math.nextafter(z[k], toward)
        shape.numbers = tuple(z)


def far(pair, r):
    """A scene far from the origin: positions that are exact stay so."""
    shapes = r.choice((whole, thirds, touching, an_ulp))(pair, r)
    offset = [r.randint(-10 ** 8, 10 ** 8) for _ in range(3)]
    for s in shapes:
        if s.maker != CORNERS:
            s.position = tuple(x + y for x, y in zip(s.position or (0.0,) * 3, offset))
        else:
            s.numbers = tuple(x + y for x, y in zip(s.numbers, offset * 2))
    return shapes


def resized(pair, r):
    """A scene that is tiny or huge."""
    shapes = r.choice((whole, thirds, touching, generic, nearly, an_ulp))(pair, r)
    f = 2.0 ** r.choice((-170, -120, 110, 200, 225))
    for s in shapes:
        s.position = tuple(x * f for x in s.position)
        if s.kind == "plane":
            s.numbers = (*s.numbers[:3], s.numbers[3] * f)
        else:
            s.numbers = tuple(x * f for x in s.numbers)
    return shapes


def deep(pair, r):
    """One about the middle of the other."""
    shapes = [draw_posed(kind, r.choice((Whole(), Any())), r) for kind in pair]
    for s in shapes:
        if s.position:
            s.position = (0.0, r.choice((0.0, 0.125)), 0.0)
    return shapes


def same(pair, r):
    """Both stand in the same place and are made of the same numbers."""
    state = r.getstate()
    first = draw_shape(pair[0], Whole(), r)
    r.setstate(state)
    second = draw_shape(pair[1], Whole(), r)
    even = any(kind in ROUNDED for kind in pair)
    position, parts = vector(Whole(), r), even_parts(r) if even else draw_parts(Whole(), r)
    for s in (first, second):
        if s.maker != CORNERS:
            s.position, s.parts = position, tuple(float(x) for x in parts)
    return [first, second]


CATEGORIES = [level, whole, thirds, generic, touching, nearly, an_ulp, far, resized, deep, same, wild,
              touching]


def draw(r, pair, index):
    category = CATEGORIES[index % len(CATEGORIES)]
    a, b = category(pair, r)
    if r.random() < 0.5:
        a, b = b, a
    return Case(a, b, category.__name__)
