/* Idea. An engine runs in a process of its own, which is ended when the budget is spent.
 * Why. What engines are made of calls back too rarely. A solver asks whether to stop before decisions, and may meet conflict
 * after conflict for minutes without one; an operation on decision diagrams visits nodes again that have left its cache.
 * Why that is sound. An outcome counts only if it was read whole. The process alone changes its copy of the circuit, and
 * an outcome names steps and inputs by their numbers, which engines do not change.
 *
 * What the process writes into the pipe: notes, and one outcome, each a `struct told`; after the outcome the steps of its path
 * and their inputs. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/measure.h"
#include "symbolic/engine.h"

struct told {
  bool is_note;
  struct progress_note note;
  enum outcome_kind kind;
  long loop;
  uint64_t depth, clauses, path, inputs;     /* path, inputs: how many follow */
  char reason[sizeof ((struct outcome *) 0)->reason];
};

/* ---- the process ---- */

static void
put (int to, const void *from, size_t n)
{
  const char *at = from;
  while (n) {
    ssize_t k = write (to, at, n);
    if (k < 0 && errno == EINTR)
      continue;
    if (k <= 0)
      _exit (1);
    at += k;
    n -= (size_t) k;
  }
}

static void
put_note (void *context, const struct progress_note *note)
{
  const int *to = context;
  struct told t;
  memset (&t, 0, sizeof t);
  t.is_note = true;
  t.note = *note;
  put (*to, &t, sizeof t);
}

static void
put_outcome (int to, const struct outcome *o)
{
  struct told t;
  memset (&t, 0, sizeof t);
  t.kind = o->kind;
  t.loop = o->loop;
  t.depth = o->depth;
  t.clauses = o->clauses;
  t.path = o->path.count;
  t.inputs = o->inputs.count;
  memcpy (t.reason, o->reason, sizeof t.reason);
  put (to, &t, sizeof t);
  put (to, o->path.data, o->path.count * sizeof *o->path.data);
  put (to, o->inputs.data, o->inputs.count * sizeof *o->inputs.data);
}

static void
on_out_of_memory (void *context)
{
  const int *to = context;
  struct outcome o = {.kind = OUTCOME_UNKNOWN, .reason = "out of memory"};
  put_outcome (*to, &o);
  _exit (1);
}

static _Noreturn void
work (engine_fn *engine, const struct problem *p, int to)
{
  struct problem mine = *p;
  struct outcome o;
  mem_on_out (on_out_of_memory, &to);
  mine.note = put_note;
  mine.context = &to;
  engine (&mine, &o);
  put_outcome (to, &o);
  _exit (0);
}

/* ---- who waits for it ---- */

struct worker {
  pid_t pid;
  int from;
  struct budget *budget;
  double patience;                /* the time until which it may say itself that the budget is spent; 0: it is not spent */
};

static bool
is_over (struct worker *w)
{
  static const double patience = 0.3;
  struct budget *b = w->budget;
  if (!budget_over (b) && b->memory && measure_memory (w->pid) > b->memory)
    b->spent = budget_no_memory;
  if (b->spent && !w->patience)
    w->patience = measure_seconds () + patience;
  setpriority (PRIO_PROCESS, (id_t) w->pid, getpriority (PRIO_PROCESS, 0));    /* a portfolio may have lowered ours */
  return w->patience && measure_seconds () > w->patience;
}

/* False: the process has ended before, or was given up. */
static bool
get (struct worker *w, void *to, size_t n)
{
  enum { LOOK = 50 };             /* milliseconds */
  char *at = to;
  while (n) {
    struct pollfd ready = {.fd = w->from, .events = POLLIN};
    if (poll (&ready, 1, LOOK) <= 0) {
      if (is_over (w))
        return false;
      continue;
    }
    ssize_t k = read (w->from, at, n);
    if (k < 0 && errno == EINTR)
      continue;
    if (k <= 0)
      return false;
    at += k;
    n -= (size_t) k;
  }
  return true;
}

static bool
get_outcome (struct worker *w, const struct told *t, struct outcome *o)
{
  for (uint64_t i = 0; i < t->path; i++) {
    uint32_t step;
    if (!get (w, &step, sizeof step))
      return false;
    VEC_PUSH (o->path, step);
  }
  for (uint64_t i = 0; i < t->inputs; i++) {
    bool input;
    if (!get (w, &input, sizeof input))
      return false;
    VEC_PUSH (o->inputs, input);
  }
  o->kind = t->kind;
  o->loop = t->loop;
  o->depth = t->depth;
  o->clauses = t->clauses;
  memcpy (o->reason, t->reason, sizeof t->reason);
  return true;
}

/* False: there is no outcome. */
static bool
follow (struct worker *w, const struct problem *p, struct outcome *o)
{
  struct told t;
  while (get (w, &t, sizeof t)) {
    if (!t.is_note)
      return get_outcome (w, &t, o);
    o->depth = t.note.depth;
    o->clauses = t.note.clauses;
    if (p->note)
      p->note (p->context, &t.note);
    if (is_over (w))
      return false;
  }
  return false;
}

void
engine_apart (engine_fn *engine, const struct problem *p, struct outcome *o)
{
  int ends[2];
  struct rusage usage = {0};
  *o = (struct outcome) {.loop = -1, .kind = OUTCOME_UNKNOWN};
  if (pipe (ends)) {
    outcome_unknown (o, "no process can be started for the engine");
    return;
  }
  pid_t self = getpid (), pid = fork ();
  if (!pid) {
    child_follow (self, SIGKILL);
    close (ends[0]);
    work (engine, p, ends[1]);
  }
  close (ends[1]);
  struct worker w = {.pid = pid, .from = ends[0], .budget = p->budget};
  if (pid < 0)
    outcome_unknown (o, "no process can be started for the engine");
  else if (!follow (&w, p, o)) {
    uint64_t depth = o->depth, clauses = o->clauses;
    outcome_release (o);
    *o = (struct outcome) {.loop = -1, .depth = depth, .clauses = clauses};
    outcome_unknown (o, p->budget->spent ? p->budget->spent : "the engine's process has ended before it was done");
  }
  if (pid > 0) {
    kill (pid, SIGKILL);
    while (wait4 (pid, NULL, 0, &usage) < 0 && errno == EINTR)
      ;
    uint64_t bytes = (uint64_t) usage.ru_maxrss * 1024;
    p->budget->apart = bytes > p->budget->apart ? bytes : p->budget->apart;
  }
  close (ends[0]);
}
