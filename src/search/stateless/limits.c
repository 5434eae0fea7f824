/* Limits and progress of searches by executions. See limits.h. */
#include "search/stateless/limits.h"

#include <assert.h>

void
limits_init (struct limits *l, struct stateless_run *run, struct result *result)
{
  assert (run->exec && run->reduction);
  *l = (struct limits) {.run = run, .result = result};
  if (run->clock)
    l->started = l->told = l->looked = run->clock ();
}

static void
stop_at (struct limits *l, struct pos pos, const char *why)
{
  l->stop = true;
  if (!l->result->reason[0])
    result_reason (l->result, pos, why);
}

void
limits_stop (struct limits *l, const char *why)
{
  stop_at (l, (struct pos) {0}, why);
}

void
limits_broken (struct limits *l)
{
  const struct exec_failure *f = exec_failure (l->run->exec);
  bool told = f && f->message;
  stop_at (l, told ? f->pos : (struct pos) {0}, told ? f->message : "an execution could not continue");
}

/* Reading the clock may take a twentieth of the time of a short execution. It is done about every OFTEN seconds while
 * checks are more frequent than that; when they become rarer, a few readings come late. */
enum { MOST_SKIPPED = 31 };
static const double OFTEN = 1e-3;

static bool
is_early (struct limits *l)
{
  bool early = l->left > 0;
  l->left -= early;
  return early;
}

void
limits_check (struct limits *l, uint64_t begun, const struct stateless_progress *progress, const struct exploration *x)
{
  struct stateless_run *run = l->run;
  if (run->interrupt && *run->interrupt)
    limits_stop (l, "interrupted");
  if (run->max_executions && begun >= run->max_executions)
    limits_stop (l, "stopped at the limit on executions (--executions)");
  if (run->memory && run->memory () > run->max_memory)
    limits_stop (l, "stopped at the limit on memory (--memory)");
  if (!run->clock || is_early (l))
    return;
  double now = run->clock ();
  l->left = l->skips = now - l->looked >= OFTEN ? l->skips / 2 : l->skips < MOST_SKIPPED ? 2 * l->skips + 1 : l->skips;
  l->looked = now;
  if (run->max_seconds > 0 && now - l->started >= run->max_seconds)
    limits_stop (l, "not finished in time (--time)");
  if (run->progress && now - l->told >= 0.5) {
    struct stateless_progress p = *progress;
    p.seconds = now - l->started;
    p.share = x ? exploration_share (x) : 0;
    l->told = now;
    if (!run->progress (run->context, &p))
      limits_stop (l, "stopped");
  }
}

void
limits_conclude (struct limits *l)
{
  struct result *r = l->result;
  r->exhaustive = !l->stop;
  r->verdict = r->errors ? VERDICT_VIOLATION : l->stop ? VERDICT_UNKNOWN : VERDICT_OK;
  assert (!l->stop || r->reason[0]);
  if (l->run->clock)
    r->stats.seconds = l->run->clock () - l->started;
}
