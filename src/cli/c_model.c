#include "cli/c_model.h"

#include "base/str.h"
#include "cli/c_observe.h"
#include "front/c/c.h"
#include "native/build.h"

bool
c_model_wanted (const struct options *o)
{
  return o->engine != ENGINE_AUTO && o->engine != ENGINE_NATIVE;
}

struct pg *
c_model_load (const char *file, const struct options *o, uint32_t family, struct diag *diag)
{
  struct build_tools tools;
  struct str include = {0};
  struct pg *pg = NULL;
  if (build_tools (&tools, diag)) {
    str_printf (&include, "%s/include", tools.directory);
    struct c_config config = {
      .files = &file, .nfiles = 1, .cflags = o->cflags, .seconds = o->time, .include = str_text (&include), .races = !o->allow_races,
      .weak_atomics = o->memory_model == MEMORY_SC, .spurious = o->spurious, .any_exit_status = o->exit_status == EXIT_STATUS_ANY,
      .observed = o->ltl || o->invariant, .family = family, .max_threads = o->max_threads ? (uint32_t) o->max_threads : 4,
      .max_blocks = (uint32_t) o->max_blocks, .max_recursion = (uint32_t) o->max_recursion,
    };
    pg = c_load (&config, diag);
    if (pg && o->ltl && !c_observe_formula (pg, o->ltl, diag)) {
      pg_free (pg);
      pg = NULL;
    }
  }
  str_release (&include);
  build_tools_release (&tools);
  return pg;
}
