/* The mazurka command: a table of commands, help, version, man page. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/option_words.h"
#include "base/options.h"
#include "base/scratch.h"
#include "base/str.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/protocol_child.h"
#include "cli/strategy.h"
#include "cli/streams.h"

static const struct command {
  const char *name;
  char letter;                    /* in the option table */
  const char *synopsis, *summary, *more;
  int (*run) (const char *program, int argc, char **argv);
} commands[] = {
  {"check", 'c', "check FILE... [options] [-- ARGS]", "explore every behaviour of a program or model",
   "FILE... is one of\n"
   "  - the sources of a C or C++ program with threads, or an executable built with\n"
   "    `mazurka cc` (ARGS are its arguments; -I, -D, -l and the like are understood);\n"
   "  - a Promela model (.pml);\n"
   "  - a message-passing protocol: C that defines mz_protocol (<mazurka/protocol.h>).\n"
   "\n"
   "A program is run in every order of its threads' operations that can make a\n"
   "difference; of a model, every reachable state is visited. Failing assertions,\n"
   "deadlocks, data races and run-time errors are reported with the steps that lead\n"
   "to them, which are also written to a trace file.\n", command_check},
  {"test", 't', "test [PATH...] [options]", "check every program and model in files and folders",
   "Checks every model, C or C++ program with a main, protocol, and executable built\n"
   "with `mazurka cc` in the given files and folders (default: the current one). Each\n"
   "is checked on its own, several at a time, and gets one line. Options for a file\n"
   "stand in a comment in it,\n"
   "  // mazurka: --time=30 expect=violation with=queue.c -- ARGS\n"
   "or in the folder's mazurka.toml. Traces of failures are kept in .mazurka and\n"
   "tried first the next time.\n", command_test},
  {"cc", 0, "cc ARGS...", "compile a C program for checking",
   "Takes the arguments of gcc (or of $MAZURKA_CC) and compiles as it does: set\n"
   "CC=\"mazurka cc\" in your build. The resulting program can be given to `mazurka\n"
   "check`; run on its own, it behaves as usual.\n", command_cc},
  {"c++", 0, "c++ ARGS...", "compile a C++ program for checking", "Like cc, for C++ (g++ or $MAZURKA_CXX).\n", command_cxx},
  {"replay", 'r', "replay TRACE [options]", "run a recorded execution again, step by step",
   "Runs the execution in TRACE, written by check or simulate, again and says whether\n"
   "it ends in the same finding.\n", command_replay},
  {"simulate", 's', "simulate FILE [options]", "run a model once: at random, or step by step",
   "Runs the Promela model in FILE once and shows what it prints.\n", command_simulate},
  {"export", 'e', "export FORMAT FILE [options]", "write automata, graphs and circuits for other tools",
   "Writes to standard output, by FORMAT:\n"
   "  hoa, never, dot  the automaton of a property of the model in FILE, in the Hanoi\n"
   "                   format, as a never claim for SPIN, or as a drawing; it accepts\n"
   "                   the runs that violate the property. Without FILE, the formula\n"
   "                   given with --ltl is translated\n"
   "  dot              without a property: the control graph of each process type\n"
   "  states           the reachable states of a small model, as a drawing\n"
   "  aiger            the model as a circuit\n"
   "To check an automaton from a file, use mazurka check FILE --claim=AUTOMATON.hoa.\n", command_export},
};
enum { NCOMMANDS = sizeof commands / sizeof commands[0] };

static const char exit_codes[] =
  "Exit codes: 0 ok, everything was explored; 1 violation; 2 wrong usage or input;\n"
  "3 unknown, not everything was explored.\n";

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
  fprintf (out, "Mazurka finds bugs in concurrent programs by exploring every behaviour: C and C++\n"
                "with threads, Promela models, message-passing protocols.\n\nUsage:\n");
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
    options_help (&s, c->letter, strategy_values);
    str_printf (&s, "\n%s", exit_codes);
  }
  printf ("Usage: mazurka %s\n\n%s%s%s", c->synopsis, c->more, c->letter ? "\n" : "", str_text (&s));
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
  str_add (&s, ".SH DESCRIPTION\nMazurka explores every behaviour of a concurrent program (C and C++ with threads), a\n"
               "Promela model or a message-passing protocol, and answers ok (every behaviour was covered), violation\n"
               "(with a trace that can be replayed) or unknown (and what was not covered).\n.SH COMMANDS\n");
  for (int i = 0; i < NCOMMANDS; i++)
    str_printf (&s, ".TP\n.B %s\n.nf\n%s.fi\n", commands[i].name, commands[i].more);
  str_add (&s, ".SH OPTIONS\n");
  options_man (&s, strategy_values);
  str_add (&s, ".SH EXIT STATUS\n0 ok, everything was explored; 1 violation; 2 wrong usage or input; 3 unknown (the search was\n"
               "bounded, interrupted, lossy or out of memory, or a property was not checked).\n"
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

static int
run (int argc, char **argv)
{
  if (argc < 2)
    return print_usage (stderr);
  const char *word = argv[1];
  const struct command *c = find_command (word);
  if (c && c->letter && wants_help (argc - 1, argv + 1))
    return print_help (c);
  if (c && c->letter)             /* compilers are called often, and need no cleaning up */
    scratch_tidy ();
  if (c)
    return c->run (argv[0], argc - 1, argv + 1);
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

int
main (int argc, char **argv)
{
  enum { LEAST_STACK = 1 << 20 };         /* stack needed by the searches, the compilers and their libraries */
  size_t stack;
  streams_begin ();
  interrupt_begin ();
  if (!mem_require_stack (LEAST_STACK, &stack)) {
    fprintf (stderr, "mazurka: error: the stack is limited to %zu kB (ulimit -s), and %d kB are needed\n", stack / 1024, LEAST_STACK / 1024);
    return EXIT_USAGE;
  }
  return protocol_child_finish (streams_end (run (argc, argv)));
}
