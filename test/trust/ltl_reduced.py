#!/usr/bin/env python3
"""Reduction for temporal properties on random models, against a slow, obvious check.

    ltl_reduced.py [--pairs N] [--seed N] [--next]     verdicts with and without reduction
    ltl_reduced.py --kept                              models on which known mistakes show: test/trust/mistakes

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


class Tool:
    """test/tools/ltl_trust, built and kept running."""

    def __init__(self) -> None:
        self.program = tool("ltl_trust")
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

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
    """Models on which mistakes of the past, or of the literature, show: all ways agree."""
    ltl_trust, passed = Tool(), 0
    models = sorted((ROOT / "test" / "trust" / "mistakes").glob("*.pml"))
    for path in models:
        answer = ltl_trust.ask(path.read_text())
        passed += answer.startswith("ok")
        if not answer.startswith("ok"):
            print(f"{path.name}: {answer}")
    ltl_trust.close()
    print(f"{passed} passed, {len(models) - passed} failed")
    return 0 if passed == len(models) > 0 else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1000, help="pairs that count")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--next", action="store_true", help="formulas with X: reduction must be off where they count steps")
    parser.add_argument("--small", action="store_true", help="only small models")
    parser.add_argument("--keep", type=Path, help="folder for models that disagree")
    parser.add_argument("--kept", action="store_true")
    args = parser.parse_args()
    if args.kept:
        return kept()
    ltl_trust = Tool()
    counts: Counter[str] = Counter()
    seed = args.seed
    while counts["agree"] + counts["failed"] < args.pairs and counts["failed"] < 10:
        model = pair(seed, args.next, args.small or seed % 2 == 0)
        answer = ltl_trust.ask(model)
        if answer.startswith("ok"):
            numbers = [int(n) for n in re.findall(r"\d+", answer)]
            counts["agree"] += 1
            counts["properties"] += numbers[0]
            counts["violated"] += numbers[1]
            counts["reduced"] += numbers[2] > 0
            counts["reduced under fairness"] += numbers[3] > 0
        elif answer.startswith("limit"):
            counts["too large or refused"] += 1
        else:
            counts["failed"] += 1
            print(f"seed {seed}: {answer}", flush=True)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / f"ltl-{seed}.pml").write_text(model)
        seed += 1
        if (seed - args.seed) % 5000 == 0:
            print(f"seed {seed}: {dict(counts)}", flush=True)
    ltl_trust.close()
    print(", ".join(f"{name}: {n}" for name, n in sorted(counts.items())))
    print(f"{counts['agree']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] or not counts["agree"] else 0


if __name__ == "__main__":
    sys.exit(main())
