/* Idea. gcc instruments assignments, but not calls: the write of a structure that takes the result
 * of a call, and the read of one that is passed by value, are missed. So the call gets a
 * temporary, and the copy becomes an assignment:
 *
 *     shared = make ();      temporary = make ();  shared = temporary;
 *     use (shared);          temporary = shared;   use (temporary);
 *
 * Why that is sound. A call assigns its result after it has returned, and reads its arguments
 * before it begins. A call that throws or jumps away assigns nothing: if a call ends its block,
 * the assignment is placed on the edge to the next block. Classes that may not be copied bitwise
 * (TREE_ADDRESSABLE) are passed by reference, and uses of the reference are instrumented.
 */
#include "plugin.h"

#include "cfganal.h"
#include "tree-cfg.h"
#include "tree-ssa-alias.h"

bool
is_shared (tree place)
{
  tree base = get_base_address (place);
  return base && (!DECL_P (base) || is_global_var (base) || may_be_aliased (base));
}

static bool
is_copied (tree place)
{
  if (!place || is_gimple_reg_type (TREE_TYPE (place)) || TREE_CODE (place) == CONSTRUCTOR || TREE_CODE (place) == WITH_SIZE_EXPR)
    return false;
  return !TREE_ADDRESSABLE (TREE_TYPE (place)) && int_size_in_bytes (TREE_TYPE (place)) > 0 && is_shared (place);
}

static gassign *
copy_between (tree to, tree from, gcall *call)
{
  gassign *copy = gimple_build_assign (to, from);
  gimple_set_location (copy, gimple_location (call));
  gimple_set_block (copy, gimple_block (call));
  return copy;
}

static tree
temporary_like (tree place)
{
  return create_tmp_var (TYPE_MAIN_VARIANT (TREE_TYPE (place)), "copied");
}

static void
split_result (gimple_stmt_iterator *at, gcall *call)
{
  tree place = gimple_call_lhs (call);
  bool is_last = stmt_ends_bb_p (call);
  edge next = is_last ? find_fallthru_edge (gimple_bb (call)->succs) : NULL;
  if (!is_copied (place) || (is_last && !next))
    return;
  tree temporary = temporary_like (place);
  gimple_call_set_lhs (call, temporary);
  update_stmt (call);
  if (next)
    gsi_insert_on_edge (next, copy_between (place, temporary, call));
  else
    gsi_insert_after (at, copy_between (place, temporary, call), GSI_NEW_STMT);
}

void
split_copies (gimple_stmt_iterator *at, gcall *call)
{
  for (unsigned i = 0; i < gimple_call_num_args (call); i++) {
    tree argument = gimple_call_arg (call, i);
    if (!is_copied (argument))
      continue;
    tree temporary = temporary_like (argument);
    gsi_insert_before (at, copy_between (temporary, argument, call), GSI_SAME_STMT);
    gimple_call_set_arg (call, i, temporary);
    update_stmt (call);
  }
  split_result (at, call);
}
