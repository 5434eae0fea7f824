/* mazurka cc, mazurka c++: the compiler, for programs to be checked. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "native/build.h"

static int
compile (bool is_cxx, int argc, char **argv)
{
  struct diag diag = {.out = stderr};
  struct build_tools tools;
  struct words command = {0};
  if (build_tools (&tools, &diag)) {
    build_command (&tools, is_cxx, (const char *const *) argv + 1, (size_t) argc - 1, &command);
    execvp (command.data[0], command.data);
    fprintf (stderr, "mazurka: error: cannot run %s: %s\n", command.data[0], strerror (errno));
  }
  words_release (&command);
  build_tools_release (&tools);
  return EXIT_USAGE;
}

int
command_cc (const char *program, int argc, char **argv)
{
  (void) program;
  return compile (false, argc, argv);
}

int
command_cxx (const char *program, int argc, char **argv)
{
  (void) program;
  return compile (true, argc, argv);
}
