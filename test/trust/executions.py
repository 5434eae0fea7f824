"""Models execution by execution: every reduction against the plain search.

    python3 test/trust/executions.py --models 3000 --jobs 2

Random models: one of four as in fuzz.py, without what such a search refuses; the
others small and dense in what races can get wrong (executions_gen.py). Each
configuration must have the same verdict, the same findings (kind, place and
message) and the same set of terminal states as a plain depth-first search; in
models that start processes whose end nobody can notice, no more terminal
states.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from checker import ROOT, add_binary_option, contradiction
from gen import generate
from outcome import run_command
from shrink import shrink
from executions_gen import generate_small
from tree import Model, model_text

# Not to be had execution by execution, or cyclic far too often.
FEATURES = {"rendezvous": 0.0, "timeout": 0.0, "last": 0.0, "enabled": 0.0, "remote": 0.0, "priority": 0.0,
            "goto": 0.1, "respawn": 0.0}

CONFIGS: dict[str, tuple[str, ...]] = {
    "none": ("--por=none", "--stateful=off"),
    "none-sleep": ("--por=none", "--stateful=off", "--sleep=on"),
    "none-stored": ("--por=none", "--stateful=on"),
    "none-stored-sleep": ("--por=none", "--stateful=on", "--sleep=on"),
    "static": ("--por=static", "--stateful=off"),
    "static-sleep": ("--por=static", "--stateful=off", "--sleep=on"),
    "static-stored": ("--por=static",),
    "static-stored-sleep": ("--por=static", "--sleep=on"),
    "dpor": ("--por=dpor", "--sleep=off"),
    "dpor-sleep": ("--por=dpor",),
    "dpor-stored": ("--por=dpor", "--stateful=on"),
    "source": ("--por=source", "--sleep=off"),
    "source-sleep": ("--por=source",),
    "static-dpor": ("--por=static,dpor", "--sleep=off"),
    "static-dpor-sleep": ("--por=static,dpor",),
    "static-source": ("--por=static,source", "--sleep=off"),
    "static-source-sleep": ("--por=static,source",),
    "optimal": ("--por=optimal",),
    "optimal-simplify": ("--por=optimal", "--simplify=on"),
}

# Only for models of so many states.
EXPLODES = {"none": 200, "static": 500, "none-sleep": 2000, "static-sleep": 2000}

@dataclass
class Seen:
    """What one run said; `verdict` is empty if there is nothing to compare."""

    verdict: str = ""
    findings: frozenset = frozenset()
    terminal: tuple[int, str] = (0, "")
    states: int = 0
    why: str = ""
    broken: str = ""


def check(text: str, options: tuple[str, ...], binary: str) -> Seen:
    with tempfile.TemporaryDirectory(prefix="executions-") as work:
        path = Path(work) / "model.pml"
        path.write_text(text)
        done = run_command([binary, "check", str(path), "--claim=safety", "--json", "--trace=/dev/null", "--all",
                            "--simplify=off", "--time=1", *options], 30)
    if done.timed_out:
        return Seen(broken="no answer within 30 s")
    if done.code == 2:
        return Seen(why="rejected")
    try:
        result = json.loads(done.out)
    except ValueError:
        return Seen(broken=f"exit code {done.code}: {done.err.strip()[-200:]}")
    problem = contradiction(done.code, result)
    if problem or "internal error" in done.err:
        return Seen(broken=problem or done.err.strip()[:200])
    if not result["exhaustive"]:
        return Seen(why="limit" if "comes back" not in result["reason"] else "cyclic")
    found = frozenset((f["kind"], f["line"], f["message"]) for f in result["findings"])
    return Seen(result["verdict"], found, (result["terminal"]["count"], result["terminal"]["digest"]),
                result["stats"]["states"])


def difference(reference: Seen, other: Seen, exact: bool) -> str:
    if other.broken or not other.verdict:
        return other.broken
    if other.verdict != reference.verdict:
        return f"verdict {other.verdict}, expected {reference.verdict}"
    expected, found = reference.findings, other.findings
    if not exact:                           # numbers of processes may differ
        expected, found = ({f[:2] for f in findings} for findings in (expected, found))
    if found != expected:
        missing, more = expected - found, found - expected
        return f"findings missing {sorted(missing)[:2]}, not expected {sorted(more)[:2]}"
    if exact and other.terminal != reference.terminal:
        return f"terminal states {other.terminal}, expected {reference.terminal}"
    if other.terminal[0] > reference.terminal[0]:
        return f"{other.terminal[0]} terminal states, expected at most {reference.terminal[0]}"
    return ""


def compare(text: str, binary: str, names: list[str]) -> tuple[str, str, str]:
    """(category, configuration, problem)"""
    reference = check(text, ("--por=none", "--max-states=4000"), binary)
    if reference.broken:
        return "failed", "reference", reference.broken
    if not reference.verdict or len(reference.findings) >= 100:
        return "reference " + (reference.why or "has too many findings"), "", ""
    compared = 0
    why = ""
    for name in names:
        options = CONFIGS[name]
        if name in EXPLODES and reference.states > EXPLODES[name]:
            continue
        other = check(text, options, binary)
        exact = "run " not in text and "--simplify=on" not in options
        problem = difference(reference, other, exact)
        if problem:
            return "failed", name, problem
        compared += bool(other.verdict)
        why = why or other.why
    return ("passed" if compared else why), "", ""


def try_seed(task: tuple[int, str, list[str], bool]) -> tuple[int, str, str, str, str]:
    seed, binary, names, shrinks = task
    model = generate(seed, FEATURES) if seed % 4 == 0 else generate_small(seed)
    category, name, problem = compare(model_text(model), binary, names)
    if category != "failed" or not shrinks:
        return seed, category, name, problem, model_text(model)

    def still_fails(smaller: Model) -> bool:
        again = compare(model_text(smaller), binary, [name] if name in CONFIGS else [])
        return again[0] == "failed" and again[1] == name

    model = shrink(model, still_fails, 1500)
    return seed, category, name, compare(model_text(model), binary, [name])[2], model_text(model)


def campaign(args: argparse.Namespace, names: list[str], wanted: int, most: int, quiet: bool = False) -> Counter[str]:
    counts: Counter[str] = Counter()
    seed = args.seed
    with multiprocessing.Pool(args.jobs) as pool:
        while counts["passed"] + counts["failed"] < wanted and counts["failed"] < most:
            n = min(wanted - counts["passed"] - counts["failed"], 16 * args.jobs)
            tasks = [(s, args.mazurka, names, not (quiet or args.no_shrink)) for s in range(seed, seed + n)]
            seed += n
            for number, category, name, problem, text in pool.imap(try_seed, tasks):
                counts[category] += 1
                if category == "failed" and not quiet:
                    print(f"seed {number}, {name}: {problem}\n{text}", flush=True)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--models", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--configs", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--no-shrink", action="store_true")
    args = parser.parse_args()
    counts = campaign(args, args.configs.split(",") if args.configs else list(CONFIGS), args.models, 5)
    others = ", ".join(f"{n} {name}" for name, n in sorted(counts.items()) if name not in ("passed", "failed"))
    print(f"not counted: {others or 'none'}")
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
