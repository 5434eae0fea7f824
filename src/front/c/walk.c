/* From threads to control graphs.
 *
 * Idea. From each location all paths are followed, symbolically over the state there, through local computation, branches
 * and calls, until the next operation that is visible to other threads, where the next location is. A path becomes one
 * edge: its condition, then all its effects.
 * Source. Large-block encoding: D. Beyer, A. Cimatti, A. Griggio, M. E. Keremoglu, R. Sebastiani, "Software model checking
 * via large-block encoding", FMCAD 2009; one visible operation for each step: P. Godefroid, "Model checking for programming
 * languages using VeriSoft", POPL 1997.
 * Where we differ. A path that reaches the same loop twice, forks too often or computes too large an expression ends in a
 * location of its own.
 * Why that is sound. The code between two visible operations touches nothing that other threads touch, so steps of other threads
 * between them commute with it. */
#include "front/c/walk.h"

#include <string.h>

enum { MOST_FORKS = 6, MOST_NODES = 300 };

void
walk_on (struct walker *w, struct path *p)
{
  struct path *q = path_fork (w, p, NULL);
  q->inst++;
  q->part = 0;
  q->length++;
}

void
walk_unsupported (struct walker *w, struct path *p, const char *what)
{
  path_fault (w, p, FAULT_RESOURCE, arena_printf (w->c->arena, "%s: not translated", what));
}

void
walk_waits (struct walker *w, struct path *p, struct pg_expr *cond)
{
  if (p->atomic)
    path_section_waits (w, p, x_not (w->c, cond));
  path_assume (w, p, cond);
}

bool
walk_begins (struct walker *w, struct path *p)
{
  if (p->stepped && !p->atomic) {
    path_end_here (w, p, 0);
    return true;
  }
  p->stepped = true;
  p->pos = program_pos (w->c, p->ctx->f->insts[p->inst].v);
  return false;
}

uint32_t
walker_location (struct walker *w, struct place_key key)
{
  for (uint32_t i = 0; i < w->keys.count; i++) {
    const struct place_key *k = &w->keys.data[i];
    if (k->ctx == key.ctx && k->inst == key.inst && k->part == key.part && k->atomic == key.atomic)
      return i;
  }
  VEC_PUSH (w->keys, key);
  VEC_PUSH (w->locs, ((struct pg_loc) {.pos = key.ctx ? program_pos (w->c, key.ctx->f->insts[key.inst].v) : (struct pos) {.file = w->c->pg->file},
                                       .flags = key.atomic ? LOC_ATOMIC : 0}));
  if (key.ctx)
    VEC_PUSH (w->todo, (uint32_t) w->keys.count - 1);
  return (uint32_t) w->keys.count - 1;
}

/* ---- control ---- */

static bool
came_through (const struct path *p, const struct c_block *b)
{
  for (size_t i = 0; i < p->headers.count; i++)
    if (p->headers.data[i] == b && p->header_ctx.data[i] == p->ctx)
      return true;
  return false;
}

/* Jumps to another block: its phis are assigned simultaneously. False: the path ends there. */
static bool
enter_block (struct walker *w, struct path *p, LLVMBasicBlockRef from, uint32_t to)
{
  assert (to < p->ctx->f->nblocks);
  const struct c_func *f = p->ctx->f;
  const struct c_block *b = &f->blocks[to];
  VEC (struct c_value) values = {0};
  uint32_t n = 0;
  for (; f->insts[b->first + n].op == LLVMPHI; n++) {
    LLVMValueRef phi = f->insts[b->first + n].v;
    struct c_value v = {0};
    for (unsigned k = 0; k < LL (CountIncoming) (phi); k++)
      if (LL (GetIncomingBlock) (phi, k) == from)
        v = path_value (w, p, LL (GetIncomingValue) (phi, k));
    VEC_PUSH (values, v);
  }
  for (uint32_t i = 0; i < n; i++)
    path_bind (p, p->ctx, f->nargs + b->first + i, values.data[i]);
  VEC_FREE (values);
  p->inst = b->first + n;
  p->part = 0;
  if (b->header && came_through (p, b)) {
    path_end_here (w, p, 0);
    return false;
  }
  if (b->header) {
    VEC_PUSH (p->headers, b);
    VEC_PUSH (p->header_ctx, p->ctx);
  }
  return true;
}

/* Whether the block is the one where a bounds check that clang added fails: it ends in a fault. */
static bool
is_trap (struct walker *w, const struct c_func *f, uint32_t block)
{
  const struct c_inst *first = &f->insts[f->blocks[block].first];
  const struct c_func *g = first->op == LLVMCall ? program_func (w->c, LL (GetCalledValue) (first->v)) : NULL;
  return g && !strcmp (g->name, "llvm.ubsantrap");
}

/* A branch under a condition, put on the worklist. */
static void
fork_to (struct walker *w, const struct path *p, struct pg_expr *cond, uint32_t to, bool counts)
{
  const struct c_func *f = p->ctx->f;
  struct path own;
  if (!path_branch (w, p, cond, &own))
    return;
  own.forks += counts && !x_is_const (cond);
  own.length++;
  if (enter_block (w, &own, f->blocks[f->insts[p->inst].block].v, to))
    VEC_PUSH (w->paths, own);
  else
    path_release (&own);
}

static void
execute_branch (struct walker *w, struct path *p, LLVMValueRef v)
{
  struct c_program *c = w->c;
  if (!LL (IsConditional) (v)) {
    fork_to (w, p, x_const (c, 1, 1), map_get (&c->block_of, LL (GetSuccessor) (v, 0)), false);
    return;
  }
  struct pg_expr *test = path_scalar (w, p, LL (GetCondition) (v));
  if (!test) {
    walk_unsupported (w, p, "a condition");
    return;
  }
  uint32_t then = map_get (&c->block_of, LL (GetSuccessor) (v, 0)), otherwise = map_get (&c->block_of, LL (GetSuccessor) (v, 1));
  bool counts = !x_is_const (test) && !is_trap (w, p->ctx->f, then) && !is_trap (w, p->ctx->f, otherwise);
  if (counts && p->forks >= MOST_FORKS && p->length) {
    path_end_here (w, p, 0);
    return;
  }
  fork_to (w, p, test, then, counts);
  fork_to (w, p, x_not (c, test), otherwise, counts);
}

static void
execute_switch (struct walker *w, struct path *p, LLVMValueRef v)
{
  struct c_program *c = w->c;
  struct pg_expr *x = path_scalar (w, p, LL (GetOperand) (v, 0)), *none = x_const (c, 1, 1);
  if (!x || (p->forks >= MOST_FORKS && p->length)) {
    if (x)
      path_end_here (w, p, 0);
    else
      walk_unsupported (w, p, "a switch");
    return;
  }
  for (unsigned i = 1; i < LL (GetNumSuccessors) (v); i++) {
    struct pg_expr *is = x_binary (c, E_EQ, x, x_const (c, pg_bits (x), LL (ConstIntGetZExtValue) (LL (GetOperand) (v, 2 * i))));
    fork_to (w, p, is, map_get (&c->block_of, LL (GetSuccessor) (v, i)), true);
    none = x_and (c, none, x_not (c, is));
  }
  fork_to (w, p, none, map_get (&c->block_of, LL (GetSuccessor) (v, 0)), true);
}

static bool
is_atomic_function (const struct c_ctx *x)
{
  return !strncmp (x->f->name, "__VERIFIER_atomic_", 18);
}

/* Other threads can observe that the call's local variables cease to exist, or exist again. */
static void
mark_local (struct walker *w, struct path *p, const struct c_ctx *x, uint32_t inst, bool gone)
{
  uint32_t object = x->f->insts[inst].op == LLVMAlloca ? x->object[inst] : NONE;
  if (object != NONE && w->c->objects.data[object].gone != NONE)
    path_store (p, x_place (w->c, REGION_GLOBAL, w->c->objects.data[object].gone), x_const (w->c, 1, gone));
}

static bool
execute_return (struct walker *w, struct path *p, LLVMValueRef v)
{
  struct c_ctx *x = p->ctx;
  struct c_value value = {0};
  if (LL (GetNumOperands) (v))
    value = path_value (w, p, LL (GetOperand) (v, 0));
  if (LL (GetNumOperands) (v) && !value.e) {
    walk_unsupported (w, p, "the value returned here");
    return false;
  }
  if (!x->parent) {
    walk_thread_ends (w, p, value.e && value.second ? value_whole (w, p, value) : value.e);
    return false;
  }
  if (is_atomic_function (x)) {
    bool still = false;
    for (const struct c_ctx *y = x->parent; y; y = y->parent)
      still |= is_atomic_function (y);
    p->atomic = still;
  }
  for (uint32_t i = 0; i < x->f->ninsts; i++)
    mark_local (w, p, x, i, true);
  p->ctx = x->parent;
  p->inst = x->call;
  p->part = 1;
  struct c_func *called = program_func (w->c, LL (GetCalledValue) (p->ctx->f->insts[p->inst].v));
  if (called && !called->defined)
    return true;                  /* pthread_once, which has more to do */
  if (value.e)
    path_result (p, value);
  p->inst++;
  p->part = 0;
  return true;
}

/* ---- following paths ---- */

/* One instruction; false: the path was consumed. */
static bool
execute (struct walker *w, struct path *p)
{
  const struct c_inst *i = &p->ctx->f->insts[p->inst];
  switch (i->op) {
  case LLVMBr: execute_branch (w, p, i->v); return false;
  case LLVMSwitch: execute_switch (w, p, i->v); return false;
  case LLVMRet: return execute_return (w, p, i->v);
  case LLVMUnreachable: walk_unsupported (w, p, "unreachable code"); return false;
  case LLVMCall: return call_execute (w, p, i->v);
  case LLVMAlloca: mark_local (w, p, p->ctx, p->inst, false); p->inst++; return true;
  case LLVMFence: p->inst++; return true;
  default: break;
  }
  if (walk_access (w, p, i))
    return false;
  struct c_value v = walk_computed (w, p, i);
  if (!v.e) {
    LLVMTypeKind kind = LL (GetTypeKind) (LL (TypeOf) (i->v));
    walk_unsupported (w, p, kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ? "floating point" : "this operation");
    return false;
  }
  path_result (p, v);
  p->inst++;
  p->length++;
  if (x_size (v.e) > MOST_NODES && p->ctx->f->insts[p->inst].op != LLVMExtractValue) {      /* extracts from a pair, which is not kept */
    path_end_here (w, p, 0);
    return false;
  }
  return true;
}

static void
follow_all (struct walker *w)
{
  while (w->paths.count) {
    struct path p = VEC_POP (w->paths);
    while (!path_impossible (&p) && execute (w, &p))
      continue;
    path_release (&p);
  }
}

static void
walk_location (struct walker *w, uint32_t loc)
{
  const struct place_key key = w->keys.data[loc];
  struct path p = {.ctx = key.ctx, .inst = key.inst, .part = key.part, .atomic = key.atomic, .pos = w->locs.data[loc].pos};
  const struct c_block *b = &key.ctx->f->blocks[key.ctx->f->insts[key.inst].block];
  assert (!w->paths.count);
  w->src = loc;
  if (b->header) {
    VEC_PUSH (p.headers, b);
    VEC_PUSH (p.header_ctx, key.ctx);
  }
  VEC_PUSH (w->paths, p);
  follow_all (w);
}

void
walk_thread_ends (struct walker *w, struct path *p, struct pg_expr *result)
{
  struct c_program *c = w->c;
  const struct c_thread *t = &c->threads.data[w->thread];
  if (w->thread == 0) {
    if (result && !c->config->any_exit_status && p->ctx->parent == NULL) {
      struct pg_expr *wrong = x_binary (c, E_NE, x_zext (c, result, 8), x_const (c, 8, 0));      /* the parent process observes only these bits */
      path_fault_if (w, p, wrong, FAULT_EXIT_STATUS, "main returns a value other than 0");
      path_assume (w, p, x_not (c, wrong));
    }
    path_end_at (w, p, w->exited);
    return;
  }
  path_store (p, x_place (c, REGION_GLOBAL, t->ended), x_const (c, 1, 1));
  if (result)
    path_store (p, x_place (c, REGION_GLOBAL, t->result), x_zext (c, result, POINTER_BITS));
  path_end_at (w, p, w->end);
}

/* Locals that no other thread accesses are frame variables. */
static void
add_frame_objects (struct walker *w)
{
  for (size_t i = 0; i < w->c->objects.count; i++) {
    struct c_object *o = &w->c->objects.data[i];
    if (!o->in_frame || o->ctx->thread != w->thread)
      continue;
    for (size_t k = 0; k < o->leaves.count; k++) {
      struct c_leaf *f = &o->leaves.data[k];
      struct pg_var v = {.name = f->name, .region = REGION_FRAME, .ndims = f->ndims,
                         .type = {.bits = f->bits, .is_signed = f->bits >= 8 && !f->pointer && !f->role, .kind = f->pointer ? PG_POINTER : f->bits == 1 ? PG_BIT : PG_INT}};
      if (!v.type.is_signed && !f->pointer && f->bits > 1)
        v.type.kind = PG_UNSIGNED;
      memcpy (v.dim, f->dim, sizeof v.dim);
      memcpy (v.dim_after, f->after, sizeof v.dim_after);
      f->var = (uint32_t) w->vars.count;
      VEC_PUSH (w->vars, v);
      if (f->role == ROLE_LOCK)
        object_unmade (w->c, f, REGION_FRAME, &w->init);
    }
  }
}

static void
forget_slots (struct c_ctx *x)
{
  memset (x->slot, 0xff, x->f->nvalues * sizeof *x->slot);
  for (struct c_ctx *k = x->child; k; k = k->sibling)
    forget_slots (k);
}

/* A thread waits until it is started; then its argument is set. */
static void
begin (struct walker *w)
{
  struct c_program *c = w->c;
  const struct c_thread *t = &c->threads.data[w->thread];
  struct path p = {.ctx = t->root, .pos = {.file = c->pg->file}};
  for (uint32_t i = 0; i < t->f->ninsts && !p.pos.line; i++)
    p.pos = program_pos (c, t->f->insts[i].v);
  w->src = walker_location (w, (struct place_key) {0});
  w->locs.data[w->src].pos = p.pos;
  w->locs.data[w->src].flags = t->started != NONE ? LOC_END : 0;
  if (t->started != NONE) {
    path_assume (w, &p, x_load (c, x_place (c, REGION_GLOBAL, t->started), 1));
    path_note (w, &p, SYNC_START, NULL, t->name);
    p.stepped = true;
    if (t->f->nargs)
      path_bind (&p, t->root, 0, value_pointer (w, x_load (c, x_place (c, REGION_GLOBAL, t->argument), POINTER_BITS)));
  } else
    for (uint32_t i = 0; i < t->f->nargs; i++)
      path_bind (&p, t->root, i, i ? (struct c_value) {0} : value_scalar (x_const (c, 32, 1)));     /* argv is not supported */
  VEC_PUSH (w->paths, p);
  follow_all (w);
}

static uint32_t
special (struct walker *w, uint32_t number, uint32_t flags)
{
  uint32_t l = walker_location (w, (struct place_key) {.inst = number});
  w->locs.data[l].flags = flags;
  return l;
}

bool
walk_thread (struct c_program *c, uint32_t thread)
{
  enum { MOST_LOCATIONS = 200000 };
  struct walker w = {.c = c, .thread = thread};
  struct pg_proc *proc = &c->pg->procs[thread];
  forget_slots (c->threads.data[thread].root);
  add_frame_objects (&w);
  w.end = special (&w, 1, LOC_END);
  w.exited = special (&w, 2, thread ? LOC_END | LOC_EXIT : LOC_END);
  w.stopped = special (&w, 3, LOC_END | LOC_EXIT);
  w.fault = special (&w, 4, LOC_END);
  begin (&w);
  proc->start = walker_location (&w, (struct place_key) {0});
  while (w.todo.count && w.keys.count < MOST_LOCATIONS)
    walk_location (&w, VEC_POP (w.todo));
  if (w.todo.count) {
    diag_error (c->diag, (struct pos) {.file = c->pg->file}, "more than %d locations in thread %s", MOST_LOCATIONS, c->threads.data[thread].name);
    c->failed = true;
  }
  proc->name = c->threads.data[thread].name;
  proc->pos = (struct pos) {.file = c->pg->file};
  proc->active = 1;
  VEC_MOVE (w.init, c->arena, proc->init, proc->ninit);
  VEC_MOVE (w.vars, c->arena, proc->vars, proc->nvars);
  VEC_MOVE (w.locs, c->arena, proc->locs, proc->nlocs);
  VEC_MOVE (w.edges, c->arena, proc->edges, proc->nedges);
  VEC_FREE (w.keys);
  VEC_FREE (w.todo);
  VEC_FREE (w.paths);
  return !c->failed;
}
