"""SPIN's own example models: no more states than with SPIN's reduction, nor than with ample sets.

    python3 test/trust/reduced.py             our reduced counts against the kept numbers of SPIN and each other
    python3 test/trust/reduced.py --table     the same, written to docs/results/por-examples.md

The kept numbers are in test/corpus/spin-reduced.json: states stored by SPIN 6.5.2
with partial-order reduction, all errors (pan -c0), safety only; "on" with SPIN's
statement merging and dead variables, "off" without (spin -o1 -o2 -o3). A model with
more states of ours needs a reason in REASONS, or it is a failure; and simplification
must not add states.
"""

from __future__ import annotations

import argparse
import json
import sys

from checker import ROOT, add_binary_option, run_mazurka
from examples import examples_folder
from outcome import Status

KEPT = ROOT / "test" / "corpus" / "spin-reduced.json"
TABLE = ROOT / "docs" / "results" / "por-examples.md"

REASONS: dict[tuple[str, str], str] = {
    ("priorities.pml", "off"): "raw, an endless counter: SPIN stops at a depth of 999,999",
    ("cambridge.pml", "off"): "SPIN calls its own reduction invalid here",
}

HEADER = """# SPIN's examples: states with partial-order reduction

Made by `python3 test/trust/reduced.py --table`; do not edit. Safety, all errors. SPIN 6.5.2 with its
reduction; stubborn sets (the default) and ample sets; *raw*: without merging of statements
and dead variables (`spin -o1 -o2 -o3`, ours `--simplify=off`). A dash: SPIN does not finish within a minute.

| model | SPIN | stubborn | ample | SPIN raw | stubborn raw | ample raw | note |
|---|---|---|---|---|---|---|---|
"""


def states(name: str, simplify: str, por: str, binary: str) -> int | None:
    done = run_mazurka(examples_folder() / name, ["--all", f"--simplify={simplify}", f"--por={por}", "--max-states=1M"], binary, 60)
    return done.states if done.status is Status.DONE else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--table", action="store_true", help="write docs/results/por-examples.md")
    parser.add_argument("--max", type=int, default=1_000_000, metavar="N", help="skip models of more states than this")
    args = parser.parse_args()
    kept = json.loads(KEPT.read_text())
    passed = failed = 0
    rows = []
    for name, theirs in sorted(kept.items()):
        cells, notes, before = [], [], None
        for simplify in ("on", "off"):
            limit = theirs.get(simplify)
            if limit is None or limit > args.max:
                cells += ["–" if limit is None else f"{limit:,}", "–", "–"]
                continue
            count, ample = (states(name, simplify, por, args.mazurka) for por in ("stubborn", "ample"))
            cells += [f"{limit:,}", *("–" if c is None else f"{c:,}" for c in (count, ample))]
            reason = REASONS.get((name, simplify))
            problem = ("" if count is not None and count <= limit or reason else f"SPIN {limit}") or (
                f"ample sets {ample}" if count is not None and ample is not None and count > ample else "") or (
                f"simplified {before}" if count is not None and before is not None and before > count else "")
            before = count
            notes += [reason] if reason else []
            passed += not problem
            failed += bool(problem)
            if problem:
                print(f"{name}, simplify={simplify}: {count} states, {problem}")
        if any(c != "–" for c in cells):
            rows.append(f"| {name} | {' | '.join(cells)} | {'; '.join(dict.fromkeys(notes))} |")
    if args.table:
        TABLE.write_text(HEADER + "\n".join(rows) + "\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
