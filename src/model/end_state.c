/* Messages about end states. See end_state.h. */
#include "model/end_state.h"

#include "base/options.h"

struct stuck {
  struct str names;
  struct pos pos;
  int count;
};

static void
note_stuck (void *context, uint32_t pid, const char *thread, struct pos pos, const char *text, bool valid_end)
{
  struct stuck *s = context;
  (void) pid;
  (void) text;
  if (valid_end)
    return;
  if (!s->count++)
    s->pos = pos;
  str_printf (&s->names, "%s%s", s->count > 1 ? ", " : "", thread);
  if (pos.line)
    str_printf (&s->names, " at line %d", pos.line);
}

enum finding_kind
end_state_kind (const struct ts *ts)
{
  return ts->threads ? FINDING_DEADLOCK : FINDING_INVALID_END;
}

bool
end_state_is_bad (struct ts *ts, const uint32_t *state, int ends, struct str *message, struct pos *pos)
{
  enum end_kind end = ts->class->end (ts, state);
  if (end == END_VALID || ends == ENDS_OFF || (end == END_MESSAGES && ends != ENDS_EMPTY))
    return false;
  struct stuck s = {0};
  ts->class->where (ts, state, note_stuck, &s);
  if (end == END_MESSAGES)
    str_add (message, "invalid end state: messages are left in channels");
  else
    str_printf (message, ts->threads ? "deadlock: %s can never continue" : "invalid end state: %s cannot go on", str_text (&s.names));
  *pos = s.pos;
  str_release (&s.names);
  return true;
}
