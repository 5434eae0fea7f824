#!/usr/bin/env python3
"""Paper 3's Table 1 on our versions of its programs: runs, transitions, revisits and
seconds without stored states (dpor, optimal) and with them; and what storing them costs where none is
met again. Writes docs/results/benchmarks-stateful.md.

usage: python3 bench/stateful.py [SECONDS of each check]"""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = [("example1", "35 / 2,084 / 12"), ("shared_array", "98 / 18,557 / 33"), ("bounded_buffer", "16,246 / 349,717 / 669")]
WAYS = [("dpor", ["--por=dpor"]), ("optimal", ["--por=optimal"]), ("stored states", ["--stateful=on"])]

UNMET = ["order_log", "atomic_log"]        # no state is met again


def cost(program: str, options: list[str]) -> tuple[float, int]:
    """CPU seconds of checking a program that is compiled already, the least of three, and its executions."""
    with tempfile.TemporaryDirectory() as work:
        mazurka, least, executions = ROOT / "build/mazurka", float("inf"), 0
        subprocess.run([mazurka, "cc", "-O2", ROOT / f"bench/stateful/{program}.c", "-o", f"{work}/p"], check=True)
        for _ in range(3):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([mazurka, "check", f"{work}/p", "--quiet", "--json", "--trace=/dev/null", "--random=0", "--por=dpor", *options],
                                  capture_output=True, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            executions = json.loads(done.stdout)["stats"]["executions"]
    return least, executions


def check(program: str, options: list[str], seconds: str) -> str:
    command = [ROOT / "build/mazurka", "check", ROOT / f"bench/stateful/{program}.c", "--quiet", "--json", "--trace=/dev/null",
               f"--time={seconds}", *options]
    result = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    s = result["stats"]
    runs = s["runs"] or s["executions"] + s["blocked"] + s["cut"]
    more = "" if result["exhaustive"] else "> "
    again = f" (and {s['replayed']:,} repeated)" if s["replayed"] else ""
    return f"{more}{runs:,} / {more}{s['transitions']:,}{again} / {s['revisits']:,} / {more}{s['seconds']:.2f} s"


def main() -> None:
    seconds = sys.argv[1] if len(sys.argv) > 1 else "10"
    lines = ["# Stored states against none", "",
             "`make bench-stateful` writes this page. Runs / transitions / transitions into states met before / seconds;",
             f"`>`: not finished in {seconds} s. The last column is Table 1 of",
             "Y. Yang, X. Chen, G. Gopalakrishnan, R. M. Kirby, *Efficient Stateful Dynamic Partial Order Reduction* (SPIN 2008): SDPOR, runs / transitions / revisits; its",
             "transitions count those that are repeated to come back to a state. How it is done: [stateful.md](../stateful.md).", "",
             "| program | " + " | ".join(name for name, _ in WAYS) + " | paper |", "|---" * (len(WAYS) + 2) + "|"]
    for program, paper in PROGRAMS:
        lines.append(f"| {program} | " + " | ".join(check(program, options, seconds) for _, options in WAYS) + f" | {paper} |")
    lines += ["", "What it costs where no state is met again: microseconds of CPU time for an execution, the whole command, `--por=dpor`.", "",
              "With stored states a search without them has turns ([stateful.md](../stateful.md)), and is done first here; the last two columns: with `--executions=1000000` it has none.", "",
              "| program | executions | none stored | stored | times | stored to the end | times |", "|---" * 7 + "|"]
    for program in UNMET:
        none, stored, to_end = [cost(program, options) for options in (["--stateful=off"], ["--stateful=on"], ["--stateful=on", "--executions=1000000"])]
        each = [seconds / executions * 1e6 for seconds, executions in (none, stored, to_end)]
        lines.append(f"| {program} | {none[1]:,} / {stored[1]:,} / {to_end[1]:,} | {each[0]:.1f} | {each[1]:.1f} | {each[1] / each[0]:.2f} | {each[2]:.1f} | {each[2] / each[0]:.1f} |")
    (ROOT / "docs/results/benchmarks-stateful.md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines[6:]))


main()
