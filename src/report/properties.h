/* The properties of a model, each with its verdict, and the combined verdict of the run.
 *
 * A model states properties: no assertion fails and no process gets stuck (safety), each ltl block, its never claim, its
 * progress and accept labels. All of them are checked by default; what an engine cannot check is `unknown`, is reported as
 * such, and excludes the verdict ok.
 *
 *     properties_collect (&list, pg, NULL);
 *     ...                         a search fills each property's result
 *     properties_combine (&list, &total); */
#ifndef REPORT_PROPERTIES_H
#define REPORT_PROPERTIES_H

#include "model/graph.h"
#include "model/result.h"

struct property {
  const char *name;               /* "safety", "p1", "non-progress cycles"; belongs to the graph */
  const char *kind;               /* "safety", "ltl", "never", "progress", "acceptance" */
  struct pos pos;
  const struct pg_property *source; /* for ltl and never */
  uint32_t label;                 /* for progress and acceptance: LOC_PROGRESS or LOC_ACCEPT */
  const char *por;
  const char *no_por;             /* why a requested reduction is off, or NULL */
  bool checked;
  struct result result;           /* unknown, with the reason, unless checked */
  struct ts *ts;                  /* for models: the system that executes the steps of its findings */
  char *trace;                    /* file of the first finding's trace, or NULL; heap */
};

struct property_list {
  struct property *data;
  size_t count, room;             /* a VEC (struct property) */
};

/* The model's properties, unchecked: safety, then those of the graph, then labels. With `only`, just the requested ones
 * (properties_named). */
void properties_collect (struct property_list *, const struct pg *, const char *only);
/* A program has one: safety. `file` names it. */
void properties_of_program (struct property_list *, const char *file);
void properties_release (struct property_list *);

/* Sets `total` to the worst verdict, with its reason, and to the first property's statistics. */
void properties_combine (const struct property_list *, struct result *total);

/* What --claim calls the property. */
const char *property_claim (const struct property *);

/* Makes the property unknown for that reason. */
void property_give_up (struct property *, const char *why);

/* Extends a reason that only says that time ran out by the time limit, and by the explored fraction `share`, if known (0:
 * unknown). */
void property_explain_time (struct property *, double share);

/* NULL if safety was not requested. */
const struct property *properties_safety (const struct property_list *);

/* "ltl p1 (model.pml:20)" */
void add_property (struct str *, const struct property *);

#endif
