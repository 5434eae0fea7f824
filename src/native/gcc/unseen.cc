/* Notes of what is not instrumented, in the form and the section that wrap/as has for assembly: "path:line". */
#include "plugin.h"

#include <set>
#include <string>

static std::set<std::string> places;

/* Where the author wrote it, not where a header's inline function stands. */
void
note_unseen (gimple *statement)
{
  location_t where = gimple_nonartificial_location (statement);
  if (where == UNKNOWN_LOCATION)
    where = DECL_SOURCE_LOCATION (current_function_decl);
  places.insert (std::string (LOCATION_FILE (where) ? LOCATION_FILE (where) : main_input_filename) + ":" + std::to_string (LOCATION_LINE (where)));
}

void
write_unseen (FILE *out)
{
  if (!places.empty ())
    fputs ("\t.section\t.mazurka.asm,\"\",@progbits\n", out);
  for (const std::string &place : places) {
    fputs ("\t.asciz\t\"", out);
    for (char c : place)
      fprintf (out, c == '"' || c == '\\' ? "\\%c" : "%c", c);
    fputs ("\"\n", out);
  }
}
