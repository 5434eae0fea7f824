/* Two processes, each up and down again: only in some orders are both up, and no end shows it. */
#include <mazurka/protocol.h>

struct p { int8_t x, done; };

static bool is_down (const struct mz_step *s) { return !((const struct p *) s->local)->done && !((const struct p *) s->local)->x; }
static bool is_up (const struct mz_step *s) { return ((const struct p *) s->local)->x; }
static void go_up (struct mz_step *s) { ((struct p *) s->local)->x = 1; }
static void go_down (struct mz_step *s) { *(struct p *) s->local = (struct p) {0, 1}; }

static bool
apart (const struct mz_view *v)
{
  return !((const struct p *) mz_local (v, 0, 0))->x || !((const struct p *) mz_local (v, 0, 1))->x;
}

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"p", 2, sizeof (struct p), (const struct mz_variable []) {MZ_VARIABLE (struct p, x), MZ_VARIABLE (struct p, done), {0}}}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "up", .process = 0, .when = is_down, .effect = go_up, .reads = "x done", .uses = "", .writes = "x", .increments = "x", .sends = ""},
    {MZ_HERE = "down", .process = 0, .when = is_up, .effect = go_down, .reads = "x", .uses = "", .writes = "x done", .sends = ""}, {0}},
  .invariants = (const struct mz_property []) {{MZ_HERE = "apart", .holds = apart, .reads = "p.x", .compares = "p.x"}, {0}},
};
