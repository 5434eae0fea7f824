/* mazurka export: the violating runs of a property as an automaton for other tools; drawings of a model's graphs. */
#include <stdio.h>
#include <string.h>

#include "base/clean.h"
#include "base/mem.h"
#include "base/str.h"
#include "cli/automaton.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/export_graphs.h"
#include "cli/export_states.h"
#include "cli/model.h"
#include "cli/symbolic.h"
#include "cli/temporal.h"
#include "ltl/ltl.h"
#include "symbolic/aiger.h"

static const struct format {
  const char *name;
  bool by_state;                  /* needs accepting states */
  void (*write) (struct str *, const struct automaton *, const char *name);
} formats[] = {
  {"hoa", false, hoa_write},
  {"never", true, never_write},
  {"dot", false, dot_write},
  {"aiger", false, NULL},         /* the model itself, as a circuit */
  {"states", false, NULL},        /* its reachable states, drawn */
};
enum { NFORMATS = sizeof formats / sizeof formats[0] };

static const struct format *
find_format (const char *name)
{
  for (int i = 0; i < NFORMATS; i++)
    if (!strcmp (formats[i].name, name))
      return &formats[i];
  fprintf (stderr, "mazurka: error: export: unknown format '%s'; expected", name);
  for (int i = 0; i < NFORMATS; i++)
    fprintf (stderr, "%s %s", i ? "," : "", formats[i].name);
  fputc ('\n', stderr);
  return NULL;
}

static bool
print_automaton (const struct format *f, const struct automaton *a, const char *property)
{
  struct str out = {0}, title = {0};
  struct automaton *plain = f->by_state && !a->by_state ? ltl_degeneralise (a, NULL) : NULL;
  str_printf (&title, "the runs that violate: %s", property);
  f->write (&out, plain ? plain : a, str_text (&title));
  fputs (str_text (&out), stdout);
  automaton_free (plain);
  str_release (&title);
  str_release (&out);
  return !fflush (stdout) && !ferror (stdout);
}

/* ---- the model as a circuit ---- */

static bool
write_circuit (const struct model *s, const struct circuit_config *config, struct diag *diag)
{
  struct layout layout;
  struct refusal refusal;
  struct str out = {0};
  layout_init (&layout, s->ts, vm_inspector (s->ts));
  struct circuit *c = circuit_new (s->open ? s->open : s->pg, &layout, config, &refusal);
  layout_release (&layout);
  if (!c) {
    diag_error (diag, refusal.pos, "no circuit is made of %s", refusal.what);
    return false;
  }
  aiger_write (&out, c);
  fwrite (out.data, 1, out.len, stdout);
  str_release (&out);
  circuit_free (c);
  return !fflush (stdout) && !ferror (stdout);
}

/* Safety, or the selected temporal property. */
static int
export_circuit (const char *file, struct options *o)
{
  struct diag diag = {.out = stderr};
  struct model s;
  struct property_list all = {0};
  struct temporal t = {0};
  struct circuit_claim claim;
  struct circuit_config config = {.ends = o->ends};
  char why[200];
  const char *name = o->ltl && !o->claim ? "formula" : o->claim ? o->claim : "safety";
  bool ok = model_open (&s, file, o, &diag);
  if (ok && s.protocol) {
    diag_error (&diag, (struct pos) {.file = file}, "circuits are made of Promela models; this is a protocol in C");
    ok = false;
  }
  if (ok) {
    properties_collect (&all, s.pg, name);
    if (all.count && strcmp (all.data[0].kind, "safety")) {
      if (temporal_open (&t, &s, &all.data[0], o->fair, why, sizeof why)) {
        claim = symbolic_claim (&t);
        config.claim = &claim;
      } else {
        clean_print (stderr, "mazurka: error: %s: %s\n", all.data[0].name, why);
        ok = false;
      }
    }
    config.invariant = config.claim ? NULL : s.visible;
    ok = ok && write_circuit (&s, &config, &diag);
    temporal_close (&t);
  }
  properties_release (&all);
  model_close (&s);
  return ok ? EXIT_OK : EXIT_USAGE;
}

/* ---- a formula on its own: any text may be a proposition, there is no model to check it ---- */

static int
export_formula (const struct format *f, const char *text)
{
  struct diag diag = {.out = stderr};
  struct formulas *t = formulas_new ();
  struct automaton *a = NULL;
  bool ok = false;
  formula_id formula = form_parse (t, text, (struct pos) {.file = "--ltl", .line = 1, .col = 1}, form_parse_text, NULL, &diag);
  if (formula != FORM_NONE) {
    a = ltl_translate (t, form_not (t, formula), NULL);
    if (!a)
      diag_error (&diag, (struct pos) {.file = "--ltl"}, "the automaton gets too large");
    else
      ok = print_automaton (f, a, text);
  }
  automaton_free (a);
  formulas_free (t);
  return ok ? EXIT_OK : EXIT_USAGE;
}

/* ---- a property of a model ---- */

/* The property to export; NULL after listing the properties. */
static const struct property *
choose (const struct property_list *all, const char *file)
{
  const struct property *chosen = NULL;
  struct str names = {0};
  for (size_t i = 0; i < all->count; i++) {
    const struct property *p = &all->data[i];
    if (!strcmp (p->kind, "safety"))
      continue;
    str_printf (&names, "%s%s", names.len ? ", " : "", p->label ? p->kind : p->name);
    chosen = chosen ? all->data : p;       /* the first is safety: several others are ambiguous */
  }
  if (!chosen)
    clean_print (stderr, "mazurka: error: %s has no temporal property to export; --ltl=F gives one\n", file);
  else if (!strcmp (chosen->kind, "safety")) {
    clean_print (stderr, "mazurka: error: %s has several properties; choose one with --claim: %s\n", file, str_text (&names));
    chosen = NULL;
  }
  str_release (&names);
  return chosen;
}

static bool
export_property (const struct format *f, struct model *s, const struct property *p)
{
  struct temporal t = {0};
  char why[200];
  bool ok = temporal_open (&t, s, p, 0, why, sizeof why);
  if (ok && p->label && f->by_state) {
    snprintf (why, sizeof why, "labels have no name in a never claim; hoa and dot can show them");
    ok = false;
  }
  if (ok) {
    struct str title = {0};
    str_printf (&title, "%s%s%s", p->label ? "no " : p->kind, p->label ? "" : " ", p->name);
    if (p->source && p->source->kind == PROP_LTL)
      str_printf (&title, " { %s }", p->source->text);
    automaton_name_atoms (&t.claim, s->pg, p);
    ok = print_automaton (f, t.claim.automaton, str_text (&title));
    str_release (&title);
  } else
    clean_print (stderr, "mazurka: error: %s: %s\n", p->name, why);
  temporal_close (&t);
  return ok;
}

static int
export_model (const struct format *f, const char *file, struct options *o)
{
  struct diag diag = {.out = stderr};
  struct model s;
  struct property_list all = {0};
  int code = EXIT_USAGE;
  const char *formula = o->ltl && !o->claim ? "formula" : o->claim;
  o->simplify = SIMPLIFY_OFF;
  if (model_open (&s, file, o, &diag)) {
    properties_collect (&all, s.pg, formula);
    const struct property *p = choose (&all, file);
    if (p && export_property (f, &s, p))
      code = EXIT_OK;
    properties_release (&all);
  }
  model_close (&s);
  return code;
}

/* Exports the reachable states, or the control graph of each process type. */
static int
export_graph (const char *file, struct options *o, bool of_states)
{
  struct diag diag = {.out = stderr};
  struct model s;
  o->simplify = SIMPLIFY_OFF;
  bool ok = model_open (&s, file, o, &diag);
  if (ok && of_states)
    ok = export_states (s.ts, file, stdout);
  else if (ok && s.protocol) {
    diag_error (&diag, (struct pos) {.file = file}, "a protocol in C has no process graphs; `export states` draws its states");
    ok = false;
  } else if (ok)
    export_graphs (s.pg, file, stdout);
  model_close (&s);
  return ok && !fflush (stdout) && !ferror (stdout) ? EXIT_OK : EXIT_USAGE;
}

int
command_export (const char *program, int argc, char **argv)
{
  struct command_line line;
  const struct option_words *words = &line.files;
  struct options *o = &line.options;
  const struct format *f = NULL;
  int code = EXIT_USAGE;
  (void) program;
  if (!command_line_parse (&line, 'e', NULL, argc, argv) || !command_line_take_flags (&line, false))
    ;
  else if (words->count < 1 || words->count > 2 || line.rest.count || (words->count == 1 && !o->ltl))
    fprintf (stderr, "mazurka: error: export takes a format and a model, or a formula: mazurka export FORMAT FILE, "
                     "mazurka export FORMAT --ltl=F\n");
  else if ((f = find_format (words->data[0])) && !f->write && words->count == 2)
    code = !strcmp (f->name, "states") ? export_graph (words->data[1], o, true) : export_circuit (words->data[1], o);
  else if (f && !f->write)
    fprintf (stderr, "mazurka: error: export %s takes a model: mazurka export %s FILE\n", f->name, f->name);
  else if (f && f->write == dot_write && words->count == 2 && !o->claim && !o->ltl)
    code = export_graph (words->data[1], o, false);
  else if (f)
    code = words->count == 2 ? export_model (f, words->data[1], o) : export_formula (f, o->ltl);
  command_line_release (&line);
  return code;
}
