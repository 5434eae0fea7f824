#!/usr/bin/env python3
"""Temporal properties: Mazurka and SPIN side by side.

    python3 bench/ltl.py                    everything, three runs each
    python3 bench/ltl.py --runs 1 --only train,mobile

Two tables, kept in docs/results/benchmarks-ltl.md and build/bench/ltl.json:

1. SPIN's examples that state temporal properties, from the file to all verdicts:
   CPU time of `spin -a`, `gcc -O2` (once for claims, once for progress) and `pan`
   for each property, against one `mazurka check`, which checks safety too. Both
   as they come, with their reductions.
2. Runs of more than a million states of the unreduced product: states per second
   of the search, start included, the compiler not. SPIN: `spin -o1 -o2 -o3 -a`,
   -DNOREDUCE; Mazurka: --simplify=off --por=none. The states of the model are the
   same on both sides; the automata are each one's own.

Runs alternate; the median counts.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

from live import ROOT, Spin, geometric_mean, mazurka

from checker import add_binary_option  # noqa: E402, found by live
from examples import examples_folder, models  # noqa: E402
from figure8 import variant  # noqa: E402
from liveness_examples import NEXT, ours  # noqa: E402
from sections import write_section  # noqa: E402

PAGE = ROOT / "docs" / "results" / "benchmarks-ltl.md"
RESULT = ROOT / "build" / "bench" / "ltl.json"
SECONDS = 60.0

# Large runs: a name, the model (of the package, or as in figure8), the property, text put before the model.
LARGE = (("LTL/leader p0", "LTL/leader.pml", "p0", ""), ("LTL/leader p1", "LTL/leader.pml", "p1", ""),
         ("Exercises/ex_6 p1", "Exercises/ex_6.pml", "p1", ""), ("pftp, as in Figure 8", "pftp", "", ""),
         ("accounting, 6 branches", "accounting", "", "#define BRANCHES 6\n"))


@dataclass
class Row:
    """One model, or one large run: medians of CPU seconds."""

    name: str
    properties: int = 0
    spin_s: float = 0.0
    ours_s: float = 0.0
    spin_states: int = 0
    ours_states: int = 0
    note: str = ""
    factors: list[float] = field(default_factory=list)


def without_next(path: Path, folder: Path) -> Path:
    """SPIN as packaged has no next operator: both go without those formulas."""
    text = path.read_text()
    if not NEXT.search(text):
        return path
    copy = folder / path.name
    copy.write_text(NEXT.sub("", text))
    return copy


def spin_all(path: Path, properties: list[tuple[str, str]]) -> tuple[float, dict[tuple[str, str], str], int]:
    """CPU seconds from the file to all verdicts, the verdicts, and the states of all searches."""
    with tempfile.TemporaryDirectory(prefix="spin-") as work:
        spin = Spin(path, Path(work), seconds=SECONDS)
        costs = {p: spin.check(*p, reduce=True) for p in properties}
        refused = [p for p, c in costs.items() if "reduction" in c.message]
        costs |= {p: spin.check(*p, reduce=False) for p in refused}
        return (spin.seconds + sum(c.seconds for c in costs.values()), {p: c.verdict for p, c in costs.items()},
                sum(c.states for c in costs.values()))


def file_to_verdicts(path: Path, name: str, binary: str, runs: int) -> Row | None:
    """None: the model states no temporal property."""
    properties = [(p["kind"], p["name"]) for p in ours(path, "none", binary, 1)]
    if not properties:
        return None
    row = Row(name, len(properties))
    theirs_s, ours_s = [], []
    for _ in range(runs):
        seconds, verdicts, row.spin_states = spin_all(path, properties)
        costs, own = mazurka(path, binary, seconds=SECONDS)
        row.ours_states = sum(c.states for c in costs.values())
        theirs_s.append(seconds)
        ours_s.append(own)
        for p, c in costs.items():
            if verdicts[p] != c.verdict:
                row.note = f"{p[1]}: SPIN {verdicts[p]}, we {c.verdict}"
        if row.note:
            break
    row.spin_s, row.ours_s = median(theirs_s), median(ours_s)
    row.factors = [] if row.note else [a / max(b, 1e-4) for a, b in zip(theirs_s, ours_s)]
    return row


def large(name: str, model: str, claim: str, head: str, binary: str, runs: int) -> Row:
    row = Row(name, 1)
    theirs_s, ours_s = [], []
    with tempfile.TemporaryDirectory(prefix="large-") as work:
        here = Path(work)
        path = examples_folder() / model
        if not claim:
            path, claim = variant(model, here)
        if head:
            copy = here / f"with-{path.name}"
            copy.write_text(head + path.read_text())
            path = copy
        spin = Spin(path, here, ("-o1", "-o2", "-o3"), megabytes=14000)
        for _ in range(runs):
            theirs = spin.check("ltl", claim, reduce=False, depth=5_000_000)
            costs, seconds = mazurka(path, binary, f"--claim={claim}", "--por=none", "--simplify=off")
            mine = costs["ltl", claim]
            row.spin_states, row.ours_states = theirs.states, mine.states
            theirs_s.append(theirs.seconds)
            ours_s.append(seconds)
            if theirs.verdict != "ok" or mine.verdict != "ok":
                row.note = f"SPIN {theirs.verdict}, we {mine.verdict}"
                break
    row.spin_s, row.ours_s = median(theirs_s), median(ours_s)
    return row


def first_table(rows: list[Row], runs: int) -> str:
    lines = ["## Temporal properties: from the file to all verdicts", "",
             f"CPU seconds, medians of {runs}; SPIN is `spin -a`, `gcc -O2`, and `pan` for each property, with its reduction;",
             "Mazurka is one command, which checks safety as well. States are those of all properties together.", "",
             "| model | properties | SPIN: states | seconds | Mazurka: states | seconds | times faster | |",
             "|---|---|---|---|---|---|---|---|"]
    factors = [median(r.factors) for r in rows if r.factors]
    for r in rows:
        lines.append(f"| {r.name} | {r.properties} | {r.spin_states:,} | {r.spin_s:.2f} | {r.ours_states:,} | {r.ours_s:.3f} "
                     f"| {f'{median(r.factors):.0f}' if r.factors else '–'} | {r.note} |")
    lines += ["", f"Geometric mean over {len(factors)} models on which both finish: **{geometric_mean(factors):.0f} times faster**."]
    return "\n".join(lines)


def second_table(rows: list[Row], runs: int) -> str:
    lines = ["## Temporal properties: large runs, unreduced", "",
             f"The product with the property's automaton, every state of it (medians of {runs}).", "",
             "| run | pan: states | seconds | states/s | Mazurka: states | seconds | states/s | speed | |",
             "|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        pan, mine = r.spin_states / max(r.spin_s, 1e-3), r.ours_states / max(r.ours_s, 1e-3)
        lines.append(f"| {r.name} | {r.spin_states:,} | {r.spin_s:.2f} | {pan:,.0f} | {r.ours_states:,} | {r.ours_s:.2f} "
                     f"| {mine:,.0f} | {f'{mine / pan:.2f}' if not r.note else '–'} | {r.note} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="models whose name contains one of these, separated by commas; prints only")
    args = parser.parse_args()
    wanted = args.only.split(",")
    folder = examples_folder()
    small, big = [], []
    with tempfile.TemporaryDirectory(prefix="next-") as work:
        for name in (n for n in models(folder) if any(w in n for w in wanted)):
            row = file_to_verdicts(without_next(folder / name, Path(work)), name, args.mazurka, args.runs)
            if row:
                small.append(row)
                print(row, file=sys.stderr)
    for name, model, claim, head in LARGE:
        if any(w in name for w in wanted):
            big.append(large(name, model, claim, head, args.mazurka, args.runs))
            print(big[-1], file=sys.stderr)
    text = first_table(small, args.runs) + "\n\n" + second_table(big, args.runs)
    print(text)
    if not args.only:
        write_section(PAGE, "ltl", text)
        RESULT.parent.mkdir(parents=True, exist_ok=True)
        RESULT.write_text(json.dumps({"examples": [asdict(r) for r in small], "large": [asdict(r) for r in big]}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
