/* Prints an execution: which thread waits for what, call stacks, steps.
 *
 *       T1 in: push  queue.c:31
 *           assert (q->count < SIZE);
 *         called by producer  queue.c:58 */
#include <assert.h>
#include <string.h>

#include "base/sources.h"
#include "report/story_writers.h"

enum { HEAD = 100, TAIL = 50, DEEP = 6 };

/* ---- stacks ---- */

/* The line of the source, if the file can still be read. */
static void
print_source (const struct term *t, struct pos pos)
{
  char line[400];
  struct str clean = {0}, cut = {0};
  if (!pos.file || !sources_line (pos.file, pos.line, line, sizeof line))
    return;
  add_clean (&clean, line + strspn (line, " \t"));
  add_cut (&cut, str_text (&clean), t->width > 6 ? t->width - 6 : 0);
  fprintf (t->out, "      %s%s%s\n", term_on (t, STYLE_VALUE), str_text (&cut), term_off (t));
  str_release (&clean);
  str_release (&cut);
}

/* Of the frames inside system libraries, only the one called by the user's code is shown, with the line of the call. */
static void
print_stack (const struct term *t, const char *title, const struct story_stack *stack, bool full)
{
  struct str s = {0};
  size_t own = story_first_own (stack), first = full || own == stack->count || !own ? 0 : own - 1;
  own = full || own == stack->count ? 0 : own;
  for (size_t i = first; i < stack->count; i++) {
    const struct story_frame *f = &stack->frames[i];
    if (i > own && !full && f->pos.file && !strncmp (f->pos.file, "/usr/", 5))
      continue;                   /* a library frame between two functions of the user */
    if (i == DEEP && !full && stack->count > DEEP + 1) {
      fprintf (t->out, "    … %zu more\n", stack->count - DEEP);
      break;
    }
    str_clear (&s);
    add_clean (&s, f->function ? f->function : "?");
    if (f->pos.file) {
      str_add (&s, "  ");
      add_place (&s, f->pos);
    }
    if (i == first)
      fprintf (t->out, "  %s%s:%s %s\n", term_on (t, STYLE_STRONG), title, term_off (t), str_text (&s));
    else
      fprintf (t->out, "    called by %s\n", str_text (&s));
    if (i == own)
      print_source (t, f->pos);
  }
  str_release (&s);
}

/* "T1 waits to lock m, held by T2", and where. */
static void
print_waiting (const struct term *t, const struct story *s)
{
  struct str line = {0};
  for (size_t i = 0; i < s->threads.count; i++) {
    const struct story_thread *x = &s->threads.data[i];
    if (!x->waits)
      continue;
    str_clear (&line);
    str_printf (&line, "  %s %s", x->name, x->waits);
    if (story_place (&x->stack).file) {
      str_add (&line, "  ");
      add_place (&line, story_place (&x->stack));
    }
    fprintf (t->out, "%s\n", str_text (&line));
  }
  str_release (&line);
}

static void
print_stacks (const struct term *t, const struct story *s, bool full)
{
  struct str title = {0};
  str_printf (&title, "%s in", s->threads.data[s->failed].name);
  print_stack (t, str_text (&title), &s->threads.data[s->failed].stack, full);
  if (s->other_title)
    print_stack (t, s->other_title, &s->other, full);
  if (s->about)
    fprintf (t->out, "  %s\n", s->about);
  str_release (&title);
}

/* ---- the table of steps ---- */

struct gap {
  const struct story *story;
  size_t start, end;              /* omitted steps */
  bool full;                      /* also show minor steps */
};

static bool
is_shown (const struct gap *g, size_t step)
{
  bool is_minor = g->story->steps.data[step].is_minor && g->story->loop_start != (long) step && !g->full;
  return (step < g->start || step >= g->end) && !is_minor;
}

static bool
in_one_file (const struct story *s, const struct gap *g)
{
  const char *file = NULL;
  for (size_t i = 0; i < s->steps.count; i++) {
    const struct story_step *x = &s->steps.data[i];
    if (!is_shown (g, i))
      continue;
    if (!x->pos.file || (file && strcmp (file, x->pos.file)) ||
        (x->partner != STORY_NONE && (!x->partner_pos.file || strcmp (x->pos.file, x->partner_pos.file))))
      return false;
    file = x->pos.file;
  }
  return true;
}

static void
fit_shown (struct step_table *table, const struct term *t, const struct story *s, const struct gap *g)
{
  for (size_t i = 0; i < s->steps.count; i++)
    if (is_shown (g, i))
      step_table_fit (table, t, s, i);
}

/* Computes columns for all steps; if they leave no room for details, a file name common to all steps is omitted. */
static void
fit_table (struct step_table *table, const struct term *t, const struct story *s, const struct gap *g)
{
  enum { DETAILS = 28 };
  fit_shown (table, t, s, g);
  if (table->number + table->thread + table->place + table->text + DETAILS <= t->width || !in_one_file (s, g))
    return;
  *table = (struct step_table) {.lines_only = true};
  fit_shown (table, t, s, g);
}

static void
print_note (const struct term *t, enum style style, const char *text)
{
  fprintf (t->out, "%s     %s%s\n", term_on (t, style), text, term_off (t));
}

static bool
print_table (const struct term *t, const struct story *s, bool full)
{
  struct step_table table = {0};
  struct str text = {0};
  size_t n = s->steps.count;
  struct gap g = {s, n, n, full};
  if (!full && n > HEAD + TAIL + 10)
    g = (struct gap) {s, HEAD, n - TAIL, full};
  assert (g.start <= g.end && g.end <= n);
  fit_table (&table, t, s, &g);
  for (size_t i = 0; i < n; i++) {
    if (i == g.start) {
      str_add (&text, "… ");
      add_counted (&text, g.end - g.start, "step");
      str_add (&text, " left out (--full shows all)");
      print_note (t, STYLE_DIM, str_text (&text));
    }
    if (s->loop_start == (long) i && is_shown (&g, i))
      print_note (t, STYLE_STRONG, "the cycle starts here and repeats forever");
    if (is_shown (&g, i))
      step_table_print (t, &table, s, i);
  }
  if (s->loop_start == (long) n)
    print_note (t, STYLE_STRONG, "no more steps are possible: the run stays in this state forever");
  str_release (&text);
  return g.start < n;
}

/* ---- the whole story ---- */

static void
print_chart (const struct term *t, const struct story *s)
{
  struct message_chart chart;
  message_chart_begin (t, &chart, s);
  for (size_t i = 0; i < s->steps.count; i++)
    message_chart_print (t, &chart, s, i);
  message_chart_end (&chart);
}

void
final_state_print (const struct term *t, const struct story *s, bool full)
{
  fprintf (t->out, "%sfinal state%s\n", term_on (t, STYLE_STRONG), term_off (t));
  state_print (t, s, full);
}

bool
story_print (const struct term *t, const struct story *s, bool messages, bool full)
{
  bool cut = false;
  if (s->failed != STORY_NONE)
    print_stacks (t, s, full);
  else if (!s->has_values)        /* otherwise the final state shows the locations */
    print_waiting (t, s);
  if (messages)
    print_chart (t, s);
  else
    cut = s->has_values ? print_table (t, s, full) : thread_columns_print (t, s, full);
  if (s->has_values)
    final_state_print (t, s, full);
  return cut;
}

void
add_step (struct str *out, const struct story *s, const struct story_step *x)
{
  str_printf (out, "%s ", s->threads.data[x->thread].name);
  if (x->pos.file) {
    add_place (out, x->pos);
    str_add_char (out, ' ');
  }
  add_clean (out, x->text);
}

void
add_output (struct str *s, const char *output)
{
  struct str line = {0};
  size_t n = strlen (output);
  str_add_n (&line, output, n - (n && output[n - 1] == '\n'));
  add_clean (s, str_text (&line));
  str_release (&line);
}

bool
is_output_shown (const char *output)
{
  return output && strcmp (output, "\n");
}
