#include <mazurka/protocol.h>
struct p { int x, y; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), MZ_VARIABLE (struct p, y), {0}};
static volatile int early;
void _init (void) { early = 1; }      /* no linker calls it */
static bool few (const struct mz_step *s) { const struct p *p = s->local; return p->x < 1; }
static void go (struct mz_step *s) { struct p *p = s->local; mz_assert (s, !early); p->x++; }
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), variables}, {0}};
static const struct mz_message_type messages[] = {{"PING", "n"}, {0}};
static const struct mz_transition transitions[] = {{MZ_HERE = "go", .process = 0, .when = few, .effect = go, .reads = "x", .writes = "x"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .messages = messages, .transitions = transitions};
