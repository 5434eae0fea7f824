#!/usr/bin/env python3
"""The protocols of Figure 8 of Peled's paper, each with a property []<>, full
and reduced: Mazurka, SPIN, and the paper's figures.

    python3 bench/figure8.py              three runs each
    python3 bench/figure8.py --only abp

Sieve, alternating bit, snoopy, pftp and dtp are those of SPIN's package, with a
global variable added that tells when the place m is passed, as the paper did;
urp and accounting are in bench/models. The tables go to docs/results/benchmarks-ltl.md,
the rows to build/bench/figure8.json.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict, replace
from pathlib import Path
from statistics import median

from live import Cost, Spin, mazurka

ROOT = Path(__file__).resolve().parents[1]

from checker import add_binary_option  # noqa: E402, found by live
from examples import examples_folder  # noqa: E402
from sections import write_section  # noqa: E402

RESULT = ROOT / "build" / "bench" / "figure8.json"
PAGE = ROOT / "docs" / "results" / "benchmarks-ltl.md"

# The paper's figures: states, transitions, bytes, seconds; full, then reduced.
PAPER = {
    "sieve": ((670_399, 4_434_585, 99_166_040, 218.0), (995, 1_738, 1_242_968, 0.3)),
    "urp": ((2_165, 5_522, 1_664_888, 0.4), (575, 721, 1_468_280, 0.2)),
    "abp": ((378, 806, 1_077_256, 0.1), (378, 806, 1_081_352, 0.1)),
    "snoopy": ((367_867, 1_911_998, 46_290_360, 118.7), (131_702, 327_270, 18_650_552, 29.7)),
    "pftp": ((893_575, 3_583_154, 143_255_096, 311.3), (210_919, 469_850, 35_472_952, 43.2)),
    "dtp": ((754_225, 2_845_271, 112_375_352, 190.8), (233_191, 437_211, 36_156_984, 34.8)),
    "accounting": ((71_053, 220_441, 8_343_560, 10.1), (10_634, 15_119, 2_158_600, 1.0)),
}

# Protocols of the package: file, what m is, the property, and where m is set (text, replacement).
PACKAGE = {
    "sieve": ("eratosthenes.pml", "the last number was sent", "[]<>(mark == 1)", [
        ("mtype = { number, eof };", "mtype = { number, eof };\nbit mark;"),
        ("root!eof(0); break", "root!eof(0); mark = 1; break")]),
    "abp": ("abp.pml", "the sender tries again", "[]<>(mark == 1)", [
        ("mtype = {", "bit mark;\nmtype = {"),
        (":: timeout -> ", ":: timeout -> mark = 1; mark = 0;")]),
    "snoopy": ("snoopy.pml", "a processor waits for its cache", "[]<>(mark > 0)", [
        ("#define QSZ", "byte mark;\n#define QSZ"),
        *((f"{cpu}!{op}{pad}-> to{cpu[4:]}?done", f"{cpu}!{op} -> mark++; to{cpu[4:]}?done; mark--")
          for cpu in ("fromcpu0", "fromcpu1") for op, pad in (("r", "   "), ("w", "   "), ("raw", " ")))]),
    "pftp": ("LTL/pftp.pml", "a message is sent, or sent again", "[]<>(mark == 1)", [
        ("#define LOSS\t", "bit mark;\n#define LOSS\t"),
        ("od\n\t\t\tfi\n\t   }\n", "od\n\t\t\tfi\n\t   };\n\t   mark = 1; mark = 0\n"),
        ("busy[q] == true) ->\n\t\tf2d!O_buf[q],q\n\t   }\n\t/*", "busy[q] == true) ->\n\t\tf2d!O_buf[q],q\n\t   };\n\t   mark = 1; mark = 0\n\t/*"),
        ("ltl p1 {", "#if 0\nltl p1 {"), ("?[blue]) }", "?[blue]) }\n#endif")]),
    "dtp": ("dtp.pml", "the sender has finished", "[]<>(mark == 1)", [
        ("mtype = {", "bit mark;\nmtype = {"),
        ("S:\t/* success */\n\tskip;", "S:\t/* success */\n\tmark = 1;")]),
}

# Ours: the property's name, and what m is.
OWN = {"urp": ("delivers", "the receiver delivers a block"),
       "accounting": ("audits", "an audit is finished, and right")}


def variant(name: str, folder: Path) -> tuple[Path, str]:
    """The model with its property, and the property's name."""
    if name not in PACKAGE:
        return ROOT / "bench" / "models" / f"{name}.pml", OWN[name][0]
    source, _, formula, edits = PACKAGE[name]
    text = (examples_folder() / source).read_text()
    for old, new in edits:
        if old not in text:
            raise SystemExit(f"{source}: '{old}' is not there")
        text = text.replace(old, new)
    path = folder / f"{name}.pml"
    path.write_text(text + f"\nltl live {{ {formula} }}\n")
    return path, "live"


def middle(costs: list[Cost]) -> Cost:
    return replace(costs[-1], seconds=median(c.seconds for c in costs))


def measure(name: str, binary: str, runs: int) -> dict[str, Cost]:
    """SPIN's and our searches, full and reduced; runs alternate, the median time counts."""
    found: dict[str, list[Cost]] = {}
    with tempfile.TemporaryDirectory(prefix="figure8-") as work:
        path, claim = variant(name, Path(work))
        spin = Spin(path, Path(work))
        for _ in range(runs):
            for how, por in (("full", "none"), ("reduced", "ample")):
                costs, seconds = mazurka(path, binary, f"--claim={claim}", f"--por={por}")
                found.setdefault(f"ours {how}", []).append(replace(costs["ltl", claim], seconds=seconds))
                found.setdefault(f"spin {how}", []).append(spin.check("ltl", claim, reduce=how == "reduced"))
    return {key: middle(costs) for key, costs in found.items()}


def cells(states: int, transitions: int, size: float, seconds: float) -> str:
    return f"{states:,} | {transitions:,} | {size / 1e6:,.1f} | {seconds:.2f}"


def row(name: str, how: str, c: Cost) -> str:
    verdict = "" if c.verdict == "ok" else f" ({c.verdict})"
    return f"| {name} | {how}{verdict} | {cells(c.states, c.transitions, c.bytes, c.seconds)} |"


def tables(rows: dict[str, dict[str, Cost]], runs: int) -> str:
    out = ["## Figure 8 of the paper: `[]<>` properties, full and reduced", "",
           "The seven protocols that Peled (Formal Methods in System Design 8, 1996) measures for the property that a",
           "place m is passed again and again. The paper does not give its models or places; these are:", "",
           "| protocol | model | m: the place passed again and again |", "|---|---|---|"]
    for name in rows:
        model, meaning = (PACKAGE[name][0], PACKAGE[name][1]) if name in PACKAGE else (f"bench/models/{name}.pml", OWN[name][1])
        out.append(f"| {name} | {model} | {meaning} |")
    out += ["", "All properties hold, so that every search is complete. A protocol that ends stays at its last place.",
            "States and transitions are those of the product with the property's automaton; memory in megabytes, SPIN's",
            "without its hash table (128 MB in any case); CPU seconds of `pan` and of `mazurka check`, so without SPIN's compiler, the",
            f"paper's on a SPARC 10. Medians of {runs}. Full: `pan -a` with `-DNOREDUCE`, `--por=none`; reduced: both as they come.", "",
            "| protocol | search | states | transitions | MB | seconds |", "|---|---|---|---|---|---|"]
    for name, found in rows.items():
        for i, how in enumerate(("full", "reduced")):
            out += [f"| {name} | paper, {how} | {cells(*PAPER[name][i])} |",
                    row(name, f"SPIN, {how}", found[f"spin {how}"]), row(name, f"Mazurka, {how}", found[f"ours {how}"])]
    out += ["", "States left by the reduction, of a hundred:", "", "| protocol | paper | SPIN | Mazurka |", "|---|---|---|---|"]
    for name, found in rows.items():
        shares = [PAPER[name][1][0] / PAPER[name][0][0]]
        shares += [found[f"{who} reduced"].states / max(found[f"{who} full"].states, 1) for who in ("spin", "ours")]
        out.append(f"| {name} | " + " | ".join(f"{100 * s:.1f}" for s in shares) + " |")
    return "\n".join(out)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="protocols, separated by commas; prints only")
    args = parser.parse_args()
    names = [n for n in PAPER if not args.only or n in args.only.split(",")]
    rows = {}
    for name in names:
        rows[name] = measure(name, args.mazurka, args.runs)
        print(name, {k: (c.verdict, c.states, c.transitions, round(c.seconds, 2)) for k, c in rows[name].items()}, file=sys.stderr)
    text = tables(rows, args.runs)
    print(text)
    if not args.only:
        write_section(PAGE, "figure8", text)
        RESULT.parent.mkdir(parents=True, exist_ok=True)
        RESULT.write_text(json.dumps({n: {k: asdict(c) for k, c in r.items()} for n, r in rows.items()}, indent=1))
    bad = [n for n, r in rows.items() if any(c.verdict != "ok" for c in r.values())]
    if bad:
        print("not every search ends with ok:", ", ".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
