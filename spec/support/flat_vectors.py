# SPDX-License-Identifier: MIT
"""Vectors of two numbers of any kind, as tuples, and the hull of points of the plane."""


def minus(p, q):
    return (p[0] - q[0], p[1] - q[1])


def dot(p, q):
    return p[0] * q[0] + p[1] * q[1]


def cross(p, q):
    return p[0] * q[1] - p[1] * q[0]


def turn(a, b, c):
    """Positive where a, b, c go counterclockwise, 0 in line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def hull(points):
    """The corners counterclockwise, no three in line, or the one or two ends (Andrew's monotone
    chain, 1979)."""
    points = sorted(set(points))
    if len(points) < 3:
        return points
    chains = []
    for order in (points, points[::-1]):
        chain = []
        for p in order:
            while len(chain) > 1 and turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        chains.append(chain[:-1])
    return chains[0] + chains[1]
