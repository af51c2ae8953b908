"""What export, import, merge and extract do when the disk is full: 74, one line that names the file, and nothing is left."""
import os
import resource
import subprocess

import harness
from harness import SMALL, Case, Done, environment, release_only

BOOKS = (("c.h5", "connect4:5x4", "--plies", 5, "--score"), ("d.h5", "draughts:4x4", "--plies", 6, "--score"),
         ("s.h5", "mnk:5,5,5", "--plies", 2), ("r.h5", "mnk:15,15,5", "--plies", 1, "--method", "alpha-beta", "--depth", 1))
# what is made, and by which words
MADE = (*((f"out.{suffix}", "export", "c.h5", "--format", suffix.split(".")[0]) for suffix in ("csv", "csv.gz", "jsonl", "jsonl.gz", "pons")),
        ("out.h5", "export", "c.h5", "--format", "dataset"), ("out.html", "export", "c.h5", "--format", "html"),
        ("out.pdn", "export", "d.h5", "--format", "pdn"), ("out.sgf", "export", "s.h5", "--format", "sgf"),
        ("out.lib", "export", "r.h5", "--format", "renlib"), ("out.txt", "export", "certificate.h5", "--format", "text"),
        ("out.h5", "book", "merge", "c.h5", "part.h5"), ("out.h5", "book", "extract", "c.h5", "--value", "win"),
        ("out.h5", "import", "connect4:5x4", "c.csv"), ("out.h5", "import", "draughts:4x4", "d.pdn"))


class FullDisk(Case):
    def make(self):
        for name, *words in BOOKS:
            self.ok("book", *words, "-o", name, *SMALL)
        self.ok("book", "extract", "c.h5", "--min-ply", 3, "-o", "part.h5")
        self.ok("export", "c.h5", "--format", "csv", "-o", "c.csv")
        self.ok("export", "d.h5", "--format", "pdn", "-o", "d.pdn")
        self.ok("solve", "mnk:3,3,3", "--certificate", "certificate.h5", *SMALL)

    def refused(self, words, output, **more):
        done = subprocess.run([harness.ZERMELO, *map(str, words), "-o", output], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=harness.TIMEOUT, check=False, env=environment(), **more)
        said = Done(done.returncode, done.stdout, done.stderr).said
        self.assertEqual((done.returncode, len(said)), (74, 1), (words, more, done.stderr))
        self.assertIn(output, said[0])

    @release_only
    def test_files_may_not_grow(self):
        """To half of what they need, and to one byte less than that."""
        self.make()
        before = self.files()
        for output, *words in MADE:
            self.ok(*words, "-o", output)
            size = os.path.getsize(self.path(output))
            os.remove(self.path(output))
            for limit in (size // 2, size - 1):
                with self.subTest(words=words, output=output, limit=limit, size=size):
                    self.refused(words, output, preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                    self.assertEqual(self.files(), before)

    def test_full(self):
        """A disk with no room for a page."""
        disk = self.path("disk")
        os.mkdir(disk)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], stderr=subprocess.DEVNULL, check=False).returncode != 0:
            self.skipTest("may not mount")
        self.addCleanup(subprocess.run, ["umount", disk], check=False)
        self.make()
        try:
            with open(os.path.join(disk, "ballast"), "wb", buffering=0) as ballast:
                while True:
                    ballast.write(bytes(4096))
        except OSError:
            pass
        for output, *words in MADE:
            with self.subTest(words=words, output=output):
                self.refused(words, os.path.join("disk", output))
                self.assertEqual(os.listdir(disk), ["ballast"])
