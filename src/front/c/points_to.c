/* Points-to analysis.
 *
 * Idea. Inclusion constraints: every value, every function's result and the contents of every place that creates objects
 * have a set; each instruction adds an inclusion between sets, up to a fixpoint. Integers are treated like pointers, so
 * that a pointer converted to an integer and back is not lost.
 * Source. L. O. Andersen, "Program Analysis and Specialization for the C Programming Language", PhD thesis, DIKU, University
 * of Copenhagen, 1994.
 * Where we differ. The contents of an object are one set, whatever the offset; calls are not distinguished (contexts.c
 * filters locals by which context can have them).
 * Why that is sound. Sets only grow, and every constraint holds at the end. Calls that no constraint covers (unknown library
 * functions) are not translated: a path that reaches one ends in FAULT_RESOURCE. */
#include "front/c/parts.h"

#include <string.h>

/* The node of a value; NONE for constants. */
static uint32_t
node_of (const struct c_program *c, const struct c_func *f, LLVMValueRef v)
{
  if (!LL (IsAInstruction) (v) && !LL (IsAArgument) (v))
    return NONE;
  uint32_t i = map_get (&c->value_of, v);
  return i == NONE ? NONE : f->node + i;
}

static void
add_constant (struct c_program *c, LLVMValueRef v, uint64_t *set)
{
  v = program_strip (v);
  uint32_t site = map_get (&c->site_of, v);
  if (site != NONE)
    bits_add (set, site);
  else if (LL (IsAConstantExpr) (v))
    for (int i = 0; i < LL (GetNumOperands) (v); i++)
      add_constant (c, LL (GetOperand) (v, (unsigned) i), set);
}

const uint64_t *
points_to (struct c_program *c, const struct c_func *f, LLVMValueRef v, uint64_t *scratch)
{
  uint32_t node = node_of (c, f, v);
  if (node != NONE)
    return c->points_to[node];
  memset (scratch, 0, c->site_words * sizeof *scratch);
  if (!LL (IsABasicBlock) (v))
    add_constant (c, v, scratch);
  return scratch;
}

bool
program_may_be_address (struct c_program *c, const struct c_func *f, LLVMValueRef v)
{
  uint64_t *scratch = mem_zalloc (c->site_words * sizeof *scratch);
  const uint64_t *set = points_to (c, f, v, scratch);
  bool may = bits_next (set, 0, c->sites.count) < c->sites.count;
  mem_free (scratch);
  return may;
}

uint64_t
program_alignment (struct c_program *c, const struct c_func *f, LLVMValueRef v)
{
  uint64_t *scratch = mem_zalloc (c->site_words * sizeof *scratch), least = 16;      /* heap alignment */
  const uint64_t *set = points_to (c, f, v, scratch);
  for (size_t i = bits_next (set, 0, c->sites.count); i < c->sites.count; i = bits_next (set, i + 1, c->sites.count)) {
    const struct c_site *s = &c->sites.data[i];
    uint64_t align = s->kind == SITE_HEAP ? 16 : s->kind == SITE_FUNCTION ? 1 : LL (GetAlignment) (s->v);
    least = align < least ? align : least;
  }
  mem_free (scratch);
  return least;
}

struct solving {
  struct c_program *c;
  uint64_t *a, *b;
  bool changed;
};

static void
join (struct solving *s, uint32_t node, const uint64_t *from)
{
  assert (node < s->c->nnodes);
  s->changed |= bits_join (s->c->points_to[node], from, s->c->site_words);
}

/* The contents of everything in `pointers` include `from`. */
static void
join_contents (struct solving *s, const uint64_t *pointers, const uint64_t *from)
{
  for (size_t i = bits_next (pointers, 0, s->c->sites.count); i < s->c->sites.count; i = bits_next (pointers, i + 1, s->c->sites.count))
    join (s, s->c->sites.data[i].contents, from);
}

static void
join_loaded (struct solving *s, uint32_t node, const uint64_t *pointers)
{
  for (size_t i = bits_next (pointers, 0, s->c->sites.count); i < s->c->sites.count; i = bits_next (pointers, i + 1, s->c->sites.count))
    join (s, node, s->c->points_to[s->c->sites.data[i].contents]);
}

/* ---- calls ---- */

void
program_callees (struct c_program *c, const struct c_func *f, LLVMValueRef call, callee_fn *see, void *context)
{
  LLVMValueRef v = program_strip (LL (GetCalledValue) (call));
  struct c_func *direct = program_func (c, v);
  if (direct) {
    see (context, direct);
    return;
  }
  uint32_t node = node_of (c, f, v);
  for (size_t i = 0; node != NONE && i < c->sites.count; i++)
    if (c->sites.data[i].kind == SITE_FUNCTION && bits_has (c->points_to[node], i))
      see (context, &c->funcs.data[c->sites.data[i].func]);
}

struct calling {
  struct solving *s;
  const struct c_func *f;
  LLVMValueRef call;
};

/* A thread's function gets the argument; joins get its return value. */
static void
solve_start (struct solving *s, const struct c_func *f, LLVMValueRef call)
{
  struct c_program *c = s->c;
  const uint64_t *start = points_to (c, f, LL (GetOperand) (call, 2), s->a), *arg = points_to (c, f, LL (GetOperand) (call, 3), s->b);
  for (size_t i = 0; i < c->sites.count; i++)
    if (c->sites.data[i].kind == SITE_FUNCTION && bits_has (start, i)) {
      const struct c_func *g = &c->funcs.data[c->sites.data[i].func];
      if (g->defined && g->nargs)
        join (s, g->node, arg);
    }
}

static void
solve_join (struct solving *s, const struct c_func *f, LLVMValueRef call)
{
  const uint64_t *out = points_to (s->c, f, LL (GetOperand) (call, 1), s->a);
  for (size_t i = 0; i < s->c->funcs.count; i++)
    if (s->c->funcs.data[i].defined)
      join_contents (s, out, s->c->points_to[s->c->funcs.data[i].node + s->c->funcs.data[i].nvalues]);
}

static void
solve_exit (struct solving *s, const struct c_func *f, LLVMValueRef call)
{
  const uint64_t *value = points_to (s->c, f, LL (GetOperand) (call, 0), s->a);
  for (size_t i = 0; i < s->c->funcs.count; i++)
    if (s->c->funcs.data[i].defined)
      join (s, s->c->funcs.data[i].node + s->c->funcs.data[i].nvalues, value);
}

static void
solve_library (struct solving *s, const struct c_func *f, LLVMValueRef call, const struct c_func *g)
{
  struct c_program *c = s->c;
  uint32_t site = map_get (&c->site_of, call), node = node_of (c, f, call);
  if (site != NONE) {
    memset (s->a, 0, c->site_words * sizeof *s->a);
    bits_add (s->a, site);
    join (s, node, s->a);
  } else if (!strcmp (g->name, "pthread_create"))
    solve_start (s, f, call);
  else if (!strcmp (g->name, "pthread_join"))
    solve_join (s, f, call);
  else if (!strcmp (g->name, "pthread_exit"))
    solve_exit (s, f, call);
  else if (!strncmp (g->name, "llvm.memcpy", 11) || !strncmp (g->name, "llvm.memmove", 12) || !strcmp (g->name, "memcpy") || !strcmp (g->name, "memmove")) {
    const uint64_t *to = points_to (c, f, LL (GetOperand) (call, 0), s->a), *from = points_to (c, f, LL (GetOperand) (call, 1), s->b);
    for (size_t i = bits_next (from, 0, c->sites.count); i < c->sites.count; i = bits_next (from, i + 1, c->sites.count))
      join_contents (s, to, c->points_to[c->sites.data[i].contents]);
    join (s, node, to);
  }
}

static void
solve_call (void *context, struct c_func *g)
{
  struct calling *k = context;
  struct c_program *c = k->s->c;
  unsigned nargs = LL (GetNumArgOperands) (k->call);
  if (!g->defined) {
    solve_library (k->s, k->f, k->call, g);
    return;
  }
  for (unsigned i = 0; i < nargs && i < g->nargs; i++)
    join (k->s, g->node + i, points_to (c, k->f, LL (GetOperand) (k->call, i), k->s->a));
  join (k->s, node_of (c, k->f, k->call), c->points_to[g->node + g->nvalues]);
}

/* ---- instructions ---- */

static void
solve_inst (struct solving *s, const struct c_func *f, const struct c_inst *i)
{
  struct c_program *c = s->c;
  uint32_t node = node_of (c, f, i->v);
  switch (i->op) {
  case LLVMAlloca: {
    memset (s->a, 0, c->site_words * sizeof *s->a);
    bits_add (s->a, map_get (&c->site_of, i->v));
    join (s, node, s->a);
    break;
  }
  case LLVMLoad:
    join_loaded (s, node, points_to (c, f, LL (GetOperand) (i->v, 0), s->a));
    break;
  case LLVMStore:
    join_contents (s, points_to (c, f, LL (GetOperand) (i->v, 1), s->a), points_to (c, f, LL (GetOperand) (i->v, 0), s->b));
    break;
  case LLVMAtomicRMW: case LLVMAtomicCmpXchg: {
    const uint64_t *to = points_to (c, f, LL (GetOperand) (i->v, 0), s->a);
    join_loaded (s, node, to);
    for (int k = 1; k < LL (GetNumOperands) (i->v); k++)
      join_contents (s, to, points_to (c, f, LL (GetOperand) (i->v, (unsigned) k), s->b));
    break;
  }
  case LLVMCall:
    program_callees (c, f, i->v, solve_call, &(struct calling) {s, f, i->v});
    break;
  case LLVMRet:
    if (LL (GetNumOperands) (i->v))
      join (s, f->node + f->nvalues, points_to (c, f, LL (GetOperand) (i->v, 0), s->a));
    break;
  default:
    for (int k = 0; k < LL (GetNumOperands) (i->v); k++)
      join (s, node, points_to (c, f, LL (GetOperand) (i->v, (unsigned) k), s->a));
    break;
  }
}

static void
solve_initializer (struct solving *s, uint32_t contents, LLVMValueRef v)
{
  if (LL (IsAConstantStruct) (v) || LL (IsAConstantArray) (v)) {
    for (int i = 0; i < LL (GetNumOperands) (v); i++)
      solve_initializer (s, contents, LL (GetOperand) (v, (unsigned) i));
    return;
  }
  memset (s->a, 0, s->c->site_words * sizeof *s->a);
  add_constant (s->c, v, s->a);
  join (s, contents, s->a);
}

/* ---- places that create objects ---- */

static void
add_site (struct c_program *c, enum site_kind kind, LLVMValueRef v, uint32_t func)
{
  map_put (&c->site_of, v, (uint32_t) c->sites.count);
  VEC_PUSH (c->sites, ((struct c_site) {.kind = kind, .v = v, .func = func}));
}

static bool
allocates (struct c_program *c, LLVMValueRef call)
{
  struct c_func *g = program_func (c, LL (GetCalledValue) (call));
  return g && !g->defined && (!strcmp (g->name, "malloc") || !strcmp (g->name, "calloc"));
}

static void
find_sites (struct c_program *c)
{
  for (LLVMValueRef v = LL (GetFirstGlobal) (c->module); v; v = LL (GetNextGlobal) (v))
    add_site (c, SITE_GLOBAL, v, NONE);
  for (uint32_t i = 0; i < c->funcs.count; i++) {
    const struct c_func *f = &c->funcs.data[i];
    add_site (c, SITE_FUNCTION, f->v, i);
    for (uint32_t k = 0; k < f->ninsts; k++)
      if (f->insts[k].op == LLVMAlloca)
        add_site (c, SITE_LOCAL, f->insts[k].v, i);
      else if (f->insts[k].op == LLVMCall && allocates (c, f->insts[k].v))
        add_site (c, SITE_HEAP, f->insts[k].v, i);
  }
}

/* A local whose address is stored, or passed to a thread, can be accessed by any thread. */
static void
find_escapes (struct c_program *c, uint64_t *scratch)
{
  for (size_t i = 0; i < c->sites.count; i++)
    for (size_t k = 0; k < c->sites.count; k++)
      if (bits_has (c->points_to[c->sites.data[k].contents], i))
        c->sites.data[i].escapes = true;
  for (size_t i = 0; i < c->funcs.count; i++)
    for (uint32_t k = 0; k < c->funcs.data[i].ninsts; k++) {
      const struct c_inst *x = &c->funcs.data[i].insts[k];
      struct c_func *g = x->op == LLVMCall ? program_func (c, LL (GetCalledValue) (x->v)) : NULL;
      if (!g || strcmp (g->name, "pthread_create"))
        continue;
      const uint64_t *given = points_to (c, &c->funcs.data[i], LL (GetOperand) (x->v, 3), scratch);
      for (size_t s = 0; s < c->sites.count; s++)
        if (bits_has (given, s))
          c->sites.data[s].escapes = true;
    }
}

void
points_to_solve (struct c_program *c)
{
  find_sites (c);
  for (size_t i = 0; i < c->funcs.count; i++) {
    c->funcs.data[i].node = c->nnodes;
    c->nnodes += c->funcs.data[i].nvalues + 1;
  }
  for (size_t i = 0; i < c->sites.count; i++)
    c->sites.data[i].contents = c->nnodes++;
  c->site_words = (uint32_t) bits_words (c->sites.count);
  c->points_to = arena_alloc (c->arena, c->nnodes * sizeof *c->points_to);
  for (uint32_t i = 0; i < c->nnodes; i++)
    c->points_to[i] = arena_alloc (c->arena, c->site_words * sizeof **c->points_to);
  struct solving s = {.c = c, .a = mem_zalloc (c->site_words * sizeof *s.a), .b = mem_zalloc (c->site_words * sizeof *s.b)};
  for (size_t i = 0; i < c->sites.count; i++)
    if (c->sites.data[i].kind == SITE_GLOBAL && LL (GetInitializer) (c->sites.data[i].v))
      solve_initializer (&s, c->sites.data[i].contents, LL (GetInitializer) (c->sites.data[i].v));
  do {
    s.changed = false;
    for (size_t i = 0; i < c->funcs.count; i++)
      for (uint32_t k = 0; k < c->funcs.data[i].ninsts; k++)
        solve_inst (&s, &c->funcs.data[i], &c->funcs.data[i].insts[k]);
  } while (s.changed);
  find_escapes (c, s.a);
  mem_free (s.a);
  mem_free (s.b);
}
