/* Steps through transient states. See transient.h. */
#include "model/transient.h"

#include <string.h>

static void
push_hop (struct transient *w, const uint32_t *state, uint32_t words, uint32_t tag)
{
  struct transient_hop h = {.state = w->states.count, .first = w->trans.count, .next = w->trans.count, .tag = tag};
  VEC_RESERVE (w->states, w->states.count + words);
  memcpy (w->states.data + w->states.count, state, (size_t) words * 4);
  w->states.count += words;
  VEC_PUSH (w->hops, h);
}

void
transient_begin (struct transient *w, struct ts *ts, const uint32_t *state, uint32_t words)
{
  assert (!w->hops.count && !ts_transient (state));
  w->ts = ts;
  w->fault.kind = FAULT_NONE;
  push_hop (w, state, words, 0);
}

bool
transient_step (struct transient *w, uint32_t *next)
{
  while (w->hops.count && VEC_LAST (w->hops).next >= w->trans.count) {
    struct transient_hop h = VEC_POP (w->hops);
    w->trans.count = h.first;
    w->states.count = h.state;
  }
  if (!w->hops.count)
    return false;
  struct transient_hop *h = &VEC_LAST (w->hops);
  w->taken = w->trans.data[h->next++];
  w->words = w->ts->class->step (w->ts, w->states.data + h->state, w->taken, next, &w->fault);
  assert (w->words <= w->ts->max_words);
  return true;
}

void
transient_enter (struct transient *w, const uint32_t *next, uint32_t tag)
{
  assert (w->hops.count && ts_transient (next) && transient_goes_on (w));
  push_hop (w, next, w->words, tag);
  w->ts->class->enabled (w->ts, next, &w->trans);
  assert (w->trans.count > VEC_LAST (w->hops).first);    /* at least TRANS_RELEASE is enabled */
}

void
transient_end (struct transient *w)
{
  w->hops.count = w->states.count = w->trans.count = 0;
}

void
transient_release (struct transient *w)
{
  VEC_FREE (w->hops);
  VEC_FREE (w->states);
  VEC_FREE (w->trans);
}

void
transient_path (const struct transient *w, struct trans_list *out)
{
  for (size_t i = 0; i < w->hops.count; i++)
    if (w->hops.data[i].next > w->hops.data[i].first)
      VEC_PUSH (*out, w->trans.data[w->hops.data[i].next - 1]);
}
