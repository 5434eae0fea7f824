#include "cli/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

void
streams_begin (void)
{
  int fd;
  do
    fd = open ("/dev/null", O_RDWR);      /* gets the lowest free number */
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0)
    close (fd);
}

/* A stream does not keep the error code; writing again retrieves it. */
static int
reason (void)
{
  return write (STDOUT_FILENO, "\n", 1) < 0 ? errno : 0;
}

int
streams_lost (int code, int error)
{
  static const char *const verdicts[] = {[EXIT_OK] = "ok", [EXIT_VIOLATION] = "violation", [EXIT_UNKNOWN] = "unknown"};
  fprintf (stderr, "mazurka: error: cannot write to standard output: %s", error ? strerror (error) : "a part of it is missing");
  if (code >= 0 && code < (int) (sizeof verdicts / sizeof *verdicts) && verdicts[code])
    fprintf (stderr, " (otherwise the exit code would be %d, %s)", code, verdicts[code]);
  fputc ('\n', stderr);
  return EXIT_USAGE;
}

int
streams_end (int code)
{
  bool failed = fflush (stdout) || ferror (stdout);
  return failed ? streams_lost (code, reason ()) : code;
}
