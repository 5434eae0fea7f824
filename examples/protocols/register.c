/* A regular register over replicas, in the style of Attiya, Bar-Noy and Dolev:
 * a writer tells a majority, readers ask a majority and take the newest answer.
 * A read may begin at once, or after it heard that a write is complete; it must
 * not return anything older than that write.
 *
 * Sizes: 1 writer + REPLICAS + READERS processes (3 replicas and 1 reader: Register (5)).
 *   -DWRONG   a wrong specification: a read returns just the write that it heard of
 */
#include <mazurka/protocol.h>

#ifndef REPLICAS
#define REPLICAS 3
#endif
#ifndef READERS
#define READERS 1
#endif
#ifndef WRITES
#define WRITES 1
#endif
#ifndef READS
#define READS 1
#endif
#define MAJORITY (REPLICAS / 2 + 1)
#ifdef WRONG
enum { IS_WRONG = 1 };
#else
enum { IS_WRONG = 0 };
#endif

enum { WRITER, REPLICA, READER };
enum { WRITE, ACK, DONE, READ, VALUE };

struct writer { int8_t stamp, complete; };
struct replica { int8_t stamp; };
struct reader { int8_t heard, begun, ended, wrong; };     /* reads begun and ended */

static bool
may_write (const struct mz_step *s)
{
  const struct writer *w = s->local;
  return w->stamp < WRITES && (WRITES == 1 || w->stamp == w->complete);
}

static bool was_last_write (const struct mz_step *s) { return ((const struct writer *) s->local)->stamp >= WRITES; }

static void
begin_write (struct mz_step *s)
{
  struct writer *w = s->local;
  w->stamp++;
  mz_broadcast (s, REPLICA, WRITE, w->stamp);
}

/* A write that was overtaken by a later one changes nothing. */
static bool is_newer (const struct mz_step *s) { return s->message[0].value[0] > ((const struct replica *) s->local)->stamp; }
static bool is_older (const struct mz_step *s) { return !is_newer (s); }
static void acknowledge (struct mz_step *s) { mz_send (s, s->message[0].from, ACK, s->message[0].value[0]); }

static void
store (struct mz_step *s)
{
  ((struct replica *) s->local)->stamp = (int8_t) s->message[0].value[0];
  acknowledge (s);
}

/* Acknowledgements of earlier writes do not count. */
static bool
are_acks (const struct mz_step *s)
{
  const struct writer *w = s->local;
  for (int i = 0; i < s->messages; i++)
    if (s->message[i].value[0] != w->stamp)
      return false;
  return true;
}

static bool is_writing (const struct mz_step *s) { const struct writer *w = s->local; return w->complete < w->stamp; }

static void
end_write (struct mz_step *s)
{
  struct writer *w = s->local;
  w->complete = w->stamp;
  mz_broadcast (s, READER, DONE, w->stamp);
}

static bool
is_idle (const struct mz_step *s)
{
  const struct reader *r = s->local;
  return r->begun < READS && (READS == 1 || r->begun == r->ended);
}

static bool was_last_read (const struct mz_step *s) { return ((const struct reader *) s->local)->begun >= READS; }

static bool is_reading (const struct mz_step *s) { const struct reader *r = s->local; return r->ended < r->begun; }

static void
begin_read (struct mz_step *s)
{
  struct reader *r = s->local;
  r->begun++;
  if (s->messages)
    r->heard = (int8_t) s->message[0].value[0];
  mz_broadcast (s, REPLICA, READ, r->begun);
}

static void
answer (struct mz_step *s)
{
  const struct replica *r = s->local;
  mz_send (s, s->message[0].from, VALUE, s->message[0].value[0], r->stamp);
}

/* Answers to earlier reads do not count. */
static bool
are_answers (const struct mz_step *s)
{
  for (int i = 0; i < s->messages; i++)
    if (s->message[i].value[0] != ((const struct reader *) s->local)->begun)
      return false;
  return true;
}

static void
end_read (struct mz_step *s)
{
  struct reader *r = s->local;
  int result = 0;
  for (int i = 0; i < s->messages; i++)
    if (s->message[i].value[1] > result)
      result = s->message[i].value[1];
  r->ended = r->begun;
  r->wrong |= IS_WRONG ? result != r->heard : result < r->heard;
}

/* Messages arrive although nobody waits for them any more. */
static bool is_late_ack (const struct mz_step *s) { return s->message[0].value[0] <= ((const struct writer *) s->local)->complete; }
static bool is_late_value (const struct mz_step *s) { return s->message[0].value[0] <= ((const struct reader *) s->local)->ended; }

static bool
regularity (const struct mz_view *v)
{
  for (int i = 0; i < v->count[READER]; i++)
    if (((const struct reader *) mz_local (v, READER, i))->wrong)
      return false;
  return true;
}

#define IDLE (READS == 1 ? "begun" : "begun ended")

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"writer", 1, sizeof (struct writer), (const struct mz_variable []) {
      MZ_VARIABLE (struct writer, stamp), MZ_VARIABLE (struct writer, complete), {0}}},
    {"replica", REPLICAS, sizeof (struct replica), (const struct mz_variable []) {MZ_VARIABLE (struct replica, stamp), {0}},
      .symmetric = true},
    {"reader", READERS, sizeof (struct reader), (const struct mz_variable []) {
      MZ_VARIABLE (struct reader, heard), MZ_VARIABLE (struct reader, begun), MZ_VARIABLE (struct reader, ended), MZ_VARIABLE (struct reader, wrong), {0}},
      .symmetric = true},
    {0}},
  .messages = (const struct mz_message_type []) {{"WRITE", "stamp"}, {"ACK", "stamp"}, {"DONE", "stamp"}, {"READ", "read"}, {"VALUE", "read stamp"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "begin write", .process = WRITER, .when = may_write, .over = was_last_write, .effect = begin_write,
     .reads = WRITES == 1 ? "stamp" : "stamp complete", .compares = "stamp", .writes = "stamp", .increments = "stamp", .sends = "WRITE", .to = "replica"},
    {MZ_HERE = "store", .process = REPLICA, .consumes = 1, .input = WRITE, .from = "writer", .guard = is_newer, .effect = store,
     .reads = "stamp", .compares = "stamp", .uses = "", .writes = "stamp", .increments = "stamp", .sends = "ACK", .to = "sender"},
    {MZ_HERE = "late write", .process = REPLICA, .consumes = 1, .input = WRITE, .from = "writer", .guard = is_older, .effect = acknowledge,
     .uses = "", .reads = "stamp", .sends = "ACK", .to = "sender", .writes = ""},
    {MZ_HERE = "end write", .process = WRITER, .consumes = MAJORITY, .input = ACK, .from = "replica", .when = is_writing, .guard = are_acks, .effect = end_write,
     .reads = "stamp complete", .writes = "complete", .sends = "DONE", .to = "reader"},
    {MZ_HERE = "read", .process = READER, .when = is_idle, .over = was_last_read, .effect = begin_read,
     .reads = IDLE, .compares = "begun", .writes = "begun", .increments = "begun", .sends = "READ", .to = "replica"},
    {MZ_HERE = "read after", .process = READER, .consumes = 1, .input = DONE, .from = "writer", .when = is_idle, .over = was_last_read, .effect = begin_read,
     .reads = IDLE, .compares = "begun", .writes = "begun heard", .increments = "begun", .sends = "READ", .to = "replica"},
    {MZ_HERE = "answer", .process = REPLICA, .consumes = 1, .input = READ, .from = "reader", .effect = answer,
     .uses = "stamp", .sends = "VALUE", .to = "sender", .writes = ""},
    {MZ_HERE = "end read", .process = READER, .consumes = MAJORITY, .input = VALUE, .from = "replica", .when = is_reading, .guard = are_answers, .effect = end_read,
     .reads = "begun ended", .writes = "ended wrong", .increments = "ended wrong", .sends = ""},
    {MZ_HERE = "late ack", .process = WRITER, .consumes = 1, .input = ACK, .from = "replica", .guard = is_late_ack, .uses = "", .reads = "complete"},
    {MZ_HERE = "late value", .process = READER, .consumes = 1, .input = VALUE, .from = "replica", .guard = is_late_value, .uses = "", .reads = "ended"},
    {MZ_HERE = "late news", .process = READER, .consumes = 1, .input = DONE, .from = "writer", .when = was_last_read, .uses = "", .reads = "begun"},
    {0}},
  .invariants = (const struct mz_property []) {
    {MZ_HERE = "regularity", .holds = regularity, .reads = "reader.wrong", .compares = "reader.wrong"}, {0}},
};
