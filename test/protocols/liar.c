/* Two voters tell a judge a value, once each; a liar among them may say anything.
 * -DLIARS=0: they are honest, and the judge never hears two values of one voter. */
#include <mazurka/protocol.h>
#ifndef LIARS
#define LIARS 1
#endif
enum { VOTER, JUDGE };
struct voter { int8_t voted; };
struct judge { int8_t heard[4]; };                  /* by voter and value */
static bool may_vote (const struct mz_step *s) { return !((const struct voter *) s->local)->voted; }
static void vote (struct mz_step *s) { ((struct voter *) s->local)->voted = 1; mz_broadcast (s, JUDGE, 0, s->index); }
static void hear (struct mz_step *s) { ((struct judge *) s->local)->heard[s->message[0].from * 2 + s->message[0].value[0]] = 1; }
static bool
honest (const struct mz_view *v)
{
  const struct judge *j = mz_local (v, JUDGE, 0);
  return !(j->heard[0] && j->heard[1]) && !(j->heard[2] && j->heard[3]);
}
const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"voter", 2, sizeof (struct voter), (const struct mz_variable []) {MZ_VARIABLE (struct voter, voted), {0}}, .byzantine = LIARS, .lies = LIARS},
    {"judge", 1, sizeof (struct judge), (const struct mz_variable []) {MZ_ARRAY (struct judge, heard), {0}}}, {0}},
  .messages = (const struct mz_message_type []) {{"VOTE", "value", .forged = 2}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "vote", .process = VOTER, .when = may_vote, .effect = vote, .reads = "voted", .compares = "voted", .writes = "voted",
     .increments = "voted", .uses = "", .sends = "VOTE", .to = "judge"},
    {MZ_HERE = "hear", .process = JUDGE, .consumes = 1, .input = 0, .effect = hear, .uses = "heard", .writes = "heard", .increments = "heard", .sends = ""}, {0}},
  .invariants = (const struct mz_property []) {{MZ_HERE = "honest", .holds = honest, .reads = "judge.heard", .compares = "judge.heard"}, {0}}};
