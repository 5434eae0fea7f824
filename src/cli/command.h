/* The commands of `mazurka`: each gets its own arguments (argv[0] is the command's name) and returns the exit code. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

enum { EXIT_OK = 0, EXIT_VIOLATION = 1, EXIT_USAGE = 2, EXIT_UNKNOWN = 3 };

int command_check (const char *program, int argc, char **argv);
int command_test (const char *program, int argc, char **argv);
int command_cc (const char *program, int argc, char **argv);
int command_cxx (const char *program, int argc, char **argv);
int command_replay (const char *program, int argc, char **argv);
int command_simulate (const char *program, int argc, char **argv);
int command_export (const char *program, int argc, char **argv);

#endif
