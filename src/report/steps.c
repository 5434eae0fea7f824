#include "report/steps.h"

#include <string.h>

/* ---- executing a trace ---- */

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

void
steps_walk (struct walk *w, struct ts *ts, const trans_id *ids, size_t count, steps_fn *fn, void *context)
{
  struct trans_list enabled = {0};
  uint32_t *state = mem_zalloc (ts->max_words * sizeof *state), *next = mem_zalloc (ts->max_words * sizeof *next);
  *w = (struct walk) {.end = WALK_DONE};
  ts->class->initial (ts, state, &w->fault);
  for (; w->index < count; w->index++) {
    if (w->fault.kind && !w->fault.goes_on) {
      w->end = WALK_FAULT;
      w->index -= w->index > 0;
      break;
    }
    if (!is_enabled (ts, state, ids[w->index], &enabled)) {
      w->end = WALK_NOT_ENABLED;
      break;
    }
    w->fault = (struct fault) {0};
    if (ids[w->index] == TRANS_STUTTER)
      memcpy (next, state, ts_words (ts, state) * sizeof *next);
    else
      ts->class->step (ts, state, ids[w->index], next, &w->fault);
    bool go_on = !fn || fn (context, w->index, state, ids[w->index], next, &w->fault);
    uint32_t *swap = state;
    state = next;
    next = swap;
    if (!go_on)
      break;
  }
  w->state = state;
  mem_free (next);
  VEC_FREE (enabled);
}

/* ---- one step ---- */

static void
add_changes (struct step_view *v, const struct cells *old, const struct cells *now)
{
  size_t hint = 0;
  for (size_t i = 0; i < now->count; i++) {
    const struct cell *c = &now->data[i], *was = cells_find (old, c->name, &hint);
    bool is_news = was ? strcmp (was->value, c->value) != 0 : !cell_is_zero (c);
    if (is_news) {
      char *before = was ? mem_strdup (was->value) : NULL;
      VEC_PUSH (v->changes, ((struct change) {mem_strdup (c->name), before, mem_strdup (c->value)}));
    }
  }
}

void
step_view_make (struct step_view *v, struct ts *ts, const uint32_t *before, trans_id id, const uint32_t *after,
                struct cells *old)
{
  struct cells now = {0};
  ts->class->describe (ts, before, id, &v->info);
  cells_read (&now, ts, after);
  add_changes (v, old, &now);
  cells_release (old);
  *old = now;
}

void
step_view_release (struct step_view *v)
{
  for (size_t i = 0; i < v->changes.count; i++) {
    mem_free (v->changes.data[i].name);
    mem_free (v->changes.data[i].before);
    mem_free (v->changes.data[i].after);
  }
  VEC_FREE (v->changes);
  step_info_release (&v->info);
}

/* ---- the steps worth showing ---- */

struct collector {
  struct step_list *list;
  struct ts *ts;
  struct cells cells;
  bool have_cells;                /* of the state before the next step */
  size_t number;
  long loop_start;
};

static size_t
count_shown (const trans_id *ids, size_t count)
{
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    n += step_is_shown (ids[i]);
  return n;
}

static bool
collect_step (void *context, size_t index, const uint32_t *before, trans_id id, const uint32_t *after,
              const struct fault *fault)
{
  struct collector *c = context;
  struct step_list *l = c->list;
  (void) fault;
  if ((long) index == c->loop_start)
    l->loop = c->number + 1;
  if (!step_is_shown (id))
    return true;
  c->number++;
  if (l->gap && c->number > STEPS_HEAD && c->number <= STEPS_HEAD + l->gap) {
    c->have_cells = false;
    return true;
  }
  if (!c->have_cells)
    cells_read (&c->cells, c->ts, before);
  c->have_cells = true;
  VEC_PUSH (l->steps, ((struct step_view) {.number = c->number}));
  step_view_make (&VEC_LAST (l->steps), c->ts, before, id, after, &c->cells);
  return true;
}

void
steps_collect (struct step_list *l, struct ts *ts, const trans_id *ids, size_t count, long loop_start, bool full)
{
  struct collector c = {.list = l, .ts = ts, .loop_start = loop_start};
  *l = (struct step_list) {.total = count_shown (ids, count)};
  if (!full && l->total > STEPS_HEAD + STEPS_TAIL + 10) {
    l->gap_at = STEPS_HEAD;
    l->gap = l->total - STEPS_HEAD - STEPS_TAIL;
  }
  steps_walk (&l->walk, ts, ids, count, collect_step, &c);
  cells_release (&c.cells);
}

static bool
in_one_file (const struct step_list *l)
{
  const char *file = NULL;
  for (size_t i = 0; i < l->steps.count; i++) {
    const struct step_info *x = &l->steps.data[i].info;
    if (!x->pos.file || (file && strcmp (file, x->pos.file)) ||
        (step_has_partner (x) && (!x->partner_pos.file || strcmp (x->pos.file, x->partner_pos.file))))
      return false;
    file = x->pos.file;
  }
  return true;
}

/* Columns for all steps; where they leave no room for details, the name of a
 * file that is everywhere the same is left out. */
static void
fit_all (struct step_layout *layout, const struct term *t, const struct step_list *l)
{
  enum { DETAILS = 28 };
  for (size_t i = 0; i < l->steps.count; i++)
    step_layout_fit (layout, t, &l->steps.data[i]);
  if (layout->number + layout->thread + layout->place + layout->text + DETAILS <= t->width || !in_one_file (l))
    return;
  *layout = (struct step_layout) {.lines_only = true};
  for (size_t i = 0; i < l->steps.count; i++)
    step_layout_fit (layout, t, &l->steps.data[i]);
}

void
steps_print (const struct term *t, const struct step_list *l)
{
  struct step_layout layout = {0};
  fit_all (&layout, t, l);
  for (size_t i = 0; i < l->steps.count; i++) {
    const struct step_view *v = &l->steps.data[i];
    if (l->gap && i == l->gap_at) {
      struct str s = {0};
      add_counted (&s, l->gap, "step");
      fprintf (t->out, "%s     … %s left out (--full shows all)%s\n", term_on (t, STYLE_DIM), str_text (&s),
               term_off (t));
      str_release (&s);
    }
    if (l->loop == v->number)
      fprintf (t->out, "%s     the cycle, repeated for ever, starts here%s\n", term_on (t, STYLE_STRONG),
               term_off (t));
    step_print (t, &layout, v);
  }
  if (l->loop > l->total)
    fprintf (t->out, "%s     nothing more can happen: this state counts as repeated for ever%s\n",
             term_on (t, STYLE_STRONG), term_off (t));
}

void
steps_release (struct step_list *l)
{
  for (size_t i = 0; i < l->steps.count; i++)
    step_view_release (&l->steps.data[i]);
  VEC_FREE (l->steps);
  mem_free (l->walk.state);
}
