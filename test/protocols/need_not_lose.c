/* A message that nobody takes may be lost, and need not: it may stay where it is. */
#include <mazurka/protocol.h>
enum { TALKER, LISTENER };
enum { WORD };
struct talker { int said; };
struct listener { int heard; };
static bool may_talk (const struct mz_step *s) { return !((const struct talker *) s->local)->said; }
static void talk (struct mz_step *s) { ((struct talker *) s->local)->said = 1; mz_broadcast (s, LISTENER, WORD, 0); }
static bool listens (const struct mz_step *s) { return ((const struct listener *) s->local)->heard; }
static void hear (struct mz_step *s) { ((struct listener *) s->local)->heard = 2; }
static bool waiting (const struct mz_view *v) { return !((const struct listener *) mz_local (v, LISTENER, 0))->heard; }
static const struct mz_transition transitions[] = {
  {MZ_HERE = "talk", .process = TALKER, .when = may_talk, .effect = talk},
  {MZ_HERE = "hear", .process = LISTENER, .consumes = 1, .input = WORD, .when = listens, .effect = hear, .sends = ""}, {0}};
const struct mz_protocol mz_protocol = {.processes = (const struct mz_process []) {
  {"talker", 1, sizeof (struct talker), (const struct mz_variable []) {MZ_VARIABLE (struct talker, said), {0}}},
  {"listener", 1, sizeof (struct listener), (const struct mz_variable []) {MZ_VARIABLE (struct listener, heard), {0}}}, {0}},
  .messages = (const struct mz_message_type []) {{"WORD", "n", .lossy = true}, {0}}, .transitions = transitions,
  .propositions = (const struct mz_property []) {{MZ_HERE = "waiting", .holds = waiting}, {0}}};
