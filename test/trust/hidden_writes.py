"""Loops that wait for a flag and count meanwhile where no instrumentation sees it:
in libc, in a library, in assembly. After three turns an assertion fails, so that
an answer ok would be wrong; a loop that is taken for one that only waits never
comes so far.

    python3 test/trust/hidden_writes.py
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from checker import add_binary_option

# what the loop does each turn, and what is true after some turns
LOOPS = {
    "snprintf": ("snprintf (b, 64, \"%d\", atoi (b) + 1);", "atoi (b) >= 3"),
    "sprintf": ("sprintf (b, \"%d\", (int) strtol (b, NULL, 10) + 1);", "b[0] >= '3'"),
    "vsnprintf": ("list (b, \"%d\", atoi (b) + 1);", "atoi (b) >= 3"),
    "printf %n": ("printf (\"%*d%n\", n + 1, 1, &n);", "n >= 3"),
    "sscanf": ("b[8]++, sscanf (b + 8, \"%c\", c);", "c[0] >= 3"),
    "rand_r": ("rand_r (&u);", "u != 1 && ++turn >= 3"),
    "strtok": ("strtok (turn++ ? NULL : b, \",\");", "turn >= 3"),
    "strtok alone": ("if (!strtok (NULL, \",\")) bad = 1;", "bad"),
    "strsep": ("strsep (&s, \",\");", "!s"),
    "strtol's end": ("strtol (p, &p, 10);", "!*p"),
    "strtod's end": ("strtod (p, &p);", "!*p"),
    "qsort": ("qsort (b, 4, 1, down);", "b[0] >= '3' && ++turn >= 3"),
    "setenv": ("snprintf (c, 8, \"%d\", atoi (getenv (\"N\") ? getenv (\"N\") : \"0\") + 1); setenv (\"N\", c, 1);", "atoi (getenv (\"N\")) >= 3"),
    "putenv": ("c[2]++, putenv (c);", "getenv (\"N\") && getenv (\"N\")[0] >= 3"),
    "strftime": ("t.tm_year++; strftime (b, 64, \"%Y\", &t);", "atoi (b) >= 1903"),
    "gmtime_r": ("tt += 1; gmtime_r (&tt, &t);", "t.tm_sec >= 3"),
    "mktime": ("t.tm_sec++; mktime (&t);", "t.tm_sec >= 3"),
    "wcscpy": ("wcscat (w, L\"x\");", "wcslen (w) >= 3"),
    "wmemset": ("wmemset (w, w[0] + 1, 3);", "w[2] >= 3"),
    "random_r": ("random_r (&rd, &n); turn++;", "turn >= 3"),
    "erand48": ("erand48 (seed); turn += seed[0] != 0;", "turn >= 3"),
    "sigaddset": ("sigaddset (&ss, ++n);", "sigismember (&ss, 3)"),
    "memccpy": ("b[8]++; memccpy (c, b + 8, 0, 4);", "c[0] >= 3"),
    "swab": ("b[9]++; swab (b + 8, c, 2);", "c[0] >= 3"),
    "asprintf": ("asprintf (&p, \"%d\", atoi (p) + 1);", "atoi (p) >= 4"),
    "frexp": ("x *= 2; frexp (x, &n);", "n >= 4"),
    "modf": ("modf (x2 + 1.5, &x2);", "x2 >= 3"),
    "lsearch": ("c[0]++; lsearch (c, b, &size, 1, down);", "size >= 5"),
    "insque": ("e[n][0] = 0; insque (e[n + 1], e[n]); n++;", "n >= 3"),
    "an object without instrumentation": ("outside_count ();", "outside_value () >= 3"),
    "its own memory": ("outside_add (&n);", "n >= 3"),
    "assembly": ("__asm__ volatile (\"incl %0\" : \"+m\" (n));", "n >= 3"),
    "locale": ("setlocale (LC_ALL, turn++ ? \"C\" : \"POSIX\");", "turn >= 3"),
    "hcreate": ("hdestroy (); hcreate (4); turn++;", "turn >= 3"),
}

OUTSIDE = "static int n;\nvoid outside_count (void) { n++; }\nint outside_value (void) { return n; }\nvoid outside_add (int *p) { ++*p; }\n"

PROGRAM = r"""
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
void outside_count (void);
int outside_value (void);
void outside_add (int *);
static atomic_int flag;
static char b[64] = "0,1,2,3", c[64] = "N=", *p = "1 2 3", *s = b;
static wchar_t w[64];
static int n, bad;
static unsigned u = 1;
static double x = 1, x2;
static size_t size = 2;
static unsigned short seed[7];
static struct random_data rd;
static char rs[32];
static sigset_t ss;
static struct tm t = {.tm_mday = 1};
static time_t tt;
static void *e[8][2];
static int down (const void *a, const void *o) { return *(const char *) o - *(const char *) a; }
static void list (char *to, const char *format, ...) { va_list a; va_start (a, format); vsnprintf (to, 64, format, a); va_end (a); }
static void *
wait (void *unused)
{
  static int turn;
  (void) turn, (void) list, (void) down;
  while (!atomic_load (&flag)) {
    %s
    assert (!(%s));
  }
  return unused;
}
int
main (void)
{
  pthread_t a;
  initstate_r (1, rs, sizeof rs, &rd);
  outside_value ();
  %s
  pthread_create (&a, NULL, wait, NULL);
  atomic_store (&flag, 1);
  pthread_join (a, NULL);
  return 0;
}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    args = parser.parse_args()
    args.mazurka = str(Path(args.mazurka).resolve())
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="hidden-") as work:
        (Path(work) / "outside.c").write_text(OUTSIDE)
        subprocess.run(["cc", "-c", "-O1", "outside.c"], cwd=work, check=True)
        for name, (turn, after) in LOOPS.items():
            text = PROGRAM.replace("%s", turn, 1).replace("%s", after, 1).replace("%s", "strtok (b, \",\");" if name == "strtok alone" else "", 1)
            (Path(work) / "loop.c").write_text(text)
            done = subprocess.run([args.mazurka, "check", "loop.c", "--cflags=-w outside.o", "--max-events=200", "--time=20", "--json",
                                   "--trust=outside.o,loop.c"], cwd=work, capture_output=True, text=True)
            try:
                result = json.loads(done.stdout)
            except json.JSONDecodeError:
                result = {"verdict": done.stderr, "findings": []}
            kinds = [f["kind"] for f in result["findings"]]
            good = result["verdict"] in ("violation", "unknown") and (kinds == ["assertion"] or result["verdict"] == "unknown")
            passed += good
            failed += not good
            print(f"{name}: {result['verdict']} {kinds}{'' if good else '  WRONG'}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
