/* One of two processes may crash. Only the second has something to say, and the listener waits for it. */
#include <mazurka/protocol.h>

enum { TALKER, LISTENER };
struct talker { int8_t said; };
struct listener { int8_t heard; };

static bool is_second (const struct mz_step *s) { return s->index == 1 && !((const struct talker *) s->local)->said; }
static void hear (struct mz_step *s) { ((struct listener *) s->local)->heard = 1; }
static bool has_heard (const void *local) { return ((const struct listener *) local)->heard; }

static void
say (struct mz_step *s)
{
  ((struct talker *) s->local)->said = 1;
  mz_send (s, mz_process (s, LISTENER, 0), 0);
}

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"talker", 2, sizeof (struct talker), (const struct mz_variable []) {MZ_VARIABLE (struct talker, said), {0}}, .crashes = 1},
    {"listener", 1, sizeof (struct listener), (const struct mz_variable []) {MZ_VARIABLE (struct listener, heard), {0}}, .may_end = has_heard},
    {0}},
  .messages = (const struct mz_message_type []) {{"HI"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "say", .process = TALKER, .when = is_second, .effect = say, .reads = "said", .uses = "", .writes = "said", .sends = "HI", .to = "listener"},
    {MZ_HERE = "hear", .process = LISTENER, .consumes = 1, .input = 0, .effect = hear, .uses = "", .writes = "heard", .sends = ""},
    {0}},
};
