/* A check under way, of a model or of a program: what both need on the way from their options to the exit code.
 *
 *     session_begin (&s);                            messages go to their streams, progress is shown
 *     ... each property gets its result: findings that were replayed, the first one with its story ...
 *     session_trace (&s, property, &trace);          for each property that has a finding
 *     code = session_report (&s, &report); */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "base/options.h"
#include "cli/strategy.h"
#include "report/progress.h"
#include "report/report.h"
#include "report/tracefile.h"

struct complaint;

struct session {
  const char *program;            /* the command as the user called it */
  const struct option_words *files, *arguments;     /* arguments: of a program */
  struct options options;
  struct strategy strategy;
  struct complaint *complaint;    /* ends when the input is accepted */
  struct property_list *properties;
  struct term term;
  struct progress_line progress;
};

void session_begin (struct session *);

/* The input was not read in time: the first property is unknown, for that reason. */
void session_give_up (struct session *, const char *why);

/* Writes the trace of the property's first finding. The caller has set what names the input: model or programs, hash; the
 * options that give the steps their meaning are added. */
void session_trace (struct session *, struct property *, struct trace_file *);

/* Combines the verdicts of the properties, reports them and writes the files; returns the exit code. The caller has set what
 * only it knows: how stories are made, notes, digests. */
int session_report (struct session *, struct report *);

#endif
