"""The language: what each construct of Promela means, against SPIN.

    python3 test/trust/language.py            our results against kept ones of SPIN
    python3 test/trust/language.py --spin     asks SPIN about models it was not asked about yet

The models are those of language_models.py: verdicts, kinds of findings and
unreduced counts must be the ones that SPIN 6.5.2 gave (test/corpus/language.json).
A model that SPIN refuses must be refused. Values
are compared too: expressions and typed variables as `spin -T` prints them, which
needs no verifier and is done anew each time. Messages must name the right line.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import zlib
from pathlib import Path
from random import Random

import spin
from checker import ROOT, add_binary_option, run_mazurka
from language_models import EXCLUSIVE, PARTS, PROGRESS, TEMPORAL, flow
from outcome import Outcome, Status, run_command

KEPT = ROOT / "test" / "corpus" / "language.json"
# How pan is made where counts cannot be compared, only verdicts.
OPTIONS = {"temporal": spin.SpinOptions(defines=("-DNOREDUCE",), pan_flags=("-a",)),
           "progress": spin.SpinOptions(defines=("-DNOREDUCE", "-DNP"), pan_flags=("-l",)),
           "exclusive": spin.SpinOptions(defines=("-DSAFETY",))}


def models() -> dict[str, str]:
    named = {f"flow/{name}": text for name, text in flow()}
    named |= {f"part/{name}": text for name, text in PARTS.items()}
    named |= {f"temporal/{name}": text for name, text in TEMPORAL.items()}
    named |= {f"progress/{name}": text for name, text in PROGRESS.items()}
    return named | {f"exclusive/{name}": text for name, text in EXCLUSIVE.items()}


def ask_spin(name: str, text: str) -> dict:
    with tempfile.TemporaryDirectory(prefix="language-") as work:
        path = Path(work) / "m.pml"
        path.write_text(text + "\n")
        options = OPTIONS.get(name.split("/")[0], spin.SpinOptions())
        outcome = spin.run_spin(path, options)
    kept = {"text": zlib.crc32(text.encode()), "status": outcome.status.value}
    if outcome.status is Status.DONE:
        kept |= {"verdict": outcome.verdict}
        if options == spin.SpinOptions():
            kept |= {"kinds": sorted(outcome.kinds), "states": outcome.states}
    return kept


def ask_us(name: str, text: str, binary: str) -> Outcome:
    """Safety as SPIN counts it, or the verdict on everything."""
    with tempfile.TemporaryDirectory(prefix="language-") as work:
        path = Path(work) / "m.pml"
        path.write_text(text + "\n")
        if name.startswith(("flow/", "part/")):
            return run_mazurka(path, ["--all", "--simplify=off", "--por=none"], binary)
        done = run_command([binary, "check", str(path), "--json", "--trace=/dev/null"], 30)
    if done.code == 2:
        return Outcome(Status.REJECTED, message=done.err)
    return Outcome(Status.DONE, {0: "ok", 1: "violation"}.get(done.code, f"exit code {done.code}"))


def difference(kept: dict, ours: Outcome) -> str:
    if kept["status"] != "done":
        return "" if ours.status is Status.REJECTED else f"SPIN: {kept['status']}, we: {ours.summary()}"
    if ours.status is not Status.DONE:
        return f"SPIN: {kept['verdict']}, we: {ours.summary()}"
    wanted = (kept["verdict"], kept.get("kinds"), kept.get("states"))
    got = (ours.verdict, sorted(ours.kinds) if "kinds" in kept else None, ours.states if "states" in kept else None)
    return "" if wanted == got else f"SPIN: {wanted}, we: {got}"


# ---- values ----

LEVELS = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), (">", "<", ">=", "<="), ("<<", ">>"), ("+", "-"), ("*", "/", "%"))


def expression(rng: Random, depth: int) -> str:
    """Operands and operators in a row, few parentheses: who binds tighter decides."""
    def operand() -> str:
        choice = rng.random()
        if choice < 0.15 and depth:
            return f"({expression(rng, depth - 1)})"
        if choice < 0.25 and depth:
            return "(" + expression(rng, 0) + " -> " + expression(rng, depth - 1) + " : " + expression(rng, 0) + ")"
        return rng.choice(["", "", "", "!", "-", "~"]) + rng.choice(["i", "j", "k", "2", "5", "7"])

    text, after_shift = operand(), False
    for _ in range(rng.randrange(1, 5)):
        op = rng.choice(rng.choice(LEVELS[:8] if after_shift else LEVELS))
        # a divisor is a number that is not 0, a distance is a small one
        right = rng.choice("1234") if op in ("<<", ">>") else rng.choice("2357") if op in "/%" else operand()
        after_shift = op in ("<<", ">>")
        text += f" {op} {right}"
    return text


def values_model(rng: Random) -> str:
    """Prints expressions, and what typed cells make of numbers."""
    types = {"byte": "b", "short": "s", "int": "n", "bit": "t", "unsigned": "u"}
    lines = ["typedef T { byte b; short s; int n; bit t; unsigned u : 5; short a[2] }", "T r[2]; T one;", "chan q = [2] of { byte, short, int };",
             "mtype = { red, green }; mtype = { blue };", f"int ia[3] = {{ {rng.randrange(9)}, {rng.randrange(9)} }};",
             "proctype R(byte b; short s; int n) { printf (\"%d %d %d\\n\", b, s, n) }",
             f"init {{ int i = {rng.randrange(-9, 9)}, j = {rng.randrange(-9, 9)}, k = {rng.randrange(9)}; byte x; short y; int z;",
             'printf ("%d %d %e %d\\n", red, blue, green, ia[2]);']
    for _ in range(40):
        lines.append(f'printf ("%d\\n", {expression(rng, 2)});')
    for field in types.values():
        value = rng.choice([rng.randrange(-70000, 70000), rng.randrange(256)])
        lines.append(f"r[{rng.randrange(2)}].{field} = {value}; one.{field} = {value} + i;")
    lines.append("r[1].a[0] = i; r[0].a[1] = j; one.a[1] = 40000;")
    cells = [f"r[{i}].{f}" for i in (0, 1) for f in types.values()] + [f"one.{f}" for f in types.values()]
    cells += ["r[0].a[0]", "r[0].a[1]", "r[1].a[0]", "r[1].a[1]", "one.a[0]", "one.a[1]"]
    lines += [f'printf ("{c} %d\\n", {c});' for c in cells]
    values = [str(rng.randrange(-70000, 70000)) for _ in range(3)]
    lines.append(f'q!{",".join(values)}; q?x,y,z; printf ("%d %d %d\\n", x, y, z); run R({", ".join(values)}) }}')
    return "\n".join(lines) + "\n"


def compare_values(seed: int, binary: str) -> str:
    with tempfile.TemporaryDirectory(prefix="language-") as work:
        path = Path(work) / "m.pml"
        path.write_text(values_model(Random(seed)))
        theirs = run_command(["spin", "-T", str(path)], 20).out
        ours = run_command([binary, "simulate", str(path), "--seed=1"], 20).out
    # without its own messages: values that were truncated, and at the end how many processes there were
    wanted = [line.strip() for line in theirs.splitlines() if line.strip() and not line.startswith("spin: ")][:-1]
    got = [line.strip() for line in ours.split("final state")[0].splitlines() if line.strip()]
    for n, (want, have) in enumerate(zip(wanted, got)):
        if want != have:
            return f"line {n} of seed {seed}: SPIN prints {want!r}, we {have!r}"
    return "" if len(wanted) == len(got) and wanted else f"SPIN prints {len(wanted)} lines, we {len(got)}"


# ---- places ----

# files, and where the message must be
PLACES = [
    ({"m.pml": "byte x;\ninit { x = }\n"}, "m.pml:2:"),
    ({"m.pml": "#define A skip; skip\ninit {\n  A;\n  y = 1 }\n"}, "m.pml:4:"),
    ({"m.pml": "/* one\n two */ byte x;\n#define M(a) \\\n  a = 1; \\\n  a = 2\ninit {\n  M(x);\n  nowhere = 1 }\n"}, "m.pml:8:"),
    ({"m.pml": '#include "a.h"\ninit {\n skip;\n y = 1 }\n', "a.h": "byte x;\nbyte z;\n"}, "m.pml:4:"),
    ({"m.pml": '#include "a.h"\ninit { skip }\n', "a.h": "byte x;\n\nbyte x;\n"}, "a.h:3:"),
    ({"m.pml": '#line 70 "other.pml"\ninit {\n y = 1 }\n'}, "other.pml:71:"),
    ({"m.pml": '#0""\ninit { y = 1 }\n'}, "m.pml:1:"),
    ({"m.pml": '#include "a.h"\ninit { skip }\n', "a.h": 'byte x;\n#include "none.h"\n'}, "a.h:2:"),
    ({"m.pml": "inline f(a) {\n  a = 1;\n  b = 1\n}\nbyte x;\ninit { f(x) }\n"}, "m.pml:3:"),
    ({"m.pml": "byte x;\ninit { x = 1;\n\n\n  assert (x == 2) }\n"}, "m.pml:5"),
]


def compare_place(files: dict[str, str], place: str, binary: str) -> str:
    with tempfile.TemporaryDirectory(prefix="language-") as work:
        for name, text in files.items():
            (Path(work) / name).write_text(text)
        done = run_command([binary, "check", "m.pml", "--trace=/dev/null"], 20, Path(work))
    return "" if place in done.out + done.err else f"no message at {place}: {(done.out + done.err)[:200]!r}"


# ---- driver ----

def measure(named: dict[str, str], kept: dict) -> None:
    for name, text in named.items():
        if kept.get(name, {}).get("text") != zlib.crc32(text.encode()):
            kept[name] = ask_spin(name, text)
            print(name, kept[name], flush=True)
    rows = [f"{json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(named)]
    KEPT.write_text("{\n" + ",\n".join(rows) + "\n}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--spin", action="store_true", help="ask SPIN about new models and keep what it says")
    parser.add_argument("--only", default="", help="models whose name contains this")
    parser.add_argument("--values", type=int, default=25, help="random models whose printed values are compared")
    args = parser.parse_args()
    named, kept = models(), json.loads(KEPT.read_text()) if KEPT.exists() else {}
    if args.spin:
        measure(named, kept)
        return 0
    problems: list[tuple[str, str]] = []
    for name, text in named.items():
        if args.only not in name:
            continue
        if kept.get(name, {}).get("text") != zlib.crc32(text.encode()):
            problems.append((name, "SPIN was not asked; run with --spin"))
        else:
            problems.append((name, difference(kept[name], ask_us(name, text, args.mazurka))))
    problems += [(f"values {seed}", compare_values(seed, args.mazurka)) for seed in range(args.values)]
    problems += [(f"place {i}", compare_place(files, place, args.mazurka)) for i, (files, place) in enumerate(PLACES)]
    failed = [(name, problem) for name, problem in problems if problem]
    for name, problem in failed:
        print(f"{name}: {problem}")
    print(f"{len(problems) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
