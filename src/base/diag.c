#include "base/diag.h"

#include <stdarg.h>

static void
say (struct diag *d, struct pos pos, const char *level, const char *format, va_list ap)
{
  if (!d->out)
    return;
  if (pos.file) {
    fprintf (d->out, "%s:", pos.file);
    if (pos.line > 0) {
      fprintf (d->out, "%d:", pos.line);
      if (pos.col > 0)
        fprintf (d->out, "%d:", pos.col);
    }
    fputc (' ', d->out);
  } else
    fputs ("mazurka: ", d->out);
  fprintf (d->out, "%s: ", level);
  vfprintf (d->out, format, ap);
  fputc ('\n', d->out);
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
