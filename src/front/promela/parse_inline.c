/* Inlines: a definition keeps its body as tokens; a call is replaced by them, with the argument's tokens for every parameter. */
#include "front/promela/parse.h"

#include <assert.h>

void
parse_inline_def (struct parser *p)
{
  take (p);
  if (peek (p) != T_NAME && peek (p) != T_INLINENAME)
    parse_expected (p, "a name after 'inline'");
  struct token t = take (p);
  if (p->stream.stopped)
    return;
  if (t.name->inlined)
    diag_error (p->diag, t.pos, "inline '%s' is defined twice", t.name->text);
  struct inline_def *def = ARENA_NEW (p->arena, struct inline_def);
  def->name = t.name->text;
  def->pos = t.pos;
  def->number = ++p->inlines;
  parse_expect (p, T_LPAREN, "after the name of the inline");
  if (peek (p) != T_RPAREN)
    do {
      struct token param = parse_expect (p, T_NAME, "as a parameter of the inline");
      if (def->nparams == INLINE_MAX_PARAMS) {
        diag_error (p->diag, param.pos, "inline '%s' has more than %d parameters", def->name, INLINE_MAX_PARAMS);
        stream_stop (&p->stream);
        return;
      }
      def->params[def->nparams++] = param.name;
    } while (parse_accept (p, T_COMMA));
  parse_expect (p, T_RPAREN, "after the parameters of the inline");
  if (peek (p) != T_LBRACE) {
    parse_expected (p, "'{' before the body of the inline");
    return;
  }
  struct pos open = parse_here (p);
  def->body = stream_take_raw_block (&p->stream);
  if (!def->body.count) {
    diag_error (p->diag, open, "the '{' of inline '%s' is never closed", def->name);
    stream_stop (&p->stream);
  }
  t.name->inlined = def;
}

/* One argument must be an expression; its tokens are substituted. */
static struct token_slice
argument (struct parser *p)
{
  struct tokens taken = {0};
  assert (!p->stream.record);
  p->stream.record = &taken;
  parse_any_arg (p);
  p->stream.record = NULL;
  struct token_slice slice;
  VEC_MOVE (taken, p->arena, slice.data, slice.count);
  return slice;
}

struct ast_stmt *
parse_inline_call (struct parser *p, struct ast_expr *result)
{
  struct token t = take (p);
  struct token_slice args[INLINE_MAX_PARAMS];
  struct expansion e = {.def = t.name->inlined, .result = result};
  assert (e.def);
  int count = 0;
  parse_expect (p, T_LPAREN, "after the name of the inline");
  if (peek (p) != T_RPAREN)
    do {
      struct token_slice arg = argument (p);
      if (count < INLINE_MAX_PARAMS)
        args[count] = arg;
      count++;
    } while (parse_accept (p, T_COMMA));
  parse_expect (p, T_RPAREN, "after the arguments of the inline");
  if (p->stream.stopped)
    return parse_skip (p, &t);
  if (count != e.def->nparams) {
    diag_error (p->diag, t.pos, "inline '%s' called with %d arguments, expected %d", e.def->name, count,
                e.def->nparams);
    return parse_skip (p, &t);
  }
  e.args = arena_copy (p->arena, args, (size_t) count * sizeof args[0]);
  if (!stream_expand (&p->stream, e, t.pos)) {
    stream_stop (&p->stream);
    return parse_skip (p, &t);
  }
  return parse_stmt (p);
}
