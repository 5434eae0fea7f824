"""What functions of libc touch is seen: for each function of the table
(src/native/runtime/libc/libc_table.h, those with formats, and those of the runtime itself) a race with it must be
found, and its twin, where a mutex orders the two, must not be one.

    python3 test/trust/libc_races.py [--only NAME...]

A sample is a call and the memory it touches: "r:X" is read and "w:X" written by
it, where X is an lvalue; "n:X" is not touched, and no race without a mutex either;
"s" says that the function has state of its own, so that two calls race. A function
of the table without a sample is a failure, and so is one with a parameter that
points to something of which no sample speaks.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import libc_samples
from checker import ROOT, add_binary_option

TABLE = ROOT / "src" / "native" / "runtime" / "libc" / "libc_table.h"

# b: 64 bytes "12 ab,cd"; c: more bytes; w, v: wide characters; n, x, z: numbers; t: a struct tm; p, q: pointers
TEXT = "r:b[0]"
BOTH = "r:b[0] r:c[0]"
S: dict[str, tuple[str, str]] = {
    "strsep": ("strsep (&pb, comma)", "w:b[5] r:comma[0] w:pb"),
    "strcoll": ("strcoll (b, c)", BOTH), "strxfrm": ("strxfrm (c, b, 64)", "w:c[0] r:b[0]"),
    "strerror": ("strerror (12345)", "s"), "strsignal": ("strsignal (77)", "s"),
    "strerror_r": ("strerror_r (12345, c, 64)", "w:c[0]"), "__xpg_strerror_r": ("__xpg_strerror_r (2, c, 64)", "w:c[0]"),
    "strverscmp": ("strverscmp (b, c)", BOTH), "strcasestr": ("strcasestr (b, c)", BOTH),
    "memmem": ("memmem (b, 8, c, 2)", "r:b[7] r:c[1]"), "memccpy": ("memccpy (c, b, 'a', 8)", "w:c[3] r:b[3]"),
    "stpncpy": ("stpncpy (c, b, 12)", "w:c[11] r:b[0]"), "rawmemchr": ("rawmemchr (b, 'a')", "r:b[3]"),
    "index": ("index (b, 'a')", "r:b[3]"), "rindex": ("rindex (b, '1')", "r:b[4]"), "swab": ("swab (b, c, 4)", "w:c[0] r:b[3]"),
    "memfrob": ("memfrob (b, 4)", "w:b[3]"), "strfry": ("strfry (b)", "w:b[0]"), "basename": ("(basename) (b)", TEXT),
    "__xpg_basename": ("__xpg_basename (b)", TEXT), "dirname": ("dirname (b)", TEXT), "puts": ("puts (b)", TEXT + " r:stdout r:!unlocked"),
    "perror": ("perror (b)", TEXT + " r:stderr"), "fnmatch": ("fnmatch (b, c, 0)", "r:b[0] r:c[0]"),
    "a64l": ("a64l (b + 3)", "r:b[3]"), "l64a": ("l64a (77)", "s"), "ecvt": ("ecvt (1.5, 3, &n, &m)", "s w:n w:m"),
    "fcvt": ("fcvt (1.5, 3, &n, &m)", "s w:n w:m"), "gcvt": ("gcvt (1.5, 5, c)", "w:c[2]"),
    "wcslen": ("wcslen (w)", "r:w[1]"), "wcsnlen": ("wcsnlen (w, 2)", "r:w[1]"), "wcscpy": ("wcscpy (v, w)", "w:v[1] r:w[0]"),
    "wcpcpy": ("wcpcpy (v, w)", "w:v[1] r:w[0]"), "wcsncpy": ("wcsncpy (v, w, 9)", "w:v[8] r:w[0]"),
    "wcscat": ("wcscat (v, w)", "w:v[2] r:w[0]"), "wcsncat": ("wcsncat (v, w, 2)", "w:v[2] r:w[1]"),
    "wcscmp": ("wcscmp (w, v)", "r:w[0] r:v[0]"), "wcsncmp": ("wcsncmp (w, v, 2)", "r:w[0] r:v[0]"),
    "wcscasecmp": ("wcscasecmp (w, v)", "r:w[0] r:v[0]"), "wcsncasecmp": ("wcsncasecmp (w, v, 2)", "r:w[0] r:v[0]"),
    "wcscoll": ("wcscoll (w, v)", "r:w[0] r:v[0]"), "wcschr": ("wcschr (w, L'2')", "r:w[1]"), "wcsrchr": ("wcsrchr (w, L'1')", "r:w[2]"),
    "wcschrnul": ("wcschrnul (w, L'2')", "r:w[1]"), "wcsstr": ("wcsstr (w, v)", "r:w[0] r:v[0]"),
    "wcsspn": ("wcsspn (w, wone)", "r:w[1] r:wone[0]"), "wcscspn": ("wcscspn (w, wtwo)", "r:w[1] r:wtwo[0]"), "wcspbrk": ("wcspbrk (w, wtwo)", "r:w[1] r:wtwo[0]"),
    "wcsdup": ("wcsdup (w)", "r:w[1]"), "wcstok": ("wcstok (w, wtwo, &k)", "w:w[0] w:k r:wtwo[0]"),
    "wmemcpy": ("wmemcpy (v, w, 3)", "w:v[2] r:w[2]"), "wmempcpy": ("wmempcpy (v, w, 3)", "w:v[2] r:w[2]"),
    "wmemmove": ("wmemmove (v, w, 3)", "w:v[2] r:w[2]"), "wmemset": ("wmemset (v, L'x', 3)", "w:v[2]"),
    "wmemcmp": ("wmemcmp (v, w, 3)", "r:v[2] r:w[2]"), "wmemchr": ("wmemchr (w, L'2', 3)", "r:w[1]"),
    "wcstod": ("wcstod (w, &k)", "r:w[0] w:k"), "mbstowcs": ("mbstowcs (v, b, 9)", "w:v[8] r:b[0]"),
    "wcstombs": ("wcstombs (c, w, 9)", "w:c[2] r:w[0]"), "mblen": ("mblen (b, 3)", "s r:b[0]"),
    "mbtowc": ("mbtowc (v, b, 3)", "s r:b[0] w:v[0]"), "wctomb": ("wctomb (c, L'x')", "s w:c[0]"),
    "mbrtowc": ("mbrtowc (v, b, 3, &ms)", "r:b[0] w:v[0] w:*(char *) &ms"), "wcrtomb": ("wcrtomb (c, L'x', &ms)", "w:c[0] w:*(char *) &ms"),
    "mbrlen": ("mbrlen (b, 3, &ms)", "r:b[0] w:*(char *) &ms"), "mbsinit": ("mbsinit (&ms)", "r:*(char *) &ms"),
    "mbsrtowcs": ("p = b; mbsrtowcs (v, (const char **) &p, 9, &ms)", "w:v[1] r:b[1] w:*(char *) &ms"),
    "wcsrtombs": ("k = w; wcsrtombs (c, (const wchar_t **) &k, 9, &ms)", "w:c[1] r:w[1] w:*(char *) &ms"),
    "qsort": ("qsort (b, 8, 1, compare)", "w:b[0]"), "qsort_r": ("qsort_r (b, 8, 1, compare_with, NULL)", "w:b[7]"),
    "lsearch": ("lsearch (c, b, &size, 1, compare)", "w:size r:c[0] w:b[8]"), "lfind": ("lfind (c, b, &size, 1, compare)", "r:size r:c[0] r:b[0]"),
    "getenv": ("getenv (b)", "r:b[0] r:!environment"), "secure_getenv": ("secure_getenv (b)", "r:b[0] r:!environment"),
    "setenv": ("setenv (c, b, 1)", "s r:b[0] r:c[0]"), "unsetenv": ("unsetenv (c)", "s r:c[0]"), "putenv": ("putenv (c)", "s r:c[0]"),
    "clearenv": ("clearenv ()", "s"), "getsubopt": ("p = b; getsubopt (&p, tokens, &q)", "w:b[0] w:q r:tokens[0] r:token[0]"),
    "getopt": ("getopt (2, words, c)", "s r:words[1] r:word[2] r:c[0]"),
    "getopt_long": ("getopt_long (2, words, c, named, &n)", "s r:words[1] r:word[2] r:c[0] r:named[0] r:named[1] r:alpha[0] w:n w:flag"),
    "getopt_long_only": ("getopt_long_only (2, words, c, named, &n)", "s r:words[1] r:word[2] r:c[0] r:named[0] r:named[1] r:alpha[0] w:n w:flag"),
    "insque": ("insque (e2, e1)", "w:e2[0] w:e1[0]"), "remque": ("remque (e1)", "r:e1[0]"),
    "hcreate": ("hcreate (5)", "s"), "hdestroy": ("hdestroy ()", "s"),
    "erand48": ("erand48 (seed)", "w:seed[0] r:!random48"), "nrand48": ("nrand48 (seed)", "w:seed[0] r:!random48"), "jrand48": ("jrand48 (seed)", "w:seed[0] r:!random48"),
    "rand": ("rand ()", "s"), "srand": ("srand (5)", "s"), "random": ("random ()", "n:n r:!random"), "srandom": ("srandom (5)", "n:n r:!random"),
    "drand48": ("drand48 ()", "s"), "lrand48": ("lrand48 ()", "s"), "mrand48": ("mrand48 ()", "s"), "srand48": ("srand48 (5)", "s"),
    "seed48": ("seed48 (seed)", "s r:seed[0]"), "lcong48": ("lcong48 (seed)", "s r:seed[6]"),
    "random_r": ("random_r (&rd, &n)", "w:*(char *) &rd w:n"), "srandom_r": ("srandom_r (1, &rd)", "w:*(char *) &rd"),
    "initstate_r": ("initstate_r (1, c, 32, &rd)", "w:c[31] w:*(char *) &rd"), "gethostname": ("gethostname (c, 64)", "w:c[0]"),
    "sigemptyset": ("sigemptyset (&ss)", "w:*(char *) &ss"), "sigfillset": ("sigfillset (&ss)", "w:*(char *) &ss"),
    "sigaddset": ("sigaddset (&ss, 2)", "w:*(char *) &ss"), "sigdelset": ("sigdelset (&ss, 2)", "w:*(char *) &ss"),
    "sigismember": ("sigismember (&ss, 2)", "r:*(char *) &ss"),
    "localtime": ("localtime (&tt)", "s r:tt"), "gmtime": ("gmtime (&tt)", "s r:tt"), "localtime_r": ("localtime_r (&tt, &t)", "r:tt w:t.tm_sec"),
    "gmtime_r": ("gmtime_r (&tt, &t)", "r:tt w:t.tm_sec"),
    "timegm": ("timegm (&t)", "w:t.tm_sec"), "asctime": ("asctime (&t)", "s r:t.tm_sec"), "asctime_r": ("asctime_r (&t, c)", "r:t.tm_sec w:c[0]"),
    "ctime": ("ctime (&tt)", "s r:tt"), "ctime_r": ("ctime_r (&tt, c)", "r:tt w:c[0]"),
    "strftime": ("strftime (c, 64, year, &t)", "r:t.tm_year w:c[0] r:year[0]"), "wcsftime": ("wcsftime (v, 9, wyear, &t)", "r:t.tm_year w:v[0] r:wyear[0]"),
    "strptime": ("strptime (b, year, &t)", "r:b[0] w:t.tm_year r:year[0]"), "setlocale": ("setlocale (LC_ALL, empty)", "s r:empty[0]"),
    "localeconv": ("localeconv ()", "r:!locale"), "nl_langinfo": ("nl_langinfo (CODESET)", "r:!locale"),
    "frexp": ("frexp (1.5, &n)", "w:n"), "frexpf": ("frexpf (1.5f, &n)", "w:n"), "frexpl": ("frexpl (1.5L, &n)", "w:n"),
    "modf": ("modf (1.5, &x)", "w:x"), "modff": ("modff (1.5f, &y)", "w:y"), "modfl": ("modfl (1.5L, &z)", "w:*(char *) &z"),
    "remquo": ("remquo (1.5, 1, &n)", "w:n"), "remquof": ("remquof (1.5f, 1, &n)", "w:n"),
    "sincos": ("sincos (1.5, &x, &x2)", "w:x w:x2"), "sincosf": ("sincosf (1.5f, &y, &y2)", "w:y w:y2"),
    "lgamma_r": ("lgamma_r (1.5, &n)", "w:n"), "lgammaf_r": ("lgammaf_r (1.5f, &n)", "w:n"), "nan": ("nan (b)", TEXT), "nanf": ("nanf (b)", TEXT),
    "inet_pton": ("inet_pton (AF_INET, address, c)", "r:address[0] w:c[3]"), "inet_ntop": ("inet_ntop (AF_INET, b, c, 64)", "r:b[3] w:c[0]"),
    "inet_addr": ("inet_addr (b)", TEXT), "inet_aton": ("inet_aton (address, &ia)", "r:address[0] w:*(char *) &ia"), "inet_ntoa": ("inet_ntoa (ia)", "s"),
    "regcomp": ("regcomp (&re2, b, 0)", "r:b[0] w:re2.re_nsub"), "regexec": ("regexec (&re, b, 1, rm, 0)", "r:b[0] w:rm[0].rm_so r:re.re_nsub"),
    "regerror": ("regerror (1, &re, c, 64)", "w:c[0] r:re.re_nsub"), "regfree": ("regfree (&re)", "w:re.re_nsub"),
    # formats, and what is made of others
    "strtok": ("strtok (b, \",\")", "s w:b[5]"),
    "snprintf": ("snprintf (c, 64, \"%.3s-%d\", b, 5)", "w:c[5] r:b[2] n:b[3] n:c[6]"), "sprintf": ("sprintf (c, \"%5.1f%s\", 1.5, b)", "w:c[5] r:b[0] r:!locale"),
    "printf": ("printf (\"%*d %s%n\\n\", 3, 4, b, &n)", "r:b[0] w:n r:stdout"), "asprintf": ("asprintf (&p2, \"%s %Lf\", b, 1.5L)", "r:b[0] w:p2"),
    "fprintf": ("fprintf (stderr, \"%ld %s\\n\", 1L, b)", TEXT), "dprintf": ("dprintf (1, \"%zu %s\\n\", (size_t) 3, b)", TEXT),
    "swprintf": ("swprintf (v, 9, L\"%d%s\", 1, \"ab\")", "w:v[2]"), "wprintf": ("wprintf (L\"%ls\\n\", w)", "r:w[0] r:!locale r:stdout"),
    "fputs": ("fputs (b, stdout)", TEXT), "fwrite": ("fwrite (b, 1, 4, stdout)", "r:b[3]"), "fputws": ("fputws (w, stdout)", "r:w[0]"),
    "sscanf": ("sscanf (b, \"%d %[a-z],%2c%n\", &n, c, d, &m)", "r:b[0] w:n w:c[0] w:d[1] w:m n:d[2]"),
    "sscanf, some": ("sscanf (b, \"%*d %*[a-z],%1s%n\", c, &m)", "r:b[0] w:c[0] w:m n:n n:c[4]"),
    "sscanf, a fraction": ("sscanf (b, \"%f\", &y)", "r:!locale"),
    "sscanf, few": ("sscanf (b, \"%d %d %d\", &n, &m, &which2)", "w:n n:m n:which2"),
    "swprintf, stars": ("swprintf (v, 20, L\"%*d%.*s\", 3, 4, 2, b)", "w:v[4] r:b[1] n:b[2]"),
}
for base in ("strtol", "strtoll", "strtoq", "strtoul", "strtoull", "strtouq", "strtoimax", "strtoumax"):
    S[base] = (f"{base} (b, &p2, 10)", "r:b[2] w:p2")
for base in ("strtod", "strtof", "strtold"):
    S[base] = (f"{base} (b, &p2)", "r:b[2] w:p2")
for base in ("wcstol", "wcstoll", "wcstoul", "wcstoull"):
    S[base] = (f"{base} (w, &k, 10)", "r:w[2] w:k")
for base in ("atoi", "atol", "atoll", "atof"):
    S[base] = (f"{base} (b)", "r:b[2]")
MORE = {"strtok", "snprintf", "sprintf", "printf", "asprintf", "fprintf", "dprintf", "swprintf", "wprintf", "fputs", "fwrite", "fputws", "sscanf",
        "sscanf, some", "sscanf, a fraction", "sscanf, few", "swprintf, stars"}
# Functions of the runtime itself, which stand for libc's: what they read and write is the program's too.
JOINED = "pthread_t o; pthread_create (&o, NULL, nothing, NULL); "
LOCKED = "pthread_mutex_lock (&free_mutex); "
RUNTIME: dict[str, tuple[str, str]] = {
    "clock_gettime": ("clock_gettime (CLOCK_MONOTONIC, &ts)", "w:ts.tv_nsec"), "clock_getres": ("clock_getres (CLOCK_MONOTONIC, &ts)", "w:ts.tv_nsec"),
    "gettimeofday": ("gettimeofday (&tv, NULL)", "w:tv.tv_usec"), "timespec_get": ("timespec_get (&ts, TIME_UTC)", "w:ts.tv_nsec"),
    "time": ("time (&tt)", "w:tt"), "times": ("times (&tms)", "w:tms.tms_utime"),
    "nanosleep": ("nanosleep (&soon, &ts)", "r:soon.tv_nsec w:ts.tv_nsec"),
    "clock_nanosleep": ("clock_nanosleep (CLOCK_MONOTONIC, 0, &soon, &ts)", "r:soon.tv_nsec w:ts.tv_nsec"),
    "thrd_sleep": ("thrd_sleep (&soon, &ts)", "r:soon.tv_nsec w:ts.tv_nsec"),
    "sem_getvalue": ("sem_getvalue (&sem, &n)", "w:n"), "sem_timedwait": ("sem_timedwait (&sem, &late)", "r:late.tv_nsec"),
    "pthread_mutex_timedlock": ("pthread_mutex_timedlock (&free_mutex, &late)", "r:late.tv_nsec"),
    "pthread_rwlock_timedwrlock": ("pthread_rwlock_timedwrlock (&rwlock, &late)", "r:late.tv_nsec"),
    "pthread_rwlock_timedrdlock": ("pthread_rwlock_timedrdlock (&rwlock, &late)", "r:late.tv_nsec"),
    "pthread_cond_timedwait": (LOCKED + "pthread_cond_timedwait (&cond, &free_mutex, &late)", "r:late.tv_nsec"),
    "pthread_key_create": ("pthread_key_create (&key, NULL)", "w:key"), "tss_create": ("tss_create (&key, NULL)", "w:key"),
    "pthread_create": ("pthread_create (&made, NULL, nothing, NULL)", "w:made"), "pthread_join": (JOINED + "pthread_join (o, &vp)", "w:vp"),
    "pthread_tryjoin_np": (JOINED + "pthread_tryjoin_np (o, &vp)", "w:vp"),
    "pthread_timedjoin_np": (JOINED + "pthread_timedjoin_np (o, &vp, &late)", "w:vp r:late.tv_nsec"), "thrd_join": (JOINED + "thrd_join (o, &n)", "w:n"),
    "pthread_setcancelstate": ("pthread_setcancelstate (PTHREAD_CANCEL_ENABLE, &n)", "w:n"),
    "pthread_setcanceltype": ("pthread_setcanceltype (PTHREAD_CANCEL_DEFERRED, &n)", "w:n"),
    "pthread_sigmask": ("pthread_sigmask (SIG_BLOCK, &ss, &ss2)", "r:*(char *) &ss w:*(char *) &ss2"),
    "sigaction": ("sigaction (SIGUSR1, &sa, &sa2)", "r:*(char *) &sa w:*(char *) &sa2"), "sigpending": ("sigpending (&ss2)", "w:*(char *) &ss2"),
    "pipe": ("pipe (fds)", "w:fds[1]"), "select": ("select (0, NULL, NULL, NULL, &tv)", "r:tv.tv_usec"), "getrandom": ("getrandom (c, 8, 0)", "w:c[7]"),
    "rand_r": ("rand_r (&random_seed)", "w:random_seed"), "posix_memalign": ("posix_memalign (&vp, 16, 16)", "w:vp"),
    "mkstemp": ("mkstemp (temporary)", "r:temporary[0] w:temporary[9]"), "mkdtemp": ("mkdtemp (temporary)", "r:temporary[0] w:temporary[9]"),
    "mkstemp, refused": ("mkstemp (address)", "r:address[6]"), "mkdtemp, refused": ("mkdtemp (address)", "r:address[6]"),
    "pthread_setname_np": ("pthread_setname_np (pthread_self (), b)", TEXT),
    "pthread_getname_np": ("pthread_getname_np (pthread_self (), c, 20)", "w:c[0] n:c[20]"),
    "pthread_getschedparam": ("pthread_getschedparam (pthread_self (), &n, &sp)", "w:n w:sp.sched_priority"),
    "pthread_getcpuclockid": ("pthread_getcpuclockid (pthread_self (), &n)", "w:n"),
    "pthread_getaffinity_np": ("pthread_getaffinity_np (pthread_self (), sizeof set, &set)", "w:*(char *) &set"),
    "readv": ("readv (0, parts, 2)", "r:parts[0].iov_base r:parts[1].iov_len"), "writev": ("writev (1, parts, 2)", "r:parts[0].iov_base r:parts[1].iov_len"),
    "getopt's variables": ("getopt (2, words, c)", "w:optind w:optarg w:optopt r:opterr"),
    "pthread_mutex_init": ("pthread_mutex_init (&made_mutex, &ma)", "r:*(char *) &ma"),
}
RUNTIME |= libc_samples.RUNTIME
S |= RUNTIME | libc_samples.TABLE
MORE |= set(RUNTIME)
# Parameters that are only handed on, or not looked at in the sample: how many.
UNSPOKEN = {"qsort_r": 1, "pthread_attr_setstackaddr": 1, "pthread_attr_setstack": 1, "dladdr": 1}
VOID = {"swab", "perror", "qsort", "qsort_r", "insque", "remque", "hdestroy", "lcong48", "tzset", "sincos", "sincosf", "regfree", "srand", "srandom", "srand48"} | libc_samples.VOID
STATES = {"random48": "srand48 (1)", "random": "srand (1)", "unlocked": "(putchar_unlocked) (121)", "environment": "setenv (\"B\", \"1\", 1)", "locale": "setlocale (LC_ALL, \"C\")"}

HEAD = r"""
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <fnmatch.h>
#include <getopt.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <regex.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
int __xpg_strerror_r (int, char *, size_t);
#undef basename
char *basename (const char *);
static char b[64] = "12 ab,cd", c[64] = "x", d[8], comma[8] = ",", year[8] = "%y", empty[8] = "", address[16] = "1.2.3.4", *pb = b, *p2, *q;
static wchar_t w[64] = L"12", v[64] = L"ab", wone[4] = L"1", wtwo[4] = L"2", wyear[4] = L"%Y", *k;
static int n, m, which2;
static double x = 1.5, x2;
static float y = 1.5f, y2;
static long double z;
static size_t size = 8;
static unsigned short seed[7];
static struct random_data rd;
static sigset_t ss, ss2;
static struct sigaction sa, sa2;
static struct timespec ts, soon = {.tv_nsec = 5}, late = {.tv_sec = 2000000000};
static struct timeval tv;
static struct tms tms;
static sem_t sem;
static pthread_mutex_t free_mutex = PTHREAD_MUTEX_INITIALIZER, made_mutex;
static pthread_mutexattr_t ma;
static unsigned random_seed;
static char temporary[] = "/tmp/aXXXXXX";
static struct sched_param sp;
static cpu_set_t set;
static struct iovec parts[2] = {{c, 1}, {d, 1}};
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static pthread_t made;
static void *vp;
static int fds[2];
static void *nothing (void *unused) { return unused; }
static struct tm t = {.tm_year = 100, .tm_mday = 1};
static time_t tt;
static mbstate_t ms;
static struct in_addr ia;
static regex_t re, re2;
static regmatch_t rm[4];
static void *e1[2], *e2[2];
static char word[] = "--alpha", alpha[] = "alpha", token[] = "ab";
static char *words[3] = {"x", word, NULL};
static char *tokens[] = {token, NULL};
static int flag;
static struct option named[2] = {{alpha, 0, &flag, 5}};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int which, ordered;
static int compare (const void *a, const void *o) { return *(const char *) a - *(const char *) o; }
static int compare_with (const void *a, const void *o, void *with) { (void) with; return compare (a, o); }
static char random_state[32];
""" + libc_samples.HEAD


def table_text(f: str, v: str) -> str:
    """The table with each entry replaced by a text."""
    source = (f'#include "native/runtime/libc/libc_table.h"\n#define F(type, name, parameters, arguments, before, after) {f}\n'
              f"#define V(name, parameters, arguments, before, after) {v}\nLIBC (F, V)\n")
    return subprocess.run(["cc", "-E", "-P", f"-I{ROOT / 'src'}", "-"], capture_output=True, text=True, check=True, input=source).stdout


def functions() -> list[str]:
    """The names of the table."""
    return re.findall(r"%(\w+)", table_text("%name", "%name"))


def pointers() -> list[tuple[str, list[str]]]:
    """The names of the table, and their parameters that point to data."""
    found = re.findall(r"%(\w+)@\((.*?)\)@end", table_text("%name@parameters@end", "%name@parameters@end"), re.S)
    return [(name, [p.strip() for p in re.sub(r"\(\*\w+\) ?\([^()]*\)", "", inside).split(",") if "*" in p]) for name, inside in found]


def page() -> str:
    """docs/results/libc.md: what is touched, in the table's words."""
    rows = []
    for name, effects in re.findall(r"%(\w+)@(.*?)@end", table_text("%name@before; after@end", "%name@before; after@end"), re.S):
        touched = {kind: [] for kind in ("R", "W", "USES", "CHANGES")}
        for kind, inside in re.findall(r"\b(RWS|WWS|RS|WS|R|W|USES|CHANGES) \(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", effects):
            touched["W" if kind in ("WS", "WWS") else "R" if kind in ("RS", "RWS") else kind].append(inside.split(",")[0].strip())
        if re.search(r"\bZONE\b", effects):
            touched["CHANGES"].append("time_zone")
        if "libc_stream" in effects:
            touched["W"].append("the stream's buffer, if it is the program's")
        if "libc_number" in effects or "libc_span" in effects:
            touched["R"].append("s")
        for helper, kind, what in (("libc_word (", "R", "*words"), ("libc_words (", "R", "tokens"), ("libc_named (", "R", "named"), ("libc_flags (", "W", "*named->flag")):
            if helper in effects:
                touched[kind].append(what)
        names = {kind: ", ".join(dict.fromkeys(f"`{x}`" for x in found)) for kind, found in touched.items()}
        state = ", ".join(x for x in (names["USES"] and f"uses {names['USES']}", names["CHANGES"] and f"changes {names['CHANGES']}") if x)
        rows.append(f"| `{name}` | {names['R']} | {names['W']} | {state.replace('`', '').replace('_', ' ')} |")
    pure = re.findall(r'"([^"]+)"', (ROOT / "src/native/runtime/libc/libc_pure.h").read_text().split("libc_pure[]")[1])
    return PAGE.format(table="\n".join(sorted(rows)), pure=", ".join(f"`{x}`" for x in sorted(pure)))


def program() -> tuple[str, list[tuple[str, str]]]:
    """One program with all of them, and what its cases are: the function, and what it touches."""
    cases, one, other = [], [], []
    for name, (call, touched) in S.items():
        for what in re.findall(r"s(?= |$)|[rwn]:(?:(?! [rwns](?::|$| )).)+", touched):
            number = len(cases)
            *before, last = call.split("; ")
            local = "char *p; (void) p; " + "".join(f"{s}; " for s in before)
            used = f"{last};" if name in VOID else f"__auto_type result = {last}; sink = *(volatile char *) &result;"
            one.append(f"  case {number}: {{ {local}{used} break; }}")
            if what == "s":
                conflict = f"{{ {local}{used} }}"
            elif what.startswith("r:!"):
                conflict = f"(void) ({STATES[what[3:]]});"
            elif what[0] in "rn":
                conflict = f"*(volatile char *) &({what[2:]}) = *(char *) &({what[2:]});"
            else:
                conflict = f"sink = *(volatile char *) &({what[2:]});"
            other.append(f"  case {number}: {conflict} break;")
            cases.append((name, what))
    thread = ("static void *\n{0} (void *unused)\n{{\n  volatile char sink = 0;     /* its own: only what the call touches may race */\n  (void) sink;\n  if (ordered)\n    pthread_mutex_lock (&mutex);\n  switch (which) {{\n{1}\n  }}\n"
              "  if (ordered)\n    pthread_mutex_unlock (&mutex);\n  return unused;\n}}\n")
    main = """
int
main (int argc, char **argv)
{
  pthread_t a, o;
  which = atoi (argv[1]);
  int uses_files = argc > 3;
  ordered = atoi (argv[2]);
  regcomp (&re, "a", 0);
  sem_init (&sem, 0, 1);
  initstate_r (1, random_state, sizeof random_state, &rd);
""" + libc_samples.MAIN + """
  pthread_create (&a, NULL, call, NULL);
  pthread_create (&o, NULL, touch, NULL);
  pthread_join (a, NULL);
  pthread_join (o, NULL);
  return 0;
}
"""
    return HEAD + thread.format("call", "\n".join(one)) + thread.format("touch", "\n".join(other)) + main, cases


PAGE = """# What is seen of libc and other libraries

Code that was not compiled by `mazurka cc` is not instrumented: the checker does
not see what it reads and writes. So every function of libc that a program may
hand memory to is described in one table, `src/native/runtime/libc/libc_table.h`, and
what it touches counts as if the program had touched it itself. State that libc
keeps (the environment, the locale, where strtok is) counts as an object too, so
that two threads which use it at the same time race. The functions that block,
allocate or work on files and streams are part of the runtime and not listed here;
those of the printf and scanf families go by their formats.

Everything else that a program calls in a shared library is named the first time
it is called, as are objects and archives that were linked without
instrumentation, and assembly that may touch memory. Then the verdict is
*unknown*, unless you vouch for it: `--trust=libz,helper.o` says that what these
touch is used by no other thread at the same time.

| function | reads what is at | writes what is at | state of libc |
|---|---|---|---|
{table}

## Functions that touch nothing of the program

Those of libm that are not in the table, and (a name that ends in * stands for all
that begin so) {pure}.

This page is made by `python3 test/trust/libc_races.py --page`, which also tests each
row: a race with the function is found, and its twin under a mutex is none.
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--only", nargs="+", help="names of functions")
    parser.add_argument("--once", action="store_true", help="the ordered twin of each function's first case: for builds that compare what the kernel has after each execution")
    parser.add_argument("--page", action="store_true", help="write docs/results/libc.md and stop")
    args = parser.parse_args()
    args.mazurka = str(Path(args.mazurka).resolve())
    document = ROOT / "docs" / "results" / "libc.md"
    if args.page:
        document.write_text(page())
        return 0
    passed = failed = 0
    table = functions()
    if document.read_text() != page():
        print("docs/results/libc.md is not what the table says: --page")
        failed += 1
    for name in table:
        if name not in S:
            print(f"{name}: no sample")
            failed += 1
    for name, parameters in pointers():
        spoken = set(re.findall(r"[rwn]:(?:\*\(char \*\) &)?[^\w!]*!?(\w+)", S[name][1])) if name in S else set()
        if len(parameters) - len(spoken) > UNSPOKEN.get(name, 0):
            print(f"{name}: samples do not speak of all of {', '.join(parameters)}")
            failed += 1
    for name in set(S) - set(table) - MORE:
        print(f"{name}: a sample of a function that is not in the table")
        failed += 1
    with tempfile.TemporaryDirectory(prefix="libc-") as work:
        text, cases = program()
        (Path(work) / "all.c").write_text(text)
        built = subprocess.run([args.mazurka, "cc", "-g", "-w", "all.c", "-o", "all", "-lm", "-pthread"], cwd=work, capture_output=True, text=True)
        if built.returncode:
            print(built.stdout, built.stderr)
            print("0 passed, 1 failed")
            return 1
        for number, (name, what) in enumerate(cases):
            if (args.only and name not in args.only) or (args.once and number and cases[number - 1][0] == name):
                continue
            for ordered in (1,) if args.once else (0, 1):
                done = subprocess.run([args.mazurka, "check", "./all", "--json", "--trace=t", "--", str(number), str(ordered), *(["files"] if name in libc_samples.RUNTIME | libc_samples.TABLE else [])], cwd=work,
                                      capture_output=True, text=True)
                result = json.loads(done.stdout)
                kinds = {f["kind"] for f in result["findings"]}
                good = kinds == {"data-race"} if not ordered and what[0] != "n" else result["verdict"] == "ok"
                passed += good
                failed += not good
                if not good:
                    print(f"{name} {what} {'ordered' if ordered else 'not ordered'}: {result['verdict']} {kinds or ''} {result['reason']}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
