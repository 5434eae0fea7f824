/* mazurka check: explore the model, verify what was found, report. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/session.h"
#include "cli/unfold.h"
#include "report/progress.h"
#include "report/report.h"
#include "report/tracefile.h"

struct check {
  const char *program, *file;
  struct options options, plain_options;
  struct session session;
  struct session plain;           /* the model as written, for showing traces; opened when there are any */
  bool show_plain;
  struct search_run run;
  struct result result;
  struct digest terminal;
  struct progress_line progress;
  struct term term;
  char trace[4096];
};

static bool
show_progress (void *context, const struct progress *p)
{
  progress_show (context, p->states, p->depth, p->bytes, p->seconds);
  return true;
}

/* ---- traces ---- */

static void
drop_finding (struct result *r, size_t i)
{
  mem_free (r->findings.data[i].message);
  mem_free (r->findings.data[i].steps);
  memmove (&r->findings.data[i], &r->findings.data[i + 1], (--r->findings.count - i) * sizeof *r->findings.data);
}

/* Nothing is shown that does not happen again when the trace is executed. */
static void
verify_findings (struct check *c)
{
  struct result *r = &c->result;
  char why[200];
  for (size_t i = 0; i < r->findings.count;)
    if (search_replay (&c->run, &r->findings.data[i], why, sizeof why))
      i++;
    else {
      fprintf (stderr, "mazurka: internal error: the trace of '%s' does not replay: %s; please report this\n",
               r->findings.data[i].message, why);
      drop_finding (r, i);
      r->exhaustive = false;
      snprintf (r->reason, sizeof r->reason, "internal error: a trace does not replay");
    }
  if (!r->findings.count && r->verdict == VERDICT_VIOLATION)
    r->verdict = VERDICT_UNKNOWN;
}

/* Traces of a simplified model are shown as executions of the model as it was
 * written, if each of them is one. */
static void
unfold_findings (struct check *c)
{
  struct result *r = &c->result;
  struct diag silent = {0};
  struct search_run run;
  VEC (struct finding) plain = {0};
  char why[200];
  c->plain_options = c->options;
  c->plain_options.simplify = SIMPLIFY_OFF;
  c->show_plain = session_open (&c->plain, c->file, &c->plain_options, &silent);
  if (c->show_plain)
    session_run (&c->plain, &c->plain_options, &run);
  for (size_t i = 0; i < r->findings.count && c->show_plain; i++) {
    struct finding f;
    c->show_plain = unfold_trace (&c->session, &c->plain, &r->findings.data[i], &f);
    if (c->show_plain)
      VEC_PUSH (plain, f);
    c->show_plain = c->show_plain && search_replay (&run, &f, why, sizeof why);
  }
  for (size_t i = 0; i < plain.count; i++) {
    mem_free (c->show_plain ? r->findings.data[i].steps : plain.data[i].steps);
    if (c->show_plain)
      r->findings.data[i] = plain.data[i];
  }
  VEC_FREE (plain);
}

/* Writes the first finding's trace; c->trace is "" if there is none to name. */
static void
write_trace (struct check *c)
{
  const struct options *o = &c->options;
  const char *slash = strrchr (c->file, '/');
  if (o->trace)
    snprintf (c->trace, sizeof c->trace, "%s", o->trace);
  else
    snprintf (c->trace, sizeof c->trace, "%s.trace", slash ? slash + 1 : c->file);
  struct trace_file t = {.model = c->file, .hash = c->session.hash, .define = o->define, .invariant = o->invariant,
                         .lossy = o->lossy_send, .ends = o->ends, .has_finding = true,
                         .simplified = o->simplify == SIMPLIFY_ON && !c->show_plain,
                         .finding = c->result.findings.data[0]};
  if (trace_write (c->trace, &t, c->show_plain ? c->plain.ts : c->session.ts))
    return;
  fprintf (stderr, "mazurka: cannot write the trace to %s: %s (--trace names another file)\n", c->trace,
           strerror (errno));
  c->trace[0] = 0;
}

/* ---- the result ---- */

static bool
write_json (const struct report *report, const char *path)
{
  FILE *f = *path ? fopen (path, "w") : stdout;
  bool ok = f && report_json (report, f);
  if (f && *path)
    ok = !fclose (f) && ok;
  if (!ok)
    fprintf (stderr, "mazurka: error: cannot write the JSON result to %s: %s\n", *path ? path : "standard output",
             strerror (errno));
  return ok;
}

/* Verifies, combines, reports; the exit code. */
static int
finish (struct check *c)
{
  struct property_list properties = {0};
  progress_clear (&c->progress);
  verify_findings (c);
  if (c->result.findings.count && c->options.simplify == SIMPLIFY_ON)
    unfold_findings (c);
  const char *por = c->session.ample ? "ample" : "none";
  properties_collect (&properties, c->session.pg, &c->result, por);
  properties_combine (&properties, &c->result);
  if (c->result.findings.count)
    write_trace (c);
  struct report report = {.program = c->program, .input = c->file, .options = &c->options,
                          .ts = c->show_plain ? c->plain.ts : c->session.ts, .result = &c->result, .properties = &properties, .engine = "explicit", .por = por, .no_por = c->session.no_por,
                          .stateful = true, .terminal = &c->terminal, .trace = c->trace[0] ? c->trace : NULL};
  report_text (&report, &c->term);
  bool written = !c->options.json || write_json (&report, c->options.json);
  VEC_FREE (properties);
  return written ? verdict_exit_code (c->result.verdict) : EXIT_USAGE;
}

/* Out of memory: what was found so far is still worth telling. */
static void
on_out_of_memory (void *context)
{
  struct check *c = context;
  struct result *r = &c->result;
  r->verdict = r->findings.count ? VERDICT_VIOLATION : VERDICT_UNKNOWN;
  r->exhaustive = false;
  snprintf (r->reason, sizeof r->reason, "out of memory");
  exit (finish (c));
}

static int
run_check (struct check *c)
{
  struct diag diag = {.out = stderr};
  bool json_on_stdout = c->options.json && !*c->options.json;
  term_init (&c->term, json_on_stdout ? stderr : stdout, c->options.color);
  progress_init (&c->progress, c->options.quiet ? NULL : stderr);
  if (!session_open (&c->session, c->file, &c->options, &diag)) {
    session_close (&c->session);
    return EXIT_USAGE;
  }
  session_reduce (&c->session, &c->options);
  session_run (&c->session, &c->options, &c->run);
  c->run.progress = show_progress;
  c->run.progress_context = &c->progress;
  c->run.interrupt = interrupt_catch ();
  if (c->options.json) {
    c->run.terminal = digest_add;
    c->run.terminal_context = &c->terminal;
  }
  mem_on_out (on_out_of_memory, c);
  search_run (&c->run, &c->result);
  mem_on_out (NULL, NULL);
  int code = finish (c);
  result_release (&c->result);
  session_close (&c->plain);
  session_close (&c->session);
  return code;
}

int
command_check (const char *program, int argc, char **argv)
{
  struct check c = {.program = program};
  struct option_words files = {0}, rest = {0};
  int code = EXIT_USAGE;
  options_init (&c.options);
  if (!options_parse (&c.options, 'c', argc, argv, &files, &rest))
    ;
  else if (files.count != 1)
    fprintf (stderr, "mazurka: error: check takes one model: mazurka check FILE [options]\n");
  else if (rest.count)
    fprintf (stderr, "mazurka: error: a model takes no arguments after --\n");
  else {
    c.file = files.data[0];
    code = run_check (&c);
  }
  options_release_words (&files);
  options_release_words (&rest);
  return code;
}
