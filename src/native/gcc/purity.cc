/* gcc drops or merges calls of functions that are declared pure or const, and with them the accesses to memory in
 * these functions, which may race. So the declarations are ignored. */
#include "plugin.h"

void
forget_purity (void *declared, void *)
{
  tree f = (tree) declared;
  if (!f || TREE_CODE (f) != FUNCTION_DECL)
    return;
  DECL_PURE_P (f) = 0;
  TREE_READONLY (f) = 0;
  DECL_LOOPING_CONST_OR_PURE_P (f) = 0;
}
