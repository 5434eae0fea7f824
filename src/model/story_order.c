/* Which earlier step enables another one or is observed by it (story_step.after), along an execution of a transition
 * system. A received message was sent; a value read was written; a process that makes its first step was created. Of
 * several reasons the latest counts, because until then it was missing. A read of a value that the thread knows already
 * adds no order. */
#include "model/story_order.h"
#include "base/words.h"

#include <assert.h>
#include <string.h>

/* ---- messages in channels ---- */

/* "1,ack" of "q!1,ack": the name of the channel may differ between sender and receiver. */
static const char *
fields_of (const struct story_step *x)
{
  assert (x->object && x->message);
  return x->message + strlen (x->object) + 1;
}

static void
remove_sent (struct story_order *o, size_t i)
{
  memmove (&o->sent.data[i], &o->sent.data[i + 1], (--o->sent.count - i) * sizeof *o->sent.data);
}

/* Drops the messages of an earlier channel with that number, which no longer exists. */
static void
forget_older (struct story_order *o, uint32_t channel, uint32_t queued)
{
  size_t known = 0;
  for (size_t i = o->sent.count; i--;)
    if (o->sent.data[i].channel == channel && ++known > queued)
      remove_sent (o, i);
}

/* Finds the send of the message that the step receives: the first one with these values that is still in the channel. Equal
 * messages need not be distinguished. */
static void
match_message (struct story_order *o, const struct step_info *info, size_t step)
{
  struct story_step *steps = o->story->steps.data, *x = &steps[step];
  if (!info->channel || !x->message)
    return;
  forget_older (o, info->channel, info->queued);
  if (!info->takes)
    VEC_PUSH (o->sent, ((struct order_sent) {info->channel, (uint32_t) step}));
  for (size_t i = 0; i < o->sent.count && info->takes; i++) {
    uint32_t sender = o->sent.data[i].step;
    if (o->sent.data[i].channel != info->channel || strcmp (fields_of (&steps[sender]), fields_of (x)))
      continue;
    x->after = steps[sender].thread == x->thread ? STORY_NONE : sender;
    remove_sent (o, i);
    return;
  }
}

/* ---- messages of protocols ---- */

/* "participant (0)" is "participant(0)" in messages. */
static bool
is_named (const char *thread, const char *text, size_t n)
{
  for (; *thread; thread++)
    if (*thread != ' ' && (!n-- || *thread != *text++))
      return false;
  return !n;
}

/* Parses the next message of "ASK(1)<-coordinator(0) YES->coordinator(0)": its name, direction and partner. False: there is
 * none. */
static bool
next_message (const char **at, struct order_posted *m, bool *is_sent)
{
  const char *p = *at + strspn (*at, " "), *arrow = NULL, *begin = p;
  for (int depth = 0; *p && (depth || *p != ' '); p++) {
    depth += (*p == '(') - (*p == ')');
    if (!depth && !arrow && (!strncmp (p, "->", 2) || !strncmp (p, "<-", 2)))
      arrow = p;
  }
  *at = p;
  if (!arrow)
    return false;
  *is_sent = *arrow == '-';
  *m = (struct order_posted) {.what = begin, .nwhat = (size_t) (arrow - begin), .to = arrow + 2, .nto = (size_t) (p - arrow - 2)};
  return true;
}

/* Orders a step after the one that sent its message; of equal messages after the first. */
static void
match_posted (struct story_order *o, size_t step)
{
  struct story *s = o->story;
  struct story_step *x = &s->steps.data[step];
  const char *at = x->message ? x->message : "";
  struct order_posted m;
  for (bool is_sent; next_message (&at, &m, &is_sent);) {
    m.step = (uint32_t) step;
    if (is_sent)
      VEC_PUSH (o->posted, m);
    for (size_t i = 0; i < o->posted.count && !is_sent; i++) {
      const struct order_posted *p = &o->posted.data[i];
      if (p->nwhat != m.nwhat || strncmp (p->what, m.what, m.nwhat) || !is_named (s->threads.data[x->thread].name, p->to, p->nto)
          || !is_named (s->threads.data[s->steps.data[p->step].thread].name, m.to, m.nto))
        continue;
      if (s->steps.data[p->step].thread != x->thread)     /* a message to itself is ordered by the thread */
        x->after = p->step;
      memmove (&o->posted.data[i], &o->posted.data[i + 1], (--o->posted.count - i) * sizeof *o->posted.data);
      break;
    }
  }
}

/* ---- shared memory ---- */

/* Whether the thread takes part in the step. */
static bool
takes_part (const struct story_step *x, uint32_t thread)
{
  return x->thread == thread || x->partner == thread;
}

/* Whether the operation lets other threads continue (an unlock, a signal), so that its order is recorded each time. */
static bool
hands_over (const struct story_step *x)
{
  static const char *const ops[] = {"unlock", "wait", "signal", "broadcast", "sem_post", "barrier", "exit", NULL};
  return word_is_in (x->op, ops);
}

/* Whether the thread is already ordered after that step, or after a later one of the same thread. */
static bool
is_known (const struct story_order *o, uint32_t thread, size_t step)
{
  const struct story_step *steps = o->story->steps.data;
  for (size_t i = 0; i < o->learned.count; i++)
    if (o->learned.data[i].thread == thread && o->learned.data[i].from == steps[step].thread)
      return o->learned.data[i].step >= step;
  return false;
}

static void
learn (struct story_order *o, uint32_t thread, uint32_t step)
{
  uint32_t from = o->story->steps.data[step].thread;
  for (size_t i = 0; i < o->learned.count; i++)
    if (o->learned.data[i].thread == thread && o->learned.data[i].from == from) {
      if (step > o->learned.data[i].step)
        o->learned.data[i].step = step;
      return;
    }
  VEC_PUSH (o->learned, ((struct order_learned) {thread, from, step}));
}

static void
match_reads (struct story_order *o, const struct step_info *info, size_t step)
{
  struct story_step *steps = o->story->steps.data, *x = &steps[step];
  uint32_t latest = 0;            /* 1 + the number of a step */
  for (size_t i = 0; i < info->reads.count; i++)
    for (uint32_t at = info->reads.data[i].at; at < info->reads.data[i].at + info->reads.data[i].bytes; at++) {
      uint32_t writer = at < o->writers.count ? o->writers.data[at] : 0;
      if (writer > latest && !takes_part (&steps[writer - 1], x->thread))
        latest = writer;
    }
  if (latest && (hands_over (&steps[latest - 1]) || !is_known (o, x->thread, latest - 1)))
    x->after = latest - 1;
}

static void
remember_writes (struct story_order *o, const struct step_info *info, size_t step)
{
  for (size_t i = 0; i < info->writes.count; i++)
    for (uint32_t at = info->writes.data[i].at; at < info->writes.data[i].at + info->writes.data[i].bytes; at++) {
      while (o->writers.count <= at)
        VEC_PUSH (o->writers, 0);
      o->writers.data[at] = (uint32_t) step + 1;
    }
}

/* ---- creation ---- */

/* Orders the first step of a thread after the one that created it. Names of processes may be used again. */
static void
match_creation (struct story_order *o, size_t step)
{
  struct story_step *steps = o->story->steps.data, *x = &steps[step];
  for (size_t i = step; i-- && x->after == STORY_NONE;) {
    if (takes_part (&steps[i], x->thread))
      return;
    if (!strcmp (steps[i].op, "run") && steps[i].object && !strcmp (steps[i].object, o->story->threads.data[x->thread].name))
      x->after = (uint32_t) i;
  }
}

void
story_order_add (struct story_order *o, const struct step_info *info, size_t step)
{
  assert (step + 1 == o->story->steps.count && o->story->steps.data[step].after == STORY_NONE);
  match_reads (o, info, step);
  match_message (o, info, step);
  match_posted (o, step);
  if (!o->story->threads.data[o->story->steps.data[step].thread].is_first)
    match_creation (o, step);
  const struct story_step *x = &o->story->steps.data[step];
  if (x->after != STORY_NONE)
    learn (o, x->thread, x->after);
  remember_writes (o, info, step);
}

void
story_order_release (struct story_order *o)
{
  VEC_FREE (o->sent);
  VEC_FREE (o->posted);
  VEC_FREE (o->writers);
  VEC_FREE (o->learned);
}
