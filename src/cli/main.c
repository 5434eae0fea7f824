/* The mazurka command: a table of commands, help, version, man page. */
#include <stdio.h>
#include <string.h>

#include "base/option_words.h"
#include "base/options.h"
#include "base/str.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/strategy.h"

static const struct command {
  const char *name;
  char letter;                    /* in the option table */
  const char *synopsis, *summary, *more;
  int (*run) (const char *program, int argc, char **argv);
} commands[] = {
  {"check", 'c', "check FILE... [options] [-- ARGS]", "explore every behaviour of a program or model",
   "Explores every reachable state of a Promela model or of a message-passing protocol\n"
   "(C that defines mz_protocol, see <mazurka/protocol.h>), or every execution of a C\n"
   "program that differs in the order of dependent operations, and looks for failing\n"
   "assertions, deadlocks, data races and run-time errors. A C program is given as\n"
   "its sources, or as an executable built with `mazurka cc`; ARGS are passed to it.\n"
   "For a violation the steps that lead to it are shown and written to a trace file.\n", command_check},
  {"test", 't', "test [PATH...] [options]", "check every program and model in files and folders",
   "Checks the models, C programs with a main, protocols and executables built with\n"
   "`mazurka cc` in the files and folders given (default: here), each on its own\n"
   "and several at a time, and prints a line for each. Options for a file are given in a\n"
   "comment in it, // mazurka: --time=30 expect=violation with=queue.c -- ARGS, or in\n"
   "the folder's mazurka.toml. Traces of what fails are kept in .mazurka, and tried\n"
   "first the next time.\n", command_test},
  {"cc", 0, "cc ARGS...", "compile a C program that is to be checked",
   "Takes the arguments of gcc (or of $MAZURKA_CC) and compiles as it does: use it as\n"
   "CC=\"mazurka cc\" in your build. The resulting program can be checked; outside of a\n"
   "check it runs as usual.\n", command_cc},
  {"c++", 0, "c++ ARGS...", "compile a C++ program (g++ or $MAZURKA_CXX)", "Like cc, for C++.\n", command_cxx},
  {"replay", 'r', "replay TRACE [options]", "run a recorded execution again, step by step",
   "Runs the execution that a check or simulation wrote to TRACE again and says\n"
   "whether it ends in the same finding.\n", command_replay},
  {"simulate", 's', "simulate FILE [options]", "run a model once: at random, or step by step",
   "Runs the Promela model in FILE once and shows what it prints.\n", command_simulate},
  {"export", 'e', "export FORMAT FILE [options]", "write a property as an automaton",
   "Writes the automaton that is used to check a property of the model in FILE to\n"
   "standard output; it accepts the runs that violate the property. FORMAT is hoa\n"
   "(the Hanoi format), never (a never claim, for SPIN) or dot. Without FILE, the\n"
   "formula given with --ltl is translated. `export dot FILE` without a property draws\n"
   "the graph of each process type, `export states FILE` the reachable states of a\n"
   "small model, `export aiger FILE` writes a circuit. To check an automaton from a\n"
   "file, use\n"
   "mazurka check FILE --claim=AUTOMATON.hoa.\n", command_export},
};
enum { NCOMMANDS = sizeof commands / sizeof commands[0] };

static const char exit_codes[] =
  "Exit codes: 0 ok and exhaustive, 1 violation, 2 usage or input error, 3 unknown.\n";

static const struct command *
find_command (const char *name)
{
  for (int i = 0; i < NCOMMANDS; i++)
    if (!strcmp (commands[i].name, name))
      return &commands[i];
  return NULL;
}

static int
print_usage (FILE *out)
{
  fprintf (out, "Mazurka explores every behaviour of concurrent programs: C with threads, and Promela models.\n\nUsage:\n");
  for (int i = 0; i < NCOMMANDS; i++)
    fprintf (out, "  mazurka %-34s %s\n", commands[i].synopsis, commands[i].summary);
  fprintf (out, "  mazurka %-34s %s\n", "help COMMAND", "show the options of a command");
  fprintf (out, "  mazurka %-34s %s\n\n%s", "--version", "show the version", exit_codes);
  return out == stdout ? EXIT_OK : EXIT_USAGE;
}

static int
print_help (const struct command *c)
{
  struct str s = {0};
  if (c->letter) {
    str_add (&s, "\nOptions:\n");
    options_help (&s, c->letter, strategy_values);
    str_printf (&s, "\n%s", exit_codes);
  }
  printf ("Usage: mazurka %s\n\n%s%s", c->synopsis, c->more, str_text (&s));
  str_release (&s);
  return EXIT_OK;
}

static int
unknown_command (const char *name)
{
  for (int i = 0; i < NCOMMANDS; i++)
    if (edit_distance (name, strlen (name), commands[i].name) == 1) {
      fprintf (stderr, "mazurka: error: unknown command '%s'; did you mean %s?\n", name, commands[i].name);
      return EXIT_USAGE;
    }
  fprintf (stderr, "mazurka: error: unknown command '%s'; expected", name);
  for (int i = 0; i < NCOMMANDS; i++)
    fprintf (stderr, "%s %s", i ? "," : "", commands[i].name);
  fprintf (stderr, " or help\n");
  return EXIT_USAGE;
}

static int
print_man (void)
{
  struct str s = {0};
  str_add (&s, ".TH MAZURKA 1 \"\" \"mazurka " MAZURKA_VERSION "\"\n.SH NAME\n"
               "mazurka \\- check concurrent programs\n.SH SYNOPSIS\n");
  for (int i = 0; i < NCOMMANDS; i++)
    str_printf (&s, "%s.B mazurka %s\n", i ? ".br\n" : "", commands[i].synopsis);
  str_add (&s, ".SH DESCRIPTION\nMazurka explores every behaviour of a concurrent program, C with threads or a\n"
               "Promela model, and answers ok (every behaviour was covered), violation (with a trace that\n"
               "replays) or unknown (and what was not covered).\n.SH COMMANDS\n");
  for (int i = 0; i < NCOMMANDS; i++)
    str_printf (&s, ".TP\n.B %s\n%s", commands[i].name, commands[i].more);
  str_add (&s, ".SH OPTIONS\n");
  options_man (&s, strategy_values);
  str_add (&s, ".SH EXIT STATUS\n0 ok and exhaustive; 1 violation; 2 usage or input error; 3 unknown (bounded,\n"
               "interrupted, lossy, out of memory, or a property was not checked).\n"
               ".SH SEE ALSO\n.BR spin (1)\n");
  fputs (str_text (&s), stdout);
  str_release (&s);
  return EXIT_OK;
}

static bool
wants_help (int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--"); i++)
    if (!strcmp (argv[i], "--help") || !strcmp (argv[i], "-h"))
      return true;
  return false;
}

int
main (int argc, char **argv)
{
  if (argc < 2)
    return print_usage (stderr);
  const char *word = argv[1];
  const struct command *c = find_command (word);
  if (c)
    return c->letter && wants_help (argc - 1, argv + 1) ? print_help (c) : c->run (argv[0], argc - 1, argv + 1);
  if (!strcmp (word, "help") && argc > 2 && !strcmp (argv[2], "--man"))
    return print_man ();
  if (!strcmp (word, "help") && argc > 2)
    return (c = find_command (argv[2])) ? print_help (c) : unknown_command (argv[2]);
  if (!strcmp (word, "help") || !strcmp (word, "--help") || !strcmp (word, "-h"))
    return print_usage (stdout);
  if (!strcmp (word, "--version")) {
    printf ("mazurka " MAZURKA_VERSION "\n");
    return EXIT_OK;
  }
  return unknown_command (word);
}
