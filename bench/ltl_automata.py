#!/usr/bin/env python3
"""Sizes of the automata for the standard sets of formulas: ours, `spin -f`'s
and lbt's. Writes the tables into docs/results/benchmarks-ltl.md.

Each formula and its negation is translated. Of SPIN's claims the states that
the initial one reaches count, and one edge per option; SPIN knows no X and
needs for ever on some patterns: its column covers the formulas it answers
within the time limit, and ours is given for the same ones beside it. lbt's
automata are generalised (several acceptance sets), which costs it nothing
here; ours with the plain accepting states that a claim needs are larger than
our generalised ones, and both are given.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test", "trust"))

import ltl_formula  # noqa: E402
import ltl_peers  # noqa: E402
from sections import write_section  # noqa: E402

SETS = (("Etessami–Holzmann", "etessami-holzmann"), ("Somenzi–Bloem", "somenzi-bloem"), ("Dwyer et al.", "dwyer"))


class Sum:
    def __init__(self) -> None:
        self.formulas = self.states = self.edges = 0

    def add(self, states: int, edges: int) -> None:
        self.formulas += 1
        self.states += states
        self.edges += edges

    def cells(self) -> str:
        return f"{self.formulas} | {self.states} | {self.edges}"


def formulas(name: str) -> list[ltl_formula.Tree]:
    with open(os.path.join(ROOT, "bench", "ltl", name + ".ltl")) as lines:
        trees = [ltl_formula.rename(ltl_formula.parse(line)) for line in lines if line.strip() and line[0] != "#"]
    return [t for tree in trees for t in (tree, ("!", tree))]


def measure(comparer: ltl_peers.Comparer, name: str, seconds: float) -> dict[str, Sum]:
    sums = {key: Sum() for key in ("ours", "general", "lbt", "spin", "ours for spin")}
    for tree in formulas(name):
        sizes = [int(word) for word in comparer.ask("size " + ltl_formula.text(tree)).split()]
        sums["ours"].add(sizes[0], sizes[1])
        sums["general"].add(sizes[2], sizes[3])
        lbt = ltl_peers.Lbt(ltl_formula.prefix(tree), 60)
        sums["lbt"].add(lbt.states, len(lbt.edges))
        if ltl_formula.has_next(tree):
            continue
        try:
            sums["spin"].add(*ltl_peers.Claim(ltl_peers.spin_claim(ltl_formula.text(tree), seconds)).reached())
        except ltl_peers.TooSlow:
            continue
        sums["ours for spin"].add(sizes[0], sizes[1])
    return sums


def tables(seconds: float) -> str:
    comparer = ltl_peers.Comparer()
    rows: dict[str, list[str]] = {"lbt": [], "spin": []}
    for title, name in SETS:
        sums = measure(comparer, name, seconds)
        ours, general, lbt = sums["ours"], sums["general"], sums["lbt"]
        rows["lbt"].append(f"| {title} | {ours.cells()} | {general.states} | {general.edges} | {lbt.states} | {lbt.edges} |")
        rows["spin"].append(f"| {title} | {sums['ours for spin'].cells()} | {sums['spin'].states} | {sums['spin'].edges} |")
    comparer.close()
    out = ["All formulas, and their negations:", "",
           "| set | formulas | states | edges | states, generalised | edges, generalised | lbt: states | lbt: edges |",
           "|---|---|---|---|---|---|---|---|", *rows["lbt"], "",
           f"Those without X that `spin -f` answers within {seconds:g} s:", "",
           "| set | formulas | states | edges | SPIN: states | SPIN: edges |", "|---|---|---|---|---|---|", *rows["spin"]]
    return "\n".join(out)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--timeout", type=float, default=10)
    table = tables(arguments.parse_args().timeout)
    write_section(Path(ROOT) / "docs" / "results" / "benchmarks-ltl.md", "ltl-automata", table)
    print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
