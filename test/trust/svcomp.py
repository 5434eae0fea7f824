"""SV-COMP's tasks on threads, as far as they are about calls of an error function: a table, and what disagrees.

    python3 test/trust/svcomp.py FOLDER [--seconds 60] [--log FILE]

FOLDER holds the suites of a copy of the benchmarks (its folder `c`): pthread, pthread-atomic, .... A task's verdict is in its .yml
(newer copies) or in the name of its source (`_true-unreach-call`). SV-COMP's rules: sequential consistency, and neither races
nor deadlocks, exit codes or misused memory violate this property. The limit is CPU time, of all engines together, as it is there; the clock may take
longer, since several may be waiting for a processor.

right: the expected verdict; unknown: none, or an error of another kind; wrong: the opposite one. Exit code 1 if any is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from checker import add_binary_option  # noqa: E402

SUITES = ["pthread", "pthread-atomic", "pthread-lit", "pthread-ext", "pthread-divine", "pthread-nondet"]
RULES = ["--memory-model=sc", "--exit-status=any", "--allow-races", "--ends=off", "--spurious"]
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Task:
    suite: str
    source: Path
    violated: bool


def tasks_of(folder: Path, suite: str) -> list[Task]:
    """Sources are taken before preprocessing where they are there: what was preprocessed has the types of another machine."""
    tasks = []
    for form in sorted((folder / suite).glob("*.yml")):
        text = form.read_text()
        verdict = re.search(r"unreach-call\.prp\s+expected_verdict:\s*(true|false)", text)
        source = re.search(r"input_files:\s*'?([^'\n]+)", text)
        if verdict and source:
            path = form.parent / source.group(1).strip()
            before = path.with_suffix(".c")
            tasks.append(Task(suite, before if before.exists() else path, verdict.group(1) == "false"))
    if not tasks:
        for path in sorted((folder / suite).glob("*unreach-call*.c")):
            tasks.append(Task(suite, path, "false-unreach-call" in path.name))
    return tasks


def cpu_seconds(group: int) -> float:
    """Of the processes of this group, and of those that they waited for."""
    total = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[3]) == group:
                total += sum(map(int, fields[11:15]))
    return total / TICK


def run(task: Task, args: argparse.Namespace) -> tuple[str, float, str]:
    """What is said (ok, violation, unknown), CPU time, and by whom or why not."""
    with tempfile.TemporaryDirectory() as place:
        out, err = Path(place) / "out", Path(place) / "err"
        command = [args.mazurka, "check", str(task.source), f"--engine={args.engine}", f"--time={args.clock or args.seconds * 3}",
                   "--json", "--trace=/dev/null", "--cflags=-w", "--color=never", *RULES, *args.option]
        with out.open("w") as to, err.open("w") as errors:
            process = subprocess.Popen(command, stdout=to, stderr=errors, cwd=place, start_new_session=True)
        used, late = 0.0, False
        while process.poll() is None:
            time.sleep(0.1)
            used = max(used, cpu_seconds(process.pid))
            if used > args.seconds:
                late = True
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        said, text = err.read_text(), out.read_text()
        who = re.search(r"portfolio: (\w+) answered", said)
    if late or not text:
        return "unknown", used, "out of time" if late else said[-200:].replace("\n", " ")
    result = json.loads(text)
    if "verdict" not in result:
        return "unknown", used, "refused: " + str(result.get("errors", ""))[:200]
    verdict, reason = result["verdict"], result["reason"]
    kinds = {f["kind"] for f in result["findings"]}
    if verdict == "violation" and "assertion" not in kinds:
        verdict, reason = "unknown", f"found instead: {', '.join(sorted(kinds))}"
    return verdict, used, who.group(1) if who and verdict != "unknown" else reason


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=60, help="CPU time of a task")
    parser.add_argument("--clock", type=float, help="time by the clock of a task (default: three times the CPU time)")
    parser.add_argument("--engine", default="portfolio")
    parser.add_argument("--only", default="", help="tasks whose path matches this")
    parser.add_argument("--option", action="append", default=[], help="a further option of mazurka")
    parser.add_argument("--log", type=Path, help="a line for each task; tasks that are right in it are not run again")
    args = parser.parse_args()
    args.mazurka = str(Path(args.mazurka).resolve())
    known = {}
    if args.log and args.log.exists():
        known = {line.split("\t")[0]: line.rstrip("\n").split("\t") for line in args.log.read_text().splitlines()}
    rows, wrong = [], 0
    for suite in SUITES:
        count = {"right": 0, "unknown": 0, "wrong": 0}
        for task in tasks_of(args.folder, suite):
            name = f"{suite}/{task.source.name}"
            if known.get(name, ["", ""])[1] == "right":
                count["right"] += 1
                continue
            if not re.search(args.only, name):
                continue
            verdict, used, why = run(task, args)
            judged = "unknown" if verdict == "unknown" else "right" if (verdict == "violation") == task.violated else "wrong"
            count[judged] += 1
            line = f"{name}\t{judged}\t{verdict}\t{'violation' if task.violated else 'ok'}\t{used:.1f}\t{why}"
            print(line, flush=True)
            if args.log:
                with args.log.open("a") as log:
                    log.write(line + "\n")
        rows.append((suite, count))
        wrong += count["wrong"]
    rows.append(("all", {k: sum(c[k] for _, c in rows) for k in ("right", "unknown", "wrong")}))
    print("\n| suite | tasks | right | unknown | wrong |\n|---|---|---|---|---|")
    for suite, count in rows:
        print(f"| {suite} | {sum(count.values())} | {count['right']} | {count['unknown']} | {count['wrong']} |")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
