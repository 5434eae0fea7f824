/* Two-phase commit: a coordinator asks participants to vote, and tells them the
 * outcome. It is safe whatever crashes, but it blocks: a participant that voted
 * yes cannot decide without the coordinator.
 *
 *   -DCRASHES=0   the coordinator does not crash: nobody is stuck
 *   -DEAGER       a participant that waits decides by itself: unsafe
 */
#include <mazurka/protocol.h>

#ifndef PARTICIPANTS
#define PARTICIPANTS 3
#endif
#ifndef CRASHES
#define CRASHES 1
#endif
#ifdef EAGER
enum { IS_EAGER = 1 };
#else
enum { IS_EAGER = 0 };
#endif

enum { COORDINATOR, PARTICIPANT };
enum { ASK, YES, NO, OUTCOME };
enum { WORKING, READY, COMMITTED, ABORTED };

struct coordinator { int8_t asked, decided; };
struct participant { int8_t state, committed, aborted; };

static bool has_not_asked (const struct mz_step *s) { return !((const struct coordinator *) s->local)->asked; }
static bool is_undecided (const struct mz_step *s) { return !((const struct coordinator *) s->local)->decided; }
static bool is_working (const struct mz_step *s) { return ((const struct participant *) s->local)->state == WORKING; }
static bool is_ready (const struct mz_step *s) { return ((const struct participant *) s->local)->state == READY; }

static void
ask (struct mz_step *s)
{
  ((struct coordinator *) s->local)->asked = 1;
  mz_broadcast (s, PARTICIPANT, ASK, 0);
}

static void
vote_yes (struct mz_step *s)
{
  ((struct participant *) s->local)->state = READY;
  mz_send (s, s->message[0].from, YES);
}

static void
decide (struct mz_step *s, int outcome)
{
  struct participant *p = s->local;
  p->state = (int8_t) outcome;
  p->committed |= outcome == COMMITTED;
  p->aborted |= outcome == ABORTED;
}

static void
vote_no (struct mz_step *s)
{
  decide (s, ABORTED);
  mz_send (s, s->message[0].from, NO);
}

static void
commit (struct mz_step *s)
{
  ((struct coordinator *) s->local)->decided = COMMITTED;
  mz_broadcast (s, PARTICIPANT, OUTCOME, COMMITTED);
}

static void
abort_all (struct mz_step *s)
{
  ((struct coordinator *) s->local)->decided = ABORTED;
  mz_broadcast (s, PARTICIPANT, OUTCOME, ABORTED);
}

static void obey (struct mz_step *s) { decide (s, s->message[0].value[0]); }
static void give_up (struct mz_step *s) { decide (s, ABORTED); }
static bool may_give_up (const struct mz_step *s) { return IS_EAGER && is_ready (s); }

static bool coordinator_may_end (const void *local) { return ((const struct coordinator *) local)->decided; }
static bool participant_may_end (const void *local) { return ((const struct participant *) local)->state != READY; }

static bool
atomicity (const struct mz_view *v)
{
  bool committed = false, aborted = false;
  for (int i = 0; i < v->count[PARTICIPANT]; i++) {
    const struct participant *p = mz_local (v, PARTICIPANT, i);
    committed |= p->committed;
    aborted |= p->aborted;
  }
  return !committed || !aborted;
}

static bool
all_decided (const struct mz_view *v)
{
  for (int i = 0; i < v->count[PARTICIPANT]; i++)
    if (((const struct participant *) mz_local (v, PARTICIPANT, i))->state < COMMITTED)
      return false;
  return true;
}

#define OUTCOMES "committed aborted"

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"coordinator", 1, sizeof (struct coordinator), (const struct mz_variable []) {
      MZ_VARIABLE (struct coordinator, asked), MZ_VARIABLE (struct coordinator, decided), {0}},
      .crashes = CRASHES, .may_end = coordinator_may_end},
    {"participant", PARTICIPANTS, sizeof (struct participant), (const struct mz_variable []) {
      MZ_VARIABLE (struct participant, state), MZ_VARIABLE (struct participant, committed), MZ_VARIABLE (struct participant, aborted), {0}}, .may_end = participant_may_end, .symmetric = true},
    {0}},
  .messages = (const struct mz_message_type []) {{"ASK"}, {"YES"}, {"NO"}, {"OUTCOME", "state"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "ask", .process = COORDINATOR, .when = has_not_asked, .effect = ask,
     .reads = "asked", .compares = "asked", .writes = "asked", .increments = "asked", .sends = "ASK", .to = "participant"},
    {MZ_HERE = "vote yes", .process = PARTICIPANT, .consumes = 1, .input = ASK, .when = is_working, .effect = vote_yes,
     .reads = "state", .compares = "state", .writes = "state", .increments = "state", .sends = "YES", .to = "sender"},
    {MZ_HERE = "vote no", .process = PARTICIPANT, .consumes = 1, .input = ASK, .when = is_working, .effect = vote_no,
     .reads = "state", .compares = "state", .writes = "state " OUTCOMES, .increments = "state " OUTCOMES, .sends = "NO", .to = "sender"},
    {MZ_HERE = "commit", .process = COORDINATOR, .consumes = PARTICIPANTS, .input = YES, .when = is_undecided, .effect = commit,
     .reads = "decided", .compares = "decided", .writes = "decided", .increments = "decided", .sends = "OUTCOME", .to = "participant"},
    {MZ_HERE = "abort", .process = COORDINATOR, .consumes = 1, .input = NO, .when = is_undecided, .effect = abort_all,
     .reads = "decided", .compares = "decided", .writes = "decided", .increments = "decided", .sends = "OUTCOME", .to = "participant"},
    {MZ_HERE = "obey", .process = PARTICIPANT, .consumes = 1, .input = OUTCOME, .when = is_ready, .effect = obey,
     .reads = "state", .writes = "state " OUTCOMES, .increments = "state " OUTCOMES, .sends = ""},
    {MZ_HERE = "give up", .process = PARTICIPANT, .when = may_give_up, .effect = give_up, .reads = "state",
     .writes = "state " OUTCOMES, .increments = "state " OUTCOMES, .sends = ""},
    {0}},
  .invariants = (const struct mz_property []) {{MZ_HERE = "atomicity", .holds = atomicity,
    .reads = "participant.committed participant.aborted", .compares = "participant.committed participant.aborted"}, {0}},
  .propositions = (const struct mz_property []) {{MZ_HERE = "all_decided", .holds = all_decided, .reads = "participant.state"}, {0}},
};
