#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The fast paths of triangles against boxes and cells against the exact ones.

    voxel.py [--quick] [--cases N] [--seed S] [--only MARGIN [--narrow VALUE]]

See walk_margins.py for how, and voxel_cases.c for what is drawn.
"""

import itertools
import os
import sys
from fractions import Fraction

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "voxel"))

import clip  # noqa: E402
from walk_margins import Margin, main  # noqa: E402

EXACT = {"VOXEL_PLACE": "INFINITY", "SIX_TERMS": "INFINITY",
         "TEST_BOUNDS": "INFINITY", "TEST_EDGES": "INFINITY", "TEST_NORMAL": "INFINITY"}

MARGINS = [
    Margin("VOXEL_PLACE", "6.5 u", "8 u", "0x1p-53", "place"),
    Margin("VOXEL_DOUBT", "see the two below", "2", "0.125", "small rows"),
    Margin("SLABS_EDGE", "0.5", "1", "0x1p-4", "rows"),
    Margin("SLABS_NORMAL", "0.89", "1", "0x1p-6", "rows"),
    Margin("SLABS_PLANE", "2.4", "3", "0x3p-7", "rows"),
    Margin("TEST_BOUNDS", "6 u", "6.1 u", "0.25", "box axes"),
    Margin("TEST_EDGES", "26 u", "26.1 u", "0.0625", "box plane axes"),
    Margin("TEST_NORMAL", "20 u", "20.1 u", "0.125", "box axes"),
    Margin("SIX_TERMS", "8 u", "9 u", "0x1p-53", "side"),
]

MOST = 150  # cells that Python looks at for one triangle


# ---- What Python says -----------------------------------------------------------------


def doubles(words):
    return [float.fromhex(x) for x in words]


def code_of(size, origin, x):
    k = int((Fraction(x) - Fraction(origin)) // Fraction(size))
    while k * size + origin > x:
        k -= 1
    while (k + 1) * size + origin <= x:
        k += 1
    return 2 * k + (k * size + origin != x)


def judge_place(asked, rest):
    if rest[-1] == ["none"]:
        return None
    d = doubles(asked)
    return [str(code_of(*d[i:i + 3])) for i in (0, 3, 6)]


def behind(codes, corners):
    """The axes across which the triangle lies in a boundary, and the layer behind it there, or
    None when it has no area."""
    for axis in range(3):
        first = codes[0][axis]
        if first % 2 or any(code[axis] != first for code in codes):
            continue
        u, v = (axis + 1) % 3, (axis + 2) % 3
        a, b, c = [[Fraction(p[u]), Fraction(p[v])] for p in corners]
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        yield axis, first // 2 - (area > 0) if area else None


def judge_cells(asked, rest):
    """All cells of the bounds, one by one, by cutting the triangle."""
    if rest[-1] == ["none"]:
        return None
    d, opened = doubles(asked[:15]), asked[15] == "1"
    size, origin = d[0:6:2], d[1:6:2]
    corners = [d[6 + 3 * i:9 + 3 * i] for i in range(3)]
    codes = [[code_of(size[i], origin[i], p[i]) for i in range(3)] for p in corners]
    layers = dict(behind(codes, corners)) if opened else {}
    if None in layers.values():
        return []
    ranges = []
    for i in range(3):
        least, most = min(c[i] for c in codes), max(c[i] for c in codes)
        ranges.append(range((least - 1) // 2, most // 2 + 1))
    for axis, layer in layers.items():
        ranges[axis] = [layer]
    if len(ranges[0]) * len(ranges[1]) * len(ranges[2]) > MOST:
        return None
    found = []
    for cell in itertools.product(*ranges[::-1]):
        if is_touched(cell[::-1], size, origin, corners, opened, layers):
            found.append(cell[::-1])
    said = [int(x) for x in rest[-1]]
    said = [tuple(said[i:i + 3]) for i in range(0, len(said), 3)]
    if sorted(said) == sorted(found):
        return rest[-1]
    return [str(x) for cell in found for x in cell]


def is_touched(cell, size, origin, corners, opened, layers):
    low = [k * s + o for k, s, o in zip(cell, size, origin)]
    high = [(k + 1) * s + o for k, s, o in zip(cell, size, origin)]
    shift = clip.shift_of([*low, *high, *(x for p in corners for x in p)])
    low, high = [[clip.integer(x, shift) for x in p] for p in (low, high)]
    triangle = [tuple(clip.integer(x, shift) for x in p) for p in corners]
    if not opened:
        return clip.meets(triangle, low, high)
    # Of a layer behind the triangle: what the projection meets.
    for axis in layers:
        middle = low[axis] + high[axis]
        low[axis], high[axis] = 2 * low[axis], 2 * high[axis]
        for i in range(3):
            if i != axis:
                low[i], high[i] = 2 * low[i], 2 * high[i]
        triangle = [tuple(middle if i == axis else 2 * p[i] for i in range(3)) for p in triangle]
    return clip.meets_open(triangle, low, high)


def judge_box(asked, rest):
    if not rest[-1]:
        return None
    d = doubles(asked)
    shift = clip.shift_of(d)
    v = [[clip.integer(x, shift) for x in d[i:i + 3]] for i in range(0, 21, 3)]
    triangle = [tuple(x + y for x, y in zip(p, v[5])) for p in v[:3]]
    low, high = [[x + y for x, y in zip(p, v[6])] for p in v[3:5]]
    return [str(int(clip.meets(triangle, low, high)))]


def judge_boxes(asked, rest):
    x = [Fraction(x) for x in doubles(asked)]
    one, two = [[(x[i] + x[i + 2], x[i + 1] + x[i + 2]) for i in (at, at + 3, at + 6)]
                for at in (0, 9)]
    meets = all(a[0] <= b[1] and b[0] <= a[1] for a, b in zip(one, two))
    return 2 * [str(int(meets))]


def judge_side(asked, rest):
    a, b, c, p = [[Fraction(x) for x in doubles(asked[i:i + 3])] for i in (0, 3, 6, 9)]
    e, f, g = [[x - y for x, y in zip(q, a)] for q in (b, c, p)]
    side = sum(g[i] * (e[i - 2] * f[i - 1] - e[i - 1] * f[i - 2]) for i in range(3))
    return [str((side > 0) - (side < 0))]


JUDGES = {"place": judge_place, "small": judge_cells, "rows": judge_cells, "box": judge_box,
          "axes": judge_box, "plane": judge_box, "boxes": judge_boxes, "side": judge_side}
QUICK = {"place": 60000, "small": 60000, "rows": 10000, "box": 60000, "axes": 60000,
         "plane": 60000, "boxes": 60000, "side": 60000}
WEIGHTS = {"rows": 0.2}

if __name__ == "__main__":
    sys.exit(main("voxel_cases", EXACT, MARGINS, JUDGES, QUICK, WEIGHTS))
