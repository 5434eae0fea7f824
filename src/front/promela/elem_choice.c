/* From selections and loops to elements. See build.h. */
#include "front/promela/build.h"

#include <assert.h>
#include <string.h>

#include "front/promela/sugar.h"

/* ---- options ---- */

static bool
touches_channel (const struct ast_stmt *s)
{
  if (s->kind == S_SEND || s->kind == S_RECV)
    return true;
  return s->kind == S_EXPR
         && (ast_contains (s->expr, X_FULL) || ast_contains (s->expr, X_NFULL)
             || ast_contains (s->expr, X_EMPTY) || ast_contains (s->expr, X_NEMPTY));
}

static bool
is_else (const struct elem_seq *s)
{
  return s->first->kind == EL_STMT && s->first->act && s->first->act->kind == ACT_ELSE;
}

/* Moves the option that starts with else to the end; the parser allows only one. */
static void
move_else (struct elem_seq **subs, int n)
{
  int at = 0;
  while (at < n && !is_else (subs[at]))
    at++;
  if (at == n)
    return;
  struct elem_seq *moved = subs[at];
  memmove (subs + at, subs + at + 1, (size_t) (n - 1 - at) * sizeof *subs);
  subs[n - 1] = moved;
}

static void
warn_else (struct build *b, const struct ast_stmt *stmt, struct elem_seq **subs, int n)
{
  bool channel = false;
  for (int i = 0; i < stmt->nseqs; i++)
    channel |= stmt->seqs[i]->nstmts > 0 && touches_channel (stmt->seqs[i]->stmts[0]);
  if (!channel || !n || !is_else (subs[n - 1]))
    return;
  if (b->l->ast->uses_xu)
    diag_error (b->l->diag, subs[n - 1]->first->pos, "else beside channel operations in a model with xr or xs");
  else
    diag_warning (b->l->diag, subs[n - 1]->first->pos, "else beside channel operations");
}

/* In an option every skip directly after another skip or a printf is dropped. */
static void
prune (struct elem_seq *s)
{
  assert (s->extent);
  bool before = false;
  struct elem *last = NULL;
  for (struct elem *e = s->first; e; last = e, e = e->next) {
    bool print = e->kind == EL_STMT && e->act && (e->act->kind == ACT_PRINT || e->act->kind == ACT_PRINTM);
    bool skip = elem_is_skip (e);
    if ((!print && !skip) || e->labels) {
      before = false;
      continue;
    }
    if (before && skip && e != s->first && e != s->last && e != s->extent) {
      last->next = e->next;
      e = last;
    }
    before = true;
  }
}

static struct elem_loop *
new_loop (struct build *b)
{
  return ARENA_NEW (&b->l->tmp, struct elem_loop);
}

static struct choice
open_selection (struct build *b, const struct ast_stmt *stmt)
{
  struct elem_loop *outer = b->loop;
  struct choice c = { .nsubs = stmt->nseqs };
  if (stmt->kind == S_DO)
    b->loop = c.loop = new_loop (b);
  c.subs = arena_alloc (&b->l->tmp, ((size_t) c.nsubs + 1) * sizeof *c.subs);
  for (int i = 0; i < c.nsubs; i++)
    c.subs[i] = build_seq (b, stmt->seqs[i]);
  for (int i = 0; b->l->proc->ast->kind != PROC_NEVER && i < c.nsubs; i++)
    prune (c.subs[i]);
  b->loop = outer;
  return c;
}

/* ---- for and select ---- */

/* A loop from a head (the counter is set before it) and a body:
 *   for:    do :: head; body; step :: else -> break od
 *   select: do :: break :: head; step od */
static struct choice
open_loop (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt, const struct sugar *x)
{
  struct lower *l = b->l;
  struct elem_loop *outer = b->loop;
  struct choice c = { .nsubs = 2, .loop = new_loop (b) };
  assert (x->start && x->condition && x->step && x->leave);
  b->loop = c.loop;
  build_basic (b, s, x->start);
  struct elem_seq *body = ARENA_NEW (&l->tmp, struct elem_seq), *leave = ARENA_NEW (&l->tmp, struct elem_seq);
  b->early = false;
  build_basic (b, body, x->condition);
  for (int i = 0; i < x->nprepare; i++)
    build_basic (b, body, x->prepare[i]);
  for (int i = 0; x->body && i < x->body->nstmts; i++)
    build_stmt (b, body, x->body->stmts[i]);
  build_basic (b, body, x->step);
  build_close (b, body, stmt->pos);
  if (x->otherwise)
    build_basic (b, leave, x->otherwise);
  build_goto (b, leave, x->leave);
  build_close (b, leave, stmt->pos);
  c.subs = arena_alloc (&l->tmp, 2 * sizeof *c.subs);
  c.subs[0] = leave;
  c.subs[1] = body;
  b->loop = outer;
  return c;
}

struct choice
choice_open (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  struct sugar x = { 0 };
  if (stmt->kind == S_IF || stmt->kind == S_DO)
    return open_selection (b, stmt);
  if (sugar_make (b->l, stmt, &x))
    return open_loop (b, s, stmt, &x);
  return (struct choice){ 0 };
}

void
choice_close (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt, struct choice c)
{
  assert (!c.loop || !c.loop->exit);
  struct lower *l = b->l;
  struct elem *e = build_elem (b, c.loop ? EL_DO : EL_IF, stmt->pos, c.loop ? "do" : "if");
  struct elem *join = build_elem (b, EL_JOIN, stmt->pos, ".(goto)");
  move_else (c.subs, c.nsubs);
  if (stmt->kind == S_IF || stmt->kind == S_DO)
    warn_else (b, stmt, c.subs, c.nsubs);
  e->subs = c.subs;
  e->nsubs = c.nsubs;
  for (int i = 0; i < c.nsubs; i++)
    elem_append (l, c.subs[i], join);
  if (c.loop) {
    elem_append (l, s, join);
    join = build_elem (b, EL_EXIT, stmt->pos, "break");
    c.loop->exit = join;
  }
  build_labels (b, e, stmt);
  elem_append (l, s, e);
  elem_append (l, s, join);
}
