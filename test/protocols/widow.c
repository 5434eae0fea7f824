/* One of two symmetric processes gets the token and asks the other for an answer; one of them may crash. Who waits for
 * an answer of one that has crashed can never continue; the other way round there is nothing to wait for. */
#include <mazurka/protocol.h>

enum { PEER, TABLE };
enum { HELLO, TOKEN, ASK, ANSWER };
enum { IDLE, CAME, DONE, WAITS };
struct peer { int8_t state; };
struct table { int8_t given; };

static int8_t *state_of (const struct mz_step *s) { return &((struct peer *) s->local)->state; }
static bool is_idle (const struct mz_step *s) { return *state_of (s) == IDLE; }
static bool is_asked (const struct mz_step *s) { return *state_of (s) != WAITS; }
static bool has_token (const struct mz_step *s) { return !((const struct table *) s->local)->given; }
static bool may_end (const void *local) { return ((const struct peer *) local)->state != WAITS; }
static void come (struct mz_step *s) { *state_of (s) = CAME; mz_send (s, mz_process (s, TABLE, 0), HELLO); }
static void give (struct mz_step *s) { ((struct table *) s->local)->given = 1; mz_send (s, s->message[0].from, TOKEN); }
static void ask (struct mz_step *s) { *state_of (s) = WAITS; mz_broadcast (s, PEER, ASK, 0); }
static void answer (struct mz_step *s) { mz_send (s, s->message[0].from, ANSWER); }
static void hear (struct mz_step *s) { *state_of (s) = DONE; }

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"peer", 2, sizeof (struct peer), (const struct mz_variable []) {MZ_VARIABLE (struct peer, state), {0}}, .crashes = CRASHES, .may_end = may_end, .symmetric = true},
    {"table", 1, sizeof (struct table), (const struct mz_variable []) {MZ_VARIABLE (struct table, given), {0}}}, {0}},
  .messages = (const struct mz_message_type []) {{"HELLO"}, {"TOKEN"}, {"ASK"}, {"ANSWER"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "come", .process = PEER, .when = is_idle, .effect = come, .reads = "state", .writes = "state", .sends = "HELLO", .to = "table"},
    {MZ_HERE = "give", .process = TABLE, .consumes = 1, .input = HELLO, .when = has_token, .effect = give, .reads = "given", .writes = "given",
     .sends = "TOKEN", .to = "sender"},
    {MZ_HERE = "ask", .process = PEER, .consumes = 1, .input = TOKEN, .effect = ask, .writes = "state", .sends = "ASK", .to = "peer"},
    {MZ_HERE = "answer", .process = PEER, .consumes = 1, .input = ASK, .when = is_asked, .effect = answer, .reads = "state", .sends = "ANSWER", .to = "sender", .writes = ""},
    {MZ_HERE = "hear", .process = PEER, .consumes = 1, .input = ANSWER, .effect = hear, .writes = "state", .sends = ""},
    {0}},
};
