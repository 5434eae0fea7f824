/* The line of a step: columns, with details at the right where they fit and below the statement where they do not. */
#include <assert.h>
#include <string.h>

#include "report/story_writers.h"

static void
grow (size_t *width, size_t n, size_t most)
{
  if (n > *width)
    *width = n < most ? n : most;
}

static void
add_column_place (struct str *s, const struct step_table *l, struct pos pos)
{
  if (l->lines_only)
    str_printf (s, "line %d", pos.line);
  else
    add_place (s, pos);
}

static void
fit_place (struct step_table *l, struct pos pos)
{
  struct str s = {0};
  add_column_place (&s, l, pos);
  grow (&l->place, text_width (str_text (&s)), 30);
  str_release (&s);
}

static void
fit_text (struct step_table *l, const struct term *t, const char *text)
{
  struct str s = {0};
  add_statement (&s, text);
  grow (&l->text, text_width (str_text (&s)), t->width * 3 / 10);
  str_release (&s);
}

void
step_table_fit (struct step_table *l, const struct term *t, const struct story *s, size_t step)
{
  const struct story_step *x = &s->steps.data[step];
  char number[24];
  grow (&l->number, (size_t) snprintf (number, sizeof number, "%zu", step + 1), 20);
  grow (&l->number, 4, 20);
  grow (&l->thread, text_width (s->threads.data[x->thread].name), 20);
  fit_place (l, x->pos);
  fit_text (l, t, x->text);
  if (x->partner != STORY_NONE) {
    grow (&l->thread, text_width (s->threads.data[x->partner].name), 20);
    fit_place (l, x->partner_pos);
    fit_text (l, t, x->partner_text);
  }
}

/* ---- details: message, output, changed variables ---- */

struct details {
  VEC (char *) items;             /* heap */
};

static void
add_item (struct details *d, struct str *s)
{
  VEC_PUSH (d->items, mem_strdup (str_text (s)));
  str_clear (s);
}

enum { VALUE_WIDTH = 32 };

static void
add_value (struct str *s, const char *value)
{
  struct str clean = {0};
  add_clean (&clean, value);
  add_cut (s, str_text (&clean), VALUE_WIDTH);
  str_release (&clean);
}

/* The contents of the step's channel after the step; NULL if no change of it is recorded. */
static const struct story_change *
channel_change (const struct story_step *x)
{
  for (size_t k = 0; k < x->nchanges && x->object; k++)
    if (!strcmp (story_short_name (x, x->changes[k].name, x->changes[k].thread), x->object))
      return &x->changes[k];
  return NULL;
}

/* "q!1,2 → [1,2]": the message and the channel's contents after the step. */
static const struct story_change *
add_message (struct details *d, const struct story_step *x, struct str *s)
{
  const struct story_change *channel = channel_change (x);
  add_clean (s, x->message);
  if (channel) {
    str_add (s, " → ");
    add_value (s, channel->after);
  }
  if (channel || strcmp (x->message, x->text))
    add_item (d, s);
  str_clear (s);
  return channel;
}

static void
collect_details (struct details *d, const struct story_step *x)
{
  struct str s = {0};
  const struct story_change *shown = x->message ? add_message (d, x, &s) : NULL;
  if (is_output_shown (x->output)) {
    str_add (&s, "prints: ");
    add_output (&s, x->output);
    add_item (d, &s);
  }
  for (size_t k = 0; k < x->nchanges; k++) {
    const struct story_change *c = &x->changes[k];
    if (c == shown)
      continue;
    add_clean (&s, story_short_name (x, c->name, c->thread));
    str_add (&s, c->before ? ": " : " = ");
    if (c->before) {
      add_value (&s, c->before);
      str_add (&s, " → ");
    }
    add_value (&s, c->after);
    add_item (d, &s);
  }
  str_release (&s);
}

static void
release_details (struct details *d)
{
  for (size_t i = 0; i < d->items.count; i++)
    mem_free (d->items.data[i]);
  VEC_FREE (d->items);
}

/* ---- the line ---- */

/* The columns up to and including the statement; `number` 0: none, for the line of a rendezvous partner. */
static size_t
print_columns (const struct term *t, const struct step_table *l, size_t number, const char *thread, struct pos pos,
               const char *text)
{
  struct str a = {0}, b = {0}, c = {0}, clean = {0};
  if (number)
    fprintf (t->out, "%*zu  ", (int) l->number, number);
  else
    fprintf (t->out, "%*s  ", (int) l->number, "");
  add_clean (&clean, thread);
  add_cut (&a, str_text (&clean), l->thread);
  add_padding (&a, l->thread + 2);
  add_column_place (&b, l, pos);
  add_padding (&b, l->place + 2);
  add_statement (&c, text);
  fprintf (t->out, "%s%s%s%s%s%s%s", term_on (t, STYLE_STRONG), str_text (&a), term_off (t), term_on (t, STYLE_DIM),
           str_text (&b), term_off (t), str_text (&c));
  size_t column =
    l->number + 2 + text_width (str_text (&a)) + text_width (str_text (&b)) + text_width (str_text (&c));
  str_release (&a);
  str_release (&b);
  str_release (&c);
  str_release (&clean);
  return column;
}

static void
print_details (const struct term *t, const struct step_table *l, const struct story_step *x, size_t column)
{
  struct details d = {0};
  collect_details (&d, x);
  size_t left = l->number + l->thread + l->place + 6, right = left + l->text + 3;
  size_t all = 0;
  for (size_t i = 0; i < d.items.count; i++)
    all += text_width (d.items.data[i]) + (i ? 3 : 0);
  /* in their own column; shifted to the left if needed; or below the statement */
  bool below = column + 3 + all > t->width;
  size_t start = below ? left + 2 : right + all > t->width ? t->width - all : right;
  if (!below && start < column + 3)
    start = column + 3;
  if (d.items.count && below)
    fprintf (t->out, "\n%*s", (int) start, "");
  else if (d.items.count)
    fprintf (t->out, "%*s", (int) (start - column), "");
  column = start;
  for (size_t i = 0; i < d.items.count; i++) {
    size_t n = text_width (d.items.data[i]);
    if (i && column + 3 + n > t->width) {
      fprintf (t->out, "\n%*s", (int) start, "");
      column = start;
    } else if (i)
      column += (size_t) fprintf (t->out, "   ");
    fprintf (t->out, "%s%s%s", term_on (t, STYLE_VALUE), d.items.data[i], term_off (t));
    column += n;
  }
  fputc ('\n', t->out);
  release_details (&d);
}

void
step_table_print (const struct term *t, const struct step_table *l, const struct story *s, size_t step)
{
  assert (step < s->steps.count);
  const struct story_step *x = &s->steps.data[step];
  size_t column = print_columns (t, l, step + 1, s->threads.data[x->thread].name, x->pos, x->text);
  if (x->partner != STORY_NONE) {
    fputc ('\n', t->out);
    column = print_columns (t, l, 0, s->threads.data[x->partner].name, x->partner_pos, x->partner_text);
  }
  print_details (t, l, x, column);
}
