/* How one step looks: a line of columns, details at the right where they fit
 * and below the statement where they do not. */
#include <string.h>

#include "report/steps.h"

void
step_info_release (struct step_info *i)
{
  str_release (&i->object);
  str_release (&i->message);
  str_release (&i->output);
}

static void
grow (size_t *width, size_t n, size_t most)
{
  if (n > *width)
    *width = n < most ? n : most;
}

static void
add_column_place (struct str *s, const struct step_layout *l, struct pos pos)
{
  if (l->lines_only)
    str_printf (s, "line %d", pos.line);
  else
    add_place (s, pos);
}

static void
fit_place (struct step_layout *l, struct pos pos)
{
  struct str s = {0};
  add_column_place (&s, l, pos);
  grow (&l->place, text_width (str_text (&s)), 30);
  str_release (&s);
}

static void
fit_text (struct step_layout *l, const struct term *t, const char *text)
{
  struct str s = {0};
  add_statement (&s, text ? text : "");
  grow (&l->text, text_width (str_text (&s)), t->width * 3 / 10);
  str_release (&s);
}

void
step_layout_fit (struct step_layout *l, const struct term *t, const struct step_view *v)
{
  const struct step_info *i = &v->info;
  char number[24];
  grow (&l->number, (size_t) snprintf (number, sizeof number, "%zu", v->number), 20);
  grow (&l->number, 4, 20);
  grow (&l->thread, text_width (i->thread), 20);
  fit_place (l, i->pos);
  fit_text (l, t, i->text);
  if (step_has_partner (i)) {
    grow (&l->thread, text_width (i->partner_thread), 20);
    fit_place (l, i->partner_pos);
    fit_text (l, t, i->partner_text);
  }
}

void
add_output (struct str *s, const struct str *output)
{
  struct str line = {0};
  size_t n = output->len;
  str_add_n (&line, str_text (output), n - (n && output->data[n - 1] == '\n'));
  add_clean (s, str_text (&line));
  str_release (&line);
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

/* The variable's name without its process when that is the step's own. */
static const char *
short_name (const struct step_info *i, const char *name)
{
  const char *own = cell_name_in (name, i->thread);
  if (!own && step_has_partner (i))
    own = cell_name_in (name, i->partner_thread);
  return own ? own : name;
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

/* What the channel that the step is about holds afterwards; NULL if it is not seen to change. */
static const struct change *
channel_change (const struct step_view *v)
{
  for (size_t k = 0; k < v->changes.count; k++)
    if (!strcmp (short_name (&v->info, v->changes.data[k].name), str_text (&v->info.object)))
      return &v->changes.data[k];
  return NULL;
}

/* "q!1,2 → [1,2]": the message and what the channel then holds. */
static const struct change *
add_message (struct details *d, const struct step_view *v, struct str *s)
{
  const struct step_info *i = &v->info;
  const struct change *channel = channel_change (v);
  add_clean (s, str_text (&i->message));
  if (channel) {
    str_add (s, " → ");
    add_value (s, channel->after);
  }
  if (channel || strcmp (str_text (&i->message), i->text ? i->text : ""))
    add_item (d, s);
  str_clear (s);
  return channel;
}

static void
collect_details (struct details *d, const struct step_view *v)
{
  const struct step_info *i = &v->info;
  struct str s = {0};
  const struct change *told = i->message.len ? add_message (d, v, &s) : NULL;
  if (i->output.len && strcmp (str_text (&i->output), "\n")) {
    str_add (&s, "prints: ");
    add_output (&s, &i->output);
    add_item (d, &s);
  }
  for (size_t k = 0; k < v->changes.count; k++) {
    const struct change *c = &v->changes.data[k];
    if (c == told)
      continue;
    add_clean (&s, short_name (i, c->name));
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

/* The columns up to and with the statement; `number` 0: none, for the partner's line. */
static size_t
print_columns (const struct term *t, const struct step_layout *l, size_t number, const char *thread, struct pos pos,
               const char *text)
{
  struct str a = {0}, b = {0}, c = {0}, clean = {0};
  if (number)
    fprintf (t->out, "%*zu  ", (int) l->number, number);
  else
    fprintf (t->out, "%*s  ", (int) l->number, "");
  add_clean (&clean, thread);
  add_cut (&a, str_text (&clean), l->thread);
  add_padding (&a, 0, l->thread + 2);
  add_column_place (&b, l, pos);
  add_padding (&b, 0, l->place + 2);
  add_statement (&c, text ? text : "");
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
print_details (const struct term *t, const struct step_layout *l, const struct step_view *v, size_t column)
{
  struct details d = {0};
  collect_details (&d, v);
  size_t left = l->number + l->thread + l->place + 6, right = left + l->text + 3;
  size_t all = 0;
  for (size_t i = 0; i < d.items.count; i++)
    all += text_width (d.items.data[i]) + (i ? 3 : 0);
  /* in their own column; if need be shifted to the left; below the statement */
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
step_print (const struct term *t, const struct step_layout *l, const struct step_view *v)
{
  const struct step_info *i = &v->info;
  size_t column = print_columns (t, l, v->number, i->thread, i->pos, i->text);
  if (step_has_partner (i)) {
    fputc ('\n', t->out);
    column = print_columns (t, l, 0, i->partner_thread, i->partner_pos, i->partner_text);
  }
  print_details (t, l, v, column);
}
