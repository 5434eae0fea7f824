/* Single-decree Paxos (Lamport): proposers ask acceptors for promises, propose
 * a value, and learners hear of a majority of votes.
 *
 * Sizes: PROPOSERS + ACCEPTORS + LEARNERS processes (2 + 3 + 1: Paxos (6)).
 *   -DBALLOTS=3  more ballots than proposers: one may give up at any time and try again with a higher one
 *   -DFAULTY=1   acceptors vote for any ballot, whatever they promised
 *   -DFAULTY=2   proposers do not look at what acceptors voted for before
 */
#include <mazurka/protocol.h>

#ifndef PROPOSERS
#define PROPOSERS 2
#endif
#ifndef ACCEPTORS
#define ACCEPTORS 3
#endif
#ifndef LEARNERS
#define LEARNERS 1
#endif
#ifndef BALLOTS
#define BALLOTS PROPOSERS
#endif
#ifndef FAULTY
#define FAULTY 0
#endif
#define MAJORITY (ACCEPTORS / 2 + 1)

enum { PROPOSER, ACCEPTOR, LEARNER };
enum { PREPARE, PROMISE, ACCEPT, VOTE };

struct proposer { int8_t begun, proposed; };               /* rounds: begun; the last in which it proposed */
struct acceptor { int8_t promised, ballot, value; };
struct learner { int8_t learned[PROPOSERS]; };             /* values */

/* The value of a proposer is its number + 1, and so is its first ballot. */
static int
ballot_of (const struct mz_step *s)
{
  return (((const struct proposer *) s->local)->begun - 1) * PROPOSERS + s->index + 1;
}

/* A round for each of its ballots. */
static bool
may_begin (const struct mz_step *s)
{
  return ((const struct proposer *) s->local)->begun * PROPOSERS + s->index < BALLOTS;
}

static bool
is_prepared (const struct mz_step *s)
{
  const struct proposer *p = s->local;
  return p->proposed < p->begun;
}

/* Promises of earlier rounds do not count. */
static bool
are_promises (const struct mz_step *s)
{
  for (int i = 0; i < s->messages; i++)
    if (s->message[i].value[0] != ballot_of (s))
      return false;
  return true;
}

static void
prepare (struct mz_step *s)
{
  ((struct proposer *) s->local)->begun++;
  mz_broadcast (s, ACCEPTOR, PREPARE, ballot_of (s));
}

static bool
is_newer (const struct mz_step *s)
{
  return s->message[0].value[0] > ((const struct acceptor *) s->local)->promised;
}

static void
promise (struct mz_step *s)
{
  struct acceptor *a = s->local;
  a->promised = (int8_t) s->message[0].value[0];
  mz_send (s, s->message[0].from, PROMISE, a->promised, a->ballot, a->value);
}

/* A majority promised: the value of the highest ballot among them, or our own. */
static void
propose (struct mz_step *s)
{
  struct proposer *p = s->local;
  int best = 0, value = s->index + 1;
  for (int i = 0; i < s->messages && FAULTY != 2; i++)
    if (s->message[i].value[1] > best) {
      best = s->message[i].value[1];
      value = s->message[i].value[2];
    }
  p->proposed = p->begun;
  mz_broadcast (s, ACCEPTOR, ACCEPT, ballot_of (s), value);
}

static bool
may_vote (const struct mz_step *s)
{
  return FAULTY == 1 || s->message[0].value[0] >= ((const struct acceptor *) s->local)->promised;
}

static void
vote (struct mz_step *s)
{
  struct acceptor *a = s->local;
  a->promised = a->ballot = (int8_t) s->message[0].value[0];
  a->value = (int8_t) s->message[0].value[1];
  mz_broadcast (s, LEARNER, VOTE, a->ballot, a->value);
}

/* What arrives too late is dropped: requests of ballots that are over, answers that nobody waits for. */
static bool is_old_prepare (const struct mz_step *s) { return !is_newer (s); }
static bool is_old_accept (const struct mz_step *s) { return !may_vote (s); }
static bool
is_late_promise (const struct mz_step *s)
{
  const struct proposer *p = s->local;
  return s->message[0].value[0] < ballot_of (s) || p->proposed == p->begun;
}

static bool is_known (const struct mz_step *s) { return ((const struct learner *) s->local)->learned[s->message[0].value[1] - 1]; }

static bool
is_same_ballot (const struct mz_step *s)
{
  for (int i = 1; i < s->messages; i++)
    if (s->message[i].value[0] != s->message[0].value[0])
      return false;
  return true;
}

static void
learn (struct mz_step *s)
{
  ((struct learner *) s->local)->learned[s->message[0].value[1] - 1] = 1;
}

/* No learner learns two values, and no two learners different ones. */
static bool
agreement (const struct mz_view *v)
{
  int values = 0;
  for (int k = 0; k < PROPOSERS; k++) {
    bool learned = false;
    for (int i = 0; i < v->count[LEARNER]; i++)
      learned |= ((const struct learner *) mz_local (v, LEARNER, i))->learned[k];
    values += learned;
  }
  return values < 2;
}

static bool
learned (const struct mz_view *v)
{
  const struct learner *l = mz_local (v, LEARNER, 0);
  for (int k = 0; k < PROPOSERS; k++)
    if (l->learned[k])
      return true;
  return false;
}

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"proposer", PROPOSERS, sizeof (struct proposer), (const struct mz_variable []) {
      MZ_VARIABLE (struct proposer, begun), MZ_VARIABLE (struct proposer, proposed), {0}}},
    {"acceptor", ACCEPTORS, sizeof (struct acceptor), (const struct mz_variable []) {
      MZ_VARIABLE (struct acceptor, promised), MZ_VARIABLE (struct acceptor, ballot), MZ_VARIABLE (struct acceptor, value), {0}},
      .symmetric = true},
    {"learner", LEARNERS, sizeof (struct learner), (const struct mz_variable []) {
      MZ_ARRAY (struct learner, learned), {0}}, .symmetric = true},
    {0}},
  .messages = (const struct mz_message_type []) {
    {"PREPARE", "ballot"}, {"PROMISE", "promised ballot value"}, {"ACCEPT", "ballot value"}, {"VOTE", "ballot value"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "prepare", .process = PROPOSER, .when = may_begin, .effect = prepare,
     .reads = "begun", .compares = "begun", .writes = "begun", .increments = "begun", .uses = "begun", .sends = "PREPARE", .to = "acceptor"},
    {MZ_HERE = "promise", .process = ACCEPTOR, .consumes = 1, .input = PREPARE, .from = "proposer", .guard = is_newer, .effect = promise,
     .reads = "promised", .compares = "promised", .writes = "promised", .increments = "promised", .sends = "PROMISE", .to = "sender"},
    {MZ_HERE = "propose", .process = PROPOSER, .consumes = MAJORITY, .input = PROMISE, .from = "acceptor", .when = is_prepared, .guard = are_promises,
     .effect = propose, .reads = "begun proposed", .writes = "proposed", .increments = "proposed", .uses = "begun proposed", .sends = "ACCEPT", .to = "acceptor"},
    {MZ_HERE = "vote", .process = ACCEPTOR, .consumes = 1, .input = ACCEPT, .from = "proposer", .guard = may_vote, .effect = vote,
     .reads = FAULTY == 1 ? "" : "promised", .compares = FAULTY == 1 ? "" : "promised", .writes = "promised ballot value",
     .increments = FAULTY == 1 ? "" : "promised", .sends = "VOTE", .to = "learner"},
    {MZ_HERE = "learn", .process = LEARNER, .consumes = MAJORITY, .input = VOTE, .from = "acceptor", .guard = is_same_ballot, .effect = learn,
     .uses = "learned", .writes = "learned", .increments = "learned", .sends = "", .reads = ""},
    {MZ_HERE = "old prepare", .process = ACCEPTOR, .consumes = 1, .input = PREPARE, .from = "proposer", .guard = is_old_prepare, .reads = "promised", .uses = ""},
    {MZ_HERE = "old accept", .process = ACCEPTOR, .consumes = 1, .input = ACCEPT, .from = "proposer", .guard = is_old_accept,
     .reads = FAULTY == 1 ? "" : "promised", .uses = ""},
    {MZ_HERE = "late promise", .process = PROPOSER, .consumes = 1, .input = PROMISE, .from = "acceptor", .guard = is_late_promise, .reads = "begun proposed", .uses = ""},
    {MZ_HERE = "late vote", .process = LEARNER, .consumes = 1, .input = VOTE, .from = "acceptor", .guard = is_known, .reads = "learned", .uses = ""},
    {0}},
  .invariants = (const struct mz_property []) {
    {MZ_HERE = "agreement", .holds = agreement, .reads = "learner.learned", .compares = "learner.learned"}, {0}},
  .propositions = (const struct mz_property []) {
    {MZ_HERE = "learned", .holds = learned, .reads = "learner.learned"}, {0}},
};
