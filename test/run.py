"""All tests: first the builds, then units and parts from one queue, on every core.

    python3 test/run.py [--jobs N] [PATTERN...]     all, or those whose names match, and the builds that these need
    python3 test/run.py --folder DIR                the scripts of another folder, without builds (run-selftest.sh)

A part is a program whose last line is "N passed, N failed"; the last line here
is their sum. What a part prints is kept in build/log and shown if it fails. A
part fails, whatever it counts, if its exit code is not 0, if it does not end
with a count, if it counts nothing, if it says "failed" without counting it, or
if it does not end. Every result that any of them had written as JSON is kept until
all have ended, and must fit docs/result.schema.json (test/results.py). Nothing is written outside build/ and a temporary folder;
a file that is new elsewhere is a failure too.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
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

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "build" / "log"
COUNT = re.compile(r"(\d+) passed, (\d+) failed")
SAYS_FAILED = re.compile(r"^(failed:|FAILED|\S+:\d+: failed:)", re.M)
LIMIT = 1200                # seconds; the longest takes two minutes on an idle machine
BUILDS = {"gcc": ["all", "tools"], "clang": ["CC=clang", "OPT_release=-O0 -DNDEBUG", "HOT=", "build/clang/mazurka", "build/clang/libmazurka-rt.o"], "tsan": ["CONFIG=tsan", "build/tsan/tools/threads"],
          "asan": ["CONFIG=asan", "all", "unit"]}   # clang: does it compile?

# What takes longest comes first, or the last one would run alone.
LONGEST = ("native-repeat", "fuzz", "native-checked", "symbolic", "verdicts", "libc-races", "protocol", "protocol-random", "liveness-models",
           "reduce_ample", "limits-native", "reduce_constructs", "native-fuzz", "liveness-examples", "spin-examples", "search_stateful",
           "search_events", "native-awaits", "native-sync", "trust-selftest", "native-ltl", "search_counts", "bad-input", "native-cli", "export",
           "search_liveness", "search_traces", "native", "por-examples", "cli", "native-posix", "native-examples", "executions", "corpus",
           "run-selftest")


@dataclass
class Part:
    name: str
    command: list[str]
    is_build: bool = False


@dataclass
class Result:
    part: Part
    passed: int
    failed: int
    seconds: float
    cpu: float              # seconds of processors, its own and those of what it waited for
    problem: str = ""       # why it failed, beside what it counts
    output: str = ""


def judge(part: Part, code: int | None, output: str, seconds: float, cpu: float) -> Result:
    """What an output and an exit code (None: it had to be ended) mean."""
    lines = output.rstrip().splitlines()
    count = COUNT.fullmatch(lines[-1].strip()) if lines else None
    passed, failed = (int(n) for n in count.groups()) if count else (0, 0)
    problem = ""
    if code is None:
        problem = f"did not end within {LIMIT} seconds"
    elif code != 0 and not failed:
        problem = f"exit code {code}" if code > 0 else f"ended by signal {-code}"
    elif part.is_build:
        passed = int(code == 0)
    elif not count:
        problem = "the last line is no count"
    elif not passed and not failed:
        problem = "counts nothing"
    elif not failed and SAYS_FAILED.search(output):
        problem = "says that something failed, and does not count it"
    return Result(part, passed, failed + bool(problem), seconds, cpu, problem, output)


class Runner:
    """Runs parts, each with a process group and a folder for temporary files of its own."""

    def __init__(self, logs: Path, limit: float) -> None:
        self.logs, self.limit = logs, limit
        self.groups: set[int] = set()
        self.lock = threading.Lock()
        logs.mkdir(parents=True, exist_ok=True)

    def run(self, part: Part) -> Result:
        start = time.monotonic()
        log = self.logs / re.sub(r"[^\w.-]+", "-", part.name)
        with tempfile.TemporaryDirectory(prefix="mazurka-test-", ignore_cleanup_errors=True) as work, log.open("wb") as out:
            process = subprocess.Popen(part.command, cwd=ROOT, env=os.environ | {"TMPDIR": work}, stdin=subprocess.DEVNULL,
                                       stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
            with self.lock:
                self.groups.add(process.pid)
            code, cpu = self.wait(process.pid)
            process.returncode = code or 0      # it is waited for already
        return judge(part, code, log.read_text(errors="replace"), time.monotonic() - start, cpu)

    def wait(self, pid: int) -> tuple[int | None, float]:
        """Its exit code, None if it had to be ended, and its processor time."""
        last = time.monotonic() + self.limit
        ended, status, usage = os.wait4(pid, os.WNOHANG)
        while not ended and time.monotonic() < last:
            time.sleep(0.05)
            ended, status, usage = os.wait4(pid, os.WNOHANG)
        self.end(pid)                           # what it has left running, too
        if not ended:
            _, _, usage = os.wait4(pid, 0)
        return os.waitstatus_to_exitcode(status) if ended else None, usage.ru_utime + usage.ru_stime

    def end(self, group: int) -> None:
        with self.lock:
            self.groups.discard(group)
        try:
            os.killpg(group, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def end_all(self) -> None:
        for group in list(self.groups):
            self.end(group)


def builds(jobs: int, parts: list[Part], everything: bool) -> list[Part]:
    """What the parts need: a script's text names the builds that it uses beside the first one; units are built with asan."""
    needed = dict(BUILDS)
    if not everything:
        texts = [Path(part.command[1]).read_text() for part in parts if part.command[0] == "sh"]
        needed = {name: what for name, what in BUILDS.items() if name == "gcc" or any(re.search(rf"build/{name}\b", text) for text in texts)}
        units = [part.command[0] for part in parts if part.command[0] != "sh"]
        if units and "asan" not in needed:
            needed["asan"] = ["CONFIG=asan", "tools", *(os.path.relpath(unit, ROOT) for unit in units)]
        elif units:
            needed["asan"] = BUILDS["asan"]
    return [Part(f"build {name}", ["make", "-s", f"-j{jobs}", *what], True) for name, what in needed.items()]


def scripts(folder: Path) -> list[Part]:
    return [Part(path.stem, ["sh", str(path)]) for path in folder.resolve().glob("*.sh")]


def units() -> list[Part]:
    sources = sorted(path.stem for path in (ROOT / "test" / "unit").glob("*.c"))
    return [Part(name, [str(ROOT / "build" / "asan" / "test" / name)]) for name in sources]


def queue(parts: list[Part]) -> list[Part]:
    known = {name: i for i, name in enumerate(LONGEST)}
    return sorted(parts, key=lambda part: (known.get(part.name, len(known)), part.name))


def files() -> set[str]:
    """All of the tree, but for what is built."""
    return {os.path.relpath(os.path.join(folder, name), ROOT) for top in os.scandir(ROOT)
            if top.name not in ("build", ".git") and top.is_dir() for folder, _, names in os.walk(top) for name in names} \
        | {entry.name for entry in os.scandir(ROOT) if entry.is_file()}


def left_alone(before: set[str]) -> Result:
    new = sorted(files() - before)
    return Result(Part("files of the tree", []), int(not new), int(bool(new)), 0, 0, "something is written outside build/", "\n".join(new))


def show(result: Result) -> None:
    print(f"{result.part.name:32} {result.passed:6} passed {result.failed:4} failed {result.seconds:6.0f} s, {result.cpu:4.0f} s of CPU", flush=True)
    if result.failed:
        print(f"---- {result.part.name}: {result.problem or ' '.join(result.part.command)}")
        print("\n".join(line[:500] for line in result.output.rstrip().splitlines()[-60:]))
        print("----", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--folder", type=Path, help="only the scripts there")
    parser.add_argument("--logs", type=Path, default=LOGS)
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds that a part may take")
    parser.add_argument("patterns", nargs="*", default=["*"])
    args = parser.parse_args()
    for name in ("MAKEFLAGS", "MAKELEVEL", "BUILD", "CONFIG", "COLUMNS", "MAZURKA_MUTANT", "MAZURKA_CC", "STOP_AT_FAILURE"):
        os.environ.pop(name, None)          # whoever runs this
    os.environ |= {"LC_ALL": "C.UTF-8", "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "python")}
    before = files()
    copies = tempfile.TemporaryDirectory(prefix="mazurka-json-", ignore_cleanup_errors=True)
    if not args.folder:
        os.environ["MAZURKA_JSON_COPIES"] = copies.name
    runner = Runner(args.logs, args.limit)
    results: list[Result] = []
    parts = scripts(args.folder) if args.folder else [*scripts(ROOT / "test" / "parts"), *units()]
    parts = queue([part for part in parts if any(fnmatch.fnmatch(part.name, p) for p in args.patterns)])
    for part in builds(args.jobs, parts, args.patterns == ["*"]) if parts and not args.folder else []:
        results.append(runner.run(part))
        show(results[-1])
        if results[-1].failed:
            break
    if any(result.failed for result in results):
        parts = []
    with ThreadPoolExecutor(args.jobs) as pool:
        try:
            for future in as_completed([pool.submit(runner.run, part) for part in parts]):
                results.append(future.result())
                show(results[-1])
        except BaseException:               # interrupted
            pool.shutdown(wait=False, cancel_futures=True)
            runner.end_all()
            raise
    if parts and not args.folder and any(os.scandir(copies.name)):
        results.append(runner.run(Part("every JSON result", ["/usr/bin/python3", "test/results.py", copies.name])))
        show(results[-1])
    if parts and not args.folder:
        results.append(left_alone(before))
        show(results[-1])
    wrong = [result.part.name for result in results if result.failed]
    passed, failed = sum(r.passed for r in results), sum(r.failed for r in results)
    if wrong:
        print("failed: " + ", ".join(wrong))
    elif not parts:
        print("failed: there is nothing to run")
        failed = 1
    print(f"{sum(r.cpu for r in results) / 60:.1f} minutes of CPU")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
