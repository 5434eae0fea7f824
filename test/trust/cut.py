"""What is cut does not hide what is not: limits, time, and long outputs.

    python3 test/trust/cut.py

Limits: an execution that meets one is cut, and violations elsewhere are found by every reduction and engine. Time: --time ends each
engine within a generous multiple. Sizes: what is written about long executions is bounded, and traces still replay.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
from pathlib import Path

from checker import add_binary_option
from outcome import run_command

# ---- limits: declarations, and the statement that runs into the limit ----

LIMITS = {
    "processes": ("proctype P() { run P() }", "run P()"),
    "channels": ("proctype P(byte n) { chan a = [1] of { byte }; run P(n) }", "run P(0)"),
    "bytes of a state": ("typedef T { byte a[4000] } proctype P(byte n) { T t[20]; t[3].a[n] = 1; run P(n) }", "run P(0)"),
    "steps of a d_step": ("byte w;", "d_step { do :: w = 1 - w od }"),
    "steps of an atomic sequence": ("byte w;", "atomic { do :: w = 1 - w od }"),
}
REDUCTIONS = ("--por=none", "--por=stubborn", "--por=ample", "--por=lpor", "--por=persistent", "--por=static", "--por=dpor", "--por=source",
              "--por=optimal", "--por=static,dpor", "--search=bfs")
WORKERS = "byte x; proctype W() { x++; x-- } init { short n; do :: n < 300 -> run W(); n++ :: else -> break od; assert (false) }"
BODIES = """proctype ack(short a, b; chan up) { chan c = [1] of { short }; short r;
  if :: a == 0 -> r = b + 1
     :: a != 0 -> if :: b == 0 -> run ack(a-1, 1, c) :: b != 0 -> run ack(a, b-1, c); c?r; run ack(a-1, r, c) fi; c?r fi; up!r }
init { chan c = [1] of { short }; short r; run ack(3, 2, c); c?r; assert (r != 29) }"""
SLOTS = """byte x, n; proctype P() { x == 9 }
init { do :: run P() :: n < 70 -> n++ :: n == 70 -> break od; assert (false) }"""
DOOMED = "byte x; ltl p { [] (x == 0) } active proctype A() { skip } active proctype B() { skip; x = 1 }"


def models() -> list[tuple[str, str, tuple[str, ...]]]:
    """Name, text, options with each of which a violation is found."""
    out = []
    for name, (decl, meet) in LIMITS.items():
        out.append((f"{name}, chosen first", f"byte x; {decl} init {{ if :: {meet}; skip :: x = 1; assert (x == 0) fi }}", REDUCTIONS))
        out.append((f"{name}, in another process", f"byte x; {decl} active proctype A() {{ {meet} }} active proctype B() {{ x = 1; assert (x == 0) }}",
                    REDUCTIONS))
        out.append((f"{name}, with a formula", f"byte x; ltl p {{ [] (x == 0) }} {decl} active proctype A() {{ {meet} }} active proctype B() {{ x = 1 }}",
                    ("--por=none", "--por=stubborn", "--por=ample")))
    out.append(("workers that end in time", WORKERS, REDUCTIONS[:-1]))
    out.append(("bodies of processes", BODIES, REDUCTIONS[:-1]))
    out.append(("processes of a circuit", SLOTS, ("--engine=bmc", "--engine=ic3", "--engine=induction")))
    out.append(("a run that nothing can save", DOOMED, ("--engine=bmc", "--engine=ic3", "--engine=induction", "--engine=bdd")))
    return out


# ---- time ----

DIVISIONS = """#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong (void);
int main (void) { unsigned long x = __VERIFIER_nondet_ulong (), y = 7;
  for (int i = 0; i < 6; i++) { x = (x % (y | 1)) + (y / (x | 1)) * (x % 3 ? x : y % (x | 5)); y ^= x / ((y % (x | 1)) | 1); }
  assert (x * y != 12345); return 0; }
"""
COUNTERS = """int a = 1, b, c, d; active [5] proctype P() { do :: a = (a * 7 + b) % 1000; b = (b + c) % 997 :: c = (c + a * d) % 991 :: d = (d + 1) % 983; assert (a + b + c + d < 3900) od }"""
SECONDS, FACTOR = 1, 8


def spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Tally:
    def __init__(self) -> None:
        self.passed = self.failed = 0

    def note(self, good: bool, what: str) -> None:
        self.passed += good
        self.failed += not good
        if not good:
            print(f"failed: {what}", flush=True)


def check_limits(binary: str, work: Path, tally: Tally) -> None:
    path = work / "m.pml"
    for name, text, options in models():
        path.write_text(text + "\n")
        for option in options:
            done = run_command([binary, "check", str(path), "--trace=/dev/null", "--time=60", option], 120)
            tally.note(done.code == 1, f"{name} with {option}: exit code {done.code}: {done.out[:200]}{done.err[:200]}")
    path.write_text("proctype P() { run P() } init { run P() }\n")
    for option in ("--por=none", "--por=stubborn", "--por=dpor", "--engine=bmc"):
        done = run_command([binary, "check", str(path), "--trace=/dev/null", option], 120)
        tally.note(done.code == 3 and "processes" in done.out, f"a limit and no violation with {option}: {done.code} {done.out[:200]}")


def check_time(binary: str, work: Path, tally: Tally) -> None:
    for name, text, engines in (("d.c", DIVISIONS, ("bmc", "induction", "ic3", "bdd", "explicit", "native")),
                                ("c.pml", COUNTERS, ("bmc", "induction", "ic3", "bdd", "explicit"))):
        (work / name).write_text(text)
        for engine in engines:
            before = spent()
            done = run_command([binary, "check", str(work / name), f"--engine={engine}", f"--time={SECONDS}", "--trace=/dev/null"], 120)
            tally.note(done.code == 3, f"{name} with {engine}: exit code {done.code}: {done.out[:200]}{done.err[:200]}")
            used = spent() - before
            tally.note(used < SECONDS * FACTOR, f"--time={SECONDS} of {name} with {engine} takes {used:.1f} s")


def check_sizes(binary: str, work: Path, tally: Tally) -> None:
    many = "".join(f"assert (n == {i}); " for i in range(20))
    (work / "l.pml").write_text("byte a[40]; int n; active proctype P() { do :: n < 5000 -> a[n % 40] = n % 200; n++ :: else -> break od; "
                                f"{many}}}\n")
    trace, outputs = work / "trace", ("html", "sarif", "junit", "svg", "plantuml")
    done = run_command([binary, "check", str(work / "l.pml"), "--all", "--json", f"--trace={trace}", *(f"--{o}={work / o}" for o in outputs)], 120)
    got = json.loads(done.out)
    tally.note(len(got["findings"]) == 20, f"20 findings: {len(got['findings'])}")
    for i, f in enumerate(got["findings"]):
        ends = 50 if i else 500
        left = f["omitted"] and f["omitted"]["steps"]
        tally.note(bool(left) and f["omitted"]["at"] == ends and len(f["steps"]) == 2 * ends and left > 10000, f"what finding {i} leaves out: {f['omitted']}")
        tally.note(all(s["after"] is None or s["after"] < k for k, s in enumerate(f["steps"])), "arrows are those of the steps that are there")
    tally.note(len(done.out) < 1500000, f"JSON of {len(done.out)} bytes")
    for name in (*outputs, "trace"):
        size = (work / name).stat().st_size
        tally.note(size < 1500000, f"{name} of {size} bytes")
    steps = next(int(line.split()[1]) for line in trace.read_text().splitlines() if line.startswith("steps "))
    tally.note(trace.stat().st_size < 20 * steps, f"a trace of {steps} steps has {trace.stat().st_size} bytes")
    tally.note(steps == got["findings"][0]["omitted"]["steps"] + len(got["findings"][0]["steps"]), "the trace has all steps")
    again = run_command([binary, "replay", str(trace)], 120)
    tally.note("reproduced in" in again.out, f"the trace replays: {again.out[-200:]}{again.err[-200:]}")
    whole = run_command([binary, "check", str(work / "l.pml"), "--json", "--full", f"--trace={trace}"], 120)
    first = json.loads(whole.out)["findings"][0]
    tally.note(first["omitted"] is None and len(first["steps"]) == steps, "--full writes all steps")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    add_binary_option(parser)
    args = parser.parse_args()
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="cut-") as work:
        check_limits(args.mazurka, Path(work), tally)
        check_time(args.mazurka, Path(work), tally)
        check_sizes(args.mazurka, Path(work), tally)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
