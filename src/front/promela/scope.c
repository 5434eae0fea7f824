/* Binding of names. See scope.h. */
#include "front/promela/scope.h"

#include <assert.h>

struct scope *
scope_open (struct arena *arena, struct scope *up)
{
  struct scope *scope = ARENA_NEW (arena, struct scope);
  scope->up = up;
  scope->path = up && up->path ? arena_printf (arena, "%s%s%d_", up->path, *up->path ? "" : "_", ++up->blocks) : NULL;
  return scope;
}

void
scope_close (struct scope *scope)
{
  for (struct binding *b = scope->bindings; b; b = b->next_in_scope) {
    assert (b->name->binding == b);
    b->name->binding = b->outer;
  }
}

struct binding *
scope_bind (struct arena *arena, struct scope *scope, struct name *name, struct ast_sym *sym)
{
  struct binding *b = ARENA_NEW (arena, struct binding);
  *b = (struct binding) {.name = name, .sym = sym, .outer = name->binding, .next_in_scope = scope->bindings};
  name->binding = b;
  scope->bindings = b;
  return b;
}
