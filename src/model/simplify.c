/* All simplifications in sequence. See simplify.h. */
#include "model/simplify.h"

#include "model/simplify_parts.h"

static void
release (struct simplify *s)
{
  mem_free (s->base);
  mem_free (s->watched);
  mem_free (s->constant);
}

void
pg_drop_hidden (struct pg *pg, struct pg_expr *const *keep, uint32_t nkeep)
{
  struct simplify s = {.pg = pg, .keep = keep, .nkeep = nkeep, .hidden_only = true};
  simplify_facts (&s);
  simplify_unused (&s);
  pg_finish (pg);
  release (&s);
}

/* Unused variables first: their assignments become skips, which are merged. Dead variables last: merged edges need fewer
 * resets. */
void
pg_simplify (struct pg *pg, struct pg_expr *const *keep, uint32_t nkeep)
{
  struct simplify s = {.pg = pg, .keep = keep, .nkeep = nkeep};
  simplify_facts (&s);
  simplify_unused (&s);
  simplify_merge (&s);
  simplify_dead (&s);
  pg_finish (pg);
  release (&s);
}
