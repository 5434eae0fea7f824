/* Idea. gcc stops with an error if a plugin was compiled for another version of gcc. This plugin uses none of
 * gcc's functions, so every gcc can load it. It loads the real one if the versions are equal, and does nothing
 * otherwise: then the object is not marked, and the verdict names what is assumed.
 */
#include "gcc-plugin.h"
#include "plugin-version.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

int plugin_is_GPL_compatible;

int
plugin_init (plugin_name_args *self, plugin_gcc_version *v)
{
  const plugin_gcc_version *our = &gcc_version;
  if (strcmp (v->basever, our->basever) || strcmp (v->datestamp, our->datestamp) || strcmp (v->devphase, our->devphase)
      || strcmp (v->revision, our->revision) || strcmp (v->configuration_arguments, our->configuration_arguments))
    return 0;
  char path[PATH_MAX];
  snprintf (path, sizeof path, "%.*s-pass.so", (int) (strlen (self->full_name) - strlen (".so")), self->full_name);
  void *loaded = dlopen (path, RTLD_NOW);
  auto init = loaded ? (plugin_init_func) dlsym (loaded, "plugin_init") : NULL;
  return init ? init (self, v) : 0;
}
