"""The trust machine: random models, compared between configurations and with SPIN.

    python3 test/trust/fuzz.py --own 500              our configurations with each other
    python3 test/trust/fuzz.py --spin 100             with SPIN, which compiles a verifier for each
    python3 test/trust/fuzz.py --seconds 600          both, for ten minutes, from a fresh seed

A model counts when its comparison means something; those that SPIN refuses or
that are too large are replaced by the next seed and listed in the summary. A
disagreement is shrunk and kept; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import spin
from checker import ROOT, add_binary_option, run_mazurka
from compare import against_reference, against_spin, starts_processes
from configs import CONFIGS, REFERENCE, Config, by_name
from gen import generate
from outcome import Outcome, Status
from shrink import shrink
from tree import Model, model_text

MAX_STATES = 60000
MOST_LIMITS = 0.25                  # a larger share of models that hit a bound, and the run says nothing


@dataclass
class Task:
    """One seed to be tried in one way."""

    seed: int
    binary: str
    with_spin: bool
    names: list[str] = field(default_factory=list)
    features: dict[str, float] = field(default_factory=dict)
    shrink: bool = True


@dataclass
class Verdict:
    """What became of a task: a category for the summary, and if it is
    "failed" the configuration, the difference and the smallest model."""

    seed: int
    category: str
    config: str = ""
    problem: str = ""
    text: str = ""
    expect: str = ""


def check(text: str, options: tuple[str, ...], binary: str, seconds: float = 30.0) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="trust-") as work:
        path = Path(work) / "model.pml"
        path.write_text(text)
        # atomic steps that run in circles store no states: only the clock ends them
        return run_mazurka(path, [*options, f"--max-states={MAX_STATES}", "--time=5"], binary, seconds)


def check_spin(text: str) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="trust-") as work:
        path = Path(work) / "model.pml"
        path.write_text(text)
        return spin.run_spin(path)


def compare_own(text: str, binary: str, configs: list[Config]) -> Iterator[tuple[str, str, str]]:
    """(category, configuration, problem) of the reference, then of each configuration."""
    reference = check(text, REFERENCE.options, binary)
    if reference.status is not Status.DONE:
        problem = reference.message if reference.status is Status.BROKEN else ""
        yield ("failed" if problem else reference.status.value), REFERENCE.name, problem
        return
    yield "passed", REFERENCE.name, ""
    outcomes: dict[str, Outcome] = {}
    for config in configs:
        outcome = outcomes[config.name] = check(text, config.options, binary)
        if config.base and config.base not in outcomes:
            outcomes[config.base] = check(text, by_name(config.base).options, binary)
        base = outcomes[config.base] if config.base else reference
        if Status.LIMIT in (outcome.status, base.status):
            yield "limit", config.name, ""
            continue
        whole = replace(reference, terminal=base.terminal)
        problem = against_reference(whole, outcome, config, starts_processes(text))
        yield ("failed" if problem else "passed"), config.name, problem


def compare_spin(text: str, binary: str) -> tuple[str, str, str]:
    theirs = check_spin(text)
    if theirs.status is not Status.DONE:
        return f"spin {theirs.status.value}", "spin", ""
    ours = check(text, REFERENCE.options, binary)
    problem = against_spin(theirs, ours)
    if problem:
        return "failed", "spin", problem
    return ("passed" if ours.status is Status.DONE else ours.status.value), "spin", ""


def gist(problem: str) -> str:
    """The kind of a difference: shrinking must not slip from one to another."""
    words = re.sub(r"\S*\d\S*", "", problem).split()
    return " ".join(words[:2])


def compare(text: str, task: Task) -> tuple[str, str, str]:
    """The first failure, or how the model counts: as agreement only if every
    configuration has come to its end."""
    if task.with_spin:
        return compare_spin(text, task.binary)
    worst = ("passed", "", "")
    for one in compare_own(text, task.binary, [by_name(n) for n in task.names]):
        if one[0] == "failed":
            return one
        if one[0] != "passed":
            worst = one
    return worst


def expectation(text: str) -> str:
    """The line that makes a kept model a regression; only SPIN is believed."""
    if not spin.available():
        return "none: SPIN was not there"
    truth = check_spin(text)
    if truth.status is not Status.DONE or "runtime" in truth.kinds:
        return f"none: SPIN says {truth.summary()}"
    return f"verdict={truth.verdict} states={truth.states} kinds={','.join(sorted(truth.kinds)) or '-'}"


def try_seed(task: Task) -> Verdict:
    model = generate(task.seed, task.features)
    text = model_text(model)
    category, config, problem = compare(text, task)
    if category != "failed":
        return Verdict(task.seed, category, config)

    def still_fails(smaller: Model) -> bool:
        again = compare(model_text(smaller), narrow)
        return again[0] == "failed" and again[1] == config and gist(again[2]) == gist(problem)

    narrow = Task(task.seed, task.binary, task.with_spin, [config] if config in task.names else [])
    if task.shrink:
        # a broken reference needs no other configuration to be seen
        model = shrink(model, still_fails, 400 if task.with_spin else 1500)
        text = model_text(model)
        problem = compare(text, narrow)[2]
    return Verdict(task.seed, "failed", config, problem, text, expectation(text))


def keep(verdict: Verdict, folder: Path) -> Path:
    """Writes the shrunk model with what is known about it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{verdict.config}-{verdict.seed}.pml"
    path.write_text(f"/* expect: {verdict.expect}\n"
                    f"   found by: seed {verdict.seed}, {verdict.config}\n"
                    f"   difference: {verdict.problem.splitlines()[0]} */\n{verdict.text}")
    return path


def tasks(args: argparse.Namespace, with_spin: bool) -> Iterator[Task]:
    seed = args.seed
    while True:
        names = args.configs.split(",") if args.configs else [c.name for c in CONFIGS if seed % c.every == 0]
        yield Task(seed, args.mazurka, with_spin, [] if with_spin else names, args.features, not args.no_shrink)
        seed += 1


def campaign(args: argparse.Namespace, with_spin: bool, wanted: int, deadline: float) -> Counter[str]:
    """Tries seeds until enough count or the time is over."""
    counts: Counter[str] = Counter()
    title = "with SPIN" if with_spin else "own configurations"
    with multiprocessing.Pool(args.jobs) as pool:
        # the pool would run ahead of the seeds that are needed: feed it in small rounds
        stream = tasks(args, with_spin)
        while (counts["passed"] + counts["failed"] < wanted and sum(counts.values()) < 4 * wanted + 20
               and time.monotonic() < deadline):
            missing = wanted - counts["passed"] - counts["failed"]
            round_tasks = [next(stream) for _ in range(min(missing, 16 * args.jobs))]
            for verdict in pool.imap(try_seed, round_tasks):
                counts[verdict.category] += 1
                if verdict.category == "failed":
                    path = keep(verdict, args.keep)
                    print(f"seed {verdict.seed}, {verdict.config}: {verdict.problem}\n  kept as {path}", flush=True)
            if counts["failed"] >= args.max_failures:
                print(f"stopped after {counts['failed']} failures")
                break
    others = ", ".join(f"{n} {name}" for name, n in sorted(counts.items()) if name not in ("passed", "failed"))
    print(f"{title}: {counts['passed']} agree, {counts['failed']} disagree" + (f"; not counted: {others}" if others else ""))
    tried = sum(counts.values())
    if counts["limit"] + counts["spin limit"] > MOST_LIMITS * tried:
        print(f"{title}: {counts['limit'] + counts['spin limit']} of {tried} models hit a bound: too many to say anything")
        counts["failed"] += 1
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--own", type=int, default=0, metavar="N", help="compare our configurations on N models")
    parser.add_argument("--spin", type=int, default=0, metavar="N", help="compare with SPIN on N models")
    parser.add_argument("--seconds", type=float, default=0, help="both, for so long, from a seed taken from the clock")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--configs", default="", help="only these, separated by commas")
    parser.add_argument("--set", action="append", default=[], metavar="FEATURE=WEIGHT", help="as in gen.py")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=ROOT / "test" / "corpus" / "found")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--max-failures", type=int, default=10)
    args = parser.parse_args()
    args.features = {name: float(weight) for name, weight in (item.split("=") for item in args.set)}
    if args.spin and not spin.available():
        parser.error("--spin needs spin and gcc")
    deadline = float("inf")
    if args.seconds:
        args.seed = int(time.time()) * 1000
        print(f"seeds from {args.seed}")
        deadline = time.monotonic() + args.seconds
        args.own = args.own or 10**9
        args.spin = 10**9 if spin.available() else 0
    total: Counter[str] = Counter()
    if args.seconds and args.spin:
        # half of the time each: a comparison with SPIN costs fifty of the others
        total += campaign(args, True, args.spin, time.monotonic() + args.seconds / 2)
    elif args.spin:
        total += campaign(args, True, args.spin, deadline)
    if args.own:
        total += campaign(args, False, args.own, deadline)
    print(f"{total['passed']} passed, {total['failed']} failed")
    return 1 if total["failed"] or not total["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
