#include "cli/trust.h"

#include <stdio.h>
#include <string.h>

#include "base/mutant.h"
#include "base/str.h"
#include "native/unseen.h"

static const char *
file_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* Is it in the list, which has its names between commas? */
static bool
is_listed (const char *list, const char *name)
{
  size_t n = strlen (name);
  for (const char *at = list; at && n; at = strchr (at, ',') ? strchr (at, ',') + 1 : NULL)
    if (!strncmp (at, name, n) && (!at[n] || at[n] == ',' || MUTANT (cli_trust_prefix)))
      return true;
  return false;
}

/* What the user may call it: "libz.so.1" is libz too; an object of an archive,
 * "libz.a(deflate.o)", goes by the archive. */
static void
short_name (const char *path, const char *end, char *out, size_t room)
{
  const char *name = file_name (path);
  size_t n = strcspn (name, end);
  snprintf (out, room, "%.*s", (int) n, name);
}

static bool
is_trusted (const char *list, const char *function, const char *path)
{
  char name[256], stem[256];
  if (!list)
    return false;
  short_name (path, "(", name, sizeof name);
  short_name (path, ".", stem, sizeof stem);
  return is_listed (list, function) || is_listed (list, name) || is_listed (list, stem);
}

static void
not_seen (struct result *r, const struct str *what, bool first)
{
  fprintf (stderr, "mazurka: %s: %s\n", first ? "not explored" : "not seen", what->data);
  if (!r->exhaustive && !first)
    return;
  r->exhaustive = r->exhaustive && MUTANT (cli_not_seen_ok);
  snprintf (r->reason, sizeof r->reason, "%s", what->data);
}

static void
judge_call (const struct wire_log_unseen *u, struct symbols *symbols, struct result *r)
{
  struct symbols_place place;
  struct str s = {0};
  symbols_places (symbols, u->pc - 1, &place, 1);
  if (place.pos.file)
    str_printf (&s, "%s:%d: ", place.pos.file, place.pos.line);
  if (!*u->library)
    str_add (&s, u->function);
  else
    str_printf (&s, "%s of %s is not instrumented, so what it reads and writes is not checked (--trust=%s if no other thread uses it)",
              u->function, file_name (u->library), u->function);
  not_seen (r, &s, !*u->library);
  str_release (&s);
}

void
trust_judge (const struct options *o, const struct wire_log *log, struct symbols *symbols, const char *executable, struct result *r,
             struct trust_gaps *gaps)
{
  char name[256];
  struct str s = {0};
  struct unseen_list all;
  for (size_t i = 0; i < log->unseen.count; i++)
    if (!*log->unseen.data[i].library || !is_trusted (o->trust, log->unseen.data[i].function, log->unseen.data[i].library))
      judge_call (&log->unseen.data[i], symbols, r);
  unseen_find (executable, &all);
  for (size_t i = 0; i < all.count; i++) {
    const struct unseen *u = &all.data[i];
    if (is_trusted (o->trust, "", u->path) || (MUTANT (cli_assembly_trusted) && u->line > 0))
      continue;
    str_clear (&s);
    if (u->line > 0)
      str_printf (&s, "%s:%d: assembly may touch memory, or an intrinsic does or reads the processor's clock, which is not checked", u->path, u->line);
    else
      str_printf (&s, "%s was not compiled by `mazurka cc`, so what its functions read and write is not checked", u->path);
    short_name (u->path, "(", name, sizeof name);
    str_printf (&s, " (--trust=%s if no other thread uses it)", name);
    not_seen (r, &s, false);
  }
  *gaps = (struct trust_gaps) {all.left_out, all.no_zones};
  unseen_release (&all);
  str_release (&s);
}
