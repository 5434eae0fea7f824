/* An execution is put into an order that changes threads seldom. */
#include "native/order.h"

#include <string.h>

#include "check.h"
#include "model/result.h"

static struct told_finding told;
static struct wire_step steps[40];
static trans_id out[40];

/* "0c1 0c2 1l8": thread, operation, object; c(reate) j(oin) e(nd) l(ock) u(nlock) r(ead) w(rite) s(ignal) */
static void
given (const char *text)
{
  uint32_t n = 0;
  for (; *text; text += 3 + (text[3] == ' ')) {
    static const char letters[] = "cjelurws";
    static const uint32_t kinds[] = {NATIVE_CREATE, NATIVE_JOIN, NATIVE_END,   NATIVE_LOCK,
                                     NATIVE_UNLOCK, NATIVE_LOAD, NATIVE_STORE, NATIVE_SIGNAL};
    steps[n] = (struct wire_step) {.thread = (uint32_t) text[0] - '0', .kind = kinds[strchr (letters, text[1]) - letters],
                                     .object = (uint64_t) text[2] - '0', .size = 1, .alternative = n + 1};
    n++;
  }
  told = (struct told_finding) {.head.nsteps = n, .steps = steps};
}

/* Is the order the wanted one? Steps are recognised by their alternatives. */
static bool
gives (bool prune, const char *wanted)
{
  char text[200] = "", *p = text;
  size_t n = order_steps (&told, prune, out);
  for (size_t i = 0; i < n; i++) {
    const struct wire_step *s = &steps[(out[i] >> 32) - 1];
    p += sprintf (p, "%s%u%c%c", i ? " " : "", (unsigned) s->thread, "?lw"[s->kind == NATIVE_LOCK ? 1 : s->kind == NATIVE_STORE ? 2 : 0],
                  (char) ('0' + s->object));
    if (p[-2] == '?')
      p[-2] = s->kind == NATIVE_CREATE ? 'c' : s->kind == NATIVE_JOIN ? 'j' : s->kind == NATIVE_END ? 'e'
              : s->kind == NATIVE_UNLOCK ? 'u' : s->kind == NATIVE_LOAD ? 'r' : 's';
  }
  if (strcmp (text, wanted))
    printf ("not %s but %s\n", wanted, text);
  return !strcmp (text, wanted);
}

int
main (void)
{
  /* independent steps of a thread come together; the last one stays last */
  given ("0c1 0c2 1w5 2w6 1w5 2w6 1w5");
  CHECK (gives (false, "0c1 0c2 2w6 2w6 1w5 1w5 1w5"));
  CHECK (gives (true, "0c1 1w5 1w5 1w5"));
  /* writes and reads of one object keep their order, reads among themselves need not */
  given ("0c1 0c2 1w5 2r5 1r5 2r5 1w5");
  CHECK (gives (false, "0c1 0c2 1w5 1r5 2r5 2r5 1w5"));
  /* locks; a thread starts after its creation and is joined after its end */
  given ("0c1 0c2 1l5 1u5 2l5 1l6 2u5 1e0 2e0 0j1");
  CHECK (gives (true, "0c1 0c2 1l5 1u5 1l6 1e0 0j1"));
  CHECK (gives (false, "0c1 0c2 1l5 1u5 1l6 1e0 2l5 2u5 2e0 0j1"));
  /* what else there is stays in order */
  given ("0c1 0c2 1s5 2s6 1s5 2l7");
  CHECK (gives (false, "0c1 0c2 1s5 2s6 1s5 2l7"));
  given ("0c1");
  CHECK (gives (false, "0c1") && gives (true, "0c1"));
  told = (struct told_finding) {0};
  CHECK (!order_steps (&told, true, out));
  return check_end ();
}
