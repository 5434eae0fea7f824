/* Idea. Whether malloc returns a freed block again, or pthread_create the id of a joined thread, matters
 * only if the program can observe it: if it compares two pointers that are not constants, converts a
 * pointer to an integer, or compares two thread ids. Each of these calls the runtime
 * (runtime/memory/reuse_found.c). Not instrumented: an integer that is only an operand of a compare-and-swap,
 * which the runtime implements itself, and one of which only the alignment is tested. Thread ids are
 * integers that are recognised by the name of their type. Optimisation drops that name, so they are
 * searched for in an early pass, right after conversion to SSA.
 */
#include "plugin.h"

#include <string.h>

#include "cgraph.h"
#include "ssa-iterators.h"
#include "tree-phinodes.h"

static void
tell (gimple_stmt_iterator *at, const char *hook, tree type, tree first, tree second)
{
  tree function = build_fn_decl (hook, second ? build_function_type_list (void_type_node, type, type, NULL_TREE)
                                              : build_function_type_list (void_type_node, type, NULL_TREE));
  TREE_NOTHROW (function) = 1;
  gcall *told = second ? gimple_build_call (function, 2, first, second) : gimple_build_call (function, 1, first);
  gimple_set_location (told, gimple_location (gsi_stmt (*at)));
  gsi_insert_before (at, told, GSI_SAME_STMT);
}

static bool
is_pointer_value (tree operand)
{
  return POINTER_TYPE_P (TREE_TYPE (operand)) && TREE_CODE (operand) == SSA_NAME;
}

/* The address of a thread-local or automatic variable: other threads have such variables, too. */
static bool
is_place (tree operand)
{
  tree base = TREE_CODE (operand) == ADDR_EXPR ? get_base_address (TREE_OPERAND (operand, 0)) : NULL_TREE;
  return base && VAR_P (base) && (DECL_THREAD_LOCAL_P (base) || auto_var_p (base));
}

/* The name of an atomic built-in function or of the sanitizer's; NULL for other statements. */
static const char *
atomic_name (gimple *s)
{
  gcall *call = dyn_cast <gcall *> (s);
  tree function = call && !gimple_call_internal_p (call) ? gimple_call_fndecl (call) : NULL_TREE;
  const char *name = function && DECL_NAME (function) ? IDENTIFIER_POINTER (DECL_NAME (function)) : "";
  return !strncmp (name, "__atomic_", 9) || !strncmp (name, "__sync_", 7) || !strncmp (name, "__tsan_atomic", 13) ? name : NULL;
}

/* A compare-and-swap, which the runtime implements; also of integers. */
static bool
is_exchange (gimple *s)
{
  const char *name = atomic_name (s);
  return name && strstr (name, "compare");
}

/* The value is only compared with constants, perhaps after a bitwise or with other values. */
static bool
is_only_tested (tree value, int depth)
{
  imm_use_iterator i;
  use_operand_p use;
  bool only = true;
  FOR_EACH_IMM_USE_FAST (use, i, value) {
    gimple *s = USE_STMT (use);
    gcond *c = dyn_cast <gcond *> (s);
    gassign *a = dyn_cast <gassign *> (s);
    bool is_or = a && gimple_assign_rhs_code (a) == BIT_IOR_EXPR && TREE_CODE (gimple_assign_lhs (a)) == SSA_NAME;
    bool is_comparison = a && TREE_CODE_CLASS (gimple_assign_rhs_code (a)) == tcc_comparison;
    tree with = c ? gimple_cond_rhs (c) : is_comparison ? gimple_assign_rhs2 (a) : NULL_TREE;
    only &= is_gimple_debug (s) || (with && TREE_CODE (with) == INTEGER_CST) || (is_or && depth < 4 && is_only_tested (gimple_assign_lhs (a), depth + 1));
  }
  return only;
}

/* A remainder that is only compared with constants tests the alignment. Other remainders may be hashes of addresses. */
static bool
is_alignment_test (gimple *s, tree integer)
{
  gassign *a = dyn_cast <gassign *> (s);
  if (!a)
    return false;
  tree_code code = gimple_assign_rhs_code (a);
  tree of = gimple_assign_rhs1 (a), by = gimple_num_ops (a) > 2 ? gimple_assign_rhs2 (a) : NULL_TREE;
  if (of != integer && code != BIT_AND_EXPR)
    return false;
  if ((code != TRUNC_MOD_EXPR && code != BIT_AND_EXPR) || !by || (TREE_CODE (by) == INTEGER_CST && (!tree_fits_uhwi_p (by) || tree_to_uhwi (by) > 65536)) || TREE_CODE (gimple_assign_lhs (a)) != SSA_NAME)
    return false;
  return is_only_tested (gimple_assign_lhs (a), 0);
}

/* A failed check of -fsanitize=undefined, which ends the program. */
static bool
is_failed_check (gimple *s)
{
  tree function = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  return function && DECL_NAME (function) && strstr (IDENTIFIER_POINTER (DECL_NAME (function)), "__ubsan_handle_");
}

static bool
tells_nothing (tree integer)
{
  imm_use_iterator i;
  use_operand_p use;
  bool only = true;
  FOR_EACH_IMM_USE_FAST (use, i, integer)
    only &= is_gimple_debug (USE_STMT (use)) || is_exchange (USE_STMT (use)) || is_alignment_test (USE_STMT (use), integer) || is_failed_check (USE_STMT (use));
  return only;
}

static void
tell_conversion (gimple_stmt_iterator *at, gassign *a)
{
  tree to = gimple_assign_lhs (a), from = gimple_assign_rhs1 (a);
  if (!CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (a)) || !INTEGRAL_TYPE_P (TREE_TYPE (to)) || !is_pointer_value (from))
    return;
  if (TREE_CODE (to) != SSA_NAME || !tells_nothing (to))
    tell (at, "__tsan_pointer_converted", ptr_type_node, from, NULL_TREE);
}

/* An integer that was converted from a pointer, or read from an atomic object. */
static bool
is_word (tree operand)
{
  if (TREE_CODE (operand) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (operand)) || TYPE_PRECISION (TREE_TYPE (operand)) != POINTER_SIZE)
    return false;
  gimple *from = SSA_NAME_DEF_STMT (operand);
  gassign *a = from ? dyn_cast <gassign *> (from) : NULL;
  return (a && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (a)) && is_pointer_value (gimple_assign_rhs1 (a))) || (from && atomic_name (from));
}

static void
tell_operands (gimple_stmt_iterator *at, tree a, tree b)
{
  bool are_pointers = (is_pointer_value (a) && (is_pointer_value (b) || is_place (b))) || (is_place (a) && is_pointer_value (b));
  bool are_words = TREE_CODE (a) == SSA_NAME && TREE_CODE (b) == SSA_NAME && (is_word (a) || is_word (b));
  if ((are_pointers || are_words) && a != b)
    tell (at, "__tsan_pointers_compared", are_words ? long_unsigned_type_node : ptr_type_node, a, b);
}

void
tell_pointers (gimple_stmt_iterator *at)
{
  gimple *s = gsi_stmt (*at);
  if (gcond *c = dyn_cast <gcond *> (s))
    tell_operands (at, gimple_cond_lhs (c), gimple_cond_rhs (c));
  gassign *a = dyn_cast <gassign *> (s);
  if (!a)
    return;
  tree_code code = gimple_assign_rhs_code (a);
  if (TREE_CODE_CLASS (code) == tcc_comparison || code == MIN_EXPR || code == MAX_EXPR || code == POINTER_DIFF_EXPR)
    tell_operands (at, gimple_assign_rhs1 (a), gimple_assign_rhs2 (a));
  else
    tell_conversion (at, a);
}

/* ---- ids ---- */

static bool
is_id_type (tree type)
{
  static const char *const names[] = {"pthread_t", "thrd_t", "__gthread_t"};
  for (int depth = 0; type && TYPE_P (type) && depth < 16; depth++) {
    tree name = TYPE_NAME (type);
    if (!name || TREE_CODE (name) != TYPE_DECL)
      return false;
    for (const char *known : names)
      if (DECL_NAME (name) && !strcmp (IDENTIFIER_POINTER (DECL_NAME (name)), known))
        return true;
    type = DECL_ORIGINAL_TYPE (name);
  }
  return false;
}

static bool
is_id (tree value)
{
  if (is_id_type (TREE_TYPE (value)))
    return true;
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  if (SSA_NAME_VAR (value) && is_id_type (TREE_TYPE (SSA_NAME_VAR (value))))
    return true;
  gimple *from = SSA_NAME_DEF_STMT (value);
  if (gcall *call = dyn_cast <gcall *> (from))
    return !gimple_call_internal_p (call) && gimple_call_fntype (call) && is_id_type (TREE_TYPE (gimple_call_fntype (call)));
  return from && gimple_assign_single_p (from) && is_id_type (TREE_TYPE (gimple_assign_rhs1 (from)));
}

/* If a unit calls pthread_self, any integer of that size may be an id. */
static bool
ids_are_asked_for ()
{
  return cgraph_node::get_for_asmname (get_identifier ("pthread_self")) || cgraph_node::get_for_asmname (get_identifier ("thrd_current"));
}

static void
tell_ids (gimple_stmt_iterator *at, tree_code code, tree a, tree b)
{
  bool are_words = INTEGRAL_TYPE_P (TREE_TYPE (a)) && TYPE_PRECISION (TREE_TYPE (a)) == POINTER_SIZE;
  bool may_be_ids = (code == EQ_EXPR || code == NE_EXPR) && ids_are_asked_for ();
  if (are_words && TREE_CODE (a) == SSA_NAME && TREE_CODE (b) == SSA_NAME && (may_be_ids || is_id (a) || is_id (b)))
    tell (at, "__tsan_ids_compared", long_unsigned_type_node, a, b);
}

static const pass_data after_ssa = {GIMPLE_PASS, "mazurka-ids", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa_only_virtuals};

class ids_pass : public gimple_opt_pass
{
public:
  ids_pass () : gimple_opt_pass (after_ssa, g) {}

  unsigned
  execute (function *f) final override
  {
    basic_block block;
    FOR_EACH_BB_FN (block, f)
      for (gimple_stmt_iterator at = gsi_start_bb (block); !gsi_end_p (at); gsi_next (&at)) {
        gassign *a = dyn_cast <gassign *> (gsi_stmt (at));
        if (gcond *c = dyn_cast <gcond *> (gsi_stmt (at)))
          tell_ids (&at, gimple_cond_code (c), gimple_cond_lhs (c), gimple_cond_rhs (c));
        else if (a && TREE_CODE_CLASS (gimple_assign_rhs_code (a)) == tcc_comparison)
          tell_ids (&at, gimple_assign_rhs_code (a), gimple_assign_rhs1 (a), gimple_assign_rhs2 (a));
      }
    return 0;
  }
};

opt_pass *
make_ids_pass ()
{
  return new ids_pass ();
}
