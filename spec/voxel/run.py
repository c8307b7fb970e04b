#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks triangles against boxes, and meshes into voxels, with exact arithmetic.

Draws scenes, asks the C core through driver.c, and compares every answer with
what clip.py finds in integers. Then limit.c checks the limits of the voxelizer.

    run.py [--cases N] [--meshes N] [--quick] [--seed S] [--case 'doubles'] [--cc CC] [--build DIR]
"""

import argparse
import os
import random
import struct
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

import clip
import core
import draws
import meshes

HERE = os.path.dirname(os.path.abspath(__file__))
QUICK, QUICK_MESHES = 700, 60
NAMES = ("overlap", "edge functions", "axes", "axes, cell", "axes, open", "box, box", "box, box swapped")


def build(cc, directory, program, *flags):
    return core.build(cc, os.path.join(directory, program), os.path.join(HERE, program + ".c"),
                      flags=flags)


def truth(scene):
    d = scene.doubles()
    shift = clip.shift_of(d)
    v = [[clip.integer(x, shift) for x in d[i:i + 3]] for i in range(0, 30, 3)]

    def add(p, q):
        return tuple(x + y for x, y in zip(p, q))

    triangle = [add(v[0], p) for p in v[1:4]]
    low, high = add(v[4], v[5]), add(v[4], v[6])
    other_low, other_high = add(v[7], v[8]), add(v[7], v[9])
    meets = "01"[clip.meets(triangle, low, high)]
    opened = "-"
    if not any(v[0]) and not any(v[4]) and all(a < b for a, b in zip(low, high)):
        opened = "01"[clip.meets_open(triangle, low, high)]
    boxes = "01"[all(a <= d and c <= b
                     for a, b, c, d in zip(low, high, other_low, other_high))]
    return 4 * meets + opened + 2 * boxes


def ask(driver, scenes):
    packed = b"".join(struct.pack("<30d", *s.doubles()) for s in scenes)
    run = subprocess.run([driver], input=packed, capture_output=True)
    answers = run.stdout.decode().split()
    if run.returncode != 0 or len(answers) != len(scenes):
        sys.exit("driver stopped with %d after %d of %d" % (run.returncode, len(answers),
                                                            len(scenes)))
    return answers


def show(scene, said, true):
    print("  --case '%s'" % " ".join(x.hex() for x in scene.doubles()))
    for name, a, b in zip(NAMES, said, true):
        print("  %-17s %s, truth %s%s" % (name, a, b, "" if a == b else " <-"))


def check_scenes(driver, category, r, cases, shown):
    scenes = [draws.draw(r, category) for _ in range(cases)]
    wrong, met = 0, 0
    for scene, said in zip(scenes, ask(driver, scenes)):
        true = truth(scene)
        met += true[0] == "1"
        if said != true:
            wrong += 1
            if wrong <= shown:
                show(scene, said, true)
    print("%-10s %7d cases, %5.1f%% meet, %d wrong" % (category, cases, 100 * met / cases, wrong))
    return wrong == 0


def check_meshes(driver, kind, r, cases, shown):
    drawn = [meshes.draw(r, kind) for _ in range(cases)]
    wrong, cells = 0, 0
    for mesh, said in zip(drawn, meshes.ask(driver, drawn)):
        cells += said.count
        complaint = meshes.complaint(mesh, said)
        if complaint:
            wrong += 1
            if wrong <= shown:
                print("  " + complaint)
                mesh.show()
    print("%-12s %6d meshes, %7d cells, %d wrong" % (kind, cases, cells, wrong))
    return wrong == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=100000, help="triangles and boxes")
    parser.add_argument("--meshes", type=int, default=3000)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--show", type=int, default=2)
    parser.add_argument("--case")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "voxel"))
    arguments = parser.parse_args()
    driver = build(arguments.cc, arguments.build, "driver")
    if arguments.case:
        scene = draws.Scene.of_doubles([float.fromhex(x) for x in arguments.case.split()])
        show(scene, ask(driver, [scene])[0], truth(scene))
        return 0
    if arguments.quick:
        arguments.cases = QUICK * len(draws.CATEGORIES)
        arguments.meshes = QUICK_MESHES * len(meshes.SHAPES)
    results = []
    for category in draws.CATEGORIES:
        r = random.Random("%d %s" % (arguments.seed, category))
        results.append(check_scenes(driver, category, r, arguments.cases // len(draws.CATEGORIES),
                                    arguments.show))
    voxels = build(arguments.cc, arguments.build, "voxels")
    for kind in meshes.SHAPES:
        r = random.Random("%d %s" % (arguments.seed, kind))
        results.append(check_meshes(voxels, kind, r, arguments.meshes // len(meshes.SHAPES),
                                    arguments.show))
    limit = build(arguments.cc, arguments.build, "limit", "-DVOXEL_QUANTUM=64")
    run = subprocess.run([limit, str(max(200, arguments.cases // 20))])
    results.append(run.returncode == 0)
    print("%d passed, %d failed" % (results.count(True), results.count(False)))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
