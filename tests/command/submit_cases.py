"""submit, the batch scripts it writes, and the parts of a verification. sbatch, srun and scontrol are stand-ins here
that write down how they were called; tests/slurm/ has the real ones."""
import os
import shutil
import signal
import subprocess

import harness
from harness import SRUN_MPI, Case, environment

VERIFY = "name: v\ntask: verify\neffort: quick\nonly: mnk:?,?,3\ntable_memory: 4M\nthreads: 1\n"
SOLVE = "name: s\ntask: solve\ngame: mnk:3,3,3\ntable_memory: 4M\n"
PRINTS_WORDS = 'printf "<%s>" "$@" >>"$CALLS/{0}"; echo >>"$CALLS/{0}"; '
STAND_INS = {
    "sbatch": PRINTS_WORDS.format("sbatch") + 'echo "$((100 + $(wc -l <"$CALLS/sbatch")));cluster"',
    # ends with $CODE, or with 75 a little after SIGUSR1, which must come to it alone
    "srun": PRINTS_WORDS.format("srun") + 'trap "sleep 0.2; exit 75" USR1; trap "exit 99" TERM; echo here; '
            'for i in $(seq "${TENTHS:-0}"); do sleep 0.1; done; exit "${CODE:-0}"',
    "scontrol": PRINTS_WORDS.format("scontrol"),
    "sinfo": 'echo "${SINFO:-}"',
}
SLURM = {"SLURM_JOB_ID": "7", "SLURM_JOB_NODELIST": "n1", "SLURM_NTASKS_PER_NODE": "2", "SLURM_CPUS_PER_TASK": "3", "SLURM_CPUS_ON_NODE": "8"}


class Submit(Case):
    def setUp(self):
        super().setUp()
        self.bin = self.path("bin")
        os.mkdir(self.bin)
        for name, text in STAND_INS.items():
            self.write(f"bin/{name}", f"#!/bin/bash\n{text}\n")
            os.chmod(self.path(f"bin/{name}"), 0o755)
        self.variables = {"PATH": f"{self.bin}:{os.environ['PATH']}", "CALLS": self.folder}

    def script(self, text, **more):
        return self.ok("submit", self.write("job.yaml", text), "--dry-run", **more).out

    def calls(self, name):
        if not os.path.exists(self.path(name)):
            return []
        with open(self.path(name), encoding="utf-8") as file:
            return [line[1:-2].split("><") for line in file]

    def bad(self, text, line, says):
        done = self.fails(65, "submit", self.write("job.yaml", text), "--dry-run", says=f"job.yaml:{line}: ")
        self.assertIn(says, done.said[0], text)
        self.assertEqual(done.out, "")

    def run_script(self, text, number=None, **variables):
        """Run a batch script; after it has begun send it a signal. Returns its code and what it said."""
        process = subprocess.Popen(["bash", self.write("script", text)], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   env=environment(**self.variables, **SLURM, **variables))
        out = ""
        if number is not None:
            while "here\n" not in out:
                out += process.stdout.readline()
            process.send_signal(number)
        out += process.communicate(timeout=harness.TIMEOUT)[0]
        return process.returncode, out

    def test_lines(self):
        text = self.script(SOLVE + "slurm:\n  nodes: 3\n  ranks_per_node: 2\n  threads_per_rank: 8\n"
                           "  memory_per_node: 5G\n  time: 90m\n  partition: long\n  account: me\n"
                           "  extra: [--exclusive, '-C ib']\n")
        lines = [line[8:] for line in text.splitlines() if line.startswith("#SBATCH ")]
        self.assertEqual(lines, ['--job-name="s"', f'--chdir="{self.folder}"', '--partition="long"', '--account="me"',
                                 "--open-mode=append", f'--output="{self.folder}/out/s/s-%j.log"', "--nodes=3",
                                 "--ntasks-per-node=2", "--cpus-per-task=8", "--mem=5120M", "--time=90",
                                 "--signal=B:USR1@120", "--requeue", "--exclusive", "-C ib"])
        self.assertIn(f"\njob='{self.path('job.yaml')}'\n", text)
        self.assertIn(f"\nzermelo='{harness.ZERMELO}'\n", text)
        lines = self.script(SOLVE).split("\n\n")[0]  # a node with all that it has, whatever that is
        for word in ("--nodes=1\n", "--ntasks-per-node=1\n", "--exclusive\n", "--mem=0\n", "--time=120\n"):
            self.assertIn(f"#SBATCH {word}", lines)
        for word in ("partition", "account", "cpus-per-task"):
            self.assertNotIn(word, lines)
        for time_text, minutes in (("1-00:00:00", 1440), ("2:00:00", 120), ("90:30", 91), ("45", 45), ("3d", 4320)):
            self.assertIn(f"#SBATCH --time={minutes}\n", self.script(SOLVE + f"slurm:\n  time: {time_text}\n"))
        for time_text, lines in (("0", ("time=0\n", "requeue")), ("61s", ("time=2\n", "USR1@30")),
                                 ("1m", ("time=1\n", "USR1@15"))):
            text = self.script(SOLVE + f"slurm:\n  time: {time_text}\n")
            for line in lines:
                self.assertIn(line, text)
            self.assertEqual("signal" in text.split("----")[0], time_text != "0")
        self.assertIn("--no-requeue", self.script(SOLVE.replace("solve", "count")))
        self.assertEqual(self.files(), ["bin/sbatch", "bin/scontrol", "bin/sinfo", "bin/srun", "job.yaml"])

    def test_as_the_templates(self):
        """One shell code for all: what is printed is what slurm/ has, below its mark, and shellcheck likes it."""
        slurm = os.path.join(os.path.dirname(harness.DATA), "slurm")
        text = self.script(VERIFY + "slurm:\n  threads_per_rank: 1\n  array: 20\n")
        scripts = [self.write("job.sbatch", text.split("\n#!")[0]), self.write("merge.sbatch", "#!" + text.split("\n#!")[1])]
        for name in scripts:
            with open(os.path.join(slurm, name), encoding="utf-8") as template, open(self.path(name), encoding="utf-8") as made:
                self.assertEqual(*(file.read().split("# ---- ")[1].rstrip() for file in (template, made)))
        subprocess.run(["bash", "-n", *scripts], check=True, cwd=self.folder)
        if shutil.which("shellcheck"):
            subprocess.run(["shellcheck", *scripts, os.path.join(slurm, "job.sbatch"),
                            os.path.join(slurm, "merge.sbatch"), os.path.join(slurm, "testbed"),
                            os.path.join(slurm, "namespaces")],
                           check=True, cwd=self.folder)

    def test_names(self):
        """Names are words, whatever is in them."""
        name = "a \"b' $(touch x) `touch y` %j #c; touch z é"
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        text = self.script(SOLVE.replace("name: s", f'name: "{quoted}"') + f'outputs:\n  directory: "o {quoted}"\n')
        self.assertIn(f'#SBATCH --job-name="{quoted}"\n', text)
        self.assertIn("%%j #c; touch z é-%j.log", text)
        folder = self.path("in 'here' $HOME")
        os.mkdir(folder)
        shutil.copy(self.path("job.yaml"), os.path.join(folder, "it's.yaml"))
        done = subprocess.run([harness.ZERMELO, "submit", "it's.yaml", "--dry-run"], cwd=folder, text=True, check=True,
                              env=environment(), stdout=subprocess.PIPE)
        code, _ = self.run_script(done.stdout)
        self.assertEqual(code, 0)
        words = self.calls("srun")[0]
        self.assertEqual(words[-3:], [harness.ZERMELO, "run", os.path.join(folder, "it's.yaml")])
        self.assertFalse({"x", "y", "z"} & set(os.listdir(self.folder)))

    def test_refused(self):
        s = SOLVE + "slurm:\n"
        for text, line, says in ((s + "  nodes: 0\n", 6, "1 to"), (s + "  ranks_per_node: 0\n", 6, "1 to"),
                                 (s + "  threads_per_rank: 1025\n", 6, "0 to"), (s + "  array: 2\n", 6, "a list of positions"),
                                 (SOLVE.replace("solve", "count") + "slurm:\n  array: 2\n", 6, "a list of positions"),
                                 (SOLVE.replace("mnk:3,3,3", "draughts:4x4") + "positions: ['', 5-3]\noutputs:\n"
                                  "  certificate: true\nslurm:\n  array: 2\n", 9, "not in parts"),
                                 (s + "  time: soon\n", 6, "time"), (s + "  time: 1:2:3:4\n", 6, "1-12:00:00"), (s + "  memory_per_node: 80%\n", 6, "size"),
                                 (s + "  memory_per_node: 1M\n", 6, "too small"),
                                 (s + '  extra: ["--a", "rm -r x"]\n', 6, "rm -r x"),
                                 (s + '  extra: ["--a\\nrm -r x"]\n', 6, "option of sbatch"),
                                 (s + '  account: "a\\nb"\n', 6, "name"), (s + '  partition: "a\\nb"\n', 6, "name"),
                                 ('name: "a\\nb"\n' + SOLVE[8:], 1, "control characters"),
                                 ('name: "a\\\\b"\n' + SOLVE[8:], 1, "control characters"),
                                 (SOLVE + 'outputs:\n  directory: "a\\nb"\n', 6, "control characters"),
                                 (SOLVE + "threads: 3\nslurm:\n  threads_per_rank: 2\n", 5, "slurm.threads_per_rank"),
                                 (SOLVE.replace("4M", "2G") + "slurm:\n  memory_per_node: 2G\n  ranks_per_node: 2\n", 4,
                                  "more than this rank may use"),
                                 (SOLVE.replace("mnk:3,3,3", "chess"), 3, "chess")):
            self.bad(text, line, says)
        self.fails(66, "submit", "absent.yaml", says="absent.yaml")
        self.fails(64, "submit", says="JOB.yaml")

    def test_sbatch(self):
        self.write("job.yaml", SOLVE)
        script = f"{self.folder}/out/s/s.sbatch"
        self.assertEqual(self.ok("submit", "job.yaml", **self.variables).lines, [["run", "101", script]])
        self.assertEqual(self.calls("sbatch"), [["--parsable", script]])
        with open(script, encoding="utf-8") as file:
            self.assertEqual(file.read(), self.ok("submit", "job.yaml", "--dry-run").out)
        self.write("job.yaml", VERIFY + "slurm:\n  array: 4\n")
        shown = self.ok("submit", "job.yaml", "--json", **self.variables).objects
        self.assertEqual([(line["what"], line["job"]) for line in shown], [("run", 102), ("merge", 103)])
        self.assertEqual(self.calls("sbatch")[1:], [["--parsable", f"{self.folder}/out/v/v.sbatch"],
                                                    ["--parsable", "--dependency=afterany:102",
                                                     f"{self.folder}/out/v/v-merge.sbatch"]])
        self.write("bin/sbatch", "#!/bin/sh\necho 'sbatch: error: no' >&2\nexit 1\n")
        self.fails(65, "submit", "job.yaml", says="sbatch refused", **self.variables)
        self.write("bin/sbatch", "#!/bin/sh\n")
        self.fails(65, "submit", "job.yaml", says="no job", **self.variables)
        self.fails(66, "submit", "job.yaml", says="sbatch", PATH="/nowhere")
        self.write("file", "")
        self.write("job.yaml", SOLVE + "outputs:\n  directory: file/x\n")
        self.fails(73, "submit", "job.yaml", says="file", **self.variables)

    def test_nodes(self):
        """What no nodes of the partition hold would wait for ever, without a word of Slurm: submit refuses it."""
        sinfo = "main* 2 16 64000\nmain* 1 32+ 128000+\nsmall 40 4 8000"
        for keys, line, says in (("nodes: 4", 6, "asks for 4, partition by default has 3"),
                                 ("threads_per_rank: 33", 6, "33 cores of a node, no node of partition by default has more than 32"),
                                 ("ranks_per_node: 40", 6, "40 cores"), ("memory_per_node: 200G", 6, "204800 MB"),
                                 ("nodes: 2\n  threads_per_rank: 32", 6, "asks for 2, 1 of partition by default have 32 cores"),
                                 ("nodes: 3\n  partition: small\n  threads_per_rank: 5", 8, "partition small has more than 4")):
            job = self.write("job.yaml", SOLVE + f"slurm:\n  {keys}\n")
            done = self.fails(65, "submit", job, says=f"job.yaml:{line}: slurm.", SINFO=sinfo, **self.variables)
            self.assertIn("would wait for ever", done.said[0])
            self.assertIn(says, done.said[0])
        self.assertEqual((self.calls("sbatch"), os.path.exists(self.path("out"))), ([], False))
        for keys in ("nodes: 3", "threads_per_rank: 32", "nodes: 40\n  partition: small", "nodes: 99\n  partition: other",
                     "nodes: 2\n  ranks_per_node: 16", "nodes: 9\n  extra: [--partition=huge]"):
            self.ok("submit", self.write("job.yaml", SOLVE + f"slurm:\n  {keys}\n"), SINFO=sinfo, **self.variables)
        self.ok("submit", self.write("job.yaml", SOLVE + "slurm:\n  nodes: 4\n"), **self.variables)

    def test_time(self):
        """So does what asks for more time than the partition allows."""
        sinfo = "main* 2 16 64000 1-00:00:00\nshort 3 16 64000+ 30:00\nopen 1 4 8000 infinite\nold 1 4 8000 n/a"
        for keys, line, says in (("time: 25h", 6, "it asks for 25 h 0 min, jobs of partition by default have at most 24 h 0 min"),
                                 ("time: 31m\n  partition: short", 6, "partition short have at most 30 min 0 s")):
            done = self.fails(65, "submit", self.write("job.yaml", SOLVE + f"slurm:\n  {keys}\n"), says=f"job.yaml:{line}: slurm.time", SINFO=sinfo, **self.variables)
            self.assertIn("would wait for ever", done.said[0])
            self.assertIn(says, done.said[0])
        self.assertEqual((self.calls("sbatch"), os.path.exists(self.path("out"))), ([], False))
        for keys in ("time: 24h", "time: 30m\n  partition: short", "time: 90d\n  partition: open", "time: 90d\n  partition: old",
                     "time: 31m\n  partition: short\n  extra: [--qos=long]"):
            self.ok("submit", self.write("job.yaml", SOLVE + f"slurm:\n  {keys}\n"), SINFO=sinfo, **self.variables)

    def test_script(self):
        """What the script does when zermelo ends, and when signals come."""
        text = self.script(SOLVE)
        code, out = self.run_script(text)
        self.assertEqual(code, 0)
        self.assertIn(f"--mpi={SRUN_MPI}", self.calls("srun")[0])
        self.assertIn("--ntasks-per-node=2", self.calls("srun")[0])
        self.assertIn("--cpus-per-task=3", self.calls("srun")[0])
        self.assertIn("start 1", out)
        for code in (0, 1, 65, 74, 137):
            self.assertEqual(self.run_script(text, CODE=str(code))[0], code)
        self.assertEqual(self.calls("scontrol"), [])
        code, out = self.run_script(text, CODE="75", SLURM_RESTART_COUNT="2")
        self.assertEqual((code, self.calls("scontrol")), (75, []))  # no signal stopped it: a limit, or the method
        self.assertIn("start 3", out)
        self.assertIn("not requeued", out)

        array = {"SLURM_ARRAY_JOB_ID": "7", "SLURM_ARRAY_TASK_ID": "3"}  # of the last task, whose number is the array's
        code, out = self.run_script(text, signal.SIGUSR1, TENTHS="100", **array)
        self.assertEqual((code, self.calls("scontrol")), (75, [["requeue", "7_3"]]))
        os.remove(self.path("scontrol"))
        code, out = self.run_script(text, signal.SIGUSR1, TENTHS="100")
        self.assertEqual((code, self.calls("scontrol")), (75, [["requeue", "7"]]))
        self.assertIn("time runs out", out)
        os.remove(self.path("scontrol"))
        with open(self.path("bin/srun"), encoding="utf-8") as file:
            srun = file.read()
        self.write("bin/srun", srun.replace("exit 75", "exit 138"))  # a rank did not watch for signals yet
        code, out = self.run_script(text, signal.SIGUSR1, TENTHS="100")
        self.assertEqual((code, self.calls("scontrol")), (75, [["requeue", "7"]]))
        self.assertIn("zermelo ended with 138", out)
        os.remove(self.path("scontrol"))
        self.assertEqual(self.run_script(text, CODE="138")[0], 138)  # and this is another's doing
        self.write("bin/srun", srun)
        code, out = self.run_script(text, signal.SIGTERM, TENTHS="100")
        self.assertEqual((code, self.calls("scontrol")), (75, []))
        self.assertIn("cancelled", out)
        code, out = self.run_script(self.script(SOLVE.replace("solve", "count")), signal.SIGUSR1, TENTHS="100")
        self.assertEqual((code, self.calls("scontrol")), (75, []))
        self.assertIn("begin anew", out)

    def test_cores_of_a_rank(self):
        """Where the job file does not say them, a rank has its share of the cores of the node."""
        SLURM.pop("SLURM_CPUS_PER_TASK")
        self.addCleanup(SLURM.update, SLURM_CPUS_PER_TASK="3")
        self.assertEqual(self.run_script(self.script(SOLVE))[0], 0)
        self.assertIn("--cpus-per-task=4", self.calls("srun")[0])

    def test_memory_of_the_node(self):
        """A table is judged by the node of the job, not by the machine on which one submits."""
        for memory, code in (("memory_per_node: 900G\n", 0), ("nodes: 2\n", 0), ("memory_per_node: 100G\n", 65)):
            text = SOLVE.replace("4M", "600G") + f"slurm:\n  {memory}"
            for words in (("submit", "--dry-run"), ("run", "--check")):
                done = self.call(words[0], self.write("job.yaml", text), words[1])
                self.assertEqual(done.code, code, (memory, words, done.err))
                self.assertEqual("more than this rank may use" in done.err, code == 65)
        self.fails(65, "run", self.write("job.yaml", SOLVE.replace("4M", "600T")), says="job.yaml:4: table_memory: ")

    def test_script_of_a_part(self):
        text = self.script(VERIFY + "slurm:\n  array: 4\n").split("\n#!")[0]
        self.assertIn("#SBATCH --array=1-4\n", text)
        self.run_script(text, SLURM_ARRAY_TASK_ID="3")
        self.assertEqual(self.calls("srun")[0][-2:], ["--part", "3/4"])


class Parts(Case):
    def part(self, i, n, *words, code=0):
        self.write("job.yaml", VERIFY)
        done = self.call("run", "job.yaml", "--part", f"{i}/{n}", *words, ZERMELO_DATA=harness.DATA)
        self.assertEqual(done.code, code, done.err)
        return done

    def merged(self, *files, merge="all.tsv"):
        return self.ok("report", *files, "--merge", merge).lines

    def test_merge(self):
        whole = self.ok("verify", "--only", "mnk:?,?,3", "--effort", "quick", "--threads", 1, "--table-memory", "4M",
                        ZERMELO_DATA=harness.DATA).lines
        lines, names = [], []
        for i in range(1, 11):
            lines += self.part(i, 10).lines
            names.append(f"out/v/v-{i:02}-of-10.statistics.h5")
        self.assertEqual(self.files(), sorted(["job.yaml", *names, *(name[:-13] + end for name in names
                                                                          for end in ("tsv", "checkpoint.h5"))]))
        merged = self.merged(*reversed(names))
        self.assertEqual(sorted(lines), sorted(merged))
        self.assertEqual([line[:6] for line in merged], [line[:6] for line in whole])
        self.assertEqual([line[7] for line in merged], [line[7] for line in whole])
        with open(self.path("all.tsv"), encoding="utf-8") as file:
            self.assertEqual([line.split("\t") for line in file.read().splitlines()], merged)
        self.assertEqual(self.ok("report", *names, "--merge", "all.h5", "-o", "all.html").out, "")
        self.assertEqual(self.merged("all.h5"), merged)
        with open(self.path("all.html"), encoding="utf-8") as file:
            self.assertIn("mnk:3,3,3", file.read())

        done = self.fails(75, "report", *names[:4], *names[5:-1], "--merge", "all.tsv", says="of 10 parts these are missing: 5, 10; ")
        self.assertEqual(done.lines, [line for i, line in enumerate(merged) if i % 10 not in (4, 9)])
        self.assertEqual(self.merged(*names), merged)
        os.remove(self.path("all.tsv"))
        self.fails(65, "report", *names, names[3], "--merge", "all.tsv", says="twice")
        self.part(4, 11)
        self.fails(65, "report", *names[:-1], "out/v/v-04-of-11.statistics.h5", "--merge", "all.tsv", says="another job")
        self.fails(65, "report", "all.h5", *names, "--merge", "all.tsv", says="another job")
        self.assertFalse(os.path.exists(self.path("all.tsv")))

    def test_unfinished(self):
        self.write("job.yaml", VERIFY.replace("mnk:?,?,3", "connect4:7x6").replace("quick", "long"))
        for i, code in ((1, 75), (2, 0)):
            done = self.call("run", "job.yaml", "--part", f"{i}/2", "--time-limit", "0.2s", ZERMELO_DATA=harness.DATA)
            self.assertEqual(done.code, code, done.err)
        done = self.fails(75, "report", "out/v/v-1-of-2.statistics.h5", "out/v/v-2-of-2.statistics.h5", "--merge", "all.h5", "-o", "all.html",
                          says="of 2 parts these were not finished: 1; ")
        self.assertIn("made all.h5", done.err)
        self.assertIn("all.html", self.files())
        self.fails(75, "report", "out/v/v-2-of-2.statistics.h5", "--merge", "all.tsv", says="these are missing: 1;")

    def test_more_parts_than_rows(self):
        names = [f"out/v/v-{i}-of-3.statistics.h5" for i in (1, 2, 3)]
        self.write("job.yaml", VERIFY.replace("mnk:?,?,3", "mnk:3,3,3"))
        for i in (1, 2, 3):
            self.ok("run", "job.yaml", "--part", f"{i}/3", ZERMELO_DATA=harness.DATA)
        self.assertEqual([line[0] for line in self.merged(*names)], ["mnk:3,3,3"])

    def test_positions(self):
        """A list of positions in parts: each position once, and one table in the order of the list."""
        positions = ["", "b2", "a1 b2 c3", "a1", "a1 b1 a2 b2", "c2 b2 c3 c1", "b2 a1"]
        whole = self.ok("solve", "mnk:3,3,3", "--positions", self.write("list", "# first\n" + "\n".join(positions) + "\n"),
                        *harness.SMALL).lines
        self.assertEqual(len(whole), 7)
        shown = "[" + ", ".join(f'"{position}"' for position in positions) + "]"
        for name, given in (("l", shown), ("f", "list")):
            text = SOLVE.replace("name: s", f"name: {name}") + f"threads: 1\npositions: {given}\n"
            for n in (2, 3, 10):
                parts, lines = [], []
                for i in range(1, n + 1):
                    done = self.ok("run", self.write("job.yaml", text), "--part", f"{i}/{n}")
                    self.assertEqual([line[:3] for line in done.lines], [line[:3] for line in whole[i - 1::n]])
                    lines += done.lines
                    digits = len(str(n))
                    parts.append(f"out/{name}/{name}-{i:0{digits}}-of-{n}.statistics.h5")
                merged = self.merged(*reversed(parts), merge=f"{name}.tsv")
                self.assertEqual([line[:3] for line in merged], [line[:3] for line in whole])
                self.assertEqual(sorted(merged), sorted(lines))
                with open(self.path(f"{name}.tsv"), encoding="utf-8") as file:
                    self.assertEqual([line.split("\t") for line in file.read().splitlines()], merged)
                self.ok("report", *parts, "--merge", "all.h5", "-o", "all.html")
        done = self.fails(75, "report", *parts[:-1], "--merge", "part.tsv", says="these are missing: 10;")
        self.assertEqual([line[:3] for line in done.lines], [line[:3] for line in whole])
        done = self.fails(75, "report", *parts[1:], "--merge", "part.tsv", says="these are missing: 1;")
        self.assertEqual([line[:3] for line in done.lines], [line[:3] for line in whole[1:]])
        os.remove(self.path("out/f/f-03-of-10.tsv"))
        self.fails(66, "report", *parts, "--merge", "x.tsv", says="f-03-of-10.tsv")
        with open(self.path("out/f/f-03-of-10.tsv"), "w", encoding="utf-8") as file:
            file.write("a1\tdraw\t-\t1\t1\tb2\n" * 2)
        self.fails(65, "report", *parts, "--merge", "x.tsv", says="of different lists")
        self.assertFalse(os.path.exists(self.path("x.tsv")))

    def test_only_verify(self):
        self.fails(64, "run", self.write("job.yaml", SOLVE), "--part", "1/2", says="a list of positions")

