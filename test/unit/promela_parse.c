/* The Promela parser: what the trees look like, what is rejected and with
 * which message, that nothing crashes, and that SPIN's examples all parse. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "front/promela/ast.h"

/* ---- helpers ---- */

static char *messages;              /* of the last parse */
static size_t message_bytes;
static struct diag last;

static struct ast_model *
parse_bytes (const char *text, size_t length)
{
  free (messages);
  messages = NULL;
  last = (struct diag) {.out = open_memstream (&messages, &message_bytes)};
  struct ast_model *m = promela_parse ("m", text, length, &last);
  fclose (last.out);
  return m;
}

static struct ast_model *
parse (const char *text)
{
  return parse_bytes (text, strlen (text));
}

static void
put_seq (struct str *out, const struct ast_seq *seq)
{
  for (int i = 0; i < seq->nstmts; i++) {
    const struct ast_stmt *s = seq->stmts[i];
    str_add (out, i ? "; " : "");
    for (const struct ast_label *l = s->labels; l; l = l->next)
      str_printf (out, "%s: ", l->name);
    ast_print_stmt (out, s);
    for (int k = 0; k < s->nseqs; k++) {
      str_add (out, k ? " | " : " < ");
      put_seq (out, s->seqs[k]);
    }
    str_add (out, s->nseqs ? " >" : "");
  }
}

/* The body of the last process of the model, printed. */
static void
body_is (int line, const char *text, const char *expected)
{
  struct ast_model *m = parse (text);
  struct str got = {0};
  if (m && m->nprocs)
    put_seq (&got, m->procs[m->nprocs - 1]->body);
  if (!m || strcmp (str_text (&got), expected)) {
    fprintf (stderr, "line %d: %s\n  got      %s\n  expected %s\n%s", line, text, str_text (&got), expected,
             messages);
    check_failed++;
  } else
    check_passed++;
  str_release (&got);
  promela_free (m);
}

static void
rejected (int line, const char *text, const char *message)
{
  struct ast_model *m = parse (text);
  if (m || !strstr (messages, message)) {
    fprintf (stderr, "line %d: %s\n  %s, expected: %s\n", line, text, m ? "accepted" : messages, message);
    check_failed++;
  } else
    check_passed++;
  promela_free (m);
}

static void
accepted (int line, const char *text, int warnings)
{
  struct ast_model *m = parse (text);
  if (!m || last.warnings != warnings) {
    fprintf (stderr, "line %d: %s\n  %d warnings\n%s", line, text, last.warnings, messages);
    check_failed++;
  } else
    check_passed++;
  promela_free (m);
}

#define BODY(text, expected) body_is (__LINE__, text, expected)
#define REJECT(text, message) rejected (__LINE__, text, message)
#define ACCEPT(text) accepted (__LINE__, text, 0)
#define WARN(text) accepted (__LINE__, text, 1)

/* ---- trees ---- */

static void
test_expressions (void)
{
  BODY ("int a,b,c; init { a + b * c == a << 1 + 2 }", "(((a+(b*c))==(a<<(1+2))))");
  BODY ("int a,b,c; init { a || b && c | a ^ b & c != 1 > 2 }", "((a||(b&&(c|(a^(b&(c!=(1>2))))))))");
  BODY ("int a,b; init { a - b - 1 }", "(((a-b)-1))");
  BODY ("int a; init { !a == 0; - a + ~a }", "((!(a)==0)); ((-(a)+~(a)))");
  BODY ("int a; init { a = (a > 1 -> a : -1) }", "a = ( ((a>1)) -> (a) : (-(1)) )");
  BODY ("init { int x; x = 'a' + '\\n' + '\\'' }", "int x; x = ((97+10)+39)");
  BODY ("init { true; false; skip }", "(1); (0); (1)");
  BODY ("mtype = {A, B}; mtype m; init { m == A }", "((m==A))");
  BODY ("init { _pid == _nr_pr + _last }", "((_pid==(_nr_pr+_last)))");
  BODY ("proctype P() { L: skip } init { P[1]@L && P@L; P[_pid]:x == P:y[2] }",
        "((P[1]@L&&P@L)); ((P[_pid]:x==P:y[2]))");
  BODY ("never { P@L } proctype P() { L: skip } init { skip }", "(1)");
  BODY ("chan q = [1] of {byte}; init { nempty(q) && (full(q) || len(q) > 1) }",
        "((nempty(q)&&(full(q)||(len(q)>1))))");
  BODY ("typedef T { byte b[3] }; typedef U { T t; int i }; U u[2]; init { u[1].t.b[u[0].i] = 1 }",
        "u[1].t.b[u[0].i] = 1");
}

static void
test_messages (void)
{
  const char *q = "chan q = [1] of {byte, byte}; byte x, y; init { ";
  struct str text = {0};
  str_printf (&text, "%s q!1(2); q!!x,y+1; q?x(y); q?\?1,_; q?(x,y); q?<x,y>; q?\?<x,y>; q?eval(x),-3 }", q);
  BODY (str_text (&text), "q!1,2; q!!x,(y+1); q?x,y; q?\?1,_; q?x,y; q?<x,y>; q?\?<x,y>; q?eval(x),-3");
  str_clear (&text);
  str_printf (&text, "%s q?[x,1] && !q?\?[x(y)] -> skip }", q);
  BODY (str_text (&text), "((q?[x,1]&&!(q?\?[x,y]))); (1)");
  str_release (&text);
  BODY ("typedef T { byte a; int b }; chan q = [1] of {T}; T t; init { q!t; q?t; run P(t) } proctype P(T z) { skip }",
        "(1)");
}

static void
test_statements (void)
{
  BODY ("int x; init { x++; x--; assert x > 1; printf(\"a\\t%d\\n\", x); set_priority(_pid, 3) }",
        "x = (x+1); x = (x-1); assert((x>1)); printf('a\\t%d\\n',x); set_priority(_pid, 3)");
  BODY ("int x; init { do :: x > 1 -> x = 2 :: else -> break od; if :: skip fi }",
        "DO < ((x>1)); x = 2 | else; break >; IF < (1) >");
  BODY ("int x; init { atomic { x = 1; d_step { x = 2 } }; { skip } }",
        "ATOMIC < x = 1; D_STEP1 < x = 2 > >; sub-sequence < (1) >");
  BODY ("int x, a[3]; init { for (x : 1 .. 3) { skip } for (x in a) { break }; select (x : 0 .. x + 1) }",
        "for (x : 1 .. 3) < (1) >; for (x in a) < break >; select (x : 0 .. (x+1))");
  BODY ("init { L: M: skip; goto M; N: }", "L: M: (1); goto M; N: (1)");
  BODY ("int x; init { x = 1 unless x > 2; { x = 1 } unless { skip; x = 2 } }",
        "unless < x = 1 | ((x>2)) >; unless < x = 1 | (1); x = 2 >");
  BODY ("int x; init { L: atomic { x = 1; x = 2 } unless { x == 3 }; goto L }",
        "L: ATOMIC < unless < x = 1; x = 2 | ((x==3)) > >; goto L");
  BODY ("init { _priority = 3; _ = 4 }", "set_priority(_pid, 3); _ = 4");
  BODY ("init { timeout -> skip }", "(timeout); (1)");
  BODY ("chan q = [1] of {byte}; init { xr q; xs q; q!1 }", "xr q; xs q; q!1");
  BODY ("init { int x = 3, y[2] = {1, 2}; skip; byte z; z = x }", "int x = 3, y[2]; (1); byte z; z = x");
  BODY ("init { run P(1, 2) priority 3 } proctype P(byte a, b; int c) { skip }", "(1)");
}

/* A line's end is a ';' where SPIN makes it one. */
static void
test_implied_semicolons (void)
{
  BODY ("int x; init { x = 1\n -1 > x }", "x = 1; ((-(1)>x))");
  BODY ("int x; init {\n x = (1\n -1)\n x++\n\n\n x = x +\n 1 }", "x = (1-1); x = (x+1); x = (x+1)");
  BODY ("int x; init { if\n :: x == 1\n -> x = 2\n :: else\n x = 3\n fi\n x = 4\n}",
        "IF < ((x==1)); x = 2 | else; x = 3 >; x = 4");
  BODY ("int x; init { if :: else x = 1 :: x > 2 fi }", "IF < else; x = 1 | ((x>2)) >");
  BODY ("int x; init { { x = 1 } x = 2; atomic { x = 3 } x = 4 }",
        "sub-sequence < x = 1 >; x = 2; ATOMIC < x = 3 >; x = 4");
  BODY ("int x; init { do\n :: x++\n :: break\n od\n unless x == 4 }", "unless < DO < x = (x+1) | break > | ((x==4)) >");
  BODY ("int x; init { {x++}\n unless x }", "unless < x = (x+1) | (x) >");
  BODY ("init { byte a[2] = {1,\n 2\n }\n L:\n a[0] = 1;;; a[1] = 2; }", "byte a[2]; L: a[0] = 1; a[1] = 2");
  BODY ("chan q = [1] of {byte, byte}; byte x; init { q!x\n (x) }", "q!x; (x)");
  BODY ("int x; init { for (x : 1 .. 2)\n { skip\n }\n x = 3 }", "for (x : 1 .. 2) < (1) >; x = 3");
  BODY ("typedef T { byte a\n byte b[2]\n int c }\nT t\ninit { t.a = 1 }", "t.a = 1");
  REJECT ("int x; init { x = x\n + 1 }", "m:2:2: error: expected a statement, found '+'");
  REJECT ("int x; init { x = 1 x = 2 }", "m:1:21: error: expected ';' or '->' after the statement, found 'x'");
}

static void
test_inlines (void)
{
  const char *swap = "inline swap(a, b) { int t; t = a; a = b; b = t }\nint x, y[2], t1; init { ";
  struct str text = {0};
  str_printf (&text, "%s swap(x, y[1 + x]); swap(t1, x) }", swap);
  BODY (str_text (&text), "sub-sequence < int t; t = x; x = y[(1+x)]; y[(1+x)] = t >; "
                          "sub-sequence < int t; t = t1; t1 = x; x = t >");
  str_release (&text);
  BODY ("inline f(v) { v++; g(v) } inline g(w) { w = w * 2 } int x; init { f(x) }",
        "sub-sequence < x = (x+1); sub-sequence < x = (x*2) > >");
  BODY ("inline f(v) { return v + 1 } int x; init { x = f(3)\n x = 2 }", "sub-sequence < x = (3+1) >; x = 2");
  BODY ("inline f(a, b) { a = b } int a, b; init { f(b, a) }", "sub-sequence < b = a >");
  BODY ("inline f(L) { x.L = 1 } typedef T { int u; int v }; T x; int u; init { f(u) }", "sub-sequence < x.u = 1 >");
  BODY ("inline f() { skip; L: skip; goto L } init { f(); f() }",
        "sub-sequence < (1); L: (1); goto L >; sub-sequence < (1); L: (1); goto L >");
  BODY ("inline f() { break } init { do :: f() od }", "DO < sub-sequence < break > >");
  REJECT ("inline f() { f() } init { f() }", "m:1:14: error: inline 'f' calls itself");
  REJECT ("inline f() { g() } inline g() { f() } init { g() }", "calls itself");
  REJECT ("inline f(a) { skip } init { f(1, 2) }", "inline 'f' called with 2 arguments, expected 1");
  REJECT ("inline f(a) { skip } init { f(z) }", "m:1:31: error: undeclared variable 'z'");
  REJECT ("inline f() { skip } inline f() { skip }", "m:1:28: error: inline 'f' is defined twice");
  REJECT ("inline f() { return 1 } init { f() }", "'return' outside of an inline");
  REJECT ("init { return 1 }", "'return' outside of an inline");
  REJECT ("inline f() { skip", "m:1:12: error: the '{' of inline 'f' is never closed");
  REJECT ("inline f() { } init { f() }", "expected a statement, found '}'");

  struct ast_model *m = parse ("inline f(a) {\n\n a = 1 }\nint x; init { f(x); f(x) }");
  CHECK (m);
  if (m) {
    const struct ast_seq *body = m->procs[0]->body;
    const struct ast_stmt *one = body->stmts[0]->seqs[0]->stmts[0], *two = body->stmts[1]->seqs[0]->stmts[0];
    CHECK (one->pos.line == 3 && one->lhs->pos.line == 3);
    CHECK (one->inline_id == body->stmts[0]->inline_id && one->inline_id != two->inline_id);
    CHECK (!strcmp (one->scope, "_1_") && !strcmp (two->scope, "_2_"));
  }
  promela_free (m);
}

static void
test_declarations (void)
{
  struct ast_model *m = parse ("mtype = {a, b, c}; mtype = {d, e}; mtype:s = {f, g};"
                               "mtype:s v = f; unsigned u : 5 = 3; hidden byte h[4] = {1, 2}; show chan p[2], r;"
                               "local pid w; chan q[3] = [2*(3-1)] of {mtype, mtype:s, byte};"
                               "D_proctype Z(chan i; byte k, l) priority 7 provided (u > 1) { skip }"
                               "active [3] proctype Y() { skip } init priority 2 { skip } trace { q[0]!a,_,_ }"
                               "never { skip } never n { skip } ltl { v == f } ltl x { true }");
  CHECK (m);
  if (!m) {
    fputs (messages, stderr);
    return;
  }
  static const int values[] = {3, 2, 1, 5, 4, 2, 1};
  CHECK (m->nmtypes == 7);
  for (int i = 0; i < m->nmtypes; i++)
    CHECK (m->mtypes[i].value == values[i]);
  CHECK (!m->mtypes[0].set && !strcmp (m->mtypes[6].set, "s"));
  CHECK (m->nglobals == 7);
  CHECK (!strcmp (m->globals[0]->mtype_set, "s") && m->globals[0]->init->value == 2);
  CHECK (m->globals[1]->nbits == 5 && m->globals[1]->init->value == 3);
  CHECK (m->globals[2]->hidden && m->globals[2]->count == 4 && m->globals[2]->ninit_list == 2);
  CHECK (m->globals[3]->show && m->globals[3]->is_array && m->globals[4]->show && !m->globals[4]->is_array);
  CHECK (m->globals[5]->local && m->globals[5]->type == AST_PID);
  const struct ast_sym *q = m->globals[6];
  CHECK (q->count == 3 && q->init_chan->capacity == 4 && q->init_chan->nfields == 3);
  CHECK (!strcmp (q->init_chan->fields[1].mtype_set, "s") && q->init_chan->fields[2].type == AST_BYTE);

  CHECK (m->nprocs == 6 && m->nltls == 2);
  const struct ast_proc *z = m->procs[0];
  CHECK (z->deterministic && z->active == 0 && z->priority == 7 && z->provided && z->nparams == 3);
  CHECK (z->params[2]->is_param && z->params[2]->proc == z && z->params[2]->type == AST_BYTE);
  CHECK (m->procs[1]->active == 3);
  CHECK (m->procs[2]->kind == PROC_INIT && m->procs[2]->priority == 2 && m->procs[2]->active == 1);
  CHECK (m->procs[3]->kind == PROC_TRACE && !strcmp (m->procs[4]->name, "never_0"));
  CHECK (!strcmp (m->procs[5]->name, "n") && !strcmp (m->ltls[0]->name, "ltl_0"));
  promela_free (m);

  WARN ("int n = 2; byte a[n]; init { skip }");
  WARN ("int x = 4294967295; init { skip }");
  WARN ("int x; init { x[0] = 1 }");
  WARN ("init { if :: L: skip fi; goto L }");
  ACCEPT ("chan a = [1] of {byte}, b = [1] of {byte}; init { skip }");
  ACCEPT ("init { { int x; x = 1 }; { int x; x = 2 }; int x; x = 3 }");
  ACCEPT ("proctype Q() { int P; P = 1 } proctype P() { skip }");
  ACCEPT ("init { int in; in = 1 }");
  ACCEPT ("mtype {a b c} init { skip };;");
  ACCEPT ("int x int y init { skip }");
  ACCEPT ("init { atomic { L: do :: break od }; goto L }");
  ACCEPT ("init { {skip; L: skip}; L: skip; goto L }");
  ACCEPT ("byte U, V, X; ltl { true U false } init { X = V }");
}

static void
ltl_is (int line, const char *formula, const char *expected)
{
  struct str text = {0}, got = {0};
  str_printf (&text, "ltl { %s } bit p, q, r, s; proctype P() { L: skip }", formula);
  struct ast_model *m = parse (str_text (&text));
  if (m)
    ast_print_expr (&got, m->ltls[0]->formula);
  if (strcmp (str_text (&got), expected)) {
    fprintf (stderr, "line %d: %s\n  got      %s\n  expected %s\n%s", line, formula, str_text (&got), expected,
             messages);
    check_failed++;
  } else
    check_passed++;
  promela_free (m);
  str_release (&text);
  str_release (&got);
}

#define LTL(formula, expected) ltl_is (__LINE__, formula, expected)

static void
test_ltl (void)
{
  LTL ("[]p -> <>q", "([] p -> <> q)");
  LTL ("[]<>p && ! q U r", "([] <> p&&(!(q) U r))");
  LTL ("p U q U r", "((p U q) U r)");
  LTL ("p W q || r V s;", "((p W q)||(r V s))");
  LTL ("p -> q -> r <-> s", "(((p -> q) -> r) <-> s)");
  LTL ("always p implies eventually q equivalent X next r", "(([] p -> <> q) <-> X X r)");
  LTL ("p until q && p stronguntil q || p weakuntil q && p release q",
       "(((p U q)&&(p U q))||((p W q)&&(p V q)))");
  LTL ("[] (p + q > 1 && P[0]@L)", "[] (((p+q)>1)&&P[0]@L)");
  REJECT ("ltl { [] p == 1 } bit p;", "m:1:7: error: a temporal formula is no number");
  REJECT ("ltl { [] z }", "m:1:10: error: undeclared variable 'z'");
  REJECT ("ltl { p p } bit p;", "expected '}' after the formula, found 'p'");
  REJECT ("ltl a { p } ltl a { p } bit p;", "ltl formula 'a' is defined twice");
  REJECT ("ltl { p", "the '{' of the formula is never closed");
  REJECT ("init { skip -> [] skip }", "expected a statement, found '['");

  struct ast_model *m = parse ("typedef T { int f }; mtype = {A}; T t; int x; proctype P() { skip }");
  struct diag diag = {0};
  struct str got = {0};
  struct ast_expr *e = promela_parse_expr (m, "t.f == A && P@l", "--invariant", false, &diag);
  CHECK (e);
  if (e)
    ast_print_expr (&got, e);
  CHECK (!strcmp (str_text (&got), "((t.f==A)&&P@l)"));
  CHECK (promela_parse_expr (m, "[] x", "f", true, &diag) && diag.errors == 0);
  CHECK (!promela_parse_expr (m, "[] x", "f", false, &diag) && diag.errors == 1);
  CHECK (!promela_parse_expr (m, "x y", "f", false, &diag) && !promela_parse_expr (m, "", "f", false, &diag));
  str_release (&got);
  promela_free (m);
}

/* ---- errors ---- */

static void
test_rejections (void)
{
  REJECT ("int x; proctype A() { int x; skip }", "m:1:27: error: 'x' is declared already");
  REJECT ("proctype A(int x) { int x; skip }", "'x' is declared already");
  REJECT ("init { int x; { int x; skip } }", "'x' is declared already");
  REJECT ("init { { int x; x = 1 }; x = 2 }", "undeclared variable 'x'");
  REJECT ("init { int _pid; skip }", "'_pid' is declared already");
  REJECT ("int a = a; init { skip }", "undeclared variable 'a'");
  REJECT ("init { break }", "m:1:8: error: 'break' outside of a loop");
  REJECT ("init { L: skip; L: skip }", "m:1:17: error: label 'L' appears twice");
  REJECT ("init { L: skip; { skip; L: skip } }", "label 'L' appears twice");
  REJECT ("init { L: int x; skip }", "expected a statement behind the label, not a declaration");
  REJECT ("init { goto L }", "m:1:13: error: undefined label 'L'");
  REJECT ("proctype P() { L: skip } init { goto L }", "undefined label 'L'");
  REJECT ("int x; init { x: skip }", "'x' is a variable, expected a label");
  REJECT ("init { atomic { L: skip }; goto L }", "label 'L' must stand in front of the atomic");
  REJECT ("init { { L: if :: skip fi }; goto L }", "label 'L' must stand in front of the block");
  REJECT ("init { L: skip unless skip }", "label 'L' must stand in front of the unless");
  REJECT ("byte a[3]; init { a = 1 }", "'a' is an array, expected an index");
  REJECT ("byte a[0];", "array 'a' has size 0");
  REJECT ("byte a[1/0];", "division by zero");
  REJECT ("unsigned x; init { skip }", "unsigned without a width");
  REJECT ("unsigned x : 32; init { skip }", "width 32 of 'x' is out of range, expected 1..31");
  REJECT ("byte x : 3; init { skip }", "only an unsigned can have a width");
  REJECT ("hidden bit b;", "the bit 'b' cannot be hidden");
  REJECT ("typedef T { int a }; T t; init { t = 1 }", "'t' is a structure, expected one of its fields");
  REJECT ("typedef T { int a }; T t; init { t.b = 1 }", "'t' has no field 'b'");
  REJECT ("int t; init { t.a = 1 }", "'t' is no structure");
  REJECT ("typedef T { T a }", "expected a type, found 'T'");
  REJECT ("typedef T { int a }; typedef T { int b }", "type 'T' is defined twice");
  REJECT ("proctype P() { skip } proctype P() { skip }", "proctype 'P' is defined twice");
  REJECT ("proctype P(byte a = 1) { skip }", "cannot have an initial value");
  REJECT ("proctype P(byte a[2]) { skip }", "cannot be an array");
  REJECT ("proctype P(byte a, byte b) { skip }", "expected the name of a variable, found 'byte'");
  REJECT ("active [256] proctype P() { skip }", "at most 255");
  REJECT ("active proctype P() priority 256 { skip }", "priority 256 is out of range");
  REJECT ("proctype P(int x) provided (x > 1) { skip }", "'x' is local");
  REJECT ("mtype = {a, b}; mtype = {a};", "mtype constant 'a' is declared already");
  REJECT ("mtype = {a, a};", "'a' appears twice");
  REJECT ("mtype:f = {a}; mtype:g = {b}; mtype:f x; init { x = b }", "'b' is of type mtype:g");
  REJECT ("init { int x = run P(); skip }", "'run' in an initial value");
  REJECT ("int x = run P();", "'run' outside of a process");
  REJECT ("chan q = [1] of {byte}; init { q!run P() }", "'run' in a message");
  REJECT ("chan q = [1] of {unsigned};", "unsigned cannot be the type of a message field");
  REJECT ("byte q; init { q!1 }", "'q' is no channel");
  REJECT ("byte q; init { q?1 }", "'q' is no channel");
  REJECT ("byte q = [1] of {byte};", "'q' is no channel");
  REJECT ("chan q = 3;", "a constant cannot initialise the channel 'q'");
  REJECT ("chan q; init { q = 3 }", "a constant cannot be assigned to the channel 'q'");
  REJECT ("init { skip; chan q = [1] of {byte}; q!1 }", "declare the channel 'q' before the first statement");
  REJECT ("init { int x; x = _ }", "'_' can only be written");
  REJECT ("init { _pid = 3 }", "expected a variable that can be assigned to");
  REJECT ("chan q = [1] of {byte}; init { !empty(q) }", "can only be combined by && and ||");
  REJECT ("init { int x; if :: skip :: else :: else fi }", "a second 'else'");
  REJECT ("init { int x; (x++ > 1) }", "expected ')' after the expression, found '++'");
  REJECT ("init { int x; for (x : 3 .. 1) { skip } }", "the first value 3 exceeds the last, 1");
  REJECT ("init { int x; for (x in x) { skip } }", "expected the name of an array after 'in'");
  REJECT ("init { if fi }", "expected '::' after 'if', found 'fi'");
  REJECT ("init { if :: skip od }", "expected 'fi' or '::' to end the 'if', found 'od'");
  REJECT ("init { }", "expected a statement, found '}'");
  REJECT ("init { skip", "expected '}' or ';' after the statement, found the end of the text");
  REJECT ("init { skip } init { skip }", "init is defined twice");
  REJECT ("init { np_ }", "'np_' outside of a never claim");
  REJECT ("chan q = [1] of {byte}; never { q!1 }", "a never claim cannot send or receive");
  REJECT ("chan q = [1] of {byte}; trace { skip }", "this is no event");
  REJECT ("init { c_code { now.x = 1; } }", "m:1:8: error: embedded C (c_code) is not supported");
  REJECT ("c_decl { typedef int x; }", "embedded C (c_decl) is not supported");
  REJECT ("init { printf(\"abc }", "string without its closing '\"'");
  REJECT ("init { skip; /* ", "comment without its end");
  REJECT ("int $x;", "unexpected character '$'");
  REJECT ("# 7 \"other.h\"\nint x;\n  int x;", "other.h:8:7: error: 'x' is declared already");
  REJECT ("int x y;", "expected a declaration, proctype, init");
}

static void
repeat (struct str *s, const char *text, int times)
{
  for (int i = 0; i < times; i++)
    str_add (s, text);
}

/* Input made to exhaust stack, time or memory ends in a message. */
static void
test_limits (void)
{
  static const struct {
    const char *before, *open, *middle, *close, *after, *message;
  } deep[] = {
    {"int x; init { x = ", "(", "1", ")", " }", "nested deeper"},
    {"init { ", "{", "skip", "}", " }", "nested deeper"},
    {"init { ", "if :: ", "skip", " fi", " }", "nested deeper"},
    {"int x; init { x = ", "- ", "1", "", " }", "nested deeper"},
    {"int a[1]; init { a[", "a[", "1", "]", "] = 1 }", "nested deeper"},
    {"chan q = [1] of {byte}; init { byte x; q?", "x(", "x", ")", " }", "nested deeper"},
    {"byte a[", "(", "1", ")", "];", "nested deeper"},
    {"bit x; ltl { ", "[]", "x", "", " }", "nested deeper"},
    {"init { ", "{ skip } unless { ", "skip", "}", " }", "nested deeper"},
    {"int x; init { x = x", "+x", "", "", " }", "operators in one expression"},
  };
  struct str text = {0};
  for (size_t i = 0; i < sizeof deep / sizeof deep[0]; i++) {
    str_clear (&text);
    str_add (&text, deep[i].before);
    repeat (&text, deep[i].open, 60000);
    str_add (&text, deep[i].middle);
    repeat (&text, deep[i].close, 60000);
    str_add (&text, deep[i].after);
    REJECT (str_text (&text), deep[i].message);
  }
  str_clear (&text);
  str_add (&text, "int x; inline f0() { x++ }\n");
  for (int i = 1; i < 60; i++)
    str_printf (&text, "inline f%d() { f%d(); f%d() }\n", i, i - 1, i - 1);
  str_add (&text, "init { f59() }");
  REJECT (str_text (&text), "the inlines expand to more than");
  str_release (&text);
}

/* Every prefix, and every text with one byte changed, is parsed or rejected. */
static void
test_damaged (void)
{
  static const char model[] =
    "mtype = {A, B};\ntypedef T { byte b[2]; int i }\nchan q = [2] of {mtype, T};\nT t; int x = 'a';\n"
    "inline f(v, w) { v = w + 1; return v }\n"
    "active [2] proctype P(byte k) provided (x > 0) {\n  xr q\n  do\n  :: q!A(t) -> x = f(x, 3)\n  :: q?eval(B),t\n"
    "  :: else L: x++; break\n  od unless { x = (x > 1 -> 2 : 3) }\n  for (x : 1 .. 3) { printf(\"%d\\n\", x) }\n"
    "  select (x : 1 .. 4); goto L }\nnever { P[0]@L && P:x == 1 }\nltl l { [] (x -> <>(x U x)) }\n";
  size_t length = sizeof model - 1;
  char *bytes = malloc (length);
  promela_free (parse_bytes (model, length));
  CHECK (last.errors == 0);
  for (size_t i = 0; i < length; i++) {
    memcpy (bytes, model, i);
    char *exact = malloc (i ? i : 1);
    memcpy (exact, model, i);
    struct ast_model *m = parse_bytes (exact, i);
    HOLD (!m == (last.errors > 0));
    promela_free (m);
    free (exact);
  }
  CHECK_HELD ("a model cut off anywhere is taken, or refused with a message");
  unsigned seed = 1;
  for (size_t i = 0; i < 4 * length; i++) {
    memcpy (bytes, model, length);
    seed = seed * 1103515245 + 12345;
    bytes[i % length] = (char) (seed >> 16);
    struct ast_model *m = parse_bytes (bytes, length);
    HOLD (!m == (last.errors > 0));
    promela_free (m);
  }
  CHECK_HELD ("a model with a wrong byte is taken, or refused with a message");
  free (bytes);
}

/* ---- files ---- */

static void
parse_tree (const char *directory, int *files)
{
  DIR *d = opendir (directory);
  if (!d)
    return;
  for (struct dirent *e; (e = readdir (d));) {
    char path[1024];
    snprintf (path, sizeof path, "%s/%s", directory, e->d_name);
    size_t n = strlen (e->d_name);
    if (e->d_name[0] == '.')
      continue;
    if (n <= 4 || strcmp (e->d_name + n - 4, ".pml")) {
      parse_tree (path, files);
      continue;
    }
    struct diag diag = {.out = stderr};
    struct str text = {0};
    struct ast_model *m = NULL;
    if (promela_read (path, NULL, 0, &text, &diag))
      m = promela_parse (path, str_text (&text), text.len, &diag);
    CHECK (m);
    promela_free (m);
    str_release (&text);
    (*files)++;
  }
  closedir (d);
}

static void
test_files (void)
{
  int files = 0;
  parse_tree ("/usr/share/doc/spin/examples/Examples", &files);
  CHECK (files > 70);

  struct diag diag = {0};
  struct str text = {0};
  CHECK (!promela_read ("/nonexistent.pml", NULL, 0, &text, &diag) && diag.errors == 1);
  CHECK (!promela_read ("/", NULL, 0, &text, &diag) && diag.errors == 2);
  str_release (&text);

  char path[] = "/tmp/mazurka promela;XXXXXX";
  int fd = mkstemp (path);
  CHECK (fd >= 0);
  static const char model[] = "#define M (N + 1)\n#if N == 4\nint x[M]; // five\n#endif\n";
  CHECK (write (fd, model, sizeof model - 1) == (ssize_t) sizeof model - 1);
  close (fd);
  struct str out = {0};
  diag = (struct diag) {.out = stderr};
  CHECK (promela_read (path, "-DN=4 '-DO=a b'", 0, &out, &diag));
  struct ast_model *m = promela_parse (path, str_text (&out), out.len, &diag);
  CHECK (m && m->nglobals == 1 && m->globals[0]->count == 5);
  CHECK (m && m->globals[0]->pos.line == 3 && !strcmp (m->globals[0]->pos.file, path));
  promela_free (m);
  str_release (&out);
  unlink (path);
}

int
main (void)
{
  test_expressions ();
  test_messages ();
  test_statements ();
  test_implied_semicolons ();
  test_inlines ();
  test_declarations ();
  test_ltl ();
  test_rejections ();
  test_limits ();
  test_damaged ();
  test_files ();
  free (messages);
  return check_end ();
}
