/* Explorations of a toy program against what there is (toy_oracle.h): the same
 * traces, ends and final states. */
#ifndef TEST_TOY_COMPARE_H
#define TEST_TOY_COMPARE_H

#include "toy_oracle.h"

struct toy_watch {
  struct seen *seen;
  struct toy *toy;                /* that is explored */
  uint64_t found, misplaced;      /* misplaced: it was not where the schedule ends */
};

static inline void
toy_on_complete (void *context, enum exec_end end, const struct stateless_step *steps, size_t n)
{
  struct toy_watch *w = context;
  (void) end;
  w->misplaced += w->toy->depth != n;
  for (size_t i = 0; i < n && !w->misplaced; i++)
    w->misplaced += steps[i].thread != w->toy->events[i].thread || steps[i].alternative != w->toy->events[i].alternative;
  seen_add (w->seen, toy_number (w->toy));
}

static inline void
toy_on_found (void *context, const struct exec_failure *failure, const struct stateless_step *steps, size_t n)
{
  struct toy_watch *w = context;
  (void) failure, (void) steps;
  w->found++;
  w->misplaced += w->toy->depth != n;
}

struct toy_configuration {
  const char *reduction;
  bool sleep;
};

static const struct toy_configuration toy_configurations[] = {
  {"optimal", true}, {"source", true}, {"source", false}, {"dpor", true}, {"dpor", false}, {"none", true}, {"none", false},
};
enum { TOY_CONFIGURATIONS = sizeof toy_configurations / sizeof *toy_configurations };

/* A comparison of configurations with the oracle, for many programs. */
struct toy_comparison {
  struct toy_oracle oracle, plain;
  struct seen seen;
  size_t most;                    /* beginnings of traces of a program */
  size_t few;                     /* with so many, all interleavings are executed as well */
  int first, configurations;      /* those from number `first` on, among the first so many */
  bool interleaved;               /* that is so of the present program */
  bool quick;                     /* findings are counted, not repeated */
  unsigned long compared, too_many, crosschecked, traces;
};

/* True: what the configuration saw is what there is; with sleep sets each trace
 * once; and if it is optimal, nothing else. */
static inline bool
toy_agrees (struct toy_comparison *m, const struct toy_program *p, const struct toy_configuration *c)
{
  const struct seen *all = &m->oracle.traces;
  struct toy_watch w = {.seen = &m->seen};
  struct stateless_run run = {
    .exec = toy_new (p), .reduction = reduction_find (c->reduction), .sleep = c->sleep, .all = true,
    .complete = toy_on_complete, .found = m->quick ? NULL : toy_on_found, .context = &w, .max_executions = 20 * m->most,
  };
  struct result r = {0};
  m->seen.count = 0;
  w.toy = (struct toy *) run.exec;
  w.toy->marks = true;
  stateless_run (&run, &r);
  exec_free (run.exec);
  result_release (&r);
  uint64_t ran = m->seen.count;
  bool good = r.exhaustive && r.stats.executions + r.stats.cut == ran && !!r.errors == m->oracle.fails
              && (m->quick || r.errors == w.found) && !w.misplaced;
  seen_distinct (&m->seen);
  good = good && seen_equal (&m->seen, all) && (!c->sleep || ran == all->count);
  return good && (strcmp (c->reduction, "optimal") || !r.stats.blocked);
}

/* Does the configuration go wrong on the program? */
static inline bool
toy_is_bad (struct toy_comparison *m, const struct toy_program *p, const struct toy_configuration *c)
{
  return toy_oracle_ask (&m->oracle, p, m->most) && !toy_agrees (m, p, c);
}

/* Makes the program smaller as long as the configuration goes wrong: single
 * instructions become ones without a step. */
static inline void
toy_shrink (struct toy_comparison *m, struct toy_program *p, const struct toy_configuration *c)
{
  bool smaller = true;
  while (smaller) {
    smaller = false;
    for (size_t t = 0; t < p->nthreads; t++)
      for (size_t i = 0; i < p->length[t]; i++) {
        struct toy_instruction was = p->code[t][i];
        if (was.kind == TOY_SET)
          continue;
        p->code[t][i] = (struct toy_instruction){.kind = TOY_SET, .a = 2};
        if (toy_is_bad (m, p, c))
          smaller = true;
        else
          p->code[t][i] = was;
      }
  }
}

/* The oracle against every interleaving by itself, where these are few. */
static inline bool
toy_crosscheck (struct toy_comparison *m, const struct toy_program *p)
{
  m->plain.plain = true;
  m->interleaved = m->oracle.met <= m->few && toy_oracle_ask (&m->plain, p, 100 * m->few);
  if (!m->interleaved)
    return true;
  m->crosschecked++;
  if (m->plain.traces.count == m->oracle.traces.count && m->plain.fails == m->oracle.fails)
    return true;
  printf ("not so many traces as the interleavings have of\n");
  toy_print (p);
  return false;
}

/* Compares all configurations; prints the smallest program that shows the
 * first that goes wrong. */
static inline bool
toy_compare (struct toy_comparison *m, const struct toy_program *p)
{
  if (!toy_oracle_ask (&m->oracle, p, m->most)) {
    m->too_many++;
    return true;
  }
  m->compared++;
  m->traces += m->oracle.traces.count;
  if (!toy_crosscheck (m, p))
    return false;
  for (int c = m->first; c < m->configurations; c++) {
    bool reduces = toy_configurations[c].sleep || strcmp (toy_configurations[c].reduction, "none");
    if (!reduces && !m->interleaved)
      continue;
    if (toy_agrees (m, p, &toy_configurations[c]))
      continue;
    struct toy_program small = *p;
    toy_shrink (m, &small, &toy_configurations[c]);
    printf ("%s%s: not the traces of\n", toy_configurations[c].reduction, toy_configurations[c].sleep ? " with sleep sets" : "");
    toy_print (&small);
    return false;
  }
  return true;
}

static inline void
toy_comparison_release (struct toy_comparison *m)
{
  toy_oracle_release (&m->oracle);
  toy_oracle_release (&m->plain);
  free (m->seen.data);
}

#endif
