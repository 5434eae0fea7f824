/* Calls: of functions of the program, and of the library. */
#include "front/c/calls.h"
#include "base/words.h"

#include <string.h>

void
call_returns (struct walker *w, struct path *p, int64_t value)
{
  uint32_t bits = program_bits (LL (TypeOf) (p->ctx->f->insts[p->inst].v));
  if (path_impossible (p))
    return;
  if (bits)
    path_result (p, value_scalar (x_const (w->c, bits, (uint64_t) value)));
  walk_on (w, p);
}

static const struct call_entry *find (const char *name);

/* ---- into the program ---- */

/* Some library functions keep their meaning even if the program defines them; NULL: not one of these. */
static const struct call_entry *
find_own (const char *name)
{
  static const char *const names[] = {"reach_error", "__VERIFIER_error", "__VERIFIER_assume", "assume_abort_if_not", NULL};
  return word_is_in (name, names) ? find (name) : NULL;
}

static bool
enter (struct walker *w, struct path *p, LLVMValueRef call, const struct c_func *f)
{
  const struct call_entry *own = find_own (f->name);
  if (own) {
    own->fn (w, p, call, own->how);
    return false;
  }
  struct c_ctx *to = context_called (p->ctx, p->inst, f);
  if (!to) {
    path_fault (w, p, FAULT_RESOURCE, arena_printf (w->c->arena, "%s calls itself more than %u times (--max-recursion)", f->name, w->c->config->max_recursion));
    return false;
  }
  if (!strncmp (f->name, "__VERIFIER_atomic_", 18) && !p->atomic) {
    if (walk_begins (w, p))
      return false;
    p->atomic = true;
    path_note (w, p, SYNC_CALL, NULL, f->name);
  }
  VEC (struct c_value) args = {0};
  for (uint32_t i = 0; i < f->nargs; i++)
    VEC_PUSH (args, i < LL (GetNumArgOperands) (call) ? path_value (w, p, argument (call, i)) : (struct c_value) {0});
  for (uint32_t i = 0; i < f->nargs; i++)
    path_bind (p, to, i, args.data[i]);
  VEC_FREE (args);
  p->ctx = to;
  p->inst = 0;
  p->length++;
  if (to->f->blocks[0].header) {
    VEC_PUSH (p->headers, &to->f->blocks[0]);
    VEC_PUSH (p->header_ctx, to);
  }
  return true;
}

/* Through a pointer: one path for each possible target. */
static bool
execute_indirect (struct walker *w, struct path *p, LLVMValueRef call)
{
  struct c_program *c = w->c;
  LLVMValueRef v = LL (GetCalledValue) (call);
  struct c_value a = path_value (w, p, v);
  if (!a.e || !a.second) {
    walk_unsupported (w, p, "a call through this pointer");
    return false;
  }
  if (x_is_const (a.e)) {
    uint64_t o = x_value (a.e);
    const struct c_site *site = o && o < c->objects.count ? &c->sites.data[c->objects.data[o].site] : NULL;
    const struct c_func *f = site && site->kind == SITE_FUNCTION ? &c->funcs.data[site->func] : NULL;
    if (f && f->defined && LL (GetNumArgOperands) (call) >= f->nargs)
      return enter (w, p, call, f);
    if (f)
      walk_unsupported (w, p, arena_printf (c->arena, "a call of %s through a pointer", f->name));
    else
      path_fault (w, p, FAULT_CRASH, "a call through a pointer that names no function");
    return false;
  }
  struct c_objects all = {0};
  struct pg_expr *other = x_const (c, 1, 1);
  context_objects (c, p->ctx, v, &all);
  for (size_t i = 0; i < all.count; i++) {
    if (c->sites.data[c->objects.data[all.data[i]].site].kind != SITE_FUNCTION)
      continue;
    struct pg_expr *id = x_const (c, OBJECT_BITS, all.data[i]), *is = x_binary (c, E_EQ, a.e, id);
    struct path *q = path_fork (w, p, is);
    other = x_and (c, other, x_not (c, is));
    if (q)
      path_bind (q, q->ctx, map_get (&c->value_of, v), (struct c_value) {.e = id, .second = a.second, .whole = a.whole});
  }
  VEC_FREE (all);
  path_fault_if (w, p, other, FAULT_CRASH, "a call through a pointer that names no function");
  return false;
}

/* ---- the end ---- */

const char *
call_string (struct walker *w, LLVMValueRef v)
{
  uint32_t object;
  int64_t offset;
  size_t length = 0;
  if (!object_constant (w->c, w->thread, v, &object, &offset) || !object || offset || !w->c->objects.data[object].constant)
    return NULL;
  LLVMValueRef init = LL (GetInitializer) (w->c->sites.data[w->c->objects.data[object].site].v);
  if (init && LL (IsAConstantAggregateZero) (init))
    return "";
  const char *s = init && LL (IsAConstantDataSequential) (init) ? LL (GetAsString) (init, &length) : NULL;
  return length && !s[length - 1] ? s : NULL;
}

enum end { END_ASSERT, END_REACH_ERROR, END_VERIFIER_ERROR, END_ABORT, END_TRAP, END_BOUNDS, END_EXIT };

/* Functions that end a program, with the kinds that the native runtime reports (see docs/usage.md). */
static const struct { enum fault_kind kind; const char *text; } ends[] = {
  [END_ASSERT] = {FAULT_ASSERTION, "assertion failed"},
  [END_REACH_ERROR] = {FAULT_ASSERTION, "reach_error is reached"},
  [END_VERIFIER_ERROR] = {FAULT_ASSERTION, "__VERIFIER_error is reached"},
  [END_ABORT] = {FAULT_CRASH, "the program calls abort"},
  [END_TRAP] = {FAULT_CRASH, "the program traps"},
  [END_BOUNDS] = {FAULT_MEMORY, "index outside of the array"},
};

static void
call_end (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct c_program *c = w->c;
  const char *text = how == END_ASSERT ? call_string (w, argument (call, 0)) : NULL;
  if (how == END_EXIT) {
    struct pg_expr *status = path_scalar (w, p, argument (call, 0));
    if (!status) {
      walk_unsupported (w, p, "this status");
      return;
    }
    if (!c->config->any_exit_status) {
      struct pg_expr *wrong = x_binary (c, E_NE, x_zext (c, status, 8), x_const (c, 8, 0));
      path_fault_if (w, p, wrong, FAULT_EXIT_STATUS, "the program ends with a status other than 0");
      path_assume (w, p, x_not (c, wrong));
    }
    path_end_at (w, p, w->exited);
  } else
    path_fault (w, p, ends[how].kind,
                text ? arena_printf (c->arena, "%s: %s", ends[how].text, text) : ends[how].text);
}

static void
call_assume (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct pg_expr *x = path_scalar (w, p, argument (call, 0));
  (void) how;
  if (!x) {
    walk_unsupported (w, p, "this assumption");
    return;
  }
  path_stop_if (w, p, x_not (w->c, x));
  path_assume (w, p, x_binary (w->c, E_NE, x, x_const (w->c, pg_bits (x), 0)));
  call_returns (w, p, 0);
}

/* ---- choices ---- */

static void
call_nondet (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  uint32_t bits = program_bits (LL (TypeOf) (call));
  (void) how;
  if (!bits || LL (GetTypeKind) (LL (TypeOf) (call)) == LLVMPointerTypeKind) {
    walk_unsupported (w, p, "an arbitrary value of this type");
    return;
  }
  if (p->inputs && p->length) {
    path_end_here (w, p, 0);
    return;
  }
  uint32_t n = p->inputs++;
  struct pg_expr *v = x_input (w->c, bits, n);
  path_result (p, value_scalar (v));
  path_note (w, p, SYNC_CHOOSE, NULL, NULL);
  walk_on (w, p);
}

static void
call_choose (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  enum { MOST = 256 };
  struct c_program *c = w->c;
  struct pg_expr *n = path_scalar (w, p, argument (call, 0));
  (void) how;
  if (!n)
    walk_unsupported (w, p, "this choice");
  if (!n || walk_begins (w, p))
    return;
  for (uint32_t k = 0; k < MOST; k++) {
    struct pg_expr *less = x_binary (c, E_ULT, x_const (c, 32, k), n);
    if (k == 0)
      less = x_const (c, 1, 1);
    struct path *q = path_fork (w, p, less);
    if (!q)
      return;
    path_result (q, value_scalar (x_const (c, 32, k)));
    path_note (w, q, SYNC_CHOOSE, NULL, NULL);
    q->note->element = k;
    q->inst++;
    q->length++;
  }
  path_note (w, p, SYNC_CHOOSE, NULL, NULL);
  path_fault_if (w, p, x_binary (c, E_ULT, x_const (c, 32, MOST), n), FAULT_RESOURCE, "mz_choose among more than 256 values");
}

/* ---- memory ---- */

static void
call_allocate (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct c_program *c = w->c;
  uint32_t first = p->ctx->object[p->inst], counter = p->ctx->counter[p->inst], n = context_times (p->ctx, p->inst);
  (void) call, (void) how;
  if (first == NONE) {
    walk_unsupported (w, p, "memory of a size that is not a constant");
    return;
  }
  if (!n)
    n = c->config->max_blocks;
  assert (n && first + n <= c->objects.count && c->objects.data[first].site == c->objects.data[first + n - 1].site);
  struct pg_expr *count = x_const (c, 32, 0);
  struct pg_place *at = counter == NONE ? NULL : x_place (c, REGION_GLOBAL, counter);
  if (at && !path_loaded (w, p, at, 32, &count))
    assert (!"a variable without indices is known");
  for (uint32_t i = 0; i < n; i++) {
    struct path *q = path_fork (w, p, x_binary (c, E_EQ, count, x_const (c, 32, i)));
    if (!q)
      continue;
    path_store (q, x_place (c, REGION_GLOBAL, c->objects.data[first + i].alive), x_const (c, 1, 1));
    if (at)
      path_store (q, at, x_const (c, 32, i + 1));
    path_result (q, value_address (w, first + i, 0));
    q->inst++;
    q->length++;
  }
  path_fault_if (w, p, x_binary (c, E_ULE, x_const (c, 32, n), count), FAULT_RESOURCE,
               arena_printf (c->arena, "more than %u blocks are allocated here (--max-blocks)", n));
}

static void
call_free (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct c_program *c = w->c;
  struct c_value a = path_value (w, p, argument (call, 0));
  uint32_t object;
  struct pg_expr *offset, *alive;
  (void) how;
  if (a.e && x_is (a.e, 0)) {
    call_returns (w, p, 0);
    return;
  }
  if (a.e && !x_is_const (a.e)) {
    struct path *q = path_fork (w, p, x_binary (c, E_EQ, a.e, x_const (c, OBJECT_BITS, 0)));
    if (q)
      q->inst++, q->length++;
    path_assume (w, p, x_binary (c, E_NE, a.e, x_const (c, OBJECT_BITS, 0)));
  }
  if (p->stepped && !p->atomic && memory_is_visible (w, p, argument (call, 0))) {
    path_end_here (w, p, 0);
    return;
  }
  if (!memory_fix_object (w, p, argument (call, 0), &object, &offset))
    return;
  const struct c_object *o = &c->objects.data[object];
  if (o->alive == NONE) {
    path_fault (w, p, FAULT_MEMORY, "free of memory that was not allocated");
    return;
  }
  if (o->visible && walk_begins (w, p))
    return;
  path_note (w, p, SYNC_FREE, o, NULL);
  if (!path_loaded (w, p, x_place (c, REGION_GLOBAL, o->alive), 1, &alive))
    assert (!"a variable without indices is known");
  struct pg_expr *wrong = x_or (c, x_not (c, alive), x_binary (c, E_NE, offset, x_const (c, 64, 0)));
  path_fault_if (w, p, wrong, FAULT_MEMORY, "free of memory that was freed already, or of a part of a block");
  path_assume (w, p, x_not (c, wrong));
  path_store (p, x_place (c, REGION_GLOBAL, o->alive), x_const (c, 1, false));
  call_returns (w, p, 0);
}

/* ---- look-up by name ---- */

static void
call_nothing (struct walker *w, struct path *p, LLVMValueRef call, int value)
{
  (void) call;
  call_returns (w, p, value);
}

static void
call_section (struct walker *w, struct path *p, LLVMValueRef call, int begins)
{
  (void) call;
  if (begins) {
    if (walk_begins (w, p))
      return;
    p->atomic = true;
  } else
    p->atomic = false;
  call_returns (w, p, 0);
}

const struct call_entry *
call_look (const struct call_entry *table, size_t n, const char *name)
{
  for (size_t i = 0; i < n; i++)
    if (!strcmp (table[i].name, name))
      return &table[i];
  return NULL;
}

static const struct call_entry *
find (const char *name)
{
  static const struct call_entry table[] = {
    {"__assert_fail", call_end, END_ASSERT}, {"mz_assert_fail", call_end, END_ASSERT}, {"abort", call_end, END_ABORT},
    {"reach_error", call_end, END_REACH_ERROR}, {"__VERIFIER_error", call_end, END_VERIFIER_ERROR}, {"exit", call_end, END_EXIT},
    {"_exit", call_end, END_EXIT}, {"_Exit", call_end, END_EXIT}, {"quick_exit", call_end, END_EXIT}, {"llvm.trap", call_end, END_TRAP},
    {"llvm.ubsantrap", call_end, END_BOUNDS}, {"mz_assume", call_assume, 0}, {"__VERIFIER_assume", call_assume, 0}, {"assume_abort_if_not", call_assume, 0},
    {"mz_choose", call_choose, 0}, {"malloc", call_allocate, 0}, {"calloc", call_allocate, 0}, {"free", call_free, 0},
    {"fflush", call_nothing, 0}, {"srand", call_nothing, 0},
    {"sched_yield", call_nothing, 0}, {"usleep", call_nothing, 0}, {"sleep", call_nothing, 0}, {"mz_observe", call_nothing, 0},
    {"mz_atomic_begin", call_section, 1}, {"mz_atomic_end", call_section, 0}, {"__VERIFIER_atomic_begin", call_section, 1},
    {"__VERIFIER_atomic_end", call_section, 0},
  };
  const struct call_entry *e = CALL_LOOK (table, name);
  if (e)
    return e;
  static const struct call_entry nondet = {"", call_nondet, 0}, nothing = {"", call_nothing, 0};
  if (!strncmp (name, "__VERIFIER_nondet_", 18))
    return &nondet;
  if (!strncmp (name, "llvm.dbg.", 9) || !strncmp (name, "llvm.lifetime", 13))
    return &nothing;
  e = sync_find (name);
  e = e ? e : thread_find (name);
  e = e ? e : output_find (name);
  return e ? e : memcpy_find (name);
}

bool
call_execute (struct walker *w, struct path *p, LLVMValueRef call)
{
  LLVMValueRef v = program_strip (LL (GetCalledValue) (call));
  if (LL (IsAInlineAsm) (v)) {
    walk_unsupported (w, p, "inline assembly");
    return false;
  }
  struct c_func *f = program_func (w->c, v);
  if (!f)
    return execute_indirect (w, p, call);
  if (f->defined)
    return enter (w, p, call, f);
  if (!strncmp (f->name, "llvm.dbg.", 9)) {
    p->inst++;
    return true;
  }
  const struct call_entry *e = find (f->name);
  if (e)
    e->fn (w, p, call, e->how);
  else
    walk_unsupported (w, p, arena_printf (w->c->arena, "the library function %s", f->name));
  return false;
}
