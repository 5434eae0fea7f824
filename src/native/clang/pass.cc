/* A pass for clang.
 * Idea. -fsanitize=thread knows loads and stores of 1, 2, 4, 8 and 16 bytes, and calls that
 * copy memory. Left out are other sizes (long double, 3 floats, wide vectors), structures
 * that are passed by value in memory (`byval`: the caller copies them), and lists of
 * arguments. They are told here, as ranges. Intrinsics that take pointers and are known to
 * neither touch memory as only their manual says: they are noted with file and line, as
 * wrap/as notes assembly.
 *
 * Each unit that was compiled so has one byte in the section .mazurka.plugin (native/unseen.c).
 * They are found where accesses are instrumented: at the start of the pipeline (early.h), the rest at its end.
 */
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

#include <set>
#include <string>

#include "base/mutant.h"
#include "early.h"

using namespace llvm;

namespace {

class left_out : public PassInfoMixin<left_out>
{
public:
  left_out (bool at_start) : early (at_start) {}

  static bool isRequired () { return true; }

  PreservedAnalyses
  run (Module &m, ModuleAnalysisManager &)
  {
    module = &m;
    for (Function &f : m)
      if (f.hasFnAttribute (Attribute::SanitizeThread) && (!early || is_early (f)))
        visit_function (f);
    mark ();
    return PreservedAnalyses::none ();
  }

private:
  bool early;
  Module *module;
  std::set<std::string> places;

  void
  tell (Instruction *before, Value *pointer, uint64_t bytes, bool is_write)
  {
    IRBuilder<> b (before);
    if (!before->getDebugLoc () && before->getFunction ()->getSubprogram ())
      b.SetCurrentDebugLocation (DILocation::get (module->getContext (), 0, 0, before->getFunction ()->getSubprogram ()));
    FunctionCallee hook = module->getOrInsertFunction (is_write ? "__tsan_write_range" : "__tsan_read_range", b.getVoidTy (), b.getInt8PtrTy (), b.getInt64Ty ());
    b.CreateCall (hook, {b.CreatePointerBitCastOrAddrSpaceCast (pointer, b.getInt8PtrTy ()), b.getInt64 (bytes)});
  }

  void
  note (Instruction *i)
  {
    if (MUTANT (plugin_instruction))
      return;
    const DILocation *at = i->getDebugLoc ();
    while (at && at->getInlinedAt ())
      at = at->getInlinedAt ();
    places.insert (at ? (at->getFilename () + ":" + Twine (at->getLine ())).str () : module->getSourceFileName () + ":1");
  }

  /* The sizes for which the sanitizer has a function. */
  void
  visit_access (Instruction *i, Value *pointer, Type *type, bool is_write)
  {
    TypeSize bits = module->getDataLayout ().getTypeStoreSizeInBits (type);
    if (bits.isScalable ())
      note (i);
    else if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128 && bits != 0 && !MUTANT (plugin_left_out))
      tell (i, pointer, bits / 8, is_write);
  }

  void
  visit_intrinsic (IntrinsicInst *i)
  {
    enum { LIST_BYTES = 24 };
    if (i->getIntrinsicID () == Intrinsic::vastart || i->getIntrinsicID () == Intrinsic::vacopy)
      tell (i, i->getArgOperand (0), LIST_BYTES, true);
    if (i->getIntrinsicID () == Intrinsic::vacopy)
      tell (i, i->getArgOperand (1), LIST_BYTES, false);
    bool is_known = isa<MemIntrinsic> (i) || i->isLifetimeStartOrEnd () || i->getIntrinsicID () == Intrinsic::vastart
                    || i->getIntrinsicID () == Intrinsic::vacopy || i->getIntrinsicID () == Intrinsic::vaend
                    || i->getIntrinsicID () == Intrinsic::prefetch || i->getIntrinsicID () == Intrinsic::stackrestore
                    || i->getIntrinsicID () == Intrinsic::eh_typeid_for || isa<DbgInfoIntrinsic> (i) || i->isAssumeLikeIntrinsic ();
    if (!is_known && i->mayReadOrWriteMemory () && any_of (i->args (), [] (const Use &u) { return u->getType ()->isPtrOrPtrVectorTy (); }))
      note (i);
  }

  void
  visit_call (CallBase *call)
  {
    for (unsigned n = 0; n < call->arg_size (); n++)
      if (call->isByValArgument (n) && !MUTANT (plugin_argument))
        tell (call, call->getArgOperand (n), module->getDataLayout ().getTypeAllocSize (call->getParamByValType (n)), false);
  }

  void
  visit_function (Function &f)
  {
    SmallVector<Instruction *, 64> all;
    for (Instruction &i : instructions (f))
      all.push_back (&i);
    for (Instruction *i : all)
      if (auto *load = dyn_cast<LoadInst> (i))
        visit_access (i, load->getPointerOperand (), load->getType (), false);
      else if (auto *store = dyn_cast<StoreInst> (i))
        visit_access (i, store->getPointerOperand (), store->getValueOperand ()->getType (), true);
      else if (auto *intrinsic = dyn_cast<IntrinsicInst> (i))
        visit_intrinsic (intrinsic);
      else if (auto *call = dyn_cast<CallBase> (i))
        visit_call (call);
  }

  void
  mark ()
  {
    std::string text = early ? "" : ".section .mazurka.plugin,\"\",@progbits\n.byte 1\n";
    if (!places.empty ())
      text += ".section .mazurka.asm,\"\",@progbits\n";
    for (const std::string &place : places) {
      text += ".asciz \"";
      for (char c : place)
        text += c == '"' || c == '\\' ? std::string ("\\") + c : std::string (1, c);
      text += "\"\n";
    }
    module->appendModuleInlineAsm (text + ".text\n");
  }
};

}

extern "C" __attribute__ ((visibility ("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo ()
{
  return {LLVM_PLUGIN_API_VERSION, "mazurka", "1", [] (PassBuilder &b) {
            b.registerPipelineStartEPCallback ([] (ModulePassManager &passes, OptimizationLevel) {
              passes.addPass (left_out (true));
              passes.addPass (instrument_accesses ());
            });
            b.registerOptimizerLastEPCallback ([] (ModulePassManager &passes, OptimizationLevel) {
              passes.addPass (instrument_frames ());
              passes.addPass (left_out (false));
            });
          }};
}
