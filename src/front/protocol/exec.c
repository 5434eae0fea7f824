/* Controlled executions of a protocol, for stateless exploration.
 *
 * Idea. Two steps are dependent if they belong to one process, or if both may change what the properties read; the sending
 * of a message happens before its consumption. So an operation accesses its process, and the properties if it is visible;
 * sending releases threads (exec_threads.c).
 * Source. P. Bokor, J. Kinder, M. Serafini, N. Suri, "Supporting Domain-Specific State Space Reductions through Local
 * Partial-Order Reduction", ASE 2011, section VI-B: the actors of Basset with quorum transitions, whose clock is the
 * maximum of the clocks of all senders.
 * Where we differ. They expand a state fully where a visible step is taken. Here visible steps are dependent on each other,
 * so that every sequence of values of the properties occurs. Crashes of a type share a budget and are dependent. Faults
 * need not happen: a separate thread, `calm`, ends them.
 * Why that is sound. A step is determined by its process's variables and by messages, which only that process removes. An
 * operation is blocked only by its process (and, for a crash, the budget), so that the proof of docs/optimal.md applies;
 * the other accesses are harmless. A fault is enabled depending on its process and on `calm` not having happened; reversals
 * omit everything that it may be blocked by (reversal_cut). Every execution contains the step of `calm` once, at its end at
 * the latest, and it commutes with everything but faults: a state in which only faults are enabled is the end of some
 * execution. Variables that properties read change by visible steps only, and these are in the same order in every
 * execution of a trace. */
#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/digest.h"
#include "front/protocol/exec_parts.h"
#include "model/end_state.h"

enum { PROPERTIES = MZ_PROCESSES, CALM, BUDGETS };      /* objects; processes come first */

/* ---- levels ---- */

static void
push_level (struct mp_exec *x, const uint32_t *state, uint32_t nwords, thread_id by, uint64_t halted, bool failed)
{
  struct mp_level l = {.first = x->words.count, .nwords = nwords, .by = by, .halted = halted, .failed = failed,
                       .calm = x->levels.count && mp_top (x)->calm,
                       .sent = x->sent.count, .there = x->there.count, .hash = digest_words (halted, state, nwords)};
  VEC_RESERVE (x->words, x->words.count + nwords);
  memcpy (x->words.data + x->words.count, state, nwords * sizeof *state);
  x->words.count += nwords;
  VEC_PUSH (x->levels, l);
  x->serial++;
  x->looked = false;
}

/* The current state occurred before in this execution. */
static bool
came_back (const struct mp_exec *x)
{
  const struct mp_level *l = mp_top (x);
  for (size_t i = 0; i + 1 < x->levels.count; i++) {
    const struct mp_level *o = &x->levels.data[i];
    if (o->hash == l->hash && o->nwords == l->nwords && o->calm == l->calm && !l->failed &&
        !memcmp (x->words.data + o->first, x->words.data + l->first, l->nwords * 4))
      return true;
  }
  return false;
}

/* ---- the interface ---- */

static size_t
px_threads (struct exec *e)
{
  return ((struct mp_exec *) e)->threads.count;
}

/* All operations of a process have the same accesses, except that some are visible, that `calm` ends faults, and that
 * crashes share a budget. */
static void
describe (const struct mp_exec *x, const struct mp_thread *t, struct op *op)
{
  if (t->transition == NOBODY) {
    *op = (struct op) {.place = t->transition, .count = 1, .access = &x->calm_access};
    return;
  }
  const struct mp_transition *a = &x->protocol->transitions.data[t->transition];
  bool is_visible = x->visible[t->transition];
  *op = (struct op) {.place = t->transition, .kind = (uint32_t) a->kind, .guarded = true};
  if (a->kind == MP_CRASH) {
    op->count = 3;
    op->harmless = 1;             /* a process never blocks its own crash */
    op->access = x->access[3 * t->pid + 2];
  } else if (a->kind != MP_ORDINARY) {
    op->count = 2;
    op->access = x->access[3 * t->pid + 1];
  } else {
    op->count = is_visible ? 2 : 1;
    op->harmless = 2;
    op->access = x->access[3 * t->pid];
  }
}

/* For a thread whose step is possible as far as its process and messages are concerned. */
static bool
is_due (const struct mp_exec *x, const struct mp_thread *t)
{
  return t->there && !t->done && t->serial == x->serial && t->transition != NOBODY &&
         x->protocol->transitions.data[t->transition].kind == MP_ORDINARY && !(mp_top (x)->halted >> t->pid & 1);
}

/* Calm may happen at any time; in a search by persistent sets, which preserve ends (lpor/stubborn.c), only where no
 * obligatory step is enabled. */
static bool
may_calm (const struct mp_exec *x)
{
  bool due = mp_top (x)->calm;
  for (size_t i = 0; i < x->threads.count && x->config.by_sets && !due; i++)
    due = is_due (x, &x->threads.data[i]);
  return !due;
}

static const struct op *
px_next (struct exec *e, thread_id thread)
{
  struct mp_exec *x = (struct mp_exec *) e;
  const struct mp_thread *t = &x->threads.data[thread];
  if (!t->there || t->done)
    return NULL;
  describe (x, t, &x->op);
  return &x->op;
}

static bool
px_enabled (struct exec *e, thread_id thread)
{
  struct mp_exec *x = (struct mp_exec *) e;
  const struct mp_thread *t = &x->threads.data[thread];
  mp_look_enabled (x);
  if (thread == x->calm)
    return may_calm (x);
  return is_due (x, t) || (t->there && !t->done && t->serial == x->serial && !(mp_top (x)->halted >> t->pid & 1) && !mp_top (x)->calm);
}

static uint32_t
px_alternatives (struct exec *e, thread_id thread)
{
  (void) e, (void) thread;
  return 1;
}

static enum exec_outcome
fail (struct mp_exec *x, enum finding_kind kind, const char *message, struct pos pos, enum exec_outcome outcome)
{
  str_clear (&x->message);
  str_add (&x->message, message);
  x->failure = (struct exec_failure) {.kind = kind, .message = str_text (&x->message), .pos = pos};
  return outcome;
}

/* The error in the current state, after a step that may have changed an invariant. */
static enum exec_outcome
check_invariants (struct mp_exec *x)
{
  struct fault fault = {0};
  char message[sizeof fault.message + 40];
  if (!x->config.holds || x->config.holds (x->config.context, mp_present (x), &fault))
    return EXEC_RAN;
  if (fault.kind != FAULT_NONE)
    return fail (x, FINDING_LIVELOCK, fault.message, fault.pos, EXEC_BROKEN);
  snprintf (message, sizeof message, "the invariant does not hold: %s", fault.message);
  return fail (x, FINDING_INVARIANT, message, fault.pos, EXEC_FAILED);
}

/* The step has failed: it has no effect, and its process stops. */
static enum exec_outcome
halt (struct mp_exec *x, thread_id thread, const struct fault *fault)
{
  struct mp_level before = *mp_top (x);
  memcpy (x->out, mp_present (x), before.nwords * 4);
  push_level (x, x->out, (uint32_t) before.nwords, thread, before.halted | (uint64_t) 1 << x->threads.data[thread].pid, true);
  x->threads.data[thread].done = true;
  x->fault = (struct exec_fault) {*fault, x->trans.count};
  x->nfaults = 1;
  return fail (x, fault_finding (fault->kind), fault->message, fault->pos, EXEC_FAILED);
}

static enum exec_outcome
calm_down (struct mp_exec *x)
{
  uint32_t n = (uint32_t) mp_top (x)->nwords;
  memcpy (x->out, mp_present (x), n * sizeof *x->out);
  VEC_PUSH (x->trans, TRANS_STUTTER);
  push_level (x, x->out, n, x->calm, mp_top (x)->halted, false);
  mp_top (x)->calm = true;
  x->threads.data[x->calm].done = true;
  return EXEC_RAN;
}

static enum exec_outcome
px_step (struct exec *e, thread_id thread, uint32_t alternative, struct exec_step *out)
{
  struct mp_exec *x = (struct mp_exec *) e;
  struct protocol *p = x->protocol;
  struct mp_thread t = x->threads.data[thread];
  struct fault fault;
  assert (px_enabled (e, thread) && !alternative);
  (void) alternative;
  describe (x, &t, &out->op);
  x->nfaults = x->released.count = x->released_by.count = 0;
  if (thread == x->calm)
    return calm_down (x);
  const struct mp_transition *a = &p->transitions.data[t.transition];
  uint32_t n = p->ts.class->step (&p->ts, mp_present (x), t.trans, x->out, &fault);
  if (fault.kind == FAULT_RESOURCE)
    return fail (x, FINDING_LIVELOCK, fault.message, fault.pos, EXEC_BROKEN);
  VEC_PUSH (x->trans, t.trans);
  if (fault.kind != FAULT_NONE)
    return halt (x, thread, &fault);
  push_level (x, x->out, n, thread, mp_top (x)->halted, false);
  mp_set_consumed (x, thread, true);
  x->threads.data[thread].done = t.count;
  if (!mp_note_sent (x, t.pid))
    return fail (x, FINDING_LIVELOCK, "too many ways to consume messages", a->pos, EXEC_BROKEN);
  out->released = x->released.data;
  out->released_by = x->released_by.data;
  out->nreleased = x->released.count;
  if (!x->config.cycles && came_back (x))
    return fail (x, FINDING_LIVELOCK, "an execution comes back to a state: stateless search does not end (bound it: --max-events)", a->pos, EXEC_BROKEN);
  return x->asked[t.transition] ? check_invariants (x) : EXEC_RAN;
}

static const struct exec_failure *
px_failure (struct exec *e)
{
  return &((struct mp_exec *) e)->failure;
}

static enum exec_end
px_end (struct exec *e)
{
  struct mp_exec *x = (struct mp_exec *) e;
  struct pos pos;
  if (mp_top (x)->halted)
    return EXEC_CUT;
  str_clear (&x->message);
  if (!end_state_is_bad (&x->protocol->ts, mp_present (x), x->config.ends, &x->message, &pos))
    return EXEC_COMPLETE;
  x->failure = (struct exec_failure) {.kind = FINDING_INVALID_END, .message = str_text (&x->message), .pos = pos};
  return EXEC_BAD;
}

static void
px_rewind (struct exec *e, size_t depth)
{
  struct mp_exec *x = (struct mp_exec *) e;
  assert (depth < x->levels.count);
  while (x->levels.count > depth + 1) {
    struct mp_level l = VEC_POP (x->levels);
    while (x->there.count > mp_top (x)->there)
      x->threads.data[VEC_POP (x->there)].there = false;
    if (!l.failed)
      mp_set_consumed (x, l.by, false);
    x->threads.data[l.by].done = false;
    x->sent.count = mp_top (x)->sent;
    x->words.count = l.first;
    x->trans.count--;
  }
  assert (x->trans.count == depth && x->levels.count == depth + 1);
  x->nfaults = 0;
  x->serial++;
  x->looked = false;
}

static void
px_persistent (struct exec *e, uint64_t *set)
{
  struct mp_exec *x = (struct mp_exec *) e;
  struct trans_list list = {0};
  for (thread_id t = 0; t < x->threads.count; t++)
    if (t != x->calm && px_enabled (e, t))
      VEC_PUSH (list, x->threads.data[t].trans);
  size_t n = list.count ? x->config.choose (x->config.context, mp_present (x), list.data, list.count) : 0;
  if (x->calm != NOBODY && px_enabled (e, x->calm))
    bits_add (set, x->calm);
  for (thread_id t = 0; t < x->threads.count; t++)
    for (size_t i = 0; i < n && t != x->calm && px_enabled (e, t); i++)
      if (list.data[i] == x->threads.data[t].trans)
        bits_add (set, t);
  VEC_FREE (list);
}

/* The state, with the identities of undelivered messages and the number of messages made so far. */
static const uint32_t *
px_state (struct exec *e, size_t *words)
{
  struct mp_exec *x = (struct mp_exec *) e;
  uint32_t n = x->protocol->nprocesses;
  x->state.count = 0;
  for (size_t i = 0; i < mp_top (x)->nwords; i++)
    VEC_PUSH (x->state, mp_present (x)[i]);
  VEC_PUSH (x->state, (uint32_t) mp_top (x)->halted);
  VEC_PUSH (x->state, (uint32_t) (mp_top (x)->halted >> 32));
  VEC_PUSH (x->state, mp_top (x)->calm);
  for (uint32_t maker = 0; maker < n; maker++)
    for (uint32_t to = 0; to < n; to++) {
      size_t at = x->state.count;
      VEC_PUSH (x->state, 0);
      for (size_t i = 0; i < x->sent.count; i++)       /* messages of one maker are in the order of their numbers */
        if (x->sent.data[i].identity.maker == maker && x->sent.data[i].message.to == (int) to) {
          x->state.data[at]++;
          if (!x->sent.data[i].consumed)
            VEC_PUSH (x->state, x->sent.data[i].identity.number);
        }
    }
  *words = x->state.count;
  return x->state.data;
}

static void
px_free (struct exec *e)
{
  struct mp_exec *x = (struct mp_exec *) e;
  mem_free (x->visible);
  mem_free (x->asked);
  mem_free (x->access);
  mem_free (x->chains);
  VEC_FREE (x->threads);
  VEC_FREE (x->levels);
  VEC_FREE (x->words);
  VEC_FREE (x->sent);
  VEC_FREE (x->there);
  VEC_FREE (x->trans);
  VEC_FREE (x->released);
  VEC_FREE (x->released_by);
  VEC_FREE (x->state);
  mem_free (x->out);
  str_release (&x->message);
  mem_free (x);
}

/* ---- as executions of the transition system ---- */

static const struct exec_fault *
px_faults (struct exec *e, size_t *count)
{
  struct mp_exec *x = (struct mp_exec *) e;
  *count = x->nfaults;
  return &x->fault;
}

/* Steps that failed had no effect on other threads. */
static trans_id *
px_trace (struct exec *e, const struct exec_fault *fault, size_t *count)
{
  const struct mp_exec *x = (struct mp_exec *) e;
  trans_id *out = mem_alloc ((x->trans.count + 1) * sizeof *out);
  size_t n = 0;
  for (size_t i = 0; i < x->trans.count; i++)
    if (x->trans.data[i] != TRANS_STUTTER && (!x->levels.data[i + 1].failed || (fault && i + 1 == fault->trans)))
      out[n++] = x->trans.data[i];
  *count = n;
  return out;
}

static const uint32_t *
px_terminal (struct exec *e)
{
  return mp_present ((struct mp_exec *) e);
}

static const struct fault *
px_initial (struct exec *e)
{
  return &((struct mp_exec *) e)->initial;
}

static const struct exec_model model = {px_faults, px_trace, px_terminal, px_initial, NULL, NULL};

static const struct exec_class class = {
  .threads = px_threads, .next = px_next, .enabled = px_enabled, .alternatives = px_alternatives, .step = px_step,
  .failure = px_failure, .end = px_end, .rewind = px_rewind, .free = px_free, .persistent = px_persistent, .state = px_state,
  .model = &model,
};

/* ---- construction ---- */

static void
find_accesses (struct mp_exec *x)
{
  const struct protocol *p = x->protocol;
  for (uint32_t pid = 0; pid < p->nprocesses; pid++) {
    struct access self = {.object = pid, .mask = 0xff, .how = ACCESS_WRITE};
    memcpy (x->access[3 * pid], (struct access [3]) {self, {PROPERTIES, 0xff, ACCESS_WRITE}}, sizeof *x->access);
    memcpy (x->access[3 * pid + 1], (struct access [3]) {self, {CALM, 0xff, ACCESS_READ}}, sizeof *x->access);
    memcpy (x->access[3 * pid + 2], (struct access [3]) {self, {CALM, 0xff, ACCESS_READ}, {BUDGETS + p->type_of[pid], 0xff, ACCESS_WRITE}}, sizeof *x->access);
  }
  x->calm_access = (struct access) {CALM, 0xff, ACCESS_WRITE};
}

struct exec *
protocol_exec_new (struct protocol *p, const struct protocol_exec_config *config)
{
  struct mp_exec *x = mem_zalloc (sizeof *x);
  size_t cells = p->nprocesses * p->transitions.count;
  x->exec.class = &class;
  x->protocol = p;
  x->config = *config;
  x->visible = mem_zalloc (p->transitions.count * sizeof *x->visible + 1);
  x->asked = mem_zalloc (p->transitions.count * sizeof *x->asked + 1);
  bool *all = mem_alloc (p->observables.count + 1);
  memset (all, true, p->observables.count);
  for (uint32_t t = 0; t < p->instances.count; t++) {
    uint32_t i = p->instances.data[t].transition;
    x->visible[i] |= mp_visible (p, t, config->observed);
    x->asked[i] |= mp_visible (p, t, all);
  }
  mem_free (all);
  x->access = mem_zalloc (3 * p->nprocesses * sizeof *x->access);
  find_accesses (x);
  x->chains = mem_alloc ((cells + 1) * sizeof *x->chains);
  memset (x->chains, 0xff, cells * sizeof *x->chains);
  x->out = mem_alloc (p->ts.max_words * sizeof *x->out);
  mp_begin_threads (x);
  uint32_t n = p->ts.class->initial (&p->ts, x->out, &x->initial);
  push_level (x, x->out, n, NOBODY, 0, false);
  return &x->exec;
}
