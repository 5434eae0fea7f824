/* Idea. Around globals and locals gcc can leave red zones and keep a map of them: that is a half of
 * -fsanitize=address, which its driver does not allow together with -fsanitize=thread. The other half, the test
 * before each access, is not wanted: the runtime meets every access anyway (runtime/memory/zones.c). So that sanitizer is
 * switched on here, after the options were looked at, without accesses.
 *
 * A jump (longjmp, an exception) leaves frames without clearing what the map has of them; the runtime is called
 * where it may land.
 */
#include "plugin.h"

#include "stringpool.h"
#include "attribs.h"
#include "asan.h"
#include "cfganal.h"
#include "options.h"
#include "opts.h"
#include "except.h"
#include "tree-cfg.h"
#include "tree-eh.h"
#include "tree-ssanames.h"

extern bool set_asan_shadow_offset (const char *);

static const char *const map_address = "0x200000000000";   /* RT_ZONES of runtime/core/layout.h */

bool
zones_are_on ()
{
  return flag_sanitize & SANITIZE_USER_ADDRESS;
}

void
begin_zones ()
{
  if (!(flag_sanitize & SANITIZE_THREAD) || !set_asan_shadow_offset (map_address))
    return;
  flag_sanitize |= SANITIZE_ADDRESS | SANITIZE_USER_ADDRESS;
  flag_sanitize_address_use_after_scope = 0;
  param_asan_globals = param_asan_stack = param_asan_protect_allocas = 1;
  param_asan_memintrin = 1;       /* alloca is one of these; the others are calls (-fno-builtin), or told by a call */
  param_asan_instrument_reads = param_asan_instrument_writes = param_asan_instrumentation_with_call_threshold = param_asan_use_after_return = 0;
}

static gcall *
landed (location_t where)
{
  gcall *call = gimple_build_call (build_fn_decl ("__mazurka_landed", build_function_type_list (void_type_node, NULL_TREE)), 0);
  gimple_set_location (call, where);
  return call;
}

/* A call that returns twice. Before one that does not return the sanitizer would clear the map of the whole stack: frames that stay
 * would lose their zones. */
void
note_landing (gimple_stmt_iterator *at, gcall *call)
{
  if (gimple_call_builtin_p (call, BUILT_IN_ASAN_HANDLE_NO_RETURN)) {
    unlink_stmt_vdef (call);
    gsi_replace (at, gimple_build_nop (), false);
    return;
  }
  if (!zones_are_on () || !(gimple_call_flags (call) & ECF_RETURNS_TWICE))
    return;
  edge next = stmt_ends_bb_p (call) ? find_fallthru_edge (gimple_bb (call)->succs) : NULL;
  if (next)
    gsi_insert_on_edge (next, landed (gimple_location (call)));
  else if (!stmt_ends_bb_p (call))
    gsi_insert_after (at, landed (gimple_location (call)), GSI_NEW_STMT);
}

/* A block where exceptions arrive. */
void
note_landing_pad (basic_block block)
{
  glabel *label = safe_dyn_cast <glabel *> (first_stmt (block));
  if (!zones_are_on () || !label || EH_LANDING_PAD_NR (gimple_label_label (label)) <= 0)
    return;
  gimple_stmt_iterator first = gsi_after_labels (block);
  gsi_insert_before (&first, landed (UNKNOWN_LOCATION), GSI_NEW_STMT);
}
