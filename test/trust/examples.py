"""SPIN's own example models: the same verdicts and the same unreduced counts.

    python3 test/trust/examples.py             our results against the kept numbers of SPIN
    python3 test/trust/examples.py --table     the same, written to docs/results/spin-examples.md
    python3 test/trust/examples.py --spin      measures SPIN again (a quarter of an hour)

The kept numbers are in test/corpus/spin-examples.json and come from SPIN itself:
spin -o1 -o2 -o3 -a; gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM; pan -c0. A model on
which the two differ needs a reason in REASONS, or it is a failure.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import spin
from checker import ROOT, add_binary_option, run_mazurka
from outcome import Outcome, Status

CACHE = ROOT / "test" / "corpus" / "spin-examples.json"
TABLE = ROOT / "docs" / "results" / "spin-examples.md"
SECONDS = 60.0

# Why a model's result may differ from SPIN's. Nothing else may.
REASONS: dict[str, str] = {
    "LTL/patterns.pml": "SPIN as packaged has no next operator X, which a formula needs; we check the safety part",
}


def examples_folder() -> Path:
    """Where Debian's spin package keeps its examples."""
    files = subprocess.run(["dpkg", "-L", "spin"], capture_output=True, text=True, check=True).stdout.split()
    top = [Path(f) for f in files if f.endswith("/Examples") or f.endswith("/examples")]
    return max(top, key=lambda p: len(p.parts))


def models(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*.pml"))


def measure_spin(path: Path) -> dict:
    """SPIN's numbers as kept in the cache. `states` only if the search ended."""
    depth = 1_000_000
    while True:
        options = spin.SpinOptions(optimize="-O2", depth=depth, table=24, megabytes=6000, seconds=SECONDS, vector=4096)
        outcome = spin.run_spin(path, options)
        if outcome.status is not Status.LIMIT or depth > 1_000_000 or "bounds" not in outcome.message:
            break
        depth = 20_000_000
    if outcome.status is Status.DONE:
        return {"status": "done", "verdict": outcome.verdict, "kinds": sorted(outcome.kinds),
                "states": outcome.states, "errors": int(outcome.details["errors"])}
    if outcome.status is Status.LIMIT:
        # a violation may still be found long before the end
        first = spin.run_spin(path, spin.SpinOptions(optimize="-O2", depth=1_000_000, table=24, megabytes=6000,
                                                     seconds=SECONDS, vector=4096, pan_flags=()))
        found = first.status is Status.DONE and first.verdict == "violation"
        return {"status": "unfinished", "verdict": "violation" if found else "unknown",
                "kinds": sorted(first.kinds) if found else []}
    return {"status": "rejected", "message": outcome.message.splitlines()[0] if outcome.message else ""}


def measure_ours(path: Path, theirs: dict, binary: str) -> Outcome:
    """The full count where SPIN has one; else whether a violation is there."""
    plain = ["--simplify=off", "--por=none", f"--time={SECONDS:g}"]
    if theirs["status"] == "done":
        return run_mazurka(path, ["--all", *plain], binary, SECONDS + 10)
    return run_mazurka(path, [*plain, "--max-states=2M"], binary, SECONDS + 10)


def difference(theirs: dict, ours: Outcome) -> str:
    """Empty if the two agree as far as both got."""
    if ours.status is Status.BROKEN:
        return ours.message
    if theirs["status"] == "rejected":
        return "" if ours.status is Status.REJECTED else "SPIN rejects the model"
    if ours.status is Status.REJECTED:
        return "we reject: " + ours.message.splitlines()[0]
    if theirs["status"] == "unfinished":
        if theirs["verdict"] == "violation" and ours.verdict != "violation":
            return "SPIN finds a violation"
        return ""
    if ours.status is Status.LIMIT:
        return "we do not finish"
    if ours.verdict != theirs["verdict"]:
        return f"verdict {ours.verdict}, SPIN {theirs['verdict']}"
    if sorted(ours.kinds) != theirs["kinds"]:
        return f"findings {sorted(ours.kinds)}, SPIN {theirs['kinds']}"
    if ours.states != theirs["states"]:
        return f"{ours.states} states, SPIN {theirs['states']}"
    return ""


def cell(status: str, verdict: str, kinds: list[str]) -> str:
    if status == "rejected":
        return "rejected"
    text = verdict
    if kinds:
        text += " (" + ", ".join(kinds) + ")"
    return text + (", unfinished" if status == "unfinished" and verdict != "violation" else "")


def row(name: str, theirs: dict, ours: Outcome, problem: str) -> str:
    status = {Status.DONE: "done", Status.LIMIT: "unfinished"}.get(ours.status, "rejected")
    full = theirs["status"] == "done"
    agreement = "differs" if problem else "same" if full else "same as far as SPIN got"
    note = (problem + ": " if problem else "") + REASONS.get(name, "")
    return (f"| {name} | {cell(theirs['status'], theirs.get('verdict', ''), theirs.get('kinds', []))} "
            f"| {theirs['states'] if full else '–'} "
            f"| {cell(status, ours.verdict, sorted(ours.kinds))} "
            f"| {ours.states if full and ours.states is not None else '–'} | {agreement} | {note} |")


HEADER = """# SPIN's examples: verdicts and unreduced state counts

Made by `python3 test/trust/examples.py --table`; do not edit. SPIN's numbers: `spin -o1 -o2 -o3 -a`,
`gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM`, `pan -c0`, {seconds:g} seconds for each model. Ours:
`mazurka check --all --simplify=off --por=none`. Both check safety only here: assertions, invalid end
states and run-time errors. A dash: the search was not finished, so there is no count to compare; then
only the verdict of the first {seconds:g} seconds is.

| model | SPIN | states | Mazurka | states | agreement | note |
|---|---|---|---|---|---|---|
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--spin", action="store_true", help="measure SPIN and rewrite its kept numbers")
    parser.add_argument("--table", action="store_true", help="write docs/results/spin-examples.md")
    parser.add_argument("--max", type=int, default=0, metavar="N", help="skip models of more states than this")
    parser.add_argument("--folder", type=Path, help="the examples (default: those of Debian's package)")
    parser.add_argument("names", nargs="*", help="only these models")
    args = parser.parse_args()
    folder = args.folder or examples_folder()
    names = args.names or models(folder)
    kept = json.loads(CACHE.read_text()) if CACHE.exists() else {}
    if args.spin:
        for name in names:
            kept[name] = measure_spin(folder / name)
            print(name, kept[name], flush=True)
            CACHE.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
        return 0
    rows, failed, skipped = [], 0, 0
    for name in names:
        if name not in kept:
            print(f"{name}: SPIN's numbers are missing; run with --spin")
            failed += 1
            continue
        if args.max and kept[name].get("states", 0) > args.max:
            skipped += 1
            continue
        ours = measure_ours(folder / name, kept[name], args.mazurka)
        problem = difference(kept[name], ours)
        rows.append(row(name, kept[name], ours, problem))
        if problem and name not in REASONS:
            print(f"{name}: {problem}", flush=True)
            failed += 1
    if args.table:
        TABLE.write_text(HEADER.format(seconds=SECONDS) + "\n".join(rows) + "\n")
    if skipped:
        print(f"{skipped} models of more than {args.max} states skipped")
    print(f"{len(names) - failed - skipped} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
