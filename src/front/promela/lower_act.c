/* Lowers one basic statement to one action. */
#include "front/promela/lower.h"

#include <assert.h>

const char *
lower_text (struct lower *l, const struct ast_stmt *s)
{
  struct str text = { 0 };
  ast_print_stmt (&text, s);
  const char *kept = arena_strdup (&l->pg->arena, str_text (&text));
  str_release (&text);
  return kept;
}

static struct pg_act *
new_act (struct lower *l, enum pg_act_kind kind, const struct ast_stmt *s)
{
  struct pg_act *a = ARENA_NEW (&l->pg->arena, struct pg_act);
  a->kind = kind;
  a->pos = s->pos;
  return a;
}

/* run has a side effect: it may only stand alone or be assigned. */
static bool
run_ok (struct lower *l, const struct ast_expr *e, bool alone)
{
  if (!e || !ast_contains (e, X_RUN) || (alone && e->op == X_RUN))
    return true;
  diag_error (l->diag, e->pos, "run can only stand alone or be assigned, as in x = run P ()");
  return false;
}

static struct pg_act *
guard (struct lower *l, const struct ast_stmt *s)
{
  struct pg_act *a = new_act (l, ACT_GUARD, s);
  a->expr = run_ok (l, s->expr, true) ? lower_expr (l, s->expr) : NULL;
  return a->expr ? a : NULL;
}

/* _ = e evaluates e and discards the value. */
static struct pg_act *
forget (struct lower *l, const struct ast_stmt *s)
{
  struct pg_act *a = new_act (l, ACT_GUARD, s);
  struct pg_expr *value = lower_expr (l, s->expr);
  if (!value)
    return NULL;
  a->expr = ARENA_NEW (&l->pg->arena, struct pg_expr);
  *a->expr = (struct pg_expr){ .op = E_COND, .pos = s->pos };
  a->expr->kid[0] = value;
  a->expr->kid[1] = a->expr->kid[2] = lower_const (l, 1, s->pos);
  return a;
}

static struct pg_act *
set_own_priority (struct lower *l, const struct ast_stmt *s)
{
  struct pg_act *a = new_act (l, ACT_SET_PRIORITY, s);
  l->pg->promela->uses |= USES_PRIORITY;
  a->args = arena_alloc (&l->pg->arena, sizeof *a->args);
  a->args[0] = ARENA_NEW (&l->pg->arena, struct pg_expr);
  *a->args[0] = (struct pg_expr){ .op = E_PID, .pos = s->pos };
  a->nargs = 1;
  a->expr = lower_expr (l, s->expr);
  return a->expr ? a : NULL;
}

/* A channel can be assigned, but not used in arithmetic. */
static bool
no_channel_in (struct lower *l, const struct ast_expr *e, bool inside)
{
  if (!e)
    return true;
  const struct ast_sym *v = e->op == X_VAR ? ast_target (e) : NULL;
  if (v && v->type == AST_CHAN && inside) {
    diag_error (l->diag, e->pos, "channel %s in arithmetic", v->name);
    return false;
  }
  bool arithmetic = e->op >= X_NEG && e->op <= X_SHR;
  for (int i = 0; arithmetic && i < 3; i++)
    if (!no_channel_in (l, e->kid[i], true))
      return false;
  return true;
}

static struct pg_act *
assign (struct lower *l, const struct ast_stmt *s)
{
  if (l->in_claim)
    diag_warning (l->diag, s->pos, "never claim has a side effect");
  if (!run_ok (l, s->expr, true) || !no_channel_in (l, s->expr, false))
    return NULL;
  if (s->lhs->op == X_IGNORE)
    return forget (l, s);
  if (s->lhs->op == X_PRIORITY)
    return set_own_priority (l, s);
  struct pg_act *a = new_act (l, ACT_ASSIGN, s);
  a->place = lower_place (l, s->lhs);
  a->expr = lower_expr (l, s->expr);
  return a->place && a->expr ? a : NULL;
}

/* Compares the numbers of fields and arguments, if the channel's declaration is known. */
static void
check_arity (struct lower *l, const struct ast_stmt *s, const struct pg_msg *m)
{
  const struct ast_sym *v = s->chan->op == X_VAR ? ast_target (s->chan) : NULL;
  const char *what = s->kind == S_SEND ? "send" : "receive";
  if (s->kind == S_SEND && m->nargs > l->max_fields)
    diag_error (l->diag, s->pos, "%s with %u arguments, but no channel has more than %u fields", what, m->nargs,
                l->max_fields);
  else if (v && v->init_chan && !v->is_param)
    for (size_t i = 0; i < l->chan_types.count; i++) {
      const struct pg_chan_type *t = &l->chan_types.data[i];
      if (t->pos.line == v->init_chan->pos.line && t->pos.col == v->init_chan->pos.col
          && t->pos.file == v->init_chan->pos.file && t->nfields != m->nargs) {
        diag_warning (l->diag, s->pos, "%s with %u arguments, but %s was declared with %u fields", what, m->nargs,
                      v->name, t->nfields);
        return;
      }
    }
}

/* q?x,x would store twice into x. */
static bool
distinct_targets (struct lower *l, const struct ast_stmt *s)
{
  for (int i = 0; i < s->nargs; i++) {
    const struct ast_expr *a = s->args[i];
    if (a->op != X_VAR || a->sym->type == AST_STRUCT || a->sym->is_array)
      continue;
    for (int j = i + 1; j < s->nargs; j++)
      if (s->args[j]->op == X_VAR && s->args[j]->sym == a->sym) {
        diag_error (l->diag, a->pos, "%s is received into twice", a->sym->name);
        return false;
      }
  }
  return true;
}

static struct pg_act *
message (struct lower *l, const struct ast_stmt *s)
{
  assert (s->chan && (s->kind == S_SEND || s->kind == S_RECV));
  bool send = s->kind == S_SEND;
  struct pg_act *a = new_act (l, send ? ACT_SEND : ACT_RECV, s);
  a->chan = lower_expr (l, s->chan);
  a->msg = send ? lower_send_args (l, s->args, s->nargs) : lower_recv_args (l, s->args, s->nargs);
  if (!a->chan || !a->msg || (!send && !l->in_trace && !distinct_targets (l, s)))
    return NULL;
  a->msg->sorted = s->sorted;
  a->msg->random = s->random;
  a->msg->keep = s->keep;
  check_arity (l, s, a->msg);
  return a;
}

static struct pg_act *
print (struct lower *l, const struct ast_stmt *s)
{
  struct pg_act *a = new_act (l, ACT_PRINT, s);
  a->text = s->text ? arena_strdup (&l->pg->arena, s->text) : NULL;
  a->args = arena_alloc (&l->pg->arena, ((size_t) s->nargs + 1) * sizeof *a->args);
  a->nargs = (uint32_t) s->nargs;
  for (int i = 0; i < s->nargs; i++)
    if (!run_ok (l, s->args[i], false)
        || !(a->args[i] = lower_expr (l, s->args[i])))
      return NULL;
  return a;
}

static struct pg_act *
with_expr (struct lower *l, const struct ast_stmt *s, enum pg_act_kind kind)
{
  struct pg_act *a = new_act (l, kind, s);
  a->expr = run_ok (l, s->expr, false) ? lower_expr (l, s->expr) : NULL;
  return a->expr ? a : NULL;
}

static struct pg_act *
print_mtype (struct lower *l, const struct ast_stmt *s)
{
  struct pg_act *a = with_expr (l, s, ACT_PRINTM);
  const struct ast_sym *v = s->expr->op == X_VAR ? ast_target (s->expr) : NULL;
  if (a && v && v->mtype_set)
    a->text = arena_strdup (&l->pg->arena, v->mtype_set);
  return a;
}

/* A failed assertion is reported with its condition, without parentheses around it. */
static struct pg_act *
assertion (struct lower *l, const struct ast_stmt *s)
{
  struct pg_act *a = with_expr (l, s, ACT_ASSERT);
  struct str text = {0};
  ast_print_expr (&text, s->expr);
  size_t enclosed = str_text (&text)[0] == '(';
  if (a)
    a->text = arena_strndup (&l->pg->arena, str_text (&text) + enclosed, text.len - 2 * enclosed);
  str_release (&text);
  return a;
}

static struct pg_act *
set_priority (struct lower *l, const struct ast_stmt *s)
{
  struct pg_act *a = with_expr (l, s, ACT_SET_PRIORITY);
  struct pg_expr *pid = lower_expr (l, s->lhs);
  l->pg->promela->uses |= USES_PRIORITY;
  if (!a || !pid)
    return NULL;
  a->args = arena_alloc (&l->pg->arena, sizeof *a->args);
  a->args[0] = pid;
  a->nargs = 1;
  return a;
}

struct pg_act *
lower_act (struct lower *l, const struct ast_stmt *s)
{
  switch (s->kind) {
  case S_EXPR: return guard (l, s);
  case S_ASSIGN: return assign (l, s);
  case S_SEND: case S_RECV: return message (l, s);
  case S_ASSERT: return assertion (l, s);
  case S_PRINT: return print (l, s);
  case S_PRINTM: return print_mtype (l, s);
  case S_SET_PRIORITY: return set_priority (l, s);
  case S_ELSE: return new_act (l, ACT_ELSE, s);
  default: assert (!"not a basic statement"); return NULL;
  }
}

/* xr and xs: one process type per channel and end. */
void
lower_exclusive (struct lower *l, const struct ast_stmt *s)
{
  assert (l->proc && (s->kind == S_XR || s->kind == S_XS));
  bool receive = s->kind == S_XR;
  for (int i = 0; i < s->nargs; i++) {
    struct pg_place *place = lower_place (l, s->args[i]);
    if (!place)
      continue;
    for (size_t k = 0; k < l->exclusives.count; k++) {
      const struct pg_exclusive *x = &l->exclusives.data[k];
      if (x->receive == receive && x->proc != l->proc->index && !place->nindex && place->region == REGION_GLOBAL
          && x->place->region == REGION_GLOBAL && x->place->var == place->var) {
        diag_error (l->diag, s->pos, "%s of %s is also claimed by proctype %s", receive ? "xr" : "xs",
                    l->globals.data[place->var].name, l->ast->procs[x->proc]->name);
        return;
      }
    }
    VEC_PUSH (l->exclusives, (struct pg_exclusive){ .proc = l->proc->index, .place = place, .receive = receive,
                                                    .pos = s->pos });
  }
}
