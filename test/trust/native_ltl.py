#!/usr/bin/env python3
"""Random C programs and the same programs in Promela: temporal properties hold of both or of neither.

    native_ltl.py MAZURKA [--count N] [--seed S]

Threads go through a few statements once or for ever: stores to atomic variables, waiting loops and
awaits (conditions under a mutex are too coarse for that), a mutex, marks. main starts them and joins.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

VARS = ("x", "y", "z")
FORMULAS = ("<> (%s == %d)", "[] (%s != %d)", "[] <> (%s == %d)", "<> [] (%s == %d)", "[] (%s == %d -> <> (%s == %d))",
            "(%s == %d) U (%s == %d)", "[] <> (%s == %d) -> [] <> (%s == %d)", "<> p", "[] (p -> <> !p)", "[] <> p", "[] (p -> <> (%s == %d))")


def statement(r, held):
    """C text, Promela text, and whether the mutex is held afterwards."""
    kind = r.choice(("store", "store", "spin", "lock", "mark", "add"))
    v, n = r.choice(VARS), r.randrange(3)
    if kind == "store":
        return "%s = %d;" % (v, n), "%s = %d" % (v, n), held
    if kind == "add":
        return "atomic_fetch_xor (&%s, %d);" % (v, n), "%s = %s ^ %d" % (v, v, n), held
    if kind == "spin":
        return "while (%s != %d);" % (v, n), "do :: %s != %d :: %s == %d -> break od" % (v, n, v, n), held
    if kind == "mark":
        return 'mz_prop ("p", %d);' % (n % 2), "p = %d" % (n % 2), held
    if held:
        return "pthread_mutex_unlock (&m);", "m = 0", False
    return "pthread_mutex_lock (&m);", "atomic { m == 0 -> m = 1 }", True


def body(r):
    c, p, held = [], [], False
    for _ in range(r.randrange(1, 4)):
        a, b, held = statement(r, held)
        c.append(a)
        p.append(b)
    if held:
        c.append("pthread_mutex_unlock (&m);")
        p.append("m = 0")
    if r.random() < 0.5:
        return "for (;;) { %s }" % " ".join(c), "do :: %s od" % "; ".join(p)
    return " ".join(c), "; ".join(p)


def program(r):
    bodies = [body(r) for _ in range(r.choice((1, 2, 2, 3)))]
    c = "#include <mazurka/mazurka.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int %s;\n" % ", ".join(VARS)
    c += "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    p = "int %s; bit m, p;\n" % ", ".join(VARS)
    for i, (a, b) in enumerate(bodies):
        c += "static void *f%d (void *unused) { %s return unused; }\n" % (i, a)
        p += "active proctype f%d () { %s }\n" % (i, b)
    c += "int main (void) { pthread_t t[%d]; %s %s mz_prop (\"q\", 1); (void) m; }\n" % (
        len(bodies), " ".join("pthread_create (&t[%d], 0, f%d, 0);" % (i, i) for i in range(len(bodies))),
        " ".join("pthread_join (t[%d], 0);" % i for i in range(len(bodies))))
    return c, p


def formula(r, c):
    f = r.choice([f for f in FORMULAS if "p" not in f.split("==")[0] or '"p"' in c])
    return f % tuple(w for _ in range(f.count("%s")) for w in (r.choice(VARS), r.randrange(3)))


def verdict(mazurka, file, text, fair):
    p = subprocess.run([mazurka, "check", file, "--ltl=" + text, "--fair=" + fair, "--ends=off", "--quiet", "--json=r.json",
                        "--trace=t.trace"], capture_output=True, text=True, timeout=300)
    if p.returncode not in (0, 1, 3):
        return p.stderr
    with open("r.json") as f:
        mine = [q for q in json.load(f)["properties"] if q["kind"] == "ltl"][0]
    return mine["verdict"] + (": " + mine["reason"] if mine["verdict"] == "unknown" else "")


def main():
    a = argparse.ArgumentParser()
    a.add_argument("mazurka")
    a.add_argument("--count", type=int, default=20)
    a.add_argument("--seed", type=int, default=1)
    o = a.parse_args()
    mazurka, differ, same = os.path.abspath(o.mazurka), 0, {}
    with tempfile.TemporaryDirectory() as where:
        os.chdir(where)
        for n in range(o.count):
            r = random.Random("%d.%d" % (o.seed, n))
            c, p = program(r)
            for name, text in (("a.c", c), ("a.pml", p)):
                with open(name, "w") as f:
                    f.write(text)
            subprocess.run([mazurka, "cc", "-g", "-O0", "a.c", "-o", "a"], check=True)
            for text in {formula(r, c) for _ in range(3)}:
                for fair in ("none", "weak", "strong"):
                    got = verdict(mazurka, "a", text, fair), verdict(mazurka, "a.pml", text, fair)
                    if got[0] == got[1]:
                        same[got[0]] = same.get(got[0], 0) + 1
                        continue
                    differ += 1
                    print("failed: seed %d.%d, %s, --fair=%s: C program %s, model %s\n%s%s" % (o.seed, n, text, fair, got[0], got[1], c, p))
    print("verdicts: %s" % same)
    print("%d passed, %d failed" % (sum(same.values()), differ))
    return differ != 0


sys.exit(main())
