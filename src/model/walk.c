/* Visits expressions. See walk.h. */
#include "model/walk.h"

void
walk_place (const struct pg_place *place, uint32_t proc, see_fn *see, void *context)
{
  for (uint8_t k = 0; place && k < place->nindex; k++)
    walk_expr (place->index[k], proc, see, context);
}

void
walk_msg (const struct pg_msg *m, uint32_t proc, see_fn *see, void *context)
{
  for (uint32_t i = 0; m && i < m->nargs; i++) {
    walk_expr (m->args[i].expr, proc, see, context);
    walk_place (m->args[i].place, proc, see, context);
  }
}

void
walk_expr (const struct pg_expr *e, uint32_t proc, see_fn *see, void *context)
{
  if (!e)
    return;
  see (context, proc, e);
  for (int k = 0; k < 3; k++)
    walk_expr (e->kid[k], proc, see, context);
  for (uint32_t i = 0; i < e->nargs; i++)
    walk_expr (e->args[i], proc, see, context);
  walk_place (e->place, proc, see, context);
  walk_msg (e->msg, proc, see, context);
}

void
walk_act (const struct pg_act *a, uint32_t proc, see_fn *see, void *context)
{
  walk_expr (a->expr, proc, see, context);
  walk_expr (a->chan, proc, see, context);
  walk_place (a->place, proc, see, context);
  walk_msg (a->msg, proc, see, context);
  for (uint32_t i = 0; i < a->nargs; i++)
    walk_expr (a->args[i], proc, see, context);
}

void
walk_formula (const struct pg_ltl *f, see_fn *see, void *context)
{
  if (!f)
    return;
  walk_expr (f->atom, PG_ALL, see, context);
  walk_formula (f->kid[0], see, context);
  walk_formula (f->kid[1], see, context);
}
