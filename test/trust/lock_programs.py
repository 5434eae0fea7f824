"""Random small C programs with locks: every engine and reduction against the explicit search without reduction.

    python3 test/trust/lock_programs.py --programs 40 --seed 1 --mazurka build/mazurka
    python3 test/trust/lock_programs.py --programs 300 --across

Two or three threads take a few mutexes, nested or overlapping, by lock or trylock, and read, write and assert what some
of them protect and others do not. The programs are C; as models they go to all engines, with full interleaving, static sets, and static sets
sharpened by lock patterns. A verdict must be that of `--engine=explicit --por=none`, or unknown (the engines have a few seconds).

With --across each engine is asked once, the native one and the portfolio too, and the programs also take values from outside, write through
pointers that name one of several variables, and wait for condition variables that are found through such pointers.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from checker import add_binary_option  # noqa: E402

REDUCTIONS = {"none": ["--por=none"], "static": ["--por=static"], "transactions": ["--por=static", "--transactions"]}
EXPLICIT = {f"explicit {n}": ["--engine=explicit", *o] for n, o in {
    "static": ["--por=static"], "static transactions": ["--por=static", "--transactions"], "ample": ["--por=ample"],
    "stubborn": ["--por=stubborn"], "stubborn transactions": ["--por=stubborn", "--transactions"]}.items()}
ACROSS = {"native": [], **{e: [f"--engine={e}"] for e in ("explicit", "bmc", "induction", "ic3", "bdd", "portfolio")}}
SYMBOLIC = {f"{e} {n}": [f"--engine={e}", *o] for e in ("bmc", "bdd", "ic3", "induction") for n, o in REDUCTIONS.items()}


class Thread:
    """The body of one thread, made statement by statement."""

    def __init__(self, choose: random.Random, locks: int, variables: int, depth: int, more: bool):
        self.choose, self.locks, self.variables, self.more = choose, locks, variables, more
        self.lines: list[str] = []
        self.block(depth, [])

    def say(self, text: str, depth: int) -> None:
        self.lines.append("  " * (depth + 1) + text)

    def block(self, size: int, held: list[int], depth: int = 0) -> None:
        for _ in range(self.choose.randint(1, size)):
            self.statement(size, held, depth)

    def further(self, depth: int) -> None:
        """What is only there with --across."""
        r = self.choose
        x, y, z = (r.randrange(self.variables) for _ in range(3))
        gate = f"(x{x} ? &gate{r.randrange(2)} : &gate{r.randrange(2)})"
        self.say(r.choices([f"x{x} = __VERIFIER_nondet_bool ();", f"*(x{x} ? &x{y} : &x{z}) = {r.randrange(3)};", f"x{x}++;",
                            f"pass ({gate});", f"make_way ({gate});"], [3, 3, 2, 1, 2])[0], depth)

    def statement(self, size: int, held: list[int], depth: int) -> None:
        r = self.choose
        if self.more and r.random() < 0.3:
            self.further(depth)
            return
        x, y, value = r.randrange(self.variables), r.randrange(self.variables), r.randrange(3)
        free = [k for k in range(self.locks) if k not in held]
        kind = r.choices(["write", "add", "copy", "assert", "if", "section", "try", "overlap", "loop", "wait"],
                         [4, 3, 2, 3, 2 if size > 1 else 0, 6 if free and size > 1 else 0, 1 if free and size > 1 else 0,
                          1 if len(free) > 1 and size > 1 else 0, 1 if size > 1 and not depth else 0, 0.3])[0]
        if kind == "write":
            self.say(f"x{x} = {value};", depth)
        elif kind == "add":
            self.say(f"x{x} = (x{x} + 1) & 3;", depth)
        elif kind == "copy":
            self.say(f"x{x} = x{y};", depth)
        elif kind == "assert":
            self.say(f"assert (x{x} != {r.randrange(1, 4)});", depth)
        elif kind == "wait":
            self.say(f"while (x{x} == 0);", depth)
        elif kind == "if":
            self.say(f"if (x{x} == {value}) {{", depth)
            self.block(size - 1, held, depth + 1)
            self.say("}", depth)
        elif kind == "loop":
            self.say("for (int i = 0; i < 2; i++) {", depth)
            self.block(size - 1, held, depth + 1)
            self.say("}", depth)
        elif kind == "section":
            k = r.choice(free)
            self.say(f"pthread_mutex_lock (&m{k});", depth)
            self.block(size - 1, [*held, k], depth)
            self.say(f"pthread_mutex_unlock (&m{k});", depth)
        elif kind == "try":
            k = r.choice(free)
            self.say(f"if (pthread_mutex_trylock (&m{k}) == 0) {{", depth)
            self.block(size - 1, [*held, k], depth + 1)
            self.say(f"pthread_mutex_unlock (&m{k});", depth + 1)
            self.say("}", depth)
        elif kind == "overlap":
            a, b = r.sample(free, 2)
            self.say(f"pthread_mutex_lock (&m{a});", depth)
            self.block(size - 1, [*held, a, b], depth)
            self.say(f"pthread_mutex_lock (&m{b});", depth)
            self.say(f"pthread_mutex_unlock (&m{a});", depth)
            self.block(size - 1, [*held, a, b], depth)
            self.say(f"pthread_mutex_unlock (&m{b});", depth)


GATES = """
_Bool __VERIFIER_nondet_bool (void);
static struct gate { int open; pthread_mutex_t m; pthread_cond_t c; } gate0 = {0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER},
  gate1 = {0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
static void pass (struct gate *g)
{
  pthread_mutex_lock (&g->m);
  while (!g->open)
    pthread_cond_wait (&g->c, &g->m);
  pthread_mutex_unlock (&g->m);
}
static void make_way (struct gate *g)
{
  pthread_mutex_lock (&g->m);
  g->open = 1;
  pthread_cond_broadcast (&g->c);
  pthread_mutex_unlock (&g->m);
}"""


def program_text(seed: int, more: bool) -> str:
    choose = random.Random(seed)
    threads, locks, variables = choose.choice([2, 2, 3]), choose.randint(1, 3), choose.randint(1, 3)
    kind = choose.choice(["int", "_Atomic int", "_Atomic int"])
    size = 3 if threads == 2 else 2
    text = ["#include <assert.h>", "#include <pthread.h>", f"static {kind} " + ", ".join(f"x{i}" for i in range(variables)) + ";"]
    text += [f"static pthread_mutex_t m{k} = PTHREAD_MUTEX_INITIALIZER;" for k in range(locks)] + ([GATES] if more else [])
    for t in range(threads):
        text += [f"static void *thread{t} (void *p)", "{", *Thread(choose, locks, variables, size, more).lines, "  return p;", "}"]
    text += ["int main (void)", "{", f"  pthread_t t[{threads}];"]
    text += [f"  pthread_create (&t[{t}], 0, thread{t}, 0);" for t in range(threads)]
    if choose.random() < 0.3:
        text += Thread(choose, locks, variables, 1, more).lines
    text += [f"  pthread_join (t[{t}], 0);" for t in range(threads)]
    return "\n".join([*text, "}"]) + "\n"


def verdict(binary: str, program: Path, options: list[str], seconds: float) -> str:
    """ok, violation, unknown; or what is wrong with the run."""
    command = [binary, "check", str(program), "--quiet", "--json", f"--time={seconds}", "--trace=/dev/null", *options]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=seconds * 20 + 60)
    except subprocess.TimeoutExpired:
        return "does not end"
    if run.returncode not in (0, 1, 3):
        return f"exit code {run.returncode}: {run.stderr[-300:]}"
    result = json.loads(run.stdout)
    if "internal error" in run.stdout + run.stderr or "does not replay" in result["reason"]:
        return "internal error: " + result["reason"]
    return result["verdict"]


def compare(name: str, program: Path, args: argparse.Namespace, tally: dict[str, int]) -> list[str]:
    more = ["--allow-races", "--cflags=-w"] if "static int" in program.read_text() else ["--cflags=-w"]
    said = verdict(args.mazurka, program, ["--engine=explicit", "--por=none", *more], args.seconds * 4)
    tally[said] = tally.get(said, 0) + 1
    if said not in ("ok", "violation"):
        return [] if said == "unknown" else [f"{name}: explicit: {said}"]
    wrong = []
    for engine, options in (ACROSS if args.across else EXPLICIT | SYMBOLIC | ({"native": []} if args.native else {})).items():
        if args.only not in engine:
            continue
        other = verdict(args.mazurka, program, [*options, *more], args.seconds)
        if other != said:
            tally[f"{engine} {other}"] = tally.get(f"{engine} {other}", 0) + 1
        if other not in (said, "unknown"):
            wrong.append(f"{name}: {engine} says {other}, explicit {said}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--programs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--only", default="", help="only engines and reductions with this in their names")
    parser.add_argument("--native", action="store_true", help="the native engine, too")
    parser.add_argument("--across", action="store_true", help="each engine once, on programs that do more")
    parser.add_argument("--keep", type=Path, help="where programs with different verdicts are kept")
    args = parser.parse_args()
    tally: dict[str, int] = {}
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        programs = [(str(f), f) for f in args.files]
        for seed in range(args.seed, args.seed + args.programs):
            path = Path(place) / f"locks{seed}.c"
            path.write_text(program_text(seed, args.across))
            programs.append((f"seed {seed}", path))
        for name, path in programs:
            found = compare(name, path, args, tally)
            wrong += found
            for line in found:
                print(line, flush=True)
            if found and args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / path.name).write_text(path.read_text())
    print(", ".join(f"{n} {what}" for what, n in sorted(tally.items())))
    print(f"{len(programs) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
