/* Names and their scopes: globals, a process's parameters and top level, and the blocks inside it.
 *
 * As in SPIN 6, a name declared in a block is unknown after it, but a block must not declare a name that is already
 * visible. Labels share the name space: `goto L` declares L in the scope of the goto, and the label itself may be in the
 * same block or in an inner one. */
#ifndef FRONT_PROMELA_SCOPE_H
#define FRONT_PROMELA_SCOPE_H

#include "front/promela/ast.h"
#include "front/promela/lex.h"

/* A label with this name was set by inline expansion `inlined` (0: the text). */
struct label_mark {
  int inlined;
  struct label_mark *next;
};

struct binding {
  struct name *name;
  struct ast_sym *sym;              /* NULL: a label */
  struct label_mark *marks;         /* where the label was set already */
  struct binding *outer;            /* the previous meaning of the name */
  struct binding *next_in_scope;
};

struct scope {
  struct scope *up;
  struct binding *bindings;
  const char *path;                 /* "" or "_1_2_": the path of enclosing blocks */
  int blocks;                       /* blocks opened in it so far */
};

struct scope *scope_open (struct arena *, struct scope *up);
void scope_close (struct scope *);

/* The innermost meaning of a name; sym NULL makes it a label. */
struct binding *scope_bind (struct arena *, struct scope *, struct name *, struct ast_sym *);

#endif
