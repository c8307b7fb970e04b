# SPDX-License-Identifier: MIT
"""Checks the doubles that a shape keeps against sizes and pose as given.

Without a pose, or with a position alone, nothing may be rounded. Otherwise
each folded number is within a few ulps of the true one, which is rational;
and a hit or miss that differs from the one of the true pose must be so close
that a change of the pose and the sizes by 64 eps, times the condition of the
matrix, changes the answer too.
"""

import math
from fractions import Fraction

import truth
from judge import EPSILON

# In units of eps times the largest number of the same vector or row.
ALLOWED = 4
NEAR = 64


def is_rigid_shift(case):
    return case.pose == 0 or (case.pose == 1 and tuple(case.rotation) == (0.0, 0.0, 0.0, 1.0)
                              and tuple(case.scale) == (1.0, 1.0, 1.0))


def exactly_kept(case, answer):
    given, kept = truth.given_sizes(case), truth.folded_sizes(case, answer)
    names = truth.SIZES[case.kind]
    return (not answer.linear_frame and answer.position == tuple(case.position)
            and all(given[n] == kept[n] for n in names))


def ratio(shown, true, scale):
    """The largest error of a vector, over eps times the given scale."""
    worst = max(abs(Fraction(s) - t) for s, t in zip(shown, true))
    return float(worst / Fraction(EPSILON) / scale) if worst else 0.0


def largest(values):
    return max(abs(x) for x in values)


def matrix_ratio(shown, true):
    return max(ratio(shown[i:i + 3], true[i:i + 3], largest(true[i:i + 3])) for i in (0, 3, 6))


def carried(matrix, v):
    """A product, and what its terms add up to."""
    terms = [[matrix[3 * i + j] * Fraction(v[j]) for j in range(3)] for i in range(3)]
    return [sum(t) for t in terms], max(sum(abs(x) for x in t) for t in terms)


def absorbed_ratio(case, answer, matrix, inverse):
    """Of a shape that took its pose into its sizes."""
    given, kept, worst = truth.given_sizes(case), truth.folded_sizes(case, answer), 0.0
    for name in truth.SIZES[case.kind]:
        if name == "normal":
            transposed = [inverse[3 * (i % 3) + i // 3] for i in range(9)]
            true, scale = carried(transposed, given[name])
        elif name in ("radius", "distance", "height"):
            stretch = Fraction(abs(case.scale[0])) if case.pose == 1 and name == "radius" else 1
            true = [Fraction(given[name]) * stretch]
            scale, kept[name] = abs(true[0]), (kept[name],)
        else:
            true, scale = carried(matrix, given[name])
        if case.kind == "box":
            worst = max(worst, box_ratio(given, kept, matrix))
            continue
        if scale:
            worst = max(worst, ratio(kept[name], true, scale))
    return worst


def box_ratio(given, kept, matrix):
    worst = 0.0
    for i in range(3):
        ends = sorted(Fraction(given[n][i]) * matrix[4 * i] for n in "ab")
        scale = max(abs(e) for e in ends)
        if scale:
            worst = max(worst, ratio((kept["a"][i], kept["b"][i]), ends, scale))
    return worst


def check(case, answer, result, tally, r):
    """Compares the folded shape with the given one; r is a random generator."""
    if is_rigid_shift(case):
        if not exactly_kept(case, answer):
            tally.wrong.append((case, "sizes or position are not kept as given"))
        return
    inverse, matrix, inverse_entries = truth.given_inverse(case)
    if answer.position != tuple(truth.given_position(case)):
        tally.wrong.append((case, "the position is not kept as given"))
    if answer.linear_frame:
        worst = max(matrix_ratio(answer.linear, matrix),
                    matrix_ratio(answer.inverse, inverse_entries))
    else:
        worst = absorbed_ratio(case, answer, matrix, inverse_entries)
    tally.measure("pose", worst / ALLOWED, case, "the folded pose is %.3g eps off" % worst)
    line = truth.line_of(case, truth.given_sizes(case), truth.given_position(case), inverse)
    true = truth.truth(case, line)
    seen = [e is not None for e in result.ends[:2]]
    if seen != [e is not None for e in true.ends[:2]]:
        tally.differs += 1
        if not changes_nearby(case, inverse_entries, matrix, seen, r):
            tally.wrong.append((case, "differs from the true pose beyond rounding"))


def changes_nearby(case, inverse, matrix, seen, r):
    """Do poses and sizes that differ by rounding give the answers seen?"""
    flat = [float(x) for x in inverse]
    norm = math.hypot(*flat)
    condition = max(norm * math.hypot(*map(float, matrix)) / 3, 1.0)
    by = NEAR * EPSILON * condition
    sizes, place = truth.given_sizes(case), truth.given_position(case)
    reach = max([abs(x) for n in truth.SIZES[case.kind] if n != "normal"
                 for x in (sizes[n] if n in "abc" else (sizes[n],))], default=0.0)
    for attempt in range(200):
        k, grow = (by * 10.0 ** r.uniform(-6, 0) for _ in range(2))
        shaken = [Fraction(x) + Fraction(norm * k * r.uniform(-1, 1)) for x in inverse]
        den = math.lcm(*(x.denominator for x in shaken))
        ints = [x.numerator * (den // x.denominator) for x in shaken]
        grown = {n: shake(r, n, sizes[n], reach * grow) for n in truth.SIZES[case.kind]}
        if case.kind == "box" and any(x > y for x, y in zip(grown["a"], grown["b"])):
            continue
        line = truth.line_of(case, grown, place, (ints, den))
        found = truth.truth(case, line)
        if seen == [e is not None for e in found.ends[:2]]:
            return True
    return False


def shake(r, name, value, by):
    if name == "normal":
        return value
    if name in "abc":
        return tuple(x + by * r.uniform(-1, 1) for x in value)
    if name in ("radius", "height"):
        return max(value + by * r.uniform(-1, 1), 0.0)
    return value + by * r.uniform(-1, 1)
