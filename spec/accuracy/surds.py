# SPDX-License-Identifier: MIT
"""Exact numbers (p + s sqrt(D)) / q, the ends of a line's way through a solid.

A surd is the tuple (p, s, D, q): integers, s one of -1, 0, 1, D >= 0, q > 0.
q = 0 makes minus infinity of p = -1 and infinity of p = 1.
"""

from decimal import Context, Decimal, setcontext

# Decimals of 120 digits: a point may lose 60 of them against a start far away.
CONTEXT = Context(prec=120, Emin=-999999, Emax=999999)
setcontext(CONTEXT)  # a sign or abs() rounds too

ZERO = (0, 0, 0, 1)
INFINITY = (1, 0, 0, 0)
MINUS_INFINITY = (-1, 0, 0, 0)


def sign(n):
    return (n > 0) - (n < 0)


def sign_with_root(u, w, d):
    """The sign of u + w sqrt(d)."""
    su, sw = sign(u), sign(w) if d else 0
    if sw == 0 or su == sw:
        return su
    if su == 0:
        return sw
    return su * sign(u * u - w * w * d)


def sign_with_roots(u, a, d, b, e):
    """The sign of u + a sqrt(d) + b sqrt(e)."""
    if a == 0 or d == 0:
        return sign_with_root(u, b, e)
    if b == 0 or e == 0:
        return sign_with_root(u, a, d)
    sa, sb = sign(a), sign(b)
    roots = sa if sa == sb else sa * sign(a * a * d - b * b * e)
    su = sign(u)
    if roots == 0 or su == roots:
        return su
    if su == 0:
        return roots
    return su * sign_with_root(u * u - a * a * d - b * b * e, -2 * a * b, d * e)


def compare(x, y):
    """The sign of x - y."""
    p, s, d, q = x
    r, z, e, w = y
    if q == 0 or w == 0:
        return sign((p if q == 0 else 0) - (r if w == 0 else 0))
    return sign_with_roots(p * w - r * q, s * w, d, -z * q, e)


def rational(n, d):
    return (n, 0, 0, d) if d > 0 else (-n, 0, 0, -d)


def of_double(x):
    if x == float("inf"):
        return INFINITY
    n, d = x.as_integer_ratio()
    return (n, 0, 0, d)


def finite(x):
    return x[3] != 0


_POWERS = {}


def to_decimal(n):
    """An integer as a Decimal of the context's precision, or slightly more."""
    extra = n.bit_length() - 460
    if extra <= 0:
        return Decimal(n)
    power = _POWERS.get(extra)
    if power is None:
        power = _POWERS[extra] = CONTEXT.power(Decimal(2), Decimal(extra))
    return CONTEXT.multiply(Decimal(n >> extra), power)


def value(x):
    """A finite surd as a Decimal, to the context's precision but a few digits."""
    p, s, d, q = x
    if not (s and d):
        return CONTEXT.divide(to_decimal(p), to_decimal(q))
    root = CONTEXT.sqrt(to_decimal(d))
    if s < 0:
        root = -root
    if p and (p < 0) == (s > 0):  # p + root would cancel
        top, under = to_decimal(p * p - d), CONTEXT.subtract(to_decimal(p), root)
        return CONTEXT.divide(top, CONTEXT.multiply(under, to_decimal(q)))
    return CONTEXT.divide(CONTEXT.add(to_decimal(p), root), to_decimal(q))
