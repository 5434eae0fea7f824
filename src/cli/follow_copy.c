/* Finds the place of a waypoint in the text of a source, and inserts its code: see follow.c. */
#include "cli/follow_copy.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/c_text.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/words.h"
#include "cli/input.h"

/* ---- one file ---- */

struct insertion {
  size_t at;
  size_t number;                  /* order among insertions at the same place */
  char *text;                     /* heap */
};

/* Waypoints of one kind at one place. */
struct site {
  const struct waypoint *point;   /* the first one */
  size_t at;                      /* offset in the text */
  const struct c_call *call;      /* the call or condition there; NULL: an assumption */
};

struct copy {
  struct follow *follow;
  size_t file;
  struct c_text text;
  VEC (struct site) sites;
  VEC (struct insertion) insertions;
  struct str head;                /* functions used by the insertions */
};

bool
follow_refuse (struct follow *f, const struct waypoint *w, const char *why)
{
  if (!*f->reason)
    snprintf (f->reason, sizeof f->reason, "%s:%d: %s", w->here.file, w->here.line, why);
  return false;
}

static void __attribute__ ((format (printf, 3, 4)))
insert (struct copy *c, size_t at, const char *format, ...)
{
  struct str s = {0};
  va_list args;
  va_start (args, format);
  str_vprintf (&s, format, args);
  va_end (args);
  VEC_PUSH (c->insertions, (struct insertion) {at, c->insertions.count, str_take (&s)});
}

/* ---- places ---- */

/* The call that ends there, or the condition whose keyword is there. */
static const struct c_call *
find_call (const struct c_text *t, const struct waypoint *w)
{
  for (size_t i = 0; i < t->calls.count; i++) {
    const struct c_call *c = &t->calls.data[i];
    int line = c->line, col = c->col;
    if (c->is_keyword != (w->type == WAYPOINT_BRANCHING))
      continue;
    if (c->is_keyword)
      c_text_place (t, c->name, &line, &col);
    if (line == w->pos.line && (!w->pos.col || col == w->pos.col))
      return c;
  }
  return NULL;
}

static bool
find_site (struct copy *c, const struct waypoint *w, struct site *s)
{
  *s = (struct site) {.point = w};
  if (w->type == WAYPOINT_ASSUMPTION)
    s->at = c_text_statement (&c->text, w->pos.line, w->pos.col);
  else {
    s->call = find_call (&c->text, w);
    s->at = s->call ? s->call->name : SIZE_MAX;
  }
  if (s->at == SIZE_MAX)
    return follow_refuse (c->follow, w, w->type == WAYPOINT_ASSUMPTION ? "no statement begins at this waypoint's location"
                   : w->type == WAYPOINT_BRANCHING ? "no if, while, for or switch stands at this waypoint's location" : "no call ends at this waypoint's location");
  if (s->call && s->call->is_member)
    return follow_refuse (c->follow, w, "calls through a member are not followed");
  return true;
}

/* ---- conditions ---- */

/* Comments would hide the following text; digraphs could hide a bracket. */
static bool
begins_other (const char *p)
{
  static const char *const pairs[] = {"//", "/*", "<%", "%>", "<:", ":>", "%:", "??"};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (!strncmp (p, pairs[i], 2))
      return true;
  return false;
}

/* Rejects expressions that could do more than read variables. */
static bool
is_plain (const char *e)
{
  for (const char *p = e; *p; p++) {
    bool compares = p > e && strchr ("=!<>", p[-1]);
    if (begins_other (p))
      return false;
    if (!isalnum ((unsigned char) *p) && !strchr (" \t_()[].,<>=!&|+-*/%^~?:'", *p))
      return false;
    if ((*p == '=' && p[1] != '=' && !compares) || (*p == p[1] && strchr ("+-", *p)) || (strchr ("<>", *p) && p[1] == *p && p[2] == '='))
      return false;
    if (*p == '(' && p > e) {
      const char *b = p - 1;
      while (b > e && isspace ((unsigned char) *b))
        b--;
      if (isalnum ((unsigned char) *b) || strchr ("_)]", *b))
        return false;             /* a call */
    }
  }
  return *e && !strchr (e, '\n');
}

/* The condition of a waypoint as C: over v, the returned value or decision, or over the program's variables. */
static bool
condition (struct follow *f, const struct waypoint *w, struct str *out)
{
  const char *v = w->value, *end;
  static const char *const compares[] = {"==", "!=", "<=", ">=", "<", ">"};
  if (w->type == WAYPOINT_ENTER)
    str_add (out, "1");
  else if (w->type == WAYPOINT_ASSUMPTION && f->witness.kind == FINDING_DATA_RACE)
    return follow_refuse (f, w, "assumptions read memory, and are not followed to a data race");
  else if (w->type == WAYPOINT_ASSUMPTION && is_plain (v))
    str_printf (out, "(%s)", v);
  else if (w->type == WAYPOINT_BRANCHING && (!strcmp (v, "true") || !strcmp (v, "false")))
    str_printf (out, "v == %d", strcmp (v, "true") ? 0 : 1);
  else if (w->type == WAYPOINT_BRANCHING && (strtol (v, (char **) &end, 10), end > v && !*end))
    str_printf (out, "v == (%s)", v);
  else if (w->type == WAYPOINT_RETURN && !strncmp (v, "\\result", 7)) {
    v += 7 + strspn (v + 7, " \t");
    for (size_t i = 0; i < sizeof compares / sizeof *compares; i++) {
      size_t n = strlen (compares[i]);
      if (!strncmp (v, compares[i], n) && is_plain (v + n)) {
        str_printf (out, "v %s (%s)", compares[i], v + n);
        return true;
      }
    }
    return follow_refuse (f, w, "expected \\result, a comparison and a number");
  } else
    return follow_refuse (f, w, "this constraint is not understood");
  return true;
}

/* ---- functions of a site ---- */

/* The waypoints of the site, in the order in which they are passed. */
static bool
is_of (const struct copy *c, const struct site *s, const struct waypoint *w)
{
  struct site other;
  return w->type == s->point->type && w->avoid == s->point->avoid && !strcmp (path_name (w->pos.file), path_name (s->point->pos.file))
         && find_site ((struct copy *) c, w, &other) && other.at == s->at;
}

/* "left >= 5 ? A : left >= 2 ? B : 0", or with == : a waypoint is next when this many are left. */
static bool
add_turns (struct copy *c, const struct site *s, const char *compare, bool conditions, struct str *out)
{
  const struct witness_file *w = &c->follow->witness;
  bool ok = true;
  for (size_t i = 0; i < w->points.count && ok; i++)
    if (w->points.data[i].type != WAYPOINT_TARGET && is_of (c, s, &w->points.data[i])) {
      int turn = w->segments - 1 - w->points.data[i].segment;
      str_printf (out, "%s %s %d ? ", conditions ? "next" : "left", compare, turn);
      if (conditions)
        ok = condition (c->follow, &w->points.data[i], out);
      else
        str_printf (out, "%d", turn);
      str_add (out, " : ");
    }
  str_add (out, conditions ? "0" : "-1");
  return ok;
}

/* The function that waits for the waypoint to be next, and the one that passes it. */
static bool
add_functions (struct copy *c, const struct site *s, size_t number)
{
  struct str turns = {0}, holds = {0};
  bool avoid = s->point->avoid, ok = add_turns (c, s, avoid ? "==" : ">=", false, &turns) && add_turns (c, s, "==", true, &holds);
  /* 0: the next waypoint is elsewhere, or the thread does not wait for it */
  str_printf (&c->head, "static __attribute__ ((unused)) int mz_turn_%zu (void) { for (;;) { int left = mz_look (); int next = %s; ", number, str_text (&turns));
  str_add (&c->head, "if (next < 0) return -1; if (left == next) return next; if (mz_choose (2)) return -1; while (mz_look () > next) ; } } ");
  if (s->point->type != WAYPOINT_ASSUMPTION)
    str_printf (&c->head, "static __attribute__ ((unused)) long long mz_at_%zu (long long v) { for (;;) { int next = mz_turn_%zu (); "
                "if (next < 0 || !(%s) || mz_pass_%d (next)) return v; } } ", number, number, str_text (&holds), avoid);
  str_release (&turns);
  str_release (&holds);
  return ok;
}

/* ---- insertions ---- */

static bool
is_declaration (const char *s)
{
  static const char *const statements[] = {"return", "goto", "else", "do", "case", NULL};
  size_t n = word_length (s), gap;
  for (const char *const *w = statements; *w; w++)
    if (strlen (*w) == n && !strncmp (s, *w, n))
      return false;
  gap = strspn (s + n, " \t*");
  return n && gap && (isalpha ((unsigned char) s[n + gap]) || s[n + gap] == '_');
}

/* `if (...) ; else` can precede any statement, also where only one statement is allowed. */
static bool
put_assumption (struct copy *c, const struct site *s, size_t number)
{
  struct str holds = {0};
  bool ok = add_turns (c, s, "==", true, &holds), declares = is_declaration (c->text.text + s->at);
  insert (c, s->at, "%s ({ int next = mz_turn_%zu (); mz_atomic_begin (); if (%s) mz_pass_%d (next); mz_atomic_end (); 0; })%s ", declares ? "(void)" : "if (",
          number, str_text (&holds), s->point->avoid, declares ? ";" : ") ; else");
  str_release (&holds);
  return ok;
}

/* The condition of a for is between two semicolons. */
static void
condition_of_for (const struct copy *c, size_t *from, size_t *to)
{
  int depth = 0, semicolons = 0;
  for (size_t i = *from; i < *to; i++) {
    char x = c->text.text[i];
    depth += (x == '(' || x == '{') - (x == ')' || x == '}');
    if (x == ';' && !depth && semicolons++)
      *to = i;
    else if (x == ';' && !depth)
      *from = i + 1;
  }
}

static void
put_branching (struct copy *c, const struct site *s, size_t number)
{
  size_t from = s->call->open + 1, to = s->call->close;
  if (c_text_is (&c->text, s->call, "for"))
    condition_of_for (c, &from, &to);
  bool blank = from + strspn (c->text.text + from, " \t\n") >= to, decides = c_text_is (&c->text, s->call, "switch");
  insert (c, from, "mz_at_%zu (%s(", number, decides ? "" : "!!");
  insert (c, to, "%s))", blank ? "1" : "");
}

static bool
put_site (struct copy *c, const struct site *s, size_t number)
{
  if (!add_functions (c, s, number))
    return false;
  switch (s->point->type) {
  case WAYPOINT_ASSUMPTION: return put_assumption (c, s, number);
  case WAYPOINT_BRANCHING: put_branching (c, s, number); break;
  case WAYPOINT_ENTER:
    insert (c, s->call->name, "(mz_at_%zu (0), ", number);
    insert (c, s->call->name_end, ")");
    break;
  default:
    insert (c, s->call->name, "({ __auto_type mz_result = ");
    insert (c, s->call->close + 1, "; mz_at_%zu ((long long) mz_result); mz_result; })", number);
  }
  return true;
}

bool
follow_is_file_of (const struct follow *f, size_t file, const struct waypoint *w)
{
  return !strcmp (path_name (f->files[file]), path_name (w->pos.file));
}

/* Returned values enclose calls, so they are inserted first. */
static bool
put_waypoints (struct copy *c)
{
  const struct witness_file *w = &c->follow->witness;
  struct site s;
  for (int returns = 1; returns >= 0; returns--)
    for (size_t i = 0; i < w->points.count; i++) {
      const struct waypoint *p = &w->points.data[i];
      if (p->type == WAYPOINT_TARGET || (p->type == WAYPOINT_RETURN) != returns || !follow_is_file_of (c->follow, c->file, p))
        continue;
      if (!find_site (c, p, &s))
        return false;
      bool known = false;
      for (size_t k = 0; k < c->sites.count; k++)
        known |= c->sites.data[k].at == s.at && c->sites.data[k].point->type == p->type && c->sites.data[k].point->avoid == p->avoid;
      if (known)
        continue;
      VEC_PUSH (c->sites, s);
      if (!put_site (c, &s, c->sites.count - 1))
        return false;
    }
  return true;
}

static int
compare_insertions (const void *a, const void *b)
{
  const struct insertion *x = a, *y = b;
  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

/* The declarations of a copy, on lines of their own; then the source, under its own name. */
static void
write_copy (struct copy *c, FILE *out)
{
  size_t at = 0;
  fprintf (out, "#line 1 \"waypoints\"\n__attribute__ ((weak)) int mz_waypoints_left = %d; extern unsigned mz_choose (unsigned); extern void mz_assume (int); "
           "extern void mz_atomic_begin (void); extern void mz_atomic_end (void); ", c->follow->witness.segments - 1);
  fputs ("static __attribute__ ((unused)) int mz_look (void) { return __atomic_load_n (&mz_waypoints_left, __ATOMIC_RELAXED); } "
         "static __attribute__ ((unused)) int mz_pass_0 (int next) { return __atomic_compare_exchange_n (&mz_waypoints_left, &next, next - 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); } "
         "static __attribute__ ((unused)) int mz_pass_1 (int next) { mz_assume (next < 0); return 1; } ", out);
  struct str name = {0};
  str_add_quoted (&name, c->follow->files[c->file], strlen (c->follow->files[c->file]), '"');
  fprintf (out, "%s\n#line 1 %s\n", str_text (&c->head), str_text (&name));
  str_release (&name);
  if (c->insertions.count)
    qsort (c->insertions.data, c->insertions.count, sizeof *c->insertions.data, compare_insertions);
  for (size_t i = 0; i < c->insertions.count; i++) {
    const struct insertion *x = &c->insertions.data[i];
    assert (x->at >= at);
    fwrite (c->text.text + at, 1, x->at - at, out);
    fputs (x->text, out);
    at = x->at;
  }
  fputs (c->text.text + at, out);
}

/* Its hash is one of the witness's, if there are any. */
static bool
is_meant (struct follow *f, const char *text, size_t len)
{
  char hex[65];
  sha256_hex (text, len, hex);
  bool meant = !f->witness.hashes.count;
  for (size_t i = 0; i < f->witness.hashes.count; i++)
    meant |= !strcasecmp (f->witness.hashes.data[i], hex);
  return meant;
}

bool
follow_copy_file (struct follow *f, size_t file, struct diag *diag)
{
  struct copy c = {.follow = f, .file = file};
  struct str path = {0};
  size_t len;
  char *text = input_read (f->files[file], &len, diag);
  if (!text)
    return false;
  if (!is_meant (f, text, len) && !*f->reason)
    snprintf (f->reason, sizeof f->reason, "it is a witness of another program: the SHA-256 of %s is not one of its input_file_hashes", f->files[file]);
  c_text_init (&c.text, text);
  str_printf (&path, "%s/%zu-%s", f->directory, file, path_name (f->files[file]));
  VEC_PUSH (f->copies, mem_strdup (str_text (&path)));
  FILE *out = *f->reason || !put_waypoints (&c) ? NULL : fopen (str_text (&path), "w");
  if (out)
    write_copy (&c, out);
  bool ok = *f->reason || (out && !ferror (out) && !fclose (out));
  if (!ok)
    diag_error (diag, (struct pos) {.file = str_text (&path)}, "cannot write this file: %s", strerror (errno));
  for (size_t i = 0; i < c.insertions.count; i++)
    mem_free (c.insertions.data[i].text);
  VEC_FREE (c.insertions);
  VEC_FREE (c.sites);
  str_release (&c.head);
  str_release (&path);
  c_text_release (&c.text);
  mem_free (text);
  return ok;
}
