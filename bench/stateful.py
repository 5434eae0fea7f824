#!/usr/bin/env python3
"""Paper 3's Table 1 on our versions of its programs: runs, transitions, revisits and
seconds without stored states (dpor, optimal) and with them. Writes docs/benchmarks-stateful.md.

usage: python3 bench/stateful.py [SECONDS of each check]"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = [("example1", "35 / 2,084 / 12"), ("shared_array", "98 / 18,557 / 33"), ("bounded_buffer", "16,246 / 349,717 / 669")]
WAYS = [("dpor", ["--por=dpor"]), ("optimal", ["--por=optimal"]), ("stored states", ["--stateful=on"])]


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
             f"`>`: not finished in {seconds} s. The last column is Table 1 of paper 3 (SDPOR; runs / transitions / revisits), whose",
             "transitions count those that are repeated to come back to a state. How it is done: [stateful.md](stateful.md).", "",
             "| program | " + " | ".join(name for name, _ in WAYS) + " | paper |", "|---" * (len(WAYS) + 2) + "|"]
    for program, paper in PROGRAMS:
        lines.append(f"| {program} | " + " | ".join(check(program, options, seconds) for _, options in WAYS) + f" | {paper} |")
    (ROOT / "docs/benchmarks-stateful.md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines[-len(PROGRAMS) - 2:]))


main()
