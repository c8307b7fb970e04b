# SPDX-License-Identifier: MIT
"""Triangles that share edges and vertices let no ray through.

A fan of triangles around a vertex; rays aimed at the vertex and at its edges
as well as doubles allow. Seen along the ray the fan surrounds the target, so
in real arithmetic every such ray meets one of its triangles.
"""

import math
import random

from draws import (INFINITY, Pose, add, along, code_of, decades, direction, moved_pose,
                   posed_pose, scaled, sub, tangent, unit, cross)
from exchange import Case, ask
from judge import Tally


def fan(r):
    """Corners around the origin, seen from +n, and n."""
    n = unit(direction(r))
    u = tangent(r, n)
    v = cross(n, u)
    count = r.randint(3, 7)
    size = decades(r, -3, 3)
    rim = []
    for i in range(count):
        angle = 2 * math.pi * (i + r.uniform(-0.2, 0.2)) / count
        p = add(scaled(u, math.cos(angle)), scaled(v, math.sin(angle)))
        rim.append(scaled(along(p, r.uniform(-0.5, 0.5), n), size * r.uniform(0.5, 1.5)))
    return rim, n, size


def group(r):
    """The cases of one ray against all triangles of a fan."""
    rim, n, size = fan(r)
    middle = scaled(direction(r), r.choice((0.0, decades(r, -3, 6))))
    corner = [add(middle, p) for p in rim]
    pose = r.choice((lambda r, k: Pose(), moved_pose, posed_pose))(r, "triangle")
    target = pose.point(along(middle, r.choice((0.0, 0.0, r.random())) * 0.5,
                              sub(r.choice(corner), middle)))
    # Near n, so that the ray runs through the fan and not along it.
    d = unit(pose.vector(along(n, 0.3, tangent(r, n))))
    start = along(target, -size * pose.stretch() * decades(r, 0, 4), d)
    d = scaled(d, decades(r, -6, 6))
    made = []
    for i, p in enumerate(corner):
        q = corner[(i + 1) % len(corner)]
        sizes = [*middle, *p, *q] if r.random() < 0.5 else [*q, *middle, *p]
        case = Case(code_of("triangle"), sizes, start, d, 0, INFINITY)
        pose.give(case)
        made.append(case)
    return made


def check(driver, seed, count):
    r, tally = random.Random("%s/mesh" % seed), Tally()
    r.flat = False
    groups = [group(r) for _ in range(count)]
    answers = iter(ask(driver, [case for g in groups for case in g]))
    for g in groups:
        hits = [next(answers).hits[1] for _ in g]
        tally.cases += 1
        if not any(hits):
            tally.wrong.append((g[0], "a ray slips through a fan of %d triangles" % len(g)))
    return tally
