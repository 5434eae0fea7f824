/* A pass for clang.
 * Idea. -fsanitize=thread instruments loads and stores of 1, 2, 4, 8 and 16 bytes, and calls that
 * copy memory. It leaves out other sizes (long double, 3 floats, wide vectors), structures that are
 * passed by value in memory (`byval`: the caller copies them), and va_start and va_copy. These are
 * instrumented here, as ranges. Target intrinsics with pointer arguments, whose accesses are not known,
 * are noted with file and line, as wrap/as notes assembly. Comparisons of addresses and of thread ids
 * are instrumented, too (as gcc/pointers.cc).
 *
 * Each unit that was compiled with it gets one byte in the section .mazurka.plugin (native/unseen.c). Accesses are
 * instrumented at the start of the pipeline (early.h), and in functions that are left out there, at its end.
 */
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

#include <set>
#include <string>

#include "early.h"
#include "native/hidden.h"

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
    if (early)
      note_hidden ();
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
    const DILocation *at = i->getDebugLoc ();
    while (at && at->getInlinedAt ())
      at = at->getInlinedAt ();
    places.insert (at ? (at->getFilename () + ":" + Twine (at->getLine ())).str () : module->getSourceFileName () + ":1");
  }

  /* As gcc/hidden.cc. In clang's output, names of symbols are quoted and names of files are in comments. */
  void
  note_hidden ()
  {
    for (Function &f : *module)
      for (Instruction &i : instructions (f)) {
        auto *call = dyn_cast<CallBase> (&i);
        auto *assembly = call ? dyn_cast<InlineAsm> (call->getCalledOperand ()) : nullptr;
        const DILocation *at = i.getDebugLoc ();
        if ((assembly && has_mark (assembly->getAsmString ().c_str ())) || (at && at->getFilename ().find_first_of ("\n\r") != StringRef::npos))
          note (&i);
      }
    bool is_hidden = has_mark (module->getModuleInlineAsm ().c_str ());
    for (GlobalObject &g : module->global_objects ())
      if (g.hasSection () && (is_no_name (g.getSection ().str ().c_str ()) || (isa<GlobalVariable> (g) && is_of_code (g.getSection ().str ().c_str ()))))
        is_hidden = true;
    if (is_hidden)
      places.insert (module->getSourceFileName () + ":1");
  }

  /* Accesses of a size for which the sanitizer has no function are instrumented as ranges. */
  void
  visit_access (Instruction *i, Value *pointer, Type *type, bool is_write)
  {
    TypeSize bits = module->getDataLayout ().getTypeStoreSizeInBits (type);
    if (bits.isScalable ())
      note (i);
    else if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128 && bits != 0)
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
  tell_addresses (Instruction *before, const char *name, ArrayRef<Value *> values)
  {
    IRBuilder<> b (before);
    if (!before->getDebugLoc () && before->getFunction ()->getSubprogram ())
      b.SetCurrentDebugLocation (DILocation::get (module->getContext (), 0, 0, before->getFunction ()->getSubprogram ()));
    SmallVector<Value *, 2> operands;
    SmallVector<Type *, 2> types;
    for (Value *v : values) {
      operands.push_back (v->getType ()->isPointerTy () ? b.CreatePointerBitCastOrAddrSpaceCast (v, b.getInt8PtrTy ()) : v);
      types.push_back (operands.back ()->getType ());
    }
    b.CreateCall (module->getOrInsertFunction (name, FunctionType::get (b.getVoidTy (), types, false)), operands);
  }

  /* A constant address; that of a thread-local variable differs between threads. */
  static bool
  is_constant (const Value *v)
  {
    auto *variable = dyn_cast<GlobalVariable> (v);
    return isa<Constant> (v) && !(variable && variable->isThreadLocal ());
  }

  /* If a unit calls pthread_self, any integer of that size may be an id. */
  bool
  ids_are_asked_for ()
  {
    return module->getFunction ("pthread_self") || module->getFunction ("thrd_current");
  }

  /* An integer that was converted from a pointer, or read from an atomic object. */
  static bool
  is_word (const Value *v)
  {
    auto *load = dyn_cast<LoadInst> (v);
    auto *part = dyn_cast<ExtractValueInst> (v);
    bool is_atomic = (load && load->isAtomic ()) || isa<AtomicRMWInst> (v) || (part && isa<AtomicCmpXchgInst> (part->getAggregateOperand ()));
    return v->getType ()->isIntegerTy (64) && (is_atomic || isa<PtrToIntInst> (v));
  }

  /* A remainder that is only compared with constants tests the alignment. Other remainders may be hashes of addresses. */
  static bool
  is_alignment_test (const User *u, const Value *integer)
  {
    auto *op = dyn_cast<BinaryOperator> (u);
    auto *by = op ? dyn_cast<ConstantInt> (op->getOperand (1)) : nullptr;
    bool is_remainder = op && ((op->getOpcode () == Instruction::URem && op->getOperand (0) == integer) || op->getOpcode () == Instruction::And);
    return is_remainder && !(by && by->getValue ().ugt (65536))
           && all_of (u->users (), [] (const User *v) { return isa<ICmpInst> (v) && isa<Constant> (v->getOperand (1)); });
  }

  /* As gcc/pointers.cc: addresses that are compared or converted to integers, unless the integer is only an operand of a
   * compare-and-swap, which the runtime implements. */
  void
  visit_addresses (Instruction *i)
  {
    Value *first = i->getOperand (0);
    bool is_pointer = first->getType ()->isPointerTy () && !is_constant (first);
    if (auto *compare = dyn_cast<ICmpInst> (i)) {
      Value *second = compare->getOperand (1);
      bool are_told = is_pointer || is_word (first) || is_word (second);
      if (are_told && !is_constant (first) && !is_constant (second) && first != second)
        tell_addresses (i, "__tsan_pointers_compared", {first, second});
      else if (is_id (first) || is_id (second) || (compare->isEquality () && first->getType ()->isIntegerTy (64) && ids_are_asked_for ()))
        tell_ids (i, first, second);
    }
    bool tells_nothing = all_of (i->users (), [i] (User *u) {
      return isa<AtomicCmpXchgInst> (u) || is_alignment_test (u, i);
    });
    if (isa<PtrToIntInst> (i) && is_pointer && !tells_nothing)
      tell_addresses (i, "__tsan_pointer_converted", {first});
  }

  /* LLVM has no names of types, so ids are recognised by origin: the result of pthread_self, and loads from where
   * pthread_create stored one. */
  static bool
  is_id (const Value *v)
  {
    if (!v->getType ()->isIntegerTy (64))
      return false;
    if (auto *call = dyn_cast<CallBase> (v))
      return call->getCalledFunction () && (call->getCalledFunction ()->getName () == "pthread_self" || call->getCalledFunction ()->getName () == "thrd_current");
    auto *load = dyn_cast<LoadInst> (v);
    const Value *place = load ? getUnderlyingObject (load->getPointerOperand ()) : nullptr;
    return place && any_of (place->users (), [] (const User *u) { return gets_id (u, 0); });
  }

  static bool
  gets_id (const User *u, int depth)
  {
    auto *call = dyn_cast<CallBase> (u);
    const Function *f = call ? call->getCalledFunction () : nullptr;
    if (f && (f->getName () == "pthread_create" || f->getName () == "thrd_create"))
      return true;
    if (auto *store = dyn_cast<StoreInst> (u))
      return isa<CallBase> (store->getValueOperand ()) && is_id (store->getValueOperand ());
    return (isa<GEPOperator> (u) || isa<BitCastOperator> (u)) && depth < 8 && any_of (u->users (), [=] (const User *v) { return gets_id (v, depth + 1); });
  }

  void
  tell_ids (Instruction *i, Value *first, Value *second)
  {
    if (!isa<Constant> (first) && !isa<Constant> (second))
      tell_addresses (i, "__tsan_ids_compared", {first, second});
  }

  /* The comparison operators of std::thread::id. */
  void
  visit_id_operator (Function &f)
  {
    StringRef name = f.getName ();
    bool is_one = name == "_ZSteqNSt6thread2idES0_" || name == "_ZStssNSt6thread2idES0_" || name == "_ZStltNSt6thread2idES0_";
    if (is_one && f.arg_size () == 2 && f.getArg (0)->getType ()->isIntegerTy (64) && f.getArg (1)->getType ()->isIntegerTy (64))
      tell_ids (&*f.getEntryBlock ().getFirstInsertionPt (), f.getArg (0), f.getArg (1));
  }

  void
  visit_call (CallBase *call)
  {
    for (unsigned n = 0; n < call->arg_size (); n++)
      if (call->isByValArgument (n))
        tell (call, call->getArgOperand (n), module->getDataLayout ().getTypeAllocSize (call->getParamByValType (n)), false);
  }

  void
  visit_function (Function &f)
  {
    SmallVector<Instruction *, 64> all;
    for (Instruction &i : instructions (f))
      all.push_back (&i);
    visit_id_operator (f);
    for (Instruction *i : all)
      if (isa<ICmpInst> (i) || isa<PtrToIntInst> (i))
        visit_addresses (i);
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
