/* How much memory there is: a control group's file may say less than the machine has. */
#include "base/mem.h"

#include <stdio.h>
#include <unistd.h>

#include "check.h"

static uint64_t
limited (const char *text)
{
  char path[] = "/tmp/mazurka-mem-XXXXXX";
  int fd = mkstemp (path);
  FILE *f = fdopen (fd, "w");
  fputs (text, f);
  fclose (f);
  uint64_t bytes = mem_limited (path, 1000);
  unlink (path);
  return bytes;
}

int
main (void)
{
  CHECK (limited ("max\n") == 1000);
  CHECK (limited ("999\n") == 999);
  CHECK (limited ("1000\n") == 1000);
  CHECK (limited ("9223372036854771712\n") == 1000);
  CHECK (limited ("") == 1000);
  CHECK (mem_limited ("/nowhere/memory.max", 1000) == 1000);
  CHECK (mem_of_machine () > 0);
  return check_end ();
}
