"""Mazurka and SPIN side by side, from the file to the verdict.

    python3 bench/promela.py                 everything, three runs each
    python3 bench/promela.py --runs 1 --only hello,sort

Two tables, kept in docs/results/benchmarks-promela.md and build/bench/promela.json:

1. SPIN's own examples: CPU time of `spin -a`, `cc -O2` and `pan` against one
   `mazurka check`, both as they come: SPIN with its reduction and optimisations.
2. Models of more than a million states: states per second and bytes per state
   of the unreduced search, where both store exactly the same states. SPIN's
   bytes are those of its states alone and, in brackets, with its hash table;
   ours are always everything that the visited states need.

Runs alternate between the two, so that a change of the machine's load meets
both; the median counts. CPU time is that of the processes and their children.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test" / "trust"))

import spin  # noqa: E402
from checker import add_binary_option, run_mazurka  # noqa: E402
from examples import examples_folder, models  # noqa: E402
from outcome import Outcome, Status  # noqa: E402
from sections import write_section  # noqa: E402

DOCUMENT = ROOT / "docs" / "results" / "benchmarks-promela.md"
RESULT = ROOT / "build" / "bench" / "promela.json"
SECONDS = 30.0
LARGE = ("buffer", "dining", "elevator", "leader", "peterson4", "sort")

USUAL = spin.SpinOptions(optimize="-O2", spin_flags=(), defines=("-DSAFETY", "-DNOCLAIM"), pan_flags=(),
                         depth=1_000_000, table=24, megabytes=6000, seconds=SECONDS, vector=4096)
# SPIN refuses its reduction on some models
UNREDUCED = spin.SpinOptions(**(asdict(USUAL) | {"defines": ("-DSAFETY", "-DNOCLAIM", "-DNOREDUCE")}))
EXACT = spin.SpinOptions(optimize="-O2", depth=5_000_000, table=24, megabytes=12000, seconds=300, vector=1024)


@dataclass
class Row:
    """One model: medians of CPU seconds, and counts."""

    name: str
    spin_s: float = 0.0
    ours_s: float = 0.0
    spin_states: int = 0
    ours_states: int = 0
    spin_verdict: str = ""
    ours_verdict: str = ""
    pan_s: float = 0.0
    search_s: float = 0.0
    spin_bytes: float = 0.0
    spin_bytes_table: float = 0.0
    ours_bytes: float = 0.0
    note: str = ""
    speedups: list[float] = field(default_factory=list)


def label(outcome: Outcome) -> str:
    return outcome.verdict if outcome.status is Status.DONE else "unfinished"


def file_to_verdict(path: Path, name: str, binary: str, runs: int) -> Row:
    """The first table. One side that does not end within the time is enough to
    leave the model out of the mean, but it stays in the table."""
    row = Row(name)
    theirs_s, ours_s = [], []
    options = USUAL
    for _ in range(runs):
        theirs = spin.run_spin(path, options)
        if theirs.status is Status.DONE and "reduction" in theirs.message and options is USUAL:
            options, row.note = UNREDUCED, "SPIN needs -DNOREDUCE here"
            theirs = spin.run_spin(path, options)
        ours = run_mazurka(path, [f"--time={SECONDS:g}"], binary, SECONDS + 10)
        row.spin_verdict, row.ours_verdict = label(theirs), label(ours)
        row.spin_states, row.ours_states = theirs.states or 0, ours.states or 0
        if theirs.status is Status.REJECTED or ours.status is Status.REJECTED:
            row.note = "rejected by " + ("SPIN" if theirs.status is Status.REJECTED else "us")
            return row
        if "unfinished" in (row.spin_verdict, row.ours_verdict):
            return row
        theirs_s.append(theirs.seconds)
        ours_s.append(ours.seconds)
    row.spin_s, row.ours_s = median(theirs_s), median(ours_s)
    row.speedups = [a / max(b, 1e-4) for a, b in zip(theirs_s, ours_s)]
    return row


def large(path: Path, name: str, binary: str, runs: int) -> Row:
    """The second table. The time of pan and ours is that of the whole command,
    start included; the compiler's is left out, to be strict."""
    row = Row(name)
    pan_s, ours_s = [], []
    for _ in range(runs):
        theirs = spin.run_spin(path, EXACT)
        ours = run_mazurka(path, ["--all", "--simplify=off", "--por=none"], binary, 300)
        row.spin_verdict, row.ours_verdict = label(theirs), label(ours)
        if "unfinished" in (row.spin_verdict, row.ours_verdict):
            row.note = theirs.message or ours.message
            return row
        row.spin_states, row.ours_states = theirs.states, ours.states
        pan_s.append(theirs.details["pan_cpu"])
        ours_s.append(ours.seconds)
        mb = 1024.0 * 1024.0
        row.spin_bytes = theirs.details.get("states_mb", theirs.details.get("equivalent_mb", 0)) * mb / theirs.states
        row.spin_bytes_table = row.spin_bytes + theirs.details.get("table_mb", 0) * mb / theirs.states
        row.ours_bytes = (ours.details["store_bytes"] or ours.details["peak_bytes"]) / ours.states
    row.pan_s, row.search_s = median(pan_s), median(ours_s)
    if row.spin_states != row.ours_states:
        row.note = "different numbers of states"
    return row


def geometric_mean(values: list[float]) -> float:
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else 0.0


def seconds(value: float) -> str:
    return f"{value:.3f}" if value else "–"


def example_table(rows: list[Row]) -> tuple[str, float]:
    lines = ["| model | SPIN: verdict | states | seconds | Mazurka: verdict | states | seconds | times faster | |",
             "|---|---|---|---|---|---|---|---|---|"]
    factors = []
    for r in rows:
        factor = median(r.speedups) if r.speedups else 0.0
        if factor:
            factors.append(factor)
        lines.append(f"| {r.name} | {r.spin_verdict} | {r.spin_states or '–'} | {seconds(r.spin_s)} | {r.ours_verdict} "
                     f"| {r.ours_states or '–'} | {seconds(r.ours_s)} | {f'{factor:.0f}' if factor else '–'} | {r.note} |")
    mean = geometric_mean(factors)
    lines += ["", f"Geometric mean over {len(factors)} models that both finish: **{mean:.0f} times faster**."]
    return "\n".join(lines), mean


def large_table(rows: list[Row]) -> str:
    lines = ["| model | states | pan: states/s | bytes/state (with table) | Mazurka: states/s | bytes/state "
             "| speed | memory | |", "|---|---|---|---|---|---|---|---|---|"]
    speeds, memories = [], []
    for r in rows:
        if not r.pan_s:
            lines.append(f"| {r.name} | – | – | – | – | – | – | – | {r.note or 'unfinished'} |")
            continue
        pan, ours = r.spin_states / r.pan_s, r.ours_states / r.search_s
        speeds.append(ours / pan)
        memories.append(r.ours_bytes / r.spin_bytes)
        lines.append(f"| {r.name} | {r.spin_states:,} | {pan:,.0f} | {r.spin_bytes:.0f} ({r.spin_bytes_table:.0f}) "
                     f"| {ours:,.0f} | {r.ours_bytes:.1f} | {ours / pan:.2f} | {r.ours_bytes / r.spin_bytes:.2f} "
                     f"| {r.note} |")
    lines += ["", f"Geometric means: {geometric_mean(speeds):.2f} times pan's states per second, "
              f"{geometric_mean(memories):.2f} of its bytes per state (its hash table not counted)."]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="models whose name contains one of these, separated by commas")
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not spin.available():
        parser.error("spin and gcc are needed")
    wanted = [w for w in args.only.split(",") if w]

    def chosen(name: str) -> bool:
        return not wanted or any(w in name for w in wanted)

    folder = examples_folder()
    small = []
    for name in filter(chosen, models(folder)):
        small.append(file_to_verdict(folder / name, name, args.mazurka, args.runs))
        print(small[-1], file=sys.stderr)
    big_paths = [(f"bench/models/{name}.pml", ROOT / "bench" / "models" / f"{name}.pml") for name in LARGE]
    big_paths += [(name, folder / name) for name in ("cambridge.pml", "LTL/leader.pml")]
    big = []
    for name, path in big_paths:
        if chosen(name):
            big.append(large(path, name, args.mazurka, args.runs))
            print(big[-1], file=sys.stderr)
    examples, _ = example_table(small)
    text = (f"## Promela: from the file to the verdict\n\nCPU seconds, medians of {args.runs}; SPIN is `spin -a`, "
            f"`gcc -O2 -DSAFETY -DNOCLAIM`, `pan`, with its reduction; unfinished: not within {SECONDS:g} seconds.\n\n"
            f"{examples}\n\n## Promela: large models, unreduced\n\nThe same states on both sides "
            "(`spin -o1 -o2 -o3 -a`, `-DNOREDUCE`; `--simplify=off --por=none`), one core.\n\n" + large_table(big))
    print(text)
    if not args.no_write:
        write_section(DOCUMENT, "promela", text)
        RESULT.parent.mkdir(parents=True, exist_ok=True)
        RESULT.write_text(json.dumps({"examples": [asdict(r) for r in small], "large": [asdict(r) for r in big]}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
