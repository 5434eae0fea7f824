/* promela_load and promela_expression: all steps of the front-end in a row. */
#include "front/promela/lower.h"
#include "front/promela/promela.h"

static void
free_tree (void *tree)
{
  promela_free (tree);
}

struct pg *
promela_load (const char *file, const char *cpp_flags, struct diag *diag)
{
  struct str text = { 0 };
  struct ast_model *ast = NULL;
  struct pg *pg = NULL;
  if (promela_read (file, cpp_flags, &text, diag))
    ast = promela_parse (file, str_text (&text), text.len, diag);
  str_release (&text);
  if (ast)
    pg = promela_lower (ast, diag);
  if (!pg) {
    promela_free (ast);
    return NULL;
  }
  pg->front = ast;
  pg->free_front = free_tree;
  return pg;
}

struct pg_expr *
promela_expression (struct pg *pg, const char *text, const char *origin, struct diag *diag)
{
  struct ast_model *ast = pg->front;
  if (!ast) {
    diag_error (diag, (struct pos){ .file = origin }, "the model's source is not at hand");
    return NULL;
  }
  struct ast_expr *e = promela_parse_expr (ast, text, origin, false, diag);
  return e ? lower_extra (ast, pg, e, diag) : NULL;
}
