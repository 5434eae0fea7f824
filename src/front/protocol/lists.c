/* Checks the lists of a description: each is terminated, and names are text.
 *
 * Idea. A list without {0} at its end continues into whatever memory follows, with entries that have no name or one that is
 * not text of the file. This is checked before anything else is used, and reported with the list's name. Everything printed
 * later is text. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "front/protocol/parts.h"

/* The length of the UTF-8 character at s; 0 if it is not printable. */
static size_t
character (const unsigned char *s)
{
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t n = *s < 0x80 ? 1 : *s >> 5 == 6 ? 2 : *s >> 4 == 14 ? 3 : *s >> 3 == 30 ? 4 : 0;
  uint32_t c = n < 2 ? *s : *s & (0x7fu >> n);
  for (size_t i = 1; i < n; i++) {
    if (s[i] >> 6 != 2)
      return 0;
    c = c << 6 | (s[i] & 0x3f);
  }
  return n && c >= least[n] && c >= 32 && c != 127 && !(c >= 0xd800 && c < 0xe000) && c < 0x110000 ? n : 0;
}

static bool
is_in_file (const struct protocol *p, const void *at)
{
  Dl_info mine, its;
  return dladdr (p->source, &mine) && dladdr (at, &its) && mine.dli_fbase == its.dli_fbase;
}

static bool
is_name (const struct protocol *p, const char *text)
{
  const unsigned char *s = (const unsigned char *) text;
  if (!is_in_file (p, text) || !*s)
    return false;
  for (size_t n; *s; s += n)
    if (!(n = character (s)))
      return false;
  return true;
}

/* Every entry begins with its name. */
static bool
check_list (const struct protocol *p, const void *list, size_t bytes, const char *what, const char *of, struct diag *diag)
{
  if (!list)
    return true;
  const char *before = NULL;
  for (const char *entry = list; ; entry += bytes) {
    const char *name = NULL;
    if (is_in_file (p, entry))
      memcpy (&name, entry, sizeof name);
    if (is_in_file (p, entry) && !name)
      return true;
    if (!name || !is_name (p, name)) {
      diag_error (diag, (struct pos) {.file = p->file}, "the list of %s%s: what comes %s%s has no name that is text; does the list end with {0}?",
                  what, of, before ? "after " : "first", before ? before : "");
      return false;
    }
    before = name;
  }
}

bool
mp_check_lists (const struct protocol *p, struct diag *diag)
{
  const struct mz_protocol *s = p->source;
  if (!check_list (p, s->processes, sizeof *s->processes, "processes", "", diag) || !check_list (p, s->messages, sizeof *s->messages, "messages", "", diag) ||
      !check_list (p, s->transitions, sizeof *s->transitions, "transitions", "", diag) ||
      !check_list (p, s->invariants, sizeof *s->invariants, "invariants", "", diag) ||
      !check_list (p, s->propositions, sizeof *s->propositions, "propositions", "", diag) ||
      !check_list (p, s->formulas, sizeof *s->formulas, "formulas", "", diag))
    return false;
  for (const struct mz_process *x = s->processes; x && x->name; x++) {
    char of[100];
    snprintf (of, sizeof of, " of process %.60s", x->name);
    if (!check_list (p, x->variables, sizeof *x->variables, "variables", of, diag))
      return false;
  }
  return true;
}
