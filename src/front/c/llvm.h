/* LLVM's C interface, loaded only when a C program is translated: the library has a hundred megabytes, which would
 * otherwise be mapped at every start of the command.
 *
 *     if (llvm_load (diag)) ... LL (GetOperand) (value, 0) ...
 *
 * The table is written once, by llvm_load, and is constant after that. */
#ifndef FRONT_C_LLVM_H
#define FRONT_C_LLVM_H

#include <stdbool.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "base/diag.h"

#define LLVM_FUNCTIONS(X) \
  X (ContextCreate) X (ContextDispose) X (CreateMemoryBufferWithContentsOfFile) X (ParseIRInContext) X (DisposeMessage) \
  X (LinkModules2) X (RunPasses) X (CreatePassBuilderOptions) X (DisposePassBuilderOptions) X (GetErrorMessage) \
  X (DisposeErrorMessage) X (DisposeModule) X (GetModuleDataLayout) X (GetFirstFunction) X (GetNextFunction) \
  X (GetFirstGlobal) X (GetNextGlobal) X (GetInitializer) X (IsGlobalConstant) X (IsThreadLocal) X (IsDeclaration) \
  X (GetValueName2) X (GetFirstBasicBlock) X (GetNextBasicBlock) X (GetFirstInstruction) X (GetNextInstruction) \
  X (GetInstructionOpcode) X (GetOperand) X (GetNumOperands) X (TypeOf) X (GetTypeKind) X (GetIntTypeWidth) X (GetElementType) \
  X (GetArrayLength) X (CountStructElementTypes) X (StructGetTypeAtIndex) X (GetStructName) X (IsPackedStruct) X (GetBasicBlockTerminator) \
  X (GetNumSuccessors) X (GetSuccessor) X (CountIncoming) X (GetIncomingValue) X (GetIncomingBlock) X (CountParams) \
  X (GetParam) X (GetCalledValue) X (GetNumArgOperands) X (GetICmpPredicate) \
  X (ConstIntGetZExtValue) X (ConstIntGetSExtValue) X (IsAConstantInt) X (IsAConstantPointerNull) X (IsAUndefValue) \
  X (IsAGlobalVariable) X (IsAFunction) X (IsAConstantExpr) X (GetConstOpcode) X (IsAConstantAggregateZero) \
  X (IsAConstantDataSequential) X (GetElementAsConstant) X (IsAConstantArray) X (IsAConstantStruct) X (IsAInlineAsm) \
  X (GetDebugLocLine) X (GetDebugLocFilename) X (GetDebugLocDirectory) X (GetDebugLocColumn) X (ABISizeOfType) X (StoreSizeOfType) X (OffsetOfElement) X (GetAllocatedType) \
  X (GetNumIndices) X (GetIndices) X (GetOrdering) X (GetAtomicRMWBinOp) X (IsAAllocaInst) X (IsAInstruction) \
  X (IsAArgument) X (GetFirstUse) X (GetNextUse) X (GetUser) X (IsConditional) X (GetCondition) \
  X (BasicBlockAsValue) X (ValueAsBasicBlock) X (IsABasicBlock) X (GetReturnType) X (GetAsString) X (IsAGlobalAlias) X (AliasGetAliasee) \
  X (GetCmpXchgSuccessOrdering) X (GetCmpXchgFailureOrdering) X (IsAConstantFP) X (IsAPoisonValue) X (GetWeak) \
  X (GetEnumAttributeKindForName) X (GetEnumAttributeAtIndex) X (CreateBuilderInContext) X (DisposeBuilder) X (PositionBuilderBefore) \
  X (BuildAlloca) X (BuildMemCpy) X (ReplaceAllUsesWith) X (ConstInt) X (Int64TypeInContext) X (InstructionGetDebugLoc) X (InstructionSetDebugLoc) \
  X (ABIAlignmentOfType) X (GetAlignment)

struct llvm_table {
#define X(name) __typeof__ (LLVM##name) *name;
  LLVM_FUNCTIONS (X)
#undef X
};
extern struct llvm_table llvm;
#define LL(name) (llvm.name)

bool llvm_load (struct diag *);

#endif
