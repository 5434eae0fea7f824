#!/usr/bin/env python3
"""Random models with random formulas: verdicts with and without simplification and
reduction for every kind of fairness, and against SPIN without reduction (pan -a,
pan -a -f). Many more pairs, faster, and without the command: ltl_reduced.py.

    ltl_models.py [--own N] [--spin N] [--seed N] [--next]

What is compared with itself: simplification and reduction on and off; a strongly fair
violation is a weakly fair one, and that one a violation. Where SPIN is known to
be wrong, its answer does not count, and how often that was so is told: under
weak fairness it forgets runs that end (Spin#38).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

import ltl_formula
from checker import add_binary_option
from gen import Generator
from outcome import run_command
from tree import expr_text, model_text

FAIR = ("none", "weak", "strong")
# Errors end runs, and SPIN's with them; what SPIN gets wrong is left out.
OFF = {name: 0.0 for name in ("assert", "out_of_bounds", "unset_channel", "blocking_d_step", "exclusive", "last",
                              "enabled", "priority", "hidden", "print", "conditional")}
MAX_STATES = 8000
PLAIN = ("--simplify=off", "--por=none")
WAYS = (PLAIN, ("--simplify=off", "--por=stubborn"), ("--simplify=on", "--por=stubborn"), ("--simplify=on", "--por=ample"), ("--simplify=on", "--por=none"))


def pair(seed: int, with_next: bool) -> str:
    """A model with one formula, p."""
    generator = Generator(seed, OFF)
    model = generator.model()
    rng = Random(seed)
    generator.uses["pid"] = False       # a formula has none
    names = {f"a{i}": expr_text(generator.condition(generator.model_scope, 1, False)) for i in range(2)}
    tree = ltl_formula.random_tree(rng, rng.randint(2, 6), list(names), with_next)
    if rng.random() < 0.4:
        tree = ("[]", ("<>", tree)) if rng.random() < 0.5 else ("<>", ("[]", tree))
    formula = re.sub(r"\ba[01]\b", lambda m: f"({names[m.group()]})", ltl_formula.text(tree))
    # a process that never ends: then no run does, and SPIN can be believed about fairness
    tick = "active proctype Tick() { do :: skip od }\n" if rng.random() < 0.5 else ""
    return model_text(model) + tick + f"ltl p {{ {formula} }}\n"


def ours(path: Path, binary: str, fair: str, *options: str) -> tuple[str, bool]:
    """The verdict, or why there is none; and whether the violating run may end."""
    command = [binary, "check", str(path), "--claim=p", f"--fair={fair}", *options, "--json",
               f"--trace={path}.trace", f"--max-states={MAX_STATES}", "--time=5"]
    done = run_command(command, 30)
    if done.code == 2 or "internal error" in done.err or done.timed_out or not done.out:
        return "broken: " + (done.err.strip()[:300] or "no answer"), False
    result = json.loads(done.out)
    told = result["properties"][0]
    if bool("--por=none" in options or told["no_por"]) != (told["por"] == "none"):
        return f"broken: por is {told['por']}, no_por {told['no_por']}", False
    if result["verdict"] == "unknown":
        return "limit", False
    if result["verdict"] == "violation":
        if result["findings"][0]["kind"] != "ltl":
            return "limit", False        # the formula itself cannot be evaluated
        again = run_command([binary, "replay", "--quiet", f"{path}.trace"], 30)
        if again.code != 1:
            return "broken: the trace does not replay: " + again.err.strip()[:200], False
        ticks = "Tick" in path.read_text()
        trace = Path(f"{path}.trace").read_text()
        return "violation", not ticks and ("\nstutter\n" in trace or "\nloop " not in trace)
    return "ok", False


def spins(path: Path, folder: Path) -> dict[str, str]:
    """SPIN's verdict without fairness and with weak fairness, or why not."""
    made = run_command(["spin", "-o1", "-o2", "-o3", "-a", os.path.abspath(path)], 20, folder)
    if made.code != 0 or not (folder / "pan.c").exists() or "placed incorrectly" in made.out:
        return {}
    built = run_command(["gcc", "-O0", "-w", "-DNOREDUCE", "-DNFAIR=6", "-DMEMLIM=400", "-o", "pan", "pan.c"], 60, folder)
    verdicts = {}
    for fair, flags in (("none", ["-a"]), ("weak", ["-a", "-f"])) if built.code == 0 else ():
        run = run_command(["./pan", "-m100000", "-w18", *flags], 20, folder)
        errors = re.search(r"errors: (\d+)", run.out)
        bad = re.search("max search depth too small|reached -DMEMLIM|out of memory|VECTORSZ", run.out)
        message = re.search(r"^pan:\d+: (.*)", run.out, re.M)
        if not errors or bad or run.timed_out:
            continue
        if not int(errors.group(1)):
            verdicts[fair] = "ok"
        elif message and re.search("acceptance cycle|claim violated|end state in claim|formula", message.group(1)):
            verdicts[fair] = "violation"
        elif message and message.group(1).startswith("assertion violated"):
            verdicts[fair] = "violation"     # SPIN states [] p as an assertion
    return verdicts


def compare_own(path: Path, binary: str) -> str:
    """What disagrees; "" if nothing does, "limit" if there is nothing to compare."""
    found = {}
    for fair in FAIR:
        for how in WAYS:
            verdict = found[fair, *how] = ours(path, binary, fair, *how)[0]
            if verdict == "limit" or verdict.startswith("broken"):
                return verdict if verdict == "limit" else f"--fair={fair} {' '.join(how)}: {verdict}"
    for fair in FAIR:
        for how in WAYS:
            if found[fair, *how] != found[fair, *PLAIN]:
                return f"--fair={fair}: {found[fair, *PLAIN]}, but {found[fair, *how]} with {' '.join(how)}"
    for less, more in zip(FAIR, FAIR[1:]):
        if found[more, *PLAIN] == "violation" and found[less, *PLAIN] == "ok":
            return f"violated with --fair={more}, but not with {less}"
    return ""


def compare_spin(path: Path, binary: str, folder: Path, counts: Counter) -> str:
    answers = {fair: ours(path, binary, fair, "--simplify=off") for fair in ("none", "weak")}
    for mine, _ in answers.values():
        if mine.startswith("broken") or mine == "limit":
            return mine                 # before SPIN tries, which takes longest on the largest
    theirs = spins(path, folder)
    if len(theirs) < 2:
        return "limit"
    for fair, verdict in theirs.items():
        mine, ends = answers[fair]
        if fair == "weak" and mine == "violation" and ends and verdict == "ok":
            counts["Spin#38"] += 1
        elif mine != verdict:
            return f"--fair={fair}: {mine}, SPIN says {verdict}"
        counts[f"{fair} {verdict}"] += 1
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--own", type=int, default=0, metavar="N", help="compare our verdicts on N models")
    parser.add_argument("--spin", type=int, default=0, metavar="N", help="compare with SPIN on N models")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--next", action="store_true", help="formulas with X (not for SPIN)")
    parser.add_argument("--keep", type=Path, help="folder for models that disagree")
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    for with_spin, wanted in ((False, args.own), (True, args.spin)):
        seed, passed, skipped = args.seed, 0, 0
        while passed + counts["failed"] < wanted:
            with tempfile.TemporaryDirectory(prefix="ltl-") as work:
                path = Path(work) / "model.pml"
                path.write_text(pair(seed, args.next and not with_spin))
                problem = compare_spin(path, args.mazurka, Path(work), counts) if with_spin else compare_own(path, args.mazurka)
                if problem == "limit":
                    skipped += 1
                elif problem:
                    counts["failed"] += 1
                    print(f"seed {seed}: {problem}", flush=True)
                    if args.keep:
                        args.keep.mkdir(parents=True, exist_ok=True)
                        (args.keep / f"ltl-{seed}.pml").write_text(path.read_text())
                else:
                    passed += 1
            seed += 1
            if counts["failed"] >= 10:
                break
        counts["passed"] += passed
        if wanted:
            print(f"{'with SPIN' if with_spin else 'own'}: {passed} agree; {skipped} too large or refused")
    print(", ".join(f"{name}: {n}" for name, n in sorted(counts.items()) if name not in ("passed", "failed")))
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
