/* The wrappers of libc_table.h, and those that take formats.
 *
 * The accesses of a call are checked for races and heap errors as if the program had
 * made them itself, and its writes count as writes of a loop. The runtime's own calls
 * of the same functions are renamed (rt_NAME, see the Makefile) and go to libc. */

#define _GNU_SOURCE 1
#define __NO_INLINE__ 1           /* libc's headers have some of these functions inline */
#include "native/runtime/libc/libc.h"

#include <assert.h>
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fenv.h>
#include <fnmatch.h>
#include <getopt.h>
#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wctype.h>

#include "native/runtime/sync/attributes.h"
#include "native/runtime/libc/format.h"
#include "native/runtime/libc/libc_table.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/files/stream.h"

/* ---- libc's functions ---- */

extern int signgam __attribute__ ((weak));     /* missing in programs without libm */
#define F(type, name, parameters, arguments, before, after) static type (*real_##name) parameters;
#define V(name, parameters, arguments, before, after) static void (*real_##name) parameters;
LIBC (F, V)
#undef F
#undef V
static int (*real_vprintf) (const char *, va_list);
static int (*real_vsprintf) (char *, const char *, va_list);
static int (*real_vsnprintf) (char *, size_t, const char *, va_list);
static int (*real_vasprintf) (char **, const char *, va_list);
static int (*real_vswprintf) (wchar_t *, size_t, const wchar_t *, va_list);
static int (*real_vwprintf) (const wchar_t *, va_list);
static int (*real___isoc99_vsscanf) (const char *, const char *, va_list);
static int (*real___isoc99_vscanf) (const char *, va_list);

void
libc_init (void)
{
  trial_stop ();                  /* libc may write its own memory */
  if (real_vsnprintf)
    return;
#define FIND(name) *(void **) &real_##name = dlsym (RTLD_NEXT, #name);
#define F(type, name, parameters, arguments, before, after) FIND (name)
#define V(name, parameters, arguments, before, after) FIND (name)
  LIBC (F, V)
#undef F
#undef V
  FIND (vprintf) FIND (vsprintf) FIND (vasprintf) FIND (vswprintf) FIND (vwprintf) FIND (__isoc99_vsscanf)
  FIND (__isoc99_vscanf) FIND (vsnprintf)
}

/* Each state of libc is represented by a byte of memory: of the variable that holds it, or a byte defined here. */
#define X(id, text, variable) static char own_##id; static void *state_##id (void) { void *at = variable; return at ? at : &own_##id; }
LIBC_STATES (X)
#undef X

/* ---- lengths ---- */

size_t
libc_length (const char *s, size_t most)
{
  size_t n = 0;
  while (n < most && s[n])
    n++;
  return n < most ? n + 1 : n;
}

size_t
libc_wide_length (const wchar_t *s, size_t most)
{
  size_t n = 0;
  while (n < most && s[n])
    n++;
  return n < most ? n + 1 : n;
}

/* Reads up to the first character that is in the set; if `written`, that one is overwritten. */
static void
libc_span (char *s, const char *set, bool written, uint64_t pc)
{
  size_t n = 0;
  if (!s)
    return;
  while (s[n] && !strchr (set, s[n]))
    n++;
  rt_plain (s, n + 1, false, pc);
  if (written && s[n])
    rt_plain (s + n, 1, true, pc);
}

static void
libc_number (const char *s, uint64_t pc)
{
  char *end;
  real_strtol (s, &end, 10);
  rt_plain (s, (size_t) (end - s) + 1, false, pc);
}

/* ---- the table ---- */

static void
touch (const void *p, size_t bytes, bool write, uint64_t pc)
{
  if (p && bytes && rt && rt->current)
    rt_plain (p, bytes, write, pc);
}

/* A write under a lock of libc. */
static void
touch_locked (const void *p, size_t bytes, uint64_t pc)
{
  if (!rt || !rt->current)
    return;
  if (rt->orders.allow_races)
    rt_plain (p, bytes, true, pc);
  else
    race_access ((uintptr_t) p, bytes, RACE_ATOMIC_WRITE, pc);
}

/* The same, as an operation, because the results depend on the order of the calls. */
static void
touch_ordered (const void *p, uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    return;
  if (t->id || t->children) {
    op_begin (NATIVE_RANDOM, pc);
    op_touch_memory (t, (uintptr_t) p, 1, ACCESS_WRITE);
    rt_announce (t);
  }
  spin_broken (t);
  race_access ((uintptr_t) p, 1, RACE_ATOMIC_WRITE, pc);
}

static void
libc_zone (uint64_t pc)
{
  touch_locked (&tzname, sizeof tzname, pc);
  touch_locked (&timezone, sizeof timezone, pc);
  touch_locked (&daylight, sizeof daylight, pc);
}

/* A call on stdout, stdin or stderr, variables to which the program may assign another stream. */
static void
libc_stream (FILE *const *variable, enum stream_use use, uint64_t pc)
{
  touch (variable, sizeof *variable, false, pc);
  stream_begin (*variable, use, pc);
}

/* Reads an array of strings, up to NULL. */
static void
libc_words (char *const *words, uint64_t pc)
{
  size_t n = 0;
  for (; words[n]; n++)
    touch (words[n], libc_length (words[n], SIZE_MAX), false, pc);
  touch (words, (n + 1) * sizeof *words, false, pc);
}

/* Reads the word that getopt examines next, and writes its variables. */
static void
libc_word (int n, char *const *words, uint64_t pc)
{
  int at = optind ? optind : 1;
  if (at < n && words[at])
    touch (words[at], libc_length (words[at], SIZE_MAX), false, pc);
  touch (&opterr, sizeof opterr, false, pc);
  touch (&optind, sizeof optind, true, pc);
  touch (&optopt, sizeof optopt, true, pc);
  touch (&optarg, sizeof optarg, true, pc);
}

/* Long options: libc_named reads the table and its names; libc_flags is the write of a found option's flag. */
static void
libc_named (const struct option *named, uint64_t pc)
{
  size_t n = 0;
  for (; named[n].name; n++)
    touch (named[n].name, libc_length (named[n].name, SIZE_MAX), false, pc);
  touch (named, (n + 1) * sizeof *named, false, pc);
}

static void
libc_flags (const struct option *named, int result, uint64_t pc)
{
  for (size_t i = 0; !result && named[i].name; i++)
    if (named[i].flag && *named[i].flag == named[i].val)
      touch (named[i].flag, sizeof *named[i].flag, true, pc);
}

#define R(p, n) touch (p, n, false, pc)
#define W(p, n) touch (p, n, true, pc)
#define RS(s) touch (s, libc_length (s, SIZE_MAX), false, pc)
#define WS(s) touch (s, libc_length (s, SIZE_MAX), true, pc)
#define RWS(s) touch (s, libc_wide_length (s, SIZE_MAX) * sizeof (wchar_t), false, pc)
#define WWS(s) touch (s, libc_wide_length (s, SIZE_MAX) * sizeof (wchar_t), true, pc)
#define ZONE libc_zone (pc)
#define USES(state) touch (state_##state (), 1, false, pc)
#define ORDERED(state) touch_ordered (state_##state (), pc)
#define CHANGES(state) touch (state_##state (), 1, true, pc)

void
libc_uses_locale (uint64_t pc)
{
  USES (locale);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wnonnull-compare"
#pragma GCC diagnostic ignored "-Warray-parameter"
#pragma GCC diagnostic ignored "-Wvla-parameter"
#endif
#define F(type, name, parameters, arguments, before, after) \
  EXPORT type (name) parameters                             \
  {                                                         \
    uint64_t pc = CALLER;                                   \
    (void) pc;                                              \
    libc_init ();                                           \
    before;                                                 \
    assert (real_##name);                                   \
    type result = real_##name arguments;                    \
    after;                                                  \
    return result;                                          \
  }
#define V(name, parameters, arguments, before, after)       \
  EXPORT void (name) parameters                             \
  {                                                         \
    uint64_t pc = CALLER;                                   \
    (void) pc;                                              \
    libc_init ();                                           \
    before;                                                 \
    assert (real_##name);                                   \
    real_##name arguments;                                  \
    after;                                                  \
  }
LIBC (F, V)
#undef F
#undef V
#pragma GCC diagnostic pop

/* `left` is in the program's memory, and checked for races. */
EXPORT char *
strtok (char *restrict s, const char *restrict set)
{
  static char *left;
  return strtok_r (s, set, &left);
}

/* ---- formats ---- */

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static int
print_to (char *to, size_t room, bool bounded, const char *format, va_list args, uint64_t pc)
{
  libc_init ();
  format_printed (format, args, pc);
  int n = bounded ? real_vsnprintf (to, room, format, args) : real_vsprintf (to, format, args);
  size_t written = n < 0 ? 0 : (size_t) n + 1;
  touch (to, bounded && written > room ? room : written, true, pc);
  return n;
}

FORMATTED (snprintf, vsnprintf, print_to (to, room, true, format, args, pc), char *restrict to, size_t room, const char *restrict format)
FORMATTED (sprintf, vsprintf, print_to (to, 0, false, format, args, pc), char *restrict to, const char *restrict format)

static int
print_out (const char *format, va_list args, uint64_t pc)
{
  libc_init ();
  format_printed (format, args, pc);
  libc_stream (&stdout, LOCKED, pc);
  return real_vprintf (format, args);
}

FORMATTED (printf, vprintf, print_out (format, args, pc), const char *restrict format)

static int
print_new (char **to, const char *format, va_list args, uint64_t pc)
{
  libc_init ();
  format_printed (format, args, pc);
  int n = real_vasprintf (to, format, args);
  touch (to, sizeof *to, true, pc);
  if (n >= 0)
    touch (*to, (size_t) n + 1, true, pc);
  return n;
}

FORMATTED (asprintf, vasprintf, print_new (to, format, args, pc), char **restrict to, const char *restrict format)

/* to: NULL for standard output. */
static int
print_wide (wchar_t *to, size_t room, const wchar_t *format, va_list args, uint64_t pc)
{
  libc_init ();
  format_printed_wide (format, args, pc);
  if (!to)
    libc_stream (&stdout, WIDE, pc);
  int n = to ? real_vswprintf (to, room, format, args) : real_vwprintf (format, args);
  if (to && n >= 0)
    touch (to, ((size_t) n + 1) * sizeof *to, true, pc);
  return n;
}

FORMATTED (swprintf, vswprintf, print_wide (to, room, format, args, pc), wchar_t *restrict to, size_t room, const wchar_t *restrict format)
FORMATTED (wprintf, vwprintf, print_wide (NULL, 0, format, args, pc), const wchar_t *restrict format)

/* from: NULL for standard input. */
static int
scan (const char *from, const char *format, va_list args, uint64_t pc)
{
  va_list again;
  libc_init ();
  if (from)
    touch (from, libc_length (from, SIZE_MAX), false, pc);
  else
    libc_stream (&stdin, LOCKED, pc);
  va_copy (again, args);
  int n = from ? real___isoc99_vsscanf (from, format, again) : real___isoc99_vscanf (format, again);
  va_end (again);
  format_scanned (format, args, n, pc);
  return n;
}

FORMATTED (__isoc99_sscanf, __isoc99_vsscanf, scan (from, format, args, pc), const char *restrict from, const char *restrict format)
FORMATTED (__isoc99_scanf, __isoc99_vscanf, scan (NULL, format, args, pc), const char *restrict format)

/* ---- attributes of threads ---- */

/* If no set of processors was given, libc returns a set of all possible ones. */
int
libc_attributes (const pthread_attr_t *a, struct attributes *out)
{
  int state = PTHREAD_CREATE_JOINABLE, inherit = PTHREAD_INHERIT_SCHED;
  struct sched_param p = {0};
  cpu_set_t all;
  sigset_t mask;
  libc_init ();
  rt_memset (&all, 0xff, sizeof all);
  real_pthread_attr_getdetachstate (a, &state);
  real_pthread_attr_getinheritsched (a, &inherit);
  real_pthread_attr_getschedpolicy (a, &out->policy);
  real_pthread_attr_getschedparam (a, &p);
  assert (state == PTHREAD_CREATE_DETACHED || state == PTHREAD_CREATE_JOINABLE);
  out->is_detached = state == PTHREAD_CREATE_DETACHED;
  out->priority = p.sched_priority;
  out->has_processors = !real_pthread_attr_getaffinity_np (a, sizeof out->processors, &out->processors) && memcmp (&all, &out->processors, sizeof all);
  out->has_mask = !real_pthread_attr_getsigmask_np (a, &mask);
  rt_memcpy (&out->mask, &mask, sizeof out->mask);
  return inherit;
}

/* Locking a mutex with a priority ceiling depends on priorities, which are not modelled. */
void
libc_mutex_protocol (const pthread_mutexattr_t *a)
{
  int protocol = PTHREAD_PRIO_NONE;
  libc_init ();
  real_pthread_mutexattr_getprotocol (a, &protocol);
  if (protocol == PTHREAD_PRIO_PROTECT)
    rt_unsupported ("a mutex with a priority ceiling");
}

int
libc_attributes_of_thread (pthread_attr_t *a, bool is_detached, void *stack, size_t bytes, const cpu_set_t *processors)
{
  libc_init ();
  assert (stack && bytes);
  int error = real_pthread_attr_init (a);
  if (!error)
    error = real_pthread_attr_setdetachstate (a, is_detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  if (!error)
    error = real_pthread_attr_setstack (a, stack, bytes);
  return error ? error : real_pthread_attr_setaffinity_np (a, sizeof *processors, processors);
}

/* ---- the runtime's own calls ---- */

int rt_snprintf (char *to, size_t room, const char *format, ...) { va_list args; libc_init (); va_start (args, format); int n = real_vsnprintf (to, room, format, args); va_end (args); return n; }
int rt_vsnprintf (char *to, size_t room, const char *format, va_list args) { libc_init (); return real_vsnprintf (to, room, format, args); }
int rt___isoc99_sscanf (const char *from, const char *format, ...) { va_list args; libc_init (); va_start (args, format); int n = real___isoc99_vsscanf (from, format, args); va_end (args); return n; }
char *rt_getenv (const char *name) { libc_init (); return real_getenv (name); }
int rt_setenv (const char *name, const char *value, int over) { libc_init (); return real_setenv (name, value, over); }
int rt_unsetenv (const char *name) { libc_init (); return real_unsetenv (name); }
void rt_qsort (void *p, size_t n, size_t size, int (*compare) (const void *, const void *)) { libc_init (); real_qsort (p, n, size, compare); }
int rt_sigemptyset (sigset_t *s) { libc_init (); return real_sigemptyset (s); }
char *rt_strsignal (int s) { libc_init (); return real_strsignal (s); }
int rt_pthread_attr_init (pthread_attr_t *a) { libc_init (); return real_pthread_attr_init (a); }
int rt_pthread_attr_getstacksize (const pthread_attr_t *a, size_t *to) { libc_init (); return real_pthread_attr_getstacksize (a, to); }
int rt_pthread_mutexattr_gettype (const pthread_mutexattr_t *a, int *to) { libc_init (); return real_pthread_mutexattr_gettype (a, to); }
int rt_pthread_rwlockattr_getkind_np (const pthread_rwlockattr_t *a, int *to) { libc_init (); return real_pthread_rwlockattr_getkind_np (a, to); }
