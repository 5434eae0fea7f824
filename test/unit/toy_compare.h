/* Explorations of a toy program against the enumeration of all its
 * interleavings: the same traces, ends and final states. */
#ifndef TEST_TOY_COMPARE_H
#define TEST_TOY_COMPARE_H

#include "base/mutant.h"
#include "search/stateless/traces.h"
#include "toy.h"

enum { TOY_STEPS = 64 };

/* What was seen: one number per execution, which says its trace, how it ended
 * and in which state. */
struct seen {
  uint64_t *data;
  size_t count, room;
};

static inline void
seen_add (struct seen *s, uint64_t what)
{
  if (s->count == s->room) {
    s->room = s->room ? 2 * s->room : 64;
    s->data = realloc (s->data, s->room * sizeof *s->data);
  }
  s->data[s->count++] = what;
}

static inline int
seen_order (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

static inline void
seen_distinct (struct seen *s)
{
  size_t kept = 0;
  if (s->count)
    qsort (s->data, s->count, sizeof *s->data, seen_order);
  for (size_t i = 0; i < s->count; i++)
    if (!i || s->data[i] != s->data[i - 1])
      s->data[kept++] = s->data[i];
  s->count = kept;
}

static inline bool
seen_equal (const struct seen *a, const struct seen *b)
{
  return a->count == b->count && (!a->count || !memcmp (a->data, b->data, a->count * sizeof *a->data));
}

/* An exec of its own executes what is to be numbered. */
struct toy_numbering {
  struct exec *exec;
  struct traces scratch;
};

static inline uint64_t
toy_mix (uint64_t h, uint64_t x)
{
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 32;
}

static inline uint64_t
toy_number (struct toy_numbering *n, const struct stateless_step *steps, size_t count)
{
  const struct toy *e = (const struct toy *) n->exec;
  uint64_t hash = traces_number (&n->scratch, n->exec, steps, count);
  const struct toy_state *s = &e->now;
  hash = toy_mix (hash, exec_end (n->exec));
  for (size_t t = 0; t < e->program->nthreads; t++) {
    hash = toy_mix (hash, s->threads[t].status * 256u + s->threads[t].pc);
    for (size_t r = 0; r < TOY_REGS; r++)
      hash = toy_mix (hash, (uint64_t) s->threads[t].r[r]);
  }
  for (size_t v = 0; v < 4; v++)
    hash = toy_mix (hash, (uint64_t) s->vars[v] * 1024 + (uint64_t) s->count[v] * 32 + (uint64_t) s->holder[v]);
  return hash;
}

static inline void
toy_numbering_release (struct toy_numbering *n)
{
  traces_release (&n->scratch);
  exec_free (n->exec);
}

/* All interleavings. False: more than `most`. */
static inline bool
toy_interleave (struct exec *e, struct toy_numbering *numbering, struct stateless_step *steps, size_t n, size_t most,
                struct seen *to)
{
  bool any = false;
  for (thread_id t = 0; t < exec_threads (e); t++)
    for (uint32_t a = 0; exec_enabled (e, t) && a < exec_alternatives (e, t); a++) {
      struct exec_step step = {0};
      any = true;
      if (n == TOY_STEPS)
        return false;
      exec_step (e, t, a, &step);
      steps[n] = (struct stateless_step){.thread = t, .alternative = a};
      if (!toy_interleave (e, numbering, steps, n + 1, most, to))
        return false;
      exec_rewind (e, n);
    }
  if (!any)
    seen_add (to, toy_number (numbering, steps, n));
  return to->count < most;
}

/* The distinct traces; false: there are too many interleavings. */
static inline bool
toy_enumerate (const struct toy_program *p, size_t most, struct seen *to)
{
  struct toy_numbering numbering = {.exec = toy_new (p)};
  struct stateless_step steps[TOY_STEPS];
  struct exec *e = toy_new (p);
  bool few = toy_interleave (e, &numbering, steps, 0, most, to);
  exec_free (e);
  toy_numbering_release (&numbering);
  seen_distinct (to);
  return few;
}

struct toy_watch {
  struct toy_numbering numbering;
  struct seen seen;
  const struct toy *toy;          /* that is explored */
  uint64_t found, misplaced;      /* misplaced: it was not where the schedule ends */
};

static inline void
toy_on_complete (void *context, enum exec_end end, const struct stateless_step *steps, size_t n)
{
  struct toy_watch *w = context;
  (void) end;
  seen_add (&w->seen, toy_number (&w->numbering, steps, n));
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
  {"none", false}, {"none", true}, {"dpor", false}, {"dpor", true}, {"source", false}, {"source", true}, {"optimal", true},
};
enum { TOY_CONFIGURATIONS = sizeof toy_configurations / sizeof *toy_configurations };

static inline struct result
toy_explore (const struct toy_program *p, const struct toy_configuration *c, uint64_t most, struct toy_watch *w)
{
  *w = (struct toy_watch){.numbering.exec = toy_new (p)};
  struct stateless_run run = {
    .exec = toy_new (p), .reduction = reduction_find (c->reduction), .sleep = c->sleep, .all = true,
    .complete = toy_on_complete, .found = toy_on_found, .context = w, .max_executions = most,
  };
  struct result r = {0};
  w->toy = (struct toy *) run.exec;
  stateless_run (&run, &r);
  exec_free (run.exec);
  toy_numbering_release (&w->numbering);
  result_release (&r);
  return r;
}

/* True: what the configuration saw is what there is; with sleep sets each trace
 * once; and if it is optimal, nothing else. */
static inline bool
toy_agrees (const struct toy_program *p, const struct toy_configuration *c, const struct seen *all, bool fails)
{
  struct toy_watch w;
  struct result r = toy_explore (p, c, 40000, &w);
  uint64_t ran = w.seen.count;
  bool good = r.exhaustive && r.stats.executions + r.stats.cut == ran && !!w.found == fails && r.errors == w.found
              && !w.misplaced;
  seen_distinct (&w.seen);
  good = good && seen_equal (&w.seen, all) && (!c->sleep || ran == all->count);
  if (!strcmp (c->reduction, "optimal"))
    good = good && !r.stats.blocked;
  free (w.seen.data);
  return good;
}

/* Some interleaving ends in a failure. */
static inline bool
toy_fails (const struct toy_program *p)
{
  struct toy_watch w;
  bool fails = toy_explore (p, &toy_configurations[0], 0, &w).errors;
  free (w.seen.data);
  return fails;
}

/* Does the configuration go wrong on the program? */
static inline bool
toy_is_bad (const struct toy_program *p, const struct toy_configuration *c, size_t most)
{
  struct seen all = {0};
  bool bad = toy_enumerate (p, most, &all) && !toy_agrees (p, c, &all, toy_fails (p));
  free (all.data);
  return bad;
}

/* Makes the program smaller as long as the configuration goes wrong: single
 * instructions become ones without a step. */
static inline void
toy_shrink (struct toy_program *p, const struct toy_configuration *c, size_t most)
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
        if (toy_is_bad (p, c, most))
          smaller = true;
        else
          p->code[t][i] = was;
      }
  }
}

/* Compares all configurations; prints the smallest program that shows the
 * first that goes wrong. */
static inline bool
toy_compare (const struct toy_program *p, const struct seen *all, size_t most)
{
  bool fails = toy_fails (p);
  for (int c = 0; c < TOY_CONFIGURATIONS; c++) {
    if (toy_agrees (p, &toy_configurations[c], all, fails))
      continue;
    struct toy_program small = *p;
    toy_shrink (&small, &toy_configurations[c], most);
    printf ("%s%s: not the traces of\n", toy_configurations[c].reduction, toy_configurations[c].sleep ? " with sleep sets" : "");
    toy_print (&small);
    return false;
  }
  return true;
}

#endif
