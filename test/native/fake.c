/* A program that speaks the wire protocol without being checked: what the
 * supervisor and the report make of it is tested with it. As a runtime object
 * it is linked into programs that do as their first argument says:
 *
 *     ok | assert | deadlock | race | long      a good run, findings
 *     unrepeatable | cut | broken | note         findings that do not repeat, unfinished runs
 *     a second argument `orders` makes it say what it was asked to do
 *     exit | crash | nonsense | silent | slow | memory | close     a program that misbehaves
 */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/result.h"
#include "native/seal.h"
#include "native/wire.h"

int mazurka_runtime_version = 1;
int __real_main (int, char **, char **);
int __wrap_main (int, char **, char **);

int fake_counter;
static struct { int before; struct { pthread_mutex_t lock; int value; } slots[3]; } fake_table;

static int out = -1;
static uint64_t nonce[2];
static volatile sig_atomic_t asked;

/* ---- places in this file that findings can point to ---- */

#define PLACE(name) __attribute__ ((noinline, noclone)) static uint64_t name (void) \
  { return (uint64_t) (uintptr_t) __builtin_return_address (0); }
PLACE (here)

__attribute__ ((noinline)) static uint64_t
fake_worker (void)
{
  return here ();
}

__attribute__ ((noinline)) static uint64_t
fake_caller (void)
{
  return here ();
}

/* ---- records ---- */

static void
put (const void *data, size_t bytes)
{
  const char *p = data;
  while (bytes) {
    ssize_t n = write (out, p, bytes);
    if (n < 0)
      _exit (9);
    p += n;
    bytes -= (size_t) n;
  }
}

static void
record (uint32_t type, size_t bytes)
{
  static uint64_t number;
  struct wire_record r = {type, (uint32_t) bytes, seal_make (nonce, number++, type, (uint32_t) bytes)};
  put (&r, sizeof r);
}

static void
hello (void)
{
  char path[4096];
  ssize_t n = readlink ("/proc/self/exe", path, sizeof path);
  struct wire_module m = {.base = _r_debug.r_map->l_addr, .path_bytes = (uint32_t) n, .is_program = 1};
  record (WIRE_HELLO, sizeof m + (size_t) n);
  put (&m, sizeof m);
  put (path, (size_t) n);
}

static void
progress (uint64_t executions, double seconds)
{
  struct wire_progress p = {.executions = executions, .transitions = 10 * executions, .depth = 10, .bytes = 1 << 20,
                            .seconds = seconds, .share = 0.25};
  record (WIRE_PROGRESS, sizeof p);
  put (&p, sizeof p);
}

static void
done (bool exhaustive, bool broken, const char *reason)
{
  struct wire_done d = {.exhaustive = exhaustive, .broken = broken, .threads = 3, .executions = 6, .transitions = 60,
                        .max_depth = 10, .peak_bytes = 123456, .seconds = 0.01,
                        .reason_bytes = (uint32_t) strlen (reason)};
  record (WIRE_DONE, sizeof d + d.reason_bytes);
  put (&d, sizeof d);
  put (reason, d.reason_bytes);
}

/* ---- findings ---- */

struct fake {
  uint32_t kind, thread, nsteps, other;
  const char *message;
  struct wire_step steps[200];
  struct wire_thread threads[3];
};

static void
finding (const struct fake *f)
{
  uint64_t frames[] = {fake_worker (), fake_caller (), fake_caller (), fake_worker (), fake_worker ()};
  struct wire_finding h = {.kind = f->kind, .thread = f->thread, .execution = 1, .nsteps = f->nsteps, .nthreads = 3,
                           .message_bytes = (uint32_t) strlen (f->message), .other_frames = f->other,
                           .nframes = 4 + f->other};
  record (WIRE_FINDING, sizeof h + h.message_bytes + h.nsteps * sizeof *f->steps + sizeof f->threads +
                          h.nframes * sizeof *frames);
  put (&h, sizeof h);
  put (f->message, h.message_bytes);
  put (f->steps, h.nsteps * sizeof *f->steps);
  put (f->threads, sizeof f->threads);
  put (frames, h.nframes * sizeof *frames);
}

static void
step (struct fake *f, uint32_t thread, uint32_t kind, const void *object, uint64_t value)
{
  f->steps[f->nsteps++] = (struct wire_step) {.thread = thread, .kind = kind, .size = 4, .order = WIRE_NO_ORDER, .object = (uintptr_t) object,
                                              .value = value, .pc = thread ? fake_worker () : fake_caller ()};
}

/* main makes two threads that lock two mutexes the wrong way round. */
static void
set_up (struct fake *f)
{
  *f = (struct fake) {.thread = 1, .message = "assertion failed: fake_counter == 2"};
  step (f, 0, NATIVE_CREATE, (void *) 1, 0);
  step (f, 0, NATIVE_CREATE, (void *) 2, 0);
  step (f, 1, NATIVE_START, NULL, 0);
  step (f, 1, NATIVE_LOCK, &fake_table.slots[0].lock, 0);
  step (f, 2, NATIVE_LOCK, &fake_table.slots[1].lock, 0);
  step (f, 2, NATIVE_LOAD, &fake_counter, 0);
  step (f, 1, NATIVE_STORE, &fake_table.slots[2].value, (uint32_t) -1);
  step (f, 1, NATIVE_TRYLOCK, &fake_table.slots[1].lock, EBUSY);
  f->threads[0] = (struct wire_thread) {.thread = 0, .state = WIRE_BLOCKED, .waits_kind = NATIVE_JOIN, .nframes = 1,
                                        .waits_object = 1, .holder = UINT32_MAX};
  for (uint32_t i = 1; i < 3; i++)
    f->threads[i] = (struct wire_thread) {.thread = i, .routine = (uintptr_t) fake_worker, .state = WIRE_BLOCKED,
                                          .waits_kind = NATIVE_LOCK, .holder = 3 - i, .nframes = i == 1 ? 2 : 1,
                                          .waits_object = (uintptr_t) &fake_table.slots[2 - i].lock};
}

static void
find (const char *what)
{
  struct fake f;
  char message[200];
  set_up (&f);
  f.kind = FINDING_ASSERTION;
  if (!strcmp (what, "deadlock")) {
    f.kind = FINDING_DEADLOCK;
    f.thread = UINT32_MAX;
    f.message = "deadlock: no thread can go on";
  } else {
    for (int i = 0; i < 3; i++)
      f.threads[i].state = WIRE_RUNNABLE;
    f.threads[1].state = WIRE_FAILED;
  }
  if (!strcmp (what, "race")) {
    f.kind = FINDING_DATA_RACE;
    f.other = 1;
    snprintf (message, sizeof message, "data race on %p: thread 1 writes it while thread 0 may read it", (void *) &fake_counter);
    f.message = message;
  }
  while (!strcmp (what, "long") && f.nsteps < 150)
    step (&f, f.nsteps % 3, NATIVE_YIELD, NULL, 0);
  finding (&f);
}

/* ---- what goes wrong ---- */

static void
on_signal (int signal)
{
  asked = signal;
}

static void
misbehave (const char *what)
{
  if (!strcmp (what, "exit"))
    _exit (42);
  if (!strcmp (what, "crash"))
    raise (SIGSEGV);
  if (!strcmp (what, "close")) {
    close (out);
    pause ();
  }
  if (!strcmp (what, "nonsense")) {
    record (WIRE_FINDING, 3);
    put ("abc", 3);
    pause ();
  }
  if (!strcmp (what, "silent"))
    for (;;)
      ;
  if (!strcmp (what, "memory"))
    for (;;)
      if (memset (malloc (1 << 20), 1, 1 << 20))
        usleep (1000);
  if (!strcmp (what, "slow")) {
    signal (SIGINT, on_signal);
    for (int i = 1; !asked; i++) {
      progress ((uint64_t) i, i / 10.0);
      usleep (100000);
    }
    done (false, false, "interrupted");
    _exit (0);
  }
}

/* The orders that traces have to keep. */
static void
say_orders (char *text, size_t room, const struct wire_orders *o)
{
  snprintf (text, room, "orders: races %d spurious %d events %llu threads %u values %u:%lld", o->allow_races, o->spurious,
            (unsigned long long) o->max_events, o->max_threads, o->nnondet, (long long) o->nondet[o->nnondet - 1]);
}

int
__wrap_main (int argc, char **argv, char **environ_)
{
  const char *wire = getenv (WIRE_VARIABLE), *what = argc > 1 ? argv[1] : "ok";
  struct wire_orders orders;
  int in;
  if (!wire)
    return __real_main (argc, argv, environ_);
  if (sscanf (wire, "%d,%d", &in, &out) != 2 || read (in, &orders, sizeof orders) != sizeof orders)
    return 99;
  memcpy (nonce, orders.nonce, sizeof nonce);
  bool is_replay = orders.mode == WIRE_REPLAY;
  if (is_replay)
    __real_main (argc, argv, environ_);
  bool tells = argc > 2 && !strcmp (argv[2], "orders");
  char text[300];
  say_orders (text, sizeof text, &orders);
  if (is_replay && tells)
    printf ("%s\n", text);
  fflush (stdout);
  hello ();
  if (tells) {
    record (WIRE_NOTE, strlen (text));
    put (text, strlen (text));
  }
  misbehave (what);
  if (!strcmp (what, "note"))
    for (int i = 0; i < 2; i++) {
      record (WIRE_NOTE, 11);
      put ("files exist", 11);
    }
  if (!strcmp (what, "unrepeatable") ? !is_replay : strstr ("assert deadlock race long", what) != NULL)
    find (what);
  done (strcmp (what, "cut") != 0, !strcmp (what, "broken"),
        !strcmp (what, "cut") ? "executions are longer than the limit (--max-events)" : "");
  return 0;
}

/* What instrumented code calls. */
void __tsan_init (void);
void __tsan_func_entry (void *);
void __tsan_func_exit (void);
void __tsan_read4 (void *);
void __tsan_write4 (void *);
void __tsan_read8 (void *);
void __tsan_write8 (void *);
void __tsan_init (void) { }
void __tsan_func_entry (void *p) { (void) p; }
void __tsan_func_exit (void) { }
void __tsan_read4 (void *p) { (void) p; }
void __tsan_write4 (void *p) { (void) p; }
void __tsan_read8 (void *p) { (void) p; }
void __tsan_write8 (void *p) { (void) p; }

/* What names of the program are linked to. */
void mz_reach_error (void);
void mz_verifier_error (void);
void mz_assume (int);
void mz_reach_error (void) { }
void mz_verifier_error (void) { }
void mz_assume (int holds) { (void) holds; }
