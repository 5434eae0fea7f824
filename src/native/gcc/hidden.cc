/* Assembly text in names of symbols, sections and files, and inline assembly that contains the #APP and #NO_APP marks by
 * which wrap/as recognises it: noted as unseen. */
#include "plugin.h"

#include "cgraph.h"

#include "native/hidden.h"

void
tell_hidden (gasm *assembly)
{
  const char *file = LOCATION_FILE (gimple_location (assembly));   /* gcc prints it beside the mark */
  if (has_mark (gimple_asm_string (assembly)) || (file && strpbrk (file, "\n\r")))
    note_unseen (assembly);
}

static bool
is_hidden (symtab_node *node)
{
  tree decl = node->decl;
  const char *section = node->get_section ();
  if (section && (is_no_name (section) || (VAR_P (decl) && is_of_code (section))))
    return true;
  if (node->alias_target && TREE_CODE (node->alias_target) == IDENTIFIER_NODE && is_no_name (IDENTIFIER_POINTER (node->alias_target)))
    return true;
  return DECL_ASSEMBLER_NAME_SET_P (decl) && is_no_name (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)));
}

/* Called before any assembly is written. */
void
tell_hidden_names (void *, void *)
{
  symtab_node *node;
  FOR_EACH_SYMBOL (node)
    if (is_hidden (node))
      note_unseen_at (DECL_SOURCE_LOCATION (node->decl));
  for (asm_node *a = symtab->first_asm_symbol (); a; a = a->next)
    if (has_mark (TREE_STRING_POINTER (a->asm_str)))
      note_unseen_at (UNKNOWN_LOCATION);
}
