/* promela_parse: from text to syntax tree.
 *
 * Idea. Recursive descent with one token of lookahead; the token stream (stream.h) expands inlines and implies semicolons,
 * so the grammar here is the plain one.
 * Source. The grammar of SPIN 6.5.2, whose language this is.
 * Where we differ. SPIN's parser is LALR(1) with error recovery; on some wrong input it crashes or continues with nonsense,
 * which is an error here; and it rejects a few harmless forms (`chan a = [1] of {byte}, b`; an inline called with arguments
 * named like its parameters) that are accepted here.
 * Why that is sound. What both accept has one meaning, SPIN's. */
#include "front/promela/parse.h"

#include <assert.h>
#include <string.h>

struct pos
parse_here (struct parser *p)
{
  return stream_peek (&p->stream)->pos;
}

bool
parse_accept (struct parser *p, enum tok kind)
{
  if (peek (p) != kind)
    return false;
  take (p);
  return true;
}

void
parse_expected (struct parser *p, const char *what)
{
  const struct token *t = stream_peek (&p->stream);
  if (p->stream.stopped)
    return;
  if (t->kind == T_BAD)
    diag_error (p->diag, t->pos, "%s", t->text);
  else if (t->kind == T_EMBEDDED_C)
    diag_error (p->diag, t->pos, "embedded C (%s) is not supported", t->name->text);
  else if (t->name)
    diag_error (p->diag, t->pos, "expected %s, found '%s'", what, t->name->text);
  else if (t->kind == T_CONST)
    diag_error (p->diag, t->pos, "expected %s, found %d", what, t->value);
  else
    diag_error (p->diag, t->pos, "expected %s, found %s", what, tok_text (t->kind));
  stream_stop (&p->stream);
}

struct token
parse_expect (struct parser *p, enum tok kind, const char *where)
{
  if (peek (p) == kind)
    return take (p);
  parse_expected (p, arena_printf (p->arena, "%s %s", tok_text (kind), where));
  return (struct token) {.kind = kind, .pos = parse_here (p), .name = names_get (&p->names, "?", 1)};
}

bool
parse_enter (struct parser *p)
{
  if (p->nesting++ < NESTING_MAX)
    return true;
  if (!p->stream.stopped)
    diag_error (p->diag, parse_here (p), "nested deeper than %d levels", NESTING_MAX);
  stream_stop (&p->stream);
  return false;
}

void
parse_leave (struct parser *p)
{
  assert (p->nesting > 0);
  p->nesting--;
}

/* The predefined names; a model must not declare them. */
static void
predefine (struct parser *p)
{
  static const char *const names[] = {"_", "_p", "_pid", "_nr_pr", "_last", "_priority"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    scope_bind (p->arena, p->globals, names_get (&p->names, names[i], strlen (names[i])), NULL);
}

static void
parser_init (struct parser *p, struct ast_model *model, struct diag *diag)
{
  *p = (struct parser) {.model = model, .arena = &model->arena, .diag = diag};
  p->names.arena = p->arena;
  size_t fit = mem_stack () / OPERATOR_STACK;
  p->max_operators = fit < OPERATORS_MAX ? (int) fit : OPERATORS_MAX;
  p->scope = p->globals = scope_open (p->arena, NULL);
  predefine (p);
}

static void
parser_release (struct parser *p)
{
  stream_release (&p->stream);
  names_release (&p->names);
  VEC_FREE (p->tokens);
  VEC_FREE (p->global_list);
  VEC_FREE (p->proc_list);
  VEC_FREE (p->ltl_list);
  VEC_FREE (p->mtype_list);
  VEC_FREE (p->ltl_blocks);
  VEC_FREE (p->gotos);
}

static void
fill_model (struct parser *p)
{
  struct ast_model *m = p->model;
  assert (p->scope == p->globals && !p->proc && !p->nesting && !p->expressions);
  assert (p->ltl_list.count == p->ltl_blocks.count);
  VEC_MOVE (p->global_list, p->arena, m->globals, m->nglobals);
  VEC_MOVE (p->proc_list, p->arena, m->procs, m->nprocs);
  VEC_MOVE (p->ltl_list, p->arena, m->ltls, m->nltls);
  VEC_MOVE (p->mtype_list, p->arena, m->mtypes, m->nmtypes);
}

struct ast_model *
promela_parse (const char *file, const char *text, size_t length, struct diag *diag)
{
  int errors = diag->errors;
  struct ast_model *model = mem_zalloc (sizeof *model);
  struct parser p;
  parser_init (&p, model, diag);
  model->file = arena_strdup (p.arena, file);
  lex_text (&p.tokens, &p.names, p.arena, file, text, length);
  stream_init (&p.stream, &p.tokens, diag);

  while (peek (&p) != T_EOF)
    parse_unit (&p);
  for (size_t i = 0; i < p.ltl_blocks.count; i++)
    parse_ltl (&p, p.ltl_list.data[i], p.ltl_blocks.data[i]);

  fill_model (&p);
  parser_release (&p);
  if (diag->errors == errors)
    return model;
  promela_free (model);
  return NULL;
}

/* Restores the globals, types, constants and processes of a model. */
static void
recall (struct parser *p)
{
  const struct ast_model *m = p->model;
  for (int i = 0; i < m->nglobals; i++)
    scope_bind (p->arena, p->globals, names_get (&p->names, m->globals[i]->name, strlen (m->globals[i]->name)),
                m->globals[i]);
  for (int i = 0; i < m->nprocs; i++)
    if (m->procs[i]->kind == PROC_PROCTYPE)
      names_get (&p->names, m->procs[i]->name, strlen (m->procs[i]->name))->is_proc = true;
  for (int i = 0; i < m->nmtypes; i++) {
    struct name *name = names_get (&p->names, m->mtypes[i].name, strlen (m->mtypes[i].name));
    name->mtype_value = m->mtypes[i].value;
    name->mtype_set = m->mtypes[i].set;
  }
}

struct ast_expr *
promela_parse_expr (struct ast_model *model, const char *text, const char *origin, bool temporal, struct diag *diag)
{
  int errors = diag->errors;
  struct parser p;
  parser_init (&p, model, diag);
  recall (&p);
  lex_formula (&p.tokens, &p.names, p.arena, origin, text, strlen (text), temporal);
  stream_init (&p.stream, &p.tokens, diag);
  struct ast_expr *e = parse_full_expr (&p);
  if (peek (&p) != T_EOF)
    parse_expected (&p, "the end of the expression");
  parser_release (&p);
  return diag->errors == errors ? e : NULL;
}

void
promela_free (struct ast_model *model)
{
  if (!model)
    return;
  arena_release (&model->arena);
  mem_free (model);
}
