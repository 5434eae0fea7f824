/* Replays a lasso using only the definitions: the letters of the run are given to the automaton as a word, and fairness is
 * evaluated on the states of the loop. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "search/emptiness.h"

struct replay {
  struct search_run *run;
  const struct liveness *property;
  const struct finding *finding;
  uint32_t *state, *next, *entry; uint32_t n, entry_n;
  struct trans_list enabled;
  VEC (uint64_t) letters;
  size_t loop_letter;             /* number of the loop's first letter */
  struct fault fault;             /* a fault in evaluating a letter */
  bool in_loop;
  struct pidset moved;            /* processes that move in the loop */
  struct pidset ever, always;     /* processes enabled in some (all) states of the loop */
};

/* Handles an observable state of the run: reads its letter, and computes r->enabled. */
static void
look (struct replay *r)
{
  struct fault fault = {.kind = FAULT_NONE};
  VEC_PUSH (r->letters, r->property->letter (r->property->context, r->state, &fault));
  if (fault.kind != FAULT_NONE)
    r->fault = fault;
  assert (!ts_transient (r->state));
  if (!r->in_loop)
    return;
  struct pidset here = {{0}};
  for (size_t i = 0; i < r->enabled.count; i++)
    if (!ts_is_optional (r->run->ts, r->enabled.data[i]))
      pidset_add_movers (&here, r->enabled.data[i]);
  bits_join (r->ever.bits, here.bits, PIDSET_WORDS);
  for (int i = 0; i < PIDSET_WORDS; i++)
    r->always.bits[i] &= here.bits[i];
}

static bool
can_take (const struct replay *r, trans_id t)
{
  if (t == TRANS_STUTTER)
    return ts_is_end (r->run->ts, r->enabled.data, r->enabled.count) && !r->property->endless;
  for (size_t i = 0; i < r->enabled.count; i++)
    if (r->enabled.data[i] == t)
      return true;
  return false;
}

/* Executes step i; false with the reason. */
static bool
take (struct replay *r, size_t i, char *why, size_t room)
{
  struct ts *ts = r->run->ts;
  trans_id t = r->finding->steps[i];
  struct fault fault = {.kind = FAULT_NONE};
  r->enabled.count = 0;
  ts->class->enabled (ts, r->state, &r->enabled);
  if ((long) i == r->finding->loop_start) {
    r->in_loop = true;
    r->loop_letter = r->letters.count;
    memset (&r->always, 0xff, sizeof r->always);
    memcpy (r->entry, r->state, (size_t) r->n * 4);
    r->entry_n = r->n;
  }
  if (!ts_transient (r->state))
    look (r);
  if (!can_take (r, t)) {
    snprintf (why, room, "step %zu is not enabled", i + 1);
    return false;
  }
  if (r->in_loop && !ts_is_optional (ts, t))
    pidset_add_movers (&r->moved, t);
  if (r->in_loop && r->property->fairness == FAIR_TRACE && trans_is_statement (t) && !ts_transient (r->state))
    r->property->concerned (r->property->context, r->state, t, r->moved.bits);
  if (t == TRANS_STUTTER)
    return true;
  r->n = ts->class->step (ts, r->state, t, r->next, &fault);
  assert (r->n <= ts->max_words);
  memcpy (r->state, r->next, (size_t) r->n * 4);
  if (fault.kind != FAULT_NONE && !fault.goes_on) {
    snprintf (why, room, "step %zu ends the execution: %s", i + 1, fault.message);
    return false;
  }
  return true;
}

/* The states that the automaton may be in after the letter. */
static void
read_letter (const struct automaton *a, uint64_t letter, const bool *in, bool *out)
{
  memset (out, 0, a->states.count * sizeof *out);
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    for (uint32_t c = 0; c < e->ncubes && in[e->source]; c++)
      out[e->target] |= cube_holds (a->cubes.data[e->cube + c], letter);
  }
}

/* Whether the automaton, after these letters, accepts every continuation. */
static bool
is_doomed (const struct liveness *l, const uint64_t *letters, size_t n)
{
  struct automaton *plain = liveness_by_states (l);
  const struct automaton *a = plain ? plain : l->automaton;
  uint32_t goal = product_doomed (a);
  bool *now = mem_zalloc (a->states.count * sizeof *now), *next = mem_zalloc (a->states.count * sizeof *next);
  now[a->initial] = true;
  for (size_t i = 0; i < n; i++) {
    bool *swap = now;
    read_letter (a, letters[i], now, next);
    now = next;
    next = swap;
  }
  assert (goal == STATE_NONE || goal < a->states.count);
  bool doomed = goal != STATE_NONE && now[goal];
  mem_free (now);
  mem_free (next);
  automaton_free (plain);
  return doomed;
}

static const char *
loop_mistake (const struct replay *r)
{
  const struct liveness *l = r->property;
  struct pidset starved = {{0}};
  if (r->n != r->entry_n || memcmp (r->state, r->entry, (size_t) r->n * 4))
    return "the loop does not close";
  if (ts_transient (r->state))
    return "the loop starts inside an atomic sequence";
  if (liveness_is_just (l))
    starved = pidset_minus (&r->always, &r->moved);
  else if (l->fairness == FAIR_STRONG)
    starved = pidset_minus (&r->ever, &r->moved);
  if (!bits_empty (starved.bits, PIDSET_WORDS))
    return "the loop is not fair";
  size_t u = r->loop_letter;
  assert (r->in_loop && u < r->letters.count);
  if (!automaton_accepts (l->automaton, r->letters.data, u, r->letters.data + u, r->letters.count - u))
    return "the loop does not violate the property";
  return NULL;
}

static const char *
mistake (struct replay *r)
{
  const struct finding *f = r->finding;
  if (f->kind == r->property->kind && f->loop_start >= 0)
    return loop_mistake (r);
  struct ts *ts = r->run->ts;
  if (ts_transient (r->state))
    return "the execution ends inside an atomic sequence";
  r->enabled.count = 0;
  ts->class->enabled (ts, r->state, &r->enabled);
  look (r);
  if (f->kind != r->property->kind)
    return r->fault.kind != FAULT_NONE && !strcmp (r->fault.message, f->message) ? NULL
                                                                                  : "the property can be evaluated";
  return is_doomed (r->property, r->letters.data, r->letters.count) ? NULL : "the property is not violated yet";
}

bool
liveness_replay (struct search_run *run, const struct liveness *l, const struct finding *f, char *why, size_t room)
{
  struct ts *ts = run->ts;
  size_t bytes = (size_t) ts->max_words * 4;
  struct replay r = {.run = run, .property = l, .finding = f, .state = mem_alloc (bytes), .next = mem_alloc (bytes),
                     .entry = mem_alloc (bytes)};
  struct fault fault = {.kind = FAULT_NONE};
  r.n = ts->class->initial (ts, r.state, &fault);
  bool good = fault.kind == FAULT_NONE;
  if (!good)
    snprintf (why, room, "there is no initial state: %s", fault.message);
  for (size_t i = 0; i < f->nsteps && good; i++)
    good = take (&r, i, why, room);
  const char *wrong = good ? mistake (&r) : NULL;
  if (wrong) {
    snprintf (why, room, "%s", wrong);
    good = false;
  }
  VEC_FREE (r.letters);
  VEC_FREE (r.enabled);
  mem_free (r.state);
  mem_free (r.next);
  mem_free (r.entry);
  return good;
}
