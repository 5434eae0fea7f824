/* The scope of a verdict: which kinds of findings were checked, and which assumptions were made. The text and JSON reports
 * both use this. */
#ifndef REPORT_SCOPE_H
#define REPORT_SCOPE_H

#include "report/report.h"

/* Would a finding of this kind have been reported? */
bool scope_checks (const struct report *, enum finding_kind);

enum { SCOPE_ASSUMPTIONS = 16 };

struct scope {                    /* the assumptions of a verdict */
  struct { const char *what, *value; } assumed[SCOPE_ASSUMPTIONS];
  size_t count;
  struct str arguments;           /* arguments of the program, quoted for a shell */
  struct str notes;
  char fairness[16];
};

void scope_init (struct scope *, const struct report *);
void scope_release (struct scope *);

/* "assertions, invariant agreement, deadlock, crash, ltl p (m.pml:3)": the kinds of findings and the properties that were
 * checked; nothing if no property was. */
void scope_add_checked (struct str *, const struct report *);
/* "memory model C11 without load buffering, arguments none"; nothing if there are no assumptions. */
void scope_add_assumptions (struct str *, const struct report *);

#endif
