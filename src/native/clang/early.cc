#include "early.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"

using namespace llvm;

static const char done[] = "mazurka-accesses";

bool
is_early (const Function &f)
{
  return !f.isDeclaration () && f.hasFnAttribute (Attribute::SanitizeThread) && !f.hasFnAttribute ("coroutine.presplit")
         && !f.hasFnAttribute (Attribute::Naked);
}

/* The parts of clang's pass can only be switched by command-line options. */
static void
choose_parts (bool accesses, bool frames)
{
  static const struct { const char *name; bool is_frames; } parts[] = {
    {"tsan-instrument-memory-accesses", false}, {"tsan-instrument-memintrinsics", false}, {"tsan-instrument-atomics", false},
    {"tsan-instrument-func-entry-exit", true}};
  for (const auto &part : parts) {
    auto found = cl::getRegisteredOptions ().find (part.name);
    if (found == cl::getRegisteredOptions ().end ())
      report_fatal_error ("mazurka: this clang has no option for a part of its instrumentation");
    static_cast<cl::opt<bool> *> (found->second)->setValue (part.is_frames ? frames : accesses);
  }
}

/* LLVM drops or merges calls of functions that are declared to access no memory, or only to read it, and with them the
 * accesses in these functions. So the declarations are ignored. */
static void
forget_purity (Module &m)
{
  static const Attribute::AttrKind kinds[] = {Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly, Attribute::ArgMemOnly,
                                              Attribute::InaccessibleMemOnly, Attribute::InaccessibleMemOrArgMemOnly, Attribute::Speculatable};
  for (Function &f : m) {
    for (Attribute::AttrKind k : kinds)
      if (!f.isIntrinsic ())
        f.removeFnAttr (k);
    for (Instruction &i : instructions (f)) {
      auto *call = dyn_cast<CallBase> (&i);
      if (!call || call->isInlineAsm () || (call->getCalledFunction () && call->getCalledFunction ()->isIntrinsic ()))
        continue;
      for (Attribute::AttrKind k : kinds)
        call->removeFnAttr (k);
    }
  }
}

PreservedAnalyses
instrument_accesses::run (Module &m, ModuleAnalysisManager &manager)
{
  FunctionAnalysisManager &functions = manager.getResult<FunctionAnalysisManagerModuleProxy> (m).getManager ();
  forget_purity (m);
  ModuleThreadSanitizerPass ().run (m, manager);
  choose_parts (true, false);
  for (Function &f : m)
    if (is_early (f)) {
      ThreadSanitizerPass ().run (f, functions);
      f.addFnAttr (done);
    } else if (f.hasFnAttribute ("coroutine.presplit"))
      f.addFnAttr (Attribute::NoInline);   /* inlining would move its accesses into functions that are already instrumented */
  choose_parts (true, true);
  return PreservedAnalyses::none ();
}

PreservedAnalyses
instrument_frames::run (Module &m, ModuleAnalysisManager &manager)
{
  FunctionAnalysisManager &functions = manager.getResult<FunctionAnalysisManagerModuleProxy> (m).getManager ();
  choose_parts (false, true);
  for (Function &f : m)
    if (f.hasFnAttribute (done)) {
      ThreadSanitizerPass ().run (f, functions);
      f.removeFnAttr (Attribute::SanitizeThread);
    }
  choose_parts (true, true);
  return PreservedAnalyses::none ();
}
