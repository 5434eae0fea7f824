/* Trace files: one execution, in a readable form that can be replayed.
 *
 *     mazurka trace 1
 *     model peterson.pml
 *     hash 5f2d1c0a99e3b7d4
 *     option define -DN=2
 *     finding assertion
 *     at peterson.pml:21
 *     message assertion failed: ncrit == 1
 *     steps 3
 *     0 4              # P (0) peterson.pml:9 flag[0] = 1
 *     1 4 0 7          # process and edge of the sender, then of the receiver
 *     release          # a process inside atomic gave up control
 *     end
 *
 * The trace of a program names its sources, or the executable, instead of a model, and its steps are threads and the
 * alternatives they took:
 *
 *     mazurka trace 1
 *     program queue.c
 *     program test.c
 *     argument 3
 *     hash 5f2d1c0a99e3b7d4
 *     option cflags -O2
 *     finding deadlock
 *     message ...
 *     steps 2
 *     0 0             # main test.c:12 create T1
 *     1 0             # T1 queue.c:30 lock(m)
 *     end
 *
 * The lines come in this order; `option` lines may be absent, `at` and `message` are absent after `finding none` (a
 * simulation without a bug), a `loop N` line before `steps` gives the start of an endless cycle. Text extends to the end of
 * its line with newline and backslash escaped; only step lines and lines of their own may hold a # comment. */
#ifndef REPORT_TRACEFILE_H
#define REPORT_TRACEFILE_H

#include "base/diag.h"
#include "base/mem.h"
#include "model/result.h"

#define TRACE_FIRST_LINE "mazurka trace 1"

/* Options that affect the run, written as `option NAME VALUE`: field, name, type. */
#define TRACE_OPTIONS(X)                   \
  X (cflags, "cflags", CFLAGS)             \
  X (allow_races, "allow-races", FLAG)     \
  X (spurious, "spurious", FLAG)           \
  X (max_events, "max-events", COUNT)      \
  X (max_threads, "max-threads", COUNT)    \
  X (nondet, "nondet", TEXT)               \
  X (define, "define", DEFINE)             \
  X (invariant, "invariant", TEXT)         \
  X (ltl, "ltl", TEXT)                     \
  X (claim, "claim", TEXT)                 \
  X (fair, "fair", CHOICE)                 \
  X (lossy, "lossy", FLAG)                 \
  X (simplified, "simplify", FLAG)         \
  X (ends, "ends", CHOICE)

struct trace_words {
  const char **data;              /* heap, the vector only */
  size_t count, room;             /* a VEC (const char *) */
};

struct trace_file {
  struct arena arena;             /* owns the texts of a file that was read */
  const char *model;              /* NULL: the trace of a program */
  struct trace_words programs, arguments;
  const char *cflags;             /* options of programs, like the following ones; NULL: not given */
  bool allow_races, spurious;
  uint64_t max_events, max_threads;   /* 0: not given */
  const char *nondet;
  uint64_t hash;                  /* hash of the model: a trace fits one model only */
  const char *define, *invariant; /* options that change the meaning of a step; NULL: not given */
  const char *ltl, *claim;        /* the formula added to the model; the property of the finding */
  int fair;                       /* as in struct options */
  bool lossy;
  bool simplified;                /* the steps are those of the simplified model */
  int ends;                       /* as in struct options */
  bool has_finding;
  struct finding finding;         /* texts and steps belong to the arena when read */
  struct pos hash_pos, cflags_pos, define_pos;   /* positions of these lines in the file, for messages */
  int *step_lines;
};

/* Writes the trace; steps that are in the finding's story get comments (of a long one, those at its ends). False: it could not be. */
bool trace_print (FILE *, const struct trace_file *);

/* Reads it; false after a located message. Release in both cases. The flags are unchecked: a trace may come from anywhere,
 * and callers must check them before use (cli/safe_flags.h). */
bool trace_read (const char *path, struct trace_file *, struct diag *);
void trace_release (struct trace_file *);

/* Does the text begin like a trace file? */
bool trace_is_one (const char *text, size_t len);

#endif
