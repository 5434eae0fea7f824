/* Results: adding findings, releasing memory. See result.h. */
#include "model/result.h"

#include <string.h>

void
finding_release (struct finding *f)
{
  mem_free (f->message);
  mem_free (f->steps);
  story_free (f->story);
}

void
result_drop_finding (struct result *r, size_t i)
{
  finding_release (&r->findings.data[i]);
  memmove (&r->findings.data[i], &r->findings.data[i + 1], (--r->findings.count - i) * sizeof *r->findings.data);
}

void
result_release (struct result *r)
{
  for (size_t i = 0; i < r->findings.count; i++)
    finding_release (&r->findings.data[i]);
  for (size_t i = 0; i < r->unreached.count; i++) {
    mem_free (r->unreached.data[i].proc);
    mem_free (r->unreached.data[i].text);
  }
  VEC_FREE (r->findings);
  VEC_FREE (r->unreached);
}

const char *
verdict_name (enum verdict v)
{
  static const char *const names[] = {"ok", "violation", "unknown"};
  return names[v];
}

const char *
finding_kind_name (enum finding_kind kind)
{
  static const char *const names[] = {
#define X(id, name) name,
    FINDING_KINDS (X)
#undef X
  };
  return names[kind];
}

enum finding_kind
fault_finding (enum fault_kind kind)
{
  static const enum finding_kind of[] = {
    [FAULT_NONE] = FINDING_ASSERTION, [FAULT_ASSERTION] = FINDING_ASSERTION, [FAULT_BOUNDS] = FINDING_MEMORY,
    [FAULT_CHANNEL] = FINDING_API_MISUSE, [FAULT_DIVISION] = FINDING_CRASH, [FAULT_DSTEP] = FINDING_API_MISUSE,
    [FAULT_PROCESS] = FINDING_API_MISUSE, [FAULT_EXCLUSIVE] = FINDING_API_MISUSE, [FAULT_TRACE] = FINDING_ASSERTION,
    [FAULT_RESOURCE] = FINDING_API_MISUSE, [FAULT_MEMORY] = FINDING_MEMORY, [FAULT_RACE] = FINDING_DATA_RACE,
    [FAULT_MISUSE] = FINDING_API_MISUSE, [FAULT_EXIT_STATUS] = FINDING_EXIT_STATUS, [FAULT_CRASH] = FINDING_CRASH,
  };
  return of[kind];
}

bool
finding_known (const struct result *r, enum finding_kind kind, struct pos pos, const char *message)
{
  for (size_t i = 0; i < r->findings.count; i++) {
    const struct finding *f = &r->findings.data[i];
    if (f->kind == kind && f->pos.line == pos.line && f->pos.col == pos.col && !strcmp (f->message, message))
      return true;
  }
  return false;
}
