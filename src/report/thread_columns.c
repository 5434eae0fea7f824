/* An execution as columns, one for each thread:
 *
 *       queue.c  main           T1 producer   T2 consumer
 *            70  create T1, T2
 *            29                 lock(m)
 *            44                               wait(ready)
 *            31                 ✗ the assertion fails
 *
 * Only one thread acts per row, so the text of an operation may extend over the columns to its right: columns are as narrow
 * as the longest operation allows, and any number of threads fits the width of a terminal. */
#include <string.h>

#include "report/story_writers.h"

enum { HEAD = 8, TAIL = 14, KEYS = 8, WIDEST = 18, NARROWEST = 3 };

struct row {
  uint32_t thread;
  struct pos pos;
  const char *text;
  long index;                     /* index of its (last) step */
  bool is_failure;
  bool is_key;                    /* it touches the object of the finding */
  bool is_kept;
};

struct columns {
  const struct story *story;
  const char *file;               /* the common file of all steps, or NULL */
  size_t left, column;            /* widths of columns */
  size_t *place, nplaces;         /* of each thread's column, from 1; 0: it has no step */
  VEC (struct row) rows;
  struct arena texts;
};

static bool
is_creation (const struct story *s, size_t i)
{
  return i < s->steps.count && !strcmp (s->steps.data[i].op, "create");
}

/* Consecutive thread creations share a row: "create T1, T2". Returns the last of them. */
static size_t
add_creations (struct columns *c, size_t i)
{
  const struct story *s = c->story;
  struct row row = {.thread = s->steps.data[i].thread, .pos = s->steps.data[i].pos, .text = s->steps.data[i].text};
  for (; is_creation (s, i + 1) && s->steps.data[i + 1].thread == row.thread; i++)
    row.text = arena_printf (&c->texts, "%s, %s", row.text, s->steps.data[i + 1].object);
  row.index = (long) i;
  VEC_PUSH (c->rows, row);
  return i;
}

static void
choose_rows (struct columns *c, bool full)
{
  const struct story *s = c->story;
  for (size_t i = 0; i < s->steps.count; i++) {
    const struct story_step *x = &s->steps.data[i];
    if (!full && is_creation (s, i))
      i = add_creations (c, i);
    else if (full || !x->is_minor)
      VEC_PUSH (c->rows, ((struct row) {.thread = x->thread, .pos = x->pos, .text = x->text, .is_key = x->is_key, .index = (long) i}));
  }
  if (s->failed < s->threads.count) {
    const struct story_stack *stack = &s->threads.data[s->failed].stack;
    struct row row = {.thread = s->failed, .is_failure = true, .index = (long) s->steps.count, .text = arena_printf (&c->texts, "✗ %s", s->failure)};
    row.pos = stack->count ? story_place (stack) : row.pos;
    VEC_PUSH (c->rows, row);
  }
}

/* The common file of all rows, or NULL. */
static const char *
common_file (const struct columns *c)
{
  const char *file = NULL;
  for (size_t i = 0; i < c->rows.count; i++) {
    const char *f = c->rows.data[i].pos.file;
    if (f && file && strcmp (f, file))
      return NULL;
    file = f ? f : file;
  }
  return file;
}

static void
add_row_place (struct str *s, const struct columns *c, struct pos pos)
{
  if (!pos.file)
    str_add (s, "?");
  else if (c->file)
    str_printf (s, "%d", pos.line);
  else
    add_place (s, pos);
}

static void
fit_columns (struct columns *c, const struct term *t)
{
  size_t longest = 0, nthreads = c->story->threads.count;
  struct str place = {0};
  c->file = common_file (c);
  if (c->file)
    add_place (&place, (struct pos) {.file = c->file});
  c->left = text_width (str_text (&place));
  c->place = mem_zalloc ((nthreads + 1) * sizeof *c->place);
  for (size_t i = 0; i < c->rows.count; i++) {
    const struct row *r = &c->rows.data[i];
    c->place[r->thread] = 1;
    size_t n = text_width (r->text);
    longest = n > longest ? n : longest;
    str_clear (&place);
    add_row_place (&place, c, r->pos);
    n = text_width (str_text (&place));
    c->left = n > c->left ? n : c->left;
  }
  str_release (&place);
  for (size_t i = 0; i < nthreads; i++)
    c->place[i] = c->place[i] ? ++c->nplaces : 0;
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
  for (size_t i = 0; i < c->story->threads.count; i++) {
    const struct story_thread *x = &c->story->threads.data[i];
    if (!c->place[i])
      continue;
    str_clear (&name);
    str_add (&name, x->name);
    if (x->routine && c->column > NARROWEST + 2)
      str_printf (&name, " %s", x->routine);
    add_padding (&line, 2 + c->left + 2 + (c->place[i] - 1) * c->column);
    add_cut (&line, str_text (&name), c->place[i] == c->nplaces ? WIDEST : c->column - 1);
  }
  fprintf (t->out, "%s%s%s\n", term_on (t, STYLE_STRONG), str_text (&line), term_off (t));
  str_release (&line);
  str_release (&name);
}

static void
print_row (const struct columns *c, const struct term *t, const struct row *r)
{
  struct str place = {0}, clean = {0}, text = {0};
  size_t column = 2 + (c->place[r->thread] - 1) * c->column, start = 2 + c->left + column;
  add_row_place (&place, c, r->pos);
  add_clean (&clean, r->text);
  add_cut (&text, str_text (&clean), t->width > start + 8 ? t->width - start : 8);
  size_t width = text_width (str_text (&place));
  /* line numbers are right-aligned in their column */
  size_t before = c->file ? c->left - width : 0;
  fprintf (t->out, "  %*s%s%s%s%*s%s%s%s\n", (int) before, "", term_on (t, STYLE_DIM), str_text (&place), term_off (t),
           (int) (c->left - before - width + column), "", r->is_failure ? term_on (t, STYLE_BAD) : "", str_text (&text),
           r->is_failure ? term_off (t) : "");
  str_release (&place);
  str_release (&clean);
  str_release (&text);
}

/* Of a long execution: the beginning, the end, and the steps that touch the object of the finding (with fewer of the
 * others). Returns the number of omitted steps. */
static size_t
fold (struct columns *c, bool full)
{
  size_t n = c->rows.count, keys = 0, kept = 0;
  for (size_t i = HEAD; i + TAIL < n; i++)
    keys += c->rows.data[i].is_key;
  keys = keys < KEYS ? keys : KEYS;
  size_t head = HEAD - keys / 2, tail = TAIL - keys / 2;
  bool all = full || n <= HEAD + TAIL + 2;
  for (size_t i = n; i-- > 0;) {
    struct row *r = &c->rows.data[i];
    bool is_middle = i >= head && i + tail < n;
    r->is_kept = all || !is_middle || (r->is_key && keys);
    keys -= is_middle && r->is_key && keys;
    kept += r->is_kept;
  }
  return n - kept;
}

/* Marks the start of the cycle, before the row of its first step that is shown. */
static void
print_loop (const struct columns *c, const struct term *t, size_t row)
{
  long loop = c->story->loop_start, steps = (long) c->story->steps.count;
  bool is_end = row == c->rows.count, came = row && c->rows.data[row - 1].index >= loop;
  if (loop < 0 || came || (is_end ? loop != steps : c->rows.data[row].index < loop))
    return;
  fprintf (t->out, "%s  %s%s\n", term_on (t, STYLE_STRONG),
           is_end ? "no more steps are possible: the run stays in this state forever" : "the cycle starts here and repeats forever",
           term_off (t));
}

bool
thread_columns_print (const struct term *t, const struct story *s, bool full)
{
  struct columns c = {.story = s};
  choose_rows (&c, full);
  fit_columns (&c, t);
  size_t n = c.rows.count, folded = fold (&c, full);
  if (n)
    print_heading (&c, t);
  for (size_t i = 0, gap = 0; i < n; i++) {
    if (!c.rows.data[i].is_kept) {
      gap++;
      continue;
    }
    if (gap)
      fprintf (t->out, "%s  … %zu step%s left out%s%s\n", term_on (t, STYLE_DIM), gap, gap == 1 ? "" : "s",
               gap == folded ? " (--full shows all)" : "", term_off (t));
    gap = 0;
    print_loop (&c, t, i);
    print_row (&c, t, &c.rows.data[i]);
  }
  print_loop (&c, t, n);
  VEC_FREE (c.rows);
  mem_free (c.place);
  arena_release (&c.texts);
  return folded;
}
