/* memcpy, memset and the like: a constant number of bytes, cell by cell. */
#include "front/c/calls.h"

#include <string.h>

/* Makes the offset a constant on each path, one of those at which a cell begins. False: the path was forked or ended. */
static bool
fix_offset (struct walker *w, struct path *p, LLVMValueRef pointer, uint32_t object, struct pg_expr *offset, uint64_t bytes)
{
  enum { MOST_STARTS = 256 };
  struct c_program *c = w->c;
  const struct c_object *o = &c->objects.data[object];
  if (o->size < bytes || (x_is_const (offset) && x_value (offset) > o->size - bytes)) {
    path_fault (w, p, FAULT_MEMORY, "access outside of the object");
    return false;
  }
  if (x_is_const (offset))
    return true;
  struct c_value a = path_value (w, p, pointer);
  struct pg_expr *none = x_const (c, 1, 1), *inside = x_binary (c, E_ULE, offset, x_const (c, 64, o->size - bytes));
  for (uint64_t at = 0, n = 0; at <= o->size - bytes && n < MOST_STARTS; at++) {
    struct pg_expr *here = x_const (c, 64, at), *is = x_binary (c, E_EQ, offset, here);
    if (!object_begins (o, at))
      continue;
    struct path *q = path_fork (w, p, is);
    none = x_and (c, none, x_not (c, is));
    n++;
    if (q)
      path_bind (q, q->ctx, map_get (&c->value_of, pointer), (struct c_value) {.e = a.e, .second = here, .whole = a.whole});
  }
  path_fault_if (w, p, x_not (c, inside), FAULT_MEMORY, "access outside of the object");
  path_fault_if (w, p, x_and (c, inside, none), FAULT_RESOURCE, "a copy or fill that begins inside a variable: not translated");
  return false;
}

/* Whether no cell is accessed only in part. */
static bool
are_whole (const struct cells *x)
{
  for (uint32_t i = 0; i < x->count; i++)
    if (x->piece[i].shift < 0 || (uint64_t) x->piece[i].shift / 8 + x->piece[i].leaf->bytes > x->bytes)
      return false;
  return true;
}

/* Finds the cells of the destination and, for a copy, of the source. False: the path was consumed. */
static bool
find_cells (struct walker *w, struct path *p, LLVMValueRef call, bool copies, struct cells *to, struct cells *from)
{
  struct c_program *c = w->c;
  struct pg_expr *at, *source = NULL;
  if (!memory_fix_object (w, p, argument (call, 0), &to->object, &at) || (copies && !memory_fix_object (w, p, argument (call, 1), &from->object, &source)))
    return false;
  const struct c_object *o = &c->objects.data[to->object];
  if (!memory_alive (w, p, o) || (copies && !memory_alive (w, p, &c->objects.data[from->object])))
    return false;
  if (o->constant) {
    path_fault (w, p, FAULT_MEMORY, "write to a constant");
    return false;
  }
  if (!fix_offset (w, p, argument (call, 0), to->object, at, to->bytes)
      || (copies && !fix_offset (w, p, argument (call, 1), from->object, source, to->bytes)))
    return false;
  bool fits = memory_fixed_cells (w, to, x_value (at)) && are_whole (to);
  if (copies)
    fits = fits && memory_fixed_cells (w, from, x_value (source)) && from->count == to->count && are_whole (from)
           && (to->object != from->object || x_value (at) >= x_value (source) + to->bytes || x_value (source) >= x_value (at) + to->bytes);
  if (!fits)
    walk_unsupported (w, p, "a copy or filling of these objects");
  return fits;
}

static void
call_copy (struct walker *w, struct path *p, LLVMValueRef call, int copies)
{
  struct c_program *c = w->c;
  struct pg_expr *n = path_scalar (w, p, argument (call, 2)), *value = copies ? NULL : path_scalar (w, p, argument (call, 1));
  struct cells to = {0}, from = {0};
  if (!n || !x_is_const (n) || x_value (n) >= MOST_BYTES || (!copies && !(value && x_is (value, 0)))) {
    walk_unsupported (w, p, "a copy or filling of this kind");
    return;
  }
  to.bytes = from.bytes = (uint32_t) x_value (n);
  if (!p->part && p->stepped && !p->atomic && (memory_is_visible (w, p, argument (call, 0)) || (copies && memory_is_visible (w, p, argument (call, 1))))) {
    path_end_here (w, p, 0);
    return;
  }
  if (!to.bytes) {
    call_returns (w, p, 0);
    return;
  }
  if (!find_cells (w, p, call, copies, &to, &from))
    return;
  const struct c_object *o = &c->objects.data[to.object];
  bool visible = (o->visible || (copies && c->objects.data[from.object].visible)) && !p->atomic;
  if (visible && walk_begins (w, p))
    return;
  /* shared memory is copied one cell per step, and each cell in two parts where races are checked */
  uint32_t first = visible ? p->part / 2 : 0, last = visible ? first + 1 : to.count;
  for (uint32_t i = first; i < last && visible; i++)
    if ((o->visible && race_begins (w, p, to.object, &to.piece[i], ACCESS_WRITE))
        || (copies && c->objects.data[from.object].visible && race_begins (w, p, from.object, &from.piece[i], ACCESS_READ)))
      return;
  for (uint32_t i = first; i < last; i++) {
    struct pg_expr *v = x_const (c, to.piece[i].leaf->bits, 0);
    if (copies && (from.piece[i].leaf->bytes != to.piece[i].leaf->bytes || from.piece[i].shift != to.piece[i].shift
                   || !path_loaded (w, p, from.piece[i].place, from.piece[i].leaf->bits, &v))) {
      walk_unsupported (w, p, "a copy between objects of different types");
      return;
    }
    path_store (p, to.piece[i].place, x_zext (c, v, to.piece[i].leaf->bits));
  }
  path_note (w, p, SYNC_STORE, o, NULL);
  if (last < to.count) {
    path_end_here (w, p, 2 * last);
    return;
  }
  p->part = 0;
  call_returns (w, p, 0);
}

const struct call_entry *
memcpy_find (const char *name)
{
  static const struct call_entry set = {"", call_copy, 0}, copy = {"", call_copy, 1};
  if (!strncmp (name, "llvm.memset", 11))
    return &set;
  return !strncmp (name, "llvm.memcpy", 11) || !strncmp (name, "llvm.memmove", 12) ? &copy : NULL;
}
