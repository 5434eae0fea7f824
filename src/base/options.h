/* The command's options: one table, from which parsing, --help, the man page
 * and the defaults come.
 *
 *     X (field, "name", TYPE, default, "ARG", COMMANDS, "help")
 *
 * TYPE: FLAG (bool), TEXT (const char *), COUNT (uint64_t; suffixes K, M, G, T
 * are powers of 1000, Ki, Mi, Gi, Ti of 1024), SECONDS (double; accepts 90,
 * 90s, 5m, 2h), CHOICE (int; ARG lists the values as "a|b|c", default is an
 * index), NAMED (const char *; one of the names of a table that another room has,
 * struct option_values), OPTTEXT (const char *; value optional, then ""). Values are written
 * --name=value or --name value; an optional value only --name=value, or as the
 * next word if that ends in ".name" (--json out.json).
 * COMMANDS: letters c(heck) t(est) r(eplay) s(imulate) e(xport), and m or p for options
 *of models or of C programs only; g: of C programs as models, too.
 */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define OPTIONS(X) \
  X (all, "all", FLAG, false, "", "c", "keep going after the first finding") \
  X (ends, "ends", CHOICE, 0, "on|empty|off", "ce", "report deadlocks of C programs and invalid end states of models; empty: channels must be empty at the end, too") \
  X (exit_status, "exit-status", CHOICE, 0, "zero|any", "crpg", "C programs: with zero, any other exit status is a finding") \
  X (allow_races, "allow-races", FLAG, false, "", "cpg", "C programs: do not report data races; treat racing accesses as sequentially consistent") \
  X (spurious, "spurious", FLAG, false, "", "cpg", "C programs: condition variables may wake up spuriously, and weak compare-exchanges may fail spuriously") \
  X (memory_model, "memory-model", CHOICE, 0, "c11|sc", "cpg", "C programs: c11 checks that weak atomics add no executions, and otherwise says unknown; sc assumes sequential consistency") \
  X (nondet, "nondet", TEXT, NULL, "VALUES", "cp", "C programs: the values that __VERIFIER_nondet_int and its relatives return, e.g. --nondet=-1..3,100 (default: 0,1)") \
  X (lossy_send, "lossy", FLAG, false, "", "csm", "a message sent to a full channel is lost; without this option the sender waits") \
  X (invariant, "invariant", TEXT, NULL, "EXPR", "cem", "also check that this expression over global variables holds in every state") \
  X (ltl, "ltl", TEXT, NULL, "F", "ce", "also check this formula, e.g. --ltl='[](x -> <>y)'; in C programs it may use global variables and what mz_prop marks") \
  X (claim, "claim", TEXT, NULL, "NAME", "cem", "check only this property: the name of an ltl block, never, progress, acceptance, safety, or FILE.hoa, an automaton of forbidden runs") \
  X (fair, "fair", CHOICE, 0, "none|weak|strong|trace", "ce", "for temporal properties, consider only runs that are fair to every process; trace: a process that nobody interferes with any more goes on") \
  X (unreached, "unreached", FLAG, false, "", "cm", "list statements that were never executed") \
  X (cflags, "cflags", TEXT, NULL, "FLAGS", "crpg", "flags for the C compiler, e.g. --cflags='-O2 -DN=4'") \
  X (define, "define", TEXT, NULL, "FLAGS", "csem", "flags for the C preprocessor, e.g. --define='-DN=4'") \
  X (trust, "trust", TEXT, NULL, "LIST", "crp", "C programs: functions, libraries and objects without instrumentation that touch no memory shared between threads, e.g. libz,deflate,helper.o") \
  X (time, "time", SECONDS, 0, "T", "ct", "stop after this time (90, 5m, 2h); test: per file, 60 s by default") \
  X (memory, "memory", COUNT, 0, "BYTES", "c", "stop when this much memory is not enough (500M, 16G; default: most of the machine's)") \
  X (executions, "executions", COUNT, 0, "N", "c", "execution by execution: stop after N executions") \
  X (preemptions, "preemptions", COUNT, UINT64_MAX, "N", "c", "execution by execution: switch away from a thread that could continue at most N times") \
  X (sample, "sample", COUNT, 0, "N", "cp", "C programs: try N random executions instead of all of them; never says ok") \
  X (max_events, "max-events", COUNT, UINT64_MAX, "N", "c", "execution by execution: cut executions off after N steps (C programs: 100000 by default)") \
  X (max_threads, "max-threads", COUNT, 0, "N", "cpg", "C programs: cut off executions in which a thread starts more than N others; as models: threads that one place in a loop may start (default: 4)") \
  X (max_blocks, "max-blocks", COUNT, 4, "N", "cg", "C programs as models: memory blocks that one place in a loop may allocate") \
  X (max_recursion, "max-recursion", COUNT, 5, "N", "cg", "C programs as models: how often a function may call itself") \
  X (max_depth, "max-depth", COUNT, 0, "N", "cm", "explore no deeper than N steps") \
  X (max_states, "max-states", COUNT, 0, "N", "cm", "stop after N states") \
  X (trace, "trace", TEXT, NULL, "FILE", "cso", "where to write the trace (check: FILE.trace in the current directory by default)") \
  X (html, "html", TEXT, NULL, "FILE", "co", "write a page for your browser: the steps as a diagram, beside the sources") \
  X (svg, "svg", TEXT, NULL, "FILE", "co", "draw the first finding as a picture") \
  X (json, "json", OPTTEXT, NULL, "FILE", "co", "write the result as one JSON object to FILE, or to standard output") \
  X (sarif, "sarif", TEXT, NULL, "FILE", "co", "write the findings as SARIF 2.1.0, for editors and code hosts") \
  X (junit, "junit", TEXT, NULL, "FILE", "cto", "write the result as JUnit XML, for CI servers") \
  X (github, "github", FLAG, false, "", "c", "print the findings as GitHub workflow annotations") \
  X (plantuml, "plantuml", TEXT, NULL, "FILE", "co", "write the first finding as a sequence diagram for PlantUML") \
  X (witness, "witness", TEXT, NULL, "FILE", "co", "C programs: write the finding as an SV-COMP violation witness (YAML, format 2.0)") \
  X (messages, "messages", FLAG, false, "", "crsm", "show only messages, one column per process") \
  X (variables, "variables", FLAG, false, "", "crsm", "show every step with the variables it changes (check and replay always do)") \
  X (full, "full", FLAG, false, "", "cr", "show all steps of a long trace, and all variables") \
  X (quiet, "quiet", FLAG, false, "", "crst", "print only the verdict; test: only unexpected results") \
  X (color, "color", CHOICE, 0, "auto|always|never", "crst", "use colour") \
  X (engine, "engine", CHOICE, 0, "auto|native|explicit|bmc|induction|ic3|bdd|portfolio", "c", "how to explore: native runs a C program, explicit enumerates the states of a model; symbolic, for models: bmc (SAT, searches deeper and deeper), induction and ic3 (SAT, can also prove), bdd (decision diagrams), portfolio (several at once)") \
  X (por, "por", NAMED, "auto", "NAME", "c", "partial-order reduction, applied where it is sound") \
  X (sleep, "sleep", CHOICE, 0, "auto|on|off", "c", "sleep sets, which skip steps that were explored before; auto: on for C programs, and for models with dynamic reductions") \
  X (stateful, "stateful", CHOICE, 0, "auto|on|off", "c", "remember visited states; off explores execution by execution; auto: on for models, off with dynamic reductions (dpor and source can do both)") \
  X (search, "search", CHOICE, 0, "dfs|bfs", "cm", "order of exploration; bfs (breadth first) finds a shortest trace") \
  X (store, "store", CHOICE, 0, "tree|plain|compact|bitstate", "cm", "how visited states are stored; compact and bitstate may miss some, so they never say ok") \
  X (simplify, "simplify", CHOICE, 0, "on|off", "cm", "shrink the model first by clearing dead variables and merging local steps; this never changes an answer") \
  X (symmetry, "symmetry", CHOICE, 0, "on|off", "cm", "protocols: of states that differ only in which of several symmetric processes is which, explore one") \
  X (transactions, "transactions", FLAG, false, "", "cm", "with --por=static, and in the explicit engine also ample and stubborn: take locks into account, so that a thread in a locked section is not interrupted for nothing") \
  X (verify_relations, "verify-relations", FLAG, false, "", "cm", "check every set that a static reduction chooses against its definition, and every declaration of a protocol; slow, for small models") \
  X (sample_first, "random", COUNT, 1000, "N", "cp", "C programs: once there are more than 10000 executions, and whenever they have doubled since, try N random ones, for a second at most; 0: none") \
  X (seed, "seed", COUNT, 0, "N", "cs", "seed for random choices (simulate: a new one each time by default; --sample: 1)") \
  X (checkpoints, "checkpoints", COUNT, UINT64_MAX, "N", "cp", "C programs: copy the running program every N repeated steps, to go back to; 0: never (default: where it saves time)") \
  X (repeat, "repeat", COUNT, 0, "N", "cp", "C programs: afterwards, repeat up to N executions and compare everything they saw; a difference makes the verdict unknown") \
  X (follow, "follow", TEXT, NULL, "WITNESS", "cp", "C programs: confirm an SV-COMP violation witness: only executions that pass its waypoints and fail at its target count") \
  X (interactive, "interactive", FLAG, false, "", "s", "choose every step yourself") \
  X (steps, "steps", COUNT, 10000, "N", "s", "stop the simulation after N steps") \
  X (gdb, "gdb", FLAG, false, "", "r", "C programs: run in gdb, and stop in your code at the failing operation") \
  X (lldb, "lldb", FLAG, false, "", "r", "C programs: run in lldb, and stop in your code at the failing operation") \
  X (allow_flags, "allow-flags", FLAG, false, "", "rt", "take all compiler flags that a trace, mazurka.toml or a comment gives, not only those known to be harmless; look at them first") \
  X (changed, "changed", FLAG, false, "", "r", "replay although the program or model has changed since") \
  X (jobs, "jobs", COUNT, 0, "N", "t", "how many tests to run at the same time (default: one per core)") \
  X (watch, "watch", FLAG, false, "", "t", "keep running, and check again whatever changes, until Ctrl-C")

/* Titles in a long help, each with the first option below it. */
#define OPTION_GROUPS(X) \
  X ("all", "What to report") \
  X ("cflags", "Compiling") \
  X ("time", "Limits") \
  X ("trace", "Output") \
  X ("engine", "How to explore (the defaults do for most)") \
  X ("interactive", "Others")

struct str;

struct option_words {
  const char **data;
  int count;
};

struct options {
#define X_FLAG bool
#define X_TEXT const char *
#define X_OPTTEXT const char *
#define X_COUNT uint64_t
#define X_SECONDS double
#define X_CHOICE int
#define X_NAMED const char *
#define X(field, name, type, def, arg, commands, help) X_##type field;
  OPTIONS (X)
#undef X
#undef X_FLAG
#undef X_TEXT
#undef X_OPTTEXT
#undef X_COUNT
#undef X_SECONDS
#undef X_CHOICE
#undef X_NAMED
  uint64_t given;                 /* one bit for each option given, by its index in the table */
  struct option_words compiler;   /* -I, -D, -O and the like, as given */
  volatile int *unbounded;        /* set if the number of threads has no bound; NULL: not needed */
};

enum { SEARCH_DFS, SEARCH_BFS };
enum { ENGINE_AUTO, ENGINE_NATIVE, ENGINE_EXPLICIT, ENGINE_BMC, ENGINE_INDUCTION, ENGINE_IC3, ENGINE_BDD, ENGINE_PORTFOLIO };
enum { SLEEP_AUTO, SLEEP_ON, SLEEP_OFF };
enum { STATEFUL_AUTO, STATEFUL_ON, STATEFUL_OFF };
enum { SIMPLIFY_ON, SIMPLIFY_OFF };
enum { SYMMETRY_ON, SYMMETRY_OFF };
enum { EXIT_STATUS_ZERO, EXIT_STATUS_ANY };
enum { ENDS_ON, ENDS_EMPTY, ENDS_OFF };
enum { MEMORY_C11, MEMORY_SC };
enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

void options_init (struct options *);

/* The values of a NAMED option, the default first. A table of these ends with
 * one that is all zeros; NULL: no NAMED option is an option of the command. */
struct option_values {
  const char *option;
  const char *(*name) (size_t);   /* NULL: there are no more values */
  const char *(*help) (size_t);   /* a phrase */
  const char *(*only) (size_t);   /* the only inputs that it supports, or NULL */
};

/* Parses argv[1..] for the command with the given letter; words that are not options are appended to files. After an error
 * it prints what was expected and returns false (exit code 2). Everything after "--" is appended to rest. */
bool options_parse (struct options *, char command, const struct option_values *, int argc, char **argv,
                    struct option_words *files, struct option_words *rest);
void options_release_words (struct option_words *);

/* The help lines of the command's options; the options section of the man page. */
void options_help (struct str *, char command, const struct option_values *);
void options_man (struct str *, const struct option_values *);

/* The name of a given option that does not apply to inputs of this kind ('m': models, 'p': C programs); NULL: there is
 * none. */
const char *options_misfit (const struct options *, char kind);

/* The name of a given option that names an output file; NULL: there is none. */
const char *options_written (const struct options *);

/* The name of a value of a CHOICE option: options_choice ("search", 0) is "dfs". */
const char *options_choice (const char *name, int value, char *buffer, size_t room);

#endif
