# SPDX-License-Identifier: MIT
"""MagicaVoxel's .vox and .binvox, read and written in Python from their
descriptions alone (ephtracy/voxel-model; patrickmin.com/binvox).

A scene is a dict: version, models (size, voxels as (x, y, z, color)), nodes,
layers (id: hidden), colors (256 of (r, g, b, a), or None), imap (256 or None). A node
is ("nTRN", id, hidden, child, layer, frames), ("nGRP", id, children) or
("nSHP", id, models); a frame is (rotation as three rows or None, translation or None).
"""

import struct
from fractions import Fraction


def number(n):
    return struct.pack("<i", n)


def text(s):
    return number(len(s)) + s.encode()


def entries(pairs):
    return number(len(pairs)) + b"".join(text(k) + text(v) for k, v in pairs)


def chunk(name, content, children=b""):
    return name.encode() + number(len(content)) + number(len(children)) + content + children


def rotation_bits(rows):
    columns = [next(j for j in range(3) if row[j]) for row in rows]
    bits = columns[0] | columns[1] << 2
    for i, row in enumerate(rows):
        bits |= (1 if sum(row) < 0 else 0) << 4 + i
    return bits


def node_chunk(node):
    kind, ident = node[0], node[1]
    if kind == "nGRP":
        return chunk(kind, number(ident) + entries([]) + number(len(node[2]))
                     + b"".join(map(number, node[2])))
    if kind == "nSHP":
        return chunk(kind, number(ident) + entries([]) + number(len(node[2]))
                     + b"".join(number(m) + entries([]) for m in node[2]))
    _, _, hidden, child, layer, frames = node
    attributes = [("_name", "a name")] + ([("_hidden", "1")] if hidden else [])
    content = number(ident) + entries(attributes) + number(child) + number(-1) + number(layer)
    content += number(len(frames))
    for i, (rows, offset) in enumerate(frames):
        pairs = [("_f", str(i))] if len(frames) > 1 else []
        if rows is not None:
            pairs.append(("_r", str(rotation_bits(rows))))
        if offset is not None:
            pairs.append(("_t", "%d %d %d" % tuple(offset)))
        content += entries(pairs)
    return chunk(kind, content)


def write_vox(scene, noise=lambda: b""):
    """The bytes; noise() gives chunks to put between the others."""
    body = noise()
    for size, voxels in scene["models"]:
        body += chunk("SIZE", struct.pack("<3i", *size)) + noise()
        body += chunk("XYZI", number(len(voxels)) + b"".join(bytes(v) for v in voxels))
    for node in scene["nodes"]:
        body += node_chunk(node) + noise()
    for layer, hidden in scene["layers"].items():
        pairs = [("_name", "layer")] + ([("_hidden", "1")] if hidden else [])
        body += chunk("LAYR", number(layer) + entries(pairs) + number(-1))
    if scene["colors"] is not None:
        body += chunk("RGBA", b"".join(bytes(c) for c in scene["colors"]))
    if scene["imap"] is not None:
        body += chunk("IMAP", bytes(scene["imap"]))
    return b"VOX " + number(scene["version"]) + chunk("MAIN", b"", body + noise())


class Bytes:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        assert self.at + count <= len(self.data), "cut short"
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self):
        return struct.unpack("<i", self.take(4))[0]

    def entries(self):
        return {self.take(self.number()).decode(): self.take(self.number()).decode()
                for _ in range(self.number())}


def rotation_rows(bits):
    columns = [bits & 3, bits >> 2 & 3]
    columns.append(3 - sum(columns))
    return [[(-1 if bits >> 4 + i & 1 else 1) if j == columns[i] else 0 for j in range(3)]
            for i in range(3)]


def read_vox(data):
    b = Bytes(data)
    assert b.take(4) == b"VOX "
    scene = {"version": b.number(), "models": [], "nodes": [], "layers": {}, "colors": None,
             "imap": None}
    assert b.take(4) == b"MAIN"
    content, children = b.number(), b.number()
    assert content == 0 and children == len(data) - b.at
    while b.at < len(data):
        name, size, _ = b.take(4).decode(), b.number(), b.number()
        c = Bytes(b.take(size))
        if name == "SIZE":
            sides = (c.number(), c.number(), c.number())
        elif name == "XYZI":
            scene["models"].append((sides, [tuple(c.take(4)) for _ in range(c.number())]))
        elif name == "nTRN":
            ident, hidden, child, reserved, layer = (
                c.number(), c.entries().get("_hidden") == "1", c.number(), c.number(), c.number())
            assert reserved == -1
            frames = []
            for _ in range(c.number()):
                e = c.entries()
                frames.append((rotation_rows(int(e["_r"])) if "_r" in e else None,
                               [int(w) for w in e["_t"].split()] if "_t" in e else None))
            scene["nodes"].append((name, ident, hidden, child, layer, frames))
        elif name == "nGRP":
            ident, _ = c.number(), c.entries()
            scene["nodes"].append((name, ident, [c.number() for _ in range(c.number())]))
        elif name == "nSHP":
            ident, _, models = c.number(), c.entries(), []
            for _ in range(c.number()):
                models.append(c.number())
                c.entries()
            scene["nodes"].append((name, ident, models))
        elif name == "LAYR":
            ident = c.number()
            scene["layers"][ident] = c.entries().get("_hidden") == "1"
            c.number()
        elif name == "RGBA":
            scene["colors"] = [tuple(c.take(4)) for _ in range(256)]
        elif name == "IMAP":
            scene["imap"] = list(c.take(256))
        else:
            continue
        assert c.at == size, name
    return scene


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def matrix(frame):
    rows = frame[0] or [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    offset = frame[1] or [0, 0, 0]
    return [list(rows[i]) + [offset[i]] for i in range(3)] + [[0, 0, 0, 1]]


def instances(scene, with_hidden):
    """Each model that is placed, with its matrix; in the order of the tree."""
    nodes = {node[1]: node for node in scene["nodes"]}

    def walk(ident, outer):
        node = nodes[ident]
        if node[0] == "nTRN":
            if (node[2] or scene["layers"].get(node[4])) and not with_hidden:
                return
            yield from walk(node[3], multiply(outer, matrix(node[5][0])))
        elif node[0] == "nGRP":
            for child in node[2]:
                yield from walk(child, outer)
        else:
            yield node[2][0], outer

    unit = matrix((None, None))
    if not nodes:
        yield 0, unit
    else:
        yield from walk(0, unit)


def cells(scene, with_hidden=False):
    """What MagicaVoxel shows, by the middle of each voxel, in our axes."""
    shown = {}
    half = Fraction(1, 2)
    for model, place in instances(scene, with_hidden):
        size, voxels = scene["models"][model]
        pivot = [s // 2 if scene["nodes"] else 0 for s in size]
        for x, y, z, color in voxels:
            middle = [x + half - pivot[0], y + half - pivot[1], z + half - pivot[2], 1]
            px, py, pz = (sum(place[i][j] * middle[j] for j in range(4)) for i in range(3))
            # Turned about x by a quarter: y goes up, what was behind is at -z.
            cell = tuple((c - half).numerator for c in (px, pz, -py))
            if color and (scene["version"] > 150 or cell not in shown):
                shown[cell] = color
    if scene["imap"] is not None:
        display = {color: i + 1 for i, color in enumerate(scene["imap"])}
        shown = {cell: display[color] for cell, color in shown.items()}
    return shown


def palette(scene):
    """The colors of the indices 1 to 255."""
    stored = scene["colors"][:255]
    if scene["imap"] is None:
        return stored
    return [stored[scene["imap"][i] - 1] for i in range(255)]


def read_binvox(data):
    """Side, translate, scale and the set of full cells (i, j, k)."""
    head, body = data.split(b"data\n", 1)
    lines = head.decode().split("\n")
    assert lines[0] == "#binvox 1" and lines[4] == ""
    words = [line.split() for line in lines[1:4]]
    assert [w[0] for w in words] == ["dim", "translate", "scale"]
    depth, height, width = (int(w) for w in words[0][1:])
    assert depth == height == width and len(body) % 2 == 0
    full, at = set(), 0
    for value, count in zip(body[::2], body[1::2]):
        assert value in (0, 1) and count > 0
        for index in range(at, at + count) if value else ():
            x, rest = divmod(index, width * height)
            z, y = divmod(rest, width)
            full.add((x, y, z))
        at += count
    assert at == depth**3
    return depth, [float(w) for w in words[1][1:]], float(words[2][1]), full
