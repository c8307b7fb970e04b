# SPDX-License-Identifier: MIT
"""Checks the doubles that a shape keeps against sizes and pose as given.

Without a pose, or with a position alone, nothing may be rounded. Otherwise
each folded number is within a few ulps of the true one, which is rational;
and where a hit or miss differs from the one of the true pose, the point that is
hit must be within 64 eps of the other solid, times the condition of the matrix,
times the distances in its frame.
"""

from fractions import Fraction

import near
import truth
from judge import EPSILON

# Both in units of eps; the first of the largest number of the same vector or row.
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


def check(case, answer, result, tally):
    """Compares the folded shape with the given one."""
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
    differ = [i for i in (0, 1) if (result.ends[i] is None) != (true.ends[i] is None)]
    if differ:
        tally.differs += 1
        by = NEAR * EPSILON * near.condition(matrix, inverse_entries)
        if not all(near.explains(result, true, i, by) for i in differ):
            tally.wrong.append((case, "differs from the true pose beyond rounding"))
