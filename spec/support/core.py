# SPDX-License-Identifier: MIT
"""The C files of the core, for the programs that are built on it."""
import glob
import os

SOURCE = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src"))
NOT_CORE = ("lua", "import", "tool")


def sources(directory=SOURCE):
    return sorted(path for path in glob.glob(os.path.join(directory, "*", "*.c"))
                  if os.path.basename(os.path.dirname(path)) not in NOT_CORE)
