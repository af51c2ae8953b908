"""Runs of the command under mpirun that are killed: which processes they are, and what they have cost."""
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import time

LAUNCHER = shlex.split(os.environ.get("MPI_LAUNCHER", "mpirun --oversubscribe --bind-to none"))
TICK = os.sysconf("SC_CLK_TCK")
TAIL = 1 << 14  # bytes in which the last line of progress is looked for: a long run has thousands of such lines


def environment(apart):
    result = {name: value for name, value in os.environ.items() if not name.startswith(("ZERMELO_", "OMP_", "SLURM_"))}
    result.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMP_WAIT_POLICY="passive",
                  OMPI_MCA_odls_base_sigkill_timeout="0", ZERMELO_PROGRESS="0.1")
    if apart:
        result["ZERMELO_RANKS"] = "apart"
    return result


class Run:
    """A run of `ranks` processes in a folder that no other run uses meanwhile; 0: without a launcher."""

    def __init__(self, program, words, folder, ranks=0, apart=False):
        self.program, self.folder, self.ranks = os.path.realpath(program), os.path.realpath(folder), ranks
        self.begun, self.seconds, self.spent = time.monotonic(), 0.0, {}
        launcher = [*LAUNCHER, "-n", str(ranks)] if ranks else []
        with open(os.path.join(folder, "out"), "w", encoding="utf-8") as out, open(os.path.join(folder, "err"), "w", encoding="utf-8") as err:
            self.process = subprocess.Popen([*launcher, self.program, *map(str, words)], cwd=folder, stdin=subprocess.DEVNULL,
                                            stdout=out, stderr=err, env=environment(apart))

    def processes(self):
        """The ranks, also those on hosts that are network namespaces of this machine."""
        found = []
        for name in os.listdir("/proc"):
            try:
                if name.isdigit() and os.readlink(f"/proc/{name}/exe") == self.program and os.readlink(f"/proc/{name}/cwd") == self.folder:
                    found.append(int(name))
            except OSError:  # it is no more
                pass
        return sorted(found)

    def look(self):
        """The processor seconds of its ranks so far."""
        for process in self.processes():
            try:
                with open(f"/proc/{process}/stat", encoding="ascii") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            self.spent[process] = (int(fields[11]) + int(fields[12])) / TICK
        self.seconds = time.monotonic() - self.begun
        return sum(self.spent.values())

    def nodes(self):
        """The nodes of all ranks so far, to three digits, as the last line of progress has them."""
        with open(os.path.join(self.folder, "err"), "rb") as file:
            file.seek(max(0, os.path.getsize(file.name) - TAIL))
            found = re.findall(r"^progress: .* ([0-9.]+) ([kMG]?) ?nodes,", file.read().decode(errors="replace"), re.MULTILINE)
        self.seconds = time.monotonic() - self.begun
        return round(float(found[-1][0]) * {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}[found[-1][1]]) if found else 0

    def kill(self, all_ranks=False):
        """Kill one of its ranks, chosen by chance, or all. False: there was none any more."""
        ranks, killed = self.processes(), 0
        for rank in ranks if all_ranks or not ranks else [random.choice(ranks)]:
            try:
                os.kill(rank, signal.SIGKILL)
                killed += 1
            except ProcessLookupError:
                pass
        return killed > 0

    def end(self, limit=3600):
        """Its code, lines and standard error. It has to end by itself, and no rank may stay behind."""
        try:
            code = self.process.wait(limit)
        except subprocess.TimeoutExpired:
            for process in (*self.processes(), self.process.pid):
                os.kill(process, signal.SIGKILL)
            raise
        end = time.monotonic() + 60
        while self.processes():
            if time.monotonic() > end:
                raise RuntimeError(f"the launcher has ended, and ranks {self.processes()} run on")
            time.sleep(0.02)
        with open(os.path.join(self.folder, "out"), encoding="utf-8") as out, open(os.path.join(self.folder, "err"), encoding="utf-8") as err:
            return code, [line.split("\t") for line in out.read().splitlines()], err.read()


def empty(folder):
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
