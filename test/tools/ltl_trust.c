/* Temporal properties of models on standard input: the searches, with and
 * without reduction, against a slow, obvious check on the explicit product.
 *
 *     ltl_trust                  requests: a line with a number of bytes, then
 *                                as many bytes of Promela
 *
 * Every property of the model but safety is checked with each kind of fairness.
 * One line answers each model: what disagrees, "limit" if it is too large, or
 *
 *     ok P properties, V violated, R reduced, F reduced under fairness
 *
 * The obvious check makes all states and all steps of the model as written, the
 * whole product, and takes acceptance and fairness by their definitions. It
 * shares with the tool the vm, and the automaton of the property.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/temporal.h"
#include "front/promela/promela.h"
#include "model/simplify.h"
#include "reduce/ample.h"

enum { MAX_STATES = 800, MAX_NODES = 1600, MAX_ARCS = 5000, MAX_PIDS = 7 };

/* ---- the model, explicitly ---- */

struct arc {
  uint32_t from, to;
  uint64_t moved;                 /* processes, as bits; those concerned by it 32 bits higher */
  uint64_t marks;
};

struct arcs {
  struct arc *data;
  size_t count, room;             /* a VEC (struct arc) */
};

struct graph {
  struct ts *ts;
  VEC (uint32_t *) states;        /* each: number of words, words */
  VEC (uint32_t) enabled;         /* processes */
  VEC (uint64_t) letters;
  struct arcs steps;
  bool too_large;
  struct static_reduction *dependence;   /* or NULL */
};

static uint32_t
movers (struct graph *g, trans_id t)
{
  if (t == TRANS_RELEASE)
    return 0;
  g->too_large |= trans_pid (t) >= MAX_PIDS || (trans_is_rendezvous (t) && trans_partner (t) >= MAX_PIDS);
  return g->too_large ? 0 : 1u << trans_pid (t) | (trans_is_rendezvous (t) ? 1u << trans_partner (t) : 0);
}

static uint32_t *
keep (const uint32_t *words, uint32_t n)
{
  uint32_t *copy = mem_alloc ((n + (size_t) 1) * 4);
  copy[0] = n;
  memcpy (copy + 1, words, (size_t) n * 4);
  return copy;
}

static bool
same (const uint32_t *kept, const uint32_t *words, uint32_t n)
{
  return kept[0] == n && !memcmp (kept + 1, words, (size_t) n * 4);
}

static uint32_t
number_state (struct graph *g, const uint32_t *words, uint32_t n)
{
  for (uint32_t i = 0; i < g->states.count; i++)
    if (same (g->states.data[i], words, n))
      return i;
  VEC_PUSH (g->states, keep (words, n));
  g->too_large |= g->states.count > MAX_STATES;
  return (uint32_t) g->states.count - 1;
}

/* Steps from observable state `from`, which has got to `words` so far. */
struct passed {
  uint32_t *state;
  uint64_t moved;
};

struct walk {
  uint32_t from;
  VEC (struct passed) passed;     /* transient states with who moved: endless sequences come back */
};

static void
walk (struct graph *g, struct walk *w, const uint32_t *words, uint64_t moved)
{
  struct trans_list list = {0};
  g->ts->class->enabled (g->ts, words, &list);
  uint32_t *next = mem_alloc ((size_t) g->ts->max_words * 4);
  for (size_t i = 0; i < list.count && !g->too_large; i++) {
    struct fault fault = {.kind = FAULT_NONE};
    uint32_t n = g->ts->class->step (g->ts, words, list.data[i], next, &fault);
    uint64_t all = moved | movers (g, list.data[i]), concerned[4] = {0};
    if (g->dependence && !moved)
      ample_concerned (g->dependence, words, list.data[i], concerned);
    all |= concerned[0] << 32;
    if (fault.kind == FAULT_RESOURCE)
      g->too_large = true;
    if (fault.kind != FAULT_NONE && !fault.goes_on)
      continue;
    if (!ts_transient (next)) {
      VEC_PUSH (g->steps, ((struct arc) {w->from, number_state (g, next, n), all, 0}));
      continue;
    }
    size_t k = 0;
    while (k < w->passed.count && !(w->passed.data[k].moved == all && same (w->passed.data[k].state, next, n)))
      k++;
    if (k < w->passed.count)
      continue;
    VEC_PUSH (w->passed, ((struct passed) {keep (next, n), all}));
    g->too_large |= w->passed.count > MAX_STATES;
    walk (g, w, VEC_LAST (w->passed).state + 1, all);
  }
  mem_free (next);
  VEC_FREE (list);
}

static void
make_graph (struct graph *g, struct model *m)
{
  struct fault fault = {.kind = FAULT_NONE};
  struct trans_list list = {0};
  struct ts *ts = m->ts;
  const char *why;
  *g = (struct graph) {.ts = ts};
  g->dependence = ample_new (m->pg, vm_inspector (ts), &(struct ample_config) {.coarse = true, .exact = true}, &why);
  uint32_t *words = mem_alloc ((size_t) ts->max_words * 4), n = ts->class->initial (ts, words, &fault);
  g->too_large = fault.kind != FAULT_NONE;
  number_state (g, words, n);
  for (uint32_t s = 0; s < g->states.count && !g->too_large; s++) {
    struct walk w = {.from = s};
    list.count = 0;
    ts->class->enabled (ts, g->states.data[s] + 1, &list);
    VEC_PUSH (g->enabled, 0);
    for (size_t i = 0; i < list.count; i++)
      g->enabled.data[s] |= movers (g, list.data[i]);
    walk (g, &w, g->states.data[s] + 1, 0);
    g->too_large |= g->steps.count > MAX_ARCS;
    for (size_t i = 0; i < w.passed.count; i++)
      mem_free (w.passed.data[i].state);
    VEC_FREE (w.passed);
  }
  mem_free (words);
  VEC_FREE (list);
}

static void
release_graph (struct graph *g)
{
  for (size_t i = 0; i < g->states.count; i++)
    mem_free (g->states.data[i]);
  VEC_FREE (g->states);
  VEC_FREE (g->enabled);
  VEC_FREE (g->letters);
  VEC_FREE (g->steps);
  static_free (g->dependence);
}

/* ---- the product, explicitly: node = state * automaton states + automaton state ---- */

struct obvious {
  struct graph *g;
  const struct liveness *property;
  uint32_t nq, n;
  struct arcs arcs;
  size_t *first;                  /* arcs by where they start */
  bool *reached;                  /* from the start */
  bool bad_prefix;
  uint32_t *queue;
  bool *ahead, *behind, *done;
};

static bool
holds (const struct automaton *a, const struct ba_edge *e, uint64_t letter)
{
  for (uint32_t c = 0; c < e->ncubes; c++)
    if (cube_holds (a->cubes.data[e->cube + c], letter))
      return true;
  return false;
}

static int
by_from (const void *x, const void *y)
{
  const struct arc *a = x, *b = y;
  return (a->from > b->from) - (a->from < b->from);
}

static void
make_arcs (struct obvious *o)
{
  const struct automaton *a = o->property->automaton;
  struct graph *g = o->g;
  bool *has_steps = mem_zalloc (g->states.count + 1);
  for (size_t i = 0; i < g->steps.count; i++)
    has_steps[g->steps.data[i].from] = true;
  for (uint32_t s = 0; s < g->states.count; s++)       /* runs that end stay where they are */
    if (!g->enabled.data[s] && !has_steps[s] && !o->property->endless)
      VEC_PUSH (g->steps, ((struct arc) {s, s, 0, 0}));
  mem_free (has_steps);
  for (size_t i = 0; i < g->steps.count; i++)
    for (size_t k = 0; k < a->edges.count; k++) {
      const struct ba_edge *e = &a->edges.data[k];
      struct arc step = g->steps.data[i];
      if (holds (a, e, g->letters.data[step.from]))
        VEC_PUSH (o->arcs, ((struct arc) {step.from * o->nq + e->source, step.to * o->nq + e->target, step.moved, e->marks}));
    }
  if (o->arcs.count)
    qsort (o->arcs.data, o->arcs.count, sizeof *o->arcs.data, by_from);
  o->first = mem_zalloc ((o->n + (size_t) 2) * sizeof *o->first);
  for (size_t i = 0; i < o->arcs.count; i++)
    o->first[o->arcs.data[i].from + 1]++;
  for (uint32_t i = 0; i <= o->n; i++)
    o->first[i + 1] += o->first[i];
}

static bool
is_away (const struct obvious *o, uint32_t node, uint32_t never)
{
  return o->g->enabled.data[node / o->nq] & never;
}

/* All nodes that can be reached from x, where no process of `never` is enabled. */
static void
spread (struct obvious *o, uint32_t x, uint32_t never, bool *seen)
{
  size_t n = 0;
  o->queue[n++] = x;
  seen[x] = true;
  for (size_t i = 0; i < n; i++)
    for (size_t k = o->first[o->queue[i]]; k < o->first[o->queue[i] + 1]; k++) {
      uint32_t to = o->arcs.data[k].to;
      if (!seen[to] && !is_away (o, to, never)) {
        seen[to] = true;
        o->queue[n++] = to;
      }
    }
}

/* Of the nodes in `ahead`, those that can get to x. */
static void
spread_back (struct obvious *o, uint32_t x)
{
  bool more = true;
  o->behind[x] = true;
  while (more) {
    more = false;
    for (size_t k = o->arcs.count; k-- > 0;) {
      const struct arc *r = &o->arcs.data[k];
      if (o->ahead[r->from] && o->ahead[r->to] && o->behind[r->to] && !o->behind[r->from])
        more = o->behind[r->from] = true;
    }
  }
}

/* Can a run go through all of x's component for ever, and is it accepting and
 * does it move the processes `wanted`? Unless fairness is strong a process that is not enabled
 * somewhere need not move; for traces one that is concerned need not, either. */
static bool
good_component (struct obvious *o, uint32_t x, uint32_t never, uint32_t wanted, enum fairness fair)
{
  bool just = fair == FAIR_WEAK || fair == FAIR_TRACE;
  uint64_t marks = 0;
  uint64_t moved = 0;
  bool cyclic = false;
  memset (o->ahead, 0, o->n);
  memset (o->behind, 0, o->n);
  spread (o, x, never, o->ahead);
  spread_back (o, x);
  for (size_t k = 0; k < o->arcs.count; k++) {
    const struct arc *r = &o->arcs.data[k];
    if (!o->behind[r->from] || !o->behind[r->to])
      continue;
    cyclic = true;
    marks |= r->marks;
    moved |= r->moved | (just ? ~o->g->enabled.data[r->from / o->nq] : 0) | (fair == FAIR_TRACE ? r->moved >> 32 : 0);
  }
  for (uint32_t i = 0; i < o->n; i++)
    o->done[i] |= o->behind[i];
  return cyclic && marks == automaton_all_marks (o->property->automaton) && !(wanted & ~moved);
}

/* A strongly fair run splits the processes into those that move for ever and
 * those that are, from some point on, never enabled: every split is tried. */
static bool
obviously_violated (struct obvious *o, enum fairness fair)
{
  uint32_t all = 0;
  for (size_t i = 0; i < o->g->enabled.count; i++)
    all |= o->g->enabled.data[i];
  for (uint32_t never = 0; never <= (fair == FAIR_STRONG ? all : 0); never++) {
    uint32_t wanted = fair == FAIR_NONE ? 0 : all & ~never;
    if (never & ~all)
      continue;
    memset (o->done, 0, o->n);
    for (uint32_t x = 0; x < o->n; x++)
      if (o->reached[x] && !o->done[x] && !is_away (o, x, never) && good_component (o, x, never, wanted, fair))
        return true;
  }
  return false;
}

/* A run that cannot be saved any more is a violation, even if all that can
 * follow is an error. */
static bool
has_bad_prefix (const struct obvious *o)
{
  const struct automaton *a = o->property->automaton;
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    bool always = e->source == e->target && e->marks == automaton_all_marks (a);
    for (uint32_t s = 0; s < 1u << 10 && always; s++)
      always = holds (a, e, s);
    for (size_t k = 0; k < a->edges.count && always; k++)
      for (uint32_t s = 0; s < o->g->states.count && a->edges.data[k].target == e->source; s++)
        if (o->reached[s * o->nq + a->edges.data[k].source] && holds (a, &a->edges.data[k], o->g->letters.data[s]))
          return true;
  }
  return false;
}

/* False if it is too large, or the property cannot be evaluated. */
static bool
make_obvious (struct obvious *o, struct graph *g, const struct liveness *l)
{
  *o = (struct obvious) {.g = g, .property = l, .nq = (uint32_t) l->automaton->states.count};
  o->n = (uint32_t) g->states.count * o->nq;
  for (size_t i = 0; i < g->states.count; i++) {
    struct fault fault = {.kind = FAULT_NONE};
    VEC_PUSH (g->letters, l->letter (l->context, g->states.data[i] + 1, &fault));
    if (fault.kind != FAULT_NONE)
      return false;
  }
  if (o->n > MAX_NODES)
    return false;
  make_arcs (o);
  o->queue = mem_alloc ((o->n + (size_t) 1) * sizeof *o->queue);
  o->reached = mem_zalloc (o->n);
  o->ahead = mem_zalloc (o->n);
  o->behind = mem_zalloc (o->n);
  o->done = mem_zalloc (o->n);
  spread (o, l->automaton->initial, 0, o->reached);
  o->bad_prefix = has_bad_prefix (o);
  return o->arcs.count <= 4 * MAX_ARCS;
}

static void
release_obvious (struct obvious *o)
{
  VEC_FREE (o->arcs);
  mem_free (o->first);
  mem_free (o->queue);
  mem_free (o->reached);
  mem_free (o->ahead);
  mem_free (o->behind);
  mem_free (o->done);
}

/* ---- the searches ---- */

static bool
open_model (struct model *s, const char *text, size_t length, bool simplify)
{
  struct diag diag = {0};
  struct ast_model *ast = promela_parse ("model", text, length, &diag);
  *s = (struct model) {0};
  s->pg = ast ? promela_lower (ast, &diag) : NULL;
  if (!s->pg)
    return false;
  s->pg->front = ast;
  s->pg->free_front = (void (*) (void *)) promela_free;
  struct pg_expr *nothing = NULL;
  s->pg->fair = true;             /* with each kind of fairness */
  if (simplify)
    pg_simplify (s->pg, &nothing, 0);
  else
    pg_drop_hidden (s->pg, &nothing, 0);
  s->ts = s->observer = vm_new (s->pg, &diag);
  return s->ts;
}

/* Which search; WAY_ALTERNATE: components, with an automaton of the same
 * language in which a state that waits does so as two that take turns, each with
 * half of the ways on. Translations of formulas hardly ever look so, but claims
 * may, and it is what tells a reduced graph's product from other things.
 * WAY_IDLE: an automaton that accepts nothing, to see how much is reduced. */
enum way { WAY_AUTO, WAY_NDFS, WAY_SCC, WAY_ALTERNATE, WAY_IDLE };

static struct automaton *
alternate (const struct automaton *a)
{
  struct automaton *b = automaton_new (a->nsets, a->by_state);
  uint32_t n = (uint32_t) a->states.count;
  automaton_copy_atoms (b, a);
  for (uint32_t i = 0; i <= 2 * n; i++)
    automaton_add_state (b);
  b->initial = 2 * n;
  for (uint32_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    const struct cube *cubes = a->cubes.data + e->cube;
    bool loop = e->source == e->target;
    for (uint32_t k = 0; k < 2; k++) {
      if (loop)
        automaton_add_edge (b, e->source + k * n, e->source + (1 - k) * n, e->marks, cubes, e->ncubes);
      else
        automaton_add_edge (b, e->source + i % 2 * n, e->target + k * n, e->marks, cubes, e->ncubes);
      if (e->source == a->initial)
        automaton_add_edge (b, 2 * n, e->target + k * n, e->marks, cubes, e->ncubes);
    }
  }
  automaton_finish (b);
  return b;
}

static struct automaton *
idle (const struct automaton *a)
{
  struct automaton *b = automaton_new (1, true);
  automaton_copy_atoms (b, a);
  automaton_add_state (b);
  automaton_add_edge (b, 0, 0, 0, &(struct cube) {0}, 1);
  automaton_finish (b);
  return b;
}

struct answer {
  int violated;                   /* -1: the finding does not replay, -2: unknown */
  uint64_t states;
  bool reduced;
  char why[200];
};

static struct answer
search (struct model *s, const struct property *p, enum fairness fair, const char *por, enum way way)
{
  struct options o;
  struct temporal t;
  struct result r = {0};
  struct answer a = {.violated = -2};
  struct automaton *other = NULL;
  options_init (&o);
  o.memory = 1 << 28;
  o.max_states = 50000;
  if (temporal_open (&t, s, p, fair, a.why, sizeof a.why)) {
    temporal_reduce (&t, s, reduction_find (por));
    t.liveness.search = way == WAY_NDFS ? LIVENESS_NDFS : way == WAY_AUTO ? LIVENESS_AUTO : LIVENESS_SCC;
    if (way == WAY_ALTERNATE)
      t.liveness.automaton = other = alternate (t.liveness.automaton);
    if (way == WAY_IDLE)
      t.liveness.automaton = other = idle (t.liveness.automaton);
    struct search_run run = {.ts = s->ts, .options = &o, .reduction = t.reduction, .liveness = &t.liveness};
    liveness_run (&run, &t.liveness, &r);
    a.states = r.stats.states;
    a.reduced = t.reduction;
    a.violated = r.verdict == VERDICT_VIOLATION ? 1 : r.verdict == VERDICT_OK ? 0 : -2;
    if (a.violated == 1 && !search_replay (&run, &r.findings.data[0], a.why, sizeof a.why))
      a.violated = -1;
  }
  temporal_close (&t);
  automaton_free (other);
  result_release (&r);
  return a;
}

struct tally {
  unsigned properties, violated, reduced, fair;
  bool limit, wrong;
  char why[300];
};

static void
compare_one (struct tally *y, struct model *s, const struct property *p, enum fairness fair, bool expected, const char *por,
             enum way way, uint64_t *states)
{
  static const char *const names[] = {"none", "weak", "strong", "trace"};
  struct answer a = search (s, p, fair, por, way);
  *states = a.states;
  if (a.violated == expected || y->wrong)
    return;
  y->wrong = true;
  snprintf (y->why, sizeof y->why, "%s, fairness %s, por %s, way %d: %s, expected %s %s", p->name, names[fair],
            por, way,
            a.violated == 1 ? "violation" : a.violated == 0 ? "ok" : a.violated == -1 ? "does not replay" : "unknown",
            expected ? "violation" : "ok", a.why);
}

static void
compare (struct tally *y, struct model *plain, struct model *simple, const struct property *p,
         const struct property *q, struct obvious *o)
{
  for (enum fairness fair = FAIR_NONE; fair <= (o->g->dependence ? FAIR_TRACE : FAIR_STRONG); fair++) {
    /* the other automaton does not know a lost case when it sees one */
    uint64_t all, some, unused;
    bool has_run = obviously_violated (o, fair), expected = has_run || o->bad_prefix;
    y->violated += expected;
    compare_one (y, plain, p, fair, false, "none", WAY_IDLE, &all);
    compare_one (y, plain, p, fair, false, "ample", WAY_IDLE, &some);
    if (some < all)
      *(fair == FAIR_NONE ? &y->reduced : &y->fair) += 1;
    compare_one (y, plain, p, fair, expected, "none", WAY_SCC, &unused);
    compare_one (y, plain, p, fair, expected, "ample", WAY_SCC, &unused);
    compare_one (y, plain, p, fair, expected, "stubborn", WAY_SCC, &unused);
    compare_one (y, plain, p, fair, has_run, "ample", WAY_ALTERNATE, &unused);
    if (fair == FAIR_TRACE)           /* what depends on what is not the same in the simplified model */
      continue;
    compare_one (y, simple, q, fair, expected, "none", WAY_AUTO, &unused);
    compare_one (y, simple, q, fair, expected, "stubborn", WAY_AUTO, &unused);
    compare_one (y, simple, q, fair, expected, "ample", WAY_AUTO, &unused);
    if (fair == FAIR_NONE) {
      compare_one (y, plain, p, fair, expected, "ample", WAY_NDFS, &unused);
      compare_one (y, plain, p, fair, expected, "persistent", WAY_AUTO, &unused);
    }
  }
}

static void
check_property (struct tally *y, struct model *plain, struct model *simple, const struct property *p,
                const struct property *q)
{
  struct temporal t;
  struct graph g;
  struct obvious o = {0};
  char why[200];
  make_graph (&g, plain);
  bool fits = !g.too_large && temporal_open (&t, plain, p, FAIR_NONE, why, sizeof why);
  if (fits && make_obvious (&o, &g, &t.liveness)) {
    y->properties++;
    compare (y, plain, simple, p, q, &o);
  } else
    y->limit = true;
  release_obvious (&o);
  if (!g.too_large)
    temporal_close (&t);
  release_graph (&g);
}

static void
check_model (const char *text, size_t length)
{
  struct model plain = {0}, simple = {0};
  struct property_list properties = {0}, simplified = {0};
  struct tally y = {0};
  if (!open_model (&plain, text, length, false) || !open_model (&simple, text, length, true)) {
    printf ("limit: refused\n");
    model_close (&plain);
    model_close (&simple);
    return;
  }
  properties_collect (&properties, plain.pg, NULL);
  properties_collect (&simplified, simple.pg, NULL);
  for (size_t i = 0; i < properties.count && !y.wrong && !y.limit; i++)
    if (strcmp (properties.data[i].kind, "safety"))
      check_property (&y, &plain, &simple, &properties.data[i], &simplified.data[i]);
  if (y.wrong)
    printf ("WRONG %s\n", y.why);
  else if (y.limit)
    printf ("limit\n");
  else
    printf ("ok %u properties, %u violated, %u reduced, %u reduced under fairness\n", y.properties, y.violated, y.reduced, y.fair);
  properties_release (&properties);
  properties_release (&simplified);
  model_close (&plain);
  model_close (&simple);
}

int
main (void)
{
  char line[40];
  while (fgets (line, sizeof line, stdin)) {
    size_t length = strtoul (line, NULL, 10);
    char *text = mem_alloc (length + 1);
    if (fread (text, 1, length, stdin) != length)
      return 2;
    text[length] = 0;
    check_model (text, length);
    fflush (stdout);
    mem_free (text);
  }
  return 0;
}
