#include <mazurka/protocol.h>
struct p { int x, y; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), MZ_VARIABLE (struct p, y), {0}};
static bool few (const struct mz_step *s) { const struct p *p = s->local; return p->x < 1; }
static void go (struct mz_step *s) { struct p *p = s->local; (void) p; p->x++; mz_send (s, 0, 0, 1); }
static void get (struct mz_step *s) { struct p *p = s->local; (void) p; ((struct mz_message *) s->message)->value[0] = 7; p->y++; }
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), variables}, {0}};
static const struct mz_message_type messages[] = {{"PING", "n"}, {0}};
static const struct mz_transition transitions[] = {{MZ_HERE = "go", .process = 0, .when = few, .effect = go, .reads = "x", .writes = "x", .sends = "PING", .to = "p"},
  {MZ_HERE = "get", .process = 0, .consumes = 1, .input = 0, .effect = get, .writes = "y"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .messages = messages, .transitions = transitions};
