"""The progress line, on a terminal and in a log: what it says, in which order, and that it leaves nothing behind."""
import re
import signal
import subprocess

import harness
from harness import ENDLESS, SLOW, Case, environment

ERASED = "\r\x1b[K"
NUMBER = r"\d+(?:\.\d+)?(?: [kMG])?"
RATE = rf"{NUMBER} [a-z]+/(?:s|min|h)"
HEADER = "game,board,rules,set,value,score,last_move,effort,source,note"


class Terminal(Case):
    def watch(self, *words, enough=lambda frames, text: False, columns=80, **variables):
        """Run on a terminal until it ends, or is stopped when it has shown enough. The lines of progress, all that was
        written, and the exit code."""
        variables = {"ZERMELO_PROGRESS": "0.02", "TERM": "xterm", "ASAN_OPTIONS": "detect_leaks=0", **variables}
        with harness.Screen(columns) as screen, \
                subprocess.Popen([harness.ZERMELO, *map(str, words), "--threads", "1"], cwd=self.folder, stdin=screen.end,
                                 stdout=screen.end, stderr=screen.end, env=environment(**variables)) as process:
            text, stopped = "", False
            for part in screen.read(process):
                text += part
                if not stopped and enough(self.frames(text), text):
                    process.send_signal(signal.SIGINT)
                    stopped = True
            code = process.wait(60)
        frames = self.frames(text)
        self.assertNotIn("progress:", text)
        for frame in frames:
            self.assertLess(len(frame), columns, frame)
            self.assertRegex(frame, r"^[ -~]+$")
            self.assertNotRegex(frame, r"^[,:]|, ,|: ,|\b0(\.0+)? \S*/s|inf|nan")
        for line in self.screen(text):
            self.assertNotRegex(line, r"\d [a-z]+/s\b", text)
        return frames, text, code

    @staticmethod
    def frames(text):
        parts = text.split(ERASED)[1:]
        return [part for part in parts if part and "\n" not in part]

    @staticmethod
    def screen(text):
        """The lines that stay."""
        return [line.split(ERASED)[-1] for line in text.replace("\r\n", "\n").split("\n")]

    def table(self, *rows):
        self.write("known_values.csv", "\n".join((HEADER, *rows)) + "\n")
        return {"ZERMELO_DATA": self.folder}

    def rising(self, numbers):
        self.assertGreater(len(numbers), 0)
        self.assertEqual(numbers, sorted(numbers))

    def test_solve(self):
        frames, _, code = self.watch("solve", "connect4:6x6", "--score",
                                     enough=lambda frames, _: any("plies" in frame for frame in frames))
        self.assertIn(code, (0, 75))
        for frame in frames:
            self.assertRegex(frame, rf"^solve connect4:6x6: (nothing proven yet|loss or draw|draw or win|draw|"
                                    rf"(win|loss)( in (at (most|least) \d+|\d+ to \d+) plies)?)"
                                    rf"(, {NUMBER} nodes)?(, {RATE})?(, table \d+ % full)?(, \d.* m?s)?$")
        self.assertTrue(any(re.search(rf", {RATE}, table", frame) for frame in frames), frames)

    def test_verify_names_what_runs(self):
        table = self.table("connect4,6x6,standard,one,,,,quick,,", f"connect4,{ENDLESS.split(':')[1]},standard,one,,,,quick,,")
        frames, text, code = self.watch("verify", "--effort", "long", **table,
                                        enough=lambda frames, _: frames and frames[-1].startswith(f"verify: {ENDLESS}"))
        self.assertEqual(code, 75)
        boards = [re.match(r"verify: (\S+?),", frame).group(1) for frame in frames]
        self.assertEqual(sorted(set(boards), key=boards.index), ["connect4:6x6", ENDLESS])
        self.assertEqual({frame for frame in frames if "6x6" in frame and "0 of 2 boards" not in frame}, set())
        self.assertEqual({frame for frame in frames if ENDLESS in frame and "1 of 2 boards" not in frame}, set())
        self.assertTrue(any(re.search(r"nodes/s", frame) for frame in frames))
        self.assertLess(text.rindex("verify: connect4:6x6,"), text.index("connect4:6x6  "))  # its line comes after it has run

    def test_verify_builds_tables(self):
        table = self.table("draughts,6x6,official,one,,,,quick,,")
        frames, _, code = self.watch("verify", **table, enough=lambda frames, _: any("done in" in frame for frame in frames))
        self.assertEqual(code, 75)
        found = [re.match(r"building tables of draughts:6x6: slice (\d+) of (\d+)", frame) for frame in frames]
        self.assertNotIn(None, found)
        self.rising([int(match.group(1)) for match in found])
        self.assertEqual({match.group(2) for match in found}, {found[0].group(2)})
        self.assertLessEqual(int(found[-1].group(1)), int(found[0].group(2)))
        self.assertFalse(any("nodes" in frame for frame in frames), frames)
        self.assertRegex(frames[-1], r", done in (under )?\d+( to \d+)? (s|min)")

    def test_tables(self):
        frames, text, code = self.watch("tablebase", "draughts:6x6", "--pieces", 4, "-o", "t.h5")
        self.assertEqual(code, 0)
        of_file = [frame.startswith("building tables of draughts:6x6: writing the file, ") for frame in frames]
        self.assertEqual(of_file, sorted(of_file))  # the slices come first
        frames = frames[:len(frames) - sum(of_file)]
        found = [re.match(r"building tables of draughts:6x6: slice (\d+) of (\d+), ", frame) for frame in frames]
        self.assertNotIn(None, found)
        self.rising([int(match.group(1)) for match in found])
        lines = [line for line in self.screen(text) if re.match(r"\d\.\d\.\d\.\d ", line)]
        self.assertEqual({int(match.group(2)) for match in found}, {len(lines)})
        self.assertTrue(any(re.search(r"about \d+( to \d+)? s left|under \d+ s left", frame) for frame in frames), frames)

    def test_book(self):
        board = "connect4:6x5"
        frames, _, code = self.watch("book", board, "--plies", 5, "-o", "b.h5")
        self.assertEqual(code, 0)
        found = [re.match(rf"book {board}: ply (\d+), ({NUMBER}) of ({NUMBER}) positions", frame) for frame in frames
                 if "listing" not in frame]
        self.assertGreater(len(found), 2)
        self.assertNotIn(None, found)
        self.rising([int(match.group(1)) for match in found])
        self.assertLessEqual(int(found[-1].group(1)), 6)

    def test_layers(self):
        board, plies = ("connect4:4x4", 16) if SLOW else ("connect4:5x4", 20)
        frames, _, code = self.watch("layers", board, "-o", "l.h5")
        self.assertEqual(code, 0)
        found = [re.match(rf"layers {board}, (\w+) \((\d) of 3\): ply (\d+) of {plies}", frame) for frame in frames]
        self.assertNotIn(None, found)
        self.rising([int(match.group(2)) for match in found])
        self.rising([int(match.group(3)) for match in found if match.group(1) == "listing"])
        self.assertIn("valuing", [match.group(1) for match in found])

    def test_lists(self):
        self.write("list", "44\n4455\n" * 20)
        frames, _, code = self.watch("solve", "connect4:6x5", "--positions", "list",
                                     enough=lambda frames, _: any(" positions" in frame for frame in frames))
        self.assertIn(code, (0, 75))
        self.assertTrue(all(frame.startswith("solve connect4:6x5, ") for frame in frames), frames)
        frames, _, code = self.watch("moves", "connect4:6x5", "--values", enough=lambda frames, _: len(frames) > 3)
        self.assertTrue(all(re.match(r"moves connect4:6x5, \d of 3 moves", frame) for frame in frames), frames)

    def test_counts(self):
        frames, _, _ = self.watch("count", "connect4:5x5", enough=lambda frames, _: len(frames) > 5)
        self.assertTrue(all(re.match(r"count connect4:5x5: ply \d+, ", frame) for frame in frames), frames)
        frames, _, _ = self.watch("perft", "draughts:8x8", "--depth", 11, enough=lambda frames, _: len(frames) > 3)
        self.assertTrue(all(re.match(r"perft draughts:8x8: depth \d+ of 11, ", frame) for frame in frames), frames)

    def test_width(self):
        for columns in (30, 60, 200):
            frames, _, _ = self.watch("solve", ENDLESS, enough=lambda frames, _: len(frames) > 2, columns=columns)
            self.assertGreater(len(frames), 2)
            self.assertTrue(all(frame.startswith(f"solve {ENDLESS}") for frame in frames), frames)
            self.assertEqual(columns == 200, any("nodes," in frame for frame in frames))

    def test_log(self):
        process = subprocess.Popen([harness.ZERMELO, "solve", ENDLESS, "--threads", "1", "--time-limit", "1s"], cwd=self.folder,
                                   text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment(ZERMELO_PROGRESS="0.3", ASAN_OPTIONS="detect_leaks=0"))
        _, err = process.communicate(timeout=harness.TIMEOUT)
        lines = [line for line in err.splitlines() if not line.startswith("zermelo: ")]
        self.assertGreater(len(lines), 0)
        for line in lines:
            self.assertRegex(line, rf"^progress: solve {ENDLESS}: nothing proven yet, {NUMBER} nodes, {RATE}, "
                                   r"table \d+ % full, \d.* m?s$")
        self.assertNotIn("\x1b", err)
        done = self.call("solve", ENDLESS, "--threads", "1", "--time-limit", "0.6s", "--quiet", ZERMELO_PROGRESS="0.1")
        self.assertNotIn("progress", done.err)
