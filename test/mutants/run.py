"""Do the tests notice mistakes? Each of test/mutants/*.diff, made on purpose, one at a time.

    python3 test/mutants/run.py [--only PATTERN...] [--sample N [--seed S]] [--jobs N] [--log FILE] [--table FILE] [--list]

Builds CONFIG=mutant, from a copy of src in which all mistakes stand and one is chosen
at run time (plant.py). A mistake is noticed if one of the tests that it
names fails with it, or does not end in ten times its usual time; units are
tried before the parts, which take longer. A test must pass without a mistake
before its word counts. A sample is drawn from each room by its share. They are
tried in random order, so what a run has done when it is ended is a sample, too;
with --log it goes on from there. One that is not noticed needs a reason in
test/mutants/unnoticed.md: a line "- `name`: why". The exit code is 0 if at
least 95 % are noticed.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from plant import Unfit, mistakes

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "test" / "mutants"
BUILD = ROOT / "build" / "mutant"
REASON = re.compile(r"^- `(\w+)`: (.+)", re.M)
LONGEST = 900               # seconds for a test without a mistake
SHARE = 0.95


@dataclass
class Mutant:
    room: str
    name: str
    tests: list[str]
    what: str
    noticed_by: str = ""


@dataclass
class Ran:
    code: int | None                # None: it did not end
    seconds: float


def mutants() -> list[Mutant]:
    """All that are listed; whether they fit is seen when they are planted."""
    try:
        return [Mutant(m.room, m.name, m.tests, m.what) for m in mistakes() if not m.always]
    except Unfit as why:
        sys.exit(str(why))


def command(test: str) -> list[str]:
    if (ROOT / "test" / "unit" / f"{test}.c").exists():
        return [str(BUILD / "test" / test)]
    part = ROOT / "test" / "parts" / f"{test}.sh"
    if part.exists():
        return ["sh", str(part)]
    sys.exit(f"there is no test '{test}': neither test/unit/{test}.c nor test/parts/{test}.sh")


def run(test: str, mutant: str, limit: float) -> Ran:
    """A test with a mistake, in a process group and a temporary folder of its own."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutant-", ignore_cleanup_errors=True) as work:
        env = os.environ | {"MAZURKA_MUTANT": mutant, "BUILD": str(BUILD), "TMPDIR": work, "STOP_AT_FAILURE": "1"}
        process = subprocess.Popen(command(test), cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            code: int | None = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            code = None
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    return Ran(code, time.monotonic() - start)


class Baseline:
    """How long each test takes without a mistake, found out when it is first asked for."""

    def __init__(self, tests: list[str]) -> None:
        self.lock = {test: threading.Lock() for test in tests}
        self.ran: dict[str, Ran] = {}

    def seconds(self, test: str) -> float | None:
        """None if it fails: then it says nothing about a mistake."""
        with self.lock[test]:
            if test not in self.ran:
                self.ran[test] = run(test, "none", LONGEST)
                if self.ran[test].code != 0:
                    print(f"{test} FAILS without a mistake", flush=True)
        return self.ran[test].seconds if self.ran[test].code == 0 else None

    def all_pass(self) -> bool:
        return all(ran.code == 0 for ran in self.ran.values())


def try_mutant(mutant: Mutant, baseline: Baseline) -> Mutant:
    for test in sorted(mutant.tests, key=lambda t: command(t)[0] == "sh"):
        usual = baseline.seconds(test)
        if usual is None:
            continue
        ran = run(test, mutant.name, 20 + 10 * usual)
        if ran.code != 0:
            mutant.noticed_by = test + (" (does not end)" if ran.code is None else "")
            break
    return mutant


def try_all(chosen: list[Mutant], baseline: Baseline, jobs: int, log: Log) -> list[Mutant]:
    """In random order; those that the log has are not tried again."""
    left = [m for m in chosen if not log.recall(m)]
    random.Random(len(left)).shuffle(left)
    with ThreadPoolExecutor(jobs) as pool:
        for future in as_completed([pool.submit(try_mutant, m, baseline) for m in left]):
            m = future.result()
            log.write(m)
            print(f"{m.name}: {'noticed by ' + m.noticed_by if m.noticed_by else 'NOT noticed: ' + m.what}", flush=True)
    return chosen


class Log:
    """What was tried before on the same commit: its name, then a line "mistake<TAB>test" each."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.known: dict[str, str] = {}
        if not file:
            return
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
        if not file.exists():
            file.write_text(head + "\n")
        commit, *lines = file.read_text().splitlines()
        if commit != head:
            sys.exit(f"{file} is about {commit}, and this is {head}")
        self.known = dict(line.split("\t") for line in lines)

    def recall(self, mutant: Mutant) -> bool:
        mutant.noticed_by = self.known.get(mutant.name, "")
        return mutant.name in self.known

    def write(self, mutant: Mutant) -> None:
        if self.file:
            with self.file.open("a") as out:
                print(mutant.name, mutant.noticed_by, sep="\t", file=out)


def sample(chosen: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """About `size` of them, each room by its share, at least one of each."""
    draw = random.Random(seed)
    drawn = set()
    for room in sorted({m.room for m in chosen}):
        here = [m.name for m in chosen if m.room == room]
        drawn.update(draw.sample(here, min(len(here), max(1, round(size * len(here) / len(chosen))))))
    return [m for m in chosen if m.name in drawn]


# ---- what came out ----

def reasons() -> dict[str, str]:
    file = HERE / "unnoticed.md"
    return dict(REASON.findall(file.read_text())) if file.exists() else {}


def table(tried: list[Mutant]) -> str:
    lines = ["| room | mistakes | noticed |", "|---|---|---|"]
    for room in sorted({m.room for m in tried}):
        here = [bool(m.noticed_by) for m in tried if m.room == room]
        lines.append(f"| {room} | {len(here)} | {sum(here)} |")
    noticed = sum(bool(m.noticed_by) for m in tried)
    lines.append(f"| all | {len(tried)} | {noticed} ({100 * noticed / len(tried):.1f} %) |")
    return "\n".join(lines)


def page(tried: list[Mutant]) -> str:
    why = reasons()
    lines = ["# Mistakes made on purpose", "",
             "Made by `make mutants`. Each mistake of test/mutants is planted in a copy of the source, one of them is",
             "chosen at run time, and the tests that it names are run with it.", "", table(tried)]
    missed = [m for m in tried if not m.noticed_by]
    if missed:
        lines += ["", "## Not noticed", ""]
        lines += [f"- `{m.name}`: {m.what}. {why.get(m.name, 'No reason is known.')}" for m in missed]
    for room in sorted({m.room for m in tried}):
        lines += ["", f"## {room}", "", "| mistake | what is wrong | noticed by |", "|---|---|---|"]
        lines += [f"| `{m.name}` | {m.what.replace('|', chr(92) + '|')} | {m.noticed_by or 'nothing'} |"
                  for m in tried if m.room == room]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=["*"], metavar="PATTERN", help="names of mistakes")
    parser.add_argument("--sample", type=int, metavar="N", help="about N of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--log", type=Path, metavar="FILE", help="what was tried; a run that was ended goes on from there")
    parser.add_argument("--table", type=Path, metavar="FILE", help="write all of it as a page")
    parser.add_argument("--list", action="store_true", help="only say what there is")
    parser.add_argument("--no-build", action="store_true")
    args = parser.parse_args()
    chosen = [m for m in mutants() if any(fnmatch.fnmatch(m.name, pattern) for pattern in args.only)]
    if not chosen:
        sys.exit(f"no mistake is called {' or '.join(args.only)}")
    if args.sample:
        chosen = sample(chosen, args.sample, args.seed)
    tests = sorted({test for m in chosen for test in m.tests})
    for test in tests:
        command(test)
    if args.list:
        for m in chosen:
            print(f"{m.name}: {m.what} ({', '.join(m.tests)})")
        return 0
    if not args.no_build:
        subprocess.run(["make", "-s", f"-j{args.jobs}", "-C", str(ROOT), "CONFIG=mutant", "all", "unit"], check=True)
    baseline = Baseline(tests)
    tried = try_all(chosen, baseline, args.jobs, Log(args.log))
    print("\n" + table(tried))
    if args.table:
        args.table.parent.mkdir(parents=True, exist_ok=True)
        args.table.write_text(page(tried))
    for m in tried:
        if m.noticed_by and m.name in reasons():
            print(f"{m.name} is noticed, and stands in unnoticed.md")
    noticed = sum(bool(m.noticed_by) for m in tried)
    print(f"\n{noticed} passed, {len(tried) - noticed} failed")
    return 0 if noticed >= SHARE * len(tried) and baseline.all_pass() else 1


if __name__ == "__main__":
    sys.exit(main())
