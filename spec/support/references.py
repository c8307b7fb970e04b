# SPDX-License-Identifier: MIT
"""What the checks against exact references share: numbers in hexadecimal, programs that answer cases,
options, and the run of a check over all pairs of kinds."""
import argparse
import multiprocessing
import os
import random
import subprocess
import sys
import time

import core

# ---- Numbers as text ------------------------------------------------------------------


def short(x):
    """A double in hexadecimal without the zeros that say nothing."""
    text = float(x).hex()
    if "." not in text:
        return text
    mantissa, exponent = text.split("p")
    mantissa = mantissa.rstrip("0").rstrip(".")
    return mantissa if exponent == "+0" else mantissa + "p" + exponent


def numbers_text(numbers):
    return ",".join(short(x) for x in numbers)


def numbers_of(text):
    return tuple(float.fromhex(x) for x in text.split(",")) if text else ()


# ---- Drivers ----------------------------------------------------------------------------


class DriverStopped(Exception):
    pass


def ask(driver, cases, layout, read=lambda numbers, case: numbers):
    """The driver's answers to all cases, in order: structs of the layout, each read by the function."""
    run = subprocess.run([driver], input=b"".join(case.pack() for case in cases),
                         capture_output=True)
    if run.returncode != 0 or len(run.stdout) != layout.size * len(cases):
        done = len(run.stdout) // layout.size
        raise DriverStopped("driver stopped with %d about case %s or one before it\n%s" % (
            run.returncode, cases[min(done, len(cases) - 1)].text(), run.stderr.decode()))
    return [read(numbers, case) for numbers, case in zip(layout.iter_unpack(run.stdout), cases)]


# ---- Options -----------------------------------------------------------------------------


def parser_of(document, name, cases=100000):
    """The options that every check has. The driver is built in build/NAME."""
    parser = argparse.ArgumentParser(description=document.split("\n")[0])
    parser.add_argument("--cases", type=int, default=cases, help="in all, at least")
    parser.add_argument("--category", default="", help="only those whose name has this text")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="failures printed of each group")
    parser.add_argument("--case", help="one case, as a failure prints it")
    parser.add_argument("--source", default=core.SOURCE, help="the core to check")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--cflags", default="", help="added when the driver is built")
    parser.add_argument("--build", default=os.path.join(core.ROOT, "build", name))
    return parser


def build(arguments, source):
    """The program of a driver: a source in C, beside the other files of a check."""
    name = os.path.basename(os.path.dirname(source)) + "-" + os.path.basename(source)[:-2]
    return core.build(arguments.cc, os.path.join(arguments.build, name), source,
                      flags=arguments.cflags.split(), source=arguments.source)


def add_pairs(parser, pairs):
    """The option --pair. A pair may be named in either order if only one of the two is drawn."""
    def pair_of(text):
        names = tuple(text.split("-"))
        for pair in (names, names[::-1]):
            if pair in pairs:
                return pair
        raise argparse.ArgumentTypeError("no pair %s" % text)
    parser.add_argument("--pair", action="append", type=pair_of, help="KIND-KIND, such as " + "-".join(pairs[0]))


class Progress:
    """A line on standard error, when that is a terminal."""

    def __init__(self, total):
        self.total, self.done = total, 0
        self.shown = sys.stderr.isatty()

    def step(self, count):
        self.done += count
        if self.shown:
            part = self.done / self.total
            bar = ("#" * int(40 * part)).ljust(40, ".")
            sys.stderr.write("\r%s %3d%% %d of %d" % (bar, 100 * part, self.done, self.total))
            sys.stderr.flush()

    def clear(self):
        if self.shown:
            sys.stderr.write("\r\033[K")


# ---- A check of all pairs -------------------------------------------------------------------


class Tally:
    """Counts of a check, and what is wrong: cases and texts."""
    COUNTS = ("cases", "refused")

    def __init__(self):
        for name in self.COUNTS:
            setattr(self, name, 0)
        self.wrong = []  # yes and no, and all else that must be exact
        self.off = []  # values beyond what is allowed

    def merge(self, other):
        for name in self.COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wrong += other.wrong
        self.off += other.off


class MeasuredTally(Tally):
    """Also has the worst of each measure, in units of what is allowed. Those of FREE may take any value."""
    MEASURES = FREE = ()

    def __init__(self):
        super().__init__()
        self.worst = dict.fromkeys(self.MEASURES, (0.0, None))

    def measure(self, name, ratio, case, text):
        if not ratio <= self.worst[name][0]:
            self.worst[name] = (ratio, case)
        if not ratio <= 1 and name not in self.FREE:
            self.off.append((case, "%s %.3g times what is allowed: %s" % (name, ratio, text)))

    def merge(self, other):
        super().merge(other)
        for name, found in other.worst.items():
            if not found[0] <= self.worst[name][0]:
                self.worst[name] = found


class Check:
    """Draws cases of every pair and category, in batches, each in a process, and judges the driver's
    answers. A subclass sets these, and has draw, judge, show_case and table."""
    title = document = None  # its name, and the text about its options
    directory = None  # of driver.c
    quick = batch = None  # cases with --quick, and cases of a batch
    pairs = categories = ()  # of kinds; the names of the categories
    tally = Tally

    def draw(self, r, pair, categories, first, count):
        """The cases of a batch: `count` from number `first`, of these categories in turn."""
        raise NotImplementedError

    def judge(self, driver, cases, tally, r):
        raise NotImplementedError

    def show_case(self, driver, text):
        """Prints the answers to one case, and returns what is wrong about it."""
        raise NotImplementedError

    def table(self, totals):
        """Prints the counts of all pairs."""
        raise NotImplementedError

    def run_batch(self, task):
        driver, seed, pair, categories, batch, count = task
        r = random.Random("%s/%s/%d" % (seed, "-".join(pair), batch))
        tally = self.tally()
        try:
            self.judge(driver, self.draw(r, pair, categories, batch * self.batch, count), tally, r)
        except DriverStopped as stopped:
            tally.wrong.append((None, str(stopped)))
        return pair, count, tally

    def tasks(self, arguments, driver, pairs):
        categories = [i for i, name in enumerate(self.categories) if arguments.category in name]
        each = -(-arguments.cases // len(pairs)) if categories else 0
        for batch, first in enumerate(range(0, each, self.batch)):
            for pair in pairs:
                yield driver, arguments.seed, pair, categories, batch, min(self.batch, each - first)

    def report(self, name, tally, most):
        bad = tally.wrong + tally.off
        if not bad:
            print("ok %s, %s: %d cases" % (self.title, name, tally.cases))
            return True
        print("not ok %s, %s: %d cases, %d wrong, %d values off" % (
            self.title, name, tally.cases, len(tally.wrong), len(tally.off)))
        for case, text in tally.wrong[:most] + tally.off[:most]:
            print("    %s" % text)
            if case:
                print("        (%s) --case '%s'" % (case.name, case.text()))
        return False

    def main(self):
        parser = parser_of(self.document, os.path.relpath(self.directory, os.path.join(core.ROOT, "spec")))
        parser.add_argument("--quick", action="store_true", help="%d cases" % self.quick)
        parser.add_argument("--first", action="store_true", help="stop when something is wrong")
        parser.add_argument("--driver", help="a driver that is built already")
        add_pairs(parser, self.pairs)
        arguments = parser.parse_args()
        if arguments.quick:
            arguments.cases = self.quick
        driver = arguments.driver or build(arguments, os.path.join(self.directory, "driver.c"))
        if arguments.case:
            return 0 if self.report("one case", self.show_case(driver, arguments.case), 20) else 1
        began, pairs = time.monotonic(), arguments.pair or self.pairs
        tasks, totals = list(self.tasks(arguments, driver, pairs)), {pair: self.tally() for pair in pairs}
        progress = Progress(sum(task[-1] for task in tasks) or 1)
        with multiprocessing.Pool(arguments.jobs) as pool:
            for pair, count, tally in pool.imap(self.run_batch, tasks):
                progress.step(count)
                totals[pair].merge(tally)
                if tally.wrong and arguments.first:
                    pool.terminate()
                    break
        progress.clear()
        passed = sum(self.report("-".join(pair), tally, arguments.show) for pair, tally in totals.items())
        self.table(totals)
        print("%d s" % (time.monotonic() - began))
        print("%d passed, %d failed" % (passed, len(pairs) - passed))
        return 0 if passed == len(pairs) else 1

    def total(self, totals):
        every = self.tally()
        for tally in totals.values():
            every.merge(tally)
        return every
