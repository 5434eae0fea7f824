/* Structures that are passed by value.
 *
 * Of one that has more than 16 bytes a function gets the address, and the attribute `byval`: the call makes the copy that the
 * function may write. Here the function makes it itself, the first thing it does, so that the rest of the translation sees a local variable
 * and a copy like any other: whose locals they are, what they may point to, and that the copy reads what others may write. */
#include "front/c/parts.h"

/* Where the function's first line is; NULL: nothing is known of lines. */
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
