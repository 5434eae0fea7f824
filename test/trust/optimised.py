"""What a compiler makes of an access changes no verdict: random pairs of threads, with -O0 and optimised, by gcc and clang.

    python3 test/trust/optimised.py [--count N] [--seed N] [--levels O1,O2,O3,Os] [--keep DIR]

One thread runs random statements: stores that the next one overwrites, loads whose values are not used, loops that
become memset or vectors, branches that are not taken, copies of structures, calls of functions declared pure, blocks
that are allocated and freed, all of it mixed with locks and atomics. The other touches one place. Whether they race must
not depend on the compiler or on its level. All pairs are in one program; its argument chooses.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from checker import add_binary_option

HEAD = r"""
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct pair { int left, right; };
struct wide { long word[5]; char tail[3]; };
static int g0, g1, g2, zero, one = 1, *to_g0 = &g0;
static int array[8], source[8];
static char text[16];
static double real;
static struct pair pair, other_pair;
static struct wide wide, other_wide;
static atomic_int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static inline int inlined (void) { return g1; }
static inline void sets (int *p, int v) { *p = 0; *p = v; }
__attribute__ ((noinline)) static int called (int v) { return g1 + v; }
__attribute__ ((noinline)) static void stores (int v) { g1 = v; g1 = v + 1; }
__attribute__ ((noinline)) static int reads_twice (const int *p) { return *p + *p; }
__attribute__ ((noinline, pure)) static int declared_pure (const int *p) { return *p + g2; }
__attribute__ ((noinline)) static int by_value (struct pair p) { return p.left; }
"""

PLACES = ["g0", "g1", "g2", "array[0]", "array[3]", "array[7]", "source[2]", "text[1]", "text[14]", "real", "pair.left", "pair.right",
          "other_pair.right", "wide.word[0]", "wide.word[4]", "wide.tail[2]", "other_wide.word[3]"]
# How a body may touch what has the name.
USED = {"g0": "(g0|to_g0|sets)", "g1": "(g1|inlined|called|stores)", "g2": "(g2|declared_pure)", "array": "array", "source": "source", "text": "text",
        "real": "real", "pair": "pair", "other_pair": "other_pair", "wide": "wide", "other_wide": "other_wide"}
SIMPLE = ["g0", "g1", "g2", "array[3]", "pair.left", "pair.right", "real", "wide.word[4]", "text[14]", "*to_g0"]


def load(r: random.Random) -> str:
    """An expression over shared memory."""
    a, b = r.choice(SIMPLE), r.choice(SIMPLE)
    return r.choice([a, f"({a} + {b})", f"(one ? {a} : {b})", f"(zero ? {a} : 1)", f"({a} > 3)", "inlined ()", "called (1)", "reads_twice (&g2)",
                     "by_value (pair)", f"(int) {b} * 2", f"(zero && {a})", f"(one || {a})", f"array[({a} != 0) & 7]"])


def statement(r: random.Random, depth: int) -> str:
    a, b, v = r.choice(SIMPLE), r.choice(SIMPLE), r.randrange(1, 9)
    inner = block(r, depth + 1) if depth < 2 else f"{a} = {v};"
    return r.choice([
        f"{a} = {v};", f"{a} = {v}; {a} = {v + 1};", f"{a} = {v}; {b} = {v}; {a} = {v + 1};", f"local = {load(r)};", f"local += {load(r)};",
        f"{a} = {load(r)};", f"if ({load(r)}) local++;", f"if (zero) {{ {inner} }}", f"if (one) {{ {inner} }} else {a} = {v};",
        f"if (local > 100) {a} = {v};", f"if (zero) {a} = 1; else {a} = 2;", f"for (int i = 0; i < 8; i++) array[i] = {r.choice(['0', 'v', 'source[i]', 'i'])};",
        "for (int i = 0; i < 8; i++) local += array[i];", "for (int i = 0; i < 16; i++) text[i] = 0;", "for (int i = 0; i < zero; i++) array[i] = 1;",
        f"for (int i = 0; i < 3; i++) {a} = i;", f"for (int i = 0; i < 3; i++) local += {b};", f"for (int i = 0; i < 3; i++) if (i > 5) {a} = 1;",
        "pair = other_pair;", "other_pair = pair;", "{ struct pair p = pair; local += p.left; }", "pair = (struct pair) {1, 2};",
        "wide = other_wide;", "{ struct wide w = wide; local += (int) w.word[0]; }", "wide = (struct wide) {{0}};", "other_wide.word[3] = 1; other_wide = wide;",
        "memset (array, 0, sizeof array);", "memcpy (array, source, sizeof array);", "memset (text, 0, 4); memset (text, 1, 16);",
        "{ int *p = malloc (4); *p = g0; free (p); }", "{ int *p = malloc (8); p[0] = 1; g1 = p[0]; free (p); }", "{ void *p = malloc (4); free (p); }",
        "stores (3);", f"sets (&g0, {v});", "sets (&pair.right, 1);", "local = declared_pure (&g0);",
        "text[0] = 1; text[1] = 2; text[2] = 3; text[3] = 4;", "array[0] = array[1] = array[2] = array[3] = 1;", "pair.left = 1; pair.right = 2;",
        f"{a}++;", f"{a} = {b}; {b} = 1;", f"{{ int *p = one ? &g0 : &g1; *p = {v}; }}", f"switch (one) {{ case 0: {a} = 1; break; case 1: {b} = 1; break; }}",
        "real = g0; real = 2;", "goto end;" if depth == 0 and r.random() < 0.2 else f"local = {b}; local = 1;",
        f"pthread_mutex_lock (&mutex); {inner} pthread_mutex_unlock (&mutex);", f"{a} = {v}; pthread_mutex_lock (&mutex); {a} = {v}; pthread_mutex_unlock (&mutex);",
        f"pthread_mutex_lock (&mutex); {a} = {v}; pthread_mutex_unlock (&mutex); local = {a};", f"{a} = {v}; atomic_store (&flag, 1); {a} = {v + 1};",
        f"local = {a}; if (atomic_load (&flag)) local += {a};", f"atomic_fetch_add_explicit (&flag, 1, memory_order_relaxed); local = {b};",
        f"atomic_store_explicit (&flag, 1, memory_order_release); local = {a};", f"local = {a}; atomic_thread_fence (memory_order_seq_cst); local = {a};"])


def block(r: random.Random, depth: int) -> str:
    return " ".join(statement(r, depth) for _ in range(r.randrange(1, 3 if depth else 5)))


def nested(text: str) -> bool:
    """A mutex is taken once at a time."""
    held = 0
    for word in text.replace("(", " ").replace(";", " ").split():
        held += {"pthread_mutex_lock": 1, "pthread_mutex_unlock": -1}.get(word, 0)
        if held > 1:
            return True
    return False


def pair_of(r: random.Random, number: int) -> str:
    body = block(r, 0)
    while nested(body):
        body = block(r, 0)
    place = r.choice([p for p in PLACES if re.search(r"\b" + USED[re.match(r"\w+", p)[0]], body)] or PLACES)
    touch = r.choice([f"{place} = 5;", f"*(volatile __typeof__ ({place}) *) &{place};"])
    if r.random() < 0.4:
        touch = f"pthread_mutex_lock (&mutex); {touch} pthread_mutex_unlock (&mutex);"
    elif r.random() < 0.3:
        touch = f"if (atomic_load (&flag)) {{ {touch} }}"
    return (f"static void *one_{number} (void *x)\n{{\n  int local = 0, v = zero;\n  {body}\nend: __attribute__ ((unused));\n  return (void) local, (void) v, x;\n}}\n"
            f"static void *two_{number} (void *x)\n{{\n  {touch}\n  return x;\n}}\n")


def program(r: random.Random, count: int) -> str:
    rows = ", ".join(f"{{one_{i}, two_{i}}}" for i in range(count))
    return (HEAD + "".join(pair_of(r, i) for i in range(count)) + f"static void *(*const pairs[][2]) (void *) = {{{rows}}};\n"
            "int main (int argc, char **argv)\n{\n  pthread_t a, b;\n  int n = atoi (argv[argc - 1]);\n  pthread_create (&a, NULL, pairs[n][0], NULL);\n"
            "  pthread_create (&b, NULL, pairs[n][1], NULL);\n  pthread_join (a, NULL);\n  pthread_join (b, NULL);\n  return 0;\n}\n")


def verdicts(mazurka: str, work: Path, compiler: str, level: str, count: int) -> list[str]:
    subprocess.run([mazurka, "cc", f"-{level}", "-w", "pairs.c", "-o", "pairs", "-pthread"], cwd=work, check=True, env=dict(os.environ, MAZURKA_CC=compiler))
    found = []
    for i in range(count):
        done = subprocess.run([mazurka, "check", "./pairs", "--json", "--random=0", "--trace=t", "--", str(i)], cwd=work, capture_output=True, text=True)
        result = json.loads(done.stdout)
        found.append(",".join(sorted({f["kind"] for f in result["findings"]})) or result["verdict"])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", default="O1,O2,O3,Os")
    parser.add_argument("--keep", help="a directory for the program")
    args = parser.parse_args()
    mazurka = str(Path(args.mazurka).resolve())
    failed = 0
    with tempfile.TemporaryDirectory(prefix="optimised-") as folder:
        work = Path(args.keep or folder)
        work.mkdir(exist_ok=True)
        (work / "pairs.c").write_text(program(random.Random(args.seed), args.count))
        expected = verdicts(mazurka, work, "gcc", "O0", args.count)
        runs = [("clang", "O0")] + [(compiler, level) for compiler in ("gcc", "clang") for level in args.levels.split(",")]
        for compiler, level in runs:
            for i, (found, right) in enumerate(zip(verdicts(mazurka, work, compiler, level, args.count), expected)):
                if found != right:
                    failed += 1
                    print(f"pair {i} of seed {args.seed}: {compiler} -{level}: {found}, gcc -O0: {right}")
    races = sum(x == "data-race" for x in expected)
    if not args.count // 5 < races < args.count * 4 // 5:
        print(f"{races} of {args.count} race: the mixture says nothing")
        failed += 1
    print(f"{args.count * len(runs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
