#include "model/trace_story.h"

#include <assert.h>
#include <string.h>

#include "base/mutant.h"

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

/* The cell called so; `hint` is where to look first and is left behind the
 * cell found, so that lists in the same order are walked in step. NULL: none. */
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
      VEC_PUSH (found, ((struct story_change) {story_text (s, c->name), story_text (s, !was ? NULL : MUTANT (report_change_swapped) ? c->value : was->value),
                                               story_text (s, MUTANT (report_change_swapped) && was ? was->value : c->value), owner (s, c)}));
  }
  x->has_changes = true;
  x->nchanges = found.count;
  x->changes = arena_alloc (&s->arena, (found.count + 1) * sizeof *x->changes);
  if (found.count)
    memcpy (x->changes, found.data, found.count * sizeof *x->changes);
  VEC_FREE (found);
}

/* The channel, if it is a global variable and was seen to change. */
static bool
changed_channel (const struct story_step *x)
{
  for (size_t i = 0; i < x->nchanges && x->message; i++)
    if (x->changes[i].thread == STORY_NONE && !strcmp (x->changes[i].name, x->object))
      return true;
  return false;
}

/* Finds the send of the message that the step receives: the first one of these
 * values that is still in the channel. Equal ones need not be told apart. */
static void
match_message (struct trace_story *t)
{
  struct story_step *steps = t->story->steps.data, *x = &VEC_LAST (t->story->steps);
  size_t name = x->object ? strlen (x->object) : 0;
  if (!x->has_changes)
    t->sent.count = 0;
  if (!changed_channel (x))
    return;
  if (x->message[name] == '!')
    VEC_PUSH (t->sent, (uint32_t) t->story->steps.count - 1);
  for (size_t i = 0; i < t->sent.count && x->message[name] == '?'; i++) {
    const struct story_step *y = &steps[t->sent.data[i]];
    if (strcmp (y->object, x->object) || (!MUTANT (report_any_send) && strcmp (y->message + name + 1, x->message + name + 1)))
      continue;
    x->after = y->thread == x->thread ? STORY_NONE : t->sent.data[i];
    memmove (&t->sent.data[i], &t->sent.data[i + 1], (--t->sent.count - i) * sizeof *t->sent.data);
    return;
  }
}

/* ---- messages of protocols ---- */

/* "participant (0)" is "participant(0)" in messages. */
static bool
is_named (const char *thread, const char *text, size_t n)
{
  for (; *thread; thread++)
    if (*thread != ' ' && (!n-- || *thread != *text++))
      return false;
  return !n;
}

/* The next of "ASK(1)<-coordinator(0) YES->coordinator(0)": what, a direction, who. False: there is none. */
static bool
next_message (const char **at, struct trace_posted *m, bool *is_sent)
{
  const char *p = *at + strspn (*at, " "), *arrow = NULL, *begin = p;
  for (int depth = 0; *p && (depth || *p != ' '); p++) {
    depth += (*p == '(') - (*p == ')');
    if (!depth && !arrow && (!strncmp (p, "->", 2) || !strncmp (p, "<-", 2)))
      arrow = p;
  }
  *at = p;
  if (!arrow)
    return false;
  *is_sent = *arrow == '-';
  *m = (struct trace_posted) {.what = begin, .nwhat = (size_t) (arrow - begin), .to = arrow + 2, .nto = (size_t) (p - arrow - 2)};
  return true;
}

/* What the step receives was sent by the step that it comes after; of equal ones by the first. */
static void
match_posted (struct trace_story *t)
{
  struct story *s = t->story;
  struct story_step *x = &VEC_LAST (s->steps);
  const char *at = x->message ? x->message : "";
  struct trace_posted m;
  for (bool is_sent; next_message (&at, &m, &is_sent);) {
    m.step = (uint32_t) s->steps.count - 1;
    if (is_sent)
      VEC_PUSH (t->posted, m);
    for (size_t i = 0; i < t->posted.count && !is_sent; i++) {
      const struct trace_posted *p = &t->posted.data[i];
      if (p->nwhat != m.nwhat || strncmp (p->what, m.what, m.nwhat) || !is_named (s->threads.data[x->thread].name, p->to, p->nto)
          || !is_named (s->threads.data[s->steps.data[p->step].thread].name, m.to, m.nto))
        continue;
      if (s->steps.data[p->step].thread != x->thread)     /* what it sends to itself is ordered anyway */
        x->after = p->step;
      memmove (&t->posted.data[i], &t->posted.data[i + 1], (--t->posted.count - i) * sizeof *t->posted.data);
      break;
    }
  }
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
    match_message (t);
    match_posted (t);
    return &VEC_LAST (t->story->steps);
  }
  struct trace_cells now = {0};
  if (!t->has_cells) {
    release_cells (&t->cells);
    t->ts->class->cells (t->ts, before, add_cell, &t->cells);
  }
  t->ts->class->cells (t->ts, after, add_cell, &now);
  add_changes (t, &VEC_LAST (t->story->steps), &now);
  match_message (t);
  match_posted (t);
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

static void
add_last (void *context, uint32_t pid, const char *name, struct pos pos, const char *text, bool valid_end)
{
  struct story *s = context;
  uint32_t thread = process (s, name, pid);
  struct story_thread *x = &s->threads.data[thread];
  x->is_alive = true;
  x->may_end = valid_end;
  x->pos = kept_pos (s, pos);
  x->next = story_text (s, text ? text : "");
}

void
trace_story_begin (struct trace_story *t, struct ts *ts, const uint32_t *initial)
{
  *t = (struct trace_story) {.ts = ts, .story = story_new ()};
  t->story->has_values = true;
  ts->class->where (ts, initial, add_first, t->story);
}

/* Control goes on, and nothing else happens. A skip may be what was chosen: a message that is lost. */
static bool
is_noise (const struct story_step *x)
{
  static const char *const words[] = {"else", "goto ", ".(goto)", "break"};
  bool found = false;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    found |= !strncmp (x->text, words[i], strlen (words[i]));
  return found && x->has_changes && !x->nchanges && !x->message && !x->output && x->partner == STORY_NONE;
}

struct story *
trace_story_end (struct trace_story *t, const uint32_t *last)
{
  struct story *s = t->story;
  release_cells (&t->cells);
  t->ts->class->where (t->ts, last, add_last, s);
  t->ts->class->cells (t->ts, last, add_cell, &t->cells);
  for (size_t i = 0; i < t->cells.count; i++) {
    const struct trace_cell *c = &t->cells.data[i];
    VEC_PUSH (s->variables, ((struct story_variable) {story_text (s, c->name), story_text (s, c->value), owner (s, c)}));
  }
  for (size_t i = 0; i + 1 < s->steps.count; i++)
    s->steps.data[i].is_minor = is_noise (&s->steps.data[i]);
  release_cells (&t->cells);
  VEC_FREE (t->sent);
  VEC_FREE (t->posted);
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
    return !list->count;
  for (size_t i = 0; i < list->count; i++)
    if (list->data[i] == id)
      return true;
  return false;
}

enum { DETAILED = 5000 };         /* steps at each end whose changes are always told */

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
      t.story->loop_start = MUTANT (report_loop_counts_all) ? loop_start : (long) t.story->steps.count;
    bool detailed = full || *i < DETAILED || *i + DETAILED >= count;
    trace_story_add (&t, state, ids[*i], detailed ? next : NULL);
    uint32_t *swap = state;
    state = next;
    next = swap;
  }
  struct story *s = trace_story_end (&t, state);
  mem_free (state);
  mem_free (next);
  VEC_FREE (enabled);
  if (out)
    *out = end;
  return s;
}
