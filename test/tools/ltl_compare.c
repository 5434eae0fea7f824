/* Formulas and automata for scripts: requests on standard input, one answer
 * line (or a claim) each.
 *
 *     size FORMULA        -> states edges, of the automaton with accepting
 *                            states; states edges sets of the generalised one
 *     never FORMULA       -> the never claim, down to the line }
 *     compare FORMULA     -> same, or differs and why. Two automata in the
 *                            Hanoi format follow: someone else's for the
 *                            formula, and for its negation. Each is intersected
 *                            with ours for the opposite.
 */
#include "base/str.h"
#include "ltl/ltl.h"

#include <stdlib.h>
#include <string.h>

static bool
read_line (struct str *line)
{
  str_clear (line);
  int c;
  while ((c = getchar ()) != EOF && c != '\n')
    str_add_char (line, (char) c);
  return c != EOF || line->len;
}

static formula_id
parse (struct formulas *t, const char *text)
{
  struct diag diag = { .out = stderr };
  formula_id f = form_parse (t, text, (struct pos) { "formula", 1, 1 }, form_parse_identifier, NULL, &diag);
  if (f == FORM_NONE)
    exit (2);
  return f;
}

static struct automaton *
translate (struct formulas *t, formula_id f)
{
  struct automaton *a = ltl_translate (t, f, NULL);
  if (!a) {
    fprintf (stderr, "the automaton gets too large\n");
    exit (3);
  }
  return a;
}

static struct automaton *
read_automaton (void)
{
  struct str text = {0}, line = {0};
  struct diag diag = { .out = stderr };
  do {
    if (!read_line (&line))
      break;
    str_add (&text, str_text (&line));
    str_add_char (&text, '\n');
  } while (strcmp (str_text (&line), "--END--") != 0);
  struct automaton *a = hoa_read (str_text (&text), text.len, "automaton", &diag);
  if (!a) {
    fprintf (stderr, "%s", str_text (&text));
    exit (2);
  }
  str_release (&text);
  str_release (&line);
  return a;
}

/* The same automaton over the atoms of the formula, found by name. */
static struct automaton *
with_atoms_of (const struct automaton *a, struct formulas *t)
{
  int place[64];
  for (uint32_t i = 0; i < a->atoms.count; i++)
    place[i] = formulas_atom (t, a->atoms.text[i]);
  struct automaton *b = automaton_restrict (a, NULL);
  for (size_t i = 0; i < b->cubes.count; i++) {
    struct cube from = b->cubes.data[i], to = {0};
    for (uint32_t k = 0; k < a->atoms.count; k++) {
      to.pos |= (from.pos >> k & 1) << place[k];
      to.neg |= (from.neg >> k & 1) << place[k];
    }
    b->cubes.data[i] = to;
  }
  return b;
}

static bool
disjoint (struct formulas *t, formula_id f)
{
  struct automaton *read = read_automaton (), *theirs = with_atoms_of (read, t), *ours = translate (t, f);
  struct automaton *small = ltl_degeneralise (ours, NULL);
  struct automaton *both[2] = { automaton_product (ours, theirs), automaton_product (small, theirs) };
  bool empty = automaton_is_empty (both[0]) && automaton_is_empty (both[1]);
  automaton_free (both[0]);
  automaton_free (both[1]);
  automaton_free (read);
  automaton_free (theirs);
  automaton_free (ours);
  automaton_free (small);
  return empty;
}

static void
answer (const char *verb, const char *text)
{
  struct formulas *t = formulas_new ();
  formula_id f = parse (t, text);
  if (strcmp (verb, "compare") == 0) {
    bool less = disjoint (t, form_not (t, f)), more = disjoint (t, f);
    printf ("%s\n", less && more ? "same" : less ? "differs: we accept more" : "differs: we accept less");
  } else {
    struct automaton *a = translate (t, f), *b = ltl_degeneralise (a, NULL);
    struct str out = {0};
    if (strcmp (verb, "never") == 0)
      never_write (&out, b, text);
    else
      str_printf (&out, "%zu %zu %zu %zu %u\n", b->states.count, b->edges.count, a->states.count, a->edges.count, a->nsets);
    printf ("%s", str_text (&out));
    str_release (&out);
    automaton_free (a);
    automaton_free (b);
  }
  formulas_free (t);
  fflush (stdout);
}

int
main (void)
{
  struct str line = {0};
  while (read_line (&line)) {
    char *space = strchr (line.data ? line.data : "", ' ');
    if (!space)
      continue;
    *space = 0;
    answer (line.data, space + 1);
  }
  str_release (&line);
  return 0;
}
