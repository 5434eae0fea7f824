/* From a model to a verdict. */
#include "symbolic/run.h"

#include <stdio.h>
#include <string.h>

#include "base/measure.h"
#include "symbolic/decode.h"
#include "symbolic/families.h"
#include "symbolic/liveness.h"

static const struct {
  const char *name;
  engine_fn *run;
  bool one_hot;
} engines[] = {
  [ENGINE_BMC] = {"bmc", engine_bmc, true},
  [ENGINE_INDUCTION] = {"induction", engine_induction, true},
  [ENGINE_IC3] = {"ic3", engine_ic3, true},
  [ENGINE_BDD] = {"bdd", engine_bdd, false},
};

struct session {
  struct symbolic_run *run;
  struct budget budget;
  double started;
  char at_limit[160];             /* a path reached this limit; such paths are excluded from then on */
  char not_any[160];              /* why there is no proof for any number of threads; empty: not attempted */
};

static void
note (void *context, const struct progress_note *n)
{
  struct session *s = context;
  if (s->run->progress)
    s->run->progress (s->run->progress_context, engines[s->run->engine].name, n, measure_seconds () - s->started);
}

static void
say_unknown (struct result *r, const char *engine, const struct outcome *o)
{
  r->verdict = VERDICT_UNKNOWN;
  r->exhaustive = false;
  snprintf (r->reason, sizeof r->reason, "%s: %s; no violation up to depth %llu", engine, o->reason, (unsigned long long) o->depth);
}

/* The budget was spent before the circuit was complete. */
static bool
say_not_made (struct result *r, const char *engine, const struct refusal *refusal)
{
  r->verdict = VERDICT_UNKNOWN;
  r->exhaustive = false;
  snprintf (r->reason, sizeof r->reason, "%s: %s before the circuit was made", engine, refusal->what);
  return true;
}

/* Whether the engine handles the claim's justice itself; otherwise loops are found by saving a state. */
static bool
knows_runs (const struct symbolic_run *run)
{
  enum { STRONG = 2 };
  return run->claim && run->engine == ENGINE_BDD && run->claim->fairness != STRONG;
}

static struct problem
problem_of (struct session *s, struct circuit *c)
{
  const struct symbolic_run *run = s->run;
  return (struct problem) {.c = c, .save = LIT_FALSE, .endless = run->claim, .max_depth = run->options->max_depth, .budget = &s->budget, .note = note,
                           .context = s};
}

static void
ask (struct session *s, struct circuit *c, struct outcome *o)
{
  const struct symbolic_run *run = s->run;
  struct problem p = problem_of (s, c);
  if (knows_runs (run)) {
    p.bad = aig_or (&c->g, c->resource, c->doomed);
    engine_apart (engines[run->engine].run, &p, o);
    if (o->kind != OUTCOME_RUN)
      return;
    outcome_release (o);
    p.bad = aig_or (&c->g, c->resource, liveness_to_safety (c, &p.save));
    engine_apart (engine_bmc, &p, o);     /* a violation exists, so this terminates */
    return;
  }
  p.bad = run->claim ? aig_or (&c->g, c->resource, liveness_to_safety (c, &p.save)) : circuit_bad (c);
  engine_apart (engines[run->engine].run, &p, o);
  if (o->kind == OUTCOME_PATH && !o->inputs.count && (circuit_has_free (c) || run->claim)) {
    outcome_release (o);
    engine_apart (engine_bmc, &p, o);     /* the same, with the values of inputs and the start of the loop */
  }
}

/* No violation within what is modelled. Does the model cover everything? */
static void
ask_beyond (struct session *s, struct circuit *c, struct outcome *o)
{
  struct problem p = problem_of (s, c);
  if (c->beyond == LIT_FALSE)
    return;
  outcome_release (o);
  p.bad = c->beyond;
  p.endless = false;
  engine_apart (engines[s->run->engine == ENGINE_BDD ? ENGINE_IC3 : s->run->engine].run, &p, o);
}

static void
say_decoded (enum decoded d, const char *why, struct result *r)
{
  r->verdict = d == DECODED_FINDING ? VERDICT_VIOLATION : VERDICT_UNKNOWN;
  r->exhaustive = false;
  if (d == DECODED_FINDING)
    snprintf (r->reason, sizeof r->reason, "stopped at the first finding");
  else if (d == DECODED_RESOURCE)
    snprintf (r->reason, sizeof r->reason, "%s", why);
  else
    snprintf (r->reason, sizeof r->reason, "internal error: a counterexample does not replay: %.120s; please report this", why);
}

/* A path reached a limit of the layout: it is excluded from now on, and the verdict is never ok. */
static void
leave_out_limit (struct session *s, struct circuit *c, const char *why)
{
  snprintf (s->at_limit, sizeof s->at_limit, "%s", why);
  c->valid = aig_and (&c->g, c->valid, lit_not (c->resource));
  c->resource = LIT_FALSE;
}

/* One circuit, one answer. False: the layout has grown, start again. */
static bool
attempt (struct session *s, struct circuit *c, struct layout *l, struct result *r)
{
  struct symbolic_run *run = s->run;
  struct outcome o;
  char why[160] = "";
  enum decoded d = DECODED_FINDING;
  ask (s, c, &o);
  uint64_t depth = o.depth, clauses = o.clauses;
  if (o.kind == OUTCOME_PROVED)
    ask_beyond (s, c, &o);
  r->stats.max_depth = o.kind == OUTCOME_PROVED ? depth : o.depth;
  r->stats.clauses = o.clauses > clauses ? o.clauses : clauses;
  r->stats.latches = c->latches.count;
  assert (o.kind != OUTCOME_RUN);
  if (o.kind == OUTCOME_PROVED) {
    r->verdict = VERDICT_OK;
    r->exhaustive = true;
  } else if (o.kind == OUTCOME_UNKNOWN)
    say_unknown (r, engines[run->engine].name, &o);
  else {
    d = decode_path (run, c, &o, l, r, why, sizeof why);
    if (d != DECODED_NEW_PROCESS)
      say_decoded (d, why, r);
  }
  outcome_release (&o);
  if (d == DECODED_RESOURCE && c->resource != LIT_FALSE) {
    leave_out_limit (s, c, why);
    return attempt (s, c, l, r);
  }
  if (*s->at_limit && r->verdict == VERDICT_OK) {
    r->verdict = VERDICT_UNKNOWN;
    r->exhaustive = false;
    snprintf (r->reason, sizeof r->reason, "%s", s->at_limit);
  }
  return d != DECODED_NEW_PROCESS;
}

/* Attempts a proof for any number of threads. False: there is none, which implies nothing. */
static bool
prove_for_any (struct session *s, const struct circuit_config *config, struct result *r)
{
  struct symbolic_run *run = s->run;
  struct circuit_config there = *config;
  struct refusal refusal;
  struct layout l;
  struct outcome o = {.kind = OUTCOME_UNKNOWN};
  enum { SHARE = 10, OF = 12 };
  if (run->engine != ENGINE_IC3 || !run->any || run->claim || !families_check (run->any, run->any_invariant, s->not_any, sizeof s->not_any))
    return false;
  struct budget budget = s->budget;
  if (budget.end > 0)
    budget.end = s->started + (budget.end - s->started) * SHARE / OF;
  there.invariant = run->any_invariant;
  there.budget = &budget;
  there.por = CIRCUIT_JOINED;
  layout_init_threads (&l, run->any);
  struct circuit *c = circuit_new (run->any, &l, &there, &refusal);
  if (c) {
    struct problem p = problem_of (s, c);
    circuit_freeze (c);
    circuit_know (c, &budget);
    p.budget = &budget;
    p.bad = aig_or (&c->g, circuit_bad (c), c->beyond);
    engine_apart (engine_views, &p, &o);
  } else
    outcome_unknown (&o, refusal.what);
  bool proved = c && o.kind == OUTCOME_PROVED;
  if (proved) {
    r->verdict = VERDICT_OK;
    r->exhaustive = true;
    r->stats.max_depth = o.depth;
    r->stats.clauses = o.clauses;
    r->stats.latches = c->latches.count;
    r->stats.threads = l.slots.count;
  } else
    snprintf (s->not_any, sizeof s->not_any, "%s", o.reason);
  s->budget.apart = budget.apart;
  outcome_release (&o);
  circuit_free (c);
  layout_release (&l);
  return proved;
}

bool
symbolic_check (struct symbolic_run *run, struct result *r, struct refusal *refusal)
{
  struct session s = {.run = run, .started = measure_seconds ()};
  const struct options *o = run->options;
  struct layout l;
  bool done = false;
  s.budget = (struct budget) {.end = o->time > 0 ? s.started + o->time : 0, .memory = o->memory ? o->memory : mem_of_machine () / 10 * 8,
                              .interrupt = run->interrupt};
  struct circuit_config config = {.one_hot = engines[run->engine].one_hot, .ends = o->ends, .invariant = run->invariant, .claim = run->claim,
                                  .por = run->por, .budget = &s.budget};
  if (!run->executed)
    run->executed = run->pg;
  if (run->claim)
    config.ends = ENDS_OFF;
  layout_init (&l, run->ts, run->inspector);
  done = prove_for_any (&s, &config, r);
  while (!done) {
    struct circuit *c = circuit_new (run->pg, &l, &config, refusal);
    if (!c) {
      done = refusal->spent && say_not_made (r, engines[run->engine].name, refusal);
      break;
    }
    r->stats.threads = l.slots.count;
    if (run->reduced)
      *run->reduced = c->reduced;
    if (!run->claim) {
      circuit_freeze (c);
      if (run->engine != ENGINE_BDD)
        circuit_know (c, &s.budget);
    }
    done = attempt (&s, c, &l, r);
    circuit_free (c);
  }
  if (r->verdict == VERDICT_UNKNOWN && *s.not_any) {
    size_t n = strlen (r->reason);
    snprintf (r->reason + n, sizeof r->reason - n, "; for any number of threads: %s", s.not_any);
  }
  r->stats.seconds = measure_seconds () - s.started;
  uint64_t own = measure_peak ();
  r->stats.peak_bytes = s.budget.apart > own ? s.budget.apart : own;
  layout_release (&l);
  return done;
}
