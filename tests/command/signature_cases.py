"""The signature of the searches: exact node counts, which a commit changes only if it means to."""
import csv
import os
import unittest

import harness
from harness import Case, has_mpirun


def expected():
    with open(os.path.join(harness.DATA, "signature.csv"), encoding="ascii", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["workload", "nodes"], rows[0]
    return rows[1:]


class Signature(Case):
    def test_counts(self):
        rows = expected()
        self.assertEqual(self.ok("bench", "--signature").lines, rows)
        self.assertGreater(len(rows), 40)
        self.assertEqual(rows[-1], ["total", str(sum(int(nodes) for _, nodes in rows[:-1]))])

    @unittest.skipIf(harness.SLOW, "the same searches again")
    def test_json(self):
        self.assertEqual([[line["workload"], str(line["nodes"])] for line in self.ok("bench", "--signature", "--json").objects],
                         expected())

    def test_usage(self):
        for words in (["mnk-5,5,4"], ["--scaling"], ["--threads", 2], ["--table-memory", "8M"], ["--replacement", "new"]):
            self.fails(64, "bench", "--signature", *words, says="--signature")
        self.fails(64, "solve", "mnk:3,3,3", "--signature", says="bench")
        self.fails(75, "bench", "--signature", "--time-limit", "0.0001s", says="time limit")

    @has_mpirun
    def test_launched(self):
        self.fails(64, "bench", "--signature", ranks=2, says="by itself")
