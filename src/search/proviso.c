/* Ample sets for properties of infinite runs, decided while the product is
 * searched but for states of the model alone.
 *
 * Idea. The first time the search of the product comes to a state of the model,
 * with whatever state of the automaton, it decides once and for all whether the
 * state gets an ample set. It does unless one of the set's steps leads to a
 * state that is decided and not closed. Closed are states that are expanded
 * fully, and those with an ample set that leads to closed states only. So what
 * is searched is the product of the automaton with one reduced graph, which is
 * fixed as it is discovered; a violation ends the search early.
 * Source. D. Peled, "Combining partial order reductions with on-the-fly
 * model-checking", FMSD 8 (1996): C1, C2, C3' and algorithm A1, theorems 3.11
 * and 3.12.
 * Where we differ. The paper's on-the-fly algorithm A2 lets the choice depend on
 * the automaton's state, and is wrong: S. Siegel, "What's wrong with on-the-fly
 * partial order reduction", CAV 2019. Its off-line algorithm A1 decides in a
 * search of its own, before the automaton is looked at. Here the search of the
 * product decides, yet as if there were no automaton.
 * Why that is sound. Let undecided states count as fully expanded. Every cycle
 * of the reduced graph then has a fully expanded state: else let z be the one of
 * its states that was decided last, w the next one. When z was decided, w was
 * decided (or is z, which is not closed), with an ample set. If w was closed
 * then, so was the next state, and so on round to z, which was not even decided.
 * So w was not closed, and z did not get an ample set. That is the cycle
 * condition (C2 of A1 is one way to have it; E. Clarke, O. Grumberg, D. Peled,
 * "Model Checking", 1999, chapter 10). With C1 and C3', which static_choose
 * gives, every run has one in the reduced graph that the property cannot tell
 * from it.
 * A run that ends in an error is none: a set whose step may do that, or that
 * arrives nowhere, is not used, since the runs without it would be lost.
 * Fairness. Which processes are enabled is read off all transitions, reduced or
 * not. A weakly or strongly fair run cannot put off an ample set for ever: the
 * process of the set would stay enabled (this is how the paper's F follows from
 * both). So its counterpart in the reduced graph has the same steps in another
 * order, and moves the same processes for ever. Steps that may change whether
 * another process is enabled count as visible then (ample_config.fair): their
 * order is kept, and with it, for a process that does not move any more,
 * whether it is enabled for ever, again and again, or not. Excepted are messages
 * on a channel that only two processes use from then on, one to send, one to
 * take: when one of them does not move any more, the other changes the channel
 * a few times at most, and what counts is what happens for ever.
 * Timeout. Steps of the set are enabled whatever happens without it. So where
 * timeout is true, in the run or in its counterpart, no step of a set is due: each step taken
 * has been taken in both, and they are in the same state. Who is enabled by timeout is the same, as often.
 * Traces (FAIR_TRACE). Sets are closed by a relation that has whatever concerns a process (ample_config.coarse):
 * who is in one and never moves is never concerned, so a fair run does not put the set off
 * for ever. The counterpart has the same steps; from some point on those left concern nobody who does not move, and
 * leave it enabled or not. No step need be visible for that: F does not see the order of independent steps.
 */
#include <assert.h>

#include "search/proviso.h"

enum { DECIDED = 1, REDUCED = 2, CLOSED = 4 };

void
proviso_release (struct proviso *p)
{
  VEC_FREE (p->of);
}

static uint8_t
look_up (const struct proviso *p, state_id s)
{
  return s < p->of.count ? p->of.data[s] : 0;
}

static void
note (struct proviso *p, state_id s, uint8_t what)
{
  while (p->of.count <= s)
    VEC_PUSH (p->of, 0);
  p->of.data[s] |= what;
  assert (p->of.data[s] & DECIDED);
}

bool
proviso_decided (const struct proviso *p, state_id s)
{
  return look_up (p, s) & DECIDED;
}

size_t
proviso_choose (struct proviso *p, state_id s, const uint32_t *state, trans_id *list, size_t count)
{
  bool full = (look_up (p, s) & (DECIDED | REDUCED)) == DECIDED;
  return full ? count : static_choose (p->reduction, state, list, count);
}

void
proviso_expand_fully (struct proviso *p, state_id s)
{
  assert (!proviso_decided (p, s));
  note (p, s, DECIDED | CLOSED);
}

bool
proviso_decide (struct proviso *p, state_id s, const state_id *arrivals, size_t n)
{
  size_t open = 0;
  assert (!proviso_decided (p, s));
  note (p, s, DECIDED);
  for (size_t i = 0; i < n; i++)
    open += (look_up (p, arrivals[i]) & (DECIDED | CLOSED)) == DECIDED;
  bool taken = n && !open;
  note (p, s, taken ? REDUCED : CLOSED);
  return taken;
}

void
proviso_leave (struct proviso *p, state_id s, const state_id *arrivals, size_t n)
{
  if ((look_up (p, s) & (REDUCED | CLOSED)) != REDUCED)
    return;
  for (size_t i = 0; i < n; i++)
    if (!(look_up (p, arrivals[i]) & CLOSED))
      return;
  assert (proviso_decided (p, s));
  note (p, s, CLOSED);
}
