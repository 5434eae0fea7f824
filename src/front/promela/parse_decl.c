/* Declarations of variables, parameters and fields, and mtype constants. */
#include <string.h>

#include "front/promela/parse.h"

bool
parse_at_decl (struct parser *p)
{
  enum tok kind = peek (p);
  return kind == T_TYPE || kind == T_TYPENAME || kind == T_VISIBILITY;
}

/* ---- constant expressions: 12, -3, (4 * 2), as in bounds and capacities ---- */

static int const_sum (struct parser *);

static int
const_operand (struct parser *p)
{
  int value = 0;
  if (!parse_enter (p)) {
    parse_leave (p);
    return 0;
  }
  if (peek (p) == T_CONST)
    value = take (p).value;
  else if (parse_accept (p, T_MINUS))
    value = (int) -(unsigned) const_operand (p);
  else if (parse_accept (p, T_LPAREN)) {
    value = const_sum (p);
    parse_expect (p, T_RPAREN, "in the constant expression");
  } else
    parse_expected (p, "a constant");
  parse_leave (p);
  return value;
}

static int
const_product (struct parser *p)
{
  int value = const_operand (p);
  while (peek (p) == T_STAR || peek (p) == T_SLASH || peek (p) == T_PERCENT) {
    struct token op = take (p);
    int right = const_operand (p);
    if (op.kind == T_STAR)
      value = (int) ((unsigned) value * (unsigned) right);
    else if (right == 0) {
      if (!p->stream.stopped)
        diag_error (p->diag, op.pos, "division by zero");
    } else if (right == -1)
      value = op.kind == T_SLASH ? (int) -(unsigned) value : 0;
    else
      value = op.kind == T_SLASH ? value / right : value % right;
  }
  return value;
}

static int
const_sum (struct parser *p)
{
  int value = const_product (p);
  while (peek (p) == T_PLUS || peek (p) == T_MINUS)
    if (take (p).kind == T_PLUS)
      value = (int) ((unsigned) value + (unsigned) const_product (p));
    else
      value = (int) ((unsigned) value - (unsigned) const_product (p));
  return value;
}

int
parse_bound (struct parser *p, int if_zero)
{
  if (peek (p) != T_NAME)
    return const_sum (p);
  struct token t = take (p);
  const struct ast_sym *sym = t.name->binding ? t.name->binding->sym : NULL;
  if (!sym)
    diag_error (p->diag, t.pos, "undeclared variable '%s'", t.name->text);
  else if (sym->init && sym->init->op != X_CONST)
    diag_error (p->diag, t.pos, "'%s' has no constant initial value", t.name->text);
  else {
    int value = sym->init ? sym->init->value : 0;
    value = value > 0 ? value : if_zero;
    diag_warning (p->diag, t.pos, "'%s' is a variable, its initial value %d is used", t.name->text, value);
    return value;
  }
  return 1;
}

/* ---- mtype = { a, b, c } ---- */

static bool
same_set (const char *a, const char *b)
{
  return a == b || (a && b && !strcmp (a, b));
}

static void
mtype_name (struct parser *p, const char *set, struct ast_mtype *m)
{
  struct token t = take (p);
  *m = (struct ast_mtype) {set, t.name->text, 0};
  if (t.name->mtype_value)
    diag_error (p->diag, t.pos, "mtype constant '%s' is declared already", t.name->text);
  else if (t.name->binding)
    diag_error (p->diag, t.pos, "'%s' is declared already", t.name->text);
}

/* The last name of a list gets the smallest value; another list of the same set continues where the previous one ended. */
static void
mtype_names (struct parser *p, const char *set)
{
  struct pos pos = parse_expect (p, T_LBRACE, "before the mtype constants").pos;
  size_t first = p->mtype_list.count;
  int value = 1;
  for (size_t i = 0; i < first; i++)
    value += same_set (p->mtype_list.data[i].set, set);
  while (peek (p) == T_NAME || peek (p) == T_COMMA || (peek (p) == T_CONST && stream_peek (&p->stream)->name)) {
    if (parse_accept (p, T_COMMA))
      continue;
    struct ast_mtype m;
    mtype_name (p, set, &m);
    for (size_t i = first; i < p->mtype_list.count; i++)
      if (p->mtype_list.data[i].name == m.name)
        diag_error (p->diag, pos, "'%s' appears twice in the mtype declaration", m.name);
    VEC_PUSH (p->mtype_list, m);
    if (p->mtype_list.count - first > 255)
      break;
  }
  size_t count = p->mtype_list.count;
  if (count == first)
    parse_expected (p, "the name of an mtype constant");
  else if ((size_t) value - 1 + count - first > 255) {
    diag_error (p->diag, pos, "more than 255 mtype constants");
    stream_stop (&p->stream);
  }
  for (size_t i = count; i-- > first; value++) {
    struct ast_mtype *m = &p->mtype_list.data[i];
    struct name *name = names_get (&p->names, m->name, strlen (m->name));
    m->value = name->mtype_value = value;
    name->mtype_set = set;
  }
  parse_expect (p, T_RBRACE, "after the mtype constants");
}

/* ---- variables ---- */

/* The keywords before the names, valid for all of them. */
struct decl {
  enum decl_kind kind;
  enum ast_type type;
  const char *mtype_set;
  struct ast_struct *structure;
  int visibility;
};

static void
channel_fields (struct parser *p, struct ast_chan_init *chan)
{
  VEC (struct ast_field_type) fields = {0};
  do {
    struct ast_field_type f = {0};
    if (peek (p) == T_TYPENAME) {
      f.type = AST_STRUCT;
      f.structure = take (p).name->type;
    } else if (peek (p) == T_TYPE) {
      struct token t = take (p);
      f.type = (enum ast_type) t.value;
      if (f.type == AST_UNSIGNED)
        diag_error (p->diag, t.pos, "unsigned cannot be the type of a message field");
      if (peek (p) == T_COLON && f.type == AST_MTYPE) {
        take (p);
        f.mtype_set = parse_expect (p, T_NAME, "after 'mtype:'").name->text;
      }
    } else
      parse_expected (p, "the type of a message field");
    VEC_PUSH (fields, f);
  } while (parse_accept (p, T_COMMA));
  VEC_MOVE (fields, p->arena, chan->fields, chan->nfields);
}

/* [capacity] of { types } */
static struct ast_chan_init *
channel_init (struct parser *p)
{
  struct ast_chan_init *chan = ARENA_NEW (p->arena, struct ast_chan_init);
  chan->pos = parse_expect (p, T_LBRACKET, "before the capacity").pos;
  chan->capacity = const_sum (p);
  if (chan->capacity < 0)
    diag_error (p->diag, chan->pos, "negative channel capacity %d", chan->capacity);
  parse_expect (p, T_RBRACKET, "after the capacity");
  parse_expect (p, T_OF, "after the capacity");
  parse_expect (p, T_LBRACE, "before the message's types");
  channel_fields (p, chan);
  parse_expect (p, T_RBRACE, "after the message's types");
  return chan;
}

/* { 1, 2, 3 } */
static void
array_init (struct parser *p, struct ast_sym *sym)
{
  struct token open = take (p);
  if (!sym->is_array)
    diag_error (p->diag, open.pos, "'%s' is no array: a list cannot initialise it", sym->name);
  VEC (struct ast_expr *) list = {0};
  do
    VEC_PUSH (list, parse_const_token (p, parse_expect (p, T_CONST, "in the list of initial values")));
  while (parse_accept (p, T_COMMA));
  parse_expect (p, T_RBRACE, "after the list of initial values");
  VEC_MOVE (list, p->arena, sym->init_list, sym->ninit_list);
}

static void
scalar_init (struct parser *p, struct ast_sym *sym)
{
  sym->init = parse_expr (p);
  if (ast_contains (sym->init, X_RUN))
    diag_error (p->diag, sym->init->pos, "'run' in an initial value");
  if (sym->type == AST_CHAN && sym->init->op == X_CONST)
    diag_error (p->diag, sym->init->pos, "a constant cannot initialise the channel '%s'", sym->name);
  if (sym->type == AST_STRUCT) {
    diag_warning (p->diag, sym->init->pos, "'%s' is a structure: its initial value is ignored", sym->name);
    sym->init = NULL;
  }
}

static void
initialiser (struct parser *p, const struct decl *d, struct ast_sym *sym)
{
  struct pos pos = take (p).pos;
  if (d->kind == DECL_PARAM)
    diag_error (p->diag, pos, "the parameter '%s' cannot have an initial value", sym->name);
  if (peek (p) == T_LBRACKET) {
    if (sym->type != AST_CHAN)
      diag_error (p->diag, pos, "'%s' is no channel: '[..] of {..}' cannot initialise it", sym->name);
    if (d->kind == DECL_LOCAL && !p->at_top)
      diag_error (p->diag, pos, "declare the channel '%s' before the first statement of the process", sym->name);
    sym->init_chan = channel_init (p);
  } else if (peek (p) == T_LBRACE)
    array_init (p, sym);
  else
    scalar_init (p, sym);
}

static void
width_and_bounds (struct parser *p, struct ast_sym *sym)
{
  sym->count = 1;
  if (parse_accept (p, T_COLON)) {
    struct token t = parse_expect (p, T_CONST, "bits wide");
    sym->nbits = t.value;
    if (sym->type != AST_UNSIGNED)
      diag_error (p->diag, t.pos, "only an unsigned can have a width, '%s' is none", sym->name);
    else if (sym->nbits < 1 || sym->nbits > 31)
      diag_error (p->diag, t.pos, "width %d of '%s' is out of range, expected 1..31", sym->nbits, sym->name);
  } else if (parse_accept (p, T_LBRACKET)) {
    sym->is_array = true;
    struct pos pos = parse_here (p);
    sym->count = parse_bound (p, 8);
    if (sym->count <= 0) {
      if (!p->stream.stopped)
        diag_error (p->diag, pos, "array '%s' has size %d, expected at least 1", sym->name, sym->count);
      sym->count = 1;
    }
    parse_expect (p, T_RBRACKET, "after the size of the array");
  }
  if (sym->type == AST_UNSIGNED && !sym->nbits && !p->stream.stopped)
    diag_error (p->diag, sym->pos, "'%s' is unsigned without a width, expected 'unsigned %s : bits'", sym->name,
                sym->name);
}

static void
declare (struct parser *p, const struct decl *d, struct ast_sym *sym, struct token t)
{
  if (d->kind == DECL_FIELD) {
    if (t.name->field_of == p->typedefs)
      diag_error (p->diag, t.pos, "field '%s' is declared twice", sym->name);
    t.name->field_of = p->typedefs;
    return;
  }
  if (t.name->binding) {
    diag_error (p->diag, t.pos, "'%s' is declared already", sym->name);
    if (t.name->binding->sym)
      diag_note (p->diag, t.name->binding->sym->pos, "it was declared here");
    return;
  }
  scope_bind (p->arena, p->scope, t.name, sym);
}

static void
variable (struct parser *p, const struct decl *d, struct sym_list *list)
{
  if (peek (p) != T_NAME) {
    parse_expected (p, "the name of a variable");
    return;
  }
  struct token t = take (p);
  struct ast_sym *sym = ARENA_NEW (p->arena, struct ast_sym);
  sym->name = t.name->text;
  sym->pos = t.pos;
  sym->type = d->type;
  sym->mtype_set = d->mtype_set;
  sym->structure = d->structure;
  sym->hidden = d->visibility == 'h';
  sym->show = d->visibility == 's';
  sym->local = d->visibility == 'l';
  sym->is_param = d->kind == DECL_PARAM;
  sym->proc = d->kind == DECL_LOCAL || d->kind == DECL_PARAM ? p->proc : NULL;
  sym->scope = p->scope->path ? p->scope->path : "";
  if (sym->hidden && (sym->type == AST_BIT || sym->type == AST_BOOL))
    diag_error (p->diag, t.pos, "the bit '%s' cannot be hidden", sym->name);
  width_and_bounds (p, sym);
  if (sym->is_param && sym->is_array)
    diag_error (p->diag, t.pos, "the parameter '%s' cannot be an array", sym->name);
  /* the symbol is bound after its initial value is parsed: the value must not refer to it */
  if (peek (p) == T_ASSIGN)
    initialiser (p, d, sym);
  declare (p, d, sym, t);
  VEC_PUSH (*list, sym);
}

void
parse_decl (struct parser *p, enum decl_kind kind, struct sym_list *list)
{
  struct decl d = {.kind = kind};
  if (peek (p) == T_VISIBILITY)
    d.visibility = take (p).value;
  if (peek (p) == T_TYPENAME) {
    d.type = AST_STRUCT;
    d.structure = take (p).name->type;
  } else if (peek (p) == T_TYPE) {
    struct token t = take (p);
    d.type = (enum ast_type) t.value;
    if (d.type == AST_MTYPE) {
      if (parse_accept (p, T_COLON))
        d.mtype_set = parse_expect (p, T_NAME, "after 'mtype:'").name->text;
      if (peek (p) == T_LBRACE || peek (p) == T_ASSIGN) {
        parse_accept (p, T_ASSIGN);
        if (kind != DECL_GLOBAL)
          diag_error (p->diag, t.pos, "mtype constants must be declared outside of processes and types");
        if (d.visibility)
          diag_warning (p->diag, t.pos, "hidden, show and local mean nothing for mtype constants");
        mtype_names (p, d.mtype_set);
        return;
      }
    }
  } else {
    parse_expected (p, "a type");
    return;
  }
  do
    variable (p, &d, list);
  while (parse_accept (p, T_COMMA));
}
