/* The traces of a toy program, without any reduction.
 *
 * Two interleavings of the same steps that order dependent ones alike lead to
 * the same state, and to the same traces: a trace that was begun is gone on with
 * once, however many interleavings begin it. That is all: every enabled thread
 * is run, with every alternative, after every beginning of a trace. */
#ifndef TEST_TOY_ORACLE_H
#define TEST_TOY_ORACLE_H

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

/* A set of numbers that are not 0. */
struct number_set {
  uint64_t *table;
  size_t room, used;              /* room: a power of two */
};

static inline bool
number_set_add (struct number_set *s, uint64_t number)
{
  if (2 * s->used >= s->room) {
    struct number_set larger = {.room = s->room ? 2 * s->room : 1024};
    larger.table = calloc (larger.room, sizeof *larger.table);
    for (size_t i = 0; i < s->room; i++)
      if (s->table[i])
        number_set_add (&larger, s->table[i]);
    free (s->table);
    *s = larger;
  }
  size_t at = toy_mix (5, number) & (s->room - 1);
  for (; s->table[at]; at = (at + 1) & (s->room - 1))
    if (s->table[at] == number)
      return false;
  s->table[at] = number;
  s->used++;
  return true;
}

static inline void
number_set_clear (struct number_set *s)
{
  if (s->room > 1 << 14) {
    free (s->table);
    *s = (struct number_set){0};
  }
  if (s->used)
    memset (s->table, 0, s->room * sizeof *s->table);
  s->used = 0;
}

/* How the execution ended, and in which state. */
static inline uint64_t
toy_end_number (struct toy *e)
{
  const struct toy_state *s = &e->now;
  uint64_t hash = exec_end (&e->exec);
  for (size_t t = 0; t < e->program->nthreads; t++) {
    hash = toy_mix (hash, s->threads[t].status * 256u + s->threads[t].pc);
    for (size_t r = 0; r < TOY_REGS; r++)
      hash = toy_mix (hash, (uint64_t) s->threads[t].r[r]);
  }
  for (size_t v = 0; v < 4; v++)
    hash = toy_mix (hash, (uint64_t) s->vars[v] * 1024 + (uint64_t) s->count[v] * 32 + (uint64_t) s->holder[v]);
  return hash;
}

static inline uint64_t
toy_trace (const struct toy *e)
{
  return e->depth ? e->events[e->depth - 1].trace : 1;
}

static inline uint64_t
toy_number (struct toy *e)
{
  return toy_mix (toy_trace (e), toy_end_number (e));
}

struct toy_oracle {
  struct seen traces;             /* each once, in order */
  bool fails;                     /* in one of them something fails */
  bool plain;                     /* every interleaving by itself, numbered by traces.c, which looks at each anew */
  size_t most, met;               /* beginnings of traces: as many as may be, as there were */
  struct number_set begun;
  struct exec *again;             /* for traces.c */
  struct traces scratch;
};

static inline bool
toy_oracle_end (struct toy_oracle *o, struct toy *e)
{
  struct stateless_step steps[TOY_STEPS];
  o->fails |= exec_end (&e->exec) == EXEC_BAD;
  if (!o->plain)
    return seen_add (&o->traces, toy_number (e)), true;
  for (size_t i = 0; i < e->depth; i++)
    steps[i] = (struct stateless_step){.thread = e->events[i].thread, .alternative = e->events[i].alternative};
  uint64_t trace = traces_number (&o->scratch, o->again, steps, e->depth);
  seen_add (&o->traces, toy_mix (trace, toy_end_number ((struct toy *) o->again)));
  return true;
}

/* All that can follow; false: too much. */
static inline bool
toy_oracle_go_on (struct toy_oracle *o, struct toy *e)
{
  bool any = false;
  size_t n = e->depth;
  if (n == TOY_STEPS || ++o->met > o->most)
    return false;
  for (thread_id t = 0; t < e->nthreads; t++)
    for (uint32_t a = 0; exec_enabled (&e->exec, t) && a < exec_alternatives (&e->exec, t); a++) {
      struct exec_step step = {0};
      any = true;
      o->fails |= exec_step (&e->exec, t, a, &step) == EXEC_FAILED;
      if ((o->plain || number_set_add (&o->begun, toy_trace (e))) && !toy_oracle_go_on (o, e))
        return false;
      exec_rewind (&e->exec, n);
    }
  return any || toy_oracle_end (o, e);
}

/* Begins anew; false: there are too many. */
static inline bool
toy_oracle_ask (struct toy_oracle *o, const struct toy_program *p, size_t most)
{
  struct exec *e = toy_new (p);
  ((struct toy *) e)->marks = true;
  o->traces.count = o->met = 0;
  o->fails = false;
  o->most = most;
  number_set_clear (&o->begun);
  if (o->plain)
    o->again = toy_new (p);
  bool few = toy_oracle_go_on (o, (struct toy *) e);
  exec_free (e);
  if (o->plain)
    exec_free (o->again);
  seen_distinct (&o->traces);
  return few;
}

static inline void
toy_oracle_release (struct toy_oracle *o)
{
  free (o->traces.data);
  free (o->begun.table);
  traces_release (&o->scratch);
}

#endif
