/* From statements to elements, in SPIN's order and with its numbers.
 *
 * `for` and `select` become loops over real counters, declarations after the first statement become assignments: both are
 * steps of their own, as in SPIN. */
#include "front/promela/build.h"

#include <assert.h>

#include "front/promela/sugar.h"

#define MAX_UNLESS 64             /* nesting limit: each level adds an escape to every element inside it */

struct elem *
build_elem (struct build *b, enum elem_kind kind, struct pos pos, const char *text)
{
  struct elem *e = elem_new (b->l, kind, pos, text);
  e->dstep = b->dstep;
  return e;
}

/* Adds the labels from the last to the first: in SPIN the label next to the statement is declared first. */
static void
add_label (struct build *b, struct elem *e, const struct ast_label *x, const struct ast_stmt *s)
{
  if (!x)
    return;
  add_label (b, e, x->next, s);
  elem_add_label (b->l, e, x, s);
}

void
build_labels (struct build *b, struct elem *e, const struct ast_stmt *s)
{
  add_label (b, e, s->labels, s);
}

void
build_close (struct build *b, struct elem_seq *s, struct pos pos)
{
  if (!s->first) {
    diag_error (b->l->diag, pos, "a sequence needs at least one statement");
    elem_append (b->l, s, elem_skip (b->l, pos, "skip"));
  }
  s->extent = s->last;
}

struct elem_seq *
build_seq (struct build *b, const struct ast_seq *ast)
{
  struct elem_seq *s = ARENA_NEW (&b->l->tmp, struct elem_seq);
  b->early = false;
  for (int i = 0; i < ast->nstmts; i++)
    build_stmt (b, s, ast->stmts[i]);
  build_close (b, s, ast->pos);
  return s;
}

void
build_basic (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  struct elem *e = build_elem (b, EL_STMT, stmt->pos, NULL);
  if (b->dstep && (stmt->kind == S_EXPR || stmt->kind == S_ASSIGN) && ast_contains (stmt->expr, X_RUN))
    diag_error (b->l->diag, stmt->pos, "run inside a d_step; use atomic");
  e->act = lower_act (b->l, stmt);
  e->text = e->act ? lower_text (b->l, stmt) : "";
  build_labels (b, e, stmt);
  elem_append (b->l, s, e);
}

void
build_goto (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  assert (stmt->kind == S_GOTO || b->loop);
  struct elem *e = build_elem (b, EL_GOTO, stmt->pos, lower_text (b->l, stmt));
  if (stmt->kind == S_GOTO)
    e->jump = stmt;
  else
    e->loop = b->loop;
  build_labels (b, e, stmt);
  elem_append (b->l, s, e);
}

/* ---- blocks ---- */

static struct elem *
make_block (struct build *b, const struct ast_stmt *stmt, enum elem_kind kind, struct elem_seq *body)
{
  static const char *const text[] = { [EL_ATOMIC] = "atomic", [EL_DSTEP] = "d_step", [EL_BLOCK] = "{ }" };
  struct elem *e = build_elem (b, kind, stmt->pos, text[kind]);
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

/* The parser represents `L: atomic { a } unless { b }` as an atomic that contains only the unless, at the same position;
 * `a` is atomic, `b` is not. */
static const struct ast_stmt *
lifted_unless (const struct ast_stmt *stmt)
{
  assert (stmt->nseqs == 1);
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

/* The escape covers the elements of the main sequence, then both join. */
static void
add_escaped (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt, struct elem_seq *normal,
             struct elem_seq *escape)
{
  struct lower *l = b->l;
  struct elem *e = build_elem (b, EL_UNLESS, stmt->pos, "unless");
  struct elem *join = build_elem (b, EL_JOIN, stmt->pos, ".(goto)");
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

static bool
is_choice (const struct ast_stmt *s)
{
  return s->kind == S_IF || s->kind == S_DO || s->kind == S_FOR || s->kind == S_FOR_IN || s->kind == S_SELECT;
}

static bool
is_block (const struct ast_stmt *s)
{
  return s->kind == S_ATOMIC || s->kind == S_DSTEP || s->kind == S_BLOCK;
}

/* Left side and right side. The element of a left side without braces, a single statement, is created after all of the
 * right side. */
static void
build_sides (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt, const struct ast_stmt *around,
             struct elem_seq **normal, struct elem_seq **escape)
{
  const struct ast_stmt *one = stmt->seqs[0]->nstmts == 1 ? stmt->seqs[0]->stmts[0] : NULL;
  bool bare = !around && one && one->pos.line == stmt->pos.line && one->pos.col == stmt->pos.col;
  if (!bare) {
    *normal = around ? build_body (b, around, stmt->seqs[0]) : build_seq (b, stmt->seqs[0]);
    *escape = build_seq (b, stmt->seqs[1]);
    return;
  }
  struct ast_stmt *spelled[2];
  if (one->kind == S_SELECT && sugar_select (b->l, one, spelled) == 1)
    one = spelled[0];
  struct choice choice = is_choice (one) ? choice_open (b, s, one) : (struct choice){ 0 };
  struct elem_seq *body = is_block (one) ? build_body (b, one, one->seqs[0]) : NULL;
  *escape = build_seq (b, stmt->seqs[1]);
  *normal = ARENA_NEW (&b->l->tmp, struct elem_seq);
  if (body)
    elem_append (b->l, *normal, make_block (b, one, block_kind (one), body));
  else if (is_choice (one))
    choice_close (b, *normal, one, choice);
  else
    build_stmt (b, *normal, one);
  build_close (b, *normal, stmt->pos);
}

static void
add_unless (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt, const struct ast_stmt *around)
{
  assert (stmt->nseqs == 2);
  if (b->unless == MAX_UNLESS) {
    diag_error (b->l->diag, stmt->pos, "more than %d nested unless", MAX_UNLESS);
    elem_append (b->l, s, elem_skip (b->l, stmt->pos, ""));
    return;
  }
  if (b->dstep)
    diag_warning (b->l->diag, stmt->pos, "unless inside d_step has no effect");
  struct elem_seq *normal, *escape;
  b->unless++;
  build_sides (b, s, stmt, around, &normal, &escape);
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
    build_close (b, body, stmt->pos);
  } else
    body = build_body (b, stmt, stmt->seqs[0]);
  struct elem *e = make_block (b, stmt, block_kind (stmt), body);
  build_labels (b, e, stmt);
  elem_append (b->l, s, e);
}

/* ---- all statements ---- */

static void
add_choice (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  struct ast_stmt *spelled[2];
  int n = stmt->kind == S_SELECT ? sugar_select (b->l, stmt, spelled) : 0;
  for (int i = 0; i < n; i++)
    build_stmt (b, s, spelled[i]);
  if (!n)
    choice_close (b, s, stmt, choice_open (b, s, stmt));
}

/* A late declaration is an assignment of the initial value, or of 0. Of an array only the first element is assigned, of
 * structures nothing: as in SPIN. */
static void
add_late (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt, struct ast_sym *v)
{
  struct lower *l = b->l;
  if (v->ninit_list > 1)
    diag_error (l->diag, v->pos, "array %s with a list of values must be declared at the start of the proctype",
                v->name);
  else if (v->type == AST_STRUCT) {
    struct elem *skip = elem_skip (l, v->pos, arena_printf (&l->pg->arena, "%s = 0", v->name));
    skip->dstep = b->dstep;
    elem_append (l, s, skip);
  } else
    build_basic (b, s, sugar_late (l, stmt, v));
}

static void
add_decl (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  bool late = !b->early || stmt->inline_id;
  for (int i = 0; late && i < stmt->nsyms; i++)
    add_late (b, s, stmt, stmt->syms[i]);
}

void
build_stmt (struct build *b, struct elem_seq *s, const struct ast_stmt *stmt)
{
  switch (stmt->kind) {
  case S_DECL: add_decl (b, s, stmt); return;
  case S_XR: case S_XS: lower_exclusive (b->l, stmt); return;
  case S_GOTO: case S_BREAK: build_goto (b, s, stmt); break;
  case S_IF: case S_DO: case S_FOR: case S_FOR_IN: case S_SELECT: add_choice (b, s, stmt); break;
  case S_ATOMIC: case S_DSTEP: case S_BLOCK: add_block (b, s, stmt); break;
  case S_UNLESS: add_unless (b, s, stmt, NULL); break;
  default: build_basic (b, s, stmt); break;
  }
  b->early = false;
}

void
elem_build (struct lower *l, struct proc_lower *p)
{
  struct build b = { .l = l, .early = true };
  struct elem_seq *body = ARENA_NEW (&l->tmp, struct elem_seq);
  for (int i = 0; i < p->ast->body->nstmts; i++)
    build_stmt (&b, body, p->ast->body->stmts[i]);
  assert (!b.dstep && !b.loop && !b.unless);
  struct elem *end = elem_new (l, EL_END, p->ast->pos, "-end-");
  end->act = ARENA_NEW (&l->pg->arena, struct pg_act);
  *end->act = (struct pg_act){ .kind = ACT_END, .pos = p->ast->pos };
  end->flags |= LOC_END;
  elem_append (l, body, end);
  body->extent = body->last;
  p->body = body;
}
