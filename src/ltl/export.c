/* Automata as text: HOA version 1 (T. Babiak et al., "The Hanoi Omega-Automata Format", CAV 2015), SPIN's never claims, and
 * DOT. */
#include "base/str.h"
#include "ltl/ltl.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

static void
add_quoted (struct str *out, const char *text)
{
  str_add_char (out, '"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      str_add_char (out, '\\');
    str_add_char (out, *text);
  }
  str_add_char (out, '"');
}

/* Escapes text for a comment: it must not close the comment or leave its line. */
static void
add_comment (struct str *out, const char *text)
{
  for (; *text; text++) {
    str_add_char (out, *text == '\n' || *text == '\r' ? ' ' : *text);
    if ((text[0] == '*' && text[1] == '/') || (text[0] == '/' && text[1] == '*'))
      str_add_char (out, ' ');
  }
}

static void
add_atom (struct str *out, const char *text)
{
  bool name = true;
  for (const char *s = text; *s; s++)
    name &= isalnum ((unsigned char) *s) || *s == '_';
  str_printf (out, name ? "%s" : "(%s)", text);
}

/* Promela has no `!full (q)`, but `nfull (q)`; likewise for the other predicates of channels. */
static void
add_negated (struct str *out, const char *text)
{
  static const char *const opposite[][2] = {{"nfull", "full"}, {"nempty", "empty"}, {"full", "nfull"}, {"empty", "nempty"}};
  const char *open = strchr (text, '('), *close = open ? strchr (open, ')') : NULL;
  for (size_t i = 0; close && !close[1] && i < sizeof opposite / sizeof *opposite; i++) {
    size_t n = strlen (opposite[i][0]);
    if (!strncmp (text, opposite[i][0], n) && text + n + strspn (text + n, " ") == open) {
      str_printf (out, "%s%s", opposite[i][1], open);
      return;
    }
  }
  str_add_char (out, '!');
  add_atom (out, text);
}

static void
add_cube (struct str *out, const struct automaton *a, struct cube c)
{
  if (!(c.pos | c.neg))
    str_add (out, "true");
  bool first = true;
  for (uint32_t i = 0; i < a->atoms.count; i++)
    if ((c.pos | c.neg) >> i & 1) {
      str_add (out, first ? "" : " && ");
      if (c.neg >> i & 1)
        add_negated (out, a->atoms.text[i]);
      else
        add_atom (out, a->atoms.text[i]);
      first = false;
    }
}

/* Label of an edge as text: p && !q || r. */
static void
print_label (struct str *out, const struct automaton *a, const struct ba_edge *e)
{
  for (uint32_t k = 0; k < e->ncubes; k++) {
    struct cube c = a->cubes.data[e->cube + k];
    bool long_cube = e->ncubes > 1 && __builtin_popcountll (c.pos) + __builtin_popcountll (c.neg) > 1;
    str_add (out, k ? " || " : "");
    str_add (out, long_cube ? "(" : "");
    add_cube (out, a, c);
    str_add (out, long_cube ? ")" : "");
  }
}

static void
add_hoa_label (struct str *out, const struct automaton *a, const struct ba_edge *e)
{
  str_add_char (out, '[');
  for (uint32_t k = 0; k < e->ncubes; k++) {
    struct cube c = a->cubes.data[e->cube + k];
    str_add (out, k ? " | " : "");
    if (!(c.pos | c.neg))
      str_add_char (out, 't');
    bool first = true;
    for (uint32_t i = 0; i < 64; i++)
      if ((c.pos | c.neg) >> i & 1) {
        str_printf (out, "%s%s%u", first ? "" : "&", c.neg >> i & 1 ? "!" : "", i);
        first = false;
      }
  }
  str_add_char (out, ']');
}

static void
add_marks (struct str *out, uint64_t marks)
{
  if (!marks)
    return;
  const char *between = " {";
  for (; marks; marks &= marks - 1, between = " ")
    str_printf (out, "%s%d", between, __builtin_ctzll (marks));
  str_add_char (out, '}');
}

static void
add_hoa_header (struct str *out, const struct automaton *a, const char *name)
{
  str_add (out, "HOA: v1\n");
  if (name) {
    str_add (out, "name: ");
    add_quoted (out, name);
    str_add_char (out, '\n');
  }
  str_printf (out, "States: %zu\nStart: %u\nAP: %u", a->states.count, a->initial, a->atoms.count);
  for (uint32_t i = 0; i < a->atoms.count; i++) {
    str_add_char (out, ' ');
    add_quoted (out, a->atoms.text[i]);
  }
  str_add (out, "\nacc-name: ");
  if (a->nsets == 0)
    str_add (out, "all\nAcceptance: 0 t");
  else if (a->nsets == 1)
    str_add (out, "Buchi\nAcceptance: 1 Inf(0)");
  else {
    str_printf (out, "generalized-Buchi %u\nAcceptance: %u Inf(0)", a->nsets, a->nsets);
    for (uint32_t i = 1; i < a->nsets; i++)
      str_printf (out, "&Inf(%u)", i);
  }
  str_printf (out, "\nproperties: trans-labels explicit-labels %s%s%s\n--BODY--\n", a->by_state ? "state-acc" : "trans-acc",
              a->weak ? " weak" : "", a->terminal ? " terminal" : "");
}

void
hoa_write (struct str *out, const struct automaton *a, const char *name)
{
  add_hoa_header (out, a, name);
  for (uint32_t s = 0; s < a->states.count; s++) {
    const struct ba_state *q = &a->states.data[s];
    str_printf (out, "State: %u", s);
    if (a->by_state && q->nedges)
      add_marks (out, a->edges.data[q->edge].marks);
    str_add_char (out, '\n');
    for (uint32_t i = q->edge; i < q->edge + q->nedges; i++) {
      const struct ba_edge *e = &a->edges.data[i];
      add_hoa_label (out, a, e);
      str_printf (out, " %u", e->target);
      if (!a->by_state)
        add_marks (out, e->marks);
      str_add_char (out, '\n');
    }
  }
  str_add (out, "--END--\n");
}

/* The state's only edge is an accepting self-loop on every letter: SPIN writes it as skip. */
static bool
accepts_all (const struct automaton *a, uint32_t s)
{
  const struct ba_state *q = &a->states.data[s];
  const struct ba_edge *e = a->edges.data + q->edge;
  return q->nedges == 1 && e->target == s && e->marks && e->ncubes == 1 &&
         !(a->cubes.data[e->cube].pos | a->cubes.data[e->cube].neg);
}

/* Such a state can be written as skip only at the end of the claim. */
static bool
is_last_skip (const struct automaton *a, uint32_t s)
{
  if (s == a->initial || !accepts_all (a, s))
    return false;
  for (uint32_t t = s + 1; t < a->states.count; t++)
    if (t != a->initial && accepts_all (a, t))
      return false;
  return true;
}

static void
add_claim_label (struct str *out, const struct automaton *a, uint32_t s)
{
  const char *kind = automaton_accepting (a, s) ? "accept" : "T0";
  if (s == a->initial)
    str_printf (out, "%s_init", kind);
  else if (is_last_skip (a, s))
    str_add (out, "accept_all");
  else
    str_printf (out, "%s_S%u", kind, s);
}

static void
add_claim_state (struct str *out, const struct automaton *a, uint32_t s)
{
  const struct ba_state *q = &a->states.data[s];
  add_claim_label (out, a, s);
  str_add (out, ":\n");
  if (q->nedges == 0) {
    str_add (out, "\tfalse;\n");
    return;
  }
  if (is_last_skip (a, s)) {
    str_add (out, "\tskip;\n");
    return;
  }
  str_add (out, "\tdo\n");
  for (uint32_t i = q->edge; i < q->edge + q->nedges; i++) {
    str_add (out, "\t:: (");
    print_label (out, a, &a->edges.data[i]);
    str_add (out, ") -> goto ");
    add_claim_label (out, a, a->edges.data[i].target);
    str_add_char (out, '\n');
  }
  str_add (out, "\tod;\n");
}

void
never_write (struct str *out, const struct automaton *a, const char *name)
{
  assert (a->by_state);
  str_add (out, "never {");
  if (name) {
    str_add (out, " /* ");
    add_comment (out, name);
    str_add (out, " */");
  }
  str_add_char (out, '\n');
  add_claim_state (out, a, a->initial);
  for (int last = 0; last < 2; last++)
    for (uint32_t s = 0; s < a->states.count; s++)
      if (s != a->initial && is_last_skip (a, s) == last)
        add_claim_state (out, a, s);
  str_add (out, "}\n");
}

void
dot_write (struct str *out, const struct automaton *a, const char *name)
{
  str_add (out, "digraph automaton {\n  rankdir=LR;\n");
  if (name) {
    str_add (out, "  labelloc=t;\n  label=");
    add_quoted (out, name);
    str_add (out, ";\n");
  }
  str_printf (out, "  start [shape=point, style=invis];\n  start -> %u;\n", a->initial);
  for (uint32_t s = 0; s < a->states.count; s++)
    str_printf (out, "  %u [shape=%s];\n", s, a->by_state && automaton_accepting (a, s) ? "doublecircle" : "circle");
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    struct str label = {0};
    print_label (&label, a, e);
    if (!a->by_state)
      add_marks (&label, e->marks);
    str_printf (out, "  %u -> %u [label=", e->source, e->target);
    add_quoted (out, str_text (&label));
    str_add (out, "];\n");
    str_release (&label);
  }
  str_add (out, "}\n");
}
