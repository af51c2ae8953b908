"""What the tests of theorems share: the theories, compiled once for a class of tests, and texts that Coq accepts or refuses.

Most of what coqc takes is to load its libraries, and to look for axioms: several texts are modules of one file for it.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.abspath(sys.argv[2])
sys.path.append(os.path.join(ROOT, "tests", "command"))

import harness  # noqa: E402

SMALL = ("--threads", "1", "--table-memory", "4M")
LAST = "Print Assumptions value.\n"
CLOSED = "Closed under the global context\n"
PATIENCE = 60  # seconds for what is to be refused: the checker in Coq has no limit of nodes
REFUSED = re.compile(r'The term "eq_refl" has type "true = true"\s+while it is expected to have type\s+"accepted ')


class Theorems(harness.Case):
    game = ""
    part = ""  # of the theories of the game, which takes the place of others

    @classmethod
    def setUpClass(cls):
        cls.library = tempfile.mkdtemp(prefix="zermelo-theories-")
        subprocess.run([os.path.join(ROOT, "theorems", "compile"), cls.library, f"{cls.game}/{cls.part}"], check=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.library)

    def coq(self, text, *words):
        self.write("c.v", text)
        return subprocess.run(["coqc", "-q", "-w", "-require-in-module", *words, "-Q", self.library, "Zermelo", "c.v"], cwd=self.folder,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                              env={**os.environ, "OCAMLRUNPARAM": "s=256k,o=1000"})

    def solved(self, board, *words):
        self.ok("solve", f"{self.game}:{board}", *words, "--certificate", "c.h5", *SMALL)

    def exported(self, certificate="c.h5"):
        self.ok("export", certificate, "--format", "coq", "-o", "e.v")
        with open(self.path("e.v"), encoding="ascii") as file:
            text = file.read()
        os.remove(self.path("e.v"))
        return text

    def accepted(self, texts, more=""):
        """What Coq says that all theorems of these texts together rest on: the last line of each is said once, of all of them. The
        sentences `more` follow the last text."""
        modules, values = [], []
        for number, text in enumerate(texts, 1):
            self.assertTrue(text.endswith("Qed.\n" + LAST))
            text = text.removesuffix(LAST)
            last = number == len(texts)
            modules.append(text + more if last else f"Module V{number}.\n{text}End V{number}.\n")
            values.append("value" if last else f"V{number}.value")
        done = self.coq("".join(modules) + f"Definition values := ({', '.join(values)}).\n{LAST.replace('value', 'values')}")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def refused(self, texts):
        """Of each (text, player) the rows of that player are not accepted, or nothing is said of them for a while."""
        modules = []
        for number, (text, player) in enumerate(texts):
            head, lemma, rest = text.partition(f"Lemma {player}_player : ")
            proof, end, _ = rest.partition(" Qed.\n")
            self.assertTrue(lemma and end and proof.endswith(f" with {player}. vm_cast_no_check (eq_refl true)."), text)
            modules.append(f"Module R{number}.\n{head}{lemma}{proof} Fail Timeout {PATIENCE} Qed. Abort.\nEnd R{number}.\n")
        done = self.coq("".join(modules), "-test-mode")  # which says why
        self.assertEqual(done.returncode, 0, done.stderr)
        said = len(REFUSED.findall(done.stdout)) + len(re.findall(r"failed with message:\s+Timeout!", done.stdout))
        self.assertEqual(said, len(texts), done.stdout)


def main():
    if shutil.which("coqc") is None:
        print("no coqc")
        sys.exit(69)
    harness.ZERMELO, harness.DATA = os.path.abspath(sys.argv[1]), os.path.join(ROOT, "data")
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
