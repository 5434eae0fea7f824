/* Depth-first and breadth-first search against the closure of random transition
 * systems: states, terminal states, findings, shortest traces, depths; each
 * finding replays, and does not if it is tampered with. */
#include <stdlib.h>

#include "check.h"
#include "mock_ts.h"
#include "search/search.h"
#include "store/store.h"

enum { FAR = 1000 };

/* What is to be found, by definition. */
struct truth {
  uint32_t distance[MAX_STATES];  /* observable states: steps from the initial one; FAR: not reachable */
  bool passed[MAX_STATES];        /* transient ones: reachable */
  uint32_t states, ends, faults, depth;
  uint32_t bad_ends[ENDS_OFF + 1];      /* by the option */
  bool bad[MAX_STATES];           /* reachable, and the invariant does not hold */
  uint32_t nbad, nearest_bad;
};

/* Observable states that one step from s leads to are at `distance`. */
static bool
spread (const struct mock *m, struct truth *t, uint32_t s, uint32_t distance, bool *been)
{
  bool changed = false;
  been[s] = true;
  for (uint32_t i = 0; i < m->ntrans[s]; i++) {
    uint32_t to = m->target[s][i];
    if (m->fault[s][i] == FAULT_BOUNDS)
      continue;
    if (!m->control[to]) {
      changed |= t->distance[to] > distance;
      t->distance[to] = t->distance[to] > distance ? distance : t->distance[to];
    } else if (!been[to]) {
      t->passed[to] = true;
      changed |= spread (m, t, to, distance, been);
    }
  }
  return changed;
}

static void
find_truth (const struct mock *m, struct truth *t)
{
  bool changed = true;
  *t = (struct truth) {.nearest_bad = FAR};
  for (uint32_t s = 1; s < m->n; s++)
    t->distance[s] = FAR;
  while (changed) {
    changed = false;
    for (uint32_t s = 0; s < m->n; s++)
      if (!m->control[s] && t->distance[s] < FAR)
        changed |= spread (m, t, s, t->distance[s] + 1, (bool[MAX_STATES]) {false});
  }
  for (uint32_t s = 0; s < m->n; s++) {
    bool here = !m->control[s] && t->distance[s] < FAR;
    t->states += here;
    t->ends += here && !m->ntrans[s];
    t->bad_ends[ENDS_ON] += here && !m->ntrans[s] && m->end[s] == END_INVALID;
    t->bad_ends[ENDS_EMPTY] += here && !m->ntrans[s] && m->end[s] != END_VALID;
    if (here && t->distance[s] > t->depth)
      t->depth = t->distance[s];
    t->bad[s] = here && (m->letter[s] & 1);
    t->nbad += t->bad[s];
    if (t->bad[s] && t->distance[s] < t->nearest_bad)
      t->nearest_bad = t->distance[s];
    for (uint32_t i = 0; i < m->ntrans[s] && (here || t->passed[s]); i++)
      t->faults += m->fault[s][i] != FAULT_NONE;
  }
}

static bool
holds (void *context, const uint32_t *state, struct fault *fault)
{
  const struct mock *m = context;
  fault->kind = FAULT_NONE;
  HOLD (!m->control[state[1]]);
  return !(m->letter[state[1]] & 1);
}

struct ends {
  uint32_t times[MAX_STATES];
};

static void
note_end (void *context, struct ts *ts, const uint32_t *state)
{
  (void) ts;
  ((struct ends *) context)->times[state[1]]++;
}

static void
make_run (struct search_run *run, struct options *o, struct mock *m, int search, int store)
{
  options_init (o);
  o->search = search;
  o->store = store;
  o->memory = 1 << 28;
  *run = (struct search_run) {.ts = &m->ts, .options = o, .invariant = holds, .invariant_context = m,
                              .invariant_text = "letter"};
}

/* Observable states after the first along the finding's trace, and the last. */
static uint32_t
count_observable (const struct mock *m, const struct finding *f, uint32_t *last)
{
  uint32_t n = 0, s = 0;
  for (size_t k = 0; k < f->nsteps; k++) {
    uint32_t i = 0;
    while (m->trans[s][i] != f->steps[k])
      i++;
    s = m->target[s][i];
    n += !m->control[s];
  }
  *last = s;
  return n;
}

/* A trace with a step left out, or with another end, must not be taken for one. */
static void
tamper (struct search_run *run, const struct mock *m, const struct finding *f)
{
  char why[200];
  struct finding other = *f;
  uint32_t last;
  trans_id steps[512];
  for (size_t k = 0; k < f->nsteps && f->nsteps < 512; k++) {
    memcpy (steps, f->steps, f->nsteps * sizeof *steps);
    steps[k] = trans_of (PIDS, 0);              /* there is no such process */
    other.steps = steps;
    HOLD (!search_replay (run, &other, why, sizeof why));
  }
  other = *f;
  if (f->nsteps) {
    other.nsteps--;
    count_observable (m, &other, &last);
    bool same = f->kind == FINDING_INVARIANT && !m->control[last] && (m->letter[last] & 1);
    HOLD (same || !search_replay (run, &other, why, sizeof why));
  }
  count_observable (m, f, &last);
  other = *f;
  other.kind = f->kind == FINDING_INVARIANT ? FINDING_INVALID_END : FINDING_INVARIANT;
  bool also = f->kind == FINDING_INVARIANT ? !m->ntrans[last] && m->end[last] != END_VALID : m->letter[last] & 1;
  HOLD (also || !search_replay (run, &other, why, sizeof why));
}

static void
check_findings (struct search_run *run, const struct mock *m, const struct truth *t, const struct result *r)
{
  char why[200];
  for (size_t i = 0; i < r->findings.count; i++) {
    const struct finding *f = &r->findings.data[i];
    uint32_t last, n = count_observable (m, f, &last);
    HOLD (search_replay (run, f, why, sizeof why));
    if (run->options->search == SEARCH_BFS && f->kind == FINDING_INVALID_END)
      HOLD (n == t->distance[last]);
    if (run->options->search == SEARCH_BFS && f->kind == FINDING_INVARIANT)
      HOLD (n == t->nearest_bad);
    tamper (run, m, f);
  }
}

static void
search_all (struct mock *m, const struct truth *t, int search, int store, int ask)
{
  struct options o;
  struct search_run run;
  struct result r = {0};
  struct ends ends = {0};
  make_run (&run, &o, m, search, store);
  o.all = true;
  o.ends = ask;
  run.terminal = note_end;
  run.terminal_context = &ends;
  search_run (&run, &r);
  bool violated = t->faults || t->bad_ends[ask] || t->nbad, lossy = store == STORE_COMPACT || store == STORE_BITSTATE;
  HOLD (r.verdict == (violated ? VERDICT_VIOLATION : lossy ? VERDICT_UNKNOWN : VERDICT_OK));
  HOLD (r.exhaustive == !lossy);
  HOLD (r.stats.states == t->states && r.stats.executions == t->ends);
  HOLD (r.findings.count == t->faults + t->bad_ends[ask] + (t->nbad > 0));
  HOLD (r.errors >= t->faults + t->bad_ends[ask] + t->nbad);
  HOLD (search != SEARCH_BFS || r.stats.max_depth == t->depth);
  HOLD (r.stats.revisits + r.stats.states <= r.stats.transitions + 1);
  for (uint32_t s = 0; s < m->n; s++)
    HOLD (ends.times[s] == (!m->control[s] && t->distance[s] < FAR && !m->ntrans[s]));
  check_findings (&run, m, t, &r);
  result_release (&r);
}

static void
search_first (struct mock *m, const struct truth *t, int search)
{
  struct options o;
  struct search_run run;
  struct result r = {0};
  bool violated = t->faults || t->bad_ends[ENDS_ON] || t->nbad;
  make_run (&run, &o, m, search, STORE_TREE);
  search_run (&run, &r);
  HOLD (r.verdict == (violated ? VERDICT_VIOLATION : VERDICT_OK));
  HOLD (r.findings.count >= violated && r.exhaustive == !violated && !r.reason[0] == !violated);
  check_findings (&run, m, t, &r);
  result_release (&r);
}

/* With a bound on depth: nothing beyond it, everything before it, and ok only if
 * nothing was left out. */
static void
search_depths (struct mock *m, const struct truth *t)
{
  for (uint32_t depth = 1; depth <= t->depth + 1; depth++) {
    struct options o;
    struct search_run run;
    struct result r = {0};
    uint32_t within = 0;
    bool more = false;
    for (uint32_t s = 0; s < m->n; s++) {
      within += !m->control[s] && t->distance[s] <= depth;
      for (uint32_t i = 0; i < m->ntrans[s] && !m->control[s] && t->distance[s] == depth; i++)
        more |= m->fault[s][i] != FAULT_BOUNDS;
    }
    make_run (&run, &o, m, SEARCH_BFS, STORE_TREE);
    o.all = true;
    o.max_depth = depth;
    search_run (&run, &r);
    HOLD (r.stats.states == within);
    HOLD (r.exhaustive == !more && (r.verdict != VERDICT_OK || !more));
    check_findings (&run, m, t, &r);
    result_release (&r);
    r = (struct result) {0};
    o.search = SEARCH_DFS;
    search_run (&run, &r);
    HOLD (r.stats.states <= t->states && r.stats.max_depth <= depth);
    HOLD (!r.exhaustive || r.stats.states == t->states);
    HOLD (r.exhaustive || strstr (r.reason, "--max-depth"));
    result_release (&r);
  }
}

/* An initial state that cannot be made is a finding, with no steps. */
static uint32_t
broken_initial (struct ts *ts, uint32_t *out, struct fault *fault)
{
  uint32_t n = mock_initial (ts, out, fault);
  *fault = (struct fault) {.kind = FAULT_BOUNDS, .message = "no initial state"};
  return n;
}

static void
test_initial (void)
{
  struct ts_class class = mock_class;
  class.initial = broken_initial;
  for (int search = SEARCH_DFS; search <= SEARCH_BFS; search++) {
    struct mock m;
    struct options o;
    struct search_run run;
    struct result r = {0};
    random_model (&m);
    m.ts.class = &class;
    make_run (&run, &o, &m, search, STORE_TREE);
    search_run (&run, &r);
    CHECK (r.verdict == VERDICT_VIOLATION && r.findings.count == 1 && r.findings.data[0].nsteps == 0);
    result_release (&r);
  }
}

int
main (int argc, char **argv)
{
  unsigned long n = argc > 1 ? strtoul (argv[1], NULL, 10) : 1000, most = 0;
  seed = argc > 2 ? strtoul (argv[2], NULL, 10) : 1;
  for (unsigned long i = 0; i < n; i++) {
    struct mock m;
    struct truth t;
    random_model (&m);
    if (i % 2)
      random_faults (&m);
    for (uint32_t s = 0; i % 4 < 2 && s < m.n; s++)
      m.letter[s] &= 2;
    find_truth (&m, &t);
    most = t.states > most ? t.states : most;
    for (int search = SEARCH_DFS; search <= SEARCH_BFS; search++) {
      for (int ask = ENDS_ON; ask <= ENDS_OFF; ask++)
        search_all (&m, &t, search, STORE_TREE, ask);
      search_all (&m, &t, search, STORE_PLAIN, ENDS_ON);
      search_first (&m, &t, search);
    }
    search_all (&m, &t, SEARCH_DFS, STORE_COMPACT, ENDS_ON);
    if (i % 50 == 0)
      search_all (&m, &t, SEARCH_DFS, STORE_BITSTATE, ENDS_ON);
    search_depths (&m, &t);
  }
  CHECK_HELD ("searches find what the closure of random transition systems has");
  CHECK (most == MAX_STATES);
  test_initial ();
  return check_end ();
}
