/* Message flow, printed as it happens: a column for each process, its name
 * above the first entry. Messages and what the model prints, nothing else. */
#include <string.h>

#include "report/steps.h"

enum { FLOW_LEFT = 7 };

static void
print_in_column (const struct term *t, const struct flow *f, size_t number, uint32_t pid, const char *text,
                 enum style style)
{
  char step[24] = "";
  if (number)
    snprintf (step, sizeof step, "%zu", number);
  fprintf (t->out, "%*s  %*s%s%s%s\n", FLOW_LEFT - 2, step, (int) (pid * f->column), "", term_on (t, style), text,
           term_off (t));
}

static void
announce (const struct term *t, struct flow *f, uint32_t pid, const char *thread)
{
  if (pid >= 256 || f->seen[pid])
    return;
  f->seen[pid] = true;
  print_in_column (t, f, 0, pid, thread, STYLE_STRONG);
}

struct headline {
  struct flow *flow;
  struct str line;
};

static void
add_heading (void *context, uint32_t pid, const char *thread, struct pos pos, const char *text, bool valid_end)
{
  struct headline *h = context;
  (void) pos, (void) text, (void) valid_end;
  if (pid < 256)
    h->flow->seen[pid] = true;
  add_padding (&h->line, 0, FLOW_LEFT + pid * h->flow->column);
  add_cut (&h->line, thread, h->flow->column - 1);
}

void
flow_start (const struct term *t, struct flow *f, struct ts *ts, const uint32_t *state)
{
  struct headline h = {.flow = f};
  size_t column = (t->width - FLOW_LEFT) / 4;
  *f = (struct flow) {.column = column < 12 ? 12 : column > 24 ? 24 : column};
  ts->class->where (ts, state, add_heading, &h);
  fprintf (t->out, "%s%s%s\n", term_on (t, STYLE_STRONG), str_text (&h.line), term_off (t));
  str_release (&h.line);
}

void
flow_print_all (const struct term *t, struct ts *ts, const struct step_list *l)
{
  struct flow flow;
  struct fault fault = {0};
  uint32_t *state = mem_zalloc (ts->max_words * sizeof *state);
  ts->class->initial (ts, state, &fault);
  flow_start (t, &flow, ts, state);
  for (size_t i = 0; i < l->steps.count; i++)
    flow_print (t, &flow, &l->steps.data[i]);
  mem_free (state);
}

/* The message as the receiver of a rendezvous sees it: q!1 becomes q?1. */
static void
add_received (struct str *s, const char *message)
{
  const char *bang = strchr (message, '!');
  if (!bang) {
    add_clean (s, message);
    return;
  }
  struct str text = {0};
  str_add_n (&text, message, (size_t) (bang - message));
  str_printf (&text, "?%s", bang + 1);
  add_clean (s, str_text (&text));
  str_release (&text);
}

void
flow_print (const struct term *t, struct flow *f, const struct step_view *v)
{
  const struct step_info *i = &v->info;
  struct str s = {0};
  if (i->message.len) {
    announce (t, f, i->pid, i->thread);
    if (step_has_partner (i))
      announce (t, f, i->partner, i->partner_thread);
    add_clean (&s, str_text (&i->message));
    print_in_column (t, f, v->number, i->pid, str_text (&s), STYLE_VALUE);
    if (step_has_partner (i)) {
      str_clear (&s);
      add_received (&s, str_text (&i->message));
      print_in_column (t, f, v->number, i->partner, str_text (&s), STYLE_VALUE);
    }
  }
  str_clear (&s);
  if (i->output.len && strcmp (str_text (&i->output), "\n")) {
    announce (t, f, i->pid, i->thread);
    add_output (&s, &i->output);
    print_in_column (t, f, v->number, i->pid, str_text (&s), STYLE_DIM);
  }
  str_release (&s);
}
