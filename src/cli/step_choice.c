#include "cli/step_choice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "model/trace_story.h"
#include "report/story_writers.h"

/* Where control must be released there is no other choice. */
static unsigned
pid_of (trans_id id)
{
  return id == TRANS_RELEASE ? 0 : trans_pid (id);
}

trans_id
step_choose_randomly (uint64_t *random, const struct trans_list *list)
{
  bool can_run[256] = {false};
  unsigned processes = 0, of_process = 0;
  for (size_t i = 0; i < list->count; i++) {
    processes += !can_run[pid_of (list->data[i])];
    can_run[pid_of (list->data[i])] = true;
  }
  assert (processes);
  unsigned pid = 0, k = (unsigned) (random_draw (random) % processes);
  while (!can_run[pid] || k--)
    pid++;
  for (size_t i = 0; i < list->count; i++)
    of_process += pid_of (list->data[i]) == pid;
  k = (unsigned) (random_draw (random) % of_process);
  for (size_t i = 0;; i++)
    if (pid_of (list->data[i]) == pid && !k--)
      return list->data[i];
}

/* ---- the user ---- */

/* A story whose steps are the possible next steps: the choices shown to the user. */
static struct story *
make_choices (struct ts *ts, const uint32_t *state, const struct trans_list *list)
{
  struct trace_story t;
  trace_story_begin (&t, ts, state);
  for (size_t i = 0; i < list->count; i++)
    trace_story_add (&t, state, list->data[i], NULL);
  return trace_story_end (&t, state);
}

static void
print_choices (const struct term *t, const struct story *choices)
{
  struct step_table table = {0};
  for (size_t i = 0; i < choices->steps.count; i++)
    step_table_fit (&table, t, choices, i);
  for (size_t i = 0; i < choices->steps.count; i++)
    step_table_print (t, &table, choices, i);
}

static void
print_help (const struct term *t)
{
  fprintf (t->out, "  a number takes that step (Enter: the first)\n"
                   "  s  shows the variables and where the processes stand\n"
                   "  l  lists the possible steps again\n"
                   "  q  ends the simulation\n");
}

/* Asks until there is a valid answer; 0: stop. */
static size_t
ask (const struct term *t, const struct story *choices)
{
  char line[200];
  for (;;) {
    fprintf (t->out, "choose 1-%zu (h for help): ", choices->steps.count);
    fflush (t->out);
    if (!fgets (line, sizeof line, stdin)) {
      fputc ('\n', t->out);
      return 0;
    }
    line[strcspn (line, "\r\n")] = 0;
    if (!isatty (STDIN_FILENO))
      fprintf (t->out, "%s\n", line);
    char *end, *word = line + strspn (line, " \t");
    unsigned long n = *word ? strtoul (word, &end, 10) : 1;
    if (!strcmp (word, "q"))
      return 0;
    if (!strcmp (word, "h"))
      print_help (t);
    else if (!strcmp (word, "s"))
      state_print (t, choices, true);
    else if (!strcmp (word, "l"))
      print_choices (t, choices);
    else if (strspn (word, "0123456789") == strlen (word) && n >= 1 && n <= choices->steps.count)
      return n;
    else
      fprintf (t->out, "'%s' is not one of the choices\n", word);
  }
}

bool
step_choose_by_user (const struct term *t, struct ts *ts, const uint32_t *state, const struct trans_list *list, trans_id *out)
{
  struct story *choices = make_choices (ts, state, list);
  print_choices (t, choices);
  size_t n = ask (t, choices);
  story_free (choices);
  if (n)
    *out = list->data[n - 1];
  return n;
}
