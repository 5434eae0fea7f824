"""Do the tests notice mistakes? Each of test/mutants/*.h, made on purpose, one at a time.

    python3 test/mutants/run.py [--only GLOB] [--jobs N] [--table FILE]

Builds CONFIG=mutant, in which all mistakes are compiled in and one is chosen at
run time (src/base/mutant.h). A mistake is noticed if one of the tests that it
names fails with it, or does not end in ten times its usual time. Every test
that is named must pass without a mistake.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "mutant"
ENTRY = re.compile(r'^X \((\w+),\s*"([^"]*)",\s*"([^"]*)"\)', re.M)


@dataclass
class Mutant:
    room: str
    name: str
    tests: list[str]
    what: str


@dataclass
class Result:
    code: int | None                # None: it did not end
    seconds: float


def mutants() -> list[Mutant]:
    found = []
    for file in sorted((ROOT / "test" / "mutants").glob("*.h")):
        if file.name != "list.h":
            text = file.read_text()
            for name, tests, what in ENTRY.findall(text):
                found.append(Mutant(file.stem, name, tests.split(), what))
            if len(ENTRY.findall(text)) != len(re.findall(r"^X \(", text, re.M)):
                sys.exit(f"{file}: an entry is not X (name, \"tests\", \"what\")")
    return found


def command(test: str) -> list[str]:
    unit, part = BUILD / "test" / test, ROOT / "test" / "parts" / f"{test}.sh"
    if unit.exists():
        return [str(unit)]
    if part.exists():
        return ["sh", str(part)]
    sys.exit(f"there is no test '{test}': neither test/unit/{test}.c nor test/parts/{test}.sh")


def run(test: str, mutant: str, limit: float) -> Result:
    """A test with a mistake, in a process group of its own."""
    start = time.monotonic()
    env = os.environ | {"MAZURKA_MUTANT": mutant, "BUILD": str(BUILD), "MAZURKA": str(BUILD / "mazurka")}
    with subprocess.Popen(command(test), cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            code: int | None = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            code = None
    return Result(code, time.monotonic() - start)


class Baseline:
    """How long each test takes without a mistake."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.lock = threading.Lock()

    def limit(self, test: str) -> float:
        with self.lock:
            if test not in self.seconds:
                result = run(test, "none", 900)
                if result.code != 0:
                    sys.stderr.write(f"{test} fails without a mistake\n")
                    os._exit(1)
                self.seconds[test] = result.seconds
        return 20 + 10 * self.seconds[test]


def try_mutant(mutant: Mutant, baseline: Baseline) -> str:
    """The test that notices it, or an empty string."""
    for test in mutant.tests:
        result = run(test, mutant.name, baseline.limit(test))
        if result.code != 0:
            return test + (" (does not end)" if result.code is None else "")
    return ""


def table(rows: list[tuple[Mutant, str]]) -> str:
    rooms: dict[str, list[int]] = {}
    for mutant, by in rows:
        count = rooms.setdefault(mutant.room, [0, 0])
        count[0] += bool(by)
        count[1] += 1
    lines = ["| room | mistakes | noticed |", "|---|---|---|"]
    lines += [f"| {room} | {n} | {ok} |" for room, (ok, n) in sorted(rooms.items())]
    ok, n = sum(bool(by) for _, by in rows), len(rows)
    lines.append(f"| all | {n} | {ok} ({100 * ok / max(n, 1):.1f} %) |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="*", help="names of mistakes, as a pattern")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--table", help="also write the table to this file")
    parser.add_argument("--no-build", action="store_true")
    args = parser.parse_args()
    chosen = [m for m in mutants() if fnmatch.fnmatch(m.name, args.only)]
    if not chosen:
        sys.exit(f"no mistake is called {args.only}")
    if not args.no_build:
        subprocess.run(["make", "-s", f"-j{args.jobs}", "-C", str(ROOT), "CONFIG=mutant", "all", "unit"], check=True)
    baseline = Baseline()
    rows: list[tuple[Mutant, str]] = []
    with ThreadPoolExecutor(args.jobs) as pool:
        for mutant, by in zip(chosen, pool.map(lambda m: try_mutant(m, baseline), chosen)):
            rows.append((mutant, by))
            print(f"{mutant.name}: {'noticed by ' + by if by else 'NOT noticed: ' + mutant.what}", flush=True)
    print("\n" + table(rows))
    if args.table:
        Path(args.table).write_text(table(rows) + "\n")
    ok = sum(bool(by) for _, by in rows)
    print(f"\n{ok} passed, {len(rows) - ok} failed")
    return 0 if ok >= 0.95 * len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
