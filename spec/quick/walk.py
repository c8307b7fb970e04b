#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The fast paths of walks and of casts at grids against the exact ones.

    walk.py [--quick] [--cases N] [--seed S] [--only MARGIN [--narrow VALUE]]

See walk_margins.py for how, and walk_cases.c for what is drawn.
"""

import sys
from fractions import Fraction

from walk_margins import Margin, main

EXACT = {"CELLS_CERTAIN": "INFINITY", "RUN_ROUNDINGS": "INFINITY", "CROSSING_LEAST": "INFINITY",
         "CAST_ROUNDINGS": "INFINITY", "FRAME_CORRECTIONS": "64"}

MARGINS = [
    Margin("CELLS_CERTAIN", "7.02 u", "8 u", "0x1p-53", "walk"),
    Margin("RUN_ROUNDINGS", "33 u", "64 u", "0x1p-56", "run"),
    Margin("PLACE_GAP", "2 margins", "4 margins", "0x1p-14", "walk"),
    Margin("CROSSING_CERTAIN", "9 u^2", "16 u^2", "0x1p-106", "compare compare_to"),
    Margin("CROSSING_LEAST", "2^-484", "1e-120", "1e-250", "compare compare_to"),
    Margin("CROSSING_MOST", "2^511", "1e120", "INFINITY", "compare compare_to"),
    Margin("FRAME_DISTINCT", "2^51 cells", "2^51", "0x1p53", "distinct"),
    Margin("FRAME_CORRECTIONS", "2", "4", "0", "locate"),
    Margin("CAST_ROUNDINGS", "8.1 u", "16 u", "0x1p-53", "cast"),
]

MOST = 400  # cells of a walk that Python goes through


# ---- What Python says -----------------------------------------------------------------


def sign(x):
    return str((x > 0) - (x < 0))


def doubles(words):
    return [float.fromhex(x) for x in words]


def time_of(c):
    b, s, e, base = (Fraction(x) for x in doubles(c))
    return (b - s) / (e - base)


def judge_compare(asked, rest):
    if not rest[-1]:
        return None
    p, q = time_of(asked[:4]), time_of(asked[4:])
    return [sign(p - q), sign(q - p)]


def judge_compare_to(asked, rest):
    if not rest[-1]:
        return None
    return [sign(time_of(asked[:4]) - Fraction(float.fromhex(asked[4])))]


def judge_locate(asked, rest):
    """What is found is right; what is not found, nobody can say more of."""
    size, origin, x = doubles(asked)
    if rest[-1][0] == "0":
        return None
    k = int(rest[-1][1])
    inside = k * size + origin <= x < (k + 1) * size + origin
    return rest[-1] if inside else ["outside"]


def judge_distinct(asked, rest):
    size, origin, k = doubles(asked)
    return rest[-1] if rest[-1][0] == "0" or k * size + origin < (k + 1) * size + origin else ["0"]


class Axis:
    """Boundaries that a line crosses along an axis, with the exact times."""

    def __init__(self, size, origin, start, end, base, least=None, most=None):
        self.size, self.origin = size, origin
        way = Fraction(end) - Fraction(base)
        self.step = (way > 0) - (way < 0)
        self.cell = self.find(start)
        self.crossings = []
        if least is None:
            k, last = self.cell, end
        else:
            k, last = (least if self.step > 0 else most), None
        k += self.step > 0
        while self.step:
            b = k * size + origin
            if last is not None and (b > last if self.step > 0 else b < last):
                break
            if least is not None and not least <= k <= most + 1:
                break
            self.crossings.append(((Fraction(b) - Fraction(start)) / way, k))
            k += self.step

    def find(self, x):
        k = int((Fraction(x) - Fraction(self.origin)) // Fraction(self.size))
        while k * self.size + self.origin > x:
            k -= 1
        while (k + 1) * self.size + self.origin <= x:
            k += 1
        return k


def groups(axes):
    """(t, mask, cell before) of each group, in order."""
    times = sorted({t for axis in axes for t, _ in axis.crossings})
    at = [dict((t, k) for t, k in axis.crossings) for axis in axes]
    cell = [axis.cell for axis in axes]
    for t in times:
        mask = [i for i in range(len(axes)) if t in at[i]]
        yield t, mask, list(cell)
        for i in mask:
            cell[i] += axes[i].step


def cells_of(axes, mask, cell):
    for part in range(1, 1 << len(axes)):
        if all(i in mask for i in range(len(axes)) if part >> i & 1):
            yield part, [c + (part >> i & 1) * axes[i].step for i, c in enumerate(cell)]


def read_line(asked):
    dimensions = int(asked[0])
    return dimensions, [doubles(asked[1 + 4 * i:5 + 4 * i]) for i in range(dimensions)]


def judge_walk(asked, rest):
    """Indices, cells and times: those at an end exactly, all others within 2^-50 of themselves."""
    said = rest[-1]
    if said and said[0] in ("none", "long"):
        return None
    dimensions, lines = read_line(asked)
    axes = [Axis(size, origin, start, end, start) for size, origin, start, end in lines]
    stride = 2 + dimensions
    if len(said) > MOST * stride:
        return None
    expected, exact = [1.0, 0.0, *[axis.cell for axis in axes]], [Fraction(0)]
    for index, (t, mask, cell) in enumerate(groups(axes), 2):
        for _, entered in cells_of(axes, mask, cell):
            expected += [index, None, *entered]
            exact.append(t)
    if len(expected) != len(said):
        return ["%d cells" % (len(expected) // stride)]
    times = [float.fromhex(x) for x in said[1::stride]]
    if any(a > b for a, b in zip(times, times[1:])):
        return ["times that do not decrease"]
    for time, t in zip(times, exact):
        if abs(Fraction(time) - t) > (0 if t in (0, 1) else t * Fraction(2) ** -50):
            return ["time %s" % float(t).hex()]
    return [x if y is None else float(y).hex() if float.fromhex(x) != y else x
            for x, y in zip(said, expected)]


def judge_cast(asked, rest):
    """By going from boundary to boundary of the cells that hold something."""
    dimensions, lines = read_line(asked)
    at = 1 + 4 * dimensions
    kind, flags, limit = int(asked[at]), int(asked[at + 1]), float.fromhex(asked[at + 2])
    numbers = [int(x) for x in asked[at + 4:]]
    held = {tuple(numbers[i:i + dimensions]) for i in range(0, len(numbers), dimensions)}
    if kind != 0:
        lines = [[*line[:3], d] for line, d in zip(lines, doubles(rest[0]))]
    if all((end == start if kind == 0 else end == 0) for _, _, start, end in lines) and kind:
        return None
    return [x for hit in cast(dimensions, lines, kind, flags, limit, held) for x in hit]


def cast(dimensions, lines, kind, flags, limit, held):
    low = [min(c[i] for c in held) for i in range(dimensions)]
    high = [max(c[i] for c in held) for i in range(dimensions)]
    axes = []
    for i, (size, origin, start, end) in enumerate(lines):
        axis = Axis(size, origin, start, end, start if kind == 0 else 0.0, low[i] - 1, high[i] + 1)
        axes.append(axis)
    first = None if kind == 2 else Fraction(0)
    if kind != 2 and not flags & SKIP_INSIDE and tuple(a.cell for a in axes) in held:
        yield [str(a.cell) for a in axes] + ["|"]
    # The cell along each axis before time t, from its boundaries.
    for t in sorted({t for axis in axes for t, _ in axis.crossings}):
        if first is not None and t < first:
            continue
        if kind == 0 and t > 1 or kind == 1 and limit < INFINITY and t > Fraction(limit):
            break
        mask, cell = [], []
        for i, axis in enumerate(axes):
            k = [k for time, k in axis.crossings if time == t]
            if k and crosses(axis, t, kind):
                mask.append(i)
                cell.append(k[0] - (axis.step > 0))
            else:
                cell.append(place(axis, t, kind))
        if not mask or None in cell:
            continue
        parts = sorted(cells_of(axes, mask, cell))
        if flags & CORNERS_AHEAD:
            parts = parts[-1:]
        for _, entered in parts:
            if tuple(entered) in held:
                yield [str(x) for x in entered] + ["|"]


INFINITY = float("inf")
SKIP_INSIDE, CORNERS_AHEAD = 1, 2


def crosses(axis, t, kind):
    """A start on a boundary is in the cell above it: going up it has crossed that already."""
    return kind == 2 or t > 0 or axis.step < 0


def place(axis, t, kind):
    """The cell along an axis at a time at which it crosses no boundary; None: out of bounds."""
    if not axis.step:
        return axis.cell
    past = [k for time, k in axis.crossings if time <= t]
    if not past:
        return None
    return max(past) if axis.step > 0 else min(past) - 1


JUDGES = {"walk": judge_walk, "run": judge_walk, "compare": judge_compare, "compare_to": judge_compare_to,
          "locate": judge_locate, "distinct": judge_distinct, "cast": judge_cast}
QUICK = {"walk": 30000, "run": 10000, "compare": 60000, "compare_to": 60000, "locate": 60000,
         "distinct": 60000, "cast": 60000}
WEIGHTS = {"run": 0.2}

if __name__ == "__main__":
    sys.exit(main("walk_cases", EXACT, MARGINS, JUDGES, QUICK, WEIGHTS))
