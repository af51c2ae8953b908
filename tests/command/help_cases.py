"""Help for people: it fits a terminal, says of each option what it does for this command, and guesses what was meant."""
import os
import re
import shutil
import subprocess
import unittest

import harness
from harness import Case

STUMBLES = ("Nothing is null", "those that the proof knows of", "or else the lines", "follow from the rules?", "Our own mistake",
            "depth-limited methods of solve", "what is left to chance (method")


def options(text):
    """Long option -> what help says of it."""
    found, name = {}, None
    for line in text.split("Options:\n")[1].splitlines():
        match = re.match(r"  (?:-\w, )?--([a-z-]+)(?: [A-Z/]+)?(?: +(.*))?$", line)
        if match:
            name = match[1]
            found[name] = match[2] or ""
        else:
            found[name] = f"{found[name]} {line.strip()}".strip()
    return found


class Help(Case):
    def commands(self):
        listing = self.ok("help").out.split("Commands:\n")[1].split("\n\n")[0]
        return [line.split()[0] for line in listing.splitlines()]

    def test_width(self):
        """No line of help is longer than 80 columns, or ends with a blank."""
        for words in ([], ["jobs"], *([name] for name in self.commands())):
            for line in self.ok("help", *words).out.splitlines():
                self.assertLessEqual(len(line), 80, (words, line))
                self.assertEqual(line, line.rstrip(), words)

    @unittest.skipUnless(shutil.which("man"), "no man")
    def test_width_of_the_manual(self):
        for name, least in (("zermelo.1", 300), ("zermelo-jobs.5", 200), ("zermelo-files.5", 300)):
            page = os.path.join(harness.MANUAL, name)
            shown = subprocess.run(["man", page], text=True, stdout=subprocess.PIPE, check=True,
                                   env=dict(os.environ, MANWIDTH="80", LC_ALL="C", MAN_KEEP_FORMATTING="")).stdout
            shown = re.sub(".\b", "", shown)
            self.assertGreater(len(shown.splitlines()), least)
            for line in shown.splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_sentences(self):
        """An option that several commands take says what it does for this one."""
        names = self.commands()
        said = {name: options(self.ok("help", name).out) for name in names}
        for name, listed in said.items():
            for option, text in listed.items():
                self.assertGreater(len(text), 5, (name, option))
                for other in names:  # nothing about another command, but where its file is for that
                    if other != name and other not in ("help", "count", "run", "check", "moves", "book", "layers", "perft",
                                                                 "certificate"):
                        self.assertIsNone(re.search(rf"(?<!zermelo ){other}\b", text),
                                          (name, option, text))
        for option in ("output", "plies", "depth", "score", "seed", "positions", "node-limit"):
            texts = [(name, listed[option]) for name, listed in said.items() if option in listed]
            if option == "output":  # where it is no file of lines
                texts = [(name, text) for name, text in texts
                         if name in ("book", "tablebase", "layers", "report", "export")]
            self.assertGreaterEqual(len(texts), 2)
            self.assertEqual(len({text for _, text in texts}), len(texts), texts)
        self.assertIn("book", said["book"]["output"])
        self.assertIn("standard output", said["count"]["output"])
        for name in ("moves", "verify"):  # which refuse the others
            self.assertNotIn("bns", said[name]["method"])

    def test_stumbles(self):
        source = os.path.dirname(harness.DATA)
        texts = [self.ok("help", *words).out for words in ([], ["jobs"], *([name] for name in self.commands()))]
        pages = [os.path.join(harness.MANUAL, name) for name in ("zermelo.1", "zermelo-jobs.5", "zermelo-files.5")]
        for path in (*pages, os.path.join(source, "README.md"), os.path.join(source, "slurm/README.md")):
            with open(path, encoding="utf-8") as file:
                texts.append(file.read())
        for text in texts:
            for words in STUMBLES:
                self.assertFalse(words in " ".join(text.split()), (text[:40], words))


class Hints(Case):
    def test_words(self):
        for words, code, meant in ((["slove"], 64, "'solve'"), (["help", "sovle"], 64, "'solve'"), (["veryfy"], 64, "'verify'"),
                                   (["solve", "connect4", "--tread", "1"], 64, "'--threads'"),
                                   (["count", "connect4:4x4", "--plys=3"], 64, "'--plies'"),
                                   (["solve", "mnk:3,3,3", "--jsno"], 64, "'--json'"),
                                   (["solve", "conect4:7x6"], 65, "'connect4'"), (["count", "draugths:4x4"], 65, "'draughts'")):
            done = self.fails(code, *words, says=f"did you mean {meant}?")
            self.assertEqual(done.out, "")

    def test_board_apart(self):
        """The game and its board as two words."""
        for words, code, meant in ((["solve", "connect4", "7x6"], 65, "connect4:7x6"), (["solve", "mnk", "5,5,4"], 65, "mnk:5,5,4"),
                                   (["moves", "draughts", "6x6"], 65, "draughts:6x6"),
                                   (["perft", "connect4", "4x4", "--depth", 2], 65, "connect4:4x4"),
                                   (["count", "connect4", "4x4"], 64, "connect4:4x4"),
                                   (["solve", "connect4", "7x6", "44"], 64, "connect4:7x6"),
                                   (["book", "connect4", "4x4", "--plies", 2, "-o", "x"], 64, "connect4:4x4")):
            self.fails(code, *words, says=f"did you mean '{meant}'?")
        self.assertEqual(self.files(), [])

    def test_no_hint(self):
        """Nothing is suggested where nothing is near, or where all that there is is listed."""
        for words, code in ((["xyzzy"], 64), (["solve", "chess:8x8"], 65), (["solve", "connect4", "--colour"], 64),
                            (["solve", "connect4", "9"], 65), (["solve", "tictactoe", "z9"], 65),
                            (["solve", "mnk:3,3,3", "--method", "alpha"], 64)):
            self.assertNotIn("did you mean", self.fails(code, *words).said[0])
