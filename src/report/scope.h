/* What a verdict speaks of: which kinds of findings were looked for, and what
 * was taken for granted. Text and JSON have both from here. */
#ifndef REPORT_SCOPE_H
#define REPORT_SCOPE_H

#include "report/report.h"

/* Would a finding of this kind have been reported, if there were one? */
bool scope_checks (const struct report *, enum finding_kind);

enum { SCOPE_ASSUMPTIONS = 16 };

struct scope {                    /* of a verdict: what it rests on */
  struct { const char *what, *value; } assumed[SCOPE_ASSUMPTIONS];
  size_t count;
  struct str arguments;           /* of the program, as a shell would need them */
  struct str notes;
  char fairness[16];
};

void scope_init (struct scope *, const struct report *);
void scope_release (struct scope *);

/* "in every execution the assertions hold, and there is no deadlock or crash": what ok means for safety. */
void scope_add_claim (struct str *, const struct report *);
/* "; assumed: memory model C11 without load buffering, arguments none"; nothing, if nothing is. */
void scope_add_assumptions (struct str *, const struct report *);
/* "checked: assertions, deadlock, crash; assumed: ...": where there is no claim. */
void scope_add_checked (struct str *, const struct report *);

#endif
