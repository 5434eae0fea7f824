/* Search with stored states.
 *
 * Idea. Go to the nearest state from which something is still to be run, and run: through new states and known ones, as
 * long as something is planned there. Then compute what follows from the new steps.
 *
 * Source. As summary.c, which decides what is to be run.
 *
 * Where we differ. The paper searches depth-first, so that what follows a state is known when the state is left. Here it is
 * computed on the graph, so any order is possible, and from the nearest state the path back is shortest and the run
 * longest: few executions, most of each new.
 *
 * Why that is sound. See summary.c. */

#include "base/digest.h"
#include "search/stateless/stateful.h"

#include <assert.h>
#include <stdio.h>

#include "search/stateless/shorten.h"
#include "search/stateless/stateful_parts.h"

/* ---- findings ---- */

/* Executes the path once more, and records it in a history. */
static bool
make_history (struct stateful *s, struct history *h)
{
  struct exec *e = s->run->exec;
  exec_rewind (e, 0);
  for (size_t i = 0; i < s->path.count; i++) {
    const struct stateless_step *p = &s->path.data[i];
    struct exec_step step = {0};
    if (p->thread >= exec_threads (e) || !exec_enabled (e, p->thread))
      return false;
    struct event event = {.thread = p->thread, .alternative = p->alternative, .alternatives = exec_alternatives (e, p->thread),
                          .announced = ops_intern (&h->ops, exec_next (e, p->thread))};
    history_threads (h, exec_threads (e));
    if (exec_step (e, p->thread, p->alternative, &step) == EXEC_BROKEN)
      return false;
    step.op.conditional = false;
    event.op = h->ops.known.data[event.announced].conditional ? ops_intern (&h->ops, &step.op) : event.announced;
    history_push (h, &event, &step);
  }
  return true;
}

bool
stateful_replay (struct stateful *s, size_t from)
{
  struct exec *e = s->run->exec;
  exec_rewind (e, from);
  for (size_t i = from; i < s->path.count; i++) {
    const struct stateless_step *p = &s->path.data[i];
    struct exec_step step = {0};
    if (p->thread >= exec_threads (e) || !exec_enabled (e, p->thread)
        || exec_step (e, p->thread, p->alternative, &step) == EXEC_BROKEN) {
      limits_stop (&s->limits, EXEC_NOT_REPEATABLE);
      return false;
    }
  }
  return true;
}

static void
tell (struct stateful *s, bool at_end, bool goes_on)
{
  struct stateless_run *run = s->run;
  struct history h;
  assert (exec_failure (run->exec)->message);
  if (!run->found)
    return;
  if (run->interrupt && *run->interrupt) {
    run->found (run->context, exec_failure (run->exec), s->path.data, s->path.count);
    return;
  }
  history_init (&h);
  h.quiet = true;
  if (make_history (s, &h) && (!at_end || exec_end (run->exec) == EXEC_BAD) && exec_failure (run->exec)->message
      && shorten_witness (run, &h, at_end, &s->schedule))
    run->found (run->context, exec_failure (run->exec), s->schedule.data, s->schedule.count);
  else
    limits_stop (&s->limits, "a finding could not be repeated");
  history_release (&h);
  if (goes_on)
    stateful_replay (s, 0);
}

static void
report (struct stateful *s, bool at_end)
{
  s->result->errors++;
  tell (s, at_end, s->run->all);
  if (!s->run->all)
    limits_stop (&s->limits, "the first finding ends the search");
}

static void
report_outcome (struct stateful *s, enum exec_outcome outcome)
{
  if (outcome == EXEC_FAILED)
    report (s, false);
  if (outcome == EXEC_DOUBT)
    tell (s, false, true);
  if (outcome == EXEC_BROKEN)
    limits_broken (&s->limits);
}

/* ---- steps ---- */

static bool
something_enabled (const struct graph *g, graph_id id)
{
  for (uint32_t i = 0; i < g->states.data[id].nnext; i++)
    if (g->nexts.data[g->states.data[id].next + i].enabled)
      return true;
  return false;
}

/* The thread that is run from a new state: one whose operation accesses nothing, since it need not be run anywhere else; or
 * the one that ran last; or any. */
static struct graph_next *
first_choice (const struct graph *g, graph_id id, thread_id last)
{
  struct graph_next *any = NULL;
  for (uint32_t i = 0; i < g->states.data[id].nnext; i++) {
    struct graph_next *n = &g->nexts.data[g->states.data[id].next + i];
    if (n->enabled && !n->op)
      return n;
    if (n->enabled && (!any || n->thread == last))
      any = n;
  }
  return any;
}

/* Continues without stored states, because they do not pay or are impossible. */
static void
go_without (struct stateful *s, const char *why)
{
  if (s->run->ever_new)
    s->run->ever_new (s->run->context, s->path.data, s->path.count);
  s->cut_short = true;
  if (s->cut_short)
    limits_stop (&s->limits, why);
}

static void
begin_state (struct stateful *s, graph_id id, thread_id last)
{
  struct graph *g = &s->graph;
  struct graph_next *first = first_choice (g, id, last);
  if (s->run->met)
    s->run->met (s->run->context);
  if (first && s->run->max_events && g->states.data[id].depth >= s->run->max_events)
    s->run->full ? (void) (s->cut_short = true) : go_without (s, "longer executions were cut (--max-events)");
  else if (first && s->run->full)
    graph_plan_all (g, id);
  else if (first)
    graph_plan (g, id, first);
}

static void
end_execution (struct stateful *s)
{
  struct stats *stats = &s->result->stats;
  enum exec_end end = exec_end (s->run->exec);
  *(end == EXEC_CUT ? &stats->cut : &stats->executions) += 1;
  if (end == EXEC_BAD)
    report (s, true);
  if (s->run->complete)
    s->run->complete (s->run->context, end, s->path.data, s->path.count);
}

/* Executes one step from the present state that was not executed from there before. */
static void
take_step (struct stateful *s, struct graph_next *n)
{
  struct graph *g = &s->graph;
  struct graph_step step = {.from = s->at, .thread = n->thread, .alternative = n->taken, .op = n->op, .joined = NONE};
  struct exec_step did = {0};
  bool fresh;
  assert (n->planned && n->taken < n->alternatives && exec_enabled (s->run->exec, n->thread));
  n->taken = n->taken + 1;
  enum exec_outcome outcome = exec_step (s->run->exec, step.thread, step.alternative, &did);
  if (outcome == EXEC_BROKEN) {
    report_outcome (s, outcome);
    return;
  }
  VEC_PUSH (s->path, (struct stateless_step) {step.thread, step.alternative});
  did.op.conditional = false;
  if (g->ops.known.data[step.op].conditional)
    step.op = ops_intern (&g->ops, &did.op);
  step.plain = did.plain ? ops_intern (&g->ops, did.plain) : 0;
  step.silent = did.silent;
  step.plain_changes = did.plain_changes;
  step.own_changes = did.own_changes;
  step.joined = did.joined - 1;
  step.ran = outcome == EXEC_RAN;
  step.released = (uint32_t) g->released.count;
  for (size_t i = 0; i < did.nreleased; i++)
    VEC_PUSH (g->released, did.released[i]);
  step.nreleased = (uint32_t) did.nreleased;
  step.to = s->at = graph_arrive (g, s->run->exec, &fresh);
  graph_step (g, step);
  s->result->stats.transitions++;
  if (s->path.count > s->result->stats.max_depth)
    s->result->stats.max_depth = s->path.count;
  if (fresh)
    begin_state (s, s->at, step.thread);
  report_outcome (s, outcome);
  if (fresh && !s->limits.stop && !something_enabled (g, s->at))
    end_execution (s);
  else
    s->result->stats.revisits += !fresh;
}

/* ---- going to a state ---- */

/* Moves the exec to a state, along its path from the start. */
bool
stateful_go_to (struct stateful *s, graph_id id)
{
  const struct graph *g = &s->graph;
  size_t depth = 0, common = 0;
  for (graph_id at = id; at; at = g->steps.data[g->states.data[at].came].from)
    depth++;
  s->schedule.count = 0;
  VEC_RESERVE (s->schedule, depth);
  s->schedule.count = depth;
  for (graph_id at = id; at; at = g->steps.data[g->states.data[at].came].from) {
    const struct graph_step *step = &g->steps.data[g->states.data[at].came];
    s->schedule.data[--depth] = (struct stateless_step) {step->thread, step->alternative};
  }
  while (common < s->schedule.count && common < s->path.count && s->schedule.data[common].thread == s->path.data[common].thread
         && s->schedule.data[common].alternative == s->path.data[common].alternative)
    common++;
  s->path.count = 0;
  for (size_t i = 0; i < s->schedule.count; i++)
    VEC_PUSH (s->path, s->schedule.data[i]);
  s->at = id;
  s->result->stats.runs++;
  s->result->stats.replayed += s->path.count - common;
  return stateful_replay (s, common);
}

/* Executes two steps from one state that access the same memory, one after the other: the exec reports a data race. */
static void
try_pairs (struct stateful *s)
{
  while (s->graph.pairs.count && !s->limits.stop) {
    struct graph_pair p = VEC_POP (s->graph.pairs);
    const struct graph_step a = s->graph.steps.data[p.first], b = s->graph.steps.data[p.second];
    uint64_t before = s->pairs.count;
    distinct_add (&s->pairs, digest_add (digest_at (a.plain, b.plain), (uint64_t) a.op << 32 | b.op));
    if (before == s->pairs.count || !stateful_go_to (s, a.from))
      continue;
    enum exec_outcome outcome = EXEC_RAN;
    for (int i = 0; i < 2 && outcome == EXEC_RAN && !s->limits.stop; i++) {
      const struct graph_step *step = i ? &b : &a;
      struct exec_step did = {0};
      if (!exec_enabled (s->run->exec, step->thread))
        break;
      outcome = exec_step (s->run->exec, step->thread, step->alternative, &did);
      VEC_PUSH (s->path, (struct stateless_step) {step->thread, step->alternative});
      report_outcome (s, outcome);
    }
  }
}

/* ---- bounds ---- */

static void
check_bounds (struct stateful *s)
{
  const struct stats *stats = &s->result->stats;
  struct stateless_progress p = {.executions = stats->executions, .cut = stats->cut, .transitions = stats->transitions, .depth = s->path.count};
  if (s->run->full && s->run->max_bytes && graph_bytes (&s->graph) > s->run->max_bytes)
    limits_stop (&s->limits, "stopped at the limit on memory (--memory)");
  limits_check (&s->limits, stats->runs, &p, NULL);
  if (s->run->patience > 0 && s->run->clock && s->run->clock () - s->limits.started >= s->run->patience && !s->limits.stop)
    go_without (s, "there are many states");
}

/* Runs from the present state while something is planned. */
static void
run_on (struct stateful *s)
{
  struct graph *g = &s->graph;
  thread_id last = s->path.count ? VEC_LAST (s->path).thread : NONE;
  struct graph_next *n;
  while (!s->limits.stop && (n = graph_choice (g, s->at, last))) {
    if (!s->run->full && graph_known_step (g, s->at, n->thread, n->taken)) {
      n->taken++;
      continue;
    }
    last = n->thread;
    take_step (s, n);
    if (s->result->stats.transitions % 16 == 0)
      check_bounds (s);
  }
}

/* The nearest open state, after adding the steps that need no execution. */
static graph_id
open_state (struct stateful *s)
{
  struct graph *g = &s->graph;
  graph_id id;
  struct graph_next *n;
  while ((id = graph_open (g)) != NONE) {
    while (!s->run->full && (n = graph_choice (g, id, NONE)) && graph_known_step (g, id, n->thread, n->taken))
      n->taken++;
    if (s->run->full || n)
      return id;
    graph_settle (g);
  }
  return NONE;
}

static void
begin (struct stateful *s)
{
  bool fresh;
  exec_rewind (s->run->exec, 0);
  s->at = graph_arrive (&s->graph, s->run->exec, &fresh);
  begin_state (s, s->at, NONE);
  if (something_enabled (&s->graph, s->at))
    return;
  s->result->stats.runs++;
  end_execution (s);
}

/* Drops enough states that this is not repeated soon; returns the new number of the state. After half of the memory is
 * used, the deepest states are explored first, so that some states are finished when the rest is used. */
static graph_id
forget (struct stateful *s, graph_id id)
{
  uint64_t most = s->run->max_bytes, bytes = graph_bytes (&s->graph);
  if (s->run->full || !most || bytes <= most / 2)
    return id;
  if (!s->graph.is_deepest_first)
    graph_go_deep (&s->graph);
  if (bytes <= most)
    return id;
  graph_settle (&s->graph);       /* steps that need no execution were added */
  try_pairs (s);
  if (s->limits.stop)
    return id;
  id = graph_forget (&s->graph, id, most - most / 4);
  if (graph_bytes (&s->graph) <= most - most / 8)
    return id;
  if (s->run->max_events)
    go_without (s, "there are too many states for the memory (--memory)");
  else
    limits_stop (&s->limits, "stopped at the limit on memory (--memory)");
  return id;
}

bool
stateful_explore (struct stateful *s, uint64_t transitions, uint64_t runs)
{
  struct graph *g = &s->graph;
  for (;;) {
    graph_id id = NONE;
    while (!s->limits.stop && (id = open_state (s)) == NONE)
      if (s->run->full || !graph_serve (g))
        return true;
    if (!s->limits.stop && s->result->stats.transitions >= transitions && s->result->stats.runs >= runs)
      return false;
    if (!s->limits.stop)
      id = forget (s, id);
    if (s->limits.stop || !stateful_go_to (s, id))
      return true;
    run_on (s);
    if (s->run->full)
      graph_settle_pairs (g);
    else
      graph_settle (g);
    try_pairs (s);
    check_bounds (s);
  }
}

static void
conclude (struct stateful *s)
{
  const char *lost = s->run->lost ? s->run->lost (s->run->context) : NULL;
  if (lost)
    limits_stop (&s->limits, lost);
  if (s->run->full && s->cut_short)
    limits_stop (&s->limits, "longer executions were cut (--max-events)");
  limits_conclude (&s->limits);
}

static void
note_states (const struct stateful *s)
{
  struct stats *stats = &s->result->stats;
  stats->states = s->graph.states.count + s->graph.forgotten;
  stats->store_bytes = graph_bytes (&s->graph);
  if (stats->threads < exec_threads (s->run->exec))
    stats->threads = exec_threads (s->run->exec);
}

void
stateful_run (struct stateless_run *run, struct result *result)
{
  struct stateful s = {.run = run, .result = result};
  limits_init (&s.limits, run, result);
  graph_init (&s.graph);
  begin (&s);
  bool is_concluded = stateful_with_turns (&s);
  if (!is_concluded)
    stateful_livelock (&s);
  bool without = s.cut_short && !is_concluded && !run->full && run->max_events && !result->errors;
  if (!is_concluded)
    conclude (&s);
  note_states (&s);
  if (run->mapped)
    run->mapped (run->context, &s.graph);
  graph_release (&s.graph);
  VEC_FREE (s.path);
  VEC_FREE (s.schedule);
  mem_free (s.pairs.seen);
  if (!without)
    return;
  result->reason[0] = 0;          /* the search by executions covers what stored states do not */
  stateless_run (run, result);
}
