/* How an execution of threads looks:
 *
 *       in T1
 *         push  queue.c:31
 *           assert (q->count < SIZE);
 *         producer  queue.c:58
 *       queue.c  main         T1 producer   T2 consumer
 *            70  create T1
 *            31               lock(m)
 *            44                             wait(ready)
 *
 * Only one thread acts in a row, so an operation may run on over the columns to
 * its right: columns are as narrow as the longest operation makes them, and any
 * number of threads fits into the width of a terminal.
 */
#include "report/story.h"

#include <string.h>

enum { HEAD = 8, TAIL = 14, DEEP = 6, WIDEST = 18, NARROWEST = 3 };

/* ---- places ---- */

/* The file in which all steps are, or NULL. */
static const char *
common_file (const struct story *s)
{
  const char *file = NULL;
  for (size_t i = 0; i < s->nsteps; i++) {
    const char *f = s->steps[i].pos.file;
    if (f && file && strcmp (f, file))
      return NULL;
    file = f ? f : file;
  }
  return file;
}

static void
add_step_place (struct str *s, struct pos pos, const char *common)
{
  if (!pos.file)
    str_add (s, "?");
  else if (common)
    str_printf (s, "%d", pos.line);
  else
    add_place (s, pos);
}

/* ---- stacks ---- */

/* The line of the source, if it can still be read. */
static void
print_source (const struct term *t, struct pos pos)
{
  char line[400];
  int number = 0;
  FILE *f = pos.file ? fopen (pos.file, "r") : NULL;
  while (f && number < pos.line && fgets (line, sizeof line, f))
    number += strchr (line, '\n') != NULL || feof (f);
  if (f)
    fclose (f);
  if (!f || number != pos.line)
    return;
  struct str clean = {0}, cut = {0};
  line[strcspn (line, "\r\n")] = 0;
  add_clean (&clean, line + strspn (line, " \t"));
  add_cut (&cut, str_text (&clean), t->width > 6 ? t->width - 6 : 0);
  fprintf (t->out, "      %s%s%s\n", term_on (t, STYLE_VALUE), str_text (&cut), term_off (t));
  str_release (&clean);
  str_release (&cut);
}

static void
print_stack (const struct term *t, const struct story_stack *stack, bool full)
{
  struct str s = {0};
  for (size_t i = 0; i < stack->count; i++) {
    const struct story_frame *f = &stack->frames[i];
    if (i == DEEP && !full && stack->count > DEEP + 1) {
      fprintf (t->out, "    … %zu more\n", stack->count - DEEP);
      break;
    }
    str_clear (&s);
    str_add (&s, "    ");
    add_clean (&s, f->function ? f->function : "?");
    if (f->pos.file) {
      str_add (&s, "  ");
      add_clean (&s, f->pos.file);
      str_printf (&s, ":%d", f->pos.line);
    }
    fprintf (t->out, "%s\n", str_text (&s));
    if (i == 0)
      print_source (t, f->pos);
  }
  str_release (&s);
}

static void
print_titled_stack (const struct term *t, const char *title, const struct story_stack *stack, bool full)
{
  if (!stack->count)
    return;
  fprintf (t->out, "  %s%s%s\n", term_on (t, STYLE_STRONG), title, term_off (t));
  print_stack (t, stack, full);
}

/* "T1 waits to lock m, held by T2", and where. */
static void
print_waiting (const struct term *t, const struct story *s)
{
  struct str line = {0};
  for (size_t i = 0; i < s->nthreads; i++) {
    const struct story_thread *x = &s->threads[i];
    if (!x->waits)
      continue;
    str_clear (&line);
    str_printf (&line, "  %s %s", x->name, x->waits);
    if (x->stack.count && x->stack.frames[0].pos.file) {
      str_add (&line, "  ");
      add_place (&line, x->stack.frames[0].pos);
    }
    fprintf (t->out, "%s\n", str_text (&line));
  }
  str_release (&line);
}

static void
print_stacks (const struct term *t, const struct story *s, bool full)
{
  struct str title = {0};
  if (s->failed < s->nthreads) {
    str_printf (&title, "in %s", s->threads[s->failed].name);
    print_titled_stack (t, str_text (&title), &s->threads[s->failed].stack, full);
  }
  if (s->other_title)
    print_titled_stack (t, s->other_title, &s->other, full);
  str_release (&title);
}

/* ---- steps in columns ---- */

struct columns {
  const struct story *story;
  const char *file;               /* common to all steps, or NULL */
  size_t left, column;            /* widths */
  size_t *place, nplaces;         /* of each thread's column, from 1; 0: it does nothing */
  bool *is_shown;                 /* per step */
  size_t shown;
};

static void
choose_steps (struct columns *c, bool full)
{
  const struct story *s = c->story;
  c->is_shown = mem_zalloc (s->nsteps + 1);
  for (size_t i = 0; i < s->nsteps; i++)
    if (full || !s->steps[i].is_noise || i + 1 == s->nsteps) {
      c->is_shown[i] = true;
      c->shown++;
    }
  c->place = mem_zalloc ((s->nthreads + 1) * sizeof *c->place);
  for (size_t i = 0; i < s->nsteps; i++)
    c->place[s->steps[i].thread] = 1;
  for (size_t t = 0; t < s->nthreads; t++)
    c->place[t] = c->place[t] ? ++c->nplaces : 0;
}

static void
fit_columns (struct columns *c, const struct term *t)
{
  const struct story *s = c->story;
  size_t longest = 0;
  struct str place = {0};
  if (c->file)
    add_place (&place, (struct pos) {.file = c->file});
  c->left = text_width (str_text (&place));
  for (size_t i = 0; i < s->nsteps; i++)
    if (c->is_shown[i]) {
      size_t n = text_width (s->steps[i].text);
      longest = n > longest ? n : longest;
      str_clear (&place);
      add_step_place (&place, s->steps[i].pos, c->file);
      n = text_width (str_text (&place));
      c->left = n > c->left ? n : c->left;
    }
  str_release (&place);
  size_t most = t->width > c->left + 4 + longest ? t->width - c->left - 4 - longest : 0;
  c->column = c->nplaces > 1 ? most / (c->nplaces - 1) : WIDEST;
  c->column = c->column > WIDEST ? WIDEST : c->column < NARROWEST ? NARROWEST : c->column;
}

static void
print_heading (const struct columns *c, const struct term *t)
{
  struct str line = {0}, name = {0};
  str_add (&line, "  ");
  if (c->file)
    add_place (&line, (struct pos) {.file = c->file});
  for (size_t i = 0; i < c->story->nthreads; i++) {
    const struct story_thread *x = &c->story->threads[i];
    if (!c->place[i])
      continue;
    str_clear (&name);
    str_add (&name, x->name);
    if (x->routine)
      str_printf (&name, " %s", x->routine);
    add_padding (&line, 0, 2 + c->left + 2 + (c->place[i] - 1) * c->column);
    add_cut (&line, str_text (&name), c->place[i] == c->nplaces ? WIDEST : c->column - 1);
  }
  fprintf (t->out, "%s%s%s\n", term_on (t, STYLE_STRONG), str_text (&line), term_off (t));
  str_release (&line);
  str_release (&name);
}

static void
print_row (const struct columns *c, const struct term *t, const struct story_step *x)
{
  struct str place = {0}, text = {0};
  add_step_place (&place, x->pos, c->file);
  add_clean (&text, x->text);
  size_t indent = 2 + (c->place[x->thread] - 1) * c->column + c->left - text_width (str_text (&place));
  /* single lines stand at the right of their column, like numbers */
  int before = c->file ? (int) (c->left - text_width (str_text (&place))) : 0;
  fprintf (t->out, "  %*s%s%s%s%*s%s\n", before, "", term_on (t, STYLE_DIM), str_text (&place), term_off (t),
           (int) indent - before, "", str_text (&text));
  str_release (&place);
  str_release (&text);
}

static void
print_steps (const struct term *t, const struct story *s, bool full)
{
  struct columns c = {.story = s, .file = common_file (s)};
  choose_steps (&c, full);
  fit_columns (&c, t);
  size_t gap = !full && c.shown > HEAD + TAIL + 2 ? c.shown - HEAD - TAIL : 0, number = 0;
  if (c.shown)
    print_heading (&c, t);
  for (size_t i = 0; i < s->nsteps; i++) {
    if (!c.is_shown[i])
      continue;
    if (gap && number == HEAD)
      fprintf (t->out, "%s  … %zu steps left out (--full shows all)%s\n", term_on (t, STYLE_DIM), gap, term_off (t));
    if (!gap || number < HEAD || number >= HEAD + gap)
      print_row (&c, t, &s->steps[i]);
    number++;
  }
  mem_free (c.is_shown);
  mem_free (c.place);
}

void
story_print (const struct term *t, const struct story *s, bool full)
{
  print_waiting (t, s);
  print_stacks (t, s, full);
  print_steps (t, s, full);
}

void
add_story_step (struct str *out, const struct story *s, size_t step)
{
  const struct story_step *x = &s->steps[step];
  str_printf (out, "%s ", s->threads[x->thread].name);
  if (x->pos.file) {
    add_place (out, x->pos);
    str_add_char (out, ' ');
  }
  add_clean (out, x->text);
}
