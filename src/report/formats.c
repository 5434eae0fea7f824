#include "report/formats.h"

#include "report/excerpt.h"
#include "report/json_text.h"

void
each_finding (const struct report *r, void (*tell) (void *, const struct property *, const struct finding *, const struct story *), void *context)
{
  for (size_t i = 0; i < r->properties->count; i++) {
    const struct property *p = &r->properties->data[i];
    for (size_t k = 0; k < p->result.findings.count; k++) {
      const struct finding *f = &p->result.findings.data[k];
      struct story *made = f->story ? NULL : r->story (r->context, p, k);
      struct story shown;
      bool whole = r->options->full || r->whole;
      excerpt_make (&shown, made ? made : f->story, whole ? SIZE_MAX / 2 : k ? EXCERPT_OTHER : EXCERPT_FIRST);
      tell (context, p, f, &shown);
      excerpt_release (&shown);
      story_free (made);
    }
  }
}

void
put_xml (const char *text, FILE *out)
{
  struct str valid = {0}, clean = {0};
  add_utf8 (&valid, text);
  for (text = str_text (&valid); *text; text++)
    switch (*text) {
    case '<': str_add (&clean, "&lt;"); break;
    case '>': str_add (&clean, "&gt;"); break;
    case '&': str_add (&clean, "&amp;"); break;
    case '"': str_add (&clean, "&quot;"); break;
    default: str_add_char (&clean, (unsigned char) *text < ' ' && *text != '\n' && *text != '\t' ? ' ' : *text);
    }
  fputs (str_text (&clean), out);
  str_release (&valid);
  str_release (&clean);
}

/* ---- GitHub ---- */

/* In a property, commas and colons need escaping, too. */
static void
put_annotation_text (const char *text, bool is_property, FILE *out)
{
  for (; *text; text++)
    if (*text == '%' || *text == '\n' || *text == '\r' || (is_property && (*text == ',' || *text == ':')))
      fprintf (out, "%%%02X", *text);
    else
      fputc (*text, out);
}

static void
put_annotation (void *context, const struct property *p, const struct finding *f, const struct story *s)
{
  FILE *out = context;
  (void) s;
  fputs (p->result.verdict == VERDICT_VIOLATION ? "::error " : "::warning ", out);
  if (f->pos.file) {
    fputs ("file=", out);
    put_annotation_text (f->pos.file, true, out);
    if (f->pos.line)
      fprintf (out, ",line=%d", f->pos.line);
    fputc (',', out);
  }
  fprintf (out, "title=Mazurka %s::", finding_kind_name (f->kind));
  put_annotation_text (f->message, false, out);
  fputc ('\n', out);
}

bool
report_github (const struct report *r, FILE *out)
{
  each_finding (r, put_annotation, out);
  if (r->result->verdict == VERDICT_UNKNOWN) {
    fputs ("::warning file=", out);
    put_annotation_text (r->input, true, out);
    fputs (",title=Mazurka::not decided: ", out);
    put_annotation_text (r->result->reason, false, out);
    fputc ('\n', out);
  }
  return !ferror (out) && !fflush (out);
}
