/* A quorum has distinct senders: of CLIENTS who may send, TALKERS do, two different
 * messages each. A quorum of three is there iff three of them talk. With few clients
 * each set of senders is an instance of its own, with many there is one for all. */
#include <mazurka/protocol.h>

enum { CLIENT, SERVER };
struct client { int8_t sent; };
struct server { int8_t got; };

static bool may_talk (const struct mz_step *s) { return !((const struct client *) s->local)->sent && s->index < TALKERS; }

static void
talk (struct mz_step *s)
{
  ((struct client *) s->local)->sent = 1;
  mz_send (s, mz_process (s, SERVER, 0), 0, 1);
  mz_send (s, mz_process (s, SERVER, 0), 0, 2);
}

static void
take (struct mz_step *s)
{
  mz_assert (s, s->message[0].from < s->message[1].from && s->message[1].from < s->message[2].from);
  ((struct server *) s->local)->got = 1;
}

static bool silent (const struct mz_view *v) { return !((const struct server *) mz_local (v, SERVER, 0))->got; }

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"client", CLIENTS, sizeof (struct client), (const struct mz_variable []) {MZ_VARIABLE (struct client, sent), {0}}},
    {"server", 1, sizeof (struct server), (const struct mz_variable []) {MZ_VARIABLE (struct server, got), {0}}}, {0}},
  .messages = (const struct mz_message_type []) {{"M", "n"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "talk", .process = CLIENT, .when = may_talk, .effect = talk, .reads = "sent", .compares = "sent", .writes = "sent",
     .increments = "sent", .sends = "M", .to = "server"},
    {MZ_HERE = "take", .process = SERVER, .consumes = 3, .input = 0, .effect = take, .writes = "got", .sends = ""}, {0}},
  .invariants = (const struct mz_property []) {{MZ_HERE = "silent", .holds = silent, .reads = "server.got"}, {0}},
};
