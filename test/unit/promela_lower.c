/* Lowering: which locations and edges a process gets. The shapes were compared
 * with what `spin -o1 -o2 -o3 -a` and `pan -d` show; numbers are SPIN's states. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "check.h"
#include "front/promela/promela.h"
#include "model/graph_promela.h"

#define X "byte x, y; chan c = [0] of {byte}; chan q = [2] of {byte}; "

/* ---- helpers ---- */

static char *messages;
static size_t message_bytes;

static struct pg *
lower (const char *text)
{
  free (messages);
  messages = NULL;
  struct diag diag = { .out = open_memstream (&messages, &message_bytes) };
  struct ast_model *ast = promela_parse ("m", text, strlen (text), &diag);
  struct pg *pg = ast ? promela_lower (ast, &diag) : NULL;
  if (pg) {
    pg->front = ast;
    pg->free_front = (void (*) (void *)) promela_free;
  } else
    promela_free (ast);
  fclose (diag.out);
  return pg;
}

/* "3e: x = 1 >4A" : location 3, an end state, leads by x = 1 to 4, atomically.
 * D: goes on inside a d_step; *1: first of pick 1; !0: escape of group 0. */
static void
shape (struct str *out, const struct pg_proc *p)
{
  for (uint32_t l = 0; l < p->nlocs; l++) {
    const struct pg_loc *loc = p->locs + l;
    str_printf (out, "%s%u%s%s%s%s%s:", l ? "; " : "", pg_spin_state (p, l), l == p->start ? "^" : "",
                loc->flags & LOC_DSTEP ? "d" : "", loc->flags & LOC_END ? "e" : "", loc->flags & LOC_ACCEPT ? "a" : "",
                loc->flags & LOC_PROGRESS ? "p" : "");
    for (uint32_t i = 0; i < loc->nedges; i++) {
      const struct pg_edge *e = p->edges + loc->first_edge + i;
      str_printf (out, "%s %s ", i ? "," : "", e->text);
      if (e->group != PG_OWN)
        str_printf (out, "!%u", e->group);
      if (e->pick)
        str_printf (out, "*%u", e->pick);
      if (e->dst != PG_ALL)
        str_printf (out, ">%u%s%s", pg_spin_state (p, e->dst), e->flags & EDGE_ATOMIC ? "A" : "",
                    e->flags & EDGE_DSTEP ? "D" : "");
    }
  }
}

static void
shape_is (int line, const char *text, const char *expected)
{
  struct pg *pg = lower (text);
  struct str got = { 0 };
  if (pg)
    shape (&got, &pg->procs[pg->nprocs - 1]);
  bool same = pg && !strcmp (str_text (&got), expected);
  if (!same)
    fprintf (stderr, "line %d: %s\n  got      %s\n  expected %s\n%s", line, text, str_text (&got), expected, messages);
  CHECK (same);
  str_release (&got);
  pg_free (pg);
}
#define SHAPE(text, expected) shape_is (__LINE__, X "active proctype P () { " text " }", expected)

static void
rejected (int line, const char *text, const char *message)
{
  struct pg *pg = lower (text);
  if (pg || !strstr (messages, message))
    fprintf (stderr, "line %d: %s\n  expected the message: %s\n%s", line, text, message, messages);
  CHECK (!pg && strstr (messages, message));
  pg_free (pg);
}
#define REJECTED(text, message) rejected (__LINE__, text, message)

static void
warned (int line, const char *text, const char *message)
{
  struct pg *pg = lower (text);
  if (!pg || !strstr (messages, message))
    fprintf (stderr, "line %d: %s\n  expected the warning: %s\n%s", line, text, message, messages);
  CHECK (pg && strstr (messages, message));
  pg_free (pg);
}
#define WARNED(text, message) warned (__LINE__, text, message)

/* ---- control flow ---- */

static void
test_sequences (void)
{
  SHAPE ("x = 1; y = 2", "1^: x = 1 >2; 2: y = 2 >3; 3e: -end- ");
  SHAPE ("{ x = 1; { y = 2 } ; x = 3 }", "3: y = 2 >4; 4: x = 3 >6; 5^: x = 1 >3; 6e: -end- ");
  SHAPE ("L: x = 1; if :: goto L :: y = 1 fi", "1^: x = 1 >4; 4: goto L >1, y = 1 >6; 6e: -end- ");
  SHAPE ("x = 1; goto L; x = 2; L: goto M; M: y = 1", "1^: x = 1 >5; 5: y = 1 >6; 6e: -end- ");
}

static void
test_selections (void)
{
  SHAPE ("do :: x == 1 -> break :: else -> x = 2 :: y = 1; y = 2 od; x = 5",
         "4: x = 2 >7; 6: y = 2 >7; 7^: ((x==1)) >10, y = 1 >6, else >4; 10: x = 5 >11; 11e: -end- ");
  SHAPE ("if :: false -> x = 1 :: 0 :: x = 2 fi", "5^: x = 2 >7; 7e: -end- ");
  SHAPE ("if :: 0 fi", "2^:");
  SHAPE ("if :: if :: x = 1 :: { y = 1; y = 2 } fi; x = 2 :: do :: x = 3 od :: atomic { x = 4; x = 5 } fi",
         "3: y = 2 >7; 7: x = 2 >17; 9: x = 3 >9; 13: x = 5 >17; 15^: x = 1 >7, y = 1 >3, x = 3 >9, x = 4 >13A; "
         "17e: -end- ");
  SHAPE ("if :: skip; skip; printf (\"a\"); skip; x = 1; skip; skip fi",
         "3: printf('a') >5; 5: x = 1 >6; 6: (1) >7; 7: (1) >10; 8^: (1) >3; 10e: -end- ");
  SHAPE ("do :: do :: break od; x = 1 :: break od", "5: x = 1 >7; 7^: break >5, break >10; 10e: -end- ");
}

static void
test_labels (void)
{
  SHAPE ("end: do :: x = 1; progress: x = 2 :: accept1: y = 1 od", "2p: x = 2 >4; 4^ea: x = 1 >2, y = 1 >4");
  SHAPE ("x = 1; endgame: goto L; x = 2; L: y = 1", "1^: x = 1 >3; 3e: skip >5; 5: y = 1 >6; 6e: -end- ");
  SHAPE ("x = 1; accept: atomic { x = 2; y = 2 }", "1^: x = 1 >4; 3: y = 2 >5; 4a: x = 2 >3A; 5e: -end- ");
}

static void
test_atomic (void)
{
  SHAPE ("atomic { x = 1; x = 2 }; y = 1", "2: x = 2 >4; 3^: x = 1 >2A; 4: y = 1 >5; 5e: -end- ");
  SHAPE ("atomic { x = 1; if :: x = 2 :: x = 3 fi }; y = 1",
         "4: x = 2 >5A, x = 3 >5A; 5: .(goto) >7; 6^: x = 1 >4A; 7: y = 1 >8; 8e: -end- ");
  SHAPE ("atomic { x = 1; goto L; x = 2 }; y = 1; L: y = 2", "2: goto L >6; 4^: x = 1 >2A; 6: y = 2 >7; 7e: -end- ");
  SHAPE ("atomic { x = 1; goto L }; y = 1; L: atomic { y = 2; y = 3 }",
         "2: goto L >7; 3^: x = 1 >2A; 6: y = 3 >8; 7: y = 2 >6A; 8e: -end- ");
  SHAPE ("atomic { x = 1; M: x = 2; x = 3 }; goto M", "2: x = 2 >3A; 3: x = 3 >2; 4^: x = 1 >2A");
  SHAPE ("atomic { x = 1; atomic { x = 2; x = 3 } }; y = 1",
         "3: x = 3 >6; 4: x = 2 >3A; 5^: x = 1 >4A; 6: y = 1 >7; 7e: -end- ");
  SHAPE ("atomic { do :: x = 1 :: break od }; y = 1",
         "3: x = 1 >3A, break >5A; 5: break >7; 6^: x = 1 >3A, break >5A; 7: y = 1 >8; 8e: -end- ");
  SHAPE ("atomic { x = 1; d_step { x = 2; x = 3 }; x = 4 }",
         "3d: x = 3 >5A; 4: x = 2 >3D; 5: x = 4 >7; 6^: x = 1 >4A; 7e: -end- ");
}

static void
test_dstep (void)
{
  SHAPE ("d_step { x = 1 }; y = 1", "2^: x = 1 >3; 3: y = 1 >4; 4e: -end- ");
  SHAPE ("d_step { x = 1; y = 1; x = 2 }", "2d: y = 1 >3D; 3d: x = 2 >5; 4^: x = 1 >2D; 5e: -end- ");
  SHAPE ("d_step { if :: x == 1 -> y = 1 :: x == 2 :: else -> goto L fi; y = 2; L: x = 3 }",
         "2d: y = 1 >8D; 8d: y = 2 >9D; 9d: x = 3 >11; 10^: ((x==1)) *1>2D, ((x==2)) *1>8D, else *1>9D; 11e: -end- ");
  SHAPE ("if :: d_step { do :: x == 1 -> x = 2 :: break od } :: else fi",
         "2d: x = 2 >4D; 4d: ((x==1)) >2D, break >11; 9^: ((x==1)) *1>2D, break *1>11, else >11; 11e: -end- ");
  SHAPE ("if :: y == 1 :: d_step { else -> x = 1; y = 2 } fi",
         "3d: x = 1 >4D; 4d: y = 2 >8; 6^: ((y==1)) >8, else >3D; 8e: -end- ");
  SHAPE ("L: d_step { x = 1; y = 1 }; goto L", "2d: y = 1 >3; 3^: x = 1 >2D");
}

static void
test_unless (void)
{
  SHAPE ("{ x = 1; x = 2 } unless { y == 1; y = 2 }; x = 3",
         "1^: ((y==1)) !0>4, x = 1 >2; 2: ((y==1)) !0>4, x = 2 >7; 4: y = 2 >7; 7: x = 3 >8; 8e: -end- ");
  SHAPE ("{ { x = 1; x = 2 } unless { y == 1; y = 2 } } unless { y == 3; y = 4 }",
         "1^: ((y==3)) !0>8, ((y==1)) !1>4, x = 1 >2; 2: ((y==3)) !0>8, ((y==1)) !1>4, x = 2 >11; 4: ((y==3)) !0>8, "
         "y = 2 >11; 8: y = 4 >11; 11e: -end- ");
  SHAPE ("x = 1 unless { if :: y == 1 -> x = 2 :: y == 2 :: else fi }",
         "2: x = 2 >10; 7^: else !0>10, ((y==2)) !0>10, ((y==1)) !0>2, x = 1 >10; 10e: -end- ");
  SHAPE ("L: { x = 1; goto L } unless { y == 1 }", "6^: ((y==1)) !0>7, x = 1 >6; 7e: -end- ");
  SHAPE ("L: atomic { x = 1; x = 2 } unless { y == 1; y = 2 }",
         "2: ((y==1)) !0>4, x = 2 >8; 4: y = 2 >8; 7^: ((y==1)) !0>4, x = 1 >2A; 8e: -end- ");
  SHAPE ("{ d_step { x = 1; x = 2 } ; atomic { x = 3; x = 4 } } unless { y == 1 }",
         "2d: x = 2 >6; 3^: ((y==1)) !0>10, x = 1 >2D; 5: ((y==1)) !0>10, x = 4 >10; 6: ((y==1)) !0>10, x = 3 >5A; "
         "10e: -end- ");
  SHAPE ("{ do :: x = 1 :: break od } unless { goto L; y = 1 }; x = 2; L: y = 2",
         "3^: y = 2 !0>12, x = 1 >3, break >10; 10: x = 2 >11; 11: y = 2 >12; 12e: -end- ");
  SHAPE ("do :: x = 1 :: break od unless { y == 1 }", "4^: ((y==1)) !0>9, x = 1 >4, break >9; 9e: -end- ");
  SHAPE ("byte i; for (i : 1 .. 2) { x = i } unless { y == 2 }",
         "1^: i = 1 >8; 3: ((y==2)) !0>13, x = i >4; 4: ((y==2)) !0>13, i = (i+1) >8; 8: ((y==2)) !0>13, ((i<=2)) "
         ">3, else >13; 13e: -end- ");
  SHAPE ("atomic { x = 1; { goto L } unless { y == 1 } }; x = 2; L: y = 2",
         "2: ((y==1)) !0>5A, goto L >8; 5: .(goto) >7; 6^: x = 1 >2A; 7: x = 2 >8; 8: y = 2 >9; 9e: -end- ");
}

static void
test_sugar (void)
{
  SHAPE ("byte i; for (i : 1 .. 3) { x = i; break }; y = 1",
         "1^: i = 1 >8; 3: x = i >11; 8: ((i<=3)) >3, else >11; 11: y = 1 >12; 12e: -end- ");
  SHAPE ("byte a[3]; byte i; for (i in a) { a[i] = 1 }",
         "1^: i = 0 >7; 3: a[i] = 1 >4; 4: i = (i+1) >7; 7: ((i<=2)) >3, else >10; 10e: -end- ");
  SHAPE ("byte i; select (i : 1 .. 3)", "4^: i = 1 >6, i = 2 >6, i = 3 >6; 6e: -end- ");
  SHAPE ("byte i; L: select (i : 1 .. 40)", "1^: i = 1 >5; 3: i = (i+1) >5; 5: ((i<40)) >3, break >8; 8e: -end- ");
  SHAPE ("byte i; select (i : x .. 4)", "1^: i = x >5; 3: i = (i+1) >5; 5: break >8, ((i<4)) >3; 8e: -end- ");
  shape_is (__LINE__, "typedef T { byte a } chan q = [2] of {T}; active proctype P () { T t; for (t in q) { skip } }",
            "1^: _for_counter = 0 >9; 3: q?t >4; 4: q!t >5; 5: (1) >6; 6: _for_counter = (_for_counter+1) >9; 9: "
            "((_for_counter<len(q))) >3, else >12; 12e: -end- ");
  shape_is (__LINE__, "byte g; inline f (n) { byte v = n; g = v } active proctype P () { f (2) }",
            "2: g = v >4; 3^: v = 2 >2; 4e: -end- ");
}

static void
test_declarations (void)
{
  SHAPE ("byte a = 1; int b; x = a; byte d = 2; short e; byte f[2]; byte g[2] = 7",
         "1^: x = a >2; 2: d = 2 >3; 3: e = 0 >4; 4: f[0] = 0 >5; 5: g[0] = 7 >6; 6e: -end- ");
  SHAPE ("{ byte a; x = 1 }", "2: x = 1 >4; 3^: a = 0 >2; 4e: -end- ");
  shape_is (__LINE__, "typedef T { byte a } active proctype P () { skip; T t; t.a = 1 }",
            "1^: (1) >2; 2: t = 0 >3; 3: t.a = 1 >4; 4e: -end- ");
}

/* ---- variables and first values ---- */

static void
test_flattening (void)
{
  struct pg *pg = lower ("typedef I { byte v[2]; bit f } typedef O { I in[3]; short s } O g[2]; int n; bit b[2]; bit c;"
                         "init { skip }");
  CHECK (pg && pg->nvars == 6);
  if (!pg)
    return;
  const struct pg_var *v = pg->vars;
  CHECK (!strcmp (v[0].name, "g.in.v") && v[0].ndims == 3 && pg_var_elements (v) == 12);
  CHECK (!strcmp (v[1].name, "g.in.f") && v[1].ndims == 2 && v[1].type.bits == 1);
  CHECK (!strcmp (v[2].name, "g.s") && v[2].ndims == 1 && pg_var_bytes (v + 2) == 2);
  CHECK (v[4].type.bits == 8 && v[5].type.bits == 1);
  struct str cell = { 0 };
  pg_print_cell (&cell, v, 7);
  CHECK (!strcmp (str_text (&cell), "g[1].in[0].v[1]"));
  str_clear (&cell);
  pg_print_cell (&cell, v + 2, 1);
  CHECK (!strcmp (str_text (&cell), "g[1].s"));
  str_release (&cell);
  CHECK (v[3].offset == 0 && v[2].offset == 4 && pg->global_bytes == 4 + 4 + 12 + 6 + 2 + 1);
  CHECK (v[0].stride[2] == 1 && v[0].stride[1] == 2 && v[0].stride[0] == 6);
  pg_free (pg);
}

/* By type first, so channels are numbered before structures are reached. */
static void
test_first_values (void)
{
  struct pg *pg = lower ("typedef T { chan c = [1] of {byte} } T t; int i = 3; byte b = i; byte a[3] = {1, 2};"
                         "chan d = [2] of {int, bit}; proctype Q (byte k) { byte z = k; T u; skip; T w }"
                         "active proctype P () { skip } init { run Q (1) } active [2] proctype R () { skip }");
  CHECK (pg && pg->ninit == 7);
  if (!pg)
    return;
  static const enum pg_act_kind order[] = { ACT_ASSIGN, ACT_ASSIGN, ACT_ASSIGN, ACT_ASSIGN, ACT_NEW_CHAN, ACT_ASSIGN,
                                            ACT_NEW_CHAN };
  for (uint32_t i = 0; i < pg->ninit; i++)
    CHECK (pg->init[i].kind == order[i]);
  CHECK (pg->init[0].expr->op == E_LOAD && pg->init[3].expr->value == 2 && pg->init[5].expr->value == 3);
  CHECK (pg->chan_types[pg->init[4].chan_type].nfields == 2);
  const struct pg_proc *q = pg->procs;
  CHECK (q->nparams == 1 && q->ninit == 3 && q->init[1].kind == ACT_NEW_CHAN && q->init[2].kind == ACT_NEW_CHAN);
  CHECK (pg->nstarts == 4 && pg->starts[0] == 1 && pg->starts[1] == 2 && pg->starts[2] == 3 && pg->starts[3] == 3);
  pg_free (pg);
}

static void
test_messages (void)
{
  struct pg *pg = lower ("typedef T { byte a[2]; int b } chan q = [1] of {mtype, T}; mtype = {m, n}; T g[2];"
                         "active proctype P () { T t; q!m(t); q?n,g[1]; q??_,1,eval (t.b),-3; q?<n,t> }");
  CHECK (pg && pg->chan_types[0].nfields == 4);
  if (!pg)
    return;
  const struct pg_proc *p = pg->procs;
  const struct pg_msg *send = p->edges[0].acts->msg, *receive = p->edges[1].acts->msg, *match = p->edges[2].acts->msg;
  CHECK (send->nargs == 4 && send->args[0].expr->value == 2 && send->args[2].expr->place->index[0]->value == 1);
  CHECK (receive->nargs == 4 && receive->args[0].kind == ARG_MATCH && receive->args[3].kind == ARG_STORE);
  CHECK (receive->args[2].place->nindex == 2 && receive->args[2].place->index[0]->value == 1);
  CHECK (match->random && match->args[0].kind == ARG_IGNORE && match->args[2].kind == ARG_MATCH);
  CHECK (match->args[3].kind == ARG_MATCH && p->edges[3].acts->msg->keep);
  pg_free (pg);
}

/* ---- properties, remote references, access ---- */

static void
test_remote (void)
{
  struct pg *pg = lower ("byte ok; active proctype A () { byte v; L: v = 1; M: goto E; v = 2; E: skip }"
                         "active proctype B () { A@L -> A[0]@M -> ok = A:v }");
  CHECK (pg != NULL);
  if (!pg)
    return;
  const struct pg_proc *a = pg->procs, *b = pg->procs + 1;
  const struct pg_expr *first = b->edges[0].acts->expr, *second = b->edges[1].acts->expr;
  CHECK (first->op == E_REMOTE_LOC && !first->kid[0] && !strcmp (a->locs[first->value].label, "L"));
  CHECK (second->kid[0] && !strcmp (a->locs[second->value].label, "M"));
  CHECK (a->locs[second->value].flags & LOC_REMOTE);
  CHECK (a->nlocs == 4 && b->edges[2].acts->expr->op == E_REMOTE_LOAD);
  pg_free (pg);
}

static void
test_properties (void)
{
  struct pg *pg = lower ("byte x; active proctype P () { x = 1 } never { do :: x == 0 od }"
                         "ltl f { [] (x < 2 && (x == 0 || <> (x == 1))) }");
  CHECK (pg && pg->nproperties == 2);
  if (!pg)
    return;
  CHECK (pg->properties[0].kind == PROP_NEVER && pg_kind (&pg->procs[pg->properties[0].proc]) == PG_NEVER);
  const struct pg_ltl *f = pg->properties[1].formula;
  CHECK (f->op == LTL_ALWAYS && f->kid[0]->op == LTL_AND && f->kid[0]->kid[0]->op == LTL_ATOM);
  CHECK (f->kid[0]->kid[1]->op == LTL_OR && f->kid[0]->kid[1]->kid[1]->op == LTL_EVENTUALLY);
  struct diag quiet = { 0 };
  CHECK (promela_expression (pg, "x <= 1", "test", &quiet) != NULL && quiet.errors == 0);
  CHECK (promela_expression (pg, "nothing > 1", "test", &quiet) == NULL && quiet.errors == 1);
  CHECK (promela_expression (pg, "x +", "test", &quiet) == NULL && quiet.errors == 2);
  pg_free (pg);
}

static bool
touches (const struct pg_access *list, uint32_t n, enum pg_object object, uint32_t index)
{
  for (uint32_t i = 0; i < n; i++)
    if (list[i].object == object && list[i].index == index)
      return true;
  return false;
}

static void
test_access (void)
{
  struct pg *pg = lower ("byte x, y, z; byte a[3]; chan q = [1] of {byte}; active proctype P () { byte l;"
                         "if :: x == 1 -> a[2] = y :: q?l :: else -> d_step { y = 1; z = x } fi;"
                         "x = 1 unless z == 2 }");
  CHECK (pg != NULL);
  if (!pg)
    return;
  const struct pg_proc *p = pg->procs;
  for (uint32_t i = 0; i < p->nedges; i++) {
    const struct pg_edge *e = p->edges + i;
    if (!strcmp (e->text, "else"))
      CHECK (touches (e->reads, e->nreads, OBJ_GLOBAL, 0) && touches (e->reads, e->nreads, OBJ_CHAN_STATE, 4));
    if (!strcmp (e->text, "y = 1"))
      CHECK (touches (e->writes, e->nwrites, OBJ_GLOBAL, 2) && touches (e->reads, e->nreads, OBJ_GLOBAL, 0));
    if (!strcmp (e->text, "a[2] = y"))
      CHECK (e->writes[0].element == 2 && touches (e->reads, e->nreads, OBJ_GLOBAL, 1));
    if (!strcmp (e->text, "q?l"))
      CHECK (touches (e->writes, e->nwrites, OBJ_CHAN_RECV, 4) && touches (e->writes, e->nwrites, OBJ_FRAME, 0));
    if (!strcmp (e->text, "x = 1"))
      CHECK (touches (e->reads, e->nreads, OBJ_GLOBAL, 2));
  }
  pg_free (pg);
}

/* ---- what is refused ---- */

static void
test_errors (void)
{
  REJECTED ("init { L: goto L }", "leads back to itself");
  REJECTED ("init { A: goto B; B: goto A }", "leads back to itself");
  REJECTED ("init { d_step { skip; L: goto L } }", "endless jumps");
  REJECTED ("byte x; init { d_step { x = 1; goto L }; L: skip }", "out of a d_step");
  REJECTED ("byte x; init { goto L; d_step { x = 1; L: x = 2 } }", "into a d_step");
  REJECTED ("byte x; init { do :: d_step { x = 1; break } od }", "out of a d_step");
  REJECTED ("byte x; init { if :: if :: x == 1 :: else fi :: else fi }", "second else");
  REJECTED ("byte a[300000]; init { skip }", "bytes");
  REJECTED ("int a[30000]; int b[30000]; int c[30000]; init { skip }", "bytes");
  REJECTED ("chan q = [70000] of {int}; init { skip }", "bytes");
  REJECTED ("chan q[200] = [1000] of {int}; init { skip }", "bytes");
  REJECTED ("byte x; proctype P (byte a) { skip } init { run P () }", "with 0 arguments, expected 1");
  REJECTED ("init { run Q () }", "Q");
  REJECTED ("byte x; init { x = 1 + run P () } proctype P () { skip }", "run");
  REJECTED ("proctype P () { skip } init { d_step { skip; run P () } }", "run inside a d_step");
  REJECTED ("chan q = [1] of {byte}; init { q!1,2 }", "no channel has more than 1");
  REJECTED ("chan q = [1] of {byte, byte}; byte x; init { q?x,x }", "twice");
  REJECTED ("init { skip; chan q = [1] of {byte} }", "before the first statement");
  REJECTED ("init { skip; byte a[2] = {1, 2} }", "start of the proctype");
  REJECTED ("proctype P () { skip }", "no process to run");
  REJECTED ("active [200] proctype P () { skip } active [100] proctype Q () { skip }", "at most 255");
  REJECTED ("active proctype A () { skip } init { A@L }", "no label L");
  REJECTED ("active proctype A () { skip } byte x; init { x = A:v }", "no variable v");
  REJECTED ("byte x; trace { x = 1 } init { skip }", "");
  REJECTED ("typedef T { byte a[2] } proctype P (T t) { skip } init { skip }", "array");
  REJECTED ("typedef T { byte a } T t; byte x; init { x = t }", "");
  REJECTED ("byte x; init { x = _ }", "");
  REJECTED ("chan q = [1] of {byte}; init { xr q; if :: q?1 :: else fi }", "xr or xs");
  WARNED ("chan q = [1] of {byte}; init { if :: q?1 :: else fi }", "else beside channel");
  WARNED ("chan q = [1] of {byte, byte}; init { q!1 }", "declared with 2 fields");
  WARNED ("byte x; init { if :: x == 1 unless x == 2 :: x == 3 fi }", "unless on the guard");
  WARNED ("byte x; init { atomic { x = 1; progress: x = 2; x = 3 } }", "has no effect");
}

int
main (void)
{
  test_sequences ();
  test_selections ();
  test_labels ();
  test_atomic ();
  test_dstep ();
  test_unless ();
  test_sugar ();
  test_declarations ();
  test_flattening ();
  test_first_values ();
  test_messages ();
  test_remote ();
  test_properties ();
  test_access ();
  test_errors ();
  free (messages);
  return check_end ();
}
