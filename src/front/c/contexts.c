/* Unfolding of calls and threads.
 *
 * Idea. Every call of every thread is a context of its own, a node in the tree of its calls, so that each local variable
 * and each place that allocates or starts threads exists once per context; threads are found by unfolding pthread_create in
 * the same way. The accesses of all contexts then determine which threads access which objects.
 * Source. Call strings: M. Sharir, A. Pnueli, "Two approaches to interprocedural data flow analysis", in: Program Flow
 * Analysis, Prentice-Hall 1981; here unbounded but for recursion.
 * Where we differ. Threads and blocks created in loops whose number of iterations is not a constant, and recursive calls, are
 * bounded by options.
 * Why that is sound. Exceeding a bound is an edge that ends in FAULT_RESOURCE: the verdict is then unknown. */
#include "front/c/parts.h"

#include <string.h>

enum { MOST_CONTEXTS = 20000 };

struct unfolding {
  struct c_program *c;
  struct c_ctx *ctx;
  uint32_t inst;
};

static struct c_ctx *unfold (struct c_program *, uint32_t thread, struct c_func *, struct c_ctx *parent, uint32_t call);

uint32_t
context_times (const struct c_ctx *x, uint32_t inst)
{
  assert (inst < x->f->ninsts);
  const struct c_block *b = &x->f->blocks[x->f->insts[inst].block];
  uint64_t n = (uint64_t) x->times * (b->looped ? b->trips : 1);
  return n > 1000 ? 0 : (uint32_t) n;
}

struct c_ctx *
context_called (const struct c_ctx *x, uint32_t inst, const struct c_func *f)
{
  for (struct c_ctx *k = x->child; k; k = k->sibling)
    if (k->call == inst && k->f == f)
      return k;
  return NULL;
}

static void
unfold_call (void *context, struct c_func *g)
{
  struct unfolding *u = context;
  if (!g->defined || u->c->failed || context_called (u->ctx, u->inst, g))
    return;
  uint32_t depth = 0;
  for (const struct c_ctx *x = u->ctx; x; x = x->parent)
    depth += x->f == g;
  if (depth > u->c->config->max_recursion)
    return;                       /* the call ends in FAULT_RESOURCE */
  struct c_ctx *k = unfold (u->c, u->ctx->thread, g, u->ctx, u->inst);
  if (k) {
    k->sibling = u->ctx->child;
    u->ctx->child = k;
  }
}

/* ---- blocks of memory ---- */

static bool
constant_size (LLVMValueRef call, bool zeroed, uint64_t *size)
{
  LLVMValueRef a = LL (GetOperand) (call, 0), b = zeroed ? LL (GetOperand) (call, 1) : NULL;
  if (!LL (IsAConstantInt) (a) || (b && !LL (IsAConstantInt) (b)))
    return false;
  *size = LL (ConstIntGetZExtValue) (a) * (b ? LL (ConstIntGetZExtValue) (b) : 1);
  return *size > 0 && *size < MOST_BYTES;
}

/* The type of the block's contents: that of the first cast that fits. */
static LLVMTypeRef
block_type (struct c_program *c, LLVMValueRef call, uint64_t size, uint64_t *count)
{
  for (LLVMUseRef u = LL (GetFirstUse) (call); u; u = LL (GetNextUse) (u)) {
    LLVMValueRef user = LL (GetUser) (u);
    if (!LL (IsAInstruction) (user) || LL (GetInstructionOpcode) (user) != LLVMBitCast)
      continue;
    LLVMTypeRef t = LL (GetElementType) (LL (TypeOf) (user));
    LLVMTypeKind kind = LL (GetTypeKind) (t);
    if (kind == LLVMFunctionTypeKind || kind == LLVMVoidTypeKind || (kind == LLVMStructTypeKind && !LL (CountStructElementTypes) (t)))
      continue;
    uint64_t bytes = LL (ABISizeOfType) (c->layout, t);
    if (!bytes || size % bytes)
      continue;
    *count = size / bytes;
    return t;
  }
  *count = size;
  return LL (GetElementType) (LL (TypeOf) (call));      /* i8 */
}

static void
unfold_block (struct c_program *c, struct c_ctx *x, uint32_t inst, bool zeroed)
{
  uint64_t size, count;
  LLVMValueRef call = x->f->insts[inst].v;
  if (!constant_size (call, zeroed, &size))
    return;                       /* the call ends in FAULT_RESOURCE */
  LLVMTypeRef type = block_type (c, call, size, &count);
  uint32_t n = context_times (x, inst), site = map_get (&c->site_of, call);
  bool unknown = !n;
  if (unknown)
    n = c->config->max_blocks;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t o = object_new (c, site, type, count, arena_printf (c->arena, "block_%d_%u", program_pos (c, call).line, (unsigned) c->sites.data[site].objects.count));
    c->objects.data[o].ctx = x;
    c->objects.data[o].index = i;
    c->objects.data[o].alive = program_var (c, arena_printf (c->arena, "alive_%u", o), 1, false);
    c->vars.data[c->objects.data[o].alive].internal = true;
    if (!i)
      x->object[inst] = o;
  }
  if (n > 1 || unknown) {
    x->counter[inst] = program_var (c, arena_printf (c->arena, "blocks_%u_%u", x->number, inst), 32, false);
    c->vars.data[x->counter[inst]].internal = true;
  }
}

/* ---- threads ---- */

struct c_starts
context_starts (struct c_program *c, const struct c_ctx *x, uint32_t inst)
{
  assert (x->created[inst] != NONE);
  uint32_t n = context_times (x, inst);
  struct c_starts s = {.first = x->created[inst], .count = n ? n : c->config->family ? c->config->family : c->config->max_threads,
                       .family = !n && c->config->family};
  uint64_t *scratch = mem_zalloc (c->site_words * sizeof *scratch);
  const uint64_t *start = points_to (c, x->f, LL (GetOperand) (x->f->insts[inst].v, 2), scratch);
  for (size_t i = 0; i < c->sites.count; i++)
    s.nfuncs += c->sites.data[i].kind == SITE_FUNCTION && c->funcs.data[c->sites.data[i].func].defined && bits_has (start, i);
  mem_free (scratch);
  return s;
}

static uint32_t
thread_var (struct c_program *c, const char *what, size_t number, unsigned bits)
{
  uint32_t v = program_var (c, arena_printf (c->arena, "%s_%zu", what, number), bits, false);
  c->vars.data[v].internal = true;
  return v;
}

static bool
has_sections (const struct c_program *c)
{
  bool has = program_has (c, "mz_atomic_begin");
  for (size_t i = 0; i < c->funcs.count; i++)
    has |= !strncmp (c->funcs.data[i].name, "__VERIFIER_atomic_", 18);
  return has;
}

static void
add_thread (struct c_program *c, struct c_func *f, struct c_ctx *creator, uint32_t call)
{
  size_t n = c->threads.count;
  struct c_thread t = {.name = f->name, .f = f, .creator = creator, .call = call, .started = NONE, .ended = NONE, .argument = NONE, .result = NONE};
  if (creator || program_has (c, "pthread_exit"))
    t.ended = thread_var (c, "ended", n, 1);
  if (creator) {
    t.started = thread_var (c, "started", n, 1);
    t.claimed = thread_var (c, "claimed", n, 1);
    t.argument = thread_var (c, "argument", n, POINTER_BITS);
    t.result = thread_var (c, "result", n, POINTER_BITS);
  }
  VEC_PUSH (c->threads, t);
}

static void
unfold_start (struct c_program *c, struct c_ctx *x, uint32_t inst)
{
  uint64_t *scratch = mem_zalloc (c->site_words * sizeof *scratch);
  const uint64_t *start = points_to (c, x->f, LL (GetOperand) (x->f->insts[inst].v, 2), scratch);
  uint32_t n = context_times (x, inst);
  bool unknown = !n, family = unknown && c->config->family;
  if (unknown)
    n = family ? c->config->family : c->config->max_threads;
  x->created[inst] = (uint32_t) c->threads.count;
  for (size_t i = 0; i < c->sites.count; i++)
    if (c->sites.data[i].kind == SITE_FUNCTION && bits_has (start, i) && c->funcs.data[c->sites.data[i].func].defined)
      for (uint32_t k = 0; k < n; k++) {
        add_thread (c, &c->funcs.data[c->sites.data[i].func], x, inst);
        VEC_LAST (c->threads).of_family = family;
      }
  mem_free (scratch);
  if (c->threads.count > MOST_THREADS) {
    diag_error (c->diag, program_pos (c, x->f->insts[inst].v), "the program may start more than %d threads (--max-threads limits those of one place)",
                MOST_THREADS);
    c->failed = true;
  }
  if ((n > 1 || unknown) && !family) {      /* with an unknown number even a bound of 1 needs a counter: the place may be reached again */
    x->counter[inst] = program_var (c, arena_printf (c->arena, "threads_%u_%u", x->number, inst), 32, false);
    c->vars.data[x->counter[inst]].internal = true;
  }
}

/* ---- contexts ---- */

static void
unfold_local (struct c_program *c, struct c_ctx *x, uint32_t inst)
{
  LLVMValueRef v = x->f->insts[inst].v, n = LL (GetOperand) (v, 0);
  size_t length;
  if (!LL (IsAConstantInt) (n) || x->f->insts[inst].block)
    return;                       /* its use ends in FAULT_RESOURCE */
  uint32_t o = object_new (c, map_get (&c->site_of, v), LL (GetAllocatedType) (v), LL (ConstIntGetZExtValue) (n),
                           arena_strdup (c->arena, LL (GetValueName2) (v, &length)));
  c->objects.data[o].ctx = x;
  x->object[inst] = o;
}

static void
unfold_inst (struct c_program *c, struct c_ctx *x, uint32_t inst)
{
  const struct c_inst *i = &x->f->insts[inst];
  if (i->op == LLVMAlloca)
    unfold_local (c, x, inst);
  if (i->op != LLVMCall)
    return;
  struct c_func *g = program_func (c, LL (GetCalledValue) (i->v));
  if (map_get (&c->site_of, i->v) != NONE)
    unfold_block (c, x, inst, g && !strcmp (g->name, "calloc"));
  else if (g && !g->defined && !strcmp (g->name, "pthread_create"))
    unfold_start (c, x, inst);
  else if (g && !g->defined && !strcmp (g->name, "pthread_once") && program_func (c, LL (GetOperand) (i->v, 1)))
    unfold_call (&(struct unfolding) {c, x, inst}, program_func (c, LL (GetOperand) (i->v, 1)));
  else
    program_callees (c, x->f, i->v, unfold_call, &(struct unfolding) {c, x, inst});
}

static uint32_t *
numbers (struct c_program *c, uint32_t n)
{
  uint32_t *a = arena_alloc (c->arena, (n + 1) * sizeof *a);
  memset (a, 0xff, (n + 1) * sizeof *a);
  return a;
}

static struct c_ctx *
unfold (struct c_program *c, uint32_t thread, struct c_func *f, struct c_ctx *parent, uint32_t call)
{
  if (c->ncontexts >= MOST_CONTEXTS) {
    diag_error (c->diag, parent ? program_pos (c, parent->f->insts[call].v) : (struct pos) {.file = c->pg->file},
                "more than %d calls to unfold; --max-recursion=N limits recursive ones (now %u)", MOST_CONTEXTS, c->config->max_recursion);
    c->failed = true;
    return NULL;
  }
  struct c_ctx *x = ARENA_NEW (c->arena, struct c_ctx);
  *x = (struct c_ctx) {.thread = thread, .number = c->ncontexts++, .f = f, .parent = parent, .call = call, .times = parent ? context_times (parent, call) : 1};
  x->slot = numbers (c, f->nvalues);
  x->object = numbers (c, f->ninsts);
  x->counter = numbers (c, f->ninsts);
  x->created = numbers (c, f->ninsts);
  for (uint32_t i = 0; i < f->ninsts && !c->failed; i++)
    unfold_inst (c, x, i);
  return x;
}

/* ---- which threads access which objects ---- */

static bool
context_inside (const struct c_ctx *x, const struct c_ctx *outer)
{
  for (; x; x = x->parent)
    if (x == outer)
      return true;
  return false;
}

void
context_objects (struct c_program *c, const struct c_ctx *x, LLVMValueRef pointer, struct c_objects *out)
{
  uint64_t *scratch = mem_zalloc (c->site_words * sizeof *scratch);
  const uint64_t *set = points_to (c, x->f, pointer, scratch);
  for (size_t s = bits_next (set, 0, c->sites.count); s < c->sites.count; s = bits_next (set, s + 1, c->sites.count)) {
    const struct c_site *site = &c->sites.data[s];
    for (size_t i = 0; i < site->objects.count; i++) {
      const struct c_object *o = &c->objects.data[site->objects.data[i]];
      bool mine = o->thread == NONE || o->thread == x->thread || site->escapes;
      if (mine && (site->kind != SITE_LOCAL || site->escapes || context_inside (x, o->ctx)))
        VEC_PUSH (*out, site->objects.data[i]);
    }
  }
  mem_free (scratch);
}

static void
touch (struct c_program *c, const struct c_ctx *x, LLVMValueRef pointer, bool write)
{
  assert (x->thread < 64);        /* a bit in the sets of threads */
  struct c_objects all = {0};
  context_objects (c, x, pointer, &all);
  for (size_t i = 0; i < all.count; i++) {
    struct c_object *o = &c->objects.data[all.data[i]];
    o->readers |= (uint64_t) 1 << x->thread;
    if (write)
      o->writers |= (uint64_t) 1 << x->thread;
  }
  VEC_FREE (all);
}

static void
touch_arguments (struct c_program *c, const struct c_ctx *x, LLVMValueRef call)
{
  struct c_func *g = program_func (c, LL (GetCalledValue) (call));
  if (!g || g->defined || !strcmp (g->name, "__assert_fail") || !strncmp (g->name, "llvm.dbg", 8) || strstr (g->name, "printf") || !strcmp (g->name, "puts"))
    return;
  bool create = !strcmp (g->name, "pthread_create");
  for (unsigned i = 0; i < LL (GetNumArgOperands) (call) && !(create && i); i++)
    if (LL (GetTypeKind) (LL (TypeOf) (LL (GetOperand) (call, i))) == LLVMPointerTypeKind)
      touch (c, x, LL (GetOperand) (call, i), true);
}

static void
find_touched (struct c_program *c, const struct c_ctx *x)
{
  for (uint32_t i = 0; i < x->f->ninsts; i++) {
    LLVMValueRef v = x->f->insts[i].v;
    switch (x->f->insts[i].op) {
    case LLVMLoad: touch (c, x, LL (GetOperand) (v, 0), false); break;
    case LLVMStore: touch (c, x, LL (GetOperand) (v, 1), true); break;
    case LLVMAtomicRMW: case LLVMAtomicCmpXchg: touch (c, x, LL (GetOperand) (v, 0), true); break;
    case LLVMCall: touch_arguments (c, x, v); break;
    default: break;
    }
  }
  for (const struct c_ctx *k = x->child; k; k = k->sibling)
    find_touched (c, k);
}

static void
add_globals (struct c_program *c, uint32_t thread)
{
  for (uint32_t s = 0; s < c->sites.count; s++) {
    const struct c_site *site = &c->sites.data[s];
    size_t length;
    if (site->kind == SITE_FUNCTION && !thread)
      object_new (c, s, NULL, 0, c->funcs.data[site->func].name);
    if (site->kind != SITE_GLOBAL || (thread && !LL (IsThreadLocal) (site->v)))
      continue;
    uint32_t o = object_new (c, s, LL (GetElementType) (LL (TypeOf) (site->v)), 1, arena_strdup (c->arena, LL (GetValueName2) (site->v, &length)));
    c->objects.data[o].constant = LL (IsGlobalConstant) (site->v);
    if (LL (IsThreadLocal) (site->v))
      c->objects.data[o].thread = thread;
  }
}

bool
contexts_unfold (struct c_program *c)
{
  struct c_func *start = NULL;
  for (size_t i = 0; i < c->funcs.count; i++)
    if (!strcmp (c->funcs.data[i].name, "main") && c->funcs.data[i].defined)
      start = &c->funcs.data[i];
  if (!start) {
    diag_error (c->diag, (struct pos) {.file = c->pg->file}, "there is no function main");
    return false;
  }
  for (size_t i = 0; i < c->sites.count; i++) {
    size_t length;
    const char *name = c->sites.data[i].kind == SITE_GLOBAL ? LL (GetValueName2) (c->sites.data[i].v, &length) : "";
    if (!strcmp (name, "llvm.global_ctors") || !strcmp (name, "llvm.global_dtors")) {
      diag_error (c->diag, (struct pos) {.file = c->pg->file}, "functions that run before or after main (constructor, destructor) are not translated");
      return false;
    }
  }
  object_new (c, NONE, NULL, 0, "NULL");
  c->stops = has_sections (c) ? thread_var (c, "stops", 0, 1) : NONE;
  add_thread (c, start, NULL, 0);
  for (uint32_t t = 0; t < c->threads.count && !c->failed; t++) {
    add_globals (c, t);
    struct c_ctx *root = unfold (c, t, c->threads.data[t].f, NULL, 0);
    c->threads.data[t].root = root;
  }
  for (uint32_t t = 0; t < c->threads.count && !c->failed; t++)
    find_touched (c, c->threads.data[t].root);
  return !c->failed;
}
