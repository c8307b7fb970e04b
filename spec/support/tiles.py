# SPDX-License-Identifier: MIT
"""Shapes as games make them: unit squares and cubes in a grid, quarter turns, ramps and stairs.

All lengths of a scene are multiples of 1/8, or of 0.1. A shape fits the unit square or cube around
its origin, so neighbours share faces, edges or corners.
"""

import math

UNITS = (0.125, 0.1)
HALF, SMALL = 0.5, 0.25
SQUARE = ((-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF))
CUBE = tuple((x, y, z) for x in (-HALF, HALF) for y in (-HALF, HALF) for z in (-HALF, HALF))
HALVES = ((0, 1, 5), (0, 5, 4), (0, 2, 3), (0, 4, 6), (0, 1, 7), (0, 7, 6))


class Tiles:
    """The numbers of one scene. It serves as a style of spec/pairs and spec/solids."""

    whole = False

    def __init__(self, r):
        self.unit = r.choice(UNITS)

    def coordinate(self, r):
        return r.randint(-16, 16) * self.unit

    number = coordinate

    def size(self, r):
        return HALF if r.random() < 0.5 else r.randint(1, 10) * self.unit

    def place(self, r, dimensions):
        """The middle of a tile, or any point of the scene."""
        if r.random() < 0.3:
            return tuple(self.coordinate(r) for _ in range(dimensions))
        return tuple(r.randint(-3, 3) + HALF for _ in range(dimensions))

    def step(self, r, dimensions):
        """To a neighbour, or one step of stairs along an axis and up."""
        step = [float(r.randint(-1, 1)) for _ in range(dimensions)]
        if r.random() < 0.4:
            step[r.randrange(dimensions)] = r.randint(-4, 4) * self.unit
        return tuple(step)


def axis(r, dimensions):
    """A unit vector along an axis."""
    v = [0.0] * dimensions
    v[r.randrange(dimensions)] = r.choice((-1.0, 1.0))
    return v


def quarter_turn(r):
    """An angle in the plane."""
    return r.choice((0.0, 0.0, math.pi / 2, math.pi, -math.pi / 2))


def flat_points(kind, r):
    """The points of a shape of the plane, and its radius."""
    if kind in ("circle", "point"):
        return [], 0.0 if kind == "point" else HALF
    if kind == "capsule":
        return [(0.0, -SMALL), (0.0, SMALL)], SMALL
    if kind == "round":
        return [(HALF * x, HALF * y) for x, y in SQUARE], SMALL
    if kind == "segment":  # a side or a diagonal
        return [SQUARE[0], SQUARE[r.choice((1, 2, 3))]], 0.0
    if kind == "polygon" and r.random() < 0.6:
        return list(SQUARE), 0.0
    return list(r.choice((SQUARE[:3], SQUARE[1:]))), 0.0  # a ramp


def space_numbers(kind, r):
    """The arguments of the maker of a shape in space."""
    if kind == "sphere":
        return [HALF]
    if kind == "box":
        return [HALF] * 3
    if kind == "cylinder":
        return [HALF, HALF]
    if kind == "cone":
        return [HALF, 1.0]
    if kind == "capsule":
        return [0.0, -SMALL, 0.0, 0.0, SMALL, 0.0, SMALL]
    if kind == "plane":
        return axis(r, 3) + [HALF]
    if kind == "segment":
        return [x for p in r.sample(CUBE, 2) for x in p]
    if kind == "triangle":  # half of a floor, a wall or a ramp
        return [x for k in r.choice(HALVES) for x in CUBE[k]]
    if kind == "roundbox":
        return [SMALL] * 4
    corners = CUBE if r.random() < 0.5 else [p for p in CUBE if p[:2] != (HALF, HALF)]  # a cube or a ramp
    if kind == "hull":
        return [x for p in corners for x in p]
    return [x * HALF for p in corners for x in p] + [SMALL]


def rotation(r):
    """A quaternion: none, a quarter turn, or any of 24 angles about the vertical."""
    sort = r.randrange(4)
    if sort == 0:
        return [0.0, 0.0, 0.0, 1.0]
    if sort == 1:
        return axis(r, 3) + [1.0]
    if sort == 2:
        return [0.0, float(r.randint(-2, 2)), 0.0, float(r.randint(1, 2))]
    angle = r.randrange(24) * math.pi / 24
    return [0.0, math.sin(angle), 0.0, math.cos(angle)]
