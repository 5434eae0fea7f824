/* A transition waits for a variable to be made smaller again; another one, which can run at once, sees whether it was.
 * With -DOVER the state says that it is over, which does not last. */
#include <mazurka/protocol.h>

struct p { int8_t late, gone, looked; };

static void start (int index, void *local) { (void) index; ((struct p *) local)->late = 1; }
static bool has_not_looked (const struct mz_step *s) { return !((const struct p *) s->local)->looked; }
static bool is_late (const struct mz_step *s) { return ((const struct p *) s->local)->late; }
static bool may_go (const struct mz_step *s) { return ((const struct p *) s->local)->late < 1 && !((const struct p *) s->local)->gone; }
static void reset (struct mz_step *s) { ((struct p *) s->local)->late = 0; }
static void go (struct mz_step *s) { ((struct p *) s->local)->gone = 1; }

static void
look (struct mz_step *s)
{
  struct p *p = s->local;
  p->looked = 1;
  mz_assert (s, !p->gone);
}

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"p", 1, sizeof (struct p), (const struct mz_variable []) {
      MZ_VARIABLE (struct p, late), MZ_VARIABLE (struct p, gone), MZ_VARIABLE (struct p, looked), {0}}, .start = start},
    {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "look", .process = 0, .when = has_not_looked, .effect = look, .reads = "looked", .uses = "gone", .writes = "looked", .sends = ""},
    {MZ_HERE = "reset", .process = 0, .when = is_late, .effect = reset, .reads = "late", .uses = "", .writes = "late", .sends = ""},
    {MZ_HERE = "go", .process = 0, .when = may_go, .effect = go, .reads = "late gone", .compares = "late", .uses = "", .writes = "gone", .sends = "",
#ifdef OVER
     .over = is_late
#endif
    },
    {0}},
};
