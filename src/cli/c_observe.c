/* Idea. Expressions are parsed as Promela, over a model that contains only the program's global variables; the parsed
 * expression is copied to the program's graph, variable by variable. Promela computes with ints, so variables of more than
 * 32 bits cannot be used. */
#include "cli/c_observe.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "front/promela/promela.h"

static bool
is_observable (const struct pg_var *v)
{
  if (v->internal || v->ndims > 1 || v->role || v->type.bits > 32 || v->type.kind == PG_POINTER)
    return false;
  for (const char *s = v->name; *s; s++)
    if (!isalnum ((unsigned char) *s) && *s != '_')
      return false;
  return !isdigit ((unsigned char) *v->name);
}

static uint32_t
find (const struct pg *pg, const char *name)
{
  for (uint32_t i = 0; i < pg->nvars; i++)
    if (is_observable (&pg->vars[i]) && !strcmp (pg->vars[i].name, name))
      return i;
  return PG_ALL;
}

/* A model with the variables, and the formula if there is one; NULL after a message. */
static struct pg *
shadow (const struct pg *pg, const char *formula, struct diag *diag)
{
  struct str text = {0};
  for (uint32_t i = 0; i < pg->nvars; i++) {
    const struct pg_var *v = &pg->vars[i];
    if (is_observable (v) && find (pg, v->name) == i)
      str_printf (&text, v->ndims ? "int %s[%u];" : "int %s;", v->name, v->ndims ? v->dim[0] : 0);
  }
  str_add (&text, "active proctype mz_nobody () { skip }\n");
  if (formula)
    str_printf (&text, "ltl formula { %s }\n", formula);
  struct ast_model *ast = promela_parse (formula ? "--ltl" : "--invariant", str_text (&text), text.len, diag);
  struct pg *shadowed = ast ? promela_lower (ast, diag) : NULL;
  if (shadowed)
    shadowed->front = ast;
  else
    promela_free (ast);
  str_release (&text);
  return shadowed;
}

static void
release (struct pg *shadowed)
{
  struct ast_model *ast = shadowed ? shadowed->front : NULL;
  if (shadowed)
    shadowed->front = NULL;
  pg_free (shadowed);
  promela_free (ast);
}

static struct pg_expr *
copy_expr (struct pg *to, const struct pg *from, const struct pg_expr *e)
{
  if (!e)
    return NULL;
  struct pg_expr *x = ARENA_NEW (&to->arena, struct pg_expr);
  *x = *e;
  x->pos = (struct pos) {.file = to->file};
  for (int i = 0; i < 3; i++)
    x->kid[i] = copy_expr (to, from, e->kid[i]);
  if (!e->place)
    return x;
  assert (e->op == E_LOAD && e->place->region == REGION_GLOBAL);
  x->place = ARENA_NEW (&to->arena, struct pg_place);
  *x->place = *e->place;
  x->place->pos = x->pos;
  x->place->var = find (to, from->vars[e->place->var].name);
  assert (x->place->var != PG_ALL);
  for (uint8_t i = 0; i < e->place->nindex; i++)
    x->place->index[i] = copy_expr (to, from, e->place->index[i]);
  return x;
}

static struct pg_ltl *
copy_formula (struct pg *to, const struct pg *from, const struct pg_ltl *f)
{
  if (!f)
    return NULL;
  struct pg_ltl *x = ARENA_NEW (&to->arena, struct pg_ltl);
  *x = *f;
  x->pos = (struct pos) {.file = to->file};
  x->text = f->text ? arena_strdup (&to->arena, f->text) : NULL;
  x->atom = copy_expr (to, from, f->atom);
  x->kid[0] = copy_formula (to, from, f->kid[0]);
  x->kid[1] = copy_formula (to, from, f->kid[1]);
  return x;
}

bool
c_observe_formula (struct pg *pg, const char *formula, struct diag *diag)
{
  struct pg *from = shadow (pg, formula, diag);
  bool ok = from && from->nproperties == 1 && promela_only_observes (from, NULL, diag);
  if (ok) {
    struct pg_property *p = ARENA_NEW (&pg->arena, struct pg_property);
    *p = from->properties[0];
    p->name = arena_strdup (&pg->arena, p->name);
    p->text = arena_strdup (&pg->arena, p->text ? p->text : formula);
    p->pos = (struct pos) {.file = pg->file};
    p->formula = copy_formula (pg, from, p->formula);
    pg->properties = p;
    pg->nproperties = 1;
  }
  release (from);
  return ok;
}

struct pg_expr *
c_observe_expression (struct pg *pg, const char *text, struct diag *diag)
{
  struct pg *from = shadow (pg, NULL, diag);
  struct pg_expr *e = from ? promela_expression (from, text, "--invariant", diag) : NULL;
  e = e && promela_only_observes (from, e, diag) ? copy_expr (pg, from, e) : NULL;
  release (from);
  return e;
}
