#include "model/result.h"

void
finding_release (struct finding *f)
{
  mem_free (f->message);
  mem_free (f->steps);
  story_free (f->story);
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
