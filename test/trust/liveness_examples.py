#!/usr/bin/env python3
"""SPIN's own examples that state temporal properties: the same verdicts.

    liveness_examples.py             our verdicts against the kept ones of SPIN
    liveness_examples.py --table     the same, written to docs/results/spin-liveness.md
    liveness_examples.py --spin      measures SPIN again
    liveness_examples.py --spin --unfinished    only where it did not finish

Each property is checked without fairness and with weak fairness. SPIN's verdicts
come from a pan without reduction (gcc -O2 -DNOREDUCE): pan -a -N NAME for an ltl
formula, pan -a for a never claim or accept labels, pan -l (-DNP) for progress
labels, with -f for weak fairness. An error that is not one of the property (an
assertion, a run-time error also in an expression of the property) is told apart.
Whatever is not the same verdict needs a reason.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from pathlib import Path

from checker import ROOT, add_binary_option
from examples import examples_folder, models
from outcome import run_command

CACHE = ROOT / "test" / "corpus" / "spin-liveness.json"
TABLE = ROOT / "docs" / "results" / "spin-liveness.md"
SECONDS = 60.0
SPIN_SECONDS = 300.0
MEGABYTES = 12000
FAIR = {"none": [], "weak": ["-f"]}

# A formula with the next operator; SPIN as packaged has none.
NEXT = re.compile(r"ltl\s+(\w+)\s*\{[^}]*\bX\b[^}]*\}")


def told_apart(result: dict, p: dict) -> str:
    """The property's verdict; "other error" if what was found is none of its violations."""
    kinds = {f["kind"] for f in result["findings"] if f["property"] == p["name"]}
    return "other error" if p["verdict"] == "violation" and not kinds & {"ltl", "livelock"} else p["verdict"]


def ours(path: Path, fair: str, binary: str, seconds: float, states: str = "") -> list[dict]:
    """The properties other than safety, with their verdicts. In a test states are
    a better bound than time, which depends on what else the machine does."""
    done = run_command([binary, "check", str(path), "--json", "--trace=/dev/null", f"--fair={fair}",
                        f"--time={seconds:g}", *([f"--max-states={states}"] if states else [])], 2 * seconds + 20)
    if done.code not in (0, 1, 3) or "internal error" in done.err:
        return [] if done.code == 2 else [{"name": "?", "kind": "?", "verdict": "broken: " + done.err[:200]}]
    result = json.loads(done.out)
    return [p | {"verdict": told_apart(result, p)} for p in result["properties"] if p["kind"] != "safety"]


class Pan:
    """A verifier for the model, without formulas that need X; compiled once per set of defines."""

    def __init__(self, path: Path, folder: Path):
        text = path.read_text()
        self.next = set(NEXT.findall(text))
        if self.next:
            path = folder / path.name
            path.write_text(NEXT.sub("", text))
        made = run_command(["spin", "-a", os.path.abspath(path)], 30, folder)
        self.folder, self.built = folder, {}
        self.there = made.code == 0 and (folder / "pan.c").exists()

    def build(self, *defines: str) -> bool:
        if defines not in self.built:
            name = f"pan{len(self.built)}"
            done = run_command(["gcc", "-O2", "-w", "-DNOREDUCE", "-DNFAIR=6", "-DCOLLAPSE", f"-DMEMLIM={MEGABYTES}", "-DVECTORSZ=4096", *defines,
                                "-o", name, "pan.c"], 120, self.folder)
            self.built[defines] = name if done.code == 0 else ""
        return bool(self.built[defines])

    def verdict(self, kind: str, name: str, fair: str) -> str:
        defines = {"progress": ("-DNP", "-DNOCLAIM"), "acceptance": ("-DNOCLAIM",)}.get(kind, ())
        if not self.there or name in self.next or not self.build(*defines):
            return "rejected"
        flags = ["-l"] if kind == "progress" else ["-a"]
        if kind == "ltl":
            flags += ["-N", name]
        run = run_command([f"./{self.built[defines]}", *flags, *FAIR[fair], "-c1", "-m20000000", "-w26"], SPIN_SECONDS, self.folder)
        errors = re.search(r"errors: (\d+)", run.out)
        message = re.search(r"^pan:\d+: (.*)", run.out, re.M)
        if not errors or run.timed_out:
            return "unfinished"
        if int(errors.group(1)):
            ours = re.search("cycle|claim|assertion violated  *!\\(", message.group(1)) if message else None
            return "violation" if ours else "other error"
        if re.search("max search depth too small|reached -DMEMLIM|out of memory", run.out):
            return "unfinished"
        return "ok"


def measure(path: Path, binary: str, kept: dict[str, str], only_unfinished: bool) -> dict[str, str]:
    """SPIN's verdict for every property we know of, by "kind name fair"."""
    with tempfile.TemporaryDirectory(prefix="spin-") as work:
        pan = None
        for p in ours(path, "none", binary, 1):
            pan = pan or Pan(path, Path(work))
            for fair in FAIR:
                key = f"{p['kind']} {p['name']} {fair}"
                if not only_unfinished or kept.get(key, "unfinished") == "unfinished":
                    kept[key] = pan.verdict(p["kind"], p["name"], fair)
                    print(path.name, key, kept[key], flush=True)
    return kept


def reason(key: str, theirs: str, mine: str, next_names: set[str]) -> str:
    """Why a row has not twice the same verdict; empty if there is no excuse."""
    if theirs == "rejected" and key.split()[1] in next_names:
        return "SPIN as packaged has no next operator"
    why = []
    if theirs == "unfinished":
        why.append(f"SPIN does not finish within {SPIN_SECONDS:g} seconds and {MEGABYTES} MB")
    if mine == "unknown":
        why.append(f"we do not finish within {SECONDS:g} seconds")
    return "; ".join(why)


def compare(name: str, theirs: dict[str, str], path: Path, binary: str, rows: list[str], is_test: bool) -> int:
    """Adds the table's rows; returns how many verdicts differ without a reason,
    of which our own time is none in a test."""
    failed = 0
    bounds = (10 * SECONDS, "3M") if is_test else (SECONDS, "")
    next_names = set(NEXT.findall(path.read_text()))
    for fair in FAIR:
        mine = {f"{p['kind']} {p['name']} {fair}": p["verdict"] for p in ours(path, fair, binary, *bounds)}
        for key in sorted(mine.keys() | {k for k in theirs if k.endswith(" " + fair)}):
            kind, rest = key.split(" ", 1)
            spin, ours_ = theirs.get(key, "not measured"), mine.get(key, "rejected")
            why = "" if spin == ours_ else reason(key, spin, ours_, next_names)
            if is_test and ours_ == "unknown":
                why = ""
            if spin != ours_ and not why:
                print(f"{name}, {key}: {ours_}, SPIN {spin}", flush=True)
                failed += 1
            agreement = "same" if spin == ours_ else "undecided" if why else "differs"
            rows.append(f"| {name} | {kind} {rest.rsplit(' ', 1)[0]} | {fair} | {spin} | {ours_} | {agreement} | {why} |")
    return failed


HEADER = """# SPIN's examples: temporal properties

Made by `python3 test/trust/liveness_examples.py --table`; do not edit. SPIN: `pan` without reduction, up to
{spin:g} seconds for each property; Mazurka: up to {seconds:g} seconds for all properties of a model. "other error":
an error that is none of the property's, such as an expression of it that has no value. "rejected": not taken.

| model | property | fairness | SPIN | Mazurka | agreement | note |
|---|---|---|---|---|---|---|
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--spin", action="store_true", help="measure SPIN and rewrite its kept verdicts")
    parser.add_argument("--unfinished", action="store_true", help="measure only where SPIN did not finish")
    parser.add_argument("--table", action="store_true", help="write docs/results/spin-liveness.md")
    parser.add_argument("--skip", action="append", default=[], metavar="MODEL", help="leave out, as too large for a test")
    parser.add_argument("names", nargs="*", help="only these models")
    args = parser.parse_args()
    folder = examples_folder()
    kept = json.loads(CACHE.read_text()) if CACHE.exists() else {}
    if args.spin:
        for name in args.names or models(folder):
            found = measure(folder / name, args.mazurka, dict(kept.get(name, {})), args.unfinished)
            if found:
                kept[name] = found
                CACHE.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
        return 0
    rows: list[str] = []
    failed = 0
    names = [n for n in args.names or sorted(kept) if n not in args.skip]
    for name in names:
        failed += compare(name, kept.get(name, {}), folder / name, args.mazurka, rows, not args.table)
    if args.table:
        TABLE.write_text(HEADER.format(spin=SPIN_SECONDS, seconds=SECONDS) + "\n".join(rows) + "\n")
    print(f"{len(rows) - failed} passed, {failed} failed")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
