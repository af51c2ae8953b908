#!/usr/bin/env python3
"""The command `zermelo` as its users see it: what it prints, to the letter, and how it ends.

    command_test.py ZERMELO DATA [NAME...] [OPTION...]

DATA is the folder of known_values.csv. NAME is a module *_cases.py beside this file (all if none is given), or a
class or test in one; options are those of unittest.
"""
import os
import signal
import sys
import unittest

import harness

MODULES = sorted(name[:-3] for name in os.listdir(os.path.dirname(os.path.abspath(__file__))) if name.endswith("_cases.py"))

if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    # What `nohup` ignored, calls would ignore too, and tests that send it would wait for ever.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    harness.ZERMELO, harness.DATA = map(os.path.abspath, sys.argv[1:3])
    harness.MANUAL = os.path.join(os.path.dirname(os.path.dirname(harness.ZERMELO)), "manual")
    os.environ.setdefault("ZERMELO_LIBRARY", os.path.join(os.path.dirname(harness.MANUAL), "solver", "libzermelo.so"))
    words = sys.argv[3:]
    if not any(word.split(".")[0] in MODULES for word in words):
        words += MODULES
    unittest.main(module=None, argv=[sys.argv[0], *words])
