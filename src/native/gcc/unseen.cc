/* Notes of what is not instrumented, in the form and the section that wrap/as has for assembly: "path:line". */
#include "plugin.h"

#include <set>
#include <string>

static std::set<std::string> places;

void
note_unseen_at (location_t where)
{
  const char *file = LOCATION_FILE (where);
  places.insert (std::string (file ? file : main_input_filename) + ":" + std::to_string (file ? LOCATION_LINE (where) : 1));
}

/* Where the author wrote it, not where a header's inline function stands. */
void
note_unseen (gimple *statement)
{
  location_t where = gimple_nonartificial_location (statement);
  note_unseen_at (where == UNKNOWN_LOCATION ? DECL_SOURCE_LOCATION (current_function_decl) : where);
}

void
write_unseen (FILE *out)
{
  if (!places.empty ())
    fputs ("\t.section\t.mazurka.asm,\"\",@progbits\n", out);
  for (const std::string &place : places) {
    fputs ("\t.asciz\t\"", out);
    for (char c : place)
      fprintf (out, c == '"' || c == '\\' ? "\\%c" : (unsigned char) c < ' ' ? "\\%03o" : "%c", c);
    fputs ("\"\n", out);
  }
}
