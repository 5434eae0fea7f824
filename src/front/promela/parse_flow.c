/* Control flow: sequences, labels, selections, loops, blocks and escapes. */
#include "front/promela/parse.h"

#include <assert.h>

static bool
at_end (struct parser *p)
{
  switch (peek (p)) {
  case T_RBRACE: case T_SEP: case T_FI: case T_OD: case T_EOF:
    return true;
  default:
    return false;
  }
}

/* ---- labels ---- */

static struct binding *
label_binding (struct parser *p, struct token t)
{
  struct binding *b = t.name->binding;
  if (!b)
    b = scope_bind (p->arena, p->scope, t.name, NULL);
  else if (b->sym)
    diag_error (p->diag, t.pos, "'%s' is a variable, expected a label", t.name->text);
  return b;
}

static struct ast_label *
new_label (struct parser *p, struct token t)
{
  assert (p->proc && (size_t) t.expansion < p->stream.expansions.count);
  struct ast_label *label = ARENA_NEW (p->arena, struct ast_label);
  label->name = t.name->text;
  label->pos = t.pos;
  const struct inline_def *def = p->stream.expansions.data[t.expansion].def;
  int number = def ? def->number : 0;
  struct binding *b = label_binding (p, t);
  for (const struct label_mark *m = b->marks; m; m = m->next)
    if (m->inlined == number) {
      diag_error (p->diag, t.pos, "label '%s' appears twice", label->name);
      break;
    }
  struct label_mark *mark = ARENA_NEW (p->arena, struct label_mark);
  *mark = (struct label_mark) {number, b->marks};
  b->marks = mark;
  t.name->labelled = p->proc;
  return label;
}

static struct ast_stmt *
go (struct parser *p)
{
  struct token t = take (p);
  struct ast_stmt *s = parse_new_stmt (p, S_GOTO, &t);
  struct token label = parse_expect (p, T_NAME, "of a label after 'goto'");
  s->name = label.name->text;
  if (!p->stream.stopped) {
    label_binding (p, label);
    VEC_PUSH (p->gotos, label);
  }
  return s;
}

/* Labels and the statement after them. */
static struct ast_stmt *
labelled (struct parser *p, struct token name)
{
  struct ast_label *first = NULL, **end = &first;
  struct token t = name;
  for (;;) {
    *end = new_label (p, t);
    end = &(*end)->next;
    take (p);
    if (parse_at_decl (p) || peek (p) == T_XR || peek (p) == T_XS)
      parse_expected (p, "a statement behind the label, not a declaration");
    if (peek (p) != T_NAME)
      break;
    t = take (p);
    if (peek (p) != T_COLON) {
      struct ast_stmt *s = parse_named_stmt (p, t);
      s->labels = first;
      return s;
    }
  }
  bool alone = at_end (p) || peek (p) == T_SEMI || peek (p) == T_ARROW || peek (p) == T_UNLESS;
  struct ast_stmt *s = alone ? parse_skip (p, &t) : parse_stmt (p);
  s->labels = first;
  return s;
}

/* A label on the first statement would denote the same state as one before the whole statement, where SPIN expects it. A
 * loop is a state of its own. */
static const struct ast_label *
misplaced_label (const struct ast_seq *seq)
{
  int i = 0;
  while (i < seq->nstmts && (seq->stmts[i]->kind == S_XR || seq->stmts[i]->kind == S_XS))
    i++;
  if (i == seq->nstmts || seq->stmts[i]->kind == S_DO || seq->stmts[i]->kind == S_FOR
      || seq->stmts[i]->kind == S_FOR_IN || seq->stmts[i]->kind == S_SELECT)
    return NULL;
  return seq->stmts[i]->labels;
}

static void
check_first_label (struct parser *p, const struct ast_seq *seq, const char *what)
{
  const struct ast_label *label = misplaced_label (seq);
  if (label)
    diag_error (p->diag, label->pos, "label '%s' must stand in front of the %s, not in it", label->name, what);
}

/* ---- sequences ---- */

static struct ast_stmt *
declaration (struct parser *p)
{
  struct token t = *stream_peek (&p->stream);
  struct ast_stmt *s = parse_new_stmt (p, S_DECL, &t);
  struct sym_list list = {0};
  parse_decl (p, DECL_LOCAL, &list);
  VEC_MOVE (list, p->arena, s->syms, s->nsyms);
  return s;
}

static struct ast_stmt *
exclusive_use (struct parser *p)
{
  struct token t = take (p);
  struct ast_stmt *s = parse_new_stmt (p, t.kind == T_XR ? S_XR : S_XS, &t);
  VEC (struct ast_expr *) list = {0};
  do {
    struct ast_expr *e = parse_ref (p);
    parse_check_channel (p, e);
    VEC_PUSH (list, e);
  } while (parse_accept (p, T_COMMA));
  VEC_MOVE (list, p->arena, s->args, s->nargs);
  p->model->uses_xu = true;
  return s;
}

static struct ast_seq *
seq_of (struct parser *p, struct ast_stmt *s)
{
  if (s->kind == S_BLOCK && !s->labels)
    return s->seqs[0];
  struct ast_seq *seq = ARENA_NEW (p->arena, struct ast_seq);
  seq->pos = s->pos;
  seq->stmts = arena_copy (p->arena, &s, sizeof (struct ast_stmt *));
  seq->nstmts = 1;
  return seq;
}

struct ast_stmt *
parse_with_seqs (struct parser *p, struct ast_stmt *s, struct ast_seq *first, struct ast_seq *second)
{
  assert (first);
  struct ast_seq *both[] = {first, second};
  s->nseqs = second ? 2 : 1;
  s->seqs = arena_copy (p->arena, both, (size_t) s->nseqs * sizeof both[0]);
  return s;
}

/* main unless escape. As in SPIN, a label before a block belongs to the whole: `L: {a} unless {b}` is `L: { {a} unless {b} }`. */
static struct ast_stmt *
unless (struct parser *p, struct ast_stmt *main, struct token at)
{
  take (p);
  struct ast_stmt *s = parse_new_stmt (p, S_UNLESS, &at);
  struct ast_seq *escape = seq_of (p, parse_stmt (p));
  check_first_label (p, escape, "escape");
  bool lift = main->labels && (main->kind == S_BLOCK || main->kind == S_ATOMIC || main->kind == S_DSTEP);
  if (!lift) {
    struct ast_seq *guarded = seq_of (p, main);
    check_first_label (p, guarded, "unless in braces");
    return parse_with_seqs (p, s, guarded, escape);
  }
  parse_with_seqs (p, s, main->seqs[0], escape);
  struct ast_stmt *outer = parse_new_stmt (p, main->kind, &at);
  outer->labels = main->labels;
  return parse_with_seqs (p, outer, seq_of (p, s), NULL);
}

static struct ast_stmt *
step (struct parser *p)
{
  if (parse_at_decl (p))
    return declaration (p);
  if (peek (p) == T_XR || peek (p) == T_XS)
    return exclusive_use (p);
  struct token t = *stream_peek (&p->stream);
  struct ast_stmt *s = parse_stmt (p);
  return peek (p) == T_UNLESS ? unless (p, s, t) : s;
}

static struct ast_seq *
sequence (struct parser *p)
{
  struct ast_seq *seq = ARENA_NEW (p->arena, struct ast_seq);
  VEC (struct ast_stmt *) list = {0};
  seq->pos = parse_here (p);
  do {
    VEC_PUSH (list, step (p));
    bool separated = false;
    while (peek (p) == T_SEMI || peek (p) == T_ARROW) {
      take (p);
      separated = true;
    }
    if (!separated && !at_end (p))
      parse_expected (p, "';' or '->' after the statement");
  } while (!at_end (p));
  VEC_MOVE (list, p->arena, seq->stmts, seq->nstmts);
  return seq;
}

struct ast_seq *
parse_braced (struct parser *p, const char *what)
{
  parse_expect (p, T_LBRACE, what);
  struct scope *around = p->scope;
  p->scope = scope_open (p->arena, around);
  struct ast_seq *seq = sequence (p);
  parse_expect (p, T_RBRACE, "or ';' after the statement");
  assert (p->scope->up == around);
  scope_close (p->scope);
  p->scope = around;
  return seq;
}

struct ast_seq *
parse_body (struct parser *p)
{
  parse_expect (p, T_LBRACE, "before the body");
  p->stream.in_sequence = true;
  p->gotos.count = 0;
  struct ast_seq *seq = sequence (p);
  parse_expect (p, T_RBRACE, "or ';' after the statement");
  p->stream.in_sequence = false;
  for (size_t i = 0; i < p->gotos.count && !p->stream.stopped; i++)
    if (p->gotos.data[i].name->labelled != p->proc)
      diag_error (p->diag, p->gotos.data[i].pos, "undefined label '%s'", p->gotos.data[i].name->text);
  return seq;
}

/* ---- compound statements ---- */

static struct ast_stmt *
block (struct parser *p)
{
  struct token t = *stream_peek (&p->stream);
  struct ast_stmt *s = parse_new_stmt (p, S_BLOCK, &t);
  const char *what = "block";
  if (t.kind != T_LBRACE) {
    take (p);
    s->kind = t.kind == T_ATOMIC ? S_ATOMIC : S_DSTEP;
    what = t.kind == T_ATOMIC ? "atomic" : "d_step";
  }
  struct ast_seq *seq = parse_braced (p, "after 'atomic' or 'd_step'");
  check_first_label (p, seq, what);
  return parse_with_seqs (p, s, seq, NULL);
}

static bool
begins_with_else (const struct ast_seq *seq)
{
  return seq->nstmts && seq->stmts[0]->kind == S_ELSE;
}

static struct ast_stmt *
options (struct parser *p)
{
  struct token t = take (p);
  bool loop = t.kind == T_DO;
  struct ast_stmt *s = parse_new_stmt (p, loop ? S_DO : S_IF, &t);
  VEC (struct ast_seq *) list = {0};
  int elses = 0;
  p->loops += loop;
  if (peek (p) != T_SEP)
    parse_expected (p, loop ? "'::' after 'do'" : "'::' after 'if'");
  while (parse_accept (p, T_SEP)) {
    struct ast_seq *seq = sequence (p);
    const struct ast_label *label = misplaced_label (seq);
    if (label)
      diag_warning (p->diag, label->pos, "label '%s' on the first statement of an option", label->name);
    if (begins_with_else (seq) && elses++)
      diag_error (p->diag, seq->pos, "a second 'else' in one %s", loop ? "do" : "if");
    VEC_PUSH (list, seq);
  }
  p->loops -= loop;
  parse_expect (p, loop ? T_OD : T_FI, loop ? "or '::' to end the 'do'" : "or '::' to end the 'if'");
  VEC_MOVE (list, p->arena, s->seqs, s->nseqs);
  return s;
}

static struct ast_stmt *
leave_loop (struct parser *p)
{
  struct token t = take (p);
  if (!p->loops)
    diag_error (p->diag, t.pos, "'break' outside of a loop");
  return parse_new_stmt (p, S_BREAK, &t);
}

static struct ast_stmt *
flow_or_basic (struct parser *p)
{
  switch (peek (p)) {
  case T_NAME: {
    struct token t = take (p);
    return peek (p) == T_COLON ? labelled (p, t) : parse_named_stmt (p, t);
  }
  case T_IF: case T_DO:
    return options (p);
  case T_FOR:
    return parse_for (p);
  case T_SELECT:
    return parse_select (p);
  case T_GOTO:
    return go (p);
  case T_BREAK:
    return leave_loop (p);
  case T_LBRACE: case T_ATOMIC: case T_D_STEP:
    return block (p);
  case T_INLINENAME:
    return parse_inline_call (p, NULL);
  default:
    return parse_basic_stmt (p);
  }
}

/* A trace consists of events and control flow; a claim only observes. */
static void
check_kind (struct parser *p, const struct ast_stmt *s)
{
  if (p->stream.stopped)
    return;
  switch (p->proc->kind) {
  case PROC_TRACE: case PROC_NOTRACE:
    if ((s->kind != S_SEND || s->sorted) && (s->kind != S_RECV || s->random || s->keep) && s->kind != S_IF
        && s->kind != S_DO && s->kind != S_FOR && s->kind != S_SELECT && s->kind != S_GOTO && s->kind != S_BREAK
        && !(s->labels && s->kind == S_EXPR && s->expr->op == X_CONST))
      diag_error (p->diag, s->pos, "this is no event: a trace may hold sends q!.., receives q?.. and control flow");
    break;
  case PROC_NEVER:
    if (s->kind == S_SEND || s->kind == S_RECV)
      diag_error (p->diag, s->pos, "a never claim cannot send or receive");
    if (s->kind == S_ASSIGN)
      diag_warning (p->diag, s->pos, "the never claim has a side effect");
    break;
  default:
    break;
  }
}

struct ast_stmt *
parse_stmt (struct parser *p)
{
  struct token t = *stream_peek (&p->stream);
  p->at_top = false;
  struct ast_stmt *s = parse_enter (p) ? flow_or_basic (p) : parse_skip (p, &t);
  parse_leave (p);
  check_kind (p, s);
  return s;
}
