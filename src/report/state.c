/* A state for people: variables and where the processes stand. */
#include <string.h>

#include "report/steps.h"

/* How many cells from i on are the elements 0, 1, 2.. of one array; 1 if none. */
static size_t
array_length (const struct cells *c, size_t i)
{
  const char *name = c->data[i].name, *open = strrchr (name, '[');
  if (!open || strcmp (open, "[0]"))
    return 1;
  size_t prefix = (size_t) (open - name), n = 1;
  for (; i + n < c->count; n++) {
    const char *other = c->data[i + n].name;
    char index[24];
    snprintf (index, sizeof index, "[%zu]", n);
    if (strncmp (other, name, prefix) || strcmp (other + prefix, index))
      break;
  }
  return n;
}

static bool
all_zero (const struct cells *c, size_t i, size_t n)
{
  for (size_t k = i; k < i + n; k++)
    if (!cell_is_zero (&c->data[k]))
      return false;
  return true;
}

static void
add_entry (struct str *s, const struct cells *c, size_t i, size_t n, const char *name)
{
  if (n == 1) {
    add_clean (s, name);
    str_add (s, " = ");
    add_clean (s, c->data[i].value);
    return;
  }
  str_add_n (s, name, (size_t) (strrchr (name, '[') - name));
  str_add (s, " = {");
  for (size_t k = 0; k < n; k++) {
    str_add (s, k ? ", " : "");
    add_clean (s, c->data[i + k].value);
  }
  str_add (s, "}");
}

struct place {
  struct str thread, at, text;
  bool valid_end;
};

enum { INDENT = 2, LONG_LIST = 60 };

static void
flush_line (const struct term *t, struct str *line)
{
  if (line->len)
    fprintf (t->out, "%s\n", str_text (line));
  str_clear (line);
}

static void
print_left_out (const struct term *t, size_t zeros)
{
  struct str s = {0};
  add_counted (&s, zeros, "variable");
  fprintf (t->out, "%*s%s(%s left out: 0; --full shows all)%s\n", INDENT, "", term_on (t, STYLE_DIM), str_text (&s),
           term_off (t));
  str_release (&s);
}

struct state_printer {
  const struct term *term;
  struct cells cells;
  bool full;
  size_t zeros;                   /* variables left out */
  VEC (struct place) places;
};

/* The variables of the thread (NULL: the globals), indented. */
static void
print_cells (struct state_printer *p, const char *thread, size_t indent)
{
  const struct cells *c = &p->cells;
  struct str entry = {0}, line = {0};
  for (size_t i = 0, n; i < c->count; i += n) {
    const struct cell *x = &c->data[i];
    const char *name = thread ? cell_name_in (x->name, thread) : x->name;
    n = array_length (c, i);
    if (x->is_local ? !thread || !name : thread != NULL)
      continue;
    if (!p->full && c->count > LONG_LIST && all_zero (c, i, n)) {
      p->zeros += n;
      continue;
    }
    str_clear (&entry);
    add_entry (&entry, c, i, n, name);
    if (text_width (str_text (&line)) + 3 + text_width (str_text (&entry)) > p->term->width)
      flush_line (p->term, &line);
    str_printf (&line, "%*s%s", (int) (line.len ? 3 : indent), "", str_text (&entry));
  }
  flush_line (p->term, &line);
  str_release (&entry);
  str_release (&line);
}

static void
add_where (void *context, uint32_t pid, const char *thread, struct pos pos, const char *text, bool valid_end)
{
  (void) pid;
  struct state_printer *p = context;
  VEC_PUSH (p->places, ((struct place) {.valid_end = valid_end}));
  struct place *last = &VEC_LAST (p->places);
  add_clean (&last->thread, thread);
  add_place (&last->at, pos);
  add_statement (&last->text, text ? text : "");
}

static void
print_place (struct state_printer *p, const struct place *x, size_t thread, size_t at)
{
  struct str line = {0};
  const struct term *t = p->term;
  str_printf (&line, "%*s%s", INDENT, "", str_text (&x->thread));
  add_padding (&line, 0, INDENT + thread + 2);
  str_printf (&line, "at %s", str_text (&x->at));
  add_padding (&line, 0, INDENT + thread + 2 + 3 + at + 2);
  size_t used = text_width (str_text (&line)), end = x->valid_end ? 16 : 0;
  add_cut (&line, str_text (&x->text), t->width > used + end + 16 ? t->width - used - end : 16);
  fprintf (t->out, "%s%s\n", str_text (&line), x->valid_end ? "  (may end here)" : "");
  str_release (&line);
}

void
state_print (const struct term *t, struct ts *ts, const uint32_t *state, bool full)
{
  struct state_printer p = {.term = t, .full = full};
  size_t thread = 0, at = 0;
  cells_read (&p.cells, ts, state);
  ts->class->where (ts, state, add_where, &p);
  for (size_t i = 0; i < p.places.count; i++) {
    size_t a = text_width (str_text (&p.places.data[i].thread)), b = text_width (str_text (&p.places.data[i].at));
    thread = a > thread ? a : thread;
    at = b > at ? b : at;
  }
  print_cells (&p, NULL, INDENT);
  for (size_t i = 0; i < p.places.count; i++) {
    struct place *x = &p.places.data[i];
    print_place (&p, x, thread, at);
    print_cells (&p, str_text (&x->thread), INDENT + thread + 2);
    str_release (&x->thread);
    str_release (&x->at);
    str_release (&x->text);
  }
  if (p.zeros)
    print_left_out (t, p.zeros);
  VEC_FREE (p.places);
  cells_release (&p.cells);
}
