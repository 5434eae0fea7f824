/* Structures passed by value.
 *
 * For a structure of more than 16 bytes the function gets its address, with the attribute `byval`: the call makes a copy
 * that the function may write. Here the function itself makes the copy as its first action, so that the rest of the
 * translation sees an ordinary local variable and an ordinary copy: for ownership of locals, for points-to sets, and for
 * the reads of the copy. */
#include "front/c/parts.h"

/* The function's first line; NULL: no debug information. */
static LLVMMetadataRef
first_line (LLVMValueRef f)
{
  for (LLVMBasicBlockRef b = LL (GetFirstBasicBlock) (f); b; b = LL (GetNextBasicBlock) (b))
    for (LLVMValueRef i = LL (GetFirstInstruction) (b); i; i = LL (GetNextInstruction) (i))
      if (LL (InstructionGetDebugLoc) (i))
        return LL (InstructionGetDebugLoc) (i);
  return NULL;
}

static void
copy_parameter (struct c_program *c, LLVMBuilderRef builder, LLVMValueRef f, LLVMValueRef parameter)
{
  LLVMTypeRef t = LL (GetElementType) (LL (TypeOf) (parameter));
  LLVMMetadataRef line = first_line (f);
  unsigned align = LL (ABIAlignmentOfType) (c->layout, t);
  size_t length;
  LL (PositionBuilderBefore) (builder, LL (GetFirstInstruction) (LL (GetFirstBasicBlock) (f)));
  LLVMValueRef own = LL (BuildAlloca) (builder, t, arena_printf (c->arena, "%s.copy", LL (GetValueName2) (parameter, &length)));
  LL (ReplaceAllUsesWith) (parameter, own);
  LLVMValueRef copy = LL (BuildMemCpy) (builder, own, align, parameter, 1,
                                        LL (ConstInt) (LL (Int64TypeInContext) (c->llvm), LL (ABISizeOfType) (c->layout, t), false));
  if (line)
    LL (InstructionSetDebugLoc) (copy, line);
}

void
byval_copies (struct c_program *c)
{
  unsigned by_value = LL (GetEnumAttributeKindForName) ("byval", 5);
  LLVMBuilderRef builder = LL (CreateBuilderInContext) (c->llvm);
  for (LLVMValueRef f = LL (GetFirstFunction) (c->module); f; f = LL (GetNextFunction) (f))
    for (unsigned i = 0; LL (GetFirstBasicBlock) (f) && i < LL (CountParams) (f); i++)
      if (LL (GetEnumAttributeAtIndex) (f, i + 1, by_value))
        copy_parameter (c, builder, f, LL (GetParam) (f, i));
  LL (DisposeBuilder) (builder);
}
