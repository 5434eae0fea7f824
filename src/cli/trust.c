#include "cli/trust.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/clean.h"
#include "base/str.h"
#include "native/trusted.h"
#include "native/unseen.h"

static void
not_seen (struct result *r, const struct str *what, bool first)
{
  clean_print (stderr, "mazurka: %s: %s\n", first ? "not explored" : "not seen", what->data);
  if (!r->exhaustive && !first)
    return;
  r->exhaustive = false;
  snprintf (r->reason, sizeof r->reason, "%s", what->data);
}

static void
judge_call (const struct wire_log_unseen *u, struct symbols *symbols, struct result *r)
{
  struct symbols_place place;
  struct str s = {0};
  symbols_places (symbols, u->pc - 1, &place, 1);
  if (place.pos.file && !symbols_is_ours (symbols, u->pc - 1))
    str_printf (&s, "%s:%d: ", place.pos.file, place.pos.line);
  if (!*u->library)
    str_add (&s, u->function);
  else
    str_printf (&s, "%s of %s is not instrumented: its accesses are not seen; if no other thread uses what it accesses: --trust=%s",
              u->function, path_name (u->library), u->function);
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
    if (!*log->unseen.data[i].library || !trusted_has (o->trust, log->unseen.data[i].function, log->unseen.data[i].library))
      judge_call (&log->unseen.data[i], symbols, r);
  unseen_find (executable, &all);
  for (size_t i = 0; i < all.count; i++) {
    const struct unseen *u = &all.data[i];
    if (trusted_has (o->trust, "", u->path))
      continue;
    str_clear (&s);
    if (u->line > 0)
      str_printf (&s, "%s:%d: inline assembly or intrinsic not modelled", u->path, u->line);
    else
      str_printf (&s, "%s was not compiled by `mazurka cc`: its accesses are not seen", u->path);
    trusted_short_name (u->path, "(", name, sizeof name);
    str_printf (&s, "; if it touches only thread-private data: --trust=%s", name);
    not_seen (r, &s, false);
  }
  *gaps = (struct trust_gaps) {all.left_out, all.no_zones};
  unseen_release (&all);
  str_release (&s);
}

void
trust_order (const struct options *o, const char *executable, struct wire_orders *orders)
{
  struct unseen_list all;
  unseen_find (executable, &all);
  orders->unseen = all.count > 0;
  for (size_t i = 0; i < all.count; i++)
    orders->is_doubtful |= !trusted_has (o->trust, "", all.data[i].path);
  unseen_release (&all);
  size_t n = o->trust ? strlen (o->trust) : 0;
  while (n >= sizeof orders->trust)
    while (n && o->trust[--n] != ',')
      ;                           /* what does not fit is not trusted: a race is reported as possible */
  assert (n < sizeof orders->trust);
  memcpy (orders->trust, o->trust ? o->trust : "", n);
}
