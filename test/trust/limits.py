"""No silent limit: models at the borders of what the numbers inside can hold.

    python3 test/trust/limits.py

Each row is tried just below, at and above a border. Where there is room the
verdict and the count of states must be right; where there is none the answer
is a located message and exit code 2, or unknown with a reason, never ok.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from checker import add_binary_option
from outcome import run_command

PLAIN = ("--simplify=off", "--por=none", "--all")


def result(text: str, options: tuple[str, ...], binary: str) -> str:
    """`ok 7`, `violation 7 message`, `unknown: reason`, `refused: message`."""
    with tempfile.TemporaryDirectory(prefix="limits-") as work:
        path = Path(work) / "m.pml"
        path.write_text(text + "\n")
        done = run_command([binary, "check", str(path), "--json", "--trace=/dev/null", *options], 120)
    if done.code == 2:
        located = re.search(r"m\.pml:\d+:(?:\d+:)? error: (.*)", done.err)
        return f"refused: {located.group(1)}" if located else f"refused without a place: {done.err[:200]}"
    try:
        got = json.loads(done.out)
    except ValueError:
        return f"exit code {done.code}: {done.err[-200:]}"
    if got["verdict"] == "unknown":
        return f"unknown: {got['reason']}"
    found = got["findings"][0]["message"] if got["findings"] else ""
    return f"{got['verdict']} {got['stats']['states']} {found}".strip()


# ---- models of a size ----

def statements(n: int) -> str:
    return f"int x; active proctype P() {{ {'x++; ' * n}assert (x == {n}) }}"


def capacity(n: int) -> str:
    return (f"int i; byte v; chan q = [{n}] of {{ byte }}; active proctype P() {{ "
            f"d_step {{ do :: i < {n} -> q!(i % 100); i++ :: else -> break od }}; assert (len (q) == {n} && full (q)); "
            f"d_step {{ i = 0; do :: i < {n} -> q?v; assert (v == i % 100); i++ :: else -> break od }}; assert (empty (q)) }}")


def fields(n: int, buffer: int) -> str:
    last = n - 1
    return (f"typedef T {{ byte a[{n}] }} chan q = [{buffer}] of {{ T }}; "
            f"active proctype P() {{ T t; t.a[{last}] = 7; t.a[0] = 3; q!t }} "
            f"active proctype Q() {{ T t; q?t; assert (t.a[{last}] == 7 && t.a[0] == 3) }}")


def parameters(n: int) -> str:
    return (f"proctype P({'; '.join(f'byte p{i}' for i in range(n))}) {{ assert (p{n - 1} == 7 && p0 == 3) }} "
            f"init {{ run P(3, {'0, ' * (n - 2)}7) }}")


def proctypes(n: int) -> str:
    return "".join(f"proctype P{i}() {{ skip }} " for i in range(n - 1)) + "init { run P0() }"


def running(n: int) -> str:
    return f"proctype P() {{ true }} byte i; init {{ atomic {{ do :: i < {n - 1} -> run P(); i++ :: else -> break od }} }}"


def channels(n: int) -> str:
    return f"chan c[{n}] = [1] of {{ byte }}; init {{ c[{n - 1}]!1; assert (len (c[{n - 1}]) == 1) }}"


def choices(n: int) -> str:
    return f"byte x; active proctype P() {{ {'d_step { if :: x == 0 -> x = 1 :: x == 1 -> x = 0 fi }; ' * n}x = 2 }}"


def options(n: int) -> str:
    return f"int x; active proctype P() {{ if {' '.join(f':: x == {n - 1 - i} -> x = {i}' for i in range(n))} fi; assert (x == {n - 1}) }}"


def escapes(n: int) -> str:
    return f"int x; active proctype P() {{ if {' '.join(f':: {{ x == {i + 5} }} unless {{ x == {n - 1 - i} }}' for i in range(n))} fi; x = 1 }}"


def trace(n: int) -> str:
    return (f"chan q = [1] of {{ byte }}; int i; trace {{ {'q!1; ' * n}q!2 }} active proctype P() {{ byte v; "
            f"do :: i < {n} -> atomic {{ q!1; q?v; i++ }} :: else -> break od; q!2; q?v }}")


def claim(n: int) -> str:
    body = "; ".join(f"S{i}: x == {i % 2}" for i in range(n))
    return f"byte x; active proctype P() {{ do :: x == 0 -> x = 1 :: x == 1 -> x = 0 od }} never {{ {body}; do :: x == 7 od }}"


def globals_of(n: int) -> str:
    return f"byte a[{n}]; init {{ a[{n - 1}] = 7; assert (a[{n - 1}] == 7 && a[0] == 0) }}"


def frames(n: int) -> str:
    return f"proctype P() {{ byte a[{n}]; a[{n - 1}] = 1 }} init {{ run P(); run P(); run P(); run P() }}"


def constants(n: int) -> str:
    return f"mtype = {{ {', '.join(f'c{i}' for i in range(n))} }} mtype m = c0; init {{ assert (m == {n} && c{n - 1} == 1) }}"


def sets(n: int) -> str:
    return " ".join(f"mtype:s{i} = {{ c{i} }}" for i in range(n)) + f" mtype:s{n - 1} m = c{n - 1}; init {{ assert (m == 1) }}"


def inline(n: int) -> str:
    names = [f"p{i}" for i in range(n)]
    return f"int x; inline f({', '.join(names)}) {{ x = {' + '.join(names)} }} init {{ f({', '.join(str(i) for i in range(n))}); assert (x == {n * (n - 1) // 2}) }}"


def nested_unless(n: int) -> str:
    return f"byte x; init {{ {'{ ' * n}x = 1{' } unless { x == 9 }' * n} }}"


def nested_arrays(n: int) -> str:
    types = "typedef T0 { byte a[1] } " + " ".join(f"typedef T{i} {{ T{i - 1} a[1] }}" for i in range(1, n - 1))
    return f"{types} T{n - 2} t[1]; init {{ t[0]{'.a[0]' * (n - 1)} = 1 }}"


def nested_structs(n: int) -> str:
    return "typedef T0 { byte a } " + " ".join(f"typedef T{i} {{ T{i - 1} a }}" for i in range(1, n)) + f" T{n - 1} t; init {{ t{'.a' * n} = 1 }}"


def parentheses(n: int) -> str:
    return f"int x; init {{ x = {'(' * n}1{')' * n} }}"


def operators(n: int) -> str:
    return f"int x; init {{ x = 1{' + 1' * n}; assert (x == {n + 1}) }}"


def conjunction(n: int) -> str:
    return f"byte x; ltl p {{ [] (x < 2{' && x < 2' * (n // 2 - 1)}) }} init {{ x = 1 }}"


def predicates(n: int) -> str:
    return f"short x; ltl p {{ {' && '.join(f'[] (x < {100 + i})' for i in range(n))} }} init {{ x = 1 }}"


def width(n: int) -> str:
    return f"unsigned x : {n}; init {{ x = -1; x++; assert (x == 0) }}"


def priority(n: int) -> str:
    return f"active proctype P() priority {n} {{ assert (_priority == {n}) }}"


Want = str | Callable[[int], str]


def rows() -> list[tuple[Callable[..., str], tuple[int, ...], Want, tuple[str, ...]]]:
    """Model, sizes, what must come out (a pattern), options."""
    return [
        (statements, (254, 255, 256, 257, 65533, 65534, 65535, 65536, 70000), lambda n: f"ok {n + 3}", PLAIN),
        (capacity, (254, 255, 256, 257, 65535, 65536, 70000), "ok 6", PLAIN),
        (capacity, (300000,), r"refused: .*bytes", PLAIN),
        (lambda n: fields(n, 0), (255, 256, 257, 1000), "ok 7", PLAIN),
        (lambda n: fields(n, 1), (255, 256, 257, 1000), "ok 8", PLAIN),
        (parameters, (255, 256, 257, 1000), "ok 5", PLAIN),
        (proctypes, (65535, 65536, 65537), "ok 5", PLAIN),
        (lambda n: f"active [{n}] proctype P() {{ skip }}", (254, 255), lambda n: f"ok {2 * n + 1}", ()),
        (lambda n: f"active [{n}] proctype P() {{ skip }}", (256,), "refused: 256 active processes", ()),
        (running, (254, 255), lambda n: f"ok {2 * n + 1}", ()),
        (running, (256,), "unknown: .*:[0-9]+: more than 255 processes", PLAIN),
        (channels, (254, 255), "ok 4", PLAIN),
        (channels, (256,), "unknown: .*:[0-9]+: more than 255 channels", PLAIN),
        (choices, (65534, 65535, 65536, 65537), lambda n: f"ok {n + 3}", PLAIN),
        (options, (255, 256, 65536, 70000), "ok 5", PLAIN),
        (escapes, (255, 256, 65536, 70000), "ok 4", PLAIN),
        (trace, (65534, 65535, 65536, 65537), lambda n: f"ok {2 * n + 5}", PLAIN),
        (claim, (65535, 65536, 70000), "ok", ("--claim=never",)),
        (globals_of, (262000, 262132), "ok 4", PLAIN),
        (globals_of, (262136,), "unknown: .*:[0-9]+: a state needs more than 262140 bytes", PLAIN),
        (globals_of, (262145, 2147483647), "refused: .*bytes", PLAIN),
        (frames, (60000,), "ok", PLAIN),
        (frames, (66000,), "unknown: .*:[0-9]+: a state needs more than", PLAIN),
        (constants, (254, 255), "ok 3", PLAIN),
        (constants, (256,), "refused: more than 255 mtype constants", PLAIN),
        (sets, (255, 256, 3000), "ok 3", PLAIN),
        (inline, (63, 64), "ok 4", PLAIN),
        (inline, (65,), "refused: .*more than 64 parameters", PLAIN),
        (nested_unless, (63, 64), "ok 3", PLAIN),
        (nested_unless, (65,), "refused: more than 64 nested unless", PLAIN),
        (nested_arrays, (7, 8), "ok 3", PLAIN),
        (nested_arrays, (9,), "refused: .*more than 8 nested arrays", PLAIN),
        (nested_structs, (63, 64), "ok 3", PLAIN),
        (nested_structs, (65,), "refused: structures nested deeper than 64 levels", PLAIN),
        (parentheses, (900,), "ok 3", PLAIN),
        (parentheses, (1001, 60000), "refused: nested deeper than 1000 levels", PLAIN),
        (operators, (4999, 5000, 5001, 50000), "ok 4", PLAIN),
        (operators, (50001, 60000), "refused: more than 50000 operators", PLAIN),
        (conjunction, (5001, 50000), "ok", ()),
        (predicates, (63, 64), "ok", ()),
        (predicates, (65,), "unknown: .*more than 64 different predicates", ()),
        (width, (30, 31), "ok 5", PLAIN),
        (width, (32,), "refused: width 32", PLAIN),
        (priority, (254, 255), "ok 3", PLAIN),
        (priority, (256,), "refused: priority 256", PLAIN),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    args = parser.parse_args()
    passed = failed = 0
    for model, sizes, want, options_ in rows():
        for n in sizes:
            pattern = want(n) if callable(want) else want
            got = result(model(n), options_, args.mazurka)
            good = re.match(pattern + r"\b", got) is not None
            passed += good
            failed += not good
            if not good:
                print(f"{model.__name__} {n}: expected {pattern}, got {got[:300]}", flush=True)
                if "STOP_AT_FAILURE" in os.environ:
                    return 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
