/* Processes that keep the name of whom they heard first: more of them than are tried in every order look alike. -DTWICE: two hear the same. */
#include <mazurka/protocol.h>
#ifndef N
#define N 6
#endif
struct p { int8_t said, who; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, said), MZ_NAME (struct p, who), {0}};
static const struct mz_process processes[] = {{"p", N, sizeof (struct p), variables, .symmetric = true}, {0}};
static bool is_silent (const struct mz_step *s) { return !((const struct p *) s->local)->said; }
static bool has_heard (const struct mz_step *s) { return ((const struct p *) s->local)->who; }
static bool has_not (const struct mz_step *s) { return !has_heard (s); }
static void say (struct mz_step *s) { ((struct p *) s->local)->said = 1; mz_broadcast (s, 0, 0, 0); }
static void hear (struct mz_step *s)
{
  struct p *p = s->local;
  p->who = (int8_t) (s->message[0].from + 1);
#ifdef TWICE
  mz_assert (s, !p->said || s->message[0].from == s->self);
#endif
}
static const struct mz_transition transitions[] = {
  {MZ_HERE = "say", .process = 0, .when = is_silent, .effect = say, .reads = "said", .writes = "said", .sends = "M", .to = "p"},
  {MZ_HERE = "hear", .process = 0, .consumes = 1, .input = 0, .when = has_not, .effect = hear, .reads = "who", .writes = "who", .sends = ""},
  {MZ_HERE = "drop", .process = 0, .consumes = 1, .input = 0, .when = has_heard, .reads = "who"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .transitions = transitions,
                                        .messages = (const struct mz_message_type []) {{"M", ""}, {0}}};
