/* Idea. The waypoints are inserted into a copy of the program's sources, as calls that count them down: mz_waypoints_left
 * is initially their number, a thread that reaches the next waypoint decrements it, and while it is positive no error is
 * reported (rt_fail). A thread that reaches a later waypoint waits for its turn, or (both are explored, waiting first)
 * continues without passing it. The copy is then explored as an ordinary program, with reduction, replay and stories.
 * Source. P. Ayaziová, D. Beyer, M. Lingsch-Rosenfeld, M. Spiessl, J. Strejček, "Software Verification Witnesses 2.0", SPIN
 * 2024; ConcurrentWitness2Test (L. Bajczi et al., SV-COMP 2024) also inserts waypoints into the program.
 * Where we differ. The next waypoint is always passed when reached: segments end as early as possible. The target is not
 * inserted: the location of the failure is compared with it. The counter is relaxed and orders nothing, so that no race is
 * hidden; conditions over the program's variables are evaluated in an atomic section, and therefore are not followed where
 * the finding is a race.
 * Why that is sound. The copy has the executions of the program, with additional steps that touch nothing of it; an
 * execution of it that fails after the last waypoint is one of the program that passes them in this order and fails. It is
 * replayed before it is reported. If none is found nothing is concluded about the program: unknown, never ok. */
#include "cli/follow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "cli/follow_copy.h"
#include "native/build.h"

bool
follow_open (struct follow *f, const char *path, const char *const *files, size_t nfiles, struct diag *diag)
{
  *f = (struct follow) {.path = path, .files = files, .nfiles = nfiles};
  if (!witness_read (path, &f->witness, diag) || !(f->directory = build_directory (diag)))
    return false;
  if (!f->witness.points.count)
    snprintf (f->reason, sizeof f->reason, "it is a correctness witness, which has no execution to follow");
  for (size_t i = 0; i < f->witness.points.count && !*f->reason; i++) {
    bool found = false;
    for (size_t k = 0; k < nfiles; k++)
      found |= follow_is_file_of (f, k, &f->witness.points.data[i]);
    if (!found)
      follow_refuse (f, &f->witness.points.data[i], "this waypoint is in no file of the program");
  }
  for (size_t i = 0; i < nfiles; i++)
    if (!follow_copy_file (f, i, diag))
      return false;
  return true;
}

void
follow_close (struct follow *f)
{
  for (size_t i = 0; i < f->copies.count; i++) {
    unlink (f->copies.data[i]);
    mem_free ((char *) f->copies.data[i]);
  }
  if (f->directory)
    rmdir (f->directory);
  VEC_FREE (f->copies);
  mem_free (f->directory);
  mem_free (f->cflags);
  mem_free (f->nondet);
  witness_release (&f->witness);
}

void
follow_options (struct follow *f, struct options *o)
{
  struct str flags = {0}, values = {0};
  str_add (&flags, o->cflags ? o->cflags : "");
  for (size_t i = 0; i < f->nfiles; i++) {
    const char *name = path_name (f->files[i]);
    str_add (&flags, " -iquote ");
    str_add_quoted (&flags, name == f->files[i] ? "." : f->files[i], name == f->files[i] ? 1 : (size_t) (name - f->files[i]), '\'');
  }
  str_add (&values, o->nondet ? o->nondet : "0,1");
  for (size_t i = 0; i < f->witness.points.count; i++) {
    const char *equal = f->witness.points.data[i].type == WAYPOINT_RETURN ? strstr (f->witness.points.data[i].value, "==") : NULL;
    char *end;
    long long v = equal ? strtoll (equal + 2, &end, 10) : 0;
    if (equal && end > equal + 2)
      str_printf (&values, ",%lld", v);
  }
  o->cflags = f->cflags = str_take (&flags);
  o->nondet = f->nondet = str_take (&values);
  o->allow_races = o->allow_races || f->witness.kind != FINDING_DATA_RACE;
  o->memory_model = MEMORY_SC;
  o->ends = ENDS_OFF;
  o->exit_status = EXIT_STATUS_ANY;
}

/* ---- the verdict ---- */

static bool
is_at (const struct waypoint *target, struct pos pos)
{
  return pos.file && pos.line == target->pos.line && !strcmp (path_name (pos.file), path_name (target->pos.file));
}

/* Is the target where it fails: at one of the accesses, or in one of the callers? */
static bool
fails_at (const struct finding *f, const struct waypoint *target)
{
  const struct story *s = f->story;
  bool at = is_at (target, f->pos);
  for (size_t i = 0; s && s->failed != STORY_NONE && i < s->threads.data[s->failed].stack.count; i++)
    at |= is_at (target, s->threads.data[s->failed].stack.frames[i].pos);
  for (size_t i = 0; s && i < s->other.count; i++)
    at |= is_at (target, s->other.frames[i].pos);
  return at;
}

void
follow_judge (const struct follow *f, struct result *r)
{
  char why[sizeof f->reason];
  const struct waypoint *target = f->witness.points.count ? &f->witness.points.data[f->witness.points.count - 1] : NULL;
  const struct finding *found = r->findings.count ? &r->findings.data[0] : NULL;
  assert (*f->reason || target);
  if (!*f->reason && r->verdict == VERDICT_VIOLATION && found->kind == f->witness.kind && fails_at (found, target))
    return;
  if (*f->reason)
    snprintf (why, sizeof why, "%s", f->reason);
  else if (r->verdict == VERDICT_VIOLATION)
    snprintf (why, sizeof why, "its waypoints can be passed, but then the program fails at %s:%d, not at %s:%d: %.120s", found->pos.file ? found->pos.file : "?",
              found->pos.line, target->pos.file, target->pos.line, found->message);
  else if (r->exhaustive)
    snprintf (why, sizeof why, "no execution that was explored passes its waypoints and then fails");
  else
    snprintf (why, sizeof why, "no such execution was found: %.220s", r->reason);
  snprintf (r->reason, sizeof r->reason, "the witness %.60s is not confirmed: %s", f->path, why);
  for (size_t i = 0; i < r->findings.count; i++)
    finding_release (&r->findings.data[i]);
  r->findings.count = r->errors = 0;
  r->exhaustive = false;
  r->verdict = VERDICT_UNKNOWN;
  assert (*r->reason);
}
