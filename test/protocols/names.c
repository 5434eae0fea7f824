/* Symmetric processes that are told apart by name: by an invariant of the command line (first), or by where the
 * listener may end (-DENDS). */
#include <mazurka/protocol.h>
enum { TALKER, LISTENER };
enum { HI };
struct talker { int said; };
struct listener { int who; };
static bool silent (const struct mz_step *s) { return !((const struct talker *) s->local)->said; }
static void say (struct mz_step *s) { ((struct talker *) s->local)->said = 1; mz_send (s, mz_process (s, LISTENER, 0), HI, 0); }
static bool heard_nobody (const struct mz_step *s) { return !((const struct listener *) s->local)->who; }
static void hear (struct mz_step *s) { ((struct listener *) s->local)->who = s->message[0].from + 1; }
static bool other (const void *local) { return ((const struct listener *) local)->who != 1; }
static bool first (const struct mz_view *v) { return other (mz_local (v, LISTENER, 0)); }
static const struct mz_transition transitions[] = {
  {MZ_HERE = "say", .process = TALKER, .when = silent, .effect = say, .reads = "said", .writes = "said", .sends = "HI", .to = "listener"},
  {MZ_HERE = "hear", .process = LISTENER, .consumes = 1, .input = HI, .when = heard_nobody, .effect = hear, .reads = "who", .writes = "who", .sends = ""},
  {0}};
const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"talker", 2, sizeof (struct talker), (const struct mz_variable []) {MZ_VARIABLE (struct talker, said), {0}}, .symmetric = true},
    {MZ_HERE = "listener", 1, sizeof (struct listener), (const struct mz_variable []) {MZ_NAME (struct listener, who), {0}},
#ifdef ENDS
     .may_end = other
#endif
    }, {0}},
  .messages = (const struct mz_message_type []) {{"HI", ""}, {0}}, .transitions = transitions,
  .propositions = (const struct mz_property []) {{MZ_HERE = "first", .holds = first, .reads = "listener.who"}, {0}}};
