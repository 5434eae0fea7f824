/* Calling functions of a protocol, whatever they do.
 *
 * Idea. A function that divides by zero, follows a wrong pointer, aborts or runs out of
 * stack raises a signal; one that loops is interrupted by a timer of processor
 * time that finds the same call at two ticks in a row. Both leave the function
 * by siglongjmp, and the step that called it has a fault.
 * Why that is sound. The fault makes the verdict unknown, whatever else is found.
 * What a handler needs to know cannot be passed to it, so it stands in variables here.
 */
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#include "base/mutant.h"
#include "front/protocol/parts.h"

enum { TICK_SECONDS = 1, TICKS = 3, STACK = 64 * 1024 };

static sigjmp_buf jump;
static volatile sig_atomic_t inside;     /* a function of the protocol; 2: one that nobody can go on without */
static volatile uint64_t serial;         /* of the call */
static struct protocol_now *watcher;

/* Row 0 is nothing, then transitions, then observables. */
void
protocol_watch (struct protocol *p, struct protocol_now *now)
{
  size_t row = 1;
  for (size_t i = 0; i < p->transitions.count && row < PROTOCOL_ROWS; i++, row++) {
    const struct mp_transition *t = &p->transitions.data[i];
    snprintf (now->rows[row].name, sizeof now->rows[row].name, "%s", t->name);
    snprintf (now->rows[row].file, sizeof now->rows[row].file, "%s", t->pos.file);
    now->rows[row].line = t->pos.line;
  }
  for (size_t i = 0; i < p->observables.count && row < PROTOCOL_ROWS; i++, row++) {
    const struct mz_property *o = p->observables.data[i].source;
    snprintf (now->rows[row].name, sizeof now->rows[row].name, "%s", o->name);
    snprintf (now->rows[row].file, sizeof now->rows[row].file, "%s", o->file ? o->file : p->file);
    now->rows[row].line = o->line;
  }
  for (size_t i = 0; i < p->types.count && row < PROTOCOL_ROWS; i++, row++) {
    const struct mz_process *s = p->types.data[i].source;
    snprintf (now->rows[row].name, sizeof now->rows[row].name, "start or may_end of process %s", s->name);
    snprintf (now->rows[row].file, sizeof now->rows[row].file, "%s", s->file ? s->file : p->file);
    now->rows[row].line = s->line;
  }
  watcher = now;
}

static inline void
announce (size_t row)
{
  if (watcher)
    watcher->row = row < PROTOCOL_ROWS ? (uint32_t) row : 0;
}

static void
on_signal (int number)
{
  static uint64_t seen, ticks;
  if (number == SIGVTALRM) {
    ticks = inside && seen == serial ? ticks + 1 : 0;
    seen = serial;
    if (ticks < TICKS)
      return;
    ticks = 0;
  }
  if (inside == 1)
    siglongjmp (jump, number);
  signal (number, SIG_DFL);
  raise (number);
}

void
mp_catch_signals (void)
{
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGVTALRM};
  static char stack[STACK];
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_NODEFER};
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  struct itimerval timer = {.it_interval.tv_sec = TICK_SECONDS, .it_value.tv_sec = TICK_SECONDS};
  sigaltstack (&alternate, NULL);
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
    sigaction (signals[i], &action, NULL);
  setitimer (ITIMER_VIRTUAL, &timer, NULL);
}

void
mp_fault (struct fault *f, struct pos pos, const char *format, ...)
{
  va_list args;
  if (f->kind != FAULT_NONE)
    return;
  f->kind = FAULT_RESOURCE;
  f->goes_on = false;
  f->pos = pos;
  va_start (args, format);
  vsnprintf (f->message, sizeof f->message, format, args);
  va_end (args);
}

/* What a signal says about the function. */
static void
say_signal (struct fault *f, struct pos pos, const char *what, const char *name, const char *function, int number)
{
  if (number == SIGVTALRM)
    mp_fault (f, pos, "the %s of %s %s does not return", function, what, name);
  else
    mp_fault (f, pos, "the %s of %s %s crashed: %s%s", function, what, name, strsignal (number),
              number == SIGSEGV ? " (variables of the file cannot be written, and are not part of a state)" : "");
}

/* Both functions of a transition are called here: sigsetjmp's frame must be live. */
static bool
call (struct mp_running *r, bool *holds)
{
  struct mp_transition *t = r->transition;
  struct mz_step step;
  struct mz_message given[MZ_QUORUM];
  size_t bytes = (size_t) r->step.messages * sizeof *given;
  memcpy (&step, &r->step, sizeof step);
  if (bytes)
    memcpy (given, step.message, bytes);
  announce (1 + (size_t) (t - r->protocol->transitions.data));
  int number = sigsetjmp (jump, 0);
  if (!number) {
    serial++;
    inside = 1;
    if (holds && r->only_over)
      *holds = t->source->over (&r->step);
    else if (holds)
      *holds = (!t->source->over || !t->source->over (&r->step)) && (!t->source->when || t->source->when (&r->step)) &&
               (!t->source->guard || r->step.messages < t->consumes || t->source->guard (&r->step));
    else
      t->source->effect (&r->step);
    inside = 0;
    announce (0);
    if (memcmp (&step, &r->step, sizeof step) || (bytes && memcmp (given, step.message, bytes))) {
      memcpy (&r->step, &step, sizeof step);
      mp_fault (r->fault, t->pos, "the %s of transition %s writes to the messages or to the step that it is given", holds ? "guard" : "effect", t->name);
      t->wrong = *r->fault;
      return false;
    }
    return true;
  }
  inside = 0;
  announce (0);
  say_signal (r->fault, t->pos, "transition", t->name, holds ? "guard" : "effect", number);
  if (number == SIGVTALRM)
    t->wrong = *r->fault;
  return false;
}

bool
mp_call_guard (struct mp_running *r, bool *holds)
{
  return call (r, holds);
}

bool
mp_call_effect (struct mp_running *r)
{
  return call (r, NULL);
}

bool
mp_call_property (struct protocol *p, struct mp_observable *o, const struct mz_view *view, bool *holds, struct fault *f)
{
  struct pos pos = {o->source->file ? o->source->file : p->file, o->source->line, 0};
  if (o->wrong.kind != FAULT_NONE) {
    *f = o->wrong;
    return false;
  }
  announce (1 + p->transitions.count + (size_t) (o - p->observables.data));
  int number = sigsetjmp (jump, 0);
  if (!number) {
    serial++;
    inside = 1;
    *holds = o->source->holds (view);
    inside = 0;
    announce (0);
    return true;
  }
  inside = 0;
  announce (0);
  say_signal (f, pos, "property", o->source->name, "function", number);
  if (number == SIGVTALRM)
    o->wrong = *f;
  return false;
}

/* The first state and its end cannot be done without: a function that fails here, or writes to what is not its own, ends this
 * process, and who watches it says which it was. */
static void
enter_for_good (struct protocol *p, const struct mp_open *o, uint32_t pid)
{
  mp_keep_block (p, o);
  announce (1 + p->transitions.count + p->observables.count + p->type_of[pid]);
  serial++;
  inside = 2;
}

/* `own`: the process whose structure may be different now. */
static void
leave_for_good (struct protocol *p, struct mp_open *o, uint32_t own)
{
  if (!mp_same_block (p, o, own) && !MUTANT (protocol_elsewhere))
    raise (SIGSEGV);
  inside = 0;
  announce (0);
}

void *
mp_call_dlopen (const char *object)
{
  serial++;
  inside = 2;
  void *handle = dlopen (object, RTLD_NOW | RTLD_LOCAL);
  inside = 0;
  return handle;
}

void
mp_call_start (struct protocol *p, uint32_t pid)
{
  enter_for_good (p, &p->now, pid);
  p->types.data[p->type_of[pid]].source->start ((int) pid - p->first[p->type_of[pid]], p->now.local[pid]);
  leave_for_good (p, &p->now, pid);
}

bool
mp_call_may_end (struct protocol *p, struct mp_open *o, uint32_t pid)
{
  enter_for_good (p, o, pid);
  bool may = p->types.data[p->type_of[pid]].source->may_end (o->local[pid]);
  leave_for_good (p, o, UINT32_MAX);
  return may;
}
