"""No silent limit: C programs at the borders of what the runtime's tables hold.

    python3 test/trust/limits_native.py [NAME...]

Each row is tried just below, at and above a border. Where there is room the
verdict is ok; above it is unknown, and the reason names the limit.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from pathlib import Path

from checker import add_binary_option
from outcome import run_command

HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
"""

# What main does, after '@' if something stands before it; N is the size.
THREAD = "static void *f (void *a) {{ {0} return a; }}\n@pthread_t t; pthread_create (&t, 0, f, 0); pthread_join (t, 0);"


def main_of(text: str) -> str:
    before, body = text.split("@") if "@" in text else ("", text)
    return f"{before}\nint main (void) {{\n{body}\nreturn 0; }}\n"


PROGRAMS = {
    "threads": "static void *f (void *a) { return a; }\n@pthread_t t; for (int i = 0; i < N; i++) { assert (!pthread_create (&t, 0, f, 0)); pthread_join (t, 0); }",
    "keys": "for (int i = 0; i < N; i++) { pthread_key_t k; assert (!pthread_key_create (&k, 0)); assert (!pthread_setspecific (k, &k)); }",
    "keys_too_many": "pthread_key_t k; for (int i = 0; i < N; i++) pthread_key_create (&k, 0); assert (pthread_key_create (&k, 0) == EAGAIN);",
    "deleted_keys": "for (int i = 0; i < N; i++) { pthread_key_t k; assert (!pthread_key_create (&k, 0)); assert (!pthread_getspecific (k)); pthread_setspecific (k, &k); pthread_key_delete (k); }",
    "files_of_main": "for (int i = 3; i < N; i++) assert (open (\"/dev/null\", O_RDONLY) >= 0);",
    "files_of_thread": THREAD.format("for (int i = 0; i < N; i++) assert (open (\"/dev/null\", O_RDONLY) >= 0);"),
    "pipes": "int p[2]; for (int i = 0; i < N; i++) assert (!pipe (p));",
    "pipe_bytes": "static char b[N];\n@int p[2]; pipe (p); assert (write (p[1], b, N) == N);",
    "shared_locks": "static pthread_rwlock_t l[N];\n@for (int i = 0; i < N; i++) { pthread_rwlock_init (&l[i], 0); pthread_rwlock_rdlock (&l[i]); } for (int i = 0; i < N; i++) pthread_rwlock_unlock (&l[i]);",
    "named_semaphores": "for (int i = 0; i < N; i++) { char b[20]; sprintf (b, \"/s%d\", i); assert (sem_open (b, O_CREAT, 0600, 1) != SEM_FAILED); }",
    "named_queues": "for (int i = 0; i < N; i++) { char b[20]; sprintf (b, \"/s%d\", i); assert (mq_open (b, O_CREAT | O_RDWR, 0600, NULL) >= 0); }",
    "handlers": "static int n; static void f (void) { n++; } static void last (void) { assert (n == N - 1); }\n@atexit (last); for (int i = 1; i < N; i++) assert (!atexit (f));",
    "recursion": "static int f (int n) { volatile char b[1000]; b[0] = 1; return n ? f (n - 1) + b[0] : 0; }\n@assert (f (N) == N);",
    "stack_of_thread": "static void *f (void *a) { volatile char b[(size_t) N << 20]; b[0] = 1; b[sizeof b - 1] = 1; return a; }\n"
                       "@pthread_attr_t a; pthread_attr_init (&a); assert (!pthread_attr_setstacksize (&a, (size_t) (N + 1) << 20)); pthread_t t; assert (!pthread_create (&t, &a, f, 0)); pthread_join (t, 0);",
    "large_block": "char *p = malloc ((size_t) N << 20); assert (p); p[0] = 1;",
    "impossible_block": "volatile size_t n = (size_t) N << 50; char *p = malloc (n); assert (!p && errno == ENOMEM);",
    "thread_local_bytes": "static _Thread_local char b[(size_t) N << 10]; static _Thread_local int x = 5;\n"
                          + THREAD.format("assert (x == 5); b[sizeof b - 1] = 1; b[0] = 1; assert (b[sizeof b / 2] == 0);"),
    "atomic_locations": "static atomic_char a[N]; static atomic_int x; static void *f (void *y) { atomic_store_explicit (&x, 1, memory_order_relaxed); return y; }\n"
                        "@pthread_t t; pthread_create (&t, 0, f, 0); pthread_join (t, 0); for (int i = 0; i < N; i++) atomic_store_explicit (&a[i], 1, memory_order_relaxed);",
    "atomic_accesses": "static atomic_int x; static void *f (void *y) { atomic_store_explicit (&x, 1, memory_order_relaxed); return y; }\n"
                       "@pthread_t t; pthread_create (&t, 0, f, 0); pthread_join (t, 0); for (int i = 0; i < N; i++) atomic_store_explicit (&x, i, memory_order_relaxed);",
    "mutexes": "static pthread_mutex_t m[N];\n@for (int i = 0; i < N; i++) { pthread_mutex_lock (&m[i]); pthread_mutex_unlock (&m[i]); }",
    "waiters": "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t c = PTHREAD_COND_INITIALIZER; static int go;\n"
               "static void *f (void *y) { pthread_mutex_lock (&m); while (!go) pthread_cond_wait (&c, &m); pthread_mutex_unlock (&m); return y; }\n"
               "@pthread_t t[N]; for (int i = 0; i < N; i++) pthread_create (&t[i], 0, f, 0); pthread_mutex_lock (&m); go = 1; pthread_cond_broadcast (&c); pthread_mutex_unlock (&m);"
               "for (int i = 0; i < N; i++) pthread_join (t[i], 0);",
    "section_accesses": "void mz_atomic_begin (void); void mz_atomic_end (void); static long a[N]; static void *f (void *y) { mz_atomic_begin (); for (int i = 0; i < N; i++) a[i]++; mz_atomic_end (); return y; }\n"
                        "@pthread_t t; pthread_create (&t, 0, f, 0); f (0); pthread_join (t, 0); for (int i = 0; i < N; i++) assert (a[i] == 2);",
    "step_places": "static long x[N];\n" + THREAD.format("for (int i = 0; i < N; i++) x[i] = 1;"),
    "choices": "int mz_choose (int);\n@mz_choose (N);",
}

Row = tuple[str, tuple[int, ...], str, tuple[str, ...]]


def result(name: str, n: int, options: tuple[str, ...], binary: str) -> str:
    with tempfile.TemporaryDirectory(prefix="limits-") as work:
        path = Path(work) / "p.c"
        path.write_text(HEAD + f"#define N {n}\n" + main_of(PROGRAMS[name]))
        done = run_command([binary, "check", str(path), "--json", "--trace=/dev/null", "--random=0", *options], 300)
    try:
        got = json.loads(done.out)
    except ValueError:
        return f"exit code {done.code}: {done.err[-200:]}"
    if got["verdict"] == "unknown":
        return f"unknown: {got['reason']}"
    return f"{got['verdict']} {got['findings'][0]['message'] if got['findings'] else ''}".strip()


EVENTS = ("--max-events=100000000",)
STORED = ("--por=dpor", "--stateful=on")


def rows() -> list[Row]:
    """Program, sizes, what must come out (a pattern), options."""
    return [
        ("threads", (126, 127), "ok", ()),
        ("threads", (128,), "unknown: .*more than 128 threads", ()),
        ("keys", (127, 128, 129, 1023, 1024), "ok", ()),
        ("keys_too_many", (1024,), "ok", ()),                     # glibc has no more either
        ("deleted_keys", (1023, 1024, 1025, 3000), "ok", ()),
        ("files_of_main", (99, 100), "ok", ()),
        ("files_of_main", (101,), "unknown: .*more than 100 files", ()),
        ("files_of_thread", (69, 70), "ok", ()),
        ("files_of_thread", (71,), "unknown: .*or 70 in another", ()),
        ("pipes", (48,), "ok", ()),
        ("pipes", (49,), "unknown: .*more than 100 files", ()),
        ("pipe_bytes", (65535, 65536), "ok", ()),
        ("pipe_bytes", (65537,), "unknown: .*a pipe is full", ()),
        ("shared_locks", (31, 32), "ok", ()),
        ("shared_locks", (33,), "unknown: .*more than 32 read-write locks", ()),
        ("named_semaphores", (63, 64), "ok", ()),
        ("named_semaphores", (65,), "unknown: .*more than 64 semaphores", ()),
        ("named_queues", (31, 32), "ok", ()),
        ("named_queues", (33,), "unknown: .*more than 32 message queues", ()),
        ("handlers", (255, 256, 257, 1023, 1024), "ok", ()),
        ("handlers", (1025,), "unknown: .*more than 1024 functions", ()),
        ("recursion", (1023, 1024, 1025, 7000), "ok", ()),        # frames that are kept
        ("recursion", (9000,), "violation stack overflow", ()),   # as without us
        ("stack_of_thread", (9, 64, 237, 238), "ok", ()),
        ("stack_of_thread", (239, 240, 256, 600), "unknown: .*a stack of more than 239 MB", ()),
        ("large_block", (60,), "ok", ()),
        ("large_block", (4095, 4097, 100000), "unknown: .*allocating more than [0-9]+ bytes in a thread", ()),
        ("impossible_block", (1, 100, 8192), "ok", ()),
        ("thread_local_bytes", (1023, 1024, 1025, 3000, 16000), "ok", ()),
        ("thread_local_bytes", (16384, 17000), "unknown: .*more than 16777216 bytes of thread-local", ()),
        ("section_accesses", (63, 64, 65, 500), "ok", ()),
        ("step_places", (1023, 1024, 1025, 65537, 300000), "ok", STORED),   # there is room for 1,024 at first
        ("choices", (2, 255, 256, 65536), "ok", ()),
        ("atomic_locations", (524000,), "ok", EVENTS),
        ("atomic_locations", (525000,), "unknown: .*more than 524288 atomic locations", EVENTS),
        ("atomic_accesses", (65535, 65536, 70000), "ok", EVENTS),
        ("mutexes", (65535, 65536, 70000), "ok", EVENTS),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--try", dest="sizes", help="sizes to show the answer of, instead of checking")
    args = parser.parse_args()
    passed = failed = 0
    if args.sizes:
        for name in args.names:
            for n in args.sizes.split(","):
                print(name, n, result(name, int(n), EVENTS, args.mazurka)[:300], flush=True)
        return 0
    for name, sizes, want, options in rows():
        if args.names and name not in args.names:
            continue
        for n in sizes:
            got = result(name, n, options, args.mazurka)
            good = re.match(want + r"\b", got) is not None
            passed += good
            failed += not good
            if not good:
                print(f"{name} {n}: expected {want}, got {got[:300]}", flush=True)
                if "STOP_AT_FAILURE" in os.environ:
                    return 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
