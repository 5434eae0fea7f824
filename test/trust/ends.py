"""How a C program may end, in every engine: the kind of the finding is the same, and the text names the function.

    python3 test/trust/ends.py
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from checker import add_binary_option
from outcome import run_command

ENGINES = ("native", "explicit", "bmc", "induction", "ic3", "bdd")

# what is executed, kind of the finding (None: there is none), a part of its message
ENDS = (
    ("return 0;", None, ""), ("exit (0);", None, ""), ("_exit (0);", None, ""), ("_Exit (0);", None, ""), ("quick_exit (0);", None, ""),
    ("return 3;", "exit-status", ""), ("exit (3);", "exit-status", ""), ("_exit (3);", "exit-status", ""), ("_Exit (3);", "exit-status", ""),
    ("quick_exit (3);", "exit-status", ""),
    ("abort ();", "crash", "the program calls abort"), ("__builtin_abort ();", "crash", "the program calls abort"),
    ("other ();", "crash", "the program calls abort"),
    ("pthread_t t; pthread_create (&t, 0, thread, 0); pthread_join (t, 0);", "crash", "the program calls abort"),
    ("__builtin_trap ();", "crash", ""),
    ("assert (x != 1);", "assertion", "assertion failed: x != 1"), ("mz_assert (x != 1);", "assertion", "assertion failed: x != 1"),
    ('__assert_fail ("y", "f", 1, "g");', "assertion", "assertion failed: y"),
    ("reach_error ();", "assertion", "reach_error is reached"), ("__VERIFIER_error ();", "assertion", "__VERIFIER_error is reached"),
)

PROGRAM = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <mazurka/mazurka.h>
extern _Bool __VERIFIER_nondet_bool (void);
extern void reach_error (void);
extern void __VERIFIER_error (void);
static void other (void) { abort (); }
static void *thread (void *a) { other (); return a; }
int main (void) { (void) other; (void) thread; int x = __VERIFIER_nondet_bool (); if (x == 1) { %s } return 0; }
"""

# Programs of C++ are only executed.
CXX = (("std::terminate ();", "crash"), ("throw 1;", "crash"), ("std::abort ();", "crash"), ("std::quick_exit (3);", "exit-status"))


def outcome(binary: str, path: Path, engine: str) -> tuple[str, list[tuple[str, str]]]:
    done = run_command([binary, "check", str(path), f"--engine={engine}", "--json", "--trace=/dev/null"], 120)
    try:
        got = json.loads(done.out)
        return got["verdict"], [(f["kind"], f["message"]) for f in got["findings"]]
    except (ValueError, KeyError):
        return f"exit code {done.code}: {done.err[-200:]}", []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    add_binary_option(parser)
    args = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="ends-") as work:
        rows = [(Path(work) / "e.c", PROGRAM % text, text, kind, says, ENGINES) for text, kind, says in ENDS]
        rows += [(Path(work) / "e.cc", f"#include <cstdlib>\n#include <exception>\nint main () {{ {text} }}\n", text, kind, "", ("native",))
                 for text, kind in CXX]
        for path, program, text, kind, says, engines in rows:
            path.write_text(program)
            for engine in engines:
                verdict, found = outcome(args.mazurka, path, engine)
                good = verdict == ("violation" if kind else "ok") and [k for k, _ in found] == ([kind] if kind else [])
                good = good and all(says in m for _, m in found)
                passed += good
                failed += not good
                if not good:
                    print(f"failed: {text} with {engine}: expected {kind} {says!r}, got {verdict} {found}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
