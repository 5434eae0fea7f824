/* Message charts: a column for each process, its name above the first entry. They contain only messages and the model's
 * output. */
#include <string.h>

#include "report/story_writers.h"

enum { LEFT = 7 };

static void
print_in_column (const struct term *t, const struct message_chart *c, size_t number, const struct story_thread *x,
                 const char *text, enum style style)
{
  char step[24] = "";
  if (number)
    snprintf (step, sizeof step, "%zu", number);
  fprintf (t->out, "%*s  %*s%s%s%s\n", LEFT - 2, step, (int) (x->lane * c->column), "", term_on (t, style), text,
           term_off (t));
}

/* Marks the thread's name as printed; false: it was printed before. */
static bool
is_new (struct message_chart *c, uint32_t thread)
{
  for (size_t i = 0; i < c->named.count; i++)
    if (c->named.data[i] == thread)
      return false;
  VEC_PUSH (c->named, thread);
  return true;
}

static void
name_thread (const struct term *t, struct message_chart *c, const struct story *s, uint32_t thread)
{
  if (is_new (c, thread))
    print_in_column (t, c, 0, &s->threads.data[thread], s->threads.data[thread].name, STYLE_STRONG);
}

void
message_chart_begin (const struct term *t, struct message_chart *c, const struct story *s)
{
  struct str line = {0};
  size_t column = (t->width - LEFT) / 4;
  *c = (struct message_chart) {.column = column < 12 ? 12 : column > 24 ? 24 : column};
  for (uint32_t i = 0; i < s->threads.count; i++)
    if (s->threads.data[i].is_first && is_new (c, i)) {
      add_padding (&line, LEFT + s->threads.data[i].lane * c->column);
      add_cut (&line, s->threads.data[i].name, c->column - 1);
    }
  fprintf (t->out, "%s%s%s\n", term_on (t, STYLE_STRONG), str_text (&line), term_off (t));
  str_release (&line);
}

/* The message as the receiver of a rendezvous sees it: q!1 becomes q?1. */
static void
add_received (struct str *s, const char *message)
{
  size_t sent = s->len;
  add_clean (s, message);
  char *bang = strchr (s->data + sent, '!');
  if (bang)
    *bang = '?';
}

void
message_chart_print (const struct term *t, struct message_chart *c, const struct story *s, size_t step)
{
  const struct story_step *x = &s->steps.data[step];
  struct str text = {0};
  if (x->message) {
    name_thread (t, c, s, x->thread);
    if (x->partner != STORY_NONE)
      name_thread (t, c, s, x->partner);
    add_clean (&text, x->message);
    print_in_column (t, c, step + 1, &s->threads.data[x->thread], str_text (&text), STYLE_VALUE);
    str_clear (&text);
    if (x->partner != STORY_NONE) {
      add_received (&text, x->message);
      print_in_column (t, c, step + 1, &s->threads.data[x->partner], str_text (&text), STYLE_VALUE);
    }
  }
  str_clear (&text);
  if (is_output_shown (x->output)) {
    name_thread (t, c, s, x->thread);
    add_output (&text, x->output);
    print_in_column (t, c, step + 1, &s->threads.data[x->thread], str_text (&text), STYLE_DIM);
  }
  str_release (&text);
}

void
message_chart_end (struct message_chart *c)
{
  VEC_FREE (c->named);
}
