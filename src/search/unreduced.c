/* A second search without reduction, after a limit of the model was reached.
 *
 * Idea. At a limit (255 processes, channels, bytes of a state) an execution is cut, and the search continues with others.
 * For a reduced search this is not enough: it has postponed steps that would have made room, such as the end of a process,
 * because they are independent of the steps it tried first. With a limit they are not. So the states within the limits are
 * searched without reduction.
 * Source. The same holds for bounds on the length of executions: docs/bounds.md.
 * Where we differ. The first search remains, because most models never reach a limit; the second is bounded by a number of
 * states unless the user sets a bound.
 * Why that is sound. Only findings are taken from the second search: the verdict is unknown or a violation. */
#include "search/unreduced.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const uint64_t most_states = 2000000;

static void
add_stats (struct stats *to, const struct stats *s)
{
  to->states += s->states;
  to->transitions += s->transitions;
  to->revisits += s->revisits;
  to->executions += s->executions;
  to->max_depth = s->max_depth > to->max_depth ? s->max_depth : to->max_depth;
  to->peak_bytes = s->peak_bytes > to->peak_bytes ? s->peak_bytes : to->peak_bytes;
  to->store_bytes = s->store_bytes > to->store_bytes ? s->store_bytes : to->store_bytes;
  to->seconds += s->seconds;
}

/* Adds the findings of the second search that the first does not have. */
static void
add_findings (struct result *to, struct result *from)
{
  for (size_t i = 0; i < from->findings.count; i++) {
    struct finding *f = &from->findings.data[i];
    if (finding_known (to, f->kind, f->pos, f->message))
      continue;
    VEC_PUSH (to->findings, *f);
    *f = (struct finding) {0};
  }
  to->errors += from->errors;
  if (to->errors)
    to->verdict = VERDICT_VIOLATION;
}

void
unreduced_search (const struct search_run *like, const struct liveness *liveness, struct result *r)
{
  struct search_run run = *like;
  struct options o = *like->options;
  struct result more = {0};
  if (!r->at_limit || (r->errors && !o.all) || (like->interrupt && *like->interrupt))
    return;
  assert (!r->exhaustive && r->verdict != VERDICT_OK);
  bool mine = !o.max_states || most_states < o.max_states;
  if (mine)
    o.max_states = most_states;
  if (o.time > 0) {
    o.time -= r->stats.seconds;
    if (o.time <= 0)
      return;
  }
  run.options = &o;
  run.reduction = NULL;
  run.terminal = NULL;            /* those of the first search were reported */
  if (liveness)
    liveness_run (&run, liveness, &more);
  else
    search_run (&run, &more);
  add_stats (&r->stats, &more.stats);
  add_findings (r, &more);
  if (!r->errors && mine && more.stats.states >= most_states) {
    size_t n = strlen (r->reason);
    snprintf (r->reason + n, sizeof r->reason - n, "; nothing was found among %llu states without reduction", (unsigned long long) most_states);
  }
  result_release (&more);
}
