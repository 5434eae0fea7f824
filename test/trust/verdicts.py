"""A verdict claims what was checked, and nothing else.

Programs and models that violate exactly one property each, under every combination
of the switches that turn checks off or change what is assumed. Whatever is
listed as checked must be found; what is not found must neither be listed nor be
spoken of in the verdict; and what the verdict rests on is what was asked for.

    python3 test/trust/verdicts.py
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from checker import EXIT_CODES, add_binary_option

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int a, b;
static int x, y;
static void *(*volatile nowhere) (void *);
static void *first (void *p) { (void) p; FIRST return NULL; }
int main (void) { pthread_t t; pthread_create (&t, NULL, first, NULL); MAIN pthread_join (t, NULL); LAST return 0; }
"""

# kind of finding: (what T1 does, what main does meanwhile, what main does at the end)
PROGRAMS = {
    "nothing": ("x = 1;", "", ""),
    "assertion": ("a = 1;", "int seen = a;", "assert (seen);"),
    "deadlock": ("pthread_mutex_lock (&m); pthread_mutex_lock (&n); pthread_mutex_unlock (&n); pthread_mutex_unlock (&m);",
                 "pthread_mutex_lock (&n); pthread_mutex_lock (&m); pthread_mutex_unlock (&m); pthread_mutex_unlock (&n);", ""),
    "livelock": ("while (!a) ;", "while (!b) ;", ""),
    "data-race": ("x = 1;", "x = 2;", ""),
    "crash": ("a = 1;", "if (a) nowhere (NULL);", ""),
    "memory": ("a = 1;", "int *p = malloc (4); if (a) { free (p); *p = 1; } else free (p);", ""),
    "api-misuse": ("a = 1;", "if (a) pthread_mutex_unlock (&m);", ""),
    "exit-status": ("a = 1;", "int seen = a;", "exit (seen);"),
    "weak-memory": ("atomic_store_explicit (&a, 1, memory_order_relaxed); y = atomic_load_explicit (&b, memory_order_relaxed);",
                    "atomic_store_explicit (&b, 1, memory_order_relaxed); x = atomic_load_explicit (&a, memory_order_relaxed);", ""),
    "spurious": ("pthread_mutex_lock (&m); x = 1; pthread_cond_signal (&c); pthread_mutex_unlock (&m);",
                 "pthread_mutex_lock (&m); if (!x) { pthread_cond_wait (&c, &m); assert (x); } pthread_mutex_unlock (&m);", ""),
}
PROGRAM_SWITCHES = (("--ends=off",), ("--allow-races",), ("--exit-status=any",), ("--memory-model=sc",), ("--spurious",))
# what each switch turns off
PROGRAM_OFF = {"--ends=off": {"deadlock", "livelock"}, "--allow-races": {"data-race", "weak-memory"}, "--exit-status=any": {"exit-status"},
               "--memory-model=sc": {"weak-memory"}}
ALWAYS = {"assertion", "memory", "crash", "api-misuse"}
PROGRAM_KINDS = ALWAYS | {"deadlock", "livelock", "data-race", "exit-status", "weak-memory"}

# What the checker cannot follow. Each is on line 30 of a program.
UNSUPPORTED = {
    "fork": "fork ();",
    "vfork": "vfork ();",
    "system": "system (\"true\");",
    "popen": "popen (\"true\", \"r\");",
    "execv": "execv (\"/bin/true\", NULL);",
    "dlopen": "dlopen (\"libz.so.1\", RTLD_NOW);",
    "timer_create": "timer_t timer; timer_create (CLOCK_REALTIME, NULL, &timer);",
    "a robust mutex": "pthread_mutexattr_t k; pthread_mutexattr_init (&k); pthread_mutexattr_setrobust (&k, PTHREAD_MUTEX_ROBUST);",
    "asynchronous cancellation": "pthread_setcanceltype (PTHREAD_CANCEL_ASYNCHRONOUS, NULL);",
    "a system call": "syscall (SYS_getcpu, NULL, NULL, NULL);",
    "a shared mapping": "int fd = open (\"made\", O_RDWR | O_CREAT, 0600); write (fd, \"x\", 1); mmap (NULL, 1, PROT_WRITE, MAP_SHARED, fd, 0);",
    "a lock of a file": "struct flock l = {.l_type = F_WRLCK}; fcntl (open (\"made\", O_RDWR | O_CREAT, 0600), F_SETLK, &l);",
    "flock": "flock (open (\"made\", O_RDWR | O_CREAT, 0600), LOCK_EX);",
    "a socket pair of datagrams": "int fd[2]; socketpair (AF_UNIX, SOCK_DGRAM, 0, fd);",
    "renaming a directory": "mkdir (\"d\", 0700); rename (\"d\", \"e\");",
    "freopen": "freopen (\"made\", \"w\", stdout);",
    "a process elsewhere": "kill (1, SIGTERM);",
    "sigqueue": "sigqueue (getpid (), SIGUSR1, (union sigval) {0});",
    "a device": "open (\"/dev/ptmx\", O_RDWR);",
    "much memory": "for (int i = 0; i < 100; i++) malloc (100 << 20);",
    "many descriptors": "for (int i = 0; i < 100000; i++) open (\"/dev/null\", O_RDWR);",
    "a loop": "for (volatile int i = 0;; i = !i) ;",
}
UNSUPPORTED_HEAD = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#line 28
static void *first (void *p) {
  if (!p)
    { STATEMENT }
  return p;
}
int main (void) { pthread_t t; pthread_create (&t, NULL, first, NULL); pthread_join (t, NULL); return 0; }
"""

MODELS = {
    "nothing": "byte x; active proctype P () { x = 1 }",
    "assertion": "byte x; active proctype P () { x = 1; assert (x == 2) }",
    "memory": "byte x[2], i = 2; active proctype P () { x[i] = 1 }",
    "crash": "byte x, i; active proctype P () { x = 3 / i }",
    "api-misuse": "byte x; chan q, r = [1] of {byte}; active proctype P () { x = 1; q!1 }",
    "invalid-end": "byte x; active proctype P () { x = 1; x == 2 }",
    "left over": "byte x; chan q = [2] of {byte}; active proctype P () { q!1; x = 1 }",
    "invariant": "byte x; active proctype P () { x = 3; x = 1 }",
    "ltl": "byte x; active proctype P () { x = 1 } ltl p { <>(x == 2) }",
    "fair": "byte x; active proctype P () { x = 1 } active proctype Q () { end2: do :: skip od } ltl p { <>(x == 1) }",
    "livelock": "byte x; active proctype P () { do :: x = 1; progress: x = 0 :: x == 0 -> x = 0 od }",
    "full": "byte x; chan q = [1] of {byte}; active proctype P () { q!1; q!2; x = 1; assert (false) } active proctype Q () { end: x == 9 -> q?x }",
}
MODEL_SWITCHES = (("--ends=off", "--ends=empty"), ("--invariant=x < 3",), ("--lossy",), ("--fair=weak", "--fair=strong"), ("--claim=safety", "--claim=p"),
                  ("--search=bfs", "--por=none", "--por=optimal", "--por=static", "--simplify=off"))

# in text: what nothing may be said of, if it was not checked
WORDS = {"deadlock": "deadlock", "livelock": "livelock", "data-race": "data race", "exit-status": "exit status", "weak-memory": "model C11",
         "invalid-end": "invalid end", "left over": "left over", "invariant": "invariant", "crash": "run-time error", "assertion": "assertions",
         "ltl": "ltl p"}


def combinations(switches: tuple[tuple[str, ...], ...]) -> list[list[str]]:
    return [[s for s in chosen if s] for chosen in itertools.product(*[("", *group) for group in switches])]


class Verdicts:
    def __init__(self, mazurka: str, folder: Path) -> None:
        self.mazurka, self.folder = mazurka, folder
        self.passed = self.failed = 0
        self.good = True                                # of the run that is looked at

    def check(self, good: bool, what: str, text: str) -> None:
        self.good = self.good and good
        if not good:
            print(f"failed: {what}\n{text}")

    def count(self) -> None:
        """A run with all that is asked of it is one test."""
        self.passed += self.good
        self.failed += not self.good
        self.good = True

    def run(self, file: str, options: list[str]) -> tuple[dict, str]:
        """The result, and what people read; {}: the options do not go together."""
        done = subprocess.run([self.mazurka, "check", file, "--json", *options], cwd=self.folder, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        result = json.loads(done.stdout) if done.stdout else {}
        assert done.returncode == EXIT_CODES.get(result.get("verdict", ""), 2), done
        return result, done.stderr

    def judge(self, name: str, kind: str, options: list[str], checked: set[str], r: dict, text: str) -> None:
        """A subject whose only violation is of the kind, or which has none (kind '')."""
        what = f"{name} {' '.join(options)}: checked {r['checked']}, verdict {r['verdict']}"
        found = {f["kind"] for f in r["findings"]}
        verdict = "ok" if kind not in checked else "unknown" if kind == "weak-memory" else "violation"
        self.check(set(r["checked"]) == checked - {"left over"}, f"{what}, but these were: {sorted(checked)}", text)
        self.check(r["verdict"] == verdict and found == ({kind} & checked), f"{what}, found {found}, not {verdict}", text)
        lines = [line for line in text.splitlines() if line.startswith("checked: ")]
        self.check(len(lines) == (verdict != "violation"), f"{what}: not one line says what was checked", text)
        if verdict == "violation":                      # speaks for itself
            return
        line = "\n".join([*lines, *(line for line in text.splitlines() if line.startswith("assumed: "))])
        for other, words in WORDS.items():
            self.check((words in line) == (other in checked) or other not in self.spoken, f"{what}: '{words}' in what it says", line)
        for assumption in r["assumptions"]:
            self.check(assumption.replace(": ", " ", 1) in line, f"{what}: '{assumption}' is not said", line)

    # ---- C programs ----

    def programs(self) -> None:
        self.spoken = {"deadlock", "livelock", "data-race", "exit-status", "weak-memory", "assertion"}
        for kind, (first, main, last) in PROGRAMS.items():
            path = self.folder / "subject.c"
            path.write_text(HEAD.replace("FIRST", first).replace("MAIN", main).replace("LAST", last))
            subprocess.run([self.mazurka, "cc", "-O0", "-g", "-w", str(path), "-o", str(path.with_suffix(""))], check=True)
            for options in combinations(PROGRAM_SWITCHES):
                checked = PROGRAM_KINDS - set().union(*[PROGRAM_OFF.get(o, set()) for o in options])
                r, text = self.run("./subject", options + ["--", "3", "two words"])
                wanted = "" if kind == "nothing" or (kind == "spurious" and "--spurious" not in options) else "assertion" if kind == "spurious" else kind
                self.judge(kind, wanted, options, checked, r, text)
                assumed = r["assumptions"]
                sc = "--memory-model=sc" in options or "--allow-races" in options
                self.check(f"memory model: {'sequential consistency' if sc else 'C11 without load buffering'}" in assumed, f"{kind} {options}: {assumed}", text)
                self.check(("spurious wakeups and failures: none" in assumed) == ("--spurious" not in options), f"{kind} {options}: {assumed}", text)
                self.check("arguments: 3 'two words'" in assumed and "time and random numbers: fixed" in assumed
                           and "standard input: empty" in assumed and "pointers that leave a global or local: reach no other object" in assumed
                           and "accesses without instrumentation" not in assumed, f"{kind} {options}: {assumed}", text)
                self.count()

    def unsupported(self) -> None:
        """Unknown with a place, never a violation."""
        path = self.folder / "subject.c"
        for name, statement in UNSUPPORTED.items():
            path.write_text(UNSUPPORTED_HEAD.replace("STATEMENT", statement))
            r, text = self.run("subject.c", ["--cflags=-w"])
            self.check(r["verdict"] == "unknown" and not r["findings"] and r["reason"].startswith("subject.c:30: "),
                       f"{name}: {r['verdict']}, {r['reason']}", text)
            self.count()

    # ---- models ----

    def expected(self, name: str, options: list[str]) -> tuple[str, set[str]]:
        """The kind of finding of the model with these options ('': none), and what is checked."""
        text, claim = MODELS[name], next((o for o in options if o.startswith("--claim")), "")
        checked = set()
        if claim != "--claim=p":
            checked |= ALWAYS | ({"invalid-end"} - ({"invalid-end"} if "--ends=off" in options else set()))
            checked |= {"invariant"} if "--invariant=x < 3" in options else set()
            checked |= {"left over"} if "--ends=empty" in options else set()
        if "ltl" in text and claim != "--claim=safety":
            checked |= {"ltl"}
        if "progress" in text and not claim:
            checked |= {"livelock"}
        kind = "" if name == "nothing" else name
        if name == "left over":
            kind = "invalid-end" if "--ends=empty" in options and "invalid-end" in checked else ""
        if name == "fair":
            kind = "" if any(o.startswith("--fair") for o in options) else "ltl"
        if name == "full":                             # it goes on where messages are lost, else it is stuck
            kind = "assertion" if "--lossy" in options else "invalid-end"
        return kind, checked

    def models(self) -> None:
        self.spoken = {"invalid-end", "left over", "invariant", "crash", "assertion", "ltl"}
        for name, text in MODELS.items():
            (self.folder / "subject.pml").write_text(text)
            met = 0
            for options in combinations(MODEL_SWITCHES):
                if "--claim=p" in options and "ltl" not in text:
                    continue
                r, said = self.run("subject.pml", options)
                if not r or "errors" in r or "comes back to a state" in r["reason"]:
                    continue                            # refused, with exit code 2; or executions do not end
                met += 1
                kind, checked = self.expected(name, options)
                said = said.replace("every temporal property holds", "ltl p")
                self.judge(name, kind, options, checked, r, said)
                assumed = r["assumptions"]
                self.check(("full channels: lose messages" in assumed) == ("--lossy" in options), f"{name} {options}: {assumed}", said)
                fair = next((o[7:] for o in options if o.startswith("--fair")), "")
                self.check((f"fairness: {fair}" in assumed) == (bool(fair) and bool(checked & {"ltl", "livelock"})), f"{name} {options}: {assumed}", said)
                self.count()
            self.check(met > 60, f"{name}: only {met} combinations were not refused", "")
            self.count()


    def models_of_c(self) -> None:
        """What such a model leaves out is among what is assumed, and said."""
        (self.folder / "subject.c").write_text("int main (void) { return 0; }\n")
        for options in ([], ["--memory-model=sc"]):
            r, text = self.run("subject.c", ["--engine=explicit", *options])
            model = "sequential consistency" if options else "C11 without load buffering"
            for said in (f"memory model: {model}", "spurious wakeups and failures: none", "memory that was never written: zero", "uses of locals after their block: none",
                         "pointers into arrays inside of objects: stay in their array", "signed arithmetic that overflows: wraps", "livelocks: not looked for", "objects in memory: apart"):
                self.check(r["verdict"] == "ok" and said in r["assumptions"] and said.replace(": ", " ", 1) in text, f"{said}: {r['assumptions']}", text)
                self.count()

    def given(self) -> None:
        """What the user vouches for, and which open values were tried, a verdict says."""
        (self.folder / "subject.c").write_text("int main (void) { return 0; }\n")
        for option, said in (("--trust=libz", "trusted: libz"), ("--nondet=3,5", "open values: 3,5")):
            r, text = self.run("subject.c", [option])
            self.check(r["verdict"] == "ok" and said in r["assumptions"] and said.replace(": ", " ", 1) in text, f"{said}: {r['assumptions']}", text)
            self.count()

    # ---- how much it takes ----

    def long_model(self, findings: int) -> str:
        failing = "".join(f" :: true -> assert (x == {i})" for i in range(findings))
        (self.folder / "long.pml").write_text(f"int x; active proctype P () {{ do :: x < 2000 -> x++ :: x == 2000 -> break od; if {failing} fi }}")
        return "long.pml"

    def long_program(self, findings: int) -> str:
        failing = "".join(f"case {i}: assert (a == {i}); break; " for i in range(findings))
        (self.folder / "long.c").write_text("#include <assert.h>\n#include <stdatomic.h>\n#include <mazurka/mazurka.h>\nstatic atomic_int a;\n"
                                            f"int main (void) {{ for (int i = 0; i < 2000; i++) a++; switch (mz_choose ({findings})) {{ {failing} }} return 0; }}")
        return "long.c"

    def peak(self, file: str, findings: int) -> int:
        """Bytes, of a run that writes them all."""
        process = subprocess.Popen([self.mazurka, "check", file, "--all", "--full", "--json=r.json"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        status, usage = os.wait4(process.pid, 0)[1:]
        process.returncode = os.waitstatus_to_exitcode(status)
        r = json.loads((self.folder / "r.json").read_text())
        places = {(f["line"], f["message"]) for f in r["findings"]}
        self.check(process.returncode == 1 and len(places) == findings and all(len(f["steps"]) >= 2000 for f in r["findings"]),
                   f"{file}: {len(places)} findings, not {findings}", "")
        self.check(all(f["message"].split(": ")[1] in f["steps"][-1]["text"] for f in r["findings"] if file == "long.pml"),
                   f"{file}: steps of other findings", "")
        return usage.ru_maxrss * 1024

    def memory(self) -> None:
        """Long traces are written one at a time."""
        for make in (self.long_model, self.long_program):
            few, many = [self.peak(make(n), n) for n in (2, 60)]
            self.check(many < few + (40 << 20), f"{make.__name__}: {few} bytes for 2 findings, {many} for 60", "")
            self.count()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        verdicts = Verdicts(args.mazurka, Path(folder))
        verdicts.programs()
        verdicts.unsupported()
        verdicts.memory()
        verdicts.models()
        verdicts.models_of_c()
        verdicts.given()
    print(f"{verdicts.passed} passed, {verdicts.failed} failed")
    return bool(verdicts.failed)


if __name__ == "__main__":
    sys.exit(main())
