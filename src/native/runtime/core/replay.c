/* Repeating steps, and detecting programs that are not deterministic. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <stdio.h>

#include "base/mem.h"
#include "native/runtime/state/checkpoint.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/state/undo.h"

void
replay_record (const struct rt_thread *t, uint32_t alternative)
{
  assert (t->state == RT_ALIVE && !rt->replaying);
  assert (rt->run.depth <= rt->replay.room);
  if (rt->run.depth == rt->replay.room) {
    rt->replay.room = rt->replay.room ? 2 * rt->replay.room : 1024;
    rt->replay.taken = mem_realloc (rt->replay.taken, rt->replay.room * sizeof *rt->replay.taken);
  }
  rt->replay.taken[rt->run.depth] = (struct rt_taken) {
    .step = {.thread = t->id,
             .alternative = alternative,
             .kind = t->op.kind,
             .size = t->size,
             .object = op_subject (t),
             .pc = t->op.place},
    .call = rt_is_programs (t->op.place) ? 0 : rt_last_call (t),
    .undo = undo_mark (),
    .unknown = (rt->run.depth && rt->replay.taken[rt->run.depth - 1].unknown) || !fingerprint_covers (t->op.kind),
  };
  retry_note (t, &rt->replay.taken[rt->run.depth]);
}

static bool
repeats (const struct rt_thread *t, const struct wire_step *was)
{
  return t->state == RT_ALIVE && t->op.kind == was->kind && t->op.place == was->pc && op_subject (t) == was->object;
}

/* During a repetition threads switch to each other directly, without the exploration. */
struct rt_thread *
replay_next (void)
{
  if (rt->run.depth == rt->replay.to)
    return NULL;
  assert (rt->replaying && rt->run.depth < rt->replay.to);
  const struct wire_step *was = &rt->replay.taken[rt->run.depth].step;
  struct rt_thread *t = &rt->threads[was->thread];
  assert (was->thread < rt->nthreads);
  if (!repeats (t, was)) {
    rt->replay.broken = true;
    rt->replay.broken_at = t->state == RT_ALIVE ? t->op.place : was->pc;
    return NULL;
  }
  assert (rt_ready (t) && (!rt->run.section || rt->run.section == t));
  t->alternative = was->alternative;
  rt->step.exec.nreleased = 0;
  rt->step.plain = 0;
  retry_repeat (t, &rt->replay.taken[rt->run.depth]);
  rt_run_on (t);
  return t;
}

static void
repeat (size_t depth)
{
  rt->replay.to = depth;
  rt->step.exec.op = (struct op) {0};   /* of an earlier step: no trace of it may get onto a stack, which is compared */
  rt->replaying = true;
  struct rt_thread *first = replay_next ();
  if (first)
    rt_resume (&rt->explorer_sp, first->sp);
  rt->replaying = false;
  assert (rt->replay.broken || rt->run.depth == depth);
  rt->current = NULL;
}

#ifndef NDEBUG
/* The state reached from a checkpoint is the one that the same steps reach from main. */
static bool
is_right (void)
{
  size_t depth = rt->run.depth;
  if (rt->replay.broken)
    return true;
  checkpoint_look ();
  rt_start_execution ();
  while (rt->run.depth < depth && !rt->replay.broken)
    repeat (checkpoint_after (rt->run.depth, depth));
  return !rt->replay.broken && checkpoint_is_same ();
}
#endif

void
replay_again (size_t depth)
{
  assert (!rt->replaying && !rt->current);
  checkpoints_drop (depth);
  bool restored = checkpoint_restore ();
  if (!restored)
    rt_start_execution ();
  for (size_t next; (next = checkpoint_next (depth)) < depth && !rt->replay.broken;) {
    repeat (next);
    if (!rt->replay.broken)
      checkpoint_take ();
  }
  if (!rt->replay.broken)
    repeat (depth);
  assert (!restored || !checkpoint_is_doubted () || is_right ());
  if (rt->replay.broken)
    snprintf (rt->failure.text, sizeof rt->failure.text, "%s", EXEC_NOT_REPEATABLE);
}
