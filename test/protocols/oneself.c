/* A process that sends numbers to itself: the second one can arrive first, if it is sent before the first is heard. */
#include <mazurka/protocol.h>

enum { CLIENT };
struct client { int8_t sent, last; };

static bool may_call (const struct mz_step *s) { return ((const struct client *) s->local)->sent < 2; }

static void
hear (struct mz_step *s)
{
  struct client *c = s->local;
  mz_assert (s, s->message[0].value[0] > c->last);
  c->last = (int8_t) s->message[0].value[0];
}

static void
call (struct mz_step *s)
{
  struct client *c = s->local;
  mz_send (s, mz_process (s, CLIENT, 0), 0, ++c->sent);
}

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"client", 1, sizeof (struct client), (const struct mz_variable []) {MZ_VARIABLE (struct client, sent), MZ_VARIABLE (struct client, last), {0}}},
    {0}},
  .messages = (const struct mz_message_type []) {{"M", "number"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "hear", .process = CLIENT, .consumes = 1, .input = 0, .effect = hear, .uses = "last", .writes = "last", .sends = ""},
    {MZ_HERE = "call", .process = CLIENT, .when = may_call, .effect = call, .reads = "sent", .uses = "sent", .writes = "sent", .sends = "M", .to = "client"},
    {0}},
};
