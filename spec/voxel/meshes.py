# SPDX-License-Identifier: MIT
"""Meshes into grids: how they are drawn, what the core says, what is true.

A cell's box is cut out of every triangle (clip.py), cell by cell; of what is
then left, the inside is told by winding numbers along a line that goes another way than
the core's, from a point in the cell that nothing is in line with.
"""

import itertools
import math
import struct
import subprocess

import clip

CLOSED, OPEN = 0, 1
ERRORS = ("ok", "memory", "index", "finite", "far", "not closed")


class Mesh:
    __slots__ = ("points", "triangles", "values", "size", "origin", "rule", "method", "solid",
                 "shared", "steps")

    def __init__(self, points, triangles, size, origin):
        self.points, self.triangles = [tuple(p) for p in points], [tuple(t) for t in triangles]
        self.size, self.origin = size, origin
        self.values = None
        self.rule = self.method = self.solid = self.steps = 0
        self.shared = True

    def pack(self):
        points, triangles = self.points, self.triangles
        if not self.shared:
            points, triangles = [points[i] for t in triangles for i in t], []
        numbers = [self.rule, self.method, self.solid, self.values is not None, self.shared,
                   self.steps, len(points), len(self.triangles), *self.size, *self.origin]
        numbers += [x for p in points for x in p] + [i for t in triangles for i in t]
        numbers += self.values or []
        return struct.pack("<%dd" % len(numbers), *numbers)

    def boundary(self, axis, k):
        return k * self.size[axis] + self.origin[axis]

    def show(self):
        print("  rule %d method %d solid %d shared %d steps %d size %r origin %r" % (
            self.rule, self.method, self.solid, self.shared, self.steps, self.size, self.origin))
        print("  points %r\n  triangles %r values %r" % (self.points, self.triangles, self.values))


class Answer:
    def __init__(self, d):
        self.error, self.vertex, self.triangle = (int(next(d)) for _ in range(3))
        self.edge = (int(next(d)), int(next(d)))
        has, bounds, self.count = int(next(d)), [int(next(d)) for _ in range(6)], int(next(d))
        self.bounds = bounds if has else None
        self.cells = {}
        while True:
            x = next(d)
            if x == -1e300:
                break
            cell = (int(x), int(next(d)), int(next(d)))
            self.cells[cell] = int(next(d))
        self.held = next(d)


def ask(driver, meshes):
    run = subprocess.run([driver], input=b"".join(m.pack() for m in meshes), capture_output=True)
    if run.returncode != 0:
        raise SystemExit("voxels stopped with %d\n%s" % (run.returncode, run.stderr.decode()))
    d = iter(x for (x,) in struct.iter_unpack("<d", run.stdout))
    return [Answer(d) for _ in meshes]


# ---- Truth -----------------------------------------------------------------------------


class Exact:
    """A mesh and its boundaries in integers."""

    def __init__(self, mesh):
        self.mesh = mesh
        self.range = []
        for axis in range(3):
            at = [p[axis] for p in mesh.points] or [0.0]
            low = math.floor((min(at) - mesh.origin[axis]) / mesh.size[axis]) - 2
            high = math.floor((max(at) - mesh.origin[axis]) / mesh.size[axis]) + 2
            self.range.append(range(low, high + 1))
        lines = [[mesh.boundary(axis, k) for k in self.range[axis]] for axis in range(3)]
        self.shift = clip.shift_of([x for p in mesh.points for x in p] + sum(lines, []))
        self.points = [tuple(clip.integer(x, self.shift) for x in p) for p in mesh.points]
        self.lines = [{k: clip.integer(x, self.shift) for k, x in zip(self.range[axis], lines[axis])}
                      for axis in range(3)]

    def cells(self):
        return itertools.product(*(r[:-1] for r in self.range))

    def box(self, cell):
        return ([self.lines[i][cell[i]] for i in range(3)],
                [self.lines[i][cell[i] + 1] for i in range(3)])

    def corners(self, triangle):
        return [self.points[i] for i in triangle]

    def touched(self, triangle, cell):
        corners = self.corners(triangle)
        low, high = self.box(cell)
        if self.mesh.rule == CLOSED:
            return clip.meets(corners, low, high)
        axis = self.plane(corners)
        if axis is None:
            return clip.meets_open(corners, low, high)
        # In a boundary plane: moved to the middle of the cell that is behind.
        level, normal = corners[0][axis], area(corners, axis)
        if normal == 0 or (high if normal > 0 else low)[axis] != level:
            return False
        doubled = [[2 * x for x in p] for p in corners]
        for p in doubled:
            p[axis] = low[axis] + high[axis]
        return clip.meets_open(doubled, [2 * x for x in low], [2 * x for x in high])

    def plane(self, corners):
        for axis in range(3):
            if len({p[axis] for p in corners}) == 1 and corners[0][axis] in self.lines[axis].values():
                return axis
        return None

    def surface(self):
        values = self.mesh.values or [7] * len(self.mesh.triangles)
        found = {}
        for triangle, value in zip(self.mesh.triangles, values):
            corners = self.corners(triangle)
            ranges = []
            for axis in range(3):
                low, high = (f(p[axis] for p in corners) for f in (min, max))
                ranges.append([k for k in self.range[axis][:-1]
                               if self.lines[axis][k] <= high and self.lines[axis][k + 1] >= low])
            for cell in itertools.product(*ranges):
                if cell not in found and self.touched(triangle, cell):
                    found[cell] = value
        return found

    def inside(self, surface):
        """The cells inside that are not on the surface; by winding along z, from a point
        off the middle. None when the triangles neither agree nor pair up."""
        by_parity = not self.oriented()
        found = set()
        for x, y in itertools.product(self.range[0][:-1], self.range[1][:-1]):
            column = self.crossings(x, y)
            for z in self.range[2][:-1]:
                if (x, y, z) in surface:
                    continue
                low, high = self.lines[2][z], self.lines[2][z + 1]
                winding = 0
                for n, d, turn in column:  # at n / d
                    if 2 * n > (low + high) * d:
                        winding += turn
                if (winding % 2 if by_parity else winding) != 0:
                    found.add((x, y, z))
        return found

    def crossings(self, x, y):
        for k in itertools.count(1):
            # A point of the cell in odd fractions of its size.
            u = self.lines[0][x] * (2003 - k) + self.lines[0][x + 1] * (k + 7)
            v = self.lines[1][y] * (2011 - 2 * k - 9) + self.lines[1][y + 1] * (2 * k + 8)
            at = (u * 2010, v * 2010, 2010 * 2010)
            found = []
            for triangle in self.mesh.triangles:
                c = cross(self.corners(triangle), at)
                if c is None:
                    break
                found += c
            else:
                return found

    def oriented(self):
        balance = {}
        for triangle in self.mesh.triangles:
            for k in range(3):
                a, b = self.points[triangle[k]], self.points[triangle[(k + 1) % 3]]
                if a != b:
                    balance[min(a, b), max(a, b)] = balance.get((min(a, b), max(a, b)), 0) + (
                        1 if a < b else -1)
        return not any(balance.values())

    def open_edge(self):
        """The first edge, in the order of triangles, of an odd number of triangles."""
        count = {}
        for triangle in self.mesh.triangles:
            for k in range(3):
                edge = frozenset((self.points[triangle[k]], self.points[triangle[(k + 1) % 3]]))
                count[edge] = count.get(edge, 0) + 1
        for triangle in self.mesh.triangles:
            for k in range(3):
                a, b = triangle[k], triangle[(k + 1) % 3]
                edge = frozenset((self.points[a], self.points[b]))
                if len(edge) == 2 and count[edge] % 2:
                    return a, b
        return None


def area(corners, axis):
    u, v = (axis + 1) % 3, (axis + 2) % 3
    a, b, c = corners
    return (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u])


def cross(corners, at):
    """Where a line along z crosses: [] or [(n, d, turn)]; None when it meets an edge."""
    x, y, w = at
    sides = []
    for k in range(3):
        a, b = corners[k], corners[(k + 1) % 3]
        sides.append((b[0] - a[0]) * (y - a[1] * w) - (b[1] - a[1]) * (x - a[0] * w))
    if len({p[:2] for p in corners}) == 1:
        return None if (corners[0][0] * w, corners[0][1] * w) == (x, y) else []
    total = area(corners, 2)
    if total == 0:
        return [] if any(s > 0 for s in sides) or any(s < 0 for s in sides) else None
    if any(s == 0 for s in sides):
        return None
    if not (all(s > 0 for s in sides) or all(s < 0 for s in sides)):
        return []
    n = sum(sides[(k + 1) % 3] * corners[k][2] for k in range(3))
    return [(n, sum(sides), 1 if total > 0 else -1) if sum(sides) > 0 else
            (-n, -sum(sides), 1 if total > 0 else -1)]


# ---- Draws ---------------------------------------------------------------------------------


def frame(r):
    if r.random() < 0.4:
        return (1.0,) * 3, (0.0,) * 3
    size = tuple(r.choice((1.0, 0.1, 0.3, 0.7, 1 / 3, 4.0)) for _ in range(3))
    return size, tuple(r.choice((0.0, 0.05, -7.7, 100.3)) for _ in range(3))


def place(r, mesh_frame, p, nudged):
    """From units of cells into the world."""
    size, origin = mesh_frame
    q = [x * s + o for x, s, o in zip(p, size, origin)]
    return [math.nextafter(x, r.choice((-math.inf, math.inf))) if nudged and x and r.random() < 0.3
            else x for x in q]


STYLES = ("eighths", "tenths", "whole", "halves", "any", "mixed")


def coordinate(r, style):
    x = r.uniform(-3, 3)
    if style == "eighths":
        return round(x * 8) / 8
    if style == "tenths":
        return round(x * 10) * 0.1
    if style == "whole" or (style == "mixed" and r.random() < 0.5):
        return float(round(x))
    return round(x * 2) / 2 if style == "halves" else x


def soup(r):
    style = r.choice(STYLES)
    count = r.randint(1, 6)
    points = [[coordinate(r, style) for _ in range(3)] for _ in range(r.randint(3, 9))]
    triangles = [[r.randrange(len(points)) for _ in range(3)] for _ in range(count)]
    return points, triangles


def sliver(r):
    a, b = ([coordinate(r, "mixed") for _ in range(3)] for _ in range(2))
    t = r.choice((0.0, 0.5, 1.0, r.random()))
    c = [x + t * (y - x) for x, y in zip(a, b)]
    if r.random() < 0.5:
        c = [x + r.uniform(-1e-3, 1e-3) for x in c]
    return [a, b, c], [(0, 1, 2)]


def graze(r):
    """An edge, or the triangle, past a corner of cells or an edge between them, or through it but
    for rounding."""
    reach = r.choice((0.7, 0.7, 3.0))
    p = [float(r.randint(-2, 2)) for _ in range(3)]
    reaches, free = [reach] * 3, r.randrange(3)
    p[free] += r.choice((0.0, 0.5, r.uniform(-0.9, 0.9)))
    if r.random() < 0.5:
        reaches[free] = 0.1
    a, c = ([x + r.uniform(-d, d) for x, d in zip(p, reaches)] for _ in range(2))
    t = r.uniform(0.2, 1)
    b = [x + t * (x - y) for x, y in zip(p, a)]
    if r.random() < 0.3:
        b, d = [x + r.uniform(-k, k) for x, k in zip(p, reaches)], b
        c = [x + t * (y + z - 2 * x) for x, y, z in zip(d, b, c)]
    return [a, b, c], [(0, 1, 2)]


CUBE = [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4), (2, 6, 3), (3, 6, 7),
        (0, 4, 2), (2, 4, 6), (1, 3, 5), (3, 7, 5)]


def box(low, high, inward=False):
    points = [[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)]
    return points, [t[::-1] for t in CUBE] if inward else list(CUBE)


def joined(*parts):
    points, triangles = [], []
    for p, t in parts:
        triangles += [tuple(i + len(points) for i in triangle) for triangle in t]
        points += p
    return points, triangles


def cube(r):
    style = r.choice(STYLES)
    a = [coordinate(r, style) for _ in range(3)]
    b = [x + abs(coordinate(r, style)) + 0.5 * (style != "whole") for x in a]
    return box(a, b)


def hollow(r):
    """A cavity in a box, or two that overlap, in either direction."""
    low, high = [coordinate(r, "mixed") - 2 for _ in range(3)], [coordinate(r, "mixed") + 2.0
                                                                 for _ in range(3)]
    low = [min(a, b - 3) for a, b in zip(low, high)]
    inner = ([a + r.choice((1.0, 0.7)) for a in low], [b - r.choice((1.0, 1.2)) for b in high])
    if r.random() < 0.3:
        inner = ([a + 1.5 for a in low], [b + 1.5 for b in high])
    return joined(box(low, high), box(*inner, inward=r.random() < 0.6))


def stairs(r):
    """Blocks of unit width on one floor, each a step higher, in any quarter turn about the vertical. Neighbours share
    parts of their walls."""
    rise = r.choice((1.0, 0.5, 0.125, 0.1))
    along, start = r.randrange(2), [float(r.randint(-3, 0)) for _ in range(3)]
    parts = []
    for i in range(r.randint(1, 4)):
        low, high = list(start), [x + 1 for x in start]
        low[2 * along] += i
        high[2 * along] += i
        high[1] = start[1] + (i + 1) * rise
        parts.append(box(low, high))
    points, triangles = joined(*parts)
    if r.random() < 0.5:
        points = [[-p[2], p[1], p[0]] for p in points]
    return points, triangles


def tetrahedron(r):
    style = r.choice(STYLES)
    points = [[coordinate(r, style) for _ in range(3)] for _ in range(4)]
    triangles = [(0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0)]
    return points, triangles if r.random() < 0.7 else [t[::-1] for t in triangles]


def bent(r):
    """An octahedron with its corners moved about: closed, it may cut through itself."""
    points = [[0.0] * 3 for _ in range(6)]
    for i, p in enumerate(points):
        p[i // 2] = r.choice((1, 2, 3)) * (1.0 if i % 2 else -1.0)
        points[i] = [x + r.choice((0.0, 0.0, r.uniform(-1, 1))) for x in p]
    triangles = []
    for x, y, z in itertools.product((0, 1), (2, 3), (4, 5)):
        triangles.append((x, y, z) if (x + y + z) % 2 else (x, z, y))
    return points, triangles


SHAPES = {"stairs": stairs, "soup": soup, "sliver": sliver, "graze": graze, "cube": cube, "hollow": hollow,
          "tetrahedron": tetrahedron, "bent": bent}


def draw(r, kind):
    points, triangles = SHAPES[kind](r)
    points = [list(map(float, p)) for p in points]
    where = frame(r)
    nudged = r.random() < 0.3
    mesh = Mesh([place(r, where, p, nudged) for p in points], triangles, *where)
    mesh.rule, mesh.method = r.randint(0, 1), int(r.random() < 0.3)
    mesh.solid = int(r.random() < (0.1 if kind in ("soup", "sliver", "graze") else 0.7))
    mesh.shared, mesh.steps = r.random() < 0.7, r.choice((0, 0, 1, 5))
    if r.random() < 0.3:
        mesh.values = [r.randint(1, 65535) for _ in triangles]
    if mesh.solid and r.random() < 0.15 and mesh.triangles:
        k = r.randrange(len(mesh.triangles))
        if r.random() < 0.5:
            mesh.triangles[k] = mesh.triangles[k][::-1]
        else:
            del mesh.triangles[k]
            if mesh.values:
                del mesh.values[k]
    return mesh


# ---- Judging -----------------------------------------------------------------------------


def complaint(mesh, said):
    """None, or what is wrong."""
    true = Exact(mesh)
    if said.held != 0:
        return "%d bytes were not given back" % said.held
    edge = true.open_edge() if mesh.solid else None
    if edge is not None:
        named = said.edge
        if not mesh.shared:
            named = tuple(mesh.triangles[i // 3][i % 3] for i in said.edge)
        if ERRORS[said.error] != "not closed" or named != edge or said.cells:
            return "not closed at %r, said %s %r" % (edge, ERRORS[said.error], named)
        return None
    if said.error != 0:
        return "error %s" % ERRORS[said.error]
    surface = true.surface()
    expected = set(surface)
    if mesh.solid:
        expected |= true.inside(surface)
    if set(said.cells) != expected:
        return "missing %r, too many %r" % (sorted(expected - set(said.cells))[:5],
                                            sorted(set(said.cells) - expected)[:5])
    for cell, value in surface.items():
        if said.cells[cell] != value:
            return "value of %r is %d, not %d" % (cell, said.cells[cell], value)
    known = set(mesh.values or [7])
    if not set(said.cells.values()) <= known:
        return "a value from nowhere"
    if said.count != len(expected):
        return "count %d" % said.count
    bounds = [f(c[i] for c in expected) for f in (min, max) for i in range(3)] if expected else None
    if said.bounds != bounds:
        return "bounds %r, not %r" % (said.bounds, bounds)
    return None
