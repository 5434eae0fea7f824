/* Idea. The steps of all slots under one scheduler: inputs choose a slot and a step of its location; the chosen step is
 * executed if it is enabled.
 * Source. V. Kahlon, A. Gupta, N. Sinha, "Symbolic Model Checking of Concurrent Programs Using Partial Orders and
 * On-the-Fly Transactions", CAV 2006, section 4.2.
 * Where we differ. Locations may be nondeterministic, so a second input chooses the step. Choices that name no step are
 * excluded by a constraint instead of being idle steps: infinite runs need it.
 * Why that is sound. Every enabled step is chosen by some input, and each input chooses at most one step. */
#include <stdio.h>

#include "base/options.h"
#include "symbolic/parts.h"

struct word
circuit_input (struct circuit *c, const char *name, unsigned values)
{
  lit bit[32];
  unsigned n = 0;
  while (1u << n < values)
    n++;
  for (unsigned i = 0; i < n; i++) {
    char text[60];
    snprintf (text, sizeof text, "%s.%u", name, i);
    bit[i] = aig_leaf (&c->g);
    VEC_PUSH (c->inputs, bit[i]);
    VEC_PUSH (c->input_names, mem_strdup (text));
  }
  return n ? word_of_bits (bit, n, false) : word_const (0);
}

/* The steps of one location of a slot are contiguous, numbered from 0. Returns the largest number of them at a location,
 * and whether this one is alone. */
static uint32_t
most_choices (const struct circuit *c)
{
  uint32_t most = 1;
  for (size_t i = 0; i < c->steps.count; i++)
    if (!c->steps.data[i].inside && c->steps.data[i].choice >= most)
      most = c->steps.data[i].choice + 1;
  return most;
}

static bool
is_alone (const struct circuit *c, size_t i)
{
  const struct step *s = &c->steps.data[i];
  return s->inside || (!s->choice && (i + 1 == c->steps.count || s[1].inside || !s[1].choice));
}

static void
schedule (struct parts *p)
{
  struct circuit *c = p->c;
  struct aig *g = p->g;
  struct word slot = p->choose_slot = circuit_input (c, "process", (unsigned) p->slots.count);
  struct word step = p->choose_step = circuit_input (c, "step", most_choices (c));
  for (size_t i = 0; i < c->steps.count; i++) {
    struct step *s = &c->steps.data[i];
    lit chosen = aig_and (g, word_is (g, &slot, s->slot), is_alone (c, i) ? LIT_TRUE : word_is (g, &step, s->choice));
    s->allowed = aig_and (g, s->enabled, p->slots.data[s->slot].stubborn);
    s->execute = aig_and (g, s->allowed, chosen);
  }
}

static void
set_input (const struct word *w, uint32_t to, bool *value)
{
  for (unsigned i = 0; i < w->n; i++)
    if (w->bit[i] > LIT_TRUE)
      value[lit_node (w->bit[i])] = to >> i & 1;
}

void
circuit_choose (const struct circuit *c, uint32_t step, bool *value)
{
  const struct parts *p = c->parts;
  const struct step *s = &c->steps.data[step];
  set_input (&p->choose_slot, s->slot, value);
  set_input (&p->choose_step, s->inside ? 0 : s->choice, value);
}

/* ---- the next state ---- */

static void
connect_latches (struct parts *p)
{
  struct circuit *c = p->c;
  struct aig *g = p->g;
  lit *to = mem_alloc ((c->latches.count + 1) * sizeof *to), *any = mem_alloc ((c->latches.count + 1) * sizeof *any);
  for (size_t i = 0; i < c->latches.count; i++)
    to[i] = any[i] = LIT_FALSE;
  for (size_t i = 0; i < c->steps.count; i++) {
    const struct step *s = &c->steps.data[i];
    for (uint32_t k = 0; k < s->nchanges; k++) {
      uint32_t l = s->changes[k].latch;
      to[l] = aig_or (g, to[l], aig_and (g, s->execute, s->changes[k].to));
      any[l] = aig_or (g, any[l], s->execute);
    }
  }
  for (size_t i = 0; i < c->latches.count; i++)
    c->latches.data[i].next = aig_or (g, to[i], aig_and (g, lit_not (any[i]), c->latches.data[i].now));
  mem_free (to);
  mem_free (any);
}

/* ---- what is bad ---- */

static lit
all_at_end (struct parts *p)
{
  lit good = LIT_TRUE;
  for (size_t i = 0; i < p->slots.count; i++) {
    const struct slot *s = &p->slots.data[i];
    lit ends = s->nodes.data[0].at;
    for (size_t k = 1; k < s->nodes.count; k++) {
      const struct node *n = &s->nodes.data[k];
      if (p->pg->procs[s->types.data[n->type].proc].locs[n->loc].flags & LOC_END)
        ends = aig_or (p->g, ends, n->at);
    }
    good = aig_and (p->g, good, ends);
  }
  return good;
}

static lit
channels_empty (struct parts *p)
{
  lit empty = LIT_TRUE;
  for (size_t i = 0; i < p->channels.count; i++) {
    struct word length = cell_now (p, p->channels.data[i].length);
    empty = aig_and (p->g, empty, word_is (p->g, &length, 0));
  }
  return empty;
}

static void
say_bad (struct parts *p)
{
  struct circuit *c = p->c;
  struct aig *g = p->g;
  lit any = LIT_FALSE, executed = LIT_FALSE;
  c->bad_step = c->resource = c->beyond = c->bad_end = c->bad_invariant = LIT_FALSE;
  for (size_t i = 0; i < c->steps.count; i++) {
    const struct step *s = &c->steps.data[i];
    any = aig_or (g, any, s->possible);
    executed = aig_or (g, executed, s->execute);
    c->bad_step = aig_or (g, c->bad_step, aig_and (g, s->execute, s->fault));
    c->resource = aig_or (g, c->resource, aig_and (g, s->execute, s->resource));
    c->beyond = aig_or (g, c->beyond, aig_and (g, s->execute, s->beyond));
  }
  c->terminal = lit_not (any);
  c->chosen = aig_or (g, executed, c->terminal);
  c->valid = aig_or (g, aig_and (g, executed, lit_not (c->beyond)), c->terminal);
  if (p->config->ends != ENDS_OFF) {
    lit good = all_at_end (p);
    if (p->config->ends == ENDS_EMPTY)
      good = aig_and (g, good, channels_empty (p));
    good = aig_or (g, good, expr_somebody_at (p, LOC_EXIT));
    c->bad_end = aig_and (g, c->terminal, lit_not (good));
  }
  if (p->config->invariant) {
    struct env v;
    env_init (&v, p, PG_ALL, 0);
    lit holds = expr_true (&v, p->config->invariant);
    c->bad_invariant = aig_and (g, c->observable, aig_or (g, lit_not (holds), v.fault));
    env_release (&v);
  }
}

void
compose (struct parts *p)
{
  schedule (p);
  connect_latches (p);
  say_bad (p);
}
