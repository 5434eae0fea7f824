/* Statements to elements, in SPIN's order and with its numbers.
 *
 * `for` and `select` become loops over real counters, declarations behind the
 * first statement become assignments: both are steps of their own, as in SPIN.
 */
#include "front/promela/elem.h"

#include <string.h>

#include "front/promela/sugar.h"

#define MAX_UNLESS 64             /* nested; each one adds escapes to all inside */

struct build {
  struct lower *l;
  bool early;                     /* no statement of the process yet: declarations cost no step */
  uint32_t dstep, dsteps;
  struct elem_loop *loop;
  int unless;
};

static void add_stmt (struct build *, struct elem_seq *, const struct ast_stmt *);

static struct elem *
make (struct build *b, enum elem_kind kind, struct pos pos, const char *text)
{
  struct elem *e = elem_new (b->l, kind, pos, text);
  e->dstep = b->dstep;
  return e;
}

/* The innermost label is declared first. */
static void
add_labels (struct build *b, struct elem *e, const struct ast_label *x, const struct ast_stmt *s)
{
  if (!x)
    return;
  add_labels (b, e, x->next, s);
  elem_add_label (b->l, e, x, s);
}

static void
close_seq (struct build *b, struct elem_seq *s, struct pos pos)
{
  if (!s->first) {
    diag_error (b->l->diag, pos, "a sequence needs at least one statement");
    elem_append (b->l, s, elem_skip (b->l, pos, "skip"));
  }
  s->extent = s->last;
}

static struct elem_seq *
build_seq (struct build *b, const struct ast_seq *ast)
{
  struct elem_seq *s = ARENA_NEW (&b->l->tmp, struct elem_seq);
  b->early = false;
  for (int i = 0; i < ast->nstmts; i++)
    add_stmt (b, s, ast->stmts[i]);
  close_seq (b, s, ast->pos);
  return s;
}

static void
add_basic (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  struct elem *e = make (b, EL_STMT, stmt->pos, NULL);
  if (b->dstep && (stmt->kind == S_EXPR || stmt->kind == S_ASSIGN) && lower_contains (stmt->expr, X_RUN))
    diag_error (b->l->diag, stmt->pos, "run inside a d_step; use atomic");
  e->act = lower_act (b->l, stmt);
  e->text = e->act ? lower_text (b->l, stmt) : "";
  add_labels (b, e, stmt->labels, stmt);
  elem_append (b->l, s, e);
}

static void
add_goto (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  struct elem *e = make (b, EL_GOTO, stmt->pos, lower_text (b->l, stmt));
  if (stmt->kind == S_GOTO)
    e->jump = stmt;
  else if (!(e->loop = b->loop))
    diag_error (b->l->diag, stmt->pos, "break outside a do");
  add_labels (b, e, stmt->labels, stmt);
  elem_append (b->l, s, e);
}

/* ---- selections and loops ---- */

static bool
touches_channel (const struct ast_stmt *s)
{
  if (s->kind == S_SEND || s->kind == S_RECV)
    return true;
  return s->kind == S_EXPR
         && (lower_contains (s->expr, X_FULL) || lower_contains (s->expr, X_NFULL)
             || lower_contains (s->expr, X_EMPTY) || lower_contains (s->expr, X_NEMPTY));
}

static bool
is_else (const struct elem_seq *s)
{
  return s->first->kind == EL_STMT && s->first->act && s->first->act->kind == ACT_ELSE;
}

/* Puts the option that starts with else last; the parser allows only one. */
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
  if (!channel || !is_else (subs[n - 1]))
    return;
  if (b->l->ast->uses_xu)
    diag_error (b->l->diag, subs[n - 1]->first->pos, "else beside channel operations in a model with xr or xs");
  else
    diag_warning (b->l->diag, subs[n - 1]->first->pos, "else beside channel operations");
}

/* In an option every skip right behind another skip or a printf is dropped. */
static void
prune (struct elem_seq *s)
{
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

static void
add_choice (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt, enum elem_kind kind,
            struct elem_seq **subs, int n, struct elem_loop *loop)
{
  struct lower *l = b->l;
  struct elem *e = make (b, kind, stmt->pos, kind == EL_DO ? "do" : "if");
  struct elem *join = make (b, EL_JOIN, stmt->pos, ".(goto)");
  move_else (subs, n);
  e->subs = subs;
  e->nsubs = n;
  for (int i = 0; i < n; i++)
    elem_append (l, subs[i], join);
  if (kind == EL_DO) {
    elem_append (l, s, join);
    join = make (b, EL_EXIT, stmt->pos, "break");
    loop->exit = join;
  }
  add_labels (b, e, stmt->labels, stmt);
  elem_append (l, s, e);
  elem_append (l, s, join);
}

static void
add_selection (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  struct elem_loop *outer = b->loop, *loop = NULL;
  bool prunes = b->l->proc->ast->kind != PROC_NEVER;
  if (stmt->kind == S_DO) {
    b->loop = loop = ARENA_NEW (&b->l->tmp, struct elem_loop);
    loop->dstep = b->dstep;
  }
  int n = stmt->nseqs;
  struct elem_seq **subs = arena_alloc (&b->l->tmp, ((size_t) n + 1) * sizeof *subs);
  for (int i = 0; i < n; i++)
    subs[i] = build_seq (b, stmt->seqs[i]);
  for (int i = 0; prunes && i < n; i++)
    prune (subs[i]);
  b->loop = outer;
  add_choice (b, s, stmt, stmt->kind == S_DO ? EL_DO : EL_IF, subs, n, loop);
  if (n)
    warn_else (b, stmt, subs, n);
}

/* A loop made of a head (counter set before it) and a body:
 *   for:    do :: head; body; step :: else -> break od
 *   select: do :: break :: head; step od */
static void
add_loop (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt, const struct sugar *x)
{
  struct lower *l = b->l;
  struct elem_loop *outer = b->loop, *loop = ARENA_NEW (&l->tmp, struct elem_loop);
  loop->dstep = b->dstep;
  b->loop = loop;
  add_basic (b, s, x->start);
  struct elem_seq *body = ARENA_NEW (&l->tmp, struct elem_seq), *leave = ARENA_NEW (&l->tmp, struct elem_seq);
  b->early = false;
  add_basic (b, body, x->condition);
  for (int i = 0; i < x->nprepare; i++)
    add_basic (b, body, x->prepare[i]);
  for (int i = 0; x->body && i < x->body->nstmts; i++)
    add_stmt (b, body, x->body->stmts[i]);
  add_basic (b, body, x->step);
  close_seq (b, body, stmt->pos);
  if (x->otherwise)
    add_basic (b, leave, x->otherwise);
  add_goto (b, leave, x->leave);
  close_seq (b, leave, stmt->pos);
  struct elem_seq **subs = arena_alloc (&l->tmp, 2 * sizeof *subs);
  subs[0] = leave;
  subs[1] = body;
  b->loop = outer;
  add_choice (b, s, stmt, EL_DO, subs, 2, loop);
}

static void
add_sugar (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  struct sugar x = { 0 };
  struct ast_stmt *spelled[2];
  int n = stmt->kind == S_SELECT ? sugar_select (b->l, stmt, spelled) : 0;
  for (int i = 0; i < n; i++)
    add_stmt (b, s, spelled[i]);
  if (n)
    return;
  if (sugar_make (b->l, stmt, &x))
    add_loop (b, s, stmt, &x);
  else
    elem_append (b->l, s, elem_skip (b->l, stmt->pos, ""));
}

/* ---- blocks ---- */

static struct elem *
make_block (struct build *b, const struct ast_stmt *stmt, enum elem_kind kind, struct elem_seq *body)
{
  static const char *const text[] = { [EL_ATOMIC] = "atomic", [EL_DSTEP] = "d_step", [EL_BLOCK] = "{ }" };
  struct elem *e = make (b, kind, stmt->pos, text[kind]);
  e->subs = arena_alloc (&b->l->tmp, sizeof *e->subs);
  e->subs[0] = body;
  e->nsubs = 1;
  return e;
}

static enum elem_kind
block_kind (const struct ast_stmt *stmt)
{
  return stmt->kind == S_ATOMIC ? EL_ATOMIC : stmt->kind == S_DSTEP ? EL_DSTEP : EL_BLOCK;
}

/* The parser makes `L: atomic { a } unless { b }` an atomic that has only the
 * unless in it, at the same position; it is `a` that is atomic, not `b`. */
static const struct ast_stmt *
lifted_unless (const struct ast_stmt *stmt)
{
  const struct ast_stmt *u = stmt->seqs[0]->nstmts == 1 ? stmt->seqs[0]->stmts[0] : NULL;
  return u && u->kind == S_UNLESS && u->pos.line == stmt->pos.line && u->pos.col == stmt->pos.col ? u : NULL;
}

/* The statements of an atomic, d_step or block. */
static struct elem_seq *
build_body (struct build *b, const struct ast_stmt *stmt, const struct ast_seq *ast)
{
  uint32_t outer = b->dstep;
  if (stmt->kind == S_DSTEP && !outer)
    b->dstep = ++b->dsteps;
  struct elem_seq *body = build_seq (b, ast);
  b->dstep = outer;
  if (stmt->kind != S_BLOCK)
    elem_make_atomic (body, stmt->kind == S_DSTEP);
  return body;
}

/* The escape covers what stands in the main sequence, then both join. */
static void
add_escaped (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt, struct elem_seq *normal,
             struct elem_seq *escape)
{
  struct lower *l = b->l;
  struct elem *e = make (b, EL_UNLESS, stmt->pos, "unless");
  struct elem *join = make (b, EL_JOIN, stmt->pos, ".(goto)");
  e->subs = arena_alloc (&l->tmp, 2 * sizeof *e->subs);
  e->subs[0] = normal;
  e->subs[1] = escape;
  e->nsubs = 2;
  elem_append (l, normal, join);
  elem_append (l, escape, join);
  elem_cover (l, normal, escape);
  elem_append (l, s, e);
  elem_append (l, s, join);
}

static void
add_unless (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt, const struct ast_stmt *around)
{
  if (b->unless == MAX_UNLESS) {
    diag_error (b->l->diag, stmt->pos, "more than %d nested unless", MAX_UNLESS);
    elem_append (b->l, s, elem_skip (b->l, stmt->pos, ""));
    return;
  }
  if (b->dstep)
    diag_warning (b->l->diag, stmt->pos, "unless inside d_step has no effect");
  b->unless++;
  struct elem_seq *normal = around ? build_body (b, around, stmt->seqs[0]) : build_seq (b, stmt->seqs[0]);
  struct elem_seq *escape = build_seq (b, stmt->seqs[1]);
  b->unless--;
  add_escaped (b, s, stmt, normal, escape);
}

static void
add_block (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  const struct ast_stmt *lifted = lifted_unless (stmt);
  struct elem_seq *body;
  if (lifted) {
    body = ARENA_NEW (&b->l->tmp, struct elem_seq);
    add_unless (b, body, lifted, stmt);
    close_seq (b, body, stmt->pos);
  } else
    body = build_body (b, stmt, stmt->seqs[0]);
  struct elem *e = make_block (b, stmt, block_kind (stmt), body);
  add_labels (b, e, stmt->labels, stmt);
  elem_append (b->l, s, e);
}

/* ---- all statements ---- */

/* A late declaration is an assignment: of the initial value, or of 0. Arrays
 * get it in their first element only, structures not at all: as in SPIN. */
static void
add_late (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt, struct ast_sym *v)
{
  struct lower *l = b->l;
  if (v->init_chan)
    diag_error (l->diag, v->pos, "channel %s must be declared at the start of the proctype", v->name);
  else if (v->ninit_list > 1)
    diag_error (l->diag, v->pos, "array %s with a list of values must be declared at the start of the proctype",
                v->name);
  else if (v->type == AST_STRUCT)
    elem_append (l, s, elem_skip (l, v->pos, arena_printf (&l->pg->arena, "%s = 0", v->name)));
  else
    add_basic (b, s, sugar_late (l, stmt, v));
}

static void
add_decl (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  bool late = !b->early || stmt->inline_id;
  for (int i = 0; late && i < stmt->nsyms; i++)
    add_late (b, s, stmt, stmt->syms[i]);
}

static void
add_stmt (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  switch (stmt->kind) {
  case S_DECL: add_decl (b, s, stmt); return;
  case S_XR: case S_XS: lower_exclusive (b->l, stmt); return;
  case S_GOTO: case S_BREAK: add_goto (b, s, stmt); break;
  case S_IF: case S_DO: add_selection (b, s, stmt); break;
  case S_FOR: case S_FOR_IN: case S_SELECT: add_sugar (b, s, stmt); break;
  case S_ATOMIC: case S_DSTEP: case S_BLOCK: add_block (b, s, stmt); break;
  case S_UNLESS: add_unless (b, s, stmt, NULL); break;
  default: add_basic (b, s, stmt); break;
  }
  b->early = false;
}

void
elem_build (struct lower *l, struct proc_lower *p)
{
  struct build b = { .l = l, .early = true };
  struct elem_seq *body = ARENA_NEW (&l->tmp, struct elem_seq);
  for (int i = 0; i < p->ast->body->nstmts; i++)
    add_stmt (&b, body, p->ast->body->stmts[i]);
  struct elem *end = elem_new (l, EL_END, p->ast->pos, "-end-");
  end->act = ARENA_NEW (&l->pg->arena, struct pg_act);
  *end->act = (struct pg_act){ .kind = ACT_END, .pos = p->ast->pos };
  end->flags |= LOC_END;
  elem_append (l, body, end);
  body->extent = body->last;
  p->body = body;
}
