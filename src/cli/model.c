#define XXH_INLINE_ALL
#include "base/sources.h"
#include <xxhash.h>

#include "cli/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/automaton.h"
#include "cli/c_model.h"
#include "cli/c_observe.h"
#include "cli/input.h"
#include "cli/program_temporal.h"
#include "cli/protocol.h"
#include "cli/values.h"
#include "front/promela/promela.h"
#include "model/simplify.h"
#include "report/properties.h"
#include "search/liveness.h"
#include "symbolic/engine.h"

/* ---- the hash of a model ---- */

static void
hash_text (XXH64_state_t *h, const char *text)
{
  text = text ? text : "";
  XXH64_update (h, text, strlen (text) + 1);
}

static void
hash_number (XXH64_state_t *h, uint32_t n)
{
  unsigned char bytes[4] = {n & 0xff, n >> 8 & 0xff, n >> 16 & 0xff, n >> 24};
  XXH64_update (h, bytes, sizeof bytes);
}

static void
hash_proc (XXH64_state_t *h, const struct pg_proc *p)
{
  hash_text (h, p->name);
  hash_number (h, p->nvars);
  hash_number (h, p->nlocs);
  for (uint32_t i = 0; i < p->nedges; i++) {
    const struct pg_edge *e = &p->edges[i];
    hash_number (h, e->src);
    hash_number (h, e->dst);
    hash_text (h, e->text);
    hash_number (h, (uint32_t) e->pos.line);
  }
}

/* The text of the file and the resulting graph: by the graph, included files and macros of the command line count too. */
static uint64_t
hash_model (const struct pg *pg, const char *text, size_t len)
{
  XXH64_state_t h;
  XXH64_reset (&h, 0);
  XXH64_update (&h, text, len);
  for (uint32_t i = 0; i < pg->nprocs; i++)
    hash_proc (&h, &pg->procs[i]);
  for (uint32_t i = 0; i < pg->nvars; i++) {
    hash_text (&h, pg->vars[i].name);
    hash_number (&h, pg_var_elements (&pg->vars[i]));
  }
  return XXH64_digest (&h);
}

/* ---- opening ---- */

/* False after reporting why the file is not a model. */
static bool
is_model (const char *file, const char *text, size_t len, struct diag *diag)
{
  struct pos pos = {.file = file};
  switch (input_kind_of (file, text, len, &pos.line)) {
  case INPUT_PROMELA:
  case INPUT_C:
    return true;
  case INPUT_PROTOCOL:
    diag_error (diag, pos, "this is C; expected a Promela model");
    break;
  case INPUT_PROGRAM:
    diag_error (diag, pos, "this is an executable; expected a Promela model");
    break;
  case INPUT_TRACE:
    diag_error (diag, pos, "this is a trace; `mazurka replay %s` runs it", file);
    break;
  case INPUT_BINARY:
    diag_error (diag, pos, "this is not a text file; expected C, a Promela model, or an executable built with `mazurka cc`");
    break;
  }
  return false;
}

/* The executor tries values one by one; false after reporting an error in the list of values. */
static bool
expand_inputs (struct pg *pg, const struct options *o)
{
  enum { MOST_VALUES = 4096, BITS = 8 };
  int64_t *values = mem_alloc (MOST_VALUES * sizeof *values);
  uint32_t n = 0;
  bool ok = !o->nondet || values_parse (o->nondet, values, MOST_VALUES, &n);
  if (ok)
    pg_expand_inputs (pg, BITS, values, n);
  mem_free (values);
  return ok;
}

static bool
is_symbolic (const struct options *o)
{
  return o->engine == ENGINE_BMC || o->engine == ENGINE_INDUCTION || o->engine == ENGINE_IC3 || o->engine == ENGINE_BDD;
}

static void
simplify (struct pg *pg, const struct options *o, struct pg_expr **invariant)
{
  if (o->simplify == SIMPLIFY_ON)
    pg_simplify (pg, invariant, *invariant ? 1 : 0);
  else
    pg_drop_hidden (pg, invariant, *invariant ? 1 : 0);
}

/* Compiles the graph for execution; `invariant` may be NULL. */
static void
make_ts (struct model *s, const struct options *o, struct pg_expr *invariant, struct diag *diag)
{
  s->pg->lossy_send = o->lossy_send;
  s->pg->fair = o->fair != FAIR_NONE;
  s->pg->strongly_fair = o->fair == FAIR_STRONG;
  simplify (s->pg, o, &invariant);
  if (!expand_inputs (s->pg, o))
    return;
  s->transactions = o->transactions;
  s->ts = s->observer = vm_new (s->pg, diag);
  if (s->ts && invariant) {
    s->visible = invariant;
    s->invariant = vm_expr (s->ts, invariant);
    s->invariant_text = o->invariant;
  }
}

bool
model_make_observer (struct model *s, struct diag *diag)
{
  struct fault fault = {0};
  assert (s->pg && !s->observer && !s->observed);
  s->observer = vm_new (s->pg, diag);
  if (!s->observer)
    return false;
  s->observed = mem_zalloc (s->observer->max_words * sizeof *s->observed);
  s->observer->class->initial (s->observer, s->observed, &fault);
  return true;
}

void
model_reduce (struct model *s, const struct strategy *strategy)
{
  if (s->protocol) {
    protocol_reduce_safety (s, strategy);
    return;
  }
  struct ample_config config = {.visible = &s->visible, .nvisible = s->visible ? 1 : 0, .transactions = s->transactions};
  s->no_por = strategy->no_por;
  if (!s->no_por)
    s->reduction = strategy_reduce (strategy->reduction, s->pg, vm_inspector (s->ts), config, &s->no_por);
}

/* Keeps only the property of that name, so that simplification need not respect the others. False after listing the
 * properties. */
static bool
keep_property (struct pg *pg, const char *name, struct diag *diag)
{
  struct property_list all = {0}, one = {0};
  struct str names = {0};
  properties_collect (&all, pg, NULL);
  properties_collect (&one, pg, name);
  for (size_t i = 0; i < all.count; i++)
    str_printf (&names, "%s%s", i ? ", " : "", all.data[i].label ? all.data[i].kind : all.data[i].name);
  if (!one.count)
    diag_error (diag, (struct pos) {.file = "--claim"}, "the model has no property %s; expected one of %s", name,
                str_text (&names));
  uint32_t n = 0;
  for (uint32_t i = 0; i < pg->nproperties; i++)
    for (size_t k = 0; k < one.count; k++)
      if (one.data[k].source == &pg->properties[i]) {
        pg->properties[n++] = pg->properties[i];
        break;
      }
  bool found = one.count;
  pg->nproperties = n;
  properties_release (&all);
  properties_release (&one);
  str_release (&names);
  return found;
}

/* The model as a graph, with the properties named by the options. */
static struct pg *
load (const char *file, bool is_c, const struct options *o, uint32_t family, struct diag *diag)
{
  struct promela_extra extra = {.formula = o->ltl, .seconds = o->time};
  bool from_file = o->claim && automaton_is_file (o->claim);
  struct pg *pg = NULL;
  if (is_c)
    pg = c_model_load (file, o, family, diag);      /* an automaton from a file refers to Promela variables */
  else if (!from_file || automaton_load (o->claim, &extra, diag))
    pg = promela_load (file, o->define, &extra, diag);
  mem_free (extra.claim);
  bool ok = pg && (!from_file || automaton_adopt (pg, o->claim, diag)) && (!o->claim || keep_property (pg, o->claim, diag));
  if (pg && !ok)
    pg_free (pg);
  return ok ? pg : NULL;
}

/* A graph for circuits, in which values from outside are inputs; made in the same way as the other one. */
static struct pg *
load_inputs (const char *file, const struct options *o, uint32_t family, struct pg_expr **invariant, struct diag *diag)
{
  struct pg *pg = load (file, true, o, family, diag);
  if (pg && o->invariant)
    *invariant = c_observe_expression (pg, o->invariant, diag);
  if (pg && o->invariant && !*invariant) {
    pg_free (pg);
    return NULL;
  }
  if (pg)
    simplify (pg, o, invariant);
  return pg;
}

/* Graphs that are only used for circuits. */
static bool
open_for_circuits (struct model *s, const char *file, const struct options *o, struct diag *diag)
{
  struct diag silent = {0};
  struct pg_expr *same = NULL;
  if (pg_has_inputs (s->pg) && !(s->open = load_inputs (file, o, 0, &same, diag)))
    return false;
  if (o->engine != ENGINE_IC3 || o->ltl || o->claim)
    return true;
  s->any = load_inputs (file, o, FAMILY_MEMBERS, &s->any_visible, &silent);
  if (s->any && !s->any->nfamilies) {
    pg_free (s->any);
    s->any = NULL;
  }
  if (s->any && o->unbounded)
    *o->unbounded = true;
  return true;
}

bool
model_open (struct model *s, const char *file, const struct options *o, struct diag *diag)
{
  size_t len = 0;
  struct pg_expr *invariant = NULL;
  *s = (struct model) {0};
  char *text = input_read (file, &len, diag);
  sources_add (file);
  enum input_kind kind = text ? input_kind_of (file, text, len, &(int) {0}) : INPUT_PROMELA;
  if (kind == INPUT_PROTOCOL) {
    bool ok = protocol_open (s, file, text, o, diag) && (!o->claim || keep_property (s->pg, o->claim, diag));
    mem_free (text);
    return ok;
  }
  if (text && is_model (file, text, len, diag))
    s->pg = load (file, kind == INPUT_C, o, 0, diag);
  if (s->pg && o->invariant)
    invariant = kind == INPUT_C ? c_observe_expression (s->pg, o->invariant, diag) : promela_expression (s->pg, o->invariant, "--invariant", diag);
  bool ok = s->pg && (invariant || !o->invariant);
  if (ok && kind == INPUT_C && is_symbolic (o))
    ok = open_for_circuits (s, file, o, diag);
  if (ok) {
    s->hash = hash_model (s->pg, text, len);
    make_ts (s, o, invariant, diag);
  }
  mem_free (text);
  return s->ts;
}

void
model_close (struct model *s)
{
  static_free (s->reduction);
  if (s->exec)
    exec_free (s->exec);
  if (s->ts)
    s->ts->class->free (s->ts);
  if (s->observer && s->observer != s->ts)
    s->observer->class->free (s->observer);
  mem_free (s->observed);
  if (s->pg)
    pg_free (s->pg);
  if (s->open)
    pg_free (s->open);
  if (s->any)
    pg_free (s->any);
  *s = (struct model) {0};
}

bool
model_reopen (struct model *s, const char *file, const struct options *o, struct diag *diag)
{
  struct pg *open = s->open, *any = s->any;
  struct model again;
  s->open = s->any = NULL;
  struct options without = *o;
  without.engine = ENGINE_EXPLICIT;       /* the graph with inputs exists */
  bool ok = model_open (&again, file, &without, diag);
  model_close (s);
  *s = again;
  s->open = open;
  s->any = any;
  return ok;
}

/* ---- running ---- */

const uint32_t *
model_observe (struct model *s, const uint32_t *state, struct fault *fault)
{
  return s->states ? program_observed (s, state, fault) : s->protocol ? protocol_observed (s, state, fault) : state;
}

bool
model_invariant_holds (void *context, const uint32_t *state, struct fault *fault)
{
  struct model *s = context;
  if (s->protocol && !protocol_invariants_hold (s->protocol, state, fault))
    return false;
  if (!s->invariant_text)
    return true;
  const uint32_t *observed = model_observe (s, state, fault);
  return fault->kind == FAULT_NONE && vm_eval (s->observer, observed, &s->invariant, fault) != 0;
}

void
model_name_invariants (const struct model *s, struct str *text)
{
  for (uint32_t i = 0; s->protocol && i < protocol_ninvariants (s->protocol); i++)
    str_printf (text, "%s%s", i ? ", " : "", protocol_observable_name (s->protocol, i));
  if (s->invariant_text)
    str_printf (text, "%s%s", text->len ? ", " : "", s->invariant_text);
}

void
model_search (struct model *s, const struct options *o, struct search_run *run)
{
  *run = (struct search_run) {.ts = s->ts, .options = o, .reduction = s->reduction};
  if (s->invariant_text || (s->protocol && protocol_has_invariants (s->protocol))) {
    run->invariant = model_invariant_holds;
    run->invariant_context = s;
    run->invariant_text = s->invariant_text;
  }
}
