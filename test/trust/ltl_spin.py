#!/usr/bin/env python3
"""Our automata against those of `spin -f`, and of lbt for formulas with X, on
random formulas: ours for the formula must have no word in common with theirs
for its negation, and the other way round. Claims that we write must be
accepted by SPIN and, read back, be equivalent too.

    ltl_spin.py [--count N] [--seed N] [--size N] [--timeout SECONDS]

--count is the number of formulas compared with SPIN; those with X, for lbt, come
on top. Formulas that take the other translator longer than the time limit are
left out and their number is told.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile

import ltl_formula
import ltl_peers


def spin_both(tree: ltl_formula.Tree, seconds: float) -> str:
    return "".join(ltl_peers.Claim(ltl_peers.spin_claim(ltl_formula.text(t), seconds)).hoa() for t in (tree, ("!", tree)))


def lbt_both(tree: ltl_formula.Tree, seconds: float) -> str:
    return "".join(ltl_peers.Lbt(ltl_formula.prefix(t), seconds).hoa() for t in (tree, ("!", tree)))


def spin_accepts(claim: str) -> bool:
    """SPIN translates a model with this claim without complaint."""
    with tempfile.TemporaryDirectory() as directory:
        with open(directory + "/m.pml", "w") as out:
            out.write("bool p0, p1, p2;\nactive proctype P () { do :: p0 = !p0 :: p1 = !p1 :: p2 = !p2 od }\n" + claim)
        done = subprocess.run(["spin", "-a", "m.pml"], cwd=directory, capture_output=True, text=True)
        if "error" in done.stdout.lower() + done.stderr.lower():
            print(done.stdout, done.stderr, claim, file=sys.stderr)
            return False
        return done.returncode == 0


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=10000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--size", type=int, default=11)
    arguments.add_argument("--timeout", type=float, default=0.5)
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    comparer = ltl_peers.Comparer()
    passed = failed = slow = 0
    compared = with_next = 0
    while compared < options.count:
        next_too = rng.random() < 0.1
        tree = ltl_formula.random_tree(rng, rng.randint(2, options.size), ["p0", "p1", "p2"], next_too)
        formula = ltl_formula.text(tree)
        try:
            theirs = lbt_both(tree, options.timeout) if next_too else spin_both(tree, options.timeout)
        except ltl_peers.TooSlow:
            slow += 1
            continue
        compared += not next_too
        with_next += next_too
        answers = [comparer.ask(f"compare {formula}\n{theirs}")]
        if compared % 200 == 0 and not next_too:
            claim, opposite = comparer.claim(formula), comparer.claim(f"! ({formula})")
            ours = ltl_peers.Claim(claim).hoa() + ltl_peers.Claim(opposite).hoa()
            answers.append(comparer.ask(f"compare {formula}\n{ours}"))
            answers.append("same" if spin_accepts(claim) else "SPIN rejects our claim")
        for answer in answers:
            if answer == "same":
                passed += 1
            else:
                failed += 1
                print(f"{formula}: {answer}")
    comparer.close()
    print(f"{compared} formulas compared with SPIN, {with_next} with lbt; {slow} more took the other translator more than {options.timeout:g} s")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not with_next else 0


if __name__ == "__main__":
    sys.exit(main())
