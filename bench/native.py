"""C programs: executions, and what they cost, beside Nidhugg and GenMC.

    python3 bench/native.py                      all rows, three runs each
    python3 bench/native.py --runs 1 --only indexer,readers

The table goes into docs/results/benchmarks-native.md, its rows to build/bench/native.json.
Every row must have exactly the known number of executions. Times are CPU seconds
of the whole command on a program that is compiled already, the median of the
runs. Rivals on the PATH (nidhuggc, genmc) are measured in the same run, turn by
turn; if they are not there, their times are the reported ones: measured earlier
with Nidhugg (--sc --optimal) and GenMC (--sc) on a machine of the same kind.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test" / "trust"))

from checker import add_binary_option  # noqa: E402
from counts import HEADING as COUNTS  # noqa: E402
from outcome import run_command  # noqa: E402

PROGRAMS = ROOT / "bench" / "native"
DOCUMENT = ROOT / "docs" / "results" / "benchmarks-native.md"
RESULT = ROOT / "build" / "bench" / "native.json"
FLAT = ("lastzero", 12)         # memory must not grow with the number of executions

# program, N, executions, reported seconds of Nidhugg (optimal) and of GenMC (0: none)
ROWS = [
    ("indexer", 14, 512, 0.57, 0.40),
    ("indexer", 15, 4096, 5.56, 4.56),
    ("indexer_mutex", 15, 4096, 11.9, 14.5),
    ("filesystem", 20, 128, 0.29, 0.36),
    ("filesystem", 22, 512, 1.37, 1.28),
    ("readers", 13, 8192, 2.86, 0.50),
    ("readers", 15, 32768, 16.2, 1.17),
    ("lastzero", 10, 3328, 1.00, 0.39),
    ("lastzero", 12, 15360, 7.8, 2.04),
    ("lastzero", 15, 147456, 0, 29.1),
    ("lastwrite", 8, 40320, 5.5, 0.76),
    ("sigma", 5, 945, 0, 0),
    ("sigma", 7, 135135, 34.0, 6.4),
    ("fib_bench", 5, 8953, 0, 0),
    ("fib_bench", 6, 73789, 8.9, 6.9),
    ("lockinc", 7, 5040, 0, 0),
    ("lockinc", 8, 40320, 9.7, 5.7),
    ("ticket", 3, 6, 0, 0),
]


@dataclass
class Row:
    program: str
    n: int
    executions: int = 0
    cut: int = 0
    blocked: int = 0
    events: float = 0.0         # of an execution, on average; those that were shared are counted once
    seconds: float = 0.0        # CPU, of the command
    exploring: float = 0.0      # of the exploration alone, by the clock
    peak_bytes: int = 0
    nidhugg: float = 0.0
    genmc: float = 0.0
    measured: list[str] = field(default_factory=list)   # rivals measured in this run
    problem: str = ""

    def rate(self) -> float:
        return (self.executions + self.cut) / self.seconds if self.seconds else 0.0


def rival_commands(row: Row) -> dict[str, list[str]]:
    source, flag, include = str(PROGRAMS / f"{row.program}.c"), f"-DN={row.n}", f"-I{ROOT / 'include'}"
    commands = {"nidhugg": ["nidhuggc", flag, include, "-O1", "--sc", "--optimal", source],
                "genmc": ["genmc", "--sc", "--", flag, include, source]}
    return {name: c for name, c in commands.items() if shutil.which(c[0])}


def measure(row: Row, wanted: int, binary: str, work: Path, runs: int) -> None:
    executable = work / f"{row.program}{row.n}"
    source = PROGRAMS / f"{row.program}.c"
    built = run_command([binary, "cc", "-O2", "-g", f"-DN={row.n}", str(source), "-o", str(executable)], 120)
    if built.code:
        row.problem = built.err
        return
    rivals = rival_commands(row)
    ours, exploring, theirs = [], [], {name: [] for name in rivals}
    for _ in range(runs):
        done = run_command([binary, "check", str(executable), "--json", "--quiet"], 600)
        try:
            stats = json.loads(done.out)["stats"]
        except ValueError:
            row.problem = done.err[-200:]
            return
        row.executions, row.cut, row.blocked = stats["executions"], stats["cut"], stats["blocked"]
        row.events = stats["transitions"] / max(1, row.executions + row.cut)
        row.peak_bytes = stats["peak_bytes"]
        ours.append(done.cpu)
        exploring.append(stats["seconds"])
        for name, command in rivals.items():
            theirs[name].append(run_command(command, 600).cpu)
    row.seconds, row.exploring = median(ours), median(exploring)
    for name, times in theirs.items():
        setattr(row, name, median(times))
        row.measured.append(name)
    if row.executions != wanted or row.blocked:
        row.problem = f"{row.executions} executions and {row.blocked} in vain, not {wanted}"


def memory(binary: str, work: Path) -> tuple[int, int]:
    """Peak after a tenth of the executions, and after all."""
    program, n = FLAT
    total = next(r[2] for r in ROWS if r[:2] == FLAT)
    peaks = []
    for bound in (total // 10, 2 * total):
        done = run_command([binary, "check", str(work / f"{program}{n}"), "--json", "--quiet", f"--executions={bound}"], 600)
        peaks.append(json.loads(done.out)["stats"]["peak_bytes"])
    return peaks[0], peaks[1]


def geometric_mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values)) if values else 0.0


def rival_text(row: Row, name: str) -> str:
    seconds = getattr(row, name)
    if not seconds:
        return "–"
    mark = "" if name in row.measured else " *"
    return f"{seconds:.2f}{mark} ({seconds / max(row.seconds, 1e-3):.1f}×)"


def table(rows: list[Row]) -> str:
    lines = ["| program | executions | events each | CPU s | exploring s | executions/s | peak MB | Nidhugg optimal s | GenMC s |",
             "|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        count = f"{r.executions:,}" + (f" + {r.cut} cut" if r.cut else "")
        lines.append(f"| {r.program} {r.n} | {count} | {r.events:.0f} | {r.seconds:.2f} | {r.exploring:.2f} | {r.rate():,.0f} "
                     f"| {r.peak_bytes / 1e6:.1f} | {rival_text(r, 'nidhugg')} | {rival_text(r, 'genmc')} |"
                     + (f" **{r.problem}**" if r.problem else ""))
    lines.append("")
    for name, title in (("nidhugg", "Nidhugg"), ("genmc", "GenMC")):
        factors = [getattr(r, name) / max(r.seconds, 1e-3) for r in rows if getattr(r, name) > 0.5 and r.seconds]
        if factors:
            lines.append(f"Where {title} takes over half a second: {geometric_mean(factors):.1f} times faster in geometric "
                         f"mean, {min(factors):.1f} at least.")
    lines += ["", "\\* reported: measured earlier on a machine of the same kind; the others in the same run."]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="names of programs, with commas")
    add_binary_option(parser)
    args = parser.parse_args()
    only = set(filter(None, args.only.split(",")))
    rows = []
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        work = Path(name)
        for program, n, wanted, nidhugg, genmc in ROWS:
            if only and program not in only:
                continue
            row = Row(program, n, nidhugg=nidhugg, genmc=genmc)
            measure(row, wanted, args.mazurka, work, args.runs)
            rows.append(row)
            print(table([row]).splitlines()[2], flush=True)
        tenth, whole = memory(args.mazurka, work) if not only or FLAT[0] in only else (0, 0)
    text = table(rows)
    if whole:
        text += (f"\n\nMemory of {FLAT[0]} {FLAT[1]}: {tenth / 1e6:.1f} MB after a tenth of its executions, "
                 f"{whole / 1e6:.1f} MB after all.")
    problems = [f"{r.program} {r.n}: {r.problem}" for r in rows if r.problem]
    if whole > 1.1 * tenth + (1 << 20):
        problems.append("memory grows with the number of executions")
    print("\n".join(text.splitlines()[len(rows) + 2:]))
    if not only:
        RESULT.parent.mkdir(parents=True, exist_ok=True)
        RESULT.write_text(json.dumps([asdict(r) for r in rows], indent=1) + "\n")
        counted = DOCUMENT.read_text().partition(COUNTS)
        DOCUMENT.write_text("# C programs: one execution per trace, and what it costs\n\n"
                            "Made by `make bench-native`. One core; CPU seconds of the whole command on the compiled program, "
                            f"median of {args.runs}; rivals in brackets: how many times faster we are.\n\n{text}\n\n"
                            + counted[1] + counted[2])
    for problem in problems:
        print("failed:", problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
