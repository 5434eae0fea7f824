"""SPIN as an oracle: spin -a, gcc, pan, and what pan printed.

The count that a plain executor must reproduce comes from `spin -o1 -o2 -o3 -a`
(no dead-variable reset, no hiding of write-only variables, no merging of
statements) and a pan without reduction that does not stop at errors (-c0).
Compiling pan is nearly all of the time; gcc -O0 is the fastest way to a
verifier for a small model (0.35 s).
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from outcome import Outcome, Status, run_command

RAW = ("-o1", "-o2", "-o3")


@dataclass(frozen=True)
class SpinOptions:
    """How far a run may go, and how it is compiled."""

    optimize: str = "-O0"
    spin_flags: tuple[str, ...] = RAW
    defines: tuple[str, ...] = ("-DSAFETY", "-DNOREDUCE", "-DNOCLAIM")
    pan_flags: tuple[str, ...] = ("-c0",)
    depth: int = 20000
    table: int = 16              # log2 of the hash table's slots
    megabytes: int = 12          # a deterministic bound, unlike time
    seconds: float = 20.0
    vector: int = 1024


def available() -> bool:
    return shutil.which("spin") is not None and shutil.which("gcc") is not None


def classify(message: str) -> str:
    """pan's error message to a kind of finding."""
    if message.startswith(("assertion violated", "event_trace error")) and "invalid array index" not in message:
        return "assertion"
    if message.startswith("invalid end state"):
        return "invalid-end"
    return "runtime"


def parse_pan(text: str) -> Outcome:
    """pan's report. It prints an error only if it differs from the one before,
    so the set of kinds is complete although the list is not."""
    stored = re.search(r"^\s*([\d.e+]+) states, stored", text, re.M)
    errors = re.search(r"errors: (\d+)", text)
    if not stored or not errors:
        return Outcome(Status.BROKEN, message="pan printed no result: " + text[-300:])
    # an error that ends pan early, such as a blocked d_step, is not a bound
    if re.search("max search depth too small|reached -DMEMLIM|out of memory|VECTORSZ", text):
        return Outcome(Status.LIMIT, message="pan reached its bounds")
    messages = [m.group(1) for m in re.finditer(r"^pan:\d+: (.*?)(?: \(at depth -?\d+\))?$", text, re.M)]
    kinds = frozenset(classify(m) for m in messages)
    details = {"errors": float(errors.group(1))}
    for name, pattern in (("vector", r"State-vector (\d+) byte"), ("transitions", r"^\s*(\d+) transitions"),
                          ("states_mb", r"([\d.]+)\s+actual memory usage for states"),
                          ("equivalent_mb", r"([\d.]+)\s+equivalent memory usage for states"),
                          ("table_mb", r"([\d.]+)\s+memory used for hash table"),
                          ("stack_mb", r"([\d.]+)\s+memory used for DFS stack"),
                          ("total_mb", r"([\d.]+)\s+total actual memory usage")):
        found = re.search(pattern, text, re.M)
        if found:
            details[name] = float(found.group(1))
    verdict = "violation" if int(errors.group(1)) else "ok"
    return Outcome(Status.DONE, verdict, kinds, int(float(stored.group(1))), message="; ".join(messages),
                   details=details)


def run_spin(model: Path, options: SpinOptions = SpinOptions()) -> Outcome:
    """The whole way from file to verdict. `details` has the CPU seconds of
    each step: spin_cpu, cc_cpu, pan_cpu. Never a verdict if pan hit a bound."""
    with tempfile.TemporaryDirectory(prefix="spin-") as work:
        here = Path(work)
        generated = run_command(["spin", *options.spin_flags, "-a", os.path.abspath(model)], options.seconds, here)
        # some of what spin calls an error it goes on with, but not rightly with misplaced labels
        if generated.code != 0 or not (here / "pan.c").exists() or "placed incorrectly" in generated.out:
            return Outcome(Status.REJECTED, message=(generated.out + generated.err).strip()[:300])
        # with priorities pan takes a byte too few of each process into account
        # (Air in pan.h forgets _priority) and loses small locals: keep whole vectors
        whole = ["-DNOCOMP"] if "#define HAS_PRIORITY" in (here / "pan.h").read_text() else []
        compiled = run_command(["gcc", options.optimize, "-w", *options.defines, *whole, f"-DMEMLIM={options.megabytes}",
                                f"-DVECTORSZ={options.vector}", "-o", "pan", "pan.c"], 60, here)
        if compiled.code != 0:
            return Outcome(Status.REJECTED, message="pan does not compile: " + compiled.err[:300])
        pan = run_command(["./pan", *options.pan_flags, f"-m{options.depth}", f"-w{options.table}"], options.seconds, here)
        if pan.timed_out:
            return Outcome(Status.LIMIT, message="pan took too long")
        outcome = parse_pan(pan.out)
        if pan.code < 0 and outcome.status is not Status.DONE:
            outcome = Outcome(Status.BROKEN, message=f"pan died of signal {-pan.code}")
        outcome.details |= {"spin_cpu": generated.cpu, "cc_cpu": compiled.cpu, "pan_cpu": pan.cpu}
        outcome.seconds = generated.cpu + compiled.cpu + pan.cpu
        return outcome
