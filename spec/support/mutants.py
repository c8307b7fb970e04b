# SPDX-License-Identifier: MIT
"""Shows that a comparison with a reference can fail: breaks one line of a room of the core at a
time, in a copy, and asks the room's run.py whether it notices."""
import argparse
import os
import shutil
import subprocess
import sys

import core


def replace(path, old, new):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(old) != 1:
        raise SystemExit("%s: %r is there %d times" % (path, old, text.count(old)))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))
    return text


def main(document, room, mutants, directory):
    """`mutants` are a file of the room, what stands there just once, and what stands there instead;
    perhaps how many cases it takes at least, and the only pair to draw. driver.c and run.py are in `directory`."""
    name = os.path.basename(directory)
    parser = argparse.ArgumentParser(description=document.split("\n")[0])
    parser.add_argument("--cases", type=int, default=20000, help="for each of them")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", type=int, help="one of them, from 0")
    parser.add_argument("--begin", type=int, default=0, help="the first of them")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--build", default=os.path.join(core.ROOT, "build", name + "-mutants"))
    arguments = parser.parse_args()
    copy = os.path.join(arguments.build, "src")
    driver = os.path.join(arguments.build, name + "-driver")
    # Objects of its own: a copy is as old as what it was copied from, so a later run would take the
    # object of a mutant for that of the copy.
    core.OBJECTS = os.path.join(arguments.build, "objects")
    shutil.rmtree(arguments.build, ignore_errors=True)
    shutil.copytree(core.SOURCE, copy)
    missed = 0
    for number, (file_name, old, new, *rest) in enumerate(mutants):
        if number < arguments.begin or arguments.only not in (None, number):
            continue
        path = os.path.join(copy, room, file_name)
        text = replace(path, old, new)
        core.forget()
        core.build(arguments.cc, driver, os.path.join(directory, "driver.c"), flags=["-O1"], source=copy)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        run = subprocess.run([sys.executable, os.path.join(directory, "run.py"), "--driver", driver,
                              "--first", "--cases", str(max([arguments.cases, *rest[:1]])), "--jobs",
                              str(arguments.jobs), *("--pair=" + pair for pair in rest[1:])],
                             capture_output=True, text=True)
        noticed = run.returncode != 0
        missed += not noticed
        print("%s mutant %d, %s: %s -> %s" % ("ok" if noticed else "not ok", number, file_name,
                                              " ".join(old.split()), " ".join(new.split()) or "nothing"),
              flush=True)
    print("%d not noticed" % missed)
    return 1 if missed else 0
