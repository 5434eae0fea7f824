/* Instrumentation before optimisation.
 * Idea. clang runs -fsanitize=thread when everything else has run: a store that the next one
 * overwrites and a load whose value is not used are gone by then, although they race. So accesses
 * are instrumented at the start of the pipeline, by clang's own pass; what follows cannot delete,
 * merge or move them over the calls that announce them. Entries and exits of functions stand for
 * frames of the stack, so they are added at the end, when functions have been inlined.
 *
 * Coroutines are instrumented at the end only: what they keep in their frame is not in memory
 * before they are split.
 */
#ifndef NATIVE_CLANG_EARLY_H
#define NATIVE_CLANG_EARLY_H

#include <llvm/IR/PassManager.h>

/* Accesses of the functions that are to be instrumented, but for coroutines. */
class instrument_accesses : public llvm::PassInfoMixin<instrument_accesses>
{
public:
  static bool isRequired () { return true; }
  llvm::PreservedAnalyses run (llvm::Module &, llvm::ModuleAnalysisManager &);
};

/* Entries and exits of the same; clang's pass, which comes next, finds only the others to do. */
class instrument_frames : public llvm::PassInfoMixin<instrument_frames>
{
public:
  static bool isRequired () { return true; }
  llvm::PreservedAnalyses run (llvm::Module &, llvm::ModuleAnalysisManager &);
};

/* Is it instrumented at the start of the pipeline? */
bool is_early (const llvm::Function &);

#endif
