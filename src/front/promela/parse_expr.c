/* Expressions, by precedence climbing.
 *
 * The probes full, empty, nfull, nempty can only be combined by && and || (required by SPIN's reduction: their negations
 * have names of their own). The temporal operators occur only in ltl blocks, where the lexer produces them; as prefixes
 * they bind tighter than any binary operator. */
#include "front/promela/parse.h"

#include <assert.h>

struct ast_expr *
parse_new_expr (struct parser *p, enum ast_op op, struct pos pos)
{
  struct ast_expr *e = ARENA_NEW (p->arena, struct ast_expr);
  e->op = op;
  e->pos = pos;
  return e;
}

struct ast_expr *
parse_const (struct parser *p, struct pos pos, int32_t value)
{
  struct ast_expr *e = parse_new_expr (p, X_CONST, pos);
  e->value = value;
  return e;
}

struct ast_expr *
parse_const_token (struct parser *p, struct token t)
{
  struct ast_expr *e = parse_const (p, t.pos, t.value);
  e->name = t.name && t.name->mtype_value ? t.name->text : NULL;
  return e;
}

/* ---- admissible operands of an operator ---- */

static bool
is_probe (const struct ast_expr *e)
{
  return e->probes || e->op == X_FULL || e->op == X_EMPTY || e->op == X_NFULL || e->op == X_NEMPTY;
}

/* Records whether the operands contain probes or temporal operators. Operators that hide them must not be applied to such
 * operands. */
static struct ast_expr *
note_operands (struct ast_expr *e)
{
  bool connects = e->op == X_AND || e->op == X_OR;
  assert (e->kid[0] && (e->kid[1] || !connects));
  e->probes = connects && (is_probe (e->kid[0]) || is_probe (e->kid[1]));
  e->temporal = e->op >= X_ALWAYS || (e->op == X_NOT && e->kid[0]->temporal)
                || (connects && (e->kid[0]->temporal || e->kid[1]->temporal));
  return e;
}

/* A value: not a whole structure, not `_`. */
void
parse_check_value (struct parser *p, const struct ast_expr *e)
{
  if (e->op == X_IGNORE && !p->stream.stopped)
    diag_error (p->diag, e->pos, "'_' can only be written, not read");
  if (e->op != X_VAR || !e->sym)
    return;
  const struct ast_sym *sym = ast_target (e);
  if (sym->type == AST_STRUCT && sym->structure)
    diag_error (p->diag, e->pos, "'%s' is a structure, expected one of its fields", sym->name);
}

static void
check_no_probe (struct parser *p, const struct ast_expr *e)
{
  if (is_probe (e))
    diag_error (p->diag, e->pos, "full, empty, nfull and nempty can only be combined by && and ||");
}

static void
check_operand (struct parser *p, const struct ast_expr *e, enum ast_op op)
{
  parse_check_value (p, e);
  if (op != X_AND && op != X_OR)
    check_no_probe (p, e);
  switch (op) {
  case X_AND: case X_OR: case X_NOT: case X_ALWAYS: case X_EVENTUALLY: case X_NEXT: case X_UNTIL: case X_RELEASE:
  case X_WEAK_UNTIL: case X_IMPLIES: case X_EQUIV:
    break;
  default:
    if (e->temporal)
      diag_error (p->diag, e->pos, "a temporal formula is no number: are parentheses missing?");
  }
}

/* ---- operators ---- */

struct binary {
  enum tok kind;
  enum ast_op op;
  int level;                        /* higher binds tighter */
};

static const struct binary binaries[] = {
  {T_IMPLIES, X_IMPLIES, 1}, {T_EQUIV, X_EQUIV, 1}, {T_OROR, X_OR, 2}, {T_ANDAND, X_AND, 3},
  {T_UNTIL, X_UNTIL, 4}, {T_WEAK_UNTIL, X_WEAK_UNTIL, 4}, {T_RELEASE, X_RELEASE, 4},
  {T_BAR, X_BITOR, 5}, {T_CARET, X_BITXOR, 6}, {T_AMP, X_BITAND, 7}, {T_EQ, X_EQ, 8}, {T_NE, X_NE, 8},
  {T_GT, X_GT, 9}, {T_LT, X_LT, 9}, {T_GE, X_GE, 9}, {T_LE, X_LE, 9}, {T_SHL, X_SHL, 10}, {T_SHR, X_SHR, 10},
  {T_PLUS, X_ADD, 11}, {T_MINUS, X_SUB, 11}, {T_STAR, X_MUL, 12}, {T_SLASH, X_DIV, 12}, {T_PERCENT, X_MOD, 12},
};

static const struct binary *
find_binary (enum tok kind)
{
  for (size_t i = 0; i < sizeof binaries / sizeof binaries[0]; i++)
    if (binaries[i].kind == kind)
      return &binaries[i];
  return NULL;
}

static int
level_of (const struct binary *b)
{
  return b->level;
}

static struct ast_expr *climb (struct parser *, struct ast_expr *left, int level);

/* `(e)` or `(e -> a : b)` */
static struct ast_expr *
parenthesised (struct parser *p)
{
  struct pos pos = take (p).pos;
  struct ast_expr *e = climb (p, NULL, 0);
  if (parse_accept (p, T_ARROW)) {
    struct ast_expr *c = parse_new_expr (p, X_COND, pos);
    c->kid[0] = e;
    c->kid[1] = climb (p, NULL, 0);
    parse_expect (p, T_COLON, "in the conditional expression '(c -> a : b)'");
    c->kid[2] = climb (p, NULL, 0);
    for (int i = 0; i < 3; i++)
      check_operand (p, c->kid[i], X_COND);
    e = c;
  }
  parse_expect (p, T_RPAREN, "after the expression");
  return e;
}

static struct ast_expr *
primary (struct parser *p)
{
  switch (peek (p)) {
  case T_LPAREN:
    return parenthesised (p);
  case T_CONST:
    return parse_const_token (p, take (p));
  default:
    return parse_primary_word (p);
  }
}

static struct ast_expr *
unary (struct parser *p)
{
  enum ast_op op;
  switch (peek (p)) {
  case T_MINUS: op = X_NEG; break;
  case T_BANG: op = X_NOT; break;
  case T_TILDE: op = X_COMPL; break;
  case T_ALWAYS: op = X_ALWAYS; break;
  case T_EVENTUALLY: op = X_EVENTUALLY; break;
  case T_NEXT: op = X_NEXT; break;
  default: return primary (p);
  }
  struct ast_expr *e = parse_new_expr (p, op, take (p).pos);
  e->kid[0] = climb (p, NULL, 100);
  check_operand (p, e->kid[0], op);
  return note_operands (e);
}

/* p & X q can only mean p && X q (it occurs in one of SPIN's examples). */
static void
repair_connective (struct parser *p, struct ast_expr *e)
{
  if ((e->op != X_BITAND && e->op != X_BITOR) || !(e->kid[0]->temporal || e->kid[1]->temporal))
    return;
  diag_warning (p->diag, e->pos, "'%s' between temporal formulas is read as '%s'", e->op == X_BITAND ? "&" : "|",
                e->op == X_BITAND ? "&&" : "||");
  e->op = e->op == X_BITAND ? X_AND : X_OR;
}

/* All operators of that level and above; left: the first operand, if it was parsed already. */
static struct ast_expr *
climb (struct parser *p, struct ast_expr *left, int level)
{
  if (!parse_enter (p)) {
    parse_leave (p);
    return parse_const (p, parse_here (p), 0);
  }
  if (!left)
    left = unary (p);
  const struct binary *b;
  while ((b = find_binary (peek (p))) && level_of (b) >= level) {
    struct ast_expr *e = parse_new_expr (p, b->op, take (p).pos);
    e->kid[0] = left;
    e->kid[1] = climb (p, NULL, level_of (b) + 1);
    repair_connective (p, e);
    check_operand (p, e->kid[0], e->op);
    check_operand (p, e->kid[1], e->op);
    left = note_operands (e);
    if (++p->operators > p->max_operators && !p->stream.stopped) {
      diag_error (p->diag, e->pos, "more than %d operators in one expression", p->max_operators);
      stream_stop (&p->stream);
    }
  }
  parse_leave (p);
  return left;
}

static struct ast_expr *
whole (struct parser *p, struct ast_expr *left)
{
  if (p->expressions++ == 0)
    p->operators = 0;
  struct ast_expr *e = climb (p, left, 0);
  p->expressions--;
  return e;
}

struct ast_expr *
parse_full_expr_from (struct parser *p, struct ast_expr *left)
{
  struct ast_expr *e = whole (p, left);
  parse_check_value (p, e);
  return e;
}

struct ast_expr *
parse_full_expr (struct parser *p)
{
  return parse_full_expr_from (p, NULL);
}

struct ast_expr *
parse_expr (struct parser *p)
{
  struct ast_expr *e = parse_full_expr (p);
  check_no_probe (p, e);
  return e;
}

struct ast_expr *
parse_any_arg (struct parser *p)
{
  struct ast_expr *e = whole (p, NULL);
  check_no_probe (p, e);
  return e;
}

struct ast_expr *
parse_arg (struct parser *p)
{
  struct ast_expr *e = parse_any_arg (p);
  if (e->op == X_IGNORE)
    parse_check_value (p, e);
  return e;
}

struct ast_expr **
parse_args (struct parser *p, int *count)
{
  VEC (struct ast_expr *) list = {0};
  do
    VEC_PUSH (list, parse_arg (p));
  while (parse_accept (p, T_COMMA));
  struct ast_expr **args;
  VEC_MOVE (list, p->arena, args, *count);
  return args;
}
