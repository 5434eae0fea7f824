#include <string.h>

#include "report/steps.h"

static void
add_cell (void *context, const char *name, const char *value, bool is_local)
{
  struct cells *c = context;
  VEC_PUSH (*c, ((struct cell) {mem_strdup (name), mem_strdup (value), is_local}));
}

void
cells_release (struct cells *c)
{
  for (size_t i = 0; i < c->count; i++) {
    mem_free (c->data[i].name);
    mem_free (c->data[i].value);
  }
  VEC_FREE (*c);
}

void
cells_read (struct cells *c, struct ts *ts, const uint32_t *state)
{
  cells_release (c);
  ts->class->cells (ts, state, add_cell, c);
}

const struct cell *
cells_find (const struct cells *c, const char *name, size_t *hint)
{
  for (size_t k = 0; k < c->count; k++) {
    size_t i = (*hint + k) % c->count;
    if (!strcmp (c->data[i].name, name)) {
      *hint = i + 1;
      return &c->data[i];
    }
  }
  return NULL;
}

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

bool
cell_is_zero (const struct cell *c)
{
  return !strcmp (c->value, "0") || !strcmp (c->value, "[]") || !strcmp (c->value, "false");
}

static bool
all_zero (const struct cells *c, size_t i, size_t n)
{
  for (size_t k = i; k < i + n; k++)
    if (!cell_is_zero (&c->data[k]))
      return false;
  return true;
}

/* The length of "P(1):" in front of the name of a local variable. */
static size_t
owner_length (const struct cell *c)
{
  const char *colon = c->is_local ? strchr (c->name, ':') : NULL;
  return colon ? (size_t) (colon + 1 - c->name) : 0;
}

static void
add_entry (struct str *s, const struct cells *c, size_t i, size_t n)
{
  const char *name = c->data[i].name + owner_length (&c->data[i]);
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

enum { INDENT = 2, LONG_LIST = 60 };

/* Do the two variables belong to the same process, or both to none? */
static bool
same_owner (const struct cell *a, const struct cell *b)
{
  size_t n = owner_length (a);
  return n == owner_length (b) && !memcmp (a->name, b->name, n);
}

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

void
cells_print (const struct term *t, const struct cells *c, bool full)
{
  struct str entry = {0}, line = {0};
  const struct cell *last = NULL;
  size_t zeros = 0;
  for (size_t i = 0, n; i < c->count; i += n) {
    const struct cell *x = &c->data[i];
    n = array_length (c, i);
    if (!full && c->count > LONG_LIST && all_zero (c, i, n)) {
      zeros += n;
      continue;
    }
    str_clear (&entry);
    add_entry (&entry, c, i, n);
    bool same = last && same_owner (last, x);
    if (!same || text_width (str_text (&line)) + 3 + text_width (str_text (&entry)) > t->width)
      flush_line (t, &line);
    if (line.len)
      str_add (&line, "   ");
    else if (same && x->is_local)
      str_printf (&line, "%*s", 2 * INDENT, "");
    else
      str_printf (&line, "%*s%.*s%s", INDENT, "", (int) owner_length (x), x->name, x->is_local ? " " : "");
    str_add (&line, str_text (&entry));
    last = x;
  }
  flush_line (t, &line);
  if (zeros)
    print_left_out (t, zeros);
  str_release (&entry);
  str_release (&line);
}

/* ---- where the processes stand ---- */

struct place {
  struct str thread, at;
  char *text;
  bool valid_end;
};

struct places {
  struct place *data;
  size_t count, room;
};

static void
add_where (void *context, uint32_t pid, const char *thread, struct pos pos, const char *text, bool valid_end)
{
  (void) pid;
  struct places *p = context;
  VEC_PUSH (*p, ((struct place) {.valid_end = valid_end}));
  struct place *last = &VEC_LAST (*p);
  struct str clean = {0};
  add_clean (&last->thread, thread);
  add_place (&last->at, pos);
  add_clean (&clean, text ? text : "");
  last->text = mem_strdup (str_text (&clean));
  str_release (&clean);
}

void
places_print (const struct term *t, struct ts *ts, const uint32_t *state)
{
  struct places p = {0};
  size_t thread = 0, at = 0;
  ts->class->where (ts, state, add_where, &p);
  for (size_t i = 0; i < p.count; i++) {
    size_t a = text_width (str_text (&p.data[i].thread)), b = text_width (str_text (&p.data[i].at));
    thread = a > thread ? a : thread;
    at = b > at ? b : at;
  }
  struct str line = {0};
  for (size_t i = 0; i < p.count; i++) {
    struct place *x = &p.data[i];
    str_clear (&line);
    str_printf (&line, "%*s%s", INDENT, "", str_text (&x->thread));
    add_padding (&line, 0, INDENT + thread + 2);
    str_printf (&line, "at %s", str_text (&x->at));
    add_padding (&line, 0, INDENT + thread + 2 + 3 + at + 2);
    size_t used = text_width (str_text (&line)), room = t->width > used + 16 ? t->width - used : 16;
    add_cut (&line, x->text, room);
    if (x->valid_end)
      str_add (&line, "  (may end here)");
    fprintf (t->out, "%s\n", str_text (&line));
    str_release (&x->thread);
    str_release (&x->at);
    mem_free (x->text);
  }
  str_release (&line);
  VEC_FREE (p);
}
