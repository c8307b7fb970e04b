#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what src/file reads and writes, against voxfile.py,
which knows the formats from their descriptions alone.

Read: scenes of models that are turned, mirrored, nested, shared, hidden and on top of each
other, of both versions, with and without an order of colors, between chunks that nobody
knows; cell for cell and color for color what MagicaVoxel shows. And any spoilt copy of
such a file is read or refused, by code that sanitizers look over. Written: scattered and
solid grids far from the origin and across the 256 cells that a model may have.

    run.py [--scenes N] [--spoilt N] [--seed S] [--cc CC] [--build DIR] [FILE.vox ...]

Files named are read as well, and compared.
"""

import argparse
import itertools
import os
import random
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

import core
import voxfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Those of spec/hostile/files.py, too, and of the Makefile, so that the core is compiled once for all.
SANITIZERS = ["-O1", "-g1", "-w", "-fno-omit-frame-pointer",
              "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]

TURNS = [[[s if j == c else 0 for j in range(3)] for c, s in zip(columns, signs)]
         for columns in itertools.permutations(range(3))
         for signs in itertools.product((1, -1), repeat=3)]


class Mismatch(Exception):
    pass


# ---- Scenes ----------------------------------------------------------------


def draw_model(r):
    size = tuple(r.choice((1, 2, 3, 4, 5, 8)) for _ in range(3))
    spots = list(itertools.product(*map(range, size)))
    chosen = r.sample(spots, r.randint(0, len(spots)))
    return size, [spot + (r.choice((0, 1, 2, 7, 254, 255, r.randint(1, 255))),) for spot in chosen]


def draw_frame(r):
    offset = [r.randint(-4, 4) for _ in range(3)]
    if r.random() < 0.1:
        offset = [r.randint(-100000, 100000) for _ in range(3)]
    return (r.choice(TURNS) if r.random() < 0.7 else None, offset if r.random() < 0.9 else None)


def draw_nodes(r, models):
    """A tree from node 0 down, whose shapes may hang in several places."""
    nodes, shapes, fresh = [], [], itertools.count(1)

    def below(depth):
        """A transform and what hangs below it; returns its number."""
        ident = next(fresh)
        if depth == 0 or r.random() < 0.4:
            if shapes and r.random() < 0.4:
                child = r.choice(shapes)
            else:
                child = next(fresh)
                shapes.append(child)
                nodes.append(("nSHP", child, [r.randrange(models)]
                              + [r.randrange(models) for _ in range(r.randint(0, 1))]))
        else:
            child = next(fresh)
            nodes.append(("nGRP", child, [below(depth - 1) for _ in range(r.randint(0, 4))]))
        frames = [draw_frame(r) for _ in range(r.choice((1, 1, 1, 2)))]
        nodes.append(("nTRN", ident, r.random() < 0.1, child, r.randint(-1, 3), frames))
        return ident

    group = next(fresh)
    nodes.append(("nGRP", group, [below(3) for _ in range(r.randint(1, 4))]))
    nodes.append(("nTRN", 0, False, group, -1, [(None, None)]))
    r.shuffle(nodes)
    return nodes


def draw_scene(r):
    models = [draw_model(r) for _ in range(r.randint(1, 4))]
    imap = list(range(1, 256))
    r.shuffle(imap)
    return {
        "version": r.choice((150, 200)),
        "models": models,
        "nodes": draw_nodes(r, len(models)) if r.random() < 0.9 else [],
        "layers": {i: r.random() < 0.2 for i in range(3)},
        "colors": [tuple(r.randint(0, 255) for _ in range(4)) for _ in range(256)],
        "imap": imap + [0] if r.random() < 0.5 else None,
    }


def draw_noise(r):
    def noise():
        if r.random() < 0.8:
            return b""
        return voxfile.chunk(r.choice(("MATL", "rOBJ", "NOTE", "wHAT")), r.randbytes(r.randint(0, 9)))

    return noise


# ---- Grids -----------------------------------------------------------------


def draw_grid(r):
    """Few enough to be quick, wide enough to be cut: cells, and the boxes that make them."""
    corner = [r.choice((0, r.randint(-600, 600), r.randint(-10**6, 10**6))) for _ in range(3)]
    width = [r.choice((1, 5, 256, 257, 700)) for _ in range(3)]
    grid = {}
    for _ in range(r.choice((1, 40, 300))):
        cell = tuple(c + r.randrange(w) for c, w in zip(corner, width))
        for x in range(cell[0], min(cell[0] + r.choice((1, 9)), corner[0] + width[0])):
            grid[x, cell[1], cell[2]] = r.randint(1, 255)
    for spot in itertools.product(*((0, w - 1) for w in width)):
        grid[tuple(c + s for c, s in zip(corner, spot))] = 255
    boxes = [(cell, cell, value) for cell, value in grid.items()]
    if r.random() < 0.5:  # large enough for whole blocks, which a grid holds as one
        low = [c + r.randrange(w) for c, w in zip(corner, width)]
        high = [min(l + r.randrange(40), c + w - 1) for l, c, w in zip(low, corner, width)]
        boxes.append((low, high, r.randint(1, 255)))
        for cell in itertools.product(*(range(l, h + 1) for l, h in zip(low, high))):
            grid[cell] = boxes[-1][2]
    return grid, boxes


def draw_blocks(r):
    """Boxes large enough for blocks of 32 x 32 x 32, which a grid holds as one value each."""
    grid, boxes = {}, []
    for _ in range(3):
        low = [r.randint(-60, 30) for _ in range(3)]
        high = [l + r.choice((0, 20, r.randint(31, 66))) for l in low]
        boxes.append((low, high, r.randint(1, 255)))
        for cell in itertools.product(*(range(l, h + 1) for l, h in zip(low, high))):
            grid[cell] = boxes[-1][2]
    boxes.append(([0] * 3, [31] * 3, 7))  # one of these blocks
    for cell in itertools.product(range(32), repeat=3):
        grid[cell] = 7
    return grid, boxes


# ---- Running ---------------------------------------------------------------


class Driver:
    def __init__(self, arguments):
        self.directory = arguments.build
        os.makedirs(self.directory, exist_ok=True)
        self.program = os.path.join(self.directory, "driver")
        self.file = os.path.join(self.directory, "file")
        driver = os.path.join(HERE, "driver.c")
        try:
            core.build(arguments.cc, self.program, driver, flags=SANITIZERS)
        except subprocess.CalledProcessError:
            print("vox: without sanitizers, which this compiler does not have")
            core.build(arguments.cc, self.program, driver)

    def run(self, *arguments, **options):
        done = subprocess.run([self.program, *map(str, arguments)], text=True, timeout=300,
                              stdout=subprocess.PIPE, **options)
        if done.returncode != 0:
            raise Mismatch("the driver failed: " + done.stdout[:400])
        return done.stdout

    def read(self, path, with_hidden=False):
        said = self.run("read", *(["hidden"] if with_hidden else []), path)
        if said.startswith("refused"):
            raise Mismatch(said)
        rows = [tuple(map(int, line.split())) for line in said.splitlines()]
        return rows[:255], {row[:3]: row[3] for row in rows[255:]}

    def write(self, kind, boxes):
        lines = "".join("%d %d %d %d %d %d %d\n" % (*low, *high, value) for low, high, value in boxes)
        said = self.run("write", kind, self.file, input=lines)
        with open(self.file, "rb") as file:
            return said, file.read()

    def put(self, data):
        with open(self.file, "wb") as file:
            file.write(data)
        return self.file


def compare(what, got, expected):
    if got != expected:
        if isinstance(got, dict):
            got, expected = set(got.items()), set(expected.items())
            got, expected = sorted(got - expected)[:5], sorted(expected - got)[:5]
        raise Mismatch("%s: got %s, expected %s" % (what, str(got)[:300], str(expected)[:300]))


def check_scene(driver, r):
    scene = draw_scene(r)
    path = driver.put(voxfile.write_vox(scene, draw_noise(r)))
    hidden = r.random() < 0.3
    colors, cells = driver.read(path, hidden)
    compare("colors", colors, voxfile.palette(scene))
    compare("cells", cells, voxfile.cells(scene, hidden))
    return len(cells)


def check_vox(driver, grid, boxes):
    said, data = driver.write("vox", boxes)
    compare("what was said", said, "")
    scene = voxfile.read_vox(data)
    compare("cells written", voxfile.cells(scene), grid)
    wide = [max(c[i] for c in grid) - min(c[i] for c in grid) for i in range(3)]
    if max(wide) < 256:
        compare("models", len(scene["models"]), 1)
    for size, _ in scene["models"]:
        if max(size) > 256:
            raise Mismatch("a model of %s" % (size,))
    colors, cells = driver.read(driver.file)
    compare("cells read back", cells, grid)
    compare("colors read back", colors, scene["colors"][:255])


def check_binvox(driver, grid, boxes):
    said, data = driver.write("binvox", boxes)
    low = [min(c[i] for c in grid) for i in range(3)]
    high = [max(c[i] for c in grid) for i in range(3)]
    side, translate, scale, full = voxfile.read_binvox(data)
    compare("what was said", said, "")
    compare("side", side, max(h - l for l, h in zip(low, high)) + 1)
    compare("cells", {tuple(c + l for c, l in zip(cell, low)) for cell in full}, set(grid))
    # The driver's frame: cells of a quarter from (10, -20, 30) on.
    compare("translate", translate, [o + l / 4 for o, l in zip((10, -20, 30), low)])
    compare("scale", scale, side / 4)


def check_refusals(driver):
    for kind, grid, words in (
            ("vox", {(3, -4, 5): 256}, "cell (3, -4, 5) holds 256"),
            ("vox", {(2**31, 0, 0): 1}, "along x are too far out"),
            ("vox", {(0, 0, 2**31): 1}, "along z are too far out"),
            ("binvox", {(0, 0, 0): 1, (0, 4096, 0): 1}, "4097 cells long")):
        said, _ = driver.write(kind, [(cell, cell, value) for cell, value in grid.items()])
        if not said.startswith("refused: ") or words not in said:
            raise Mismatch("%s of %s: %s" % (kind, grid, said))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scenes", type=int, default=150)
    parser.add_argument("--grids", type=int, default=60)
    parser.add_argument("--spoilt", type=int, default=30000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--build", default=os.path.join("build", "vox"))
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    driver = Driver(arguments)
    r = random.Random(arguments.seed)
    total = 0
    for i in range(arguments.scenes):
        r.seed("scene %d %d" % (arguments.seed, i))
        total += check_scene(driver, r)
    print("vox: %d scenes of others, %d cells" % (arguments.scenes, total))
    for i in range(arguments.grids):
        r.seed("grid %d %d" % (arguments.seed, i))
        grid, boxes = draw_grid(r)
        check_vox(driver, grid, boxes)
        if max(max(c[k] for c in grid) - min(c[k] for c in grid) for k in range(3)) < 300:
            check_binvox(driver, grid, boxes)
    for i in range(arguments.grids // 30):
        r.seed("blocks %d %d" % (arguments.seed, i))
        grid, boxes = draw_blocks(r)
        check_vox(driver, grid, boxes)
        check_binvox(driver, grid, boxes)
    check_refusals(driver)
    print("vox: %d grids written and read back" % (arguments.grids + arguments.grids // 30))
    r.seed("spoilt %d" % arguments.seed)
    for part in range(4):
        scene = draw_scene(r)
        path = driver.put(voxfile.write_vox(scene, draw_noise(r)))
        count = arguments.spoilt // 4
        refused = int(driver.run("mangle", arguments.seed + part, count, path))
        print("vox: %d bytes cut anywhere; of %d spoilt copies %d refused, none did harm"
              % (os.path.getsize(path), count, refused))
        requests = int(driver.run("starve", path))
        print("vox: refused with memory for fewer than %d requests, and all of it given back"
              % requests)
    for path in arguments.files:
        with open(path, "rb") as file:
            scene = voxfile.read_vox(file.read())
        colors, cells = driver.read(path)
        compare(path + ": cells", cells, voxfile.cells(scene))
        if scene["colors"] is not None:
            compare(path + ": colors", colors, voxfile.palette(scene))
        print("vox: %s: %d cells" % (path, len(cells)))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Mismatch as mismatch:
        print("vox: " + str(mismatch))
        sys.exit(1)
