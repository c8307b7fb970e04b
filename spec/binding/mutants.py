#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks one place of the binding at a time, and asks the specs whether they notice.

Draws places in src/lua and src/file: a check to negate, a comparison to reverse, a row of a table
to drop, two arguments to exchange, an index to increase. Each mutant is a module in which one source
is compiled again. Without --before, the specs of this tree run until the first failure.

With --before, the sources are those of that revision, and each mutant is shown to the specs before and
after the change since. Specs that did not change give the same answer to both, so only the changed ones
run. If the old ones notice a mutant and the new ones do not, the unchanged ones run, too: the mutant is
lost only if these do not notice it either.

    mutants.py [--count N] [--seed S] [--before REVISION]
"""
import argparse
import concurrent.futures
import glob
import os
import random
import re
import resource
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
FLAGS = ("-std=c99", "-O1", "-w", "-ffp-contract=off", "-fPIC", "-fvisibility=hidden")
MEMORY = 4 << 30
MOST_USERS = 8  # a header that more sources include is left out, because its mutants take long to compile
# Specs that need other programs, or that take long and call what others call, too.
LEFT_OUT = ("examples", "bench", "models", "readme", "guides")


# ---- Places -------------------------------------------------------------------------


WORD = r"-?[A-Za-z_][\w.>\[\]-]*|\d+"
REVERSED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


def negate_check(line):
    for match in re.finditer(r"\bif \((.*)\)( \{| return| continue| break| \w+\(.*;)", line):
        condition = match.group(1)
        if condition.count("(") == condition.count(")"):
            yield line[:match.start(1)] + "!(" + condition + ")" + line[match.end(1):]


def reverse_comparison(line):
    for match in re.finditer(r" (<|>|<=|>=|==|!=) ", line):
        yield line[:match.start(1)] + REVERSED[match.group(1)] + line[match.end(1):]


def drop_row(line):
    if re.match(r'\s*\{"\w+", .*\},$', line):
        yield ""


def exchange_arguments(line):
    for match in re.finditer(r"(?<=[(,])\s*(%s), (%s)(?=[,)])" % (WORD, WORD), line):
        if match.group(1) not in ("L", match.group(2)):
            yield line[:match.start(1)] + match.group(2) + ", " + match.group(1) + line[match.end(2):]


def increase_index(line):
    for match in re.finditer(r"(?<=[(\[ ])(-?\d)(?=[,)\]])", line):
        yield line[:match.start(1)] + str(int(match.group(1)) + 1) + line[match.end(1):]


KINDS = (negate_check, reverse_comparison, drop_row, exchange_arguments, increase_index)


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n")


def is_code(line):
    """Neither a comment nor a directive nor a declaration of a function."""
    return not re.match(r"\s*(/?\*|#|static .*\{$|[\w ]+\*?\w+\(.*\)[;{]?$)", line)


def places_of(source):
    """Every (kind, path in the source folder, number of the line, new line)."""
    for room in ("lua", "file"):
        for path in sorted(glob.glob(os.path.join(source, room, "*.[ch]"))):
            for number, line in enumerate(lines_of(path)):
                for kind in KINDS if is_code(line) else ():
                    for changed in kind(line):
                        yield kind, os.path.relpath(path, source), number, changed


def draw(places, seed):
    """The places in a random order, in which the kinds take turns."""
    r = random.Random(seed)
    lists = [[place for place in places if place[0] is kind] for kind in KINDS]
    for list_of_kind in lists:
        r.shuffle(list_of_kind)
    while any(lists):
        for list_of_kind in lists:
            if list_of_kind:
                yield list_of_kind.pop()


# ---- Modules ------------------------------------------------------------------------


class Builder:
    """Modules for one Lua from a copy of the sources, in which one place at a time is changed."""

    def __init__(self, arguments, source, place):
        info = subprocess.run([os.path.join(ROOT, "tools", "lua-info"), arguments.lua], cwd=ROOT, check=True,
                              capture_output=True, text=True).stdout.split()
        self.command = [*arguments.cc.split(), *FLAGS, "-I", info[2]]
        self.cc, self.place, self.source = arguments.cc.split(), place, os.path.join(place, "src")
        shutil.copytree(source, self.source)
        sources = sorted(glob.glob(os.path.join(self.source, "**", "*.c"), recursive=True))
        sources = [path for path in sources if path[len(self.source) + 1:].split(os.sep)[0] not in ("import", "tool")]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            self.objects = dict(zip(sources, pool.map(self.compile, sources)))

    def compile(self, path, object_name=None):
        name = object_name or path[len(self.source) + 1:].replace(os.sep, "_") + ".o"
        target = os.path.join(self.place, name)
        done = subprocess.run([*self.command, "-MMD", "-c", "-o", target, path], capture_output=True)
        return target if done.returncode == 0 else None

    def users(self, path):
        """The sources that a change of this file concerns."""
        if path.endswith(".c"):
            return [path]
        name = os.path.basename(path)
        return [source for source, target in self.objects.items() if name in open(target[:-1] + "d").read()]

    def link(self, objects, target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        subprocess.run([*self.cc, "-shared", "-o", target, *objects, "-lm"], check=True)

    def mutant(self, path, number, changed, target):
        """Links the module. False if this is no program, or the same one."""
        path = os.path.join(self.source, path)
        lines = lines_of(path)
        original = "\n".join(lines)
        lines[number] = changed
        objects, differs, users = dict(self.objects), False, self.users(path)
        if len(users) > MOST_USERS:
            return False
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        try:
            for i, user in enumerate(users):
                objects[user] = self.compile(user, "mutant%d.o" % i)
                if not objects[user]:
                    return False
                differs = differs or contents(objects[user]) != contents(self.objects[user])
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(original)
        if differs:
            self.link(objects.values(), target)
        return differs


def contents(path):
    with open(path, "rb") as file:
        return file.read()


# ---- Specs --------------------------------------------------------------------------


def named_by(tree, text, seen):
    """The files of spec/support that a text names, and those that these name."""
    for name in re.findall(r"spec[./]support[./](\w+)", text):
        path = os.path.join(tree, "spec", "support", name + ".lua")
        if name not in seen and os.path.exists(path):
            seen[name] = contents(path).decode()
            named_by(tree, seen[name], seen)
    return seen


def without_comments(text):
    return re.sub(r"^\s*--.*\n", "", text, flags=re.M)


def specs_of(tree):
    """Each spec of a tree with everything that it consists of, but comments."""
    specs = {}
    for path in sorted(glob.glob(os.path.join(tree, "spec", "*_spec.lua"))):
        name = os.path.basename(path)[:-len("_spec.lua")]
        if name not in LEFT_OUT:
            text = contents(path).decode()
            support = sorted(named_by(tree, text, {}).items())
            specs["spec/%s_spec.lua" % name] = [without_comments(part) for _, part in [("", text), *support]]
    return specs


def notices(arguments, tree, module, specs):
    """The first of the specs that does not pass, or None. One process runs all of them."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    command = [arguments.lua, "tools/busted.lua", os.path.dirname(module), "--no-keep-going", *specs]
    environment = dict(os.environ, COLLIDE_QUICK="1", LUA_CPATH=os.path.dirname(module) + "/?.so;;")
    try:
        done = subprocess.run(command, cwd=tree, env=environment, timeout=arguments.seconds, preexec_fn=limit,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return "no end"
    if done.returncode == 0:
        return None
    failing = re.search(r"(?:Failure|Error) -> (\S+)", done.stdout.decode(errors="replace"))
    return failing.group(1) if failing else "a crash"


def trees_of(arguments, place):
    """The tree before and the tree after the change: both with the sources of the revision."""
    if not arguments.before:
        return [ROOT]
    trees = [os.path.join(place, name) for name in ("before", "after")]
    archive = subprocess.run(["git", "archive", arguments.before], cwd=ROOT, check=True, capture_output=True).stdout
    for tree in trees:
        os.makedirs(tree)
        subprocess.run(["tar", "-x", "-C", tree], input=archive, check=True)
    shutil.rmtree(os.path.join(trees[1], "spec"))
    shutil.copytree(os.path.join(ROOT, "spec"), os.path.join(trees[1], "spec"))
    return trees


# ---- Running ------------------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=200, help="mutants")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--before", help="a revision: compare its specs with those of this tree")
    parser.add_argument("--lua", default="luajit")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=120, help="for all specs of a mutant")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "binding-mutants"))
    arguments = parser.parse_args()
    place = os.path.abspath(arguments.build)
    shutil.rmtree(place, ignore_errors=True)
    trees = trees_of(arguments, place)
    builder = Builder(arguments, os.path.join(trees[0], "src"), place)
    module = os.path.join(place, "module", "collide.so")
    builder.link(builder.objects.values(), module)

    specs = [specs_of(tree) for tree in trees]
    changed = [[spec for spec in every if any(every[spec] != others.get(spec) for others in specs)]
               for every in specs] if arguments.before else [list(specs[0])]
    unchanged = [spec for spec in specs[-1] if spec not in changed[-1]]
    print("specs: %s" % ", ".join("%d" % len(some) for some in changed), flush=True)
    for tree, some in zip(trees, changed):
        failing = notices(arguments, tree, module, some)
        if failing:
            print("%s fails without a mutant" % failing)
            return 1

    done = noticed = lost = 0
    for kind, path, number, line in draw(list(places_of(builder.source)), arguments.seed):
        if done == arguments.count:
            break
        if not builder.mutant(path, number, line, module):
            continue
        done += 1
        answers = [notices(arguments, tree, module, some) for tree, some in zip(trees, changed)]
        if answers[0] and not answers[-1]:
            answers[-1] = notices(arguments, trees[-1], module, unchanged)
        noticed += answers[0] is not None
        lost += answers[0] is not None and answers[-1] is None
        print("%d %s %s:%d %s: %s" % (done, kind.__name__, path, number + 1, line.strip(),
                                      " -> ".join(answer or "not noticed" for answer in answers)), flush=True)
    print("%d mutants, %d noticed%s" % (done, noticed, ", %d lost" % lost if arguments.before else ""))
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
