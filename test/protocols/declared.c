/* Each declaration of what functions touch: left out (-DREADS= ...) the assertion is found, too small it is refused.
 * `use` sends what `arm` has left in x; only if arm comes first is there something wrong. HOW: a way to read what `use` does not declare. */
#include <mazurka/protocol.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef READS
#define READS .reads = "d",
#endif
#ifndef USES
#define USES .uses = "x",
#endif
#ifndef WRITES
#define WRITES .writes = "d",
#endif
#ifndef SENDS
#define SENDS .sends = "M",
#endif
#ifndef TO
#define TO .to = "q",
#endif
#ifndef FIELDS
#define FIELDS "v"
#endif
#ifndef SEES
#define SEES .reads = "q.got",
#endif
#ifndef PART
#define PART MZ_VARIABLE (struct p, text),
#endif
#ifndef HOW
#define HOW 0
#endif
enum { P, Q };
enum { M, N };
struct p { int x, d; char text[4]; };
struct q { int got; };
struct p_copy { struct p p; };
struct one_further { char gap; int x; } __attribute__ ((packed));
#if HOW == 11
static int by_char (const void *a, const void *b) { return *(const char *) a - *(const char *) b; }
#endif
static bool look (const struct p *p)
{
  char room[16] = "";
  switch (HOW) {
  case 1: return p->text[2];
  case 2: { struct p copy = *p; return copy.text[1]; }
  case 3: { struct p copy; memcpy (&copy, p, sizeof copy); return copy.text[0]; }
  case 4: return memcmp (p->text, "abc", 3);
  case 5: return strcmp (p->text, "abc");
  case 6: return __builtin_memcmp (p->text, "ab", 2);
  case 7: return snprintf (room, sizeof room, "%d%.*s", 1, 3, p->text) > 1;
  case 8: return strtol (p->text, NULL, 10);
  case 9: return ((const struct p_copy *) p)->p.text[3];
  case 10: return *(volatile const char *) &p->text[1];
#if HOW == 11
  case 11: return bsearch ("a", p->text, 4, 1, by_char);
#endif
  case 12: return memchr (p->text, 'a', 4);
  case 13: { __builtin_memcpy (room, p->text, 4); return room[0]; }
  case 14: return ((const struct q *) ((const char *) p + 80))->got;
  case 15: return snprintf (room, sizeof room, "%2$d%1$s", p->text, 1) > 1;
  case 16: return snprintf (room, sizeof room, "%.*s", -1, p->text) > 1;
  case 17: return snprintf (room, sizeof room, "%m%.3s", p->text) < 0;
  case 18: return snprintf (room, sizeof room, "%.0S", (const wchar_t *) p->text) > 1;
  case 19: ((struct p *) p)->text[0] = 0; return p->text[1];     /* changes nothing, and then reads */
  case 20: return ((const struct one_further *) &p->d)->x;      /* the last of its bytes is text[0] */
  default: return false;
  }
}
static bool may_arm (const struct mz_step *s) { return !((const struct p *) s->local)->x; }
static void arm (struct mz_step *s) { ((struct p *) s->local)->x = 1; }
static bool may_use (const struct mz_step *s) { const struct p *p = s->local; return !p->d && !look (p); }
static void use (struct mz_step *s) { struct p *p = s->local; p->d = 1; mz_broadcast (s, Q, M, p->x); }
static void hear (struct mz_step *s) { ((struct q *) s->local)->got = s->message[0].value[0]; }
static bool safe (const struct mz_view *v) { return !((const struct q *) mz_local (v, Q, 0))->got; }
static const struct mz_transition transitions[] = {
  {MZ_HERE = "use", .process = P, .when = may_use, .effect = use, READS USES WRITES SENDS TO .from = NULL},
  {MZ_HERE = "arm", .process = P, .when = may_arm, .effect = arm, .reads = "x", .uses = "", .writes = "x", .sends = ""},
  {MZ_HERE = "hear", .process = Q, .consumes = 1, .input = M, .effect = hear, .uses = "", .writes = "got", .sends = ""}, {0}};
const struct mz_protocol mz_protocol = {.processes = (const struct mz_process []) {
  {"p", 1, sizeof (struct p), (const struct mz_variable []) {MZ_VARIABLE (struct p, x), MZ_VARIABLE (struct p, d), PART {0}}},
  {"q", 1, sizeof (struct q), (const struct mz_variable []) {MZ_VARIABLE (struct q, got), {0}}}, {0}},
  .messages = (const struct mz_message_type []) {{"M", FIELDS}, {"N"}, {0}}, .transitions = transitions,
  .invariants = (const struct mz_property []) {{MZ_HERE = "safe", .holds = safe, SEES .compares = ""}, {0}}};
