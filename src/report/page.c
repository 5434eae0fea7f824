/* {"report": …, "sources": {file: text}, "drawings": [
 *   {"lanes": [of each thread], "from", "to": [its first and last step; -1: from
 *    the beginning, null: none, or to the end], "labels", "values": [of each step],
 *    "minor": [steps], "holds", "waits": [[thread, from, to, object, depth]],
 *    "failed", "other": threads, "failure", "other_title": words,
 *    "variables": [[name, value at the end]]}]}
 */
#include "report/formats.h"

#include <stdlib.h>
#include <string.h>

#include "base/sources.h"
#include "report/diagram.h"
#include "report/json_text.h"

enum { MOST_SOURCE = 4 << 20 };   /* limits on bytes of one file, and on files */
enum { MOST_FILES = 60 };

/* Embeds files of src/report/page unchanged. */
#define EMBED(name, file)                                                                                      \
  __asm__ (".pushsection .rodata\n.global page_" #name "\npage_" #name ":\n.incbin \"src/report/page/" file "\"\n" \
           ".byte 0\n.popsection\n");                                                                          \
  extern const char page_##name[]

EMBED (body, "body.html");
EMBED (style, "page.css");
EMBED (drawing, "drawing.js");
EMBED (script, "page.js");

static json_t *
thread_or_null (uint32_t thread)
{
  return thread == STORY_NONE ? json_null () : json_integer (thread);
}

static json_t *
spans_json (const struct diagram_span *spans, size_t count)
{
  json_t *array = json_array ();
  for (size_t i = 0; i < count; i++)
    json_array_append_new (array, json_pack ("[I, I, I, o, I]", (json_int_t) spans[i].thread, (json_int_t) spans[i].from, (json_int_t) spans[i].to,
                                             json_text (spans[i].object), (json_int_t) spans[i].depth));
  return array;
}

/* Of each thread: the lane, and the steps between which the thread exists. */
static void
set_lanes (json_t *object, const struct story *s, const struct diagram *d)
{
  json_t *lanes = json_array (), *from = json_array (), *to = json_array ();
  for (uint32_t i = 0; i < s->threads.count; i++) {
    const struct story_thread *x = &s->threads.data[i];
    const struct diagram_lane *l = &d->lanes[i];
    json_array_append_new (lanes, json_integer (x->lane));
    json_array_append_new (from, x->is_first ? json_integer (-1) : l->first ? json_integer ((json_int_t) l->first - 1) : json_null ());
    json_array_append_new (to, x->is_alive || !l->last ? json_null () : json_integer ((json_int_t) l->last - 1));
  }
  json_object_set_new (object, "lanes", lanes);
  json_object_set_new (object, "from", from);
  json_object_set_new (object, "to", to);
}

static void
set_steps (json_t *object, const struct story *s)
{
  json_t *labels = json_array (), *values = json_array (), *minor = json_array (), *key = json_array ();
  struct str label = {0};
  for (size_t i = 0; i < s->steps.count; i++) {
    const struct story_step *x = &s->steps.data[i];
    str_clear (&label);
    add_label (&label, s, x);
    json_array_append_new (labels, json_text (str_text (&label)));
    json_array_append_new (values, json_text (x->value));
    if (x->is_minor)
      json_array_append_new (minor, json_integer ((json_int_t) i));
    if (x->is_key)
      json_array_append_new (key, json_integer ((json_int_t) i));
  }
  str_release (&label);
  json_object_set_new (object, "labels", labels);
  json_object_set_new (object, "values", values);
  json_object_set_new (object, "minor", minor);
  json_object_set_new (object, "key", key);
}

static json_t *
drawing_json (const struct story *s)
{
  json_t *object = json_object (), *variables = json_array ();
  struct diagram d;
  diagram_init (&d, s);
  set_lanes (object, s, &d);
  set_steps (object, s);
  json_object_set_new (object, "holds", spans_json (d.holds.data, d.holds.count));
  json_object_set_new (object, "waits", spans_json (d.waits.data, d.waits.count));
  json_object_set_new (object, "failed", thread_or_null (s->failed));
  json_object_set_new (object, "other", thread_or_null (s->other_thread));
  json_object_set_new (object, "failure", json_text (s->failure));
  json_object_set_new (object, "other_title", json_text (s->other_title));
  for (size_t i = 0; i < s->variables.count; i++)
    json_array_append_new (variables, json_pack ("[o, o]", json_text (s->variables.data[i].name), json_text (s->variables.data[i].value)));
  json_object_set_new (object, "variables", variables);
  diagram_release (&d);
  return object;
}

/* ---- sources ---- */

static void
add_source (json_t *sources, struct pos pos)
{
  if (!pos.file || json_object_get (sources, pos.file) || json_object_size (sources) >= MOST_FILES)
    return;
  FILE *f = sources_open (pos.file);
  if (!f)
    return;
  char *text = mem_alloc (MOST_SOURCE + 1);
  size_t n = fread (text, 1, MOST_SOURCE, f);
  text[n] = 0;
  json_object_set_new (sources, pos.file, json_text (text));
  mem_free (text);
  fclose (f);
}

static void
add_stack_sources (json_t *sources, const struct story_stack *stack)
{
  for (size_t i = 0; i < stack->count; i++)
    add_source (sources, stack->frames[i].pos);
}

static void
add_sources (json_t *sources, const struct finding *f, const struct story *s)
{
  add_source (sources, f->pos);
  for (size_t i = 0; i < s->steps.count; i++) {
    add_source (sources, s->steps.data[i].pos);
    add_source (sources, s->steps.data[i].partner_pos);
  }
  for (size_t i = 0; i < s->threads.count; i++)
    add_stack_sources (sources, &s->threads.data[i].stack);
  add_stack_sources (sources, &s->other);
}

/* ---- the page ---- */

/* JSON inside a script element: no "</script>" may be in it. */
static void
put_escaped (const char *text, FILE *out)
{
  for (size_t n; *text; text += n) {
    n = strcspn (text, "<");
    fwrite (text, 1, n, out);
    if (text[n]) {
      fputs ("\\u003c", out);
      n++;
    }
  }
}

static void
put_report (const struct report *r, FILE *out)
{
  char *text = NULL;
  size_t bytes = 0;
  FILE *memory = open_memstream (&text, &bytes);
  if (!memory || !report_json (r, memory) || fclose (memory))
    mem_out (bytes);
  put_escaped (text, out);
  free (text);
}

static void
put_json (json_t *value, FILE *out)
{
  char *text = json_dumps (value, JSON_ENCODE_ANY);
  if (!text)
    mem_out (0);
  put_escaped (text, out);
  free (text);
  json_decref (value);
}

struct drawings { FILE *out; json_t *sources; bool any; };

static void
put_drawing (void *context, const struct property *p, const struct finding *f, const struct story *s)
{
  struct drawings *d = context;
  (void) p;
  fputs (d->any ? ",\n" : "\n", d->out);
  d->any = true;
  put_json (drawing_json (s), d->out);
  add_sources (d->sources, f, s);
}

bool
report_page (const struct report *r, FILE *out)
{
  fprintf (out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Mazurka</title>\n<style>\n%s</style>\n</head>\n<body>\n%s",
           page_style, page_body);
  fputs ("<script id=\"data\" type=\"application/json\">\n{\"report\": ", out);
  put_report (r, out);
  struct drawings d = {out, json_object (), false};
  fputs (",\n\"drawings\": [", out);
  each_finding (r, put_drawing, &d);
  fputs ("],\n\"sources\": ", out);
  put_json (d.sources, out);
  fprintf (out, "}\n</script>\n<script>\n%s%s</script>\n</body>\n</html>\n", page_drawing, page_script);
  return !ferror (out) && !fflush (out);
}
