/* A function that is declared pure or const reads memory all the same: its call would be dropped, with what it
 * reads, where the value is not used, and merged with another. So it counts as any function. */
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
