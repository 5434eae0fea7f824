/* Idea. gcc gives up on a plugin that was made for another gcc: its names are not
 * there. This one needs none of them, so that every gcc can be told to load it; it
 * loads the other where that fits, and does nothing elsewhere. What was compiled
 * without is not marked, and the verdict says what is assumed then.
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
