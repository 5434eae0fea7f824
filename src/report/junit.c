/* A test suite for the input, a test case for each property. A finding is a failure, with the steps that lead to it; an
 * undecided property is an error: a test server must not show it as passed. */
#include <string.h>

#include "report/formats.h"
#include "report/story_writers.h"

static void
put_steps (const struct story *s, FILE *out)
{
  struct str line = {0};
  for (size_t i = 0; i < s->steps.count; i++) {
    str_clear (&line);
    if (s->omitted && i == s->omitted_at)
      str_printf (&line, "… %zu steps left out (--full)\n", s->omitted);
    add_step (&line, s, &s->steps.data[i]);
    str_add_char (&line, '\n');
    put_xml (str_text (&line), out);
  }
  for (size_t i = 0; i < s->threads.count; i++)
    if (s->threads.data[i].waits) {
      str_clear (&line);
      str_printf (&line, "%s %s\n", s->threads.data[i].name, s->threads.data[i].waits);
      put_xml (str_text (&line), out);
    }
  str_release (&line);
}

static void
put_failure (void *context, const struct property *p, const struct finding *f, const struct story *s)
{
  const struct { FILE *out; const struct property *property; } *c = context;
  const char *element = p->result.verdict == VERDICT_VIOLATION ? "failure" : "error";
  if (p != c->property)
    return;
  fprintf (c->out, "      <%s type=\"%s\" message=\"", element, finding_kind_name (f->kind));
  put_xml (f->message, c->out);
  fputs ("\">", c->out);
  if (f->pos.file) {
    put_xml (f->pos.file, c->out);
    fprintf (c->out, ":%d\n", f->pos.line);
  }
  put_steps (s, c->out);
  fprintf (c->out, "</%s>\n", element);
}

bool
report_junit (const struct report *r, FILE *out)
{
  size_t failures = 0, errors = 0;
  for (size_t i = 0; i < r->properties->count; i++) {
    const struct result *x = &r->properties->data[i].result;
    failures += x->verdict == VERDICT_VIOLATION;
    errors += x->verdict == VERDICT_UNKNOWN;
  }
  fputs ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"", out);
  put_xml (r->input, out);
  fprintf (out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.3f\">\n", r->properties->count, failures, errors, r->result->stats.seconds);
  for (size_t i = 0; i < r->properties->count; i++) {
    const struct property *p = &r->properties->data[i];
    struct { FILE *out; const struct property *property; } c = {out, p};
    fputs ("    <testcase classname=\"", out);
    put_xml (r->input, out);
    fputs ("\" name=\"", out);
    put_xml (strcmp (p->kind, "safety") ? p->name : p->kind, out);
    fprintf (out, "\" time=\"%.3f\">\n", p->result.stats.seconds);
    each_finding (r, put_failure, &c);
    if (p->result.verdict == VERDICT_UNKNOWN && !p->result.findings.count) {
      fputs ("      <error type=\"unknown\" message=\"", out);
      put_xml (p->result.reason, out);
      fputs ("\"/>\n", out);
    }
    fputs ("    </testcase>\n", out);
  }
  fputs ("  </testsuite>\n</testsuites>\n", out);
  return !ferror (out) && !fflush (out);
}
