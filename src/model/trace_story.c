/* Stories of executions of transition systems. See trace_story.h. */
#include "model/trace_story.h"

#include <assert.h>
#include <string.h>

/* ---- the variables of a state ---- */

static void
add_cell (void *context, const char *name, const char *value, bool is_local)
{
  struct trace_cells *c = context;
  VEC_PUSH (*c, ((struct trace_cell) {mem_strdup (name), mem_strdup (value), is_local}));
}

static void
release_cells (struct trace_cells *c)
{
  for (size_t i = 0; i < c->count; i++) {
    mem_free (c->data[i].name);
    mem_free (c->data[i].value);
  }
  VEC_FREE (*c);
}

/* The cell of that name, or NULL. The search begins at `hint`, which is set behind the cell found, so that lists in the
 * same order are traversed in parallel. */
static const struct trace_cell *
find_cell (const struct trace_cells *c, const char *name, size_t *hint)
{
  for (size_t k = 0; k < c->count; k++) {
    size_t i = (*hint + k) % c->count;
    if (!strcmp (c->data[i].name, name)) {
      *hint = i + 1;
      return &c->data[i];
    }
  }
  return NULL;
}

/* step_info has no room for longer names. */
static uint32_t
process_named (struct story *s, const char *name)
{
  char cut[sizeof ((struct step_info *) NULL)->thread] = {0};
  memcpy (cut, name, strnlen (name, sizeof cut - 1));
  return story_thread_named (s, cut);
}

/* The thread "P (1)" of a variable "P(1):i", "main" of "main:i". */
static uint32_t
owner (struct story *s, const struct trace_cell *c)
{
  const char *colon = c->is_local ? strchr (c->name, ':') : NULL, *open = colon ? memchr (c->name, '(', (size_t) (colon - c->name)) : NULL;
  if (!colon)
    return STORY_NONE;
  struct str name = {0};
  if (open)
    str_printf (&name, "%.*s %.*s", (int) (open - c->name), c->name, (int) (colon - open), open);
  else
    str_printf (&name, "%.*s", (int) (colon - c->name), c->name);
  uint32_t thread = process_named (s, str_text (&name));
  str_release (&name);
  return thread;
}

/* ---- one step ---- */

static void
add_changes (struct trace_story *t, struct story_step *x, const struct trace_cells *now)
{
  VEC (struct story_change) found = {0};
  size_t hint = 0;
  struct story *s = t->story;
  for (size_t i = 0; i < now->count; i++) {
    const struct trace_cell *c = &now->data[i], *was = find_cell (&t->cells, c->name, &hint);
    if (was ? strcmp (was->value, c->value) != 0 : !story_is_zero (c->value))
      VEC_PUSH (found, ((struct story_change) {story_text (s, c->name), story_text (s, !was ? NULL : was->value),
                                               story_text (s, c->value), owner (s, c)}));
  }
  x->has_changes = true;
  x->nchanges = found.count;
  x->changes = arena_alloc (&s->arena, (found.count + 1) * sizeof *x->changes);
  if (found.count)
    memcpy (x->changes, found.data, found.count * sizeof *x->changes);
  VEC_FREE (found);
}

static const char *
text_or_null (struct story *s, const struct str *text)
{
  return text->len ? story_text (s, str_text (text)) : NULL;
}

static struct pos
kept_pos (struct story *s, struct pos pos)
{
  pos.file = story_text (s, pos.file);
  return pos;
}

static uint32_t
process (struct story *s, const char *name, uint32_t pid)
{
  uint32_t thread = process_named (s, name);
  s->threads.data[thread].lane = pid;
  return thread;
}

static void
add_step (struct trace_story *t, const uint32_t *before, trans_id id)
{
  struct story *s = t->story;
  struct step_info i = {0};
  t->ts->class->describe (t->ts, before, id, &i);
  struct story_step x = {.index = t->index, .op = story_text (s, i.op), .object = text_or_null (s, &i.object),
                         .text = story_text (s, i.text ? i.text : ""), .pos = kept_pos (s, i.pos),
                         .message = text_or_null (s, &i.message), .output = text_or_null (s, &i.output),
                         .partner = STORY_NONE, .after = STORY_NONE};
  x.thread = process (s, i.thread, i.pid);
  if (i.partner != UINT32_MAX) {
    x.partner = process (s, i.partner_thread, i.partner);
    x.partner_text = story_text (s, i.partner_text ? i.partner_text : "");
    x.partner_pos = kept_pos (s, i.partner_pos);
  }
  VEC_PUSH (s->steps, x);
  story_order_add (&t->order, &i, s->steps.count - 1);
  step_info_release (&i);
}

const struct story_step *
trace_story_add (struct trace_story *t, const uint32_t *before, trans_id id, const uint32_t *after)
{
  if (id == TRANS_RELEASE || id == TRANS_STUTTER) {
    t->index++;
    return NULL;
  }
  add_step (t, before, id);
  t->index++;
  if (!after) {
    t->has_cells = false;
    return &VEC_LAST (t->story->steps);
  }
  struct trace_cells now = {0};
  if (!t->has_cells) {
    release_cells (&t->cells);
    t->ts->class->cells (t->ts, before, add_cell, &t->cells);
  }
  t->ts->class->cells (t->ts, after, add_cell, &now);
  add_changes (t, &VEC_LAST (t->story->steps), &now);
  release_cells (&t->cells);
  t->cells = now;
  t->has_cells = true;
  return &VEC_LAST (t->story->steps);
}

/* ---- beginning and end ---- */

static void
add_first (void *context, uint32_t pid, const char *name, struct pos pos, const char *text, bool valid_end)
{
  struct story *s = context;
  (void) pos, (void) text, (void) valid_end;
  uint32_t thread = process (s, name, pid);
  s->threads.data[thread].is_first = true;
}

/* The last state, and what can happen there. */
struct last_state {
  const struct ts *ts;
  struct story *story;
  struct trans_list enabled;
  bool is_known;                  /* what can happen next is known: the last step did not fail, and every thread may continue */
};

static bool
can_go_on (const struct last_state *l, uint32_t pid)
{
  for (size_t i = 0; i < l->enabled.count; i++) {
    trans_id id = l->enabled.data[i];
    if (ts_is_optional (l->ts, id))
      continue;
    if (trans_pid (id) == pid || (trans_is_rendezvous (id) && trans_partner (id) == pid))
      return true;
  }
  return false;
}

/* "waits at q?x or timeout", without the terminator of a C statement. */
static const char *
waiting_text (struct story *s, const char *next)
{
  struct str text = {0};
  size_t n = strlen (next);
  str_printf (&text, "waits at %.*s", (int) (n - (n && next[n - 1] == ';')), next);
  const char *kept = story_text (s, str_text (&text));
  str_release (&text);
  return kept;
}

static void
add_last (void *context, uint32_t pid, const char *name, struct pos pos, const char *text, bool valid_end)
{
  struct last_state *l = context;
  struct story *s = l->story;
  uint32_t thread = process (s, name, pid);
  struct story_thread *x = &s->threads.data[thread];
  x->is_alive = true;
  x->may_end = valid_end;
  x->pos = kept_pos (s, pos);
  x->next = story_text (s, text ? text : "");
  if (l->is_known && !valid_end && *x->next && !can_go_on (l, pid))
    x->waits = waiting_text (s, x->next);
}

void
trace_story_begin (struct trace_story *t, struct ts *ts, const uint32_t *initial)
{
  *t = (struct trace_story) {.ts = ts, .story = story_new ()};
  t->order.story = t->story;
  t->story->has_values = true;
  ts->class->where (ts, initial, add_first, t->story);
}

/* Whether the step only moves control, such as the start of a thread. A skip may be the chosen alternative: a message that
 * is lost. */
static bool
is_noise (const struct story_step *x)
{
  static const char *const words[] = {"else", "goto ", ".(goto)", "break"};
  bool found = !strcmp (x->op, "start");
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    found |= !strncmp (x->text, words[i], strlen (words[i]));
  return found && x->has_changes && !x->nchanges && !x->message && !x->output && x->partner == STORY_NONE;
}

struct story *
trace_story_end (struct trace_story *t, const uint32_t *last)
{
  struct story *s = t->story;
  release_cells (&t->cells);
  struct last_state l = {.story = s, .ts = t->ts, .is_known = t->ts->has_processes && !t->has_failed && !ts_transient (last)};
  if (l.is_known)
    t->ts->class->enabled (t->ts, last, &l.enabled);
  t->ts->class->where (t->ts, last, add_last, &l);
  VEC_FREE (l.enabled);
  t->ts->class->cells (t->ts, last, add_cell, &t->cells);
  for (size_t i = 0; i < t->cells.count; i++) {
    const struct trace_cell *c = &t->cells.data[i];
    VEC_PUSH (s->variables, ((struct story_variable) {story_text (s, c->name), story_text (s, c->value), owner (s, c)}));
  }
  for (size_t i = 0; i + 1 < s->steps.count; i++)
    s->steps.data[i].is_minor = is_noise (&s->steps.data[i]);
  release_cells (&t->cells);
  story_order_release (&t->order);
  story_check (s);
  return s;
}

/* ---- a whole trace ---- */

static bool
is_enabled (struct ts *ts, const uint32_t *state, trans_id id, struct trans_list *list)
{
  list->count = 0;
  ts->class->enabled (ts, state, list);
  if (id == TRANS_STUTTER)
    return ts_is_end (ts, list->data, list->count);
  for (size_t i = 0; i < list->count; i++)
    if (list->data[i] == id)
      return true;
  return false;
}

enum { DETAILED = 500 };          /* number of steps at each end whose changes are always reported; writers show no more (report/excerpt.h) */

struct story *
story_of_trace (struct ts *ts, const trans_id *ids, size_t count, long loop_start, bool full, struct trace_end *out)
{
  struct trans_list enabled = {0};
  struct trace_end end = {.kind = TRACE_DONE};
  struct trace_story t;
  uint32_t *state = mem_zalloc (ts->max_words * sizeof *state), *next = mem_zalloc (ts->max_words * sizeof *next);
  assert (loop_start < (long) count);
  ts->class->initial (ts, state, &end.fault);
  trace_story_begin (&t, ts, state);
  for (size_t *i = &end.index; *i < count; ++*i) {
    if (end.fault.kind && !end.fault.goes_on) {
      end.kind = TRACE_FAULT;
      *i -= *i > 0;
      break;
    }
    if (!is_enabled (ts, state, ids[*i], &enabled)) {
      end.kind = TRACE_NOT_ENABLED;
      break;
    }
    end.fault = (struct fault) {0};
    if (ids[*i] == TRANS_STUTTER)
      memcpy (next, state, ts_words (ts, state) * sizeof *next);
    else
      ts->class->step (ts, state, ids[*i], next, &end.fault);
    if ((long) *i == loop_start)
      t.story->loop_start = (long) t.story->steps.count;
    bool detailed = full || *i < DETAILED || *i + DETAILED >= count;
    trace_story_add (&t, state, ids[*i], detailed ? next : NULL);
    uint32_t *swap = state;
    state = next;
    next = swap;
  }
  t.has_failed = end.fault.kind && !end.fault.goes_on;
  struct story *s = trace_story_end (&t, state);
  mem_free (state);
  mem_free (next);
  VEC_FREE (enabled);
  if (out)
    *out = end;
  return s;
}
