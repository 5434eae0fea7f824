/* From files to functions: clang produces bitcode, LLVM links it and promotes scalars to registers; here each function
 * becomes arrays of blocks and instructions, with its loops and live values. No other pass runs: optimisations that are
 * valid for race-free programs would change what is checked. */
#include "front/c/parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/scratch.h"
#include "base/sources.h"
#include "base/words.h"

/* ---- compiling ---- */

/* Runs clang, which prints its own messages, with bounds checks for arrays inside structures, whose bounds only the
 * source's types determine. */
static enum child_end
compile (const struct c_config *c, const char *file, const char *out)
{
  static const char *const first[] = {"clang", "-Xclang", "-disable-O0-optnone", "-g", "-w", "-fno-discard-value-names", "-D__MAZURKA__",
                                      "-fgnu89-inline", "-fno-stack-protector", "-fsanitize=array-bounds", "-fsanitize-trap=array-bounds", "-emit-llvm", "-c", "-x", "c", "-o"};
  struct words words = {0};
  for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
    words_add (&words, first[i]);
  words_add (&words, out);
  if (c->include) {
    words_add (&words, "-I");
    words_add (&words, c->include);
  }
  words_add_file (&words, file);
  words_split (&words, c->cflags ? c->cflags : "");
  words_add (&words, "-O0");      /* the last option wins: optimisation would delete undefined behaviour, which would then
                                   * not be found */
  FILE *said = tmpfile ();
  struct sources_list list;
  enum child_end end = CHILD_FAILED;
  if (said && sources_list_begin (&list)) {
    for (const char *const *f = list.flags; *f; f++)
      words_add (&words, *f);
    end = child_run (&(struct child) {.argv = words.data, .said = said, .seconds = c->seconds});
    child_repeat (said, stderr, NULL, NULL);
    sources_list_end (&list);
  }
  if (said)
    fclose (said);
  words_release (&words);
  return end;
}

static LLVMModuleRef
read_module (struct c_program *c, const char *path)
{
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (LL (CreateMemoryBufferWithContentsOfFile) (path, &buffer, &message) || LL (ParseIRInContext) (c->llvm, buffer, &module, &message)) {
    diag_error (c->diag, (struct pos) {0}, "cannot read what clang wrote: %s", message ? message : "");
    LL (DisposeMessage) (message);
    return NULL;
  }
  return module;
}

static bool
add_file (struct c_program *c, const char *file)
{
  char *path = scratch_new_file ();
  if (!path) {
    diag_error (c->diag, (struct pos) {0}, "cannot make a temporary file (TMPDIR): %s", strerror (errno));
    return false;
  }
  enum child_end end = compile (c->config, file, path);
  bool compiled = end == CHILD_DONE;
  if (end == CHILD_MISSING)
    diag_error (c->diag, (struct pos) {0}, "clang was not found in the PATH");
  else if (end == CHILD_FAILED)
    diag_error (c->diag, (struct pos) {.file = file}, "clang does not compile this");
  child_complain (end, "clang", c->diag, (struct pos) {.file = file});
  LLVMModuleRef module = compiled ? read_module (c, path) : NULL;
  unlink (path);
  mem_free (path);
  if (!module)
    return false;
  if (!c->module)
    c->module = module;
  else if (LL (LinkModules2) (c->module, module)) {
    diag_error (c->diag, (struct pos) {.file = file}, "cannot be linked with the files before it");
    return false;
  }
  return true;
}

static bool
take_from_memory (struct c_program *c)
{
  LLVMPassBuilderOptionsRef options = LL (CreatePassBuilderOptions) ();
  LLVMErrorRef error = LL (RunPasses) (c->module, "function(sroa)", NULL, options);
  LL (DisposePassBuilderOptions) (options);
  if (error) {
    char *text = LL (GetErrorMessage) (error);
    diag_error (c->diag, (struct pos) {0}, "LLVM: %s", text);
    LL (DisposeErrorMessage) (text);
  }
  return !error;
}

/* ---- facts about values ---- */

/* clang names a file as given, or relative to a common directory. */
static const char *
source_file (struct c_program *c, LLVMValueRef v)
{
  unsigned length = 0, above = 0;
  const char *file = LL (GetDebugLocFilename) (v, &length), *folder = LL (GetDebugLocDirectory) (v, &above);
  const char *ours = c->pg->file;
  if (!file || !length)
    return NULL;
  bool is_rest = *file != '/' && folder && above && *ours == '/' && strlen (ours) == above + 1 + length && !strncmp (ours, folder, above)
                 && !strncmp (ours + above + 1, file, length);
  if (is_rest || (strlen (ours) == length && !strncmp (file, ours, length)))
    return ours;
  char *copy = arena_alloc (c->arena, length + 1);
  memcpy (copy, file, length);
  return copy;
}

struct pos
program_pos (struct c_program *c, LLVMValueRef v)
{
  struct pos pos = {.file = c->pg->file};
  if (!LL (IsAInstruction) (v) && !LL (IsAGlobalVariable) (v))
    return pos;
  const char *file = source_file (c, v);
  int line = (int) LL (GetDebugLocLine) (v);
  return file && line ? (struct pos) {.file = file, .line = line} : pos;
}

struct c_func *
program_func (struct c_program *c, LLVMValueRef v)
{
  v = program_strip (v);
  uint32_t i = v ? map_get (&c->func_of, v) : NONE;
  return i == NONE ? NULL : &c->funcs.data[i];
}

bool
program_has (const struct c_program *c, const char *function)
{
  for (size_t i = 0; i < c->funcs.count; i++)
    if (!strcmp (c->funcs.data[i].name, function))
      return true;
  return false;
}

LLVMValueRef
program_strip (LLVMValueRef v)
{
  while (v && LL (IsAConstantExpr) (v) && LL (GetConstOpcode) (v) == LLVMBitCast)
    v = LL (GetOperand) (v, 0);
  while (v && LL (IsAGlobalAlias) (v))
    v = LL (AliasGetAliasee) (v);
  return v;
}

uint32_t
program_bits (LLVMTypeRef t)
{
  switch (LL (GetTypeKind) (t)) {
  case LLVMIntegerTypeKind: return LL (GetIntTypeWidth) (t) <= 64 ? LL (GetIntTypeWidth) (t) : 0;
  case LLVMPointerTypeKind: return POINTER_BITS;
  default: return 0;
  }
}

/* Bit fields of 17 to 24 bits are accessed with three bytes, although an array of such integers has four for each. */
uint32_t
program_bytes (const struct c_program *c, LLVMTypeRef t)
{
  return (uint32_t) LL (StoreSizeOfType) (c->layout, t);
}

/* ---- functions ---- */

static void
decode (struct c_program *c, struct c_func *f)
{
  VEC (struct c_inst) insts = {0};
  VEC (struct c_block) blocks = {0};
  f->nargs = LL (CountParams) (f->v);
  for (uint32_t i = 0; i < f->nargs; i++)
    map_put (&c->value_of, LL (GetParam) (f->v, i), i);
  for (LLVMBasicBlockRef b = LL (GetFirstBasicBlock) (f->v); b; b = LL (GetNextBasicBlock) (b)) {
    map_put (&c->block_of, b, (uint32_t) blocks.count);
    struct c_block block = {.v = b, .first = (uint32_t) insts.count};
    for (LLVMValueRef i = LL (GetFirstInstruction) (b); i; i = LL (GetNextInstruction) (i)) {
      map_put (&c->value_of, i, f->nargs + (uint32_t) insts.count);
      VEC_PUSH (insts, ((struct c_inst) {i, LL (GetInstructionOpcode) (i), (uint32_t) blocks.count}));
    }
    block.count = (uint32_t) insts.count - block.first;
    assert (block.count);
    VEC_PUSH (blocks, block);
  }
  VEC_MOVE (insts, c->arena, f->insts, f->ninsts);
  VEC_MOVE (blocks, c->arena, f->blocks, f->nblocks);
  f->nvalues = f->nargs + f->ninsts;
  f->words = (uint32_t) bits_words (f->nvalues);
  f->defined = f->nblocks;
}

/* The number of successors of the block: a switch has any number of them. */
static uint32_t
count_successors (const struct c_block *b)
{
  LLVMValueRef t = LL (GetBasicBlockTerminator) (b->v);
  uint32_t n = t ? LL (GetNumSuccessors) (t) : 0;
  return n;
}

static uint32_t
successor (const struct c_program *c, const struct c_block *b, uint32_t i)
{
  uint32_t to = map_get (&c->block_of, LL (GetSuccessor) (LL (GetBasicBlockTerminator) (b->v), i));
  assert (to != NONE);
  return to;
}

/* Depth first: an edge to a block on the stack is a back edge. */
static void
find_headers (const struct c_program *c, struct c_func *f, uint32_t b, uint8_t *color)
{
  color[b] = 1;
  for (uint32_t i = 0; i < count_successors (&f->blocks[b]); i++) {
    uint32_t next = successor (c, &f->blocks[b], i);
    if (color[next] == 1)
      f->blocks[next].header = true;
    else if (!color[next])
      find_headers (c, f, next, color);
  }
  color[b] = 2;
}

static bool
reaches (const struct c_program *c, const struct c_func *f, uint32_t from, uint32_t to, uint32_t without, uint8_t *seen)
{
  for (uint32_t i = 0; i < count_successors (&f->blocks[from]); i++) {
    uint32_t next = successor (c, &f->blocks[from], i);
    if (next == to)
      return true;
    if (next == without || seen[next])
      continue;
    seen[next] = 1;
    if (reaches (c, f, next, to, without, seen))
      return true;
  }
  return false;
}

/* Whether a successor of the loop's header leaves the loop: the latch `last` cannot be reached from it. */
static bool
is_exit (const struct c_program *c, const struct c_func *f, uint32_t header, uint32_t last)
{
  uint8_t *seen = mem_zalloc (f->nblocks + 1);
  bool leaves = false;
  for (uint32_t i = 0; i < count_successors (&f->blocks[header]) && !leaves; i++) {
    uint32_t next = successor (c, &f->blocks[header], i);
    memset (seen, 0, f->nblocks);
    leaves = next != header && next != last && !reaches (c, f, next, last, header, seen);
  }
  mem_free (seen);
  return leaves;
}

/* Whether a counter that starts at `from` reaches `to` in steps of `by` without wrapping around. */
static bool
stays_below (LLVMIntPredicate p, long long from, long long to, long long by, unsigned bits)
{
  long long most = bits < 64 ? (1ll << (bits - 1)) - 1 : INT64_MAX;
  if (by <= 0 || to <= from || (to - from) / by >= 1000)
    return false;
  if (p == LLVMIntNE)
    return by == 1;
  bool with_sign = p == LLVMIntSLT || p == LLVMIntSLE;
  return !with_sign && from < 0 ? to < -by : to <= most - by;
}

/* i counts from a constant, by a constant, below a constant: the trip count of the loop's body; its test runs once more. */
static uint32_t
constant_trips (const struct c_program *c, const struct c_func *f, uint32_t b, bool test_itself)
{
  LLVMValueRef t = LL (GetBasicBlockTerminator) (f->blocks[b].v);
  if (LL (GetInstructionOpcode) (t) != LLVMBr || !LL (IsConditional) (t))
    return 0;
  LLVMValueRef test = LL (GetCondition) (t);
  if (!LL (IsAInstruction) (test) || LL (GetInstructionOpcode) (test) != LLVMICmp || !LL (IsAConstantInt) (LL (GetOperand) (test, 1)))
    return 0;
  LLVMValueRef phi = LL (GetOperand) (test, 0);
  LLVMIntPredicate p = LL (GetICmpPredicate) (test);
  bool below = p == LLVMIntSLT || p == LLVMIntULT || p == LLVMIntNE, up_to = p == LLVMIntSLE || p == LLVMIntULE;
  if (!LL (IsAInstruction) (phi) || LL (GetInstructionOpcode) (phi) != LLVMPHI || LL (CountIncoming) (phi) != 2 || (!below && !up_to))
    return 0;
  for (unsigned k = 0; k < 2; k++) {
    LLVMValueRef first = LL (GetIncomingValue) (phi, k), step = LL (GetIncomingValue) (phi, 1 - k);
    if (!LL (IsAConstantInt) (first) || !LL (IsAInstruction) (step) || LL (GetInstructionOpcode) (step) != LLVMAdd ||
        LL (GetOperand) (step, 0) != phi || !LL (IsAConstantInt) (LL (GetOperand) (step, 1)) || !program_bits (LL (TypeOf) (phi)))
      continue;
    long long from = LL (ConstIntGetSExtValue) (first), by = LL (ConstIntGetSExtValue) (LL (GetOperand) (step, 1)),
              to = LL (ConstIntGetSExtValue) (LL (GetOperand) (test, 1));
    uint32_t last = map_get (&c->block_of, LL (GetIncomingBlock) (phi, 1 - k));
    if (stays_below (p, from, to, by, program_bits (LL (TypeOf) (phi))) && is_exit (c, f, b, last))
      return (uint32_t) ((to + up_to - from + by - 1) / by) + test_itself;
  }
  return 0;
}

static void
find_loops (const struct c_program *c, struct c_func *f)
{
  uint8_t *seen = mem_zalloc (f->nblocks + 1);
  find_headers (c, f, 0, seen);
  for (uint32_t b = 0; b < f->nblocks; b++) {
    struct c_block *x = &f->blocks[b];
    memset (seen, 0, f->nblocks);
    x->looped = reaches (c, f, b, b, NONE, seen);
    uint64_t trips = 1;
    for (uint32_t h = 0; h < f->nblocks && x->looped; h++) {
      if (!f->blocks[h].header)
        continue;
      memset (seen, 0, f->nblocks);
      bool inside = h == b || (reaches (c, f, h, b, NONE, seen) && (memset (seen, 0, f->nblocks), reaches (c, f, b, h, NONE, seen)));
      if (inside)
        trips *= constant_trips (c, f, h, h == b);
      if (trips > 1000)
        trips = 0;                /* unknown, also after further factors */
    }
    x->trips = (uint32_t) trips;
  }
  mem_free (seen);
}

/* ---- live values ---- */

static void
use_operands (const struct c_program *c, const struct c_func *f, LLVMValueRef v, uint64_t *live)
{
  int n = LL (GetNumOperands) (v);
  (void) f;
  for (int i = 0; i < n; i++) {
    LLVMValueRef o = LL (GetOperand) (v, (unsigned) i);
    if (!LL (IsAInstruction) (o) && !LL (IsAArgument) (o))
      continue;
    uint32_t k = map_get (&c->value_of, o);
    if (k != NONE)
      bits_add (live, k);
  }
}

/* Live before instruction `inst` of its block. */
bool
program_live_at (const struct c_program *c, const struct c_func *f, uint32_t inst, uint64_t *live)
{
  assert (inst < f->ninsts);
  const struct c_block *b = &f->blocks[f->insts[inst].block];
  memset (live, 0, f->words * sizeof *live);
  for (uint32_t i = 0; i < count_successors (b); i++) {
    const struct c_block *to = &f->blocks[successor (c, b, i)];
    bits_join (live, to->live, f->words);
    for (uint32_t k = to->first; k < to->first + to->count && f->insts[k].op == LLVMPHI; k++)
      bits_remove (live, f->nargs + k);
    for (uint32_t k = to->first; k < to->first + to->count && f->insts[k].op == LLVMPHI; k++)
      for (unsigned j = 0; j < LL (CountIncoming) (f->insts[k].v); j++)
        if (LL (GetIncomingBlock) (f->insts[k].v, j) == b->v) {
          uint32_t v = map_get (&c->value_of, LL (GetIncomingValue) (f->insts[k].v, j));
          if (v != NONE)
            bits_add (live, v);
        }
  }
  for (uint32_t k = b->first + b->count; k-- > inst;) {
    bits_remove (live, f->nargs + k);
    if (f->insts[k].op != LLVMPHI)
      use_operands (c, f, f->insts[k].v, live);
  }
  return true;
}

static void
find_live (const struct c_program *c, struct c_func *f)
{
  uint64_t *live = mem_zalloc (f->words * sizeof *live);
  for (uint32_t b = 0; b < f->nblocks; b++)
    f->blocks[b].live = arena_alloc (c->arena, f->words * sizeof *live);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = f->nblocks; b-- > 0;) {
      uint32_t first = f->blocks[b].first;
      while (f->insts[first].op == LLVMPHI)
        first++;
      program_live_at (c, f, first, live);
      changed |= bits_join (f->blocks[b].live, live, f->words);
    }
  }
  mem_free (live);
}

bool
program_read (struct c_program *c)
{
  if (!llvm_load (c->diag))
    return false;
  c->llvm = LL (ContextCreate) ();
  for (int i = 0; i < c->config->nfiles; i++)
    if (!add_file (c, c->config->files[i]))
      return false;
  c->layout = LL (GetModuleDataLayout) (c->module);
  if (!take_from_memory (c))
    return false;
  byval_copies (c);
  for (LLVMValueRef v = LL (GetFirstFunction) (c->module); v; v = LL (GetNextFunction) (v)) {
    size_t length;
    map_put (&c->func_of, v, (uint32_t) c->funcs.count);
    VEC_PUSH (c->funcs, ((struct c_func) {.v = v, .name = arena_strdup (c->arena, LL (GetValueName2) (v, &length))}));
  }
  for (size_t i = 0; i < c->funcs.count; i++) {
    decode (c, &c->funcs.data[i]);
    if (c->funcs.data[i].defined) {
      find_loops (c, &c->funcs.data[i]);
      find_live (c, &c->funcs.data[i]);
    }
  }
  return true;
}
