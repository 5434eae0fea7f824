/* The report of a check: as text for users, as JSON for programs.
 *
 * Requires that the trace of every finding was replayed. The first finding of each property has a story (model/story.h);
 * stories of the others are built on demand, one at a time, because together they may be large. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/options.h"
#include "model/result.h"
#include "report/set_digest.h"
#include "report/properties.h"
#include "report/term.h"

struct report {
  const char *program;            /* as the user named it, for the replay command */
  const char *const *inputs;      /* the input files, as the user named them */
  size_t ninputs;
  const char *input;              /* the first of them */
  bool is_program;                /* a compiled program, not a model */
  bool left_out;                  /* the compiler did not instrument some accesses */
  bool no_zones;                  /* some of its objects have no red zones */
  char *const *notes;             /* messages of the runtime about its assumptions on the system */
  size_t nnotes;
  bool threads;                   /* a model translated from a C program */
  bool symmetric;                 /* of a protocol: symmetries were used that were not checked everywhere */
  struct option_words arguments;  /* command-line arguments of the program */
  const struct options *options;
  const struct result *result;    /* of all properties together (properties_combine) */
  const struct property_list *properties;
  const char *invariants;         /* what holds in every state, for the text of the verdict; NULL: no invariants */
  const char *engine, *por;
  bool whole;                     /* show every step of a long execution (excerpt.h) */
  bool sleep, stateful;
  /* Builds the story of the property's finding with that number. */
  struct story *(*story) (void *context, const struct property *, size_t);
  void *context;
  const struct set_digest *terminal;  /* of the final states; NULL: not computed */
  const struct set_digest *orbits;    /* of the final states with their messages, up to exchange of symmetric processes;
                                       * NULL: not a protocol */
  const struct set_digest *traces;    /* of programs under comparison; NULL: not computed */
};

void report_text (const struct report *, const struct term *);

/* Writes one object and a newline. False if writing failed. */
bool report_json (const struct report *, FILE *);

/* 0 ok, 1 violation, 3 unknown */
int verdict_exit_code (enum verdict);

/* A part of the text report that other commands use too. */
void print_finding_line (const struct term *, const char *input, const struct finding *);

#endif
