#!/usr/bin/env python3
"""SPIN's own examples that state temporal properties: the same verdicts.

    liveness_examples.py             our verdicts against the kept ones of SPIN
    liveness_examples.py --table     the same, written to docs/spin-liveness.md
    liveness_examples.py --spin      measures SPIN again

Each property is checked without fairness and with weak fairness. SPIN's verdicts
come from a pan without reduction (gcc -O2 -DNOREDUCE): pan -a -N NAME for an ltl
formula, pan -a for a never claim or accept labels, pan -l (-DNP) for progress
labels, with -f for weak fairness. A violation that is not one of the property
(an assertion, a run-time error) is none. A difference needs a reason in REASONS.
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
TABLE = ROOT / "docs" / "spin-liveness.md"
SECONDS = 30.0
FAIR = {"none": [], "weak": ["-f"]}

# Why a verdict may differ from SPIN's. Nothing else may.
REASONS: dict[tuple[str, str, str], str] = {}


def ours(path: Path, fair: str, binary: str, seconds: float) -> list[dict]:
    """The properties other than safety, with their verdicts."""
    done = run_command([binary, "check", str(path), "--json", "--trace=/dev/null", f"--fair={fair}",
                        f"--time={seconds:g}"], 2 * seconds + 20)
    if done.code not in (0, 1, 3) or "internal error" in done.err:
        return [] if done.code == 2 else [{"name": "?", "kind": "?", "verdict": "broken: " + done.err[:200]}]
    return [p for p in json.loads(done.out)["properties"] if p["kind"] != "safety"]


class Pan:
    """A verifier for the model; compiled once per set of defines."""

    def __init__(self, path: Path, folder: Path):
        made = run_command(["spin", "-a", os.path.abspath(path)], 30, folder)
        self.folder, self.built = folder, {}
        self.there = made.code == 0 and (folder / "pan.c").exists()
        self.claims = made.out.count("ltl ") + 1

    def build(self, *defines: str) -> bool:
        if defines not in self.built:
            name = f"pan{len(self.built)}"
            done = run_command(["gcc", "-O2", "-w", "-DNOREDUCE", "-DNFAIR=6", "-DMEMLIM=4000", "-DVECTORSZ=4096", *defines,
                                "-o", name, "pan.c"], 120, self.folder)
            self.built[defines] = name if done.code == 0 else ""
        return bool(self.built[defines])

    def verdict(self, kind: str, name: str, fair: str) -> str:
        defines = {"progress": ("-DNP", "-DNOCLAIM"), "acceptance": ("-DNOCLAIM",)}.get(kind, ())
        if not self.there or not self.build(*defines):
            return "rejected"
        flags = ["-l"] if kind == "progress" else ["-a"]
        if kind == "ltl":
            flags += ["-N", name]
        run = run_command([f"./{self.built[defines]}", *flags, *FAIR[fair], "-c1", "-m1000000", "-w24"], SECONDS, self.folder)
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


def measure(path: Path, binary: str) -> dict[str, str]:
    """SPIN's verdict for every property we know of, by "kind name fair"."""
    kept = {}
    with tempfile.TemporaryDirectory(prefix="spin-") as work:
        pan = None
        for p in ours(path, "none", binary, 1):
            pan = pan or Pan(path, Path(work))
            for fair in FAIR:
                kept[f"{p['kind']} {p['name']} {fair}"] = pan.verdict(p["kind"], p["name"], fair)
    return kept


def compare(name: str, theirs: dict[str, str], path: Path, binary: str, rows: list[str]) -> int:
    """Adds the table's rows; returns how many verdicts differ without a reason."""
    failed = 0
    for fair in FAIR:
        mine = {f"{p['kind']} {p['name']} {fair}": p["verdict"] for p in ours(path, fair, binary, SECONDS)}
        for key in sorted(mine.keys() | {k for k in theirs if k.endswith(" " + fair)}):
            kind, rest = key.split(" ", 1)
            spin, ours_ = theirs.get(key, "not measured"), mine.get(key, "rejected")
            same = spin == ours_
            decided = spin in ("ok", "violation") and ours_ in ("ok", "violation")
            reason = REASONS.get((name, kind, fair), "")
            if not same and (decided or ours_.startswith("broken") or spin == "not measured") and not reason:
                print(f"{name}, {key}: {ours_}, SPIN {spin}", flush=True)
                failed += 1
            agreement = "same" if same else "differs" if decided else "undecided"
            rows.append(f"| {name} | {kind} {rest.rsplit(' ', 1)[0]} | {fair} | {spin} | {ours_} | {agreement} | {reason} |")
    return failed


HEADER = """# SPIN's examples: temporal properties

Made by `python3 test/trust/liveness_examples.py --table`; do not edit. Both without reduction, {seconds:g}
seconds for each run of SPIN, and for all properties of a model together here. "other error": pan stopped at an error that is none
of the property's. "rejected": SPIN does not take the model.

| model | property | fairness | SPIN | Mazurka | agreement | note |
|---|---|---|---|---|---|---|
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--spin", action="store_true", help="measure SPIN and rewrite its kept verdicts")
    parser.add_argument("--table", action="store_true", help="write docs/spin-liveness.md")
    parser.add_argument("--skip", action="append", default=[], metavar="MODEL", help="leave out, as too large for a test")
    parser.add_argument("names", nargs="*", help="only these models")
    args = parser.parse_args()
    folder = examples_folder()
    kept = json.loads(CACHE.read_text()) if CACHE.exists() else {}
    if args.spin:
        for name in args.names or models(folder):
            found = measure(folder / name, args.mazurka)
            if found:
                kept[name] = found
                print(name, found, flush=True)
                CACHE.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
        return 0
    rows: list[str] = []
    failed = 0
    names = [n for n in args.names or sorted(kept) if n not in args.skip]
    for name in names:
        failed += compare(name, kept.get(name, {}), folder / name, args.mazurka, rows)
    if args.table:
        TABLE.write_text(HEADER.format(seconds=SECONDS) + "\n".join(rows) + "\n")
    print(f"{len(rows) - failed} passed, {failed} failed")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
