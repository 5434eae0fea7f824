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
 * of models or of C programs only; g: of C programs as models, too.
 */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define OPTIONS(X)                                                                                              \
  X (engine, "engine", CHOICE, 0, "auto|native|explicit|bmc|induction|ic3|bdd|portfolio", "c", "how to explore: native runs a C program, explicit stores the states of a model; symbolic engines of models: bmc (SAT, looks deeper and deeper), induction and ic3 (SAT, prove), bdd (sets of states), portfolio (all at once)") \
  X (search, "search", CHOICE, 0, "dfs|bfs", "cm", "order of exploration; bfs (breadth first) finds a shortest trace") \
  X (store, "store", CHOICE, 0, "tree|plain|compact|bitstate", "cm", "how visited states are kept; compact and bitstate may lose some, so they never say ok") \
  X (por, "por", NAMED, "auto", "NAME", "c", "partial-order reduction, used where it is sound")                       \
  X (transactions, "transactions", FLAG, false, "", "cm", "with --por=static, and of the explicit engine also ample and stubborn: threads inside lock-protected sections are not interrupted (lock acquisition patterns)") \
  X (sleep, "sleep", CHOICE, 0, "auto|on|off", "c", "sleep sets, which skip steps that were explored before; auto: on for C programs, and for models with dynamic reductions")  \
  X (stateful, "stateful", CHOICE, 0, "auto|on|off", "c", "store visited states; off explores execution by execution; auto: on for models, off with dynamic reductions, of which dpor and source can do both") \
  X (simplify, "simplify", CHOICE, 0, "on|off", "cm", "shrink the model first, without changing any answer: reset dead variables, merge local steps") \
  X (symmetry, "symmetry", CHOICE, 0, "on|off", "cm", "protocols: explore one of the states that differ by exchanged processes of a symmetric type") \
  X (verify_relations, "verify-relations", FLAG, false, "", "cm", "check each set that a static reduction chooses against its definition, and of protocols every declaration; slow, for small models") \
  X (invariant, "invariant", TEXT, NULL, "EXPR", "cem", "check that this expression over global variables holds in every state") \
  X (ltl, "ltl", TEXT, NULL, "F", "ce", "check this formula too, e.g. --ltl='[](x -> <>y)'; of C programs it is about globals and what mz_prop marks") \
  X (claim, "claim", TEXT, NULL, "NAME", "cem", "check only this property: the name of an ltl block, never, progress, acceptance, safety, or FILE.hoa, an automaton of forbidden runs") \
  X (fair, "fair", CHOICE, 0, "none|weak|strong|trace", "ce", "temporal properties: consider only runs that are fair to every process; trace: a process with which nobody interferes any more goes on") \
  X (ends, "ends", CHOICE, 0, "on|empty|off", "ce", "report invalid end states of models and deadlocks of C programs; empty: channels must be empty at the end, too") \
  X (all, "all", FLAG, false, "", "c", "do not stop at the first finding") \
  X (allow_races, "allow-races", FLAG, false, "", "cpg", "C programs: do not report data races; explore them as sequentially consistent accesses") \
  X (memory_model, "memory-model", CHOICE, 0, "c11|sc", "cpg", "C programs: c11 proves that weak atomics add no executions, or says unknown; sc assumes sequential consistency") \
  X (spurious, "spurious", FLAG, false, "", "cpg", "C programs: condition variables may wake up, and weak compare-exchanges fail, spuriously") \
  X (exit_status, "exit-status", CHOICE, 0, "zero|any", "crpg", "C programs: zero: an exit status other than 0 is a finding; any: it is not") \
  X (repeat, "repeat", COUNT, 0, "N", "cp", "C programs: repeat up to N executions at the end and compare all that they saw; a difference makes the verdict unknown") \
  X (checkpoints, "checkpoints", COUNT, UINT64_MAX, "N", "cp", "C programs: copy the running program after every N steps that are repeated, to go back to; 0: never (default: where it saves time)") \
  X (sample_first, "random", COUNT, 1000, "N", "cp", "C programs: try N random executions where there are more than 10000, for a second at most; 0: none") \
  X (trust, "trust", TEXT, NULL, "LIST", "crp", "C programs: functions, libraries and objects without instrumentation that touch no memory that threads share: libz,deflate,helper.o") \
  X (max_events, "max-events", COUNT, UINT64_MAX, "N", "c", "execution by execution: cut executions after N steps (C programs: after 100000 by default)") \
  X (preemptions, "preemptions", COUNT, UINT64_MAX, "N", "c", "execution by execution: switch away from a thread that could continue at most N times") \
  X (executions, "executions", COUNT, 0, "N", "c", "execution by execution: stop after N executions") \
  X (max_threads, "max-threads", COUNT, 0, "N", "cpg", "C programs: cut executions in which a thread starts more than N others; as models: in which one place in a loop does (default: 4)") \
  X (max_blocks, "max-blocks", COUNT, 4, "N", "cg", "C programs as models: memory blocks that one place in a loop may allocate") \
  X (max_recursion, "max-recursion", COUNT, 5, "N", "cg", "C programs as models: how often a function may call itself") \
  X (nondet, "nondet", TEXT, NULL, "VALUES", "cp", "C programs: values that __VERIFIER_nondet_int and the like return, e.g. --nondet=-1..3,100 (default: 0,1)") \
  X (sample, "sample", COUNT, 0, "N", "cp", "C programs: try N random executions instead of all of them; never says ok") \
  X (cflags, "cflags", TEXT, NULL, "FLAGS", "crpg", "flags for the C compiler, e.g. --cflags='-O2 -DN=4'") \
  X (lossy_send, "lossy", FLAG, false, "", "csm", "messages sent to a full channel are lost; without this the sender waits") \
  X (max_depth, "max-depth", COUNT, 0, "N", "cm", "do not explore deeper than N steps") \
  X (max_states, "max-states", COUNT, 0, "N", "cm", "stop after N states") \
  X (time, "time", SECONDS, 0, "T", "ct", "stop after this time (90, 5m, 2h); test: for each file, 60 s by default") \
  X (memory, "memory", COUNT, 0, "BYTES", "c", "stop when more memory is needed (500M, 16G; default: most of the machine's)") \
  X (define, "define", TEXT, NULL, "FLAGS", "csem", "flags for the C preprocessor, e.g. --define='-DN=4'") \
  X (json, "json", OPTTEXT, NULL, "FILE", "c", "write the result as one JSON object to FILE, or to standard output") \
  X (html, "html", TEXT, NULL, "FILE", "c", "write a page for a browser: the steps drawn, the sources beside them") \
  X (svg, "svg", TEXT, NULL, "FILE", "c", "write the first finding as a picture") \
  X (sarif, "sarif", TEXT, NULL, "FILE", "c", "write the findings as SARIF 2.1.0, for editors and code hosts") \
  X (junit, "junit", TEXT, NULL, "FILE", "ct", "write the result as JUnit XML, for CI servers") \
  X (witness, "witness", TEXT, NULL, "FILE", "c", "C programs: write the finding as a violation witness of SV-COMP (YAML, format 2.0)") \
  X (follow, "follow", TEXT, NULL, "WITNESS", "cp", "C programs: confirm a violation witness of SV-COMP: only executions that pass its waypoints and fail at its target count") \
  X (plantuml, "plantuml", TEXT, NULL, "FILE", "c", "write the first finding as a sequence diagram for PlantUML") \
  X (github, "github", FLAG, false, "", "c", "print the findings as annotations of GitHub workflows") \
  X (trace, "trace", TEXT, NULL, "FILE", "cs", "file for the trace (check: by default FILE.trace in the current directory)") \
  X (unreached, "unreached", FLAG, false, "", "cm", "list statements that are never executed") \
  X (seed, "seed", COUNT, 0, "N", "cs", "seed of the random choices (simulate: a new one each time by default; --sample: 1)") \
  X (interactive, "interactive", FLAG, false, "", "s", "choose every step yourself") \
  X (steps, "steps", COUNT, 10000, "N", "s", "stop the simulation after N steps") \
  X (variables, "variables", FLAG, false, "", "crsm", "show every step with the variables it changes (check and replay always do)") \
  X (messages, "messages", FLAG, false, "", "crsm", "show only messages, one column per process") \
  X (gdb, "gdb", FLAG, false, "", "r", "C programs: run in gdb, and stop in your code at the failing operation") \
  X (lldb, "lldb", FLAG, false, "", "r", "C programs: run in lldb, and stop in your code at the failing operation") \
  X (changed, "changed", FLAG, false, "", "r", "try it although the program or model has changed since") \
  X (jobs, "jobs", COUNT, 0, "N", "t", "tests that run at the same time (default: one for each core)") \
  X (watch, "watch", FLAG, false, "", "t", "keep running, and check again what changes, until Ctrl-C") \
  X (full, "full", FLAG, false, "", "cr", "show all steps of a long trace, and all variables") \
  X (quiet, "quiet", FLAG, false, "", "crst", "print only the verdict; test: only unexpected results") \
  X (color, "color", CHOICE, 0, "auto|always|never", "crst", "use colours")

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
  uint64_t given;                 /* a bit for each option of the command line, by its place in the table */
  struct option_words compiler;   /* -I, -D, -O and the like, as they stood there */
  FILE *staged;                   /* gets what files are to get, which may not count (cli/staged.h); NULL: they are written */
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
  const char *(*name) (size_t);   /* NULL: there are no more */
  const char *(*help) (size_t);   /* half a line */
  const char *(*only) (size_t);   /* what it is only for, or NULL */
};

/* Parses argv[1..] for the command with the given letter; what is not an
 * option is appended to files. On a mistake prints what was expected and
 * returns false (exit code 2). Everything after "--" goes to rest. */
bool options_parse (struct options *, char command, const struct option_values *, int argc, char **argv,
                    struct option_words *files, struct option_words *rest);
void options_release_words (struct option_words *);

/* The help lines of the command's options; the options section of the man page. */
void options_help (struct str *, char command, const struct option_values *);
void options_man (struct str *, const struct option_values *);

/* The name of an option that was given though it is not for inputs of this kind
 * ('m': models, 'p': C programs); NULL: there is none. */
const char *options_misfit (const struct options *, char kind);

/* The value's name of a choice: options_choice ("search", 0) is "dfs". */
const char *options_choice (const char *name, int value, char *buffer, size_t room);

#endif
