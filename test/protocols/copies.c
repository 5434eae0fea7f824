/* A message of each of two types may be doubled, each once. -DFEWER: one type is not, and four are never heard. */
#include <mazurka/protocol.h>
#ifdef FEWER
#define COPIES 0
#else
#define COPIES 1
#endif
struct a { int8_t sent; };
struct b { int8_t heard; };
static bool may_send (const struct mz_step *s) { return !((const struct a *) s->local)->sent; }
static void tell (struct mz_step *s) { ((struct a *) s->local)->sent = 1; mz_send (s, 1, 0, 0); mz_send (s, 1, 1, 0); }
static void hear (struct mz_step *s) { ((struct b *) s->local)->heard++; }
static bool few (const struct mz_view *v) { return ((const struct b *) mz_local (v, 1, 0))->heard < 4; }
const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"a", 1, sizeof (struct a), (const struct mz_variable []) {MZ_VARIABLE (struct a, sent), {0}}},
    {"b", 1, sizeof (struct b), (const struct mz_variable []) {MZ_VARIABLE (struct b, heard), {0}}}, {0}},
  .messages = (const struct mz_message_type []) {{"ONE", .copies = 1}, {"TWO", .copies = COPIES}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "tell", .process = 0, .when = may_send, .effect = tell, .reads = "sent", .compares = "sent", .writes = "sent", .increments = "sent",
     .sends = "ONE TWO", .to = "b"},
    {MZ_HERE = "hear one", .process = 1, .consumes = 1, .input = 0, .effect = hear, .writes = "heard", .increments = "heard", .sends = ""},
    {MZ_HERE = "hear two", .process = 1, .consumes = 1, .input = 1, .effect = hear, .writes = "heard", .increments = "heard", .sends = ""}, {0}},
  .invariants = (const struct mz_property []) {{MZ_HERE = "few", .holds = few, .reads = "b.heard", .compares = "b.heard"}, {0}}};
