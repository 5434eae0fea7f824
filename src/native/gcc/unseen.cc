/* Lines that are not instrumented, in the section and the form ("path:line") that wrap/as uses for assembly. */
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

/* The line of the call, if the statement is from an inline function of a header. */
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
