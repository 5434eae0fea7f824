/* Idea. An automaton from a file is written as a never claim and parsed together with the model, so that expressions,
 * simplification, traces and replay work as for never claims. */
#include "cli/automaton.h"

#include <string.h>

#include "base/mem.h"
#include "base/path.h"
#include "base/sources.h"
#include "cli/input.h"
#include "ltl/ltl.h"

bool
automaton_is_file (const char *claim)
{
  return !strcmp (path_ending (claim), ".hoa");
}

static struct automaton *
read_file (const char *file, int *line, struct diag *diag)
{
  size_t len = 0;
  struct automaton *a = NULL;
  char *text = input_read (file, &len, diag);
  sources_add (file);
  if (text)
    a = hoa_read (text, len, file, diag);
  /* errors in propositions are reported at the line that lists them */
  *line = 1;
  for (const char *p = text; a && p; p = strchr (p, '\n'), p += p != NULL, ++*line)
    if (!strncmp (p, "AP:", 3))
      break;
  mem_free (text);
  return a;
}

bool
automaton_load (const char *file, struct promela_extra *extra, struct diag *diag)
{
  struct str claim = {0};
  struct automaton *a = read_file (file, &extra->claim_line, diag);
  if (!a)
    return false;
  struct automaton *plain = ltl_degeneralise (a, NULL);
  never_write (&claim, plain, NULL);
  extra->claim = str_take (&claim);
  extra->claim_file = file;
  automaton_free (plain);
  automaton_free (a);
  return true;
}

bool
automaton_adopt (struct pg *pg, const char *file, struct diag *diag)
{
  int line;
  struct automaton *a = read_file (file, &line, diag);
  bool ok = a;
  for (uint32_t i = 0; ok && i < a->atoms.count; i++)
    ok = promela_expression (pg, a->atoms.text[i], file, diag);
  for (uint32_t i = 0; ok && i < pg->nproperties; i++)
    if (pg->properties[i].kind == PROP_NEVER && pg->properties[i].pos.file && !strcmp (pg->properties[i].pos.file, file))
      pg->properties[i].name = arena_strdup (&pg->arena, file);
  automaton_free (a);
  return ok;
}

/* ---- texts of atoms ---- */

struct names {
  const struct claim *claim;
  struct str *text;               /* of each atom */
};

/* Removes parentheses that enclose the whole text. */
static void
strip (const char **text, size_t *n)
{
  for (;;) {
    int depth = 0;
    size_t i = 0;
    while (i < *n && (depth += ((*text)[i] == '(') - ((*text)[i] == ')')))
      i++;
    if (i == 0 || i + 1 != *n)
      return;
    ++*text;
    *n -= 2;
  }
}

/* `text` is the expression as written. The atom is the expression without leading negations; if their number is odd, the
 * atom is negated. */
static void
name_atom (struct names *names, const struct pg_expr *e, const char *text)
{
  size_t n = strlen (text);
  bool negated = false;
  for (; e->op == E_NOT; e = e->kid[0])
    negated = !negated;
  strip (&text, &n);
  const char *inner = text + 1;
  size_t inner_n = n - 1;
  if (negated && *text == '!')
    strip (&inner, &inner_n);
  for (size_t i = 0; i < names->claim->atoms.count; i++) {
    struct str *s = &names->text[i];
    if (names->claim->atoms.data[i] != e || s->len)
      continue;
    if (!negated)
      str_add_n (s, text, n);
    else if (inner_n < n - 1)
      str_add_n (s, inner, inner_n);
    else
      str_printf (s, "!(%.*s)", (int) n, text);
  }
}

static void
name_formula (struct names *n, const struct pg_ltl *f)
{
  if (f->op == LTL_ATOM) {
    name_atom (n, f->atom, f->text);
    return;
  }
  for (int i = 0; i < 2 && f->kid[i]; i++)
    name_formula (n, f->kid[i]);
}

static void
name_guards (struct names *n, const struct pg_proc *p)
{
  for (uint32_t i = 0; i < p->nedges; i++) {
    const struct pg_edge *e = &p->edges[i];
    if (e->acts[0].kind == ACT_GUARD)
      name_atom (n, e->acts[0].expr, e->text);
    else if (e->acts[0].kind == ACT_ASSERT)
      name_atom (n, e->acts[0].expr, e->text + strlen ("assert"));
  }
}

void
automaton_name_atoms (struct claim *c, const struct pg *pg, const struct property *p)
{
  uint32_t count = p->label ? 1 : (uint32_t) c->atoms.count;
  struct names names = {.claim = c, .text = mem_zalloc ((count + 1) * sizeof *names.text)};
  const char **texts = mem_zalloc ((count + 1) * sizeof *texts);
  if (p->label)
    str_printf (&names.text[0], "at_%s", p->label == LOC_PROGRESS ? "progress" : "accept");
  else if (p->source->kind == PROP_NEVER)
    name_guards (&names, &pg->procs[p->source->proc]);
  else
    name_formula (&names, p->source->formula);
  for (uint32_t i = 0; i < count; i++)
    texts[i] = str_text (&names.text[i]);
  automaton_set_atoms (c->automaton, texts, count);
  for (uint32_t i = 0; i < count; i++)
    str_release (&names.text[i]);
  mem_free (texts);
  mem_free (names.text);
}
