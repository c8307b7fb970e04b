#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Spoilt files: .vox files and strings of grids, to begin with sound ones and then whatever
AFL++ or chance makes of them. Each is read and refused, or makes a grid that agrees with
itself and can be encoded, written and changed; see feed.h. Sanitizers look on.

    files.py [--seconds N] [--spoil N] [--cc CC] [--build DIR] [--known DIR]

--seconds: how long afl-fuzz runs, for both at once; 0 for not at all. It needs the package afl++.
--spoil: how many seconds of the processor spoilt copies made by chance take, for each.
What ends in a crash or takes too long is kept under --build, and fails. The files of --known
once did: they are read first.
"""

import argparse
import glob
import os
import random
import shutil
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path += [os.path.join(HERE, "..", "vox"), os.path.join(HERE, "..", "support")]

import core
import run as vox
import voxfile

KINDS = ("vox", "code")
PROGRAM = [os.path.join(HERE, name) for name in ("files.c", "feed.c", "feed_grid.c")]


class Finding(Exception):
    pass


def build(compiler, program):
    try:
        core.build(compiler, program, *PROGRAM, flags=vox.SANITIZERS)
    except subprocess.CalledProcessError as failed:
        raise Finding("%s cannot be built: %s" % (program, failed))


def make_seeds(program, directory):
    """Sound files to begin with; returns their folder for each kind."""
    folders = {kind: os.path.join(directory, "seeds", kind) for kind in KINDS}
    for folder in folders.values():
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
    subprocess.run([program, "codes", folders["code"]], check=True)
    r = random.Random(10)
    count = 0
    while count < 24:
        data = voxfile.write_vox(vox.draw_scene(r), vox.draw_noise(r))
        if len(data) < 6000:
            with open(os.path.join(folders["vox"], "%d" % count), "wb") as file:
                file.write(data)
            count += 1
    return folders


def check(*command):
    """Runs the replaying program; a crash is a finding. So is what takes a minute."""
    try:
        done = subprocess.run(command, text=True, timeout=600, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    except subprocess.TimeoutExpired:
        return "takes too long"
    if done.returncode == 0:
        print(done.stdout, end="")
        return None
    return done.stderr[:3000] or "exit status %d" % done.returncode


def replay_each(program, kind, paths):
    """Those of the files that do harm, and what."""
    found = []
    for path in paths:
        harm = check(program, "replay", kind, path)
        if harm:
            found.append((path, harm))
    return found


def start_afl(kind, program, seeds, directory, seconds):
    environment = dict(os.environ, AFL_NO_UI="1", AFL_SKIP_CPUFREQ="1", AFL_NO_AFFINITY="1",
                       AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES="1", AFL_NO_STARTUP_CALIBRATION="1",
                       ASAN_OPTIONS="abort_on_error=1:symbolize=0:detect_leaks=0:"
                                    "hard_rss_limit_mb=2000:allocator_may_return_null=1",
                       UBSAN_OPTIONS="abort_on_error=1:halt_on_error=1:symbolize=0")
    command = ["afl-fuzz", "-i", seeds, "-o", directory, "-x", os.path.join(HERE, kind + ".dict"),
               "-V", str(seconds), "-t", "1000", "-m", "none", "-G", "65536", "--", program, kind]
    with open(directory + ".log", "w") as log:
        return subprocess.Popen(command, env=environment, stdout=log, stderr=log)


def read_stats(path):
    stats = {}
    if os.path.exists(path):
        with open(path) as file:
            for line in file:
                name, _, value = line.partition(":")
                stats[name.strip()] = value.strip()
    return stats


def run_afl(arguments, program, folders):
    if not (shutil.which("afl-fuzz") and shutil.which("afl-clang-fast")):
        raise Finding("no afl-fuzz here; make setup-long installs it (Debian's package afl++)")
    directory = os.path.join(arguments.build, "afl")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    fuzzed = os.path.join(arguments.build, "files-afl")
    os.environ["AFL_QUIET"] = "1"
    build("afl-clang-fast", fuzzed)
    running = {kind: start_afl(kind, fuzzed, folders[kind], os.path.join(directory, kind),
                               arguments.seconds) for kind in KINDS}
    found = []
    for kind, process in running.items():
        try:
            status = process.wait(timeout=arguments.seconds + 300)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            status = process.wait()
        out = os.path.join(directory, kind, "default")
        stats = read_stats(os.path.join(out, "fuzzer_stats"))
        if "execs_done" not in stats:
            with open(os.path.join(directory, kind + ".log")) as log:
                raise Finding("afl-fuzz failed (%d): %s" % (status, log.read()[-2000:]))
        print("files: AFL++ on %s: %s executions, %s paths, %s crashes, %s hangs" % (
            kind, stats["execs_done"], stats.get("corpus_count", "?"),
            stats.get("saved_crashes", "?"), stats.get("saved_hangs", "?")))
        # On a busy machine an innocent file may be late: what harms does so again.
        for folder in ("crashes", "hangs"):
            found += replay_each(program, kind, glob.glob(os.path.join(out, folder, "id*")))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--spoil", type=float, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "fuzz", "files"))
    parser.add_argument("--known", default=os.path.join(HERE, "found"))
    arguments = parser.parse_args()
    os.makedirs(arguments.build, exist_ok=True)
    program = os.path.join(arguments.build, "files")
    build(arguments.cc, program)
    folders = make_seeds(program, arguments.build)
    found = []
    for kind in KINDS:
        known = sorted(glob.glob(os.path.join(arguments.known, kind, "*")))
        seeds = sorted(glob.glob(os.path.join(folders[kind], "*")))
        found += replay_each(program, kind, known)
        last = os.path.join(arguments.build, "spoilt-" + kind)
        harm = check(program, "spoil", kind, str(arguments.seed), str(arguments.spoil), last,
                     *seeds, *known)
        if harm:
            found.append((last, harm))
    if arguments.seconds > 0:
        found += run_afl(arguments, program, folders)
    for path, harm in found:
        print("files: %s: %s" % (os.path.relpath(path), harm))
    return 1 if found else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Finding as finding:
        print("files: %s" % finding)
        sys.exit(1)
