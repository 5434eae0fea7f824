/* The plugin's main pass, which runs before both passes of -fsanitize=thread (with and without optimisation). Each unit that
 * was compiled with it gets one byte in the section .mazurka.plugin, which native/unseen.c counts. */
#include "plugin.h"

#include "output.h"

static const pass_data before_tsan = {GIMPLE_PASS, "mazurka", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa_only_virtuals};

class mazurka_pass : public gimple_opt_pass
{
public:
  mazurka_pass (bool when_optimizing) : gimple_opt_pass (before_tsan, g), optimizing (when_optimizing) {}

  bool
  gate (function *) final override
  {
    return (optimize > 0) == optimizing;
  }

  unsigned
  execute (function *f) final override
  {
    basic_block block;
    FOR_EACH_BB_FN (block, f) {
      note_landing_pad (block);
      for (gimple_stmt_iterator at = gsi_start_bb (block); !gsi_end_p (at); gsi_next (&at)) {
        if (gassign *a = dyn_cast <gassign *> (gsi_stmt (at)))
          tell_left_out (&at, a);
        tell_pointers (&at);
        if (gasm *assembly = dyn_cast <gasm *> (gsi_stmt (at))) {
          tell_hidden (assembly);
          split_operands (&at, assembly);
        }
        gcall *call = dyn_cast <gcall *> (gsi_stmt (at));
        if (!call || gimple_call_internal_p (call))
          continue;
        call_library (&at, call);
        split_copies (&at, call);
        note_landing (&at, call);
      }
    }
    gsi_commit_edge_inserts ();
    return 0;
  }

private:
  bool optimizing;
};

static void
add_before (const char *name, const char *instrumentation, bool optimizing)
{
  register_pass_info info = {new mazurka_pass (optimizing), instrumentation, 1, PASS_POS_INSERT_BEFORE};
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

/* There is no assembly output if gcc only preprocesses. */
static void
mark_unit (void *, void *)
{
  if (!asm_out_file)
    return;
  fputs ("\t.section\t.mazurka.plugin,\"\",@progbits\n\t.byte\t1\n", asm_out_file);
  if (zones_are_on ())
    fputs ("mazurka.zones:\n", asm_out_file);    /* native/constructor.h */
  write_unseen (asm_out_file);
}

int
plugin_init (plugin_name_args *self, plugin_gcc_version *)
{
  add_before (self->base_name, "tsan", true);
  add_before (self->base_name, "tsan0", false);
  register_callback (self->base_name, PLUGIN_FINISH_DECL, forget_purity, NULL);
  register_callback (self->base_name, PLUGIN_FINISH_PARSE_FUNCTION, forget_purity, NULL);
  register_pass_info locals = {make_locals_pass (), "vregs", 1, PASS_POS_INSERT_BEFORE};
  register_callback (self->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &locals);
  register_pass_info ids = {make_ids_pass (), "ssa", 1, PASS_POS_INSERT_AFTER};
  register_callback (self->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &ids);
  register_callback (self->base_name, PLUGIN_ALL_IPA_PASSES_START, tell_hidden_names, NULL);
  register_callback (self->base_name, PLUGIN_FINISH_UNIT, mark_unit, NULL);
  bool wants_zones = true;        /* -fplugin-arg-gcc-no-zones: for protocols, which are not linked with the runtime */
  for (int i = 0; i < self->argc; i++)
    wants_zones = wants_zones && strcmp (self->argv[i].key, "no-zones");
  if (wants_zones)
    begin_zones ();
  return 0;
}
