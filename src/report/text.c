#include <assert.h>
#include <string.h>

#include "report/report.h"
#include "report/scope.h"
#include "report/story_writers.h"

int
verdict_exit_code (enum verdict v)
{
  return v == VERDICT_OK ? 0 : v == VERDICT_VIOLATION ? 1 : 3;
}

/* ---- parts ---- */

/* Prints words from the column on, with indented continuation lines at the width of a terminal; in files a message is one
 * line. */
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
  add_clean (&s, f->pos.file ? f->pos.file : input);
  if (f->pos.file && f->pos.line)
    str_printf (&s, ":%d", f->pos.line);
  str_add (&s, ": ");
  fprintf (t->out, "%s%s%s", term_on (t, STYLE_STRONG), str_text (&s), term_off (t));
  size_t column = text_width (str_text (&s));
  str_clear (&s);
  add_clean (&s, f->message);
  fputs (term_on (t, STYLE_BAD), t->out);
  print_wrapped (t, str_text (&s), column);
  fprintf (t->out, "%s\n", term_off (t));
  str_release (&s);
}

/* Depth, time and memory, common to all searches. */
static void
add_effort (struct str *s, const struct stats *x)
{
  str_add (s, "depth ");
  add_count (s, x->max_depth);
  str_add (s, ", ");
  add_seconds (s, x->seconds);
  str_add (s, ", ");
  add_bytes (s, x->peak_bytes);
}

static bool
is_symbolic (const struct report *r)
{
  return r->options->engine == ENGINE_BMC || r->options->engine == ENGINE_INDUCTION || r->options->engine == ENGINE_IC3 || r->options->engine == ENGINE_BDD;
}

static void
add_statistics (struct str *s, const struct report *r, const struct stats *x)
{
  bool is_stateless = !r->stateful;
  if (is_symbolic (r)) {
    add_counted (s, x->latches, "state bit");
    str_add (s, ", ");
    add_counted (s, x->clauses, r->options->engine == ENGINE_BDD ? "node" : "clause");
    str_add (s, ", ");
    add_effort (s, x);
    return;
  }
  add_counted (s, is_stateless ? x->executions : x->states, is_stateless ? "execution" : "state");
  if (x->blocked) {
    str_add (s, " (and ");
    add_count (s, x->blocked);
    str_add (s, " blocked)");
  }
  if (x->cut) {
    str_add (s, " (and ");
    add_count (s, x->cut);
    str_add (s, " cut)");
  }
  if (x->sampled) {
    str_add (s, " after ");
    add_count (s, x->sampled);
    str_add (s, " random ones");
  }
  str_add (s, ", ");
  add_counted (s, x->transitions, "transition");
  str_add (s, ", ");
  add_effort (s, x);
}

/* The verdict of one of several properties: "ltl p1 (m.pml:20): ok". */
static void
print_property (const struct report *r, const struct term *t, const struct property *p)
{
  static const enum style style[] = {STYLE_GOOD, STYLE_BAD, STYLE_UNSURE};
  struct str s = {0};
  char fair[32];
  if (!p->checked) {
    add_property (&s, p);
    if (p->result.reason[0])
      str_add (&s, ": "), add_clean (&s, p->result.reason);
    fprintf (t->out, "%snot checked:%s %s\n", term_on (t, STYLE_UNSURE), term_off (t), str_text (&s));
    str_release (&s);
    return;
  }
  add_property (&s, p);
  fprintf (t->out, "%s: %s%s%s", str_text (&s), term_on (t, style[p->result.verdict]), verdict_name (p->result.verdict),
           term_off (t));
  if (r->options->fair && strcmp (p->kind, "safety"))
    fprintf (t->out, " under %s fairness", options_choice ("fair", r->options->fair, fair, sizeof fair));
  if (p->result.verdict == VERDICT_UNKNOWN)
    clean_print (t->out, " — %s", p->result.reason);
  str_clear (&s);
  add_statistics (&s, r, &p->result.stats);
  fprintf (t->out, "%s (%s)%s\n", term_on (t, STYLE_DIM), str_text (&s), term_off (t));
  str_release (&s);
}

/* A single checked property needs no list: the verdict suffices. */
static void
print_properties (const struct report *r, const struct term *t)
{
  const struct property_list *l = r->properties;
  if (l->count == 1 && l->data[0].checked) {
    struct str s = {0};
    add_statistics (&s, r, &l->data[0].result.stats);
    fprintf (t->out, "%s%s%s\n", term_on (t, STYLE_DIM), str_text (&s), term_off (t));
    str_release (&s);
    return;
  }
  for (size_t i = 0; i < l->count; i++)
    print_property (r, t, &l->data[i]);
}

/* Properties that were checked without the requested reduction; each reason once. */
static void
print_no_reduction (const struct report *r, const struct term *t)
{
  const struct property_list *l = r->properties;
  struct str s = {0};
  for (size_t i = 0; i < l->count; i++) {
    const char *why = l->data[i].no_por;
    bool said = !why, all = true;
    for (size_t k = 0; k < l->count && why; k++) {
      bool same = l->data[k].no_por && !strcmp (l->data[k].no_por, why);
      said |= same && k < i;
      all &= same;
      if (same) {
        str_add (&s, s.len ? ", " : "");
        add_property (&s, &l->data[k]);
      }
    }
    if (!said && all)
      fprintf (t->out, "partial-order reduction is off: %s\n", why);
    else if (!said)
      fprintf (t->out, "%s: partial-order reduction is off: %s\n", str_text (&s), why);
    str_clear (&s);
  }
  str_release (&s);
}

static void
print_unreached (const struct report *r, const struct term *t)
{
  const struct property *safety = properties_safety (r->properties);
  const char *proc = NULL;
  if (!safety)
    return;
  const struct result *x = &safety->result;
  if (!x->unreached.count && x->exhaustive)
    fprintf (t->out, "every statement was executed\n");
  else if (!x->unreached.count)
    fprintf (t->out, "cannot tell which statements are never executed: not all states were explored\n");
  for (size_t i = 0; i < x->unreached.count; i++) {
    const struct unreached *u = &x->unreached.data[i];
    if (!proc || strcmp (proc, u->proc))
      clean_print (t->out, "never executed in %s:\n", u->proc);
    proc = u->proc;
    clean_print (t->out, "  %s:%d: %s\n", u->pos.file ? u->pos.file : r->input, u->pos.line, u->text);
  }
}

/* ---- verdicts ---- */

static void
print_verdict (const struct report *r, const struct term *t, enum style style, const char *verdict, const char *why)
{
  struct str input = {0}, clean = {0};
  add_clean (&input, r->input);
  add_clean (&clean, why);
  fprintf (t->out, "%s%s:%s %s%s%s — ", term_on (t, STYLE_STRONG), str_text (&input), term_off (t), term_on (t, style), verdict,
           term_off (t));
  print_wrapped (t, str_text (&clean), text_width (str_text (&input)) + strlen (verdict) + 5);
  fputc ('\n', t->out);
  str_release (&input);
  str_release (&clean);
}

static void
print_trace (const struct report *r, const struct term *t, const struct property *p, const struct finding *f)
{
  const struct options *o = r->options;
  assert (f->story && (f->story->loop_start < 0) == (f->loop_start < 0));
  bool cut = story_print (t, f->story, o->messages, o->full);
  if (cut && !r->is_program && o->search == SEARCH_DFS && f->loop_start < 0 && !f->shortest)
    fprintf (t->out, "--search=bfs finds a shortest trace\n");
  if (p->trace) {
    struct str s = {0}, clean = {0};
    add_quoted (&s, r->program);
    str_add (&s, " replay ");
    add_quoted (&s, p->trace);
    add_clean (&clean, str_text (&s));
    clean_print (t->out, "trace written to %s; replay it with\n", p->trace);
    fprintf (t->out, "  %s%s%s\n", term_on (t, STYLE_STRONG), str_text (&clean), term_off (t));
    str_release (&s);
    str_release (&clean);
  }
}

static void
print_violation (const struct report *r, const struct term *t, const struct property *p)
{
  const struct result *x = &p->result;
  for (size_t i = 0; i < x->findings.count; i++)
    print_finding_line (t, r->input, &x->findings.data[i]);
  if (r->options->quiet)
    return;
  if (x->errors > x->findings.count) {
    struct str s = {0};
    add_counted (&s, x->errors, "violation");
    fprintf (t->out, "%s in all; each failing statement is listed once\n", str_text (&s));
    str_release (&s);
  }
  if (x->findings.count > 1)
    fprintf (t->out, "steps to the first of them:\n");
  print_trace (r, t, p, &x->findings.data[0]);
  if (r->options->all && x->reason[0] && x->findings.data[0].loop_start < 0)
    clean_print (t->out, "there may be more findings: %s\n", x->reason);
}

/* A suggestion for a reason that names an option. */
static const char *
advice (const struct report *r)
{
  static const struct { const char *reason, *models, *programs; } table[] = {
    {"(--memory)", "try more --memory; --store=compact and bitstate need far less but can never say ok",
     "try more --memory, or --sample=10000"},
    {"not finished", "try a longer --time, or --store=bitstate to look for bugs only",
     "try --sample=10000 or --preemptions=2"},
    {"(--max-events)", "raise or drop --max-events", "raise --max-events, or make the test shorter"},
    {"(--max-threads)", NULL, "raise or drop --max-threads"},
    {"(--nondet)", NULL, "--nondet=-1..3,100 tries other values"},
    {"(--preemptions)", "raise or drop --preemptions", "raise or drop --preemptions"},
    {"(--executions)", "raise or drop --executions", "raise or drop --executions"},
    {"(--sample)", NULL, "drop --sample to explore all of them"},
    {"(--max-states)", "raise or drop --max-states", NULL},
    {"(--max-depth)", "raise or drop --max-depth", NULL},
    {"(--store)", "--store=tree loses none and can say ok", NULL},
    {"(--memory-model)", NULL, "use stronger orders, or --memory-model=sc to assume sequential consistency"},
  };
  if (is_symbolic (r) && strstr (r->result->reason, "not finished"))
    return "try a longer --time, or --engine=portfolio";
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (strstr (r->result->reason, table[i].reason))
      return r->is_program ? table[i].programs : table[i].models;
  return NULL;
}

/* "checked: assertions, deadlock", or "assumed: ..."; no line if there is nothing to name. */
static void
print_scope (const struct report *r, const struct term *t, const char *title, void (*add) (struct str *, const struct report *))
{
  struct str s = {0};
  add (&s, r);
  if (s.len) {
    fprintf (t->out, "%s%s: ", term_on (t, STYLE_DIM), title);
    print_wrapped (t, str_text (&s), strlen (title) + 2);
    fprintf (t->out, "%s\n", term_off (t));
  }
  str_release (&s);
}

static void
print_unknown (const struct report *r, const struct term *t)
{
  const struct property *safety = properties_safety (r->properties);
  bool safe = safety && safety->checked && safety->result.verdict == VERDICT_OK;
  struct str s = {0};
  str_add (&s, r->result->reason);
  if (advice (r))
    str_printf (&s, "; %s", advice (r));
  print_verdict (r, t, STYLE_UNSURE, "unknown", str_text (&s));
  str_release (&s);
  if (!r->options->quiet)
    fputs (safe ? "safety is ok: no reachable state violates it\n" : "no violation was found in the part that was explored\n", t->out);
  if (!r->options->quiet && safety && safety->result.findings.count)
    print_trace (r, t, safety, &safety->result.findings.data[0]);
}

/* "2 executions, every behaviour covered". Several properties have counts of their own, and symbolic engines count no states. */
static void
print_ok (const struct report *r, const struct term *t)
{
  struct str s = {0};
  const struct stats *x = &r->properties->data[0].result.stats;
  assert (r->result->exhaustive && !*r->result->reason);
  if (r->properties->count == 1 && !is_symbolic (r)) {
    add_counted (&s, r->stateful ? x->states : x->executions, r->stateful ? "state" : "execution");
    str_add (&s, ", ");
  }
  str_add (&s, "every behaviour covered");
  if (r->properties->count > 1 || !properties_safety (r->properties))
    str_add (&s, r->properties->count > 1 ? "; every temporal property holds" : "; the property holds");
  print_verdict (r, t, STYLE_GOOD, "ok", str_text (&s));
  str_release (&s);
}

void
report_text (const struct report *r, const struct term *t)
{
  switch (r->result->verdict) {
  case VERDICT_OK:
    print_ok (r, t);
    break;
  case VERDICT_VIOLATION:
    for (size_t i = 0; i < r->properties->count; i++)
      if (r->properties->data[i].result.findings.count)
        print_violation (r, t, &r->properties->data[i]);
    break;
  case VERDICT_UNKNOWN:
    print_unknown (r, t);
    break;
  }
  if (!r->options->quiet) {
    if (r->options->unreached)
      print_unreached (r, t);
    if (r->result->verdict != VERDICT_VIOLATION) {
      print_scope (r, t, "checked", scope_add_checked);
      print_scope (r, t, "assumed", scope_add_assumptions);
    }
    print_no_reduction (r, t);
    print_properties (r, t);
  }
  fflush (t->out);
}
