/* Instrumentation before optimisation.
 * Idea. clang runs -fsanitize=thread at the end of the pipeline. By then optimisation has deleted stores
 * that are overwritten and loads without use, although they race. So clang's own pass instruments accesses
 * at the start of the pipeline. Later passes cannot delete, merge or move accesses across the
 * instrumentation's calls. Function entries and exits correspond to stack frames, so they are
 * instrumented at the end, after inlining.
 *
 * Coroutines are instrumented at the end only: what they keep in their frame is not in memory
 * before they are split.
 */
#ifndef NATIVE_CLANG_EARLY_H
#define NATIVE_CLANG_EARLY_H

#include <llvm/IR/PassManager.h>

/* Instruments accesses of all functions that ask for it, except coroutines. */
class instrument_accesses : public llvm::PassInfoMixin<instrument_accesses>
{
public:
  static bool isRequired () { return true; }
  llvm::PreservedAnalyses run (llvm::Module &, llvm::ModuleAnalysisManager &);
};

/* Instruments entries and exits of these functions. clang's pass runs afterwards and handles the others. */
class instrument_frames : public llvm::PassInfoMixin<instrument_frames>
{
public:
  static bool isRequired () { return true; }
  llvm::PreservedAnalyses run (llvm::Module &, llvm::ModuleAnalysisManager &);
};

/* Is it instrumented at the start of the pipeline? */
bool is_early (const llvm::Function &);

#endif
