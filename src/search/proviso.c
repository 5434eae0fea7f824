/* Ample sets for properties of infinite runs, chosen while the product is searched, but as a function of the states of the
 * model alone.
 *
 * Idea. The first time the search of the product reaches a state of the model, with any state of the automaton, it decides
 * permanently whether the state gets an ample set. It does unless one of the set's steps leads to a state that is decided
 * and not closed. Closed are states that are fully expanded, and those with an ample set that leads only to closed states.
 * So the searched graph is the product of the automaton with one reduced graph, which is fixed as it is discovered; a
 * violation ends the search early.
 * Source. D. Peled, "Combining partial order reductions with on-the-fly model-checking", Formal Methods in System Design 8
 * (1996): C1, C2, C3' and algorithm A1, theorems 3.11 and 3.12.
 * Where we differ. In the paper's on-the-fly algorithm A2 the choice depends on the automaton's state, which is wrong: S.
 * Siegel, "What's wrong with on-the-fly partial order reduction", CAV 2019. Its off-line algorithm A1 decides in a separate
 * search, before the automaton is considered. Here the search of the product decides, but as if there were no automaton.
 * Why that is sound. Let undecided states count as fully expanded. Then every cycle of the reduced graph has a fully
 * expanded state. Otherwise let z be the state of the cycle that was decided last, and w the next one. When z was decided,
 * w was decided (or is z, which is not closed), with an ample set. If w was closed then, so was the next state, and so on
 * around the cycle to z, which was not decided yet. So w was not closed, and z did not get an ample set: a contradiction.
 * This is the cycle condition (C2 of A1 is one way to ensure it; E. Clarke, O. Grumberg, D. Peled, Model Checking, MIT
 * Press 1999, chapter 10). With C1 and C3', which static_choose provides, every run has a counterpart in the reduced graph
 * that the property cannot distinguish from it.
 * A run that ends in an error is not a run: a set with a step that may end in an error, or that reaches no observable
 * state, is not used, since the runs without that step would be lost.
 * Fairness. Which processes are enabled is computed from all transitions, reduced or not. A weakly or strongly fair run
 * cannot postpone an ample set for ever: the process of the set would stay enabled (the paper's F follows from both in this
 * way). So its counterpart in the reduced graph has the same steps in another order, and the same processes move infinitely
 * often. Steps that may change whether another process is enabled then count as visible (ample_config.fair): their order is
 * preserved, and with it, for a process that no longer moves, whether it is enabled for ever, infinitely often, or neither.
 * Excepted are messages on a channel that only two processes use from then on, one to send, one to receive: when one of
 * them no longer moves, the other changes the channel only finitely often, and only what happens infinitely often counts.
 * Timeout. Steps of the set stay enabled without it. So where timeout is true, in the run or in its counterpart, no step of
 * a set is pending: each step executed was executed in both, and they are in the same state. Therefore the same processes
 * are enabled by timeout, equally often.
 * Traces (FAIR_TRACE). Sets are closed under a relation that includes everything that concerns a process
 * (ample_config.coarse): a process of the set that never moves is never concerned, so a fair run does not postpone the set
 * for ever. The counterpart has the same steps; from some point on the remaining steps concern no process that does not
 * move, and do not change whether it is enabled. No step need be visible for this: F does not depend on the order of
 * independent steps. */
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
