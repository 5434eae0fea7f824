/* Latches that never change: those that are found do not, of those that do none is found, and without time none is. */
#include "check.h"
#include "models.h"
#include "symbolic/engine.h"

static struct circuit *
load (struct pg **pg, struct layout *layout)
{
  struct refusal refusal;
  *pg = model_load ("int n = 1, rare, late; "
                    "active proctype P () { do :: d_step { n < 60 -> n = n + 2 } :: d_step { n > 50 -> n = 3 } od } "
                    "active proctype Q () { do :: n == 61 -> rare = 1 :: rare == 1 -> late = 1 od }");
  (*pg)->threads = true;
  layout_init_threads (layout, *pg);
  struct circuit *c = circuit_new (*pg, layout, &(struct circuit_config) {.one_hot = true, .ends = ENDS_OFF}, &refusal);
  CHECK (c);
  return c;
}

static bool
is_stuck (const struct circuit *c, const char *name)
{
  for (size_t i = 0; i < c->latches.count; i++)
    if (!strcmp (c->latches.data[i].name, name))
      return c->latches.data[i].stuck;
  CHECK (!"there is such a latch");
  return false;
}

int
main (void)
{
  static const char *const moving[] = {"n.1", "n.2", "n.3", "n.4", "n.5", "rare.0", "late.0"};
  struct pg *pg;
  struct layout layout;
  volatile int interrupt = 0;
  struct budget budget = {.interrupt = &interrupt}, over = {.spent = "for the test"};
  struct circuit *c = load (&pg, &layout);
  circuit_know (c, &over);
  for (size_t i = 0; i < c->latches.count; i++)
    HOLD (!c->latches.data[i].stuck);
  CHECK_HELD ("nothing is known without time");
  circuit_know (c, &budget);
  CHECK (is_stuck (c, "n.0"));
  for (size_t i = 0; i < sizeof moving / sizeof *moving; i++)
    HOLD (!is_stuck (c, moving[i]));
  CHECK_HELD ("what changes is not stuck");
  circuit_free (c);
  layout_release (&layout);
  pg_free (pg);
  return check_end ();
}
