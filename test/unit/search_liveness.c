/* Emptiness searches against a slow, obvious check on the explicit product.
 *
 * Models are random graphs whose edges belong to processes, some through
 * transient states; properties are random formulas and random automata. The
 * obvious check builds the whole product and takes fairness by its definition:
 * a strongly fair run splits the processes into those that move for ever and
 * those that are enabled only finitely often; every split is tried. (With
 * reduction: test/trust/ltl_reduced.py.) */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ltl/ltl.h"
#include "mock_ts.h"
#include "search/liveness.h"

enum { MAX_Q = 12, MAX_NODES = MAX_STATES * MAX_Q };

/* ---- the property ---- */

static formula_id
random_formula (struct formulas *t, int size)
{
  if (size <= 1)
    return form_atom (t, formulas_atom (t, dice (2) ? "p" : "q"));
  if (size == 2 || !dice (2)) {
    formula_id f = random_formula (t, size - 1);
    switch (dice (4)) {
    case 0: return form_not (t, f);
    case 1: return form_next (t, f);
    case 2: return form_globally (t, f);
    default: return form_finally (t, f);
    }
  }
  int left = 1 + (int) dice ((uint32_t) size - 2);
  formula_id f = random_formula (t, left), g = random_formula (t, size - 1 - left);
  switch (dice (4)) {
  case 0: return form_and (t, f, g);
  case 1: return form_or (t, f, g);
  case 2: return form_until (t, f, g);
  default: return form_release (t, f, g);
  }
}

static struct automaton *
formula_automaton (void)
{
  struct formulas *t = formulas_new ();
  formulas_atom (t, "p");
  formulas_atom (t, "q");
  struct automaton *a = ltl_translate (t, random_formula (t, 2 + (int) dice (6)), NULL);
  formulas_free (t);
  return a;
}

/* Again and again, or from some point on: what fairness is about. */
static struct automaton *
recurrence_automaton (void)
{
  struct formulas *t = formulas_new ();
  formula_id p = form_atom (t, formulas_atom (t, "p")), q = form_atom (t, formulas_atom (t, "q"));
  if (dice (2))
    p = form_globally (t, p);
  if (dice (3) == 0)
    p = form_and (t, p, form_finally (t, q));
  struct automaton *a = ltl_translate (t, form_globally (t, form_finally (t, p)), NULL);
  formulas_free (t);
  return a;
}

static struct automaton *
random_automaton (void)
{
  bool by_state = dice (2);
  struct automaton *a = automaton_new (by_state ? 1 : dice (4), by_state);
  uint32_t n = 1 + dice (4), accepting = dice (16);
  for (uint32_t i = 0; i < n; i++)
    automaton_add_state (a);
  for (uint32_t k = dice (3 * n + 1); k > 0; k--) {
    uint32_t from = dice (n);
    struct cube c = {dice (1 << ATOMS) & dice (1 << ATOMS), 0};
    c.neg = dice (1 << ATOMS) & ~c.pos;
    uint64_t marks = by_state ? accepting >> from & 1 : dice (8) & automaton_all_marks (a);
    automaton_add_edge (a, from, dice (n), marks, &c, 1);
  }
  automaton_finish (a);
  return a;
}

/* ---- the obvious check ---- */

struct arc {
  uint32_t from, to;
  uint64_t marks;
  uint32_t moved;                 /* processes, as bits */
};

struct graph {
  const struct mock *m;
  const struct automaton *a;
  VEC (struct arc) arcs;
  uint32_t enabled[MAX_NODES];
  bool reach[MAX_NODES][MAX_NODES];
  uint32_t n;
};

static uint32_t
movers (trans_id t)
{
  return 1u << trans_pid (t) | (trans_is_rendezvous (t) ? 1u << trans_partner (t) : 0);
}

/* Arcs from the node for all observable states reached from state s. */
static void
add_arcs (struct graph *g, uint32_t node, const struct ba_edge *e, uint32_t s, uint32_t moved,
          bool (*been)[1 << PIDS])
{
  const struct mock *m = g->m;
  if (been[s][moved])
    return;
  been[s][moved] = true;
  for (uint32_t i = 0; i < m->ntrans[s]; i++) {
    uint32_t to = m->target[s][i], all = moved | movers (m->trans[s][i]);
    if (m->control[to])
      add_arcs (g, node, e, to, all, been);
    else
      VEC_PUSH (g->arcs, ((struct arc) {node, to * MAX_Q + e->target, e->marks, all}));
  }
}

static void
make_graph (struct graph *g, const struct mock *m, const struct automaton *a, bool endless)
{
  *g = (struct graph) {.m = m, .a = a, .n = m->n * MAX_Q};
  for (uint32_t s = 0; s < m->n; s++)
    for (uint32_t i = 0; i < a->edges.count && !m->control[s]; i++) {
      const struct ba_edge *e = &a->edges.data[i];
      bool holds = false, been[MAX_STATES][1 << PIDS] = {{0}};
      for (uint32_t c = 0; c < e->ncubes; c++)
        holds |= cube_holds (a->cubes.data[e->cube + c], m->letter[s]);
      if (!holds)
        continue;
      add_arcs (g, s * MAX_Q + e->source, e, s, 0, been);
      if (!m->ntrans[s] && !endless)
        VEC_PUSH (g->arcs, ((struct arc) {s * MAX_Q + e->source, s * MAX_Q + e->target, e->marks, 0}));
    }
  for (uint32_t s = 0; s < m->n; s++)
    for (uint32_t i = 0; i < m->ntrans[s]; i++)
      for (uint32_t q = 0; q < MAX_Q; q++)
        g->enabled[s * MAX_Q + q] |= movers (m->trans[s][i]);
}

/* Reachability by at least one arc, between nodes where no process of `never`
 * is enabled. */
static void
close_graph (struct graph *g, uint32_t never)
{
  memset (g->reach, 0, sizeof g->reach);
  for (size_t i = 0; i < g->arcs.count; i++)
    if (!(g->enabled[g->arcs.data[i].from] & never) && !(g->enabled[g->arcs.data[i].to] & never))
      g->reach[g->arcs.data[i].from][g->arcs.data[i].to] = true;
  for (uint32_t k = 0; k < g->n; k++)
    for (uint32_t i = 0; i < g->n; i++)
      if (g->reach[i][k])
        for (uint32_t j = 0; j < g->n; j++)
          g->reach[i][j] |= g->reach[k][j];
}

/* Is there a run that ends up going through all arcs of node x's component,
 * and that is accepting and moves the processes `wanted`? With `just`, a
 * process that is not enabled somewhere counts as moved. */
static bool
good_component (const struct graph *g, uint32_t x, uint32_t wanted, bool just)
{
  uint64_t marks = 0;
  uint32_t moved = 0;
  if (!g->reach[x][x])
    return false;
  for (size_t i = 0; i < g->arcs.count; i++) {
    const struct arc *r = &g->arcs.data[i];
    if (!g->reach[x][r->from] || !g->reach[r->to][x] || !g->reach[r->from][r->to])
      continue;
    marks |= r->marks;
    moved |= r->moved | (just ? ~g->enabled[r->from] : 0);
  }
  return marks == automaton_all_marks (g->a) && !(wanted & ~moved);
}

static bool
obviously_violated (struct graph *g, enum fairness fair)
{
  uint32_t all = (1u << PIDS) - 1, start = g->a->initial;
  bool from_start[MAX_NODES];
  close_graph (g, 0);
  memcpy (from_start, g->reach[start], sizeof from_start);
  from_start[start] = true;
  for (uint32_t never = 0; never <= (fair == FAIR_STRONG ? all : 0); never++) {
    close_graph (g, never);
    uint32_t wanted = fair == FAIR_NONE ? 0 : all & ~never;
    for (uint32_t x = 0; x < g->n; x++)
      if (from_start[x] && good_component (g, x, wanted, fair == FAIR_WEAK))
        return true;
  }
  return false;
}

/* ---- lassos, by definition ---- */

/* Is the finding an execution with a loop that is fair and violates the property? */
static bool
is_lasso (const struct mock *m, const struct liveness *l, const struct finding *f)
{
  uint64_t letters[64];
  size_t n = 0, loop = 0;
  uint32_t s = 0, entry = UINT32_MAX, moved = 0, ever = 0, always = UINT32_MAX;
  for (size_t k = 0; k < f->nsteps; k++) {
    trans_id t = f->steps[k];
    uint32_t i = 0, enabled = 0;
    for (uint32_t e = 0; e < m->ntrans[s]; e++)
      enabled |= movers (m->trans[s][e]);
    if ((long) k == f->loop_start) {
      entry = s;
      loop = n;
    }
    if (!m->control[s]) {
      letters[n++] = m->letter[s];
      ever |= entry != UINT32_MAX ? enabled : 0;
      always &= entry != UINT32_MAX ? enabled : UINT32_MAX;
    }
    if (t == TRANS_STUTTER) {
      if (m->ntrans[s] || l->endless)
        return false;
      continue;
    }
    while (i < m->ntrans[s] && m->trans[s][i] != t)
      i++;
    if (i == m->ntrans[s])
      return false;
    moved |= entry != UINT32_MAX ? movers (t) : 0;
    s = m->target[s][i];
  }
  if (s != entry || m->control[s])
    return false;
  uint32_t hungry = l->fairness == FAIR_NONE ? 0 : l->fairness == FAIR_WEAK ? always : ever;
  return !(hungry & ~moved) && automaton_accepts (l->automaton, letters, loop, letters + loop, n - loop);
}

/* Replay tells lassos from what only looks like one: with a step left out, said
 * twice or changed, with a loop that begins elsewhere. */
static void
tamper (struct search_run *run, const struct mock *m, const struct finding *f)
{
  trans_id steps[64];
  char why[200];
  for (size_t k = 0; k < f->nsteps && f->nsteps < 60 && f->loop_start >= 0; k++)
    for (int how = 0; how < 4; how++) {
      struct finding other = *f;
      other.steps = steps;
      memcpy (steps, f->steps, f->nsteps * sizeof *steps);
      if (how == 0) {
        memmove (steps + k, f->steps + k + 1, (f->nsteps - k - 1) * sizeof *steps);
        other.nsteps--;
        other.loop_start -= (long) k < f->loop_start;
      } else if (how == 1) {
        memmove (steps + k + 1, f->steps + k, (f->nsteps - k) * sizeof *steps);
        other.nsteps++;
      } else if (how == 2)
        steps[k] = dice (8) ? trans_of (dice (PIDS), dice (MAX_TRANS)) : TRANS_STUTTER;
      else
        other.loop_start = (long) k;
      bool expected = is_lasso (m, run->liveness, &other);
      HOLD (search_replay (run, &other, why, sizeof why) == expected);
    }
}

/* ---- the comparison ---- */

/* 1 violated, 0 not, -1 the finding does not replay */
static int
search (struct mock *m, const struct automaton *a, enum fairness fair, bool endless, enum liveness_search algorithm)
{
  struct options o;
  struct liveness l = {.automaton = a, .letter = mock_letter, .context = m, .fairness = fair, .kind = FINDING_LTL,
                       .message = "violated", .search = algorithm, .endless = endless};
  struct search_run run = {.ts = &m->ts, .options = &o, .liveness = &l};
  struct result r = {0};
  char why[200];
  options_init (&o);
  liveness_run (&run, &l, &r);
  int found = r.verdict == VERDICT_VIOLATION;
  if (found && !search_replay (&run, &r.findings.data[0], why, sizeof why)) {
    fprintf (stderr, "does not replay: %s\n", why);
    found = -1;
  } else if (r.verdict == VERDICT_UNKNOWN)
    found = -1;
  if (found == 1 && r.findings.data[0].loop_start >= 0) {
    HOLD (is_lasso (m, &l, &r.findings.data[0]));
    tamper (&run, m, &r.findings.data[0]);
  }
  result_release (&r);
  return found;
}

static struct {
  unsigned long cases, violated[3];
} counts;

static void
compare (struct mock *m, const struct automaton *a, bool endless)
{
  struct graph g;
  make_graph (&g, m, a, endless);
  counts.cases++;
  for (enum fairness fair = FAIR_NONE; fair <= FAIR_STRONG; fair++) {
    bool expected = obviously_violated (&g, fair);
    counts.violated[fair] += expected;
    HOLD (search (m, a, fair, endless, LIVENESS_SCC) == expected);
    if (fair == FAIR_NONE)
      HOLD (search (m, a, fair, endless, LIVENESS_NDFS) == expected);
  }
  VEC_FREE (g.arcs);
}

static void
test_random (const char *what, unsigned long n, void (*model) (struct mock *), struct automaton *(*property) (void),
             bool endless)
{
  for (unsigned long i = 0; i < n; i++) {
    struct mock m;
    struct automaton *a = property ();
    model (&m);
    if (a->states.count <= MAX_Q)
      compare (&m, a, endless);
    automaton_free (a);
  }
  CHECK_HELD (what);
}

int
main (int argc, char **argv)
{
  unsigned long n = argc > 1 ? strtoul (argv[1], NULL, 10) : 1200;
  seed = argc > 2 ? strtoul (argv[2], NULL, 10) : 1;
  test_random ("formulas", n, random_model, formula_automaton, false);
  test_random ("recurrence", n / 2, random_model, recurrence_automaton, false);
  test_random ("recurrence, of runs that do not end", n / 2, random_model, recurrence_automaton, true);
  test_random ("automata", n / 2, random_model, random_automaton, false);
  test_random ("recurrence on rings", n, random_ring, recurrence_automaton, false);
  test_random ("automata on rings", n, random_ring, random_automaton, false);
  printf ("%lu products; violated without, with weak, with strong fairness: %lu, %lu, %lu\n", counts.cases,
          counts.violated[0], counts.violated[1], counts.violated[2]);
  CHECK (counts.violated[0] > counts.violated[1] && counts.violated[1] > counts.violated[2] && counts.violated[2]);
  return check_end ();
}
