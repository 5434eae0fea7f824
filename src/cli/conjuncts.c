/* A conjunction is checked conjunct by conjunct.
 *
 * Idea. [](p && q) holds iff []p and []q do. A search for p alone has fewer visible steps, so its reduced graph is smaller:
 * six independent processes with a conjunct each are explored one at a time instead of all together.
 * Source. D. Peled, "Combining Partial Order Reductions with On-the-fly Model-Checking", Formal Methods in System Design 8,
 * 1996, section 3.1 and condition C3.
 * Where we differ. Peled always decomposes. Where the conjuncts observe the same steps that would explore the same graph
 * several times, so both alternatives run in turn with growing bounds; the first that ends gives the answer, and its
 * statistics are reported.
 * Why sound. A violation of a conjunct is one of the whole, under every fairness; if no conjunct is violated nor is the
 * whole. Conjunctions inside a predicate are only split if no part can fail to have a value, because a part may then be
 * evaluated where those before it are false. A search that met its bound decides nothing. */
#include "cli/conjuncts.h"

#include <assert.h>

enum { FIRST_BOUND = 32, FACTOR = 4, MOST_PARTS = 32 };

struct parts {
  struct arena arena;
  const struct pg_ltl *formulas[MOST_PARTS];
  size_t count;
  bool too_many;
};

/* Its evaluation never fails. */
static bool
always_has_value (const struct pg_expr *e)
{
  if (e->op == E_CONST)
    return true;
  if (e->op == E_LOAD)
    return e->place->nindex == 0;
  if (e->op < E_NEG || e->op > E_OR || e->op == E_DIV || e->op == E_MOD)
    return false;
  return always_has_value (e->kid[0]) && (e->op <= E_COMPL || always_has_value (e->kid[1]));
}

static const struct pg_ltl *
new_formula (struct parts *p, struct pg_ltl like)
{
  struct pg_ltl *f = ARENA_NEW (&p->arena, struct pg_ltl);
  *f = like;
  return f;
}

/* Adds the conjuncts of f, each inside [] if f is. */
static void
split (struct parts *p, const struct pg_ltl *f, bool always)
{
  if (f->op == LTL_AND) {
    split (p, f->kid[0], always);
    split (p, f->kid[1], always);
  } else if (f->op == LTL_ALWAYS)
    split (p, f->kid[0], true);
  else if (f->op == LTL_ATOM && f->atom->op == E_AND && always_has_value (f->atom))
    for (int i = 0; i < 2; i++)
      split (p, new_formula (p, (struct pg_ltl) {.op = LTL_ATOM, .pos = f->pos, .atom = f->atom->kid[i]}), always);
  else if (p->count == MOST_PARTS)
    p->too_many = true;
  else
    p->formulas[p->count++] = always ? new_formula (p, (struct pg_ltl) {.op = LTL_ALWAYS, .pos = f->pos, .kid = {(struct pg_ltl *) (uintptr_t) f}}) : f;
}

/* True: the search ended for another reason than the bound. */
static bool
run_bounded (const struct search_run *like, struct temporal *t, uint64_t bound, double spent, struct result *r)
{
  struct search_run run = *like;
  struct options o = *like->options;
  bool mine = !o.max_states || bound < o.max_states;
  assert (bound && spent >= 0);
  o.max_states = mine ? bound : o.max_states;
  if (o.time > 0)
    o.time = o.time > spent ? o.time - spent : 1e-9;
  run.options = &o;
  run.reduction = t->reduction;
  run.liveness = &t->liveness;
  *r = (struct result) {0};
  liveness_run (&run, &t->liveness, r);
  return r->exhaustive || r->errors || !mine || r->stats.states < bound;
}

/* The sum of the statistics of all searches for conjuncts. */
static void
add_stats (struct stats *sum, const struct stats *s)
{
  sum->states += s->states;
  sum->transitions += s->transitions;
  sum->revisits += s->revisits;
  sum->threads = s->threads > sum->threads ? s->threads : sum->threads;
  sum->max_depth = s->max_depth > sum->max_depth ? s->max_depth : sum->max_depth;
  sum->peak_bytes = s->peak_bytes > sum->peak_bytes ? s->peak_bytes : sum->peak_bytes;
  sum->store_bytes = s->store_bytes > sum->store_bytes ? s->store_bytes : sum->store_bytes;
  sum->seconds += s->seconds;
}

/* Each conjunct in turn, until one is violated or undecided. */
static bool
run_parts (const struct search_run *run, struct temporal *parts, size_t n, uint64_t bound, double *spent, struct result *r)
{
  struct stats sum = {0};
  bool ended = true, more = true;
  size_t i = 0;
  for (; i < n && ended && more; i++) {
    struct result one;
    ended = run_bounded (run, &parts[i], bound, *spent, &one);
    *spent += one.stats.seconds;
    add_stats (&sum, &one.stats);
    result_release (r);
    *r = one;
    more = one.verdict == VERDICT_OK;
  }
  r->stats = sum;
  assert (!ended || r->verdict != VERDICT_OK || i == n);
  return ended;
}

static void
try_both (const struct search_run *run, struct temporal *whole, struct temporal *parts, size_t n, struct result *r)
{
  double spent = 0;
  for (uint64_t bound = FIRST_BOUND;; bound *= FACTOR) {
    result_release (r);
    bool ended = run_bounded (run, whole, bound, spent, r);
    spent += r->stats.seconds;
    if (ended || run_parts (run, parts, n, bound, &spent, r))
      break;
  }
  r->stats.seconds = spent;
}

void
conjuncts_run (struct model *m, const struct property *p, const struct reduction *reduction, struct temporal *whole, struct search_run *run,
               struct result *r)
{
  struct parts parts = {0};
  struct temporal each[MOST_PARTS] = {0};
  bool ok = p->source && p->source->kind == PROP_LTL && run->reduction;
  if (ok)
    split (&parts, p->source->formula, false);
  ok = ok && parts.count > 1 && !parts.too_many;
  for (size_t i = 0; i < parts.count && ok; i++) {
    struct pg_property source = *p->source;
    struct property one = *p;
    char why[200];
    source.formula = parts.formulas[i];
    one.source = &source;
    ok = temporal_open (&each[i], m, &one, (int) whole->liveness.fairness, why, sizeof why);
    if (ok)
      temporal_reduce (&each[i], m, reduction);
  }
  if (ok)
    try_both (run, whole, each, parts.count, r);
  else
    liveness_run (run, &whole->liveness, r);
  for (size_t i = 0; i < parts.count; i++)
    temporal_close (&each[i]);
  arena_release (&parts.arena);
}
