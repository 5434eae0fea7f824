#!/usr/bin/env python3
"""Reduction for temporal properties on random models, against a slow, obvious check.

    ltl_reduced.py [--pairs N] [--seed N] [--next]     verdicts with and without reduction
    ltl_reduced.py --mutants [--pairs N]               known mistakes: each must be noticed
    ltl_reduced.py --kept                              each by its model in test/trust/mistakes

build/tools/ltl_trust does the work for each model: all searches, with and without
reduction and simplification, for no, weak and strong fairness, and the explicit
product by the definitions. Half of the models are small ones in which much can be
reduced (ltl_small.py), half are those of ltl_models.py.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import ltl_models
import ltl_small
from checker import ROOT, tool

# enum mistake in test/tools/ltl_trust.c
MISTAKES = ("algorithm A2 as printed", "no cycle proviso", "one successor off the stack is enough",
            "other sets in the second search", "visibility ignored",
            "fairness ignored by the sets")


class Tool:
    """test/tools/ltl_trust, built and kept running."""

    def __init__(self, *options: str):
        self.program = tool("ltl_trust")
        self.options = options
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen([self.program, *self.options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, model: str) -> str:
        data = model.encode()
        self.process.stdin.write(b"%d\n%s" % (len(data), data))
        self.process.stdin.flush()
        answer = self.process.stdout.readline().decode().strip()
        if answer:
            return answer
        self.process.wait()
        code = self.process.returncode
        self.start()
        return f"WRONG the tool died: {code}"

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def pair(seed: int, with_next: bool, small: bool) -> str:
    return ltl_small.pair(seed, with_next) if small else ltl_models.pair(seed, with_next)


def kept() -> int:
    """The model NUMBER-NAME.pml must notice the mistake of that number."""
    tool, passed = Tool("--mutants"), 0
    models = sorted((ROOT / "test" / "trust" / "mistakes").glob("*.pml"))
    for path in models:
        number = int(path.name.split("-")[0])
        answer = tool.ask(path.read_text())
        if answer.startswith("ok") and f"noticed {number}" in answer:
            passed += 1
        else:
            print(f"{path.name}: {MISTAKES[number]}: NOT noticed: {answer}")
    tool.close()
    missing = set(range(len(MISTAKES))) - {int(path.name.split("-")[0]) for path in models}
    print(f"{passed} passed, {len(models) - passed + len(missing)} failed")
    return 0 if passed == len(models) and not missing else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1000, help="pairs that count; with --mutants: at most so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--next", action="store_true", help="formulas with X: reduction must be off where they count steps")
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--small", action="store_true", help="only small models")
    parser.add_argument("--keep", type=Path, help="folder for models that disagree, or notice a mistake")
    parser.add_argument("--kept", action="store_true")
    args = parser.parse_args()
    if args.kept:
        return kept()
    tool = Tool(*(["--mutants"] if args.mutants else []))
    counts: Counter[str] = Counter()
    noticed: Counter[int] = Counter()
    first: dict[int, int] = {}
    seed = args.seed
    while counts["agree"] + counts["failed"] < args.pairs and counts["failed"] < 10:
        model = pair(seed, args.next, args.small or seed % 2 == 0)
        answer = tool.ask(model)
        if answer.startswith("ok"):
            numbers = [int(n) for n in re.findall(r"\d+", answer)]
            counts["agree"] += 1
            counts["properties"] += numbers[0]
            counts["violated"] += numbers[1]
            counts["reduced"] += numbers[2] > 0
            counts["reduced under fairness"] += numbers[3] > 0
            for mistake in numbers[4:]:
                noticed[mistake] += 1
                first.setdefault(mistake, counts["agree"])
                if args.keep and noticed[mistake] <= 20:
                    args.keep.mkdir(parents=True, exist_ok=True)
                    (args.keep / f"mistake{mistake}-{seed}.pml").write_text(model)
        elif answer.startswith("limit"):
            counts["too large or refused"] += 1
        else:
            counts["failed"] += 1
            print(f"seed {seed}: {answer}", flush=True)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / f"ltl-{seed}.pml").write_text(model)
        seed += 1
        if args.mutants and len(noticed) == len(MISTAKES):
            break
        if (seed - args.seed) % 5000 == 0:
            print(f"seed {seed}: {dict(counts)}", flush=True)
    tool.close()
    print(", ".join(f"{name}: {n}" for name, n in sorted(counts.items())))
    missed = 0
    for i, name in enumerate(MISTAKES if args.mutants else ()):
        print(f"{name}: " + (f"noticed {noticed[i]} times, first at pair {first[i]}" if noticed[i] else "NOT noticed"))
        missed += not noticed[i]
    print(f"{counts['agree'] + len(noticed)} passed, {counts['failed'] + missed} failed")
    return 1 if counts["failed"] or missed or not counts["agree"] else 0


if __name__ == "__main__":
    sys.exit(main())
