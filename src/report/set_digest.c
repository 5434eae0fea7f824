#define XXH_INLINE_ALL
#include <xxhash.h>

#include "report/set_digest.h"

#include <string.h>

static void
add_text (void *context, const char *text)
{
  XXH64_update (context, text, strlen (text) + 1);
}

static void
add_cell (void *context, const char *name, const char *value, bool is_local)
{
  (void) is_local;
  add_text (context, name);
  add_text (context, value);
}

static void
add_place (void *context, uint32_t pid, const char *thread, struct pos pos, const char *text, bool valid_end)
{
  (void) pid;
  (void) text;
  add_text (context, thread);
  uint64_t at[3] = {(uint64_t) pos.line, (uint64_t) pos.col, valid_end};
  XXH64_update (context, at, sizeof at);
}

void
set_digest_add_state (void *digest, struct ts *ts, const uint32_t *state)
{
  struct set_digest *d = digest;
  XXH64_state_t h;
  XXH64_reset (&h, 0);
  ts->class->cells (ts, state, add_cell, &h);
  ts->class->where (ts, state, add_place, &h);
  d->count++;
  d->sum += XXH64_digest (&h);    /* a sum is independent of the order */
}
