#include "report/progress.h"

#include <string.h>
#include <unistd.h>

#include "report/term.h"

enum { PLAIN_SECONDS = 10 };

void
progress_init (struct progress_line *p, FILE *out)
{
  *p = (struct progress_line) {.out = out, .tty = out && isatty (fileno (out))};
}

/* Is the next line due? */
static bool
due (struct progress_line *p, double seconds)
{
  if (!p->out || (p->tty ? seconds < 0.5 : seconds - p->last < PLAIN_SECONDS))
    return false;
  p->last = seconds;
  return true;
}

static void
draw (struct progress_line *p, struct str *s)
{
  if (p->tty)
    fprintf (p->out, "\r\033[K%s", str_text (s));
  else
    fprintf (p->out, "%s\n", str_text (s));
  fflush (p->out);
  p->drawn = p->tty;
  str_release (s);
}

void
progress_depth (struct progress_line *p, const char *engine, uint64_t depth, uint64_t clauses, double step, double seconds)
{
  struct str s = {0};
  if (!due (p, seconds))
    return;
  str_printf (&s, "%s: depth ", engine);
  add_count (&s, depth);
  str_add (&s, ", ");
  add_count (&s, clauses);
  str_printf (&s, " %s, last depth ", strcmp (engine, "bdd") ? "clauses" : "nodes");
  add_seconds (&s, step);
  str_add (&s, ", ");
  add_seconds (&s, seconds);
  draw (p, &s);
}

void
progress_show (struct progress_line *p, const char *what, uint64_t count, double share, uint64_t depth, uint64_t bytes,
               double seconds)
{
  struct str s = {0};
  if (!due (p, seconds))
    return;
  add_counted (&s, count, what);
  str_add (&s, " (");
  add_count (&s, seconds > 0 ? (uint64_t) ((double) count / seconds) : 0);
  str_add (&s, "/s), depth ");
  add_count (&s, depth);
  str_add (&s, ", ");
  add_bytes (&s, bytes);
  str_add (&s, ", ");
  add_seconds (&s, seconds);
  if (share > 0 && share < 1)
    str_printf (&s, ", about %.*f%% done", share < 0.01 ? 3 : 0, 100 * share);
  draw (p, &s);
}

void
progress_clear (struct progress_line *p)
{
  if (p->drawn)
    fprintf (p->out, "\r\033[K");
  p->drawn = false;
}
