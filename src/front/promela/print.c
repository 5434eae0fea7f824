/* Source-like text of expressions and statements, in the form of SPIN's traces: every operator in parentheses, conditions
 * in an additional pair. */
#include <assert.h>
#include <string.h>

#include "front/promela/ast.h"

static void
print_args (struct str *out, struct ast_expr *const *args, int count)
{
  for (int i = 0; i < count; i++) {
    if (i)
      str_add_char (out, ',');
    ast_print_expr (out, args[i]);
  }
}

static void
print_var (struct str *out, const struct ast_expr *e)
{
  str_add (out, e->sym ? e->sym->name : e->name ? e->name : "?");
  if (e->index) {
    str_add_char (out, '[');
    ast_print_expr (out, e->index);
    str_add_char (out, ']');
  }
  if (e->field) {
    str_add_char (out, '.');
    print_var (out, e->field);
  }
}

static void
print_call (struct str *out, const char *before, const struct ast_expr *e, const char *after)
{
  str_add (out, before);
  ast_print_expr (out, e);
  str_add (out, after);
}

static void
print_remote (struct str *out, const struct ast_expr *e)
{
  str_add (out, e->proc_name);
  if (e->kid[0])
    print_call (out, "[", e->kid[0], "]");
  if (e->op == X_REMOTE_LABEL)
    str_printf (out, "@%s", e->name);
  else {
    str_add_char (out, ':');
    print_var (out, e->kid[1]);
  }
}

/* The spelling of an operator: between its operands, before its only one, or, without operands, as a word. NULL: printed by
 * special code. */
static const struct {
  const char *infix, *prefix, *word;
} spellings[] = {
  [X_IGNORE] = {.word = "_"}, [X_TIMEOUT] = {.word = "timeout"}, [X_NP] = {.word = "np_"},
  [X_NR_PR] = {.word = "_nr_pr"}, [X_LAST] = {.word = "_last"}, [X_PID] = {.word = "_pid"},
  [X_PRIORITY] = {.word = "_priority"},
  [X_NEG] = {.prefix = "-("}, [X_NOT] = {.prefix = "!("}, [X_COMPL] = {.prefix = "~("},
  [X_LEN] = {.prefix = "len("}, [X_EMPTY] = {.prefix = "empty("}, [X_FULL] = {.prefix = "full("},
  [X_NEMPTY] = {.prefix = "nempty("}, [X_NFULL] = {.prefix = "nfull("}, [X_EVAL] = {.prefix = "eval("},
  [X_ENABLED] = {.prefix = "enabled("}, [X_PC_VALUE] = {.prefix = "pc_value("},
  [X_GET_PRIORITY] = {.prefix = "get_priority("},
  [X_ALWAYS] = {.prefix = "[] "}, [X_EVENTUALLY] = {.prefix = "<> "}, [X_NEXT] = {.prefix = "X "},
  [X_ADD] = {.infix = "+"}, [X_SUB] = {.infix = "-"}, [X_MUL] = {.infix = "*"}, [X_DIV] = {.infix = "/"},
  [X_MOD] = {.infix = "%"}, [X_AND] = {.infix = "&&"}, [X_OR] = {.infix = "||"}, [X_BITAND] = {.infix = "&"},
  [X_BITOR] = {.infix = "|"}, [X_BITXOR] = {.infix = "^"}, [X_SHL] = {.infix = "<<"}, [X_SHR] = {.infix = ">>"},
  [X_LT] = {.infix = "<"}, [X_LE] = {.infix = "<="}, [X_GT] = {.infix = ">"}, [X_GE] = {.infix = ">="},
  [X_EQ] = {.infix = "=="}, [X_NE] = {.infix = "!="}, [X_UNTIL] = {.infix = " U "},
  [X_RELEASE] = {.infix = " V "}, [X_WEAK_UNTIL] = {.infix = " W "}, [X_IMPLIES] = {.infix = " -> "},
  [X_EQUIV] = {.infix = " <-> "},
};

void
ast_print_expr (struct str *out, const struct ast_expr *e)
{
  switch (e->op) {
  case X_CONST:
    if (e->name)
      str_add (out, e->name);
    else
      str_printf (out, "%d", e->value);
    break;
  case X_VAR:
    print_var (out, e);
    break;
  case X_COND:
    print_call (out, "( (", e->kid[0], ") -> ");
    print_call (out, "(", e->kid[1], ") : ");
    print_call (out, "(", e->kid[2], ") )");
    break;
  case X_RUN:
    str_printf (out, "run %s(", e->proc_name);
    print_args (out, e->args, e->nargs);
    str_add_char (out, ')');
    break;
  case X_POLL:
    print_call (out, "", e->kid[0], e->random ? "?\?[" : "?[");
    print_args (out, e->args, e->nargs);
    str_add_char (out, ']');
    break;
  case X_REMOTE_LABEL: case X_REMOTE_VAR:
    print_remote (out, e);
    break;
  default:
    if (spellings[e->op].word)
      str_add (out, spellings[e->op].word);
    else if (spellings[e->op].prefix)   /* operands with an infix have parentheses of their own */
      print_call (out, spellings[e->op].prefix, e->kid[0], strchr (spellings[e->op].prefix, '(') ? ")" : "");
    else {
      assert (spellings[e->op].infix);
      print_call (out, "(", e->kid[0], spellings[e->op].infix);
      print_call (out, "", e->kid[1], ")");
    }
  }
}

/* A string as in the source, but in single quotes. */
static void
print_text (struct str *out, const char *text)
{
  str_add_char (out, '\'');
  for (; *text; text++)
    switch (*text) {
    case '\n': str_add (out, "\\n"); break;
    case '\t': str_add (out, "\\t"); break;
    case '\r': str_add (out, "\\r"); break;
    case '\f': str_add (out, "\\f"); break;
    case '\\': str_add (out, "\\\\"); break;
    default: str_add_char (out, (unsigned char) *text < ' ' ? '?' : *text);
    }
  str_add_char (out, '\'');
}

static void
print_decl (struct str *out, const struct ast_stmt *s)
{
  static const char *const types[] = {"bit", "bool", "byte", "pid", "mtype", "chan", "short", "int", "unsigned"};
  for (int i = 0; i < s->nsyms; i++) {
    const struct ast_sym *sym = s->syms[i];
    if (i)
      str_add (out, ", ");
    else
      str_printf (out, "%s ", sym->type == AST_STRUCT ? sym->structure->name : types[sym->type]);
    str_add (out, sym->name);
    if (sym->is_array)
      str_printf (out, "[%d]", sym->count);
    if (sym->init)
      print_call (out, " = ", sym->init, "");
  }
}

static void
print_range (struct str *out, const char *word, const struct ast_stmt *s)
{
  print_call (out, word, s->lhs, " : ");
  print_call (out, "", s->lo, " .. ");
  print_call (out, "", s->hi, ")");
}

void
ast_print_stmt (struct str *out, const struct ast_stmt *s)
{
  switch (s->kind) {
  case S_EXPR: print_call (out, "(", s->expr, ")"); break;
  case S_ASSIGN:
    print_call (out, "", s->lhs, " = ");
    ast_print_expr (out, s->expr);
    break;
  case S_SEND:
    print_call (out, "", s->chan, s->sorted ? "!!" : "!");
    print_args (out, s->args, s->nargs);
    break;
  case S_RECV:
    print_call (out, "", s->chan, s->random ? "?\?" : "?");
    str_add (out, s->keep ? "<" : "");
    print_args (out, s->args, s->nargs);
    str_add (out, s->keep ? ">" : "");
    break;
  case S_ASSERT: print_call (out, "assert(", s->expr, ")"); break;
  case S_PRINT:
    str_add (out, "printf(");
    print_text (out, s->text);
    str_add (out, s->nargs ? "," : "");
    print_args (out, s->args, s->nargs);
    str_add_char (out, ')');
    break;
  case S_PRINTM: print_call (out, "printm(", s->expr, ")"); break;
  case S_SET_PRIORITY:
    print_call (out, "set_priority(", s->lhs, ", ");
    print_call (out, "", s->expr, ")");
    break;
  case S_ELSE: str_add (out, "else"); break;
  case S_GOTO: str_printf (out, "goto %s", s->name); break;
  case S_BREAK: str_add (out, "break"); break;
  case S_IF: str_add (out, "IF"); break;
  case S_DO: str_add (out, "DO"); break;
  case S_FOR: print_range (out, "for (", s); break;
  case S_FOR_IN:
    print_call (out, "for (", s->lhs, " in ");
    print_call (out, "", s->chan, ")");
    break;
  case S_SELECT: print_range (out, "select (", s); break;
  case S_ATOMIC: str_add (out, "ATOMIC"); break;
  case S_DSTEP: str_printf (out, "D_STEP%d", s->pos.line); break;
  case S_BLOCK: str_add (out, "sub-sequence"); break;
  case S_UNLESS: str_add (out, "unless"); break;
  case S_DECL: print_decl (out, s); break;
  case S_XR: case S_XS:
    str_add (out, s->kind == S_XR ? "xr " : "xs ");
    print_args (out, s->args, s->nargs);
    break;
  }
}
