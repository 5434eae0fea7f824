/* 64 instances of transitions: rows of bits that are full. */
#include <mazurka/protocol.h>

struct p { int8_t at; };

static bool is_here (const struct mz_step *s) { return ((const struct p *) s->local)->at == 0; }
static void go (struct mz_step *s) { ((struct p *) s->local)->at = 1; }

#define GO {MZ_HERE = "go", .process = 0, .when = is_here, .effect = go, .reads = "at", .writes = "at", .sends = ""}

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"p", 8, sizeof (struct p), (const struct mz_variable []) {MZ_VARIABLE (struct p, at), {0}}}, {0}},
  .transitions = (const struct mz_transition []) {GO, GO, GO, GO, GO, GO, GO, GO, {0}},
};
