"""What one run of a checker said about one model."""

from __future__ import annotations

import math
import os
import resource
import signal
import subprocess
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path


class Status(Enum):
    """DONE is the only one with a verdict to compare."""

    DONE = "done"
    REJECTED = "rejected"   # the model, with a message
    LIMIT = "limit"         # a bound of states, depth, memory or time was hit
    BROKEN = "broken"       # crashed, hung, or contradicts itself


@dataclass
class Outcome:
    status: Status
    verdict: str = ""                       # ok, violation, unknown
    kinds: frozenset[str] = frozenset()     # assertion, invalid-end, runtime
    states: int | None = None
    terminal: tuple[int, str] | None = None  # number and digest of the terminal states
    message: str = ""
    seconds: float = 0.0
    details: dict[str, float] = field(default_factory=dict)

    def summary(self) -> str:
        if self.status is not Status.DONE:
            return f"{self.status.value}: {self.message}"
        text = f"{self.verdict}, {self.states} states"
        if self.kinds:
            text += " (" + ", ".join(sorted(self.kinds)) + ")"
        if self.terminal:
            text += f", {self.terminal[0]} terminal {self.terminal[1]}"
        return text


@dataclass
class Finished:
    """A command that ended, or was ended after its time."""

    code: int
    out: str
    err: str
    timed_out: bool
    cpu: float
    peak_bytes: int


def run_command(command: list[str], seconds: float, cwd: Path | None = None) -> Finished:
    """Runs a command for so many seconds of its own: those of the clock say more
    about the other programs on the machine, so they only end what sleeps. It has
    a process group, so that its children end with it; its CPU time and memory
    are measured."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    proc = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            cwd=cwd, start_new_session=True)
    cpu_limit = math.ceil(seconds)
    try:
        resource.prlimit(proc.pid, resource.RLIMIT_CPU, (cpu_limit, cpu_limit + 1))
    except ProcessLookupError:      # it has ended
        pass
    timed_out = False
    try:
        out, err = proc.communicate(timeout=10 * seconds + 60)
    except subprocess.TimeoutExpired:
        timed_out = True
        os.killpg(proc.pid, signal.SIGKILL)
        out, err = proc.communicate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    timed_out = timed_out or proc.returncode in (-signal.SIGXCPU, -signal.SIGKILL) and cpu >= cpu_limit
    return Finished(proc.returncode, out.decode(errors="replace"), err.decode(errors="replace"), timed_out, cpu,
                    after.ru_maxrss * 1024)
