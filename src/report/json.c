#include <assert.h>
#include <jansson.h>
#include <string.h>

#include "base/version.h"
#include "report/formats.h"
#include "report/json_text.h"
#include "report/scope.h"

/* Traces may be long and numerous: findings and their steps are written one by one, without building a tree of all. */
struct writer {
  FILE *out;
  const char *indent;
  bool any, ok;                   /* any: something has been written; ok: without errors */
};

/* An element, or a member if it has a name; takes over the value. */
static void
put (struct writer *w, const char *name, json_t *value)
{
  bool ok = fprintf (w->out, "%s\n%s", w->any ? "," : "", w->indent) > 0 && (!name || fprintf (w->out, "\"%s\": ", name) > 0);
  w->ok = !json_dumpf (value, w->out, JSON_ENCODE_ANY | JSON_PRESERVE_ORDER) && ok && w->ok;
  w->any = true;
  json_decref (value);
}

/* All members of the object; takes it over. */
static void
put_members (struct writer *w, json_t *object)
{
  const char *name;
  json_t *value;
  json_object_foreach (object, name, value)
    put (w, name, json_incref (value));
  json_decref (object);
}

/* Begins and ends a nested array or object. */
static struct writer
put_begin (struct writer *w, const char *begin, const char *indent)
{
  w->ok = fprintf (w->out, "%s\n%s%s", w->any ? "," : "", w->indent, begin) > 0 && w->ok;
  w->any = true;
  return (struct writer) {w->out, indent, false, true};
}

static void
put_end (struct writer *w, const struct writer *inside, const char *end)
{
  w->ok = fprintf (w->out, "\n%s%s", w->indent, end) > 0 && inside->ok && w->ok;
}

static void
set_place (json_t *object, struct pos pos)
{
  json_object_set_new (object, "file", json_text (pos.file));
  json_object_set_new (object, "line", pos.file ? json_integer (pos.line) : json_null ());
}

/* ---- steps ---- */

static json_t *
changes (const struct story_step *x)
{
  json_t *array = json_array ();
  for (size_t i = 0; i < x->nchanges; i++) {
    json_t *change = json_object ();
    json_object_set_new (change, "variable", json_text (x->changes[i].name));
    json_object_set_new (change, "before", json_text (x->changes[i].before));
    json_object_set_new (change, "after", json_text (x->changes[i].after));
    json_array_append_new (array, change);
  }
  return array;
}

static void
put_steps (struct writer *w, const struct story *s)
{
  struct writer inside = put_begin (w, "\"steps\": [", "        ");
  for (size_t i = 0; i < s->steps.count; i++) {
    const struct story_step *x = &s->steps.data[i];
    json_t *step = json_object ();
    json_object_set_new (step, "thread", json_text (s->threads.data[x->thread].name));
    json_object_set_new (step, "op", json_text (x->op));
    json_object_set_new (step, "object", json_text (x->object));
    set_place (step, x->pos);
    json_object_set_new (step, "text", json_text (x->text));
    json_object_set_new (step, "message", json_text (x->message));
    json_object_set_new (step, "after", x->after == STORY_NONE ? json_null () : json_integer (x->after));
    if (x->output)
      json_object_set_new (step, "output", json_text (x->output));
    if (x->partner != STORY_NONE) {
      json_t *partner = json_object ();
      json_object_set_new (partner, "thread", json_text (s->threads.data[x->partner].name));
      set_place (partner, x->partner_pos);
      json_object_set_new (partner, "text", json_text (x->partner_text));
      json_object_set_new (step, "partner", partner);
    }
    if (x->has_changes)
      json_object_set_new (step, "changes", changes (x));
    put (&inside, NULL, step);
  }
  put_end (w, &inside, "]");
}

static json_t *
stack (const struct story_stack *s)
{
  json_t *array = json_array ();
  for (size_t i = 0; i < s->count; i++) {
    json_t *frame = json_object ();
    json_object_set_new (frame, "function", json_text (s->frames[i].function));
    set_place (frame, s->frames[i].pos);
    json_array_append_new (array, frame);
  }
  return array;
}

/* The final position of each thread, and the second stack that explains the finding. */
static void
set_threads (json_t *object, const struct story *s)
{
  json_t *array = json_array ();
  for (size_t i = 0; i < s->threads.count; i++) {
    const struct story_thread *x = &s->threads.data[i];
    json_t *thread = json_object ();
    json_object_set_new (thread, "name", json_text (x->name));
    json_object_set_new (thread, "routine", json_text (x->routine));
    json_object_set_new (thread, "waits", json_text (x->waits));
    json_object_set_new (thread, "stack", stack (&x->stack));
    json_array_append_new (array, thread);
  }
  json_object_set_new (object, "thread", json_text (s->failed == STORY_NONE ? NULL : s->threads.data[s->failed].name));
  json_object_set_new (object, "threads", array);
  if (s->other_title) {
    json_object_set_new (object, "other_stack", stack (&s->other));
    json_object_set_new (object, "other_thread", json_text (s->other_thread == STORY_NONE ? NULL : s->threads.data[s->other_thread].name));
  }
}

static void
put_finding (void *context, const struct property *p, const struct finding *f, const struct story *s)
{
  struct writer *w = context;
  struct writer inside = put_begin (w, "{", "      ");
  json_t *head = json_object (), *tail = json_object ();
  assert (s && (!s->steps.count || VEC_LAST (s->steps).index < f->nsteps));   /* accesses between steps are added to them */
  json_object_set_new (head, "kind", json_text (finding_kind_name (f->kind)));
  json_object_set_new (head, "message", json_text (f->message));
  set_place (head, f->pos);
  put_members (&inside, head);
  put_steps (&inside, s);
  json_object_set_new (tail, "omitted", s->omitted ? json_pack ("{s: I, s: I}", "at", (json_int_t) s->omitted_at, "steps", (json_int_t) s->omitted) : json_null ());
  json_object_set_new (tail, "loop_start", s->loop_start < 0 ? json_null () : json_integer (s->loop_start));
  json_object_set_new (tail, "property", json_text (p->name));
  set_threads (tail, s);
  put_members (&inside, tail);
  put_end (w, &inside, "}");
}

static void
put_findings (struct writer *w, const struct report *r)
{
  struct writer inside = put_begin (w, "\"findings\": [", "    ");
  each_finding (r, put_finding, &inside);
  put_end (w, &inside, "]");
}

/* ---- the whole report ---- */

static json_t *
statistics (const struct stats *s)
{
  json_t *object = json_object ();
#define X(name, meaning) json_object_set_new (object, #name, json_integer ((json_int_t) s->name));
  STATISTICS (X)
#undef X
  json_object_set_new (object, "seconds", json_real (s->seconds));
  return object;
}

static json_t *
properties (const struct property_list *l)
{
  json_t *array = json_array ();
  for (size_t i = 0; i < l->count; i++) {
    const struct property *p = &l->data[i];
    const struct result *r = &p->result;
    json_t *object = json_object ();
    json_object_set_new (object, "name", json_text (p->name));
    json_object_set_new (object, "kind", json_text (p->kind));
    set_place (object, p->pos);
    json_object_set_new (object, "verdict", json_text (verdict_name (r->verdict)));
    json_object_set_new (object, "exhaustive", json_boolean (p->checked && r->exhaustive));
    json_object_set_new (object, "reason", json_text (r->reason));
    json_object_set_new (object, "por", json_text (p->por));
    json_object_set_new (object, "no_por", json_text (p->no_por));
    json_object_set_new (object, "trace", json_text (p->trace));
    json_object_set_new (object, "stats", p->checked ? statistics (&r->stats) : json_null ());
    json_array_append_new (array, object);
  }
  return array;
}

static json_t *
unreached (const struct property *safety)
{
  json_t *array = json_array ();
  for (size_t i = 0; safety && i < safety->result.unreached.count; i++) {
    const struct unreached *u = &safety->result.unreached.data[i];
    json_t *object = json_object ();
    json_object_set_new (object, "process", json_text (u->proc));
    set_place (object, u->pos);
    json_object_set_new (object, "text", json_text (u->text));
    json_array_append_new (array, object);
  }
  return array;
}

static json_t *
digest_of (const struct set_digest *d)
{
  char sum[24];
  json_t *object = json_object ();
  snprintf (sum, sizeof sum, "%016llx", (unsigned long long) d->sum);
  json_object_set_new (object, "count", json_integer ((json_int_t) d->count));
  json_object_set_new (object, "digest", json_text (sum));
  return object;
}

static json_t *
property_names (const struct report *r)
{
  struct str s = {0};
  for (size_t i = 0; i < r->properties->count; i++) {
    const struct property *p = &r->properties->data[i];
    bool safety = !strcmp (p->kind, "safety");
    str_printf (&s, "%s%s", i ? ", " : "", p->kind);
    if (!safety)
      str_printf (&s, " %s", p->name);
    else if (r->invariants)
      str_printf (&s, ", invariant%s %s", strstr (r->invariants, ", ") ? "s" : "", r->invariants);
  }
  json_t *value = json_text (str_text (&s));
  str_release (&s);
  return value;
}

/* The kinds of findings that were looked for. */
static json_t *
checked (const struct report *r)
{
  json_t *array = json_array ();
#define X(id, name)                                                \
  if (scope_checks (r, FINDING_##id))                              \
    json_array_append_new (array, json_text (name));
  FINDING_KINDS (X)
#undef X
  return array;
}

/* Assumptions of the verdict. */
static json_t *
assumptions (const struct report *r)
{
  struct scope scope;
  struct str s = {0};
  json_t *array = json_array ();
  scope_init (&scope, r);
  for (size_t i = 0; i < scope.count; i++) {
    str_clear (&s);
    str_printf (&s, "%s: %s", scope.assumed[i].what, scope.assumed[i].value);
    json_array_append_new (array, json_text (str_text (&s)));
  }
  scope_release (&scope);
  str_release (&s);
  return array;
}

bool
report_json (const struct report *r, FILE *out)
{
  const struct result *x = r->result;
  assert (x->verdict != VERDICT_OK || x->exhaustive);
  json_t *top = json_object (), *rest = json_object (), *inputs = json_array ();
  struct writer w = {out, "  ", false, fputc ('{', out) != EOF};
  for (size_t i = 0; i < r->ninputs; i++)
    json_array_append_new (inputs, json_text (r->inputs[i]));
  json_object_set_new (top, "tool", json_text ("mazurka"));
  json_object_set_new (top, "version", json_text (MAZURKA_VERSION));
  json_object_set_new (top, "inputs", inputs);
  json_object_set_new (top, "engine", json_text (r->engine));
  json_object_set_new (top, "por", json_text (r->por));
  json_object_set_new (top, "sleep", json_boolean (r->sleep));
  json_object_set_new (top, "stateful", json_boolean (r->stateful));
  json_object_set_new (top, "property", property_names (r));
  json_object_set_new (top, "verdict", json_text (verdict_name (x->verdict)));
  json_object_set_new (top, "exhaustive", json_boolean (x->exhaustive));
  json_object_set_new (top, "reason", json_text (x->reason));
  json_object_set_new (top, "checked", checked (r));
  json_object_set_new (top, "assumptions", assumptions (r));
  put_members (&w, top);
  put_findings (&w, r);
  json_object_set_new (rest, "stats", statistics (&x->stats));
  json_object_set_new (rest, "properties", properties (r->properties));
  if (r->terminal)
    json_object_set_new (rest, "terminal", digest_of (r->terminal));
  if (r->orbits)
    json_object_set_new (rest, "orbits", digest_of (r->orbits));
  if (r->traces)
    json_object_set_new (rest, "traces", digest_of (r->traces));
  if (r->options->unreached)
    json_object_set_new (rest, "unreached", unreached (properties_safety (r->properties)));
  put_members (&w, rest);
  return fputs ("\n}\n", out) != EOF && !fflush (out) && w.ok;
}
