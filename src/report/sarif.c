/* Findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format):
 * a rule for each kind of finding, a result for each finding, in it a thread
 * flow for each thread whose steps carry their place in the execution's order. */
#include <assert.h>

#include "base/version.h"
#include "report/diagram.h"
#include "report/formats.h"
#include "report/json_text.h"

enum { MOST_STEPS = 20000 };      /* limit for one finding; editors cannot show more anyway */

static json_t *
message (const char *text)
{
  return json_pack ("{s: o}", "text", json_text (text));
}

static json_t *
location (struct pos pos, const char *text)
{
  json_t *object = json_object ();
  if (pos.file) {
    json_t *place = json_pack ("{s: {s: o}}", "artifactLocation", "uri", json_text (pos.file));
    if (pos.line > 0)
      json_object_set_new (place, "region", json_pack ("{s: i}", "startLine", pos.line));
    json_object_set_new (object, "physicalLocation", place);
  }
  if (text)
    json_object_set_new (object, "message", message (text));
  return object;
}

static json_t *
thread_flow (const struct story *s, uint32_t thread)
{
  json_t *locations = json_array ();
  struct str label = {0};
  for (size_t i = 0; i < s->steps.count && i < MOST_STEPS; i++) {
    const struct story_step *x = &s->steps.data[i];
    if (x->thread != thread && x->partner != thread)
      continue;
    str_clear (&label);
    add_label (&label, s, x);
    json_array_append_new (locations, json_pack ("{s: o, s: I}", "location", location (x->thread == thread ? x->pos : x->partner_pos, str_text (&label)),
                                                 "executionOrder", (json_int_t) i + 1));
  }
  const struct story_thread *t = &s->threads.data[thread];
  if (t->waits)
    json_array_append_new (locations, json_pack ("{s: o, s: I}", "location", location (t->stack.count ? story_place (&t->stack) : t->pos, t->waits),
                                                 "executionOrder", (json_int_t) s->steps.count + 1));
  str_release (&label);
  if (!json_array_size (locations)) {
    json_decref (locations);
    return NULL;
  }
  return json_pack ("{s: o, s: o, s: o}", "id", json_text (t->name), "message", message (t->routine ? t->routine : t->name), "locations", locations);
}

static json_t *
stack_json (const char *title, const struct story_stack *stack)
{
  json_t *frames = json_array ();
  for (size_t i = 0; i < stack->count; i++)
    json_array_append_new (frames, json_pack ("{s: o}", "location", location (stack->frames[i].pos, stack->frames[i].function)));
  return json_pack ("{s: o, s: o}", "message", message (title), "frames", frames);
}

static void
add_result (void *context, const struct property *p, const struct finding *f, const struct story *s)
{
  json_t *flows = json_array (), *stacks = json_array (), *result = json_object (), *related = json_array ();
  for (uint32_t i = 0; i < s->threads.count; i++) {
    json_t *flow = thread_flow (s, i);
    if (flow)
      json_array_append_new (flows, flow);
    if (s->threads.data[i].stack.count)
      json_array_append_new (stacks, stack_json (s->threads.data[i].name, &s->threads.data[i].stack));
  }
  if (s->other_title && s->other.count) {
    json_array_append_new (stacks, stack_json (s->other_title, &s->other));
    json_array_append_new (related, location (story_place (&s->other), s->other_title));
  }
  json_object_set_new (result, "ruleId", json_text (finding_kind_name (f->kind)));
  json_object_set_new (result, "ruleIndex", json_integer ((json_int_t) f->kind));
  json_object_set_new (result, "level", json_text (p->result.verdict == VERDICT_VIOLATION ? "error" : "warning"));
  json_object_set_new (result, "message", message (f->message));
  json_object_set_new (result, "locations", json_array ());
  if (f->pos.file)
    json_array_append_new (json_object_get (result, "locations"), location (f->pos, NULL));
  if (json_array_size (related))
    json_object_set (result, "relatedLocations", related);
  if (json_array_size (flows))
    json_object_set_new (result, "codeFlows", json_pack ("[{s: O}]", "threadFlows", flows));
  if (json_array_size (stacks))
    json_object_set (result, "stacks", stacks);
  json_decref (flows);
  json_decref (stacks);
  json_decref (related);
  json_array_append_new (context, result);
}

static json_t *
rules (void)
{
  json_t *array = json_array ();
#define X(id, name) json_array_append_new (array, json_pack ("{s: o}", "id", json_text (name)));
  FINDING_KINDS (X)
#undef X
  return array;
}

bool
report_sarif (const struct report *r, FILE *out)
{
  json_t *results = json_array (), *notes = json_array ();
  each_finding (r, add_result, results);
  if (r->result->verdict == VERDICT_UNKNOWN)
    json_array_append_new (notes, json_pack ("{s: s, s: o}", "level", "warning", "message", message (r->result->reason)));
  json_t *driver = json_pack ("{s: s, s: s, s: o}", "name", "Mazurka", "version", MAZURKA_VERSION, "rules", rules ());
  json_t *invocation = json_pack ("{s: b, s: o}", "executionSuccessful", r->result->verdict != VERDICT_UNKNOWN, "toolExecutionNotifications", notes);
  json_t *run = json_pack ("{s: {s: o}, s: [o], s: o}", "tool", "driver", driver, "invocations", invocation, "results", results);
  json_t *top = json_pack ("{s: s, s: s, s: [o]}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", run);
  assert (top);
  bool ok = !json_dumpf (top, out, JSON_INDENT (1) | JSON_PRESERVE_ORDER) && fputc ('\n', out) != EOF;
  json_decref (top);
  return ok && !fflush (out);
}
