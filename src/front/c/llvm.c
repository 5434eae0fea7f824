/* Loads LLVM. See llvm.h. */
#include "front/c/llvm.h"

#include <dlfcn.h>
#include <string.h>

struct llvm_table llvm;

bool
llvm_load (struct diag *diag)
{
  static const char *const names[] = {"libLLVM-14.so.1", "libLLVM-14.so"};
  void *library = NULL;
  if (llvm.ContextCreate)
    return true;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
    library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    diag_error (diag, (struct pos) {0}, "C as a model needs LLVM 14, which cannot be loaded: %s", dlerror ());
    return false;
  }
  struct llvm_table table;
#define X(name)                                                                                       \
  {                                                                                                   \
    void *f = dlsym (library, "LLVM" #name);                                                          \
    if (!f) {                                                                                         \
      diag_error (diag, (struct pos) {0}, "this LLVM has no function LLVM" #name ": expected LLVM 14"); \
      return false;                                                                                   \
    }                                                                                                 \
    memcpy (&table.name, &f, sizeof f);                                                               \
  }
  LLVM_FUNCTIONS (X)
#undef X
  llvm = table;
  return true;
}
