/* Echo Multicast (Reiter 1994) with a Byzantine sender: it shows one value to some
 * receivers and another to the rest, and tries to have both delivered. A value
 * is delivered with the echoes of a quorum, more than half of the receivers and
 * the faulty ones together, so that two quorums share a correct receiver. Faulty
 * receivers echo whatever they are asked.
 *
 * Sizes: 1 sender + RECEIVERS + FAULTY processes (3 and 1: Multicast (5); 4 and 1: Multicast (6)).
 *   -DWRONG   a wrong specification: who echoed a value delivers no other
 *   -DQUORUM=2  a quorum that is too small
 */
#include <mazurka/protocol.h>

#ifndef RECEIVERS
#define RECEIVERS 3
#endif
#ifndef FAULTY
#define FAULTY 1
#endif
#ifndef QUORUM
#define QUORUM ((RECEIVERS + FAULTY + FAULTY + 1 + 1) / 2)
#endif
#ifdef WRONG
enum { IS_WRONG = 1 };
#else
enum { IS_WRONG = 0 };
#endif

enum { SENDER, RECEIVER, LIAR };
enum { INIT, ECHO, COMMIT };

struct sender { int8_t started; int8_t committed[2]; };
struct receiver { int8_t echoed, delivered, disagreed; };  /* values + 1 */

static bool is_new (const struct mz_step *s) { return !((const struct sender *) s->local)->started; }

static void
lie (struct mz_step *s)
{
  ((struct sender *) s->local)->started = 1;
  for (int i = 0; i < s->count[RECEIVER]; i++)
    mz_send (s, mz_process (s, RECEIVER, i), INIT, i % 2);
  for (int value = 0; value < 2; value++)
    mz_broadcast (s, LIAR, INIT, value);
}

static bool has_not_echoed (const struct mz_step *s) { return !((const struct receiver *) s->local)->echoed; }

static void
echo (struct mz_step *s)
{
  ((struct receiver *) s->local)->echoed = (int8_t) (s->message[0].value[0] + 1);
  mz_send (s, s->message[0].from, ECHO, s->message[0].value[0]);
}

static void
echo_all (struct mz_step *s)
{
  mz_send (s, s->message[0].from, ECHO, s->message[0].value[0]);
}

static bool
are_of_one_value (const struct mz_step *s)
{
  for (int i = 1; i < s->messages; i++)
    if (s->message[i].value[0] != s->message[0].value[0])
      return false;
  return true;
}

static void
commit (struct mz_step *s)
{
  ((struct sender *) s->local)->committed[s->message[0].value[0]] = 1;
  mz_broadcast (s, RECEIVER, COMMIT, s->message[0].value[0]);
}

static void
deliver (struct mz_step *s)
{
  struct receiver *r = s->local;
  if (r->delivered && r->delivered != s->message[0].value[0] + 1)
    r->disagreed = 1;
  r->delivered = (int8_t) (s->message[0].value[0] + 1);
}

static bool
agreement (const struct mz_view *v)
{
  int value = 0;
  for (int i = 0; i < v->count[RECEIVER]; i++) {
    const struct receiver *r = mz_local (v, RECEIVER, i);
    if (r->disagreed || (r->delivered && value && r->delivered != value))
      return false;
    if (IS_WRONG && r->delivered && r->echoed && r->delivered != r->echoed)
      return false;
    value = r->delivered ? r->delivered : value;
  }
  return true;
}

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"sender", 1, sizeof (struct sender), (const struct mz_variable []) {
      MZ_VARIABLE (struct sender, started), MZ_ARRAY (struct sender, committed), {0}}},
    {"receiver", RECEIVERS, sizeof (struct receiver), (const struct mz_variable []) {
      MZ_VARIABLE (struct receiver, echoed), MZ_VARIABLE (struct receiver, delivered), MZ_VARIABLE (struct receiver, disagreed), {0}}},
    {"liar", FAULTY},
    {0}},
  .messages = (const struct mz_message_type []) {{"INIT", "value"}, {"ECHO", "value"}, {"COMMIT", "value"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "lie", .process = SENDER, .guard = is_new, .effect = lie, .reads = "started", .writes = "started",
     .sends = "INIT", .to = "receiver liar"},
    {MZ_HERE = "echo", .process = RECEIVER, .consumes = 1, .input = INIT, .guard = has_not_echoed, .effect = echo,
     .reads = "echoed", .writes = "echoed", .sends = "ECHO", .to = "sender"},
    {MZ_HERE = "echo all", .process = LIAR, .consumes = 1, .input = INIT, .effect = echo_all, .sends = "ECHO", .to = "sender"},
    {MZ_HERE = "commit", .process = SENDER, .consumes = QUORUM, .input = ECHO, .guard = are_of_one_value, .effect = commit,
     .writes = "committed", .sends = "COMMIT", .to = "receiver"},
    {MZ_HERE = "deliver", .process = RECEIVER, .consumes = 1, .input = COMMIT, .effect = deliver, .writes = "delivered disagreed"},
    {0}},
  .invariants = (const struct mz_property []) {
    {MZ_HERE = "agreement", .holds = agreement, .reads = "receiver.delivered receiver.disagreed receiver.echoed"}, {0}},
};
