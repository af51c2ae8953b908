#!/usr/bin/env python3
"""The page of `zermelo serve` in a real browser.

    browser_test.py ZERMELO [NAME...]

NAME is a module *_cases.py beside this file (all if none is given), or a class or test in one.
"""
import os

import browser

if __name__ == "__main__":
    browser.main(sorted(name[:-3] for name in os.listdir(browser.HERE) if name.endswith("_cases.py")))
