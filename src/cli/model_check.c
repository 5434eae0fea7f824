/* Checks a model: explores it, replays findings, reports. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/model_check.h"

#include "base/distinct.h"
#include "base/options.h"
#include "cli/command.h"
#include "cli/complaint.h"
#include "cli/protocol_child.h"
#include "cli/native_schedule.h"
#include "cli/interrupt.h"
#include "cli/model.h"
#include "cli/conjuncts.h"
#include "cli/protocol.h"
#include "cli/session.h"
#include "cli/symbolic.h"
#include "cli/exec_search.h"
#include "cli/temporal.h"
#include "model/trace_story.h"
#include "cli/lift_trace.h"
#include "search/shorten.h"
#include "search/unreduced.h"

struct check {
  struct session session;
  const char *file;
  struct options plain_options;
  struct model model;
  struct model plain;           /* the model as written, for showing traces; opened on demand */
  bool has_plain, tried_plain;
  struct property_list properties;
  struct property *now;           /* the property being checked */
  volatile const int *interrupt;
  struct set_digest terminal;
  struct distinct orbits;         /* hashes of a protocol's terminal states */
  double seconds;                 /* time spent so far */
  bool is_c;                      /* the model is a C program */
  bool symmetric;                 /* that declared symmetries are some was not checked in every state */
  bool refused;                   /* the engine cannot check the model; this was reported */
};

static void
show_depth (void *context, const char *engine, const struct progress_note *n, double seconds)
{
  struct check *c = context;
  progress_depth (&c->session.progress, engine, n->depth, n->clauses, n->seconds, seconds);
}

static bool
show_progress (void *context, const struct progress *p)
{
  struct check *c = context;
  progress_show (&c->session.progress, c->model.exec ? "execution" : "state", p->states, 0, p->depth, p->bytes, p->seconds);
  return true;
}

/* ---- traces ---- */

/* A finding is reported only if replaying its trace reproduces it. */
static void
verify_findings (struct search_run *run, struct result *r)
{
  char why[200];
  for (size_t i = 0; i < r->findings.count;)
    if (search_replay (run, &r->findings.data[i], why, sizeof why))
      i++;
    else {
      clean_print (stderr, "mazurka: internal error: the trace of '%s' does not replay: %s; please report this\n",
               r->findings.data[i].message, why);
      result_drop_finding (r, i);
      r->exhaustive = false;
      snprintf (r->reason, sizeof r->reason, "internal error: a trace does not replay");
    }
  if (!r->findings.count && r->verdict == VERDICT_VIOLATION)
    r->verdict = VERDICT_UNKNOWN;
  assert (r->verdict != VERDICT_OK || (r->exhaustive && !r->findings.count));
}

/* The model as written; false if it cannot be opened. */
static bool
open_plain (struct check *c)
{
  struct diag silent = {0};
  if (!c->tried_plain) {
    c->tried_plain = true;
    c->plain_options = c->session.options;
    c->plain_options.simplify = SIMPLIFY_OFF;
    c->has_plain = model_open (&c->plain, c->file, &c->plain_options, &silent);
  }
  return c->has_plain;
}

/* The same finding with its loop unrolled that many times: the first iteration may be needed to bring variables that the
 * simplified model lacks into a periodic state. */
static struct finding
repeat_loop (const struct finding *f, size_t times)
{
  struct finding g = *f;
  size_t loop = f->loop_start < 0 ? 0 : f->nsteps - (size_t) f->loop_start;
  assert (times && f->loop_start <= (long) f->nsteps);
  g.nsteps = f->nsteps + (times - 1) * loop;
  g.steps = mem_alloc ((g.nsteps + 1) * sizeof *g.steps);
  if (f->nsteps)
    memcpy (g.steps, f->steps, f->nsteps * sizeof *g.steps);
  for (size_t i = f->nsteps; i < g.nsteps; i++)
    g.steps[i] = g.steps[i - loop];
  if (loop)
    g.loop_start += (long) ((times - 1) * loop);
  return g;
}

static bool
lift_finding (struct check *c, struct search_run *plain, const struct finding *f, struct finding *out)
{
  char why[200];
  enum { MOST = 3 };
  for (size_t times = 1; times <= (f->loop_start < 0 ? 1 : MOST); times++) {
    struct finding g = repeat_loop (f, times);
    bool ok = lift_trace (&c->model, &c->plain, &g, out);
    mem_free (g.steps);
    if (ok && search_replay (plain, out, why, sizeof why))
      return true;
    if (ok)
      mem_free (out->steps);
  }
  return false;
}

/* Converts traces of a simplified model to the model as written, if all of them can be; true: they were. */
static bool
lift_findings (struct check *c, struct property *p)
{
  struct result *r = &p->result;
  struct search_run run;
  struct temporal temporal = {0};
  VEC (struct finding) plain = {0};
  char why[200];
  if (!open_plain (c))
    return false;
  model_search (&c->plain, &c->plain_options, &run);
  bool ok = true;
  if (strcmp (p->kind, "safety")) {
    struct property_list all = {0};
    properties_collect (&all, c->plain.pg, c->session.options.claim);
    ok = temporal_open (&temporal, &c->plain, &all.data[p - c->properties.data], c->session.options.fair, why, sizeof why);
    properties_release (&all);
    run.liveness = &temporal.liveness;
  }
  for (size_t i = 0; i < r->findings.count && ok; i++) {
    struct finding f;
    ok = lift_finding (c, &run, &r->findings.data[i], &f);
    if (ok && !i)
      search_tidy (&run, &f);     /* the finding that is shown */
    if (ok)
      VEC_PUSH (plain, f);
  }
  for (size_t i = 0; i < plain.count; i++) {
    mem_free (ok ? r->findings.data[i].steps : plain.data[i].steps);
    if (ok)
      r->findings.data[i] = plain.data[i];
  }
  VEC_FREE (plain);
  temporal_close (&temporal);
  return ok;
}

static struct story *
make_story (void *context, const struct property *p, size_t i)
{
  const struct check *c = context;
  const struct finding *f = &p->result.findings.data[i];
  struct trace_end end;
  struct story *s = story_of_trace (p->ts, f->steps, f->nsteps, f->loop_start, c->session.options.full, &end);
  assert (end.kind == TRACE_DONE && end.index == f->nsteps);
  return s;
}

/* Prepares the first finding for display; the steps of all findings are those of `ts`. */
static void
describe_first (struct check *c, struct property *p, struct ts *ts)
{
  p->ts = ts;
  if (p->result.findings.count)
    p->result.findings.data[0].story = make_story (c, p, 0);
}

/* ---- the report ---- */

/* Replays the finding of a C program in the program itself. */
static void
follow_first (const struct check *c)
{
  const struct property *p = properties_safety (&c->properties);
  if (!c->is_c || !p || !p->result.findings.count || !p->result.findings.data[0].story || c->session.options.quiet || c->session.options.json)
    return;
  const struct finding *first = &p->result.findings.data[0];
  const struct pg *pg = p->ts == c->plain.ts ? c->plain.pg : c->model.pg;
  native_schedule_report (&(struct native_schedule) {c->file, pg, first, first->story}, &c->session.options, c->session.term.out);
}

/* Reports; returns the exit code. */
static int
finish (struct check *c)
{
  struct str invariants = {0};
  model_name_invariants (&c->model, &invariants);
  struct report report = {.invariants = invariants.len ? str_text (&invariants) : NULL, .threads = c->is_c, .symmetric = c->symmetric, .sleep = c->model.sleeps,
                          .story = make_story, .context = c, .terminal = &c->terminal,
                          .orbits = c->orbits.count ? &(struct set_digest) {c->orbits.count, c->orbits.sum} : NULL};
  int code = session_report (&c->session, &report);
  follow_first (c);
  str_release (&invariants);
  mem_free (c->orbits.seen);
  return code;
}

/* Out of memory: reports what was found so far. */
static void
on_out_of_memory (void *context)
{
  struct check *c = context;
  struct result *r = &c->now->result;
  r->verdict = r->findings.count ? VERDICT_VIOLATION : VERDICT_UNKNOWN;
  r->exhaustive = false;
  snprintf (r->reason, sizeof r->reason, "out of memory");
  describe_first (c, c->now, c->model.ts);
  int code = finish (c);
  exit (protocol_child_finish (code));
}

/* ---- checking ---- */

/* The property's share of --time: the remaining time divided by the number of remaining properties. */
static double
time_left (const struct check *c, const struct property *p)
{
  size_t left = c->properties.count - (size_t) (p - c->properties.data);
  assert (left && left <= c->properties.count);
  double seconds = (c->session.options.time - c->seconds) / (double) left;
  return seconds > 0 ? seconds : 1e-9;
}

static void
add_terminal (void *context, struct ts *ts, const uint32_t *state)
{
  struct check *c = context;
  set_digest_add_state (&c->terminal, ts, state);
  if (c->model.protocol)
    distinct_add (&c->orbits, protocol_orbit (c->model.protocol, state));
}

/* Shortens the first finding, converts it to the model as written if possible, and writes its trace. */
static void
conclude_findings (struct check *c, struct property *p, struct search_run *run)
{
  struct finding *first = &p->result.findings.data[0];
  bool simplified = c->session.options.simplify == SIMPLIFY_ON && !c->model.protocol;
  if (!c->session.strategy.symbolic)
    search_shortest (run, first);
  bool lifted = simplified && lift_findings (c, p);
  if (!lifted)
    search_tidy (run, first);
  describe_first (c, p, lifted ? c->plain.ts : c->model.ts);
  session_trace (&c->session, p, &(struct trace_file) {.model = c->file, .hash = c->model.hash, .simplified = simplified && !lifted});
}

/* Searches for violations of the property; findings are replayed, converted to the model as written, and kept. */
static void
check_property (struct check *c, struct property *p)
{
  struct result *r = &p->result;
  struct options options = c->session.options;
  struct search_run run;
  struct temporal temporal = {0};
  bool is_safety = !strcmp (p->kind, "safety");
  if (!is_safety && !temporal_open (&temporal, &c->model, p, options.fair, r->reason, sizeof r->reason)) {
    temporal_close (&temporal);
    return;
  }
  if (options.time > 0)
    options.time = time_left (c, p);
  model_search (&c->model, &options, &run);
  if (!is_safety && !c->session.strategy.symbolic) {
    temporal_reduce (&temporal, &c->model, c->session.strategy.reduction);
    run.reduction = temporal.reduction;
  }
  p->no_por = is_safety ? c->model.no_por : temporal.no_por;
  run.progress = show_progress;
  run.progress_context = c;
  run.interrupt = c->interrupt;
  run.liveness = is_safety ? NULL : &temporal.liveness;
  if (c->model.exec || run.reduction || c->session.strategy.symbolic)
    p->por = c->session.strategy.reduction->name;
  if (c->session.options.json && is_safety) {
    run.terminal = add_terminal;
    run.terminal_context = c;
  }
  p->checked = true;
  c->now = p;
  mem_on_out (on_out_of_memory, c);
  if (c->session.strategy.symbolic) {
    struct symbolic_progress line = {show_depth, c};
    struct symbolic_values values = {c->file, c->properties.count == 1 ? &c->session.options : NULL};
    c->refused |= !symbolic_property (&c->model, &values, &c->session.strategy, &options, is_safety ? NULL : &temporal, c->interrupt, &line, r, &p->no_por);
    run.ts = c->model.ts;
    if (p->no_por)
      p->por = "none";
  } else if (is_safety && c->model.exec)
    exec_search_run (&c->model, &c->session.strategy, &run, r);
  else if (is_safety) {
    bool symmetric = c->model.protocol && protocol_search_begin (&c->model, &options);
    search_run (&run, r);
    c->model.acyclic = c->model.protocol && run.reduction && r->exhaustive && !r->errors && !r->cyclic;
    if (symmetric)
      protocol_search_end (&c->model, r);
    c->symmetric = symmetric && !protocol_symmetry_is_proved (c->model.protocol);
  }
  else
    conjuncts_run (&c->model, p, c->session.strategy.reduction, &temporal, &run, r);
  if (!c->model.protocol && (c->model.exec || run.reduction))
    unreduced_search (&run, is_safety ? NULL : &temporal.liveness, r);
  mem_on_out (NULL, NULL);
  c->seconds += r->stats.seconds;
  if (!c->session.strategy.symbolic)
    property_explain_time (p, 0);
  verify_findings (&run, r);
  if (r->findings.count)
    conclude_findings (c, p, &run);
  temporal_close (&temporal);
}

static int
run_check (struct check *c)
{
  struct session *s = &c->session;
  struct diag diag = {.out = stderr};
  session_begin (s);
  s->properties = &c->properties;
  if (s->options.fair == FAIR_TRACE)
    s->options.simplify = SIMPLIFY_OFF;     /* it changes the dependence of steps */
  bool opened = model_open (&c->model, c->file, &s->options, &diag), ready = opened;
  if (opened) {
    properties_collect (&c->properties, c->model.pg, s->options.claim);
    if (s->strategy.symbolic)
      ready = symbolic_suits (&c->model, &s->strategy, c->file, &diag);
    else if (s->strategy.executions)
      ready = exec_search_open (&c->model, &s->options, &s->strategy, &c->properties, &diag);
    else
      model_reduce (&c->model, &s->strategy);
  } else {
    model_close (&c->model);
    properties_of_program (&c->properties, c->file);
  }
  if (ready)
    complaint_pass (s->complaint);
  else if (diag.late)
    session_give_up (s, "the preprocessor or compiler did not end in time");
  c->interrupt = interrupt_catch ();
  for (size_t i = 0; i < c->properties.count && ready && !c->refused; i++)
    check_property (c, &c->properties.data[i]);
  int code = (ready && !c->refused) || diag.late ? finish (c) : EXIT_USAGE;
  properties_release (&c->properties);
  model_close (&c->plain);
  model_close (&c->model);
  return code;
}

int
model_check (const char *program, const struct options *o, bool is_c, const struct option_words *files, const struct option_words *rest,
             struct complaint *complaint)
{
  struct check c = {.session = {.program = program, .files = files, .arguments = rest, .options = *o, .complaint = complaint}, .is_c = is_c};
  if (files->count != 1)
    fprintf (stderr, files->count ? "mazurka: error: check takes one model, or the files of one C program; `mazurka test FILE...` takes any number\n"
                                  : "mazurka: error: no file to check: mazurka check FILE... [options]\n");
  else if (rest->count)
    fprintf (stderr, "mazurka: error: a model takes no arguments after --\n");
  else if (strategy_for_model (&c.session.strategy, &c.session.options, is_c, (struct pos) {.file = files->data[0]})) {
    c.file = files->data[0];
    return run_check (&c);
  }
  return EXIT_USAGE;
}
