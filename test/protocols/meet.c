/* A receiver takes the first message as soon as it can, or two at once if it waits: the first order that is tried does not wait. */
#include <mazurka/protocol.h>

enum { RECEIVER, SENDER, RELAY };
enum { PING, GO };

struct receiver { int8_t one, two; };
struct sender { int8_t sent; };

static bool has_none (const struct mz_step *s) { return !((const struct receiver *) s->local)->one && !((const struct receiver *) s->local)->two; }
static void take_one (struct mz_step *s) { ((struct receiver *) s->local)->one = 1; }
static void take_two (struct mz_step *s) { ((struct receiver *) s->local)->two = 1; }
static bool is_silent (const struct mz_step *s) { return !((const struct sender *) s->local)->sent; }

static void
tell (struct mz_step *s)
{
  ((struct sender *) s->local)->sent = 1;
  mz_broadcast (s, RECEIVER, PING, 0);
  mz_broadcast (s, RELAY, GO, 0);
}

static void
pass_on (struct mz_step *s)
{
  ((struct sender *) s->local)->sent = 1;
  mz_broadcast (s, RECEIVER, PING, 0);
}

static bool
apart (const struct mz_view *v)
{
  const struct sender *a = mz_local (v, SENDER, 0), *b = mz_local (v, RELAY, 0);
  return !(((const struct receiver *) mz_local (v, RECEIVER, 0))->two && a->sent && b->sent);
}

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"receiver", 1, sizeof (struct receiver), (const struct mz_variable []) {
      MZ_VARIABLE (struct receiver, one), MZ_VARIABLE (struct receiver, two), {0}}},
    {"sender", 1, sizeof (struct sender), (const struct mz_variable []) {MZ_VARIABLE (struct sender, sent), {0}}},
    {"relay", 1, sizeof (struct sender), (const struct mz_variable []) {MZ_VARIABLE (struct sender, sent), {0}}}, {0}},
  .messages = (const struct mz_message_type []) {{"PING", ""}, {"GO", ""}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "one", .process = RECEIVER, .consumes = 1, .input = PING, .from = "sender", .when = has_none, .effect = take_one, .reads = "one two", .uses = "", .writes = "one", .sends = ""},
    {MZ_HERE = "two", .process = RECEIVER, .consumes = 2, .input = PING, .when = has_none, .effect = take_two, .reads = "one two", .uses = "", .writes = "two", .sends = ""},
    {MZ_HERE = "tell", .process = SENDER, .when = is_silent, .effect = tell, .reads = "sent", .uses = "", .writes = "sent", .sends = "PING GO", .to = "receiver relay"},
    {MZ_HERE = "relay", .process = RELAY, .consumes = 1, .input = GO, .effect = pass_on, .uses = "", .writes = "sent", .sends = "PING", .to = "receiver"},
    {0}},
  .invariants = (const struct mz_property []) {{MZ_HERE = "apart", .holds = apart, .reads = "receiver.two sender.sent relay.sent"}, {0}},
};
