/* The first finding as a sequence diagram of PlantUML: messages and synchronisation between participants. Internal steps of
 * a thread are omitted, except those that the finding is about. */
#include <string.h>

#include "report/diagram.h"
#include "report/formats.h"

/* Writes text on one line; markup characters are escaped. */
static void
put_plain (const char *text, FILE *out)
{
  struct str clean = {0};
  add_clean (&clean, text);
  for (const char *c = str_text (&clean); *c; c++)
    if (strchr ("<>\\\"*_~/", *c))
      fprintf (out, "<U+%04X>", (unsigned) *c);
    else
      fputc (*c, out);
  str_release (&clean);
}

static void
put_arrow (FILE *out, uint32_t from, uint32_t to, const char *arrow, const char *text)
{
  fprintf (out, "t%u %s t%u : ", from, arrow, to);
  put_plain (text, out);
  fputc ('\n', out);
}

/* Parses "participant(0)" as the participant "participant (0)". */
static uint32_t
find_thread (const struct story *s, const char *name, size_t len)
{
  for (uint32_t i = 0; i < s->threads.count; i++) {
    size_t k = 0;
    bool same = true;
    for (const char *x = s->threads.data[i].name; *x && same; x++)
      if (*x != ' ')
        same = k < len && name[k++] == *x;
    if (same && k == len)
      return i;
  }
  return STORY_NONE;
}

/* Parses "ASK(1)->participant(0) ASK(1)->participant(1)", the text of sends in protocols; false: it is no such text. */
static bool
put_sends (FILE *out, const struct story *s, const struct story_step *x)
{
  bool found = false;
  for (const char *m = x->message, *arrow; (arrow = strstr (m, "->")); ) {
    const char *to = arrow + 2, *from = arrow;
    size_t len = strcspn (to, ")") + 1;
    for (int depth = 0; from > m && (depth || from[-1] != ' '); from--)
      depth += (from[-1] == ')') - (from[-1] == '(');
    uint32_t receiver = strchr (to, ')') ? find_thread (s, to, len) : STORY_NONE;
    if (receiver == STORY_NONE)
      return found;
    fprintf (out, "t%u -> t%u : ", x->thread, receiver);
    struct str label = {0};
    str_add_n (&label, from, (size_t) (arrow - from));
    put_plain (str_text (&label), out);
    fputc ('\n', out);
    str_release (&label);
    found = true;
    m = to + len;
  }
  return found;
}

static void
put_note (FILE *out, uint32_t thread, const char *text)
{
  fprintf (out, "rnote over t%u : ", thread);
  put_plain (text, out);
  fputc ('\n', out);
}

/* An arrow to the receiver is drawn when it receives the message; until then the message is in transit. */
static void
put_step (FILE *out, const struct story *s, const struct story_step *x, bool is_last)
{
  const struct story_step *before = x->after == STORY_NONE ? NULL : &s->steps.data[x->after];
  struct str label = {0};
  if (x->message)
    str_add (&label, x->message);
  else
    add_label (&label, s, x);
  if (x->partner != STORY_NONE)
    put_arrow (out, x->thread, x->partner, "->", str_text (&label));
  else if (x->message && put_sends (out, s, x))
    ;
  else if (before && before->thread != x->thread && (x->message ? !strstr (x->message, "<-") : !x->is_minor))
    put_arrow (out, before->thread, x->thread, x->message ? "->" : "-->", str_text (&label));
  else if (x->message || x->is_key || is_last)
    put_note (out, x->thread, str_text (&label));
  str_release (&label);
}

struct chart {
  FILE *out;
  bool done;
};

static void
put_chart (void *context, const struct property *p, const struct finding *f, const struct story *s)
{
  struct chart *c = context;
  (void) p;
  if (c->done)
    return;
  c->done = true;
  fputs ("title ", c->out);
  put_plain (f->message, c->out);
  fputc ('\n', c->out);
  for (uint32_t i = 0; i < s->threads.count; i++) {
    fputs ("participant \"", c->out);
    put_plain (s->threads.data[i].name, c->out);
    fprintf (c->out, "\" as t%u\n", i);
  }
  for (size_t i = 0; i < s->steps.count; i++) {
    if (s->omitted && i == s->omitted_at)
      fprintf (c->out, "...%zu steps left out (--full)...\n", s->omitted);
    if ((long) i == s->loop_start)
      fputs ("loop for ever\n", c->out);
    put_step (c->out, s, &s->steps.data[i], i + 1 == s->steps.count);
  }
  if (s->loop_start >= 0 && (size_t) s->loop_start < s->steps.count)
    fputs ("end\n", c->out);
  for (uint32_t i = 0; i < s->threads.count; i++)
    if (s->threads.data[i].waits)
      put_note (c->out, i, s->threads.data[i].waits);
}

bool
report_plantuml (const struct report *r, FILE *out)
{
  struct chart c = {.out = out};
  fputs ("@startuml\n", out);
  each_finding (r, put_chart, &c);
  if (!c.done)
    fprintf (out, "title %s\n", verdict_name (r->result->verdict));
  fputs ("@enduml\n", out);
  return !ferror (out) && !fflush (out);
}
