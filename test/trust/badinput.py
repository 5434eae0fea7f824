"""Bad input: whatever the bytes, a located message and exit code 2, in time.

    python3 test/trust/badinput.py --count 300 --mazurka build/asan/mazurka
    python3 test/trust/badinput.py --parser ltl --seconds 600 --mazurka build/asan/mazurka

Every parser is tried: models (promela), C programs as models (c), formulas of --ltl (ltl), automata
(hoa), recorded executions of models (trace) and of programs (program-trace), command lines (options), lists of tests
(toml), comments with options (comments), what protocols declare (protocol), violation witnesses (witness) and what a
program says to its supervisor (wire). Mutates models (SPIN's examples, the corpus, generated ones), adds hand-made
extremes and plain random bytes, and checks on a sanitized build that the
command ends with a proper exit code, that exit code 2 comes with file:line:,
that no sanitizer reports anything and that it takes seconds at most. What
fails is cut down and kept in test/corpus/bad, which is checked first each time.
With --seconds it goes on with fresh mutations until the time is over.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import badinput_texts
import badinput_wire
from checker import ROOT, add_binary_option
from gen import generate
from outcome import run_command
from tree import model_text

LIMIT = 5.0     # seconds of CPU time; a sanitized build is slow
KEEP = ROOT / "test" / "corpus" / "bad"
TOKEN = re.compile(rb"[A-Za-z_]\w*|\d+|::|->|&&|\|\||[<>=!]=|\+\+|--|\?\?|!!|\s+|.", re.S)
SANITIZER = re.compile(r"AddressSanitizer|LeakSanitizer|UndefinedBehavior|runtime error:|ERROR: \w+Sanitizer|Assertion .* failed")
LOCATED = re.compile(r"^[^\s:][^:\n]*:\d+:", re.M)
NAMED = re.compile(r"^[^\s:][^:\n]*:(\d+:)* error: ", re.M)      # a recorded execution may differ as a whole
MESSAGE = re.compile(r"\S")
WORDS = (b"if fi do od atomic d_step { } ( ) [ ] :: -> ; : , . ! ? @ proctype init active chan mtype typedef inline "
         b"never ltl trace run of byte int unless else break goto provided priority c_code c_decl c_expr #include "
         b"#define eval len timeout 0 1 -1 99999999999 2147483648 \" ' /* */ // \\ \x00 \xff").split()


PARSERS = ("promela", "c", "ltl", "hoa", "trace", "program-trace", "options", "toml", "comments", "protocol", "witness", "wire")
MODEL = "byte x, y; chan q = [1] of { byte }; active proctype P() { do :: x < 3 -> L: x++ :: q!x :: q?y :: x = 0 od } active proctype Q() { assert (y < 3) }\n"
BOUNDS = ["--max-states=2000", "--time=1", "--max-depth=5000"]


def command_for(parser: str, data: bytes, work: Path) -> list[str | bytes]:
    """The command that reads the data, with its files in the folder."""
    (work / "m.pml").write_text(MODEL)
    if parser == "promela":
        (work / "bad.pml").write_bytes(data)
        return ["check", str(work / "bad.pml"), *BOUNDS, f"--trace={work}/trace"]
    if parser == "c":
        (work / "bad.c").write_bytes(data)
        return ["check", str(work / "bad.c"), "--engine=explicit", *BOUNDS, "--trace=/dev/null"]
    if parser == "ltl":
        return ["check", "m.pml", *BOUNDS, "--trace=/dev/null", b"--ltl=" + data.replace(b"\0", b" ")]
    if parser == "hoa":
        (work / "bad.hoa").write_bytes(data)
        return ["check", "m.pml", *BOUNDS, "--trace=/dev/null", "--claim=bad.hoa"]
    if parser == "toml":
        (work / "mazurka.toml").write_bytes(data)
        return ["test", "."]
    if parser == "witness":
        (work / "bad.yml").write_bytes(data)
        return ["check", badinput_wire.FOLLOWED, "--time=2", "--trace=/dev/null", "--follow=bad.yml"]
    if parser == "wire":
        return badinput_wire.command(data, work)
    if parser == "comments":
        return badinput_texts.comments_command(MODEL, data, work)
    if parser == "protocol":
        return badinput_texts.protocol_command(data, work)
    if parser in ("trace", "program-trace"):
        (work / "bad.trace").write_bytes(data)
        return ["replay", "bad.trace"]
    words = [word for word in data.replace(b"\0", b" ").split(b"\n") if word]
    return [word for word in words if word not in (b"cc", b"c++") and not word.startswith(b"--time")] + ["--time=1"]


def problem_with(data: bytes, binary: str, parser: str = "promela") -> str:
    """What the command did wrong on this input, or empty."""
    with tempfile.TemporaryDirectory(prefix="bad-") as work:
        command = command_for(parser, data, Path(work))
        done = run_command([binary, *command], LIMIT * 20, Path(work))
    if SANITIZER.search(done.err):
        return "sanitizer: " + done.err[SANITIZER.search(done.err).start():][:400]
    if done.timed_out or done.cpu > LIMIT:
        return f"took {done.cpu:.1f} s"
    if done.code not in (0, 1, 2, 3):
        return f"exit code {done.code}: {done.err[-300:]}"
    if done.code == 2 and not {"promela": LOCATED, "hoa": LOCATED, "trace": NAMED, "program-trace": NAMED, "witness": NAMED, "protocol": NAMED}.get(parser, MESSAGE).search(done.err or done.out if parser in ("toml", "comments") else done.err):
        return f"exit code 2 without a place: {done.err[:300]!r}"
    if done.code == 2 and len(done.err) > 20000:
        return f"{len(done.err)} bytes of messages"
    return ""


# ---- mutations ----

def random_bytes(rng: Random, _data: bytes) -> bytes:
    return rng.randbytes(rng.choice([0, 1, 10, 300, 5000]))


def truncate(rng: Random, data: bytes) -> bytes:
    return data[:rng.randrange(len(data) + 1)]


def flip_bytes(rng: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        if changed:
            changed[rng.randrange(len(changed))] = rng.choice([rng.randrange(256), rng.choice(b"{}()[];:!?@#'\"\\")])
    return bytes(changed)


def edit_tokens(rng: Random, data: bytes) -> bytes:
    """Deletes, doubles, swaps, replaces or inserts tokens."""
    tokens = TOKEN.findall(data)
    for _ in range(rng.choice([1, 1, 1, 2, 4, 12])):
        if not tokens:
            break
        i, j = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        action = rng.randrange(5)
        if action == 0:
            del tokens[i]
        elif action == 1:
            tokens.insert(i, tokens[i])
        elif action == 2:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        elif action == 3:
            tokens[i] = rng.choice(WORDS)
        else:
            tokens.insert(i, b" " + rng.choice(WORDS) + b" ")
    return b"".join(tokens)


def move_lines(rng: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    i, j = sorted((rng.randrange(len(lines)), rng.randrange(len(lines))))
    action = rng.randrange(3)
    if action == 0:
        return b"\n".join(lines[:i] + lines[j:])
    if action == 1:
        return b"\n".join(lines[:j] + lines[i:])
    return b"\n".join(lines[:i] + lines[j:] + lines[i:j])


def splice(rng: Random, data: bytes, other: bytes = b"") -> bytes:
    return data[:rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1):]


MUTATIONS: list[tuple[Callable[..., bytes], float]] = [
    (random_bytes, 0.5), (truncate, 2), (flip_bytes, 2), (edit_tokens, 5), (move_lines, 1.5), (splice, 1)]


def extremes() -> dict[str, bytes]:
    """Hand-made files at the borders: depth, length, size, number."""
    n = 20000
    texts = {
        "empty": b"", "newline": b"\n", "nul": b"\0", "bom": b"\xef\xbb\xbfinit { skip }",
        "parens": b"init { int x; x = " + b"(" * n + b"1" + b")" * n + b" }",
        "open parens": b"init { assert(" + b"(" * n,
        "minuses": b"init { int x; x = " + b"-" * n + b"1 }",
        "nots": b"init { assert(" + b"!" * n + b"1) }",
        "sum": b"init { int x; x = " + b"1+" * n + b"1 }",
        "braces": b"init " + b"{" * n + b"skip" + b"}" * n,
        "ifs": b"init { " + b"if :: " * 3000 + b"skip" + b" fi" * 3000 + b" }",
        "unlesses": b"init { " + b"{ skip } unless " * 3000 + b"{ skip } }",
        "indices": b"byte a[2]; init { a" + b"[a" * 5000 + b"[0]" + b"]" * 5000 + b" = 1 }",
        "conditionals": b"init { int x; x = " + b"(1 -> " * 5000 + b"1" + b" : 2)" * 5000 + b" }",
        "long line": b"init { skip; " + b"skip; " * 50000 + b"skip }",
        "long name": b"byte " + b"x" * 200000 + b"; init { skip }",
        "long string": b'init { printf("' + b"%d" * 50000 + b'") }',
        "open string": b'init { printf("abc',
        "open comment": b"init { skip } /* never closed",
        "huge number": b"init { int x; x = " + b"9" * 5000 + b" }",
        "huge array": b"byte a[2147483647]; init { a[1] = 1 }",
        "negative array": b"byte a[-1]; init { skip }",
        "zero array": b"byte a[0]; init { a[0] = 1 }",
        "many arrays": b"typedef A { int x[60000] } typedef B { A x[60000] } B b[60000]; init { skip }",
        "huge channel": b"chan q = [2000000000] of { int, int }; init { q!1,2 }",
        "wide channel": b"chan q = [255] of { " + b"int, " * 5000 + b"int }; init { skip }",
        "negative channel": b"chan q = [-1] of { int }; init { skip }",
        "many processes": b"active [1000000] proctype P() { skip }",
        "endless run": b"proctype P() { run P() } init { run P() }",
        "wide unsigned": b"unsigned x : 99; init { x = 1 }", "zero unsigned": b"unsigned x : 0; init { x = 1 }",
        "recursive inline": b"inline f(x) { f(x) } init { f(1) }",
        "inline tower": b"inline f0() { skip }\n" + b"".join(
            b"inline f%d() { f%d(); f%d() }\n" % (i, i - 1, i - 1) for i in range(1, 40)) + b"init { f39() }",
        "macro tower": b"#define a0 skip; skip\n" + b"".join(
            b"#define a%d a%d; a%d\n" % (i, i - 1, i - 1) for i in range(1, 16)) + b"init { a15 }",
        "recursive typedef": b"typedef T { T x } T t; init { skip }",
        "self include": b'#include "bad.pml"\n', "no include": b'#include "nowhere.h"\ninit { skip }',
        "error directive": b"#error no\ninit { skip }", "odd line": b'#line 99999999999 "x\ninit { skip ',
        "division": b"int z; init { z = 1 / z }", "modulo": b"int z; init { z = 1 % z }",
        "least division": b"int z = -1; int m = -2147483648; init { z = m / z }",
        "shift": b"int z = 99; init { z = 1 << z; z = 1 << -z; z = -1 >> 40 }",
        "overflow": b"int z = 2147483647; init { z++; z = z * z; z = -z }",
        "bounds": b"byte a[2]; byte i = 200; init { a[i] = 1 }",
        "no channel": b"chan c; init { c!1 }", "bad channel": b"chan c; init { c = 77; c?_ }",
        "bad pid": b"init { assert(P[9]@x) } proctype P() { x: skip }",
        "goto nowhere": b"init { goto L }", "twice": b"init { L: skip; L: skip }", "break": b"init { break }",
        "else alone": b"init { else }", "two elses": b"init { if :: else :: else fi }",
        "no process": b"byte x;", "two inits": b"init { skip } init { skip }",
        "embedded c": b"c_code { int x; } init { c_code { x++; } }", "embedded expr": b"init { c_expr { 1 } }",
        "quotes": b"init { printf('%d', 'a', \"\\\") }",
        "format": b'init { printf("%s%n%d%d%*d%.9999999d\\", 1) }',
        "endless d_step": b"byte x; init { d_step { do :: x++ od } }",
        "endless atomic": b"byte x; init { atomic { do :: x = 1 - x od } }",
        "ltl": b"ltl p { [] <> (", "ltl deep": b"ltl p { " + b"[]<>" * 5000 + b"1 } init { skip }",
        "never": b"never { do :: od }", "trace": b"trace { q!1 }",
    }
    return texts


# ---- driver ----

def cut_down(data: bytes, binary: str, parser: str, gist: str, budget: int = 120) -> bytes:
    """Removes ever smaller pieces while the same kind of problem stays."""
    size = max(1, len(data) // 2)
    while size >= 1 and budget > 0:
        i = 0
        while i < len(data) and budget > 0:
            trial = data[:i] + data[i + size:]
            budget -= 1
            if problem_with(trial, binary, parser)[:12] == gist[:12]:
                data = trial
            else:
                i += size
        size //= 2
    return data


FORMULAS = """[] (x < 3) | <> (x == 1 && y == 0) | (x == 0) U (y == 2) | ! ((x < 2) W (y > 1)) | X x == 1
[] ((x == 1) -> <> (x == 0)) | P@L -> [] <> !P@L | (x V y) <-> (true && false) | always (x < 3 implies eventually y == 1)
len(q) == 1 || empty(q) | (x -> y : x) > 0 && q?[1] | P:z + 1 << 2 != ~y % 3 | x U (y U (x && X X y)) | Q[1]@end | _nr_pr == 2 | np_"""
COMMANDS = """check m.pml --por=none --store=plain|check m.pml --search=bfs --max-depth=9 --ends=off|check m.pml --all --json
check m.pml --ltl=[](x<3) --fair=weak --memory=1M|check m.pml --invariant=x<4 --por=optimal --sleep=off --executions=20
simulate m.pml --seed=4 --max-events=30|export hoa m.pml --ltl=<>(x==1)|help check|--version|replay m.pml.trace --json
check m.pml --por=ample --stateful=off --preemptions=1 --max-events=9|check m.pml --claim=safety --simplify=off --color=always"""


TESTS = """time = 30   # of each
options = ["--por=none", '--store=plain']
[[test]]
name = "m"
files = ["m.pml"]
expect = "violation"
[[test]]
name = "a \\"b\\" \\u00e9"
files = [
  "m.pml",   # one
]
args = ["3", "fast"]
options = ["--max-depth=9"]
time = "2"
expect = "unknown"
"""


def sources(parser: str, binary: str) -> list[bytes]:
    """What is mutated: always there, or made with the command itself."""
    if parser == "toml":
        return [TESTS.encode(), TESTS[:TESTS.rindex("[[")].encode()]
    if parser in ("comments", "protocol", "program-trace"):
        return badinput_texts.sources(parser, binary)
    if parser in ("wire", "witness"):
        return badinput_wire.recordings(binary) if parser == "wire" else badinput_wire.witnesses(binary)
    if parser == "ltl":
        return [formula.strip().encode() for formula in FORMULAS.replace("\n", "|").split(" | ") if formula.strip()]
    if parser == "options":
        return [command.replace(" ", "\n").encode() for command in COMMANDS.replace("\n", "|").split("|")]
    if parser == "c":
        return [p.read_bytes() for p in sorted(ROOT.glob("test/native/models/*.c")) + sorted(ROOT.glob("examples/c/*.c"))]
    if parser in ("hoa", "trace"):
        return made(parser, binary)
    found = sorted(ROOT.glob("test/corpus/**/*.pml")) + sorted(ROOT.glob("examples/**/*.pml"))
    found += sorted(Path("/usr/share/doc/spin/examples").rglob("*.pml"))
    return [p.read_bytes() for p in found] + [model_text(generate(seed)).encode() for seed in range(1, 40)]


def made(parser: str, binary: str) -> list[bytes]:
    """Automata as we export them, or traces as we write them, of the formulas."""
    texts = []
    for formula in [f.decode() for f in sources("ltl", binary)]:
        with tempfile.TemporaryDirectory(prefix="bad-") as work:
            (Path(work) / "m.pml").write_text(MODEL)
            if parser == "hoa":
                texts.append(run_command([binary, "export", "hoa", "m.pml", f"--ltl={formula}"], 20, Path(work)).out.encode())
            else:
                run_command([binary, "check", "m.pml", f"--ltl={formula}", "--trace=t"], 20, Path(work))
                texts += [path.read_bytes() for path in Path(work).glob("t*")]
    texts = [text for text in texts if text]
    if not texts:
        sys.exit(f"nothing to mutate for {parser}")
    return texts


def inputs(parser: str, binary: str, seed: int, count: float) -> Iterator[tuple[str, bytes]]:
    """Kept failures, extremes, then `count` mutations, all named."""
    kept = KEEP if parser == "promela" else KEEP / parser
    yield from ((f"kept {p.name}", p.read_bytes()) for p in sorted(kept.glob("*")) if p.is_file())
    if parser == "promela":
        yield from ((f"extreme {name}", data) for name, data in extremes().items())
    pool, i = sources(parser, binary), 0
    while i < count:
        rng = Random(seed * 1_000_003 + i)
        mutate = rng.choices([m for m, _ in MUTATIONS], weights=[w for _, w in MUTATIONS])[0]
        data = rng.choice(pool)
        data = mutate(rng, data, rng.choice(pool)) if mutate is splice else mutate(rng, data)
        if parser == "wire" and rng.random() < 0.7:
            data = badinput_wire.edit_words(rng, data)
        elif rng.random() < 0.2:
            data = edit_tokens(rng, data)
        yield f"{mutate.__name__}-{seed}-{i}", data
        i += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--parser", choices=PARSERS, default="promela")
    parser.add_argument("--count", type=float, default=300, help="how many mutations")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="as many mutations as fit into this time")
    parser.add_argument("--no-keep", action="store_true", help="only report")
    parser.add_argument("--keep", type=Path, default=KEEP, help="where inputs that fail go")
    args = parser.parse_args()
    args.mazurka = os.path.abspath(args.mazurka)       # it runs in another folder
    passed = failed = 0
    start = time.monotonic()
    timed = args.seconds < float("inf")
    for name, data in inputs(args.parser, args.mazurka, args.seed, float("inf") if timed else args.count):
        if time.monotonic() - start > args.seconds:
            break
        problem = problem_with(data, args.mazurka, args.parser)
        if not problem:
            passed += 1
            continue
        failed += 1
        print(f"{name}: {problem}", flush=True)
        if not args.no_keep and not name.startswith(("kept", "extreme")):
            folder = args.keep if args.parser == "promela" else args.keep / args.parser
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.txt").write_bytes(cut_down(data, args.mazurka, args.parser, problem))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
