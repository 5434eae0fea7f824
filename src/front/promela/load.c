/* promela_load and promela_expression: all steps of the front-end in sequence. */
#include <string.h>

#include "front/promela/lower.h"
#include "front/promela/promela.h"

static void
free_tree (void *tree)
{
  promela_free (tree);
}

/* False after a message. */
static bool
add_formula (struct ast_model *ast, const char *text, struct diag *diag)
{
  struct ast_ltl *ltl = ARENA_NEW (&ast->arena, struct ast_ltl);
  struct ast_ltl **all = arena_alloc (&ast->arena, ((size_t) ast->nltls + 1) * sizeof *all);
  ltl->name = "formula";
  ltl->formula = promela_parse_expr (ast, text, "--ltl", true, diag);
  if (ast->nltls)
    memcpy (all, ast->ltls, (size_t) ast->nltls * sizeof *all);
  all[ast->nltls++] = ltl;
  ast->ltls = all;
  return ltl->formula;
}

/* Appends the claim to the model's text, joined to one line so that messages name the line of the formula. */
static void
add_claim (struct str *text, const struct promela_extra *extra)
{
  str_printf (text, "\n# %d ", extra->claim_line);
  str_add_quoted (text, extra->claim_file, strlen (extra->claim_file), '"');
  str_add_char (text, '\n');
  for (const char *p = extra->claim; *p; p++)
    str_add_char (text, *p == '\n' ? ' ' : *p);
  str_add_char (text, '\n');
}

struct pg *
promela_load_text (const char *name, const char *text, size_t length, const struct promela_extra *extra, struct diag *diag)
{
  mem_reserve_stack ();
  struct ast_model *ast = promela_parse (name, text, length, diag);
  struct pg *pg = NULL;
  if (ast && (!extra || !extra->formula || add_formula (ast, extra->formula, diag)))
    pg = promela_lower (ast, diag);
  if (!pg) {
    promela_free (ast);
    return NULL;
  }
  pg->front = ast;
  pg->free_front = free_tree;
  return pg;
}

struct pg *
promela_load (const char *file, const char *cpp_flags, const struct promela_extra *extra, struct diag *diag)
{
  struct str text = { 0 };
  struct pg *pg = NULL;
  if (promela_read (file, cpp_flags, extra ? extra->seconds : 0, &text, diag)) {
    if (extra && extra->claim)
      add_claim (&text, extra);
    pg = promela_load_text (file, str_text (&text), text.len, extra, diag);
  }
  str_release (&text);
  return pg;
}

struct pg_expr *
promela_expression (struct pg *pg, const char *text, const char *origin, struct diag *diag)
{
  struct ast_model *ast = pg->front;
  if (!ast) {
    diag_error (diag, (struct pos){ .file = origin }, "the model's source is not available");
    return NULL;
  }
  struct ast_expr *e = promela_parse_expr (ast, text, origin, false, diag);
  return e ? lower_extra (ast, pg, e, diag) : NULL;
}

static const struct pg_expr *
formula_beyond_data (const struct pg_ltl *f)
{
  const struct pg_expr *found = f ? pg_beyond_data (f->atom) : NULL;
  for (int i = 0; f && i < 2 && !found; i++)
    found = formula_beyond_data (f->kid[i]);
  return found;
}

bool
promela_only_observes (const struct pg *pg, const struct pg_expr *e, struct diag *diag)
{
  const struct pg_expr *found = pg_beyond_data (e);
  for (uint32_t i = 0; i < pg->nproperties && !found; i++)
    if (pg->properties[i].kind == PROP_LTL)
      found = formula_beyond_data (pg->properties[i].formula);
  if (!found)
    return true;
  diag_error (diag, found->pos, "this asks about a Promela model; expected a condition over what can be observed of the program");
  return false;
}
