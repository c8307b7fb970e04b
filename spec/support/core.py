# SPDX-License-Identifier: MIT
"""Builds programs on the core.

An object lies under build/objects in a folder for its command, so programs that are compiled by
the same command share the core's objects. It is compiled again when its source, or a header that
the source includes, is newer. A macro that a program defines is passed only to the sources that
name it: a program with one margin narrowed compiles those alone.

    core.py [--cc CC] [--flags FLAGS] PROGRAM DRIVER.c...
"""
import argparse
import concurrent.futures
import functools
import glob
import hashlib
import os
import re
import subprocess
import threading

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
SOURCE = os.path.join(ROOT, "src")
OBJECTS = os.path.join(ROOT, "build", "objects")
NOT_CORE = ("lua", "import", "tool")
FLAGS = ("-std=c99", "-O2", "-ffp-contract=off")


def sources(directory=SOURCE):
    return sorted(path for path in glob.glob(os.path.join(directory, "*", "*.c"))
                  if os.path.basename(os.path.dirname(path)) not in NOT_CORE)


def included(path, source, seen):
    """The headers of the core and of the program that a source includes, directly or not."""
    with open(path) as file:
        text = file.read()
    for name in re.findall(r'#include "([^"]+)"', text):
        for directory in (os.path.dirname(path), source):
            header = os.path.normpath(os.path.join(directory, name))
            if header not in seen and os.path.exists(header):
                seen.add(header)
                included(header, source, seen)
    return seen


@functools.lru_cache(maxsize=None)
def read(path, source):
    """A source with its headers: their words, and when the last of them was written."""
    files = [path, *included(path, source, set())]
    words = set()
    for file in files:
        with open(file) as stream:
            words.update(re.findall(r"\w+", stream.read()))
    return words, max(os.path.getmtime(file) for file in files)


def compiled(command, path, source, defines):
    """The object of a source, compiled if need be."""
    words, written = read(path, source)
    macros = ["-D%s=%s" % item for item in sorted(defines.items()) if item[0] in words]
    command = [*command, *macros, "-I", source]
    folder = os.path.join(OBJECTS, hashlib.sha1("\0".join(command).encode()).hexdigest()[:12])
    name = os.path.relpath(path, os.path.dirname(source)).replace(os.sep, "_")[:-2]
    target = os.path.join(folder, name + ".o")
    if not os.path.exists(target) or os.path.getmtime(target) <= written:
        os.makedirs(folder, exist_ok=True)
        # Another thread or program may compile the same one at this moment.
        partial = "%s.%d.%d" % (target, os.getpid(), threading.get_ident())
        subprocess.run([*command, "-c", "-o", partial, path], check=True)
        os.replace(partial, target)
    return target


def build(cc, program, *drivers, flags=(), source=SOURCE):
    """The program made of the drivers and the core."""
    words = [*cc.split(), *FLAGS, *flags]
    command = [word for word in words if not word.startswith("-D")]
    defines = dict((word[2:] + "=1").split("=")[:2] for word in words if word.startswith("-D"))
    paths = [*sources(source), *drivers]
    os.makedirs(os.path.dirname(os.path.abspath(program)), exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        objects = list(pool.map(
            lambda path: compiled(command, path, source, defines), paths))
    subprocess.run([*command, *objects, "-lm", "-o", program], check=True)
    return program


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--flags", default="", help="behind the usual ones")
    parser.add_argument("program")
    parser.add_argument("driver", nargs="+")
    arguments = parser.parse_args()
    build(arguments.cc, arguments.program, *arguments.driver, flags=arguments.flags.split())


if __name__ == "__main__":
    main()
