#!/usr/bin/env python3
"""Does the second checker accept what the first one accepts?

    second_checker.py TEST CHECKER TIMES SEED

TEST (test_checker_mutations) changes certificates at random and writes those that are still accepted as text; CHECKER
(examples/check_certificate.py) must accept all of them. One process reads them all.
"""
import importlib.util
import os
import subprocess
import sys
import tempfile


def load(path):
    spec = importlib.util.spec_from_file_location("check_certificate", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(test, checker, times, seed):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([test, folder, times, seed], stdout=subprocess.PIPE, text=True, check=False)
        certificate = load(checker).Certificate
        names = sorted(os.listdir(folder), key=lambda name: int(name.split(".")[0]))
        refused = 0
        for name in names:
            with open(os.path.join(folder, name), encoding="ascii") as file:
                read = certificate(file)
            wrong = read.check()
            refused += wrong is not None
            if wrong and refused < 4:
                print(f"{read.title}: number {name} is refused: {wrong}")
    tried = [line for line in done.stdout.splitlines() if " tried, " in line] or [done.stdout]
    print(f"{tried[0]}; of {len(names)} texts the second checker refuses {refused}")
    return bool(done.returncode or refused or not names)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
