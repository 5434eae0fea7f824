/* Raft (Ongaro, Ousterhout 2014): leader election and log replication, in small.
 * A leader replicates the entries of its own term; older ones are not sent again.
 *
 *   -DBUG=1   voters do not compare logs: a leader may lack committed entries
 *   -DBUG=2   a server that restarts forgets whom it voted for, as implementations
 *             did that kept votedFor in memory: two leaders in one term
 */
#include <mazurka/protocol.h>

#ifndef SERVERS
#define SERVERS 3
#endif
#ifndef TERMS
#define TERMS 2
#endif
#ifndef BUG
#define BUG 0
#endif
enum { LOG = 1, MAJORITY = SERVERS / 2 + 1, RESTARTS = BUG == 2 };

enum { SERVER };
enum { REQUEST, GRANT, APPEND, STORED };
enum { FOLLOWER, CANDIDATE, LEADER };

struct server { int8_t term, voted, role, length, commit, restarts; int8_t log[LOG];
  int8_t led[TERMS + 1], committed[LOG * (TERMS + 1)]; };        /* terms it led in; entries (index, term) that it committed: what must never disagree */

static int last_term (const struct server *x) { return x->length ? x->log[x->length - 1] : 0; }

/* A higher term makes everybody a follower in it. */
static void
adopt (struct server *x, int term)
{
  if (term > x->term) {
    x->term = (int8_t) term;
    x->voted = 0;
    x->role = FOLLOWER;
  }
}

static void
tell_others (struct mz_step *s, int kind, int a, int b, int c, int d)
{
  for (int i = 0; i < s->count[SERVER]; i++)
    if (i != s->index)
      mz_send (s, mz_process (s, SERVER, i), kind, a, b, c, d);
}

static bool
may_time_out (const struct mz_step *s)
{
  const struct server *x = s->local;
  return x->role != LEADER;
}

static bool
has_timed_out (const struct mz_step *s)
{
  return s->index >= TERMS || ((const struct server *) s->local)->term >= TERMS;     /* others never lead: fewer states */
}

static void
time_out (struct mz_step *s)
{
  struct server *x = s->local;
  x->term++;
  x->role = CANDIDATE;
  x->voted = (int8_t) (s->index + 1);
  tell_others (s, REQUEST, x->term, x->length, last_term (x), 0);
}

static bool
is_current (const struct mz_step *s)
{
  return s->message[0].value[0] >= ((const struct server *) s->local)->term;
}

static void
vote (struct mz_step *s)
{
  struct server *x = s->local;
  const int32_t *m = s->message[0].value;
  adopt (x, m[0]);
  bool newer = m[2] > last_term (x) || (m[2] == last_term (x) && m[1] >= x->length);
  int candidate = s->message[0].from + 1;
  if ((x->voted == 0 || x->voted == candidate) && (newer || BUG == 1)) {
    x->voted = (int8_t) candidate;
    mz_send (s, s->message[0].from, GRANT, x->term);
  }
}

static bool is_candidate (const struct mz_step *s) { return ((const struct server *) s->local)->role == CANDIDATE; }
static bool is_leader (const struct mz_step *s) { return ((const struct server *) s->local)->role == LEADER; }

static bool
is_elected (const struct mz_step *s)
{
  const struct server *x = s->local;
  for (int i = 0; i < s->messages; i++)
    if (s->message[i].value[0] != x->term)
      return false;
  return true;
}

static void
lead (struct mz_step *s)
{
  struct server *x = s->local;
  x->role = LEADER;
  x->led[x->term] = 1;
}

static bool
may_append (const struct mz_step *s)
{
  const struct server *x = s->local;
  return x->role == LEADER && x->length < LOG;
}

static void
append (struct mz_step *s)
{
  struct server *x = s->local;
  int before = last_term (x);
  x->log[x->length++] = x->term;
  tell_others (s, APPEND, x->term, x->length - 1, before, 0);
}

static void
follow (struct mz_step *s)
{
  struct server *x = s->local;
  const int32_t *m = s->message[0].value;
  adopt (x, m[0]);
  int index = m[1];
  if (x->length < index || (index && x->log[index - 1] != m[2]))
    return;
  for (int i = index + 1; i < LOG; i++)
    x->log[i] = 0;
  x->log[index] = (int8_t) m[0];
  x->length = (int8_t) (index + 1);
  mz_send (s, s->message[0].from, STORED, m[0], index + 1);
}

static bool
is_stored (const struct mz_step *s)
{
  const struct server *x = s->local;
  for (int i = 0; i < s->messages; i++)
    if (s->message[i].value[0] != x->term || s->message[i].value[1] != s->message[0].value[1])
      return false;
  return x->commit < s->message[0].value[1];
}

static void
commit (struct mz_step *s)
{
  struct server *x = s->local;
  x->commit = (int8_t) s->message[0].value[1];
  for (int i = 0; i < x->commit; i++)
    x->committed[i * (TERMS + 1) + x->log[i]] = 1;
}

static bool may_restart (const struct mz_step *s) { return ((const struct server *) s->local)->restarts < RESTARTS && s->index == SERVERS - 1; }

static void
restart (struct mz_step *s)
{
  struct server *x = s->local;
  x->restarts++;
  x->voted = 0;
}

/* What arrives too late is dropped. */
static bool is_old (const struct mz_step *s) { return !is_current (s); }

static bool
is_old_grant (const struct mz_step *s)
{
  const struct server *x = s->local;
  return s->message[0].value[0] < x->term || x->role != CANDIDATE;
}

static bool
is_old_stored (const struct mz_step *s)
{
  const struct server *x = s->local;
  return s->message[0].value[0] < x->term || x->role != LEADER || x->commit >= s->message[0].value[1];
}

/* No two servers led in one term. */
static bool
one_leader (const struct mz_view *v)
{
  for (int term = 0; term <= TERMS; term++) {
    int leaders = 0;
    for (int i = 0; i < v->count[SERVER]; i++)
      leaders += ((const struct server *) mz_local (v, SERVER, i))->led[term] != 0;
    if (leaders > 1)
      return false;
  }
  return true;
}

/* No two entries of different terms were committed at one index. */
static bool
same_commits (const struct mz_view *v)
{
  for (int index = 0; index < LOG; index++) {
    int entries = 0;
    for (int term = 0; term <= TERMS; term++) {
      bool any = false;
      for (int i = 0; i < v->count[SERVER]; i++)
        any |= ((const struct server *) mz_local (v, SERVER, i))->committed[index * (TERMS + 1) + term];
      entries += any;
    }
    if (entries > 1)
      return false;
  }
  return true;
}

static bool
committed (const struct mz_view *v)
{
  return ((const struct server *) mz_local (v, SERVER, 0))->commit > 0;
}

#define STATE "term voted role"

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"server", SERVERS, sizeof (struct server), (const struct mz_variable []) {
      MZ_VARIABLE (struct server, term), MZ_VARIABLE (struct server, voted), MZ_VARIABLE (struct server, role),
      MZ_VARIABLE (struct server, length), MZ_VARIABLE (struct server, commit), MZ_VARIABLE (struct server, restarts),
      MZ_ARRAY (struct server, log), MZ_ARRAY (struct server, led), MZ_ARRAY (struct server, committed), {0}}},
    {0}},
  .messages = (const struct mz_message_type []) {
    {"REQUEST", "term length last"}, {"GRANT", "term"}, {"APPEND", "term index previous"}, {"STORED", "term length"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "time out", .process = SERVER, .when = may_time_out, .over = has_timed_out, .effect = time_out,
     .reads = "term role", .compares = "term", .writes = STATE, .increments = "term", .sends = "REQUEST", .to = "server"},
    {MZ_HERE = "vote", .process = SERVER, .consumes = 1, .input = REQUEST, .guard = is_current, .effect = vote,
     .reads = "term", .compares = "term", .writes = STATE, .increments = "term", .sends = "GRANT", .to = "sender"},
    {MZ_HERE = "lead", .process = SERVER, .consumes = MAJORITY - 1, .input = GRANT, .when = is_candidate, .guard = is_elected, .effect = lead,
     .reads = "term role", .uses = "term led", .writes = "role led", .increments = "led", .sends = ""},
    {MZ_HERE = "append", .process = SERVER, .when = may_append, .effect = append,
     .reads = "role length", .writes = "length log", .sends = "APPEND", .to = "server"},
    {MZ_HERE = "follow", .process = SERVER, .consumes = 1, .input = APPEND, .guard = is_current, .effect = follow,
     .reads = "term", .compares = "term", .writes = STATE " length log", .increments = "term", .sends = "STORED", .to = "sender"},
    {MZ_HERE = "commit", .process = SERVER, .consumes = MAJORITY - 1, .input = STORED, .when = is_leader, .guard = is_stored, .effect = commit,
     .reads = "term role commit", .uses = "log committed", .writes = "commit committed", .increments = "committed", .sends = ""},
    {MZ_HERE = "restart", .process = SERVER, .when = may_restart, .effect = restart, .reads = "restarts", .writes = "restarts voted", .sends = ""},
    {MZ_HERE = "old request", .process = SERVER, .consumes = 1, .input = REQUEST, .guard = is_old, .reads = "term", .uses = ""},
    {MZ_HERE = "old append", .process = SERVER, .consumes = 1, .input = APPEND, .guard = is_old, .reads = "term", .uses = ""},
    {MZ_HERE = "old grant", .process = SERVER, .consumes = 1, .input = GRANT, .guard = is_old_grant, .reads = "term role", .uses = ""},
    {MZ_HERE = "old stored", .process = SERVER, .consumes = 1, .input = STORED, .guard = is_old_stored, .reads = "term role commit", .uses = ""},
    {0}},
  .invariants = (const struct mz_property []) {
    {MZ_HERE = "one_leader", .holds = one_leader, .reads = "server.led", .compares = "server.led"},
    {MZ_HERE = "same_commits", .holds = same_commits, .reads = "server.committed", .compares = "server.committed"}, {0}},
  .propositions = (const struct mz_property []) {{MZ_HERE = "committed", .holds = committed, .reads = "server.commit"}, {0}},
};
