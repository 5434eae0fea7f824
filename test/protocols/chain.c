/* Who may come first is decided two steps before: `open` enables `call` inside the
 * process, `call` enables `hear` by a message, and `hear` and `settle` exclude each other. A
 * reduction that forgets one of the links settles at once. `same` fails only between the two steps
 * of one process: a reduction that does not see them lets the other go first. `begun` fails at the
 * very beginning only: every first step makes it true. */
#include <mazurka/protocol.h>

enum { LISTENER, CALLER };
struct listener { int8_t x; };
struct caller { int8_t open, called; };

static bool is_free (const struct mz_step *s) { return !((const struct listener *) s->local)->x; }
static bool is_open (const struct mz_step *s) { const struct caller *c = s->local; return c->open && !c->called; }
static bool is_shut (const struct mz_step *s) { return !((const struct caller *) s->local)->open; }
static void settle (struct mz_step *s) { ((struct listener *) s->local)->x = 1; }
static void hear (struct mz_step *s) { ((struct listener *) s->local)->x = 2; }
static void open_it (struct mz_step *s) { ((struct caller *) s->local)->open = 1; }

static void
call (struct mz_step *s)
{
  ((struct caller *) s->local)->called = 1;
  mz_send (s, mz_process (s, LISTENER, 0), 0);
}

#ifdef VISIBLE
/* Fails where the caller was there first. */
static bool
same (const struct mz_view *v)
{
  return ((const struct listener *) mz_local (v, LISTENER, 0))->x || !((const struct caller *) mz_local (v, CALLER, 0))->called;
}
#endif

#ifdef BEGINS
static bool
begun (const struct mz_view *v)
{
  return ((const struct listener *) mz_local (v, LISTENER, 0))->x || ((const struct caller *) mz_local (v, CALLER, 0))->open;
}
#endif

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"listener", 1, sizeof (struct listener), (const struct mz_variable []) {MZ_VARIABLE (struct listener, x), {0}}},
    {"caller", 1, sizeof (struct caller), (const struct mz_variable []) {MZ_VARIABLE (struct caller, open), MZ_VARIABLE (struct caller, called), {0}}},
    {0}},
  .messages = (const struct mz_message_type []) {{"M"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "settle", .process = LISTENER, .when = is_free, .effect = settle, .reads = "x", .writes = "x", .sends = ""},
#ifndef VISIBLE
    {MZ_HERE = "hear", .process = LISTENER, .consumes = 1, .input = 0, .when = is_free, .effect = hear, .reads = "x", .writes = "x", .sends = ""},
#endif
    {MZ_HERE = "open", .process = CALLER, .when = is_shut, .effect = open_it, .reads = "open", .writes = "open", .sends = ""},
    {MZ_HERE = "call", .process = CALLER, .when = is_open, .effect = call, .reads = "open called", .writes = "called", .sends = "M", .to = "listener"},
    {0}},
#ifdef VISIBLE
  .invariants = (const struct mz_property []) {{MZ_HERE = "same", .holds = same, .reads = "listener.x caller.called"}, {0}},
#elif defined BEGINS
  .invariants = (const struct mz_property []) {{MZ_HERE = "begun", .holds = begun, .reads = "listener.x caller.open"}, {0}},
#endif
};
