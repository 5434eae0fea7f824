/* Safe calls of a protocol's functions, whatever they do.
 *
 * Idea. A function that divides by zero, dereferences a bad pointer, aborts or overflows the stack raises a signal; one
 * that loops is interrupted by a timer of processor time that finds the same call at two consecutive ticks. Both leave the
 * function by siglongjmp, and the step that called it has a fault.
 * Why that is sound. The fault makes the verdict unknown, whatever else is found.
 * A signal handler has no context argument, so its context is in static variables here. */
#include <assert.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "front/protocol/accesses.h"

enum { TICK_SECONDS = 1, TICKS = 3, STACK = 64 * 1024 };

static sigjmp_buf jump;
static volatile sig_atomic_t inside;     /* 1: in a function of the protocol; 2: in one whose failure ends the check */
static volatile uint64_t serial;         /* number of the call */
static struct protocol_now *watcher;

/* Row 0 means none, then transitions, then observables. */
static void
fill_row (struct protocol_now *now, size_t row, const char *what, const char *name, const char *file, int line)
{
  if (row >= PROTOCOL_LAST_ROW)
    return;
  snprintf (now->rows[row].name, sizeof now->rows[row].name, "%s%s", what, name);
  snprintf (now->rows[row].file, sizeof now->rows[row].file, "%s", file);
  now->rows[row].line = line;
}

void
protocol_watch (struct protocol *p, struct protocol_now *now)
{
  size_t row = 1;
  for (size_t i = 0; i < p->transitions.count; i++)
    fill_row (now, row++, "", p->transitions.data[i].name, p->transitions.data[i].pos.file, p->transitions.data[i].pos.line);
  for (size_t i = 0; i < p->observables.count; i++) {
    const struct mz_property *o = p->observables.data[i].source;
    fill_row (now, row++, "", o->name, o->file ? o->file : p->file, o->line);
  }
  for (size_t i = 0; i < p->types.count; i++) {
    const struct mz_process *s = p->types.data[i].source;
    fill_row (now, row++, "start or may_end of process ", s->name, s->file ? s->file : p->file, s->line);
  }
  watcher = now;
}

static inline void
announce (size_t row)
{
  if (watcher)
    watcher->row = row < PROTOCOL_LAST_ROW ? (uint32_t) row : PROTOCOL_LAST_ROW;
}

/* A declaration is wrong: no result so far is reliable. */
void
mp_declared_wrongly (struct pos pos, const char *format, ...)
{
  char text[sizeof watcher->error.text];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (watcher) {
    snprintf (watcher->error.text, sizeof watcher->error.text, "%s", text);
    snprintf (watcher->error.file, sizeof watcher->error.file, "%s", pos.file);
    watcher->error.line = pos.line;
  } else
    diag_error (&(struct diag) {.out = stderr}, pos, "%s", text);
  fflush (stdout);
  _exit (2);
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

/* The message for a signal in the function. */
static void
say_signal (struct fault *f, struct pos pos, const char *what, const char *name, const char *function, int number)
{
  if (number == SIGVTALRM)
    mp_fault (f, pos, "the %s of %s %s does not return", function, what, name);
  else
    mp_fault (f, pos, "the %s of %s %s crashed: %s%s", function, what, name, strsignal (number),
              number == SIGSEGV ? " (variables of the file cannot be written, and are not part of a state)" : "");
}

/* ---- what a function may access ---- */

/* The open state that contains the step's process. */
static const struct mp_open *
open_of (const struct mp_running *r)
{
  struct protocol *p = r->protocol;
  struct mp_open *const all[] = {&p->now, &p->trial, &p->scratch, &p->permuted};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i]->local[r->step.self] == r->step.local)
      return all[i];
  assert (false);
  return &p->now;
}

static void
watch (const struct mp_running *r, bool is_effect, uint64_t reads, uint64_t writes)
{
  accesses_begin (r->protocol, open_of (r),
                  &(struct accesses_allowed) {.pids = (uint64_t) 1 << r->step.self, .is_effect = is_effect, .reads = reads, .writes = writes,
                                              .messages = r->step.message, .nmessages = r->step.messages});
}

/* An effect may read anything in its lists: transitions whose lists overlap are dependent. */
static void
watch_effect (const struct mp_running *r)
{
  const struct mp_transition *t = r->transition;
  watch (r, true, t->reads | t->uses | t->writes, t->writes);
}

/* Reports an undeclared access. */
static void
look_at_accesses (const struct mp_running *r, const char *function)
{
  const struct accesses_found *f = accesses_end ();
  const struct mp_transition *t = r->transition;
  if (!f)
    return;
  const char *name = f->how < ACCESSES_BESIDE ? r->protocol->types.data[t->type].variables.data[f->variable].name : "";
  if (f->how == ACCESSES_MESSAGE)
    mp_declared_wrongly (t->pos, "the %s of transition %s reads a message that it does not consume (.consumes)", function, t->name);
  else if (f->how == ACCESSES_BESIDE)
    mp_declared_wrongly (t->pos, "the %s of transition %s reads beside its variables", function, t->name);
  else if (!strcmp (function, "effect") && f->how == ACCESSES_WRITE)
    mp_declared_wrongly (t->pos, "transition %s writes %s, which it does not declare (.writes)", t->name, name);
  else if (!strcmp (function, "effect"))
    mp_declared_wrongly (t->pos, "the effect of transition %s uses %s, which it does not declare (.uses)", t->name, name);
  else if (f->how == ACCESSES_READ)
    mp_declared_wrongly (t->pos, "the %s of transition %s reads %s, which it does not declare (%s)", function, t->name, name,
                         !strcmp (function, "over") ? ".compares" : ".reads");
}

static bool
ask_over (struct mp_running *r)
{
  if (!r->transition->source->over)
    return false;
  watch (r, false, r->transition->compares, 0);
  bool over = r->transition->source->over (&r->step);
  look_at_accesses (r, "over");
  return over;
}

static bool
ask_guard (struct mp_running *r)
{
  const struct mz_transition *s = r->transition->source;
  if (ask_over (r))
    return false;
  watch (r, false, r->transition->reads, 0);
  bool holds = (!s->when || s->when (&r->step)) && (!s->guard || r->step.messages < s->consumes || s->guard (&r->step));
  look_at_accesses (r, "guard");
  return holds;
}

/* Both functions of a transition are called here, because sigsetjmp's frame must be live. */
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
    if (holds)
      *holds = r->only_over ? ask_over (r) : ask_guard (r);
    else {
      watch_effect (r);
      t->source->effect (&r->step);
      look_at_accesses (r, "effect");
    }
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
  accesses_end ();
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
    accesses_begin (p, &p->now, &(struct accesses_allowed) {.pids = UINT64_MAX, .reads_by_type = o->reads});
    *holds = o->source->holds (view);
    const struct accesses_found *found = accesses_end ();
    inside = 0;
    announce (0);
    if (found && found->how == ACCESSES_BESIDE)
      mp_declared_wrongly (pos, "property %s reads beside the variables of the processes", o->source->name);
    else if (found && found->how == ACCESSES_READ)
      mp_declared_wrongly (pos, "property %s reads %s.%s, which it does not declare (.reads)", o->source->name,
                           p->types.data[p->type_of[found->pid]].source->name, p->types.data[p->type_of[found->pid]].variables.data[found->variable].name);
    return true;
  }
  inside = 0;
  announce (0);
  accesses_end ();
  say_signal (f, pos, "property", o->source->name, "function", number);
  if (number == SIGVTALRM)
    o->wrong = *f;
  return false;
}

/* The initial state and `may_end` are indispensable: a function that fails there, or writes outside its memory, ends this
 * process, and the parent reports which it was. */
static void
enter_for_good (struct protocol *p, const struct mp_open *o, uint32_t pid)
{
  mp_keep_block (p, o);
  accesses_begin (p, o, &(struct accesses_allowed) {.pids = (uint64_t) 1 << pid, .is_effect = true, .reads = UINT64_MAX, .writes = UINT64_MAX});
  announce (1 + p->transitions.count + p->observables.count + p->type_of[pid]);
  serial++;
  inside = 2;
}

/* Checks that only the process's structure has changed, if it may be written at all. */
static void
leave_for_good (struct protocol *p, struct mp_open *o, uint32_t pid, bool writes)
{
  const struct mz_process *s = p->types.data[p->type_of[pid]].source;
  uint32_t own = writes ? pid : UINT32_MAX;
  if (accesses_end ())
    mp_declared_wrongly ((struct pos) {s->file ? s->file : p->file, s->line, 0}, "%s of process %s reads beside its variables", writes ? "start" : "may_end", s->name);
  if (!mp_same_block (p, o, own))
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
  leave_for_good (p, &p->now, pid, true);
}

bool
mp_call_may_end (struct protocol *p, struct mp_open *o, uint32_t pid)
{
  enter_for_good (p, o, pid);
  bool may = p->types.data[p->type_of[pid]].source->may_end (o->local[pid]);
  leave_for_good (p, o, pid, false);
  return may;
}
