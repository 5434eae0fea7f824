/* Symmetric processes whose messages carry their name, which the wall remembers: the echo comes back to whoever called. */
#include <mazurka/protocol.h>

enum { CALLER, WALL };
enum { CALL, ECHO };
struct caller { int8_t called; };
struct wall { int8_t who; };

static bool is_silent (const struct mz_step *s) { return !((const struct caller *) s->local)->called; }
static bool is_free (const struct mz_step *s) { return !((const struct wall *) s->local)->who; }
static bool is_called (const struct mz_step *s) { return ((const struct wall *) s->local)->who; }
static void hear (struct mz_step *s) { mz_assert (s, ((const struct caller *) s->local)->called); }
static void take (struct mz_step *s) { ((struct wall *) s->local)->who = (int8_t) s->message[0].value[0]; }

static void
call (struct mz_step *s)
{
  ((struct caller *) s->local)->called = 1;
  mz_send (s, mz_process (s, WALL, 0), CALL, s->self + 1);
}

static void
echo (struct mz_step *s)
{
  struct wall *w = s->local;
  mz_send (s, w->who - 1, ECHO);
  w->who = 0;
}

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"caller", 2, sizeof (struct caller), (const struct mz_variable []) {MZ_VARIABLE (struct caller, called), {0}}, .symmetric = true},
    {"wall", 1, sizeof (struct wall), (const struct mz_variable []) {MZ_NAME (struct wall, who), {0}}}, {0}},
  .messages = (const struct mz_message_type []) {{"CALL", "@who"}, {"ECHO"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "call", .process = CALLER, .when = is_silent, .effect = call, .reads = "called", .writes = "called", .sends = "CALL", .to = "wall"},
    {MZ_HERE = "take", .process = WALL, .consumes = 1, .input = CALL, .when = is_free, .effect = take, .reads = "who", .writes = "who", .sends = ""},
    {MZ_HERE = "echo", .process = WALL, .when = is_called, .effect = echo, .reads = "who", .writes = "who", .sends = "ECHO", .to = "caller"},
    {MZ_HERE = "hear", .process = CALLER, .consumes = 1, .input = ECHO, .effect = hear, .uses = "called", .writes = "", .sends = ""},
    {0}},
};
