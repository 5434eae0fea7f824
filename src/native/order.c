/* Idea. Executions that differ in the order of independent steps are the same
 * for the program, and the one with the fewest changes of thread is the easiest
 * to read. Each step says how many steps of each thread must have come before
 * it; then a thread goes on for as long as it can, and where it cannot, the
 * thread is chosen after which the rest needs the fewest changes if all later
 * choices are made in order of thread numbers.
 * Where it differs from the best: finding that is expensive; this is one step
 * of looking ahead. Why that is sound: the result is run before it is shown.
 */
#include "native/order.h"

#include <string.h>

#include "model/result.h"

enum { MOST_STEPS = 3000, MOST_THREADS = 256 };

struct order {
  const struct told_finding *told;
  size_t nsteps, nthreads;
  uint32_t *need;                 /* [step][thread]: so many of its steps come first */
  size_t *start, *steps;          /* the steps of thread t: steps[start[t] .. start[t + 1]) */
  bool *is_kept;
};

/* ---- what depends on what ---- */

static bool
is_memory (uint32_t kind)
{
  return kind >= NATIVE_LOAD && kind <= NATIVE_WRITE;
}

static bool
is_read (uint32_t kind)
{
  return kind == NATIVE_LOAD || kind == NATIVE_READ;
}

/* Touches one lock and nothing else. */
static bool
is_lock (uint32_t kind)
{
  return kind >= NATIVE_LOCK && kind <= NATIVE_RDUNLOCK;
}

static bool
overlap (const struct wire_step *a, const struct wire_step *b)
{
  return a->object < b->object + (b->size ? b->size : 1) && b->object < a->object + (a->size ? a->size : 1);
}

/* Of different threads; a comes first. In doubt: yes. */
static bool
depends (const struct wire_step *a, const struct wire_step *b)
{
  if (a->kind == NATIVE_CREATE && a->object == b->thread)
    return true;
  if (b->kind == NATIVE_JOIN && b->object == a->thread)
    return a->kind == NATIVE_END;
  if (is_memory (a->kind) && is_memory (b->kind))
    return overlap (a, b) && !(is_read (a->kind) && is_read (b->kind));
  if (is_lock (a->kind) && is_lock (b->kind))
    return a->object == b->object;
  uint32_t kinds[] = {a->kind, b->kind};
  for (int i = 0; i < 2; i++)
    if (is_memory (kinds[i]) || kinds[i] == NATIVE_START || kinds[i] == NATIVE_CREATE || kinds[i] == NATIVE_JOIN ||
        kinds[i] == NATIVE_END || kinds[i] == NATIVE_CHOOSE || kinds[i] == NATIVE_YIELD)
      return false;
  return true;
}

static void
find_needs (struct order *o)
{
  const struct wire_step *s = o->told->steps;
  uint32_t *rank = mem_zalloc ((o->nsteps + 1) * sizeof *rank), *count = mem_zalloc (o->nthreads * sizeof *count);
  for (size_t i = 0; i < o->nsteps; i++)
    rank[i] = ++count[s[i].thread];
  for (size_t t = 0, at = 0; t <= o->nthreads; t++) {
    o->start[t] = at;
    at += t < o->nthreads ? count[t] : 0;
  }
  for (size_t i = 0; i < o->nsteps; i++) {
    uint32_t *need = &o->need[i * o->nthreads];
    o->steps[o->start[s[i].thread] + rank[i] - 1] = i;
    for (size_t k = 0; k < i; k++)
      if (s[k].thread == s[i].thread || depends (&s[k], &s[i]))
        need[s[k].thread] = rank[k] > need[s[k].thread] ? rank[k] : need[s[k].thread];
  }
  mem_free (rank);
  mem_free (count);
}

/* Keeps the last step and what it needs. */
static void
prune_steps (struct order *o)
{
  memset (o->is_kept, 0, o->nsteps);
  o->is_kept[o->nsteps - 1] = true;
  for (size_t i = o->nsteps; i-- > 0;)
    for (size_t t = 0; o->is_kept[i] && t < o->nthreads; t++) {
      uint32_t need = o->need[i * o->nthreads + t];
      if (need)
        o->is_kept[o->steps[o->start[t] + need - 1]] = true;
    }
}

/* ---- putting them in order ---- */

struct state {
  uint32_t done[MOST_THREADS];    /* steps of each thread */
  size_t thread;                  /* that goes on */
};

/* The next step of the thread, if it can be taken; or nsteps. What is not kept
 * comes after all that is: it ends its thread. */
static size_t
available (const struct order *o, const struct state *s, size_t thread)
{
  size_t at = o->start[thread] + s->done[thread];
  if (at == o->start[thread + 1] || !o->is_kept[o->steps[at]] || o->steps[at] + 1 == o->nsteps)
    return o->nsteps;
  const uint32_t *need = &o->need[o->steps[at] * o->nthreads];
  for (size_t t = 0; t < o->nthreads; t++)
    if (t != thread && need[t] > s->done[t])
      return o->nsteps;
  return o->steps[at];
}

/* Goes on with the thread as long as it can; writes the steps if out is not NULL. */
static size_t
run_thread (const struct order *o, struct state *s, trans_id *out)
{
  size_t step, n = 0;
  while ((step = available (o, s, s->thread)) < o->nsteps) {
    const struct wire_step *w = &o->told->steps[step];
    if (out)
      out[n] = step_of_program (w->thread, w->alternative);
    n++;
    s->done[s->thread]++;
  }
  return n;
}

/* Changes of thread until the end, from a state whose thread goes on. */
static size_t
count_changes (const struct order *o, struct state s)
{
  size_t changes = 0, last = o->told->steps[o->nsteps - 1].thread;
  for (bool any = true; any;) {
    run_thread (o, &s, NULL);
    any = false;
    for (size_t t = 0; t < o->nthreads && !any; t++)
      if (available (o, &s, t) < o->nsteps) {
        s.thread = t;
        changes++;
        any = true;
      }
  }
  return changes + (s.thread != last);
}

static size_t
arrange (const struct order *o, trans_id *out)
{
  const struct wire_step *last = &o->told->steps[o->nsteps - 1];
  struct state s = {0};
  size_t n = 0;
  for (bool any = true; any;) {
    size_t best = SIZE_MAX, chosen = 0;
    n += run_thread (o, &s, out + n);
    any = false;
    for (size_t t = 0; t < o->nthreads; t++)
      if (available (o, &s, t) < o->nsteps) {
        struct state next = s;
        next.thread = t;
        size_t changes = count_changes (o, next);
        if (changes < best) {
          best = changes;
          chosen = t;
        }
        any = true;
      }
    s.thread = chosen;
  }
  out[n++] = step_of_program (last->thread, last->alternative);
  return n;
}

size_t
order_steps (const struct told_finding *told, bool prune, trans_id *out)
{
  struct order o = {.told = told, .nsteps = told->head.nsteps};
  for (size_t i = 0; i < o.nsteps; i++) {
    out[i] = step_of_program (told->steps[i].thread, told->steps[i].alternative);
    o.nthreads = told->steps[i].thread >= o.nthreads ? told->steps[i].thread + (size_t) 1 : o.nthreads;
  }
  if (!o.nsteps || o.nsteps > MOST_STEPS || o.nthreads > MOST_THREADS)
    return o.nsteps;
  o.need = mem_zalloc (o.nsteps * o.nthreads * sizeof *o.need);
  o.start = mem_zalloc ((o.nthreads + 1) * sizeof *o.start);
  o.steps = mem_zalloc (o.nsteps * sizeof *o.steps);
  o.is_kept = mem_alloc (o.nsteps);
  memset (o.is_kept, 1, o.nsteps);
  find_needs (&o);
  if (prune)
    prune_steps (&o);
  size_t n = arrange (&o, out);
  mem_free (o.need);
  mem_free (o.start);
  mem_free (o.steps);
  mem_free (o.is_kept);
  return n;
}
