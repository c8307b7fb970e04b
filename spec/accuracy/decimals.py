# SPDX-License-Identifier: MIT
"""Vectors of decimals, with the 120 digits of surds.CONTEXT."""

from decimal import Decimal

from surds import CONTEXT

add, subtract = CONTEXT.add, CONTEXT.subtract
multiply, divide, square_root = CONTEXT.multiply, CONTEXT.divide, CONTEXT.sqrt
NOTHING = Decimal(0)


def d_dot(a, b):
    return add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]))


def d_minus(a, b):
    return tuple(subtract(x, y) for x, y in zip(a, b))


def d_along(a, k, b):
    return tuple(add(x, multiply(k, y)) for x, y in zip(a, b))


def d_length(a):
    return square_root(d_dot(a, a))


def d_unit(a):
    n = d_length(a)
    return tuple(divide(x, n) for x in a) if n else None


def decimals(doubles):
    return tuple(Decimal(x) for x in doubles)


def combine(matrix, v, transposed=False):
    """Of nine decimals, row by row."""
    if transposed:
        return tuple(d_dot(matrix[i::3], v) for i in range(3))
    return tuple(d_dot(matrix[i:i + 3], v) for i in (0, 3, 6))
