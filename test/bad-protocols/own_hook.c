#include <mazurka/protocol.h>
#include <stdlib.h>
struct p { int x, y; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), MZ_VARIABLE (struct p, y), {0}};
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), variables}, {0}};
static const struct mz_message_type messages[] = {{"PING", "n"}, {0}};
static bool few (const struct mz_step *s) { return ((const struct p *) s->local)->x < 2 + ((const struct p *) s->local)->y; }
static void go (struct mz_step *s) { ((struct p *) s->local)->x++; }
__attribute__ ((visibility ("hidden"))) void __tsan_read4 (void *p);
__attribute__ ((visibility ("hidden"))) void __tsan_read4 (void *p) { (void) p; }
static const struct mz_transition transitions[] = {{MZ_HERE = "go", .process = 0, .guard = few, .effect = go, .reads = "x", .writes = "x"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .messages = messages, .transitions = transitions};
