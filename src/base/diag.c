/* Diagnostics. See diag.h. */
#include "base/diag.h"

#include <stdarg.h>

#include "base/clean.h"
#include "base/str.h"

/* Prints one line, cleaned, because it may contain names and texts of the input. */
static void
say (struct diag *d, struct pos pos, const char *level, const char *format, va_list ap)
{
  struct str line = {0};
  if (!d->out)
    return;
  if (pos.file) {
    str_printf (&line, "%s:", pos.file);
    if (pos.line > 0)
      str_printf (&line, "%d:", pos.line);
    if (pos.line > 0 && pos.col > 0)
      str_printf (&line, "%d:", pos.col);
    str_add (&line, " ");
  } else
    str_add (&line, "mazurka: ");
  str_printf (&line, "%s: ", level);
  str_vprintf (&line, format, ap);
  clean_print (d->out, "%s\n", str_text (&line));
  str_release (&line);
}

void
diag_error (struct diag *d, struct pos pos, const char *format, ...)
{
  int most = d->max_errors ? d->max_errors : 20;
  if (d->errors++ >= most)
    return;
  va_list ap;
  va_start (ap, format);
  say (d, pos, "error", format, ap);
  va_end (ap);
}

void
diag_late (struct diag *d, struct pos pos, const char *format, ...)
{
  d->errors++;
  d->late = true;
  va_list ap;
  va_start (ap, format);
  say (d, pos, "warning", format, ap);
  va_end (ap);
}

void
diag_warning (struct diag *d, struct pos pos, const char *format, ...)
{
  d->warnings++;
  va_list ap;
  va_start (ap, format);
  say (d, pos, "warning", format, ap);
  va_end (ap);
}

void
diag_note (struct diag *d, struct pos pos, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  say (d, pos, "note", format, ap);
  va_end (ap);
}
