/* Prints a state: variables and locations of processes. */
#include <string.h>

#include "report/story_writers.h"

/* The number of variables from i on that are the elements 0, 1, 2.. of one array; 1 if it is no array. */
static size_t
array_length (const struct story *s, size_t i)
{
  const char *name = s->variables.data[i].name, *open = strrchr (name, '[');
  if (!open || strcmp (open, "[0]"))
    return 1;
  size_t prefix = (size_t) (open - name), n = 1;
  for (; i + n < s->variables.count; n++) {
    const char *other = s->variables.data[i + n].name;
    char index[24];
    snprintf (index, sizeof index, "[%zu]", n);
    if (strncmp (other, name, prefix) || strcmp (other + prefix, index))
      break;
  }
  return n;
}

static bool
all_zero (const struct story *s, size_t i, size_t n)
{
  for (size_t k = i; k < i + n; k++)
    if (!story_is_zero (s->variables.data[k].value))
      return false;
  return true;
}

static void
add_entry (struct str *out, const struct story *s, size_t i, size_t n, const char *name)
{
  if (n == 1) {
    add_clean (out, name);
    str_add (out, " = ");
    add_clean (out, s->variables.data[i].value);
    return;
  }
  str_add_n (out, name, (size_t) (strrchr (name, '[') - name));
  str_add (out, " = {");
  for (size_t k = 0; k < n; k++) {
    str_add (out, k ? ", " : "");
    add_clean (out, s->variables.data[i + k].value);
  }
  str_add (out, "}");
}

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
  fprintf (t->out, "%*s%s(%s that are 0 left out; --full shows all)%s\n", INDENT, "", term_on (t, STYLE_DIM), str_text (&s),
           term_off (t));
  str_release (&s);
}

struct state_printer {
  const struct term *term;
  const struct story *story;
  bool full;
  size_t zeros;                   /* number of omitted variables */
  size_t name, at;                /* widths of columns */
};

/* The variables of the thread (STORY_NONE: the shared ones), indented. */
static void
print_variables (struct state_printer *p, uint32_t thread, size_t indent)
{
  const struct story *s = p->story;
  struct str entry = {0}, line = {0};
  for (size_t i = 0, n; i < s->variables.count; i += n) {
    const struct story_variable *x = &s->variables.data[i];
    const char *colon = thread == STORY_NONE ? NULL : strchr (x->name, ':');
    n = array_length (s, i);
    if (x->thread != thread)
      continue;
    if (!p->full && s->variables.count > LONG_LIST && all_zero (s, i, n)) {
      p->zeros += n;
      continue;
    }
    str_clear (&entry);
    add_entry (&entry, s, i, n, colon ? colon + 1 : x->name);
    if (text_width (str_text (&line)) + 3 + text_width (str_text (&entry)) > p->term->width)
      flush_line (p->term, &line);
    str_printf (&line, "%*s%s", (int) (line.len ? 3 : indent), "", str_text (&entry));
  }
  flush_line (p->term, &line);
  str_release (&entry);
  str_release (&line);
}

/* Prints the location of the thread; without `print` it only computes the column widths. */
static void
place_thread (struct state_printer *p, const struct story_thread *x, bool print)
{
  struct str line = {0}, name = {0}, at = {0}, text = {0};
  const struct term *t = p->term;
  add_clean (&name, x->name);
  add_place (&at, x->pos);
  if (print) {
    add_statement (&text, x->next ? x->next : "");
    str_printf (&line, "%*s%s", INDENT, "", str_text (&name));
    add_padding (&line, INDENT + p->name + 2);
    str_printf (&line, "at %s", str_text (&at));
    add_padding (&line, INDENT + p->name + 2 + 3 + p->at + 2);
    size_t used = text_width (str_text (&line)), end = x->may_end ? 16 : 0;
    add_cut (&line, str_text (&text), t->width > used + end + 16 ? t->width - used - end : 16);
    fprintf (t->out, "%s%s\n", str_text (&line), x->may_end ? "  (may end here)" : "");
  }
  size_t n = text_width (str_text (&name)), m = text_width (str_text (&at));
  p->name = n > p->name ? n : p->name;
  p->at = m > p->at ? m : p->at;
  str_release (&line);
  str_release (&name);
  str_release (&at);
  str_release (&text);
}

/* The next live thread in the order of lanes, from the given lane on; STORY_NONE: there is none. */
static uint32_t
next_living (const struct story *s, uint32_t lane)
{
  uint32_t best = STORY_NONE;
  for (uint32_t i = 0; i < s->threads.count; i++) {
    const struct story_thread *x = &s->threads.data[i];
    if (x->is_alive && x->lane >= lane && (best == STORY_NONE || x->lane < s->threads.data[best].lane))
      best = i;
  }
  return best;
}

void
state_print (const struct term *t, const struct story *s, bool full)
{
  struct state_printer p = {.term = t, .story = s, .full = full};
  for (uint32_t i = 0; i < s->threads.count; i++)
    if (s->threads.data[i].is_alive)
      place_thread (&p, &s->threads.data[i], false);
  print_variables (&p, STORY_NONE, INDENT);
  for (uint32_t i = 0; (i = next_living (s, i)) != STORY_NONE; i = s->threads.data[i].lane + 1) {
    place_thread (&p, &s->threads.data[i], true);
    print_variables (&p, i, INDENT + p.name + 2);
  }
  if (p.zeros)
    print_left_out (t, p.zeros);
}
