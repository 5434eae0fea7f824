/* What a check tells: as text for people, as JSON for programs.
 *
 * Findings whose trace was not replayed must not be handed over. The
 * first of each property has a story (model/story.h); those of the others are
 * made when they are needed, one at a time: together they may be large.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/options.h"
#include "model/result.h"
#include "report/set_digest.h"
#include "report/properties.h"
#include "report/term.h"

struct report {
  const char *program;            /* as the user called it, for the replay command */
  const char *const *inputs;      /* the files, as they were named */
  size_t ninputs;
  const char *input;              /* the first of them */
  bool is_program;                /* executed as it is, not a model */
  bool left_out;                  /* of its instrumentation: some accesses, by the compiler */
  bool no_zones;                  /* some of its objects are without red zones */
  char *const *notes;             /* of the runtime, about what it assumes of the system */
  size_t nnotes;
  bool threads;                   /* a model made of a C program */
  struct option_words arguments;  /* of the program */
  const struct options *options;
  const struct result *result;    /* of all properties together (properties_combine) */
  const struct property_list *properties;
  const char *invariants;         /* what holds in every state, as it is named; NULL: nothing of that kind */
  const char *engine, *por;
  bool whole;                     /* every step of a long execution is wanted (excerpt.h) */
  bool sleep, stateful;
  /* the story of the property's finding of that number, for whoever asks */
  struct story *(*story) (void *context, const struct property *, size_t);
  void *context;
  const struct set_digest *terminal;  /* of the end states; NULL: not taken */
  const struct set_digest *orbits;    /* of these with their messages; those that differ by exchanged symmetric processes are one. NULL: no protocol */
  const struct set_digest *traces;    /* of programs that are to be compared; NULL: not taken */
};

void report_text (const struct report *, const struct term *);

/* One object and a newline. False if it could not be written. */
bool report_json (const struct report *, FILE *);

/* 0 ok, 1 violation, 3 unknown */
int verdict_exit_code (enum verdict);

/* A part of the text that other commands use too. */
void print_finding_line (const struct term *, const char *input, const struct finding *);

#endif
