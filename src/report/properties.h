/* The properties of a model, each with its verdict, and the run's verdict.
 *
 * A model states properties: no assertion fails and no process gets stuck
 * (safety), each ltl block, its never claim, its progress and accept labels.
 * All that it states is checked by default; what an engine cannot check is
 * `unknown`, is said to the user, and keeps the run from being ok.
 *
 *     properties_collect (&list, pg, NULL);
 *     ...                         a search fills each property's result
 *     properties_combine (&list, &total);
 */
#ifndef REPORT_PROPERTIES_H
#define REPORT_PROPERTIES_H

#include "model/graph.h"
#include "model/result.h"

struct property {
  const char *name;               /* "safety", "p1", "non-progress cycles"; lives in the graph */
  const char *kind;               /* "safety", "ltl", "never", "progress", "acceptance" */
  struct pos pos;
  const struct pg_property *source; /* ltl and never */
  uint32_t label;                 /* progress and acceptance: LOC_PROGRESS or LOC_ACCEPT */
  const char *por;
  const char *no_por;             /* why there is no reduction although one was wanted, or NULL */
  bool checked;
  struct result result;           /* unknown, with the reason, unless checked */
  struct ts *ts;                  /* of a model: whose steps its findings have */
  char *trace;                    /* file the first finding's trace was written to, or NULL; heap */
};

struct property_list {
  struct property *data;
  size_t count, room;             /* a VEC (struct property) */
};

/* The model's properties, unchecked: safety, then those of the graph, then
 * labels. With `only`, those of them that were asked for (properties_named). */
void properties_collect (struct property_list *, const struct pg *, const char *only);
/* A program has one: safety. `file` names it. */
void properties_of_program (struct property_list *, const char *file);
void properties_release (struct property_list *);

/* The worst verdict of all goes into `total`, with the reason, and the first
 * property's statistics. */
void properties_combine (const struct property_list *, struct result *total);

/* What --claim calls the property. */
const char *property_claim (const struct property *);

/* Nothing is known of it. */
void property_give_up (struct property *, const char *why);

/* A reason that only says that time ran out says after how much, and with which `share` of the whole explored, if
 * that is known (0: not). */
void property_explain_time (struct property *, double share);

/* NULL if it was not asked for. */
const struct property *properties_safety (const struct property_list *);

/* "ltl p1 (model.pml:20)" */
void add_property (struct str *, const struct property *);

#endif
