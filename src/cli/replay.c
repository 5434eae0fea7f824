/* mazurka replay: executes a recorded execution again, step by step. */
#include "cli/replay.h"

#include <assert.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/input.h"
#include "cli/model.h"
#include "cli/native_schedule.h"
#include "cli/safe_flags.h"
#include "cli/temporal.h"
#include "model/trace_story.h"
#include "report/report.h"
#include "report/story_writers.h"

/* The options of the run that wrote the trace determine the meaning of its steps. */
static void
adopt_options (struct options *o, const struct trace_file *t)
{
  o->define = t->define;
  o->invariant = t->invariant;
  o->ltl = t->ltl;
  o->claim = t->claim;
  o->fair = t->fair;
  o->lossy_send = t->lossy;
  o->simplify = t->simplified ? SIMPLIFY_ON : SIMPLIFY_OFF;
  o->ends = t->ends;
  o->nondet = t->nondet;
  o->cflags = o->cflags && !t->model ? o->cflags : t->cflags;
  o->allow_races = t->allow_races;
  o->spurious = t->spurious;
  o->max_threads = t->max_threads;
  if (!t->model)
    o->max_events = t->max_events;
}

/* False after a located message: a step cannot be executed. */
static bool
all_executed (struct replay *r, const struct trace_end *end)
{
  assert (end->kind != TRACE_DONE || end->index == r->trace.finding.nsteps);
  struct pos pos = {.file = r->file, .line = end->index < r->trace.finding.nsteps ? r->trace.step_lines[end->index] : 0};
  if (end->kind == TRACE_NOT_ENABLED)
    diag_error (&r->diag, pos, "this step cannot be executed here");
  else if (end->kind == TRACE_FAULT)
    diag_error (&r->diag, pos, "the execution ends at this step: %s", end->fault.message);
  return end->kind == TRACE_DONE;
}

bool
replay_fits (struct replay *r, const char *path, uint64_t hash)
{
  bool fits = hash == r->trace.hash || r->options.changed;
  if (!fits)
    diag_error (&r->diag, r->trace.hash_pos, "%s has changed since this trace was written; check it again", path);
  return fits;
}

int
replay_report (struct replay *r, const struct finding *f, size_t nsteps, const char *why)
{
  struct str s = {0};
  if (!f) {
    assert (*why);
    diag_error (&r->diag, (struct pos) {.file = r->file}, "not reproduced: %s", why);
    return EXIT_USAGE;
  }
  add_counted (&s, nsteps, "step");
  fprintf (r->term.out, "reproduced in %s:\n", str_text (&s));
  print_finding_line (&r->term, r->trace.model ? r->trace.model : r->trace.programs.data[0], f);
  fflush (r->term.out);
  str_release (&s);
  return f->kind == FINDING_WEAK_MEMORY ? EXIT_UNKNOWN : EXIT_VIOLATION;
}

/* ---- models ---- */

/* Is the finding reproduced? */
static bool
reproduced (struct replay *r, struct model *m, char *why, size_t room)
{
  struct search_run run;
  struct property_list properties = {0};
  struct temporal temporal = {0};
  model_search (m, &r->options, &run);
  bool ok = true;
  if (r->trace.claim) {
    properties_collect (&properties, m->pg, r->trace.claim);
    ok = temporal_open (&temporal, m, &properties.data[0], r->options.fair, why, room);
    run.liveness = &temporal.liveness;
  }
  ok = ok && search_replay (&run, &r->trace.finding, why, room);
  temporal_close (&temporal);
  properties_release (&properties);
  return ok;
}

/* Reports the outcome; returns the exit code. */
static int
conclude (struct replay *r, struct model *m, const struct story *story)
{
  struct finding *f = &r->trace.finding;
  struct str s = {0};
  char why[200] = "";
  if (r->trace.has_finding) {
    bool same = reproduced (r, m, why, sizeof why);
    return replay_report (r, same ? f : NULL, story->steps.count, why);
  }
  add_counted (&s, story->steps.count, "step");
  fprintf (r->term.out, "%s replayed; nothing went wrong\n", str_text (&s));
  str_release (&s);
  return EXIT_OK;
}

/* False after a message: the trace contains compiler flags that are not known to be harmless. */
static bool
flags_of_trace (struct replay *r)
{
  struct flags_from from;
  const struct trace_file *t = &r->trace;
  bool of_program = !t->model && r->options.cflags;      /* then the number counts from the user */
  flags_from (&from, r->file, "");
  bool ok = r->options.allow_flags || (flags_take (t->define, &from, true, t->define_pos, &r->diag)
                                       && (of_program || flags_take (t->cflags, &from, false, t->cflags_pos, &r->diag)));
  flags_from_release (&from);
  return ok;
}

static int
model_replay (struct replay *r)
{
  struct model m;
  char *path = input_beside (r->file, r->trace.model);
  int code = EXIT_USAGE;
  if (!model_open (&m, path, &r->options, &r->diag))
    diag_note (&r->diag, r->trace.hash_pos, "the trace was recorded with this model");
  else if (replay_fits (r, path, m.hash)) {
    const struct finding *f = &r->trace.finding;
    struct trace_end end;
    struct story *story = story_of_trace (m.ts, f->steps, f->nsteps, f->loop_start, r->options.full, &end);
    if (!r->options.quiet)
      story_print (&r->term, story, r->options.messages, r->options.full);
    fflush (r->term.out);
    if (all_executed (r, &end))
      code = conclude (r, &m, story);
    if (code == EXIT_VIOLATION && m.pg && m.pg->threads && !r->trace.claim)
      native_schedule_report (&(struct native_schedule) {path, m.pg, f, story}, &r->options, r->term.out);
    story_free (story);
  }
  model_close (&m);
  mem_free (path);
  return code;
}

int
command_replay (const char *program, int argc, char **argv)
{
  struct replay r = {.diag.out = stderr};
  struct command_line line;
  int code = EXIT_USAGE;
  (void) program;
  if (!command_line_parse (&line, 'r', NULL, argc, argv))
    ;
  else if (line.files.count != 1 || line.rest.count)
    fprintf (stderr, "mazurka: error: replay takes one trace: mazurka replay TRACE [options]\n");
  else {
    r.file = line.files.data[0];
    r.options = line.options;
    term_init (&r.term, stdout, r.options.color);
    if (trace_read (r.file, &r.trace, &r.diag) && flags_of_trace (&r)) {
      adopt_options (&r.options, &r.trace);
      code = r.trace.model ? model_replay (&r) : native_replay (&r);
    }
    trace_release (&r.trace);
  }
  command_line_release (&line);
  return code;
}
