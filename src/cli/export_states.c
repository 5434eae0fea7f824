#include "cli/export_states.h"

#include <assert.h>
#include <string.h>

#include "base/digest.h"
#include "base/table.h"
#include "base/vec.h"

enum { MOST = 2000 };             /* states: a larger drawing would be unreadable */

struct graph {
  struct ts *ts;
  FILE *out;
  VEC (uint32_t *) states;
  struct table numbers;           /* of states */
  struct str text;
  bool is_full;
};

/* The number of the state, which is added if new. */
static uint32_t
number_of (struct graph *g, const uint32_t *state)
{
  uint32_t words = ts_words (g->ts, state);
  assert (words && words <= g->ts->max_words);
  uint64_t hash = digest_words (words, state, words);
  for (struct table_probe p = table_probe (hash); table_next (&g->numbers, &p);) {
    const uint32_t *other = g->states.data[p.number];
    if (ts_words (g->ts, other) == words && !memcmp (other, state, words * sizeof *state))
      return p.number;
  }
  if (g->states.count == MOST) {
    g->is_full = true;
    return 0;
  }
  uint32_t *copy = mem_alloc (words * sizeof *copy);
  memcpy (copy, state, words * sizeof *copy);
  VEC_PUSH (g->states, copy);
  table_add (&g->numbers, hash, (uint32_t) g->states.count - 1);
  return (uint32_t) g->states.count - 1;
}

/* ---- labels ---- */

void
dot_text (const char *text, FILE *out)
{
  for (; *text; text++)
    if (*text == '"' || *text == '\\')
      fprintf (out, "\\%c", *text);
    else if (*text == '\n')
      fputs ("\\n", out);
    else
      fputc (*text, out);
}

static void
add_cell (void *context, const char *name, const char *value, bool is_local)
{
  struct graph *g = context;
  (void) is_local;
  str_printf (&g->text, "%s=%s\n", name, value);
}

static void
add_place (void *context, uint32_t pid, const char *thread, struct pos pos, const char *text, bool valid_end)
{
  struct graph *g = context;
  (void) pid, (void) text, (void) valid_end;
  str_printf (&g->text, "%s:%d ", thread, pos.line);
}

static void
put_state (struct graph *g, uint32_t number, bool is_last)
{
  const uint32_t *state = g->states.data[number];
  enum end_kind end = is_last ? g->ts->class->end (g->ts, state) : END_VALID;
  str_clear (&g->text);
  g->ts->class->cells (g->ts, state, add_cell, g);
  g->ts->class->where (g->ts, state, add_place, g);
  fprintf (g->out, "  %u [label=\"", number);
  dot_text (str_text (&g->text), g->out);
  fprintf (g->out, "\"%s%s%s];\n", number ? "" : ", penwidth=2", is_last ? ", peripheries=2" : "",
           end == END_VALID ? "" : ", color=red, tooltip=\"invalid end state\"");
}

static void
put_edge (struct graph *g, uint32_t from, trans_id t, uint32_t *next)
{
  struct fault fault = {0};
  struct step_info info = {0};
  const uint32_t *state = g->states.data[from];
  g->ts->class->describe (g->ts, state, t, &info);
  g->ts->class->step (g->ts, state, t, next, &fault);
  bool ends = fault.kind != FAULT_NONE && !fault.goes_on;
  if (ends)
    fprintf (g->out, "  fault_%u_%llu [shape=plaintext, fontcolor=red, label=\"", from, (unsigned long long) t), dot_text (fault.message, g->out),
      fprintf (g->out, "\"];\n  %u -> fault_%u_%llu", from, from, (unsigned long long) t);
  else
    fprintf (g->out, "  %u -> %u", from, number_of (g, next));
  fputs (" [label=\"", g->out);
  dot_text (info.thread, g->out);
  fputs (": ", g->out);
  dot_text (info.text ? info.text : "", g->out);
  fprintf (g->out, "\"%s];\n", fault.kind != FAULT_NONE ? ", color=red" : "");
  step_info_release (&info);
}

bool
export_states (struct ts *ts, const char *name, FILE *out)
{
  struct graph *g = mem_zalloc (sizeof *g);
  struct fault fault = {0};
  struct trans_list enabled = {0};
  uint32_t *next = mem_alloc (ts->max_words * sizeof *next);
  g->ts = ts;
  g->out = out;
  ts->class->initial (ts, next, &fault);
  number_of (g, next);
  fputs ("digraph \"", out);
  dot_text (name, out);
  fputs ("\" {\n  node [shape=box, fontname=monospace];\n", out);
  for (uint32_t i = 0; i < g->states.count && !g->is_full; i++) {
    enabled.count = 0;
    ts->class->enabled (ts, g->states.data[i], &enabled);
    put_state (g, i, ts_is_end (ts, enabled.data, enabled.count));
    for (size_t k = 0; k < enabled.count && !g->is_full; k++)
      put_edge (g, i, enabled.data[k], next);
  }
  fputs ("}\n", out);
  bool ok = !g->is_full;
  if (!ok)
    fprintf (stderr, "mazurka: error: %s has more than %d states: too many to look at\n", name, MOST);
  for (size_t i = 0; i < g->states.count; i++)
    mem_free (g->states.data[i]);
  VEC_FREE (g->states);
  table_release (&g->numbers);
  VEC_FREE (enabled);
  str_release (&g->text);
  mem_free (next);
  mem_free (g);
  return ok;
}
