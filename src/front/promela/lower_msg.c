/* Messages and the arguments of run: structures flattened to their fields. */
#include "front/promela/lower.h"

#include <assert.h>
#include <string.h>

struct arg_list {
  struct lower *l;
  VEC (struct pg_arg) v;
};

static struct pg_msg *
finish (struct arg_list *list, bool ok)
{
  struct pg_msg *m = NULL;
  if (ok) {
    m = ARENA_NEW (&list->l->pg->arena, struct pg_msg);
    VEC_MOVE (list->v, &list->l->pg->arena, m->args, m->nargs);
  }
  VEC_FREE (list->v);
  return m;
}

static void
add_value (void *list, struct pg_place *place)
{
  struct arg_list *a = list;
  VEC_PUSH (a->v, (struct pg_arg){ .kind = ARG_MATCH, .expr = lower_load (a->l, place) });
}

static void
add_store (void *list, struct pg_place *place)
{
  struct arg_list *a = list;
  VEC_PUSH (a->v, (struct pg_arg){ .kind = ARG_STORE, .place = place });
}

static void
add_ignore (void *list, struct pg_place *place)
{
  struct arg_list *a = list;
  (void) place;
  VEC_PUSH (a->v, (struct pg_arg){ .kind = ARG_IGNORE });
}

/* One value to be sent or passed; a structure contributes all its fields. */
static bool
add_sent (struct arg_list *list, const struct ast_expr *e)
{
  struct lower *l = list->l;
  if (e->op == X_EVAL)
    e = e->kid[0];
  if (ast_contains (e, X_RUN)) {
    diag_error (l->diag, e->pos, "run cannot be used in the arguments of a send or of another run");
    return false;
  }
  if (e->op == X_VAR) {
    struct ref r;
    return lower_ref (l, e, &r) && lower_spread (l, &r, add_value, list);
  }
  struct pg_expr *value = lower_expr (l, e);
  VEC_PUSH (list->v, (struct pg_arg){ .kind = ARG_MATCH, .expr = value });
  return value != NULL;
}

/* An event in a trace assertion constrains constants and eval() only. */
static bool
add_event (struct arg_list *list, const struct ast_expr *e)
{
  if (e->op == X_CONST || e->op == X_EVAL)
    return add_sent (list, e);
  VEC_PUSH (list->v, (struct pg_arg){ .kind = ARG_IGNORE });
  return true;
}

struct pg_msg *
lower_send_args (struct lower *l, struct ast_expr **args, int nargs)
{
  struct arg_list list = { .l = l };
  bool ok = true;
  for (int i = 0; i < nargs; i++)
    ok &= l->in_trace ? add_event (&list, args[i]) : add_sent (&list, args[i]);
  return finish (&list, ok);
}

static bool
add_received (struct arg_list *list, const struct ast_expr *e)
{
  struct lower *l = list->l;
  struct ref r;
  switch (e->op) {
  case X_VAR:
    return lower_ref (l, e, &r) && lower_spread (l, &r, l->in_trace ? add_ignore : add_store, list);
  case X_IGNORE:
    add_ignore (list, NULL);
    return true;
  default:                        /* a constant or eval () */
    return add_sent (list, e);
  }
}

struct pg_msg *
lower_recv_args (struct lower *l, struct ast_expr **args, int nargs)
{
  struct arg_list list = { .l = l };
  bool ok = true;
  for (int i = 0; i < nargs; i++)
    ok &= add_received (&list, args[i]);
  return finish (&list, ok);
}

/* ---- run ---- */

/* The set of an mtype constant, NULL: unnamed. */
static const char *
set_of (const struct lower *l, const char *name)
{
  for (int i = 0; i < l->ast->nmtypes; i++)
    if (!strcmp (l->ast->mtypes[i].name, name))
      return l->ast->mtypes[i].set;
  return NULL;
}

static bool
mtypes_fit (struct lower *l, const struct ast_expr *e, const struct ast_proc *target)
{
  for (int i = 0; i < e->nargs && i < target->nparams; i++) {
    const struct ast_expr *a = e->args[i];
    const char *want = target->params[i]->mtype_set;
    if (target->params[i]->type == AST_STRUCT || (a->op == X_VAR && !a->field && a->sym->type == AST_STRUCT))
      return true;
    if (target->params[i]->type != AST_MTYPE || a->op != X_CONST || !a->name || !want)
      continue;
    const char *have = set_of (l, a->name);
    if (!have || strcmp (have, want)) {
      diag_error (l->diag, a->pos, "%s is of another mtype than parameter %s, mtype:%s", a->name,
                  target->params[i]->name, want);
      return false;
    }
  }
  return true;
}

bool
lower_run_args (struct lower *l, const struct ast_expr *e, struct pg_expr *run)
{
  const struct ast_proc *target = lower_find_proc (l, e->proc_name, &run->proc);
  if (!target) {
    diag_error (l->diag, e->pos, "no proctype %s to run", e->proc_name);
    return false;
  }
  if (target->kind != PROC_PROCTYPE && target->kind != PROC_INIT) {
    diag_error (l->diag, e->pos, "%s cannot be run, it is a claim or a trace", e->proc_name);
    return false;
  }
  struct arg_list list = { .l = l };
  bool ok = mtypes_fit (l, e, target);
  for (int i = 0; i < e->nargs; i++)
    ok &= add_sent (&list, e->args[i]);
  uint32_t expected = 0;
  for (int i = 0; i < target->nparams; i++)
    expected += lower_leaves (l, target->params[i]);
  if (ok && list.v.count != expected) {
    diag_error (l->diag, e->pos, "run %s with %zu arguments, expected %u", e->proc_name, list.v.count, expected);
    ok = false;
  }
  run->nargs = (uint32_t) list.v.count;
  run->args = arena_alloc (&l->pg->arena, (list.v.count + 1) * sizeof *run->args);
  assert (l->diag->errors || expected == l->pg->procs[run->proc].nparams);
  for (size_t i = 0; i < list.v.count; i++) {
    assert (!ok || list.v.data[i].expr);
    run->args[i] = list.v.data[i].expr;
  }
  VEC_FREE (list.v);
  return ok;
}
