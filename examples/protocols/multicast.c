/* Echo Multicast (Reiter 1994) with a Byzantine initiator: it shows each receiver
 * a value of its choice and tries to have two values delivered. A value is
 * delivered with the echoes of a quorum, more than half of the receivers and of
 * the faulty processes together, so that two quorums share a correct receiver,
 * which echoes one value only.
 *
 * Sizes: 1 initiator + RECEIVERS processes (4: Multicast (5); 5: Multicast (6)).
 *   -DWRONG     a wrong specification: who echoed a value delivers no other
 *   -DQUORUM=2  a quorum that is too small
 */
#include <mazurka/protocol.h>

#ifndef RECEIVERS
#define RECEIVERS 4
#endif
#ifndef QUORUM
#define QUORUM ((RECEIVERS + 1 + 1 + 1) / 2)
#endif
#ifdef WRONG
enum { IS_WRONG = 1 };
#else
enum { IS_WRONG = 0 };
#endif

enum { INITIATOR, RECEIVER };
enum { INIT, ECHO, COMMIT };

struct initiator { int8_t shown[RECEIVERS]; };
struct receiver { int8_t echoed, delivered[2], disagreed; };  /* echoed: value + 1 */

/* Showing value v to receiver r is a transition of its own. */
#define SHOW(r, v)                                                                                                      \
  static bool may_show_##r##_##v (const struct mz_step *s) { return !((const struct initiator *) s->local)->shown[r]; } \
  static void show_##r##_##v (struct mz_step *s)                                                                        \
  {                                                                                                                     \
    ((struct initiator *) s->local)->shown[r] = 1;                                                                      \
    mz_send (s, mz_process (s, RECEIVER, r), INIT, v);                                                                  \
  }
#define SHOWING(r, v)                                                                                                   \
  {MZ_HERE = "show " #v " to " #r, .process = INITIATOR, .when = may_show_##r##_##v, .effect = show_##r##_##v,          \
   .reads = "shown[" #r "]", .compares = "shown[" #r "]", .writes = "shown[" #r "]", .increments = "shown[" #r "]", .uses = "", \
   .sends = "INIT", .to = "receiver[" #r "]"}

SHOW (0, 0) SHOW (0, 1) SHOW (1, 0) SHOW (1, 1) SHOW (2, 0) SHOW (2, 1)
#if RECEIVERS > 3
SHOW (3, 0) SHOW (3, 1)
#endif
#if RECEIVERS > 4
SHOW (4, 0) SHOW (4, 1)
#endif

static bool has_not_echoed (const struct mz_step *s) { return !((const struct receiver *) s->local)->echoed; }

static void
echo (struct mz_step *s)
{
  ((struct receiver *) s->local)->echoed = (int8_t) (s->message[0].value[0] + 1);
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

static void commit (struct mz_step *s) { mz_broadcast (s, RECEIVER, COMMIT, s->message[0].value[0]); }

static void
deliver (struct mz_step *s)
{
  struct receiver *r = s->local;
  int value = s->message[0].value[0];
  if (IS_WRONG && r->echoed && r->echoed != value + 1)
    r->disagreed = 1;
  r->delivered[value] = 1;
}

static bool
agreement (const struct mz_view *v)
{
  bool delivered[2] = {false, false}, disagreed = false;
  for (int i = 0; i < v->count[RECEIVER]; i++) {
    const struct receiver *r = mz_local (v, RECEIVER, i);
    disagreed |= r->disagreed;
    delivered[0] |= r->delivered[0];
    delivered[1] |= r->delivered[1];
  }
  return !disagreed && !(delivered[0] && delivered[1]);
}

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"initiator", 1, sizeof (struct initiator), (const struct mz_variable []) {
      MZ_VARIABLE (struct initiator, shown[0]), MZ_VARIABLE (struct initiator, shown[1]), MZ_VARIABLE (struct initiator, shown[2]),
#if RECEIVERS > 3
      MZ_VARIABLE (struct initiator, shown[3]),
#endif
#if RECEIVERS > 4
      MZ_VARIABLE (struct initiator, shown[4]),
#endif
      {0}}},
    {"receiver", RECEIVERS, sizeof (struct receiver), (const struct mz_variable []) {
      MZ_VARIABLE (struct receiver, echoed), MZ_ARRAY (struct receiver, delivered), MZ_VARIABLE (struct receiver, disagreed), {0}}},
    {0}},
  .messages = (const struct mz_message_type []) {{"INIT", "value"}, {"ECHO", "value"}, {"COMMIT", "value"}, {0}},
  .transitions = (const struct mz_transition []) {
    SHOWING (0, 0), SHOWING (0, 1), SHOWING (1, 0), SHOWING (1, 1), SHOWING (2, 0), SHOWING (2, 1),
#if RECEIVERS > 3
    SHOWING (3, 0), SHOWING (3, 1),
#endif
#if RECEIVERS > 4
    SHOWING (4, 0), SHOWING (4, 1),
#endif
    {MZ_HERE = "echo", .process = RECEIVER, .consumes = 1, .input = INIT, .when = has_not_echoed, .effect = echo, .uses = "",
     .reads = "echoed", .compares = "echoed", .writes = "echoed", .increments = "echoed", .sends = "ECHO", .to = "sender"},
    {MZ_HERE = "commit", .process = INITIATOR, .consumes = QUORUM, .input = ECHO, .guard = are_of_one_value, .effect = commit, .uses = "",
     .sends = "COMMIT", .to = "receiver", .writes = "", .reads = ""},
    {MZ_HERE = "deliver", .process = RECEIVER, .consumes = 1, .input = COMMIT, .effect = deliver,
     .uses = IS_WRONG ? "delivered disagreed echoed" : "delivered disagreed", .writes = "delivered disagreed", .increments = "delivered disagreed", .sends = ""},
    {0}},
  .invariants = (const struct mz_property []) {
    {MZ_HERE = "agreement", .holds = agreement, .reads = "receiver.delivered receiver.disagreed", .compares = "receiver.delivered receiver.disagreed"}, {0}},
};
