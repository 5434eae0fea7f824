#include "report/excerpt.h"

#include <assert.h>

/* The number of a step in the excerpt; an omitted step has the number of the first one after the gap. */
static size_t
renumber (const struct story *x, size_t step)
{
  return step < x->omitted_at ? step : step < x->omitted_at + x->omitted ? x->omitted_at : step - x->omitted;
}

void
excerpt_make (struct story *out, const struct story *s, size_t ends)
{
  size_t n = s->steps.count;
  *out = *s;
  out->steps.data = NULL;
  out->steps.count = out->steps.room = 0;
  out->omitted_at = n > 2 * ends ? ends : n;
  out->omitted = n - out->omitted_at - (out->omitted_at < n ? ends : 0);
  VEC_RESERVE (out->steps, n - out->omitted);
  for (size_t i = 0; i < n; i++) {
    struct story_step x = s->steps.data[i];
    if (i >= out->omitted_at && i < out->omitted_at + out->omitted)
      continue;
    if (x.after != STORY_NONE)
      x.after = x.after >= out->omitted_at && x.after < out->omitted_at + out->omitted ? STORY_NONE : (uint32_t) renumber (out, x.after);
    VEC_PUSH (out->steps, x);
  }
  if (s->loop_start >= 0)
    out->loop_start = (long) renumber (out, (size_t) s->loop_start);
  assert (out->steps.count + out->omitted == n && out->loop_start <= (long) out->steps.count);
}

void
excerpt_release (struct story *x)
{
  VEC_FREE (x->steps);
}
