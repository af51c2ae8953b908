#!/usr/bin/env python3
"""The command `zermelo` as its users see it: what it prints, to the letter, and how it ends.

    command_test.py ZERMELO DATA [UNITTEST ARGUMENT...]       DATA: the folder of known_values.csv

Each module *_cases.py beside this file is about a part of it.
"""
import importlib
import os
import sys
import unittest

import harness

MODULES = ("solve_cases", "lines_cases", "verify_cases", "book_cases", "job_cases", "input_cases")


def load_tests(loader, suite, _pattern):
    for name in MODULES:
        suite.addTests(loader.loadTestsFromModule(importlib.import_module(name)))
    return suite


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.dont_write_bytecode = True
    harness.ZERMELO, harness.DATA = map(os.path.abspath, sys.argv[1:3])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=1)
