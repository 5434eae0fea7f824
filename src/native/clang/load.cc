/* As gcc/load.cc: every clang can load this plugin, which uses none of clang's functions. It loads the real one if the
 * versions are equal. The two structures are those of llvm/Passes/PassPlugin.h; their layout is fixed by the API version. */
#include <cstdint>

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

struct plugin_info {
  uint32_t api_version;
  const char *name, *version;
  void (*add_passes) (void *builder);
};

static void
nothing (void *)
{
}

extern "C" __attribute__ ((visibility ("default"))) plugin_info
llvmGetPassPluginInfo ()
{
  const plugin_info none = {1, "mazurka", "1", nothing};
  char path[PATH_MAX];
  Dl_info self;
  if (!dladdr ((void *) nothing, &self))
    return none;
  snprintf (path, sizeof path, "%.*s-pass.so", (int) (strlen (self.dli_fname) - strlen (".so")), self.dli_fname);
  void *loaded = dlopen (path, RTLD_NOW);
  auto get = loaded ? (plugin_info (*) ()) dlsym (loaded, "llvmGetPassPluginInfo") : nullptr;
  return get ? get () : none;
}
