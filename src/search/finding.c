/* Findings: from what a search meets to what a person is told. */
#include <stdlib.h>
#include <string.h>

#include "search/explore.h"

enum finding_kind
fault_finding (enum fault_kind kind)
{
  static const enum finding_kind of[] = {
    [FAULT_NONE] = FINDING_ASSERTION, [FAULT_ASSERTION] = FINDING_ASSERTION, [FAULT_BOUNDS] = FINDING_MEMORY,
    [FAULT_CHANNEL] = FINDING_API_MISUSE, [FAULT_DIVISION] = FINDING_CRASH, [FAULT_DSTEP] = FINDING_API_MISUSE,
    [FAULT_PROCESS] = FINDING_API_MISUSE, [FAULT_EXCLUSIVE] = FINDING_API_MISUSE, [FAULT_TRACE] = FINDING_ASSERTION,
    [FAULT_RESOURCE] = FINDING_API_MISUSE,
  };
  return of[kind];
}

/* One finding per kind, place and message: the others are counted. */
static bool
known (const struct result *r, enum finding_kind kind, struct pos pos, const char *message)
{
  for (size_t i = 0; i < r->findings.count; i++) {
    const struct finding *f = &r->findings.data[i];
    if (f->kind == kind && f->pos.line == pos.line && f->pos.col == pos.col && !strcmp (f->message, message))
      return true;
  }
  return false;
}

enum { MOST_FINDINGS = 100 };

static void
add (struct explorer *x, enum finding_kind kind, struct pos pos, const char *message, trace_fn *trace, void *context)
{
  struct result *r = x->result;
  r->errors++;
  if (!x->options->all) {
    x->stop = true;
    explore_cut (x, "stopped at the first finding");
  }
  if (r->findings.count >= MOST_FINDINGS || known (r, kind, pos, message))
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
  x->result->errors++;
  VEC_PUSH (x->result->findings, f);
}

void
explore_fault (struct explorer *x, const struct fault *fault, trace_fn *trace, void *context)
{
  if (fault->kind == FAULT_RESOURCE) {
    explore_cut (x, fault->message);
    return;
  }
  add (x, fault_finding (fault->kind), fault->pos, fault->message, trace, context);
}

void
explore_invariant (struct explorer *x, const uint32_t *state, trace_fn *trace, void *context)
{
  struct search_run *run = x->run;
  struct fault fault;
  fault.kind = FAULT_NONE;
  bool holds = run->invariant (run->invariant_context, state, &fault);
  if (fault.kind != FAULT_NONE)
    explore_fault (x, &fault, trace, context);
  else if (!holds) {
    struct str text = {0};
    str_printf (&text, "the invariant does not hold: %s", run->invariant_text);
    add (x, FINDING_INVARIANT, (struct pos) {0}, str_text (&text), trace, context);
    str_release (&text);
  }
}

struct stuck {
  struct str names;
  struct pos pos;
  int count;
};

static void
note_stuck (void *context, uint32_t pid, const char *thread, struct pos pos, const char *text, bool valid_end)
{
  struct stuck *s = context;
  (void) pid;
  (void) text;
  if (valid_end)
    return;
  if (!s->count++)
    s->pos = pos;
  str_printf (&s->names, "%s%s at line %d", s->count > 1 ? ", " : "", thread, pos.line);
}

void
explore_terminal (struct explorer *x, const uint32_t *state, trace_fn *trace, void *context)
{
  x->result->stats.executions++;
  if (x->run->terminal)
    x->run->terminal (x->run->terminal_context, x->ts, state);
  enum end_kind end = x->ts->class->end (x->ts, state);
  if (end == END_VALID || x->options->ends == ENDS_OFF || (end == END_MESSAGES && x->options->ends != ENDS_EMPTY))
    return;
  struct stuck s = {0};
  x->ts->class->where (x->ts, state, note_stuck, &s);
  struct str text = {0};
  if (end == END_MESSAGES)
    str_add (&text, "invalid end state: messages are left in channels");
  else
    str_printf (&text, "invalid end state: %s cannot go on", str_text (&s.names));
  add (x, FINDING_INVALID_END, s.pos, str_text (&text), trace, context);
  str_release (&text);
  str_release (&s.names);
}
