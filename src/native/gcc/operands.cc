/* Idea. gcc does not instrument the operands of inline assembly. If an operand in a register belongs to a variable
 * in memory, the compiler adds a load before and a store after the assembly. These are not in the text of the
 * assembly, where wrap/as would notice them. So the assembly gets a temporary:
 *
 *     asm ("" : "+r" (shared));     temporary = shared;  asm ("" : "+r" (temporary));  shared = temporary;
 *
 * Operands that must be in memory are not changed: wrap/as notes that the assembly accesses memory.
 */
#include "plugin.h"

#include "cfganal.h"
#include "gimplify.h"
#include "stmt.h"
#include "tree-cfg.h"

/* A temporary in place of the operand; NULL if the operand is not memory that other threads may access. */
static tree
temporary_for (tree place, bool allows_register)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (place));
  if (!allows_register || TREE_CODE (place) == SSA_NAME || is_gimple_min_invariant (place) || !is_shared (place))
    return NULL_TREE;
  return is_gimple_reg_type (type) ? make_ssa_name (type) : create_tmp_var (type, "operand");
}

static gassign *
move_between (tree to, tree from, gasm *assembly)
{
  gassign *move = gimple_build_assign (to, from);
  gimple_set_location (move, gimple_location (assembly));
  gimple_set_block (move, gimple_block (assembly));
  return move;
}

/* If the assembly can jump (asm goto), the result is stored on each edge where that is possible. */
static void
store_result (gimple_stmt_iterator *at, gasm *assembly, tree place, tree temporary)
{
  if (!stmt_ends_bb_p (assembly)) {
    gsi_insert_after (at, move_between (place, temporary, assembly), GSI_NEW_STMT);
    *at = gsi_for_stmt (assembly);
    return;
  }
  edge next;
  edge_iterator i;
  FOR_EACH_EDGE (next, i, gimple_bb (assembly)->succs)
    if (next->flags & EDGE_COMPLEX)
      note_unseen (assembly);
    else
      gsi_insert_on_edge (next, move_between (unshare_expr (place), temporary, assembly));
}

static void
split_result (gimple_stmt_iterator *at, gasm *assembly, unsigned i, const char **constraints)
{
  tree operand = gimple_asm_output_op (assembly, i);
  bool allows_memory, allows_register, is_changed;
  constraints[i] = TREE_STRING_POINTER (TREE_VALUE (TREE_PURPOSE (operand)));
  if (!parse_output_constraint (&constraints[i], i, gimple_asm_ninputs (assembly), gimple_asm_noutputs (assembly), &allows_memory, &allows_register, &is_changed))
    return;
  tree place = TREE_VALUE (operand), temporary = temporary_for (place, allows_register);
  if (!temporary)
    return;
  TREE_VALUE (operand) = temporary;
  if (TREE_CODE (temporary) == SSA_NAME)
    SSA_NAME_DEF_STMT (temporary) = assembly;
  store_result (at, assembly, place, temporary);
}

static void
split_argument (gimple_stmt_iterator *at, gasm *assembly, unsigned i, const char *const *constraints)
{
  tree operand = gimple_asm_input_op (assembly, i);
  bool allows_memory, allows_register;
  const char *constraint = TREE_STRING_POINTER (TREE_VALUE (TREE_PURPOSE (operand)));
  if (!parse_input_constraint (&constraint, i, gimple_asm_ninputs (assembly), gimple_asm_noutputs (assembly), 0, constraints, &allows_memory, &allows_register))
    return;
  tree place = TREE_VALUE (operand), temporary = temporary_for (place, allows_register);
  if (!temporary)
    return;
  gsi_insert_before (at, move_between (temporary, place, assembly), GSI_SAME_STMT);
  TREE_VALUE (operand) = temporary;
}

void
split_operands (gimple_stmt_iterator *at, gasm *assembly)
{
  const char **constraints = XALLOCAVEC (const char *, gimple_asm_noutputs (assembly) + 1);
  for (unsigned i = 0; i < gimple_asm_noutputs (assembly); i++)
    split_result (at, assembly, i, constraints);
  for (unsigned i = 0; i < gimple_asm_ninputs (assembly); i++)
    split_argument (at, assembly, i, constraints);
  update_stmt (assembly);
}
