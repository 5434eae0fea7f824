#include "report/witness_read.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

#include "base/file.h"

struct reader {
  const char *path;
  yaml_document_t document;
  struct witness_file *witness;
  struct diag *diag;
};

/* ---- YAML ---- */

static struct pos
place (const struct reader *r, const yaml_node_t *n)
{
  return (struct pos) {r->path, n ? (int) n->start_mark.line + 1 : 0, n ? (int) n->start_mark.column + 1 : 0};
}

static const char *
scalar (const yaml_node_t *n)
{
  return n && n->type == YAML_SCALAR_NODE ? (const char *) n->data.scalar.value : NULL;
}

/* NULL: it is no mapping, or has no such key. */
static yaml_node_t *
get (struct reader *r, yaml_node_t *map, const char *key)
{
  if (!map || map->type != YAML_MAPPING_NODE)
    return NULL;
  for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
    const char *name = scalar (yaml_document_get_node (&r->document, p->key));
    if (name && !strcmp (name, key))
      return yaml_document_get_node (&r->document, p->value);
  }
  return NULL;
}

static size_t
length (const yaml_node_t *list)
{
  return list && list->type == YAML_SEQUENCE_NODE ? (size_t) (list->data.sequence.items.top - list->data.sequence.items.start) : 0;
}

static yaml_node_t *
item (struct reader *r, yaml_node_t *list, size_t i)
{
  return yaml_document_get_node (&r->document, list->data.sequence.items.start[i]);
}

/* The text of a key; NULL after a message. */
static const char *
text (struct reader *r, yaml_node_t *map, const char *key)
{
  const char *s = scalar (get (r, map, key));
  if (!s)
    diag_error (r->diag, place (r, map), "expected '%s:' with a value here", key);
  return s ? arena_strdup (&r->witness->arena, s) : NULL;
}

/* A positive number; 0 after a message. */
static int
number (struct reader *r, yaml_node_t *map, const char *key)
{
  const char *s = text (r, map, key);
  char *end;
  long n = s ? strtol (s, &end, 10) : 0;
  if (s && (end == s || *end || n < 1 || n > 1 << 30)) {
    diag_error (r->diag, place (r, get (r, map, key)), "expected a number from 1, not '%s'", s);
    return 0;
  }
  return (int) n;
}

/* ---- waypoints ---- */

static bool
read_location (struct reader *r, yaml_node_t *point, struct waypoint *w)
{
  yaml_node_t *location = get (r, point, "location");
  if (!location)
    diag_error (r->diag, place (r, point), "expected 'location:' here");
  else if ((w->pos.file = text (r, location, "file_name")) && (w->pos.line = number (r, location, "line")))
    return !get (r, location, "column") || (w->pos.col = number (r, location, "column"));
  return false;
}

static bool
read_type (struct reader *r, yaml_node_t *point, struct waypoint *w)
{
  static const char *const names[] = {"assumption", "branching", "function_enter", "function_return", "target"};
  const char *type = text (r, point, "type"), *action = type ? text (r, point, "action") : NULL;
  if (!action)
    return false;
  while (w->type < WAYPOINT_TYPES && strcmp (type, names[w->type]))
    w->type++;
  w->avoid = !strcmp (action, "avoid");
  if (w->type == WAYPOINT_TYPES)
    diag_error (r->diag, place (r, get (r, point, "type")), "expected assumption, branching, function_enter, function_return or target, not '%s'", type);
  else if (strcmp (action, "avoid") && strcmp (action, "follow"))
    diag_error (r->diag, place (r, get (r, point, "action")), "expected follow or avoid, not '%s'", action);
  else
    return true;
  return false;
}

/* Its constraint must be supported: calls and the target have none. */
static bool
read_constraint (struct reader *r, yaml_node_t *point, struct waypoint *w)
{
  yaml_node_t *constraint = get (r, point, "constraint");
  bool wanted = w->type == WAYPOINT_ASSUMPTION || w->type == WAYPOINT_BRANCHING || w->type == WAYPOINT_RETURN;
  if (wanted && !constraint)
    diag_error (r->diag, place (r, point), "expected 'constraint:' here");
  else if (!wanted || (w->value = text (r, constraint, "value")))
    return true;
  return false;
}

static bool
read_waypoint (struct reader *r, yaml_node_t *entry, int segment)
{
  yaml_node_t *point = get (r, entry, "waypoint");
  struct waypoint w = {.segment = segment, .here = place (r, point)};
  if (!point)
    diag_error (r->diag, place (r, entry), "expected 'waypoint:' here");
  else if (get (r, point, "thread_id"))
    diag_error (r->diag, place (r, get (r, point, "thread_id")), "threads are not numbered in what is followed: 'thread_id' is not understood");
  else if (read_type (r, point, &w) && read_location (r, point, &w) && read_constraint (r, point, &w)) {
    VEC_PUSH (r->witness->points, w);
    return true;
  }
  return false;
}

/* The last waypoint of each segment, and no other, is to be followed; in the last segment it is the target. */
static bool
check_order (struct reader *r)
{
  const struct witness_file *f = r->witness;
  for (size_t i = 0; i < f->points.count; i++) {
    const struct waypoint *w = &f->points.data[i];
    bool is_last = i + 1 == f->points.count || w[1].segment != w->segment;
    bool is_end = i + 1 == f->points.count;
    if (w->avoid == is_last)
      diag_error (r->diag, w->here, "of a segment the last waypoint is followed, and the others are avoided");
    else if ((w->type == WAYPOINT_TARGET) != is_end)
      diag_error (r->diag, w->here, "the last waypoint to follow, and no other, is the target");
    else
      continue;
    return false;
  }
  return true;
}

static bool
read_violation (struct reader *r, yaml_node_t *entry)
{
  yaml_node_t *content = get (r, entry, "content");
  r->witness->segments = (int) length (content);
  if (!r->witness->segments)
    diag_error (r->diag, place (r, entry), "expected 'content:' with segments here");
  for (int i = 0; i < r->witness->segments; i++) {
    yaml_node_t *one = item (r, content, (size_t) i), *segment = get (r, one, "segment");
    if (!length (segment))
      diag_error (r->diag, place (r, one), "expected 'segment:' with waypoints here");
    for (size_t k = 0; k < length (segment); k++)
      if (!read_waypoint (r, item (r, segment, k), i))
        return false;
  }
  return !r->diag->errors && check_order (r);
}

/* ---- metadata ---- */

static bool
read_task (struct reader *r, yaml_node_t *entry)
{
  yaml_node_t *task = get (r, get (r, entry, "metadata"), "task"), *hashes = get (r, task, "input_file_hashes");
  const char *property = text (r, task ? task : entry, "specification");
  if (!property)
    return false;
  for (yaml_node_pair_t *p = hashes && hashes->type == YAML_MAPPING_NODE ? hashes->data.mapping.pairs.start : NULL; p && p < hashes->data.mapping.pairs.top; p++) {
    const char *hash = scalar (yaml_document_get_node (&r->document, p->value));
    if (hash)
      VEC_PUSH (r->witness->hashes, arena_strdup (&r->witness->arena, hash));
  }
  if (strstr (property, "data-race"))
    r->witness->kind = FINDING_DATA_RACE;
  else if (strstr (property, "reach_error") || strstr (property, "__VERIFIER_error"))
    r->witness->kind = FINDING_ASSERTION;
  else if (strstr (property, "valid-"))
    r->witness->kind = FINDING_MEMORY;
  else {
    diag_error (r->diag, place (r, get (r, task, "specification")), "expected a property about reach_error, data-race or valid memory, not '%s'", property);
    return false;
  }
  return true;
}

static bool
read_entry (struct reader *r, yaml_node_t *root)
{
  yaml_node_t *entry = length (root) ? item (r, root, 0) : NULL;
  const char *type = entry ? text (r, entry, "entry_type") : NULL;
  if (!entry)
    diag_error (r->diag, place (r, root), "expected a list with one witness");
  else if (type && length (root) > 1 && !strcmp (type, "violation_sequence"))
    diag_error (r->diag, place (r, item (r, root, 1)), "one witness is followed at a time, and here is a second one");
  else if (type && !strcmp (type, "violation_sequence"))
    return read_task (r, entry) && read_violation (r, entry);
  else if (type && !strcmp (type, "invariant_set")) {
    r->witness->invariants = (int) length (get (r, entry, "content"));
    diag_warning (r->diag, place (r, get (r, entry, "content")), "the %d invariants of a correctness witness are not used", r->witness->invariants);
    return true;
  } else if (type)
    diag_error (r->diag, place (r, get (r, entry, "entry_type")), "expected violation_sequence or invariant_set, not '%s'", type);
  return false;
}

bool
witness_read (const char *path, struct witness_file *w, struct diag *diag)
{
  *w = (struct witness_file) {0};
  struct reader r = {.path = path, .witness = w, .diag = diag};
  yaml_parser_t parser;
  const char *why;
  FILE *f = file_open (path, FILE_MOST_TEXT, &why);
  bool ok = false;
  if (!f) {
    diag_error (diag, (struct pos) {.file = path}, "cannot read this file: %s", why);
    return false;
  }
  if (!yaml_parser_initialize (&parser))
    mem_out (sizeof parser);
  yaml_parser_set_input_file (&parser, f);
  if (!yaml_parser_load (&parser, &r.document))
    diag_error (diag, (struct pos) {path, (int) parser.problem_mark.line + 1, (int) parser.problem_mark.column + 1}, "this is no YAML: %s",
                parser.problem ? parser.problem : "it cannot be read");
  else {
    ok = read_entry (&r, yaml_document_get_root_node (&r.document));
    yaml_document_delete (&r.document);
  }
  yaml_parser_delete (&parser);
  fclose (f);
  return ok;
}

void
witness_release (struct witness_file *w)
{
  VEC_FREE (w->points);
  VEC_FREE (w->hashes);
  arena_release (&w->arena);
}
