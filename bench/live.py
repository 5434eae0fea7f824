"""One temporal property, checked by SPIN and by Mazurka, with what it cost."""

from __future__ import annotations

import json
import math
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test" / "trust"))

from outcome import run_command  # noqa: E402
from spin import parse_pan  # noqa: E402


@dataclass
class Cost:
    """A search: its verdict ("unfinished" if a bound was hit), counts, bytes and seconds (SPIN's: CPU time of pan)."""

    verdict: str
    states: int = 0
    transitions: int = 0
    bytes: float = 0.0
    seconds: float = 0.0
    message: str = ""


class Spin:
    """A model given to spin -a; verifiers are compiled once per set of defines."""

    def __init__(self, path: Path, folder: Path, flags: tuple[str, ...] = (), megabytes: int = 8000, seconds: float = 300.0):
        self.folder, self.megabytes, self.limit = folder, megabytes, seconds
        made = run_command(["spin", *flags, "-a", os.path.abspath(path)], 60, folder)
        self.there = made.code == 0 and (folder / "pan.c").exists()
        self.seconds = made.cpu           # of spin and the compiler, so far
        self.built: dict[tuple[str, ...], str] = {}

    def build(self, defines: tuple[str, ...]) -> str:
        if defines not in self.built:
            name = f"pan{len(self.built)}"
            done = run_command(["gcc", "-O2", "-w", f"-DMEMLIM={self.megabytes}", "-DVECTORSZ=4096", *defines, "-o", name,
                                "pan.c"], 120, self.folder)
            self.built[defines] = f"./{name}" if done.code == 0 else ""
            self.seconds += done.cpu
        return self.built[defines]

    def check(self, kind: str, name: str, *, reduce: bool, depth: int = 1_000_000, table: int = 24) -> Cost:
        """kind: ltl, never, acceptance or progress."""
        defines = {"progress": ("-DNP", "-DNOCLAIM"), "acceptance": ("-DNOCLAIM",)}.get(kind, ())
        command = self.build(defines if reduce else (*defines, "-DNOREDUCE")) if self.there else ""
        if not command:
            return Cost("rejected")
        flags = ["-l"] if kind == "progress" else ["-a"]
        if kind == "ltl":
            flags += ["-N", name]
        run = run_command([command, *flags, f"-m{depth}", f"-w{table}"], self.limit, self.folder)
        if run.timed_out:
            return Cost("unfinished", seconds=run.cpu, message=f"not within {self.limit:g} s")
        outcome = parse_pan(run.out)
        total = re.search(r"([\d.]+)\s+total actual memory usage", run.out)
        table_mb = re.search(r"([\d.]+)\s+memory used for hash table", run.out)
        return Cost(outcome.verdict or "unfinished", outcome.states or 0, int(outcome.details.get("transitions", 0)),
                    (float(total.group(1)) - float(table_mb.group(1)) if total and table_mb else 0) * 2**20, run.cpu,
                    outcome.message)


def mazurka(path: Path, binary: str, *options: str, seconds: float = 300.0) -> tuple[dict[tuple[str, str], Cost], float]:
    """The costs of each property other than safety, by kind and name, and the CPU seconds of the whole command."""
    done = run_command([binary, "check", str(path), "--json", "--trace=/dev/null", f"--time={seconds:g}", *options],
                       seconds + 60)
    if done.timed_out or done.code not in (0, 1, 3):
        raise SystemExit(f"{path}: {done.err[:300]}")
    costs = {}
    for p in json.loads(done.out)["properties"]:
        if p["kind"] != "safety":
            s = p["stats"] or {"states": 0, "transitions": 0, "peak_bytes": 0, "seconds": 0}
            verdict = "unfinished" if p["verdict"] == "unknown" else p["verdict"]
            costs[p["kind"], p["name"]] = Cost(verdict, s["states"], s["transitions"], s["peak_bytes"], s["seconds"])
    return costs, done.cpu


def geometric_mean(values: list[float]) -> float:
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else 0.0
