/* A program that says to its supervisor whatever a file has in it, or writes down what another program says:
 *
 *     wire_speaker FILE
 *     wire_speaker FILE PROGRAM
 *
 * The checker takes it for a program that was made by `mazurka cc` (badinput_wire.py). */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "native/wire.h"

extern const char mazurka_runtime_version[];
const char mazurka_runtime_version[] = "mazurka runtime 1";
int turn;                         /* of the formula that is checked */

static void
say (FILE *from, int out, FILE *copy)
{
  char buffer[4096];
  size_t n;
  while ((n = fread (buffer, 1, sizeof buffer, from)) > 0) {
    if (copy)
      fwrite (buffer, 1, n, copy);
    if (write (out, buffer, n) < (ssize_t) n)
      break;
  }
}

static FILE *
start (const char *program, int in)
{
  int ends[2];
  char where[40];
  if (pipe (ends))
    return NULL;
  if (!fork ()) {
    snprintf (where, sizeof where, "%d,%d", in, ends[1]);
    setenv (WIRE_VARIABLE, where, 1);
    execl (program, program, (char *) NULL);
    _exit (127);
  }
  close (ends[1]);
  return fdopen (ends[0], "r");
}

int
main (int argc, char **argv)
{
  int in, out;
  const char *where = getenv (WIRE_VARIABLE);
  if (argc < 2 || !where || sscanf (where, "%d,%d", &in, &out) < 2)
    return 2;
  FILE *from = argc > 2 ? start (argv[2], in) : fopen (argv[1], "rb"), *copy = argc > 2 ? fopen (argv[1], "wb") : NULL;
  if (!from)
    return 2;
  say (from, out, copy);
  if (copy)
    fclose (copy);
  while (wait (NULL) > 0)
    ;
  return 0;
}
