#include "cli/session.h"

#include <assert.h>
#include <string.h>

#include "cli/command.h"
#include "cli/complaint.h"
#include "cli/output.h"

void
session_begin (struct session *s)
{
  bool json_on_stdout = s->options.json && !*s->options.json;
  term_init (&s->term, json_on_stdout ? stderr : stdout, s->options.color);
  progress_init (&s->progress, s->options.quiet ? NULL : stderr);
}

void
session_give_up (struct session *s, const char *why)
{
  assert (s->properties->count);
  complaint_pass (s->complaint);
  property_give_up (&s->properties->data[0], why);
}

void
session_trace (struct session *s, struct property *p, struct trace_file *t)
{
  const struct options *o = &s->options;
  bool is_temporal = strcmp (p->kind, "safety");
  assert (p->result.findings.count && !t->model != !t->programs.count);
  t->define = o->define;
  t->invariant = o->invariant;
  t->lossy = o->lossy_send;
  t->ends = o->ends;
  t->ltl = o->ltl;                /* affects which steps exist, for any finding */
  t->claim = is_temporal ? property_claim (p) : NULL;
  t->fair = is_temporal ? o->fair : 0;
  t->nondet = o->nondet;
  t->cflags = o->cflags;
  t->allow_races = o->allow_races;
  t->spurious = o->spurious;
  t->max_threads = o->max_threads;
  t->has_finding = true;
  t->finding = p->result.findings.data[0];
  output_trace (o, s->properties, p, s->files->data[0], t);
}

int
session_report (struct session *s, struct report *r)
{
  struct result total;
  const struct property *safety = properties_safety (s->properties);
  assert (r->story && s->files->count);
  progress_clear (&s->progress);
  properties_combine (s->properties, &total);
  assert (total.verdict != VERDICT_OK || !total.errors);
  r->program = s->program;
  r->inputs = s->files->data;
  r->ninputs = (size_t) s->files->count;
  r->input = s->files->data[0];
  r->arguments = *s->arguments;
  r->options = &s->options;
  r->result = &total;
  r->properties = s->properties;
  r->engine = s->strategy.engine;
  r->por = safety ? safety->por : "none";
  r->stateful = s->strategy.stateful;
  report_text (r, &s->term);
  bool written = output_write (r);
  return written ? verdict_exit_code (total.verdict) : EXIT_USAGE;
}
