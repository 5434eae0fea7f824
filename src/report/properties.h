/* The properties of a model, each with its verdict, and the run's verdict.
 *
 * A model states properties: no assertion fails and no process gets stuck
 * (safety), each ltl block, its never claim, its progress and accept labels.
 * All that it states is checked by default; what an engine cannot check is
 * `unknown`, is said to the user, and keeps the run from being ok.
 */
#ifndef REPORT_PROPERTIES_H
#define REPORT_PROPERTIES_H

#include "model/graph.h"
#include "model/result.h"

struct property {
  const char *name;               /* "safety", "p1", "never claim"; lives in the graph */
  const char *kind;               /* "safety", "ltl", "never", "progress", "acceptance" */
  struct pos pos;
  enum verdict verdict;
  bool exhaustive;
  const char *por;
  const struct stats *stats;      /* NULL: not checked */
};

struct property_list {
  struct property *data;
  size_t count, room;             /* a VEC (struct property) */
};

/* Safety, as the result says, then the model's other properties, unchecked. */
void properties_collect (struct property_list *, const struct pg *, const struct result *safety, const char *por);

/* The worst verdict of all goes into the result, with the reason. */
void properties_combine (const struct property_list *, struct result *);

/* "ltl p1 (model.pml:20)" */
void add_property (struct str *, const struct property *);

#endif
