/* Message flow, printed as it happens: a column for each process, its name
 * above the first entry. Messages and what the model prints, nothing else. */
#include <string.h>

#include "report/steps.h"

enum { FLOW_LEFT = 7, FLOW_COLUMN = 16 };

static void
print_in_column (const struct term *t, size_t number, uint32_t pid, const char *text, enum style style)
{
  char step[24] = "";
  if (number)
    snprintf (step, sizeof step, "%zu", number);
  fprintf (t->out, "%5s  %*s%s%s%s\n", step, (int) (pid * FLOW_COLUMN), "", term_on (t, style), text, term_off (t));
}

static void
announce (const struct term *t, struct flow *f, uint32_t pid, const char *thread)
{
  if (pid >= 256 || f->seen[pid])
    return;
  f->seen[pid] = true;
  print_in_column (t, 0, pid, thread, STYLE_STRONG);
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
    print_in_column (t, v->number, i->pid, str_text (&s), STYLE_VALUE);
    if (step_has_partner (i)) {
      str_clear (&s);
      add_received (&s, str_text (&i->message));
      print_in_column (t, v->number, i->partner, str_text (&s), STYLE_VALUE);
    }
  }
  str_clear (&s);
  if (i->output.len) {
    announce (t, f, i->pid, i->thread);
    add_output (&s, &i->output);
    print_in_column (t, v->number, i->pid, str_text (&s), STYLE_DIM);
  }
  str_release (&s);
}
