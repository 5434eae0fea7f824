#!/usr/bin/env python3
"""The case study of V. Kahlon, A. Gupta, N. Sinha, "Symbolic Model Checking of Concurrent Programs Using Partial Orders and
On-the-Fly Transactions" (CAV 2006, section 5): races of a small file system, by bounded model checking with full interleaving,
with partial orders, and with transactions.

    python3 bench/symbolic.py                 writes docs/results/benchmarks-symbolic.md
    python3 bench/symbolic.py --budget 600    seconds of processor time for each run

Times are processor seconds, so that a busy machine does not count. The rows go to build/bench/symbolic.json.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MODEL = ROOT / "examples" / "symbolic" / "filesystem.c"
PAGE = ROOT / "docs" / "results" / "benchmarks-symbolic.md"

# name, macros, the paper's (if it has such a row) depth and seconds (transactions, partial order), and what became of full interleaving there
RACES = [
    ("seek and transfer", "-DRACE=2", "48", "2.89", "2.99", "out of memory at depth 20"),
    ("allocation byte, without contents", "-DRACE=1 -DCONTENT=0", "", "", "", ""),
    ("allocation byte, blocks 0 and 1", "-DRACE=1", "122", "1,283", "36,707", "out of memory at depth 15"),
    ("allocation byte, blocks 1 and 2", "-DFIRST=1", "151", "5,925", "145,176", "out of memory at depth 15"),
]
MODES = [("transactions", ["--por=static", "--transactions"]), ("partial order", ["--por=static"]), ("full interleaving", ["--por=none"])]


def limit(budget: int):
    def set_limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (budget, budget + 5))
    return set_limit


def run(binary: str, macros: str, options: list[str], budget: int) -> dict:
    """One run; what a run that was cut off has reached is read from its progress lines."""
    with tempfile.TemporaryDirectory() as place:
        command = [binary, "check", "--engine=bmc", *options, f"--cflags={macros}", "--json", f"--trace={place}/trace", str(MODEL)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit(budget))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    row = {"seconds": round(seconds, 2), "found": False, "depth": 0, "megabytes": 0}
    try:
        result = json.loads(done.stdout)
        row |= {"found": result["verdict"] == "violation", "depth": result["stats"]["max_depth"],
                "megabytes": round(result["stats"]["peak_bytes"] / 1e6)}
    except ValueError:
        depths = [line.split("depth ")[1].split(",")[0] for line in done.stderr.splitlines() if line.startswith("bmc: depth ")]
        row["depth"] = int(depths[-1].replace(",", "")) if depths else 0
    return row


def told(row: dict, budget: int) -> str:
    if row["found"]:
        return f"{row['seconds']:.1f} s, {row['megabytes']} MB (depth {row['depth']})"
    return f"not in {budget} s (depth {row['depth']})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=int, default=100)
    parser.add_argument("--mazurka", default=str(ROOT / "build" / "mazurka"))
    args = parser.parse_args()
    rows, lines = {}, []
    for name, macros, depth, fast, slow, full in RACES:
        r = rows[name] = {}
        for mode, options in MODES:
            r[mode] = run(args.mazurka, macros, options, args.budget)
            print(f"{name}, {mode}: {told(r[mode], args.budget)}", file=sys.stderr, flush=True)
        paper = f"{depth} | {fast} s | {slow} s | {full}" if depth else "not there | | |"
        lines.append(f"| {name} | " + " | ".join(told(r[m], args.budget) for m, _ in MODES) + f" | {paper} |")
        print(lines[-1], flush=True)
    head = ["| race | transactions | partial order | full interleaving | paper: depth | transactions | partial order | full interleaving |",
            "|---|---|---|---|---|---|---|---|"]
    text = PAGE.read_text() if PAGE.exists() else "# Symbolic checking, measured\n\n<!-- table -->\n<!-- end -->\n"
    start, end = text.index("<!-- table -->"), text.index("<!-- end -->")
    PAGE.write_text(text[:start] + "<!-- table -->\n" + "\n".join(head + lines) + "\n" + text[end:])
    out = ROOT / "build" / "bench" / "symbolic.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
