/* Idea. In a frame with red zones gcc addresses locals through a base register, and the debug information names that
 * register. With optimisation the register is reused later in the function, so debuggers and findings read locals
 * from a wrong address. Before register allocation the base is still known as frame address plus constant: this is
 * written into the locals' locations. From this pass on only debug information reads these; instructions have
 * addresses of their own.
 */
#include "plugin.h"

#include "rtl.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "function.h"
#include "regs.h"
#include "explow.h"
#include "varasm.h"

static const pass_data before_registers = {RTL_PASS, "mazurka-locals", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0};

/* Splits an address into a register, which is returned, and a constant, which is added to `offset`; NULL for other forms. */
static rtx
split_address (rtx address, HOST_WIDE_INT *offset)
{
  if (GET_CODE (address) == PLUS && CONST_INT_P (XEXP (address, 1))) {
    *offset += INTVAL (XEXP (address, 1));
    address = XEXP (address, 0);
  }
  return REG_P (address) ? address : NULL_RTX;
}

/* The value of the register if exactly one instruction sets it, else NULL. */
static rtx
value_of (rtx reg)
{
  rtx value = NULL_RTX;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn)) {
    rtx set = NONDEBUG_INSN_P (insn) ? single_set (insn) : NULL_RTX;
    if (!set || !rtx_equal_p (SET_DEST (set), reg))
      continue;
    if (value)
      return NULL_RTX;
    value = SET_SRC (set);
  }
  return value;
}

/* The register's value as frame address plus constant, or NULL. */
static rtx
frame_place (rtx reg)
{
  HOST_WIDE_INT offset = 0;
  enum { STEPS = 4 };
  for (int i = 0; i < STEPS && reg && reg != virtual_stack_vars_rtx; i++) {
    rtx value = REGNO (reg) > LAST_VIRTUAL_REGISTER ? value_of (reg) : NULL_RTX;
    reg = value ? split_address (value, &offset) : NULL_RTX;
  }
  return reg == virtual_stack_vars_rtx ? plus_constant (Pmode, reg, offset) : NULL_RTX;
}

class locals_pass : public rtl_opt_pass
{
public:
  locals_pass () : rtl_opt_pass (before_registers, g) {}

  bool
  gate (function *) final override
  {
    return zones_are_on ();
  }

  unsigned
  execute (function *f) final override
  {
    tree local;
    unsigned i;
    known = place = NULL_RTX;
    locate_block (DECL_INITIAL (f->decl));
    FOR_EACH_LOCAL_DECL (f, i, local)
      locate (local);
    return 0;
  }

private:
  rtx known, place;               /* the last register that was looked up, and its value: usually the same for all locals of a frame */

  void
  locate (tree local)
  {
    HOST_WIDE_INT offset = 0;
    bool is_placed = VAR_P (local) && !TREE_STATIC (local) && !DECL_EXTERNAL (local) && DECL_RTL_SET_P (local) && MEM_P (DECL_RTL (local));
    rtx reg = is_placed ? split_address (XEXP (DECL_RTL (local), 0), &offset) : NULL_RTX;
    if (!reg || REGNO (reg) <= LAST_VIRTUAL_REGISTER)
      return;
    if (reg != known)
      place = frame_place (reg);
    known = reg;
    if (place)
      SET_DECL_RTL (local, replace_equiv_address_nv (DECL_RTL (local), plus_constant (Pmode, place, offset)));
  }

  void
  locate_block (tree block)
  {
    for (tree local = BLOCK_VARS (block); local; local = DECL_CHAIN (local))
      locate (local);
    for (tree inner = BLOCK_SUBBLOCKS (block); inner; inner = BLOCK_CHAIN (inner))
      locate_block (inner);
  }
};

opt_pass *
make_locals_pass ()
{
  return new locals_pass;
}
