/* A process that turns for ever must not keep another from ever being looked at.
 * -DSAFE: this is no violation, and with fairness the other gets done. */
#include <mazurka/protocol.h>

enum { WHEEL, OTHER };
struct wheel { int8_t side; };
struct other { int8_t done; };

static void turn (struct mz_step *s) { struct wheel *w = s->local; w->side = !w->side; }
static bool is_not_done (const struct mz_step *s) { return !((const struct other *) s->local)->done; }
static void finish (struct mz_step *s) { ((struct other *) s->local)->done = 1; }
static bool never_done (const struct mz_view *v) { return !((const struct other *) mz_local (v, OTHER, 0))->done; }

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"wheel", 1, sizeof (struct wheel), (const struct mz_variable []) {MZ_VARIABLE (struct wheel, side), {0}}},
    {"other", 1, sizeof (struct other), (const struct mz_variable []) {MZ_VARIABLE (struct other, done), {0}}}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "turn", .process = WHEEL, .effect = turn, .writes = "side", .sends = ""},
    {MZ_HERE = "finish", .process = OTHER, .when = is_not_done, .effect = finish, .reads = "done", .writes = "done", .sends = ""}, {0}},
#ifdef SAFE
  .propositions = (const struct mz_property []) {{MZ_HERE = "never_done", .holds = never_done, .reads = "other.done"}, {0}},
#else
  .invariants = (const struct mz_property []) {{MZ_HERE = "never_done", .holds = never_done, .reads = "other.done"}, {0}},
#endif
};
