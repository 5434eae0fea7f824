#include <string.h>

#include "report/report.h"
#include "report/steps.h"

int
verdict_exit_code (enum verdict v)
{
  return v == VERDICT_OK ? 0 : v == VERDICT_VIOLATION ? 1 : 3;
}

/* ---- parts ---- */

/* Words from the column on, continued on indented lines where a terminal ends;
 * in files a message is one line. */
static void
print_wrapped (const struct term *t, const char *text, size_t column)
{
  struct str word = {0};
  for (bool first = true; *text; first = false) {
    size_t n = strcspn (text, " ");
    str_clear (&word);
    str_add_n (&word, text, n);
    size_t width = text_width (str_text (&word));
    if (!first && t->tty && column + 1 + width > t->width) {
      fprintf (t->out, "\n    ");
      column = 4;
    } else if (!first)
      column += (size_t) fprintf (t->out, " ");
    fputs (str_text (&word), t->out);
    column += width;
    text += n;
    text += strspn (text, " ");
  }
  str_release (&word);
}

void
print_finding_line (const struct term *t, const char *input, const struct finding *f)
{
  struct str s = {0};
  if (f->pos.file && f->pos.line)
    str_printf (&s, "%s:%d: ", f->pos.file, f->pos.line);
  else
    str_printf (&s, "%s: ", f->pos.file ? f->pos.file : input);
  fprintf (t->out, "%s%s%s", term_on (t, STYLE_STRONG), str_text (&s), term_off (t));
  size_t column = text_width (str_text (&s));
  str_clear (&s);
  add_clean (&s, f->message);
  fputs (term_on (t, STYLE_BAD), t->out);
  print_wrapped (t, str_text (&s), column);
  fprintf (t->out, "%s\n", term_off (t));
  str_release (&s);
}

void
print_final_state (const struct term *t, struct ts *ts, const uint32_t *state, bool full)
{
  fprintf (t->out, "%sfinal state%s\n", term_on (t, STYLE_STRONG), term_off (t));
  state_print (t, ts, state, full);
}

/* What "ok" means for these options, in words. */
static void
add_claim (struct str *s, const struct options *o)
{
  str_add (s, "every reachable state satisfies the assertions");
  if (o->invariant) {
    str_add (s, " and the invariant ");
    add_clean (s, o->invariant);
  }
  if (o->ends == ENDS_EMPTY)
    str_add (s, ", no invalid end state, no message left over");
  else if (o->ends == ENDS_ON)
    str_add (s, ", no invalid end state");
}

static void
print_statistics (const struct report *r, const struct term *t)
{
  const struct stats *x = &r->result->stats;
  struct str s = {0};
  add_counted (&s, x->states, "state");
  str_add (&s, ", ");
  add_counted (&s, x->transitions, "transition");
  str_add (&s, ", depth ");
  add_count (&s, x->max_depth);
  str_add (&s, ", ");
  add_seconds (&s, x->seconds);
  str_add (&s, ", ");
  add_bytes (&s, x->peak_bytes);
  fprintf (t->out, "%s%s%s\n", term_on (t, STYLE_DIM), str_text (&s), term_off (t));
  str_release (&s);
}

static void
print_unchecked (const struct report *r, const struct term *t)
{
  struct str s = {0};
  for (size_t i = 0; i < r->properties->count; i++) {
    if (r->properties->data[i].stats)
      continue;
    str_clear (&s);
    add_property (&s, &r->properties->data[i]);
    fprintf (t->out, "%snot checked:%s %s\n", term_on (t, STYLE_UNSURE), term_off (t), str_text (&s));
  }
  str_release (&s);
}

static void
print_unreached (const struct report *r, const struct term *t)
{
  const struct result *x = r->result;
  const char *proc = NULL;
  struct str s = {0};
  if (!x->unreached.count && r->properties->data[0].exhaustive)
    fprintf (t->out, "every statement was executed\n");
  else if (!x->unreached.count)
    fprintf (t->out, "statements that are never executed are known only when all states were explored\n");
  for (size_t i = 0; i < x->unreached.count; i++) {
    const struct unreached *u = &x->unreached.data[i];
    if (!proc || strcmp (proc, u->proc))
      fprintf (t->out, "never executed in %s:\n", u->proc);
    proc = u->proc;
    str_clear (&s);
    add_clean (&s, u->text);
    fprintf (t->out, "  %s:%d: %s\n", u->pos.file ? u->pos.file : r->input, u->pos.line, str_text (&s));
  }
  str_release (&s);
}

/* ---- verdicts ---- */

static void
print_verdict (const struct report *r, const struct term *t, enum style style, const char *verdict, const char *why)
{
  fprintf (t->out, "%s%s:%s %s%s%s — %s\n", term_on (t, STYLE_STRONG), r->input, term_off (t), term_on (t, style),
           verdict, term_off (t), why);
}

static void
print_trace (const struct report *r, const struct term *t, const struct finding *f)
{
  struct step_list steps;
  steps_collect (&steps, r->ts, f->steps, f->nsteps, f->loop_start, r->options->full || r->options->messages);
  if (r->options->messages)
    flow_print_all (t, r->ts, &steps);
  else
    steps_print (t, &steps);
  print_final_state (t, r->ts, steps.walk.state, r->options->full);
  if (steps.gap && r->options->search == SEARCH_DFS)
    fprintf (t->out, "--search=bfs finds a shortest trace\n");
  steps_release (&steps);
  if (r->trace) {
    struct str s = {0};
    add_quoted (&s, r->program);
    str_add (&s, " replay ");
    add_quoted (&s, r->trace);
    fprintf (t->out, "trace: %s, to run it again:\n  %s%s%s\n", r->trace, term_on (t, STYLE_STRONG), str_text (&s),
             term_off (t));
    str_release (&s);
  }
}

static void
print_violation (const struct report *r, const struct term *t)
{
  const struct result *x = r->result;
  for (size_t i = 0; i < x->findings.count; i++)
    print_finding_line (t, r->input, &x->findings.data[i]);
  if (r->options->quiet)
    return;
  if (x->errors > x->findings.count) {
    struct str s = {0};
    add_counted (&s, x->errors, "error");
    fprintf (t->out, "%s in all; the same statement is listed once\n", str_text (&s));
    str_release (&s);
  }
  if (x->findings.count > 1)
    fprintf (t->out, "steps to the first of them:\n");
  print_trace (r, t, &x->findings.data[0]);
  if (r->options->all && x->reason[0])
    fprintf (t->out, "there may be more: %s\n", x->reason);
}

/* How to go on after a reason that names an option. */
static const char *
advice (const char *reason)
{
  static const struct { const char *option, *text; } table[] = {
    {"(--memory)", "give more --memory; --store=compact or --store=bitstate need far less but can never say ok"},
    {"(--time)", "give more --time, or look for bugs only with --store=bitstate"},
    {"(--max-states)", "raise or drop --max-states to explore the rest"},
    {"(--max-depth)", "raise or drop --max-depth to explore the rest"},
    {"(--store)", "--store=tree keeps every state and can say ok"},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (strstr (reason, table[i].option))
      return table[i].text;
  return NULL;
}

static void
print_unknown (const struct report *r, const struct term *t)
{
  const struct property *safety = &r->properties->data[0];
  struct str s = {0};
  bool only_unchecked = safety->verdict == VERDICT_OK && !r->options->quiet;
  print_verdict (r, t, STYLE_UNSURE, "unknown",
                 only_unchecked ? "not every property of the model was checked" : r->result->reason);
  if (!r->options->quiet) {
    add_claim (&s, r->options);
    if (safety->verdict == VERDICT_OK)
      fprintf (t->out, "safety is ok: %s\n", str_text (&s));
    else
      fprintf (t->out, "nothing wrong was found in the part that was explored\n");
    if (advice (r->result->reason))
      fprintf (t->out, "to go on: %s\n", advice (r->result->reason));
  }
  str_release (&s);
}

void
report_text (const struct report *r, const struct term *t)
{
  const struct result *x = r->result;
  struct str s = {0};
  switch (x->verdict) {
  case VERDICT_OK:
    add_claim (&s, r->options);
    print_verdict (r, t, STYLE_GOOD, "ok", str_text (&s));
    break;
  case VERDICT_VIOLATION:
    print_violation (r, t);
    break;
  case VERDICT_UNKNOWN:
    print_unknown (r, t);
    break;
  }
  str_release (&s);
  if (!r->options->quiet) {
    print_unchecked (r, t);
    if (r->options->unreached)
      print_unreached (r, t);
    if (r->no_por)
      fprintf (t->out, "without partial-order reduction: %s\n", r->no_por);
    print_statistics (r, t);
  }
  fflush (t->out);
}
