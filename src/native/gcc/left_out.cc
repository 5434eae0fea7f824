/* Idea. gcc's pass skips an access if its operand is not addressable: fields in the other byte order, and
 * variables of an enclosing function that a nested function uses. Their addresses are computed here.
 * gcc also skips local variables that no other thread can have a pointer to. An access outside the bounds of
 * such a variable (after unrolling and inlining) is instrumented here: it touches a red zone (zones.cc).
 */
#include "plugin.h"

#include "gimplify.h"
#include "gimplify-me.h"
#include "fold-const.h"
#include "tree-dfa.h"
#include "tree-ssa-loop-ivopts.h"

void
tell_range (gimple_stmt_iterator *at, tree pointer, tree size, built_in_function how)
{
  gcall *told = gimple_build_call (builtin_decl_implicit (how), 2, pointer, size);
  gimple_set_location (told, gimple_location (gsi_stmt (*at)));
  gsi_insert_before (at, told, GSI_SAME_STMT);
}

static bool
is_left_out (tree place)
{
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (place));
  bool is_bit_field = TREE_CODE (place) == COMPONENT_REF && DECL_BIT_FIELD_TYPE (TREE_OPERAND (place, 1));
  return is_shared (place) && !(size && integer_zerop (size))
         && (int_size_in_bytes (TREE_TYPE (place)) < 0 || may_be_nonaddressable_p (is_bit_field ? TREE_OPERAND (place, 0) : place));
}

static bool
is_outside (tree place)
{
  HOST_WIDE_INT first, bits;
  bool is_reversed;
  tree base = is_shared (place) ? NULL_TREE : get_ref_base_and_extent_hwi (place, &first, &bits, &is_reversed);
  if (!base || !VAR_P (base) || !DECL_SIZE_UNIT (base) || !tree_fits_shwi_p (DECL_SIZE_UNIT (base)))
    return false;
  return first < 0 || first + bits > tree_to_shwi (DECL_SIZE_UNIT (base)) * BITS_PER_UNIT;
}

/* An access without a constant size is noted as unseen. */
static void
tell (gimple_stmt_iterator *at, tree place, built_in_function how)
{
  poly_int64 size, position;
  HOST_WIDE_INT bits, first;
  tree offset;
  machine_mode mode;
  int is_unsigned, is_reversed, is_volatile = 0;
  tree base = get_inner_reference (place, &size, &position, &offset, &mode, &is_unsigned, &is_reversed, &is_volatile);
  if (!size.is_constant (&bits) || !position.is_constant (&first) || bits <= 0) {
    note_unseen (gsi_stmt (*at));
    return;
  }
  tree address = build_fold_addr_expr (unshare_expr (base));
  if (offset)
    address = fold_build_pointer_plus (address, unshare_expr (offset));
  HOST_WIDE_INT byte = first >= 0 ? first / BITS_PER_UNIT : -((-first + BITS_PER_UNIT - 1) / BITS_PER_UNIT);
  address = fold_build_pointer_plus_hwi (address, byte);
  address = force_gimple_operand_gsi (at, address, true, NULL_TREE, true, GSI_SAME_STMT);
  tell_range (at, address, size_int ((first - byte * BITS_PER_UNIT + bits + BITS_PER_UNIT - 1) / BITS_PER_UNIT), how);
}

void
tell_left_out (gimple_stmt_iterator *at, gassign *a)
{
  if (gimple_clobber_p (a))
    return;
  if (gimple_store_p (a) && (is_left_out (gimple_assign_lhs (a)) || is_outside (gimple_assign_lhs (a))))
    tell (at, gimple_assign_lhs (a), BUILT_IN_TSAN_WRITE_RANGE);
  if (gimple_assign_load_p (a) && (is_left_out (gimple_assign_rhs1 (a)) || is_outside (gimple_assign_rhs1 (a))))
    tell (at, gimple_assign_rhs1 (a), BUILT_IN_TSAN_READ_RANGE);
}
