/* Idea. A protocol is checked by the searches of models: it is a transition system like any other. Expressions about it
 * (--invariant, --ltl) are those of Promela, over a model that contains only a variable for each invariant and proposition;
 * to evaluate one in a state these variables are set. The protocol's functions run in the process that searches
 * (protocol_child.h). */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "cli/protocol.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/protocol_child.h"
#include "front/promela/promela.h"
#include "native/build.h"
#include "reduce/lpor_reduction.h"

/* ---- opening ---- */

static bool
load_observables (struct model *s, const char *file, const struct options *o, struct diag *diag)
{
  struct promela_extra extra = {.formula = o->ltl};
  struct str text = {0};
  protocol_observables_text (s->protocol, &text);
  s->pg = promela_load_text ("observables", str_text (&text), text.len, &extra, diag);
  str_release (&text);
  if (s->pg && o->invariant)
    s->visible = promela_expression (s->pg, o->invariant, "--invariant", diag);
  if (!s->pg || (o->invariant && !s->visible) || !promela_only_observes (s->pg, s->visible, diag))
    return false;
  s->pg->file = arena_strdup (&s->pg->arena, file);
  if (!model_make_observer (s, diag))
    return false;
  if (s->visible) {
    s->invariant = vm_expr (s->observer, s->visible);
    s->invariant_text = o->invariant;
  }
  return true;
}

static bool
build_and_load (struct model *s, const char *directory, const char *file, const struct options *o, struct protocol_now *now,
                struct diag *diag)
{
  struct build_tools tools;
  struct str object = {0};
  str_printf (&object, "%s/protocol.so", directory);
  bool ok = build_tools (&tools, diag);
  if (ok && !(ok = build_protocol (&tools, file, o->define, protocol_wrapped (), o->time, str_text (&object), diag)))
    diag->late ? (void) 0 : diag_error (diag, (struct pos) {.file = file}, "does not compile");
  if (ok) {
    protocol_child_close ();
    now->row = PROTOCOL_LAST_ROW;
    s->protocol = protocol_load (str_text (&object), file, diag);
    now->row = 0;
  }
  build_tools_release (&tools);
  str_release (&object);
  if (!s->protocol)
    return false;
  s->ts = protocol_ts (s->protocol);
  protocol_watch (s->protocol, now);
  if (o->verify_relations)
    protocol_verify (s->protocol);
  return load_observables (s, file, o, diag);
}

bool
protocol_open (struct model *s, const char *file, const char *text, const struct options *o, struct diag *diag)
{
  struct protocol_now *now = protocol_child_begin (file, o, diag);
  char *directory = NULL;
  bool ok = false;
  if (now && o->claim && strchr (o->claim, '.'))
    diag_error (diag, (struct pos) {.file = "--claim"}, "automata from files are checked on Promela models only");
  else if (now && (directory = build_directory (diag)))     /* removed by the parent */
    ok = build_and_load (s, directory, file, o, now, diag);
  const char *flags = o->define ? o->define : "";
  s->hash = XXH64 (text, strlen (text), XXH64 (flags, strlen (flags), 0));
  mem_free (directory);
  return ok;
}

/* ---- expressions ---- */

const uint32_t *
protocol_observed (struct model *s, const uint32_t *state, struct fault *fault)
{
  uint32_t n = protocol_observables (s->protocol);
  assert (n <= s->pg->nvars);
  for (uint32_t i = 0; i < n && fault->kind == FAULT_NONE; i++) {
    bool holds = protocol_observe (s->protocol, state, i, fault);
    ((uint8_t *) (s->observed + 1))[s->pg->vars[i].offset] = holds;
  }
  return s->observed;
}

/* ---- reduction ---- */

void
protocol_reduce_safety (struct model *s, const struct strategy *strategy)
{
  s->no_por = strategy->no_por;
  if (!s->no_por)
    s->reduction = protocol_reduce (s, strategy->reduction, &s->visible, s->visible ? 1 : 0, false, &s->no_por);
}

/* Which observables the expression refers to: its variables, in their order. */
static void
mark_observables (const struct pg_expr *e, bool *visible)
{
  if (!e)
    return;
  if (e->place)
    visible[e->place->var] = true;
  for (int i = 0; i < 3; i++)
    mark_observables (e->kid[i], visible);
}

/* The observables whose changes must be explored in every order for the safety of the protocol. A permanent violation
 * (protocol_is_irrevocable) still holds after all other steps: stubborn sets preserve it without visibility. */
static bool *
observed_of (struct model *s, bool refined)
{
  bool *observed = mem_zalloc (protocol_observables (s->protocol) + 1);
  for (uint32_t i = 0; i < protocol_ninvariants (s->protocol); i++)
    observed[i] = !refined || !protocol_is_irrevocable (s->protocol, i);
  mark_observables (s->visible, observed);
  return observed;
}

struct static_reduction *
protocol_reduce (struct model *s, const struct reduction *r, const struct pg_expr *const *visible, size_t nvisible, bool fair,
                 const char **why)
{
  bool plain = r->protocols == PROTOCOLS_PLAIN, is_safety = visible == &s->visible;
  assert (s->protocol && (nvisible <= 1 || !is_safety));
  if (r->protocols == PROTOCOLS_FULL)
    return NULL;
  if (fair || r->protocols == PROTOCOLS_APART) {
    *why = fair ? "not available for protocols with --fair, unless safety was checked first, with reduction, and every execution ends" : "protocols are reduced with lpor-net or lpor";
    return NULL;
  }
  bool *observed = is_safety ? observed_of (s, !plain) : mem_zalloc (protocol_observables (s->protocol) + 1);
  for (size_t i = 0; i < nvisible && !is_safety; i++)
    mark_observables (visible[i], observed);
  struct relations *relations = protocol_relations (s->protocol, !plain, observed);
  mem_free (observed);
  return lpor_reduction_new (relations, is_safety ? MZ_LPOR_INVARIANTS : MZ_LPOR_LTL, !plain, why);
}

/* ---- controlled executions ---- */

static size_t
choose (void *context, const uint32_t *state, trans_id *list, size_t count)
{
  return static_choose (((struct model *) context)->reduction, state, list, count);
}

struct exec *
protocol_executions (struct model *s, const struct exec_ts_config *how, bool stores_dynamically, struct diag *diag)
{
  const char *why = NULL;
  if (stores_dynamically) {
    diag_error (diag, (struct pos) {.file = s->pg->file}, "dynamic reductions of protocols store no states (--stateful=off)");
    return NULL;
  }
  if (how->persistent && !(s->reduction = protocol_reduce (s, reduction_find ("lpor-net"), &s->visible, 1, false, &why))) {
    diag_error (diag, (struct pos) {.file = s->pg->file}, "%s", why);
    return NULL;
  }
  bool *observed = observed_of (s, true);
  struct protocol_exec_config config = {.observed = observed, .holds = model_invariant_holds, .choose = choose, .by_sets = how->persistent, .context = s,
                                        .cycles = how->cycles, .ends = how->ends};
  struct exec *e = protocol_exec_new (s->protocol, &config);
  mem_free (observed);
  return e;
}

/* ---- symmetry ---- */

/* An invariant of the command line may distinguish processes, by a proposition; this is not checked. */
bool
protocol_search_begin (struct model *s, const struct options *o)
{
  bool named = s->invariant_text;
  return protocol_exploit_symmetry (s->protocol, o->symmetry == SYMMETRY_ON && !s->exec && !named);
}

void
protocol_search_end (struct model *s, struct result *r)
{
  protocol_exploit_symmetry (s->protocol, false);
  for (size_t i = 0; i < r->findings.count;)
    if (protocol_lift_steps (s->protocol, r->findings.data[i].steps, r->findings.data[i].nsteps))
      i++;
    else
      result_drop_finding (r, i);
  const struct fault *asymmetry = protocol_asymmetry (s->protocol);
  if (asymmetry && !r->findings.count) {
    r->verdict = VERDICT_UNKNOWN;
    r->exhaustive = false;
    result_reason (r, asymmetry->pos, asymmetry->message);
  }
}
