# SPDX-License-Identifier: MIT
"""Shapes and lines of small integers, where ties happen for real.

`exact_surface` gives a shape with a point that lies exactly on its surface and
a vector of integers across the surface there.
"""

import math

import lattice_flat
from draws import (INFINITY, add, along, code_of, cross, lattice_moved, nudged, nudged_vector,
                   random_quaternion, rotate, scaled, sub)
from exchange import CORNERS, FLAT, MATRIX, Case

TRIPLES = ((3, 4, 5), (4, 3, 5), (5, 12, 13), (12, 5, 13), (8, 15, 17), (1, 0, 1), (0, 1, 1))
QUADRUPLES = ((1, 2, 2, 3), (2, 3, 6, 7), (1, 4, 8, 9), (4, 4, 7, 9), (2, 6, 9, 11), (6, 6, 7, 11),
              (0, 3, 4, 5), (0, 0, 1, 1), (3, 4, 12, 13), (2, 5, 14, 15))


def integer(r, most):
    return float(r.randint(-most, most))


def point(r, most):
    """Of integers."""
    x, y, z = (integer(r, most) for _ in range(3))
    return (x, y, 0.0 if r.flat else z)


def across(r, n):
    """A vector of integers across n, of a most 2 times its length; or zero."""
    if r.flat:
        return scaled(lattice_flat.left_of(n), r.choice((1.0, -1.0, 2.0)))
    return cross(n, vector(r, 2))


def vector(r, most):
    """Of integers, not zero."""
    while True:
        v = point(r, most)
        if v != (0.0, 0.0, 0.0):
            return v


def signed(r, *values):
    return tuple(float(v * r.choice((1, -1))) for v in values)


def shuffled(r, values):
    values = list(values)
    r.shuffle(values)
    return values


def on_circle(r):
    """x, z and the radius, integers."""
    x, z, n = r.choice(TRIPLES)
    x, z = signed(r, x, z)
    return x, z, float(n)


def on_ball(r):
    *v, n = r.choice(QUADRUPLES)
    return signed(r, *shuffled(r, v)), float(n)


class Found:
    """A shape, a point of its surface, a normal there of any length, and
    directions in which lines are special."""

    def __init__(self, code, sizes, point, normal, special=()):
        self.code, self.sizes, self.point, self.normal = code, sizes, point, normal
        self.special = special or ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def sphere(r):
    p, n = on_ball(r)
    k = r.choice((1.0, 2.0, 0.5))
    return Found(code_of("sphere"), [n * k], scaled(p, k), p, (p, cross(p, vector(r, 2))))


def box(r):
    half = [float(r.randint(1, 5)) for _ in range(3)]
    axis, side = r.randrange(3), r.choice((-1.0, 1.0))
    p = [r.choice((h, -h, integer(r, int(h)), 0.0)) for h in half]
    p[axis] = side * half[axis]
    n = tuple(side if i == axis else 0.0 for i in range(3))
    special = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0), tuple(half),
               (half[0], -half[1], half[2]), (half[0], half[1], 0.0))
    return Found(code_of("box"), half, tuple(p), n, special)


def cylinder(r):
    x, z, radius = on_circle(r)
    half = float(r.randint(1, 4))
    where = r.randrange(3)
    special = ((0.0, 1.0, 0.0), (x, 0.0, z), (-z, 0.0, x), (-z, half, x), (x, half, z))
    if where == 0:
        p, n = (x, r.choice((half, -half, 0.0, 0.5)), z), (x, 0.0, z)
    elif where == 1:
        p, n = (x, r.choice((half, -half)), z), (0.0, 1.0, 0.0)
    else:
        p, n = (r.choice((0.0, 1.0)), r.choice((half, -half)), 0.0), (0.0, 1.0, 0.0)
    return Found(code_of("cylinder"), [radius, half], p, n, special)


def cone(r):
    x, z, n = on_circle(r)
    parts, rise = float(r.randint(1, 4)), float(r.randint(1, 6))
    radius, height = n * parts, rise * parts
    j = float(r.randint(0, int(parts)))
    p = (x * j, -rise * j, z * j)
    across = (rise * rise * x, n * n * rise, rise * rise * z)
    generatrix = (x, -rise, z)
    special = (generatrix, generatrix, (-x, -rise, -z), (0.0, 1.0, 0.0), (-z, 0.0, x),
               add(generatrix, (-z, 0.0, x)), (x, rise, z))
    if r.random() < 0.3:
        p = (r.choice((0.0, x, 1.0)), -height, r.choice((0.0, z)))
        across = (0.0, -1.0, 0.0)
    return Found(code_of("cone"), [radius, height], p, across, special)


def capsule(r):
    # Three directions across each other, all of integer length 7 (or 1).
    basis = r.choice(((((2, 3, 6), (3, -6, 2), (6, 2, -3)), 7),
                      (((0, 1, 0), (1, 0, 0), (0, 0, 1)), 1)))
    (w, u, v), n = ([tuple(map(float, e)) for e in basis[0]], basis[1])
    w, u, v = shuffled(r, (w, u, v))
    a = tuple(integer(r, 3) for _ in range(3))
    b = along(a, float(r.randint(0, 3)), w)
    x, z, k = on_circle(r)
    across = add(scaled(u, x), scaled(v, z))
    radius = n * k
    if r.random() < 0.6:
        p = add(along(a, r.choice((0.0, 0.5, 1.0)), sub(b, a)), across)
        if r.random() < 0.3:
            p = add(b, across)
    else:
        q, length = on_ball(r)
        across, radius = q, length
        outward = sum(q[i] * w[i] for i in range(3))
        p = add(b if outward > 0 else a, q)
    return Found(code_of("capsule"), [*a, *b, radius], p, across,
                 (w, w, across, cross(across, w), add(w, cross(across, w))))


def plane(r):
    n, p = vector(r, 4), tuple(integer(r, 5) for _ in range(3))
    d = sum(n[i] * p[i] for i in range(3))
    return Found(code_of("plane"), [*n, d], p, n, (n, cross(n, vector(r, 2))))


def triangle(r):
    a, b, c = (tuple(integer(r, 4) for _ in range(3)) for _ in range(3))
    u, v = r.choice(((0, 0), (1, 0), (0, 1), (0.5, 0), (0, 0.5), (0.5, 0.5), (0.25, 0.5),
                     (0.25, 0.75), (0.25, 0.25)))
    p = along(along(a, u, sub(b, a)), v, sub(c, a))
    n = cross(sub(b, a), sub(c, a))
    if n == (0.0, 0.0, 0.0):
        n = vector(r, 2)
    return Found(code_of("triangle"), [*a, *b, *c], p, n,
                 (sub(b, a), sub(c, b), add(sub(b, a), sub(c, a)), n))


def segment(r):
    a = point(r, 4)
    b = add(a, scaled(vector(r, 3), r.choice((1.0, 2.0))))
    w = sub(b, a)
    n = cross(w, vector(r, 2))
    p = along(a, r.choice((0.0, 1.0, 0.5, 0.25)), w)
    return Found(code_of("segment"), [*a, *b], p, n if any(n) else vector(r, 2), (w, w))


EXACT = {"segment": segment, "sphere": sphere, "box": box, "cylinder": cylinder, "cone": cone, "capsule": capsule,
         "plane": plane, "triangle": triangle}


def exact_surface(r, kind, pose):
    if r.flat:
        if kind == "rect" and not pose.kind and r.random() < 0.3:
            return lattice_flat.rect_by_corners(r, Found)
        return lattice_flat.EXACT[kind](r, Found)
    found = EXACT[kind](r)
    if kind == "box" and not pose.kind and r.random() < 0.3:
        offset = tuple(integer(r, 20) for _ in range(3))
        half = found.sizes
        found.sizes = [*sub(offset, half), *add(offset, half)]
        found.code, found.point = CORNERS, add(found.point, offset)
    return found


def line(r, found, pose, start, toward):
    """A case with the own line from start along toward; as a segment it goes to
    start + toward. The end is often at a small multiple of toward."""
    d = pose.vector(toward)
    if d == (0.0, 0.0, 0.0):
        d = vector(r, 2)
    start = pose.point(start)
    if r.random() < 0.3:
        case = Case(found.code, found.sizes, start, add(start, d), 1)
    else:
        limit = r.choice((INFINITY, INFINITY, 0.0, 0.5, 1.0, 2.0, 3.0, 0.25))
        case = Case(found.code, found.sizes, start, d, 0, limit)
    pose.give(case)
    return case


def disturbed(r, case):
    """The case with one number moved by an ulp: a tie that is none any more."""
    what = r.randrange(4)
    if what == 0:
        case.start = nudged_vector(r, case.start, 1)
    elif what == 1:
        case.toward = nudged_vector(r, case.toward, 1)
    elif what == 2 and case.max != INFINITY:
        case.max = abs(nudged(r, case.max, 1))
    return case


def some_direction(r, found):
    choice = r.randrange(4)
    if choice == 0:
        return vector(r, 3)
    if choice == 1:
        d = across(r, found.normal)
        return d if any(d) else vector(r, 2)
    if choice == 2:
        return scaled(found.normal, r.choice((1, -1)))
    d = scaled(r.choice(found.special), r.choice((1, -1)))
    return d if any(d) else vector(r, 2)


# ---- Categories ---------------------------------------------------------------


def integers(r, kind, pose):
    """Anything of small integers and halves."""
    found = exact_surface(r, kind, pose)
    k = r.choice((1.0, 0.5))
    start = scaled(point(r, 12), k)
    to = scaled(point(r, 6), k)
    toward = r.choice((vector(r, 3), sub(to, start)))
    return line(r, found, pose, start, toward if any(toward) else vector(r, 3))


def through_surface(r, kind, pose):
    """Lines through exact points of the surface, tangents among them."""
    found = exact_surface(r, kind, pose)
    d = some_direction(r, found)
    start = along(found.point, float(r.randint(-4, 2)), d)
    return line(r, found, pose, start, d)


def starts(r, kind, pose):
    """Starts exactly on the surface."""
    found = exact_surface(r, kind, pose)
    return line(r, found, pose, found.point, some_direction(r, found))


def ends(r, kind, pose):
    """Ends exactly on the surface: from both sides, and tangent."""
    found = exact_surface(r, kind, pose)
    d = some_direction(r, found)
    case = line(r, found, pose, sub(found.point, d), d)
    if not case.segment:
        k = r.choice((1.0, 2.0, 0.25))
        case.toward, case.max = scaled(case.toward, k), 1 / k
    return case


def nearly(r, kind, pose):
    """Ties as above, with one number an ulp off."""
    return disturbed(r, r.choice((through_surface, starts, ends, special))(r, kind, pose))


def special(r, kind, pose):
    """Along axes, generatrices, faces, edges."""
    found = exact_surface(r, kind, pose)
    d = scaled(r.choice(found.special), r.choice((1.0, -1.0, 0.5)))
    if not any(d):
        d = vector(r, 2)
    shift = r.choice(((0.0, 0.0, 0.0), found.special[0], vector(r, 1)))
    start = add(along(found.point, float(r.randint(-3, 2)), d), shift)
    return line(r, found, pose, start, d)


def degenerate(r, kind, pose):
    """Flat, thin and single-point shapes."""
    found = exact_surface(r, kind, pose)
    if r.flat:
        found = lattice_flat.degenerate(r, kind, Found, found)
    elif kind == "sphere":
        found = Found(found.code, [0.0], (0.0, 0.0, 0.0), vector(r, 2))
    elif kind == "box" and found.code != CORNERS:
        flat = r.sample(range(3), r.randint(1, 3))
        found.sizes = [0.0 if i in flat else h for i, h in enumerate(found.sizes)]
        found.point = tuple(0.0 if i in flat else x for i, x in enumerate(found.point))
    elif kind == "cylinder":
        which = r.randrange(3)
        if which != 1:
            found.sizes[0] = 0.0
            found.point = (0.0, found.point[1], 0.0)
        if which != 0:
            found.sizes[1] = 0.0
            found.point = (found.point[0], 0.0, found.point[2])
    elif kind == "capsule":
        a, b = found.sizes[:3], found.sizes[3:6]
        if r.random() < 0.5:
            b = a
        found.sizes = [*a, *b, 0.0]
        found.point = along(a, r.choice((0.0, 1.0, 0.5)), sub(b, a))
    elif kind == "segment" and r.random() < 0.3:
        a = point(r, 3)
        found = Found(found.code, [*a, *a], a, vector(r, 2))
    elif kind == "triangle":
        a, w = tuple(integer(r, 3) for _ in range(3)), vector(r, 2)
        if r.random() < 0.3:
            w = (0.0, 0.0, 0.0)
        b, c = (along(a, integer(r, 3), w) for _ in range(2))
        found = Found(found.code, [*a, *b, *c], r.choice((a, b, c)), vector(r, 2),
                      (w if any(w) else vector(r, 2),))
    d = some_direction(r, found)
    start = along(found.point, float(r.randint(-3, 2)), d)
    return disturbed(r, line(r, found, pose, start, d))


def points(r, kind, pose):
    """from == to: is the point in the solid?"""
    found = exact_surface(r, kind, pose)
    p = pose.point(r.choice((found.point, point(r, 6))))
    if r.random() < 0.3:
        p = nudged_vector(r, p, 1)
    case = Case(found.code, found.sizes, p, p, 1)
    pose.give(case)
    return case


def stretched(r, kind, pose):
    """Ties with each axis at a magnitude of its own, where the shape stays
    what it is: 1e-70 to 1e70 in one call."""
    found = exact_surface(r, kind, pose)
    d = some_direction(r, found)
    case = line(r, found, pose, along(found.point, float(r.randint(-4, 2)), d), d)
    if case.pose > 1 or case.rotation != (0.0, 0.0, 0.0, 1.0) or case.angle:
        return case
    k = [r.randint(-220, 220) for _ in range(3)]
    if kind in ("sphere", "capsule", "circle", "capsule_2d"):
        k = [k[0]] * 3
    if kind in ("cylinder", "cone"):
        k[2] = k[0]

    def grow(v, power=1):
        return [math.ldexp(x, power * k[i]) for i, x in enumerate(v)]
    case.sizes = stretched_sizes(kind, list(case.sizes), k, grow)
    case.start, case.toward = tuple(grow(case.start)), tuple(grow(case.toward))
    case.position = tuple(grow(case.position))
    return disturbed(r, case) if r.random() < 0.3 else case


def stretched_sizes(kind, z, k, grow):
    if kind in ("cylinder", "cone"):
        z[0], z[1] = math.ldexp(z[0], k[0]), math.ldexp(z[1], k[1])
    elif kind == "plane":
        z[:3] = grow(z[:3], -1)
    elif kind == "plane_2d":
        z[:2] = grow(z[:2], -1)
    elif kind in FLAT:
        first = 1 if kind == "polygon" else 0
        for i in range(first, len(z) - 1, 2):
            z[i:i + 2] = grow(z[i:i + 2])
    else:
        for i in range(0, 9 if kind == "triangle" else 6, 3):
            z[i:i + 3] = grow(z[i:i + 3])
        if kind == "capsule":
            z[6] = math.ldexp(z[6], k[0])
    return z


def under_matrix(r, kind, pose):
    """Ties of a solid under a matrix whose inverse doubles cannot hold, while its
    corners, rims and seams lie at doubles; and such ties an ulp off."""
    if not r.flat:
        pose = lattice_moved(r, kind)
        pose.kind, pose.matrix = MATRIX, r.choice((any_integers, dyadic_turn, mixed))(r)
    make = r.choice((ends, ends, starts, through_surface, special, nearly, nearly, points))
    return make(r, kind, pose)


def is_singular(m):
    return sum(x * y for x, y in zip(m[0], cross(m[1], m[2]))) == 0


def any_integers(r):
    while True:
        m = tuple(tuple(integer(r, 9) for _ in range(3)) for _ in range(3))
        if not is_singular(m):
            return m


def dyadic_turn(r):
    """A rotation, rounded to multiples of 2^-18."""
    q = random_quaternion(r)
    axes = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    return tuple(tuple(round(x * 2**18) / 2**18 for x in rotate(q, axis)) for axis in axes)


def mixed(r):
    """Integers with rows and columns of different magnitudes: needles and plates."""
    m = any_integers(r)
    k, n = ([r.randint(-6, 6) for _ in range(3)] for _ in range(2))
    return tuple(tuple(math.ldexp(m[i][j], k[i] + n[j]) for j in range(3)) for i in range(3))


TINY = (5e-324, 1e-310, 1e-300, 1e-250, 1e-200, 1e-160, 1e-150, 1e-100)


def tiny(r, kind, pose):
    """Ties of integers up to some hundreds, with some of the numbers tiny, most
    of them in ways that leave the tie what it is."""
    case = r.choice((ends, ends, starts, through_surface, special))(r, kind, pose)
    if case.pose <= 1 and case.scale == (1.0, 1.0, 1.0):
        case = enlarged(kind, case, float(r.randint(1, 20)))
    places = [(name, i) for name in ("start", "toward", "position") for i in range(3)
              if not (r.flat and i == 2)]
    zeros = [(name, i) for name, i in places if getattr(case, name)[i] == 0]
    if case.pose != 1:
        places, zeros = ([p for p in list_ if p[0] != "position"] for list_ in (places, zeros))
    # The start of a segment that ends in a tie may lie anywhere.
    chosen = r.sample(places if case.segment or not zeros else zeros, 1)
    if zeros:
        chosen += r.sample(zeros, r.randint(0, len(zeros)))
    for name, i in chosen:
        v = list(getattr(case, name))
        v[i] = r.choice((1, -1)) * r.choice(TINY)
        setattr(case, name, tuple(v))
    return case


def enlarged(kind, case, k):
    """All lengths times a small integer."""
    sizes = list(case.sizes)
    first = {"plane": 3, "plane_2d": 2, "polygon": 1}.get(kind, 0)
    case.sizes = sizes[:first] + [x * k for x in sizes[first:]]
    case.start, case.toward = scaled(case.start, k), scaled(case.toward, k)
    case.position = scaled(case.position, k)
    return case
