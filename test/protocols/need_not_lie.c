/* b waits for a message that only a lie of a brings, and a need not lie. */
#include <mazurka/protocol.h>
enum { A, B }; enum { M };
struct b { int got; };
static void hear (struct mz_step *s) { ((struct b *) s->local)->got = 1; }
static bool done (const void *l) { return ((const struct b *) l)->got; }
static bool got (const struct mz_view *v) { return ((const struct b *) mz_local (v, B, 0))->got; }
static const struct mz_transition transitions[] = {{MZ_HERE = "hear", .process = B, .consumes = 1, .input = M, .effect = hear, .writes = "got", .sends = ""}, {0}};
const struct mz_protocol mz_protocol = {.processes = (const struct mz_process []) {
  {"a", 1, .byzantine = 1, .lies = 1},
  {"b", 1, sizeof (struct b), (const struct mz_variable []) {MZ_VARIABLE (struct b, got), {0}}, .may_end = done}, {0}},
  .messages = (const struct mz_message_type []) {{"M", "n", .forged = 1}, {0}}, .transitions = transitions,
  .propositions = (const struct mz_property []) {{MZ_HERE = "got", .holds = got, .reads = "b.got"}, {0}}};
