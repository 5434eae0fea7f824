"""One engine's ok is never another one's violation: a program for each kind of mistake, checked by every engine.

Each program is written in two forms, wrong (W defined) and right. An engine must find what is wrong or say that it does
not know; ok of the wrong form is a failure unless the table below says that the engine is blind to the kind, and then the
verdict must name it among what is assumed. Violation of the right form is a failure always. What is blind and finds it all
the same is a failure, too: the table is to be true.

    python3 test/trust/kinds.py [--table]      prints which engine finds which kind
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checker import EXIT_CODES, add_binary_option

HEAD = """
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef W
#define OR(wrong, right) wrong
#else
#define OR(wrong, right) right
#endif
extern void __VERIFIER_assume (int);
static int g[4], h, *p = g;
static short s[2], *ps = s;
static struct { int a[4], b[4]; } st;
static const int fixed[2] = {1, 2};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t sem;
static atomic_int at, one = 1;
static void store (int *q, int i) { q[i] = 1; }
static int load (const int *q, int i) { return q[i]; }
"""
ENGINES = ("native", "explicit", "bmc", "induction", "ic3", "bdd")
MODELS = frozenset(ENGINES[1:])
FAR = "pointers that leave a global or local: reach no other object"
MEMBERS = "pointers into arrays inside of objects: stay in their array"
WRAPS = "signed arithmetic that overflows: wraps"
BLOCKS = "uses of locals after their block: none"

# name: (what is defined before main, main, options, engine -> what its ok must assume)
PROGRAMS: dict[str, tuple[str, str, tuple[str, ...], dict[str, str]]] = {
    "write past a global": ("", "ps += OR (2, 1); *ps = 5;", (), {}),
    "read past a global": ("", "p += OR (4, 3); h = *p;", (), {}),
    "write before a global": ("", "p += OR (-1, 0); *p = 1;", (), {"native": FAR}),   # before the first global of a unit is no zone
    "past a global by an argument": ("", "store (g, OR (4, 3));", (), {}),
    "past a constant": ("", "h = load (fixed, OR (2, 1));", (), {}),
    "write to a constant": ("", "*(int *) OR (fixed, g) = 1;", (), {}),
    "far past a global, into another": ("static int far[64], near[64];", "volatile long d = OR (far < near ? near - far : far - near, 0); (far < near ? far : near)[d] = 1;",
                                        (), {"native": FAR}),
    "past a local": ("", "int a[4]; store (a, 0); store (a, OR (4, 3));", (), {}),
    "before a local": ("", "int a[4]; store (a, 0); store (a, OR (-1, 0));", (), {}),
    "past a static local": ("", "static int a[4]; store (a, OR (4, 3));", (), {}),
    "past a block of the heap": ("", "int *a = malloc (16); if (!a) return 0; store (a, OR (4, 3)); free (a);", (), {}),
    "index past a global": ("", "for (int i = 0; i < OR (5, 4); i++) g[i] = i;", (), {}),
    "index past a member": ("", "for (int i = 0; i < OR (5, 4); i++) st.a[i] = i;", (), {}),
    "pointer past a member": ("", "store (st.a, OR (4, 3));", (), {"native": MEMBERS, **{e: MEMBERS for e in MODELS}}),
    "null": ("", "p = OR (0, g); *p = 1;", (), {}),
    "use after free": ("", "int *a = malloc (4); if (!a) return 0; *a = 1; OR (free (a); *a = 2;, *a = 2; free (a);)", (), {}),
    "double free": ("", "int *a = malloc (4); free (a); OR (free (a);,)", (), {}),
    "free of no block": ("", "OR (free (g);,)", (), {}),
    "use of a local after return": ("static int *keep (void) { int v[2] = {0}; OR (p = v;,) store (v, 1); return p; }", "int *q = keep (); *q = 1;", (), {}),
    "division by zero": ("", "volatile int z = OR (0, 1); h = 4 / z;", (), {}),
    "least value by -1": ("", "volatile int z = OR (INT_MIN, 1), n = -1; h = z / n;", (), {}),
    "division by zero that is compiled to none": ("", "h = 1 / OR (h, 1);", (), {}),
    "remainder of zero that nobody uses": ("static int x;", "1 % OR (x, 1);", (), {}),
    "shift by the width": ("static int x = 32;", "h = 1 << OR (x, 31);", (), {}),
    "overflow": ("int x = INT_MAX;", "assert (OR (x + 1 < x, 1));", (), {e: WRAPS for e in MODELS}),
    "abort": ("", "OR (abort ();,)", (), {}),
    "assertion": ("", "assert (OR (at, one));", (), {}),
    "exit status": ("", "return OR (3, 0);", (), {}),
    "semaphore never initialised": ("", "OR (, sem_init (&sem, 0, 1);) sem_wait (&sem);", (), {}),
    "semaphore never initialised, ends off": ("", "OR (, sem_init (&sem, 0, 1);) sem_wait (&sem);", ("--ends=off",), {}),
    "semaphore destroyed": ("", "sem_init (&sem, 0, 0); OR (sem_destroy (&sem);, sem_post (&sem);) sem_wait (&sem);", ("--ends=off",), {}),
    "post of a semaphore never initialised": ("", "OR (, sem_init (&sem, 0, 1);) sem_post (&sem);", (), {}),
    "barrier never initialised": ("static pthread_barrier_t b;", "OR (, pthread_barrier_init (&b, 0, 1);) pthread_barrier_wait (&b);", (), {}),
    "mutex destroyed": ("", "OR (pthread_mutex_destroy (&m);,) pthread_mutex_lock (&m); pthread_mutex_unlock (&m);", (), {}),
    "destroyed while held": ("", "pthread_mutex_lock (&m); OR (, pthread_mutex_unlock (&m);) pthread_mutex_destroy (&m);", (), {}),
    "unlock of what is not held": ("", "OR (, pthread_mutex_lock (&m);) pthread_mutex_unlock (&m);", (), {}),
    "read-write lock destroyed": ("static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;", "OR (pthread_rwlock_destroy (&l);,) pthread_rwlock_rdlock (&l); pthread_rwlock_unlock (&l);", (), {}),
    "deadlock": ("", "pthread_mutex_lock (&m); OR (,pthread_mutex_unlock (&m);) pthread_mutex_lock (&m); pthread_mutex_unlock (&m);", (), {}),
    "stuck loop": ("", "while (!OR (at, one)) ;", (), {}),
    "race": ("static void *t (void *q) { OR (h = 1;, at = 1;) return q; }", "pthread_t x; pthread_create (&x, 0, t, 0); OR (h = 2;, at = 2;) pthread_join (x, 0);", (), {}),
    "joined by itself": ("", "assert (pthread_join (pthread_self (), 0) == OR (0, 35));", (), {}),
    "joined by itself, another thread": ("static void *t (void *q) { assert (pthread_join (pthread_self (), 0) == OR (0, 35)); return q; }", "pthread_t x; pthread_create (&x, 0, t, 0); pthread_join (x, 0);", (), {}),
    "joined by itself when it is detached": ("static void *t (void *q) { pthread_detach (pthread_self ()); assert (pthread_join (pthread_self (), 0) == OR (0, 22)); return q; }", "pthread_t x; pthread_create (&x, 0, t, 0);", (), {}),
    "joined twice": ("static void *t (void *q) { return q; }", "pthread_t x; pthread_create (&x, 0, t, 0); pthread_join (x, 0); OR (pthread_join (x, 0);,)", (), {}),
    "past a global in another thread": ("static void *t (void *q) { store (q, OR (4, 3)); return 0; }", "pthread_t x; pthread_create (&x, 0, t, g); pthread_join (x, 0);", (), {}),
    "past a local of another thread": ("static void *t (void *q) { store (q, OR (4, 3)); return 0; }", "int a[4]; pthread_t x; pthread_create (&x, 0, t, a); pthread_join (x, 0);", (), {}),
    "past a local in the second execution": ("static void *t (void *q) { at = 1; return q; }", "int a[4]; pthread_t x; pthread_create (&x, 0, t, 0); if (at) store (a, OR (4, 3)); else store (a, 0); pthread_join (x, 0);", (), {}),
    "locals of other sizes in other executions": ("static void *t (void *q) { at = 1; return q; } static void lots (int n) { int a[64]; store (a, n); while (!at) ; } static void few (void) { int a[5], b[6]; store (a, 4); store (b, 5); while (!at) ; }",
                                                  "pthread_t x; pthread_create (&x, 0, t, 0); if (at) few (); else lots (OR (64, 63)); pthread_join (x, 0);", (), {}),
    "copied past a global": ("", "char from[20] = {0}; memcpy (g, from, OR (17, 16));", (), {}),
    "structure past a global": ("struct two { int a, b; }; static struct two pair[2], *pp = pair;", "struct two v = {1, 2}; pp += OR (2, 1); *pp = v;", (), {}),
    "atomic past a global": ("static atomic_int ga[2], *pa = ga;", "pa += OR (2, 1); *pa = 1;", (), {}),
    "past a local, inlined": ("", "char a[3]; for (int i = 0; i < OR (4, 3); i++) *(a + i) = 1; h = a[0];", ("-O2",), {}),
    "failed assumption": ("", "__VERIFIER_assume (OR (one, at)); assert (0);", (), {}),
}


def source(program: tuple[str, str, tuple[str, ...], dict[str, str]]) -> str:
    return f"{HEAD}\n{program[0]}\nint main (void) {{ {program[1]}\nreturn 0; }}\n"


def check(mazurka: str, directory: Path, name: str, wrong: bool, engine: str) -> dict:
    work = directory / f"{name.replace(' ', '-').replace(',', '')}-{wrong}-{engine}"
    work.mkdir()
    (work / "program.c").write_text(source(PROGRAMS[name]))
    command = [mazurka, "check", "--quiet", "--json", "--time=20", f"--engine={engine}", *(o for o in PROGRAMS[name][2] if o.startswith("--")),
               "--cflags=" + " ".join(["-w", *(o for o in PROGRAMS[name][2] if not o.startswith("--")), *(["-DW"] if wrong else [])]), "program.c"]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=120, check=False)
    result = json.loads(done.stdout) if done.stdout.strip().startswith("{") else {"verdict": "unknown", "assumptions": [], "findings": []}
    if result["verdict"] in EXIT_CODES and done.returncode not in (EXIT_CODES[result["verdict"]], 2):
        result["verdict"] = "broken"
    return result


def judge(name: str, engine: str, wrong: dict, right: dict) -> str:
    """What is not as it should be; empty: nothing."""
    blind = PROGRAMS[name][3].get(engine)
    if right["verdict"] == "violation" and name != "failed assumption":
        return f"violation of the right program: {right['findings'][0]['message']}"
    if wrong["verdict"] == "ok" and not blind:
        return "ok of the wrong program"
    if wrong["verdict"] == "ok" and blind not in wrong["assumptions"]:
        return f"ok of the wrong program, and '{blind}' is not among what is assumed"
    if wrong["verdict"] == "violation" and blind:
        return "finds what the table says it does not see"
    if engine == "native" and not blind and wrong["verdict"] != "violation":
        return "the wrong program's mistake is not found natively"
    return ""


def table(results: dict) -> None:
    print("| mistake | " + " | ".join(ENGINES) + " |\n|---|" + "---|" * len(ENGINES))
    for name in PROGRAMS:
        words = [results[name, True, e]["verdict"] for e in ENGINES]
        print(f"| {name} | " + " | ".join({"violation": "found", "ok": "**assumed**", "unknown": "unknown"}.get(w, w) for w in words) + " |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--only", default="")
    add_binary_option(parser)
    options = parser.parse_args()
    engines = [e for e in ENGINES if e in options.engines.split(",")]
    names = [n for n in PROGRAMS if options.only in n]
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(os.cpu_count()) as pool:
        keys = [(n, w, e) for n in names for w in (True, False) for e in engines]
        results = dict(zip(keys, pool.map(lambda k: check(options.mazurka, Path(directory), *k), keys)))
    if options.table:
        table(results)
    failed = 0
    for name in names:
        for engine in engines:
            problem = judge(name, engine, results[name, True, engine], results[name, False, engine])
            failed += bool(problem)
            if problem:
                print(f"FAIL {name}, {engine}: {problem}")
    print(f"{len(names) * len(engines) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
