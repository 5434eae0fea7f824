/* Properties: ltl formulas as trees over state predicates, never claims. */
#include "front/promela/lower.h"

#include <assert.h>

static const struct {
  enum ast_op from;
  enum pg_ltl_op to;
} ops[] = {
  { X_NOT, LTL_NOT }, { X_NEXT, LTL_NEXT }, { X_ALWAYS, LTL_ALWAYS }, { X_EVENTUALLY, LTL_EVENTUALLY },
  { X_AND, LTL_AND }, { X_OR, LTL_OR }, { X_IMPLIES, LTL_IMPLIES }, { X_EQUIV, LTL_EQUIV },
  { X_UNTIL, LTL_UNTIL }, { X_RELEASE, LTL_RELEASE }, { X_WEAK_UNTIL, LTL_WEAK_UNTIL },
};

static const char *
text_of (struct lower *l, const struct ast_expr *e)
{
  struct str text = { 0 };
  ast_print_expr (&text, e);
  const char *kept = arena_strdup (&l->pg->arena, str_text (&text));
  str_release (&text);
  return kept;
}

/* Boolean structure above temporal operators is part of the formula; everything below them is one state predicate. */
static struct pg_ltl *
formula (struct lower *l, const struct ast_expr *e, bool temporal)
{
  struct pg_ltl *f = ARENA_NEW (&l->pg->arena, struct pg_ltl);
  f->pos = e->pos;
  temporal = temporal && e->temporal;
  for (size_t i = 0; temporal && i < sizeof ops / sizeof *ops; i++) {
    if (ops[i].from != e->op)
      continue;
    assert (e->kid[0] && !e->kid[2]);
    f->op = ops[i].to;
    f->kid[0] = formula (l, e->kid[0], true);
    if (e->kid[1])
      f->kid[1] = formula (l, e->kid[1], true);
    return f->kid[0] && (!e->kid[1] || f->kid[1]) ? f : NULL;
  }
  f->op = LTL_ATOM;
  f->atom = lower_expr (l, e);
  if (!f->atom)
    return NULL;
  f->text = text_of (l, e);
  return f;
}

void
lower_properties (struct lower *l)
{
  struct pg *pg = l->pg;
  size_t room = (size_t) l->ast->nltls + (size_t) l->ast->nprocs + 1;
  pg->properties = arena_alloc (&pg->arena, room * sizeof *pg->properties);
  for (int i = 0; i < l->ast->nprocs; i++) {
    const struct ast_proc *p = l->ast->procs[i];
    if (p->kind == PROC_NEVER)
      pg->properties[pg->nproperties++] = (struct pg_property){
        .name = arena_strdup (&pg->arena, p->name), .pos = p->pos, .kind = PROP_NEVER, .proc = (uint32_t) i,
        .text = arena_printf (&pg->arena, "never %s", p->name) };
  }
  l->in_claim = true;
  assert (!l->proc && pg->nproperties + (size_t) l->ast->nltls < room);
  for (int i = 0; i < l->ast->nltls; i++) {
    const struct ast_ltl *f = l->ast->ltls[i];
    const struct pg_ltl *tree = formula (l, f->formula, true);
    if (tree)
      pg->properties[pg->nproperties++] = (struct pg_property){
        .name = arena_strdup (&pg->arena, f->name), .pos = f->pos, .kind = PROP_LTL, .formula = tree,
        .text = text_of (l, f->formula) };
  }
  l->in_claim = false;
}
