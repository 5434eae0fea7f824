"""The kept models: each says what must come out, in its first line.

    /* expect: verdict=violation states=17 kinds=assertion */

`states` is the number of stored states without simplification and reduction
and with --all, as SPIN counts them. A further word `options=--ends=empty` adds
options. A model without an expectation, or with one that names no verdict and
no count, is a failure: what nobody wrote down cannot be checked. A model that
must be rejected says `rejected=LINE`, the line of the first message.

Every model is checked with every configuration of configs.py.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from checker import ROOT, add_binary_option, run_mazurka
from compare import against_reference, starts_processes
from configs import CONFIGS, REFERENCE
from outcome import Outcome, Status


def parse_expectation(text: str) -> dict[str, str]:
    """The words of the `expect:` line; raises ValueError if they do not suffice."""
    found = re.match(r"\s*/\* expect:([^\n*]*)", text)
    if not found:
        raise ValueError("no expectation in the first line")
    words = dict(word.split("=", 1) for word in found.group(1).split() if "=" in word)
    if "rejected" not in words and not {"verdict", "states", "kinds"} <= words.keys():
        raise ValueError(f"the expectation must give verdict, states and kinds: {found.group(1).strip()!r}")
    return words


def as_outcome(words: dict[str, str]) -> Outcome:
    kinds = frozenset() if words["kinds"] == "-" else frozenset(words["kinds"].split(","))
    states = None if words["states"] == "any" else int(words["states"])
    return Outcome(Status.DONE, words["verdict"], kinds, states)


def check_model(path: Path, binary: str) -> list[str]:
    """What is wrong with the model's results."""
    try:
        words = parse_expectation(path.read_text())
    except ValueError as error:
        return [str(error)]
    extra = words.get("options", "").split(",") if words.get("options") else []
    problems = []
    with tempfile.TemporaryDirectory(prefix="corpus-") as work:
        copy = Path(work) / path.name
        copy.write_bytes(path.read_bytes())
        reference = run_mazurka(copy, [*REFERENCE.options, *extra], binary)
        if "rejected" in words:
            place = f"{path.name}:{words['rejected']}:"
            if reference.status is not Status.REJECTED or place not in reference.message:
                problems.append(f"must be rejected at {place} but: {reference.summary()}")
            return problems
        problem = against_reference(as_outcome(words), reference, REFERENCE)
        if problem or reference.status is not Status.DONE:
            problems.append(f"reference: {problem or reference.summary()}")
        outcomes = {"": reference}
        for config in CONFIGS:
            outcome = outcomes[config.name] = run_mazurka(copy, [*config.options, *extra], binary)
            whole = replace(reference, terminal=outcomes[config.base].terminal)
            problem = against_reference(whole, outcome, config, starts_processes(path.read_text()))
            if problem:
                problems.append(f"{config.name}: {problem}")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the kept models against their expectations.")
    add_binary_option(parser)
    parser.add_argument("paths", nargs="*", type=Path, help="models or folders (default: test/corpus)")
    args = parser.parse_args()
    models = sorted(m for p in args.paths or [ROOT / "test" / "corpus"]
                    for m in (p.rglob("*.pml") if p.is_dir() else [p]))
    failed = 0
    for model in models:
        problems = check_model(model, args.mazurka)
        failed += bool(problems)
        for problem in problems:
            print(f"{model}: {problem}")
        if problems and "STOP_AT_FAILURE" in os.environ:
            break
    print(f"{len(models) - failed} passed, {failed} failed")
    return 1 if failed or not models else 0


if __name__ == "__main__":
    sys.exit(main())
