/* The parser's token stream. See stream.h. */
#include "front/promela/stream.h"

#include <assert.h>

enum { EXPANDED_MAX = 1000000, FRAMES_MAX = 500 };

void
stream_init (struct stream *s, struct tokens *tokens, struct diag *diag)
{
  *s = (struct stream) {.diag = diag, .last = T_SEMI};
  VEC_PUSH (s->expansions, (struct expansion) {0});
  VEC_PUSH (s->frames, (struct frame) {.tokens = {tokens->data, tokens->count}});
}

void
stream_release (struct stream *s)
{
  VEC_FREE (s->expansions);
  VEC_FREE (s->frames);
}

void
stream_stop (struct stream *s)
{
  s->stopped = true;
}

void
stream_restart (struct stream *s, struct token_slice tokens)
{
  s->frames.count = 0;
  VEC_PUSH (s->frames, (struct frame) {.tokens = tokens});
  s->has_token = s->has_held = s->in_sequence = false;
  s->parens = 0;
  s->last = T_SEMI;
}

static void
classify (struct stream *s, struct token *t)
{
  if (t->kind == T_CONST && t->text) {
    diag_warning (s->diag, t->pos, "%s", t->text);
    return;
  }
  if (t->kind != T_NAME)
    return;
  if (t->name->type)
    t->kind = T_TYPENAME;
  else if (t->name->is_proc)
    t->kind = T_PROCNAME;
  else if (t->name->inlined)
    t->kind = T_INLINENAME;
}

static int
parameter_of (const struct inline_def *def, const struct name *name)
{
  for (int i = 0; i < def->nparams; i++)
    if (def->params[i] == name)
      return i;
  return -1;
}

/* The next token of the text with inlines expanded and names classified. */
static struct token
next_expanded (struct stream *s)
{
  bool newline = false;
  for (;;) {
    struct frame *f = &VEC_LAST (s->frames);
    assert (f->next <= f->tokens.count && (size_t) f->expansion < s->expansions.count);
    if (f->next == f->tokens.count) {
      if (s->frames.count == 1)
        return (struct token) {.kind = T_EOF, .pos = f->next ? f->tokens.data[f->next - 1].pos : (struct pos) {0}};
      if (!f->is_argument)
        s->expansions.data[f->expansion].def->active = false;
      (void) VEC_POP (s->frames);
      continue;
    }
    struct token t = f->tokens.data[f->next++];
    t.expansion = f->expansion;
    t.newline = (t.newline && !f->is_argument) || newline;
    if (f->is_argument)
      t.pos = f->pos;
    if (f->expansion && s->expanded++ >= EXPANDED_MAX) {
      diag_error (s->diag, t.pos, "the inlines expand to more than %d tokens", EXPANDED_MAX);
      stream_stop (s);
      return (struct token) {.kind = T_EOF, .pos = t.pos};
    }
    if (t.kind == T_EOF)
      f->next--;
    /* as in SPIN, constants and keywords are not replaced by an argument */
    if (t.kind == T_NAME && t.name->mtype_value) {
      t.kind = T_CONST;
      t.value = t.name->mtype_value;
    } else if (t.kind == T_NAME && f->expansion && !f->is_argument) {
      const struct expansion *e = &s->expansions.data[f->expansion];
      int i = parameter_of (e->def, t.name);
      if (i >= 0) {
        newline = t.newline;
        VEC_PUSH (s->frames, (struct frame) {.tokens = e->args[i], .expansion = t.expansion, .is_argument = true,
                                             .pos = t.pos});
        continue;
      }
    }
    classify (s, &t);
    return t;
  }
}

/* After these tokens a newline ends the statement. */
static bool
ends_statement (enum tok kind)
{
  switch (kind) {
  case T_RBRACE: case T_RPAREN: case T_RBRACKET: case T_OD: case T_FI: case T_ELSE: case T_BREAK:
  case T_NAME: case T_INCR: case T_DECR:
    return true;
  case T_CONST:
    return true;
  default:
    return false;
  }
}

/* SPIN would insert a ';' even between `}` and `,`, and so reject `chan a = [1] of {byte}, b`, which is accepted here. */
static bool
needs_no_semi_after_brace (enum tok kind)
{
  switch (kind) {
  case T_PROCTYPE: case T_INIT: case T_NEVER: case T_SEP: case T_FI: case T_OD: case T_RBRACE: case T_UNLESS:
  case T_SEMI: case T_ARROW: case T_EOF: case T_COMMA:
    return true;
  default:
    return false;
  }
}

static bool
semi_implied (const struct stream *s, const struct token *t)
{
  /* SPIN inserts one between `od` and an `unless` on the next line, and then rejects it */
  if (t->kind == T_RBRACE || t->kind == T_SEMI || t->kind == T_ARROW || t->kind == T_UNLESS || t->kind == T_EOF)
    return false;
  if (s->last == T_RBRACE)
    return !needs_no_semi_after_brace (t->kind);
  if (s->last == T_ELSE)
    return t->kind != T_FI;
  return t->newline && s->in_sequence && s->parens == 0 && ends_statement (s->last);
}

const struct token *
stream_peek (struct stream *s)
{
  if (s->stopped) {
    s->token.kind = T_EOF;
    return &s->token;
  }
  if (s->has_token)
    return &s->token;
  if (s->has_held) {
    s->token = s->held;
    s->has_held = false;
  } else {
    s->token = next_expanded (s);
    if (semi_implied (s, &s->token)) {
      s->held = s->token;
      s->has_held = true;
      s->token = (struct token) {.kind = T_SEMI, .pos = s->held.pos, .expansion = s->held.expansion};
    }
  }
  s->has_token = true;
  return &s->token;
}

struct token
stream_take (struct stream *s)
{
  struct token t = *stream_peek (s);
  if (s->stopped)
    return t;
  if (t.kind != T_EOF)
    s->has_token = false;
  if (t.kind == T_LPAREN)
    s->parens++;
  else if (t.kind == T_RPAREN)
    s->parens--;
  s->last = t.kind;
  if (s->record) {
    VEC_PUSH (*s->record, t);
    VEC_LAST (*s->record).text = t.kind == T_CONST ? NULL : t.text;   /* warn once */
  }
  return t;
}

struct token_slice
stream_take_raw_block (struct stream *s)
{
  struct token_slice none = {0};
  if (stream_peek (s)->kind != T_LBRACE || s->frames.count != 1)
    return none;
  struct frame *f = &s->frames.data[0];
  assert (f->next && f->tokens.data[f->next - 1].kind == T_LBRACE);
  size_t start = f->next - 1, depth = 0;
  for (size_t i = start; i < f->tokens.count; i++) {
    enum tok kind = f->tokens.data[i].kind;
    if (kind == T_LBRACE)
      depth++;
    else if (kind == T_RBRACE && --depth == 0) {
      f->next = i + 1;
      s->last = T_SEMI;
      s->has_token = false;
      return (struct token_slice) {f->tokens.data + start, i + 1 - start};
    }
  }
  return none;
}

bool
stream_expand (struct stream *s, struct expansion e, struct pos call)
{
  assert (e.def && e.def->body.count);
  if (e.def->active) {
    diag_error (s->diag, call, "inline '%s' calls itself", e.def->name);
    return false;
  }
  if (s->frames.count >= FRAMES_MAX) {
    diag_error (s->diag, call, "inlines nested deeper than %d calls", FRAMES_MAX);
    return false;
  }
  e.def->active = true;
  VEC_PUSH (s->expansions, e);
  VEC_PUSH (s->frames, (struct frame) {.tokens = e.def->body, .expansion = (int) s->expansions.count - 1});
  s->last = T_SEMI;
  return true;
}
