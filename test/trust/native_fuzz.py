"""The trust machine for C programs: random thread programs, explored in every
way there is, compared with each other and with an interpreter of its own.

    python3 test/trust/native_fuzz.py --programs 300       seeds 1 .. 300
    python3 test/trust/native_fuzz.py --seconds 600        fresh ones, for ten minutes
    python3 test/trust/native_fuzz.py --seed 17 --programs 1 --show

Of a program without data races, each exploration must reach exactly the ends
that native_oracle.py reaches (complete, cut short and deadlocked ones, by all
that their threads have seen) with exactly its kinds of findings. Executions are
told apart by their Mazurkiewicz traces too (src/search/traces.h): each
exploration must have the very traces of the one without any reduction, with
sleep sets each trace once, and `optimal` must execute nothing redundant. Of a
program with races, each must find one, and with --allow-races all is compared
as above. A program that fails is shrunk and kept in test/corpus/native.
"""

from __future__ import annotations

import argparse
import copy
import json
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from checker import ROOT, add_binary_option, contradiction
from native_gen import generate
from native_oracle import TooLarge, Truth, explore
from native_tree import BLOCKS, Body, Program, c_text, operations
from outcome import run_command

CORPUS = ROOT / "test" / "corpus" / "native"
BATCH = 60                      # programs in one executable
CONFIGS = {
    "none": ["--por=none", "--sleep=off", "--executions=4000"],
    "none+sleep": ["--por=none", "--sleep=on", "--executions=20000"],
    "dpor": ["--por=dpor", "--sleep=off", "--executions=20000"],
    "dpor+sleep": ["--por=dpor", "--sleep=on"],
    "source": ["--por=source", "--sleep=on"],
    "optimal": ["--por=optimal"],
    "stored": ["--por=dpor", "--stateful=on", "--memory-model=sc"],
}
EXTRA: list[str] = []           # options for all of them
MAY_BE_CUT = ("none", "none+sleep", "dpor")
NOT_REPEATED = "not exhaustive: nondeterminism: the same schedule behaved differently"
ONCE = ("none+sleep", "dpor+sleep", "source", "optimal")    # each trace is executed once


@dataclass
class Ran:
    """One exploration; problem: it is no good, whatever the others say."""

    kinds: frozenset[str] = frozenset()
    ends: tuple[int, str] = (0, "")
    traces: tuple[int, str] = (0, "")
    executions: int = 0         # cut ones too
    blocked: int = 0
    whole: bool = False
    problem: str = ""


def run(binary: str, executable: str, number: int, options: list[str]) -> Ran:
    command = [binary, "check", executable, "--all", "--json", "--quiet", "--trace=/dev/null", *options, *EXTRA, "--", str(number)]
    done = run_command(command, 60)
    if done.timed_out:
        return Ran(problem="no answer within a minute")
    try:
        result = json.loads(done.out)
    except ValueError:
        return Ran(problem=f"exit code {done.code}: {done.err.strip()[-200:]}")
    cut = not result["exhaustive"] and "limit on executions" in result["reason"]
    problem = contradiction(done.code, result)
    assumed_away = result["reason"].startswith("nothing was checked: no execution satisfies")     # all were run
    if not problem and not result["exhaustive"] and not cut and not assumed_away:
        problem = f"not exhaustive: {result['reason']}"
    if "nondeterminism" in done.err:
        problem = done.err.strip()
    stats = result["stats"]
    ends, traces = (tuple(result.get(name, {"count": 0, "digest": ""}).values()) for name in ("terminal", "traces"))
    return Ran(frozenset(f["kind"] for f in result["findings"]), ends, traces, stats["executions"] + stats["cut"],
               stats["blocked"], not cut, problem)


# ---- comparing ----

def against_truth(truth: Truth, ran: Ran) -> str:
    if ran.kinds != truth.kinds:
        return f"findings {sorted(ran.kinds)}, not {sorted(truth.kinds)}"
    if ran.ends != truth.digest():
        return f"ends {ran.ends}, not {truth.digest()}"
    return ""


def against_traces(name: str, ran: Ran, traces: tuple[int, str]) -> str:
    """Every trace, and with sleep sets each once; nothing redundant if optimal."""
    if ran.traces != traces if ran.whole else ran.traces[0] > traces[0]:
        return f"traces {ran.traces}, not {traces}"
    if not ran.whole:
        return ""
    if ran.executions != traces[0] if name in ONCE else ran.executions < traces[0]:
        return f"{ran.executions} executions of {traces[0]} traces"
    if name == "optimal" and ran.blocked:
        return f"{ran.blocked} redundant executions"
    return ""


def explore_all(truth: Truth, binary: str, executable: str, number: int, races: bool) -> tuple[str, str]:
    """(configuration, problem) of the explorations of one program."""
    ran = {}
    for name, options in CONFIGS.items():
        if name == "stored" and races:
            continue
        one = ran[name] = run(binary, executable, number, options + ["--allow-races"] * races)
        problem = one.problem
        if name == "stored" and any(why in problem for why in ("not covered with stored states", "livelock: ")):
            continue
        if not one.whole and not problem:
            problem = "" if name in MAY_BE_CUT else "did not come to an end"
        elif truth.race and not races:
            # A race halts who comes second, which no trace tells: the exploration may come to a stop.
            problem = "" if not problem or problem.startswith(NOT_REPEATED) else problem
            problem = problem if one.kinds & {"data-race", "memory"} else "no data race was found"
        elif not problem:
            known = truth.of_states() if name == "stored" else truth
            problem = against_truth(known, one) if known else ""
        if problem:
            return name, problem
    if truth.race and not races:
        return "", ""
    known = next((name for name in ran if ran[name].whole), "")
    for name, one in ran.items():
        if name == "stored":            # executions that meet in a state go on as one
            continue
        problem = against_traces(name, one, ran[known].traces)
        if problem:
            return name, problem
    return "", ""


def compare(program: Program, number: int, executable: str, binary: str) -> tuple[str, str, str]:
    """(category, configuration, problem) of one program."""
    try:
        truth = explore(program)
    except TooLarge:
        return "too large", "", ""
    config, problem = explore_all(truth, binary, executable, number, False)
    if truth.race and not problem:
        config, problem = explore_all(truth, binary, executable, number, True)
        config += "+allow-races"
    if problem:
        return "failed", config, problem
    kinds = ", ".join(sorted(truth.kinds | ({"races"} if truth.race else set())))
    return f"passed, with {kinds}" if kinds else "passed", "", ""


# ---- shrinking ----

def smaller_bodies(body: Body) -> Iterator[Body]:
    for i, op in enumerate(body):
        yield body[:i] + body[i + 1:]
        if op[0] in BLOCKS:
            waits = any(o[0] in ("wait", "waitif", "waitwhile", "timed") for o in op[-1])
            if not waits:
                yield body[:i] + op[-1] + body[i + 1:]
            for inner in smaller_bodies(op[-1]):
                yield body[:i] + [op[:-1] + [inner]] + body[i + 1:]


def creates(program: Program) -> bool:
    return any(op[0] == "create" for body in program["threads"] for op in body)


def smaller(program: Program) -> Iterator[Program]:
    """Programs with one thing less."""
    last = len(program["threads"]) - 1
    if last > 0 and not creates(program):
        yield program | {"threads": program["threads"][:-1], "joins": [j for j in program["joins"] if j != last]}
    for i, body in enumerate(program["threads"]):
        for less in smaller_bodies(body):
            threads = copy.deepcopy(program["threads"])
            threads[i] = copy.deepcopy(less)
            candidate = program | {"threads": threads}
            made = {op[1] for b in threads for op in b if op[0] == "create"}
            if all(op[1] in made for b in threads for op in b if op[0] == "join"):
                yield candidate
    for less in smaller_bodies(program["main"]):
        yield program | {"main": less}
    if program["recursive"]:
        yield program | {"recursive": False}


def gist(problem: str) -> str:
    return " ".join(problem.split()[:1])


def build(programs: list[Program], binary: str, folder: Path) -> str:
    source, executable = folder / "programs.c", folder / "programs"
    source.write_text(c_text(programs))
    done = run_command([binary, "cc", "-g", "-O1", str(source), "-o", str(executable)], 300)
    if done.code:
        raise RuntimeError(done.err[:2000])
    return str(executable)


def shrink(program: Program, config: str, problem: str, binary: str) -> tuple[Program, str]:
    while True:
        candidates = list(smaller(program))
        with tempfile.TemporaryDirectory(prefix="trust-") as work:
            executable = build(candidates, binary, Path(work)) if candidates else ""
            for i, candidate in enumerate(candidates):
                category, at, now = compare(candidate, i, executable, binary)
                if category == "failed" and at == config and gist(now) == gist(problem):
                    program, problem = candidate, now
                    break
            else:
                return program, problem


# ---- many of them ----

def try_batch(task: tuple[list[tuple[str, Program]], str, bool]) -> list[tuple[str, str, str, str, Program]]:
    """(name, category, configuration, problem, program), shrunk if it failed."""
    named, binary, wants_shrink = task
    results = []
    with tempfile.TemporaryDirectory(prefix="trust-") as work:
        executable = build([program for _, program in named], binary, Path(work))
        for i, (name, program) in enumerate(named):
            category, config, problem = compare(program, i, executable, binary)
            if category == "failed" and wants_shrink:
                program, problem = shrink(program, config, problem, binary)
            results.append((name, category, config, problem, program))
    return results


def kept() -> list[tuple[str, Program]]:
    return [(path.stem, json.loads(path.read_text())) for path in sorted(CORPUS.glob("*.json"))]


def batches(args: argparse.Namespace) -> Iterator[tuple[list[tuple[str, Program]], str, bool]]:
    if kept() and args.seed == 1:
        yield kept(), args.mazurka, False
    start = time.time()
    seed = args.seed if not args.seconds else int(start) * 1000
    last = seed + args.programs
    while time.time() - start < args.seconds if args.seconds else seed < last:
        count = BATCH if args.seconds else min(args.batch, last - seed)
        yield [(str(s), generate(s)) for s in range(seed, seed + count)], args.mazurka, not args.no_shrink
        seed += count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1, help="of the first program; with 1 the kept ones are tried too")
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--keep", type=Path, default=CORPUS, help="where programs that failed go")
    parser.add_argument("--options", default="", help="more options for every exploration")
    parser.add_argument("--show", action="store_true", help="print the programs as C, and what they can do")
    add_binary_option(parser)
    args = parser.parse_args()
    EXTRA.extend(args.options.split())      # before the processes start that use it
    if args.show:
        programs = [generate(s) for s in range(args.seed, args.seed + args.programs)]
        print(c_text(programs))
        for program in programs:
            truth = explore(program)
            print(truth.digest(), truth.kinds, "race" if truth.race else "", *sorted(truth.ends), sep="\n")
        return 0
    count: Counter[str] = Counter()
    with multiprocessing.Pool(args.jobs) as pool:
        for results in pool.imap_unordered(try_batch, batches(args)):
            for name, category, config, problem, program in results:
                count[category] += 1
                if category == "failed":
                    print(f"failed: {name}, {config}: {problem}\n{json.dumps(program)}", flush=True)
                    if name.isdigit():
                        args.keep.mkdir(parents=True, exist_ok=True)
                        (args.keep / f"{config}-{name}.json").write_text(json.dumps(program) + "\n")
    for category, n in sorted(count.items()):
        print(f"  {n:6} {category}")
    print(f"{sum(n for c, n in count.items() if c.startswith('passed'))} passed, {count['failed']} failed")
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
