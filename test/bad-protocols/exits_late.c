#include <mazurka/protocol.h>
#include <stdlib.h>
struct p { int x; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), {0}};
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), variables}, {0}};
static const struct mz_message_type messages[] = {{"PING", "n"}, {0}};
static bool few (const struct mz_step *s) { return ((const struct p *) s->local)->x < 2; }
static void go (struct mz_step *s) { ((struct p *) s->local)->x++; }
static bool low (const struct mz_view *v) { if (((const struct p *) mz_local (v, 0, 0))->x >= 2) exit (0); return true; }
static const struct mz_property invariants[] = {{MZ_HERE = "low", low, "p.x"}, {0}};
#define ONE(n) {MZ_HERE = "go" #n, .process = 0, .guard = few, .effect = go, .reads = "x", .writes = "x"}
#define TEN(n) ONE (n##0), ONE (n##1), ONE (n##2), ONE (n##3), ONE (n##4), ONE (n##5), ONE (n##6), ONE (n##7), ONE (n##8), ONE (n##9)
static const struct mz_transition transitions[] = {TEN (1), TEN (2), TEN (3), TEN (4), TEN (5), TEN (6), TEN (7), TEN (8), TEN (9), TEN (10),
  TEN (11), TEN (12), TEN (13), TEN (14), TEN (15), TEN (16), TEN (17), TEN (18), TEN (19), TEN (20), {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .messages = messages, .transitions = transitions, .invariants = invariants};
