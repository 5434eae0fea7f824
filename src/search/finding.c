/* Findings: from faults and bad states to what is reported. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/end_state.h"
#include "search/explore.h"

enum { MOST_FINDINGS = 100 };

static bool
is_asked_for (const struct explorer *x, enum finding_kind kind, struct pos pos, const char *message)
{
  const struct finding *only = x->run->only;
  if (!only)
    return true;
  bool is_end = kind == FINDING_INVALID_END || kind == FINDING_DEADLOCK;
  return kind == only->kind && (is_end || (pos.line == only->pos.line && !strcmp (message, only->message)));
}

static void
add (struct explorer *x, enum finding_kind kind, struct pos pos, const char *message, trace_fn *trace, void *context)
{
  struct result *r = x->result;
  assert (message[0]);
  if (!is_asked_for (x, kind, pos, message))
    return;
  r->errors++;
  if (!x->options->all)
    explore_bound (x, BOUND_FINDING, NULL);
  if (r->findings.count >= MOST_FINDINGS || finding_known (r, kind, pos, message))
    return;
  struct finding f = {.kind = kind, .message = mem_strdup (message), .pos = pos, .loop_start = -1};
  f.steps = trace (context, &f.nsteps);
  VEC_PUSH (r->findings, f);
}

void
explore_add (struct explorer *x, enum finding_kind kind, struct pos pos, const char *message, trans_id *steps,
             size_t nsteps, long loop_start)
{
  struct finding f = {.kind = kind, .message = mem_strdup (message), .pos = pos, .steps = steps, .nsteps = nsteps,
                      .loop_start = loop_start};
  assert (loop_start < (long) nsteps && (nsteps == 0 || steps));
  x->result->errors++;
  VEC_PUSH (x->result->findings, f);
}

void
explore_fault (struct explorer *x, const struct fault *fault, trace_fn *trace, void *context)
{
  if (fault->kind == FAULT_RESOURCE) {
    explore_bound (x, BOUND_RESOURCE, fault);
    return;
  }
  add (x, fault_finding (fault->kind), fault->pos, fault->message, trace, context);
}

void
explore_invariant (struct explorer *x, const uint32_t *state, trace_fn *trace, void *context)
{
  struct search_run *run = x->run;
  struct fault fault;
  assert (!ts_transient (state));
  fault.kind = FAULT_NONE;
  fault.message[0] = 0;
  fault.pos = (struct pos) {0};
  bool holds = run->invariant (run->invariant_context, state, &fault);
  if (fault.kind != FAULT_NONE)
    explore_fault (x, &fault, trace, context);
  else if (!holds) {
    struct str text = {0};
    str_printf (&text, "the invariant does not hold: %s", *fault.message ? fault.message : run->invariant_text);
    add (x, FINDING_INVARIANT, fault.pos, str_text (&text), trace, context);
    str_release (&text);
  }
}

void
explore_terminal (struct explorer *x, const uint32_t *state, trace_fn *trace, void *context)
{
  struct str text = {0};
  struct pos pos;
  assert (!ts_transient (state));
  x->result->stats.executions++;
  if (x->run->terminal)
    x->run->terminal (x->run->terminal_context, x->ts, state);
  if (end_state_is_bad (x->ts, state, x->options->ends, &text, &pos))
    add (x, end_state_kind (x->ts), pos, str_text (&text), trace, context);
  str_release (&text);
}
