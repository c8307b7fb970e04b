# SPDX-License-Identifier: MIT
"""Casts at hulls, judged in rationals: the line is clipped by the planes of all faces.

A cast has one line of the driver's answer: the exact way, what is public, and the short way, which
may be unsure. Whether it hits, whether it starts inside and through which face it enters have to
be exact; t, t_exit, point and normal within what src/collide/cast.h says.
"""

import math
from fractions import Fraction

from vectors import cross, dot, minus

IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
EPS = 2.0**-52


def length(v):
    return math.sqrt(sum(float(x) ** 2 for x in v))


def determinant(m):
    return dot(m[0:3], cross(m[3:6], m[6:9]))


def draw_pose(r, size):
    position = tuple(size * r.choice((0, 0, 1, r.gauss(0, 3))) for _ in range(3))
    which = r.randrange(4)
    if which == 0:
        return (0.0, 0.0, 0.0) + IDENTITY
    if which == 1:
        return position + IDENTITY
    while True:
        if which == 2:  # signed permutations and dyadic shears
            linear = [r.choice((-1.0, 0.0, 0.0, 1.0, 0.5)) for _ in range(9)]
        else:
            linear = [r.gauss(0, 1) for _ in range(9)]
        if abs(determinant(linear)) > 0.05:
            return position + tuple(linear)


def in_world(pose, p):
    p = [Fraction(x) for x in p]
    return tuple(
        Fraction(pose[i]) + sum(Fraction(pose[3 + 3 * i + j]) * p[j] for j in range(3))
        for i in range(3)
    )


def draw_segment(r, world, faces, size):
    """Through corners, along edges and in faces' planes, as exactly as doubles may; or anywhere."""
    loop = r.choice(faces)
    a, b = (tuple(map(float, world[r.choice(loop)])) for _ in range(2))
    c = tuple(map(float, world[r.choice(r.choice(faces))]))

    def near():
        return tuple(x + size * r.gauss(0, 1) for x in a)

    def mix(p, q, k):
        return tuple(x + k * (y - x) for x, y in zip(p, q))

    which = r.randrange(8)
    if which == 0:
        return near(), near()
    if which == 1:
        return near(), a
    if which == 2:
        return mix(a, b, -1.0), mix(a, b, 2.0)
    if which == 3:
        return mix(a, b, 0.5), near()
    if which == 4:
        p, way = mix(a, b, 0.5), [0.0, 0.0, 0.0]
        way[r.randrange(3)] = r.choice((-4.0, 4.0)) * size
        return tuple(x - y for x, y in zip(p, way)), tuple(x + y for x, y in zip(p, way))
    if which == 5:
        p = mix(mix(a, b, 0.5), c, r.choice((0.0, 0.25, 1.5)))
        return p, p
    if which == 6:
        return near(), mix(mix(a, b, 0.5), c, 0.5)
    p = mix(c, mix(a, b, 0.5), r.choice((0.5, 1.0)))
    q = near()
    return mix(p, q, 1000.0), p


def clip(planes, f, d):
    """t_enter, t_exit and the faces there; None for a miss."""
    enter = leave = left = None
    entered = []
    for n, (normal, a) in enumerate(planes):
        rate, height = dot(normal, d), dot(normal, minus(a, f))
        if rate == 0:
            if height < 0:
                return None
            continue
        t = height / rate
        if rate < 0:
            if enter is None or t > enter:
                enter, entered = t, []
            if t == enter:
                entered.append(n)
        elif leave is None or t < leave:
            leave, left = t, n
    return (enter, leave, entered[0], left) if enter <= leave else None


def expect(planes, f, g):
    """None for a miss; or inside, the face from 1 or 0, t, t_exit or None, and its face from 0."""
    d = minus(g, f)
    if d == (0, 0, 0):
        heights = [dot(normal, minus(f, a)) for normal, a in planes]
        return (1, 0, 0, None, None) if max(heights) <= 0 else None
    found = clip(planes, f, d)
    if found is None or found[0] > 1 or found[1] < 0:
        return None
    if found[0] < 0:
        return 1, 0, 0, found[1], found[3]
    return 0, found[2] + 1, found[0], found[1], found[3]


def is_near(t, expected, plane, f, d, size, condition):
    """t where the line crosses the plane, within twice what is promised."""
    normal, a = plane
    rate = abs(float(dot(normal, d))) / length(normal)
    reach = size + length(minus(f, a)) + abs(float(expected)) * length(d)
    return abs(float(Fraction(t) - expected)) * rate <= 16 * EPS * reach * condition


def judge_answer(answer, expected, planes, f, g, size, condition):
    if expected is None or answer == "miss":
        return None if expected is None and answer == "miss" else "a hit or a miss"
    inside, face, t, t_exit, *rest = map(float, answer.split())
    if (inside, face) != expected[:2]:
        return "inside or the face: %d %d instead of %d %d" % ((inside, face) + expected[:2])
    if expected[0] == 1:
        if t != 0:
            return "t inside"
        if expected[3] is None:
            return None if t_exit == math.inf else "t_exit of a point"
        d = minus(g, f)
        near = is_near(t_exit, expected[3], planes[expected[4]], f, d, size, condition)
        return None if near else "t_exit inside"
    normal, a = planes[expected[1] - 1]
    d = minus(g, f)
    if not is_near(t, expected[2], planes[expected[1] - 1], f, d, size, condition):
        return "t: %r instead of %r" % (t, float(expected[2]))
    if expected[2] in (0, 1) and t != expected[2]:
        return "t at an end"
    if t_exit < t or not is_near(t_exit, expected[3], planes[expected[4]], f, d, size, condition):
        return "t_exit: %r instead of %r" % (t_exit, float(expected[3]))
    off = abs(float(dot(normal, minus(tuple(map(Fraction, rest[:3])), a)))) / length(normal)
    if off > 16 * EPS * (size + max(abs(x) for x in rest[:3])) * condition:
        return "a point off the face by %g" % off
    way = [float(x) / length(normal) for x in normal]
    if max(abs(x - y) for x, y in zip(way, rest[3:])) > 1e-12 * condition:
        return "the normal"
    return None


def judge(r, points, lines, driver, count):
    """Why an answer is wrong, or None. Scales that are not near 1 are left to accuracy."""
    size = max(max(map(abs, p)) for p in points)
    if not 1e-25 < size < 1e25:
        return None
    faces = [tuple(map(int, line.split())) for line in lines[2:]]
    pose = draw_pose(r, size)
    linear = pose[3:]
    sign = 1 if determinant(list(map(Fraction, linear))) > 0 else -1
    condition = 1 if linear == IDENTITY else 1000
    world = [in_world(pose, p) for p in points]
    size = max(max(abs(float(x) - y) for x, y in zip(p, pose)) for p in world)
    planes = []
    for a, b, c in (loop[:3] for loop in faces):
        normal = cross(minus(world[b], world[a]), minus(world[c], world[a]))
        planes.append((tuple(sign * x for x in normal), world[a]))
    segments = [draw_segment(r, world, faces, size) for _ in range(count)]
    answers = driver.cast(pose, [p + q for p, q in segments])
    bounds = list(map(Fraction, map(float, answers[0].split())))
    for k in range(3):
        along = [p[k] for p in world]
        if bounds[2 * k] > min(along) or bounds[2 * k + 1] < max(along):
            return "bounds that are too narrow"
        if min(along) - bounds[2 * k] > 1e-13 * size * condition:
            return "bounds that are too wide"
    for (p, q), answer in zip(segments, answers[1:]):
        f, g = tuple(map(Fraction, p)), tuple(map(Fraction, q))
        expected = expect(planes, f, g)
        for way, one in zip(("exact", "public", "short"), answer.split(", ")):
            if way == "short" and one == "unsure":
                continue
            wrong = judge_answer(one, expected, planes, f, g, size, condition)
            if wrong is not None:
                return "%s way: %s; pose %s, from %s to %s" % (way, wrong, pose, p, q)
    return None
