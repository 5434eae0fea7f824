#!/usr/bin/env python3
"""Random Petri nets: examples/petri (the library alone), and the same nets as Promela models.

    python3 test/trust/petri.py --petri PROGRAM [--nets N] [--seed N]

Transitions put no more tokens than they take, so markings are finitely many. The library's
reduction, with its relations verified, finds as many deadlocks as the full search and the
same answer about an invariant. As Promela each transition is a process, or some of them one: ample,
stubborn and persistent sets have the verdict of the full search for an assertion and for a
formula, under each kind of fairness; persistent sets reach every dead marking, as many as the net has.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from checker import add_binary_option
from outcome import run_command

FORMULAS = ("[]<>({0})", "<>[]({0})", "[](({0}) -> <>({1}))", "<>({0})", "({0}) U ({1})", "[]({0}) || <>({1})", "[]<>({0}) -> []<>({1})")


class Net:
    def __init__(self, seed: int) -> None:
        rng = Random(f"net {seed}")
        self.places = [rng.choice([0, 0, 1, 1, 2]) for _ in range(rng.randint(4, 7))]
        every = range(len(self.places))
        self.transitions = []
        for _ in range(rng.randint(3, 7)):
            takes = [rng.choice(every) for _ in range(rng.choice([1, 1, 1, 2, 2]))]
            self.transitions.append((takes, [rng.choice(every) for _ in range(rng.randint(0, len(takes)))]))
        self.watched, self.most = rng.choice(every), rng.randint(0, 2)
        self.groups = [rng.randrange(len(self.transitions)) for _ in self.transitions] if rng.random() < 0.3 else list(range(len(self.transitions)))
        atoms = [f"p[{rng.choice(every)}] {rng.choice(['> 0', '== 0', '> 1'])}" for _ in range(2)]
        self.formula = rng.choice(FORMULAS).format(*atoms)

    def text(self) -> str:
        lines = [f"place p{i} {n}" for i, n in enumerate(self.places)]
        lines += [f"transition t{i}: {' '.join(f'p{k}' for k in a)} -> {' '.join(f'p{k}' for k in b)}" for i, (a, b) in enumerate(self.transitions)]
        return "\n".join([*lines, f"invariant p{self.watched} {self.most}"]) + "\n"

    def step(self, t: int) -> str:
        takes, gives = self.transitions[t]
        guard = " && ".join(f"p[{k}] >= {n}" for k, n in Counter(takes).items())
        moves = "; ".join([f"p[{k}] = p[{k}] - 1" for k in takes] + [f"p[{k}] = p[{k}] + 1" for k in gives])
        return f":: atomic {{ {guard} -> {moves}; assert (p[{self.watched}] <= {self.most}) }}"

    def promela(self) -> str:
        head = f"byte p[{len(self.places)}] = {{ {', '.join(map(str, self.places))} }};\n"
        bodies = [f"active proctype P{g} () {{ end: do {' '.join(self.step(t) for t, h in enumerate(self.groups) if h == g)} od }}\n"
                  for g in sorted(set(self.groups))]
        return head + "".join(bodies) + f"ltl f {{ {self.formula} }}\n"


def library(net: Net, petri: str, work: Path) -> tuple[str, int]:
    """What disagrees, and the number of dead markings."""
    path = work / "random.net"
    path.write_text(net.text())
    full, reduced = (run_command([petri, how, str(path)], 60) for how in ("--full", "--verify"))
    said = [re.match(r"(\d+) markings, (\d+) deadlocks(.*)", run.out) for run in (full, reduced)]
    if not all(said):
        return f"{full.out}{full.err}{reduced.out}{reduced.err}", 0
    if said[0].group(3) != said[1].group(3) or int(said[1].group(1)) > int(said[0].group(1)):
        return f"full {full.out.strip()}, reduced {reduced.out.strip()}", 0
    violated = "violated" in said[0].group(3)
    if not violated and said[0].group(2) != said[1].group(2):
        return f"full {full.out.strip()}, reduced {reduced.out.strip()}", 0
    return "", -1 if violated else int(said[0].group(2))


def check(path: Path, mazurka: str, *options: str) -> dict:
    done = run_command([mazurka, "check", str(path), "--json", "--trace=/dev/null", *options], 60)
    return json.loads(done.out) if done.code in (0, 1) else {"verdict": done.err.strip()[-200:], "terminal": {"count": -1}}


def models(net: Net, mazurka: str, work: Path, dead: int, seed: int) -> str:
    path = work / "random.pml"
    path.write_text(net.promela())
    for fair in ("none", ("weak", "strong", "trace")[seed % 3]):
        expected = check(path, mazurka, "--claim=f", "--por=none", f"--fair={fair}")["verdict"]
        for por in ("stubborn", "ample"):
            verdict = check(path, mazurka, "--claim=f", f"--por={por}", f"--fair={fair}")["verdict"]
            if verdict != expected:
                return f"{net.formula}, --fair={fair} --por={por}: {verdict}, expected {expected}"
    expected = check(path, mazurka, "--claim=safety", "--all", "--por=none")
    if dead >= 0 and expected["terminal"]["count"] != dead:
        return f"the model has {expected['terminal']['count']} terminal states, the net {dead} deadlocks"
    for por in ("stubborn", "ample", "persistent"):
        got = check(path, mazurka, "--claim=safety", "--all", f"--por={por}")
        if got["verdict"] != expected["verdict"] or (por == "persistent" and got["terminal"] != expected["terminal"]):
            return f"--por={por}: {got['verdict']} {got['terminal']}, expected {expected['verdict']} {expected['terminal']}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--petri", required=True)
    parser.add_argument("--nets", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="petri-") as folder:
        for seed in range(args.seed, args.seed + args.nets):
            net = Net(seed)
            problem, dead = library(net, args.petri, Path(folder))
            problem = problem or models(net, args.mazurka, Path(folder), dead, seed)
            if problem:
                failed += 1
                print(f"net {seed}: {problem}\n{net.text()}{net.promela()}")
    print(f"{args.nets - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
