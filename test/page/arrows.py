"""Arrows of findings in models: what orders the steps is told alike by every engine.

    python3 test/page/arrows.py --mazurka build/mazurka

Ends with "N passed, N failed".
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Channels have other names in each process, one is gone when the next of its number comes, and a message is read without being taken.
CHANNELS = """
chan q = [2] of { byte }; byte old;
proctype Last (chan in) { byte x; in?<x>; in??3; in?x; assert (x != 0) }
proctype First (chan out) { chan own = [2] of { byte }; own!3; out!old; out!3 }
init { chan gone = [1] of { byte }; run First (q); run Last (q) }
"""
LOCKS = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static int x, i;
static void *work (void *p)
{
  pthread_rwlock_rdlock (&w);
  pthread_rwlock_unlock (&w);
  pthread_mutex_lock (&m[i]);
  x = 1;
  pthread_mutex_unlock (&m[i]);
  sem_post (&s);
  return p;
}
int main (void)
{
  pthread_t t;
  i = 1;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, work, NULL);
  sem_wait (&s);
  pthread_mutex_lock (&m[i]);
  pthread_join (t, NULL);
  assert (x == 0);
}
"""
MODEL = ["explicit", "bmc"]
# Which arrows there must be, and which not: by the operations at both ends.
ARROWS = [("examples/c/buffer_broken.c", MODEL, {"create→start", "unlock→lock", "signal→woken", "write→read"}, {"wait→signal", "unlock→woken"}),
          ("examples/peterson_broken.pml", MODEL, {"assign→guard", "assign→assign"}, set()),
          ("examples/abp_broken.pml", MODEL, {"send→receive"}, set()),
          ("channels.pml", MODEL, {"run→receive", "run→send", "send→receive"}, set()),
          ("locks.c", MODEL, {"create→start", "sem_post→sem_wait", "unlock→lock", "sem_post→join"}, {"write→lock", "write→read", "sem_wait→sem_post"})]


def problems_of(mazurka: Path, source: str, engine: str, wanted: set[str], unwanted: set[str]) -> list[str]:
    """A finding of a model has arrows for what orders its steps, whichever engine found it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "channels.pml").write_text(CHANNELS)
        Path(folder, "locks.c").write_text(LOCKS)
        path = ROOT / source if "/" in source else Path(folder, source)
        run = subprocess.run([mazurka, "check", path, "--engine=" + engine, "--json", "--time=60", "--svg=r.svg"], cwd=folder, capture_output=True, text=True)
        finding = json.loads(run.stdout)["findings"][0]
        steps, svg = finding["steps"], Path(folder, "r.svg").read_text()
    found = [(steps[s["after"]], s) for s in steps if s["after"] is not None]
    kinds = {a["op"] + "→" + b["op"] for a, b in found}
    problems = [f"no arrow {w} in {sorted(kinds)}" for w in wanted - kinds] + [f"an arrow {u}" for u in unwanted & kinds]
    if svg.count('class="arrow"') != len(found) + sum("partner" in s for s in steps):
        problems.append("the picture has other arrows")
    if re.search("<text[^>]*>(else|goto|.goto)", svg):
        problems.append("the picture shows steps that only lead on")
    for a, b in found:
        if b["op"] == "receive" and a["message"] and a["message"].split("!")[1] != b["message"].split("?")[-1]:
            problems.append(f"{b['message']} comes from {a['message']}")
        if b["op"] == "lock" and a["object"] != b["object"] and a["op"] not in ("create", "wait"):
            problems.append(f"lock of {b['object']} after {a['op']} of {a['object']}")
    if source == "locks.c" and "m[1]" not in {s["object"] for s in steps}:
        problems.append("the lock is not called m[1]")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mazurka", default="build/mazurka")
    mazurka = Path(ROOT, parser.parse_args().mazurka).resolve()
    passed = failed = 0
    for source, engines, wanted, unwanted in ARROWS:
        for engine in engines:
            problems = problems_of(mazurka, source, engine, wanted, unwanted)
            passed += not problems
            failed += bool(problems)
            print("".join(f"failed: {source} --engine={engine}: {p}\n" for p in problems), end="")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
