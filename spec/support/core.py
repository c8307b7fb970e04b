# SPDX-License-Identifier: MIT
"""Builds programs on the core.

An object lies under build/objects in a folder for its command, so programs that are compiled by
the same command share the core's objects. It is compiled again when its source, or a header that
the source includes, is newer. A macro that a program sets is passed only to the sources that
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
# As the Makefile's: where there is ccache, it answers for what either has compiled.
FLAGS = ("-std=c99", "-O2", "-ffp-contract=off", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra",
         "-Wpedantic", "-Wshadow", "-Wconversion", "-Wmissing-prototypes", "-Wc++-compat")


def sources(directory=SOURCE):
    return sorted(path for path in glob.glob(os.path.join(directory, "**", "*.c"), recursive=True)
                  if os.path.relpath(path, directory).split(os.sep)[0] not in NOT_CORE)


@functools.lru_cache(maxsize=None)
def scan(path):
    """A file's words, the names that it includes, and when it was written."""
    with open(path) as file:
        text = file.read()
    return (frozenset(re.findall(r"\w+", text)), re.findall(r'#include "([^"]+)"', text),
            os.path.getmtime(path))


@functools.lru_cache(maxsize=None)
def included(path, source):
    """The headers of the core and of the program that a file itself includes."""
    places = [os.path.normpath(os.path.join(directory, name)) for name in scan(path)[1]
              for directory in (os.path.dirname(path), source)]
    return [place for place in places if os.path.exists(place)]


class Words:
    """Those of several files."""

    def __init__(self, files):
        self.sets = [scan(file)[0] for file in files]

    def __contains__(self, word):
        return any(word in words for words in self.sets)


@functools.lru_cache(maxsize=None)
def read(path, source):
    """A source with its headers, included by it or by these: their words, and when the last of
    them was written."""
    files = [path]
    for file in files: # which grows meanwhile
        files += [header for header in included(file, source) if header not in files]
    return Words(files), max(scan(file)[2] for file in files)


def forget():
    """Sources have changed."""
    for remembered in (scan, included, read):
        remembered.cache_clear()


def from_root(path):
    """A path as the compiler is told it, which runs in ROOT: as the Makefile tells it."""
    path = os.path.abspath(path)
    return os.path.relpath(path, ROOT) if path.startswith(ROOT + os.sep) else path


def macro_of(flag):
    return flag[2:].split("=")[0]


def compiled(command, path, source, macros=()):
    """The object of a source, compiled if need be. Of the macros, flags that set or unset one, it
    is told those that it names."""
    words, written = read(path, source)
    command = [*command, *(flag for flag in macros if macro_of(flag) in words)]
    if not path.startswith(source + os.sep):
        command += ["-I", from_root(source)]
    folder = os.path.join(OBJECTS, hashlib.sha1("\0".join(command).encode()).hexdigest()[:12])
    name = os.path.relpath(path, os.path.dirname(source)).replace(os.sep, "_")[:-2]
    target = os.path.join(folder, name + ".o")
    if not os.path.exists(target) or os.path.getmtime(target) <= written:
        os.makedirs(folder, exist_ok=True)
        # Another thread or program may compile the same one at this moment.
        partial = "%s.%d.%d" % (target[:-2], os.getpid(), threading.get_ident())
        subprocess.run([*command, "-MMD", "-MP", "-c", "-o", partial + ".o", from_root(path)],
                       check=True, cwd=ROOT)
        os.replace(partial + ".o", target)
        os.remove(partial + ".d")
    return target


def build(cc, program, *drivers, flags=(), source=SOURCE):
    """The program made of the drivers and the core."""
    words = [*cc.split(), *FLAGS, *flags]
    macros = [word for word in words if word[:2] in ("-D", "-U")]
    command = [word for word in words if word not in macros]
    paths = [*sources(source), *map(os.path.abspath, drivers)]
    os.makedirs(os.path.dirname(os.path.abspath(program)), exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        objects = list(pool.map(
            lambda path: compiled(command, path, source, macros), paths))
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
