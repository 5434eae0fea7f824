/* One model, executed by two workers in two threads, and by one alone.
 *
 *     threads FILE.pml...        built with CONFIG=tsan
 *
 * The graph, the compiled program, facts, and automata are made once; then nothing that workers share changes. Each worker has
 * a machine, an inspector, a store, a reduction, and a result of its own. Every search is done by a worker alone, then by two at
 * once: verdicts, counts, findings and unreached statements must be those of the one alone, and ThreadSanitizer must see no
 * race. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/promela/promela.h"
#include "model/simplify.h"
#include "reduce/ample.h"
#include "reduce/dynamic/reduction.h"
#include "reduce/exec_ts.h"
#include "search/claim.h"
#include "search/executions.h"
#include "search/liveness.h"
#include "search/search.h"
#include "vm/vm.h"

enum { MOST_STATES = 3000, MOST_EVENTS = 30, MOST_ATOMS = 64 };

/* What the workers share. */
struct shared {
  const struct pg *pg;
  struct ts *ts;                  /* the first: it only makes others */
  const struct options *options;
  const struct static_reduction *reduction;   /* or NULL */
  const struct exec *exec;        /* executions one by one: the first; or NULL */
  const struct reduction *dynamic;
  const struct claim *claim;      /* a property of infinite runs, or NULL */
  const struct vm_expr *atoms;
  uint32_t label;
  enum fairness fairness;
};

struct worker {
  const struct shared *shared;
  struct ts *ts;
  struct result result;
};

static int passed, failed;

/* ---- one worker ---- */

static uint64_t
letter (void *context, const uint32_t *state, struct fault *fault)
{
  const struct worker *w = context;
  uint64_t out = 0;
  fault->kind = FAULT_NONE;
  if (w->shared->label)
    return vm_somebody_at (w->ts, state, w->shared->label);
  for (size_t i = 0; i < w->shared->claim->atoms.count && fault->kind == FAULT_NONE; i++)
    if (vm_eval (w->ts, state, &w->shared->atoms[i], fault))
      out |= (uint64_t) 1 << i;
  return out;
}

static void
search (struct worker *w, struct search_run *run)
{
  const struct shared *s = w->shared;
  if (s->exec) {
    struct executions_config config = {.reduction = s->dynamic, .sleep = true};
    struct exec *exec = exec_ts_worker (s->exec, w->ts, vm_inspector (w->ts));
    executions_run (run, exec, &config, &w->result);
    exec_free (exec);
  } else if (s->claim) {
    struct liveness property = {.automaton = s->claim->automaton, .letter = letter, .context = w, .fairness = s->fairness,
                                .endless = s->label == LOC_PROGRESS, .kind = FINDING_LTL, .message = "property"};
    liveness_run (run, &property, &w->result);
  } else
    search_run (run, &w->result);
}

static void *
work (void *context)
{
  struct worker *w = context;
  const struct shared *s = w->shared;
  struct search_run run = {.ts = w->ts, .options = s->options};
  if (s->reduction)
    run.reduction = ample_worker (s->reduction, vm_inspector (w->ts));
  search (w, &run);
  static_free (run.reduction);
  w->ts->class->free (w->ts);
  return NULL;
}

/* ---- comparing ---- */

/* All that the search tells, but for time and memory. */
static void
tell (const struct result *r, struct str *out)
{
  const struct stats *s = &r->stats;
  str_printf (out, "%s, %llu errors, %zu findings, %zu unreached, states %llu revisits %llu transitions %llu depth %llu executions %llu %llu %llu",
              verdict_name (r->verdict), (unsigned long long) r->errors, r->findings.count, r->unreached.count,
              (unsigned long long) s->states, (unsigned long long) s->revisits, (unsigned long long) s->transitions,
              (unsigned long long) s->max_depth, (unsigned long long) s->executions, (unsigned long long) s->blocked,
              (unsigned long long) s->cut);
  for (size_t i = 0; i < r->findings.count; i++) {
    const struct finding *f = &r->findings.data[i];
    str_printf (out, "; %s %s:", finding_kind_name (f->kind), f->message);
    for (size_t k = 0; k < f->nsteps; k++)
      str_printf (out, " %llx", (unsigned long long) f->steps[k]);
  }
}

static void
compare (const struct shared *s, const char *file, const char *what)
{
  enum { WORKERS = 2 };
  struct worker alone = {.shared = s, .ts = vm_worker (s->ts)}, w[WORKERS];
  pthread_t thread[WORKERS];
  struct str expected = {0};
  work (&alone);
  tell (&alone.result, &expected);
  for (int i = 0; i < WORKERS; i++)
    w[i] = (struct worker) {.shared = s, .ts = vm_worker (s->ts)};
  for (int i = 0; i < WORKERS; i++)
    if (pthread_create (&thread[i], NULL, work, &w[i]))
      exit (2);
  for (int i = 0; i < WORKERS; i++)
    pthread_join (thread[i], NULL);
  for (int i = 0; i < WORKERS; i++) {
    struct str got = {0};
    tell (&w[i].result, &got);
    if (!strcmp (str_text (&expected), str_text (&got)))
      passed++;
    else {
      failed++;
      printf ("%s, %s: one alone found %s\none of two %s\n", file, what, str_text (&expected), str_text (&got));
    }
    str_release (&got);
    result_release (&w[i].result);
  }
  str_release (&expected);
  result_release (&alone.result);
}

/* ---- searches of one model ---- */

/* Each search has a first machine of its own, which compiles what the search needs. */
static bool
begin (struct shared *s, const struct pg *pg, const struct options *options)
{
  struct diag silent = {0};
  *s = (struct shared) {.pg = pg, .options = options, .ts = vm_new (pg, &silent)};
  return s->ts;
}

static void
end (struct shared *s)
{
  if (s->ts)
    s->ts->class->free (s->ts);
}

static void
try_stored (const struct pg *pg, const struct options *options, const char *file, const char *what)
{
  struct shared s;
  if (begin (&s, pg, options))
    compare (&s, file, what);
  end (&s);
}

static void
try_static (const struct pg *pg, const struct options *options, const char *file, bool guards)
{
  struct shared s;
  const char *why;
  struct static_reduction *first = NULL;
  if (begin (&s, pg, options))
    first = ample_new (pg, vm_inspector (s.ts), &(struct ample_config) {.guards = guards, .transactions = true}, &why);
  s.reduction = first;
  if (first)
    compare (&s, file, guards ? "stubborn" : "ample");
  static_free (first);
  end (&s);
}

static void
try_executions (const struct pg *pg, const struct options *options, const char *file, const char *name)
{
  struct shared s;
  struct diag silent = {0};
  struct exec *first = NULL;
  s.dynamic = NULL;
  if (begin (&s, pg, options)) {
    s.dynamic = reduction_find (name);
    const struct selection *selection = s.dynamic->selection;
    struct exec_ts_config config = {.locks = false, .polls = selection->races && selection->races->polls,
                                    .persistent = selection->persistent, .coarse = selection->races, .cycles = true};
    first = exec_ts_new (pg, s.ts, vm_inspector (s.ts), &config, &silent);
  }
  s.exec = first;
  if (first) {
    compare (&s, file, name);
    exec_free (first);
  }
  end (&s);
}

static bool
claim_of (struct claim *claim, const struct pg *pg, const struct pg_property *p, uint32_t label)
{
  char why[200];
  if (label)
    return claim_of_labels (claim, label, why, sizeof why);
  return p->kind == PROP_NEVER ? claim_of_never (claim, &pg->procs[p->proc], why, sizeof why)
                               : claim_of_formula (claim, p->formula, why, sizeof why);
}

/* Every cycle that the property forbids, with the product reduced where that is sound. */
static void
try_property (const struct pg *pg, const struct options *options, const char *file, const struct pg_property *p, uint32_t label,
              enum fairness fairness)
{
  struct shared s;
  struct claim claim;
  const char *why;
  struct vm_expr atoms[MOST_ATOMS];
  struct static_reduction *first = NULL;
  if (!claim_of (&claim, pg, p, label))
    return;
  if (begin (&s, pg, options)) {
    for (size_t i = 0; i < claim.atoms.count; i++)
      atoms[i] = vm_expr (s.ts, claim.atoms.data[i]);
    struct ample_config config = {.visible = claim.atoms.data, .nvisible = (uint32_t) claim.atoms.count, .labels = label,
                                  .fair = fairness != FAIR_NONE, .exact = true, .guards = true};
    if (claim_stutter (&claim) == LTL_STUTTER_YES)
      first = ample_new (pg, vm_inspector (s.ts), &config, &why);
    s.claim = &claim;
    s.atoms = atoms;
    s.label = label;
    s.fairness = fairness;
    s.reduction = first;
    compare (&s, file, label ? "cycles" : "property");
  }
  static_free (first);
  end (&s);
  claim_release (&claim);
}

static void
try_model (const char *file)
{
  struct diag diag = {.out = stderr};
  struct options dfs, bfs;
  struct pg_expr *nothing = NULL;
  struct pg *pg = promela_load (file, NULL, NULL, &diag);
  if (!pg)
    exit (2);
  pg->fair = true;
  pg_simplify (pg, &nothing, 0);
  options_init (&dfs);
  dfs.all = true;
  dfs.max_states = MOST_STATES;
  dfs.max_events = MOST_EVENTS;
  dfs.executions = 200;
  dfs.memory = 1 << 28;
  bfs = dfs;
  bfs.search = SEARCH_BFS;
  try_stored (pg, &dfs, file, "depth first");
  try_stored (pg, &bfs, file, "breadth first");
  bfs.store = 1;
  try_stored (pg, &bfs, file, "whole vectors");
  try_static (pg, &dfs, file, true);
  try_static (pg, &dfs, file, false);
  try_executions (pg, &dfs, file, "source");
  try_executions (pg, &dfs, file, "optimal");
  try_executions (pg, &dfs, file, "static,source");
  for (uint32_t i = 0; i < pg->nproperties; i++) {
    try_property (pg, &dfs, file, &pg->properties[i], 0, FAIR_NONE);
    try_property (pg, &dfs, file, &pg->properties[i], 0, FAIR_WEAK);
  }
  try_property (pg, &dfs, file, NULL, LOC_PROGRESS, FAIR_WEAK);
  try_property (pg, &dfs, file, NULL, LOC_ACCEPT, FAIR_NONE);
  pg_free (pg);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    try_model (argv[i]);
  printf ("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
