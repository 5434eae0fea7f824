"""Wrong runtimes: each mistake below, made on purpose in a copy of the source,
must be noticed on some kept or random program.

    python3 test/trust/native_mutants.py [--only NAME]

A mistake is a piece of source text and what it is replaced with. A piece that
is not there any more is a failure: the mistake is to be made anew.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from checker import ROOT
from native_fuzz import build, compare, kept
from native_gen import generate
from outcome import run_command

RUNTIME = "src/native/runtime"
MUTANTS = {
    "signal wakes the first waiter":
        ("condition.c", "waiter (c, t->alternative)", "waiter (c, 0)"),
    "trylock only reads":
        ("mutex.c", "  op_touch (t, m, ACCESS_WRITE);\n  op_may", "  op_touch (t, m, ACCESS_READ);\n  op_may"),
    "an attempt that fails touches nothing":
        ("sched.c", "rt->step_access[i].how = ACCESS_READ;", "rt->step.op.count = 0;"),
    "an exchange only reads, whether it fails or not":
        ("atomics.c", "done_writing (t, p, sizeof *p, (uint64_t) desired, true);",
         "op_only_reads (), done_writing (t, p, sizeof *p, (uint64_t) desired, true);"),
    "an unlock is independent of everything":
        ("mutex.c", "  op_touch (t, m, ACCESS_UNLOCK);\n", ""),
    "a reader's unlock is independent of everything":
        ("rwlock.c", "op_touch (t, l, shared ?", "if (!shared) op_touch (t, l, shared ?"),
    "waking is independent of waiting":
        ("condition.c", "  op_touch (t, c, ACCESS_WRITE);\n  spin_broken (t);", "  spin_broken (t);"),
    "a post is independent of waits":
        ("semaphore.c", "  op_touch (t, s, how);", "  if (how != ACCESS_POST) op_touch (t, s, how);"),
    "arrivals at a barrier are independent":
        ("barrier.c", "  op_touch (t, b, ACCESS_WRITE);\n", "  (void) b;\n"),
    "once excludes nobody":
        ("keys.c", "op_touch (t, once, ACCESS_LOCK);", "op_touch (t, once, ACCESS_LOCK_SHARED);"),
    "atomic sections are independent of all else":
        ("sched.c", "? ACCESS_WRITE : ACCESS_READ);\n    give_way", "? ACCESS_READ : ACCESS_READ);\n    give_way"),
    "the end of a thread is independent of joins":
        ("threads.c", "  op_touch (t, thread_object (t->id), ACCESS_UNLOCK);\n", ""),
    "memory is looked at before the operation's turn":
        ("sched.c", "    give_way (t);\n  }\n  check_memory (t, object);", "    check_memory (t, object);\n    give_way (t);\n  }"),
    "atomic accesses have no races":
        ("race.c", "  if (rt->orders.allow_races)\n", "  if (rt->orders.allow_races || how == RACE_ATOMIC_READ || how == RACE_ATOMIC_WRITE)\n"),
    "a free is no access":
        ("hooks.c", "  race_access ((uintptr_t) p, bytes, RACE_FREE, pc);\n", ""),
    "a broadcast wakes one":
        ("condition.c", "    if (waits_at (&rt->threads[i], c))\n      wake (&rt->threads[i]);",
         "    if (waits_at (&rt->threads[i], c)) {\n      wake (&rt->threads[i]);\n      break;\n    }"),
    "readers are ordered by their lock":
        ("rwlock.c", "    race_release (of_readers (l));", "    race_release (l);"),
    "an atomic load is independent of stores":
        ("atomics.c", "op_touch_memory (t, (uintptr_t) p, bytes, write ? ACCESS_WRITE : ACCESS_READ);",
         "if (write) op_touch_memory (t, (uintptr_t) p, bytes, ACCESS_WRITE);"),
    "a file is only read by who writes to it":
        ("calls_file.c", "is_pipe ? ACCESS_POST : ACCESS_WRITE", "is_pipe ? ACCESS_POST : ACCESS_READ"),
    "an offset belongs to nobody":
        ("calls_file.c", "  if (moves)\n    file_touch (t, d->id, ACCESS_WRITE);", "  if (moves)\n    file_touch (t, d->id, ACCESS_READ);"),
    "making a name only reads it":
        ("names.c", "error ? ACCESS_READ : how", "ACCESS_READ"),
    "who writes to a pipe first is not explored":
        ("calls_file.c", "    file_touch (t, d->to->id + 1, ACCESS_WRITE);\n", "    ;\n"),
    "a stream has no order":
        ("calls_stream.c", "file_touch (t, (uintptr_t) f, ACCESS_WRITE);\n  if (s)", "if (0)"),
}
PROGRAMS = 100                  # at most, beside the kept ones


def mutate(name: str, work: Path) -> str:
    """The wrong checker; an empty string if the mistake cannot be made."""
    file, old, new = MUTANTS[name]
    for part in ("src", "include"):
        shutil.copytree(ROOT / part, work / part)
    (work / "build").mkdir()
    shutil.copytree(ROOT / "build" / "rt", work / "build" / "rt")
    for part in ("build/mazurka", "build/mazurka.specs", "Makefile"):
        shutil.copy2(ROOT / part, work / part)
    shutil.copytree(ROOT / "build" / "include", work / "build" / "include")
    path = work / RUNTIME / file
    text = path.read_text()
    if old not in text:
        return ""
    path.write_text(text.replace(old, new))
    made = run_command(["make", "build/libmazurka-rt.o"], 300, cwd=work)
    return str(work / "build" / "mazurka") if made.code == 0 else ""


def noticed(binary: str, work: Path) -> str:
    """The first program on which something is wrong."""
    for named in (kept(), [(str(s), generate(s)) for s in range(1, 1 + PROGRAMS)]):
        executable = build([program for _, program in named], binary, work)
        for i, (name, program) in enumerate(named):
            category, config, problem = compare(program, i, executable, binary)
            if category == "failed":
                return f"{name}, {config}: {problem[:100]}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=sorted(MUTANTS))
    args = parser.parse_args()
    passed = failed = 0
    for name in [args.only] if args.only else MUTANTS:
        with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
            work = Path(folder)
            binary = mutate(name, work)
            found = noticed(binary, work) if binary else ""
        print(f"{name}: {found or ('NOT noticed' if binary else 'cannot be made')}", flush=True)
        passed += bool(found)
        failed += not found
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
