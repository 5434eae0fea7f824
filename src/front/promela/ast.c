/* Queries on syntax trees, used by the parser and by lowering. */
#include "front/promela/ast.h"

#include <assert.h>

bool
ast_contains (const struct ast_expr *e, enum ast_op op)
{
  if (!e)
    return false;
  if (e->op == op)
    return true;
  for (int i = 0; i < e->nargs; i++)
    if (ast_contains (e->args[i], op))
      return true;
  return ast_contains (e->kid[0], op) || ast_contains (e->kid[1], op) || ast_contains (e->kid[2], op)
         || ast_contains (e->index, op) || ast_contains (e->field, op);
}

const struct ast_sym *
ast_target (const struct ast_expr *e)
{
  assert (e->op == X_VAR);
  while (e->field)
    e = e->field;
  return e->sym;
}
